//! A C file with all that is known of it before analysis.

use diagnostics::{Diagnostic, SourceMap};
use frontend::Unit;
use frontend::preprocess::Preprocessor;
use std::path::{Path, PathBuf};

/// One C file, read and parsed.
pub struct Input {
    /// Where it is.
    pub path: PathBuf,
    /// Its text, one character a byte where it isn't UTF-8.
    pub text: String,
    /// Whether it is UTF-8, so that the output is written as such.
    pub is_utf8: bool,
    /// From its preprocessed text back to it.
    pub map: SourceMap,
    /// The parsed text with its regions.
    pub unit: Unit,
}

impl Input {
    /// Reads, preprocesses and parses the file at `path`. The diagnostics may hold errors although
    /// there is an input: mistakes in pragmas, say.
    ///
    /// # Errors
    /// A file that can't be read or preprocessed.
    pub fn read(
        path: &Path,
        preprocessor: &Preprocessor,
    ) -> Result<(Self, Vec<Diagnostic>), Diagnostic> {
        let (text, is_utf8) = read_text(path)?;
        let preprocessed = preprocessor.run(path)?;
        let load = |name: &str| {
            let is_main = Path::new(name) == path;
            if is_main { Some(text.clone()) } else { read_text(Path::new(name)).ok().map(|(text, _)| text) }
        };
        let map = SourceMap::new(preprocessed, load);
        let (unit, diagnostics) = Unit::parse(&map, &|| preprocessor.rejects(map.text()));
        Ok((Input { path: path.to_path_buf(), text, is_utf8, map, unit }, diagnostics))
    }

    /// `text` in the encoding of the file.
    pub fn encode(&self, text: &str) -> Vec<u8> {
        match self.is_utf8 {
            true => text.as_bytes().to_vec(),
            false => text.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect(),
        }
    }
}

fn read_text(path: &Path) -> Result<(String, bool), Diagnostic> {
    let bytes = std::fs::read(path)
        .map_err(|error| Diagnostic::error(format!("cannot read `{}`: {error}", path.display())))?;
    Ok(match String::from_utf8(bytes) {
        Ok(text) => (text, true),
        Err(error) => (error.into_bytes().into_iter().map(char::from).collect(), false),
    })
}
