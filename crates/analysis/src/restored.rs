//! Whether a loop that copies an array in each turn, after it has computed some of it, need only copy what it has computed.
//!
//! `for (t = …) { new = f(old); old = new; }` where the copy is of all cells does what it does where the copy is of the cells that `f`
//! writes, if
//!
//! 1. each turn writes the same cells of `new`, all of them for certain, and then copies these, and perhaps others;
//! 2. a turn writes nothing else of `old`;
//! 3. where the loop begins, both hold the same in each cell that is copied, and that turns don't write.
//!
//! By induction over the turns: a cell that turns don't write keeps its value in `new`, by 1, and in `old`, by 2, which only gets what
//! `new` holds there. That is what it has already, by 3. So the copy changes nothing in it, and whoever reads either array, wherever that
//! is, finds what was there. Where several old arrays stand in a row, each gets what the next one was.

use crate::Analysed;
use crate::exchange::{are_alike, may_end_sooner, reads_its_own};
use crate::same_values::{Values, across};
use crate::turn::{Turn, time_loop};
use polyhedral::{ArrayId, Node, Statement, StatementId};
use std::collections::BTreeSet;

/// What a loop copies in each turn: each of the `old` arrays gets what the next one is, and the last one what is `new`.
#[derive(Clone, Copy)]
pub struct Copied<'a> {
    /// What is copied to.
    pub old: &'a [ArrayId],
    /// What turns compute.
    pub new: ArrayId,
    /// Which statements are in the loop.
    pub is_inside: &'a dyn Fn(&Statement) -> bool,
}

/// What is asked of a turn, where these statements are in front of the loop, in it and behind it.
type Asked<'a> = dyn Fn(&Turn, [&BTreeSet<StatementId>; 3]) -> isl::Result<bool> + 'a;

/// Whether each turn copies the cells that it writes of the new array, and no others, and nobody reads what it finds there.
///
/// # Errors
/// isl's.
pub fn is_of_written(analysed: &Analysed, copied: Copied) -> isl::Result<bool> {
    is_found(analysed, copied, &|turn, [_, inside, behind]| {
        if !reads_its_own(analysed, (turn, copied.new), inside, behind)? {
            return Ok(false);
        }
        let written = turn.written(copied.new, &|access| access.writes())?;
        for old in copied.old {
            if !written.is_equal(&turn.written(*old, &|access| access.writes())?)? {
                return Ok(false);
            }
        }
        Ok(true)
    })
}

/// Whether each turn copies the cells that it writes of the new array, and others to which that makes no difference.
///
/// # Errors
/// isl's.
pub fn is_restored(analysed: &Analysed, copied: Copied) -> isl::Result<bool> {
    let Copied { old, new, .. } = copied;
    let scop = &analysed.scop;
    is_found(analysed, copied, &|turn, [before, ..]| {
        let written = turn.written(new, &|access| access.writes())?;
        let cells = written.clone().range()?;
        let values = Values::of(scop)?;
        for (own, next) in old.iter().zip(old[1..].iter().chain([&new])) {
            let copied = turn.written(*own, &|access| access.writes())?;
            if !written.is_subset(&copied)? {
                return Ok(false);
            }
            let others = copied.range()?.subtract(cells.clone())?.coalesce()?;
            let others = others.apply(across(scop, new, *next)?)?;
            if !values.are_same(*own, *next, &others, before)? {
                return Ok(false);
            }
        }
        Ok(true)
    })
}

/// Whether `is_such` a turn, of which 2 and the first half of 1 are found, with the statements in front of the loop, in it and behind it.
fn is_found(
    analysed: &Analysed,
    Copied { old, new, is_inside }: Copied,
    is_such: &Asked,
) -> isl::Result<bool> {
    let scop = &analysed.scop;
    let ids = 0..scop.statements.len();
    let inside: BTreeSet<StatementId> = ids.filter(|id| is_inside(&scop.statements[*id])).collect();
    let Some((position, turns)) = time_loop(scop, &inside) else { return Ok(false) };
    if !are_alike(scop, old, new) || !may_end_sooner(scop, &inside)? {
        return Ok(false);
    }
    let Some(turn) = Turn::of(scop, (old, new), &inside, &|it| it.writes_to(new))? else { return Ok(false) };
    let before = Node::statements(&scop.program.body[..position]);
    let behind = Node::statements(&scop.program.body[position + 1..]);
    let is_known = turn.same_cells(turns)?.is_some() && turn.copies_what_was(analysed)?;
    Ok(is_known && is_such(&turn, [&before, &inside, &behind])?)
}
