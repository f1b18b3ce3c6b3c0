//! The smallest lattice that meets a finite set of differences in 0 only: the fewest cells that any
//! modular mapping can have.
//!
//! Lattices are enumerated by determinant, and those of one determinant by their Hermite normal forms
//! (Darte, Schreiber, Villard, *Lattice-Based Memory Allocation*, section on optimal lattices). What
//! makes that feasible is its triangular shape: the last k rows are a lattice of the last k coordinates,
//! which must already avoid the differences that are 0 elsewhere. So forms are built from the last row
//! upwards and given up early. A new first row `(h, c)` is good iff for all j the class of `jc` modulo the
//! rows so far is not that of a difference that starts with `jh`; only the class of c matters, so all
//! candidates for c are judged by looking up classes rather than by looking at points.

use crate::integer_lattice::Lattice;
use crate::points::Points;

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The smallest lattice.
    Smallest(Lattice),
    /// There is none smaller than the limit.
    None,
    /// The steps were used up; no lattice of a determinant below this one exists.
    Unfinished(i64),
}

/// The valid lattice of the least determinant in `least..limit`, where nothing below `least` is valid.
/// Costs at most about `steps` elementary steps, which are charged to it.
pub fn smallest(points: &Points, least: i64, limit: i64, steps: &mut u64) -> Found {
    if points.dimensions() == 0 {
        return if least <= 1 && limit > 1 { Found::Smallest(Lattice::integers(0)) } else { Found::None };
    }
    let order = order(points);
    let mut search = Search::new(&points.permuted(&order), steps);
    for determinant in least.max(1)..limit {
        match search.of_determinant(determinant) {
            Some(Some(lattice)) => return restored(&lattice, &order).map_or(Found::None, Found::Smallest),
            Some(None) => {}
            None => return Found::Unfinished(determinant),
        }
    }
    Found::None
}

/// Coordinates with few values first: the later a coordinate, the earlier it is decided on, and wide
/// ones cut more.
fn order(points: &Points) -> Vec<usize> {
    let width = |d: &usize| points.iter().map(|point| point[*d].abs()).max();
    let mut order: Vec<usize> = (0..points.dimensions()).collect();
    order.sort_by_key(width);
    order
}

/// The lattice in the original order of the coordinates.
fn restored(lattice: &Lattice, order: &[usize]) -> Option<Lattice> {
    let restore = |row: &Vec<i64>| {
        let mut restored = vec![0; row.len()];
        order.iter().zip(row).for_each(|(d, c)| restored[*d] = *c);
        restored
    };
    Lattice::generated_by(&lattice.rows().iter().map(restore).collect::<Vec<_>>())
}

struct Search<'a> {
    /// By the position k of the first non-zero coordinate and its value (from 1): the coordinates that
    /// follow.
    slices: Vec<Vec<Vec<Vec<i64>>>>,
    steps: &'a mut u64,
}

impl<'a> Search<'a> {
    fn new(points: &Points, steps: &'a mut u64) -> Self {
        let dimensions = points.dimensions();
        let mut slices: Vec<Vec<Vec<Vec<i64>>>> = vec![Vec::new(); dimensions];
        for point in points.iter() {
            let Some(k) = point.iter().position(|c| *c != 0) else { continue };
            let value = point[k].unsigned_abs() as usize;
            if slices[k].len() < value {
                slices[k].resize(value, Vec::new());
            }
            slices[k][value - 1].push(point[k + 1..].to_vec());
        }
        Search { slices, steps }
    }

    /// A valid lattice of this determinant, `Some(None)` if there is none, `None` if steps ran out.
    fn of_determinant(&mut self, determinant: i64) -> Option<Option<Lattice>> {
        self.extend(&Lattice::integers(0), self.slices.len(), determinant)
    }

    /// A valid lattice whose last rows are `lower`, which leaves `first` rows and `index` as the product
    /// of their diagonal elements to be found.
    fn extend(&mut self, lower: &Lattice, first: usize, index: i64) -> Option<Option<Lattice>> {
        let Some(k) = first.checked_sub(1) else {
            return Some((index == 1).then(|| lower.clone()));
        };
        for diagonal in divisors(index) {
            if k == 0 && diagonal != index {
                continue;
            }
            for row in self.rows(lower, k, diagonal, k == 0)? {
                let longer = lower.with_first(row);
                if let Some(lattice) = self.extend(&longer, k, index / diagonal)? {
                    return Some(Some(lattice));
                }
            }
        }
        Some(None)
    }

    /// The rows `(diagonal, c)` that avoid all differences when put above `lower`; just one of them if
    /// only one is wanted.
    fn rows(&mut self, lower: &Lattice, k: usize, diagonal: i64, one: bool) -> Option<Vec<Vec<i64>>> {
        let classes = lower.determinant() as usize;
        let multiples = self.slices[k].iter().skip(diagonal as usize - 1).step_by(diagonal as usize);
        // the class of a point takes a division for each of its coordinates
        let cost: usize = multiples.clone().map(|slice| slice.len() * (lower.rows().len() + 1) + 1).sum();
        *self.steps = self.steps.checked_sub((cost + classes * (1 + multiples.len() / 4)) as u64)?;
        let taken: Vec<Vec<bool>> = multiples.map(|slice| taken(lower, slice, classes)).collect();
        let mut rows = Vec::new();
        for class in 0..classes {
            let c = lower.representative(class);
            if is_free(lower, &c, &taken, self.steps)? {
                rows.push([&[diagonal], c.as_slice()].concat());
                if one {
                    break;
                }
            }
        }
        Some(rows)
    }
}

/// Which classes modulo `lower` the points of a slice are in.
fn taken(lower: &Lattice, slice: &[Vec<i64>], classes: usize) -> Vec<bool> {
    let mut taken = vec![false; classes];
    let mut reduced = vec![0; lower.rows().len()];
    for point in slice {
        reduced.copy_from_slice(point);
        taken[lower.class(&mut reduced)] = true;
    }
    taken
}

/// Whether no multiple `jc` is in a class that is taken for j.
fn is_free(lower: &Lattice, c: &[i64], taken: &[Vec<bool>], steps: &mut u64) -> Option<bool> {
    let mut multiple = vec![0; c.len()];
    *steps = steps.checked_sub(1)?;
    for taken in taken {
        multiple.iter_mut().zip(c).for_each(|(m, c)| *m += c);
        *steps = steps.checked_sub(1 + c.len() as u64)?;
        if taken[lower.class(&mut multiple)] {
            return Some(false);
        }
    }
    Some(true)
}

/// The divisors of `number`, ascending.
fn divisors(number: i64) -> Vec<i64> {
    let small: Vec<i64> = (1..).take_while(|d| d * d <= number).filter(|d| number % d == 0).collect();
    let large = small.iter().rev().map(|d| number / d).filter(|d| d * d > number);
    small.iter().copied().chain(large).collect()
}

#[cfg(test)]
mod tests {
    use super::{Found, smallest};
    use crate::points::Points;

    fn determinant(dimensions: usize, points: &[Vec<i64>]) -> i64 {
        match smallest(&Points::from_rows(dimensions, points), 1, 1000, &mut 10_000_000) {
            Found::Smallest(lattice) => lattice.determinant(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn nothing_conflicts_in_one_cell() {
        assert_eq!(determinant(2, &[]), 1);
    }

    #[test]
    fn a_box_needs_its_half() {
        let points: Vec<_> =
            (-1..=1).flat_map(|x| (-2..=2).map(move |y| vec![x, y])).filter(|z| *z > vec![0, 0]).collect();
        assert_eq!(determinant(2, &points), 6);
    }

    #[test]
    fn steps_bound_the_search() {
        let points = Points::from_rows(2, &[vec![0, 1], vec![1, 0], vec![5, 5]]);
        assert!(matches!(smallest(&points, 1, 1000, &mut 3), Found::Unfinished(_)));
    }
}
