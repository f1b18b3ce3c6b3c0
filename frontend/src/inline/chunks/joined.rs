//! Variables in which a parallel loop joins what its iterations compute, where the result is the same in any order.

use std::collections::BTreeSet;

use polyhedral::Comparison;

use super::super::Parsed;
use super::super::parallel::Parallel;
use crate::syntax::tree::{
    BinaryOperator, Expression, ExpressionKind, Statement, StatementKind, SymbolId, SymbolKind,
};
use crate::syntax::types::Type;

/// How a variable is joined with a value.
#[derive(Clone, Copy, PartialEq)]
enum Joining {
    Larger,
    Smaller,
    /// By an operator on integers; floating-point numbers give other bits in another order.
    By(BinaryOperator),
}

/// The variables that clauses of a loop name as joined; nothing if the loop does anything else with one of them.
pub fn joined(parsed: Parsed, loop_: &Parallel) -> Option<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for clause in &loop_.reductions {
        let (joining, names) = clause.split_once('(')?.1.trim_end_matches(')').split_once(':')?;
        let joining = Joining::of(joining.trim())?;
        for name in names.split(',').map(str::trim) {
            Joined::of(parsed, loop_, name, joining)?;
            found.insert(name.to_owned());
        }
    }
    Some(found)
}

impl Joining {
    fn of(clause: &str) -> Option<Self> {
        Some(match clause {
            "max" => Joining::Larger,
            "min" => Joining::Smaller,
            "+" => Joining::By(BinaryOperator::Add),
            "*" => Joining::By(BinaryOperator::Multiply),
            "&" => Joining::By(BinaryOperator::BitAnd),
            "|" => Joining::By(BinaryOperator::BitOr),
            "^" => Joining::By(BinaryOperator::BitXor),
            _ => return None,
        })
    }

    /// That of a function of two arguments.
    fn by_function(name: &str) -> Option<Self> {
        match name {
            "fmax" | "fmaxf" | "fmaxl" => Some(Joining::Larger),
            "fmin" | "fminf" | "fminl" => Some(Joining::Smaller),
            _ => None,
        }
    }
}

struct Joined<'a> {
    parsed: Parsed<'a>,
    variable: SymbolId,
    joining: Joining,
}

impl<'a> Joined<'a> {
    /// A variable that a loop joins so, and does nothing else with.
    fn of(parsed: Parsed<'a>, loop_: &Parallel, name: &str, joining: Joining) -> Option<Self> {
        let symbols = &parsed.resolved.symbols;
        let body = &loop_.parts.body;
        let mut mentions = Vec::new();
        body.walk_with_types(symbols, &mut |part| {
            mentions.extend(part.variable().filter(|it| symbols[*it].name == name));
        });
        let variable = *mentions.first()?;
        let is_integer = symbols[variable].type_.integer().is_some();
        // functions that are called may know others
        let is_own = matches!(symbols[variable].kind, SymbolKind::Local { .. } | SymbolKind::Parameter);
        let is_exact = is_integer || !matches!(joining, Joining::By(_));
        let joined = Joined { parsed, variable, joining };
        let mut known = 0;
        body.walk(&mut |statement| {
            if joined.is_joined_by(statement) {
                statement.walk_expressions(symbols, &mut |part| {
                    known += usize::from(part.variable() == Some(variable));
                });
            }
        });
        (is_exact && is_own && mentions.iter().all(|it| *it == variable) && known == mentions.len())
            .then_some(joined)
    }

    /// Whether nothing is converted between a type and that of the variable, which might round.
    fn is_alike(&self, type_: &Type) -> bool {
        let own = &self.parsed.resolved.symbols[self.variable].type_;
        match (own.integer(), type_.integer()) {
            (Some(own), Some(other)) => own.bits == other.bits && own.signed == other.signed,
            (None, None) => own.is_arithmetic() && own.scalar_bytes() == type_.scalar_bytes(),
            _ => false,
        }
    }

    fn is_it(&self, expression: &Expression) -> bool {
        expression.variable() == Some(self.variable)
    }

    /// Whether a statement does nothing but to join the variable with a value that has nothing to do with it.
    fn is_joined_by(&self, statement: &Statement) -> bool {
        match &statement.kind {
            StatementKind::If(condition, then, None) => {
                let StatementKind::Expression(Some(assignment)) = &then.single().kind else { return false };
                let ExpressionKind::Assign(None, target, value) = &assignment.kind else { return false };
                self.is_it(target) && self.chooses(condition, value)
            }
            StatementKind::Expression(Some(expression)) => match &expression.kind {
                ExpressionKind::Increment { operand, .. } => {
                    let is_sum = self.joining == Joining::By(BinaryOperator::Add);
                    is_sum
                        && self.is_it(operand)
                        && self.is_alike(&Type::common(&operand.type_, &Type::int()))
                }
                ExpressionKind::Assign(Some(operator), target, value) => {
                    self.is_it(target)
                        && self.joining == Joining::By(*operator)
                        && self.is_alike(&Type::common(&target.type_, &value.type_))
                        && !value.mentions(self.variable)
                }
                ExpressionKind::Assign(None, target, value) => self.is_it(target) && self.joins(value),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether an expression is the variable joined with another value.
    fn joins(&self, expression: &Expression) -> bool {
        let is_pair = |one: &Expression, other: &Expression| {
            self.is_it(one) && !other.mentions(self.variable)
                || self.is_it(other) && !one.mentions(self.variable)
        };
        match &expression.kind {
            ExpressionKind::Binary(operator, left, right) => {
                self.joining == Joining::By(*operator)
                    && self.is_alike(&expression.type_)
                    && is_pair(left, right)
            }
            ExpressionKind::Call(callee, arguments) => {
                let name = |it: SymbolId| self.parsed.resolved.symbols[it].name.as_str();
                let by = callee.variable().and_then(|callee| Joining::by_function(name(callee)));
                let is_library = callee
                    .variable()
                    .is_some_and(|it| super::super::called(self.parsed.resolved, it).is_none());
                let [one, other] = arguments.as_slice() else { return false };
                by == Some(self.joining)
                    && is_library
                    && self.is_alike(&expression.type_)
                    && is_pair(one, other)
            }
            ExpressionKind::Conditional(condition, then, otherwise) => {
                self.is_it(otherwise) && self.chooses(condition, then)
            }
            _ => false,
        }
    }

    /// Whether a condition says that a value is to be taken in the place of the variable.
    fn chooses(&self, condition: &Expression, value: &Expression) -> bool {
        let ExpressionKind::Binary(BinaryOperator::Compare(relation), left, right) = &condition.kind else {
            return false;
        };
        let wants_larger = match relation {
            Comparison::Greater | Comparison::GreaterEqual => true,
            Comparison::Less | Comparison::LessEqual => false,
            Comparison::Equal | Comparison::NotEqual => return false,
        };
        let is_value = |it: &Expression| self.parsed.words(it.span) == self.parsed.words(value.span);
        let is_larger = match (self.is_it(left), self.is_it(right)) {
            (false, true) if is_value(left) => wants_larger,
            (true, false) if is_value(right) => !wants_larger,
            _ => return false,
        };
        let joining = if is_larger { Joining::Larger } else { Joining::Smaller };
        self.joining == joining && self.is_alike(&value.type_) && !value.mentions(self.variable)
    }
}
