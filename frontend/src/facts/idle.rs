//! Local variables of a region that are left without use when text is replaced.
//!
//! `int before = i - 1;` has no use any more when the subscripts that mention it are computed from `i`; compilers
//! would warn. Such a declaration can go, since nothing but its value is lost: nobody else mentions the variable,
//! and computing the value has no effect. Those without a value in their declarations are
//! set by statements that can go as well.

use std::collections::BTreeSet;

use diagnostics::Span;

use super::Surroundings;
use crate::syntax::tree::{
    Declaration, ExpressionKind, Initializer, Statement, StatementKind, SymbolId, SymbolKind,
};
use crate::syntax::types::Type;

/// A declaration that loses variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idle {
    /// The whole declaration.
    pub declaration: Span,
    /// From its first declarator to the last, with their values.
    pub declarators: Span,
    /// Those that stay.
    pub kept: Vec<Span>,
}

/// The region's declarations of variables that are mentioned in `replaced` only, or in one another, and the statements that
/// set them.
pub fn idle(around: Surroundings<'_>, replaced: &[Span]) -> Vec<Idle> {
    let declarations = declarations(around.statements());
    let mut gone: Vec<Span> = replaced.to_vec();
    let (mut idle, mut statements) = (BTreeSet::new(), Vec::new());
    let declared = declarations.iter().flat_map(|(_, list)| list.iter());
    let declared = declared.map(|it| (it.span, it.symbol, None));
    let settings = settings(around).filter(|(set, ..)| around.is_inside(*set));
    let settings = settings.map(|(set, symbol, scope)| (set, symbol, Some(scope)));
    let mut all: Vec<_> = declared.chain(settings).collect();
    // From the last on: a variable is mentioned behind its declaration, and where it is set.
    all.sort_by_key(|(place, _, scope)| (std::cmp::Reverse(place.start), scope.is_some()));
    for (place, symbol, scope) in all {
        let goes = match scope {
            None => is_idle(symbol, &gone, around),
            Some(scope) => is_gone(symbol, scope, &gone, around),
        };
        if goes {
            gone.push(place);
        }
        match scope {
            _ if !goes => {}
            None => idle.extend([symbol]),
            Some(_) => statements.push(place),
        }
    }
    let statements = statements.into_iter();
    let statements = statements.map(|place| Idle { declaration: place, declarators: place, kept: vec![] });
    without(declarations, |symbol| idle.contains(&symbol)).into_iter().chain(statements).collect()
}

/// The statements that set variables with one value at a time, the variables, and where these have that value.
fn settings(around: Surroundings<'_>) -> impl Iterator<Item = (Span, SymbolId, Span)> {
    let resolved = &around.translation.resolved;
    let rows = resolved.rows.iter().map(|row| (row.set, row.symbol, row.scope));
    let all = rows.chain(resolved.settled.iter().map(|it| (it.set, it.symbol, it.scope)));
    // a declarator holds the name that it declares
    all.filter(move |(set, symbol, _)| !set.contains(around.symbols()[*symbol].name_span))
}

/// The declarations in front of a region that are mentioned in `replaced` only, and not in the text that replaces that,
/// which names `named`.
pub fn idle_before(around: Surroundings<'_>, replaced: &[Span], named: &BTreeSet<&str>) -> Vec<Idle> {
    let body = std::slice::from_ref(&around.function().body);
    let is_before = |symbol: SymbolId| {
        let declared = &around.symbols()[symbol];
        let is_before = declared.declared.is_some_and(|it| it.declaration.end <= around.region.span.start);
        is_before && !named.contains(declared.name.as_str())
    };
    without(declarations(body), |symbol| is_before(symbol) && is_idle(symbol, replaced, around))
}

/// The function's declarations of the variables that are named at `names`.
pub fn declared_at(around: Surroundings<'_>, names: &[Span]) -> Vec<Idle> {
    let body = std::slice::from_ref(&around.function().body);
    without(declarations(body), |symbol| names.contains(&around.symbols()[symbol].name_span))
}

/// A declaration's place and its variables.
type Declarations<'a> = Vec<(Span, &'a [Declaration])>;

fn declarations(statements: &[Statement]) -> Declarations<'_> {
    let mut declarations: Declarations = Vec::new();
    for statement in statements {
        statement.walk(&mut |inner| {
            if let StatementKind::Declaration(list) = &inner.kind {
                declarations.push((inner.span, list));
            }
        });
    }
    declarations
}

/// The declarations that lose variables when those that are `gone` go.
fn without(declarations: Declarations<'_>, gone: impl Fn(SymbolId) -> bool) -> Vec<Idle> {
    let without = |(declaration, list): (Span, &[Declaration])| {
        let is_kept = |declared: &&Declaration| !gone(declared.symbol);
        let kept: Vec<_> = list.iter().filter(is_kept).map(|declared| declared.span).collect();
        let declarators = list.iter().map(|declared| declared.span).reduce(Span::to)?;
        (kept.len() < list.len()).then_some(Idle { declaration, declarators, kept })
    };
    declarations.into_iter().filter_map(without).collect()
}

/// Whether a variable is mentioned, but in the places `gone` only, and may be left out.
fn is_idle(symbol: SymbolId, gone: &[Span], around: Surroundings<'_>) -> bool {
    let declared = &around.symbols()[symbol];
    let resolved = &around.translation.resolved;
    let is_settled = resolved.rows.iter().any(|row| row.symbol == symbol)
        || resolved.settled.iter().any(|settled| settled.symbol == symbol);
    let is_fitting = is_settled || is_plain(&declared.type_) && !has_effect(symbol, around);
    let is_local = declared.kind == (SymbolKind::Local { is_static: false });
    let Some(places) = declared.declared.filter(|_| is_local && is_fitting) else { return false };
    is_gone(symbol, places.scope, gone, around)
}

/// Whether a variable is mentioned in `scope`, but in the places `gone` only.
fn is_gone(symbol: SymbolId, scope: Span, gone: &[Span], around: Surroundings<'_>) -> bool {
    let declared = &around.symbols()[symbol];
    let mentions = around.index.identifiers.get(declared.name.as_str()).into_iter().flatten();
    let mut mentions = mentions
        .filter(|place| scope.contains(**place) && **place != declared.name_span)
        .filter(|place| around.index.named.get(&place.start).is_none_or(|named| *named == symbol))
        .peekable();
    let is_mentioned = mentions.peek().is_some();
    is_mentioned && mentions.all(|place| gone.iter().any(|span| span.contains(*place)))
}

fn is_plain(type_: &Type) -> bool {
    type_.integer().is_some() && !type_.qualifiers.volatile && !type_.qualifiers.atomic
}

/// Whether the value of a declaration does more than to compute.
fn has_effect(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let mut found = false;
    match &around.symbols()[symbol].initializer {
        Some(Initializer::Value(value)) => value.walk(&mut |part| {
            found |= matches!(
                part.kind,
                ExpressionKind::Assign(..)
                    | ExpressionKind::Increment { .. }
                    | ExpressionKind::Call(..)
                    | ExpressionKind::Other(..)
            );
        }),
        _ => found = true,
    }
    found
}
