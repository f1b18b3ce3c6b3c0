//! Pointers of the region that only stand for places in arrays.
//!
//! Their cells are the arrays', and are printed as such, so that what sets them can go: if all their uses are in the region,
//! and all of these are replaced. Otherwise they stay, and the region is refused as with any other pointer.

use diagnostics::{Code, Diagnostic, Span};
use polyhedral::Piece;

use super::builder::Builder;
use super::text::Mark;
use crate::elements::start_of_replaced;
use crate::refusal::{Reason, refusal};
use crate::rows::Row;
use crate::syntax::tree::{Expression, Statement, StatementKind, SymbolId};

impl Builder<'_> {
    /// Whether what stands at `place`, a declarator or a statement, sets such a pointer and can go.
    pub fn sets_row(&self, place: Span) -> bool {
        !self.keeps_rows && self.rows().any(|row| row.set == place)
    }

    /// Whether a pointer gets its values, after its declaration, from nothing but such statements of the region.
    pub fn is_for_rows(&self, symbol: SymbolId) -> bool {
        let is_set = |place: Span| {
            self.rows().any(|row| row.symbol == symbol && row.set.contains(place) && self.sets_row(row.set))
        };
        self.around.symbols()[symbol].initializer.is_none()
            && self.rows().any(|row| row.symbol == symbol)
            && self.around.occurrences(symbol).iter().all(|mention| is_set(mention.place))
    }

    /// Whether a statement does no more than that.
    pub fn is_row(&self, statement: &Statement) -> bool {
        matches!(statement.kind, StatementKind::Expression(_)) && self.sets_row(statement.span)
    }

    /// The pointer itself and its subscript, where what its value was computed from may have changed since, before the
    /// region; `base` stands for the pointer. What the region itself changes is none of it.
    pub fn pointer_itself<'e>(
        &self,
        base: &Expression,
        subscripts: &[&'e Expression],
    ) -> Option<(SymbolId, &'e Expression)> {
        let mut rows = self.around.translation.resolved.rows.iter();
        let is_used = |row: &&Row| row.uses.iter().any(|place| place.start == base.span.start);
        let row = rows.find(is_used).filter(|row| base.span.is_empty() && !self.around.is_inside(row.set))?;
        let is_same = row.memory.iter().all(|symbol| self.is_unchanged(*symbol, row.set));
        (!is_same).then_some((row.symbol, row.own_subscript(subscripts.last()?)))
    }

    /// Checks that a member of a structure, to which a pointer led that was set before the region, is still that of the array:
    /// what the pointer was computed from is the same.
    pub fn check_element_stays(&self, path: &Expression) -> Result<(), Diagnostic> {
        let start = start_of_replaced(path);
        let is_used = |row: &&Row| row.uses.iter().any(|place| Some(place.start) == start);
        let mut rows = self.around.translation.resolved.rows.iter();
        let row = rows.find(is_used).filter(|row| !self.around.is_inside(row.set));
        let changed = row.and_then(|row| row.memory.iter().find(|it| !self.is_unchanged(**it, row.set)));
        match (row, changed) {
            (Some(row), Some(changed)) => {
                let (pointer, memory) = (self.name(row.symbol), self.name(*changed));
                let cause = format!("`{pointer}` may lead elsewhere than `{memory}` does now");
                let problem = refusal(Code::RowElsewhere, cause, path.span, "").also(row.set, "set here");
                Err(Reason::LocalPointer.of(problem))
            }
            _ => Ok(()),
        }
    }

    /// Notes what `marks` replace.
    pub fn note_replaced(&mut self, marks: &[Mark]) {
        let accesses = marks.iter().filter(|mark| matches!(mark.piece, Piece::Access(_)));
        self.replaced.extend(accesses.map(|mark| mark.place));
    }

    /// Whether all uses of the pointers that the region sets are replaced.
    pub fn are_rows_replaced(&self) -> bool {
        let is_replaced = |place: &Span| {
            let behind = Span::new(place.end, place.end);
            self.replaced.range(..behind).next_back().is_some_and(|around| around.contains(*place))
        };
        self.rows().all(|row| row.uses.iter().all(is_replaced))
    }

    /// Those that the region sets.
    fn rows(&self) -> impl Iterator<Item = &Row> {
        let rows = self.around.translation.resolved.rows.iter();
        rows.filter(|row| self.around.is_inside(row.set))
    }
}
