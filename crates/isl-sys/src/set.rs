//! Sets, basic sets and points (isl/set.h, isl/point.h, isl/ilp.h).

use crate::*;

unsafe extern "C" {
    pub fn isl_point_get_space(pnt: *mut isl_point) -> *mut isl_space;
    pub fn isl_point_copy(pnt: *mut isl_point) -> *mut isl_point;
    pub fn isl_point_free(pnt: *mut isl_point) -> *mut isl_point;
    pub fn isl_point_get_coordinate_val(
        pnt: *mut isl_point,
        dim_type: isl_dim_type,
        pos: c_int,
    ) -> *mut isl_val;
    pub fn isl_point_is_void(pnt: *mut isl_point) -> isl_bool;
    pub fn isl_point_to_str(pnt: *mut isl_point) -> *mut c_char;
    pub fn isl_set_from_pw_aff(pwaff: *mut isl_pw_aff) -> *mut isl_set;
    pub fn isl_set_from_pw_multi_aff(pma: *mut isl_pw_multi_aff) -> *mut isl_set;
    pub fn isl_basic_set_dim(bset: *mut isl_basic_set, dim_type: isl_dim_type) -> isl_size;
    pub fn isl_set_dim(set: *mut isl_set, dim_type: isl_dim_type) -> isl_size;
    pub fn isl_basic_set_get_space(bset: *mut isl_basic_set) -> *mut isl_space;
    pub fn isl_set_get_space(set: *mut isl_set) -> *mut isl_space;
    pub fn isl_basic_set_get_div(bset: *mut isl_basic_set, pos: c_int) -> *mut isl_aff;
    pub fn isl_basic_set_get_local_space(bset: *mut isl_basic_set) -> *mut isl_local_space;
    pub fn isl_basic_set_get_tuple_name(bset: *mut isl_basic_set) -> *const c_char;
    pub fn isl_set_has_tuple_name(set: *mut isl_set) -> isl_bool;
    pub fn isl_set_get_tuple_name(set: *mut isl_set) -> *const c_char;
    pub fn isl_basic_set_set_tuple_name(set: *mut isl_basic_set, s: *const c_char) -> *mut isl_basic_set;
    pub fn isl_set_set_tuple_name(set: *mut isl_set, s: *const c_char) -> *mut isl_set;
    pub fn isl_basic_set_get_dim_name(
        bset: *mut isl_basic_set,
        dim_type: isl_dim_type,
        pos: c_uint,
    ) -> *const c_char;
    pub fn isl_basic_set_set_dim_name(
        bset: *mut isl_basic_set,
        dim_type: isl_dim_type,
        pos: c_uint,
        s: *const c_char,
    ) -> *mut isl_basic_set;
    pub fn isl_set_get_dim_name(set: *mut isl_set, dim_type: isl_dim_type, pos: c_uint) -> *const c_char;
    pub fn isl_set_set_dim_name(
        set: *mut isl_set,
        dim_type: isl_dim_type,
        pos: c_uint,
        s: *const c_char,
    ) -> *mut isl_set;
    pub fn isl_set_reset_tuple_id(set: *mut isl_set) -> *mut isl_set;
    pub fn isl_set_find_dim_by_name(set: *mut isl_set, dim_type: isl_dim_type, name: *const c_char) -> c_int;
    pub fn isl_basic_set_free(bset: *mut isl_basic_set) -> *mut isl_basic_set;
    pub fn isl_basic_set_copy(bset: *mut isl_basic_set) -> *mut isl_basic_set;
    pub fn isl_basic_set_empty(space: *mut isl_space) -> *mut isl_basic_set;
    pub fn isl_basic_set_universe(space: *mut isl_space) -> *mut isl_basic_set;
    pub fn isl_basic_set_intersect(
        bset1: *mut isl_basic_set,
        bset2: *mut isl_basic_set,
    ) -> *mut isl_basic_set;
    pub fn isl_basic_set_intersect_params(
        bset1: *mut isl_basic_set,
        bset2: *mut isl_basic_set,
    ) -> *mut isl_basic_set;
    pub fn isl_basic_set_apply(bset: *mut isl_basic_set, bmap: *mut isl_basic_map) -> *mut isl_basic_set;
    pub fn isl_basic_set_affine_hull(bset: *mut isl_basic_set) -> *mut isl_basic_set;
    pub fn isl_basic_set_detect_equalities(bset: *mut isl_basic_set) -> *mut isl_basic_set;
    pub fn isl_basic_set_remove_redundancies(bset: *mut isl_basic_set) -> *mut isl_basic_set;
    pub fn isl_set_remove_redundancies(set: *mut isl_set) -> *mut isl_set;
    pub fn isl_basic_set_read_from_str(ctx: *mut isl_ctx, text: *const c_char) -> *mut isl_basic_set;
    pub fn isl_set_read_from_str(ctx: *mut isl_ctx, text: *const c_char) -> *mut isl_set;
    pub fn isl_basic_set_fix_si(
        bset: *mut isl_basic_set,
        dim_type: isl_dim_type,
        pos: c_uint,
        value: c_int,
    ) -> *mut isl_basic_set;
    pub fn isl_basic_set_fix_val(
        bset: *mut isl_basic_set,
        dim_type: isl_dim_type,
        pos: c_uint,
        v: *mut isl_val,
    ) -> *mut isl_basic_set;
    pub fn isl_set_fix_si(
        set: *mut isl_set,
        dim_type: isl_dim_type,
        pos: c_uint,
        value: c_int,
    ) -> *mut isl_set;
    pub fn isl_set_lower_bound_si(
        set: *mut isl_set,
        dim_type: isl_dim_type,
        pos: c_uint,
        value: c_int,
    ) -> *mut isl_set;
    pub fn isl_set_lower_bound_val(
        set: *mut isl_set,
        dim_type: isl_dim_type,
        pos: c_uint,
        value: *mut isl_val,
    ) -> *mut isl_set;
    pub fn isl_set_upper_bound_si(
        set: *mut isl_set,
        dim_type: isl_dim_type,
        pos: c_uint,
        value: c_int,
    ) -> *mut isl_set;
    pub fn isl_set_upper_bound_val(
        set: *mut isl_set,
        dim_type: isl_dim_type,
        pos: c_uint,
        value: *mut isl_val,
    ) -> *mut isl_set;
    pub fn isl_set_equate(
        set: *mut isl_set,
        type1: isl_dim_type,
        pos1: c_int,
        type2: isl_dim_type,
        pos2: c_int,
    ) -> *mut isl_set;
    pub fn isl_basic_set_is_equal(bset1: *mut isl_basic_set, bset2: *mut isl_basic_set) -> isl_bool;
    pub fn isl_basic_set_lexmin(bset: *mut isl_basic_set) -> *mut isl_set;
    pub fn isl_basic_set_lexmax(bset: *mut isl_basic_set) -> *mut isl_set;
    pub fn isl_set_lexmin(set: *mut isl_set) -> *mut isl_set;
    pub fn isl_set_lexmax(set: *mut isl_set) -> *mut isl_set;
    pub fn isl_set_lexmin_pw_multi_aff(set: *mut isl_set) -> *mut isl_pw_multi_aff;
    pub fn isl_set_lexmax_pw_multi_aff(set: *mut isl_set) -> *mut isl_pw_multi_aff;
    pub fn isl_basic_set_params(bset: *mut isl_basic_set) -> *mut isl_basic_set;
    pub fn isl_set_params(set: *mut isl_set) -> *mut isl_set;
    pub fn isl_set_from_params(set: *mut isl_set) -> *mut isl_set;
    pub fn isl_basic_set_is_universe(bset: *mut isl_basic_set) -> isl_bool;
    pub fn isl_basic_set_is_empty(bset: *mut isl_basic_set) -> isl_bool;
    pub fn isl_basic_set_is_bounded(bset: *mut isl_basic_set) -> isl_bool;
    pub fn isl_basic_set_is_subset(bset1: *mut isl_basic_set, bset2: *mut isl_basic_set) -> isl_bool;
    pub fn isl_basic_set_plain_is_equal(bset1: *mut isl_basic_set, bset2: *mut isl_basic_set) -> isl_bool;
    pub fn isl_set_empty(space: *mut isl_space) -> *mut isl_set;
    pub fn isl_set_universe(space: *mut isl_space) -> *mut isl_set;
    pub fn isl_set_copy(set: *mut isl_set) -> *mut isl_set;
    pub fn isl_set_free(set: *mut isl_set) -> *mut isl_set;
    pub fn isl_basic_set_to_set(bset: *mut isl_basic_set) -> *mut isl_set;
    pub fn isl_set_from_basic_set(bset: *mut isl_basic_set) -> *mut isl_set;
    pub fn isl_set_sample(set: *mut isl_set) -> *mut isl_basic_set;
    pub fn isl_basic_set_sample_point(bset: *mut isl_basic_set) -> *mut isl_point;
    pub fn isl_set_sample_point(set: *mut isl_set) -> *mut isl_point;
    pub fn isl_set_detect_equalities(set: *mut isl_set) -> *mut isl_set;
    pub fn isl_set_affine_hull(set: *mut isl_set) -> *mut isl_basic_set;
    pub fn isl_set_convex_hull(set: *mut isl_set) -> *mut isl_basic_set;
    pub fn isl_set_polyhedral_hull(set: *mut isl_set) -> *mut isl_basic_set;
    pub fn isl_set_simple_hull(set: *mut isl_set) -> *mut isl_basic_set;
    pub fn isl_set_unshifted_simple_hull(set: *mut isl_set) -> *mut isl_basic_set;
    pub fn isl_set_union(set1: *mut isl_set, set2: *mut isl_set) -> *mut isl_set;
    pub fn isl_set_product(set1: *mut isl_set, set2: *mut isl_set) -> *mut isl_set;
    pub fn isl_set_flat_product(set1: *mut isl_set, set2: *mut isl_set) -> *mut isl_set;
    pub fn isl_set_intersect(set1: *mut isl_set, set2: *mut isl_set) -> *mut isl_set;
    pub fn isl_set_intersect_params(set: *mut isl_set, params: *mut isl_set) -> *mut isl_set;
    pub fn isl_set_subtract(set1: *mut isl_set, set2: *mut isl_set) -> *mut isl_set;
    pub fn isl_set_complement(set: *mut isl_set) -> *mut isl_set;
    pub fn isl_set_apply(set: *mut isl_set, map: *mut isl_map) -> *mut isl_set;
    pub fn isl_set_preimage_multi_aff(set: *mut isl_set, ma: *mut isl_multi_aff) -> *mut isl_set;
    pub fn isl_set_fix_val(
        set: *mut isl_set,
        dim_type: isl_dim_type,
        pos: c_uint,
        v: *mut isl_val,
    ) -> *mut isl_set;
    pub fn isl_basic_set_insert_dims(
        bset: *mut isl_basic_set,
        dim_type: isl_dim_type,
        pos: c_uint,
        n: c_uint,
    ) -> *mut isl_basic_set;
    pub fn isl_set_insert_dims(
        set: *mut isl_set,
        dim_type: isl_dim_type,
        pos: c_uint,
        n: c_uint,
    ) -> *mut isl_set;
    pub fn isl_basic_set_add_dims(
        bset: *mut isl_basic_set,
        dim_type: isl_dim_type,
        n: c_uint,
    ) -> *mut isl_basic_set;
    pub fn isl_set_add_dims(set: *mut isl_set, dim_type: isl_dim_type, n: c_uint) -> *mut isl_set;
    pub fn isl_basic_set_move_dims(
        bset: *mut isl_basic_set,
        dst_type: isl_dim_type,
        dst_pos: c_uint,
        src_type: isl_dim_type,
        src_pos: c_uint,
        n: c_uint,
    ) -> *mut isl_basic_set;
    pub fn isl_set_move_dims(
        set: *mut isl_set,
        dst_type: isl_dim_type,
        dst_pos: c_uint,
        src_type: isl_dim_type,
        src_pos: c_uint,
        n: c_uint,
    ) -> *mut isl_set;
    pub fn isl_basic_set_project_out(
        bset: *mut isl_basic_set,
        dim_type: isl_dim_type,
        first: c_uint,
        n: c_uint,
    ) -> *mut isl_basic_set;
    pub fn isl_set_project_out(
        set: *mut isl_set,
        dim_type: isl_dim_type,
        first: c_uint,
        n: c_uint,
    ) -> *mut isl_set;
    pub fn isl_set_project_out_all_params(set: *mut isl_set) -> *mut isl_set;
    pub fn isl_set_project_onto_map(
        set: *mut isl_set,
        dim_type: isl_dim_type,
        first: c_uint,
        n: c_uint,
    ) -> *mut isl_map;
    pub fn isl_basic_set_remove_divs(bset: *mut isl_basic_set) -> *mut isl_basic_set;
    pub fn isl_basic_set_eliminate(
        bset: *mut isl_basic_set,
        dim_type: isl_dim_type,
        first: c_uint,
        n: c_uint,
    ) -> *mut isl_basic_set;
    pub fn isl_set_eliminate(
        set: *mut isl_set,
        dim_type: isl_dim_type,
        first: c_uint,
        n: c_uint,
    ) -> *mut isl_set;
    pub fn isl_set_remove_divs(set: *mut isl_set) -> *mut isl_set;
    pub fn isl_basic_set_drop_constraints_involving_dims(
        bset: *mut isl_basic_set,
        dim_type: isl_dim_type,
        first: c_uint,
        n: c_uint,
    ) -> *mut isl_basic_set;
    pub fn isl_basic_set_drop_constraints_not_involving_dims(
        bset: *mut isl_basic_set,
        dim_type: isl_dim_type,
        first: c_uint,
        n: c_uint,
    ) -> *mut isl_basic_set;
    pub fn isl_set_drop_constraints_involving_dims(
        set: *mut isl_set,
        dim_type: isl_dim_type,
        first: c_uint,
        n: c_uint,
    ) -> *mut isl_set;
    pub fn isl_set_drop_constraints_not_involving_dims(
        set: *mut isl_set,
        dim_type: isl_dim_type,
        first: c_uint,
        n: c_uint,
    ) -> *mut isl_set;
    pub fn isl_basic_set_involves_dims(
        bset: *mut isl_basic_set,
        dim_type: isl_dim_type,
        first: c_uint,
        n: c_uint,
    ) -> isl_bool;
    pub fn isl_set_involves_dims(
        set: *mut isl_set,
        dim_type: isl_dim_type,
        first: c_uint,
        n: c_uint,
    ) -> isl_bool;
    pub fn isl_set_plain_is_empty(set: *mut isl_set) -> isl_bool;
    pub fn isl_set_plain_is_universe(set: *mut isl_set) -> isl_bool;
    pub fn isl_set_is_params(set: *mut isl_set) -> isl_bool;
    pub fn isl_set_is_empty(set: *mut isl_set) -> isl_bool;
    pub fn isl_set_is_bounded(set: *mut isl_set) -> isl_bool;
    pub fn isl_set_dim_is_bounded(set: *mut isl_set, dim_type: isl_dim_type, pos: c_uint) -> isl_bool;
    pub fn isl_set_is_subset(set1: *mut isl_set, set2: *mut isl_set) -> isl_bool;
    pub fn isl_set_is_strict_subset(set1: *mut isl_set, set2: *mut isl_set) -> isl_bool;
    pub fn isl_set_is_equal(set1: *mut isl_set, set2: *mut isl_set) -> isl_bool;
    pub fn isl_set_is_disjoint(set1: *mut isl_set, set2: *mut isl_set) -> isl_bool;
    pub fn isl_set_is_singleton(set: *mut isl_set) -> isl_bool;
    pub fn isl_set_make_disjoint(set: *mut isl_set) -> *mut isl_set;
    pub fn isl_basic_set_compute_divs(bset: *mut isl_basic_set) -> *mut isl_set;
    pub fn isl_set_compute_divs(set: *mut isl_set) -> *mut isl_set;
    pub fn isl_set_plain_get_val_if_fixed(
        set: *mut isl_set,
        dim_type: isl_dim_type,
        pos: c_uint,
    ) -> *mut isl_val;
    pub fn isl_basic_set_gist(bset: *mut isl_basic_set, context: *mut isl_basic_set) -> *mut isl_basic_set;
    pub fn isl_set_gist(set: *mut isl_set, context: *mut isl_set) -> *mut isl_set;
    pub fn isl_set_gist_params(set: *mut isl_set, context: *mut isl_set) -> *mut isl_set;
    pub fn isl_set_coalesce(set: *mut isl_set) -> *mut isl_set;
    pub fn isl_set_involves_locals(set: *mut isl_set) -> isl_bool;
    pub fn isl_set_plain_is_equal(set1: *mut isl_set, set2: *mut isl_set) -> isl_bool;
    pub fn isl_set_n_basic_set(set: *mut isl_set) -> isl_size;
    pub fn isl_set_foreach_basic_set(
        set: *mut isl_set,
        callback: ForeachCallback<isl_basic_set>,
        user: *mut c_void,
    ) -> isl_stat;
    pub fn isl_set_foreach_point(
        set: *mut isl_set,
        callback: ForeachCallback<isl_point>,
        user: *mut c_void,
    ) -> isl_stat;
    pub fn isl_set_count_val(set: *mut isl_set) -> *mut isl_val;
    pub fn isl_point_to_set(pnt: *mut isl_point) -> *mut isl_set;
    pub fn isl_set_from_point(pnt: *mut isl_point) -> *mut isl_set;
    pub fn isl_set_lex_le_set(set1: *mut isl_set, set2: *mut isl_set) -> *mut isl_map;
    pub fn isl_set_lex_lt_set(set1: *mut isl_set, set2: *mut isl_set) -> *mut isl_map;
    pub fn isl_basic_set_align_params(bset: *mut isl_basic_set, model: *mut isl_space) -> *mut isl_basic_set;
    pub fn isl_set_align_params(set: *mut isl_set, model: *mut isl_space) -> *mut isl_set;
    pub fn isl_basic_set_drop_unused_params(bset: *mut isl_basic_set) -> *mut isl_basic_set;
    pub fn isl_set_drop_unused_params(set: *mut isl_set) -> *mut isl_set;
    pub fn isl_set_from_multi_aff(ma: *mut isl_multi_aff) -> *mut isl_set;
    pub fn isl_basic_set_coefficients(bset: *mut isl_basic_set) -> *mut isl_basic_set;
    pub fn isl_set_coefficients(set: *mut isl_set) -> *mut isl_basic_set;
    pub fn isl_basic_set_solutions(bset: *mut isl_basic_set) -> *mut isl_basic_set;
    pub fn isl_set_solutions(set: *mut isl_set) -> *mut isl_basic_set;
    pub fn isl_set_dim_max(set: *mut isl_set, pos: c_int) -> *mut isl_pw_aff;
    pub fn isl_set_dim_min(set: *mut isl_set, pos: c_int) -> *mut isl_pw_aff;
    pub fn isl_basic_set_to_str(bset: *mut isl_basic_set) -> *mut c_char;
    pub fn isl_set_to_str(set: *mut isl_set) -> *mut c_char;
    pub fn isl_basic_set_n_constraint(bset: *mut isl_basic_set) -> isl_size;
    pub fn isl_basic_set_foreach_constraint(
        bset: *mut isl_basic_set,
        callback: ForeachCallback<isl_constraint>,
        user: *mut c_void,
    ) -> isl_stat;
    pub fn isl_basic_set_add_constraint(
        bset: *mut isl_basic_set,
        constraint: *mut isl_constraint,
    ) -> *mut isl_basic_set;
    pub fn isl_set_add_constraint(set: *mut isl_set, constraint: *mut isl_constraint) -> *mut isl_set;
    pub fn isl_set_min_val(set: *mut isl_set, obj: *mut isl_aff) -> *mut isl_val;
    pub fn isl_set_max_val(set: *mut isl_set, obj: *mut isl_aff) -> *mut isl_val;
    pub fn isl_basic_set_dim_max_val(bset: *mut isl_basic_set, pos: c_int) -> *mut isl_val;
    pub fn isl_set_dim_min_val(set: *mut isl_set, pos: c_int) -> *mut isl_val;
    pub fn isl_set_dim_max_val(set: *mut isl_set, pos: c_int) -> *mut isl_val;
    pub fn isl_set_identity(set: *mut isl_set) -> *mut isl_map;
    pub fn isl_set_is_wrapping(set: *mut isl_set) -> isl_bool;
    pub fn isl_basic_set_unwrap(bset: *mut isl_basic_set) -> *mut isl_basic_map;
    pub fn isl_set_unwrap(set: *mut isl_set) -> *mut isl_map;
    pub fn isl_basic_set_flatten(bset: *mut isl_basic_set) -> *mut isl_basic_set;
    pub fn isl_set_flatten(set: *mut isl_set) -> *mut isl_set;
    pub fn isl_set_flatten_map(set: *mut isl_set) -> *mut isl_map;
    pub fn isl_set_wrapped_domain_map(set: *mut isl_set) -> *mut isl_map;
    pub fn isl_set_to_union_set(set: *mut isl_set) -> *mut isl_union_set;
}
