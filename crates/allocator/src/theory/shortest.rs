//! Shortest vectors of a set (Darte, Isoard, Yuki, *Extended Lattice-Based Memory Allocation*, sections
//! 4.2.1 and 5.2): least maximum norm; of those least Manhattan norm; of those least sum of the
//! differences of absolute values, which prefers diagonals.
//!
//! The first two norms are minimised by isl, each as the least m with a point below it in all signs, which
//! keeps every piece convex. Few vectors share both, so the rest is enumeration.

use isl::{Constraint, DimType, LocalSpace, Set};

use crate::theory::integer_matrix::Vector;

/// Vectors of the two least norms that are looked at; beyond, the choice is arbitrary among them.
const MOST_VECTORS: usize = 10_000;

/// The shortest vectors of `set` (`{ [z] }`, no parameters), all equally short, one of each pair of
/// opposites: the one that starts positive. Larger first, lexicographically; empty if `set` is.
///
/// # Errors
/// isl's.
pub fn shortest(set: &Set) -> isl::Result<Vec<Vector>> {
    let Some(within) = nearest(set, maximum_norm)? else { return Ok(vec![]) };
    let Some(within) = nearest(&within, manhattan_norm)? else { return Ok(vec![]) };
    let mut vectors = match points(&within, MOST_VECTORS) {
        Err(error) if error.kind == isl::ErrorKind::Quota => points(&within.sample()?.to_set()?, 1)?,
        vectors => vectors?,
    };
    vectors.iter_mut().for_each(starting_positive);
    let least = vectors.iter().map(|vector| sum_of_differences(vector)).min();
    vectors.retain(|vector| Some(sum_of_differences(vector)) == least);
    vectors.sort_by(|a, b| b.cmp(a));
    vectors.dedup();
    Ok(vectors)
}

/// The points of `set` of the least norm, for a norm given as `{ [z, m] : norm of z <= m }`.
fn nearest(set: &Set, ball: fn(Set) -> isl::Result<Set>) -> isl::Result<Option<Set>> {
    let dimensions = set.dim(DimType::Set)?;
    let below = ball(set.clone().add_dims(DimType::Set, 1)?)?;
    let Some(least) = below.clone().project_out(DimType::Set, 0, dimensions)?.dim_min_val(0)?.to_i64()?
    else {
        return Ok(None);
    };
    let least = isl::Val::from_i64(set.context(), least)?;
    below.fix_val(DimType::Set, dimensions, least)?.project_out(DimType::Set, dimensions, 1).map(Some)
}

/// `-m <= z_k <= m` for all k, where m is the last dimension.
fn maximum_norm(set: Set) -> isl::Result<Set> {
    let last = set.dim(DimType::Set)? - 1;
    let signs = (0..last).flat_map(|d| [vec![(d, 1)], vec![(d, -1)]]);
    signs.into_iter().try_fold(set, |set, terms| at_most(set, &terms, last))
}

/// `sum of s_k z_k <= m` for all signs s, where m is the last dimension.
fn manhattan_norm(set: Set) -> isl::Result<Set> {
    let last = set.dim(DimType::Set)? - 1;
    (0..1u64 << last).try_fold(set, |set, signs| {
        let terms: Vec<_> = (0..last).map(|d| (d, if signs & (1 << d) == 0 { 1 } else { -1 })).collect();
        at_most(set, &terms, last)
    })
}

/// `sum of coefficient * z <= z_last`
fn at_most(set: Set, terms: &[(u32, i32)], last: u32) -> isl::Result<Set> {
    let local = LocalSpace::from_space(set.space()?)?;
    let row = Constraint::alloc_inequality(local)?.set_coefficient_si(DimType::Set, last, 1)?;
    let add = |row: Constraint, (d, sign): &(u32, i32)| row.set_coefficient_si(DimType::Set, *d, -sign);
    set.add_constraint(terms.iter().try_fold(row, add)?)
}

fn points(set: &Set, limit: usize) -> isl::Result<Vec<Vector>> {
    let mut vectors = Vec::new();
    for point in set.foreach_point(limit)? {
        let coordinates =
            (0..set.dim(DimType::Set)?).map(|d| point.coordinate_val(DimType::Set, d)?.to_i64());
        vectors.extend(coordinates.collect::<isl::Result<Option<Vector>>>()?);
    }
    Ok(vectors)
}

fn starting_positive(vector: &mut Vector) {
    if vector.iter().find(|entry| **entry != 0).is_some_and(|first| *first < 0) {
        vector.iter_mut().for_each(|entry| *entry = entry.saturating_neg());
    }
}

fn sum_of_differences(vector: &[i64]) -> u64 {
    let sizes: Vec<u64> = vector.iter().map(|entry| entry.unsigned_abs()).collect();
    let pairs = sizes.iter().enumerate().flat_map(|(k, a)| sizes[..k].iter().map(|b| a.abs_diff(*b)));
    pairs.fold(0, u64::saturating_add)
}
