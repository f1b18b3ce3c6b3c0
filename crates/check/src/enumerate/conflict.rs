//! Which cells of an array must not share a location (Darte, Isoard, Yuki, section 3.2, Eq. 5).

use super::{Dataflow, Order, Reference, Trace};
use polyhedral::ArrayId;
use std::collections::BTreeSet;

/// Pairs of cells of `array`: one holds a value that is still to be read while the other may be written, or both may
/// be written at the same time, though nobody reads either. Symmetric, and reflexive on the cells that are written.
///
/// For a value that w writes and r reads, and another write k, the paper's conditions are that k is not
/// certainly before w, and r not certainly before k. An instance reads before it writes, so k may be r without
/// effect; but its writes may happen in any order, so that another write of w's own instance conflicts. Of the cells that one
/// access may mean an instance writes only one.
/// That r isn't before w is what makes an order legal, and not asked here.
pub fn conflicts(
    trace: &Trace,
    dataflow: &Dataflow,
    array: ArrayId,
    order: &Order,
) -> BTreeSet<(Vec<i64>, Vec<i64>)> {
    let writes = trace.writes(array);
    let subscripts = |reference| trace.cell(reference).subscripts.clone();
    let is_other = |one: Reference, other: Reference| {
        one.instance != other.instance || trace.touch(one).access != trace.touch(other).access
    };
    let mut found: BTreeSet<_> = writes.iter().map(|w| (subscripts(*w), subscripts(*w))).collect();
    let mut unread: BTreeSet<_> = writes.iter().copied().collect();
    for value in dataflow.values_of(trace, array) {
        unread.remove(&value.write);
        let (w, r) = (value.write.instance, value.read.instance);
        for write in writes.iter().filter(|write| is_other(**write, value.write)) {
            let k = write.instance;
            if k == w || (!order.before(k, w) && !order.before(r, k)) {
                let (x, y) = (subscripts(value.write), subscripts(*write));
                found.insert((y.clone(), x.clone()));
                found.insert((x, y));
            }
        }
    }
    for w in &unread {
        for k in unread.iter().filter(|k| *k == w || is_other(**k, *w)) {
            if !order.before(w.instance, k.instance) && !order.before(k.instance, w.instance) {
                found.insert((subscripts(*w), subscripts(*k)));
            }
        }
    }
    found
}

/// `y - x` for all `(x, y)`.
pub fn differences(conflicts: &BTreeSet<(Vec<i64>, Vec<i64>)>) -> BTreeSet<Vec<i64>> {
    let difference = |(x, y): &(Vec<i64>, Vec<i64>)| y.iter().zip(x).map(|(y, x)| y - x).collect();
    conflicts.iter().map(difference).collect()
}
