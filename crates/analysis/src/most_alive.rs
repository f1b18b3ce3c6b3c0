//! The most cells of an array that are alive at once, in a total order: no mapping in that order needs
//! fewer. What is alive when: see [`crate::live_set`].

use crate::Analysed;
use crate::counting::Piece;
use crate::counting::cardinality::cardinality;
use crate::counting::interpolation::interpolate;
use crate::counting::maximum::exceeded;
use crate::live_set::Lifetimes;
use isl::{Aff, DimType, ErrorKind, LocalSpace, Map, Set, UnionMap, Val};
use polyhedral::{ArrayId, Expression, Scop};
use std::collections::BTreeMap;

/// What is known of the most cells alive at once.
#[derive(Clone, Debug, Default)]
pub struct Bound {
    /// At the given parameter values, exactly.
    pub at: Option<u64>,
    /// In the parameters.
    pub formula: Option<Formula>,
}

/// A number of cells in the parameters.
#[derive(Clone, Debug)]
pub struct Formula {
    /// The number.
    pub value: Expression,
    /// `{ : … }`: the parameter values for which it is meant.
    pub holds: Set,
    /// Why it is believed.
    pub evidence: Evidence,
}

/// Why a formula is believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// It was derived.
    Proved,
    /// It was guessed, and is right at this many sizes. No proof.
    Samples(usize),
}

/// isl operations for one array: each for a number, for a derived formula and for a guessed one.
const OPERATIONS: u64 = 2_000_000;

/// Values of the array at one of the sizes from which a formula is guessed.
const SAMPLE_VALUES: usize = 20_000;

impl Formula {
    /// The number at the parameter values `values`, if it is proved for them.
    ///
    /// # Errors
    /// isl's.
    pub fn at(&self, scop: &Scop, values: &BTreeMap<String, i64>) -> isl::Result<Option<u64>> {
        let values = with_known(scop, values);
        let known = match parameter_point(scop, &values)? {
            Some(point) => self.evidence == Evidence::Proved && point.is_subset(&self.holds)?,
            None => false,
        };
        Ok(self.value.evaluate(&values).filter(|_| known).and_then(|number| u64::try_from(number).ok()))
    }
}

/// Both for one array, when instances run at `dates` (`{ S[i] -> [t] }`, injective). Past the budget the
/// number comes from the formula, if that is proved.
///
/// # Errors
/// isl's, but not an exhausted budget.
pub fn bound(
    analysed: &Analysed,
    array: ArrayId,
    dates: &UnionMap,
    values: &BTreeMap<String, i64>,
    budget: u64,
) -> isl::Result<Bound> {
    let formula = formula(analysed, array, dates)?;
    let at = match (most_alive(analysed, array, dates, values, budget)?, &formula) {
        (None, Some(formula)) => formula.at(&analysed.scop, values)?,
        (counted, _) => counted,
    };
    Ok(Bound { at, formula })
}

/// The most cells of `array` alive at once at the parameter values `values`, when instances run at `dates`
/// (`{ S[i] -> [t] }`, injective). `None` where a parameter has no value or one that isn't valid, and where
/// more than `budget` values of the array are read.
///
/// # Errors
/// isl's, but not an exhausted budget.
pub fn most_alive(
    analysed: &Analysed,
    array: ArrayId,
    dates: &UnionMap,
    values: &BTreeMap<String, i64>,
    budget: u64,
) -> isl::Result<Option<u64>> {
    let Some(point) = parameter_point(&analysed.scop, values)? else { return Ok(None) };
    within_budget(&analysed.scop, || {
        let lifetimes = Lifetimes::of(analysed, array, dates)?.at(&point)?;
        Ok(most_at_once(intervals(&lifetimes, usize::try_from(budget).unwrap_or(usize::MAX))?))
    })
}

/// The most cells of `array` alive at once, in the parameters: derived, or else guessed from sizes. `None`
/// where neither succeeds.
///
/// # Errors
/// isl's, but not an exhausted budget.
pub fn formula(analysed: &Analysed, array: ArrayId, dates: &UnionMap) -> isl::Result<Option<Formula>> {
    let scop = &analysed.scop;
    let derived = within_budget(scop, || derived(scop, &Lifetimes::of(analysed, array, dates)?))?;
    if let Some(Some(formula)) = derived {
        return Ok(Some(formula));
    }
    let dimensions = scop.arrays[array].dimensions();
    let guessed = || guessed(scop, &Lifetimes::of(analysed, array, dates)?, dimensions);
    Ok(within_budget(scop, guessed)?.flatten())
}

/// By counting the cells alive at a last read, and looking for the time at which that is most.
fn derived(scop: &Scop, lifetimes: &Lifetimes) -> isl::Result<Option<Formula>> {
    let alive = lifetimes.live_sets(&lifetimes.last_times()?)?;
    let alive = alive.align_params(scop.context.space()?)?.intersect_params(scop.context.clone())?;
    if alive.is_empty()? {
        let (value, holds) = (Expression::Constant(0), scop.context.clone());
        return Ok(Some(Formula { value, holds, evidence: Evidence::Proved }));
    }
    let parameters = scop.context.dim(DimType::Param)?;
    // { [p, t, x] }
    let alive = alive.wrap()?.flatten()?.move_dims(DimType::Set, 0, DimType::Param, 0, parameters)?;
    let maxima = cardinality(&alive, parameters + lifetimes.length)?.maxima(parameters)?;
    largest(scop, &maxima)
}

/// Through the exact numbers at some small sizes, of a degree no higher than the array has dimensions.
fn guessed(scop: &Scop, lifetimes: &Lifetimes, dimensions: usize) -> isl::Result<Option<Formula>> {
    let base = small_sizes(scop)?;
    let context = scop.context.context();
    let found = interpolate(context, &base, dimensions as u32, |point| {
        let values = names(scop).into_iter().zip(point.iter().copied()).collect();
        let Some(point) = parameter_point(scop, &values)? else { return Ok(None) };
        let most = most_at_once(intervals(&lifetimes.clone().at(&point)?, SAMPLE_VALUES)?);
        Ok(i64::try_from(most).ok())
    })?;
    let Some(found) = found else { return Ok(None) };
    let mut holds = scop.context.clone();
    for (position, least) in (0..).zip(&base) {
        let least = Val::from_i64(context, *least)?;
        holds = holds.lower_bound_val(DimType::Param, position, least)?;
    }
    let value = found.polynomial.expression(&names(scop))?;
    Ok(value.map(|value| Formula { value, holds, evidence: Evidence::Samples(found.points) }))
}

/// How much larger than the smallest the sizes are that a formula is guessed from: the smallest ones are
/// often special.
const ABOVE_LEAST: i64 = 4;

/// Per parameter a small value.
fn small_sizes(scop: &Scop) -> isl::Result<Vec<i64>> {
    let number = scop.context.dim(DimType::Param)?;
    let sizes = scop.context.clone().from_params()?.move_dims(DimType::Set, 0, DimType::Param, 0, number)?;
    let small = |position| {
        let least = sizes.clone().dim_min_val(position)?.to_i64()?;
        Ok(least.unwrap_or(0).max(0).saturating_add(ABOVE_LEAST))
    };
    (0..number).map(small).collect()
}

fn names(scop: &Scop) -> Vec<String> {
    scop.parameters.iter().map(|parameter| parameter.name.clone()).collect()
}

/// `{ : p = values }`; `None` where a parameter has no value, or the context has other ones.
fn parameter_point(scop: &Scop, values: &BTreeMap<String, i64>) -> isl::Result<Option<Set>> {
    let values = with_known(scop, values);
    let mut point = scop.context.clone();
    for (position, parameter) in (0..).zip(&scop.parameters) {
        let Some(value) = values.get(&parameter.name) else { return Ok(None) };
        let value = Val::from_i64(point.context(), *value)?;
        point = point.fix_val(DimType::Param, position, value)?;
    }
    Ok((!point.is_empty()?).then_some(point))
}

/// `values`, and the program's constants where they have none.
fn with_known(scop: &Scop, values: &BTreeMap<String, i64>) -> BTreeMap<String, i64> {
    let constants = scop.lifted().filter_map(|parameter| Some((parameter.name.clone(), parameter.value?)));
    constants.chain(values.clone()).collect()
}

/// What `work` finds; `None` where it is too much, or of a kind that isn't covered.
fn within_budget<T>(scop: &Scop, work: impl FnOnce() -> isl::Result<T>) -> isl::Result<Option<T>> {
    match scop.context.context().with_budget(OPERATIONS, work) {
        Ok(found) => Ok(Some(found)),
        Err(error) if matches!(error.kind, ErrorKind::Quota | ErrorKind::Unsupported) => Ok(None),
        Err(error) => Err(error),
    }
}

/// A cell holds a value after the time `from` (`None`: from the start) up to the time `to`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Interval {
    cell: Vec<i64>,
    from: Option<Vec<i64>>,
    to: Vec<i64>,
}

/// The intervals at the single parameter values of `lifetimes`, by cell and begin. `Quota` for more than
/// `most`.
fn intervals(lifetimes: &Lifetimes, most: usize) -> isl::Result<Vec<Interval>> {
    let length = lifetimes.length as usize;
    let mut intervals = Vec::new();
    for point in points(lifetimes.from_before.clone(), most)? {
        let (cell, to) = point.split_at(point.len() - length);
        intervals.push(Interval { cell: cell.into(), from: None, to: to.into() });
    }
    for written in &lifetimes.written {
        // { A[x] -> [[t] -> [t']] }
        let times = written.dates.clone().range_product(written.last_reads.clone())?;
        let times = times.apply_domain(written.cells.clone())?;
        for point in points(times, most.saturating_sub(intervals.len()))? {
            let (cell, times) = point.split_at(point.len() - 2 * length);
            let (from, to) = times.split_at(length);
            intervals.push(Interval { cell: cell.into(), from: Some(from.into()), to: to.into() });
        }
    }
    intervals.sort();
    Ok(intervals)
}

/// The pairs of `relation`, as one list of coordinates each.
fn points(relation: Map, most: usize) -> isl::Result<Vec<Vec<i64>>> {
    let set = relation.wrap()?.flatten()?.project_out_all_params()?;
    let dimensions = set.dim(DimType::Set)?;
    let mut points = Vec::new();
    for point in set.foreach_point(most)? {
        let coordinate = |position| {
            let value = point.coordinate_val(DimType::Set, position)?.to_i64()?;
            value.ok_or_else(|| isl::Error { kind: ErrorKind::Unsupported, message: "a large date".into() })
        };
        points.push((0..dimensions).map(coordinate).collect::<isl::Result<_>>()?);
    }
    Ok(points)
}

/// The most cells with an interval around one time. Intervals of one cell may overlap, where writes are
/// uncertain.
fn most_at_once(intervals: Vec<Interval>) -> u64 {
    let mut joined: Vec<Interval> = Vec::new();
    for next in intervals {
        match joined.last_mut() {
            Some(last) if last.cell == next.cell && next.from.as_ref() <= Some(&last.to) => {
                last.to = next.to.max(std::mem::take(&mut last.to));
            }
            _ => joined.push(next),
        }
    }
    // at one time cells die before others come alive
    let deaths = joined.iter().map(|interval| (Some(&interval.to), -1i64));
    let births = joined.iter().map(|interval| (interval.from.as_ref(), 1));
    let mut changes: Vec<_> = deaths.chain(births).collect();
    changes.sort();
    let alive = changes.iter().scan(0, |alive, (_, change)| {
        *alive += change;
        Some(*alive)
    });
    alive.max().unwrap_or(0).unsigned_abs()
}

/// Of polynomials on sets `{ [p] }`, each of them attained there, one that is the largest, and where.
fn largest(scop: &Scop, candidates: &[Piece]) -> isl::Result<Option<Formula>> {
    let names = names(scop);
    let mut best: Option<Formula> = None;
    for (number, candidate) in candidates.iter().enumerate() {
        let mut holds = candidate.domain.clone();
        for (_, other) in candidates.iter().enumerate().filter(|(other, _)| *other != number) {
            let larger = exceeded(&candidate.value, other, &holds)?;
            holds = holds.subtract(larger)?;
        }
        let holds = as_parameters(holds.coalesce()?, scop)?;
        let Some(value) = candidate.value.expression(&names)? else { continue };
        let better = match &best {
            _ if holds.is_empty()? => false,
            None => true,
            Some(best) => !is_for_large_sizes(&best.holds, scop)? && is_for_large_sizes(&holds, scop)?,
        };
        if better {
            best = Some(Formula { value, holds, evidence: Evidence::Proved });
        }
    }
    Ok(best)
}

/// Whether `holds` (`{ : p }`) has values at which all parameters are as large as one likes, with the
/// program's constants as they are.
fn is_for_large_sizes(holds: &Set, scop: &Scop) -> isl::Result<bool> {
    let space = holds.space()?.add_unnamed_tuple_ui(1)?;
    let mut least = Set::universe(space.clone())?.intersect_params(holds.clone())?;
    for (position, parameter) in (0..).zip(&scop.parameters) {
        least = match parameter.value {
            Some(value) => least.fix_val(DimType::Param, position, Val::from_i64(holds.context(), value)?)?,
            None => {
                let local = LocalSpace::from_space(space.clone())?;
                let least_size = Aff::var_on_domain(local.clone(), DimType::Set, 0)?;
                least.intersect(Aff::var_on_domain(local, DimType::Param, position)?.ge_set(least_size)?)?
            }
        };
    }
    Ok(!least.is_empty()? && least.dim_max_val(0)?.is_infty()?)
}

/// `{ : p }` of `{ [p] }`.
fn as_parameters(set: Set, scop: &Scop) -> isl::Result<Set> {
    let number = set.dim(DimType::Set)?;
    let mut set = set.move_dims(DimType::Param, 0, DimType::Set, 0, number)?;
    for (position, parameter) in (0..).zip(&scop.parameters) {
        set = set.set_dim_name(DimType::Param, position, &parameter.name)?;
    }
    set.params()
}
