//! Declarations of a region that may stand in front of it: `double sum = 0;`, where what is behind the region uses `sum`.
//!
//! The text of a region that relies on a test is there twice, so that what it declares ends with it. A number that starts with a
//! constant has that in front of the region as well; the region's own text gives it once more. A structure with constants in all members
//! that are listed, `struct filter f = {1, 2};`, is nothing to the model but what it finds.

use diagnostics::Span;

use super::Surroundings;
use crate::outline::headers::counter;
use crate::syntax::tree::{
    Expression, ExpressionKind, Initializer, Statement, StatementKind, SymbolId, SymbolKind,
};
use crate::syntax::types::TypeKind;

/// Whether a statement of a region that relies on a test declares what stands in front of that.
pub fn is_in_front(statement: &Statement, around: Surroundings<'_>) -> bool {
    let StatementKind::Declaration(list) = &statement.kind else { return false };
    around.region.is_hopeful
        && is_in_row(statement, around)
        && list.iter().any(|it| is_used_behind(it.symbol, around))
        && list.iter().all(|it| starts_with_constant(it.symbol, around) && !hides(it.symbol, around))
}

/// Whether a statement declares structures with constants and nothing else, so that it may stand in front of all that the region computes.
pub fn declares_structure(statement: &Statement, around: Surroundings<'_>) -> bool {
    let StatementKind::Declaration(list) = &statement.kind else { return false };
    let symbols = around.symbols();
    let is_one = |symbol: SymbolId| {
        let known = &symbols[symbol];
        let values = known.initializer.as_ref().map_or(&[][..], Initializer::expressions);
        let is_structure = known.kind == (SymbolKind::Local { is_static: false })
            && matches!(known.type_.kind, TypeKind::Record(_))
            && around.address_taken(symbol).is_none()
            && !hides(symbol, around);
        // a structure is several in the trees
        (is_structure || known.is_member_of_local())
            && known.type_.is_ordinary()
            && values.iter().all(is_constant)
    };
    is_in_row(statement, around)
        && list.iter().any(|it| symbols[it.symbol].initializer.is_some())
        && list.iter().all(|it| is_one(it.symbol))
}

/// Whether a structure is one that such a statement declares, and that keeps its place: only members change.
pub fn is_structure_in_front(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    declaration(symbol, around).is_some_and(|statement| {
        let is_elsewhere = |place: Span| !statement.span.contains(place);
        declares_structure(statement, around)
            && !around.changes_inside().any(|it| it.symbol == symbol && it.is_whole && is_elsewhere(it.place))
    })
}

/// Whether the declaration of a variable stands in front of the region that it is in.
pub fn is_declared_in_front(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    declaration(symbol, around).is_some_and(|statement| is_in_front(statement, around))
}

/// The statement in a row with the region's loops in which a variable is declared.
fn declaration<'a>(symbol: SymbolId, around: Surroundings<'a>) -> Option<&'a Statement> {
    let place = around.symbols()[symbol].declared?.declaration;
    around.statements().iter().find(|statement| statement.span.contains(place))
}

/// Whether a statement stands in a row with the region's loops, and in none of them.
fn is_in_row(statement: &Statement, around: Surroundings<'_>) -> bool {
    around.statements().iter().any(|it| it.span == statement.span)
}

fn is_used_behind(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    around.occurrences(symbol).iter().any(|it| !around.is_inside(it.place))
}

/// Whether a variable is a number that is declared with a constant, and that no loop counts.
fn starts_with_constant(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let symbols = around.symbols();
    let known = &symbols[symbol];
    let mut counts = false;
    around.statements().iter().for_each(|statement| {
        statement.walk(&mut |inner| {
            if let StatementKind::For(parts) = &inner.kind {
                counts |= counter(parts, symbols) == Some(symbol);
            }
        });
    });
    let is_plain = known.kind == (SymbolKind::Local { is_static: false })
        && known.type_.is_arithmetic()
        && known.type_.is_ordinary()
        && !known.type_.qualifiers.constant
        && around.address_taken(symbol).is_none();
    let is_given = matches!(&known.initializer, Some(Initializer::Value(value)) if is_constant(value));
    is_plain && is_given && !counts
}

fn is_constant(value: &Expression) -> bool {
    match &value.kind {
        ExpressionKind::Integer(_) | ExpressionKind::Floating => true,
        ExpressionKind::Unary(_, inner) | ExpressionKind::Cast(inner) => is_constant(inner),
        _ => false,
    }
}

/// Whether something in the region means another variable of that name.
fn hides(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let symbols = &around.symbols().0;
    let name = &symbols[symbol.0].name;
    let others = symbols.iter().enumerate().filter(|(id, other)| *id != symbol.0 && other.name == *name);
    let mut outer = others.filter(|(_, other)| !around.is_inside(other.name_span));
    outer.any(|(id, _)| around.occurrences(SymbolId(id)).iter().any(|it| around.is_inside(it.place)))
}
