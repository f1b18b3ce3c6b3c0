//! The proof that a mapping is valid: no two different conflicting cells share a location
//! (Darte, Isoard, Yuki, *Extended Lattice-Based Memory Allocation*, Theorem 1).
//!
//! Row by row, the differences that the rows so far map to 0 are kept; at the end only 0 may be left.
//! A row with a constant modulus b keeps the differences that it maps to a multiple of b. isl has no
//! modulus that depends on parameters; for such a row it is proved that the values of all kept
//! differences lie strictly between -b and b, so that only those mapped to 0 itself collide. A row that
//! doesn't wrap keeps those mapped to 0. All steps are exact; what can't be proved is not claimed.

use isl::{DimType, PwAff, Set, Space, Val};
use polyhedral::{Mapping, MappingRow, lower};

/// Whether isl proves that `mapping` sends no non-zero difference of `differences` (`{ [z] }`) to 0.
///
/// # Errors
/// isl's.
pub fn proves(mapping: &Mapping, differences: &Set) -> isl::Result<bool> {
    let mut kept = differences.clone();
    for row in &mapping.rows {
        match keep(row, kept)? {
            Some(rest) => kept = rest,
            None => return Ok(false),
        }
    }
    let space = kept.space()?;
    let zero = (0..kept.dim(DimType::Set)?)
        .try_fold(Set::universe(space)?, |zero, position| zero.fix_si(DimType::Set, position, 0))?;
    kept.is_subset(&zero)
}

/// The differences of `kept` that `row` maps to 0; `None` where that can't be told exactly.
fn keep(row: &MappingRow, kept: Set) -> isl::Result<Option<Set>> {
    let space = kept.space()?;
    let value = value(row, &space)?;
    if !row.wraps {
        return kept.intersect(value.zero_set()?).map(Some);
    }
    if let Some(modulus) = row.modulus.constant() {
        let modulus = Val::from_i64(space.context(), modulus)?;
        return kept.intersect(value.mod_val(modulus)?.zero_set()?).map(Some);
    }
    let Ok(modulus) = lower::expression(&row.modulus, &space) else { return Ok(None) };
    let too_large = value.clone().ge_set(modulus.clone())?;
    let too_small = value.clone().le_set(modulus.neg()?)?;
    if !kept.is_disjoint(&too_large.union(too_small)?)? {
        return Ok(None);
    }
    kept.intersect(value.zero_set()?).map(Some)
}

/// `{ [z] -> [row . z] }`
fn value(row: &MappingRow, space: &Space) -> isl::Result<PwAff> {
    let local = isl::LocalSpace::from_space(space.clone())?;
    let mut sum = isl::Aff::zero_on_domain(local)?;
    for (position, coefficient) in (0..).zip(&row.coefficients) {
        let coefficient = Val::from_i64(space.context(), *coefficient)?;
        sum = sum.set_coefficient_val(DimType::In, position, coefficient)?;
    }
    PwAff::from_aff(sum)
}
