//! What goes with an array that chunks have instead: its declaration, its block or the rows of a table, tests for null, and what releases
//! these.

use diagnostics::Span;
use diagnostics::token::tokens_without_comments;
use polyhedral::Comparison;

use super::super::around::Around;
use super::super::copies::changes_nothing;
use super::super::left_out::{declaration, left_out, whole_line};
use super::super::pragmas::in_front;
use super::super::{Inlined, Parsed};
use crate::facts::allocation::{freed, is_fresh, is_null, null_where};
use crate::outline::headers::header;
use crate::syntax::tree::{
    BinaryOperator, Expression, ExpressionKind, Function, Initializer, Statement, StatementKind, SymbolId,
    SymbolKind, UnaryOperator,
};
use crate::syntax::types::TypeKind;

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
    let mut left =
        Left { parsed, around, array, all: Vec::new(), places: vec![plain_declaration(parsed, array)?] };
    caller.body.walk(&mut |statement| left.statement(statement, &is_loop));
    let Left { all, mut places, .. } = left;
    places.extend(loops);
    let mut is_known = true;
    caller.body.walk_with_types(symbols, &mut |part| {
        is_known &= part.variable() != Some(array) || places.iter().any(|place| place.contains(part.span));
    });
    is_known.then_some(())?;
    // functions that nothing calls any more may name a pointer of the file
    let stays = parsed.resolved.file_arrays.is_taken(array);
    let mut found = match stays {
        true => vec![],
        false => vec![without_line(parsed, places[0], &Instead::Nothing).ok()?],
    };
    for (place, instead) in all {
        found.push(without_line(parsed, place, &instead).ok()?);
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
            StatementKind::Expression(Some(_)) if self.is_about_memory(statement) => self.leave(statement),
            StatementKind::For(parts) => {
                let own = header(parts, symbols).map(|header| header.counter);
                let is_own = own.is_some_and(|own| statement.span.contains(symbols[own].name_span));
                let all = match &parts.body.kind {
                    StatementKind::Block(list) => list.as_slice(),
                    _ => std::slice::from_ref(&parts.body),
                };
                if is_own && !all.is_empty() && all.iter().all(|it| self.is_about_memory(it)) {
                    self.leave(statement);
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

    fn leave(&mut self, statement: &Statement) {
        let is_listed = self.around.is_listed(statement);
        self.all.push((statement.span, if is_listed { Instead::Nothing } else { Instead::Empty }));
        self.places.push(statement.span);
    }

    /// Whether a statement does nothing but to obtain or release the block of the array, or a row of it.
    fn is_about_memory(&self, statement: &Statement) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let StatementKind::Expression(Some(expression)) = &statement.kind else { return false };
        let is_own = |pointer: &Expression| {
            let (base, subscripts) = pointer.subscripted();
            let is_pointer = matches!(pointer.type_.kind, TypeKind::Pointer(_) | TypeKind::Array(..));
            base.variable() == Some(self.array)
                && is_pointer
                && subscripts.iter().all(|it| changes_nothing(it))
        };
        match &expression.kind {
            ExpressionKind::Assign(None, target, value) => is_own(target) && is_fresh(value, symbols),
            _ => freed(expression, symbols).is_some_and(is_own),
        }
    }

    /// Whether a condition is that the array is null, and no more.
    fn asks(&self, condition: &Expression) -> bool {
        let is_test = match &condition.kind {
            ExpressionKind::Unary(UnaryOperator::Not, operand) => operand.variable() == Some(self.array),
            ExpressionKind::Binary(operator, ..) => *operator == BinaryOperator::Compare(Comparison::Equal),
            _ => false,
        };
        let tested = null_where(condition).filter(|_| is_test);
        tested.is_some_and(|all| matches!(all[..], [one] if one.variable() == Some(self.array)))
    }
}

/// The place of what declares an array without values, or a pointer with a block for its value.
fn plain_declaration(parsed: Parsed, variable: SymbolId) -> Option<Span> {
    let symbols = &parsed.resolved.symbols;
    let is_plain = match &symbols[variable].initializer {
        None => true,
        Some(Initializer::Value(value)) => is_fresh(value, symbols) || is_null(value),
        Some(_) => false,
    };
    declaration(parsed, variable).filter(|_| is_plain)
}

/// The text without what stands at a place, and without its line if nothing else is in that.
fn without_line(parsed: Parsed, span: Span, instead: &Instead) -> Result<Inlined, String> {
    let place = parsed.place(span).ok_or("it comes out of a macro")?;
    let file = parsed.file().ok_or("its text isn't known")?;
    match instead {
        Instead::Nothing => left_out(parsed, (span, whole_line(file, place)), (&[], "")),
        Instead::Empty => left_out(parsed, (span, place), (&[], ";")),
        Instead::Part(part) => left_out(parsed, (span, place), (&[*part], "")),
    }
}
