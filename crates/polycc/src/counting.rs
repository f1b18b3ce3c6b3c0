//! Loops that count in other forms: the file with `for` loops in their place, and the way back.
//!
//! The file with `y = 0; while (y < h) { …; y++; }` as `for (y = 0; y < h; y++) { … }` goes through all stages as if the user had written
//! that. What is still as it was becomes again what the user wrote.

use crate::inline;
use crate::input::Input;
use frontend::{EMPTY_LINE, NUMBER};
use std::collections::BTreeSet;

/// What was put in the place of what.
pub struct Counting {
    /// The text with `for` loops.
    text: String,
    /// Loops with what they were.
    loops: Vec<(String, String)>,
}

/// A file with `for` loops in the place of others that count.
pub fn counted(input: Input) -> (Input, Option<Counting>) {
    let mut seen = BTreeSet::new();
    // the text of a loop tells what it was
    let all = input.unit.inlining().counting.iter().filter(|it| seen.insert(it.block.as_str()));
    let all: Vec<_> = all.collect();
    if all.is_empty() || input.is_ever_divided() {
        return (input, None);
    }
    let loops = all.iter().map(|it| (it.block.clone(), it.text.clone())).collect();
    let Some(mut counted) = inline::with_all(&input, all) else { return (input, None) };
    counted.begins_here();
    let counting = Counting { text: counted.text.clone(), loops };
    (counted, Some(counting))
}

impl Counting {
    /// `text`, which was made of the file, with loops as the user wrote them in `source` where they are still as they were.
    pub fn restored(&self, mut text: String, source: &str) -> String {
        if text == self.text {
            return source.to_owned();
        }
        for (block, written) in &self.loops {
            text = inline::put_back(text, block, written);
        }
        text = with_numbers(&text);
        let lines = text.split_inclusive('\n').filter(|line| line.trim() != EMPTY_LINE);
        lines.collect::<String>().replace(&format!(" {EMPTY_LINE}"), "").replace(EMPTY_LINE, "")
    }
}

/// `text` with what declarations gave counters, where these are still there.
fn with_numbers(text: &str) -> String {
    let [before, behind] = NUMBER;
    let mut parts = text.split(before);
    let mut restored = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let Some((given, rest)) = part.split_once(behind) else {
            restored.push_str(part);
            continue;
        };
        let name = given.split([' ', '=']).next().unwrap_or_default();
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let last = restored.trim_end().rsplit(|c| !is_word(c)).next();
        match last == Some(name) {
            true => restored.push_str(given[name.len()..].trim_start()),
            false => restored.truncate(restored.trim_end_matches(' ').len()),
        }
        // nor a line for what isn't there
        let is_line = restored.is_empty() || restored.ends_with('\n');
        restored.push_str(rest.strip_prefix('\n').filter(|_| is_line).unwrap_or(rest));
    }
    restored
}

#[cfg(test)]
mod tests {
    use super::with_numbers;

    #[test]
    fn numbers_stay_where_their_counters_are() {
        let comment = |given: &str| super::NUMBER.join(given);
        let text = format!(
            "int y {}, x;\n    {}\n    f(z {}, 2);\n",
            comment("y = 1"),
            comment("x=0"),
            comment("y = 3")
        );
        assert_eq!(with_numbers(&text), "int y = 1, x;\n    f(z, 2);\n");
    }
}
