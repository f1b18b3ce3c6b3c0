//! Calls of `memset` and `memcpy` on numbers: `memset(a, 0, n * sizeof *a)` does what `for (i = 0; i < n; i++) a[i] = 0;` does; and of
//! `fread` and `fwrite`, which do what a loop with a call for each item does.
//!
//! The trees have that loop from here on, so that all that follows sees an array written cell by cell ([`For::fill`] is what the text
//! has). What changes in such a loop needs new text, in which it is a loop indeed; compilers know what to make of it. Sound since
//! only calls are taken whose arguments read no memory but through names, that touch whole numbers of one type, and of which the bytes are
//! a product; that they are no more than a block may have is left to be proved where a factor could be as large.

use std::collections::BTreeSet;

use diagnostics::Span;
use polyhedral::Comparison;

use crate::facts::changes::{addresses_taken, changes};
use crate::readers::{WRITER, as_read, as_written};
use crate::row_tables::is_same_size;
use crate::rows::{is_same, sum};
use crate::syntax::fold;
use crate::syntax::resolve::{Resolved, offset};
use crate::syntax::tree::{
    BinaryOperator, Declaration, Expression, ExpressionKind, Fill, For, Function, Initializer, Statement,
    StatementKind, Symbol, SymbolId, SymbolKind, Symbols, UnaryOperator,
};
use crate::syntax::types::{ArraySize, Integer, Type, TypeKind};
use crate::translation::Translation;

/// Whether calls of a function of this name are such.
pub fn fills(name: &str) -> bool {
    matches!(name, "memset" | "memcpy")
}

/// Whether a function of this name reads or writes items of a stream.
pub fn moves_items(name: &str) -> bool {
    matches!(name, "fread" | "fwrite")
}

/// Replaces such calls, but in functions that hold one of `apart`.
pub fn look_through(translation: &mut Translation, text: &str, apart: &[Span]) {
    let tokens = translation.table.tokens.iter().map(|token| token.span.of(text));
    let taken: BTreeSet<&str> = tokens.chain(translation.macros.names.iter().map(String::as_str)).collect();
    let counters = ["cell", "cell1", "cell2", "cell3"].map(|name| {
        let mut counter = name.to_owned();
        while taken.contains(counter.as_str()) {
            counter.push('_');
        }
        counter
    });
    let resolved = &mut translation.resolved;
    let defined: BTreeSet<SymbolId> = resolved.functions.iter().map(|function| function.symbol).collect();
    let mut functions = std::mem::take(&mut resolved.functions);
    for function in &mut functions {
        if !apart.iter().any(|place| function.span.contains(*place)) {
            let steady = steady(function, &resolved.symbols);
            Calls { resolved, defined: &defined, steady, counters: &counters }.within(&mut function.body);
        }
    }
    resolved.functions = functions;
}

struct Calls<'a> {
    resolved: &'a mut Resolved,
    /// The functions that the file defines.
    defined: &'a BTreeSet<SymbolId>,
    /// The variables that keep the values of their declarations, so that an array has the extents that these say.
    steady: BTreeSet<SymbolId>,
    /// What counts the cells, by dimension.
    counters: &'a [String],
}

/// The variables of a function that nothing changes.
fn steady(function: &Function, symbols: &Symbols) -> BTreeSet<SymbolId> {
    let mut changed: BTreeSet<SymbolId> = addresses_taken(&function.body, symbols).into_keys().collect();
    let changes = changes(&function.body, symbols);
    changed.extend(changes.iter().filter(|change| !change.is_declaration(symbols)).map(|it| it.symbol));
    let all = symbols.0.iter().enumerate().filter(|(_, symbol)| {
        let is_local = matches!(symbol.kind, SymbolKind::Local { is_static: false } | SymbolKind::Parameter);
        is_local && function.span.contains(symbol.name_span)
    });
    all.map(|(id, _)| SymbolId(id)).filter(|id| !changed.contains(id)).collect()
}

impl Calls<'_> {
    fn within(&mut self, body: &mut Statement) {
        body.change_each(&mut |statement| {
            if let StatementKind::Expression(Some(call)) = &statement.kind
                && let Some(parts) = self.filling(call, statement.span)
            {
                statement.kind = StatementKind::For(Box::new(parts));
            }
        });
    }

    /// The loop that a call stands for.
    fn filling(&mut self, call: &Expression, place: Span) -> Option<For> {
        let ExpressionKind::Call(function, arguments) = &call.kind else { return None };
        let (target, source) = (arguments.first()?, arguments.get(1)?);
        let symbols = &self.resolved.symbols;
        let callee = function.variable().filter(|callee| !self.defined.contains(callee))?;
        let is_copied = source.type_.target().is_some();
        let row = Row::behind(target)?;
        let is_plain = arguments.iter().all(reads_names)
            && row.extents.len() < self.counters.len()
            && target.span.start > place.start + row.extents.len() + 2;
        let name = symbols[callee].name.as_str();
        let (moves, writes) = (moves_items(name), name == WRITER);
        let counts = match (name, arguments.as_slice()) {
            ("memset", [_, _, _]) => is_byte_repeated(source, row.element, symbols),
            ("memcpy", [_, _, _]) => Row::behind(source)?.is_same(&row, symbols),
            (_, [_, _, _, stream]) => moves && stream.named().is_some(),
            _ => false,
        };
        (is_plain && counts).then_some(())?;
        let size = row.element.scalar_bytes()?;
        // what isn't in the text has an empty place
        let here = Span::new(place.start, place.start);
        let counts = self.counts(row, (target, source), &arguments[2], moves)?;
        let counters: Vec<SymbolId> = (0..counts.len())
            .map(|dimension| self.counter(dimension, counts[dimension].type_.promoted(), here))
            .collect();
        let variable = |counter: SymbolId, span| Expression {
            kind: ExpressionKind::Variable(counter),
            span,
            type_: self.resolved.symbols[counter].type_.clone(),
        };
        let cell = |argument: &Expression| {
            let empty = Span::new(argument.span.start, argument.span.start);
            let mut counters = counters.iter().map(|counter| variable(*counter, empty));
            let first = cell(argument, counters.next()?)?;
            counters.try_fold(first, |array, subscript| {
                let (span, type_) = (array.span, array.type_.target()?.clone());
                let kind = ExpressionKind::Index(Box::new(array), Box::new(subscript));
                Some(Expression { kind, span, type_ })
            })
        };
        let target = cell(target)?;
        let body = Span::new(target.span.start, place.end);
        let done = match moves {
            true => item_moved(call, writes, target, size),
            false => {
                let value = if is_copied { cell(source)? } else { source.clone() };
                let type_ = target.type_.clone();
                let kind = ExpressionKind::Assign(None, Box::new(target), Box::new(value));
                Expression { kind, span: body, type_ }
            }
        };
        let done = Expression { span: body, ..done };
        let mut body = Statement { kind: StatementKind::Expression(Some(done)), span: body };
        let mut all: Vec<_> = (0..).zip(counters.iter().zip(counts)).collect();
        let (_, outer) = all.remove(0);
        let for_ = |(counter, count): (&SymbolId, Expression), body: Statement| {
            let less = ExpressionKind::Binary(
                BinaryOperator::Compare(Comparison::Less),
                Box::new(variable(*counter, here)),
                Box::new(count),
            );
            let operand = Box::new(variable(*counter, here));
            let step = ExpressionKind::Increment { operand, by: 1, is_late: true };
            let declared = Declaration { symbol: *counter, span: here };
            For {
                initial: Some(Statement { kind: StatementKind::Declaration(vec![declared]), span: here }),
                condition: Some(Expression { kind: less, span: here, type_: Type::int() }),
                step: Some(Expression { kind: step, ..variable(*counter, here) }),
                body,
                fill: Some(Fill { call: call.clone(), element_bytes: size }),
            }
        };
        for (depth, inner) in all.into_iter().rev() {
            let kind = StatementKind::For(Box::new(for_(inner, body)));
            body = Statement { kind, span: Span::new(place.start + depth, place.end) };
        }
        Some(for_(outer, body))
    }

    /// Whether a size is the same wherever it is asked for.
    fn keeps(&self, size: &Expression) -> bool {
        let mut is_steady = true;
        size.walk(&mut |part| is_steady &= part.variable().is_none_or(|it| self.steady.contains(&it)));
        fold::constant(size, &self.resolved.symbols).is_some() || is_steady && reads_names(size)
    }

    /// How many rows so many bytes are, and what is in one.
    fn counts(
        &self,
        row: Row<'_>,
        (target, source): (&Expression, &Expression),
        last: &Expression,
        moves: bool,
    ) -> Option<Vec<Expression>> {
        let symbols = &self.resolved.symbols;
        let names =
            [target, source].map(|argument| offset(argument.without_casts()).and_then(|it| it.0.named()));
        let bytes = match moves {
            // so many items of such a size
            true => self.product(source, &names)?.times(self.product(last, &names)?)?,
            false => self.product(last, &names)?,
        };
        let count = bytes.over(&self.bytes(&row)?, symbols)?.expression(last.span)?;
        // the number itself has a place
        if moves && row.extents.is_empty() && fold::constant(&count, symbols) == Some(1) {
            return None;
        }
        if row.extents.is_empty() {
            return Some(vec![count]);
        }
        // all of an array, as that says
        let own = match &target.type_.kind {
            TypeKind::Array(_, ArraySize::Elements(own)) if self.keeps(own) => Some(&**own),
            _ => None,
        };
        let count = own.filter(|own| is_same_count(own, &count, symbols)).cloned().unwrap_or(count);
        let empty = Span::new(target.span.start, target.span.start);
        let mut counts: Vec<_> = std::iter::once(count).chain(row.extents.into_iter().cloned()).collect();
        counts.iter_mut().for_each(|count| count.change(&mut |part| part.span = empty));
        Some(counts)
    }

    /// `bytes` as a product, if sizes in it are those of types, or of what one of the `names` leads to.
    fn product(&self, bytes: &Expression, names: &[Option<SymbolId>]) -> Option<Product> {
        if let ExpressionKind::SizeOf(type_, operand) = &bytes.kind {
            let is_known = operand.as_ref().is_none_or(|operand| {
                let mut is_own = true;
                operand.walk(&mut |part| {
                    is_own &= part.named().is_none_or(|named| names.contains(&Some(named)));
                });
                is_own
            });
            return is_known.then(|| self.bytes(&Row::of(type_)))?;
        }
        if let Some(constant) = fold::constant(bytes, &self.resolved.symbols) {
            return Some(Product { constant, factors: vec![] });
        }
        match &bytes.kind {
            // what is as wide as an address keeps the value, or the bytes are more than there are
            ExpressionKind::Cast(inner) if is_wide(bytes) && inner.type_.integer().is_some() => {
                self.product(inner, names)
            }
            ExpressionKind::Binary(BinaryOperator::Multiply, left, right) if is_wide(bytes) => {
                self.product(left, names)?.times(self.product(right, names)?)
            }
            _ => Some(Product { constant: 1, factors: vec![bytes.clone()] }),
        }
    }

    /// The bytes of a row, if its extents keep their values.
    fn bytes(&self, row: &Row<'_>) -> Option<Product> {
        let size = Product { constant: i128::from(row.element.scalar_bytes()?), factors: vec![] };
        row.extents.iter().try_fold(size, |size, count| {
            size.times(match fold::constant(count, &self.resolved.symbols) {
                Some(constant) => Product { constant, factors: vec![] },
                None => Product { constant: 1, factors: vec![self.keeps(count).then(|| (*count).clone())?] },
            })
        })
    }

    fn counter(&mut self, dimension: usize, type_: Type, place: Span) -> SymbolId {
        let zero = Expression { kind: ExpressionKind::Integer(0), span: place, type_: Type::int() };
        let symbols = &mut self.resolved.symbols.0;
        symbols.push(Symbol {
            is_fixed: false,
            name: self.counters[dimension].clone(),
            kind: SymbolKind::Local { is_static: false },
            type_,
            name_span: place,
            initializer: Some(Initializer::Value(zero)),
            declared: None,
        });
        SymbolId(symbols.len() - 1)
    }
}

/// The call that reads one item of `size` bytes into `cell`, or writes it, and is else as `call`.
fn item_moved(call: &Expression, writes: bool, cell: Expression, size: u64) -> Expression {
    let mut one = call.clone();
    let number = |value: i128, span: Span| {
        let span = Span::new(span.start, span.start);
        Expression { kind: ExpressionKind::Integer(value), span, type_: Type::int() }
    };
    if let ExpressionKind::Call(_, arguments) = &mut one.kind
        && let [place, bytes, count, _] = arguments.as_mut_slice()
    {
        *bytes = number(i128::from(size), bytes.span);
        *count = number(1, count.span);
        let span = cell.span;
        *place = if writes { as_written(cell, span) } else { as_read(cell, span) };
    }
    one
}

/// What a pointer or an array leads to.
struct Row<'a> {
    /// The extents of a row, none where it is a number.
    extents: Vec<&'a Expression>,
    /// The type of what is in it.
    element: &'a Type,
}

impl<'a> Row<'a> {
    /// The extents of a type, and what is in it.
    fn of(mut type_: &'a Type) -> Self {
        let mut extents = Vec::new();
        while let TypeKind::Array(element, ArraySize::Elements(count)) = &type_.kind {
            extents.push(&**count);
            type_ = element;
        }
        Row { extents, element: type_ }
    }

    /// What an argument leads to, if that is numbers.
    fn behind(argument: &'a Expression) -> Option<Self> {
        let row = Row::of(argument.without_casts().type_.target()?);
        let qualifiers = &row.element.qualifiers;
        (is_number(row.element) && !qualifiers.volatile && !qualifiers.atomic).then_some(row)
    }

    fn is_same(&self, other: &Row, symbols: &Symbols) -> bool {
        let mut extents = self.extents.iter().zip(&other.extents);
        self.extents.len() == other.extents.len()
            && extents.all(|(one, other)| is_same_count(one, other, symbols))
            && is_same(self.element, other.element)
    }
}

/// Whether two counts are the same number wherever their variables are.
fn is_same_count(one: &Expression, other: &Expression, symbols: &Symbols) -> bool {
    let is_whole = |count: &Expression| {
        let mut is_whole = true;
        count.walk(&mut |part| {
            if let ExpressionKind::Cast(inner) = &part.kind {
                let bits = |it: &Expression| it.type_.integer().map(|integer| integer.bits);
                is_whole &= bits(inner).zip(bits(part)).is_some_and(|(from, to)| from <= to);
            }
        });
        is_whole
    };
    is_same_size(one, other, symbols)
        && (fold::constant(one, symbols).is_some() || is_whole(one) && is_whole(other))
}

fn is_number(type_: &Type) -> bool {
    match &type_.kind {
        TypeKind::Integer(integer) => integer.bits > 1,
        TypeKind::Floating(_) => true,
        _ => false,
    }
}

/// Whether bytes of this value make a number of the value.
fn is_byte_repeated(byte: &Expression, element: &Type, symbols: &Symbols) -> bool {
    let value = fold::constant(byte, symbols);
    match (&element.kind, element.scalar_bytes()) {
        (TypeKind::Integer(integer), Some(1)) => {
            let (least, most) = integer.range();
            value.is_some_and(|value| least <= value && value <= most)
        }
        // all bits of it are ones
        (TypeKind::Integer(_), _) => matches!(value, Some(0 | -1)),
        _ => value == Some(0),
    }
}

/// Whether an argument is computed from names and numbers, or a place in what a name leads to.
fn reads_names(argument: &Expression) -> bool {
    let mut is_plain = true;
    argument.walk(&mut |part| {
        is_plain &= match &part.kind {
            ExpressionKind::Variable(_)
            | ExpressionKind::Member(..)
            | ExpressionKind::Integer(_)
            | ExpressionKind::SizeOf(..)
            | ExpressionKind::Binary(..)
            | ExpressionKind::Cast(_)
            | ExpressionKind::Index(..) => true,
            ExpressionKind::Unary(operator, _) => *operator != UnaryOperator::Dereference,
            _ => false,
        } && !part.type_.qualifiers.volatile
            && !part.type_.qualifiers.atomic;
    });
    is_plain
}

/// The cell `subscript` of what an argument points to.
fn cell(argument: &Expression, subscript: Expression) -> Option<Expression> {
    let place = argument.without_casts();
    let type_ = place.type_.target()?.clone();
    let (base, added) = match &place.kind {
        ExpressionKind::Unary(UnaryOperator::Address, cell) => {
            let ExpressionKind::Index(array, first) = &cell.kind else { return None };
            let (base, before) = offset(array)?;
            (base, Some(before.map_or((**first).clone(), |before| sum(&before, first))))
        }
        _ => offset(place)?,
    };
    let subscript = match added {
        Some(added) => Expression { span: subscript.span, ..sum(&added, &subscript) },
        None => subscript,
    };
    let kind = ExpressionKind::Index(Box::new(base), Box::new(subscript));
    Some(Expression { kind, span: argument.span, type_ })
}

/// A number of bytes.
struct Product {
    constant: i128,
    factors: Vec<Expression>,
}

impl Product {
    fn times(mut self, other: Product) -> Option<Product> {
        self.factors.extend(other.factors);
        Some(Product { constant: self.constant.checked_mul(other.constant)?, ..self })
    }

    /// How many times it is `one`, if the factors tell.
    fn over(mut self, one: &Product, symbols: &Symbols) -> Option<Product> {
        for factor in &one.factors {
            let place = self.factors.iter().position(|own| is_same_count(own, factor, symbols))?;
            self.factors.remove(place);
        }
        let is_whole = self.constant > 0 && one.constant > 0 && self.constant % one.constant == 0;
        is_whole.then(|| Product { constant: self.constant / one.constant, ..self })
    }

    fn expression(self, place: Span) -> Option<Expression> {
        let number =
            |value| Expression { kind: ExpressionKind::Integer(value), span: place, type_: Type::int() };
        let number = (self.constant <= i128::from(i32::MAX)).then(|| number(self.constant))?;
        let mut factors = self.factors;
        let single = match (factors.len(), self.constant) {
            (0, _) => return Some(number),
            (1, 1) => factors.pop()?,
            (_, constant) => {
                factors.extend((constant > 1).then_some(number));
                let size = || Type::plain(TypeKind::Integer(Integer::size()));
                let wide = factors.into_iter().map(|factor| Expression {
                    span: factor.span,
                    type_: size(),
                    kind: ExpressionKind::Cast(Box::new(factor)),
                });
                return wide.reduce(|a, b| Expression {
                    span: place,
                    type_: size(),
                    kind: ExpressionKind::Binary(BinaryOperator::Multiply, Box::new(a), Box::new(b)),
                });
            }
        };
        single.type_.integer().filter(|integer| integer.bits > 1)?;
        Some(single)
    }
}

fn is_wide(expression: &Expression) -> bool {
    expression.type_.integer().is_some_and(|integer| integer.bits == 64)
}
