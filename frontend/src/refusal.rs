//! What polycc says of a region that it leaves alone.

use diagnostics::{Diagnostic, Severity, Span};

/// How refusals of regions that are marked start, and of loops in which no region was found.
const OF_REGION: &str = "this region stays as it is: ";
const OF_LOOP: &str = "this loop stays as it is: ";
/// How refusals of statements start that must be isolated.
const OF_ISOLATED: &str = "this statement can't be isolated: ";

/// A warning that the region can't be modelled, because of what stands at `place`.
pub(crate) fn refusal(cause: impl std::fmt::Display, place: Span, remark: impl Into<String>) -> Diagnostic {
    Diagnostic::warning(format!("{OF_REGION}{cause}")).at(place, remark)
}

/// The same of a loop that nobody marked.
pub(crate) fn of_loop(problem: Diagnostic) -> Diagnostic {
    let message = problem.message.replacen(OF_REGION, OF_LOOP, 1);
    Diagnostic { message, ..problem }
}

/// The same of a statement that is to be isolated: then it is an error.
pub(crate) fn of_isolated(problem: Diagnostic) -> Diagnostic {
    let message = problem.message.replacen(OF_REGION, OF_ISOLATED, 1);
    Diagnostic { message, severity: Severity::Error, ..problem }
}

/// A warning that isl failed on the region: it ran out of its budget, as a rule.
pub(crate) fn isl_failed(error: &isl::Error, place: Span) -> Diagnostic {
    match error.kind {
        isl::ErrorKind::Quota => refusal("its sets are too complicated", place, "")
            .with_help("fewer nested conditions, divisions and remainders would help"),
        _ => refusal("its sets can't be computed", place, "").with_note(error.to_string()),
    }
}
