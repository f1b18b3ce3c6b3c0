//! Heuristic 1 with an optimised basis (Darte, Isoard, Yuki, *Extended Lattice-Based Memory
//! Allocation*, section 4.1): rows of a mapping, each the narrowest direction on what the rows before it
//! map to 0, with its width as the modulus.
//!
//! Valid by Theorem 1: a conflicting difference that all rows map to 0 modulo their widths is mapped to
//! 0 itself by the first, so it is among those that the second row's width was taken of, and so on. The
//! rows and what is left of the basis stay unimodular together: the multiples of the rows of the basis
//! that make up a new row have no common divisor, so they can be completed (section 4.1.2).

use crate::candidate::Candidate;
use crate::problem::{Problem, zero};
use crate::theory::direction::Program;
use crate::theory::direction_suggested::suggested;
use crate::theory::farkas::{at_sizes, polyhedra};
use crate::theory::image::{orthogonal, width_along};
use crate::theory::integer_matrix::{Matrix, Vector, combination, completion, identity, primitive};
use isl::Set;
use polyhedral::Expression;

/// A row of a mapping with its modulus.
pub type Row = (Vector, Expression);

/// The rows that Heuristic 1 finds for the differences of `problem`, all of them combinations of
/// `basis`, until only combinations of other vectors are left; the fewest cells over the priorities of
/// parameters. `None` where a width has no bound.
///
/// # Errors
/// isl's.
pub fn rows(problem: &Problem, basis: &Matrix) -> isl::Result<Option<Vec<Row>>> {
    let mut best: Option<(i128, Vec<Row>)> = None;
    for priority in priorities(problem.parameters.len()) {
        let Some(rows) = greedy(problem, basis.clone(), &priority)? else { continue };
        let moduli: Vec<_> = rows.iter().map(|(_, modulus)| modulus.clone()).collect();
        let cells = problem.reference.cells(&moduli);
        if best.as_ref().is_none_or(|(fewest, _)| cells < *fewest) {
            best = Some((cells, rows));
        }
    }
    Ok(best.map(|(_, rows)| rows))
}

/// The mapping of these rows; those of modulus 1 say nothing and go.
pub fn candidate_of(rows: impl IntoIterator<Item = Row>) -> Candidate {
    let (matrix, moduli) = rows.into_iter().unzip();
    Candidate::new(matrix, moduli).compact()
}

/// Each parameter first once, the others behind it in their order.
fn priorities(parameters: usize) -> Vec<Vec<usize>> {
    let first = |p: usize| [p].into_iter().chain((0..parameters).filter(|q| *q != p)).collect();
    if parameters == 0 { vec![vec![]] } else { (0..parameters).map(first).collect() }
}

fn greedy(problem: &Problem, mut basis: Matrix, priority: &[usize]) -> isl::Result<Option<Vec<Row>>> {
    let mut left = problem.differences.clone();
    let mut rows = Vec::new();
    while !basis.is_empty() && !left.is_subset(&zero(&left)?)? {
        let Some(step) = narrowest(problem, &left, &basis, priority)? else { return Ok(None) };
        left = orthogonal(left, &step.row.0)?;
        rows.push(step.row);
        basis = step.rest;
    }
    Ok(Some(rows))
}

struct Step {
    row: Row,
    /// The basis without the row.
    rest: Matrix,
}

/// The best of one program per row of the basis, and of the rows themselves.
fn narrowest(problem: &Problem, left: &Set, basis: &Matrix, priority: &[usize]) -> isl::Result<Option<Step>> {
    let polyhedra = polyhedra(&at_sizes(left.clone())?)?;
    let mut candidates = identity(basis.len());
    for leading in 0..basis.len() {
        let program =
            Program { polyhedra: &polyhedra, separated: &[], basis, leading: Some(leading), priority };
        let multiples = suggested(&program)?.map(|direction| direction.multiples);
        candidates.extend(multiples.filter(|multiples| !candidates.contains(multiples)));
    }
    let mut best: Option<((i64, u64), Step)> = None;
    for multiples in candidates {
        let Some((_, multiples)) = primitive(&multiples) else { continue };
        let Some(row) = combination(&multiples, basis) else { continue };
        let Some(rest) = rest(&multiples, basis) else { continue };
        let Some(width) = width_along(left, &row, &problem.reference)? else { continue };
        let rank = (problem.reference.value(&width), row.iter().map(|entry| entry.unsigned_abs()).sum());
        if best.as_ref().is_none_or(|(least, _)| rank < *least) {
            best = Some((rank, Step { row: (row, width), rest }));
        }
    }
    Ok(best.map(|(_, step)| step))
}

/// Rows that span with the combination `multiples` what `basis` does.
fn rest(multiples: &Vector, basis: &Matrix) -> Option<Matrix> {
    let completion = completion(&vec![multiples.clone()], basis.len())?;
    completion.iter().map(|weights| combination(weights, basis)).collect()
}
