//! How deep the tree of a declaration will be, told from its tokens.
//!
//! Parsing, and walking and freeing the tree, recurse. What is nested deeper than [`DEEPEST`] is never
//! parsed, so that no input overflows a stack.
//!
//! The depth is bounded from above: within one pair of brackets and one statement, a tree is at most as
//! deep as the longest chains of operators of each strength together (`a + b + c` is a chain of two),
//! and brackets add what is in them.

use diagnostics::token::{Token, TokenKind};

/// More than anybody writes.
pub const DEEPEST: usize = 1000;

/// The strengths of operators, from the weakest: control flow, assignment and `?:`, `||`, `&&`, `|`,
/// `^`, `&`, equality, order, shifts, sums, products, prefixes and suffixes.
const STRENGTHS: usize = 13;
const CONTROL: usize = 0;
const SUM: usize = 10;
const PRODUCT: usize = 11;
const BIT_AND: usize = 6;
const TIGHTEST: usize = STRENGTHS - 1;

/// What is known of the tokens since a bracket was opened.
#[derive(Clone, Copy, Default)]
struct Level {
    /// The chains that are going on, by strength.
    running: [usize; STRENGTHS],
    /// The longest chains of the current statement.
    longest: [usize; STRENGTHS],
    /// The depth of the deepest brackets in the current statement.
    inner: usize,
    /// The depth of the deepest statement before.
    before: usize,
}

impl Level {
    fn own(&self) -> usize {
        self.longest.iter().sum::<usize>()
    }

    fn depth(&self) -> usize {
        self.before.max(self.own() + self.inner)
    }

    fn operator(&mut self, strength: usize) {
        self.running[strength] += 1;
        self.running[strength + 1..].fill(0);
        self.longest[strength] = self.longest[strength].max(self.running[strength]);
    }

    fn end_statement(&mut self) {
        *self = Level { before: self.depth(), ..Level::default() };
    }

    /// An `else` makes the chain of control flow go on.
    fn end_branch(&mut self) {
        self.running[CONTROL + 1..].fill(0);
    }
}

/// The first token at which the tree gets deeper than [`DEEPEST`].
pub fn too_deep<'a>(text: &str, tokens: &'a [Token]) -> Option<&'a Token> {
    let mut levels = vec![Level::default()];
    // What the levels around the current one add up to.
    let mut around = 0usize;
    let mut before = "";
    for (position, token) in tokens.iter().enumerate() {
        let word = token.span.of(text);
        let goes_on = || tokens.get(position + 1).is_some_and(|next| next.span.of(text) == "else");
        match word {
            "(" | "[" | "{" => {
                around += levels.last().map_or(0, Level::own) + 1;
                levels.push(Level::default());
            }
            ")" | "]" | "}" if levels.len() > 1 => {
                let closed = levels.pop().map_or(0, |level| level.depth() + 1);
                if let Some(level) = levels.last_mut() {
                    level.inner = level.inner.max(closed);
                    around = around.saturating_sub(level.own() + 1);
                    if word == "}" {
                        if goes_on() { level.end_branch() } else { level.end_statement() }
                    }
                }
            }
            ";" | "," => {
                if let Some(level) = levels.last_mut() {
                    if word == ";" && goes_on() { level.end_branch() } else { level.end_statement() }
                }
            }
            _ => {
                if let (Some(strength), Some(level)) = (strength(token, word, before), levels.last_mut()) {
                    level.operator(strength);
                }
            }
        }
        if around + levels.last().map_or(0, Level::depth) > DEEPEST {
            return Some(token);
        }
        before = word;
    }
    None
}

/// The strength of an operator, or of a word of control flow; `before` is the token before it.
fn strength(token: &Token, word: &str, before: &str) -> Option<usize> {
    if token.kind == TokenKind::Identifier {
        let control = ["if", "else", "for", "while", "do", "switch", "case", "default"];
        return match word {
            "sizeof" => Some(TIGHTEST),
            _ => control.contains(&word).then_some(CONTROL),
        };
    }
    if token.kind != TokenKind::Punctuator {
        return None;
    }
    let ends_operand = before.ends_with(|c: char| c.is_alphanumeric() || "_)]\"'.".contains(c));
    Some(match word {
        "||" => 2,
        "&&" => 3,
        "|" => 4,
        "^" => 5,
        "&" if ends_operand => BIT_AND,
        "==" | "!=" => 7,
        "<" | ">" | "<=" | ">=" => 8,
        "<<" | ">>" => 9,
        "+" | "-" if ends_operand => SUM,
        "*" | "/" | "%" if ends_operand => PRODUCT,
        "+" | "-" | "*" | "&" | "!" | "~" | "++" | "--" | "." | "->" => TIGHTEST,
        _ => 1,
    })
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
        for (open, close) in [
            ("(", ")"),
            ("{", "}"),
            ("a[", "]"),
            ("if (x) ", ""),
            ("x + ", ""),
            ("- ", ""),
            ("x ? y : ", ""),
            ("x = ", ""),
            ("(x + y) * ", ""),
            ("f(x + ", ")"),
        ] {
            let text = |depth| format!("{}x;{}", open.repeat(depth), close.repeat(depth));
            assert!(is_too_deep(&text(2 * DEEPEST)), "{open}");
            assert!(!is_too_deep(&text(DEEPEST / 5)), "{open}");
        }
        assert!(is_too_deep(&"if (x) y; else ".repeat(2 * DEEPEST)));
        assert!(is_too_deep(&"if (x) { y; } else ".repeat(2 * DEEPEST)));
        // The first operand of a long chain is the deepest.
        let (deep, long) = ("(".repeat(DEEPEST * 2 / 3), " + x".repeat(DEEPEST * 2 / 3));
        assert!(is_too_deep(&format!("{deep}x{}{long};", ")".repeat(DEEPEST * 2 / 3))));
    }

    #[test]
    fn length_alone_does_not() {
        assert!(!is_too_deep(&"x = a + b; if (x) { y; } f(x, y); ".repeat(2 * DEEPEST)));
        assert!(!is_too_deep(&"1 + 2, ".repeat(2 * DEEPEST)));
        assert!(!is_too_deep(&format!("x = {} 0;", "1.5 * a[i + 1] - ".repeat(DEEPEST * 3 / 4))));
    }
}
