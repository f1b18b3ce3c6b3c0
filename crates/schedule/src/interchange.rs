//! Loop interchange: innermost loops that go down the columns of arrays change places with ones that go along rows.
//!
//! `for (k) c[i][j] += a[i][k] * b[k][j];` touches another row of `b` in each iteration: another line of the cache, and
//! no vector. With the loop over `j` inside that over `k` all arrays are touched cell by cell. Statements of a nest keep
//! the loops that they still share, and are distributed over loops of their own from there on, in the order of the text. Where
//! that isn't legal, what stood behind such a loop may join it: in `for (j) { for (k < j) a[i][j] -= a[i][k] * a[k][j]; a[i][j] /= a[j][j]; }`
//! each column must be divided before others need it, so the loop over k divides that of its own number first.
//!
//! A variable that adds up (`s += a[i][k] * b[k][j];`) needs a cell for each j then. The array that has them (`allocator::expansion`)
//! is as long as a row, or, where nobody knows how long that is, as a strip of it.
//!
//! So do sums that wait for each of their additions, since these round, while a loop around them goes along rows:
//! `for (x) { s = 0; for (u) s += w[u] * in[x + u]; out[x] = s; }` is a vector loop once it adds to all sums of a strip at a time. Loops of
//! a few additions, a number that is known, stay where they are: compilers write them out.

use crate::arrangement::{Arrangement, Component};
use crate::effort::{adds_up, adds_up_along, divides, has_control};
use crate::flow::bounds;
use crate::lanes::Lanes;
use crate::nest::{Frame, Nest, line};
use crate::track::Track;
use isl::Set;
use polyhedral::expression::{Expression, LinearForm};
use polyhedral::{Access, AccessKind, Array, ArrayId, Scop, Statement, StatementId};
use std::collections::{BTreeMap, BTreeSet};

/// Loops of fewer iterations, a known number, are written out by compilers, or go through what is in the cache.
pub(crate) const MANY: i64 = 128;

/// Loops of fewer iterations aren't worth it either where others are fused with them.
pub(crate) const SEVERAL: i64 = 32;

/// Cells so many bytes apart lie in one line of the cache.
const LINE: u64 = 64;

/// The cells of a strip of a row.
const STRIP: i64 = 512;

/// So many additions in loops of so many iterations each compilers write out.
const WRITTEN_OUT: (i64, i64) = (36, 16);

/// The fewest sums, a known number, that are worth a loop over them: where there are few, compilers make vectors of the loop around.
const LEAST_SUMS: i64 = 64;

/// An array of so many bytes stays in the cache, however it is gone through.
const SMALL: u64 = 32 << 10;

/// An array of so many cells that takes the place of a variable is no danger to the stack.
const SHORT_ROW: i64 = 4096;

/// A loop around a statement: the dimension of its date that counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Over all its iterations.
    Loop(u32),
    /// Over strips of so many of them.
    Strip(u32, i64),
    /// Over strips of a few, of which those that are whole are done at a time ([`crate::lanes`]).
    Lanes(u32),
}

impl Step {
    fn dimension(self) -> u32 {
        match self {
            Step::Loop(dimension) | Step::Strip(dimension, _) | Step::Lanes(dimension) => dimension,
        }
    }
}

/// The loops around a sum along which it waits for its last addition.
pub(crate) struct Waiting {
    /// The position of the outermost of them.
    pub(crate) first: usize,
    /// The position behind the innermost one that compilers don't write out.
    pub(crate) inside: usize,
    /// The positions outside of them of loops along which the sum, and what stands beside it, goes from cell to cell.
    vectors: BTreeSet<usize>,
    /// Whether something calls a function, or branches, beside the sum.
    pub(crate) has_calls: bool,
}

impl Waiting {
    /// Whether compilers may make vectors of the loop at this position, outside of them, with all that stands beside the sum.
    pub(crate) fn is_vector(&self, position: usize) -> bool {
        self.vectors.contains(&position)
    }
}

/// What becomes of the loops around statements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interchange {
    /// Per statement whose loops are other ones than in the program these loops, outermost first.
    loops: BTreeMap<StatementId, Vec<Step>>,
    /// Those of them whose loops are joined by what stands behind them in the program.
    joined: BTreeSet<StatementId>,
    /// Those of them that add up, of which many sums grow at a time.
    sums: BTreeSet<StatementId>,
    /// Those of which several rows are done at a time ([`Step::Lanes`]), with these rows.
    lanes: BTreeMap<StatementId, Lanes>,
}

impl Interchange {
    /// Of the statements of `scop` those whose innermost long loop goes from line to line in some array, while another loop around
    /// them does so in none: with that loop in its place, and what stands beside them in the same loops with them. Long loops have `many`
    /// iterations.
    ///
    /// # Errors
    /// isl's.
    pub(crate) fn wanted(frame: &Frame, scop: &Scop, many: i64) -> isl::Result<Self> {
        let all = frame.counters(&frame.whole());
        let (mut own, mut sums) = (BTreeMap::new(), BTreeSet::new());
        for (id, counters) in &all {
            let domain = &frame.domains[*id];
            if let Some(order) = along_rows(scop, *id, domain, counters, many)? {
                own.insert(*id, order);
            } else if let Some(order) = sums_at_a_time(frame, scop, *id, counters)? {
                own.insert(*id, order);
                sums.insert(*id);
            }
        }
        let mut loops = BTreeMap::new();
        for (id, counters) in &all {
            // those that share all loops of one of both
            let beside = own.iter().filter(|(other, order)| {
                let shared = &all[if order.len() < counters.len() { *other } else { id }];
                shared.last().is_some_and(|innermost| frame.share(*id, **other, *innermost))
            });
            let mut orders: Vec<Vec<u32>> = beside.map(|(_, order)| like(counters, order)).collect();
            orders.dedup();
            let order = match &orders[..] {
                [only] => Some(only),
                _ => own.get(id),
            };
            if let Some(order) = order.filter(|order| *order != counters) {
                loops.insert(*id, order.iter().copied().map(Step::Loop).collect());
            }
        }
        Interchange { loops, sums, ..Interchange::default() }.in_strips(frame, scop)
    }

    /// The same, and the sums of which several rows may be done at a time.
    ///
    /// # Errors
    /// isl's.
    pub(crate) fn all_wanted(frame: &Frame, scop: &Scop) -> isl::Result<Self> {
        let wanted = Interchange::wanted(frame, scop, MANY)?;
        let lanes = wanted.lanes(frame, scop)?;
        Ok(wanted.and(lanes))
    }

    /// The same with strips where arrays that take the place of variables would be long, or many sums grow at a time.
    fn in_strips(mut self, frame: &Frame, scop: &Scop) -> isl::Result<Self> {
        let is_made = |access: &Access| {
            let array = &scop.arrays[access.array];
            array.is_made() && array.dimensions() > 0
        };
        let all = frame.counters(&frame.whole());
        let mut rows = Vec::new();
        for (id, loops) in &self.loops {
            let row = moved(&all[id], loops);
            let is_due = || self.sums.contains(id) || scop.statements[*id].accesses.iter().any(is_made);
            if let Some(position) = row.filter(|_| is_due()) {
                let turns = turns(scop, &frame.domains[*id], position as u32)?;
                rows.extend(turns.is_none_or(|turns| turns > SHORT_ROW).then_some((*id, all[id][position])));
            }
        }
        for (id, counters) in all {
            let row =
                rows.iter().find(|(other, row)| counters.contains(row) && frame.share(id, *other, *row));
            if let Some(outside) = row.and_then(|(_, row)| counters.iter().position(|counter| counter == row))
            {
                let given = || counters.iter().copied().map(Step::Loop).collect();
                self.loops
                    .entry(id)
                    .or_insert_with(given)
                    .insert(outside, Step::Strip(counters[outside], STRIP));
            }
        }
        Ok(self)
    }

    /// Whether there are strips.
    pub(crate) fn has_strips(&self) -> bool {
        self.loops.keys().any(|statement| self.is_in_strips(*statement))
    }

    /// Whether a statement runs in strips.
    pub(crate) fn is_in_strips(&self, statement: StatementId) -> bool {
        let is_strip = |step: &Step| matches!(step, Step::Strip(..) | Step::Lanes(_));
        self.loops.get(&statement).into_iter().flatten().any(is_strip)
    }

    /// Whether a statement adds up, and many of its sums grow at a time.
    pub(crate) fn is_sum(&self, statement: StatementId) -> bool {
        self.sums.contains(&statement)
    }

    /// The statements that do.
    pub(crate) fn sums(&self) -> &BTreeSet<StatementId> {
        &self.sums
    }

    /// The loops that become innermost ones of `statements` by their positions, where nobody knows how many iterations they have, and no sum waits in
    /// the loop whose place they take: short ones would take longer than that.
    pub(crate) fn rows_of_unknown_length(
        &self,
        frame: &Frame,
        scop: &Scop,
        statements: &BTreeSet<StatementId>,
    ) -> isl::Result<BTreeMap<StatementId, usize>> {
        let all = frame.counters(&frame.whole());
        let mut found = BTreeMap::new();
        for id in statements.iter().filter(|id| !adds_up(scop, &scop.statements[**id])) {
            let row = self.loops.get(id).and_then(|loops| moved(&all[id], loops));
            if let Some(row) = row.filter(|_| !self.sums.contains(id))
                && turns(scop, &frame.domains[*id], row as u32)?.is_none()
            {
                found.insert(*id, row);
            }
        }
        Ok(found)
    }

    /// The loops around a statement that has those of `counters` in the program; without those over strips.
    pub(crate) fn order(&self, statement: StatementId, counters: &[u32]) -> Vec<u32> {
        let loops = |steps: &Vec<Step>| {
            let loops = steps.iter().filter(|step| matches!(step, Step::Loop(_)));
            loops.map(|step| step.dimension()).collect()
        };
        self.loops.get(&statement).map_or_else(|| counters.to_vec(), loops)
    }

    /// The loops of a nest, which has these in the program, outermost first; as they are there where its statements differ.
    pub(crate) fn order_of(&self, nest: &Nest, loops: Vec<u32>) -> Vec<u32> {
        let order = |statement: &StatementId| {
            let own = self.order(*statement, &loops).into_iter();
            own.filter(|dimension| loops.contains(dimension)).collect::<Vec<u32>>()
        };
        let mut orders = nest.statements.iter().map(order);
        let first = orders.next().filter(|first| first.len() == loops.len());
        first.filter(|first| orders.all(|other| other == *first)).unwrap_or(loops)
    }

    /// The statements that have other loops than in the program, with those.
    pub(crate) fn orders(&self, frame: &Frame) -> BTreeMap<StatementId, Vec<u32>> {
        let own = frame.counters(&frame.whole()).into_iter();
        let orders = own.map(|(id, own)| (id, self.order(id, &own), own));
        orders.filter(|(_, order, own)| order != own).map(|(id, order, _)| (id, order)).collect()
    }

    /// Gives a statement these loops.
    pub(crate) fn set(&mut self, statement: StatementId, loops: Vec<Step>) {
        self.loops.insert(statement, loops);
    }

    /// Gives a statement these loops, in which several rows are done at a time; where these `are_sums`, their parts are added up in turn.
    pub(crate) fn set_lanes(
        &mut self,
        statement: StatementId,
        loops: Vec<Step>,
        lanes: Lanes,
        are_sums: bool,
    ) {
        self.set(statement, loops);
        self.lanes.insert(statement, lanes);
        self.sums.extend(are_sums.then_some(statement));
    }

    /// The rows of a statement of which several are done at a time.
    pub(crate) fn lanes_of(&self, statement: StatementId) -> Option<&Lanes> {
        self.lanes.get(&statement)
    }

    /// What orders the instances of a statement along one of its loops.
    fn component(&self, statement: StatementId, step: Step) -> Component {
        match (step, self.lanes.get(&statement)) {
            (Step::Lanes(_), Some(lanes)) => lanes.component(),
            (Step::Strip(dimension, size), _) => Component::Strip(Track::by(dimension), 0, size),
            (Step::Loop(dimension) | Step::Lanes(dimension), _) => Component::Program(dimension),
        }
    }

    /// The statements that have loops of their own here.
    pub(crate) fn changed(&self) -> BTreeSet<StatementId> {
        self.loops.keys().copied().collect()
    }

    /// Whether no loops change places.
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// The statements of which loops in `nest` change places.
    pub(crate) fn statements(&self, frame: &Frame, nest: &Nest) -> BTreeSet<StatementId> {
        let is_other = |(statement, counters): &(StatementId, Vec<u32>)| {
            let own = self.order(*statement, counters).into_iter();
            let own: Vec<u32> = own.filter(|dimension| nest.rest.contains(dimension)).collect();
            !own.is_empty() && own != *counters
        };
        frame.counters(nest).into_iter().filter(is_other).map(|(statement, _)| statement).collect()
    }

    /// The same for the statements of `nest` alone.
    pub(crate) fn within(&self, nest: &Nest) -> Self {
        self.only(|statement| nest.statements.contains(statement))
    }

    /// The same for these statements alone.
    pub(crate) fn only(&self, is_kept: impl Fn(&StatementId) -> bool) -> Self {
        let mut kept = self.clone();
        kept.loops.retain(|statement, _| is_kept(statement));
        kept.joined.retain(&is_kept);
        kept.sums.retain(&is_kept);
        kept.lanes.retain(|statement, _| is_kept(statement));
        kept
    }

    /// The same in parts: statements that get one loop as their innermost one stay together.
    pub(crate) fn groups(&self, frame: &Frame) -> Vec<Self> {
        let innermost = |statement: &StatementId| Some(self.loops.get(statement)?.last()?.dimension());
        let mut groups: Vec<Vec<StatementId>> = Vec::new();
        for statement in self.loops.keys() {
            let is_own = |group: &&mut Vec<StatementId>| {
                let other = innermost(&group[0]);
                let is_same = other == innermost(statement);
                is_same && other.is_some_and(|own| frame.share(group[0], *statement, own))
            };
            match groups.iter_mut().find(is_own) {
                Some(group) => group.push(*statement),
                None => groups.push(vec![*statement]),
            }
        }
        groups.iter().map(|group| self.only(|statement| group.contains(statement))).collect()
    }

    /// The same where loops are joined by what stands behind them.
    pub(crate) fn joining(mut self) -> Self {
        self.joined = self.changed();
        self
    }

    /// The same for the statements of both.
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.loops.extend(other.loops);
        self.joined.extend(other.joined);
        self.sums.extend(other.sums);
        self.lanes.extend(other.lanes);
        self
    }

    /// Whether the outermost loop of `nest` is to be another one for some of its statements.
    pub(crate) fn changes_outermost(&self, frame: &Frame, nest: &Nest) -> bool {
        let outermost = frame.outer_loop(nest).map(Step::Loop);
        nest.statements.iter().any(|statement| {
            let own = self.loops.get(statement);
            let first = own.and_then(|own| own.iter().find(|step| nest.rest.contains(&step.dimension())));
            first.is_some() && first.copied() != outermost
        })
    }

    /// What orders the instances of `nest`, by statement.
    pub(crate) fn arranged(&self, frame: &Frame, nest: &Nest) -> BTreeMap<StatementId, Vec<Component>> {
        let own = frame.counters(nest);
        let loops = |statement: &StatementId| -> Vec<Step> {
            let given = &own[statement];
            match self.loops.get(statement) {
                Some(changed) => {
                    changed.iter().filter(|step| given.contains(&step.dimension())).copied().collect()
                }
                None => given.iter().copied().map(Step::Loop).collect(),
            }
        };
        let all: Vec<(StatementId, Vec<Step>)> = nest.statements.iter().map(|s| (*s, loops(s))).collect();
        let rest: Vec<_> = all.iter().map(|(statement, loops)| (*statement, loops.as_slice())).collect();
        let mut dates = BTreeMap::new();
        self.arrange(frame, &rest, &mut dates);
        dates
    }
}

/// Whether other innermost loops are wanted somewhere in a region.
///
/// # Errors
/// isl's.
pub fn is_wanted(scop: &Scop) -> isl::Result<bool> {
    let may_gain = |statement| goes_down_columns(scop, statement) || adds_up(scop, statement);
    if !scop.statements.iter().any(may_gain) {
        return Ok(false);
    }
    Ok(!wanted(scop)?.is_empty())
}

/// Whether all of them would run in strips, which aren't fused.
///
/// # Errors
/// isl's.
pub fn is_in_strips(scop: &Scop) -> isl::Result<bool> {
    let wanted = wanted(scop)?;
    Ok(!wanted.is_empty() && wanted.loops.keys().all(|statement| wanted.is_in_strips(*statement)))
}

/// What is wanted in a region; nothing where loops can't change places.
fn wanted(scop: &Scop) -> isl::Result<Interchange> {
    let Some(frame) = Frame::of(scop)? else { return Ok(Interchange::default()) };
    Interchange::all_wanted(&frame, scop)
}

/// Statements with the loops that are left around each.
type Left<'a> = [(StatementId, &'a [Step])];

impl Interchange {
    /// Orders statements with the loops that are left around each: those that shared the next one in the program still do.
    fn arrange(&self, frame: &Frame, left: &Left, dates: &mut BTreeMap<StatementId, Vec<Component>>) {
        let runs = self.runs(frame, left);
        for (position, run) in (0..).zip(&runs) {
            for (statement, _) in run.iter().copied().flatten() {
                let date = dates.entry(*statement).or_default();
                date.extend((runs.len() > 1).then_some(Component::Position(position)));
            }
            self.arrange_run(frame, run, dates);
        }
    }

    /// Orders the parts of a run: each has a loop around all of it, or is a statement, and of several the last is the first.
    fn arrange_run(&self, frame: &Frame, run: &[&Left], dates: &mut BTreeMap<StatementId, Vec<Component>>) {
        for (position, part) in (0..).zip(run.iter().rev()) {
            let Some(shared) = part[0].1.first() else { continue };
            for (statement, _) in *part {
                let date = dates.entry(*statement).or_default();
                date.push(self.component(*statement, *shared));
                date.extend((run.len() > 1).then_some(Component::Position(position)));
            }
            let inside: Vec<_> = part.iter().map(|(statement, loops)| (*statement, &loops[1..])).collect();
            self.arrange(frame, &inside, dates);
        }
    }

    /// Parts of `left` that share the next loop, each with those that join it.
    fn runs<'a>(&self, frame: &Frame, left: &'a Left<'a>) -> Vec<Vec<&'a Left<'a>>> {
        let share = |one: &(StatementId, &[Step]), other: &(StatementId, &[Step])| match (
            one.1.first(),
            other.1.first(),
        ) {
            (Some(step), Some(next)) => step == next && frame.share(one.0, other.0, step.dimension()),
            _ => false,
        };
        let mut runs: Vec<Vec<&Left>> = Vec::new();
        for part in left.chunk_by(share) {
            match runs.last_mut() {
                Some(run) if run.len() == 1 && self.joins(frame, run[0], part) => run.push(part),
                _ => runs.push(vec![part]),
            }
        }
        runs
    }

    /// Whether what is left of `behind` joins the loop that is left of `first`, since both were in the one that is left of `behind`.
    fn joins(&self, frame: &Frame, first: &Left, behind: &Left) -> bool {
        let (Some((_, own)), Some((other, steps))) = (first.first(), behind.first()) else { return false };
        let Some(Step::Loop(dimension)) = steps.first() else { return false };
        let is_torn = |(statement, steps): &(StatementId, &[Step])| {
            self.joined.contains(statement)
                && steps.contains(&Step::Loop(*dimension))
                && frame.share(*statement, *other, *dimension)
        };
        matches!(own.first(), Some(Step::Loop(_)))
            && own.first() != steps.first()
            && first.iter().all(is_torn)
    }
}

/// The position of the first of `counters` that isn't at its place among `loops`: the one that moves inwards.
fn moved(counters: &[u32], loops: &[Step]) -> Option<usize> {
    counters.iter().zip(loops).position(|(counter, step)| *counter != step.dimension())
}

/// The loops of `counters`, as far as they are among those of `order` in that order.
pub(crate) fn like(counters: &[u32], order: &[u32]) -> Vec<u32> {
    let shared = order.iter().filter(|counter| counters.contains(counter));
    let others = counters.iter().filter(|counter| !order.contains(counter));
    shared.chain(others).copied().collect()
}

/// The loops around a statement, `counters`, with another one in the place of the innermost one of `many` iterations, if that is better.
fn along_rows(
    scop: &Scop,
    id: StatementId,
    domain: &Set,
    counters: &[u32],
    many: i64,
) -> isl::Result<Option<Vec<u32>>> {
    let statement = &scop.statements[id];
    let mut long = Vec::new();
    if !goes_down_columns(scop, statement) {
        return Ok(None);
    }
    for position in 0..counters.len().min(statement.iterators.len()) {
        if is_long(scop, domain, position as u32, many)? {
            long.push(position);
        }
    }
    let Some((last, outer)) = long.split_last().filter(|(last, _)| goes_down(scop, statement, **last)) else {
        return Ok(None);
    };
    // a sum waits for each of its additions, which takes longer than lines that other rows need, too
    let waits = |position: usize| adds_up_along(scop, statement, &statement.iterators[position].name);
    let is_better = |row: usize| !goes_down(scop, statement, row) && (waits(*last) || !waits(row));
    let row = outer.iter().rev().find(|position| is_better(**position));
    Ok(row.map(|row| with_inside(counters, *row, *last)))
}

/// `counters` with the one at position `row` at that of `last`, which is further in.
pub(crate) fn with_inside(counters: &[u32], row: usize, last: usize) -> Vec<u32> {
    let mut order = counters.to_vec();
    order[row..=last].rotate_left(1);
    order
}

/// The loops around a sum, `counters`, with another one inside of those along which it adds up, if there is one that compilers can make
/// vectors of.
fn sums_at_a_time(
    frame: &Frame,
    scop: &Scop,
    id: StatementId,
    counters: &[u32],
) -> isl::Result<Option<Vec<u32>>> {
    let Some(waiting) = Interchange::waiting_loops(frame, scop, id, counters)? else { return Ok(None) };
    let is_vector = |position: &usize| waiting.is_vector(*position);
    let Some(row) = (0..waiting.first).rev().find(is_vector) else { return Ok(None) };
    if turns(scop, &frame.domains[id], row as u32)?.is_some_and(|turns| turns < LEAST_SUMS) {
        return Ok(None);
    }
    Ok(Some(with_inside(counters, row, waiting.inside - 1)))
}

impl Interchange {
    /// The loops around a sum, those of `counters`, along which it waits, if compilers don't write all of them out.
    ///
    /// # Errors
    /// isl's.
    pub(crate) fn waiting_loops(
        frame: &Frame,
        scop: &Scop,
        id: StatementId,
        counters: &[u32],
    ) -> isl::Result<Option<Waiting>> {
        let (statement, domain) = (&scop.statements[id], &frame.domains[id]);
        let depth = counters.len().min(statement.iterators.len());
        let begun = (0..depth).take_while(|position| begins_in(frame, scop, id, counters[*position])).count();
        let adds_up = |position: &usize| adds_up_along(scop, statement, &statement.iterators[*position].name);
        let waiting = (begun..depth).rev().take_while(adds_up).count();
        if waiting == 0 || depth < counters.len() || has_control(statement) {
            return Ok(None);
        }
        let first = depth - waiting;
        let (most, longest) = WRITTEN_OUT;
        let (mut inside, mut additions) = (depth, 1);
        while inside > first {
            match turns(scop, domain, inside as u32 - 1)? {
                Some(turns) if turns <= longest && additions * turns <= most => additions *= turns,
                _ => break,
            }
            inside -= 1;
        }
        let innermost = counters[depth - 1];
        let ids = 0..scop.statements.len();
        let beside: Vec<_> = ids.filter(|other| frame.share(id, *other, innermost)).collect();
        // calls and divisions take longer than an addition waits, unless there are vectors of them
        let all = || beside.iter().map(|other| &scop.statements[*other]);
        let is_field =
            |access: &Access| !access.subscripts.is_empty() && scop.arrays[access.array].is_field();
        let has_fields = || all().any(|other| other.accesses.iter().any(is_field));
        let has_calls = all().any(has_control);
        if (has_calls || all().any(divides)) && has_fields() {
            return Ok(None);
        }
        let goes_along = |position: &usize| {
            beside.iter().all(|other| {
                let other = &scop.statements[*other];
                let counter = other.iterators.get(*position);
                counter.is_some_and(|counter| goes_cell_by_cell(scop, other, &counter.name))
            })
        };
        let vectors = (0..first).filter(goes_along).collect();
        Ok((inside > first).then_some(Waiting { first, inside, vectors, has_calls }))
    }
}

/// Whether a sum begins anew in each iteration of this loop: another statement in it gives the variable that adds up a value.
fn begins_in(frame: &Frame, scop: &Scop, id: StatementId, counter: u32) -> bool {
    let reads = |statement: &Statement, array: ArrayId| {
        statement.accesses.iter().any(|access| access.array == array && access.kind == AccessKind::Read)
    };
    let own = scop.statements[id].accesses.iter();
    let mut variables = own.filter(|access| access.writes() && access.subscripts.is_empty());
    variables.any(|variable| {
        let mut others = scop.statements.iter().enumerate();
        others.any(|(other, statement)| {
            let is_begun = statement
                .accesses
                .iter()
                .any(|it| it.array == variable.array && it.kind == AccessKind::MustWrite);
            other != id && is_begun && !reads(statement, variable.array) && frame.share(id, other, counter)
        })
    })
}

/// Whether with this counter a statement goes from one cell of each array to the next, or stays where it is, and stays nowhere but where it
/// reads. Fields of structures that it writes have others between them.
fn goes_cell_by_cell(scop: &Scop, statement: &Statement, counter: &str) -> bool {
    let is_next = |access: &Access| {
        if access.writes() && scop.arrays[access.array].is_field() {
            return false;
        }
        let mut mentioning =
            access.subscripts.iter().rev().enumerate().filter(|(_, it)| it.mentions(counter));
        match (mentioning.next(), mentioning.next()) {
            (None, _) => access.subscripts.is_empty() || !access.writes(),
            (Some((0, subscript)), None) => {
                LinearForm::of(subscript).is_some_and(|form| form.coefficient(counter).abs() == 1)
            }
            _ => false,
        }
    };
    statement.accesses.iter().all(|access| access.is_known() && is_next(access))
}

/// Whether some loop around a statement goes from line to line of an array, and another one doesn't.
fn goes_down_columns(scop: &Scop, statement: &Statement) -> bool {
    let mut all = (0..statement.iterators.len()).map(|position| goes_down(scop, statement, position));
    all.clone().any(|down| down) && all.any(|down| !down)
}

/// Whether a loop around a statement goes from line to line of an array.
fn goes_down(scop: &Scop, statement: &Statement, loop_position: usize) -> bool {
    let Some(iterator) = statement.iterators.get(loop_position) else { return false };
    let is_far = |access: &Access| is_far(scop, &scop.arrays[access.array], access, &iterator.name);
    statement.accesses.iter().any(is_far)
}

/// Whether `access` goes through `array` from line to line of the cache with this counter, for all that is known.
fn is_far(scop: &Scop, array: &Array, access: &Access, counter: &str) -> bool {
    let known = |dimension: usize| {
        let extent = array.extents.get(dimension)?.as_ref()?;
        u64::try_from(scop.concrete(extent.value.as_ref()?).constant()?).ok()
    };
    let element = array.element_bytes.unwrap_or(1);
    let bytes = |first: usize| {
        (first..array.dimensions()).try_fold(element, |bytes, dimension| bytes.checked_mul(known(dimension)?))
    };
    if bytes(0).is_some_and(|bytes| bytes <= SMALL) {
        return false;
    }
    // one cell may stand for all those of which nobody knows which they are
    let is_one_cell =
        !access.subscripts.is_empty() && access.subscripts.iter().all(|it| it.constant().is_some());
    if !access.is_known() || is_one_cell {
        return true;
    }
    // the cells between one iteration and the next, in bytes; none where that isn't known, or much
    let apart = access.subscripts.iter().enumerate().try_fold(0u64, |apart, (dimension, subscript)| {
        let factor = slope(subscript, counter)?;
        if factor == 0 { Some(apart) } else { apart.checked_add(factor.checked_mul(bytes(dimension + 1)?)?) }
    });
    apart.is_none_or(|apart| apart >= LINE)
}

/// By how much a value changes at most from one iteration to the next, but where it goes on with another of its parts, as one that is kept
/// within an array does at the borders; `None` where nobody knows.
fn slope(value: &Expression, counter: &str) -> Option<u64> {
    if let Some(form) = LinearForm::of(value) {
        return Some(form.coefficient(counter).unsigned_abs());
    }
    let of = |part: &Expression| slope(part, counter);
    match value {
        _ if !value.mentions(counter) => Some(0),
        Expression::Minimum(parts) | Expression::Maximum(parts) => {
            parts.iter().try_fold(0, |most, part| Some(of(part)?.max(most)))
        }
        Expression::Select(_, then, otherwise) => Some(of(then)?.max(of(otherwise)?)),
        Expression::Add(left, right) | Expression::Subtract(left, right) => of(left)?.checked_add(of(right)?),
        _ => None,
    }
}

/// How many iterations a loop has at most, if that is known.
pub(crate) fn turns(scop: &Scop, domain: &Set, position: u32) -> isl::Result<Option<i64>> {
    let bounds = bounds(line(domain, position)?.intersect_params(scop.lifted_values()?)?)?;
    Ok(bounds.least.zip(bounds.most).map(|(least, most)| most - least + 1))
}

/// Whether a loop isn't known to have fewer than `many` iterations.
pub(crate) fn is_long(scop: &Scop, domain: &Set, position: u32, many: i64) -> isl::Result<bool> {
    Ok(turns(scop, domain, position)?.is_none_or(|turns| turns >= many))
}

impl Arrangement {
    /// The order of the program with `interchange`.
    pub(crate) fn interchanged(frame: &Frame, interchange: &Interchange) -> Self {
        let mut arrangement = Arrangement::default();
        let nests = frame.split(&frame.whole());
        for (position, nest) in (0..).zip(&nests) {
            if nests.len() > 1 {
                arrangement.push(nest, Component::Position(position));
            }
            arrangement.along_rows(frame, nest, interchange);
        }
        arrangement
    }
}
