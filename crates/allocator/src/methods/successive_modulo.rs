//! Successive moduli over all orders of the dimensions (Lefebvre and Feautrier 1998): see
//! [`crate::successive_modulo`].

use crate::candidate::Candidate;
use crate::problem::Problem;
use crate::successive_modulo::moduli;

/// The canonical basis with the moduli of the best order, its rows in that order.
///
/// # Errors
/// isl's.
pub fn candidate(problem: &Problem) -> isl::Result<Option<Candidate>> {
    let found = moduli(&problem.differences, &problem.extents, &problem.reference)?;
    Ok(found.map(|found| {
        let unit = |d: &usize| (0..problem.dimensions()).map(|k| i64::from(k == *d)).collect();
        let matrix = found.order.iter().map(unit).collect();
        Candidate::new(matrix, found.order.iter().map(|d| found.by_dimension[*d].clone()).collect())
    }))
}
