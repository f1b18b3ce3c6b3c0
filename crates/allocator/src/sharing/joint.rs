//! One lattice for several arrays of the same number of dimensions.

use super::{Group, Search};
use crate::certificate;
use crate::conflicts::negated;
use crate::contraction::{at_least_one, extent_value, offset};
use crate::lower_bound;
use crate::points::Points;
use crate::portfolio;
use crate::problem::Problem;
use analysis::bounds;
use isl::{DimType, PwAff, Set, Val};
use polyhedral::{ArrayId, Expression, Mapping, MappingRow, lower};
use std::collections::BTreeMap;

/// Above the least value of a parameter: where the smallest lattice is estimated.
const ABOVE_LEAST: i64 = 7;
/// Differences that are listed for that, and elementary steps for what is done with them.
const MOST_POINTS: usize = 20_000;
const STEPS: u64 = 1_000_000;
/// A lattice that saves less than one of so many cells of an array isn't looked for.
const LEAST_SAVING: i128 = 4;

/// The smallest proved lattice for the arrays of `group` and `other`, if there is one.
pub(super) fn group(search: &mut Search, group: &Group, other: &Group) -> isl::Result<Option<Group>> {
    let mut members: Vec<_> = group.members.keys().chain(other.members.keys()).copied().collect();
    members.sort_unstable();
    let dimensions = search.array(members[0]).dimensions();
    if members.iter().any(|member| search.array(*member).dimensions() != dimensions) {
        return Ok(None);
    }
    let Some(differences) = differences(search, &members)? else { return Ok(None) };
    let problem = Problem {
        parameters: search.analysed.scop.parameters.iter().map(|p| p.name.clone()).collect(),
        extents: extents(search, &members, dimensions),
        reference: search.reference.clone(),
        differences,
    };
    if is_hopeless(&problem, &[&group.extents, &other.extents])? {
        return Ok(None);
    }
    let settings = portfolio::Settings { only: search.only, power_of_two: false };
    let mut best: Option<(i128, Group)> = None;
    for outcome in portfolio::outcomes(&problem, settings) {
        let Some(mapping) = outcome.proved().and_then(|candidate| candidate.to_mapping()) else { continue };
        let cells = search.reference.cells(&mapping.extents());
        if best.as_ref().is_some_and(|(fewest, _)| *fewest <= cells) || mapping.rows.is_empty() {
            continue;
        }
        if !certificate::proves(&mapping, &problem.differences)? {
            continue;
        }
        if let Some(group) = restricted(search, &members, &problem, &mapping, outcome.name)? {
            best = Some((cells, group));
        }
    }
    Ok(best.map(|(_, group)| group))
}

/// Whether at some small sizes the cells that conflict with one another are about as many as those of separate
/// blocks with `extents`. An estimate that saves time: it decides about no mapping.
fn is_hopeless(problem: &Problem, extents: &[&Vec<Expression>]) -> isl::Result<bool> {
    let Some(sizes) = small_sizes(problem)? else { return Ok(false) };
    let of = |extents: &&Vec<Expression>| {
        let each = extents.iter().map(|extent| extent.evaluate(&sizes).map(i128::from));
        each.collect::<Option<Vec<_>>>().map(|extents| extents.iter().product::<i128>())
    };
    let Some(cells) = extents.iter().map(of).collect::<Option<Vec<_>>>() else { return Ok(false) };
    let at_sizes = problem.at(&sizes)?;
    let Some(points) = Points::of(&at_sizes.differences, MOST_POINTS)? else { return Ok(false) };
    let least = i128::from(lower_bound::cells(&points, STEPS));
    let (separate, smaller) = (cells.iter().sum::<i128>(), cells.iter().min().copied().unwrap_or(0));
    Ok((separate - least) * LEAST_SAVING < smaller)
}

/// Small values of the parameters at which there are conflicts.
fn small_sizes(problem: &Problem) -> isl::Result<Option<BTreeMap<String, i64>>> {
    let number = problem.differences.dim(DimType::Param)?;
    let sizes = problem.differences.clone().params()?.from_params()?;
    let mut sizes = sizes.move_dims(DimType::Set, 0, DimType::Param, 0, number)?;
    let mut values = BTreeMap::new();
    for (position, name) in (0..).zip(&problem.parameters) {
        let Some(least) = sizes.clone().dim_min_val(position)?.to_i64()? else { return Ok(None) };
        let value = least.saturating_add(ABOVE_LEAST);
        sizes =
            sizes.fix_val(DimType::Set, position, Val::from_i64(problem.differences.context(), value)?)?;
        values.insert(name.clone(), value);
    }
    Ok((!sizes.is_empty()?).then_some(values))
}

/// `{ [k, z] }`: the differences of conflicting cells, of which k is that of their arrays' positions in `members`.
fn differences(search: &mut Search, members: &[ArrayId]) -> isl::Result<Option<Set>> {
    let mut all: Option<Set> = None;
    let mut add = |set: Set, k: usize| -> isl::Result<()> {
        let k = i32::try_from(k).unwrap_or(i32::MAX);
        let set = set.insert_dims(DimType::Set, 0, 1)?.fix_si(DimType::Set, 0, k)?;
        all = Some(match all.take() {
            Some(all) if set.is_subset(&all)? => all,
            Some(all) => all.union(set.clone())?.union(negated(set)?)?.coalesce()?,
            None => set.clone().union(negated(set)?)?.coalesce()?,
        });
        Ok(())
    };
    for (k, first) in members.iter().enumerate() {
        let Some(conflicts) = &search.allocations[*first].conflicts else { return Ok(None) };
        let own = conflicts.differences.clone();
        add(own.intersect_params(search.analysed.scop.context.clone())?, 0)?;
        for (l, second) in members.iter().enumerate().skip(k + 1) {
            let Some(pieces) = search.between(*first, *second)? else { return Ok(None) };
            for piece in pieces {
                // { [y - x] }
                let unnamed = piece.reset_tuple_id(DimType::In)?.reset_tuple_id(DimType::Out)?;
                add(unnamed.deltas()?, l - k)?;
            }
        }
    }
    Ok(all)
}

/// The number of arrays, then the largest extents where one is known to be the largest.
fn extents(search: &Search, members: &[ArrayId], dimensions: usize) -> Vec<Option<Expression>> {
    let count = Expression::Constant(members.len() as i64);
    let of_dimension = |dimension: usize| {
        let mut each: Vec<_> =
            members.iter().map(|m| extent_value(&search.array(*m).extents[dimension])).collect();
        each.dedup();
        match each.as_slice() {
            [only] => only.clone(),
            several => Some(Expression::Maximum(several.iter().cloned().collect::<Option<_>>()?)),
        }
    };
    std::iter::once(Some(count)).chain((0..dimensions).map(of_dimension)).collect()
}

/// The mapping of each member, where `mapping` is that of all cells `(k, x)`. `None` where its values can't be made
/// non-negative.
fn restricted(
    search: &Search,
    members: &[ArrayId],
    problem: &Problem,
    mapping: &Mapping,
    method: &'static str,
) -> isl::Result<Option<Group>> {
    let mut moduli = Vec::new();
    for row in &mapping.rows {
        moduli.push(at_least_one(search.analysed, &row.modulus)?);
    }
    let rows: Vec<_> = mapping.rows.iter().map(forwards).collect();
    let mut all = BTreeMap::new();
    for (k, member) in (0i64..).zip(members) {
        let cells = bounds::cells(search.analysed, *member)?
            .intersect_params(search.analysed.scop.context.clone())?;
        let mut own = Vec::new();
        for (row, modulus) in rows.iter().zip(&moduli) {
            let Some(offset) = offset(&row.coefficients, &problem.extents) else { return Ok(None) };
            let offset = (offset + Expression::Constant(row.coefficients[0] * k)).simplify();
            let coefficients = row.coefficients[1..].to_vec();
            let row = MappingRow { coefficients, offset, modulus: modulus.clone(), wraps: true };
            let wraps = !stays_below(&cells, &row)?;
            own.push(MappingRow { wraps, ..row });
        }
        all.insert(*member, Mapping { rows: own });
    }
    Ok(Some(Group { members: all, extents: moduli, method }))
}

/// `row`, or its negation, which separates the same cells, if no subscript counts positively.
fn forwards(row: &MappingRow) -> MappingRow {
    let is_backwards = row.coefficients[1..].iter().all(|coefficient| *coefficient <= 0);
    let sign = if is_backwards { -1 } else { 1 };
    let coefficients = row.coefficients.iter().map(|coefficient| sign * coefficient).collect();
    MappingRow { coefficients, ..row.clone() }
}

/// Whether the value of `row` is in `0..modulus` for all `cells` (`{ A[x] }`), so that it need not be reduced.
fn stays_below(cells: &Set, row: &MappingRow) -> isl::Result<bool> {
    let space = cells.space()?;
    let (Ok(offset), Ok(modulus)) =
        (lower::expression(&row.offset, &space), lower::expression(&row.modulus, &space))
    else {
        return Ok(false);
    };
    let value: PwAff = certificate::value(&row.coefficients, cells)?.add(offset)?;
    let below = value.clone().lt_set(modulus)?;
    Ok(cells.is_subset(&below)? && cells.is_subset(&value.nonneg_set()?)?)
}
