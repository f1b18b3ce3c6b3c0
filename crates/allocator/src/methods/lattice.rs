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
use crate::theory::reuse::{Chain, chains};
use crate::theory::smallest::Smallest;
use isl::DimType;
use polyhedral::Expression;
use std::collections::BTreeMap;

/// isl's operations for completing one chain; beyond, the best completion so far counts.
const BUDGET: u64 = 400_000;
/// Steps of a completion that needn't take the shortest vector. Which is best only the last step shows.
const MOST_DEVIATIONS: usize = 2;

/// The lattice of the fewest cells among those found.
///
/// # Errors
/// isl's.
pub fn candidate(problem: &Problem) -> isl::Result<Option<Candidate>> {
    let mut smallest = Smallest::new(problem);
    for chain in chains(&problem.differences)? {
        smallest.attempt(BUDGET, |smallest| {
            let mut search = Search { problem, chain: &chain, smallest, known: BTreeMap::new() };
            (0..=MOST_DEVIATIONS).try_for_each(|deviations| search.complete(&[], deviations))
        })?;
    }
    smallest.into_result()
}

struct Search<'a, 'b> {
    problem: &'a Problem,
    chain: &'a Chain,
    smallest: &'a mut Smallest<'b>,
    /// What [`parametric`] found for directions.
    known: BTreeMap<Matrix, Vec<Step>>,
}

impl Search<'_, '_> {
    /// Tries the vectors that can follow those of the chain and `steps`, the shortest at all steps but
    /// `deviations`.
    fn complete(&mut self, steps: &[Step], deviations: usize) -> isl::Result<()> {
        let found = steps.iter().map(|step| step.direction.clone());
        let directions: Matrix = self.chain.directions.iter().cloned().chain(found).collect();
        if directions.len() == self.problem.dimensions() {
            if deviations == 0 {
                self.record(steps, &directions);
            }
            return Ok(());
        }
        let next = self.next(directions)?;
        if let Some(shortest) = next.first() {
            self.complete(&[steps, std::slice::from_ref(shortest)].concat(), deviations)?;
        }
        if deviations > 0 {
            for other in next.into_iter().skip(1) {
                self.complete(&[steps, &[other]].concat(), deviations - 1)?;
            }
        }
        Ok(())
    }

    fn next(&mut self, directions: Matrix) -> isl::Result<Vec<Step>> {
        if let Some(steps) = self.known.get(&directions) {
            return Ok(steps.clone());
        }
        let steps = parametric(self.problem, &directions)?;
        self.known.insert(directions, steps.clone());
        Ok(steps)
    }

    fn record(&mut self, steps: &[Step], directions: &Matrix) {
        let Some(matrix) = inverse(&transpose(directions)) else { return };
        let constant = self.chain.multiples.iter().map(|multiple| Expression::Constant(*multiple));
        let multiples: Vec<_> = constant.chain(steps.iter().map(|step| step.multiple.clone())).collect();
        self.smallest.record(candidate_of(matrix.into_iter().zip(multiples).rev()));
    }
}

/// A direction with its multiple, which may depend on parameters.
#[derive(Clone)]
struct Step {
    direction: Vector,
    multiple: Expression,
}

/// The possible next vectors, the shortest at the reference sizes first.
fn parametric(problem: &Problem, directions: &Matrix) -> isl::Result<Vec<Step>> {
    let Some(completion) = completion(directions, problem.dimensions()) else { return Ok(vec![]) };
    let mut steps = Vec::new();
    for weights in small_directions(completion.len()) {
        let Some(direction) = combination(&weights, &completion) else { continue };
        let Some(multiple) = multiple(problem, directions, &direction)? else { continue };
        let cells = i128::from(problem.reference.value(&multiple));
        let sizes = || direction.iter().map(|entry| cells.saturating_mul(i128::from(entry.unsigned_abs())));
        let norms = (sizes().max().unwrap_or(0), sizes().fold(0, i128::saturating_add));
        steps.push((norms, Step { direction, multiple }));
    }
    steps.sort_by_key(|(norms, _)| *norms);
    Ok(steps.into_iter().map(|(_, step)| step).collect())
}

/// The least m such that no multiple of `m direction` is in the extrusion along `directions`.
fn multiple(problem: &Problem, directions: &Matrix, direction: &Vector) -> isl::Result<Option<Expression>> {
    let mut vectors = vec![direction.clone()];
    vectors.extend(directions.iter().cloned());
    let along = coordinates(&problem.differences, &vectors)?;
    let others = along.dim(DimType::Set)? - 1;
    width_of(along.project_out(DimType::Set, 1, others)?, &problem.reference)
}

/// Directions that are completed beyond constant vectors at most: there are `3^m` of m dimensions.
const MOST_DIMENSIONS: usize = 5;

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
