//! Live ranges of one cell that overlap (Trifunovic and Cohen, section 4.3.2).

use super::{Dataflow, Order, Trace, live_ranges};
use polyhedral::ArrayId;
use std::collections::BTreeSet;

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
    let begins_before_end = |range: &Range, other: &Range| !order.before(other.1, range.0);
    let overlap = |range: &Range, other: &Range| {
        range.0 != other.0
            && share_a_cell(trace, array, range.0, other.0)
            && begins_before_end(range, other)
            && begins_before_end(other, range)
    };
    let with = |range: &Range| -> Vec<_> {
        ranges.iter().filter(|other| overlap(range, other)).map(|other| (*range, *other)).collect()
    };
    ranges.iter().flat_map(with).collect()
}

fn share_a_cell(trace: &Trace, array: ArrayId, first: usize, second: usize) -> bool {
    let cells = |instance: usize| {
        let writes = trace.writes(array).into_iter().filter(move |write| write.instance == instance);
        writes.map(|write| trace.cell(write)).collect::<BTreeSet<_>>()
    };
    !cells(first).is_disjoint(&cells(second))
}
