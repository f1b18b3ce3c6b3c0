//! Heuristic 1 with an optimised basis (Darte, Isoard, Yuki, *Extended Lattice-Based Memory Allocation*,
//! section 4.1): of all directions the narrowest first, then the narrowest on what that leaves, and so on.
//!
//! Valid by Theorem 1, for unions of polyhedra and for parametric widths: see
//! [`crate::theory::mapping_space`]. Its weakness is section 4.1.4's: a wide direction first may leave
//! much less, so the result can be larger than that of [`super::combined`] by an order of magnitude.

use crate::candidate::Candidate;
use crate::problem::Problem;
use crate::theory::integer_matrix::identity;
use crate::theory::mapping_space::{candidate_of, rows};

/// The rows of Heuristic 1 over the canonical basis.
///
/// # Errors
/// isl's.
pub fn candidate(problem: &Problem) -> isl::Result<Option<Candidate>> {
    let rows = rows(problem, &identity(problem.dimensions()))?;
    Ok(rows.map(candidate_of))
}
