//! Identifiers and lists of them (isl/id.h).

use crate::*;

unsafe extern "C" {
    pub fn isl_id_list_alloc(ctx: *mut isl_ctx, n: c_int) -> *mut isl_id_list;
    pub fn isl_id_list_free(list: *mut isl_id_list) -> *mut isl_id_list;
    pub fn isl_id_list_add(list: *mut isl_id_list, el: *mut isl_id) -> *mut isl_id_list;
    pub fn isl_id_alloc(ctx: *mut isl_ctx, name: *const c_char, user: *mut c_void) -> *mut isl_id;
    pub fn isl_id_copy(id: *mut isl_id) -> *mut isl_id;
    pub fn isl_id_free(id: *mut isl_id) -> *mut isl_id;
    pub fn isl_id_get_name(id: *mut isl_id) -> *const c_char;
    pub fn isl_id_to_str(id: *mut isl_id) -> *mut c_char;
}
