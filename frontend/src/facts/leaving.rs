//! Checks among loops that leave the function where a block wasn't given: `if (!p) goto fail;`.
//!
//! Such a check may be made before the loops in front of it, together with the statement that obtains the block. Where it leaves,
//! these loops don't run then. That makes no difference if nobody looks at what they would have written: neither the statement itself
//! nor what runs behind it, and nobody outside of the function. A region had better end at a check across which no array lives, since what
//! is behind it gains nothing by what is in front.

use diagnostics::Span;

use super::Surroundings;
use super::allocation::{allocation, null_where};
use super::changes::Change;
use super::library::State;
use super::occurrences::Use;
use super::purity::{Purities, Purity};
use super::streams::{may_open_before, names_text, opened_in_front, opening, set};
use crate::null_tests::ends_program;
use crate::syntax::tree::{
    Construct, Expression, ExpressionKind, Statement, StatementKind, SymbolId, SymbolKind,
};
use crate::syntax::types::TypeKind;

/// Whether a statement of the region does nothing but to leave the function where a pointer is null, and may do so before what stands
/// in front of it in the region.
pub fn may_leave_before(statement: &Statement, around: Surroundings<'_>) -> bool {
    let StatementKind::If(condition, then, None) = &statement.kind else { return false };
    let earlier = Span::new(around.region.span.start, statement.span.start);
    if !around.region.openmp.is_empty() || !tests_pointers(statement, condition, earlier, around) {
        return false;
    }
    let Some(way) = way_out(then, statement.span, around) else { return false };
    let moved = in_a_row(around).into_iter().filter(|it| is_moved(it, around));
    let moved: Vec<Span> = moved.map(|it| it.span).collect();
    let is_set_in_front = |place: Span| moved.iter().any(|it| it.contains(place));
    // who goes on behind the function may ask for the next random number
    let spared = around.index.is_program.then_some(State::Random);
    computes_alone(earlier, spared, around)
        && is_lived_across(earlier, statement, around)
        && around
            .changes_inside()
            .filter(|change| earlier.contains(change.place) && !is_set_in_front(change.place))
            .all(|change| is_unseen(change, then.span, way, around))
}

/// Whether there are no loops in a part of the region, or they use an array of the function's own that is used behind a statement, too.
pub fn is_lived_across(part: Span, statement: &Statement, around: Surroundings<'_>) -> bool {
    if !around.index.loops.iter().any(|it| part.contains(*it)) {
        return true;
    }
    let is_array = |symbol: SymbolId| !around.symbols()[symbol].type_.is_arithmetic();
    let mut used = around.index.occurrences.iter();
    used.any(|(symbol, uses)| {
        let contents = || uses.iter().filter(|it| it.use_ == Use::Contents).map(|it| it.place);
        contents().any(|place| part.contains(place))
            && contents().any(|place| place.start >= statement.span.end)
            && is_array(*symbol)
            && is_functions(*symbol, around)
    })
}

/// The pointers to which the condition of a check gives the blocks that it asks for: `(p = malloc(n)) == NULL`.
pub fn obtained(statement: &Statement, around: Surroundings<'_>) -> Vec<SymbolId> {
    let StatementKind::If(condition, ..) = &statement.kind else { return vec![] };
    let pointers = null_where(condition).unwrap_or_default();
    pointers.into_iter().filter_map(|pointer| obtains(pointer, around)).collect()
}

/// The pointer to which an expression gives the block that it holds.
fn obtains(expression: &Expression, around: Surroundings<'_>) -> Option<SymbolId> {
    let ExpressionKind::Assign(None, target, value) = &expression.kind else { return None };
    let symbol = target.variable()?;
    allocation(symbol, around).filter(|block| block.allocation == value.span).map(|_| symbol)
}

/// Whether a condition looks at nothing but pointers that the function has for itself, and that only blocks change in a part of the
/// region.
fn tests_pointers(
    statement: &Statement,
    condition: &Expression,
    part: Span,
    around: Surroundings<'_>,
) -> bool {
    let is_own = |pointer: &&Expression| {
        if let Some(opening) = set(pointer, around.symbols()) {
            return may_open_before(statement, opening, around);
        }
        pointer.variable().or_else(|| obtains(pointer, around)).is_some_and(|symbol| {
            let known = &around.symbols()[symbol];
            let is_local =
                matches!(known.kind, SymbolKind::Local { is_static: false } | SymbolKind::Parameter);
            let is_plain = !known.type_.qualifiers.volatile && !known.type_.qualifiers.atomic;
            let is_pointer = matches!(known.type_.kind, TypeKind::Pointer(_));
            let mut changes = around.changes_inside();
            let is_changed = changes.any(|it| it.symbol == symbol && it.is_whole && part.contains(it.place));
            is_local
                && is_plain
                && is_pointer
                && around.address_taken(symbol).is_none()
                && (!is_changed
                    || allocation(symbol, around).is_some()
                    || around.translation.resolved.taken_apart.contains(&symbol)
                    || opened_in_front(symbol, around).is_some())
        })
    };
    null_where(condition).is_some_and(|pointers| pointers.iter().all(is_own))
}

/// Where the function goes on behind a statement that leaves it at a check, to its end.
fn way_out(then: &Statement, check: Span, around: Surroundings<'_>) -> Option<Span> {
    let function = around.function();
    let end = function.span.end;
    let (before, last) = match &then.kind {
        StatementKind::Block(list) => {
            let (last, before) = list.split_last()?;
            (before, last)
        }
        _ => (&[][..], then),
    };
    // a release of a structure is a block in the trees
    let is_expression = |statement: &Statement| matches!(statement.kind, StatementKind::Expression(_));
    let is_plain = |statement: &Statement| match &statement.kind {
        StatementKind::Block(list) => list.iter().all(is_expression),
        _ => is_expression(statement),
    };
    if !before.iter().all(is_plain) || around.may_jump_back() {
        return None;
    }
    match &last.kind {
        StatementKind::Other(Construct::Return, ..) => Some(Span::new(end, end)),
        StatementKind::Expression(Some(call)) if ends_program(call, &around.translation.resolved) => {
            Some(Span::new(end, end))
        }
        StatementKind::Other(Construct::Goto(name), ..) => {
            let mut label = None;
            function.body.walk(&mut |statement| {
                if let StatementKind::Labeled(own, _) = &statement.kind
                    && own == name
                {
                    label = Some(statement.span.start);
                }
            });
            // a label within the region stands against that itself
            let label = label.filter(|label| *label >= check.end)?;
            let is_repeated = around.index.loops.iter().any(|it| it.start < label && label < it.end);
            (!is_repeated).then_some(Span::new(label, end))
        }
        _ => None,
    }
}

/// Whether nothing is called in a part of the region but what computes, or obtains and releases memory; what opens files, and such
/// checks, go in front of it. Calls that keep the state `spared` and do nothing else don't count.
pub fn computes_alone(part: Span, spared: Option<State>, around: Surroundings<'_>) -> bool {
    let mut purities = Purities::new(around.translation);
    let mut all = true;
    let is_spared = |kept: &SymbolId| State::of(*kept, around.translation) == spared;
    let stays = |it: &&Statement| it.span.start < part.end && !is_moved(it, around);
    for statement in in_a_row(around).into_iter().filter(stays) {
        statement.walk_expressions(around.symbols(), &mut |expression| {
            let ExpressionKind::Call(callee, _) = &expression.kind else { return };
            if !part.contains(expression.span) {
                return;
            }
            all &= callee.variable().is_some_and(|callee| {
                let name = around.symbols()[callee].name.as_str();
                matches!(name, "malloc" | "calloc" | "free")
                    || around.translation.resolved.obtaining.contains(&callee)
                    || purities.of(callee) != Purity::Unknown
                    || spared.is_some()
                        && purities.state_of(callee).is_some_and(|kept| kept.iter().all(is_spared))
            });
        });
    }
    all
}

/// The region's statements, with those of blocks.
fn in_a_row(around: Surroundings<'_>) -> Vec<&Statement> {
    fn add<'a>(list: &'a [Statement], row: &mut Vec<&'a Statement>) {
        for statement in list {
            match &statement.kind {
                StatementKind::Block(inner) => add(inner, row),
                _ => row.push(statement),
            }
        }
    }
    let mut row = Vec::new();
    add(around.statements(), &mut row);
    row
}

/// Whether a statement goes in front of the region, or keeps it from being one.
fn is_moved(statement: &Statement, around: Surroundings<'_>) -> bool {
    let is_check = match &statement.kind {
        StatementKind::If(condition, then, None) => {
            null_where(condition).is_some() && way_out(then, statement.span, around).is_some()
        }
        _ => false,
    };
    is_check || opening(statement, around.symbols()).is_some() || names_text(statement, around)
}

/// Whether nobody looks at what a change writes, where the function leaves by `then` and what is on its `way`.
fn is_unseen(change: &Change, then: Span, way: Span, around: Surroundings<'_>) -> bool {
    let symbol = change.symbol;
    let is_own = is_functions(symbol, around) || around.translation.resolved.taken_apart.contains(&symbol);
    let is_looked_at = |place: Span, use_: Use| {
        let is_there = then.contains(place) || place.start >= way.start;
        // a pointer that is obtained stays in front of the check
        let is_handled = matches!(use_, Use::Free | Use::Set | Use::Test);
        is_there && !is_handled
    };
    let mut uses = around.occurrences(symbol).iter();
    is_own && !uses.any(|it| it.use_ == Use::Escape || is_looked_at(it.place, it.use_))
}

/// Whether what a variable names, or the block that it holds, is the function's own and goes with it.
pub fn is_functions(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let known = &around.symbols()[symbol];
    let is_local = match known.kind {
        SymbolKind::Local { is_static } => !is_static || around.index.runs_once,
        _ => false,
    };
    let is_number = known.type_.is_arithmetic() || matches!(known.type_.kind, TypeKind::Array(..));
    is_local && around.address_taken(symbol).is_none() && (is_number || allocation(symbol, around).is_some())
}
