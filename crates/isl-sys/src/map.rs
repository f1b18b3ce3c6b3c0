//! Relations and basic relations (isl/map.h).

use crate::*;

unsafe extern "C" {
    pub fn isl_map_from_pw_aff(pwaff: *mut isl_pw_aff) -> *mut isl_map;
    pub fn isl_map_from_pw_multi_aff(pma: *mut isl_pw_multi_aff) -> *mut isl_map;
    pub fn isl_map_from_multi_pw_aff(mpa: *mut isl_multi_pw_aff) -> *mut isl_map;
    pub fn isl_basic_map_n_constraint(bmap: *mut isl_basic_map) -> isl_size;
    pub fn isl_basic_map_foreach_constraint(
        bmap: *mut isl_basic_map,
        callback: ForeachCallback<isl_constraint>,
        user: *mut c_void,
    ) -> isl_stat;
    pub fn isl_basic_map_add_constraint(
        bmap: *mut isl_basic_map,
        constraint: *mut isl_constraint,
    ) -> *mut isl_basic_map;
    pub fn isl_map_add_constraint(map: *mut isl_map, constraint: *mut isl_constraint) -> *mut isl_map;
    pub fn isl_basic_map_dim(bmap: *mut isl_basic_map, dim_type: isl_dim_type) -> isl_size;
    pub fn isl_map_dim(map: *mut isl_map, dim_type: isl_dim_type) -> isl_size;
    pub fn isl_basic_map_get_space(bmap: *mut isl_basic_map) -> *mut isl_space;
    pub fn isl_map_get_space(map: *mut isl_map) -> *mut isl_space;
    pub fn isl_basic_map_get_div(bmap: *mut isl_basic_map, pos: c_int) -> *mut isl_aff;
    pub fn isl_basic_map_get_local_space(bmap: *mut isl_basic_map) -> *mut isl_local_space;
    pub fn isl_basic_map_get_tuple_name(bmap: *mut isl_basic_map, dim_type: isl_dim_type) -> *const c_char;
    pub fn isl_map_has_tuple_name(map: *mut isl_map, dim_type: isl_dim_type) -> isl_bool;
    pub fn isl_map_get_tuple_name(map: *mut isl_map, dim_type: isl_dim_type) -> *const c_char;
    pub fn isl_map_set_tuple_name(
        map: *mut isl_map,
        dim_type: isl_dim_type,
        s: *const c_char,
    ) -> *mut isl_map;
    pub fn isl_map_get_dim_name(map: *mut isl_map, dim_type: isl_dim_type, pos: c_uint) -> *const c_char;
    pub fn isl_map_set_dim_name(
        map: *mut isl_map,
        dim_type: isl_dim_type,
        pos: c_uint,
        s: *const c_char,
    ) -> *mut isl_map;
    pub fn isl_map_reset_tuple_id(map: *mut isl_map, dim_type: isl_dim_type) -> *mut isl_map;
    pub fn isl_map_find_dim_by_name(map: *mut isl_map, dim_type: isl_dim_type, name: *const c_char) -> c_int;
    pub fn isl_basic_map_free(bmap: *mut isl_basic_map) -> *mut isl_basic_map;
    pub fn isl_basic_map_copy(bmap: *mut isl_basic_map) -> *mut isl_basic_map;
    pub fn isl_basic_map_empty(space: *mut isl_space) -> *mut isl_basic_map;
    pub fn isl_basic_map_universe(space: *mut isl_space) -> *mut isl_basic_map;
    pub fn isl_basic_map_remove_redundancies(bmap: *mut isl_basic_map) -> *mut isl_basic_map;
    pub fn isl_map_remove_redundancies(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_simple_hull(map: *mut isl_map) -> *mut isl_basic_map;
    pub fn isl_map_unshifted_simple_hull(map: *mut isl_map) -> *mut isl_basic_map;
    pub fn isl_basic_map_intersect_domain(
        bmap: *mut isl_basic_map,
        bset: *mut isl_basic_set,
    ) -> *mut isl_basic_map;
    pub fn isl_basic_map_intersect_range(
        bmap: *mut isl_basic_map,
        bset: *mut isl_basic_set,
    ) -> *mut isl_basic_map;
    pub fn isl_basic_map_intersect(
        bmap1: *mut isl_basic_map,
        bmap2: *mut isl_basic_map,
    ) -> *mut isl_basic_map;
    pub fn isl_basic_map_apply_domain(
        bmap1: *mut isl_basic_map,
        bmap2: *mut isl_basic_map,
    ) -> *mut isl_basic_map;
    pub fn isl_basic_map_apply_range(
        bmap1: *mut isl_basic_map,
        bmap2: *mut isl_basic_map,
    ) -> *mut isl_basic_map;
    pub fn isl_basic_map_affine_hull(bmap: *mut isl_basic_map) -> *mut isl_basic_map;
    pub fn isl_basic_map_reverse(bmap: *mut isl_basic_map) -> *mut isl_basic_map;
    pub fn isl_basic_map_domain(bmap: *mut isl_basic_map) -> *mut isl_basic_set;
    pub fn isl_basic_map_range(bmap: *mut isl_basic_map) -> *mut isl_basic_set;
    pub fn isl_basic_map_sample(bmap: *mut isl_basic_map) -> *mut isl_basic_map;
    pub fn isl_basic_map_detect_equalities(bmap: *mut isl_basic_map) -> *mut isl_basic_map;
    pub fn isl_basic_map_read_from_str(ctx: *mut isl_ctx, text: *const c_char) -> *mut isl_basic_map;
    pub fn isl_map_read_from_str(ctx: *mut isl_ctx, text: *const c_char) -> *mut isl_map;
    pub fn isl_basic_map_to_str(bmap: *mut isl_basic_map) -> *mut c_char;
    pub fn isl_map_to_str(map: *mut isl_map) -> *mut c_char;
    pub fn isl_basic_map_fix_si(
        bmap: *mut isl_basic_map,
        dim_type: isl_dim_type,
        pos: c_uint,
        value: c_int,
    ) -> *mut isl_basic_map;
    pub fn isl_basic_map_fix_val(
        bmap: *mut isl_basic_map,
        dim_type: isl_dim_type,
        pos: c_uint,
        v: *mut isl_val,
    ) -> *mut isl_basic_map;
    pub fn isl_map_sum(map1: *mut isl_map, map2: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_neg(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_basic_map_is_equal(bmap1: *mut isl_basic_map, bmap2: *mut isl_basic_map) -> isl_bool;
    pub fn isl_map_lexmin(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_lexmax(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_lexmin_pw_multi_aff(map: *mut isl_map) -> *mut isl_pw_multi_aff;
    pub fn isl_map_lexmax_pw_multi_aff(map: *mut isl_map) -> *mut isl_pw_multi_aff;
    pub fn isl_basic_map_is_empty(bmap: *mut isl_basic_map) -> isl_bool;
    pub fn isl_basic_map_is_subset(bmap1: *mut isl_basic_map, bmap2: *mut isl_basic_map) -> isl_bool;
    pub fn isl_map_universe(space: *mut isl_space) -> *mut isl_map;
    pub fn isl_map_empty(space: *mut isl_space) -> *mut isl_map;
    pub fn isl_map_identity(space: *mut isl_space) -> *mut isl_map;
    pub fn isl_map_lex_lt(set_space: *mut isl_space) -> *mut isl_map;
    pub fn isl_map_lex_le(set_space: *mut isl_space) -> *mut isl_map;
    pub fn isl_map_lex_gt(set_space: *mut isl_space) -> *mut isl_map;
    pub fn isl_map_lex_ge(set_space: *mut isl_space) -> *mut isl_map;
    pub fn isl_map_free(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_copy(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_reverse(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_union(map1: *mut isl_map, map2: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_intersect_domain(map: *mut isl_map, set: *mut isl_set) -> *mut isl_map;
    pub fn isl_map_intersect_range(map: *mut isl_map, set: *mut isl_set) -> *mut isl_map;
    pub fn isl_map_apply_domain(map1: *mut isl_map, map2: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_apply_range(map1: *mut isl_map, map2: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_preimage_domain_multi_aff(map: *mut isl_map, ma: *mut isl_multi_aff) -> *mut isl_map;
    pub fn isl_map_preimage_range_multi_aff(map: *mut isl_map, ma: *mut isl_multi_aff) -> *mut isl_map;
    pub fn isl_map_product(map1: *mut isl_map, map2: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_domain_product(map1: *mut isl_map, map2: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_range_product(map1: *mut isl_map, map2: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_flat_product(map1: *mut isl_map, map2: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_flat_domain_product(map1: *mut isl_map, map2: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_flat_range_product(map1: *mut isl_map, map2: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_domain_is_wrapping(map: *mut isl_map) -> isl_bool;
    pub fn isl_map_range_is_wrapping(map: *mut isl_map) -> isl_bool;
    pub fn isl_map_factor_domain(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_factor_range(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_domain_factor_domain(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_domain_factor_range(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_range_factor_domain(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_range_factor_range(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_intersect(map1: *mut isl_map, map2: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_intersect_params(map: *mut isl_map, params: *mut isl_set) -> *mut isl_map;
    pub fn isl_map_subtract(map1: *mut isl_map, map2: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_subtract_domain(map: *mut isl_map, dom: *mut isl_set) -> *mut isl_map;
    pub fn isl_map_subtract_range(map: *mut isl_map, dom: *mut isl_set) -> *mut isl_map;
    pub fn isl_map_complement(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_fix_si(
        map: *mut isl_map,
        dim_type: isl_dim_type,
        pos: c_uint,
        value: c_int,
    ) -> *mut isl_map;
    pub fn isl_map_fix_val(
        map: *mut isl_map,
        dim_type: isl_dim_type,
        pos: c_uint,
        v: *mut isl_val,
    ) -> *mut isl_map;
    pub fn isl_map_lower_bound_si(
        map: *mut isl_map,
        dim_type: isl_dim_type,
        pos: c_uint,
        value: c_int,
    ) -> *mut isl_map;
    pub fn isl_map_lower_bound_val(
        map: *mut isl_map,
        dim_type: isl_dim_type,
        pos: c_uint,
        value: *mut isl_val,
    ) -> *mut isl_map;
    pub fn isl_map_upper_bound_si(
        map: *mut isl_map,
        dim_type: isl_dim_type,
        pos: c_uint,
        value: c_int,
    ) -> *mut isl_map;
    pub fn isl_map_upper_bound_val(
        map: *mut isl_map,
        dim_type: isl_dim_type,
        pos: c_uint,
        value: *mut isl_val,
    ) -> *mut isl_map;
    pub fn isl_basic_map_deltas(bmap: *mut isl_basic_map) -> *mut isl_basic_set;
    pub fn isl_map_deltas(map: *mut isl_map) -> *mut isl_set;
    pub fn isl_map_deltas_map(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_detect_equalities(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_affine_hull(map: *mut isl_map) -> *mut isl_basic_map;
    pub fn isl_map_convex_hull(map: *mut isl_map) -> *mut isl_basic_map;
    pub fn isl_map_polyhedral_hull(map: *mut isl_map) -> *mut isl_basic_map;
    pub fn isl_map_add_dims(map: *mut isl_map, dim_type: isl_dim_type, n: c_uint) -> *mut isl_map;
    pub fn isl_map_insert_dims(
        map: *mut isl_map,
        dim_type: isl_dim_type,
        pos: c_uint,
        n: c_uint,
    ) -> *mut isl_map;
    pub fn isl_map_move_dims(
        map: *mut isl_map,
        dst_type: isl_dim_type,
        dst_pos: c_uint,
        src_type: isl_dim_type,
        src_pos: c_uint,
        n: c_uint,
    ) -> *mut isl_map;
    pub fn isl_basic_map_project_out(
        bmap: *mut isl_basic_map,
        dim_type: isl_dim_type,
        first: c_uint,
        n: c_uint,
    ) -> *mut isl_basic_map;
    pub fn isl_map_project_out(
        map: *mut isl_map,
        dim_type: isl_dim_type,
        first: c_uint,
        n: c_uint,
    ) -> *mut isl_map;
    pub fn isl_map_project_out_all_params(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_basic_map_remove_divs(bmap: *mut isl_basic_map) -> *mut isl_basic_map;
    pub fn isl_map_remove_divs(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_eliminate(
        map: *mut isl_map,
        dim_type: isl_dim_type,
        first: c_uint,
        n: c_uint,
    ) -> *mut isl_map;
    pub fn isl_map_order_ge(
        map: *mut isl_map,
        type1: isl_dim_type,
        pos1: c_int,
        type2: isl_dim_type,
        pos2: c_int,
    ) -> *mut isl_map;
    pub fn isl_map_order_le(
        map: *mut isl_map,
        type1: isl_dim_type,
        pos1: c_int,
        type2: isl_dim_type,
        pos2: c_int,
    ) -> *mut isl_map;
    pub fn isl_map_equate(
        map: *mut isl_map,
        type1: isl_dim_type,
        pos1: c_int,
        type2: isl_dim_type,
        pos2: c_int,
    ) -> *mut isl_map;
    pub fn isl_map_order_lt(
        map: *mut isl_map,
        type1: isl_dim_type,
        pos1: c_int,
        type2: isl_dim_type,
        pos2: c_int,
    ) -> *mut isl_map;
    pub fn isl_map_order_gt(
        map: *mut isl_map,
        type1: isl_dim_type,
        pos1: c_int,
        type2: isl_dim_type,
        pos2: c_int,
    ) -> *mut isl_map;
    pub fn isl_basic_map_wrap(bmap: *mut isl_basic_map) -> *mut isl_basic_set;
    pub fn isl_map_wrap(map: *mut isl_map) -> *mut isl_set;
    pub fn isl_map_flatten(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_flatten_domain(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_flatten_range(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_params(map: *mut isl_map) -> *mut isl_set;
    pub fn isl_map_domain(bmap: *mut isl_map) -> *mut isl_set;
    pub fn isl_map_range(map: *mut isl_map) -> *mut isl_set;
    pub fn isl_map_domain_map(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_range_map(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_from_basic_map(bmap: *mut isl_basic_map) -> *mut isl_map;
    pub fn isl_map_from_domain(set: *mut isl_set) -> *mut isl_map;
    pub fn isl_map_from_range(set: *mut isl_set) -> *mut isl_map;
    pub fn isl_map_from_domain_and_range(domain: *mut isl_set, range: *mut isl_set) -> *mut isl_map;
    pub fn isl_map_sample(map: *mut isl_map) -> *mut isl_basic_map;
    pub fn isl_map_plain_is_empty(map: *mut isl_map) -> isl_bool;
    pub fn isl_map_plain_is_universe(map: *mut isl_map) -> isl_bool;
    pub fn isl_map_is_empty(map: *mut isl_map) -> isl_bool;
    pub fn isl_map_is_subset(map1: *mut isl_map, map2: *mut isl_map) -> isl_bool;
    pub fn isl_map_is_strict_subset(map1: *mut isl_map, map2: *mut isl_map) -> isl_bool;
    pub fn isl_map_is_equal(map1: *mut isl_map, map2: *mut isl_map) -> isl_bool;
    pub fn isl_map_is_disjoint(map1: *mut isl_map, map2: *mut isl_map) -> isl_bool;
    pub fn isl_map_is_single_valued(map: *mut isl_map) -> isl_bool;
    pub fn isl_map_is_injective(map: *mut isl_map) -> isl_bool;
    pub fn isl_map_is_bijective(map: *mut isl_map) -> isl_bool;
    pub fn isl_map_is_identity(map: *mut isl_map) -> isl_bool;
    pub fn isl_map_zip(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_curry(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_range_curry(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_uncurry(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_make_disjoint(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_basic_map_compute_divs(bmap: *mut isl_basic_map) -> *mut isl_map;
    pub fn isl_map_compute_divs(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_drop_constraints_involving_dims(
        map: *mut isl_map,
        dim_type: isl_dim_type,
        first: c_uint,
        n: c_uint,
    ) -> *mut isl_map;
    pub fn isl_map_drop_constraints_not_involving_dims(
        map: *mut isl_map,
        dim_type: isl_dim_type,
        first: c_uint,
        n: c_uint,
    ) -> *mut isl_map;
    pub fn isl_basic_map_involves_dims(
        bmap: *mut isl_basic_map,
        dim_type: isl_dim_type,
        first: c_uint,
        n: c_uint,
    ) -> isl_bool;
    pub fn isl_map_involves_dims(
        map: *mut isl_map,
        dim_type: isl_dim_type,
        first: c_uint,
        n: c_uint,
    ) -> isl_bool;
    pub fn isl_basic_map_gist(bmap: *mut isl_basic_map, context: *mut isl_basic_map) -> *mut isl_basic_map;
    pub fn isl_map_gist(map: *mut isl_map, context: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_gist_domain(map: *mut isl_map, context: *mut isl_set) -> *mut isl_map;
    pub fn isl_map_gist_range(map: *mut isl_map, context: *mut isl_set) -> *mut isl_map;
    pub fn isl_map_gist_params(map: *mut isl_map, context: *mut isl_set) -> *mut isl_map;
    pub fn isl_map_coalesce(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_plain_is_equal(map1: *mut isl_map, map2: *mut isl_map) -> isl_bool;
    pub fn isl_map_n_basic_map(map: *mut isl_map) -> isl_size;
    pub fn isl_map_foreach_basic_map(
        map: *mut isl_map,
        callback: ForeachCallback<isl_basic_map>,
        user: *mut c_void,
    ) -> isl_stat;
    pub fn isl_map_transitive_closure(map: *mut isl_map, exact: *mut isl_bool) -> *mut isl_map;
    pub fn isl_map_lex_le_map(map1: *mut isl_map, map2: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_lex_lt_map(map1: *mut isl_map, map2: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_lex_ge_map(map1: *mut isl_map, map2: *mut isl_map) -> *mut isl_map;
    pub fn isl_map_lex_gt_map(map1: *mut isl_map, map2: *mut isl_map) -> *mut isl_map;
    pub fn isl_basic_map_align_params(bmap: *mut isl_basic_map, model: *mut isl_space) -> *mut isl_basic_map;
    pub fn isl_map_align_params(map: *mut isl_map, model: *mut isl_space) -> *mut isl_map;
    pub fn isl_map_drop_unused_params(map: *mut isl_map) -> *mut isl_map;
    pub fn isl_basic_map_from_aff(aff: *mut isl_aff) -> *mut isl_basic_map;
    pub fn isl_basic_map_from_multi_aff(maff: *mut isl_multi_aff) -> *mut isl_basic_map;
    pub fn isl_map_from_aff(aff: *mut isl_aff) -> *mut isl_map;
    pub fn isl_map_from_multi_aff(maff: *mut isl_multi_aff) -> *mut isl_map;
    pub fn isl_map_dim_min(map: *mut isl_map, pos: c_int) -> *mut isl_pw_aff;
    pub fn isl_map_dim_max(map: *mut isl_map, pos: c_int) -> *mut isl_pw_aff;
    pub fn isl_map_to_union_map(map: *mut isl_map) -> *mut isl_union_map;
}
