//! Where a region had better start and end.
//!
//! What only declares or computes numbers stays outside at both ends: numbers computed before the loops are
//! parameters then, and memory is allocated and freed around the region. Pointers that stand for places in the function's own arrays
//! belong to it, since they go with these. A statement behind the loops that
//! reads an array stays in, since the array's contents are of no use after it.

use diagnostics::Span;

use crate::syntax::tree::{
    Construct, ExpressionKind, Statement, StatementKind, SymbolKind, Symbols, UnaryOperator,
};
use crate::translation::Translation;

/// `list` without what need not be in a region at its start.
pub fn without_start<'a>(list: &'a [Statement], translation: &Translation) -> &'a [Statement] {
    let start = list.iter().position(|it| !is_before(it) || stands_for_own(it, translation));
    &list[start.unwrap_or(list.len())..]
}

/// Whether a statement does nothing but to set pointers that stand for places in local arrays or blocks.
fn stands_for_own(statement: &Statement, translation: &Translation) -> bool {
    let symbols = &translation.resolved.symbols;
    let is_own = |place: Span| {
        translation.resolved.rows.iter().filter(|row| row.set == place).any(|row| {
            let base = row.base.variable().map(|base| &symbols[base].kind);
            base == Some(&SymbolKind::Local { is_static: false }) && !row.uses.is_empty()
        })
    };
    match &statement.kind {
        StatementKind::Declaration(list) => list.iter().all(|declared| is_own(declared.span)),
        StatementKind::Expression(Some(_)) => is_own(statement.span),
        _ => false,
    }
}

/// Whether a statement that fits computes numbers, obtains memory, or checks that it was given.
fn is_before(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Block(list) => list.iter().all(is_before),
        StatementKind::If(_, then, None) => leaves(then),
        _ => is_scalar(statement),
    }
}

/// Whether a statement jumps, or does nothing but to call something.
fn leaves(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Block(list) => list.last().is_some_and(leaves),
        StatementKind::Other(Construct::Return | Construct::Goto(_), ..) => true,
        StatementKind::Expression(Some(expression)) => matches!(expression.kind, ExpressionKind::Call(..)),
        _ => false,
    }
}

/// `list` without what need not be in a region at its end.
pub fn without_end<'a>(list: &'a [Statement], symbols: &Symbols) -> &'a [Statement] {
    let is_needed = |statement: &Statement| !is_scalar(statement) || touches_cell(statement, symbols);
    let end = list.iter().rposition(is_needed);
    &list[..end.map_or(0, |end| end + 1)]
}

/// Whether a statement declares variables, or does no more than to change one.
fn is_scalar(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Block(list) => list.iter().all(is_scalar),
        StatementKind::Declaration(_) | StatementKind::Expression(None) => true,
        StatementKind::Expression(Some(expression)) => {
            // What is called and may be in a region has no effect on it.
            matches!(expression.kind, ExpressionKind::Call(..))
                || expression.assigned().is_some_and(|target| target.variable().is_some())
        }
        _ => false,
    }
}

/// Whether a statement mentions what an array or a pointer holds.
fn touches_cell(statement: &Statement, symbols: &Symbols) -> bool {
    let mut found = false;
    statement.walk_expressions(symbols, &mut |expression| {
        found |= matches!(
            expression.kind,
            ExpressionKind::Index(..) | ExpressionKind::Unary(UnaryOperator::Dereference, _)
        );
    });
    found
}
