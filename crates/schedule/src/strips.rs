//! Loops over elements in strips.
//!
//! In `u[i] = …x[i]…` and then `y[i] = …u[i - 1] + u[i] + u[i + 1]…` both loops are vector loops, and none is any more once they are
//! fused. So they run one after the other on a strip of elements, the second as many elements late as it has to be: what
//! they exchange stays in the cache, and is all there is of `u`. A strip touches a *window* of cells: those of the
//! elements in it, and a few before or behind. Of the next strip's window the first few are the last of this one.

use crate::flow::{Dependence, Kind, bounds};
use isl::{DimType, Map, Set};
use polyhedral::{Array, ArrayId, Scop, StatementId, Window};
use std::collections::BTreeMap;

/// The most elements of a strip; a power of two.
const MOST: i64 = 1024;

/// The most elements of a strip whose window goes far back, as that of an echo does; a power of two.
const MOST_BEHIND: i64 = 8192;

/// The most cells of a window that move.
const MOST_MOVED: i64 = 2 * MOST_BEHIND;

/// Loops within an element have fewer turns.
const MOST_TURNS: i64 = 64;

/// Arrays of a known length have at least so many strips, as far as these aren't too short.
const LEAST_STRIPS: u64 = 8;

/// An array of a known length has a window if it is at least so many strips long.
const WORTH: u64 = 4;

/// What stands for the size of an element of which nothing is known.
const UNKNOWN_BYTES: u64 = 8;

/// How many elements the strips of loops with these `statements` have, which may touch so many `bytes`; arrays with `spreads` may have several
/// cells for each.
pub(crate) fn size(
    scop: &Scop,
    spreads: &Spreads,
    statements: impl Iterator<Item = StatementId>,
    bytes: u64,
) -> i64 {
    let arrays = scop.touched(statements);
    let each = |array: &ArrayId| spreads.get(array).map_or(1, |spread| spread.each.unsigned_abs());
    let arrays = arrays.iter().map(|array| (&scop.arrays[*array], each(array)));
    let arrays: Vec<_> = arrays.filter(|(array, _)| array.dimensions() > 0).collect();
    let bytes_of = |array: &Array| array.element_bytes.unwrap_or(UNKNOWN_BYTES);
    let element: u64 = arrays.iter().map(|(array, each)| bytes_of(array) * each).sum();
    let own = arrays.iter().filter(|(array, _)| array.outlives.is_none());
    let lengths = own.filter_map(|(array, each)| Some(length(scop, array)? / each));
    let longest = lengths.max().map_or(u64::MAX, |longest| longest / LEAST_STRIPS);
    let elements = 1 << (bytes / element.max(1)).min(longest).max(1).ilog2();
    elements.clamp(Window::LEAST_STRIP, MOST)
}

/// The number of cells of an array of one dimension, if it is known.
fn length(scop: &Scop, array: &Array) -> Option<u64> {
    let [Some(extent)] = &array.extents[..] else { return None };
    scop.concrete(extent.value.as_ref()?).constant()?.try_into().ok()
}

/// When an instance of a statement runs.
pub(crate) struct Element {
    /// `{ S[i] -> [t] }`: its date in front of the strip.
    pub(crate) outside: Map,
    /// `{ S[i] -> [x] }`: its element.
    pub(crate) element: Map,
}

/// Whether loops within an element have a constant number of turns, and few, as that over the weights of a filter.
///
/// # Errors
/// isl's.
pub(crate) fn are_short(scop: &Scop, elements: &BTreeMap<StatementId, Element>) -> isl::Result<bool> {
    for (id, Element { outside, element }) in elements {
        let domain = scop.statements[*id].domain.clone().intersect_params(scop.context.clone())?;
        if domain.is_empty()? {
            continue;
        }
        let date = outside.clone().flat_range_product(element.clone())?.intersect_domain(domain)?;
        let apart = date.clone().apply_range(date.reverse()?)?.deltas()?;
        let dimensions = apart.dim(DimType::Set)?;
        for dimension in 0..dimensions {
            let in_front =
                apart.clone().project_out(DimType::Set, dimension + 1, dimensions - dimension - 1)?;
            let turns = bounds(in_front.project_out(DimType::Set, 0, dimension)?)?;
            if turns.most.is_none_or(|most| most >= MOST_TURNS) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Which cells of an array an element touches.
pub(crate) struct Spread {
    /// How many are its own, side by side.
    each: i64,
    /// The first and the last one, counted from the first of its own.
    ends: (i64, i64),
}

impl Spread {
    /// How many there are beyond its own.
    fn more(&self) -> i64 {
        (self.ends.1 - self.ends.0 + 1 - self.each).max(0)
    }
}

/// Per array which cells elements touch.
pub(crate) type Spreads = BTreeMap<ArrayId, Spread>;

/// How many cells an element may have of its own: samples of one, two or four channels, colours, six or eight channels.
const CHANNELS: [i64; 6] = [1, 2, 3, 4, 6, 8];

/// The arrays of which a strip touches a constant number of cells around its elements, no other statement any, and of which no value
/// stays for another run of the loops: how far from the element.
///
/// # Errors
/// isl's.
pub(crate) fn spreads(
    scop: &Scop,
    dependences: &[Dependence],
    elements: &BTreeMap<StatementId, Element>,
) -> isl::Result<Spreads> {
    let mut found = BTreeMap::new();
    for (array, declared) in scop.arrays.iter().enumerate() {
        let is_line = declared.dimensions() == 1 && declared.flat.is_none();
        let is_free = declared.is_own() && declared.outlives.is_none() && declared.pinned.is_none();
        if is_line && is_free && stays_inside(dependences, elements, array)? {
            let spread = spread(scop, elements, array)?;
            found.extend(spread.filter(|spread| may_have_window(declared, spread)).map(|it| (array, it)));
        }
    }
    Ok(found)
}

/// Which cells of an array its elements touch, if these are a constant number around their own.
fn spread(
    scop: &Scop,
    elements: &BTreeMap<StatementId, Element>,
    array: ArrayId,
) -> isl::Result<Option<Spread>> {
    let Some(touched) = touched(scop, elements, array)? else { return Ok(None) };
    for each in CHANNELS {
        let apart = bounds(distances(&touched, each)?)?;
        if let Some(ends) = apart.least.zip(apart.most) {
            return Ok(Some(Spread { each, ends }));
        }
    }
    Ok(None)
}

/// Whether cells as far from the elements of a strip may have places of their own in front of them.
fn may_have_window(array: &Array, spread: &Spread) -> bool {
    let moves = spread.more() > 0;
    // in a block that keeps its size, which may be less, no cell may have a place behind its own
    let is_there = array.is_resized() || spread.ends.0 == 0 && !moves;
    // what moves may hold nothing yet, which is no truth value
    is_there && (!moves || !array.element.ends_with("ool"))
}

/// The size of strips in the place of `size` that lets windows with these `spreads` move by their own length at least: else most of the
/// work would be to move them.
pub(crate) fn long_enough(scop: &Scop, spreads: &Spreads, size: i64) -> i64 {
    let needed = |(array, spread): (&ArrayId, &Spread)| {
        let more = u64::try_from(spread.more()).ok().filter(|_| spread.more() <= MOST_MOVED)?;
        let elements = more.div_ceil(spread.each.unsigned_abs());
        let size = i64::try_from(elements.checked_next_power_of_two()?).ok();
        let size = size.filter(|size| *size <= MOST_BEHIND)?;
        (!is_short(scop, *array, spread.each * size)).then_some(size)
    };
    spreads.iter().filter_map(needed).fold(size, i64::max)
}

/// The windows of arrays with these `spreads` that statements in strips of `size` elements use.
pub(crate) fn windows(scop: &Scop, spreads: &Spreads, size: i64) -> BTreeMap<ArrayId, Window> {
    let window = |(array, spread): (&ArrayId, &Spread)| {
        let window = Window { strip: size, each: spread.each, first: spread.ends.0, more: spread.more() };
        let is_moved = window.more <= MOST_MOVED.min(window.step());
        let fits = is_moved && !is_short(scop, *array, window.step());
        fits.then_some((*array, window))
    };
    spreads.iter().filter_map(window).collect()
}

/// Whether an array of a known length has too few strips of so many cells.
fn is_short(scop: &Scop, array: ArrayId, strip: i64) -> bool {
    length(scop, &scop.arrays[array]).is_some_and(|cells| cells < WORTH * strip.unsigned_abs())
}

/// Whether the values of an array are read in the same run of the loops in which they are written.
fn stays_inside(
    dependences: &[Dependence],
    elements: &BTreeMap<StatementId, Element>,
    array: ArrayId,
) -> isl::Result<bool> {
    for value in dependences.iter().filter(|it| it.kind == Kind::Flow && it.array == array) {
        let (Some(source), Some(sink)) = (elements.get(&value.source), elements.get(&value.sink)) else {
            return Ok(false);
        };
        let same_run = source.outside.clone().apply_range(sink.outside.clone().reverse()?)?;
        if !value.relation.is_subset(&same_run)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// `{ [element] -> [cell] }` of all that statements do with an array; `None` where others use it, or nothing does.
fn touched(
    scop: &Scop,
    elements: &BTreeMap<StatementId, Element>,
    array: ArrayId,
) -> isl::Result<Option<Map>> {
    let mut all: Option<Map> = None;
    for (id, statement) in scop.statements.iter().enumerate() {
        for access in statement.accesses.iter().filter(|access| access.array == array) {
            // what never runs uses nothing
            if access.relation.is_empty()? {
                continue;
            }
            let Some(Element { element, .. }) = elements.get(&id) else { return Ok(None) };
            let domain = statement.domain.clone().intersect_params(scop.context.clone())?;
            let element = element.clone().intersect_domain(domain)?;
            let cells = access.relation.clone().reset_tuple_id(DimType::Out)?;
            let touched = element.reverse()?.apply_range(cells)?;
            all = Some(match all {
                Some(all) => all.union(touched)?,
                None => touched,
            });
        }
    }
    Ok(all)
}

/// `{ [cell - each * element] }`.
fn distances(touched: &Map, each: i64) -> isl::Result<Set> {
    if each == 1 {
        return touched.clone().deltas();
    }
    let own = Map::read_from_str(touched.context(), &format!("{{ [element] -> [{each} * element] }}"))?;
    touched.clone().apply_domain(own)?.deltas()
}
