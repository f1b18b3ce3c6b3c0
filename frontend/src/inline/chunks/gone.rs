//! What goes with an array that chunks have instead: its declaration, its block, tests for null, and what releases it.

use std::collections::BTreeSet;

use diagnostics::Span;
use diagnostics::token::tokens_without_comments;

use super::super::around::Around;
use super::super::block::{Bound, Writer};
use super::super::pragmas::in_front;
use super::super::write_back::asked;
use super::super::{Inlined, Parsed};
use crate::facts::allocation::{freed, is_fresh};
use crate::syntax::tree::{
    BinaryOperator, Expression, ExpressionKind, Function, Statement, StatementKind, SymbolId, SymbolKind,
};

/// What the text does without if nothing but these loops touches cells of the array; nothing if it isn't known what becomes of all that
/// mentions it.
pub fn without(
    parsed: Parsed,
    around: &Around,
    caller: &Function,
    array: SymbolId,
    loops: [Span; 2],
) -> Option<Vec<Inlined>> {
    let symbols = &parsed.resolved.symbols;
    let known = &symbols[array];
    let is_loop = |place: Span| loops.iter().any(|one| one.contains(place));
    if known.kind == SymbolKind::Global || known.kind == (SymbolKind::Local { is_static: true }) {
        let others = parsed.resolved.functions.iter().filter(|function| function.symbol != caller.symbol);
        if others.into_iter().any(|other| other.body.mentions(array, symbols)) {
            return None;
        }
    }
    // what pragmas elsewhere name must be there
    let all = loops[0].to(loops[1]);
    let elsewhere = parsed.table.directives.iter().filter(|line| !all.contains(line.span));
    let own: Vec<Span> =
        loops.iter().flat_map(|one| in_front(parsed.table, parsed.text(), one.start)).collect();
    let mut named = elsewhere.filter(|line| !own.contains(&line.span)).filter(|line| {
        let text = line.span.of(parsed.text()).trim_start_matches('#');
        tokens_without_comments(text).any(|word| word.span.of(text) == known.name)
    });
    if named.next().is_some() {
        return None;
    }
    let mut left = Left { parsed, around, array, all: Vec::new(), places: vec![declaration(parsed, array)?] };
    caller.body.walk(&mut |statement| left.statement(statement, &is_loop));
    let Left { all, mut places, .. } = left;
    places.extend(loops);
    let mut is_known = true;
    caller.body.walk_with_types(symbols, &mut |part| {
        is_known &= part.variable() != Some(array) || places.iter().any(|place| place.contains(part.span));
    });
    is_known.then_some(())?;
    let mut found = vec![left_out(parsed, places[0], &Instead::Nothing).ok()?];
    for (place, instead) in all {
        found.push(left_out(parsed, place, &instead).ok()?);
    }
    Some(found)
}

/// What stands where something was left out.
enum Instead {
    Nothing,
    /// A statement that does nothing.
    Empty,
    /// A part of what stood there.
    Part(Span),
}

/// What is left out.
struct Left<'a> {
    parsed: Parsed<'a>,
    around: &'a Around<'a>,
    array: SymbolId,
    /// Places, and what stands there instead.
    all: Vec<(Span, Instead)>,
    /// All places at which it doesn't matter that they mention the array.
    places: Vec<Span>,
}

impl Left<'_> {
    fn statement(&mut self, statement: &Statement, is_loop: &dyn Fn(Span) -> bool) {
        let symbols = &self.parsed.resolved.symbols;
        if is_loop(statement.span) || self.places.iter().any(|place| place.contains(statement.span)) {
            return;
        }
        match &statement.kind {
            StatementKind::Expression(Some(expression)) => {
                let is_block = match &expression.kind {
                    ExpressionKind::Assign(None, target, value) => {
                        target.variable() == Some(self.array) && is_fresh(value, symbols)
                    }
                    _ => freed(expression, symbols).is_some_and(|it| it.variable() == Some(self.array)),
                };
                if is_block {
                    let is_listed = self.around.is_listed(statement);
                    self.all
                        .push((statement.span, if is_listed { Instead::Nothing } else { Instead::Empty }));
                    self.places.push(statement.span);
                }
            }
            StatementKind::If(condition, _, otherwise) => {
                if self.asks(condition) && otherwise.is_none() && self.around.is_listed(statement) {
                    self.all.push((statement.span, Instead::Nothing));
                    self.places.push(statement.span);
                } else if let ExpressionKind::Binary(BinaryOperator::Or, left, right) = &condition.kind {
                    let (asks, other) = match (self.asks(left), self.asks(right)) {
                        (true, false) => (left, right),
                        (false, true) => (right, left),
                        _ => return,
                    };
                    self.all.push((condition.span, Instead::Part(other.span)));
                    self.places.push(asks.span);
                }
            }
            _ => {}
        }
    }

    /// Whether a condition is that the array is null, and no more.
    fn asks(&self, condition: &Expression) -> bool {
        let is_test = match &condition.kind {
            ExpressionKind::Unary(crate::syntax::tree::UnaryOperator::Not, operand) => {
                operand.variable() == Some(self.array)
            }
            ExpressionKind::Binary(BinaryOperator::Compare(polyhedral::Comparison::Equal), ..) => true,
            _ => false,
        };
        let mut mentions = BTreeSet::new();
        condition.walk(&mut |part| mentions.extend(part.variable().map(|it| (it, part.span))));
        let places = asked(condition);
        is_test
            && mentions.iter().all(|(symbol, place)| *symbol == self.array && places.contains(place))
            && !mentions.is_empty()
    }
}

/// The place of what declares a variable and nothing else, with a comma beside it where others are declared with it.
fn declaration(parsed: Parsed, variable: SymbolId) -> Option<Span> {
    let symbols = &parsed.resolved.symbols;
    let name = symbols[variable].name_span;
    let value = symbols[variable].initializer.as_ref();
    let is_plain = match value {
        None => true,
        Some(crate::syntax::tree::Initializer::Value(value)) => {
            is_fresh(value, symbols) || crate::facts::allocation::is_null(value)
        }
        Some(_) => false,
    };
    is_plain.then_some(())?;
    let tokens = &parsed.table.tokens;
    let word = |at: usize| tokens.get(at).map_or(";", |token| token.span.of(parsed.text()));
    let own = tokens.iter().position(|token| token.span.start == name.start)?;
    let mut end = own;
    let mut depth = 0;
    while !(depth <= 0 && matches!(word(end), "," | ";")) {
        depth += match word(end) {
            "(" | "[" | "{" => 1,
            ")" | "]" | "}" => -1,
            _ => 0,
        };
        end += 1;
    }
    let mut start = own;
    while start > 0 && matches!(word(start - 1), "*" | "(" | "const" | "restrict" | "__restrict") {
        start -= 1;
    }
    let place = |from: usize, to: usize| tokens[from].span.to(tokens[to].span);
    if start > 0 && word(start - 1) == "," {
        return Some(place(start - 1, end - 1));
    }
    if word(end) == "," {
        return Some(place(start, end));
    }
    let mut first = start;
    while first > 0 && !matches!(word(first - 1), ";" | "{" | "}" | ":" | ")") {
        first -= 1;
    }
    (first < start).then(|| place(first, end))
}

/// The text without what stands at a place.
fn left_out(parsed: Parsed, span: Span, instead: &Instead) -> Result<Inlined, String> {
    let place = parsed.place(span).ok_or("it comes out of a macro")?;
    let file = parsed.file().ok_or("its text isn't known")?;
    let bound = Bound::default();
    let mut writer = Writer::new(parsed, Span::new(0, 0), &bound);
    let place = match instead {
        Instead::Nothing => whole_line(file, place),
        _ => place,
    };
    match instead {
        Instead::Nothing => {}
        Instead::Empty => writer.new_text(";", span),
        Instead::Part(part) => writer.copied(*part)?,
    }
    let (block, pieces) = (writer.text, writer.pieces);
    Ok(Inlined { span, place, text: place.of(file).to_owned(), block, pieces, ..Inlined::default() })
}

/// The line of a place, if there is nothing else in it.
fn whole_line(file: &str, place: Span) -> Span {
    let (before, behind) = (&file[..place.start], &file[place.end..]);
    let before = before.trim_end_matches([' ', '\t']);
    let blank = behind.len() - behind.trim_start_matches([' ', '\t']).len();
    match before.is_empty() || before.ends_with('\n') {
        true if behind[blank..].starts_with('\n') => Span::new(before.len(), place.end + blank + 1),
        _ => place,
    }
}
