//! Orders under which contraction pays (Trifunovic and Cohen, *Ignoring memory-based dependences*, the loop
//! of Fig. 8): an order is proposed, and dropped if it violates flow or live ranges.
//!
//! Flow alone constrains a first proposal. If that destroys live ranges, since cells serve several values,
//! the order in which the program uses these cells becomes a constraint too, and the second proposal is the
//! last.

use crate::arrangement::{Arrangement, Fused};
use crate::flow;
use crate::nest::Frame;
use crate::storage::Storage;
use crate::{Schedule, user};
use analysis::violation::violations;
use analysis::{Analysed, Order};
use isl::{DimType, ErrorKind, UnionMap};
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

/// The deepest fusion that is tried.
const MOST_DEPTH: u32 = 3;
/// Regions with more statements stay in their order: the work grows faster than their number.
const MOST_STATEMENTS: usize = 200;

/// Legal orders for a region, the program's first; storage is compared at the parameter values `reference`.
/// Each candidate may cost `budget` isl operations; one that needs more is left out.
///
/// # Errors
/// isl's.
pub fn candidates(
    analysed: &Analysed,
    reference: &BTreeMap<String, i64>,
    budget: u64,
) -> isl::Result<Vec<Candidate>> {
    let scop = &analysed.scop;
    let schedule = user::program_order(scop)?;
    let mut found = vec![Candidate { schedule, name: "the program's order".into(), fused: Vec::new() }];
    if !may_reorder(scop) {
        return Ok(found);
    }
    let mut last = Vec::new();
    for depth in 1..=MOST_DEPTH {
        let proposed = scop.context.context().with_budget(budget, || proposal(analysed, reference, depth));
        match proposed {
            Err(error) if error.kind == ErrorKind::Quota => {}
            Err(error) => return Err(error),
            Ok(None) => {}
            Ok(Some((arrangement, _))) if arrangement.fused == last => break,
            Ok(Some((arrangement, schedule))) => {
                let name = format!("fused at depth {depth}");
                found.push(Candidate { schedule, name, fused: arrangement.fused.clone() });
                last = arrangement.fused;
            }
        }
    }
    Ok(found)
}

/// Loops in another order leave their counters with other values.
fn may_reorder(scop: &Scop) -> bool {
    let mut counters = scop.statements.iter().flat_map(|statement| &statement.iterators);
    scop.statements.len() <= MOST_STATEMENTS && counters.all(|counter| counter.used_after.is_none())
}

/// The legal order that fuses `depth` loops, if there is one.
fn proposal(
    analysed: &Analysed,
    reference: &BTreeMap<String, i64>,
    depth: u32,
) -> isl::Result<Option<(Arrangement, Schedule)>> {
    let Some(frame) = Frame::of(&analysed.scop)? else { return Ok(None) };
    let storage = Storage::new(analysed, reference);
    let mut dependences = flow::flow(analysed)?;
    for _ in 0..2 {
        let arrangement = Arrangement::fusing(&frame, &dependences, &storage, depth)?;
        if arrangement.fused.is_empty() {
            return Ok(None);
        }
        let schedule = schedule(&analysed.scop, &frame, &arrangement)?;
        let violated: BTreeSet<ArrayId> =
            violations(analysed, &schedule.order)?.into_iter().map(|(array, _)| array).collect();
        if violated.is_empty() {
            return Ok(Some((arrangement, schedule)));
        }
        dependences.extend(flow::reuse(analysed, &violated)?);
    }
    Ok(None)
}

/// `arrangement` as dates of all instances.
fn schedule(scop: &Scop, frame: &Frame, arrangement: &Arrangement) -> isl::Result<Schedule> {
    let mut dates = UnionMap::empty(scop.context.space()?)?;
    let mut depth = 0;
    for map in arrangement.dates(frame)? {
        depth = map.dim(DimType::Out)?;
        dates = dates.union(map.to_union_map()?)?;
    }
    let dates = dates.intersect_domain(scop.domain()?)?;
    Ok(Schedule {
        total: dates.clone(),
        order: Order::sequential(dates.clone()),
        dates,
        is_program_order: false,
        depth,
        parallel: Vec::new(),
    })
}
