//! Is everything outside the regions and the declarations of reshaped arrays as it was?
//!
//! The original is turned into a pattern: a line outside is itself, bytes and line end; a region, or a
//! line of the same function that names a reshaped array, is a gap that any lines fill. Matching is
//! exact, not a diff, so an attribution of equal lines to the wrong side cannot hide a change.

use crate::report::Report;
use std::collections::BTreeSet;

/// One element of the pattern.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Piece<'a> {
    /// This line, byte for byte.
    Line(usize, &'a [u8]),
    /// Any number of lines.
    Gap,
}

/// The first line of `original` outside of all that may change which has no counterpart in `output`.
pub fn check(original: &[u8], output: &[u8], report: &Report) -> Result<(), String> {
    let lines: Vec<&[u8]> = split(original);
    let changeable = changeable_lines(&lines, &split(output), report);
    let pattern = pattern(&lines, &changeable);
    let reached = match_lines(&pattern, &without_copies(&without_clones(&split(output)), &lines));
    match pattern.get(reached) {
        None if reached == pattern.len() => Ok(()),
        None => Err("lines were added at the end, outside the regions".to_string()),
        Some(Piece::Gap) => Err("the text after a region changed".to_string()),
        Some(Piece::Line(number, line)) => Err(format!(
            "line {number} is outside the regions and changed, or lines were added before it: {:?}",
            String::from_utf8_lossy(line).chars().take(120).collect::<String>()
        )),
    }
}

/// As [`check`] for a program of which `others` are the other files: lines of these may come together into the output.
pub fn check_but_for(
    original: &[u8],
    output: &[u8],
    report: &Report,
    others: &[Vec<u8>],
) -> Result<(), String> {
    let known: BTreeSet<&[u8]> = others.iter().flat_map(|other| split(other)).chain([&b"\n"[..]]).collect();
    let lines = split(output);
    let passes = |start: usize, end: usize| {
        check(original, &[&lines[..start], &lines[end..]].concat().concat(), report).is_ok()
    };
    let is_brought = |start: usize| {
        let count = lines[start..].iter().take_while(|line| known.contains(*line)).count();
        (start..=start + count).any(|end| passes(start, end))
    };
    if (0..lines.len()).any(is_brought) { Ok(()) } else { check(original, output, report) }
}

/// How the comments begin above functions that polycc has added.
const STARTS: [&[u8]; 3] = [b"/* polycc: `", b"/* polycc: whether ", b"/* polycc: 1 where rows "];

/// The lines but for functions that polycc has added (a blank line, a comment that says so, the definition), and for the
/// tests that lead there (a comment that says so, an `if`).
fn without_clones<'a>(lines: &[&'a [u8]]) -> Vec<&'a [u8]> {
    let mut kept: Vec<&[u8]> = Vec::new();
    let (mut is_clone, mut is_test) = (false, false);
    for line in lines {
        let is_start = STARTS.iter().any(|start| line.starts_with(start))
            && kept.last().is_some_and(|last| *last == b"\n");
        if is_start {
            kept.pop();
            is_clone = true;
        }
        is_test |= line.starts_with(b"    /* polycc: `") && line.ends_with(b"overlap */\n");
        if !is_clone && !is_test {
            kept.push(line);
        }
        is_clone &= !line.starts_with(b"}");
        is_test &= !line.starts_with(b"    }");
    }
    kept
}

/// How the comments begin above what runs away from the borders of a loop, or with sizes in variables.
const COPY: [&[u8]; 2] = [b"/* polycc: away from the borders", b"/* polycc: in variables,"];

/// The lines but for copies of loops' bodies, and for the braces that these take around a body that had none in the `original`.
fn without_copies<'a>(lines: &[&'a [u8]], original: &[&'a [u8]]) -> Vec<&'a [u8]> {
    let indent = |line: &[u8]| line.iter().take_while(|byte| **byte == b' ' || **byte == b'\t').count();
    let closes = |line: &[u8], width: usize| indent(line) == width && line[width..].starts_with(b"}");
    let mut kept: Vec<&[u8]> = Vec::new();
    // how deep the lines begin that close a copy, and a body
    let (mut copy, mut bodies) = (None, Vec::new());
    for line in lines {
        if let Some(width) = copy {
            copy = (!closes(line, width)).then_some(width);
        } else if COPY.iter().any(|copy| line[indent(line)..].starts_with(copy)) {
            copy = Some(indent(line));
            let header = *kept.last().unwrap_or(line);
            let without = original.iter().find(|own| header == [own.trim_ascii_end(), b" {\n"].concat());
            if let Some(without) = without.filter(|_| !original.contains(&header)) {
                kept.pop();
                kept.push(without);
                bodies.push(indent(header));
            }
        } else if bodies.last().is_some_and(|width| closes(line, *width)) {
            bodies.pop();
        } else {
            kept.push(line);
        }
    }
    kept
}

fn split(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

fn pattern<'a>(lines: &[&'a [u8]], changeable: &[bool]) -> Vec<Piece<'a>> {
    let mut pattern = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        if !changeable[index] {
            pattern.push(Piece::Line(index + 1, line));
        } else if pattern.last() != Some(&Piece::Gap) {
            pattern.push(Piece::Gap);
        }
    }
    pattern
}

/// Which lines may change: those of the regions, the pragmas of polycc, those that declare a reshaped array of the file, and in the same
/// function (anywhere, where what was copied is read instead) those that name a reshaped array, or a variable of the region that the output doesn't have any more, or that call what is told
/// to be inlined there.
fn changeable_lines(lines: &[&[u8]], output: &[&[u8]], report: &Report) -> Vec<bool> {
    let left: BTreeSet<&[u8]> = output.iter().flat_map(|line| words(line)).collect();
    let mut changeable = without_callers(lines, output);
    let reshaped = report.arrays().filter(|array| array.is_reshaped());
    let mut reshaped: Vec<_> = reshaped.map(|array| array.name().to_string()).collect();
    // what chunks of rows have is named after the array in whose place it is, and what holds members after one that is gone
    let replaced = reshaped.iter().filter_map(|name| {
        let (array, part) = name.rsplit_once('_')?;
        (part == "rows" || !left.contains(array.as_bytes())).then(|| array.to_owned())
    });
    reshaped.extend(replaced.collect::<Vec<_>>());
    let copied = report.copied();
    for (index, line) in lines.iter().enumerate() {
        let is_file_array = line.first().is_some_and(u8::is_ascii_lowercase)
            && line.ends_with(b";\n")
            && !line.contains(&b'(');
        changeable[index] |= copied.iter().any(|name| mentions(line, name));
        changeable[index] |= is_file_array && reshaped.iter().any(|name| mentions(line, name));
    }
    for ((first, last), inlined) in report.lines().into_iter().zip(report.inlined()) {
        let region = marked_region(lines, first, last);
        let function = enclosing_function(lines, region);
        let within = lines.get(function.0..=function.1).unwrap_or(&[]);
        let names: Vec<_> = reshaped.iter().flat_map(|name| declared_names(within, name)).collect();
        let is_gone = |word: &&[u8]| !left.contains(word);
        let gone: BTreeSet<&[u8]> = lines
            .iter()
            .take(region.1 + 1)
            .skip(region.0)
            .flat_map(|line| words(line))
            .filter(is_gone)
            .collect();
        for index in function.0..=function.1 {
            let inside = (region.0..=region.1).contains(&index);
            let names_gone = || words(lines[index]).any(|word| gone.contains(word));
            let calls = || inlined.iter().any(|name| mentions(lines[index], name));
            changeable[index] |=
                inside || names.iter().any(|name| mentions(lines[index], name)) || names_gone() || calls();
        }
        let is_named = |line: &[u8]| names.iter().any(|name| mentions(line, name));
        for index in (function.0..function.1).filter(|index| is_named(lines[*index + 1])) {
            loop_over_rows(lines, index).for_each(|index| changeable[index] = true);
        }
    }
    changeable
}

/// The lines of a loop that obtains or releases the rows of a table, but for the statements in it; none if there is no such loop at `index`.
fn loop_over_rows(lines: &[&[u8]], index: usize) -> impl Iterator<Item = usize> {
    let text = |index: usize| String::from_utf8_lossy(lines[index]);
    let handles = ["malloc(", "calloc(", "free(", "] = &"].iter().any(|call| text(index + 1).contains(call));
    let is_loop = handles && text(index).trim_start().starts_with("for (");
    let indent = text(index).len() - text(index).trim_start().len();
    let end = format!("{}}}\n", " ".repeat(indent));
    let closes = is_loop && text(index).ends_with("{\n");
    let last = (index..lines.len()).find(|last| closes && text(*last) == end);
    is_loop.then_some(index).into_iter().chain(last)
}

/// Whether lines are those of a function that no other file calls, nor the output any more, with what is said of it right above, or call
/// one.
fn without_callers(lines: &[&[u8]], output: &[&[u8]]) -> Vec<bool> {
    let mut gone: Vec<String> = Vec::new();
    let is_called = |name: &[u8]| {
        let call = [name, b"("].concat();
        output.iter().any(|line| line.windows(call.len()).any(|window| window == call))
    };
    // in a program of one file nobody else calls the others
    let is_program = lines.iter().any(|line| line.starts_with(b"int main("));
    let mut goes = vec![false; lines.len()];
    for start in 0..lines.len() {
        let is_static = lines[start].starts_with(b"static ") && lines[start].contains(&b'(');
        let is_own = is_program && lines.get(start + 1).is_some_and(|next| next.starts_with(b"{"));
        let is_header = is_static || is_own;
        let name = lines[start].split(|byte| *byte == b'(').next().and_then(|before| words(before).last());
        if !is_header || name.is_none_or(is_called) {
            continue;
        }
        let is_comment = |index: &usize| lines[*index].starts_with(b"/*") || lines[*index].starts_with(b"//");
        let above = (0..start).rev().take_while(is_comment).count();
        let end = (start..lines.len()).find(|index| lines[*index].starts_with(b"}")).unwrap_or(start);
        let blank = usize::from(lines.get(end + 1).is_some_and(|line| *line == b"\n"));
        goes[start - above..=end + blank].fill(true);
        gone.extend(name.map(|name| String::from_utf8_lossy(name).into_owned()));
    }
    // what they did stands where they were called
    for (index, line) in lines.iter().enumerate() {
        goes[index] |= line.ends_with(b");\n") && gone.iter().any(|name| mentions(line, name));
    }
    goes
}

/// The lines from `#pragma scop`, or the pragmas right above it and OpenMP's, to `#pragma endscop`, as indices.
fn marked_region(lines: &[&[u8]], first: usize, last: usize) -> (usize, usize) {
    let first = first.clamp(1, lines.len()) - 1;
    let last = last.clamp(1, lines.len()) - 1;
    let goes_along = |line: &[u8]| pragma(line, "polycc") || pragma(line, "omp");
    let begin = (0..=first).rev().find(|index| pragma(lines[*index], "scop")).unwrap_or(first);
    let above = (0..begin).rev().take_while(|index| goes_along(lines[*index])).count();
    let end = (last..lines.len()).find(|index| pragma(lines[*index], "endscop")).unwrap_or(last);
    (begin - above, end)
}

fn pragma(line: &[u8], word: &str) -> bool {
    let text = String::from_utf8_lossy(line);
    let mut words = text.split_whitespace();
    words.next() == Some("#pragma") && words.next() == Some(word)
}

/// The lines of the function around a region, by indentation: from the last line before it to the first
/// after it whose first column holds text, the last being a brace.
fn enclosing_function(lines: &[&[u8]], region: (usize, usize)) -> (usize, usize) {
    let header = |line: &[u8]| line.first().is_some_and(|byte| byte.is_ascii_alphabetic());
    let begin = (0..region.0).rev().find(|index| header(lines[*index])).unwrap_or(0);
    let end =
        (region.1..lines.len()).find(|index| lines[*index].starts_with(b"}")).unwrap_or(lines.len() - 1);
    (begin, end)
}

/// What declares an array that the report calls `name`: `name` itself, and for one that is a member of a structure, which
/// the report calls by the way to it, the structure.
fn declared_names(lines: &[&[u8]], name: &str) -> Vec<String> {
    if lines.iter().any(|line| mentions(line, name)) {
        return vec![name.to_owned()];
    }
    name.match_indices('_').map(|(end, _)| name[..end].to_owned()).collect()
}

fn mentions(line: &[u8], name: &str) -> bool {
    words(line).any(|word| word == name.as_bytes())
}

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
    line.split(move |byte| !is_word(byte)).filter(|word| !word.is_empty())
}

/// How many pieces of the pattern match at most, all of them when the whole text does. `reach[t]`: the
/// pieces seen so far match the first `t` lines.
fn match_lines(pattern: &[Piece], text: &[&[u8]]) -> usize {
    let mut reach = vec![false; text.len() + 1];
    reach[0] = true;
    for (index, piece) in pattern.iter().enumerate() {
        let next = match piece {
            Piece::Gap => fill(&reach),
            Piece::Line(_, line) => step(&reach, text, line),
        };
        if !next.contains(&true) {
            return index;
        }
        reach = next;
    }
    if reach[text.len()] { pattern.len() } else { pattern.len() + 1 }
}

fn fill(reach: &[bool]) -> Vec<bool> {
    let first = reach.iter().position(|reached| *reached).unwrap_or(reach.len());
    (0..reach.len()).map(|index| index >= first).collect()
}

fn step(reach: &[bool], text: &[&[u8]], line: &[u8]) -> Vec<bool> {
    let moved = text.iter().zip(reach).map(|(candidate, reached)| *reached && *candidate == line);
    std::iter::once(false).chain(moved).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGINAL: &str = "int f(int t)\n{\n}\nvoid g(void)\n{\n    int t[9];\n    int s;\n#pragma scop\n    a;\n    b;\n\
                            #pragma endscop\n    free(t);\n    s = 1;\n}\n";

    fn report() -> Report {
        Report::parse(br#"{"regions":[{"lines":[9,10],"arrays":[{"name":"t","decision":"contracted"}]}]}"#)
            .unwrap()
    }

    fn verdict(from: &str, to: &str) -> Result<(), String> {
        check(ORIGINAL.as_bytes(), ORIGINAL.replace(from, to).as_bytes(), &report())
    }

    #[test]
    fn the_region_and_the_declaration_may_change() {
        assert_eq!(verdict("    a;\n", "    {\n    c;\n"), Ok(()));
        assert_eq!(verdict("    int t[9];", "    /* smaller */\n    int t;"), Ok(()));
        assert_eq!(verdict("    free(t);\n", ""), Ok(()));
    }

    #[test]
    fn nothing_else_may_change() {
        assert!(verdict("    int s;\n", "    int s ;\n").is_err());
        assert!(verdict("    s = 1;\n", "").is_err());
        assert!(verdict("int f(int t)", "int f(int u)").is_err());
        assert!(verdict("    s = 1;\n", "    s = 1;\r\n").is_err());
        let longer = format!("{ORIGINAL}\n");
        assert!(check(ORIGINAL.as_bytes(), longer.as_bytes(), &report()).is_err());
    }
}
