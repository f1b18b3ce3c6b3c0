//! What stands in the user's file for a region, for those that replace all of it.
//!
//! Sound because nothing goes that isn't the region's: lines are replaced only if no other token of the
//! program stands on them, and no directive, since the branches that the preprocessor left out are the
//! user's, too.

use diagnostics::token::{Token, TokenKind, tokens_without_comments};
use diagnostics::{FileId, OriginalLines, SourceMap, Span};

use crate::pragma::pragma;
use crate::syntax::split::TokenTable;

/// The text of a region in the user's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Text {
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
    /// It can't be replaced as a whole, for this reason (a phrase). Parts of it can.
    Fixed(String),
}

/// The text of the statements from `first` to `last` that no pragmas enclose; `around` reaches from the token
/// before them to their last. `None` where they come out of a macro.
pub(crate) fn text(map: &SourceMap, table: &TokenTable, around: Span) -> Option<Text> {
    let statements = table.trimmed(around);
    let own = map.original_lines(statements).filter(|lines| is_alone(table, statements, lines));
    let exact = map.original(statements).filter(|place| place.file == FileId::MAIN);
    if own.is_none() && exact.is_none() {
        return None;
    }
    if let Some(line) = pragma_line(map, table, around) {
        return Some(Text::Fixed(format!("line {line} has a pragma")));
    }
    Some(match own {
        Some(lines) if has_directive(map, &lines) => {
            Text::Fixed("preprocessor directives stand in it".into())
        }
        Some(lines) => Text::Lines { first: lines.first, last: lines.last },
        None => Text::Tokens(statements),
    })
}

/// Whether nothing but `statements` stands on `lines` of the main file.
fn is_alone(table: &TokenTable, statements: Span, lines: &OriginalLines) -> bool {
    lines.file == FileId::MAIN && table.trimmed(lines.preprocessed) == statements
}

/// The line of the first pragma in `around`.
fn pragma_line(map: &SourceMap, table: &TokenTable, around: Span) -> Option<u32> {
    let is_pragma = |line: &&Token| pragma(map.text(), line).is_some();
    table.directives_within(around).iter().find(is_pragma).map(|line| map.locate(line.span.start).line)
}

/// Whether a directive stands on lines of the main file.
fn has_directive(map: &SourceMap, lines: &OriginalLines) -> bool {
    let range = map.line_range(lines.file, lines.first, lines.last);
    let text = range.zip(map.file_text(map.main_file())).map_or("", |(range, text)| range.of(text));
    tokens_without_comments(text).any(|token| token.kind == TokenKind::Directive)
}
