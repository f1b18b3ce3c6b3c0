//! Makes an illegal order legal by more memory, where that suffices (Trifunovic and Cohen, Fig. 8, step 5).
//!
//! Arrays whose values stay within one iteration of the parallel loops become private to it; the others
//! get versions ([`crate::expansion`]).

use crate::expansion::{self, Expanded};
use analysis::violation::{Violation, harm, violations};
use analysis::{Analysed, Order};
use isl::UnionMap;
use polyhedral::ArrayId;
use std::collections::BTreeSet;

/// How an order became legal.
#[derive(Debug)]
pub struct Repair {
    /// The order with the private arrays.
    pub order: Order,
    /// The arrays of which each iteration of a parallel loop has its own.
    pub private: BTreeSet<ArrayId>,
    /// The region with versions of the other arrays, if there are any, and its analyses.
    pub expanded: Option<(Expanded, Analysed)>,
}

/// The parallel loops of a schedule.
#[derive(Clone, Copy, Debug)]
pub struct Parallel<'a> {
    /// `{ S[i] -> [t] }`
    pub dates: &'a UnionMap,
    /// The first parallel dimension.
    pub outermost: u32,
}

/// More memory that makes `order` legal, or the sentence that says why there is none. It is legal for the
/// result: that is checked.
///
/// # Errors
/// isl's.
pub fn repair(
    analysed: &Analysed,
    order: &Order,
    parallel: Option<Parallel>,
) -> isl::Result<Result<Repair, String>> {
    let found = violations(analysed, order)?;
    if found.iter().any(|(_, violation)| matches!(violation, Violation::Flow(_))) {
        return Ok(Err("more memory doesn't help: a value is read before it is written".into()));
    }
    let violated: BTreeSet<ArrayId> = found.iter().map(|(array, _)| *array).collect();
    let mut repair = Repair { order: order.clone(), private: BTreeSet::new(), expanded: None };
    let mut rest = Vec::new();
    for array in violated {
        match is_private(analysed, order, parallel, array)? {
            true => {
                repair.private.insert(array);
                repair.order = repair.order.with_private(array);
            }
            false => rest.push(array),
        }
    }
    if rest.is_empty() {
        return Ok(Ok(repair));
    }
    let expanded = match expansion::expand(analysed, &rest, &repair.order)? {
        Ok(expanded) => expanded,
        Err(why) => return Ok(Err(why)),
    };
    let mut again = analysed.of_form(expanded.scop.clone())?;
    again.dataflow.copied = expansion::copied(analysed, &again, &expanded)?;
    if let Some(array) = disagreement(analysed, &again, &expanded, &repair.order)? {
        let name = &analysed.scop.arrays[array].c_name;
        return Ok(Err(format!("versions of `{name}` don't keep all its values apart")));
    }
    repair.expanded = Some((expanded, again));
    Ok(Ok(repair))
}

/// Whether each iteration of the parallel loops can have `array` for itself, and that helps.
fn is_private(
    analysed: &Analysed,
    order: &Order,
    parallel: Option<Parallel>,
    array: ArrayId,
) -> isl::Result<bool> {
    let Some(Parallel { dates, outermost }) = parallel else { return Ok(false) };
    if !expansion::may_be_private(analysed, array, dates, outermost)? {
        return Ok(false);
    }
    let order = order.clone().with_private(array);
    Ok(harm(analysed, array, &order)?.is_none())
}

/// An array whose versions carry other values than the array did, or still clash: the proof that the
/// expansion is right.
fn disagreement(
    before: &Analysed,
    after: &Analysed,
    expanded: &Expanded,
    order: &Order,
) -> isl::Result<Option<ArrayId>> {
    for (target, origin) in &expanded.origins {
        let (old, new) = (&before.dataflow.values[*origin], &after.dataflow.values[*target]);
        let same = old.clone().intersect_params(after.scop.context.clone())?.is_equal(new)?;
        if !same || harm(after, *target, order)?.is_some() {
            return Ok(Some(*origin));
        }
        if target != origin && harm(after, *origin, order)?.is_some() {
            return Ok(Some(*origin));
        }
    }
    Ok(None)
}
