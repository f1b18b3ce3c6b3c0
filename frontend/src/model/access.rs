//! Access relations.

use isl::{DimType, MultiPwAff, Result, Set, Space};
use polyhedral::{Access, Array, Comparison, Condition, Expression, Unknown, lower};

use super::sets::with_counter;
use crate::outline::Reference;

/// The access of a statement whose instances, without their name, are `domain`.
pub fn access(
    reference: &Reference,
    array: &Array,
    statement: &str,
    domain: &Set,
    unknown: &[Unknown],
) -> Result<Access> {
    let guarded = domain.clone().intersect(lower::condition(&reference.guard, &domain.space()?)?)?;
    let own: Vec<_> = unknown.iter().filter(|unknown| mentions(reference, &unknown.name)).collect();
    let guarded = own.iter().try_fold(guarded, |set, unknown| with_unknown(set, unknown))?;
    let space = guarded.space()?;
    let subscripts = reference.subscripts.iter().map(|subscript| lower::expression(subscript, &space));
    let subscripts = subscripts.collect::<Result<Vec<_>>>()?;
    let range = space.clone().params()?.add_unnamed_tuple_ui(subscripts.len() as u32)?;
    let cell = MultiPwAff::from_pw_affs(Space::map_from_domain_and_range(space, range)?, subscripts)?;
    let relation = cell.to_map()?.intersect_domain(guarded)?;
    let relation = match own.len() as u32 {
        0 => relation,
        count => relation.project_out(DimType::In, domain.dim(DimType::Set)?, count)?,
    };
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

fn mentions(reference: &Reference, name: &str) -> bool {
    reference.subscripts.iter().any(|subscript| subscript.mentions(name))
}

/// `set` with one more dimension: the values that an unknown subscript may have.
fn with_unknown(set: Set, unknown: &Unknown) -> Result<Set> {
    let set = with_counter(set, &unknown.name)?;
    let value = || Expression::variable(&unknown.name);
    let within = Condition::And(vec![
        Condition::Compare(Comparison::LessEqual, Expression::Constant(0), value()),
        Condition::Compare(Comparison::Less, value(), unknown.extent.clone()),
    ]);
    let within = lower::condition(&within, &set.space()?)?;
    set.intersect(within)
}
