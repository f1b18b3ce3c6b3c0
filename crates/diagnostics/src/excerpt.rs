//! The lines of a file that a message shows.
//!
//! Only lines near a label are kept, and of a very long line only a window around its label, so that a message about a
//! generated file stays readable. Line and column numbers remain those of the file.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use codespan_reporting::files::{Error, Files};

use crate::source_map::{Location, SourceMap};

/// Longer lines, in bytes, are cut.
const MAXIMUM_LINE: usize = 160;

/// How much of a cut line stands before the label.
const WINDOW_BEFORE_LABEL: usize = 60;

/// Stands for what was cut.
const ELLIPSIS: char = '…';

/// How many lines inside each end of a label of several lines are shown.
pub(crate) const CONTEXT_LINES: u32 = 1;

/// How far from the ends of labels lines are kept: the renderer fills gaps of one line between those that it shows.
const KEPT_LINES: u32 = CONTEXT_LINES + 1;

/// What is shown of the files that one message speaks of.
#[derive(Debug, Default)]
pub(crate) struct Excerpts {
    by_file: Vec<Excerpt>,
}

/// What is shown of one file.
#[derive(Debug)]
struct Excerpt {
    name: String,
    /// By ascending number.
    lines: Vec<ShownLine>,
    /// The shown lines with line ends.
    source: String,
}

/// A line, or a window of it.
#[derive(Clone, Copy, Debug)]
struct ShownLine {
    /// The line of the file, from 1.
    number: u32,
    /// Where it starts in [`Excerpt::source`].
    start: usize,
    /// How many bytes of the line precede the window.
    cut: usize,
    /// The length of the ellipsis that stands for them.
    prefix: usize,
    /// The length of the window.
    length: usize,
}

impl Excerpts {
    /// The lines around `places`, which are starts and ends; the windows of long lines lie around the earlier places.
    pub fn new(map: &SourceMap, places: &[(Location, Location)]) -> Self {
        let mut columns: BTreeMap<&str, BTreeMap<u32, u32>> = BTreeMap::new();
        for place in places.iter().flat_map(|(start, end)| [start, end]) {
            columns.entry(&place.file).or_default().entry(place.line).or_insert(place.column);
        }
        let by_file = columns.into_iter().map(|(file, columns)| Excerpt::new(map, file, &columns)).collect();
        Excerpts { by_file }
    }

    /// The file's number and the byte of its excerpt where `location` is shown.
    pub fn find(&self, location: &Location) -> Option<(usize, usize)> {
        let id = self.by_file.iter().position(|excerpt| excerpt.name == location.file)?;
        let excerpt = &self.by_file[id];
        let line = excerpt.lines.iter().find(|line| line.number == location.line)?;
        let within_window = (location.column as usize - 1).saturating_sub(line.cut).min(line.length);
        Some((id, floor_char_boundary(&excerpt.source, line.start + line.prefix + within_window)))
    }

    fn get(&self, id: usize) -> Result<&Excerpt, Error> {
        self.by_file.get(id).ok_or(Error::FileMissing)
    }
}

impl Excerpt {
    /// `columns` holds by line the column that a window must show.
    fn new(map: &SourceMap, name: &str, columns: &BTreeMap<u32, u32>) -> Self {
        let near = |line: &u32| line.saturating_sub(KEPT_LINES).max(1)..=line.saturating_add(KEPT_LINES);
        let shown: BTreeSet<u32> = columns.keys().flat_map(near).collect();
        let mut excerpt = Excerpt { name: name.to_owned(), lines: vec![], source: String::new() };
        for line in shown {
            excerpt.leave_gap_before(line);
            let text = map.line_text(name, line).unwrap_or_default();
            excerpt.push(line, text, columns.get(&line).map_or(0, |column| *column as usize - 1));
        }
        excerpt
    }

    fn line(&self, index: usize) -> Result<&ShownLine, Error> {
        let too_large = Error::LineTooLarge { given: index, max: self.lines.len().saturating_sub(1) };
        self.lines.get(index).ok_or(too_large)
    }

    /// Stands in for what lies between the lines so far and `line`: enough for the renderer to show a gap.
    fn leave_gap_before(&mut self, line: u32) {
        const LINES_SHOWN_AS_GAP: usize = 2;
        let Some(previous) = self.lines.last().map(|line| line.number) else { return };
        for number in (previous + 1..line).take(LINES_SHOWN_AS_GAP) {
            self.push(number, "", 0);
        }
    }

    /// Adds a line of which the byte `important` must be seen.
    fn push(&mut self, number: u32, text: &str, important: usize) {
        let window = window_around(text, important);
        let start = self.source.len();
        let is_cut = window.start > 0;
        if is_cut {
            self.source.push(ELLIPSIS);
        }
        let prefix = self.source.len() - start;
        // Control characters could change the state of a terminal.
        let visible =
            text[window.clone()].chars().map(|c| if c.is_ascii_control() && c != '\t' { ' ' } else { c });
        self.source.extend(visible);
        if window.end < text.len() {
            self.source.push(ELLIPSIS);
        }
        self.source.push('\n');
        self.lines.push(ShownLine { number, start, cut: window.start, prefix, length: window.len() });
    }
}

/// The part of a line that is shown.
fn window_around(text: &str, important: usize) -> Range<usize> {
    if text.len() <= MAXIMUM_LINE {
        return 0..text.len();
    }
    let start = important.saturating_sub(WINDOW_BEFORE_LABEL).min(text.len() - MAXIMUM_LINE);
    floor_char_boundary(text, start)..floor_char_boundary(text, start + MAXIMUM_LINE)
}

fn floor_char_boundary(text: &str, offset: usize) -> usize {
    (0..=offset.min(text.len())).rev().find(|&candidate| text.is_char_boundary(candidate)).unwrap_or_default()
}

impl<'a> Files<'a> for Excerpts {
    type FileId = usize;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: usize) -> Result<&'a str, Error> {
        self.get(id).map(|excerpt| excerpt.name.as_str())
    }

    fn source(&'a self, id: usize) -> Result<&'a str, Error> {
        self.get(id).map(|excerpt| excerpt.source.as_str())
    }

    fn line_index(&'a self, id: usize, byte_index: usize) -> Result<usize, Error> {
        let following = self.get(id)?.lines.partition_point(|line| line.start <= byte_index);
        Ok(following.saturating_sub(1))
    }

    fn line_number(&'a self, id: usize, line_index: usize) -> Result<usize, Error> {
        self.get(id)?.line(line_index).map(|line| line.number as usize)
    }

    fn column_number(&'a self, id: usize, line_index: usize, byte_index: usize) -> Result<usize, Error> {
        let line = self.get(id)?.line(line_index)?;
        Ok(byte_index.saturating_sub(line.start + line.prefix) + line.cut + 1)
    }

    fn line_range(&'a self, id: usize, line_index: usize) -> Result<Range<usize>, Error> {
        let excerpt = self.get(id)?;
        let start = excerpt.line(line_index)?.start;
        let end = excerpt.lines.get(line_index + 1).map_or(excerpt.source.len(), |next| next.start);
        Ok(start..end)
    }
}
