//! Quasi-affine expressions: single, piecewise, tuples of them (isl/aff.h).

use crate::*;

unsafe extern "C" {
    pub fn isl_aff_zero_on_domain(ls: *mut isl_local_space) -> *mut isl_aff;
    pub fn isl_aff_val_on_domain(ls: *mut isl_local_space, val: *mut isl_val) -> *mut isl_aff;
    pub fn isl_aff_var_on_domain(
        ls: *mut isl_local_space,
        dim_type: isl_dim_type,
        pos: c_uint,
    ) -> *mut isl_aff;
    pub fn isl_aff_param_on_domain_space_id(space: *mut isl_space, id: *mut isl_id) -> *mut isl_aff;
    pub fn isl_aff_copy(aff: *mut isl_aff) -> *mut isl_aff;
    pub fn isl_aff_free(aff: *mut isl_aff) -> *mut isl_aff;
    pub fn isl_aff_dim(aff: *mut isl_aff, dim_type: isl_dim_type) -> isl_size;
    pub fn isl_aff_involves_dims(
        aff: *mut isl_aff,
        dim_type: isl_dim_type,
        first: c_uint,
        n: c_uint,
    ) -> isl_bool;
    pub fn isl_aff_get_domain_space(aff: *mut isl_aff) -> *mut isl_space;
    pub fn isl_aff_get_space(aff: *mut isl_aff) -> *mut isl_space;
    pub fn isl_aff_get_domain_local_space(aff: *mut isl_aff) -> *mut isl_local_space;
    pub fn isl_aff_get_constant_val(aff: *mut isl_aff) -> *mut isl_val;
    pub fn isl_aff_get_coefficient_val(aff: *mut isl_aff, dim_type: isl_dim_type, pos: c_int)
    -> *mut isl_val;
    pub fn isl_aff_get_denominator_val(aff: *mut isl_aff) -> *mut isl_val;
    pub fn isl_aff_set_constant_si(aff: *mut isl_aff, v: c_int) -> *mut isl_aff;
    pub fn isl_aff_set_constant_val(aff: *mut isl_aff, v: *mut isl_val) -> *mut isl_aff;
    pub fn isl_aff_set_coefficient_si(
        aff: *mut isl_aff,
        dim_type: isl_dim_type,
        pos: c_int,
        v: c_int,
    ) -> *mut isl_aff;
    pub fn isl_aff_set_coefficient_val(
        aff: *mut isl_aff,
        dim_type: isl_dim_type,
        pos: c_int,
        v: *mut isl_val,
    ) -> *mut isl_aff;
    pub fn isl_aff_is_cst(aff: *mut isl_aff) -> isl_bool;
    pub fn isl_aff_find_dim_by_name(aff: *mut isl_aff, dim_type: isl_dim_type, name: *const c_char) -> c_int;
    pub fn isl_aff_plain_is_equal(aff1: *mut isl_aff, aff2: *mut isl_aff) -> isl_bool;
    pub fn isl_aff_plain_is_zero(aff: *mut isl_aff) -> isl_bool;
    pub fn isl_aff_is_nan(aff: *mut isl_aff) -> isl_bool;
    pub fn isl_aff_get_div(aff: *mut isl_aff, pos: c_int) -> *mut isl_aff;
    pub fn isl_aff_neg(aff: *mut isl_aff) -> *mut isl_aff;
    pub fn isl_aff_ceil(aff: *mut isl_aff) -> *mut isl_aff;
    pub fn isl_aff_floor(aff: *mut isl_aff) -> *mut isl_aff;
    pub fn isl_aff_mod_val(aff: *mut isl_aff, modulo: *mut isl_val) -> *mut isl_aff;
    pub fn isl_aff_mul(aff1: *mut isl_aff, aff2: *mut isl_aff) -> *mut isl_aff;
    pub fn isl_aff_div(aff1: *mut isl_aff, aff2: *mut isl_aff) -> *mut isl_aff;
    pub fn isl_aff_add(aff1: *mut isl_aff, aff2: *mut isl_aff) -> *mut isl_aff;
    pub fn isl_aff_sub(aff1: *mut isl_aff, aff2: *mut isl_aff) -> *mut isl_aff;
    pub fn isl_aff_scale_val(aff: *mut isl_aff, v: *mut isl_val) -> *mut isl_aff;
    pub fn isl_aff_scale_down_val(aff: *mut isl_aff, v: *mut isl_val) -> *mut isl_aff;
    pub fn isl_aff_align_params(aff: *mut isl_aff, model: *mut isl_space) -> *mut isl_aff;
    pub fn isl_aff_gist(aff: *mut isl_aff, context: *mut isl_set) -> *mut isl_aff;
    pub fn isl_aff_gist_params(aff: *mut isl_aff, context: *mut isl_set) -> *mut isl_aff;
    pub fn isl_aff_pullback_multi_aff(aff: *mut isl_aff, ma: *mut isl_multi_aff) -> *mut isl_aff;
    pub fn isl_aff_zero_basic_set(aff: *mut isl_aff) -> *mut isl_basic_set;
    pub fn isl_aff_eq_set(aff1: *mut isl_aff, aff2: *mut isl_aff) -> *mut isl_set;
    pub fn isl_aff_ge_set(aff1: *mut isl_aff, aff2: *mut isl_aff) -> *mut isl_set;
    pub fn isl_aff_read_from_str(ctx: *mut isl_ctx, text: *const c_char) -> *mut isl_aff;
    pub fn isl_aff_to_str(aff: *mut isl_aff) -> *mut c_char;
    pub fn isl_pw_aff_get_domain_space(pwaff: *mut isl_pw_aff) -> *mut isl_space;
    pub fn isl_pw_aff_get_space(pwaff: *mut isl_pw_aff) -> *mut isl_space;
    pub fn isl_pw_aff_from_aff(aff: *mut isl_aff) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_empty(space: *mut isl_space) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_alloc(set: *mut isl_set, aff: *mut isl_aff) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_var_on_domain(
        ls: *mut isl_local_space,
        dim_type: isl_dim_type,
        pos: c_uint,
    ) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_val_on_domain(domain: *mut isl_set, v: *mut isl_val) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_param_on_domain_id(domain: *mut isl_set, id: *mut isl_id) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_is_empty(pwaff: *mut isl_pw_aff) -> isl_bool;
    pub fn isl_pw_aff_involves_nan(pa: *mut isl_pw_aff) -> isl_bool;
    pub fn isl_pw_aff_plain_is_equal(pwaff1: *mut isl_pw_aff, pwaff2: *mut isl_pw_aff) -> isl_bool;
    pub fn isl_pw_aff_is_equal(pa1: *mut isl_pw_aff, pa2: *mut isl_pw_aff) -> isl_bool;
    pub fn isl_pw_aff_union_min(pwaff1: *mut isl_pw_aff, pwaff2: *mut isl_pw_aff) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_union_max(pwaff1: *mut isl_pw_aff, pwaff2: *mut isl_pw_aff) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_union_add(pwaff1: *mut isl_pw_aff, pwaff2: *mut isl_pw_aff) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_copy(pwaff: *mut isl_pw_aff) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_free(pwaff: *mut isl_pw_aff) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_dim(pwaff: *mut isl_pw_aff, dim_type: isl_dim_type) -> isl_size;
    pub fn isl_pw_aff_involves_dims(
        pwaff: *mut isl_pw_aff,
        dim_type: isl_dim_type,
        first: c_uint,
        n: c_uint,
    ) -> isl_bool;
    pub fn isl_pw_aff_is_cst(pwaff: *mut isl_pw_aff) -> isl_bool;
    pub fn isl_pw_aff_insert_domain(pa: *mut isl_pw_aff, domain: *mut isl_space) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_project_domain_on_params(pa: *mut isl_pw_aff) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_align_params(pwaff: *mut isl_pw_aff, model: *mut isl_space) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_params(pwa: *mut isl_pw_aff) -> *mut isl_set;
    pub fn isl_pw_aff_domain(pwaff: *mut isl_pw_aff) -> *mut isl_set;
    pub fn isl_pw_aff_min(pwaff1: *mut isl_pw_aff, pwaff2: *mut isl_pw_aff) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_max(pwaff1: *mut isl_pw_aff, pwaff2: *mut isl_pw_aff) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_mul(pwaff1: *mut isl_pw_aff, pwaff2: *mut isl_pw_aff) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_div(pa1: *mut isl_pw_aff, pa2: *mut isl_pw_aff) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_add(pwaff1: *mut isl_pw_aff, pwaff2: *mut isl_pw_aff) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_sub(pwaff1: *mut isl_pw_aff, pwaff2: *mut isl_pw_aff) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_neg(pwaff: *mut isl_pw_aff) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_ceil(pwaff: *mut isl_pw_aff) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_floor(pwaff: *mut isl_pw_aff) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_mod_val(pa: *mut isl_pw_aff, modulo: *mut isl_val) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_tdiv_q(pa1: *mut isl_pw_aff, pa2: *mut isl_pw_aff) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_tdiv_r(pa1: *mut isl_pw_aff, pa2: *mut isl_pw_aff) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_intersect_params(pa: *mut isl_pw_aff, set: *mut isl_set) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_intersect_domain(pa: *mut isl_pw_aff, set: *mut isl_set) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_subtract_domain(pa: *mut isl_pw_aff, set: *mut isl_set) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_cond(
        cond: *mut isl_pw_aff,
        pwaff_true: *mut isl_pw_aff,
        pwaff_false: *mut isl_pw_aff,
    ) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_scale_val(pa: *mut isl_pw_aff, v: *mut isl_val) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_scale_down_val(pa: *mut isl_pw_aff, f: *mut isl_val) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_drop_dims(
        pwaff: *mut isl_pw_aff,
        dim_type: isl_dim_type,
        first: c_uint,
        n: c_uint,
    ) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_coalesce(pa: *mut isl_pw_aff) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_gist(pwaff: *mut isl_pw_aff, context: *mut isl_set) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_gist_params(pwaff: *mut isl_pw_aff, context: *mut isl_set) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_pullback_multi_aff(pa: *mut isl_pw_aff, ma: *mut isl_multi_aff) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_pullback_pw_multi_aff(
        pa: *mut isl_pw_aff,
        pma: *mut isl_pw_multi_aff,
    ) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_n_piece(pwaff: *mut isl_pw_aff) -> isl_size;
    pub fn isl_pw_aff_foreach_piece(
        pwaff: *mut isl_pw_aff,
        callback: ForeachPieceCallback<isl_set, isl_aff>,
        user: *mut c_void,
    ) -> isl_stat;
    pub fn isl_pw_aff_pos_set(pa: *mut isl_pw_aff) -> *mut isl_set;
    pub fn isl_pw_aff_nonneg_set(pwaff: *mut isl_pw_aff) -> *mut isl_set;
    pub fn isl_pw_aff_zero_set(pwaff: *mut isl_pw_aff) -> *mut isl_set;
    pub fn isl_pw_aff_non_zero_set(pwaff: *mut isl_pw_aff) -> *mut isl_set;
    pub fn isl_pw_aff_eq_set(pwaff1: *mut isl_pw_aff, pwaff2: *mut isl_pw_aff) -> *mut isl_set;
    pub fn isl_pw_aff_ne_set(pwaff1: *mut isl_pw_aff, pwaff2: *mut isl_pw_aff) -> *mut isl_set;
    pub fn isl_pw_aff_le_set(pwaff1: *mut isl_pw_aff, pwaff2: *mut isl_pw_aff) -> *mut isl_set;
    pub fn isl_pw_aff_lt_set(pwaff1: *mut isl_pw_aff, pwaff2: *mut isl_pw_aff) -> *mut isl_set;
    pub fn isl_pw_aff_ge_set(pwaff1: *mut isl_pw_aff, pwaff2: *mut isl_pw_aff) -> *mut isl_set;
    pub fn isl_pw_aff_gt_set(pwaff1: *mut isl_pw_aff, pwaff2: *mut isl_pw_aff) -> *mut isl_set;
    pub fn isl_pw_aff_read_from_str(ctx: *mut isl_ctx, text: *const c_char) -> *mut isl_pw_aff;
    pub fn isl_pw_aff_to_str(pa: *mut isl_pw_aff) -> *mut c_char;
    pub fn isl_multi_aff_get_space(multi: *mut isl_multi_aff) -> *mut isl_space;
    pub fn isl_multi_aff_get_domain_space(multi: *mut isl_multi_aff) -> *mut isl_space;
    pub fn isl_multi_aff_from_aff_list(space: *mut isl_space, list: *mut isl_aff_list) -> *mut isl_multi_aff;
    pub fn isl_multi_aff_copy(multi: *mut isl_multi_aff) -> *mut isl_multi_aff;
    pub fn isl_multi_aff_free(multi: *mut isl_multi_aff) -> *mut isl_multi_aff;
    pub fn isl_multi_aff_plain_is_equal(multi1: *mut isl_multi_aff, multi2: *mut isl_multi_aff) -> isl_bool;
    pub fn isl_multi_aff_get_at(multi: *mut isl_multi_aff, pos: c_int) -> *mut isl_aff;
    pub fn isl_multi_aff_set_aff(
        multi: *mut isl_multi_aff,
        pos: c_int,
        el: *mut isl_aff,
    ) -> *mut isl_multi_aff;
    pub fn isl_multi_aff_flat_range_product(
        multi1: *mut isl_multi_aff,
        multi2: *mut isl_multi_aff,
    ) -> *mut isl_multi_aff;
    pub fn isl_multi_aff_range_product(
        multi1: *mut isl_multi_aff,
        multi2: *mut isl_multi_aff,
    ) -> *mut isl_multi_aff;
    pub fn isl_multi_aff_align_params(multi: *mut isl_multi_aff, model: *mut isl_space)
    -> *mut isl_multi_aff;
    pub fn isl_multi_aff_identity_on_domain_space(space: *mut isl_space) -> *mut isl_multi_aff;
    pub fn isl_multi_aff_add(multi1: *mut isl_multi_aff, multi2: *mut isl_multi_aff) -> *mut isl_multi_aff;
    pub fn isl_multi_aff_sub(multi1: *mut isl_multi_aff, multi2: *mut isl_multi_aff) -> *mut isl_multi_aff;
    pub fn isl_multi_aff_zero(space: *mut isl_space) -> *mut isl_multi_aff;
    pub fn isl_multi_aff_dim(multi: *mut isl_multi_aff, dim_type: isl_dim_type) -> isl_size;
    pub fn isl_multi_aff_get_tuple_name(multi: *mut isl_multi_aff, dim_type: isl_dim_type) -> *const c_char;
    pub fn isl_multi_aff_set_tuple_name(
        multi: *mut isl_multi_aff,
        dim_type: isl_dim_type,
        s: *const c_char,
    ) -> *mut isl_multi_aff;
    pub fn isl_multi_aff_from_aff(aff: *mut isl_aff) -> *mut isl_multi_aff;
    pub fn isl_multi_aff_gist(maff: *mut isl_multi_aff, context: *mut isl_set) -> *mut isl_multi_aff;
    pub fn isl_multi_aff_pullback_multi_aff(
        ma1: *mut isl_multi_aff,
        ma2: *mut isl_multi_aff,
    ) -> *mut isl_multi_aff;
    pub fn isl_multi_aff_to_str(ma: *mut isl_multi_aff) -> *mut c_char;
    pub fn isl_multi_aff_read_from_str(ctx: *mut isl_ctx, text: *const c_char) -> *mut isl_multi_aff;
    pub fn isl_multi_pw_aff_get_space(multi: *mut isl_multi_pw_aff) -> *mut isl_space;
    pub fn isl_multi_pw_aff_get_domain_space(multi: *mut isl_multi_pw_aff) -> *mut isl_space;
    pub fn isl_multi_pw_aff_from_pw_aff_list(
        space: *mut isl_space,
        list: *mut isl_pw_aff_list,
    ) -> *mut isl_multi_pw_aff;
    pub fn isl_multi_pw_aff_copy(multi: *mut isl_multi_pw_aff) -> *mut isl_multi_pw_aff;
    pub fn isl_multi_pw_aff_free(multi: *mut isl_multi_pw_aff) -> *mut isl_multi_pw_aff;
    pub fn isl_multi_pw_aff_get_at(multi: *mut isl_multi_pw_aff, pos: c_int) -> *mut isl_pw_aff;
    pub fn isl_multi_pw_aff_align_params(
        multi: *mut isl_multi_pw_aff,
        model: *mut isl_space,
    ) -> *mut isl_multi_pw_aff;
    pub fn isl_multi_pw_aff_dim(multi: *mut isl_multi_pw_aff, dim_type: isl_dim_type) -> isl_size;
    pub fn isl_multi_pw_aff_get_tuple_name(
        multi: *mut isl_multi_pw_aff,
        dim_type: isl_dim_type,
    ) -> *const c_char;
    pub fn isl_multi_pw_aff_set_tuple_name(
        multi: *mut isl_multi_pw_aff,
        dim_type: isl_dim_type,
        s: *const c_char,
    ) -> *mut isl_multi_pw_aff;
    pub fn isl_pw_multi_aff_from_multi_aff(ma: *mut isl_multi_aff) -> *mut isl_pw_multi_aff;
    pub fn isl_pw_multi_aff_copy(pma: *mut isl_pw_multi_aff) -> *mut isl_pw_multi_aff;
    pub fn isl_pw_multi_aff_free(pma: *mut isl_pw_multi_aff) -> *mut isl_pw_multi_aff;
    pub fn isl_pw_multi_aff_dim(pma: *mut isl_pw_multi_aff, dim_type: isl_dim_type) -> isl_size;
    pub fn isl_pw_multi_aff_get_at(pma: *mut isl_pw_multi_aff, pos: c_int) -> *mut isl_pw_aff;
    pub fn isl_pw_multi_aff_get_domain_space(pma: *mut isl_pw_multi_aff) -> *mut isl_space;
    pub fn isl_pw_multi_aff_get_space(pma: *mut isl_pw_multi_aff) -> *mut isl_space;
    pub fn isl_pw_multi_aff_get_tuple_name(
        pma: *mut isl_pw_multi_aff,
        dim_type: isl_dim_type,
    ) -> *const c_char;
    pub fn isl_pw_multi_aff_domain(pma: *mut isl_pw_multi_aff) -> *mut isl_set;
    pub fn isl_pw_multi_aff_plain_is_equal(
        pma1: *mut isl_pw_multi_aff,
        pma2: *mut isl_pw_multi_aff,
    ) -> isl_bool;
    pub fn isl_pw_multi_aff_is_equal(pma1: *mut isl_pw_multi_aff, pma2: *mut isl_pw_multi_aff) -> isl_bool;
    pub fn isl_pw_multi_aff_union_add(
        pma1: *mut isl_pw_multi_aff,
        pma2: *mut isl_pw_multi_aff,
    ) -> *mut isl_pw_multi_aff;
    pub fn isl_pw_multi_aff_intersect_domain(
        pma: *mut isl_pw_multi_aff,
        set: *mut isl_set,
    ) -> *mut isl_pw_multi_aff;
    pub fn isl_pw_multi_aff_align_params(
        pma: *mut isl_pw_multi_aff,
        model: *mut isl_space,
    ) -> *mut isl_pw_multi_aff;
    pub fn isl_pw_multi_aff_coalesce(pma: *mut isl_pw_multi_aff) -> *mut isl_pw_multi_aff;
    pub fn isl_pw_multi_aff_gist(pma: *mut isl_pw_multi_aff, set: *mut isl_set) -> *mut isl_pw_multi_aff;
    pub fn isl_pw_multi_aff_pullback_multi_aff(
        pma: *mut isl_pw_multi_aff,
        ma: *mut isl_multi_aff,
    ) -> *mut isl_pw_multi_aff;
    pub fn isl_pw_multi_aff_pullback_pw_multi_aff(
        pma1: *mut isl_pw_multi_aff,
        pma2: *mut isl_pw_multi_aff,
    ) -> *mut isl_pw_multi_aff;
    pub fn isl_pw_multi_aff_n_piece(pma: *mut isl_pw_multi_aff) -> isl_size;
    pub fn isl_pw_multi_aff_foreach_piece(
        pma: *mut isl_pw_multi_aff,
        callback: ForeachPieceCallback<isl_set, isl_multi_aff>,
        user: *mut c_void,
    ) -> isl_stat;
    pub fn isl_pw_multi_aff_to_str(pma: *mut isl_pw_multi_aff) -> *mut c_char;
    pub fn isl_pw_multi_aff_from_set(set: *mut isl_set) -> *mut isl_pw_multi_aff;
    pub fn isl_pw_multi_aff_from_map(map: *mut isl_map) -> *mut isl_pw_multi_aff;
    pub fn isl_pw_multi_aff_read_from_str(ctx: *mut isl_ctx, text: *const c_char) -> *mut isl_pw_multi_aff;
    pub fn isl_multi_pw_aff_domain(mpa: *mut isl_multi_pw_aff) -> *mut isl_set;
    pub fn isl_multi_pw_aff_intersect_domain(
        mpa: *mut isl_multi_pw_aff,
        domain: *mut isl_set,
    ) -> *mut isl_multi_pw_aff;
    pub fn isl_multi_pw_aff_coalesce(mpa: *mut isl_multi_pw_aff) -> *mut isl_multi_pw_aff;
    pub fn isl_multi_pw_aff_gist(mpa: *mut isl_multi_pw_aff, set: *mut isl_set) -> *mut isl_multi_pw_aff;
    pub fn isl_multi_pw_aff_is_equal(mpa1: *mut isl_multi_pw_aff, mpa2: *mut isl_multi_pw_aff) -> isl_bool;
    pub fn isl_multi_pw_aff_from_pw_multi_aff(pma: *mut isl_pw_multi_aff) -> *mut isl_multi_pw_aff;
    pub fn isl_multi_pw_aff_read_from_str(ctx: *mut isl_ctx, text: *const c_char) -> *mut isl_multi_pw_aff;
    pub fn isl_multi_pw_aff_to_str(mpa: *mut isl_multi_pw_aff) -> *mut c_char;
    pub fn isl_aff_list_alloc(ctx: *mut isl_ctx, n: c_int) -> *mut isl_aff_list;
    pub fn isl_aff_list_free(list: *mut isl_aff_list) -> *mut isl_aff_list;
    pub fn isl_aff_list_add(list: *mut isl_aff_list, el: *mut isl_aff) -> *mut isl_aff_list;
    pub fn isl_pw_aff_list_alloc(ctx: *mut isl_ctx, n: c_int) -> *mut isl_pw_aff_list;
    pub fn isl_pw_aff_list_free(list: *mut isl_pw_aff_list) -> *mut isl_pw_aff_list;
    pub fn isl_pw_aff_list_add(list: *mut isl_pw_aff_list, el: *mut isl_pw_aff) -> *mut isl_pw_aff_list;
    pub fn isl_pw_aff_min_val(pa: *mut isl_pw_aff) -> *mut isl_val;
    pub fn isl_pw_aff_max_val(pa: *mut isl_pw_aff) -> *mut isl_val;
}
