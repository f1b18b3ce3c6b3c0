//! Whether subscripts stay inside their arrays.

use isl::{DimType, Set};
use polyhedral::{ArrayId, Scop};

/// `{ A[x] }`: the cells of `array` that the region touches.
///
/// # Errors
/// isl's.
pub fn cells(scop: &Scop, array: ArrayId) -> isl::Result<Set> {
    let accesses = scop.accesses(|_, access| access.array == array)?;
    let touched = accesses.intersect_domain(scop.domain()?)?.range()?;
    touched.extract_set(scop.cell_space(array)?)?.coalesce()
}

/// `{ A[x] : 0 <= x < extents }`, as far as the extents are known.
///
/// # Errors
/// isl's.
pub fn declared(scop: &Scop, array: ArrayId) -> isl::Result<Set> {
    let mut inside = Set::universe(scop.cell_space(array)?)?;
    for (position, extent) in (0..).zip(&scop.arrays[array].extents) {
        inside = inside.lower_bound_si(DimType::Set, position, 0)?;
        if let Some(value) = extent.as_ref().and_then(|extent| extent.value.as_ref()) {
            inside = below(inside, position, value)?;
        }
    }
    Ok(inside)
}

/// `set` where its dimension at `position` is smaller than `bound`, an expression in the parameters.
///
/// # Errors
/// isl's, also for a bound that isn't quasi-affine.
pub fn below(
    set: Set,
    position: u32,
    bound: &polyhedral::Expression,
) -> isl::Result<Set> {
    let space = set.space()?;
    let bound = polyhedral::lower::expression(bound, &space)?;
    let local = isl::LocalSpace::from_space(space)?;
    let subscript = isl::PwAff::from_aff(isl::Aff::var_on_domain(local, DimType::Set, position)?)?;
    set.intersect(subscript.lt_set(bound)?)
}

/// The arrays that the region may leave, by their ids.
///
/// # Errors
/// isl's.
pub fn left_arrays(scop: &Scop) -> isl::Result<Vec<ArrayId>> {
    let mut left = Vec::new();
    for id in 0..scop.arrays.len() {
        if !cells(scop, id)?.is_subset(&declared(scop, id)?)? {
            left.push(id);
        }
    }
    Ok(left)
}
