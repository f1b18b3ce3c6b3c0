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
use crate::turn::{Turn, time_loop};
use crate::{Analysed, bounds};
use isl::{Set, UnionSet};
use polyhedral::{ArrayId, Node, Scop, Statement, StatementId};
use std::collections::BTreeSet;

/// Arrays that changed places in a loop.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// What turns read: each gets what the next one is, and the last one what is new.
    pub old: Vec<ArrayId>,
    /// What they write.
    pub new: ArrayId,
    /// Whether each has room for what is copied, whatever the region tells of that: all are as large as one another.
    pub is_one_size: bool,
    /// Whether somebody looks at all of the old ones in turns, which the region doesn't show.
    pub is_told: bool,
}

/// Whether a region is what it was where arrays changed places, with copies in the place of that, in the loop around all statements that
/// write one of the old arrays. `is_inside` says which statements are in that loop.
///
/// # Errors
/// isl's.
pub fn is_written_back(
    analysed: &Analysed,
    exchange: &Exchange,
    is_inside: &dyn Fn(&Statement) -> bool,
) -> isl::Result<bool> {
    let scop = &analysed.scop;
    let ids = 0..scop.statements.len();
    let inside: BTreeSet<StatementId> = ids.filter(|id| is_inside(&scop.statements[*id])).collect();
    let Some((position, turns)) = time_loop(scop, &inside) else { return Ok(false) };
    let Exchange { old, new, .. } = exchange;
    if !are_alike(scop, old, *new) || scop.arrays[*new].outlives.is_some() || !may_end_sooner(scop, &inside)?
    {
        return Ok(false);
    }
    let before = Node::statements(&scop.program.body[..position]);
    let behind = Node::statements(&scop.program.body[position + 1..]);
    let touches = |statement: &Statement| {
        statement.accesses.iter().any(|access| access.array == *new || old.contains(&access.array))
    };
    let Some(turn) = Turn::of(scop, (old, *new), &inside, &touches)? else { return Ok(false) };
    let Some((cells, runs)) = turn.same_cells(turns)? else { return Ok(false) };
    for old in old {
        let copied = turn.written(*old, &|access| access.writes())?;
        if !copied.is_equal(&turn.written(*new, &|access| access.writes())?)? {
            return Ok(false);
        }
    }
    if !reads_its_own(analysed, (&turn, *new), &inside, &behind)? || !turn.copies_what_was(analysed)? {
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
        let own = self::needed(analysed, *old, exchange.is_told, &inside, &behind)?;
        let Some(own) = own else { return Ok(false) };
        needed = needed.union(own.to_union_set()?.apply(across(scop, *old, *new)?)?)?;
    }
    let needed = needed.intersect_params(runs)?.subtract(cells)?.coalesce()?;
    let values = Values::of(scop)?;
    for old in old {
        if !values.are_same(*old, *new, &needed, &before)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether arrays have cells of one type, in as many dimensions.
pub(crate) fn are_alike(scop: &Scop, old: &[ArrayId], new: ArrayId) -> bool {
    let new = &scop.arrays[new];
    let is_alike = |old: &ArrayId| {
        let old = &scop.arrays[*old];
        old.dimensions() == new.dimensions() && old.element == new.element
    };
    old.iter().all(is_alike) && new.dimensions() > 0
}

/// Whether what a region tells of a loop is so, too, if the loop ends sooner than it seems: no sizes are valid at which later turns would
/// leave arrays. `inside` are its statements.
pub(crate) fn may_end_sooner(scop: &Scop, inside: &BTreeSet<StatementId>) -> isl::Result<bool> {
    let is_timed = |id: &StatementId| {
        let Statement { iterators, accesses, .. } = &scop.statements[*id];
        let counts =
            |it: &polyhedral::Expression| iterators.first().is_some_and(|own| it.mentions(&own.name));
        accesses.iter().flat_map(|access| &access.subscripts).any(counts)
    };
    Ok(scop.unordered.is_empty()
        && !inside.iter().any(is_timed)
        && !scop.context.clone().intersect(scop.lifted_values()?)?.is_empty()?)
}

/// Whether what is read of `new` comes from the same turn, and what is read of it behind the loop, from there.
pub(crate) fn reads_its_own(
    analysed: &Analysed,
    (turn, new): (&Turn, ArrayId),
    inside: &BTreeSet<StatementId>,
    behind: &BTreeSet<StatementId>,
) -> isl::Result<bool> {
    let cells = Set::universe(analysed.scop.cell_space(new)?)?.to_union_set()?;
    if !analysed.dataflow.live_in.clone().intersect_range(cells)?.is_empty()? {
        return Ok(false);
    }
    for flow in analysed.dataflow.flows.iter().filter(|flow| flow.array == new) {
        let (writer, reader) = (flow.write.0, flow.read.0);
        let is_own = if inside.contains(&reader) {
            let between = turn.between_turns(flow)?;
            let all = between.clone().domain()?.identity()?;
            inside.contains(&writer) && between.is_subset(&all)?
        } else {
            !behind.contains(&reader) || behind.contains(&writer)
        };
        if !is_own {
            return Ok(false);
        }
    }
    Ok(true)
}

/// `{ old[x] }`: what is read of the array from the loop on; nothing if that can't be told.
fn needed(
    analysed: &Analysed,
    old: ArrayId,
    is_told: bool,
    inside: &BTreeSet<StatementId>,
    behind: &BTreeSet<StatementId>,
) -> isl::Result<Option<Set>> {
    let scop = &analysed.scop;
    let space = scop.cell_space(old)?;
    let array = &scop.arrays[old];
    if array.outlives.is_some() || is_told {
        let is_known = array.limits().all(|limit| limit.is_some());
        let all = bounds::declared(scop, old)?.intersect_params(scop.context.clone())?;
        return Ok(is_known.then_some(all));
    }
    let readers: Vec<StatementId> = inside.union(behind).copied().collect();
    let reads = analysed.dataflow.reads[old].clone().intersect_domain(scop.domain_of(readers)?)?;
    Ok(Some(reads.range()?.extract_set(space)?))
}
