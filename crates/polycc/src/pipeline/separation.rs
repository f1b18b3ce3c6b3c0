//! Pointers that may overlap, and what else a run must test before it takes a new order.

use super::Site;
use super::settings::{Overlap, Settings};
use crate::apart::{self, Test};
use crate::sweeps;
use analysis::Analysed;
use diagnostics::{Code, Remark};
use polyhedral::{Array, ArrayId, Scop, StatementId};
use schedule::interchange;
use std::collections::BTreeSet;

/// What is known of pointers that may overlap.
pub(super) enum Separation {
    /// They don't, or that is assumed.
    Known,
    /// The program must test it before it runs in another order.
    Tested(Box<Test>),
    /// They may, so the order stays; why, where that matters.
    Unknown(Option<Remark>),
}

/// What is known of the pointers of a region that may run in another order, or `in_parallel`.
pub(super) fn separation(
    analysed: &Analysed,
    site: &Site,
    overlap: Overlap,
    in_parallel: bool,
) -> isl::Result<Separation> {
    let scop = &analysed.scop;
    let Some(names) = maybe_overlapping(scop, &|_| true).filter(|_| overlap != Overlap::Assume) else {
        return Ok(Separation::Known);
    };
    // a test and a copy are worth it where arrays may shrink, loops go along rows, or run in tiles or in parallel
    let may_shrink = scop.arrays.iter().any(Array::may_shrink);
    let may_gain = in_parallel || may_shrink || interchange::is_wanted(scop)? || sweeps::are_any(scop);
    let stays = |why: String| {
        let names = names.join(", ");
        Remark::new(
            Code::OrderStays,
            format!("the order stays, since {names} may overlap{why}{}", by_restrict(scop, "would help")),
        )
    };
    if !may_gain {
        return Ok(Separation::Unknown(None));
    }
    if overlap == Overlap::Refuse {
        return Ok(Separation::Unknown(Some(stays(String::new()))));
    }
    Ok(match Test::new(analysed, site.places(), true)? {
        Ok(test) if test.is_empty() => Separation::Known,
        Ok(test) => Separation::Tested(Box::new(test)),
        Err(why) => Separation::Unknown(Some(stays(format!(" and can't be tested: {why}")))),
    })
}

/// The test without which the region isn't right in any order, if there is something to test; inside, why it can't be tested.
pub(super) fn hoped(
    analysed: &Analysed,
    site: &Site,
    settings: &Settings,
) -> isl::Result<Result<Option<Test>, String>> {
    if analysed.scop.hopes.is_empty() {
        return Ok(Ok(None));
    }
    if settings.tile.is_some() || settings.overlap == Overlap::Refuse {
        return Ok(Err("there is to be no copy of the function".into()));
    }
    Ok(Test::new(analysed, site.places(), false)?.map(|test| (!test.is_empty()).then_some(test)))
}

/// What `restrict` does about it: nothing for rows that lie anywhere.
pub(super) fn by_restrict(scop: &Scop, effect: &str) -> String {
    let is_of_use = !scop.arrays.iter().any(|array| array.scattered.is_some());
    if is_of_use { format!("; `restrict` {effect}") } else { String::new() }
}

/// The arrays of the `reordered` statements of which one may overlap another that is written.
pub(crate) fn maybe_overlapping(scop: &Scop, reordered: &dyn Fn(StatementId) -> bool) -> Option<Vec<String>> {
    let unknown = apart::unknown(scop, reordered);
    let is_written = |id: &ArrayId| apart::accesses(scop, *id, reordered).any(polyhedral::Access::writes);
    let is_scattered = |id: &ArrayId| scop.arrays[*id].scattered.is_some() && is_written(id);
    // fields of one array of structures lie beside one another
    let blocks: BTreeSet<&str> = unknown.iter().map(|id| apart::base(&scop.arrays[*id].c_name)).collect();
    let matters = blocks.len() > 1 && unknown.iter().any(is_written) || unknown.iter().any(is_scattered);
    matters.then(|| unknown.iter().map(|id| format!("`{}`", scop.arrays[*id].c_name)).collect())
}
