//! Integer matrices (isl/mat.h).

use crate::*;

unsafe extern "C" {
    pub fn isl_mat_alloc(ctx: *mut isl_ctx, n_row: c_uint, n_col: c_uint) -> *mut isl_mat;
    pub fn isl_mat_copy(mat: *mut isl_mat) -> *mut isl_mat;
    pub fn isl_mat_free(mat: *mut isl_mat) -> *mut isl_mat;
    pub fn isl_mat_rows(mat: *mut isl_mat) -> isl_size;
    pub fn isl_mat_cols(mat: *mut isl_mat) -> isl_size;
    pub fn isl_mat_get_element_val(mat: *mut isl_mat, row: c_int, col: c_int) -> *mut isl_val;
    pub fn isl_mat_set_element_val(
        mat: *mut isl_mat,
        row: c_int,
        col: c_int,
        v: *mut isl_val,
    ) -> *mut isl_mat;
    pub fn isl_mat_inverse_product(left: *mut isl_mat, right: *mut isl_mat) -> *mut isl_mat;
    pub fn isl_mat_product(left: *mut isl_mat, right: *mut isl_mat) -> *mut isl_mat;
    pub fn isl_mat_transpose(mat: *mut isl_mat) -> *mut isl_mat;
    pub fn isl_mat_right_kernel(mat: *mut isl_mat) -> *mut isl_mat;
    pub fn isl_mat_is_equal(mat1: *mut isl_mat, mat2: *mut isl_mat) -> isl_bool;
    pub fn isl_mat_rank(mat: *mut isl_mat) -> isl_size;
}
