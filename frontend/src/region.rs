//! A region: a part of a function, with what the user says of it.

use diagnostics::Span;

use crate::pragma::directive::{Assumption, OrderDirective, ScheduleDirective};
use crate::pragma::openmp::{Directive, OpenMp};

/// What must be known of the statements of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Precision {
    /// Which cells each touches.
    Cells,
    /// Of some in loops only which objects they read, and which cells they write; whatever isn't known better is apart from all
    /// that is written, so any order will do that keeps what depends on what.
    Objects,
    /// Of some in loops only what they may touch. The order stays.
    Order,
}

/// A part of a function.
#[derive(Clone, Debug)]
pub struct Region {
    /// The name of the function.
    pub function: String,
    /// The user's file.
    pub file: String,
    /// The lines of `#pragma scop` and `#pragma endscop`, from 1; without them the first and the last line of
    /// the statements.
    pub lines: (u32, u32),
    /// Between the two pragma lines, in the preprocessed text; without them the statements with the pragmas
    /// in front.
    pub span: Span,
    /// Whether polycc has found it, rather than the user marked it.
    pub is_found: bool,
    /// The order that the user wants.
    pub schedule: Option<ScheduleDirective>,
    /// What the user says must be before what.
    pub order: Option<OrderDirective>,
    /// Arrays whose contents aren't needed after the region, each with the place that says so.
    pub temporary: Vec<(String, Span)>,
    /// Arrays whose contents are.
    pub live_out: Vec<(String, Span)>,
    /// What the user says of the parameters.
    pub assumptions: Vec<Assumption>,
    /// The line `#pragma scop`, or the first token.
    pub(crate) mark: Span,
    /// OpenMP's pragmas in the region and directly before it.
    pub(crate) openmp: Vec<OpenMp>,
    /// OpenMP's clause for how many threads its parallel loops get.
    pub(crate) threads: Option<String>,
    /// The functions that have called this one, while calls are followed.
    pub(crate) callers: Vec<usize>,
    /// What must be known of its statements.
    pub(crate) precision: Precision,
    /// Whether its model may rely on what is tested where the function starts.
    pub(crate) is_hopeful: bool,
    /// Whether it is a statement that runs in a memory space of its own.
    pub(crate) is_isolated: bool,
    /// The lines `#pragma polycc isolate` in it.
    pub(crate) isolated: Vec<Span>,
    /// Position of the function.
    pub(crate) function_index: usize,
}

impl Region {
    /// Whether it must be known of each statement which cells it touches.
    pub(crate) fn is_exact(&self) -> bool {
        self.precision == Precision::Cells
    }

    /// Whether it holds all of another one, and statements that can't be there.
    pub(crate) fn holds_more_than(&self, other: &Region) -> bool {
        self.precision == Precision::Objects && self.span.contains(other.span)
    }

    /// Whether the region is right only where a test at the start of its function says so.
    pub fn is_hopeful(&self) -> bool {
        self.is_hopeful
    }

    /// The first of the OpenMP pragmas that the region's loops have, which a new order would drop.
    pub fn openmp(&self) -> Option<Span> {
        self.openmp.first().map(|pragma| pragma.span)
    }

    /// The region as one thread runs it, without its OpenMP pragmas, if it has any. Not where one isn't understood, has
    /// sections, or says when there are several threads, nor where not all have as many.
    pub(crate) fn of_one_thread(&self) -> Option<Region> {
        let directives: Result<Vec<_>, _> =
            self.openmp.iter().map(|pragma| pragma.directive.as_ref()).collect();
        let directives = directives.ok().filter(|directives| !directives.is_empty())?;
        let mut threads = directives.iter().filter(|it| it.construct.starts_team()).map(|it| it.threads());
        let first = threads.next().flatten();
        let are_alike = threads.all(|other| other == first);
        let threads = first.map(str::to_owned);
        let is_plain = |it: &&Directive| !it.is_conditional() && !it.construct.has_sections();
        (are_alike && directives.iter().all(is_plain)).then(|| Region {
            openmp: vec![],
            threads,
            ..self.clone()
        })
    }

    /// The first `#pragma polycc isolate` in the region, whose statement a new order would lose.
    pub fn isolate(&self) -> Option<Span> {
        self.isolated.first().copied()
    }
}
