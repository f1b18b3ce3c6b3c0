//! Reads of a cell that data choose: `sum[in[y][x]]`, a table.
//!
//! Where nothing in the region writes the array, and no other name reaches it, it doesn't matter which cell that is, nor when
//! it is read: the array is taken as a whole, as one cell that is only read, and the statement has any order that its other
//! references allow. Its text stays, but for what its subscripts read themselves.

use diagnostics::{Code, Diagnostic};
use polyhedral::AccessKind;

use super::builder::Builder;
use super::values::Reading;
use crate::refusal::{Reason, refusal};
use crate::syntax::tree::{self, ExpressionKind, SymbolId};

impl<'a> Builder<'a> {
    /// The array of which `expression` may be any cell.
    pub fn gathered_from(&self, expression: &tree::Expression) -> Option<SymbolId> {
        let (base, subscripts) = expression.subscripted();
        let symbol = base.variable().filter(|_| !subscripts.is_empty() && !self.keeps_program_order())?;
        let is_whole_number = |part: &&tree::Expression| part.type_.integer().is_some();
        let is_plain = matches!(expression.kind, ExpressionKind::Index(..))
            && subscripts.iter().all(is_whole_number)
            && self.check_element(symbol, expression).is_ok();
        let is_declared_before = !self.around.is_inside(self.around.symbols()[symbol].name_span)
            || self.tables.contains(&symbol) && self.keeps_name(symbol);
        let is_written = self.around.changes_inside().any(|change| change.symbol == symbol);
        (is_plain && is_declared_before && !is_written && !self.is_isolated()).then_some(symbol)
    }

    /// Whether what the region touches is copied to another memory space, so that it must be known.
    pub fn is_isolated(&self) -> bool {
        self.around.region.is_isolated || !self.around.region.isolated.is_empty()
    }

    /// Whether a variable is the only one in the function of its name, so that it is called so wherever it is declared.
    fn keeps_name(&self, symbol: SymbolId) -> bool {
        let index = self.around.index;
        let places = index.identifiers.get(self.around.symbols()[symbol].name.as_str());
        places.into_iter().flatten().all(|place| index.named.get(&place.start) == Some(&symbol))
    }

    /// Reads some cell of an array, and what its subscripts read.
    pub fn gather(
        &mut self,
        reading: &mut Reading,
        symbol: SymbolId,
        expression: &'a tree::Expression,
    ) -> Result<(), Diagnostic> {
        let (_, subscripts) = expression.subscripted();
        subscripts.into_iter().try_for_each(|subscript| self.value(reading, subscript))?;
        let reference = self.whole_array(symbol, AccessKind::Read, expression.span);
        reading.references.push(reference);
        Ok(())
    }

    /// What is against an array of which any cell may be read, where another name may reach it.
    pub fn may_be_written_elsewhere(&self, symbol: SymbolId) -> Diagnostic {
        let name = self.name(symbol);
        let cause =
            format!("it isn't known which cells of `{name}` are read, and it may overlap what is written");
        let place = self.place_of(symbol);
        Reason::Subscript
            .of(refusal(Code::Overlap, cause, place, "")
                .with_help(format!("declare `{name}` with `restrict`")))
    }
}
