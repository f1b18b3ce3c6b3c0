//! The one-dimensional form of a mapping (Darte, Isoard, Yuki, section 4.1).
//!
//! Rows that separate one after the other by their widths are the digits of a number in mixed radix with
//! the moduli as radices, `c_1.x + b_1 (c_2.x + b_2 (…))`; modulo the product of all moduli it separates
//! what they do. Conflicting cells may also be nearer to one another than that in this order of all cells;
//! then a smaller window does, as in [`super::window`]. And where few differences reach the width of a
//! digit, a radix below it may do: what wraps then is told apart by the digits that follow.

use super::window::{self, Storage};
use crate::candidate::Candidate;
use crate::mixed_radix::MixedRadix;
use crate::polynomial::expanded;
use crate::problem::Problem;
use polyhedral::Expression;

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
        // all cells share one location
        return Ok(vec![candidate.clone()]);
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

/// `form` with one radix, or one digit of the modulus, less by one.
pub fn trimmed(form: &Candidate) -> Vec<Candidate> {
    let Some(mixed_radix) = &form.mixed_radix else { return Vec::new() };
    let less = |digit: &Expression| expanded(&(digit.clone() - Expression::Constant(1)));
    let mut trimmed = Vec::new();
    for k in 0..mixed_radix.radices.len() {
        let mut with_less = mixed_radix.clone();
        with_less.radices[k] = less(&with_less.radices[k]);
        trimmed.push(with_less.into_candidate());
    }
    for k in 0..mixed_radix.modulus.len() {
        let mut with_less = mixed_radix.clone();
        with_less.modulus[k] = less(&with_less.modulus[k]);
        trimmed.push(with_less.into_candidate());
    }
    trimmed
}
