//! A C file with all that is known of it before analysis.

use crate::openmp::Reading;
use codegen::sameness::{SHIFT, line_numbers};
use diagnostics::{Code, Diagnostic, Severity, SourceMap, Span};
use frontend::preprocess::{self, Preprocessor};
use frontend::{LineNumbers, Linkage, Origins, Region, Unit};
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    /// For a text that polycc has made: where it comes from.
    pub origin: Option<Origin>,
    /// For a text with loops that the user wrote in another form, or one that was made of it: where that comes from.
    pub users: Option<Arc<Origin>>,
    /// The lines whose code depends on whether it is built with OpenMP.
    divided: BTreeSet<u32>,
}

/// Where a text comes from in which functions of other files are, or calls are inlined.
#[derive(Clone)]
pub struct Origin {
    /// The places of the user's text, and of the other files.
    pub map: SourceMap,
    /// From the text to the preprocessed form of the user's.
    pub origins: Origins,
}

impl Input {
    /// Reads, preprocesses and parses the file at `path`, `-` for standard input. The diagnostics may hold errors although
    /// there is an input: mistakes in pragmas, say.
    ///
    /// # Errors
    /// A file that can't be read or preprocessed.
    pub fn read(path: &Path, preprocessor: &Preprocessor) -> Result<(Self, Vec<Diagnostic>), Diagnostic> {
        if path == Path::new("-") {
            let (name, text) = (Path::new(STANDARD_INPUT), read_standard_input()?);
            let reading = Reading::of_text(&text, name, preprocessor)?;
            return Ok(Input::parsed(name, text, reading));
        }
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

    /// As [`Input::from_text`] for a text that must be sound.
    ///
    /// # Errors
    /// What is wrong with it, as a sentence.
    pub fn from_sound_text(path: &Path, text: String, preprocessor: &Preprocessor) -> Result<Self, String> {
        let (input, problems) =
            Input::from_text(path, text, preprocessor).map_err(|problem| problem.message)?;
        let error = problems.into_iter().find(|problem| problem.severity == Severity::Error);
        error.map_or(Ok(input), |problem| Err(problem.message))
    }

    /// The file as it was before regions were found in it; places are the same in both.
    pub fn again(&self) -> Self {
        let (preprocessor, divided) = (self.preprocessor.clone(), self.divided.clone());
        let reading = Reading { text: self.map.text().to_owned(), preprocessor, divided };
        let (again, _) = Input::parsed(&self.path, self.text.clone(), reading);
        Input { origin: self.origin.clone(), users: self.users.clone(), ..again }
    }

    fn parsed(path: &Path, text: String, reading: Reading) -> (Self, Vec<Diagnostic>) {
        let Reading { text: preprocessed, preprocessor, divided } = reading;
        let load = |name: &str| {
            let is_main = Path::new(name) == path;
            if is_main { Some(text.clone()) } else { read_text(Path::new(name)).ok() }
        };
        let map = SourceMap::new(preprocessed, load);
        let linkage = if preprocessor.has("-fcommon") { Linkage::Common } else { Linkage::Strict };
        let (unit, diagnostics) = Unit::parse_linked(&map, &|| preprocessor.rejects(map.text()), linkage);
        let (path, origin, users) = (path.to_path_buf(), None, None);
        (Input { path, text, map, unit, preprocessor, origin, users, divided }, diagnostics)
    }

    /// Adds the regions that nobody marks, where `scops` wants them: by default if nobody marks any at all.
    /// Gives for each loop that isn't taken a note that says why.
    pub fn find_regions(&mut self, scops: Option<Scops>) -> Vec<Diagnostic> {
        let default = if self.is_unmarked() { Scops::Found } else { Scops::Marked };
        match scops.unwrap_or(default) {
            Scops::Marked => vec![],
            Scops::Found => self.find_regions_in(&|_| true),
        }
    }

    /// Adds the regions in the functions whose names are wanted.
    pub fn find_regions_in(&mut self, is_wanted: &(dyn Fn(&str) -> bool + Sync)) -> Vec<Diagnostic> {
        let notes = self.unit.find_regions(&self.map, is_wanted);
        if let Some(Origin { map, origins }) = &self.origin {
            let line = |place: usize| map.locate(place).line;
            self.unit.number_lines(|span| {
                let place = origins.in_caller(span);
                (line(place.start), line(place.end.saturating_sub(1)))
            });
        }
        notes
    }

    /// Whether nobody marks anything in it.
    pub fn is_unmarked(&self) -> bool {
        self.unit.regions().is_empty() && self.unit.isolated().is_empty()
    }

    /// The tokens that are numbers of lines; `None` where that can't be told.
    pub fn line_numbers(&self) -> Option<Vec<Span>> {
        let shifted = self.preprocessor.run_numbered(&self.text, &self.path, SHIFT).ok()?;
        let found = line_numbers(self.map.text(), &shifted)?;
        Some(found.into_iter().map(|(place, _)| place).collect())
    }

    /// Those of this file and of `after`, which was made of it.
    pub fn line_numbers_with(&self, after: &Input) -> LineNumbers {
        // what asks for them without one of these words has none that may move
        let is_asked = |input: &Input| {
            input.map.texts().any(|text| text.contains("__LINE__") || text.contains("assert"))
        };
        let starts = |input: &Input| match is_asked(input) {
            true => input.line_numbers().into_iter().flatten().map(|place| place.start).collect(),
            false => HashSet::new(),
        };
        LineNumbers { before: starts(self), after: starts(after) }
    }

    /// What `span` comes from in the function around what is inlined there.
    pub fn in_caller(&self, span: Span) -> Span {
        self.origin.as_ref().map_or(span, |origin| origin.origins.in_caller(span))
    }

    /// Whether something in `span` stands for a call.
    pub fn is_inlined(&self, span: Span) -> bool {
        self.origin.as_ref().is_some_and(|origin| origin.origins.is_inlined(span))
    }

    /// Whether something in `span` is what a function says that is called there.
    pub fn is_of_stage(&self, span: Span) -> bool {
        self.origin.as_ref().is_some_and(|origin| origin.origins.is_of_stage(span))
    }

    /// Notes where the text comes from.
    pub fn comes_from(&mut self, origin: Origin) {
        let starts = origin.origins.starts();
        self.map
            .tell_lines(starts.map(|(start, from)| (start, origin.map.locate(from.start).line)).collect());
        self.origin = Some(origin);
    }

    /// Notes that the text, which was made of the user's, is what everything starts with.
    pub fn begins_here(&mut self) {
        self.users = self.origin.take().map(Arc::new);
    }

    /// Diagnostics with places of the user's text, and the map for these.
    pub fn told(&self, mut diagnostics: Vec<Diagnostic>) -> (&SourceMap, Vec<Diagnostic>) {
        let mut told = &self.map;
        for Origin { map, origins } in self.origin.iter().chain(self.users.as_deref()) {
            for label in diagnostics.iter_mut().flat_map(|diagnostic| &mut diagnostic.labels) {
                label.span = origins.of(label.span);
            }
            told = map;
        }
        (told, diagnostics)
    }

    /// The first and the last line of `span` in the user's file; `None` where it lies in another.
    pub fn lines(&self, span: Span) -> Option<(u32, u32)> {
        let (map, span) = match &self.origin {
            None => (&self.map, span),
            Some(Origin { map, origins }) => (map, origins.of(span)),
        };
        let (start, end) = map.locate_span(span);
        let is_own = map.is_in_main_file(span.start);
        is_own.then_some((start.line, end.line.max(start.line)))
    }

    /// The notes about places of the file itself, rather than of others whose functions are in its text.
    pub fn users(&self, notes: &[Diagnostic]) -> Vec<Diagnostic> {
        let is_own = |span: Span| match &self.origin {
            None => true,
            Some(Origin { map, origins }) => map.is_in_main_file(origins.of(span).start),
        };
        let is_own = |note: &&Diagnostic| note.labels.iter().all(|label| is_own(label.span));
        notes.iter().filter(is_own).cloned().collect()
    }

    /// Whether any of its code depends on whether it is built with OpenMP.
    pub fn is_ever_divided(&self) -> bool {
        !self.divided.is_empty()
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

/// What compilers call standard input.
const STANDARD_INPUT: &str = "<stdin>";

fn read_standard_input() -> Result<String, Diagnostic> {
    let mut bytes = Vec::new();
    let read = std::io::Read::read_to_end(&mut std::io::stdin().lock(), &mut bytes);
    read.map_err(|error| {
        Diagnostic::error(Code::CannotRead, format!("cannot read standard input: {error}"))
    })?;
    Ok(preprocess::decode(bytes))
}

fn read_text(path: &Path) -> Result<String, Diagnostic> {
    let bytes = std::fs::read(path).map_err(|error| {
        Diagnostic::error(Code::CannotRead, format!("cannot read `{}`: {error}", path.display()))
    })?;
    Ok(preprocess::decode(bytes))
}
