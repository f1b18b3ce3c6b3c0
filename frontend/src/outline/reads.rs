//! What functions of the library read into variables and cells: `fscanf(in, "%d", &pixel[y][x]);`.
//!
//! Reading may fail, and leaves what is there then. A cell that has no value yet, and gets one nowhere else, holds nothing
//! that anyone may look at, so such a statement only writes it; any other it reads, too.

use diagnostics::{Code, Diagnostic};
use polyhedral::{AccessKind, Expression, Lifetime, Piece, Storage};

use super::Reference;
use super::builder::Builder;
use super::text::Mark;
use super::values::Reading;
use crate::facts::changes::Change;
use crate::readers::{read_into, written_from};
use crate::refusal::{Reason, refusal};
use crate::syntax::tree::{self, ExpressionKind, SymbolId};

impl<'a> Builder<'a> {
    /// Whether a function of the library reads or writes a stream, and gets places in memory for that.
    pub fn gets_places(&self, function: SymbolId) -> bool {
        self.around.translation.resolved.readers.contains(&function)
    }

    /// An argument of such a function, if it is a place, or the size of one; whether it is.
    pub fn place_handed(
        &mut self,
        reading: &mut Reading,
        argument: &'a tree::Expression,
    ) -> Result<bool, Diagnostic> {
        if let Some(place) = read_into(argument) {
            self.read_in(reading, place)?;
        } else if let Some(place) = written_from(argument) {
            self.written_out(reading, place)?;
        } else if let Some(mark) = size_of_number(argument) {
            reading.marks.push(mark);
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// A place that gets a number from a stream.
    fn read_in(&mut self, reading: &mut Reading, place: &'a tree::Expression) -> Result<(), Diagnostic> {
        if !reading.guards.is_empty() {
            return Err(Reason::Condition.of(refusal(
                Code::BranchOnData,
                "data decide whether this is read",
                place.span,
                "",
            )));
        }
        let others = std::mem::take(&mut self.obligations);
        self.assignment(reading, place, None, true)?;
        self.obligations.extend(others);
        let Some((written, before)) = reading.references.split_last_mut() else { return Ok(()) };
        let is_it = |read: &&mut Reference| read.kind == AccessKind::Read && read.span == written.span;
        if let Some(read) = before.iter_mut().rev().find(is_it)
            && self.is_first_value(written, place)
        {
            read.kind = AccessKind::MustWrite;
        }
        Ok(())
    }

    /// A place whose number goes to a stream: what is printed there must be a place, too.
    fn written_out(&mut self, reading: &mut Reading, place: &'a tree::Expression) -> Result<(), Diagnostic> {
        // whose value stands for it elsewhere is named here
        self.reads.extend(place.variable());
        let is_number = |symbol: SymbolId| self.counters.contains(&symbol) || self.is_replaced(symbol);
        match place.variable().filter(|symbol| is_number(*symbol)) {
            Some(symbol) => {
                let cause = format!("the address of `{}` is taken", self.name(symbol));
                Err(Reason::UnknownCall.of(refusal(Code::Pointer, cause, place.span, "")))
            }
            None => self.value(reading, place),
        }
    }

    /// Whether a place has no value before the statement gives it one, in whichever turn of the loops.
    fn is_first_value(&self, written: &Reference, place: &tree::Expression) -> bool {
        let symbol = self.arrays[written.array];
        let mut counters = self.active.iter().map(|active| Expression::variable(&active.iterator.name));
        // what obtains a block gives its cells no values
        let is_of_cells = |change: &&Change| change.symbol == symbol && !change.is_whole;
        let mut changes = self.around.index.changes.iter().filter(is_of_cells);
        let is_here = |change: &Change| change.place.contains(place.span);
        let is_only = changes.next().is_some_and(is_here) && changes.next().is_none();
        is_only && counters.all(|counter| written.subscripts.contains(&counter)) && self.starts_empty(symbol)
    }

    /// Whether nothing has given an array any values before the region, whenever that runs.
    fn starts_empty(&self, symbol: SymbolId) -> bool {
        match self.storage(symbol) {
            Storage::Local { initialized, declaration, lifetime, .. } => {
                !initialized && lifetime == Lifetime::Automatic && self.is_fresh(symbol, declaration)
            }
            Storage::Block { zeroed, fresh, .. } | Storage::RowTable { zeroed, fresh, .. } => {
                fresh && !zeroed
            }
            _ => false,
        }
    }
}

/// The size of the type of a number, in the place of that of an object, which may be another one or gone.
fn size_of_number(argument: &tree::Expression) -> Option<Mark> {
    match &argument.kind {
        ExpressionKind::SizeOf(type_, Some(_)) if type_.is_arithmetic() && type_.is_ordinary() => {
            let text = format!("sizeof({})", type_.spelling());
            Some(Mark { place: argument.span, piece: Piece::Text(text) })
        }
        _ => None,
    }
}
