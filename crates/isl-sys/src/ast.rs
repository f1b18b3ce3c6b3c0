//! Abstract syntax trees and their generation (isl/ast.h, isl/ast_build.h).

use crate::*;

unsafe extern "C" {
    pub fn isl_ast_expr_copy(expr: *mut isl_ast_expr) -> *mut isl_ast_expr;
    pub fn isl_ast_expr_free(expr: *mut isl_ast_expr) -> *mut isl_ast_expr;
    pub fn isl_ast_expr_get_type(expr: *mut isl_ast_expr) -> isl_ast_expr_type;
    pub fn isl_ast_expr_int_get_val(expr: *mut isl_ast_expr) -> *mut isl_val;
    pub fn isl_ast_expr_id_get_id(expr: *mut isl_ast_expr) -> *mut isl_id;
    pub fn isl_ast_expr_op_get_type(expr: *mut isl_ast_expr) -> isl_ast_expr_op_type;
    pub fn isl_ast_expr_op_get_n_arg(expr: *mut isl_ast_expr) -> isl_size;
    pub fn isl_ast_expr_op_get_arg(expr: *mut isl_ast_expr, pos: c_int) -> *mut isl_ast_expr;
    pub fn isl_ast_expr_is_equal(expr1: *mut isl_ast_expr, expr2: *mut isl_ast_expr) -> isl_bool;
    pub fn isl_ast_expr_to_C_str(expr: *mut isl_ast_expr) -> *mut c_char;
    pub fn isl_ast_node_copy(node: *mut isl_ast_node) -> *mut isl_ast_node;
    pub fn isl_ast_node_free(node: *mut isl_ast_node) -> *mut isl_ast_node;
    pub fn isl_ast_node_get_type(node: *mut isl_ast_node) -> isl_ast_node_type;
    pub fn isl_ast_node_for_get_iterator(node: *mut isl_ast_node) -> *mut isl_ast_expr;
    pub fn isl_ast_node_for_get_init(node: *mut isl_ast_node) -> *mut isl_ast_expr;
    pub fn isl_ast_node_for_get_cond(node: *mut isl_ast_node) -> *mut isl_ast_expr;
    pub fn isl_ast_node_for_get_inc(node: *mut isl_ast_node) -> *mut isl_ast_expr;
    pub fn isl_ast_node_for_get_body(node: *mut isl_ast_node) -> *mut isl_ast_node;
    pub fn isl_ast_node_for_is_degenerate(node: *mut isl_ast_node) -> isl_bool;
    pub fn isl_ast_node_if_get_cond(node: *mut isl_ast_node) -> *mut isl_ast_expr;
    pub fn isl_ast_node_if_get_then_node(node: *mut isl_ast_node) -> *mut isl_ast_node;
    pub fn isl_ast_node_if_has_else_node(node: *mut isl_ast_node) -> isl_bool;
    pub fn isl_ast_node_if_get_else_node(node: *mut isl_ast_node) -> *mut isl_ast_node;
    pub fn isl_ast_node_block_get_children(node: *mut isl_ast_node) -> *mut isl_ast_node_list;
    pub fn isl_ast_node_mark_get_id(node: *mut isl_ast_node) -> *mut isl_id;
    pub fn isl_ast_node_mark_get_node(node: *mut isl_ast_node) -> *mut isl_ast_node;
    pub fn isl_ast_node_user_get_expr(node: *mut isl_ast_node) -> *mut isl_ast_expr;
    pub fn isl_ast_node_to_str(node: *mut isl_ast_node) -> *mut c_char;
    pub fn isl_ast_node_to_C_str(node: *mut isl_ast_node) -> *mut c_char;
    pub fn isl_ast_node_list_free(list: *mut isl_ast_node_list) -> *mut isl_ast_node_list;
    pub fn isl_ast_node_list_size(list: *mut isl_ast_node_list) -> isl_size;
    pub fn isl_ast_node_list_get_at(list: *mut isl_ast_node_list, index: c_int) -> *mut isl_ast_node;
    pub fn isl_ast_build_from_context(set: *mut isl_set) -> *mut isl_ast_build;
    pub fn isl_ast_build_get_schedule_space(build: *mut isl_ast_build) -> *mut isl_space;
    pub fn isl_ast_build_get_schedule(build: *mut isl_ast_build) -> *mut isl_union_map;
    pub fn isl_ast_build_restrict(build: *mut isl_ast_build, set: *mut isl_set) -> *mut isl_ast_build;
    pub fn isl_ast_build_copy(build: *mut isl_ast_build) -> *mut isl_ast_build;
    pub fn isl_ast_build_free(build: *mut isl_ast_build) -> *mut isl_ast_build;
    pub fn isl_ast_build_set_options(
        build: *mut isl_ast_build,
        options: *mut isl_union_map,
    ) -> *mut isl_ast_build;
    pub fn isl_ast_build_set_iterators(
        build: *mut isl_ast_build,
        iterators: *mut isl_id_list,
    ) -> *mut isl_ast_build;
    pub fn isl_ast_build_expr_from_set(build: *mut isl_ast_build, set: *mut isl_set) -> *mut isl_ast_expr;
    pub fn isl_ast_build_expr_from_pw_aff(
        build: *mut isl_ast_build,
        pa: *mut isl_pw_aff,
    ) -> *mut isl_ast_expr;
    pub fn isl_ast_build_node_from_schedule_map(
        build: *mut isl_ast_build,
        schedule: *mut isl_union_map,
    ) -> *mut isl_ast_node;
}
