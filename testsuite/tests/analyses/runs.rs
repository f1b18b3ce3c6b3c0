//! A region at some small parameter values.

use crate::points;
use crate::random::Random;
use analysis::Analysed;
use check::enumerate::{Dataflow, Trace};
use isl::{DimType, Set};
use polyhedral::Scop;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// Runs of more instances aren't enumerated.
const MOST_INSTANCES: usize = 260;
/// Runs of more steps aren't tried.
pub const STEPS: u64 = 20_000;
/// How many parameter values are compared.
const RUNS: usize = 3;
/// How far parameters go above their smallest values.
const SPREAD: i64 = 5;

/// One run.
pub struct Run {
    pub parameters: BTreeMap<String, i64>,
    pub trace: Trace,
    pub dataflow: Dataflow,
    /// The region with its analyses for these values alone.
    analysed: OnceCell<isl::Result<Analysed>>,
}

impl Run {
    fn new(scop: &Scop, parameters: BTreeMap<String, i64>) -> Option<Self> {
        let trace = Trace::of(scop, &scop.program, &parameters, STEPS)?;
        let dataflow = Dataflow::of(scop, &trace);
        Some(Run { parameters, trace, dataflow, analysed: OnceCell::new() })
    }

    /// Runs at some parameter values of the context, the longest among them.
    pub fn some(scop: &Scop, random: &mut Random) -> isl::Result<Vec<Self>> {
        let all = candidates(&scop.context)?;
        let mut runs: Vec<_> = all.iter().filter_map(|values| Run::new(scop, named(scop, values))).collect();
        runs.retain(|run| run.trace.instances.len() <= MOST_INSTANCES);
        runs.sort_by_key(|run| run.trace.instances.len());
        let mut chosen: Vec<_> = runs.pop().into_iter().collect();
        while chosen.len() < RUNS && !runs.is_empty() {
            chosen.push(runs.swap_remove(random.below(runs.len())));
        }
        Ok(chosen)
    }

    /// The analyses of `scop` at the parameter values of this run.
    pub fn analysed(&self, scop: &Scop) -> isl::Result<&Analysed> {
        let analysed = self.analysed.get_or_init(|| {
            let values = points::assignment(scop.context.space()?, &self.parameters)?;
            Analysed::new(Scop { context: scop.context.clone().intersect(values)?, ..scop.clone() })
        });
        analysed.as_ref().map_err(Clone::clone)
    }
}

/// Values by the parameters' names.
pub fn named(scop: &Scop, values: &[i64]) -> BTreeMap<String, i64> {
    scop.parameters.iter().map(|parameter| parameter.name.clone()).zip(values.iter().copied()).collect()
}

/// Small parameter values that are in `context`.
pub fn candidates(context: &Set) -> isl::Result<BTreeSet<Vec<i64>>> {
    let count = context.dim(DimType::Param)?;
    let mut values = context.clone().from_params()?.move_dims(DimType::Set, 0, DimType::Param, 0, count)?;
    for position in 0..count {
        values = values.lower_bound_si(DimType::Set, position, -1)?;
        let least = values.clone().dim_min_val(position)?.to_i64()?.unwrap_or(0);
        values = values.upper_bound_si(DimType::Set, position, (least + SPREAD) as i32)?;
    }
    points::of_vectors(&values, &BTreeMap::new())
}
