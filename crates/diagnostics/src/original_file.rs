//! A file as the user wrote it, by lines and tokens.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use crate::span::Span;
use crate::token::{BYTE_ORDER_MARK, Token, TokenKind, tokens};

/// The text of a file with what is asked of it again and again.
#[derive(Clone, Debug)]
pub(crate) struct OriginalFile {
    pub text: String,
    /// Where each line starts, the first after a byte order mark; there is one line at least.
    line_starts: Vec<usize>,
    tokenized: OnceLock<Tokenized>,
}

/// Found only on demand: most files are never asked.
#[derive(Clone, Debug)]
struct Tokenized {
    /// Without comments.
    tokens: Vec<Token>,
    /// The lines whose end lies within a token or a comment.
    unfinished_lines: BTreeSet<u32>,
}

impl OriginalFile {
    pub fn new(text: String) -> Self {
        let mut line_starts =
            vec![if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 }];
        line_starts.extend(text.match_indices('\n').map(|(end, _)| end + 1));
        OriginalFile { text, line_starts, tokenized: OnceLock::new() }
    }

    /// The number of the last line.
    pub fn last_line(&self) -> u32 {
        u32::try_from(self.line_starts.len()).unwrap_or(u32::MAX)
    }

    /// The line, from 1, that `offset` lies in.
    pub fn line_at(&self, offset: usize) -> u32 {
        let started = self.line_starts.partition_point(|&start| start <= offset);
        u32::try_from(started.max(1)).unwrap_or(u32::MAX)
    }

    /// The line and the column, each from 1, of `offset`.
    pub fn line_and_column(&self, offset: usize) -> (u32, u32) {
        let line = self.line_at(offset);
        let column = offset.saturating_sub(self.line_starts[line as usize - 1]) + 1;
        (line, u32::try_from(column).unwrap_or(u32::MAX))
    }

    /// The lines from `first` to `last` with their line ends; empty, at the end of the text, where there are none.
    pub fn lines(&self, first: u32, last: u32) -> Span {
        Span::new(self.start_of_line(first), self.start_of_line(last.saturating_add(1)))
    }

    fn start_of_line(&self, line: u32) -> usize {
        self.line_starts.get((line as usize).saturating_sub(1)).copied().unwrap_or(self.text.len())
    }

    /// The tokens that start on the lines from `first` to `last`, without comments.
    pub fn tokens_on(&self, first: u32, last: u32) -> &[Token] {
        self.tokens_in(self.lines(first, last))
    }

    /// The tokens that start in `span`, without comments.
    pub fn tokens_in(&self, span: Span) -> &[Token] {
        let tokens = &self.tokenized().tokens;
        let count_before = |offset| tokens.partition_point(|token| token.span.start < offset);
        &tokens[count_before(span.start)..count_before(span.end).max(count_before(span.start))]
    }

    /// Whether a comment, a token or a backslash at the end of `line` makes it one with the next.
    pub fn is_joined_with_next(&self, line: u32) -> bool {
        let text = self.lines(line, line).of(&self.text);
        text.trim_end().ends_with('\\') || self.tokenized().unfinished_lines.contains(&line)
    }

    fn tokenized(&self) -> &Tokenized {
        self.tokenized.get_or_init(|| self.tokenize())
    }

    fn tokenize(&self) -> Tokenized {
        let mut tokenized = Tokenized { tokens: vec![], unfinished_lines: BTreeSet::new() };
        for token in tokens(&self.text) {
            tokenized.unfinished_lines.extend(self.line_at(token.span.start)..self.line_at(token.span.end));
            if token.kind != TokenKind::Comment {
                tokenized.tokens.push(token);
            }
        }
        tokenized
    }
}
