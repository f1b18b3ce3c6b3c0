//! Each external declaration parsed by itself with lang-c.
//!
//! C can't be parsed without knowing which names are types. A declaration is therefore parsed behind
//! `typedef int A, B;` for those of its names that earlier declarations made types: to the grammar one
//! type is as good as another. Places in lang-c's tree count from the start of that text; see
//! [`External::place`].

use std::collections::HashSet;

use diagnostics::Span;
use diagnostics::token::{Token, TokenKind};
use lang_c::ast;
use lang_c::driver::{Config, parse_preprocessed};

use super::nesting::{DEEPEST, too_deep};
use super::split::{Piece, TokenTable, at_top, external_declarations};

/// An external declaration with its tree.
pub struct External {
    /// Its place and its tokens.
    pub piece: Piece,
    /// The tree, unless lang-c doesn't know this C.
    pub tree: Result<ast::ExternalDeclaration, Unparsed>,
    /// How far places in the tree lie behind those in the preprocessed text.
    shift: isize,
}

/// Why a declaration has no tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unparsed {
    /// Where the trouble is.
    pub place: Span,
    /// What it is, as a phrase.
    pub reason: Reason,
}

/// What keeps a declaration from being parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is nested too deeply.
    Depth,
    /// The parser didn't expect what stands there.
    Unexpected,
}

impl External {
    /// A place of the tree as a place in the preprocessed text.
    pub fn place(&self, span: lang_c::span::Span) -> Span {
        let shifted = |offset: usize| offset.saturating_add_signed(-self.shift);
        Span::new(shifted(span.start), shifted(span.end))
    }
}

/// All external declarations of `text`.
pub fn parse(text: &str, table: &TokenTable) -> Vec<External> {
    let mut types = HashSet::new();
    let pieces = external_declarations(text, &table.tokens);
    let mut externals = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let tokens = &table.tokens[piece.tokens.clone()];
        let external = parse_piece(text, tokens, piece.clone(), &types);
        if at_top(text, tokens).any(|token| token.span.of(text) == "typedef") {
            types.extend(type_names(text, tokens));
        }
        externals.push(external);
    }
    externals
}

fn parse_piece(text: &str, tokens: &[Token], piece: Piece, types: &HashSet<&str>) -> External {
    let prelude = prelude(text, tokens, types);
    let shift = prelude.len() as isize - piece.span.start as isize;
    if let Some(token) = too_deep(text, tokens) {
        let tree = Err(Unparsed { place: token.span, reason: Reason::Depth });
        return External { piece, tree, shift };
    }
    let source = piece.span.of(text);
    let parsed = parse_source(&prelude, source).or_else(|offset| {
        // lang-c doesn't know attributes in all places where compilers take them.
        match without_attributes(text, tokens, piece.span) {
            Some(mended) => parse_source(&prelude, &mended).map_err(|_| offset),
            None => Err(offset),
        }
    });
    let tree = parsed.map_err(|offset| Unparsed {
        place: place_of_error(tokens, piece.span, offset.saturating_add_signed(-shift)),
        reason: Reason::Unexpected,
    });
    External { piece, tree, shift }
}

/// The tree of one declaration, or the offset where it goes wrong.
fn parse_source(prelude: &str, source: &str) -> Result<ast::ExternalDeclaration, usize> {
    let parsed = parse_preprocessed(&Config::with_gcc(), format!("{prelude}{source}"));
    let mut declarations = parsed.map_err(|error| error.offset)?.unit.0;
    let expected = if prelude.is_empty() { 1 } else { 2 };
    let last = declarations.pop().filter(|_| declarations.len() + 1 == expected);
    last.map(|declaration| declaration.node).ok_or(prelude.len())
}

/// A declaration of those types that `tokens` mention.
fn prelude(text: &str, tokens: &[Token], types: &HashSet<&str>) -> String {
    let identifiers = tokens.iter().filter(|token| token.kind == TokenKind::Identifier);
    let mut mentioned: Vec<_> =
        identifiers.map(|token| token.span.of(text)).filter(|name| types.contains(name)).collect();
    mentioned.sort_unstable();
    mentioned.dedup();
    if mentioned.is_empty() { String::new() } else { format!("typedef int {};\n", mentioned.join(",")) }
}

/// The token at `offset`, or the end of the declaration.
fn place_of_error(tokens: &[Token], span: Span, offset: usize) -> Span {
    let token = tokens.iter().find(|token| offset < token.span.end);
    token.map_or(Span::new(span.end.saturating_sub(1), span.end), |token| token.span)
}

/// The names that a `typedef` declares: the last identifier of each declarator.
///
/// They are told from the tokens, so that types are known whose declarations lang-c can't parse.
fn type_names<'a>(text: &'a str, tokens: &'a [Token]) -> Vec<&'a str> {
    let mut names = Vec::new();
    let mut current = None;
    let mut depth = 0usize;
    for (position, token) in tokens.iter().enumerate() {
        let word = token.span.of(text);
        let before =
            |back: usize| position.checked_sub(back).map_or("", |before| tokens[before].span.of(text));
        match word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            "," | ";" if depth == 0 => names.extend(current.take()),
            _ if token.kind != TokenKind::Identifier || word.starts_with("__attribute") => {}
            _ if depth == 0 => current = Some(word),
            // The name of a function pointer or of a pointer to an array.
            _ if depth == 1 && before(1) == "*" && before(2) == "(" => current = Some(word),
            _ => {}
        }
    }
    names
}

/// `span` with its attributes blanked at equal length, if it has any.
fn without_attributes(text: &str, tokens: &[Token], span: Span) -> Option<String> {
    let mut bytes = span.of(text).as_bytes().to_vec();
    let mut blanked = false;
    for (position, token) in tokens.iter().enumerate() {
        let word = token.span.of(text);
        let end = match word {
            "__attribute__" | "__attribute" | "__asm__" => closing(text, &tokens[position + 1..]),
            "__extension__" | "__thread" | "_Noreturn" => Some(token.span.end),
            _ => None,
        };
        if let Some(end) = end {
            blanked = true;
            let blank = &mut bytes[token.span.start - span.start..end - span.start];
            blank.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        }
    }
    String::from_utf8(bytes).ok().filter(|_| blanked)
}

/// The end of the group in parentheses that `tokens` start with.
fn closing(text: &str, tokens: &[Token]) -> Option<usize> {
    let mut depth = 0usize;
    for token in tokens {
        match token.span.of(text) {
            "(" => depth += 1,
            ")" => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return (token.span.of(text) == ")").then_some(token.span.end);
        }
    }
    None
}

impl Unparsed {
    /// What is wrong, in words.
    pub fn describe(&self) -> String {
        match self.reason {
            Reason::Depth => format!("nested deeper than {DEEPEST} levels"),
            Reason::Unexpected => "polycc's parser doesn't know this".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unparsed(text: &str) -> Vec<String> {
        let table = TokenTable::new(text);
        let externals = parse(text, &table);
        externals
            .iter()
            .filter(|external| external.tree.is_err())
            .map(|external| external.piece.span.of(text).into())
            .collect()
    }

    #[test]
    fn types_are_known_across_declarations() {
        let text = "typedef unsigned long size_t, *sp; typedef int (*callback)(size_t); typedef double row[4];\n\
                    typedef unsigned long size_t; size_t n; callback f; int g(void) { int size_t = 1; return size_t * 2; }\n\
                    row r; sp q;";
        assert_eq!(unparsed(text), Vec::<String>::new());
    }

    #[test]
    fn one_declaration_that_is_not_understood_leaves_the_others() {
        let text = "__int128 x; int y; typedef struct __attribute__((packed)) S { int a; } S; S s; int f(void) { return 1 }";
        assert_eq!(unparsed(text), ["__int128 x;", "int f(void) { return 1 }"]);
    }

    #[test]
    fn attributes_are_blanked_at_equal_length() {
        let text = "int f(int x) __attribute__((const)) { return x; }";
        let table = TokenTable::new(text);
        let mended = without_attributes(text, &table.tokens, Span::new(0, text.len())).unwrap();
        assert_eq!(mended, "int f(int x)                        { return x; }");
    }
}
