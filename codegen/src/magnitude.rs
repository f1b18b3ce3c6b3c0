//! How large the numbers in a loop tree are: C's integers overflow, those of isl don't.

use polyhedral::expression::LinearForm;
use polyhedral::{Condition, Expression, Node, Program};

/// Factors up to this are common, and the sizes that they multiply are far from overflow.
const LARGEST_FACTOR: i64 = 1 << 10;
/// The same for numbers that are added.
const LARGEST_TERM: i64 = 1 << 28;

/// Whether the numbers in `new`, another order of `original`, are small enough for its counters: hardly
/// larger than those in the original, or than the tiles of which the largest has size `tile` one way: numbers
/// of tiles are multiplied with that, but they are quotients.
pub fn is_moderate(original: &Program, new: &Program, tile: i64) -> bool {
    let (mut original, new) = (Magnitude::of(original), Magnitude::of(new));
    original.factor = original.factor.max(tile);
    let is_moderate = |new: i64, original: i64, limit: i64| new <= original.saturating_mul(2).max(limit);
    is_moderate(new.factor, original.factor, LARGEST_FACTOR)
        && is_moderate(new.term, original.term, LARGEST_TERM)
}

/// The largest constants, by magnitude.
#[derive(Default)]
struct Magnitude {
    /// Of those that multiply or divide something.
    factor: i64,
    /// Of all others.
    term: i64,
}

impl Magnitude {
    fn of(program: &Program) -> Self {
        let mut found = Magnitude::default();
        found.nodes(&program.body);
        found
    }

    fn nodes(&mut self, nodes: &[Node]) {
        for node in nodes {
            match node {
                Node::Loop(counted) => {
                    self.expression(&counted.initial);
                    self.condition(&counted.condition);
                    self.nodes(&counted.body);
                }
                Node::If { condition, then_body, else_body } => {
                    self.condition(condition);
                    self.nodes(then_body);
                    self.nodes(else_body);
                }
                Node::Sections(sections) => sections.iter().for_each(|body| self.nodes(body)),
                Node::Instance(instance) => {
                    let values = instance.iterators.iter().chain(instance.subscripts.iter().flatten());
                    values.for_each(|value| self.expression(value));
                }
                Node::Copy(copy) => {
                    let values = copy.from.subscripts.iter().chain(&copy.to.subscripts);
                    values.for_each(|value| self.expression(value));
                }
            }
        }
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Constant(_) => {}
            Condition::Compare(_, left, right) => [left, right].iter().for_each(|e| self.expression(e)),
            Condition::And(list) | Condition::Or(list) => list.iter().for_each(|c| self.condition(c)),
            Condition::Not(inner) => self.condition(inner),
        }
    }

    fn expression(&mut self, expression: &Expression) {
        if let Some(form) = LinearForm::of(expression) {
            self.term = self.term.max(form.constant.saturating_abs());
            form.terms.iter().for_each(|(_, factor)| self.factor = self.factor.max(factor.saturating_abs()));
            return;
        }
        match expression {
            Expression::Constant(_) | Expression::Variable(_) => {}
            Expression::Negate(operand) => self.expression(operand),
            Expression::Add(left, right) | Expression::Subtract(left, right) => {
                self.expression(left);
                self.expression(right);
            }
            Expression::Multiply(left, right)
            | Expression::FloorDivide(left, right)
            | Expression::Modulo(left, right) => {
                let factors = [left, right].into_iter().filter_map(|operand| operand.constant());
                self.factor = factors.map(i64::saturating_abs).fold(self.factor, i64::max);
                [left, right].iter().filter(|e| e.constant().is_none()).for_each(|e| self.expression(e));
            }
            Expression::Minimum(list) | Expression::Maximum(list) => {
                list.iter().for_each(|e| self.expression(e));
            }
            Expression::Select(condition, then, otherwise) => {
                self.condition(condition);
                self.expression(then);
                self.expression(otherwise);
            }
        }
    }
}
