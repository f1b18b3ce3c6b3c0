//! Subscripts that data choose.
//!
//! A name stands for such a subscript wherever the model has its value: in accesses, in loop trees, and in what mappings make
//! of it. As nobody knows the value, a relation has all cells that it may mean; a run takes one.

use std::collections::BTreeSet;

use diagnostics::Span;

use crate::expression::Expression;
use crate::scop::Piece;

/// A subscript of which only data know the value: `w - weight[i]` in `best[i - 1][w - weight[i]]`. It may be any within the
/// array's extent in its dimension: another one would be undefined in C.
#[derive(Clone, Debug)]
pub struct Unknown {
    /// What stands for it in [`crate::Access::subscripts`]: see [`Unknown::name`].
    pub name: String,
    /// It is less than that, and not negative.
    pub extent: Expression,
    /// Its C text.
    pub text: Vec<Piece>,
    /// What stands between its brackets, in the preprocessed text.
    pub span: Span,
}

/// Begins and ends the names of unknown subscripts, so that none is a part of another, or a name in C.
const UNKNOWN: char = '?';

impl Unknown {
    /// The name of one of `array`, of which a statement has so many already.
    pub fn name(array: &str, number: usize) -> String {
        format!("{UNKNOWN}{array}.{number}{UNKNOWN}")
    }
}

impl Expression {
    /// Whether it depends on no unknown subscript.
    pub fn is_known(&self) -> bool {
        let mut names = BTreeSet::new();
        self.variables(&mut names);
        !names.iter().any(|name| name.starts_with(UNKNOWN))
    }
}
