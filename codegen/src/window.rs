//! Windows: the cells of an array that loops in strips touch, as they go on.
//!
//! In `for (t1 = 0; …; t1 += 512)` the cells `u[i % 514]` of the loops over a strip are `u[i - t1]`, so that these stay vector
//! loops. The first cells of the next window are the last of this one: they move at the end of each strip, as in the buffers of
//! filters that work block by block.

use crate::layout::Layout;
use crate::rotation::Rotation;
use crate::rows::Rows;
use polyhedral::{ArrayId, Expression, Instance, Loop, Node, Program, Scop, Window};
use std::collections::BTreeMap;

/// More cells than these move in a loop.
const MOST_MOVES: i64 = 2;

/// Whether each array with a window is used in one loop over strips alone.
pub fn have_loops(scop: &Scop, program: &Program, windows: &BTreeMap<ArrayId, Window>) -> bool {
    let loops = Node::loops(&program.body);
    let all = Node::instances(&program.body);
    windows.iter().all(|(array, window)| {
        let users = users(scop, &all, *array);
        loops.iter().any(|counted| is_over_strips(scop, counted, *array, *window, users))
    })
}

/// How many instances touch `array`.
fn users(scop: &Scop, instances: &[&Instance], array: ArrayId) -> usize {
    let touches = |statement: usize| scop.statements[statement].accesses.iter().any(|it| it.array == array);
    instances.iter().filter(|instance| touches(instance.statement)).count()
}

/// Whether a loop goes from strip to strip with the window of `array`, and holds all its `users`.
fn is_over_strips(scop: &Scop, counted: &Loop, array: ArrayId, window: Window, all: usize) -> bool {
    let inner = Node::loops(&counted.body);
    // nothing but loops over its elements
    let is_around_elements = inner.iter().all(|inner| Node::loops(&inner.body).is_empty());
    let is_like_one = counted.line == 0 && counted.step == window.strip && !counted.parallel;
    is_like_one && is_around_elements && all > 0 && users(scop, &Node::instances(&counted.body), array) == all
}

/// What reaches the arrays whose windows `counted`, a loop over strips, moves on; `None` where there are none.
pub(crate) fn rotation<'a>(layout: &'a Layout<'a>, known: &Rows<'a>, counted: &Loop) -> Option<Rotation<'a>> {
    let is_moved = |(array, window): &(&ArrayId, &Window)| {
        is_over_strips(layout.scop, counted, **array, **window, known.users(**array))
    };
    let windows: Vec<_> = layout.windows.iter().filter(is_moved).collect();
    if windows.is_empty() {
        return None;
    }
    let mut rotation = Rotation::new(known.clone());
    for (array, window) in windows {
        let first = Expression::variable(&counted.iterator) + Expression::Constant(window.first);
        rotation.rows.start_at(*array, first.simplify());
        rotation.after.extend(moves(layout, &mut rotation.rows, *array, *window));
    }
    Some(rotation)
}

/// What moves the last cells of a window to its start.
fn moves(layout: &Layout, rows: &mut Rows, array: ArrayId, window: Window) -> Vec<String> {
    let moved = |cell: Expression| {
        let from = (cell.clone() + Expression::Constant(window.strip)).simplify();
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
