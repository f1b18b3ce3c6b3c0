//! What each execution of a statement, of a loop and of the whole region touches (Guelton, Amini,
//! Creusillet, *Beyond Do Loops*, section 2).

use super::Dataflow;
use super::trace::{Cell, Reference, Trace};
use polyhedral::{AccessKind, Node, Program, StatementId};
use std::collections::{BTreeMap, BTreeSet};

/// Something that runs as a whole, once for each value of the iterators around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Construct {
    /// What is inside.
    pub statements: BTreeSet<StatementId>,
    /// The number of iterators around it, which tell its executions apart.
    pub depth: usize,
}

/// How a construct touches a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// It reads the cell.
    Read,
    /// It writes the cell.
    Write,
    /// It reads a value from outside of the construct's execution.
    In,
    /// It writes a value that is read outside of the construct's execution, or after the region.
    Out,
}

/// How sure an effect is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// Nothing excludes it.
    May,
    /// Nothing can prevent it.
    Must,
}

/// Executions, by the values of the iterators around the construct, with the cells that they touch.
pub type Region = BTreeSet<(Vec<i64>, Cell)>;

/// The statements, each by itself, then the loops in textual order, then the whole.
pub fn constructs(program: &Program) -> Vec<Construct> {
    let whole: BTreeSet<_> = program.instances().iter().map(|instance| instance.statement).collect();
    let depths = depths(program);
    let single = |statement: &StatementId| Construct {
        statements: BTreeSet::from([*statement]),
        depth: depths[statement],
    };
    let mut all: Vec<_> = whole.iter().map(single).collect();
    loops(&program.body, 0, &mut all);
    all.push(Construct { statements: whole, depth: 0 });
    all
}

/// The number of loops around each statement.
fn depths(program: &Program) -> BTreeMap<StatementId, usize> {
    program.instances().iter().map(|instance| (instance.statement, instance.iterators.len())).collect()
}

fn loops(nodes: &[Node], depth: usize, found: &mut Vec<Construct>) {
    for node in nodes {
        match node {
            Node::Loop(counted) => {
                let inside = Program { body: counted.body.clone() };
                let statements = inside.instances().iter().map(|instance| instance.statement).collect();
                found.push(Construct { statements, depth });
                loops(&counted.body, depth + 1, found);
            }
            Node::If { then_body, else_body, .. } => {
                loops(then_body, depth, found);
                loops(else_body, depth, found);
            }
            Node::Sections(sections) => sections.iter().for_each(|body| loops(body, depth, found)),
            Node::Instance(_) | Node::Copy(_) => {}
        }
    }
}

/// What the executions of `construct` touch, in each way.
pub fn regions(
    trace: &Trace,
    dataflow: &Dataflow,
    construct: &Construct,
) -> BTreeMap<(Effect, Certainty), Region> {
    let uses = Uses { trace, construct, sources: sources(dataflow), readers: readers(dataflow), dataflow };
    let mut found = BTreeMap::new();
    for effect in [Effect::Read, Effect::Write, Effect::In, Effect::Out] {
        for certainty in [Certainty::May, Certainty::Must] {
            found.insert((effect, certainty), uses.region(effect, certainty));
        }
    }
    found
}

fn sources(dataflow: &Dataflow) -> BTreeMap<Reference, Vec<Reference>> {
    let mut sources: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for value in &dataflow.values {
        sources.entry(value.read).or_default().push(value.write);
    }
    sources
}

fn readers(dataflow: &Dataflow) -> BTreeMap<Reference, Vec<Reference>> {
    let mut readers: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for value in &dataflow.values {
        readers.entry(value.write).or_default().push(value.read);
    }
    readers
}

struct Uses<'a> {
    trace: &'a Trace,
    construct: &'a Construct,
    dataflow: &'a Dataflow,
    /// By read.
    sources: BTreeMap<Reference, Vec<Reference>>,
    /// By write.
    readers: BTreeMap<Reference, Vec<Reference>>,
}

impl Uses<'_> {
    fn region(&self, effect: Effect, certainty: Certainty) -> Region {
        let mut region = Region::new();
        for reference in self.trace.references() {
            let Some(execution) = self.execution(reference) else { continue };
            if self.has(effect, certainty, reference) {
                region.insert((execution.to_vec(), self.trace.cell(reference).clone()));
            }
        }
        region
    }

    /// The execution of the construct that `reference` belongs to.
    fn execution(&self, reference: Reference) -> Option<&[i64]> {
        let instance = &self.trace.instances[reference.instance];
        let inside = self.construct.statements.contains(&instance.statement);
        inside.then(|| &instance.iterators[..self.construct.depth])
    }

    fn has(&self, effect: Effect, certainty: Certainty, reference: Reference) -> bool {
        let touch = self.trace.touch(reference);
        let reads = touch.kind == AccessKind::Read;
        let happens = certainty == Certainty::May || touch.certain;
        match effect {
            Effect::Read => reads && happens,
            Effect::Write => !reads && happens,
            Effect::In => reads && happens && self.imports(certainty, reference),
            Effect::Out => !reads && happens && self.exports(certainty, reference),
        }
    }

    /// Whether a read gets a value from outside: from one possible source, or from whichever it is.
    fn imports(&self, certainty: Certainty, read: Reference) -> bool {
        let from_before = self.dataflow.live_in.contains(&read);
        let mut sources = self.sources.get(&read).into_iter().flatten();
        let is_outside = |write: &Reference| self.execution(*write) != self.execution(read);
        match certainty {
            Certainty::May => from_before || sources.any(is_outside),
            Certainty::Must => sources.all(is_outside),
        }
    }

    /// Whether the value of a write is used outside: maybe, or by a use that happens and has no other
    /// source.
    fn exports(&self, certainty: Certainty, write: Reference) -> bool {
        let stays = self.dataflow.live_out.contains(&write);
        let mut readers = self.readers.get(&write).into_iter().flatten();
        let is_outside = |read: &&Reference| self.execution(**read) != self.execution(write);
        match certainty {
            Certainty::May => stays || readers.any(|read| is_outside(&read)),
            Certainty::Must => {
                (stays && self.is_last(write)) || readers.filter(is_outside).any(|read| self.must_read(*read))
            }
        }
    }

    /// Whether a read happens and has one possible source, a write.
    fn must_read(&self, read: Reference) -> bool {
        let only = self.sources.get(&read).is_some_and(|sources| sources.len() == 1);
        self.trace.touch(read).certain && only && !self.dataflow.live_in.contains(&read)
    }

    /// Whether no other write may leave its value in the cell of `write`.
    fn is_last(&self, write: Reference) -> bool {
        let cell = self.trace.cell(write);
        !self.dataflow.live_out.iter().any(|other| *other != write && self.trace.cell(*other) == cell)
    }
}
