//! Which line of which file each line of the preprocessed text came from.
//!
//! The preprocessor tells it by markers, `# 12 "file.c" 1`: the next line is line 12 of that file, and the flags say that a
//! file was entered (1), that it was left for the one that included it (2), that it is a system header (3). Compilers emit
//! markers in the middle of a line too, around what a macro of a system header expands to, so that several lines of the
//! preprocessed text may belong to one line of the file. Such lines form a *group*.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::source_map::FileId;
use crate::span::Span;

/// A line of the preprocessed text that is no marker.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Without the line end.
    pub span: Span,
    /// The file it came from.
    pub file: FileId,
    /// The line of that file, from 1.
    pub number: u32,
    /// Tells apart the times that a file is read: equal for lines of one reading.
    pub reading: u32,
}

/// Successive lines of the preprocessed text, with blank ones among them, that came from one place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    /// Indices into [`Layout::lines`]; the first and the last aren't blank.
    pub lines: Range<usize>,
    /// The smallest line number of the group.
    pub first: u32,
    /// The largest line number of the group.
    pub last: u32,
}

/// A file that the markers name.
#[derive(Clone, Debug)]
pub(crate) struct NamedFile {
    /// As the preprocessor names it.
    pub name: String,
    /// Whether some marker names it without calling it a system header.
    pub is_users: bool,
}

/// The lines of a preprocessed text, by ascending offset.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub files: Vec<NamedFile>,
    pub lines: Vec<Line>,
    pub groups: Vec<Group>,
}

impl Layout {
    /// Reads the markers of `text`.
    pub fn new(text: &str) -> Self {
        let mut reader = Reader::default();
        let mut start = 0;
        for terminated in text.split_inclusive('\n') {
            let line = terminated.trim_end_matches(['\r', '\n']);
            reader.read(line, start);
            start += terminated.len();
        }
        let groups = group_lines(text, &reader.lines);
        Layout { files: reader.files, lines: reader.lines, groups }
    }

    /// The line that `offset` lies in, or the one before where a marker lies there.
    pub fn line_at(&self, offset: usize) -> Option<&Line> {
        let following = self.lines.partition_point(|line| line.span.start <= offset);
        self.lines[..following].last()
    }

    /// The group that `offset` lies in, or the one before where no group lies there.
    pub fn group_at(&self, offset: usize) -> Option<usize> {
        let following =
            self.groups.partition_point(|group| self.lines[group.lines.start].span.start <= offset);
        following.checked_sub(1)
    }

    /// The file of a group.
    pub fn file_of(&self, group: &Group) -> FileId {
        self.lines[group.lines.start].file
    }

    /// From the first line of the groups to the last.
    pub fn span_of(&self, groups: Range<usize>) -> Span {
        let first = self.groups[groups.start].lines.start;
        let last = self.groups[groups.end - 1].lines.end - 1;
        self.lines[first].span.to(self.lines[last].span)
    }

    /// The group after `group`, if the same reading of the same file goes on there.
    pub fn successor(&self, group: usize) -> Option<&Group> {
        let next = self.groups.get(group + 1)?;
        let (line, next_line) = (&self.lines[self.groups[group].lines.start], &self.lines[next.lines.start]);
        (line.reading == next_line.reading).then_some(next)
    }
}

/// Goes through the lines of the text.
#[derive(Default)]
struct Reader {
    files: Vec<NamedFile>,
    ids: BTreeMap<String, FileId>,
    lines: Vec<Line>,
    file: FileId,
    number: u32,
    /// The reading of the current file, after those that it was included from.
    readings: Vec<u32>,
    readings_begun: u32,
}

impl Reader {
    fn read(&mut self, line: &str, start: usize) {
        match Marker::parse(line) {
            Some(marker) => self.follow(marker),
            None => self.add_line(Span::new(start, start + line.len())),
        }
    }

    fn follow(&mut self, marker: Marker) {
        self.number = marker.number;
        let Some(name) = marker.file else { return };
        let file = self.file_id(&name);
        self.files[file.0].is_users |= !marker.is_system;
        if marker.leaves && self.readings.len() > 1 {
            self.readings.pop();
        } else if marker.enters {
            self.begin_reading();
        } else if file != self.file || self.readings.is_empty() {
            self.readings.pop();
            self.begin_reading();
        }
        self.file = file;
    }

    fn begin_reading(&mut self) {
        self.readings_begun += 1;
        self.readings.push(self.readings_begun);
    }

    fn file_id(&mut self, name: &str) -> FileId {
        if let Some(&id) = self.ids.get(name) {
            return id;
        }
        let id = FileId(self.files.len());
        self.files.push(NamedFile { name: name.to_owned(), is_users: false });
        self.ids.insert(name.to_owned(), id);
        id
    }

    fn add_line(&mut self, span: Span) {
        if self.files.is_empty() {
            self.file_id("<input>");
            self.number = 1;
        }
        let reading = self.readings.last().copied().unwrap_or_default();
        self.lines.push(Line { span, file: self.file, number: self.number, reading });
        self.number = self.number.saturating_add(1);
    }
}

/// A line marker.
#[derive(Debug, Default, PartialEq, Eq)]
struct Marker {
    number: u32,
    file: Option<String>,
    enters: bool,
    leaves: bool,
    is_system: bool,
}

impl Marker {
    fn parse(line: &str) -> Option<Marker> {
        let after_hash = line.strip_prefix('#')?.trim_start();
        let rest = after_hash.strip_prefix("line").unwrap_or(after_hash).trim_start();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = rest[..digits].parse().ok()?;
        let mut marker = Marker { number, ..Marker::default() };
        if let Some(quoted) = rest[digits..].trim_start().strip_prefix('"') {
            let (file, flags) = unquote(quoted);
            marker.file = Some(file);
            let has_flag = |flag| flags.split_whitespace().any(|word| word == flag);
            (marker.enters, marker.leaves, marker.is_system) = (has_flag("1"), has_flag("2"), has_flag("3"));
        }
        Some(marker)
    }
}

/// The string that `quoted` starts with, up to its closing quote, and what follows the quote.
///
/// Preprocessors escape quotes and backslashes, and write what can't be printed as an octal number.
fn unquote(quoted: &str) -> (String, &str) {
    let mut bytes = vec![];
    let mut rest = quoted.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'"' => break,
            b'\\' => bytes.push(unescape(&mut rest)),
            _ => bytes.push(byte),
        }
    }
    (String::from_utf8_lossy(&bytes).into_owned(), &quoted[quoted.len() - rest.len()..])
}

/// The byte that an escape sequence stands for, whose backslash was read already.
fn unescape(rest: &mut &[u8]) -> u8 {
    let digits = rest.iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
    if digits > 0 {
        let value =
            rest[..digits].iter().fold(0u8, |value, digit| value.wrapping_mul(8).wrapping_add(digit - b'0'));
        *rest = &rest[digits..];
        return value;
    }
    let escaped = rest.first().copied().unwrap_or(b'\\');
    *rest = rest.get(1..).unwrap_or_default();
    escaped
}

fn group_lines(text: &str, lines: &[Line]) -> Vec<Group> {
    let mut groups: Vec<Group> = vec![];
    for (index, line) in lines.iter().enumerate() {
        if line.span.of(text).trim().is_empty() {
            continue;
        }
        let mut group = Group { lines: index..index + 1, first: line.number, last: line.number };
        while let Some(before) = groups.last().filter(|before| goes_back(lines, before, &group)) {
            group.lines.start = before.lines.start;
            group.first = group.first.min(before.first);
            group.last = group.last.max(before.last);
            groups.pop();
        }
        groups.push(group);
    }
    groups
}

/// Whether `group`, which follows `before` in the text, doesn't follow it in the file.
fn goes_back(lines: &[Line], before: &Group, group: &Group) -> bool {
    let same_reading = lines[before.lines.start].reading == lines[group.lines.start].reading;
    same_reading && group.first <= before.last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_in_both_forms() {
        let marker = Marker::parse("# 12 \"a b.h\" 1 3 4").unwrap();
        assert_eq!(
            marker,
            Marker { number: 12, file: Some("a b.h".into()), enters: true, leaves: false, is_system: true }
        );
        assert_eq!(Marker::parse("#line 7").unwrap(), Marker { number: 7, ..Marker::default() });
        for other in ["#pragma scop", "int x;", "# ", "#line", "# 99999999999 \"a\"", ""] {
            assert_eq!(Marker::parse(other), None, "{other}");
        }
    }

    #[test]
    fn quoted_names() {
        assert_eq!(unquote(r#"a\\b\"c" 2"#), (r#"a\b"c"#.to_owned(), " 2"));
        assert_eq!(unquote(r#"h\303\251.c""#), ("hé.c".to_owned(), ""));
        assert_eq!(unquote("open\\"), ("open\\".to_owned(), ""));
    }

    #[test]
    fn lines_of_one_place_form_a_group() {
        let text = "# 1 \"a.c\"\nint *p =\n# 1 \"a.c\" 3 4\n  0\n# 1 \"a.c\"\n ;\n\nint q;\n";
        let layout = Layout::new(text);
        let numbers: Vec<_> =
            layout.groups.iter().map(|group| (group.lines.clone(), group.first, group.last)).collect();
        assert_eq!(numbers, [(0..3, 1, 1), (4..5, 3, 3)]);
    }

    #[test]
    fn a_file_included_twice_is_read_twice() {
        let text = "# 1 \"a.c\"\n# 1 \"x.h\" 1\nint x;\n# 2 \"a.c\" 2\n# 1 \"x.h\" 1\nint x;\n# 3 \"a.c\" 2\nint y;\n";
        let layout = Layout::new(text);
        let readings: Vec<_> =
            layout.lines.iter().map(|line| (line.file.0, line.number, line.reading)).collect();
        assert_eq!(readings, [(1, 1, 2), (1, 1, 3), (0, 3, 1)]);
        assert_eq!(layout.groups.len(), 3);
    }
}
