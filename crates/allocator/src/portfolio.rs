//! All methods on one problem, what they propose proved, and the smallest.
//!
//! Everything runs in budgets of isl operations. What is too hard with the exact differences is tried again
//! with a convex set around them: what is valid for more conflicts is valid.

use crate::candidate::Candidate;
use crate::certificate::{self, value};
use crate::methods::{METHODS, Method, linear};
use crate::power_of_two;
use crate::problem::Problem;
use crate::width::affine_bound;
use isl::ErrorKind;
use polyhedral::lower;
use std::cell::OnceCell;

/// The one-dimensional form of the best mapping of more dimensions.
pub const LINEAR: &str = "linear";

/// Operations that isl may spend on one method, and then on its proof: a fraction of a second.
const BUDGET: u64 = 500_000;
/// Operations that isl may spend on the convex set.
const HULL_BUDGET: u64 = 1_000_000;
/// Operations that isl may spend on all methods.
const TOTAL_BUDGET: u64 = 5_000_000;
/// The same for sets of more columns, those of all convex pieces together: there operations take longer.
const MANY_COLUMNS: u64 = 120;
const SMALL_BUDGET: u64 = 100_000;
const SMALL_TOTAL_BUDGET: u64 = 2_500_000;
/// Of more convex pieces than this it is worth asking whether a proof for the hull will do.
const MANY_PIECES: u32 = 16;

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

/// Runs the methods on `problem`.
pub fn outcomes(problem: &Problem, settings: Settings) -> Vec<Outcome> {
    let run = Run::new(problem, settings);
    // the closure doesn't fail
    run.within(run.total_budget, || Ok(run.outcomes())).unwrap_or_default()
}

/// The proved mapping with the fewest cells at the reference sizes; of equally small ones the first.
pub fn best<'a>(problem: &Problem, outcomes: &'a [Outcome]) -> Option<(&'static str, &'a Candidate)> {
    let proved = outcomes.iter().filter_map(|outcome| Some((outcome.name, outcome.proved()?)));
    proved.min_by_key(|(_, candidate)| candidate.cells(&problem.reference))
}

/// `candidate` with its proof, rounded up if asked for.
pub fn certified(problem: &Problem, candidate: Candidate, settings: Settings) -> Proposal {
    Run::new(problem, settings).certified(candidate)
}

struct Run<'a> {
    problem: &'a Problem,
    settings: Settings<'a>,
    /// Operations for one method, or one proof, …
    budget: u64,
    /// … and for everything.
    total_budget: u64,
    /// The problem of a convex set around the differences.
    around: OnceCell<Option<Problem>>,
}

impl<'a> Run<'a> {
    fn new(problem: &'a Problem, settings: Settings<'a>) -> Self {
        let columns = (problem.dimensions() + problem.parameters.len()) as u64;
        let pieces = u64::from(problem.differences.n_basic_set().unwrap_or(u32::MAX));
        let is_large = pieces * columns > MANY_COLUMNS;
        let (budget, total_budget) =
            if is_large { (SMALL_BUDGET, SMALL_TOTAL_BUDGET) } else { (BUDGET, TOTAL_BUDGET) };
        Run { problem, settings, budget, total_budget, around: OnceCell::new() }
    }

    fn outcomes(&self) -> Vec<Outcome> {
        let only = self.settings.only;
        let is_wanted = |name: &str| only.is_none_or(|only| only == name || only == LINEAR);
        let wanted = METHODS.iter().filter(|(name, _)| is_wanted(name));
        let mut outcomes: Vec<Outcome> =
            wanted.map(|(name, method)| Outcome { name, proposal: self.propose(name, *method) }).collect();
        if is_wanted(LINEAR) {
            let proposal = self.linearised(&outcomes);
            outcomes.push(Outcome { name: LINEAR, proposal });
        }
        outcomes.retain(|outcome| only.is_none_or(|only| only == outcome.name));
        outcomes
    }

    fn propose(&self, name: &str, method: Method) -> Proposal {
        // what all others are measured against takes what it takes
        let budget = if name == METHODS[0].0 { BUDGET } else { self.budget };
        let of = |problem: &Problem| match self.within(budget, || method(problem)) {
            Ok(Some(candidate)) => self.certified(candidate.compact()),
            Ok(None) => Proposal::Inapplicable,
            Err(error) => without_result(error),
        };
        let exact = of(self.problem);
        let is_hard = match &exact {
            Proposal::TooExpensive => true,
            Proposal::Mapping(_, order) => order.is_none() && self.has_many_pieces(),
            Proposal::Inapplicable | Proposal::Failed(_) => false,
        };
        match if is_hard { self.around().map(of) } else { None } {
            Some(proposal @ Proposal::Mapping(_, Some(_))) => proposal,
            _ => exact,
        }
    }

    fn has_many_pieces(&self) -> bool {
        self.problem.differences.n_basic_set().is_ok_and(|pieces| pieces > MANY_PIECES)
    }

    fn certified(&self, candidate: Candidate) -> Proposal {
        let choices = match self.settings.power_of_two {
            true => power_of_two::larger(&candidate),
            false => vec![candidate.clone()],
        };
        for choice in &choices {
            if let Some(order) = self.proof(choice) {
                return Proposal::Mapping(choice.clone(), Some(order));
            }
        }
        Proposal::Mapping(choices.into_iter().next().unwrap_or(candidate), None)
    }

    /// The order of the rows that proves `candidate`. A proof that takes too long is none.
    fn proof(&self, candidate: &Candidate) -> Option<Vec<usize>> {
        let of = |problem: &Problem| {
            let proof = || certificate::proof_order(candidate, &problem.differences);
            self.within(self.budget, proof).ok().flatten()
        };
        let simple = if self.has_many_pieces() { self.around().and_then(of) } else { None };
        simple.or_else(|| of(self.problem))
    }

    /// The smallest one-dimensional form of what is proved.
    fn linearised(&self, outcomes: &[Outcome]) -> Proposal {
        let mut best: Option<(i128, Proposal)> = None;
        for outcome in outcomes {
            let Proposal::Mapping(candidate, Some(order)) = &outcome.proposal else { continue };
            let forms = self.within(self.budget, || linear::forms(self.problem, candidate, order));
            for form in forms.unwrap_or_default() {
                let cells = form.cells(&self.problem.reference);
                if best.as_ref().is_some_and(|(fewest, _)| *fewest <= cells) {
                    continue;
                }
                let proposal = self.certified(form.compact());
                if matches!(proposal, Proposal::Mapping(_, Some(_))) {
                    best = Some((cells, proposal));
                }
            }
        }
        best.map_or(Proposal::Inapplicable, |(_, proposal)| self.trimmed(proposal))
    }

    /// The one-dimensional form with radices as small as can be proved.
    fn trimmed(&self, mut proposal: Proposal) -> Proposal {
        /// Proofs that are tried.
        const ATTEMPTS: usize = 12;
        let cells = |candidate: &Candidate| candidate.cells(&self.problem.reference);
        let mut attempts = ATTEMPTS;
        while let Proposal::Mapping(form, _) = &proposal {
            let smaller = linear::trimmed(form).into_iter().filter(|trimmed| cells(trimmed) < cells(form));
            let proved = smaller.take(attempts).find_map(|trimmed| {
                attempts -= 1;
                let proposal = self.certified(trimmed);
                matches!(proposal, Proposal::Mapping(_, Some(_))).then_some(proposal)
            });
            match proved {
                Some(trimmed) => proposal = trimmed,
                None => break,
            }
        }
        proposal
    }

    fn around(&self) -> Option<&Problem> {
        self.around.get_or_init(|| self.within(HULL_BUDGET, || around(self.problem)).ok()).as_ref()
    }

    fn within<T>(&self, budget: u64, body: impl FnOnce() -> isl::Result<T>) -> isl::Result<T> {
        self.problem.differences.context().with_budget(budget, body)
    }
}

/// What it means that a method ended with `error`.
fn without_result(error: isl::Error) -> Proposal {
    match error.kind {
        ErrorKind::Quota => Proposal::TooExpensive,
        _ => Proposal::Failed(error),
    }
}

/// `problem` with a convex set around the differences. Its constraints are those of the pieces, relaxed;
/// as a dimension may lose all its bounds that way, they are computed for all pieces together.
fn around(problem: &Problem) -> isl::Result<Problem> {
    let mut hull = problem.differences.clone().remove_divs()?.simple_hull()?.to_set()?;
    for position in 0..problem.dimensions() {
        if let Some(bound) = affine_bound(&problem.differences, position as u32)? {
            let unit: Vec<i64> = (0..problem.dimensions()).map(|d| i64::from(d == position)).collect();
            let (value, bound) = (value(&unit, &hull)?, lower::expression(&bound, &hull.space()?)?);
            let inside = value.clone().lt_set(bound.clone())?.intersect(value.gt_set(bound.neg()?)?)?;
            hull = hull.intersect(inside)?;
        }
    }
    Ok(Problem { differences: hull, ..problem.clone() })
}
