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
    /// The problem of `differences` (`[p] -> { [z] }`), which are made symmetric and completed by 0.
    ///
    /// # Errors
    /// isl's.
    pub fn new(differences: Set, at: &BTreeMap<String, i64>) -> isl::Result<Self> {
        let parameters = parameter_names(&differences)?;
        let reference = Reference::of_names(&parameters, at);
        let dimensions = differences.dim(DimType::Set)? as usize;
        let differences = symmetric(differences.reset_tuple_id()?)?;
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

/// `set` with its negation, and 0 where there is anything.
///
/// # Errors
/// isl's.
pub fn symmetric(set: Set) -> isl::Result<Set> {
    let zero = zero(&set)?.intersect_params(set.clone().params()?)?;
    // { [-z] }: deltas of z -> 0
    let negated = Map::from_domain_and_range(set.clone(), zero.clone())?.deltas()?;
    set.union(negated)?.union(zero)?.coalesce()
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
