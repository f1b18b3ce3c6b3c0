//! One reading of a region: its analyses, the plans for it, and the best of them, checked.

use super::Site;
use super::checked::checked;
use super::choice::MOST_FOR_ROWS;
use super::failure::{Failure, Stop, leaving, too_hard};
use super::needed::Idle;
use super::plan::{Plan, plan};
use super::region::Region;
use super::settings::{Memory, Settings};
use super::start::{Names, Start, Subjects, others};
use crate::budget;
use crate::input::Input;
use crate::timing::Timing;
use diagnostics::Diagnostic;
use frontend::Constants;
use isl::ErrorKind;
use polyhedral::Scop;
use schedule::interchange;

/// The region with its constants read so: the best of the plans for it that can be carried out.
///
/// # Errors
/// See [`Failure`].
pub(super) fn attempt(
    site: &Site,
    settings: &Settings,
    constants: Constants,
    timing: &mut Timing,
) -> Result<Region, Failure> {
    let context = isl::Context::new();
    let scop = timing.measure("model", || model(site.input, site.region, settings, constants, &context));
    let scop = scop.map_err(Failure::Refused)?;
    let mut budget = Budget::new(&scop, settings);
    let analysed =
        |timing: &mut Timing| Ok(timing.measure("analysis", || Subjects::new(scop, &settings.at))?);
    let subjects = budget.spend(site, timing, analysed)?;
    let overrun = |timing: &mut Timing| {
        Ok(timing.measure("analysis", || analysis::overruns::first(&subjects.given().scop))?)
    };
    if let Some(overrun) = budget.spend(site, timing, overrun)? {
        let problem = leaving(&subjects.given().scop, &overrun);
        return Err(Failure::Refused(vec![problem]));
    }
    let mut plans = plans(&subjects, site, settings, budget, timing)?;
    loop {
        let (plan, mut budget) = plans.pop().expect("the plan for the program as it is");
        match budget.spend(site, timing, |timing| checked(plan, site, settings, timing)) {
            // the next best may do
            Err(Failure::Refused(_) | Failure::TooHard(_)) if !plans.is_empty() => {}
            done => return done,
        }
    }
}

/// The model of a region, in which the arrays are temporary that `settings` say so of.
///
/// # Errors
/// Why there is none.
pub(super) fn model(
    input: &Input,
    region: &frontend::Region,
    settings: &Settings,
    constants: Constants,
    context: &isl::Context,
) -> Result<Scop, Vec<Diagnostic>> {
    let mut scop = input.unit.model(region, &input.map, context, constants)?;
    for array in &mut scop.arrays {
        if settings.temporaries.contains(&array.c_name) {
            array.outlives = None;
        }
    }
    Ok(scop)
}

/// A plan with what isl may still do for it.
type Budgeted = (Plan, Budget);

/// The plans that are worth carrying out, the best one last.
fn plans(
    subjects: &Subjects,
    site: &Site,
    settings: &Settings,
    budget: Budget,
    timing: &mut Timing,
) -> Result<Vec<Budgeted>, Failure> {
    let planned = |start: Start, timing: &mut Timing| {
        let mut left = budget.clone();
        let plan = left.spend(site, timing, |timing| {
            let made = plan(subjects.subject(start, timing)?, site, settings, timing)?;
            match made.redeclares() {
                true => plan(subjects.subject(start, timing)?, &site.in_copies(), settings, timing),
                false => Ok(made),
            }
        })?;
        Ok((plan, left))
    };
    // new variables are declared in new text
    if site.immovable.is_some() {
        return Ok(vec![planned(Start::default(), timing)?]);
    }
    if settings.memory == Memory::Reallocate {
        let per_statement = Start { names: Names::PerStatement, ..Start::default() };
        let reallocated = planned(per_statement, timing);
        return match (reallocated, planned(Start::default(), timing)) {
            (Ok(reallocated), Err(_)) => Ok(vec![reallocated]),
            (Ok(reallocated), Ok(contracted)) if reallocated.0.bytes() < contracted.0.bytes() => {
                Ok(vec![contracted, reallocated])
            }
            (Ok(reallocated), Ok(contracted)) => Ok(vec![reallocated, contracted]),
            (Err(_), contracted) => Ok(vec![contracted?]),
        };
    }
    let mut best = vec![planned(Start::default(), timing)?];
    for start in others(subjects, site, settings, timing) {
        let (before, _) = best.last().expect("the first");
        // what has less to do is better, whether loops move or not
        if before.subject.start.partial && !start.partial {
            break;
        }
        // a few instances don't matter to loops that move already
        if before.moves && start.partial && subjects.idle().ok().flatten() == Some(Idle::Few) {
            break;
        }
        // zeros may be all that keeps another block from joining
        let is_for_time = start.names == Names::PerElement;
        if before.moves && !start.partial && !start.zeros && !start.again && !is_for_time {
            continue;
        }
        // strips aren't fused, and would keep what fused loops save
        let is_in_strips = || interchange::is_in_strips(&subjects.given().scop).unwrap_or(false);
        if is_for_time && before.saved() > MOST_FOR_ROWS && is_in_strips() {
            continue;
        }
        match planned(start, timing) {
            Ok(other) if is_better(&other.0, before) => {
                let is_settled = other.0.moves && start.partial;
                best.push(other);
                if is_settled {
                    break;
                }
            }
            _ => {}
        }
    }
    Ok(best)
}

/// Whether `other`, which starts from something else than the program as it is, is better than the `best` so far.
fn is_better(other: &Plan, best: &Plan) -> bool {
    let subject = &other.subject;
    match (other.moves, subject.start.partial) {
        (true, true) => other.does_less_than(best),
        (true, false) if subject.start.names == Names::PerElement => {
            let is_little = other.bytes() <= best.bytes().saturating_add(MOST_FOR_ROWS);
            let is_as_asked = other.way.is_asked || !best.way.is_asked;
            let is_worth = !other.way.is_at_a_time || other.saved_time() > best.saved_time();
            other.way.goes_along_rows && is_as_asked && is_little && is_worth && other.has_plain_rows()
        }
        (true, false) => !best.is_settled() || other.bytes() < best.bytes(),
        (false, is_partial) => is_partial && subject.saves && !best.subject.start.partial,
    }
}

/// What isl may do for one reading of a region.
#[derive(Clone)]
struct Budget {
    context: isl::Context,
    parameters: usize,
    /// The operations that are left.
    operations: u64,
}

impl Budget {
    fn new(scop: &Scop, settings: &Settings) -> Self {
        let (context, parameters) = (scop.context.context().clone(), scop.parameters.len());
        Budget { context, parameters, operations: settings.budget.operations(parameters) }
    }

    /// What `work` comes to with what is left, of which what it takes is gone.
    fn spend<T>(
        &mut self,
        site: &Site,
        timing: &mut Timing,
        work: impl FnOnce(&mut Timing) -> Result<T, Stop>,
    ) -> Result<T, Failure> {
        let Budget { context, parameters, operations } = self;
        let (mut left, mut failure) = (0, None);
        let done = context.with_budget(*operations, || {
            let done = work(timing);
            left = context.remaining().unwrap_or(0);
            done.map(Some).or_else(|stop| match stop {
                Stop::Isl(error) => Err(error),
                Stop::Failure(stop) => {
                    failure = Some(stop);
                    Ok(None)
                }
            })
        });
        timing.charge(budget::cost(operations.saturating_sub(left), *parameters));
        *operations = left;
        match (done, failure) {
            (_, Some(failure)) => Err(failure),
            (Ok(Some(done)), None) => Ok(done),
            (Ok(None), None) => unreachable!("work ends with a result or a failure"),
            (Err(error), None) if error.kind == ErrorKind::Quota => {
                let problem = too_hard(site.region, &error);
                let help = "a longer `--time-limit` gives it more operations";
                Err(Failure::TooHard(vec![problem.with_help(help)]))
            }
            (Err(error), None) => Err(Failure::Refused(vec![too_hard(site.region, &error)])),
        }
    }
}
