//! What stands in the user's file for a region, for those that replace all of it.
//!
//! Sound because nothing goes that isn't the region's: lines are replaced only if no other token of the
//! program stands on them, and no directive, since the branches that the preprocessor left out are the
//! user's, too.

use std::collections::BTreeSet;

use diagnostics::token::{Token, TokenKind, tokens_without_comments};
use diagnostics::{FileId, OriginalLines, SourceMap, Span};

use crate::pragma::pragma;
use crate::syntax::split::TokenTable;

/// The text of a region in the user's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// What goes.
    pub extent: Extent,
    /// The statements in it that obtain memory: they must come back before the new loops.
    pub before: Vec<Span>,
    /// Those that release it: they must come back behind them.
    pub behind: Vec<Span>,
    /// Arrays of which the first is released before the other one is obtained, by their names in the model: now they are there
    /// together.
    pub turns: Vec<(String, String)>,
}

/// A part of the user's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Whole lines of the main file, from 1; none if `last < first`.
    Lines {
        /// The first line.
        first: u32,
        /// The last line.
        last: u32,
    },
    /// These tokens of the preprocessed text, which stand in the file as they are; other tokens share lines
    /// with them.
    Tokens(Span),
}

/// The extent of the statements in `around`, which no pragmas of polycc's enclose, with the pragmas that are `gone` with
/// them. An error says as a phrase why they must stay.
pub(crate) fn extent(
    map: &SourceMap,
    table: &TokenTable,
    around: Span,
    gone: &[Span],
) -> Result<Extent, String> {
    let statements = table.trimmed(around);
    let line = |place: &Span| map.locate(place.start).line;
    if let Some(place) = pragmas(map, table, around).find(|place| !gone.contains(place)) {
        return Err(format!("line {} has a pragma", line(&place)));
    }
    match map.original_lines(statements).filter(|lines| is_alone(table, statements, lines)) {
        Some(lines) => {
            let gone: Vec<u32> = gone.iter().map(line).collect();
            let first = gone.iter().copied().min().map_or(lines.first, |first| first.min(lines.first));
            match has_directive(map, first, lines.last, &gone) {
                true => Err("preprocessor directives stand in it".into()),
                false => Ok(Extent::Lines { first, last: lines.last }),
            }
        }
        None if !gone.is_empty() => Err(format!("line {} has a pragma", line(&gone[0]))),
        None if is_exact(map, statements) => Ok(Extent::Tokens(statements)),
        None => Err("it comes out of a macro".into()),
    }
}

/// Whether no more than the insides of `statements` comes out of a macro, so that they can be told from what
/// is around them.
pub(crate) fn is_separate(map: &SourceMap, table: &TokenTable, around: Span) -> bool {
    let statements = table.trimmed(around);
    let lines = map.original_lines(statements);
    lines.is_some_and(|lines| is_alone(table, statements, &lines)) || is_exact(map, statements)
}

/// Whether the user wrote the first and the last token of `statements`, with no directive between them.
fn is_exact(map: &SourceMap, statements: Span) -> bool {
    map.original(statements).is_some_and(|place| place.file == FileId::MAIN)
}

/// Whether nothing but `statements` stands on `lines` of the main file.
fn is_alone(table: &TokenTable, statements: Span, lines: &OriginalLines) -> bool {
    lines.file == FileId::MAIN && table.trimmed(lines.preprocessed) == statements
}

/// The pragmas in `around`.
fn pragmas(map: &SourceMap, table: &TokenTable, around: Span) -> impl Iterator<Item = Span> {
    let lines = table.directives_within(around).iter();
    lines.filter(|line| pragma(map.text(), line).is_some()).map(|line| line.span)
}

/// Whether a directive that is no pragma stands between the first and the last line of statements, which must be the main file's.
pub(crate) fn holds_directive(map: &SourceMap, table: &TokenTable, around: Span) -> bool {
    let lines = map.original_lines(around).filter(|lines| lines.file == FileId::MAIN);
    let pragmas: Vec<u32> = pragmas(map, table, around).map(|place| map.locate(place.start).line).collect();
    lines.is_some_and(|lines| has_directive(map, lines.first, lines.last, &pragmas))
}

/// Whether a directive stands on these lines of the main file, but for those that begin on lines that are `gone`.
fn has_directive(map: &SourceMap, first: u32, last: u32, gone: &[u32]) -> bool {
    let range = map.line_range(FileId::MAIN, first, last);
    let text = range.zip(map.file_text(map.main_file())).map_or("", |(range, text)| range.of(text));
    let line = |token: &Token| first + text[..token.span.start].matches('\n').count() as u32;
    let mut directives = tokens_without_comments(text).filter(|token| token.kind == TokenKind::Directive);
    directives.any(|token| !gone.contains(&line(&token)))
}

/// The identifiers in a piece of text.
pub(crate) fn identifiers(text: &str) -> BTreeSet<String> {
    let tokens = tokens_without_comments(text).filter(|token| token.kind == TokenKind::Identifier);
    tokens.map(|token| token.text(text).into_owned()).collect()
}
