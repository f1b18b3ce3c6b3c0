//! Which instance runs before which.

use isl::UnionMap;

/// `{ S[i] -> T[j] : date(S[i]) < date(T[j]) }` for the instances that `pairs` relates.
///
/// Restricting both sides first keeps isl from comparing statements that nobody asks about.
///
/// # Errors
/// isl's.
pub fn before(schedule: &UnionMap, pairs: &UnionMap) -> isl::Result<UnionMap> {
    let (left, right) = sides(schedule, pairs)?;
    left.lex_lt_union_map(right)
}

/// `{ S[i] -> T[j] : date(S[i]) >= date(T[j]) }` for the instances that `pairs` relates.
///
/// # Errors
/// isl's.
pub fn not_before(schedule: &UnionMap, pairs: &UnionMap) -> isl::Result<UnionMap> {
    let (left, right) = sides(schedule, pairs)?;
    left.lex_ge_union_map(right)
}

fn sides(schedule: &UnionMap, pairs: &UnionMap) -> isl::Result<(UnionMap, UnionMap)> {
    let left = schedule.clone().intersect_domain(pairs.clone().domain()?)?;
    let right = schedule.clone().intersect_domain(pairs.clone().range()?)?;
    Ok((left, right))
}
