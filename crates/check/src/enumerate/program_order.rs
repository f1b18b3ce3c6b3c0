//! The order that a loop tree prescribes: one thing after the other, but for parallel loops and sections
//! (Darte, Isoard, Yuki, *Liveness in Explicitly-Parallel Programs*, section 2.2).

use super::{Order, Trace};
use polyhedral::{Node, Program, StatementId};
use std::collections::{BTreeMap, BTreeSet};

/// The constructs around a statement, outermost first.
type Path = Vec<Around>;

/// A construct with a statement inside.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Around {
    /// Which construct, counted in the order of the text.
    construct: usize,
    part: Part,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// A loop; which iteration, tells the next iterator. Which parallel construct it is, if any.
    Loop { parallel: Option<usize> },
    /// This one of some sections.
    Section { number: usize, parallel: usize },
}

impl Order {
    /// The order in which `program`, of which `trace` is a run, runs its instances. Parallel loops and
    /// sections that hold statements are counted in the order of the text; those in `sequential` order
    /// their parts all the same.
    pub fn of_program(program: &Program, trace: &Trace, sequential: &BTreeSet<usize>) -> Self {
        let mut paths = Paths::default();
        paths.walk(&program.body, &Path::new());
        let mut pairs = BTreeSet::new();
        for first in 0..trace.instances.len() {
            for second in first + 1..trace.instances.len() {
                let parting = paths.parting(trace, first, second);
                if parting.is_none_or(|parallel| sequential.contains(&parallel)) {
                    pairs.insert((first, second));
                }
            }
        }
        Order::by_pairs(trace.instances.len(), &pairs)
    }
}

#[derive(Default)]
struct Paths {
    of: BTreeMap<StatementId, Path>,
    constructs: usize,
    parallel: usize,
}

impl Paths {
    fn walk(&mut self, nodes: &[Node], path: &Path) {
        for node in nodes {
            match node {
                Node::Loop(counted) => {
                    let parallel = counted.parallel.then_some(counted.body.as_slice());
                    let parallel = parallel.and_then(|body| self.parallel_with_statements(&[body]));
                    let construct = self.next_construct();
                    let around = Around { construct, part: Part::Loop { parallel } };
                    self.walk(&counted.body, &extended(path, around));
                }
                Node::Sections(sections) => {
                    let bodies: Vec<_> = sections.iter().map(Vec::as_slice).collect();
                    let Some(parallel) = self.parallel_with_statements(&bodies) else { continue };
                    let construct = self.next_construct();
                    for (number, body) in sections.iter().enumerate() {
                        let part = Part::Section { number, parallel };
                        self.walk(body, &extended(path, Around { construct, part }));
                    }
                }
                Node::If { then_body, else_body, .. } => {
                    self.walk(then_body, path);
                    self.walk(else_body, path);
                }
                Node::Instance(instance) => {
                    self.of.insert(instance.statement, path.clone());
                }
                Node::Copy(_) => {}
            }
        }
    }

    fn next_construct(&mut self) -> usize {
        self.constructs += 1;
        self.constructs - 1
    }

    /// The number of the parallel construct with these bodies, if there are statements inside.
    fn parallel_with_statements(&mut self, bodies: &[&[Node]]) -> Option<usize> {
        let holds = |body: &&[Node]| !Program { body: body.to_vec() }.instances().is_empty();
        if !bodies.iter().any(holds) {
            return None;
        }
        self.parallel += 1;
        Some(self.parallel - 1)
    }

    /// The parallel construct whose different parts two instances belong to, if one lets them part.
    fn parting(&self, trace: &Trace, first: usize, second: usize) -> Option<usize> {
        let (first, second) = (&trace.instances[first], &trace.instances[second]);
        let (mut outer, mut other) = (first.iterators.iter(), second.iterators.iter());
        for (around, beside) in self.of[&first.statement].iter().zip(&self.of[&second.statement]) {
            if around.construct != beside.construct {
                return None;
            }
            match (&around.part, &beside.part) {
                (Part::Loop { parallel }, _) if outer.next() != other.next() => return *parallel,
                (Part::Section { number, parallel }, Part::Section { number: another, .. })
                    if number != another =>
                {
                    return Some(*parallel);
                }
                _ => {}
            }
        }
        None
    }
}

fn extended(path: &Path, around: Around) -> Path {
    let mut path = path.clone();
    path.push(around);
    path
}
