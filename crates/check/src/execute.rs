//! Runs a loop tree at fixed parameter values, as C would.
//!
//! The tree may come from a stage with a bug, so nothing is taken for granted: a counter that never
//! meets its bound ends with the step limit, a tree that doesn't fit the region's statements is
//! refused before it runs.

use crate::formula::{Formula, Missing, Scope, Test};
use polyhedral::{ArrayId, Cell, Instance, Loop, Node, Program, Scop, StatementId};
use std::collections::{BTreeMap, BTreeSet};

/// A [`Program`] whose parameters have values.
pub(crate) struct Tree {
    body: Vec<Step>,
    /// The number of nested loops.
    depth: usize,
    /// By parallel loop or sections: what each iteration has for itself.
    private: Vec<BTreeSet<ArrayId>>,
}

enum Step {
    Loop {
        slot: usize,
        initial: Formula,
        condition: Test,
        increment: i64,
        /// A position in [`Tree::private`], if it is parallel.
        parallel: Option<usize>,
        body: Vec<Step>,
    },
    If {
        condition: Test,
        then_body: Vec<Step>,
        else_body: Vec<Step>,
    },
    /// Sections of a parallel program, and the position in [`Tree::private`].
    Sections(Vec<Vec<Step>>, usize),
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
    /// A parallel loop begins, or sections, of which each iteration has these arrays for itself.
    Enter(&'a BTreeSet<ArrayId>),
    /// The next iteration of the innermost parallel loop begins, or the next section.
    Iterate,
    /// It ends.
    Leave,
}

/// A statement instance: an [`Instance`] over the counters of the loops around it, outermost first.
pub(crate) struct Point {
    pub(crate) statement: StatementId,
    pub(crate) iterators: Vec<Formula>,
    pub(crate) subscripts: Vec<Vec<Formula>>,
    /// The slot of the first of the statement's unknown subscripts, behind those of the counters.
    pub(crate) unknown: usize,
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
        let scope = Scope::new(parameters);
        let mut compiler = Compiler { scop, scope, depth: 0, around: 0, private: Vec::new() };
        let body = compiler.sequence(&program.body)?;
        Ok(Tree { body, depth: compiler.depth, private: compiler.private })
    }

    /// Calls `visit` for each instance in order, with the counters. A step is an instance or the
    /// start of a loop's iteration; at most `limit` are made. Returns how many were, and why the
    /// run ended early if it did.
    pub(crate) fn run<F>(
        &self,
        limit: u64,
        mut visit: impl FnMut(&Point, &[i64]) -> Result<(), Stop<F>>,
    ) -> (u64, Result<(), Stop<F>>) {
        self.run_all(limit, |action, counters| match action {
            Action::Point(point) => visit(point, counters),
            _ => Ok(()),
        })
    }

    /// As [`Tree::run`], with the copies, and what begins and ends. Parallel loops and sections run in the order of
    /// the text.
    pub(crate) fn run_all<'t, F>(
        &'t self,
        limit: u64,
        visit: impl FnMut(Action<'t>, &[i64]) -> Result<(), Stop<F>>,
    ) -> (u64, Result<(), Stop<F>>) {
        let mut run = Run { counters: vec![0; self.depth], left: limit, private: &self.private, visit };
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
    /// The number of loops and sections around.
    around: u32,
    private: Vec<BTreeSet<ArrayId>>,
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
                let position = self
                    .construct(&sections.iter().flat_map(|body| Node::instances(body)).collect::<Vec<_>>());
                self.around += 1;
                let bodies = sections.iter().map(|body| self.sequence(body));
                let bodies = bodies.collect::<Result<_, _>>()?;
                self.around -= 1;
                Ok(Step::Sections(bodies, position))
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
        let parallel = node.parallel.then(|| self.construct(&Node::instances(&node.body)));
        let initial = Formula::compile(&node.initial, &self.scope)?;
        let slot = self.scope.enter(&node.iterator);
        self.depth = self.depth.max(slot + 1);
        let condition = Test::compile(&node.condition, &self.scope)?;
        self.around += 1;
        let body = self.sequence(&node.body)?;
        self.around -= 1;
        self.scope.leave();
        Ok(Step::Loop { slot, initial, condition, increment: node.step, parallel, body })
    }

    /// The position in [`Tree::private`] of the construct that holds `instances`: what the program says is private
    /// in it, where it is one of the program's own.
    fn construct(&mut self, instances: &[&Instance]) -> usize {
        let dimension = 2 * self.around + 1;
        let entry = self.scop.unordered.iter().find(|entry| {
            let statements = instances.iter().map(|instance| &instance.statement);
            entry.dimension == dimension && statements.eq(&entry.statements)
        });
        self.private.push(entry.map(|entry| entry.private.iter().copied().collect()).unwrap_or_default());
        self.private.len() - 1
    }

    fn point(&mut self, instance: &'a Instance) -> Result<Point, String> {
        let number = instance.statement;
        let statement = self.scop.statements.get(number);
        let statement = statement.ok_or_else(|| format!("there is no statement {number}"))?;
        let fits = instance.iterators.len() == statement.iterators.len()
            && instance.subscripts.len() == statement.accesses.len();
        if !fits {
            return Err(format!("an instance of {} has the wrong shape", statement.name));
        }
        let iterators = Formula::compile_all(&instance.iterators, &self.scope)?;
        let unknown = self.scope.len();
        statement.unknown.iter().for_each(|unknown| {
            self.scope.enter(&unknown.name);
        });
        let subscripts = instance.subscripts.iter();
        let subscripts: Result<_, Missing> =
            subscripts.map(|cell| Formula::compile_all(cell, &self.scope)).collect();
        statement.unknown.iter().for_each(|_| self.scope.leave());
        Ok(Point { statement: number, iterators, subscripts: subscripts?, unknown })
    }
}

struct Run<'t, V> {
    counters: Vec<i64>,
    left: u64,
    private: &'t [BTreeSet<ArrayId>],
    visit: V,
}

impl<'t, F, V: FnMut(Action<'t>, &[i64]) -> Result<(), Stop<F>>> Run<'t, V> {
    fn sequence(&mut self, steps: &'t [Step]) -> Result<(), Stop<F>> {
        steps.iter().try_for_each(|step| match step {
            Step::Loop { slot, initial, condition, increment, parallel, body } => {
                self.counters[*slot] = initial.evaluate(&self.counters).ok_or(Stop::Undefined)?;
                self.enter(*parallel)?;
                while condition.evaluate(&self.counters).ok_or(Stop::Undefined)? {
                    self.spend()?;
                    self.iterate(*parallel)?;
                    self.sequence(body)?;
                    let next = self.counters[*slot].checked_add(*increment);
                    self.counters[*slot] = next.ok_or(Stop::Undefined)?;
                }
                self.leave(*parallel)
            }
            Step::If { condition, then_body, else_body } => {
                let holds = condition.evaluate(&self.counters).ok_or(Stop::Undefined)?;
                self.sequence(if holds { then_body } else { else_body })
            }
            Step::Sections(bodies, parallel) => {
                self.enter(Some(*parallel))?;
                for body in bodies {
                    self.iterate(Some(*parallel))?;
                    self.sequence(body)?;
                }
                self.leave(Some(*parallel))
            }
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

    fn enter(&mut self, parallel: Option<usize>) -> Result<(), Stop<F>> {
        self.tell(parallel.map(|construct| Action::Enter(&self.private[construct])))
    }

    fn iterate(&mut self, parallel: Option<usize>) -> Result<(), Stop<F>> {
        self.tell(parallel.map(|_| Action::Iterate))
    }

    fn leave(&mut self, parallel: Option<usize>) -> Result<(), Stop<F>> {
        self.tell(parallel.map(|_| Action::Leave))
    }

    fn tell(&mut self, action: Option<Action<'t>>) -> Result<(), Stop<F>> {
        action.map_or(Ok(()), |action| (self.visit)(action, &self.counters))
    }

    fn spend(&mut self) -> Result<(), Stop<F>> {
        self.left = self.left.checked_sub(1).ok_or(Stop::OutOfSteps)?;
        Ok(())
    }
}
