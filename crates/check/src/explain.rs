//! From a difference between symbols to a sentence.
//!
//! Two values differ because an instance read something else than in the original, which differs for
//! the same reason, and so on; the explanation follows that chain to its end, where the two come from
//! different instances or cells.

use crate::machine::{Shape, Tables, Trouble};
use crate::mismatch::{self, Cell, Executed, Fault, Origin, WrongRead};
use crate::races::Race;
use crate::values::{Source, Value};
use polyhedral::Scop;

/// What the numbers in `tables` stand for.
pub(crate) struct Explainer<'a> {
    pub(crate) scop: &'a Scop,
    pub(crate) tables: &'a Tables,
}

impl Explainer<'_> {
    /// `cell` ends with `found` instead of `expected`, either of which may be no value.
    pub(crate) fn value(&self, cell: u32, expected: Value, found: Value) -> Fault {
        let mut read = None;
        let (mut expected, mut found) = (expected, found);
        while let Some(difference) = self.first_difference(expected, found) {
            read = Some(self.read(difference.instance, difference.access));
            (expected, found) = (difference.expected, difference.found);
        }
        let (expected, found) = (self.origin(cell, expected), self.origin(cell, found));
        Fault::Value { cell: self.cell(cell), read, expected, found }
    }

    /// What the machine objected to in the transformed program, whose arrays have these shapes.
    pub(crate) fn trouble(&self, trouble: Trouble, shapes: &[Shape]) -> Fault {
        match trouble {
            Trouble::Outside { instance, cell } => Fault::OutsideArray {
                instance: instance.map(|instance| self.instance(instance)),
                cell: self.cell(cell),
                extents: shapes[self.tables.cells.tuple(cell)[0] as usize].extents.clone(),
            },
            Trouble::Again(instance) => self.executions(instance, 1, 2),
            Trouble::Unknown(instance) => self.executions(instance, 0, 1),
            Trouble::Race(race) => Fault::Race(self.race(race)),
        }
    }

    /// Two touches of a cell that nothing orders.
    pub(crate) fn race(&self, race: Race) -> mismatch::Race {
        let touch = |by: Option<u32>, writes| mismatch::Touch {
            by: by.map(|instance| self.instance(instance)),
            writes,
        };
        mismatch::Race {
            cell: self.cell(race.cell),
            earlier: touch(race.earlier, race.earlier_writes),
            later: touch(race.later, race.later_writes),
        }
    }

    /// `instance` runs `transformed` times instead of `original` times.
    pub(crate) fn executions(&self, instance: u32, original: u64, transformed: u64) -> Fault {
        Fault::Executions { instance: self.instance(instance), original, transformed }
    }

    /// The instance that has this number.
    pub(crate) fn instance(&self, number: u32) -> Executed {
        let tuple = self.tables.instances.tuple(number);
        let statement = self.scop.statements[tuple[0] as usize].name.clone();
        Executed { statement, iterators: tuple[1..].to_vec() }
    }

    fn cell(&self, number: u32) -> Cell {
        let tuple = self.tables.cells.tuple(number);
        let array = self.scop.arrays[tuple[0] as usize].c_name.clone();
        Cell { array, subscripts: tuple[1..].to_vec() }
    }

    /// If both are values of one instance: its first access that read differently.
    fn first_difference(&self, expected: Value, found: Value) -> Option<Difference> {
        let (instance, expected) = self.reads(expected)?;
        let (found_instance, found) = self.reads(found)?;
        let mut reads = expected.iter().zip(found).enumerate();
        let (access, (expected, found)) = reads.find(|(_, (expected, found))| expected != found)?;
        let difference = Difference { instance, access, expected: *expected, found: *found };
        (instance == found_instance).then_some(difference)
    }

    /// The instance that computed `value`, and what it read.
    fn reads(&self, value: Value) -> Option<(u32, &[Value])> {
        match Source::of(value)? {
            Source::Computed { instance, deviating } => {
                Some((instance, self.tables.reads.of(instance, deviating)))
            }
            Source::Initial { .. } => None,
        }
    }

    fn read(&self, instance: u32, access: usize) -> WrongRead {
        let statement = self.tables.instances.tuple(instance)[0] as usize;
        let array = self.scop.statements[statement].accesses[access].array;
        let array = self.scop.arrays[array].c_name.clone();
        WrongRead { instance: self.instance(instance), array }
    }

    /// Where `value` comes from; a cell without one has its initial value.
    fn origin(&self, cell: u32, value: Value) -> Origin {
        match Source::of(value) {
            None => Origin::Initial(self.cell(cell)),
            Some(Source::Initial { cell, changed: false }) => Origin::Initial(self.cell(cell)),
            Some(Source::Initial { cell, changed: true }) => Origin::Unwritten(self.cell(cell)),
            Some(Source::Computed { instance, .. }) => Origin::Computed(self.instance(instance)),
        }
    }
}

/// An access of an instance that read differently.
struct Difference {
    instance: u32,
    access: usize,
    expected: Value,
    found: Value,
}
