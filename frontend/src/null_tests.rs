//! Tests of pointers that can only come out one way: `if (!in || !out) return;` in a stage that is inlined, where the function around it
//! has read what `in` points to, and knows that it got memory for `out`.
//!
//! Statements are followed in the order in which they run. A local pointer of which nobody knows the address points to something
//! where it has just been given an address, what a function returned that never returns null, or a pointer that does; where
//! a test says so; and behind what reads or writes through it, since with a null pointer the program would have no meaning there. What
//! a loop or a `switch` changes isn't known in it; behind a label nothing is.

use std::collections::{BTreeSet, HashMap};

use diagnostics::Span;

use crate::facts::allocation::compared_with_null;
use crate::facts::certain::evaluated;
use crate::facts::changes::{addresses_taken, change};
use crate::facts::checks::ENDING;
use crate::syntax::resolve::Resolved;
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, Function, Initializer, Statement, StatementKind,
    SymbolId, SymbolKind, Symbols, UnaryOperator,
};
use crate::syntax::types::{Type, TypeKind};
use polyhedral::Comparison;

/// By their places, the tests of pointers in conditions of `if`s that come out one way, with whether they hold.
pub fn null_tests(resolved: &Resolved) -> HashMap<Span, bool> {
    let mut returning = Returning { resolved, known: HashMap::new() };
    let mut found = HashMap::new();
    for function in &resolved.functions {
        found.extend(Walk::through(function, resolved, &mut returning).tests);
    }
    found
}

/// The truth of a condition on pointers alone, if that is known.
pub fn comes_out(condition: &Expression, resolved: &Resolved) -> Option<bool> {
    let of = |part: &Expression| comes_out(part, resolved);
    let known = resolved.null_tests.get(&condition.span).copied();
    known.or_else(|| match &condition.kind {
        ExpressionKind::Unary(UnaryOperator::Not, operand) => Some(!of(operand)?),
        ExpressionKind::Binary(BinaryOperator::And, left, right) => Some(of(left)? && of(right)?),
        ExpressionKind::Binary(BinaryOperator::Or, left, right) => Some(of(left)? || of(right)?),
        _ => None,
    })
}

/// The functions that return a pointer to something whenever they do.
struct Returning<'a> {
    resolved: &'a Resolved,
    known: HashMap<SymbolId, bool>,
}

impl Returning<'_> {
    fn never_null(&mut self, symbol: SymbolId) -> bool {
        if let Some(known) = self.known.get(&symbol) {
            return *known;
        }
        // one that calls itself may
        self.known.insert(symbol, false);
        let resolved = self.resolved;
        let function = resolved.functions.iter().find(|function| function.symbol == symbol);
        let known = function.is_some_and(|function| {
            let walk = Walk::through(function, resolved, self);
            walk.returns && !walk.returns_null
        });
        self.known.insert(symbol, known);
        known
    }
}

/// The pointers that point to something.
type Given = BTreeSet<SymbolId>;

/// The way through a function.
struct Walk<'a, 'b> {
    symbols: &'a Symbols,
    returning: &'b mut Returning<'a>,
    /// The pointers whose addresses are taken.
    addressed: BTreeSet<SymbolId>,
    tests: HashMap<Span, bool>,
    /// Whether it returns something, and whether that may be null.
    returns: bool,
    returns_null: bool,
}

impl<'a, 'b> Walk<'a, 'b> {
    fn through(function: &'a Function, resolved: &'a Resolved, returning: &'b mut Returning<'a>) -> Self {
        let symbols = &resolved.symbols;
        let addressed = addresses_taken(&function.body, symbols).into_keys().collect();
        let mut walk = Walk {
            symbols,
            returning,
            addressed,
            tests: HashMap::new(),
            returns: false,
            returns_null: false,
        };
        walk.statement(&function.body, Given::new());
        walk
    }

    /// What is known behind a statement, if that can be reached through it.
    fn statement(&mut self, statement: &'a Statement, mut given: Given) -> Option<Given> {
        match &statement.kind {
            StatementKind::Block(list) => {
                let mut known = Some(given);
                for inner in list {
                    // only a label can be reached then
                    known = self.statement(inner, known.unwrap_or_default());
                }
                known
            }
            StatementKind::Declaration(list) => {
                for declared in list {
                    let initializer = &self.symbols[declared.symbol].initializer;
                    let values = initializer.iter().flat_map(Initializer::expressions);
                    values.for_each(|value| self.run(value, &mut given));
                    given.remove(&declared.symbol);
                    if let Some(Initializer::Value(value)) = initializer
                        && self.is_given(value, &given)
                    {
                        self.give(declared.symbol, &mut given);
                    }
                }
                Some(given)
            }
            StatementKind::Expression(expression) => {
                let expression = expression.as_ref();
                expression.into_iter().for_each(|expression| self.run(expression, &mut given));
                let resolved = self.returning.resolved;
                (!expression.is_some_and(|expression| ends_program(expression, resolved))).then_some(given)
            }
            StatementKind::If(condition, then, otherwise) => {
                self.run(condition, &mut given);
                self.note(condition, &given);
                let then_given = self.where_is(condition, true, given.clone());
                let then = self.statement(then, then_given);
                let otherwise_given = self.where_is(condition, false, given);
                let otherwise = match otherwise {
                    Some(otherwise) => self.statement(otherwise, otherwise_given),
                    None => Some(otherwise_given),
                };
                match (then, otherwise) {
                    (Some(then), Some(otherwise)) => Some(then.intersection(&otherwise).copied().collect()),
                    (then, otherwise) => then.or(otherwise),
                }
            }
            StatementKind::For(parts) => {
                if let Some(initial) = &parts.initial {
                    given = self.statement(initial, given)?;
                }
                parts.condition.iter().for_each(|condition| self.run(condition, &mut given));
                self.forget(statement, &mut given);
                let inside = match &parts.condition {
                    Some(condition) => self.where_is(condition, true, given.clone()),
                    None => given.clone(),
                };
                self.statement(&parts.body, inside);
                Some(given)
            }
            StatementKind::Labeled(_, inner) => self.statement(inner, Given::new()),
            StatementKind::Other(Construct::Return, values, _) => {
                for value in values {
                    self.run(value, &mut given);
                    self.returns = true;
                    self.returns_null |= !self.is_given(value, &given);
                }
                None
            }
            StatementKind::Other(Construct::Goto(_) | Construct::Break | Construct::Continue, ..) => None,
            StatementKind::Other(Construct::Assembly, ..) => Some(Given::new()),
            StatementKind::Other(Construct::While | Construct::Do, _, list) => {
                self.forget(statement, &mut given);
                list.iter().for_each(|inner| _ = self.statement(inner, given.clone()));
                Some(given)
            }
            StatementKind::Other(..) => {
                // to a `case` more than one way leads
                self.forget(statement, &mut given);
                statement.walk(&mut |inner| {
                    let returns = matches!(inner.kind, StatementKind::Other(Construct::Return, ..));
                    self.returns_null |= returns;
                });
                Some(given)
            }
        }
    }

    /// Takes note of what an expression changes where it is evaluated, and of what it goes through.
    fn run(&mut self, expression: &'a Expression, given: &mut Given) {
        let is_set = match &expression.kind {
            ExpressionKind::Assign(None, _, value) => self.is_given(value, given),
            _ => false,
        };
        evaluated(expression, &mut |part| {
            let pointer = gone_through(part);
            pointer.into_iter().for_each(|pointer| self.give(pointer, given));
        });
        forget(expression, given);
        if let Some(target) = expression.assigned().and_then(Expression::variable).filter(|_| is_set) {
            self.give(target, given);
        }
    }

    /// Takes note that a pointer points to something, if that can be told at all.
    fn give(&self, pointer: SymbolId, given: &mut Given) {
        let known = &self.symbols[pointer];
        let is_own = matches!(known.kind, SymbolKind::Local { is_static: false } | SymbolKind::Parameter);
        let is_plain = !known.type_.qualifiers.volatile && !known.type_.qualifiers.atomic;
        if is_own && is_plain && is_pointer(&known.type_) && !self.addressed.contains(&pointer) {
            given.insert(pointer);
        }
    }

    /// Whether a pointer is known to point to something.
    fn is_given(&mut self, value: &Expression, given: &Given) -> bool {
        match &value.kind {
            ExpressionKind::Variable(symbol) => {
                given.contains(symbol) || matches!(value.type_.kind, TypeKind::Array(..))
            }
            ExpressionKind::Cast(inner) | ExpressionKind::Assign(None, _, inner) => {
                is_pointer(&value.type_) && self.is_given(inner, given)
            }
            ExpressionKind::Unary(UnaryOperator::Address, operand) => operand.variable().is_some(),
            ExpressionKind::Conditional(_, then, otherwise) => {
                self.is_given(then, given) && self.is_given(otherwise, given)
            }
            ExpressionKind::Call(callee, _) => {
                callee.variable().is_some_and(|callee| self.returning.never_null(callee))
            }
            _ => false,
        }
    }

    /// What is known where a condition has the truth value `holds`.
    fn where_is(&self, condition: &Expression, holds: bool, mut given: Given) -> Given {
        match &condition.kind {
            ExpressionKind::Unary(UnaryOperator::Not, operand) => self.where_is(operand, !holds, given),
            ExpressionKind::Binary(operator, left, right)
                if *operator == if holds { BinaryOperator::And } else { BinaryOperator::Or } =>
            {
                let given = self.where_is(left, holds, given);
                self.where_is(right, holds, given)
            }
            _ => {
                let tested = tested(condition).filter(|(_, is_there)| *is_there == holds);
                if let Some(pointer) = tested.and_then(|(pointer, _)| pointer.variable()) {
                    self.give(pointer, &mut given);
                }
                given
            }
        }
    }

    /// Takes note of the tests in a condition that come out one way.
    fn note(&mut self, condition: &Expression, given: &Given) {
        match &condition.kind {
            ExpressionKind::Unary(UnaryOperator::Not, operand) => self.note(operand, given),
            ExpressionKind::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), left, right) => {
                self.note(left, given);
                let behind = self.where_is(left, *operator == BinaryOperator::And, given.clone());
                self.note(right, &behind);
            }
            _ => {
                let tested = tested(condition).filter(|(pointer, _)| self.is_given(pointer, given));
                self.tests.extend(tested.map(|(_, is_there)| (condition.span, is_there)));
            }
        }
    }

    /// Forgets what a statement may change.
    fn forget(&self, statement: &'a Statement, given: &mut Given) {
        statement.walk_expressions(self.symbols, &mut |part| forget(part, given));
    }
}

/// Whether an expression is a call of a function that doesn't return.
pub fn ends_program(expression: &Expression, resolved: &Resolved) -> bool {
    let ExpressionKind::Call(callee, _) = &expression.kind else { return false };
    let is_own = |symbol| resolved.functions.iter().any(|own| own.symbol == symbol);
    callee
        .variable()
        .is_some_and(|symbol| ENDING.contains(&resolved.symbols[symbol].name.as_str()) && !is_own(symbol))
}

/// The pointer of which an expression reads or writes what it points to.
fn gone_through(part: &Expression) -> Option<SymbolId> {
    let pointer = match &part.kind {
        ExpressionKind::Member(_, pointer)
        | ExpressionKind::Index(pointer, _)
        | ExpressionKind::Unary(UnaryOperator::Dereference, pointer) => pointer,
        _ => return None,
    };
    pointer.variable().filter(|_| is_pointer(&pointer.type_))
}

/// Forgets what an expression may change.
fn forget(expression: &Expression, given: &mut Given) {
    expression.walk(&mut |part| match &part.kind {
        ExpressionKind::Other(what, _) if !what.ends_with("literal") => given.clear(),
        _ => {
            let changed = change(part).filter(|change| change.is_whole);
            changed.iter().for_each(|change| _ = given.remove(&change.symbol));
        }
    });
}

/// The pointer that a condition tests, and whether the condition holds where that points to something.
fn tested(condition: &Expression) -> Option<(&Expression, bool)> {
    let (pointer, is_there) = match &condition.kind {
        ExpressionKind::Binary(BinaryOperator::Compare(relation), left, right) => {
            let pointer = compared_with_null(left, right)?;
            match relation {
                Comparison::Equal => (pointer, false),
                Comparison::NotEqual => (pointer, true),
                _ => return None,
            }
        }
        _ => (condition, true),
    };
    matches!(pointer.type_.kind, TypeKind::Pointer(_) | TypeKind::Array(..)).then_some((pointer, is_there))
}

fn is_pointer(type_: &Type) -> bool {
    matches!(type_.kind, TypeKind::Pointer(_))
}
