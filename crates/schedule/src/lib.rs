//! Orders for a region: the program's own, or the user's; and whether they are legal.

pub mod explain;
pub mod user;

use isl::UnionMap;

/// An order for all instances of a region.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// `{ S[i] -> [t] }` as written by the user, or the program's own (2d+1 encoding).
    pub dates: UnionMap,
    /// `{ S[i] -> [t'] }`: the same with ties broken; injective.
    pub total: UnionMap,
    /// Whether this is the order in which the program is written.
    pub is_program_order: bool,
    /// The number of leading dimensions of `total` that `dates` has.
    pub depth: u32,
}
