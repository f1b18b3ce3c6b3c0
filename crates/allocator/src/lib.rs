//! Where the cells of temporary arrays live.
//!
//! Two cells *conflict* when a value in one is overwritten before its last read if the other shares its
//! location ([`conflicts`]). A *modular mapping* gives each cell a location ([`successive_modulo`]), and
//! a *certificate* proves that no two conflicting cells get the same one ([`certificate`]). A mapping
//! without certificate is never used.

pub mod certificate;
pub mod conflicts;
pub mod contraction;
pub mod size;
pub mod successive_modulo;
pub mod width;
mod width_program;

pub use conflicts::Conflicts;
pub use contraction::{Allocation, Decision, allocate};
