//! Proofs that a value lies in a range.

use isl::{Context, DimType, Result, Set, Val};
use polyhedral::{Parameter, lower};

use crate::outline::{Cause, Obligation};

/// What is known of the parameters.
#[derive(Clone, Debug)]
pub struct Knowledge {
    /// `{ : … }`: the context, and that each variable has a value of its type.
    certain: Set,
    /// The same, and that sizes aren't near the top of an unsigned type: see [`Knowledge::new`].
    usual: Set,
}

/// How many times larger than a size its type is taken to be.
const ROOM: i128 = 8;

impl Knowledge {
    /// Of `parameters` within `context`.
    ///
    /// That `n + 1` doesn't wrap around in unsigned arithmetic can't be proved of any `n`. It is taken
    /// for granted that unsigned sizes are at most an eighth of what their type holds; that differences
    /// don't wrap around below zero is never taken for granted.
    pub fn new(context: &Set, parameters: &[Parameter]) -> Result<Knowledge> {
        let mut certain = context.clone();
        let mut usual = context.clone();
        for (position, parameter) in (0..).zip(parameters) {
            let (least, most) = range(parameter);
            let bound = |set: Set, most: i128| -> Result<Set> {
                let set = set.lower_bound_val(DimType::Param, position, value(context.context(), least)?)?;
                set.upper_bound_val(DimType::Param, position, value(context.context(), most)?)
            };
            certain = bound(certain, most)?;
            usual = bound(usual, if parameter.kind.signed { most } else { most / ROOM })?;
        }
        Ok(Knowledge { certain, usual })
    }

    /// `set` within what is known for certain.
    pub fn restrict(&self, set: Set) -> Result<Set> {
        set.intersect_params(self.certain.clone())
    }

    /// Whether `violations` has points at all parameters at which `domain` has.
    pub fn is_always(&self, violations: &Set, domain: &Set) -> Result<bool> {
        let used = self.restrict(domain.clone())?.params()?;
        used.is_subset(&violations.clone().params()?)
    }

    /// The points of `domain` where `obligation` isn't met.
    pub fn violations(&self, obligation: &Obligation, domain: &Set) -> Result<Set> {
        let space = domain.space()?;
        let is_size = matches!(obligation.cause, Cause::WrapsAround | Cause::Counts);
        let known = if is_size { &self.usual } else { &self.certain };
        let evaluated = domain.clone().intersect(lower::condition(&obligation.when, &space)?)?;
        let evaluated = evaluated.intersect_params(known.clone())?;
        let function = lower::expression(&obligation.value, &space)?;
        let (least, most) = obligation.range;
        let bound = |bound: i128| -> Result<isl::PwAff> {
            let universe = Set::universe(space.clone())?;
            isl::PwAff::val_on_domain(universe, value(space.context(), bound)?)
        };
        let below = function.clone().lt_set(bound(least)?)?;
        let above = match most {
            i128::MAX => Set::empty(space.clone())?,
            most => function.gt_set(bound(most)?)?,
        };
        evaluated.intersect(below.union(above)?)
    }
}

/// The values of a parameter's type.
fn range(parameter: &Parameter) -> (i128, i128) {
    let bits = parameter.kind.bits;
    match parameter.kind.signed {
        true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        false => (0, (1i128 << bits) - 1),
    }
}

fn value(context: &Context, value: i128) -> Result<Val> {
    match i64::try_from(value) {
        Ok(value) => Val::from_i64(context, value),
        Err(_) => Val::read_from_str(context, &value.to_string()),
    }
}
