//! Pointers that only stand for a place in an array: `p = a + y * w`, and then `p[x]`.
//!
//! Such a pointer has no life of its own: where it is set ([`crate::settled`]), the rest of the block uses it for nothing but
//! cells. These are the array's: `a[y * w + x]`. The trees say so from here on, so that all that follows sees the array
//! alone. Sound since every mention of the pointer is looked at: one that is neither a cell nor part of another such
//! pointer's value keeps it what it is. A pointer to structures may stand for one of an array in the same way
//! ([`crate::elements`]).

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::Span;

use crate::elements::{self, Moved, is_pointer_to_structures};
use crate::facts::members::member;
use crate::settled::{Setting, Settings};
use crate::syntax::resolve::{difference, offset};
use crate::syntax::tree::{BinaryOperator, Expression, ExpressionKind, Function, SymbolId, UnaryOperator};
use crate::syntax::types::{Integer, Type, TypeKind};
use crate::translation::Translation;

/// A pointer that stands for a place in an array in a part of a block.
#[derive(Clone, Debug)]
pub struct Row {
    /// The pointer.
    pub symbol: SymbolId,
    /// The declarator or the statement that sets it.
    pub set: Span,
    /// The value that it is given.
    pub value: Span,
    /// Its mentions behind that; each is the start of a cell.
    pub uses: Vec<Span>,
    /// The members and variables of the file that the value is computed from.
    pub memory: Vec<SymbolId>,
    /// The array.
    pub base: Expression,
    /// How far from its start the place is.
    offset: Option<Expression>,
    /// Where it stands for that.
    pub scope: Span,
}

impl Row {
    /// What the pointer's own subscript is where `subscript` is the array's.
    pub fn own_subscript<'e>(&self, subscript: &'e Expression) -> &'e Expression {
        match (&self.offset, &subscript.kind) {
            (Some(_), ExpressionKind::Binary(_, _, own)) => own,
            _ => subscript,
        }
    }

    /// What the pointer points to, in the place of what stands at `place`.
    fn structure(&self, place: Span) -> Option<Expression> {
        let here = Span::new(place.start, place.start);
        let first = difference(ExpressionKind::Integer(0), here);
        let subscript = self.offset.as_ref().map_or(first, |offset| placed(offset, here));
        let base = placed(&self.base, here);
        let type_ = base.type_.target()?.clone();
        Some(Expression {
            kind: ExpressionKind::Index(Box::new(base), Box::new(subscript)),
            span: here,
            type_,
        })
    }
}

/// Finds such pointers, and replaces their cells by those of the arrays; in the functions without an isolated statement,
/// since what is copied for one is told by its text.
pub fn replace(translation: &mut Translation, text: &str, isolated: &[Span]) {
    let mut rows = Vec::new();
    let leads_to_cells = |type_: &Type| is_pointer_to_numbers(type_) || is_pointer_to_structures(type_);
    let is_plain = |function: &&Function| !isolated.iter().any(|place| function.span.contains(*place));
    for function in translation.resolved.functions.iter().filter(is_plain) {
        let settings = Settings::new(translation, text, function, &leads_to_cells);
        let paths = elements::paths(function, &translation.resolved.symbols).into_keys().collect();
        rows.extend(Search { translation, settings, paths }.rows());
    }
    if rows.is_empty() {
        return;
    }
    let places: BTreeMap<usize, &Row> =
        rows.iter().flat_map(|row| row.uses.iter().map(move |place| (place.start, row))).collect();
    let moved = elements::moved(&mut translation.resolved, &places);
    translation.resolved.change_expressions(&mut |_, expression| replace_cell(expression, &places, &moved));
    translation.resolved.rows = rows;
}

/// `p[x]` as the array's cell, if `p` stands for a place in one, and `p->x` as its member.
fn replace_cell(expression: &mut Expression, places: &BTreeMap<usize, &Row>, moved: &Moved) {
    let row = |pointer: &Expression| {
        let symbol = pointer.variable().filter(|_| !pointer.span.is_empty())?;
        places.get(&pointer.span.start).filter(|row| row.symbol == symbol)
    };
    if !moved.is_empty() {
        elements::replace(expression, &|pointer| row(pointer)?.structure(pointer.span), moved);
    }
    let ExpressionKind::Index(pointer, subscript) = &mut expression.kind else { return };
    let Some(row) = row(pointer) else { return };
    // what isn't in the text has an empty place
    let here = Span::new(pointer.span.start, pointer.span.start);
    if let Some(offset) = &row.offset {
        **subscript = sum(&placed(offset, here), subscript);
    }
    **pointer = placed(&row.base, here);
}

/// The sum of two parts of an address.
pub fn sum(one: &Expression, other: &Expression) -> Expression {
    let kind = ExpressionKind::Binary(BinaryOperator::Add, Box::new(one.clone()), Box::new(other.clone()));
    difference(kind, other.span)
}

/// The same at another place.
fn placed(expression: &Expression, place: Span) -> Expression {
    let mut copy = expression.clone();
    copy.change(&mut |part| part.span = place);
    copy
}

/// The search in one function.
struct Search<'a> {
    translation: &'a Translation,
    settings: Settings<'a>,
    /// Where pointers to structures start paths to members that an array may have in their place.
    paths: BTreeSet<usize>,
}

impl<'a> Search<'a> {
    fn rows(self) -> Vec<Row> {
        let settings = &self.settings.all;
        let mut candidates: BTreeSet<SymbolId> = settings.iter().map(|setting| setting.symbol).collect();
        loop {
            let rows = self.standing(settings, &candidates);
            let stands = |setting: &Setting| rows.iter().any(|row| row.set == setting.set);
            let failing: BTreeSet<SymbolId> =
                settings.iter().filter(|it| !stands(it)).map(|setting| setting.symbol).collect();
            let failing: BTreeSet<SymbolId> = failing.intersection(&candidates).copied().collect();
            // one that is computed from another pointer may stand for a place in what that one leads to
            let waits = |setting: &Setting| {
                let base = array(setting.value).and_then(|(base, _)| base.variable());
                base.is_some_and(|base| base != setting.symbol && failing.contains(&base))
            };
            let waiting: BTreeSet<SymbolId> =
                settings.iter().filter(|it| waits(it)).map(|setting| setting.symbol).collect();
            let gone: BTreeSet<SymbolId> = match failing.is_subset(&waiting) {
                true => failing,
                false => failing.difference(&waiting).copied().collect(),
            };
            if gone.is_empty() {
                return rows;
            }
            candidates.retain(|symbol| !gone.contains(symbol));
        }
    }

    /// The places that the candidates stand for, with their mentions; without those of which something else is done.
    fn standing(&self, settings: &[Setting<'a>], candidates: &BTreeSet<SymbolId>) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        for setting in settings.iter().filter(|setting| candidates.contains(&setting.symbol)) {
            let Some((base, offset)) = self.place(setting.value, &rows, candidates) else { continue };
            let mut parts = std::iter::once(&base).chain(&offset);
            let fits =
                base.type_.target().zip(self.target(setting.symbol)).is_some_and(|(a, b)| is_same(a, b));
            let read = parts.try_fold(vec![], |mut read, part| {
                read.extend(self.settings.read_by(part, setting)?);
                Some(read)
            });
            let Some(memory) = read.filter(|_| fits) else { continue };
            let (symbol, set, scope) = (setting.symbol, setting.set, setting.scope);
            rows.push(Row {
                symbol,
                set,
                value: setting.value.span,
                uses: vec![],
                memory,
                base,
                offset,
                scope,
            });
        }
        let mut other = BTreeSet::new();
        for (symbol, place, is_cell) in self.settings.mentions(candidates) {
            let row = rows.iter_mut().find(|row| row.symbol == symbol && row.scope.contains(place));
            let is_structures = is_pointer_to_structures(&self.translation.resolved.symbols[symbol].type_);
            let is_cell = if is_structures { self.paths.contains(&place.start) } else { is_cell };
            let mut values = settings.iter().filter(|it| it.value.span.contains(place));
            match row {
                // what is computed from it in a value stays
                Some(_) if is_structures && values.next().is_some() => {
                    other.insert(symbol);
                }
                Some(row) if is_cell => row.uses.push(place),
                Some(_) if values.any(|it| candidates.contains(&it.symbol)) => {}
                _ => {
                    other.insert(symbol);
                }
            }
        }
        rows.retain(|row| !other.contains(&row.symbol));
        rows
    }

    fn target(&self, pointer: SymbolId) -> Option<&'a Type> {
        self.translation.resolved.symbols[pointer].type_.target()
    }

    /// The array and the offset that a pointer's value is, if it is one.
    fn place(
        &self,
        value: &Expression,
        rows: &[Row],
        candidates: &BTreeSet<SymbolId>,
    ) -> Option<(Expression, Option<Expression>)> {
        let (base, added) = array(value)?;
        let Some(pointer) = base.variable().filter(|symbol| candidates.contains(symbol)) else {
            let is_element = is_array_of_structures(&base, self.translation)
                && added.as_ref().is_some_and(elements::is_plain_number);
            return (is_array(&base) || is_element).then_some((base, added));
        };
        let row = rows.iter().find(|row| row.symbol == pointer && row.scope.contains(base.span))?;
        let offset = match (&row.offset, added) {
            (Some(one), Some(other)) => Some(sum(one, &other)),
            (one, other) => one.clone().or(other),
        };
        Some((row.base.clone(), offset))
    }
}

/// The array or pointer from which a pointer's value is computed, and what is added.
fn array(value: &Expression) -> Option<(Expression, Option<Expression>)> {
    if let ExpressionKind::Conditional(condition, one, other) = &value.kind {
        return chosen(condition, array(one)?, array(other)?);
    }
    let ExpressionKind::Unary(UnaryOperator::Address, cell) = &value.kind else { return offset(value) };
    let ExpressionKind::Index(array, subscript) = &cell.kind else { return None };
    let (base, before) = offset(array)?;
    // `&a[0][0]` is for all cells of the array, and subscripts of one row must stay in it
    let is_first = |part: &&Expression| matches!(part.kind, ExpressionKind::Integer(0));
    if matches!(base.kind, ExpressionKind::Index(..)) && cell.subscripted().1.iter().all(is_first) {
        return None;
    }
    Some((base, Some(before.map_or((**subscript).clone(), |before| sum(&before, subscript)))))
}

/// One of two places in the same array.
fn chosen(
    condition: &Expression,
    (base, one): (Expression, Option<Expression>),
    (other_base, other): (Expression, Option<Expression>),
) -> Option<(Expression, Option<Expression>)> {
    let is_whole = [&base, &other_base].iter().all(|it| it.subscripted().1.is_empty());
    (is_whole && base.named().is_some() && base.named() == other_base.named()).then_some(())?;
    let span = condition.span;
    let zero = || difference(ExpressionKind::Integer(0), span);
    let (one, other) = (one.unwrap_or_else(zero), other.unwrap_or_else(zero));
    let parts = (Box::new(condition.clone()), Box::new(one), Box::new(other));
    Some((base, Some(difference(ExpressionKind::Conditional(parts.0, parts.1, parts.2), span))))
}

pub fn is_pointer_to_numbers(type_: &Type) -> bool {
    matches!(&type_.kind, TypeKind::Pointer(target) if target.is_arithmetic())
}

/// Whether an expression is an array of numbers, or a pointer to some that has a name.
fn is_array(base: &Expression) -> bool {
    let is_named = match &base.kind {
        ExpressionKind::Variable(_) => true,
        ExpressionKind::Member(..) => base.subscripted().1.is_empty(),
        ExpressionKind::Index(..) => matches!(base.type_.kind, TypeKind::Array(..)),
        _ => false,
    };
    is_named && base.type_.target().is_some_and(Type::is_arithmetic)
}

/// Whether an expression is an array of structures, or a pointer to some, that has a name.
fn is_array_of_structures(base: &Expression, translation: &Translation) -> bool {
    let is_named = match &base.kind {
        ExpressionKind::Variable(_) => true,
        ExpressionKind::Member(symbol, _) => {
            let found = member(*symbol, &translation.resolved.symbols);
            found.is_some_and(|member| !member.is_one_of_many())
        }
        _ => false,
    };
    is_named && base.type_.target().is_some_and(|target| matches!(target.kind, TypeKind::Record(_)))
}

/// Whether memory of one type is read the same as one of the other.
pub fn is_same(one: &Type, other: &Type) -> bool {
    let layout = |kind: &Integer| (kind.bits, kind.signed, kind.rank);
    match (&one.kind, &other.kind) {
        (TypeKind::Integer(one), TypeKind::Integer(other)) => layout(one) == layout(other),
        (TypeKind::Floating(one), TypeKind::Floating(other)) => one == other,
        (TypeKind::Record(one), TypeKind::Record(other)) => one == other,
        _ => false,
    }
}
