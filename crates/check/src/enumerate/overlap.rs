//! Live ranges of one cell that overlap (Trifunovic and Cohen, section 4.3.2).

use super::{Cell, Dataflow, Order, Trace, live_ranges};
use polyhedral::ArrayId;
use std::collections::{BTreeMap, BTreeSet};

/// Who writes a value, and who reads it last.
pub type Range = (usize, usize);

/// Pairs of live ranges of one cell of `array`, begun by different instances, each of which may begin
/// before the other ends. A range that begins in the instance in which the other ends doesn't overlap it.
pub fn overlaps(
    trace: &Trace,
    dataflow: &Dataflow,
    array: ArrayId,
    order: &Order,
) -> BTreeSet<(Range, Range)> {
    let ranges = live_ranges(trace, dataflow, array, order);
    let mut cells: BTreeMap<usize, BTreeSet<&Cell>> = BTreeMap::new();
    for write in trace.writes(array) {
        cells.entry(write.instance).or_default().insert(trace.cell(write));
    }
    let begins_before_end = |range: &Range, other: &Range| !order.before(other.1, range.0);
    let overlap = |range: &Range, other: &Range| {
        range.0 != other.0
            && begins_before_end(range, other)
            && begins_before_end(other, range)
            && !cells[&range.0].is_disjoint(&cells[&other.0])
    };
    let with = |range: &Range| -> Vec<_> {
        ranges.iter().filter(|other| overlap(range, other)).map(|other| (*range, *other)).collect()
    };
    ranges.iter().flat_map(with).collect()
}
