//! Statements that obtain or release blocks of memory, or check that they were given, and do nothing else; and those that open files.
//!
//! Such a statement is nothing to the model: a fresh block holds no values, and nobody looks into one that was
//! released. (One from `calloc` holds values, so within loops it isn't taken.) What a new order puts in the
//! place of a region must obtain all blocks before, and may release them behind it.

use diagnostics::Span;
use polyhedral::Part;

use super::Surroundings;
use super::allocation::{Allocation, allocation, freed, is_fresh, is_null, is_zeroing};
use super::certain::is_obtained;
use super::in_front::{declares_structure, is_in_front};
use super::leaving::{may_leave_before, obtained};
use super::lifetime::escapes_before_end;
use super::members::{keeps_within, member};
use super::occurrences::{Occurrence, Use};
use super::streams::{may_open_before, names_text, opened_in_front, opening};
use crate::null_tests::comes_out;
use crate::syntax::tree::{
    Expression, ExpressionKind, Initializer, Statement, StatementKind, SymbolId, SymbolKind, UnaryOperator,
};
use crate::syntax::types::TypeKind;

/// What a statement does with blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// It declares or sets pointers to them.
    Obtains {
        /// Whether one of them is zeroed.
        zeroed: bool,
    },
    /// It frees one, or forgets it.
    Releases,
    /// It leaves the function where one wasn't given.
    Checks,
    /// It opens a file, or declares what gets it or names it.
    Opens,
    /// It declares a structure with constants.
    Declares,
}

/// What a statement does with blocks, if it does nothing else.
pub fn memory(statement: &Statement, around: Surroundings<'_>) -> Option<Memory> {
    let is_check = matches!(statement.kind, StatementKind::If(..));
    if !is_check && let Some(opening) = opening(statement, around.symbols()) {
        return may_open_before(statement, opening, around).then_some(Memory::Opens);
    }
    match &statement.kind {
        StatementKind::Expression(None) => of_table(statement, around),
        // where they are opened in front of all else, they are declared there, and so are their names
        StatementKind::Declaration(list)
            if !list.is_empty() && list.iter().all(|it| is_opened_later(it.symbol, around))
                || names_text(statement, around) =>
        {
            Some(Memory::Opens)
        }
        StatementKind::Declaration(_) if declares_structure(statement, around) => Some(Memory::Declares),
        StatementKind::Declaration(list) => {
            let zeroed = |symbol: SymbolId| {
                let value = match &around.symbols()[symbol].initializer {
                    Some(Initializer::Value(value)) => Some(value),
                    _ => None,
                };
                let is_of_structure = || is_of_structure(symbol, around);
                zeroed(symbol, value, around).or_else(|| is_of_structure().then_some(false))
            };
            let blocks: Option<Vec<_>> = list.iter().map(|it| zeroed(it.symbol)).collect();
            let blocks = blocks.filter(|blocks| !blocks.is_empty())?;
            Some(Memory::Obtains { zeroed: blocks.contains(&true) })
        }
        StatementKind::Expression(Some(expression)) => in_expression(expression, around),
        StatementKind::Block(list) => {
            let is_release = |inner| memory(inner, around) == Some(Memory::Releases);
            (!list.is_empty() && list.iter().all(is_release)).then_some(Memory::Releases)
        }
        StatementKind::If(condition, then, None)
            if comes_out(condition, &around.translation.resolved) == Some(true) =>
        {
            memory(then, around).filter(|memory| *memory == Memory::Releases)
        }
        StatementKind::If(..) => may_leave_before(statement, around).then_some(Memory::Checks),
        _ => None,
    }
}

/// Whether a variable gets nothing where it is declared, and then a file that the region opens in front of all else.
fn is_opened_later(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    around.symbols()[symbol].initializer.is_none() && opened_in_front(symbol, around).is_some()
}

/// What a statement does with the rows of a table, of which the trees have no more than its place.
fn of_table(statement: &Statement, around: Surroundings<'_>) -> Option<Memory> {
    let is_it = |part: &Part| part.whole == statement.span;
    around.translation.resolved.row_tables.iter().find_map(|(symbol, table)| {
        if table.releases.iter().any(is_it) {
            return Some(Memory::Releases);
        }
        let zeroed = allocation(*symbol, around).is_some_and(|block| block.zeroed);
        table.fills.iter().any(is_it).then_some(Memory::Obtains { zeroed })
    })
}

fn in_expression(expression: &Expression, around: Surroundings<'_>) -> Option<Memory> {
    match &expression.kind {
        ExpressionKind::Assign(None, target, value) if !is_null(value) => {
            let symbol = target.variable()?;
            let is_of_structure = || match around.symbols()[symbol].is_member_of_local() {
                // by what makes the structure
                true => target.span.is_empty() && is_computed(value, around),
                false => {
                    around.translation.resolved.taken_apart.contains(&symbol) && is_obtained(value, around)
                }
            };
            let zeroed = zeroed(symbol, Some(value), around).or_else(|| is_of_structure().then_some(false));
            zeroed.map(|zeroed| Memory::Obtains { zeroed })
        }
        ExpressionKind::Assign(None, target, _) => {
            let pointer = target.variable().filter(|it| block(*it, around).is_some())?;
            let is_behind =
                |it: &&Occurrence| around.is_inside(it.place) && it.place.start > target.span.start;
            let mut behind = around.occurrences(pointer).iter().filter(is_behind);
            // what stands behind the region may set it again
            let is_last = !behind.any(|it| matches!(it.use_, Use::Set | Use::Test | Use::Size));
            is_last.then_some(Memory::Releases)
        }
        ExpressionKind::Call(..) => {
            let pointer = freed(expression, around.symbols())?.variable()?;
            let is_structure = around.translation.resolved.taken_apart.contains(&pointer);
            (is_structure || block(pointer, around).is_some()).then_some(Memory::Releases)
        }
        _ => None,
    }
}

/// Whether a variable is a number of a structure of the function's own, or the pointer to it, and its declaration gives it no value that
/// memory is read for.
fn is_of_structure(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let declared = &around.symbols()[symbol];
    let is_pointer = || around.translation.resolved.taken_apart.contains(&symbol);
    match &declared.initializer {
        None => declared.is_member_of_local() || is_pointer(),
        Some(Initializer::Value(value)) if declared.is_member_of_local() => is_computed(value, around),
        Some(Initializer::Value(value)) => is_pointer() && (is_null(value) || is_obtained(value, around)),
        Some(Initializer::List(_)) => false,
    }
}

/// Whether the block is zeroed that a pointer is given with `value`.
fn zeroed(symbol: SymbolId, value: Option<&Expression>, around: Surroundings<'_>) -> Option<bool> {
    let own = block(symbol, around).map(|block| block.zeroed);
    own.or_else(|| obtained_for_others(symbol, value?, around))
}

/// Whether a pointer gets a block, a zeroed one perhaps, that it holds for the rest of the function, and others only behind the region.
fn obtained_for_others(symbol: SymbolId, value: &Expression, around: Surroundings<'_>) -> Option<bool> {
    let declared = &around.symbols()[symbol];
    let ExpressionKind::Call(callee, arguments) = &value.without_casts().kind else { return None };
    let is_own = declared.kind == (SymbolKind::Local { is_static: false })
        && matches!(declared.type_.kind, TypeKind::Pointer(_))
        && around.address_taken(symbol).is_none()
        && around.values(symbol).into_iter().filter(|value| !is_null(value)).count() == 1
        && !escapes_before_end(symbol, around);
    let is_plain =
        is_fresh(value, around.symbols()) && arguments.iter().all(|argument| is_computed(argument, around));
    (is_own && is_plain).then(|| is_zeroing(callee, around.symbols()))
}

/// The block that a variable holds, if it is a pointer to one.
fn block(symbol: SymbolId, around: Surroundings<'_>) -> Option<Allocation<'_>> {
    let is_pointer = matches!(around.symbols()[symbol].type_.kind, TypeKind::Pointer(_));
    allocation(symbol, around).filter(|_| is_pointer)
}

/// Statements that must stay where a region's text is replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// Before the new loops.
    pub before: Vec<Span>,
    /// Behind them.
    pub behind: Vec<Span>,
    /// Blocks that the program releases before it obtains others: names of both. They are there together then.
    pub turns: Vec<(String, String)>,
}

/// The statements of the region that obtain and release blocks, in blocks of it, too; an error says why one of them can't
/// move, as a phrase.
pub fn moved(around: Surroundings<'_>) -> Result<Moved, String> {
    movable(around).map_err(|unmovable| unmovable.why)
}

/// Whether a region that has this check may have it, or had better end in front of it: something can't move that stands behind it and
/// no other check, or in front of it.
pub fn may_hold(check: &Statement, around: Surroundings<'_>) -> bool {
    match movable(around) {
        Ok(_) => true,
        Err(unmovable) => check.span.start < unmovable.place.start && unmovable.check != Some(check.span),
    }
}

/// A statement that can't move.
struct Unmovable {
    place: Span,
    /// Why, as a phrase.
    why: String,
    /// The last check in front of it.
    check: Option<Span>,
}

fn movable(around: Surroundings<'_>) -> Result<Moved, Unmovable> {
    let mut moved = Moved::default();
    let (mut row, mut released, mut check) = (Vec::new(), Vec::<SymbolId>::new(), None);
    let name = |symbol: SymbolId| around.symbols()[symbol].name.clone();
    let turns = |obtained: SymbolId, moved: &mut Moved, released: &[SymbolId]| {
        moved.turns.extend(released.iter().map(|released| (name(*released), name(obtained))));
    };
    in_a_row(around.statements(), false, around, &mut row);
    for (position, (statement, is_nested)) in row.iter().enumerate() {
        let place = statement.span;
        let unmovable = |why| Unmovable { place, why, check };
        if is_in_front(statement, around) {
            moved.before.push(place);
            continue;
        }
        let Some(memory) = memory(statement, around) else {
            check_inside(statement, around).map_err(unmovable)?;
            continue;
        };
        let earlier = &row[..position];
        if memory != Memory::Releases {
            for setting in settings(statement, earlier, around).map_err(unmovable)? {
                check_names(setting, &moved, around).map_err(unmovable)?;
                if !moved.before.contains(&setting.span) {
                    moved.before.push(setting.span);
                }
            }
        }
        if *is_nested {
            check_names(statement, &moved, around).map_err(unmovable)?;
        }
        match memory {
            Memory::Releases => {
                released.extend(blocks(place, around));
                moved.behind.push(place);
            }
            Memory::Obtains { .. } => {
                for obtained in blocks(place, around) {
                    turns(obtained, &mut moved, &released);
                }
                // one that makes a structure is several in the trees
                if !moved.before.contains(&place) {
                    moved.before.push(place);
                }
            }
            Memory::Opens | Memory::Declares => moved.before.push(place),
            Memory::Checks => {
                for obtained in obtained(statement, around) {
                    turns(obtained, &mut moved, &released);
                }
                check = Some(place);
                moved.before.push(place);
            }
        }
    }
    Ok(moved)
}

/// The pointers to blocks that a statement names.
fn blocks(statement: Span, around: Surroundings<'_>) -> Vec<SymbolId> {
    let mut found = named(statement, around);
    found.retain(|symbol| block(*symbol, around).is_some());
    found
}

/// The region's statements, with those of blocks, and whether they are in one.
fn in_a_row<'a>(
    list: &'a [Statement],
    is_nested: bool,
    around: Surroundings<'_>,
    row: &mut Vec<(&'a Statement, bool)>,
) {
    for statement in list {
        match &statement.kind {
            StatementKind::Block(inner) if memory(statement, around).is_none() => {
                in_a_row(inner, true, around, row);
            }
            _ => row.push((statement, is_nested)),
        }
    }
}

/// The statements among `earlier` ones, in order, that compute what is in the size of a block, which nothing else in the region changes.
fn settings<'a>(
    statement: &Statement,
    earlier: &[(&'a Statement, bool)],
    around: Surroundings<'_>,
) -> Result<Vec<&'a Statement>, String> {
    let mut found: Vec<&Statement> = Vec::new();
    let mut waiting = vec![statement];
    while let Some(statement) = waiting.pop() {
        for symbol in named(statement.span, around) {
            let is_moved = || {
                block(symbol, around).is_some()
                    || opened_in_front(symbol, around).is_some()
                    || statement.span.contains(around.symbols()[symbol].name_span)
            };
            let changes = around.changes_inside().filter(|it| it.is_whole && it.symbol == symbol);
            let changes: Vec<_> = changes.collect();
            let obtains = |(it, _): &(&Statement, bool), place: Span| {
                it.span.contains(place)
                    && matches!(memory(it, around), Some(Memory::Obtains { .. } | Memory::Opens))
            };
            let is_made =
                |place: Span| statement.span.contains(place) || earlier.iter().any(|it| obtains(it, place));
            if changes.is_empty() || is_moved() || changes.iter().all(|change| is_made(change.place)) {
                continue;
            }
            let setting = match changes.as_slice() {
                [change] => earlier.iter().map(|(it, _)| *it).find(|it| it.span.contains(change.place)),
                _ => None,
            };
            let setting = setting.filter(|it| is_setting(it, symbol, around));
            let setting = setting.ok_or_else(|| {
                let line = around.line(statement.span);
                format!("line {line} allocates what has a size computed in it")
            })?;
            if !found.iter().any(|it| it.span == setting.span) {
                found.push(setting);
                waiting.push(setting);
            }
        }
    }
    found.sort_by_key(|setting| setting.span.start);
    Ok(found)
}

/// Whether a statement does nothing but to give a variable of the function's own a value that no memory is read for, and nothing
/// in front of it in the region mentions that variable.
fn is_setting(statement: &Statement, symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let StatementKind::Expression(Some(expression)) = &statement.kind else { return false };
    let ExpressionKind::Assign(None, target, value) = &expression.kind else { return false };
    let known = &around.symbols()[symbol];
    let start = around.region.span.start;
    let mut uses = around.occurrences(symbol).iter();
    target.variable() == Some(symbol)
        && known.kind == (SymbolKind::Local { is_static: false })
        && !known.type_.qualifiers.volatile
        && around.address_taken(symbol).is_none()
        && is_computed(value, around)
        && !uses.any(|it| (start..statement.span.start).contains(&it.place.start))
}

/// Whether a number is computed of others that only the function itself changes, and of members that nothing in the region does.
fn is_computed(value: &Expression, around: Surroundings<'_>) -> bool {
    let are_parts = || value.parts().all(|part| is_computed(part, around));
    value.type_.integer().is_some()
        && !value.type_.qualifiers.volatile
        && match &value.kind {
            ExpressionKind::Variable(symbol) => !is_known_elsewhere(*symbol, around),
            ExpressionKind::Member(symbol, _) => {
                member(*symbol, around.symbols()).is_some_and(|it| !it.is_one_of_many())
                    && keeps_within(*symbol, around.region.span, around)
            }
            ExpressionKind::Integer(_) | ExpressionKind::SizeOf(_, None) => true,
            ExpressionKind::Cast(_)
            | ExpressionKind::Unary(UnaryOperator::Minus | UnaryOperator::Plus, _)
            | ExpressionKind::Binary(..) => are_parts(),
            _ => false,
        }
}

fn is_known_elsewhere(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let kind = &around.symbols()[symbol].kind;
    let is_own = matches!(kind, SymbolKind::Local { is_static: false } | SymbolKind::Parameter)
        && around.address_taken(symbol).is_none();
    !is_own && !matches!(kind, SymbolKind::EnumerationConstant(_))
}

/// The variables that a place names.
fn named(place: Span, around: Surroundings<'_>) -> Vec<SymbolId> {
    let tokens = around.translation.table.within(place);
    tokens.iter().filter_map(|token| around.index.named.get(&token.span.start)).copied().collect()
}

/// A statement out of a block of the region may only name what is there in front of the region, or is declared by what is moved there.
fn check_names(statement: &Statement, moved: &Moved, around: Surroundings<'_>) -> Result<(), String> {
    let symbols = around.symbols();
    let is_there = |symbol: SymbolId| {
        let Some(declared) = symbols[symbol].declared else { return true };
        let place = declared.declaration;
        let is_moved = || moved.before.iter().any(|it| it.contains(place)) || statement.span.contains(place);
        !around.is_inside(place) || is_moved()
    };
    let is_only = |symbol: SymbolId| {
        let name = &symbols[symbol].name;
        let function = around.function().span;
        let mut others = symbols.0.iter().filter(|it| it.name == *name && function.contains(it.name_span));
        others.all(|it| it.name_span == symbols[symbol].name_span)
    };
    match named(statement.span, around).into_iter().all(|symbol| is_there(symbol) && is_only(symbol)) {
        true => Ok(()),
        false => Err(format!("line {} handles memory with a name of its block", around.line(statement.span))),
    }
}

/// Blocks that are obtained or released within loops stay where they are.
fn check_inside(statement: &Statement, around: Surroundings<'_>) -> Result<(), String> {
    let mut found = None;
    statement.walk(&mut |inner| found = found.or(memory(inner, around).map(|_| inner.span)));
    match found {
        Some(place) => Err(format!("line {} allocates or frees memory", around.line(place))),
        None => Ok(()),
    }
}
