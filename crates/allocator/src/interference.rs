//! The conflicts of a sequential order in the two other ways that Darte, Isoard, Yuki describe (*Liveness in
//! Explicitly-Parallel Programs*, section 2.1), as specifications of [`crate::conflicts`]: on sequential
//! orders all three agree.
//!
//! A value lives from just after its write to just before the end of the instance that reads it last. A
//! value that nobody reads lives just after its write.

use analysis::{Analysed, Order};
use isl::{UnionMap, UnionSet};
use polyhedral::ArrayId;

/// `{ A[x] -> A[y] }` by the "butterfly" of Fig. 3a: each value is written before the last read of the
/// other.
///
/// # Errors
/// isl's.
pub fn butterfly(analysed: &Analysed, array: ArrayId, dates: &UnionMap) -> isl::Result<UnionMap> {
    let values = Values::of(analysed, array, dates)?;
    let before_end = values.before_end()?;
    let both = before_end.clone().intersect(before_end.clone().reverse()?)?;
    // { S_w[j] -> S_d[l] }: the value is alive when the dead one is written
    let during = before_end.intersect(values.not_after()?)?.intersect_range(values.dead()?)?;
    let pairs = both.union(during.clone())?.union(during.reverse()?)?;
    values.between_cells(pairs)
}

/// `{ A[x] -> A[y] }` by the cliques of Fig. 3b: both values are alive just after some write.
///
/// # Errors
/// isl's.
pub fn live_live(analysed: &Analysed, array: ArrayId, dates: &UnionMap) -> isl::Result<UnionMap> {
    let values = Values::of(analysed, array, dates)?;
    // { S_w[j] -> S_t[l] }: the value of S_w is alive just after S_t
    let live = values.before_end()?.intersect(values.not_after()?)?.union(values.dead()?.identity()?)?;
    values.between_cells(live.clone().apply_range(live.reverse()?)?)
}

struct Values {
    /// `{ S_w[j] -> S_r[i] }`
    flow: UnionMap,
    /// `{ S_w[j] -> A[x] }`
    cells: UnionMap,
    writers: UnionSet,
    order: Order,
}

impl Values {
    fn of(analysed: &Analysed, array: ArrayId, dates: &UnionMap) -> isl::Result<Self> {
        let flow = analysed.dataflow.values[array].clone();
        let cells = analysed.dataflow.writes[array].clone();
        let writers = cells.clone().domain()?;
        Ok(Values { flow, cells, writers, order: Order::sequential(dates.clone()) })
    }

    /// `{ S_w[j] -> S_k[l] }`: S_k writes before the last read of the value of S_w.
    fn before_end(&self) -> isl::Result<UnionMap> {
        let readers = self.flow.clone().range()?;
        let earlier =
            self.order.certainly(&UnionMap::from_domain_and_range(self.writers.clone(), readers)?)?;
        self.flow.clone().apply_range(earlier.reverse()?)
    }

    /// `{ S_w[j] -> S_k[l] }`: S_w is S_k or before it.
    fn not_after(&self) -> isl::Result<UnionMap> {
        let pairs = UnionMap::from_domain_and_range(self.writers.clone(), self.writers.clone())?;
        self.order.certainly(&pairs)?.union(self.writers.clone().identity()?)
    }

    /// `{ S_w[j] }`: writes of values that nobody reads.
    fn dead(&self) -> isl::Result<UnionSet> {
        self.writers.clone().subtract(self.flow.clone().domain()?)
    }

    /// `{ A[x] -> A[y] }` of pairs of writes, and each written cell with itself.
    fn between_cells(&self, pairs: UnionMap) -> isl::Result<UnionMap> {
        let conflicts = pairs.apply_domain(self.cells.clone())?.apply_range(self.cells.clone())?;
        conflicts.union(self.cells.clone().range()?.identity()?)?.coalesce()
    }
}
