//! Equalities and inequalities (isl/constraint.h).

use crate::*;

unsafe extern "C" {
    pub fn isl_constraint_alloc_equality(ls: *mut isl_local_space) -> *mut isl_constraint;
    pub fn isl_constraint_alloc_inequality(ls: *mut isl_local_space) -> *mut isl_constraint;
    pub fn isl_constraint_copy(c: *mut isl_constraint) -> *mut isl_constraint;
    pub fn isl_constraint_free(c: *mut isl_constraint) -> *mut isl_constraint;
    pub fn isl_constraint_is_equal(
        constraint1: *mut isl_constraint,
        constraint2: *mut isl_constraint,
    ) -> c_int;
    pub fn isl_constraint_get_space(constraint: *mut isl_constraint) -> *mut isl_space;
    pub fn isl_constraint_get_local_space(constraint: *mut isl_constraint) -> *mut isl_local_space;
    pub fn isl_constraint_dim(constraint: *mut isl_constraint, dim_type: isl_dim_type) -> isl_size;
    pub fn isl_constraint_involves_dims(
        constraint: *mut isl_constraint,
        dim_type: isl_dim_type,
        first: c_uint,
        n: c_uint,
    ) -> isl_bool;
    pub fn isl_constraint_get_constant_val(constraint: *mut isl_constraint) -> *mut isl_val;
    pub fn isl_constraint_get_coefficient_val(
        constraint: *mut isl_constraint,
        dim_type: isl_dim_type,
        pos: c_int,
    ) -> *mut isl_val;
    pub fn isl_constraint_set_constant_si(constraint: *mut isl_constraint, v: c_int) -> *mut isl_constraint;
    pub fn isl_constraint_set_constant_val(
        constraint: *mut isl_constraint,
        v: *mut isl_val,
    ) -> *mut isl_constraint;
    pub fn isl_constraint_set_coefficient_si(
        constraint: *mut isl_constraint,
        dim_type: isl_dim_type,
        pos: c_int,
        v: c_int,
    ) -> *mut isl_constraint;
    pub fn isl_constraint_set_coefficient_val(
        constraint: *mut isl_constraint,
        dim_type: isl_dim_type,
        pos: c_int,
        v: *mut isl_val,
    ) -> *mut isl_constraint;
    pub fn isl_constraint_get_div(constraint: *mut isl_constraint, pos: c_int) -> *mut isl_aff;
    pub fn isl_constraint_is_equality(constraint: *mut isl_constraint) -> isl_bool;
    pub fn isl_constraint_is_div_constraint(constraint: *mut isl_constraint) -> isl_bool;
    pub fn isl_constraint_is_lower_bound(
        constraint: *mut isl_constraint,
        dim_type: isl_dim_type,
        pos: c_uint,
    ) -> isl_bool;
    pub fn isl_constraint_is_upper_bound(
        constraint: *mut isl_constraint,
        dim_type: isl_dim_type,
        pos: c_uint,
    ) -> isl_bool;
    pub fn isl_constraint_get_aff(constraint: *mut isl_constraint) -> *mut isl_aff;
    pub fn isl_equality_from_aff(aff: *mut isl_aff) -> *mut isl_constraint;
    pub fn isl_inequality_from_aff(aff: *mut isl_aff) -> *mut isl_constraint;
}
