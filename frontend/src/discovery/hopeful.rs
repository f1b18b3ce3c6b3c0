//! Regions that are right only where a test says so, at the start of their function or in front of them.
//!
//! They are searched as others are, once more, where something was refused that such a test could help. What is found so
//! stands beside the regions without a test that it holds: which are better is known only at the end.

use diagnostics::Diagnostic;

use super::Search;
use crate::refusal::Reason;
use crate::region::{Precision, Region};
use crate::syntax::tree::Statement;

impl<'a> Search<'a> {
    /// Notes whether a test could help against what was said.
    pub(super) fn note_hope(&self, problems: &[Diagnostic]) {
        let helps = |problem: &Diagnostic| {
            let kinds = [Reason::Conversion, Reason::Overlap];
            let is_of = |kind: &String| kinds.iter().any(|reason| kind.ends_with(reason.key()));
            problem.kind.as_ref().is_some_and(is_of)
        };
        self.may_hope.set(self.may_hope.get() || problems.iter().any(helps));
    }

    /// The regions that a test allows, and that no other region holds.
    pub(super) fn hopeful(&mut self, body: &'a Statement) -> Vec<Region> {
        let may_help = self.may_hope.get() || !self.fixed.borrow().is_empty();
        if !may_help || body.children().next().is_none() {
            return vec![];
        }
        self.hopes = true;
        let mut found = self.once_more(body);
        self.hopes = false;
        let is_new = |region: &Region| {
            let is_free = |other: &Region| {
                other.precision != Precision::Order && !self.fixed.borrow().contains(&other.span)
            };
            !self.found.iter().any(|other| other.span.contains(region.span) && is_free(other))
        };
        found.retain(is_new);
        found
    }
}
