//! Where a text stops being a set in isl notation. isl doesn't tell; but it can be asked whether the
//! beginning of the text can still become a set, by completing it.

use diagnostics::Span;
use diagnostics::token::tokens;
use isl::{Context, Set};

/// Deeper nesting is refused.
const DEEPEST: usize = 200;

/// What may follow the beginning of a set so that only brackets remain to be closed.
const CONTINUATIONS: [&str; 14] = [
    "",
    "0",
    ">= 0",
    "0 >= 0",
    "1 = 0",
    "2)",
    ", 2)",
    "a : 0 = 0",
    ": 0 = 0",
    "0 : 0 = 0",
    "] -> { [0]",
    "-> { [0]",
    "{ [0]",
    "[0]",
];

/// What stands behind the set that `text` begins with, which isl would ignore.
pub fn behind(text: &str) -> Option<Span> {
    let end = end_of_set(text)?;
    let rest = without_comments(&text[end..]);
    let first = rest.find(|character: char| !character.is_whitespace())?;
    let length = rest[first..].chars().next().map_or(1, char::len_utf8);
    Some(Span::new(end + first, end + first + length))
}

/// Where the first pair of braces ends.
fn end_of_set(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (position, character) in without_comments(text).char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 1 => return Some(position + 1),
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// `text` with comments and quoted names as spaces.
pub fn without_comments(text: &str) -> String {
    let (mut is_comment, mut is_quoted) = (false, false);
    let blank = |character: char| {
        is_comment = (is_comment || character == '#' && !is_quoted) && character != '\n';
        let was_quoted = is_quoted;
        is_quoted ^= character == '"' && !is_comment;
        match is_comment || is_quoted || was_quoted {
            true => " ".repeat(character.len_utf8()),
            false => character.to_string(),
        }
    };
    text.chars().map(blank).collect()
}

/// A bracket that is nested too deeply.
pub fn too_deep(text: &str) -> Option<Span> {
    let mut depth = 0usize;
    for (position, character) in text.char_indices() {
        match character {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return Some(Span::new(position, position + 1));
        }
    }
    None
}

/// The first token of `text`, which is no set, with which no set begins; the end where all do.
pub fn of_mistake(context: &Context, text: &str) -> Span {
    let ends: Vec<Span> = tokens(text).map(|token| token.span).collect();
    // a beginning of a beginning is one, too
    let wrong = ends.partition_point(|token| is_beginning(context, &text[..token.end]));
    match ends.get(wrong) {
        Some(token) => *token,
        None => {
            let end = text.trim_end().len();
            Span::new(end, (end + 1).min(text.len()))
        }
    }
}

/// Whether some continuation makes a set of `text`.
fn is_beginning(context: &Context, text: &str) -> bool {
    let closers = closers(text);
    let relation = closers.replacen(')', ") >= 0", closers.matches(')').count()).replace("0) >= 0", "0)");
    CONTINUATIONS.iter().any(|continuation| {
        [&closers, &relation].into_iter().any(|closers| {
            let completed = format!("{text} {continuation} {closers}");
            Set::read_from_str(context, &completed).is_ok()
        })
    })
}

/// The brackets that are open at the end of `text`, closed.
fn closers(text: &str) -> String {
    let mut open = Vec::new();
    for character in text.chars() {
        match character {
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' => {
                open.pop();
            }
            _ => {}
        }
    }
    open.iter().rev().collect()
}
