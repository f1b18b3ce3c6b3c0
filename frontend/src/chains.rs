//! Assignments whose values are assigned on: `m->re = m->im = NULL;`.
//!
//! `a = b = e` does what `b = e; a = b;` does where reading `b` gives what was just written there: C leaves open what happens where one
//! target depends on another one.

use crate::facts::allocation::is_null;
use crate::rows::is_same;
use crate::syntax::fold;
use crate::syntax::tree::{Expression, ExpressionKind, SymbolId, Symbols};
use crate::syntax::types::{Type, TypeKind};

/// The targets of `a = b = 0` in the order in which they are assigned, and the constant that each can hold.
pub fn of_constant<'a>(
    expression: &'a Expression,
    symbols: &Symbols,
) -> Option<(Vec<&'a Expression>, &'a Expression)> {
    let (targets, value) = expression.chain();
    let constant = fold::constant(value, symbols)?;
    let holds = |target: &&Expression| match target.type_.integer() {
        Some(integer) => {
            let (least, largest) = integer.range();
            least <= constant && constant <= largest && integer.bits > 1
        }
        None => target.type_.is_arithmetic() && constant.unsigned_abs() < 1 << 24,
    };
    (targets.len() > 1 && targets.iter().all(holds)).then_some((targets, value))
}

/// What `a = b = e` assigns, with the targets, in order: to all of them `e` if that comes to the same, as a constant does, or a variable
/// that `keeps` its value meanwhile; else to each what the one before has got. `None` for pointers, unless they become null.
pub fn links<'a>(
    expression: &'a Expression,
    symbols: &Symbols,
    keeps: &dyn Fn(SymbolId) -> bool,
) -> Option<Vec<(&'a Expression, &'a Expression)>> {
    let (targets, value) = expression.chain();
    let is_pointer = |target: &&Expression| matches!(target.type_.kind, TypeKind::Pointer(_));
    let are_null = is_null(value) && targets.iter().all(is_pointer);
    let are_numbers = targets.iter().all(|target| target.type_.is_arithmetic());
    let are_places = targets.iter().all(|target| is_place(target));
    (are_places && (are_null || are_numbers)).then_some(())?;
    let is_other = |symbol: SymbolId| targets.iter().all(|target| target.variable() != Some(symbol));
    let are_alike = || targets.windows(2).all(|two| is_same(&two[0].type_, &two[1].type_));
    let is_repeated = are_null
        || of_constant(expression, symbols).is_some()
        || are_alike() && value.variable().is_some_and(|symbol| is_other(symbol) && keeps(symbol));
    let first = std::iter::once(value);
    let values: Vec<_> = match is_repeated {
        true => first.cycle().take(targets.len()).collect(),
        false => first.chain(targets.iter().copied()).collect(),
    };
    Some(targets.into_iter().zip(values).collect())
}

/// Whether an expression is a variable, or a member that names lead to, and gives what was written there last.
fn is_place(target: &Expression) -> bool {
    let is_ordinary = target.type_.is_ordinary() && target.type_.target().is_none_or(Type::is_ordinary);
    is_ordinary
        && match &target.kind {
            ExpressionKind::Variable(_) => true,
            ExpressionKind::Member(_, inner) => is_place(inner),
            _ => false,
        }
}
