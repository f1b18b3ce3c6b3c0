//! Whether an order that polycc chose is worth a change of the user's text.
//!
//! One that keeps fewer bytes is. One that only saves time must save a good part of it by the model, must join loops for
//! real, and must leave no new conditions in innermost loops, which would be no vector loops any more.

use polyhedral::{Node, Scop};

use crate::cost::Cost;

/// One part of so many of the time is to be saved.
const LEAST_PART: i128 = 20;

/// What an order costs: at the reference sizes, and its time at the largest of those that may be.
#[derive(Clone, Copy)]
pub(crate) struct Price {
    pub(crate) cost: Cost,
    pub(crate) largest: i128,
}

impl Price {
    /// What is compared first, and what where that is the same.
    pub(crate) fn measure(&self, by_memory: bool) -> (i128, i128) {
        (if by_memory { self.cost.memory } else { self.cost.time() }, self.largest)
    }
}

/// Whether loops with the dates `total`, which cost as much as `after`, are worth it where the program's cost `before`.
///
/// # Errors
/// isl's.
pub(crate) fn is_worth(
    scop: &Scop,
    total: &isl::UnionMap,
    before: &Price,
    after: &Price,
) -> isl::Result<bool> {
    if after.cost.memory < before.cost.memory {
        return Ok(true);
    }
    let is_shorter =
        |before: i128, after: i128| before > 0 && after * LEAST_PART <= before * (LEAST_PART - 1);
    let saves =
        is_shorter(before.cost.time(), after.cost.time()) || is_shorter(before.largest, after.largest);
    Ok(saves && is_simple(scop, total)?)
}

/// Whether an order that costs `after` at large sizes saves enough of `before` for a copy of the function: memory, and twice
/// the part of the time that is worth a change.
pub(crate) fn is_clearly_better(before: &Cost, after: &Cost) -> bool {
    let is_smaller = after.memory <= before.memory / 2;
    is_smaller && before.time() > 0 && after.time() * LEAST_PART <= before.time() * (LEAST_PART - 2)
}

fn is_simple(scop: &Scop, total: &isl::UnionMap) -> isl::Result<bool> {
    let (program, ordered) = (&scop.program.body, codegen::generate::program(scop, total, &[])?.body);
    let loops = |nodes: &[Node]| Node::loops(nodes).len();
    Ok(loops(&ordered) < loops(program) && conditions(&ordered) <= conditions(program))
}

/// How many conditions stand in innermost loops.
fn conditions(nodes: &[Node]) -> usize {
    let loops = Node::loops(nodes).into_iter();
    let innermost = loops.filter(|counted| Node::loops(&counted.body).is_empty());
    innermost.map(|counted| Node::conditions(&counted.body)).sum()
}
