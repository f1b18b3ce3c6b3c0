//! The values of one dimension of a set.

use super::polynomial::Polynomial;
use isl::{DimType, Map, Set};

/// The values of one dimension.
pub struct Interval {
    /// `{ [v] }`: for these other dimensions; the dimension itself is free.
    pub domain: Set,
    /// The least.
    pub lower: Polynomial,
    /// The greatest.
    pub upper: Polynomial,
}

/// The values that `dimension` takes in `set` (`{ [v] }`), from the least to the greatest.
pub fn intervals(set: &Set, dimension: u32) -> isl::Result<Vec<Interval>> {
    let values = along(set, dimension)?;
    let (least, greatest) = (values.clone().dim_min(0)?, values.dim_max(0)?);
    let mut intervals = Vec::new();
    for (from, lower) in least.foreach_piece()? {
        for (to, upper) in greatest.foreach_piece()? {
            let domain = from.clone().intersect(to)?;
            if !domain.is_empty()? {
                let (lower, upper) = (Polynomial::affine(&lower)?, Polynomial::affine(&upper)?);
                intervals.push(Interval { domain, lower, upper });
            }
        }
    }
    Ok(intervals)
}

/// `{ [v] -> [x] }`: x can stand for `dimension` of v, and what stands there now is free.
pub fn along(set: &Set, dimension: u32) -> isl::Result<Map> {
    let dimensions = set.dim(DimType::Set)?;
    let mut map = Map::from_range(set.clone().reset_tuple_id()?)?.insert_dims(DimType::In, 0, dimensions)?;
    for other in (0..dimensions).filter(|other| *other != dimension) {
        map = map.equate(DimType::In, other, DimType::Out, other)?;
    }
    map = map.project_out(DimType::Out, dimension + 1, dimensions - dimension - 1)?;
    map.project_out(DimType::Out, 0, dimension)
}
