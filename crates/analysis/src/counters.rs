//! Dates as isl's flow computation takes them.
//!
//! It looks for the first dimension in which the dates of two accesses are different constants, and orders
//! them by it, which is right for positions among neighbours. A loop's counter is no position, but where an
//! access runs in one iteration only, its date looks like one: `if (i == 1)` before an access puts it behind
//! all of iteration 0, but isl would go on to compare it with accesses of all iterations by their positions
//! further inside, and miss writes in between. So a counter that some access fixes is counted from an
//! unknown: `i` becomes `i + ?`, the same for all, which changes no order and is no constant.

use isl::{Aff, DimType, LocalSpace, Map, MultiAff, Set, UnionMap};

/// The name of the unknown; no identifier is called so.
const UNKNOWN: &str = "?";

/// The dates (`{ S[i] -> [t] }`) of accesses with these instances without such constants; `None` if there are none.
///
/// # Errors
/// isl's.
pub fn without_fixed(dates: &[(Map, Set)]) -> isl::Result<Option<Vec<Map>>> {
    let constants: Vec<_> = dates.iter().map(constants).collect::<isl::Result<_>>()?;
    let length = constants.first().map_or(0, Vec::len);
    let fixed: Vec<usize> = (0..length).filter(|d| is_fixed_counter(&constants, *d)).collect();
    if fixed.is_empty() {
        return Ok(None);
    }
    dates.iter().map(|(map, _)| counted_from_unknown(map, &fixed)).collect::<isl::Result<_>>().map(Some)
}

/// Per dimension of the dates the value that it obviously has at all instances.
fn constants((dates, instances): &(Map, Set)) -> isl::Result<Vec<Option<i64>>> {
    let values = dates.clone().intersect_domain(instances.clone())?.range()?;
    let dimensions = 0..values.dim(DimType::Set)?;
    dimensions.map(|dimension| values.plain_val_if_fixed(DimType::Set, dimension)?.to_i64()).collect()
}

/// Whether of two accesses that agree further outside one has a constant in the dimension, and the other hasn't.
fn is_fixed_counter(constants: &[Vec<Option<i64>>], dimension: usize) -> bool {
    let agree = |one: &[Option<i64>], other: &[Option<i64>]| {
        let mut pairs = one.iter().zip(other).take(dimension);
        pairs.all(|(one, other)| one.is_none() || other.is_none() || one == other)
    };
    let counts = || constants.iter().filter(|access| access[dimension].is_none());
    let mut fixed = constants.iter().filter(|access| access[dimension].is_some());
    fixed.any(|one| counts().any(|other| agree(one, other)))
}

fn counted_from_unknown(dates: &Map, dimensions: &[usize]) -> isl::Result<Map> {
    let space = dates.space()?.range()?.add_param(UNKNOWN)?;
    let place = place(&space)?.expect("the parameter was just added");
    let local = LocalSpace::from_space(space.clone())?;
    let mut moved = MultiAff::identity_on_domain_space(space.clone())?;
    for dimension in dimensions.iter().map(|dimension| *dimension as u32) {
        let counter = Aff::var_on_domain(local.clone(), DimType::Set, dimension)?;
        moved = moved.set_aff(dimension, counter.set_coefficient_si(DimType::Param, place, 1)?)?;
    }
    dates.clone().apply_range(moved.to_map()?)
}

/// `union` without the unknown, on which nothing depends.
///
/// # Errors
/// isl's.
pub fn without_unknown(union: UnionMap) -> isl::Result<UnionMap> {
    let mut all: Option<UnionMap> = None;
    for map in union.maps()? {
        let map = match place(&map.space()?)? {
            Some(place) => map.project_out(DimType::Param, place, 1)?,
            None => map,
        };
        let map = map.to_union_map()?;
        all = Some(match all {
            Some(all) => all.union(map)?,
            None => map,
        });
    }
    Ok(all.unwrap_or(union))
}

fn place(space: &isl::Space) -> isl::Result<Option<u32>> {
    space.find_dim_by_name(DimType::Param, UNKNOWN)
}
