//! The scheduler: an order for the elements of a domain, from what it must respect.
//!
//! It looks for affine functions with small distances (Pluto's way), as many of them permutable as it
//! finds, and fuses where it can. It may need long: give it a budget.

use crate::call::{methods, object};
use crate::{Set, UnionMap, UnionSet};

object! {
    /// What a schedule must respect, and what it should.
    pub ScheduleConstraints: isl_schedule_constraints, free isl_schedule_constraints_free
}

methods!(ScheduleConstraints {
    /// Nothing is asked of an order of these elements.
    fn on_domain(domain: UnionSet) -> ScheduleConstraints = isl_schedule_constraints_on_domain;
    /// What is known of the parameters.
    fn set_context(self, context: Set) -> ScheduleConstraints = isl_schedule_constraints_set_context;
    /// The first of each pair comes before the second.
    fn set_validity(self, validity: UnionMap) -> ScheduleConstraints = isl_schedule_constraints_set_validity;
    /// The elements of each pair should be near to one another.
    fn set_proximity(self, proximity: UnionMap) -> ScheduleConstraints = isl_schedule_constraints_set_proximity;
    /// Runs the scheduler.
    fn compute_schedule(self) -> Schedule = isl_schedule_constraints_compute_schedule;
});

object! {
    /// An order: a schedule tree.
    pub Schedule: isl_schedule, free isl_schedule_free, clone isl_schedule_copy, print isl_schedule_to_str
}

methods!(Schedule {
    /// The dates, all of one length: those of bands, and positions in sequences. Elements that the
    /// schedule leaves unordered share a date.
    fn map(&self) -> UnionMap = isl_schedule_get_map;
});
