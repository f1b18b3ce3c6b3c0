//! What rows cost beside the temporaries: arrays that each row reads whole, and the way from row to row.
//!
//! A product of matrices reads one of its factors whole for each row of the other. Nests by themselves have a factor each
//! in the cache; rows of several nests in turn need room for all of their factors. Rows of a few elements are
//! soon at their ends, where a processor waits that would have gone on in the same loop. And loops over elements, which
//! have no rows at all, fetch once what several of them use.

use crate::cache::Caches;
use crate::cost::{SCALAR_INSTANCE, WAITING_ALONE, element, from_memory, touches};
use allocator::size::Reference;
use codegen::work::{Around, instances};
use polyhedral::expression::LinearForm;
use polyhedral::{Access, ArrayId, Expression, Scop, StatementId};
use schedule::arrangement::{Fused, FusedNest, Vectors};
use schedule::blocking::BLOCK;
use schedule::candidate::Candidate;
use std::collections::{BTreeMap, BTreeSet};

/// Rows with fewer cells are short.
const SHORT: i128 = 64;

/// What the end of a row takes, in bytes from memory.
const END_OF_ROW: i128 = 128;

/// What a row takes that compilers write out, so that it has no end.
const WRITTEN_OUT: i128 = 16;

/// The bytes of a number.
const NUMBER: i128 = 8;

/// The bytes of a line of the caches.
const LINE: i128 = 64;

/// The rows of an order.
pub(crate) struct Rows<'a> {
    scop: &'a Scop,
    candidate: &'a Candidate,
    reference: &'a Reference,
    caches: &'a Caches,
    /// Per statement the loops around it in the program.
    loops: BTreeMap<StatementId, Vec<Around>>,
}

impl<'a> Rows<'a> {
    pub(crate) fn new(
        scop: &'a Scop,
        candidate: &'a Candidate,
        reference: &'a Reference,
        caches: &'a Caches,
    ) -> Self {
        let loops = instances(scop, &scop.program.body).into_iter().collect();
        Rows { scop, candidate, reference, caches, loops }
    }

    /// About how many instances a statement has.
    pub(crate) fn instances(&self, statement: StatementId) -> i128 {
        self.loops.get(&statement).map_or(1, |loops| self.product(loops.iter()))
    }

    /// What the arrays of the caller take, in bytes from memory: each statement moves them once, loops over elements
    /// that were fused share them.
    pub(crate) fn callers(&self) -> i128 {
        let callers = (0..self.scop.arrays.len()).filter(|array| {
            let declared = &self.scop.arrays[*array];
            declared.outlives.is_some() && declared.dimensions() > 0
        });
        let cost = |array: ArrayId| {
            let moved: Vec<_> = (0..self.scop.statements.len()).map(|s| (s, self.moved(s, array))).collect();
            let shared: BTreeSet<_> =
                self.candidate.fused.iter().flat_map(|f| self.sharing(f, array)).collect();
            let level = self.caches.level(moved.iter().map(|(_, bytes)| *bytes).max().unwrap_or(0));
            let cost = |(statement, bytes): (StatementId, i128)| {
                from_memory(bytes, if shared.contains(&statement) { 0 } else { level })
            };
            moved.into_iter().map(cost).fold(0, i128::saturating_add)
        };
        callers.map(cost).fold(0, i128::saturating_add)
    }

    /// What it takes that innermost loops go from line to line of an array, in bytes from memory: no vectors, and a line for each
    /// cell, from wherever there is room for as many lines as the loop has turns.
    pub(crate) fn columns(&self) -> i128 {
        let cost = |statement: &StatementId| {
            let innermost = self.loops.get(statement).and_then(|loops| loops.last());
            let turns = self.product(innermost.into_iter());
            let level = self.caches.level(turns.saturating_mul(LINE));
            self.instances(*statement).saturating_mul(SCALAR_INSTANCE + from_memory(LINE, level))
        };
        self.candidate.in_columns.iter().map(cost).fold(0, i128::saturating_add)
    }

    /// What it takes that sums wait for each addition, in bytes from memory.
    pub(crate) fn waiting(&self) -> i128 {
        self.each(&self.candidate.waiting, SCALAR_INSTANCE)
    }

    /// What it takes that sums wait for each addition while others could be added to, in bytes from memory.
    pub(crate) fn one_by_one(&self) -> i128 {
        self.each(&self.candidate.one_by_one, WAITING_ALONE)
    }

    /// So many `bytes` for each instance of these statements.
    fn each(&self, statements: &BTreeSet<StatementId>, bytes: i128) -> i128 {
        let cost = |statement: &StatementId| self.instances(*statement).saturating_mul(bytes);
        statements.iter().map(cost).fold(0, i128::saturating_add)
    }

    /// What it takes to read operands whole for each row that other orders read in parts, and what it takes to write results in parts, in
    /// bytes from memory: where these are no larger than a cache there is room for them in each row.
    pub(crate) fn whole(&self) -> i128 {
        let scop = self.scop;
        let most = |statement: StatementId, is_counted: &dyn Fn(&Access) -> bool| {
            let accesses = scop.statements[statement].accesses.iter().filter(|access| is_counted(access));
            let arrays: BTreeSet<ArrayId> = accesses.map(|access| access.array).collect();
            arrays.into_iter().map(|array| self.moved(statement, array)).max().unwrap_or(0)
        };
        let is_large = |bytes: i128| bytes > self.caches.third();
        let each = |statement: StatementId| self.instances(statement).saturating_mul(NUMBER);
        let whole = |statement: &StatementId| match is_large(most(*statement, &|access| !access.writes())) {
            true => each(*statement),
            false => 0,
        };
        let parts = |statement: &StatementId| match is_large(most(*statement, &Access::writes)) {
            true => each(*statement) / i128::from(BLOCK / 2),
            false => 0,
        };
        let whole = self.candidate.unblocked.iter().map(whole).fold(0, i128::saturating_add);
        self.candidate.blocked.iter().map(parts).fold(whole, i128::saturating_add)
    }

    /// The bytes of `array` that all instances of a statement touch.
    fn moved(&self, statement: StatementId, array: ArrayId) -> i128 {
        let accesses = self.scop.statements[statement].accesses.iter().filter(|access| access.array == array);
        let loops = self.loops.get(&statement).map_or(&[][..], Vec::as_slice);
        let touched = |access: &Access| {
            let counters = counters(access);
            // data may choose anew in each iteration
            let counts = |around: &&Around| counters.contains(&around.counter) || !access.is_known();
            let instances = self.product(loops.iter().filter(counts));
            let mut spans = access.subscripts.iter().map(|subscript| self.span(subscript, loops));
            let cells = spans.try_fold(1i128, |cells, span| Some(cells.saturating_mul(span?)));
            cells.map_or(instances, |cells| cells.min(instances))
        };
        let element = element(&self.scop.arrays[array]);
        accesses.map(touched).max().map_or(0, |cells| cells.saturating_mul(element))
    }

    /// How many values a subscript takes at most in `loops`: `i - k` about as many as `i` and `k` together.
    fn span(&self, subscript: &Expression, loops: &[Around]) -> Option<i128> {
        let form = LinearForm::of(subscript).filter(|_| subscript.is_known())?;
        let trips = |(name, factor): &(String, i64)| {
            let around = loops.iter().find(|around| around.counter == *name)?;
            let steps = i128::from(self.reference.value(&around.trips)) - 1;
            Some(steps.max(0).saturating_mul(i128::from(factor.unsigned_abs())))
        };
        Some(form.terms.iter().filter_map(trips).fold(1, i128::saturating_add))
    }

    /// The statements of loops over elements that find `array` in the cache: all of a fused loop but the one that needs most of it.
    fn sharing(&self, fused: &Fused, array: ArrayId) -> Vec<StatementId> {
        let over_elements =
            fused.nests.iter().all(|nest| nest.vectors == Vectors::Kept && self.inner(nest).is_empty());
        let statements = fused.nests.iter().filter(|_| over_elements).flat_map(|nest| &nest.statements);
        let touching = statements.copied().filter(|statement| touches(self.scop, *statement, array));
        let mut sharing: Vec<StatementId> = touching.collect();
        let moved = |position: &usize| self.moved(sharing[*position], array);
        if let Some(first) = (0..sharing.len()).rev().max_by_key(moved) {
            sharing.remove(first);
        }
        sharing
    }

    /// The loops inside those over the rows of a nest, for its innermost statement.
    fn inner(&self, nest: &FusedNest) -> &[Around] {
        let Some(outer) = nest.outer else { return &[] };
        let loops = nest.statements.iter().filter_map(|statement| self.loops.get(statement));
        loops.filter_map(|loops| loops.get(outer + 1..)).max_by_key(|loops| loops.len()).unwrap_or(&[])
    }

    /// How many rows a nest does.
    fn number(&self, nest: &FusedNest) -> i128 {
        let loops = nest.statements.first().and_then(|statement| self.loops.get(statement));
        let around = loops.zip(nest.outer).and_then(|(loops, outer)| loops.get(..=outer)).unwrap_or(&[]);
        self.product(around.iter())
    }

    /// In how many turns of the fused loops that touch `array` all of it is touched: the fewest.
    pub(crate) fn turns(&self, array: ArrayId) -> i128 {
        let nests = self.candidate.fused.iter().flat_map(|fused| &fused.nests);
        let all = nests.flat_map(|nest| nest.statements.iter().map(|statement| (nest.outer, *statement)));
        let touching = all.filter(|(_, statement)| touches(self.scop, *statement, array));
        let turns = touching.map(|(outer, statement)| {
            let around = self.loops.get(&statement).zip(outer).and_then(|(loops, outer)| loops.get(..=outer));
            let accesses = self.scop.statements[statement].accesses.iter();
            let used: BTreeSet<_> =
                accesses.filter(|access| access.array == array).flat_map(counters).collect();
            self.product(around.unwrap_or(&[]).iter().filter(|around| used.contains(&around.counter)))
        });
        turns.min().unwrap_or(1).max(1)
    }

    fn product<'b>(&self, loops: impl Iterator<Item = &'b Around>) -> i128 {
        let trips = loops.map(|around| i128::from(self.reference.value(&around.trips).max(0)));
        trips.fold(1, i128::saturating_mul)
    }

    /// What fused rows cost that are known to be short, where those of several nests take turns, or where compilers write them out, so that
    /// the loop around them was the vector loop. Longer rows of one nest alone follow one another in any order.
    pub(crate) fn short(&self) -> i128 {
        let is_short = |fused: &&Fused| {
            let inner: Vec<&[Around]> = fused.nests.iter().map(|nest| self.inner(nest)).collect();
            let known = inner.iter().copied().flatten().all(|around| around.trips.constant().is_some());
            let longest = fused.nests.iter().map(|nest| self.length(nest)).max().unwrap_or(1);
            let mut ends = fused.nests.iter().map(|nest| self.end(nest)).filter(|end| *end > 0);
            let take_turns =
                matches!((ends.next(), ends.next()), (Some(_), Some(_)) | (Some(WRITTEN_OUT), _));
            known && longest < SHORT && take_turns
        };
        let rows = self.interleaved().filter(is_short).flat_map(|fused| &fused.nests);
        let cost = |nest: &FusedNest| self.number(nest).saturating_mul(self.end(nest));
        rows.map(cost).fold(0, i128::saturating_add)
    }

    /// What the end of each row of a nest takes.
    fn end(&self, nest: &FusedNest) -> i128 {
        let inner = self.inner(nest);
        match self.product(inner.iter()) <= i128::from(crate::reach::MOST_WRITTEN_OUT) {
            true if inner.is_empty() => 0,
            true => WRITTEN_OUT,
            false => END_OF_ROW,
        }
    }

    /// How many cells of an array a nest writes in a row.
    fn length(&self, nest: &FusedNest) -> i128 {
        let inner = self.inner(nest);
        let statements = nest.statements.iter().map(|statement| &self.scop.statements[*statement]);
        let written = statements.flat_map(|statement| &statement.accesses).filter(|access| access.writes());
        let lengths = written.map(|access| {
            let counters = counters(access);
            self.product(inner.iter().filter(|around| counters.contains(&around.counter)))
        });
        lengths.max().unwrap_or(1)
    }

    /// What fused rows take longer for their operands, with `together` bytes of temporaries in use.
    pub(crate) fn operands(&self, together: i128) -> i128 {
        let cost = |fused: &Fused| {
            let own: Vec<_> = fused.nests.iter().map(|nest| self.read_whole(nest)).collect();
            let mut all = BTreeMap::new();
            own.iter().for_each(|operands| all.extend(operands.clone()));
            let needed = sum(&all).saturating_add(together);
            let more = |(nest, operands): (&FusedNest, &BTreeMap<ArrayId, i128>)| {
                let bytes = sum(operands).saturating_mul(self.number(nest));
                let (apart, fused) = (self.caches.level(sum(operands)), self.caches.level(needed));
                (from_memory(bytes, fused) - from_memory(bytes, apart)).max(0)
            };
            fused.nests.iter().zip(&own).map(more).fold(0, i128::saturating_add)
        };
        self.interleaved().map(cost).fold(0, i128::saturating_add)
    }

    /// The fused loops in which a row of one nest follows one of another: in strips each nest has rows enough by itself.
    fn interleaved(&self) -> impl Iterator<Item = &Fused> {
        self.candidate.fused.iter().filter(|fused| fused.strip.is_none())
    }

    /// The arrays that each row of a nest goes through from the start, and their bytes.
    fn read_whole(&self, nest: &FusedNest) -> BTreeMap<ArrayId, i128> {
        let mut found = BTreeMap::new();
        let Some(outer) = nest.outer else { return found };
        for statement in &nest.statements {
            let Some((row, inner)) =
                self.loops.get(statement).and_then(|all| all.get(outer..)?.split_first())
            else {
                continue;
            };
            for access in &self.scop.statements[*statement].accesses {
                let counters = counters(access);
                // what each cell of a row reads again (the weights of a filter) is in the cache anyway
                let is_of_cells =
                    inner.first().is_some_and(|outermost| !counters.contains(&outermost.counter));
                let is_scalar = self.scop.arrays[access.array].dimensions() == 0;
                if counters.contains(&row.counter) || is_scalar || is_of_cells {
                    continue;
                }
                let used = self.product(inner.iter().filter(|around| counters.contains(&around.counter)));
                let bytes = used.saturating_mul(element(&self.scop.arrays[access.array]));
                let most = found.entry(access.array).or_insert(0);
                *most = bytes.max(*most);
            }
        }
        found
    }
}

fn sum(operands: &BTreeMap<ArrayId, i128>) -> i128 {
    operands.values().copied().fold(0, i128::saturating_add)
}

/// The names in the subscripts of an access.
fn counters(access: &Access) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    access.subscripts.iter().for_each(|subscript| subscript.variables(&mut names));
    names
}
