//! Loops that count a variable down and use it for nothing else: `while (n--)` as `for (int turn = 0; turn < n; turn++)`.
//!
//! The variable keeps its value then, so nobody may look at it behind the loop before it gets another. Where it is negative at first,
//! `while (n--)` goes on until it leaves its type, which no program may do.

use std::collections::BTreeSet;

use diagnostics::Span;
use polyhedral::Comparison;

use super::Parsed;
use super::site::Around;
use super::walks::{declares, mentions_in, sets};
use crate::facts::allocation::is_null;
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, Initializer, Statement, StatementKind, SymbolId,
    SymbolKind,
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
    /// Whether that is an `int`, and whether it has 64 bits.
    pub is_int: bool,
    /// The same of 64 bits.
    pub is_long: bool,
}

/// Those in a statement of which nothing else is known behind it; `taken` are the names that others have got.
pub fn countdowns(
    parsed: Parsed,
    around: &Around,
    nest: &Statement,
    is_forgotten: &dyn Fn(SymbolId) -> bool,
    taken: &mut BTreeSet<String>,
) -> Vec<Countdown> {
    let mut search = Search { parsed, around, nest, is_forgotten, taken, found: vec![] };
    search.within(nest, [&[], &[]], None);
    search.found
}

struct Search<'s, 'a> {
    parsed: Parsed<'a>,
    around: &'s Around<'a>,
    nest: &'s Statement,
    is_forgotten: &'s dyn Fn(SymbolId) -> bool,
    taken: &'s mut BTreeSet<String>,
    found: Vec<Countdown>,
}

impl Search<'_, '_> {
    /// Looks at a statement with what is in front of it and behind it in its block, where the nest has that, of which the loop
    /// around it may come back.
    fn within(&mut self, statement: &Statement, list: [&[Statement]; 2], block: Option<&Statement>) {
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
                            && !mentions_in(body, *symbol, self.parsed)
                            && (self.is_forgotten)(*symbol)
                            && (statement.span == self.nest.span || self.is_renewed(*symbol, list, block))
                    });
                    let found = found.and_then(|symbol| self.countdown(statement, body, symbol));
                    self.found.extend(found);
                    self.within(body, [&[], &[]], None);
                }
            }
            _ => statement.children().into_iter().for_each(|inner| self.within(inner, [&[], &[]], None)),
        }
    }

    fn is_plain(&self, symbol: SymbolId) -> bool {
        let known = &self.parsed.resolved.symbols[symbol];
        let qualifiers = known.type_.qualifiers;
        let is_own = matches!(known.kind, SymbolKind::Local { is_static: false } | SymbolKind::Parameter);
        let is_integer = known.type_.integer().is_some_and(|it| it.rank >= Integer::INT_RANK);
        is_own
            && is_integer
            && !qualifiers.volatile
            && !qualifiers.atomic
            && !qualifiers.constant
            && !self.around.is_addressed(symbol)
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
        let mut is_alone = true;
        self.nest.walk_expressions(&self.parsed.resolved.symbols, &mut |part| {
            is_alone &= part.variable() != Some(symbol) || block.span.contains(part.span);
        });
        let is_mention = |it: &&Statement| mentions_in(it, symbol, self.parsed) || declares(it, symbol);
        let is_set_before = before
            .iter()
            .find(is_mention)
            .is_some_and(|it| sets(it, symbol) || is_given(self.parsed, it, symbol));
        is_alone && is_set_before && behind.iter().find(is_mention).is_none_or(|next| sets(next, symbol))
    }

    fn countdown(&mut self, statement: &Statement, body: &Statement, symbol: SymbolId) -> Option<Countdown> {
        let Parsed { map, table, resolved, macros, .. } = self.parsed;
        let known = &resolved.symbols[symbol];
        let integer = known.type_.integer()?;
        let type_ = known.type_.spelling();
        if type_.is_empty() {
            return None;
        }
        let others = (2..).map(|number| format!("turn_{number}"));
        let is_word = |name: &str| {
            let words = table.tokens.iter().map(|token| token.span.of(map.text()));
            words.chain(macros.names.iter().map(String::as_str)).any(|word| word == name)
        };
        let mut names = std::iter::once("turn".to_owned()).chain(others);
        let counter = names.find(|name| !self.taken.contains(name) && !is_word(name))?;
        self.taken.insert(counter.clone());
        Some(Countdown {
            span: statement.span,
            header: Span::new(statement.span.start, table.end_before(body.span.start)),
            text: format!("for ({type_} {counter} = 0; {counter} < {}; {counter}++)", known.name),
            counter,
            is_int: integer.signed && integer.rank == Integer::INT_RANK,
            is_long: integer.rank > Integer::INT_RANK,
        })
    }
}

/// `int n = w;`
fn is_given(parsed: Parsed, statement: &Statement, symbol: SymbolId) -> bool {
    let value = &parsed.resolved.symbols[symbol].initializer;
    declares(statement, symbol) && matches!(value, Some(Initializer::Value(_)))
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
