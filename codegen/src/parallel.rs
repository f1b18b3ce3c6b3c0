//! Loops of the program that are to run in parallel.

use crate::generate;
use crate::work::Work;
use polyhedral::{Loop, Node, Program, Scop, StatementId};
use std::collections::{BTreeMap, BTreeSet};

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
        Node::Loop(counted) if places.contains(&(depth, Node::statements(&counted.body))) => {
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

/// The loops at `places` that are known to have too little work for threads.
pub fn too_short(scop: &Scop, program: &Program, places: &[Place]) -> Vec<Place> {
    fn find(scop: &Scop, nodes: &[Node], depth: usize, places: &[Place], found: &mut Vec<Place>) {
        for node in nodes {
            match node {
                Node::Loop(counted) => {
                    let place = (depth, Node::statements(&counted.body));
                    if !places.contains(&place) {
                        find(scop, &counted.body, depth + 1, places, found);
                    } else if Work::of_loop(scop, counted).is_little() {
                        found.push(place);
                    }
                }
                Node::If { then_body, else_body, .. } => {
                    find(scop, then_body, depth, places, found);
                    find(scop, else_body, depth, places, found);
                }
                Node::Sections(_) | Node::Instance(_) | Node::Copy(_) => {}
            }
        }
    }
    let mut found = Vec::new();
    find(scop, &program.body, 0, places, &mut found);
    found
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

/// Per statement of `program` in a parallel loop the most loops around such a one.
pub fn depths(program: &Program) -> BTreeMap<StatementId, usize> {
    fn collect(nodes: &[Node], depth: usize, found: &mut BTreeMap<StatementId, usize>) {
        for node in nodes {
            match node {
                Node::Loop(counted) if counted.parallel => {
                    for statement in Node::statements(&counted.body) {
                        let most = found.entry(statement).or_insert(depth);
                        *most = depth.max(*most);
                    }
                }
                Node::Loop(counted) => collect(&counted.body, depth + 1, found),
                Node::If { then_body, else_body, .. } => {
                    collect(then_body, depth, found);
                    collect(else_body, depth, found);
                }
                Node::Sections(bodies) => bodies.iter().for_each(|body| collect(body, depth, found)),
                Node::Instance(_) | Node::Copy(_) => {}
            }
        }
    }
    let mut found = BTreeMap::new();
    collect(&program.body, 0, &mut found);
    found
}

/// Whether all that runs in parallel in `other` does so in `program`.
pub fn is_as_parallel(program: &Program, other: &Program) -> bool {
    serial(program).repeated.is_subset(&serial(other).repeated)
}

/// Whether no statement of `program` runs in a parallel loop that is further in than in `other`, so that threads start more often.
pub fn starts_no_more(program: &Program, other: &Program) -> bool {
    let (own, others) = (depths(program), depths(other));
    own.iter().all(|(statement, depth)| others.get(statement).is_none_or(|other| depth <= other))
}

/// The statements of `program` that run outside of its parallel loops: in other loops, and in none.
pub fn serial(program: &Program) -> Serial {
    let mut serial = Serial::default();
    serial.collect(&program.body, false);
    serial
}

/// Statements that run outside of parallel loops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Serial {
    /// In a loop.
    pub repeated: BTreeSet<StatementId>,
    /// In none.
    pub single: BTreeSet<StatementId>,
}

impl Serial {
    fn collect(&mut self, nodes: &[Node], in_loop: bool) {
        for node in nodes {
            match node {
                Node::Loop(counted) if counted.parallel => {}
                Node::Loop(counted) => self.collect(&counted.body, true),
                Node::If { then_body, else_body, .. } => {
                    self.collect(then_body, in_loop);
                    self.collect(else_body, in_loop);
                }
                Node::Sections(bodies) => bodies.iter().for_each(|body| self.collect(body, in_loop)),
                Node::Instance(instance) => {
                    let found = if in_loop { &mut self.repeated } else { &mut self.single };
                    found.insert(instance.statement);
                }
                Node::Copy(_) => {}
            }
        }
    }
}
