//! Whether the cells of a contracted array are as easy to reach as they were.
//!
//! A subscript that wraps around costs a division. One that an outer loop counts is paid once for a row, and rows
//! that a loop goes through in turn are pointers (`codegen::rotation`). One that an innermost loop counts is paid for
//! each access, and a compiler makes no vectors of such a loop: that takes more time than the memory saves. Only a
//! loop in no other, which has a few cells in turn, keeps them in variables (`codegen::delay`).

use allocator::{Allocation, Decision};
use polyhedral::expression::LinearForm;
use polyhedral::{ArrayId, Expression, Instance, Loop, MappingRow, Node, Scop, Storage};
use std::collections::BTreeSet;

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
    for (counted, is_alone) in innermost(&scop.program.body, true) {
        for instance in Node::instances(&counted.body) {
            let arrays = wrapping(scop, allocations, instance, &counted.iterator);
            found.extend(
                arrays.filter(|(array, row)| !(is_alone && is_line(scop, *array, row))).map(|(a, _)| a),
            );
        }
    }
    found
}

/// The loops in `nodes` without loops in them, and whether each is in no other.
fn innermost(nodes: &[Node], is_alone: bool) -> Vec<(&Loop, bool)> {
    let mut found = Vec::new();
    for node in nodes {
        match node {
            Node::Loop(counted) if Node::loops(&counted.body).is_empty() => found.push((counted, is_alone)),
            Node::Loop(counted) => found.extend(innermost(&counted.body, false)),
            Node::If { then_body, else_body, .. } => {
                found.extend(innermost(then_body, is_alone));
                found.extend(innermost(else_body, is_alone));
            }
            Node::Sections(bodies) => found.extend(bodies.iter().flat_map(|body| innermost(body, is_alone))),
            Node::Instance(_) | Node::Copy(_) => {}
        }
    }
    found
}

/// The contracted arrays of which `instance` touches cells that wrap around as `counter` goes on.
fn wrapping<'a>(
    scop: &'a Scop,
    allocations: &'a [Allocation],
    instance: &'a Instance,
    counter: &'a str,
) -> impl Iterator<Item = (ArrayId, &'a MappingRow)> + 'a {
    let accesses = scop.statements[instance.statement].accesses.iter().zip(&instance.subscripts);
    accesses.flat_map(move |(access, cell)| {
        let allocation = &allocations[access.array];
        let may_stay = allocation.decision == Decision::Contracted && !scop.arrays[access.array].is_made();
        let rows = allocation.mapping.rows.iter().filter(move |_| may_stay);
        let is_slow = move |row: &&MappingRow| row.wraps && depends(&row.linear(cell), counter);
        rows.filter(is_slow).map(move |row| (access.array, row))
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

/// Whether the cells of a row are so few that they may be variables.
fn is_line(scop: &Scop, array: ArrayId, row: &MappingRow) -> bool {
    let is_local = matches!(scop.arrays[array].storage, Storage::Local { .. } | Storage::Block { .. });
    is_local && row.modulus.constant().is_some_and(|modulus| modulus <= MOST_VARIABLES)
}
