//! How deep the tree of a declaration will be, told from its tokens.
//!
//! Parsing, and walking and freeing the tree, recurse. What is nested deeper than [`DEEPEST`] is never
//! parsed, so that no input overflows a stack.

use diagnostics::token::{Token, TokenKind};

/// More than anybody writes; a sum of as many terms is as deep as nested parentheses.
pub const DEEPEST: usize = 1000;

/// The first token at which the tree gets deeper than [`DEEPEST`].
///
/// Brackets nest; within brackets, every operator and every `if`, `else` or loop may deepen the tree,
/// until the statement or the argument ends.
pub fn too_deep<'a>(text: &str, tokens: &'a [Token]) -> Option<&'a Token> {
    let mut enclosing: Vec<usize> = Vec::new();
    let mut depth = 0usize;
    for (position, token) in tokens.iter().enumerate() {
        let word = token.span.of(text);
        match word {
            "(" | "[" | "{" => {
                enclosing.push(if word == "{" { depth } else { depth + 1 });
                depth += 1;
            }
            ")" | "]" => depth = enclosing.pop().unwrap_or(0),
            "}" => depth = after_statement(text, tokens, position, &mut enclosing, true),
            ";" => depth = after_statement(text, tokens, position, &mut enclosing, false).min(depth),
            "," => depth = enclosing.last().map_or(0, |outer| outer + 1),
            _ if deepens(token, word) => depth += 1,
            _ => {}
        }
        if depth > DEEPEST {
            return Some(token);
        }
    }
    None
}

/// The depth after the `;` or `}` at `position`: an `else` goes on where the statement before it was.
fn after_statement(text: &str, tokens: &[Token], position: usize, enclosing: &mut Vec<usize>, closes: bool) -> usize {
    let inside = if closes { enclosing.pop() } else { None };
    let goes_on = tokens.get(position + 1).is_some_and(|next| next.span.of(text) == "else");
    match (goes_on, inside) {
        (true, Some(depth)) => depth,
        (true, None) => usize::MAX,
        _ => enclosing.last().map_or(0, |outer| outer + 1),
    }
}

fn deepens(token: &Token, word: &str) -> bool {
    match token.kind {
        TokenKind::Punctuator => true,
        TokenKind::Identifier => {
            matches!(word, "if" | "else" | "for" | "while" | "do" | "switch" | "case" | "default" | "sizeof")
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::split::TokenTable;

    fn is_too_deep(text: &str) -> bool {
        too_deep(text, &TokenTable::new(text).tokens).is_some()
    }

    #[test]
    fn every_kind_of_nesting_counts() {
        for (open, close) in [("(", ")"), ("{", "}"), ("a[", "]"), ("if (x) ", ""), ("x + ", ""), ("- ", "")] {
            let text = |depth| format!("{}x;{}", open.repeat(depth), close.repeat(depth));
            assert!(is_too_deep(&text(2 * DEEPEST)), "{open}");
            assert!(!is_too_deep(&text(DEEPEST / 4)), "{open}");
        }
        assert!(is_too_deep(&"if (x) y; else ".repeat(2 * DEEPEST)));
        assert!(is_too_deep(&"if (x) { y; } else ".repeat(2 * DEEPEST)));
    }

    #[test]
    fn length_alone_does_not() {
        assert!(!is_too_deep(&"x = a + b; if (x) { y; } f(x, y); ".repeat(2 * DEEPEST)));
        assert!(!is_too_deep(&"1 + 2, ".repeat(2 * DEEPEST)));
    }
}
