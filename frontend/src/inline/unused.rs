//! Functions that nobody calls any more.

use std::collections::BTreeSet;

use diagnostics::token::TokenKind;
use diagnostics::{FileId, SourceMap, Span};

use super::left_out::{declaration, whole_line};
use super::{Inlining, Parsed};
use crate::syntax::resolve::Resolved;
use crate::syntax::split::{TokenTable, external_declarations};
use crate::syntax::tree::{Function, Symbol, SymbolId};
use crate::translation::Translation;
use crate::unit::Unit;

/// The text of a function that can go.
#[derive(Clone, Debug)]
pub struct Unused {
    /// Whole lines of the main file, in order: prototypes and the definition, with the comments right above.
    pub places: Vec<Span>,
    /// The other functions that it names.
    pub mentions: BTreeSet<String>,
}

/// The declarations of the function `name` that no other file calls, if nothing else names it and nothing else stands on their lines.
pub fn unused(unit: &Unit, name: &str, map: &SourceMap) -> Option<Unused> {
    let text = map.text();
    let function = unit.definitions().iter().find(|function| function.name == name)?;
    let (mut places, mut mentions) = (Vec::new(), BTreeSet::new());
    let mut is_static = false;
    for piece in external_declarations(text, unit.tokens()) {
        let tokens = &unit.tokens()[piece.tokens.clone()];
        let word = |index: usize| tokens.get(index).map_or("", |token| token.span.of(text));
        let Some(position) = (0..tokens.len()).find(|index| word(*index) == name) else { continue };
        is_static |= (0..position).any(|index| word(index) == "static");
        let is_declaration = word(position + 1) == "(" && word(tokens.len() - 1) == ";" && position > 0;
        if piece.span == function.span {
            let is_other = |word: &&str| *word != name && unit.declares(word);
            let names = tokens.iter().filter(|token| token.kind == TokenKind::Identifier);
            mentions.extend(names.map(|token| token.span.of(text)).filter(is_other).map(str::to_owned));
        } else if !is_declaration {
            return None;
        }
        places.push(lines(unit, map, piece.span)?);
    }
    let is_own = is_static || unit.is_whole_program() && name != "main";
    is_own.then_some(Unused { places, mentions })
}

/// Whether a function's name at a place stands in its definition's head, or in a declaration outside of all functions.
pub(crate) fn is_declared_at(
    resolved: &Resolved,
    table: &TokenTable,
    text: &str,
    function: &Function,
    place: Span,
) -> bool {
    if function.span.contains(place) {
        return !function.body.span.contains(place);
    }
    let start = table.tokens.partition_point(|token| token.span.start < place.end);
    let mut words = table.tokens[start..].iter().map(|token| token.span.of(text));
    !resolved.functions.iter().any(|other| other.span.contains(place))
        && words.next() == Some("(")
        && words.take_while(|word| *word != ";").all(|word| !matches!(word, "{" | "="))
}

/// Where the file declares a variable that nothing else mentions, and nothing but it.
pub fn unmentioned(
    map: &SourceMap,
    translation: &Translation,
    inlining: &Inlining,
    name: &str,
) -> Option<Span> {
    let Translation { resolved, table, macros, .. } = translation;
    let mut mentions = table.tokens.iter().filter(|token| token.span.of(map.text()) == name);
    let only = mentions.next().filter(|_| mentions.next().is_none())?;
    let named = |symbol: &Symbol| {
        symbol.name == name && symbol.name_span == only.span && symbol.initializer.is_none()
    };
    let symbol = SymbolId(resolved.symbols.0.iter().position(named)?);
    let parsed = Parsed { map, table, resolved, names: &inlining.names, macros };
    let place = parsed.place(declaration(parsed, symbol)?)?;
    Some(whole_line(parsed.file()?, place))
}

/// The lines of a declaration, if it has them for itself.
pub(crate) fn lines(unit: &Unit, map: &SourceMap, span: Span) -> Option<Span> {
    let lines = map.original_lines(span).filter(|lines| lines.file == FileId::MAIN)?;
    let within = unit.tokens_within(lines.preprocessed);
    if within.first()?.span.to(within.last()?.span) != span {
        return None;
    }
    let place = map.line_range(lines.file, lines.first, lines.last)?;
    let file = map.file_text(map.main_file())?;
    // OpenMP's are about the function's own statements
    let is_of_file = |line: &str| {
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        let pragma = directive.map(|it| it.strip_prefix("pragma").map_or("", str::trim_start));
        pragma.is_some_and(|it| !it.starts_with("omp"))
    };
    let has_directive = place.of(file).lines().any(is_of_file);
    (!has_directive).then(|| Span::new(comment_above(file, place.start), with_blank_line(file, place.end)))
}

/// Where the comment starts that stands on the lines right above.
fn comment_above(file: &str, start: usize) -> usize {
    let mut start = start;
    let mut is_open = false;
    loop {
        let before = file[..start].strip_suffix('\n').unwrap_or("");
        let first = before.rfind('\n').map_or(0, |end| end + 1);
        let line = before[first..].trim();
        let is_comment = match is_open {
            true => !line.contains("*/"),
            false => {
                line.starts_with("//")
                    || line.starts_with("/*") && line.ends_with("*/")
                    || line.ends_with("*/")
            }
        };
        if !is_comment || before.is_empty() {
            return start;
        }
        is_open = !line.starts_with("//") && !line.starts_with("/*");
        start = first;
    }
}

/// The end with an empty line that follows.
fn with_blank_line(file: &str, end: usize) -> usize {
    let rest = &file[end..];
    let line = rest.split_inclusive('\n').next().unwrap_or("");
    if line.trim().is_empty() { end + line.len() } else { end }
}
