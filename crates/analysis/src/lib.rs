//! What a region computes, from where to where, and for how long: value-based dataflow, the dependence
//! graph, the roles of arrays, live ranges, and what a new order would destroy.
//!
//! All results are exact for regions whose accesses are; may-writes are followed in the safe direction
//! (a may-write supplies a value but hides no earlier one).

pub mod bounds;
mod boxes;
mod buckets;
pub mod chunks;
mod counters;
mod counting;
pub mod dataflow;
pub mod dependence;
pub mod dot;
pub mod exchange;
pub mod levels;
pub mod live_range;
pub mod live_set;
pub mod most_alive;
pub mod needed;
pub mod order;
pub mod overruns;
pub mod references;
pub mod region;
pub mod rematerialized;
pub mod restored;
pub mod role;
mod same_values;
mod turn;
pub mod violation;
pub mod zeros;

pub use dataflow::Dataflow;
pub use dependence::DependenceGraph;
pub use order::{Band, Order, Unordered};
pub use role::Role;
pub use turn::Copied;

use polyhedral::Scop;

/// A region with its analyses.
#[derive(Debug)]
pub struct Analysed {
    /// The region; its context are the parameter values at which it is valid C.
    pub scop: Scop,
    /// `{ : … }`: what the user says of the parameters.
    pub assumed: isl::Set,
    /// Which write each read gets its value from.
    pub dataflow: Dataflow,
    /// Per array of [`Scop::arrays`] its role.
    pub roles: Vec<Role>,
    /// Per array what is asked of it in every order.
    touched: Vec<bounds::Touched>,
}

impl Analysed {
    /// Runs dataflow analysis on `scop`, at the parameter values at which it is valid C, and derives the
    /// roles.
    ///
    /// # Errors
    /// isl's, among them an exhausted budget.
    pub fn new(mut scop: Scop) -> isl::Result<Self> {
        let assumed = scop.context.clone();
        scop.context = bounds::valid_parameters(&scop)?;
        let mut dataflow = Dataflow::of(&scop)?;
        let kept = role::keep_state(&mut scop, &dataflow)?;
        dataflow.keep(&scop, &kept)?;
        let roles = role::roles(&scop, &dataflow)?;
        let touched = scop.arrays.iter().map(|_| bounds::Touched::default()).collect();
        Ok(Analysed { scop, assumed, dataflow, roles, touched })
    }

    /// The same for another form of the region, of which the user says what is said of this one.
    ///
    /// # Errors
    /// As [`Analysed::new`].
    pub fn of_form(&self, scop: Scop) -> isl::Result<Self> {
        Ok(Analysed { assumed: self.assumed.clone(), ..Analysed::new(scop)? })
    }

    /// `relation` as one would write it down: with the program's constants, within the user's assumptions,
    /// and without the conditions that every valid run meets.
    ///
    /// # Errors
    /// isl's.
    pub fn written(&self, relation: isl::UnionMap) -> isl::Result<isl::UnionMap> {
        let valid = self.scop.context.clone();
        self.scop.concrete_map(relation.gist_params(valid)?.intersect_params(self.assumed.clone())?)
    }
}
