//! The theory that the methods of Darte, Isoard, Yuki, *Extended Lattice-Based Memory Allocation*, share:
//! one notion of the paper a file. Sets are conflicting differences `{ [z] }` or made of them.

pub mod direction;
pub mod direction_exact;
pub mod direction_suggested;
pub mod extrusion;
pub mod farkas;
pub mod image;
pub mod integer_matrix;
pub mod mapping_space;
pub mod reuse;
pub mod separation;
pub mod shortest;
pub mod smallest;
pub mod star;
