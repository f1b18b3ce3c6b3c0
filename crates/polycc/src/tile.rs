//! Tiles: which nests get them, and how large they are (`--tile`).

use crate::pipeline::{Settings, allocate_as_told as allocate, maybe_overlapping};
use allocator::size::Reference;
use allocator::{Allocation, Decision};
use analysis::Analysed;
use isl::ErrorKind;
use polyhedral::{Mapping, Program, Scop};
use schedule::tiling::{Band, Periods, Sequence, Tiling, tiling};
use schedule::{Schedule, user};
use std::collections::{BTreeMap, BTreeSet};

/// A region in tiles.
pub struct Tiled {
    /// The order.
    pub schedule: Schedule,
    /// Where arrays live, at tiles of any sizes.
    pub allocations: Vec<Allocation>,
    /// The tiles.
    pub tiles: Tiles,
    /// The nests in tiles.
    pub bands: Vec<Band>,
    /// What it is, in words.
    pub name: String,
}

/// What runs in tiles.
pub struct Tiles {
    /// The loop tree.
    pub program: Program,
    /// The same with tiles so small that a run at small sizes has many of them.
    pub small: Program,
    /// The largest size of a tile.
    pub largest: i64,
}

/// isl operations for legality and the shapes of tiles.
const OPERATIONS: u64 = 20_000_000;
/// The same where nobody asked for tiles.
const UNASKED: u64 = 3_000_000;

/// Sizes of the tiles that are run for the check: several tiles each way at the sizes at which it runs.
const SMALL: [i64; 2] = [2, 3];

/// By what factor tiles may have more temporaries than the order of the program.
const MOST_GROWTH: i128 = 2;

/// Which nests get tiles.
enum Wanted<'a> {
    /// All that can have them, of these sizes, if any are given.
    Asked(&'a [i64]),
    /// Those for which that holds, if no more memory is needed.
    Worth(&'a dyn Fn(&Band) -> bool),
}

/// The region in tiles, or why it can't have any.
///
/// # Errors
/// isl's; an exhausted budget is a reason and no error.
pub fn tiled(analysed: &Analysed, settings: &Settings, sizes: &[i64]) -> isl::Result<Result<Tiled, String>> {
    within(OPERATIONS, analysed, settings, &Wanted::Asked(sizes))
}

/// The same of the nests that are `worth` it, whose pointers don't overlap.
///
/// # Errors
/// As above.
pub(crate) fn unasked(
    analysed: &Analysed,
    settings: &Settings,
    worth: &dyn Fn(&Band) -> bool,
) -> isl::Result<Result<Tiled, String>> {
    within(UNASKED, analysed, settings, &Wanted::Worth(worth))
}

fn within(
    operations: u64,
    analysed: &Analysed,
    settings: &Settings,
    wanted: &Wanted,
) -> isl::Result<Result<Tiled, String>> {
    let context = analysed.scop.context.context().clone();
    match context.with_budget(operations, || find(analysed, settings, wanted)) {
        Err(error) if error.kind == ErrorKind::Quota => {
            Ok(Err("which tiles are legal takes too long to tell".into()))
        }
        Err(error) if error.kind == ErrorKind::Unsupported => Ok(Err(error.message)),
        found => found,
    }
}

fn find(analysed: &Analysed, settings: &Settings, wanted: &Wanted) -> isl::Result<Result<Tiled, String>> {
    let scop = &analysed.scop;
    let as_written = allocate(analysed, &user::program_order(scop)?, settings)?;
    let sequence = if settings.parallel { Sequence::Wavefront } else { Sequence::Lexicographic };
    let mut tiling = match tiling(analysed, &periods(&as_written), sequence)? {
        Ok(tiling) => tiling,
        Err(why) => return Ok(Err(why)),
    };
    let (given, most_growth): (&[i64], _) = match wanted {
        Wanted::Asked(sizes) => {
            if let Some(why) = tiling.bands.iter().find_map(|band| overlapping(scop, band)) {
                return Ok(Err(why));
            }
            (sizes, MOST_GROWTH)
        }
        Wanted::Worth(worth) => {
            tiling.bands.retain(worth);
            (&[], 1)
        }
    };
    if tiling.bands.is_empty() {
        return Ok(Err("no nest is worth it".into()));
    }
    let cache = settings.caches.second();
    let sizes: Vec<Vec<i64>> = tiling
        .bands
        .iter()
        .map(|band| if given.is_empty() { usual(scop, band, cache) } else { given.to_vec() })
        .collect();
    let schedule = tiling.schedule(scop, &sizes, sequence)?;
    let allocations = allocate(analysed, &schedule, settings)?;
    let reference = Reference::within(&scop.context, &scop.parameters, &settings.at)?;
    let (before, after) = (cells(scop, &as_written, &reference), cells(scop, &allocations, &reference));
    if after > before.saturating_mul(most_growth) {
        return Ok(Err(format!(
            "in tiles the temporary arrays would need {after} cells instead of {before}"
        )));
    }
    let small: Vec<Vec<i64>> = tiling.bands.iter().map(|_| SMALL.to_vec()).collect();
    let largest = sizes.iter().flatten().copied().max().unwrap_or(1);
    let program = program(scop, &tiling, &sizes, sequence)?;
    let small = self::program(scop, &tiling, &small, sequence)?;
    let name = describe(&tiling, &sizes);
    let tiles = Tiles { program, small, largest };
    Ok(Ok(Tiled { schedule, allocations, tiles, bands: tiling.bands, name }))
}

/// That tiles would rely on pointers not to overlap.
fn overlapping(scop: &Scop, band: &Band) -> Option<String> {
    let statements: BTreeSet<_> = band.coordinates.keys().copied().collect();
    let names = maybe_overlapping(scop, &|statement| statements.contains(&statement))?;
    Some(format!("{} may overlap; `restrict` would say that they don't", names.join(", ")))
}

/// The loop tree with tiles of these sizes.
fn program(scop: &Scop, tiling: &Tiling, sizes: &[Vec<i64>], sequence: Sequence) -> isl::Result<Program> {
    let all = |band: &Band, sizes: &[i64]| -> Vec<i64> {
        let last = sizes.len() - 1;
        (0..band.depth() as usize).map(|position| sizes[position.min(last)]).collect()
    };
    let sizes: Vec<_> = tiling.bands.iter().zip(sizes).map(|(band, sizes)| all(band, sizes)).collect();
    let moves: Vec<_> = tiling.bands.iter().map(|band| sequence.moves(band)).collect();
    let nests =
        tiling.bands.iter().zip(&sizes).zip(&moves).map(|((band, sizes), moves)| codegen::tile::Tiles {
            coordinates: &band.coordinates,
            depth: tiling.loops_around(band),
            sizes,
            moves,
            in_fronts: sequence == Sequence::Wavefront,
        });
    codegen::tile::program(scop, &nests.collect::<Vec<_>>())
}

/// `in tiles of 32 x 512`
fn describe(tiling: &Tiling, sizes: &[Vec<i64>]) -> String {
    let of_band = |(band, sizes): (&Band, &Vec<i64>)| {
        let size = |d: usize| sizes[d.min(sizes.len() - 1)].to_string();
        (0..band.depth() as usize).map(size).collect::<Vec<_>>().join(" x ")
    };
    let mut all: Vec<_> = tiling.bands.iter().zip(sizes).map(of_band).collect();
    all.dedup();
    format!("in tiles of {}", all.join(", "))
}

/// How far apart cells are that share locations.
fn periods(allocations: &[Allocation]) -> Periods {
    let changed = |(id, a): (usize, &Allocation)| {
        let is_smaller = matches!(a.decision, Decision::Contracted | Decision::Scalarized);
        is_smaller
            .then(|| (id, periods_of(&a.mapping, a.mapping.rows.first().map_or(0, |r| r.coefficients.len()))))
    };
    allocations.iter().enumerate().filter_map(changed).collect()
}

fn periods_of(mapping: &Mapping, dimensions: usize) -> Vec<Option<i64>> {
    let period = |dimension: usize| {
        let mut rows = mapping.rows.iter().filter(|row| row.coefficients[dimension] != 0);
        match (rows.next(), rows.next()) {
            (None, _) => Some(1),
            (Some(row), None) if row.wraps => row.modulus.constant(),
            _ => None,
        }
    };
    (0..dimensions).map(period).collect()
}

/// The cells of all temporary arrays.
fn cells(scop: &Scop, allocations: &[Allocation], reference: &Reference) -> i128 {
    let temporaries = allocations.iter().zip(&scop.arrays).filter(|(_, array)| array.outlives.is_none());
    temporaries.map(|(a, _)| reference.cells(&a.mapping.extents())).fold(0, i128::saturating_add)
}

/// Sizes of tiles in which innermost loops wait for each of their results: so short that a processor, which looks
/// some hundred instructions ahead, works on several of them at a time.
const CHAINED: (i64, i64) = (32, 8);

/// Sizes for which what a tile touches stays in half of a cache of `cache` bytes.
fn usual(scop: &Scop, band: &Band, cache: i128) -> Vec<i64> {
    if band.is_chained {
        let (others, innermost) = CHAINED;
        return [vec![others; band.depth() as usize - 1], vec![innermost]].concat();
    }
    let arrays: BTreeMap<_, _> = band
        .coordinates
        .keys()
        .flat_map(|statement| &scop.statements[*statement].accesses)
        .map(|access| (access.array, scop.arrays[access.array].element_bytes.unwrap_or(8)))
        .collect();
    // a temporary of a stencil holds two versions of each cell
    let point: i128 = arrays.values().map(|bytes| 2 * i128::from(*bytes)).sum::<i128>().max(1);
    // a short way through time in three dimensions: the tile's border grows with each step
    let (time, innermost, between) = match band.depth() {
        0..=2 => return vec![128, 2048],
        3 => (32, 512, 1),
        4 => (8, 512, 2),
        _ => (4, 64, 3),
    };
    let rows = (cache / 2 / point / innermost).max(1) as f64;
    let side = (rows.powf(1.0 / f64::from(between)) as i64).clamp(16, 64);
    let mut sizes = vec![time];
    sizes.extend(std::iter::repeat_n(side, between as usize));
    sizes.push(innermost as i64);
    sizes
}
