//! A region as a tree of loops, conditions and statement instances.
//!
//! The tree says what C executes, in C's order, with plain integers; [`Loop::parallel`] and
//! [`Node::Sections`] say where the program allows other orders as well. It knows nothing of isl, so that
//! the checker can run it without trusting any relation that another stage computed.

use crate::expression::{Condition, Expression};
use crate::scop::{ArrayId, StatementId};
use std::collections::BTreeSet;

/// A sequence of nodes, executed from first to last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The nodes at the top.
    pub body: Vec<Node>,
}

/// One construct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// `for (iterator = initial; condition; iterator += step) body`
    Loop(Loop),
    /// `if (condition) then_body else else_body`
    If {
        /// Decides which body runs.
        condition: Condition,
        /// Runs where `condition` holds.
        then_body: Vec<Node>,
        /// Runs where it doesn't; may be empty.
        else_body: Vec<Node>,
    },
    /// Bodies of which each runs once, in any order or at the same time.
    Sections(Vec<Vec<Node>>),
    /// One instance of a statement.
    Instance(Instance),
    /// A value that moves, unchanged. Only generated trees have it.
    Copy(Copy),
}

/// `to = from;`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copy {
    /// The cell that is read.
    pub from: Cell,
    /// The cell that is written.
    pub to: Cell,
}

/// A cell of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The array.
    pub array: ArrayId,
    /// Its subscripts, in the counters of the loops around.
    pub subscripts: Vec<Expression>,
}

/// A counted loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The counter; different from those of the enclosing loops and from all parameters.
    pub iterator: String,
    /// The counter's first value.
    pub initial: Expression,
    /// Tested before each iteration; may mention the counter.
    pub condition: Condition,
    /// Added after each iteration; not 0.
    pub step: i64,
    /// Whether its iterations may run in any order or at the same time (Darte, Isoard, Yuki, *Liveness
    /// Analysis in Explicitly-Parallel Programs*, section 2.2).
    pub parallel: bool,
    /// Executed once an iteration.
    pub body: Vec<Node>,
    /// The user's line that it starts on; 0 for a generated loop.
    pub line: u32,
}

/// A statement executed at one point of its domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Which statement.
    pub statement: StatementId,
    /// The statement's own iteration vector, in the counters of the loops around this node.
    pub iterators: Vec<Expression>,
    /// Per access of the statement the cell: subscripts in the counters of the loops around this node.
    pub subscripts: Vec<Vec<Expression>>,
}

impl Node {
    /// All instances in `nodes`, in textual order.
    pub fn instances(nodes: &[Node]) -> Vec<&Instance> {
        let all = Node::all(nodes).into_iter();
        let own = all.filter_map(|node| match node {
            Node::Instance(instance) => Some(instance),
            _ => None,
        });
        own.collect()
    }

    /// All loops in `nodes`, in textual order, outer ones first.
    pub fn loops(nodes: &[Node]) -> Vec<&Loop> {
        let all = Node::all(nodes).into_iter();
        let own = all.filter_map(|node| match node {
            Node::Loop(counted) => Some(counted),
            _ => None,
        });
        own.collect()
    }

    /// The statements of all instances in `nodes`.
    pub fn statements(nodes: &[Node]) -> BTreeSet<StatementId> {
        Node::instances(nodes).into_iter().map(|instance| instance.statement).collect()
    }

    /// The counters of all loops in `nodes`.
    pub fn counters(nodes: &[Node]) -> BTreeSet<String> {
        Node::loops(nodes).into_iter().map(|counted| counted.iterator.clone()).collect()
    }

    /// How many conditions stand in `nodes`.
    pub fn conditions(nodes: &[Node]) -> usize {
        Node::all(nodes).into_iter().filter(|node| matches!(node, Node::If { .. })).count()
    }

    /// `nodes` and all nodes in them.
    pub fn all(nodes: &[Node]) -> Vec<&Node> {
        let with_inner =
            |node| std::iter::once(node).chain(Node::inner(node).into_iter().flat_map(Node::all));
        nodes.iter().flat_map(with_inner).collect()
    }

    /// The bodies of a node.
    fn inner(&self) -> Vec<&[Node]> {
        match self {
            Node::Loop(counted) => vec![&counted.body],
            Node::If { then_body, else_body, .. } => vec![then_body, else_body],
            Node::Sections(bodies) => bodies.iter().map(Vec::as_slice).collect(),
            Node::Instance(_) | Node::Copy(_) => vec![],
        }
    }
}

impl Program {
    /// All instances, in textual order.
    pub fn instances(&self) -> Vec<&Instance> {
        Node::instances(&self.body)
    }

    /// The same tree with each instance replaced.
    pub fn map_instances(&self, change: &dyn Fn(&Instance) -> Instance) -> Program {
        self.map(change, &Cell::clone)
    }

    /// The same tree with each instance and each copied cell replaced.
    pub fn map(&self, instance: &dyn Fn(&Instance) -> Instance, cell: &dyn Fn(&Cell) -> Cell) -> Program {
        type Change<'a, T> = &'a dyn Fn(&T) -> T;
        fn map(nodes: &[Node], change: Change<Instance>, cell: Change<Cell>) -> Vec<Node> {
            nodes
                .iter()
                .map(|node| match node {
                    Node::Loop(l) => Node::Loop(Loop { body: map(&l.body, change, cell), ..l.clone() }),
                    Node::If { condition, then_body, else_body } => Node::If {
                        condition: condition.clone(),
                        then_body: map(then_body, change, cell),
                        else_body: map(else_body, change, cell),
                    },
                    Node::Sections(sections) => {
                        Node::Sections(sections.iter().map(|body| map(body, change, cell)).collect())
                    }
                    Node::Instance(instance) => Node::Instance(change(instance)),
                    Node::Copy(copy) => Node::Copy(Copy { from: cell(&copy.from), to: cell(&copy.to) }),
                })
                .collect()
        }
        Program { body: map(&self.body, instance, cell) }
    }
}
