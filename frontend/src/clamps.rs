//! Integers that conditions give another value: `if (x < 0) x = 0;`.
//!
//! Behind such a statement the variable has the value `x < 0 ? 0 : x`, with the value from before on the right. So it is one
//! more statement of a block that sets the variable ([`crate::settled`]). The trees keep the `if`: where the variable is looked
//! at as such, it runs as it did.

use std::collections::HashMap;

use diagnostics::Span;

use crate::syntax::resolve::Resolved;
use crate::syntax::tree::{Expression, ExpressionKind, Statement, StatementKind, SymbolId, Symbols};

/// What a variable has behind such a statement.
#[derive(Clone, Debug)]
pub struct Clamp {
    /// The variable.
    pub symbol: SymbolId,
    /// In values from before the statement.
    pub value: Expression,
}

/// Those of all functions, by the places of the statements.
pub fn clamps(resolved: &Resolved) -> HashMap<Span, Clamp> {
    let mut found = HashMap::new();
    for function in &resolved.functions {
        function.body.walk(&mut |statement| {
            if let StatementKind::If(..) = &statement.kind
                && let Some(clamp) = clamp(statement, &resolved.symbols)
            {
                found.insert(statement.span, clamp);
            }
        });
    }
    found
}

/// The variable that all branches of a statement set, and do nothing else, with its value behind them.
fn clamp(statement: &Statement, symbols: &Symbols) -> Option<Clamp> {
    match &statement.kind {
        StatementKind::Block(list) => match list.as_slice() {
            [only] => clamp(only, symbols),
            _ => None,
        },
        StatementKind::Expression(Some(expression)) => {
            let ExpressionKind::Assign(None, target, value) = &expression.kind else { return None };
            let symbol = target.variable().filter(|_| target.type_.integer().is_some())?;
            Some(Clamp { symbol, value: (**value).clone() })
        }
        StatementKind::If(condition, then, otherwise) => {
            let then = clamp(then, symbols)?;
            let symbol = then.symbol;
            let place = Span::new(statement.span.start, statement.span.start);
            let type_ = symbols[symbol].type_.clone();
            let before = Expression { kind: ExpressionKind::Variable(symbol), span: place, type_ };
            let otherwise = match otherwise {
                Some(otherwise) => clamp(otherwise, symbols).filter(|it| it.symbol == symbol)?.value,
                None => before.clone(),
            };
            let parts = (Box::new(condition.clone()), Box::new(then.value), Box::new(otherwise));
            let kind = ExpressionKind::Conditional(parts.0, parts.1, parts.2);
            Some(Clamp { symbol, value: Expression { kind, ..before } })
        }
        _ => None,
    }
}
