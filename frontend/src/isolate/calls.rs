//! The calls in an isolated statement, and the functions that they need clones of.

use std::collections::BTreeMap;

use diagnostics::{Code, Diagnostic, Span};
use polyhedral::{Call, Callee, Formal, Passed};

use super::variables::variables;
use crate::facts::Surroundings;
use crate::facts::index::Index;
use crate::refusal::{of_isolated, refusal};
use crate::region::Region;
use crate::syntax::tree::{Expression, ExpressionKind, Function, SymbolId};
use crate::syntax::types::{Type, TypeKind};

/// The calls in the region that hand over arrays, and all functions that these and their own calls reach, in the order
/// in which they are defined.
pub fn calls(around: Surroundings<'_>) -> Result<(Vec<Call>, Vec<Callee>), Vec<Diagnostic>> {
    let mut callees = BTreeMap::new();
    let calls = reached(around, &mut callees)?;
    Ok((calls, callees.into_values().flatten().collect()))
}

/// The calls in the region; what they reach is added to `callees`, by position. A function that is being looked at
/// has no entry yet.
fn reached(
    around: Surroundings<'_>,
    callees: &mut BTreeMap<usize, Option<Callee>>,
) -> Result<Vec<Call>, Vec<Diagnostic>> {
    let mut found = Vec::new();
    let mut problems = Vec::new();
    for statement in around.statements() {
        statement.walk_expressions(around.symbols(), &mut |expression| {
            if let ExpressionKind::Call(callee, arguments) = &expression.kind
                && let Some((index, function)) = definition(around, callee)
            {
                match call(around, callee, arguments, function) {
                    Ok(Some(call)) => found.push((index, function, call)),
                    Ok(None) => {}
                    Err(problem) => problems.push(problem),
                }
            }
        });
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    for (index, function, _) in &found {
        if !callees.contains_key(index) {
            callees.insert(*index, None);
            let described = callee(around, *index, function, callees)?;
            callees.insert(*index, Some(described));
        }
    }
    Ok(found.into_iter().map(|(.., call)| call).collect())
}

fn definition<'a>(around: Surroundings<'a>, callee: &Expression) -> Option<(usize, &'a Function)> {
    let symbol = callee.variable()?;
    around.translation.resolved.functions.iter().enumerate().find(|(_, function)| function.symbol == symbol)
}

/// Whether a parameter or an argument is an array.
pub fn is_array(type_: &Type) -> bool {
    matches!(type_.kind, TypeKind::Pointer(_) | TypeKind::Array(..))
}

/// A call as it stands in the text; `None` for one without arrays.
fn call(
    around: Surroundings<'_>,
    callee: &Expression,
    arguments: &[Expression],
    function: &Function,
) -> Result<Option<Call>, Diagnostic> {
    let symbols = around.symbols();
    let mut arrays = Vec::new();
    for (formal, argument) in function.parameters.iter().zip(arguments) {
        if !is_array(&symbols[*formal].type_) {
            continue;
        }
        let (base, subscripts) = argument.subscripted();
        let variable = base.variable().ok_or_else(|| {
            of_isolated(
                refusal(
                    Code::CannotIsolate,
                    "this argument isn't supported in a memory space of its own",
                    argument.span,
                    "not a name",
                )
                .with_help("pass the array itself, or a row of it: `a` or `a[i]`"),
            )
        })?;
        arrays.push(Passed {
            formal: symbols[*formal].name.clone(),
            variable: symbols[variable].name.clone(),
            prefix: subscripts.len(),
        });
    }
    let open = next_token(around, callee.span.end, "(");
    let open = open.ok_or_else(|| {
        of_isolated(refusal(Code::CannotIsolate, "this call isn't understood", callee.span, ""))
    })?;
    let call = Call { callee: function.name.clone(), name: callee.span, open, arrays };
    Ok(Some(call).filter(|call| !call.arrays.is_empty()))
}

/// The token at or behind `place`, if it is this one.
fn next_token(around: Surroundings<'_>, place: usize, text: &str) -> Option<Span> {
    let tokens = &around.translation.table.tokens;
    let token = tokens.get(tokens.partition_point(|token| token.span.start < place))?;
    (token.span.of(around.map.text()) == text).then_some(token.span)
}

fn callee(
    around: Surroundings<'_>,
    index: usize,
    function: &Function,
    callees: &mut BTreeMap<usize, Option<Callee>>,
) -> Result<Callee, Vec<Diagnostic>> {
    let region = body(around.region, index, function);
    let facts = Index::new(around.translation, around.translation.function(&region), around.map);
    let inner = Surroundings { region: &region, index: &facts, ..around };
    let mentioned = variables(inner)?;
    let calls = reached(inner, callees)?;
    let one = |problem: Diagnostic| vec![of_isolated(problem)];
    let text = around.map.text();
    let tokens = around.translation.table.within(function.span);
    let name = tokens.windows(2).find(|two| {
        two[0].span.of(text) == function.name
            && two[1].span.of(text) == "("
            && two[0].span.start < function.body.span.start
    });
    let [name, open] = name.ok_or_else(|| {
        one(refusal(Code::CannotIsolate, "this function isn't understood", function.span, ""))
    })?
    else {
        return Err(one(refusal(Code::CannotIsolate, "this function isn't understood", function.span, "")));
    };
    let mut formals = Vec::new();
    for formal in function.parameters.iter().filter(|formal| is_array(&around.symbols()[**formal].type_)) {
        formals.push(described(around, *formal, function, &mentioned).map_err(one)?);
    }
    Ok(Callee {
        name: function.name.clone(),
        definition: function.span,
        name_span: name.span,
        open: open.span,
        formals,
        calls,
    })
}

fn body(own: &Region, index: usize, function: &Function) -> Region {
    let span = function.body.children().map(|statement| statement.span).reduce(Span::to);
    Region {
        function: function.name.clone(),
        span: span.unwrap_or(function.body.span),
        function_index: index,
        ..own.clone()
    }
}

fn described(
    around: Surroundings<'_>,
    formal: SymbolId,
    function: &Function,
    mentioned: &[polyhedral::Variable],
) -> Result<Formal, Diagnostic> {
    let symbol = &around.symbols()[formal];
    let dimensions = dimensions(&symbol.type_);
    let groups = groups(around, symbol.name_span, function);
    let inner = dimensions.saturating_sub(1);
    if groups.len() < inner || groups.iter().rev().take(inner).any(Option::is_none) {
        let cause = format!("the rows of `{}` have no size in its declarator", symbol.name);
        return Err(refusal(Code::UnknownSize, cause, symbol.name_span, ""));
    }
    let widths = groups[groups.len() - inner..].iter().flatten().copied().collect();
    Ok(Formal {
        name: symbol.name.clone(),
        dimensions,
        widths,
        variable: mentioned.iter().find(|variable| variable.name == symbol.name).cloned(),
    })
}

/// The number of subscripts that lead to an element.
fn dimensions(type_: &Type) -> usize {
    match &type_.kind {
        TypeKind::Pointer(target) => 1 + dimensions(target),
        TypeKind::Array(element, _) => 1 + dimensions(element),
        _ => 0,
    }
}

/// What stands in the brackets behind the name of a parameter, outermost first; `None` for empty ones.
fn groups(around: Surroundings<'_>, name: Span, function: &Function) -> Vec<Option<Span>> {
    let text = around.map.text();
    let behind = Span::new(name.end, function.body.span.start);
    let mut groups = Vec::new();
    let (mut depth, mut inside): (usize, Option<Span>) = (0, None);
    for token in around.translation.table.within(behind) {
        match token.span.of(text) {
            "[" if depth == 0 => (depth, inside) = (1, None),
            "]" if depth == 1 => {
                depth = 0;
                groups.push(inside);
            }
            ")" if depth == 0 && groups.is_empty() => {}
            _ if depth == 0 => break,
            other => {
                inside = Some(inside.map_or(token.span, |span| span.to(token.span)));
                depth = depth + usize::from(other == "[") - usize::from(other == "]");
            }
        }
    }
    groups
}
