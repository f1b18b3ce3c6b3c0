//! The constant divisors in a loop tree: moduli of contracted arrays, sizes of tiles.
//!
//! Sizes beyond twice a divisor are where wrap-arounds and full tiles are met, so they tell which
//! sizes are worth a run.

use polyhedral::{Condition, Copy, Expression, Instance, Loop, Node, Program};
use std::collections::BTreeSet;

/// All constants by which `program` divides, also for a remainder.
pub(crate) fn of(program: &Program) -> BTreeSet<i64> {
    let mut divisors = BTreeSet::new();
    sequence(&program.body, &mut divisors);
    divisors
}

fn sequence(nodes: &[Node], divisors: &mut BTreeSet<i64>) {
    for node in nodes {
        match node {
            Node::Loop(Loop { initial, condition: test, body, .. }) => {
                expression(initial, divisors);
                condition(test, divisors);
                sequence(body, divisors);
            }
            Node::If { condition: test, then_body, else_body } => {
                condition(test, divisors);
                sequence(then_body, divisors);
                sequence(else_body, divisors);
            }
            Node::Sections(sections) => sections.iter().for_each(|body| sequence(body, divisors)),
            Node::Instance(Instance { iterators, subscripts, .. }) => {
                let all = iterators.iter().chain(subscripts.iter().flatten());
                all.for_each(|e| expression(e, divisors));
            }
            Node::Copy(Copy { from, to }) => {
                let all = from.subscripts.iter().chain(&to.subscripts);
                all.for_each(|e| expression(e, divisors));
            }
        }
    }
}

fn expression(e: &Expression, divisors: &mut BTreeSet<i64>) {
    match e {
        Expression::Constant(_) | Expression::Variable(_) => {}
        Expression::Negate(a) => expression(a, divisors),
        Expression::Add(a, b) | Expression::Subtract(a, b) | Expression::Multiply(a, b) => {
            expression(a, divisors);
            expression(b, divisors);
        }
        Expression::FloorDivide(a, b) | Expression::Modulo(a, b) => {
            if let Expression::Constant(divisor) = **b {
                divisors.insert(divisor);
            }
            expression(a, divisors);
            expression(b, divisors);
        }
        Expression::Minimum(list) | Expression::Maximum(list) => {
            list.iter().for_each(|e| expression(e, divisors));
        }
        Expression::Select(test, a, b) => {
            condition(test, divisors);
            expression(a, divisors);
            expression(b, divisors);
        }
    }
}

fn condition(c: &Condition, divisors: &mut BTreeSet<i64>) {
    match c {
        Condition::Constant(_) => {}
        Condition::Compare(_, a, b) => {
            expression(a, divisors);
            expression(b, divisors);
        }
        Condition::And(list) | Condition::Or(list) => {
            list.iter().for_each(|c| condition(c, divisors));
        }
        Condition::Not(c) => condition(c, divisors),
    }
}
