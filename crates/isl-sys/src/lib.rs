//! Declarations of the part of isl 0.25 that the crate `isl` uses.
//!
//! Plain source, rather than bindgen's output: that needs libclang at every build and loses isl's
//! ownership marks. Here a pointer parameter is `__isl_take` or `__isl_keep` as the header says; the
//! crate `isl` repeats that in its types. Tests compare both crates with the installed headers.
//!
//! One module per group of types, all re-exported here. Linking is the business of build.rs.
#![allow(non_camel_case_types, non_upper_case_globals)]

use std::ffi::{c_char, c_int, c_long, c_uint, c_ulong, c_void};

mod aff;
mod ast;
mod constraint;
mod ctx;
mod flow;
mod id;
mod map;
mod mat;
mod printer;
mod set;
mod space;
mod union;
mod val;

pub use aff::*;
pub use ast::*;
pub use constraint::*;
pub use ctx::*;
pub use flow::*;
pub use id::*;
pub use map::*;
pub use mat::*;
pub use printer::*;
pub use set::*;
pub use space::*;
pub use union::*;
pub use val::*;

/// Types that are only ever seen behind a pointer.
macro_rules! opaque {
    ($($name:ident;)*) => {$(
        #[doc = concat!("An opaque `", stringify!($name), "`.")]
        #[repr(C)]
        pub struct $name {
            _data: [u8; 0],
            /// Neither `Send` nor `Sync`: isl has no locks.
            _marker: std::marker::PhantomData<*mut u8>,
        }
    )*};
}

opaque! {
    isl_aff;
    isl_aff_list;
    isl_ast_build;
    isl_ast_expr;
    isl_ast_node;
    isl_ast_node_list;
    isl_basic_map;
    isl_basic_set;
    isl_constraint;
    isl_ctx;
    isl_id;
    isl_id_list;
    isl_local_space;
    isl_map;
    isl_mat;
    isl_multi_aff;
    isl_multi_pw_aff;
    isl_point;
    isl_printer;
    isl_pw_aff;
    isl_pw_aff_list;
    isl_pw_multi_aff;
    isl_set;
    isl_space;
    isl_union_access_info;
    isl_union_flow;
    isl_union_map;
    isl_union_set;
    isl_val;
}

/// Named values of a C enumeration or of a family of `#define`s.
macro_rules! constants {
    ($($(#[$doc:meta])* $type:ident { $($name:ident = $value:expr,)* })*) => {$(
        $(#[$doc])*
        pub type $type = c_int;
        $(
            #[doc = concat!("A value of [`", stringify!($type), "`].")]
            pub const $name: $type = $value;
        )*
    )*};
}

constants! {
    /// A truth value, or -1 after an error.
    isl_bool {
        isl_bool_error = -1,
        isl_bool_false = 0,
        isl_bool_true = 1,
    }
    /// A count, or -1 after an error.
    isl_size {
        isl_size_error = -1,
    }
    /// Success or failure.
    isl_stat {
        isl_stat_error = -1,
        isl_stat_ok = 0,
    }
    /// The class of the last error of a context.
    isl_error {
        isl_error_none = 0,
        isl_error_abort = 1,
        isl_error_alloc = 2,
        isl_error_unknown = 3,
        isl_error_internal = 4,
        isl_error_invalid = 5,
        isl_error_quota = 6,
        isl_error_unsupported = 7,
    }
    /// What the context does at an error.
    isl_on_error {
        ISL_ON_ERROR_WARN = 0,
        ISL_ON_ERROR_CONTINUE = 1,
        ISL_ON_ERROR_ABORT = 2,
    }
    /// How the AST generator computes the bounds of separation classes.
    isl_ast_build_separation_bounds {
        ISL_AST_BUILD_SEPARATION_BOUNDS_EXPLICIT = 0,
        ISL_AST_BUILD_SEPARATION_BOUNDS_IMPLICIT = 1,
    }
    /// A class of dimensions. `isl_dim_set` and `isl_dim_out` are one value.
    isl_dim_type {
        isl_dim_cst = 0,
        isl_dim_param = 1,
        isl_dim_in = 2,
        isl_dim_out = 3,
        isl_dim_set = 3,
        isl_dim_div = 4,
        isl_dim_all = 5,
    }
    /// The kind of an AST node.
    isl_ast_node_type {
        isl_ast_node_error = -1,
        isl_ast_node_for = 1,
        isl_ast_node_if = 2,
        isl_ast_node_block = 3,
        isl_ast_node_mark = 4,
        isl_ast_node_user = 5,
    }
    /// The kind of an AST expression.
    isl_ast_expr_type {
        isl_ast_expr_error = -1,
        isl_ast_expr_op = 0,
        isl_ast_expr_id = 1,
        isl_ast_expr_int = 2,
    }
    /// The operator of an AST expression.
    isl_ast_expr_op_type {
        isl_ast_expr_op_error = -1,
        isl_ast_expr_op_and = 0,
        isl_ast_expr_op_and_then = 1,
        isl_ast_expr_op_or = 2,
        isl_ast_expr_op_or_else = 3,
        isl_ast_expr_op_max = 4,
        isl_ast_expr_op_min = 5,
        isl_ast_expr_op_minus = 6,
        isl_ast_expr_op_add = 7,
        isl_ast_expr_op_sub = 8,
        isl_ast_expr_op_mul = 9,
        isl_ast_expr_op_div = 10,
        isl_ast_expr_op_fdiv_q = 11,
        isl_ast_expr_op_pdiv_q = 12,
        isl_ast_expr_op_pdiv_r = 13,
        isl_ast_expr_op_zdiv_r = 14,
        isl_ast_expr_op_cond = 15,
        isl_ast_expr_op_select = 16,
        isl_ast_expr_op_eq = 17,
        isl_ast_expr_op_le = 18,
        isl_ast_expr_op_lt = 19,
        isl_ast_expr_op_ge = 20,
        isl_ast_expr_op_gt = 21,
        isl_ast_expr_op_call = 22,
        isl_ast_expr_op_access = 23,
        isl_ast_expr_op_member = 24,
        isl_ast_expr_op_address_of = 25,
    }
}

/// What a `foreach` function calls with each element, which the callee then owns.
pub type ForeachCallback<T> = unsafe extern "C" fn(element: *mut T, user: *mut c_void) -> isl_stat;

/// What a `foreach_piece` function calls with each domain and value, which the callee then owns.
pub type ForeachPieceCallback<A, B> =
    unsafe extern "C" fn(domain: *mut A, value: *mut B, user: *mut c_void) -> isl_stat;

/// A function that sets an option of a context.
pub type OptionSetter = unsafe extern "C" fn(ctx: *mut isl_ctx, value: c_int) -> isl_stat;

unsafe extern "C" {
    /// The C library's, for the strings that isl allocates.
    pub fn free(block: *mut c_void);
}
