//! Whether the cells of a contracted array are as easy to reach as they were.
//!
//! A subscript that wraps around costs a division. One that an outer loop counts is paid once for a row, and rows
//! that a loop goes through in turn are pointers (`codegen::rotation`). One that an innermost loop counts is paid for
//! each access, and a compiler makes no vectors of such a loop: that takes more time than the memory saves. Only a
//! loop in no other, or a long one, which has a few cells in turn, keeps them in variables (`codegen::delay`); where a block
//! keeps its size, and may lack one of these, they are found without a division if they are two, four or eight. And a loop of a few iterations, a
//! known number, is none to a compiler: the sum of `a[(y + k) % 5][x]` for the `k` around a row becomes one of five rows in
//! the loop over `x`, and the divisions stand before that.

use allocator::{Allocation, Decision};
use codegen::delay::is_worth_it;
use polyhedral::expression::LinearForm;
use polyhedral::{ArrayId, Comparison, Condition, Expression, Instance, Loop, MappingRow, Node, Scop};
use std::collections::BTreeSet;

/// Compilers write out loops of at most as many iterations.
pub(crate) const MOST_WRITTEN_OUT: i64 = 16;

/// More cells than these are no variables.
const MOST_VARIABLES: i64 = 8;

/// `allocations` without those that would cost a division for each access in an innermost loop.
pub(crate) fn without_divisions(scop: &Scop, allocations: Vec<Allocation>) -> Vec<Allocation> {
    let slow = slow(scop, &allocations);
    let each = allocations.into_iter().enumerate();
    each.map(|(array, allocation)| match slow.contains(&array) {
        true => allocation.instead(
            &scop.arrays[array],
            "its subscript would wrap around in an innermost loop, which costs more time than it saves",
        ),
        false => allocation,
    })
    .collect()
}

fn slow(scop: &Scop, allocations: &[Allocation]) -> BTreeSet<ArrayId> {
    let mut found = BTreeSet::new();
    for (counted, outer, in_parallel) in innermost(&scop.program.body, None, false) {
        for instance in Node::instances(&counted.body) {
            let arrays = wrapping(scop, allocations, instance, &counted.iterator);
            let is_free = |array: ArrayId, row: &MappingRow, value: &Expression| match outer {
                None => is_line(scop, array, row),
                Some(_) if !in_parallel && is_worth_it(counted) => is_line(scop, array, row),
                Some(outer) => is_written_out(counted) && !depends(value, &outer.iterator),
            };
            let slow = arrays.filter(|(array, row, value)| !is_free(*array, row, value));
            found.extend(slow.map(|(array, ..)| array));
        }
    }
    found
}

/// Whether a loop has a few iterations, the same number always.
fn is_written_out(counted: &Loop) -> bool {
    let Some(first) = counted.initial.simplify().constant() else {
        return false;
    };
    let Condition::Compare(relation, left, right) = &counted.condition else { return false };
    let counter = Expression::variable(&counted.iterator);
    let last = right.simplify().constant().filter(|_| *left == counter);
    last.is_some_and(|last| {
        matches!(relation, Comparison::Less | Comparison::LessEqual)
            && (last - first).checked_div(counted.step).is_some_and(|turns| turns < MOST_WRITTEN_OUT)
            && counted.step > 0
    })
}

/// The loops in `nodes` without loops in them, each with the one around it, if there is any, and whether some loop around it runs
/// in parallel.
fn innermost<'a>(
    nodes: &'a [Node],
    outer: Option<&'a Loop>,
    in_parallel: bool,
) -> Vec<(&'a Loop, Option<&'a Loop>, bool)> {
    let mut found = Vec::new();
    for node in nodes {
        match node {
            Node::Loop(counted) if Node::loops(&counted.body).is_empty() => {
                found.push((counted, outer, in_parallel));
            }
            Node::Loop(counted) => {
                let in_parallel = in_parallel || counted.parallel;
                found.extend(innermost(&counted.body, Some(counted), in_parallel));
            }
            Node::If { then_body, else_body, .. } => {
                found.extend(innermost(then_body, outer, in_parallel));
                found.extend(innermost(else_body, outer, in_parallel));
            }
            Node::Sections(bodies) => {
                found.extend(bodies.iter().flat_map(|body| innermost(body, outer, in_parallel)));
            }
            Node::Instance(_) | Node::Copy(_) => {}
        }
    }
    found
}

/// The contracted arrays of which `instance` touches cells that wrap around as `counter` goes on, with the row of the
/// mapping that does, and its value.
fn wrapping<'a>(
    scop: &'a Scop,
    allocations: &'a [Allocation],
    instance: &'a Instance,
    counter: &'a str,
) -> impl Iterator<Item = (ArrayId, &'a MappingRow, Expression)> + 'a {
    let accesses = scop.statements[instance.statement].accesses.iter().zip(&instance.subscripts);
    accesses.flat_map(move |(access, cell)| {
        let allocation = &allocations[access.array];
        let may_stay = allocation.decision == Decision::Contracted && !scop.arrays[access.array].is_made();
        let rows = allocation.mapping.rows.iter().filter(move |_| may_stay);
        let values = rows.filter(|row| row.wraps).map(|row| (row, row.linear(cell)));
        let slow = values.filter(move |(_, value)| depends(value, counter));
        slow.map(move |(row, value)| (access.array, row, value))
    })
}

fn depends(value: &Expression, counter: &str) -> bool {
    match LinearForm::of(value) {
        Some(form) => form.coefficient(counter) != 0,
        None => {
            let mut names = BTreeSet::new();
            value.variables(&mut names);
            names.contains(counter)
        }
    }
}

/// Whether the cells of a row are so few that they may be variables; or, in a block that keeps its size and may lack some of them,
/// whether to find one of them takes no division.
fn is_line(scop: &Scop, array: ArrayId, row: &MappingRow) -> bool {
    let array = &scop.arrays[array];
    let is_found_at_once = |modulus: i64| array.is_resized() || array.is_own() && modulus.count_ones() == 1;
    row.modulus.constant().is_some_and(|modulus| modulus <= MOST_VARIABLES && is_found_at_once(modulus))
}
