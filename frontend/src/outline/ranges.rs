//! What is known since signed integers don't overflow: C says nothing of a program in which they do.

use polyhedral::Condition;

use super::builder::Builder;
use super::{Cause, Obligation};
use crate::syntax::tree::{BinaryOperator, Expression, ExpressionKind, SymbolId};

impl<'a> Builder<'a> {
    /// That the signed sums and products that a loop computes whenever it tests its condition, other than of its
    /// `counter`, have values of their types. That holds before the counter gets its first value, too: the first
    /// test follows for certain. So these obligations are met.
    pub fn without_overflow(&mut self, condition: &'a Expression, counter: SymbolId) -> Vec<Obligation> {
        let mut sums = Vec::new();
        certain_sums(condition, &mut sums);
        sums.retain(|sum| {
            let mut mentions = false;
            sum.walk(&mut |part| mentions |= part.variable() == Some(counter));
            !mentions
        });
        sums.into_iter().filter_map(|sum| self.in_range(sum)).collect()
    }

    fn in_range(&mut self, sum: &'a Expression) -> Option<Obligation> {
        let range = sum.type_.integer().filter(|integer| integer.signed)?.range();
        let before = self.obligations.len();
        let value = self.attempt(|builder| builder.affine(sum, "a bound"));
        // what a value means that isn't certain says nothing
        let is_certain = self.obligations.len() == before;
        self.obligations.truncate(before);
        let value = value.ok().filter(|_| is_certain)?;
        let (when, cause) = (Condition::Constant(true), Cause::Converts);
        Some(Obligation { value, range, when, place: sum.span, cause })
    }
}

/// The sums and products that are computed whenever `expression` is.
fn certain_sums<'a>(expression: &'a Expression, found: &mut Vec<&'a Expression>) {
    use BinaryOperator::{Add, And, Multiply, Or, Subtract};
    match &expression.kind {
        ExpressionKind::Binary(And | Or, left, _) => return certain_sums(left, found),
        ExpressionKind::Conditional(condition, ..) => return certain_sums(condition, found),
        ExpressionKind::SizeOf(..) | ExpressionKind::Call(..) => return,
        ExpressionKind::Binary(Add | Subtract | Multiply, ..) => found.push(expression),
        _ => {}
    }
    expression.parts().for_each(|part| certain_sums(part, found));
}
