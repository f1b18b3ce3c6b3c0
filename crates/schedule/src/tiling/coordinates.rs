//! Coordinates of the instances of a loop nest, in which dependences have short distances.
//!
//! The first is the counter of the outermost loop. The others are the subscripts of the cell that an instance
//! writes, without those that the outermost loop fixes: statements that write neighbouring cells are
//! neighbours, whatever loops are around them, which gives the borders of a grid their places. A statement that
//! writes a scalar goes along with one in the same loops. Where that says nothing, the counters of the loops are
//! taken, if all statements have as many.

use crate::nest::{Frame, Nest};
use crate::track::{Track, functions};
use isl::{DimType, Map};
use polyhedral::{ArrayId, Scop, StatementId};
use std::collections::{BTreeMap, BTreeSet};

/// Per statement `{ S[i] -> [x] }`, on whole spaces, all of one length.
pub type Coordinates = BTreeMap<StatementId, Map>;

/// The coordinates that `nest`, the loop of `dimension`, may have; best first.
///
/// # Errors
/// isl's.
pub fn choices(scop: &Scop, frame: &Frame, nest: &Nest, dimension: u32) -> isl::Result<Vec<Coordinates>> {
    let by_cells = by_cells(scop, frame, nest, dimension)?;
    let by_loops = by_loops(frame, nest)?;
    Ok(by_cells.into_iter().chain(by_loops).collect())
}

fn by_loops(frame: &Frame, nest: &Nest) -> isl::Result<Option<Coordinates>> {
    let loops = frame.counters(nest);
    let Some(length) = loops.values().next().map(Vec::len) else { return Ok(None) };
    if loops.values().any(|counters| counters.len() != length) {
        return Ok(None);
    }
    let of_statement = |(statement, counters): (&StatementId, &Vec<u32>)| {
        Ok((*statement, dimensions(&frame.dates[*statement], counters)?))
    };
    loops.iter().map(of_statement).collect::<isl::Result<_>>().map(Some)
}

fn by_cells(scop: &Scop, frame: &Frame, nest: &Nest, dimension: u32) -> isl::Result<Option<Coordinates>> {
    let mut cells: BTreeMap<StatementId, (ArrayId, Map)> = BTreeMap::new();
    let mut varying: BTreeMap<ArrayId, BTreeSet<u32>> = BTreeMap::new();
    for &statement in &nest.statements {
        let Some((array, written)) = written(scop, statement)? else { return Ok(None) };
        // { [t] -> S[i] }, the date as far as the outermost loop of the nest
        let fixed: Vec<u32> = (0..=dimension).collect();
        let iterations = dimensions(&frame.dates[statement], &fixed)?.reverse()?;
        let varying = varying.entry(array).or_default();
        for subscript in 0..written.dim(DimType::Out)? {
            let values = iterations.clone().apply_range(dimensions(&written, &[subscript])?)?;
            if !values.is_single_valued()? {
                varying.insert(subscript);
            }
        }
        cells.insert(statement, (array, written));
    }
    let mut lengths = varying.values().map(BTreeSet::len).filter(|length| *length > 0);
    let length = lengths.next().unwrap_or(0);
    if length == 0 || lengths.any(|other| other != length) {
        return Ok(None);
    }
    let mut found = Coordinates::new();
    let (of_scalars, of_arrays): (Vec<_>, Vec<_>) =
        cells.into_iter().partition(|(_, (array, _))| varying[array].is_empty());
    for (statement, (array, written)) in of_arrays {
        let outermost = dimensions(&frame.dates[statement], &[dimension])?;
        let subscripts: Vec<u32> = varying[&array].iter().copied().collect();
        found.insert(statement, outermost.flat_range_product(dimensions(&written, &subscripts)?)?);
    }
    for (statement, _) in of_scalars {
        let Some(coordinates) = beside(frame, statement, &found)? else { return Ok(None) };
        found.insert(statement, coordinates);
    }
    Ok(Some(found))
}

/// `{ S[i] -> [x] }` of a statement in the same loops that has coordinates.
fn beside(frame: &Frame, statement: StatementId, found: &Coordinates) -> isl::Result<Option<Map>> {
    for (&other, coordinates) in found {
        let Some(loops) = frame.same_loops(statement, other) else { continue };
        // { S[i] -> [t] -> T[i] }
        let own = dimensions(&frame.dates[statement], &loops)?;
        let iterations = own.apply_range(dimensions(&frame.dates[other], &loops)?.reverse()?)?;
        return Ok(Some(iterations.apply_range(coordinates.clone())?));
    }
    Ok(None)
}

/// `{ S[i] -> [x] }` of the cell that `statement` writes, on the whole space; `None` where that is no affine
/// function.
fn written(scop: &Scop, statement: StatementId) -> isl::Result<Option<(ArrayId, Map)>> {
    let mut writes = scop.statements[statement].accesses.iter().filter(|access| access.writes());
    let Some(write) = writes.next() else { return Ok(None) };
    let whole = analysis::order::on_whole_spaces(write.relation.clone().to_union_map()?)?;
    let [whole] = &whole.maps()?[..] else { return Ok(None) };
    let whole = whole.clone().align_params(scop.context.space()?)?.reset_tuple_id(DimType::Out)?;
    Ok(whole.is_single_valued()?.then_some((write.array, whole)))
}

/// `{ S[i] -> [x_d] }` for the `dimensions` d of `{ S[i] -> [x] }`.
pub fn dimensions(map: &Map, dimensions: &[u32]) -> isl::Result<Map> {
    let space = map.space()?.range()?;
    let values = dimensions.iter().map(|d| Track::by(*d).function(&space, 0)).collect::<isl::Result<_>>()?;
    map.clone().apply_range(functions(&space, values)?)
}
