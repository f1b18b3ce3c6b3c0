//! What becomes of a region: an order, and where its arrays live.

use super::Site;
use super::allocation::{allocate, allocate_as_told};
use super::choice::{Choice, Movable, choose};
use super::failure::{Stop, untested};
use super::given;
use super::remarks;
use super::separation::{self, Separation, maybe_overlapping};
use super::settings::{Aim, Overlap, Settings};
use super::start::Subject;
use crate::apart::{self, Test};
use crate::chunk;
use crate::cost::{self, Cost};
use crate::parallel::{self, Parallel, Sequential};
use crate::sweeps::{self, Sweeps};
use crate::tile::{self, Tiled, Tiles};
use crate::timing::Timing;
use allocator::repair::Repair;
use allocator::size::Reference;
use allocator::{Allocation, Decision};
use analysis::Analysed;
use codegen::parallel::Place;
use codegen::work::instances;
use diagnostics::{Code, Remark};
use polyhedral::{ArrayId, Expression, Program, Scop, Storage};
use schedule::Schedule;
use schedule::candidate::{Candidate, Strips};
use schedule::chunks::Unchunked;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Where rows have fewer elements, the program's order is as fast.
const SHORT_ROW: i128 = 16;

/// So many cells in the place of a variable are no danger to the stack.
const MOST_ON_STACK: i64 = 8192;

/// What becomes of a region, before it is run for a check.
pub(super) struct Plan {
    pub(super) subject: Subject,
    pub(super) way: Way,
    /// Whether the order is another one, rather than the program's with fewer instances.
    pub(super) moves: bool,
    /// What the program must test before it runs so.
    pub(super) apart: Option<Test>,
    /// That it runs so at large sizes only.
    pub(super) only_large: Option<Remark>,
    /// That pointers may overlap, where that keeps the order.
    pub(super) overlapping: Option<Remark>,
    /// Why there are no tiles, no parallel loops, or others than were hoped for.
    pub(super) unmet: Vec<Remark>,
    /// Whether the order stays only because the text can't be moved.
    pub(super) is_held_back: bool,
}

/// An order with where arrays live.
pub(super) struct Way {
    pub(super) schedule: Schedule,
    /// Per array of [`Subject::built`] what happens to it.
    pub(super) allocations: Vec<Allocation>,
    /// The arrays of which each iteration of a parallel loop has its own.
    pub(super) private: BTreeSet<ArrayId>,
    /// The loop tree, where it is made already.
    pub(super) tree: Option<Program>,
    pub(super) pieces: Pieces,
    /// Its name, and what each order that was considered costs, where polycc chose.
    pub(super) choice: Option<(String, Vec<(String, Cost)>)>,
    /// Whether it has the tiles or threads that the user asked for, which aren't given where pointers may overlap.
    pub(super) is_asked: bool,
    /// Whether innermost loops go along rows that went down columns.
    pub(super) goes_along_rows: bool,
    /// Whether it adds to the sums of several rows at a time.
    pub(super) is_at_a_time: bool,
    /// How many iterations these rows have, where they may have few.
    pub(super) row: Option<Expression>,
}

/// The pieces in which loops run.
pub(super) enum Pieces {
    /// One iteration after the other.
    None,
    /// Tiles, or chunks of threads.
    Tiles(Tiles),
    /// Strips of innermost loops, with the loops that are parallel.
    Strips(Strips, Vec<Place>),
}

impl Pieces {
    /// The most iterations of one of them in one direction.
    pub(super) fn largest(&self) -> i64 {
        match self {
            Pieces::None => 1,
            Pieces::Tiles(tiles) => tiles.largest,
            Pieces::Strips(strips, _) => strips.loops.iter().map(|one| one.strip).max().unwrap_or(1),
        }
    }
}

impl Plan {
    /// Bytes of all temporaries with the program's real constants.
    pub(super) fn bytes(&self) -> i128 {
        let reference = Reference::new(&self.subject.analysed.scop.parameters, &Default::default());
        cost::memory(self.subject.built(), &self.way.allocations, &reference)
    }

    /// How many bytes fewer it keeps than the program's order, by the model, where polycc chose another.
    pub(super) fn saved(&self) -> i128 {
        self.costs().map_or(0, |(own, chosen)| own.memory - chosen.memory)
    }

    /// Whether the program chooses right in front of the loops, while what it declares before them becomes something else that
    /// the test can't choose.
    pub(super) fn redeclares(&self) -> bool {
        let Some(test) = self.apart.as_ref().filter(|test| test.entry.is_around()) else { return false };
        let arrays = &self.subject.analysed.scop.arrays;
        let has_versions_of_others =
            self.subject.expansion.as_ref().is_some_and(|(expanded, _)| {
                expanded.origins.values().any(|origin| !is_inner(&arrays[*origin]))
            });
        let chooses = |id: &ArrayId| {
            let is_own = self.way.private.contains(id) || self.way.allocations[*id].block.is_some();
            !is_own && test.chooses_size_of(&arrays[*id])
        };
        has_versions_of_others || !self.resized().all(|id| chooses(&id))
    }

    /// Whether the program chooses right in front of the loops how large a block is.
    pub(super) fn chooses_sizes(&self) -> bool {
        let is_around = self.apart.as_ref().is_some_and(|test| test.entry.is_around());
        is_around && self.resized().next().is_some()
    }

    /// The arrays of the program that live outside of the region and get another size.
    fn resized(&self) -> impl Iterator<Item = ArrayId> {
        let both = self.subject.analysed.scop.arrays.iter().zip(&self.way.allocations).enumerate();
        let changed = both.filter(|(_, (array, it))| it.decision != Decision::Kept && !is_inner(array));
        changed.map(|(id, _)| id)
    }

    /// Whether each array that takes the place of a variable has a known number of cells, which the stack has room for, and no
    /// subscript that wraps around but in strips, where it has no need to.
    pub(super) fn has_plain_rows(&self) -> bool {
        let scop = &self.subject.built().scop;
        let cells = |allocation: &Allocation| {
            let extents = allocation.extents();
            extents.iter().try_fold(1i64, |all, extent| all.checked_mul(scop.concrete(extent).constant()?))
        };
        let is_window = |array: ArrayId| match &self.way.pieces {
            Pieces::Strips(strips, _) => strips.windows.contains_key(&array),
            Pieces::None | Pieces::Tiles(_) => false,
        };
        let wraps = |allocation: &Allocation| allocation.mapping.rows.iter().any(|row| row.wraps);
        let made = (0..scop.arrays.len()).filter(|array| !scop.arrays[*array].versions.is_empty());
        made.into_iter().all(|array| {
            let allocation = &self.way.allocations[array];
            let is_short = cells(allocation).is_some_and(|cells| cells <= MOST_ON_STACK);
            is_short && (is_window(array) || !wraps(allocation))
        })
    }

    /// Whether the order is another one for good: tiles that nobody asked for give way to whatever else is better than the program's.
    pub(super) fn is_settled(&self) -> bool {
        self.moves && (self.way.is_asked || !matches!(self.way.pieces, Pieces::Tiles(_)))
    }

    /// How much less time its order takes than the program's at the reference sizes, by the model, where polycc chose.
    pub(super) fn saved_time(&self) -> i128 {
        self.costs().map_or(0, |(own, chosen)| own.time() - chosen.time())
    }

    /// The time of its order at the reference sizes, by the model.
    fn time(&self) -> Option<i128> {
        self.costs().map(|(_, chosen)| chosen.time())
    }

    /// What the program's order costs, and what its own does, where polycc chose.
    fn costs(&self) -> Option<(&Cost, &Cost)> {
        self.way.choice.as_ref().and_then(|(chosen, costs)| cost::own_and(costs, chosen))
    }

    /// Whether this, in which fewer instances run, is better than `other`: where these are few, it must keep no more, and take no
    /// longer.
    pub(super) fn does_less_than(&self, other: &Plan) -> bool {
        let is_no_longer = || self.time().zip(other.time()).is_some_and(|(own, others)| own <= others);
        self.subject.saves || !other.is_settled() || (self.bytes() <= other.bytes() && is_no_longer())
    }
}

impl Way {
    fn tiled(Tiled { schedule, allocations, tiles, name, .. }: Tiled, is_asked: bool) -> Self {
        let tree = Some(tiles.program.clone());
        let (pieces, choice) = (Pieces::Tiles(tiles), Some((name, Vec::new())));
        Way { tree, pieces, choice, is_asked, ..Way::given(schedule, allocations, BTreeSet::new()) }
    }

    fn parallel(parallel: Parallel) -> Self {
        let Parallel { schedule, allocations, private, program, small, largest, strips, .. } = parallel;
        let Parallel { name, mut costs, cost, goes_along_rows, places, .. } = parallel;
        costs.extend(small.is_some().then(|| (name.clone(), cost)));
        let (tree, choice) = (Some(program.clone()), Some((name, costs)));
        let pieces = match (small, strips) {
            (Some(small), _) => Pieces::Tiles(Tiles { program, small, largest }),
            (None, strips) => strips.map_or(Pieces::None, |strips| Pieces::Strips(strips, places)),
        };
        let given = Way::given(schedule, allocations, private);
        Way { tree, pieces, choice, is_asked: true, goes_along_rows, ..given }
    }

    fn chosen(scop: &Scop, Choice { candidate, allocations, tree, costs, .. }: Choice) -> Self {
        let row = one_row(scop, &candidate);
        let goes_along_rows = !candidate.interchanged.is_empty();
        let is_at_a_time = !candidate.at_a_time.is_empty();
        let pieces = candidate.strips.map_or(Pieces::None, |strips| Pieces::Strips(strips, Vec::new()));
        let choice = Some((candidate.name, costs));
        let given = Way::given(candidate.schedule, allocations, BTreeSet::new());
        Way { tree, pieces, choice, goes_along_rows, is_at_a_time, row, ..given }
    }

    fn given(schedule: Schedule, allocations: Vec<Allocation>, private: BTreeSet<ArrayId>) -> Self {
        let (tree, pieces, choice) = (None, Pieces::None, None);
        Way {
            schedule,
            allocations,
            private,
            tree,
            pieces,
            choice,
            is_asked: false,
            goes_along_rows: false,
            is_at_a_time: false,
            row: None,
        }
    }
}

/// The plan for `subject`: the user's order, tiles, parallel loops, or the order that is best by the model.
///
/// # Errors
/// A refusal; isl's.
pub(super) fn plan(
    subject: Subject,
    site: &Site,
    settings: &Settings,
    timing: &mut Timing,
) -> Result<Plan, Stop> {
    let found = timing.measure("schedule", || given::order(subject.built(), site.region, settings));
    let (schedule, repair) = found?;
    let (subject, private) = repaired(subject, repair);
    let built = subject.built();
    let is_untold =
        schedule.is_program_order && schedule.order.total().is_some() && site.region.isolate().is_none();
    let is_free = is_untold && subject.analysed.scop.fixed.is_none();
    let Asked { way, test, unmet, is_held } = asked(&subject, is_free, site, settings, timing)?;
    let is_free_to_choose = is_free && way.is_none() && settings.aim != Aim::Order;
    let separation = match is_free_to_choose {
        true => separation::separation(built, site, settings.overlap, false)?,
        false => test.map_or(Separation::Known, Separation::Tested),
    };
    let hoped = separation::hoped(built, site, settings)?
        .map_err(|why| Stop::Failure(untested(site.region, &why)))?;
    let may_reorder = is_free_to_choose && !matches!(separation, Separation::Unknown(_));
    let (apart, overlapping) = match separation {
        Separation::Known => (None, None),
        Separation::Tested(test) => (Some(*test), None),
        Separation::Unknown(why) => (None, why),
    };
    let by_size = match may_reorder && site.immovable.is_none() {
        true => apart::by_size(built, &|| site.entries(), settings, apart.as_ref())?,
        false => None,
    };
    let choice = match may_reorder {
        true => timing.measure("choice", || chosen(&subject, site, settings, by_size.is_some()))?,
        false => None,
    };
    let is_forgone = choice.as_ref().is_some_and(|choice| choice.is_forgone);
    let is_no_better = choice.as_ref().is_none_or(|it| it.is_as_written() || it.only_fuses());
    let may_tile = may_reorder && is_no_better && settings.aim == Aim::Speed && site.immovable.is_none();
    let sweeps = match may_tile && subject.expansion.is_none() && !subject.start.partial {
        true => timing.measure("tiling", || {
            sweeps::in_tiles(subject.built(), &|| site.places(), settings, apart.as_ref())
        })?,
        false => None,
    };
    let (sweeps, by_size, only_large) = match sweeps {
        Some(Sweeps { tiled, test, least }) => {
            let told = test.as_ref().zip(least);
            let only_large =
                told.map(|(test, least)| remarks::large_only(test, "the arrays", least, "as fast"));
            (Some(Way::tiled(tiled, false)), test, only_large)
        }
        None => {
            let by_size = by_size.filter(|_| choice.as_ref().is_some_and(|choice| choice.only_large));
            let third = settings.caches.third();
            let only_large =
                by_size.as_ref().map(|test| remarks::large_only(test, "temporary arrays", third, "faster"));
            (None, by_size, only_large)
        }
    };
    let mut way = match way.or(sweeps).or(choice.map(|choice| Way::chosen(&built.scop, choice))) {
        Some(way) => way,
        None => {
            let allocate = if is_untold { allocate } else { allocate_as_told };
            let allocations = timing.measure("allocation", || allocate(built, &schedule, settings))?;
            Way::given(schedule, allocations, private)
        }
    };
    // sums of a few parts gain nothing, which is worth a test where there is one anyway
    let is_tested = by_size.is_none() && (apart.is_some() || !way.is_at_a_time);
    let (by_size, only_large) = match way.row.as_ref().filter(|_| is_tested) {
        Some(row) => {
            let least = (row.clone(), SHORT_ROW);
            let test = apart::where_large(built, &|| site.places(), settings, apart.as_ref(), least)?;
            (test.clone(), test.map(|test| remarks::long_only(&test, SHORT_ROW)))
        }
        None => (by_size, only_large),
    };
    let moves = !way.schedule.is_program_order;
    // without some of its instances the program's order needs new text
    way.schedule.is_program_order = !moves && !subject.start.partial;
    let apart = match moves {
        false => hoped,
        true => by_size.or(apart).or(hoped),
    };
    let is_held_back = is_forgone || is_held;
    Ok(Plan { subject, way, moves, apart, only_large, overlapping, unmet, is_held_back })
}

/// Whether the loops themselves declare an array.
fn is_inner(array: &polyhedral::Array) -> bool {
    matches!(array.storage, Storage::Local { inside: true, .. })
}

/// How many iterations the rows have that are innermost loops now, or that are added up of several rows at a time, if they may have few, and are
/// all alike.
fn one_row(scop: &Scop, candidate: &Candidate) -> Option<Expression> {
    if !candidate.fused.is_empty() {
        return None;
    }
    let loops = instances(scop, &scop.program.body);
    let mut rows = loops.iter().filter_map(|(statement, around)| {
        let row = match candidate.at_a_time.contains(statement) {
            true => around.last(),
            false => candidate.rows.get(statement).and_then(|row| around.get(*row)),
        };
        row.map(|row| &row.trips)
    });
    let first = rows.next()?;
    rows.all(|row| row == first).then(|| first.clone())
}

/// `subject` with the versions of arrays that `repair` made, and the arrays that are private by it.
fn repaired(subject: Subject, repair: Repair) -> (Subject, BTreeSet<ArrayId>) {
    let Repair { private, expanded, .. } = repair;
    let versions = expanded.map(|(expanded, built)| {
        let expanded = match &subject.expansion {
            Some((before, _)) => expanded.after(before),
            None => expanded,
        };
        (expanded, Rc::new(built))
    });
    let expansion = versions.or(subject.expansion);
    (Subject { expansion, ..subject }, private)
}

/// The test that pointers don't overlap, where they may.
type Apart = Option<Box<Test>>;

/// What comes of the tiles and threads that the user asks for.
struct Asked {
    way: Option<Way>,
    /// What it relies on.
    test: Apart,
    /// Why it isn't what was asked for.
    unmet: Vec<Remark>,
    /// Whether the text can't be moved.
    is_held: bool,
}

fn asked(
    subject: &Subject,
    is_free: bool,
    site: &Site,
    settings: &Settings,
    timing: &mut Timing,
) -> isl::Result<Asked> {
    let is_asked = settings.tile.is_some() || settings.parallel;
    let mut unmet = Vec::new();
    if is_free && is_asked && site.immovable.is_some() {
        return Ok(Asked { way: None, test: None, unmet, is_held: true });
    }
    let (mut way, mut test) = (None, None);
    if let Some(sizes) = &settings.tile {
        match timing.measure("tiling", || in_tiles(subject, is_free, settings, sizes))? {
            Ok(tiled) => way = Some(Way::tiled(tiled, true)),
            Err(why) => unmet.push(Remark::new(Code::NoTiles, format!("no tiles: {why}"))),
        }
    }
    if settings.parallel && way.is_none() {
        match timing.measure("parallel", || in_parallel_apart(subject, is_free, site, settings))? {
            Ok((mut parallel, tested)) => {
                unmet.extend(parallel.remark.take());
                (way, test) = (Some(Way::parallel(parallel)), tested);
            }
            Err(why) => unmet.push(Remark::new(Code::NotParallel, format!("no parallel loops: {why}"))),
        }
    }
    Ok(Asked { way, test, unmet, is_held: false })
}

/// The region in parallel with what it relies on, or why not.
fn in_parallel_apart(
    subject: &Subject,
    is_free: bool,
    site: &Site,
    settings: &Settings,
) -> isl::Result<Result<(Parallel, Apart), String>> {
    let untested = in_parallel(subject, is_free, settings)?;
    let built = subject.built();
    if is_free && maybe_overlapping(&built.scop, &|_| true).is_some() {
        let test = match separation::separation(built, site, settings.overlap, true)? {
            Separation::Known => Some(None),
            Separation::Tested(test) => Some(Some(test)),
            Separation::Unknown(_) => None,
        };
        let apart = Settings { overlap: Overlap::Assume, ..settings.clone() };
        if let Some(test) = test
            && let Ok(parallel) = in_parallel(subject, is_free, &apart)?
            && !untested.as_ref().is_ok_and(|untested| untested.is_as_good_as(&parallel))
        {
            return Ok(Ok((parallel, test)));
        }
    }
    Ok(untested.map(|parallel| (parallel, None)))
}

/// What is said of regions that have an order.
const OWN_ORDER: &str = "the region has an order of its own";

/// The region in tiles, or why not.
fn in_tiles(
    subject: &Subject,
    is_free: bool,
    settings: &Settings,
    sizes: &[i64],
) -> isl::Result<Result<Tiled, String>> {
    match is_free && subject.expansion.is_none() {
        true => tile::tiled(&subject.analysed, settings, sizes),
        false => Ok(Err(OWN_ORDER.into())),
    }
}

/// The region in parallel, or why not.
fn in_parallel(
    subject: &Subject,
    is_free: bool,
    settings: &Settings,
) -> isl::Result<Result<Parallel, String>> {
    let analysed = subject.built();
    let in_order = |order: &Sequential| parallel::parallel(analysed, order, settings);
    let is_given = subject.expansion.is_none();
    let unmoved = match is_free && is_given {
        true => in_order(&Sequential::of_program(analysed, settings)?)?,
        false => Err(OWN_ORDER.into()),
    };
    let is_apart =
        settings.overlap == Overlap::Assume || maybe_overlapping(&analysed.scop, &|_| true).is_none();
    let may_move = is_free && settings.aim == Aim::Speed && is_apart;
    let choice = match may_move {
        true => choose(analysed, settings, &Movable::FREE, false, None)?,
        false => None,
    };
    let rows = choice.as_ref().map(|choice| Sequential::along_rows(analysed, choice)).transpose()?.flatten();
    let saves = choice.as_ref().is_some_and(parallel::is_much_faster);
    let unfused = parallel::better(unmoved, rows.as_ref().map(in_order).transpose()?, saves);
    let chunked = chunk::in_chunks(analysed, choice.filter(|_| is_given), settings)?;
    let chunked = match &unfused {
        Ok(parallel) if may_move && is_given => in_chunks_apart(analysed, parallel, chunked, settings)?,
        _ => chunked,
    };
    Ok(chunk::better(unfused, chunked))
}

/// So many arrays may keep their writers out of fused loops.
const MOST_APART: usize = 4;

/// `chunked`; or if less runs in parallel there than in `parallel`, the region in chunks of fused loops that have nothing of what runs on
/// one thread anyway in them, nor what writes arrays that keep them from having chunks, or why it can't be.
fn in_chunks_apart(
    analysed: &Analysed,
    parallel: &Parallel,
    mut chunked: Result<Parallel, Option<Unchunked>>,
    settings: &Settings,
) -> isl::Result<Result<Parallel, Option<Unchunked>>> {
    let mut alone = codegen::parallel::serial(&parallel.program).repeated;
    let mut tried = 0;
    for _ in 0..MOST_APART {
        if chunked.as_ref().is_ok_and(|chunked| chunked.is_as_parallel(parallel)) {
            break;
        }
        if alone.len() == tried
            && let Err(Some(Unchunked { array: Some(array), .. })) = &chunked
        {
            alone.extend(analysed.scop.writers(*array));
        }
        if alone.len() == tried {
            break;
        }
        tried = alone.len();
        let movable = Movable { alone: &alone, ..Movable::FREE };
        let choice = choose(analysed, settings, &movable, false, None)?;
        match chunk::in_chunks(analysed, choice, settings)? {
            // nothing is left to fuse
            Err(None) if chunked.is_err() => break,
            found => chunked = found,
        }
    }
    Ok(chunked)
}

/// The order that is best by the model, which may be for large sizes only if these can be tested.
fn chosen(
    subject: &Subject,
    site: &Site,
    settings: &Settings,
    may_test: bool,
) -> isl::Result<Option<Choice>> {
    let movable = Movable { is_free: site.immovable.is_none(), turns: &site.turns, ..Movable::FREE };
    let whole = subject.start.partial.then_some(&subject.analysed.scop);
    choose(subject.built(), settings, &movable, may_test, whole)
}
