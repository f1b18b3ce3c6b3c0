//! The loop tree of a region in chunks.

use crate::generate;
use isl::UnionMap;
use polyhedral::expression::LinearForm;
use polyhedral::{Comparison, Condition, Expression, Instance, Loop, Node, Program, Scop};

/// The tree that runs all instances of `chunked`, whose statements have the chunk as their outermost iterator, in
/// the order of `dates` (`{ S[c,i] -> [t] }`, injective), as instances of the program without chunks. The loops over
/// chunks, which have that `dimension` of the dates, are parallel.
///
/// # Errors
/// As [`generate::program`].
pub fn program(chunked: &Scop, dates: &UnionMap, dimension: u32) -> isl::Result<Program> {
    let program = generate::program(chunked, dates, &[dimension])?;
    let program = Program { body: readable(program.body) };
    let without_chunk = |instance: &Instance| {
        let iterators = instance.iterators.iter().skip(1).cloned().collect();
        Instance { iterators, ..instance.clone() }
    };
    Ok(program.map_instances(&without_chunk))
}

/// The tree with loops that start and end as one would write it.
fn readable(nodes: Vec<Node>) -> Vec<Node> {
    let node = |node| match node {
        Node::Loop(counted) => Node::Loop(between(counted)),
        Node::If { condition, then_body, else_body } => {
            let (then_body, else_body) = (readable(then_body), readable(else_body));
            Node::If { condition, then_body, else_body }
        }
        other => other,
    };
    nodes.into_iter().map(node).collect()
}

/// `y < chunk + 64` rather than `y <= chunk + 63`.
fn between(counted: Loop) -> Loop {
    let condition = match counted.condition {
        Condition::And(tests) => Condition::And(tests.into_iter().map(strictly).collect()),
        test => strictly(test),
    };
    Loop { initial: later(counted.initial), condition, body: readable(counted.body), ..counted }
}

fn strictly(test: Condition) -> Condition {
    match test {
        Condition::Compare(Comparison::LessEqual, left, right) => {
            let right = (right + Expression::Constant(1)).simplify();
            Condition::Compare(Comparison::Less, left, right)
        }
        other => other,
    }
}

/// `chunk > 4 ? chunk - 4 : 0` rather than `0 > chunk - 4 ? 0 : chunk - 4`.
fn later(first: Expression) -> Expression {
    let Expression::Maximum(values) = &first else { return first };
    let [least, behind] = &values[..] else { return first };
    let Some(form) = LinearForm::of(&(behind.clone() - least.clone())) else { return first };
    let Some((chunk, _)) = form.terms.iter().find(|(_, coefficient)| *coefficient == 1) else { return first };
    let rest = form.terms.iter().filter(|(name, _)| name != chunk).map(|(name, c)| (name.clone(), -c));
    let rest = LinearForm { terms: rest.collect(), constant: -form.constant };
    let is_behind =
        Condition::Compare(Comparison::Greater, Expression::variable(chunk), rest.into_expression());
    Expression::Select(Box::new(is_behind), Box::new(behind.clone()), Box::new(least.clone()))
}
