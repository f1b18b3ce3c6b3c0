//! What is to be allocated: the conflicting differences of one array.

use crate::size::Reference;
use isl::{DimType, Map, Set, Val};
use polyhedral::Expression;
use std::collections::BTreeMap;

/// The conflicting differences of an array, and how to compare sizes.
#[derive(Clone, Debug)]
pub struct Problem {
    /// `[p] -> { [z] }`: an unnamed tuple, symmetric, with 0 wherever there is anything. Its parameter
    /// domain is the context: nothing needs to hold elsewhere.
    pub differences: Set,
    /// The names of the parameters, in the order of `differences`.
    pub parameters: Vec<String>,
    /// Per dimension an expression that all `|z_k|` are known to stay below, where there is one: the
    /// extents of the array.
    pub extents: Vec<Option<Expression>>,
    /// The parameter values at which candidates are compared.
    pub reference: Reference,
}

impl Problem {
    /// The problem of `differences` (`[p] -> { [z] }`), which are made [symmetric()].
    ///
    /// # Errors
    /// isl's.
    pub fn new(differences: Set, at: &BTreeMap<String, i64>) -> isl::Result<Self> {
        Problem::of_symmetric(symmetric(differences.reset_tuple_id()?)?.0, at)
    }

    /// The problem of `differences` (`[p] -> { [z] }`, unnamed, symmetric, with 0).
    ///
    /// # Errors
    /// isl's.
    pub fn of_symmetric(differences: Set, at: &BTreeMap<String, i64>) -> isl::Result<Self> {
        let parameters = parameter_names(&differences)?;
        let context = simplified(differences.clone().params()?)?;
        let reference = Reference::of_names_within(&context, &parameters, at)?;
        let dimensions = differences.dim(DimType::Set)? as usize;
        Ok(Problem { differences, parameters, extents: vec![None; dimensions], reference })
    }

    /// The number of dimensions of the array.
    pub fn dimensions(&self) -> usize {
        self.extents.len()
    }

    /// The same at the given values: parameters without one stay.
    ///
    /// # Errors
    /// isl's.
    pub fn at(&self, values: &BTreeMap<String, i64>) -> isl::Result<Self> {
        let mut differences = self.differences.clone();
        for (position, name) in (0..self.parameters.len() as u32).zip(&self.parameters).rev() {
            if let Some(value) = values.get(name) {
                let value = Val::from_i64(differences.context(), *value)?;
                let fixed = differences.fix_val(DimType::Param, position, value)?;
                differences = fixed.project_out(DimType::Param, position, 1)?;
            }
        }
        let known = |name: &str| values.get(name).map(|value| Expression::Constant(*value));
        let extent = |extent: &Option<Expression>| extent.as_ref().map(|e| e.substitute(&known).simplify());
        let parameters = self.parameters.iter().filter(|name| !values.contains_key(*name)).cloned();
        Ok(Problem {
            differences,
            parameters: parameters.collect(),
            extents: self.extents.iter().map(extent).collect(),
            reference: self.reference.clone(),
        })
    }
}

/// Operations that isl may spend on making a union of convex sets smaller.
const SIMPLIFICATION_BUDGET: u64 = 400_000;

/// `set` with its negation, and 0 where there is anything; and whether that is more than `set`, if that
/// can be told.
///
/// # Errors
/// isl's.
pub fn symmetric(set: Set) -> isl::Result<(Set, Option<bool>)> {
    let context = set.context().clone();
    let set = simplified(set)?;
    let zero = zero(&set)?;
    // { [-z] }: deltas of z -> 0
    let negated = Map::from_domain_and_range(set.clone(), zero.clone())?.deltas()?;
    let zero = zero.intersect_params(simplified(set.clone().params()?)?)?;
    let is_symmetric = || Ok(zero.is_subset(&set)? && negated.is_subset(&set)?);
    let is_symmetric = within_budget(&context, is_symmetric)?;
    if is_symmetric == Some(true) {
        return Ok((set, Some(false)));
    }
    let completed = simplified(set.union(negated)?.union(zero)?)?;
    Ok((completed, is_symmetric.map(|is_symmetric| !is_symmetric)))
}

/// The same, with fewer pieces if that isn't too expensive.
fn simplified(set: Set) -> isl::Result<Set> {
    Ok(within_budget(set.context(), || set.clone().coalesce())?.unwrap_or(set))
}

fn within_budget<T>(context: &isl::Context, body: impl FnOnce() -> isl::Result<T>) -> isl::Result<Option<T>> {
    match context.with_budget(SIMPLIFICATION_BUDGET, body) {
        Err(error) if error.kind == isl::ErrorKind::Quota => Ok(None),
        result => result.map(Some),
    }
}

/// `{ [0] }` in the space of `set`.
pub(crate) fn zero(set: &Set) -> isl::Result<Set> {
    let all = Set::universe(set.space()?)?;
    (0..set.dim(DimType::Set)?).try_fold(all, |zero, position| zero.fix_si(DimType::Set, position, 0))
}

pub(crate) fn parameter_names(set: &Set) -> isl::Result<Vec<String>> {
    let names = (0..set.dim(DimType::Param)?).map(|p| set.dim_name(DimType::Param, p));
    names.map(|name| Ok(name?.unwrap_or_default())).collect()
}
