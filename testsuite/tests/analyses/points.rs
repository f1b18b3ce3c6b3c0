//! isl's relations at fixed parameter values, as plain sets of points.

use isl::{DimType, Set, Space, UnionMap};
use std::collections::{BTreeMap, BTreeSet};

/// A point: its tuples one after the other, nested ones flattened.
pub type Tuples = Vec<(String, Vec<i64>)>;

/// Relations with more points are not looked at.
const MOST_POINTS: usize = 400_000;

/// `{ : p = value for all parameters }`
pub fn assignment(space: Space, parameters: &BTreeMap<String, i64>) -> isl::Result<Set> {
    let mut values = Set::universe(space.clone())?;
    for position in 0..space.dim(DimType::Param)? {
        let name = space.dim_name(DimType::Param, position)?.unwrap_or_default();
        let value = isl::Val::from_i64(space.context(), parameters[&name])?;
        values = values.fix_val(DimType::Param, position, value)?;
    }
    Ok(values)
}

/// The pairs of `relation` at `parameters`, each as the tuples of its domain, then of its range.
pub fn of_relation(relation: &UnionMap, parameters: &BTreeMap<String, i64>) -> isl::Result<BTreeSet<Tuples>> {
    let values = assignment(relation.space()?, parameters)?;
    let relation = relation.clone().intersect_params(values)?;
    let mut points = BTreeSet::new();
    for map in relation.maps()? {
        of_set(map.wrap()?, &mut points)?;
    }
    Ok(points)
}

/// The points of a set at `parameters`, without its name.
pub fn of_vectors(set: &Set, parameters: &BTreeMap<String, i64>) -> isl::Result<BTreeSet<Vec<i64>>> {
    let values = assignment(set.clone().params()?.space()?, parameters)?;
    let mut points = BTreeSet::new();
    of_set(set.clone().intersect_params(values)?, &mut points)?;
    Ok(points.into_iter().map(|tuples| tuples.into_iter().flat_map(|(_, vector)| vector).collect()).collect())
}

fn of_set(set: Set, points: &mut BTreeSet<Tuples>) -> isl::Result<()> {
    let set = set.project_out_all_params()?;
    let shape = shape(set.space()?)?;
    // one convex part after the other: isl would make them disjoint first
    for part in set.basic_sets()? {
        for point in part.to_set()?.foreach_point(MOST_POINTS)? {
            let mut position = 0;
            let mut tuple = |(name, length): &(String, u32)| {
                let range = position..position + length;
                position += length;
                let coordinate = |position| {
                    let value = point.coordinate_val(DimType::Set, position)?.to_i64()?;
                    Ok(value.expect("a coordinate of a small program fits"))
                };
                Ok((name.clone(), range.map(coordinate).collect::<isl::Result<_>>()?))
            };
            points.insert(shape.iter().map(&mut tuple).collect::<isl::Result<_>>()?);
        }
    }
    Ok(())
}

/// The names and lengths of the tuples of a set space.
fn shape(space: Space) -> isl::Result<Vec<(String, u32)>> {
    if space.is_wrapping()? {
        let pair = space.unwrap()?;
        let mut tuples = shape(pair.clone().domain()?)?;
        tuples.extend(shape(pair.range()?)?);
        return Ok(tuples);
    }
    let name = space.tuple_name(DimType::Set)?.unwrap_or_default();
    Ok(vec![(name, space.dim(DimType::Set)?)])
}
