//! Tables: variables of blocks that hold constants which nothing changes.
//!
//! `static const float kernel[5] = {…};` means the same wherever it stands, so a declaration in a region is no statement of it,
//! and may move. Values are taken for constants if they mention nothing but numbers, constants of enumerations and sizes of
//! types.

use std::collections::{HashMap, HashSet};

use super::changes::{Change, changes};
use super::occurrences::{Occurrence, Use, occurrences};
use crate::syntax::fold;
use crate::syntax::tree::{
    Expression, ExpressionKind, Function, Initializer, Symbol, SymbolId, SymbolKind, Symbols, UnaryOperator,
};
use crate::syntax::types::{ArraySize, Type, TypeKind};

/// Functions that are given a table, within one another.
const DEEPEST: usize = 4;

/// The tables among the variables that a function declares, by all that it does with them: arrays with lists of values, and
/// `static` numbers. `changes` has an entry for each that is declared.
pub fn tables(
    symbols: &Symbols,
    changes: &[Change],
    occurrences: &HashMap<SymbolId, Vec<Occurrence>>,
) -> HashSet<SymbolId> {
    let declared = changes.iter().filter(|change| change.is_declaration(symbols)).map(|change| change.symbol);
    let is_kept = |symbol: SymbolId| {
        let is_other = |change: &&Change| change.symbol == symbol && !change.is_declaration(symbols);
        let mut others = changes.iter().filter(is_other);
        let mut mentions = occurrences.get(&symbol).into_iter().flatten();
        let is_only_read = |mention: &Occurrence| matches!(mention.use_, Use::Contents | Use::Size);
        is_constant(&symbols[symbol]) || others.next().is_none() && mentions.all(is_only_read)
    };
    declared.filter(|symbol| holds_constants(&symbols[*symbol], symbols) && is_kept(*symbol)).collect()
}

/// Whether a function and a copy of it may each have a `static` variable of their own for the one that it declares: it is a
/// table, and nobody keeps its address.
pub fn may_be_copied(
    symbol: SymbolId,
    function: &Function,
    functions: &[Function],
    symbols: &Symbols,
) -> bool {
    let occurrences = occurrences(&function.body, symbols, &HashSet::new());
    let is_table = tables(symbols, &changes(&function.body, symbols), &occurrences).contains(&symbol);
    is_table && is_only_read(symbol, function, functions, symbols, DEEPEST)
}

/// Whether a function does no more with a table than to read its numbers and to hand it to functions that do no more.
fn is_only_read(
    symbol: SymbolId,
    function: &Function,
    functions: &[Function],
    symbols: &Symbols,
    depth: usize,
) -> bool {
    let mut handed = 0;
    function.body.walk_with_types(symbols, &mut |part| {
        let ExpressionKind::Call(callee, arguments) = &part.kind else { return };
        let called = functions.iter().find(|function| callee.variable() == Some(function.symbol));
        let Some(called) = called.filter(|called| depth > 0 && called.parameters.len() == arguments.len())
        else {
            return;
        };
        let given = arguments.iter().zip(&called.parameters);
        let given = given.filter(|(argument, _)| argument.without_casts().variable() == Some(symbol));
        let fits = |parameter| is_only_read(parameter, called, functions, symbols, depth - 1);
        handed += given.filter(|(_, parameter)| fits(**parameter)).count();
    });
    let all = occurrences(&function.body, symbols, &HashSet::new());
    let mentions = all.get(&symbol).map_or(&[][..], Vec::as_slice);
    let is_used = |mention: &Occurrence| matches!(mention.use_, Use::Contents | Use::Size | Use::Escape);
    let escapes = mentions.iter().filter(|mention| mention.use_ == Use::Escape).count();
    mentions.iter().all(is_used) && escapes == handed
}

/// Whether a variable is one of numbers that are `const`.
pub fn is_constant(symbol: &Symbol) -> bool {
    symbol.type_.innermost().qualifiers.constant
}

/// Whether a variable of a block starts with constants: the same whenever and wherever it is declared.
pub fn holds_constants(symbol: &Symbol, symbols: &Symbols) -> bool {
    let is_plain = |type_: &Type| !type_.qualifiers.volatile && !type_.qualifiers.atomic;
    let element = symbol.type_.innermost();
    let is_known = |value: &Expression| is_constant_value(value, symbols);
    let is_listed = match (&symbol.kind, &symbol.initializer) {
        (SymbolKind::Local { .. }, Some(Initializer::List(values))) => {
            has_extents(&symbol.type_, symbols)
                && matches!(symbol.type_.kind, TypeKind::Array(..))
                && values.iter().all(is_known)
        }
        (SymbolKind::Local { is_static: true }, Some(Initializer::Value(value))) => {
            symbol.type_.is_arithmetic() && is_known(value)
        }
        _ => false,
    };
    is_listed && element.is_arithmetic() && is_plain(element) && is_plain(&symbol.type_)
}

fn has_extents(type_: &Type, symbols: &Symbols) -> bool {
    match &type_.kind {
        TypeKind::Array(element, ArraySize::Elements(count)) => {
            is_constant_value(count, symbols)
                && fold::constant(count, symbols).is_some()
                && has_extents(element, symbols)
        }
        TypeKind::Array(..) => false,
        _ => true,
    }
}

fn is_constant_value(value: &Expression, symbols: &Symbols) -> bool {
    let mut all = true;
    value.walk(&mut |part| {
        all &= match &part.kind {
            ExpressionKind::Variable(symbol) => {
                matches!(symbols[*symbol].kind, SymbolKind::EnumerationConstant(_))
            }
            ExpressionKind::Unary(operator, _) => {
                !matches!(operator, UnaryOperator::Address | UnaryOperator::Dereference)
            }
            ExpressionKind::Other(what, _) => matches!(*what, "this literal" | "this character"),
            ExpressionKind::SizeOf(_, None) => fold::constant(part, symbols).is_some(),
            ExpressionKind::Integer(_)
            | ExpressionKind::Floating
            | ExpressionKind::Binary(..)
            | ExpressionKind::Cast(_)
            | ExpressionKind::Conditional(..) => part.type_.is_arithmetic(),
            _ => false,
        };
    });
    all
}
