//! How an array lies in rows that loops go through.

use std::collections::BTreeSet;

use polyhedral::Comparison;

use super::super::Parsed;
use super::super::around::Around;
use super::super::copies::changes_nothing;
use super::super::parallel::Parallel;
use crate::syntax::fold::constant;
use crate::syntax::tree::{
    BinaryOperator, Expression, ExpressionKind, Statement, StatementKind, SymbolId, Symbols,
};
use crate::syntax::types::{ArraySize, Type, TypeKind};

/// Rows of a chunk, if there are enough.
const ROWS: i64 = 64;

/// Elements of a chunk, where a row is one.
const ELEMENTS: i64 = 4096;

/// As many chunks there should be, for the threads that there may be.
const CHUNKS: i128 = 8;

/// The fewest rows of a chunk.
const LEAST_ROWS: i64 = 8;

/// Rows are as far behind their counter at most.
const MOST_BEHIND: i64 = 8;

/// The fewest elements.
const LEAST_ELEMENTS: i64 = 512;

/// An array whose rows the counters of loops tell.
pub struct Shape {
    /// The type of an element.
    element: String,
    layout: Layout,
    /// How far rows are behind the counters that tell them.
    offset: i64,
}

#[derive(PartialEq)]
enum Layout {
    /// `a[i * w + j]`, with the width of a row; `a[i]` without one.
    Flat(Option<String>),
    /// `a[i][j]`, with the extents of a row.
    Rows(String),
}

impl Shape {
    /// That of an array which two loops touch cell by cell.
    pub fn of(
        parsed: Parsed,
        around: &Around,
        array: SymbolId,
        (first, second): (&Parallel, &Parallel),
    ) -> Option<Self> {
        let symbols = &parsed.resolved.symbols;
        let element = symbols[array].type_.target()?;
        let cell = match &element.kind {
            TypeKind::Pointer(target) => target,
            _ => element.innermost(),
        };
        let spelling = cell.spelling().to_owned();
        if spelling.is_empty() || !cell.is_ordinary() {
            return None;
        }
        let table = along(parsed, first, array);
        let mut mentions = 0;
        for one in [first, second] {
            one.parts.body.walk_with_types(symbols, &mut |part| {
                mentions += usize::from(part.variable() == Some(array));
            });
        }
        let mut layouts = Vec::new();
        for one in [first, second] {
            cells(parsed, array, &one.parts.body, &mut |cell| {
                layouts.push(layout(parsed, around, (element, table.as_deref()), cell, one.counter));
            });
        }
        let all = layouts.into_iter().collect::<Option<Vec<_>>>()?;
        let is_all = all.len() == mentions && all.windows(2).all(|pair| pair[0] == pair[1]);
        let (layout, offset) = all.into_iter().next().filter(|_| is_all)?;
        Some(Shape { element: spelling, layout, offset })
    }

    /// The rows of a chunk for a loop; nothing if they would be too few for several threads.
    pub fn rows(&self, first: &Parallel, symbols: &Symbols) -> Option<i64> {
        let (mut rows, least) = match self.layout {
            Layout::Flat(None) => (ELEMENTS, LEAST_ELEMENTS),
            _ => (ROWS, LEAST_ROWS),
        };
        let known = constant(first.bound, symbols).zip(constant(first.from, symbols));
        let Some(all) = known.map(|(bound, from)| bound - from) else { return Some(rows) };
        while i128::from(rows) * CHUNKS > all && rows / 2 >= least {
            rows /= 2;
        }
        (i128::from(rows) * 2 <= all).then_some(rows)
    }

    /// As many rows more than its last value the counter of a loop wants.
    pub fn beyond(&self) -> i64 {
        self.offset.max(0)
    }

    /// A declaration of such an array with some rows.
    pub fn declared(&self, name: &str, rows: &str) -> String {
        let Shape { element, layout, .. } = self;
        match layout {
            Layout::Flat(None) => format!("{element} *{name} = malloc({rows} * sizeof({element}));"),
            Layout::Flat(Some(width)) => {
                format!("{element} *{name} = malloc({rows} * {width} * sizeof({element}));")
            }
            Layout::Rows(extents) => {
                format!("{element} (*{name}){extents} = malloc({rows} * sizeof({element}{extents}));")
            }
        }
    }

    /// A cell of the array that has this name and the row `slot` in the place of that of `counter`.
    pub fn cell(
        &self,
        parsed: Parsed,
        cell: &Expression,
        (counter, slot): (SymbolId, &str),
        name: &str,
    ) -> String {
        let base = cell.subscripted().0.span;
        let mut places = vec![(base, name.to_owned())];
        let (_, subscripts) = cell.subscripted();
        if let Some(row) = subscripts.first() {
            let is_alone = row.variable() == Some(counter);
            let slot = match self.offset {
                0 => slot.to_owned(),
                offset if offset < 0 => format!("{slot} + {}", -offset),
                offset => format!("{slot} - {offset}"),
            };
            row.walk(&mut |part| {
                if part.variable() == Some(counter) {
                    places.push((part.span, if is_alone { slot.to_owned() } else { format!("({slot})") }));
                }
            });
        }
        places.sort_by_key(|(place, _)| place.start);
        let text = parsed.text();
        let (mut start, mut written) = (cell.span.start, String::new());
        for (place, words) in places {
            written += &text[start..place.start];
            written += &words;
            start = place.end;
        }
        written += &text[start..cell.span.end];
        written.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// The cells of an array that a statement touches.
pub fn cells(parsed: Parsed, array: SymbolId, statement: &Statement, found: &mut dyn FnMut(&Expression)) {
    statement.walk_with_types(&parsed.resolved.symbols, &mut |part| {
        let is_cell = matches!(part.kind, ExpressionKind::Index(..))
            && part.type_.is_arithmetic()
            && part.subscripted().0.variable() == Some(array);
        if is_cell {
            found(part);
        }
    });
}

/// How a cell tells its row, which is the value of a counter, or that and a number; `table` has the extents of rows that a table of
/// pointers leads to.
fn layout(
    parsed: Parsed,
    around: &Around,
    (element, table): (&Type, Option<&str>),
    cell: &Expression,
    counter: SymbolId,
) -> Option<(Layout, i64)> {
    let symbols = &parsed.resolved.symbols;
    let (_, subscripts) = cell.subscripted();
    let (row, others) = subscripts.split_first()?;
    let array = cell.subscripted().0.variable()?;
    if others.iter().any(|other| other.mentions(counter)) || subscripts.iter().any(|it| it.mentions(array)) {
        return None;
    }
    let is_steady = |value: &Expression| {
        let mut is_steady = changes_nothing(value);
        value.walk(&mut |part| is_steady &= part.variable().is_none_or(|it| around.is_fixed(it)));
        is_steady
    };
    if let TypeKind::Array(..) = element.kind {
        let mut extents = String::new();
        let mut inner = element;
        while let TypeKind::Array(target, ArraySize::Elements(size)) = &inner.kind {
            (constant(size, symbols).is_some() || is_steady(size)).then_some(())?;
            extents += &format!("[{}]", parsed.words(size.span));
            inner = target;
        }
        let offset = behind(row, counter, symbols).filter(|_| inner.is_arithmetic())?;
        return Some((Layout::Rows(extents), offset));
    }
    if let TypeKind::Pointer(target) = &element.kind {
        let is_cell = target.is_arithmetic() && others.len() == 1;
        let offset = behind(row, counter, symbols).filter(|_| is_cell)?;
        return Some((Layout::Rows(table?.to_owned()), offset));
    }
    (element.is_arithmetic() && others.is_empty()).then_some(())?;
    if let Some(offset) = behind(row, counter, symbols) {
        return Some((Layout::Flat(None), offset));
    }
    let mut terms = Vec::new();
    summands(row, &mut terms);
    let mut own = terms.iter().filter(|term| term.mentions(counter));
    let product = own.next().filter(|_| own.next().is_none())?.without_casts();
    let ExpressionKind::Binary(BinaryOperator::Multiply, left, right) = &product.kind else { return None };
    let (of_left, of_right) = (behind(left, counter, symbols), behind(right, counter, symbols));
    let width = if of_left.is_some() { right } else { left };
    let offset = of_left.or(of_right)?;
    (!width.mentions(counter) && changes_nothing(width)).then_some(())?;
    let text = parsed.words(width.span);
    let is_word = parsed.table.within(width.span).len() == 1;
    Some((Layout::Flat(Some(if is_word { text } else { format!("({text})") })), offset))
}

/// How far a value is behind that of a counter.
fn behind(value: &Expression, counter: SymbolId, symbols: &Symbols) -> Option<i64> {
    if value.variable() == Some(counter) {
        return Some(0);
    }
    let ExpressionKind::Binary(operator, left, right) = &value.kind else { return None };
    let number =
        i64::try_from(constant(right, symbols)?).ok().filter(|number| number.abs() <= MOST_BEHIND)?;
    match operator {
        BinaryOperator::Add if left.variable() == Some(counter) => Some(number),
        BinaryOperator::Subtract if left.variable() == Some(counter) => Some(-number),
        _ => None,
    }
}

/// The extents of rows as far as a loop goes along them.
fn along(parsed: Parsed, first: &Parallel, array: SymbolId) -> Option<String> {
    let mut counters = BTreeSet::new();
    cells(parsed, array, &first.parts.body, &mut |cell| {
        counters.extend(cell.subscripted().1.get(1).and_then(|column| column.variable()));
    });
    let mut found = None;
    first.parts.body.walk(&mut |inner| {
        let StatementKind::For(parts) = &inner.kind else { return };
        let Some(condition) = &parts.condition else { return };
        let ExpressionKind::Binary(BinaryOperator::Compare(relation), left, bound) = &condition.kind else {
            return;
        };
        let is_counter = left.variable().is_some_and(|it| counters.contains(&it));
        if is_counter && !bound.mentions(first.counter) && changes_nothing(bound) {
            let bound = parsed.words(bound.span);
            let extents = match relation {
                Comparison::Less => format!("[{bound}]"),
                Comparison::LessEqual => format!("[{bound} + 1]"),
                _ => return,
            };
            found = found.take().or(Some(extents));
        }
    });
    found
}

/// What is added up to a value.
fn summands<'e>(value: &'e Expression, found: &mut Vec<&'e Expression>) {
    match &value.kind {
        ExpressionKind::Binary(BinaryOperator::Add, left, right) => {
            summands(left, found);
            summands(right, found);
        }
        _ => found.push(value),
    }
}
