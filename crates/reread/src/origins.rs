//! Where a function has its sizes from.
//!
//! A trial is about sizes that regions name. Where these are variables of the function, what they are set to is what must be
//! chosen: `in->w` for `int w = in->w`.

use crate::source::{Source, spelled};
use frontend::tree::{
    Expression, ExpressionKind, Function, Initializer, StatementKind, SymbolId, SymbolKind,
};
use std::collections::BTreeMap;

/// What variables of a function are set to, as the program spells it.
pub(crate) struct Origins(Vec<(String, String)>);

impl Origins {
    pub(crate) fn of(source: &Source, function: &Function) -> Origins {
        let mut origins = Vec::new();
        let mut add = |symbol: SymbolId, value: &Expression| {
            let symbol = &source.symbols[symbol];
            let is_own = matches!(symbol.kind, SymbolKind::Local { is_static: false });
            let value = value.without_casts();
            if is_own && symbol.type_.integer().is_some() && !matches!(value.kind, ExpressionKind::Integer(_))
            {
                let origin = match value.kind {
                    ExpressionKind::Call(..) => spelled(source.written(value.span)),
                    _ => source.spelled(value),
                };
                origins.push((symbol.name.clone(), origin));
            }
        };
        function.body.walk(&mut |statement| {
            let StatementKind::Declaration(list) = &statement.kind else { return };
            for declaration in list {
                if let Some(Initializer::Value(value)) = &source.symbols[declaration.symbol].initializer {
                    add(declaration.symbol, value);
                }
            }
        });
        function.body.walk_expressions(source.symbols, &mut |expression| {
            if let ExpressionKind::Assign(None, target, value) = &expression.kind
                && let Some(symbol) = target.variable()
            {
                add(symbol, value);
            }
        });
        Origins(origins)
    }

    /// `sizes` with those of what they come from.
    pub(crate) fn wanted(&self, sizes: &BTreeMap<String, i64>) -> BTreeMap<String, i64> {
        let mut wanted = sizes.clone();
        for (name, origin) in &self.0 {
            if let Some(size) = sizes.get(name) {
                wanted.entry(origin.clone()).or_insert(*size);
            }
        }
        wanted
    }
}
