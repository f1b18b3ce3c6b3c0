//! What must keep its order because it touches the same cell.

use super::{Order, Reference, Trace};
use polyhedral::{AccessKind, ArrayId};
use std::collections::BTreeSet;

/// Accesses of one cell of `array` by different instances, the first certainly before the second, which
/// writes: anti dependences where the first reads, output dependences where it writes as well.
pub fn memory_dependences(trace: &Trace, array: ArrayId, order: &Order) -> BTreeSet<(Reference, Reference)> {
    let touches = |reference: &Reference| trace.cell(*reference).array == array;
    let accesses: Vec<_> = trace.references().filter(touches).collect();
    let mut found = BTreeSet::new();
    for first in &accesses {
        for second in accesses.iter().filter(|second| trace.touch(**second).kind != AccessKind::Read) {
            let (a, b) = (first.instance, second.instance);
            if a != b && order.before(a, b) && trace.cell(*first) == trace.cell(*second) {
                found.insert((*first, *second));
            }
        }
    }
    found
}
