//! Comparing sizes that depend on parameters.

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
    /// The values for `parameters`, where `given` has those that the user fixed.
    pub fn new(parameters: &[Parameter], given: &BTreeMap<String, i64>) -> Self {
        let value = |(position, parameter): (usize, &Parameter)| {
            let known = parameter.value.or_else(|| given.get(&parameter.name).copied());
            let unknown = UNKNOWN_SIZE + 2 * i64::try_from(position).unwrap_or(0);
            (parameter.name.clone(), known.unwrap_or(unknown))
        };
        Reference(parameters.iter().enumerate().map(value).collect())
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
