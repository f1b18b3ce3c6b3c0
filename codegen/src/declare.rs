//! The declarations of remapped arrays, changed where they stand.

use crate::layout::Layout;
use crate::splice::{Edit, Patch};
use diagnostics::Span;
use polyhedral::{ArrayId, Expression, Storage};

/// The edits that give each remapped array its new extents, with a comment above.
///
/// `skip_inside` leaves out what is declared inside the region, for a region that is replaced as a
/// whole.
pub fn edits(layout: &Layout, skip_inside: bool) -> Vec<Edit> {
    let of_array = |array: ArrayId| {
        let inside = matches!(layout.scop.arrays[array].storage, Storage::Local { inside: true, .. });
        if inside && skip_inside { vec![] } else { array_edits(layout, array) }
    };
    (0..layout.scop.arrays.len()).flat_map(of_array).collect()
}

fn array_edits(layout: &Layout, array: ArrayId) -> Vec<Edit> {
    let declared = &layout.scop.arrays[array];
    let Some(mapping) = &layout.mappings[array] else { return vec![] };
    let Some(text) = layout.comment(array) else { return vec![] };
    let extents = mapping.extents();
    match &declared.storage {
        Storage::Local { extents_span, .. } => vec![
            Edit::Comment { before: declared.name_span, text },
            replace(*extents_span, layout.brackets(&extents)),
        ],
        Storage::Block { declarator, allocation, .. } => vec![
            Edit::Comment { before: *declarator, text },
            replace(*declarator, pointer(layout, &declared.c_name, &extents)),
            replace(*allocation, allocation_of(layout, &declared.element, &extents)),
        ],
        Storage::Parameter | Storage::Other => {
            vec![Edit::Comment { before: layout.scop.span, text }]
        }
    }
}

fn replace(span: Span, replacement: String) -> Edit {
    Edit::Replace(Patch { span, replacement })
}

/// `*tmp` for one dimension, `(*tmp)[M]` for two.
fn pointer(layout: &Layout, name: &str, extents: &[Expression]) -> String {
    match extents {
        [] | [_] => format!("*{name}"),
        [_, inner @ ..] => format!("(*{name}){}", layout.brackets(inner)),
    }
}

/// `malloc(sizeof(double[2][M]))`
fn allocation_of(layout: &Layout, element: &str, extents: &[Expression]) -> String {
    format!("malloc(sizeof({element}{}))", layout.brackets(extents))
}
