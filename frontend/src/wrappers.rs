//! Functions of the file that make a structure and set its members, and functions that release what is in one.
//!
//! `image *t = new_image(w, h);`, with the structure on the heap, and `image t = image_of(w, h);` do what the function's statements
//! do, with arguments for parameters. What they compute has no place in the function that calls them, so what isn't in its text
//! has an empty place. Where such a function ends the program for want of memory, nobody sees what follows.

use std::collections::BTreeMap;

use diagnostics::Span;

use crate::chains::links;
use crate::facts::allocation::{compared_with_null, freed, is_fresh, is_null, is_there, is_zeroing};
use crate::facts::checks::{ENDING, is_assertion, is_pure};
use crate::facts::members::member;
use crate::structures::{is_own, path};
use crate::syntax::resolve::Resolved;
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, Function, Initializer, Statement, StatementKind,
    SymbolId, SymbolKind, Symbols, UnaryOperator,
};
use crate::syntax::types::{Type, TypeKind};
use crate::translation::Translation;

/// What a function does to release something.
#[derive(Clone, Debug)]
pub struct Release {
    /// The member that holds it; `None` for the structure itself.
    member: Option<String>,
    /// The call of `free` with that as its argument, or the assignment that sets it to zero.
    expression: Expression,
}

impl Release {
    /// Whether it frees memory, rather than to say that there is none any more.
    pub fn frees(&self) -> bool {
        matches!(self.expression.kind, ExpressionKind::Call(..))
    }
}

/// What a function gives the members of the structure that it makes, in order.
struct Constructor {
    parameters: Vec<SymbolId>,
    /// The structure that the function has, or the pointer to it.
    object: SymbolId,
    given: Vec<(String, Expression)>,
    /// The values of its other variables.
    locals: BTreeMap<SymbolId, Expression>,
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
    pub fn of(translation: &Translation, text: &str) -> Self {
        let symbols = &translation.resolved.symbols;
        let each = || translation.resolved.functions.iter();
        let constructed = |it| constructor(it, translation, text);
        Wrappers {
            constructors: each().filter_map(|it| Some((it.symbol, constructed(it)?))).collect(),
            destructors: each().filter_map(|it| Some((it.symbol, destructor(it, symbols)?))).collect(),
        }
    }

    /// The functions that make structures.
    pub fn constructors(&self) -> impl Iterator<Item = SymbolId> {
        self.constructors.keys().copied()
    }

    /// The functions that release what is in a structure, or what a pointer leads to.
    pub fn destructors(&self) -> impl Iterator<Item = SymbolId> {
        self.destructors.keys().copied()
    }

    /// What members have where a pointer is given a structure of its own, or a structure one that a function made, and whether
    /// all others are zero.
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

    /// Whether a function does nothing but to release what a structure holds, and that itself perhaps.
    pub fn releases_structure(&self, function: SymbolId) -> bool {
        let releases = self.destructors.get(&function).into_iter().flatten();
        releases.into_iter().any(|release| release.member.is_some())
    }

    /// The pointer that a statement releases, or the structure, its place, and what a function does for that, if it isn't `free`.
    pub fn release(
        &self,
        statement: &Statement,
        symbols: &Symbols,
    ) -> Option<(SymbolId, Span, Option<Vec<Release>>)> {
        let StatementKind::Expression(Some(expression)) = &statement.kind else { return None };
        let ExpressionKind::Call(callee, arguments) = &expression.kind else { return None };
        let [argument] = arguments.as_slice() else { return None };
        let pointer = argument.without_casts();
        let pointer = match &pointer.kind {
            ExpressionKind::Unary(UnaryOperator::Address, structure) => structure,
            _ => pointer,
        };
        let (symbol, callee) = (pointer.variable()?, callee.variable()?);
        if symbols[callee].name == "free" {
            return Some((symbol, pointer.span, None));
        }
        let mut releases = self.destructors.get(&callee)?.clone();
        // the text names another function
        let before = Span::new(expression.span.start, expression.span.start);
        for release in &mut releases {
            release.expression.change(&mut |part| part.span = before);
            release.expression.span = expression.span;
            released_place(&mut release.expression).into_iter().for_each(|place| *place = pointer.clone());
        }
        Some((symbol, pointer.span, Some(releases)))
    }
}

/// What a call of `free` frees, or what an assignment sets.
fn released_place(expression: &mut Expression) -> Option<&mut Expression> {
    match &mut expression.kind {
        ExpressionKind::Call(_, arguments) => arguments.first_mut(),
        ExpressionKind::Assign(_, target, _) => Some(target),
        _ => None,
    }
}

/// What a release does where members are variables; it does nothing to members that nobody mentions.
pub fn released(
    releases: &[Release],
    variables: &BTreeMap<&str, SymbolId>,
    symbols: &Symbols,
) -> Vec<Expression> {
    let mut done = Vec::new();
    for release in releases {
        let mut expression = release.expression.clone();
        if let (Some(name), Some(place)) = (&release.member, released_place(&mut expression)) {
            let Some(variable) = variables.get(name.as_str()) else { continue };
            place.kind = ExpressionKind::Variable(*variable);
            place.type_ = symbols[*variable].type_.clone();
        }
        done.push(expression);
    }
    done
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
                position.map(|position| arguments[position].clone()).or_else(|| {
                    let mut value = self.locals.get(symbol)?.clone();
                    value.change(&mut |part| self.put_in(part, arguments, known, symbols));
                    Some(value)
                })
            }
            ExpressionKind::Member(symbol, _) => {
                let name = member(*symbol, symbols).filter(|it| it.object == self.object).map(path);
                let given = known.iter().rev().find(|(known, _)| Some(known) == name.as_ref());
                given.map(|(_, value)| value.clone())
            }
            _ => None,
        };
        if let Some(value) = value {
            // converted to the type of what it is assigned to
            part.kind = ExpressionKind::Cast(Box::new(value));
        }
    }
}

/// What a function does that gives its caller a structure, and nothing else.
fn constructor(function: &Function, translation: &Translation, text: &str) -> Option<Constructor> {
    let resolved = &translation.resolved;
    let symbols = &resolved.symbols;
    let StatementKind::Block(list) = &function.body.kind else { return None };
    let [between @ .., last] = list.as_slice() else { return None };
    let StatementKind::Other(Construct::Return, results, _) = &last.kind else { return None };
    let [result] = results.as_slice() else { return None };
    let object = result.variable()?;
    let mut found = Constructor {
        parameters: function.parameters.clone(),
        object,
        given: vec![],
        locals: BTreeMap::new(),
        is_zeroed: false,
    };
    let mut is_declared = false;
    for statement in between {
        match &statement.kind {
            StatementKind::Declaration(list) => {
                for declared in list {
                    let is_object = declared.symbol == object;
                    is_declared |= is_object;
                    match is_object {
                        true => found.declared(resolved)?,
                        false => found.local(declared.symbol, symbols)?,
                    }
                }
            }
            StatementKind::Expression(Some(expression)) => match &expression.kind {
                ExpressionKind::Assign(None, target, value) if is_declared => {
                    let chain = links(expression, symbols, &|_| false);
                    for (target, value) in chain.unwrap_or_else(|| vec![(target, value)]) {
                        found.assign(target, value, symbols)?;
                    }
                }
                _ => {
                    let is_assertion = is_assertion(expression, translation, text);
                    (is_assertion || is_pure(expression, translation)).then_some(())?;
                }
            },
            StatementKind::If(..) => is_check_of(object, statement, symbols).then_some(())?,
            _ => return None,
        }
    }
    is_declared.then_some(found)
}

impl Constructor {
    /// Takes the values that the structure's declaration gives it.
    fn declared(&mut self, resolved: &Resolved) -> Option<()> {
        let declared = &resolved.symbols[self.object];
        let is_structure = |type_: &Type| matches!(type_.kind, TypeKind::Record(_));
        (declared.kind == SymbolKind::Local { is_static: false }).then_some(())?;
        match (&declared.initializer, declared.type_.target()) {
            (Some(Initializer::Value(value)), Some(target)) if is_structure(target) => {
                let ExpressionKind::Call(callee, _) = &value.without_casts().kind else { return None };
                self.is_zeroed = is_zeroing(callee, &resolved.symbols);
                is_fresh(value, &resolved.symbols).then_some(())
            }
            (None, None) if is_structure(&declared.type_) => Some(()),
            (Some(Initializer::List(values)), None) if is_structure(&declared.type_) => {
                let names = resolved.listed.get(&self.object)?;
                let is_computed = |value| self.is_computed(value, &resolved.symbols);
                (names.len() == values.len() && values.iter().all(is_computed)).then_some(())?;
                self.is_zeroed = true;
                names.iter().zip(values).try_for_each(|(name, value)| self.give(name.clone(), value))
            }
            _ => None,
        }
    }

    /// Takes the value that a statement gives a member.
    fn assign(&mut self, target: &Expression, value: &Expression, symbols: &Symbols) -> Option<()> {
        let ExpressionKind::Member(symbol, _) = target.kind else { return None };
        let member = member(symbol, symbols)?;
        let is_fine = member.object == self.object && is_own(member, symbols);
        (is_fine && self.is_computed(value, symbols)).then(|| self.give(path(member), value))?
    }

    /// Takes a number that only the function has.
    fn local(&mut self, symbol: SymbolId, symbols: &Symbols) -> Option<()> {
        let declared = &symbols[symbol];
        let Some(Initializer::Value(value)) = &declared.initializer else { return None };
        let is_number =
            declared.kind == SymbolKind::Local { is_static: false } && declared.type_.is_arithmetic();
        (is_number && is_made_of(value, &|part| self.is_known(part, symbols))).then_some(())?;
        let mut converted = value.clone();
        converted.kind = ExpressionKind::Cast(Box::new(value.clone()));
        converted.type_ = declared.type_.clone();
        self.locals.insert(symbol, converted);
        Some(())
    }

    /// Gives a member its only value, but for null in front of that.
    fn give(&mut self, name: String, value: &Expression) -> Option<()> {
        let is_pointer = matches!(value.type_.kind, TypeKind::Pointer(_));
        self.given.retain(|(known, earlier)| *known != name || !is_pointer || !is_null(earlier));
        let is_new = !self.given.iter().any(|(known, _)| *known == name);
        self.given.push((name, value.clone()));
        is_new.then_some(())
    }

    /// Whether a value is computed from numbers alone, or is a block of such a size.
    fn is_computed(&self, value: &Expression, symbols: &Symbols) -> bool {
        let is_known = |part: &Expression| self.is_known(part, symbols);
        match &value.without_casts().kind {
            ExpressionKind::Call(_, arguments) if is_fresh(value, symbols) => {
                arguments.iter().all(|argument| is_made_of(argument, &is_known))
            }
            _ => is_made_of(value, &is_known),
        }
    }

    /// Whether a part of a value is a parameter, or a number that is known by now; a block has one name only.
    fn is_known(&self, part: &Expression, symbols: &Symbols) -> bool {
        let is_given = |name: String| self.given.iter().any(|(known, _)| *known == name);
        part.type_.is_arithmetic()
            && match &part.kind {
                ExpressionKind::Variable(symbol) => {
                    self.parameters.contains(symbol) || self.locals.contains_key(symbol)
                }
                ExpressionKind::Member(symbol, _) => {
                    member(*symbol, symbols).is_some_and(|it| it.object == self.object && is_given(path(it)))
                }
                _ => false,
            }
    }
}

/// Whether an expression does nothing but to compute a value from constants and parts that are known.
fn is_made_of(value: &Expression, is_known: &dyn Fn(&Expression) -> bool) -> bool {
    match &value.kind {
        ExpressionKind::Integer(_) | ExpressionKind::Floating | ExpressionKind::SizeOf(..) => true,
        ExpressionKind::Binary(..) | ExpressionKind::Cast(_) => {
            value.parts().all(|part| is_made_of(part, is_known))
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

/// What a function frees that does nothing but to free a structure, or what is in it. What it sets to zero besides, nobody looks at.
fn destructor(function: &Function, symbols: &Symbols) -> Option<Vec<Release>> {
    let [object] = function.parameters.as_slice() else { return None };
    let StatementKind::Block(list) = &function.body.kind else { return None };
    let mut list = list.as_slice();
    let mut is_tested = false;
    // one that nobody gives null does the same without a test
    if let [test, rest @ ..] = list
        && let StatementKind::If(condition, then, None) = &test.kind
    {
        match &then.kind {
            _ if is_missing(condition, *object, symbols) && then.returns_nothing() => {
                condition.walk(&mut |part| is_tested |= matches!(part.kind, ExpressionKind::Member(..)));
                list = rest;
            }
            StatementKind::Block(inner) if rest.is_empty() && is_there(condition, *object) => list = inner,
            _ => {}
        }
    }
    let own = |expression: &Expression| {
        let ExpressionKind::Member(symbol, _) = &expression.kind else { return None };
        let member = member(*symbol, symbols).filter(|it| it.object == *object)?;
        Some(path(is_own(member, symbols).then_some(member)?))
    };
    let is_copy = matches!(symbols[*object].type_.kind, TypeKind::Record(_));
    let mut releases: Vec<Release> = Vec::new();
    for statement in list {
        // nothing is left to be looked at
        if releases.last().is_some_and(|last| last.member.is_none()) {
            return None;
        }
        if let Some((argument, call)) = freed_by(statement, symbols) {
            let member = match argument.variable() {
                Some(symbol) if symbol == *object => None,
                _ => Some(own(argument)?),
            };
            releases.push(Release { member, expression: call.clone() });
            continue;
        }
        for expression in zeroed(statement)? {
            let ExpressionKind::Assign(_, target, _) = &expression.kind else { return None };
            let member = own(target)?;
            // of what isn't released under all conditions
            (!is_tested).then_some(())?;
            if !is_copy {
                releases.push(Release { member: Some(member), expression });
            }
        }
    }
    (!releases.is_empty()).then_some(releases)
}

/// The assignments that a statement consists of which does nothing but to set places to zero.
fn zeroed(statement: &Statement) -> Option<Vec<Expression>> {
    let StatementKind::Expression(Some(expression)) = &statement.kind else { return None };
    let (targets, value) = expression.chain();
    let set = |target: &Expression| {
        let zero = Expression { kind: ExpressionKind::Integer(0), ..value.clone() };
        let kind = ExpressionKind::Assign(None, Box::new(target.clone()), Box::new(zero));
        Expression { kind, type_: target.type_.clone(), ..expression.clone() }
    };
    (!targets.is_empty() && is_null(value)).then(|| targets.into_iter().map(set).collect())
}

/// What a statement frees, and the call.
fn freed_by<'a>(statement: &'a Statement, symbols: &Symbols) -> Option<(&'a Expression, &'a Expression)> {
    let StatementKind::Expression(Some(call)) = &statement.kind else { return None };
    Some((freed(call, symbols)?, call))
}

/// `if (!p) …`, where the function then gives up.
pub fn is_check_of(pointer: SymbolId, statement: &Statement, symbols: &Symbols) -> bool {
    let StatementKind::If(condition, then, None) = &statement.kind else { return false };
    is_missing(condition, pointer, symbols) && gives_up(then, pointer, symbols)
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
        ExpressionKind::Binary(BinaryOperator::And, left, right) => {
            let both = [(left, right), (right, left)];
            both.into_iter().any(|(one, other)| is_missing(one, pointer, symbols) && is_plain(other))
        }
        ExpressionKind::Binary(BinaryOperator::Compare(polyhedral::Comparison::Equal), left, right) => {
            compared_with_null(left, right).is_some_and(is_own)
        }
        _ => false,
    }
}

/// Whether nothing happens where a value is computed of variables and constants.
fn is_plain(value: &Expression) -> bool {
    let mut all = true;
    value.walk(&mut |part| {
        all &= !part.type_.qualifiers.volatile
            && matches!(
                part.kind,
                ExpressionKind::Variable(_)
                    | ExpressionKind::Member(..)
                    | ExpressionKind::Integer(_)
                    | ExpressionKind::Floating
                    | ExpressionKind::Binary(..)
                    | ExpressionKind::Cast(_)
                    | ExpressionKind::SizeOf(..)
            );
    });
    all
}

/// Functions that tell the user that there is no memory.
const TELLING: [&str; 5] = ["perror", "fprintf", "fputs", "printf", "puts"];

/// Whether a statement does nothing but to free what was obtained, to say so, and to give back null, or the structure as it is; or ends
/// the program.
fn gives_up(statement: &Statement, object: SymbolId, symbols: &Symbols) -> bool {
    let is_structure = matches!(symbols[object].type_.kind, TypeKind::Record(_));
    let is_end = |it: &Statement| match &it.kind {
        StatementKind::Other(Construct::Return, results, _) => match results.as_slice() {
            [result] => is_null(result) || is_structure && result.variable() == Some(object),
            _ => false,
        },
        _ => called(it, symbols).is_some_and(|name| ENDING.contains(&name)),
    };
    let is_free = |it: &Statement| {
        freed_by(it, symbols).is_some_and(|(argument, _)| match &argument.kind {
            ExpressionKind::Variable(symbol) => *symbol == object,
            ExpressionKind::Member(symbol, _) => {
                member(*symbol, symbols).is_some_and(|it| it.object == object)
            }
            _ => false,
        })
    };
    let is_told = |it: &Statement| called(it, symbols).is_some_and(|name| TELLING.contains(&name));
    let StatementKind::Block(list) = &statement.kind else { return is_end(statement) };
    match list.as_slice() {
        // whatever is told before the program ends
        [calls @ .., last] if called(last, symbols).is_some() => {
            is_end(last) && calls.iter().all(|it| called(it, symbols).is_some())
        }
        [before @ .., last] => before.iter().all(|it| is_free(it) || is_told(it)) && is_end(last),
        [] => false,
    }
}

/// The function that a statement calls.
fn called<'a>(statement: &Statement, symbols: &'a Symbols) -> Option<&'a str> {
    let StatementKind::Expression(Some(expression)) = &statement.kind else { return None };
    let ExpressionKind::Call(callee, _) = &expression.kind else { return None };
    Some(symbols[callee.variable()?].name.as_str())
}
