//! Runs both programs at one parameter assignment and compares what they leave in memory.
//!
//! They run on a machine of symbols ([`crate::machine`]) and agree if the transformed program
//!
//! * runs each instance exactly once, as the original does, and no other; where it may be partial, those may be missing
//!   that write nothing but arrays that aren't live-out;
//! * touches no cell outside the extents it declares, none of which is less than one;
//! * writes the same cells of live-out arrays and leaves the same values there.
//!
//! Then they compute the same bits at these sizes, for all inputs and whatever the statements'
//! arithmetic. About other sizes this says nothing: it is a test, not a proof. An assignment at which
//! the original itself leaves its arrays or divides by zero is no size to compare at.
//!
//! No two iterations of a parallel loop, and no two sections, may touch a cell that they share if one of them writes it
//! ([`crate::races`]). So it is enough to run them in the order of the text.
//!
//! Where the two read initial contents of an array whose extents were changed, these count as
//! different: nobody has moved them there.

use crate::compare::Transformed;
use crate::execute::{Stop, Tree};
use crate::explain::Explainer;
use crate::formula::{Formula, Missing, Scope};
use crate::machine::{Machine, Memory, Newcomers, Shape, Tables, Trouble};
use crate::mismatch::Fault;
use crate::rules::{self, Rules};
use polyhedral::{Array, ArrayId, Expression, Program, Scop};
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

/// A transformed program that makes this many times the steps of the original, and the steps below
/// on top, is taken for one that doesn't end. Empty iterations of tiles and guards are allowed for.
const PATIENCE: u64 = 1000;
const PATIENCE_ON_TOP: u64 = 100_000;

/// As many steps are counted in the time of one that is made.
const COUNTED_FOR_ONE: u64 = 16;

/// What the trials of one comparison share.
pub(crate) struct Bench<'a> {
    scop: &'a Scop,
    transformed: &'a Transformed<'a>,
    live_out: &'a [bool],
    /// Steps that may still be made.
    left: u64,
    /// Kept for their memory; each trial starts with empty ones.
    tables: Tables,
}

/// A subscript that is too large for its array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beyond {
    pub(crate) array: ArrayId,
    pub(crate) dimension: usize,
    pub(crate) subscript: i64,
}

/// What one assignment showed.
pub(crate) enum Verdict {
    /// No difference in so many instances.
    Agree(u64),
    /// The original isn't valid there; what it touches behind the end of an array, if that is why.
    Invalid(Option<Beyond>),
    /// A run is longer than this many steps.
    TooLong(u64),
    /// The programs differ.
    Differ(Box<Fault>),
}

impl<'a> Bench<'a> {
    /// A bench that makes at most `steps` in all its trials.
    pub(crate) fn new(
        scop: &'a Scop,
        transformed: &'a Transformed<'a>,
        live_out: &'a [bool],
        steps: u64,
    ) -> Self {
        Bench { scop, transformed, live_out, left: steps, tables: Tables::default() }
    }

    /// Runs both programs at `parameters`; an error says why a program can't be run at all.
    pub(crate) fn compare_at(&mut self, parameters: &BTreeMap<String, i64>) -> Result<Verdict, String> {
        self.tables.clear();
        let rules = rules::compile(self.scop, &self.scop.statements, parameters)?;
        Trial { bench: self, parameters, rules }.original()
    }
}

/// One assignment.
struct Trial<'t, 'a> {
    bench: &'t mut Bench<'a>,
    parameters: &'t BTreeMap<String, i64>,
    rules: Vec<Rules>,
}

/// What a run did.
struct Run {
    steps: u64,
    end: Result<Memory, Stop<Trouble>>,
}

impl Trial<'_, '_> {
    /// Runs the original, and if it is valid goes on to the transformed program.
    fn original(mut self) -> Result<Verdict, String> {
        let shapes = original_shapes(self.bench.scop, self.parameters)?;
        let limit = self.bench.left / 2;
        let (program, none) = (&self.bench.scop.program, BTreeSet::new());
        if self.is_longer(program, limit)? {
            return Ok(Verdict::TooLong(limit));
        }
        let run = self.run(program, &shapes, &none, limit, Newcomers::Allowed)?;
        match run.end {
            Ok(memory) => self.transformed(&memory, run.steps, &shapes),
            Err(Stop::OutOfSteps) => Ok(Verdict::TooLong(limit)),
            Err(Stop::Fault(Trouble::Again(instance))) => {
                let instance = self.explainer().instance(instance);
                Ok(Verdict::Differ(Box::new(Fault::OriginalRepeats(instance))))
            }
            Err(Stop::Fault(Trouble::Race(race))) => {
                let race = self.explainer().race(race);
                Ok(Verdict::Differ(Box::new(Fault::OriginalRaces(race))))
            }
            Err(Stop::Fault(Trouble::Outside { cell, .. })) => {
                Ok(Verdict::Invalid(self.beyond(cell, &shapes)))
            }
            Err(Stop::Undefined | Stop::Fault(_)) => Ok(Verdict::Invalid(None)),
        }
    }

    /// The first subscript of a cell that is too large for its array.
    fn beyond(&self, cell: u32, shapes: &[Shape]) -> Option<Beyond> {
        let [array, subscripts @ ..] = self.bench.tables.cells.tuple(cell) else { return None };
        let array = usize::try_from(*array).ok()?;
        let mut extents = subscripts.iter().zip(&shapes.get(array)?.extents);
        let dimension =
            extents.position(|(subscript, extent)| extent.is_some_and(|extent| *subscript >= extent))?;
        Some(Beyond { array, dimension, subscript: subscripts[dimension] })
    }

    /// Runs the transformed program after the original, which made `steps` and left `original`.
    fn transformed(
        mut self,
        original: &Memory,
        steps: u64,
        original_shapes: &[Shape],
    ) -> Result<Verdict, String> {
        let Transformed { statements, extents, .. } = *self.bench.transformed;
        self.rules = rules::compile(self.bench.scop, statements, self.parameters)?;
        let shapes = transformed_shapes(original_shapes, extents, self.parameters)?;
        if let Some(fault) = self.empty_array(&shapes) {
            return Ok(Verdict::Differ(Box::new(fault)));
        }
        let program = self.bench.transformed.program;
        let patience = steps.saturating_mul(PATIENCE).saturating_add(PATIENCE_ON_TOP);
        let limit = self.bench.left.min(patience);
        let own = self.bench.transformed.own;
        let run = self.run(program, &shapes, own, limit, Newcomers::Refused)?;
        let fault = match run.end {
            Ok(found) => self.first_difference(original, &found),
            Err(Stop::OutOfSteps) if limit < patience => return Ok(Verdict::TooLong(limit)),
            Err(Stop::OutOfSteps) => Some(Fault::Endless(limit)),
            Err(Stop::Undefined) => Some(Fault::Undefined),
            Err(Stop::Fault(trouble)) => Some(self.explainer().trouble(trouble, &shapes)),
        };
        let instances = self.bench.tables.instances.len() as u64;
        Ok(fault.map_or(Verdict::Agree(instances), |fault| Verdict::Differ(Box::new(fault))))
    }

    /// Whether `program` makes more steps than `limit`. To count them is much less work than to make them.
    fn is_longer(&mut self, program: &Program, limit: u64) -> Result<bool, String> {
        let tree = Tree::compile(program, self.bench.scop, self.parameters)?;
        let (steps, end) = tree.run_all::<Infallible>(limit, |_, _| Ok(()));
        let is_longer = end == Err(Stop::OutOfSteps);
        if is_longer {
            self.bench.left -= steps / COUNTED_FOR_ONE;
        }
        Ok(is_longer)
    }

    /// Runs `program` with arrays of these shapes, of which each iteration of a parallel loop has its `own`, for
    /// at most `limit` steps.
    fn run(
        &mut self,
        program: &Program,
        shapes: &[Shape],
        own: &BTreeSet<ArrayId>,
        limit: u64,
        newcomers: Newcomers,
    ) -> Result<Run, String> {
        let tree = Tree::compile(program, self.bench.scop, self.parameters)?;
        let mut machine = Machine::new(&mut self.bench.tables, &self.rules, shapes, own, newcomers);
        let (steps, end) = tree.run_all(limit, |action, counters| machine.act(action, counters));
        let memory = machine.finish();
        self.bench.left -= steps;
        Ok(Run { steps, end: end.map(|()| memory) })
    }

    fn empty_array(&self, shapes: &[Shape]) -> Option<Fault> {
        let arrays = self.bench.scop.arrays.iter().zip(shapes);
        arrays.filter(|(_, shape)| shape.changed).find_map(|(array, shape)| {
            let extent = *shape.extents.iter().flatten().find(|extent| **extent < 1)?;
            Some(Fault::EmptyArray { array: array.c_name.clone(), extent })
        })
    }

    /// The first instance of the original that didn't run, or else the first live-out cell that
    /// holds another value than in `original`.
    fn first_difference(&self, original: &Memory, found: &Memory) -> Option<Fault> {
        let tables = &self.bench.tables;
        let missing = tables.instances.numbers().find(|instance| {
            let statement = tables.instances.tuple(*instance)[0] as usize;
            !found.executed(*instance) && !self.may_miss(statement)
        });
        if let Some(instance) = missing {
            return Some(self.explainer().executions(instance, 1, 0));
        }
        let live_out = |cell: &u32| self.bench.live_out[tables.cells.tuple(*cell)[0] as usize];
        let differs = |cell: &u32| original.value(*cell) != found.value(*cell);
        let cell = tables.cells.numbers().filter(live_out).find(differs)?;
        Some(self.explainer().value(cell, original.value(cell), found.value(cell)))
    }

    /// Whether the program may leave out instances of `statement`.
    fn may_miss(&self, statement: usize) -> bool {
        let accesses = &self.bench.scop.statements[statement].accesses;
        let mut written = accesses.iter().filter(|access| access.writes()).peekable();
        self.bench.transformed.partial
            && written.peek().is_some()
            && written.all(|access| !self.bench.live_out[access.array])
    }

    fn explainer(&self) -> Explainer<'_> {
        Explainer { scop: self.bench.scop, tables: &self.bench.tables }
    }
}

fn original_shapes(scop: &Scop, parameters: &BTreeMap<String, i64>) -> Result<Vec<Shape>, Missing> {
    let shape = |array: &Array| Ok(Shape { extents: sizes(array.limits(), parameters)?, changed: false });
    scop.arrays.iter().map(shape).collect()
}

fn transformed_shapes(
    original: &[Shape],
    extents: &[Vec<Option<Expression>>],
    parameters: &BTreeMap<String, i64>,
) -> Result<Vec<Shape>, Missing> {
    let shape = |(original, extents): (&Shape, &Vec<Option<Expression>>)| {
        let extents = sizes(extents.iter().map(Option::as_ref), parameters)?;
        let differ =
            |(old, new): (&Option<i64>, &Option<i64>)| old.zip(*new).is_some_and(|(old, new)| old != new);
        let changed =
            original.extents.len() != extents.len() || original.extents.iter().zip(&extents).any(differ);
        Ok(Shape { extents, changed })
    };
    original.iter().zip(extents).map(shape).collect()
}

/// The values of those `extents` that are known.
fn sizes<'e>(
    extents: impl Iterator<Item = Option<&'e Expression>>,
    parameters: &BTreeMap<String, i64>,
) -> Result<Vec<Option<i64>>, Missing> {
    let scope = Scope::new(parameters);
    let size = |extent: Option<&Expression>| {
        let formula = extent.map(|extent| Formula::compile(extent, &scope)).transpose()?;
        Ok(formula.and_then(|formula| formula.evaluate(&[])))
    };
    extents.map(size).collect()
}
