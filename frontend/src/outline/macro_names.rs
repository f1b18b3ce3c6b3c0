//! Macros without parameters in statements that move: new text has their names, as the user wrote them, rather than what they stand for.
//!
//! A name means the same wherever the function is if the user's files define it once, in front of the function, or not at all, as
//! those of system headers. Of macros with parameters, of those whose bodies hold what is replaced, and of names that compilers
//! reserve (`__LINE__`), new text has the body.

use diagnostics::Span;
use diagnostics::token::{TokenKind, tokens};
use polyhedral::Piece;

use super::text::{Mark, spelling};
use crate::facts::Surroundings;

/// `marks`, and one for each macro at `place` that keeps its name.
pub fn with_macro_names(mut marks: Vec<Mark>, place: Span, around: Surroundings<'_>) -> Vec<Mark> {
    let found = macro_names(place, around);
    let is_free = |mark: &Mark| {
        let overlaps =
            |other: &Mark| other.place.start < mark.place.end && mark.place.start < other.place.end;
        !marks.iter().any(overlaps)
    };
    let named: Vec<_> = found.into_iter().filter(is_free).collect();
    marks.extend(named);
    marks
}

fn macro_names(place: Span, around: Surroundings<'_>) -> Vec<Mark> {
    let all = &around.translation.table.tokens;
    let is_users = |at: usize| all.get(at).is_some_and(|token| around.map.original(token.span).is_some());
    let first = all.partition_point(|token| token.span.start < place.start);
    let end = all.partition_point(|token| token.span.end <= place.end);
    let mut marks = Vec::new();
    let mut at = first;
    while at < end {
        let start = at;
        while at < end && !is_users(at) {
            at += 1;
        }
        if first < start && start < at && is_users(at) {
            let run = all[start].span.to(all[at - 1].span);
            let name = name_between(all[start - 1].span, all[at].span, around);
            let body = spelling(around.map.text(), &around.translation.table, run);
            marks.extend(name.map(|name| Mark { place: run, piece: Piece::Macro { name, body } }));
        }
        at += usize::from(start == at);
    }
    marks
}

/// The only token between two of the user's, if it is a macro's name that means the same everywhere in the function.
fn name_between(before: Span, behind: Span, around: Surroundings<'_>) -> Option<String> {
    let all = around.map.original(before.to(behind))?;
    let (before, behind) = (around.map.original(before)?, around.map.original(behind)?);
    let is_one_place = before.file == all.file && behind.file == all.file && before.end <= behind.start;
    let name = around.map.file_name(all.file);
    let text = around.map.file_text(name).filter(|_| is_one_place)?;
    let gap = Span::new(before.end, behind.start).of(text);
    let mut inside = tokens(gap).filter(|token| token.kind != TokenKind::Comment);
    let only = inside.next().filter(|token| token.kind == TokenKind::Identifier)?;
    let name = only.span.of(gap);
    let function = around.map.original(around.function().span).filter(|it| it.file == all.file)?;
    let is_steady = around.translation.macros.are_same_behind(name, function.start);
    (inside.next().is_none() && is_steady && !name.starts_with("__")).then(|| name.to_owned())
}
