//! What goes wrong in isl, as a Rust error.

use isl_sys as sys;

/// The result of a call into isl.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a call into isl failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("isl: {message}")]
pub struct Error {
    /// The class of the failure.
    pub kind: ErrorKind,
    /// isl's own words, or this crate's where isl did not notice.
    pub message: String,
}

/// The class of an [`Error`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The computation was asked to stop.
    Abort,
    /// Memory ran out.
    Alloc,
    /// isl failed without saying why.
    Unknown,
    /// An invariant inside isl does not hold.
    Internal,
    /// The arguments do not fit the operation.
    Invalid,
    /// The budget of [`Context::with_budget`](crate::Context::with_budget) is used up, or an
    /// [`interrupt`](crate::interrupt) came.
    Quota,
    /// isl does not implement this case.
    Unsupported,
    /// The arguments belong to different contexts.
    ContextMismatch,
    /// The text is not in isl's notation.
    Parse,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error { kind, message: message.into() }
    }

    /// The same error, known to come from reading text.
    pub(crate) fn while_reading(mut self) -> Error {
        if matches!(self.kind, ErrorKind::Invalid | ErrorKind::Unknown) {
            self.kind = ErrorKind::Parse;
        }
        self
    }
}

impl ErrorKind {
    /// The kind of an isl error code; `None` for "no error".
    pub(crate) fn from_raw(code: sys::isl_error) -> Option<ErrorKind> {
        match code {
            sys::isl_error_none => None,
            sys::isl_error_abort => Some(ErrorKind::Abort),
            sys::isl_error_alloc => Some(ErrorKind::Alloc),
            sys::isl_error_internal => Some(ErrorKind::Internal),
            sys::isl_error_invalid => Some(ErrorKind::Invalid),
            sys::isl_error_quota => Some(ErrorKind::Quota),
            sys::isl_error_unsupported => Some(ErrorKind::Unsupported),
            _ => Some(ErrorKind::Unknown),
        }
    }
}
