//! Loops that count a variable down and use it for nothing else: `while (n--)` as `for (int turn = 0; turn < n; turn++)`.
//!
//! The variable keeps its value then, so nobody may look at it behind the loop before it gets another. Where it is negative at first,
//! `while (n--)` goes on until it leaves its type, which no program may do.

use std::collections::BTreeSet;

use diagnostics::Span;
use polyhedral::Comparison;

use super::Parsed;
use super::around::Around;
use crate::facts::allocation::is_null;
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, Initializer, Statement, StatementKind, SymbolId,
};
use crate::syntax::types::Integer;

/// Such a loop.
pub struct Countdown {
    /// The statement.
    pub span: Span,
    /// `while (n--)`
    pub header: Span,
    /// What stands there instead.
    pub text: String,
    /// What counts the turns.
    pub counter: String,
    /// How its type is written.
    pub type_: String,
    /// The variable that counted down, as the text has it: how many turns there are.
    pub bound: String,
    /// Its type.
    pub integer: Integer,
}

/// Those in a statement of which nothing else is known behind it; `given` are the names that others have got.
pub fn countdowns(
    parsed: Parsed,
    around: &Around,
    nest: &Statement,
    is_forgotten: &dyn Fn(SymbolId) -> bool,
    given: &mut BTreeSet<String>,
) -> Vec<Countdown> {
    let mut search = Search { parsed, around, nest, is_forgotten, given, found: vec![] };
    search.within(nest, [&[], &[]], None);
    search.found
}

struct Search<'s, 'a> {
    parsed: Parsed<'a>,
    around: &'s Around<'a>,
    nest: &'s Statement,
    is_forgotten: &'s dyn Fn(SymbolId) -> bool,
    given: &'s mut BTreeSet<String>,
    found: Vec<Countdown>,
}

impl Search<'_, '_> {
    /// Looks at a statement with what is in front of it and behind it in its block, where the nest has that, of which the loop
    /// around it may come back.
    fn within(&mut self, statement: &Statement, list: [&[Statement]; 2], block: Option<&Statement>) {
        let symbols = &self.parsed.resolved.symbols;
        match &statement.kind {
            StatementKind::Block(list) => {
                for (position, inner) in list.iter().enumerate() {
                    self.within(inner, [&list[..position], &list[position + 1..]], Some(statement));
                }
            }
            StatementKind::Other(Construct::While, conditions, bodies) => {
                if let ([condition], [body]) = (conditions.as_slice(), bodies.as_slice()) {
                    let found = counted_down(condition).filter(|symbol| {
                        self.is_plain(*symbol)
                            && !body.mentions(*symbol, symbols)
                            && (self.is_forgotten)(*symbol)
                            && (statement.span == self.nest.span || self.is_renewed(*symbol, list, block))
                    });
                    let found = found.and_then(|symbol| self.countdown(statement, body, symbol));
                    self.found.extend(found);
                    self.within(body, [&[], &[]], None);
                }
            }
            _ => statement.children().for_each(|inner| self.within(inner, [&[], &[]], None)),
        }
    }

    fn is_plain(&self, symbol: SymbolId) -> bool {
        let type_ = &self.parsed.resolved.symbols[symbol].type_;
        let is_integer = type_.integer().is_some_and(|it| it.rank >= Integer::INT_RANK);
        is_integer && !type_.qualifiers.constant && self.around.is_plain(symbol)
    }

    /// Whether the nest mentions the variable in one block alone, where it gets a value in front of the loop, and nobody wants the
    /// last one.
    fn is_renewed(
        &self,
        symbol: SymbolId,
        [before, behind]: [&[Statement]; 2],
        block: Option<&Statement>,
    ) -> bool {
        let Some(block) = block else { return false };
        let (symbols, mut is_alone) = (&self.parsed.resolved.symbols, true);
        self.nest.walk_expressions(symbols, &mut |part| {
            is_alone &= part.variable() != Some(symbol) || block.span.contains(part.span);
        });
        let is_mention = |it: &&Statement| it.mentions(symbol, symbols) || it.declares(symbol);
        let is_set_before = before
            .iter()
            .find(is_mention)
            .is_some_and(|it| sets(it, symbol) || is_given(self.parsed, it, symbol));
        is_alone && is_set_before && behind.iter().find(is_mention).is_none_or(|next| sets(next, symbol))
    }

    fn countdown(&mut self, statement: &Statement, body: &Statement, symbol: SymbolId) -> Option<Countdown> {
        let known = &self.parsed.resolved.symbols[symbol];
        let (type_, integer) = (known.type_.spelling(), known.type_.integer()?.clone());
        (!type_.is_empty()).then_some(())?;
        let counter = self.parsed.fresh_name("turn", self.given);
        Some(Countdown {
            span: statement.span,
            header: Span::new(statement.span.start, self.parsed.table.end_before(body.span.start)),
            text: format!("for ({type_} {counter} = 0; {counter} < {}; {counter}++)", known.name),
            counter,
            type_: type_.to_owned(),
            bound: known.name.clone(),
            integer,
        })
    }
}

/// `int n = w;`
fn is_given(parsed: Parsed, statement: &Statement, symbol: SymbolId) -> bool {
    let value = &parsed.resolved.symbols[symbol].initializer;
    statement.declares(symbol) && matches!(value, Some(Initializer::Value(_)))
}

/// The variable of `n--`, `n-- > 0` and `n-- != 0`.
fn counted_down(condition: &Expression) -> Option<SymbolId> {
    let step = match &condition.kind {
        ExpressionKind::Binary(
            BinaryOperator::Compare(Comparison::Greater | Comparison::NotEqual),
            step,
            bound,
        ) if is_null(bound) => step,
        _ => condition,
    };
    match &step.kind {
        ExpressionKind::Increment { operand, by: -1, is_late: true } => operand.variable(),
        _ => None,
    }
}

/// Whether a statement gives a variable a value before it does anything else with it.
pub fn sets(statement: &Statement, symbol: SymbolId) -> bool {
    let sets = |expression: &Expression| match &expression.kind {
        ExpressionKind::Assign(None, target, value) => {
            target.variable() == Some(symbol) && !value.mentions(symbol)
        }
        _ => false,
    };
    match &statement.kind {
        StatementKind::Expression(Some(expression)) => sets(expression),
        StatementKind::For(parts) => match parts.initial.as_ref().map(|initial| &initial.kind) {
            Some(StatementKind::Expression(Some(expression))) => sets(expression),
            _ => false,
        },
        _ => false,
    }
}
