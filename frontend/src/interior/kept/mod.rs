//! Sizes and pointers in memory that a loop reads again in each iteration, since what it writes might lie over them.
//!
//! `image->data[y * image->width + x] = v` writes a character, and that may be one of `image->width`, or of `image->data`, as far as
//! compilers know. So they read both anew for each pixel, and make no vectors. A copy of the loop has them in variables; it runs where
//! a test says that what the loop writes lies elsewhere ([`super::reach`]).

mod cells;
mod names;
mod walk;
mod worth;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use diagnostics::Span;

use crate::inline::Parsed;
use crate::inline::around::Around;
use crate::interior::copy::plain;
use crate::interior::decide::{Known, is_same};
use crate::interior::reach::{Counted, Reach, Words, closed, is_array, is_pointer};
use crate::syntax::tree::{Expression, ExpressionKind, Function, Statement, SymbolId, UnaryOperator};
use crate::syntax::types::{Type, TypeKind};

pub use self::cells::{blocks, hidden};
use self::cells::{has_subscripts, structure_of};

/// What a copy has in variables.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// By place in the loop, the name of the variable that has the value of what is there.
    pub names: BTreeMap<Span, String>,
    /// These variables, in the order of their declarations.
    pub variables: Vec<Variable>,
    /// What must hold where the copy begins.
    pub tests: Vec<String>,
}

/// A variable of a copy.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// How the loop writes what it has the value of.
    pub text: String,
    /// Its declaration.
    pub declaration: String,
}

/// A cell or a variable that the loop reads or writes.
#[derive(Clone, Copy)]
struct Access<'a> {
    place: &'a Expression,
    /// Whether each iteration does.
    is_certain: bool,
}

/// What is known of the variables of a function.
#[derive(Clone, Copy)]
pub struct Variables<'k, 'a> {
    /// Of its own.
    pub around: &'k Around<'a>,
    /// The `static` numbers and pointers of the file that are known by their names alone.
    pub hidden: &'k BTreeSet<SymbolId>,
    /// Those that hold nothing but blocks which the function obtains.
    pub blocks: &'k BTreeSet<SymbolId>,
}

/// Looks through a loop.
pub struct Keeper<'k, 'a> {
    parsed: Parsed<'a>,
    function: &'a Function,
    variables: Variables<'k, 'a>,
    body: &'a Statement,
    /// How conditions come out.
    known: &'k BTreeMap<Span, Known>,
    /// The loop's own counter.
    counter: SymbolId,
    /// The names that its statements give values to, or declare.
    changed: BTreeSet<SymbolId>,
    /// The loops within it, with their bodies.
    inner: Vec<(Span, Span)>,
    ranges: Vec<Counted<'a>>,
    definitions: HashMap<SymbolId, &'a Expression>,
    /// Those of them that each iteration computes.
    defined: BTreeSet<SymbolId>,
    reads: Vec<Access<'a>>,
    writes: Vec<Access<'a>>,
    /// The sums that are computed in each iteration, as they are written.
    computed: BTreeSet<String>,
    /// Where subscripts and headers of loops stand: what is there tells which cells an iteration uses, and how many there are.
    shaping: Vec<Span>,
    /// Whether an iteration may have ended early where the walk is.
    is_cut: bool,
    /// Whether there is something that isn't looked through.
    is_lost: bool,
}

/// More tests aren't made.
const MOST_TESTS: usize = 6;
/// Nor longer ones.
const LONGEST_TEST: usize = 240;

impl<'a> Keeper<'_, 'a> {
    /// The words of an expression.
    pub(super) fn text(&self, expression: &Expression) -> String {
        plain(self.parsed, expression.span)
    }

    /// What a copy of the loop is to have in variables.
    pub fn kept(&self) -> Option<Kept> {
        let writes = self.memory_writes();
        self.is_worth(&writes).then_some(())?;
        let candidates: Vec<&Access> = self.reads.iter().filter(|it| self.is_candidate(it.place)).collect();
        let mut places: Vec<&Expression> = Vec::new();
        for read in &candidates {
            // of `a->b->c` the whole
            let is_part = candidates.iter().any(|other| {
                other.place.span != read.place.span && other.place.span.contains(read.place.span)
            });
            if !is_part && !places.iter().any(|place| is_same(place, read.place)) {
                places.push(read.place);
            }
        }
        // values that are only computed with come along where they need no test of their own
        let is_shaping = |place: &&Expression| {
            let mut alike = candidates.iter().filter(|read| is_same(read.place, place));
            is_pointer(place) || alike.any(|read| self.is_shaping(read.place.span))
        };
        let (shaping, others): (Vec<&Expression>, Vec<&Expression>) =
            places.into_iter().partition(is_shaping);
        let mut kept = Kept { tests: self.tests_of_reaches(&writes)?, ..Kept::default() };
        for (place, most) in shaping.iter().map(|it| (it, MOST_TESTS)).chain(others.iter().map(|it| (it, 0)))
        {
            if !self.is_at_risk(place, &writes) {
                continue;
            }
            let Some(tests) = self.tests_for(place, &writes) else { continue };
            let new: Vec<String> = tests.into_iter().filter(|test| !kept.tests.contains(test)).collect();
            let is_free = new.is_empty() && !kept.names.is_empty();
            if !is_free && kept.tests.len() + new.len() > most {
                continue;
            }
            let Some(variable) = self.variable(place, &kept.variables) else { continue };
            let alike = candidates.iter().filter(|read| is_same(read.place, place));
            kept.names.extend(alike.map(|read| (read.place.span, variable.name.clone())));
            kept.variables.push(variable);
            new.into_iter().for_each(|test| add(&mut kept.tests, test));
        }
        let is_short = kept.tests.iter().all(|it| it.len() <= LONGEST_TEST);
        (!kept.names.is_empty() && is_short).then_some(kept)
    }

    /// What must be tested so that sizes and members have the values that they had in front of the loop, wherever it is.
    pub fn tests_of(&self, places: &[Expression]) -> Option<Vec<String>> {
        let writes = self.memory_writes();
        let mut all = self.tests_of_reaches(&writes)?;
        for place in places {
            self.tests_for(place, &writes)?.into_iter().for_each(|test| add(&mut all, test));
        }
        (all.len() <= MOST_TESTS && all.iter().all(|it| it.len() <= LONGEST_TEST)).then_some(all)
    }

    /// Where the loop reads what a name stands for, if that stays, and can be read in front of it.
    pub fn place_of(&self, symbol: SymbolId) -> Option<&'a Expression> {
        let can_be_read = |place: &Expression| {
            let mut cells = Vec::new();
            self.cells(place, &mut cells);
            cells.into_iter().all(|cell| self.readable(cell).is_some_and(|tests| tests.is_empty()))
        };
        let mut all = self.reads.iter().map(|read| read.place);
        all.find(|place| place.named() == Some(symbol) && self.is_steady(place) && can_be_read(place))
    }

    /// What must be tested so that all that is written lies where the first iteration says.
    fn tests_of_reaches(&self, writes: &[(Access<'a>, Option<Reach>)]) -> Option<Vec<String>> {
        let mut tests = Vec::new();
        for (write, reach) in writes {
            let Some(reach) = reach else { continue };
            reach.holds.iter().for_each(|test| add(&mut tests, test.clone()));
            for cell in self.cells_of_reach(write.place) {
                self.tests_against(cell, writes)?.into_iter().for_each(|test| add(&mut tests, test));
            }
        }
        Some(tests)
    }

    /// The sizes of the loops, as they are written.
    pub fn sizes(&self) -> BTreeSet<String> {
        self.ranges.iter().filter_map(|range| range.bound.clone()).collect()
    }

    /// What must be tested if a place is read in front of the loop; `None` if no test can tell that it may be.
    fn tests_for(&self, place: &Expression, writes: &[(Access<'a>, Option<Reach>)]) -> Option<Vec<String>> {
        let mut cells = Vec::new();
        self.cells(place, &mut cells);
        let mut tests = Vec::new();
        for cell in &cells {
            self.readable(cell)?.into_iter().for_each(|test| add(&mut tests, test));
        }
        for cell in cells {
            self.tests_against(cell, writes)?.into_iter().for_each(|test| add(&mut tests, test));
        }
        Some(tests)
    }

    /// What must be tested so that a cell isn't written.
    fn tests_against(
        &self,
        cell: &Expression,
        writes: &[(Access<'a>, Option<Reach>)],
    ) -> Option<Vec<String>> {
        let mut tests = Vec::new();
        for (write, reach) in writes {
            if !self.are_apart(write.place, cell) {
                tests.extend(self.tests(reach.as_ref()?, cell));
            }
        }
        Some(tests)
    }

    /// Whether a compiler must expect that what leads to a place is written.
    fn is_at_risk(&self, place: &Expression, writes: &[(Access<'a>, Option<Reach>)]) -> bool {
        let mut cells = Vec::new();
        self.cells(place, &mut cells);
        let is_written = |cell: &&Expression| {
            let mut others = writes.iter().filter(|(write, _)| !self.is_in_block(write.place));
            others.any(|(write, _)| !self.are_apart(write.place, cell))
        };
        cells.iter().any(is_written)
    }

    /// What the words of the loop mean.
    fn words<'w>(&'w self, is_steady: &'w dyn Fn(&Expression) -> bool) -> Words<'w, 'a> {
        Words { parsed: self.parsed, ranges: &self.ranges, definitions: &self.definitions, is_steady }
    }

    /// What the loop writes but for variables of its own, with what that reaches.
    fn memory_writes(&self) -> Vec<(Access<'a>, Option<Reach>)> {
        let is_steady = |expression: &Expression| self.is_steady(expression);
        let words = self.words(&is_steady);
        let mut found: Vec<(Access, Option<Reach>)> = Vec::new();
        for write in &self.writes {
            let is_inner = self.variable_of(write.place).is_some_and(|object| self.is_inner(object));
            if is_inner || self.is_own_place(write.place) {
                continue;
            }
            let is_certain = write.is_certain || self.is_computed(write.place);
            let is_plain = write.place.type_.is_ordinary();
            let runs = self.before_test(write.place).filter(|_| is_plain);
            let reach = runs.and_then(|runs| words.reach(write.place, is_certain, runs));
            // cells beside one another are one range
            let beside = found.iter_mut().find_map(|(other, known)| {
                let is_alike = is_same_type(&other.place.type_, &write.place.type_);
                let (known, new) = (known.as_mut()?, reach.as_ref()?);
                let are_beside =
                    known.lowest.cell == new.lowest.cell && known.highest.cell == new.highest.cell;
                (is_alike && are_beside && known.holds == new.holds).then_some((known, new))
            });
            if let Some((known, new)) = beside {
                known.lowest.more = known.lowest.more.min(new.lowest.more);
                known.highest.more = known.highest.more.max(new.highest.more);
                known.needs_order |= new.needs_order;
                continue;
            }
            found.push((*write, reach));
        }
        found
    }

    /// What must hold before a test may read all that the way to a written place reads; `None` if it may not.
    fn before_test(&self, place: &'a Expression) -> Option<Vec<String>> {
        let mut all = self.loops_run(place.span)?;
        for cell in self.cells_of_reach(place) {
            all.extend(self.readable(cell)?);
        }
        Some(all)
    }

    /// What the way to a written place reads that stays, with the ranges of counters.
    fn cells_of_reach(&self, place: &'a Expression) -> Vec<&'a Expression> {
        let mut cells = Vec::new();
        self.cells_to(place, &mut cells);
        let (mut waiting, mut seen) = (vec![place], BTreeSet::new());
        while let Some(next) = waiting.pop() {
            next.walk(&mut |part| {
                let Some(symbol) = part.variable().filter(|symbol| seen.insert(*symbol)) else { return };
                if let Some(definition) = self.definitions.get(&symbol) {
                    self.cells(definition, &mut cells);
                    waiting.push(definition);
                }
            });
        }
        let around = self.ranges.iter().filter(|range| range.span.contains(place.span));
        around.for_each(|range| range.ends.iter().for_each(|end| self.cells(end, &mut cells)));
        cells.retain(|cell| self.is_steady(cell));
        cells
    }

    /// Whether a place that is read is worth a variable, if others may write to it.
    fn is_candidate(&self, place: &Expression) -> bool {
        let is_scalar = place.type_.is_arithmetic() || matches!(place.type_.kind, TypeKind::Pointer(_));
        let mut cells = Vec::new();
        self.cells(place, &mut cells);
        is_scalar && !cells.is_empty() && self.is_steady(place)
    }

    /// Tests that what a write reaches doesn't lie over a cell, or the structure around it.
    fn tests(&self, reach: &Reach, cell: &Expression) -> Vec<String> {
        let [start, end] = self.edges(cell);
        let bytes = |pointer: &str| format!("(const char *){}", pointer);
        let (low, high) = (reach.lowest.pointer(false), reach.highest.pointer(true));
        let mut all = reach.holds.to_vec();
        if reach.needs_order {
            all.push(format!("{} < {}", bytes(&low), bytes(&high)));
        }
        all.push(format!("{} <= {} || {} <= {}", bytes(&high), bytes(&start), bytes(&end), bytes(&low)));
        all
    }

    /// Where the memory begins and ends that a cell is a part of: a structure, or an array that is declared.
    fn edges(&self, cell: &Expression) -> [String; 2] {
        let behind = |pointer: String| {
            let end = format!("({pointer} + 1)");
            [pointer, end]
        };
        let structure = structure_of(cell);
        match (structure, &cell.kind) {
            (Some(pointer), _) if is_pointer(pointer) && !is_array(pointer) => {
                behind(closed(&self.text(pointer)))
            }
            (None, ExpressionKind::Unary(UnaryOperator::Dereference, pointer)) => {
                behind(closed(&self.text(pointer)))
            }
            (None, ExpressionKind::Index(pointer, _)) if self.text(cell).starts_with('*') => {
                behind(closed(&self.text(pointer)))
            }
            _ => {
                let variable = self.variable_of(cell).filter(|_| has_subscripts(cell));
                let object = structure.unwrap_or(cell);
                match variable {
                    Some(variable) => behind(format!("&{}", self.parsed.resolved.symbols[variable].name)),
                    None => behind(format!("&{}", closed(&self.text(object)))),
                }
            }
        }
    }
}

/// Adds a test, unless it is there.
pub fn add(tests: &mut Vec<String>, test: String) {
    if !tests.contains(&test) {
        tests.push(test);
    }
}

fn is_same_type(one: &Type, other: &Type) -> bool {
    match (&one.kind, &other.kind) {
        (TypeKind::Record(one), TypeKind::Record(other)) => one == other,
        _ => one.scalar_bytes().is_some() && one.scalar_bytes() == other.scalar_bytes(),
    }
}
