//! Which parameter values to run.
//!
//! An assignment is worth a run if the program is valid there: the region's assumptions hold and every
//! declared extent is at least one. Small and larger assignments are made from fixed patterns that mix
//! equal, increasing, decreasing and odd values, on top of the smallest valid assignment; a few reach
//! beyond the moduli and tile sizes of the transformed program, twice if these are small.
//!
//! What a pattern violates is repaired step by step along the constraints, which finds sizes such as
//! `N >= 32`, `N == 2*M` or `N mod 4 == 0` without any theory: constraints are only ever evaluated.
//! When few patterns survive, a small grid is searched. Values go below zero only where a constraint
//! demands it. All of it is deterministic, and incomplete: assumptions can be written for which
//! nothing is found.

use crate::divisors;
use crate::formula::{Formula, Missing, Operator, Scope, Test};
use polyhedral::{ArrayId, Comparison, Condition, Program, Scop};
use std::collections::BTreeMap;

/// Added to the smallest valid assignment, the parameters taking the values in turn.
const PATTERNS: [&[i64]; 12] = [
    &[0],
    &[1],
    &[2],
    &[3],
    &[4, 5, 6, 7],
    &[5, 4, 3, 2],
    &[3, 7, 5, 2],
    &[6, 3, 7, 4],
    &[5],
    &[7, 6, 5, 4],
    &[9, 11, 13],
    &[13, 9, 11],
];

/// The values of the parameters in turn, where nothing runs at smaller ones.
const LARGER: [&[i64]; 6] = [&[12], &[17], &[20, 19], &[33, 35, 34], &[35, 34, 33], &[67]];

/// Sizes beyond this aren't tried for the sake of a divisor.
const LARGEST_FOR_DIVISORS: i64 = 64;
/// As many as this many parameters get a run each in which they alone are large.
const MOST_LARGE_ALONE: usize = 3;
/// As many parameters get a few runs each in which they alone are small, with these values.
const MOST_SMALL_ALONE: usize = 6;
const RADII: [i64; 3] = [1, 2, 3];
/// With fewer assignments than this from patterns, the grid is searched, up to this many in all.
const ENOUGH: usize = 6;
const GRID_SIDE: i64 = 8;
const GRID_POINTS: i64 = 4096;
const MOST_REPAIRS: usize = 64;

/// The assignments to run, by and large the smaller ones first; values are in the order of the
/// region's parameters. Empty if none was found. Without parameters the one assignment is the empty one.
pub(crate) fn choose(scop: &Scop, transformed: &Program) -> Result<Vec<Vec<i64>>, Missing> {
    let constraints = Constraints::of(scop)?;
    let origin = vec![0; scop.parameters.len()];
    let smallest = constraints.repair(origin.clone()).unwrap_or(origin);
    let mut chosen = Vec::new();
    for pattern in PATTERNS {
        let shifted =
            |(position, least): (usize, &i64)| least.saturating_add(pattern[position % pattern.len()]);
        let candidate = smallest.iter().enumerate().map(shifted).collect();
        constraints.consider(candidate, &mut chosen);
    }
    if chosen.len() < ENOUGH {
        search_grid(&constraints, &smallest, &mut chosen);
    }
    for candidate in beyond_divisors(&smallest, transformed) {
        constraints.consider(candidate, &mut chosen);
    }
    Ok(chosen)
}

/// Larger ones, for a program in which no statement runs at usual sizes: a window of 16 cells needs a line of 17, and a stencil of radius r one
/// of 2 * r + 1.
pub(crate) fn larger(scop: &Scop) -> Result<Vec<Vec<i64>>, Missing> {
    let constraints = Constraints::of(scop)?;
    let mut chosen = Vec::new();
    let positions = 0..scop.parameters.len();
    for pattern in LARGER {
        let candidate = positions.clone().map(|position| pattern[position % pattern.len()]);
        constraints.consider(candidate.collect(), &mut chosen);
    }
    for small in positions.clone().take(MOST_SMALL_ALONE).filter(|_| positions.len() > 1) {
        for (radius, pattern) in RADII.into_iter().zip(LARGER) {
            let size = |position: usize| match position == small {
                true => radius,
                false => pattern[position % pattern.len()],
            };
            constraints.consider(positions.clone().map(size).collect(), &mut chosen);
        }
    }
    Ok(chosen)
}

/// The assignment `values` with an array made so large in a dimension, if sizes can be told at which it is.
pub(crate) fn widened(
    scop: &Scop,
    values: &[i64],
    array: ArrayId,
    dimension: usize,
    least: i64,
) -> Result<Option<Vec<i64>>, Missing> {
    let extent = scop.arrays[array].limits().nth(dimension).flatten();
    let Some(extent) = extent else { return Ok(None) };
    let mut constraints = Constraints::of(scop)?;
    let extent = Formula::compile(extent, &parameters_of(scop, &BTreeMap::new()))?;
    constraints.gaps.push(gap(extent, Formula::Constant(least)));
    let wide = constraints.repair(values.to_vec());
    Ok(wide.filter(|wide| constraints.hold(wide)))
}

/// Tries a grid on top of `smallest` until there are enough assignments.
fn search_grid(constraints: &Constraints, smallest: &[i64], chosen: &mut Vec<Vec<i64>>) {
    for point in 0..GRID_POINTS {
        if chosen.len() >= ENOUGH {
            return;
        }
        let mut rest = point;
        let mut digit = |least: &i64| {
            let value = least.saturating_add(rest % GRID_SIDE);
            rest /= GRID_SIDE;
            value
        };
        constraints.consider(smallest.iter().map(&mut digit).collect(), chosen);
    }
}

/// Assignments in which first one parameter, then all go beyond the largest usable divisor.
fn beyond_divisors(smallest: &[i64], transformed: &Program) -> Vec<Vec<i64>> {
    let Some(large) = divisors::of(transformed).into_iter().filter_map(beyond).max() else {
        return vec![];
    };
    let positions = 0..smallest.len();
    let size = |position: usize, is_large: bool| {
        let spread = position as i64 % 3;
        smallest[position].saturating_add(if is_large { large + spread } else { 4 + spread })
    };
    let alone = |one: usize| positions.clone().map(|p| size(p, p == one)).collect();
    let mut candidates: Vec<_> = positions.clone().take(MOST_LARGE_ALONE).map(alone).collect();
    candidates.push(positions.map(|p| size(p, true)).collect());
    candidates
}

/// The size at which the divisor's second wrap-around is past, or else the first; `None` where both
/// are too large.
fn beyond(divisor: i64) -> Option<i64> {
    let wraps = [divisor.checked_mul(2)?.checked_add(2)?, divisor.checked_add(2)?];
    wraps.into_iter().find(|size| divisor > 0 && *size <= LARGEST_FOR_DIVISORS)
}

/// What an assignment must satisfy: the region's assumptions hold, and every declared extent is at least one.
pub struct Constraints {
    /// The region's assumptions.
    assumptions: Test,
    /// Must be at least 0: the extents minus one, and the assumptions as far as they are comparisons.
    gaps: Vec<Formula>,
}

impl Constraints {
    /// Those of a region; `None` if one of them can't be told.
    pub fn new(scop: &Scop) -> Option<Self> {
        Constraints::of(scop).ok()
    }

    fn of(scop: &Scop) -> Result<Self, Missing> {
        let constants = BTreeMap::new();
        let scope = parameters_of(scop, &constants);
        let mut gaps = Vec::new();
        collect_gaps(&scop.assumptions, &scope, &mut gaps)?;
        for extent in scop.arrays.iter().flat_map(|array| array.extents.iter().flatten()) {
            if let Some(value) = &extent.value {
                gaps.push(gap(Formula::compile(value, &scope)?, Formula::Constant(1)));
            }
        }
        Ok(Constraints { assumptions: Test::compile(&scop.assumptions, &scope)?, gaps })
    }

    /// Adds the repaired `candidate` to `chosen` if it is valid and new.
    fn consider(&self, candidate: Vec<i64>, chosen: &mut Vec<Vec<i64>>) {
        if let Some(candidate) = self.repair(candidate) {
            if self.hold(&candidate) && !chosen.contains(&candidate) {
                chosen.push(candidate);
            }
        }
    }

    /// Whether they hold for values in the order of the region's parameters.
    pub fn hold(&self, values: &[i64]) -> bool {
        self.assumptions.evaluate(values) == Some(true)
            && self.gaps.iter().all(|gap| gap.evaluate(values).is_some_and(|gap| gap >= 0))
    }

    /// Moves `values` until no gap is negative: one value at a time, upwards where that helps.
    fn repair(&self, mut values: Vec<i64>) -> Option<Vec<i64>> {
        for _ in 0..MOST_REPAIRS {
            let broken = self.gaps.iter().find(|gap| gap.evaluate(&values).is_none_or(|g| g < 0));
            let Some(gap) = broken else { return Some(values) };
            let (position, change) = [1, -1].into_iter().find_map(|direction| {
                (0..values.len()).find_map(|p| Some((p, change(gap, &values, p, direction)?)))
            })?;
            values[position] = values[position].checked_add(change)?;
        }
        None
    }
}

/// A region's parameters as variables, in their order.
fn parameters_of<'a>(scop: &'a Scop, constants: &'a BTreeMap<String, i64>) -> Scope<'a> {
    let mut scope = Scope::new(constants);
    for parameter in &scop.parameters {
        scope.enter(&parameter.name);
    }
    scope
}

/// By how much the value at `position` must change, in the given direction, for `gap` to reach 0 if
/// it goes on growing as it does with the first step. `None` if that doesn't let it grow.
fn change(gap: &Formula, values: &[i64], position: usize, direction: i64) -> Option<i64> {
    let now = gap.evaluate(values)?;
    let mut moved = values.to_vec();
    moved[position] = moved[position].checked_add(direction)?;
    let growth = gap.evaluate(&moved)?.checked_sub(now)?;
    let steps = || now.checked_neg()?.checked_add(growth - 1)?.checked_div(growth);
    if growth > 0 { steps()?.checked_mul(direction) } else { None }
}

fn gap(large: Formula, small: Formula) -> Formula {
    Formula::binary(Operator::Subtract, large, small)
}

/// The comparisons that `condition` demands, each as a difference that must be at least 0.
fn collect_gaps(condition: &Condition, scope: &Scope, gaps: &mut Vec<Formula>) -> Result<(), Missing> {
    match condition {
        Condition::And(list) => list.iter().try_for_each(|c| collect_gaps(c, scope, gaps)),
        Condition::Compare(relation, left, right) => {
            let left = || Formula::compile(left, scope);
            let right = || Formula::compile(right, scope);
            let one_less = |f| gap(f, Formula::Constant(1));
            match relation {
                Comparison::Less => gaps.push(one_less(gap(right()?, left()?))),
                Comparison::LessEqual => gaps.push(gap(right()?, left()?)),
                Comparison::Greater => gaps.push(one_less(gap(left()?, right()?))),
                Comparison::GreaterEqual => gaps.push(gap(left()?, right()?)),
                Comparison::Equal => {
                    gaps.push(gap(left()?, right()?));
                    gaps.push(gap(right()?, left()?));
                }
                Comparison::NotEqual => {}
            }
            Ok(())
        }
        Condition::Constant(_) | Condition::Or(_) | Condition::Not(_) => Ok(()),
    }
}
