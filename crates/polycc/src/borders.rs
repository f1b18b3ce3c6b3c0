//! Copies of loop bodies for the iterations away from the borders, in the text that all stages have written.

use crate::input::Input;
use diagnostics::{Code, Diagnostic, Span};
use frontend::{Interior, interiors};
use std::collections::BTreeSet;

/// A text with such copies.
pub struct Apart {
    /// The text.
    pub text: String,
    /// The loops that have them, by their places in the input.
    pub loops: Vec<Interior>,
}

/// `text`, which the stages have made of a file, with such copies; but for loops that others have changed.
pub fn apart(input: &Input, text: &str, is_changed: &dyn Fn(&Interior) -> bool) -> Apart {
    let stays = || Apart { text: text.to_owned(), loops: vec![] };
    let mut loops = interiors(&input.map);
    loops.retain(|it| !is_changed(it));
    if loops.is_empty() {
        return stays();
    }
    if text == input.text {
        return Apart { text: with_copies(text, &loops), loops };
    }
    let read = Input::from_sound_text(&input.path, text.to_owned(), &input.preprocessor);
    let Ok(read) = read else { return stays() };
    let mut there = interiors(&read.map);
    let known: BTreeSet<_> = loops.iter().map(name).collect();
    there.retain(|it| known.contains(&name(it)));
    let kept: BTreeSet<_> = there.iter().map(name).collect();
    loops.retain(|it| kept.contains(&name(it)));
    Apart { text: with_copies(text, &there), loops }
}

/// What tells loops of two texts apart.
fn name(interior: &Interior) -> (&str, &str) {
    (&interior.function, &interior.text)
}

fn with_copies(text: &str, loops: &[Interior]) -> String {
    let mut text = text.to_owned();
    let mut all: Vec<&(Span, String)> = loops.iter().flat_map(|it| &it.insertions).collect();
    all.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
    all.into_iter().for_each(|(place, inserted)| text.replace_range(place.start..place.end, inserted));
    text
}

/// What there is to say of a loop, at its place.
pub fn to_note(interior: &Interior) -> Diagnostic {
    let text = format!("{} away from the borders", tests(interior.decided));
    Diagnostic::note(Code::BordersApart, text).at(interior.span, "")
}

/// The same in a line.
pub fn summary(input: &Input, interior: &Interior) -> String {
    let (path, line) = (input.path.display(), input.lines(interior.span).map_or(0, |(line, _)| line));
    let Interior { function, decided, .. } = interior;
    format!("{path}:{line} {function}: {} away from the borders\n", tests(*decided))
}

fn tests(decided: usize) -> String {
    let tests = if decided == 1 { "test" } else { "tests" };
    format!("{decided} {tests} less in each iteration")
}
