//! The stages of one region, from the model to the checked result.
//!
//! A region is analysed ([`start`]); plans are made for what it may start from ([`plan`]); the best of them is carried out and
//! run against the program ([`checked`]). That is done once, or twice where large constants as parameters lose too much.

mod allocation;
mod attempt;
mod checked;
mod choice;
mod exchange;
mod failure;
mod given;
mod in_chunks;
mod needed;
mod plan;
mod proof;
mod region;
mod remarks;
mod separation;
mod settings;
mod sizes;
mod start;
mod threads;
mod usual;

pub use exchange::may_be_copied;
pub use failure::{Failure, severe};
pub use given::{is_demanding, schedules};
pub use in_chunks::rows_that_wait;
pub use region::Region;
pub use settings::{Aim, Memory, Overlap, Settings};

pub(crate) use allocation::{allocate, allocate_as_told, allocate_beside};
pub(crate) use choice::Choice;
pub(crate) use separation::maybe_overlapping;

use crate::input::Input;
use crate::output;
use crate::timing::Timing;
use attempt::{attempt, model};
use diagnostics::{Code, Remark};
use failure::divided;
use frontend::Constants;
use polyhedral::{Array, ArrayId};
use region::better;

/// Where a region stands.
#[derive(Clone)]
struct Site<'a> {
    input: &'a Input,
    region: &'a frontend::Region,
    /// Why its text can't be replaced as a whole, as a phrase; then only an order that is prescribed is tried.
    immovable: Option<String>,
    /// Arrays of which the first is released before the other one is obtained.
    turns: Vec<(String, String)>,
    /// Whether a test right in front of it may choose its new loops, which leave all arrays as they are.
    may_surround: bool,
}

impl Site<'_> {
    /// What is known where the function starts, and behind that, so that it can be copied; else why it can't.
    fn entries(&self) -> Result<Vec<frontend::Entry>, String> {
        self.input.unit.entries(self.region, &self.input.map)
    }

    /// The places where a test can choose what the region becomes: those of [`Site::entries`], and the one right in front of it.
    fn places(&self) -> Result<Vec<frontend::Entry>, String> {
        let entries = self.entries();
        match self.input.unit.surrounding(self.region, &self.input.map) {
            Ok(around) if self.may_surround => {
                Ok(entries.unwrap_or_default().into_iter().chain([around]).collect())
            }
            _ => entries,
        }
    }

    /// The same without that one.
    fn in_copies(&self) -> Self {
        Site { may_surround: false, ..self.clone() }
    }

    /// Whether numbers in the place of lifted constants may help after this `failure`: if there are any, and what was too
    /// hard gets much easier.
    fn is_easier_with_literals(&self, failure: &Failure) -> bool {
        let (parameters, lifted) = self.input.unit.lifted(self.region, &self.input.map);
        lifted > 0 && (2 * lifted >= parameters || !matches!(failure, Failure::TooHard(_)))
    }
}

/// All stages for one region of `input`.
///
/// # Errors
/// See [`Failure`].
pub fn run(
    input: &Input,
    region: &frontend::Region,
    settings: &Settings,
    timing: &mut Timing,
) -> Result<Region, Failure> {
    if input.is_divided(region) {
        return Err(Failure::Refused(vec![divided(region)]));
    }
    let modes = input.unit.looks_at_modes();
    let lost = modes.filter(|_| settings.parallel);
    let settings = &Settings { parallel: settings.parallel && modes.is_none(), ..settings.clone() };
    let text = input.unit.text(region, &input.map);
    let may_have_threads = modes.is_none() && text.is_ok();
    let turns = text.as_ref().map_or_else(|_| Vec::new(), |text| text.turns.clone());
    let pragma = || region.openmp().map(|place| format!("line {} has a pragma", input.map.line(place.start)));
    let immovable = text.err().or_else(pragma);
    let site = Site { input, region, immovable, turns, may_surround: true };
    let mut done = in_either_reading(&site, settings, timing)?;
    if may_have_threads && let Some(anew) = threads::anew(&site, &done, settings, timing) {
        done = anew;
    }
    done.remarks.extend(lost.map(|place| {
        let line = input.map.line(place.start);
        Remark::new(Code::NotParallel, format!("no parallel loops: line {line} looks at or changes floating-point modes, of which each thread has its own"))
    }));
    done.has_delays = settings.aim == Aim::Speed && has_delays(&site, &done);
    Ok(done)
}

/// Whether loops that stay in the order of the program have delay lines, and can be written anew.
fn has_delays(site: &Site, done: &Region) -> bool {
    let is_free = done.is_in_place()
        && done.schedule.order.total().is_some()
        && site.region.isolate().is_none()
        && site.immovable.is_none()
        && done.built().scop.fixed.is_none();
    let any = |layout: &codegen::Layout| codegen::delay::any(layout, &done.ordered);
    is_free && output::with_layout(done, codegen::Spelling::Macros, any)
}

/// Whether an array may shrink in a region that isn't of a stage, if it can be told.
pub fn may_shrink_callers(input: &Input, region: &frontend::Region, settings: &Settings) -> bool {
    let context = isl::Context::new();
    let Ok(scop) = model(input, region, settings, Constants::Lifted, &context) else { return true };
    let is_written = |id: ArrayId| scop.writers(id).next().is_some();
    let may_shrink = |(id, array): (ArrayId, &Array)| {
        array.may_shrink() && !input.is_of_stage(array.name_span) && is_written(id)
    };
    scop.arrays.iter().enumerate().any(may_shrink)
}

fn in_either_reading(site: &Site, settings: &Settings, timing: &mut Timing) -> Result<Region, Failure> {
    // With large constants as parameters the result can be checked at small sizes; where that
    // loses too much, they are taken as they are.
    let lifted = attempt(site, settings, Constants::Lifted, timing);
    match lifted {
        Ok(done) if done.is_satisfying() && (settings.aim != Aim::Memory || !done.has_lifted()) => Ok(done),
        Err(Failure::Wrong(message)) => Err(Failure::Wrong(message)),
        Err(failure) if !site.is_easier_with_literals(&failure) => Err(failure),
        lifted => {
            let literal = attempt(site, settings, Constants::Literal, timing);
            match (lifted, literal) {
                (Ok(lifted), Ok(literal)) => Ok(better(lifted, literal)),
                (Ok(lifted), Err(_)) => Ok(lifted),
                (Err(Failure::TooHard(why)), Err(Failure::Refused(_))) => Err(Failure::TooHard(why)),
                (_, literal) => literal,
            }
        }
    }
}
