//! Loops over elements in strips.
//!
//! In `u[i] = …x[i]…` and then `y[i] = …u[i - 1] + u[i] + u[i + 1]…` both loops are vector loops, and none is any more once they are
//! fused. So they run one after the other on a strip of elements, the second as many elements late as it has to be: what
//! they exchange stays in the cache, and is all there is of `u`. A strip touches a *window* of cells: those of the
//! elements in it, and a few before or behind. Of the next strip's window the first few are the last of this one.

use crate::flow::{Dependence, Kind, bounds};
use isl::{DimType, Map, Set};
use polyhedral::{Array, ArrayId, Scop, StatementId, Window};
use std::collections::{BTreeMap, BTreeSet};

/// The most elements of a strip; a power of two.
const MOST: i64 = 1024;

/// The most elements of a strip whose window goes far back, as that of an echo does; a power of two.
const MOST_BEHIND: i64 = 8192;

/// Loops within an element have fewer turns.
const MOST_TURNS: i64 = 64;

/// Arrays of a known length have at least so many strips, as far as these aren't too short.
const LEAST_STRIPS: u64 = 8;

/// An array of a known length has a window if it is at least so many strips long.
const WORTH: u64 = 4;

/// What stands for the size of an element of which nothing is known.
const UNKNOWN_BYTES: u64 = 8;

/// How many elements the strips of loops with these `statements` have, which may touch so many `bytes`.
pub(crate) fn size(scop: &Scop, statements: impl Iterator<Item = StatementId>, bytes: u64) -> i64 {
    let accesses = statements.flat_map(|statement| &scop.statements[statement].accesses);
    let arrays: BTreeSet<ArrayId> = accesses.map(|access| access.array).collect();
    let arrays = arrays.into_iter().map(|array| &scop.arrays[array]).filter(|array| array.dimensions() > 0);
    let arrays: Vec<_> = arrays.collect();
    let element: u64 = arrays.iter().map(|array| array.element_bytes.unwrap_or(UNKNOWN_BYTES)).sum();
    let lengths =
        arrays.iter().filter(|array| array.outlives.is_none()).filter_map(|array| length(scop, array));
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

/// How far from its element a strip touches cells of an array: `(first, last)`.
type Spreads = BTreeMap<ArrayId, (i64, i64)>;

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
            let distances = distances(scop, elements, array)?;
            let spread = distances.map(bounds).transpose()?;
            let ends = spread.and_then(|spread| spread.least.zip(spread.most));
            found.extend(ends.filter(|ends| may_have_window(declared, *ends)).map(|ends| (array, ends)));
        }
    }
    Ok(found)
}

/// Whether cells as far from the elements of a strip may have places of their own in front of them.
fn may_have_window(array: &Array, (first, last): (i64, i64)) -> bool {
    // in a block that keeps its size, which may be less, no cell may have a place behind its own
    let is_there = array.is_resized() || (first, last) == (0, 0);
    // what moves may hold nothing yet, which is no truth value
    is_there && (first == last || !array.element.ends_with("ool"))
}

/// The size of strips in the place of `size` that lets windows with these `spreads` move by their own length at least: else most of the
/// work would be to move them.
pub(crate) fn long_enough(scop: &Scop, spreads: &Spreads, size: i64) -> i64 {
    let needed = |(array, (first, last)): (&ArrayId, &(i64, i64))| {
        let size = u64::try_from(last - first).ok()?.checked_next_power_of_two()?;
        let size = i64::try_from(size).ok().filter(|size| *size <= MOST_BEHIND)?;
        (!is_short(scop, *array, size)).then_some(size)
    };
    spreads.iter().filter_map(needed).fold(size, i64::max)
}

/// The windows of arrays with these `spreads` that statements in strips of `size` elements use.
pub(crate) fn windows(scop: &Scop, spreads: &Spreads, size: i64) -> BTreeMap<ArrayId, Window> {
    let window = |(array, (first, last)): (&ArrayId, &(i64, i64))| {
        let fits = last - first <= size && !is_short(scop, *array, size);
        fits.then(|| (*array, Window { strip: size, first: *first, more: last - first }))
    };
    spreads.iter().filter_map(window).collect()
}

/// Whether an array of a known length has too few strips of `size`.
fn is_short(scop: &Scop, array: ArrayId, size: i64) -> bool {
    length(scop, &scop.arrays[array]).is_some_and(|cells| cells < WORTH * size.unsigned_abs())
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

/// `{ [cell - element] }` of all that statements do with an array; `None` where others use it, or nothing does.
fn distances(
    scop: &Scop,
    elements: &BTreeMap<StatementId, Element>,
    array: ArrayId,
) -> isl::Result<Option<Set>> {
    let mut all: Option<Set> = None;
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
            let distances = element.reverse()?.apply_range(cells)?.deltas()?;
            all = Some(match all {
                Some(all) => all.union(distances)?,
                None => distances,
            });
        }
    }
    Ok(all)
}
