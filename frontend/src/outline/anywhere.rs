//! Subscripts that depend on data: each may be any within the array's declared extent (Guelton, Amini, Creusillet, *Beyond Do
//! Loops*, section 2: what can't be told is over-approximated). Another one would leave a row, which is undefined in C.
//!
//! A reference with one means every cell that agrees with its other subscripts: a read may read each of them, and a write may
//! write each, none for certain. The subscript's own text stays, with its references replaced as others are. It is taken in arrays
//! that the region writes ([`super::gathers`] has those that it only reads) where another subscript is known: of an array of which
//! nothing is, no cell could be told from another.
//!
//! An isolated statement is modelled as one that runs once for each value of such a subscript. Its references with them are
//! may-accesses; all others it makes as often, which changes nothing of what they mean: reads of cells that it
//! writes may get the value from outside still, since they are made the first time, too.

use diagnostics::{Code, Diagnostic, Span};
use polyhedral::{Expression, IntegerType, Iterator};

use super::builder::Builder;
use super::macro_names::with_macro_names;
use super::text::{Mark, pieces};
use super::values::Reading;
use super::{Anywhere, Node, Reference};
use crate::refusal::refusal;
use crate::syntax::tree::{self, SymbolId};

/// A subscript in the statement at hand.
#[derive(Clone, Debug)]
pub struct Unknown {
    /// The name that stands for it, which no variable of C can have.
    name: String,
    /// It is less than that.
    extent: Expression,
    /// What stands between its brackets.
    span: Span,
}

impl<'a> Builder<'a> {
    /// What stands for the subscript in `dimension` of an array; `problem` says why it isn't affine.
    pub fn any_subscript(
        &mut self,
        symbol: SymbolId,
        dimension: usize,
        subscript: &tree::Expression,
        problem: Diagnostic,
    ) -> Result<Expression, Diagnostic> {
        let is_isolated = self.around.region.is_isolated;
        if !(is_isolated || self.takes_any_subscript(symbol)) || !subscript.type_.is_arithmetic() {
            return Err(problem);
        }
        let array = self.name(symbol).to_owned();
        let extents = self.extents(symbol)?;
        let extent = extents.get(dimension).and_then(|extent| extent.as_ref()?.value.clone());
        let Some(extent) = extent else {
            let cause = format!("it may touch cells of `{array}`, of which no size is known");
            return Err(match is_isolated {
                true => refusal(Code::UnknownSize, cause, subscript.span, "depends on data")
                    .with_help(format!("declare it with its size: `{array}[n]`")),
                false => problem,
            });
        };
        let Some(span) = self.between_brackets(subscript.span) else { return Err(problem) };
        let number = self.unknown.len();
        let name = match is_isolated {
            true => format!("${array}{number}"),
            false => polyhedral::Unknown::name(&array, number),
        };
        self.unknown.push(Unknown { name: name.clone(), extent, span });
        Ok(Expression::variable(name))
    }

    /// What stands between the brackets around a subscript, which may have parentheses.
    fn between_brackets(&self, subscript: Span) -> Option<Span> {
        let (text, all) = (self.around.map.text(), &self.around.translation.table.tokens);
        let first = all.partition_point(|token| token.span.start < subscript.start);
        let behind = all.partition_point(|token| token.span.end <= subscript.end);
        let is = |place: Span, what: &str| place.of(text) == what;
        let open = all[..first].iter().rev().find(|token| !is(token.span, "("))?.span;
        let close = all[behind..].iter().find(|token| !is(token.span, ")"))?.span;
        (is(open, "[") && is(close, "]")).then(|| Span::new(open.end, close.start))
    }

    /// Whether any cell of an array may be meant at once, in a statement that isn't isolated.
    fn takes_any_subscript(&self, symbol: SymbolId) -> bool {
        let is_sequential = self.around.region.openmp.is_empty() && self.threads.around.is_empty();
        let is_written = || self.around.changes_inside().any(|change| change.symbol == symbol);
        self.around.region.is_exact() && !self.is_isolated() && is_sequential && is_written()
    }

    /// Whether a subscript of `reference` depends on data.
    pub fn is_anywhere(&self, reference: &Reference) -> bool {
        reference.subscripts.iter().any(|subscript| self.is_unknown(subscript))
    }

    /// Whether a subscript depends on data.
    pub fn is_unknown(&self, subscript: &Expression) -> bool {
        self.unknown.iter().any(|unknown| *subscript == Expression::variable(&unknown.name))
    }

    /// Picks references out of those subscripts of `expression` that `reference` doesn't know.
    pub fn subscript_values(
        &mut self,
        reading: &mut Reading,
        expression: &'a tree::Expression,
        reference: &Reference,
    ) -> Result<(), Diagnostic> {
        let (_, subscripts) = expression.subscripted();
        let pairs = subscripts.into_iter().zip(&reference.subscripts);
        let unknown: Vec<_> = pairs.filter(|(_, known)| self.is_unknown(known)).collect();
        unknown.into_iter().try_for_each(|(subscript, _)| self.value(reading, subscript))
    }

    /// The subscripts of the statement at hand that data choose, with their texts, whose marks are taken out of `marks`.
    pub fn chosen_subscripts(&mut self, marks: &mut Vec<Mark>) -> Vec<polyhedral::Unknown> {
        let unknown = std::mem::take(&mut self.unknown);
        // one may stand in another
        let around = |place: Span| {
            let spans = unknown.iter().map(|unknown| unknown.span).filter(|span| span.contains(place));
            spans.min_by_key(|span| span.end - span.start)
        };
        let (source, table) = (self.around.map.text(), &self.around.translation.table);
        let chosen = unknown.iter().map(|Unknown { name, extent, span }| {
            let own = marks.iter().filter(|mark| around(mark.place) == Some(*span)).cloned().collect();
            let own = with_macro_names(own, *span, self.around);
            let text = pieces(source, table, *span, own);
            polyhedral::Unknown { name: name.clone(), extent: extent.clone(), text, span: *span }
        });
        let chosen = chosen.collect();
        marks.retain(|mark| around(mark.place).is_none());
        chosen
    }

    /// The counters of an isolated statement with subscripts that depend on data.
    pub fn unknown_counters(&self) -> Vec<Iterator> {
        let kind = || IntegerType { name: "long".into(), bits: 64, signed: true };
        let counter = |unknown: &Unknown| Iterator {
            name: unknown.name.clone(),
            kind: kind(),
            declared_inside: true,
            used_after: None,
        };
        self.unknown.iter().map(counter).collect()
    }

    /// `node` for each value of the unknown subscripts in it.
    pub fn anywhere(&mut self, node: Node) -> Node {
        let counters = self.unknown_counters();
        let unknown = std::mem::take(&mut self.unknown);
        unknown.into_iter().zip(counters).rev().fold(node, |node, (unknown, iterator)| {
            Node::Anywhere(Box::new(Anywhere { iterator, extent: unknown.extent, body: vec![node] }))
        })
    }
}
