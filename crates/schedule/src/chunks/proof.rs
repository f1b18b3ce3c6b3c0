//! That a region in chunks computes what the program does.
//!
//! Each instance that runs in some chunk gets the values that the program's instance gets: it reads what the same
//! chunk's copies of the same instances write, and what was there before the region where the program reads that.
//! Then all copies of an instance compute one value, by induction along the flow. And what is in cells when the
//! region ends was written by the same instances. The flow of the region in chunks is that of its own order, in which
//! one thread runs all chunks with one set of arrays.

use super::Chunked;
use super::lift::Lift;
use analysis::Analysed;
use isl::{DimType, Map, UnionMap};
use polyhedral::{ArrayId, Scop, StatementId};

/// An array of which a value, in chunks, comes from elsewhere than in the program; `None` where there is none.
pub(super) fn differing(
    program: &Analysed,
    chunked: &Analysed,
    lift: &Lift,
    loops: &[Chunked],
) -> isl::Result<Option<ArrayId>> {
    let scop = &program.scop;
    if !scop.context.is_equal(&chunked.scop.context)? {
        return Ok(Some(0));
    }
    let copies = lift.copies.iter().try_fold(UnionMap::empty(scop.context.space()?)?, |all, copies| {
        all.union(copies.clone().to_union_map()?)
    })?;
    let live_in = program.dataflow.live_in.clone().apply_domain(copies.clone())?;
    let live_out = chunked.dataflow.live_out.clone().apply_domain(copies.reverse()?)?;
    for array in 0..scop.arrays.len() {
        let expected = values(program, array, lift, loops)?;
        let cells = isl::Set::universe(scop.cell_space(array)?)?.to_union_set()?;
        let of_array = |relation: &UnionMap| relation.clone().intersect_range(cells.clone());
        let is_same = expected.is_equal(&chunked.dataflow.values[array])?
            && of_array(&live_in)?.is_equal(&of_array(&chunked.dataflow.live_in)?)?
            && of_array(&live_out)?.is_equal(&of_array(&program.dataflow.live_out)?)?;
        if !is_same {
            return Ok(Some(array));
        }
    }
    Ok(None)
}

/// `{ S_w[c,j] -> S_r[c',i] }`: where copies of instances should get values of `array` from. In one loop that is the
/// same chunk, whether it runs the write or not.
fn values(program: &Analysed, array: ArrayId, lift: &Lift, loops: &[Chunked]) -> isl::Result<UnionMap> {
    let scop = &program.scop;
    let mut all = UnionMap::empty(scop.context.space()?)?;
    for flow in program.dataflow.values[array].maps()? {
        let (Some(write), Some(read)) =
            (statement(scop, &flow, DimType::In)?, statement(scop, &flow, DimType::Out)?)
        else {
            continue;
        };
        let to_copies = flow.apply_range(lift.copies[read].clone())?;
        let is_one_loop =
            loops.iter().any(|one| one.statements.contains(&write) && one.statements.contains(&read));
        let expected = match is_one_loop {
            true => to_copies.apply_domain(lift.spaces[write].clone().reverse()?)?.equate(
                DimType::In,
                0,
                DimType::Out,
                0,
            )?,
            false => to_copies.apply_domain(lift.copies[write].clone())?,
        };
        all = all.union(expected.to_union_map()?)?;
    }
    Ok(all)
}

fn statement(scop: &Scop, flow: &Map, side: DimType) -> isl::Result<Option<StatementId>> {
    Ok(scop.statement(&flow.tuple_name(side)?.unwrap_or_default()).map(|(id, _)| id))
}
