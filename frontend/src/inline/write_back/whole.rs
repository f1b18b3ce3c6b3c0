//! Copies of whole arrays at the end of a turn: `for (…) old[…] = new[…];`, `memcpy(old, new, size)`.

use std::collections::BTreeSet;

use diagnostics::Span;

use super::super::pragmas::in_front;
use super::super::walks::is_loop;
use super::super::{Parsed, called};
use super::{MOST, Step};
use crate::facts::changes::changes;
use crate::outline::headers::header;
use crate::syntax::resolve::Resolved;
use crate::syntax::tree::{
    Expression, ExpressionKind, Function, Statement, StatementKind, SymbolId, Symbols, UnaryOperator,
};

/// Loops, from the outermost: with what each starts and what ends it, as it is written.
type Nest = Vec<[String; 2]>;

/// The functions that may copy arrays, or call one that does.
pub struct Copiers<'a> {
    resolved: &'a Resolved,
    all: BTreeSet<SymbolId>,
}

impl<'a> Copiers<'a> {
    /// Those of a file.
    pub fn of(resolved: &'a Resolved) -> Self {
        let functions = || resolved.functions.iter();
        let copying = functions().filter(|function| may_copy(function, &resolved.symbols));
        let mut all: BTreeSet<SymbolId> = copying.map(|function| function.symbol).collect();
        loop {
            let known = all.len();
            for function in functions() {
                let is_new = !all.contains(&function.symbol);
                if is_new && calls(resolved, &function.body, &|callee| all.contains(&callee)) {
                    all.insert(function.symbol);
                }
            }
            if all.len() == known {
                return Copiers { resolved, all };
            }
        }
    }

    /// Whether a loop of a function may copy an array once calls in it are inlined.
    pub fn may_copy_all(&self, function: &Function) -> bool {
        let is_known = |callee: SymbolId| called(self.resolved, callee).is_some();
        let mut may_copy = false;
        if self.all.contains(&function.symbol) {
            function.body.walk(&mut |statement| {
                may_copy |= is_loop(&statement.kind) && calls(self.resolved, statement, &is_known);
            });
        }
        may_copy
    }
}

/// Whether a statement calls such a function.
fn calls(resolved: &Resolved, statement: &Statement, is_such: &dyn Fn(SymbolId) -> bool) -> bool {
    let mut calls = false;
    statement.walk_expressions(&resolved.symbols, &mut |part| {
        if let ExpressionKind::Call(callee, _) = &part.kind {
            calls |= callee.variable().is_some_and(is_such);
        }
    });
    calls
}

/// Whether a function may copy an array itself: cell by cell, or all at once.
pub fn may_copy(function: &Function, symbols: &Symbols) -> bool {
    let mut moves = false;
    function.body.walk_expressions(symbols, &mut |part| {
        if let ExpressionKind::Call(callee, _) = &part.kind {
            moves |= is_memcpy(callee, symbols);
        }
    });
    moves || super::super::forwarded::may_copy(function, symbols)
}

fn is_memcpy(callee: &Expression, symbols: &Symbols) -> bool {
    callee.variable().is_some_and(|callee| symbols[callee].name == "memcpy")
}

/// The copies of arrays at the end of a list of statements, or in front of what leaves these as they are, if those before them write the
/// array that is new, and not in just such loops.
pub fn step(parsed: Parsed, list: &[Statement]) -> Option<Step> {
    let symbols = &parsed.resolved.symbols;
    let all: Vec<Vec<(SymbolId, SymbolId)>> = list.iter().map(|it| copied(parsed, it)).collect();
    let last = all.iter().rposition(|pairs| !pairs.is_empty())?;
    let before = all[..last].iter().rposition(Vec::is_empty)? + 1;
    let pairs: Vec<(SymbolId, SymbolId)> = all[before..=last].concat();
    let is_chain = pairs.windows(2).all(|two| two[0].1 == two[1].0);
    let old: Vec<SymbolId> = pairs.iter().map(|(to, _)| *to).collect();
    let new = pairs.last()?.1;
    if !is_chain || old.len() > MOST || old.contains(&new) {
        return None;
    }
    let writes = |statement: &&Statement| changes(statement, symbols).iter().any(|it| it.symbol == new);
    let mut computing = list[..before].iter().filter(writes).peekable();
    computing.peek()?;
    let nest = nest(parsed, &list[last]);
    if !nest.is_empty() && computing.any(|it| self::nest(parsed, it) == nest) {
        return None;
    }
    let first = list[before].span;
    let start = in_front(parsed.table, parsed.text(), first.start).next().map_or(first.start, |it| it.start);
    let place = Span::new(start, list[last].span.end);
    Some(Step { place, before, old, new, held_in: None })
}

/// The arrays that a statement copies, if it does nothing else: to which, and from which.
fn copied(parsed: Parsed, statement: &Statement) -> Vec<(SymbolId, SymbolId)> {
    let mut inner = statement.single();
    let mut is_loop = false;
    while let StatementKind::For(parts) = &inner.kind {
        is_loop = true;
        inner = parts.body.single();
    }
    let all = match &inner.kind {
        StatementKind::Block(list) => list.as_slice(),
        _ => std::slice::from_ref(inner),
    };
    let symbols = &parsed.resolved.symbols;
    let pair = |one: &Statement| {
        let StatementKind::Expression(Some(expression)) = &one.kind else { return None };
        let (to, from) = match &expression.kind {
            ExpressionKind::Assign(None, target, value) if is_loop => (cell(target)?, cell(value)?),
            ExpressionKind::Call(callee, arguments) if !is_loop && is_memcpy(callee, symbols) => {
                (array(arguments.first()?)?, array(arguments.get(1)?)?)
            }
            _ => return None,
        };
        (to != from && symbols[to].kind.is_variable()).then_some((to, from))
    };
    let pairs: Option<Vec<_>> = all.iter().map(pair).collect();
    pairs.unwrap_or_default()
}

/// The array that an argument leads to.
fn array(argument: &Expression) -> Option<SymbolId> {
    let argument = argument.without_casts();
    let place = match &argument.kind {
        ExpressionKind::Unary(UnaryOperator::Address, operand) => operand,
        _ => argument,
    };
    place.subscripted().0.variable()
}

/// The array of which an expression is a cell.
fn cell(expression: &Expression) -> Option<SymbolId> {
    let (base, subscripts) = expression.subscripted();
    base.variable().filter(|_| !subscripts.is_empty() && expression.type_.is_arithmetic())
}

/// The loops that a statement is; none if any is another kind, or what the text has for a call.
fn nest(parsed: Parsed, statement: &Statement) -> Nest {
    let mut found = Nest::new();
    let mut inner = statement.single();
    while let StatementKind::For(parts) = &inner.kind {
        let header = header(parts, &parsed.resolved.symbols).filter(|_| parts.fill.is_none());
        let Some((header, condition)) = header.zip(parts.condition.as_ref()) else { return Nest::new() };
        let ExpressionKind::Binary(operator, _, bound) = &condition.kind else { return Nest::new() };
        let end = format!("{operator:?} {}", parsed.words(bound.span));
        found.push([parsed.words(header.first.span), end]);
        inner = parts.body.single();
    }
    found
}
