//! Who may see the contents of a variable after the region.
//!
//! Sound because every mention of the variable in its function is looked at: contents can be seen by a
//! mention that may be executed after the region, or through an address that went elsewhere. Both are
//! over-approximated: any address that goes anywhere counts, and so does any later mention, even one
//! that overwrites.

use diagnostics::Span;

use super::Surroundings;
use super::allocation::allocation;
use super::dead_stores::dead_stores;
use super::occurrences::{Occurrence, Use};
use crate::syntax::tree::{
    Construct, Expression, ExpressionKind, Statement, StatementKind, SymbolId, SymbolKind, Symbols,
};
use crate::syntax::types::TypeKind;

/// Why the contents of the variable or block that `symbol` names may be seen after the region, as a
/// phrase; `None` where nobody can. For a pointer this is about what it points to, provided that this
/// is a block of its own.
pub fn outlives(symbol: SymbolId, around: Surroundings<'_>) -> Option<String> {
    let declared = &around.symbols()[symbol];
    match declared.kind {
        SymbolKind::Member(_) => return Some("it is part of a structure".into()),
        SymbolKind::Local { .. } if declared.is_member_of_local() && allocation(symbol, around).is_none() => {
            return Some("it is part of a structure".into());
        }
        SymbolKind::Global => return Some(of_file(symbol, around)),
        _ if around.translation.resolved.file_arrays.is_of_another(symbol, around.function().span) => {
            return Some(of_file(symbol, around));
        }
        SymbolKind::Parameter if !declared.type_.is_arithmetic() => return Some("it is a parameter".into()),
        _ => {}
    }
    let is_static = declared.kind == SymbolKind::Local { is_static: true } && !around.is_table(symbol);
    let follows = around.following(symbol);
    let stores = dead_stores(symbol, around);
    let is_seen = |mention: &&Occurrence| {
        mention.use_ == Use::Escape || !stores.iter().any(|store| store.contains(mention.place))
    };
    let mut uses = around.occurrences(symbol).iter().filter(is_seen);
    uses.find_map(|occurrence| reason(occurrence, symbol, is_static, &follows, around))
}

/// Why a variable of the file may be seen.
fn of_file(symbol: SymbolId, around: Surroundings<'_>) -> String {
    match around.translation.resolved.file_arrays.is_static(symbol) {
        true => "it is a global, and not one function's own".into(),
        false => "it is a global, which other files may use; `static` would say that none does".into(),
    }
}

fn reason(
    occurrence: &Occurrence,
    symbol: SymbolId,
    is_static: bool,
    follows: &dyn Fn(Span) -> bool,
    around: Surroundings<'_>,
) -> Option<String> {
    let line = || around.line(occurrence.place);
    match occurrence.use_ {
        Use::Escape => Some(format!("line {} passes it on", line())),
        // where that is taken in the region, it is a number
        Use::Size if around.is_table(symbol) && around.is_inside(occurrence.place) => None,
        Use::Size if !is_in_allocation(occurrence.place, symbol, around) => {
            Some(format!("line {} takes its size", line()))
        }
        Use::Contents if follows(occurrence.place) => Some(format!("line {} uses it", line())),
        // Another call of the function may use what this one left.
        Use::Contents if is_static && !around.is_inside(occurrence.place) && !around.index.runs_once => {
            Some(format!("line {} uses it", line()))
        }
        _ => None,
    }
}

/// Whether a place lies in the value that a pointer is given: `p = malloc(n * sizeof *p)`.
fn is_in_allocation(place: Span, symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let is_pointer = matches!(around.symbols()[symbol].type_.kind, TypeKind::Pointer(_));
    is_pointer && around.values(symbol).iter().any(|value| value.span.contains(place))
}

/// Whether the address of `symbol`, or what a pointer holds, goes elsewhere.
pub fn escapes(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    around.index.escaping.contains(&symbol)
}

/// Whether that may happen before the region ends: a function's result goes elsewhere when all is done.
pub fn escapes_before_end(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let follows = |occurrence: &Occurrence| occurrence.place.start >= around.region.span.end;
    let mut escaping = around.occurrences(symbol).iter().filter(|it| it.use_ == Use::Escape).peekable();
    escapes(symbol, around)
        && (escaping.peek().is_none() || !escaping.all(follows) || around.comes_back(symbol))
}

/// Where the value that the region leaves in the loop counter `symbol` may be used; `None` if nowhere.
///
/// It is dead where every later mention lies where something else has been assigned to the counter since.
pub fn counter_used(symbol: SymbolId, around: Surroundings<'_>) -> Option<Span> {
    let uses = around.occurrences(symbol).iter().map(|occurrence| occurrence.place);
    let follows = around.following(symbol);
    let mut later = uses.filter(|place| follows(*place)).peekable();
    later.peek()?;
    let mut renewed = Vec::new();
    around.function().body.walk(&mut |statement| {
        renewed.extend(assigns_first(statement, symbol).filter(|loop_| !loop_.contains(around.region.span)));
        if let StatementKind::Block(list) = &statement.kind {
            renewed.extend(renewed_in(list, symbol, around));
        }
    });
    later.find(|place| !renewed.iter().any(|span| span.contains(*place)))
}

/// The statements of a list that run behind one that gives `symbol` another value, that among them: up to what has the region in it, and
/// to where a jump may lead.
fn renewed_in(list: &[Statement], symbol: SymbolId, around: Surroundings<'_>) -> Vec<Span> {
    let is_apart = |statement: &Statement| {
        let is_label = |kind: &StatementKind| {
            matches!(kind, StatementKind::Labeled(..) | StatementKind::Other(Construct::Case, ..))
        };
        let (own, region) = (statement.span, around.region.span);
        let is_outside = own.end <= region.start || region.end <= own.start;
        is_outside && !statement.holds(&is_label)
    };
    let parts = list.split(|statement| !is_apart(statement));
    let renewed = parts.filter_map(|part| {
        let sets = |statement: &&Statement| first(statement, symbol, around.symbols()) == First::Sets;
        Some(part.iter().find(sets)?.span.to(part.last()?.span))
    });
    renewed.collect()
}

/// What is done first with a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// It isn't mentioned.
    Nothing,
    /// It gets a value.
    Sets,
    /// It gets one, unless nothing is done with it.
    MaySet,
    /// Something else, perhaps.
    Reads,
}

/// What a statement does first with a variable, if control comes to it from in front.
pub fn first(statement: &Statement, symbol: SymbolId, symbols: &Symbols) -> First {
    let mentions = |expression: &Expression| match is_assigned(expression, symbol) {
        None => First::Nothing,
        Some(true) => First::Sets,
        Some(false) => First::Reads,
    };
    let inner = |statement: &Statement| first(statement, symbol, symbols);
    if !statement.mentions(symbol, symbols) {
        return First::Nothing;
    }
    match &statement.kind {
        StatementKind::Expression(Some(expression)) => mentions(expression),
        StatementKind::Block(list) => first_of(list.iter().map(inner)),
        StatementKind::If(condition, then, otherwise) => {
            let taken = inner(then);
            let other = otherwise.as_ref().map_or(First::Nothing, |it| inner(it));
            let both = match (taken, other) {
                (one, other) if one == other => one,
                (First::Reads, _) | (_, First::Reads) => First::Reads,
                _ => First::MaySet,
            };
            first_of([mentions(condition), both].into_iter())
        }
        StatementKind::For(parts) if parts.fill.is_none() => {
            let initial = parts.initial.as_ref().map_or(First::Nothing, &inner);
            let condition = parts.condition.as_ref().map_or(First::Nothing, mentions);
            let step = parts.step.as_ref().map_or(First::Nothing, mentions);
            // no turn may be made
            let turn = match first_of([inner(&parts.body), step].into_iter()) {
                First::Sets => First::MaySet,
                other => other,
            };
            first_of([initial, condition, turn].into_iter())
        }
        _ => First::Reads,
    }
}

/// What several things do first that are done one after the other.
pub fn first_of(mut parts: impl Iterator<Item = First>) -> First {
    let mut before = First::Nothing;
    let decisive = parts.find(|part| match part {
        First::Sets | First::Reads => true,
        First::MaySet => {
            before = First::MaySet;
            false
        }
        First::Nothing => false,
    });
    decisive.unwrap_or(before)
}

/// The place of a `for` loop that gives `symbol` a value before anything else is done with it.
pub fn assigns_first(statement: &Statement, symbol: SymbolId) -> Option<Span> {
    let StatementKind::For(for_) = &statement.kind else { return None };
    let StatementKind::Expression(Some(initial)) = &for_.initial.as_ref()?.kind else { return None };
    (is_assigned(initial, symbol) == Some(true)).then_some(statement.span)
}

/// Whether `expression` assigns `symbol` rather than mention it otherwise first; `None` if it does neither.
fn is_assigned(expression: &Expression, symbol: SymbolId) -> Option<bool> {
    match &expression.kind {
        ExpressionKind::Comma(parts) => parts.iter().find_map(|part| is_assigned(part, symbol)),
        ExpressionKind::Assign(None, target, value) if target.variable().is_some() => {
            let assigned = (target.variable() == Some(symbol)).then_some(true);
            is_assigned(value, symbol).or(assigned)
        }
        _ => {
            let mut mentions = false;
            expression.walk(&mut |part| mentions |= part.variable() == Some(symbol));
            mentions.then_some(false)
        }
    }
}
