//! What becomes of each array in an order.

use super::settings::{Aim, Settings};
use super::sizes;
use crate::reach;
use allocator::Allocation;
use analysis::Analysed;
use polyhedral::ArrayId;
use schedule::Schedule;
use schedule::candidate::Company;
use std::collections::BTreeMap;

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
    allocate_beside(analysed, schedule, &Company::default(), BTreeMap::new(), settings)
}

/// The same, where statements have this `company` in their loops, and it is `known` what becomes of some arrays.
pub(crate) fn allocate_beside(
    analysed: &Analysed,
    schedule: &Schedule,
    company: &Company,
    known: BTreeMap<ArrayId, Allocation>,
    settings: &Settings,
) -> isl::Result<Vec<Allocation>> {
    let scop = &analysed.scop;
    let allocations = allocate_others(analysed, schedule, &known, settings)?;
    let mut allocations = match settings.aim {
        Aim::Speed if settings.method.is_none() => {
            let reference = sizes::reference(scop, settings)?;
            reach::without_divisions(analysed, allocations, company, &reference)?
        }
        _ => allocations,
    };
    for (array, allocation) in known {
        allocations[array] = allocation;
    }
    Ok(allocations)
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
    allocate_others(analysed, schedule, &BTreeMap::new(), settings)
}

/// The same for arrays of which nothing is `known` yet.
fn allocate_others(
    analysed: &Analysed,
    schedule: &Schedule,
    known: &BTreeMap<ArrayId, Allocation>,
    settings: &Settings,
) -> isl::Result<Vec<Allocation>> {
    let scop = &analysed.scop;
    let reference = sizes::reference(scop, settings)?;
    let selection = settings.selection();
    let allocation = |array: ArrayId| match known.get(&array) {
        Some(known) => Ok(known.clone()),
        None => allocator::allocate_by(selection, analysed, array, &schedule.order, &reference),
    };
    let allocations = (0..scop.arrays.len()).map(allocation).collect::<isl::Result<Vec<_>>>()?;
    match settings.aim {
        // arrays of one thread don't share memory with those of all
        Aim::Memory if !schedule.order.has_private() => {
            let only = settings.method.as_deref();
            allocator::sharing::share(analysed, &schedule.order, &reference, only, allocations)
        }
        _ => Ok(allocations),
    }
}
