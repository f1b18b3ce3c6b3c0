//! Where polynomials are negative.

use super::interval::along;
use super::polynomial::Polynomial;
use isl::{Aff, Constraint, DimType, ErrorKind, LocalSpace, Set};

/// How deep the search for signs goes.
const DEPTH: u32 = 8;

/// Whether `value` is certainly nowhere negative on `domain`.
///
/// An affine function is compared by isl. Another one is looked at where it is least: at the lower end of
/// a dimension with which it grows, or at the upper end of one with which it falls.
///
/// # Errors
/// isl's.
pub fn is_nonnegative(value: &Polynomial, domain: &Set) -> isl::Result<bool> {
    is_nonnegative_within(value, domain, DEPTH)
}

fn is_nonnegative_within(value: &Polynomial, domain: &Set, depth: u32) -> isl::Result<bool> {
    if value.degree() <= 1 {
        return domain.clone().intersect(below_zero(value, domain)?)?.is_empty();
    }
    if depth == 0 {
        return Ok(false);
    }
    // within a convex set around each part, so that steps by one lead from element to element
    for part in domain.basic_sets()? {
        if !is_nonnegative_on(value, &part.remove_divs()?.to_set()?, depth - 1)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn is_nonnegative_on(value: &Polynomial, part: &Set, depth: u32) -> isl::Result<bool> {
    for dimension in (0..part.dim(DimType::Set)?).rev().filter(|dimension| value.mentions(*dimension)) {
        let growth = value.growth(dimension)?;
        let values = along(part, dimension)?;
        let ends = if is_nonnegative_within(&growth, part, depth)? {
            bounded(values.dim_min(0))?
        } else if is_nonnegative_within(&negated(&growth)?, part, depth)? {
            bounded(values.dim_max(0))?
        } else {
            continue;
        };
        let Some(ends) = ends else { continue };
        let mut holds = true;
        for (domain, end) in ends {
            // an end that rounds decides nothing
            let Ok(end) = Polynomial::affine(&end) else { return Ok(false) };
            holds = holds && is_nonnegative_within(&value.substitute(dimension, &end)?, &domain, depth)?;
        }
        if holds {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The pieces of a bound, where there is one.
fn bounded(bound: isl::Result<isl::PwAff>) -> isl::Result<Option<Vec<(Set, Aff)>>> {
    match bound {
        Ok(bound) => bound.foreach_piece().map(Some),
        Err(error) if error.kind == ErrorKind::Quota => Err(error),
        Err(_) => Ok(None),
    }
}

/// `{ [v] : value < 0 }` of an affine `value`, in the space of `domain`.
pub fn below_zero(value: &Polynomial, domain: &Set) -> isl::Result<Set> {
    let space = domain.space()?;
    let denominator = value.denominator()?;
    // -value * denominator - 1 >= 0
    let mut constraint =
        Constraint::alloc_inequality(LocalSpace::from_space(space.clone())?)?.set_constant_si(-1)?;
    for (exponents, coefficient) in value.terms() {
        let scaled = coefficient.clone().mul(denominator.clone())?.neg()?;
        constraint = match exponents.len() {
            0 => {
                let constant = constraint.constant_val()?.add(scaled)?;
                constraint.set_constant_val(constant)?
            }
            length => constraint.set_coefficient_val(DimType::Set, length as u32 - 1, scaled)?,
        };
    }
    Set::universe(space)?.add_constraint(constraint)
}

pub fn negated(value: &Polynomial) -> isl::Result<Polynomial> {
    value.scaled(&isl::Val::from_i64(value.context(), -1)?)
}
