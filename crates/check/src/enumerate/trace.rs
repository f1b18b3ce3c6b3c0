//! What a region does to memory when it runs at given parameter values.

use crate::execute::{Point, Stop, Tree};
use crate::rules::{self, Rule, Rules};
use polyhedral::{AccessKind, ArrayId, Program, Scop, StatementId};
use std::collections::{BTreeMap, BTreeSet};

/// The instances of a run, in the order in which they ran.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// An instance's position here is its name.
    pub instances: Vec<Instance>,
}

/// A statement's instance that ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The statement.
    pub statement: StatementId,
    /// The values of its iterators, outermost first.
    pub iterators: Vec<i64>,
    /// What it touches, in the order of the statement's accesses; only those whose guards hold, with unknown subscripts all
    /// cells that may be meant. It reads before it writes.
    pub touches: Vec<Touch>,
}

/// An access that happened, or may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    /// Its position in the statement's accesses.
    pub access: usize,
    /// What it does.
    pub kind: AccessKind,
    /// Whether it is known to happen whenever the instance runs: a read without a guard, a certain write.
    pub certain: bool,
    /// To which cell.
    pub cell: Cell,
}

/// A cell of an array; a scalar has one, without subscripts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// The array.
    pub array: ArrayId,
    /// Its subscripts, outermost first.
    pub subscripts: Vec<i64>,
}

/// One access of one instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reference {
    /// Position in [`Trace::instances`].
    pub instance: usize,
    /// Position in the instance's touches.
    pub touch: usize,
}

impl Trace {
    /// Runs `program`, whose statements are those of `scop`. Cells are those of the original arrays: the
    /// statements' own subscripts. `None` where it can't be run or makes more than `budget` steps
    /// (instances and starts of iterations). Cells that unknown subscripts may mean don't count.
    pub fn of(
        scop: &Scop,
        program: &Program,
        parameters: &BTreeMap<String, i64>,
        budget: u64,
    ) -> Option<Self> {
        let rules = rules::compile(scop, &scop.statements, parameters).ok()?;
        let tree = Tree::compile(program, scop, parameters).ok()?;
        let (mut instances, mut written) = (Vec::new(), BTreeSet::new());
        let (_, end) = tree.run(budget, |point, counters| {
            let ran = instance(&rules, point, counters, &written).ok_or(Stop::<()>::Undefined)?;
            let writes = ran.touches.iter().filter(|touch| touch.kind != AccessKind::Read);
            written.extend(writes.map(|touch| touch.cell.clone()));
            instances.push(ran);
            Ok(())
        });
        end.ok()?;
        Some(Trace { instances })
    }

    /// What `reference` does.
    pub fn touch(&self, reference: Reference) -> &Touch {
        &self.instances[reference.instance].touches[reference.touch]
    }

    /// All that happened, in order.
    pub fn references(&self) -> impl Iterator<Item = Reference> + '_ {
        let of = |(instance, ran): (usize, &Instance)| {
            (0..ran.touches.len()).map(move |touch| Reference { instance, touch })
        };
        self.instances.iter().enumerate().flat_map(of)
    }

    /// The writes to `array`, certain or not, in order.
    pub fn writes(&self, array: ArrayId) -> Vec<Reference> {
        let is_write = |reference: &Reference| {
            let touch = self.touch(*reference);
            touch.cell.array == array && touch.kind != AccessKind::Read
        };
        self.references().filter(is_write).collect()
    }

    /// What `reference` touches.
    pub fn cell(&self, reference: Reference) -> &Cell {
        &self.touch(reference).cell
    }
}

/// The instance at `point`, where these cells are written; `None` where an expression has no value.
fn instance(rules: &[Rules], point: &Point, counters: &[i64], written: &BTreeSet<Cell>) -> Option<Instance> {
    let iterators = point.iterators.iter().map(|iterator| iterator.evaluate(counters));
    let iterators: Vec<i64> = iterators.collect::<Option<_>>()?;
    let mut touches = Vec::new();
    let rules = &rules[point.statement];
    for (access, rule) in rules.accesses.iter().enumerate() {
        if rule.guard.evaluate(&iterators)? {
            let cells = rules.cells(rule, &iterators)?.into_iter();
            let cells = cells.map(|subscripts| Cell { array: rule.array, subscripts });
            let meant = cells.filter(|cell| !rule.reads_written || written.contains(cell));
            touches.extend(meant.map(|cell| touch(access, rule, cell)));
        }
    }
    Some(Instance { statement: point.statement, iterators, touches })
}

fn touch(access: usize, rule: &Rule, cell: Cell) -> Touch {
    let certain = match rule.kind {
        AccessKind::Read => rule.guard == crate::formula::Test::Constant(true) && rule.unknown.is_empty(),
        AccessKind::MustWrite => true,
        AccessKind::MayWrite => false,
    };
    Touch { access, kind: rule.kind, certain, cell }
}
