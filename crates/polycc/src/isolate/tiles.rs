//! Isolated loop nests in tiles (`--tile`): each tile is what is isolated then (Guelton, Amini, Creusillet, section
//! 4.3), so its memory holds what a tile touches, and with `--transfer-reuse` the tiles of the innermost loop over tiles
//! share it.
//!
//! The text is written anew, with loops over tiles around the nest and `#pragma polycc isolate` before each tile; what
//! follows is as if the user had written it so. A nest stays whole, and a note says why, where tiles aren't certain to
//! give the same result or can't be isolated.

use super::{Failure, Sharing, Statement, run, trial};
use crate::input::Input;
use crate::meant::Meant;
use crate::pipeline::maybe_overlapping;
use check::Outcome;
use codegen::print::Mark;
use codegen::splice::{self, Edit, Patch};
use codegen::{Comments, Spelling, Unchanged};
use diagnostics::{Code, FileId, Remark, Span};
use frontend::preprocess::Preprocessor;
use polyhedral::{Node, Program, Scop};
use schedule::tiling::boxes;

/// The sides of tiles for which none are given.
const USUAL: i64 = 32;

/// Sizes of the tiles that are run for the check: several tiles each way at the sizes at which it runs.
const SMALL: [i64; 2] = [2, 3];

/// The line before each tile.
const MARK: &str = "#pragma polycc isolate";

/// A file whose isolated statements run in tiles, as far as they can.
pub struct Tiled {
    /// The file with loops over tiles.
    pub input: Input,
    /// Its isolated statements.
    pub statements: Vec<Statement>,
}

/// `input`, whose isolated statements are `statements`, in tiles of these `sizes`: outer loops first, the last
/// size for all that follow.
///
/// # Errors
/// A mistake of polycc's that the check has found.
pub fn tiled(
    input: Input,
    statements: Vec<Statement>,
    sizes: &[i64],
    sharing: Sharing,
    preprocessor: &Preprocessor,
) -> Result<Tiled, Failure> {
    let sizes = if sizes.is_empty() { &[USUAL] } else { sizes };
    let mut all = Tiled { input, statements };
    let mut next = 0;
    while next < all.statements.len() {
        match in_tiles(&all, next, sizes, sharing, preprocessor)? {
            Ok((tiled, count)) => {
                all = tiled;
                next += count;
            }
            Err(why) => {
                all.statements[next].remarks.push(Remark::new(Code::NoTiles, format!("no tiles: {why}")));
                next += 1;
            }
        }
    }
    Ok(all)
}

/// The file with one statement more in tiles, and the number of statements that it has become; or why not.
fn in_tiles(
    all: &Tiled,
    position: usize,
    sizes: &[i64],
    sharing: Sharing,
    preprocessor: &Preprocessor,
) -> Result<Result<(Tiled, usize), String>, Failure> {
    let statement = &all.statements[position];
    let Tiles { program, name } = match checked(&all.input, statement, sizes)? {
        Ok(tiles) => tiles,
        Err(why) => return Ok(Err(why)),
    };
    let written = text(&all.input, statement, &program, preprocessor);
    let read = written.and_then(|text| Input::from_sound_text(&all.input.path, text, preprocessor));
    let input = match read {
        Ok(input) => input,
        Err(why) => return Ok(Err(why)),
    };
    let mut statements = match run(&input, sharing) {
        Ok(statements) => statements,
        Err(Failure::Refused(problems)) => {
            return Ok(Err(problems
                .into_iter()
                .map(|problem| problem.message)
                .collect::<Vec<_>>()
                .join("; ")));
        }
        Err(wrong) => return Err(wrong),
    };
    let Some(count) = (statements.len() + 1).checked_sub(all.statements.len()) else {
        return Ok(Err("a tile has no text".into()));
    };
    keep_what_is_known(all, position, count, &mut statements);
    statements[position..position + count]
        .iter_mut()
        .for_each(|tile| tile.remarks.push(Remark::new(Code::InTiles, name.clone())));
    Ok(Ok((Tiled { input, statements }, count)))
}

/// Remarks, and the lines of the user's file, which the loops over tiles have moved.
fn keep_what_is_known(all: &Tiled, position: usize, count: usize, statements: &mut [Statement]) {
    for (index, statement) in statements.iter_mut().enumerate() {
        let origin = match index {
            _ if index < position => index,
            _ if index < position + count => position,
            _ => index + 1 - count,
        };
        let origin = &all.statements[origin];
        statement.remarks = origin.remarks.clone();
        let lines = origin.analysed.scop.lines;
        statement.analysed.scop.lines = lines;
        if let Some(around) = &mut statement.around {
            around.region.lines = origin.around.as_ref().map_or(lines, |around| around.region.lines);
        }
        for (index, stay) in statement.stays.iter_mut().enumerate() {
            stay.place.region.lines = origin.stays.get(index).map_or(lines, |stay| stay.place.region.lines);
        }
    }
}

/// A statement in tiles.
struct Tiles {
    /// The loop tree.
    program: Program,
    /// Which, in words.
    name: String,
}

/// A statement in tiles, checked, or why it has none.
fn checked(input: &Input, statement: &Statement, sizes: &[i64]) -> Result<Result<Tiles, String>, Failure> {
    let span = statement.place.region.span;
    if input.unit.regions().iter().any(|region| region.span.contains(span)) {
        return Ok(Err("the region around the statement keeps its order".into()));
    }
    if !statement.calls.is_empty() {
        return Ok(Err("the statement calls functions".into()));
    }
    let scop = &statement.analysed.scop;
    if trial::has_while(scop) {
        return Ok(Err("the statement has a `while` loop".into()));
    }
    // loops of the model that the text doesn't have
    if Node::loops(&scop.program.body).into_iter().any(|counted| counted.line == 0) {
        return Ok(Err("a subscript depends on data".into()));
    }
    if let Some(names) = maybe_overlapping(scop, &|_| true) {
        return Ok(Err(format!("{} may overlap; `restrict` would say that they don't", names.join(", "))));
    }
    let context = scop.context.context().clone();
    let found = context.with_budget(super::OPERATIONS, || {
        let tiling = match boxes(&statement.analysed)? {
            Ok(tiling) => tiling,
            Err(why) => return Ok(Err(why)),
        };
        let depth = tiling.bands.iter().map(|band| band.depth() as usize).max().unwrap_or(0);
        let all = |sizes: &[i64]| -> Vec<i64> { (0..depth).map(|d| sizes[d.min(sizes.len() - 1)]).collect() };
        let program = |sizes: &[i64]| {
            let still = vec![0; depth];
            let tiles = tiling.bands.iter().map(|band| codegen::tile::Tiles {
                coordinates: &band.coordinates,
                depth: tiling.loops_around(band),
                sizes,
                moves: &still,
                in_fronts: false,
            });
            codegen::tile::program(scop, &tiles.collect::<Vec<_>>())
        };
        let sides: Vec<_> = all(sizes).iter().map(i64::to_string).collect();
        let name = format!("in tiles of {}", sides.join(" x "));
        Ok(Ok((program(&all(&SMALL))?, Tiles { program: program(&all(sizes))?, name })))
    });
    let (small, wanted) = match found {
        Ok(Ok(programs)) => programs,
        Ok(Err(why)) => return Ok(Err(why)),
        Err(error) => return Ok(Err(error.message)),
    };
    let largest = sizes.iter().copied().max().unwrap_or(1);
    if !codegen::magnitude::is_moderate(&scop.program, &wanted.program, largest) {
        return Ok(Err("the bounds of tiles are too large for C's integers".into()));
    }
    for program in [&small, &wanted.program] {
        if let Outcome::Differs(mismatch) = trial::compare_order(scop, program).outcome {
            return Err(Failure::Wrong(mismatch.to_string()));
        }
    }
    Ok(Ok(wanted))
}

/// The text with `program` in the place of the statement. It is preprocessed again and compared with what was
/// meant; an error says, as a phrase, that there is no such text.
fn text(
    input: &Input,
    statement: &Statement,
    program: &Program,
    preprocessor: &Preprocessor,
) -> Result<String, String> {
    let lost = || "they have no place in the file".to_string();
    let edits = |spelling| edits(input, statement, program, spelling).ok_or_else(lost);
    let (wanted, expanded) = (edits(Spelling::Macros)?, edits(Spelling::Values)?);
    let marked = |_: &str| Some(expanded.clone());
    let meant = Meant::new(input, &expanded, &marked, preprocessor);
    let attempts = [
        splice::splice(&input.text, &input.map, &wanted),
        splice::splice_whole_lines(&input.text, &input.map, &wanted),
        splice::splice_whole_lines(&input.text, &input.map, &expanded),
    ];
    attempts.into_iter().flatten().find(|text| meant.is(text)).ok_or_else(lost)
}

/// The edits that put the loops over tiles in the place of the pragma and its statement.
fn edits(input: &Input, statement: &Statement, program: &Program, spelling: Spelling) -> Option<Vec<Edit>> {
    let scop = &statement.analysed.scop;
    let span = statement.place.region.span;
    let in_main = |span: Span| input.map.original(span).filter(|place| place.file == FileId::MAIN);
    let place = in_main(span)?;
    let lines = input.map.original_lines(statement.place.pragma).filter(|it| it.file == FileId::MAIN)?;
    let comments = Comments::of(&input.map, scop, Span::new(place.start, place.end));
    // what is declared in a loop holds no value from one iteration to another
    let mark = Mark { line: MARK, declares: span.of(input.map.text()).starts_with("for") };
    // an `else` behind it belongs to the `if` around it
    let mut behind = diagnostics::token::tokens_without_comments(&input.map.text()[span.end..]);
    let is_then = behind.next().is_some_and(|token| token.span.of(&input.map.text()[span.end..]) == "else");
    let indentation = super::text::indentation(input, span);
    let is_block = is_then || program.body.len() != 1;
    let loops = printed(scop, program, &comments, mark, (is_block, &indentation), spelling);
    Some(vec![
        Edit::ReplaceLines { first: lines.first, last: lines.last, text: String::new() },
        Edit::Replace(Patch { span, replacement: loops }),
    ])
}

/// The loops as one statement, for a place behind the indentation of its line.
fn printed(
    scop: &Scop,
    program: &Program,
    comments: &Comments,
    mark: Mark,
    (is_block, indentation): (bool, &str),
    spelling: Spelling,
) -> String {
    let unchanged = Unchanged::of(scop);
    let layout = unchanged.layout(spelling);
    let print =
        |indentation: &str| codegen::print::marked(&layout, program, comments, indentation, Some(mark));
    match is_block {
        false => print(indentation).trim().to_string(),
        true => format!("{{\n{}{indentation}}}", print(&format!("{indentation}    "))),
    }
}
