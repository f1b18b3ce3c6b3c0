//! The file before and after, side by side: what changed with some lines around it, what was said at its lines, and where each
//! statement has gone.

use super::notes::Note;
use super::statements::Pattern;
use crate::pipeline::Region;
use polyhedral::Statement;
use serde::Serialize;
use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices, get_diff_ratio};
use std::collections::{BTreeMap, BTreeSet};

/// Lines shown around what changed, and around notes.
const AROUND: usize = 3;

/// Lines of both texts together, beyond which they aren't compared.
const MOST_LINES: usize = 20_000;

/// Lines shown at most, so that a page can be opened.
const MOST_SHOWN: usize = 3_000;

/// Both texts in parts.
#[derive(Serialize)]
pub struct SideBySide {
    /// Whether they differ.
    changes: bool,
    blocks: Vec<Block>,
    /// How many lines are left out at the end.
    cut: usize,
}

/// Lines that are the same on both sides, or that stand for one another.
#[derive(Serialize)]
struct Block {
    /// Lines that are left out in front of it.
    gap: usize,
    is_same: bool,
    left: Vec<Line>,
    right: Vec<Line>,
    /// What is said of the last line that is the same.
    notes: Vec<Note>,
}

/// A line with its number, from 1.
#[derive(Clone, Serialize)]
struct Line {
    number: usize,
    text: String,
    /// The statements that start in it.
    links: Vec<Link>,
    /// What is said of it, where it changed.
    notes: Vec<Note>,
}

/// A statement, with the lines of the other side where it stands.
#[derive(Clone, Serialize)]
struct Link {
    name: String,
    lines: Vec<usize>,
}

/// The statements by line, from 0.
type Links = BTreeMap<usize, Vec<Link>>;

impl SideBySide {
    /// The text before and after the `regions` changed; `None` where there is nothing to show.
    pub fn of(source: &str, text: &str, regions: &[Region], notes: &[Note]) -> Option<Self> {
        let [left, right] = [source, text].map(|text| text.lines().collect::<Vec<_>>());
        if left.len() + right.len() > MOST_LINES {
            return None;
        }
        let parts = capture_diff_slices(Algorithm::Patience, &left, &right);
        let links = links(&left, &right, &parts, regions);
        let mut noted: BTreeMap<usize, Vec<Note>> = BTreeMap::new();
        for note in notes {
            if let Some(line) = note.line.filter(|line| (1..=left.len()).contains(line)) {
                noted.entry(line - 1).or_default().push(note.clone());
            }
        }
        let mut shown =
            Shown { left: &left, right: &right, links: &links, noted, left_out: 0, count: 0, cut: 0 };
        let wanted = shown.wanted(&parts);
        let blocks: Vec<Block> = parts.iter().flat_map(|part| shown.blocks(part, &wanted)).collect();
        let changes = parts.iter().any(|part| part.tag() != DiffTag::Equal);
        (!blocks.is_empty()).then_some(SideBySide { changes, blocks, cut: shown.cut })
    }
}

/// What becomes blocks.
struct Shown<'a> {
    left: &'a [&'a str],
    right: &'a [&'a str],
    links: &'a [Links; 2],
    noted: BTreeMap<usize, Vec<Note>>,
    /// Lines since the last block.
    left_out: usize,
    /// Lines so far.
    count: usize,
    /// Lines beyond what is shown.
    cut: usize,
}

impl Shown<'_> {
    /// The lines of the left side to show: those near something that changed, or that is said.
    fn wanted(&self, parts: &[DiffOp]) -> BTreeSet<usize> {
        let changed = parts.iter().filter(|part| part.tag() != DiffTag::Equal).map(|part| part.old_range());
        let around = changed.map(|lines| lines.start.saturating_sub(AROUND)..lines.end + AROUND);
        let of_interest = self.noted.keys().chain(self.links[0].keys());
        let noted = of_interest.map(|line| line.saturating_sub(AROUND)..line + AROUND + 1);
        around.chain(noted).flatten().collect()
    }

    fn blocks(&mut self, part: &DiffOp, wanted: &BTreeSet<usize>) -> Vec<Block> {
        let (old, new) = (part.old_range(), part.new_range());
        if part.tag() == DiffTag::Equal {
            return self.same(old.start, new.start, old.len(), wanted);
        }
        if self.is_full(old.len() + new.len()) {
            return vec![];
        }
        let left = old
            .map(|line| Line { notes: self.noted.remove(&line).unwrap_or_default(), ..self.line(0, line) });
        let left = left.collect();
        let right = new.map(|line| self.line(1, line)).collect();
        vec![Block { gap: std::mem::take(&mut self.left_out), is_same: false, left, right, notes: vec![] }]
    }

    /// Lines that are the same, as far as they are wanted: a block ends where something is said.
    fn same(&mut self, old: usize, new: usize, length: usize, wanted: &BTreeSet<usize>) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut is_open = false;
        for position in 0..length {
            if !wanted.contains(&(old + position)) || self.is_full(1) {
                self.left_out += 1;
                is_open = false;
                continue;
            }
            if !is_open {
                let gap = std::mem::take(&mut self.left_out);
                blocks.push(Block { gap, is_same: true, left: vec![], right: vec![], notes: vec![] });
            }
            let notes = self.noted.remove(&(old + position)).unwrap_or_default();
            is_open = notes.is_empty();
            let (left, right) = (self.line(0, old + position), self.line(1, new + position));
            if let Some(block) = blocks.last_mut() {
                block.left.push(left);
                block.right.push(right);
                block.notes = notes;
            }
        }
        blocks
    }

    /// Whether there is no room for so many more lines.
    fn is_full(&mut self, lines: usize) -> bool {
        let is_full = self.count + lines > MOST_SHOWN;
        if is_full {
            self.cut += lines
        } else {
            self.count += lines
        }
        is_full
    }

    fn line(&self, side: usize, line: usize) -> Line {
        let text = [self.left, self.right][side][line];
        let links = self.links[side].get(&line).cloned().unwrap_or_default();
        Line { number: line + 1, text: text.replace(is_odd, "\u{fffd}"), links, notes: vec![] }
    }
}

/// Characters that no page may have.
fn is_odd(c: char) -> bool {
    (c.is_control() && c != '\t') || matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// A statement that has moved.
struct Moved {
    name: String,
    /// Its line before.
    from: usize,
    /// The lines of the new text in which it seems to be.
    to: Vec<usize>,
}

/// The statements of all regions that change, where they stand before and in what is new.
fn links(left: &[&str], right: &[&str], parts: &[DiffOp], regions: &[Region]) -> [Links; 2] {
    let changed = |range: fn(&DiffOp) -> std::ops::Range<usize>| -> BTreeSet<usize> {
        parts.iter().filter(|part| part.tag() != DiffTag::Equal).flat_map(range).collect()
    };
    let (old, new) = (changed(|part| part.old_range()), changed(|part| part.new_range()));
    let mut all = Vec::new();
    for region in regions.iter().filter(|region| region.changes()) {
        for statement in &region.analysed.scop.statements {
            let pattern = pattern(region, statement);
            // a copy of the function leaves the statement where it was
            let is_moved = |from: &usize| old.contains(from) || region.apart.is_some();
            let Some(from) = place(left, &pattern, region, statement).filter(is_moved) else { continue };
            let to = pattern.lines(right).into_iter().filter(|line| new.contains(line)).collect();
            all.push(Moved { name: statement.name.clone(), from, to });
        }
    }
    let [mut before, mut after] = [Links::new(), Links::new()];
    for (position, moved) in all.iter().enumerate() {
        let is_best = |line: &&usize| {
            let rivals = all.iter().enumerate().filter(|(_, rival)| rival.to.contains(*line));
            let likeness = |moved: &Moved| likeness(left[moved.from], right[**line]);
            // of those that are as like, the first
            let best = rivals.max_by(|(i, a), (j, b)| likeness(a).total_cmp(&likeness(b)).then(j.cmp(i)));
            best.is_some_and(|(best, _)| best == position)
        };
        let to: Vec<usize> = moved.to.iter().filter(is_best).map(|line| line + 1).collect();
        for line in &to {
            add(&mut after, line - 1, Link { name: moved.name.clone(), lines: vec![moved.from + 1] });
        }
        if !to.is_empty() {
            add(&mut before, moved.from, Link { name: moved.name.clone(), lines: to });
        }
    }
    [before, after]
}

fn pattern(region: &Region, statement: &Statement) -> Pattern {
    let home = |array| {
        let block = region.allocation(array).block.as_ref()?;
        Some(region.built().scop.arrays[block.host].c_name.clone())
    };
    Pattern::of(&region.analysed.scop, statement, &home)
}

/// The line where a statement stands in the user's text. That of the model is all that is known where macros are in the way, or a
/// call stands there that is inlined.
fn place(left: &[&str], pattern: &Pattern, region: &Region, statement: &Statement) -> Option<usize> {
    let known = pattern.lines(left);
    let told = (statement.line as usize).saturating_sub(1);
    if known.contains(&told) {
        return Some(told);
    }
    let names = |line: &&&str| {
        let written = statement.accesses.iter().find(|access| access.writes());
        written.is_some_and(|access| line.contains(region.analysed.scop.arrays[access.array].c_name.as_str()))
    };
    left.get(told).filter(names).map(|_| told).or_else(|| known.first().copied())
}

/// How like two lines are, blanks apart: from 0 to 1.
fn likeness(one: &str, other: &str) -> f32 {
    let [one, other] =
        [one, other].map(|line| line.chars().filter(|c| !c.is_whitespace()).collect::<Vec<_>>());
    let parts = capture_diff_slices(Algorithm::Myers, &one, &other);
    get_diff_ratio(&parts, one.len(), other.len())
}

fn add(links: &mut Links, line: usize, link: Link) {
    links.entry(line).or_default().push(link);
}
