//! One region: each relation that the analyses compute against the set that enumeration finds.

use crate::orders::{self, Given};
use crate::points::{self, Tuples};
use crate::random::Random;
use allocator::conflicts::{Conflicts, Precision};
use analysis::dataflow::{AccessFlow, BorderAccess};
use analysis::dependence::DependenceKind;
use analysis::most_alive::most_alive;
use analysis::violation::{Violation, overlaps, violations_of};
use analysis::{Analysed, Dataflow, DependenceGraph, Order, live_range, region};
use check::enumerate::{self, Certainty, Effect, Reference, Trace};
use isl::{DimType, ErrorKind, Map, Set, UnionMap};
use polyhedral::{AccessKind, ArrayId, Scop};
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
const OPERATIONS: u64 = 60_000;
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

    /// The parameters at which the region is valid C, among small ones.
    fn compare_validity(&self, tally: &mut Tally) {
        let Some(analysed) = &self.analysed else { return };
        let assumed = candidates(&self.scop.context).unwrap();
        let in_context = analysed.scop.context.is_equal(&self.scop.context).unwrap();
        if in_context {
            // all are valid, or none with which anything would run
            return;
        }
        let mut valid = BTreeSet::new();
        for values in &assumed {
            let values = named(&self.scop, values);
            let Some(trace) = Trace::of(&self.scop, &self.scop.program, &values, STEPS) else { continue };
            let point = points::assignment(self.scop.context.space().unwrap(), &values).unwrap();
            let computed = point.is_subset(&analysed.scop.context).unwrap();
            if computed != enumerate::is_valid(&self.scop, &trace, &values) {
                tally.differences.push(format!("{}: valid {computed} at {values:?}", self.name));
            }
            valid.insert(values);
        }
        tally.count("valid parameters", valid.len());
    }

    fn compare_dataflow(&self, tally: &mut Tally) {
        let computed = self.computed("dataflow", tally, |analysed| Ok(clone_of(&analysed.dataflow)));
        for (run, computed) in self.runs.iter().zip(&computed) {
            let Some(computed) = computed else { continue };
            for array in 0..self.scop.arrays.len() {
                let values = run.dataflow.values_of(&run.trace, array);
                let pairs =
                    values.map(|value| self.tuples(run, &[value.write.instance, value.read.instance]));
                self.equal("flow", run, "", &computed.values[array], &pairs.collect(), tally);
            }
            let accesses = |references: &BTreeSet<Reference>| {
                references.iter().map(|reference| self.access(run, *reference)).collect()
            };
            self.equal("live-in", run, "", &computed.live_in, &accesses(&run.dataflow.live_in), tally);
            self.equal("live-out", run, "", &computed.live_out, &accesses(&run.dataflow.live_out), tally);
            self.compare_flow_of_accesses(run, computed, tally);
        }
    }

    /// By access: what may be, and what is for certain if the accesses happen.
    fn compare_flow_of_accesses(&self, run: &Run, computed: &Dataflow, tally: &mut Tally) {
        let found = &run.dataflow;
        let flows = |select: fn(&AccessFlow) -> &Map| {
            computed.flows.iter().map(move |flow| (label(&[flow.write, flow.read]), select(flow)))
        };
        let values = |is_certain: bool| {
            let values =
                found.values.iter().filter(move |value| !is_certain || found.is_certain(&run.trace, value));
            values.map(|value| {
                let ends = [value.write, value.read];
                labelled(run.label(&ends), self.tuples(run, &ends.map(|end| end.instance)))
            })
        };
        self.equal_labelled("flow of accesses", run, flows(|f| &f.relation), values(false).collect(), tally);
        self.equal_labelled("certain flow", run, flows(|f| &f.certain), values(true).collect(), tally);
        let crossing = |accesses: &BTreeSet<Reference>| {
            let one = |access: &Reference| labelled(run.label(&[*access]), self.access(run, *access));
            accesses.iter().map(one).collect()
        };
        let border = |border: &'_ [BorderAccess]| -> Vec<(String, Map)> {
            border.iter().map(|border| (label(&[border.access]), border.cells.clone())).collect()
        };
        for (what, border, found) in [
            ("live-in accesses", border(&computed.live_in_accesses), &found.live_in),
            ("live-out accesses", border(&computed.live_out_accesses), &found.live_out),
        ] {
            let border = border.iter().map(|(label, map)| (label.clone(), map));
            self.equal_labelled(what, run, border, crossing(found), tally);
        }
    }

    /// Anti and output dependences in the program's order.
    fn compare_dependences(&self, tally: &mut Tally) {
        let computed = self.computed("dependences", tally, DependenceGraph::of);
        for (run, computed) in self.runs.iter().zip(&computed) {
            let Some(computed) = computed else { continue };
            let edges = computed.graph.edge_weights().filter(|edge| edge.kind != DependenceKind::Flow);
            let edges = edges.map(|edge| (label(&[edge.source, edge.sink]), &edge.relation));
            let mut found = BTreeSet::new();
            let order = Given::Program.enumerated(&self.scop, &run.trace, &run.parameters, NO_ARRAY);
            for array in 0..self.scop.arrays.len() {
                for (first, second) in enumerate::memory_dependences(&run.trace, array, &order) {
                    let instances = self.tuples(run, &[first.instance, second.instance]);
                    found.insert(labelled(run.label(&[first, second]), instances));
                }
            }
            self.equal_labelled("dependences", run, edges, found, tally);
        }
    }

    /// Under a total order in which values are written before they are read.
    fn compare_most_alive(&self, order: &Given, ordered: &Ordered, tally: &mut Tally) {
        let array = ordered.array;
        for (run, enumerated) in self.runs.iter().zip(&ordered.enumerated) {
            let Some((dates, times)) = order.times(&self.scop, &run.trace, &run.parameters) else { return };
            let violated = enumerate::violations(&run.trace, &run.dataflow, array, enumerated);
            if !violated.flow.is_empty() {
                continue;
            }
            let found = enumerate::most_alive(&run.trace, &run.dataflow, array, &times) as u64;
            let analysed = self.analysed.as_ref().or_else(|| run.analysed(&self.scop).ok());
            let computed = analysed.and_then(|analysed| {
                most_alive(analysed, array, &dates, &run.parameters, MOST_VALUES).unwrap()
            });
            tally.count("most alive", 1);
            if computed != Some(found) {
                let both = format!("{computed:?}, enumerated {found}");
                let place = format!("{}: most alive ({})", self.name, ordered.title);
                tally.differences.push(format!("{place} at {:?}: {both}", run.parameters));
            }
        }
    }

    /// As `check` counts in the order in which the program runs, which begins no range at a write that may
    /// not happen.
    fn compare_checked_most_alive(&self, tally: &mut Tally) {
        for run in &self.runs {
            for array in 0..self.scop.arrays.len() {
                let times: Vec<_> = (0..run.trace.instances.len() as i64).collect();
                let found = enumerate::most_alive(&run.trace, &run.dataflow, array, &times) as u64;
                let program = &self.scop.program;
                let checked = check::most_alive(&self.scop, program, array, &run.parameters, STEPS);
                let is_certain = self
                    .scop
                    .statements
                    .iter()
                    .flat_map(|s| &s.accesses)
                    .all(|access| access.array != array || access.kind != AccessKind::MayWrite);
                tally.count("checked most alive", 1);
                let agrees = checked.is_some_and(|n| if is_certain { n == found } else { n <= found });
                if !agrees {
                    let both = format!("{checked:?}, enumerated {found}");
                    tally.differences.push(format!("{}: checked most alive {both}", self.name));
                }
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
            self.compare_overlaps(&ordered, tally);
            self.compare_most_alive(order, &ordered, tally);
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

    fn compare_overlaps(&self, ordered: &Ordered, tally: &mut Tally) {
        let computed =
            self.computed("overlaps", tally, |analysed| overlaps(analysed, ordered.array, &ordered.symbolic));
        for ((run, order), computed) in self.runs.iter().zip(&ordered.enumerated).zip(&computed) {
            let Some(computed) = computed else { continue };
            let found = enumerate::overlaps(&run.trace, &run.dataflow, ordered.array, order);
            let tuples =
                |((w, r), (v, s)): &((usize, usize), (usize, usize))| self.tuples(run, &[*w, *r, *v, *s]);
            let found = found.iter().map(tuples).collect();
            self.equal("overlaps", run, &ordered.title, computed, &found, tally);
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
            type IsKind = fn(&Violation) -> bool;
            let kinds: [(_, IsKind, _); 4] = [
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

    /// The same for several relations, each with a label.
    fn equal_labelled<'a>(
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
    fn access(&self, run: &Run, reference: Reference) -> Tuples {
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

/// No array, for what concerns all.
const NO_ARRAY: ArrayId = ArrayId::MAX;

/// Accesses by the positions of their statements and their own.
fn label(accesses: &[(usize, usize)]) -> String {
    format!("{accesses:?}")
}

fn labelled(label: String, mut tuples: Tuples) -> Tuples {
    tuples.insert(0, (label, vec![]));
    tuples
}

impl Run {
    /// As [`label`], for accesses that happened.
    fn label(&self, references: &[Reference]) -> String {
        let id = |reference: &Reference| {
            let statement = self.trace.instances[reference.instance].statement;
            (statement, self.trace.touch(*reference).access)
        };
        label(&references.iter().map(id).collect::<Vec<_>>())
    }

    fn analysed(&self, scop: &Scop) -> isl::Result<&Analysed> {
        let analysed = self.analysed.get_or_init(|| {
            let values = points::assignment(scop.context.space()?, &self.parameters)?;
            Analysed::new(Scop { context: scop.context.clone().intersect(values)?, ..scop.clone() })
        });
        analysed.as_ref().map_err(Clone::clone)
    }
}

fn clone_of(dataflow: &Dataflow) -> Dataflow {
    Dataflow {
        flows: dataflow.flows.clone(),
        live_in_accesses: dataflow.live_in_accesses.clone(),
        live_out_accesses: dataflow.live_out_accesses.clone(),
        values: dataflow.values.clone(),
        live_in: dataflow.live_in.clone(),
        live_out: dataflow.live_out.clone(),
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

/// How many values of an array are followed.
const MOST_VALUES: u64 = 100_000;
/// How far parameters go above their smallest values.
const SPREAD: i64 = 4;

/// Runs at some parameter values of the context, the longest among them.
fn runs(scop: &Scop, random: &mut Random) -> isl::Result<Vec<Run>> {
    let all = candidates(&scop.context)?;
    let mut runs: Vec<_> = all.iter().filter_map(|values| run(scop, named(scop, values))).collect();
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

fn named(scop: &Scop, values: &[i64]) -> BTreeMap<String, i64> {
    scop.parameters.iter().map(|parameter| parameter.name.clone()).zip(values.iter().copied()).collect()
}

/// Small parameter values that are in `context`.
fn candidates(context: &Set) -> isl::Result<BTreeSet<Vec<i64>>> {
    let count = context.dim(DimType::Param)?;
    let mut values = context.clone().from_params()?.move_dims(DimType::Set, 0, DimType::Param, 0, count)?;
    for position in 0..count {
        values = values.lower_bound_si(DimType::Set, position, -1)?;
        let least = values.clone().dim_min_val(position)?.to_i64()?.unwrap_or(0);
        values = values.upper_bound_si(DimType::Set, position, (least + SPREAD + 1) as i32)?;
    }
    points::of_vectors(&values, &BTreeMap::new())
}
