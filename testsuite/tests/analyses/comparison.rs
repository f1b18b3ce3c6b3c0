//! One region: each relation that the analyses compute against the set that enumeration finds.

use crate::orders::{self, Given};
use crate::points::{self, Tuples};
use crate::random::Random;
use allocator::conflicts::{Conflicts, Precision};
use analysis::violation::{Violation, violations_of};
use analysis::{Analysed, Dataflow, Order, live_range, region};
use check::enumerate::{self, Certainty, Effect, Trace};
use isl::{DimType, ErrorKind, UnionMap};
use polyhedral::{ArrayId, Scop};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

/// What a series of comparisons came to.
#[derive(Default)]
pub struct Tally {
    pub regions: usize,
    pub runs: usize,
    /// By name: sets compared, points in them.
    pub compared: BTreeMap<&'static str, (usize, usize)>,
    /// How many analyses were too hard for isl with symbolic parameters and done with their values.
    pub with_values: usize,
    /// What isl didn't finish with values either.
    pub too_hard: Vec<String>,
    pub differences: Vec<String>,
}

/// isl operations for one analysis with symbolic parameters, and with values.
const OPERATIONS: u64 = 300_000;
const OPERATIONS_WITH_VALUES: u64 = 10_000_000;
/// Runs of more instances aren't enumerated.
const MOST_INSTANCES: usize = 260;
const STEPS: u64 = 20_000;
/// How many parameter values are compared.
const RUNS: usize = 3;

/// A region with its analyses.
pub struct Subject {
    name: String,
    scop: Scop,
    /// With symbolic parameters, where that isn't too hard for isl.
    analysed: Option<Analysed>,
    runs: Vec<Run>,
}

/// The region at some parameter values.
struct Run {
    parameters: BTreeMap<String, i64>,
    /// The region with its analyses for these values alone.
    analysed: OnceCell<isl::Result<Analysed>>,
    trace: Trace,
    dataflow: enumerate::Dataflow,
}

impl Subject {
    /// The region and some runs of it.
    pub fn new(name: String, scop: Scop, random: &mut Random) -> isl::Result<Self> {
        let context = scop.context.context().clone();
        let analysed = affordable(context.with_budget(OPERATIONS, || Analysed::new(scop.clone())))?;
        let valid = analysed.as_ref().map_or(&scop, |analysed| &analysed.scop);
        let runs = runs(valid, random)?;
        Ok(Subject { name, scop, analysed, runs })
    }

    /// Compares what depends on the region alone, then what depends on the orders as well.
    pub fn compare(&self, orders: &[Given], tally: &mut Tally) {
        tally.regions += 1;
        tally.runs += self.runs.len();
        self.compare_schedule();
        self.compare_dataflow(tally);
        self.compare_regions(tally);
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

    fn compare_dataflow(&self, tally: &mut Tally) {
        let computed = self.computed("dataflow", tally, |analysed| {
            let Dataflow { values, live_in, live_out, .. } = &analysed.dataflow;
            Ok((values.clone(), live_in.clone(), live_out.clone()))
        });
        for (run, computed) in self.runs.iter().zip(&computed) {
            let Some(computed) = computed else { continue };
            for array in 0..self.scop.arrays.len() {
                let values = run.dataflow.values_of(&run.trace, array);
                let pairs =
                    values.map(|value| self.tuples(run, &[value.write.instance, value.read.instance]));
                self.equal("flow", run, "", &computed.0[array], &pairs.collect(), tally);
            }
            let accesses = |references: &BTreeSet<enumerate::Reference>| {
                references.iter().map(|reference| self.access(run, *reference)).collect()
            };
            self.equal("live-in", run, "", &computed.1, &accesses(&run.dataflow.live_in), tally);
            self.equal("live-out", run, "", &computed.2, &accesses(&run.dataflow.live_out), tally);
        }
        for (array, described) in self.scop.arrays.iter().enumerate() {
            if described.outlives.is_none() {
                self.compare_most_alive(array, tally);
            }
        }
    }

    fn compare_most_alive(&self, array: ArrayId, tally: &mut Tally) {
        for run in &self.runs {
            let counted = check::most_alive(&self.scop, &self.scop.program, array, &run.parameters, STEPS);
            let found = enumerate::most_alive(&run.trace, &run.dataflow, array);
            tally.count("most alive", 1);
            if counted != Some(found as u64) {
                let both = format!("most_alive {counted:?}, enumerated {found}");
                tally
                    .differences
                    .push(format!("{}: array {array}: {both} at {:?}", self.name, run.parameters));
            }
        }
    }

    fn compare_regions(&self, tally: &mut Tally) {
        let computed = self.computed("regions", tally, region::array_regions);
        let constructs = enumerate::constructs(&self.scop.program);
        let kinds = kinds();
        for (run, regions) in self.runs.iter().zip(&computed) {
            let Some(regions) = regions else { continue };
            assert_eq!(regions.len(), constructs.len() * kinds.len(), "{}", self.name);
            for (construct, regions) in constructs.iter().zip(regions.chunks(kinds.len())) {
                let found = enumerate::regions(&run.trace, &run.dataflow, construct);
                for region in regions {
                    let title = format!("{} of {}", region.kind, region.construct);
                    let name = region.construct.split(['@', ' ']).next().unwrap_or_default();
                    let pair = |(execution, cell): &(Vec<i64>, enumerate::Cell)| {
                        vec![(name.to_string(), execution.clone()), self.cell(cell)]
                    };
                    let found = found[&kinds[region.kind.as_str()]].iter().map(pair).collect();
                    self.equal("regions", run, &title, &region.cells, &found, tally);
                }
            }
        }
    }

    fn compare_order(&self, order: &Given, tally: &mut Tally) {
        let symbolic = order.symbolic(&self.scop).unwrap_or_else(|error| panic!("{order}: {error}"));
        for array in 0..self.scop.arrays.len() {
            let enumerated = |run: &Run| order.enumerated(&self.scop, &run.trace, &run.parameters, array);
            let ordered = Ordered {
                array,
                symbolic: symbolic.of_array(array),
                enumerated: self.runs.iter().map(enumerated).collect(),
                title: format!("`{}`, {order}", self.scop.arrays[array].name),
            };
            self.compare_live_ranges(&ordered, tally);
            self.compare_violations(&ordered, tally);
            self.compare_conflicts(&ordered, tally);
        }
    }

    fn compare_live_ranges(&self, ordered: &Ordered, tally: &mut Tally) {
        let computed = self.computed("live ranges", tally, |analysed| {
            live_range::live_ranges(analysed, ordered.array, &ordered.symbolic)
        });
        for ((run, order), computed) in self.runs.iter().zip(&ordered.enumerated).zip(&computed) {
            let Some(computed) = computed else { continue };
            let found = enumerate::live_ranges(&run.trace, &run.dataflow, ordered.array, order);
            let found = found.iter().map(|(w, r)| self.tuples(run, &[*w, *r])).collect();
            self.equal("live ranges", run, &ordered.title, computed, &found, tally);
        }
    }

    fn compare_violations(&self, ordered: &Ordered, tally: &mut Tally) {
        let computed = self.computed("violations", tally, |analysed| {
            violations_of(analysed, ordered.array, &ordered.symbolic)
        });
        let nothing = UnionMap::empty(self.scop.context.space().unwrap()).unwrap();
        for ((run, order), computed) in self.runs.iter().zip(&ordered.enumerated).zip(&computed) {
            let Some(computed) = computed else { continue };
            let found = enumerate::violations(&run.trace, &run.dataflow, ordered.array, order);
            let pairs = |pairs: &BTreeSet<(usize, usize)>| -> BTreeSet<Tuples> {
                pairs.iter().map(|(first, second)| self.tuples(run, &[*first, *second])).collect()
            };
            let triples = found.ranges.iter().map(|(w, r, k)| self.tuples(run, &[*w, *r, *k])).collect();
            let kinds: [(_, fn(&Violation) -> bool, _); 4] = [
                ("violated flow", |v| matches!(v, Violation::Flow(_)), pairs(&found.flow)),
                ("violated ranges", |v| matches!(v, Violation::Range(_)), triples),
                ("violated live-in", |v| matches!(v, Violation::LiveIn(_)), pairs(&found.live_in)),
                ("violated live-out", |v| matches!(v, Violation::LiveOut(_)), pairs(&found.live_out)),
            ];
            for (what, is_kind, found) in kinds {
                let computed = computed.iter().find(|violation| is_kind(violation));
                let computed = computed.map_or(&nothing, |violation| violation.relation());
                self.equal(what, run, &ordered.title, computed, &found, tally);
            }
        }
    }

    fn compare_conflicts(&self, ordered: &Ordered, tally: &mut Tally) {
        let computed = self.computed("conflicts", tally, |analysed| {
            let conflicts = Conflicts::of(analysed, ordered.array, &ordered.symbolic, Precision::Exact)?;
            Ok((conflicts.relation()?.to_union_map()?, conflicts.differences))
        });
        let name = &self.scop.arrays[ordered.array].name;
        for ((run, order), computed) in self.runs.iter().zip(&ordered.enumerated).zip(&computed) {
            let Some(computed) = computed else { continue };
            let conflicts = enumerate::conflicts(&run.trace, &run.dataflow, ordered.array, order);
            let pair =
                |(x, y): &(Vec<i64>, Vec<i64>)| vec![(name.clone(), x.clone()), (name.clone(), y.clone())];
            let found = conflicts.iter().map(pair).collect();
            self.equal("conflicts", run, &ordered.title, &computed.0, &found, tally);
            let computed = points::of_vectors(&computed.1, &run.parameters).unwrap();
            let mut found = enumerate::differences(&conflicts);
            // 0 is there at all parameters, also at those where nothing is written
            found.extend(computed.iter().filter(|z| z.iter().all(|z| *z == 0)).cloned());
            let vectors =
                |set: BTreeSet<Vec<i64>>| set.into_iter().map(|z| vec![(String::new(), z)]).collect();
            self.same("differences", run, &ordered.title, &vectors(computed), &vectors(found), tally);
        }
    }

    /// Notes where the points of a relation aren't those that were found in a run.
    fn equal(
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

    fn same(
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
    fn computed<T>(
        &self,
        what: &str,
        tally: &mut Tally,
        analysis: impl Fn(&Analysed) -> isl::Result<T>,
    ) -> Vec<Option<Rc<T>>> {
        let context = self.scop.context.context();
        let within = |operations, analysis: &dyn Fn() -> isl::Result<T>| {
            let result = affordable(context.with_budget(operations, analysis));
            result.unwrap_or_else(|error| panic!("{}: {what}: {error}", self.name)).map(Rc::new)
        };
        let t0 = std::time::Instant::now();
        let symbolic = self.analysed.as_ref().and_then(|analysed| within(OPERATIONS, &|| analysis(analysed)));
        if std::env::var("LAP").is_ok() {
            println!("STEP {} {what} {} {}", self.name, t0.elapsed().as_micros(), symbolic.is_some());
        }
        if symbolic.is_some() {
            return vec![symbolic; self.runs.len()];
        }
        tally.with_values += 1;
        let mut of_run = |run: &Run| {
            let t0 = std::time::Instant::now();
            let result = within(OPERATIONS_WITH_VALUES, &|| analysis(run.analysed(&self.scop)?));
            if std::env::var("LAP").is_ok() {
                println!("STEP {} FIX{what} {} {}", self.name, t0.elapsed().as_micros(), result.is_some());
            }
            if result.is_none() {
                tally.too_hard.push(format!("{}: {what} at {:?}", self.name, run.parameters));
            }
            result
        };
        self.runs.iter().map(&mut of_run).collect()
    }

    fn cell(&self, cell: &enumerate::Cell) -> (String, Vec<i64>) {
        (self.scop.arrays[cell.array].name.clone(), cell.subscripts.clone())
    }

    fn tuples(&self, run: &Run, instances: &[usize]) -> Tuples {
        let tuple = |position: &usize| {
            let instance = &run.trace.instances[*position];
            (self.scop.statements[instance.statement].name.clone(), instance.iterators.clone())
        };
        instances.iter().map(tuple).collect()
    }

    /// An instance and the cell that it touches.
    fn access(&self, run: &Run, reference: enumerate::Reference) -> Tuples {
        let mut tuples = self.tuples(run, &[reference.instance]);
        tuples.push(self.cell(run.trace.cell(reference)));
        tuples
    }
}

/// An order, as far as it concerns an array, for the analyses and in each run.
struct Ordered {
    array: ArrayId,
    symbolic: Order,
    enumerated: Vec<enumerate::Order>,
    title: String,
}

impl Run {
    fn analysed(&self, scop: &Scop) -> isl::Result<&Analysed> {
        let analysed = self.analysed.get_or_init(|| {
            let values = points::assignment(scop.context.space()?, &self.parameters)?;
            Analysed::new(Scop { context: scop.context.clone().intersect(values)?, ..scop.clone() })
        });
        analysed.as_ref().map_err(Clone::clone)
    }
}

/// What isl computed, unless the budget didn't suffice.
fn affordable<T>(result: isl::Result<T>) -> isl::Result<Option<T>> {
    match result {
        Err(error) if error.kind == ErrorKind::Quota => Ok(None),
        result => result.map(Some),
    }
}

impl Tally {
    fn count(&mut self, what: &'static str, points: usize) {
        let entry = self.compared.entry(what).or_default();
        *entry = (entry.0 + 1, entry.1 + points);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} regions, {} runs", self.regions, self.runs)?;
        writeln!(f, "  {} analyses with values, {} too hard", self.with_values, self.too_hard.len())?;
        for (what, (sets, points)) in &self.compared {
            writeln!(f, "  {what}: {sets} sets, {points} points")?;
        }
        Ok(())
    }
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

fn kinds() -> BTreeMap<&'static str, (Effect, Certainty)> {
    BTreeMap::from([
        ("read.may", (Effect::Read, Certainty::May)),
        ("read.must", (Effect::Read, Certainty::Must)),
        ("write.may", (Effect::Write, Certainty::May)),
        ("write.must", (Effect::Write, Certainty::Must)),
        ("in.may", (Effect::In, Certainty::May)),
        ("in.must", (Effect::In, Certainty::Must)),
        ("out.may", (Effect::Out, Certainty::May)),
        ("out.must", (Effect::Out, Certainty::Must)),
    ])
}

/// How far parameters go above their smallest values.
const SPREAD: i64 = 4;

/// Runs at some parameter values of the context, the longest among them.
fn runs(scop: &Scop, random: &mut Random) -> isl::Result<Vec<Run>> {
    let mut runs: Vec<_> = candidates(scop)?.into_iter().filter_map(|values| run(scop, values)).collect();
    runs.retain(|run| run.trace.instances.len() <= MOST_INSTANCES);
    runs.sort_by_key(|run| run.trace.instances.len());
    let mut chosen: Vec<_> = runs.pop().into_iter().collect();
    while chosen.len() < RUNS && !runs.is_empty() {
        chosen.push(runs.swap_remove(random.below(runs.len())));
    }
    Ok(chosen)
}

fn run(scop: &Scop, parameters: BTreeMap<String, i64>) -> Option<Run> {
    let trace = Trace::of(scop, &scop.program, &parameters, STEPS)?;
    let dataflow = enumerate::Dataflow::of(scop, &trace);
    Some(Run { parameters, analysed: OnceCell::new(), trace, dataflow })
}

/// Small parameter values in the context.
fn candidates(scop: &Scop) -> isl::Result<Vec<BTreeMap<String, i64>>> {
    let names: Vec<_> = scop.parameters.iter().map(|parameter| parameter.name.clone()).collect();
    let count = names.len() as u32;
    let mut values = scop.context.clone().from_params()?;
    values = values.move_dims(DimType::Set, 0, DimType::Param, 0, count)?;
    for position in 0..count {
        values = values.lower_bound_si(DimType::Set, position, -1)?;
        let least = values.clone().dim_min_val(position)?.to_i64()?.unwrap_or(0);
        values = values.upper_bound_si(DimType::Set, position, (least + SPREAD + 1) as i32)?;
    }
    let mut all = Vec::new();
    for point in values.foreach_point(MOST_CANDIDATES)? {
        let value = |position| Ok(point.coordinate_val(DimType::Set, position)?.to_i64()?.unwrap_or(0));
        let vector = (0..count).map(value).collect::<isl::Result<Vec<_>>>()?;
        all.push(names.iter().cloned().zip(vector).collect());
    }
    Ok(all)
}

const MOST_CANDIDATES: usize = 10_000;
