//! Loops in parallel (`--parallel`): of the program's order, or of one in which innermost loops go along rows, the outermost
//! ones whose arrays stay small.
//!
//! Iterations that run at the same time keep more alive at once. An array that would grow becomes private to the
//! threads where it can, and is small; else the loops inside are tried.

use crate::cost::{self, Cost};
use crate::pipeline::{Choice, Overlap, Settings, allocate, allocate_beside, maybe_overlapping};
use allocator::size::Reference;
use allocator::{Allocation, expansion};
use analysis::Analysed;
use codegen::parallel::Place;
use diagnostics::Remark;
use isl::ErrorKind;
use polyhedral::{ArrayId, Program, Scop};
use schedule::candidate::{Candidate, Company, Strips};
use schedule::parallel::{Loops, ParallelLoop};
use schedule::{Schedule, user};
use std::collections::{BTreeMap, BTreeSet};

/// A region whose loops are parallel.
pub struct Parallel {
    /// The order, as far as it is certain.
    pub schedule: Schedule,
    /// Where arrays live.
    pub allocations: Vec<Allocation>,
    /// The arrays of which each iteration has its own.
    pub private: BTreeSet<ArrayId>,
    /// The loop tree.
    pub program: Program,
    /// The same with chunks so small that a run at small sizes has many of them, if there are chunks.
    pub small: Option<Program>,
    /// The rows of a chunk; 1 without chunks.
    pub largest: i64,
    /// What runs in strips.
    pub strips: Option<Strips>,
    /// The parallel loops, if they aren't those of chunks.
    pub places: Vec<Place>,
    /// Whether innermost loops go along rows that went down columns.
    pub goes_along_rows: bool,
    /// What it is, in words.
    pub name: String,
    /// What it costs by the model, but that threads share the work.
    pub cost: Cost,
    /// What other orders cost, by their names.
    pub costs: Vec<(String, Cost)>,
    /// Why it isn't another.
    pub remark: Option<Remark>,
}

impl Parallel {
    /// Whether all that runs in parallel in `other` does so here.
    pub fn is_as_parallel(&self, other: &Parallel) -> bool {
        codegen::parallel::is_as_parallel(&self.program, &other.program)
    }

    /// Whether it is as parallel as `other`, and takes no longer.
    pub fn is_as_good_as(&self, other: &Parallel) -> bool {
        self.is_as_parallel(other) && self.cost.time() <= other.cost.time()
    }

    /// Whether threads start no more often than in `other`.
    fn forks_no_more_than(&self, other: &Parallel) -> bool {
        codegen::parallel::starts_no_more(&self.program, &other.program)
    }
}

/// isl operations for legality.
const OPERATIONS: u64 = 20_000_000;

/// By what factor an array may grow.
const MOST_GROWTH: i128 = 2;

/// The largest private array in bytes: they lie on the stacks of threads.
const MOST_PRIVATE: i128 = 1 << 16;

/// A legal order of which loops may become parallel.
pub struct Sequential {
    candidate: Candidate,
    allocations: Vec<Allocation>,
    tree: Program,
}

impl Sequential {
    /// That of the program.
    ///
    /// # Errors
    /// isl's.
    pub fn of_program(analysed: &Analysed, settings: &Settings) -> isl::Result<Self> {
        let schedule = user::program_order(&analysed.scop)?;
        let allocations = allocate(analysed, &schedule, settings)?;
        let candidate = Candidate::alone(schedule, String::new());
        Ok(Sequential { candidate, allocations, tree: analysed.scop.program.clone() })
    }

    /// The one that is best by the model, if all that is new in it is that innermost loops go along rows.
    ///
    /// # Errors
    /// isl's.
    pub(crate) fn along_rows(analysed: &Analysed, choice: &Choice) -> isl::Result<Option<Self>> {
        let Choice { candidate, allocations, tree, .. } = choice;
        if candidate.interchanged.is_empty() || !candidate.fused.is_empty() {
            return Ok(None);
        }
        let tree = match tree {
            Some(tree) => tree.clone(),
            None => codegen::generate::program(&analysed.scop, &candidate.schedule.total, &[])?,
        };
        Ok(Some(Sequential { candidate: candidate.clone(), allocations: allocations.clone(), tree }))
    }

    /// Where arrays live that have windows, whatever else changes.
    fn in_windows(&self) -> BTreeMap<ArrayId, Allocation> {
        let windows = self.candidate.strips.iter().flat_map(|strips| strips.windows.keys());
        windows.map(|array| (*array, self.allocations[*array].clone())).collect()
    }

    /// What the order is in parallel, in words.
    fn name(&self) -> String {
        match self.candidate.schedule.is_program_order {
            true => "in parallel".to_string(),
            false => format!("{}, in parallel", self.candidate.name),
        }
    }
}

/// The region in parallel in an order, or why it can't be.
///
/// # Errors
/// isl's; an exhausted budget is a reason and no error.
pub fn parallel(
    analysed: &Analysed,
    sequential: &Sequential,
    settings: &Settings,
) -> isl::Result<Result<Parallel, String>> {
    let context = analysed.scop.context.context().clone();
    match context.with_budget(OPERATIONS, || find(analysed, sequential, settings)) {
        Err(error) if error.kind == ErrorKind::Quota => {
            Ok(Err("which loops can run in parallel takes too long to tell".into()))
        }
        found => found,
    }
}

fn find(
    analysed: &Analysed,
    sequential: &Sequential,
    settings: &Settings,
) -> isl::Result<Result<Parallel, String>> {
    let scop = &analysed.scop;
    if let Some((name, _)) = scop.counter_used_after() {
        return Ok(Err(format!("`{name}` is used after its loop")));
    }
    let (candidate, tree) = (&sequential.candidate, &sequential.tree);
    let reference = Reference::within(&scop.context, &scop.parameters, &settings.at)?;
    let sizes = Sizes { scop, reference: &reference, sequential: &sequential.allocations };
    let dates = &candidate.schedule.total;
    let may_be_private = |array: ArrayId, dimension: u32| {
        Ok(sizes.bytes(&sequential.allocations, array) <= MOST_PRIVATE
            && expansion::may_be_private(analysed, array, dates, dimension)?)
    };
    let Some(loops) = Loops::new(analysed, dates, &may_be_private)? else {
        return Ok(Err("a statement never runs".into()));
    };
    let (mut overlapping, mut is_short) = (None, false);
    let mut chosen = Vec::new();
    for parallel in loops.outermost()? {
        match maybe_overlapping(scop, &|statement| parallel.statements().contains(&statement)) {
            Some(names) if settings.overlap != Overlap::Assume => overlapping = overlapping.or(Some(names)),
            _ => chosen.push(parallel),
        }
    }
    loop {
        chosen = with_own_windows(&loops, chosen, candidate.strips.as_ref(), &may_be_private)?;
        chosen = agreeing(&loops, chosen, &may_be_private)?;
        if chosen.is_empty() {
            return Ok(Err(match overlapping {
                Some(names) => {
                    format!("{} may overlap; `restrict` would say that they don't", names.join(", "))
                }
                None if is_short => "the loops have too little work for threads".into(),
                None => "each loop hands values on, or would need more memory".into(),
            }));
        }
        let order = loops.order(&chosen)?;
        let schedule = Schedule { order, is_program_order: false, ..candidate.schedule.clone() };
        let known = sequential.in_windows();
        let allocations = allocate_beside(analysed, &schedule, &Company::default(), known, settings)?;
        let Some(grown) = sizes.grown(&allocations) else {
            let places: Vec<_> =
                chosen.iter().map(|p| (p.depth, p.statements().iter().copied().collect())).collect();
            let short = codegen::parallel::too_short(scop, tree, &places);
            if !short.is_empty() {
                chosen = longer(chosen, &short);
                is_short = true;
                continue;
            }
            let private = chosen.iter().flat_map(|parallel| parallel.private.clone()).collect();
            let program = codegen::parallel::marked(tree, &places);
            if !codegen::parallel::has_parallel(&program) {
                return Ok(Err("OpenMP doesn't take the conditions of the loops".into()));
            }
            let cost = Cost::of(analysed, candidate, &allocations, &reference, &settings.caches);
            return Ok(Ok(Parallel {
                schedule,
                allocations,
                private,
                program,
                small: None,
                largest: 1,
                strips: candidate.strips.clone(),
                places,
                goes_along_rows: !candidate.interchanged.is_empty(),
                name: sequential.name(),
                cost,
                costs: Vec::new(),
                remark: None,
            }));
        };
        chosen = without_growth(&loops, chosen, grown, &may_be_private)?;
    }
}

/// So many threads take as long down columns as one along rows.
const THREADS: i128 = 4;

/// The better of the program's order and of one `along_rows`, as far as there are any; `saves` says whether the latter is much faster, with one
/// thread as well.
///
/// # Errors
/// Why there is neither, or none that is better than one thread.
pub fn better(
    unmoved: Result<Parallel, String>,
    along_rows: Option<Result<Parallel, String>>,
    saves: bool,
) -> Result<Parallel, String> {
    let is_better = |rows: &Parallel| match &unmoved {
        Ok(unmoved) => {
            let is_no_slower = rows.cost.time() <= unmoved.cost.time();
            rows.is_as_parallel(unmoved) && rows.forks_no_more_than(unmoved) && is_no_slower
        }
        Err(_) => true,
    };
    match along_rows {
        Some(Ok(rows)) if saves || is_better(&rows) => Ok(rows),
        Some(Err(_)) if saves => Err("one thread along rows is faster than several down columns".into()),
        _ => unmoved,
    }
}

/// Whether an order costs so much less than the program's that threads don't make up for it.
pub(crate) fn is_much_faster(choice: &Choice) -> bool {
    let is_much_less = |(own, chosen): (&Cost, &Cost)| chosen.time().saturating_mul(THREADS) < own.time();
    choice.own_and_chosen().is_some_and(is_much_less)
}

/// `chosen` without the loops that are too `short` for threads.
fn longer(chosen: Vec<ParallelLoop>, short: &[Place]) -> Vec<ParallelLoop> {
    let is_short = |parallel: &ParallelLoop| {
        let statements: BTreeSet<_> = parallel.statements().iter().copied().collect();
        short.iter().any(|place| *place == (parallel.depth, statements.clone()))
    };
    chosen.into_iter().filter(|parallel| !is_short(parallel)).collect()
}

/// Those of `chosen` that agree on which arrays are private: what is private in one loop is so in all that touch
/// it.
fn agreeing(
    loops: &Loops,
    chosen: Vec<ParallelLoop>,
    may_be_private: &dyn Fn(ArrayId, u32) -> isl::Result<bool>,
) -> isl::Result<Vec<ParallelLoop>> {
    let private: BTreeSet<ArrayId> = chosen.iter().flat_map(|parallel| parallel.private.clone()).collect();
    let mut kept = Vec::new();
    for mut parallel in chosen {
        let touched = loops.touched(&parallel);
        let mut agrees = true;
        for array in touched.intersection(&private) {
            agrees &= parallel.private.contains(array) || may_be_private(*array, parallel.dimension)?;
        }
        if agrees {
            parallel.private.extend(touched.intersection(&private));
            kept.push(parallel);
        }
    }
    Ok(kept)
}

/// `chosen` where each iteration has the windows of `strips` for itself, or the loops inside of these: a window has the cells of one strip,
/// and several run at a time.
fn with_own_windows(
    loops: &Loops,
    mut chosen: Vec<ParallelLoop>,
    strips: Option<&Strips>,
    may_be_private: &dyn Fn(ArrayId, u32) -> isl::Result<bool>,
) -> isl::Result<Vec<ParallelLoop>> {
    let Some(strips) = strips else { return Ok(chosen) };
    let holds_strips = |parallel: &ParallelLoop| {
        strips.loops.iter().any(|one| {
            let mut statements = parallel.statements().iter();
            parallel.dimension <= one.dimension && statements.any(|it| one.statements.contains_key(it))
        })
    };
    let shares = |parallel: &ParallelLoop, array: &ArrayId| {
        let is_own = parallel.private.contains(array);
        !is_own && holds_strips(parallel) && loops.touched(parallel).contains(array)
    };
    while let Some(array) =
        strips.windows.keys().find(|array| chosen.iter().any(|parallel| shares(parallel, array)))
    {
        chosen = without_growth(loops, chosen, *array, may_be_private)?;
    }
    Ok(chosen)
}

/// `chosen` with `array` private, or the loops inside of those that touch it.
fn without_growth(
    loops: &Loops,
    chosen: Vec<ParallelLoop>,
    array: ArrayId,
    may_be_private: &dyn Fn(ArrayId, u32) -> isl::Result<bool>,
) -> isl::Result<Vec<ParallelLoop>> {
    let (touching, mut others): (Vec<_>, Vec<_>) =
        chosen.into_iter().partition(|parallel| loops.touched(parallel).contains(&array));
    let mut can_be_private = true;
    for parallel in &touching {
        can_be_private &= !parallel.private.contains(&array) && may_be_private(array, parallel.dimension)?;
    }
    for mut parallel in touching {
        if can_be_private {
            parallel.private.insert(array);
            others.push(parallel);
        } else {
            others.extend(loops.inside(&parallel)?);
        }
    }
    Ok(others)
}

/// How large arrays are.
struct Sizes<'a> {
    scop: &'a Scop,
    reference: &'a Reference,
    /// With one iteration after the other.
    sequential: &'a [Allocation],
}

impl Sizes<'_> {
    fn bytes(&self, allocations: &[Allocation], array: ArrayId) -> i128 {
        let cells = self.reference.cells(&allocations[array].mapping.extents());
        cells.saturating_mul(cost::element(&self.scop.arrays[array]))
    }

    /// An array that is much larger than with one iteration after the other.
    fn grown(&self, allocations: &[Allocation]) -> Option<ArrayId> {
        let is_grown = |array: &ArrayId| {
            let before = self.bytes(self.sequential, *array);
            self.bytes(allocations, *array) > before.saturating_mul(MOST_GROWTH)
        };
        let temporary = |array: &ArrayId| self.scop.arrays[*array].outlives.is_none();
        (0..self.scop.arrays.len()).filter(temporary).find(is_grown)
    }
}
