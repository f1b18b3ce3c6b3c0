//! Small sizes at which a parametric problem is looked at point by point.

use crate::basis_search::Sample;
use crate::points::Points;
use crate::problem::Problem;
use isl::{DimType, Set, Val};
use std::collections::BTreeMap;

/// Parameters start at one of these, or at the least value that the context allows, and are then
/// increased by a half: even values, so that what depends on halves grows evenly.
const BASES: [i64; 3] = [12, 8, 4];
/// Differences that are listed at one size.
const MOST_POINTS: usize = 30_000;

/// The differences at a base size, and with each parameter increased. `None` where there is no such size
/// with few enough differences.
///
/// # Errors
/// isl's.
pub fn samples(problem: &Problem) -> isl::Result<Option<Vec<Sample>>> {
    let context = problem.differences.clone().params()?;
    for least in BASES {
        if let Some(samples) = samples_from(problem, &context, least)? {
            return Ok(Some(samples));
        }
    }
    Ok(None)
}

fn samples_from(problem: &Problem, context: &Set, least: i64) -> isl::Result<Option<Vec<Sample>>> {
    let Some(base) = smallest(context, &problem.parameters, |_| least)? else { return Ok(None) };
    let Some(points) = points(problem, &base)? else { return Ok(None) };
    let mut samples = vec![Sample { points, steps: 0 }];
    for larger in &problem.parameters {
        let least = |name: &String| match name == larger {
            true => base[name].saturating_add(base[name] / 2),
            false => base[name],
        };
        let Some(size) = smallest(context, &problem.parameters, least)? else { continue };
        let growth = size[larger].saturating_sub(base[larger]);
        if growth < 1 {
            continue;
        }
        let Some(points) = self::points(problem, &size)? else { return Ok(None) };
        let distance = problem.reference.values()[larger].saturating_sub(base[larger]);
        samples.push(Sample { points, steps: (distance / growth).max(1) });
    }
    Ok(Some(samples))
}

/// The lexicographically smallest values in `context` (`{ : … }`) that are at least as large as asked,
/// as far as there are any.
fn smallest(
    context: &Set,
    parameters: &[String],
    least: impl Fn(&String) -> i64,
) -> isl::Result<Option<BTreeMap<String, i64>>> {
    let mut possible = context.clone();
    let mut values = BTreeMap::new();
    for (position, name) in (0..).zip(parameters) {
        let Some(value) = least_value(&possible, position, least(name))? else { return Ok(None) };
        let fixed = Val::from_i64(context.context(), value)?;
        possible = possible.fix_val(DimType::Param, position, fixed)?;
        values.insert(name.clone(), value);
    }
    Ok(Some(values))
}

/// The least value of a parameter that is at least `least`; where there is none, the largest.
fn least_value(possible: &Set, position: u32, least: i64) -> isl::Result<Option<i64>> {
    let values = possible.clone().from_params()?.move_dims(DimType::Set, 0, DimType::Param, position, 1)?;
    let values = values.project_out_all_params()?;
    let bound = Val::from_i64(possible.context(), least)?;
    let large = values.clone().lower_bound_val(DimType::Set, 0, bound)?;
    match large.is_empty()? {
        true => values.dim_max_val(0)?.to_i64(),
        false => large.dim_min_val(0)?.to_i64(),
    }
}

fn points(problem: &Problem, values: &BTreeMap<String, i64>) -> isl::Result<Option<Points>> {
    Points::of(&problem.at(values)?.differences, MOST_POINTS)
}
