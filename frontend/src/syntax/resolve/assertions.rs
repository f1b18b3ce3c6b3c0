//! Assertions as headers for GNU C have them: `(void)sizeof(condition ? 1 : 0), ({ if (condition) ; else fail(); })`.
//!
//! The first part is there for warnings alone, and the second is `condition ? (void)0 : fail()`, which is what the same headers
//! have for other compilers.

use super::expressions::{other, typed};
use crate::syntax::tree::{Expression, ExpressionKind, Statement, StatementKind};
use crate::syntax::types::{Type, TypeKind};
use diagnostics::Span;

/// A statement within an expression, of which `all` are the expressions.
pub(super) fn statement_expression(statement: Statement, all: Vec<Expression>, span: Span) -> Expression {
    checked(statement, span).unwrap_or_else(|| other("a statement within an expression", all, span))
}

/// `if (condition) ; else fail();` as an expression.
fn checked(statement: Statement, span: Span) -> Option<Expression> {
    let StatementKind::Block(list) = statement.kind else { return None };
    let [only] = <[Statement; 1]>::try_from(list).ok()?;
    let StatementKind::If(condition, then, Some(otherwise)) = only.kind else { return None };
    let (StatementKind::Expression(None), StatementKind::Expression(Some(fails))) =
        (then.kind, otherwise.kind)
    else {
        return None;
    };
    let void = |kind| typed(kind, Type::plain(TypeKind::Void), span);
    let zero = Expression { kind: ExpressionKind::Integer(0), span: condition.span, type_: Type::int() };
    let nothing = void(ExpressionKind::Cast(Box::new(zero)));
    let is_void = matches!(fails.type_.kind, TypeKind::Void);
    is_void.then(|| void(ExpressionKind::Conditional(condition.into(), nothing.into(), fails.into())))
}

/// The part of an assertion that does something, and the place of the other one.
pub(super) fn asserted(list: &mut Vec<Expression>) -> Option<(Expression, Span)> {
    let [first, last] = list.as_slice() else { return None };
    let ExpressionKind::Cast(size) = &first.kind else { return None };
    let ExpressionKind::SizeOf(_, Some(operand)) = &size.kind else { return None };
    let ExpressionKind::Conditional(_, one, zero) = &operand.kind else { return None };
    let is_number = |it: &Expression| matches!(it.kind, ExpressionKind::Integer(_));
    let fails = matches!((&last.kind, &last.type_.kind), (ExpressionKind::Conditional(..), TypeKind::Void));
    let place = first.span;
    (is_number(one) && is_number(zero) && fails).then(|| (list.remove(1), place))
}
