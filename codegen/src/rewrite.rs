//! A region that keeps its order: references to remapped arrays change, nothing else.

use crate::layout::Layout;
use crate::splice::{Edit, Patch};
use crate::unknown;
use diagnostics::Span;
use polyhedral::{Access, Statement};
use std::collections::BTreeMap;

/// One edit per reference to a remapped array, or around each of its subscripts that data choose.
pub fn edits(layout: &Layout) -> Vec<Edit> {
    // a compound assignment reads and writes at one place
    let mut references: BTreeMap<Span, String> = BTreeMap::new();
    for statement in &layout.scop.statements {
        for access in &statement.accesses {
            if layout.mappings[access.array].is_some() {
                references.extend(replaced(layout, statement, access));
            }
        }
    }
    let edit = |(span, replacement)| Edit::Replace(Patch { span, replacement });
    references.into_iter().map(edit).collect()
}

/// The places of a reference that change. A subscript that data choose stays as it stands there, and may hold others.
fn replaced(layout: &Layout, statement: &Statement, access: &Access) -> Vec<(Span, String)> {
    let text = layout.reference_in_place(access.array, &access.subscripts);
    let (parts, kept) = unknown::parts(&text, statement);
    let starts = std::iter::once(access.span.start).chain(kept.iter().map(|unknown| unknown.span.end));
    let ends = kept.iter().map(|unknown| unknown.span.start).chain([access.span.end]);
    let places = starts.zip(ends).map(|(start, end)| Span::new(start, end));
    places.zip(parts).map(|(place, part)| (place, part.to_owned())).collect()
}
