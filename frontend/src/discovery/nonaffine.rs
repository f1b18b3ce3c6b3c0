//! Loops that count, of which some statements aren't affine.
//!
//! What is exact comes first, since only that may get a new order. Such loops become regions one by one; together with
//! their neighbours only where that lets local arrays live in one region.

use std::ops::RangeInclusive;

use super::{Search, first, has_loop, overlap};
use diagnostics::Span;

use crate::facts::allocation::{is_fresh, is_null};
use crate::facts::occurrences::Use;
use crate::refusal::keeps_order;
use crate::region::{Precision, Region};
use crate::syntax::tree::{Statement, StatementKind, SymbolId, SymbolKind};
use crate::syntax::types::TypeKind;
use crate::text::is_separate;

/// Which of the statements in `list` are a region's, if any is as a whole.
fn place_of(region: &Region, list: &[Statement]) -> Option<RangeInclusive<usize>> {
    let is_inside = |statement: &Statement| region.span.contains(statement.span);
    let first = list.iter().position(is_inside)?;
    Some(first..=list.iter().rposition(is_inside)?)
}

impl<'a> Search<'a> {
    /// Searches the loops in which no region was found, or only single loops.
    pub(super) fn nonaffine(&mut self, statement: &'a Statement) {
        let is_known = |region: &Region| region.span.contains(statement.span);
        let regions = &self.found;
        if isl::interrupt::is_interrupted() || !has_loop(statement) || regions.iter().any(is_known) {
            return;
        }
        let is_nest = |region: &Region| {
            let loops = self.index.loops.iter().filter(|span| region.span.contains(**span));
            statement.span.contains(region.span) && loops.count() > 1
        };
        let is_alone = match &statement.kind {
            StatementKind::For(_) => !regions.iter().any(is_nest),
            _ => false,
        };
        if is_alone && self.taken_as_nonaffine(std::slice::from_ref(statement)) {
            return;
        }
        if let StatementKind::Block(list) = &statement.kind {
            for range in self.lives(list) {
                self.taken_as_nonaffine(&list[range]);
            }
        }
        statement.children().for_each(|child| self.nonaffine(child));
    }

    /// Where in `list` local arrays live that several of its loops use; what overlaps is one, and so are regions.
    fn lives(&self, list: &[Statement]) -> Vec<RangeInclusive<usize>> {
        let lives = self.index.occurrences.keys().filter_map(|symbol| self.life(*symbol, list));
        let known = self.found.iter().filter_map(|region| place_of(region, list));
        let mut ranges: Vec<_> = lives.map(|life| (life, true)).chain(known.map(|it| (it, false))).collect();
        ranges.sort_by_key(|(range, _)| *range.start());
        let mut joined: Vec<(RangeInclusive<usize>, bool)> = Vec::new();
        for (range, is_life) in ranges {
            match joined.last_mut().filter(|(last, _)| range.start() <= last.end()) {
                Some((last, any)) => {
                    *last = *last.start()..=*last.end().max(range.end());
                    *any |= is_life;
                }
                None => joined.push((range, is_life)),
            }
        }
        let mut joined: Vec<_> = joined.into_iter().filter(|(_, any)| *any).map(|(range, _)| range).collect();
        let is_known = |range: &RangeInclusive<usize>| {
            let loops: Vec<_> = list[range.clone()].iter().filter(|statement| has_loop(statement)).collect();
            let holds_all =
                |region: &Region| loops.iter().all(|statement| region.span.contains(statement.span));
            self.found.iter().any(holds_all)
        };
        joined.retain(|range| !is_known(range));
        joined
    }

    /// The statements of `list` that use a local array, if nothing else does, and several loops.
    fn life(&self, symbol: SymbolId, list: &[Statement]) -> Option<RangeInclusive<usize>> {
        let symbols = &self.translation.resolved.symbols;
        let values = || self.index.values.get(&symbol).into_iter().flatten();
        let is_own = match symbols[symbol].type_.kind {
            TypeKind::Array(..) => true,
            TypeKind::Pointer(_) => {
                values().next().is_some() && values().all(|value| is_fresh(value, symbols) || is_null(value))
            }
            _ => false,
        };
        let is_local = symbols[symbol].kind == SymbolKind::Local { is_static: false };
        let mentions = self.index.occurrences.get(&symbol)?;
        if !is_local || !is_own || mentions.iter().any(|mention| mention.use_ == Use::Escape) {
            return None;
        }
        let uses = mentions.iter().filter(|mention| mention.use_ == Use::Contents);
        let position = |place| list.iter().position(|statement| statement.span.contains(place));
        let mut positions = uses.map(|mention| position(mention.place)).collect::<Option<Vec<_>>>()?;
        positions.sort_unstable();
        positions.dedup();
        let loops = positions.iter().filter(|position| has_loop(&list[**position])).count();
        (loops > 1).then(|| positions[0]..=positions[positions.len() - 1])
    }

    /// Keeps those of `regions` that may get another order for a choice: what they gain may be more than what one that holds
    /// them all does.
    pub(super) fn hold_beside(&mut self, regions: Vec<Region>) {
        let movable = regions.into_iter().filter(|region| region.precision != Precision::Order);
        let several: Vec<_> = movable.filter(|region| self.loops_in(region).count() > 1).collect();
        // one or the other
        self.beside.retain(|held| !several.iter().any(|region| overlap(region, held)));
        self.beside.extend(several);
    }

    /// The loops in a region.
    pub(super) fn loops_in(&self, region: &Region) -> impl Iterator<Item = Span> + use<'_, 'a> {
        let span = region.span;
        self.index.loops.iter().copied().filter(move |inner| span.contains(*inner))
    }

    /// Takes statements as a region, if they can be one; what was said against them says then why they keep their
    /// order. If they can't, what is against that is the reason.
    fn taken_as_nonaffine(&mut self, list: &[Statement]) -> bool {
        let Some(region) = self.region(list) else { return false };
        let region = Region { precision: Precision::Order, ..region };
        let is_plain = region.openmp.is_empty() && region.isolated.is_empty();
        if !is_plain || !is_separate(self.map, &self.translation.table, region.span) {
            return false;
        }
        if let Err(problems) = self.can_be_modelled(&region) {
            if let ([statement], Some(cause)) = (list, first(problems)) {
                self.causes.insert(statement.span, cause);
            }
            return false;
        }
        let is_inside = |inner: &Region| region.span.contains(inner.span);
        let (inside, outside) = std::mem::take(&mut self.found).into_iter().partition(is_inside);
        self.found = outside;
        self.hold_beside(inside);
        let outer: Vec<_> =
            list.iter().filter_map(|it| Some((it.span, self.causes.remove(&it.span)?))).collect();
        self.causes.retain(|place, _| !region.span.contains(*place));
        self.causes.extend(outer.into_iter().map(|(place, cause)| (place, keeps_order(cause))));
        self.found.push(region);
        true
    }
}
