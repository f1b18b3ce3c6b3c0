//! Whether an order that polycc chose is worth a change of the user's text.
//!
//! One that keeps fewer bytes is. One that only saves time must save a good part of it by the model, must join loops for
//! real, or make innermost loops go along rows, and must leave no new conditions in innermost loops, which would be no vector loops any more.

use diagnostics::{Code, Remark};
use polyhedral::{Node, Program, Scop};
use schedule::candidate::Candidate;
use schedule::lanes::LANES;

use crate::cost::Cost;
use crate::summary::size;

/// One part of so many of the time is to be saved.
const LEAST_PART: i128 = 20;

/// What an order costs: at the reference sizes, and at the largest of those that may be, where sizes are unknown.
#[derive(Clone, Copy)]
pub(crate) struct Price {
    pub(crate) cost: Cost,
    pub(crate) largest: Option<Cost>,
}

impl Price {
    /// What is compared first, and what where that is the same: bytes, and then the time, at the largest size alone where only
    /// bytes count.
    pub(crate) fn measure(&self, by_memory: bool) -> (i128, i128, i128) {
        let largest = self.largest.map_or(0, |cost| cost.time());
        (self.cost.memory, if by_memory { 0 } else { self.cost.time() }, largest)
    }
}

/// What is said where another order keeps less than half of the bytes of the program's, which is the first one and which is taken; with
/// the bytes where the sizes `are_known`.
pub(crate) fn forgone(costs: &[(String, Cost)], are_known: bool) -> Option<Remark> {
    let own = &costs.first()?.1;
    let least = costs.iter().map(|(_, cost)| cost.memory).min()?;
    (least < own.memory / 2).then_some(())?;
    let kept = match are_known {
        true => format!("{} instead of {}", size(least), size(own.memory)),
        false => "less than half".to_owned(),
    };
    let text = format!(
        "in another order the arrays would keep {kept}, but that takes longer by the model; `--optimize memory` takes it"
    );
    Some(Remark::new(Code::Forgone, text))
}

/// Whether the loops of `candidate`, its `tree` if that is made already, which cost as much as `after`, are worth it where the program's
/// cost `before`.
///
/// # Errors
/// isl's.
pub(crate) fn is_worth(
    scop: &Scop,
    candidate: &Candidate,
    tree: Option<&Program>,
    before: &Price,
    after: &Price,
) -> isl::Result<bool> {
    let largest = before.largest.zip(after.largest);
    if after.cost.memory < before.cost.memory
        || largest.is_some_and(|(before, after)| is_clearly_better(&before, &after))
    {
        return Ok(true);
    }
    let is_shorter = |before: i128, after: i128| {
        before > 0 && after.saturating_mul(LEAST_PART) <= before.saturating_mul(LEAST_PART - 1)
    };
    let saves = is_shorter(before.cost.time(), after.cost.time())
        || largest.is_some_and(|(before, after)| is_shorter(before.time(), after.time()));
    Ok(saves && is_simple(scop, candidate, tree)?)
}

/// Whether an order that costs `after` at large sizes saves enough of `before` for a copy of the function: memory, and twice
/// the part of the time that is worth a change.
pub(crate) fn is_clearly_better(before: &Cost, after: &Cost) -> bool {
    let is_smaller = after.memory <= before.memory / 2;
    is_smaller
        && before.time() > 0
        && after.time().saturating_mul(LEAST_PART) <= before.time().saturating_mul(LEAST_PART - 2)
}

fn is_simple(scop: &Scop, candidate: &Candidate, tree: Option<&Program>) -> isl::Result<bool> {
    let at_a_time = !candidate.at_a_time.is_empty();
    let ordered = match tree {
        Some(tree) if at_a_time => &tree.body,
        _ => &codegen::generate::program(scop, &candidate.schedule.total, &[])?.body,
    };
    let program = &scop.program.body;
    let loops = |nodes: &[Node]| Node::loops(nodes).len();
    // what is done at a time has a text of its own for each row, in a strip that is whole
    let copies = if at_a_time { LANES as usize + 1 } else { 1 };
    let has_no_more = |ordered: usize, program: usize| ordered <= copies * program;
    let is_along_rows = !candidate.interchanged.is_empty()
        && (at_a_time || Node::conditions(ordered) <= Node::conditions(program));
    let is_joined = loops(ordered) < loops(program);
    Ok((is_along_rows || is_joined || !candidate.blocked.is_empty())
        && has_no_more(conditions(ordered), conditions(program)))
}

/// How many conditions stand in innermost loops.
pub(crate) fn conditions(nodes: &[Node]) -> usize {
    let loops = Node::loops(nodes).into_iter();
    let innermost = loops.filter(|counted| Node::loops(&counted.body).is_empty());
    innermost.map(|counted| Node::conditions(&counted.body)).sum()
}
