//! The independent checker: runs the original and the transformed program at small sizes and compares
//! what reaches memory, before anything is written.
//!
//! It shares no algorithm with the stages that it checks and uses no isl: it knows the plain data of
//! [`polyhedral`] (loop trees, expressions, the statements' accesses, guards and extents) and never
//! looks at a domain, a relation or a schedule. What it trusts is the loop tree that the frontend
//! built; what it finds is any difference that shows at the sizes it ran ([`Report::checked`]).
//!
//! * [`compare()`]: do both programs leave the same values in every live-out cell?
//! * [`most_alive`]: how many cells of an array are alive at once?
//! * [`enumerate`]: what every analysis should find, by looking at all pairs and triples of what ran
//!
//! From the inside out: `formula` and `execute` run loop trees, `values` says what cells can hold,
//! `machine` computes with that and numbers things by `tuples`, `races` follows who touches what, `trial` compares two runs,
//! `parameters` says at which sizes, `explain` and `mismatch` put a difference into words.

mod alive;
mod compare;
mod divisors;
pub mod enumerate;
mod execute;
mod explain;
mod formula;
mod machine;
mod mismatch;
mod parameters;
mod races;
mod report;
mod rules;
mod trial;
mod tuples;
mod values;

pub use alive::{most_alive, most_alive_of};
pub use compare::{Transformed, compare};
pub use mismatch::{Cell, Executed, Fault, Mismatch, Origin, Race, Setting, Touch, WrongRead};
pub use parameters::Constraints;
pub use report::{Outcome, Report};
