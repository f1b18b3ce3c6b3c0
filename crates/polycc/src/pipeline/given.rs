//! The order that a region has to start with: the user's if there is one, else the program's.

use super::failure::{Failure, Stop};
use super::settings::Settings;
use allocator::repair::{self, Repair, repair};
use allocator::{Allocation, Decision};
use analysis::Analysed;
use diagnostics::{Code, Diagnostic, Severity, Span};
use polyhedral::{ArrayId, Scop};
use schedule::Schedule;
use std::collections::{BTreeMap, BTreeSet};

/// The user's order if there is one, else the program's; legal, if need be with more memory.
pub(super) fn order(
    analysed: &Analysed,
    region: &frontend::Region,
    settings: &Settings,
) -> Result<(Schedule, Repair), Stop> {
    let refuse = |diagnostics| Stop::Failure(Failure::Refused(diagnostics));
    let (schedule, span) = wanted(analysed, region, settings).map_err(|problem| match problem {
        Ok(diagnostic) => refuse(vec![diagnostic]),
        Err(error) => Stop::Isl(error),
    })?;
    let nothing = Repair { order: schedule.order.clone(), private: BTreeSet::new(), expanded: None };
    let as_written = schedule.is_program_order && schedule.order.total().is_some();
    if as_written {
        return Ok((schedule, nothing));
    }
    let clashes = schedule::explain::legality(analysed, &schedule, span)?;
    if clashes.is_empty() {
        return Ok((schedule, nothing));
    }
    if schedule.is_program_order {
        let is_ours = region.order.is_some();
        return Err(refuse(clashes.into_iter().map(|clash| race(clash, is_ours)).collect()));
    }
    if !settings.expand {
        return Err(refuse(clashes));
    }
    let parallel = schedule.parallel.first();
    let parallel =
        parallel.map(|outermost| repair::Parallel { dates: &schedule.dates, outermost: *outermost });
    match repair(analysed, &schedule.order, parallel)? {
        Ok(repair) => Ok((Schedule { order: repair.order.clone(), ..schedule }, repair)),
        Err(why) => Err(refuse(
            clashes.into_iter().map(|clash| clash.with_note(format!("`--expand`: {why}"))).collect(),
        )),
    }
}

/// A clash in an order that the program itself leaves open. The region stays, unless the order is one that
/// was given to polycc.
fn race(mut clash: Diagnostic, is_ours: bool) -> Diagnostic {
    if !is_ours {
        clash.severity = Severity::Warning;
        clash.code = Code::Race;
        clash = clash.with_note("so what the program computes depends on the threads: the region stays");
    }
    clash
}

/// The order that is asked for and where; an error is the user's or isl's.
#[allow(clippy::type_complexity)]
fn wanted(
    analysed: &Analysed,
    region: &frontend::Region,
    settings: &Settings,
) -> Result<(Schedule, Option<Span>), Result<Diagnostic, isl::Error>> {
    let scop = &analysed.scop;
    if let Some(why) = scop.fixed.as_ref().filter(|_| is_demanding(region, settings)) {
        let problem =
            Diagnostic::error(Code::NoNewOrder, format!("this region can't get another order: {why}"));
        let problem = problem.at(region.span, "");
        return Err(Ok(problem.with_help("use local copies of members in bounds and subscripts")));
    }
    if let Some(place) = region.isolate().filter(|_| is_demanding(region, settings)) {
        let problem = Diagnostic::error(
            Code::NoNewOrder,
            "this region has an isolated statement and can't get another order",
        );
        return Err(Ok(problem.at(place, "").with_help("leave it out, or the schedule")));
    }
    if let Some(text) = settings.schedules.get(&region.function) {
        if let Some(place) = region.openmp() {
            let problem = Diagnostic::error(
                Code::OrderLosesOpenMp,
                "this region has OpenMP pragmas and can't get another order",
            );
            return Err(Ok(problem.at(place, "").with_help("leave them out, or the schedule")));
        }
        return schedule::user::parse(scop, text, None, &[]).map(|s| (s, None)).map_err(Ok);
    }
    if let Some(given) = &region.schedule {
        let parallel: Vec<_> = given.parallel.iter().map(|(d, place)| (*d, Some(*place))).collect();
        let parsed = schedule::user::parse(scop, &given.text, Some(given.span), &parallel);
        return parsed.map(|schedule| (schedule, Some(given.span))).map_err(Ok);
    }
    if let Some(given) = &region.order {
        let parsed = schedule::user::parse_order(scop, &given.text, given.span);
        return parsed.map(|schedule| (schedule, Some(given.span))).map_err(Ok);
    }
    schedule::user::program_order(scop).map(|schedule| (schedule, None)).map_err(Err)
}

/// Whether `region` was given orders that must not be dropped silently.
pub fn is_demanding(region: &frontend::Region, settings: &Settings) -> bool {
    let is_ordered = region.schedule.is_some() || region.order.is_some();
    is_ordered || settings.schedules.contains_key(&region.function)
}

/// Reads a file of schedules: `function: { … }` for each, with an optional `[N, M] ->` before the brace.
///
/// # Errors
/// A sentence about the first entry that isn't of this form.
pub fn schedules(text: &str) -> Result<BTreeMap<String, String>, String> {
    let mut schedules = BTreeMap::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = rest.find('}').ok_or("a schedule ends with `}`")?;
        let (entry, after) = rest.split_at(end + 1);
        let (function, map) = entry.split_once(':').ok_or("expected `function: { … }`")?;
        let function = function.trim();
        let is_name = function.chars().all(|c| c.is_alphanumeric() || c == '_') && !function.is_empty();
        if !is_name {
            return Err(format!("`{function}` is not the name of a function; expected `function: {{ … }}`"));
        }
        schedules.insert(function.to_string(), map.trim().to_string());
        rest = after.trim();
    }
    Ok(schedules)
}

/// An array whose versions could not be laid out.
pub(super) fn unrepaired(scop: &Scop, allocations: &[Allocation]) -> Option<ArrayId> {
    let is_array = |id: &ArrayId| scop.arrays[*id].is_made() && scop.arrays[*id].dimensions() > 0;
    let kept = |id: &ArrayId| is_array(id) && allocations[*id].decision == Decision::Kept;
    (0..scop.arrays.len()).find(kept)
}
