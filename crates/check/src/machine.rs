//! A machine that computes with symbols.
//!
//! Nothing is known of the arithmetic: a value is what [`crate::values`] says, the instance and what
//! it read. So two runs that leave equal symbols in a cell leave equal bits there whatever the
//! statements compute, and for some choice of statements and inputs unequal symbols are unequal bits.
//! Cells and instances are numbered ([`Tuples`]), and both runs share the tables, so that numbers can
//! be compared.

use crate::execute::{Action, Move, Point, Stop};
use crate::formula::Formula;
use crate::rules::Rule;
use crate::tuples::Tuples;
use crate::values::{NOTHING, Reads, Source, Value};
use polyhedral::{AccessKind, ArrayId, StatementId};
use std::collections::BTreeSet;

/// What the runs of one trial share.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    /// The array, then the subscripts.
    pub(crate) cells: Tuples,
    /// The statement, then its iterators.
    pub(crate) instances: Tuples,
    /// What the instances read.
    pub(crate) reads: Reads,
}

impl Tables {
    /// Empties them.
    pub(crate) fn clear(&mut self) {
        self.cells.clear();
        self.instances.clear();
        self.reads.clear();
    }
}

/// What the machine can object to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// This instance, or a copy, touches this cell, which the array doesn't have.
    Outside { instance: Option<u32>, cell: u32 },
    /// This instance runs again.
    Again(u32),
    /// This instance isn't one of the original program.
    Unknown(u32),
}

/// Whether instances may run that no earlier machine with the same tables ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Newcomers {
    Allowed,
    Refused,
}

/// One array as a program declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The sizes, where they are known.
    pub(crate) extents: Vec<Option<i64>>,
    /// Whether they aren't those of the original.
    pub(crate) changed: bool,
}

/// The state of one run.
pub(crate) struct Machine<'a> {
    tables: &'a mut Tables,
    rules: &'a [Vec<Rule>],
    shapes: &'a [Shape],
    /// How many instances may run, namely the first in the table.
    admitted: usize,
    /// Per cell the value, or [`NOTHING`].
    memory: Vec<Value>,
    /// Per instance the iteration of a parallel loop in which it ran last, 0 if it didn't.
    executed: Vec<u64>,
    /// The iteration of a parallel loop that is running, counted from 1 over all of them; 1 outside.
    iteration: u64,
    /// The arrays of which each iteration of a parallel loop has its own.
    own: &'a BTreeSet<ArrayId>,
    scratch: Scratch,
}

/// What an instance needs while it runs, kept to save allocations.
#[derive(Default)]
struct Scratch {
    instance: Vec<i64>,
    cell: Vec<i64>,
    reads: Vec<Value>,
    written: Vec<u32>,
}

/// What a run leaves.
pub(crate) struct Memory {
    values: Vec<Value>,
    executed: Vec<bool>,
}

impl<'a> Machine<'a> {
    /// A machine before the first instance.
    pub(crate) fn new(
        tables: &'a mut Tables,
        rules: &'a [Vec<Rule>],
        shapes: &'a [Shape],
        own: &'a BTreeSet<ArrayId>,
        newcomers: Newcomers,
    ) -> Self {
        let admitted = match newcomers {
            Newcomers::Allowed => usize::MAX,
            Newcomers::Refused => tables.instances.len(),
        };
        let memory = vec![NOTHING; tables.cells.len()];
        let executed = vec![0; tables.instances.len()];
        let scratch = Scratch::default();
        Machine { tables, rules, shapes, admitted, memory, executed, iteration: 1, own, scratch }
    }

    /// Does what the program does next.
    pub(crate) fn act(&mut self, action: Action, counters: &[i64]) -> Result<(), Stop<Trouble>> {
        match action {
            Action::Point(point) => self.execute(point, counters),
            Action::Move(copy) => self.copy(copy, counters),
            Action::Iteration => {
                self.begin_iteration();
                Ok(())
            }
        }
    }

    /// An iteration finds nothing in its own arrays.
    fn begin_iteration(&mut self) {
        self.iteration += 1;
        if self.own.is_empty() {
            return;
        }
        for (cell, value) in (0..).zip(&mut self.memory) {
            if self.own.contains(&(self.tables.cells.tuple(cell)[0] as usize)) {
                *value = NOTHING;
            }
        }
    }

    /// Whether nobody outside of an iteration sees what the statement writes.
    fn is_own(&self, statement: StatementId) -> bool {
        let writes = self.rules[statement].iter().filter(|rule| rule.kind != AccessKind::Read);
        !self.own.is_empty() && writes.into_iter().all(|rule| self.own.contains(&rule.array))
    }

    /// Moves a value as it is.
    fn copy(&mut self, copy: &Move, counters: &[i64]) -> Result<(), Stop<Trouble>> {
        let (from, to) = (&copy.from, &copy.to);
        let cell = self.cell(None, from.0, &from.1, counters)?;
        let value = self.read(from.0, cell);
        let cell = self.cell(None, to.0, &to.1, counters)?;
        // a cell that gets its own contents back is as if nobody had written it
        let own = Source::Initial { cell, changed: false }.value();
        self.memory[cell as usize] = if value == own { NOTHING } else { value };
        Ok(())
    }

    /// Reads, computes and writes as the statement does.
    pub(crate) fn execute(&mut self, point: &Point, counters: &[i64]) -> Result<(), Stop<Trouble>> {
        let instance = self.begin(point, counters)?;
        let rules = self.rules;
        self.scratch.reads.clear();
        self.scratch.written.clear();
        for (rule, subscripts) in rules[point.statement].iter().zip(&point.subscripts) {
            let value = self.access(instance, rule, subscripts, counters)?;
            self.scratch.reads.push(value);
        }
        let value = self.tables.reads.value(instance, &self.scratch.reads);
        for cell in &self.scratch.written {
            self.memory[*cell as usize] = value;
        }
        Ok(())
    }

    /// The state after the last instance.
    pub(crate) fn finish(self) -> Memory {
        let executed = self.executed.into_iter().map(|iteration| iteration > 0).collect();
        Memory { values: self.memory, executed }
    }

    /// Numbers the instance and takes note that it runs. It may run again in another iteration of a parallel loop
    /// if only that sees what it writes.
    fn begin(&mut self, point: &Point, counters: &[i64]) -> Result<u32, Stop<Trouble>> {
        let tuple = &mut self.scratch.instance;
        tuple.clear();
        tuple.push(point.statement as i64);
        for iterator in &point.iterators {
            tuple.push(iterator.evaluate(counters).ok_or(Stop::Undefined)?);
        }
        let instance = self.tables.instances.number(tuple);
        let position = instance as usize;
        if position >= self.admitted {
            return Err(Stop::Fault(Trouble::Unknown(instance)));
        }
        if position >= self.executed.len() {
            self.executed.resize(position + 1, 0);
        }
        let last = std::mem::replace(&mut self.executed[position], self.iteration);
        if last == self.iteration || (last > 0 && !self.is_own(point.statement)) {
            return Err(Stop::Fault(Trouble::Again(instance)));
        }
        Ok(instance)
    }

    /// The value that the access contributes: what it reads, or what may stay in a cell that it may
    /// write. A cell to write is remembered.
    fn access(
        &mut self,
        instance: u32,
        rule: &Rule,
        subscripts: &[Formula],
        counters: &[i64],
    ) -> Result<Value, Stop<Trouble>> {
        let iterators = &self.scratch.instance[1..];
        if !rule.guard.evaluate(iterators).ok_or(Stop::Undefined)? {
            return Ok(NOTHING);
        }
        let cell = self.cell(Some(instance), rule.array, subscripts, counters)?;
        if rule.kind != AccessKind::Read {
            self.scratch.written.push(cell);
        }
        if rule.kind == AccessKind::MustWrite {
            return Ok(NOTHING);
        }
        Ok(self.read(rule.array, cell))
    }

    fn read(&self, array: ArrayId, cell: u32) -> Value {
        match self.memory[cell as usize] {
            NOTHING => Source::Initial { cell, changed: self.shapes[array].changed }.value(),
            value => value,
        }
    }

    /// Numbers the cell, which must lie in the array, and makes room for it.
    fn cell(
        &mut self,
        instance: Option<u32>,
        array: ArrayId,
        subscripts: &[Formula],
        counters: &[i64],
    ) -> Result<u32, Stop<Trouble>> {
        let tuple = &mut self.scratch.cell;
        tuple.clear();
        tuple.push(array as i64);
        let mut inside = true;
        for (subscript, extent) in subscripts.iter().zip(&self.shapes[array].extents) {
            let subscript = subscript.evaluate(counters).ok_or(Stop::Undefined)?;
            inside &= subscript >= 0 && extent.is_none_or(|extent| subscript < extent);
            tuple.push(subscript);
        }
        let cell = self.tables.cells.number(tuple);
        if !inside {
            return Err(Stop::Fault(Trouble::Outside { instance, cell }));
        }
        if cell as usize >= self.memory.len() {
            self.memory.resize(cell as usize + 1, NOTHING);
        }
        Ok(cell)
    }
}

impl Memory {
    /// What the cell holds; [`NOTHING`] if it wasn't written.
    pub(crate) fn value(&self, cell: u32) -> Value {
        self.values.get(cell as usize).copied().unwrap_or(NOTHING)
    }

    /// Whether the instance ran.
    pub(crate) fn executed(&self, instance: u32) -> bool {
        self.executed.get(instance as usize).copied().unwrap_or(false)
    }
}
