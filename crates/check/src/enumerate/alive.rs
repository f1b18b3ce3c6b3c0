//! The most cells of an array that are alive at once, moment by moment.

use super::{Dataflow, Reference, Trace};
use polyhedral::ArrayId;
use std::collections::BTreeSet;

/// The largest number of cells of `array` that hold a value still to be read, before or after any instance,
/// when instances run at `times`, which differ. A value that only may be there is.
pub fn most_alive(trace: &Trace, dataflow: &Dataflow, array: ArrayId, times: &[i64]) -> usize {
    let time = |reference: Reference| Some(times[reference.instance]);
    let initial = dataflow.live_in.iter().filter(|read| trace.cell(**read).array == array);
    // (cell, time of the write, time of the read); no time is before all
    let mut spans: BTreeSet<_> = initial.map(|read| (trace.cell(*read), None, time(*read))).collect();
    for value in dataflow.values_of(trace, array) {
        spans.insert((trace.cell(value.write), time(value.write), time(value.read)));
    }
    let alive_after = |moment: Option<i64>| {
        let alive = spans.iter().filter(|(_, written, read)| *written <= moment && moment < *read);
        alive.map(|(cell, ..)| cell).collect::<BTreeSet<_>>().len()
    };
    let moments = times.iter().map(|time| Some(*time)).chain([None]);
    moments.map(alive_after).max().unwrap_or(0)
}
