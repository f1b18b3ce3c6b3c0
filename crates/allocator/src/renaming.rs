//! Renaming: a variable that is used for several things one after the other becomes several variables.
//!
//! Uses of one variable that exchange no values (its webs: all writes whose values some read may get, with all their
//! reads) order loops for no other reason than its name: `sum` of one loop and `sum` of the next. Each web but one gets a
//! variable of its own, so that only flow is left between the loops. The web with the value from before the region keeps
//! the name.
//!
//! That no value changes hands is proved: the flow of the new variables must be the old one's.

use crate::expansion::{Expanded, accesses};
use crate::reallocation::{Web, redirect, taken_apart, webs};
use analysis::{Analysed, Role};
use polyhedral::{AccessKind, ArrayId, Storage};

/// The region with a variable for each use of one, and its analyses; `None` where each has one use only.
///
/// # Errors
/// isl's.
pub fn rename(analysed: &Analysed) -> isl::Result<Option<(Expanded, Analysed)>> {
    taken_apart(analysed, |array, expanded| match others(analysed, array)? {
        Some(others) => apart(array, &others, expanded),
        None => Ok(()),
    })
}

/// Whether some variable has several uses.
///
/// # Errors
/// isl's.
pub fn is_any(analysed: &Analysed) -> isl::Result<bool> {
    for array in 0..analysed.scop.arrays.len() {
        if others(analysed, array)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The webs of a variable of the function that get names of their own, if it has any.
fn others(analysed: &Analysed, array: ArrayId) -> isl::Result<Option<Vec<Web>>> {
    let scop = &analysed.scop;
    let declared = &scop.arrays[array];
    let is_plain = matches!(declared.storage, Storage::Local { attributed: false, .. } | Storage::Parameter)
        && !declared.sharing.is_static
        && declared.dimensions() == 0
        && declared.outlives.is_none()
        && scop.unordered.is_empty();
    let is_uncertain = |access: &polyhedral::Access| access.kind == AccessKind::MayWrite;
    if !is_plain || !accesses(scop, array, is_uncertain).is_empty() {
        return Ok(None);
    }
    let mut found = webs(analysed, array)?;
    if found.len() < 2 {
        return Ok(None);
    }
    let from_outside = |web: &Web| {
        let border = &analysed.dataflow.live_in_accesses;
        web.reads.iter().any(|read| border.iter().any(|border| border.access == *read))
    };
    let mut entered = (0..found.len()).filter(|web| from_outside(&found[*web]));
    let keeps = match analysed.roles[array] {
        Role::Temporary => 0,
        Role::LiveIn => match entered.next() {
            Some(first) => first,
            None => return Ok(None),
        },
        Role::LiveOut | Role::LiveInOut => return Ok(None),
    };
    if entered.next().is_some() {
        return Ok(None);
    }
    found.remove(keeps);
    Ok(Some(found))
}

fn apart(array: ArrayId, others: &[Web], expanded: &mut Expanded) -> isl::Result<()> {
    let original = expanded.scop.arrays[array].clone();
    for (number, web) in (2..).zip(others) {
        let new = expanded.new_array(&original, &format!("{}_{number}", original.c_name));
        let target = expanded.scop.arrays.len();
        let first = web.writes.iter().map(|(statement, _)| expanded.scop.statements[*statement].line).min();
        let since = first.map_or(String::new(), |line| format!(" from line {line} on"));
        expanded
            .scop
            .arrays
            .push(polyhedral::Array { purpose: Some(format!("`{}`{since}", original.c_name)), ..new });
        expanded.origins.insert(target, array);
        redirect(web, target, None, expanded)?;
    }
    expanded.origins.insert(array, array);
    Ok(())
}
