//! What is told to the user, and how: text for people, JSON for tools, or a log of all in SARIF.

use crate::input::Input;
use crate::progress::Progress;
use diagnostics::{Diagnostic, Severity, SourceMap, render, sarif};
use serde_json::Value;
use std::cell::RefCell;
use std::io::Write;
use std::path::Path;

/// How messages are written, to standard error.
#[derive(Debug)]
pub struct Messages {
    /// In which form.
    pub format: Format,
    /// Whether they are coloured.
    pub color: bool,
    /// Whether only errors are told.
    pub quiet: bool,
    /// What is kept for a log of all files.
    findings: RefCell<Vec<Value>>,
}

/// A form of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Human,
    /// One JSON object a line.
    Json,
    /// All together in SARIF, at the end.
    Sarif,
}

/// A warning or an error.
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// As people read it.
    pub text: String,
}

impl Messages {
    /// In this form.
    pub fn new(format: Format, color: bool, quiet: bool) -> Self {
        Messages { format, color, quiet, findings: RefCell::default() }
    }

    /// Whether there is somebody to tell more than what is wrong.
    pub fn are_for_people(&self) -> bool {
        !self.quiet && self.format == Format::Human
    }

    /// Writes what waits for the end of the run.
    pub fn end(&self) {
        if self.format == Format::Sarif {
            let log = sarif::log(&self.findings.borrow(), env!("CARGO_PKG_VERSION"));
            // nothing helps if that fails
            let _ = writeln!(std::io::stderr(), "{log:#}");
        }
    }
}

/// What there is to say, in order.
#[derive(Default)]
pub(crate) struct Said {
    /// The diagnostics for tools.
    pub diagnostics: Vec<Value>,
    lines: Vec<Line>,
    /// The same as single lines.
    pub listed: Vec<diagnostics::Line>,
    /// What only a page tells.
    pub kept: Vec<Value>,
}

enum Line {
    Diagnostic { severity: Severity, plain: String, colored: String, json: Value, sarif: Value },
    Text(String),
}

impl Said {
    /// With places in the text of `input`, told as those of the user's.
    pub fn all(&mut self, input: Option<&Input>, diagnostics: Vec<Diagnostic>) {
        match input.map(|input| input.told(diagnostics.clone())) {
            None => self.placed(None, diagnostics),
            Some((map, diagnostics)) => self.placed(Some(map), diagnostics),
        }
    }

    pub fn placed(&mut self, map: Option<&SourceMap>, diagnostics: Vec<Diagnostic>) {
        for diagnostic in diagnostics {
            let json = render::to_json(&diagnostic, map);
            self.listed.push(diagnostics::Line::new(&diagnostic, map));
            let list = std::slice::from_ref(&diagnostic);
            self.lines.push(Line::Diagnostic {
                severity: diagnostic.severity,
                plain: render::to_text(list, map, false),
                colored: render::to_text(list, map, true),
                json: json.clone(),
                sarif: sarif::result(&diagnostic, map),
            });
            self.diagnostics.push(json);
        }
    }

    /// Keeps what is told on a page alone.
    pub fn keep(&mut self, input: &Input, diagnostics: Vec<Diagnostic>) {
        let (map, diagnostics) = input.told(diagnostics);
        self.kept.extend(diagnostics.iter().map(|diagnostic| render::to_json(diagnostic, Some(map))));
    }

    /// All diagnostics, a line each, in the order of their places. Those without one are about `path`.
    pub fn lines(&self, path: &Path) -> String {
        let mut all: Vec<_> = self.listed.iter().collect();
        all.sort();
        all.dedup();
        let line = |line: &diagnostics::Line| match line.has_place() {
            true => format!("{line}\n"),
            false => format!("{}: {line}\n", path.display()),
        };
        all.into_iter().map(line).collect()
    }

    /// The first error, without its place.
    pub fn first_error(&self) -> Option<&str> {
        let is_error = |it: &&serde_json::Value| it["severity"] == "error";
        self.diagnostics.iter().find(is_error)?["message"].as_str()
    }

    /// What is more than a note.
    pub fn problems(self) -> Vec<Problem> {
        let problem = |line| match line {
            Line::Diagnostic { severity, plain: text, .. } if severity > Severity::Note => {
                Some(Problem { severity, text })
            }
            _ => None,
        };
        self.lines.into_iter().filter_map(problem).collect()
    }

    pub fn text(&mut self, text: &str) {
        self.lines.push(Line::Text(text.to_string()));
    }

    /// Writes everything to standard error; nothing helps if that fails.
    pub fn flush(&self, messages: &Messages, progress: &Progress) {
        progress.without(|| self.write(messages));
    }

    fn write(&self, messages: &Messages) {
        let mut stderr = std::io::stderr().lock();
        for line in &self.lines {
            let _ = match line {
                Line::Diagnostic { severity, .. } if messages.quiet && *severity != Severity::Error => Ok(()),
                Line::Diagnostic { sarif, .. } if messages.format == Format::Sarif => {
                    messages.findings.borrow_mut().push(sarif.clone());
                    Ok(())
                }
                Line::Diagnostic { json, .. } if messages.format == Format::Json => {
                    writeln!(stderr, "{json}")
                }
                Line::Diagnostic { colored, .. } if messages.color => write!(stderr, "{colored}"),
                Line::Diagnostic { plain, .. } => write!(stderr, "{plain}"),
                Line::Text(text) => write!(stderr, "{text}"),
            };
        }
    }
}
