//! Pairs `#pragma scop` with `#pragma endscop`, and attaches polycc's other pragmas.
//!
//! A directive belongs to the region it stands in, or to the one that follows it directly; so do OpenMP's
//! pragmas, which speak of the region's first statement then.

use diagnostics::{Code, Diagnostic, Span};

use super::directive::{Assumption, Directive, OrderDirective, ScheduleDirective, read};
use super::openmp::{self, OpenMp};
use super::{Pragma, pragma};
use crate::suggestion::nearest;
use crate::syntax::split::TokenTable;

/// The words that start polycc's pragmas.
pub const WORDS: [&str; 3] = ["scop", "endscop", "polycc"];

/// A region as its pragmas mark it.
#[derive(Clone, Debug, Default)]
pub struct Marked {
    /// The line `#pragma scop`.
    pub start: Span,
    /// The line `#pragma endscop`.
    pub end: Span,
    /// `#pragma polycc schedule`.
    pub schedule: Option<ScheduleDirective>,
    /// `#pragma polycc order`.
    pub order: Option<OrderDirective>,
    /// `#pragma polycc temporary`.
    pub temporary: Vec<(String, Span)>,
    /// `#pragma polycc live_out`.
    pub live_out: Vec<(String, Span)>,
    /// `#pragma polycc assume`.
    pub assumptions: Vec<Assumption>,
    /// OpenMP's pragmas.
    pub openmp: Vec<OpenMp>,
    /// `#pragma polycc isolate`.
    pub isolated: Vec<Span>,
}

impl Marked {
    /// What lies between the two lines.
    pub fn inside(&self) -> Span {
        Span::new(self.start.end, self.end.start.max(self.start.end))
    }

    fn add(&mut self, directive: Directive, place: Span) -> Result<(), Diagnostic> {
        match directive {
            Directive::Schedule(schedule) => {
                if let Some(first) = &self.schedule {
                    return Err(Diagnostic::error(Code::TwoOrders, "this region has two schedules")
                        .at(place, "the second")
                        .also(first.span, "the first"));
                }
                if let Some(order) = &self.order {
                    return Err(schedule_and_order(place, order.span));
                }
                self.schedule = Some(schedule);
            }
            Directive::Order(order) => {
                if let Some(first) = &self.order {
                    return Err(Diagnostic::error(Code::TwoOrders, "this region has two orders")
                        .at(place, "the second")
                        .also(first.span, "the first"));
                }
                if let Some(schedule) = &self.schedule {
                    return Err(schedule_and_order(schedule.span, place));
                }
                self.order = Some(order);
            }
            Directive::Temporary(names) => self.temporary.extend(names),
            Directive::LiveOut(names) => self.live_out.extend(names),
            Directive::Assume(assumption) => self.assumptions.push(assumption),
            Directive::Isolate => self.isolated.push(place),
        }
        Ok(())
    }
}

fn schedule_and_order(schedule: Span, order: Span) -> Diagnostic {
    Diagnostic::error(Code::TwoOrders, "this region has a schedule and an order")
        .at(schedule, "the schedule")
        .also(order, "the order")
        .with_help("a schedule says what is before what already")
}

/// What pragmas mark in a text.
#[derive(Debug, Default)]
pub struct Marks {
    /// The regions.
    pub regions: Vec<Marked>,
    /// All lines `#pragma polycc isolate`, within regions and outside, in the order of the text.
    pub isolated: Vec<Span>,
}

/// What pragmas mark in `text`, with what is wrong about them.
pub fn marked(text: &str, table: &TokenTable) -> (Marks, Vec<Diagnostic>) {
    let mut marking = Marking {
        table,
        done: Vec::new(),
        open: None,
        waiting: Vec::new(),
        openmp: Vec::new(),
        isolated: Vec::new(),
        problems: Vec::new(),
    };
    for directive in &table.directives {
        if let Some(pragma) = pragma(text, directive) {
            marking.pragma(text, pragma);
        }
    }
    marking.finish()
}

struct Marking<'a> {
    table: &'a TokenTable,
    done: Vec<Marked>,
    open: Option<Marked>,
    /// Directives outside of regions.
    waiting: Vec<(Directive, Span)>,
    /// OpenMP's pragmas since the last region.
    openmp: Vec<OpenMp>,
    isolated: Vec<Span>,
    problems: Vec<Diagnostic>,
}

impl Marking<'_> {
    fn pragma(&mut self, text: &str, pragma: Pragma<'_>) {
        match pragma.word {
            "scop" => self.start(pragma),
            "endscop" => self.end(pragma),
            "polycc" => match read(text, pragma.rest) {
                Ok(directive) => self.directive(directive, pragma.span),
                Err(problem) => self.problems.push(problem),
            },
            "omp" => {
                self.problems.extend(openmp::misspelt(text, pragma.rest));
                self.openmp(openmp::read(text, pragma.rest, pragma.span));
            }
            word => {
                if let Some(said) = openmp::read_other(text, word, pragma.rest, pragma.span) {
                    self.openmp(said);
                } else if let Some(meant) = WORDS.into_iter().find(|known| known.eq_ignore_ascii_case(word)) {
                    let problem =
                        Diagnostic::warning(Code::UnknownPragma, format!("unknown pragma `{word}`"));
                    let problem = problem.at(pragma.word_span, "compilers pass over it, and so does polycc");
                    self.problems.push(problem.with_help(format!("did you mean `{meant}`?")));
                } else if let Some(meant) = nearest(word, WORDS) {
                    let problem = Diagnostic::error(Code::UnknownPragma, format!("unknown pragma `{word}`"));
                    let problem = problem.at(pragma.word_span, "unknown");
                    self.problems.push(problem.with_help(format!("did you mean `{meant}`?")));
                }
            }
        }
    }

    fn openmp(&mut self, pragma: OpenMp) {
        self.open.as_mut().map_or(&mut self.openmp, |open| &mut open.openmp).push(pragma);
    }

    fn start(&mut self, pragma: Pragma<'_>) {
        if let Some(open) = &self.open {
            let problem = Diagnostic::error(Code::UnpairedRegion, "a region starts inside another")
                .at(pragma.span, "starts here");
            self.problems.push(
                problem
                    .also(open.start, "this region is not ended yet")
                    .with_help("`#pragma endscop` ends a region"),
            );
            return;
        }
        let mut region = Marked { start: pragma.span, ..Marked::default() };
        let table = self.table;
        let is_adjacent = |place: Span| table.within(Span::new(place.end, pragma.span.start)).is_empty();
        region.openmp = std::mem::take(&mut self.openmp);
        region.openmp.retain(|pragma| is_adjacent(pragma.span));
        for (directive, place) in std::mem::take(&mut self.waiting) {
            let result = if is_adjacent(place) { region.add(directive, place) } else { Err(detached(place)) };
            self.problems.extend(result.err());
        }
        self.open = Some(region);
    }

    fn end(&mut self, pragma: Pragma<'_>) {
        match self.open.take() {
            Some(open) => self.done.push(Marked { end: pragma.span, ..open }),
            None => self.problems.push(
                Diagnostic::error(Code::UnpairedRegion, "`#pragma endscop` without `#pragma scop`")
                    .at(pragma.span, "ends no region"),
            ),
        }
    }

    fn directive(&mut self, directive: Directive, place: Span) {
        if directive == Directive::Isolate {
            self.isolated.push(place);
        }
        match &mut self.open {
            Some(open) => self.problems.extend(open.add(directive, place).err()),
            // it speaks of a statement, not of a region
            None if directive == Directive::Isolate => {}
            None => self.waiting.push((directive, place)),
        }
    }

    fn finish(mut self) -> (Marks, Vec<Diagnostic>) {
        self.problems.extend(self.waiting.iter().map(|(_, place)| detached(*place)));
        if let Some(open) = self.open {
            let problem = Diagnostic::error(Code::UnpairedRegion, "`#pragma scop` without `#pragma endscop`");
            self.problems.push(problem.at(open.start, "this region doesn't end"));
        }
        (Marks { regions: self.done, isolated: self.isolated }, self.problems)
    }
}

fn detached(place: Span) -> Diagnostic {
    Diagnostic::error(Code::DetachedPragma, "this pragma belongs to no region")
        .at(place, "")
        .with_help("it stands directly before `#pragma scop` or inside the region")
}
