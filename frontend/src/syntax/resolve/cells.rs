//! `*p`, `*(p + i)` and `(p + i)[j]` as the cells `p[0]`, `p[i]` and `p[i + j]`, which is what C defines `[ ]` by.
//!
//! Only of numbers and of arrays: what leads to a pointer or a structure stays as it is written.

use diagnostics::Span;

use super::Resolver;
use crate::syntax::tree::{BinaryOperator, Expression, ExpressionKind};
use crate::syntax::types::{Integer, Type, TypeKind};

impl Resolver<'_> {
    /// What `*pointer`, which stands at `span`, is a cell of, and its subscript.
    pub(super) fn cell(&self, pointer: &Expression, span: Span) -> Option<(Expression, Expression)> {
        let target = pointer.type_.target()?;
        let is_flat = target.is_arithmetic() || matches!(target.kind, TypeKind::Array(..));
        (is_flat && !self.is_glued(span)).then_some(())?;
        let (base, offset) = offset(pointer)?;
        let zero = || difference(ExpressionKind::Integer(0), pointer.span);
        Some((base, offset.unwrap_or_else(zero)))
    }

    /// Whether the star follows a word without a blank: a name in its place would become part of the word.
    fn is_glued(&self, span: Span) -> bool {
        let start = self.without_parentheses(span).start;
        self.text[..start].ends_with(|before: char| before.is_alphanumeric() || before == '_')
    }
}

/// The array and the subscript of `pointer[subscript]`, which may be behind a place that numbers are added to.
pub(super) fn moved_cell(pointer: Expression, subscript: Expression) -> (Expression, Expression) {
    let is_flat = pointer.type_.target().is_some_and(Type::is_arithmetic);
    match offset(&pointer).filter(|_| is_flat && subscript.type_.integer().is_some()) {
        Some((base, Some(offset))) => {
            let span = subscript.span;
            let sum = ExpressionKind::Binary(BinaryOperator::Add, Box::new(offset), Box::new(subscript));
            (base, difference(sum, span))
        }
        _ => (pointer, subscript),
    }
}

/// A variable or a cell to which numbers are added, and their sum, in 64 bits as addresses are.
pub fn offset(pointer: &Expression) -> Option<(Expression, Option<Expression>)> {
    match &pointer.kind {
        ExpressionKind::Variable(_) | ExpressionKind::Member(..) | ExpressionKind::Index(..) => {
            Some((pointer.clone(), None))
        }
        ExpressionKind::Binary(operator @ (BinaryOperator::Add | BinaryOperator::Subtract), left, right) => {
            let (pointer, added) = match (left.type_.target(), right.type_.target(), operator) {
                (Some(_), None, _) => (left, right),
                (None, Some(_), BinaryOperator::Add) => (right, left),
                _ => return None,
            };
            added.type_.integer()?;
            let (base, before) = offset(pointer)?;
            let sum = match (before, operator) {
                (None, BinaryOperator::Add) => (**added).clone(),
                (before, operator) => {
                    let before = before.unwrap_or_else(|| difference(ExpressionKind::Integer(0), added.span));
                    let sum = ExpressionKind::Binary(*operator, Box::new(before), added.clone());
                    difference(sum, added.span)
                }
            };
            Some((base, Some(sum)))
        }
        _ => None,
    }
}

/// An expression of the type of differences between addresses.
pub fn difference(kind: ExpressionKind, span: Span) -> Expression {
    Expression {
        kind,
        span,
        type_: Type::plain(TypeKind::Integer(Integer::of_rank(Integer::INT_RANK + 1, true))),
    }
}
