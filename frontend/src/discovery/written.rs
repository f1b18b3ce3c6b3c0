//! What polycc wrote itself: a text may be read that it has been through.

use diagnostics::{FileId, SourceMap, Span};

use crate::syntax::tree::{Function, StatementKind};
use crate::unit::copy_name;

/// How the comment begins that stands in front of a test between new loops and those that were there.
pub const CHOICE: &str = "/* polycc: for ";

/// How the comment begins that stands in front of the copy of a function.
pub const COPY: &str = "/* polycc: `";

/// How all comments begin that polycc writes.
pub const WRITTEN: &str = "/* polycc: ";

/// The comment in front of what runs away from the borders of a loop.
pub const INTERIOR: &str = "/* polycc: away from the borders nothing is tested */";

/// The comment in front of what runs with sizes and pointers in variables.
pub const KEPT: &str = "/* polycc: in variables, as long as nothing that is written lies over them */";

/// The tests in a function that choose between new loops and others, with both.
pub fn choices(function: &Function, map: &SourceMap) -> Vec<Span> {
    let mut found = Vec::new();
    function.body.walk(&mut |statement| {
        let is_choice =
            matches!(statement.kind, StatementKind::If(..)) && follows(statement.span, CHOICE, map);
        found.extend(is_choice.then_some(statement.span));
    });
    found
}

/// Whether a function of a file is the copy of one, or has one.
pub fn is_copied(function: &Function, all: &[Function], map: &SourceMap) -> bool {
    let is_copy = |function: &Function| follows(function.span, COPY, map);
    let copy = copy_name(&function.name);
    is_copy(function) || all.iter().any(|other| other.name == copy && is_copy(other))
}

/// Whether a comment that begins so is the last thing in front of a place.
fn follows(place: Span, beginning: &str, map: &SourceMap) -> bool {
    let comment = || {
        let place = map.nearest(place).filter(|place| place.file == FileId::MAIN)?;
        let comment = map.comments_before(place.file, place.start).into_iter().next()?;
        let text = map.file_text(map.main_file())?;
        let is_next = text[comment.end..place.start].trim().is_empty();
        is_next.then(|| text[comment.start..].starts_with(beginning))
    };
    comment().unwrap_or(false)
}
