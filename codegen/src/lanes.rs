//! Loops over the few rows of a strip that are done at a time, written out.
//!
//! `for (i = t; i <= t + 3; i++) s[i - t] += …` becomes four statements, whose sums compilers keep in registers.

use crate::names::offset;
use polyhedral::{Comparison, Condition, Expression, Instance, Loop, Node, StatementId};
use std::collections::BTreeSet;

/// The tree with the innermost loops over whole strips of `size` rows written out.
pub(crate) fn written_out(node: Node, size: i64) -> Node {
    inside(node, size, None)
}

/// The same in a loop over strips with this counter.
fn inside(node: Node, size: i64, strip: Option<&str>) -> Node {
    let all = |nodes: Vec<Node>, strip: Option<&str>| -> Vec<Node> {
        nodes.into_iter().flat_map(|node| rows(node, size, strip)).collect()
    };
    match node {
        Node::Loop(counted) => {
            let is_strip = counted.line == 0 && counted.step == size;
            let own = counted.iterator.clone();
            let strip = if is_strip { Some(own.as_str()) } else { strip };
            Node::Loop(Loop { body: all(counted.body, strip), ..counted })
        }
        Node::If { condition, then_body, else_body } => {
            Node::If { condition, then_body: all(then_body, strip), else_body: all(else_body, strip) }
        }
        other => other,
    }
}

/// What a node becomes: if it is the innermost loop over the rows of the strip, what is in it for each of them.
fn rows(node: Node, size: i64, strip: Option<&str>) -> Vec<Node> {
    match (node, strip) {
        (Node::Loop(counted), Some(first)) if is_over_rows(&counted, first, size) => {
            let row = |number: i64| {
                let row = (Expression::variable(first) + Expression::Constant(number)).simplify();
                let value = |name: &str| (name == counted.iterator).then(|| row.clone());
                counted.body.iter().map(|node| with(node, &value)).collect::<Vec<_>>()
            };
            (0..size).flat_map(row).collect()
        }
        (node, _) => vec![inside(node, size, strip)],
    }
}

/// Whether a loop goes over strips of rows of which some are written out: it has a statement for the first and for the last of these.
pub(crate) fn is_over_lanes(counted: &Loop) -> bool {
    if counted.line > 0 || counted.step <= 1 || counted.parallel {
        return false;
    }
    let inside = Node::instances(&counted.body);
    let with_row = |number: i64| -> BTreeSet<StatementId> {
        let is_row = |iterator: &Expression| offset(iterator, &counted.iterator) == Some(number);
        let own = inside.iter().filter(|instance| instance.iterators.iter().any(is_row));
        own.map(|instance| instance.statement).collect()
    };
    !with_row(0).is_disjoint(&with_row(counted.step - 1))
}

/// Whether a loop without others in it goes over all rows of the strip that begins with `first`.
fn is_over_rows(counted: &Loop, first: &str, size: i64) -> bool {
    let start = Expression::variable(first);
    let counter = Expression::variable(&counted.iterator);
    let ends = |last: i64, relation| {
        let last = (start.clone() + Expression::Constant(last)).simplify();
        Condition::Compare(relation, counter.clone(), last)
    };
    let is_end = |condition: &Condition| {
        *condition == ends(size - 1, Comparison::LessEqual) || *condition == ends(size, Comparison::Less)
    };
    counted.step == 1
        && counted.initial == start
        && is_end(&counted.condition)
        && Node::loops(&counted.body).is_empty()
}

/// A node without loops with these values of variables.
fn with(node: &Node, value: &dyn Fn(&str) -> Option<Expression>) -> Node {
    let one = |expression: &Expression| expression.substitute(value).simplify();
    let all = |nodes: &[Node]| nodes.iter().map(|node| with(node, value)).collect();
    match node {
        Node::Instance(instance) => Node::Instance(Instance {
            statement: instance.statement,
            iterators: instance.iterators.iter().map(one).collect(),
            subscripts: instance.subscripts.iter().map(|cell| cell.iter().map(one).collect()).collect(),
        }),
        Node::If { condition, then_body, else_body } => Node::If {
            condition: condition.substitute(value),
            then_body: all(then_body),
            else_body: all(else_body),
        },
        other => other.clone(),
    }
}
