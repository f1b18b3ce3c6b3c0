//! The two readings of a file that asks for `_OPENMP`: with OpenMP and without.
//!
//! What polycc writes may be built either way. Where all that differs is OpenMP's pragmas, one that sees them knows both:
//! they allow more orders, and a compiler that ignores them takes one of these. So such a file is read as with
//! OpenMP. A function whose code differs stays as it is.

use diagnostics::Diagnostic;
use frontend::preprocess::Preprocessor;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What asks for OpenMP.
const ASKS: &str = "_OPENMP";

/// A preprocessed file.
pub struct Reading {
    /// The text.
    pub text: String,
    /// What made it.
    pub preprocessor: Preprocessor,
    /// The lines of the file whose code depends on whether it is built with OpenMP.
    pub divided: BTreeSet<u32>,
}

impl Reading {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// A file that can't be preprocessed.
    pub fn of(path: &Path, preprocessor: &Preprocessor) -> Result<Self, Diagnostic> {
        Reading::by(&|preprocessor| preprocessor.run(path), path, "", preprocessor)
    }

    /// As [`Reading::of`] for a text that comes from elsewhere, and is called `path`.
    ///
    /// # Errors
    /// A text that can't be preprocessed.
    pub fn of_text(text: &str, path: &Path, preprocessor: &Preprocessor) -> Result<Self, Diagnostic> {
        Reading::by(&|preprocessor| preprocessor.run_text(text, path), path, text, preprocessor)
    }

    fn by(
        run: &dyn Fn(&Preprocessor) -> Result<String, Diagnostic>,
        path: &Path,
        source: &str,
        preprocessor: &Preprocessor,
    ) -> Result<Self, Diagnostic> {
        let text = run(preprocessor)?;
        let name = path.display().to_string();
        let plain = Reading { text, preprocessor: preprocessor.clone(), divided: BTreeSet::new() };
        if !source.contains(ASKS) && !asks(&name, &plain.text) {
            return Ok(plain);
        }
        let is_on = preprocessor.has("-fopenmp");
        let other = preprocessor.with(if is_on { "-fno-openmp" } else { "-fopenmp" });
        // a compiler that can't read it with OpenMP can't build it so
        let Ok(text) = run(&other) else { return Ok(plain) };
        let divided = divided(&name, &plain.text, &text);
        let other = Reading { text, preprocessor: other, divided: divided.clone() };
        Ok(if is_on { Reading { divided, ..plain } } else { other })
    }
}

/// Whether a file that is a part of the text, but none of the system's, asks for OpenMP.
fn asks(main: &str, preprocessed: &str) -> bool {
    let files: BTreeSet<&str> = users_files(preprocessed).chain([main]).collect();
    let holds = |bytes: Vec<u8>| bytes.windows(ASKS.len()).any(|window| window == ASKS.as_bytes());
    files.into_iter().any(|file| std::fs::read(file).is_ok_and(holds))
}

/// The files that a preprocessed text was made of, but for the system's, as often as it says so.
pub(crate) fn users_files(preprocessed: &str) -> impl Iterator<Item = &str> {
    preprocessed.lines().filter_map(Marker::of).filter(|marker| !marker.is_system).map(|marker| marker.file)
}

/// The lines of the file called `main` that two preprocessed texts have different code for.
fn divided(main: &str, first: &str, second: &str) -> BTreeSet<u32> {
    let (first, second) = (code(main, first), code(main, second));
    let lines = first.keys().chain(second.keys()).copied();
    lines.filter(|line| first.get(line) != second.get(line)).collect()
}

/// The words on each line of the file called `main`, without OpenMP's pragmas.
fn code<'t>(main: &str, preprocessed: &'t str) -> BTreeMap<u32, Vec<&'t str>> {
    let mut lines: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    let (mut is_main, mut number) = (false, 0);
    for line in preprocessed.lines() {
        if let Some(marker) = Marker::of(line) {
            (is_main, number) = (marker.file == main, marker.line);
            continue;
        }
        let words = || line.split_whitespace();
        let is_pragma = words().take(2).eq(["#pragma", "omp"]);
        if is_main && !is_pragma && words().next().is_some() {
            lines.entry(number).or_default().extend(words());
        }
        number += 1;
    }
    lines
}

/// A line that tells where the next one comes from.
struct Marker<'t> {
    line: u32,
    file: &'t str,
    is_system: bool,
}

impl<'t> Marker<'t> {
    /// `# 12 "file.h" 1 3`
    fn of(text: &'t str) -> Option<Self> {
        let (line, rest) = text.strip_prefix("# ")?.split_once(' ')?;
        let (file, flags) = rest.strip_prefix('"')?.rsplit_once('"')?;
        let is_system = flags.split_whitespace().any(|flag| flag == "3");
        Some(Marker { line: line.parse().ok()?, file, is_system })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_differ_but_for_pragmas() {
        let plain = "# 1 \"a.c\"\nint x;\n\n\nfor (;;) y;\n# 9 \"a.c\"\nint z;\n# 1 \"b.h\" 1\nint w;\n";
        let with = "# 1 \"a.c\"\nint  x;\n# 3 \"a.c\"\n#pragma omp parallel for\nfor (;;) y;\n# 8 \"a.c\"\nint v;\nint z;\n";
        assert_eq!(divided("a.c", plain, with), BTreeSet::from([8]));
        assert_eq!(divided("a.c", plain, plain), BTreeSet::new());
    }

    #[test]
    fn markers_tell_system_headers() {
        let marker = Marker::of("# 3 \"/usr/include/x.h\" 1 3 4").unwrap();
        assert_eq!((marker.line, marker.file, marker.is_system), (3, "/usr/include/x.h", true));
        assert!(!Marker::of("# 3 \"x 3.h\" 2").unwrap().is_system);
        assert!(Marker::of("#pragma omp for").is_none());
    }
}
