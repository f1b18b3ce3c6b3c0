//! Functions of the file that obtain a block, and do nothing else: `float *p = xmalloc(n * sizeof *p);`.
//!
//! The trees have what such a function calls in the place of its calls, `malloc` or `calloc` with the argument for the parameter, so that all
//! that follows knows the block. The text keeps the calls. Where the block gets another size, that is asked of the same
//! function ([`crate::syntax::resolve::Resolved::obtained`]): where there is no memory, it does what it did.

use std::collections::{BTreeMap, HashMap};

use diagnostics::Span;
use polyhedral::Obtained;

use crate::facts::allocation::is_fresh;
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, Function, Initializer, Statement, StatementKind,
    SymbolId, SymbolKind, Symbols,
};
use crate::translation::Translation;
use crate::wrappers::is_check_of;

/// Such a function.
struct Allocator {
    name: String,
    parameter: SymbolId,
    /// The call of `malloc` or `calloc`.
    obtained: Expression,
    /// How many bytes one is that it counts.
    unit: u64,
}

/// Finds such functions, and replaces their calls.
pub fn look_through(translation: &mut Translation) {
    let resolved = &mut translation.resolved;
    let symbols = &resolved.symbols;
    let known = |function: &Function| Some((function.symbol, allocator(function, symbols)?));
    let allocators: BTreeMap<SymbolId, Allocator> = resolved.functions.iter().filter_map(known).collect();
    if allocators.is_empty() {
        return;
    }
    let mut found = HashMap::new();
    resolved.change_expressions(&mut |resolved, expression| {
        let ExpressionKind::Call(callee, arguments) = &expression.kind else { return };
        let Some(allocator) = callee.variable().and_then(|callee| allocators.get(&callee)) else { return };
        let [argument] = arguments.as_slice() else { return };
        if !argument.type_.is_arithmetic() || expression.span.is_empty() {
            return;
        }
        found.insert(expression.span, Obtained { by: allocator.name.clone(), unit: allocator.unit });
        let mut obtained = allocator.obtained.clone();
        obtained.change(&mut |part| {
            part.span = Span::new(expression.span.start, expression.span.start);
            if part.variable() == Some(allocator.parameter) {
                // converted as a call does
                part.type_ = resolved.symbols[allocator.parameter].type_.clone();
                part.kind = ExpressionKind::Cast(Box::new(argument.clone()));
            }
        });
        *expression = Expression { kind: obtained.kind, ..expression.clone() };
    });
    resolved.obtained = found;
}

/// A function as one that does nothing but to obtain a block, and to give up without it.
fn allocator(function: &Function, symbols: &Symbols) -> Option<Allocator> {
    let [parameter] = function.parameters.as_slice() else { return None };
    symbols[*parameter].type_.integer()?;
    let StatementKind::Block(list) = &function.body.kind else { return None };
    let (last, before) = list.split_last()?;
    let StatementKind::Other(Construct::Return, results, _) = &last.kind else { return None };
    let [result] = results.as_slice() else { return None };
    let obtained = match before {
        [] => result,
        [declaration, checks @ ..] => {
            let pointer = result.without_casts().variable()?;
            checks.iter().all(|check| is_check_of(pointer, check, symbols)).then_some(())?;
            declared(declaration, pointer, symbols)?
        }
    };
    let obtained = obtained.without_casts();
    is_fresh(obtained, symbols).then_some(())?;
    let ExpressionKind::Call(_, arguments) = &obtained.kind else { return None };
    let mut unit = Some(1);
    let mut counts = 0;
    for argument in arguments {
        factors(argument, &mut |factor| match &factor.kind {
            ExpressionKind::Variable(symbol) if symbol == parameter => counts += 1,
            ExpressionKind::SizeOf(type_, _) => {
                unit = unit
                    .zip(type_.scalar_bytes())
                    .and_then(|(unit, bytes): (u64, u64)| unit.checked_mul(bytes));
            }
            ExpressionKind::Integer(1) => {}
            _ => unit = None,
        });
    }
    let (name, parameter, obtained) = (function.name.clone(), *parameter, obtained.clone());
    (counts == 1).then_some(Allocator { name, parameter, obtained, unit: unit? })
}

/// The factors of a product of integers.
fn factors<'a>(value: &'a Expression, visit: &mut dyn FnMut(&'a Expression)) {
    match &value.kind {
        ExpressionKind::Cast(inner) if value.type_.integer().is_some() => factors(inner, visit),
        ExpressionKind::Binary(BinaryOperator::Multiply, left, right) => {
            factors(left, visit);
            factors(right, visit);
        }
        _ => visit(value),
    }
}

/// The value of the only variable that a statement declares.
fn declared<'a>(statement: &Statement, pointer: SymbolId, symbols: &'a Symbols) -> Option<&'a Expression> {
    let StatementKind::Declaration(list) = &statement.kind else { return None };
    let [only] = list.as_slice() else { return None };
    let known = &symbols[only.symbol];
    let is_it = only.symbol == pointer && known.kind == SymbolKind::Local { is_static: false };
    match &known.initializer {
        Some(Initializer::Value(value)) if is_it => Some(value),
        _ => None,
    }
}
