//! Regions with statements of which it is only known which objects they read.
//!
//! They are searched as others are, once more, where loops are left. What is found so takes the place of the exact regions that
//! it holds, which stand beside it: which are better is known only at the end.

use super::{Search, overlap};
use crate::region::{Precision, Region};
use crate::syntax::tree::Statement;

impl<'a> Search<'a> {
    /// Searches loops that are in no region yet, together with others.
    pub(super) fn movable(&mut self, body: &'a Statement) {
        let is_left = |place| !self.found.iter().any(|region: &Region| region.span.contains(place));
        if !self.index.loops.iter().copied().any(is_left) {
            return;
        }
        let may_hope = self.may_hope.get();
        self.precision = Precision::Objects;
        let found = self.once_more(body);
        self.precision = Precision::Cells;
        self.may_hope.set(may_hope);
        for region in found {
            self.take_movable(region);
        }
    }

    /// Takes a region, unless it has nothing new, or only a part of one that is known.
    fn take_movable(&mut self, region: Region) {
        let is_inside = |other: &Region| region.span.contains(other.span);
        let loops: Vec<_> = self.loops_in(&region).collect();
        let holds_all = |other: &Region| loops.iter().all(|place| other.span.contains(*place));
        let is_apart = |other: &Region| !overlap(&region, other) || is_inside(other);
        let is_plain = region.openmp.is_empty() && region.isolated.is_empty();
        if !is_plain || loops.len() < 2 || self.found.iter().any(|other| holds_all(other) || !is_apart(other))
        {
            return;
        }
        let (inside, outside) = std::mem::take(&mut self.found).into_iter().partition(is_inside);
        self.found = outside;
        self.hold_beside(inside);
        self.causes.retain(|place, _| !region.span.contains(*place));
        self.found.push(region);
    }
}
