//! Failures that mean "not possible", and failures that mean "not in this budget".

use isl::{Error, ErrorKind};

/// `None` where isl can't do it (what is asked for is unbounded, or not affine). A used-up budget stays
/// an error: with more of it the answer might be another.
pub(crate) fn if_possible<T>(result: isl::Result<T>) -> isl::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind == ErrorKind::Quota => Err(error),
        Err(_) => Ok(None),
    }
}

/// The error of a used-up budget, for what isl's operations don't measure.
pub(crate) fn too_expensive(message: &str) -> Error {
    Error { kind: ErrorKind::Quota, message: message.into() }
}
