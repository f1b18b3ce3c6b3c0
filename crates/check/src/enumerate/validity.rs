//! Whether a region is valid C at given parameter values: its variable-length arrays have cells, and no
//! subscript leaves its array.

use super::{Cell, Trace};
use polyhedral::{Array, Scop};
use std::collections::BTreeMap;

/// Whether it is. Of arrays that are declared inside of the region only the cells count that are touched,
/// since their declaration may not be reached; the outermost extent of a parameter or a block says nothing
/// about its memory.
pub fn is_valid(scop: &Scop, trace: &Trace, parameters: &BTreeMap<String, i64>) -> bool {
    let declared = scop.arrays.iter().all(|array| is_declared(array, parameters));
    let is_inside = |cell: &Cell| is_inside(&scop.arrays[cell.array], cell, parameters);
    declared && trace.references().all(|reference| is_inside(trace.cell(reference)))
}

fn is_declared(array: &Array, parameters: &BTreeMap<String, i64>) -> bool {
    extents(array, parameters).into_iter().skip(array.free_extents()).flatten().all(|extent| extent > 0)
}

fn is_inside(array: &Array, cell: &Cell, parameters: &BTreeMap<String, i64>) -> bool {
    let inside = |(subscript, extent): (&i64, Option<i64>)| {
        *subscript >= 0 && extent.is_none_or(|extent| *subscript < extent)
    };
    cell.subscripts.iter().zip(extents(array, parameters)).all(inside)
}

/// The extents, as far as they are known and limit subscripts.
fn extents(array: &Array, parameters: &BTreeMap<String, i64>) -> Vec<Option<i64>> {
    array.limits().map(|limit| limit?.evaluate(parameters)).collect()
}
