//! Regions between preprocessor directives.
//!
//! Text with directives in it (`#ifdef DEBUG` around a line that prints) is never replaced, so that a region around them keeps its
//! order. The statements between two directives are searched by themselves, and what is found stands beside the region that holds
//! them: which are better is known only at the end.

use diagnostics::Span;

use super::Search;
use crate::region::Region;
use crate::syntax::tree::Statement;
use crate::text::holds_directive;

impl<'a> Search<'a> {
    /// Searches between the directives in regions that are found.
    pub(super) fn between_directives(&mut self, body: &'a Statement) {
        let is_divided = |region: &&Region| self.holds_directive(region.span);
        let divided: Vec<Span> = self.found.iter().filter(is_divided).map(|region| region.span).collect();
        if divided.is_empty() {
            return;
        }
        self.is_between_directives = true;
        let mut parts = self.once_more(body);
        self.is_between_directives = false;
        parts.retain(|part| divided.iter().any(|whole| whole.contains(part.span)));
        self.hold_beside(parts);
    }

    /// Whether a directive between two statements divides regions.
    pub(super) fn is_divided(&self, pair: &[Statement]) -> bool {
        self.is_between_directives
            && self.holds_directive(Span::new(pair[0].span.end - 1, pair[1].span.start + 1))
    }

    /// Whether one within a statement does.
    pub(super) fn is_divided_within(&self, statement: &Statement) -> bool {
        self.is_between_directives && self.holds_directive(statement.span)
    }

    fn holds_directive(&self, around: Span) -> bool {
        holds_directive(self.map, &self.translation.table, around)
    }
}
