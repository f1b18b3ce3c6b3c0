//! Windows: the cells of an array that loops in strips touch, as they go on.
//!
//! In `for (t1 = 0; …; t1 += 512)` the cells `u[i % 514]` of the loops over a strip are `u[i - t1]`, so that these stay vector
//! loops. The first cells of the next window are the last of this one: they move at the end of each strip, as in the buffers of
//! filters that work block by block.

use crate::layout::Layout;
use crate::rotation::Rotation;
use crate::rows::{Rows, users};
use polyhedral::{ArrayId, Expression, Loop, Node, Program, Scop, Window};
use std::collections::BTreeMap;

/// More cells than these move in a loop.
const MOST_MOVES: i64 = 2;

/// Whether each array with a window is used in one loop over strips alone.
pub fn have_loops(scop: &Scop, program: &Program, windows: &BTreeMap<ArrayId, Window>) -> bool {
    let (loops, all) = (Node::loops(&program.body), users(scop, &program.body));
    windows.iter().all(|(array, window)| {
        let all = all.get(array).copied().unwrap_or(0);
        loops.iter().any(|counted| has_window(scop, counted, *array, *window, all))
    })
}

/// Whether a loop goes from strip to strip with the window of `array`, and holds `all` its users.
fn has_window(scop: &Scop, counted: &Loop, array: ArrayId, window: Window, all: usize) -> bool {
    // threads have windows of their own, which hold nothing of the strip before
    let may_be = |it: &Loop| !it.parallel || window.more == 0;
    let is_like_one = |it: &Loop| it.line == 0 && it.step == window.strip && may_be(it);
    let is_innermost = || !Node::loops(&counted.body).into_iter().any(is_like_one);
    is_like_one(counted)
        && is_innermost()
        && users(scop, &counted.body).get(&array).is_some_and(|own| *own == all)
}

/// What reaches the arrays whose windows `counted`, a loop over strips, moves on; `None` where there are none.
pub(crate) fn rotation<'a>(layout: &'a Layout<'a>, known: &Rows<'a>, counted: &Loop) -> Option<Rotation<'a>> {
    let is_moved = |(array, window): &(&ArrayId, &Window)| {
        has_window(layout.scop, counted, **array, **window, known.users(**array))
    };
    let windows: Vec<_> = layout.windows.iter().filter(is_moved).collect();
    if windows.is_empty() {
        return None;
    }
    let mut rotation = Rotation::new(known.clone());
    for (array, window) in windows {
        let element = Expression::variable(&counted.iterator);
        let cell = Expression::Multiply(Box::new(Expression::Constant(window.each)), Box::new(element));
        let first = cell + Expression::Constant(window.first);
        rotation.rows.start_at(*array, first.simplify());
        rotation.after.extend(moves(layout, &mut rotation.rows, *array, *window));
    }
    Some(rotation)
}

/// What moves the last cells of a window to its start.
fn moves(layout: &Layout, rows: &mut Rows, array: ArrayId, window: Window) -> Vec<String> {
    let moved = |cell: Expression| {
        let from = (cell.clone() + Expression::Constant(window.step())).simplify();
        format!("{} = {};", layout.reference_at(array, cell), layout.reference_at(array, from))
    };
    match window.more {
        more @ ..=MOST_MOVES => (0..more).map(|cell| moved(Expression::Constant(cell))).collect(),
        more => {
            let cell = rows.free("cell");
            let head = format!("for (int {cell} = 0; {cell} < {more}; {cell}++)");
            vec![head, format!("    {}", moved(Expression::variable(&cell)))]
        }
    }
}
