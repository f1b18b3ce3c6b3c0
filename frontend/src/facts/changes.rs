//! Which variables a part of a function assigns.

use std::collections::HashMap;

use diagnostics::Span;

use super::members::{Owner, member, owner};
use crate::syntax::tree::{
    Expression, ExpressionKind, Statement, StatementKind, SymbolId, Symbols, UnaryOperator,
};

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

impl Change {
    /// Whether a variable is given its value where it is declared.
    pub fn is_declaration(&self, symbols: &Symbols) -> bool {
        self.place.contains(symbols[self.symbol].name_span)
    }
}

/// All assignments in `body`; declarations with initializers are some.
pub fn changes(body: &Statement, symbols: &Symbols) -> Vec<Change> {
    let mut found = Vec::new();
    body.walk(&mut |statement| {
        if let StatementKind::Declaration(list) = &statement.kind {
            let initialized = list.iter().filter(|declared| symbols[declared.symbol].initializer.is_some());
            found.extend(initialized.map(|declared| Change {
                symbol: declared.symbol,
                is_whole: true,
                place: declared.span,
            }));
        }
    });
    body.walk_with_types(symbols, &mut |expression| found.extend(change(expression)));
    found.sort_by_key(|change| change.place.start);
    found
}

/// What an expression itself assigns, if it is a variable, a member, or a cell of one.
pub fn change(expression: &Expression) -> Option<Change> {
    let target = expression.assigned()?;
    let (base, subscripts) = target.subscripted();
    let base = match &base.kind {
        ExpressionKind::Unary(UnaryOperator::Dereference, pointer) => pointer,
        _ => base,
    };
    let is_whole = subscripts.is_empty() && target.named().is_some();
    Some(Change { symbol: base.named()?, is_whole, place: expression.span })
}

/// The variables whose address, or that of a part, is taken, each with a place where it is.
pub fn addresses_taken(body: &Statement, symbols: &Symbols) -> HashMap<SymbolId, Span> {
    let mut found = HashMap::new();
    body.walk_with_types(symbols, &mut |expression| {
        if let ExpressionKind::Unary(UnaryOperator::Address, operand) = &expression.kind {
            let named = operand.variable().or_else(|| object_of(operand, symbols));
            found.extend(named.map(|symbol| (symbol, expression.span)));
        }
    });
    found
}

/// The variable of which `operand` is a part, if it is a member of it or a cell of such a member.
fn object_of(operand: &Expression, symbols: &Symbols) -> Option<SymbolId> {
    let member = member(operand.subscripted().0.named()?, symbols)?;
    match owner(member) {
        Owner::Object(object) => Some(object),
        Owner::Pointee(_) | Owner::Elsewhere => None,
    }
}
