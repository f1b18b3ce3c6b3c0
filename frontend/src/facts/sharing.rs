//! Which declarations let arrays share memory.
//!
//! The memory of one array can take in others if it is there whenever the region runs and no inner declaration
//! hides its name; an array can move out of its own memory if nothing but the region depends on that, which
//! [`super::pinned`] tells, and the declaration can go.

use polyhedral::Sharing;

use super::Surroundings;
use super::allocation::{allocation, says_type};
use super::memory::memory;
use super::occurrences::Use;
use crate::syntax::tree::{Construct, Initializer, StatementKind, SymbolId, SymbolKind};
use crate::syntax::types::{Type, TypeKind};

/// Whether the array that `symbol` names may share its memory.
pub fn sharing(symbol: SymbolId, around: Surroundings<'_>) -> Sharing {
    let declared = &around.symbols()[symbol];
    let function = around.function().span;
    let is_outside = declared
        .declared
        .is_some_and(|places| function.contains(places.declaration) && !around.is_inside(places.declaration));
    let is_plain = is_outside && !is_special(&declared.type_) && is_ordinary(around);
    match (&declared.kind, &declared.type_.kind) {
        (SymbolKind::Local { is_static }, TypeKind::Array(..)) if is_plain => {
            let is_free = declared.initializer.is_none();
            // what a name says of its type says how many cells there are
            let lends = is_free && says_type(symbol, around) && !is_hidden(symbol, around);
            Sharing { lends, borrows: is_free, is_static: *is_static }
        }
        (SymbolKind::Local { is_static: false }, TypeKind::Pointer(_))
            if is_plain && !around.translation.resolved.row_tables.contains_key(&symbol) =>
        {
            of_block(symbol, around)
        }
        _ => Sharing::default(),
    }
}

/// Whether one thread runs the region in one memory.
fn is_ordinary(around: Surroundings<'_>) -> bool {
    around.region.openmp.is_empty() && around.region.isolate().is_none()
}

/// The block that the pointer `symbol` holds is there whenever the region runs if its declaration obtains it.
fn of_block(symbol: SymbolId, around: Surroundings<'_>) -> Sharing {
    let own = allocation(symbol, around).filter(|block| !block.allocation.is_empty());
    let Some(block) = own.filter(|_| !handles_memory(around)) else {
        return Sharing::default();
    };
    let is_declared_with = match &around.symbols()[symbol].initializer {
        Some(Initializer::Value(value)) => value.span.contains(block.allocation),
        _ => false,
    };
    let is_tested = around.occurrences(symbol).iter().any(|occurrence| occurrence.use_ == Use::Test);
    let lends = is_declared_with && !may_skip(around) && !is_hidden(symbol, around);
    Sharing { lends, borrows: !is_tested, is_static: false }
}

/// Whether the region obtains or releases memory.
fn handles_memory(around: Surroundings<'_>) -> bool {
    let mut found = false;
    for statement in around.statements() {
        statement.walk(&mut |inner| found |= memory(inner, around).is_some());
    }
    found
}

/// Whether accesses are more than reads and writes.
fn is_special(type_: &Type) -> bool {
    let own = type_.qualifiers.volatile || type_.qualifiers.atomic;
    own || type_.target().is_some_and(is_special)
}

/// Whether a declaration inside the region gives the name of `symbol` another meaning.
fn is_hidden(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let name = &around.symbols()[symbol].name;
    let places = around.index.identifiers.get(name.as_str()).into_iter().flatten();
    let mut inside = places.filter(|place| around.is_inside(**place));
    inside.any(|place| match around.index.named.get(&place.start) {
        Some(named) => *named != symbol,
        None => !around.index.not_variables.contains(&place.start),
    })
}

/// Whether a declaration before the region may be jumped over.
fn may_skip(around: Surroundings<'_>) -> bool {
    let mut switches = false;
    around.function().body.walk(&mut |statement| {
        switches |= matches!(&statement.kind, StatementKind::Other(Construct::Switch, ..));
    });
    switches || !around.index.jumps.is_empty()
}
