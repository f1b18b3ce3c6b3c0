//! Comparing sizes that depend on parameters.

use isl::{DimType, Set, Val};
use polyhedral::{Expression, Parameter};
use std::collections::BTreeMap;

/// Parameter values at which sizes are compared: those that the user gave, the real values of lifted
/// constants, and large numbers for the rest, so that asymptotically smaller is smaller.
#[derive(Clone, Debug)]
pub struct Reference(BTreeMap<String, i64>);

/// What stands for a parameter of which nothing is known. Different parameters get different values,
/// so that a product of two sizes isn't mistaken for another.
const UNKNOWN_SIZE: i64 = 10_007;

impl Reference {
    /// As [`Reference::new`], but with unknown parameters no larger than `context` (`{ : … }`, in the
    /// order of `parameters`) allows, so that no size is judged where it can't occur.
    ///
    /// # Errors
    /// isl's.
    pub fn within(
        context: &Set,
        parameters: &[Parameter],
        given: &BTreeMap<String, i64>,
    ) -> isl::Result<Self> {
        let names: Vec<_> = parameters.iter().map(|parameter| parameter.name.clone()).collect();
        Reference::new(parameters, given).clamped(context, &names)
    }

    /// As [`Reference::within`], for parameters of which only the names are known. Given values stay as
    /// they are.
    ///
    /// # Errors
    /// isl's.
    pub fn of_names_within(
        context: &Set,
        names: &[String],
        given: &BTreeMap<String, i64>,
    ) -> isl::Result<Self> {
        let mut reference = Reference::of_names(names, given).clamped(context, names)?;
        for (name, value) in given.iter().filter(|(name, _)| names.contains(name)) {
            reference.0.insert(name.clone(), *value);
        }
        Ok(reference)
    }

    fn clamped(mut self, context: &Set, names: &[String]) -> isl::Result<Self> {
        let mut possible = context.clone();
        for (position, name) in (0..).zip(names) {
            let most = largest(&possible, position)?;
            let wanted = self.value(&Expression::variable(name));
            let value = most.map_or(wanted, |most| most.min(wanted));
            let fixed = Val::from_i64(context.context(), value)?;
            let rest = possible.clone().fix_val(DimType::Param, position, fixed)?;
            if !rest.is_empty()? {
                possible = rest;
                self.0.insert(name.clone(), value);
            }
        }
        Ok(self)
    }

    /// The values for `parameters`, where `given` has those that the user fixed. A product has the value of its factors.
    pub fn new(parameters: &[Parameter], given: &BTreeMap<String, i64>) -> Self {
        let known = |p: &Parameter| p.value.or_else(|| given.get(&p.name).copied());
        let mut reference = Reference::of(parameters.iter().map(|p| (p.name.as_str(), known(p))));
        let products = parameters.iter().filter(|p| known(p).is_none() && !p.factors.is_empty());
        for product in products {
            let mut factors = product.factors.iter().map(|name| reference.0.get(name).copied());
            let value = factors.try_fold(1i64, |value, factor| Some(value.saturating_mul(factor?)));
            reference.0.extend(value.map(|value| (product.name.clone(), value)));
        }
        reference
    }

    /// As [`Reference::new`], for parameters of which only the names are known.
    pub fn of_names(names: &[String], given: &BTreeMap<String, i64>) -> Self {
        Reference::of(names.iter().map(|name| (name.as_str(), given.get(name).copied())))
    }

    fn of<'a>(parameters: impl Iterator<Item = (&'a str, Option<i64>)>) -> Self {
        let value = |(unknown, (name, known)): (i64, (&str, Option<i64>))| {
            (name.to_string(), known.unwrap_or(unknown))
        };
        Reference((UNKNOWN_SIZE..).step_by(2).zip(parameters).map(value).collect())
    }

    /// The values by name.
    pub fn values(&self) -> &BTreeMap<String, i64> {
        &self.0
    }

    /// Whether the values are among those of `domain` (`{ : … }`).
    ///
    /// # Errors
    /// isl's.
    pub fn is_in(&self, domain: &Set) -> isl::Result<bool> {
        Ok(!self.at(domain)?.is_empty()?)
    }

    /// What `set` holds at these values.
    ///
    /// # Errors
    /// isl's.
    pub fn at(&self, set: &Set) -> isl::Result<Set> {
        let mut at = set.clone();
        for (name, value) in &self.0 {
            if let Some(position) = at.space()?.find_dim_by_name(DimType::Param, name)? {
                let value = Val::from_i64(at.context(), *value)?;
                at = at.fix_val(DimType::Param, position, value)?;
            }
        }
        Ok(at)
    }

    /// The value of `expression`, the largest integer where it has none.
    pub fn value(&self, expression: &Expression) -> i64 {
        expression.evaluate(&self.0).unwrap_or(i64::MAX)
    }

    /// The product of `extents`, in cells.
    pub fn cells(&self, extents: &[Expression]) -> i128 {
        extents.iter().map(|e| i128::from(self.value(e))).fold(1, i128::saturating_mul)
    }
}

/// The largest value of the parameter at `position`, if there is one.
fn largest(possible: &Set, position: u32) -> isl::Result<Option<i64>> {
    let values = possible.clone().from_params()?.move_dims(DimType::Set, 0, DimType::Param, position, 1)?;
    let values = values.project_out_all_params()?;
    // an infinite value is no integer
    values.dim_max_val(0)?.to_i64()
}
