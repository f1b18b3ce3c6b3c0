//! Which cells must not share a location (Darte, Isoard, Yuki, *Liveness in Explicitly-Parallel
//! Programs*, live x write; Morvan, section 2.3).
//!
//! A write conflicts with every other cell of the array whose value is alive while it happens: written
//! before, and to be read after. An instance reads before it writes, so a value whose last read is in
//! the writing instance is not alive any more. A value that nobody reads conflicts only through its
//! write. On sequential orders this equals "both values alive at once" for values that are read.

use analysis::Analysed;
use analysis::dataflow::writes;
use analysis::order::before;
use isl::{Map, Set, UnionMap};
use polyhedral::ArrayId;

/// The conflicts of one array.
#[derive(Clone, Debug)]
pub struct Conflicts {
    /// `{ A[x] -> A[y] }`, symmetric and reflexive on the cells that are written.
    pub relation: Map,
    /// `{ [y - x] }`: the conflicting differences, symmetric, with 0.
    pub differences: Set,
}

impl Conflicts {
    /// The conflicts of `array` when instances run at the dates of `schedule` (`{ S[i] -> [t] }`,
    /// injective) and every write is certain.
    ///
    /// # Errors
    /// isl's.
    pub fn of(analysed: &Analysed, array: ArrayId, schedule: &UnionMap) -> isl::Result<Self> {
        let cells = writes(&analysed.scop, array)?;
        let values = analysed.dataflow.values[array].clone();
        // { S_w[j] -> S_k[l] : S_k writes before some read of the value of S_w }
        let readers_and_writers = UnionMap::from_domain_and_range(
            cells.clone().domain()?,
            values.clone().range()?,
        )?;
        let before_read = before(schedule, &readers_and_writers)?.reverse()?;
        let before_last_read = values.apply_range(before_read)?;
        let during = before_last_read.clone().intersect(before(schedule, &before_last_read)?)?;
        // { A[x] -> A[y] }
        let one_way = during.apply_domain(cells.clone())?.apply_range(cells.clone())?;
        let reflexive = cells.range()?.identity()?;
        let all = one_way.clone().union(one_way.reverse()?)?.union(reflexive)?.coalesce()?;
        let cells = analysed.scop.cell_space(array)?;
        let relation = all.extract_map(cells.map_from_set()?)?;
        let differences = relation.clone().deltas()?.reset_tuple_id()?.coalesce()?;
        Ok(Conflicts { relation, differences })
    }
}
