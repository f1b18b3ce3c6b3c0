//! Windows: the cells of an array that loops in strips touch, as they go on.
//!
//! In `for (t1 = 0; …; t1 += 512)` the cells `u[i % 514]` of the loops over a strip are `u[i - t1]`, so that these stay vector
//! loops. The first cells of the next window are the last of this one: they move at the end of each strip, as in the buffers of
//! filters that work block by block.

use crate::layout::Layout;
use crate::rotation::Rotation;
use crate::rows::Rows;
use polyhedral::{ArrayId, Expression, Loop, Node, Window};

/// More cells than these move in a loop.
const MOST_MOVES: i64 = 2;

/// What reaches the arrays whose windows `counted`, a loop over strips, moves on; `None` where there are none.
pub(crate) fn rotation<'a>(layout: &'a Layout<'a>, known: &Rows<'a>, counted: &Loop) -> Option<Rotation<'a>> {
    let moved = |(array, window): (&ArrayId, &Window)| {
        let instances = Node::instances(&counted.body);
        let touches = |statement: usize| {
            layout.scop.statements[statement].accesses.iter().any(|access| access.array == *array)
        };
        let inside = instances.iter().filter(|instance| touches(instance.statement)).count();
        let is_over_strips = counted.line == 0 && counted.step == window.strip && !counted.parallel;
        is_over_strips && inside > 0 && inside == known.users(*array)
    };
    let windows: Vec<_> = layout.windows.iter().filter(|it| moved(*it)).collect();
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
