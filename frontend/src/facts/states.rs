//! Functions of the file that keep a state: random numbers, counters.
//!
//! Such a function computes its result from its arguments and from `static` numbers that it may change, and does nothing else.
//! Whoever calls it reads and writes these numbers, so calls keep their order among one another, and nothing else is touched. Nobody
//! may know the numbers by their address: no `&` stands in front of their names anywhere in the file, and no function with assembly names them.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::Span;

use super::changes::changes;
use super::library;
use super::purity::{Purities, Purity, is_constant, is_plain_number, is_value};
use crate::inline::Inlining;
use crate::syntax::split::Piece;
use crate::syntax::tree::{Expression, ExpressionKind, Function, SymbolId, SymbolKind, TEXT, UnaryOperator};
use crate::translation::Translation;

/// The numbers that a function keeps; `None` if it may do anything else.
pub type State = Option<BTreeSet<SymbolId>>;

/// The `static` numbers of a file that are known by their names alone.
pub fn kept(translation: &Translation, inlining: &Inlining, text: &str) -> BTreeSet<SymbolId> {
    let resolved = &translation.resolved;
    let all = resolved.symbols.0.iter().enumerate().map(|(id, symbol)| (SymbolId(id), symbol));
    let mut kept: BTreeSet<SymbolId> = all
        .filter(|(id, symbol)| {
            let is_static =
                symbol.kind == SymbolKind::Local { is_static: true } || resolved.statics.contains(id);
            is_static && is_plain_number(&symbol.type_)
        })
        .map(|(id, _)| id)
        .collect();
    if kept.is_empty() {
        return kept;
    }
    let mut tokens = translation.table.tokens.iter().map(|token| token.span).peekable();
    while let Some(token) = tokens.next() {
        if token.of(text) != "&" {
            continue;
        }
        while tokens.next_if(|next| next.of(text) == "(").is_some() {}
        let Some(next) = tokens.peek() else { continue };
        match inlining.symbol(*next) {
            Some(symbol) => drop(kept.remove(&symbol)),
            // it may be any of that name
            None => kept.retain(|symbol| resolved.symbols[*symbol].name != next.of(text)),
        }
    }
    // assembly may find the addresses of its operands
    let words = |place: Span| translation.table.within(place).iter().map(|token| token.span.of(text));
    let is_assembly = |word: &str| word.trim_matches('_') == "asm";
    let bodies = resolved.functions.iter().map(|function| function.body.span);
    let opaque = bodies.filter(|body| words(*body).any(is_assembly));
    let named: BTreeSet<&str> = opaque.flat_map(words).collect();
    kept.retain(|symbol| !named.contains(resolved.symbols[*symbol].name.as_str()));
    kept
}

/// By each of these numbers, the functions that change it; without those that what is `unparsed` names.
pub fn changers<'a>(
    translation: &Translation,
    kept: &BTreeSet<SymbolId>,
    text: &str,
    unparsed: impl Iterator<Item = &'a Piece>,
) -> BTreeMap<SymbolId, BTreeSet<SymbolId>> {
    let Translation { resolved, table, .. } = translation;
    let tokens = unparsed.flat_map(|piece| table.within(piece.span));
    let named: BTreeSet<&str> = tokens.map(|token| token.span.of(text)).collect();
    let told = kept.iter().filter(|symbol| !named.contains(resolved.symbols[**symbol].name.as_str()));
    let mut found: BTreeMap<SymbolId, BTreeSet<SymbolId>> =
        told.map(|symbol| (*symbol, BTreeSet::new())).collect();
    if found.is_empty() {
        return found;
    }
    for function in &resolved.functions {
        for change in changes(&function.body, &resolved.symbols) {
            found.entry(change.symbol).and_modify(|all| _ = all.insert(function.symbol));
        }
    }
    found
}

impl<'a> Purities<'a> {
    /// Whether a call of `function` comes back and changes nothing but numbers that functions of the file keep, `known` not among
    /// them.
    pub fn spares(&mut self, function: SymbolId, known: Option<SymbolId>) -> bool {
        let is_other = |state: BTreeSet<SymbolId>| known.is_none_or(|known| !state.contains(&known));
        self.of(function) != Purity::Unknown || self.state_of(function).is_some_and(is_other)
    }

    /// The numbers that a call of `symbol` may read and write, if it does nothing else but to compute.
    pub fn state_of(&mut self, symbol: SymbolId) -> State {
        if let Some(known) = self.states.get(&symbol) {
            return known.clone();
        }
        self.states.insert(symbol, None);
        if let Some(state) = library::State::of(symbol, self.translation) {
            let state: BTreeSet<_> = state.symbol(self.translation).into_iter().collect();
            self.states.insert(symbol, Some(state.clone()));
            return Some(state);
        }
        let mut functions = self.translation.resolved.functions.iter();
        let own = functions.find(|function| function.symbol == symbol);
        let state = own.and_then(|function| self.state_of_body(function));
        self.states.insert(symbol, state.clone());
        state
    }

    fn state_of_body(&mut self, function: &'a Function) -> State {
        let resolved = &self.translation.resolved;
        let symbols = &resolved.symbols;
        let (mut state, mut called) = (BTreeSet::new(), Vec::new());
        let mut is_known = !function.body.holds_assembly();
        function.body.walk_with_types(symbols, &mut |part| match &part.kind {
            ExpressionKind::Variable(symbol) => match symbols[*symbol].kind {
                _ if is_constant(&symbols[*symbol].type_) => {}
                SymbolKind::Local { is_static: true } | SymbolKind::Global => {
                    is_known &= resolved.kept.contains(symbol);
                    state.insert(*symbol);
                }
                SymbolKind::Local { is_static: false } | SymbolKind::Parameter => {
                    is_known &= is_plain_number(symbols[*symbol].type_.innermost());
                }
                SymbolKind::EnumerationConstant(_) | SymbolKind::Function => {}
                SymbolKind::Member(_) | SymbolKind::Undeclared => is_known = false,
            },
            ExpressionKind::Call(callee, arguments) => {
                let is_value =
                    |argument: &Expression| argument.type_.is_arithmetic() || library::is_text(argument);
                is_known &= arguments.iter().all(is_value);
                match callee.variable() {
                    Some(callee) => called.push(callee),
                    None => is_known = false,
                }
            }
            ExpressionKind::Other(TEXT, _) => {}
            ExpressionKind::Unary(UnaryOperator::Address | UnaryOperator::Dereference, _)
            | ExpressionKind::Member(..)
            | ExpressionKind::Other(..) => is_known = false,
            _ => {}
        });
        if !is_known || !function.parameters.iter().all(|parameter| is_value(&symbols[*parameter].type_)) {
            return None;
        }
        for callee in called {
            if self.of(callee) != Purity::Constant {
                state.extend(self.state_of(callee)?);
            }
        }
        Some(state)
    }
}
