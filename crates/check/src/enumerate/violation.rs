//! What an order destroys (Trifunovic and Cohen, section 4.3): every value and every write to its cell,
//! tried one by one.

use super::trace::Reference;
use super::{Dataflow, Order, Trace, Value};
use polyhedral::ArrayId;
use std::collections::BTreeSet;

/// What is wrong with an order, for one array; by positions in the trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Violations {
    /// (w, r): r needs the value of w, which isn't certainly before it.
    pub flow: BTreeSet<(usize, usize)>,
    /// (w, r, k): k may overwrite the value of w before r reads it.
    pub ranges: BTreeSet<(usize, usize, usize)>,
    /// (r, k): k may overwrite a value from before the region before r reads it.
    pub live_in: BTreeSet<(usize, usize)>,
    /// (w, k): k may overwrite the value of w, which should stay.
    pub live_out: BTreeSet<(usize, usize)>,
}

/// What `order` violates of `array`.
///
/// Of several writes that may supply a value, one after the other in the program, each belongs between
/// the earlier ones and the read (or the end), and so destroys nothing there.
pub fn violations(trace: &Trace, dataflow: &Dataflow, array: ArrayId, order: &Order) -> Violations {
    let mut found = Violations::default();
    let writes = trace.writes(array);
    let is_source = |k, read| dataflow.values.contains(&Value { write: k, read });
    for value in dataflow.values_of(trace, array) {
        let (w, r) = (value.write, value.read);
        if !order.before(w.instance, r.instance) {
            found.flow.insert((w.instance, r.instance));
        }
        for k in killers(trace, &writes, w) {
            let belongs = k > w && is_source(k, r);
            let between = !order.before(k.instance, w.instance) && !order.before(r.instance, k.instance);
            if between && !belongs {
                found.ranges.insert((w.instance, r.instance, k.instance));
            }
        }
    }
    for r in dataflow.live_in.iter().filter(|r| trace.cell(**r).array == array) {
        for k in killers(trace, &writes, *r) {
            if !order.before(r.instance, k.instance) && !is_source(k, *r) {
                found.live_in.insert((r.instance, k.instance));
            }
        }
    }
    for w in dataflow.live_out.iter().filter(|w| trace.cell(**w).array == array) {
        for k in killers(trace, &writes, *w) {
            let belongs = k > *w && dataflow.live_out.contains(&k);
            if !order.before(k.instance, w.instance) && !belongs {
                found.live_out.insert((w.instance, k.instance));
            }
        }
    }
    found
}

/// Those of `writes` to the cell of `reference`.
fn killers<'a>(
    trace: &'a Trace,
    writes: &'a [Reference],
    reference: Reference,
) -> impl Iterator<Item = Reference> + 'a {
    let cell = trace.cell(reference);
    writes.iter().copied().filter(move |k| trace.cell(*k) == cell)
}
