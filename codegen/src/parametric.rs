//! Functions and conditions of the parameters as expressions that C computes as isl does.

use crate::generate::{Known, condition, expression};
use isl::{AstBuild, PwAff, Set};
use polyhedral::{Condition, Expression};

/// `{ [p] -> [value] }` as an expression that is right wherever `known` (`{ : … }`) holds.
///
/// # Errors
/// isl's, and `Unsupported` for numbers that don't fit.
pub fn function(function: &PwAff, known: &Set) -> isl::Result<Expression> {
    let function = function.clone().gist_params(known.clone())?.coalesce()?;
    Ok(expression(&build(known)?.expr_from_pw_aff(function)?, &Known::new())?.simplify())
}

/// `{ : holds }` as a condition that is right wherever `known` (`{ : … }`) holds.
///
/// # Errors
/// As [`function()`].
pub fn holds(holds: &Set, known: &Set) -> isl::Result<Condition> {
    if known.is_subset(holds)? {
        return Ok(Condition::Constant(true));
    }
    let holds = holds.clone().gist(known.clone())?.coalesce()?;
    condition(&build(known)?.expr_from_set(holds)?, &Known::new())
}

fn build(known: &Set) -> isl::Result<AstBuild> {
    known.context().set_ast_build_detect_min_max(true);
    AstBuild::from_context(known.clone())
}
