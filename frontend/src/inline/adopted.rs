//! Functions that make what a pointer of their caller's leads to, or a structure: `double *v = ramp(n);`.
//!
//! In the block for such a call the function's own variable, which it returns at its end, is the caller's: that gets no other value
//! meanwhile, and nobody else knows either of them.

use diagnostics::Span;

use super::Parsed;
use super::asked::Asked;
use super::callee::{Callee, Form};
use crate::facts::changes::addresses_taken;
use crate::rows::is_same;
use crate::syntax::tree::{SymbolId, SymbolKind};
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

/// Why a function with another result stays.
const NO_NUMBER: &str = "its value is no number";

/// The variable that becomes `callers`, in a function that is called where `is_addressed` tells of whose variables others may know.
///
/// # Errors
/// Why there is none, as a phrase.
pub fn adopted(
    parsed: Parsed,
    callee: &Callee,
    asked: &Asked,
    callers: SymbolId,
    is_addressed: &dyn Fn(SymbolId) -> bool,
) -> Result<Adopted, String> {
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
    let own = returned.value.variable().filter(|_| ends.is_empty()).ok_or(NO_NUMBER)?;
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
            Ok(Adopted { own, callers, dropped: Span::new(places.declaration.start, end) })
        }
        _ => Err(NO_NUMBER.into()),
    }
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
