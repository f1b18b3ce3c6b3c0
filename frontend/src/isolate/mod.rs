//! Statements that run in a memory space of their own: `#pragma polycc isolate` speaks of the statement that
//! follows it (Guelton, Amini, Creusillet, *Beyond Do Loops*, section 3).
//!
//! Transfers stand before the statement and behind it, so it must be entered at its start and left at its
//! end only.

pub mod barriers;
pub mod calls;
pub mod handed;
pub mod stretches;
pub mod variables;

use diagnostics::{Code, Diagnostic, SourceMap, Span};

use crate::outline::initialized;
use crate::pragma::pragma;
use crate::pragma::regions::WORDS;
use crate::region::{Precision, Region};
use crate::syntax::tree::{Construct, Function, Statement, StatementKind};
use crate::translation::Translation;

/// A statement that runs in a memory space of its own.
#[derive(Clone, Debug)]
pub struct Isolated {
    /// The line `#pragma polycc isolate`.
    pub pragma: Span,
    /// The statement.
    pub region: Region,
}

/// The statements that the lines `pragmas` mark.
///
/// # Errors
/// What is wrong with any of them.
pub fn isolated(
    translation: &Translation,
    map: &SourceMap,
    pragmas: &[Span],
) -> Result<Vec<Isolated>, Vec<Diagnostic>> {
    let (mut found, mut problems): (Vec<Isolated>, Vec<Diagnostic>) = (Vec::new(), Vec::new());
    for pragma in pragmas {
        match place(translation, map, *pragma) {
            Ok(isolated) => found.push(isolated),
            Err(problem) => problems.push(problem),
        }
    }
    for (position, outer) in found.iter().enumerate() {
        let inner = found[position + 1..].iter().find(|inner| outer.region.span.contains(inner.pragma));
        problems.extend(inner.map(|inner| {
            Diagnostic::error(Code::IsolatedInside, "an isolated statement can't be inside another")
                .at(inner.pragma, "the inner one")
                .also(outer.pragma, "the outer one")
        }));
    }
    if problems.is_empty() { Ok(found) } else { Err(problems) }
}

fn place(translation: &Translation, map: &SourceMap, pragma: Span) -> Result<Isolated, Diagnostic> {
    let nothing = || {
        Diagnostic::error(Code::IsolatesNothing, "this pragma stands before no statement")
            .at(pragma, "")
            .with_help(
                "`#pragma polycc isolate` speaks of the loop, block, call or assignment that follows it",
            )
    };
    let tokens = &translation.table.tokens;
    let next = tokens.partition_point(|token| token.span.start < pragma.end);
    let start = tokens.get(next).ok_or_else(nothing)?.span.start;
    let functions = &translation.resolved.functions;
    let function_index =
        functions.iter().position(|it| it.body.span.start < start && start < it.body.span.end);
    let function_index = function_index.ok_or_else(nothing)?;
    let function = &functions[function_index];
    let statement = starting_at(&function.body, start).ok_or_else(nothing)?;
    check(statement, function, pragma)?;
    check_pragmas(translation, map, statement, pragma)?;
    let line = |place: usize| map.locate(place).line;
    Ok(Isolated {
        pragma,
        region: Region {
            function: function.name.clone(),
            file: map.main_file().to_owned(),
            lines: (line(statement.span.start), line(statement.span.end.saturating_sub(1))),
            span: statement.span,
            is_found: true,
            schedule: None,
            order: None,
            temporary: vec![],
            live_out: vec![],
            assumptions: vec![],
            mark: pragma,
            openmp: vec![],
            threads: None,
            callers: vec![],
            precision: Precision::Cells,
            is_hopeful: false,
            is_isolated: true,
            isolated: vec![],
            function_index,
        },
    })
}

/// The `for` loop that does nothing but to run an isolated statement, as a statement that may be isolated itself, with its
/// counter.
pub fn loop_around(
    translation: &Translation,
    map: &SourceMap,
    isolated: &Isolated,
) -> Option<(Isolated, String)> {
    let function = &translation.resolved.functions[isolated.region.function_index];
    let target = isolated.region.span;
    let mut around = None;
    let mut inside = &function.body;
    while inside.span != target {
        let child = inside.children().rfind(|child| child.span.contains(target))?;
        match &inside.kind {
            StatementKind::For(for_) if for_.body.span == child.span => around = Some(inside),
            StatementKind::Block(list) if list.len() == 1 => {}
            _ => around = None,
        }
        inside = child;
    }
    let (whole, StatementKind::For(for_)) = around.map(|whole| (whole, &whole.kind))? else { return None };
    check(whole, function, isolated.pragma).ok()?;
    let counter = initialized(for_.initial.as_ref()?)?;
    let line = |place: usize| map.locate(place).line;
    let lines = (line(whole.span.start), line(whole.span.end.saturating_sub(1)));
    let region = Region { span: whole.span, lines, ..isolated.region.clone() };
    let counter = translation.resolved.symbols[counter].name.clone();
    Some((Isolated { pragma: isolated.pragma, region }, counter))
}

/// The outermost statement inside `around` that starts there.
fn starting_at(around: &Statement, start: usize) -> Option<&Statement> {
    let inside = around.children().find(|child| child.span.start <= start && start < child.span.end)?;
    if inside.span.start == start { Some(inside) } else { starting_at(inside, start) }
}

/// Refuses what has no end to copy back at, and what is entered elsewhere than at its start.
fn check(statement: &Statement, function: &Function, pragma: Span) -> Result<(), Diagnostic> {
    let refuse = |cause: &str, place: Span, remark: &str| {
        Err(Diagnostic::error(Code::CannotIsolate, format!("{cause} can't be isolated"))
            .at(place, remark)
            .also(pragma, "asked for here"))
    };
    match &statement.unlabeled().1.kind {
        StatementKind::Declaration(_) => {
            let problem = refuse("a declaration", statement.span, "lives on behind the pragma's statement");
            return problem.map_err(|problem| problem.with_help("isolate the statements that use it"));
        }
        StatementKind::Expression(None) => return refuse("an empty statement", statement.span, ""),
        _ => {}
    }
    if let Some((what, place)) = leaving(statement, 0, 0) {
        return refuse(
            &format!("a statement with {what}"),
            place,
            "leaves it before its values are copied back",
        );
    }
    let mut labels = Vec::new();
    statement.walk(&mut |inner| {
        if let StatementKind::Labeled(label, _) = &inner.kind {
            labels.push((label.as_str(), inner.span));
        }
    });
    let mut jumps = Vec::new();
    function.body.walk(&mut |inner| {
        if let StatementKind::Other(Construct::Goto(label), ..) = &inner.kind {
            jumps.push((label.as_str(), inner.span));
        }
    });
    for (label, place) in jumps {
        let target = labels.iter().find(|(known, _)| *known == label);
        match (statement.span.contains(place), target) {
            (true, None) => return refuse("a statement with a `goto`", place, "leaves it"),
            (false, Some((_, label))) => return refuse("the target of a jump", *label, "is jumped to"),
            _ => {}
        }
    }
    Ok(())
}

/// Other pragmas would speak of the copies around the statement, or name variables that it doesn't have any more.
fn check_pragmas(
    translation: &Translation,
    map: &SourceMap,
    statement: &Statement,
    isolate: Span,
) -> Result<(), Diagnostic> {
    let start = translation.table.end_before(isolate.start);
    let lines = translation.table.directives_within(Span::new(start, statement.span.end)).iter();
    let found = lines.filter_map(|line| pragma(map.text(), line)).find(|line| !WORDS.contains(&line.word));
    found.map_or(Ok(()), |line| {
        let problem =
            Diagnostic::error(Code::CannotIsolate, "a statement with other pragmas can't be isolated");
        Err(problem.at(line.span, "").also(isolate, "asked for here"))
    })
}

/// What leaves a statement, or can't be seen through, in `loops` loops and `switches` switches of it.
fn leaving(statement: &Statement, loops: u32, switches: u32) -> Option<(&'static str, Span)> {
    let (mut loops, mut switches) = (loops, switches);
    match &statement.kind {
        StatementKind::For(_) => loops += 1,
        StatementKind::Other(construct, ..) => match construct {
            Construct::While | Construct::Do => loops += 1,
            Construct::Switch => switches += 1,
            Construct::Return => return Some(("a `return`", statement.span)),
            Construct::Break if loops + switches == 0 => return Some(("a `break`", statement.span)),
            Construct::Continue if loops == 0 => return Some(("a `continue`", statement.span)),
            Construct::Case if switches == 0 => return Some(("a `case` label", statement.span)),
            Construct::Assembly => return Some(("inline assembly", statement.span)),
            Construct::Break | Construct::Continue | Construct::Case | Construct::Goto(_) => {}
        },
        _ => {}
    }
    statement.children().find_map(|child| leaving(child, loops, switches))
}
