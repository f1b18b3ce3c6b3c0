//! Loops that count up or down by a constant, with the range of their counters.

use crate::outline::headers::{Test, header, own_step};
use crate::syntax::fold::constant;
use crate::syntax::tree::{
    BinaryOperator, Expression, ExpressionKind, For, Statement, StatementKind, SymbolId, Symbols,
};
use polyhedral::Comparison;

use super::linear::Linear;

/// The header of a loop that counts.
pub struct Counting<'a> {
    /// What counts.
    pub counter: SymbolId,
    /// Its first value.
    pub first: &'a Expression,
    /// How it is compared, from its own side.
    pub relation: Comparison,
    /// With what.
    pub bound: &'a Expression,
    /// What each turn adds.
    pub step: i128,
}

/// A loop around a place.
#[derive(Clone, Debug)]
pub struct Level {
    /// Its counter.
    pub counter: SymbolId,
    /// The least value of the counter, and the largest, where they are known.
    pub range: Option<(Linear, Linear)>,
    /// What the counter is compared with, as it is written, and how much more that is than the largest value.
    pub bound: Option<(String, i128)>,
    /// What that is only as long as nothing writes over these.
    pub relies: Vec<Expression>,
}

/// What the header of a loop counts, if nothing else does.
pub fn counting<'a>(parts: &'a For, symbols: &'a Symbols) -> Option<Counting<'a>> {
    let header = header(parts, symbols)?;
    if header.has_more() || !matches!(header.test, Test::Separate) {
        return None;
    }
    let counter = header.counter;
    let ExpressionKind::Binary(BinaryOperator::Compare(relation), left, right) =
        &parts.condition.as_ref()?.kind
    else {
        return None;
    };
    let (relation, bound) = match () {
        () if left.variable() == Some(counter) => (*relation, right),
        () if right.variable() == Some(counter) => (relation.mirrored(), left),
        () => return None,
    };
    let step = match &own_step(parts.step.as_ref()?, counter).kind {
        ExpressionKind::Increment { by, .. } => i128::from(*by),
        ExpressionKind::Assign(Some(BinaryOperator::Add), _, by) => constant(by, symbols)?,
        ExpressionKind::Assign(Some(BinaryOperator::Subtract), _, by) => -constant(by, symbols)?,
        _ => return None,
    };
    let goes_up = matches!(relation, Comparison::Less | Comparison::LessEqual) && step > 0;
    let goes_down = matches!(relation, Comparison::Greater | Comparison::GreaterEqual) && step < 0;
    let (integer, limit) = (symbols[counter].type_.integer()?, bound.type_.integer()?);
    // what is negative is no large number
    let is_compared =
        integer.signed || !limit.signed || constant(bound, symbols).is_some_and(|bound| bound >= 0);
    let is_kept = is_compared && !bound.mentions(counter) && !changes(&parts.body, counter, symbols);
    ((goes_up || goes_down) && is_kept).then_some(Counting {
        counter,
        first: header.first,
        relation,
        bound,
        step,
    })
}

/// Whether a statement gives a variable a value.
pub fn changes(statement: &Statement, symbol: SymbolId, symbols: &Symbols) -> bool {
    crate::facts::changes::changes(statement, symbols).iter().any(|change| change.symbol == symbol)
}

/// The range of a counter that goes from `first` as far as a comparison with `bound` lets it.
pub fn range(counting: &Counting, first: Linear, bound: Linear) -> (Linear, Linear) {
    match counting.relation {
        Comparison::Less => (first, bound.shifted(-1)),
        Comparison::Greater => (bound.shifted(1), first),
        Comparison::GreaterEqual => (bound, first),
        _ => (first, bound),
    }
}

/// Whether a statement holds loops.
pub fn holds_loops(statement: &Statement) -> bool {
    statement.holds(&|kind| matches!(kind, StatementKind::For(_)))
}
