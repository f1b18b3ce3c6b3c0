//! What stands for each variable of an isolated statement.

use super::Held;
use allocator::transfers::reuse::{Phase, Reused, Timed};
use allocator::transfers::{Hull, Isolated, Transfer};
use analysis::Analysed;
use codegen::isolate::{Copied, Kind, Offset, Rectangle, Window};
use codegen::parametric::{function, holds};
use isl::Set;
use polyhedral::{ArrayId, Condition, Scop, Storage, Variable};

/// What stands for `variable`, or as a phrase why nothing can.
///
/// # Errors
/// isl's.
pub fn held(
    analysed: &Analysed,
    transfers: &[Isolated],
    variable: &Variable,
) -> isl::Result<Result<Held, String>> {
    let scop = &analysed.scop;
    let array = array_of(scop, variable);
    let found = transfers.iter().find(|isolated| Some(isolated.array) == array);
    let kind = match found {
        _ if variable.is_scalar && !variable.is_written => Kind::Value,
        Some(isolated) if variable.is_scalar => number(isolated, &scop.context)?,
        None if variable.is_scalar => counter(variable),
        Some(isolated) => return Ok(Ok(cells(isolated, &scop.context)?)),
        None => return Ok(Err(format!("it names `{}` and touches no cell of it", variable.name))),
    };
    Ok(Ok(Held { array, buffer: None, kind }))
}

/// The region's array of this name that is declared outside of it.
fn array_of(scop: &Scop, variable: &Variable) -> Option<ArrayId> {
    scop.arrays.iter().position(|array| {
        let is_inside = matches!(array.storage, Storage::Local { inside: true, .. });
        array.c_name == variable.name && !is_inside
    })
}

/// A number that the statement assigns: what comes back must have been written or loaded.
fn number(isolated: &Isolated, context: &Set) -> isl::Result<Kind> {
    let store = isolated.store.is_some();
    let always = match &isolated.store {
        Some(store) => store.exact && context.is_subset(&store.hull.present)?,
        None => true,
    };
    Ok(Kind::Number { load: isolated.load.is_some() || !always, store })
}

/// The counter of a loop, which the model doesn't know as a variable.
fn counter(variable: &Variable) -> Kind {
    let store = variable.is_used_after;
    Kind::Number { load: store && !variable.is_renewed, store }
}

/// What stands for an array of which some cells are copied.
///
/// # Errors
/// isl's.
pub fn cells(isolated: &Isolated, context: &Set) -> isl::Result<Held> {
    let buffer = rectangle(&isolated.buffer, context)?;
    let copied = |transfer: &Option<Transfer>| -> isl::Result<Vec<Copied>> {
        let copied = transfer.iter().map(|transfer| {
            let (when, cells) = (Condition::Constant(true), rectangle(&transfer.hull, context)?);
            Ok(Copied { when, cells, stepped: transfer.stepped, is_meanwhile: false })
        });
        copied.collect()
    };
    let kind = Kind::Cells {
        offsets: offsets(&buffer),
        loads: copied(&isolated.load)?,
        stores: copied(&isolated.store)?,
        lasts: false,
        window: None,
        buffer: buffer.clone(),
    };
    Ok(Held { array: Some(isolated.array), buffer: Some(buffer), kind })
}

/// The hull as expressions.
///
/// # Errors
/// isl's.
pub fn rectangle(hull: &Hull, context: &Set) -> isl::Result<Rectangle> {
    let sides = &hull.sides;
    Ok(Rectangle {
        present: holds(&hull.present, context)?,
        first: sides.iter().map(|side| function(&side.first, &hull.present)).collect::<isl::Result<_>>()?,
        count: sides.iter().map(|side| function(&side.count, &hull.present)).collect::<isl::Result<_>>()?,
    })
}

/// What stands for an array whose buffer lasts for a loop of which `tile` is an iteration.
///
/// # Errors
/// isl's.
pub fn lasting(reused: &Reused, tile: &Set, whole: &Set) -> isl::Result<Held> {
    let mut buffer = rectangle(&reused.buffer, whole)?;
    let window = reused.window.clone().map(|rows| Box::new(Window { name: String::new(), rows }));
    if let Some(window) = &window {
        buffer.count[0] = window.rows.clone();
    }
    let copied = |timed: &[Timed]| -> isl::Result<Vec<Copied>> {
        let copied = timed.iter().map(|timed| {
            let when = holds(&timed.when, tile)?;
            let cells = rectangle(&timed.transfer.hull, &timed.when)?;
            let is_meanwhile = timed.phase == Phase::Meanwhile;
            Ok(Copied { when, cells, stepped: timed.transfer.stepped, is_meanwhile })
        });
        joined(copied.collect::<isl::Result<Vec<_>>>()?)
    };
    let kind = Kind::Cells {
        offsets: offsets(&buffer),
        loads: copied(&reused.loads)?,
        stores: copied(&reused.stores)?,
        buffer: buffer.clone(),
        lasts: true,
        window,
    };
    Ok(Held { array: Some(reused.array), buffer: Some(buffer), kind })
}

/// Copies that are the same in all iterations are one.
fn joined(copied: Vec<Copied>) -> isl::Result<Vec<Copied>> {
    Ok(match copied.as_slice() {
        [one, other]
            if (&one.cells, one.stepped, one.is_meanwhile)
                == (&other.cells, other.stepped, other.is_meanwhile) =>
        {
            vec![Copied { when: Condition::Constant(true), ..one.clone() }]
        }
        _ => copied,
    })
}

fn offsets(buffer: &Rectangle) -> Vec<Offset> {
    let offsets = buffer.first.iter().map(|first| match first.constant() {
        Some(value) => Offset::Constant(value),
        None => Offset::Named(String::new(), first.clone()),
    });
    offsets.collect()
}
