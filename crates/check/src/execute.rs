//! Runs a loop tree at fixed parameter values, as C would.
//!
//! The tree may come from a stage with a bug, so nothing is taken for granted: a counter that never
//! meets its bound ends with the step limit, a tree that doesn't fit the region's statements is
//! refused before it runs.

use crate::formula::{Formula, Missing, Scope, Test};
use polyhedral::{ArrayId, Cell, Instance, Loop, Node, Program, Scop, StatementId};
use std::collections::BTreeMap;

/// A [`Program`] whose parameters have values.
pub(crate) struct Tree {
    body: Vec<Step>,
    /// The number of nested loops.
    depth: usize,
}

enum Step {
    Loop {
        slot: usize,
        initial: Formula,
        condition: Test,
        increment: i64,
        parallel: bool,
        body: Vec<Step>,
    },
    If {
        condition: Test,
        then_body: Vec<Step>,
        else_body: Vec<Step>,
    },
    /// Sections of a parallel program.
    Sections(Vec<Vec<Step>>),
    Point(Point),
    Move(Move),
}

/// A value that moves from one cell to another: a [`polyhedral::Copy`].
pub(crate) struct Move {
    pub(crate) from: (ArrayId, Vec<Formula>),
    pub(crate) to: (ArrayId, Vec<Formula>),
}

/// What a run does.
pub(crate) enum Action<'a> {
    Point(&'a Point),
    Move(&'a Move),
    /// An iteration of a parallel loop begins that isn't inside of another.
    Iteration,
}

/// In which direction parallel loops run, as they may run in any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Forwards,
    Backwards,
}

/// A statement instance: an [`Instance`] over the counters of the loops around it, outermost first.
pub(crate) struct Point {
    pub(crate) statement: StatementId,
    pub(crate) iterators: Vec<Formula>,
    pub(crate) subscripts: Vec<Vec<Formula>>,
}

/// Why a run ended early. `F` is what the visitor of the instances found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Stop<F> {
    /// The limit of steps was reached.
    OutOfSteps,
    /// An expression had no value.
    Undefined,
    /// The visitor objected.
    Fault(F),
}

impl Tree {
    /// `program` at these parameter values, or why it can't be run.
    pub(crate) fn compile(
        program: &Program,
        scop: &Scop,
        parameters: &BTreeMap<String, i64>,
    ) -> Result<Self, String> {
        let mut compiler = Compiler { scop, scope: Scope::new(parameters), depth: 0 };
        let body = compiler.sequence(&program.body)?;
        Ok(Tree { body, depth: compiler.depth })
    }

    /// Calls `visit` for each instance in order, with the counters. A step is an instance or the
    /// start of a loop's iteration; at most `limit` are made. Returns how many were, and why the
    /// run ended early if it did.
    pub(crate) fn run<F>(
        &self,
        limit: u64,
        mut visit: impl FnMut(&Point, &[i64]) -> Result<(), Stop<F>>,
    ) -> (u64, Result<(), Stop<F>>) {
        self.run_all(limit, Direction::Forwards, |action, counters| match action {
            Action::Point(point) => visit(point, counters),
            Action::Move(_) | Action::Iteration => Ok(()),
        })
    }

    /// As [`Tree::run`], with the copies, and with parallel loops and sections in that direction.
    pub(crate) fn run_all<F>(
        &self,
        limit: u64,
        direction: Direction,
        visit: impl FnMut(Action, &[i64]) -> Result<(), Stop<F>>,
    ) -> (u64, Result<(), Stop<F>>) {
        let mut run =
            Run { counters: vec![0; self.depth], left: limit, direction, in_parallel: false, visit };
        let end = run.sequence(&self.body);
        (limit - run.left, end)
    }
}

impl From<Missing> for String {
    fn from(missing: Missing) -> String {
        format!("the variable `{}` has no value", missing.0)
    }
}

struct Compiler<'a> {
    scop: &'a Scop,
    scope: Scope<'a>,
    depth: usize,
}

impl<'a> Compiler<'a> {
    fn sequence(&mut self, nodes: &'a [Node]) -> Result<Vec<Step>, String> {
        nodes.iter().map(|node| self.node(node)).collect()
    }

    fn node(&mut self, node: &'a Node) -> Result<Step, String> {
        match node {
            Node::Loop(node) => self.counted(node),
            Node::If { condition, then_body, else_body } => Ok(Step::If {
                condition: Test::compile(condition, &self.scope)?,
                then_body: self.sequence(then_body)?,
                else_body: self.sequence(else_body)?,
            }),
            Node::Sections(sections) => {
                let bodies = sections.iter().map(|body| self.sequence(body));
                Ok(Step::Sections(bodies.collect::<Result<_, _>>()?))
            }
            Node::Instance(instance) => self.point(instance).map(Step::Point),
            Node::Copy(copy) => {
                let cell = |cell: &Cell| -> Result<_, String> {
                    Ok((cell.array, Formula::compile_all(&cell.subscripts, &self.scope)?))
                };
                Ok(Step::Move(Move { from: cell(&copy.from)?, to: cell(&copy.to)? }))
            }
        }
    }

    fn counted(&mut self, node: &'a Loop) -> Result<Step, String> {
        let initial = Formula::compile(&node.initial, &self.scope)?;
        let slot = self.scope.enter(&node.iterator);
        self.depth = self.depth.max(slot + 1);
        let condition = Test::compile(&node.condition, &self.scope)?;
        let body = self.sequence(&node.body)?;
        self.scope.leave();
        Ok(Step::Loop { slot, initial, condition, increment: node.step, parallel: node.parallel, body })
    }

    fn point(&self, instance: &Instance) -> Result<Point, String> {
        let number = instance.statement;
        let statement = self.scop.statements.get(number);
        let statement = statement.ok_or_else(|| format!("there is no statement {number}"))?;
        let fits = instance.iterators.len() == statement.iterators.len()
            && instance.subscripts.len() == statement.accesses.len();
        if !fits {
            return Err(format!("an instance of {} has the wrong shape", statement.name));
        }
        let subscripts = instance.subscripts.iter();
        Ok(Point {
            statement: number,
            iterators: Formula::compile_all(&instance.iterators, &self.scope)?,
            subscripts: subscripts
                .map(|cell| Formula::compile_all(cell, &self.scope))
                .collect::<Result<_, _>>()?,
        })
    }
}

struct Run<V> {
    counters: Vec<i64>,
    left: u64,
    direction: Direction,
    /// Whether a loop around runs in parallel.
    in_parallel: bool,
    visit: V,
}

impl<F, V: FnMut(Action, &[i64]) -> Result<(), Stop<F>>> Run<V> {
    fn sequence(&mut self, steps: &[Step]) -> Result<(), Stop<F>> {
        steps.iter().try_for_each(|step| match step {
            Step::Loop { slot, initial, condition, increment, parallel, body } => {
                self.counters[*slot] = initial.evaluate(&self.counters).ok_or(Stop::Undefined)?;
                let is_outermost = *parallel && !self.in_parallel;
                self.in_parallel |= is_outermost;
                let end = match self.direction {
                    Direction::Backwards if *parallel => {
                        self.backwards(*slot, condition, *increment, body, is_outermost)
                    }
                    _ => self.iterate(*slot, condition, *increment, body, is_outermost),
                };
                self.in_parallel &= !is_outermost;
                end
            }
            Step::If { condition, then_body, else_body } => {
                let holds = condition.evaluate(&self.counters).ok_or(Stop::Undefined)?;
                self.sequence(if holds { then_body } else { else_body })
            }
            Step::Sections(bodies) => match self.direction {
                Direction::Forwards => bodies.iter().try_for_each(|body| self.sequence(body)),
                Direction::Backwards => bodies.iter().rev().try_for_each(|body| self.sequence(body)),
            },
            Step::Point(point) => {
                self.spend()?;
                (self.visit)(Action::Point(point), &self.counters)
            }
            Step::Move(copy) => {
                self.spend()?;
                (self.visit)(Action::Move(copy), &self.counters)
            }
        })
    }

    fn iterate(
        &mut self,
        slot: usize,
        condition: &Test,
        increment: i64,
        body: &[Step],
        starts_threads: bool,
    ) -> Result<(), Stop<F>> {
        while condition.evaluate(&self.counters).ok_or(Stop::Undefined)? {
            self.spend()?;
            self.begin(starts_threads)?;
            self.sequence(body)?;
            let next = self.counters[slot].checked_add(increment);
            self.counters[slot] = next.ok_or(Stop::Undefined)?;
        }
        Ok(())
    }

    /// The iterations from last to first. A parallel loop's bound doesn't change while it runs.
    fn backwards(
        &mut self,
        slot: usize,
        condition: &Test,
        increment: i64,
        body: &[Step],
        starts_threads: bool,
    ) -> Result<(), Stop<F>> {
        let mut values = Vec::new();
        while condition.evaluate(&self.counters).ok_or(Stop::Undefined)? {
            self.spend()?;
            values.push(self.counters[slot]);
            let next = self.counters[slot].checked_add(increment);
            self.counters[slot] = next.ok_or(Stop::Undefined)?;
        }
        values.into_iter().rev().try_for_each(|value| {
            self.counters[slot] = value;
            self.begin(starts_threads)?;
            self.sequence(body)
        })
    }

    /// Tells that an iteration begins, if it is one that a thread may run by itself.
    fn begin(&mut self, starts_threads: bool) -> Result<(), Stop<F>> {
        if starts_threads { (self.visit)(Action::Iteration, &self.counters) } else { Ok(()) }
    }

    fn spend(&mut self) -> Result<(), Stop<F>> {
        self.left = self.left.checked_sub(1).ok_or(Stop::OutOfSteps)?;
        Ok(())
    }
}
