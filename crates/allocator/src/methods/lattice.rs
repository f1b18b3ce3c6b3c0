//! Heuristic 2 with an optimised basis (Darte, Isoard, Yuki, *Extended Lattice-Based Memory Allocation*,
//! section 4.2): a basis of reuse vectors `m_i a_i`, shortest first, each outside of the extrusion of the
//! conflicting differences along the directions before it.
//!
//! Valid by Theorem 2: a combination whose last vector is the i-th is in K only if a multiple of
//! `m_i a_i` is in the i-th extrusion. The mapping is the inverse of the unimodular matrix of directions
//! with the multiples as moduli (section 4.2.2), its last row first: there the multiples are widths
//! (section 4.3).
//!
//! Constant vectors are found as [`crate::theory::reuse`] does. Where there are none any more, the
//! vectors depend on the parameters; the paper's method ends unless one vector is missing (section
//! 4.2.3). Here directions stay constant and multiples alone depend on parameters: among directions with
//! small coefficients in the completed basis, those whose vectors are shortest at the reference sizes.

use crate::candidate::Candidate;
use crate::problem::Problem;
use crate::theory::image::{coordinates, width_of};
use crate::theory::integer_matrix::{Matrix, Vector, combination, completion, content, inverse, transpose};
use crate::theory::mapping_space::candidate_of;
use crate::theory::reuse::chains;
use isl::{DimType, ErrorKind};
use polyhedral::Expression;

/// Directions that are completed beyond constant vectors at most: there are `3^m` of m dimensions.
const MOST_DIMENSIONS: usize = 5;
/// isl's operations for completing one chain; beyond, the best completion so far counts.
const BUDGET: u64 = 300_000;
/// Short parametric vectors that are tried with so many missing; which is best only the last one shows.
const fn most_branches(missing: usize) -> usize {
    if missing == 3 { 13 } else { 4 }
}

/// The lattice of the fewest cells among those found.
///
/// # Errors
/// isl's.
pub fn candidate(problem: &Problem) -> isl::Result<Option<Candidate>> {
    let mut search = Search { problem, best: None };
    let context = problem.differences.context();
    for chain in chains(&problem.differences)? {
        let moduli = chain.multiples.into_iter().map(Expression::Constant).collect();
        match context.with_budget(BUDGET, || search.complete(chain.directions, moduli)) {
            Err(error) if error.kind == ErrorKind::Quota => {}
            other => other?,
        }
    }
    Ok(search.best.map(|(_, candidate)| candidate))
}

struct Search<'a> {
    problem: &'a Problem,
    best: Option<(i128, Candidate)>,
}

impl Search<'_> {
    /// Tries the short parametric vectors behind `directions`, which have the multiples `moduli`.
    fn complete(&mut self, directions: Matrix, moduli: Vec<Expression>) -> isl::Result<()> {
        if directions.len() == self.problem.dimensions() {
            self.record(&directions, &moduli);
            return Ok(());
        }
        for (direction, multiple) in parametric(self.problem, &directions)? {
            let directions = [directions.as_slice(), &[direction]].concat();
            self.complete(directions, [moduli.as_slice(), &[multiple]].concat())?;
        }
        Ok(())
    }

    fn record(&mut self, directions: &Matrix, moduli: &[Expression]) {
        let cells = self.problem.reference.cells(moduli);
        let is_better = self.best.as_ref().is_none_or(|(fewest, _)| cells < *fewest);
        if let Some(matrix) = inverse(&transpose(directions)).filter(|_| is_better) {
            let rows = matrix.into_iter().zip(moduli.iter().cloned()).rev();
            self.best = Some((cells, candidate_of(rows)));
        }
    }
}

/// The shortest next vectors at the reference sizes: directions with their multiples.
fn parametric(problem: &Problem, directions: &Matrix) -> isl::Result<Vec<(Vector, Expression)>> {
    let Some(completion) = completion(directions, problem.dimensions()) else { return Ok(vec![]) };
    let mut steps = Vec::new();
    for weights in small_directions(completion.len()) {
        let Some(direction) = combination(&weights, &completion) else { continue };
        let Some(multiple) = multiple(problem, directions, &direction)? else { continue };
        let cells = i128::from(problem.reference.value(&multiple));
        let sizes = || direction.iter().map(|entry| cells.saturating_mul(i128::from(entry.unsigned_abs())));
        let norms = (sizes().max().unwrap_or(0), sizes().sum::<i128>());
        steps.push((norms, (direction, multiple)));
    }
    steps.sort_by_key(|(norms, _)| *norms);
    Ok(steps.into_iter().take(most_branches(completion.len())).map(|(_, step)| step).collect())
}

/// The least m such that no multiple of `m direction` is in the extrusion along `directions`.
fn multiple(problem: &Problem, directions: &Matrix, direction: &Vector) -> isl::Result<Option<Expression>> {
    let mut vectors = vec![direction.clone()];
    vectors.extend(directions.iter().cloned());
    let along = coordinates(&problem.differences, &vectors)?;
    let others = along.dim(DimType::Set)? - 1;
    width_of(&along.project_out(DimType::Set, 1, others)?, &problem.reference)
}

/// Primitive vectors with entries -1, 0, 1, of which the first that isn't 0 is 1.
fn small_directions(dimensions: usize) -> Vec<Vector> {
    if dimensions > MOST_DIMENSIONS {
        return vec![];
    }
    let longer = |vectors: Vec<Vector>| {
        let with = |vector: &Vector| [0, 1, -1].map(|entry| [vector.as_slice(), &[entry]].concat());
        vectors.iter().flat_map(with).collect::<Vec<_>>()
    };
    let all = (0..dimensions).fold(vec![vec![]], |vectors, _| longer(vectors));
    let starts_positive = |vector: &Vector| vector.iter().find(|entry| **entry != 0) == Some(&1);
    all.into_iter().filter(|vector| content(vector) == 1 && starts_positive(vector)).collect()
}
