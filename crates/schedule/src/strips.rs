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

/// The windows of arrays that statements in strips of `size` elements use: those of which a strip touches a constant number
/// of cells around its elements, no other statement any, and of which no value stays for another run of the loops.
///
/// # Errors
/// isl's.
pub(crate) fn windows(
    scop: &Scop,
    dependences: &[Dependence],
    elements: &BTreeMap<StatementId, Element>,
    size: i64,
) -> isl::Result<BTreeMap<ArrayId, Window>> {
    let mut found = BTreeMap::new();
    for (array, declared) in scop.arrays.iter().enumerate() {
        let is_short = length(scop, declared).is_some_and(|cells| cells < WORTH * size.unsigned_abs());
        let is_line = declared.dimensions() == 1 && declared.flat.is_none() && !is_short;
        let is_free = declared.is_own() && declared.outlives.is_none() && declared.pinned.is_none();
        if is_line && is_free && stays_inside(dependences, elements, array)? {
            let distances = distances(scop, elements, array)?;
            let spread = distances.map(bounds).transpose()?;
            let ends = spread.and_then(|spread| spread.least.zip(spread.most));
            if let Some((first, last)) = ends.filter(|(first, last)| last - first <= size) {
                let window = Window { strip: size, first, more: last - first };
                // in a block that keeps its size, which may be less, no cell may have a place behind its own
                let is_there = declared.is_resized() || (first, last) == (0, 0);
                // what moves may hold nothing yet, which is no truth value
                let may_move = first == last || !declared.element.ends_with("ool");
                if is_there && may_move {
                    found.insert(array, window);
                }
            }
        }
    }
    Ok(found)
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
