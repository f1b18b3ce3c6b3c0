//! Which members a region can read wherever it likes.
//!
//! `for (y = 0; y < h; y++) for (x = 0; x < image->w; x++)` doesn't look at the image where `h` is 0, so the pointer
//! may be null then. A new order may test `image->w` first. It may do so if the program goes through the same pointer
//! for certain, in the region or before it.

use super::Surroundings;
use super::allocation::{is_fresh, null_where};
use super::checks::passed;
use super::members::member;
use super::occurrences::Use;
use super::purity::Purities;
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, Initializer, Member, Statement, StatementKind,
    Step, SymbolId, SymbolKind, Symbols,
};

/// Whether reading `symbol` can't fail where the region starts.
pub fn is_readable(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let Some(member) = member(symbol, around.symbols()) else { return true };
    let Some(last) = member.steps.iter().rposition(Step::is_pointer) else { return true };
    let way = &member.steps[..=last];
    let mut found = false;
    let mut visit = |expression: &Expression| found |= goes(expression, member, way, around);
    around.statements().iter().for_each(|statement| certain(statement, around.symbols(), &mut visit));
    found || way.len() == 1 && went_before(member, way, around)
}

/// Whether reading `symbol`, a member, can't fail behind the first statements of its function, the `checks`: the function goes
/// through the same pointer whenever it comes there, in them or later.
pub fn is_readable_behind(checks: &[Statement], symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let Some(member) = member(symbol, around.symbols()) else { return true };
    let Some(last) = member.steps.iter().rposition(Step::is_pointer) else { return true };
    let way = &member.steps[..=last];
    let mut found = false;
    passed(checks, around, &mut |expression| found |= goes(expression, member, way, around));
    for child in around.function().body.children().skip(checks.len()) {
        let is_passed = is_passed(child, around);
        // what a way out depends on is evaluated in any case
        if is_passed || comes_back(child, around) {
            certain(child, around.symbols(), &mut |expression| {
                found |= goes(expression, member, way, around)
            });
        }
        if !is_passed {
            break;
        }
    }
    found
}

/// Whether the region is reached whenever the function comes to `start`.
pub fn is_straight(start: usize, around: Surroundings<'_>) -> bool {
    let region = around.region.span;
    let mut statement = &around.function().body;
    while let StatementKind::Block(list) = &statement.kind {
        let mut earlier = list.iter().take_while(|child| child.span.end <= region.start);
        if !earlier.all(|child| child.span.end <= start || is_passed(child, around)) {
            return false;
        }
        match list.iter().find(|child| child.span.contains(region)) {
            Some(child) => statement = child,
            None => return true,
        }
    }
    statement.span == region
}

/// Whether what stands behind a statement runs whenever it does, or at least whenever there is enough memory: a program is
/// right in either case.
fn is_passed(statement: &Statement, around: Surroundings<'_>) -> bool {
    (!may_leave(statement) || is_check_of_memory(statement, around)) && comes_back(statement, around)
}

/// `if (!a || !b) …`, where these are blocks that were asked for before, and are given no other values.
fn is_check_of_memory(statement: &Statement, around: Surroundings<'_>) -> bool {
    match &statement.kind {
        StatementKind::If(condition, _, None) => fails_without_memory(condition, around),
        _ => false,
    }
}

/// Whether a condition holds only where a block wasn't given.
fn fails_without_memory(condition: &Expression, around: Surroundings<'_>) -> bool {
    let is_block = |pointer: &Expression| {
        pointer.variable().is_some_and(|symbol| {
            let values = around.values(symbol);
            let is_local = around.symbols()[symbol].kind == SymbolKind::Local { is_static: false };
            let is_asked_for =
                |value: &&Expression| is_fresh(value, around.symbols()) || is_obtained(value, around);
            let is_before = |value: &&Expression| value.span.end <= pointer.span.start;
            let given = !values.is_empty() && values.iter().all(|it| is_asked_for(it) && is_before(it));
            is_local && given && around.address_taken(symbol).is_none()
        })
    };
    null_where(condition).is_some_and(|pointers| pointers.into_iter().all(is_block))
}

/// Whether a value is a structure on the heap that a function of the file makes.
pub fn is_obtained(value: &Expression, around: Surroundings<'_>) -> bool {
    let ExpressionKind::Call(callee, _) = &value.without_casts().kind else { return false };
    callee.variable().is_some_and(|it| around.translation.resolved.obtaining.contains(&it))
}

/// Whether all that a statement calls is known to return.
fn comes_back(statement: &Statement, around: Surroundings<'_>) -> bool {
    let mut purities = Purities::new(around.translation);
    let mut returns = true;
    statement.walk_expressions(around.symbols(), &mut |expression| {
        if let ExpressionKind::Call(callee, _) = &expression.kind {
            let function = callee.variable();
            returns &= function.is_some_and(|function| {
                let name = around.symbols()[function].name.as_str();
                matches!(name, "malloc" | "calloc" | "free")
                    || around.translation.resolved.obtaining.contains(&function)
                    || purities.spares(function, None)
            });
        }
    });
    returns
}

/// The variable, member or cell that an expression is.
pub fn meant(expression: &Expression, around: Surroundings<'_>) -> Option<SymbolId> {
    around.translation.resolved.cell(expression).or_else(|| expression.named())
}

/// Whether evaluating an expression evaluates `symbol` for certain.
pub fn is_certain_in(symbol: SymbolId, expression: &Expression, around: Surroundings<'_>) -> bool {
    let mut found = false;
    evaluated(expression, &mut |part| found |= meant(part, around) == Some(symbol));
    found
}

/// Whether an expression is a member that is reached in the same way.
fn goes(expression: &Expression, other: &Member, way: &[Step], around: Surroundings<'_>) -> bool {
    let own = meant(expression, around).and_then(|symbol| member(symbol, around.symbols()));
    own.is_some_and(|own| own.object == other.object && own.steps.starts_with(way))
}

/// Whether the function goes there before it comes to the region, through a pointer that nobody changes since.
fn went_before(member: &Member, way: &[Step], around: Surroundings<'_>) -> bool {
    let object = member.object;
    let is_set = |place: diagnostics::Span| {
        let declared = around.symbols()[object].declared;
        !declared.is_some_and(|declared| declared.declaration.contains(place))
    };
    let mut changes = around.index.changes.iter().filter(|change| change.symbol == object && change.is_whole);
    let is_own = !matches!(around.symbols()[object].kind, crate::syntax::tree::SymbolKind::Global);
    if !is_own
        || around.may_jump()
        || around.address_taken(object).is_some()
        || changes.any(|it| is_set(it.place))
    {
        return false;
    }
    let mut last = None;
    before(around, &mut |expression| {
        if goes(expression, member, way, around) {
            last = last.max(Some(expression.span.end));
        }
    });
    let Some(last) = last else { return false };
    let region = around.region.span;
    let is_repeated = around.index.loops.iter().any(|span| span.contains(region) && *span != region);
    // who gets the pointer may free what it points to
    !around.occurrences(object).iter().any(|mention| {
        matches!(mention.use_, Use::Escape | Use::Free)
            && mention.place.start > last
            && (is_repeated || mention.place.start < region.end)
    })
}

/// Visits what is evaluated for certain before the region is entered.
fn before<'a>(around: Surroundings<'a>, visit: &mut dyn FnMut(&'a Expression)) {
    let symbols = around.symbols();
    let region = around.region.span;
    let mut statement = &around.function().body;
    loop {
        match &statement.kind {
            StatementKind::Block(list) => {
                let earlier = list.iter().take_while(|child| child.span.end <= region.start).count();
                passed(&list[..earlier], around, visit);
            }
            StatementKind::If(..) | StatementKind::For(_) => header(statement, symbols, visit),
            StatementKind::Other(Construct::Switch, ..) => return,
            _ => {}
        }
        let holds = |child: &&Statement| child.span.contains(region) && child.span != region;
        match statement.children().find(holds) {
            Some(child) => statement = child,
            None => return,
        }
    }
}

/// Visits what is evaluated whenever a statement is executed.
pub(super) fn certain<'a>(
    statement: &'a Statement,
    symbols: &'a Symbols,
    visit: &mut dyn FnMut(&'a Expression),
) {
    match &statement.kind {
        StatementKind::Block(list) => {
            // behind a way out nothing is certain
            let straight = list.iter().take_while(|child| !may_leave(child));
            straight.for_each(|child| certain(child, symbols, visit));
        }
        StatementKind::Declaration(list) => {
            let values = list.iter().filter_map(|declared| symbols[declared.symbol].initializer.as_ref());
            values.flat_map(Initializer::expressions).for_each(|value| evaluated(value, visit));
        }
        StatementKind::Expression(expression) => expression.iter().for_each(|it| evaluated(it, visit)),
        StatementKind::If(..) | StatementKind::For(_) => header(statement, symbols, visit),
        StatementKind::Labeled(_, inner) => certain(inner, symbols, visit),
        StatementKind::Other(..) => {}
    }
}

/// Whether a statement may be left by other ways than its end.
fn may_leave(statement: &Statement) -> bool {
    let mut found = false;
    statement.walk(&mut |inner| {
        found |= matches!(
            inner.kind,
            StatementKind::Other(
                Construct::Goto(_) | Construct::Break | Construct::Continue | Construct::Return,
                ..
            )
        );
    });
    found
}

/// Visits what the header of a condition or loop evaluates first.
fn header<'a>(statement: &'a Statement, symbols: &'a Symbols, visit: &mut dyn FnMut(&'a Expression)) {
    match &statement.kind {
        StatementKind::If(condition, ..) => evaluated(condition, visit),
        StatementKind::For(for_) => {
            for_.initial.iter().for_each(|initial| certain(initial, symbols, visit));
            for_.condition.iter().for_each(|condition| evaluated(condition, visit));
        }
        _ => {}
    }
}

/// Visits the parts that are evaluated whenever an expression is.
pub(crate) fn evaluated<'a>(expression: &'a Expression, visit: &mut dyn FnMut(&'a Expression)) {
    visit(expression);
    match &expression.kind {
        ExpressionKind::Binary(BinaryOperator::And | BinaryOperator::Or, left, _) => evaluated(left, visit),
        ExpressionKind::Conditional(condition, ..) => evaluated(condition, visit),
        ExpressionKind::Unary(crate::syntax::tree::UnaryOperator::Address, _) | ExpressionKind::Other(..) => {
        }
        _ => expression.parts().for_each(|part| evaluated(part, visit)),
    }
}
