//! What each statement does to memory, at fixed parameter values.
//!
//! Taken from the region's statements: the order and the kinds of the accesses and when they happen.
//! Which cell is touched comes from the loop tree (or, for the cells of the original array, from the
//! access itself).

use crate::formula::{Formula, Missing, Scope, Test};
use polyhedral::{AccessKind, ArrayId, Scop, Statement};
use std::collections::BTreeMap;

/// A statement.
pub(crate) struct Rules {
    pub(crate) accesses: Vec<Rule>,
    /// What each of its unknown subscripts is less than.
    pub(crate) unknown: Vec<i64>,
}

/// One access of a statement.
pub(crate) struct Rule {
    pub(crate) array: ArrayId,
    pub(crate) kind: AccessKind,
    /// When it happens, over the statement's own iterators.
    pub(crate) guard: Test,
    /// The cell of the original array, over the statement's own iterators and its unknown subscripts.
    pub(crate) subscripts: Vec<Formula>,
    /// The positions of those that it has.
    pub(crate) unknown: Vec<usize>,
    /// Whether it reads nothing from a cell that nobody has written.
    pub(crate) reads_written: bool,
}

/// All statements.
pub(crate) fn compile(
    scop: &Scop,
    statements: &[Statement],
    parameters: &BTreeMap<String, i64>,
) -> Result<Vec<Rules>, Missing> {
    statements.iter().map(|statement| compile_statement(scop, statement, parameters)).collect()
}

fn compile_statement(
    scop: &Scop,
    statement: &Statement,
    parameters: &BTreeMap<String, i64>,
) -> Result<Rules, Missing> {
    let scope = Scope::new(parameters);
    let extents = statement.unknown.iter().map(|unknown| {
        let extent = Formula::compile(&unknown.extent, &scope)?;
        // without a value there is no cell
        Ok(extent.evaluate(&[]).unwrap_or(0))
    });
    let unknown = extents.collect::<Result<_, Missing>>()?;
    let mut scope = Scope::new(parameters);
    for iterator in &statement.iterators {
        scope.enter(&iterator.name);
    }
    let guards = statement.accesses.iter().map(|access| Test::compile(&access.guard, &scope));
    let guards = guards.collect::<Result<Vec<_>, _>>()?;
    for unknown in &statement.unknown {
        scope.enter(&unknown.name);
    }
    let rule = |(access, guard): (&polyhedral::Access, Test)| {
        let is_own = |position: &usize| {
            access.subscripts.iter().any(|it| it.mentions(&statement.unknown[*position].name))
        };
        let is_indeterminate = scop.arrays.get(access.array).is_some_and(|array| array.indeterminate);
        Ok(Rule {
            array: access.array,
            kind: access.kind,
            guard,
            subscripts: Formula::compile_all(&access.subscripts, &scope)?,
            unknown: (0..statement.unknown.len()).filter(is_own).collect(),
            reads_written: access.kind == AccessKind::Read && is_indeterminate && !access.is_known(),
        })
    };
    let accesses = statement.accesses.iter().zip(guards).map(rule).collect::<Result<_, Missing>>()?;
    Ok(Rules { accesses, unknown })
}

impl Rules {
    /// How many cells an access may mean in one instance.
    pub(crate) fn choices(&self, rule: &Rule) -> u64 {
        let choices = rule.unknown.iter().map(|position| u64::try_from(self.unknown[*position]).unwrap_or(0));
        choices.fold(1, u64::saturating_mul)
    }

    /// All cells of the original array that an access may mean in an instance with these iterators, as subscripts; `None` where
    /// an expression has no value.
    pub(crate) fn cells(&self, rule: &Rule, iterators: &[i64]) -> Option<Vec<Vec<i64>>> {
        let mut choices = vec![[iterators, &vec![0; self.unknown.len()][..]].concat()];
        for &position in &rule.unknown {
            let values = |choice: &Vec<i64>| {
                let mut choice = choice.clone();
                let slot = iterators.len() + position;
                (0..self.unknown[position]).map(move |value| {
                    choice[slot] = value;
                    choice.clone()
                })
            };
            choices = choices.iter().flat_map(values).collect();
        }
        let cell = |slots: &Vec<i64>| rule.subscripts.iter().map(|it| it.evaluate(slots)).collect();
        choices.iter().map(cell).collect()
    }
}
