//! `#line` directives that lead from a text that polycc has written back to the one that it was made of.
//!
//! Lines that both texts have keep their numbers. A new line gets the number of the line that it is most like among those that
//! it stands for, a copy of a statement with other subscripts, say; else that of the line before. Where a directive can't stand
//! (in a comment, between parentheses that may be a macro's, in a line that goes on) it waits for the next line. Lines that the
//! user has numbered already (`#line`, in generated programs) keep these numbers.

use std::collections::BTreeSet;
use std::ops::Range;

use diagnostics::token::{TokenKind, tokens};
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// A line as a compiler knows it; the file as it is written in a directive.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    file: String,
    number: usize,
}

/// `text` with directives that lead to `original`, which compilers know as `file`.
///
/// ```
/// # use codegen::line_directives::with_lines;
/// let (original, text) = ("int a;\n\nint b;\n", "/* new */\nint a;\nint b;\n");
/// assert_eq!(with_lines(original, text, "a.c"), "/* new */\n#line 1 \"a.c\"\nint a;\n#line 3\nint b;\n");
/// ```
pub fn with_lines(original: &str, text: &str, file: &str) -> String {
    let (mark, text) = match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => (BYTE_ORDER_MARK, rest),
        None => ("", text),
    };
    let original = original.strip_prefix(BYTE_ORDER_MARK).unwrap_or(original);
    let line_end = if text.lines().count() > 0 && text.contains("\r\n") { "\r\n" } else { "\n" };
    let known = numbered(original, file);
    let places = places(text);
    let mut result = mark.to_owned();
    let mut current: Option<Line> = None;
    for ((line, wanted), place) in text.split_inclusive('\n').zip(origins(original, text)).zip(places) {
        let wanted = &known[wanted];
        if place.is_free && place.has_tokens && current.as_ref() != Some(wanted) {
            result.push_str(&directive(wanted, current.as_ref(), line_end));
            current = Some(wanted.clone());
        }
        result.push_str(line);
        current = match (place.directive, current) {
            (Some(numbered), current) => Some(Line {
                file: numbered.file.or(current.map(|it| it.file)).unwrap_or_else(|| quoted(file)),
                number: numbered.number,
            }),
            (None, current) => current.map(|it| Line { number: it.number + 1, ..it }),
        };
    }
    result
}

const BYTE_ORDER_MARK: &str = "\u{feff}";

fn directive(wanted: &Line, current: Option<&Line>, line_end: &str) -> String {
    let file = match current {
        Some(current) if current.file == wanted.file => String::new(),
        _ => format!(" {}", wanted.file),
    };
    format!("#line {}{file}{line_end}", wanted.number)
}

fn quoted(file: &str) -> String {
    format!("\"{}\"", file.replace('\\', "\\\\").replace('"', "\\\""))
}

/// What compilers call each line of `original`, and the one behind the last.
fn numbered(original: &str, file: &str) -> Vec<Line> {
    let mut line = Line { file: quoted(file), number: 1 };
    let mut all = vec![line.clone()];
    for place in places(original) {
        line.number += 1;
        if let Some(numbered) = place.directive {
            line = Line { file: numbered.file.unwrap_or(line.file), number: numbered.number };
        }
        all.push(line.clone());
    }
    all
}

/// What is known of a line.
#[derive(Clone, Default)]
struct Place {
    /// Whether a directive may stand before it.
    is_free: bool,
    has_tokens: bool,
    /// What the directive `#line` that it is says of the next.
    directive: Option<Numbered>,
}

#[derive(Clone)]
struct Numbered {
    file: Option<String>,
    number: usize,
}

/// The lines of `text`.
fn places(text: &str) -> Vec<Place> {
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(end, _)| end + 1));
    let starts: Vec<usize> = starts.filter(|start| *start < text.len()).collect();
    let free = Place { is_free: true, ..Place::default() };
    let mut places = vec![free; starts.len()];
    let line_of = |offset: usize| starts.partition_point(|start| *start <= offset).saturating_sub(1);
    let taken = |places: &mut Vec<Place>, lines: Range<usize>| {
        lines.for_each(|line| places[line].is_free = false);
    };
    let mut depth = 0usize;
    let mut before: Option<(TokenKind, usize)> = None;
    for token in tokens(text) {
        let (first, last) = (line_of(token.span.start), line_of(token.span.end.saturating_sub(1)));
        taken(&mut places, first + 1..last + 1);
        if token.kind == TokenKind::Comment {
            continue;
        }
        places[first].has_tokens = true;
        let word = token.span.of(text);
        if let Some((kind, line)) = before {
            // what stands between may be the arguments of a macro
            if depth > 0 || (kind == TokenKind::Identifier && word == "(") {
                taken(&mut places, line + 1..first + 1);
            }
        }
        match word {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ if token.kind == TokenKind::Directive => {
                places[last].directive = line_directive(&token.spelling(text));
                continue;
            }
            _ => {}
        }
        before = Some((token.kind, last));
    }
    for (line, start) in starts.iter().enumerate() {
        places[line].is_free &= !text[..*start].trim_end().ends_with('\\');
    }
    places
}

/// `#line 5 "a.c"`, whose parts have one blank between them.
fn line_directive(spelling: &str) -> Option<Numbered> {
    let after_hash = spelling.strip_prefix('#')?;
    let mut parts = after_hash.strip_prefix("line ").unwrap_or(after_hash).splitn(2, ' ');
    let number = parts.next()?.parse().ok()?;
    let file = parts.next().filter(|file| file.starts_with('"'));
    let file = file.and_then(|file| file.rfind('"').map(|end| file[..=end].to_owned()));
    Some(Numbered { file, number })
}

/// For each line of `text` the line of `original`, from 0, that it comes from.
fn origins(original: &str, text: &str) -> Vec<usize> {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (original.split_inclusive('\n').collect(), text.split_inclusive('\n').collect());
    let mut origins = Vec::with_capacity(new.len());
    for operation in capture_diff_slices(Algorithm::Patience, &old, &new) {
        match operation {
            DiffOp::Equal { old_index, len, .. } => origins.extend(old_index..old_index + len),
            DiffOp::Delete { .. } => {}
            DiffOp::Insert { old_index, new_len, .. } => {
                origins.extend(std::iter::repeat_n(old_index, new_len))
            }
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                let mut last = old_index;
                for line in &new[new_index..new_index + new_len] {
                    last = most_like(line, &old, old_index..old_index + old_len).unwrap_or(last);
                    origins.push(last);
                }
            }
        }
    }
    origins
}

/// The line of `range` that shares most words with `line`, if it is most of them.
fn most_like(line: &str, old: &[&str], range: Range<usize>) -> Option<usize> {
    let own = words(line);
    let rated = range.map(|position| {
        let other = words(old[position]);
        let (shared, all) = (own.intersection(&other).count(), own.union(&other).count());
        (shared * 1000 / all.max(1), std::cmp::Reverse(position))
    });
    let best = rated.max().filter(|(share, _)| *share >= 500)?;
    Some(best.1.0)
}

/// The words and signs of a line, but for brackets.
fn words(line: &str) -> BTreeSet<&str> {
    let code = tokens(line).filter(|token| token.kind != TokenKind::Comment);
    code.map(|token| token.span.of(line))
        .filter(|word| !matches!(*word, "{" | "}" | "(" | ")" | ";" | ","))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_stand_where_they_may() {
        let original = "f(1,\n  2);\ng(3);\n";
        let text = "new;\nf(1,\n  /* all\n of it */ 2);\n#define A \\\n  1\ng(3);\n";
        let expected = "#line 1 \"a.c\"\nnew;\n#line 1\nf(1,\n  /* all\n of it */ 2);\n#define A \\\n  1\n#line 3\ng(3);\n";
        let found = with_lines(original, text, "a.c");
        assert_eq!(found.lines().filter(|line| !line.starts_with("#line")).count(), text.lines().count());
        assert!(found.ends_with("#line 3\ng(3);\n") && !found.contains("f(1,\n#line"), "{found}\n{expected}");
        assert!(!found.contains("all\n#line") && !found.contains("\\\n#line"), "{found}");
    }

    #[test]
    fn a_copy_of_a_statement_has_its_line() {
        let original = "{\n  t[i] = a[i];\n  b[i] = t[i] + 1;\n}\n";
        let text = "{\n  for (;;) {\n    t[i % 2] = a[i];\n    b[i - 1] = t[(i - 1) % 2] + 1;\n  }\n}\n";
        let found = with_lines(original, text, "a.c");
        assert!(found.contains("#line 2\n    t[i % 2] = a[i];\n    b[i - 1]"), "{found}");
        assert!(found.ends_with("#line 3\n  }\n}\n"), "{found}");
    }

    #[test]
    fn lines_that_are_numbered_keep_their_numbers() {
        let original = "int a;\n#line 100 \"a.y\"\nint b;\n\nint c;\n";
        let text = "int a;\n#line 100 \"a.y\"\nint b;\nint c;\n";
        let found = with_lines(original, text, "a.c");
        assert_eq!(found, "#line 1 \"a.c\"\nint a;\n#line 100 \"a.y\"\nint b;\n#line 102\nint c;\n");
    }
}
