//! What can be said at constant sizes only: the fewest cells, and whether they are reached.

use crate::candidate::Candidate;
use crate::integer_lattice::Lattice;
use crate::lattice_search::{Found, smallest};
use crate::lower_bound;
use crate::points::Points;
use crate::problem::Problem;
use isl::ErrorKind;

/// Differences that are listed.
const MOST_POINTS: usize = 200_000;
/// Operations that isl may spend on that.
const BUDGET: u64 = 4_000_000;
/// Elementary steps of the search for cliques, and of that for lattices: a fraction of a second each.
const STEPS: u64 = 20_000_000;

/// What is known about mappings at constant sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtSizes {
    /// No mapping has fewer cells.
    pub lower_bound: i64,
    /// The smallest lattice found.
    pub lattice: Option<Lattice>,
    /// Whether no valid lattice is smaller.
    pub is_smallest: bool,
}

impl AtSizes {
    /// About `problem`, which has no parameters, given valid mappings of it.
    ///
    /// # Errors
    /// isl's.
    pub fn of(problem: &Problem, known: &[(Vec<Vec<i64>>, Vec<i64>)]) -> isl::Result<Self> {
        let dimensions = problem.dimensions();
        let kernels = known.iter().filter_map(|(matrix, moduli)| Lattice::kernel(matrix, moduli, dimensions));
        // beyond the largest integer, determinants aren't known
        let known = kernels.filter(|kernel| kernel.determinant() < i64::MAX).min_by_key(Lattice::determinant);
        let Some(points) = points(problem)? else {
            return Ok(AtSizes { lower_bound: 1, lattice: known, is_smallest: false });
        };
        let lower_bound = lower_bound::cells(&points, STEPS);
        let limit = known.as_ref().map_or(i64::MAX, Lattice::determinant);
        let (lattice, is_smallest) = match smallest(&points, lower_bound, limit, &mut { STEPS }) {
            Found::Smallest(lattice) => (Some(lattice), true),
            Found::None => (known, true),
            Found::Unfinished(_) => (known, false),
        };
        Ok(AtSizes { lower_bound, lattice, is_smallest })
    }

    /// The smallest lattice found, as a mapping.
    pub fn candidate(&self) -> Option<Candidate> {
        let (matrix, moduli) = self.lattice.as_ref()?.mapping()?;
        Some(Candidate::constant(matrix, moduli))
    }
}

/// The differences one by one, if they are few enough.
fn points(problem: &Problem) -> isl::Result<Option<Points>> {
    let list = || Points::of(&problem.differences, MOST_POINTS);
    match problem.differences.context().with_budget(BUDGET, list) {
        Err(error) if error.kind == ErrorKind::Quota => Ok(None),
        points => points,
    }
}
