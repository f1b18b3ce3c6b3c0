//! What each statement does to memory, at fixed parameter values.
//!
//! Taken from the region's statements: the order and the kinds of the accesses and when they happen.
//! Which cell is touched comes from the loop tree (or, for the cells of the original array, from the
//! access itself).

use crate::formula::{Formula, Missing, Scope, Test};
use polyhedral::{AccessKind, ArrayId, Statement};
use std::collections::BTreeMap;

/// One access of a statement.
pub(crate) struct Rule {
    pub(crate) array: ArrayId,
    pub(crate) kind: AccessKind,
    /// When it happens, over the statement's own iterators.
    pub(crate) guard: Test,
    /// The cell of the original array, over the statement's own iterators.
    pub(crate) subscripts: Vec<Formula>,
}

/// The accesses of all statements.
pub(crate) fn compile(
    statements: &[Statement],
    parameters: &BTreeMap<String, i64>,
) -> Result<Vec<Vec<Rule>>, Missing> {
    statements.iter().map(|statement| compile_statement(statement, parameters)).collect()
}

fn compile_statement(
    statement: &Statement,
    parameters: &BTreeMap<String, i64>,
) -> Result<Vec<Rule>, Missing> {
    let mut scope = Scope::new(parameters);
    for iterator in &statement.iterators {
        scope.enter(&iterator.name);
    }
    let rule = |access: &polyhedral::Access| {
        Ok(Rule {
            array: access.array,
            kind: access.kind,
            guard: Test::compile(&access.guard, &scope)?,
            subscripts: Formula::compile_all(&access.subscripts, &scope)?,
        })
    };
    statement.accesses.iter().map(rule).collect()
}
