//! Results that are read from an array: `return length[n][m];` behind the loops that fill it.
//!
//! A region can't hold a statement that leaves it, so the array would have to live on behind it. In the trees such a result has a name:
//! `result = length[n][m]; return result;`. The first of these may be in a region, whose text is then kept: what is
//! around the value in the text is still `return` and a semicolon.

use std::collections::BTreeSet;

use diagnostics::Span;

use crate::macros::Macros;
use crate::syntax::resolve::Resolved;
use crate::syntax::split::TokenTable;
use crate::syntax::tree::{
    Construct, Declaration, Expression, ExpressionKind, Function, Initializer, Statement, StatementKind,
    Symbol, SymbolId, SymbolKind, Symbols,
};
use crate::syntax::types::{Type, TypeKind};
use crate::translation::Translation;

/// Gives names to such results, but in functions that hold one of `apart`.
pub fn give_names(translation: &mut Translation, text: &str, apart: &[Span]) {
    let name = free_name(&translation.table, &translation.macros, text);
    let resolved = &mut translation.resolved;
    let mut functions = std::mem::take(&mut resolved.functions);
    for function in &mut functions {
        let is_plain = !apart.iter().any(|place| function.span.contains(*place));
        if let Some(type_) = given_back(function, &resolved.symbols).filter(|_| is_plain) {
            name_last(&mut function.body, resolved, &name, &type_);
        }
    }
    resolved.functions = functions;
}

/// A name for a result that nothing in `text` has.
pub fn free_name(table: &TokenTable, macros: &Macros, text: &str) -> String {
    let tokens = table.tokens.iter().map(|token| token.span.of(text));
    let taken: BTreeSet<&str> = tokens.chain(macros.names.iter().map(String::as_str)).collect();
    let mut name = "result".to_owned();
    while taken.contains(name.as_str()) {
        name.push('_');
    }
    name
}

/// Whether a statement is the value that the next one gives back.
pub fn is_result(statement: &Statement, resolved: &Resolved) -> bool {
    match &statement.kind {
        StatementKind::Declaration(list) => {
            matches!(list.as_slice(), [only] if resolved.results.contains(&only.symbol))
        }
        _ => false,
    }
}

/// The type of what a function gives back, if it is a number.
pub fn given_back(function: &Function, symbols: &Symbols) -> Option<Type> {
    let TypeKind::Function(result) = &symbols[function.symbol].type_.kind else { return None };
    (result.integer().is_some() || matches!(result.kind, TypeKind::Floating(_))).then(|| (**result).clone())
}

/// Gives the result a name with which a body ends that has loops.
fn name_last(body: &mut Statement, resolved: &mut Resolved, name: &str, type_: &Type) {
    let StatementKind::Block(list) = &mut body.kind else { return };
    let has_loops = list.iter().any(|inner| matches!(inner.kind, StatementKind::For(_)));
    let value = list.last().filter(|_| has_loops).and_then(|last| value(last, &resolved.symbols));
    if let Some(value) = value
        && let Some(last) = list.pop()
    {
        list.extend(named(value, last.span, resolved, name, type_));
    }
}

/// What a statement gives back, if it is computed from cells of a local array, or of one that is there for the next call.
pub fn value(statement: &Statement, symbols: &Symbols) -> Option<Expression> {
    let StatementKind::Other(Construct::Return, values, _) = &statement.kind else { return None };
    let [value] = values.as_slice() else { return None };
    let mut reads = false;
    value.walk(&mut |part| {
        let (base, subscripts) = part.subscripted();
        let is_own = base.variable().is_some_and(|base| {
            let known = &symbols[base];
            let is_there = match known.kind {
                SymbolKind::Local { is_static: false } => true,
                SymbolKind::Local { .. } | SymbolKind::Global => {
                    matches!(known.type_.kind, TypeKind::Array(..))
                        && !known.type_.innermost().qualifiers.constant
                }
                _ => false,
            };
            is_there && !known.is_member_of_local()
        });
        reads |= is_own && !subscripts.is_empty() && part.type_.is_arithmetic();
    });
    let is_inside = statement.span.start < value.span.start && value.span.end < statement.span.end;
    (reads && is_inside && value.type_.is_arithmetic()).then(|| value.clone())
}

/// The two statements in the place of one.
fn named(
    value: Expression,
    whole: Span,
    resolved: &mut Resolved,
    name: &str,
    type_: &Type,
) -> [Statement; 2] {
    let (span, end) = (value.span, Span::new(whole.end - 1, whole.end));
    let symbol = SymbolId(resolved.symbols.0.len());
    resolved.symbols.0.push(Symbol {
        is_fixed: false,
        name: name.to_owned(),
        kind: SymbolKind::Local { is_static: false },
        type_: type_.clone(),
        name_span: Span::new(span.start, span.start),
        initializer: Some(Initializer::Value(value)),
        declared: None,
    });
    resolved.results.insert(symbol);
    let kind = ExpressionKind::Variable(symbol);
    // an empty place would belong to the value's statement, too
    let variable = Expression { kind, span: end, type_: type_.clone() };
    let given = StatementKind::Declaration(vec![Declaration { symbol, span }]);
    let back = StatementKind::Other(Construct::Return, vec![variable], vec![]);
    [Statement { kind: given, span }, Statement { kind: back, span: end }]
}
