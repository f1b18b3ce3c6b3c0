//! Spaces whose dimensions carry the names of counters and parameters.

use isl::{Context, DimType, MultiAff, Result, Set, Space};
use polyhedral::{Iterator, Parameter};

/// `{ [i, j] }` with the given parameters and counters.
pub fn space(context: &Context, parameters: &[Parameter], iterators: &[Iterator]) -> Result<Space> {
    let mut space = Space::set_alloc(context, parameters.len() as u32, iterators.len() as u32)?;
    for (position, parameter) in (0..).zip(parameters) {
        space = space.set_dim_name(DimType::Param, position, &parameter.name)?;
    }
    for (position, iterator) in (0..).zip(iterators) {
        space = space.set_dim_name(DimType::Set, position, &iterator.name)?;
    }
    Ok(space)
}

/// `{ [i] : … }` as `{ [i, j] : … }` with a new last counter.
pub fn with_counter(set: Set, name: &str) -> Result<Set> {
    let position = set.dim(DimType::Set)?;
    set.insert_dims(DimType::Set, position, 1)?.set_dim_name(DimType::Set, position, name)
}

/// `{ [i, j] -> [i, j - step] }`
pub fn previous(space: Space, step: i64) -> Result<MultiAff> {
    let last = space.dim(DimType::Set)? - 1;
    let identity = MultiAff::identity_on_domain_space(space)?;
    let counter = identity.aff(last)?;
    let constant = isl::Val::from_i64(identity.space()?.context(), step)?.neg()?;
    identity.set_aff(last, counter.set_constant_val(constant)?)
}
