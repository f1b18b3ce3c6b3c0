//! Diagnostics as text for people and as JSON for editors.
//!
//! Both put labels where the user wrote what is meant. Text from a file that isn't known (a system header) is shown as the
//! preprocessor made it. Columns count bytes, as compilers count them.

use codespan_reporting::diagnostic as codespan;
use codespan_reporting::term::termcolor::{Ansi, NoColor, WriteColor};
use codespan_reporting::term::{Config, emit_to_write_style};
use serde_json::{Value, json};

use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::excerpt::{CONTEXT_LINES, Excerpts};
use crate::source_map::{Location, SourceMap};

/// The diagnostics, one after the other, each with the lines that it speaks of.
///
/// Without a map the remarks at the labels become notes. `color` asks for ANSI escape sequences.
///
/// ```
/// # use diagnostics::{Code, Diagnostic, render::to_text};
/// let diagnostic = Diagnostic::note(Code::AllAlive, "`y` keeps its 4096 cells").with_help("nothing to change here");
/// assert_eq!(to_text(&[diagnostic], None, false), "note[P0506]: `y` keeps its 4096 cells\n = help: nothing to change here\n\n");
/// ```
pub fn to_text(diagnostics: &[Diagnostic], map: Option<&SourceMap>, color: bool) -> String {
    diagnostics.iter().map(|diagnostic| one_to_text(diagnostic, map, color)).collect()
}

/// An object with the keys `severity`, `code`, `message`, `labels` and `notes`; each label has `file`, `line`, `column`, `end_line`,
/// `end_column` (after the last byte), `message` and `primary`. Places are null without a map.
pub fn to_json(diagnostic: &Diagnostic, map: Option<&SourceMap>) -> Value {
    let labels: Vec<_> = diagnostic.labels.iter().map(|label| label_to_json(label, map)).collect();
    json!({
        "severity": diagnostic.severity.name(),
        "code": diagnostic.code.id(),
        "message": diagnostic.message,
        "labels": labels,
        "notes": diagnostic.notes,
    })
}

fn label_to_json(label: &Label, map: Option<&SourceMap>) -> Value {
    let place = map.map(|map| map.locate_span(label.span));
    let (start, end) = place.unzip();
    json!({
        "file": start.as_ref().map(|start| &start.file),
        "line": start.as_ref().map(|start| start.line),
        "column": start.as_ref().map(|start| start.column),
        "end_line": end.as_ref().map(|end| end.line),
        "end_column": end.as_ref().map(|end| end.column),
        "message": label.message,
        "primary": label.primary,
    })
}

fn one_to_text(diagnostic: &Diagnostic, map: Option<&SourceMap>, color: bool) -> String {
    let places: Vec<_> = match map {
        Some(map) => diagnostic.labels.iter().map(|label| map.locate_span(label.span)).collect(),
        None => vec![],
    };
    let excerpts = map.map(|map| Excerpts::new(map, &by_importance(diagnostic, &places))).unwrap_or_default();
    let rendered = to_codespan(diagnostic, &places, &excerpts);
    if color {
        emit(Ansi::new(vec![]), &excerpts, &rendered, Ansi::into_inner)
    } else {
        emit(NoColor::new(vec![]), &excerpts, &rendered, NoColor::into_inner)
    }
}

/// The places of the primary labels before the others.
fn by_importance(diagnostic: &Diagnostic, places: &[(Location, Location)]) -> Vec<(Location, Location)> {
    let mut labelled: Vec<_> = diagnostic.labels.iter().zip(places).collect();
    labelled.sort_by_key(|(label, _)| !label.primary);
    labelled.into_iter().map(|(_, place)| place.clone()).collect()
}

fn to_codespan(
    diagnostic: &Diagnostic,
    places: &[(Location, Location)],
    excerpts: &Excerpts,
) -> codespan::Diagnostic<usize> {
    let severity = match diagnostic.severity {
        Severity::Note => codespan::Severity::Note,
        Severity::Warning => codespan::Severity::Warning,
        Severity::Error => codespan::Severity::Error,
    };
    let shown = diagnostic
        .labels
        .iter()
        .zip(places)
        .filter_map(|(label, place)| label_to_codespan(label, place, excerpts));
    let remarks = if places.is_empty() { &diagnostic.labels[..] } else { &[] };
    let remarks = remarks.iter().map(|label| label.message.clone()).filter(|remark| !remark.is_empty());
    codespan::Diagnostic::new(severity)
        .with_code(diagnostic.code.id())
        .with_message(&diagnostic.message)
        .with_labels(shown.collect())
        .with_notes(remarks.chain(diagnostic.notes.iter().cloned()).collect())
}

fn label_to_codespan(
    label: &Label,
    (start, end): &(Location, Location),
    excerpts: &Excerpts,
) -> Option<codespan::Label<usize>> {
    let (file, start) = excerpts.find(start)?;
    // A span that ends in another file is shown at its start only.
    let end =
        excerpts.find(end).filter(|(end_file, _)| *end_file == file).map_or(start, |(_, end)| end.max(start));
    let style = if label.primary { codespan::LabelStyle::Primary } else { codespan::LabelStyle::Secondary };
    Some(codespan::Label::new(style, file, start..end).with_message(&label.message))
}

fn emit<W: WriteColor>(
    mut writer: W,
    excerpts: &Excerpts,
    diagnostic: &codespan::Diagnostic<usize>,
    into_bytes: impl Fn(W) -> Vec<u8>,
) -> String {
    let config = Config { start_context_lines: CONTEXT_LINES as usize, ..Config::default() };
    emit_to_write_style(&mut writer, &config, excerpts, diagnostic)
        .expect("labels lie within the excerpts, and writing to memory succeeds");
    String::from_utf8_lossy(&into_bytes(writer)).into_owned()
}
