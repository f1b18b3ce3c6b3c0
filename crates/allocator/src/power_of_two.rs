//! Moduli that are powers of two: a reduction is then a mask.
//!
//! Where a row separates by its width, any larger modulus does too
//! (*Extended Lattice-Based Memory Allocation*, section 4.1). Where it
//! separates by congruence, a larger one may not; so what comes out needs its own certificate.

use crate::candidate::Candidate;
use polyhedral::Expression;

/// How many times a modulus is doubled when the next power of two isn't proved.
const DOUBLINGS: u32 = 3;

/// `candidate` with all constant moduli rounded up to powers of two, and with larger ones in case that
/// isn't valid. Moduli that depend on parameters stay as they are.
pub fn larger(candidate: &Candidate) -> Vec<Candidate> {
    let with = |doublings: u32| {
        let mut larger = candidate.clone();
        for modulus in &mut larger.moduli {
            if let Some(constant) = modulus.constant() {
                *modulus = Expression::Constant(rounded(constant, doublings)?);
                larger.mixed_radix = None;
            }
        }
        Some(larger)
    };
    let mut choices: Vec<Candidate> = (0..=DOUBLINGS).filter_map(with).collect();
    choices.dedup();
    choices
}

/// The smallest power of two that is at least `modulus`, doubled that often.
pub fn rounded(modulus: i64, doublings: u32) -> Option<i64> {
    let power = u64::try_from(modulus).ok()?.checked_next_power_of_two()?;
    i64::try_from(power.checked_mul(1 << doublings)?).ok()
}
