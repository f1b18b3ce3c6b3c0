//! The one-dimensional form of a mapping (Darte, Isoard, Yuki, section 4.1).
//!
//! Rows that separate one after the other by their widths are the digits of a number in mixed radix with
//! the moduli as radices, `c_1.x + b_1 (c_2.x + b_2 (…))`; modulo the product of all moduli it separates
//! what they do. Conflicting cells may also be nearer to one another than that in this order of all cells;
//! then a smaller window does, as in [`super::window`].

use super::window::{self, Storage};
use crate::candidate::Candidate;
use crate::mixed_radix::MixedRadix;
use crate::problem::Problem;

/// One-dimensional forms of `candidate`, whose rows separate in the order `order`, the smallest first.
///
/// # Errors
/// isl's.
pub fn forms(problem: &Problem, candidate: &Candidate, order: &[usize]) -> isl::Result<Vec<Candidate>> {
    let Some(matrix) = candidate.integer_matrix() else { return Ok(Vec::new()) };
    let digits: Vec<_> = order.iter().map(|row| matrix[*row].clone()).collect();
    let mut modulus: Vec<_> = order.iter().map(|row| candidate.moduli[*row].clone()).collect();
    let mut radices = modulus.clone();
    if radices.pop().is_none() {
        return Ok(Vec::new());
    }
    modulus[..radices.len()].fill(0.into());
    let product = MixedRadix { digits: digits.clone(), radices: radices.clone(), modulus };
    let mut forms = vec![product.into_candidate()];
    if let Some(storage) = Storage::of(problem, digits, radices)? {
        forms.extend(window::windowed(problem, &storage)?);
    }
    forms.sort_by_key(|form| form.cells(&problem.reference));
    Ok(forms)
}
