//! What polycc says of a region that it leaves alone.

use diagnostics::{Diagnostic, Span};

/// A warning that the region can't be modelled, because of what stands at `place`.
pub(crate) fn refusal(cause: impl std::fmt::Display, place: Span, remark: impl Into<String>) -> Diagnostic {
    Diagnostic::warning(format!("this region stays as it is: {cause}")).at(place, remark)
}

/// A warning that isl failed on the region: it ran out of its budget, as a rule.
pub(crate) fn isl_failed(error: &isl::Error, place: Span) -> Diagnostic {
    match error.kind {
        isl::ErrorKind::Quota => refusal("its sets are too complicated", place, "")
            .with_help("fewer nested conditions, divisions and remainders would help"),
        _ => refusal("its sets can't be computed", place, "").with_note(error.to_string()),
    }
}
