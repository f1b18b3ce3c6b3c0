//! Which instances certainly run before which (Darte, Isoard, Yuki, *Liveness in Explicitly-Parallel
//! Programs*, Eq. 4): pair by pair, in a table.

use std::cmp::Ordering;
use std::collections::BTreeSet;

/// A happens-before relation between the instances of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// Row a, column b: whether a is certainly before b.
    before: Vec<Vec<bool>>,
    /// Row r, column k: whether r has certainly read before k writes.
    reads_before_write: Vec<Vec<bool>>,
}

/// What it means that instances aren't ordered (section 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// They run at the same time or one after the other.
    Concurrent,
    /// All of them read, then all of them write.
    Forall,
}

impl Order {
    /// The instances run by their dates, compared lexicographically. Where the first dimension that
    /// differs is `unordered` for the two instances, or none differs, they are not ordered.
    pub fn by_dates(
        dates: &[Vec<i64>],
        unordered: impl Fn(usize, usize, usize) -> bool,
        reading: Reading,
    ) -> Self {
        let compare = |a: usize, b: usize| {
            let pairs = dates[a].iter().zip(&dates[b]);
            let (dimension, (first, second)) = pairs.enumerate().find(|(_, (x, y))| x != y)?;
            (!unordered(a, b, dimension)).then(|| first.cmp(second))
        };
        let before = table(dates.len(), |a, b| a == b || compare(a, b) == Some(Ordering::Less));
        let reads_before_write = match reading {
            Reading::Concurrent => before.clone(),
            Reading::Forall => table(dates.len(), |r, k| compare(r, k) != Some(Ordering::Greater)),
        };
        Order { before, reads_before_write }
    }

    /// The instances run one after the other by their dates, which differ.
    pub fn sequential(dates: &[Vec<i64>]) -> Self {
        Order::by_dates(dates, |_, _, _| false, Reading::Concurrent)
    }

    /// `instances` instances run in the order of their positions.
    pub fn as_executed(instances: usize) -> Self {
        let dates: Vec<_> = (0..instances).map(|position| vec![position as i64]).collect();
        Order::sequential(&dates)
    }

    /// The first of each pair is before the second; nothing else is known of `instances` instances.
    pub fn by_pairs(instances: usize, pairs: &BTreeSet<(usize, usize)>) -> Self {
        let before = table(instances, |a, b| a == b || pairs.contains(&(a, b)));
        Order { reads_before_write: before.clone(), before }
    }

    /// Whether every execution that has both runs `a` before `b`; true of an instance and itself.
    pub fn before(&self, a: usize, b: usize) -> bool {
        self.before[a][b]
    }

    /// Whether every execution that has both lets `reader` read before `writer` writes; true of an
    /// instance and itself, since it reads first.
    pub fn reads_before_write(&self, reader: usize, writer: usize) -> bool {
        self.reads_before_write[reader][writer]
    }
}

fn table(size: usize, holds: impl Fn(usize, usize) -> bool) -> Vec<Vec<bool>> {
    (0..size).map(|row| (0..size).map(|column| holds(row, column)).collect()).collect()
}
