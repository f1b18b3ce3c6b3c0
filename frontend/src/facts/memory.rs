//! Statements that obtain or release blocks of memory and do nothing else.
//!
//! Such a statement is nothing to the model: a fresh block holds no values, and nobody looks into one that was
//! released. (One from `calloc` holds values, so within loops it isn't taken.) What a new order puts in the
//! place of a region must obtain all blocks before, and may release them behind it.

use diagnostics::Span;
use polyhedral::Part;

use super::Surroundings;
use super::allocation::{Allocation, allocation, freed, is_null};
use crate::syntax::tree::{Expression, ExpressionKind, Statement, StatementKind, SymbolId};
use crate::syntax::types::TypeKind;

/// What a statement does with blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// It declares or sets pointers to them.
    Obtains {
        /// Whether one of them is zeroed.
        zeroed: bool,
    },
    /// It frees one.
    Releases,
}

/// What a statement does with blocks, if it does nothing else.
pub fn memory(statement: &Statement, around: Surroundings<'_>) -> Option<Memory> {
    match &statement.kind {
        StatementKind::Expression(None) => of_table(statement, around),
        StatementKind::Declaration(list) => {
            let is_empty = |symbol: SymbolId| {
                let declared = &around.symbols()[symbol];
                declared.is_member_of_local() && declared.initializer.is_none()
            };
            let blocks: Option<Vec<_>> = list
                .iter()
                .map(|it| {
                    block(it.symbol, around)
                        .map(|block| block.zeroed)
                        .or(is_empty(it.symbol).then_some(false))
                })
                .collect();
            let blocks = blocks.filter(|blocks| !blocks.is_empty())?;
            Some(Memory::Obtains { zeroed: blocks.contains(&true) })
        }
        StatementKind::Expression(Some(expression)) => in_expression(expression, around),
        StatementKind::Block(list) => {
            let is_release = |inner| memory(inner, around) == Some(Memory::Releases);
            (!list.is_empty() && list.iter().all(is_release)).then_some(Memory::Releases)
        }
        _ => None,
    }
}

/// What a statement does with the rows of a table, of which the trees have no more than its place.
fn of_table(statement: &Statement, around: Surroundings<'_>) -> Option<Memory> {
    let is_it = |part: &Part| part.whole == statement.span;
    around.translation.resolved.row_tables.iter().find_map(|(symbol, table)| {
        if table.releases.iter().any(is_it) {
            return Some(Memory::Releases);
        }
        let zeroed = allocation(*symbol, around).is_some_and(|block| block.zeroed);
        table.fills.iter().any(is_it).then_some(Memory::Obtains { zeroed })
    })
}

fn in_expression(expression: &Expression, around: Surroundings<'_>) -> Option<Memory> {
    match &expression.kind {
        ExpressionKind::Assign(None, target, value) if !is_null(value) => {
            Some(Memory::Obtains { zeroed: block(target.variable()?, around)?.zeroed })
        }
        ExpressionKind::Call(..) => {
            let pointer = freed(expression, around.symbols())?.variable()?;
            block(pointer, around).map(|_| Memory::Releases)
        }
        _ => None,
    }
}

/// The block that a variable holds, if it is a pointer to one.
fn block(symbol: SymbolId, around: Surroundings<'_>) -> Option<Allocation<'_>> {
    let is_pointer = matches!(around.symbols()[symbol].type_.kind, TypeKind::Pointer(_));
    allocation(symbol, around).filter(|_| is_pointer)
}

/// Statements that must stay where a region's text is replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// Before the new loops.
    pub before: Vec<Span>,
    /// Behind them.
    pub behind: Vec<Span>,
}

/// The statements of the region that obtain and release blocks; an error says why one of them can't
/// move, as a phrase.
pub fn moved(around: Surroundings<'_>) -> Result<Moved, String> {
    let mut moved = Moved::default();
    for statement in around.statements() {
        match memory(statement, around) {
            Some(Memory::Obtains { .. }) => {
                check_size(statement, around)?;
                moved.before.push(statement.span);
            }
            Some(Memory::Releases) => moved.behind.push(statement.span),
            None => check_inside(statement, around)?,
        }
    }
    Ok(moved)
}

/// Nothing that the region computes may be in the size of a block.
fn check_size(statement: &Statement, around: Surroundings<'_>) -> Result<(), String> {
    let tokens = around.translation.table.within(statement.span);
    let mut named = tokens.iter().filter_map(|token| around.index.named.get(&token.span.start));
    let is_computed = |symbol: &SymbolId| {
        let mut changes = around.changes_inside().filter(|change| change.is_whole);
        changes.any(|change| change.symbol == *symbol) && block(*symbol, around).is_none()
    };
    match named.any(is_computed) {
        true => Err(format!("line {} allocates what has a size computed in it", around.line(statement.span))),
        false => Ok(()),
    }
}

/// Blocks that are obtained or released within loops stay where they are.
fn check_inside(statement: &Statement, around: Surroundings<'_>) -> Result<(), String> {
    let mut found = None;
    statement.walk(&mut |inner| found = found.or(memory(inner, around).map(|_| inner.span)));
    match found {
        Some(place) => Err(format!("line {} allocates or frees memory", around.line(place))),
        None => Ok(()),
    }
}
