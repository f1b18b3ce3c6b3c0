//! Functions of the file that obtain a block, and do nothing else: `float *p = xmalloc(n * sizeof *p);`.
//!
//! The trees have what such a function calls in the place of its calls, `malloc` or `calloc` with the arguments for the parameters, so that
//! all that follows knows the block. The text keeps the calls. Where the block gets another size, that is asked of the same
//! function ([`crate::syntax::resolve::Resolved::obtained`]): where there is no memory, it does what it did. A block of which the size is more
//! than a product of the arguments, or of numbers that may be too small for another size, keeps its size.

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

/// The width of sizes.
const SIZE_BITS: u32 = 64;

/// Such a function.
struct Allocator {
    name: String,
    parameters: Vec<SymbolId>,
    /// The call of `malloc` or `calloc`.
    obtained: Expression,
    /// How many bytes one is that it counts; 0 where no other size can be asked for.
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
        let Allocator { name, parameters, unit, .. } = allocator;
        let are_numbers = arguments.iter().all(|argument| argument.type_.is_arithmetic());
        if arguments.len() != parameters.len() || !are_numbers || expression.span.is_empty() {
            return;
        }
        let others = parameters.len() - 1;
        found.insert(expression.span, Obtained { by: name.clone(), unit: *unit, others });
        let mut obtained = allocator.obtained.clone();
        obtained.change(&mut |part| {
            part.span = Span::new(expression.span.start, expression.span.start);
            let position = parameters.iter().position(|parameter| part.variable() == Some(*parameter));
            if let Some(position) = position {
                // converted as a call does
                part.type_ = resolved.symbols[parameters[position]].type_.clone();
                part.kind = ExpressionKind::Cast(Box::new(arguments[position].clone()));
            }
        });
        *expression = Expression { kind: obtained.kind, ..expression.clone() };
    });
    resolved.obtained = found;
}

/// A function as one that does nothing but to obtain a block, and to give up without it.
fn allocator(function: &Function, symbols: &Symbols) -> Option<Allocator> {
    let parameters = &function.parameters;
    let kinds: Option<Vec<_>> = parameters.iter().map(|it| symbols[*it].type_.integer()).collect();
    let kinds = kinds.filter(|kinds| !kinds.is_empty())?;
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
    for argument in arguments {
        factors(argument, &mut |factor| match &factor.kind {
            ExpressionKind::Variable(symbol) if parameters.contains(symbol) => {}
            ExpressionKind::SizeOf(type_, _) => {
                unit = unit
                    .zip(type_.scalar_bytes())
                    .and_then(|(unit, bytes): (u64, u64)| unit.checked_mul(bytes));
            }
            ExpressionKind::Integer(1) => {}
            _ => unit = None,
        });
    }
    // one of several numbers may be too small for what all of them are together
    let is_wide = parameters.len() == 1 || kinds.iter().all(|kind| kind.bits == SIZE_BITS);
    let are_counted = arguments.iter().all(|it| is_size(it, parameters))
        && parameters.iter().all(|parameter| mentions(arguments, *parameter) == 1);
    are_counted.then(|| Allocator {
        name: function.name.clone(),
        parameters: parameters.clone(),
        obtained: obtained.clone(),
        unit: unit.filter(|_| is_wide).unwrap_or(0),
    })
}

/// Whether a number is computed from parameters and constants alone.
fn is_size(value: &Expression, parameters: &[SymbolId]) -> bool {
    let mut all = true;
    value.walk(&mut |part| {
        all &= part.type_.integer().is_some()
            && match &part.kind {
                ExpressionKind::Variable(symbol) => parameters.contains(symbol) && part.type_.is_ordinary(),
                ExpressionKind::SizeOf(_, operand) => operand.is_none(),
                ExpressionKind::Integer(_) | ExpressionKind::Cast(_) | ExpressionKind::Binary(..) => true,
                _ => false,
            }
    });
    all
}

/// How often a parameter is computed with.
fn mentions(arguments: &[Expression], parameter: SymbolId) -> usize {
    let mut count = 0;
    for argument in arguments {
        argument.walk(&mut |part| count += usize::from(part.variable() == Some(parameter)));
    }
    count
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
