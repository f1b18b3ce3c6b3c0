//! Sets of differences under linear maps.

use crate::budget::if_possible;
use crate::size::Reference;
use crate::theory::integer_matrix::Vector;
use crate::width;
use isl::{Aff, DimType, LocalSpace, Map, MultiAff, Set, Space, Val};
use polyhedral::{Expression, raise};

/// `{ [z] -> [row . z] }`
fn product(space: &Space, row: &[i64]) -> isl::Result<Aff> {
    let zero = Aff::zero_on_domain(LocalSpace::from_space(space.clone())?)?;
    (0..).zip(row).try_fold(zero, |sum, (position, entry)| {
        sum.set_coefficient_val(DimType::In, position, Val::from_i64(space.context(), *entry)?)
    })
}

/// `set` (`{ [z] }`) where `row . z` is 0.
///
/// # Errors
/// isl's.
pub fn orthogonal(set: Set, row: &[i64]) -> isl::Result<Set> {
    let zero = product(&set.space()?, row)?.zero_basic_set()?.to_set()?;
    set.intersect(zero)
}

/// 1 + the largest value of `row . z` in `set` (`[p] -> { [z] }`, symmetric): the width along `row`
/// (Darte, Isoard, Yuki, section 4.1) as a modulus. `None` where it is unbounded.
///
/// # Errors
/// isl's.
pub fn width_along(set: &Set, row: &[i64], reference: &Reference) -> isl::Result<Option<Expression>> {
    let values = set.clone().apply(Map::from_aff(product(&set.space()?, row)?)?)?;
    width_of(values, reference)
}

/// 1 + the largest element of `values` (`[p] -> { [v] }`, symmetric).
///
/// What is largest at the reference sizes may be a bound at all sizes; then it is the best one. Where the
/// maximum is piecewise, [`width`] takes pieces together, which can be more.
///
/// # Errors
/// isl's.
pub fn width_of(values: Set, reference: &Reference) -> isl::Result<Option<Expression>> {
    let values = values.coalesce()?;
    let Some(bound) = width::width(&values, 0, reference)? else { return Ok(None) };
    if bound.constant().is_some() {
        return Ok(Some(bound));
    }
    let there = at(values.clone(), reference)?.params()?;
    for (domain, largest) in values.clone().dim_max(0)?.foreach_piece()? {
        if domain.params()?.is_disjoint(&there)? {
            continue;
        }
        let Some(largest) = if_possible(raise::affine(&largest))? else { continue };
        let width = (largest + Expression::Constant(1)).simplify();
        let is_better = reference.value(&width) < reference.value(&bound);
        if is_better && width::separates(&values, 0, &width)? {
            return Ok(Some(width));
        }
    }
    Ok(Some(bound))
}

/// `set` at the reference sizes, as far as they are known.
fn at(mut set: Set, reference: &Reference) -> isl::Result<Set> {
    for (name, value) in reference.values() {
        if let Some(position) = set.find_dim_by_name(DimType::Param, name)? {
            let value = Val::from_i64(set.context(), *value)?;
            set = set.fix_val(DimType::Param, position, value)?;
        }
    }
    Ok(set)
}

/// `{ [u] : sum of u_j * vectors_j in set }`
///
/// # Errors
/// isl's.
pub fn coordinates(set: &Set, vectors: &[Vector]) -> isl::Result<Set> {
    let target = set.space()?;
    let dimensions = target.dim(DimType::Set)?;
    let source = target.clone().drop_dims(DimType::Set, 0, dimensions)?;
    let source = source.add_dims(DimType::Set, vectors.len() as u32)?;
    let component = |d: usize| {
        let row: Vector = vectors.iter().map(|vector| vector[d]).collect();
        product(&source, &row)
    };
    let components = (0..dimensions as usize).map(component).collect::<isl::Result<Vec<_>>>()?;
    let function = MultiAff::from_affs(source.map_from_domain_and_range(target)?, components)?;
    set.clone().preimage_multi_aff(function)
}
