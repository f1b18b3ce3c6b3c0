//! A preprocessed text as a sequence of external declarations.
//!
//! lang-c stops at the first thing it doesn't understand. Taking the text apart first, by brackets and
//! semicolons alone, confines a failure to one declaration. Where brackets don't match the pieces are
//! arbitrary, but they still cover all tokens, and parsing them reports the mistake.

use std::ops::Range;

use diagnostics::Span;
use diagnostics::token::{Token, TokenKind, tokens_without_comments};

/// The tokens of a preprocessed text.
#[derive(Clone, Debug, Default)]
pub struct TokenTable {
    /// All but comments and directives.
    pub tokens: Vec<Token>,
    /// The lines that start with `#`.
    pub directives: Vec<Token>,
}

/// An external declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its place.
    pub span: Span,
    /// Its positions in [`TokenTable::tokens`].
    pub tokens: Range<usize>,
}

impl TokenTable {
    /// The tokens of `text`.
    pub fn new(text: &str) -> TokenTable {
        let (directives, tokens) =
            tokens_without_comments(text).partition(|token| token.kind == TokenKind::Directive);
        TokenTable { tokens, directives }
    }

    /// The tokens that lie in `span`.
    pub fn within(&self, span: Span) -> &[Token] {
        let start = self.tokens.partition_point(|token| token.span.start < span.start);
        let end = self.tokens.partition_point(|token| token.span.end <= span.end);
        self.tokens.get(start..end).unwrap_or(&[])
    }

    /// Whether all places in `within` are known that have a name, but for members of that name.
    pub fn are_known(&self, name: &str, within: Span, text: &str, is_known: &dyn Fn(Span) -> bool) -> bool {
        let tokens = self.within(within);
        let word = |at: usize| tokens[at].span.of(text);
        let is_of_member = |at: usize| at > 0 && matches!(word(at - 1), "." | "->");
        let mut named = (0..tokens.len()).filter(|at| word(*at) == name);
        named.all(|at| is_known(tokens[at].span) || is_of_member(at))
    }

    /// The directives that lie in `span`, line markers among them.
    pub fn directives_within(&self, span: Span) -> &[Token] {
        let start = self.directives.partition_point(|line| line.span.start < span.start);
        let end = self.directives.partition_point(|line| line.span.end <= span.end);
        self.directives.get(start..end).unwrap_or(&[])
    }

    /// The end of the last token before `place`.
    pub fn end_before(&self, place: usize) -> usize {
        let next = self.tokens.partition_point(|token| token.span.start < place);
        next.checked_sub(1).map_or(0, |before| self.tokens[before].span.end)
    }

    /// `span` without white space and line markers at its edges.
    pub fn trimmed(&self, span: Span) -> Span {
        span_of(self.within(span)).unwrap_or(span)
    }
}

/// From the first to the last of some tokens, if there are any.
pub fn span_of(tokens: &[Token]) -> Option<Span> {
    Some(tokens.first()?.span.to(tokens.last()?.span))
}

/// The external declarations of `text`, in order.
pub fn external_declarations(text: &str, tokens: &[Token]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut depth = 0usize;
    for (position, token) in tokens.iter().enumerate() {
        let mut ends = false;
        match token.span.of(text) {
            "(" | "[" => depth += 1,
            "{" => depth += 1,
            ")" | "]" => depth = depth.saturating_sub(1),
            "}" => {
                depth = depth.saturating_sub(1);
                ends = depth == 0 && is_function_body(text, &tokens[start..=position]);
            }
            ";" => ends = depth == 0 && !is_old_function(text, &tokens[start..=position]),
            _ => {}
        }
        if ends {
            pieces.push(piece(tokens, start..position + 1));
            start = position + 1;
        }
    }
    if start < tokens.len() {
        pieces.push(piece(tokens, start..tokens.len()));
    }
    pieces
}

fn piece(tokens: &[Token], range: Range<usize>) -> Piece {
    Piece { span: tokens[range.start].span.to(tokens[range.end - 1].span), tokens: range }
}

/// Whether a declaration that so far ends with a closing brace is a function and therefore complete.
///
/// An initializer follows a `=`; the members of a type follow its keyword, with attributes and a name
/// between them.
fn is_function_body(text: &str, tokens: &[Token]) -> bool {
    let Some(open) = opening_brace(text, tokens) else { return false };
    let before = &tokens[..open];
    if at_top(text, before).any(|token| token.span.of(text) == "=") {
        return false;
    }
    let mut words = at_top(text, before).map(|token| token.span.of(text)).collect::<Vec<_>>();
    words.retain(|word| !matches!(*word, "__attribute__" | "__attribute" | "(" | ")"));
    let is_type = |word: &&str| matches!(*word, "struct" | "union" | "enum");
    let [.., keyword, _name] = words.as_slice() else {
        return !words.first().is_some_and(is_type);
    };
    !is_type(keyword) && !words.last().is_some_and(is_type)
}

/// Whether a declaration that so far ends with a semicolon is a function in the old style, the types of whose parameters
/// stand behind them: `int f(n) int n; { … }`.
fn is_old_function(text: &str, tokens: &[Token]) -> bool {
    let word = |position: usize| tokens.get(position).map_or("", |token: &Token| token.span.of(text));
    let Some(open) = tokens.iter().position(|token| matches!(token.span.of(text), "(" | "=" | "{" | "["))
    else {
        return false;
    };
    let is_name =
        |position: usize| tokens.get(position).is_some_and(|token| token.kind == TokenKind::Identifier);
    let starts_type =
        ["typeof", "__typeof__", "__typeof", "_Atomic", "_Alignas", "alignas", "_BitInt", "typedef"];
    if word(open) != "("
        || open == 0
        || !is_name(open - 1)
        || starts_type.contains(&word(open - 1))
        || word(0) == "typedef"
    {
        return false;
    }
    let mut close = open + 1;
    while is_name(close) && word(close + 1) == "," {
        close += 2;
    }
    let ends_list = is_name(close) && word(close + 1) == ")" && is_name(close + 2);
    ends_list && !matches!(word(close + 2), "__attribute__" | "__attribute" | "__asm__" | "__asm" | "asm")
}

/// The position of the first brace outside of other brackets.
///
/// `tokens` may hold several groups in braces, as in `struct { int x; } f(void) { … }`; the last decides.
fn opening_brace(text: &str, tokens: &[Token]) -> Option<usize> {
    let mut depth = 0usize;
    for (position, token) in tokens.iter().enumerate().rev() {
        match token.span.of(text) {
            ")" | "]" | "}" => depth += 1,
            "(" | "[" | "{" => depth = depth.saturating_sub(1),
            _ => continue,
        }
        if depth == 0 {
            return Some(position);
        }
    }
    None
}

/// The tokens outside of brackets, and the outermost brackets themselves.
pub fn at_top<'a>(text: &'a str, tokens: &'a [Token]) -> impl Iterator<Item = &'a Token> {
    let mut depth = 0usize;
    tokens.iter().filter(move |token| match token.span.of(text) {
        "(" | "[" | "{" => {
            depth += 1;
            depth == 1
        }
        ")" | "]" | "}" => {
            depth = depth.saturating_sub(1);
            depth == 0
        }
        _ => depth == 0,
    })
}

/// Words that are followed by something in parentheses which is no declarator.
pub fn is_attribute(word: &str) -> bool {
    matches!(word, "__attribute__" | "__attribute" | "__declspec" | "__asm__" | "__asm" | "asm")
}

/// The position behind the brackets that open at `open`, if any do.
pub fn behind_group(words: &[&str], open: usize) -> usize {
    let mut depth = 0usize;
    for (position, word) in words.iter().enumerate().skip(open) {
        match *word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return position + usize::from(matches!(*word, ")" | "]" | "}"));
        }
    }
    words.len()
}

/// Words that are no names, among those that declarations have.
pub fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "void"
            | "char"
            | "short"
            | "int"
            | "long"
            | "float"
            | "double"
            | "signed"
            | "unsigned"
            | "_Bool"
            | "_Complex"
            | "const"
            | "volatile"
            | "restrict"
            | "__restrict"
            | "static"
            | "extern"
            | "inline"
            | "__inline"
            | "__inline__"
            | "struct"
            | "union"
            | "enum"
            | "typedef"
            | "register"
            | "_Noreturn"
            | "_Thread_local"
            | "__extension__"
            | "_Float128"
            | "_Float64"
            | "_Float32"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<&str> {
        let table = TokenTable::new(text);
        external_declarations(text, &table.tokens).iter().map(|piece| piece.span.of(text)).collect()
    }

    #[test]
    fn declarations_end_where_c_ends_them() {
        let declarations = [
            "int a = 1, b;",
            "struct S { int x; } s;",
            "struct S *f(struct S *p) { if (p) { return p; } }",
            "typedef struct __attribute__((packed)) T { int x; } T;",
            "int t[] = { 1, 2 };",
            "enum { A, B };",
            "struct P { int x; } g(void) { return p; }",
            "double h(double x) __attribute__((pure)) ;",
            "enum color paint(int i) { return i; }",
            "int old(n, x) int n; double *x; { return n; }",
            "void taken(name) __attribute__((unused));",
            "__attribute__((unused)) static int u;",
        ];
        assert_eq!(pieces(&declarations.join(" ")), declarations);
    }

    #[test]
    fn brackets_that_do_not_match_lose_no_tokens() {
        assert_eq!(pieces("int f( { ; } int x;"), ["int f( { ; } int x;"]);
        assert_eq!(pieces("} int x; int y;"), ["} int x;", "int y;"]);
    }
}
