//! The declarations of remapped arrays, changed where they stand.

use crate::layout::{Layout, Spelling};
use crate::splice::{self, Edit, Patch};
use diagnostics::{FileId, SourceMap, Span};
use polyhedral::{Array, ArrayId, Expression, Lifetime, Obtained, Part, SizePlace, Storage};
use std::collections::BTreeSet;

/// The edits that give each remapped array its new extents, with a comment above.
///
/// `regenerated` is set for a region whose text is replaced as a whole: what is said inside the region
/// is left to [`crate::print`] and [`statement`].
pub fn edits(layout: &Layout, regenerated: bool) -> Vec<Edit> {
    let edits = (0..layout.scop.arrays.len()).flat_map(|array| array_edits(layout, array));
    edits.filter(|edit| !regenerated || !is_inside(layout, edit)).collect()
}

/// The edits where the text chooses by `test` between the new loops and those that were there: a block is obtained in the size that one
/// of them needs. `None` where something else changes outside of the loops.
pub fn edits_by(test: &str, layout: &Layout, map: &SourceMap) -> Option<Vec<Edit>> {
    let mut found = Vec::new();
    for (array, declared) in layout.scop.arrays.iter().enumerate() {
        let edits = match (&declared.storage, layout.comment(array), layout.extents(array)) {
            (Storage::Block { allocation, declarator, by, .. }, Some(text), Some(extents)) => {
                let new = match layout.variable_for(array) {
                    Some(_) => obtained(by.as_ref(), &one_element(declared, by.as_ref())),
                    None => allocation_of(layout, declared, &extents),
                };
                let old = splice::in_one_line(map, *allocation, &[], layout.spelling == Spelling::Macros);
                let before = declarator.unwrap_or(*allocation);
                vec![
                    Edit::Comment { before, text },
                    replace(*allocation, format!("({test} ? {new} : {old})")),
                ]
            }
            _ => array_edits(layout, array),
        };
        let is_block = matches!(declared.storage, Storage::Block { .. });
        if !is_block && !edits.iter().all(|edit| is_inside(layout, edit))
            || !declared.stores.is_empty() && !edits.is_empty()
        {
            return None;
        }
        found.extend(edits);
    }
    Some(found)
}

/// The lines in front of loops beside others, where a block stays that a variable of its name stands for in these.
pub fn variables(layout: &Layout) -> Vec<String> {
    let arrays = (0..layout.scop.arrays.len()).filter(|array| layout.variable_for(*array).is_some());
    arrays.map(|array| variable(&layout.scop.arrays[array])).collect()
}

/// A statement of the region that obtains or releases memory, as it is to be with `edits`: comments, then its text, as the user wrote
/// it, or in one line.
pub fn statement(layout: &Layout, map: &SourceMap, statement: Span, edits: &[Edit]) -> Vec<String> {
    let is_there = |edit: &&Edit| place(edit).is_some_and(|place| statement.contains(place));
    let edits = edits.iter().filter(is_there).cloned();
    let (mut lines, mut patches) = (Vec::new(), Vec::new());
    for edit in edits {
        match edit {
            Edit::Comment { text, .. } => lines.push(format!("/* {text} */")),
            Edit::Replace(patch) => patches.push(patch),
            Edit::ReplaceLines { .. } => {}
        }
    }
    let as_written = layout.spelling == Spelling::Macros;
    match written(map, statement).filter(|_| as_written && patches.is_empty()) {
        Some(written) => lines.extend(written),
        None => lines.push(splice::in_one_line(map, statement, &patches, as_written)),
    }
    lines
}

/// The lines of a statement as the user wrote them, without the indentation of the first; none if there are comments or directives
/// among them.
fn written(map: &SourceMap, statement: Span) -> Option<Vec<String>> {
    let place = map.original(statement).filter(|place| place.file == FileId::MAIN)?;
    let text = map.file_text(map.main_file())?;
    let (before, own) = (&text[..place.start], &text[place.start..place.end]);
    let indentation = before.rsplit('\n').next().filter(|blank| blank.trim().is_empty())?;
    let is_plain = !["//", "/*", "\\\n"].iter().any(|odd| own.contains(odd));
    let line = |line: &str| line.strip_prefix(indentation).unwrap_or(line.trim_start()).trim_end().to_owned();
    is_plain.then(|| own.lines().map(line).collect())
}

/// The edit that leaves a declaration only those of its declarators that are `kept`, with `patches` applied; where
/// none is, and it stands on lines of its own, these go.
pub fn without(
    layout: &Layout,
    map: &SourceMap,
    declaration: Span,
    declarators: Span,
    kept: &[Span],
    patches: &[Patch],
) -> Edit {
    let as_written = layout.spelling == Spelling::Macros;
    let text = |span: &Span| {
        let within: Vec<_> = patches.iter().filter(|patch| span.contains(patch.span)).cloned().collect();
        splice::in_one_line(map, *span, &within, as_written)
    };
    let texts: Vec<_> = kept.iter().map(text).collect();
    if !kept.is_empty() {
        return replace(declarators, texts.join(", "));
    }
    taken_out(map, declaration)
}

/// The lines that declare in a copy of a function the arrays that the file declares for the function itself.
pub fn of_copy(layout: &Layout) -> String {
    let mut lines = String::new();
    for (id, array) in layout.scop.arrays.iter().enumerate() {
        let Storage::Local { lifetime: Lifetime::File, attributed, .. } = array.storage else { continue };
        let (Some(comment), Some(extents)) = (layout.comment(id), layout.extents(id)) else { continue };
        let declarator = format!("{}{}", array.c_name, local(layout, array, &extents, attributed));
        // a number has no need to outlast a run
        let class = if extents.is_empty() { "" } else { "static " };
        lines.push_str(&format!("    /* {comment} */\n    {class}{} {declarator};\n", array.element));
    }
    lines
}

/// The edits that take out what is [`gone`]; `regenerated` as for [`edits`].
pub fn releases(layout: &Layout, map: &SourceMap, regenerated: bool) -> Vec<Edit> {
    let is_left = |place: &Span| !regenerated || !layout.scop.span.contains(*place);
    gone(layout).into_iter().filter(is_left).map(|place| taken_out(map, place)).collect()
}

/// The statements which freed blocks that are variables now, or that each thread has for itself, and those which give values that
/// nobody reads to arrays of another size.
pub fn gone(layout: &Layout) -> BTreeSet<Span> {
    let arrays = 0..layout.scop.arrays.len();
    let released = |array: ArrayId| match &layout.scop.arrays[array].storage {
        Storage::Block { releases: Some(places), .. } if layout.goes(array) => Some(&places[..]),
        _ => layout.variable_for(array),
    };
    let blocks = arrays.clone().filter_map(released).flatten().copied();
    let mut gone: BTreeSet<Span> = blocks.collect();
    let is_resized = |array: &ArrayId| layout.is_guest(*array) || layout.extents(*array).is_some();
    gone.extend(arrays.clone().filter(is_resized).flat_map(|array| layout.scop.arrays[array].stores.clone()));
    let tables = arrays.filter(|array| layout.variable_for(*array).is_some());
    let parts = tables.filter_map(|array| match &layout.scop.arrays[array].storage {
        Storage::RowTable { parts, .. } => Some(parts),
        _ => None,
    });
    let parts: Vec<&Part> = parts.flatten().collect();
    let own: BTreeSet<Span> = parts.iter().flat_map(|part| &part.own).copied().collect();
    for part in parts {
        // a loop in which nothing is left goes as a whole
        match part.all.iter().all(|statement| own.contains(statement)) {
            true => gone.extend([part.whole]),
            false => gone.extend(&part.own),
        }
    }
    gone
}

/// Larger blocks than of so many bytes aren't put on a thread's stack.
const MOST_ON_STACK: i64 = 1 << 14;

/// The lines that give an iteration of a parallel loop its own `array` in the place of a block, and the line that
/// releases it.
pub fn per_thread(layout: &Layout, array: ArrayId) -> (Vec<String>, Option<String>) {
    let (Some(comment), Some(extents)) = (layout.comment(array), layout.extents(array)) else {
        return (vec![], None);
    };
    let declared = &layout.scop.arrays[array];
    let Array { c_name, element, .. } = declared;
    let comment = format!("/* {comment} */");
    if extents.is_empty() {
        return (vec![comment, variable(declared)], None);
    }
    if is_on_stack(layout, declared, &extents) {
        return (vec![comment, format!("{element} {c_name}{};", layout.declared(declared, &extents))], None);
    }
    let pointer = pointer(layout, declared, &extents);
    let mut lines =
        vec![comment, format!("{element} {pointer} = {};", allocation_of(layout, declared, &extents))];
    // it is tested where one thread obtains it
    if matches!(declared.storage, Storage::Block { releases: None, .. }) {
        lines.push(format!("if (!{c_name}) __builtin_abort();"));
    }
    (lines, Some(format!("free({c_name});")))
}

/// The declaration of a variable in the place of a block.
fn variable(array: &Array) -> String {
    format!("{} {} = 0;", array.element, array.c_name)
}

/// Whether a thread's own block is so small that it is a variable.
fn is_on_stack(layout: &Layout, array: &Array, extents: &[Expression]) -> bool {
    let bytes = array.element_bytes.and_then(|bytes| i64::try_from(bytes).ok());
    let mut extents = extents.iter().map(|extent| layout.scop.concrete(extent).constant());
    let bytes = extents.try_fold(bytes, |product, extent| Some(product?.checked_mul(extent?)));
    bytes.flatten().is_some_and(|bytes| bytes <= MOST_ON_STACK)
}

/// The edit that takes out a statement, with its lines if it has them for itself.
fn taken_out(map: &SourceMap, statement: Span) -> Edit {
    let lines = map.original_lines(statement);
    match lines.filter(|lines| map.slice(lines.preprocessed).trim() == map.slice(statement)) {
        Some(lines) => Edit::ReplaceLines { first: lines.first, last: lines.last, text: String::new() },
        None => replace(statement, String::new()),
    }
}

/// Whether an edit changes what stands in the region.
pub fn is_inside(layout: &Layout, edit: &Edit) -> bool {
    place(edit).is_some_and(|place| layout.scop.span.contains(place))
}

fn place(edit: &Edit) -> Option<Span> {
    match edit {
        Edit::Replace(patch) => Some(patch.span),
        Edit::Comment { before, .. } => Some(*before),
        Edit::ReplaceLines { .. } => None,
    }
}

fn array_edits(layout: &Layout, array: ArrayId) -> Vec<Edit> {
    let declared = &layout.scop.arrays[array];
    if layout.is_guest(array) {
        return without_memory(declared);
    }
    if layout.is_per_thread(array) {
        return if layout.goes(array) { vec![] } else { left(declared) };
    }
    let (Some(text), Some(extents)) = (layout.comment(array), layout.extents(array)) else { return vec![] };
    match &declared.storage {
        // a scalar that gets versions
        Storage::Local { extents_span, .. } if extents_span.start == extents_span.end => vec![
            Edit::Comment { before: declared.name_span, text },
            replace(declared.name_span, format!("{}{}", declared.c_name, layout.brackets(&extents))),
        ],
        Storage::Local { extents_span, attributed, list, .. } => {
            let comment = Edit::Comment { before: declared.name_span, text };
            let size = replace(*extents_span, local(layout, declared, &extents, *attributed));
            [comment, size].into_iter().chain(list.map(|list| replace(list, String::new()))).collect()
        }
        // a variable in the place of the block; see `releases` for the rest
        Storage::Block { declarator: Some(declarator), allocation, .. }
            if layout.variable_for(array).is_some() =>
        {
            vec![
                Edit::Comment { before: *declarator, text },
                replace(*declarator, declared.c_name.clone()),
                replace(*allocation, "0".into()),
            ]
        }
        // what is obtained elsewhere is as large as before, and not all of it is used
        Storage::Block { allocation, .. } if allocation.is_empty() => {
            vec![Edit::Comment { before: *allocation, text }]
        }
        Storage::Block { declarator: None, allocation, .. } => vec![
            Edit::Comment { before: *allocation, text },
            replace(*allocation, allocation_of(layout, declared, &extents)),
        ],
        Storage::Block { declarator: Some(declarator), allocation, .. } => vec![
            Edit::Comment { before: *declarator, text },
            replace(*declarator, pointer(layout, declared, &extents)),
            replace(*allocation, allocation_of(layout, declared, &extents)),
        ],
        // a variable in the place of the table; see `releases` for the rest
        Storage::RowTable { declarator, allocation, .. } if layout.variable_for(array).is_some() => vec![
            Edit::Comment { before: *declarator, text },
            replace(*declarator, declared.c_name.clone()),
            replace(*allocation, "0".into()),
        ],
        Storage::RowTable { declarator, sizes, .. } => {
            let comment = Edit::Comment { before: *declarator, text };
            std::iter::once(comment).chain(resized(layout, array, sizes)).collect()
        }
        Storage::Parameter | Storage::Library | Storage::Other => {
            let first = layout.scop.statements.first();
            first.map(|s| Edit::Comment { before: s.span, text }).into_iter().collect()
        }
    }
}

/// The pointer to a block that each thread has for itself, where tests ask for it: as little memory as there can be.
fn left(array: &Array) -> Vec<Edit> {
    let Storage::Block { declarator: Some(declarator), allocation, by, .. } = &array.storage else {
        return vec![];
    };
    let name = &array.c_name;
    let text = format!("polycc: each thread has its own {name}");
    let size = one_element(array, by.as_ref());
    vec![Edit::Comment { before: *declarator, text }, replace(*allocation, obtained(by.as_ref(), &size))]
}

/// The size of one element, as what obtains the block counts it.
fn one_element(array: &Array, by: Option<&Obtained>) -> String {
    let unit = by.map_or(1, |by| by.unit);
    if unit == 1 { format!("sizeof *{}", array.c_name) } else { "1".to_owned() }
}

/// What obtains and releases a table tells the new extents, where they aren't the old ones.
fn resized(layout: &Layout, array: ArrayId, sizes: &[Option<Vec<SizePlace>>; 2]) -> Vec<Edit> {
    let declared = &layout.scop.arrays[array];
    let new = layout.extents_of_table(array).unwrap_or_default();
    let mut edits = Vec::new();
    for ((extent, old), places) in new.iter().zip(&declared.extents).zip(sizes) {
        if old.as_ref().and_then(|old| old.value.as_ref()) == Some(extent) {
            continue;
        }
        let count = layout.cells(std::slice::from_ref(extent));
        edits.extend(places.iter().flatten().map(|place| match place {
            SizePlace::Count(place) => replace(*place, count.clone()),
            SizePlace::Last(place) => replace(*place, one_less(&count)),
            SizePlace::Argument { place, spelling } => {
                let is_word = spelling.chars().all(|c| c.is_alphanumeric() || c == '_');
                let old = if is_word { spelling.clone() } else { format!("({spelling})") };
                replace(*place, format!("{old} < 1 ? {old} : {count}"))
            }
            SizePlace::Guard { first, spelling, counter } => {
                replace(*first, format!("if ({counter} < {count}) {spelling}"))
            }
        }));
    }
    edits
}

/// The text of a count less one.
fn one_less(count: &str) -> String {
    count.parse::<i64>().map_or_else(|_| format!("{count} - 1"), |count| (count - 1).to_string())
}

/// The pointer to a block that isn't needed is null: freeing that does nothing. A variable goes altogether, see
/// [`without`].
fn without_memory(array: &Array) -> Vec<Edit> {
    match &array.storage {
        Storage::Block { allocation, .. } => vec![replace(*allocation, "0".to_string())],
        Storage::Local { .. }
        | Storage::RowTable { .. }
        | Storage::Parameter
        | Storage::Library
        | Storage::Other => vec![],
    }
}

/// What follows the name: extents, or for a scalar a value that compilers can see. That it is always
/// written before it is read they often can't, and warn. Attributes must precede the value.
fn local(layout: &Layout, array: &Array, extents: &[Expression], attributed: bool) -> String {
    if extents.is_empty() && !attributed { " = 0".to_string() } else { layout.declared(array, extents) }
}

fn replace(span: Span, replacement: String) -> Edit {
    Edit::Replace(Patch { span, replacement })
}

/// `*tmp` for one dimension, `(*tmp)[M]` for two.
fn pointer(layout: &Layout, array: &Array, extents: &[Expression]) -> String {
    let name = &array.c_name;
    match extents {
        _ if array.flat.is_some() => format!("*{name}"),
        [] | [_] => format!("*{name}"),
        [_, inner @ ..] => format!("(*{name}){}", layout.brackets(inner)),
    }
}

/// `malloc(sizeof(double[2][M]))`, or `malloc(sizeof(double) * 2 * M)` for an array that C sees as one of one dimension,
/// which may have no cells.
fn allocation_of(layout: &Layout, array: &Array, extents: &[Expression]) -> String {
    let element = &array.element;
    let by = match &array.storage {
        Storage::Block { by, .. } => by.as_ref(),
        _ => None,
    };
    let size = match array.flat {
        _ if by.is_some_and(|by| by.unit != 1) => layout.cells(extents),
        Some(_) if extents.len() > 1 => format!("sizeof({element}) * {}", layout.cells(extents)),
        _ => format!("sizeof({element}{})", layout.brackets(extents)),
    };
    obtained(by, &size)
}

/// The call that obtains a block of that size.
fn obtained(by: Option<&Obtained>, size: &str) -> String {
    match by {
        Some(Obtained { by, others, .. }) => format!("{by}({size}{})", ", 1".repeat(*others)),
        None => format!("malloc({size})"),
    }
}
