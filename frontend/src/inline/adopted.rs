//! Functions that make what a pointer of their caller's leads to, or a structure: `double *v = ramp(n);`.
//!
//! In the block for such a call the function's own variable, which it returns at its end, is the caller's: that gets no other value
//! meanwhile, and nobody else knows either of them. Where the function gives up, `if (!out) return NULL;`, and its caller asks for that
//! right behind the call, `if (!v) return 1;`, what the caller does then stands in the block, and the caller asks no more.

use diagnostics::Span;

use super::Parsed;
use super::asked::Asked;
use super::callee::{Callee, End, Form};
use crate::facts::allocation::{is_null, null_where};
use crate::facts::changes::{Change, addresses_taken, changes};
use crate::rows::is_same;
use crate::syntax::tree::{Expression, Statement, SymbolId, SymbolKind, Symbols};
use crate::syntax::types::{Type, TypeKind};

/// A pointer or a structure of a function that is one of its caller's.
#[derive(Clone, Copy, Debug)]
pub struct Adopted {
    /// The function's.
    pub own: SymbolId,
    /// The caller's.
    pub callers: SymbolId,
    /// What goes where the function declares it: the type, or all if it gets no value there.
    pub dropped: Span,
}

/// What the caller's variable has where the function ends early.
#[derive(Clone, Copy, Debug)]
pub enum Ending {
    /// What it should.
    Given,
    /// Not yet null, which is written so.
    Null(Span),
    /// Null, for which the caller does this.
    Leaves(Span),
}

/// Why a function with another result stays.
const NO_NUMBER: &str = "its value is no number";

/// The variable that becomes `callers`, in a function that is called where `is_addressed` tells of whose variables others may know, with
/// what that has where the function ends early; and whether what the caller asks right behind is asked there.
///
/// # Errors
/// Why there is none, as a phrase.
pub fn adopted(
    parsed: Parsed,
    callee: &Callee,
    asked: &Asked,
    callers: SymbolId,
    is_addressed: &dyn Fn(SymbolId) -> bool,
) -> Result<(Adopted, Vec<Ending>, bool), String> {
    let symbols = &parsed.resolved.symbols;
    let mut is_named = false;
    for argument in asked.arguments {
        argument.walk(&mut |part| is_named |= part.variable() == Some(callers));
    }
    if is_named || is_addressed(callers) {
        return Err("it gets what its result goes to".into());
    }
    let Form::Statements { ends, returned: Some(returned), .. } = &callee.form else {
        return Err(NO_NUMBER.into());
    };
    let own = returned.value.variable().ok_or(NO_NUMBER)?;
    let known = &symbols[own];
    let places = known.declared.filter(|places| !places.shared && !places.is_member);
    let places = places.filter(|places| callee.function.body.span.contains(places.declaration));
    let is_own = known.kind == SymbolKind::Local { is_static: false }
        && !addresses_taken(&callee.function.body, symbols).contains_key(&own);
    match places {
        Some(places) if is_own && are_same(&known.type_, &symbols[callers].type_) => {
            let end = match known.initializer {
                Some(_) => known.name_span.start,
                None => places.declaration.end,
            };
            let dropped = Span::new(places.declaration.start, end);
            let endings: Option<Vec<_>> = ends.iter().map(|it| ending(it, own)).collect();
            let mut endings = endings.ok_or(NO_NUMBER)?;
            let left = asked.if_null(parsed).and_then(|then| {
                let is_there = is_there_at_end(parsed, callee, ends, own);
                let each = ends
                    .iter()
                    .zip(&endings)
                    .map(|(end, ending)| leaves(end, *ending, (own, callers), then, symbols));
                each.collect::<Option<Vec<_>>>().filter(|_| is_there)
            });
            let is_asked_there = left.is_some();
            endings = left.unwrap_or(endings);
            Ok((Adopted { own, callers, dropped }, endings, is_asked_there))
        }
        _ => Err(NO_NUMBER.into()),
    }
}

/// What `own` has where the function ends early.
fn ending(end: &End, own: SymbolId) -> Option<Ending> {
    let returned = end.returned?;
    match returned.value.variable() {
        Some(symbol) => (symbol == own).then_some(Ending::Given),
        None if !is_null(returned.value) => None,
        None if is_null_alone(end.test, own) => Some(Ending::Given),
        None => Some(Ending::Null(returned.span)),
    }
}

/// Whether a condition asks for nothing but whether a pointer is null.
fn is_null_alone(condition: &Expression, pointer: SymbolId) -> bool {
    let asked = null_where(condition).unwrap_or_default();
    matches!(asked.as_slice(), [only] if only.variable() == Some(pointer))
}

/// Where the function ends early with a null pointer, what the caller does then, if it needs no more than to know that.
fn leaves(
    end: &End,
    ending: Ending,
    (own, callers): (SymbolId, SymbolId),
    then: &Statement,
    symbols: &Symbols,
) -> Option<Ending> {
    let is_left = match ending {
        Ending::Given => is_null_alone(end.test, own),
        _ => !then.mentions(callers, symbols),
    };
    is_left.then_some(Ending::Leaves(then.span))
}

/// Whether a pointer is known not to be null where its function ends: it was asked for, and has got no other value since.
fn is_there_at_end(parsed: Parsed, callee: &Callee, ends: &[End], own: SymbolId) -> bool {
    let is_asked = |end: &&End| {
        let null = null_where(end.test).unwrap_or_default();
        null.iter().any(|it| it.variable() == Some(own))
    };
    let Some(asked) = ends.iter().rfind(is_asked) else { return false };
    let own = |change: &&Change| change.symbol == own && change.is_whole;
    let all = changes(&callee.function.body, &parsed.resolved.symbols);
    all.iter().filter(own).all(|change| change.place.end <= asked.statement.start)
}

/// Whether both are such structures, or lead to memory that is read the same.
fn are_same(one: &Type, other: &Type) -> bool {
    let are_structures = matches!(one.kind, TypeKind::Record(_)) && is_same(one, other);
    let is_plain = |type_: &Type| !type_.qualifiers.constant && !type_.qualifiers.volatile;
    are_structures && is_plain(one) && is_plain(other) || are_same_pointers(one, other)
}

/// Whether both lead to memory that is read the same.
fn are_same_pointers(one: &Type, other: &Type) -> bool {
    match (&one.kind, &other.kind) {
        (TypeKind::Pointer(one), TypeKind::Pointer(other)) => {
            one.qualifiers.constant == other.qualifiers.constant
                && (is_same(one, other) || are_same_pointers(one, other))
        }
        _ => false,
    }
}
