//! From the preprocessed text back to the user's files.
//!
//! Lines come from the preprocessor's markers and are exact. Columns come from aligning the tokens of a line with those of
//! the user's line (see the module `alignment`); what a macro expanded to has no columns of its own, and is put where the
//! macro stands. Lines are aligned when they are asked for, so that headers cost nothing.

use std::ops::Range;
use std::sync::OnceLock;

use crate::alignment::{Match, Word, align};
use crate::layout::{Group, Layout, Line};
use crate::original_file::OriginalFile;
use crate::span::Span;
use crate::token::{Token, TokenKind, tokens, tokens_without_comments};

/// A place in a file of the user's.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// The file, as the preprocessor names it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1.
    pub column: u32,
}

/// A file that the preprocessor names; see [`SourceMap::file_name`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub(crate) usize);

impl FileId {
    /// The file that was preprocessed: the one that the first marker names.
    pub const MAIN: FileId = FileId(0);
}

/// A range of bytes in a file of the user's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OriginalSpan {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

/// Whole lines of a file of the user's, and what became of them.
///
/// No macro invocation, comment or continued line crosses the edges, so the lines can be replaced as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OriginalLines {
    /// The file.
    pub file: FileId,
    /// The first line, from 1.
    pub first: u32,
    /// The last line.
    pub last: u32,
    /// The whole lines of the preprocessed text that came from these.
    pub preprocessed: Span,
}

/// A line of the preprocessed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PreprocessedLine {
    /// Without the line end.
    pub span: Span,
    /// The line of the user's file that it came from, from 1.
    pub number: u32,
}

/// Maps offsets of one preprocessed text to places in the files it came from.
#[derive(Clone, Debug)]
pub struct SourceMap {
    text: String,
    layout: Layout,
    /// By file; none where the text isn't known.
    originals: Vec<Option<OriginalFile>>,
    /// By group of the layout.
    alignments: Vec<OnceLock<Option<Alignment>>>,
    /// From these offsets on, the lines that people are told of; see [`SourceMap::tell_lines`].
    told: Vec<(usize, u32)>,
}

/// The tokens of a group and of the lines that it came from.
#[derive(Clone, Debug)]
struct Alignment {
    preprocessed: Vec<Token>,
    original: Vec<Token>,
    /// For each of `preprocessed`.
    matches: Vec<Option<Match>>,
    /// The last of the lines that the group came from.
    last_line: u32,
    /// Whether a macro invocation runs on after `last_line`.
    is_unfinished: bool,
}

/// What compilers call places that are in no file.
const INVENTED: [&str; 2] = ["<built-in>", "<command-line>"];

impl SourceMap {
    /// The map of `preprocessed`, the output of a preprocessor with line markers.
    ///
    /// `load` gives the text of a file; it is asked once for each file that isn't a system header.
    pub fn new(preprocessed: String, mut load: impl FnMut(&str) -> Option<String>) -> Self {
        let layout = Layout::new(&preprocessed);
        let originals = layout
            .files
            .iter()
            .map(|file| {
                if file.is_users && !INVENTED.contains(&file.name.as_str()) { load(&file.name) } else { None }
            })
            .map(|text| text.map(OriginalFile::new))
            .collect();
        let alignments = vec![OnceLock::new(); layout.groups.len()];
        SourceMap { text: preprocessed, layout, originals, alignments, told: Vec::new() }
    }

    /// The preprocessed text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of `span`.
    pub fn slice(&self, span: Span) -> &str {
        span.of(&self.text)
    }

    /// The name of a file, as the preprocessor spells it.
    pub fn file_name(&self, file: FileId) -> &str {
        &self.layout.files[file.0].name
    }

    /// The name of the file that was preprocessed; empty if the text is.
    pub fn main_file(&self) -> &str {
        self.layout.files.first().map_or("", |file| &file.name)
    }

    /// The texts of all files that were loaded.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.originals.iter().flatten().map(|file| file.text.as_str())
    }

    /// The text of a file, if it was loaded.
    pub fn file_text(&self, name: &str) -> Option<&str> {
        let index = self.layout.files.iter().position(|file| file.name == name)?;
        self.originals[index].as_ref().map(|file| file.text.as_str())
    }

    /// A line, from 1, without its end: the user's where the file was loaded, else what the preprocessor made of it.
    pub fn line_text(&self, file: &str, line: u32) -> Option<&str> {
        let index = self.layout.files.iter().position(|named| named.name == file)?;
        let text = match &self.originals[index] {
            Some(original) => original.lines(line, line).of(&original.text),
            None => {
                let came_from = |candidate: &&Line| candidate.file.0 == index && candidate.number == line;
                self.slice(self.layout.lines.iter().find(came_from)?.span)
            }
        };
        Some(text.trim_end_matches(['\r', '\n']))
    }

    /// Whether `offset` came from the file that was preprocessed, rather than from one that it includes.
    pub fn is_in_main_file(&self, offset: usize) -> bool {
        self.layout.line_at(offset).is_some_and(|line| line.file == FileId::MAIN)
    }

    /// Whether `offset` came from a file that is never more than a system header.
    pub fn is_in_system_header(&self, offset: usize) -> bool {
        self.layout.line_at(offset).is_some_and(|line| !self.layout.files[line.file.0].is_users)
    }

    /// The place that `offset` came from.
    ///
    /// The line is exact. The column is so for tokens that the user wrote there; for what a macro expanded to it is the
    /// macro's, and where the file isn't known it is the column of the preprocessed text.
    pub fn locate(&self, offset: usize) -> Location {
        if let Some((file, original)) = self.nearest_offset(offset) {
            return self.location(file, original);
        }
        let Some(line) = self.layout.line_at(offset) else {
            return Location { file: self.main_file().to_owned(), line: 1, column: 1 };
        };
        let column = offset.min(line.span.end) - line.span.start + 1;
        let column = u32::try_from(column).unwrap_or(u32::MAX);
        Location { file: self.file_name(line.file).to_owned(), line: line.number, column }
    }

    /// For a text that was made of another: the lines that its parts have there, from these offsets on, in ascending order.
    pub fn tell_lines(&mut self, lines: Vec<(usize, u32)>) {
        self.told = lines;
    }

    /// The line that people are told for `offset`.
    pub fn line(&self, offset: usize) -> u32 {
        let following = self.told.partition_point(|(start, _)| *start <= offset);
        match following.checked_sub(1) {
            Some(last) => self.told[last].1,
            None => self.locate(offset).line,
        }
    }

    /// The place of a byte of a loaded file.
    fn location(&self, file: FileId, offset: usize) -> Location {
        let (line, column) =
            self.originals[file.0].as_ref().map_or((1, 1), |file| file.line_and_column(offset));
        Location { file: self.file_name(file).to_owned(), line, column }
    }

    /// Where `span` starts and ends in the user's file, as [`SourceMap::locate`] knows it; the end lies after the last byte.
    pub fn locate_span(&self, span: Span) -> (Location, Location) {
        match self.nearest(span) {
            Some(nearest) => {
                (self.location(nearest.file, nearest.start), self.location(nearest.file, nearest.end))
            }
            None => (self.locate(span.start), self.locate(span.end)),
        }
    }

    /// The bytes that are `span` token by token, if its first and its last token stand in the user's file as such.
    ///
    /// Between them there may be macros, but no directive. None for a span that cuts a token or holds none.
    pub fn original(&self, span: Span) -> Option<OriginalSpan> {
        self.edges(span).filter(|place| self.directives_in(*place).next().is_none())
    }

    /// The same for text that may hold `#pragma` lines, but no other directives.
    pub fn original_with_pragmas(&self, span: Span) -> Option<OriginalSpan> {
        let is_pragma = |line: &str| line.trim_start_matches('#').trim_start().starts_with("pragma");
        self.edges(span).filter(|place| self.directives_in(*place).all(is_pragma))
    }

    /// From the first token in `span` to the last, as the file has them, if both are there.
    fn edges(&self, span: Span) -> Option<OriginalSpan> {
        let (first, last) = self.outer_tokens(span)?;
        if !span.contains(self.token(first)?.span.to(self.token(last)?.span)) {
            return None;
        }
        let (start, end) = (self.firm_token(first)?.span.start, self.firm_token(last)?.span.end);
        let file = self.layout.file_of(&self.layout.groups[first.group]);
        (start <= end).then_some(OriginalSpan { file, start, end })
    }

    /// The directives among several tokens of a file.
    fn directives_in(&self, place: OriginalSpan) -> impl Iterator<Item = &str> {
        let original = self.originals[place.file.0].as_ref();
        let tokens = original.map_or(&[][..], |it| it.tokens_in(Span::new(place.start, place.end)));
        let tokens = if tokens.len() > 1 { tokens } else { &[] };
        let directives = tokens.iter().filter(|token| token.kind == TokenKind::Directive);
        directives.filter_map(move |token| Some(token.span.of(&original?.text)))
    }

    /// The comments right in front of a byte of a file that begin their lines, the nearest first.
    pub fn comments_before(&self, file: FileId, place: usize) -> Vec<Span> {
        let Some(original) = self.originals[file.0].as_ref() else { return vec![] };
        let text = original.text.as_str();
        let before = original.tokens_in(Span::new(0, place)).last();
        // behind the token in front of it
        let gap = Span::new(before.map_or(0, |token| token.span.end.min(place)), place);
        let begins_line = |comment: &Span| {
            text[..comment.start].rsplit('\n').next().is_some_and(|line| line.trim().is_empty())
        };
        let comments = tokens(gap.of(text));
        let mut comments: Vec<_> =
            comments.map(|it| Span::new(gap.start + it.span.start, gap.start + it.span.end)).collect();
        comments.reverse();
        comments.into_iter().take_while(begins_line).collect()
    }

    /// The bytes that a message about `span` should point at: [`SourceMap::original`] where that is known, else the macros
    /// that `span` came out of, else whole lines.
    pub fn nearest(&self, span: Span) -> Option<OriginalSpan> {
        if let Some(exact) = self.original(span) {
            return Some(exact);
        }
        let (first, last) = self.outer_tokens(span)?;
        let file = self.layout.file_of(&self.layout.groups[first.group]);
        let start = self.alignment(first.group)?.nearest_from(first.index).map(|token| token.span.start);
        let end = self.alignment(last.group)?.nearest_up_to(last.index).map(|token| token.span.end);
        match (start, end) {
            (Some(start), Some(end)) if start < end => Some(OriginalSpan { file, start, end }),
            _ => self.whole_lines(span),
        }
    }

    /// The bytes of the lines that `span` came from, without the white space around them.
    fn whole_lines(&self, span: Span) -> Option<OriginalSpan> {
        let lines = self.original_lines(span)?;
        let span = self.line_range(lines.file, lines.first, lines.last)?;
        let text = span.of(&self.originals[lines.file.0].as_ref()?.text);
        let start = span.start + (text.len() - text.trim_start().len());
        let end = start + text.trim().len();
        Some(OriginalSpan { file: lines.file, start, end })
    }

    /// The whole lines that `span` came from, widened until nothing crosses their edges; see [`OriginalLines`].
    ///
    /// None where the file isn't known, or where the span starts and ends in different files.
    pub fn original_lines(&self, span: Span) -> Option<OriginalLines> {
        let mut groups = self.groups_of(span)?;
        while groups.start > 0 && self.is_linked_with_next(groups.start - 1) {
            groups.start -= 1;
        }
        while self.is_linked_with_next(groups.end - 1) {
            groups.end += 1;
        }
        let file = self.layout.file_of(&self.layout.groups[groups.start]);
        let original = self.originals[file.0].as_ref()?;
        let mut first = self.layout.groups[groups.start].first;
        while first > 1 && original.is_joined_with_next(first - 1) {
            first -= 1;
        }
        let last = self.alignment(groups.end - 1)?.last_line;
        (first <= last).then(|| OriginalLines {
            file,
            first,
            last,
            preprocessed: self.layout.span_of(groups),
        })
    }

    /// The bytes of the lines from `first` to `last` of a loaded file, with their line ends.
    pub fn line_range(&self, file: FileId, first: u32, last: u32) -> Option<Span> {
        self.originals[file.0].as_ref().map(|original| original.lines(first, last))
    }

    /// The bytes of the preprocessed text that came from the lines `first` to `last` of the main file, including what was
    /// included between them; empty, and where their text would stand, if nothing came from them.
    pub fn preprocessed_from(&self, first: u32, last: u32) -> Span {
        let in_main = |line: &&Line| line.file == FileId::MAIN;
        let mut lines = self.layout.lines.iter().filter(in_main);
        let start = lines.find(|line| line.number >= first && line.span.start < line.span.end);
        let start = start.map_or(self.text.len(), |line| line.span.start);
        let mut lines = self.layout.lines.iter().rev().filter(in_main);
        let end = lines.find(|line| line.number <= last).map_or(start, |line| line.span.end);
        Span::new(start, end.max(start))
    }

    /// The lines of the preprocessed text in `span` that are neither markers nor blank.
    pub fn preprocessed_lines(&self, span: Span) -> impl Iterator<Item = PreprocessedLine> {
        let start = self.layout.lines.partition_point(|line| line.span.end < span.start);
        let lines = self.layout.lines[start..].iter().take_while(move |line| line.span.start < span.end);
        let filled = lines.filter(|line| !self.slice(line.span).trim().is_empty());
        filled.map(|line| PreprocessedLine { span: line.span, number: line.number })
    }

    /// The groups from the one that `span` starts in to the one that it ends in, if both are of one file.
    fn groups_of(&self, span: Span) -> Option<Range<usize>> {
        let first = self.layout.group_at(span.start)?;
        let last = self.layout.group_at(span.end.saturating_sub(1).max(span.start))?;
        let file = |group: usize| self.layout.file_of(&self.layout.groups[group]);
        (file(first) == file(last)).then_some(first..last + 1)
    }

    /// Whether the lines of a group and of the next can't be taken apart.
    fn is_linked_with_next(&self, group: usize) -> bool {
        let Some(next) = self.layout.successor(group) else { return false };
        let Some(alignment) = self.alignment(group) else { return false };
        let Some(original) = &self.originals[self.layout.file_of(next).0] else { return false };
        let last = alignment.last_line;
        let is_joined = last + 1 == next.first && original.is_joined_with_next(last);
        let is_call = alignment.ends_with_lost_name() && starts_with_parenthesis(original, next.first);
        alignment.is_unfinished || is_joined || is_call
    }

    fn alignment(&self, group: usize) -> Option<&Alignment> {
        self.alignments[group].get_or_init(|| self.align_group(group)).as_ref()
    }

    fn align_group(&self, index: usize) -> Option<Alignment> {
        let group = &self.layout.groups[index];
        let original = self.originals[self.layout.file_of(group).0].as_ref()?;
        let preprocessed = self.tokens_of_lines(group.lines.clone());
        let limit = self.layout.successor(index).map_or(u32::MAX, |next| next.first - 1);
        let parentheses = open_parentheses(0, &preprocessed, &self.text);
        let (last_line, is_unfinished) = original_extent(group, original, limit, parentheses);
        let tokens = original.tokens_on(group.first, last_line).to_vec();
        let matches = align(&words(&preprocessed, &self.text), &words(&tokens, &original.text));
        Some(Alignment { preprocessed, original: tokens, matches, last_line, is_unfinished })
    }

    fn tokens_of_lines(&self, lines: Range<usize>) -> Vec<Token> {
        let of_line = |line: &Line| {
            let start = line.span.start;
            let moved = move |token: Token| Token {
                kind: token.kind,
                span: Span::new(token.span.start + start, token.span.end + start),
            };
            tokens_without_comments(self.slice(line.span)).map(moved).collect::<Vec<_>>()
        };
        self.layout.lines[lines].iter().flat_map(of_line).collect()
    }

    /// The first and the last token that `span` touches; where it touches none, the one that follows.
    fn outer_tokens(&self, span: Span) -> Option<(TokenPlace, TokenPlace)> {
        let groups = self.groups_of(span)?;
        let (first, last) = (groups.start, groups.end - 1);
        let in_first = &self.alignment(first)?.preprocessed;
        let in_last = &self.alignment(last)?.preprocessed;
        let start = in_first.partition_point(|token| token.span.end <= span.start);
        let end = in_last.partition_point(|token| token.span.start < span.end).saturating_sub(1);
        if start == in_first.len() {
            return None;
        }
        let first = TokenPlace { group: first, index: start };
        let last = TokenPlace { group: last, index: end };
        Some((first, if last < first { first } else { last }))
    }

    fn token(&self, place: TokenPlace) -> Option<Token> {
        self.alignment(place.group).map(|alignment| alignment.preprocessed[place.index])
    }

    /// The user's token that a token is for certain.
    fn firm_token(&self, place: TokenPlace) -> Option<Token> {
        let alignment = self.alignment(place.group)?;
        let found = alignment.matches[place.index].filter(|found| found.is_firm)?;
        Some(alignment.original[found.original])
    }

    /// The byte of the user's file that a message about `offset` should point at.
    fn nearest_offset(&self, offset: usize) -> Option<(FileId, usize)> {
        let (place, _) = self.outer_tokens(Span::new(offset, offset))?;
        let alignment = self.alignment(place.group)?;
        let token = alignment.preprocessed[place.index].span;
        let nearest = alignment.nearest_from(place.index)?.span;
        // Within a token the column goes along, unless a line was continued there.
        let same_length = alignment.matches[place.index].is_some()
            && nearest.end - nearest.start == token.end - token.start;
        let within = if same_length { offset.saturating_sub(token.start) } else { 0 };
        let file = self.layout.file_of(&self.layout.groups[place.group]);
        Some((file, nearest.start + within))
    }
}

/// A token of the preprocessed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct TokenPlace {
    group: usize,
    index: usize,
}

impl Alignment {
    /// The user's token that a token is, or the first of those that it came out of.
    fn nearest_from(&self, index: usize) -> Option<&Token> {
        let place = match self.matches[index] {
            Some(found) => found.original,
            None => {
                self.matches[..index].iter().flatten().next_back().map_or(0, |before| before.original + 1)
            }
        };
        self.original.get(place).or(self.original.last())
    }

    /// The user's token that a token is, or the last of those that it came out of.
    fn nearest_up_to(&self, index: usize) -> Option<&Token> {
        let next = || {
            self.matches[index..].iter().flatten().next().map_or(self.original.len(), |next| next.original)
        };
        let place = self.matches[index].map_or_else(|| next().checked_sub(1), |found| Some(found.original));
        self.original.get(place?)
    }

    /// Whether the lines end with a name that isn't in the preprocessed text: a macro whose arguments are yet to come.
    fn ends_with_lost_name(&self) -> bool {
        let is_name = self.original.last().is_some_and(|token| token.kind == TokenKind::Identifier);
        is_name && self.matches.iter().flatten().all(|found| found.original + 1 != self.original.len())
    }
}

fn words<'a>(tokens: &[Token], text: &'a str) -> Vec<Word<'a>> {
    tokens.iter().map(|token| Word { kind: token.kind, spelling: token.spelling(text) }).collect()
}

/// The last of the lines of the user's that a group came from, and whether a macro invocation runs on after it.
///
/// The preprocessor puts what came from several lines on one where a macro invocation, a comment or a backslash joins them.
/// `limit` is the last line that can be meant, `closed` how many parentheses the preprocessed text leaves open.
fn original_extent(group: &Group, original: &OriginalFile, limit: u32, closed: usize) -> (u32, bool) {
    let limit = limit.min(original.last_line());
    let mut last = group.last;
    let mut open = open_parentheses(0, original.tokens_on(group.first, last), &original.text);
    while last < limit
        && (open > closed || original.is_joined_with_next(last) || is_call_joined(original, last))
    {
        let added = original.tokens_on(last + 1, last + 1);
        if added.first().is_some_and(|token| token.kind == TokenKind::Directive) {
            break;
        }
        open = open_parentheses(open, added, &original.text);
        last += 1;
    }
    (last, open > closed)
}

/// Whether a line ends with a name and the next starts with its arguments.
fn is_call_joined(original: &OriginalFile, line: u32) -> bool {
    let ends_with_name =
        original.tokens_on(line, line).last().is_some_and(|token| token.kind == TokenKind::Identifier);
    ends_with_name && starts_with_parenthesis(original, line + 1)
}

fn starts_with_parenthesis(original: &OriginalFile, line: u32) -> bool {
    let first = original.tokens_on(line, line).first();
    first.is_some_and(|token| token.text(&original.text) == "(")
}

/// How many parentheses are open after `tokens` if `open` were before.
fn open_parentheses(open: usize, tokens: &[Token], text: &str) -> usize {
    tokens.iter().fold(open, |open, token| match token.span.of(text) {
        "(" => open + 1,
        ")" => open.saturating_sub(1),
        _ => open,
    })
}
