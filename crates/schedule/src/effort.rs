//! What a statement asks of a processor, for all that is seen of its text.

use polyhedral::{Piece, Statement};

/// What is light computes no more than so many operations.
const LIGHT: usize = 4;

/// Whether the text of a statement holds a call or a branch.
pub fn has_control(statement: &Statement) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let follows_word = |text: &str, (at, _): (usize, &str)| text[..at].trim_end().ends_with(is_word);
    texts(statement).any(|text| {
        let branches = ["?", "&&", "||"].iter().any(|operator| text.contains(operator));
        branches || text.match_indices('(').any(|parenthesis| follows_word(text, parenthesis))
    })
}

/// Whether statements are done while a processor waits for the result of another one: they have a few operations, and none of them is a
/// division.
pub fn are_light<'a>(mut statements: impl Iterator<Item = &'a Statement>) -> bool {
    let all = statements.try_fold(0, |sum, statement| Some(sum + operations(statement)?));
    all.is_some_and(|all| all <= LIGHT)
}

/// How many operations a statement has; `None` if one of them takes long, or isn't told.
fn operations(statement: &Statement) -> Option<usize> {
    let letters = || texts(statement).flat_map(str::chars);
    let is_simple = !has_control(statement) && !letters().any(|letter| matches!(letter, '/' | '%'));
    is_simple.then(|| letters().filter(|letter| "+-*<>&|^~!".contains(*letter)).count())
}

/// The text between what is read and written.
fn texts(statement: &Statement) -> impl Iterator<Item = &str> {
    statement.text.iter().filter_map(Piece::text)
}
