//! An isolated statement as a function of its own, for memory spaces that the program can't even name: the statement with
//! its buffers and numbers as parameters.
//!
//! Neither CUDA nor OpenCL has arrays of variable length, so buffers are arrays of one dimension, and subscripts are
//! multiplied out: `a[i][j]` is `a_local[(i - α₁) * w + (j - α₂)]`. A number that the statement changes is a buffer
//! with one element.

use super::clone::edited;
use super::{Counterpart, Isolated, Kind, references};
use crate::splice::{Edit, Patch};
use diagnostics::{SourceMap, Span};
use std::collections::BTreeSet;

/// The line before the function.
const COMMENT: &str = "/* polycc: a statement that runs in a memory space of its own */";

/// A parameter of the function; the arguments have the same names.
pub(super) struct Parameter {
    pub element: String,
    pub name: String,
    pub is_buffer: bool,
}

impl Isolated<'_> {
    /// What goes in front of the program's function: the statement as a function called `name`.
    ///
    /// # Errors
    /// A mention that can't be shifted, with its place and a phrase that says why.
    pub(super) fn kernel(
        &self,
        name: &str,
        map: &SourceMap,
        as_written: bool,
    ) -> Result<String, (Span, String)> {
        let mut edits = Vec::new();
        for counterpart in &self.counterparts {
            edits.extend(match &counterpart.kind {
                Kind::Value => references::edits(counterpart)?,
                Kind::Number { .. } => self.elements(counterpart),
                Kind::Cells { .. } | Kind::Resident { .. } => {
                    references::linear(counterpart, self.widths_of(counterpart))?
                }
            });
        }
        let lost = || (self.statement, "it has no place in the file".to_string());
        let as_written = as_written && self.means.takes_macros();
        let written = as_written.then(|| edited(map, self.statement, &edits, true)).flatten();
        let body = written.or_else(|| edited(map, self.statement, &edits, false)).ok_or_else(lost)?;
        let idle = self.counterparts.iter().filter(|it| is_inside(it));
        let idle = idle.map(|it| format!("    {} {};\n", it.variable.element, it.name));
        let body = format!("{{\n{}{}\n}}", idle.collect::<String>(), self.body(&body));
        Ok(format!("{COMMENT}\n{}\n\n", self.means.definition(name, &self.parameters(), &body)))
    }

    /// The body with the indentation of a function's.
    fn body(&self, text: &str) -> String {
        let lines = text.trim().lines().filter(|line| !line.trim().is_empty());
        let line = |line: &str| {
            let line = line.strip_prefix(self.indentation.as_str()).unwrap_or(line.trim_start());
            format!("    {}", line.trim_end())
        };
        lines.map(line).collect::<Vec<_>>().join("\n")
    }

    /// All mentions of a number as the element of its buffer.
    fn elements(&self, counterpart: &Counterpart<'_>) -> Vec<Edit> {
        let name = &counterpart.name;
        let replacement = if is_inside(counterpart) { name.clone() } else { format!("{name}[0]") };
        let mentions = counterpart.variable.mentions.iter();
        mentions
            .map(|mention| Edit::Replace(Patch { span: mention.name, replacement: replacement.clone() }))
            .collect()
    }

    pub(super) fn parameters(&self) -> Vec<Parameter> {
        let mut numbers: BTreeSet<String> = BTreeSet::new();
        let (mut values, mut buffers) = (Vec::new(), Vec::new());
        for counterpart in self.counterparts.iter().filter(|it| !is_inside(it)) {
            let (element, name) = (counterpart.variable.element.clone(), counterpart.name.clone());
            let is_buffer = !matches!(counterpart.kind, Kind::Value);
            if is_buffer { &mut buffers } else { &mut values }.push(Parameter { element, name, is_buffer });
            numbers.extend(self.places(counterpart));
        }
        let numbers = numbers.into_iter().map(|name| {
            let element = "long".to_string();
            Parameter { element, name, is_buffer: false }
        });
        values.into_iter().chain(numbers).chain(buffers).collect()
    }

    /// The variables in the subscripts of a buffer.
    fn places(&self, counterpart: &Counterpart<'_>) -> Vec<String> {
        let Some((_, offsets, window)) = counterpart.kind.cells() else { return vec![] };
        let window = window.into_iter().filter(|window| window.rows.constant().is_none());
        let window = window.map(|window| window.name.clone());
        let offsets = offsets.iter().filter_map(|offset| match offset {
            super::Offset::Constant(_) => None,
            super::Offset::Named(name, _) => Some(name.clone()),
        });
        let widths = self.widths_of(counterpart).iter();
        let widths = widths.filter(|width| width.parse::<i64>().is_err()).cloned();
        offsets.chain(widths).chain(window).collect()
    }

    /// The sizes of the buffer's dimensions but the outermost.
    pub(super) fn widths_of(&self, counterpart: &Counterpart<'_>) -> &[String] {
        self.widths.get(&counterpart.variable.name).map_or(&[], Vec::as_slice)
    }
}

/// Whether a number is used by the statement alone.
pub(super) fn is_inside(counterpart: &Counterpart<'_>) -> bool {
    counterpart.kind == Kind::Number { load: false, store: false }
}
