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
use crate::same_values::{Values, across};
use crate::turn::{Copied, Turn};

/// Whether each turn copies the cells that it writes of the new array, and no others, and nobody reads what it finds there.
///
/// # Errors
/// isl's.
pub fn is_of_written(analysed: &Analysed, copied: Copied) -> isl::Result<bool> {
    match turn(analysed, copied)? {
        Some(turn) => turn.copies_its_own(),
        None => Ok(false),
    }
}

/// Whether each turn copies the cells that it writes of the new array, and others to which that makes no difference.
///
/// # Errors
/// isl's.
pub fn is_restored(analysed: &Analysed, copied: Copied) -> isl::Result<bool> {
    let Copied { old, new, .. } = copied;
    let scop = &analysed.scop;
    let Some(turn) = turn(analysed, copied)? else { return Ok(false) };
    let (cells, values) = (turn.cells()?, Values::of(scop)?);
    for (own, next) in old.iter().zip(old[1..].iter().chain([&new])) {
        let copied = turn.copied(*own)?;
        if !turn.written.is_subset(&copied)? {
            return Ok(false);
        }
        let others = copied.range()?.subtract(cells.clone())?.coalesce()?;
        let others = others.apply(across(scop, new, *next)?)?;
        if !values.are_same(*own, *next, &others, &turn.before)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A turn of which 2 and the first half of 1 are so.
fn turn<'s>(analysed: &'s Analysed, copied: Copied<'s>) -> isl::Result<Option<Turn<'s>>> {
    Turn::of(analysed, copied, &|statement| statement.writes_to(copied.new))
}
