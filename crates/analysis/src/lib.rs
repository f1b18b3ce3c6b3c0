//! What a region computes, from where to where, and for how long: value-based dataflow, the dependence
//! graph, the roles of arrays, live ranges, and what a new order would destroy.
//!
//! All results are exact for regions whose accesses are; may-writes are followed in the safe direction
//! (a may-write supplies a value but hides no earlier one).

pub mod bounds;
pub mod dataflow;
pub mod dependence;
pub mod live_range;
pub mod order;
pub mod region;
pub mod role;
pub mod violation;

pub use dataflow::Dataflow;
pub use dependence::DependenceGraph;
pub use role::Role;

use polyhedral::Scop;

/// A region with its analyses.
#[derive(Debug)]
pub struct Analysed {
    /// The region.
    pub scop: Scop,
    /// Which write each read gets its value from.
    pub dataflow: Dataflow,
    /// Per array of [`Scop::arrays`] its role.
    pub roles: Vec<Role>,
}

impl Analysed {
    /// Runs dataflow analysis on `scop`, at the parameter values at which it is valid C, and derives the
    /// roles.
    ///
    /// # Errors
    /// isl's, among them an exhausted budget.
    pub fn new(mut scop: Scop) -> isl::Result<Self> {
        scop.context = bounds::valid_parameters(&scop)?;
        let dataflow = Dataflow::of(&scop)?;
        let roles = role::roles(&scop, &dataflow)?;
        Ok(Analysed { scop, dataflow, roles })
    }
}
