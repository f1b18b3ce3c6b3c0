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
use crate::rules::{self, Rule};
use crate::tuples::Tuples;
use polyhedral::{AccessKind, ArrayId, Program, Scop};
use std::collections::BTreeMap;

/// The most cells of `array` that hold a value still to be read, at any time while `program` runs.
///
/// Cells are those of the original array: the accesses' own subscripts at the instances' iterators,
/// so `program` may be the transformed one. `None` where the program can't be run or makes more than
/// `budget` steps (instances and starts of iterations).
pub fn most_alive(
    scop: &Scop,
    program: &Program,
    array: ArrayId,
    parameters: &BTreeMap<String, i64>,
    budget: u64,
) -> Option<u64> {
    let rules = rules::compile(&scop.statements, parameters).ok()?;
    let tree = Tree::compile(program, scop, parameters).ok()?;
    let mut history = History::new(&rules, array);
    let (_, end) =
        tree.run(budget, |point, counters| history.record(point, counters).ok_or(Stop::<()>::Undefined));
    end.ok()?;
    Some(history.most_alive())
}

/// Times count the instances that touch the array, from 1; 0 is before all of them.
struct History<'a> {
    rules: &'a [Vec<Rule>],
    array: ArrayId,
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
    fn new(rules: &'a [Vec<Rule>], array: ArrayId) -> Self {
        History {
            rules,
            array,
            cells: Tuples::default(),
            ranges: Vec::new(),
            changes: vec![0],
            iterators: Vec::new(),
            subscripts: Vec::new(),
        }
    }

    /// Takes note of what the instance does to the array; `None` if an expression has no value.
    fn record(&mut self, point: &Point, counters: &[i64]) -> Option<()> {
        let (rules, array) = (self.rules, self.array);
        let touches = |rule: &&Rule| rule.array == array;
        let mut touching = rules[point.statement].iter().filter(touches).peekable();
        if touching.peek().is_none() {
            return Some(());
        }
        self.iterators.clear();
        for iterator in &point.iterators {
            self.iterators.push(iterator.evaluate(counters)?);
        }
        let now = self.changes.len();
        self.changes.push(0);
        touching.try_for_each(|rule| self.touch(rule, now))
    }

    fn touch(&mut self, rule: &Rule, now: usize) -> Option<()> {
        if !rule.guard.evaluate(&self.iterators)? {
            return Some(());
        }
        let cell = self.cell(rule)?;
        match rule.kind {
            AccessKind::Read => self.ranges[cell].read = now,
            AccessKind::MayWrite if self.ranges[cell] != Range::default() => {}
            AccessKind::MustWrite | AccessKind::MayWrite => {
                self.end(cell);
                self.ranges[cell] = Range { written: now, read: now };
            }
        }
        Some(())
    }

    /// Numbers the cell and makes room for it.
    fn cell(&mut self, rule: &Rule) -> Option<usize> {
        self.subscripts.clear();
        for subscript in &rule.subscripts {
            self.subscripts.push(subscript.evaluate(&self.iterators)?);
        }
        let cell = self.cells.number(&self.subscripts) as usize;
        if cell >= self.ranges.len() {
            self.ranges.resize(cell + 1, Range::default());
        }
        Some(cell)
    }

    /// Counts the live range of the value in `cell`.
    fn end(&mut self, cell: usize) {
        let Range { written, read } = self.ranges[cell];
        if read > written {
            self.changes[written] += 1;
            self.changes[read] -= 1;
        }
    }

    fn most_alive(mut self) -> u64 {
        (0..self.ranges.len()).for_each(|cell| self.end(cell));
        let alive = self.changes.iter().scan(0, |alive, change| {
            *alive += change;
            Some(*alive)
        });
        alive.max().unwrap_or(0).unsigned_abs()
    }
}
