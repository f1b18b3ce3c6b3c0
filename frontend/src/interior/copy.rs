//! The text of a loop's body in which all that is decided is left out.
//!
//! It is the user's own, token by token, with the lines as they are; uses of macros stand as they are written where nothing in them is
//! decided.

use std::cell::Cell;
use std::collections::BTreeMap;

use diagnostics::Span;
use diagnostics::token::Token;

use super::decide::{Known, has_no_effect, is_comparison};
use super::frame::blank_before;
use super::linear::Linear;
use crate::inline::Parsed;
use crate::inline::expansion::expansions;
use crate::syntax::tree::{
    BinaryOperator, Expression, ExpressionKind, Initializer, Statement, StatementKind, SymbolId,
    UnaryOperator,
};
use crate::syntax::types::{Type, TypeKind};

/// Writes the copy.
pub struct Copy<'a> {
    parsed: Parsed<'a>,
    known: &'a BTreeMap<Span, Known>,
    /// What other tokens stand for those of a place.
    edits: BTreeMap<Span, String>,
    /// Lines that move to the left, and by how many characters.
    moved: Vec<(Span, usize)>,
    /// Whether something has a type that isn't known.
    is_lost: &'a Cell<bool>,
}

/// What a condition becomes.
enum Condition {
    Known(bool),
    Text(String),
}

impl<'a> Copy<'a> {
    /// The copy of a body, with its lines behind `indent`; without the braces around it.
    pub fn of(
        parsed: Parsed<'a>,
        known: &'a BTreeMap<Span, Known>,
        body: &Statement,
        indent: &str,
    ) -> Option<String> {
        let is_lost = Cell::new(false);
        let mut copy = Copy { parsed, known, edits: BTreeMap::new(), moved: vec![], is_lost: &is_lost };
        copy.statement(body, true);
        let tokens = match &body.kind {
            StatementKind::Block(list) => {
                let (first, last) = (list.first()?, list.last()?);
                copy.without_unused(list);
                Span::new(first.span.start, last.span.end)
            }
            _ => body.span,
        };
        // where nothing is done away from borders, the loop is for them alone
        let is_empty = |text: &String| text.chars().all(|letter| letter == ';' || letter.is_whitespace());
        copy.written(tokens, indent).filter(|text| !is_lost.get() && !is_empty(text))
    }

    /// A value with all that is known of it.
    pub fn of_value(
        parsed: Parsed<'a>,
        known: &'a BTreeMap<Span, Known>,
        value: &Expression,
    ) -> Option<String> {
        let is_lost = Cell::new(false);
        let copy = Copy { parsed, known, edits: BTreeMap::new(), moved: vec![], is_lost: &is_lost };
        Some(copy.text(value)).filter(|_| !is_lost.get())
    }

    fn edit(&mut self, span: Span, text: String) {
        self.edits.insert(span, text);
    }

    /// Notes what changes in a statement, which stands in a list or alone.
    fn statement(&mut self, statement: &Statement, is_listed: bool) {
        let symbols = &self.parsed.resolved.symbols;
        match &statement.kind {
            StatementKind::Block(list) => list.iter().for_each(|inner| self.statement(inner, true)),
            StatementKind::Declaration(list) => {
                for declared in list {
                    let values =
                        symbols[declared.symbol].initializer.iter().flat_map(Initializer::expressions);
                    values.for_each(|value| self.expression(value));
                }
            }
            StatementKind::Expression(Some(expression)) if self.is_idle(expression) => {
                self.edit(statement.span, if is_listed { String::new() } else { ";".to_owned() });
            }
            StatementKind::Expression(expression) => {
                expression.iter().for_each(|expression| self.expression(expression));
            }
            StatementKind::If(condition, then, otherwise) => match self.condition(condition) {
                Condition::Known(true) => self.only(statement, then, is_listed),
                Condition::Known(false) => match otherwise {
                    Some(otherwise) => self.only(statement, otherwise, is_listed),
                    None => {
                        self.edit(statement.span, if is_listed { String::new() } else { ";".to_owned() });
                    }
                },
                Condition::Text(text) => {
                    self.replace(condition, text);
                    self.statement(then, false);
                    otherwise.iter().for_each(|otherwise| self.statement(otherwise, false));
                }
            },
            StatementKind::For(parts) => {
                parts.initial.iter().for_each(|initial| self.statement(initial, true));
                parts.condition.iter().chain(&parts.step).for_each(|part| self.expression(part));
                self.statement(&parts.body, false);
            }
            StatementKind::Other(_, expressions, statements) => {
                expressions.iter().for_each(|expression| self.expression(expression));
                statements.iter().for_each(|inner| self.statement(inner, false));
            }
            StatementKind::Labeled(_, inner) => self.statement(inner, false),
        }
    }

    /// Whether a variable only gets the value that it has, now that something is decided.
    fn is_idle(&self, expression: &Expression) -> bool {
        let ExpressionKind::Assign(None, target, value) = &expression.kind else { return false };
        let is_variable = target.variable().is_some() && value.variable().is_none();
        is_variable && target.type_.is_ordinary() && self.text(value) == plain(self.parsed, target.span)
    }

    /// Leaves one branch of a condition.
    fn only(&mut self, whole: &Statement, branch: &Statement, is_listed: bool) {
        let (mut start, mut end) = (branch.span.start, branch.span.end);
        if let StatementKind::Block(list) = &branch.kind
            && is_listed
            && !list.iter().any(|inner| matches!(inner.kind, StatementKind::Declaration(_)))
        {
            match (list.first(), list.last()) {
                (Some(first), Some(last)) => (start, end) = (first.span.start, last.span.end),
                _ => return self.edit(whole.span, String::new()),
            }
        }
        let by = self.column(start).zip(self.column(whole.span.start));
        if let Some(by) = by.and_then(|(inner, outer)| inner.checked_sub(outer)) {
            self.moved.push((Span::new(start, end), by));
        }
        self.edit(Span::new(whole.span.start, start), String::new());
        if end < whole.span.end {
            self.edit(Span::new(end, whole.span.end), String::new());
        }
        match &branch.kind {
            StatementKind::Block(list) if start != branch.span.start => {
                list.iter().for_each(|inner| self.statement(inner, true));
            }
            _ => self.statement(branch, is_listed),
        }
    }

    /// How many characters stand in front of a token that begins its line.
    fn column(&self, place: usize) -> Option<usize> {
        self.line_start(place).map(str::len)
    }

    /// What stands in front of a token that begins its line.
    fn line_start(&self, place: usize) -> Option<&'a str> {
        let tokens = &self.parsed.table.tokens;
        let token = tokens.get(tokens.partition_point(|token| token.span.start < place))?;
        blank_before(self.parsed.file()?, self.parsed.original(token.span)?.start)
    }

    /// What becomes of a condition.
    fn condition(&self, condition: &Expression) -> Condition {
        if let Some(Known::Condition(known)) = self.known.get(&condition.span) {
            return Condition::Known(*known);
        }
        let as_it_is = || Condition::Text(self.text(condition));
        let ExpressionKind::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), left, right) =
            &condition.kind
        else {
            return match &condition.kind {
                ExpressionKind::Unary(UnaryOperator::Not, inner) => match self.condition(inner) {
                    Condition::Known(known) => Condition::Known(!known),
                    Condition::Text(_) => as_it_is(),
                },
                _ => as_it_is(),
            };
        };
        let decides = *operator == BinaryOperator::Or;
        match (self.condition(left), self.condition(right)) {
            (Condition::Known(left), _) if left == decides => Condition::Known(decides),
            (Condition::Known(_), right) => right,
            (left, Condition::Known(known)) if known != decides => left,
            _ => as_it_is(),
        }
    }

    /// Notes what changes in an expression.
    fn expression(&mut self, expression: &Expression) {
        match self.known.get(&expression.span) {
            Some(Known::Condition(known)) if is_comparison(expression) => {
                let text = i32::from(*known).to_string();
                return self.replace(expression, text);
            }
            Some(Known::Value(_) | Known::Argument(_) | Known::Kept(_)) => {
                return self.replace(expression, self.text(expression));
            }
            _ => {}
        }
        match &expression.kind {
            ExpressionKind::Conditional(condition, ..) => match self.condition(condition) {
                Condition::Known(_) => self.replace(expression, self.text(expression)),
                Condition::Text(text) => {
                    self.replace(condition, text);
                    expression.parts().skip(1).for_each(|part| self.expression(part));
                }
            },
            ExpressionKind::Binary(BinaryOperator::And | BinaryOperator::Or, ..) => {
                if let Condition::Text(text) = self.condition(expression) {
                    self.replace(expression, text);
                }
            }
            _ => expression.parts().for_each(|part| self.expression(part)),
        }
    }

    /// The text of an expression with all that is decided.
    fn text(&self, expression: &Expression) -> String {
        let mut inner = Copy { edits: BTreeMap::new(), moved: vec![], ..*self };
        match (&expression.kind, self.known.get(&expression.span)) {
            (_, Some(Known::Kept(name))) => return name.clone(),
            (_, Some(Known::Value(value))) => {
                return self.converted(value.text(), &self.type_of(value), expression);
            }
            (ExpressionKind::Call(_, arguments), Some(Known::Argument(number))) => {
                let argument = &arguments[*number];
                return self.converted(self.text(argument), &argument.type_, expression);
            }
            (ExpressionKind::Conditional(condition, yes, no), _) => {
                if let Condition::Known(known) = self.condition(condition) {
                    let branch = if known { yes } else { no };
                    return self.converted(self.text(branch), &branch.type_, expression);
                }
            }
            _ => {}
        }
        let whole = balanced(self.parsed, expression.span);
        match &expression.kind {
            // what is decided of one side alone was looked at
            ExpressionKind::Binary(BinaryOperator::And | BinaryOperator::Or, left, right) => {
                for side in [left, right] {
                    match inner.condition(side) {
                        Condition::Text(text) if text != plain(inner.parsed, side.span) => {
                            inner.replace(side, text)
                        }
                        _ => inner.expression(side),
                    }
                }
            }
            _ => expression.parts().for_each(|part| inner.expression(part)),
        }
        inner.written(whole, "").unwrap_or_else(|| plain(self.parsed, whole))
    }

    /// The type of a sum.
    fn type_of(&self, sum: &Linear) -> Type {
        let symbols = &self.parsed.resolved.symbols;
        let named =
            sum.terms.iter().flat_map(|(term, _)| &term.symbols).map(|symbol| &symbols[*symbol].type_);
        named.fold(Type::int(), |all, next| Type::common(&all, next))
    }

    /// What is computed in a type, in that of the expression that it stands for: the branch of a conditional expression is converted
    /// to what both have in common.
    fn converted(&self, text: String, type_: &Type, expression: &Expression) -> String {
        let (from, to) = (type_.decayed().promoted(), expression.type_.decayed().promoted());
        let name = match (&from.kind, &to.kind) {
            (TypeKind::Integer(from), TypeKind::Integer(to)) if from.range() == to.range() => return text,
            (TypeKind::Floating(from), TypeKind::Floating(to)) if from.bytes == to.bytes => return text,
            (TypeKind::Pointer(_), TypeKind::Pointer(_)) => return text,
            (TypeKind::Integer(_) | TypeKind::Floating(_), TypeKind::Integer(to)) => {
                match (to.bits, to.signed) {
                    (32, true) => "int",
                    (32, false) => "unsigned",
                    (64, true) => "long",
                    (64, false) => "unsigned long",
                    _ => "",
                }
            }
            (TypeKind::Integer(_) | TypeKind::Floating(_), TypeKind::Floating(to)) => match to.bytes {
                4 => "float",
                8 => "double",
                16 => "long double",
                _ => "",
            },
            _ => "",
        };
        if name.is_empty() {
            self.is_lost.set(true);
        }
        format!("({name})({text})")
    }

    /// Puts another text in the place of an expression.
    fn replace(&mut self, expression: &Expression, text: String) {
        let span = balanced(self.parsed, expression.span);
        if text == plain(self.parsed, span) {
            return;
        }
        let tokens = &self.parsed.table.tokens;
        let word =
            |at: Option<usize>| at.and_then(|at| tokens.get(at)).map(|it| it.span.of(self.parsed.text()));
        let first = tokens.partition_point(|token| token.span.start < span.start);
        let behind = tokens.partition_point(|token| token.span.end <= span.end);
        let is_alone = matches!(word(first.checked_sub(1)), Some("(" | "[" | "=" | "," | "return" | ";"))
            && matches!(word(Some(behind)), Some(")" | "]" | ";" | ","));
        let is_closed = is_alone || is_in_parentheses(&text) || is_primary(&text);
        self.edits.insert(span, if is_closed { text } else { format!("({text})") });
    }

    /// Leaves out declarations of the body itself that nothing in the copy mentions any more.
    fn without_unused(&mut self, list: &[Statement]) {
        let symbols = &self.parsed.resolved.symbols;
        for statement in list.iter().rev() {
            let StatementKind::Declaration(declared) = &statement.kind else { continue };
            let [only] = declared.as_slice() else { continue };
            let value = match &symbols[only.symbol].initializer {
                Some(Initializer::Value(value)) => Some(value),
                Some(Initializer::List(_)) => continue,
                None => None,
            };
            let was_used = self.mentions(only.symbol, list, &|_| false) > 0;
            let is_gone = |place: Span| self.edits.iter().any(|(edited, _)| edited.contains(place));
            let is_used = self.mentions(only.symbol, list, &is_gone) > 0 || self.is_written(only.symbol);
            if was_used && !is_used && value.is_none_or(has_no_effect) {
                self.edits.retain(|place, _| !statement.span.contains(*place));
                self.edit(statement.span, String::new());
            }
        }
    }

    /// How many places name a variable, but for those that have gone.
    fn mentions(&self, symbol: SymbolId, list: &[Statement], is_gone: &dyn Fn(Span) -> bool) -> usize {
        let mut found = 0;
        for statement in list {
            statement.walk_with_types(&self.parsed.resolved.symbols, &mut |part| {
                found += usize::from(part.variable() == Some(symbol) && !is_gone(part.span));
            });
        }
        found
    }

    /// Whether a text that is new has a word that is the name of a variable.
    fn is_written(&self, symbol: SymbolId) -> bool {
        let name = self.parsed.resolved.symbols[symbol].name.as_str();
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        self.edits.values().any(|text| text.split(|letter| !is_part(letter)).any(|word| word == name))
    }

    /// The tokens of a place as a text, with the edits.
    fn written(&self, span: Span, indent: &str) -> Option<String> {
        let tokens = self.parsed.table.within(span);
        // of uses that can't be told apart there is what they stand for
        let uses = expansions(self.parsed, tokens, &|_| true).unwrap_or_default();
        let base = self.line_start(span.start).unwrap_or_default();
        let file = self.parsed.file()?;
        let mut line = Lines { text: String::new(), indent, base, pending: None, is_spaced: false };
        let mut at = 0;
        while at < tokens.len() {
            let token = &tokens[at];
            let moved =
                self.moved.iter().filter(|(place, _)| place.contains(token.span)).map(|(_, by)| by).sum();
            let start = self.line_start(token.span.start);
            line.before(start, moved, self.has_space_before(token));
            if let Some((edited, text)) = self.edits.iter().find(|(edited, _)| edited.contains(token.span)) {
                line.put(text);
                while tokens.get(at).is_some_and(|token| edited.contains(token.span)) {
                    at += 1;
                }
                continue;
            }
            let is_whole = |tokens: &[Token]| {
                let is_edited = |token: &Token| self.edits.keys().any(|edited| edited.contains(token.span));
                !tokens.iter().any(is_edited)
            };
            match uses.iter().find(|it| it.tokens.start == at && is_whole(&tokens[it.tokens.clone()])) {
                Some(used) => {
                    let is_spaced = file[..used.place.start].ends_with(char::is_whitespace);
                    line.before(blank_before(file, used.place.start), moved, is_spaced);
                    line.put(used.place.of(file));
                    at = used.tokens.end;
                }
                None => {
                    line.put(token.span.of(self.parsed.text()));
                    at += 1;
                }
            }
        }
        Some(line.text)
    }

    fn has_space_before(&self, token: &Token) -> bool {
        self.parsed.text()[..token.span.start].ends_with(char::is_whitespace)
    }
}

/// The words of a place.
pub(super) fn plain(parsed: Parsed, span: Span) -> String {
    balanced(parsed, span).of(parsed.text()).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A place with the parentheses that are opened or closed in it.
pub(super) fn balanced(parsed: Parsed, span: Span) -> Span {
    let (tokens, text) = (&parsed.table.tokens, parsed.text());
    let mut first = tokens.partition_point(|token| token.span.start < span.start);
    let mut behind = tokens.partition_point(|token| token.span.end <= span.end);
    loop {
        let (mut depth, mut least) = (0i32, 0);
        for token in &tokens[first..behind] {
            depth += match token.span.of(text) {
                "(" | "[" => 1,
                ")" | "]" => -1,
                _ => 0,
            };
            least = depth.min(least);
        }
        match () {
            () if least < 0 && first > 0 => first -= 1,
            () if depth > 0 && behind < tokens.len() => behind += 1,
            () => break,
        }
    }
    match tokens.get(first..behind) {
        Some([first, .., last]) => first.span.to(last.span),
        _ => span,
    }
}

/// A text that grows.
struct Lines<'a> {
    text: String,
    /// What its lines begin with instead of `base`.
    indent: &'a str,
    base: &'a str,
    /// The beginning of the line that the next word starts.
    pending: Option<String>,
    /// Whether a space comes before the next word.
    is_spaced: bool,
}

impl Lines<'_> {
    /// Notes what stands before the next word, which may start a line with `start`, that is so much shorter.
    fn before(&mut self, start: Option<&str>, moved: usize, is_spaced: bool) {
        if let Some(start) = start {
            let more = start.strip_prefix(self.base).unwrap_or_default();
            let kept = more.len().saturating_sub(moved);
            self.pending = Some(format!("{}{}", self.indent, &more[..kept]));
        }
        self.is_spaced |= is_spaced;
    }

    fn put(&mut self, word: &str) {
        if word.is_empty() {
            return;
        }
        match self.pending.take() {
            Some(line) if self.text.is_empty() => self.text += &line,
            Some(line) => self.text += &format!("\n{line}"),
            None if self.is_spaced && !self.text.is_empty() => self.text.push(' '),
            None => {}
        }
        self.is_spaced = false;
        self.text += word;
    }
}

/// Whether a text is a name or a number, with subscripts and members perhaps.
pub(super) fn is_primary(text: &str) -> bool {
    let mut depth = 0;
    text.replace("->", ".").chars().all(|letter| {
        depth += match letter {
            '(' | '[' => 1,
            ')' | ']' => -1,
            _ => 0,
        };
        depth > 0 || letter.is_alphanumeric() || matches!(letter, '_' | '.' | ')' | ']')
    })
}

/// Whether the first parenthesis of a text is closed at its end.
pub(super) fn is_in_parentheses(text: &str) -> bool {
    let mut depth = 0;
    text.starts_with('(')
        && text.char_indices().all(|(at, letter)| {
            depth += match letter {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            depth > 0 || at + 1 == text.len()
        })
}
