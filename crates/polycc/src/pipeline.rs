//! The stages of one region, from the model to the checked result.

use crate::apart::{self, Test};
use crate::budget::{self, Budget};
use crate::cache::Caches;
use crate::chunk;
use crate::cost::{self, Cost};
use crate::input::Input;
use crate::output;
use crate::parallel::{self, Parallel};
use crate::progress::Progress;
use crate::reach;
use crate::tile::{self, Tiled, Tiles};
use crate::timing::Timing;
use crate::worth::{self, Price};
use allocator::expansion::Expanded;
use allocator::reallocation::reallocate;
use allocator::renaming;
use allocator::repair::{self, Repair, repair};
use allocator::size::Reference;
use allocator::{Allocation, Decision, Selection};
use analysis::most_alive::{self, Formula};
use analysis::{Analysed, DependenceGraph, Role, bounds, needed, zeros};
use check::{Fault, Outcome, Report, Transformed};
use diagnostics::{Diagnostic, Severity, Span};
use frontend::Constants;
use isl::ErrorKind;
use polyhedral::{ArrayId, Cell, Expression, Mapping, Node, Parameter, Program, Scop, StatementId, Window};
use schedule::Schedule;
use schedule::candidate::{Candidate, Effort, Strips};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// What the user wants of all regions.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Parameter values at which sizes are evaluated (`--at`).
    pub at: BTreeMap<String, i64>,
    /// A schedule that wins over the pragma (`--schedule`), by function.
    pub schedules: BTreeMap<String, String>,
    /// Whether a schedule that violates live ranges gets more memory (`--expand violated`).
    pub expand: bool,
    /// Arrays whose contents nobody needs afterwards (`--temporary`).
    pub temporaries: Vec<String>,
    /// What to aim at (`--optimize`).
    pub aim: Aim,
    /// The caches that orders are judged by (`--cache`).
    pub caches: Caches,
    /// The method of allocation (`--allocator`), if not the best.
    pub method: Option<String>,
    /// What memory is given to (`--memory`).
    pub memory: Memory,
    /// Whether loop nests get tiles (`--tile`), and their sizes, where they are given.
    pub tile: Option<Vec<i64>>,
    /// Whether loops get OpenMP's pragmas (`--parallel`).
    pub parallel: bool,
    /// What a new order makes of pointers that may overlap (`--overlap`).
    pub overlap: Overlap,
    /// What isl may do for one attempt at a region.
    pub budget: Budget,
    /// Who is told how many orders were tried.
    pub progress: Progress,
}

/// What a new order makes of pointers that may overlap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overlap {
    /// The program tests whether they do.
    #[default]
    Test,
    /// They don't.
    Assume,
    /// There is no new order.
    Refuse,
}

/// What memory is given to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Memory {
    /// Arrays, which are contracted.
    #[default]
    Contract,
    /// Statements: what each writes to temporaries gets an array of its own, which is contracted, where that
    /// takes fewer bytes.
    Reallocate,
}

/// What to aim at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// The program's order, with arrays whose subscripts stay apart.
    Order,
    /// The order that is fastest by the model, with arrays that are no slower to reach.
    #[default]
    Speed,
    /// The fewest cells.
    Memory,
}

impl Settings {
    fn selection(&self) -> Selection<'_> {
        match (&self.method, self.aim) {
            (Some(method), _) => Selection::Method(method),
            (None, Aim::Memory) => Selection::Fewest,
            (None, Aim::Order | Aim::Speed) => Selection::Rows,
        }
    }
}

/// A region that went through all stages.
pub struct Region {
    /// The region and its analyses.
    pub analysed: Analysed,
    /// The same with versions of some arrays, where the schedule needs them.
    pub expansion: Option<(Expanded, Analysed)>,
    /// The order in which it runs now.
    pub schedule: Schedule,
    /// The arrays of which each iteration of a parallel loop has its own.
    pub private: BTreeSet<ArrayId>,
    /// Per array of [`Region::built`] what happens to it.
    pub allocations: Vec<Allocation>,
    /// The loop tree that runs now, with subscripts before contraction.
    pub ordered: Program,
    /// The same with tiles, chunks or strips of a few iterations, so that a small run has many of them.
    small: Option<Small>,
    /// Per array of which strips need a few cells, which they are.
    pub windows: BTreeMap<ArrayId, Window>,
    /// Whether its text is written anew although the order stays, for the sake of delay lines.
    pub has_delays: bool,
    /// Whether instances are left out whose values nobody reads.
    is_partial: bool,
    /// Whether these are a good part of all.
    saves: bool,
    /// Whether the order is another one, rather than the program's with fewer instances.
    moves: bool,
    /// The order that polycc chose, by its name, and what each that it considered costs.
    pub choice: Option<(String, Vec<(String, Cost)>)>,
    /// Where the schedule is written, if it is in the source.
    pub directive: Option<Span>,
    /// What the program must test before it runs in this order.
    pub apart: Option<Test>,
    /// What the checker found.
    pub check: Report,
    /// Whether subscripts may leave arrays with constants other than the program's.
    leaves: bool,
    /// Things worth knowing.
    pub remarks: Vec<String>,
    /// What [`Region::most_alive`] has found.
    alive: RefCell<BTreeMap<ArrayId, Option<Formula>>>,
}

/// A loop tree that does in small pieces what the one that is written does in large ones.
struct Small {
    program: Program,
    /// The windows of its strips.
    windows: BTreeMap<ArrayId, Window>,
}

/// Why a region has no result.
#[derive(Clone)]
pub enum Failure {
    /// The user's mistake, or something that polycc doesn't model.
    Refused(Vec<Diagnostic>),
    /// The budget was used up.
    TooHard(Vec<Diagnostic>),
    /// The checker found a difference: a mistake of polycc's.
    Wrong(String),
}

/// Where a region stands.
struct Site<'a> {
    input: &'a Input,
    region: &'a frontend::Region,
    /// Why its text can't be replaced as a whole, as a phrase; then only an order that is prescribed is tried.
    immovable: Option<String>,
    /// Arrays of which the first is released before the other one is obtained.
    turns: Vec<(String, String)>,
}

impl Site<'_> {
    /// What is known where the function starts, and behind that, so that it can be copied; else why it can't.
    fn entries(&self) -> Result<Vec<frontend::Entry>, String> {
        self.input.unit.entries(self.region, &self.input.map)
    }

    /// Whether numbers in the place of lifted constants may help after this `failure`: if there are any, and what was too
    /// hard gets much easier.
    fn is_easier_with_literals(&self, failure: &Failure) -> bool {
        let (parameters, lifted) = self.input.unit.lifted(self.region, &self.input.map);
        lifted > 0 && (2 * lifted >= parameters || !matches!(failure, Failure::TooHard(_)))
    }
}

/// Steps that the checker may make for one region: about a second.
const CHECK_STEPS: u64 = 4_000_000;

/// All stages for one region of `input`.
///
/// # Errors
/// See [`Failure`].
pub fn run(
    input: &Input,
    region: &frontend::Region,
    settings: &Settings,
    timing: &mut Timing,
) -> Result<Region, Failure> {
    if input.is_divided(region) {
        return Err(Failure::Refused(vec![divided(region)]));
    }
    let modes = input.unit.looks_at_modes().filter(|_| settings.parallel);
    let settings = &Settings { parallel: settings.parallel && modes.is_none(), ..settings.clone() };
    let text = input.unit.text(region, &input.map);
    let turns = text.as_ref().map_or_else(|_| Vec::new(), |text| text.turns.clone());
    let site = Site { input, region, immovable: text.err(), turns };
    let mut done = in_either_reading(&site, settings, timing)?;
    done.remarks.extend(modes.map(|place| {
        let line = input.map.line(place.start);
        format!("no parallel loops: line {line} looks at or changes floating-point modes, of which each thread has its own")
    }));
    done.has_delays = settings.aim == Aim::Speed && has_delays(&site, &done);
    Ok(done)
}

/// Whether loops that stay in the order of the program have delay lines, and can be written anew.
fn has_delays(site: &Site, done: &Region) -> bool {
    let is_free = done.is_in_place()
        && done.schedule.order.total().is_some()
        && site.region.isolate().is_none()
        && site.immovable.is_none()
        && done.built().scop.fixed.is_none();
    let any = |layout: &codegen::Layout| codegen::delay::any(layout, &done.ordered);
    is_free && output::with_layout(done, codegen::Spelling::Macros, any)
}

fn in_either_reading(site: &Site, settings: &Settings, timing: &mut Timing) -> Result<Region, Failure> {
    // With large constants as parameters the result can be checked at small sizes; where that
    // loses too much, they are taken as they are.
    let lifted = attempt(site, settings, Constants::Lifted, timing);
    match lifted {
        Ok(done) if done.is_satisfying() && (settings.aim != Aim::Memory || !done.has_lifted()) => Ok(done),
        Err(Failure::Wrong(message)) => Err(Failure::Wrong(message)),
        Err(failure) if !site.is_easier_with_literals(&failure) => Err(failure),
        lifted => {
            let literal = attempt(site, settings, Constants::Literal, timing);
            match (lifted, literal) {
                (Ok(lifted), Ok(literal)) => Ok(better(lifted, literal)),
                (Ok(lifted), Err(_)) => Ok(lifted),
                (Err(Failure::TooHard(why)), Err(Failure::Refused(_))) => Err(Failure::TooHard(why)),
                (_, literal) => literal,
            }
        }
    }
}

fn attempt(
    site: &Site,
    settings: &Settings,
    constants: Constants,
    timing: &mut Timing,
) -> Result<Region, Failure> {
    let context = isl::Context::new();
    let Site { input, region, immovable, .. } = site;
    let model = timing.measure("model", || input.unit.model(region, &input.map, &context, constants));
    let mut scop = model.map_err(Failure::Refused)?;
    for array in &mut scop.arrays {
        if settings.temporaries.contains(&array.c_name) {
            array.outlives = None;
        }
    }
    // new variables are declared in new text
    if immovable.is_some() {
        return finished(scop, site, settings, Start::default(), timing);
    }
    if settings.memory == Memory::Contract {
        let mut best = finished(scop.clone(), site, settings, Start::default(), timing)?;
        for start in others(&best, site, settings, timing) {
            // what has less to do is better, whether loops move or not
            if best.is_partial && !start.partial {
                break;
            }
            // zeros may be all that keeps another block from joining
            if best.moves && !start.partial && !start.zeros {
                continue;
            }
            match finished(scop.clone(), site, settings, start, timing) {
                Ok(other) if other.moves && start.partial && other.does_less_than(&best) => {
                    return Ok(other);
                }
                Ok(other) if other.moves && start.partial => drop(other),
                Ok(other) if other.moves && (!best.moves || other.bytes() < best.bytes()) => best = other,
                Ok(other) if other.is_partial && other.saves && !best.is_partial => best = other,
                Err(Failure::Wrong(message)) => return Err(Failure::Wrong(message)),
                _ => {}
            }
        }
        return Ok(best);
    }
    let per_statement = Start { names: Names::PerStatement, ..Start::default() };
    let reallocated = finished(scop.clone(), site, settings, per_statement, timing);
    match (reallocated, finished(scop, site, settings, Start::default(), timing)) {
        (Err(Failure::Wrong(message)), _) => Err(Failure::Wrong(message)),
        (Ok(reallocated), Err(Failure::Refused(_) | Failure::TooHard(_))) => Ok(reallocated),
        (Ok(reallocated), Ok(contracted)) if reallocated.bytes() < contracted.bytes() => Ok(reallocated),
        (_, contracted) => contracted,
    }
}

/// What the stages start from.
#[derive(Clone, Copy, Debug, Default)]
struct Start {
    /// Whether statements write the zeros of zeroed blocks (`analysis::zeros`).
    zeros: bool,
    /// Whether only those instances are left whose values are read (`analysis::needed`).
    partial: bool,
    names: Names,
}

/// What memory the stages start from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Names {
    /// The program's variables.
    #[default]
    Given,
    /// A variable for each use of one (`allocator::renaming`).
    PerUse,
    /// An array for each statement that writes a temporary (`allocator::reallocation`).
    PerStatement,
}

/// What else the stages may start from: with fewer instances; and where loops stay as they are, with what might join them
/// then.
fn others(done: &Region, site: &Site, settings: &Settings, timing: &mut Timing) -> Vec<Start> {
    let is_asked = settings.tile.is_some() || settings.parallel || settings.aim == Aim::Order;
    let is_told = site.region.schedule.is_some() || site.region.isolate().is_some();
    let Analysed { scop, roles, .. } = &done.analysed;
    if is_asked || is_told || scop.fixed.is_some() {
        return vec![];
    }
    let is_temporary = |id: usize| roles[id] == Role::Temporary && scop.arrays[id].dimensions() > 0;
    let has_temporary = (0..scop.arrays.len()).any(is_temporary);
    let is_renamed = has_temporary && renaming::is_any(&done.analysed).unwrap_or(false);
    let has_zeros = zeros::is_any(&done.analysed);
    let given = Start::default();
    let mut starts = vec![given];
    starts.extend(is_renamed.then_some(Start { names: Names::PerUse, ..given }));
    starts.extend(has_zeros.then_some(Start { zeros: true, ..given }));
    starts.extend((is_renamed && has_zeros).then_some(Start { zeros: true, names: Names::PerUse, ..given }));
    let partial = match (has_temporary || has_zeros) && may_be_partial(done, site, settings, timing) {
        true => starts.iter().map(|start| Start { partial: true, ..*start }).collect(),
        false => vec![],
    };
    // the first is what is done already
    partial.into_iter().chain(starts.split_off(1)).collect()
}

/// isl operations to find out whether all instances are needed.
const NEEDED: u64 = 300_000;

/// Whether a good part of the instances needn't run, and the text without them can be written.
fn may_be_partial(done: &Region, site: &Site, settings: &Settings, timing: &mut Timing) -> bool {
    let scop = &done.analysed.scop;
    let mut counters = scop.statements.iter().flat_map(|statement| &statement.iterators);
    // loops that run less often leave their counters with other values; and modes show what was computed
    if site.input.unit.looks_at_modes().is_some() || counters.any(|counter| counter.used_after.is_some()) {
        return false;
    }
    let context = scop.context.context();
    let mut left = None;
    let found = context.with_budget(NEEDED, || {
        let found = partial(&done.analysed, &settings.at);
        left = context.remaining();
        found
    });
    timing.charge(budget::cost(NEEDED.saturating_sub(left.unwrap_or(0)), scop.parameters.len()));
    found.is_ok_and(|found| found.is_some())
}

/// The region without the instances that nobody needs, if these are a good part of it, which is told, or all those of a statement.
fn partial(analysed: &Analysed, at: &BTreeMap<String, i64>) -> isl::Result<Option<(Scop, bool)>> {
    let Some(mut less) = needed::restricted(analysed)? else { return Ok(None) };
    let reference = Reference::within(&analysed.scop.context, &analysed.scop.parameters, at)?;
    // where conditions choose, a tree without them has fewer iterations for the same instances
    let is_plain = Node::conditions(&analysed.scop.program.body) == 0;
    if is_plain && !is_less(&less, &analysed.scop, &reference)? {
        return Ok(None);
    }
    less.program = codegen::generate::program(&less, &less.schedule, &[])?;
    let mut shown: Vec<StatementId> =
        less.program.instances().iter().map(|instance| instance.statement).collect();
    shown.sort_unstable();
    let mut gone = 0;
    for statement in &less.statements {
        gone += usize::from(statement.domain.is_empty()?);
    }
    // each statement stands at one place
    if shown.windows(2).any(|pair| pair[0] == pair[1]) || shown.len() != less.statements.len() - gone {
        return Ok(None);
    }
    let (before, after) = (cost::instances(&analysed.scop, &reference), cost::instances(&less, &reference));
    let saves = after < before && after <= before - before / LEAST_SAVED;
    Ok((saves || gone > 0).then_some((less, saves)))
}

/// Whether any instance of `whole` is missing at these sizes, rather than at some only.
fn is_less(less: &Scop, whole: &Scop, reference: &Reference) -> isl::Result<bool> {
    for (less, all) in less.statements.iter().zip(&whole.statements) {
        let all = all.domain.clone().intersect_params(whole.context.clone())?;
        if !reference.at(&all)?.is_subset(&reference.at(&less.domain)?)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// One part of so many instances must be needless: rows at borders don't count. Statements that go as a whole do where they keep
/// others apart.
const LEAST_SAVED: i128 = 8;

/// All stages within their budget.
fn finished(
    scop: Scop,
    site: &Site,
    settings: &Settings,
    start: Start,
    timing: &mut Timing,
) -> Result<Region, Failure> {
    let context = scop.context.context().clone();
    let parameters = scop.parameters.len();
    let operations = settings.budget.operations(parameters);
    let mut failure = None;
    let mut left = None;
    let done = context.with_budget(operations, || {
        let done = stages(scop, site, settings, start, timing);
        left = context.remaining();
        match done {
            Ok(done) => Ok(Some(done)),
            Err(Stop::Isl(error)) => Err(error),
            Err(Stop::Failure(stop)) => {
                failure = Some(stop);
                Ok(None)
            }
        }
    });
    timing.charge(budget::cost(operations.saturating_sub(left.unwrap_or(0)), parameters));
    match (done, failure) {
        (_, Some(failure)) => Err(failure),
        (Ok(Some(done)), None) => Ok(done),
        (Ok(None), None) => unreachable!("stages end with a result or a failure"),
        (Err(error), None) if error.kind == isl::ErrorKind::Quota => {
            let problem = too_hard(site.region, &error);
            Err(Failure::TooHard(vec![problem.with_help("a longer `--time-limit` gives it more operations")]))
        }
        (Err(error), None) => Err(Failure::Refused(vec![too_hard(site.region, &error)])),
    }
}

enum Stop {
    Isl(isl::Error),
    Failure(Failure),
}

impl From<isl::Error> for Stop {
    fn from(error: isl::Error) -> Self {
        Stop::Isl(error)
    }
}

fn stages(
    scop: Scop,
    site: &Site,
    settings: &Settings,
    start: Start,
    timing: &mut Timing,
) -> Result<Region, Stop> {
    let Site { region, immovable, turns, .. } = site;
    debug_assert!(
        polyhedral::verify::problems(&scop)
            .map_or_else(|e| e.kind == isl::ErrorKind::Quota, |found| found.is_empty()),
        "the frontend's model"
    );
    let mut analysed = timing.measure("analysis", || Analysed::new(scop))?;
    let nothing = || Stop::Failure(Failure::Refused(vec![]));
    if start.zeros {
        let scop = timing.measure("analysis", || zeros::written(&analysed))?.ok_or_else(nothing)?;
        analysed = Analysed { assumed: analysed.assumed, ..Analysed::new(scop)? };
    }
    let analysed = analysed;
    let partial = match start.partial {
        true => {
            Some(timing.measure("analysis", || only_needed(&analysed, &settings.at))?.ok_or_else(nothing)?)
        }
        false => None,
    };
    let saves = partial.as_ref().is_some_and(|(.., saves)| *saves);
    let partial = partial.map(|(expanded, subject, _)| (expanded, subject));
    let subject = partial.as_ref().map_or(&analysed, |(_, subject)| subject);
    let named = match start.names {
        Names::Given => None,
        Names::PerUse => timing.measure("renaming", || renaming::rename(subject))?,
        Names::PerStatement => timing.measure("reallocation", || reallocate(subject))?,
    };
    let reallocated = match (named, partial) {
        (Some((named, subject)), Some((partial, _))) => Some((named.after(&partial), subject)),
        (named, partial) => named.or(partial),
    };
    let subject = reallocated.as_ref().map_or(&analysed, |(_, subject)| subject);
    let (schedule, repair) = timing.measure("schedule", || order(subject, region, settings))?;
    let Repair { mut private, expanded, .. } = repair;
    let expansion = match (expanded, reallocated) {
        (Some(expanded), Some((before, _))) => Some((expanded.0.after(&before), expanded.1)),
        (expanded, reallocated) => expanded.or(reallocated),
    };
    let built = expansion.as_ref().map_or(&analysed, |(_, built)| built);
    let is_untold =
        schedule.is_program_order && schedule.order.total().is_some() && region.isolate().is_none();
    let is_free = is_untold && analysed.scop.fixed.is_none();
    let may_tile = is_free && expansion.is_none();
    let is_asked = settings.tile.is_some() || settings.parallel;
    let is_held = may_tile && is_asked && immovable.is_some();
    let tiled = match is_held {
        true => None,
        false => timing.measure("tiling", || in_tiles(&analysed, may_tile, settings))?,
    };
    let (tiled, untiled) = match tiled {
        Some(Ok(tiled)) => (Some(tiled), None),
        Some(Err(why)) => (None, Some(format!("no tiles: {why}"))),
        None => (None, None),
    };
    let (mut parallel, serial) = match settings.parallel && tiled.is_none() && !is_held {
        true => match timing.measure("parallel", || in_parallel(&analysed, may_tile, settings))? {
            Ok(parallel) => (Some(parallel), None),
            Err(why) => (None, Some(format!("no parallel loops: {why}"))),
        },
        false => (None, None),
    };
    let unfused = parallel.as_mut().and_then(|parallel| parallel.remark.take());
    let is_open = is_free && tiled.is_none() && parallel.is_none();
    let is_free_to_choose = is_open && settings.aim != Aim::Order;
    let separation = match is_free_to_choose {
        true => separation(built, site, settings.overlap)?,
        false => Separation::Known,
    };
    let hoped = match hoped(built, site, settings)? {
        Ok(test) => test,
        Err(why) => return Err(Stop::Failure(untested(region, &why))),
    };
    let may_reorder = is_free_to_choose && !matches!(separation, Separation::Unknown(_));
    let (apart, overlapping) = match separation {
        Separation::Known => (None, None),
        Separation::Tested(test) => (Some(*test), None),
        Separation::Unknown(why) => (None, why),
    };
    let by_size = match may_reorder && immovable.is_none() {
        true => apart::by_size(built, &|| site.entries(), settings, apart.as_ref())?,
        false => None,
    };
    let proposed = match may_reorder {
        true => {
            let whole = start.partial.then_some(&analysed.scop);
            timing.measure("choice", || {
                let movable = Movable { is_free: immovable.is_none(), turns };
                choose(built, settings, &movable, by_size.is_some(), whole)
            })?
        }
        false => None,
    };
    let is_forgone = proposed.as_ref().is_some_and(|choice| choice.is_forgone);
    let by_size = by_size.filter(|_| proposed.as_ref().is_some_and(|choice| choice.only_large));
    let only_large = by_size.as_ref().map(|_| large_only(settings));
    let (mut tree, mut made) = (None, None);
    let mut tiles = None;
    let mut strips = None;
    let (schedule, allocations, choice) = match (tiled, parallel, proposed) {
        (Some(Tiled { schedule, allocations, tiles: found, name }), ..) => {
            tree = Some(found.program.clone());
            tiles = Some(found);
            (schedule, allocations, Some((name, Vec::new())))
        }
        (None, Some(parallel), _) => {
            let Parallel { program, small, largest, name, mut costs, cost, .. } = parallel;
            tiles = small.map(|small| Tiles { program: program.clone(), small, largest });
            tree = Some(program);
            private = parallel.private;
            costs.extend(tiles.is_some().then(|| (name.clone(), cost)));
            (parallel.schedule, parallel.allocations, Some((name, costs)))
        }
        (None, None, Some(Choice { candidate, allocations, tree: found, costs, .. })) => {
            strips = candidate.strips;
            made = found;
            (candidate.schedule, allocations, Some((candidate.name, costs)))
        }
        (None, None, None) => {
            let allocate = if is_untold { allocate } else { allocate_as_told };
            let allocations = timing.measure("allocation", || allocate(built, &schedule, settings))?;
            (schedule, allocations, None)
        }
    };
    let is_ours = tree.is_some();
    let moves = !schedule.is_program_order;
    // without some of its instances the program's order needs new text
    let schedule = Schedule { is_program_order: !moves && !start.partial, ..schedule };
    let apart = match moves {
        false => hoped,
        true => by_size.or(apart).or(hoped),
    };
    let ordered = match tree {
        Some(tree) => tree,
        None => timing.measure("codegen", || reordered(&built.scop, &schedule, made, expansion.as_ref()))?,
    };
    let windows = strips.as_ref().map(|strips| strips.windows.clone()).unwrap_or_default();
    let strip = windows.values().map(|window| window.strip).max().unwrap_or(1);
    let largest = tiles.as_ref().map_or(strip, |tiles| tiles.largest);
    let span = region.schedule.as_ref().map(|schedule| schedule.span);
    if !schedule.is_program_order
        && !codegen::magnitude::is_moderate(&analysed.scop.program, &ordered, largest)
    {
        return Err(Stop::Failure(unfit("its dates are too large for C's integers", span)));
    }
    if let Some(array) = unrepaired(&built.scop, &allocations) {
        return Err(Stop::Failure(unexpanded(&built.scop.arrays[array], &allocations[array], span)));
    }
    let small = match (tiles, &strips) {
        (Some(tiles), _) => Some(Small { program: tiles.small, windows: BTreeMap::new() }),
        (None, Some(strips)) => {
            let loops = strips.small_loops();
            let program = timing
                .measure("codegen", || codegen::strips::program(&built.scop, &strips.small.total, &loops))?;
            Some(Small { program, windows: strips.small_windows() })
        }
        (None, None) => None,
    };
    let run = |tree: &Program, allocations: &[Allocation]| {
        let remapped = remapped(&built.scop, tree, allocations);
        compare(&analysed.scop, &built.scop, &remapped, allocations, &private, start.partial)
    };
    let check = timing.measure("check", || in_turn(run, &ordered, &allocations, small.as_ref()));
    if let Outcome::Differs(mismatch) = &check.outcome {
        let sparse = "its dates lie so far apart that the loops would hardly come to an end";
        return Err(Stop::Failure(match mismatch.fault {
            Fault::Endless(_) if !schedule.is_program_order => unfit(sparse, span),
            Fault::OriginalRaces(_) => Failure::Refused(vec![racy(region, &mismatch.to_string())]),
            _ => Failure::Wrong(mismatch.to_string()),
        }));
    }
    let mut remarks = remarks(&analysed, &check)?;
    remarks
        .extend(analysed.scop.fixed.iter().filter(|_| is_asked).map(|why| format!("the order stays: {why}")));
    // tiles and parallel loops are refused where that matters
    if moves && !is_ours && apart.is_none() {
        remarks.extend(assumed_apart(&analysed.scop));
    }
    remarks.extend(apart.as_ref().and_then(|test| tested(test, &analysed.scop)));
    remarks.extend(hopes(&analysed.scop));
    remarks.extend(only_large);
    remarks.extend(overlapping);
    remarks.extend(
        expansion
            .as_ref()
            .filter(|_| start.names == Names::PerUse)
            .and_then(|it| renamed(&analysed.scop, &it.0)),
    );
    remarks.extend(start.partial.then(|| left_out(&analysed.scop, built)).transpose()?.flatten());
    remarks.extend(own_copies(&analysed.scop, &private));
    remarks.extend(untiled.into_iter().chain(serial).chain(unfused));
    remarks.extend(immovable.as_ref().filter(|_| is_forgone || is_held).map(|why| unmoved(why)));
    let is_slow = settings.aim == Aim::Speed && !moves && immovable.is_none();
    if let Some((_, costs)) = choice.as_ref().filter(|_| is_slow) {
        let is_known = |it: &Parameter| it.value.is_some() || settings.at.contains_key(&it.name);
        remarks.extend(worth::forgone(costs, analysed.scop.parameters.iter().all(is_known)));
    }
    let directive = region.schedule.as_ref().map(|schedule| schedule.span);
    let is_lifted = analysed.scop.lifted().next().is_some();
    let leaves = is_lifted && !bounds::left_arrays(&analysed)?.is_empty();
    Ok(Region {
        has_delays: false,
        is_partial: start.partial,
        saves,
        moves,
        analysed,
        expansion,
        schedule,
        private,
        allocations,
        ordered,
        small,
        windows,
        choice,
        directive,
        apart,
        check,
        leaves,
        remarks,
        alive: RefCell::default(),
    })
}

/// The region with the instances that are needed, its analyses, and whether it saves a good part; `None` as for [`partial`].
fn only_needed(
    analysed: &Analysed,
    at: &BTreeMap<String, i64>,
) -> isl::Result<Option<(Expanded, Analysed, bool)>> {
    let Some((scop, saves)) = partial(analysed, at)? else { return Ok(None) };
    let again = Analysed { assumed: analysed.assumed.clone(), ..Analysed::new(scop)? };
    let nothing_moved = Expanded { scop: again.scop.clone(), origins: BTreeMap::new(), copies: Vec::new() };
    Ok(needed::keeps_flow(analysed, &again)?.then_some((nothing_moved, again, saves)))
}

/// What is told of instances that don't run any more.
fn left_out(scop: &Scop, built: &Analysed) -> isl::Result<Option<String>> {
    let mut names = BTreeSet::new();
    for (whole, part) in scop.statements.iter().zip(&built.scop.statements) {
        let domain = whole.domain.clone().intersect_params(built.scop.context.clone())?;
        if !domain.is_subset(&part.domain)? {
            let written = whole.accesses.iter().filter(|access| access.writes());
            names.extend(written.map(|access| format!("`{}`", scop.arrays[access.array].c_name)));
        }
    }
    let names: Vec<_> = names.into_iter().collect();
    let text = || format!("not all of {} is read: what isn't is not computed any more", names.join(", "));
    Ok((!names.is_empty()).then(text))
}

fn unmoved(why: &str) -> String {
    format!("this region can't get a new order: {why}")
}

/// What is known of pointers that may overlap.
enum Separation {
    /// They don't, or that is assumed.
    Known,
    /// The program must test it before it runs in another order.
    Tested(Box<Test>),
    /// They may, so the order stays; why, where that matters.
    Unknown(Option<String>),
}

fn separation(analysed: &Analysed, site: &Site, overlap: Overlap) -> isl::Result<Separation> {
    let scop = &analysed.scop;
    let Some(names) = maybe_overlapping(scop, &|_| true).filter(|_| overlap != Overlap::Assume) else {
        return Ok(Separation::Known);
    };
    // a test and a copy are worth it where arrays may shrink
    let may_gain = scop.arrays.iter().any(|array| array.outlives.is_none() && array.dimensions() > 0);
    let stays = |why: String| {
        let names = names.join(", ");
        format!("the order stays, since {names} may overlap{why}; `restrict` would help")
    };
    if !may_gain {
        return Ok(Separation::Unknown(None));
    }
    if overlap == Overlap::Refuse {
        return Ok(Separation::Unknown(Some(stays(String::new()))));
    }
    Ok(match Test::new(analysed, site.entries(), true)? {
        Ok(test) => Separation::Tested(Box::new(test)),
        Err(why) => Separation::Unknown(Some(stays(format!(" and can't be tested: {why}")))),
    })
}

/// The test without which the region isn't right in any order, if there is something to test; inside, why it can't be tested.
fn hoped(analysed: &Analysed, site: &Site, settings: &Settings) -> isl::Result<Result<Option<Test>, String>> {
    if analysed.scop.hopes.is_empty() {
        return Ok(Ok(None));
    }
    if settings.parallel || settings.tile.is_some() || settings.overlap == Overlap::Refuse {
        return Ok(Err("there is to be no copy of the function".into()));
    }
    Ok(Test::new(analysed, site.entries(), false)?.map(|test| (!test.is_empty()).then_some(test)))
}

fn tested(test: &Test, scop: &Scop) -> Option<String> {
    let names: Vec<_> = test.names(scop).iter().map(|name| format!("`{name}`")).collect();
    let text = || {
        let names = names.join(", ");
        format!("where {names} overlap, the function runs as it was; `restrict` saves the test and the copy")
    };
    (!names.is_empty()).then(text)
}

/// What is told of variables that have a name for each use now.
fn renamed(scop: &Scop, expanded: &Expanded) -> Option<String> {
    let variables: BTreeSet<ArrayId> = expanded.origins.values().copied().collect();
    let names: Vec<_> = variables.iter().map(|id| format!("`{}`", scop.arrays[*id].c_name)).collect();
    let text = || {
        format!("one use of {} has nothing to do with the next: each has a name of its own", names.join(", "))
    };
    (!names.is_empty()).then(text)
}

/// What is told of a test of sizes.
fn hopes(scop: &Scop) -> Option<String> {
    let spelled = |name: &str| {
        let parameter = scop.parameters.iter().find(|parameter| parameter.name == name);
        parameter.map(|parameter| Expression::variable(&parameter.spelling))
    };
    let tests = scop.hopes.sizes.iter().map(|condition| {
        let text = polyhedral::print::condition(&condition.substitute(&spelled));
        format!("`{text}`")
    });
    let tests: Vec<_> = tests.collect();
    let text = || {
        let tests = tests.join(", ");
        format!("only where {tests} the function runs so, else as it was; a test at its start tells")
    };
    (!tests.is_empty()).then(text)
}

/// What is told of an order that is better at large sizes only.
fn large_only(settings: &Settings) -> String {
    let bytes = crate::summary::size(settings.caches.third());
    format!(
        "where temporary arrays take less than {bytes}, the function runs as it was, since that is faster then; \
         `--at` tells the sizes beforehand"
    )
}

/// A region whose model relies on what can't be tested.
fn untested(region: &frontend::Region, why: &str) -> Failure {
    let problem = Diagnostic::warning("this region stays as it is: what it relies on can't be tested");
    Failure::Refused(vec![problem.at(region.span, "").with_note(why)])
}

/// isl operations for what becomes of all arrays where loops run in strips.
const STRIPS: u64 = 150_000;

/// At sizes at which the program's arrays need more than that, it doesn't matter which order is faster.
const MOST_MEMORY: i128 = 1 << 40;

/// Sizes at which the program's order must be no faster.
const SIZES: [i64; 5] = [100, 300, 1000, 3000, LARGE];

/// A size at which one array is larger than all caches. It decides where orders cost the same.
const LARGE: i64 = 30_000_000;

/// The order that is best by the model.
pub(crate) struct Choice {
    pub(crate) candidate: Candidate,
    pub(crate) allocations: Vec<Allocation>,
    /// Its loop tree, if that is made already.
    tree: Option<Program>,
    /// What each candidate costs, by its name.
    pub(crate) costs: Vec<(String, Cost)>,
    /// Whether another is better, but may not be taken.
    pub(crate) is_forgone: bool,
    /// Whether it is faster only where its temporaries are larger than all caches.
    pub(crate) only_large: bool,
}

/// Whether a region's text can be replaced as a whole.
pub(crate) struct Movable<'a> {
    /// Whether it can.
    pub(crate) is_free: bool,
    /// Arrays of which the first is released before the other one is obtained, in the program's order alone.
    pub(crate) turns: &'a [(String, String)],
}

impl Movable<'_> {
    /// Any text.
    pub(crate) const FREE: Movable<'static> = Movable { is_free: true, turns: &[] };

    /// Whether two arrays that weren't there together would be, both as large as before.
    fn grows(&self, scop: &Scop, allocations: &[Allocation]) -> bool {
        let is_kept = |name: &String| {
            let id = scop.arrays.iter().position(|array| array.name == *name);
            id.is_some_and(|id| allocations[id].decision == Decision::Kept)
        };
        self.turns.iter().any(|(released, obtained)| is_kept(released) && is_kept(obtained))
    }
}

/// The best legal order, or the program's where the region isn't `movable`; `None` where only the program's own is
/// safe. One that is best at large sizes only, if the program `may_test` these; or if fewer instances than those of the
/// `whole` program make up for what it costs at others.
pub(crate) fn choose(
    analysed: &Analysed,
    settings: &Settings,
    movable: &Movable,
    may_test: bool,
    whole: Option<&Scop>,
) -> isl::Result<Option<Choice>> {
    let scop = &analysed.scop;
    let spared = |reference: &Reference| whole.map_or(0, |whole| cost::spared(whole, scop, reference));
    let reference = Reference::within(&scop.context, &scop.parameters, &settings.at)?;
    let candidates = schedule::candidate::candidates(analysed, &settings.at, effort(settings, scop))?;
    if candidates.len() < 2 {
        return Ok(None);
    }
    let smaller = smaller(scop, settings)?;
    let spare: Vec<i128> = smaller.iter().map(spared).collect();
    let mut costs = Vec::new();
    // the program's order comes first
    let (mut own, mut safe): (Option<Priced>, Vec<Priced>) = (None, vec![]);
    // those of the program's order, which is the first
    let mut limits: Option<Vec<Cost>> = None;
    // with whether a test of sizes must lead to it
    let mut large: Option<(Priced, bool)> = None;
    for mut candidate in candidates {
        if isl::interrupt::is_interrupted() {
            return Ok(None);
        }
        settings.progress.tried();
        let allocate = || allocate_beside(analysed, &candidate.schedule, &candidate.waiting(), settings);
        let mut allocations = match candidate.strips {
            None => allocate()?,
            // what isn't kept in windows is hard to tell across strips
            Some(_) => match scop.context.context().with_budget(STRIPS, allocate) {
                Err(error) if error.kind == isl::ErrorKind::Quota => continue,
                allocations => allocations?,
            },
        };
        let largest = smaller.last().unwrap_or(&reference);
        let tree = match &mut candidate.strips {
            None => None,
            Some(strips) => {
                match in_windows(analysed, &candidate.schedule, strips, &mut allocations, largest)? {
                    None => continue,
                    tree => tree,
                }
            }
        };
        if !candidate.schedule.is_program_order && movable.grows(scop, &allocations) {
            continue;
        }
        let cost_at =
            |reference: &Reference| Cost::of(analysed, &candidate, &allocations, reference, &settings.caches);
        let cost = cost_at(&reference);
        costs.push((candidate.name.clone(), cost));
        let others: Vec<Cost> = smaller.iter().map(cost_at).collect();
        let limits = limits.get_or_insert_with(|| others.clone());
        let is_slower = others.iter().zip(limits.iter()).zip(&spare).any(|((cost, limit), spare)| {
            let most = limit.time().saturating_add(*spare);
            limit.memory <= MOST_MEMORY && cost.time() > most.saturating_add(limit.unnoticed())
        });
        let price = Price { cost, largest: others.last().copied() };
        let is_better_large = largest_known(limits).is_some_and(|size| {
            let (own, cost) = (&limits[size], &others[size]);
            own.memory >= settings.caches.third() && worth::is_clearly_better(own, cost)
        });
        let priced = Priced { price, candidate, allocations, tree, others };
        let time = |price: &Price| price.largest.map_or(0, |cost| cost.time());
        let is_best_large = large.as_ref().is_none_or(|(best, _)| time(&priced.price) < time(&best.price));
        let needs_test = is_slower || whole.is_none();
        let may_be_large = is_slower || priced.candidate.strips.is_none();
        if (may_test || !needs_test) && may_be_large && is_better_large && is_best_large {
            large = Some((priced.clone(), needs_test));
        }
        if !is_slower {
            safe.push(priced.clone());
        }
        own.get_or_insert(priced);
    }
    let (Some(own), Some(best)) = (own, best(safe, settings.aim)) else { return Ok(None) };
    let is_worth = best.candidate.schedule.is_program_order
        || settings.aim != Aim::Speed
        || worth::is_worth(scop, &best.candidate.schedule.total, &own.price, &best.price)?;
    let is_forgone = is_worth && !movable.is_free && !best.candidate.schedule.is_program_order;
    let chosen = if is_worth && !is_forgone { best } else { own };
    let is_better_still = |large: &Priced| {
        let size = limits.as_deref().and_then(largest_known);
        let costs = size.map(|size| (&chosen.others[size], &large.others[size]));
        // strips that leave arrays as large as they were
        let is_half_done =
            |cost: &Cost| chosen.candidate.strips.is_some() && cost.memory >= settings.caches.third();
        chosen.candidate.schedule.is_program_order
            || costs.is_some_and(|(chosen, large)| {
                worth::is_clearly_better(chosen, large)
                    || is_half_done(chosen) && large.memory <= chosen.memory / 2
            })
    };
    let large = large.filter(|(large, _)| settings.aim == Aim::Speed && is_better_still(large));
    let (Priced { candidate, allocations, tree, .. }, only_large) = large.unwrap_or((chosen, false));
    Ok(Some(Choice { candidate, allocations, tree, costs, is_forgone, only_large }))
}

/// The order with the fewest bytes; for speed, of those that are as fast as the fastest as far as the model can tell. The first of
/// several.
fn best(orders: Vec<Priced>, aim: Aim) -> Option<Priced> {
    let fastest = orders.iter().map(|order| order.price.cost).min_by_key(Cost::time)?;
    let is_as_fast = |order: &Priced| {
        let time = order.price.cost.time();
        aim == Aim::Memory || time <= fastest.time().saturating_add(fastest.unnoticed())
    };
    orders.into_iter().filter(is_as_fast).min_by_key(|order| order.price.measure(aim == Aim::Memory))
}

/// An order with what becomes of the arrays, and what that costs.
#[derive(Clone)]
struct Priced {
    price: Price,
    candidate: Candidate,
    allocations: Vec<Allocation>,
    /// Its loop tree, where that had to be made to know that it will do.
    tree: Option<Program>,
    /// What it costs at other sizes.
    others: Vec<Cost>,
}

/// Of [`smaller`] sizes the last at which the program's arrays can be there, by what its own order costs at each.
fn largest_known(own: &[Cost]) -> Option<usize> {
    own.iter().rposition(|own| own.memory <= MOST_MEMORY)
}

/// Sizes that those which nobody knows may have as well: what is fast at large sizes only isn't taken.
fn smaller(scop: &Scop, settings: &Settings) -> isl::Result<Vec<Reference>> {
    let is_unknown =
        |p: &&Parameter| p.value.is_none() && p.factors.is_empty() && !settings.at.contains_key(&p.name);
    let unknown: Vec<_> = scop.parameters.iter().filter(is_unknown).map(|p| p.name.clone()).collect();
    if unknown.is_empty() || settings.aim == Aim::Memory {
        return Ok(Vec::new());
    }
    let at = |size: i64| {
        let mut at = settings.at.clone();
        at.extend(unknown.iter().map(|name| (name.clone(), size)));
        Reference::within(&scop.context, &scop.parameters, &at)
    };
    SIZES.into_iter().map(at).collect()
}

/// How deep loops are fused at most, where innermost loops stay.
const DEEPEST: u32 = 2;

/// Speed keeps innermost loops as they are, so that they stay vector loops; memory fuses as deep as it goes.
fn effort(settings: &Settings, scop: &Scop) -> Effort {
    let deepest = scop.statements.iter().map(|statement| statement.iterators.len() as u32).max();
    let depth = deepest.unwrap_or(0).saturating_sub(1).clamp(1, DEEPEST);
    match settings.aim {
        Aim::Memory => Effort { strips: None, ..Effort::default() },
        Aim::Speed | Aim::Order => {
            let half = u64::try_from(settings.caches.first() / 2).unwrap_or(u64::MAX);
            // threads get chunks
            let strips = (!settings.parallel).then_some(half);
            Effort { depth, strips, ..Effort::default() }
        }
    }
}

/// An array whose versions could not be laid out.
fn unrepaired(scop: &Scop, allocations: &[Allocation]) -> Option<ArrayId> {
    let is_array = |id: &ArrayId| scop.arrays[*id].is_made() && scop.arrays[*id].dimensions() > 0;
    let kept = |id: &ArrayId| is_array(id) && allocations[*id].decision == Decision::Kept;
    (0..scop.arrays.len()).find(kept)
}

fn unexpanded(array: &polyhedral::Array, allocation: &Allocation, span: Option<Span>) -> Failure {
    let reason = allocation.reason.clone().unwrap_or_default();
    let problem = Diagnostic::error(format!(
        "this schedule needs versions of `{}`, and there is no room for them: {reason}",
        array.c_name
    ));
    Failure::Refused(vec![match span {
        Some(span) => problem.at(span, ""),
        None => problem,
    }])
}

/// The user's order if there is one, else the program's; legal, if need be with more memory.
fn order(
    analysed: &Analysed,
    region: &frontend::Region,
    settings: &Settings,
) -> Result<(Schedule, Repair), Stop> {
    let refuse = |diagnostics| Stop::Failure(Failure::Refused(diagnostics));
    let (schedule, span) = wanted(analysed, region, settings).map_err(|problem| match problem {
        Ok(diagnostic) => refuse(vec![diagnostic]),
        Err(error) => Stop::Isl(error),
    })?;
    let nothing = Repair { order: schedule.order.clone(), private: BTreeSet::new(), expanded: None };
    let as_written = schedule.is_program_order && schedule.order.total().is_some();
    if as_written {
        return Ok((schedule, nothing));
    }
    let clashes = schedule::explain::legality(analysed, &schedule, span)?;
    if clashes.is_empty() {
        return Ok((schedule, nothing));
    }
    if schedule.is_program_order {
        let is_ours = region.order.is_some();
        return Err(refuse(clashes.into_iter().map(|clash| race(clash, is_ours)).collect()));
    }
    if !settings.expand {
        return Err(refuse(clashes));
    }
    let parallel = schedule.parallel.first();
    let parallel =
        parallel.map(|outermost| repair::Parallel { dates: &schedule.dates, outermost: *outermost });
    match repair(analysed, &schedule.order, parallel)? {
        Ok(repair) => Ok((Schedule { order: repair.order.clone(), ..schedule }, repair)),
        Err(why) => Err(refuse(
            clashes.into_iter().map(|clash| clash.with_note(format!("`--expand`: {why}"))).collect(),
        )),
    }
}

/// A clash in an order that the program itself leaves open. The region stays, unless the order is one that
/// was given to polycc.
fn race(mut clash: Diagnostic, is_ours: bool) -> Diagnostic {
    if !is_ours {
        clash.severity = Severity::Warning;
        clash = clash.with_note("so what the program computes depends on the threads: the region stays");
    }
    clash
}

/// The order that is asked for and where; an error is the user's or isl's.
#[allow(clippy::type_complexity)]
fn wanted(
    analysed: &Analysed,
    region: &frontend::Region,
    settings: &Settings,
) -> Result<(Schedule, Option<Span>), Result<Diagnostic, isl::Error>> {
    let scop = &analysed.scop;
    if let Some(why) = scop.fixed.as_ref().filter(|_| is_demanding(region, settings)) {
        let problem = Diagnostic::error(format!("this region can't get another order: {why}"));
        let problem = problem.at(region.span, "");
        return Err(Ok(problem.with_help("use local copies of members in bounds and subscripts")));
    }
    if let Some(place) = region.isolate().filter(|_| is_demanding(region, settings)) {
        let problem = Diagnostic::error("this region has an isolated statement and can't get another order");
        return Err(Ok(problem.at(place, "").with_help("leave it out, or the schedule")));
    }
    if let Some(text) = settings.schedules.get(&region.function) {
        if let Some(place) = region.openmp() {
            let problem = Diagnostic::error("this region has OpenMP pragmas and can't get another order");
            return Err(Ok(problem.at(place, "").with_help("leave them out, or the schedule")));
        }
        return schedule::user::parse(scop, text, None, &[]).map(|s| (s, None)).map_err(Ok);
    }
    if let Some(given) = &region.schedule {
        let parallel: Vec<_> = given.parallel.iter().map(|(d, place)| (*d, Some(*place))).collect();
        let parsed = schedule::user::parse(scop, &given.text, Some(given.span), &parallel);
        return parsed.map(|schedule| (schedule, Some(given.span))).map_err(Ok);
    }
    if let Some(given) = &region.order {
        let parsed = schedule::user::parse_order(scop, &given.text, given.span);
        return parsed.map(|schedule| (schedule, Some(given.span))).map_err(Ok);
    }
    schedule::user::program_order(scop).map(|schedule| (schedule, None)).map_err(Err)
}

/// The region in tiles, or why not, if they are wanted.
fn in_tiles(
    analysed: &Analysed,
    is_free: bool,
    settings: &Settings,
) -> isl::Result<Option<Result<Tiled, String>>> {
    match &settings.tile {
        None => Ok(None),
        Some(_) if !is_free => Ok(Some(Err("the region has an order of its own".into()))),
        Some(sizes) => tile::tiled(analysed, settings, sizes).map(Some),
    }
}

/// The region in parallel, or why not.
fn in_parallel(
    analysed: &Analysed,
    is_free: bool,
    settings: &Settings,
) -> isl::Result<Result<Parallel, String>> {
    if !is_free {
        return Ok(Err("the region has an order of its own".into()));
    }
    let unfused = parallel::parallel(analysed, settings)?;
    if settings.aim != Aim::Speed {
        return Ok(unfused);
    }
    Ok(chunk::better(unfused, chunk::in_chunks(analysed, settings)?))
}

/// What becomes of each array under `schedule`, which leaves innermost loops as they are; with `--optimize speed`
/// those stay that would be slower to reach.
///
/// # Errors
/// isl's.
pub(crate) fn allocate(
    analysed: &Analysed,
    schedule: &Schedule,
    settings: &Settings,
) -> isl::Result<Vec<Allocation>> {
    allocate_beside(analysed, schedule, &BTreeSet::new(), settings)
}

/// The same, where some statements wait for one another's results in innermost loops.
fn allocate_beside(
    analysed: &Analysed,
    schedule: &Schedule,
    waiting: &BTreeSet<StatementId>,
    settings: &Settings,
) -> isl::Result<Vec<Allocation>> {
    let scop = &analysed.scop;
    let allocations = allocate_as_told(analysed, schedule, settings)?;
    match settings.aim {
        Aim::Speed if settings.method.is_none() => {
            let reference = Reference::within(&scop.context, &scop.parameters, &settings.at)?;
            reach::without_divisions(analysed, allocations, waiting, &reference)
        }
        _ => Ok(allocations),
    }
}

/// Gives windows to the arrays of which `strips` need no more, where these have fewer cells at sizes as large as `largest`; the loop
/// tree of this order, if there are such arrays, and it reaches them.
fn in_windows(
    analysed: &Analysed,
    schedule: &Schedule,
    strips: &mut Strips,
    allocations: &mut [Allocation],
    largest: &Reference,
) -> isl::Result<Option<Program>> {
    for (array, window) in std::mem::take(&mut strips.windows) {
        if allocations[array].decision != Decision::Kept {
            continue;
        }
        if let Some(found) = allocations[array].in_window(analysed, array, window.cells(), largest)? {
            allocations[array] = found;
            strips.windows.insert(array, window);
        }
    }
    if strips.windows.is_empty() {
        return Ok(None);
    }
    match codegen::strips::program(&analysed.scop, &schedule.total, &strips.loops) {
        Err(error) if error.kind == ErrorKind::Unsupported => Ok(None),
        Err(error) => Err(error),
        Ok(tree) => Ok(codegen::window::have_loops(&analysed.scop, &tree, &strips.windows).then_some(tree)),
    }
}

/// What becomes of each array under `schedule`, whatever it costs to reach.
///
/// # Errors
/// isl's.
pub(crate) fn allocate_as_told(
    analysed: &Analysed,
    schedule: &Schedule,
    settings: &Settings,
) -> isl::Result<Vec<Allocation>> {
    let scop = &analysed.scop;
    let reference = Reference::within(&scop.context, &scop.parameters, &settings.at)?;
    let arrays = 0..scop.arrays.len();
    let selection = settings.selection();
    let allocations = arrays
        .map(|array| allocator::allocate_by(selection, analysed, array, &schedule.order, &reference))
        .collect::<isl::Result<Vec<_>>>()?;
    match settings.aim {
        // arrays of one thread don't share memory with those of all
        Aim::Memory if !schedule.order.has_private() => {
            let only = settings.method.as_deref();
            allocator::sharing::share(analysed, &schedule.order, &reference, only, allocations)
        }
        _ => Ok(allocations),
    }
}

/// A legal schedule that can't be carried out.
fn unfit(why: &str, span: Option<Span>) -> Failure {
    let problem = Diagnostic::error(format!("this schedule can't be carried out: {why}"))
        .with_help("smaller factors give the same order");
    Failure::Refused(vec![match span {
        Some(span) => problem.at(span, ""),
        None => problem,
    }])
}

/// The loop tree in the new order, which may be `made` already, with what must be copied afterwards.
fn reordered(
    scop: &Scop,
    schedule: &Schedule,
    made: Option<Program>,
    expansion: Option<&(Expanded, Analysed)>,
) -> isl::Result<Program> {
    if schedule.is_program_order {
        return Ok(scop.program.clone());
    }
    let mut program = match made {
        Some(program) => program,
        None => codegen::generate::program(scop, &schedule.total, &schedule.parallel)?,
    };
    for copy in expansion.iter().flat_map(|(expanded, _)| &expanded.copies) {
        let cell: Vec<_> = copy.dimensions.iter().map(Expression::variable).collect();
        let from = Cell { array: copy.from, subscripts: [copy.versions.clone(), cell.clone()].concat() };
        let to = Cell { array: copy.to, subscripts: cell };
        program.body.extend(codegen::generate::copies(scop, &copy.cells, &polyhedral::Copy { from, to })?);
    }
    Ok(program)
}

/// `ordered` with the subscripts of the remapped arrays.
fn remapped(scop: &Scop, ordered: &Program, allocations: &[Allocation]) -> Program {
    let remap = |array: ArrayId, cell: &[Expression]| match &allocations[array] {
        Allocation { decision: Decision::Kept, .. } => cell.to_vec(),
        allocation => allocation.mapping.apply(cell),
    };
    let home = |array: ArrayId| allocations[array].block.as_ref().map_or(array, |block| block.host);
    let instance = |instance: &polyhedral::Instance| {
        let accesses = &scop.statements[instance.statement].accesses;
        let cells = accesses.iter().zip(&instance.subscripts);
        let subscripts = cells.map(|(access, cell)| remap(access.array, cell)).collect();
        polyhedral::Instance { subscripts, ..instance.clone() }
    };
    ordered.map(&instance, &|cell| Cell {
        array: home(cell.array),
        subscripts: remap(cell.array, &cell.subscripts),
    })
}

/// The statements of `scop`, whose accesses go to where arrays live.
fn rehomed(scop: &Scop, allocations: &[Allocation]) -> Vec<polyhedral::Statement> {
    let mut statements = scop.statements.clone();
    for access in statements.iter_mut().flat_map(|statement| &mut statement.accesses) {
        if let Some(block) = &allocations[access.array].block {
            access.array = block.host;
        }
    }
    statements
}

/// What `run` finds of `ordered`, and of `small` if that is fine: tiles and strips are larger than the sizes at which it runs.
fn in_turn(
    run: impl Fn(&Program, &[Allocation]) -> Report,
    ordered: &Program,
    allocations: &[Allocation],
    small: Option<&Small>,
) -> Report {
    let report = run(ordered, allocations);
    match (&report.outcome, small) {
        (Outcome::Equal, Some(Small { program, windows })) => run(program, &within(allocations, windows)),
        _ => report,
    }
}

/// `allocations` with `windows` for those of other strips.
fn within(allocations: &[Allocation], windows: &BTreeMap<ArrayId, Window>) -> Vec<Allocation> {
    let mut allocations = allocations.to_vec();
    for (array, window) in windows {
        let rows = &mut allocations[*array].mapping.rows;
        rows.iter_mut().for_each(|row| row.modulus = Expression::Constant(window.cells()));
    }
    allocations
}

/// Runs `program`, made from `built`, against the program of `scop`. Arrays that `built` has beyond those of
/// `scop` are nothing to the latter. Each iteration of a parallel loop has its `own` arrays.
fn compare(
    scop: &Scop,
    built: &Scop,
    program: &Program,
    allocations: &[Allocation],
    own: &BTreeSet<ArrayId>,
    partial: bool,
) -> Report {
    let extents: Vec<Vec<Option<Expression>>> = built
        .arrays
        .iter()
        .zip(allocations)
        .map(|(array, allocation)| match allocation.decision {
            Decision::Kept => array.limits().map(Option::<&Expression>::cloned).collect(),
            _ => allocation.extents().into_iter().map(Some).collect(),
        })
        .collect();
    let live_out: Vec<bool> = built.arrays.iter().map(|array| array.outlives.is_some()).collect();
    let statements = rehomed(built, allocations);
    let transformed = Transformed { program, statements: &statements, extents: &extents, own, partial };
    let more = &built.arrays[scop.arrays.len()..];
    if more.is_empty() {
        return check::compare(scop, &transformed, &live_out, CHECK_STEPS);
    }
    let mut original = scop.clone();
    original.arrays.extend_from_slice(more);
    check::compare(&original, &transformed, &live_out, CHECK_STEPS)
}

fn remarks(analysed: &Analysed, check: &Report) -> isl::Result<Vec<String>> {
    let mut remarks = Vec::new();
    let graph = DependenceGraph::of_flow(analysed)?;
    for dead in graph.dead_statements(analysed) {
        let statement = &analysed.scop.statements[dead];
        // what writes nothing that is known does something else
        if !statement.accesses.iter().any(polyhedral::Access::writes) {
            continue;
        }
        let name = &statement.name;
        remarks.push(format!("nobody uses what {name} computes"));
    }
    if let Outcome::NotChecked(why) = &check.outcome {
        remarks.push(format!("the result was not run for a check: {why}"));
    }
    Ok(remarks)
}

fn own_copies(scop: &Scop, private: &BTreeSet<ArrayId>) -> Option<String> {
    let names: Vec<_> = private.iter().map(|array| format!("`{}`", scop.arrays[*array].c_name)).collect();
    let has = "each thread of a parallel loop has its own";
    (!names.is_empty()).then(|| format!("{has} {}", names.join(", ")))
}

/// A new order relies on pointers not to overlap unless the program says so itself.
fn assumed_apart(scop: &Scop) -> Option<String> {
    let names = maybe_overlapping(scop, &|_| true)?;
    Some(format!("the new order assumes that {} don't overlap; `restrict` would say so", names.join(", ")))
}

/// The arrays of the `reordered` statements of which one may overlap another that is written.
pub(crate) fn maybe_overlapping(scop: &Scop, reordered: &dyn Fn(StatementId) -> bool) -> Option<Vec<String>> {
    let unknown = apart::unknown(scop, reordered);
    let is_written = |id: &ArrayId| apart::accesses(scop, *id, reordered).any(polyhedral::Access::writes);
    let matters = unknown.len() > 1 && unknown.iter().any(is_written);
    matters.then(|| unknown.iter().map(|id| format!("`{}`", scop.arrays[*id].c_name)).collect())
}

/// A function of which a part is there with OpenMP only, or without.
fn divided(region: &frontend::Region) -> Diagnostic {
    let cause = "this region stays as it is: the code of its function depends on `_OPENMP`";
    Diagnostic::warning(cause)
        .at(region.span, "")
        .with_note("what is written may be compiled with OpenMP and without")
}

/// A program whose result depends on the threads.
fn racy(region: &frontend::Region, race: &str) -> Diagnostic {
    Diagnostic::warning("this region stays as it is: what it computes depends on the threads")
        .at(region.span, "")
        .with_note(race)
}

fn too_hard(region: &frontend::Region, error: &isl::Error) -> Diagnostic {
    Diagnostic::warning("this region stays as it is: it is too hard to analyse")
        .at(region.span, "")
        .with_note(error.message.clone())
}

impl Region {
    /// The region that the result is built from: with versions of arrays where the schedule needs them.
    pub fn built(&self) -> &Analysed {
        self.expansion.as_ref().map_or(&self.analysed, |(_, built)| built)
    }

    /// What the checker finds if each iteration of a parallel loop has these arrays for itself, whatever
    /// [`Region::private`] says.
    pub fn check_with(&self, private: &BTreeSet<ArrayId>) -> Report {
        let built = &self.built().scop;
        let run = |tree: &Program, allocations: &[Allocation]| {
            let remapped = remapped(built, tree, allocations);
            compare(&self.analysed.scop, built, &remapped, allocations, private, self.is_partial)
        };
        in_turn(run, &self.ordered, &self.allocations, self.small.as_ref())
    }

    /// Changes strips for those of a few elements, of which a run of its text at small sizes has many, and those for the others
    /// again.
    pub fn exchange_strips(&mut self) {
        if let Some(small) = self.small.as_mut().filter(|_| !self.windows.is_empty()) {
            std::mem::swap(&mut self.ordered, &mut small.program);
            std::mem::swap(&mut self.windows, &mut small.windows);
            self.allocations = within(&self.allocations, &self.windows);
        }
    }

    /// What becomes of an array of the program.
    pub fn allocation(&self, array: ArrayId) -> &Allocation {
        let origins = self.expansion.iter().flat_map(|(expanded, _)| &expanded.origins);
        let target = origins.into_iter().find(|(_, origin)| **origin == array);
        &self.allocations[target.map_or(array, |(target, _)| *target)]
    }

    /// What an array of the program has become: the arrays of [`Region::built`] that hold its values.
    pub fn parts(&self, array: ArrayId) -> Vec<ArrayId> {
        let origins = self.expansion.iter().flat_map(|(expanded, _)| &expanded.origins);
        let parts: Vec<_> = origins.filter(|(_, origin)| **origin == array).map(|(part, _)| *part).collect();
        if parts.is_empty() { vec![array] } else { parts }
    }

    /// How many cells of an array of [`Region::built`] are alive at once, as a formula, if one is found. It takes a
    /// while, but only the first time.
    pub fn most_alive(&self, array: ArrayId) -> Option<Formula> {
        let dates = self.schedule.order.total()?;
        // a number that can't be had is none
        let formula = || most_alive::formula(self.built(), array, dates).ok().flatten();
        self.alive.borrow_mut().entry(array).or_insert_with(formula).clone()
    }

    /// Finds [`Region::most_alive`] of all temporaries, as far as isl gets with so many operations.
    pub fn find_most_alive(&self, operations: u64) {
        let built = self.built();
        let context = built.scop.context.context();
        let find = || {
            for (array, declared) in built.scop.arrays.iter().enumerate() {
                if built.roles[array] == Role::Temporary && declared.dimensions() > 0 {
                    self.most_alive(array);
                }
            }
            Ok(())
        };
        // it finds what it can
        let _ = context.with_budget(operations, find);
    }

    /// Whether the user's loops stay, and only references and declarations change.
    pub fn is_in_place(&self) -> bool {
        let is_same = self.built().scop.arrays.len() == self.analysed.scop.arrays.len();
        let has_other_loops = self.built().scop.is_divided && self.changes();
        self.schedule.is_program_order && is_same && !self.has_delays && !has_other_loops
    }

    /// Per array of [`Region::built`] its new mapping, where it has one.
    pub fn mappings(&self) -> Vec<Option<Mapping>> {
        let changed = |a: &Allocation| (a.decision != Decision::Kept).then(|| a.mapping.clone());
        self.allocations.iter().map(changed).collect()
    }

    /// Whether an array of the analysed region gets another layout.
    pub fn is_reshaped(&self, array: ArrayId) -> bool {
        self.allocation(array).decision != Decision::Kept
    }

    /// Whether anything in the text changes.
    pub fn changes(&self) -> bool {
        !self.schedule.is_program_order || self.mappings().iter().any(Option::is_some)
    }

    /// How many bytes of temporaries the program doesn't need any more, with its real constants.
    pub fn saved(&self) -> i128 {
        let scop = &self.analysed.scop;
        let reference = Reference::new(&scop.parameters, &BTreeMap::new());
        cost::declared(scop, &reference) - self.bytes()
    }

    /// Whether the other reading of constants can't do better: everything that may shrink does, and
    /// the result was run.
    fn is_satisfying(&self) -> bool {
        let scop = &self.analysed.scop;
        let stuck = (0..scop.arrays.len()).any(|id| {
            // also where values from before the region seem to be read: it may be for other sizes only
            let array = &scop.arrays[id];
            let may_shrink = array.outlives.is_none() && array.dimensions() > 0;
            may_shrink && !self.is_reshaped(id)
        });
        !self.has_lifted() || !(stuck || self.leaves || !self.was_run())
    }

    fn has_lifted(&self) -> bool {
        self.analysed.scop.lifted().next().is_some()
    }

    fn was_run(&self) -> bool {
        !matches!(self.check.outcome, Outcome::NotChecked(_))
    }

    /// Bytes of all temporaries with the program's real constants, for comparing two results.
    fn bytes(&self) -> i128 {
        let reference = Reference::new(&self.analysed.scop.parameters, &BTreeMap::new());
        cost::memory(self.built(), &self.allocations, &reference)
    }

    /// The time of its order at the reference sizes, by the model.
    fn time(&self) -> Option<i128> {
        let (chosen, costs) = self.choice.as_ref()?;
        costs.iter().find(|(name, _)| name == chosen).map(|(_, cost)| cost.time())
    }

    /// Whether this, in which fewer instances run, is better than `other`: where these are few, it must keep no more, and take no
    /// longer.
    fn does_less_than(&self, other: &Region) -> bool {
        let is_no_longer = || self.time().zip(other.time()).is_some_and(|(own, others)| own <= others);
        self.saves || !other.moves || (self.bytes() <= other.bytes() && is_no_longer())
    }
}

/// The result with fewer cells, if it is as sure; where they are equal, the one that was run, at small sizes if both were.
fn better(lifted: Region, literal: Region) -> Region {
    let is_as_sure = literal.was_run() || !lifted.is_satisfying();
    let is_surer = literal.was_run() && !lifted.was_run();
    let (of_literal, of_lifted) = (literal.bytes(), lifted.bytes());
    let keeps_less = of_literal < of_lifted || (is_surer && of_literal == of_lifted);
    if lifted.leaves || (is_as_sure && keeps_less) { literal } else { lifted }
}

/// Whether `region` was given orders that must not be dropped silently.
pub fn is_demanding(region: &frontend::Region, settings: &Settings) -> bool {
    let is_ordered = region.schedule.is_some() || region.order.is_some();
    is_ordered || settings.schedules.contains_key(&region.function)
}

/// The diagnostics of a refused region: errors where the user demanded something of it.
pub fn severe(diagnostics: Vec<Diagnostic>, demanding: bool) -> Vec<Diagnostic> {
    let raise = |mut diagnostic: Diagnostic| {
        if demanding && diagnostic.severity == Severity::Warning {
            diagnostic.severity = Severity::Error;
            let note = "a schedule is given for this region, so it can't be left as it is";
            diagnostic = diagnostic.with_note(note);
        }
        diagnostic
    };
    diagnostics.into_iter().map(raise).collect()
}

/// Reads a file of schedules: `function: { … }` for each, with an optional `[N, M] ->` before the brace.
///
/// # Errors
/// A sentence about the first entry that isn't of this form.
pub fn schedules(text: &str) -> Result<BTreeMap<String, String>, String> {
    let mut schedules = BTreeMap::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = rest.find('}').ok_or("a schedule ends with `}`")?;
        let (entry, after) = rest.split_at(end + 1);
        let (function, map) = entry.split_once(':').ok_or("expected `function: { … }`")?;
        let function = function.trim();
        let is_name = function.chars().all(|c| c.is_alphanumeric() || c == '_') && !function.is_empty();
        if !is_name {
            return Err(format!("`{function}` is not the name of a function; expected `function: {{ … }}`"));
        }
        schedules.insert(function.to_string(), map.trim().to_string());
        rest = after.trim();
    }
    Ok(schedules)
}
