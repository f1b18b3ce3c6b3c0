//! `--line-directives`: messages and debuggers lead to the lines that the user wrote.

use codegen::line_directives::with_lines;
use codegen::sameness::{SHIFT, marked, same_tokens};
use frontend::preprocess::Preprocessor;
use std::path::Path;

/// `text`, which was made of `original` at `path`, with directives `#line`. `None` if they would change what it means, but for
/// the numbers of lines.
pub fn written(original: &str, text: &str, path: &Path, preprocessor: &Preprocessor) -> Option<String> {
    let with_lines = with_lines(original, text, &path.display().to_string());
    let meaning = |text: &str| {
        let plain = preprocessor.run_text(text, path).ok()?;
        marked(&plain, &preprocessor.run_numbered(text, path, SHIFT).ok()?)
    };
    same_tokens(&meaning(text)?, &meaning(&with_lines)?).then_some(with_lines)
}
