//! What a text must be once preprocessed.

use crate::input::Input;
use codegen::sameness::{SHIFT, marked, same_tokens};
use codegen::splice::{Edit, expected_marked, expected_preprocessed};
use frontend::preprocess::{MOMENTS, Preprocessor};
use std::cell::OnceCell;

/// The preprocessed text of `input` with edits, as something to compare texts with.
pub struct Meant<'a> {
    input: &'a Input,
    preprocessor: &'a Preprocessor,
    edits: &'a [Edit],
    expected: String,
    /// The same with its line numbers marked, if it has any and they can be told.
    marked: OnceCell<Option<String>>,
}

impl<'a> Meant<'a> {
    /// What `edits` make of the preprocessed text of `input`.
    pub fn new(input: &'a Input, edits: &'a [Edit], preprocessor: &'a Preprocessor) -> Self {
        let expected = expected_preprocessed(&input.map, edits);
        Meant { input, preprocessor, edits, expected, marked: OnceCell::new() }
    }

    /// Whether `text` preprocesses to that, token by token; what `__LINE__` stands for may move with the lines.
    pub fn is(&self, text: &str) -> bool {
        let input = self.input;
        let Ok(output) = self.preprocessor.run_text(text, &input.path) else { return false };
        !holds_moments(text, &input.text)
            && (same_tokens(&output, &self.expected) || self.is_marked(text, &output))
    }

    fn is_marked(&self, text: &str, output: &str) -> bool {
        let Some(expected) = self.marked.get_or_init(|| self.expected_marked()) else { return false };
        let shifted = self.preprocessor.run_numbered(text, &self.input.path, SHIFT);
        let output = shifted.ok().and_then(|shifted| marked(output, &shifted));
        output.is_some_and(|output| same_tokens(&output, expected))
    }

    fn expected_marked(&self) -> Option<String> {
        let input = self.input;
        let shifted = self.preprocessor.run_numbered(&input.text, &input.path, SHIFT).ok()?;
        expected_marked(&input.map, self.edits, &shifted)
    }
}

/// Whether what macros stand for at the moment has come into `text`, where `original` doesn't have it.
fn holds_moments(text: &str, original: &str) -> bool {
    let count = |text: &str, value| text.matches(value).count();
    MOMENTS.iter().any(|(_, value)| count(text, value) > count(original, value))
}
