//! Reads of cells that hold no value yet.
//!
//! A subscript that data choose may mean any cell of a row, the ones that nobody has written yet among them. Where the array
//! holds nothing when the region starts, these are indeterminate: a program to which it matters what they are has no meaning. So
//! what such a reference reads are the cells of its row that some instance before it may have written.

use isl::{Result, UnionAccessInfo};
use polyhedral::{AccessKind, Scop};

/// Takes the cells that nobody has written before out of what unknown subscripts read of indeterminate arrays.
pub fn drop_indeterminate(scop: &mut Scop) -> Result<()> {
    for array in 0..scop.arrays.len() {
        if !scop.arrays[array].indeterminate || !scop.chosen_by_data(array).contains(&true) {
            continue;
        }
        let writes = scop.accesses(|_, access| access.array == array && access.writes())?;
        let mut statements = std::mem::take(&mut scop.statements);
        let accesses = statements.iter_mut().flat_map(|statement| &mut statement.accesses);
        for access in accesses.filter(|access| access.array == array && access.kind == AccessKind::Read) {
            if access.is_known() {
                continue;
            }
            let reads = access.relation.clone().to_union_map()?;
            let flow = UnionAccessInfo::from_sink(reads)?
                .set_must_source(writes.clone())?
                .set_schedule_map(scop.schedule.clone())?
                .compute_flow()?;
            let unwritten = flow.must_no_source()?.extract_map(access.relation.space()?)?;
            access.relation = access.relation.clone().subtract(unwritten)?.coalesce()?;
        }
        scop.statements = statements;
    }
    Ok(())
}
