//! Array dataflow analysis: for each read, the last write of its cell before it (Trifunovic and Cohen,
//! *Ignoring memory-based dependences*, section 4.2.1; Feautrier 1991).
//!
//! isl's flow computation does the work, one array at a time. A read for which no write is found gets a
//! value from before the region. Exact when all writes are certain; a may-write is a possible source
//! and does not hide earlier ones, so flow is then a superset.

use isl::{DimType, Set, UnionAccessInfo, UnionMap};
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

/// `{ S_w[j] -> A[x] }`: the writes of `array` that no later certain write of the cell hides, which are
/// those that a read of all its cells after the region would get its values from.
fn last_writes(scop: &Scop, array: ArrayId, schedule: &UnionMap) -> isl::Result<UnionMap> {
    let all = writes(scop, array)?;
    let end = Set::universe(scop.context.space()?.add_unnamed_tuple_ui(0)?)?.set_tuple_name(END)?;
    let reads = UnionMap::from_domain_and_range(end.clone().to_union_set()?, all.clone().range()?)?;
    let flow = UnionAccessInfo::from_sink(reads)?
        .set_must_source(accesses(scop, array, AccessKind::MustWrite)?)?
        .set_may_source(accesses(scop, array, AccessKind::MayWrite)?)?
        .set_schedule_map(with_end(schedule, end)?)?
        .compute_flow()?;
    all.intersect_domain(flow.may_dependence()?.domain()?)
}

/// The name of what runs after all statements; no C label is called so.
const END: &str = "$end";

/// `{ S[i] -> [0, t]; $end[] -> [1, 0, …] }`
fn with_end(schedule: &UnionMap, end: Set) -> isl::Result<UnionMap> {
    let context = end.context().clone();
    let point = |text: &str| isl::UnionSet::read_from_str(&context, text);
    let inside = UnionMap::from_domain_and_range(schedule.clone().domain()?, point("{ [0] }")?)?;
    let length = schedule.maps()?.first().map_or(Ok(0), |map| map.dim(DimType::Out))? as usize;
    let last = point(&format!("{{ [1{}] }}", ", 0".repeat(length)))?;
    let last = UnionMap::from_domain_and_range(end.to_union_set()?, last)?;
    inside.flat_range_product(schedule.clone())?.union(last)
}
