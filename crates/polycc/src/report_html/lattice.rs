//! Why a mapping is right, as a picture: the differences of cells that conflict, the lattice of differences that the mapping
//! sends to one location, and which cells share one (*Extended Lattice-Based Memory Allocation*, section 4: a mapping is valid iff
//! the two meet in 0 only).
//!
//! At small sizes, for arrays of which isl knows the conflicts. Of more than two dimensions two are shown, and the others have
//! difference 0.

use super::sizes::{self, Runs, Sizes};
use crate::emit::concrete_mapping;
use crate::pipeline::Region;
use allocator::points::Points;
use allocator::size::Reference;
use allocator::{Allocation, Decision};
use codegen::layout::dimension_names;
use polyhedral::{ArrayId, Mapping};
use serde::Serialize;
use std::collections::BTreeSet;
use svg::node::element::{Circle, Rectangle, SVG, Text};

/// isl's operations for the differences of one array.
const OPERATIONS: u64 = 5_000_000;

/// Differences that are listed.
const MOST_POINTS: usize = 4_000;

/// Arrays that are drawn.
const MOST_ARRAYS: usize = 16;

/// Differences to each side, and cells along a dimension, that are drawn.
const FARTHEST: i64 = 8;
const MOST_CELLS: i64 = 14;

/// The side of a cell, and the room for what stands beside.
const SIDE: i64 = 18;
const MARGIN: i64 = 24;

/// Dimensions among which two are chosen.
const MOST_DIMENSIONS: usize = 6;

/// Colours for locations.
const COLOURS: usize = 8;

/// The pictures of arrays that look the same.
#[derive(Serialize)]
pub struct Lattice {
    mappings: Vec<String>,
    /// At which sizes.
    sizes: String,
    /// The conflicting differences and the lattice.
    differences: String,
    /// Where cells live.
    cells: Option<String>,
    /// How many locations the cells have at these sizes.
    locations: i64,
    /// What is said of dimensions that aren't shown.
    slice: String,
}

/// One or two dimensions of an array.
struct Plane {
    /// Their positions.
    shown: Vec<usize>,
    names: Vec<String>,
    dimensions: usize,
}

/// A mapping at some sizes.
struct Fixed {
    rows: Vec<FixedRow>,
}

/// A row of it: a [`polyhedral::MappingRow`] in numbers.
struct FixedRow {
    coefficients: Vec<i64>,
    offset: i64,
    modulus: i64,
    wraps: bool,
}

/// Those of all arrays that have some.
pub fn lattices(region: &Region, at: &Sizes) -> Vec<Lattice> {
    let built = &region.built().scop;
    let is_drawn = |id: &ArrayId| {
        let Allocation { decision, mapping, conflicts, .. } = &region.allocations[*id];
        let rows = &mapping.rows;
        // an array that only moves into the memory of another shares none of its own locations
        let is_smaller = rows.len() < mapping.dimensions() || rows.iter().any(|row| row.wraps);
        *decision != Decision::Kept && !rows.is_empty() && is_smaller && conflicts.is_some()
    };
    let drawn: Vec<ArrayId> = (0..built.arrays.len()).filter(is_drawn).take(MOST_ARRAYS).collect();
    let Some(runs) = (!drawn.is_empty()).then(|| Runs::of(region, at, &sizes::SHORT)).flatten() else {
        return vec![];
    };
    let mut all: Vec<Lattice> = Vec::new();
    for one in drawn.into_iter().filter_map(|id| lattice(region, id, &runs.sizes)) {
        match all.iter_mut().find(|known| known.looks_like(&one)) {
            Some(known) => known.mappings.extend(one.mappings),
            None => all.push(one),
        }
    }
    all
}

impl Lattice {
    fn looks_like(&self, other: &Lattice) -> bool {
        (&self.differences, &self.cells, &self.slice) == (&other.differences, &other.cells, &other.slice)
    }
}

fn lattice(region: &Region, id: ArrayId, sizes: &Sizes) -> Option<Lattice> {
    let scop = &region.built().scop;
    let (array, allocation) = (&scop.arrays[id], &region.allocations[id]);
    let fixed = Fixed::of(&allocation.mapping, sizes)?;
    let points = differences(region, id, sizes)?;
    let plane = Plane::of(&fixed, array.dimensions())?;
    let extents: Option<Vec<i64>> =
        array.extents.iter().map(|e| e.as_ref()?.value.as_ref()?.evaluate(sizes)).collect();
    let names = dimension_names(array.dimensions());
    let mut slice = match plane.shown.len() < array.dimensions() {
        true => format!("cells that differ in {} alone", plane.names.join(" and ")),
        false => String::new(),
    };
    if !slice.is_empty() && plane.together(&fixed) < 2 {
        slice.push_str(", of which none share one");
    }
    Some(Lattice {
        mappings: vec![concrete_mapping(scop, &allocation.mapping).describe(&array.name, &names)],
        sizes: sizes::told(scop, sizes),
        differences: plane.differences(&points, &fixed),
        cells: extents.map(|extents| plane.cells(&extents, &fixed)),
        locations: fixed.locations(),
        slice,
    })
}

/// All conflicting differences at `sizes`, of both signs, without 0.
fn differences(region: &Region, id: ArrayId, sizes: &Sizes) -> Option<BTreeSet<Vec<i64>>> {
    let scop = &region.built().scop;
    let conflicts = region.allocations[id].conflicts.as_ref()?;
    let names: Vec<String> = scop.parameters.iter().map(|parameter| parameter.name.clone()).collect();
    let reference = Reference::of_names(&names, sizes);
    let listed = || Points::of(&reference.at(&conflicts.differences)?.project_out_all_params()?, MOST_POINTS);
    let points = scop.context.context().with_budget(OPERATIONS, listed).ok().flatten()?;
    let both = points.iter().flat_map(|z| [z.to_vec(), z.iter().map(|c| -c).collect()]);
    Some(both.collect())
}

impl Fixed {
    fn of(mapping: &Mapping, sizes: &Sizes) -> Option<Self> {
        let row = |row: &polyhedral::MappingRow| {
            let (offset, modulus) = (row.offset.evaluate(sizes)?, row.modulus.evaluate(sizes)?);
            let (coefficients, wraps) = (row.coefficients.clone(), row.wraps);
            (modulus > 0).then_some(FixedRow { coefficients, offset, modulus, wraps })
        };
        Some(Fixed { rows: mapping.rows.iter().map(row).collect::<Option<_>>()? })
    }

    /// Whether two cells with this difference get one location.
    fn is_zero(&self, difference: &[i64]) -> bool {
        self.rows.iter().all(|row| row.reduced(dot(&row.coefficients, difference)) == 0)
    }

    /// The number of the location of a cell.
    fn location(&self, cell: &[i64]) -> i64 {
        self.rows.iter().fold(0i64, |location, row| {
            let value = row.reduced(dot(&row.coefficients, cell).saturating_add(row.offset));
            location.saturating_mul(row.modulus).saturating_add(value)
        })
    }

    /// How many locations there are.
    fn locations(&self) -> i64 {
        self.rows.iter().map(|row| row.modulus).fold(1, i64::saturating_mul)
    }
}

impl FixedRow {
    fn reduced(&self, value: i64) -> i64 {
        if self.wraps { value.rem_euclid(self.modulus) } else { value }
    }
}

fn dot(left: &[i64], right: &[i64]) -> i64 {
    left.iter().zip(right).fold(0, |sum, (a, b)| i64::saturating_add(sum, a.saturating_mul(*b)))
}

impl Plane {
    /// The two dimensions in which most cells share a location with the first, or the only one.
    fn of(fixed: &Fixed, dimensions: usize) -> Option<Self> {
        let all = dimension_names(dimensions);
        let plane = |shown: Vec<usize>| Plane {
            names: shown.iter().filter_map(|dimension| all.get(*dimension).cloned()).collect(),
            shown,
            dimensions,
        };
        if dimensions < 2 {
            return (dimensions == 1).then(|| plane(vec![0]));
        }
        let dimensions = dimensions.min(MOST_DIMENSIONS);
        let pairs =
            (0..dimensions).flat_map(|first| (first + 1..dimensions).map(move |second| vec![first, second]));
        let planes: Vec<Plane> = pairs.map(plane).collect();
        // of those that show as much, the first
        planes.into_iter().rev().max_by_key(|plane| plane.together(fixed))
    }

    /// How many differences that are drawn lead to the same location.
    fn together(&self, fixed: &Fixed) -> usize {
        let rows = -FARTHEST..=FARTHEST;
        let points = rows.flat_map(|row| (-FARTHEST..=FARTHEST).map(move |column| (row, column)));
        points.filter(|(row, column)| fixed.is_zero(&self.point(*row, *column))).count()
    }

    /// The point of the array's space at a row and a column; a single dimension has columns only.
    fn point(&self, row: i64, column: i64) -> Vec<i64> {
        let mut point = vec![0; self.dimensions];
        match self.shown[..] {
            [only] => point[only] = column,
            [first, second, ..] => (point[first], point[second]) = (row, column),
            [] => {}
        }
        point
    }

    /// How far differences go in the two directions, as far as they are drawn; a little further than they are.
    fn reach(&self, points: &BTreeSet<Vec<i64>>) -> (i64, i64) {
        const FRAME: i64 = 2;
        let is_seen = |z: &&Vec<i64>| z.iter().enumerate().all(|(d, c)| *c == 0 || self.shown.contains(&d));
        let along = |dimension: usize| {
            let most = points.iter().filter(is_seen).map(|z| z[dimension].abs()).max().unwrap_or(0);
            (most + FRAME).min(FARTHEST)
        };
        match self.shown[..] {
            [only] => (0, along(only)),
            [first, second, ..] => (along(first), along(second)),
            [] => (0, 0),
        }
    }

    fn differences(&self, points: &BTreeSet<Vec<i64>>, fixed: &Fixed) -> String {
        let (rows, columns) = self.reach(points);
        let what = "conflicting differences, and those that the mapping sends to one location";
        let mut picture = self.picture(2 * rows + 1, 2 * columns + 1, what);
        for row in -rows..=rows {
            for column in -columns..=columns {
                let z = self.point(row, column);
                let (is_origin, is_conflict) = (z.iter().all(|c| *c == 0), points.contains(&z));
                let class = if is_conflict { "conflict" } else { "cell" };
                picture = picture.add(square(row + rows, column + columns).set("class", class));
                if fixed.is_zero(&z) {
                    let class = match (is_origin, is_conflict) {
                        (true, _) => "origin",
                        (false, true) => "bad",
                        (false, false) => "lattice",
                    };
                    picture = picture.add(ring(row + rows, column + columns).set("class", class));
                }
            }
        }
        let number = |of: i64, far: i64| if of == 0 || of.abs() == far { Some(of) } else { None };
        let picture = numbered(picture, (-rows, -columns), &|row| number(row, rows), &|c| number(c, columns));
        picture.to_string()
    }

    fn cells(&self, extents: &[i64], fixed: &Fixed) -> String {
        let extent = |position: usize| extents.get(position).copied().unwrap_or(1).clamp(1, MOST_CELLS);
        let (rows, columns) = match self.shown[..] {
            [only] => (1, extent(only)),
            [first, second, ..] => (extent(first), extent(second)),
            [] => (1, 1),
        };
        let mut picture = self.picture(rows, columns, "cells, each with the number of its location");
        let mut seen = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let location = fixed.location(&self.point(row, column));
                let known = seen.iter().position(|known| *known == location).unwrap_or(seen.len());
                if known == seen.len() {
                    seen.push(location);
                }
                let class = format!("k k{}", known % COLOURS);
                picture = picture.add(square(row, column).set("class", class));
                let number = label(row, column, &location.to_string());
                picture = picture.add(if location < 100 { number } else { number.set("class", "small") });
            }
        }
        let last = |of: i64, far: i64| (of == 0 || of == far - 1).then_some(of);
        numbered(picture, (0, 0), &|row| last(row, rows), &|column| last(column, columns)).to_string()
    }

    /// An empty picture with the names of the dimensions.
    fn picture(&self, rows: i64, columns: i64, what: &str) -> SVG {
        let (width, height) = (columns * SIDE + MARGIN + 2, rows * SIDE + MARGIN + 2);
        let picture = SVG::new()
            .set("viewBox", (0, 0, width, height))
            .set("width", width)
            .set("height", height)
            .set("class", "picture")
            .set("role", "img")
            .set("aria-label", what);
        let name = |text: &str, x: i64, y: i64| Text::new(text).set("x", x).set("y", y).set("class", "soft");
        match &self.names[..] {
            [only] => picture.add(name(&format!("{only} →"), 0, 12)),
            [first, second, ..] => picture.add(name(&format!("{first}↓{second}→"), 0, 12)),
            [] => picture,
        }
    }
}

/// With numbers beside the first row and above the first column.
fn numbered(
    mut picture: SVG,
    first: (i64, i64),
    row_number: &dyn Fn(i64) -> Option<i64>,
    column_number: &dyn Fn(i64) -> Option<i64>,
) -> SVG {
    for position in 0..2 * FARTHEST.max(MOST_CELLS) {
        let soft = |text: String, x: i64, y: i64, anchor: &str| {
            Text::new(text).set("x", x).set("y", y).set("text-anchor", anchor).set("class", "small soft")
        };
        if let Some(row) = row_number(first.0 + position) {
            picture = picture.add(soft(row.to_string(), MARGIN - 4, MARGIN + position * SIDE + 11, "end"));
        }
        if let Some(column) = column_number(first.1 + position).filter(|_| position > 1) {
            picture = picture.add(soft(
                column.to_string(),
                MARGIN + position * SIDE + SIDE / 2,
                MARGIN - 5,
                "middle",
            ));
        }
    }
    picture
}

fn square(row: i64, column: i64) -> Rectangle {
    let (x, y) = (MARGIN + column * SIDE, MARGIN + row * SIDE);
    Rectangle::new().set("x", x).set("y", y).set("width", SIDE).set("height", SIDE)
}

fn ring(row: i64, column: i64) -> Circle {
    let (x, y) = (MARGIN + column * SIDE + SIDE / 2, MARGIN + row * SIDE + SIDE / 2);
    Circle::new().set("cx", x).set("cy", y).set("r", SIDE / 2 - 5)
}

fn label(row: i64, column: i64, text: &str) -> Text {
    let (x, y) = (MARGIN + column * SIDE + SIDE / 2, MARGIN + row * SIDE + SIDE / 2 + 4);
    Text::new(text).set("x", x).set("y", y).set("text-anchor", "middle")
}
