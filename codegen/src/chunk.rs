//! The loop tree of a region in chunks.

use crate::generate;
use isl::UnionMap;
use polyhedral::{Comparison, Condition, Expression, Instance, Loop, Node, Program, Scop};

/// The tree that runs all instances of `chunked`, whose statements have the chunk as their outermost iterator, in
/// the order of `dates` (`{ S[c,i] -> [t] }`, injective), as instances of the program without chunks. The loops over
/// chunks, which have that `dimension` of the dates, are parallel.
///
/// # Errors
/// As [`generate::program`].
pub fn program(chunked: &Scop, dates: &UnionMap, dimension: u32) -> isl::Result<Program> {
    let program = generate::program(chunked, dates, &[dimension])?;
    let program = Program { body: program.body.into_iter().map(below).collect() };
    let without_chunk = |instance: &Instance| {
        let iterators = instance.iterators.iter().skip(1).cloned().collect();
        Instance { iterators, ..instance.clone() }
    };
    Ok(program.map_instances(&without_chunk))
}

/// `y < chunk + 64` rather than `y <= chunk + 63`.
fn below(node: Node) -> Node {
    let Node::Loop(counted) = node else { return node };
    let condition = match counted.condition {
        Condition::And(tests) => Condition::And(tests.into_iter().map(strictly).collect()),
        test => strictly(test),
    };
    let body = counted.body.into_iter().map(below).collect();
    Node::Loop(Loop { condition, body, ..counted })
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
