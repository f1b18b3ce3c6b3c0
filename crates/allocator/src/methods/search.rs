//! Search instead of heuristics.
//!
//! With constant sizes the smallest valid lattice is found by enumeration ([`crate::lattice_search`]): no
//! modular mapping is smaller. Where that takes too long, and with parametric sizes, the rows are looked
//! for among those with small entries ([`crate::basis_search`]), and their widths are the moduli, as in
//! Heuristic 1.

use crate::at_sizes::AtSizes;
use crate::basis_search;
use crate::candidate::Candidate;
use crate::problem::{Problem, zero};
use crate::sampling::samples;
use crate::theory::image::{orthogonal, width_along};
use isl::ErrorKind;
use polyhedral::Expression;

/// Elementary steps of the search for rows: a fraction of a second.
const STEPS: u64 = 10_000_000;

/// The smallest lattice, or the best small rows found.
///
/// # Errors
/// isl's.
pub fn candidate(problem: &Problem) -> isl::Result<Option<Candidate>> {
    if problem.differences.is_subset(&zero(&problem.differences)?)? {
        return Ok(Some(Candidate::new(vec![], vec![])));
    }
    if problem.parameters.is_empty() {
        if let Some(candidate) = smallest_lattice(problem)? {
            return Ok(Some(candidate));
        }
    }
    let Some(samples) = samples(problem)? else { return Ok(None) };
    let mut best: Option<Candidate> = None;
    for rows in basis_search::best(&samples, STEPS) {
        let candidate = match successive(problem, rows) {
            // the best so far is better than nothing
            Err(error) if error.kind == ErrorKind::Quota && best.is_some() => break,
            candidate => candidate?,
        };
        let cells = |c: &Candidate| problem.reference.cells(&c.moduli);
        if let Some(candidate) = candidate {
            if best.as_ref().is_none_or(|best| cells(&candidate) < cells(best)) {
                best = Some(candidate);
            }
        }
    }
    Ok(best)
}

/// The smallest lattice, if it is found.
fn smallest_lattice(problem: &Problem) -> isl::Result<Option<Candidate>> {
    let found = AtSizes::of(problem, &[])?;
    Ok(found.candidate())
}

/// The rows with their widths, each on what those before it map to 0, as far as they are needed; where
/// they were enough at small sizes only, the subscripts follow.
fn successive(problem: &Problem, rows: Vec<Vec<i64>>) -> isl::Result<Option<Candidate>> {
    let unit = |k: usize| (0..problem.dimensions()).map(|d| i64::from(d == k)).collect::<Vec<_>>();
    let mut left = problem.differences.clone();
    let mut matrix = Vec::new();
    let mut moduli: Vec<Expression> = Vec::new();
    for row in rows.into_iter().chain((0..problem.dimensions()).map(unit)) {
        if left.is_subset(&zero(&left)?)? {
            break;
        }
        let Some(width) = width_along(&left, &row, &problem.reference)? else { return Ok(None) };
        left = orthogonal(left, &row)?;
        matrix.push(row);
        moduli.push(width);
    }
    Ok(Some(Candidate::new(matrix, moduli)))
}
