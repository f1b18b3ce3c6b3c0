//! Which instance runs before which.
//!
//! Dates are compared on whole spaces: comparing them on domains first would multiply the pieces of the
//! domains with those of the lexicographic order. So the results hold for the statements that `pairs`
//! relates, and say something only about pairs of instances that exist: intersect them with `pairs`.

use isl::{UnionMap, UnionSet};

/// `{ S[i] -> T[j] : date(S[i]) < date(T[j]) }` for the statements that `pairs` relates.
///
/// # Errors
/// isl's.
pub fn before(schedule: &UnionMap, pairs: &UnionMap) -> isl::Result<UnionMap> {
    let (left, right) = sides(schedule, pairs)?;
    left.lex_lt_union_map(right)
}

/// `{ S[i] -> T[j] : date(S[i]) >= date(T[j]) }` for the statements that `pairs` relates.
///
/// # Errors
/// isl's.
pub fn not_before(schedule: &UnionMap, pairs: &UnionMap) -> isl::Result<UnionMap> {
    let (left, right) = sides(schedule, pairs)?;
    left.lex_ge_union_map(right)
}

fn sides(schedule: &UnionMap, pairs: &UnionMap) -> isl::Result<(UnionMap, UnionMap)> {
    Ok((dates(schedule, pairs.clone().domain()?)?, dates(schedule, pairs.clone().range()?)?))
}

/// `{ S[i] -> [t] }` of the statements of `instances`, on whole spaces.
///
/// # Errors
/// isl's.
pub fn dates(schedule: &UnionMap, instances: UnionSet) -> isl::Result<UnionMap> {
    on_whole_spaces(schedule.clone().intersect_domain(instances)?)
}

/// The affine functions that `functions` (`{ S[i] -> X[x] }`, single-valued) are on their domains, on
/// whole spaces. A function that is not one affine function stays on its domain.
///
/// # Errors
/// isl's.
pub fn on_whole_spaces(functions: UnionMap) -> isl::Result<UnionMap> {
    let mut whole = UnionMap::empty(functions.space()?)?;
    for function in functions.maps()? {
        let extended = function.clone().affine_hull()?.to_map()?;
        let function = if extended.is_single_valued()? { extended } else { function };
        whole = whole.union(function.to_union_map()?)?;
    }
    Ok(whole)
}
