//! The text with all statements isolated.

use super::abbreviations::Abbreviations;
use super::{Failure, Sharing, Statement, kernels, staying, windows};
use crate::input::Input;
use crate::meant::Meant;
use codegen::isolate::clone::{Clone, Clones, Placed};
use codegen::isolate::{
    Around, Counterpart, Isolated, Kind, LASTING_MARKER, MARKER, Means, Offset, STAYING_MARKER,
};
use codegen::splice::{self, Edit};
use codegen::{Spelling, Unchanged};
use diagnostics::{Code, Diagnostic, FileId, Severity, Span};
use frontend::preprocess::Preprocessor;
use std::collections::{BTreeMap, BTreeSet};

/// Why there is no text.
pub enum Problem {
    /// Something in the user's text is in the way.
    Refused(Diagnostic),
    /// No text with that meaning was found; a sentence says more.
    Lost(String),
}

/// `text`, which other stages have made of `input`, with all `statements` isolated.
///
/// # Errors
/// See [`Problem`].
pub fn isolated(
    input: &Input,
    statements: &[Statement],
    text: String,
    means: &Means,
    sharing: Sharing,
    preprocessor: &Preprocessor,
) -> Result<String, Problem> {
    if statements.is_empty() {
        return Ok(text);
    }
    kernels::check(input, statements, means)?;
    let included = with_headers(input, &text, means);
    if included == input.text {
        return spliced(input, statements, means, preprocessor);
    }
    let lost = |diagnostic: Diagnostic| Problem::Lost(diagnostic.message);
    let without_headers = |problem: Diagnostic| match *means {
        Means::Memcpy => lost(problem),
        // the program itself could be preprocessed
        _ => Problem::Refused(
            problem.with_help("the headers that `--transfer` needs must be found: give `-I`"),
        ),
    };
    let read = Input::from_text(&input.path, included, preprocessor);
    let (input, problems) = read.map_err(without_headers)?;
    if let Some(problem) = problems.into_iter().find(|problem| problem.severity == Severity::Error) {
        return Err(lost(problem));
    }
    let statements = super::run(&input, sharing).map_err(|failure| match failure {
        Failure::Refused(diagnostics) => {
            Problem::Lost(diagnostics.into_iter().map(|it| it.message).collect::<Vec<_>>().join("; "))
        }
        Failure::Wrong(message) => Problem::Lost(message),
    })?;
    spliced(&input, &statements, means, preprocessor)
}

/// `text` with the headers that declare what the transfers call, where `input` has no declaration: behind the
/// last `#include` that stands in no condition.
fn with_headers(input: &Input, text: &str, means: &Means) -> String {
    let missing = means.functions().iter().filter(|(function, _)| !input.unit.declares(function));
    let headers: BTreeSet<_> = missing.map(|(_, header)| *header).collect();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let (mut depth, mut place) = (0usize, 0);
    for (position, line) in lines.iter().enumerate() {
        let directive = line.trim_start().strip_prefix('#').map_or("", str::trim_start);
        if directive.starts_with("if") {
            depth += 1;
        } else if directive.starts_with("endif") {
            depth = depth.saturating_sub(1);
        } else if directive.starts_with("include") && depth == 0 {
            place = position + 1;
        }
    }
    let added: String = headers.into_iter().map(|header| format!("#include <{header}>\n")).collect();
    [lines[..place].concat(), added, lines[place..].concat()].concat()
}

/// The text of `input` with all `statements` isolated.
///
/// The result is preprocessed again and compared, token for token, with what was meant.
fn spliced(
    input: &Input,
    statements: &[Statement],
    means: &Means,
    preprocessor: &Preprocessor,
) -> Result<String, Problem> {
    let mut names = Names::new(input, statements);
    let clones = clones(statements, &mut names)?;
    let macros = kernels::Macros::of(input, means, preprocessor);
    let kernels = kernels::names(statements, means, &mut names);
    let mut by_function = BTreeMap::new();
    let stays = staying::named(statements, means, &names, &mut by_function);
    let edits = |spelling| -> Result<Vec<Edit>, Problem> {
        let mut all = definitions(input, &clones, means, spelling)?;
        for (position, (statement, kernel)) in statements.iter().zip(&kernels).enumerate() {
            let names = by_function.get(statement.place.region.function.as_str()).unwrap_or(&names);
            let kept = |variable: &str| stays.iter().find_map(|stay| stay.counterpart(position, variable));
            let names = Naming { names, kernel, kept: &kept };
            all.extend(edits(input, statement, means, spelling, &clones, &names)?);
        }
        stays.iter().try_for_each(|stay| stay.wrap(input, spelling, &clones, &mut all))?;
        let all = kernels::gathered(all, means, spelling);
        Ok(if spelling == Spelling::Values { macros.expanded(all) } else { all })
    };
    let (wanted, expanded) = (edits(Spelling::Macros)?, edits(Spelling::Values)?);
    let marked = |_: &str| Some(expanded.clone());
    let meant = Meant::new(input, &expanded, &marked, preprocessor);
    let attempts = [
        splice::splice(&input.text, &input.map, &wanted),
        splice::splice_whole_lines(&input.text, &input.map, &wanted),
        splice::splice_whole_lines(&input.text, &input.map, &expanded),
    ];
    let mut reason = "new text would preprocess to something else".to_string();
    for attempt in attempts {
        match attempt {
            Ok(text) if meant.is(&text) => {
                let neat = indented(&text);
                return Ok(if meant.is(&neat) { neat } else { text });
            }
            Ok(_) => {}
            Err(error) => reason = error.to_string(),
        }
    }
    let problem =
        Diagnostic::error(Code::NotReplaceable, "what is isolated can't be replaced in the file for certain");
    Err(Problem::Refused(problem.with_note(reason)))
}

/// The names for one statement.
struct Naming<'a> {
    /// Those that are free.
    names: &'a Names,
    /// That of the function that it becomes.
    kernel: &'a Option<String>,
    /// Those of arrays that stay, with what their buffers hold.
    kept: &'a dyn Fn(&str) -> Option<(String, Kind)>,
}

fn edits(
    input: &Input,
    statement: &Statement,
    means: &Means,
    spelling: Spelling,
    clones: &Clones<'_>,
    names: &Naming,
) -> Result<Vec<Edit>, Problem> {
    let Naming { names, kernel, kept } = names;
    let scop = &statement.analysed.scop;
    let unchanged = Unchanged::of(scop);
    let layout = unchanged.layout(spelling);
    // blocks have their own variables
    let mut names = (*names).clone();
    let counterparts = statement.variables.iter().map(|(variable, held)| match kept(&variable.name) {
        Some((name, kind)) => Counterpart { variable, name, kind },
        // the parameter is the buffer
        None if matches!(held.kind, Kind::Resident { .. }) => {
            Counterpart { variable, name: variable.name.clone(), kind: held.kind.clone() }
        }
        None => Counterpart {
            variable,
            name: names.fresh(&format!("{}_local", variable.name)),
            kind: named(&held.kind, &variable.name, &mut names),
        },
    });
    let mut counterparts: Vec<_> = counterparts.collect();
    let mut shared = Abbreviations { names: &mut names, shared: Vec::new() };
    for counterpart in &mut counterparts {
        shared.shorten(&mut counterpart.kind, &counterpart.variable.name);
    }
    let mut widths = BTreeMap::new();
    for counterpart in &counterparts {
        let name = &counterpart.variable.name;
        if means.is_kernel() {
            widths.insert(name.clone(), shared.widths(&counterpart.kind, name, 0));
            continue;
        }
        let passed = statement.calls.iter().flat_map(|call| call.arrays.iter().map(move |it| (call, it)));
        let passed = passed.filter(|(_, passed)| passed.variable == *name).map(|(call, passed)| {
            // the rows of a row that is handed to where rows wrap around
            let is_modulus = clones.get(&call.callee).is_some_and(|clone| {
                clone.formals.get(&passed.formal).is_some_and(|formal| formal.window.is_some())
            });
            passed.prefix.saturating_sub(usize::from(is_modulus))
        });
        if let Some(unused) = passed.min() {
            widths.insert(name.clone(), shared.widths(&counterpart.kind, name, unused));
        }
    }
    let shared = shared.shared;
    let counters = counters(statement.variables.iter().map(|(_, held)| &held.kind), &mut names);
    let lost = || Problem::Lost("the statement has no place in the file".into());
    let lines = input.map.original_lines(statement.place.pragma).filter(|lines| lines.file == FileId::MAIN);
    let lines = lines.ok_or_else(lost)?;
    let span = statement.place.region.span;
    let last_token = last_token(input, span);
    let isolated = Isolated {
        layout,
        counters,
        split: ["start", "head"].map(|wanted| names.fresh(wanted)),
        counterparts,
        shared,
        calls: &statement.calls,
        widths,
        idle: idle(input, statement, clones),
        clones,
        statement: tokens_of(input, span),
        kernel: (*kernel).clone(),
        line: input.unit.definition(&statement.place.region, &input.map).ok_or_else(lost)?,
        last_token,
        around: statement.around.as_ref().map(|around| around_of(input, around.region.span)),
        pragma_lines: (lines.first, lines.last),
        indentation: indentation(input, span),
        means: means.with_names(|wanted| names.fresh(wanted)),
    };
    isolated.edits(&input.map, spelling == Spelling::Macros).map_err(|(place, why)| {
        let problem =
            Diagnostic::error(Code::CannotIsolate, format!("this statement can't be isolated: {why}"));
        Problem::Refused(problem.at(place, "").also(statement.place.pragma, "asked for here"))
    })
}

/// Names for the counters of loops over rows: as many as any copy steps through.
pub(super) fn counters<'k>(kinds: impl Iterator<Item = &'k Kind>, names: &mut Names) -> Vec<String> {
    let deepest = kinds.filter_map(|kind| match kind {
        Kind::Cells { loads, stores, .. } => loads.iter().chain(stores).map(|it| it.stepped).max(),
        _ => None,
    });
    let deepest = deepest.max().unwrap_or(0);
    ["row", "column", "layer"].into_iter().cycle().take(deepest).map(|name| names.fresh(name)).collect()
}

fn around_of(input: &Input, whole: Span) -> Around {
    Around {
        first_token: first_token(input, whole),
        last_token: last_token(input, whole),
        indentation: indentation(input, whole),
    }
}

/// From the first token of a statement to the last one.
fn tokens_of(input: &Input, statement: Span) -> Span {
    let Around { first_token, last_token, .. } = around_of(input, statement);
    first_token.to(last_token)
}

pub(super) fn first_token(input: &Input, whole: Span) -> Span {
    let text = whole.of(input.map.text());
    let first = diagnostics::token::tokens_without_comments(text).next();
    first.map_or(whole, |token| Span::new(whole.start + token.span.start, whole.start + token.span.end))
}

pub(super) fn last_token(input: &Input, statement: Span) -> Span {
    let text = statement.of(input.map.text());
    let last = diagnostics::token::tokens_without_comments(text)
        .filter(|token| token.kind != diagnostics::token::TokenKind::Directive)
        .last();
    last.map_or(statement, |token| {
        Span::new(statement.start + token.span.start, statement.start + token.span.end)
    })
}

/// The white space before the first line of the statement.
pub(super) fn indentation(input: &Input, statement: Span) -> String {
    let line = input.map.locate(statement.start).line;
    let text = input.map.line_text(input.map.main_file(), line).unwrap_or_default();
    text.chars().take_while(|c| c.is_whitespace()).collect()
}

/// `kind` with names for its offsets: `a_offset`, or `a_offset1`, … with several.
pub(super) fn named(kind: &Kind, array: &str, names: &mut Names) -> Kind {
    let mut kind = kind.clone();
    if let Kind::Cells { offsets, window, .. } = &mut kind {
        if let Some(window) = window {
            window.name = names.fresh(&format!("{array}_window"));
        }
        for offset in offsets {
            if let Offset::Named(name, _) = offset {
                *name = names.fresh(&format!("{array}_offset"));
            }
        }
    }
    kind
}

/// `text` with the insides of the blocks of isolated statements moved to the right.
fn indented(text: &str) -> String {
    let mut lines: Vec<(usize, &str)> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        lines.push((start, line));
        start += line.len();
    }
    let mut moved = vec![0usize; lines.len()];
    for (position, (_, line)) in lines.iter().enumerate() {
        if [MARKER, LASTING_MARKER, STAYING_MARKER].contains(&line.trim())
            && let Some((open, _)) = lines.get(position + 1)
        {
            let end = open + end_of_block(&text[*open..]);
            let inside =
                lines.iter().enumerate().skip(position + 2).take_while(|(_, (start, _))| *start < end);
            let inside: Vec<_> = inside.map(|(index, _)| index).collect();
            // the last one holds the closing brace
            inside.iter().take(inside.len().saturating_sub(1)).for_each(|index| moved[*index] += 1);
        }
    }
    let line = |(index, (_, line)): (usize, &(usize, &str))| {
        let stays = line.trim().is_empty() || line.starts_with('#');
        if stays { (*line).to_string() } else { format!("{}{line}", "    ".repeat(moved[index])) }
    };
    lines.iter().enumerate().map(line).collect()
}

/// The length of a text that starts with a block, up to the block's end.
fn end_of_block(text: &str) -> usize {
    let mut depth = 0usize;
    for token in diagnostics::token::tokens_without_comments(text) {
        match token.span.of(text) {
            "{" => depth += 1,
            "}" if depth <= 1 => return token.span.end,
            "}" => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// A clone for each function that some statement reaches.
fn clones<'a>(statements: &'a [Statement], names: &mut Names) -> Result<Clones<'a>, Problem> {
    let mut clones = Clones::new();
    let wrapping = windows::wrapping(statements);
    for statement in statements {
        for callee in &statement.callees {
            if callee.definition.end > statement.place.region.span.start {
                let why = format!("`{}` is defined behind it", callee.name);
                return Err(Problem::Refused(
                    Diagnostic::error(
                        Code::CannotIsolate,
                        format!("this statement can't be isolated: {why}"),
                    )
                    .at(statement.place.pragma, "")
                    .also(callee.name_span, "defined here"),
                ));
            }
            if clones.contains_key(&callee.name) {
                continue;
            }
            let name = names.fresh(&format!("{}_isolated", callee.name));
            let formals = callee.formals.iter().map(|formal| {
                let offsets = (0..formal.dimensions).map(|_| names.fresh(&format!("{}_offset", formal.name)));
                let offsets = offsets.collect();
                let widths = (1..formal.dimensions).map(|_| names.fresh(&format!("{}_width", formal.name)));
                let widths = widths.collect();
                let wraps = wrapping.contains(&(callee.name.clone(), formal.name.clone()));
                let window = wraps.then(|| names.fresh(&format!("{}_window", formal.name)));
                (formal.name.clone(), Placed { offsets, widths, window })
            });
            let clone = Clone { callee, name, formals: formals.collect() };
            clones.insert(callee.name.clone(), clone);
        }
    }
    Ok(clones)
}

/// The functions that a statement calls clones of and that nothing else in the file names: compilers would warn.
fn idle(input: &Input, statement: &Statement, clones: &Clones) -> Vec<String> {
    let mut called: Vec<_> = statement.calls.iter().map(|call| call.callee.as_str()).collect();
    called.sort_unstable();
    called.dedup();
    let is_idle = |name: &&str| {
        let Some(clone) = clones.get(*name) else { return false };
        let own = clone.callee.name_span;
        let mut places = input.unit.identifiers(&input.map).filter(|(_, known)| known == name);
        places.all(|(place, _)| {
            let isolated = input.unit.isolated().iter();
            place == own || isolated.into_iter().any(|isolated| isolated.region.span.contains(place))
        })
    };
    called.into_iter().filter(is_idle).map(str::to_owned).collect()
}

/// The edits that put clones behind their functions.
fn definitions(
    input: &Input,
    clones: &Clones,
    means: &Means,
    spelling: Spelling,
) -> Result<Vec<Edit>, Problem> {
    let definition = |clone: &Clone| {
        let lines = input.map.original_lines(clone.callee.definition)?;
        let written =
            (spelling == Spelling::Macros).then(|| clone.text(&input.map, true, clones, means)).flatten();
        let text = written.or_else(|| clone.text(&input.map, false, clones, means))?;
        Some(Edit::ReplaceLines { first: lines.last + 1, last: lines.last, text })
    };
    let all = clones.values().map(|clone| {
        definition(clone).ok_or_else(|| {
            let why = format!("`{}` has no place in the file", clone.callee.name);
            let problem =
                Diagnostic::error(Code::CannotIsolate, format!("this statement can't be isolated: {why}"));
            Problem::Refused(problem.at(clone.callee.name_span, "in a macro or another file"))
        })
    });
    all.collect()
}

/// Names that nothing has yet.
#[derive(Clone)]
pub(super) struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    fn new(input: &Input, statements: &[Statement]) -> Self {
        let mut taken: BTreeSet<String> =
            statements.iter().flat_map(|statement| statement.analysed.scop.taken.clone()).collect();
        taken.extend(input.unit.identifiers(&input.map).map(|(_, name)| name.to_owned()));
        Names { taken }
    }

    /// `wanted`, or `wanted1`, … if that is taken.
    pub(super) fn fresh(&mut self, wanted: &str) -> String {
        let numbered = (1..).map(|number| format!("{wanted}{number}"));
        let mut names = std::iter::once(wanted.to_string()).chain(numbered);
        let name = names.find(|name| !self.taken.contains(name)).expect("one of infinitely many is free");
        self.taken.insert(name.clone());
        name
    }
}
