//! Loops of the program that are to run in parallel.

use crate::generate;
use polyhedral::{Loop, Node, Program, StatementId};
use std::collections::BTreeSet;

/// A loop: by the number of loops around it, and the statements in it.
pub type Place = (usize, BTreeSet<StatementId>);

/// `program` with the loops at `places` marked as parallel, where OpenMP takes their conditions.
pub fn marked(program: &Program, places: &[Place]) -> Program {
    Program { body: nodes(&program.body, 0, places) }
}

fn nodes(all: &[Node], depth: usize, places: &[Place]) -> Vec<Node> {
    all.iter().map(|node| node_at(node, depth, places)).collect()
}

fn node_at(node: &Node, depth: usize, places: &[Place]) -> Node {
    match node {
        Node::Loop(counted) if places.contains(&(depth, statements(&counted.body))) => {
            let condition = generate::one_comparison(counted);
            let parallel = condition.is_some();
            let condition = condition.unwrap_or_else(|| counted.condition.clone());
            Node::Loop(Loop { condition, parallel, ..counted.clone() })
        }
        Node::Loop(counted) => {
            Node::Loop(Loop { body: nodes(&counted.body, depth + 1, places), ..counted.clone() })
        }
        Node::If { condition, then_body, else_body } => Node::If {
            condition: condition.clone(),
            then_body: nodes(then_body, depth, places),
            else_body: nodes(else_body, depth, places),
        },
        other => other.clone(),
    }
}

/// Whether any loop of `program` is parallel.
pub fn has_parallel(program: &Program) -> bool {
    fn any(nodes: &[Node]) -> bool {
        nodes.iter().any(|node| match node {
            Node::Loop(counted) => counted.parallel || any(&counted.body),
            Node::If { then_body, else_body, .. } => any(then_body) || any(else_body),
            _ => false,
        })
    }
    any(&program.body)
}

/// The statements in loops of `program` of which none around runs in parallel.
pub fn serial(program: &Program) -> BTreeSet<StatementId> {
    fn collect(nodes: &[Node], in_loop: bool, found: &mut BTreeSet<StatementId>) {
        for node in nodes {
            match node {
                Node::Loop(counted) if counted.parallel => {}
                Node::Loop(counted) => collect(&counted.body, true, found),
                Node::If { then_body, else_body, .. } => {
                    collect(then_body, in_loop, found);
                    collect(else_body, in_loop, found);
                }
                Node::Sections(bodies) => bodies.iter().for_each(|body| collect(body, in_loop, found)),
                Node::Instance(instance) if in_loop => {
                    found.insert(instance.statement);
                }
                Node::Instance(_) | Node::Copy(_) => {}
            }
        }
    }
    let mut found = BTreeSet::new();
    collect(&program.body, false, &mut found);
    found
}

/// The statements of all instances in `nodes`.
pub(crate) fn statements(nodes: &[Node]) -> BTreeSet<StatementId> {
    Node::instances(nodes).into_iter().map(|instance| instance.statement).collect()
}
