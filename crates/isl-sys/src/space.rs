//! Spaces and local spaces: dimensions, their names, tuples (isl/space.h, isl/local_space.h).

use crate::*;

unsafe extern "C" {
    pub fn isl_local_space_from_space(space: *mut isl_space) -> *mut isl_local_space;
    pub fn isl_local_space_copy(ls: *mut isl_local_space) -> *mut isl_local_space;
    pub fn isl_local_space_free(ls: *mut isl_local_space) -> *mut isl_local_space;
    pub fn isl_local_space_dim(ls: *mut isl_local_space, dim_type: isl_dim_type) -> isl_size;
    pub fn isl_local_space_get_space(ls: *mut isl_local_space) -> *mut isl_space;
    pub fn isl_local_space_get_div(ls: *mut isl_local_space, pos: c_int) -> *mut isl_aff;
    pub fn isl_local_space_find_dim_by_name(
        ls: *mut isl_local_space,
        dim_type: isl_dim_type,
        name: *const c_char,
    ) -> c_int;
    pub fn isl_local_space_domain(ls: *mut isl_local_space) -> *mut isl_local_space;
    pub fn isl_local_space_range(ls: *mut isl_local_space) -> *mut isl_local_space;
    pub fn isl_local_space_is_equal(ls1: *mut isl_local_space, ls2: *mut isl_local_space) -> isl_bool;
    pub fn isl_space_alloc(ctx: *mut isl_ctx, nparam: c_uint, n_in: c_uint, n_out: c_uint) -> *mut isl_space;
    pub fn isl_space_set_alloc(ctx: *mut isl_ctx, nparam: c_uint, dim: c_uint) -> *mut isl_space;
    pub fn isl_space_params_alloc(ctx: *mut isl_ctx, nparam: c_uint) -> *mut isl_space;
    pub fn isl_space_copy(space: *mut isl_space) -> *mut isl_space;
    pub fn isl_space_free(space: *mut isl_space) -> *mut isl_space;
    pub fn isl_space_is_params(space: *mut isl_space) -> isl_bool;
    pub fn isl_space_is_set(space: *mut isl_space) -> isl_bool;
    pub fn isl_space_is_map(space: *mut isl_space) -> isl_bool;
    pub fn isl_space_add_param_id(space: *mut isl_space, id: *mut isl_id) -> *mut isl_space;
    pub fn isl_space_set_tuple_name(
        space: *mut isl_space,
        dim_type: isl_dim_type,
        s: *const c_char,
    ) -> *mut isl_space;
    pub fn isl_space_has_tuple_name(space: *mut isl_space, dim_type: isl_dim_type) -> isl_bool;
    pub fn isl_space_get_tuple_name(space: *mut isl_space, dim_type: isl_dim_type) -> *const c_char;
    pub fn isl_space_set_tuple_id(
        space: *mut isl_space,
        dim_type: isl_dim_type,
        id: *mut isl_id,
    ) -> *mut isl_space;
    pub fn isl_space_reset_tuple_id(space: *mut isl_space, dim_type: isl_dim_type) -> *mut isl_space;
    pub fn isl_space_set_dim_id(
        space: *mut isl_space,
        dim_type: isl_dim_type,
        pos: c_uint,
        id: *mut isl_id,
    ) -> *mut isl_space;
    pub fn isl_space_find_dim_by_name(
        space: *mut isl_space,
        dim_type: isl_dim_type,
        name: *const c_char,
    ) -> c_int;
    pub fn isl_space_set_dim_name(
        space: *mut isl_space,
        dim_type: isl_dim_type,
        pos: c_uint,
        name: *const c_char,
    ) -> *mut isl_space;
    pub fn isl_space_get_dim_name(
        space: *mut isl_space,
        dim_type: isl_dim_type,
        pos: c_uint,
    ) -> *const c_char;
    pub fn isl_space_add_dims(space: *mut isl_space, dim_type: isl_dim_type, n: c_uint) -> *mut isl_space;
    pub fn isl_space_move_dims(
        space: *mut isl_space,
        dst_type: isl_dim_type,
        dst_pos: c_uint,
        src_type: isl_dim_type,
        src_pos: c_uint,
        n: c_uint,
    ) -> *mut isl_space;
    pub fn isl_space_insert_dims(
        space: *mut isl_space,
        dim_type: isl_dim_type,
        pos: c_uint,
        n: c_uint,
    ) -> *mut isl_space;
    pub fn isl_space_product(left: *mut isl_space, right: *mut isl_space) -> *mut isl_space;
    pub fn isl_space_domain_product(left: *mut isl_space, right: *mut isl_space) -> *mut isl_space;
    pub fn isl_space_range_product(left: *mut isl_space, right: *mut isl_space) -> *mut isl_space;
    pub fn isl_space_map_from_set(space: *mut isl_space) -> *mut isl_space;
    pub fn isl_space_map_from_domain_and_range(
        domain: *mut isl_space,
        range: *mut isl_space,
    ) -> *mut isl_space;
    pub fn isl_space_reverse(space: *mut isl_space) -> *mut isl_space;
    pub fn isl_space_drop_dims(
        space: *mut isl_space,
        dim_type: isl_dim_type,
        first: c_uint,
        num: c_uint,
    ) -> *mut isl_space;
    pub fn isl_space_drop_all_params(space: *mut isl_space) -> *mut isl_space;
    pub fn isl_space_domain(space: *mut isl_space) -> *mut isl_space;
    pub fn isl_space_from_domain(space: *mut isl_space) -> *mut isl_space;
    pub fn isl_space_range(space: *mut isl_space) -> *mut isl_space;
    pub fn isl_space_from_range(space: *mut isl_space) -> *mut isl_space;
    pub fn isl_space_params(space: *mut isl_space) -> *mut isl_space;
    pub fn isl_space_add_unnamed_tuple_ui(space: *mut isl_space, dim: c_uint) -> *mut isl_space;
    pub fn isl_space_add_named_tuple_id_ui(
        space: *mut isl_space,
        tuple_id: *mut isl_id,
        dim: c_uint,
    ) -> *mut isl_space;
    pub fn isl_space_set_from_params(space: *mut isl_space) -> *mut isl_space;
    pub fn isl_space_align_params(space1: *mut isl_space, space2: *mut isl_space) -> *mut isl_space;
    pub fn isl_space_is_wrapping(space: *mut isl_space) -> isl_bool;
    pub fn isl_space_wrap(space: *mut isl_space) -> *mut isl_space;
    pub fn isl_space_unwrap(space: *mut isl_space) -> *mut isl_space;
    pub fn isl_space_zip(space: *mut isl_space) -> *mut isl_space;
    pub fn isl_space_curry(space: *mut isl_space) -> *mut isl_space;
    pub fn isl_space_uncurry(space: *mut isl_space) -> *mut isl_space;
    pub fn isl_space_is_equal(space1: *mut isl_space, space2: *mut isl_space) -> isl_bool;
    pub fn isl_space_has_equal_tuples(space1: *mut isl_space, space2: *mut isl_space) -> isl_bool;
    pub fn isl_space_dim(space: *mut isl_space, dim_type: isl_dim_type) -> isl_size;
    pub fn isl_space_read_from_str(ctx: *mut isl_ctx, text: *const c_char) -> *mut isl_space;
    pub fn isl_space_to_str(space: *mut isl_space) -> *mut c_char;
}
