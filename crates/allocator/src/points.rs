//! The conflicting differences of an array of constant sizes, one by one.

use crate::integer_lattice::make_positive;
use isl::{BasicSet, DimType, ErrorKind, Set};
use std::collections::BTreeSet;

/// Half of a symmetric set of differences without 0: of `z` and `-z` the lexicographically positive one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    dimensions: usize,
    coordinates: Vec<i64>,
}

/// Beyond this, products of coordinates and lattice entries might not fit.
const LARGEST_COORDINATE: i64 = 1 << 30;

/// Steps that listing may take, all convex parts together, for each point that there may be.
const STEPS: u64 = 32;

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
        let mut rows = BTreeSet::new();
        let mut steps = (limit as u64).saturating_mul(STEPS);
        for part in differences.basic_sets()? {
            if !part.is_bounded()? {
                return Ok(None);
            }
            let Some(mut listed) = listed(&part, 2 * limit + 1, &mut steps)? else { return Ok(None) };
            listed.iter_mut().for_each(|z| make_positive(z));
            rows.extend(listed.into_iter().filter(|z| z.iter().any(|c| *c != 0)));
            if rows.len() > limit {
                return Ok(None);
            }
        }
        let rows: Vec<_> = rows.into_iter().collect();
        Ok(Some(Points::from_rows(dimensions, &rows)))
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

/// The points of a bounded convex part. isl lists points of any set; without divisions it is much
/// quicker to walk through the box around the part and look at its constraints.
fn listed(part: &BasicSet, limit: usize, steps: &mut u64) -> isl::Result<Option<Vec<Vec<i64>>>> {
    if part.dim(DimType::Div)? > 0 {
        return listed_by_isl(part, limit);
    }
    let Some(walk) = Walk::of(part)? else { return Ok(None) };
    let mut points = Vec::new();
    Ok(walk.extend(&mut Vec::new(), &mut points, limit, steps).map(|()| points))
}

fn listed_by_isl(part: &BasicSet, limit: usize) -> isl::Result<Option<Vec<Vec<i64>>>> {
    let points = match part.clone().to_set()?.foreach_point(limit) {
        Err(error) if error.kind == ErrorKind::Quota && error.message.contains("elements") => {
            return Ok(None);
        }
        points => points?,
    };
    let coordinate = |point: &isl::Point, position| point.coordinate_val(DimType::Set, position)?.to_i64();
    let dimensions = part.dim(DimType::Set)?;
    let row = |point| (0..dimensions).map(|d| coordinate(point, d)).collect::<isl::Result<Option<Vec<_>>>>();
    let rows = points.iter().map(row).collect::<isl::Result<Option<Vec<Vec<i64>>>>>()?;
    let is_small = |row: &Vec<i64>| row.iter().all(|c| c.abs() <= LARGEST_COORDINATE);
    Ok(rows.filter(|rows| rows.iter().all(is_small)))
}

/// A walk through the box around a convex part.
struct Walk {
    /// The least and the largest value of each coordinate.
    ranges: Vec<(i64, i64)>,
    /// Expressions that are not negative.
    inequalities: Vec<Inequality>,
}

struct Inequality {
    coefficients: Vec<i64>,
    constant: i64,
    /// The most that the coordinates from the k-th on can contribute.
    most: Vec<i128>,
}

impl Inequality {
    fn new(coefficients: Vec<i64>, constant: i64, ranges: &[(i64, i64)]) -> Self {
        let mut most = vec![0; ranges.len() + 1];
        for (k, (coefficient, (first, last))) in coefficients.iter().zip(ranges).enumerate().rev() {
            most[k] = most[k + 1] + product(*coefficient, *first).max(product(*coefficient, *last));
        }
        Inequality { coefficients, constant, most }
    }

    /// The most that the expression can be without the k-th coordinate, given those before.
    fn room(&self, start: &[i64]) -> i128 {
        let known: i128 = self.coefficients.iter().zip(start).map(|(c, z)| product(*c, *z)).sum();
        i128::from(self.constant) + known + self.most[start.len() + 1]
    }
}

fn product(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

impl Walk {
    fn of(part: &BasicSet) -> isl::Result<Option<Self>> {
        let set = part.clone().to_set()?;
        let mut walk = Walk { ranges: Vec::new(), inequalities: Vec::new() };
        for position in 0..part.dim(DimType::Set)? {
            let least = set.clone().dim_min_val(position)?.to_i64()?;
            let most = set.clone().dim_max_val(position)?.to_i64()?;
            match least.zip(most) {
                Some((least, most)) if least.abs().max(most.abs()) <= LARGEST_COORDINATE => {
                    walk.ranges.push((least, most));
                }
                _ => return Ok(None),
            }
        }
        for constraint in part.constraints()? {
            let coefficient =
                |d| constraint.coefficient_val(DimType::Set, d)?.to_i64().map(|c| c.filter(is_small));
            let coefficients: Option<Vec<i64>> =
                (0..walk.ranges.len() as u32).map(coefficient).collect::<isl::Result<_>>()?;
            let constant = constraint.constant_val()?.to_i64()?.filter(|c| c.abs() < i64::MAX / 2);
            let Some((coefficients, constant)) = coefficients.zip(constant) else { return Ok(None) };
            if constraint.is_equality()? {
                let opposite = coefficients.iter().map(|c| -c).collect();
                walk.inequalities.push(Inequality::new(opposite, -constant, &walk.ranges));
            }
            walk.inequalities.push(Inequality::new(coefficients, constant, &walk.ranges));
        }
        Ok(Some(walk))
    }

    /// Lists the points that start with `start`; `None` where steps ran out, or there are more than `limit`.
    fn extend(
        &self,
        start: &mut Vec<i64>,
        points: &mut Vec<Vec<i64>>,
        limit: usize,
        steps: &mut u64,
    ) -> Option<()> {
        let k = start.len();
        if k == self.ranges.len() {
            points.push(start.clone());
            return (points.len() <= limit).then_some(());
        }
        let (mut least, mut most) = self.ranges[k];
        for inequality in &self.inequalities {
            let coefficient = i128::from(inequality.coefficients[k]);
            let room = inequality.room(start);
            if coefficient > 0 {
                least = least.max(i64::try_from(-room.div_euclid(coefficient)).unwrap_or(least));
            } else if coefficient < 0 {
                most = most.min(i64::try_from(room.div_euclid(-coefficient)).unwrap_or(most));
            } else if room < 0 {
                return Some(());
            }
        }
        for value in least..=most {
            *steps = steps.checked_sub(1)?;
            start.push(value);
            let extended = self.extend(start, points, limit, steps);
            start.pop();
            extended?;
        }
        Some(())
    }
}

fn is_small(coefficient: &i64) -> bool {
    coefficient.abs() <= LARGEST_COORDINATE
}

#[cfg(test)]
mod tests {
    use super::Points;
    use isl::{Context, Set};

    fn number(set: &str, limit: usize) -> Option<usize> {
        let set = Set::read_from_str(&Context::new(), set).unwrap();
        Points::of(&crate::problem::symmetric(set).unwrap().0, limit).unwrap().map(|points| points.len())
    }

    #[test]
    fn half_of_the_differences_are_listed() {
        assert_eq!(number("{ [x, y] : -2 <= x, y <= 2 }", 100), Some(12));
        assert_eq!(number("{ [x, y] : 0 <= x <= 9 and x <= 2y <= x + 1; [3, 0] }", 100), Some(10));
        assert_eq!(number("{ [x] : exists e : x = 3e and 0 <= x <= 10 }", 100), Some(3));
        assert_eq!(number("{ [x] : false }", 100), Some(0));
    }

    #[test]
    fn too_many_or_too_large_are_not() {
        assert_eq!(number("{ [x, y] : -2 <= x, y <= 2 }", 11), None);
        assert_eq!(number("{ [x] : x >= 0 }", 100), None);
        assert_eq!(number("{ [x] : x = 10000000000 }", 100), None);
        assert_eq!(number("{ [x] : 0 <= x <= 1000000000 }", 100), None);
    }
}
