//! How much all iterations of the loop around a statement move, with what they share and without.

use super::Statement;
use super::counterparts::rectangle;
use super::report::{elements, values};
use allocator::transfers::Transfer;
use polyhedral::{Expression, Loop};
use serde::Serialize;
use std::collections::BTreeMap;

/// Elements that are moved in all iterations of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// If each iteration loaded all that it reads, and stored all that it writes.
    pub before: i64,
    /// As they share it.
    pub after: i64,
}

/// More iterations aren't counted.
const MOST_ITERATIONS: usize = 1 << 20;

/// The totals of a statement whose iterations share transfers, at the parameter values `at`; `None` for others, and
/// where values are missing.
///
/// # Errors
/// isl's.
pub fn totals(statement: &Statement, at: &BTreeMap<String, i64>) -> isl::Result<Option<Totals>> {
    let Some(around) = &statement.iterations else { return Ok(None) };
    let moved = |transfers: &[&Transfer]| -> isl::Result<Vec<Expression>> {
        let context = &statement.analysed.scop.context;
        transfers.iter().map(|transfer| Ok(elements(&rectangle(&transfer.hull, context)?))).collect()
    };
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for isolated in &statement.transfers {
        let name = &statement.analysed.scop.arrays[isolated.array].c_name;
        if statement.copies(name) && !statement.keeps(isolated.array) {
            before.extend(isolated.load.iter().chain(&isolated.store));
            after.extend(statement.transfers_of(isolated, true));
            after.extend(statement.transfers_of(isolated, false));
        }
    }
    let (before, after) = (moved(&before)?, moved(&after)?);
    let values = values(&statement.analysed.scop, at);
    Ok(iterations(around, values).and_then(|iterations| {
        let all = |moved: &[Expression]| -> Option<i64> {
            let of_one = |values| moved.iter().map(|elements| elements.evaluate(values)).sum::<Option<i64>>();
            iterations.iter().map(of_one).sum()
        };
        Some(Totals { before: all(&before)?, after: all(&after)? })
    }))
}

/// The values of the parameters and of the counter in each iteration.
pub fn iterations(around: &Loop, mut values: BTreeMap<String, i64>) -> Option<Vec<BTreeMap<String, i64>>> {
    let mut all = Vec::new();
    // the counter is none of the loop's parameters
    values.remove(&around.iterator);
    let mut counter = around.initial.evaluate(&values)?;
    loop {
        values.insert(around.iterator.clone(), counter);
        if !around.condition.evaluate(&values)? {
            return Some(all);
        }
        if all.len() == MOST_ITERATIONS {
            return None;
        }
        all.push(values.clone());
        counter = counter.checked_add(around.step)?;
    }
}
