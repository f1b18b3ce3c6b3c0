//! A C file with all that is known of it before analysis.

use crate::openmp::Reading;
use diagnostics::{Diagnostic, SourceMap};
use frontend::preprocess::{self, Preprocessor};
use frontend::{Region, Unit};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Which parts of a program are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scops {
    /// Those that pragmas mark.
    Marked,
    /// In functions without such pragmas all that can be.
    Found,
}

/// One C file, read and parsed.
pub struct Input {
    /// Where it is.
    pub path: PathBuf,
    /// Its text; bytes that aren't UTF-8 have become characters of their own.
    pub text: String,
    /// From its preprocessed text back to it.
    pub map: SourceMap,
    /// The parsed text with its regions.
    pub unit: Unit,
    /// What preprocessed it.
    pub preprocessor: Preprocessor,
    /// The lines whose code depends on whether it is built with OpenMP.
    divided: BTreeSet<u32>,
}

impl Input {
    /// Reads, preprocesses and parses the file at `path`. The diagnostics may hold errors although
    /// there is an input: mistakes in pragmas, say.
    ///
    /// # Errors
    /// A file that can't be read or preprocessed.
    pub fn read(path: &Path, preprocessor: &Preprocessor) -> Result<(Self, Vec<Diagnostic>), Diagnostic> {
        let text = read_text(path)?;
        Ok(Input::parsed(path, text, Reading::of(path, preprocessor)?))
    }

    /// As [`Input::read`] for a text that is to stand at `path`.
    ///
    /// # Errors
    /// A text that can't be preprocessed.
    pub fn from_text(
        path: &Path,
        text: String,
        preprocessor: &Preprocessor,
    ) -> Result<(Self, Vec<Diagnostic>), Diagnostic> {
        let preprocessed = preprocessor.run_text(&text, path)?;
        let (preprocessor, divided) = (preprocessor.clone(), BTreeSet::new());
        Ok(Input::parsed(path, text, Reading { text: preprocessed, preprocessor, divided }))
    }

    fn parsed(path: &Path, text: String, reading: Reading) -> (Self, Vec<Diagnostic>) {
        let Reading { text: preprocessed, preprocessor, divided } = reading;
        let load = |name: &str| {
            let is_main = Path::new(name) == path;
            if is_main { Some(text.clone()) } else { read_text(Path::new(name)).ok() }
        };
        let map = SourceMap::new(preprocessed, load);
        let (unit, diagnostics) = Unit::parse(&map, &|| preprocessor.rejects(map.text()));
        (Input { path: path.to_path_buf(), text, map, unit, preprocessor, divided }, diagnostics)
    }

    /// Adds the regions that nobody marks, where `scops` wants them: by default if nobody marks any at all.
    /// Gives for each loop that isn't taken a note that says why.
    pub fn find_regions(&mut self, scops: Option<Scops>) -> Vec<Diagnostic> {
        let marks_nothing = self.unit.regions().is_empty() && self.unit.isolated().is_empty();
        let default = if marks_nothing { Scops::Found } else { Scops::Marked };
        match scops.unwrap_or(default) {
            Scops::Marked => vec![],
            Scops::Found => self.unit.find_regions(&self.map),
        }
    }

    /// Whether the code of the function around a region depends on whether it is built with OpenMP.
    pub fn is_divided(&self, region: &Region) -> bool {
        let lines = self.unit.lines_around(region, &self.map);
        lines.is_some_and(|(first, last)| self.divided.range(first..=last).next().is_some())
    }

    /// `text` as the bytes of a file, those that aren't UTF-8 as they were.
    pub fn encode(&self, text: &str) -> Vec<u8> {
        preprocess::encode(text)
    }
}

fn read_text(path: &Path) -> Result<String, Diagnostic> {
    let bytes = std::fs::read(path)
        .map_err(|error| Diagnostic::error(format!("cannot read `{}`: {error}", path.display())))?;
    Ok(preprocess::decode(bytes))
}
