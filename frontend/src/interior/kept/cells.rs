//! What stays the same in all iterations, the cells that a value is read from, and which of them a write may be to.

use std::collections::BTreeSet;

use diagnostics::Span;

use super::Keeper;
use crate::facts::changes::addresses_taken;
use crate::facts::occurrences::values;
use crate::inline::Parsed;
use crate::inline::around::Around;
use crate::interior::decide::is_same;
use crate::interior::reach::{Counted, is_array, is_parameter, is_pointer};
use crate::syntax::tree::{
    BinaryOperator, Expression, ExpressionKind, Function, SymbolId, SymbolKind, UnaryOperator,
};
use crate::syntax::types::{Type, TypeKind};

/// Functions that give a block that nothing else leads to.
const OBTAINING: [&str; 3] = ["malloc", "calloc", "aligned_alloc"];

impl<'a> Keeper<'_, 'a> {
    /// Whether an expression has the same value in all iterations, if what it reads isn't written over.
    pub(super) fn is_steady(&self, expression: &Expression) -> bool {
        match &expression.kind {
            ExpressionKind::Integer(_) | ExpressionKind::Floating | ExpressionKind::SizeOf(..) => true,
            ExpressionKind::Variable(symbol) => self.is_kept_name(*symbol),
            ExpressionKind::Member(symbol, inner) => {
                let is_kept = expression.type_.is_ordinary() && !self.changed.contains(symbol);
                is_kept && self.is_steady(inner)
            }
            ExpressionKind::Index(array, subscript) => {
                expression.type_.is_ordinary()
                    && self.is_steady(array)
                    && self.is_steady(subscript)
                    && !self.writes.iter().any(|write| writes_cell_of(write.place, array))
            }
            ExpressionKind::Unary(UnaryOperator::Dereference, pointer) => {
                expression.type_.is_ordinary()
                    && self.is_steady(pointer)
                    && !self.writes.iter().any(|write| writes_cell_of(write.place, pointer))
            }
            ExpressionKind::Unary(..)
            | ExpressionKind::Binary(..)
            | ExpressionKind::Cast(_)
            | ExpressionKind::Conditional(..) => expression.parts().all(|part| self.is_steady(part)),
            _ => false,
        }
    }

    fn is_kept_name(&self, symbol: SymbolId) -> bool {
        let known = &self.parsed.resolved.symbols[symbol];
        match known.kind {
            SymbolKind::EnumerationConstant(_) => true,
            SymbolKind::Local { .. } | SymbolKind::Parameter | SymbolKind::Global => {
                let is_inner = self.is_inner(symbol) || symbol == self.counter;
                known.type_.is_ordinary() && !is_inner && !self.changed.contains(&symbol)
            }
            _ => false,
        }
    }

    /// Whether a variable is declared in the loop's body.
    pub(super) fn is_inner(&self, symbol: SymbolId) -> bool {
        self.body.span.contains(self.parsed.resolved.symbols[symbol].name_span)
    }

    /// Whether nothing but statements that name a variable change it, as compilers know, too.
    pub(super) fn is_own(&self, symbol: SymbolId) -> bool {
        let known = &self.parsed.resolved.symbols[symbol];
        self.variables.around.is_plain(symbol)
            || self.variables.hidden.contains(&symbol)
            || known.type_.qualifiers.constant && known.kind == SymbolKind::Global
    }

    /// Whether a place is such a variable, or a member of one; where an array is, others may know.
    pub(super) fn is_own_place(&self, place: &Expression) -> bool {
        !has_subscripts(place) && self.variable_of(place).is_some_and(|object| self.is_own(object))
    }

    /// The cells and variables that a value is read from where others may write, by way of each other.
    pub(super) fn cells<'e>(&self, value: &'e Expression, found: &mut Vec<&'e Expression>) {
        match &value.kind {
            ExpressionKind::Variable(_)
            | ExpressionKind::Member(..)
            | ExpressionKind::Index(..)
            | ExpressionKind::Unary(UnaryOperator::Dereference, _) => {
                if !is_array(value) && !self.is_own_place(value) {
                    found.push(value);
                }
                self.cells_to(value, found);
            }
            ExpressionKind::Unary(UnaryOperator::Address, place) => self.cells_to(place, found),
            ExpressionKind::SizeOf(..) => {}
            _ => value.parts().for_each(|part| self.cells(part, found)),
        }
    }

    /// Those that the way to a place reads.
    pub(super) fn cells_to<'e>(&self, place: &'e Expression, found: &mut Vec<&'e Expression>) {
        match &place.kind {
            ExpressionKind::Variable(_) => {}
            ExpressionKind::Member(_, inner) if !is_pointer(inner) => self.cells_to(inner, found),
            ExpressionKind::Index(array, subscript) => {
                match is_array(array) {
                    true => self.cells_to(array, found),
                    false => self.cells(array, found),
                }
                self.cells(subscript, found);
            }
            _ => place.parts().for_each(|part| self.cells(part, found)),
        }
    }

    /// The variable that a place lies in, if no pointer leads to it.
    pub(super) fn variable_of(&self, place: &Expression) -> Option<SymbolId> {
        match &place.kind {
            ExpressionKind::Variable(symbol) => Some(*symbol),
            ExpressionKind::Member(_, inner) if !is_pointer(inner) => self.variable_of(inner),
            ExpressionKind::Index(array, _) if self.is_declared(array) => self.variable_of(array),
            _ => None,
        }
    }

    /// Whether an expression names an array rather than a pointer, as parameters are.
    fn is_declared(&self, array: &Expression) -> bool {
        is_array(array) && !is_parameter(array, self.parsed)
    }

    /// What must hold so that a cell can be read in front of the iterations, as each of them reads it, or another member of its structure;
    /// `None` if not all do.
    pub(super) fn readable(&self, cell: &Expression) -> Option<Vec<String>> {
        if self.variable_of(cell).is_some() && !has_subscripts(cell) {
            return Some(vec![]);
        }
        let is_beside = |place: &Expression| {
            let structures = structure_of(place).zip(structure_of(cell)).filter(|_| !has_subscripts(cell));
            structures.is_some_and(|(one, other)| is_same(one, other))
        };
        let all = self.reads.iter().chain(&self.writes).filter(|access| access.is_certain);
        let alike = all.filter(|access| is_same(access.place, cell) || is_beside(access.place));
        alike.filter_map(|access| self.loops_run(access.place.span)).min_by_key(Vec::len)
    }

    /// What must hold so that the loops within that are around a place have iterations.
    pub(super) fn loops_run(&self, place: Span) -> Option<Vec<String>> {
        let around = self.inner.iter().filter(|(_, body)| body.contains(place));
        let ranges: Option<Vec<&Counted>> =
            around.map(|(whole, _)| self.ranges.iter().find(|range| range.span == *whole)).collect();
        Some(ranges?.into_iter().filter_map(|range| range.runs.clone()).collect())
    }

    /// Whether a write can't change a cell.
    pub(super) fn are_apart(&self, write: &Expression, cell: &Expression) -> bool {
        let variables = self.variable_of(write).zip(self.variable_of(cell));
        // other members of one structure
        let structures = structure_of(write).zip(structure_of(cell));
        !may_alias(&write.type_, &cell.type_)
            || variables.is_some_and(|(one, other)| one != other)
            || structures.is_some_and(|(one, other)| is_same(one, other))
    }

    /// Whether a cell lies in a block that the function has obtained.
    pub(super) fn is_in_block(&self, cell: &Expression) -> bool {
        match &cell.kind {
            ExpressionKind::Index(array, _) if !is_array(array) => {
                array.variable().is_some_and(|it| self.variables.blocks.contains(&it))
            }
            ExpressionKind::Index(inner, _) => self.is_in_block(inner),
            ExpressionKind::Member(_, inner) if !is_pointer(inner) => self.is_in_block(inner),
            _ => false,
        }
    }

    /// Whether each iteration computes the place of a write, whether it writes or not.
    pub(super) fn is_computed(&self, place: &Expression) -> bool {
        match &place.kind {
            ExpressionKind::Index(array, subscript) => {
                let is_known = self.computed.contains(&self.text(subscript)) || self.is_counted(subscript);
                is_known && (!is_array(array) || self.is_computed(array))
            }
            ExpressionKind::Member(_, inner) if !is_pointer(inner) => self.is_computed(inner),
            ExpressionKind::Member(_, pointer)
            | ExpressionKind::Unary(UnaryOperator::Dereference, pointer) => {
                pointer.variable().is_some_and(|it| self.defined.contains(&it))
            }
            ExpressionKind::Variable(_) => true,
            _ => false,
        }
    }

    /// Whether a subscript is no more than a counter and a number.
    fn is_counted(&self, subscript: &Expression) -> bool {
        let mut is_plain = true;
        subscript.walk(&mut |part| {
            is_plain &= match &part.kind {
                ExpressionKind::Variable(symbol) => {
                    self.ranges.iter().any(|range| range.counter == *symbol) || self.defined.contains(symbol)
                }
                ExpressionKind::Integer(_) => true,
                ExpressionKind::Binary(operator, ..) => {
                    matches!(operator, BinaryOperator::Add | BinaryOperator::Subtract)
                }
                _ => false,
            };
        });
        is_plain
    }
}

/// Whether a place is a cell of an array, or a member of one.
pub(super) fn has_subscripts(place: &Expression) -> bool {
    match &place.kind {
        ExpressionKind::Index(..) => true,
        ExpressionKind::Member(_, inner) => has_subscripts(inner),
        _ => false,
    }
}

/// The variables of a function that hold nothing but blocks which it obtains.
pub fn blocks(parsed: Parsed, function: &Function, around: &Around) -> BTreeSet<SymbolId> {
    let symbols = &parsed.resolved.symbols;
    let is_block = |value: &&Expression| match &value.without_casts().kind {
        ExpressionKind::Call(callee, _) => callee.variable().is_some_and(|callee| {
            let symbol = &symbols[callee];
            symbol.kind == SymbolKind::Function && OBTAINING.contains(&symbol.name.as_str())
        }),
        _ => false,
    };
    let is_local = |symbol: SymbolId| symbols[symbol].kind == SymbolKind::Local { is_static: false };
    let given = values(&function.body, symbols).into_iter();
    let blocks = given.filter(|(symbol, values)| {
        is_local(*symbol) && around.is_plain(*symbol) && values.iter().all(is_block)
    });
    blocks.map(|(symbol, _)| symbol).collect()
}

/// The numbers and pointers of the file that no other file knows, and whose addresses nobody takes.
pub fn hidden(parsed: Parsed) -> BTreeSet<SymbolId> {
    let resolved = parsed.resolved;
    let symbols = &resolved.symbols;
    let is_scalar = |symbol: &SymbolId| {
        let type_ = &symbols[*symbol].type_;
        type_.is_arithmetic() || matches!(type_.kind, TypeKind::Pointer(_))
    };
    let mut found: BTreeSet<SymbolId> = resolved.statics.iter().copied().filter(is_scalar).collect();
    for function in &resolved.functions {
        addresses_taken(&function.body, symbols).keys().for_each(|symbol| {
            found.remove(symbol);
        });
    }
    for value in symbols.0.iter().filter_map(|symbol| symbol.initializer.as_ref()) {
        value.expressions().iter().for_each(|value| {
            value.walk(&mut |part| {
                if let ExpressionKind::Unary(UnaryOperator::Address, place) = &part.kind
                    && let Some(symbol) = place.variable()
                {
                    found.remove(&symbol);
                }
            });
        });
    }
    found
}

/// What leads to the structure that a member lies in: a pointer to it, or a variable; cells of arrays in it lie in it, too.
pub(super) fn structure_of(place: &Expression) -> Option<&Expression> {
    match &place.kind {
        ExpressionKind::Member(_, inner) if is_pointer(inner) => Some(inner),
        ExpressionKind::Member(_, inner) => structure_of(inner).or(match inner.kind {
            ExpressionKind::Variable(_) => Some(&**inner),
            _ => None,
        }),
        ExpressionKind::Index(array, _) if is_array(array) => structure_of(array),
        _ => None,
    }
}

/// Whether a write is to a cell of an array that a place names.
fn writes_cell_of(write: &Expression, array: &Expression) -> bool {
    match &write.kind {
        ExpressionKind::Index(own, _) => is_same(own, array) || is_array(own) && writes_cell_of(own, array),
        ExpressionKind::Unary(UnaryOperator::Dereference, pointer) => is_same(pointer, array),
        ExpressionKind::Member(_, inner) => {
            is_same(inner, array) || !is_pointer(inner) && writes_cell_of(inner, array)
        }
        _ => false,
    }
}

/// Whether what is written in one type may be read in another one (C11 6.5p7).
fn may_alias(written: &Type, read: &Type) -> bool {
    match (&written.kind, &read.kind) {
        (TypeKind::Integer(written), _) if written.bits == 8 => true,
        (_, TypeKind::Integer(read)) if read.bits == 8 => true,
        (TypeKind::Integer(written), TypeKind::Integer(read)) => written.bits == read.bits,
        (TypeKind::Floating(_), TypeKind::Floating(_)) => true,
        (TypeKind::Pointer(_), TypeKind::Pointer(_)) => true,
        (
            TypeKind::Integer(_) | TypeKind::Floating(_) | TypeKind::Pointer(_),
            TypeKind::Integer(_) | TypeKind::Floating(_) | TypeKind::Pointer(_),
        ) => false,
        _ => true,
    }
}
