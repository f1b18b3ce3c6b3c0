//! Values that are the same in all iterations of a loop: `for (t = 0; t < n; t++) { double r = a * dt; … }`.
//!
//! A variable that each iteration gives the same value, before any of it reads the variable, gets it once, in front of the loop: what
//! the iterations share then is only read, and doesn't keep them in their order. Sound also where the loop makes no turn: the
//! value is computed from numbers that can be read there, and nobody reads the variable outside of the loop.

use std::collections::BTreeSet;

use diagnostics::Span;
use polyhedral::{AccessKind, ArrayId, Condition, Piece};

use super::{Assignment, Node, Outline, visit_nodes};
use crate::facts::Surroundings;
use crate::facts::certain::is_readable;
use crate::facts::purity::{Purities, Purity};
use crate::region::Precision;
use crate::syntax::tree::{
    BinaryOperator, Expression, ExpressionKind, Initializer, StatementKind, SymbolId, UnaryOperator,
};
use crate::syntax::types::TypeKind;

/// Moves what gives variables such values in front of the loops.
pub fn move_invariant(outline: &mut Outline, around: Surroundings<'_>) {
    let region = around.region;
    let is_free = region.is_found
        && !region.is_isolated
        && region.precision != Precision::Order
        && region.isolated.is_empty()
        && region.openmp.is_empty()
        && outline.fixed.is_none();
    if !is_free {
        return;
    }
    let places = computed(around);
    if places.is_empty() {
        return;
    }
    let mut body = std::mem::take(&mut outline.body);
    in_front(&mut body, 0, outline, &places);
    outline.body = body;
}

/// Takes out of the loops of `body`, which has so many loops around it, what can stand in front of them.
fn in_front(body: &mut Vec<Node>, depth: usize, outline: &mut Outline, places: &BTreeSet<Span>) {
    let mut position = 0;
    while position < body.len() {
        let mut taken = Vec::new();
        match &mut body[position] {
            Node::Loop(counted) => {
                in_front(&mut counted.body, depth + 1, outline, places);
                let mut start = 0;
                while counted.parallel.is_none() && start < counted.body.len() {
                    let (before, rest) = counted.body.split_at(start);
                    match rest.first() {
                        Some(Node::Assignment(statement))
                            if is_invariant(*statement, before, &rest[1..], &taken, outline, places) =>
                        {
                            taken.push(*statement);
                            counted.body.remove(start);
                        }
                        _ => start += 1,
                    }
                }
            }
            Node::If { then_body, else_body, .. } => {
                in_front(then_body, depth, outline, places);
                in_front(else_body, depth, outline, places);
            }
            _ => {}
        }
        for statement in taken {
            outline.statements[statement].iterators.truncate(depth);
            body.insert(position, Node::Assignment(statement));
            position += 1;
        }
        position += 1;
    }
}

/// Whether a statement of a loop's body gives a variable a value that no iteration changes, where `before` and `rest` stand around it
/// and `taken` stands in front of the loop already.
fn is_invariant(
    statement: usize,
    before: &[Node],
    rest: &[Node],
    taken: &[usize],
    outline: &Outline,
    places: &BTreeSet<Span>,
) -> bool {
    let own = &outline.statements[statement];
    let Some(variable) = given(own).filter(|_| places.contains(&own.span)) else { return false };
    let touches = |it: &Assignment, array: ArrayId, kind: fn(AccessKind) -> bool| {
        it.references.iter().any(|reference| reference.array == array && kind(reference.kind))
    };
    let count = |array: ArrayId, kind: fn(AccessKind) -> bool| {
        outline.statements.iter().filter(|it| touches(it, array, kind)).count()
    };
    let is_read = |kind: AccessKind| kind == AccessKind::Read;
    let is_written = |kind: AccessKind| kind != AccessKind::Read;
    let within = |nodes: &[Node]| {
        let mut found = 0;
        statements(nodes, &mut |it| {
            found += usize::from(touches(&outline.statements[it], variable, is_read))
        });
        found
    };
    let is_own = outline.arrays[variable].outlives.is_none() && count(variable, is_written) == 1;
    let is_given_first = within(before) == 0 && within(rest) == count(variable, is_read);
    let mut sources = own.references.iter().filter(|it| it.kind == AccessKind::Read);
    is_own
        && is_given_first
        && sources.all(|it| {
            let gives = |earlier: &&usize| touches(&outline.statements[**earlier], it.array, is_written);
            count(it.array, is_written) == taken.iter().filter(gives).count()
        })
}

/// The variable that a statement gives a value for certain, if that is all it does, and by scalars alone.
fn given(statement: &Assignment) -> Option<ArrayId> {
    let is_scalar = statement
        .references
        .iter()
        .all(|it| it.subscripts.is_empty() && it.guard == Condition::Constant(true));
    let is_plain = statement.unknown.is_empty()
        && statement.obligations.is_empty()
        && !statement.text.iter().any(|piece| matches!(piece, Piece::Iterator(_) | Piece::Counter { .. }));
    let mut written = statement.references.iter().filter(|it| it.kind != AccessKind::Read);
    let only = written.next().filter(|it| it.kind == AccessKind::MustWrite)?;
    (is_scalar && is_plain && written.next().is_none()).then_some(only.array)
}

/// Visits the statements in nodes.
fn statements(nodes: &[Node], visit: &mut dyn FnMut(usize)) {
    let mut nodes = nodes.to_vec();
    visit_nodes(&mut nodes, &mut |node| {
        if let Node::Assignment(statement) = node {
            visit(*statement);
        }
    });
}

/// The places of the statements that give a variable a number with a fraction which is computed from numbers, whenever that is.
fn computed(around: Surroundings<'_>) -> BTreeSet<Span> {
    let symbols = around.symbols();
    let mut purities = Purities::new(around.translation);
    let mut is_value = |target: SymbolId, value: &Expression| {
        matches!(symbols[target].type_.kind, TypeKind::Floating(_))
            && symbols[target].type_.is_ordinary()
            && is_computed(value, &mut purities, around)
    };
    let mut found = BTreeSet::new();
    for statement in around.statements() {
        statement.walk(&mut |inner| match &inner.kind {
            StatementKind::Declaration(list) => {
                for declared in list {
                    if let Some(Initializer::Value(value)) = &symbols[declared.symbol].initializer
                        && is_value(declared.symbol, value)
                    {
                        found.insert(declared.span);
                    }
                }
            }
            StatementKind::Expression(Some(expression)) => {
                if let ExpressionKind::Assign(None, target, value) = &expression.kind
                    && let Some(target) = target.variable()
                    && is_value(target, value)
                {
                    found.insert(inner.span);
                }
            }
            _ => {}
        });
    }
    found
}

/// Whether computing a value can't fail, and whether integers in it are none that the region changes.
fn is_computed(value: &Expression, purities: &mut Purities<'_>, around: Surroundings<'_>) -> bool {
    let mut is_fine = true;
    value.walk(&mut |part| {
        let is_number = part.type_.is_ordinary() && part.type_.is_arithmetic();
        is_fine &= match &part.kind {
            ExpressionKind::Integer(_) | ExpressionKind::Floating | ExpressionKind::Conditional(..) => true,
            ExpressionKind::Variable(symbol) => is_kept(*symbol, part, around),
            ExpressionKind::Member(symbol, _) => {
                is_number && is_kept(*symbol, part, around) && is_readable(*symbol, around)
            }
            ExpressionKind::Unary(operator, _) => {
                !matches!(operator, UnaryOperator::Address | UnaryOperator::Dereference)
            }
            ExpressionKind::Binary(BinaryOperator::Divide | BinaryOperator::Modulo, ..) => {
                part.type_.integer().is_none()
            }
            ExpressionKind::Binary(..) => true,
            // a number with a fraction may be too large for an integer
            ExpressionKind::Cast(inner) => part.type_.integer().is_none() || inner.type_.integer().is_some(),
            ExpressionKind::Call(callee, _) => {
                callee.variable().is_some_and(|function| purities.of(function) == Purity::Constant)
            }
            _ => false,
        };
    });
    is_fine
}

/// Whether a name means the same in all of the region, as far as that isn't told by what statements read.
fn is_kept(symbol: SymbolId, part: &Expression, around: Surroundings<'_>) -> bool {
    part.type_.integer().is_none() || around.changes_inside().all(|change| change.symbol != symbol)
}
