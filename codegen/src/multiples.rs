//! First values of loops, by what the loops around count with.
//!
//! A loop over tiles goes from 0 in steps of 32, so its counter `t` is no less than 0 and a multiple of 32: where a loop in the tile that counts by
//! twos would begin with `2 * ((max(0, t) + 1) / 2)`, that is `t`.

use polyhedral::expression::LinearForm;
use polyhedral::{Expression, Loop, Node};
use std::collections::BTreeMap;

/// The values that a counter may have: `least + k * step`, for some `k` that aren't negative; where `least` is another counter's, it isn't in
/// here, but its remainder is.
#[derive(Clone, Copy, Debug)]
struct Values {
    least: i64,
    step: i64,
    remainder: i64,
}

/// By counter of the loops around.
type Around = BTreeMap<String, Values>;

/// `nodes` with simpler first values of loops.
pub(crate) fn simplified(nodes: Vec<Node>) -> Vec<Node> {
    within(nodes, &Around::new())
}

fn within(nodes: Vec<Node>, around: &Around) -> Vec<Node> {
    let node = |node| match node {
        Node::Loop(counted) => Node::Loop(simpler(counted, around)),
        Node::If { condition, then_body, else_body } => {
            Node::If { condition, then_body: within(then_body, around), else_body: within(else_body, around) }
        }
        other => other,
    };
    nodes.into_iter().map(node).collect()
}

fn simpler(counted: Loop, around: &Around) -> Loop {
    let initial = simple(&counted.initial, around).simplify();
    let mut inner = around.clone();
    let values = values(&initial, counted.step, around);
    match values {
        Some(values) => inner.insert(counted.iterator.clone(), values),
        None => inner.remove(&counted.iterator),
    };
    Loop { body: within(counted.body, &inner), initial, ..counted }
}

/// The values of a counter that begins with `initial`.
fn values(initial: &Expression, step: i64, around: &Around) -> Option<Values> {
    (step > 0).then_some(())?;
    match initial {
        Expression::Constant(least) => {
            Some(Values { least: *least, step, remainder: least.rem_euclid(step) })
        }
        Expression::Variable(name) => {
            let first = around.get(name).filter(|first| first.step % step == 0)?;
            Some(Values { least: first.least, step, remainder: first.remainder.rem_euclid(step) })
        }
        _ => None,
    }
}

/// An expression that has the same value in the loops around.
fn simple(expression: &Expression, around: &Around) -> Expression {
    let inner = |part: &Expression| Box::new(simple(part, around));
    match expression {
        Expression::Maximum(list) => {
            let list: Vec<_> = list.iter().map(|part| simple(part, around)).collect();
            let is_less = |constant: i64| {
                list.iter().any(|other| {
                    other.constant().is_none() && least(other, around).is_some_and(|it| it >= constant)
                })
            };
            let kept = list.iter().filter(|part| !part.constant().is_some_and(is_less));
            let mut kept: Vec<_> = kept.cloned().collect();
            if kept.len() == 1 { kept.remove(0) } else { Expression::Maximum(kept) }
        }
        Expression::Multiply(a, b) => {
            let (a, b) = (inner(a), inner(b));
            whole(&a, &b, around).or_else(|| whole(&b, &a, around)).unwrap_or(Expression::Multiply(a, b))
        }
        Expression::Add(a, b) => Expression::Add(inner(a), inner(b)),
        Expression::Subtract(a, b) => Expression::Subtract(inner(a), inner(b)),
        Expression::FloorDivide(a, b) => Expression::FloorDivide(inner(a), inner(b)),
        other => other.clone(),
    }
}

/// `factor * floor(dividend / factor)`, where it is known what is left over.
fn whole(factor: &Expression, quotient: &Expression, around: &Around) -> Option<Expression> {
    let Expression::FloorDivide(dividend, divisor) = quotient else { return None };
    let size = factor.constant().filter(|size| *size > 0 && divisor.constant() == Some(*size))?;
    let form = LinearForm::of(dividend)?;
    let mut rest = form.constant;
    for (name, times) in &form.terms {
        let values = around
            .get(name)
            .filter(|values| times.checked_mul(values.step).is_some_and(|it| it % size == 0))?;
        rest = rest.checked_add(times.checked_mul(values.remainder)?)?;
    }
    let constant = form.constant.checked_sub(rest.rem_euclid(size))?;
    Some(LinearForm { constant, ..form }.into_expression())
}

/// What an expression is at least.
fn least(expression: &Expression, around: &Around) -> Option<i64> {
    let form = LinearForm::of(expression)?;
    form.terms.iter().try_fold(form.constant, |sum, (name, times)| {
        let values = around.get(name).filter(|_| *times > 0)?;
        sum.checked_add(times.checked_mul(values.least)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use polyhedral::{Comparison, Condition};

    fn over(iterator: &str, initial: Expression, step: i64, body: Vec<Node>) -> Node {
        let counter = Expression::variable(iterator);
        let condition = Condition::Compare(Comparison::Less, counter, Expression::variable("n"));
        let iterator = iterator.to_owned();
        Node::Loop(Loop { iterator, initial, condition, step, parallel: false, body, line: 0 })
    }

    fn begins(outer: (i64, i64), inner: Expression) -> Expression {
        let nest = over("t", Expression::Constant(outer.0), outer.1, vec![over("i", inner, 2, vec![])]);
        let nodes = simplified(vec![nest]);
        Node::loops(&nodes)[1].initial.clone()
    }

    fn rounded_up(value: Expression) -> Expression {
        let half = Expression::FloorDivide(Box::new(value + 1.into()), Box::new(2.into()));
        Expression::Multiply(Box::new(2.into()), Box::new(half))
    }

    #[test]
    fn rounding_an_even_number_gives_that_number() {
        let t = || Expression::variable("t");
        let not_negative = Expression::Maximum(vec![0.into(), t()]);
        assert_eq!(begins((0, 32), rounded_up(not_negative.clone())), t());
        assert_eq!(begins((2, 6), rounded_up(t())), t());
        // odd numbers are rounded
        assert_eq!(begins((1, 32), rounded_up(t())), t() + 1.into());
        // neither is known
        assert_eq!(begins((0, 3), rounded_up(t())), rounded_up(t()));
        assert_eq!(begins((-32, 32), not_negative.clone()), not_negative);
    }
}
