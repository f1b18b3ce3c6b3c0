//! Orders for a region: the program's own, or the user's; and whether they are legal.

pub mod arrangement;
pub mod blocking;
pub mod candidate;
pub mod chunks;
pub mod clash;
mod delays;
pub mod effort;
pub mod explain;
mod flow;
mod fusion;
pub mod interchange;
mod join;
pub mod lanes;
mod nest;
pub mod parallel;
mod storage;
mod strips;
pub mod tiling;
pub mod track;
pub mod user;
mod window;

use analysis::Order;
use isl::UnionMap;

/// An order for all instances of a region.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// `{ S[i] -> [t] }` as written by the user, or the program's own (2d+1 encoding).
    pub dates: UnionMap,
    /// `{ S[i] -> [t'] }`: the same with ties broken; injective. One execution that `order` allows.
    pub total: UnionMap,
    /// What is before what in all executions. Less than `total` says where something is parallel.
    pub order: Order,
    /// Whether instances stay where they are written.
    pub is_program_order: bool,
    /// The number of leading dimensions of `total` that `dates` has.
    pub depth: u32,
    /// The dimensions of `dates` that the user marks as parallel, in ascending order.
    pub parallel: Vec<u32>,
}
