//! Access relations.

use isl::{DimType, MultiPwAff, Result, Set, Space};
use polyhedral::{Access, Array, lower};

use crate::outline::Reference;

/// The access of a statement whose instances, without their name, are `domain`.
pub fn access(reference: &Reference, array: &Array, statement: &str, domain: &Set) -> Result<Access> {
    let space = domain.space()?;
    let guarded = domain.clone().intersect(lower::condition(&reference.guard, &space)?)?;
    let subscripts = reference.subscripts.iter().map(|subscript| lower::expression(subscript, &space));
    let subscripts = subscripts.collect::<Result<Vec<_>>>()?;
    let range = space.clone().params()?.add_unnamed_tuple_ui(subscripts.len() as u32)?;
    let cell = MultiPwAff::from_pw_affs(Space::map_from_domain_and_range(space, range)?, subscripts)?;
    let relation = cell.to_map()?.intersect_domain(guarded)?;
    let relation =
        relation.set_tuple_name(DimType::In, statement)?.set_tuple_name(DimType::Out, &array.name)?;
    Ok(Access {
        array: reference.array,
        kind: reference.kind,
        subscripts: reference.subscripts.clone(),
        guard: reference.guard.clone(),
        relation,
        span: reference.span,
    })
}
