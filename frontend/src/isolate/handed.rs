//! Functions to which their callers may hand over an array that is in the memory space of their isolated statements already
//! (Guelton, Amini, Creusillet, *Beyond Do Loops*, section 4.1): transfers at the entry and at the exits move to the calls.
//!
//! Sound where all calls are known, nothing but the isolated statements uses the parameter, the function uses no
//! variable of the file, and evaluating the arguments changes nothing.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::Span;

use super::Isolated;
use super::barriers::Barrier;
use super::stretches::{User, body};
use crate::facts::Surroundings;
use crate::region::Region;
use crate::syntax::tree::{
    Expression, ExpressionKind, Function, Statement, StatementKind, SymbolId, SymbolKind, Symbols,
};

/// A parameter that callers may hand over in another memory space.
#[derive(Clone, Debug)]
pub struct HandedOver {
    /// The isolated statements in it that use the parameter.
    pub users: Vec<User>,
    /// The names of integers that never change in the function.
    pub fixed: BTreeSet<String>,
    /// All calls.
    pub calls: Vec<Handing>,
}

/// A call, a statement of its own.
#[derive(Clone, Debug)]
pub struct Handing {
    /// As a statement that could be isolated.
    pub place: Isolated,
    /// The array that is handed over.
    pub array: SymbolId,
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub argument: Span,
    /// What is handed over for the function's integers, where that is simple.
    pub numbers: BTreeMap<String, Argument>,
}

/// An integer that is handed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A literal.
    Number(i64),
    /// A variable of the same type, which nobody else knows.
    Variable(String),
}

/// See [`crate::Unit::handed_over`].
pub fn handed_over(
    around: Surroundings<'_>,
    sites: &[Isolated],
    array: SymbolId,
    users: &[usize],
) -> Option<Result<HandedOver, Barrier>> {
    let symbols = around.symbols();
    let function = around.function();
    let position = function.parameters.iter().position(|parameter| *parameter == array)?;
    if !is_called(around, function) {
        return None;
    }
    let at = |place: Span, why: String| Some(Err(Barrier { place, why }));
    // what is in the way there keeps the array from staying at all
    let (users, fixed) = body(around, sites, array, users).ok()?;
    if !is_static(around, function) {
        let why = format!("other files may call `{}`; `static` would say that they don't", function.name);
        return at(symbols[function.symbol].name_span, why);
    }
    let mut shared = around.index.occurrences.iter().filter(|(symbol, _)| is_shared(symbols, **symbol));
    if let Some((symbol, _)) = shared.next() {
        return at(function.span, format!("`{}` uses `{}`", function.name, symbols[*symbol].name));
    }
    let calls = match calls(around, function, position) {
        Ok(calls) => calls,
        Err(barrier) => return Some(Err(barrier)),
    };
    Some(Ok(HandedOver { users, fixed, calls }))
}

fn is_called(around: Surroundings<'_>, function: &Function) -> bool {
    let mut found = false;
    for caller in &around.translation.resolved.functions {
        caller.body.walk_expressions(around.symbols(), &mut |expression| {
            if let ExpressionKind::Call(callee, _) = &expression.kind {
                found |= callee.variable() == Some(function.symbol);
            }
        });
    }
    found
}

fn is_static(around: Surroundings<'_>, function: &Function) -> bool {
    let text = around.map.text();
    let tokens = around.translation.table.within(function.span);
    tokens
        .iter()
        .map(|token| token.span.of(text))
        .take_while(|text| *text != function.name)
        .any(|it| it == "static")
}

/// Whether a variable is one that calls have in common.
fn is_shared(symbols: &Symbols, symbol: SymbolId) -> bool {
    matches!(symbols[symbol].kind, SymbolKind::Global | SymbolKind::Local { is_static: true })
}

/// All calls of `function`, if nothing else is done with it; the array is the argument at `position`.
fn calls(around: Surroundings<'_>, function: &Function, position: usize) -> Result<Vec<Handing>, Barrier> {
    let resolved = &around.translation.resolved;
    let mut found = Vec::new();
    let mut called = BTreeSet::new();
    for (index, caller) in resolved.functions.iter().enumerate() {
        let mut statements: Vec<(&Statement, &Expression, &[Expression])> = Vec::new();
        caller.body.walk(&mut |statement| {
            if let StatementKind::Expression(Some(call)) = &statement.kind
                && let ExpressionKind::Call(callee, arguments) = &call.kind
                && callee.variable() == Some(function.symbol)
            {
                statements.push((statement, callee, arguments));
            }
        });
        for (statement, callee, arguments) in statements {
            if index == around.region.function_index {
                let why = format!("`{}` calls itself", function.name);
                return Err(Barrier { place: callee.span, why });
            }
            called.insert(callee.span.start);
            found.push(handing(around, function, (index, caller), statement, arguments, position)?);
        }
    }
    let text = around.map.text();
    let tokens = &around.translation.table.tokens;
    let own = resolved.symbols[function.symbol].name_span;
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.span.of(text) == function.name) {
        let near =
            |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("", |token| token.span.of(text));
        let is_in_body = resolved.functions.iter().any(|other| other.body.span.contains(token.span));
        let is_prototype = !is_in_body
            && near(Some(at + 1)) == "("
            && !["=", ",", "(", "{", "&"].contains(&near(at.checked_sub(1)));
        if token.span != own && !is_prototype && !called.contains(&token.span.start) {
            let why = format!("`{}` is more than called here", function.name);
            return Err(Barrier { place: token.span, why });
        }
    }
    Ok(found)
}

fn handing(
    around: Surroundings<'_>,
    function: &Function,
    (index, caller): (usize, &Function),
    statement: &Statement,
    arguments: &[Expression],
    position: usize,
) -> Result<Handing, Barrier> {
    let symbols = around.symbols();
    let refuse = |place: Span, why: &str| Err(Barrier { place, why: why.to_string() });
    let Some(argument) = arguments.get(position) else {
        return refuse(statement.span, "this call has too few arguments");
    };
    let Some(array) = argument.variable() else {
        return refuse(argument.span, "what is handed over isn't an array's name");
    };
    let mut mentions = 0;
    let mut changes = None;
    for part in arguments {
        part.walk(&mut |part| {
            mentions += usize::from(part.variable() == Some(array));
            let is_effect = matches!(
                part.kind,
                ExpressionKind::Assign(..)
                    | ExpressionKind::Increment { .. }
                    | ExpressionKind::Call(..)
                    | ExpressionKind::Other(..)
            );
            changes = changes.or(is_effect.then_some(part.span));
        });
    }
    if let Some(place) = changes {
        return refuse(place, "this argument may change something");
    }
    if mentions > 1 {
        return refuse(statement.span, "the array is handed over twice");
    }
    let numbers = function.parameters.iter().zip(arguments);
    let numbers = numbers.filter_map(|(formal, value)| {
        Some((symbols[*formal].name.clone(), number(around, caller, *formal, value)?))
    });
    let line = |place: usize| around.map.locate(place).line;
    let lines = (line(statement.span.start), line(statement.span.end.saturating_sub(1)));
    let name = caller.name.clone();
    let own = around.region.clone();
    let region = Region { function: name, span: statement.span, lines, function_index: index, ..own };
    Ok(Handing {
        place: Isolated { pragma: statement.span, region },
        array,
        name: symbols[array].name.clone(),
        argument: argument.span,
        numbers: numbers.collect(),
    })
}

fn number(
    around: Surroundings<'_>,
    caller: &Function,
    formal: SymbolId,
    value: &Expression,
) -> Option<Argument> {
    if let ExpressionKind::Integer(value) = value.kind {
        return i64::try_from(value).ok().map(Argument::Number);
    }
    let (symbols, variable) = (around.symbols(), value.variable()?);
    let declared = &symbols[variable];
    let is_plain = matches!(declared.kind, SymbolKind::Local { is_static: false } | SymbolKind::Parameter);
    let mut is_known = false;
    caller.body.walk_expressions(symbols, &mut |part| {
        if let ExpressionKind::Unary(crate::syntax::tree::UnaryOperator::Address, operand) = &part.kind {
            is_known |= operand.variable() == Some(variable);
        }
    });
    let same = declared.type_.integer()?.spelling == symbols[formal].type_.integer()?.spelling;
    (is_plain && !is_known && same).then(|| Argument::Variable(declared.name.clone()))
}
