//! Orders under which contraction pays (Trifunovic and Cohen, *Ignoring memory-based dependences*, the loop
//! of Fig. 8): an order is proposed, and dropped if it violates flow or live ranges.
//!
//! Flow alone constrains a first proposal. If that destroys live ranges, since cells serve several values,
//! the order in which the program uses these cells becomes a constraint too, and the second proposal is the
//! last.

use crate::arrangement::{Arrangement, Fused};
use crate::flow::{self, Dependence};
use crate::nest::Frame;
use crate::storage::Storage;
use crate::{Schedule, scheduler, user};
use analysis::violation::violations;
use analysis::{Analysed, Order};
use isl::{DimType, ErrorKind, Map, UnionMap};
use polyhedral::{ArrayId, Scop};
use std::collections::{BTreeMap, BTreeSet};

/// An order that a region may run in.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The order; legal.
    pub schedule: Schedule,
    /// What it is, in words.
    pub name: String,
    /// The loops that it fuses.
    pub fused: Vec<Fused>,
}

/// Regions with more statements stay in their order: the work grows faster than their number.
const MOST_STATEMENTS: usize = 200;

/// How much work goes into candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many isl operations each candidate may cost; one that needs more is left out.
    pub operations: u64,
    /// The deepest fusion that is tried.
    pub depth: u32,
    /// Whether isl's scheduler is asked, too. It fuses whole nests, innermost loops included.
    pub scheduler: bool,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { operations: 5_000_000, depth: 3, scheduler: true }
    }
}

/// Legal orders for a region, the program's first; storage is compared at the parameter values `reference`.
///
/// # Errors
/// isl's.
pub fn candidates(
    analysed: &Analysed,
    reference: &BTreeMap<String, i64>,
    effort: Effort,
) -> isl::Result<Vec<Candidate>> {
    let scop = &analysed.scop;
    let schedule = user::program_order(scop)?;
    let mut found = vec![Candidate { schedule, name: "the program's order".into(), fused: Vec::new() }];
    if !may_reorder(scop) {
        return Ok(found);
    }
    let Some(frame) = Frame::of(scop)? else { return Ok(found) };
    let storage = Storage::new(analysed, reference);
    let flow = flow::flow(analysed)?;
    let mut last = Vec::new();
    for depth in 1..=effort.depth {
        let fused = || fused(analysed, &frame, &storage, &flow, depth);
        let Some(candidate) = within_budget(scop, effort.operations, fused)? else { continue };
        if candidate.fused == last {
            break;
        }
        last = candidate.fused.clone();
        found.push(candidate);
    }
    if effort.scheduler {
        let scheduled = || scheduled(analysed, &frame, &flow);
        found.extend(within_budget(scop, effort.operations, scheduled)?);
    }
    Ok(found)
}

/// What `body` finds; nothing if that takes it too long.
fn within_budget<T>(
    scop: &Scop,
    budget: u64,
    body: impl FnOnce() -> isl::Result<Option<T>>,
) -> isl::Result<Option<T>> {
    match scop.context.context().with_budget(budget, body) {
        Err(error) if error.kind == ErrorKind::Quota => Ok(None),
        other => other,
    }
}

/// Loops in another order leave their counters with other values.
fn may_reorder(scop: &Scop) -> bool {
    let mut counters = scop.statements.iter().flat_map(|statement| &statement.iterators);
    scop.statements.len() <= MOST_STATEMENTS && counters.all(|counter| counter.used_after.is_none())
}

/// The legal order that fuses `depth` loops, if there is one.
fn fused(
    analysed: &Analysed,
    frame: &Frame,
    storage: &Storage,
    flow: &[Dependence],
    depth: u32,
) -> isl::Result<Option<Candidate>> {
    let propose = |dependences: &[Dependence]| {
        let arrangement = Arrangement::fusing(frame, dependences, storage, depth)?;
        let dates = arrangement.dates(frame)?;
        Ok((!arrangement.fused.is_empty()).then_some((dates, arrangement.fused)))
    };
    let found = legal(analysed, flow, propose)?;
    Ok(found.map(|(schedule, fused)| Candidate { schedule, name: format!("fused at depth {depth}"), fused }))
}

/// The legal order that isl's scheduler finds, if there is one.
fn scheduled(analysed: &Analysed, frame: &Frame, flow: &[Dependence]) -> isl::Result<Option<Candidate>> {
    let propose = |dependences: &[Dependence]| {
        Ok(scheduler::dates(&analysed.scop, frame, dependences)?.map(|dates| (dates, ())))
    };
    let found = legal(analysed, flow, propose)?;
    let name = "isl's schedule".to_string();
    Ok(found.map(|(schedule, ())| Candidate { schedule, name, fused: Vec::new() }))
}

/// What `propose` makes (dates, `{ S[i] -> [t] }` per statement) of `flow` alone, if that is legal, or else
/// of flow and the order in which cells are used whose values it destroys.
fn legal<T>(
    analysed: &Analysed,
    flow: &[Dependence],
    propose: impl Fn(&[Dependence]) -> isl::Result<Option<(Vec<Map>, T)>>,
) -> isl::Result<Option<(Schedule, T)>> {
    let mut dependences = flow.to_vec();
    for _ in 0..2 {
        let t0=std::time::Instant::now(); let r = propose(&dependences)?;eprintln!("propose {:?}", t0.elapsed()); let Some((dates, found)) = r else { return Ok(None) };
        let schedule = schedule(&analysed.scop, dates)?;
        let t0=std::time::Instant::now(); let violated = violations(analysed, &schedule.order)?;eprintln!("violations {:?} {}", t0.elapsed(), schedule.dates);
        if violated.is_empty() {
            return Ok(Some((schedule, found)));
        }
        let arrays: BTreeSet<ArrayId> = violated.into_iter().map(|(array, _)| array).collect();
        dependences.extend(flow::reuse(analysed, &arrays)?);
    }
    Ok(None)
}

/// The order of these dates, `{ S[i] -> [t] }` per statement.
fn schedule(scop: &Scop, dates: Vec<Map>) -> isl::Result<Schedule> {
    let mut all = UnionMap::empty(scop.context.space()?)?;
    let mut depth = 0;
    for map in dates {
        depth = map.dim(DimType::Out)?;
        all = all.union(map.to_union_map()?)?;
    }
    let dates = all.intersect_domain(scop.domain()?)?;
    Ok(Schedule {
        total: dates.clone(),
        order: Order::sequential(dates.clone()),
        dates,
        is_program_order: false,
        depth,
        parallel: Vec::new(),
    })
}
