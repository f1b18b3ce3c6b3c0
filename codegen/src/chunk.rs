//! The loop tree of a region in chunks.

use crate::generate;
use isl::UnionMap;
use polyhedral::{Instance, Program, Scop};

/// The tree that runs all instances of `chunked`, whose statements have the chunk as their outermost iterator, in
/// the order of `dates` (`{ S[c,i] -> [t] }`, injective), as instances of the program without chunks. The loops over
/// chunks, which have that `dimension` of the dates, are parallel.
///
/// # Errors
/// As [`generate::program`].
pub fn program(chunked: &Scop, dates: &UnionMap, dimension: u32) -> isl::Result<Program> {
    let program = generate::program(chunked, dates, &[dimension])?;
    let without_chunk = |instance: &Instance| {
        let iterators = instance.iterators.iter().skip(1).cloned().collect();
        Instance { iterators, ..instance.clone() }
    };
    Ok(program.map_instances(&without_chunk))
}
