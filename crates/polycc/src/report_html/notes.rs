//! What a run said, by the lines of the file that it speaks of.

use serde::Serialize;
use serde_json::Value;

/// A message, as text.
#[derive(Clone, Serialize)]
pub struct Note {
    /// `note`, `warning` or `error`.
    severity: String,
    code: String,
    message: String,
    /// What is said where, and what helps.
    more: Vec<String>,
    /// The line of the file that it speaks of, from 1; `None` for another file, or none.
    pub line: Option<usize>,
}

/// The messages about the file at `path`, in the order of its lines; each once.
pub fn notes(path: &str, told: &[&Value]) -> Vec<Note> {
    let mut seen: Vec<&Value> = Vec::new();
    let mut notes = Vec::new();
    for value in told {
        if !seen.contains(value) {
            seen.push(value);
            notes.push(note(path, value));
        }
    }
    notes.sort_by_key(|note| note.line);
    notes
}

fn note(path: &str, told: &Value) -> Note {
    let empty = Vec::new();
    let labels = told["labels"].as_array().unwrap_or(&empty);
    let primary = labels.iter().find(|label| label["primary"] == true).or(labels.first());
    let line = primary.filter(|label| label["file"] == path).and_then(|label| label["line"].as_u64());
    let remark = |label: &Value| {
        let message = label["message"].as_str().filter(|message| !message.is_empty())?;
        let is_here = label["file"] == path && label["line"].as_u64() == line;
        match (is_here, label["line"].as_u64(), label["file"].as_str()) {
            (false, Some(line), Some(file)) if file == path => Some(format!("line {line}: {message}")),
            (false, Some(line), Some(file)) => Some(format!("{file}:{line}: {message}")),
            _ => Some(message.to_string()),
        }
    };
    let more = told["notes"].as_array().unwrap_or(&empty).iter().filter_map(|note| note.as_str());
    Note {
        severity: told["severity"].as_str().unwrap_or("note").to_string(),
        code: told["code"].as_str().unwrap_or_default().to_string(),
        message: told["message"].as_str().unwrap_or_default().to_string(),
        more: labels.iter().filter_map(remark).chain(more.map(str::to_string)).collect(),
        line: line.and_then(|line| usize::try_from(line).ok()),
    }
}
