//! How far apart conflicting cells are along one dimension, as an expression in the parameters.

use crate::budget::if_possible;
use crate::polynomial::expanded;
use crate::size::Reference;
use crate::width_program;
use isl::{DimType, PwAff, Set};
use polyhedral::{Expression, lower, raise};

/// 1 + the largest value that dimension `position` takes in `differences` (`{ [z] }`, symmetric): the
/// smallest modulus that separates them there. `None` where they are unbounded.
///
/// Where the largest value depends on the parameters piece by piece, a single affine bound is preferred
/// if it is no larger at the reference sizes; it is proved before it is used.
///
/// # Errors
/// isl's.
pub fn width(differences: &Set, position: u32, reference: &Reference) -> isl::Result<Option<Expression>> {
    let Some(parts) = widths_of_parts(differences, position)? else { return Ok(None) };
    let widths: Vec<Expression> = parts.iter().map(|part| part.width.clone()).collect();
    if widths.len() < 2 {
        return Ok(Some(widths.into_iter().next().unwrap_or(Expression::Constant(1))));
    }
    let limit = largest_at(&parts, reference)?;
    let is_large = |width: &&Expression| Some(reference.value(width)) == limit;
    for width in widths.iter().filter(is_large) {
        if separates(differences, position, width)? {
            return Ok(Some(width.clone()));
        }
    }
    let suggested = width_program::affine_bound(differences, position)?;
    if let Some(width) = suggested.filter(|width| Some(reference.value(width)) <= limit) {
        if separates(differences, position, &width)? {
            return Ok(Some(width));
        }
    }
    let largest = undominated(differences, widths)?;
    Ok(Some(Expression::Maximum(largest).simplify()))
}

/// An affine expression above the values that dimension `position` takes in `differences`, larger than
/// [`width()`] where that has several pieces; `None` where none is found.
///
/// # Errors
/// isl's.
pub fn affine_bound(differences: &Set, position: u32) -> isl::Result<Option<Expression>> {
    let parts = widths_of_parts(differences, position)?.unwrap_or_default();
    let mut bounds: Vec<Expression> = parts.into_iter().map(|part| part.width).collect();
    if bounds.len() > 1 {
        bounds.extend(width_program::affine_bound(differences, position)?);
    }
    for bound in bounds {
        if separates(differences, position, &bound)? {
            return Ok(Some(bound));
        }
    }
    Ok(None)
}

/// A width, where it is the one.
struct Part {
    width: Expression,
    /// `{ : … }`: parameter values at which it is the width of some convex part.
    domain: Set,
}

/// The largest width at the reference sizes, of those that hold there; of all where none does.
fn largest_at(parts: &[Part], reference: &Reference) -> isl::Result<Option<i64>> {
    let mut largest = None;
    for part in parts {
        if reference.is_in(&part.domain)? {
            largest = largest.max(Some(reference.value(&part.width)));
        }
    }
    Ok(largest.or_else(|| parts.iter().map(|part| reference.value(&part.width)).max()))
}

/// The different affine functions that 1 + the largest value of a convex part is made of, for all parts;
/// `None` where one is unbounded. isl's largest value of all parts together would be in more pieces than
/// there are parts.
fn widths_of_parts(differences: &Set, position: u32) -> isl::Result<Option<Vec<Part>>> {
    if differences.dim(DimType::Param)? == 0 {
        if differences.is_empty()? {
            return Ok(Some(Vec::new()));
        }
        let largest = differences.clone().dim_max_val(position)?.to_i64()?;
        let domain = differences.clone().params()?;
        let width = largest.and_then(|largest| largest.checked_add(1));
        return Ok(width.map(|width| vec![Part { width: width.into(), domain }]));
    }
    let mut widths: Vec<Part> = Vec::new();
    let context = differences.clone().params()?.simple_hull()?.to_set()?;
    for part in differences.basic_sets()? {
        let Some(largest) = if_possible(part.to_set()?.dim_max(position))? else { return Ok(None) };
        for (domain, function) in largest.gist_params(context.clone())?.coalesce()?.foreach_piece()? {
            let Some(value) = if_possible(raise::affine(&function))? else { return Ok(None) };
            let width = expanded(&(value + Expression::Constant(1)));
            match widths.iter_mut().find(|part| part.width == width) {
                Some(part) => part.domain = part.domain.clone().union(domain.params()?)?,
                None => widths.push(Part { width, domain: domain.params()? }),
            }
        }
    }
    Ok(Some(widths))
}

/// Those of `widths` that aren't everywhere at most another.
fn undominated(differences: &Set, widths: Vec<Expression>) -> isl::Result<Vec<Expression>> {
    let context = differences.clone().params()?.from_params()?;
    let space = context.space()?;
    let mut kept: Vec<(Expression, PwAff)> = Vec::new();
    for width in widths {
        let Some(value) = if_possible(lower::expression(&width, &space))? else { continue };
        let exceeds = |left: &PwAff, right: &PwAff| {
            Ok::<_, isl::Error>(!context.is_disjoint(&left.clone().gt_set(right.clone())?)?)
        };
        let mut rest = Vec::new();
        let mut is_needed = true;
        for (other, bound) in kept {
            is_needed = is_needed && exceeds(&value, &bound)?;
            if !is_needed || exceeds(&bound, &value)? {
                rest.push((other, bound));
            }
        }
        if is_needed {
            rest.push((width, value));
        }
        kept = rest;
    }
    Ok(kept.into_iter().map(|(width, _)| width).collect())
}

/// Whether isl proves that dimension `position` stays below `bound` in `differences`.
///
/// # Errors
/// isl's.
pub fn separates(differences: &Set, position: u32, bound: &Expression) -> isl::Result<bool> {
    let space = differences.space()?;
    let Some(bound) = if_possible(lower::expression(bound, &space))? else { return Ok(false) };
    let local = isl::LocalSpace::from_space(space)?;
    let value = PwAff::from_aff(isl::Aff::var_on_domain(local, DimType::Set, position)?)?;
    differences.is_disjoint(&value.ge_set(bound)?)
}
