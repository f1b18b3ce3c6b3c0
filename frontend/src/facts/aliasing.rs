//! Which names of a region may reach the same memory.
//!
//! A pointer may reach what its values mention, and so on ([`roots`]). Two names with a common root are
//! refused in one region. What a parameter or a foreign function's result points to isn't known; such
//! a name is *anonymous* and may reach all memory that others can know of.

use std::collections::{BTreeMap, BTreeSet};

use super::Surroundings;
use super::allocation::{allocation, is_null};
use super::fresh::is_fresh_block;
use super::library::is_state;
use super::lifetime::{escapes, escapes_before_end};
use super::members::{Owner, given_by_list, leads_to_rows, member, object, owner};
use crate::syntax::tree::{Expression, ExpressionKind, SymbolId, SymbolKind, Symbols, UnaryOperator};
use crate::syntax::types::TypeKind;

/// The variables whose memory `symbol` may reach by what the function says, itself included.
pub fn roots(symbol: SymbolId, around: Surroundings<'_>) -> BTreeSet<SymbolId> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![symbol];
    while let Some(next) = waiting.pop() {
        if found.insert(next) {
            waiting.extend(sources(next, around));
        }
    }
    found
}

/// The variables that the values of a pointer mention.
fn sources(symbol: SymbolId, around: Surroundings<'_>) -> Vec<SymbolId> {
    let symbols = around.symbols();
    if symbols[symbol].type_.is_arithmetic() {
        return vec![];
    }
    let mut found = Vec::new();
    for value in around.values_before(symbol).into_iter().chain(given_by_list(symbol, around)) {
        if is_own_block(symbol, value, around) {
            continue;
        }
        mentioned(value, symbols, &mut found);
    }
    found
}

/// The pointers and arrays in a value, and what it takes addresses of. What leads to a member isn't in it, but the
/// member is.
fn mentioned(value: &Expression, symbols: &Symbols, found: &mut Vec<SymbolId>) {
    let is_memory =
        |source: SymbolId| matches!(symbols[source].type_.kind, TypeKind::Pointer(_) | TypeKind::Array(..));
    match &value.kind {
        ExpressionKind::Variable(source) => found.extend(is_memory(*source).then_some(*source)),
        ExpressionKind::Member(source, _) => {
            let is_number = value.type_.is_arithmetic();
            found.extend((!is_number && is_memory(*source)).then_some(*source));
            value.subscripted().1.into_iter().for_each(|part| mentioned(part, symbols, found));
            return;
        }
        ExpressionKind::Unary(UnaryOperator::Address, operand) => {
            found.extend(operand.subscripted().0.named());
        }
        _ => {}
    }
    value.parts().for_each(|part| mentioned(part, symbols, found));
}

/// The names among `symbols` that each have no other name among them that matters: declared `restrict`, or
/// memory of their own that no anonymous name can know of, or that nobody may change.
pub fn unaliased(symbols: &[SymbolId], around: Surroundings<'_>) -> BTreeSet<SymbolId> {
    let has_anonymous = symbols.iter().any(|&symbol| is_anonymous(symbol, around));
    let reached: BTreeMap<_, _> = symbols.iter().map(|&symbol| (symbol, roots(symbol, around))).collect();
    let mut names: BTreeMap<SymbolId, usize> = BTreeMap::new();
    reached.values().flatten().for_each(|root| *names.entry(*root).or_default() += 1);
    let has_namesake = |symbol: SymbolId| reached[&symbol].iter().any(|root| names[root] > 1);
    let alone = |symbol: SymbolId| {
        let type_ = &around.symbols()[symbol].type_;
        let is_restrict = match member(symbol, around.symbols()) {
            None => type_.qualifiers.restrict && !type_.is_arithmetic() && !leads_to_rows(type_),
            Some(_) => false,
        };
        let is_own = !is_anonymous(symbol, around) && !has_namesake(symbol);
        let are_hidden = || reached[&symbol].iter().all(|root| is_hidden(*root, around));
        is_restrict
            || is_state(symbol, around.symbols())
            || (is_own && (!has_anonymous || are_hidden() || is_constant(symbol, around)))
    };
    symbols.iter().copied().filter(|&symbol| alone(symbol)).collect()
}

/// Whether `symbol` is a pointer to memory that isn't known, and that other pointers may reach.
pub fn is_anonymous(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    match member(symbol, around.symbols()).map(owner) {
        None => {}
        Some(Owner::Object(_)) => return false,
        Some(Owner::Pointee(object)) => return is_anonymous(object, around),
        Some(Owner::Elsewhere) => {
            return given_by_list(symbol, around).is_none_or(|it| is_of_unknown(it, symbol, around));
        }
    }
    let declared = &around.symbols()[symbol];
    let is_pointer = match declared.type_.kind {
        TypeKind::Pointer(_) => true,
        TypeKind::Array(..) => declared.kind == SymbolKind::Parameter,
        _ => false,
    };
    is_pointer
        && (leads_to_rows(&declared.type_)
            || !declared.type_.qualifiers.restrict
                && allocation(symbol, around).is_none()
                && !holds_new_block(symbol, around)
                && !holds_arrays(symbol, around))
}

/// Whether the value of `member`, a pointer in a structure, may lead to memory that isn't known.
fn is_of_unknown(value: &Expression, member: SymbolId, around: Surroundings<'_>) -> bool {
    let symbols = around.symbols();
    // a structure may be set by what is in itself
    let is_another = |pointer: SymbolId| object(pointer, symbols) != object(member, symbols);
    let is_known = |pointer: SymbolId| is_another(pointer) && !is_anonymous(pointer, around);
    let pointer = value.without_casts().named();
    !is_null(value) && !is_fresh_block(value, around.translation) && !pointer.is_some_and(is_known)
}

/// Whether a value of a pointer is a block that nobody had before, or one that it gets in exchange for its own; or none.
fn is_own_block(symbol: SymbolId, value: &Expression, around: Surroundings<'_>) -> bool {
    let partners = around.index.exchanged.get(&symbol);
    let is_exchanged =
        || partners.zip(value.variable()).is_some_and(|(partners, value)| partners.contains(&value));
    is_null(value) || is_fresh_block(value, around.translation) || is_exchanged()
}

/// Whether a local pointer holds nothing but a block that a function of the file made for it, or for one with which it changed places.
fn holds_new_block(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    holds_only(symbol, around, &|value| is_own_block(symbol, value, around))
}

/// Whether a local pointer leads to nothing but arrays that the program declares.
fn holds_arrays(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let symbols = around.symbols();
    holds_only(symbol, around, &|value| {
        let array = match &value.without_casts().kind {
            ExpressionKind::Unary(UnaryOperator::Address, operand) => operand.subscripted().0.variable(),
            _ => value.without_casts().variable(),
        };
        array.is_some_and(|array| {
            symbols[array].kind.is_variable()
                && symbols[array].kind != SymbolKind::Parameter
                && matches!(symbols[array].type_.kind, TypeKind::Array(..))
        })
    })
}

/// Whether all values that a local pointer may have in the region are such.
fn holds_only(symbol: SymbolId, around: Surroundings<'_>, is_such: &dyn Fn(&Expression) -> bool) -> bool {
    let values = around.values_before(symbol);
    around.symbols()[symbol].kind == SymbolKind::Local { is_static: false }
        && around.address_taken(symbol).is_none()
        && !values.is_empty()
        && values.iter().all(|value| is_such(value))
}

/// Whether the variable itself, or all of its cells, are `const`.
fn is_constant(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let declared = &around.symbols()[symbol];
    if let Some(member) = member(symbol, around.symbols()) {
        return matches!(owner(member), Owner::Object(_)) && member.type_.innermost().qualifiers.constant;
    }
    let is_object =
        declared.kind != SymbolKind::Parameter && !matches!(declared.type_.kind, TypeKind::Pointer(_));
    is_object && declared.type_.innermost().qualifiers.constant
}

/// Whether nobody but the function can know the memory of `symbol` by its address.
fn is_hidden(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let object = object(symbol, around.symbols());
    let is_known = |symbol: SymbolId| match around.symbols()[symbol].kind {
        // what was there when it wasn't yet doesn't lead to it
        SymbolKind::Local { is_static: false } => escapes_before_end(symbol, around),
        _ => escapes(symbol, around),
    };
    // a pointer in a structure may be copied without the structure
    let is_own = || {
        let is_local = around.symbols()[object].kind != SymbolKind::Global;
        is_local && !is_known(object) && !is_known(symbol)
    };
    around.translation.resolved.kept.contains(&object) || is_own()
}
