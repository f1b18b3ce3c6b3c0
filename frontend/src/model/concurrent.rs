//! Threads that may run a region at the same time, each on its part of a static array.
//!
//! An array that lasts from call to call is one for all threads, wherever they are started. With fewer cells those would meet that
//! had cells of their own (`buffer[thread][i]`). Where every run writes one and the same cell, runs can't be at the same time.

use isl::{Result, Set};
use polyhedral::{Access, AccessKind, Array, ArrayId, Statement};

/// Adds for static arrays why they may be seen, where runs of the region have nothing in common.
pub fn keep_divided(arrays: &mut [Array], statements: &[Statement], context: &Set) -> Result<()> {
    for (id, array) in arrays.iter_mut().enumerate() {
        if array.storage.is_static() && array.outlives.is_none() && !has_common_cell(id, statements, context)?
        {
            array.outlives = Some("calls at the same time may use other cells of it".into());
        }
    }
    Ok(())
}

/// Whether all runs that write an array write one cell.
fn has_common_cell(array: ArrayId, statements: &[Statement], context: &Set) -> Result<bool> {
    let mut written: Option<Set> = None;
    for statement in statements {
        let is_certain = |access: &&Access| access.array == array && access.kind == AccessKind::MustWrite;
        for access in statement.accesses.iter().filter(is_certain) {
            let cells = access.relation.clone().intersect_domain(statement.domain.clone())?.range()?;
            written = Some(match written {
                Some(written) => written.union(cells)?,
                None => cells,
            });
        }
    }
    let Some(written) = written else { return Ok(true) };
    let first = written.intersect_params(context.clone())?.lexmin()?;
    first.project_out_all_params()?.is_singleton()
}
