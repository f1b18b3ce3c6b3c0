//! What becomes of each array in an order.

use super::settings::{Aim, Settings};
use crate::reach;
use allocator::Allocation;
use allocator::size::Reference;
use analysis::Analysed;
use polyhedral::StatementId;
use schedule::Schedule;
use std::collections::BTreeSet;

/// What becomes of each array under `schedule`, which leaves innermost loops as they are; with `--optimize speed`
/// those stay that would be slower to reach.
///
/// # Errors
/// isl's.
pub(crate) fn allocate(
    analysed: &Analysed,
    schedule: &Schedule,
    settings: &Settings,
) -> isl::Result<Vec<Allocation>> {
    allocate_beside(analysed, schedule, &BTreeSet::new(), settings)
}

/// The same, where some statements wait for one another's results in innermost loops.
pub(super) fn allocate_beside(
    analysed: &Analysed,
    schedule: &Schedule,
    waiting: &BTreeSet<StatementId>,
    settings: &Settings,
) -> isl::Result<Vec<Allocation>> {
    let scop = &analysed.scop;
    let allocations = allocate_as_told(analysed, schedule, settings)?;
    match settings.aim {
        Aim::Speed if settings.method.is_none() => {
            let reference = Reference::within(&scop.context, &scop.parameters, &settings.at)?;
            reach::without_divisions(analysed, allocations, waiting, &reference)
        }
        _ => Ok(allocations),
    }
}

/// What becomes of each array under `schedule`, whatever it costs to reach.
///
/// # Errors
/// isl's.
pub(crate) fn allocate_as_told(
    analysed: &Analysed,
    schedule: &Schedule,
    settings: &Settings,
) -> isl::Result<Vec<Allocation>> {
    let scop = &analysed.scop;
    let reference = Reference::within(&scop.context, &scop.parameters, &settings.at)?;
    let arrays = 0..scop.arrays.len();
    let selection = settings.selection();
    let allocations = arrays
        .map(|array| allocator::allocate_by(selection, analysed, array, &schedule.order, &reference))
        .collect::<isl::Result<Vec<_>>>()?;
    match settings.aim {
        // arrays of one thread don't share memory with those of all
        Aim::Memory if !schedule.order.has_private() => {
            let only = settings.method.as_deref();
            allocator::sharing::share(analysed, &schedule.order, &reference, only, allocations)
        }
        _ => Ok(allocations),
    }
}
