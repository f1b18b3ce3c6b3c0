//! What runs only where a library function has just failed to give memory or a file: `if (!p) { perror("p"); exit(1); }`.
//!
//! What `errno` is there, that function has said, so nobody sees what arithmetic elsewhere did to it.

use std::collections::BTreeSet;

use diagnostics::Span;

use super::allocation::null_where;
use crate::syntax::tree::{
    Construct, Expression, ExpressionKind, Function, Initializer, Statement, StatementKind, SymbolId, Symbols,
};

/// Functions that give null and set `errno` where they fail.
const GIVING: [&str; 11] = [
    "malloc",
    "calloc",
    "realloc",
    "aligned_alloc",
    "memalign",
    "strdup",
    "fopen",
    "freopen",
    "fdopen",
    "tmpfile",
    "popen",
];

/// The branches of `functions` that run only then.
pub fn failures(functions: &[Function], symbols: &Symbols) -> Vec<Span> {
    let mut found = Vec::new();
    for function in functions {
        function.body.walk(&mut |statement| {
            let StatementKind::Block(list) = &statement.kind else { return };
            for (position, inner) in list.iter().enumerate() {
                if let StatementKind::If(condition, then, _) = &inner.kind
                    && let Some(tested) = missing(condition, symbols)
                    && tested.is_subset(&given(&list[..position], symbols))
                {
                    found.push(then.span);
                }
            }
        });
    }
    found
}

/// The pointers one of which is null where a condition holds, but for those that it gives a value first.
fn missing(condition: &Expression, symbols: &Symbols) -> Option<BTreeSet<SymbolId>> {
    let null = |pointer: &Expression| match &pointer.kind {
        ExpressionKind::Assign(None, _, value) => gives(value, symbols).then(Vec::new),
        _ => pointer.named().map(|symbol| vec![symbol]),
    };
    let each: Option<Vec<_>> = null_where(condition)?.into_iter().map(null).collect();
    Some(each?.concat().into_iter().collect())
}

/// The variables and members that the last of `statements` give what such functions gave, where nothing else is called meanwhile.
fn given(statements: &[Statement], symbols: &Symbols) -> BTreeSet<SymbolId> {
    let (mut found, mut others) = (BTreeSet::new(), BTreeSet::new());
    let mut note = |symbol: SymbolId, value: &Expression| match gives(value, symbols) {
        true if !others.contains(&symbol) => found.extend([symbol]),
        true => {}
        false => others.extend([symbol]),
    };
    for statement in statements.iter().rev() {
        let is_silent = match &statement.kind {
            // which leaves if it does anything
            StatementKind::If(condition, then, None) => missing(condition, symbols).is_some() && leaves(then),
            StatementKind::Declaration(_) | StatementKind::Expression(_) => true,
            _ => false,
        };
        let (mut calls_others, mut changes) = (false, 0);
        for expression in statement.expressions(symbols) {
            expression.walk(&mut |part| {
                let callee = match &part.kind {
                    ExpressionKind::Call(callee, _) => callee.variable(),
                    ExpressionKind::Assign(..) | ExpressionKind::Increment { .. } => return changes += 1,
                    _ => return,
                };
                let name = callee.map(|callee| symbols[callee].name.as_str());
                calls_others |= !name.is_some_and(|name| GIVING.contains(&name) || name == "free");
            });
        }
        if !is_silent || calls_others || changes > 1 {
            break;
        }
        match &statement.kind {
            StatementKind::Declaration(list) => {
                for declared in list.iter().rev() {
                    if let Some(Initializer::Value(value)) = &symbols[declared.symbol].initializer {
                        note(declared.symbol, value);
                    }
                }
            }
            StatementKind::Expression(Some(expression)) => {
                if let ExpressionKind::Assign(None, target, value) = &expression.kind
                    && let Some(symbol) = target.named()
                {
                    note(symbol, value);
                }
            }
            _ => {}
        }
    }
    found
}

/// Whether a value comes from such a function.
fn gives(value: &Expression, symbols: &Symbols) -> bool {
    let ExpressionKind::Call(callee, _) = &value.without_casts().kind else { return false };
    callee.variable().is_some_and(|callee| GIVING.contains(&symbols[callee].name.as_str()))
}

/// Whether a statement ends with a jump.
fn leaves(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Block(list) => list.last().is_some_and(leaves),
        StatementKind::Other(Construct::Return | Construct::Goto(_), ..) => true,
        _ => false,
    }
}
