//! Calls within expressions, with names for their values: `next[i] = count(g, i) == 3;` as `int count_value = count(g, i);` and a
//! statement that uses that.
//!
//! Such a declaration asks for the value of one call alone, so a block can take its place. Functions are taken that change nothing, in
//! statements that change nothing before they have all values: it doesn't matter then in which order these are computed. It does
//! matter whether they are. What `&&`, `||` and `?:` guard stays guarded, in an `if`; a value that is there already, for the same call,
//! needs none.

use std::collections::BTreeSet;

use diagnostics::Span;
use diagnostics::token::tokens_without_comments;

use super::around::{Around, file_arrays, temporaries};
use super::asked::Asked;
use super::block::{Bound, Writer, indent_at};
use super::callee::{Callees, Form, condition};
use super::{Inlined, Parsed};
use crate::facts::purity::Purity;
use crate::rows::is_same;
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, Function, Initializer, Statement, StatementKind,
    SymbolId, SymbolKind, Symbols, UnaryOperator,
};

/// What is in front of a line's first word, within another.
const INDENT: &str = "    ";

/// A statement that becomes several.
pub struct Named {
    /// What goes where.
    pub inlined: Inlined,
    /// The functions whose values get names, with the arrays that each call uses.
    pub calls: Vec<(SymbolId, BTreeSet<SymbolId>)>,
}

/// Which calls get names for their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Of functions that use arrays of the program, or what others have beside such.
    WithArrays,
    /// All that read memory, in loops.
    Reading,
}

/// The statements in loops of a function that hold such calls, but for those with something in them that is inlined already.
pub fn named<'a>(
    parsed: Parsed<'a>,
    around: &Around<'a>,
    caller: &'a Function,
    callees: &mut Callees<'a>,
    found: &[Inlined],
    which: Which,
) -> Vec<Named> {
    // names that others have got
    let taken = if which == Which::Reading { found } else { &[] };
    let words =
        taken.iter().flat_map(|it| tokens_without_comments(&it.block).map(|word| word.span.of(&it.block)));
    let given = words.map(str::to_owned).collect();
    let mut finder = Finder { parsed, around, caller, callees, found, which, given, all: vec![] };
    finder.within(&caller.body, Place { is_listed: false, is_in_loop: false });
    finder.all
}

/// Where a statement stands.
#[derive(Clone, Copy)]
struct Place {
    /// Whether declarations may be in front of it.
    is_listed: bool,
    is_in_loop: bool,
}

struct Finder<'f, 'a> {
    parsed: Parsed<'a>,
    around: &'f Around<'a>,
    caller: &'a Function,
    callees: &'f mut Callees<'a>,
    found: &'f [Inlined],
    which: Which,
    /// The names that values have got.
    given: BTreeSet<String>,
    all: Vec<Named>,
}

impl<'a> Finder<'_, 'a> {
    /// Looks at the statements in one, then at itself: what is around another waits for that.
    fn within(&mut self, statement: &'a Statement, place: Place) {
        let alone = Place { is_listed: false, ..place };
        match &statement.kind {
            StatementKind::Block(list) => {
                list.iter().for_each(|inner| self.within(inner, Place { is_listed: true, ..place }));
            }
            StatementKind::If(_, then, otherwise) => {
                self.within(then, alone);
                otherwise.iter().for_each(|otherwise| self.within(otherwise, alone));
            }
            StatementKind::For(parts) => self.within(&parts.body, Place { is_in_loop: true, ..alone }),
            StatementKind::Labeled(_, inner) => self.within(inner, alone),
            StatementKind::Other(construct, _, list) => {
                let is_loop = matches!(construct, Construct::While | Construct::Do);
                let inside = Place { is_in_loop: place.is_in_loop || is_loop, ..alone };
                list.iter().for_each(|inner| self.within(inner, inside));
            }
            StatementKind::Declaration(_) | StatementKind::Expression(_) => {}
        }
        // in front of loops a cell of a temporary may be set
        if place.is_in_loop || sets_own_cell(statement, &self.parsed.resolved.symbols) {
            let parts = listed(statement);
            let named = match parts.is_empty() {
                true => self.named(statement, place).and_then(Result::ok),
                false => self.in_a_row(statement, place, parts).ok(),
            };
            self.all.extend(named);
        }
    }

    /// The statement `x = i + k, y = j + l;` as one for each part.
    fn in_a_row(&self, statement: &Statement, at: Place, parts: &[Expression]) -> Result<Named, String> {
        let (parsed, span) = (self.parsed, statement.span);
        let (place, text) = self.around.place(span)?;
        let bound = Bound::default();
        let mut writer = Writer::new(parsed, Span::new(0, 0), &bound);
        let (open, close) = if at.is_listed { ("", "") } else { ("{ ", " }") };
        writer.new_text(open, span);
        for (position, part) in parts.iter().enumerate() {
            writer.new_text(if position == 0 { "" } else { " " }, span);
            writer.copied(part.span)?;
            writer.new_text(";", span);
        }
        writer.new_text(close, span);
        let (block, pieces) = (writer.text, writer.pieces);
        let inlined = Inlined { span, place, text: text.to_owned(), block, pieces, ..Inlined::default() };
        match self.is_apart(span) {
            true => Ok(Named { inlined, calls: vec![] }),
            false => Err("something in it is inlined".into()),
        }
    }

    /// Whether nothing in a place becomes something else already, and no pragma in front of it is about one statement.
    fn is_apart(&self, place: Span) -> bool {
        if follows_pragma(self.parsed, place) {
            return false;
        }
        let named = self.all.iter().map(|named| &named.inlined);
        let mut all = self.found.iter().chain(named);
        all.all(|other| other.span.end <= place.start || place.end <= other.span.start)
    }

    /// The statement with names for the values of its calls; `None` if there are none.
    fn named(&mut self, statement: &'a Statement, at: Place) -> Option<Result<Named, String>> {
        let values = self.values(statement, at)?;
        let mut calls = Vec::new();
        values.iter().for_each(|value| value.walk(&mut |part| calls.push(part)));
        // what of these a statement writes is as hard to tell with a call in it
        let beside = temporaries(self.parsed, statement.expressions(&self.parsed.resolved.symbols));
        calls.retain(|part| self.is_wanted(part, &beside));
        // what asks for one value alone becomes a block as it is
        let asked = Asked::of(statement, self.parsed);
        if calls.is_empty() || asked.is_some_and(|asked| asked.is_asked() && calls.len() == 1) {
            return None;
        }
        let is_declaration = matches!(statement.kind, StatementKind::Declaration(_));
        let span = match (&statement.kind, at.is_listed) {
            (StatementKind::If(..), true) => statement.span.start..condition(self.parsed, statement)?.end,
            _ => statement.span.start..statement.span.end,
        };
        let span = Span::new(span.start, span.end);
        let is_free = self.is_apart(span) && (at.is_listed || !is_declaration);
        is_free.then(|| self.written(span, at, &values, (&calls, &beside)))
    }

    fn written(
        &mut self,
        span: Span,
        at: Place,
        values: &[&'a Expression],
        (calls, beside): (&[&'a Expression], &BTreeSet<SymbolId>),
    ) -> Result<Named, String> {
        let parsed = self.parsed;
        let (place, text) = self.around.place(span)?;
        let bound = Bound::default();
        let writer = Writer::new(parsed, Span::new(0, 0), &bound);
        let mut names = Names { parsed, writer, calls, given: &mut self.given, stand: vec![], known: vec![] };
        let around = indent_at(parsed.map, span);
        let indent = format!("\n{around}{}", if at.is_listed { "" } else { INDENT });
        if !at.is_listed {
            names.writer.new_text(&format!("{{{indent}"), span);
        }
        for value in values {
            names.prepare(value, &indent)?;
        }
        let before = names.writer.text.len();
        names.write(span)?;
        if !at.is_listed {
            let moved = names.writer.text.split_off(before);
            if moved.contains("\\\n") || moved.contains("\\\r\n") {
                return Err("it has continued lines".into());
            }
            names.writer.text.push_str(&moved.replace('\n', &format!("\n{INDENT}")));
            names.writer.new_text(&format!("\n{around}}}"), span);
        }
        let (block, pieces) = (names.writer.text, names.writer.pieces);
        let inlined = Inlined { span, place, text: text.to_owned(), block, pieces, ..Inlined::default() };
        let arrays = |call: &&Expression| {
            let ExpressionKind::Call(callee, arguments) = &call.kind else { return None };
            let symbol = callee.variable()?;
            let all = temporaries(parsed, arguments).into_iter().chain(file_arrays(parsed, symbol));
            Some((symbol, all.chain(beside.iter().copied()).collect()))
        };
        Ok(Named { inlined, calls: calls.iter().filter_map(arrays).collect() })
    }

    /// What a statement computes first of all, if it changes nothing before it has all of these values.
    fn values(&mut self, statement: &'a Statement, at: Place) -> Option<Vec<&'a Expression>> {
        let mut is_read = false;
        let (values, beside): (Vec<&Expression>, Option<&Expression>) = match &statement.kind {
            StatementKind::Expression(Some(expression)) => match &expression.kind {
                ExpressionKind::Assign(operator, target, value) => {
                    is_read = operator.is_some();
                    (vec![value], Some(target))
                }
                ExpressionKind::Call(_, arguments) => (arguments.iter().collect(), None),
                _ => return None,
            },
            StatementKind::Declaration(list) => {
                let [declared] = list.as_slice() else { return None };
                let known = &self.parsed.resolved.symbols[declared.symbol];
                let Some(Initializer::Value(value)) = &known.initializer else { return None };
                let is_own = known.kind == SymbolKind::Local { is_static: false };
                (is_own && known.type_.is_arithmetic()).then_some(())?;
                (vec![value], None)
            }
            StatementKind::Other(Construct::Return, values, _) => (values.iter().collect(), None),
            StatementKind::If(condition, ..) => (vec![condition], None),
            _ => return None,
        };
        let mut all = values.iter().copied().chain(beside);
        let is_harmless = all.all(|value| self.callees.changes_nothing(value));
        let may_change = at.is_in_loop && !is_read;
        (is_harmless || may_change && self.is_one_change(&values, beside)).then_some(values)
    }

    /// Whether one call in a value may change something, as `run(&filter, x[i])` of a function without loops does, and nothing beside it,
    /// in the target neither, reads what that could be: C leaves open which of them is computed first. Nor does anything guard it.
    fn is_one_change(&mut self, values: &[&'a Expression], target: Option<&Expression>) -> bool {
        let ([value], symbols) = (values, &self.parsed.resolved.symbols) else { return false };
        let mut calls = Vec::new();
        value.walk(&mut |part| {
            if let ExpressionKind::Call(callee, arguments) = &part.kind {
                calls.push((part.span, callee.variable(), arguments));
            }
        });
        calls.retain(|(_, callee, _)| {
            callee.is_none_or(|it| self.callees.purities.of(it) != Purity::Constant)
        });
        let [(call, Some(callee), arguments)] = calls.as_slice() else { return false };
        if !self.callees.get(*callee).is_some_and(|it| it.is_ok_and(|callee| callee.stages == 0)) {
            return false;
        }
        let cells = target.map(Expression::subscripted);
        let is_own = |part: &Expression| match &part.kind {
            ExpressionKind::Variable(symbol) => {
                symbols[*symbol].kind == SymbolKind::Function || self.around.is_private(*symbol)
            }
            ExpressionKind::Integer(_)
            | ExpressionKind::Floating
            | ExpressionKind::Binary(..)
            | ExpressionKind::Conditional(..)
            | ExpressionKind::Cast(_)
            | ExpressionKind::Call(..) => true,
            ExpressionKind::Unary(operator, _) => {
                !matches!(operator, UnaryOperator::Address | UnaryOperator::Dereference)
            }
            _ => false,
        };
        let is_apart = |part: &Expression| {
            let mut all = true;
            part.walk(&mut |inner| all &= call.contains(inner.span) || is_own(inner));
            all
        };
        let is_cell = match cells {
            None => true,
            Some((array, subscripts)) => {
                array.variable().is_some() && is_own(array) && subscripts.iter().all(|it| is_apart(it))
            }
        };
        is_cell
            && is_apart(value)
            && !is_guarded(value, *call)
            && arguments.iter().all(|argument| self.callees.is_pure(argument))
    }

    /// Whether an expression, in a statement with such arrays, is a call whose value gets a name.
    fn is_wanted(&mut self, part: &Expression, beside: &BTreeSet<SymbolId>) -> bool {
        let ExpressionKind::Call(callee, arguments) = &part.kind else { return false };
        let Some(symbol) = callee.variable().filter(|symbol| *symbol != self.caller.symbol) else {
            return false;
        };
        let Some(Ok(callee)) = self.callees.get(symbol) else { return false };
        let is_stage = matches!(callee.form, Form::Statements { .. }) && callee.returns_values();
        let uses_arrays = self.which == Which::Reading
            || !beside.is_empty()
            || !temporaries(self.parsed, arguments).is_empty()
            || !file_arrays(self.parsed, symbol).is_empty();
        is_stage
            && uses_arrays
            && self.callees.purities.of(symbol) != Purity::Constant
            && (self.which == Which::Reading || !self.callees.reads_place(symbol))
            && !self.callees.keeps_arrays(symbol)
            && arguments.iter().all(|argument| self.callees.is_pure(argument))
            && type_of(part).is_some()
    }
}

/// Whether what stands at `place` in a value is computed only where something else in that says so.
fn is_guarded(value: &Expression, place: Span) -> bool {
    let mut found = false;
    value.walk(&mut |part| {
        found |= match &part.kind {
            ExpressionKind::Binary(BinaryOperator::And | BinaryOperator::Or, _, right) => {
                right.span.contains(place)
            }
            ExpressionKind::Conditional(_, then, otherwise) => {
                then.span.contains(place) || otherwise.span.contains(place)
            }
            _ => false,
        }
    });
    found
}

/// Whether a statement gives a cell of a local array, or of what a local pointer leads to, a value.
fn sets_own_cell(statement: &Statement, symbols: &Symbols) -> bool {
    let StatementKind::Expression(Some(expression)) = &statement.kind else { return false };
    let ExpressionKind::Assign(_, target, _) = &expression.kind else { return false };
    let is_local = |array: SymbolId| matches!(symbols[array].kind, SymbolKind::Local { .. });
    matches!(target.kind, ExpressionKind::Index(..))
        && target.subscripted().0.variable().is_some_and(is_local)
}

/// The parts of a statement that are only in a row: `x = i + k, y = j + l;`.
fn listed(statement: &Statement) -> &[Expression] {
    let StatementKind::Expression(Some(expression)) = &statement.kind else { return &[] };
    let ExpressionKind::Comma(list) = &expression.kind else { return &[] };
    let are_changes = list.iter().all(|part| {
        matches!(
            part.kind,
            ExpressionKind::Assign(..) | ExpressionKind::Increment { .. } | ExpressionKind::Call(..)
        )
    });
    if are_changes { list } else { &[] }
}

/// How the type of a variable is written that holds a value.
fn type_of(value: &Expression) -> Option<&str> {
    let type_ = &value.type_;
    let is_plain = type_.is_arithmetic() && type_.is_ordinary() && !type_.qualifiers.constant;
    Some(type_.spelling()).filter(|name| is_plain && !name.is_empty())
}

/// The statements in front of one, and what they name.
struct Names<'n, 'a> {
    parsed: Parsed<'a>,
    writer: Writer<'n>,
    /// The calls that get names.
    calls: &'n [&'a Expression],
    given: &'n mut BTreeSet<String>,
    /// The names that stand for what is at these places.
    stand: Vec<(Span, String)>,
    /// The words of calls whose values are there by now, with their names.
    known: Vec<(Vec<&'a str>, String)>,
}

impl<'a> Names<'_, 'a> {
    /// Writes what computes the values of calls in `value`, with lines that begin with `indent` behind each.
    fn prepare(&mut self, value: &Expression, indent: &str) -> Result<(), String> {
        let inner = format!("{indent}{INDENT}");
        match &value.kind {
            _ if !self.has_call(value) => {}
            ExpressionKind::Call(callee, _) if self.is_call(value) => {
                let words = self.words(value);
                // nothing changes in between
                if let Some((_, name)) = self.known.iter().find(|(known, _)| *known == words) {
                    let name = name.clone();
                    self.stands_for(value, name);
                    return Ok(());
                }
                let callee = callee.variable().map_or("", |it| &self.parsed.resolved.symbols[it].name);
                let name = self.fresh(&format!("{callee}_value"));
                let type_ = type_of(value).ok_or("its type has no name")?;
                self.new_text(&format!("{type_} {name} = "), value);
                self.writer.copied(value.span)?;
                self.new_text(&format!(";{indent}"), value);
                self.known.push((words, name.clone()));
                self.stands_for(value, name);
            }
            ExpressionKind::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), left, right)
                if self.has_call(right) =>
            {
                self.prepare(left, indent)?;
                if self.are_known(right) {
                    return self.prepare(right, indent);
                }
                let name = self.fresh("holds");
                self.new_text(&format!("int {name} = "), left);
                self.write_truth(left)?;
                let negation = if *operator == BinaryOperator::And { "" } else { "!" };
                self.new_text(&format!(";{indent}if ({negation}{name}) {{{inner}"), right);
                self.guarded(right, &inner)?;
                self.new_text(&format!("{name} = "), right);
                self.write_truth(right)?;
                self.new_text(&format!(";{indent}}}{indent}"), right);
                self.stands_for(value, name);
            }
            ExpressionKind::Conditional(condition, then, otherwise)
                if self.has_call(then) || self.has_call(otherwise) =>
            {
                let is_promoted = is_same(&then.type_, &then.type_.promoted());
                let are_alike = is_same(&then.type_, &otherwise.type_) && is_promoted;
                let type_ = type_of(then).filter(|_| are_alike).ok_or("its values have several types")?;
                self.prepare(condition, indent)?;
                if self.are_known(then) && self.are_known(otherwise) {
                    self.prepare(then, indent)?;
                    return self.prepare(otherwise, indent);
                }
                let name = self.fresh("chosen");
                self.new_text(&format!("{type_} {name};{indent}if ("), condition);
                self.write(condition.span)?;
                for (part, before) in [(then, ") {"), (otherwise, "} else {")] {
                    self.new_text(&format!("{before}{inner}"), part);
                    self.guarded(part, &inner)?;
                    self.new_text(&format!("{name} = "), part);
                    self.write(part.span)?;
                    self.new_text(&format!(";{indent}"), part);
                }
                self.new_text(&format!("}}{indent}"), value);
                self.stands_for(value, name);
            }
            _ => value.parts().try_for_each(|part| self.prepare(part, indent))?,
        }
        Ok(())
    }

    /// The same for what is computed under a condition: behind that nobody knows the values.
    fn guarded(&mut self, value: &Expression, indent: &str) -> Result<(), String> {
        let known = self.known.len();
        self.prepare(value, indent)?;
        self.known.truncate(known);
        Ok(())
    }

    /// Whether the values of all calls in a value are there by now.
    fn are_known(&self, value: &Expression) -> bool {
        let mut all = true;
        value.walk(&mut |part| {
            let is_known = || {
                let words = self.words(part);
                self.known.iter().any(|(known, _)| *known == words)
            };
            all &= !self.is_call(part) || is_known();
        });
        all
    }

    fn words(&self, value: &Expression) -> Vec<&'a str> {
        let Parsed { table, map, .. } = self.parsed;
        table.within(value.span).iter().map(|token| token.span.of(map.text())).collect()
    }

    fn is_call(&self, value: &Expression) -> bool {
        self.calls.iter().any(|call| std::ptr::eq(*call, value))
    }

    fn has_call(&self, value: &Expression) -> bool {
        let mut found = false;
        value.walk(&mut |part| found |= self.is_call(part));
        found
    }

    fn fresh(&mut self, name: &str) -> String {
        self.parsed.fresh_name(name, self.given)
    }

    fn new_text(&mut self, text: &str, at: &Expression) {
        self.writer.new_text(text, at.span);
    }

    fn stands_for(&mut self, value: &Expression, name: String) {
        self.stand.retain(|(place, _)| !value.span.contains(*place));
        self.stand.push((value.span, name));
    }

    /// What is at a place, with the names.
    fn write(&mut self, span: Span) -> Result<(), String> {
        self.writer.replaced(span, &self.stand)
    }

    /// Whether a value isn't 0, as 1 or 0.
    fn write_truth(&mut self, value: &Expression) -> Result<(), String> {
        let is_truth = match &value.kind {
            ExpressionKind::Binary(operator, ..) => {
                matches!(operator, BinaryOperator::Compare(_) | BinaryOperator::And | BinaryOperator::Or)
            }
            ExpressionKind::Unary(UnaryOperator::Not, _) => true,
            _ => false,
        };
        let is_one = !matches!(
            value.kind,
            ExpressionKind::Binary(..) | ExpressionKind::Conditional(..) | ExpressionKind::Comma(_)
        );
        let (open, close) = match (is_truth, is_one) {
            (true, _) => ("", ""),
            (false, true) => ("", " != 0"),
            (false, false) => ("(", ") != 0"),
        };
        self.new_text(open, value);
        self.write(value.span)?;
        self.new_text(close, value);
        Ok(())
    }
}

/// Whether a pragma stands in front of a statement.
pub(crate) fn follows_pragma(parsed: Parsed, statement: Span) -> bool {
    let in_front = Span::new(parsed.table.end_before(statement.start), statement.start);
    in_front.of(parsed.text()).contains("pragma")
}
