//! Whether the cells of a contracted array are as easy to reach as they were.
//!
//! A subscript that wraps around costs a division. One that an outer loop counts is paid once for a row, and rows
//! that a loop goes through in turn are pointers (`codegen::rotation`). One that an innermost loop counts is paid for
//! each access, and a compiler makes no vectors of such a loop: that takes more time than the memory saves. Only a
//! loop in no other, or a long one, which has a few cells in turn, keeps them in variables (`codegen::delay`); where a block
//! keeps its size, and may lack one of these, they are found without a division if they are two, four or eight. A loop that waits for results
//! from one iteration to the next has time for a mask, so that a signal's last thousand samples are a ring of a power of two. And a loop of a few iterations, a
//! known number, is none to a compiler: the sum of `a[(y + k) % 5][x]` for the `k` around a row becomes one of five rows in
//! the loop over `x`, and the divisions stand before that.

use allocator::size::Reference;
use allocator::{Allocation, Decision};
use analysis::Analysed;
use codegen::delay::{is_mask, is_worth_it};
use diagnostics::{Code, Remark};
use polyhedral::expression::LinearForm;
use polyhedral::{
    Access, AccessKind, ArrayId, Comparison, Condition, Expression, Instance, Loop, MappingRow, Node, Scop,
    Statement,
};
use schedule::arrangement::MOST_IN_TURN;
use schedule::candidate::Company;
use std::collections::{BTreeMap, BTreeSet};

/// Compilers write out loops of at most as many iterations.
pub(crate) const MOST_WRITTEN_OUT: i64 = 16;

/// What it takes to find a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    /// A mask where the modulus is a power of two: the loop waits for results anyway.
    Mask,
    /// A division, in a loop that would go on.
    Division,
}

/// `allocations` without those that would cost a division for each access in an innermost loop, given the `company` that statements have
/// in theirs. Where those that wait are the only ones that would pay, a power of two is as good.
///
/// # Errors
/// isl's.
pub(crate) fn without_divisions(
    analysed: &Analysed,
    allocations: Vec<Allocation>,
    company: &Company,
    reference: &Reference,
) -> isl::Result<Vec<Allocation>> {
    let scop = &analysed.scop;
    let slow = slow(scop, &allocations, company);
    let each = allocations.into_iter().enumerate();
    each.map(|(array, allocation)| {
        let declared = &scop.arrays[array];
        let masked = match slow.get(&array) {
            None => return Ok(allocation),
            Some(Reach::Mask) => allocation.masked(analysed, array, reference)?,
            Some(Reach::Division) => None,
        };
        let why = "its subscript would wrap around in an innermost loop, which costs more time than it saves";
        Ok(masked.unwrap_or_else(|| allocation.instead(declared, Remark::new(Code::WouldGrow, why))))
    })
    .collect()
}

fn slow(scop: &Scop, allocations: &[Allocation], company: &Company) -> BTreeMap<ArrayId, Reach> {
    let mut found = BTreeMap::new();
    for Innermost { counted, outer, in_parallel } in innermost(&scop.program.body, None, false) {
        let instances = Node::instances(&counted.body);
        let waits = instances.iter().any(|instance| {
            let statement = &scop.statements[instance.statement];
            company.waiting.contains(&instance.statement)
                || is_sum(scop, statement, instance, &counted.iterator)
        });
        let is_innermost = |it: &&&Instance| !company.beside_rows.contains(&it.statement);
        for instance in instances.iter().filter(is_innermost) {
            let arrays = wrapping(scop, allocations, instance, &counted.iterator);
            let is_free = |array: ArrayId, row: &MappingRow, value: &Expression| match outer {
                None => is_line(scop, array, row),
                Some(_) if !in_parallel && is_worth_it(counted) && !is_masked(row) => {
                    is_line(scop, array, row)
                }
                Some(outer) => is_written_out(counted) && !depends(value, &outer.iterator),
            };
            for (array, ..) in arrays.filter(|(array, row, value)| !is_free(*array, row, value)) {
                let reach = if waits && !in_parallel { Reach::Mask } else { Reach::Division };
                let worst = found.entry(array).or_insert(reach);
                *worst = reach.max(*worst);
            }
        }
    }
    found
}

/// Whether each iteration adds to what the one before left in a cell, rounding each time: compilers keep that order.
fn is_sum(scop: &Scop, statement: &Statement, instance: &Instance, counter: &str) -> bool {
    let accesses = || statement.accesses.iter().zip(&instance.subscripts);
    let stays = |subscripts: &[Expression]| subscripts.iter().all(|value| !depends(value, counter));
    accesses().any(|(write, cell)| {
        let is_read = |(read, other): (&Access, &Vec<Expression>)| {
            read.kind == AccessKind::Read && read.array == write.array && other == cell
        };
        write.writes() && scop.arrays[write.array].is_rounded && stays(cell) && accesses().any(is_read)
    })
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

/// A loop without loops in it.
struct Innermost<'a> {
    counted: &'a Loop,
    /// The one around it.
    outer: Option<&'a Loop>,
    /// Whether some loop around it runs in parallel.
    in_parallel: bool,
}

/// The innermost loops in `nodes`, which stand in `outer`.
fn innermost<'a>(nodes: &'a [Node], outer: Option<&'a Loop>, in_parallel: bool) -> Vec<Innermost<'a>> {
    let mut found = Vec::new();
    for node in nodes {
        match node {
            Node::Loop(counted) if Node::loops(&counted.body).is_empty() => {
                found.push(Innermost { counted, outer, in_parallel });
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
    if !value.is_known() {
        return true;
    }
    match LinearForm::of(value) {
        Some(form) => form.coefficient(counter) != 0,
        None => {
            let mut names = BTreeSet::new();
            value.variables(&mut names);
            names.contains(counter)
        }
    }
}

fn is_masked(row: &MappingRow) -> bool {
    row.modulus.constant().is_some_and(is_mask)
}

/// Whether the cells of a row are so few that they may be variables; or, in a block that keeps its size and may lack some of them,
/// whether to find one of them takes no division.
fn is_line(scop: &Scop, array: ArrayId, row: &MappingRow) -> bool {
    let array = &scop.arrays[array];
    let is_found_at_once = |modulus: i64| array.is_resized() || array.is_own() && is_mask(modulus);
    row.modulus.constant().is_some_and(|modulus| modulus <= MOST_IN_TURN && is_found_at_once(modulus))
}
