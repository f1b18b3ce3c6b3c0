//! Who reads whose values (Trifunovic and Cohen, *Ignoring memory-based dependences*, section 4.2.1).
//!
//! Each cell remembers the writes whose values it may hold: the last certain one and the uncertain ones
//! since. A read may get any of them, and the value from before the region if no certain write came yet.

use super::trace::{Cell, Reference, Trace};
use polyhedral::{AccessKind, ArrayId, Scop};
use std::collections::{BTreeMap, BTreeSet};

/// A value on its way: from a write to a read of the same cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value {
    /// Who writes it.
    pub write: Reference,
    /// Who reads it, maybe.
    pub read: Reference,
}

/// The values that move through a region.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dataflow {
    /// Between instances.
    pub values: BTreeSet<Value>,
    /// Reads that may get a value from before the region.
    pub live_in: BTreeSet<Reference>,
    /// Writes whose values may be in cells of outliving arrays when the region ends.
    pub live_out: BTreeSet<Reference>,
}

/// What a cell may hold.
#[derive(Clone, Default)]
struct Contents {
    /// The last certain write and the uncertain ones since.
    writes: Vec<Reference>,
    /// Whether there was a certain write.
    defined: bool,
}

impl Dataflow {
    /// The dataflow of `trace`, a run of `scop`.
    pub fn of(scop: &Scop, trace: &Trace) -> Self {
        let mut memory: BTreeMap<&Cell, Contents> = BTreeMap::new();
        let mut flow = Dataflow::default();
        for reference in trace.references() {
            let touch = trace.touch(reference);
            let contents = memory.entry(&touch.cell).or_default();
            match touch.kind {
                AccessKind::Read => flow.read(reference, contents),
                AccessKind::MustWrite => *contents = Contents { writes: vec![reference], defined: true },
                AccessKind::MayWrite => contents.writes.push(reference),
            }
        }
        let outlives = |cell: &Cell| scop.arrays[cell.array].outlives.is_some();
        let last = memory.into_iter().filter(|(cell, _)| outlives(cell));
        flow.live_out = last.flat_map(|(_, contents)| contents.writes).collect();
        flow
    }

    fn read(&mut self, read: Reference, contents: &Contents) {
        self.values.extend(contents.writes.iter().map(|write| Value { write: *write, read }));
        if !contents.defined {
            self.live_in.insert(read);
        }
    }

    /// Whether the value comes from a certain write after which no other may come: then the read has no
    /// other source.
    pub fn is_certain(&self, trace: &Trace, value: &Value) -> bool {
        let sources = self.values.iter().filter(|other| other.read == value.read);
        let is_last = sources.map(|other| other.write).max() == Some(value.write);
        is_last && trace.touch(value.write).kind == AccessKind::MustWrite
    }

    /// The values in cells of `array`.
    pub fn values_of<'a>(&'a self, trace: &'a Trace, array: ArrayId) -> impl Iterator<Item = Value> + 'a {
        self.values.iter().copied().filter(move |value| trace.cell(value.write).array == array)
    }
}
