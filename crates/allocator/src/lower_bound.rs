//! A number of cells below which no mapping is valid, modular or not.
//!
//! In a set of array elements of which any two conflict, all need cells of their own. Such cliques are
//! looked for greedily: any that is found is a proof, however it was found. Moved so that its first
//! element in some lexicographic order is 0, a clique has only elements that follow 0 and conflict with
//! it; those are scanned in that order.

use crate::points::Points;

/// The size of the largest clique found for any order of the coordinates, each up or down; at least 1.
/// Costs at most about `steps` elementary steps.
pub fn cells(points: &Points, mut steps: u64) -> i64 {
    let trivial = if points.is_empty() { 1 } else { 2 };
    let Some(conflicts) = Membership::of(points) else { return trivial };
    let mut largest = trivial;
    // a scan sorts
    let cost = (points.len() * points.dimensions() * 16) as u64;
    for order in crate::successive_modulo::orders(points.dimensions()) {
        // turning all coordinates around gives the same clique turned around
        for directions in 0..1u64 << (points.dimensions().clamp(1, MOST_DIRECTIONS) - 1) {
            let Some(rest) = steps.checked_sub(cost) else { return largest };
            steps = rest;
            let scanned = scan(points, &order, directions);
            match clique(&scanned, &conflicts, &mut steps) {
                Some(size) => largest = largest.max(size),
                None => return largest,
            }
        }
    }
    largest
}

/// Coordinates, less one, that are scanned both up and down.
const MOST_DIRECTIONS: usize = 32;

/// The points or their negations, whichever follow 0 in the order given, sorted by it.
fn scan(points: &Points, order: &[usize], directions: u64) -> Vec<Vec<i64>> {
    let key = |z: &[i64]| -> Vec<i64> {
        let directed = |d: &usize| if directions & (1 << d) == 0 { z[*d] } else { -z[*d] };
        order.iter().map(directed).collect()
    };
    let following = points.iter().map(|z| {
        let mut key = key(z);
        let mut z = z.to_vec();
        if key.iter().find(|c| **c != 0).is_some_and(|c| *c < 0) {
            z.iter_mut().chain(&mut key).for_each(|c| *c = -*c);
        }
        (key, z)
    });
    let mut scanned: Vec<_> = following.collect();
    scanned.sort();
    scanned.into_iter().map(|(_, z)| z).collect()
}

/// The size of the clique of 0 and each scanned element that conflicts with all before it; `None` where
/// steps ran out.
fn clique(scanned: &[Vec<i64>], conflicts: &Membership, steps: &mut u64) -> Option<i64> {
    let mut clique: Vec<&Vec<i64>> = Vec::new();
    for element in scanned {
        *steps = steps.checked_sub(scanned.first().map_or(1, Vec::len) as u64)?;
        let mut conflicting = true;
        for other in clique.iter().rev() {
            *steps = steps.checked_sub(1)?;
            conflicting = conflicts.contains(element, other);
            if !conflicting {
                break;
            }
        }
        if conflicting {
            clique.push(element);
        }
    }
    Some(clique.len() as i64 + 1)
}

/// Which differences conflict, as bits over the box around them.
struct Membership {
    largest: Vec<i64>,
    bits: Vec<u64>,
}

impl Membership {
    /// Bits of the largest box.
    const LIMIT: i64 = 1 << 26;

    fn of(points: &Points) -> Option<Self> {
        let width = |d: usize| points.iter().map(|z| z[d].abs()).max().unwrap_or(0);
        let largest: Vec<i64> = (0..points.dimensions()).map(width).collect();
        let volume = largest.iter().try_fold(1i64, |volume, w| {
            volume.checked_mul(2 * w + 1).filter(|volume| *volume <= Membership::LIMIT)
        })?;
        let mut membership = Membership { largest, bits: vec![0; volume as usize / 64 + 1] };
        let zero = vec![0; points.dimensions()];
        for z in points.iter() {
            for (left, right) in [(z, zero.as_slice()), (zero.as_slice(), z)] {
                if let Some(index) = membership.index(left, right) {
                    membership.bits[index / 64] |= 1 << (index % 64);
                }
            }
        }
        Some(membership)
    }

    /// Whether `left - right` conflicts.
    fn contains(&self, left: &[i64], right: &[i64]) -> bool {
        self.index(left, right).is_some_and(|index| self.bits[index / 64] & (1 << (index % 64)) != 0)
    }

    fn index(&self, left: &[i64], right: &[i64]) -> Option<usize> {
        let coordinates = left.iter().zip(right).zip(&self.largest);
        coordinates.into_iter().try_fold(0, |index, ((left, right), largest)| {
            let difference = left - right;
            let inside = difference.abs() <= *largest;
            inside.then(|| index * (2 * largest + 1) as usize + (difference + largest) as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::cells;
    use crate::points::Points;

    #[test]
    fn a_box_is_a_clique() {
        let points: Vec<_> =
            (-1..=1).flat_map(|x| (-2..=2).map(move |y| vec![x, y])).filter(|z| *z > vec![0, 0]).collect();
        assert_eq!(cells(&Points::from_rows(2, &points), 10_000), 6);
    }

    #[test]
    fn conflicts_that_do_not_meet_are_no_clique() {
        assert_eq!(cells(&Points::from_rows(2, &[vec![0, 1], vec![3, 0]]), 10_000), 2);
        assert_eq!(cells(&Points::from_rows(2, &[]), 10_000), 1);
    }
}
