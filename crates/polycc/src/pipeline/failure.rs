//! Why a region has no result, and what is said then.

use allocator::Allocation;
use analysis::overruns::Overrun;
use diagnostics::{Code, Diagnostic, Remark, Severity, Span};
use polyhedral::{Array, Extent, Scop};

/// Why a region has no result.
#[derive(Clone)]
pub enum Failure {
    /// The user's mistake, or something that polycc doesn't model.
    Refused(Vec<Diagnostic>),
    /// The budget was used up.
    TooHard(Vec<Diagnostic>),
    /// The checker found a difference: a mistake of polycc's.
    Wrong(String),
}

pub(super) enum Stop {
    Isl(isl::Error),
    Failure(Failure),
}

impl Stop {
    /// A refusal of something that nobody asked for.
    pub(super) fn silent() -> Self {
        Stop::Failure(Failure::Refused(vec![]))
    }
}

impl From<isl::Error> for Stop {
    fn from(error: isl::Error) -> Self {
        Stop::Isl(error)
    }
}

/// The diagnostics of a refused region: errors where the user demanded something of it.
pub fn severe(diagnostics: Vec<Diagnostic>, demanding: bool) -> Vec<Diagnostic> {
    let raise = |mut diagnostic: Diagnostic| {
        if demanding && diagnostic.severity == Severity::Warning {
            diagnostic.severity = Severity::Error;
            let note = "a schedule is given for this region, so it can't be left as it is";
            diagnostic = diagnostic.with_note(note);
        }
        diagnostic
    };
    diagnostics.into_iter().map(raise).collect()
}

/// A function of which a part is there with OpenMP only, or without.
pub(super) fn divided(region: &frontend::Region) -> Diagnostic {
    let cause = "this region stays as it is: the code of its function depends on `_OPENMP`";
    Diagnostic::warning(Code::DependsOnOpenMp, cause)
        .at(region.span, "")
        .with_note("what is written may be compiled with OpenMP and without")
}

/// A program whose result depends on the threads.
pub(super) fn racy(region: &frontend::Region, race: &str) -> Diagnostic {
    Diagnostic::warning(Code::Race, "this region stays as it is: what it computes depends on the threads")
        .at(region.span, "")
        .with_note(race)
}

pub(super) fn too_hard(region: &frontend::Region, error: &isl::Error) -> Diagnostic {
    Diagnostic::warning(Code::TooHard, "this region stays as it is: it is too hard to analyse")
        .at(region.span, "")
        .with_note(error.message.clone())
}

/// A program that leaves one of its arrays.
pub(super) fn leaving(scop: &Scop, overrun: &Overrun) -> Diagnostic {
    let Overrun { statement, access, instance, cell } = overrun;
    let statement = &scop.statements[*statement];
    let access = &statement.accesses[*access];
    let Array { c_name, extents, .. } = &scop.arrays[access.array];
    let cell = cell.iter().fold(String::new(), |text, subscript| format!("{text}[{subscript}]"));
    let extent = |extent: &Option<Extent>| {
        let value = extent.as_ref().and_then(|extent| extent.value.as_ref());
        value.map_or_else(String::new, |value| scop.concrete(value).to_string())
    };
    let cells: Vec<_> = extents.iter().map(extent).collect();
    let does = if access.writes() { "writes" } else { "reads" };
    let what = format!("the program {does} `{c_name}{cell}`, and `{c_name}` has {} cells", cells.join("*"));
    let values = statement.iterators.iter().zip(instance).map(|(it, value)| format!("{} = {value}", it.name));
    let values: Vec<_> = values.collect();
    let place = if values.is_empty() { String::new() } else { format!("where {}", values.join(", ")) };
    Diagnostic::warning(Code::Overrun, format!("this region stays as it is: {what}"))
        .at(access.span, place)
        .with_note("what it does then isn't defined, so no smaller array is sure to do the same")
}

/// A legal schedule that can't be carried out.
pub(super) fn unfit(why: &str, span: Option<Span>) -> Failure {
    let problem =
        Diagnostic::error(Code::OrderNotPossible, format!("this schedule can't be carried out: {why}"))
            .with_help("smaller factors give the same order");
    Failure::Refused(vec![match span {
        Some(span) => problem.at(span, ""),
        None => problem,
    }])
}

/// A region whose model relies on what can't be tested.
pub(super) fn untested(region: &frontend::Region, why: &str) -> Failure {
    let problem =
        Diagnostic::warning(Code::NotTested, "this region stays as it is: what it relies on can't be tested");
    Failure::Refused(vec![problem.at(region.span, "").with_note(why)])
}

pub(super) fn unexpanded(array: &polyhedral::Array, allocation: &Allocation, span: Option<Span>) -> Failure {
    let reason = allocation.reason.as_ref().map(Remark::to_string).unwrap_or_default();
    let problem = Diagnostic::error(
        Code::NoRoom,
        format!(
            "this schedule needs versions of `{}`, and there is no room for them: {reason}",
            array.c_name
        ),
    );
    Failure::Refused(vec![match span {
        Some(span) => problem.at(span, ""),
        None => problem,
    }])
}
