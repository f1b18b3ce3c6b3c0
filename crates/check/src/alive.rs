//! The largest number of cells of an array that are alive at once, by counting.
//!
//! A value is alive from the moment its instance writes it to its last read before the next write of
//! the same cell; without a read it never is. Within an instance the reads come before the write, so
//! a cell that an instance reads for the last time and the cell that it writes don't count together
//! (Darte, Isoard, Yuki, *Liveness in Explicitly-Parallel Programs*, 2.2). A value that is there
//! before the region and is read counts from the start. A write that may not happen leaves the old
//! value in place, so it begins no new live range while one is open.
//!
//! Exact for the order in which the program runs, and a lower bound for the cells that any mapping
//! needs in that order. Reads after the region aren't seen: ask for temporaries.

use crate::execute::{Point, Stop, Tree};
use crate::rules::{self, Rule, Rules};
use crate::tuples::Tuples;
use polyhedral::{AccessKind, ArrayId, Program, Scop};
use std::collections::BTreeMap;

/// The most cells of `array` alive at once: [`most_alive_of`] with a weight of 1 for it and 0 for others.
pub fn most_alive(
    scop: &Scop,
    program: &Program,
    array: ArrayId,
    parameters: &BTreeMap<String, i64>,
    budget: u64,
) -> Option<u64> {
    let weights: Vec<u64> = (0..scop.arrays.len()).map(|id| u64::from(id == array)).collect();
    most_alive_of(scop, program, &weights, parameters, budget)
}

/// The most cells that hold a value still to be read, at any time while `program` runs, where a cell of
/// each array counts as much as its entry in `weights` says: 1 for cells, the size of an element for bytes.
///
/// Cells are those of the original array: the accesses' own subscripts at the instances' iterators,
/// so `program` may be the transformed one. `None` where the program can't be run or makes more than
/// `budget` steps (instances and starts of iterations, and cells that unknown subscripts may mean).
pub fn most_alive_of(
    scop: &Scop,
    program: &Program,
    weights: &[u64],
    parameters: &BTreeMap<String, i64>,
    budget: u64,
) -> Option<u64> {
    let rules = rules::compile(scop, &scop.statements, parameters).ok()?;
    let tree = Tree::compile(program, scop, parameters).ok()?;
    let mut history = History::new(&rules, weights, budget);
    let (_, end) =
        tree.run(budget, |point, counters| history.record(point, counters).ok_or(Stop::<()>::Undefined));
    end.ok()?;
    Some(history.most_alive())
}

/// Times count the instances that touch an array with a weight, from 1; 0 is before all of them.
struct History<'a> {
    rules: &'a [Rules],
    weights: &'a [u64],
    /// How many cells of unknown subscripts may still be looked at.
    left: u64,
    /// The array, then the subscripts.
    cells: Tuples,
    /// Per cell the value that it holds.
    ranges: Vec<Range>,
    /// Per time how many live ranges begin then, minus how many end.
    changes: Vec<i64>,
    iterators: Vec<i64>,
    subscripts: Vec<i64>,
}

/// From the write to the last read so far; equal times if there was no read.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Range {
    written: usize,
    read: usize,
}

impl<'a> History<'a> {
    fn new(rules: &'a [Rules], weights: &'a [u64], left: u64) -> Self {
        History {
            rules,
            weights,
            left,
            cells: Tuples::default(),
            ranges: Vec::new(),
            changes: vec![0],
            iterators: Vec::new(),
            subscripts: Vec::new(),
        }
    }

    /// Takes note of what the instance does to the array; `None` if an expression has no value.
    fn record(&mut self, point: &Point, counters: &[i64]) -> Option<()> {
        let (rules, weights) = (self.rules, self.weights);
        let touches = |rule: &&Rule| weights.get(rule.array).is_some_and(|weight| *weight > 0);
        let rules = &rules[point.statement];
        let mut touching = rules.accesses.iter().filter(touches).peekable();
        if touching.peek().is_none() {
            return Some(());
        }
        self.iterators.clear();
        for iterator in &point.iterators {
            self.iterators.push(iterator.evaluate(counters)?);
        }
        let now = self.changes.len();
        self.changes.push(0);
        touching.try_for_each(|rule| self.touch(rules, rule, now))
    }

    fn touch(&mut self, rules: &Rules, rule: &Rule, now: usize) -> Option<()> {
        if !rule.guard.evaluate(&self.iterators)? {
            return Some(());
        }
        if rule.unknown.is_empty() {
            self.subscripts.clear();
            self.subscripts.push(rule.array as i64);
            for subscript in &rule.subscripts {
                self.subscripts.push(subscript.evaluate(&self.iterators)?);
            }
            self.touch_cell(rule, now);
            return Some(());
        }
        self.left = self.left.checked_sub(rules.choices(rule))?;
        for cell in rules.cells(rule, &self.iterators)? {
            self.subscripts.clear();
            self.subscripts.push(rule.array as i64);
            self.subscripts.extend(cell);
            self.touch_cell(rule, now);
        }
        Some(())
    }

    /// Takes note of what is done to the cell at hand.
    fn touch_cell(&mut self, rule: &Rule, now: usize) {
        let cell = self.cell();
        match rule.kind {
            AccessKind::Read if rule.reads_written && self.ranges[cell].written == 0 => {}
            AccessKind::Read => self.ranges[cell].read = now,
            AccessKind::MayWrite if self.ranges[cell] != Range::default() => {}
            AccessKind::MustWrite | AccessKind::MayWrite => {
                self.end(cell);
                self.ranges[cell] = Range { written: now, read: now };
            }
        }
    }

    /// Numbers the cell at hand and makes room for it.
    fn cell(&mut self) -> usize {
        let cell = self.cells.number(&self.subscripts) as usize;
        if cell >= self.ranges.len() {
            self.ranges.resize(cell + 1, Range::default());
        }
        cell
    }

    /// Counts the live range of the value in `cell`.
    fn end(&mut self, cell: usize) {
        let Range { written, read } = self.ranges[cell];
        if read > written {
            let array = self.cells.tuple(cell as u32)[0] as usize;
            let weight = i64::try_from(self.weights[array]).unwrap_or(i64::MAX);
            self.changes[written] = self.changes[written].saturating_add(weight);
            self.changes[read] = self.changes[read].saturating_sub(weight);
        }
    }

    fn most_alive(mut self) -> u64 {
        (0..self.ranges.len()).for_each(|cell| self.end(cell));
        let alive = self.changes.iter().scan(0, |alive, change| {
            *alive = i64::saturating_add(*alive, *change);
            Some(*alive)
        });
        alive.max().unwrap_or(0).unsigned_abs()
    }
}
