//! Whether a copy with sizes and pointers in variables is worth its text.

use diagnostics::Span;

use super::{Access, Keeper};
use crate::interior::decide::is_same;
use crate::interior::reach::Reach;
use crate::syntax::fold::constant;
use crate::syntax::tree::{BinaryOperator, Expression, ExpressionKind, StatementKind, SymbolId};

/// Loops of no more iterations belong to an iteration of the one around them.
const SHORT: i128 = 16;
/// Fewer iterations in all aren't worth a copy.
const SHORTEST: i128 = 64;

impl<'a> Keeper<'_, 'a> {
    /// Whether a copy may be much faster: compilers make vectors of a loop that computes numbers of others, cell by cell, if none of them
    /// waits for what an earlier iteration has left, and no data choose cells.
    pub fn is_promising(&self, depth: usize) -> bool {
        let is_steady = |expression: &Expression| self.is_steady(expression);
        let words = self.words(&is_steady);
        let is_memory = |access: &&Access<'a>| !self.is_own_place(access.place);
        let writes: Vec<&Access> = self.writes.iter().filter(is_memory).collect();
        let reads: Vec<&Access> = self.reads.iter().filter(is_memory).collect();
        let is_number = |access: &&&Access| access.place.type_.is_arithmetic();
        let are_numbers = writes.iter().all(|write| write.place.type_.is_arithmetic() && write.is_certain);
        let moving: Option<Vec<bool>> = writes
            .iter()
            .chain(reads.iter().filter(is_number))
            .map(|access| words.moves(access.place))
            .collect();
        let Some(moving) = moving else { return false };
        let moves = moving[writes.len()..].iter().filter(|moves| **moves).count();
        let is_narrow = |write: &&Access| write.place.type_.scalar_bytes().is_some_and(|bytes| bytes < 4);
        let is_long = depth + self.inner.len() >= 2
            || writes.iter().any(is_narrow)
            || self.ranges.first().is_some_and(|own| own.most.contains('*'));
        let waits = writes
            .iter()
            .any(|write| reads.iter().filter(is_number).any(|read| self.waits_for(read.place, write.place)));
        let computes = self.computes() && !self.divides();
        are_numbers && is_long && moves > 0 && !waits && computes && !self.carries()
    }

    /// Whether a read may be of what another iteration has written to the same array: not where each has several cells of its own.
    fn waits_for(&self, read: &Expression, write: &Expression) -> bool {
        let [(array, own), (other_array, other)] = [write, read].map(Expression::subscripted);
        let is_same_array = array.named().is_some() && array.named() == other_array.named();
        let are_different = own.len() != other.len() || own.iter().zip(&other).any(|(a, b)| !is_same(a, b));
        is_same_array && are_different && !self.has_factor(array) && !own.iter().any(|it| self.has_factor(it))
    }

    /// Whether something is a number of times another one: `i * 3`.
    fn has_factor(&self, value: &Expression) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let mut found = false;
        value.walk(&mut |part| {
            found |= match &part.kind {
                ExpressionKind::Binary(BinaryOperator::Multiply, left, right) => {
                    constant(left, symbols).or(constant(right, symbols)).is_some()
                }
                ExpressionKind::Variable(symbol) => {
                    self.definitions.get(symbol).is_some_and(|definition| self.has_factor(definition))
                }
                _ => false,
            };
        });
        found
    }

    /// Whether the body does more than to copy.
    fn computes(&self) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let mut computes = self.body.holds(&|kind| matches!(kind, StatementKind::If(..)));
        self.body.walk_expressions(symbols, &mut |part| {
            computes |= match &part.kind {
                ExpressionKind::Assign(operator, ..) => operator.is_some(),
                ExpressionKind::Conditional(..) => true,
                ExpressionKind::Binary(..) | ExpressionKind::Unary(..) => {
                    !self.is_shaping(part.span) && part.type_.is_arithmetic() && !self.is_steady(part)
                }
                _ => false,
            };
        });
        computes
    }

    /// Whether the body divides integers by what isn't known, of which there are no vectors.
    fn divides(&self) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let mut divides = false;
        self.body.walk_expressions(symbols, &mut |part| {
            let ExpressionKind::Binary(BinaryOperator::Divide | BinaryOperator::Modulo, _, by) = &part.kind
            else {
                return;
            };
            let is_integer = part.type_.integer().is_some();
            divides |= is_integer && constant(by, symbols).is_none() && !self.is_steady(part);
        });
        divides
    }

    /// Whether a variable takes a value from one iteration to the next.
    fn carries(&self) -> bool {
        let is_outer = |symbol: &&SymbolId| {
            let known = &self.parsed.resolved.symbols[**symbol];
            known.kind.is_variable() && !self.is_inner(**symbol)
        };
        let is_counter = |symbol: SymbolId| self.ranges.iter().any(|range| range.counter == symbol);
        self.changed.iter().filter(is_outer).any(|symbol| {
            let first = |all: &[Access]| {
                let own = all.iter().filter(|access| access.place.variable() == Some(*symbol));
                own.map(|access| access.place.span.start).min()
            };
            let (read, write) = (first(&self.reads), first(&self.writes));
            let is_set_first = match (read, write) {
                (Some(read), Some(write)) => write < read,
                (read, _) => read.is_none(),
            };
            !is_set_first && !is_counter(*symbol)
        })
    }

    /// Whether a loop is long, and writes in its own iterations, or in those of one loop within.
    pub(super) fn is_worth(&self, writes: &[(Access<'a>, Option<Reach>)]) -> bool {
        let length = |span: &Span| {
            let range = self.ranges.iter().find(|range| range.span == *span);
            range.and_then(|range| range.length)
        };
        let is_long = |span: &&Span| length(span).is_none_or(|length| length > SHORT);
        let inner = || self.inner.iter().map(|(whole, _)| whole);
        let around = |place: Span| inner().filter(move |inner| inner.contains(place));
        let is_deep = writes.iter().any(|(write, _)| around(write.place.span).filter(is_long).count() > 1);
        // what a long loop computes that writes nothing is most of the work, and stays as fast
        let is_idle = |inner: &Span| !writes.iter().any(|(write, _)| inner.contains(write.place.span));
        let has_idle = inner().filter(is_long).any(is_idle);
        let lengths: Option<i128> = self.ranges.iter().map(|range| range.length).product();
        !writes.is_empty() && !is_deep && !has_idle && lengths.is_none_or(|length| length >= SHORTEST)
    }
}
