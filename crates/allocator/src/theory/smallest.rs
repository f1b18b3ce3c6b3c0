//! The smallest of several attempts, each with its own budget.

use crate::candidate::Candidate;
use crate::problem::Problem;
use isl::{Error, ErrorKind};

/// Keeps the candidate of the fewest cells; of equally small ones the first.
pub struct Smallest<'a> {
    problem: &'a Problem,
    best: Option<(i128, Candidate)>,
    exhausted: Option<Error>,
}

impl<'a> Smallest<'a> {
    /// Nothing yet.
    pub fn new(problem: &'a Problem) -> Self {
        Smallest { problem, best: None, exhausted: None }
    }

    /// Takes what `body` finds by `budget` of isl's operations. Running out of them ends this attempt only.
    ///
    /// # Errors
    /// isl's, except for the budget.
    pub fn attempt(
        &mut self,
        budget: u64,
        body: impl FnOnce(&mut Self) -> isl::Result<()>,
    ) -> isl::Result<()> {
        let problem = self.problem;
        match problem.differences.context().with_budget(budget, || body(self)) {
            Err(error) if error.kind == ErrorKind::Quota => self.exhausted = Some(error),
            result => result?,
        }
        Ok(())
    }

    /// Takes `candidate` if it is smaller than those before.
    pub fn record(&mut self, candidate: Candidate) {
        let cells = candidate.cells(&self.problem.reference);
        if self.best.as_ref().is_none_or(|(fewest, _)| cells < *fewest) {
            self.best = Some((cells, candidate));
        }
    }

    /// The smallest candidate; `None` if there is none although no budget was used up.
    ///
    /// # Errors
    /// That a budget was used up, if there is no candidate.
    pub fn into_result(self) -> isl::Result<Option<Candidate>> {
        match (self.best, self.exhausted) {
            (Some((_, candidate)), _) => Ok(Some(candidate)),
            (None, Some(error)) => Err(error),
            (None, None) => Ok(None),
        }
    }
}
