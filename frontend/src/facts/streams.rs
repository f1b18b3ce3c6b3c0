//! Statements that open a file: `FILE *out = fopen("out.pgm", "w");`, also in the check of it, `if (!(out = fopen(name, "w"))) return 1;`.
//!
//! Such a statement may stand before the loops in front of it, as long as these do nothing but to compute: nobody can tell whether a
//! file was opened before or after that. What it is called is a text, or a name that these loops don't touch.
//!
//! Others keep their place among what reads and writes files: the stream is set, and used, in that order alone.

use std::collections::HashSet;

use diagnostics::Span;

use super::Surroundings;
use super::allocation::null_where;
use super::changes::Change;
use super::leaving::{computes_alone, is_functions, is_lived_across};
use super::library;
use super::occurrences::Use;
use crate::syntax::tree::{
    Expression, ExpressionKind, Initializer, Statement, StatementKind, SymbolId, SymbolKind, Symbols, TEXT,
};
use crate::syntax::types::TypeKind;

/// What opens a file.
#[derive(Clone, Copy)]
pub struct Opening<'a> {
    /// The stream that is set.
    pub stream: SymbolId,
    /// What names the file, and says how it is opened.
    arguments: &'a [Expression],
}

/// What a statement opens, if it does nothing else, or checks that, too.
pub fn opening<'a>(statement: &'a Statement, symbols: &'a Symbols) -> Option<Opening<'a>> {
    match &statement.kind {
        StatementKind::Declaration(list) => {
            let [only] = list.as_slice() else { return None };
            let Some(Initializer::Value(value)) = &symbols[only.symbol].initializer else { return None };
            Some(Opening { stream: only.symbol, arguments: opened(value, symbols)? })
        }
        StatementKind::Expression(Some(expression)) => set(expression, symbols),
        StatementKind::If(condition, _, None) => {
            null_where(condition)?.into_iter().find_map(|tested| set(tested, symbols))
        }
        _ => None,
    }
}

/// The stream that an assignment sets by opening a file.
pub fn set<'a>(expression: &'a Expression, symbols: &Symbols) -> Option<Opening<'a>> {
    let ExpressionKind::Assign(None, target, value) = &expression.kind else { return None };
    Some(Opening { stream: target.variable()?, arguments: opened(value, symbols)? })
}

fn opened<'a>(value: &'a Expression, symbols: &Symbols) -> Option<&'a [Expression]> {
    let ExpressionKind::Call(callee, arguments) = &value.without_casts().kind else { return None };
    (library::is_open(callee.variable()?, symbols) && arguments.len() == 2).then_some(arguments)
}

/// Whether a statement of the region may open a file before what stands in front of it in the region, which is worth it.
pub fn may_open_before(statement: &Statement, opening: Opening<'_>, around: Surroundings<'_>) -> bool {
    let earlier = Span::new(around.region.span.start, statement.span.start);
    let mut uses = around.occurrences(opening.stream).iter();
    is_plain_pointer(opening.stream, around)
        && around.region.openmp.is_empty()
        && around.address_taken(opening.stream).is_none()
        && !uses.any(|it| earlier.contains(it.place))
        && opening.arguments.iter().all(|it| keeps(it, earlier, around))
        && computes_alone(earlier, Some(library::State::Random), around)
        && is_lived_across(earlier, statement, around)
}

/// Whether a statement of the region does nothing but to declare a pointer to a text, which it never leaves, which nobody looks into, and
/// by which the region opens a file; and whether that means the same before what stands in front of it in the region.
pub fn names_text(statement: &Statement, around: Surroundings<'_>) -> bool {
    let StatementKind::Declaration(list) = &statement.kind else { return false };
    let [only] = list.as_slice() else { return false };
    let declared = &around.symbols()[only.symbol];
    let Some(Initializer::Value(value)) = &declared.initializer else { return false };
    let is_text =
        declared.type_.target().is_some_and(|it| it.integer().is_some() && it.scalar_bytes() == Some(1));
    let mut changes = around.changes_inside().filter(|change| change.symbol == only.symbol);
    let earlier = Span::new(around.region.span.start, statement.span.start);
    let opens = |other: &Statement| {
        let is_it = |argument: &Expression| argument.variable() == Some(only.symbol);
        opening(other, around.symbols()).is_some_and(|it| it.arguments.iter().any(is_it))
    };
    let is_looked_into = || around.occurrences(only.symbol).iter().any(|it| it.use_ == Use::Contents);
    is_text
        && declared.kind == (SymbolKind::Local { is_static: false })
        && is_plain_pointer(only.symbol, around)
        && around.address_taken(only.symbol).is_none()
        && changes.all(|change| statement.span.contains(change.place))
        && around.statements().iter().any(opens)
        && !is_looked_into()
        && keeps(value, earlier, around)
}

/// Whether an argument means the same before a part of the region.
fn keeps(argument: &Expression, earlier: Span, around: Surroundings<'_>) -> bool {
    let changes = || around.changes_inside().filter(|change| earlier.contains(change.place));
    let is_name = |change: &Change| {
        let mut statements = around.statements().iter();
        statements.any(|it| it.span.contains(change.place) && names_text(it, around))
    };
    let is_steady = |expression: &Expression| {
        expression.variable().is_some_and(|name| {
            let mut own = changes().filter(|change| change.symbol == name);
            around.address_taken(name).is_none() && own.all(is_name)
        })
    };
    let is_known = match &argument.kind {
        ExpressionKind::Other(TEXT, _) => return true,
        ExpressionKind::Index(base, position) => {
            matches!(position.kind, ExpressionKind::Integer(_)) && is_steady(base)
        }
        _ => is_steady(argument),
    };
    // nothing is written through a pointer that might lead to the text
    let is_variable = |change: &Change| {
        change.is_whole
            && around.symbols()[change.symbol].kind == (SymbolKind::Local { is_static: false })
            && around.address_taken(change.symbol).is_none()
    };
    is_known && changes().all(|change| is_variable(change) || is_functions(change.symbol, around))
}

/// Whether the region itself opens what `stream` holds, in the order in which it reads and writes files: nothing but calls that do so
/// mentions it.
pub fn opened_in_turn(stream: SymbolId, around: Surroundings<'_>) -> bool {
    let symbols = around.symbols();
    let declared = &symbols[stream];
    let is_local = matches!(declared.kind, SymbolKind::Local { is_static: false });
    if !is_local || !is_plain_pointer(stream, around) || around.address_taken(stream).is_some() {
        return false;
    }
    let mut in_turn = HashSet::new();
    let mut is_opened = false;
    for statement in around.statements() {
        statement.walk_expressions(symbols, &mut |expression| {
            if let Some(opening) = set(expression, symbols).filter(|it| it.stream == stream) {
                let is_known = opening.arguments.iter().all(|it| keeps(it, around.region.span, around));
                is_opened |= is_known;
                if let ExpressionKind::Assign(_, target, _) = &expression.kind
                    && is_known
                {
                    in_turn.insert(target.span);
                }
            }
            let ExpressionKind::Call(callee, arguments) = &expression.kind else { return };
            let state = callee.variable().and_then(|it| library::State::stood_for(it, around.translation));
            if state == Some(library::State::Streams) {
                in_turn.extend(arguments.iter().map(|argument| argument.span));
            }
        });
    }
    let mut inside = around.occurrences(stream).iter().filter(|it| around.is_inside(it.place));
    is_opened && around.region.openmp.is_empty() && inside.all(|it| in_turn.contains(&it.place))
}

/// Whether an expression does nothing but to open a file so.
pub fn opens_in_turn(expression: &Expression, around: Surroundings<'_>) -> bool {
    let is_isolated = around.region.is_isolated;
    let opening = set(expression, around.symbols()).filter(|_| !is_isolated);
    let has_streams = || library::State::Streams.symbol(around.translation).is_some();
    opening.is_some_and(|it| opened_in_turn(it.stream, around)) && has_streams()
}

/// Whether a variable is a pointer that C lets nobody else change.
fn is_plain_pointer(pointer: SymbolId, around: Surroundings<'_>) -> bool {
    let pointer = &around.symbols()[pointer];
    matches!(pointer.type_.kind, TypeKind::Pointer(_))
        && !matches!(pointer.kind, SymbolKind::Member(_))
        && !pointer.type_.qualifiers.volatile
        && !pointer.type_.qualifiers.atomic
}

/// The statement of the region that opens what `stream` holds, if that may stand in front of all others, and nothing else in the region
/// sets it.
pub fn opened_in_front(stream: SymbolId, around: Surroundings<'_>) -> Option<Span> {
    let symbols = around.symbols();
    let found = around.statements().iter().find_map(|statement| {
        let opening = opening(statement, symbols).filter(|it| it.stream == stream)?;
        may_open_before(statement, opening, around).then_some(statement.span)
    })?;
    let is_other = |change: &Change| change.symbol == stream && !found.contains(change.place);
    (!around.changes_inside().any(is_other)).then_some(found)
}
