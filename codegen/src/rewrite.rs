//! A region that keeps its order: references to remapped arrays change, nothing else.

use crate::layout::Layout;
use crate::splice::{Edit, Patch};
use diagnostics::Span;
use std::collections::BTreeMap;

/// One edit per reference to a remapped array.
pub fn edits(layout: &Layout) -> Vec<Edit> {
    // a compound assignment reads and writes at one place
    let mut references: BTreeMap<Span, String> = BTreeMap::new();
    for statement in &layout.scop.statements {
        for access in &statement.accesses {
            if layout.mappings[access.array].is_some() {
                let text = layout.reference_in_place(access.array, &access.subscripts);
                references.insert(access.span, text);
            }
        }
    }
    let edit = |(span, replacement)| Edit::Replace(Patch { span, replacement });
    references.into_iter().map(edit).collect()
}
