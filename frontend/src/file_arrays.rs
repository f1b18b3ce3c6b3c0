//! Arrays that the file declares `static` and one function has for itself.
//!
//! Such an array is as if that function declared it: nobody else can see it. Sound because every identifier of the file that is
//! spelled like the array is looked at: outside of the function and the declaration it must name another variable or a member.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::token::Token;
use diagnostics::{SourceMap, Span};

use crate::inline::Inlining;
use crate::syntax::tree::{Declared, Function, SymbolId, SymbolKind, Symbols};
use crate::translation::Translation;

/// The `static` arrays of the file.
#[derive(Default)]
pub struct FileArrays {
    /// Where they are declared.
    declared: BTreeMap<SymbolId, Vec<Declared>>,
    /// Where pointers are.
    pointers: BTreeMap<SymbolId, Vec<Declared>>,
    /// Those that one function has for itself, with its place.
    taken: BTreeMap<SymbolId, Span>,
}

impl FileArrays {
    /// Adds a declaration.
    pub fn add(&mut self, symbol: SymbolId, places: Declared) {
        self.declared.entry(symbol).or_default().push(places);
    }

    /// Adds a declaration of a pointer.
    pub fn add_pointer(&mut self, symbol: SymbolId, places: Declared) {
        self.pointers.entry(symbol).or_default().push(places);
    }

    /// The pointers that are declared once, with the places.
    pub fn pointers(&self) -> impl Iterator<Item = (SymbolId, Declared)> {
        self.pointers.iter().filter_map(|(symbol, places)| match places[..] {
            [places] => Some((*symbol, places)),
            _ => None,
        })
    }

    /// Whether a function names a pointer that another has for itself.
    pub fn names_pointer_of_another(&self, function: &Function, symbols: &Symbols) -> bool {
        let mut others = self.pointers.keys().filter(|symbol| self.is_of_another(**symbol, function.span));
        others.any(|symbol| function.body.mentions(*symbol, symbols))
    }

    /// Whether a function has pointers of the file for itself.
    pub fn has_pointers(&self, function: &Function) -> bool {
        self.pointers.keys().any(|symbol| self.taken.get(symbol) == Some(&function.span))
    }

    /// Says that one function has it for itself, with its place.
    pub fn give(&mut self, symbol: SymbolId, owner: Span) {
        self.taken.insert(symbol, owner);
    }

    /// Whether the file declares an array `static`.
    pub fn is_static(&self, symbol: SymbolId) -> bool {
        self.declared.contains_key(&symbol)
    }

    /// Where the file declares an array, if it does so once.
    pub fn declared(&self, symbol: SymbolId) -> Option<Declared> {
        match self.declared.get(&symbol)?[..] {
            [places] => Some(places),
            _ => None,
        }
    }

    /// Whether one function has it for itself.
    pub fn is_taken(&self, symbol: SymbolId) -> bool {
        self.taken.contains_key(&symbol)
    }

    /// Whether one function has it for itself, and `function` is another, that is gone.
    pub fn is_of_another(&self, symbol: SymbolId, function: Span) -> bool {
        self.taken.get(&symbol).is_some_and(|owner| *owner != function)
    }
}

/// Makes arrays of the file static variables of the only functions that use them, but for those that are gone. `inlining` says what
/// identifiers stand for.
pub fn take(
    translation: &mut Translation,
    inlining: &Inlining,
    map: &SourceMap,
    is_gone: &dyn Fn(&str) -> bool,
) {
    if translation.resolved.file_arrays.declared.is_empty() {
        return;
    }
    let found = Search { translation, inlining, map, is_gone }.owned();
    let resolved = &mut translation.resolved;
    for (symbol, places, owner) in found {
        let scope = Span::new(places.declaration.start, map.text().len());
        resolved.symbols.0[symbol.0].kind = SymbolKind::Local { is_static: true };
        resolved.symbols.0[symbol.0].declared = Some(Declared { scope, ..places });
        resolved.file_arrays.taken.insert(symbol, owner);
    }
}

/// Looks for the functions that use arrays.
struct Search<'a> {
    translation: &'a Translation,
    inlining: &'a Inlining,
    map: &'a SourceMap,
    is_gone: &'a dyn Fn(&str) -> bool,
}

impl Search<'_> {
    /// Arrays with their places, and the only functions that use them.
    fn owned(&self) -> Vec<(SymbolId, Declared, Span)> {
        let Translation { resolved, table, .. } = self.translation;
        let all = &resolved.file_arrays;
        let once = all.declared.iter().filter_map(|(symbol, declared)| match declared.as_slice() {
            [places] if !all.is_taken(*symbol) && self.can_be_taken(*symbol, *places) => {
                Some((*symbol, *places))
            }
            _ => None,
        });
        let once: Vec<_> = once.collect();
        let mut mentions: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        mentions.extend(once.iter().map(|(symbol, _)| (resolved.symbols[*symbol].name.as_str(), vec![])));
        for (position, token) in table.tokens.iter().enumerate() {
            // assembly may name them in a string
            if self.word(token).trim_matches('_') == "asm" && self.map.is_in_main_file(token.span.start) {
                return vec![];
            }
            mentions.entry(self.word(token)).and_modify(|places| places.push(position));
        }
        let owner = |(symbol, places): (SymbolId, Declared)| {
            let owner = self.owner(symbol, places, &mentions[resolved.symbols[symbol].name.as_str()])?;
            Some((symbol, places, owner))
        };
        once.into_iter().filter_map(owner).collect()
    }

    /// Whether it is a plain array of numbers of the main file that starts out as zeros.
    fn can_be_taken(&self, symbol: SymbolId, places: Declared) -> bool {
        let array = &self.translation.resolved.symbols[symbol];
        let element = array.type_.innermost();
        let is_special = element.qualifiers.volatile || element.qualifiers.atomic;
        let is_odd = |token: &Token| {
            matches!(self.word(token).trim_matches('_'), "attribute" | "Alignas" | "alignas" | "asm")
        };
        array.kind == SymbolKind::Global
            && element.is_arithmetic()
            && !is_special
            && array.initializer.is_none()
            && self.map.is_in_main_file(places.declaration.start)
            && !self.translation.table.within(places.declaration).iter().any(is_odd)
    }

    /// The only function that uses an array, which the tokens at these positions may name, but for those that are gone.
    fn owner(&self, symbol: SymbolId, places: Declared, mentions: &[usize]) -> Option<Span> {
        let Translation { resolved, table, .. } = self.translation;
        let mut users: BTreeSet<Span> = BTreeSet::new();
        for &position in mentions {
            let place = table.tokens[position].span;
            if places.declarator.contains(place) {
                continue;
            }
            let function = resolved.functions.iter().find(|function| function.span.contains(place))?;
            let is_member = position > 0 && matches!(self.word(&table.tokens[position - 1]), "." | "->");
            let is_other = self.inlining.symbol(place).is_some_and(|named| named != symbol);
            if !is_member && !is_other && !(self.is_gone)(&function.name) {
                users.insert(function.span);
            }
        }
        let only = users.first().filter(|user| users.len() == 1 && self.map.is_in_main_file(user.start));
        only.copied()
    }

    fn word(&self, token: &Token) -> &str {
        token.span.of(self.map.text())
    }
}
