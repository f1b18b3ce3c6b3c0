//! Numbers: integers, rationals, infinities and NaN (isl/val.h).

use crate::*;

unsafe extern "C" {
    pub fn isl_val_nan(ctx: *mut isl_ctx) -> *mut isl_val;
    pub fn isl_val_infty(ctx: *mut isl_ctx) -> *mut isl_val;
    pub fn isl_val_neginfty(ctx: *mut isl_ctx) -> *mut isl_val;
    pub fn isl_val_int_from_si(ctx: *mut isl_ctx, i: c_long) -> *mut isl_val;
    pub fn isl_val_copy(v: *mut isl_val) -> *mut isl_val;
    pub fn isl_val_free(v: *mut isl_val) -> *mut isl_val;
    pub fn isl_val_get_num_si(v: *mut isl_val) -> c_long;
    pub fn isl_val_get_den_val(v: *mut isl_val) -> *mut isl_val;
    pub fn isl_val_abs(v: *mut isl_val) -> *mut isl_val;
    pub fn isl_val_neg(v: *mut isl_val) -> *mut isl_val;
    pub fn isl_val_floor(v: *mut isl_val) -> *mut isl_val;
    pub fn isl_val_ceil(v: *mut isl_val) -> *mut isl_val;
    pub fn isl_val_min(v1: *mut isl_val, v2: *mut isl_val) -> *mut isl_val;
    pub fn isl_val_max(v1: *mut isl_val, v2: *mut isl_val) -> *mut isl_val;
    pub fn isl_val_add(v1: *mut isl_val, v2: *mut isl_val) -> *mut isl_val;
    pub fn isl_val_sub(v1: *mut isl_val, v2: *mut isl_val) -> *mut isl_val;
    pub fn isl_val_mul(v1: *mut isl_val, v2: *mut isl_val) -> *mut isl_val;
    pub fn isl_val_div(v1: *mut isl_val, v2: *mut isl_val) -> *mut isl_val;
    pub fn isl_val_mod(v1: *mut isl_val, v2: *mut isl_val) -> *mut isl_val;
    pub fn isl_val_gcd(v1: *mut isl_val, v2: *mut isl_val) -> *mut isl_val;
    pub fn isl_val_sgn(v: *mut isl_val) -> c_int;
    pub fn isl_val_is_zero(v: *mut isl_val) -> isl_bool;
    pub fn isl_val_is_one(v: *mut isl_val) -> isl_bool;
    pub fn isl_val_is_int(v: *mut isl_val) -> isl_bool;
    pub fn isl_val_is_rat(v: *mut isl_val) -> isl_bool;
    pub fn isl_val_is_nan(v: *mut isl_val) -> isl_bool;
    pub fn isl_val_is_infty(v: *mut isl_val) -> isl_bool;
    pub fn isl_val_is_neginfty(v: *mut isl_val) -> isl_bool;
    pub fn isl_val_cmp_si(v: *mut isl_val, i: c_long) -> c_int;
    pub fn isl_val_lt(v1: *mut isl_val, v2: *mut isl_val) -> isl_bool;
    pub fn isl_val_le(v1: *mut isl_val, v2: *mut isl_val) -> isl_bool;
    pub fn isl_val_eq(v1: *mut isl_val, v2: *mut isl_val) -> isl_bool;
    pub fn isl_val_read_from_str(ctx: *mut isl_ctx, text: *const c_char) -> *mut isl_val;
    pub fn isl_val_to_str(v: *mut isl_val) -> *mut c_char;
}
