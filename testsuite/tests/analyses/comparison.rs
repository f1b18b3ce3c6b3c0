//! A region whose analyses are compared with what enumeration finds: each relation that isl computes
//! against the set of points that plain loops come to.

use crate::orders::{self, Given};
use crate::points::{self, Tuples};
use crate::random::Random;
use crate::runs::Run;
use crate::tally::Tally;
use analysis::Analysed;
use check::enumerate::{Cell, Reference};
use isl::{ErrorKind, Map, UnionMap};
use polyhedral::Scop;
use std::collections::BTreeSet;
use std::rc::Rc;

/// isl operations for the dataflow and for one analysis with symbolic parameters, and with values.
const OPERATIONS_OF_DATAFLOW: u64 = 300_000;
const OPERATIONS: u64 = 60_000;
const OPERATIONS_WITH_VALUES: u64 = 10_000_000;

/// The region, its analyses and its runs.
pub struct Subject {
    pub name: String,
    pub scop: Scop,
    /// With symbolic parameters, where that isn't too hard for isl.
    pub analysed: Option<Analysed>,
    pub runs: Vec<Run>,
}

impl Subject {
    /// The region and some runs of it.
    pub fn new(name: String, scop: Scop, random: &mut Random) -> isl::Result<Self> {
        let context = scop.context.context().clone();
        let analysed = context.with_budget(OPERATIONS_OF_DATAFLOW, || Analysed::new(scop.clone()));
        let analysed = affordable(analysed)?;
        let valid = analysed.as_ref().map_or(&scop, |analysed| &analysed.scop);
        let runs = Run::some(valid, random)?;
        Ok(Subject { name, scop, analysed, runs })
    }

    /// Compares what depends on the region alone, then what depends on the orders as well.
    pub fn compare(&self, orders: &[Given], tally: &mut Tally) {
        tally.regions += 1;
        tally.runs += self.runs.len();
        if self.runs.is_empty() {
            tally.not_run.push(self.name.clone());
            return;
        }
        self.compare_schedule();
        self.compare_validity(tally);
        self.compare_dataflow(tally);
        self.compare_dependences(tally);
        self.compare_regions(tally);
        self.compare_checked_most_alive(tally);
        for order in orders {
            self.compare_order(order, tally);
        }
    }

    /// The dates order the instances as they ran.
    fn compare_schedule(&self) {
        for run in &self.runs {
            let dates = orders::program_dates(&self.scop, &run.trace, &run.parameters);
            assert!(dates.is_sorted_by(|a, b| a < b), "{}: dates in the order of the program", self.name);
        }
    }

    /// Notes where the points of a relation aren't those that were found in a run.
    pub fn equal(
        &self,
        what: &'static str,
        run: &Run,
        title: &str,
        computed: &UnionMap,
        found: &BTreeSet<Tuples>,
        tally: &mut Tally,
    ) {
        let computed = points::of_relation(computed, &run.parameters);
        let computed = computed.unwrap_or_else(|error| panic!("{}: {what}: {error}", self.name));
        self.same(what, run, title, &computed, found, tally);
    }

    /// The same for several relations, each with a label.
    pub fn equal_labelled<'a>(
        &self,
        what: &'static str,
        run: &Run,
        computed: impl Iterator<Item = (String, &'a Map)>,
        found: BTreeSet<Tuples>,
        tally: &mut Tally,
    ) {
        let mut all = BTreeSet::new();
        for (label, map) in computed {
            let map = map.clone().to_union_map().unwrap();
            let points = points::of_relation(&map, &run.parameters).unwrap();
            all.extend(points.into_iter().map(|point| labelled(label.clone(), point)));
        }
        self.same(what, run, "", &all, &found, tally);
    }

    pub fn same(
        &self,
        what: &'static str,
        run: &Run,
        title: &str,
        computed: &BTreeSet<Tuples>,
        found: &BTreeSet<Tuples>,
        tally: &mut Tally,
    ) {
        tally.count(what, found.len());
        if computed != found {
            let surplus = some(computed.difference(found).collect());
            let missing = some(found.difference(computed).collect());
            let place = format!("{}: {what} ({title}) at {:?}", self.name, run.parameters);
            tally.differences.push(format!("{place}\n  surplus {surplus}\n  missing {missing}"));
        }
    }

    /// What an analysis computes for each run: for all parameter values at once, or where that is too hard
    /// for isl, for those of the run. Nothing where that is too hard as well, which is noted.
    pub fn computed<T>(
        &self,
        what: &str,
        tally: &mut Tally,
        analysis: impl Fn(&Analysed) -> isl::Result<T>,
    ) -> Vec<Option<Rc<T>>> {
        let analysed = self.analysed.as_ref();
        let symbolic = analysed.and_then(|analysed| self.within(OPERATIONS, what, || analysis(analysed)));
        if let Some(symbolic) = symbolic {
            return vec![Some(Rc::new(symbolic)); self.runs.len()];
        }
        tally.with_values += 1;
        self.runs.iter().map(|run| self.within_values(what, run, tally, &analysis).map(Rc::new)).collect()
    }

    /// What an analysis computes at the parameter values of a run.
    pub fn within_values<T>(
        &self,
        what: &str,
        run: &Run,
        tally: &mut Tally,
        analysis: impl Fn(&Analysed) -> isl::Result<T>,
    ) -> Option<T> {
        let result = self.within(OPERATIONS_WITH_VALUES, what, || analysis(run.analysed(&self.scop)?));
        if result.is_none() {
            tally.too_hard.push(format!("{}: {what} at {:?}", self.name, run.parameters));
        }
        result
    }

    fn within<T>(&self, operations: u64, what: &str, analysis: impl FnOnce() -> isl::Result<T>) -> Option<T> {
        let result = affordable(self.scop.context.context().with_budget(operations, analysis));
        result.unwrap_or_else(|error| panic!("{}: {what}: {error}", self.name))
    }

    /// A cell as isl names it.
    pub fn cell(&self, cell: &Cell) -> (String, Vec<i64>) {
        (self.scop.arrays[cell.array].name.clone(), cell.subscripts.clone())
    }

    /// Instances as isl names them.
    pub fn tuples(&self, run: &Run, instances: &[usize]) -> Tuples {
        let tuple = |position: &usize| {
            let instance = &run.trace.instances[*position];
            (self.scop.statements[instance.statement].name.clone(), instance.iterators.clone())
        };
        instances.iter().map(tuple).collect()
    }

    /// As [`label`], for accesses that happened.
    pub fn label(&self, run: &Run, references: &[Reference]) -> String {
        let id = |reference: &Reference| {
            let statement = run.trace.instances[reference.instance].statement;
            (statement, run.trace.touch(*reference).access)
        };
        label(&references.iter().map(id).collect::<Vec<_>>())
    }

    /// An instance and the cell that it touches.
    pub fn access(&self, run: &Run, reference: Reference) -> Tuples {
        let mut tuples = self.tuples(run, &[reference.instance]);
        tuples.push(self.cell(run.trace.cell(reference)));
        tuples
    }
}

/// What isl computed, unless the budget didn't suffice.
fn affordable<T>(result: isl::Result<T>) -> isl::Result<Option<T>> {
    match result {
        Err(error) if error.kind == ErrorKind::Quota => Ok(None),
        result => result.map(Some),
    }
}

/// Accesses by the positions of their statements and their own.
pub fn label(accesses: &[(usize, usize)]) -> String {
    format!("{accesses:?}")
}

/// A point with a label in front.
pub fn labelled(label: String, mut tuples: Tuples) -> Tuples {
    tuples.insert(0, (label, vec![]));
    tuples
}

/// The first points, and how many there are.
fn some(points: Vec<&Tuples>) -> String {
    let first: Vec<_> = points.iter().take(5).map(|point| shown(point)).collect();
    format!("{} ({})", first.join("; "), points.len())
}

fn shown(tuples: &Tuples) -> String {
    let texts: Vec<_> = tuples.iter().map(|(name, vector)| format!("{name}{vector:?}")).collect();
    texts.join(" -> ")
}
