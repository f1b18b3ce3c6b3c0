//! The text of an inlined call: a block that declares the parameters and holds the body.

use std::collections::BTreeMap;

use diagnostics::{FileId, SourceMap, Span};

use super::Parsed;
use super::callee::{Callee, Form, Parameter};
use crate::syntax::tree::{Expression, ExpressionKind, SymbolId, UnaryOperator};

/// A part of a block.
#[derive(Clone, Debug)]
pub enum Piece {
    /// This text, for what stands at a place.
    New(String, Span),
    /// What stands at a place, with some identifiers, by their starts, renamed.
    Copied(Span, BTreeMap<usize, String>),
}

/// An argument of a call.
pub struct Argument<'a> {
    /// As it is parsed.
    pub value: &'a Expression,
    /// All of its tokens in the preprocessed text.
    pub span: Span,
    /// What the user wrote.
    pub text: &'a str,
    /// Whether it can stand wherever the parameter does.
    pub is_put_in: bool,
    /// The type that it must be converted to there.
    pub type_: Option<String>,
}

/// What stands for parameters in a block.
pub struct Bound<'a> {
    /// By parameter: the argument.
    pub arguments: BTreeMap<SymbolId, Argument<'a>>,
    /// The parameters that get another name.
    pub renamed: BTreeMap<SymbolId, String>,
}

/// What is in front of a line's first word.
const INDENT: &str = "    ";

/// The block for a call at `site`, with the pieces that it consists of.
///
/// # Errors
/// Why it can't be written, as a phrase.
pub fn block(
    parsed: Parsed,
    callee: &Callee,
    site: Span,
    bound: &Bound,
) -> Result<(String, Vec<Piece>), String> {
    let mut writer =
        Writer { parsed, parameters: header(callee), bound, pieces: Vec::new(), text: String::new() };
    let around = indent_at(parsed.map, site);
    let inner = format!("{around}{INDENT}");
    writer.new_text(&format!("{{ /* {} */", callee.function.name), site);
    for parameter in &callee.parameters {
        match bound.arguments.get(&parameter.symbol) {
            Some(argument) if !argument.is_put_in => {
                writer.new_text(&format!("\n{inner}"), site);
                writer.declaration(parameter, argument)?;
            }
            _ => {}
        }
    }
    let Form::Statements { inside, ends } = &callee.form else {
        return Err("it only computes a value".into());
    };
    let own = parsed.map.original(callee.function.body.span).ok_or("its text can't be told")?;
    let base = indent_of_line(parsed.map, own.start);
    let mut start = inside.start;
    for (statement, condition) in ends {
        writer.body(Span::new(start, statement.start), &base, &around)?;
        writer.new_text(&format!("\n{inner}if (!"), *statement);
        writer.copied(*condition)?;
        writer.new_text(") {", *statement);
        start = statement.end;
    }
    writer.body(Span::new(start, inside.end), &base, &around)?;
    for (statement, _) in ends {
        writer.new_text(&format!("\n{inner}}}"), *statement);
    }
    writer.new_text(&format!("\n{around}}}"), site);
    Ok((writer.text, writer.pieces))
}

/// The value that a call at `site` computes, with the pieces that it consists of.
///
/// # Errors
/// Why it can't be written, as a phrase.
pub fn computed(
    parsed: Parsed,
    callee: &Callee,
    site: Span,
    bound: &Bound,
) -> Result<(String, Vec<Piece>), String> {
    let Form::Value { choices, value, type_ } = &callee.form else {
        return Err("it does more than to compute a value".into());
    };
    let mut writer =
        Writer { parsed, parameters: header(callee), bound, pieces: Vec::new(), text: String::new() };
    let conversion = type_.as_ref().map_or(String::new(), |type_| format!("({type_})("));
    writer.new_text(&format!("/* {} */ ({conversion}", callee.function.name), site);
    for (condition, value) in choices {
        writer.copied(*condition)?;
        writer.new_text(" ? ", *condition);
        writer.copied(*value)?;
        writer.new_text(" : ", *value);
    }
    writer.copied(*value)?;
    writer.new_text(if type_.is_some() { "))" } else { ")" }, site);
    Ok((writer.text, writer.pieces))
}

struct Writer<'a> {
    parsed: Parsed<'a>,
    /// Where the function declares its parameters.
    parameters: Span,
    bound: &'a Bound<'a>,
    pieces: Vec<Piece>,
    text: String,
}

impl Writer<'_> {
    fn new_text(&mut self, text: &str, place: Span) {
        self.text.push_str(text);
        self.pieces.push(Piece::New(text.to_owned(), place));
    }

    /// A parameter as a variable with the argument for its value. An array is a pointer to its elements.
    fn declaration(&mut self, parameter: &Parameter, argument: &Argument) -> Result<(), String> {
        let name = match self.bound.renamed.get(&parameter.symbol) {
            Some(name) => name.clone(),
            None => parameter.name.of(self.parsed.text()).to_owned(),
        };
        match parameter.extents {
            None => self.copied(parameter.span)?,
            Some((_, behind)) => {
                self.copied(Span::new(parameter.span.start, parameter.name.start))?;
                match behind {
                    None => self.new_text(&format!(" *{name}"), parameter.name),
                    Some(behind) => {
                        self.new_text(&format!(" (*{name})"), parameter.name);
                        self.copied(behind)?;
                    }
                }
            }
        }
        self.new_text(" = ", argument.span);
        self.argument(argument);
        self.new_text(";", argument.span);
        Ok(())
    }

    fn argument(&mut self, argument: &Argument) {
        self.text.push_str(argument.text);
        self.pieces.push(Piece::Copied(argument.span, BTreeMap::new()));
    }

    /// An argument in the place of its parameter, and of the arrow behind that where it is the address of a structure; whether
    /// it is. One that stands alone needs no parentheses.
    fn put_in(&mut self, argument: &Argument, is_before_arrow: bool, is_alone: bool) -> bool {
        let is_address = matches!(argument.value.kind, ExpressionKind::Unary(UnaryOperator::Address, _));
        let object = argument.text.strip_prefix('&').map(str::trim_start).filter(|_| is_address);
        match (object, argument.value.kind.clone()) {
            (Some(object), ExpressionKind::Unary(_, operand)) if is_before_arrow => {
                self.text.push_str(object);
                self.pieces.push(Piece::Copied(operand.span, BTreeMap::new()));
                self.new_text(".", argument.span);
                true
            }
            _ if argument.type_.is_none()
                && (is_alone || self.parsed.table.within(argument.span).len() == 1) =>
            {
                self.argument(argument);
                false
            }
            _ => {
                let (open, close) = match &argument.type_ {
                    None => ("(".to_owned(), ")"),
                    Some(type_) => (format!("(({type_})("), "))"),
                };
                self.new_text(&open, argument.span);
                self.argument(argument);
                self.new_text(close, argument.span);
                false
            }
        }
    }

    /// Statements of the body with the comments around them, indented for where they come to.
    fn body(&mut self, span: Span, base: &str, around: &str) -> Result<(), String> {
        let span = self.parsed.table.trimmed(span);
        if self.parsed.table.within(span).is_empty() {
            return Ok(());
        }
        let map = self.parsed.map;
        let file = map.file_text(map.main_file()).ok_or("its text isn't known")?;
        let place = map.original(span).ok_or("a macro or a directive is in the way of its text")?;
        let comments = map.comments_before(place.file, place.start);
        let start = comments.last().map_or(place.start, |comment| comment.start);
        let own = indent_of_line(map, start);
        let indent = own.strip_prefix(base).unwrap_or(INDENT);
        self.new_text(&format!("\n{around}{indent}"), span);
        let before = self.text.len();
        self.text.push_str(&file[start..place.start]);
        self.copied(span)?;
        let copied = self.text.split_off(before);
        if copied.contains("\\\n") || copied.contains("\\\r\n") {
            return Err("it has continued lines".into());
        }
        for (number, line) in copied.split('\n').enumerate() {
            let line = line.trim_end_matches('\r');
            let moved = match line.strip_prefix(base) {
                _ if number == 0 || line.is_empty() => line.to_owned(),
                Some(rest) => format!("{around}{rest}"),
                None => line.to_owned(),
            };
            self.text.push_str(if number == 0 { "" } else { "\n" });
            self.text.push_str(&moved);
        }
        Ok(())
    }

    /// What stands at a place, with what parameters stand for and the names that they have here.
    fn copied(&mut self, span: Span) -> Result<(), String> {
        let parsed = self.parsed;
        let Parsed { map, table, resolved, names } = parsed;
        let span = table.trimmed(span);
        let tokens = table.within(span);
        let Some(last) = tokens.last() else { return Ok(()) };
        let original = map.original(span).filter(|place| place.file == FileId::MAIN);
        let original = original.ok_or("a macro or a directive is in the way of its text")?;
        let file = map.file_text(map.main_file()).ok_or("its text isn't known")?;
        let place_of = |token: Span, name: &str| {
            parsed.place_of_name(token, name).ok_or_else(|| format!("a macro names `{name}`"))
        };
        let (bound, parameters) = (self.bound, self.parameters);
        let (mut renamed, mut position, mut start) = (BTreeMap::new(), original.start, span.start);
        let mut tokens = tokens.iter().peekable();
        while let Some(token) = tokens.next() {
            // a promise of the function's is one for this call, and regions reach further
            if is_promise(token.span.of(map.text())) && parameters.contains(token.span) {
                let place = place_of(token.span, token.span.of(map.text()))?;
                self.text.push_str(file[position..place.start].trim_end());
                self.pieces
                    .push(Piece::Copied(Span::new(start, token.span.start), std::mem::take(&mut renamed)));
                (position, start) = (place.end, token.span.end);
                continue;
            }
            let Some(symbol) = names.get(&token.span.start) else { continue };
            let known = resolved.symbols[*symbol].name.as_str();
            if let Some(name) = bound.renamed.get(symbol) {
                let place = place_of(token.span, known)?;
                self.text.push_str(&file[position..place.start]);
                self.text.push_str(name);
                position = place.end;
                renamed.insert(token.span.start, name.clone());
            } else if let Some(argument) = bound.arguments.get(symbol).filter(|argument| argument.is_put_in) {
                if argument.text == known && argument.type_.is_none() {
                    let before = Span::new(start, token.span.start);
                    self.pieces.push(Piece::Copied(before, std::mem::take(&mut renamed)));
                    self.pieces.push(Piece::Copied(argument.span, BTreeMap::new()));
                    start = token.span.end;
                    continue;
                }
                let place = place_of(token.span, known)?;
                self.text.push_str(&file[position..place.start]);
                self.pieces
                    .push(Piece::Copied(Span::new(start, token.span.start), std::mem::take(&mut renamed)));
                (position, start) = (place.end, token.span.end);
                let arrow =
                    tokens.peek().filter(|next| next.span.of(map.text()) == "->").map(|next| next.span);
                // an argument of another call needs no parentheses
                let before = table.within(Span::new(span.start, token.span.start)).last();
                let is_alone = before.is_some_and(|before| matches!(before.span.of(map.text()), "(" | ","))
                    && tokens.peek().is_some_and(|next| matches!(next.span.of(map.text()), ")" | ","));
                if self.put_in(argument, arrow.is_some(), is_alone)
                    && let Some(arrow) = arrow
                {
                    (position, start) = (place_of(arrow, "->")?.end, arrow.end);
                    tokens.next();
                }
            }
        }
        self.text.push_str(&file[position..original.end]);
        self.pieces.push(Piece::Copied(Span::new(start, last.span.end.max(start)), renamed));
        Ok(())
    }
}

/// A function up to its body.
fn header(callee: &Callee) -> Span {
    Span::new(callee.function.span.start, callee.function.body.span.start)
}

fn is_promise(word: &str) -> bool {
    matches!(word, "restrict" | "__restrict" | "__restrict__")
}

/// The white space in front of the line with a byte of the main file.
fn indent_of_line(map: &SourceMap, place: usize) -> String {
    let text = map.file_text(map.main_file()).unwrap_or("");
    let start = text[..place].rfind('\n').map_or(0, |end| end + 1);
    text[start..].chars().take_while(|letter| matches!(letter, ' ' | '\t')).collect()
}

fn indent_at(map: &SourceMap, place: Span) -> String {
    map.original(place).map_or(String::new(), |place| indent_of_line(map, place.start))
}
