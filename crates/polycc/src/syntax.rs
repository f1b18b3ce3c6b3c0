//! The user's compiler reads the output before it is written.
//!
//! All other checks look at loop trees, tokens and names as polycc understands them. Whether the text is C is for the
//! compiler to say that will be given it.

use crate::input::Input;
use frontend::preprocess::{Mode, Preprocessor};

/// Checks that the compiler takes `text`, which stands for `original`, under the same name.
///
/// With `-fopenmp` where the text has OpenMP's pragmas. What the compiler doesn't take of the original either, it can't judge.
///
/// # Errors
/// The compiler's first complaint.
pub fn check(input: &Input, original: &str, text: &str, preprocessor: &Preprocessor) -> Result<(), String> {
    if text == original {
        return Ok(());
    }
    // not every compiler knows OpenMP, and the original may not compile with it
    let modes: &[Mode] = if has_openmp(text) { &[Mode::OpenMp, Mode::Plain] } else { &[Mode::Plain] };
    for mode in modes {
        let Some(complaint) = preprocessor.refuses(text, &input.path, *mode) else { return Ok(()) };
        if preprocessor.refuses(original, &input.path, *mode).is_none() {
            return Err(format!("the compiler doesn't take it: {complaint}"));
        }
    }
    Ok(())
}

/// Whether a line of `text` may be one of OpenMP's pragmas.
fn has_openmp(text: &str) -> bool {
    text.lines().any(|line| line.contains("pragma") && line.contains("omp"))
}
