//! Whether subscripts stay inside their arrays.

use crate::Analysed;
use crate::dataflow::{Dataflow, conflicting};
use crate::order::before;
use isl::{DimType, ErrorKind, Set, UnionMap, UnionSet, found};
use polyhedral::{Array, ArrayId, Scop, Storage};
use std::cell::OnceCell;

/// What is asked of an array again and again, and is the same in every order.
#[derive(Debug, Default)]
pub struct Touched {
    cells: OnceCell<Set>,
    stays_inside: OnceCell<bool>,
    conflicts: OnceCell<UnionMap>,
}

/// `{ A[x] }`: the cells of `array` that the region touches.
///
/// # Errors
/// isl's.
pub fn cells(analysed: &Analysed, array: ArrayId) -> isl::Result<Set> {
    let find = || {
        let Dataflow { reads, writes, .. } = &analysed.dataflow;
        let touched = reads[array].clone().union(writes[array].clone())?.range()?;
        touched.extract_set(analysed.scop.cell_space(array)?)?.coalesce()
    };
    found(&analysed.touched[array].cells, find).cloned()
}

/// `{ S[i] -> T[j] }`: two instances that touch one cell of `array`, of which one writes it, in the order of the program.
///
/// # Errors
/// isl's.
pub fn conflicts(analysed: &Analysed, array: ArrayId) -> isl::Result<UnionMap> {
    let find = || {
        let Dataflow { reads, writes, .. } = &analysed.dataflow;
        let all = (&reads[array], &writes[array]);
        before(&analysed.scop.schedule, &conflicting(all, all)?)
    };
    found(&analysed.touched[array].conflicts, find).cloned()
}

/// Whether the region touches no cells of `array` but those that it is declared with.
///
/// # Errors
/// isl's.
pub fn stays_inside(analysed: &Analysed, array: ArrayId) -> isl::Result<bool> {
    let find = || cells(analysed, array)?.is_subset(&declared(&analysed.scop, array)?);
    found(&analysed.touched[array].stays_inside, find).copied()
}

/// `{ A[x] : 0 <= x < extents }`, as far as the extents are known.
///
/// # Errors
/// isl's.
pub fn declared(scop: &Scop, array: ArrayId) -> isl::Result<Set> {
    let mut inside = Set::universe(scop.cell_space(array)?)?;
    for (position, limit) in (0..).zip(scop.arrays[array].limits()) {
        inside = inside.lower_bound_si(DimType::Set, position, 0)?;
        if let Some(value) = limit {
            inside = below(inside, position, value)?;
        }
    }
    Ok(inside)
}

/// `set` where its dimension at `position` is smaller than `bound`, an expression in the parameters.
///
/// # Errors
/// isl's, also for a bound that isn't quasi-affine.
pub fn below(set: Set, position: u32, bound: &polyhedral::Expression) -> isl::Result<Set> {
    let space = set.space()?;
    let bound = polyhedral::lower::expression(bound, &space)?;
    let local = isl::LocalSpace::from_space(space)?;
    let subscript = isl::PwAff::from_aff(isl::Aff::var_on_domain(local, DimType::Set, position)?)?;
    set.intersect(subscript.lt_set(bound)?)
}

/// `{ : … }`: the parameter values of the context at which the region is valid C: the variable-length
/// arrays declared before it have cells, and no subscript leaves its array. C promises nothing at
/// others, so they need not be considered.
///
/// Where that would leave some statement no instance at sizes that aren't tiny, subscripts leave their arrays on purpose
/// (from one row into the next, say), or by a mistake that does no harm where the program runs, and the context stays as it is. More
/// values may be left than there need be: what takes too long to tell is not told.
///
/// # Errors
/// isl's.
pub fn valid_parameters(scop: &Scop) -> isl::Result<Set> {
    let context = scop.context.context();
    let operations = context.remaining().map_or(u64::MAX, |left| left / VALIDITY_SHARE);
    let mut valid = scop.context.clone().intersect(declared_parameters(scop)?)?;
    // arrays that polycc makes say nothing of what the program may do
    let mut arrays = (0..scop.arrays.len()).filter(|id| scop.arrays[*id].purpose.is_none());
    let domain = scop.domain()?;
    let narrowed = context.with_budget(operations, || {
        arrays.try_for_each(|id| {
            valid = valid.clone().subtract(leaving(scop, id, &domain)?)?.coalesce()?;
            Ok(())
        })
    });
    if let Err(error) = narrowed
        && error.kind != ErrorKind::Quota
    {
        return Err(error);
    }
    Ok(if all_run(scop, &valid)? { valid } else { scop.context.clone() })
}

/// Sizes of at least so many are none that only a mistake leaves to a program.
const NOT_TINY: i32 = 3;

/// `{ : … }`: the context with the program's constants, at sizes that aren't tiny.
pub(crate) fn usual_sizes(scop: &Scop) -> isl::Result<Set> {
    let mut usual = scop.lifted_values()?.intersect(scop.context.clone())?;
    for (position, _) in (0..).zip(&scop.parameters).filter(|(_, parameter)| parameter.value.is_none()) {
        let larger = usual.clone().lower_bound_si(DimType::Param, position, NOT_TINY)?;
        // not all of them are sizes
        if !larger.is_empty()? {
            usual = larger;
        }
    }
    Ok(usual)
}

/// Whether all statements that run at sizes that aren't tiny do so at `valid` ones, too.
fn all_run(scop: &Scop, valid: &Set) -> isl::Result<bool> {
    let usual = usual_sizes(scop)?;
    let valid = usual.clone().intersect(valid.clone())?;
    for statement in &scop.statements {
        let rests = |sizes: &Set| statement.domain.clone().intersect_params(sizes.clone())?.is_empty();
        if rests(&valid)? && !rests(&usual)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// One part of so many of what is left of a budget.
const VALIDITY_SHARE: u64 = 4;

/// `{ : … }`: the parameter values at which a subscript leaves `array`, in one of the instances of `domain`.
fn leaving(scop: &Scop, array: ArrayId, domain: &UnionSet) -> isl::Result<Set> {
    let outside = Set::universe(scop.cell_space(array)?)?.subtract(reachable(scop, array)?)?;
    if outside.is_empty()? {
        return outside.params();
    }
    let accesses = scop.accesses(|_, access| access.array == array)?.intersect_domain(domain.clone())?;
    accesses.intersect_range(outside.to_union_set()?)?.params()
}

/// `{ A[x] }`: the cells that `array` may have. What a pointer leads to, of which no size is said, may have cells before
/// that.
fn reachable(scop: &Scop, array: ArrayId) -> isl::Result<Set> {
    let Array { storage, extents, .. } = &scop.arrays[array];
    let is_own = matches!(storage, Storage::Local { .. } | Storage::Block { .. } | Storage::RowTable { .. });
    let declared = declared(scop, array)?;
    if is_own || !matches!(extents.first(), Some(None)) {
        return Ok(declared);
    }
    let before = Set::universe(scop.cell_space(array)?)?.upper_bound_si(DimType::Set, 0, -1)?;
    declared.union(before)
}

/// `{ : … }` where the extents of variable-length arrays are positive. The outermost extent of a
/// parameter or a block may be anything: it declares no memory.
fn declared_parameters(scop: &Scop) -> isl::Result<Set> {
    let space = scop.context.space()?.set_from_params()?;
    let mut declared = Set::universe(space.clone())?;
    // rows that C doesn't know of may have no cells
    let declares = |array: &&polyhedral::Array| array.purpose.is_none() && array.flat.is_none();
    for array in scop.arrays.iter().filter(declares) {
        for value in
            array.extents.iter().skip(array.free_extents()).flatten().filter_map(|e| e.value.as_ref())
        {
            if let Ok(value) = polyhedral::lower::expression(value, &space) {
                declared = declared.intersect(value.pos_set()?)?;
            }
        }
    }
    declared.params()
}

/// The arrays that the region may leave, by their ids.
///
/// # Errors
/// isl's.
pub fn left_arrays(analysed: &Analysed) -> isl::Result<Vec<ArrayId>> {
    let mut left = Vec::new();
    for id in 0..analysed.scop.arrays.len() {
        if !stays_inside(analysed, id)? {
            left.push(id);
        }
    }
    Ok(left)
}
