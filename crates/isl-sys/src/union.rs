//! Unions of sets and of relations over several spaces (isl/union_set.h, isl/union_map.h).

use crate::*;

unsafe extern "C" {
    pub fn isl_union_map_dim(umap: *mut isl_union_map, dim_type: isl_dim_type) -> isl_size;
    pub fn isl_union_map_from_basic_map(bmap: *mut isl_basic_map) -> *mut isl_union_map;
    pub fn isl_union_map_from_map(map: *mut isl_map) -> *mut isl_union_map;
    pub fn isl_union_map_empty_ctx(ctx: *mut isl_ctx) -> *mut isl_union_map;
    pub fn isl_union_map_empty(space: *mut isl_space) -> *mut isl_union_map;
    pub fn isl_union_map_copy(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_free(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_get_space(umap: *mut isl_union_map) -> *mut isl_space;
    pub fn isl_union_map_params(umap: *mut isl_union_map) -> *mut isl_set;
    pub fn isl_union_map_domain(umap: *mut isl_union_map) -> *mut isl_union_set;
    pub fn isl_union_map_range(umap: *mut isl_union_map) -> *mut isl_union_set;
    pub fn isl_union_map_domain_map(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_range_map(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_set_wrapped_domain_map(uset: *mut isl_union_set) -> *mut isl_union_map;
    pub fn isl_union_map_from_domain(uset: *mut isl_union_set) -> *mut isl_union_map;
    pub fn isl_union_map_from_range(uset: *mut isl_union_set) -> *mut isl_union_map;
    pub fn isl_union_map_affine_hull(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_polyhedral_hull(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_remove_redundancies(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_simple_hull(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_coalesce(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_compute_divs(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_lexmin(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_lexmax(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_union(umap1: *mut isl_union_map, umap2: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_subtract(umap1: *mut isl_union_map, umap2: *mut isl_union_map)
    -> *mut isl_union_map;
    pub fn isl_union_map_intersect(
        umap1: *mut isl_union_map,
        umap2: *mut isl_union_map,
    ) -> *mut isl_union_map;
    pub fn isl_union_map_intersect_params(umap: *mut isl_union_map, set: *mut isl_set) -> *mut isl_union_map;
    pub fn isl_union_map_product(umap1: *mut isl_union_map, umap2: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_domain_product(
        umap1: *mut isl_union_map,
        umap2: *mut isl_union_map,
    ) -> *mut isl_union_map;
    pub fn isl_union_map_flat_domain_product(
        umap1: *mut isl_union_map,
        umap2: *mut isl_union_map,
    ) -> *mut isl_union_map;
    pub fn isl_union_map_range_product(
        umap1: *mut isl_union_map,
        umap2: *mut isl_union_map,
    ) -> *mut isl_union_map;
    pub fn isl_union_map_flat_range_product(
        umap1: *mut isl_union_map,
        umap2: *mut isl_union_map,
    ) -> *mut isl_union_map;
    pub fn isl_union_map_domain_factor_domain(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_domain_factor_range(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_range_factor_domain(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_range_factor_range(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_factor_domain(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_factor_range(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_gist(umap: *mut isl_union_map, context: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_gist_params(umap: *mut isl_union_map, set: *mut isl_set) -> *mut isl_union_map;
    pub fn isl_union_map_gist_domain(
        umap: *mut isl_union_map,
        uset: *mut isl_union_set,
    ) -> *mut isl_union_map;
    pub fn isl_union_map_gist_range(umap: *mut isl_union_map, uset: *mut isl_union_set)
    -> *mut isl_union_map;
    pub fn isl_union_map_intersect_domain(
        umap: *mut isl_union_map,
        uset: *mut isl_union_set,
    ) -> *mut isl_union_map;
    pub fn isl_union_map_intersect_range(
        umap: *mut isl_union_map,
        uset: *mut isl_union_set,
    ) -> *mut isl_union_map;
    pub fn isl_union_map_subtract_domain(
        umap: *mut isl_union_map,
        dom: *mut isl_union_set,
    ) -> *mut isl_union_map;
    pub fn isl_union_map_subtract_range(
        umap: *mut isl_union_map,
        dom: *mut isl_union_set,
    ) -> *mut isl_union_map;
    pub fn isl_union_map_apply_domain(
        umap1: *mut isl_union_map,
        umap2: *mut isl_union_map,
    ) -> *mut isl_union_map;
    pub fn isl_union_map_apply_range(
        umap1: *mut isl_union_map,
        umap2: *mut isl_union_map,
    ) -> *mut isl_union_map;
    pub fn isl_union_map_preimage_domain_multi_aff(
        umap: *mut isl_union_map,
        ma: *mut isl_multi_aff,
    ) -> *mut isl_union_map;
    pub fn isl_union_map_preimage_range_multi_aff(
        umap: *mut isl_union_map,
        ma: *mut isl_multi_aff,
    ) -> *mut isl_union_map;
    pub fn isl_union_map_reverse(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_from_domain_and_range(
        domain: *mut isl_union_set,
        range: *mut isl_union_set,
    ) -> *mut isl_union_map;
    pub fn isl_union_map_detect_equalities(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_deltas(umap: *mut isl_union_map) -> *mut isl_union_set;
    pub fn isl_union_map_deltas_map(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_set_identity(uset: *mut isl_union_set) -> *mut isl_union_map;
    pub fn isl_union_map_project_out(
        umap: *mut isl_union_map,
        dim_type: isl_dim_type,
        first: c_uint,
        n: c_uint,
    ) -> *mut isl_union_map;
    pub fn isl_union_map_project_out_all_params(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_remove_divs(bmap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_is_empty(umap: *mut isl_union_map) -> isl_bool;
    pub fn isl_union_map_is_single_valued(umap: *mut isl_union_map) -> isl_bool;
    pub fn isl_union_map_is_injective(umap: *mut isl_union_map) -> isl_bool;
    pub fn isl_union_map_is_bijective(umap: *mut isl_union_map) -> isl_bool;
    pub fn isl_union_map_is_identity(umap: *mut isl_union_map) -> isl_bool;
    pub fn isl_union_map_is_subset(umap1: *mut isl_union_map, umap2: *mut isl_union_map) -> isl_bool;
    pub fn isl_union_map_is_equal(umap1: *mut isl_union_map, umap2: *mut isl_union_map) -> isl_bool;
    pub fn isl_union_map_is_disjoint(umap1: *mut isl_union_map, umap2: *mut isl_union_map) -> isl_bool;
    pub fn isl_union_map_is_strict_subset(umap1: *mut isl_union_map, umap2: *mut isl_union_map) -> isl_bool;
    pub fn isl_union_map_n_map(umap: *mut isl_union_map) -> isl_size;
    pub fn isl_union_map_foreach_map(
        umap: *mut isl_union_map,
        callback: ForeachCallback<isl_map>,
        user: *mut c_void,
    ) -> isl_stat;
    pub fn isl_union_map_contains(umap: *mut isl_union_map, space: *mut isl_space) -> isl_bool;
    pub fn isl_union_map_extract_map(umap: *mut isl_union_map, space: *mut isl_space) -> *mut isl_map;
    pub fn isl_union_map_lex_lt_union_map(
        umap1: *mut isl_union_map,
        umap2: *mut isl_union_map,
    ) -> *mut isl_union_map;
    pub fn isl_union_map_lex_le_union_map(
        umap1: *mut isl_union_map,
        umap2: *mut isl_union_map,
    ) -> *mut isl_union_map;
    pub fn isl_union_map_lex_gt_union_map(
        umap1: *mut isl_union_map,
        umap2: *mut isl_union_map,
    ) -> *mut isl_union_map;
    pub fn isl_union_map_lex_ge_union_map(
        umap1: *mut isl_union_map,
        umap2: *mut isl_union_map,
    ) -> *mut isl_union_map;
    pub fn isl_union_map_read_from_str(ctx: *mut isl_ctx, text: *const c_char) -> *mut isl_union_map;
    pub fn isl_union_map_to_str(umap: *mut isl_union_map) -> *mut c_char;
    pub fn isl_union_map_wrap(umap: *mut isl_union_map) -> *mut isl_union_set;
    pub fn isl_union_set_unwrap(uset: *mut isl_union_set) -> *mut isl_union_map;
    pub fn isl_union_map_zip(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_curry(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_range_curry(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_uncurry(umap: *mut isl_union_map) -> *mut isl_union_map;
    pub fn isl_union_map_align_params(umap: *mut isl_union_map, model: *mut isl_space) -> *mut isl_union_map;
    pub fn isl_union_set_align_params(uset: *mut isl_union_set, model: *mut isl_space) -> *mut isl_union_set;
    pub fn isl_union_set_dim(uset: *mut isl_union_set, dim_type: isl_dim_type) -> isl_size;
    pub fn isl_union_set_from_basic_set(bset: *mut isl_basic_set) -> *mut isl_union_set;
    pub fn isl_union_set_from_set(set: *mut isl_set) -> *mut isl_union_set;
    pub fn isl_union_set_empty_ctx(ctx: *mut isl_ctx) -> *mut isl_union_set;
    pub fn isl_union_set_empty(space: *mut isl_space) -> *mut isl_union_set;
    pub fn isl_union_set_copy(uset: *mut isl_union_set) -> *mut isl_union_set;
    pub fn isl_union_set_free(uset: *mut isl_union_set) -> *mut isl_union_set;
    pub fn isl_union_set_get_space(uset: *mut isl_union_set) -> *mut isl_space;
    pub fn isl_union_set_params(uset: *mut isl_union_set) -> *mut isl_set;
    pub fn isl_union_set_detect_equalities(uset: *mut isl_union_set) -> *mut isl_union_set;
    pub fn isl_union_set_affine_hull(uset: *mut isl_union_set) -> *mut isl_union_set;
    pub fn isl_union_set_polyhedral_hull(uset: *mut isl_union_set) -> *mut isl_union_set;
    pub fn isl_union_set_remove_redundancies(uset: *mut isl_union_set) -> *mut isl_union_set;
    pub fn isl_union_set_simple_hull(uset: *mut isl_union_set) -> *mut isl_union_set;
    pub fn isl_union_set_coalesce(uset: *mut isl_union_set) -> *mut isl_union_set;
    pub fn isl_union_set_compute_divs(uset: *mut isl_union_set) -> *mut isl_union_set;
    pub fn isl_union_set_lexmin(uset: *mut isl_union_set) -> *mut isl_union_set;
    pub fn isl_union_set_lexmax(uset: *mut isl_union_set) -> *mut isl_union_set;
    pub fn isl_union_set_union(uset1: *mut isl_union_set, uset2: *mut isl_union_set) -> *mut isl_union_set;
    pub fn isl_union_set_subtract(uset1: *mut isl_union_set, uset2: *mut isl_union_set)
    -> *mut isl_union_set;
    pub fn isl_union_set_intersect(
        uset1: *mut isl_union_set,
        uset2: *mut isl_union_set,
    ) -> *mut isl_union_set;
    pub fn isl_union_set_intersect_params(uset: *mut isl_union_set, set: *mut isl_set) -> *mut isl_union_set;
    pub fn isl_union_set_gist(uset: *mut isl_union_set, context: *mut isl_union_set) -> *mut isl_union_set;
    pub fn isl_union_set_gist_params(uset: *mut isl_union_set, set: *mut isl_set) -> *mut isl_union_set;
    pub fn isl_union_set_apply(uset: *mut isl_union_set, umap: *mut isl_union_map) -> *mut isl_union_set;
    pub fn isl_union_set_preimage_multi_aff(
        uset: *mut isl_union_set,
        ma: *mut isl_multi_aff,
    ) -> *mut isl_union_set;
    pub fn isl_union_set_project_out(
        uset: *mut isl_union_set,
        dim_type: isl_dim_type,
        first: c_uint,
        n: c_uint,
    ) -> *mut isl_union_set;
    pub fn isl_union_set_project_out_all_params(uset: *mut isl_union_set) -> *mut isl_union_set;
    pub fn isl_union_set_remove_divs(bset: *mut isl_union_set) -> *mut isl_union_set;
    pub fn isl_union_set_is_params(uset: *mut isl_union_set) -> isl_bool;
    pub fn isl_union_set_is_empty(uset: *mut isl_union_set) -> isl_bool;
    pub fn isl_union_set_is_subset(uset1: *mut isl_union_set, uset2: *mut isl_union_set) -> isl_bool;
    pub fn isl_union_set_is_equal(uset1: *mut isl_union_set, uset2: *mut isl_union_set) -> isl_bool;
    pub fn isl_union_set_is_disjoint(uset1: *mut isl_union_set, uset2: *mut isl_union_set) -> isl_bool;
    pub fn isl_union_set_is_strict_subset(uset1: *mut isl_union_set, uset2: *mut isl_union_set) -> isl_bool;
    pub fn isl_union_set_n_set(uset: *mut isl_union_set) -> isl_size;
    pub fn isl_union_set_foreach_set(
        uset: *mut isl_union_set,
        callback: ForeachCallback<isl_set>,
        user: *mut c_void,
    ) -> isl_stat;
    pub fn isl_union_set_contains(uset: *mut isl_union_set, space: *mut isl_space) -> isl_bool;
    pub fn isl_union_set_extract_set(uset: *mut isl_union_set, space: *mut isl_space) -> *mut isl_set;
    pub fn isl_union_set_sample_point(uset: *mut isl_union_set) -> *mut isl_point;
    pub fn isl_union_set_lex_lt_union_set(
        uset1: *mut isl_union_set,
        uset2: *mut isl_union_set,
    ) -> *mut isl_union_map;
    pub fn isl_union_set_lex_le_union_set(
        uset1: *mut isl_union_set,
        uset2: *mut isl_union_set,
    ) -> *mut isl_union_map;
    pub fn isl_union_set_read_from_str(ctx: *mut isl_ctx, text: *const c_char) -> *mut isl_union_set;
    pub fn isl_union_set_to_str(uset: *mut isl_union_set) -> *mut c_char;
}
