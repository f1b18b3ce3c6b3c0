//! Functions that isolated statements call, for arrays that start elsewhere (Guelton, Amini, Creusillet, section 3,
//! "Managing Variable Substitutions"): new parameters tell by dimension where an array's counterpart starts, and how
//! long its rows are.

use super::means::Means;
use super::references;
use super::{Counterpart, Kind, Offset, Rectangle, Window};
use crate::splice::{Edit, Patch};
use diagnostics::token::{TokenKind, tokens};
use diagnostics::{FileId, SourceMap, Span};
use polyhedral::{Call, Callee, Condition, Expression, Passed};
use std::collections::BTreeMap;

/// A function for arrays in another memory space.
#[derive(Clone, Debug)]
pub struct Clone<'a> {
    /// The function.
    pub callee: &'a Callee,
    /// The clone's name.
    pub name: String,
    /// What the new parameters are called.
    pub formals: BTreeMap<String, Placed>,
}

/// Where an array starts and how long its rows are, by dimension: as texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placed {
    /// The least subscripts.
    pub offsets: Vec<String>,
    /// The sizes of all dimensions but the outermost.
    pub widths: Vec<String>,
    /// The modulus of the outermost subscript; for a parameter only if it may wrap around.
    pub window: Option<String>,
}

/// Clones by the names of their functions.
pub type Clones<'a> = BTreeMap<String, Clone<'a>>;

/// The edits that make a call one of the clone; `placed` tells where the arrays that are handed over start.
pub(super) fn call_edits(
    call: &Call,
    clones: &Clones<'_>,
    placed: &dyn Fn(&str) -> Option<Placed>,
) -> Vec<Edit> {
    let Some(clone) = clones.get(&call.callee) else { return vec![] };
    let mut arguments = String::new();
    for Passed { variable, prefix, formal } in &call.arrays {
        let placed = placed(variable).unwrap_or_default();
        if clone.formals.get(formal).is_some_and(|formal| formal.window.is_some()) {
            // rows that don't wrap around fit into the modulus
            let inner = prefix.checked_sub(1).and_then(|outer| placed.widths.get(outer)).cloned();
            arguments.push_str(&inner.or(placed.window.clone()).unwrap_or_default());
            arguments.push_str(", ");
        }
        let offsets = placed.offsets.get(*prefix..).unwrap_or_default();
        let widths = placed.widths.get(*prefix..).unwrap_or_default();
        for argument in offsets.iter().chain(widths) {
            arguments.push_str(argument);
            arguments.push_str(", ");
        }
    }
    vec![replace(call.name, clone.name.clone()), replace(call.open, format!("({arguments}"))]
}

impl Clone<'_> {
    /// The definition as the user would write it, or with `as_written` unset as the preprocessor would leave it;
    /// `None` where the function doesn't stand in the user's file.
    pub fn text(
        &self,
        map: &SourceMap,
        as_written: bool,
        clones: &Clones<'_>,
        means: &Means,
    ) -> Option<String> {
        let mut edits = Vec::new();
        let mut parameters = String::new();
        for formal in &self.callee.formals {
            let placed = self.formals.get(&formal.name)?;
            for name in placed.window.iter().chain(&placed.offsets).chain(&placed.widths) {
                parameters.push_str(&format!("long {name}, "));
            }
            for (place, width) in formal.widths.iter().zip(&placed.widths) {
                edits.push(replace(*place, width.clone()));
            }
            if let Some(variable) = &formal.variable {
                let nothing = Rectangle { present: Condition::Constant(true), first: vec![], count: vec![] };
                let named = |name: &String| Offset::Named(name.clone(), Expression::Constant(0));
                let offsets = placed.offsets.iter().map(named).collect();
                let window = placed.window.clone();
                let window = window.map(|name| Box::new(Window { rows: Expression::variable(&name), name }));
                let (loads, stores) = (vec![], vec![]);
                let kind = Kind::Cells { buffer: nothing, offsets, loads, stores, lasts: false, window };
                edits.extend(
                    references::edits(&Counterpart { variable, name: formal.name.clone(), kind }).ok()?,
                );
            }
        }
        let placed = |name: &str| self.formals.get(name).cloned();
        edits.extend(self.callee.calls.iter().flat_map(|call| call_edits(call, clones, &placed)));
        edits.push(replace(self.callee.name_span, self.name.clone()));
        edits.push(replace(self.callee.open, format!("({parameters}")));
        let text = edited(map, self.callee.definition, &edits, as_written)?;
        let is_static = tokens(&text).any(|token| token.span.of(&text) == "static");
        let storage = if is_static { "" } else { "static " };
        let comment = format!("/* polycc: `{}` for arrays that start at the offsets */", self.callee.name);
        let [before, behind] = means.function_marks();
        Some(format!("\n{comment}\n{before}{storage}{}\n{behind}", text.trim_end()))
    }
}

/// The text at `span` with `edits`, all of them replacements.
pub(super) fn edited(map: &SourceMap, span: Span, edits: &[Edit], as_written: bool) -> Option<String> {
    let place = |span: Span| match as_written {
        true => {
            let place = map.original(span).filter(|place| place.file == FileId::MAIN)?;
            Some(Span::new(place.start, place.end))
        }
        false => Some(span),
    };
    let source = if as_written { map.file_text(map.main_file())? } else { map.text() };
    let mut changes = BTreeMap::new();
    for edit in edits {
        let Edit::Replace(Patch { span, replacement }) = edit else { return None };
        changes.insert(place(*span)?, replacement.as_str());
    }
    let whole = place(span)?;
    let mut text = String::new();
    let mut position = whole.start;
    for (span, replacement) in changes {
        text.push_str(source.get(position..span.start)?);
        text.push_str(replacement);
        position = span.end;
    }
    text.push_str(source.get(position..whole.end)?);
    Some(if as_written { text } else { without_markers(&text) })
}

/// Without the lines by which the preprocessor numbers others.
fn without_markers(text: &str) -> String {
    let markers: Vec<Span> =
        tokens(text).filter(|token| token.kind == TokenKind::Directive).map(|token| token.span).collect();
    let mut kept = String::new();
    let mut position = 0;
    for marker in markers {
        kept.push_str(&text[position..marker.start]);
        position = marker.end;
    }
    kept + &text[position..]
}

fn replace(span: Span, replacement: String) -> Edit {
    Edit::Replace(Patch { span, replacement })
}
