//! From a write to the end of its value's life (Trifunovic and Cohen, section 4.1.1).

use super::{Dataflow, Order, Trace};
use polyhedral::ArrayId;
use std::collections::{BTreeMap, BTreeSet};

/// Pairs of instances: who writes a value to `array`, and who may be the last to read it, since no other
/// reader of the value certainly comes later.
pub fn live_ranges(
    trace: &Trace,
    dataflow: &Dataflow,
    array: ArrayId,
    order: &Order,
) -> BTreeSet<(usize, usize)> {
    let mut readers: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for value in dataflow.values_of(trace, array) {
        readers.entry(value.write.instance).or_default().insert(value.read.instance);
    }
    let mut ranges = BTreeSet::new();
    for (write, readers) in &readers {
        let is_last = |read: &&usize| !readers.iter().any(|r| r != *read && order.before(**read, *r));
        ranges.extend(readers.iter().filter(is_last).map(|read| (*write, *read)));
    }
    ranges
}
