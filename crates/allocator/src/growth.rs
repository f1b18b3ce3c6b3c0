//! Whether an array takes more memory at some sizes than it did.
//!
//! A modulus is the largest difference of conflicting cells as a function of parameters, of which there may be several that are the same
//! wherever the program is valid at the reference sizes, and far from it elsewhere. So sizes are compared at others, too.

use std::collections::BTreeMap;

use analysis::Analysed;
use polyhedral::{Array, Expression, Mapping};

use crate::contraction::{mentions, original_cells};
use crate::size::Reference;

/// What each parameter is set to, and what the others are then.
const SIZES: [i64; 5] = [0, 1, 7, 100, 3000];
const OTHERS: [i64; 2] = [10, 100];

/// So many parameters are tried.
const MOST_PARAMETERS: usize = 6;

/// So many cells more don't matter: a window of a few rows is larger than an array of one row.
const NOTICED: i128 = 1 << 20;

/// Whether `mapping` takes far more cells than `declared` at sizes at which the region is valid.
///
/// # Errors
/// isl's.
pub(crate) fn grows(analysed: &Analysed, declared: &Array, mapping: &Mapping) -> isl::Result<bool> {
    let scop = &analysed.scop;
    let unknown = scop.parameters.iter().filter(|it| it.value.is_none() && it.factors.is_empty());
    let names: Vec<String> = unknown.map(|it| it.name.clone()).take(MOST_PARAMETERS).collect();
    let extents = mapping.extents();
    if declared.purpose.is_some() || !extents.iter().any(|extent: &Expression| mentions(extent, &names)) {
        return Ok(false);
    }
    for name in &names {
        for (size, others) in SIZES.iter().flat_map(|size| OTHERS.map(|others| (*size, others))) {
            let mut given: BTreeMap<String, i64> = names.iter().map(|it| (it.clone(), others)).collect();
            given.insert(name.clone(), size);
            let reference = Reference::new(&scop.parameters, &given);
            let most = original_cells(declared, &reference).max(0).saturating_mul(2).saturating_add(NOTICED);
            if reference.cells(&extents) > most && reference.is_in(&scop.context)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}
