//! Which variables a part of a function assigns.

use diagnostics::Span;

use crate::syntax::tree::{Expression, ExpressionKind, Statement, StatementKind, SymbolId, Symbols, UnaryOperator};

/// An assignment to a variable or to a cell of an array.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// The variable or the array.
    pub symbol: SymbolId,
    /// Whether the variable itself changes, rather than a cell.
    pub is_whole: bool,
    /// Where.
    pub place: Span,
}

/// All assignments in `statements`; declarations with initializers are some.
pub fn changes(statements: &[Statement], symbols: &Symbols) -> Vec<Change> {
    let mut found = Vec::new();
    for statement in statements {
        statement.walk(&mut |inner| {
            if let StatementKind::Declaration(list) = &inner.kind {
                let initialized = list.iter().filter(|declared| symbols[declared.symbol].initializer.is_some());
                found.extend(initialized.map(|declared| Change {
                    symbol: declared.symbol,
                    is_whole: true,
                    place: declared.span,
                }));
            }
        });
        statement.walk_expressions(symbols, &mut |expression| found.extend(change(expression)));
    }
    found
}

fn change(expression: &Expression) -> Option<Change> {
    let target = match &expression.kind {
        ExpressionKind::Assign(_, target, _) => target,
        ExpressionKind::Increment { operand, .. } => operand,
        _ => return None,
    };
    let (base, subscripts) = target.subscripted();
    let base = match &base.kind {
        ExpressionKind::Unary(UnaryOperator::Dereference, pointer) => pointer,
        _ => base,
    };
    let is_whole = subscripts.is_empty() && target.variable().is_some();
    Some(Change { symbol: base.variable()?, is_whole, place: expression.span })
}

/// Where the address of the variable `symbol` is taken.
pub fn address_taken(symbol: SymbolId, body: &Statement, symbols: &Symbols) -> Option<Span> {
    let mut found = None;
    body.walk_expressions(symbols, &mut |expression| {
        if let ExpressionKind::Unary(UnaryOperator::Address, operand) = &expression.kind {
            if operand.variable() == Some(symbol) {
                found = Some(expression.span);
            }
        }
    });
    found
}
