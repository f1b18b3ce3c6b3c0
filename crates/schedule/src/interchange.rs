//! Loop interchange: innermost loops that go down the columns of arrays change places with ones that go along rows.
//!
//! `for (k) c[i][j] += a[i][k] * b[k][j];` touches another row of `b` in each iteration: another line of the cache, and
//! no vector. With the loop over `j` inside that over `k` all arrays are touched cell by cell. Statements of a nest keep
//! the loops that they still share, and are distributed over loops of their own from there on, in the order of the text.

use crate::arrangement::{Arrangement, Component};
use crate::flow::bounds;
use crate::nest::{Frame, Nest};
use isl::DimType;
use polyhedral::expression::LinearForm;
use polyhedral::{Access, Array, Scop, Statement, StatementId};
use std::collections::{BTreeMap, BTreeSet};

/// Loops of fewer iterations, a known number, are written out by compilers, or go through what is in the cache.
const MANY: i64 = 64;

/// Cells so many bytes apart lie in one line of the cache.
const LINE: u64 = 64;

/// An array of so many bytes stays in the cache, however it is gone through.
const SMALL: u64 = 16 << 10;

/// What becomes of the loops around statements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interchange {
    /// Per statement whose loops change places the dimensions of its date that count them, outermost first.
    loops: BTreeMap<StatementId, Vec<u32>>,
}

/// How an access goes through its array with a counter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stride {
    /// Not at all, or from one cell to one that is near.
    Near,
    /// From line to line of the cache.
    Far,
}

impl Interchange {
    /// Of the statements of `scop` those whose innermost loop goes from line to line in some array, while another loop around
    /// them does so in none: with that loop inside all others.
    ///
    /// # Errors
    /// isl's.
    pub(crate) fn wanted(frame: &Frame, scop: &Scop) -> isl::Result<Self> {
        let mut loops = BTreeMap::new();
        for (id, counters) in frame.counters(&frame.whole()) {
            let (statement, domain) = (&scop.statements[id], &frame.domains[id]);
            let mut long = BTreeSet::new();
            for position in 0..counters.len().min(statement.iterators.len()) {
                if is_long(domain, position as u32)? {
                    long.insert(position);
                }
            }
            let strides = |position: usize| columns(scop, statement, position);
            let Some(last) = counters.len().checked_sub(1).filter(|last| long.contains(last)) else { continue };
            if strides(last) == 0 {
                continue;
            }
            if let Some(row) = (0..last).rev().find(|position| long.contains(position) && strides(*position) == 0) {
                let mut order = counters;
                let dimension = order.remove(row);
                order.push(dimension);
                loops.insert(id, order);
            }
        }
        Ok(Interchange { loops })
    }

    /// Whether no loops change places.
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// The statements whose loops change places.
    pub fn statements(&self) -> BTreeSet<StatementId> {
        self.loops.keys().copied().collect()
    }

    /// The same for the statements of `nest` alone.
    pub(crate) fn within(&self, nest: &Nest) -> Self {
        let is_inside = |(statement, _): &(&StatementId, &Vec<u32>)| nest.statements.contains(statement);
        let loops = self.loops.iter().filter(is_inside).map(|(statement, loops)| (*statement, loops.clone()));
        Interchange { loops: loops.collect() }
    }

    /// The same for the statements of both.
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.loops.extend(other.loops);
        self
    }

    /// Whether the outermost loop of `nest` is to be another one for some of its statements.
    pub(crate) fn changes_outermost(&self, frame: &Frame, nest: &Nest) -> bool {
        let outermost = frame.outer_loop(nest);
        nest.statements.iter().any(|statement| {
            let own = self.loops.get(statement);
            let first = own.and_then(|own| own.iter().find(|dimension| nest.rest.contains(dimension)));
            first.is_some() && first.copied() != outermost
        })
    }

    /// What orders the instances of `nest`, by statement, and the statements whose innermost loop is another one than before.
    pub(crate) fn arranged(
        &self,
        frame: &Frame,
        nest: &Nest,
    ) -> (BTreeMap<StatementId, Vec<Component>>, BTreeSet<StatementId>) {
        let own = frame.counters(nest);
        let loops = |statement: &StatementId| {
            let given = &own[statement];
            let changed = self.loops.get(statement).into_iter().flatten();
            let changed: Vec<u32> = changed.filter(|dimension| given.contains(dimension)).copied().collect();
            if changed.is_empty() { given.clone() } else { changed }
        };
        let all: Vec<(StatementId, Vec<u32>)> = nest.statements.iter().map(|s| (*s, loops(s))).collect();
        let moved = all.iter().filter(|(statement, loops)| loops.last() != own[statement].last());
        let moved = moved.map(|(statement, _)| *statement).collect();
        let mut dates = BTreeMap::new();
        let rest: Vec<_> = all.iter().map(|(statement, loops)| (*statement, loops.as_slice())).collect();
        arrange(frame, &rest, &mut dates);
        (dates, moved)
    }
}

/// Whether other innermost loops are wanted somewhere in a region.
///
/// # Errors
/// isl's.
pub fn is_wanted(scop: &Scop) -> isl::Result<bool> {
    let wanted = Frame::of(scop)?.map(|frame| Interchange::wanted(&frame, scop)).transpose()?;
    Ok(wanted.is_some_and(|wanted| !wanted.is_empty()))
}

/// Orders statements with the loops that are left around each: those that shared the next one in the program still do.
fn arrange(
    frame: &Frame,
    statements: &[(StatementId, &[u32])],
    dates: &mut BTreeMap<StatementId, Vec<Component>>,
) {
    let share = |one: &(StatementId, &[u32]), other: &(StatementId, &[u32])| match (one.1.first(), other.1.first()) {
        (Some(dimension), Some(next)) => dimension == next && frame.share(one.0, other.0, *dimension),
        _ => false,
    };
    let runs: Vec<_> = statements.chunk_by(share).collect();
    for (position, run) in (0..).zip(&runs) {
        let shared = run[0].1.first();
        for (statement, _) in *run {
            let date = dates.entry(*statement).or_default();
            date.extend((runs.len() > 1).then_some(Component::Position(position)));
            date.extend(shared.map(|dimension| Component::Program(*dimension)));
        }
        if shared.is_some() {
            let inside: Vec<_> = run.iter().map(|(statement, loops)| (*statement, &loops[1..])).collect();
            arrange(frame, &inside, dates);
        }
    }
}

/// Of how many accesses of a statement a loop goes from line to line.
fn columns(scop: &Scop, statement: &Statement, loop_position: usize) -> usize {
    let Some(iterator) = statement.iterators.get(loop_position) else { return 0 };
    let stride = |access: &&Access| stride(scop, &scop.arrays[access.array], access, &iterator.name);
    statement.accesses.iter().filter(|access| stride(access) == Stride::Far).count()
}

/// How `access` goes through `array` with this counter.
fn stride(scop: &Scop, array: &Array, access: &Access, counter: &str) -> Stride {
    let known = |dimension: usize| {
        let extent = array.extents.get(dimension)?.as_ref()?;
        u64::try_from(scop.concrete(extent.value.as_ref()?).constant()?).ok()
    };
    let element = array.element_bytes.unwrap_or(1);
    let bytes = |first: usize| {
        (first..array.dimensions()).try_fold(element, |bytes, dimension| bytes.checked_mul(known(dimension)?))
    };
    if !access.is_known() || bytes(0).is_some_and(|bytes| bytes <= SMALL) {
        return Stride::Near;
    }
    // the cells between one iteration and the next, in bytes; none where that isn't known, or much
    let apart = access.subscripts.iter().enumerate().try_fold(0u64, |apart, (dimension, subscript)| {
        if !subscript.mentions(counter) {
            return Some(apart);
        }
        let factor = LinearForm::of(subscript)?.coefficient(counter).unsigned_abs();
        apart.checked_add(factor.checked_mul(bytes(dimension + 1)?)?)
    });
    match apart {
        Some(apart) if apart < LINE => Stride::Near,
        _ => Stride::Far,
    }
}

/// Whether a loop isn't known to have few iterations.
fn is_long(domain: &isl::Set, position: u32) -> isl::Result<bool> {
    let behind = domain.dim(DimType::Set)? - position - 1;
    let values = domain.clone().project_out(DimType::Set, position + 1, behind)?;
    let values = values.project_out(DimType::Set, 0, position)?;
    let bounds = bounds(values)?;
    Ok(bounds.least.zip(bounds.most).is_none_or(|(least, most)| most - least >= MANY))
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
            match interchange.within(nest).is_empty() {
                true => arrangement.as_written(frame, nest),
                false => arrangement.along_rows(frame, nest, interchange),
            }
        }
        arrangement
    }
}
