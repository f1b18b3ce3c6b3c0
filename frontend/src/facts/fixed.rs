//! Integers that keep the constant which their declaration gives them: `int n = 1000;`, as if they were `const`.

use std::collections::BTreeSet;

use super::changes::{Change, addresses_taken, changes};
use crate::syntax::fold::constant;
use crate::syntax::resolve::Resolved;
use crate::syntax::tree::{Initializer, Statement, SymbolId, SymbolKind};

/// Finds them: nothing assigns them, and no address of them is taken.
pub fn fix(resolved: &mut Resolved) {
    let kept: Vec<SymbolId> = resolved.functions.iter().flat_map(|it| kept(&it.body, resolved)).collect();
    // the constant of one may be that of another
    loop {
        let is_new = |id: &SymbolId| !resolved.symbols[*id].is_fixed && has_constant(*id, resolved);
        let new: Vec<SymbolId> = kept.iter().copied().filter(is_new).collect();
        if new.is_empty() {
            return;
        }
        for id in new {
            resolved.symbols.0[id.0].is_fixed = true;
        }
    }
}

/// The integers that a function declares and lets be.
fn kept(body: &Statement, resolved: &Resolved) -> Vec<SymbolId> {
    let symbols = &resolved.symbols;
    let changes = changes(body, symbols);
    let (declared, set): (Vec<&Change>, Vec<&Change>) =
        changes.iter().partition(|it| it.is_declaration(symbols));
    let changed: BTreeSet<SymbolId> = set.into_iter().map(|it| it.symbol).collect();
    let addressed = addresses_taken(body, symbols);
    let is_kept = |id: &SymbolId| {
        let symbol = &symbols[*id];
        symbol.kind == SymbolKind::Local { is_static: false }
            && symbol.type_.integer().is_some()
            && symbol.type_.is_ordinary()
            && !changed.contains(id)
            && !addressed.contains_key(id)
    };
    declared.into_iter().map(|it| it.symbol).filter(is_kept).collect()
}

fn has_constant(id: SymbolId, resolved: &Resolved) -> bool {
    let symbols = &resolved.symbols;
    matches!(&symbols[id].initializer, Some(Initializer::Value(value)) if constant(value, symbols).is_some())
}
