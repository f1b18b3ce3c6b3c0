//! The user's text with the results in it.

use crate::apart::{self, Test, Tests};
use crate::input::Input;
use crate::meant::Meant;
use crate::names;
use crate::pipeline::Region;
use crate::scattered::Helper;
use codegen::splice::{self, Edit, Patch};
use codegen::{Comments, Layout, Spelling};
use diagnostics::token::{TokenKind, tokens};
use diagnostics::{FileId, SourceMap, Span};
use frontend::preprocess::Preprocessor;
use frontend::{Extent, Place};
use polyhedral::{ArrayId, Scop, Storage};
use std::collections::BTreeSet;

/// Why there is no text, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unwritten {
    /// No text was found that means what it should.
    Unsafe(String),
    /// What it should mean is wrong.
    Wrong(String),
}

impl From<String> for Unwritten {
    fn from(why: String) -> Self {
        Unwritten::Unsafe(why)
    }
}

/// The text of `input` with all `regions` transformed. Regions that change nothing leave it as it is.
///
/// The result is preprocessed again and compared, token for token, with what was meant.
///
/// # Errors
/// See [`Unwritten`].
pub fn text(input: &Input, regions: &[&Region], preprocessor: &Preprocessor) -> Result<String, Unwritten> {
    let edits = |spelling, shifted: Option<&str>| -> Result<Vec<Edit>, String> {
        let copied_functions = copied_functions(regions);
        let is_copied =
            |region: &Region| copied_functions.iter().flatten().any(|it| std::ptr::eq(*it, region));
        let stands_here = |region: &&&Region| match &region.apart {
            None => true,
            Some(_) => region.is_beside_its_loops() && !is_copied(region),
        };
        let plain = regions.iter().filter(|region| region.changes()).filter(stands_here);
        let edits: Result<Vec<_>, _> = plain.map(|region| edits_or_choice(input, region, spelling)).collect();
        let mut edits = edits?.concat();
        // copies call them
        edits.extend(helpers(input, regions)?);
        for function in copied_functions {
            edits.extend(copied(input, &function, spelling, shifted)?);
        }
        Ok(edits)
    };
    let wanted = edits(Spelling::Macros, None)?;
    if wanted.is_empty() {
        return Ok(input.text.clone());
    }
    let expanded = edits(Spelling::Values, None)?;
    let marked = |shifted: &str| edits(Spelling::Values, Some(shifted)).ok();
    let meant = Meant::new(input, &expanded, &marked, preprocessor);
    // a copy has the names of the function in which all changes are made
    let changed = regions.iter().filter(|region| region.changes());
    let in_place = changed.map(|region| self::edits(input, region, Spelling::Values));
    let in_place = in_place.collect::<Result<Vec<_>, _>>()?.concat();
    splice::reject_overlaps(&input.map, &in_place).map_err(|error| error.to_string())?;
    names::check(input, regions, &splice::traced(&input.map, &in_place))?;
    let attempts = [
        splice::splice(&input.text, &input.map, &wanted),
        splice::splice_whole_lines(&input.text, &input.map, &wanted),
        splice::splice_whole_lines(&input.text, &input.map, &expanded),
    ];
    let mut reason = "new text would preprocess to something else".to_string();
    for attempt in attempts {
        match attempt {
            Ok(text) if meant.is(&text) => return Ok(text),
            Ok(_) => {}
            Err(error) => reason = error.to_string(),
        }
    }
    Err(Unwritten::Unsafe(reason))
}

/// The regions that change, by function, of the functions that get a copy for memory that doesn't overlap.
fn copied_functions<'a>(regions: &[&'a Region]) -> Vec<Vec<&'a Region>> {
    let function = |region: &&Region| {
        let test = region.apart.as_ref().filter(|_| region.changes() && !region.is_beside_its_loops());
        test.map(|test| test.entry.function)
    };
    let places: BTreeSet<Span> = regions.iter().filter_map(function).collect();
    let within = |place: &Span| {
        let inside = regions.iter().copied();
        let inside = inside.filter(|it| it.changes() && place.contains(it.analysed.scop.span));
        inside.collect::<Vec<_>>()
    };
    places.iter().map(within).collect()
}

/// The copy of a function with all that changes in it, in front of the function and the comment above that, and the test
/// that goes there; with marks at line numbers, if the text is given with its lines numbered further on.
fn copied(
    input: &Input,
    regions: &[&Region],
    spelling: Spelling,
    shifted: Option<&str>,
) -> Result<Vec<Edit>, String> {
    let tests = || {
        let copied = regions.iter().filter(|region| !region.is_beside_its_loops());
        copied.filter_map(|region| Some((*region, region.apart.as_ref()?)))
    };
    let Some((first, Test { entry, .. })) = tests().next() else { return Ok(vec![]) };
    // what one of them reads can be read behind its place, too
    let place = tests().map(|(_, test)| test.entry.place).max().unwrap_or(entry.place);
    let map = &input.map;
    let lines = map.original_lines(entry.function).filter(|lines| {
        lines.file == FileId::MAIN && map.slice(lines.preprocessed).trim() == map.slice(entry.function)
    });
    let lines = lines.ok_or("the function shares its lines with something else")?;
    let copy = frontend::copy_name(&first.analysed.scop.function);
    let mut inside = regions
        .iter()
        .map(|it| edits_or_choice(input, it, spelling))
        .collect::<Result<Vec<_>, _>>()?
        .concat();
    // what the file declares keeps its size there, for the function itself
    inside.retain(|edit| match edit {
        Edit::Replace(patch) => entry.function.contains(patch.span),
        Edit::Comment { before, .. } => entry.function.contains(*before),
        Edit::ReplaceLines { .. } => true,
    });
    let own: String = regions.iter().map(|it| with_layout(it, spelling, codegen::declare::of_copy)).collect();
    if !own.is_empty() {
        let function = input.unit.definitions().iter().find(|it| it.span == entry.function);
        let start = function.ok_or("the function has no body")?.body.span.start;
        let brace =
            Patch { span: Span::new(start, start + 1), replacement: format!("{{\n{}", own.trim_end()) };
        inside.push(Edit::Replace(brace));
    }
    inside.extend(renamed(map, entry, &copy));
    let text = match spelling {
        Spelling::Macros => written(input, &inside, lines.first, lines.last)?,
        Spelling::Values if shifted.is_some() => {
            let marked = splice::marked_within(map, &inside, shifted.unwrap_or_default(), entry.function);
            marked.ok_or("its line numbers can't be told")?
        }
        Spelling::Values => {
            let all = splice::expected_preprocessed(map, &inside);
            all[entry.function.start..all.len() - (map.text().len() - entry.function.end)].to_owned()
        }
    };
    let all = tests().map(|(region, test)| with_layout(region, spelling, |layout| test.tests(layout)));
    let all = all.fold(Tests::default(), Tests::with);
    let above = above_comment(&input.text, map, lines.first);
    let title = format!(
        "{}{copy}` is `{}` for {} */",
        frontend::COPY,
        first.analysed.scop.function,
        purpose(regions)
    );
    Ok(vec![
        Edit::ReplaceLines {
            first: above,
            last: above - 1,
            text: format!("\n{title}\n{}\n\n", text.trim_matches('\n')),
        },
        Edit::Replace(left(map, place, &apart::dispatch(entry, &copy, &all, purpose(regions)))),
    ])
}

/// The functions that tests call, in front of the first one in which there are such.
fn helpers(input: &Input, regions: &[&Region]) -> Result<Option<Edit>, String> {
    let (mut helpers, mut callers) = (BTreeSet::new(), BTreeSet::new());
    for region in regions.iter().filter(|region| region.changes()) {
        let Some(test) = &region.apart else { continue };
        let tests = with_layout(region, Spelling::Values, |layout| test.tests(layout));
        let called: BTreeSet<Helper> = tests.helpers().collect();
        callers.extend((!called.is_empty()).then_some(test.entry.function));
        helpers.extend(called);
    }
    let Some(first) = callers.first().copied() else { return Ok(None) };
    let names: BTreeSet<String> = helpers.iter().map(Helper::name).collect();
    if let Some(taken) =
        tokens(&input.text).map(|token| token.span.of(&input.text)).find(|it| names.contains(*it))
    {
        return Err(format!("`{taken}` is a name already"));
    }
    let lines = input.map.original_lines(first).filter(|lines| lines.file == FileId::MAIN);
    let lines = lines.ok_or("the function has no place in the file")?;
    let above = above_comment(&input.text, &input.map, lines.first);
    let text: Vec<String> = helpers.iter().map(Helper::definition).collect();
    Ok(Some(Edit::ReplaceLines {
        first: above,
        last: above - 1,
        text: format!("\n{}\n\n", text.join("\n").trim_end()),
    }))
}

/// The lines that leave a function for its copy, with the token where they stand.
fn left(map: &SourceMap, place: Place, lines: &str) -> Patch {
    match place {
        Place::Start(brace) => Patch { span: brace, replacement: format!("{{\n{lines}") },
        Place::Before(next) => {
            let replacement = format!("{}\n    {}", lines.trim_start(), map.slice(next));
            Patch { span: next, replacement }
        }
        Place::Around(_) => unreachable!("no copy is chosen there"),
    }
}

/// What a copy of a function with these regions is for.
fn purpose(regions: &[&Region]) -> &'static str {
    let is_hopeful = regions.iter().any(|region| region.apart.as_ref().is_some_and(Test::is_of_sizes));
    if is_hopeful {
        "sizes as they should be, in memory that doesn't overlap"
    } else {
        "memory that doesn't overlap"
    }
}

/// The edits that call a function otherwise, and make it one of the file.
fn renamed(map: &SourceMap, entry: &frontend::Entry, copy: &str) -> Vec<Edit> {
    let replace = |span, replacement| Edit::Replace(Patch { span, replacement });
    let first = tokens(map.slice(entry.function)).next().map(|token| token.span);
    let first =
        first.map(|span| Span::new(entry.function.start + span.start, entry.function.start + span.end));
    let mut edits = vec![replace(entry.name, copy.to_owned())];
    edits.extend(
        first.filter(|_| !entry.is_static).map(|span| replace(span, format!("static {}", map.slice(span)))),
    );
    edits
}

/// Lines of the user's text, with `edits` that lie in them.
fn written(input: &Input, edits: &[Edit], first: u32, last: u32) -> Result<String, String> {
    let map = &input.map;
    let spliced = splice::splice(&input.text, map, edits)
        .or_else(|_| splice::splice_whole_lines(&input.text, map, edits))
        .map_err(|error| error.to_string())?;
    let place = map.line_range(FileId::MAIN, first, last).ok_or("the function has no place in the file")?;
    let behind = input.text.len() - place.end;
    Ok(spliced[place.start..spliced.len() - behind].to_owned())
}

/// The first line of the comments that end right above a line, or that line.
fn above_comment(text: &str, map: &SourceMap, line: u32) -> u32 {
    let Some(place) = map.line_range(FileId::MAIN, line, line) else { return line };
    let mut start = place.start;
    for comment in map.comments_before(FileId::MAIN, place.start) {
        if text[comment.end..start].matches('\n').count() > 1 {
            break;
        }
        start = comment.start;
    }
    1 + text[..start].matches('\n').count() as u32
}

/// What `f` makes of the region's arrays as they are laid out.
pub(crate) fn with_layout<R>(region: &Region, spelling: Spelling, f: impl FnOnce(&Layout) -> R) -> R {
    let mappings = region.mappings();
    let blocks = allocator::sharing::blocks(&region.allocations);
    let (scop, private) = (&region.built().scop, &region.private);
    f(&Layout { scop, mappings: &mappings, windows: &region.windows, blocks: &blocks, private, spelling })
}

/// The edits of a region: its new loops, behind a test in front of those that were there where there is one.
fn edits_or_choice(input: &Input, region: &Region, spelling: Spelling) -> Result<Vec<Edit>, String> {
    match region.apart.as_ref().filter(|_| region.is_beside_its_loops()) {
        None => edits(input, region, spelling),
        Some(test) => with_layout(region, spelling, |layout| chosen(input, region, layout, test)),
    }
}

/// The new loops of a region behind a test, and those that were there where it doesn't hold; in front of both and behind them what
/// obtains and releases memory.
fn chosen(input: &Input, region: &Region, layout: &Layout, test: &Test) -> Result<Vec<Edit>, String> {
    let scop = layout.scop;
    let replaced = Replaced::of(input, scop)?;
    let (tests, purpose) = (test.tests(layout).condition(), test.purpose());
    let edits = codegen::declare::edits_by(&tests, layout, &input.map);
    let edits = edits.ok_or("what is declared in front of its loops changes")?;
    let Replaced { text, indentation, .. } = &replaced;
    let further = format!("{indentation}    ");
    let own = codegen::declare::variables(layout);
    let own: String = own.iter().map(|line| format!("{further}{line}\n")).collect();
    let new = new_loops(input, region, layout, &replaced, &further).concat();
    let old = indented(&without_moved(input, layout, &replaced)?, indentation);
    let [before, behind] =
        [&text.before, &text.behind].map(|places| statements(input, layout, places, &edits, indentation));
    let choice = format!(
        "{indentation}{}{purpose} */\n{indentation}if ({tests}) {{\n{own}{}\n{indentation}}} else {{\n{old}\n{indentation}}}\n",
        frontend::CHOICE,
        new.trim_end_matches('\n'),
    );
    let is_alone = before.is_empty() && behind.is_empty();
    let text = match is_alone || !is_body(&input.map, scop.span) {
        true => [before, choice, behind].concat(),
        false => format!("{indentation}{{\n{before}{choice}{behind}{indentation}}}\n"),
    };
    let is_outside = |edit: &Edit| !codegen::declare::is_inside(layout, edit);
    Ok(edits.into_iter().filter(is_outside).chain([replaced.by(text)]).collect())
}

/// The text of a region as it was, without what comes to stand in front of its loops and behind them.
fn without_moved(input: &Input, layout: &Layout, replaced: &Replaced) -> Result<String, String> {
    let moved = || replaced.text.before.iter().chain(&replaced.text.behind);
    let (text, whole, mut places): (_, _, Vec<Span>) = match layout.spelling {
        Spelling::Macros => {
            let original = |place: &Span| {
                let place = input.map.original(*place).filter(|it| it.file == FileId::MAIN)?;
                Some(Span::new(place.start, place.end))
            };
            let places: Option<_> = moved().map(original).collect();
            (&input.text[..], replaced.bytes, places.ok_or("what obtains memory comes out of a macro")?)
        }
        Spelling::Values => (input.map.text(), layout.scop.span, moved().copied().collect()),
    };
    places.sort();
    let (mut rest, mut start) = (String::new(), whole.start);
    for place in places.into_iter().filter(|place| whole.contains(*place)) {
        rest.push_str(&text[start..place.start.max(start)]);
        start = place.end.max(start);
        // a line of its own goes as a whole
        let line = rest.rfind('\n').map_or(0, |end| end + 1);
        if let Some((behind, _)) = text[start..whole.end].split_once('\n')
            && behind.trim().is_empty()
            && rest[line..].trim().is_empty()
        {
            rest.truncate(line);
            start += behind.len() + 1;
        }
    }
    rest.push_str(&text[start..whole.end]);
    Ok(rest.trim_matches('\n').to_owned())
}

/// Lines that were indented by `indentation`, or stood in a line, further in.
fn indented(lines: &str, indentation: &str) -> String {
    let first = if lines.starts_with(char::is_whitespace) { "" } else { indentation };
    let all = format!("{first}{lines}");
    if all.contains("\\\n") || all.contains("\\\r") {
        return all;
    }
    let further = |line: &str| if line.trim().is_empty() { String::new() } else { format!("    {line}") };
    all.lines().map(further).collect::<Vec<_>>().join("\n")
}

fn edits(input: &Input, region: &Region, spelling: Spelling) -> Result<Vec<Edit>, String> {
    with_layout(region, spelling, |layout| laid_out(input, region, layout))
}

/// The edits of a region whose arrays are laid out so.
fn laid_out(input: &Input, region: &Region, layout: &Layout) -> Result<Vec<Edit>, String> {
    let scop = layout.scop;
    if region.is_in_place() {
        let mut edits = codegen::declare::edits(layout, false);
        edits.extend(codegen::rewrite::edits(layout));
        edits.extend(codegen::declare::releases(layout, &input.map, false));
        let edits = without_idle(input, layout, edits)?;
        return without_guests(input, layout, edits);
    }
    let mut edits = without_guests(input, layout, codegen::declare::edits(layout, true))?;
    edits.push(replaced(input, region, layout)?);
    edits = without_idle_before(input, layout, edits, vec![found(input, scop)?.span])?;
    edits.extend(codegen::declare::releases(layout, &input.map, true));
    // a schedule in front of the region has been carried out
    edits.extend(region.directive.and_then(|span| {
        let lines = input.map.original_lines(span)?;
        let before = lines.last <= scop.lines.0;
        before.then(|| Edit::ReplaceLines { first: lines.first, last: lines.last, text: String::new() })
    }));
    Ok(edits)
}

/// `edits` and those that take out the variables of which all mentions are replaced.
fn without_idle(input: &Input, layout: &Layout, edits: Vec<Edit>) -> Result<Vec<Edit>, String> {
    let replaced = replaced_by(&edits);
    let idle = input.unit.idle(found(input, layout.scop)?, &input.map, &replaced);
    let gone = idle.iter().filter(|idle| idle.kept.is_empty()).map(|idle| idle.declaration);
    let gone: Vec<Span> = gone.chain(replaced).collect();
    without_idle_before(input, layout, without_declared(input, layout, edits, &idle), gone)
}

/// `edits` and those that take out the variables in front of a region of which nothing is left but their declarations, since
/// all that mentions them is `gone` or replaced.
fn without_idle_before(
    input: &Input,
    layout: &Layout,
    edits: Vec<Edit>,
    mut gone: Vec<Span>,
) -> Result<Vec<Edit>, String> {
    let region = found(input, layout.scop)?;
    gone.extend(replaced_by(&edits));
    let mut named = BTreeSet::new();
    for edit in &edits {
        let text = match edit {
            Edit::Replace(patch) => &patch.replacement,
            Edit::ReplaceLines { text, .. } => text,
            Edit::Comment { .. } => continue,
        };
        let names = tokens(text).filter(|token| token.kind == TokenKind::Identifier);
        named.extend(names.map(|token| token.span.of(text)));
    }
    let idle = input.unit.idle_before(region, &input.map, &gone, &named);
    Ok(without_declared(input, layout, edits, &idle))
}

fn replaced_by(edits: &[Edit]) -> Vec<Span> {
    let replaced = edits.iter().filter_map(|edit| match edit {
        Edit::Replace(patch) => Some(patch.span),
        _ => None,
    });
    replaced.collect()
}

/// `edits` and those that take out the variables that live in the memory of others, and the pointers to blocks that each
/// thread declares for itself. Edits in the same declarations become part of the latter.
fn without_guests(input: &Input, layout: &Layout, edits: Vec<Edit>) -> Result<Vec<Edit>, String> {
    let scop = layout.scop;
    let goes = |id: &ArrayId| {
        let array = &scop.arrays[*id];
        let is_variable = matches!(array.storage, Storage::Local { .. }) && layout.is_guest(*id);
        (is_variable || layout.goes(*id)) && array.name_span.start < array.name_span.end
    };
    let gone = (0..scop.arrays.len()).filter(goes);
    let names: Vec<_> = gone.map(|id| scop.arrays[id].name_span).collect();
    if names.is_empty() {
        return Ok(edits);
    }
    let declarations = input.unit.declared_at(found(input, scop)?, &input.map, &names);
    Ok(without_declared(input, layout, edits, &declarations))
}

/// `edits` and those that leave declarations without what they lose. Edits in the same declarations become part of the latter.
fn without_declared(
    input: &Input,
    layout: &Layout,
    mut edits: Vec<Edit>,
    declarations: &[frontend::Idle],
) -> Vec<Edit> {
    for idle in declarations {
        let is_within = |edit: &Edit| match edit {
            Edit::Replace(patch) => idle.declarators.contains(patch.span),
            _ => false,
        };
        let (within, rest): (Vec<_>, Vec<_>) = edits.into_iter().partition(is_within);
        let patches = within.into_iter().filter_map(|edit| match edit {
            Edit::Replace(patch) => Some(patch),
            _ => None,
        });
        let patches: Vec<_> = patches.collect();
        edits = rest;
        let (declaration, declarators) = (idle.declaration, idle.declarators);
        edits.push(codegen::declare::without(
            layout,
            &input.map,
            declaration,
            declarators,
            &idle.kept,
            &patches,
        ));
    }
    edits
}

/// The region that `scop` models.
fn found<'a>(input: &'a Input, scop: &Scop) -> Result<&'a frontend::Region, String> {
    let mut all = input.unit.regions().iter().chain(input.unit.beside());
    let region = all.find(|region| region.span == scop.span);
    region.ok_or_else(|| lost(scop))
}

fn lost(scop: &Scop) -> String {
    format!("the region at line {} has no place in the file", scop.lines.0)
}

/// What of the user's file a region's text is.
struct Replaced<'a> {
    place: &'a frontend::Region,
    text: frontend::Text,
    bytes: Span,
    indentation: String,
}

impl<'a> Replaced<'a> {
    fn of(input: &'a Input, scop: &Scop) -> Result<Self, String> {
        let place = found(input, scop)?;
        let text = input.unit.text(place, &input.map)?;
        let (lines, bytes) = match text.extent {
            Extent::Lines { first, last } => ((first, last), input.map.line_range(FileId::MAIN, first, last)),
            Extent::Tokens(span) => {
                (scop.lines, input.map.original(span).map(|place| Span::new(place.start, place.end)))
            }
        };
        let bytes = bytes.ok_or_else(|| lost(scop))?;
        Ok(Replaced { place, text, bytes, indentation: indentation(input, lines.0, lines.1) })
    }

    /// The edit that puts lines there.
    fn by(&self, new: String) -> Edit {
        match self.text.extent {
            Extent::Lines { first, last } => Edit::ReplaceLines { first, last, text: new },
            Extent::Tokens(span) => Edit::Replace(Patch { span, replacement: amid(&new, &self.indentation) }),
        }
    }
}

/// The edit that puts the new loops in the place of the region's text.
fn replaced(input: &Input, region: &Region, layout: &Layout) -> Result<Edit, String> {
    let replaced = Replaced::of(input, layout.scop)?;
    let new = new_text(input, region, layout, &replaced, &replaced.indentation);
    Ok(replaced.by(new))
}

/// The new loops of a region, indented, with what must stand around them.
fn new_text(
    input: &Input,
    region: &Region,
    layout: &Layout,
    replaced: &Replaced,
    indentation: &str,
) -> String {
    let Replaced { text, .. } = replaced;
    let edits = codegen::declare::edits(layout, false);
    let gone = codegen::declare::gone(layout);
    let behind: Vec<Span> = text.behind.iter().filter(|place| !gone.contains(place)).copied().collect();
    let [before, behind] =
        [&text.before, &behind].map(|places| statements(input, layout, places, &edits, indentation));
    let [uses, loops] = new_loops(input, region, layout, replaced, indentation);
    let parts = [before, uses, loops, behind];
    let are_several =
        region.ordered.body.len() != 1 || parts.iter().filter(|part| !part.is_empty()).count() > 1;
    match are_several && is_body(&input.map, layout.scop.span) {
        true => format!("{indentation}{{\n{}{indentation}}}\n", parts.concat()),
        false => parts.concat(),
    }
}

/// The new loops of a region alone, behind mentions of what has no other use in them.
fn new_loops(
    input: &Input,
    region: &Region,
    layout: &Layout,
    Replaced { place, bytes, .. }: &Replaced,
    indentation: &str,
) -> [String; 2] {
    let comments = Comments::of(&input.map, layout.scop, *bytes);
    let print = if region.choice.is_some() { codegen::print::in_parallel } else { codegen::print::region };
    let loops = print(layout, &region.ordered, &comments, indentation);
    // a copy stands beside the calls
    let unused = match region.apart {
        None => input.unit.unused_without(place, &input.map),
        Some(_) => vec![],
    };
    let is_named =
        |name: &&&str| loops.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == **name);
    let unused = unused.iter().filter(|name| !is_named(name));
    let uses: String = unused.map(|name| format!("{indentation}(void){name};\n")).collect();
    [uses, loops]
}

/// Statements that obtain and release memory, as they are to be with `edits`.
fn statements(input: &Input, layout: &Layout, places: &[Span], edits: &[Edit], indentation: &str) -> String {
    let lines =
        places.iter().flat_map(|place| codegen::declare::statement(layout, &input.map, *place, edits));
    lines.map(|line| format!("{indentation}{line}\n")).collect()
}

/// Whether what begins there may be all that a loop or a branch has for a body, which can be one statement alone.
fn is_body(map: &SourceMap, place: Span) -> bool {
    let before = map.text()[..place.start].lines().rev().map(str::trim);
    let last = before.into_iter().find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
    let word = last.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next();
    last.ends_with([')', ':']) || matches!(word, Some("else" | "do"))
}

/// Lines for a place between tokens, indented by `indentation` but for the first; a pragma needs a line of its own.
fn amid(lines: &str, indentation: &str) -> String {
    let text = lines.trim();
    let starts_with_directive = text.starts_with('#');
    let ends_with_comment = text.lines().last().is_some_and(|line| line.contains("//"));
    let before = if starts_with_directive { format!("\n{indentation}") } else { String::new() };
    // what follows on the line is no part of the loop
    let behind =
        if ends_with_comment || text.contains('\n') { format!("\n{indentation}") } else { String::new() };
    format!("{before}{text}{behind}")
}

/// The white space before the first line of the region that has any text.
fn indentation(input: &Input, first: u32, last: u32) -> String {
    let lines = (first..=last).filter_map(|line| input.map.line_text(input.map.main_file(), line));
    let text = lines.filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let blank = |line: &str| line.chars().take_while(|c| c.is_whitespace()).collect();
    text.map(blank).next().unwrap_or_default()
}
