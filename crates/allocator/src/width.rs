//! How far apart conflicting cells are along one dimension, as an expression in the parameters.

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
    if differences.is_empty()? {
        return Ok(Some(Expression::Constant(1)));
    }
    let Ok(largest) = differences.clone().dim_max(position) else { return Ok(None) };
    let Some(pieces) = pieces(largest)? else { return Ok(None) };
    let exact = match pieces.as_slice() {
        [] => return Ok(Some(Expression::Constant(1))),
        [only] => return Ok(Some(only.clone())),
        _ => Expression::Maximum(pieces.clone()).simplify(),
    };
    let mut candidates = pieces;
    candidates.extend(width_program::affine_bound(differences, position)?);
    let limit = reference.value(&exact);
    candidates.retain(|candidate| reference.value(candidate) <= limit);
    for candidate in candidates {
        if separates(differences, position, &candidate)? {
            return Ok(Some(candidate));
        }
    }
    Ok(Some(exact))
}

/// The different affine functions, plus 1, of which `largest` is made.
fn pieces(largest: PwAff) -> isl::Result<Option<Vec<Expression>>> {
    let mut pieces: Vec<Expression> = Vec::new();
    for (_, function) in largest.coalesce()?.foreach_piece()? {
        let Ok(value) = raise::affine(&function) else { return Ok(None) };
        let width = (value + Expression::Constant(1)).simplify();
        if !pieces.contains(&width) {
            pieces.push(width);
        }
    }
    Ok(Some(pieces))
}

/// Whether isl proves that dimension `position` stays below `bound` in `differences`.
///
/// # Errors
/// isl's.
pub fn separates(differences: &Set, position: u32, bound: &Expression) -> isl::Result<bool> {
    let space = differences.space()?;
    let Ok(bound) = lower::expression(bound, &space) else { return Ok(false) };
    let local = isl::LocalSpace::from_space(space)?;
    let value = PwAff::from_aff(isl::Aff::var_on_domain(local, DimType::Set, position)?)?;
    differences.is_disjoint(&value.ge_set(bound)?)
}
