//! Where a statement stands in a text.
//!
//! What moves is printed in the user's words: all of a statement but its references, counters and macros is copied. So it is
//! found by what lies between these, and by the names that the references start with. That is for looking at: a statement that is
//! written otherwise isn't found, and nothing depends on it.

use polyhedral::{Piece, Scop, Statement};

/// Lines that one statement may take.
const MOST_LINES: usize = 40;

/// What a statement looks like.
pub struct Pattern {
    pieces: Vec<Part>,
    /// Whether it is long enough to be known again.
    is_telling: bool,
}

enum Part {
    /// Text without blanks.
    Text(String),
    /// A reference to one of these variables, or to one whose name begins so.
    Reference(Vec<String>),
    /// A counter or a macro.
    Anything,
}

impl Pattern {
    /// That of a statement of `scop`, whose arrays may live in those that `home` names.
    pub fn of(scop: &Scop, statement: &Statement, home: &dyn Fn(usize) -> Option<String>) -> Self {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => Part::Text(without_blanks(text)),
            Piece::Access(position) => {
                let array = statement.accesses[*position].array;
                let own = first_word(&scop.arrays[array].c_name).to_string();
                Part::Reference(std::iter::once(own).chain(home(array)).collect())
            }
            Piece::Macro { .. } | Piece::Iterator(_) | Piece::Counter { .. } | Piece::Items => Part::Anything,
        };
        let pieces: Vec<_> = statement.text.iter().map(piece).filter(|part| !part.is_empty()).collect();
        let is_telling = pieces.iter().any(|part| matches!(part, Part::Reference(_)));
        Pattern { pieces, is_telling }
    }

    /// The lines of `lines` in which such a statement starts.
    pub fn lines(&self, lines: &[&str]) -> Vec<usize> {
        if !self.is_telling {
            return vec![];
        }
        (0..lines.len()).filter(|line| self.starts_in(&lines[*line..])).collect()
    }

    /// Whether such a statement starts in the first of these lines.
    fn starts_in(&self, lines: &[&str]) -> bool {
        let Some((first, more)) = lines.split_first() else { return false };
        let first = without_blanks(first);
        let starts = first.char_indices().filter(|(_, c)| ")};{".contains(*c)).map(|(at, _)| at + 1);
        let starts: Vec<usize> = std::iter::once(0).chain(starts).filter(|at| *at < first.len()).collect();
        let mut text = first;
        for line in more.iter().take(MOST_LINES) {
            if text.ends_with([';', '}']) {
                break;
            }
            text.push_str(&without_blanks(line));
        }
        starts.into_iter().any(|start| self.is_at_start_of(&text[start..]))
    }

    fn is_at_start_of(&self, text: &str) -> bool {
        let (mut rest, mut agreeing, mut references) = (text, 0, 0);
        for (position, part) in self.pieces.iter().enumerate() {
            match part {
                Part::Text(literal) => match rest.strip_prefix(literal.as_str()) {
                    Some(behind) => rest = behind,
                    None => return false,
                },
                Part::Reference(_) | Part::Anything => {
                    let Some(length) = self.length_of_hole(position, rest) else { return false };
                    if let Part::Reference(names) = part {
                        let is_named = names.iter().any(|name| rest.starts_with(name.as_str()));
                        references += 1;
                        agreeing += usize::from(is_named);
                        if references == 1 && !is_named {
                            return false;
                        }
                    }
                    rest = &rest[length..];
                }
            }
        }
        2 * agreeing > references
    }

    /// How much of `rest` stands for the part at `position`: up to the next text that is copied.
    fn length_of_hole(&self, position: usize, rest: &str) -> Option<usize> {
        let length = match self.pieces.get(position + 1) {
            Some(Part::Text(next)) => outside_of_brackets(rest, next)?,
            _ => rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').map(char::len_utf8).sum(),
        };
        let is_one = length > 0 && !rest[..length].contains([';', '{', '}', '=']);
        is_one.then_some(length)
    }
}

impl Part {
    fn is_empty(&self) -> bool {
        matches!(self, Part::Text(text) if text.is_empty())
    }
}

/// The first place of `wanted` that isn't within brackets of `text`.
fn outside_of_brackets(text: &str, wanted: &str) -> Option<usize> {
    let mut depth = 0u32;
    for (at, c) in text.char_indices() {
        if depth == 0 && at > 0 && text[at..].starts_with(wanted) {
            return Some(at);
        }
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

fn without_blanks(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// The identifier with which a path to a member starts.
fn first_word(path: &str) -> &str {
    path.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern() -> Pattern {
        let reference = |name: &str| Part::Reference(vec![name.to_string()]);
        let text = |text: &str| Part::Text(text.to_string());
        let pieces = vec![reference("t"), text("="), reference("a"), text("+"), reference("a"), text(";")];
        Pattern { pieces, is_telling: true }
    }

    #[test]
    fn a_statement_is_found_with_other_subscripts() {
        let lines =
            ["for (int i = 0; i < n; i++)", "    t_new[j] = a[i + 1]", "        + a[i];", "u = a + a;"];
        assert_eq!(pattern().lines(&lines), [1]);
    }

    #[test]
    fn a_statement_is_found_behind_the_head_of_its_loop() {
        assert_eq!(pattern().lines(&["for (int i = 0; i < n; i++) t[i] = a[i] + a[i + 1];"]), [0]);
    }

    #[test]
    fn other_text_is_not_taken_for_it() {
        assert!(pattern().lines(&["t = a;", "t = a - a;", "t = (a + a;", "", "}"]).is_empty());
    }
}
