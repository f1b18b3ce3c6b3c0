//! All methods on one problem, what they propose proved, and the smallest.

use crate::candidate::Candidate;
use crate::certificate::{self, value};
use crate::methods::{METHODS, Method, linear};
use crate::power_of_two;
use crate::problem::Problem;
use crate::width::affine_bound;
use isl::ErrorKind;
use polyhedral::lower;

/// The one-dimensional form of the best mapping of more dimensions.
pub const LINEAR: &str = "linear";

/// Operations that isl may spend on one method, and then on its proof: a fraction of a second.
const BUDGET: u64 = 500_000;
/// Operations that isl may spend on all methods.
const TOTAL_BUDGET: u64 = 4_000_000;

/// Of more convex pieces than this it is worth asking whether a proof for the hull will do.
const MANY_PIECES: u32 = 8;

/// What to run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settings<'a> {
    /// One method instead of all.
    pub only: Option<&'a str>,
    /// Constant moduli are rounded up to powers of two.
    pub power_of_two: bool,
}

/// What a method came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The method.
    pub name: &'static str,
    /// Its result.
    pub proposal: Proposal,
}

/// The result of a method.
#[derive(Clone, Debug)]
pub enum Proposal {
    /// A mapping, with the order of its rows that proves it, if it is proved.
    Mapping(Candidate, Option<Vec<usize>>),
    /// It doesn't apply.
    Inapplicable,
    /// Its budget was used up.
    TooExpensive,
    /// isl failed otherwise.
    Failed(isl::Error),
}

impl Outcome {
    /// The mapping, if it is proved.
    pub fn proved(&self) -> Option<&Candidate> {
        match &self.proposal {
            Proposal::Mapping(candidate, Some(_)) => Some(candidate),
            _ => None,
        }
    }
}

/// The names of all methods.
pub fn names() -> Vec<&'static str> {
    METHODS.iter().map(|(name, _)| *name).chain([LINEAR]).collect()
}

/// Runs the methods on `problem`, each in its budget. Where that doesn't suffice for the exact differences,
/// the method is given a convex set around them.
pub fn outcomes(problem: &Problem, settings: Settings) -> Vec<Outcome> {
    let context = problem.differences.context();
    let outcomes = context.with_budget(TOTAL_BUDGET, || Ok(within_total(problem, settings)));
    // the closure doesn't fail
    outcomes.unwrap_or_default()
}

fn within_total(problem: &Problem, settings: Settings) -> Vec<Outcome> {
    let is_wanted = |name: &str| settings.only.is_none_or(|only| only == name || only == LINEAR);
    let wanted = METHODS.iter().filter(|(name, _)| is_wanted(name));
    let mut outcomes: Vec<Outcome> =
        wanted.map(|(name, method)| outcome(problem, name, *method, settings)).collect();
    if is_wanted(LINEAR) {
        outcomes.push(Outcome { name: LINEAR, proposal: linearised(problem, &outcomes, settings) });
    }
    outcomes.retain(|outcome| settings.only.is_none_or(|only| only == outcome.name));
    outcomes
}

/// The proved mapping with the fewest cells at the reference sizes; of equally small ones the first.
pub fn best<'a>(problem: &Problem, outcomes: &'a [Outcome]) -> Option<(&'static str, &'a Candidate)> {
    let proved = outcomes.iter().filter_map(|outcome| Some((outcome.name, outcome.proved()?)));
    proved.min_by_key(|(_, candidate)| candidate.cells(&problem.reference))
}

fn outcome(problem: &Problem, name: &'static str, method: Method, settings: Settings) -> Outcome {
    let found = match within_budget(problem, || method(problem)) {
        Err(Proposal::TooExpensive) => within_budget(problem, || method(&around(problem)?)),
        found => found,
    };
    let proposal = match found {
        Ok(Some(candidate)) => certified(problem, candidate.compact(), settings),
        Ok(None) => Proposal::Inapplicable,
        Err(proposal) => proposal,
    };
    Outcome { name, proposal }
}

/// `problem` with a convex set around the differences: more conflicts, but one piece. Its constraints are
/// those of the pieces, relaxed; as nothing may bound it then, the widths do.
fn around(problem: &Problem) -> isl::Result<Problem> {
    let mut hull = problem.differences.clone().remove_divs()?.simple_hull()?.to_set()?;
    for position in 0..problem.dimensions() as u32 {
        if let Some(bound) = affine_bound(&problem.differences, position)? {
            let unit: Vec<_> = (0..).take(problem.dimensions()).map(|d: u32| i64::from(d == position)).collect();
            let (value, bound) = (value(&unit, &hull)?, lower::expression(&bound, &hull.space()?)?);
            let inside = value.clone().lt_set(bound.clone())?.intersect(value.gt_set(bound.neg()?)?)?;
            hull = hull.intersect(inside)?;
        }
    }
    Ok(Problem { differences: hull, ..problem.clone() })
}

/// The candidate with its proof, rounded up if asked for.
pub fn certified(problem: &Problem, candidate: Candidate, settings: Settings) -> Proposal {
    let choices = match settings.power_of_two {
        true => power_of_two::larger(&candidate),
        false => vec![candidate.clone()],
    };
    for choice in &choices {
        // a proof that takes too long is none
        if let Ok(Some(order)) = within_budget(problem, || proof(problem, choice)) {
            return Proposal::Mapping(choice.clone(), Some(order));
        }
    }
    Proposal::Mapping(choices.into_iter().next().unwrap_or(candidate), None)
}

/// The order of the rows that proves `candidate`. What is valid for more differences is valid for these;
/// with fewer pieces a proof is quicker.
fn proof(problem: &Problem, candidate: &Candidate) -> isl::Result<Option<Vec<usize>>> {
    if problem.differences.n_basic_set()? > MANY_PIECES {
        let proof = certificate::proof_order(candidate, &around(problem)?.differences)?;
        if proof.is_some() {
            return Ok(proof);
        }
    }
    certificate::proof_order(candidate, &problem.differences)
}

/// The smallest one-dimensional form of what is proved.
fn linearised(problem: &Problem, outcomes: &[Outcome], settings: Settings) -> Proposal {
    let mut best: Option<(i128, Proposal)> = None;
    for outcome in outcomes {
        let Proposal::Mapping(candidate, Some(order)) = &outcome.proposal else { continue };
        let forms = within_budget(problem, || linear::forms(problem, candidate, order));
        for form in forms.unwrap_or_default() {
            let cells = form.cells(&problem.reference);
            if best.as_ref().is_some_and(|(fewest, _)| *fewest <= cells) {
                continue;
            }
            let proposal = certified(problem, form.compact(), settings);
            if matches!(proposal, Proposal::Mapping(_, Some(_))) {
                best = Some((cells, proposal));
            }
        }
    }
    best.map_or(Proposal::Inapplicable, |(_, proposal)| proposal)
}

/// The result of `body`, or what it means that there is none.
fn within_budget<T>(problem: &Problem, body: impl FnOnce() -> isl::Result<T>) -> Result<T, Proposal> {
    problem.differences.context().with_budget(BUDGET, body).map_err(|error| match error.kind {
        ErrorKind::Quota => Proposal::TooExpensive,
        _ => Proposal::Failed(error),
    })
}
