//! A refused order in words.

use crate::Schedule;
use crate::clash::{Clash, ClashKind, Event, clashes};
use analysis::Analysed;
use diagnostics::{Code, Diagnostic, Span};
use polyhedral::Statement;

/// Why `schedule`, written at `span`, is illegal; empty if it is legal.
///
/// # Errors
/// isl's.
pub fn legality(
    analysed: &Analysed,
    schedule: &Schedule,
    span: Option<Span>,
) -> isl::Result<Vec<Diagnostic>> {
    let clashes = clashes(analysed, schedule)?;
    let explanation = |clash: &Clash| Explanation { analysed, schedule, clash, span }.diagnostic();
    Ok(clashes.iter().map(explanation).collect())
}

struct Explanation<'a> {
    analysed: &'a Analysed,
    schedule: &'a Schedule,
    clash: &'a Clash,
    span: Option<Span>,
}

impl Explanation<'_> {
    fn diagnostic(&self) -> Diagnostic {
        let diagnostic = match &self.clash.kind {
            ClashKind::Flow { write, read } => self.flow(write, read),
            ClashKind::Range { write, read, killer, killer_read } => {
                self.range(write, read, killer, killer_read.as_ref())
            }
            ClashKind::LiveIn { read, killer, killer_read } => {
                self.live_in(read, killer, killer_read.as_ref())
            }
            ClashKind::LiveOut { last, killer } => self.live_out(last, killer),
        };
        let values = self.clash.parameters.iter().map(|(name, value)| format!("{name} = {value}"));
        let under = match values.collect::<Vec<_>>().join(", ").as_str() {
            "" => format!("under {}", self.subject()),
            values => format!("under {} ({values})", self.subject()),
        };
        let diagnostic = match self.span {
            Some(span) => diagnostic.also(span, under),
            None => diagnostic.with_note(under),
        };
        diagnostic.with_note(format!("all clashes: {}", self.clash.all))
    }

    fn flow(&self, write: &Event, read: &Event) -> Diagnostic {
        let (subject, verb) = (self.subject(), self.verb("reads", "may read"));
        let message = format!("{subject} {verb} `{}` before the value is written", self.array());
        let verb = self.verb("reads", "may read");
        Diagnostic::error(Code::ReadsTooEarly, message)
            .at(
                self.span_of(read),
                format!("{} {verb} `{}`{}", self.instance(read), self.cell(), self.at(read)),
            )
            .also(self.span_of(write), format!("{} writes the value{}", self.instance(write), self.at(write)))
            .with_help("every instance must come after those whose values it reads")
    }

    fn range(&self, write: &Event, read: &Event, killer: &Event, next: Option<&Event>) -> Diagnostic {
        let reader = format!(
            "before {} reads{} the value that {} wrote{}",
            self.instance(read),
            self.at_between(read),
            self.short(write),
            self.at(write)
        );
        let help = format!(
            "keep the write and the reads of `{0}` together, or give `{0}` one more dimension; \
             `--expand violated` does that",
            self.array()
        );
        Diagnostic::error(Code::OverwritesNeeded, self.overwrites())
            .at(self.span_of(killer), self.kills(killer, next))
            .also(self.span_of(read), reader)
            .with_help(help)
    }

    fn live_in(&self, read: &Event, killer: &Event, next: Option<&Event>) -> Diagnostic {
        let reader = format!(
            "before {} reads{} the value from before the region",
            self.instance(read),
            self.at_between(read)
        );
        Diagnostic::error(Code::OverwritesNeeded, self.overwrites())
            .at(self.span_of(killer), self.kills(killer, next))
            .also(self.span_of(read), reader)
    }

    fn live_out(&self, last: &Event, killer: &Event) -> Diagnostic {
        let verb = self.verb("leaves", "may leave");
        let message =
            format!("{} {verb} another value in `{}` than the program does", self.subject(), self.array());
        let should = format!(
            "after {} wrote{} the value that the program leaves there",
            self.instance(last),
            self.at_between(last)
        );
        let verb = self.verb("writes", "may write");
        Diagnostic::error(Code::LeavesAnotherValue, message)
            .at(
                self.span_of(killer),
                format!("{} {verb} `{}`{}", self.instance(killer), self.cell(), self.at(killer)),
            )
            .also(self.span_of(last), should)
    }

    fn overwrites(&self) -> String {
        let verb = self.verb("overwrites", "may overwrite");
        format!("{} {verb} `{}` while its value is still needed", self.subject(), self.array())
    }

    /// What the overwriting instance does, and for whom.
    fn kills(&self, killer: &Event, next: Option<&Event>) -> String {
        let verb = self.verb("writes", "may write");
        let outlives = self.analysed.scop.arrays[self.clash.array].outlives.is_some();
        let purpose = match next {
            Some(read) => format!(", for {} to read", self.short(read)),
            None if outlives => String::new(),
            None => ", a value that nobody reads".to_string(),
        };
        format!("{} {verb} `{}`{}{purpose}", self.instance(killer), self.cell(), self.at(killer))
    }

    fn subject(&self) -> &'static str {
        match (self.schedule.is_program_order, self.schedule.order.has_dates()) {
            (false, _) => "this schedule",
            (true, false) => "this order",
            (true, true) => "this parallel loop",
        }
    }

    /// What happens for certain, or may happen where the order leaves it open.
    fn verb(&self, certain: &'static str, open: &'static str) -> &'static str {
        if self.schedule.order.total().is_some() { certain } else { open }
    }

    fn array(&self) -> &str {
        &self.analysed.scop.arrays[self.clash.array].c_name
    }

    /// The cell, as C.
    fn cell(&self) -> String {
        let subscripts = self.clash.cell.iter().map(|subscript| format!("[{subscript}]"));
        format!("{}{}", self.array(), subscripts.collect::<String>())
    }

    fn statement(&self, event: &Event) -> &Statement {
        &self.analysed.scop.statements[event.statement]
    }

    fn span_of(&self, event: &Event) -> Span {
        self.statement(event).span
    }

    fn instance(&self, event: &Event) -> String {
        format!("instance {}", self.short(event))
    }

    fn short(&self, event: &Event) -> String {
        format!("{}[{}]", self.statement(event).name, joined(&event.vector))
    }

    /// ` at date (0,1)`; nothing where instances have no dates that say when they run.
    fn at(&self, event: &Event) -> String {
        match self.schedule.is_program_order {
            false => format!(" at date ({})", joined(&event.date)),
            true => String::new(),
        }
    }

    /// `, at date (0,1),`
    fn at_between(&self, event: &Event) -> String {
        match self.at(event).as_str() {
            "" => String::new(),
            at => format!(",{at},"),
        }
    }
}

fn joined(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(",")
}
