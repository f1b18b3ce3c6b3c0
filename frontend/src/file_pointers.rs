//! Pointers of the file that `main` alone uses.
//!
//! Where the functions that set them up and work with them are inlined in `main`, nobody else is left who could see such a pointer: it is as
//! if `main` declared it. Sound because every identifier of the file that is spelled like the pointer is looked at: outside of `main` and the
//! declaration it must name another variable or a member, or stand in a function that nothing calls; because `main` runs once; and because
//! the first that it does with the pointer is to give it a value.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::token::Token;
use diagnostics::{SourceMap, Span};

use crate::facts::allocation::is_null;
use crate::inline::unused::is_declared_at;
use crate::once::{mentions, program};
use crate::syntax::resolve::Resolved;
use crate::syntax::split::TokenTable;
use crate::syntax::tree::{
    Declared, ExpressionKind, Function, Initializer, Statement, StatementKind, SymbolId, SymbolKind, Symbols,
};
use crate::syntax::types::{Type, TypeKind};

/// Makes such pointers variables of `main`. `names` tells what the identifiers in functions stand for.
pub fn take(
    resolved: &mut Resolved,
    table: &TokenTable,
    map: &SourceMap,
    names: &dyn Fn(Span) -> Option<SymbolId>,
) {
    let taken = Search { resolved, table, map, names }.taken();
    for (symbol, places, owner) in taken {
        let scope = Span::new(places.declaration.start, map.text().len());
        let known = &mut resolved.symbols.0[symbol.0];
        known.kind = SymbolKind::Local { is_static: false };
        known.declared = Some(Declared { scope, ..places });
        resolved.file_arrays.give(symbol, owner);
    }
}

struct Search<'a> {
    resolved: &'a Resolved,
    table: &'a TokenTable,
    map: &'a SourceMap,
    names: &'a dyn Fn(Span) -> Option<SymbolId>,
}

impl<'a> Search<'a> {
    /// The pointers, where they are declared, and where `main` is.
    fn taken(&self) -> Vec<(SymbolId, Declared, Span)> {
        let symbols = &self.resolved.symbols;
        let once = self.resolved.file_arrays.pointers().filter(|(symbol, places)| {
            let known = &symbols[*symbol];
            let is_empty = match &known.initializer {
                None => true,
                Some(Initializer::Value(value)) => is_null(value),
                Some(Initializer::List(_)) => false,
            };
            known.kind == SymbolKind::Global
                && is_empty
                && leads_to_numbers(&known.type_)
                && self.map.is_in_main_file(places.declaration.start)
                && !self.is_odd(places.declaration)
        });
        let once: Vec<(SymbolId, Declared)> = once.collect();
        let Some(main) = self.main().filter(|_| !once.is_empty()) else { return vec![] };
        // of some each thread has its own
        let text = self.map.text();
        if self.table.directives.iter().any(|line| line.span.of(text).contains("threadprivate")) {
            return vec![];
        }
        let mut mentions: BTreeMap<&str, Vec<usize>> =
            once.iter().map(|(symbol, _)| (symbols[*symbol].name.as_str(), vec![])).collect();
        for (position, token) in self.table.tokens.iter().enumerate() {
            // assembly may name them in a string
            if self.word(token).trim_matches('_') == "asm" && self.map.is_in_main_file(token.span.start) {
                return vec![];
            }
            mentions.entry(self.word(token)).and_modify(|places| places.push(position));
        }
        let uncalled = self.uncalled(main);
        let is_gone = |place: Span| uncalled.iter().any(|function| function.contains(place));
        let is_own = |(symbol, places): &(SymbolId, Declared)| {
            let all = &mentions[symbols[*symbol].name.as_str()];
            all.iter().all(|position| {
                let place = self.table.tokens[*position].span;
                let is_member =
                    *position > 0 && matches!(self.word(&self.table.tokens[position - 1]), "." | "->");
                let is_other = (self.names)(place).is_some_and(|named| named != *symbol);
                let is_known = places.declarator.contains(place) || is_member || is_other;
                is_known || main.span.contains(place) || is_gone(place)
            }) && is_given_first(&main.body, *symbol, symbols)
        };
        let own = once.into_iter().filter(is_own);
        own.map(|(symbol, places)| (symbol, places, main.span)).collect()
    }

    /// `main`, if it runs once and goes through its statements in their order.
    fn main(&self) -> Option<&'a Function> {
        let main = program(self.resolved, self.table, self.map.text())?;
        let has_labels = main.body.holds(&|kind| matches!(kind, StatementKind::Labeled(..)));
        (!has_labels && self.map.is_in_main_file(main.span.start)).then_some(main)
    }

    /// The functions of this file alone that nobody calls: nothing but them names them.
    fn uncalled(&self, main: &Function) -> Vec<Span> {
        let mut uncalled: BTreeSet<Span> = BTreeSet::new();
        let mentions = mentions(self.resolved, self.table, self.map.text());
        loop {
            let known = uncalled.len();
            let others = self.resolved.functions.iter().filter(|it| it.symbol != main.symbol);
            for function in others.filter(|it| self.resolved.is_whole_program || self.is_static(it)) {
                let is_idle = mentions.get(function.name.as_str()).into_iter().flatten().all(|position| {
                    let place = self.table.tokens[*position].span;
                    uncalled.iter().any(|other| other.contains(place))
                        || is_declared_at(self.resolved, self.table, self.map.text(), function, place)
                });
                if is_idle {
                    uncalled.insert(function.span);
                }
            }
            if uncalled.len() == known {
                return uncalled.into_iter().collect();
            }
        }
    }

    fn is_static(&self, function: &Function) -> bool {
        let header = Span::new(function.span.start, function.body.span.start);
        self.table.within(header).iter().any(|token| self.word(token) == "static")
    }

    /// Whether a declaration says more than a type.
    fn is_odd(&self, declaration: Span) -> bool {
        self.table.within(declaration).iter().any(|token| {
            let word = self.word(token).trim_matches('_');
            matches!(word, "attribute" | "Alignas" | "alignas" | "asm" | "thread" | "local")
                || word.starts_with("Thread")
        })
    }

    fn word(&self, token: &Token) -> &'a str {
        token.span.of(self.map.text())
    }
}

/// Whether a type is that of a pointer to numbers, or to such pointers, without qualifiers.
fn leads_to_numbers(type_: &Type) -> bool {
    let TypeKind::Pointer(target) = &type_.kind else { return false };
    let is_plain = |type_: &Type| !type_.qualifiers.volatile && !type_.qualifiers.atomic;
    is_plain(type_) && is_plain(target) && (target.is_arithmetic() || leads_to_numbers(target))
}

/// Whether the first statement that mentions a variable is one that surely runs, and gives it a value.
fn is_given_first(body: &Statement, variable: SymbolId, symbols: &Symbols) -> bool {
    let Some(statement) = first(body, variable, symbols) else { return false };
    let StatementKind::Expression(Some(expression)) = &statement.kind else { return false };
    let ExpressionKind::Assign(None, target, value) = &expression.kind else { return false };
    target.variable() == Some(variable) && !value.mentions(variable)
}

/// The first statement in nothing but blocks that mentions a variable, all of it.
fn first<'a>(statement: &'a Statement, variable: SymbolId, symbols: &Symbols) -> Option<&'a Statement> {
    match &statement.kind {
        StatementKind::Block(list) => list.iter().find_map(|inner| first(inner, variable, symbols)),
        _ => {
            let mut mentions = false;
            statement.walk_with_types(symbols, &mut |part| mentions |= part.variable() == Some(variable));
            mentions.then_some(statement)
        }
    }
}
