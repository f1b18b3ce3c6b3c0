//! Texts without what nobody needs any more.

use diagnostics::Span;

use super::block::{Bound, Writer};
use super::{Inlined, Parsed};
use crate::syntax::tree::{SymbolId, SymbolKind};

/// The text that has nothing at a `place`, where `span` stands, but these parts of that, each a value of those before, and an end.
///
/// # Errors
/// Why it can't be told, as a phrase.
pub fn left_out(
    parsed: Parsed,
    (span, place): (Span, Span),
    (kept, end): (&[Span], &str),
) -> Result<Inlined, String> {
    let file = parsed.file().ok_or("its text isn't known")?;
    let bound = Bound::default();
    let mut writer = Writer::new(parsed, Span::new(0, 0), &bound);
    for (number, part) in kept.iter().enumerate() {
        writer.new_text(if number == 0 { "" } else { " = " }, span);
        writer.copied(*part)?;
    }
    writer.new_text(end, span);
    let (block, pieces) = (writer.text, writer.pieces);
    Ok(Inlined { span, place, text: place.of(file).to_owned(), block, pieces, ..Inlined::default() })
}

/// The place of what declares a variable and nothing else, with a comma beside it where others are declared with it.
pub fn declaration(parsed: Parsed, variable: SymbolId) -> Option<Span> {
    let known = &parsed.resolved.symbols[variable];
    if known.kind == SymbolKind::Parameter {
        return None;
    }
    let name = known.name_span;
    let tokens = &parsed.table.tokens;
    let word = |at: usize| tokens.get(at).map_or(";", |token| token.span.of(parsed.text()));
    let own = tokens.iter().position(|token| token.span.start == name.start)?;
    let (mut end, mut depth) = (own, 0);
    while depth > 0 || !matches!(word(end), "," | ";") {
        depth += match word(end) {
            "(" | "[" | "{" => 1,
            ")" | "]" | "}" => -1,
            _ => 0,
        };
        end += 1;
    }
    let mut start = own;
    while start > 0 && matches!(word(start - 1), "*" | "(" | "const" | "restrict" | "__restrict") {
        start -= 1;
    }
    let place = |from: usize, to: usize| tokens[from].span.to(tokens[to].span);
    if start > 0 && word(start - 1) == "," {
        return Some(place(start - 1, end - 1));
    }
    if word(end) == "," {
        return Some(place(start, end));
    }
    let mut first = start;
    while first > 0 && !matches!(word(first - 1), ";" | "{" | "}" | ":" | ")") {
        first -= 1;
    }
    (first < start).then(|| place(first, end))
}

/// The line of a place, if there is nothing else in it.
pub fn whole_line(file: &str, place: Span) -> Span {
    let (before, behind) = (&file[..place.start], &file[place.end..]);
    let before = before.trim_end_matches([' ', '\t']);
    let blank = behind.len() - behind.trim_start_matches([' ', '\t']).len();
    match before.is_empty() || before.ends_with('\n') {
        true if behind[blank..].starts_with('\n') => Span::new(before.len(), place.end + blank + 1),
        _ => place,
    }
}
