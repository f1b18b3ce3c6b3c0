//! Operations whose operands may come in any order: sums of integers, and the larger or the smaller of numbers.
//!
//! A loop that threads share joins its results in any order, and so may the printed text. A joined term adds up what its operands
//! are hashed to, so it only tells which these were.

use crate::expressions::Use;
use crate::operators::kind;
use crate::run::{Machine, Stop};
use crate::source::spelled;
use crate::terms::Term;
use crate::values::{Kind, Value};
use frontend::tree::{BinaryOperator, Expression, ExpressionKind, Statement, StatementKind, Type};
use polyhedral::Comparison;
use std::collections::{BTreeSet, HashMap};

/// The terms that were joined, each by its operation.
#[derive(Default)]
pub(crate) struct Joined {
    operations: HashMap<Term, Term>,
}

impl Joined {
    /// What `operation` makes of two operands, either of which it may have made itself.
    pub(crate) fn of(&mut self, operation: Term, operands: [Term; 2]) -> Term {
        let [a, b] = operands.map(|operand| match self.operations.get(&operand) {
            Some(own) if *own == operation => operand,
            _ => Term::of("joined", &[operation, operand]),
        });
        let term = a.plus(b);
        self.operations.insert(term, operation);
        term
    }
}

/// Functions that give the larger of two numbers, and those that give the smaller one.
const LARGER: [&str; 3] = ["fmax", "fmaxf", "fmaxl"];
const SMALLER: [&str; 3] = ["fmin", "fminf", "fminl"];

/// The operation of a function whose two arguments may come in any order, with such a result.
pub(crate) fn operation(function: &str, result: &Type) -> Option<Term> {
    let name = function.strip_prefix("__builtin_").unwrap_or(function);
    let is_larger = LARGER.contains(&name);
    (is_larger || SMALLER.contains(&name)).then(|| extreme(is_larger, result))
}

fn extreme(is_larger: bool, type_: &Type) -> Term {
    Term::of(if is_larger { "larger" } else { "smaller" }, &[kind(type_)])
}

impl Machine<'_, '_> {
    /// Runs `if (value > most) most = value;`, where threads join `most`; tells if it isn't such a statement.
    pub(crate) fn joins_if(&mut self, condition: &Expression, then: &Statement) -> Result<bool, Stop> {
        let StatementKind::Expression(Some(assignment)) = &then.single().kind else { return Ok(false) };
        let ExpressionKind::Assign(None, target, value) = &assignment.kind else { return Ok(false) };
        let (first, compared) = match &condition.kind {
            ExpressionKind::Binary(BinaryOperator::And, first, last) => (Some(first), &**last),
            _ => (None, condition),
        };
        let Some(takes_larger) = self.takes_larger(compared, target, value) else { return Ok(false) };
        if let Some(first) = first
            && !self.holds(first)?
        {
            return Ok(true);
        }
        let Some(joined) = self.join(target, value, takes_larger)? else { return Ok(false) };
        let place = self.place(target, Use::Touched)?;
        self.store(place, &target.type_, joined, target.span)?;
        Ok(true)
    }

    /// The value of `value > most ? value : most`, where threads join `most`; `None` for any other expression.
    pub(crate) fn joined_choice(
        &mut self,
        condition: &Expression,
        then: &Expression,
        otherwise: &Expression,
    ) -> Result<Option<Value>, Stop> {
        for (target, value, is_inverse) in [(otherwise, then, false), (then, otherwise, true)] {
            if let Some(takes_larger) = self.takes_larger(condition, target, value) {
                return self.join(target, value, takes_larger != is_inverse);
            }
        }
        Ok(None)
    }

    /// Whether it is the larger one of `target`, which threads join, and `value` that is taken where `value` is if the condition holds, or
    /// the smaller one; `None` where that can't be told.
    fn takes_larger(&self, condition: &Expression, target: &Expression, value: &Expression) -> Option<bool> {
        let source = self.source;
        let name = source.symbols[target.variable()?].name.as_str();
        if !source.reduced.contains(name) {
            return None;
        }
        let ExpressionKind::Binary(BinaryOperator::Compare(relation), left, right) = &condition.kind else {
            return None;
        };
        let is_larger = match relation {
            Comparison::Greater | Comparison::GreaterEqual => true,
            Comparison::Less | Comparison::LessEqual => false,
            Comparison::Equal | Comparison::NotEqual => return None,
        };
        let [left, right, target_text, value_text] =
            [left, right, target, value].map(|it| spelled(source.written(it.span)));
        let is_plain = kind(&target.type_) == kind(&value.type_) && self.only_computes(value);
        match (
            is_plain,
            left == value_text && right == target_text,
            left == target_text && right == value_text,
        ) {
            (true, true, _) => Some(is_larger),
            (true, _, true) => Some(!is_larger),
            _ => None,
        }
    }

    fn only_computes(&self, value: &Expression) -> bool {
        let mut only_computes = true;
        value.walk(&mut |part| {
            only_computes &= match &part.kind {
                ExpressionKind::Assign(..) | ExpressionKind::Increment { .. } | ExpressionKind::Other(..) => {
                    false
                }
                ExpressionKind::Call(callee, _) => {
                    callee.variable().is_some_and(|callee| self.source.computing.contains(&callee))
                }
                _ => true,
            };
        });
        only_computes
    }

    fn join(
        &mut self,
        target: &Expression,
        value: &Expression,
        is_larger: bool,
    ) -> Result<Option<Value>, Stop> {
        let (a, b) = (self.value(target)?, self.value(value)?);
        let is_vague = a.is_vague || b.is_vague;
        let (Some(first), Some(second)) = (a.term(), b.term()) else { return Ok(None) };
        let term = self.joined.of(extreme(is_larger, &target.type_), [first, second]);
        let kind = match (a.kind, b.kind) {
            (Kind::Data(_), Kind::Data(_)) => Kind::Data(term),
            (Kind::Integer(a, of_a), Kind::Integer(b, of_b)) => {
                let number = if is_larger { a.max(b) } else { a.min(b) };
                Kind::Integer(number, of_a.or(of_b).map(|_| term))
            }
            _ => return Ok(None),
        };
        Ok(Some(Value { kind, is_vague }))
    }
}

/// The variables that OpenMP's clauses in a text name as such that threads join their values in.
pub(crate) fn reduced(text: &str) -> BTreeSet<&str> {
    let pragmas = text.lines().map(str::trim_start).filter(|line| line.starts_with("#pragma omp"));
    let lists = pragmas.flat_map(|line| line.split("reduction").skip(1));
    let lists = lists.filter_map(|list| list.split_once(':')?.1.split(')').next());
    lists.flat_map(|names| names.split(',')).map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use super::{Joined, reduced};
    use crate::terms::Term;

    #[test]
    fn operands_may_come_in_any_order() {
        let [a, b, c, sum, product] = ["a", "b", "c", "+", "*"].map(|name| Term::of(name, &[]));
        let mut joined = Joined::default();
        let (ab, cb) = (joined.of(sum, [a, b]), joined.of(sum, [c, b]));
        let all = joined.of(sum, [ab, c]);
        assert_eq!(all, joined.of(sum, [cb, a]));
        assert_eq!(all, joined.of(sum, [a, cb]));
        let bc = joined.of(product, [b, c]);
        for other in [ab, bc, joined.of(sum, [all, c]), joined.of(product, [ab, c]), joined.of(sum, [a, bc])]
        {
            assert_ne!(all, other);
        }
    }

    #[test]
    fn clauses_name_what_is_joined() {
        let text = "int s;\n  #pragma omp parallel for reduction(max : most) private(i) reduction(+:a, b)\n";
        assert_eq!(reduced(text).into_iter().collect::<Vec<_>>(), ["a", "b", "most"]);
    }
}
