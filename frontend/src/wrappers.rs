//! Functions of the file that obtain a structure on the heap and set its members, and functions that release one.
//!
//! `image *t = new_image(w, h);` does what the function's statements do, with arguments for parameters. What they compute
//! has no place in the function that calls them, so what isn't in its text has an empty place.

use std::collections::BTreeMap;

use diagnostics::Span;

use crate::facts::allocation::{is_fresh, is_null};
use crate::facts::members::member;
use crate::structures::{is_own, path};
use crate::syntax::resolve::Resolved;
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, Function, Initializer, Statement, StatementKind,
    SymbolId, Symbols, UnaryOperator,
};
use crate::syntax::types::TypeKind;

/// What a release frees.
#[derive(Clone, Debug)]
pub struct Release {
    /// The member that holds it; `None` for the structure itself.
    member: Option<String>,
    /// The call, with the pointer of the function that calls for the argument.
    call: Expression,
}

/// What a function gives the members of the structure that it obtains, in order.
struct Constructor {
    parameters: Vec<SymbolId>,
    /// With the pointer that the function has.
    pointer: SymbolId,
    given: Vec<(String, Expression)>,
    is_zeroed: bool,
}

/// Those of a translation unit.
pub struct Wrappers {
    constructors: BTreeMap<SymbolId, Constructor>,
    /// What functions free that do nothing else.
    destructors: BTreeMap<SymbolId, Vec<Release>>,
}

impl Wrappers {
    /// Finds them.
    pub fn of(resolved: &Resolved) -> Self {
        let symbols = &resolved.symbols;
        let each = || resolved.functions.iter();
        Wrappers {
            constructors: each().filter_map(|it| Some((it.symbol, constructor(it, symbols)?))).collect(),
            destructors: each().filter_map(|it| Some((it.symbol, destructor(it, symbols)?))).collect(),
        }
    }

    /// The functions that obtain structures.
    pub fn constructors(&self) -> impl Iterator<Item = SymbolId> {
        self.constructors.keys().copied()
    }

    /// What members have where a pointer is given a structure of its own, and whether all others are zero.
    pub fn obtained(
        &self,
        value: &Expression,
        symbols: &Symbols,
    ) -> Option<(Vec<(String, Expression)>, bool)> {
        let ExpressionKind::Call(callee, arguments) = &value.without_casts().kind else { return None };
        if is_fresh(value, symbols) {
            return Some((vec![], is_zeroing(callee, symbols)));
        }
        let constructor = self.constructors.get(&callee.variable()?)?;
        let is_right = arguments.len() == constructor.parameters.len() && arguments.iter().all(is_simple);
        is_right.then_some(())?;
        let place = Span::new(value.span.start, value.span.start);
        let mut known: Vec<(String, Expression)> = Vec::new();
        for (name, value) in &constructor.given {
            let mut value = value.clone();
            value.change(&mut |part| constructor.put_in(part, arguments, &known, symbols));
            value.change(&mut |part| part.span = place);
            known.push((name.clone(), value));
        }
        Some((known, constructor.is_zeroed))
    }

    /// The pointer that a statement releases, its place, and what a function does for that, if it isn't `free`.
    pub fn release(
        &self,
        statement: &Statement,
        symbols: &Symbols,
    ) -> Option<(SymbolId, Span, Option<Vec<Release>>)> {
        let StatementKind::Expression(Some(expression)) = &statement.kind else { return None };
        let ExpressionKind::Call(callee, arguments) = &expression.kind else { return None };
        let [argument] = arguments.as_slice() else { return None };
        let pointer = argument.without_casts();
        let (symbol, callee) = (pointer.variable()?, callee.variable()?);
        if symbols[callee].name == "free" {
            return Some((symbol, pointer.span, None));
        }
        let mut releases = self.destructors.get(&callee)?.clone();
        for release in &mut releases {
            release.call.change(&mut |part| part.span = expression.span);
            if let ExpressionKind::Call(callee, arguments) = &mut release.call.kind {
                // the text names another function
                callee.span = Span::new(expression.span.start, expression.span.start);
                *arguments = vec![pointer.clone()];
            }
        }
        Some((symbol, pointer.span, Some(releases)))
    }
}

/// The calls of `free` that a release is, where members are variables; those of members that nobody mentions aren't any.
pub fn released(releases: &[Release], variables: &BTreeMap<&str, SymbolId>) -> Vec<Expression> {
    let mut calls = Vec::new();
    for release in releases {
        let mut call = release.call.clone();
        if let (Some(name), ExpressionKind::Call(_, arguments)) = (&release.member, &mut call.kind) {
            let (Some(variable), [argument]) = (variables.get(name.as_str()), arguments.as_mut_slice())
            else {
                continue;
            };
            argument.kind = ExpressionKind::Variable(*variable);
        }
        calls.push(call);
    }
    calls
}

impl Constructor {
    /// Puts the arguments, and what members have got by now, in the place of parameters and members.
    fn put_in(
        &self,
        part: &mut Expression,
        arguments: &[Expression],
        known: &[(String, Expression)],
        symbols: &Symbols,
    ) {
        let value = match &part.kind {
            ExpressionKind::Variable(symbol) => {
                let position = self.parameters.iter().position(|parameter| parameter == symbol);
                position.map(|position| &arguments[position])
            }
            ExpressionKind::Member(symbol, _) => {
                let name = member(*symbol, symbols).filter(|it| it.object == self.pointer).map(path);
                known.iter().rev().find(|(known, _)| Some(known) == name.as_ref()).map(|(_, value)| value)
            }
            _ => None,
        };
        if let Some(value) = value {
            // converted to the type of what it is assigned to
            part.kind = ExpressionKind::Cast(Box::new(value.clone()));
        }
    }
}

/// What a function does that gives its caller a structure, and nothing else.
fn constructor(function: &Function, symbols: &Symbols) -> Option<Constructor> {
    let StatementKind::Block(list) = &function.body.kind else { return None };
    let [first, between @ .., last] = list.as_slice() else { return None };
    let StatementKind::Declaration(declared) = &first.kind else { return None };
    let [declared] = declared.as_slice() else { return None };
    let pointer = declared.symbol;
    let Some(Initializer::Value(value)) = &symbols[pointer].initializer else { return None };
    let ExpressionKind::Call(callee, _) = &value.without_casts().kind else { return None };
    let is_structure =
        symbols[pointer].type_.target().is_some_and(|target| matches!(target.kind, TypeKind::Record(_)));
    let StatementKind::Other(Construct::Return, results, _) = &last.kind else { return None };
    let returns = matches!(results.as_slice(), [result] if result.variable() == Some(pointer));
    (is_structure && is_fresh(value, symbols) && returns).then_some(())?;
    let mut found = Constructor {
        parameters: function.parameters.clone(),
        pointer,
        given: vec![],
        is_zeroed: is_zeroing(callee, symbols),
    };
    for statement in between {
        match &statement.kind {
            StatementKind::Expression(Some(expression)) => {
                let ExpressionKind::Assign(None, target, value) = &expression.kind else { return None };
                let ExpressionKind::Member(symbol, _) = target.kind else { return None };
                let member = member(symbol, symbols)?;
                let name = path(member);
                let is_new = !found.given.iter().any(|(known, _)| *known == name);
                let fits = member.object == pointer && is_own(member, symbols) && is_new;
                (fits && found.is_computed(value, symbols)).then_some(())?;
                found.given.push((name, (**value).clone()));
            }
            StatementKind::If(condition, then, None) => {
                let fails = is_missing(condition, pointer, symbols) && gives_up(then, pointer, symbols);
                fails.then_some(())?;
            }
            _ => return None,
        }
    }
    Some(found)
}

impl Constructor {
    /// Whether a value is computed from parameters and members alone, or is a block of such a size.
    fn is_computed(&self, value: &Expression, symbols: &Symbols) -> bool {
        let is_known = |part: &Expression| match &part.kind {
            ExpressionKind::Variable(symbol) => self.parameters.contains(symbol),
            ExpressionKind::Member(symbol, _) => member(*symbol, symbols).is_some_and(|it| {
                it.object == self.pointer && self.given.iter().any(|(name, _)| *name == path(it))
            }),
            _ => false,
        };
        match &value.without_casts().kind {
            ExpressionKind::Call(_, arguments) if is_fresh(value, symbols) => {
                arguments.iter().all(|argument| is_made_of(argument, &is_known))
            }
            _ => is_made_of(value, &is_known),
        }
    }
}

/// Whether an expression does nothing but to compute a value from constants and parts that are known.
fn is_made_of(value: &Expression, is_known: &dyn Fn(&Expression) -> bool) -> bool {
    match &value.kind {
        ExpressionKind::Integer(_) | ExpressionKind::Floating | ExpressionKind::SizeOf(..) => true,
        ExpressionKind::Binary(..) | ExpressionKind::Cast(_) => {
            value.parts().into_iter().all(|part| is_made_of(part, is_known))
        }
        ExpressionKind::Unary(UnaryOperator::Plus | UnaryOperator::Minus, inner) => {
            is_made_of(inner, is_known)
        }
        _ => is_known(value),
    }
}

fn is_simple(argument: &Expression) -> bool {
    let is_name = |part: &Expression| {
        part.type_.is_arithmetic()
            && part.subscripted().1.is_empty()
            && matches!(part.kind, ExpressionKind::Variable(_) | ExpressionKind::Member(..))
    };
    is_made_of(argument, &is_name)
}

/// What a function frees that does nothing but to free a structure and what is in it.
fn destructor(function: &Function, symbols: &Symbols) -> Option<Vec<Release>> {
    let [pointer] = function.parameters.as_slice() else { return None };
    let StatementKind::Block(list) = &function.body.kind else { return None };
    let mut list = list.as_slice();
    // one that nobody gives null does the same without a test
    if let [test, rest @ ..] = list
        && let StatementKind::If(condition, then, None) = &test.kind
    {
        match &then.kind {
            _ if is_missing(condition, *pointer, symbols) && is_return(then) => list = rest,
            StatementKind::Block(inner) if rest.is_empty() && is_there(condition, *pointer) => list = inner,
            _ => {}
        }
    }
    let mut releases = Vec::new();
    for (position, statement) in list.iter().enumerate() {
        let (argument, call) = freed(statement, symbols)?;
        let member = match &argument.kind {
            ExpressionKind::Member(symbol, _) => {
                let member = member(*symbol, symbols).filter(|it| it.object == *pointer)?;
                Some(path(is_own(member, symbols).then_some(member)?))
            }
            ExpressionKind::Variable(symbol) if symbol == pointer && position + 1 == list.len() => None,
            _ => return None,
        };
        releases.push(Release { member, call: call.clone() });
    }
    releases.last().is_some_and(|last| last.member.is_none()).then_some(releases)
}

/// What a statement frees, and the call.
fn freed<'a>(statement: &'a Statement, symbols: &Symbols) -> Option<(&'a Expression, &'a Expression)> {
    let StatementKind::Expression(Some(call)) = &statement.kind else { return None };
    let ExpressionKind::Call(callee, arguments) = &call.kind else { return None };
    let [argument] = arguments.as_slice() else { return None };
    (symbols[callee.variable()?].name == "free").then_some((argument.without_casts(), call))
}

/// Whether a condition holds only where a pointer, or one that the structure holds, is null.
fn is_missing(condition: &Expression, pointer: SymbolId, symbols: &Symbols) -> bool {
    let is_own = |part: &Expression| match &part.kind {
        ExpressionKind::Variable(symbol) => *symbol == pointer,
        ExpressionKind::Member(symbol, _) => {
            matches!(part.type_.kind, TypeKind::Pointer(_))
                && member(*symbol, symbols).is_some_and(|it| it.object == pointer && is_own(it, symbols))
        }
        _ => false,
    };
    match &condition.kind {
        ExpressionKind::Unary(UnaryOperator::Not, operand) => is_own(operand),
        ExpressionKind::Binary(BinaryOperator::Or, left, right) => {
            is_missing(left, pointer, symbols) && is_missing(right, pointer, symbols)
        }
        ExpressionKind::Binary(BinaryOperator::Compare(polyhedral::Comparison::Equal), left, right) => {
            is_own(left) && is_null(right) || is_null(left) && is_own(right)
        }
        _ => false,
    }
}

/// Whether a condition says that a pointer isn't null.
fn is_there(condition: &Expression, pointer: SymbolId) -> bool {
    match &condition.kind {
        ExpressionKind::Variable(symbol) => *symbol == pointer,
        ExpressionKind::Binary(BinaryOperator::Compare(polyhedral::Comparison::NotEqual), left, right) => {
            left.variable() == Some(pointer) && is_null(right)
        }
        _ => false,
    }
}

fn is_return(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Block(list) => matches!(list.as_slice(), [only] if is_return(only)),
        StatementKind::Other(Construct::Return, results, _) => results.is_empty(),
        _ => false,
    }
}

/// Whether a statement does nothing but to free what was obtained and to give back null.
fn gives_up(statement: &Statement, pointer: SymbolId, symbols: &Symbols) -> bool {
    let is_end = |it: &Statement| {
        matches!(&it.kind, StatementKind::Other(Construct::Return, results, _)
            if matches!(results.as_slice(), [result] if is_null(result)))
    };
    let is_free = |it: &Statement| {
        freed(it, symbols).is_some_and(|(argument, _)| match &argument.kind {
            ExpressionKind::Variable(symbol) => *symbol == pointer,
            ExpressionKind::Member(symbol, _) => {
                member(*symbol, symbols).is_some_and(|it| it.object == pointer)
            }
            _ => false,
        })
    };
    match &statement.kind {
        StatementKind::Block(list) => match list.as_slice() {
            [frees @ .., last] => frees.iter().all(is_free) && is_end(last),
            [] => false,
        },
        _ => is_end(statement),
    }
}

/// Whether a function that obtains memory sets it to zeros.
fn is_zeroing(callee: &Expression, symbols: &Symbols) -> bool {
    callee.variable().is_some_and(|callee| symbols[callee].name == "calloc")
}
