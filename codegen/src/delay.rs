//! Delay lines: cells of an array that an innermost loop goes through in turn.
//!
//! In `for (i = 2; …; i++)` the cells `f[i % 3]`, `f[(i - 1) % 3]`, `f[(i - 2) % 3]` are three variables that change
//! places from one iteration to the next, as in filters written by hand: they stay in registers, where a cell would
//! be written, and waited for to be read again. They begin with what the cells hold and are put back behind the loop,
//! which would take longer than it saves for short loops in other loops.

use crate::bounds::bounds;
use crate::layout::Layout;
use crate::rotation::{Place, Rotation, place};
use crate::rows::Rows;
use polyhedral::print::condition;
use polyhedral::{Access, AccessKind, ArrayId, Comparison, Condition, Expression, Loop, Node, Program};
use std::collections::{BTreeMap, BTreeSet};

/// The cells of an array that a loop touches, and where they lie.
type Line = Vec<(Vec<Expression>, Place)>;

/// Whether some loop of `program` that is in no other has a delay line.
pub fn any(layout: &Layout, program: &Program) -> bool {
    let known = Rows::new(layout, program);
    outermost(&program.body).into_iter().any(|counted| rotation(layout, &known, counted, false).is_some())
}

fn outermost(nodes: &[Node]) -> Vec<&Loop> {
    let mut found = Vec::new();
    for node in nodes {
        match node {
            Node::Loop(counted) => found.push(counted),
            Node::If { then_body, else_body, .. } => {
                found.extend(outermost(then_body));
                found.extend(outermost(else_body));
            }
            Node::Sections(_) | Node::Instance(_) | Node::Copy(_) => {}
        }
    }
    found
}

/// Loops of fewer iterations, a known number, are short.
const SHORT: i64 = 64;

/// Whether a loop in another one may have delay lines: it isn't known to be short, and goes from a known iteration to one that is known
/// behind it.
pub fn is_worth_it(counted: &Loop) -> bool {
    range(counted).is_some_and(|(first, last)| !is_short(first, &last))
}

/// The known first value of the counter of a loop that takes each value, one after the other, and its last one.
fn range(counted: &Loop) -> Option<(i64, Expression)> {
    let first = counted.initial.constant()?;
    let [last] = <[Expression; 1]>::try_from(bounds(counted)?).ok()?;
    (counted.step == 1 && !counted.parallel).then_some((first, last))
}

fn is_short(first: i64, last: &Expression) -> bool {
    last.simplify().constant().is_some_and(|last| last.saturating_sub(first) < SHORT)
}

/// The delay lines of `counted`, which may stand in another loop; `None` where there are none.
pub(crate) fn rotation<'a>(
    layout: &'a Layout<'a>,
    known: &Rows<'a>,
    counted: &Loop,
    in_loop: bool,
) -> Option<Rotation<'a>> {
    let (first, last) = range(counted)?;
    if (in_loop && is_short(first, &last)) || !counted.body.iter().all(is_simple) {
        return None;
    }
    let mut rotation = Rotation::new(known.clone());
    let mut put_back = Vec::new();
    let lines = lines(layout, known, counted).into_iter();
    for (array, line) in lines.filter(|(_, line)| !in_loop || !is_mask(line[0].1.modulus)) {
        put_back.extend(add(&mut rotation, layout, counted, array, &line, (first, &last)));
    }
    if put_back.is_empty() {
        return None;
    }
    let is_entered = Condition::Compare(Comparison::GreaterEqual, last.clone(), Expression::Constant(first));
    rotation.behind.push(format!("if ({}) {{", condition(&layout.spelled_condition(&is_entered))));
    rotation.behind.extend(put_back.into_iter().map(|line| format!("    {line}")));
    rotation.behind.push("}".into());
    Some(rotation)
}

/// Whether a remainder is found by a mask, which takes less than to put variables back.
pub fn is_mask(modulus: i64) -> bool {
    modulus.count_ones() == 1
}

/// Whether there are instances only in it, and conditions.
fn is_simple(node: &Node) -> bool {
    match node {
        Node::Instance(_) => true,
        Node::If { then_body, else_body, .. } => then_body.iter().chain(else_body).all(is_simple),
        Node::Loop(_) | Node::Sections(_) | Node::Copy(_) => false,
    }
}

/// The arrays that `counted` uses as delay lines.
fn lines(layout: &Layout, known: &Rows, counted: &Loop) -> BTreeMap<ArrayId, Line> {
    let mut cells: BTreeMap<ArrayId, Option<Line>> = BTreeMap::new();
    let (mut written, mut users) = (Vec::new(), BTreeMap::new());
    for instance in Node::instances(&counted.body) {
        let touched = &layout.scop.statements[instance.statement].accesses;
        let touched: BTreeSet<ArrayId> = touched.iter().map(|access| access.array).collect();
        touched.into_iter().for_each(|array| *users.entry(array).or_insert(0) += 1);
        let accesses = layout.scop.statements[instance.statement].accesses.iter().zip(&instance.subscripts);
        for (access, subscripts) in accesses {
            let cell = layout.cell(access.array, subscripts);
            let place = place(layout, &(access.array, cell.clone()), &counted.iterator);
            let line = cells.entry(access.array).or_insert_with(|| Some(Vec::new()));
            // a cell that takes no turns keeps the array as it is
            *line = line.take().zip(place).map(|(mut line, place)| {
                line.push((cell, place));
                line
            });
            written.extend(access.writes().then_some(access.array));
        }
    }
    let is_line = |(array, line): &(ArrayId, Line)| {
        let turns = line.iter().any(|(_, place)| place.ahead != line[0].1.ahead);
        let is_local = layout.scop.arrays[*array].is_resized();
        // otherwise it holds nothing yet, and compilers would warn
        let is_filled = users.get(array).is_some_and(|inside| *inside < known.users(*array));
        turns && is_local && is_filled && written.contains(array) && !layout.private.contains(array)
    };
    cells.into_iter().filter_map(|(array, line)| Some((array, line?))).filter(is_line).collect()
}

/// Gives the cells of `array` names in the loop that runs from `first` to `last`; the lines that put them back.
fn add(
    rotation: &mut Rotation,
    layout: &Layout,
    counted: &Loop,
    array: ArrayId,
    line: &Line,
    (first, last): (i64, &Expression),
) -> Vec<String> {
    let modulus = line[0].1.modulus;
    let newest = line.iter().map(|(_, place)| place.ahead).max().unwrap_or(0);
    let behind = |place: &Place| (newest - place.ahead).rem_euclid(modulus);
    let declared = &layout.scop.arrays[array];
    let whole = layout.name(declared);
    let names: Vec<String> = (0..modulus).map(|behind| rotation.rows.named(array, Some(behind))).collect();
    for (cell, place) in line {
        rotation.rows.name_cell(array, cell.clone(), names[behind(place) as usize].clone());
    }
    let filled = |(age, name): (i64, &String)| {
        let is_meant = |cell: Vec<Expression>| {
            place(layout, &(array, cell), &counted.iterator).is_some_and(|place| behind(&place) == age)
        };
        match first_use(layout, &counted.body, array, &is_meant) {
            First::Writes => name.clone(),
            First::Nothing | First::Else => {
                format!("{name} = {whole}[{}]", (first + newest - age).rem_euclid(modulus))
            }
        }
    };
    let variables: Vec<_> = (0..).zip(&names).map(filled).collect();
    rotation.before.push(format!("{} {};", declared.element, variables.join(", ")));
    rotation.turn(&names, &format!("{} ", declared.element), whole);
    let put_back = |(age, name): (i64, &String)| {
        // in front of the iteration behind the last one; not negative at the first
        let ahead = 1 + newest - age;
        let ahead = if first + ahead < 0 {
            ahead + modulus * ((-first - ahead + modulus - 1) / modulus)
        } else {
            ahead
        };
        let subscript = (last.clone() + Expression::Constant(ahead)).simplify();
        let cell = Expression::Modulo(Box::new(subscript), Box::new(Expression::Constant(modulus)));
        format!("{whole}{} = {name};", layout.brackets(&[cell]))
    };
    (0..).zip(&names).map(put_back).collect()
}

/// What a part of an iteration does first with a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    Nothing,
    /// It certainly writes it.
    Writes,
    /// It may read it, or write it in some cases only.
    Else,
}

/// What `nodes` first do with the cell of `array` that `is_meant`.
fn first_use(
    layout: &Layout,
    nodes: &[Node],
    array: ArrayId,
    is_meant: &dyn Fn(Vec<Expression>) -> bool,
) -> First {
    let of_node = |node: &Node| match node {
        Node::Instance(instance) => {
            let accesses = &layout.scop.statements[instance.statement].accesses;
            let own = accesses.iter().zip(&instance.subscripts).filter(|(access, subscripts)| {
                access.array == array && is_meant(layout.cell(array, subscripts))
            });
            let is_certain = |access: &Access| {
                access.kind == AccessKind::MustWrite && access.guard == Condition::Constant(true)
            };
            own.fold(First::Nothing, |first, (access, _)| match first {
                First::Nothing | First::Writes if is_certain(access) => First::Writes,
                _ => First::Else,
            })
        }
        Node::If { then_body, else_body, .. } => {
            let [one, other] = [then_body, else_body].map(|body| first_use(layout, body, array, is_meant));
            if one == other { one } else { First::Else }
        }
        Node::Loop(_) | Node::Sections(_) | Node::Copy(_) => First::Else,
    };
    nodes.iter().map(of_node).find(|first| *first != First::Nothing).unwrap_or(First::Nothing)
}
