//! Array dataflow analysis: for each read, the last write of its cell before it (Trifunovic and Cohen,
//! *Ignoring memory-based dependences*, section 4.2.1; Feautrier 1991).
//!
//! isl's flow computation does the work, one array at a time. A read for which no write is found gets a
//! value from before the region. Exact when all writes are certain; a may-write is a possible source
//! and does not hide earlier ones, so flow is then a superset.

use isl::{UnionAccessInfo, UnionMap};
use polyhedral::{Access, AccessKind, ArrayId, Scop};

/// Who reads whose values. Spaces: `S_w[j]` writes, `S_r[i]` reads, `A[x]` is a cell.
#[derive(Debug)]
pub struct Dataflow {
    /// Per array `{ S_w[j] -> S_r[i] }`: the read gets its value (maybe) from that write.
    pub values: Vec<UnionMap>,
    /// `{ S_r[i] -> A[x] }`: reads of values from before the region.
    pub live_in: UnionMap,
    /// `{ S_w[j] -> A[x] }`: writes whose values are in cells of outliving arrays when the region ends.
    pub live_out: UnionMap,
}

impl Dataflow {
    /// The dataflow of `scop` in the order in which it is written.
    ///
    /// # Errors
    /// isl's.
    pub fn of(scop: &Scop) -> isl::Result<Self> {
        let schedule = crate::order::dates(&scop.schedule, scop.domain()?)?;
        let nothing = UnionMap::empty(scop.context.space()?)?;
        let (mut values, mut live_in, mut live_out) = (Vec::new(), nothing.clone(), nothing);
        for (id, array) in scop.arrays.iter().enumerate() {
            let (flow, from_before) = flow_of(scop, id, &schedule)?;
            values.push(flow);
            live_in = live_in.union(from_before)?;
            if array.outlives.is_some() {
                live_out = live_out.union(last_writes(scop, id, &schedule)?)?;
            }
        }
        Ok(Dataflow { values, live_in: live_in.coalesce()?, live_out: live_out.coalesce()? })
    }

    /// `{ S_r[i] -> S_w[j] }`: each read and the write it gets its value from, over all arrays.
    ///
    /// # Errors
    /// isl's.
    pub fn flow(&self) -> isl::Result<UnionMap> {
        let mut all = UnionMap::empty(self.live_in.space()?)?;
        for values in &self.values {
            all = all.union(values.clone().reverse()?)?;
        }
        all.coalesce()
    }
}

/// `{ S[i] -> A[x] }` of the array's accesses of one kind.
pub fn accesses(scop: &Scop, array: ArrayId, kind: AccessKind) -> isl::Result<UnionMap> {
    within_domain(scop, |access| access.array == array && access.kind == kind)
}

/// `{ S[i] -> A[x] }` of the array's writes, certain or not.
pub fn writes(scop: &Scop, array: ArrayId) -> isl::Result<UnionMap> {
    within_domain(scop, |access| access.array == array && access.writes())
}

fn within_domain(scop: &Scop, select: impl Fn(&Access) -> bool) -> isl::Result<UnionMap> {
    scop.accesses(|_, access| select(access))?.intersect_domain(scop.domain()?)
}

/// `{ S_w[j] -> S_r[i] }` and `{ S_r[i] -> A[x] }` without a write.
fn flow_of(scop: &Scop, array: ArrayId, schedule: &UnionMap) -> isl::Result<(UnionMap, UnionMap)> {
    let flow = UnionAccessInfo::from_sink(accesses(scop, array, AccessKind::Read)?)?
        .set_must_source(accesses(scop, array, AccessKind::MustWrite)?)?
        .set_may_source(accesses(scop, array, AccessKind::MayWrite)?)?
        .set_schedule_map(schedule.clone())?
        .compute_flow()?;
    Ok((flow.may_dependence()?.coalesce()?, flow.may_no_source()?))
}

/// `{ S_w[j] -> A[x] }`: the writes of `array` that no later certain write of the cell hides.
fn last_writes(scop: &Scop, array: ArrayId, schedule: &UnionMap) -> isl::Result<UnionMap> {
    let all = writes(scop, array)?;
    let certain = accesses(scop, array, AccessKind::MustWrite)?;
    // { S_w[j] -> S_w'[j'] : same cell, the second certain and later }
    let overwritten = all.clone().apply_range(certain.reverse()?)?;
    let later = crate::order::before(schedule, &overwritten)?;
    let hidden = overwritten.intersect(later)?.domain()?;
    let survivors = all.clone().domain()?.subtract(hidden)?;
    all.intersect_domain(survivors)
}
