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
    /// The same edits with marks at the line numbers in them, from the text with its lines numbered further on.
    marked_edits: &'a dyn Fn(&str) -> Option<Vec<Edit>>,
    expected: String,
    /// The same with its line numbers marked, as far as they can be told: all of them, or those outside of edits.
    marked: OnceCell<Vec<String>>,
}

impl<'a> Meant<'a> {
    /// What `edits` make of the preprocessed text of `input`; `marked_edits` has the same with marks at the line numbers in them.
    pub fn new(
        input: &'a Input,
        edits: &'a [Edit],
        marked_edits: &'a dyn Fn(&str) -> Option<Vec<Edit>>,
        preprocessor: &'a Preprocessor,
    ) -> Self {
        let expected = expected_preprocessed(&input.map, edits);
        Meant { input, preprocessor, edits, marked_edits, expected, marked: OnceCell::new() }
    }

    /// Whether `text` preprocesses to that, token by token; what `__LINE__` stands for may move with the lines.
    pub fn is(&self, text: &str) -> bool {
        let input = self.input;
        let Ok(output) = self.preprocessor.run_text(text, &input.path) else { return false };
        !holds_moments(text, &input.text)
            && (same_tokens(&output, &self.expected) || self.is_marked(text, &output))
    }

    fn is_marked(&self, text: &str, output: &str) -> bool {
        let expected = self.marked.get_or_init(|| self.expected_marked().unwrap_or_default());
        if expected.is_empty() {
            return false;
        }
        let shifted = self.preprocessor.run_numbered(text, &self.input.path, SHIFT);
        let output = shifted.ok().and_then(|shifted| marked(output, &shifted));
        output.is_some_and(|output| expected.iter().any(|expected| same_tokens(&output, expected)))
    }

    fn expected_marked(&self) -> Option<Vec<String>> {
        let input = self.input;
        let shifted = self.preprocessor.run_numbered(&input.text, &input.path, SHIFT).ok()?;
        let expected = |edits: &[Edit]| expected_marked(&input.map, edits, &shifted);
        let all = (self.marked_edits)(&shifted).and_then(|edits| expected(&edits));
        Some(all.into_iter().chain(expected(self.edits)).collect())
    }
}

/// Whether what macros stand for at the moment has come into `text`, where `original` doesn't have it.
fn holds_moments(text: &str, original: &str) -> bool {
    let count = |text: &str, value| text.matches(value).count();
    MOMENTS.iter().any(|(_, value)| count(text, value) > count(original, value))
}
