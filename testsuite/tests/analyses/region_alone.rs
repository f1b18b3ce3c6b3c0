//! What depends on the region alone: its valid parameters, its dataflow, its dependences, and what its
//! statements and loops touch.

use crate::comparison::{Subject, label, labelled};
use crate::orders::Given;
use crate::points;
use crate::runs::{Run, STEPS, candidates, named};
use crate::tally::Tally;
use analysis::dataflow::{AccessFlow, BorderAccess};
use analysis::dependence::DependenceKind;
use analysis::{Dataflow, DependenceGraph, region};
use check::enumerate::{self, Certainty, Effect, Reference, Trace};
use isl::Map;
use polyhedral::{AccessKind, ArrayId};
use std::collections::{BTreeMap, BTreeSet};

/// No array, for what concerns all.
const NO_ARRAY: ArrayId = ArrayId::MAX;

impl Subject {
    /// The parameters at which the region is valid C, among small ones.
    pub fn compare_validity(&self, tally: &mut Tally) {
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

    /// Which write each read gets its value from; what comes in and what stays.
    pub fn compare_dataflow(&self, tally: &mut Tally) {
        let computed = self.computed("dataflow", tally, |analysed| Ok(analysed.dataflow.clone()));
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
                labelled(self.label(run, &ends), self.tuples(run, &ends.map(|end| end.instance)))
            })
        };
        self.equal_labelled("flow of accesses", run, flows(|f| &f.relation), values(false).collect(), tally);
        self.equal_labelled("certain flow", run, flows(|f| &f.certain), values(true).collect(), tally);
        let crossing = |accesses: &BTreeSet<Reference>| {
            let one = |access: &Reference| labelled(self.label(run, &[*access]), self.access(run, *access));
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
    pub fn compare_dependences(&self, tally: &mut Tally) {
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
                    found.insert(labelled(self.label(run, &[first, second]), instances));
                }
            }
            self.equal_labelled("dependences", run, edges, found, tally);
        }
    }

    /// As `check` counts in the order in which the program runs, which begins no range at a write that may
    /// not happen.
    pub fn compare_checked_most_alive(&self, tally: &mut Tally) {
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

    /// Array regions of statements, loops and the whole.
    pub fn compare_regions(&self, tally: &mut Tally) {
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
