//! The best rows of small integers for Heuristic 1, looked for exhaustively at small sizes.
//!
//! Greedy choices are what goes wrong in the published heuristics: the narrowest direction first can
//! leave much to be separated, and which wide direction leaves little isn't seen from widths
//! (*Extended Lattice-Based Memory Allocation*,
//! section 4.1.4). Here all sequences of rows with small entries are tried, by branch and bound, on the
//! conflicting differences listed at a few small sizes. The width of a row is nearly always affine in the
//! parameters, so its widths at a base size and at one size more per parameter tell its width at the
//! reference sizes, by which sequences are compared. What is found is a suggestion: its widths have to be
//! computed for all sizes, and proved.

use crate::integer_lattice::{gcd, make_positive};
use crate::points::Points;

/// The differences at the base size, or at one where a parameter is larger.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The differences.
    pub points: Points,
    /// How many times what a width grows from the base size to this one it grows from there to the
    /// reference sizes. Means nothing for the base size.
    pub steps: i64,
}

/// Rows with the estimated number of cells.
type Ranked = (i128, Vec<Vec<i64>>);

/// How many sequences of the same largest entry are kept.
const KEPT: usize = 3;
/// The largest absolute entry of a row that is tried.
const LARGEST_ENTRY: i64 = 3;

/// The most promising sequences of rows with entries of at most 1, 2, …, each best first, until about
/// `steps` elementary steps are used up. The smaller the entries, the more is an estimate worth: what wide
/// rows separate at small sizes only looks good there.
pub fn best(samples: &[Sample], mut steps: u64) -> Vec<Vec<Vec<i64>>> {
    let dimensions = samples.first().map_or(0, |sample| sample.points.dimensions());
    let growth: Vec<i64> = samples.iter().map(|sample| sample.steps).collect();
    let listed: Vec<Vec<Vec<i64>>> =
        samples.iter().map(|sample| sample.points.iter().map(<[i64]>::to_vec).collect()).collect();
    let mut found = Vec::new();
    for largest in 1..=LARGEST_ENTRY {
        let Some(rows) = rows(dimensions, largest, steps) else { break };
        let mut search = Search { growth: &growth, best: Vec::new() };
        let completed = search.extend(&rows, &listed, 1, &mut Vec::new(), &mut steps);
        let new = search.best.into_iter().map(|(_, rows)| rows);
        found.extend(new.filter(|rows| !found.contains(rows)).collect::<Vec<_>>());
        if completed.is_none() {
            break;
        }
    }
    found
}

/// All rows with entries up to `largest` without common divisor, of each and its negation one; `None` if
/// there are more than `limit`.
fn rows(dimensions: usize, largest: i64, limit: u64) -> Option<Vec<Vec<i64>>> {
    let base = 2 * largest + 1;
    let all = base.checked_pow(u32::try_from(dimensions).ok()?)?;
    if all as u64 > limit {
        return None;
    }
    let row = |mut number: i64| {
        let digit = |_| {
            let entry = number % base - largest;
            number /= base;
            entry
        };
        (0..dimensions).map(digit).collect::<Vec<_>>()
    };
    let is_wanted = |row: &Vec<i64>| {
        let mut positive = row.clone();
        make_positive(&mut positive);
        positive == *row && row.iter().fold(0, |divisor, c| gcd(divisor, *c)) == 1
    };
    let mut rows: Vec<_> = (0..all).map(row).filter(is_wanted).collect();
    rows.sort_by_key(|row| {
        (row.iter().map(|c| c.abs()).sum::<i64>(), row.iter().map(|c| -c).collect::<Vec<_>>())
    });
    Some(rows)
}

struct Search<'a> {
    growth: &'a [i64],
    best: Vec<Ranked>,
}

impl Search<'_> {
    /// Completes `chosen`, which has `cells` so far and leaves `listed` to be separated. `None` where
    /// steps ran out.
    fn extend(
        &mut self,
        rows: &[Vec<i64>],
        listed: &[Vec<Vec<i64>>],
        cells: i128,
        chosen: &mut Vec<Vec<i64>>,
        steps: &mut u64,
    ) -> Option<()> {
        if listed.iter().all(Vec::is_empty) {
            self.keep((cells, chosen.clone()));
            return Some(());
        }
        let work: usize = listed.iter().map(Vec::len).sum();
        *steps = steps.checked_sub((work * rows.len()) as u64)?;
        let mut next: Vec<(i128, &Vec<i64>)> = rows
            .iter()
            .filter_map(|row| Some((cells.saturating_mul(self.width(row, listed)?), row)))
            .filter(|(cells, _)| self.is_promising(*cells))
            .collect();
        next.sort_by_key(|(cells, _)| *cells);
        for (cells, row) in next {
            if !self.is_promising(cells) {
                break;
            }
            let rest: Vec<Vec<Vec<i64>>> = listed.iter().map(|points| orthogonal(points, row)).collect();
            chosen.push(row.clone());
            let completed = self.extend(rows, &rest, cells, chosen, steps);
            chosen.pop();
            completed?;
        }
        Some(())
    }

    /// The width of `row` at the reference sizes; `None` if it separates nothing.
    fn width(&self, row: &[i64], listed: &[Vec<Vec<i64>>]) -> Option<i128> {
        let largest = |points: &Vec<Vec<i64>>| points.iter().map(|z| dot(row, z).abs()).max().unwrap_or(0);
        let widths: Vec<i64> = listed.iter().map(largest).collect();
        if widths.iter().all(|width| *width == 0) {
            return None;
        }
        let grown = |(width, steps): (&i64, &i64)| i128::from(width - widths[0]).max(0) * i128::from(*steps);
        let growth: i128 = widths.iter().zip(self.growth).skip(1).map(grown).sum();
        Some(i128::from(widths[0]) + 1 + growth)
    }

    fn is_promising(&self, cells: i128) -> bool {
        self.best.len() < KEPT || self.best.last().is_some_and(|(worst, _)| cells < *worst)
    }

    fn keep(&mut self, found: Ranked) {
        if self.best.iter().all(|(_, rows)| *rows != found.1) {
            self.best.push(found);
            self.best.sort_by_key(|(cells, _)| *cells);
            self.best.truncate(KEPT);
        }
    }
}

fn orthogonal(points: &[Vec<i64>], row: &[i64]) -> Vec<Vec<i64>> {
    points.iter().filter(|z| dot(row, z) == 0).cloned().collect()
}

fn dot(row: &[i64], z: &[i64]) -> i64 {
    row.iter().zip(z).map(|(c, z)| c * z).sum()
}
