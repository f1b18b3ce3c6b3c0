//! The proof that a mapping is valid: no two different conflicting cells share a location
//! (Darte, Isoard, Yuki, *Extended Lattice-Based Memory Allocation*, Theorem 1).
//!
//! Row by row, the differences that the rows so far map to 0 are kept; at the end only 0 may be left.
//! A row with a constant modulus b keeps the differences that it maps to a multiple of b. isl has no
//! modulus that depends on parameters; for such a row it is proved that the values of all kept
//! differences lie strictly between -mb and mb for a small m, so that only those mapped to one of the
//! finitely many multiples of b in between collide (Theorem 1 is m = 1). A row that doesn't wrap keeps
//! those mapped to 0. All steps are exact; what can't be proved is not claimed.
//!
//! Rows may be taken in any order. A bound that holds for the kept differences holds for fewer, so taking
//! whatever row can be taken misses no proof.

use crate::budget::if_possible;
use crate::candidate::Candidate;
use crate::problem::zero;
use isl::{DimType, PwAff, Set, Space, Val};
use polyhedral::{Expression, Mapping, lower};

/// Whether isl proves that `mapping` sends no non-zero difference of `differences` (`{ [z] }`) to 0.
///
/// # Errors
/// isl's.
pub fn proves(mapping: &Mapping, differences: &Set) -> isl::Result<bool> {
    let mut kept = differences.clone();
    let mut wrapping = Vec::new();
    for row in &mapping.rows {
        let value = value(&row.coefficients, differences)?;
        match row.wraps {
            true => wrapping.push((value, row.modulus.clone())),
            false => kept = kept.intersect(value.zero_set()?)?,
        }
    }
    Ok(separating_order(&wrapping, kept)?.is_some())
}

/// Whether it is proved that `candidate` sends no non-zero difference of `differences` (`{ [z] }`) to 0.
///
/// # Errors
/// isl's.
pub fn proves_candidate(candidate: &Candidate, differences: &Set) -> isl::Result<bool> {
    Ok(proof_order(candidate, differences)?.is_some())
}

/// The rows of `candidate` in an order that proves it; `None` if it can't be proved.
///
/// # Errors
/// isl's.
pub fn proof_order(candidate: &Candidate, differences: &Set) -> isl::Result<Option<Vec<usize>>> {
    if let Some(matrix) = candidate.integer_matrix() {
        let row = |(row, modulus): (&Vec<i64>, &Expression)| Ok((value(row, differences)?, modulus.clone()));
        let rows = matrix.iter().zip(&candidate.moduli).map(row).collect::<isl::Result<Vec<_>>>()?;
        if let Some(order) = separating_order(&rows, differences.clone())? {
            return Ok(Some(order));
        }
    }
    match &candidate.mixed_radix {
        Some(mixed_radix) if mixed_radix.is_valid(differences)? => Ok(Some(vec![0])),
        _ => Ok(None),
    }
}

/// The rows, each a value with its modulus, in an order in which they leave nothing but 0 of `kept`.
fn separating_order(rows: &[(PwAff, Expression)], mut kept: Set) -> isl::Result<Option<Vec<usize>>> {
    let mut order = Vec::new();
    let mut left: Vec<usize> = (0..rows.len()).collect();
    while let Some((position, rest)) = next(rows, &left, &kept)? {
        order.push(left.remove(position));
        kept = rest;
    }
    let separated = left.is_empty() && kept.is_subset(&zero(&kept)?)?;
    Ok(separated.then_some(order))
}

/// A row that can be taken, as its position in `left`, with the differences that it keeps. Widths come
/// first: congruences make sets complicated.
fn next(rows: &[(PwAff, Expression)], left: &[usize], kept: &Set) -> isl::Result<Option<(usize, Set)>> {
    for is_wanted in [Wraps::Never, Wraps::Somehow] {
        for (position, row) in left.iter().enumerate() {
            let (value, modulus) = &rows[*row];
            if let Some(pieces) = multiples(kept, value, modulus, is_wanted)? {
                let nothing = Set::empty(kept.space()?)?;
                let union = pieces.into_iter().try_fold(nothing, |all, (set, _)| all.union(set))?;
                return Ok(Some((position, union)));
            }
        }
    }
    Ok(None)
}

/// Which proofs of a row are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wraps {
    /// Only that values stay below the modulus.
    Never,
    /// Also that they are one of few multiples, or congruent.
    Somehow,
}

/// By how many multiples of a modulus that depends on parameters values may wrap.
const MOST_WRAPS: i64 = 4;

/// The differences of `kept` that `value` (`{ [z] -> [v] }`) maps to a multiple of `modulus`, in pieces
/// with the quotient; `None` where that can't be told exactly.
pub(crate) fn multiples(
    kept: &Set,
    value: &PwAff,
    modulus: &Expression,
    wraps: Wraps,
) -> isl::Result<Option<Vec<(Set, PwAff)>>> {
    let Some(bound) = if_possible(lower::expression(modulus, &kept.space()?))? else { return Ok(None) };
    let constant = modulus.constant();
    let most = if constant.is_some() || wraps == Wraps::Never { 0 } else { MOST_WRAPS };
    for wrapped in 0..=most {
        if is_below(kept, value, &times(&bound, wrapped + 1)?)? {
            let piece = |factor: i64| {
                let multiple = times(&bound, factor)?;
                Ok((kept.clone().intersect(value.clone().eq_set(multiple)?)?, number(kept, factor)?))
            };
            return (-wrapped..=wrapped).map(piece).collect::<isl::Result<_>>().map(Some);
        }
    }
    match constant {
        Some(constant) if constant >= 1 && wraps == Wraps::Somehow => {
            let divisor = || Val::from_i64(kept.context(), constant);
            let divided = value.clone().mod_val(divisor()?)?.zero_set()?;
            let quotient = value.clone().scale_down_val(divisor()?)?;
            Ok(Some(vec![(kept.clone().intersect(divided)?, quotient)]))
        }
        _ => Ok(None),
    }
}

/// Whether `value` lies strictly between `-bound` and `bound` on all of `kept`.
fn is_below(kept: &Set, value: &PwAff, bound: &PwAff) -> isl::Result<bool> {
    let too_large = value.clone().ge_set(bound.clone())?;
    let too_small = value.clone().le_set(bound.clone().neg()?)?;
    Ok(kept.is_disjoint(&too_large)? && kept.is_disjoint(&too_small)?)
}

/// `{ [z] -> [row . z] }` on the space of `set`
pub(crate) fn value(row: &[i64], set: &Set) -> isl::Result<PwAff> {
    let local = isl::LocalSpace::from_space(set.space()?)?;
    let mut sum = isl::Aff::zero_on_domain(local)?;
    for (position, coefficient) in (0..).zip(row) {
        let coefficient = Val::from_i64(set.context(), *coefficient)?;
        sum = sum.set_coefficient_val(DimType::In, position, coefficient)?;
    }
    PwAff::from_aff(sum)
}

pub(crate) fn times(value: &PwAff, factor: i64) -> isl::Result<PwAff> {
    value.clone().scale_val(Val::from_i64(value.context(), factor)?)
}

/// `{ [z] -> [number] }` on the space of `set`
pub(crate) fn number(set: &Set, number: i64) -> isl::Result<PwAff> {
    let space: Space = set.space()?;
    PwAff::val_on_domain(Set::universe(space)?, Val::from_i64(set.context(), number)?)
}
