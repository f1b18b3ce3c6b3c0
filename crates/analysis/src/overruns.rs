//! References to cells that an array doesn't have.
//!
//! What a program does that makes one isn't defined: what lies behind an array depends on the sizes of its neighbours,
//! so that no smaller array is sure to leave the result as it is. A reference that leaves its row but not its array is
//! no such.

use crate::bounds::usual_sizes;
use isl::{Constraint, DimType, LocalSpace, Set, Val, found};
use polyhedral::{Access, ArrayId, Scop, Statement, StatementId};
use std::cell::OnceCell;

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
    let usual = OnceCell::new();
    for array in 0..scop.arrays.len() {
        let Some(outside) = outside(scop, array)? else { continue };
        for (id, statement) in scop.statements.iter().enumerate() {
            let accesses = statement.accesses.iter().enumerate();
            for (position, access) in accesses.filter(|(_, access)| access.array == array) {
                let usual = || found(&usual, || usual_sizes(scop));
                if let Some((instance, cell)) = leaving(statement, access, &outside, &usual)? {
                    return Ok(Some(Overrun { statement: id, access: position, instance, cell }));
                }
            }
        }
    }
    Ok(None)
}

/// The first instance that a reference leaves its array in at all `usual` sizes (`{ : … }`), and where it does so: in one of the
/// cells `outside` (`{ A[x] }`).
fn leaving<'u>(
    statement: &Statement,
    access: &Access,
    outside: &Set,
    usual: &dyn Fn() -> isl::Result<&'u Set>,
) -> isl::Result<Option<(Vec<i64>, Vec<i64>)>> {
    let leaving = access.relation.clone().intersect_range(outside.clone())?;
    // of what data choose nothing is certain
    if leaving.is_empty()? || !access.relation.is_single_valued()? {
        return Ok(None);
    }
    let usual = usual()?;
    let leaving = leaving.intersect_domain(statement.domain.clone())?.intersect_params(usual.clone())?;
    if usual.is_empty()? || !usual.is_subset(&leaving.clone().params()?)? {
        return Ok(None);
    }
    let instance = leaving.clone().domain()?.project_out_all_params()?.lexmin()?;
    let cell = leaving.intersect_domain(instance.clone())?.range()?.project_out_all_params()?.lexmin()?;
    Ok(Some((instance.coordinates()?, cell.coordinates()?)))
}

/// `{ A[x] }` without what lies in the memory of `array`, row by row; `None` where that isn't the region's own, or of a
/// size that isn't known.
fn outside(scop: &Scop, array: ArrayId) -> isl::Result<Option<Set>> {
    let declared = &scop.arrays[array];
    if !declared.is_own()
        || declared.purpose.is_some()
        || declared.flat.is_some()
        || declared.dimensions() == 0
    {
        return Ok(None);
    }
    let extent = |extent: &Option<polyhedral::Extent>| {
        scop.concrete(extent.as_ref()?.value.as_ref()?).constant().filter(|extent| *extent > 0)
    };
    // per dimension the cells from one value of the subscript to the next, and all cells
    let (mut strides, mut total) = (Vec::new(), 1i64);
    for value in declared.extents.iter().rev() {
        strides.insert(0, total);
        match extent(value).and_then(|extent| total.checked_mul(extent)) {
            Some(cells) => total = cells,
            None => return Ok(None),
        }
    }
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
