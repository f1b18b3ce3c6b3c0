//! What is said where an obligation isn't met.

use std::collections::BTreeSet;

use diagnostics::{Code, Diagnostic};
use polyhedral::Expression;
use polyhedral::expression::LinearForm;

use crate::outline::{Cause, Obligation};
use crate::refusal::{Reason, refusal};

/// The refusal of a region in which `obligation` isn't met; `counters` are those around it.
pub fn unmet(obligation: &Obligation, counters: &BTreeSet<String>) -> Diagnostic {
    let is_row = matches!(obligation.cause, Cause::LeavesRow | Cause::LeavesReadRow(_) | Cause::NeverInRow);
    // what must be positive is told by what is left of it
    let least = i64::from(is_row && obligation.range.0 == 1);
    let value = (obligation.value.clone() - Expression::Constant(least)).simplify();
    let may_be_negative = is_row || obligation.range.0 == 0;
    let (cause, remark) = match (obligation.cause, may_be_negative) {
        (Cause::WrapsAround, _) => {
            (format!("`{value}` may wrap around in unsigned arithmetic"), "unsigned".to_owned())
        }
        (Cause::Converts, true) => {
            (format!("`{value}` may be negative where it becomes unsigned"), "converted".to_owned())
        }
        (Cause::Converts, false) => {
            (format!("`{value}` may not fit the type that it is converted to"), "converted".to_owned())
        }
        (Cause::Divides, _) => {
            (format!("`{value}` may be negative, and C rounds towards zero"), "divided".to_owned())
        }
        (Cause::Counts, _) => {
            ("a loop's counter may leave its type".to_owned(), "this loop may never end".to_owned())
        }
        (Cause::HasOtherRows, _) => (
            format!("`{value}` may not be 0, so that rows of the array may overlap"),
            "this subscript".to_owned(),
        ),
        (Cause::LeavesRow | Cause::LeavesReadRow(_) | Cause::NeverInRow, _) => (
            format!("`{value}` may be negative, so that rows of the array may overlap"),
            "this subscript".to_owned(),
        ),
    };
    let (code, reason) = match obligation.cause {
        Cause::Counts => (Code::MayNotEnd, Reason::MayNotEnd),
        Cause::WrapsAround | Cause::Converts | Cause::Divides => (Code::Conversion, Reason::Conversion),
        _ => (Code::RowsOverlap, Reason::Conversion),
    };
    let problem = reason.of(refusal(code, cause, obligation.place, remark));
    let most = Some(obligation.range.1).filter(|_| !may_be_negative);
    match help(&value, most, counters) {
        Some(help) => problem.with_help(help),
        None => problem,
    }
}

/// An assumption by which a value isn't larger than `most`, or isn't negative, if it is about parameters alone.
fn help(value: &Expression, most: Option<i128>, counters: &BTreeSet<String>) -> Option<String> {
    let mut names = BTreeSet::new();
    value.variables(&mut names);
    if names.is_empty() || names.iter().any(|name| counters.contains(name)) {
        return None;
    }
    let assumption = match (LinearForm::of(value)?.terms.as_slice(), most) {
        (_, Some(most)) => format!("{value} <= {most}"),
        ([(name, 1)], None) => format!("{name} >= {}", -i128::from(LinearForm::of(value)?.constant)),
        (_, None) => format!("{value} >= 0"),
    };
    Some(format!("`#pragma polycc assume({assumption})` would help, if that is so"))
}
