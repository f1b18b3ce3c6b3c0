//! What a new order destroys (Trifunovic and Cohen, section 4.3).
//!
//! An order is legal iff each value is written before it is read (flow holds) and no other write to its
//! cell comes between the write and a read of the value (live ranges of one cell don't overlap). Values
//! from before the region are written before all instances, values of outliving arrays are read after
//! all of them. An instance reads before it writes, so a write at the date of the last read harms
//! nothing. A value that nobody reads has an empty range, but its write still destroys others'.

use crate::Analysed;
use crate::dataflow::{accesses, writes};
use crate::order::{before, not_before};
use isl::UnionMap;
use polyhedral::{AccessKind, ArrayId};

/// What is wrong with an order, for one array.
#[derive(Debug)]
pub enum Violation {
    /// `{ S_w[j] -> S_r[i] }`: the read runs no later than the write whose value it needs.
    Flow(UnionMap),
    /// `{ [S_w[j] -> S_r[i]] -> S_k[l] }`: the third instance overwrites the cell between the write and
    /// the read of its value.
    Range(UnionMap),
    /// `{ S_r[i] -> S_k[l] }`: the second instance overwrites a value from before the region that the
    /// first still has to read.
    LiveIn(UnionMap),
    /// `{ S_w[j] -> S_k[l] }`: the second instance overwrites the value that should stay in the cell.
    LiveOut(UnionMap),
}

/// Everything that `schedule` (`{ S[i] -> [t] }`, injective) violates, array by array.
///
/// # Errors
/// isl's.
pub fn violations(analysed: &Analysed, schedule: &UnionMap) -> isl::Result<Vec<(ArrayId, Violation)>> {
    let mut found = Vec::new();
    for array in 0..analysed.scop.arrays.len() {
        let candidates = [
            Violation::Flow(flow(analysed, array, schedule)?),
            Violation::Range(ranges(analysed, array, schedule)?),
            Violation::LiveIn(live_in(analysed, array, schedule)?),
            Violation::LiveOut(live_out(analysed, array, schedule)?),
        ];
        for violation in candidates {
            if !violation.relation().is_empty()? {
                found.push((array, violation));
            }
        }
    }
    Ok(found)
}

impl Violation {
    /// The relation of the variant.
    pub fn relation(&self) -> &UnionMap {
        match self {
            Violation::Flow(relation)
            | Violation::Range(relation)
            | Violation::LiveIn(relation)
            | Violation::LiveOut(relation) => relation,
        }
    }
}

fn flow(analysed: &Analysed, array: ArrayId, schedule: &UnionMap) -> isl::Result<UnionMap> {
    let values = analysed.dataflow.values[array].clone();
    let wrong = not_before(schedule, &values)?;
    values.intersect(wrong)
}

fn ranges(analysed: &Analysed, array: ArrayId, schedule: &UnionMap) -> isl::Result<UnionMap> {
    let values = &analysed.dataflow.values[array];
    let cells = writes(&analysed.scop, array)?;
    // { S_w[j] -> S_k[l] : same cell, the second later }
    let same_cell = cells.clone().apply_range(cells.clone().reverse()?)?;
    let after_write = same_cell.clone().intersect(before(schedule, &same_cell)?)?;
    // { S_r[i] -> S_k[l] : same cell, the second earlier }
    let reader = accesses(&analysed.scop, array, AccessKind::Read)?;
    let meets = reader.apply_range(cells.reverse()?)?;
    let before_read = before(schedule, &meets.clone().reverse()?)?.reverse()?.intersect(meets)?;
    // { [S_w[j] -> S_r[i]] -> S_k[l] }
    let from_write = values.clone().domain_map()?.apply_range(after_write)?;
    let from_read = values.clone().range_map()?.apply_range(before_read)?;
    from_write.intersect(from_read)
}

fn live_in(analysed: &Analysed, array: ArrayId, schedule: &UnionMap) -> isl::Result<UnionMap> {
    let cells = writes(&analysed.scop, array)?;
    // { S_r[i] -> S_k[l] : same cell }
    let overwritten = analysed.dataflow.live_in.clone().apply_range(cells.reverse()?)?;
    let earlier = before(schedule, &overwritten.clone().reverse()?)?.reverse()?;
    overwritten.intersect(earlier)
}

fn live_out(analysed: &Analysed, array: ArrayId, schedule: &UnionMap) -> isl::Result<UnionMap> {
    let cells = writes(&analysed.scop, array)?;
    // { S_w[j] -> S_k[l] : same cell }
    let overwritten = analysed.dataflow.live_out.clone().apply_range(cells.reverse()?)?;
    let later = before(schedule, &overwritten)?;
    overwritten.intersect(later)
}
