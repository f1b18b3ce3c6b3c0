//! Loops that go over the same arrays again and again, in tiles although nobody asked for them.
//!
//! Each sweep fetches arrays anew that are larger than the caches; in tiles several sweeps work on what is there. And where each element
//! comes from the one just before it, a processor waits for each: in tiles of short rows it has several rows to work on, whatever the sizes.
//! Sweeps are loops whose counters are in no subscript; others, such as those of a factorization or of a table that is filled in, touch
//! something else in each iteration.

use crate::apart::{self, Test};
use crate::cost::element;
use crate::pipeline::Settings;
use crate::tile::{self, Tiled};
use crate::worth;
use analysis::Analysed;
use codegen::work::instances;
use frontend::Entry;
use polyhedral::{ArrayId, Expression, Loop, Node, Scop, StatementId};
use schedule::tiling::Band;
use std::collections::BTreeSet;

/// Sweeps in tiles.
pub(crate) struct Sweeps {
    /// The region in tiles.
    pub(crate) tiled: Tiled,
    /// What the program must test before it runs so.
    pub(crate) test: Option<Test>,
    /// How many bytes the arrays must take at least, if the test asks for that.
    pub(crate) least: Option<i128>,
}

/// Coordinates of sweeps over planes: what is larger than that share of the caches is worth tiles already.
const PLANE: usize = 3;
/// Compilers make less of the short rows of cubes.
const SHARE_OF_PLANES: i128 = 4;

/// The fewest sweeps that are worth tiles.
const FEWEST: i64 = 2;

/// The sweeps of a region in tiles, if there are any for which that is faster; with a test of sizes, where these aren't known, besides what
/// an `other` asks for.
///
/// # Errors
/// isl's.
pub(crate) fn in_tiles(
    analysed: &Analysed,
    entries: &dyn Fn() -> Result<Vec<Entry>, String>,
    settings: &Settings,
    other: Option<&Test>,
) -> isl::Result<Option<Sweeps>> {
    let scop = &analysed.scop;
    let sweeps = all(scop, &scop.program.body);
    if sweeps.is_empty() {
        return Ok(None);
    }
    let worth = |band: &Band| worth_of(scop, &sweeps, band, settings);
    let Ok(tiled) = tile::unasked(analysed, settings, &|band| worth(band).is_some())? else {
        return Ok(None);
    };
    if worth::conditions(&tiled.tiles.program.body) > worth::conditions(&scop.program.body) {
        return Ok(None);
    }
    let mut large: Option<(Expression, i128)> = None;
    for found in tiled.bands.iter().filter_map(worth) {
        match (found, &large) {
            (Worth::Always, _) => {}
            (Worth::Large(bytes, least), None) => large = Some((bytes, least)),
            // several limits in one test
            (Worth::Large(..), Some(_)) => return Ok(None),
        }
    }
    let Some((bytes, least)) = large else {
        return Ok(Some(Sweeps { tiled, test: other.cloned(), least: None }));
    };
    let test = apart::where_large(analysed, entries, settings, other, (bytes, least))?;
    Ok(test.map(|test| Sweeps { tiled, test: Some(test), least: Some(least) }))
}

/// Whether a region may have sweeps.
pub(crate) fn are_any(scop: &Scop) -> bool {
    !all(scop, &scop.program.body).is_empty()
}

/// When tiles are faster.
enum Worth {
    /// At all sizes.
    Always,
    /// Where so many bytes are more than these.
    Large(Expression, i128),
}

/// When tiles of `band` are faster, if ever.
fn worth_of(scop: &Scop, sweeps: &[&Loop], band: &Band, settings: &Settings) -> Option<Worth> {
    let statements: BTreeSet<StatementId> = band.coordinates.keys().copied().collect();
    let sweep = sweeps.iter().find(|sweep| Node::statements(&sweep.body) == statements)?;
    let loops = instances(scop, &[Node::Loop((*sweep).clone())]);
    let (_, around) = loops.iter().max_by_key(|(_, around)| around.len())?;
    let (first, others) = around.split_first()?;
    if first.trips.constant().is_some_and(|trips| trips < FEWEST) {
        return None;
    }
    let arrays = arrays(scop, &statements);
    let element: i128 = arrays.iter().map(|array| element(&scop.arrays[*array])).sum();
    let one = Expression::Constant(i64::try_from(element).ok()?);
    let times =
        |a, around: &codegen::work::Around| Expression::Multiply(Box::new(a), Box::new(around.trips.clone()));
    let bytes = scop.concrete(&others.iter().fold(one, times)).simplify();
    let of_size = |least: i128| match bytes.constant() {
        Some(bytes) => (i128::from(bytes) >= least).then_some(Worth::Always),
        None => Some(Worth::Large(bytes.clone(), least)),
    };
    if band.is_chained {
        let are_rounded = arrays.iter().all(|array| scop.arrays[*array].is_rounded);
        let is_tiny = bytes.constant().is_some_and(|bytes| i128::from(bytes) < settings.caches.first() / 8);
        return (are_rounded && !is_tiny).then_some(Worth::Always);
    }
    match band.depth() as usize {
        0..=PLANE => of_size(settings.caches.third() / SHARE_OF_PLANES),
        _ => of_size(settings.caches.third()),
    }
}

/// The outermost loops around others whose counters are in no subscript and no bound in them.
fn all<'a>(scop: &Scop, nodes: &'a [Node]) -> Vec<&'a Loop> {
    let mut found = Vec::new();
    for node in nodes {
        match node {
            Node::Loop(counted) if is_sweep(scop, counted) => found.push(counted),
            Node::Loop(counted) => found.extend(all(scop, &counted.body)),
            Node::If { then_body, else_body, .. } => {
                found.extend(all(scop, then_body));
                found.extend(all(scop, else_body));
            }
            Node::Sections(_) | Node::Instance(_) | Node::Copy(_) => {}
        }
    }
    found
}

fn is_sweep(scop: &Scop, counted: &Loop) -> bool {
    let instances = Node::instances(&counted.body);
    let mut subscripts = instances.iter().flat_map(|instance| instance.subscripts.iter().flatten());
    let has_own = subscripts.any(|subscript| subscript.mentions(&counted.iterator));
    // strips of a loop have their own part of it each
    let inner = Node::loops(&counted.body);
    let is_bound = |inner: &Loop| {
        let mut names = BTreeSet::new();
        inner.initial.variables(&mut names);
        inner.condition.variables(&mut names);
        names.contains(&counted.iterator)
    };
    let is_whole = !inner.iter().any(|inner| is_bound(inner));
    !inner.is_empty() && is_whole && !has_own && !arrays(scop, &Node::statements(&counted.body)).is_empty()
}

/// The arrays, not the variables, that statements use.
fn arrays(scop: &Scop, statements: &BTreeSet<StatementId>) -> BTreeSet<ArrayId> {
    let touched = scop.touched(statements.iter().copied()).into_iter();
    touched.filter(|array| scop.arrays[*array].dimensions() > 0).collect()
}
