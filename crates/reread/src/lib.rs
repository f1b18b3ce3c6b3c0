//! Reads the printed text again: runs a function as it was and as it is now, and compares what they leave.
//!
//! What runs is the frontend's syntax tree, so nothing that made the text is trusted: no model, no loop tree, no printer. Integers
//! are computed as C does, at a few small sizes; everything else is a hash of how it was computed ([`terms`]). Conditions on
//! data are decided by such hashes, so both runs go the same way as long as they compute the same. Afterwards all memory that
//! outlives the function must hold the same, its result must be the same, and so must be the calls that others see.
//!
//! * [`compare()`]: the two runs, trial by trial;
//! * `run`, `expressions`, `calls`: the interpreter; `library`: functions that it knows;
//! * `joined`: operations whose operands may come in any order;
//! * `memory`, `inputs`, `origins`, `values`, `terms`: what it computes with; `layout`: where members of structures are;
//! * `difference`: what two runs leave.
//!
//! What the interpreter doesn't know (`goto`, unions, memory that is read as another type) ends a trial without a result, and so
//! does a trial at which the original itself leaves its arrays, or the region isn't valid ([`Region::holds`]).

mod calls;
mod compare;
mod difference;
mod expressions;
mod inputs;
mod joined;
mod layout;
mod library;
mod memory;
mod operators;
mod origins;
mod run;
mod source;
mod terms;
mod values;

pub use compare::{Outcome, Parameter, Region, Subject, Trial, Validity, compare};
pub use source::Source;
