//! The user's comments in a region that is generated anew: they stay with their statements.
//!
//! A comment that follows a statement on its line belongs to it, one within a compound statement stands in front of that, any other
//! belongs to the next statement in the text. A statement that is generated at several places has its comments at the first.

use diagnostics::token::{TokenKind, tokens};
use diagnostics::{SourceMap, Span};
use polyhedral::{Scop, StatementId};

/// The comments of a region, by statement.
#[derive(Clone, Debug, Default)]
pub struct Comments {
    statements: Vec<Around>,
    /// After the last statement.
    pub rest: Vec<String>,
}

/// The comments of one statement.
#[derive(Clone, Debug, Default)]
pub struct Around {
    /// On lines of their own.
    pub before: Vec<String>,
    /// On the statement's line.
    pub behind: Vec<String>,
}

/// Where a statement stands in the user's file.
struct Place {
    start: usize,
    end: usize,
    statement: StatementId,
    /// Whether it has statements in it, so that comments may stand between these.
    is_compound: bool,
}

impl Comments {
    /// The comments in `bytes` of the main file, which hold the region `scop`.
    pub fn of(map: &SourceMap, scop: &Scop, bytes: Span) -> Self {
        let mut comments =
            Comments { statements: vec![Around::default(); scop.statements.len()], rest: vec![] };
        let text = map.file_text(map.main_file()).unwrap_or_default();
        let places = places(map, scop);
        for token in tokens(bytes.of(text)).filter(|token| token.kind == TokenKind::Comment) {
            let (start, end) = (bytes.start + token.span.start, bytes.start + token.span.end);
            comments.place(text, &places, start, end);
        }
        comments
    }

    /// The comments of `statement`.
    pub fn around(&self, statement: StatementId) -> Option<&Around> {
        self.statements.get(statement)
    }

    fn place(&mut self, text: &str, places: &[Place], start: usize, end: usize) {
        let comment = text[start..end].to_string();
        let on_one_line = |place: &&Place| place.end <= start && !text[place.end..start].contains('\n');
        let behind = places.iter().rev().find(on_one_line);
        let holds = |place: &&Place| place.is_compound && place.start <= start && end <= place.end;
        let next = places.iter().rev().find(holds).or_else(|| places.iter().find(|place| end <= place.start));
        match (behind, next) {
            (Some(place), _) => self.statements[place.statement].behind.push(comment),
            (None, Some(place)) => self.statements[place.statement].before.push(comment),
            (None, None) => self.rest.push(comment),
        }
    }
}

/// With what compound statements start.
const COMPOUND: [&str; 5] = ["{", "do", "for", "while", "switch"];

/// The statements in the order of the user's text.
fn places(map: &SourceMap, scop: &Scop) -> Vec<Place> {
    let place = |(statement, declared): (StatementId, &polyhedral::Statement)| {
        let original = map.nearest(declared.span)?;
        let is_compound = COMPOUND.contains(&declared.start());
        Some(Place { start: original.start, end: original.end, statement, is_compound })
    };
    let mut places: Vec<_> = scop.statements.iter().enumerate().filter_map(place).collect();
    places.sort_by_key(|place| place.start);
    places
}
