//! A machine that computes with symbols.
//!
//! Nothing is known of the arithmetic: a value is what [`crate::values`] says, the instance and what
//! it read. So two runs that leave equal symbols in a cell leave equal bits there whatever the
//! statements compute, and for some choice of statements and inputs unequal symbols are unequal bits.
//! A subscript that data choose has some value within its extent, another in each instance, which the transformed program finds
//! again: where nothing gives an array values before the region, one of a cell that somebody has written, if one is found.
//! Cells and instances are numbered ([`Tuples`]), and both runs share the tables, so that numbers can
//! be compared.

use crate::execute::{Action, Move, Point, Stop};
use crate::formula::Formula;
use crate::races::{Race, Toucher, Watch};
use crate::rules::{Rule, Rules};
use crate::tuples::Tuples;
use crate::values::{NOTHING, Reads, Source, Value};
use polyhedral::{AccessKind, ArrayId, StatementId};
use std::collections::{BTreeMap, BTreeSet};

/// What the runs of one trial share.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    /// The array, then the subscripts.
    pub(crate) cells: Tuples,
    /// The statement, then its iterators.
    pub(crate) instances: Tuples,
    /// What the instances read.
    pub(crate) reads: Reads,
    /// By instance the values of its unknown subscripts; `None` where there is no cell to mean.
    pub(crate) chosen: BTreeMap<u32, Vec<Option<i64>>>,
}

impl Tables {
    /// Empties them.
    pub(crate) fn clear(&mut self) {
        self.cells.clear();
        self.instances.clear();
        self.reads.clear();
        self.chosen.clear();
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
    /// Nothing orders these two.
    Race(Race),
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
    rules: &'a [Rules],
    shapes: &'a [Shape],
    /// How many instances may run, namely the first in the table.
    admitted: usize,
    /// Per cell the value, or [`NOTHING`].
    memory: Vec<Value>,
    /// Per cell of an array of which each iteration has its own: the iteration that wrote it last, and the value.
    private: Vec<(u32, Value)>,
    /// Per instance the iteration of a parallel loop in which it ran last, 0 if it didn't.
    executed: Vec<u32>,
    /// By array, whether each iteration of an outermost parallel loop has its own.
    own: Vec<bool>,
    watch: Watch<'a>,
    scratch: Scratch,
    /// Per statement the number of the instance that ran last, and by access that of the cell.
    last: Vec<(u32, Vec<u32>)>,
}

/// Stands for an iteration outside of all parallel loops; those are counted from 2.
const OUTSIDE: u32 = 1;

fn racing(race: Race) -> Stop<Trouble> {
    Stop::Fault(Trouble::Race(race))
}

/// What an instance needs while it runs, kept to save allocations.
#[derive(Default)]
struct Scratch {
    instance: Vec<i64>,
    cell: Vec<i64>,
    /// The counters, and behind them the values of unknown subscripts.
    slots: Vec<i64>,
    reads: Vec<Value>,
    /// Cells, each with the access that writes it.
    written: Vec<(usize, u32)>,
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
        rules: &'a [Rules],
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
        let own = (0..shapes.len()).map(|array| own.contains(&array)).collect();
        let (private, watch, scratch) = (Vec::new(), Watch::default(), Scratch::default());
        let last = rules.iter().map(|rules| (0, vec![0; rules.accesses.len()])).collect();
        Machine { tables, rules, shapes, admitted, memory, private, executed, own, watch, scratch, last }
    }

    /// Does what the program does next.
    pub(crate) fn act(&mut self, action: Action<'a>, counters: &[i64]) -> Result<(), Stop<Trouble>> {
        match action {
            Action::Point(point) => self.execute(point, counters),
            Action::Move(copy) => self.copy(copy, counters),
            Action::Enter(private) => {
                self.watch.enter(private);
                Ok(())
            }
            Action::Iterate => {
                self.watch.iterate();
                Ok(())
            }
            Action::Leave => {
                self.watch.leave();
                Ok(())
            }
        }
    }

    /// Whether nobody outside of an iteration sees what the statement writes.
    fn is_own(&self, statement: StatementId) -> bool {
        let writes = self.rules[statement].accesses.iter().filter(|rule| rule.kind != AccessKind::Read);
        writes.into_iter().all(|rule| self.own[rule.array])
    }

    /// Moves a value as it is.
    fn copy(&mut self, copy: &Move, counters: &[i64]) -> Result<(), Stop<Trouble>> {
        let (from, to) = (&copy.from, &copy.to);
        let cell = self.cell(None, None, from.0, &from.1, counters)?;
        let value = self.read(None, from.0, cell)?;
        let cell = self.cell(None, None, to.0, &to.1, counters)?;
        // a cell that gets its own contents back is as if nobody had written it
        let own = Source::Initial { cell, changed: false }.value();
        self.write(None, to.0, cell, if value == own { NOTHING } else { value })
    }

    /// Reads, computes and writes as the statement does.
    pub(crate) fn execute(&mut self, point: &Point, counters: &[i64]) -> Result<(), Stop<Trouble>> {
        let instance = self.begin(point, counters)?;
        let rules = self.rules;
        self.scratch.reads.clear();
        self.scratch.written.clear();
        let unknown = &rules[point.statement].unknown;
        let rules = &rules[point.statement].accesses;
        let mut slots = std::mem::take(&mut self.scratch.slots);
        slots.clear();
        if !unknown.is_empty() {
            self.choose(instance, point, counters, &mut slots)?;
        }
        let counters = if unknown.is_empty() { counters } else { &slots };
        for (rule, subscripts) in rules.iter().zip(&point.subscripts) {
            let value = match self.is_meant(instance, rule) {
                true => self.access(instance, point.statement, rule, subscripts, counters)?,
                false => NOTHING,
            };
            self.scratch.reads.push(value);
        }
        self.scratch.slots = slots;
        self.tables.reads.record(instance, &self.scratch.reads);
        for position in 0..self.scratch.written.len() {
            let (access, cell) = self.scratch.written[position];
            // what stays in one cell that may be written is nothing to the others
            let counts = |other: usize| other == access || rules[other].kind == AccessKind::Read;
            let value = self.tables.reads.value(instance, &self.scratch.reads, counts);
            self.write(Some(instance), rules[access].array, cell, value)?;
        }
        Ok(())
    }

    /// Puts the counters, and behind them the values of the unknown subscripts of an instance, into `slots`. What the original
    /// takes holds for both programs.
    fn choose(
        &mut self,
        instance: u32,
        point: &Point,
        counters: &[i64],
        slots: &mut Vec<i64>,
    ) -> Result<(), Stop<Trouble>> {
        slots.extend_from_slice(&counters[..point.unknown]);
        if let Some(known) = self.tables.chosen.get(&instance) {
            slots.extend(known.iter().map(|value| value.unwrap_or(0)));
            return Ok(());
        }
        let (rules, mut chosen) = (self.rules, Vec::new());
        let rules = &rules[point.statement];
        for (position, extent) in rules.unknown.iter().enumerate() {
            let first = scattered(&self.scratch.instance, position);
            let mut found = None;
            slots.push(0);
            // what a row has is at its start, where it isn't full
            let widths = std::iter::successors(Some(*extent), |width| Some(width / 2));
            for value in widths.take_while(|width| *width > 0).map(|width| first.rem_euclid(width)) {
                slots[point.unknown + position] = value;
                if self.is_written(&rules.accesses, point, slots, (position, &chosen))? {
                    found = Some(value);
                    break;
                }
            }
            chosen.push(found);
        }
        self.tables.chosen.insert(instance, chosen);
        Ok(())
    }

    /// Whether the accesses of which the last unknown subscript is the one at `position` find a value in their cells, as far as
    /// that matters.
    fn is_written(
        &mut self,
        rules: &[Rule],
        point: &Point,
        slots: &[i64],
        (position, chosen): (usize, &[Option<i64>]),
    ) -> Result<bool, Stop<Trouble>> {
        for (rule, subscripts) in rules.iter().zip(&point.subscripts) {
            let is_complete = rule.unknown.last() == Some(&position)
                && rule.unknown.iter().all(|other| chosen.get(*other) != Some(&None));
            let happens = rule.reads_written
                && is_complete
                && rule.guard.evaluate(&self.scratch.instance[1..]).ok_or(Stop::Undefined)?;
            if happens {
                let cell = self.cell(None, None, rule.array, subscripts, slots)?;
                if self.memory[cell as usize] == NOTHING {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether there is a cell that an access of the instance may mean.
    fn is_meant(&self, instance: u32, rule: &Rule) -> bool {
        let chosen = || self.tables.chosen.get(&instance).map_or(&[][..], Vec::as_slice);
        rule.unknown.iter().all(|position| chosen().get(*position).is_some_and(Option::is_some))
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
        let instance = self.tables.instances.number_near(tuple, &mut self.last[point.statement].0);
        let position = instance as usize;
        if position >= self.admitted {
            return Err(Stop::Fault(Trouble::Unknown(instance)));
        }
        if position >= self.executed.len() {
            self.executed.resize(position + 1, 0);
        }
        let iteration = self.watch.iteration().unwrap_or(OUTSIDE);
        let last = std::mem::replace(&mut self.executed[position], iteration);
        if last == iteration || (last > 0 && !self.is_own(point.statement)) {
            return Err(Stop::Fault(Trouble::Again(instance)));
        }
        Ok(instance)
    }

    /// The value that the access contributes: what it reads, or what may stay in a cell that it may
    /// write. A cell to write is remembered.
    fn access(
        &mut self,
        instance: u32,
        statement: StatementId,
        rule: &Rule,
        subscripts: &[Formula],
        counters: &[i64],
    ) -> Result<Value, Stop<Trouble>> {
        let iterators = &self.scratch.instance[1..];
        if !rule.guard.evaluate(iterators).ok_or(Stop::Undefined)? {
            return Ok(NOTHING);
        }
        let access = (statement, self.scratch.reads.len());
        let cell = self.cell(Some(instance), Some(access), rule.array, subscripts, counters)?;
        if rule.kind != AccessKind::Read {
            self.scratch.written.push((self.scratch.reads.len(), cell));
        }
        if rule.kind == AccessKind::MustWrite {
            return Ok(NOTHING);
        }
        self.read(Some(instance), rule.array, cell)
    }

    fn read(&mut self, by: Toucher, array: ArrayId, cell: u32) -> Result<Value, Stop<Trouble>> {
        let held = match self.private_to(array) {
            // an iteration finds nothing in its own arrays
            Some(iteration) => match self.private.get(cell as usize) {
                Some((writer, value)) if *writer == iteration => *value,
                _ => NOTHING,
            },
            None => {
                self.watch.touch(array, cell, by, false).map_err(racing)?;
                self.memory[cell as usize]
            }
        };
        Ok(match held {
            NOTHING => Source::Initial { cell, changed: self.shapes[array].changed }.value(),
            value => value,
        })
    }

    fn write(&mut self, by: Toucher, array: ArrayId, cell: u32, value: Value) -> Result<(), Stop<Trouble>> {
        match self.private_to(array) {
            Some(iteration) => {
                if cell as usize >= self.private.len() {
                    self.private.resize(cell as usize + 1, (OUTSIDE, NOTHING));
                }
                self.private[cell as usize] = (iteration, value);
            }
            None => {
                self.watch.touch(array, cell, by, true).map_err(racing)?;
                self.memory[cell as usize] = value;
            }
        }
        Ok(())
    }

    /// The iteration of a parallel loop that has `array` for itself now.
    fn private_to(&self, array: ArrayId) -> Option<u32> {
        self.watch.iteration().filter(|_| self.own[array])
    }

    /// Numbers the cell, which must lie in the array, and makes room for it.
    fn cell(
        &mut self,
        instance: Option<u32>,
        access: Option<(StatementId, usize)>,
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
        let cell = match access {
            Some((statement, access)) => {
                self.tables.cells.number_near(tuple, &mut self.last[statement].1[access])
            }
            None => self.tables.cells.number(tuple),
        };
        if !inside {
            return Err(Stop::Fault(Trouble::Outside { instance, cell }));
        }
        if cell as usize >= self.memory.len() {
            self.memory.resize(cell as usize + 1, NOTHING);
        }
        Ok(cell)
    }
}

/// A number that tells nothing of the instance with this name.
fn scattered(instance: &[i64], position: usize) -> i64 {
    let mix = |hash: i64, part: &i64| (hash ^ part).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    instance.iter().fold(position as i64 + 1, mix)
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
