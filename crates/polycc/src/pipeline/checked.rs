//! A plan carried out: its loop tree, which is run against the program's.

use super::failure::{Failure, Stop, racy, unexpanded, unfit};
use super::given::unrepaired;
use super::plan::{Pieces, Plan, Way};
use super::region::{Region, Small};
use super::settings::{Aim, Settings};
use super::start::Subject;
use super::usual::{self, Narrowed};
use super::{Site, remarks};
use crate::timing::Timing;
use allocator::{Allocation, Decision};
use analysis::bounds;
use check::{Fault, Mismatch, Outcome, Report, Transformed};
use codegen::items::Cells;
use diagnostics::Span;
use polyhedral::{ArrayId, Cell, Condition, Expression, Program, Scop, Window};
use schedule::Schedule;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// The region as `plan` has it, run against the program.
///
/// # Errors
/// A refusal, or that the two differ; isl's.
pub(super) fn checked(
    mut plan: Plan,
    site: &Site,
    settings: &Settings,
    timing: &mut Timing,
) -> Result<Region, Stop> {
    let ordered = timing.measure("codegen", || reordered(&plan))?;
    let usual = timing.measure("codegen", || narrowed(&plan, &ordered))?;
    if let (Some(usual), Some(test)) = (&usual, plan.apart.as_mut()) {
        test.asks_for(usual.condition.clone());
    }
    let Plan { subject, way, .. } = &plan;
    let Way { schedule, allocations, private, pieces, .. } = way;
    let Subject { analysed, .. } = subject;
    let built = &subject.built().scop;
    // the tree is run at sizes for which it is
    let (ordered, original) = match usual {
        None => (ordered, analysed.scop.clone()),
        Some(Narrowed { program, condition }) => {
            let assumptions = Condition::And(vec![analysed.scop.assumptions.clone(), condition]);
            (program, Scop { assumptions, ..analysed.scop.clone() })
        }
    };
    let is_whole = settings.aim == Aim::Speed && !settings.parallel && matches!(pieces, Pieces::None);
    let ordered = match is_whole && !schedule.is_program_order {
        true => codegen::interior::with_whole_windows(ordered),
        false => ordered,
    };
    let span = directive(site);
    if !schedule.is_program_order
        && !codegen::magnitude::is_moderate(&analysed.scop.program, &ordered, pieces.largest())
    {
        return Err(Stop::Failure(unfit("its dates are too large for C's integers", span)));
    }
    let mappings: Vec<_> = allocations.iter().map(Allocation::changed).collect();
    let none = BTreeMap::new();
    let windows = match pieces {
        Pieces::Strips(strips, _) => &strips.windows,
        Pieces::None | Pieces::Tiles(_) => &none,
    };
    if !codegen::items::are_in_rows(built, Cells { mappings: &mappings, windows }, &ordered) {
        return Err(Stop::Failure(unfit("what is read or written at once would be item by item", span)));
    }
    if let Some(array) = unrepaired(built, allocations) {
        return Err(Stop::Failure(unexpanded(&built.arrays[array], &allocations[array], span)));
    }
    let small = timing.measure("codegen", || small(built, pieces))?;
    let run = |tree: &Program, allocations: &[Allocation]| {
        let remapped = remapped(built, tree, allocations);
        compare(&original, built, &remapped, allocations, private, subject.start.partial)
    };
    let check = timing.measure("check", || in_turn(run, &ordered, allocations, small.as_ref()));
    if let Outcome::Differs(mismatch) = &check.outcome {
        return Err(Stop::Failure(differing(mismatch, schedule, site)));
    }
    let remarks = remarks::of(&plan, site, settings, &check)?;
    let is_lifted = analysed.scop.lifted().next().is_some();
    let leaves = is_lifted && !bounds::left_arrays(analysed)?.is_empty();
    let Plan { subject, way, apart, .. } = plan;
    let Subject { start, analysed, expansion, .. } = subject;
    let Way { schedule, allocations, private, pieces, choice, goes_along_rows, .. } = way;
    let is_in_tiles = matches!(pieces, Pieces::Tiles(_)) && !settings.parallel;
    let windows = match pieces {
        Pieces::Strips(strips, _) => strips.windows,
        Pieces::None | Pieces::Tiles(_) => BTreeMap::new(),
    };
    Ok(Region {
        has_delays: false,
        is_in_tiles,
        goes_along_rows,
        is_partial: start.partial,
        analysed,
        expansion,
        schedule,
        private,
        allocations,
        ordered,
        small,
        windows,
        choice,
        directive: span,
        apart,
        check,
        leaves,
        remarks,
        alive: RefCell::default(),
    })
}

/// The tree of a plan for usual sizes, where a test chooses it anyway, and it is less text.
fn narrowed(plan: &Plan, ordered: &Program) -> isl::Result<Option<Narrowed>> {
    let Plan { subject, way, apart, .. } = plan;
    let Some(test) = apart else { return Ok(None) };
    let is_plain = matches!(way.pieces, Pieces::None) && way.tree.is_none() && subject.expansion.is_none();
    if !is_plain || way.schedule.is_program_order || plan.chooses_sizes() {
        return Ok(None);
    }
    usual::narrowed(&subject.analysed, &subject.built().scop, &way.schedule, ordered, test)
}

/// What a difference between the two programs means.
fn differing(mismatch: &Mismatch, schedule: &Schedule, site: &Site) -> Failure {
    let sparse = "its dates lie so far apart that the loops would hardly come to an end";
    match mismatch.fault {
        Fault::Endless(_) if !schedule.is_program_order => unfit(sparse, directive(site)),
        Fault::OriginalRaces(_) => Failure::Refused(vec![racy(site.region, &mismatch.to_string())]),
        _ => Failure::Wrong(mismatch.to_string()),
    }
}

/// Where the schedule is written, if it is in the source.
fn directive(site: &Site) -> Option<Span> {
    site.region.schedule.as_ref().map(|schedule| schedule.span)
}

/// The loop tree with pieces of a few iterations, if the one that is written has others.
fn small(built: &Scop, pieces: &Pieces) -> isl::Result<Option<Small>> {
    Ok(match pieces {
        Pieces::None => None,
        Pieces::Tiles(tiles) => Some(Small { program: tiles.small.clone(), windows: BTreeMap::new() }),
        Pieces::Strips(strips, parallel) => {
            let loops = strips.small_loops();
            if loops == strips.loops {
                return Ok(None);
            }
            let program = codegen::strips::program(built, &strips.small.total, &loops)?;
            let program = codegen::parallel::marked(&program, parallel);
            Some(Small { program, windows: strips.small_windows() })
        }
    })
}

/// Steps that the checker may make for one region: about a second.
const CHECK_STEPS: u64 = 4_000_000;

/// The loop tree of a plan, which may be made already, with what must be copied afterwards.
fn reordered(plan: &Plan) -> isl::Result<Program> {
    let (scop, schedule) = (&plan.subject.built().scop, &plan.way.schedule);
    if schedule.is_program_order {
        return Ok(scop.program.clone());
    }
    let mut program = match &plan.way.tree {
        Some(program) => program.clone(),
        None => codegen::generate::program(scop, &schedule.total, &schedule.parallel)?,
    };
    for copy in plan.subject.expansion.iter().flat_map(|(expanded, _)| &expanded.copies) {
        let cell: Vec<_> = copy.dimensions.iter().map(Expression::variable).collect();
        let from = Cell { array: copy.from, subscripts: [copy.versions.clone(), cell.clone()].concat() };
        let to = Cell { array: copy.to, subscripts: cell };
        program.body.extend(codegen::generate::copies(scop, &copy.cells, &polyhedral::Copy { from, to })?);
    }
    Ok(program)
}

/// `ordered` with the subscripts of the remapped arrays.
pub(super) fn remapped(scop: &Scop, ordered: &Program, allocations: &[Allocation]) -> Program {
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
pub(super) fn in_turn(
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
pub(super) fn within(allocations: &[Allocation], windows: &BTreeMap<ArrayId, Window>) -> Vec<Allocation> {
    let mut allocations = allocations.to_vec();
    for (array, window) in windows {
        let rows = &mut allocations[*array].mapping.rows;
        rows.iter_mut().for_each(|row| row.modulus = Expression::Constant(window.cells()));
    }
    allocations
}

/// Runs `program`, made from `built`, against the program of `scop`. Arrays that `built` has beyond those of
/// `scop` are nothing to the latter. Each iteration of a parallel loop has its `own` arrays.
pub(super) fn compare(
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
