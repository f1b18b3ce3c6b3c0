//! Functions of the file that exchange what two pointers hold: `swap(&old, &new);` for `t = old; old = new; new = t;`.
//!
//! The trees have these three statements in the place of such a call, with a variable of their own, so that all that follows sees pointers
//! that change places, and nobody takes their addresses. The text keeps the call.

use std::collections::BTreeMap;

use diagnostics::Span;

use crate::rows::is_same;
use crate::syntax::resolve::Resolved;
use crate::syntax::tree::{
    Declaration, Expression, ExpressionKind, Function, Initializer, Statement, StatementKind, Symbol,
    SymbolId, SymbolKind, Symbols, UnaryOperator,
};
use crate::syntax::types::{Type, TypeKind};

/// What a variable is called that no text declares.
const HELD: &str = "exchanged";

/// Finds such functions, and replaces their calls; in the functions without an isolated statement, since what is copied for
/// one is told by its text.
pub fn look_through(resolved: &mut Resolved, isolated: &[Span]) {
    let swaps: BTreeMap<SymbolId, Type> = resolved
        .functions
        .iter()
        .filter_map(|function| Some((function.symbol, exchanged(function, &resolved.symbols)?)))
        .collect();
    if swaps.is_empty() {
        return;
    }
    let mut functions = std::mem::take(&mut resolved.functions);
    for function in &mut functions {
        if !isolated.iter().any(|place| function.span.contains(*place)) {
            function.body.change_each(&mut |statement| {
                if let StatementKind::Expression(Some(call)) = &statement.kind
                    && let Some(steps) = steps(call, statement.span, &swaps, resolved)
                {
                    statement.kind = StatementKind::Block(steps);
                }
            });
        }
    }
    resolved.functions = functions;
}

/// The type of the pointers of which a function exchanges two: `T *t = *a; *a = *b; *b = t;`.
fn exchanged(function: &Function, symbols: &Symbols) -> Option<Type> {
    let StatementKind::Block(list) = &function.body.kind else { return None };
    let [one, other] = function.parameters.as_slice() else { return None };
    let type_ = symbols[*one].type_.target().filter(|it| is_pointer(it))?;
    let is_one = symbols[*other].type_.target().is_some_and(|other| is_same(type_, other));
    let (first, rest) = list.split_first()?;
    let StatementKind::Declaration(declared) = &first.kind else { return None };
    let [Declaration { symbol: held, .. }] = declared.as_slice() else { return None };
    let held = *held;
    let value = match &symbols[held].initializer {
        Some(Initializer::Value(value)) => Some(value),
        Some(Initializer::List(_)) => return None,
        None => None,
    };
    let mut steps: Vec<(&Expression, &Expression)> = Vec::new();
    for statement in rest {
        let StatementKind::Expression(Some(expression)) = &statement.kind else { return None };
        let ExpressionKind::Assign(None, target, value) = &expression.kind else { return None };
        steps.push((target, value));
    }
    let is_held = |it: &Expression| it.variable() == Some(held);
    let leads = |it: &Expression, parameter: SymbolId| match &it.kind {
        ExpressionKind::Unary(UnaryOperator::Dereference, pointer) => pointer.variable() == Some(parameter),
        _ => false,
    };
    let (value, steps) = match (value, steps.as_slice()) {
        (Some(value), steps) => (value, steps),
        (None, [(target, value), steps @ ..]) if is_held(target) => (*value, steps),
        _ => return None,
    };
    let [(first, second), (last, back)] = steps else { return None };
    let is_exchange = |one, other| {
        leads(value, one) && leads(first, one) && leads(second, other) && leads(last, other) && is_held(back)
    };
    let is_own =
        symbols[held].kind == SymbolKind::Local { is_static: false } && is_pointer(&symbols[held].type_);
    let exchanges = is_exchange(*one, *other) || is_exchange(*other, *one);
    (is_one && is_own && exchanges).then(|| type_.clone())
}

fn is_pointer(type_: &Type) -> bool {
    matches!(type_.kind, TypeKind::Pointer(_)) && type_.is_ordinary()
}

/// The statements that a call stands for.
fn steps(
    call: &Expression,
    span: Span,
    swaps: &BTreeMap<SymbolId, Type>,
    resolved: &mut Resolved,
) -> Option<Vec<Statement>> {
    let ExpressionKind::Call(callee, arguments) = &call.kind else { return None };
    let type_ = swaps.get(&callee.variable()?)?;
    let [one, other] = arguments.as_slice() else { return None };
    let (one, other) = (variable(one)?, variable(other)?);
    let fits = |pointer: &Expression| is_same(&pointer.type_, type_);
    if !fits(one) || !fits(other) || one.variable() == other.variable() || call.span.is_empty() {
        return None;
    }
    let here = Span::new(span.start, span.start);
    let held = SymbolId(resolved.symbols.0.len());
    resolved.symbols.0.push(Symbol {
        is_fixed: false,
        name: HELD.to_owned(),
        kind: SymbolKind::Local { is_static: false },
        type_: type_.clone(),
        name_span: here,
        initializer: Some(Initializer::Value(one.clone())),
        declared: None,
    });
    let back = Expression { kind: ExpressionKind::Variable(held), span: here, type_: type_.clone() };
    let assign = |target: &Expression, value: Expression| {
        let kind = ExpressionKind::Assign(None, Box::new(target.clone()), Box::new(value));
        StatementKind::Expression(Some(Expression { kind, span: call.span, type_: type_.clone() }))
    };
    let kinds = [
        StatementKind::Declaration(vec![Declaration { symbol: held, span }]),
        assign(one, other.clone()),
        assign(other, back),
    ];
    Some(kinds.into_iter().map(|kind| Statement { kind, span }).collect())
}

/// The variable whose address an argument is.
fn variable(argument: &Expression) -> Option<&Expression> {
    match &argument.kind {
        ExpressionKind::Unary(UnaryOperator::Address, operand) => operand.variable().map(|_| &**operand),
        _ => None,
    }
}
