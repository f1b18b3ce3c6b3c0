//! OpenMP's pragmas in functions that become blocks.
//!
//! A line `#pragma omp` goes along with the loop, or the block, that it stands in front of, as it is written: it means the same in the
//! caller as long as the names in it do, and as no threads run the call already. What it names keeps its name, then.

use std::collections::BTreeSet;

use diagnostics::Span;

use super::Parsed;
use crate::pragma::openmp::{Clause, read};
use crate::pragma::{Pragma, pragma};
use crate::syntax::split::TokenTable;
use crate::syntax::tree::Function;

/// The pragmas between the token in front of a place and that place, in order.
pub(super) fn in_front<'a>(
    table: &'a TokenTable,
    text: &'a str,
    place: usize,
) -> impl Iterator<Item = Span> + 'a {
    within(table, text, Span::new(table.end_before(place), place)).map(|line| line.span)
}

/// The pragmas in a place, in order.
fn within<'a>(table: &'a TokenTable, text: &'a str, place: Span) -> impl Iterator<Item = Pragma<'a>> {
    table.directives_within(place).iter().filter_map(move |line| pragma(text, line))
}

/// Whether there are pragmas in a place.
pub(super) fn are_within(parsed: Parsed, place: Span) -> bool {
    within(parsed.table, parsed.text(), place).next().is_some()
}

/// The variables that the pragmas of a function name.
///
/// # Errors
/// Why these can't go elsewhere, as a phrase.
pub(super) fn names<'a>(parsed: &Parsed<'a>, function: &Function) -> Result<BTreeSet<&'a str>, String> {
    let text = parsed.map.text();
    let mut found = BTreeSet::new();
    for line in within(parsed.table, text, function.body.span) {
        let directive = match line.word {
            "omp" => read(text, line.rest, line.span).directive.ok(),
            _ => None,
        };
        let directive = directive.ok_or("a pragma is in the way of its text")?;
        let next = parsed.table.tokens.partition_point(|token| token.span.start < line.span.end);
        let next = parsed.table.tokens.get(next).map_or("", |token| token.span.of(text));
        if !matches!(next, "for" | "{") {
            return Err("a pragma stands in front of no loop and no block in it".into());
        }
        for clause in &directive.clauses {
            let names = match clause {
                Clause::Private(_, names)
                | Clause::Shared(names)
                | Clause::Share(names)
                | Clause::Whether(names)
                | Clause::Threads(_, names) => names.as_slice(),
                Clause::Collapse(..) => &[],
                Clause::ListAll => return Err("a pragma lists all variables in it".into()),
            };
            found.extend(names.iter().map(|(_, place)| place.of(text)));
        }
    }
    Ok(found)
}
