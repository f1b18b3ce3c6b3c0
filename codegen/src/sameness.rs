//! Whether two preprocessed texts are the same to a compiler.
//!
//! Edits move lines, and what `__LINE__` stands for moves along: a number, a part of a name (`check_12`), or of a string
//! (`"a.c:12"`). Such tokens are told from others by experiment: the text is preprocessed a second time with its lines numbered
//! from further on ([`SHIFT`]), and what changes by just that comes from `__LINE__`, whatever macros lie between. These tokens
//! are *marked*; two texts are the same if their tokens are, but for the numbers that marks stand before. Names in which such
//! numbers are must correspond one to one, so that no two become the same.

use std::borrow::Cow;
use std::collections::HashMap;

use diagnostics::Span;
use diagnostics::token::{Token, TokenKind, tokens};

/// How far the lines of the second preprocessing are numbered further on.
pub const SHIFT: u32 = 1_000_000;

/// Stands before a number that is the number of a line. No C compiler takes it in a text.
const MARK: char = '\u{10ff01}';

/// Whether two preprocessed texts are the same to a compiler, but for line numbers that are marked.
///
/// ```
/// # use codegen::sameness::{marked, same_tokens};
/// let before = marked("int x_5; f(5, 7);", "int x_1000005; f(1000005, 7);").unwrap();
/// let after = marked("int x_8; f(8, 7);", "int x_1000008; f(1000008, 7);").unwrap();
/// assert!(same_tokens(&before, &after));
/// ```
pub fn same_tokens(left: &str, right: &str) -> bool {
    let has_marks = left.contains(MARK) || right.contains(MARK);
    let mut names = Correspondence { has_marks, ..Correspondence::default() };
    let (left, right) = (compiled(left), compiled(right));
    left.len() == right.len() && left.iter().zip(&right).all(|(left, right)| names.is_same(left, right))
}

/// `preprocessed` with marks at its line numbers; `shifted` is the same text with its lines numbered [`SHIFT`] further on.
/// `None` if they differ in anything else.
pub fn marked(preprocessed: &str, shifted: &str) -> Option<String> {
    let mut text = String::with_capacity(preprocessed.len());
    let mut position = 0;
    for (span, token) in line_numbers(preprocessed, shifted)? {
        text.push_str(&preprocessed[position..span.start]);
        text.push_str(&token);
        position = span.end;
    }
    Some(text + &preprocessed[position..])
}

/// The tokens of `preprocessed` that hold line numbers, with their marked spelling; see [`marked`].
pub fn line_numbers(preprocessed: &str, shifted: &str) -> Option<Vec<(Span, String)>> {
    let (plain, moved) = (compiled(preprocessed), compiled(shifted));
    if plain.len() != moved.len() || preprocessed.contains(MARK) {
        return None;
    }
    let differing = plain.iter().zip(&moved).filter(|(plain, moved)| plain.spelling != moved.spelling);
    differing
        .map(|(plain, moved)| Some((plain.span, with_marks(&plain.spelling, &moved.spelling)?)))
        .collect()
}

/// A token that a compiler sees.
struct Word<'a> {
    kind: TokenKind,
    span: Span,
    spelling: Cow<'a, str>,
}

/// The tokens that a compiler sees: neither comments nor line markers.
fn compiled(text: &str) -> Vec<Word<'_>> {
    let words = tokens(text).filter(|token| token.kind != TokenKind::Comment);
    let words =
        words.map(|token: Token| Word { kind: token.kind, span: token.span, spelling: token.spelling(text) });
    words.filter(|word| word.kind != TokenKind::Directive || !numbers_lines(&word.spelling)).collect()
}

/// Whether a directive is a line marker, or `#line`.
fn numbers_lines(directive: &str) -> bool {
    let after_hash = directive.strip_prefix('#').unwrap_or_default().trim_start();
    let number = after_hash.strip_prefix("line").map_or(after_hash, str::trim_start);
    number.starts_with(|c: char| c.is_ascii_digit())
}

/// `plain` with marks before the numbers that are [`SHIFT`] more in `moved`, if nothing else differs.
fn with_marks(plain: &str, moved: &str) -> Option<String> {
    let (plain, moved) = (runs(plain), runs(moved));
    if plain.len() != moved.len() {
        return None;
    }
    plain.iter().zip(&moved).map(|(plain, moved)| with_mark(plain, moved)).collect()
}

/// The same for a run of digits, at the end of which the number may stand (`t2` and line 12: `t212`), or of other characters.
fn with_mark(plain: &str, moved: &str) -> Option<String> {
    if plain == moved {
        return Some(plain.to_owned());
    }
    let is_moved = |at: &usize| -> Option<bool> {
        let (before, number) = (plain.get(..*at)?, plain.get(*at..)?.parse::<u32>().ok()?);
        let after = moved.strip_prefix(before)?.parse::<u32>().ok()?;
        Some(number.checked_add(SHIFT) == Some(after))
    };
    let at = (0..plain.len()).find(|at| is_moved(at) == Some(true))?;
    Some(format!("{}{MARK}{}", &plain[..at], &plain[at..]))
}

/// The longest parts of `text` that are digits only, and what lies between.
fn runs(text: &str) -> Vec<&str> {
    let mut runs = Vec::new();
    let mut start = 0;
    for (position, pair) in text.as_bytes().windows(2).enumerate() {
        if pair[0].is_ascii_digit() != pair[1].is_ascii_digit() {
            runs.push(&text[start..=position]);
            start = position + 1;
        }
    }
    runs.push(&text[start..]);
    runs
}

/// Which names of two texts stand for each other.
#[derive(Default)]
struct Correspondence<'a> {
    /// Whether any name can differ.
    has_marks: bool,
    rights: HashMap<Cow<'a, str>, Cow<'a, str>>,
    lefts: HashMap<Cow<'a, str>, Cow<'a, str>>,
}

impl<'a> Correspondence<'a> {
    fn is_same(&mut self, left: &Word<'a>, right: &Word<'a>) -> bool {
        if left.kind != right.kind || without_numbers(&left.spelling) != without_numbers(&right.spelling) {
            return false;
        }
        let is_number =
            left.spelling.strip_prefix(MARK).is_some_and(|it| it.bytes().all(|byte| byte.is_ascii_digit()));
        if !self.has_marks || left.kind != TokenKind::Identifier || is_number {
            return true;
        }
        let (left, right) = (without_marks(&left.spelling), without_marks(&right.spelling));
        *self.rights.entry(left.clone()).or_insert_with(|| right.clone()) == right
            && *self.lefts.entry(right).or_insert_with(|| left.clone()) == left
    }
}

/// `spelling` without the numbers that marks stand before.
fn without_numbers<'a>(spelling: &Cow<'a, str>) -> Cow<'a, str> {
    if !spelling.contains(MARK) {
        return spelling.clone();
    }
    let mut parts = spelling.split(MARK);
    let first = parts.next().unwrap_or_default().to_owned();
    Cow::Owned(parts.fold(first, |text, part| {
        format!("{text}{MARK}{}", part.trim_start_matches(|c: char| c.is_ascii_digit()))
    }))
}

fn without_marks<'a>(spelling: &Cow<'a, str>) -> Cow<'a, str> {
    if spelling.contains(MARK) { Cow::Owned(spelling.replace(MARK, "")) } else { spelling.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(left: (&str, &str), right: (&str, &str)) -> bool {
        same_tokens(&marked(left.0, left.1).unwrap(), &marked(right.0, right.1).unwrap())
    }

    #[test]
    fn line_numbers_alone_may_differ() {
        assert!(same(("f(5)", "f(1000005)"), ("f(7)", "f(1000007)")));
        assert!(same(("\"a.c:5:1\"", "\"a.c:1000005:1\""), ("\"a.c:7:1\"", "\"a.c:1000007:1\"")));
        assert!(!same(("f(5)", "f(1000005)"), ("f(7)", "f(7)")), "a number that was __LINE__");
        assert!(!same(("f(5)", "f(5)"), ("f(7)", "f(7)")), "a number");
        assert!(!same(("\"a:5:1\"", "\"a:1000005:1\""), ("\"a:7:2\"", "\"a:1000007:2\"")));
        assert_eq!(marked("f(5)", "f(6)"), None);
        assert_eq!(marked("f(5)", "f(1000005, 1)"), None);
    }

    #[test]
    fn a_number_may_become_two() {
        let copied = ("f(5); f(5)", "f(1000005); f(1000005)");
        assert!(same(("f(7); f(9)", "f(1000007); f(1000009)"), copied));
        assert!(!same(
            ("int t_7; int t_9", "int t_1000007; int t_1000009"),
            ("int t_5; int t_5", "int t_1000005; int t_1000005")
        ));
    }

    #[test]
    fn names_with_line_numbers_correspond_one_to_one() {
        let before = ("int t_5, t_6;", "int t_1000005, t_1000006;");
        assert!(same(before, ("int t_8, t_9;", "int t_1000008, t_1000009;")));
        assert!(!same(before, ("int t_8, t_8;", "int t_1000008, t_1000008;")));
        assert!(!same(("t_5 = t_5;", "t_1000005 = t_1000005;"), ("t_5 = t_6;", "t_1000005 = t_1000006;")));
        assert!(same(("int t25;", "int t21000005;"), ("int t27;", "int t21000007;")));
        assert!(!same(("t_5; t_8;", "t_1000005; t_8;"), ("t_8; t_8;", "t_1000008; t_8;")), "captured");
    }

    #[test]
    fn line_markers_do_not_count() {
        assert!(same_tokens("# 1 \"a.c\"\nint x;", "int\n#line 7 \"b.c\"\nx;"));
        assert!(!same_tokens("#pragma a\nint x;", "int x;"));
    }
}
