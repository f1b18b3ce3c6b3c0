//! Puts what was decided on the preprocessed text into the text that the user wrote.
//!
//! polycc parses the preprocessed text, but the user gets back the text before preprocessing, with everything untouched
//! identical to the byte. So each edit is carried over:
//!
//! - where the user wrote the tokens to replace as such, they are replaced there and nothing else;
//! - where they came out of a macro, the lines around the macro are replaced by what the preprocessor made of them, with the
//!   edit applied; comments at the edges of these lines stay.
//!
//! Carrying over is a guess in the presence of macros (see the module `alignment` of the crate `diagnostics`). It is made
//! safe by a check that knows nothing of it: preprocess the result, under the name of the original, and compare it with
//! [`expected_preprocessed`] by [`crate::sameness::same_tokens`]. If that fails, [`splice_whole_lines`] relies on less.
//!
//! Limits: macro definitions and files that are included are never changed; comments inside what is replaced are lost.

use std::fmt;

use diagnostics::token::{TokenKind, tokens};
use diagnostics::{FileId, Location, OriginalLines, PreprocessedLine, SourceMap, Span};

use crate::sameness::line_numbers;

/// Other tokens in place of some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    /// What to replace, in the preprocessed text: from the start of a token to the end of one.
    pub span: Span,
    /// What to put there; its lines end with `\n`.
    pub replacement: String,
}

/// A change of the user's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Replaces tokens.
    Replace(Patch),
    /// Puts a comment on a line of its own above a declaration or a statement.
    Comment {
        /// What the comment is about, in the preprocessed text.
        before: Span,
        /// The text without `/*` and `*/`; may have several lines.
        text: String,
    },
    /// Replaces whole lines of the main file, whatever they hold; `first == last + 1` inserts before `first`.
    ReplaceLines {
        /// The first line, from 1, in the user's text.
        first: u32,
        /// The last line.
        last: u32,
        /// The new lines; they end with `\n`.
        text: String,
    },
}

/// Why edits can't be carried over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpliceError {
    /// The map was made for another text, or without it.
    OtherText,
    /// A span doesn't start and end with a token.
    NotTokens(Location),
    /// The place isn't in the file to change but in one that it includes.
    NotInMainFile(Location),
    /// The place has no counterpart in the user's text.
    NoCounterpart(Location),
    /// Two edits change the same text; the line is the user's.
    Overlap(u32),
}

impl fmt::Display for SpliceError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let place = |location: &Location| format!("{}:{}:{}", location.file, location.line, location.column);
        match self {
            SpliceError::OtherText => write!(formatter, "the source map doesn't belong to this text"),
            SpliceError::NotTokens(location) => {
                write!(formatter, "{}: not a sequence of tokens", place(location))
            }
            SpliceError::NotInMainFile(location) => {
                write!(formatter, "{}: this would have to change in an included file", place(location))
            }
            SpliceError::NoCounterpart(location) => {
                write!(formatter, "{}: can't be found in the file", place(location))
            }
            SpliceError::Overlap(line) => write!(formatter, "line {line}: two changes of the same text"),
        }
    }
}

impl std::error::Error for SpliceError {}

/// `original`, the text of the map's main file, with all edits applied.
///
/// ```
/// # use codegen::splice::{Edit, Patch, splice};
/// # use diagnostics::{SourceMap, Span};
/// let original = "double t[ROWS]; /* all */\n";
/// let map = SourceMap::new("# 1 \"a.c\"\ndouble t[100];\n".into(), |_| Some(original.into()));
/// let brackets = Span::new(18, 23);
/// let edit = Edit::Replace(Patch { span: brackets, replacement: "[2]".into() });
/// assert_eq!(splice(original, &map, &[edit]).unwrap(), "double t[2]; /* all */\n");
/// ```
pub fn splice(original: &str, map: &SourceMap, edits: &[Edit]) -> Result<String, SpliceError> {
    splice_with(original, map, edits, Precision::Tokens)
}

/// As [`splice`], but each patch replaces the lines that hold it by what the preprocessor made of them.
pub fn splice_whole_lines(original: &str, map: &SourceMap, edits: &[Edit]) -> Result<String, SpliceError> {
    splice_with(original, map, edits, Precision::Lines)
}

/// What [`splice`]'s result must be once preprocessed, but for white space, comments and line markers: the preprocessed text
/// with all edits applied.
pub fn expected_preprocessed(map: &SourceMap, edits: &[Edit]) -> String {
    traced(map, edits).text
}

/// A preprocessed text with edits applied.
#[derive(Clone, Debug)]
pub struct Traced {
    /// The text.
    pub text: String,
    /// Per edit, in order, what it replaces and what stands there in [`Traced::text`].
    changed: Vec<(Span, Span)>,
}

/// Where a place of a changed text comes from, or what becomes of one of the original.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// This place of the original.
    Kept(usize),
    /// It belongs to this change.
    Changed(usize),
}

/// The preprocessed text of `map` with all edits applied, with what came from where.
pub fn traced(map: &SourceMap, edits: &[Edit]) -> Traced {
    let mut changes: Vec<_> = edits.iter().filter_map(|edit| change_of_preprocessed(map, edit)).collect();
    changes.sort_by_key(|change| change.span);
    let (text, places) = applied(map.text(), &changes);
    Traced { text, changed: changes.iter().map(|change| change.span).zip(places).collect() }
}

impl Traced {
    /// Where the byte at `offset` of [`Traced::text`] comes from.
    pub fn origin(&self, offset: usize) -> Origin {
        let before = self.changed.partition_point(|(_, new)| new.start <= offset);
        let Some((old, new)) = before.checked_sub(1).map(|last| self.changed[last]) else {
            return Origin::Kept(offset);
        };
        if offset < new.end { Origin::Changed(before - 1) } else { Origin::Kept(old.end + offset - new.end) }
    }

    /// What a change takes the place of.
    pub fn replaced(&self, change: usize) -> Span {
        self.changed[change].0
    }

    /// What becomes of the byte at `offset` of the original.
    pub fn fate(&self, offset: usize) -> Origin {
        let before = self.changed.partition_point(|(old, _)| old.start <= offset);
        let within = before.checked_sub(1).filter(|last| offset < self.changed[*last].0.end);
        within.map_or(Origin::Kept(offset), Origin::Changed)
    }
}

/// As [`expected_preprocessed`], with marks at the line numbers that stand outside of what changes (see
/// [`crate::sameness`]); `shifted` is the map's text with its lines numbered further on. `None` if they differ otherwise.
pub fn expected_marked(map: &SourceMap, edits: &[Edit], shifted: &str) -> Option<String> {
    marked_at(map, edits, shifted, Span::new(0, map.text().len()))
}

/// The same with no marks but at `place`.
fn marked_at(map: &SourceMap, edits: &[Edit], shifted: &str, place: Span) -> Option<String> {
    let mut changes: Vec<_> = edits.iter().filter_map(|edit| change_of_preprocessed(map, edit)).collect();
    let is_kept = |span: Span| !changes.iter().any(|it| it.span.start < span.end && span.start < it.span.end);
    let mut marked = line_numbers(map.text(), shifted)?;
    marked.retain(|(span, _)| place.contains(*span) && is_kept(*span));
    changes.extend(marked.into_iter().map(|(span, text)| Change { span, text }));
    changes.sort_by_key(|change| change.span);
    Some(apply(map.text(), &changes))
}

/// What stands at `span` in the same text, where all edits lie in it.
pub fn marked_within(map: &SourceMap, edits: &[Edit], shifted: &str, span: Span) -> Option<String> {
    let all = marked_at(map, edits, shifted, span)?;
    all.get(span.start..all.len() - (map.text().len() - span.end)).map(str::to_owned)
}

/// The text at `span` in one line, with `patches` applied, and without comments and directives: as the user wrote it,
/// if that is `wanted` and possible, else as the preprocessor made it.
pub fn in_one_line(map: &SourceMap, span: Span, patches: &[Patch], wanted: bool) -> String {
    let as_written = |span: Span| {
        let place = map.original(span).filter(|place| wanted && place.file == FileId::MAIN);
        place.map(|place| Span::new(place.start, place.end))
    };
    let changes = |place: &dyn Fn(Span) -> Option<Span>| -> Option<Vec<Change>> {
        let change =
            |patch: &Patch| Some(Change { span: place(patch.span)?, text: patch.replacement.clone() });
        let mut changes: Vec<_> = patches.iter().map(change).collect::<Option<_>>()?;
        changes.sort_by_key(|change| change.span);
        Some(changes)
    };
    let original = map.file_text(map.main_file()).zip(as_written(span)).zip(changes(&as_written));
    let (text, span, changes) = match original {
        Some(((text, span), changes)) => (text, span, changes),
        None => (map.text(), span, changes(&Some).unwrap_or_default()),
    };
    let mut line = String::new();
    let mut end = None;
    let text = apply(&text[..span.end], &changes);
    for token in tokens(&text[span.start..]) {
        if matches!(token.kind, TokenKind::Comment | TokenKind::Directive) {
            continue;
        }
        if end.is_some_and(|end| end < token.span.start) {
            line.push(' ');
        }
        line.push_str(&token.text(&text[span.start..]));
        end = Some(token.span.end);
    }
    line
}

/// What a patch may replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Precision {
    Tokens,
    Lines,
}

/// Another text in place of some bytes.
#[derive(Clone, Debug)]
struct Change {
    span: Span,
    text: String,
}

fn splice_with(
    original: &str,
    map: &SourceMap,
    edits: &[Edit],
    precision: Precision,
) -> Result<String, SpliceError> {
    if map.file_text(map.main_file()) != Some(original) {
        return Err(SpliceError::OtherText);
    }
    reject_overlaps(map, edits)?;
    let splicer = Splicer { original, map, precision };
    let mut changes = splicer.line_changes(edits);
    changes.extend(splicer.patch_changes(edits)?);
    changes.extend(splicer.comment_changes(edits, &changes)?);
    // Stable: comments on one place keep their order, and precede what replaces the line below them.
    changes.sort_by_key(|change| (change.span.start, change.span.end));
    reject_overlapping_changes(original, &changes)?;
    Ok(apply(original, &with_line_ends_of(original, changes)))
}

/// Carries edits over to the user's text.
struct Splicer<'a> {
    original: &'a str,
    map: &'a SourceMap,
    precision: Precision,
}

impl Splicer<'_> {
    fn line_changes(&self, edits: &[Edit]) -> Vec<Change> {
        let change = |edit: &Edit| match edit {
            Edit::ReplaceLines { first, last, text } => Some(self.line_change(*first, *last, text)),
            _ => None,
        };
        edits.iter().filter_map(change).collect()
    }

    fn line_change(&self, first: u32, last: u32, text: &str) -> Change {
        let span = self.lines(first, last);
        if span.start == span.end && text.starts_with('\n') && text.ends_with("\n\n") {
            // a paragraph of its own, as others of the file are
            let (before, text) = (&self.original[..span.start], text.trim_matches('\n'));
            let text = match before.is_empty() || before.ends_with("\n\n") {
                true => format!("{text}\n\n"),
                false => format!("\n{text}\n"),
            };
            return Change { span, text };
        }
        let ends_line = span.of(self.original).ends_with('\n') || span.start == span.end;
        let text = text.trim_end_matches('\n');
        let line_end = if ends_line && !text.is_empty() { "\n" } else { "" };
        Change { span, text: format!("{text}{line_end}") }
    }

    fn patch_changes(&self, edits: &[Edit]) -> Result<Vec<Change>, SpliceError> {
        let mut patches: Vec<_> = edits.iter().filter_map(as_patch).collect();
        patches.sort_by_key(|patch| patch.span);
        let mut changes = vec![];
        for cluster in self.clusters(&patches)? {
            match self.exact_changes(cluster.patches) {
                Some(exact) => changes.extend(exact),
                None => changes.push(self.whole_lines_change(&cluster)?),
            }
        }
        Ok(changes)
    }

    /// The patches by the lines that they fall in; no two clusters have a line in common.
    fn clusters<'p>(&self, patches: &'p [&'p Patch]) -> Result<Vec<Cluster<'p>>, SpliceError> {
        let mut clusters: Vec<Cluster> = vec![];
        let mut start = 0;
        for (index, patch) in patches.iter().enumerate() {
            let mut lines = self.lines_of(patch.span)?;
            while let Some(cluster) = clusters.last().filter(|cluster| cluster.lines.last >= lines.first) {
                start -= cluster.patches.len();
                lines = union(cluster.lines, lines);
                clusters.pop();
            }
            clusters.push(Cluster { lines, patches: &patches[start..=index] });
            start = index + 1;
        }
        Ok(clusters)
    }

    fn lines_of(&self, span: Span) -> Result<OriginalLines, SpliceError> {
        if !self.map.is_in_main_file(span.start) || !self.map.is_in_main_file(span.end) {
            return Err(SpliceError::NotInMainFile(self.map.locate(span.start)));
        }
        self.map.original_lines(span).ok_or_else(|| SpliceError::NoCounterpart(self.map.locate(span.start)))
    }

    /// The patches where the user wrote their tokens, if that is so for all.
    fn exact_changes(&self, patches: &[&Patch]) -> Option<Vec<Change>> {
        if self.precision == Precision::Lines {
            return None;
        }
        let change = |patch: &&Patch| {
            let place = self.map.original(patch.span)?;
            let start = match patch.replacement.is_empty() {
                true => self.with_blanks(place.start, place.end),
                false => place.start,
            };
            Some(Change { span: Span::new(start, place.end), text: patch.replacement.clone() })
        };
        patches.iter().map(change).collect()
    }

    /// The start of what goes from the user's text, with the blanks in front where a comma or semicolon follows.
    fn with_blanks(&self, start: usize, end: usize) -> usize {
        match self.original[end..].starts_with([',', ';']) {
            true => self.original[..start].trim_end_matches([' ', '\t']).len(),
            false => start,
        }
    }

    /// The lines of a cluster from their first token to their last, as the preprocessor made them and patched.
    fn whole_lines_change(&self, cluster: &Cluster) -> Result<Change, SpliceError> {
        let lines = self.lines(cluster.lines.first, cluster.lines.last);
        let held = tokens(lines.of(self.original)).filter(|token| token.kind != TokenKind::Comment);
        let span = held.map(|token| token.span).reduce(Span::to);
        let place = || self.map.locate(cluster.lines.preprocessed.start);
        let span = span.ok_or_else(|| SpliceError::NoCounterpart(place()))?;
        let span = Span::new(lines.start + span.start, lines.start + span.end);
        Ok(Change { span, text: self.patched_lines(cluster) })
    }

    /// The preprocessed text of a cluster's lines with its patches, laid out as the user's lines.
    fn patched_lines(&self, cluster: &Cluster) -> String {
        let mut text = String::new();
        let mut previous: Option<PreprocessedLine> = None;
        for line in self.map.preprocessed_lines(cluster.lines.preprocessed) {
            let patched = self.patched(line.span, cluster.patches);
            if patched.trim().is_empty() {
                continue;
            }
            if let Some(previous) = previous {
                text.push_str(&self.separator(previous, line));
            }
            text.push_str(patched.trim());
            previous = Some(line);
        }
        text
    }

    /// What to put between two lines of the preprocessor's: it breaks the user's lines where macros of system headers stand.
    fn separator(&self, previous: PreprocessedLine, line: PreprocessedLine) -> String {
        let is_directive = |line: PreprocessedLine| self.map.slice(line.span).trim_start().starts_with('#');
        if previous.number == line.number && !is_directive(previous) && !is_directive(line) {
            return " ".to_owned();
        }
        format!("\n{}", self.indentation(line.number))
    }

    /// A line of the preprocessed text with what `patches`, in order, change of it.
    ///
    /// A patch's text stands where the patch starts; what it replaces on further lines vanishes there.
    fn patched(&self, line: Span, patches: &[&Patch]) -> String {
        let mut text = String::new();
        let mut position = line.start;
        for patch in patches.iter().filter(|patch| patch.span.end > line.start && patch.span.start < line.end)
        {
            if patch.span.start >= line.start {
                text.push_str(self.map.slice(Span::new(position, patch.span.start)));
                text.push_str(&patch.replacement);
            }
            position = patch.span.end.min(line.end);
        }
        text + self.map.slice(Span::new(position, line.end))
    }

    fn comment_changes(&self, edits: &[Edit], others: &[Change]) -> Result<Vec<Change>, SpliceError> {
        let change = |edit: &Edit| match edit {
            Edit::Comment { before, text } => Some(self.comment_change(*before, text, others)),
            _ => None,
        };
        edits.iter().filter_map(change).collect()
    }

    fn comment_change(&self, before: Span, text: &str, others: &[Change]) -> Result<Change, SpliceError> {
        let mut line = self.lines_of(before)?.first;
        // A line that vanishes into a larger change takes its comment along, to where that change starts.
        let start = self.lines(line, line).start;
        if let Some(around) = others.iter().find(|other| other.span.start < start && start < other.span.end) {
            line = line_number(self.original, around.span.start);
        }
        let start = self.lines(line, line).start;
        let indentation = self.indentation(line);
        let text = text.trim().replace("*/", "* /").replace('\n', &format!("\n{indentation}   "));
        Ok(Change { span: Span::new(start, start), text: format!("{indentation}/* {text} */\n") })
    }

    /// The bytes of whole lines.
    fn lines(&self, first: u32, last: u32) -> Span {
        let span = self.map.line_range(FileId::MAIN, first, last).unwrap_or_default();
        Span::new(span.start, span.end.max(span.start))
    }

    fn indentation(&self, line: u32) -> &str {
        let text = self.lines(line, line).of(self.original).trim_end_matches(['\r', '\n']);
        let length = text.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        &text[..length]
    }
}

/// Patches that fall in the same lines.
struct Cluster<'a> {
    lines: OriginalLines,
    patches: &'a [&'a Patch],
}

fn union(left: OriginalLines, right: OriginalLines) -> OriginalLines {
    OriginalLines {
        file: left.file,
        first: left.first.min(right.first),
        last: left.last.max(right.last),
        preprocessed: left.preprocessed.to(right.preprocessed),
    }
}

fn as_patch(edit: &Edit) -> Option<&Patch> {
    match edit {
        Edit::Replace(patch) => Some(patch),
        _ => None,
    }
}

/// What an edit does to the preprocessed text.
///
/// A line end after each change keeps what follows out of its comments.
fn change_of_preprocessed(map: &SourceMap, edit: &Edit) -> Option<Change> {
    let (span, text) = match edit {
        Edit::Replace(patch) => (patch.span, &patch.replacement),
        Edit::ReplaceLines { first, last, text } => (map.preprocessed_from(*first, *last), text),
        Edit::Comment { .. } => return None,
    };
    Some(Change { span, text: format!("{text}\n") })
}

/// Checks the edits as they stand in the preprocessed text.
///
/// # Errors
/// Two change the same text, or one doesn't change whole tokens.
pub fn reject_overlaps(map: &SourceMap, edits: &[Edit]) -> Result<(), SpliceError> {
    for patch in edits.iter().filter_map(as_patch) {
        let text = map.text().get(patch.span.start..patch.span.end).unwrap_or_default();
        if text.is_empty() || text.trim() != text {
            return Err(SpliceError::NotTokens(map.locate(patch.span.start)));
        }
    }
    let mut changes: Vec<_> = edits.iter().filter_map(|edit| change_of_preprocessed(map, edit)).collect();
    changes.sort_by_key(|change| change.span);
    match first_overlap(&changes) {
        Some(offset) => Err(SpliceError::Overlap(map.locate(offset).line)),
        None => Ok(()),
    }
}

fn reject_overlapping_changes(original: &str, changes: &[Change]) -> Result<(), SpliceError> {
    match first_overlap(changes) {
        Some(offset) => Err(SpliceError::Overlap(line_number(original, offset))),
        None => Ok(()),
    }
}

/// Where the first of the changes, which are in order, starts before its predecessor ends.
fn first_overlap(changes: &[Change]) -> Option<usize> {
    let overlap = changes.windows(2).find(|pair| pair[1].span.start < pair[0].span.end);
    overlap.map(|pair| pair[1].span.start)
}

/// The line, from 1, of a byte.
fn line_number(text: &str, offset: usize) -> u32 {
    u32::try_from(text[..offset].matches('\n').count() + 1).unwrap_or(u32::MAX)
}

fn with_line_ends_of(original: &str, mut changes: Vec<Change>) -> Vec<Change> {
    let first_line_end = original.find('\n').unwrap_or_default();
    if original[..first_line_end].ends_with('\r') {
        for change in &mut changes {
            change.text = change.text.replace("\r\n", "\n").replace('\n', "\r\n");
        }
    }
    changes
}

/// `text` with changes that are in order and apart.
fn apply(text: &str, changes: &[Change]) -> String {
    applied(text, changes).0
}

/// The same, and where the new texts are. Tokens beside them stay tokens: `double*w` with `w` in the place of `*w` is
/// `double w`.
fn applied(text: &str, changes: &[Change]) -> (String, Vec<Span>) {
    let mut result = String::with_capacity(text.len());
    let mut places: Vec<Span> = Vec::with_capacity(changes.len());
    let mut position = 0;
    let keep = |result: &mut String, places: &mut Vec<Span>, kept: &str| {
        push_apart(result, kept);
        // a blank in between belongs to the change
        places.iter_mut().next_back().into_iter().for_each(|place| place.end = result.len() - kept.len());
    };
    for change in changes {
        keep(&mut result, &mut places, &text[position..change.span.start.max(position)]);
        let start = result.len();
        push_apart(&mut result, &change.text);
        places.push(Span::new(start, result.len()));
        position = change.span.end.max(position);
    }
    keep(&mut result, &mut places, &text[position..]);
    (result, places)
}

/// Appends `text`, behind a blank where its first token would become one with the last of `result`.
fn push_apart(result: &mut String, text: &str) {
    let seam = result.chars().next_back().zip(text.chars().next());
    if seam.is_some_and(|(left, right)| is_one_token(left, right)) {
        result.push(' ');
    }
    result.push_str(text);
}

/// Whether two characters in a row would be read as (a part of) one token.
fn is_one_token(left: char, right: char) -> bool {
    let pair = String::from_iter([left, right]);
    let mut found = tokens(&pair);
    // a byte order mark is no part of the text
    !left.is_whitespace()
        && left != '\u{feff}'
        && !right.is_whitespace()
        && found.next().is_some_and(|token| token.span.end > left.len_utf8())
}
