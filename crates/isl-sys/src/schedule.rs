//! The scheduler (isl/schedule.h).

use crate::*;

unsafe extern "C" {
    pub fn isl_schedule_constraints_on_domain(domain: *mut isl_union_set) -> *mut isl_schedule_constraints;
    pub fn isl_schedule_constraints_set_context(
        sc: *mut isl_schedule_constraints,
        context: *mut isl_set,
    ) -> *mut isl_schedule_constraints;
    pub fn isl_schedule_constraints_set_validity(
        sc: *mut isl_schedule_constraints,
        validity: *mut isl_union_map,
    ) -> *mut isl_schedule_constraints;
    pub fn isl_schedule_constraints_set_proximity(
        sc: *mut isl_schedule_constraints,
        proximity: *mut isl_union_map,
    ) -> *mut isl_schedule_constraints;
    pub fn isl_schedule_constraints_free(sc: *mut isl_schedule_constraints) -> *mut isl_schedule_constraints;
    pub fn isl_schedule_constraints_compute_schedule(sc: *mut isl_schedule_constraints) -> *mut isl_schedule;
    pub fn isl_schedule_copy(sched: *mut isl_schedule) -> *mut isl_schedule;
    pub fn isl_schedule_free(sched: *mut isl_schedule) -> *mut isl_schedule;
    pub fn isl_schedule_to_str(schedule: *mut isl_schedule) -> *mut c_char;
    pub fn isl_schedule_get_map(sched: *mut isl_schedule) -> *mut isl_union_map;
}
