//! Fused loops over rows in parallel chunks (`--parallel`): the order that `--optimize speed` would take, each
//! thread with its own rows.

use crate::cost::{self, Cost};
use crate::parallel::Parallel;
use crate::pipeline::{Choice, Settings, allocate};
use allocator::size::Reference;
use allocator::{Allocation, Decision};
use analysis::Analysed;
use diagnostics::{Code, Remark};
use isl::ErrorKind;
use polyhedral::{ArrayId, Program, Scop, StatementId, Storage};
use schedule::Schedule;
use schedule::chunks::{Chunks, Unchunked, chunks};
use std::collections::BTreeSet;

/// isl operations for the chunks of a region.
const OPERATIONS: u64 = 50_000_000;

/// A chunk has this many times the rows that it computes again.
const ROWS_PER_HALO: i64 = 32;

/// How many rows a chunk has, or elements where arrays have a single dimension.
#[derive(Clone, Copy)]
struct Lengths {
    /// At least, however few there are.
    least: i64,
    /// Otherwise at least, and at most.
    usual: (i64, i64),
    /// What they are.
    unit: &'static str,
    /// What is said where there aren't enough.
    too_few: &'static str,
}

const ROWS: Lengths =
    Lengths { least: 1, usual: (32, 256), unit: "rows", too_few: "a frame has too few rows" };

const ELEMENTS: Lengths =
    Lengths { least: 512, usual: (4096, 65536), unit: "elements", too_few: "arrays have too few elements" };

/// As many chunks a frame should have, for the threads that there may be; where it has few rows, chunks are smaller.
const CHUNKS: i128 = 8;

/// But a chunk has at least this many times the rows that it computes again.
const LEAST_ROWS_PER_HALO: i64 = 4;

/// Rows of the chunks that are run for the check, so that it has many at small sizes.
const SMALL: i64 = 3;

/// The most bytes of arrays that each thread has on its stack.
const MOST_ON_STACK: i128 = 1 << 18;

/// The region in chunks of the order that is best by the model, or why it can't be, if that fuses rows.
///
/// # Errors
/// isl's; an exhausted budget is a reason and no error.
pub(crate) fn in_chunks(
    analysed: &Analysed,
    choice: Option<Choice>,
    settings: &Settings,
) -> isl::Result<Result<Parallel, Option<Unchunked>>> {
    let Some(choice) = choice.filter(|choice| !choice.candidate.fused.is_empty()) else {
        return Ok(Err(None));
    };
    let context = analysed.scop.context.context().clone();
    match context.with_budget(OPERATIONS, || find(analysed, settings, choice)) {
        Err(error) if error.kind == ErrorKind::Quota => Ok(Err(Some("that takes too long to tell".into()))),
        found => found,
    }
}

/// The better of loops in parallel and of chunks, as far as there are any.
///
/// # Errors
/// Why there is neither.
pub fn better(
    unfused: Result<Parallel, String>,
    chunked: Result<Parallel, Option<Unchunked>>,
) -> Result<Parallel, String> {
    let why = match (&unfused, chunked) {
        (Err(_), Ok(chunked)) => return Ok(chunked),
        (Err(_), Err(_)) => return unfused,
        (Ok(unfused), Ok(chunked)) => {
            if !chunked.is_as_parallel(unfused) {
                Some("less would run in parallel".to_string())
            } else if unfused.cost.time() < chunked.cost.time() {
                None
            } else {
                return Ok(chunked);
            }
        }
        (Ok(_), Err(why)) => why.map(|unchunked| unchunked.why),
    };
    let remark =
        why.map(|why| Remark::new(Code::NotParallel, format!("rows don't run in fused chunks: {why}")));
    unfused.map(|unfused| Parallel { remark, ..unfused })
}

fn find(
    analysed: &Analysed,
    settings: &Settings,
    choice: Choice,
) -> isl::Result<Result<Parallel, Option<Unchunked>>> {
    let (scop, candidate) = (&analysed.scop, &choice.candidate);
    let may_be_own = |array: ArrayId| may_be_own(scop, array);
    let in_chunks = |size: &dyn Fn(i64) -> i64| chunks(analysed, &candidate.schedule, size, &may_be_own);
    let reference = Reference::within(&scop.context, &scop.parameters, &settings.at)?;
    let (all, lengths) = frame_rows(scop, &reference);
    let rows = |halo: i64| rows(halo, all, lengths);
    let (large, small) = match (in_chunks(&rows)?, in_chunks(&|_| SMALL)?) {
        (Ok(large), Ok(small)) => (large, small),
        (Err(why), _) | (_, Err(why)) => return Ok(Err(Some(why))),
    };
    let private: BTreeSet<ArrayId> = large.loops.iter().flat_map(|one| one.own.clone()).collect();
    let allocations = allocations(&large, settings)?;
    // what is run for the check must be what is written
    if !same(&allocations, &self::allocations(&small, settings)?) {
        return Ok(Err(Some("the memory of a chunk depends on its size".into())));
    }
    if let Some(unchunked) = too_large(scop, &private, &allocations, &reference) {
        return Ok(Err(Some(unchunked)));
    }
    let mut cost = Cost::of(analysed, candidate, &allocations, &reference, &settings.caches);
    let halo = large.loops.iter().flat_map(|one| one.halo.values()).copied().max().unwrap_or(0);
    cost.recomputed = cost.time().saturating_mul(i128::from(halo)) / i128::from(rows(halo));
    if all <= i128::from(rows(halo)) {
        return Ok(Err(Some(lengths.too_few.into())));
    }
    let fused: BTreeSet<StatementId> =
        candidate.fused.iter().flat_map(|f| &f.nests).flat_map(|nest| nest.statements.clone()).collect();
    if codegen::work::Work::of_statements(scop, &fused).is_little() {
        return Ok(Err(Some("they have too little work for threads".into())));
    }
    let name = format!("{} in parallel chunks of {} {}", candidate.name, rows(halo), lengths.unit);
    let program =
        |chunks: &Chunks| codegen::chunk::program(&chunks.analysed.scop, &chunks.dates, chunks.dimension);
    let (program, small) = (program(&large)?, program(&small)?);
    if !has_chunks(scop, &program, &private) {
        return Ok(Err(Some("OpenMP doesn't take the loops, or the frame is one chunk".into())));
    }
    let costs = choice.costs;
    Ok(Ok(Parallel {
        schedule: choice.candidate.schedule,
        allocations,
        private,
        program,
        small: Some(small),
        largest: rows(halo),
        strips: None,
        places: Vec::new(),
        goes_along_rows: !choice.candidate.interchanged.is_empty(),
        name,
        cost,
        costs,
        remark: None,
    }))
}

/// The rows of a chunk that starts so many rows early, in a frame of `all` rows.
fn rows(halo: i64, all: i128, lengths: Lengths) -> i64 {
    let (few, many) = lengths.usual;
    let wanted = halo.saturating_mul(ROWS_PER_HALO).clamp(few, many);
    let mut rows = wanted.unsigned_abs().next_power_of_two() as i64;
    let least = halo.saturating_mul(LEAST_ROWS_PER_HALO).max(lengths.least);
    while i128::from(rows) * CHUNKS > all && rows / 2 >= least {
        rows /= 2;
    }
    rows
}

/// The rows of the largest temporary frame, or the elements of the largest array where there are no frames; and how many of these a chunk
/// has.
fn frame_rows(scop: &Scop, reference: &Reference) -> (i128, Lengths) {
    let rows = |is_such: fn(usize) -> bool| {
        let arrays = scop.arrays.iter();
        let frames = arrays.filter(|array| array.outlives.is_none() && is_such(array.dimensions()));
        let rows = frames.filter_map(|array| array.extents.first()?.as_ref()?.value.clone());
        rows.map(|rows| reference.cells(&[rows])).max()
    };
    match rows(|dimensions| dimensions > 1) {
        Some(rows) => (rows, ROWS),
        None => (rows(|dimensions| dimensions == 1).unwrap_or(0), ELEMENTS),
    }
}

/// Whether each thread may have an array for itself: a variable, or a block that is obtained in a place known.
fn may_be_own(scop: &Scop, array: ArrayId) -> bool {
    let array = &scop.arrays[array];
    let is_movable = match &array.storage {
        Storage::Local { attributed, .. } => !attributed,
        Storage::Block { declarator, allocation, .. } => {
            let is_outside = declarator.is_some_and(|place| !scop.span.contains(place));
            is_outside && !allocation.is_empty()
        }
        Storage::RowTable { .. } | Storage::Parameter | Storage::Library | Storage::Other => false,
    };
    array.outlives.is_none() && array.pinned.is_none() && is_movable
}

/// Whether `program` has parallel loops and touches the arrays that threads have for themselves in these only.
fn has_chunks(scop: &Scop, program: &Program, own: &BTreeSet<ArrayId>) -> bool {
    let codegen::parallel::Serial { repeated, single } = codegen::parallel::serial(program);
    let touches_own =
        |s: &StatementId| scop.statements[*s].accesses.iter().any(|access| own.contains(&access.array));
    codegen::parallel::has_parallel(program) && !repeated.iter().chain(&single).any(touches_own)
}

/// Where the arrays of one thread live.
fn allocations(chunks: &Chunks, settings: &Settings) -> isl::Result<Vec<Allocation>> {
    let schedule = Schedule {
        dates: chunks.dates.clone(),
        total: chunks.dates.clone(),
        order: chunks.order.clone(),
        is_program_order: false,
        depth: 0,
        parallel: vec![chunks.dimension],
    };
    allocate(&chunks.analysed, &schedule, settings)
}

fn same(allocations: &[Allocation], others: &[Allocation]) -> bool {
    let mut pairs = allocations.iter().zip(others);
    pairs.all(|(one, other)| one.decision == other.decision && one.mapping == other.mapping)
}

/// Why threads can't have these arrays for themselves.
fn too_large(
    scop: &Scop,
    own: &BTreeSet<ArrayId>,
    allocations: &[Allocation],
    reference: &Reference,
) -> Option<Unchunked> {
    let is_whole =
        |id: &&ArrayId| allocations[**id].decision == Decision::Kept && scop.arrays[**id].dimensions() > 0;
    if let Some(id) = own.iter().find(is_whole) {
        let why = format!("each thread would need all of `{}`", scop.arrays[*id].c_name);
        return Some(Unchunked { why, array: Some(*id) });
    }
    let on_stack = own.iter().filter(|id| matches!(scop.arrays[**id].storage, Storage::Local { .. }));
    let bytes = |id: &ArrayId| {
        let cells = reference.cells(&allocations[*id].extents());
        cells.saturating_mul(cost::element(&scop.arrays[*id]))
    };
    let bytes = on_stack.map(bytes).fold(0, i128::saturating_add);
    let why = || Unchunked::from(format!("each thread would need {bytes} bytes on its stack").as_str());
    (bytes > MOST_ON_STACK).then(why)
}
