//! Contexts, their errors, and their operation counts (isl/ctx.h, isl/options.h).

use crate::*;

unsafe extern "C" {
    pub fn isl_malloc_or_die(ctx: *mut isl_ctx, size: usize) -> *mut c_void;
    pub fn isl_version() -> *const c_char;
    pub fn isl_ctx_alloc() -> *mut isl_ctx;
    pub fn isl_ctx_abort(ctx: *mut isl_ctx);
    pub fn isl_ctx_resume(ctx: *mut isl_ctx);
    pub fn isl_ctx_aborted(ctx: *mut isl_ctx) -> c_int;
    pub fn isl_ctx_free(ctx: *mut isl_ctx);
    pub fn isl_ctx_set_max_operations(ctx: *mut isl_ctx, max_operations: c_ulong);
    pub fn isl_ctx_get_max_operations(ctx: *mut isl_ctx) -> c_ulong;
    pub fn isl_ctx_reset_operations(ctx: *mut isl_ctx);
    pub fn isl_ctx_last_error(ctx: *mut isl_ctx) -> isl_error;
    pub fn isl_ctx_last_error_msg(ctx: *mut isl_ctx) -> *const c_char;
    pub fn isl_ctx_reset_error(ctx: *mut isl_ctx);
    pub fn isl_options_set_ast_build_atomic_upper_bound(ctx: *mut isl_ctx, val: c_int) -> isl_stat;
    pub fn isl_options_set_ast_build_prefer_pdiv(ctx: *mut isl_ctx, val: c_int) -> isl_stat;
    pub fn isl_options_set_ast_build_detect_min_max(ctx: *mut isl_ctx, val: c_int) -> isl_stat;
    pub fn isl_options_set_ast_build_exploit_nested_bounds(ctx: *mut isl_ctx, val: c_int) -> isl_stat;
    pub fn isl_options_set_ast_build_group_coscheduled(ctx: *mut isl_ctx, val: c_int) -> isl_stat;
    pub fn isl_options_set_ast_build_separation_bounds(ctx: *mut isl_ctx, val: c_int) -> isl_stat;
    pub fn isl_options_set_ast_build_scale_strides(ctx: *mut isl_ctx, val: c_int) -> isl_stat;
    pub fn isl_options_set_ast_build_allow_else(ctx: *mut isl_ctx, val: c_int) -> isl_stat;
    pub fn isl_options_set_ast_build_allow_or(ctx: *mut isl_ctx, val: c_int) -> isl_stat;
    pub fn isl_options_set_on_error(ctx: *mut isl_ctx, val: c_int) -> isl_stat;
}
