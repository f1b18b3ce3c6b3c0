//! The text of an inlined call: a block that declares the parameters and holds the body.

use std::collections::BTreeMap;

use diagnostics::{FileId, SourceMap, Span};

use super::Parsed;
use super::adopted::{Adopted, Ending};
use super::asked::{Asked, Value};
use super::callee::{Callee, End, Form, Parameter, Returned};
use super::expansion::{Expansion, expansions};
use super::pragmas::in_front;
use crate::rows::is_same;
use crate::syntax::tree::{Expression, ExpressionKind, SymbolId, UnaryOperator};
use crate::syntax::types::TypeKind;
use diagnostics::token::{Token, TokenKind, tokens_without_comments};

/// A part of a block.
#[derive(Clone, Debug)]
pub enum Piece {
    /// This text, for what stands at a place.
    New(String, Span),
    /// What stands at a place, with the pragmas in front of it, and some identifiers, by their starts, renamed.
    Copied(Span, BTreeMap<usize, String>),
    /// The same once more, in a further copy, which declares what it declares anew.
    Again(Span, usize),
}

/// An argument of a call.
#[derive(Clone)]
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

impl<'a> Argument<'a> {
    /// What it is the address of, and how that is written.
    fn addressed(&self) -> Option<(&'a Expression, &'a str)> {
        let ExpressionKind::Unary(UnaryOperator::Address, operand) = &self.value.kind else { return None };
        let text = self.text.strip_prefix('&')?;
        Some((operand, text.trim_start()))
    }

    /// The same, if that is a number or a pointer, and the argument can stand where its parameter does.
    fn variable(&self) -> Option<(&'a Expression, &'a str)> {
        let is_value = |(operand, _): &(&Expression, &str)| {
            operand.type_.is_arithmetic() || matches!(operand.type_.kind, TypeKind::Pointer(_))
        };
        self.addressed().filter(|_| self.is_put_in && self.type_.is_none()).filter(is_value)
    }
}

/// What stands for parameters in a block.
#[derive(Clone, Default)]
pub struct Bound<'a> {
    /// By parameter: the argument.
    pub arguments: BTreeMap<SymbolId, Argument<'a>>,
    /// The parameters that get another name.
    pub renamed: BTreeMap<SymbolId, String>,
    /// The function's pointer that is one of the caller's.
    pub adopted: Option<Adopted>,
    /// What that has where the function ends early, in order.
    pub endings: Vec<Ending>,
    /// The label where it ends, if its statements stand without braces among the caller's.
    pub end: Option<String>,
    /// What it declares among the statements of the caller then, to the end of the block around the call.
    pub lasting: Vec<SymbolId>,
}

impl Bound<'_> {
    /// Whether no parameter is named at a place but those for which their arguments stand.
    fn is_put_in(&self, place: Span, parsed: Parsed) -> bool {
        let names = parsed.table.within(place).iter();
        let mut symbols = names.filter_map(|token| parsed.names.get(&token.span.start));
        symbols.all(|symbol| self.arguments.get(symbol).is_none_or(|it| it.is_put_in))
    }
}

/// What is in front of a line's first word.
const INDENT: &str = "    ";

/// The block for a call and the statement that asks for its value, with the pieces that it consists of. Without braces around it, it ends
/// at a label if it may end early.
///
/// # Errors
/// Why it can't be written, as a phrase.
pub fn block(
    parsed: Parsed,
    callee: &Callee,
    asked: &Asked,
    bound: &Bound,
) -> Result<(String, Vec<Piece>), String> {
    let site = asked.statement.span;
    let mut writer = Writer::new(parsed, header(callee), bound);
    let around = indent_at(parsed.map, site);
    let further_in = step(parsed, callee);
    let has_braces = bound.end.is_none();
    let inner = if has_braces { format!("{around}{further_in}") } else { around.clone() };
    if let Value::Declared(_) = asked.value {
        writer.copied(declarator(parsed, asked.statement.span)?)?;
        writer.new_text(&format!(";\n{around}"), site);
    }
    let Form::Statements { inside, ends, returned } = &callee.form else {
        return Err("it only computes a value".into());
    };
    let mut start = inside.start;
    let mut ends = ends.iter().zip(bound.endings.iter().map(Some).chain(std::iter::repeat(None))).peekable();
    // what it asks for first stands in front of the block, so that loops in it and behind it are in a row
    let is_first = |(end, ending): &(&End, Option<&Ending>), start: usize| {
        let is_empty = |span: Span| parsed.table.within(span).is_empty();
        let is_alone = is_empty(Span::new(start, end.statement.start)) && is_empty(end.before);
        is_alone && matches!(ending, Some(Ending::Leaves(_))) && bound.is_put_in(end.condition, parsed)
    };
    while let Some((end, Some(Ending::Leaves(then)))) = ends.next_if(|next| is_first(next, start)) {
        writer.new_text("if ", end.statement);
        writer.copied(end.condition)?;
        writer.new_text(" ", end.statement);
        writer.leaving(*then, &around, &inner)?;
        writer.new_text(&format!("\n{around}"), end.statement);
        start = end.statement.end;
    }
    writer.new_text(&format!("{}/* {} */", if has_braces { "{ " } else { "" }, callee.function.name), site);
    for parameter in &callee.parameters {
        match bound.arguments.get(&parameter.symbol) {
            Some(argument) if !argument.is_put_in => {
                writer.new_text(&format!("\n{inner}"), site);
                writer.declaration(parameter, argument)?;
            }
            _ => {}
        }
    }
    let own = parsed.map.original_with_pragmas(callee.function.body.span).ok_or("its text can't be told")?;
    let base = indent_of_line(parsed.map, own.start);
    let base = if has_braces { base } else { format!("{base}{further_in}") };
    let leave = || format!("goto {};", bound.end.as_deref().unwrap_or_default());
    let (mut open, mut ends_early) = (Vec::new(), false);
    for (end, ending) in ends {
        writer.body(Span::new(start, end.statement.start), &base, &around)?;
        let answer = match ending {
            Some(Ending::Given) => Answer::Nothing,
            Some(Ending::Null(value)) => Answer::Null(*value),
            Some(Ending::Leaves(then)) => Answer::Then(*then),
            None => answer(parsed, callee, asked, end.returned)?,
        };
        let is_bare = parsed.table.within(end.before).is_empty();
        let further = format!("{inner}{further_in}");
        match &answer {
            Answer::Nothing if is_bare && !has_braces => {
                writer.new_text(&format!("\n{inner}if "), end.statement);
                writer.copied(end.condition)?;
                writer.new_text(&format!(" {}", leave()), end.statement);
                ends_early = true;
            }
            Answer::Nothing if is_bare => {
                writer.new_text(&format!("\n{inner}if (!"), end.statement);
                writer.copied(end.condition)?;
                writer.new_text(") {", end.statement);
                open.push(end.statement);
            }
            Answer::Then(then) if is_bare => {
                writer.new_text(&format!("\n{inner}if "), end.statement);
                writer.copied(end.condition)?;
                writer.new_text(" ", end.statement);
                writer.leaving(*then, &inner, &further)?;
            }
            _ => {
                writer.new_text(&format!("\n{inner}if "), end.statement);
                writer.copied(end.condition)?;
                writer.new_text(" {", end.statement);
                writer.inside(end.before, end.statement, (&base, &around), &further)?;
                let then = match &answer {
                    Answer::Then(then) => block_inside(parsed, *then).map(|list| (*then, list)),
                    _ => None,
                };
                match then {
                    Some((then, list)) => {
                        let base = indent_at(parsed.map, then);
                        writer.inside(list, then, (&base, &inner), &further)?;
                    }
                    None => writer.answer(asked, &answer, &format!("\n{further}"))?,
                }
                let goes_on = !answer.leaves(asked);
                if goes_on && !has_braces {
                    writer.new_text(&format!("\n{further}{}", leave()), end.statement);
                    ends_early = true;
                }
                writer.new_text(&format!("\n{inner}}}"), end.statement);
                if goes_on && has_braces {
                    writer.new_text(" else {", end.statement);
                    open.push(end.statement);
                }
            }
        }
        start = end.statement.end;
    }
    writer.body(Span::new(start, inside.end), &base, &around)?;
    let answer = match bound.adopted {
        Some(_) => Answer::Nothing,
        None => answer(parsed, callee, asked, *returned)?,
    };
    writer.answer(asked, &answer, &format!("\n{inner}"))?;
    for statement in open {
        writer.new_text(&format!("\n{inner}}}"), statement);
    }
    match &bound.end {
        None => writer.new_text(&format!("\n{around}}}"), site),
        Some(label) if ends_early => writer.new_text(&format!("\n{around}{label}: ;"), site),
        Some(_) => {}
    }
    Ok((writer.text, writer.pieces))
}

/// The statements `if (operand) then` for a statement at `site` that runs `then` if one of these operands holds, with the pieces that
/// they consist of.
///
/// # Errors
/// Why they can't be written, as a phrase.
pub fn alternatives(
    parsed: Parsed,
    site: Span,
    operands: &[Span],
    then: Span,
) -> Result<(String, Vec<Piece>), String> {
    let bound = Bound::default();
    let parameters = Span::new(0, 0);
    let mut writer = Writer::new(parsed, parameters, &bound);
    let between = format!("\n{}if (", indent_at(parsed.map, site));
    for (position, operand) in operands.iter().enumerate() {
        writer.new_text(if position == 0 { "if (" } else { &between }, site);
        writer.copied(*operand)?;
        writer.new_text(") ", site);
        writer.copied(then)?;
    }
    Ok((writer.text, writer.pieces))
}

/// The statements `type name = value; return name;` for one at `site` that returns the value, with the pieces that they consist of.
///
/// # Errors
/// Why they can't be written, as a phrase.
pub fn named_result(
    parsed: Parsed,
    site: Span,
    value: Span,
    (type_, name): (&str, &str),
) -> Result<(String, Vec<Piece>), String> {
    let bound = Bound::default();
    let parameters = Span::new(0, 0);
    let mut writer = Writer::new(parsed, parameters, &bound);
    writer.new_text(&format!("{type_} {name} = "), site);
    writer.copied(value)?;
    writer.new_text(&format!(";\n{}return {name};", indent_at(parsed.map, site)), site);
    Ok((writer.text, writer.pieces))
}

/// What stands where a function ends.
enum Answer {
    Nothing,
    /// The statement that only runs if a condition holds, which does.
    Then(Span),
    /// The variable that gets the value gets this null pointer.
    Null(Span),
    /// The statement that asks, with this value, which is converted to a type.
    With(Span, Option<String>),
}

impl Answer {
    /// Whether nothing goes on behind it.
    fn leaves(&self, asked: &Asked) -> bool {
        match self {
            Answer::Nothing | Answer::Null(_) => false,
            Answer::Then(_) => true,
            Answer::With(..) => matches!(asked.value, Value::Returned),
        }
    }
}

fn answer(
    parsed: Parsed,
    callee: &Callee,
    asked: &Asked,
    returned: Option<Returned>,
) -> Result<Answer, String> {
    let symbols = &parsed.resolved.symbols;
    if !asked.is_asked() {
        return Ok(Answer::Nothing);
    }
    let Returned { value, span } = returned.ok_or("it may end without a value")?;
    match (asked.holds(value, symbols), asked.value) {
        (Some(false), _) => return Ok(Answer::Nothing),
        (Some(true), Value::Tested(_, then)) => return Ok(Answer::Then(then.span)),
        _ => {}
    }
    let TypeKind::Function(wanted) = &symbols[callee.function.symbol].type_.kind else {
        return Err("its type isn't known".into());
    };
    let is_number = matches!(value.kind, ExpressionKind::Integer(0..=100))
        && wanted.integer().is_some_and(|kind| kind.bits > 7);
    let type_ = (!is_same(&value.type_, wanted) && !is_number).then(|| wanted.spelling().to_owned());
    match type_.as_deref() {
        Some("") => Err("its type has no name".into()),
        _ if value.type_.is_arithmetic() => Ok(Answer::With(span, type_)),
        _ => Err("its value is no number".into()),
    }
}

/// What is between the braces of a block.
fn block_inside(parsed: Parsed, statement: Span) -> Option<Span> {
    let [open, .., close] = parsed.table.within(statement) else { return None };
    (open.span.of(parsed.text()) == "{").then(|| Span::new(open.span.end, close.span.start))
}

/// A declaration up to the variable's value.
pub fn declarator(parsed: Parsed, declaration: Span) -> Result<Span, String> {
    let tokens = parsed.table.within(declaration);
    let is_equal = |token: &&Token| token.span.of(parsed.text()) == "=";
    let equal = tokens.iter().find(is_equal).ok_or("it is declared in an unusual way")?;
    Ok(Span::new(declaration.start, equal.span.start))
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
    let mut writer = Writer::new(parsed, header(callee), bound);
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

/// A text as it grows.
pub struct Writer<'a> {
    parsed: Parsed<'a>,
    /// Where the function declares its parameters.
    parameters: Span,
    bound: &'a Bound<'a>,
    /// What it consists of.
    pub pieces: Vec<Piece>,
    /// The text.
    pub text: String,
}

impl<'a> Writer<'a> {
    /// An empty text, with what stands for parameters that are declared at a place.
    pub fn new(parsed: Parsed<'a>, parameters: Span, bound: &'a Bound<'a>) -> Self {
        Writer { parsed, parameters, bound, pieces: Vec::new(), text: String::new() }
    }

    /// Adds this text, for what stands at a place.
    pub fn new_text(&mut self, text: &str, place: Span) {
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
        match argument.addressed() {
            Some((operand, object)) if is_before_arrow => {
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

    /// What stands where the function ends, behind `before`.
    fn answer(&mut self, asked: &Asked, answer: &Answer, before: &str) -> Result<(), String> {
        let site = asked.statement.span;
        match answer {
            Answer::Nothing => {}
            Answer::Then(then) => {
                self.new_text(before, site);
                self.copied(*then)?;
            }
            Answer::Null(value) => {
                let Some(adopted) = self.bound.adopted else { return Ok(()) };
                self.new_text(before, site);
                self.new_text(&format!("{} = ", self.parsed.resolved.symbols[adopted.callers].name), site);
                self.copied(*value)?;
                self.new_text(";", site);
            }
            Answer::With(value, type_) => {
                let mut start = site.start;
                self.new_text(before, site);
                if let Value::Declared(symbol) = asked.value {
                    self.copied(self.parsed.resolved.symbols[symbol].name_span)?;
                    self.new_text(" ", site);
                    start = declarator(self.parsed, asked.statement.span)?.end;
                }
                let Parsed { table, map, .. } = self.parsed;
                let in_front = Span::new(start, asked.call.span.start);
                self.copied(in_front)?;
                let is_direct = table
                    .within(in_front)
                    .last()
                    .is_some_and(|last| matches!(last.span.of(map.text()), "=" | "return"));
                let words = table.within(*value);
                let is_whole =
                    words.len() == 1 || is_direct && words.iter().all(|word| word.span.of(map.text()) != ",");
                let (open, close) = match type_ {
                    Some(type_) => (format!("({type_})("), ")"),
                    None if is_whole => (String::new(), ""),
                    None => ("(".to_owned(), ")"),
                };
                self.new_text(if is_direct { " " } else { "" }, *value);
                self.new_text(&open, *value);
                self.copied(*value)?;
                self.new_text(close, *value);
                let behind = Span::new(asked.call.span.end, site.end);
                let first = table.within(behind).first().map(|first| first.span.of(map.text()));
                self.new_text(if matches!(first, Some(")" | ";")) { "" } else { " " }, *value);
                self.copied(behind)?;
            }
        }
        Ok(())
    }

    /// A statement that leads elsewhere, behind a condition that stands at `around`.
    fn leaving(&mut self, then: Span, around: &str, further: &str) -> Result<(), String> {
        match block_inside(self.parsed, then) {
            Some(list) if self.is_further_down(list, then) => {
                self.new_text("{", then);
                self.inside(list, then, (&indent_at(self.parsed.map, then), around), further)?;
                self.new_text(&format!("\n{around}}}"), then);
                Ok(())
            }
            _ => self.copied(then),
        }
    }

    /// Statements in a block that begins at `open`; what stands in that line itself goes to one of its own.
    fn inside(
        &mut self,
        list: Span,
        open: Span,
        (base, around): (&str, &str),
        further: &str,
    ) -> Result<(), String> {
        if self.is_further_down(list, open) {
            return self.body(list, base, around);
        }
        let list = self.parsed.table.trimmed(list);
        if !self.parsed.table.within(list).is_empty() {
            self.new_text(&format!("\n{further}"), list);
            self.copied(list)?;
        }
        Ok(())
    }

    /// Whether statements begin in a line below the one in which something else begins.
    fn is_further_down(&self, list: Span, open: Span) -> bool {
        let map = self.parsed.map;
        let places = map.original(self.parsed.table.trimmed(list)).zip(map.original(open));
        let between = |text: &str| {
            let (list, open) = places?;
            text.get(open.start..list.start).map(|between| between.contains('\n'))
        };
        map.file_text(map.main_file()).and_then(between).unwrap_or(true)
    }

    /// Statements of the body with the comments around them, indented for where they come to.
    fn body(&mut self, span: Span, base: &str, around: &str) -> Result<(), String> {
        let span = self.parsed.table.trimmed(span);
        if self.parsed.table.within(span).is_empty() {
            return Ok(());
        }
        let map = self.parsed.map;
        let file = map.file_text(map.main_file()).ok_or("its text isn't known")?;
        let in_the_way = "a macro or a directive is in the way of its text";
        let place = map.original_with_pragmas(span).ok_or(in_the_way)?;
        let pragmas = in_front(self.parsed.table, map.text(), span.start).count();
        let first = first_of(file, place.start, pragmas).ok_or(in_the_way)?;
        let comments = map.comments_before(place.file, first);
        let start = comments.last().map_or(first, |comment| comment.start);
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

    /// What stands at a place, with other words for what is at some places in it, none of which holds another.
    ///
    /// # Errors
    /// Why it can't be told, as a phrase.
    pub fn replaced(&mut self, span: Span, stand: &[(Span, String)]) -> Result<(), String> {
        let mut inside: Vec<_> = stand.iter().filter(|(place, _)| span.contains(*place)).collect();
        inside.sort_by_key(|(place, _)| place.start);
        let is_name_of_macro = |place: Span| {
            let Parsed { resolved, names, .. } = self.parsed;
            let name = place.of(self.parsed.text());
            let is_name = names.get(&place.start).is_some_and(|it| resolved.symbols[*it].name == name);
            is_name && self.parsed.place_of_name(place, name).is_none()
        };
        if inside.iter().any(|(place, _)| is_name_of_macro(*place)) {
            return self.renamed(span, &inside);
        }
        let mut start = span.start;
        for (place, words) in inside {
            let between = Span::new(start, place.start);
            // what follows the last one has its white space
            let is_next = start > span.start && self.parsed.table.within(between).is_empty();
            self.copied(between)?;
            let (before, behind) = self.white_space(*place, words.is_empty());
            let before = if place.start > span.start && !is_next { before } else { String::new() };
            let behind = if place.end < span.end { behind } else { String::new() };
            self.new_text(&format!("{before}{words}{behind}"), *place);
            start = place.end;
        }
        self.copied(Span::new(start, span.end))
    }

    /// What stands at a place, with other names for those at some places in it, of which macros give some. All that one of
    /// them stands for gets the same name.
    fn renamed(&mut self, span: Span, stand: &[&(Span, String)]) -> Result<(), String> {
        let Parsed { table, resolved, names, .. } = self.parsed;
        let mut bound = self.bound.clone();
        let mut given: BTreeMap<SymbolId, &str> = BTreeMap::new();
        for (place, name) in stand {
            let in_the_way = || format!("a macro names `{}`", place.of(self.parsed.text()));
            let symbol = *names.get(&place.start).ok_or_else(in_the_way)?;
            let is_name = tokens_without_comments(name).map(|token| token.kind).eq([TokenKind::Identifier]);
            let is_one = *given.entry(symbol).or_insert(name) == name;
            if !is_name || !is_one || place.of(self.parsed.text()) != resolved.symbols[symbol].name {
                return Err(in_the_way());
            }
        }
        for token in table.within(span) {
            let symbol = names.get(&token.span.start).filter(|it| given.contains_key(it));
            if symbol.is_some() && stand.iter().all(|(place, _)| *place != token.span) {
                return Err(format!("a macro names `{}`", token.span.of(self.parsed.text())));
            }
        }
        given.retain(|symbol, name| resolved.symbols[*symbol].name != *name);
        bound.renamed.extend(given.into_iter().map(|(symbol, name)| (symbol, name.to_owned())));
        let mut writer = Writer::new(self.parsed, self.parameters, &bound);
        writer.copied(span)?;
        self.text.push_str(&writer.text);
        for piece in writer.pieces {
            let Piece::Copied(place, renamed) = piece else {
                self.pieces.push(piece);
                continue;
            };
            // each name by itself, since what is a copy of copied text has no others
            let mut start = place.start;
            for token in table.within(place) {
                if let Some(name) = renamed.get(&token.span.start) {
                    self.pieces.push(Piece::Copied(Span::new(start, token.span.start), BTreeMap::new()));
                    self.pieces.push(Piece::New(name.clone(), token.span));
                    start = token.span.end;
                }
            }
            self.pieces.push(Piece::Copied(Span::new(start, place.end), BTreeMap::new()));
        }
        Ok(())
    }

    /// What is between a place and the words around it; no more than a blank where nothing will stand there.
    fn white_space(&self, place: Span, is_empty: bool) -> (String, String) {
        let map = self.parsed.map;
        let place = map.original(place).filter(|place| place.file == FileId::MAIN);
        let (Some(place), Some(file)) = (place, map.file_text(map.main_file())) else {
            return (" ".to_owned(), " ".to_owned());
        };
        let (before, behind) = (&file[..place.start], &file[place.end..]);
        let before = &before[before.trim_end().len()..];
        let behind = &behind[..behind.len() - behind.trim_start().len()];
        let shown = |blank: &str| match blank {
            "" => String::new(),
            _ if is_empty => " ".to_owned(),
            _ => blank.to_owned(),
        };
        (shown(before), shown(behind))
    }

    /// What stands at a place, with what parameters stand for and the names that they have here. Of a macro that names one of
    /// these there is what it stands for.
    ///
    /// # Errors
    /// Why it can't be told, as a phrase.
    pub fn copied(&mut self, span: Span) -> Result<(), String> {
        let parsed = self.parsed;
        let Parsed { map, table, resolved, names, .. } = parsed;
        let span = table.trimmed(span);
        let tokens = table.within(span);
        let Some(last) = tokens.last() else { return Ok(()) };
        let original = parsed.place(span).or_else(|| parsed.place_with_pragmas(span));
        let original = original.ok_or("a macro or a directive is in the way of its text")?;
        let file = map.file_text(map.main_file()).ok_or("its text isn't known")?;
        let place_of = |token: Span, name: &str| {
            parsed.place_of_name(token, name).ok_or_else(|| format!("a macro names `{name}`"))
        };
        let (bound, parameters) = (self.bound, self.parameters);
        let mut expansions = self.expansions(tokens)?.into_iter().peekable();
        let mut expansion: Option<Expansion> = None;
        let (mut renamed, mut position, mut start) = (BTreeMap::new(), original.start, span.start);
        let mut index = 0;
        while let Some(token) = tokens.get(index) {
            let word = token.span.of(map.text());
            if let Some(ended) = expansion.take_if(|it| it.tokens.end == index) {
                position = ended.place.end;
            }
            if let Some(next) = expansions.next_if(|next| next.tokens.start == index) {
                self.text.push_str(&file[position..next.place.start]);
                expansion = Some(next);
            } else if expansion.is_some() && is_apart(tokens[index - 1].span.of(map.text()), word) {
                self.text.push(' ');
            }
            index += 1;
            // a promise of the function's is one for this call, and regions reach further
            if is_promise(word) && parameters.contains(token.span) {
                let place = place_of(token.span, word)?;
                self.text.push_str(file[position..place.start].trim_end());
                self.pieces
                    .push(Piece::Copied(Span::new(start, token.span.start), std::mem::take(&mut renamed)));
                (position, start) = (place.end, token.span.end);
                continue;
            }
            if let Some(adopted) = bound.adopted.filter(|it| it.dropped.contains(token.span)) {
                let place = place_of(token.span, word)?;
                if token.span.start == adopted.dropped.start {
                    self.text.push_str(&file[position..place.start]);
                    let before = Span::new(start, token.span.start);
                    self.pieces.push(Piece::Copied(before, std::mem::take(&mut renamed)));
                }
                let behind = &file[place.end..];
                position = place.end + (behind.len() - behind.trim_start_matches(' ').len());
                start = token.span.end;
                continue;
            }
            let symbol = names.get(&token.span.start);
            let known = symbol.map_or(word, |symbol| resolved.symbols[*symbol].name.as_str());
            let name = symbol.and_then(|symbol| bound.renamed.get(symbol));
            let argument = symbol.and_then(|symbol| bound.arguments.get(symbol)).filter(|it| it.is_put_in);
            let previous = index.checked_sub(2).map(|previous| tokens[previous].span);
            let star = previous.filter(|previous| previous.of(map.text()) == "*");
            // up to here, if it isn't written already
            let mut write_up_to = |writer: &mut Self, token: Span, known: &str| {
                if expansion.is_none() {
                    let place = place_of(token, known)?;
                    writer.text.push_str(&file[position..place.start]);
                    position = place.end;
                }
                Ok::<(), String>(())
            };
            if let Some(name) = name {
                write_up_to(self, token.span, known)?;
                self.text.push_str(name);
                renamed.insert(token.span.start, name.clone());
            } else if let Some((operand, text)) = argument.and_then(Argument::variable)
                && let Some(star) = star
            {
                // `*parameter` is what the argument is the address of
                self.pieces.push(Piece::Copied(Span::new(start, star.start), std::mem::take(&mut renamed)));
                start = token.span.end;
                self.text.push_str(&file[position..place_of(star, "*")?.start]);
                position = place_of(token.span, known)?.end;
                self.text.push_str(text);
                self.pieces.push(Piece::Copied(operand.span, BTreeMap::new()));
            } else if let Some(argument) = argument {
                let before = Span::new(start, token.span.start);
                self.pieces.push(Piece::Copied(before, std::mem::take(&mut renamed)));
                start = token.span.end;
                if argument.text == known && argument.type_.is_none() {
                    self.text.push_str(if expansion.is_some() { known } else { "" });
                    self.pieces.push(Piece::Copied(argument.span, BTreeMap::new()));
                    continue;
                }
                write_up_to(self, token.span, known)?;
                let next = tokens.get(index).map(|next| next.span);
                let arrow = next.filter(|next| next.of(map.text()) == "->");
                // an argument of another call needs no parentheses
                let is_alone = previous.is_some_and(|previous| matches!(previous.of(map.text()), "(" | ","))
                    && next.is_some_and(|next| matches!(next.of(map.text()), ")" | ","));
                let is_macros = expansion.is_some();
                if self.put_in(argument, arrow.is_some(), is_alone)
                    && let Some(arrow) = arrow
                {
                    if !is_macros {
                        position = place_of(arrow, "->")?.end;
                    }
                    start = arrow.end;
                    index += 1;
                }
            } else if expansion.is_some() {
                self.text.push_str(word);
            }
        }
        let position = expansion.map_or(position, |ended| ended.place.end);
        self.text.push_str(&file[position..original.end]);
        self.pieces.push(Piece::Copied(Span::new(start, last.span.end.max(start)), renamed));
        Ok(())
    }

    /// The macros among tokens that name something that is called otherwise here.
    fn expansions(&self, tokens: &[Token]) -> Result<Vec<Expansion>, String> {
        let Parsed { resolved, names, .. } = self.parsed;
        let is_other = |token: &Token| {
            let Some(symbol) = names.get(&token.span.start) else { return false };
            let is_put_in = |argument: &Argument| {
                let is_alike = argument.text == resolved.symbols[*symbol].name && argument.type_.is_none();
                argument.is_put_in && !is_alike
            };
            self.bound.renamed.contains_key(symbol) || self.bound.arguments.get(symbol).is_some_and(is_put_in)
        };
        expansions(self.parsed, tokens, &is_other).ok_or_else(|| {
            let wanted = tokens.iter().find(|it| {
                is_other(it) && self.parsed.place_of_name(it.span, it.span.of(self.parsed.text())).is_none()
            });
            let name = wanted.map_or("a variable", |it| it.span.of(self.parsed.text()));
            format!("a macro names `{name}`")
        })
    }
}

/// Where the first of so many pragmas starts that stand in lines right in front of a place, but for comments; that place without any.
pub fn first_of(file: &str, place: usize, count: usize) -> Option<usize> {
    if count == 0 {
        return Some(place);
    }
    let before = tokens_without_comments(&file[..place]);
    let directives: Vec<_> = before.filter(|token| token.kind == TokenKind::Directive).collect();
    Some(directives.get(directives.len().checked_sub(count)?)?.span.start)
}

/// Whether there is white space between two words.
fn is_apart(before: &str, behind: &str) -> bool {
    !matches!(before, "(" | "[" | "->" | ".") && !matches!(behind, ")" | "]" | "," | "->" | "." | "[")
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
    indent_in(map.file_text(map.main_file()).unwrap_or(""), place).to_owned()
}

/// The same of a text.
pub fn indent_in(text: &str, place: usize) -> &str {
    let start = text[..place].rfind('\n').map_or(0, |end| end + 1);
    let line = &text[start..];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// What a function's statements are further in than itself.
fn step(parsed: Parsed, callee: &Callee) -> String {
    let Form::Statements { inside, .. } = callee.form else { return INDENT.to_owned() };
    let indent = |place: Span| indent_at(parsed.map, place);
    let first = parsed.table.within(inside).first().map_or(String::new(), |first| indent(first.span));
    match first.strip_prefix(&indent(callee.function.body.span)) {
        Some(further) if !further.is_empty() => further.to_owned(),
        _ => INDENT.to_owned(),
    }
}

/// The white space in front of the line with a place.
pub fn indent_at(map: &SourceMap, place: Span) -> String {
    map.original_with_pragmas(place).map_or(String::new(), |place| indent_of_line(map, place.start))
}
