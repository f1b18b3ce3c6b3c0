//! The loop nests of a file, for those who count what of them is taken.
//!
//! A nest is a `for` loop that stands in no other, with all in it; one within a `while` loop is a nest by itself.

use std::collections::BTreeMap;

use diagnostics::{Diagnostic, SourceMap, Span};

use crate::facts::allocation::is_fresh;
use crate::facts::index::Index;
use crate::facts::occurrences::Use;
use crate::facts::purity::{Purities, Purity, library_name};
use crate::syntax::tree::{
    Expression, ExpressionKind, Function, Statement, StatementKind, SymbolId, SymbolKind, Symbols,
};
use crate::syntax::types::TypeKind;
use crate::translation::Translation;

/// Functions of string.h that do no more than to write arrays.
const WRITING_ARRAYS: [&str; 3] = ["memcpy", "memmove", "memset"];

/// A loop nest.
#[derive(Clone, Debug)]
pub struct Nest {
    /// The function around it.
    pub function: String,
    /// Its first and last line.
    pub lines: (u32, u32),
    /// Its place.
    pub span: Span,
    /// Its `for` loops, itself among them.
    pub loops: Vec<Span>,
    /// What is executed in it: expressions, and declarations with a value.
    pub statements: Vec<Span>,
    /// Whether it calls a function that the file doesn't define, and of which nothing is known.
    pub calls_out: bool,
    /// The kind of the first reason for which no region was found that holds it, or none that knows all exactly.
    pub reason: Option<String>,
}

/// Kinds of reasons by the place of the statement that isn't taken for them.
pub(crate) type Reasons = BTreeMap<Span, String>;

/// How a problem without a kind is counted.
const OTHER: &str = "other";

/// The kind of a problem, in words by which it can be counted.
pub fn kind(problem: &Diagnostic) -> String {
    problem.kind.clone().unwrap_or_else(|| OTHER.to_owned())
}

/// The loop nests of the main file, in the order of the text, with the reasons for which some aren't taken.
pub(crate) fn nests(translation: &Translation, map: &SourceMap, reasons: &Reasons) -> Vec<Nest> {
    let mut purities = Purities::new(translation);
    let mut nests = Vec::new();
    for function in in_main_file(translation, map) {
        for statement in outermost_loops(&function.body) {
            nests.push(Nest {
                function: function.name.clone(),
                lines: (map.locate(statement.span.start).line, map.locate(statement.span.end - 1).line),
                span: statement.span,
                loops: loops(statement),
                statements: executed(statement, &translation.resolved.symbols),
                calls_out: calls_out(statement, translation, &mut purities),
                reason: reasons.get(&statement.span).cloned(),
            });
        }
    }
    nests
}

/// How many local arrays, and blocks that local pointers hold, the loops of the main file use.
pub(crate) fn temporaries(translation: &Translation, map: &SourceMap) -> usize {
    in_main_file(translation, map).map(|function| temporaries_of(translation, function, map)).sum()
}

/// Whether loops of a function use such an array or block of its own.
pub(crate) fn has_temporaries(translation: &Translation, name: &str, map: &SourceMap) -> bool {
    let mut own = in_main_file(translation, map).filter(|function| function.name == name);
    own.any(|function| temporaries_of(translation, function, map) > 0)
}

fn in_main_file<'a>(translation: &'a Translation, map: &'a SourceMap) -> impl Iterator<Item = &'a Function> {
    let functions = translation.resolved.functions.iter();
    functions.filter(|function| map.is_in_main_file(function.body.span.start))
}

fn temporaries_of(translation: &Translation, function: &Function, map: &SourceMap) -> usize {
    let nests: Vec<Span> = outermost_loops(&function.body).iter().map(|nest| nest.span).collect();
    if nests.is_empty() {
        return 0;
    }
    let symbols = &translation.resolved.symbols;
    let index = Index::new(translation, function, map);
    let is_used = |symbol: &SymbolId| {
        let mentions = index.occurrences.get(symbol).into_iter().flatten();
        let mut contents = mentions.filter(|mention| mention.use_ == Use::Contents);
        contents.any(|mention| nests.iter().any(|nest| nest.contains(mention.place)))
    };
    let holds_block = |symbol: &SymbolId| {
        let mut values = index.values.get(symbol).into_iter().flatten();
        values.any(|value| is_fresh(value, symbols))
    };
    let is_temporary = |symbol: &&SymbolId| match symbols[**symbol].type_.kind {
        _ if symbols[**symbol].kind != (SymbolKind::Local { is_static: false }) => false,
        TypeKind::Array(..) => is_used(symbol),
        TypeKind::Pointer(_) => holds_block(symbol) && is_used(symbol),
        _ => false,
    };
    index.occurrences.keys().filter(is_temporary).count()
}

/// The statements in a nest that do something, headers of loops aside.
fn executed(nest: &Statement, symbols: &Symbols) -> Vec<Span> {
    let (mut found, mut initial) = (Vec::new(), Vec::new());
    nest.walk(&mut |statement| {
        let does_something = match &statement.kind {
            StatementKind::Expression(expression) => expression.is_some(),
            StatementKind::Declaration(_) => !statement.expressions(symbols).is_empty(),
            StatementKind::For(parts) => {
                initial.extend(parts.initial.as_ref().map(|initial| initial.span));
                false
            }
            _ => false,
        };
        if does_something && !initial.contains(&statement.span) {
            found.push(statement.span);
        }
    });
    found
}

fn calls_out(nest: &Statement, translation: &Translation, purities: &mut Purities<'_>) -> bool {
    let mut found = false;
    nest.walk_expressions(&translation.resolved.symbols, &mut |expression| {
        found = found || is_call_out(expression, translation, purities);
    });
    found
}

fn is_call_out(expression: &Expression, translation: &Translation, purities: &mut Purities<'_>) -> bool {
    let ExpressionKind::Call(callee, _) = &expression.kind else { return false };
    let Some(function) = callee.variable() else { return true };
    let symbol = &translation.resolved.symbols[function];
    let name = library_name(symbol);
    let is_defined = translation.resolved.functions.iter().any(|defined| defined.symbol == function);
    !is_defined && !WRITING_ARRAYS.contains(&name) && purities.of(function) == Purity::Unknown
}

/// The `for` loops in `statement` that stand in no other there.
fn outermost_loops(statement: &Statement) -> Vec<&Statement> {
    match &statement.kind {
        StatementKind::For(parts) if parts.fill.is_none() => vec![statement],
        _ => statement.children().flat_map(outermost_loops).collect(),
    }
}

fn loops(nest: &Statement) -> Vec<Span> {
    let mut found = Vec::new();
    nest.walk(&mut |statement| {
        if matches!(&statement.kind, StatementKind::For(parts) if parts.fill.is_none()) {
            found.push(statement.span);
        }
    });
    found
}
