//! What is computed once, where that may fail.

use crate::Result;
use std::cell::OnceCell;

/// What `cell` holds, which `find` finds the first time; what it failed to find it looks for again.
///
/// # Errors
/// Those of `find`.
pub fn found<T>(cell: &OnceCell<T>, find: impl FnOnce() -> Result<T>) -> Result<&T> {
    if let Some(known) = cell.get() {
        return Ok(known);
    }
    let new = find()?;
    Ok(cell.get_or_init(|| new))
}
