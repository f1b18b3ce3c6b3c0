//! Tables of pointers to the rows of a window: `const float *t_rows[3] = {t[(y - 2) % 3], t[(y - 1) % 3], t[y % 3]};`.
//!
//! A loop goes along rows, and for each cell one or more short loops of constant bounds go through a window around it, of which one
//! tells the row. Its place would be computed anew for each cell: compilers that don't write the window out (gcc at -O2) divide there.

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
}

/// A short loop with constant bounds, and the first and the last value of its counter.
pub type Window<'a> = (&'a Loop, (i64, i64));

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
        named.all(|counted| constant_bounds(counted) == Some((table.first, table.last)))
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
                    if let Some(bounds) = constant_bounds(inner) {
                        window.push((inner, bounds));
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
    window.iter().filter(move |(counted, _)| names.contains(&counted.iterator))
}

/// The table for a row, if exactly one of the loops of a window tells which one it is.
fn table(row: Row, window: &[Window<'_>]) -> Option<RowTable> {
    row.1.iter().all(is_short).then_some(())?;
    let (counted, (first, last)) = {
        let mut all = telling(&row, window);
        all.next().filter(|_| all.next().is_none())?
    };
    Some(RowTable { counter: counted.iterator.clone(), first: *first, last: *last, row })
}

/// Whether a subscript is a sum, or what is left of one: clamped rows, say, would be long lines.
fn is_short(subscript: &Expression) -> bool {
    let is_sum = |value: &Expression| LinearForm::of(value).is_some();
    match subscript {
        Expression::Modulo(value, divisor) => is_sum(value) && is_sum(divisor),
        other => is_sum(other),
    }
}

/// The first and the last value of a counter, if these are constants, and a few.
fn constant_bounds(counted: &Loop) -> Option<(i64, i64)> {
    let first = counted.initial.constant()?;
    let bounds = bounds(counted).filter(|bounds| counted.step == 1 && bounds.len() == 1)?;
    let last = bounds[0].constant()?;
    let is_short = (2..=MOST).contains(&(last.checked_sub(first)? + 1));
    is_short.then_some((first, last))
}
