//! From an outline to sets and relations.
//!
//! The walk carries the set of values that the counters around it take. On the way it proves what the
//! outline left open: that C computes the values of mathematics, and that loops count as they seem to.

mod access;
mod concurrent;
mod date;
mod hopes;
mod indeterminate;
mod obligations;
mod proof;
mod reachable;
mod sets;
mod walk;

use diagnostics::Diagnostic;
use polyhedral::Scop;

use crate::facts::Surroundings;
use crate::outline::Outline;
use crate::refusal::isl_failed;

/// Operations of isl that one region may take; a large region takes a twentieth of that.
const BUDGET: u64 = 5_000_000;

/// The region in polyhedral form.
pub fn model(
    outline: &Outline,
    around: Surroundings<'_>,
    context: &isl::Context,
) -> Result<Scop, Vec<Diagnostic>> {
    let built = context.with_budget(BUDGET, || walk::Walk::new(outline, around, context)?.run());
    match built {
        Ok((scop, problems)) if problems.is_empty() => Ok(scop),
        Ok((_, problems)) => Err(problems),
        Err(error) => Err(vec![isl_failed(&error, around.region.mark)]),
    }
}
