//! The conflicting differences of an array of constant sizes, one by one.

use isl::{DimType, ErrorKind, Map, Point, Set};

/// Half of a symmetric set of differences without 0: of `z` and `-z` the lexicographically positive one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    dimensions: usize,
    coordinates: Vec<i64>,
}

/// Beyond this, products of coordinates and lattice entries might not fit.
const LARGEST_COORDINATE: i64 = 1 << 30;

impl Points {
    /// The points of `differences` (`{ [z] }`, symmetric, without parameters); `None` if there are more
    /// than `limit` or if their coordinates are huge.
    ///
    /// # Errors
    /// isl's.
    pub fn of(differences: &Set, limit: usize) -> isl::Result<Option<Self>> {
        let dimensions = differences.dim(DimType::Set)? as usize;
        if dimensions == 0 {
            return Ok(Some(Points { dimensions, coordinates: Vec::new() }));
        }
        let positive = positive_half(differences)?;
        if !positive.is_bounded()? {
            return Ok(None);
        }
        let points = match positive.foreach_point(limit) {
            Err(error) if error.kind == ErrorKind::Quota => return Ok(None),
            points => points?,
        };
        let mut coordinates = Vec::with_capacity(points.len() * dimensions);
        for point in points {
            for position in 0..dimensions {
                match coordinate(&point, position as u32)? {
                    Some(value) => coordinates.push(value),
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(Points { dimensions, coordinates }))
    }

    /// The points given, which are lexicographically positive.
    pub fn from_rows(dimensions: usize, rows: &[Vec<i64>]) -> Self {
        Points { dimensions, coordinates: rows.concat() }
    }

    /// The number of coordinates of a point.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The number of points.
    pub fn len(&self) -> usize {
        self.coordinates.len() / self.dimensions.max(1)
    }

    /// Whether only 0 conflicts with 0.
    pub fn is_empty(&self) -> bool {
        self.coordinates.is_empty()
    }

    /// The points.
    pub fn iter(&self) -> impl Iterator<Item = &[i64]> {
        self.coordinates.chunks_exact(self.dimensions.max(1))
    }

    /// The same with the coordinates in another order: the new k-th is the old `order[k]`-th.
    pub fn permuted(&self, order: &[usize]) -> Self {
        let mut coordinates = Vec::with_capacity(self.coordinates.len());
        for point in self.iter() {
            let first = order.iter().map(|d| point[*d]).find(|c| *c != 0);
            let sign = first.map_or(1, i64::signum);
            coordinates.extend(order.iter().map(|d| sign * point[*d]));
        }
        Points { dimensions: self.dimensions, coordinates }
    }
}

/// `{ [z] : z > 0 lexicographically }` of `differences`.
fn positive_half(differences: &Set) -> isl::Result<Set> {
    let zero = crate::problem::zero(differences)?;
    let later = Map::lex_lt(differences.space()?)?.intersect_domain(zero)?;
    differences.clone().intersect(later.range()?)?.coalesce()
}

fn coordinate(point: &Point, position: u32) -> isl::Result<Option<i64>> {
    let value = point.coordinate_val(DimType::Set, position)?.to_i64()?;
    Ok(value.filter(|value| value.abs() <= LARGEST_COORDINATE))
}
