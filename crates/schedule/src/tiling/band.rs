//! Coordinates of a loop nest along which no dependence goes back, so that it can be cut into tiles.
//!
//! A coordinate is skewed by the ones before it, as little as possible, and shifted from statement to statement:
//! for a skew the shifts that keep all dependences are a system of difference constraints, solved by longest
//! paths. The first coordinate counts the iterations of the outermost loop, along which nothing goes back.

use super::coordinates::{Coordinates, choices, dimensions};
use crate::flow::{Dependence, Kind, bounds};
use crate::nest::{Frame, Nest};
use crate::track::functions;
use isl::{Aff, DimType, LocalSpace, Map, Set, Space, Val};
use polyhedral::{Scop, StatementId};
use std::collections::BTreeMap;

/// A loop nest that can be tiled.
#[derive(Clone, Debug)]
pub struct Band {
    /// The dimension of the program's dates that its outermost loop has: those before it stay outside of tiles.
    pub dimension: u32,
    /// Per statement `{ S[i] -> [x] }`, on whole spaces.
    pub coordinates: BTreeMap<StatementId, Map>,
    /// How the coordinates came about, the second and following ones.
    pub functions: Vec<Function>,
    /// Whether a statement takes its own values from neighbours along the last coordinate: its innermost loop
    /// waits for each result.
    pub is_chained: bool,
}

/// A coordinate in terms of those that it is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Whether it runs the other way.
    pub is_reversed: bool,
    /// By how much of each coordinate before it, it is skewed.
    pub skew: Vec<i64>,
    /// By how much the instances of each statement are shifted.
    pub shifts: BTreeMap<StatementId, i64>,
}

impl Band {
    /// The number of coordinates.
    pub fn depth(&self) -> u32 {
        self.functions.len() as u32 + 1
    }

    /// How far tiles move along each coordinate for each step that they begin later along the first one, so that all of them lie
    /// in the same box at all times; nothing where coordinates are skewed by others than the first.
    pub fn moves(&self) -> Vec<i64> {
        let by_first = |function: &Function| function.skew.first().copied().unwrap_or(0);
        let is_by_others = |function: &Function| function.skew.iter().skip(1).any(|skew| *skew != 0);
        let moves = std::iter::once(0).chain(self.functions.iter().map(by_first));
        match self.functions.iter().any(is_by_others) {
            true => vec![0; self.functions.len() + 1],
            false => moves.collect(),
        }
    }
}

/// The largest skew by one coordinate that is tried.
const LARGEST_SKEW: i64 = 4;

/// Bands for `nest`, the loop of `dimension`, with at least two coordinates; or why there is none, if there is
/// more to say than that tiles would be of no use.
///
/// # Errors
/// isl's.
pub fn band(
    scop: &Scop,
    frame: &Frame,
    nest: &Nest,
    dimension: u32,
    dependences: &[Dependence],
) -> isl::Result<Result<Band, Option<String>>> {
    let own = within(nest, dependences);
    let mut is_useful = false;
    for coordinates in choices(scop, frame, nest, dimension)? {
        let distances = distances(frame, dimension, &own, &coordinates)?;
        if !distances.iter().any(Distance::is_carried) {
            continue;
        }
        is_useful = true;
        let functions = functions_along(&distances, nest, &coordinates)?;
        if !functions.is_empty() {
            let along_the_last = distances.iter().map(Distance::is_along_the_last);
            let is_chained = along_the_last.collect::<isl::Result<Vec<_>>>()?.contains(&true);
            let is_chained = is_chained && functions.len() + 1 == dimensions_of(&coordinates)?;
            let coordinates = skewed(&coordinates, &functions)?;
            return Ok(Ok(Band { dimension, coordinates, functions, is_chained }));
        }
    }
    Ok(Err(is_useful.then(|| {
        let line = nest.statements.iter().map(|s| scop.statements[*s].line).min().unwrap_or(0);
        format!("the loops around line {line} can't be skewed so that no value flows back")
    })))
}

/// The band of `nest` whose coordinates are the counters of its outer `loops` (dimensions of dates), as many as no
/// dependence goes back along; the first of them is always one.
///
/// # Errors
/// isl's.
pub fn straight(frame: &Frame, nest: &Nest, loops: &[u32], dependences: &[Dependence]) -> isl::Result<Band> {
    let along = |loops: &[u32]| -> isl::Result<Coordinates> {
        let of_statement = |s: &StatementId| Ok((*s, dimensions(&frame.dates[*s], loops)?));
        nest.statements.iter().map(of_statement).collect()
    };
    let distances = distances(frame, loops[0], &within(nest, dependences), &along(loops)?)?;
    let mut functions = Vec::new();
    for dimension in 1..loops.len() {
        let own = [vec![0; dimension], vec![1]].concat();
        let least = distances.iter().map(|distance| distance.least(&own)).collect::<isl::Result<Vec<_>>>()?;
        if !least.iter().all(|least| least.is_some_and(|least| least >= 0)) {
            break;
        }
        let shifts = nest.statements.iter().map(|s| (*s, 0)).collect();
        functions.push(Function { is_reversed: false, skew: vec![0; dimension], shifts });
    }
    let coordinates = along(&loops[..=functions.len()])?;
    Ok(Band { dimension: loops[0], coordinates, functions, is_chained: false })
}

/// The dependences between statements of `nest`.
fn within<'a>(nest: &Nest, dependences: &'a [Dependence]) -> Vec<&'a Dependence> {
    let is_inside = |statement: &StatementId| nest.statements.contains(statement);
    dependences.iter().filter(|d| is_inside(&d.source) && is_inside(&d.sink)).collect()
}

/// How far apart the instances of a dependence are.
struct Distance {
    source: StatementId,
    sink: StatementId,
    is_flow: bool,
    /// `{ [x' - x] }`
    vectors: Set,
    /// The only vector, if there is one.
    constant: Option<Vec<i64>>,
}

fn distances(
    frame: &Frame,
    dimension: u32,
    dependences: &[&Dependence],
    coordinates: &Coordinates,
) -> isl::Result<Vec<Distance>> {
    let outside: Vec<u32> = (0..dimension).collect();
    let mut found = Vec::new();
    for dependence in dependences {
        let Dependence { source, sink, .. } = **dependence;
        let outer = |statement: StatementId| dimensions(&frame.dates[statement], &outside);
        let same_outer = outer(source)?.apply_range(outer(sink)?.reverse()?)?;
        let relation = dependence.relation.clone().intersect(same_outer)?;
        let (from, to) = (coordinates[&source].clone(), coordinates[&sink].clone());
        let vectors = relation.apply_domain(from)?.apply_range(to)?.deltas()?;
        if vectors.is_empty()? {
            continue;
        }
        let constant = only_vector(&vectors)?;
        found.push(Distance { source, sink, is_flow: dependence.kind == Kind::Flow, vectors, constant });
    }
    Ok(found)
}

fn only_vector(vectors: &Set) -> isl::Result<Option<Vec<i64>>> {
    let component = |d| {
        let least = vectors.clone().dim_min_val(d)?.to_i64()?;
        let most = vectors.clone().dim_max_val(d)?.to_i64()?;
        Ok(least.filter(|_| least == most))
    };
    (0..vectors.dim(DimType::Set)?).map(component).collect()
}

impl Distance {
    /// Whether a value flows to a later iteration of the outermost loop.
    fn is_carried(&self) -> bool {
        self.is_flow && self.constant.as_ref().is_none_or(|vector| vector[0] != 0)
    }

    /// Whether a statement takes its own values along the last coordinate and no other.
    fn is_along_the_last(&self) -> isl::Result<bool> {
        let last = self.vectors.dim(DimType::Set)?.saturating_sub(1);
        let others = (0..last).try_fold(self.vectors.clone(), |set, d| set.fix_si(DimType::Set, d, 0))?;
        let along = others.clone().subtract(others.fix_si(DimType::Set, last, 0)?)?;
        Ok(self.is_flow && self.source == self.sink && !along.is_empty()?)
    }

    /// The least value of the function with these `coefficients` of the first dimensions; `None` if there is
    /// none.
    fn least(&self, coefficients: &[i64]) -> isl::Result<Option<i64>> {
        if let Some(vector) = &self.constant {
            return Ok(Some(vector.iter().zip(coefficients).map(|(x, c)| x * c).sum()));
        }
        let space = self.vectors.space()?;
        let function = linear(&space, coefficients, 0)?;
        Ok(bounds(self.vectors.clone().apply(functions(&space, vec![function])?)?)?.least)
    }
}

/// The number of coordinates.
fn dimensions_of(coordinates: &Coordinates) -> isl::Result<usize> {
    coordinates.values().next().map_or(Ok(0), |map| Ok(map.dim(DimType::Out)? as usize))
}

/// The functions of the second and following coordinates, as many as there are.
fn functions_along(
    distances: &[Distance],
    nest: &Nest,
    coordinates: &Coordinates,
) -> isl::Result<Vec<Function>> {
    let mut found = Vec::new();
    for dimension in 1..dimensions_of(coordinates)? {
        let Some(function) = function(distances, nest, dimension)? else { break };
        found.push(function);
    }
    Ok(found)
}

/// The least skew of coordinate `dimension` for which there are shifts.
fn function(distances: &[Distance], nest: &Nest, dimension: usize) -> isl::Result<Option<Function>> {
    for is_reversed in [false, true] {
        for skew in skews(dimension) {
            let own = if is_reversed { -1 } else { 1 };
            let coefficients = [skew.as_slice(), &[own]].concat();
            if let Some(shifts) = shifts(distances, nest, &coefficients)? {
                return Ok(Some(Function { is_reversed, skew, shifts }));
            }
        }
    }
    Ok(None)
}

/// All skews by `dimensions` coordinates, smaller ones first.
fn skews(dimensions: usize) -> Vec<Vec<i64>> {
    let mut all = vec![vec![]];
    for _ in 0..dimensions {
        let longer = |prefix: &Vec<i64>| {
            (0..=LARGEST_SKEW).map(|c| [prefix.as_slice(), &[c]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.sort_by_key(|skew| (skew.iter().sum::<i64>(), std::cmp::Reverse(skew.clone())));
    all
}

/// The least shifts, none negative, such that the function grows along all dependences; `None` if there are
/// none.
fn shifts(
    distances: &[Distance],
    nest: &Nest,
    coefficients: &[i64],
) -> isl::Result<Option<BTreeMap<StatementId, i64>>> {
    let mut constraints = Vec::new();
    for distance in distances {
        let Some(least) = distance.least(coefficients)? else { return Ok(None) };
        constraints.push((distance.source, distance.sink, -least));
    }
    let mut shifts: BTreeMap<StatementId, i64> = nest.statements.iter().map(|s| (*s, 0)).collect();
    // longest paths: without a cycle that grows, none has more edges than there are statements
    for _ in 0..=nest.statements.len() {
        let mut is_stable = true;
        for (source, sink, least) in &constraints {
            let needed = shifts[source] + least;
            if shifts[sink] < needed {
                shifts.insert(*sink, needed);
                is_stable = false;
            }
        }
        if is_stable {
            return Ok(Some(shifts));
        }
    }
    Ok(None)
}

/// `{ S[i] -> [x] }`: the first coordinate, and the `functions` of those that follow.
fn skewed(coordinates: &Coordinates, along: &[Function]) -> isl::Result<BTreeMap<StatementId, Map>> {
    let of_statement = |(statement, map): (&StatementId, &Map)| {
        let space = map.space()?.range()?;
        let mut all = vec![linear(&space, &[1], 0)?];
        for function in along {
            let own = if function.is_reversed { -1 } else { 1 };
            let coefficients = [function.skew.as_slice(), &[own]].concat();
            all.push(linear(&space, &coefficients, function.shifts[statement])?);
        }
        Ok((*statement, map.clone().apply_range(functions(&space, all)?)?))
    };
    coordinates.iter().map(of_statement).collect()
}

/// `{ [x] -> [coefficients . x + constant] }`
fn linear(space: &Space, coefficients: &[i64], constant: i64) -> isl::Result<Aff> {
    let local = LocalSpace::from_space(space.clone())?;
    let value = |value: i64| Val::from_i64(space.context(), value);
    let start = Aff::val_on_domain(local, value(constant)?)?;
    (0..).zip(coefficients).try_fold(start, |sum, (d, c)| sum.set_coefficient_val(DimType::In, d, value(*c)?))
}
