//! What certainly holds behind checks in front of the region that leave: `if (w < 3 || h < 3) return 1;`.
//!
//! Sound because a check is taken only if the region can't be reached without it, and only what is said of variables that keep their
//! values from there to the end of the region, and of any loop that comes back to it.

use diagnostics::Span;
use polyhedral::Condition;

use super::builder::Builder;
use crate::jumps::leads_away;
use crate::syntax::tree::{
    BinaryOperator, Expression, ExpressionKind, Statement, StatementKind, UnaryOperator,
};

impl<'a> Builder<'a> {
    /// What such checks say of parameters that are mentioned already.
    pub fn passed(&mut self) -> Vec<Condition> {
        let region = self.around.region.span;
        let mut checks = Vec::new();
        let mut around = Some(&self.around.function().body);
        while let Some(statement) = around {
            if let StatementKind::Block(list) = &statement.kind {
                checks.extend(list.iter().take_while(|it| it.span.end <= region.start));
            }
            around = statement.children().find(|child| child.span.contains(region));
        }
        checks.into_iter().flat_map(|check| self.passed_check(check)).collect()
    }

    fn passed_check(&mut self, check: &'a Statement) -> Vec<Condition> {
        let StatementKind::If(condition, then, None) = &check.kind else { return vec![] };
        let region = self.around.region.span;
        let behind = Span::new(check.span.end, region.end);
        let is_only_way = self.around.index.ways.before_entries(behind).end == region.end;
        if !is_only_way || !leads_away(then, &self.around.translation.resolved) {
            return vec![];
        }
        let mut parts = Vec::new();
        parts_where(condition, false, &mut parts);
        // what an operand in front of it changes has been changed by then
        parts.retain(|(part, _)| self.is_stable(part, Span::new(part.span.end, part.span.end)));
        let known = parts.into_iter().filter_map(|(part, holds)| {
            let part = with_values(part);
            let condition = self.without_more(&part, |builder| builder.condition(&part, "this condition"))?;
            Some(if holds { condition } else { Condition::Not(Box::new(condition)) })
        });
        known.collect()
    }
}

/// A condition with what it gives a value in the place of that: `(w = read()) < 1` says that `w` is less than one.
fn with_values(condition: &Expression) -> Expression {
    let mut condition = condition.clone();
    condition.change(&mut |part| {
        if let ExpressionKind::Assign(None, target, _) = &part.kind
            && target.variable().is_some()
        {
            *part = Expression::clone(target);
        }
    });
    condition
}

/// The parts of a condition that come out one way wherever the whole does, each with whether it holds then.
fn parts_where<'a>(condition: &'a Expression, holds: bool, found: &mut Vec<(&'a Expression, bool)>) {
    match &condition.kind {
        ExpressionKind::Unary(UnaryOperator::Not, inner) => parts_where(inner, !holds, found),
        ExpressionKind::Binary(operator, left, right)
            if *operator == if holds { BinaryOperator::And } else { BinaryOperator::Or } =>
        {
            parts_where(left, holds, found);
            parts_where(right, holds, found);
        }
        _ => found.push((condition, holds)),
    }
}
