//! Loops that OpenMP's pragmas make parallel, as far as they can be written in chunks.

use std::collections::BTreeSet;

use diagnostics::Span;

use super::Parsed;
use super::around::Around;
use super::block::first_of;
use super::copies::{changes_nothing, is_only_counted};
use super::pragmas::in_front;
use crate::outline::headers::{Test, header, is_by_one};
use crate::pragma::openmp::{Clause, Construct, Directive, Privacy, read};
use crate::pragma::pragma as pragma_of;
use crate::syntax::tree::{
    BinaryOperator, Expression, ExpressionKind, For, Function, Statement, StatementKind, SymbolId, Symbols,
};
use crate::syntax::types::Integer;
use polyhedral::Comparison;

/// A parallel loop that goes up by ones.
#[derive(Clone)]
pub struct Parallel<'a> {
    pub statement: &'a Statement,
    pub parts: &'a For,
    pub counter: SymbolId,
    /// The type of the counter.
    pub kind: String,
    /// Whether the loop declares it.
    pub is_declared: bool,
    pub from: &'a Expression,
    /// What it is compared with.
    pub bound: &'a Expression,
    /// Whether it may be that.
    pub is_closed: bool,
    /// The variables of which each thread has its own.
    pub private: BTreeSet<String>,
    /// Its reductions, as they are written.
    pub reductions: BTreeSet<String>,
    /// How many threads there are, as it is written.
    pub threads: Option<String>,
}

impl Parallel<'_> {
    pub fn name(&self, symbols: &Symbols) -> String {
        symbols[self.counter].name.clone()
    }

    /// Whether the loop shares nothing that each thread has for itself in `other`.
    pub fn shares_nothing_of(&self, other: &Parallel, symbols: &Symbols) -> bool {
        let mut is_apart = true;
        self.statement.walk_with_types(symbols, &mut |part| {
            let outer = part.variable().filter(|it| !self.statement.span.contains(symbols[*it].name_span));
            let name = outer.map(|it| symbols[it].name.as_str());
            is_apart &= name.is_none_or(|name| !other.private.contains(name) || self.private.contains(name));
        });
        is_apart
    }

    /// So many rows more than what the counter is compared with, as a factor.
    pub fn rows_text(&self, parsed: Parsed, more: i64) -> String {
        let bound = parsed.words(self.bound.span);
        match more {
            0 if parsed.table.within(self.bound.span).len() == 1 => bound,
            0 => format!("({bound})"),
            more => format!("({bound} + {more})"),
        }
    }
}

/// The loop, if a pragma makes it parallel: with a team of its own, or with that around it.
pub fn parallel<'a>(
    parsed: Parsed<'a>,
    around: &Around,
    caller: &Function,
    statement: &'a Statement,
    team: Option<&Directive>,
) -> Option<Parallel<'a>> {
    let symbols = &parsed.resolved.symbols;
    let StatementKind::For(parts) = &statement.kind else { return None };
    let directive = directive(parsed, statement)?;
    let wanted = if team.is_some() { Construct::For } else { Construct::ParallelFor };
    (directive.construct == wanted && parts.fill.is_none()).then_some(())?;
    let header = header(parts, symbols).filter(|header| !header.has_more())?;
    let Test::Separate = header.test else { return None };
    let ExpressionKind::Binary(BinaryOperator::Compare(relation), left, bound) =
        &parts.condition.as_ref()?.kind
    else {
        return None;
    };
    let is_closed = match relation {
        Comparison::Less => false,
        Comparison::LessEqual => true,
        _ => return None,
    };
    let counter = header.counter;
    let integer = symbols[counter].type_.integer().filter(|integer| integer.rank >= Integer::INT_RANK)?;
    let kind = integer.spelling.to_string();
    (left.variable() == Some(counter) && !kind.is_empty()).then_some(())?;
    is_by_one(parts.step.as_ref()?, counter, symbols).then_some(())?;
    let is_declared = statement.span.contains(symbols[counter].name_span);
    let is_free = |value: &Expression| !value.mentions(counter) && changes_nothing(value);
    (is_free(bound) && is_free(header.first)).then_some(())?;
    // what loops count with is each thread's own, also where no clause says so
    let counters = around.counters_from_outside(statement.span);
    is_only_counted(&counters, parsed, around, caller).then_some(())?;
    let mut found = Parallel {
        statement,
        parts,
        counter,
        kind,
        is_declared,
        from: header.first,
        bound,
        is_closed,
        private: counters.iter().map(|counter| symbols[*counter].name.clone()).collect(),
        reductions: BTreeSet::new(),
        threads: None,
    };
    for directive in team.into_iter().chain([&directive]) {
        found.add(parsed, directive)?;
    }
    // what it counts with isn't listed twice
    if is_declared {
        let name = found.name(symbols);
        found.private.remove(&name);
    }
    let is_private = |value: &Expression| found.private.iter().any(|name| names(value, name, symbols));
    (!is_private(bound) && !is_private(header.first)).then_some(found)
}

/// Whether an expression names a variable.
fn names(value: &Expression, name: &str, symbols: &Symbols) -> bool {
    let mut found = false;
    value.walk(&mut |part| found |= part.variable().is_some_and(|it| symbols[it].name == name));
    found
}

/// The directive of a block that a team of threads runs.
pub fn team(parsed: Parsed, statement: &Statement) -> Option<Directive> {
    directive(parsed, statement).filter(|directive| directive.construct == Construct::Parallel)
}

/// The directive in front of a statement, if it has one alone.
fn directive(parsed: Parsed, statement: &Statement) -> Option<Directive> {
    let text = parsed.text();
    let mut lines = in_front(parsed.table, text, statement.span.start);
    let line = lines.next().filter(|_| lines.next().is_none())?;
    let start = parsed.table.end_before(statement.span.start);
    let tokens = parsed.table.directives_within(Span::new(start, statement.span.start));
    let line = tokens.iter().find(|token| token.span == line)?;
    let pragma = pragma_of(text, line).filter(|pragma| pragma.word == "omp")?;
    read(text, pragma.rest, pragma.span).directive.ok()
}

impl Parallel<'_> {
    /// Adds what a directive says; nothing if it says more than can be said of chunks.
    fn add(&mut self, parsed: Parsed, directive: &Directive) -> Option<()> {
        for clause in &directive.clauses {
            match clause {
                Clause::Private(Privacy::Private, names) => {
                    self.private.extend(names.iter().map(|(name, _)| name.clone()));
                }
                Clause::Private(Privacy::Reduction, _) => {
                    self.reductions.extend(reductions(directive.span.of(parsed.text())));
                }
                Clause::Private(..) | Clause::Whether(_) => return None,
                Clause::Threads(text, _) => self.threads = Some(text.clone()),
                Clause::Collapse(..) | Clause::Shared(_) | Clause::ListAll | Clause::Share(_) => {}
            }
        }
        Some(())
    }
}

/// The reductions of a line, as they are written.
fn reductions(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(start) = rest.find("reduction") {
        rest = &rest[start..];
        let Some(end) = rest.find(')') else { break };
        let words: Vec<&str> = rest[..=end].split_whitespace().collect();
        found.push(words.join(" ").replace('\\', ""));
        rest = &rest[end..];
    }
    found
}

/// The pragma for a loop that does as one of these but for what it sums up.
pub fn pragma_without_sums(one: &Parallel) -> String {
    let plain = Parallel { reductions: BTreeSet::new(), ..one.clone() };
    pragma(&[&plain])
}

/// The pragma for a loop over chunks in which all of these run.
pub fn pragma(loops: &[&Parallel]) -> String {
    let mut text = "#pragma omp parallel for".to_owned();
    let private: BTreeSet<&str> = loops.iter().flat_map(|it| &it.private).map(String::as_str).collect();
    if !private.is_empty() {
        text += &format!(" private({})", private.into_iter().collect::<Vec<_>>().join(", "));
    }
    let reductions: BTreeSet<&str> = loops.iter().flat_map(|it| &it.reductions).map(String::as_str).collect();
    for reduction in reductions {
        text += &format!(" {reduction}");
    }
    if let Some(threads) = loops.iter().find_map(|it| it.threads.as_ref()) {
        text += &format!(" {threads}");
    }
    text
}

/// Where the main file has a statement with the pragmas in front of it, and the text there.
pub fn place<'a>(parsed: Parsed<'a>, span: Span) -> Option<(Span, &'a str)> {
    let file = parsed.file()?;
    let place = parsed.place_with_pragmas(span)?;
    let pragmas = in_front(parsed.table, parsed.text(), span.start).count();
    let place = Span::new(first_of(file, place.start, pragmas)?, place.end);
    Some((place, place.of(file)))
}
