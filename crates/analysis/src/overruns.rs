//! References to cells that an array doesn't have.
//!
//! What a program does that makes one isn't defined: what lies behind an array depends on the sizes of its neighbours,
//! so that no smaller array is sure to leave the result as it is. A reference that leaves its row but not its array is
//! no such.

use crate::bounds::usual_sizes;
use isl::{Constraint, DimType, LocalSpace, Set, Val};
use polyhedral::{Array, ArrayId, Scop, StatementId, Storage};

/// A reference that leaves its array whenever the region runs, for the first time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overrun {
    /// The statement.
    pub statement: StatementId,
    /// The position in its accesses.
    pub access: usize,
    /// The values of the statement's iterators.
    pub instance: Vec<i64>,
    /// The subscripts.
    pub cell: Vec<i64>,
}

/// The first of the region's references that leave a variable of its own at all sizes that aren't tiny, if there is one.
/// Only where the variable's size is a constant.
///
/// # Errors
/// isl's.
pub fn first(scop: &Scop) -> isl::Result<Option<Overrun>> {
    let mut sizes = None;
    for array in 0..scop.arrays.len() {
        let Some(outside) = outside(scop, array)? else { continue };
        for (id, statement) in scop.statements.iter().enumerate() {
            for (position, access) in statement.accesses.iter().enumerate() {
                // of what data choose nothing is certain
                if access.array != array || !access.relation.is_single_valued()? {
                    continue;
                }
                let leaving = access.relation.clone().intersect_range(outside.clone())?;
                if leaving.is_empty()? {
                    continue;
                }
                let usual = match &sizes {
                    Some(usual) => usual,
                    None => sizes.insert(usual_sizes(scop)?),
                };
                let leaving = leaving.intersect_domain(statement.domain.clone())?;
                let leaving = leaving.intersect_params(usual.clone())?;
                if usual.is_empty()? || !usual.is_subset(&leaving.clone().params()?)? {
                    continue;
                }
                let instance = leaving.domain()?.project_out_all_params()?.lexmin()?;
                let cell = access.relation.clone().intersect_domain(instance.clone())?.range()?;
                let cell = cell.intersect(outside)?.project_out_all_params()?.lexmin()?;
                let (instance, cell) = (coordinates(&instance)?, coordinates(&cell)?);
                return Ok(Some(Overrun { statement: id, access: position, instance, cell }));
            }
        }
    }
    Ok(None)
}

/// `{ A[x] }` without what lies in the memory of `array`, row by row; `None` where that isn't the region's own, or of a
/// size that isn't known.
fn outside(scop: &Scop, array: ArrayId) -> isl::Result<Option<Set>> {
    let Array { storage, extents, purpose, flat, .. } = &scop.arrays[array];
    let is_own = matches!(storage, Storage::Local { .. } | Storage::Block { .. });
    if !is_own || purpose.is_some() || flat.is_some() || extents.is_empty() {
        return Ok(None);
    }
    let extent = |extent: &Option<polyhedral::Extent>| {
        scop.concrete(extent.as_ref()?.value.as_ref()?).constant().filter(|extent| *extent > 0)
    };
    let Some(extents) = extents.iter().map(extent).collect::<Option<Vec<i64>>>() else { return Ok(None) };
    let strides = extents.iter().rev().scan(1i64, |stride, extent| {
        let this = *stride;
        *stride = stride.checked_mul(*extent)?;
        Some(this)
    });
    let mut strides: Vec<i64> = strides.collect();
    strides.reverse();
    let Some(total) = extents.iter().try_fold(1i64, |total, extent| total.checked_mul(*extent)) else {
        return Ok(None);
    };
    let space = scop.cell_space(array)?;
    let context = scop.context.context();
    // sign * (cells in front of x) + constant >= 0
    let half = |sign: i64, constant: i64| {
        let bound = Constraint::alloc_inequality(LocalSpace::from_space(space.clone())?)?;
        let bound = bound.set_constant_val(Val::from_i64(context, constant)?)?;
        let bound = (0..).zip(&strides).try_fold(bound, |bound, (position, stride)| {
            bound.set_coefficient_val(DimType::Set, position, Val::from_i64(context, sign * stride)?)
        })?;
        Set::universe(space.clone())?.add_constraint(bound)
    };
    Ok(Some(half(-1, -1)?.union(half(1, -total)?)?))
}

/// The coordinates of a single point.
fn coordinates(point: &Set) -> isl::Result<Vec<i64>> {
    let coordinate = |position| Ok(point.clone().dim_min_val(position)?.to_i64()?.unwrap_or(i64::MAX));
    (0..point.dim(DimType::Set)?).map(coordinate).collect()
}
