//! What a function does with its variables, as far as a region in it depends on that.
//!
//! * `index`: the next two, for a whole function;
//! * `occurrences`: every mention of a variable, and what is done with it there;
//! * `certain`: which members can be read wherever a region likes;
//! * `changes`: which variables are assigned;
//! * `checks`: how a function starts that returns early;
//! * `dead_stores`: values that nobody reads;
//! * `effects`: what functions of the file write, as far as others know it;
//! * `failures`: what runs only where memory wasn't given;
//! * `fresh`: functions of the file that give back new blocks;
//! * `entry`: what is known where the function starts;
//! * `leaving`: checks of memory among loops;
//! * `library`: functions of the C library that keep a state;
//! * `lifetime`: who may see an array's contents after the region, and whether a counter is dead;
//! * `allocation`: blocks from `malloc`;
//! * `members`: whose memory members of structures are, and what may change them;
//! * `memory`: the statements that obtain and release them;
//! * `aliasing`: which names may reach the same memory;
//! * `pinned`: what depends on how an array is declared;
//! * `sharing`: which declarations let arrays share memory;
//! * `tables`: constants that blocks declare;
//! * `threads`: which arrays several runs of the region may share;
//! * `purity`: calls without effect;
//! * `states`: calls whose only effect is on numbers of their own;
//! * `idle`: variables that lose their use;
//! * `meanings`: what each identifier stands for.

pub mod aliasing;
pub mod allocation;
pub mod certain;
pub mod changes;
pub mod checks;
pub mod dead_stores;
pub mod effects;
pub mod entry;
pub mod environment;
pub mod exchanged;
pub mod failures;
pub mod file_counters;
pub mod fixed;
pub mod fresh;
pub mod idle;
pub mod in_front;
pub mod index;
pub mod leaving;
pub mod library;
pub mod lifetime;
pub mod meanings;
pub mod members;
pub mod memory;
pub mod occurrences;
pub mod pinned;
pub mod purity;
pub mod sharing;
pub mod states;
pub mod streams;
pub mod tables;
pub mod threads;

use std::cell::LazyCell;

use diagnostics::{SourceMap, Span};

use crate::region::Region;
use crate::syntax::tree::{Expression, Function, Initializer, Statement, SymbolId, SymbolKind, Symbols};
use crate::translation::Translation;
use changes::Change;
use index::Index;
use occurrences::Occurrence;

/// A region in its function.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// The translation unit.
    pub translation: &'a Translation,
    /// The region.
    pub region: &'a Region,
    /// From places to the user's lines.
    pub map: &'a SourceMap,
    /// What the function does.
    pub index: &'a Index,
}

impl<'a> Surroundings<'a> {
    /// All that has a name.
    pub fn symbols(&self) -> &'a Symbols {
        &self.translation.resolved.symbols
    }

    /// The function around the region.
    pub fn function(&self) -> &'a Function {
        self.translation.function(self.region)
    }

    /// The region's statements.
    pub fn statements(&self) -> &'a [Statement] {
        self.translation.statements(self.region)
    }

    /// The user's line of a place.
    pub fn line(&self, place: Span) -> u32 {
        self.map.line(place.start)
    }

    /// Whether a place lies in the region.
    pub fn is_inside(&self, place: Span) -> bool {
        self.region.span.contains(place)
    }

    /// The start of the token behind a line.
    pub fn behind(&self, line: Span) -> usize {
        let tokens = &self.translation.table.tokens;
        let next = tokens.partition_point(|token| token.span.start < line.end);
        tokens.get(next).map_or(usize::MAX, |token| token.span.start)
    }

    /// Whether a place may be executed after the region while `symbol` is the same object.
    ///
    /// What stands behind the region may. What stands before it may if a jump leads back: a `goto`, or
    /// a loop around the region, unless the variable lives within that loop's body.
    pub fn may_follow(&self, place: Span, symbol: SymbolId) -> bool {
        self.following(symbol)(place)
    }

    /// The same for many places.
    pub fn following(&self, symbol: SymbolId) -> impl Fn(Span) -> bool {
        let around = *self;
        let returns = LazyCell::new(move || around.comes_back(symbol));
        move |place| !around.is_inside(place) && (place.start >= around.region.span.end || *returns)
    }

    /// Whether the region may run again while `symbol` is the same object.
    pub fn comes_back(&self, symbol: SymbolId) -> bool {
        self.may_jump_back() || self.is_repeated(symbol)
    }

    /// Whether the function has a `goto` that may lead back, so that the order of the text says nothing.
    pub fn may_jump_back(&self) -> bool {
        self.index.ways.may_lead_back()
    }

    /// Whether a `goto` leads to the region or to what stands in front of it, so that something there may be left out.
    pub fn may_jump(&self) -> bool {
        self.index.ways.may_lead_before(self.region.span.end)
    }

    /// Whether a loop around the region comes back to it with the same object.
    fn is_repeated(&self, symbol: SymbolId) -> bool {
        let symbol = &self.symbols()[symbol];
        let scope = match symbol.kind {
            SymbolKind::Local { is_static: false } => symbol.declared.map(|declared| declared.scope),
            _ => None,
        };
        let scope = scope.unwrap_or(self.function().span);
        let is_around = |span: &Span| span.contains(self.region.span) && *span != self.region.span;
        self.index.loops.iter().any(|span| is_around(span) && scope.contains(*span))
    }

    /// Every mention of a variable.
    pub fn occurrences(&self, symbol: SymbolId) -> &'a [Occurrence] {
        self.index.occurrences.get(&symbol).map_or(&[], Vec::as_slice)
    }

    /// The values that a variable is given.
    pub fn values(&self, symbol: SymbolId) -> Vec<&'a Expression> {
        let within = self.index.values.get(&symbol).into_iter().flatten();
        match (&self.symbols()[symbol].kind, &self.symbols()[symbol].initializer) {
            (SymbolKind::Global, Some(Initializer::Value(initial))) => {
                std::iter::once(initial).chain(within).collect()
            }
            _ => within.collect(),
        }
    }

    /// Those that it may have in the region.
    pub fn values_before(&self, symbol: SymbolId) -> Vec<&'a Expression> {
        let mut values = self.values(symbol);
        let kind = &self.symbols()[symbol].kind;
        // others keep theirs until the function is called again
        if matches!(kind, SymbolKind::Local { is_static: false } | SymbolKind::Parameter) {
            let (end, comes_back) = (self.region.span.end, LazyCell::new(|| self.comes_back(symbol)));
            values.retain(|value| value.span.start < end || *comes_back);
        }
        values
    }

    /// Whether a variable holds constants that nothing changes.
    pub fn is_table(&self, symbol: SymbolId) -> bool {
        self.index.tables.contains(&symbol)
    }

    /// Where the address of a variable is taken.
    pub fn address_taken(&self, symbol: SymbolId) -> Option<Span> {
        self.index.addresses_taken.get(&symbol).copied()
    }

    /// The region's assignments.
    pub fn changes_inside(&self) -> impl Iterator<Item = &'a Change> {
        let span = self.region.span;
        let first = self.index.changes.partition_point(|change| change.place.start < span.start);
        self.index.changes[first..].iter().take_while(move |change| change.place.start < span.end)
    }
}
