//! Identifiers: the names that isl attaches to parameters, tuples and iterators.

use crate::call::{call, list, object};
use crate::{Context, Result};

object! {
    /// A name.
    pub Id: isl_id, free isl_id_free, clone isl_id_copy, print isl_id_to_str
}

impl Id {
    /// The identifier of that name.
    pub fn new(context: &Context, name: &str) -> Result<Id> {
        let user: *mut std::ffi::c_void = std::ptr::null_mut();
        call!(isl_id_alloc(context = context, name = name, user = user))
    }

    /// The name; empty for an identifier that isl made without one.
    pub fn name(&self) -> Result<String> {
        let name: Option<String> = call!(isl_id_get_name(id = self))?;
        Ok(name.unwrap_or_default())
    }
}

list! {
    pub(crate) IdList of Id: isl_id_list,
    alloc isl_id_list_alloc, add isl_id_list_add, free isl_id_list_free
}
