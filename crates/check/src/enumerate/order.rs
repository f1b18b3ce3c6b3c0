//! Which instances certainly run before which (Darte, Isoard, Yuki, *Liveness in Explicitly-Parallel
//! Programs*, Eq. 4): pair by pair, in a table.

use std::cmp::Ordering;
use std::collections::BTreeSet;

/// A happens-before relation between the instances of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// Row a, column b: whether a is certainly before b.
    before: Vec<Vec<bool>>,
}

impl Order {
    /// The instances run by their dates, compared lexicographically. Where the first dimension that
    /// differs is `unordered` for the two instances, or none differs, they are not ordered.
    pub fn by_dates(dates: &[Vec<i64>], unordered: impl Fn(usize, usize, usize) -> bool) -> Self {
        let compare = |a: usize, b: usize| {
            let pairs = dates[a].iter().zip(&dates[b]);
            let (dimension, (first, second)) = pairs.enumerate().find(|(_, (x, y))| x != y)?;
            (!unordered(a, b, dimension)).then(|| first.cmp(second))
        };
        let before = table(dates.len(), |a, b| a == b || compare(a, b) == Some(Ordering::Less));
        Order { before }
    }

    /// The instances run one after the other by their dates, which differ.
    pub fn sequential(dates: &[Vec<i64>]) -> Self {
        Order::by_dates(dates, |_, _, _| false)
    }

    /// `instances` instances run in the order of their positions.
    pub fn as_executed(instances: usize) -> Self {
        let dates: Vec<_> = (0..instances).map(|position| vec![position as i64]).collect();
        Order::sequential(&dates)
    }

    /// The first of each pair is before the second; nothing else is known of `instances` instances.
    pub fn by_pairs(instances: usize, pairs: &BTreeSet<(usize, usize)>) -> Self {
        Order { before: table(instances, |a, b| a == b || pairs.contains(&(a, b))) }
    }

    /// Whether every execution that has both runs `a` before `b`; true of an instance and itself, which reads before
    /// it writes.
    pub fn before(&self, a: usize, b: usize) -> bool {
        self.before[a][b]
    }
}

fn table(size: usize, holds: impl Fn(usize, usize) -> bool) -> Vec<Vec<bool>> {
    (0..size).map(|row| (0..size).map(|column| holds(row, column)).collect()).collect()
}
