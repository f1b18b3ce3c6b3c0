//! What a function does with its variables, found in one go.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Mutex, OnceLock};

use diagnostics::token::{Token, TokenKind};
use diagnostics::{SourceMap, Span};

use super::allocation::{is_null, releases_in_blocks};
use super::changes::{Change, addresses_taken, changes};
use super::checks::is_failing;
use super::effects::Effects;
use super::exchanged::exchanged;
use super::fresh::is_fresh_block;
use super::occurrences::{Occurrence, Use, occurrences, values};
use super::tables::tables;
use crate::jumps::Jumps;
use crate::syntax::tree::{
    Construct, Expression, ExpressionKind, Function, StatementKind, SymbolId, SymbolKind, Symbols,
};
use crate::translation::Translation;

/// By variable, what a function does with it.
pub struct Index {
    /// Every mention.
    pub occurrences: HashMap<SymbolId, Vec<Occurrence>>,
    /// The variables of which an address, or what a pointer holds, goes elsewhere.
    pub escaping: HashSet<SymbolId>,
    /// The values it is given.
    pub values: HashMap<SymbolId, Vec<Expression>>,
    /// Where its address is taken.
    pub addresses_taken: HashMap<SymbolId, Span>,
    /// The statements of blocks that free what it points to.
    pub releases: HashMap<SymbolId, Vec<Span>>,
    /// All assignments, in the order of the text; declarations of tables are none.
    pub changes: Vec<Change>,
    /// The tables of its blocks.
    pub tables: HashSet<SymbolId>,
    /// The loops.
    pub loops: Vec<Span>,
    /// Those of them that are calls in the text.
    pub fills: Vec<Span>,
    /// The jumps, with their labels.
    pub jumps: Vec<(String, Span)>,
    /// Where these lead.
    pub ways: Jumps,
    /// Every identifier of the text, by its spelling.
    pub identifiers: HashMap<String, Vec<Span>>,
    /// What the identifiers stand for that declare a variable or are expressions, by their starts.
    pub named: HashMap<usize, SymbolId>,
    /// The starts of the identifiers that name members of structures or labels, or are never evaluated.
    pub not_variables: HashSet<usize>,
    /// The arrays of whose cells assertions ask something, with a place: what these print is the text.
    pub asserted: HashMap<SymbolId, Span>,
    /// By pointer to a block, the variables whose values it gets in exchange for its own.
    pub exchanged: BTreeMap<SymbolId, BTreeSet<SymbolId>>,
    /// Whether the function runs once at most: it is `main`, which nothing else names, or called by it in that way (`once`).
    pub runs_once: bool,
    /// Whether it is `main` and does: the program ends with it.
    pub is_program: bool,
    /// What is known of functions that it calls.
    pub effects: Mutex<Effects>,
    /// The identifiers of its lines in the user's file, once they are asked for.
    pub written: OnceLock<BTreeSet<String>>,
}

impl Index {
    /// Of a function of a translation unit.
    pub fn new(translation: &Translation, function: &Function, map: &SourceMap) -> Index {
        let (symbols, text) = (&translation.resolved.symbols, map.text());
        let tokens = translation.table.within(function.span);
        let body = &function.body;
        let (mut loops, mut fills, mut jumps) = (Vec::new(), Vec::new(), Vec::new());
        body.walk(&mut |statement| match &statement.kind {
            StatementKind::For(parts) if parts.fill.is_some() => {
                loops.push(statement.span);
                fills.push(statement.span);
            }
            StatementKind::For(_) | StatementKind::Other(Construct::While | Construct::Do, ..) => {
                loops.push(statement.span);
            }
            StatementKind::Other(Construct::Goto(label), ..) => jumps.push((label.clone(), statement.span)),
            _ => {}
        });
        let rows = translation.resolved.rows.iter().map(|row| row.value).collect();
        let occurrences = occurrences(body, symbols, &rows);
        let mut changes = changes(body, symbols);
        let tables = tables(symbols, &changes, &occurrences);
        changes.retain(|change| !tables.contains(&change.symbol));
        let escapes = |uses: &[Occurrence]| uses.iter().any(|occurrence| occurrence.use_ == Use::Escape);
        let escaping = occurrences.iter().filter(|(_, uses)| escapes(uses)).map(|(symbol, _)| *symbol);
        let unevaluated = translation.resolved.unevaluated.iter();
        let unevaluated = unevaluated.filter(|place| function.span.contains(**place));
        let unevaluated = unevaluated.flat_map(|place| translation.table.within(*place));
        let mut not_variables = not_variables(tokens, text);
        not_variables.extend(unevaluated.map(|token| token.span.start));
        let (values, addresses_taken) = (values(body, symbols), addresses_taken(body, symbols));
        let is_block = |value: &Expression| is_null(value) || is_fresh_block(value, translation);
        let is_addressed = |symbol| addresses_taken.contains_key(&symbol);
        let exchanged = exchanged(body, symbols, &values, &changes, &is_block, &is_addressed);
        let runs_once = translation.resolved.once.contains(&function.symbol);
        Index {
            exchanged,
            escaping: escaping.collect(),
            occurrences,
            values: owned(values),
            addresses_taken,
            releases: releases_in_blocks(body, symbols),
            changes,
            tables,
            loops,
            fills,
            jumps,
            ways: Jumps::new(&translation.table, text, function),
            identifiers: identifiers(tokens, text),
            named: named(function, symbols),
            asserted: asserted(function, symbols),
            not_variables,
            effects: Mutex::default(),
            written: OnceLock::new(),
            runs_once,
            is_program: runs_once && function.name == "main",
        }
    }
}

fn owned(values: HashMap<SymbolId, Vec<&Expression>>) -> HashMap<SymbolId, Vec<Expression>> {
    values.into_iter().map(|(symbol, all)| (symbol, all.into_iter().cloned().collect())).collect()
}

fn identifiers(tokens: &[Token], text: &str) -> HashMap<String, Vec<Span>> {
    let mut found: HashMap<_, Vec<_>> = HashMap::new();
    for token in tokens.iter().filter(|token| token.kind == TokenKind::Identifier) {
        found.entry(token.span.of(text)).or_default().push(token.span);
    }
    found.into_iter().map(|(name, all): (&str, _)| (name.to_owned(), all)).collect()
}

fn named(function: &Function, symbols: &Symbols) -> HashMap<usize, SymbolId> {
    let declared = symbols.0.iter().enumerate();
    let declared = declared.filter(|(_, symbol)| function.span.contains(symbol.name_span));
    let declared = declared.filter(|(_, symbol)| !matches!(symbol.kind, SymbolKind::Member(_)));
    let declared = declared.map(|(id, symbol)| (symbol.name_span.start, SymbolId(id)));
    let mut found: HashMap<_, _> = declared.collect();
    function.body.walk_expressions(symbols, &mut |expression| {
        let written = expression.variable().filter(|_| !expression.span.is_empty());
        found.extend(written.map(|symbol| (expression.span.start, symbol)));
    });
    found
}

fn asserted(function: &Function, symbols: &Symbols) -> HashMap<SymbolId, Span> {
    let mut found = HashMap::new();
    function.body.walk_expressions(symbols, &mut |expression| {
        let ExpressionKind::Conditional(condition, _, otherwise) = &expression.kind else { return };
        let ExpressionKind::Call(callee, _) = &otherwise.kind else { return };
        if is_failing(callee, symbols) {
            condition.walk(&mut |part| {
                let (base, subscripts) = part.subscripted();
                let array = base.named().filter(|_| !subscripts.is_empty());
                found.extend(array.map(|array| (array, expression.span)));
            });
        }
    });
    found
}

fn not_variables(tokens: &[Token], text: &str) -> HashSet<usize> {
    let is_other = |three: &&[Token]| match (three[0].span.of(text), three[2].span.of(text)) {
        ("." | "->" | "goto", _) => true,
        (before, after) => matches!(before, ";" | "{" | "}") && after == ":",
    };
    tokens.windows(3).filter(is_other).map(|three| three[1].span.start).collect()
}
