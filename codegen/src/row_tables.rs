//! Tables of pointers to the rows of a window: `const float *t_rows[3] = {t[(y - 2) % 3], t[(y - 1) % 3], t[y % 3]};`.
//!
//! A loop goes along rows, and for each cell one or more short loops of constant bounds go through a window around it, of which one
//! tells the row. Its place would be computed anew for each cell: compilers that don't write the window out (gcc at -O2) divide there.
//! At the borders of an image a window may be clipped (`dy = max(-1, -y)`): the table has all rows that it has elsewhere.

use crate::bounds::bounds;
use crate::rows::{Row, Rows};
use polyhedral::expression::LinearForm;
use polyhedral::{Expression, Instance, Loop, Node};
use std::collections::BTreeSet;

/// Tables of more rows aren't worth their text.
const MOST: i64 = 9;

/// The rows of one array that a counter tells.
pub struct RowTable {
    /// The row, by the counter.
    pub row: Row,
    /// The counter.
    pub counter: String,
    /// Its first value.
    pub first: i64,
    /// Its last value.
    pub last: i64,
    /// Whether there may be rows in it that aren't there.
    pub is_clipped: bool,
}

/// The first and the last value of a counter.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Ends {
    first: i64,
    last: i64,
    /// Whether other bounds may leave less of that.
    is_clipped: bool,
}

/// A short loop with constant bounds, and perhaps others.
#[derive(Clone, Copy)]
pub struct Window<'a> {
    counted: &'a Loop,
    ends: Ends,
}

impl Window<'_> {
    /// Whether it may run less often than its constant bounds say, or not at all.
    pub fn is_clipped(&self) -> bool {
        self.ends.is_clipped
    }
}

/// The tables for the loops of a block, of rows that have no name.
pub fn of(block: &[Node], rows: &Rows) -> Vec<RowTable> {
    let mut found: Vec<RowTable> = Vec::new();
    for node in block {
        let Node::Loop(along) = node else { continue };
        if !rows.is_steady(along) {
            continue;
        }
        for (instance, window) in in_windows(along) {
            let nameable = rows.certain(instance).into_iter().filter(|row| rows.is_nameable(row, along));
            found.extend(nameable.filter_map(|row| table(row, &window)));
        }
    }
    // one name may count several loops
    let is_only = |table: &RowTable| {
        let mut named = Node::loops(block).into_iter().filter(|counted| counted.iterator == table.counter);
        let is_same = |ends: Ends| (ends.first, ends.last) == (table.first, table.last);
        named.all(|counted| ends(counted).is_some_and(is_same))
    };
    found.retain(is_only);
    found
}

/// The instances that run in each iteration of a loop, with the loops of a window that are around them in it.
pub fn in_windows(along: &Loop) -> Vec<(&Instance, Vec<Window<'_>>)> {
    fn walk<'a>(
        nodes: &'a [Node],
        window: &mut Vec<Window<'a>>,
        found: &mut Vec<(&'a Instance, Vec<Window<'a>>)>,
    ) {
        for node in nodes {
            match node {
                Node::Loop(inner) => {
                    if let Some(ends) = ends(inner) {
                        window.push(Window { counted: inner, ends });
                        walk(&inner.body, window, found);
                        window.pop();
                    }
                }
                Node::Instance(instance) => found.push((instance, window.clone())),
                _ => {}
            }
        }
    }
    let mut found = Vec::new();
    walk(&along.body, &mut Vec::new(), &mut found);
    found
}

/// The loops of a window that tell which row it is.
pub fn telling<'w, 'a>(row: &Row, window: &'w [Window<'a>]) -> impl Iterator<Item = &'w Window<'a>> {
    let mut names = BTreeSet::new();
    row.1.iter().for_each(|subscript| subscript.variables(&mut names));
    window.iter().filter(move |window| names.contains(&window.counted.iterator))
}

/// The table for a row, if exactly one of the loops of a window tells which one it is.
fn table(row: Row, window: &[Window<'_>]) -> Option<RowTable> {
    row.1.iter().all(is_short).then_some(())?;
    let Window { counted, ends: Ends { first, last, is_clipped } } = {
        let mut all = telling(&row, window);
        *all.next().filter(|_| all.next().is_none())?
    };
    // what is told by a remainder is a row whatever is divided
    let is_row = |subscript: &Expression| match subscript {
        Expression::Modulo(_, divisor) => divisor.constant().is_some_and(|divisor| divisor > 0),
        other => {
            let mut names = BTreeSet::new();
            other.variables(&mut names);
            !names.contains(&counted.iterator)
        }
    };
    // a window around the other may not run at all
    let is_clipped = is_clipped || window.iter().any(Window::is_clipped);
    let is_there = !is_clipped || row.1.iter().all(is_row);
    is_there.then(|| RowTable { counter: counted.iterator.clone(), first, last, is_clipped, row })
}

/// Whether a subscript is a sum, or what is left of one: clamped rows, say, would be long lines.
fn is_short(subscript: &Expression) -> bool {
    let is_sum = |value: &Expression| LinearForm::of(value).is_some();
    match subscript {
        Expression::Modulo(value, divisor) => is_sum(value) && is_sum(divisor),
        other => is_sum(other),
    }
}

/// The first and the last value of a counter by its constant bounds, if these are a few.
fn ends(counted: &Loop) -> Option<Ends> {
    let constants = |list: &[Expression]| list.iter().filter_map(Expression::constant).collect::<Vec<_>>();
    let (first, is_later) = match &counted.initial {
        Expression::Maximum(list) => (*constants(list).iter().max()?, true),
        initial => (initial.constant()?, false),
    };
    let bounds = bounds(counted).filter(|_| counted.step == 1)?;
    let last = *constants(&bounds).iter().min()?;
    let is_short = (2..=MOST).contains(&(last.checked_sub(first)? + 1));
    is_short.then_some(Ends { first, last, is_clipped: is_later || bounds.len() > 1 })
}
