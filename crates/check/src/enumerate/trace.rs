//! What a region does to memory when it runs at given parameter values.

use crate::execute::{Point, Stop, Tree};
use crate::rules::{self, Rule};
use polyhedral::{AccessKind, ArrayId, Program, Scop, StatementId};
use std::collections::BTreeMap;

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
    /// What it touches, in the order of the statement's accesses; only those whose guards hold. It
    /// reads before it writes.
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
    /// (instances and starts of iterations).
    pub fn of(
        scop: &Scop,
        program: &Program,
        parameters: &BTreeMap<String, i64>,
        budget: u64,
    ) -> Option<Self> {
        let rules = rules::compile(&scop.statements, parameters).ok()?;
        let tree = Tree::compile(program, scop, parameters).ok()?;
        let mut instances = Vec::new();
        let (_, end) = tree.run(budget, |point, counters| {
            instances.push(instance(&rules, point, counters).ok_or(Stop::<()>::Undefined)?);
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

/// The instance at `point`; `None` where an expression has no value.
fn instance(rules: &[Vec<Rule>], point: &Point, counters: &[i64]) -> Option<Instance> {
    let iterators = point.iterators.iter().map(|iterator| iterator.evaluate(counters));
    let iterators: Vec<i64> = iterators.collect::<Option<_>>()?;
    let mut touches = Vec::new();
    for (access, rule) in rules[point.statement].iter().enumerate() {
        if rule.guard.evaluate(&iterators)? {
            touches.push(touch(access, rule, &iterators)?);
        }
    }
    Some(Instance { statement: point.statement, iterators, touches })
}

fn touch(access: usize, rule: &Rule, iterators: &[i64]) -> Option<Touch> {
    let subscripts = rule.subscripts.iter().map(|subscript| subscript.evaluate(iterators));
    let cell = Cell { array: rule.array, subscripts: subscripts.collect::<Option<_>>()? };
    let certain = match rule.kind {
        AccessKind::Read => rule.guard == crate::formula::Test::Constant(true),
        AccessKind::MustWrite => true,
        AccessKind::MayWrite => false,
    };
    Some(Touch { access, kind: rule.kind, certain, cell })
}
