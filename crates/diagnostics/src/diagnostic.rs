//! What polycc tells the user.

use crate::code::Code;
use crate::span::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing to act on.
    Note,
    /// The program goes through, but something that was asked or hoped for doesn't happen.
    Warning,
    /// The input is refused.
    Error,
}

impl Severity {
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// One message with the places it speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, however it is worded.
    pub code: Code,
    /// One line: what is wrong, in the user's words.
    pub message: String,
    /// The places; the primary ones are where to look first. None for trouble outside the text.
    pub labels: Vec<Label>,
    /// Further lines: the cause, and `help: …` lines that say what would help.
    pub notes: Vec<String>,
    /// What it is about in a few words that are the same for all messages of a kind, by which they are counted.
    pub kind: Option<String>,
}

/// A place with a remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// In the preprocessed text.
    pub span: Span,
    /// Said beside the place; may be empty.
    pub message: String,
    /// Whether this is the place to look at first.
    pub primary: bool,
}

impl Diagnostic {
    /// An error without a place.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Diagnostic::new(Severity::Error, code, message)
    }

    /// A warning without a place.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Diagnostic::new(Severity::Warning, code, message)
    }

    /// A note without a place.
    pub fn note(code: Code, message: impl Into<String>) -> Self {
        Diagnostic::new(Severity::Note, code, message)
    }

    fn new(severity: Severity, code: Code, message: impl Into<String>) -> Self {
        Diagnostic { severity, code, message: message.into(), labels: vec![], notes: vec![], kind: None }
    }

    /// With the place to look at first.
    #[must_use]
    pub fn at(mut self, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(Label { span, message: message.into(), primary: true });
        self
    }

    /// With another place that explains.
    #[must_use]
    pub fn also(mut self, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(Label { span, message: message.into(), primary: false });
        self
    }

    /// Of this kind, unless it has one.
    #[must_use]
    pub fn of_kind(mut self, kind: impl Into<String>) -> Self {
        self.kind.get_or_insert_with(|| kind.into());
        self
    }

    /// With a further line.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// With a line that says what would help.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Self {
        let help = help.into();
        self.with_note(format!("help: {help}"))
    }
}
