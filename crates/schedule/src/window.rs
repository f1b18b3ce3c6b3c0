//! Which rows of an array a fused loop keeps.
//!
//! Cells are counted in rows of the loop: along one subscript `x` of the array, `factor * row - scale * x` is
//! bounded for the rows in which a nest writes it. Then a value is written `row - scale/factor * x` rows
//! after its place, and read a number of rows after it; the rows kept are those between the least of the
//! one and the greatest of the other, delays included. (What matters for a modular mapping is how far apart
//! cells are that are alive at once, not how long each of them is: the border of an array that is written a
//! row early needs one more row of all that follows.)

use crate::delays::Window;
use crate::flow::{Dependence, Rows, Spread, bounds};
use crate::fusion::ratios;
use crate::track::Track;
use isl::{DimType, Map};
use polyhedral::Scop;

/// A value's way inside a fused loop.
pub struct Use<'a> {
    /// From which statement to which, in which array.
    pub dependence: &'a Dependence,
    /// The nest that writes, and its rows.
    pub writer: (usize, &'a Track),
    /// The nest that reads, and its rows.
    pub reader: (usize, &'a Track),
    /// How many rows a value waits at most without delays.
    pub most: i64,
}

/// The rows that `uses` of one array keep, a row costing `weight`.
///
/// # Errors
/// isl's.
pub fn window(scop: &Scop, rows: &Rows, uses: &[Use], weight: f64) -> isl::Result<Window> {
    for one in uses {
        for axis in axes(scop, rows, one)? {
            if let Some(window) = along(scop, rows, uses, &axis, weight)? {
                return Ok(window);
            }
        }
    }
    // without a subscript that counts rows, only the time that values wait is known
    Ok(Window {
        writers: uses.iter().map(|one| (one.writer.0, 0)).collect(),
        readers: uses.iter().map(|one| (one.reader.0, one.most)).collect(),
        weight,
    })
}

/// A subscript in which cells are counted: `factor * row - scale * x` may be bounded.
struct Axis {
    subscript: u32,
    factor: i64,
    scale: i64,
}

/// The subscripts along which `one` writes by rows, best first: those whose rows it follows most closely.
fn axes(scop: &Scop, rows: &Rows, one: &Use) -> isl::Result<Vec<Axis>> {
    let mut found = Vec::new();
    let row = rows.of(one.dependence.source, one.writer.1, 0)?;
    for cells in cells(scop, one.dependence, Side::Write)? {
        for subscript in 0..cells.dim(DimType::Out)? {
            // { [row] -> [x] }
            let places = only(cells.clone(), subscript)?.apply_domain(row.clone())?;
            let ratios = ratios(&places)?.into_iter();
            found.extend(ratios.map(|(factor, scale)| Axis { subscript, factor, scale }));
        }
    }
    let mut axes = Vec::new();
    for axis in found {
        let written = lateness(scop, rows, one, &axis, Side::Write)?;
        axes.extend(written.least.zip(written.most).map(|(least, most)| (most - least, axis)));
    }
    axes.sort_by_key(|(width, axis)| (width / axis.factor, axis.subscript));
    Ok(axes.into_iter().map(|(_, axis)| axis).collect())
}

/// The window in rows along `axis`; `None` where a use isn't at a constant distance from its cells' rows.
fn along(scop: &Scop, rows: &Rows, uses: &[Use], axis: &Axis, weight: f64) -> isl::Result<Option<Window>> {
    let mut window = Window { writers: Vec::new(), readers: Vec::new(), weight };
    for one in uses {
        let write = lateness(scop, rows, one, axis, Side::Write)?;
        let read = lateness(scop, rows, one, axis, Side::Read)?;
        let (true, Some(first), Some(last)) = (write.is_bounded(), write.least, read.most) else {
            return Ok(None);
        };
        window.writers.push((one.writer.0, first.div_euclid(axis.factor)));
        window.readers.push((one.reader.0, -(-last).div_euclid(axis.factor)));
    }
    Ok(Some(window))
}

/// The values of `factor * row - scale * x` where one side of `one` touches the array.
fn lateness(scop: &Scop, rows: &Rows, one: &Use, axis: &Axis, side: Side) -> isl::Result<Spread> {
    let (statement, track) = match side {
        Side::Write => (one.dependence.source, one.writer.1),
        Side::Read => (one.dependence.sink, one.reader.1),
    };
    let row = rows.of(statement, &track.scaled(axis.factor), 0)?;
    let mut all: Option<Map> = None;
    for cells in cells(scop, one.dependence, side)? {
        let place = scaled(only(cells, axis.subscript)?, -axis.scale)?;
        let late = place.sum(row.clone())?;
        all = Some(match all {
            Some(all) => all.union(late)?,
            None => late,
        });
    }
    match all {
        Some(all) => bounds(all.range()?),
        None => Ok(Spread { least: None, most: None }),
    }
}

/// An end of a dependence.
#[derive(Clone, Copy)]
enum Side {
    Write,
    Read,
}

/// `{ S[i] -> A[x] }`: what the instances at one end of `dependence` touch.
fn cells(scop: &Scop, dependence: &Dependence, side: Side) -> isl::Result<Vec<Map>> {
    let (statement, instances) = match side {
        Side::Write => (dependence.source, dependence.relation.clone().domain()?),
        Side::Read => (dependence.sink, dependence.relation.clone().range()?),
    };
    let accesses = scop.statements[statement].accesses.iter();
    let of_side = |access: &&polyhedral::Access| {
        access.array == dependence.array && access.writes() == matches!(side, Side::Write)
    };
    let touched = |access: &polyhedral::Access| access.relation.clone().intersect_domain(instances.clone());
    accesses.filter(of_side).map(touched).collect()
}

/// `{ S[i] -> [x] }`: one subscript of `{ S[i] -> A[x] }`.
fn only(cells: Map, subscript: u32) -> isl::Result<Map> {
    let dimensions = cells.dim(DimType::Out)?;
    let cells = cells.project_out(DimType::Out, subscript + 1, dimensions - subscript - 1)?;
    cells.project_out(DimType::Out, 0, subscript)?.reset_tuple_id(DimType::Out)
}

/// `{ S[i] -> [factor * x] }` of `{ S[i] -> [x] }`.
fn scaled(map: Map, factor: i64) -> isl::Result<Map> {
    let space = map.space()?.range()?;
    let row = Track::by(0).scaled(factor).function(&space, 0)?;
    map.apply_range(crate::track::functions(&space, vec![row])?)
}
