//! Integers that keep the constant which their declaration gives them: `int n = 1000;`, as if they were `const`.

use std::collections::BTreeSet;

use super::changes::{addresses_taken, changes};
use crate::syntax::fold::constant;
use crate::syntax::resolve::Resolved;
use crate::syntax::tree::{Initializer, SymbolId, SymbolKind};

/// Finds them: nothing assigns them, and no address of them is taken.
pub fn fix(resolved: &mut Resolved) {
    let mut fixed: BTreeSet<SymbolId> = BTreeSet::new();
    for function in &resolved.functions {
        let symbols = &resolved.symbols;
        let changes = changes(&function.body, symbols);
        let is_changed: BTreeSet<_> =
            changes.iter().filter(|it| !it.is_declaration(symbols)).map(|it| it.symbol).collect();
        let addressed = addresses_taken(&function.body, symbols);
        let declared = changes.iter().filter(|it| it.is_declaration(symbols)).map(|it| it.symbol);
        fixed.extend(declared.filter(|id| {
            let symbol = &symbols[*id];
            let is_number = symbol.kind == SymbolKind::Local { is_static: false }
                && symbol.type_.integer().is_some()
                && symbol.type_.is_ordinary();
            let value = match &symbol.initializer {
                Some(Initializer::Value(value)) if is_number => constant(value, symbols),
                _ => None,
            };
            value.is_some() && !is_changed.contains(id) && !addressed.contains_key(id)
        }));
    }
    for id in fixed {
        resolved.symbols.0[id.0].is_fixed = true;
    }
}
