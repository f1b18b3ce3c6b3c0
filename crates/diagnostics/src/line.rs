//! Diagnostics as single lines, as compilers write them: `FILE:LINE:COLUMN: severity[CODE]: text`.

use std::fmt;

use crate::diagnostic::Diagnostic;
use crate::source_map::{Location, SourceMap};

/// A diagnostic in one line. Those without a place come first, then one follows the other as their places do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// Where to look first, from its start to its end; none for trouble outside the text.
    place: Option<(Location, Location)>,
    text: String,
}

impl Line {
    /// Without a map it has no place.
    pub fn new(diagnostic: &Diagnostic, map: Option<&SourceMap>) -> Self {
        let primary = diagnostic.labels.iter().find(|label| label.primary).or(diagnostic.labels.first());
        let place = primary.and_then(|label| Some(map?.locate_span(label.span)));
        let (severity, code) = (diagnostic.severity.name(), diagnostic.code);
        let remark = primary.map_or("", |label| &label.message);
        let text = match remark {
            "" => format!("{severity}[{code}]: {}", diagnostic.message),
            remark => format!("{severity}[{code}]: {}: {remark}", diagnostic.message),
        };
        Line { place, text: text.replace('\n', " ") }
    }

    /// Whether it is about a place in the text.
    pub fn has_place(&self) -> bool {
        self.place.is_some()
    }

    /// Whether it is about one of these lines of `file`, from the first to the last, or about lines around them.
    pub fn concerns(&self, file: &str, (first, last): (u32, u32)) -> bool {
        self.place.as_ref().is_some_and(|(start, end)| {
            start.file == file && start.line <= last && first <= end.line.max(start.line)
        })
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((Location { file, line, column }, _)) = &self.place {
            write!(f, "{file}:{line}:{column}: ")?;
        }
        f.write_str(&self.text)
    }
}
