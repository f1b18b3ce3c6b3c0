//! The most cells of an array that are alive at once, moment by moment.

use super::{Dataflow, Trace};
use polyhedral::ArrayId;
use std::collections::BTreeSet;

/// The largest number of cells of `array` that hold a value still to be read, after any instance of the
/// trace or before the first.
pub fn most_alive(trace: &Trace, dataflow: &Dataflow, array: ArrayId) -> usize {
    let initial = dataflow.live_in.iter().filter(|read| trace.cell(**read).array == array);
    // (cell, time of the write, time of the read); the instance at position p runs at time p + 1
    let mut spans: BTreeSet<_> = initial.map(|read| (trace.cell(*read), 0, read.instance + 1)).collect();
    for value in dataflow.values_of(trace, array) {
        spans.insert((trace.cell(value.write), value.write.instance + 1, value.read.instance + 1));
    }
    let alive_after = |time: usize| {
        let alive = spans.iter().filter(|(_, written, read)| *written <= time && time < *read);
        alive.map(|(cell, ..)| cell).collect::<BTreeSet<_>>().len()
    };
    (0..=trace.instances.len()).map(alive_after).max().unwrap_or(0)
}
