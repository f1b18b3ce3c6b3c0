//! Pragmas: which ones there are, what they say, and which region they belong to.
//!
//! `directive` reads what follows `#pragma polycc`, `openmp` what follows `#pragma omp`; `regions` pairs `scop` with `endscop` and attaches
//! the directives.

pub mod assume;
pub mod directive;
pub mod openmp;
pub mod regions;

use diagnostics::Span;
use diagnostics::token::{Token, TokenKind, tokens_without_comments};

/// A `#pragma` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pragma<'a> {
    /// The first word.
    pub word: &'a str,
    /// Where the first word stands.
    pub word_span: Span,
    /// What follows it.
    pub rest: Span,
    /// The whole line.
    pub span: Span,
}

/// The pragma that a directive is, unless it is another directive.
pub fn pragma<'a>(text: &'a str, directive: &Token) -> Option<Pragma<'a>> {
    let line = directive.span.of(text);
    let after_hash = line.strip_prefix('#')?;
    let after_pragma = after_hash.trim_start().strip_prefix("pragma")?;
    let start = directive.span.end - after_pragma.len();
    let word =
        tokens_without_comments(after_pragma).next().filter(|word| word.kind == TokenKind::Identifier)?;
    let word_span = Span::new(start + word.span.start, start + word.span.end);
    let rest = Span::new(word_span.end, directive.span.end);
    Some(Pragma { word: word_span.of(text), word_span, rest, span: directive.span })
}
