//! What stands for each variable of an isolated statement.

use super::Held;
use allocator::transfers::{Hull, Isolated, Transfer};
use analysis::Analysed;
use codegen::isolate::{Copied, Kind, Offset, Rectangle};
use codegen::parametric::{function, holds};
use isl::Set;
use polyhedral::{ArrayId, Scop, Storage, Variable};

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

fn cells(isolated: &Isolated, context: &Set) -> isl::Result<Held> {
    let buffer = rectangle(&isolated.buffer, context)?;
    let copied = |transfer: &Option<Transfer>| -> isl::Result<Option<Copied>> {
        let copied = transfer.as_ref().map(|transfer| {
            Ok(Copied { cells: rectangle(&transfer.hull, context)?, stepped: transfer.stepped })
        });
        copied.transpose()
    };
    let offsets = buffer.first.iter().map(|first| match first.constant() {
        Some(value) => Offset::Constant(value),
        None => Offset::Named(String::new(), first.clone()),
    });
    let kind = Kind::Cells {
        offsets: offsets.collect(),
        load: copied(&isolated.load)?,
        store: copied(&isolated.store)?,
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
