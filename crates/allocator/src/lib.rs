//! Where the cells of temporary arrays live.
//!
//! Two cells *conflict* when a value in one is overwritten before its last read if the other shares its
//! location ([`conflicts`]). A *modular mapping* gives each cell a location ([`successive_modulo`]), and
//! a *certificate* proves that no two conflicting cells get the same one ([`certificate`]). A mapping
//! without certificate is never used.

pub mod at_sizes;
pub mod basis_search;
mod budget;
pub mod candidate;
pub mod certificate;
pub mod conflicts;
pub mod contraction;
pub mod expansion;
mod growth;
pub mod integer_lattice;
pub mod interference;
pub mod lattice_search;
pub mod lower_bound;
pub mod methods;
pub mod mixed_radix;
pub mod points;
mod polynomial;
pub mod portfolio;
pub mod power_of_two;
pub mod problem;
pub mod reallocation;
pub mod renaming;
pub mod repair;
pub mod sampling;
pub mod sharing;
pub mod size;
pub mod successive_modulo;
pub mod theory;
pub mod transfers;
pub mod width;
mod width_program;

pub use candidate::Candidate;
pub use conflicts::Conflicts;
pub use contraction::{Allocation, Decision, Selection, allocate, allocate_by};
pub use problem::Problem;
