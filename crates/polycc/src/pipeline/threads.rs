//! Loops that run in parallel by OpenMP's pragmas, written anew.
//!
//! One thread's run is one that the pragmas allow, so a region whose threads don't race does what it does without
//! them. That gets the order that `--parallel` gives it, with pragmas of its own, as long as whatever ran in parallel still
//! does, and less memory is needed than in the order of the pragmas, or innermost loops go along rows.

use super::choice::MOST_FOR_ROWS;
use super::settings::{Aim, Settings};
use super::{Region, Site, in_either_reading};
use crate::timing::Timing;
use codegen::parallel::{is_as_parallel, starts_no_more};

/// What becomes of a region without its pragmas, if that is better than `kept`, which has them. Its text must be one that can go.
pub(super) fn anew(site: &Site, kept: &Region, settings: &Settings, timing: &mut Timing) -> Option<Region> {
    let alone = site.input.unit.of_one_thread(site.region, &site.input.map)?;
    if settings.aim != Aim::Speed {
        return None;
    }
    let site = Site { region: &alone, immovable: None, ..site.clone() };
    let settings = Settings { parallel: true, ..settings.clone() };
    let anew = in_either_reading(&site, &settings, timing).ok()?;
    let (before, now) = (&kept.analysed.scop.program, &anew.ordered);
    let is_as_parallel = is_as_parallel(now, before) && starts_no_more(now, before);
    let keeps_little = anew.goes_along_rows && anew.saved().saturating_add(MOST_FOR_ROWS) >= kept.saved();
    let is_better = anew.saved() > kept.saved() || keeps_little;
    (anew.is_reordered() && is_better && is_as_parallel).then_some(anew)
}
