//! Symbols for what a cell can hold.
//!
//! The value of an instance is determined by the instance and the values that it reads. As no instance
//! runs twice in a run, it needs no term: its symbol is the instance, with a mark if it read anything
//! else than in the original. A cell that nobody wrote holds the symbol of its initial contents.

use std::collections::BTreeMap;

/// A symbol, or [`NOTHING`]. Not negative for a computed value, below [`NOTHING`] for the initial
/// contents of a cell.
pub(crate) type Value = i64;

/// No value: a cell that wasn't written, an access that didn't read.
pub(crate) const NOTHING: Value = -1;

/// What a symbol stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The contents of the cell before the region; `changed` where the cell belongs to an array that
    /// was given another shape, and so isn't the cell of the same name in the original.
    Initial { cell: u32, changed: bool },
    /// What the instance computes; `deviating` where it read something else than in the original.
    Computed { instance: u32, deviating: bool },
}

impl Source {
    /// The source of `value`, if it is a symbol.
    pub(crate) fn of(value: Value) -> Option<Self> {
        let (code, computed) = if value >= 0 { (value, true) } else { (NOTHING - 1 - value, false) };
        let (number, mark) = ((code / 2) as u32, code % 2 == 1);
        match value {
            NOTHING => None,
            _ if computed => Some(Source::Computed { instance: number, deviating: mark }),
            _ => Some(Source::Initial { cell: number, changed: mark }),
        }
    }

    /// The symbol.
    #[inline]
    pub(crate) fn value(self) -> Value {
        let code = |number: u32, mark: bool| 2 * Value::from(number) + Value::from(mark);
        match self {
            Source::Initial { cell, changed } => NOTHING - 1 - code(cell, changed),
            Source::Computed { instance, deviating } => code(instance, deviating),
        }
    }
}

/// What each instance read: per access a value, [`NOTHING`] where it didn't read.
#[derive(Debug, Default)]
pub(crate) struct Reads {
    /// Those of the original, instance after instance.
    elements: Vec<Value>,
    /// Where each instance's end in `elements`.
    ends: Vec<usize>,
    /// Those of instances that read something else in the transformed program.
    deviating: BTreeMap<u32, Vec<Value>>,
}

impl Reads {
    /// Takes note of what `instance` read. The first that an instance reads is what the original reads; instances come in the order
    /// of their numbers then.
    pub(crate) fn record(&mut self, instance: u32, reads: &[Value]) {
        if instance as usize == self.ends.len() {
            self.elements.extend_from_slice(reads);
            self.ends.push(self.elements.len());
        } else if self.original(instance) != reads {
            self.deviating.insert(instance, reads.to_vec());
        }
    }

    /// What `instance` computes from `reads`, of which those count whose position does.
    pub(crate) fn value(&self, instance: u32, reads: &[Value], counts: impl Fn(usize) -> bool) -> Value {
        let mut pairs = self.original(instance).iter().zip(reads).enumerate();
        let deviating = pairs.any(|(position, (original, read))| original != read && counts(position));
        Source::Computed { instance, deviating }.value()
    }

    /// What `instance` read, in the original or where it deviated from that.
    pub(crate) fn of(&self, instance: u32, deviating: bool) -> &[Value] {
        match self.deviating.get(&instance) {
            Some(reads) if deviating => reads,
            _ => self.original(instance),
        }
    }

    /// Forgets everything and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.elements.clear();
        self.ends.clear();
        self.deviating.clear();
    }

    fn original(&self, instance: u32) -> &[Value] {
        let instance = instance as usize;
        let start = if instance == 0 { 0 } else { self.ends[instance - 1] };
        &self.elements[start..self.ends[instance]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_told_apart() {
        assert_eq!(Source::of(NOTHING), None);
        for number in [0, 1, 7, u32::MAX] {
            for mark in [false, true] {
                let initial = Source::Initial { cell: number, changed: mark };
                assert_eq!(Source::of(initial.value()), Some(initial));
                let computed = Source::Computed { instance: number, deviating: mark };
                assert_eq!(Source::of(computed.value()), Some(computed));
            }
        }
    }

    #[test]
    fn an_instance_that_reads_something_else_has_another_value() {
        let mut reads = Reads::default();
        let mut value = |instance, read: &[Value]| {
            reads.record(instance, read);
            reads.value(instance, read, |_| true)
        };
        let first = value(0, &[-2, NOTHING]);
        let second = value(1, &[first]);
        assert_eq!(value(1, &[first]), second);
        let wrong = value(0, &[-4, NOTHING]);
        assert_ne!(wrong, first);
        assert_ne!(value(1, &[wrong]), second);
        assert_eq!(reads.value(0, &[-4, NOTHING], |position| position > 0), first);
        assert_eq!(reads.of(0, false), &[-2, NOTHING]);
        assert_eq!(reads.of(0, true), &[-4, NOTHING]);
        assert_eq!(reads.of(1, true), &[wrong]);
    }
}
