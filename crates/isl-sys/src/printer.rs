//! Printing what has no function of its own for it (isl/printer.h).

use crate::*;

unsafe extern "C" {
    pub fn isl_printer_to_str(ctx: *mut isl_ctx) -> *mut isl_printer;
    pub fn isl_printer_free(printer: *mut isl_printer) -> *mut isl_printer;
    pub fn isl_printer_get_str(printer: *mut isl_printer) -> *mut c_char;
    pub fn isl_printer_print_local_space(p: *mut isl_printer, ls: *mut isl_local_space) -> *mut isl_printer;
    pub fn isl_printer_print_constraint(p: *mut isl_printer, c: *mut isl_constraint) -> *mut isl_printer;
}
