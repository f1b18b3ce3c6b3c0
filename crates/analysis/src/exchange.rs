//! Whether arrays that change places after each turn of a loop may stay where they are, if what a turn writes is copied back.
//!
//! `for (t = …) { new = f(old); swap(&old, &new); }` leaves in `old` what `for (t = …) { new = f(old); old = new; }` does, if
//!
//! 1. each turn writes the same cells of `new`, all of them for certain, and these are what is copied back;
//! 2. what is read of `new`, the same turn has written, and nobody reads behind the loop what the loop leaves in it;
//! 3. a turn writes nothing of `old`;
//! 4. where the loop begins, both hold the same in each cell that is read of `old` from then on and that turns don't write.
//!
//! By induction over the turns: where one begins, `old` is the same in both programs, and the cells that turns don't write are the same in
//! the array that lies in the place of `new`. So the turn writes the same, by 2 and 3; then `old` is what the turn has written and, by 4,
//! in all other cells what it was, in the one program by changing places and in the other by 1; and what lies in the place of `new` is
//! what `old` was, so that it still has the same in the cells that turns don't write. Where several old arrays stand in a row, each gets
//! what the next one was, and all of them, with the new one, must hold the same (4).
//!
//! That cells hold the same (4) is told by who wrote them last ([`crate::same_values`]). What isn't found out is no.

use crate::same_values::{Values, across};
use crate::turn::{Copied, Turn};
use crate::{Analysed, bounds};
use isl::{Set, UnionSet};
use polyhedral::{ArrayId, Statement};

/// What is known of arrays that changed places in a loop.
#[derive(Clone, Copy, Debug)]
pub struct Exchange {
    /// Whether each has room for what is copied, whatever the region tells of that: all are as large as one another.
    pub is_one_size: bool,
    /// Whether somebody looks at all of the old ones in turns, which the region doesn't show.
    pub is_told: bool,
}

/// Whether a region is what it was where arrays changed places, with copies in the place of that, in the loop around all statements that
/// write one of the old arrays.
///
/// # Errors
/// isl's.
pub fn is_written_back(analysed: &Analysed, copied: Copied, exchange: Exchange) -> isl::Result<bool> {
    let scop = &analysed.scop;
    let Copied { old, new, .. } = copied;
    if scop.arrays[new].outlives.is_some() {
        return Ok(false);
    }
    let touches = |statement: &Statement| {
        statement.accesses.iter().any(|access| access.array == new || old.contains(&access.array))
    };
    let Some(turn) = Turn::of(analysed, copied, &touches)? else { return Ok(false) };
    if !turn.copies_its_own()? {
        return Ok(false);
    }
    for old in old {
        let has_size = scop.arrays[*old].limits().all(|limit| limit.is_some());
        if !exchange.is_one_size && (!has_size || !bounds::stays_inside(analysed, *old)?) {
            return Ok(false);
        }
    }
    let mut needed = UnionSet::empty(scop.context.space()?)?;
    for old in old {
        let Some(own) = self::needed(&turn, analysed, *old, exchange.is_told)? else { return Ok(false) };
        needed = needed.union(own.to_union_set()?.apply(across(scop, *old, new)?)?)?;
    }
    let needed = needed.intersect_params(turn.runs.clone())?.subtract(turn.cells()?)?.coalesce()?;
    let values = Values::of(scop)?;
    for old in old {
        if !values.are_same(*old, new, &needed, &turn.before)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// `{ old[x] }`: what is read of the array from the loop on; nothing if that can't be told.
fn needed(turn: &Turn, analysed: &Analysed, old: ArrayId, is_told: bool) -> isl::Result<Option<Set>> {
    let scop = &analysed.scop;
    let space = scop.cell_space(old)?;
    let array = &scop.arrays[old];
    if array.outlives.is_some() || is_told {
        let is_known = array.limits().all(|limit| limit.is_some());
        let all = bounds::declared(scop, old)?.intersect_params(scop.context.clone())?;
        return Ok(is_known.then_some(all));
    }
    let readers = turn.inside.union(&turn.behind).copied();
    let reads = analysed.dataflow.reads[old].clone().intersect_domain(scop.domain_of(readers)?)?;
    Ok(Some(reads.range()?.extract_set(space)?))
}
