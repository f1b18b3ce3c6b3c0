//! Loops that count in other forms than `for (y = 0; y < h; y++)`: `y = 0; while (y < h) { …; y++; }`, `for (; y < h; )`.
//!
//! What gives the counter its first value goes to the header, from in front of the loop, and so does the step that ends the body. Where
//! other statements are between, the value is one that they keep, and that nobody asks the counter for. Nothing may `continue`, which
//! would leave out the step.

use std::collections::BTreeMap;

use diagnostics::Span;
use diagnostics::token::Token;

use super::around::Around;
use super::block::Piece;
use super::named::follows_pragma;
use super::walks::{Nest, is_loop, outermost};
use super::{Inlined, Parsed};
use crate::chains::of_constant;
use crate::outline::headers::changed;
use crate::outline::nonaffine::stray_jump;
use crate::syntax::fold::constant;
use crate::syntax::split::span_of;
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, Function, Initializer, Statement, StatementKind,
    SymbolId,
};

/// What is left of a line whose statement goes to a header, so that all others keep their numbers.
pub const EMPTY_LINE: &str = "/* in the header of its loop */";

/// Around a counter with the number that its declaration gives it, which the header does.
pub const NUMBER: [&str; 2] = ["/* in the header of its loop: ", " */"];

/// The outermost loops of a function in which loops count in another form, with `for` loops in the place of these.
pub fn counting(parsed: Parsed, caller: &Function) -> Vec<Inlined> {
    let mut loops = Vec::new();
    outermost(&caller.body, [&[], &[]], &mut loops);
    loops.retain(|nest| nest.statement.holds(&|kind| form(kind).is_some()));
    if loops.is_empty() || caller.body.holds_assembly() {
        return vec![];
    }
    let around = Around::of(parsed, caller);
    let written = loops.into_iter().filter_map(|Nest { statement, before, .. }| {
        let (around, outermost) = (&around, statement);
        let mut search = Search { parsed, around, outermost, start: statement.span.start, edits: vec![] };
        search.within(statement, before);
        search.written()
    });
    written.map(|inlined| Inlined { caller: caller.name.clone(), ..inlined }).collect()
}

/// A loop that lacks parts of a header.
struct Form<'a> {
    condition: &'a Expression,
    body: &'a Statement,
    /// Whether there is no first value.
    is_begun: bool,
    /// What the header does after each iteration.
    step: Option<&'a Expression>,
}

fn form(kind: &StatementKind) -> Option<Form<'_>> {
    match kind {
        StatementKind::Other(Construct::While, conditions, bodies) => {
            Some(Form { condition: conditions.first()?, body: bodies.first()?, is_begun: true, step: None })
        }
        StatementKind::For(parts) if parts.fill.is_none() => {
            let (step, condition) = (parts.step.as_ref(), parts.condition.as_ref()?);
            let is_empty = |it: &Statement| matches!(it.kind, StatementKind::Expression(None));
            let is_begun = parts.initial.as_ref().is_none_or(is_empty);
            (is_begun || step.is_none()).then_some(Form { condition, body: &parts.body, is_begun, step })
        }
        _ => None,
    }
}

/// What goes to another place, or becomes something else.
struct Edit {
    span: Span,
    parts: Vec<Part>,
}

/// A part of what stands somewhere.
enum Part {
    New(String),
    Copied(Span),
    Comment(String),
}

/// What gives a counter its first value.
struct First<'a> {
    /// In the header.
    parts: Vec<Part>,
    /// What goes for that, with what is left there, and the statement that it is in.
    gone: Option<(Edit, &'a Statement)>,
}

struct Search<'s, 'a> {
    parsed: Parsed<'a>,
    around: &'s Around<'a>,
    outermost: &'s Statement,
    /// Where the first statement is that it changes.
    start: usize,
    edits: Vec<Edit>,
}

impl Search<'_, '_> {
    /// Looks at a statement with what is in front of it in its block.
    fn within(&mut self, statement: &Statement, before: &[Statement]) {
        if let StatementKind::Block(list) = &statement.kind {
            list.iter().enumerate().for_each(|(at, inner)| self.within(inner, &list[..at]));
            return;
        }
        let edits = form(&statement.kind).and_then(|form| self.as_for(statement, &form, before));
        self.edits.extend(edits.into_iter().flatten());
        statement.children().for_each(|inner| self.within(inner, &[]));
    }

    /// A loop as one that counts in its header, if one of the variables that its condition asks for does.
    fn as_for(&mut self, statement: &Statement, form: &Form, before: &[Statement]) -> Option<Vec<Edit>> {
        let mut asked = Vec::new();
        form.condition.walk(&mut |part| asked.extend(part.variable()));
        let found = asked.into_iter().find_map(|counter| {
            self.is_counter(counter).then_some(())?;
            let step = match form.step {
                Some(step) => (changed(step) == Some(counter)).then_some(None)?,
                None => Some(self.last_step(form.body, counter)?),
            };
            let first = match form.is_begun {
                true => Some(self.first(counter, statement, before)?),
                false => None,
            };
            Some((step, first))
        });
        let (step, first) = found?;
        let header = Span::new(statement.span.start, self.parsed.table.end_before(form.body.span.start));
        let [initial, condition, own_step] = self.header(header)?;
        let mut parts = vec![Part::New("for (".to_owned())];
        let (begin, gone) = match first {
            Some(First { parts, gone }) => (parts, gone),
            None => (vec![Part::Copied(initial)], None),
        };
        parts.extend(begin);
        let semicolon = || Part::New("; ".to_owned());
        parts.extend([semicolon(), Part::Copied(condition), semicolon()]);
        parts.push(Part::Copied(step.map_or(own_step, |step| self.without_semicolon(step))));
        parts.push(Part::New(")".to_owned()));
        let start = gone.as_ref().map_or(self.start, |(_, setting)| setting.span.start);
        let step = step.map(|span| Edit { span, parts: vec![] });
        let gone = gone.into_iter().map(|(edit, _)| edit);
        let edits: Vec<Edit> = gone.chain(step).chain([Edit { span: header, parts }]).collect();
        edits.iter().all(|edit| self.has_places(edit)).then_some(())?;
        self.start = self.start.min(start);
        Some(edits)
    }

    /// The three parts of the header of a `for` loop, or of a `while` loop, which has the second.
    fn header(&self, header: Span) -> Option<[Span; 3]> {
        let text = self.parsed.text();
        let [keyword, _, inside @ .., _] = self.parsed.table.within(header) else { return None };
        let mut depth = 0i32;
        let parts: Vec<_> = inside
            .split(|token| {
                depth += match token.span.of(text) {
                    "(" | "[" | "{" => 1,
                    ")" | "]" | "}" => -1,
                    _ => 0,
                };
                depth == 0 && token.span.of(text) == ";"
            })
            .collect();
        let place = |tokens: &[Token]| span_of(tokens).unwrap_or(Span::new(header.end, header.end));
        match (keyword.span.of(text), parts.as_slice()) {
            ("while", [condition]) => Some([&[][..], condition, &[]].map(place)),
            ("for", [initial, condition, step]) => Some([*initial, *condition, *step].map(place)),
            _ => None,
        }
    }

    fn is_counter(&self, symbol: SymbolId) -> bool {
        let type_ = &self.parsed.resolved.symbols[symbol].type_;
        type_.integer().is_some() && self.around.is_plain(symbol)
    }

    /// Whether something in a statement is computed with a variable, also the size of an array.
    fn names(&self, statement: &Statement, symbol: SymbolId) -> bool {
        let mut found = false;
        statement.walk_with_types(&self.parsed.resolved.symbols, &mut |part| {
            found |= part.variable() == Some(symbol);
        });
        found
    }

    /// The last statement of a body that names the counter, if it adds something to it, and might as well be the very last.
    fn last_step(&self, body: &Statement, counter: SymbolId) -> Option<Span> {
        let symbols = &self.parsed.resolved.symbols;
        let StatementKind::Block(list) = &body.kind else { return None };
        let last = list.iter().rposition(|it| self.names(it, counter))?;
        let StatementKind::Expression(Some(step)) = &list[last].kind else { return None };
        let by = match &step.kind {
            ExpressionKind::Increment { .. } => None,
            ExpressionKind::Assign(Some(BinaryOperator::Add | BinaryOperator::Subtract), _, by) => Some(by),
            ExpressionKind::Assign(None, _, value) => Some(value),
            _ => return None,
        };
        let behind = &list[last + 1..];
        // what it adds may change behind it
        let is_number = by.is_none_or(|by| match &by.kind {
            ExpressionKind::Binary(_, left, right) => [left, right]
                .iter()
                .all(|it| it.variable() == Some(counter) || constant(it, symbols).is_some()),
            _ => constant(by, symbols).is_some(),
        });
        let mut is_known_outside = true;
        step.walk(&mut |part| {
            let own = part.variable().is_some_and(|it| body.span.contains(symbols[it].name_span));
            is_known_outside &= !own;
        });
        let is_label = |kind: &StatementKind| matches!(kind, StatementKind::Labeled(..));
        // where it may be asked for with the step
        let leads_away =
            |construct: &Construct, _| matches!(construct, Construct::Goto(_) | Construct::Break);
        let is_passed = |it: &Statement| !it.holds(&is_label) && stray_jump(it, &leads_away).is_none();
        let is_skipped = |construct: &Construct, _| *construct == Construct::Continue;
        let is_last = changed(step) == Some(counter)
            && (behind.is_empty() || is_number && behind.iter().all(is_passed))
            && is_known_outside
            && stray_jump(body, &is_skipped).is_none();
        is_last.then_some(list[last].span)
    }

    /// What gives the counter of a loop its first value, in front of it.
    fn first<'b>(
        &self,
        counter: SymbolId,
        statement: &Statement,
        before: &'b [Statement],
    ) -> Option<First<'b>> {
        let symbols = &self.parsed.resolved.symbols;
        let is_of_counter = |it: &Statement| self.names(it, counter) || it.declares(counter);
        let at = before.iter().rposition(is_of_counter)?;
        let (setting, between) = (&before[at], &before[at + 1..]);
        let is_entered = |kind: &StatementKind| {
            matches!(kind, StatementKind::Labeled(..) | StatementKind::Other(Construct::Case, ..))
        };
        if between.iter().any(|it| it.holds(&is_entered)) || follows_pragma(self.parsed, statement.span) {
            return None;
        }
        let name = || Part::New(format!("{} = ", symbols[counter].name));
        let (value, parts, gone) = match &setting.kind {
            StatementKind::Declaration(list) if !self.names(setting, counter) => {
                let declared = list.iter().find(|declared| declared.symbol == counter)?;
                let Some(Initializer::Value(value)) = &symbols[counter].initializer else { return None };
                let given = Span::new(symbols[counter].name_span.end, declared.span.end);
                let [_, first, ..] = self.parsed.table.within(given) else { return None };
                let written = Span::new(first.span.start, given.end);
                (value, vec![name(), Part::Copied(written)], Some(given))
            }
            StatementKind::Expression(Some(set)) => match &set.kind {
                ExpressionKind::Assign(None, target, value)
                    if target.variable() == Some(counter) && !value.mentions(counter) =>
                {
                    let written = self.without_semicolon(setting.span);
                    (&**value, vec![Part::Copied(written)], Some(setting.span))
                }
                _ => {
                    let value = self.number_among(set, counter)?;
                    (value, vec![name(), Part::Copied(value.span)], None)
                }
            },
            _ => return None,
        };
        // other loops in front are outermost ones themselves
        let is_outermost = statement.span == self.outermost.span;
        let is_near = !is_outermost || !between.iter().any(|it| it.holds(&is_loop));
        // where the counter may be asked for
        let leads_away = |construct: &Construct, _: Span| {
            matches!(construct, Construct::Goto(_) | Construct::Break | Construct::Continue)
        };
        let is_passed = between.iter().all(|it| stray_jump(it, &leads_away).is_none());
        let is_number = constant(value, symbols).is_some();
        let left = |given: Span| match (&setting.kind, is_number) {
            (StatementKind::Declaration(_), true) => {
                let written = self.parsed.place(given)?.of(self.parsed.file()?);
                let words = format!("{} {written}", symbols[counter].name);
                (!words.contains("/*")).then(|| vec![Part::Comment(words)])
            }
            _ => Some(vec![]),
        };
        let gone = gone.filter(|_| is_near && is_passed);
        let gone = gone.and_then(|span| Some((Edit { span, parts: left(span)? }, setting)));
        let is_kept = between.is_empty() || is_number || self.around.keeps(value, between);
        (is_kept && (gone.is_some() || is_number)).then_some(First { parts, gone })
    }

    /// The number that a variable is given last in `a = 0, b = 0` or `a = b = 0`.
    fn number_among<'e>(&self, set: &'e Expression, counter: SymbolId) -> Option<&'e Expression> {
        let symbols = &self.parsed.resolved.symbols;
        let last = set.sequence().into_iter().rfind(|part| part.mentions(counter))?;
        match (of_constant(last, symbols), &last.kind) {
            (Some((targets, value)), _) => {
                targets.iter().any(|it| it.variable() == Some(counter)).then_some(value)
            }
            (None, ExpressionKind::Assign(None, target, value)) => {
                let is_number = target.variable() == Some(counter) && constant(value, symbols).is_some();
                is_number.then_some(&**value)
            }
            _ => None,
        }
    }

    fn without_semicolon(&self, statement: Span) -> Span {
        let own = self.parsed.table.within(statement).split_last();
        own.and_then(|(_, own)| span_of(own)).unwrap_or(statement)
    }

    /// Whether the file has all that moves.
    fn has_places(&self, edit: &Edit) -> bool {
        let is_there = |span: Span| span.is_empty() || self.parsed.place(span).is_some();
        let mut copied = edit.parts.iter();
        is_there(edit.span)
            && copied.all(|part| match part {
                Part::New(_) | Part::Comment(_) => true,
                Part::Copied(span) => is_there(*span),
            })
    }

    /// The outermost loop, with what is in front of it and goes.
    fn written(mut self) -> Option<Inlined> {
        self.edits.sort_by_key(|edit| edit.span.start);
        let parsed = self.parsed;
        (!self.edits.is_empty()).then_some(())?;
        let span = parsed.table.trimmed(Span::new(self.start, self.outermost.span.end));
        let (place, text) = self.around.place(span).ok()?;
        if parsed.text()[span.start..span.end].contains("pragma") {
            return None;
        }
        let file = parsed.file()?;
        let (mut block, mut pieces) = (String::new(), Vec::new());
        let (mut position, mut written) = (span.start, place.start);
        for edit in &self.edits {
            let there = parsed.place(edit.span)?;
            block.push_str(file.get(written..there.start)?);
            match file[there.end..].starts_with(['\n', '\r']) {
                _ if !edit.parts.is_empty() => {}
                true => block.push_str(EMPTY_LINE),
                false => block.truncate(block.trim_end_matches([' ', '\t']).len()),
            }
            pieces.push(Piece::Copied(Span::new(position, edit.span.start), BTreeMap::new()));
            for part in &edit.parts {
                match part {
                    Part::New(words) => {
                        block.push_str(words);
                        pieces.push(Piece::New(words.clone(), edit.span));
                    }
                    Part::Comment(words) => block.push_str(&[NUMBER[0], words, NUMBER[1]].concat()),
                    Part::Copied(span) if span.is_empty() => {}
                    Part::Copied(span) => {
                        block.push_str(parsed.place(*span)?.of(file));
                        pieces.push(Piece::Copied(*span, BTreeMap::new()));
                    }
                }
            }
            (position, written) = (edit.span.end, there.end);
        }
        block.push_str(file.get(written..place.end)?);
        pieces.push(Piece::Copied(Span::new(position, span.end), BTreeMap::new()));
        Some(Inlined { span, place, text: text.to_owned(), block, pieces, ..Inlined::default() })
    }
}
