//! The text of a statement in pieces.

use diagnostics::Span;
use polyhedral::Piece;

use crate::syntax::split::TokenTable;

/// A part of a statement that isn't copied as text.
#[derive(Clone, Debug)]
pub struct Mark {
    /// Its place.
    pub place: Span,
    /// What stands for it.
    pub piece: Piece,
}

impl Mark {
    /// Of what isn't needed.
    pub fn gone(place: Span) -> Self {
        Mark { place, piece: Piece::Text(String::new()) }
    }

    fn is_gone(&self) -> bool {
        matches!(&self.piece, Piece::Text(text) if text.is_empty())
    }
}

/// The text at `place` with its tokens as far apart as they were, in one line.
pub fn spelling(text: &str, table: &TokenTable, place: Span) -> String {
    joined(pieces(text, table, place, vec![]))
}

/// The same in as many lines as it was.
pub fn indented(text: &str, table: &TokenTable, place: Span) -> String {
    joined(lines(text, table, place, vec![]))
}

fn joined(pieces: Vec<Piece>) -> String {
    pieces.into_iter().map(|piece| if let Piece::Text(text) = piece { text } else { String::new() }).collect()
}

/// The text at `place` with what `marks` mark replaced.
///
/// White space, line ends and line markers between two tokens become one blank.
pub fn pieces(text: &str, table: &TokenTable, place: Span, marks: Vec<Mark>) -> Vec<Piece> {
    spaced(text, table, place, marks, &|_| " ".into())
}

/// As [`pieces`], in as many lines as it was, further lines indented as much more than the first as they were.
pub fn lines(text: &str, table: &TokenTable, place: Span, marks: Vec<Mark>) -> Vec<Piece> {
    let outer = indentation(&text[..place.start]);
    spaced(text, table, place, marks, &|gap| match gap.of(text).contains('\n') {
        true => format!("\n{}", " ".repeat(indentation(&text[..gap.end]).saturating_sub(outer))),
        false => " ".into(),
    })
}

/// By how much the last line of `text` is indented.
fn indentation(text: &str) -> usize {
    let line = text.rsplit('\n').next().unwrap_or_default();
    let blank = line.chars().take_while(|c| c.is_whitespace());
    blank.map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

/// The same with white space as `gap` has it.
fn spaced(
    text: &str,
    table: &TokenTable,
    place: Span,
    mut marks: Vec<Mark>,
    gap: &dyn Fn(Span) -> String,
) -> Vec<Piece> {
    // of several at one place, which an argument that is used twice has, the first counts; those without text don't
    marks.sort_by_key(|mark| (mark.place.start, std::cmp::Reverse(mark.place.end)));
    let mut marks = marks.into_iter().peekable();
    let mut pieces = Vec::new();
    let mut pending = String::new();
    let mut end: Option<usize> = None;
    for token in table.within(place) {
        if end.is_some_and(|end| token.span.start < end) {
            continue;
        }
        while marks.next_if(|mark| mark.place.end <= token.span.start).is_some() {}
        if let Some(gone) = marks.next_if(|mark| mark.is_gone() && mark.place.contains(token.span)) {
            // of the two gaps around it the one behind stays
            end = Some(gone.place.end);
            continue;
        }
        if let Some(end) = end.filter(|end| token.span.start > *end) {
            pending.push_str(&gap(Span::new(end, token.span.start)));
        }
        match marks.next_if(|mark| mark.place.contains(token.span)) {
            Some(mark) => {
                if !pending.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut pending)));
                }
                pieces.push(mark.piece);
                end = Some(mark.place.end);
            }
            None => {
                pending.push_str(&token.text(text));
                end = Some(token.span.end);
            }
        }
    }
    if !pending.is_empty() {
        pieces.push(Piece::Text(pending));
    }
    pieces
}

/// Makes a text that ends without a semicolon, as a declarator does, end with one.
pub fn end_with_semicolon(pieces: &mut Vec<Piece>) {
    match pieces.last_mut() {
        Some(Piece::Text(text)) if text.ends_with(';') => {}
        Some(Piece::Text(text)) => text.push(';'),
        _ => pieces.push(Piece::Text(";".into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_shrinks_and_marks_replace() {
        let text = "a [ i ] =\n# 3 \"x.c\"\n   b+(1);";
        let table = TokenTable::new(text);
        let marks = vec![Mark { place: Span::new(0, 7), piece: Piece::Access(0) }];
        let pieces = pieces(text, &table, Span::new(0, text.len()), marks);
        assert_eq!(pieces, [Piece::Access(0), Piece::Text(" = b+(1);".into())]);
    }

    #[test]
    fn one_of_several_marks_at_a_place_counts() {
        let text = "at(i, j);";
        let table = TokenTable::new(text);
        let mark =
            |start, end, iterator| Mark { place: Span::new(start, end), piece: Piece::Iterator(iterator) };
        let marks = vec![mark(0, 0, 5), mark(3, 4, 0), mark(3, 4, 0), mark(6, 7, 1)];
        let (open, close) = (Piece::Text("at(".into()), Piece::Text(");".into()));
        let expected = [open, Piece::Iterator(0), Piece::Text(", ".into()), Piece::Iterator(1), close];
        assert_eq!(pieces(text, &table, Span::new(0, text.len()), marks), expected);
    }

    #[test]
    fn lines_keep_their_relative_indentation() {
        let text = "{\n    if (c)\n# 7 \"x.c\"\n        a = 1;\n  else b\t= 2;\n}";
        let table = TokenTable::new(text);
        let start = text.find("if").unwrap();
        let lines = lines(text, &table, Span::new(start, text.len() - 2), vec![]);
        assert_eq!(lines, [Piece::Text("if (c)\n    a = 1;\nelse b = 2;".into())]);
    }
}
