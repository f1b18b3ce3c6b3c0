//! Statements outside of a region that give an array values which nobody reads.
//!
//! A program often sets all its arrays at the start, also those of which each step writes all that it reads. Where nothing but
//! such stores mentions the array outside of the region, its contents are seen in the region alone; and where that reads only
//! what it has written, the stores can go with the cells.

use std::collections::BTreeSet;

use diagnostics::Span;

use super::Surroundings;
use super::allocation::allocation;
use super::checks::is_pure;
use super::lifetime::assigns_first;
use super::occurrences::Use;
use crate::syntax::tree::{
    Expression, ExpressionKind, For, Initializer, Statement, StatementKind, SymbolId, SymbolKind,
};
use crate::syntax::types::TypeKind;

/// What can be taken out of the function if nobody reads in the region what was in `symbol`, an array or block of the function's own,
/// whichever run of it the region is in: statements and loops that do nothing but store into it. None where something else outside of the
/// region mentions its contents, or the region itself does nothing else.
pub fn dead_stores(symbol: SymbolId, around: Surroundings<'_>) -> Vec<Span> {
    let declared = &around.symbols()[symbol];
    let is_array = matches!(declared.type_.kind, TypeKind::Array(..)) || allocation(symbol, around).is_some();
    let is_own = matches!(declared.kind, SymbolKind::Local { .. }) && is_array;
    // what stands around a region that is marked stays as it is
    if !is_own || !around.region.is_found {
        return vec![];
    }
    let contents = around.occurrences(symbol).iter().filter(|mention| mention.use_ == Use::Contents);
    let (inside, outside): (Vec<Span>, Vec<Span>) =
        contents.map(|mention| mention.place).partition(|place| around.is_inside(*place));
    if outside.is_empty() {
        return vec![];
    }
    let body = &around.function().body;
    let mut stores = BTreeSet::new();
    body.walk(&mut |statement| {
        if is_store(statement, symbol, around) {
            stores.insert(statement.span);
        }
    });
    let stores_at = |place: &Span| stores.iter().any(|store| store.contains(*place));
    if !outside.iter().all(stores_at) || inside.iter().all(stores_at) {
        return vec![];
    }
    stores.retain(|store| !around.is_inside(*store));
    let mut search = Search { stores: &stores, around, found: vec![] };
    search.statement(body, false);
    let found = search.found;
    let are_all = stores.iter().all(|store| found.iter().any(|unit| unit.contains(*store)));
    if are_all { found } else { vec![] }
}

/// Whether a statement does nothing but to store a number in a cell of `symbol`.
fn is_store(statement: &Statement, symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let StatementKind::Expression(Some(expression)) = &statement.kind else { return false };
    let ExpressionKind::Assign(None, target, value) = &expression.kind else { return false };
    let (array, subscripts) = target.subscripted();
    let computes = |part: &Expression| is_pure(part, around.translation) && !part.mentions(symbol);
    let is_number = target.type_.is_arithmetic() && !subscripts.is_empty();
    array.variable() == Some(symbol) && is_number && computes(value) && subscripts.into_iter().all(computes)
}

/// What stores stand in, as far as that can go as a whole.
struct Search<'a> {
    stores: &'a BTreeSet<Span>,
    around: Surroundings<'a>,
    found: Vec<Span>,
}

impl Search<'_> {
    /// Looks for the largest statements in a block that do nothing but store; `is_listed` if this is one of a block.
    fn statement(&mut self, statement: &Statement, is_listed: bool) {
        if is_listed && self.may_go(statement) && !self.has_directive(statement) {
            self.found.push(statement.span);
            return;
        }
        let is_block = matches!(statement.kind, StatementKind::Block(_));
        statement.children().for_each(|child| self.statement(child, is_block));
    }

    /// Whether a line for the preprocessor or the compiler stands in front of a statement, or in it: it would speak of the next one.
    fn has_directive(&self, statement: &Statement) -> bool {
        let table = &self.around.translation.table;
        let with_gap = Span::new(table.end_before(statement.span.start), statement.span.end);
        !table.directives_within(with_gap).is_empty()
    }

    /// Whether a statement stores, or is a loop around such, and does nothing else.
    fn may_go(&self, statement: &Statement) -> bool {
        match &statement.kind {
            StatementKind::Expression(_) => self.stores.contains(&statement.span),
            StatementKind::Block(list) => !list.is_empty() && list.iter().all(|inner| self.may_go(inner)),
            StatementKind::For(for_) => self.is_plain(for_) && self.may_go(&for_.body),
            _ => false,
        }
    }

    /// Whether all that a loop does by itself is to count, and nobody looks at the counter behind it.
    fn is_plain(&self, for_: &For) -> bool {
        if for_.fill.is_some() {
            return true;
        }
        let (around, symbols) = (self.around, self.around.symbols());
        let is_pure = |expression: &Expression| is_pure(expression, around.translation);
        let Some(step) = for_.step.as_ref().and_then(Expression::assigned).and_then(Expression::variable)
        else {
            return false;
        };
        let counts = match for_.step.as_ref().map(|step| &step.kind) {
            Some(ExpressionKind::Assign(_, _, value)) => is_pure(value),
            Some(ExpressionKind::Increment { .. }) => true,
            _ => false,
        };
        let starts = match for_.initial.as_ref().map(|initial| &initial.kind) {
            Some(StatementKind::Declaration(list)) => {
                let values = list.iter().filter_map(|one| symbols[one.symbol].initializer.as_ref());
                list.iter().all(|one| one.symbol == step)
                    && values.flat_map(Initializer::expressions).all(is_pure)
            }
            Some(StatementKind::Expression(Some(initial))) => match &initial.kind {
                ExpressionKind::Assign(None, target, value) => {
                    target.variable() == Some(step) && is_pure(value) && self.is_renewed(step)
                }
                _ => false,
            },
            _ => false,
        };
        counts && starts && for_.condition.as_ref().is_some_and(is_pure)
    }

    /// Whether each mention of a counter lies in a loop that gives it its first value.
    fn is_renewed(&self, counter: SymbolId) -> bool {
        let mut loops = Vec::new();
        let body = &self.around.function().body;
        body.walk(&mut |statement| loops.extend(assigns_first(statement, counter)));
        let mentions = self.around.occurrences(counter).iter().map(|mention| mention.place);
        let is_local = matches!(self.around.symbols()[counter].kind, SymbolKind::Local { .. });
        is_local && mentions.into_iter().all(|place| loops.iter().any(|it| it.contains(place)))
    }
}
