//! Regions that no pragma marks: the longest sequences of statements of one block that can be taken.
//!
//! Each statement of a block is tried by itself. What is refused divides the block, and is searched for
//! blocks in it; what lies between grows to regions from its start on, as far as outline and model take the
//! statements together. Only functions of the main file are looked at, and of those none in which a pragma
//! marks a region.

mod directives;
mod edges;
mod halves;
mod hopeful;
mod longest;
mod movable;
mod nonaffine;
pub mod written;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use diagnostics::{Code, Diagnostic, Severity, SourceMap, Span};

use self::edges::{without_end, without_start};
pub use self::halves::halves;
use self::longest::longest;
use self::written::{choices, is_copied};
use crate::coverage::{Reasons, kind};
use crate::facts::Surroundings;
use crate::facts::index::Index;
use crate::facts::memory::moved;
use crate::facts::occurrences::Use;
use crate::isolate::Isolated;
use crate::lifting::lift;
use crate::model::model;
use crate::outline::{Outline, outline};
use crate::pragma::openmp::{self, OpenMp};
use crate::pragma::pragma;
use crate::refusal::{Reason, of_loop, refusal};
use crate::region::{Precision, Region};
use crate::results::is_result;
use crate::syntax::tree::{Statement, StatementKind, SymbolId};
use crate::syntax::types::TypeKind;
use crate::text::is_separate;
use crate::translation::Translation;

/// So many statements are first tried together.
const FIRST_TRIAL: usize = 16;

/// What is found where nobody marks regions.
#[derive(Default)]
pub struct Discovery {
    /// The regions.
    pub found: Vec<Region>,
    /// Others in the place of some of these: larger ones, whose models rely on what a test at the start of the function tells,
    /// and exact parts of ones that keep their order.
    pub beside: Vec<Region>,
    /// For each loop that isn't taken, or keeps its order, a note that says why; loops may have that in common.
    pub notes: Vec<Diagnostic>,
    /// The kind of the first reason by statement that isn't taken as it is.
    pub reasons: Reasons,
}

/// The regions of a unit's functions whose names are wanted and that have no `marked` one, and why there aren't more. `index_of` tells
/// what a function does with its variables, by its place among them.
pub fn discover(
    (translation, index_of): (&Translation, &dyn Fn(usize) -> Arc<Index>),
    map: &SourceMap,
    marked: &[Region],
    isolated: &[Isolated],
    is_wanted: &(dyn Fn(&str) -> bool + Sync),
) -> Discovery {
    let openmp = openmp_pragmas(translation, map);
    let mut all = Discovery::default();
    for (function_index, function) in translation.resolved.functions.iter().enumerate() {
        let is_marked = marked.iter().any(|region| region.function_index == function_index);
        if isl::interrupt::is_interrupted() {
            break;
        }
        let is_users = map.is_in_main_file(function.body.span.start);
        if is_marked || !is_users || !is_wanted(&function.name) || !has_loop(&function.body) {
            continue;
        }
        if is_copied(function, &translation.resolved.functions, map) {
            continue;
        }
        // nothing calls it any more
        let resolved = &translation.resolved;
        if resolved.file_arrays.names_pointer_of_another(function, &resolved.symbols) {
            continue;
        }
        let index = index_of(function_index);
        let mut search = Search {
            translation,
            map,
            function_index,
            index: &index,
            openmp: &openmp,
            isolated,
            context: isl::Context::new(),
            found: Vec::new(),
            beside: Vec::new(),
            causes: BTreeMap::new(),
            hopes: false,
            is_between_directives: false,
            precision: Precision::Cells,
            may_hope: Cell::new(false),
            fixed: RefCell::default(),
            outlines: RefCell::default(),
            models: RefCell::default(),
            choices: choices(function, map),
        };
        search.statement(&function.body);
        search.movable(&function.body);
        search.nonaffine(&function.body);
        search.between_directives(&function.body);
        let mut hopeful = search.hopeful(&function.body);
        hopeful.retain(|region| !search.beside.iter().any(|other| other.holds_more_than(region)));
        search.beside.retain(|region| !hopeful.iter().any(|other| overlap(region, other)));
        all.beside.extend(hopeful.into_iter().chain(std::mem::take(&mut search.beside)));
        let with_result = search.with_result(&function.body, &all.beside);
        all.beside.extend(with_result);
        search.found.sort_by_key(|region| region.span);
        all.found.append(&mut search.found);
        for (place, cause) in search.causes {
            let note = Diagnostic { severity: Severity::Note, ..of_loop(cause.clone()) };
            if !all.notes.contains(&note) {
                all.notes.push(note);
            }
            all.reasons.insert(place, kind(&cause));
        }
    }
    all
}

/// All pragmas of the unit that speak of threads, in the order of the text.
fn openmp_pragmas(translation: &Translation, map: &SourceMap) -> Vec<OpenMp> {
    let text = map.text();
    let lines = translation.table.directives.iter().filter_map(|line| pragma(text, line));
    let read = lines.filter_map(|line| match line.word {
        "omp" => Some(openmp::read(text, line.rest, line.span)),
        word => openmp::read_other(text, word, line.rest, line.span),
    });
    read.collect()
}

/// Whether the text of a statement has a loop.
fn has_loop(statement: &Statement) -> bool {
    let mut found = false;
    statement.walk(&mut |inner| {
        found |= matches!(&inner.kind, StatementKind::For(parts) if parts.fill.is_none());
    });
    found
}

/// Whether two regions have something in common.
fn overlap(one: &Region, other: &Region) -> bool {
    other.span.start < one.span.end && one.span.start < other.span.end
}

/// The search in one function.
struct Search<'a> {
    translation: &'a Translation,
    map: &'a SourceMap,
    function_index: usize,
    index: &'a Index,
    openmp: &'a [OpenMp],
    isolated: &'a [Isolated],
    context: isl::Context,
    found: Vec<Region>,
    /// Regions that are parts of others of which the order is fixed.
    beside: Vec<Region>,
    /// Why statements aren't taken, or keep their order: of each the first reason.
    causes: BTreeMap<Span, Diagnostic>,
    /// Whether regions may rely on a test.
    hopes: bool,
    /// Whether preprocessor directives divide regions.
    is_between_directives: bool,
    /// What must be known of the statements of regions.
    precision: Precision,
    /// Whether something was refused that a test could help.
    may_hope: Cell<bool>,
    /// The regions without a test of which the order is fixed.
    fixed: RefCell<BTreeSet<Span>>,
    /// The outlines of this search: most regions are first outlined and then modelled.
    outlines: RefCell<BTreeMap<Asked, Outlined>>,
    /// Whether statements can be modelled, of all searches: one asks again about what it has just found, and so does the next.
    models: RefCell<BTreeMap<Asked, Result<(), Vec<Diagnostic>>>>,
    /// The tests between loops that polycc wrote and others, with both.
    choices: Vec<Span>,
}

/// What distinguishes the regions that a search may ask about.
type Asked = (Span, Precision, bool);

/// The outline of a region, or what is against it.
type Outlined = Rc<Result<Outline, Vec<Diagnostic>>>;

impl<'a> Search<'a> {
    /// What is found in a function by the settings that hold now, whatever was found before.
    fn once_more(&mut self, body: &'a Statement) -> Vec<Region> {
        let (found, causes) = (std::mem::take(&mut self.found), self.causes.clone());
        self.outlines.take();
        self.statement(body);
        self.causes = causes;
        std::mem::replace(&mut self.found, found)
    }

    /// Searches a statement.
    fn statement(&mut self, statement: &'a Statement) {
        match &statement.kind {
            _ if isl::interrupt::is_interrupted() || !has_loop(statement) => {}
            StatementKind::Block(list) => self.block(list),
            _ => self.block(std::slice::from_ref(statement)),
        }
    }

    /// Searches the statements of a block.
    fn block(&mut self, list: &'a [Statement]) {
        let mut start = 0;
        for position in 0..list.len() {
            if isl::interrupt::is_interrupted() {
                return;
            }
            if start < position && self.is_divided(&list[position - 1..=position]) {
                self.fitting(&list[start..position]);
                start = position;
            }
            let statement = std::slice::from_ref(&list[position]);
            let outlined = self.outlined(statement);
            if outlined.is_ok() && !self.is_held(statement) {
                continue;
            }
            self.fitting(&list[start..position]);
            match outlined {
                Err(problems) => self.refused(&list[position], problems),
                Ok(()) => self.held(&list[position]),
            }
            start = position + 1;
        }
        self.fitting(&list[start..]);
    }

    /// Whether a statement can be modelled, but can't get a new order: blocks are obtained or released in it, or directives stand in it
    /// that divide regions.
    fn is_held(&self, statement: &'a [Statement]) -> bool {
        if self.is_divided_within(&statement[0]) {
            return true;
        }
        let region = self.region(statement).filter(|region| region.openmp.is_empty());
        region.is_some_and(|region| moved(self.around(&region)).is_err())
    }

    /// Searches in such a statement, and takes it as it is where there is nothing.
    fn held(&mut self, statement: &'a Statement) {
        let before = self.found.len();
        statement.children().for_each(|child| self.statement(child));
        if self.found.len() == before {
            self.fitting(std::slice::from_ref(statement));
        }
    }

    /// Searches in a statement that isn't taken as it is.
    fn refused(&mut self, statement: &'a Statement, problems: Vec<Diagnostic>) {
        // what says that the time is up is no reason
        if isl::interrupt::is_interrupted() || !has_loop(statement) {
            return;
        }
        self.causes.extend(first(problems).map(|cause| (statement.span, cause)));
        statement.children().for_each(|child| self.statement(child));
    }

    /// Divides statements each of which fits into regions, from the first on.
    fn fitting(&mut self, list: &'a [Statement]) {
        let mut rest = without_start(list, self.translation);
        while !isl::interrupt::is_interrupted() && rest.iter().any(has_loop) {
            let outlined = |length: usize| self.outlined(self.core(&rest[..length]));
            let modelled = |length: usize| self.modelled(self.core(&rest[..length]));
            let length = longest(rest.len(), FIRST_TRIAL, |length| advised(rest, outlined(length)));
            let length = longest(length, length, |length| advised(rest, modelled(length)));
            let done = match &rest[..length] {
                [] => {
                    if let Err(problems) = modelled(1) {
                        self.refused(&rest[0], problems);
                    }
                    1
                }
                list if list.iter().any(has_loop) => {
                    let length = self.without_next(rest, length);
                    self.add(self.core(&list[..length]));
                    length
                }
                _ => self.in_the_way(rest, length),
            };
            rest = without_start(&rest[done..], self.translation);
        }
    }

    /// Of `length` statements without a loop, which don't fit together with the one behind them: how many to leave, up to the
    /// first that something is said against. What stands behind that may belong to the loop.
    fn in_the_way(&self, rest: &'a [Statement], length: usize) -> usize {
        let whole = &rest[..rest.len().min(length + 1)];
        match advised(rest, self.modelled(whole)) {
            Err(Some(first)) => (first + 1).min(length),
            _ => length,
        }
    }

    /// Of `length` statements that fit together, but not with the one behind them: how many to take, so that those at the end go with
    /// that one whose arrays it uses, and which none of the statements in front does. They may fit as well there: where a number
    /// changes in between that only what stands behind relies on.
    fn without_next(&self, rest: &'a [Statement], length: usize) -> usize {
        let Some(next) = rest.get(length) else { return length };
        let symbols = &self.translation.resolved.symbols;
        let is_memory = |symbol: SymbolId| {
            matches!(symbols[symbol].type_.kind, TypeKind::Array(..) | TypeKind::Pointer(_))
        };
        let arrays = self.index.occurrences.iter().filter(|(symbol, _)| is_memory(**symbol));
        let uses = arrays.map(|(_, mentions)| {
            let contents = mentions.iter().filter(|mention| mention.use_ == Use::Contents);
            contents.map(|mention| mention.place).collect::<Vec<_>>()
        });
        let taken = &rest[..length];
        let ranges = uses.filter_map(|uses| {
            let is_used = |statement: &Statement| uses.iter().any(|place| statement.span.contains(*place));
            Some((taken.iter().position(is_used)?, taken.iter().rposition(is_used)?, is_used(next)))
        });
        let ranges: Vec<_> = ranges.collect();
        let is_border = |cut: &usize| {
            ranges.iter().all(|(first, last, _)| first >= cut || last < cut)
                && ranges.iter().any(|(first, _, is_next)| first >= cut && *is_next)
                && taken[*cut..].iter().any(has_loop)
        };
        let fits = |cut: &usize| self.modelled(self.core(&rest[*cut..=length])).is_ok();
        (1..length).filter(is_border).find(fits).unwrap_or(length)
    }

    /// What of statements that fit together is worth a region.
    fn core(&self, list: &'a [Statement]) -> &'a [Statement] {
        let list = match list {
            [before @ .., last] if is_result(last, &self.translation.resolved) => before,
            _ => list,
        };
        without_end(list, &self.translation.resolved.symbols)
    }

    /// The last region that was found with the result behind it, where it can be modelled with that. Its text stays, so that it
    /// stands beside the one without: which is better is known only at the end. Not where one of the `others` is.
    fn with_result(&self, body: &'a Statement, others: &[Region]) -> Option<Region> {
        let StatementKind::Block(list) = &body.kind else { return None };
        let end = list.iter().position(|it| is_result(it, &self.translation.resolved))?;
        let last = list[..end].last()?;
        let before = self.found.iter().find(|region| region.span.end == last.span.end)?;
        let start = list.iter().position(|it| before.span.contains(it.span))?;
        let region = Region { precision: before.precision, ..self.region(&list[start..=end])? };
        let is_free = region.openmp.is_empty() && !others.iter().any(|other| overlap(&region, other));
        let is_taken = is_free
            && is_separate(self.map, &self.translation.table, region.span)
            && self.can_be_modelled(&region).is_ok();
        is_taken.then_some(region)
    }

    /// Whether statements in a row have an outline, if there are loops among them.
    fn outlined(&self, list: &'a [Statement]) -> Result<(), Vec<Diagnostic>> {
        let Some(region) = self.region(list) else { return Ok(()) };
        self.outline_of(&region).as_ref().as_ref().map(drop).map_err(Clone::clone)
    }

    fn outline_of(&self, region: &Region) -> Outlined {
        let key = asked(region);
        let known = self.outlines.borrow().get(&key).cloned();
        let outlined = known.unwrap_or_else(|| {
            let outlined = self.check_file(region).and_then(|()| outline(self.around(region)));
            let outlined = Rc::new(outlined);
            self.outlines.borrow_mut().insert(key, Rc::clone(&outlined));
            outlined
        });
        if let Err(problems) = outlined.as_ref() {
            self.note_hope(problems);
        }
        outlined
    }

    /// Whether statements in a row can be modelled in one of the two ways to treat constants.
    fn modelled(&self, list: &'a [Statement]) -> Result<(), Vec<Diagnostic>> {
        self.region(list).map_or(Ok(()), |region| self.can_be_modelled(&region))
    }

    fn can_be_modelled(&self, region: &Region) -> Result<(), Vec<Diagnostic>> {
        let known = self.models.borrow().get(&asked(region)).cloned();
        let result = known.unwrap_or_else(|| {
            let result = self.try_to_model(region);
            self.models.borrow_mut().insert(asked(region), result.clone());
            result
        });
        result.inspect_err(|problems| self.note_hope(problems))
    }

    fn try_to_model(&self, region: &Region) -> Result<(), Vec<Diagnostic>> {
        let outlined = self.outline_of(region);
        let literal = outlined.as_ref().as_ref().map_err(Clone::clone)?;
        let around = self.around(region);
        let mut lifted = literal.clone();
        lift(&mut lifted, around);
        let result = model(&lifted, around, &self.context);
        let scop = result.or_else(|_| model(literal, around, &self.context))?;
        if scop.fixed.is_some() && !self.hopes {
            self.fixed.borrow_mut().insert(region.span);
        }
        Ok(())
    }

    /// All tokens must be the main file's, which is the only one that changes, and the user's own.
    fn check_file(&self, region: &Region) -> Result<(), Vec<Diagnostic>> {
        let is_within = |choice: &&Span| choice.start < region.span.end && region.span.start < choice.end;
        if let Some(choice) = self.choices.iter().find(is_within) {
            let place = Span::new(choice.start, self.translation.table.within(*choice)[0].span.end);
            let cause = "polycc wrote it, or left it beside what it wrote";
            return Err(vec![Reason::FormOfLoop.of(refusal(Code::Written, cause, place, ""))]);
        }
        let tokens = self.translation.table.within(region.span);
        match tokens.iter().find(|token| !self.map.is_in_main_file(token.span.start)) {
            Some(foreign) => Err(vec![Reason::Macro.of(refusal(
                Code::Macro,
                "it stands in another file",
                foreign.span,
                "",
            ))]),
            None => Ok(()),
        }
    }

    /// Keeps statements as a region.
    fn add(&mut self, list: &'a [Statement]) {
        let Some(region) = self.region(list) else { return };
        match is_separate(self.map, &self.translation.table, region.span) {
            true => self.found.push(region),
            false => {
                let problem =
                    Reason::Macro.of(refusal(Code::Macro, "it comes out of a macro", region.mark, ""));
                self.causes.extend(list.iter().map(|statement| (statement.span, problem.clone())));
            }
        }
    }

    /// Statements in a row as a region, if there is a loop among them.
    fn region(&self, list: &[Statement]) -> Option<Region> {
        let (first, last) = (list.first()?, list.last()?);
        if !list.iter().any(has_loop) {
            return None;
        }
        let span = Span::new(start_of(self.translation, self.map, first), last.span.end);
        let openmp = self.openmp.iter().filter(|pragma| span.contains(pragma.span));
        let isolated = self.isolated.iter().filter(|isolated| span.contains(isolated.pragma));
        let line = |place: usize| self.map.locate(place).line;
        Some(Region {
            function: self.translation.resolved.functions[self.function_index].name.clone(),
            file: self.map.main_file().to_owned(),
            lines: (line(first.span.start), line(last.span.end.saturating_sub(1))),
            span,
            is_found: true,
            schedule: None,
            order: None,
            temporary: vec![],
            live_out: vec![],
            assumptions: vec![],
            mark: Span::new(first.span.start, first.span.start + 1),
            openmp: openmp.cloned().collect(),
            threads: None,
            callers: vec![],
            precision: self.precision,
            is_hopeful: self.hopes,
            is_isolated: false,
            isolated: isolated.map(|isolated| isolated.pragma).collect(),
            function_index: self.function_index,
        })
    }

    fn around<'b>(&'b self, region: &'b Region) -> Surroundings<'b> {
        Surroundings { translation: self.translation, region, map: self.map, index: self.index }
    }
}

fn asked(region: &Region) -> Asked {
    (region.span, region.precision, region.is_hopeful)
}

/// Where a statement starts, with the pragmas in front, which speak of it.
fn start_of(translation: &Translation, map: &SourceMap, statement: &Statement) -> usize {
    let table = &translation.table;
    let gap = Span::new(table.end_before(statement.span.start), statement.span.start);
    let mut pragmas = table.directives_within(gap).iter();
    let first = pragmas.find(|line| pragma(map.text(), line).is_some());
    first.map_or(statement.span.start, |line| line.span.start)
}

/// The problem that is met first in the text: one reason is enough.
fn first(problems: Vec<Diagnostic>) -> Option<Diagnostic> {
    problems.into_iter().min_by_key(|problem| problem.labels.first().map(|label| label.span.start))
}

/// A failure as the number of statements in `list` before the first that something is said against.
fn advised(list: &[Statement], result: Result<(), Vec<Diagnostic>>) -> Result<(), Option<usize>> {
    result.map_err(|problems| {
        let places = problems.iter().filter_map(|problem| problem.labels.first());
        let places = places.map(|label| label.span.start).filter(|place| list[0].span.start <= *place);
        places.map(|place| list.partition_point(|statement| statement.span.end <= place)).min()
    })
}
