//! Sums of several rows at a time.
//!
//! In `for (i) { s = 0; for (j) s += a[i][j] * x[j]; y[i] = s; }` each addition waits for the one before, since they round, and no loop around
//! goes from cell to cell of `a`, so that no row of sums would be a vector. But the sums of a few rows don't wait for one another: of these one
//! addition each is done before the next ones (unroll and jam; Callahan, Cocke and Kennedy, *Estimating interlock and improving balance for
//! pipelined architectures*, section 3). What `x` has is fetched once for all of them.
//!
//! Strips of rows that the loop doesn't fill stay in the order of the program.

use crate::arrangement::Component;
use crate::interchange::{Interchange, Step, like, turns};
use crate::nest::{Frame, Nest};
use isl::{Aff, DimType, LocalSpace, MultiAff, Set, Space, Val};
use polyhedral::expression::LinearForm;
use polyhedral::{Access, Node, Scop, StatementId};

/// How many rows are done at a time: as many sums as hide how long an addition takes, and registers hold.
pub const LANES: i64 = 4;

/// A loop of fewer rows, a known number, isn't worth it.
const LEAST_ROWS: i64 = 2 * LANES;

/// Sums of fewer parts, a known number, aren't either: compilers write them out, or there is little to wait for.
const LEAST_PARTS: i64 = 32;

/// The rows of statements of which several are done at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lanes {
    /// The dimension of the program's dates that counts them.
    pub(crate) row: u32,
    /// The row that the loop begins with: factors of the dimensions in front, and of the parameters, and a number.
    start: (Vec<i64>, Vec<i64>, i64),
    /// The statements that are in the loop.
    beside: Vec<StatementId>,
}

impl Lanes {
    /// The rows of the loop of dimension `row` around these statements, if they lie between single bounds.
    fn of(frame: &Frame, beside: Vec<StatementId>, row: u32) -> isl::Result<Option<Self>> {
        let rows = rows(frame, &beside, row)?.remove_redundancies()?;
        let parts = rows.basic_sets()?;
        let [part] = &parts[..] else { return Ok(None) };
        let mut start = None;
        for bound in part.constraints()? {
            let number = |kind, position| bound.coefficient_val(kind, position)?.to_i64();
            let own = number(DimType::Set, row)?;
            if own == Some(0) {
                continue;
            }
            let is_first = own == Some(1) && !bound.is_equality()? && start.is_none();
            let is_last = own.is_some_and(|own| own < 0) && !bound.is_equality()?;
            if is_last {
                continue;
            }
            let factors = |kind, count: u32| -> isl::Result<Option<Vec<i64>>> {
                let all = (0..count).map(|position| Ok(number(kind, position)?.map(|factor| -factor)));
                all.collect()
            };
            let constant = bound.constant_val()?.to_i64()?.map(|constant| -constant);
            let parameters = factors(DimType::Param, part.dim(DimType::Param)?)?;
            match (factors(DimType::Set, row)?, parameters, constant) {
                (Some(outer), Some(parameters), Some(constant)) if is_first => {
                    start = Some((outer, parameters, constant));
                }
                _ => return Ok(None),
            }
        }
        Ok(start.map(|start| Lanes { row, start, beside }))
    }

    /// What orders their strips.
    pub(crate) fn component(&self) -> Component {
        Component::Lanes(self.clone(), LANES)
    }

    /// `{ [t] -> [x] }` on dates of the program: the first row of the strip of `size`.
    ///
    /// # Errors
    /// isl's.
    pub(crate) fn first(&self, dates: &Space, size: i64) -> isl::Result<Aff> {
        let local = LocalSpace::from_space(dates.clone())?;
        let value = |number: i64| Val::from_i64(dates.context(), number);
        let (outer, parameters, constant) = &self.start;
        let mut start = Aff::val_on_domain(local.clone(), value(*constant)?)?;
        for (kind, factors) in [(DimType::In, outer), (DimType::Param, parameters)] {
            for (position, factor) in (0..).zip(factors).filter(|(_, factor)| **factor != 0) {
                start = start.set_coefficient_val(kind, position, value(*factor)?)?;
            }
        }
        let row = Aff::var_on_domain(local, DimType::Set, self.row)?;
        let strips = row.sub(start.clone())?.scale_down_val(value(size)?)?.floor()?;
        strips.scale_val(value(size)?)?.add(start)
    }
}

/// `{ [t] }`: the dates of the program of these statements, up to the counter of dimension `row`.
fn rows(frame: &Frame, statements: &[StatementId], row: u32) -> isl::Result<Set> {
    let outside = |statement: &StatementId| {
        let dates = frame.domains[*statement].clone().apply(frame.dates[*statement].clone())?;
        dates.project_out(DimType::Set, row + 1, frame.length() - row - 1)
    };
    let mut rows = outside(&statements[0])?;
    for statement in &statements[1..] {
        rows = rows.union(outside(statement)?)?;
    }
    rows.coalesce()
}

impl Interchange {
    /// Of the sums that wait and whose loops don't change places here those of which several rows may be done at a time, with what
    /// stands beside them.
    ///
    /// # Errors
    /// isl's.
    pub(crate) fn lanes(&self, frame: &Frame, scop: &Scop) -> isl::Result<Self> {
        let all = frame.counters(&frame.whole());
        // loops that go back, or skip some, stay
        let loops = Node::loops(&scop.program.body);
        let is_plain = |id: StatementId| {
            let iterators = scop.statements[id].iterators.iter();
            let mut counted = iterators.flat_map(|it| loops.iter().filter(|one| one.iterator == it.name));
            counted.all(|one| one.step == 1)
        };
        let changed = self.changed();
        let mut lanes = Interchange::default();
        for (sum, counters) in all.iter().filter(|(id, _)| is_plain(**id)) {
            if lanes.lanes_of(*sum).is_some() {
                continue;
            }
            let Some((row, order)) = rows_at_a_time(frame, scop, *sum, counters)? else { continue };
            let is_beside = |id: &StatementId| all[id].contains(&row) && frame.share(*id, *sum, row);
            let beside: Vec<StatementId> = all.keys().copied().filter(is_beside).collect();
            if beside.iter().any(|id| changed.contains(id) || lanes.lanes_of(*id).is_some()) {
                continue;
            }
            let Some(rows) = Lanes::of(frame, beside, row)? else { continue };
            for id in &rows.beside {
                let shares = |other: StatementId, innermost: Option<&u32>| {
                    innermost.is_some_and(|innermost| frame.share(*id, other, *innermost))
                };
                let own = &all[id];
                let other = rows_at_a_time(frame, scop, *id, own)?.filter(|(other, _)| *other == row);
                let (order, is_sum) = match other {
                    Some((_, order)) => (order, true),
                    None if shares(*sum, counters.last()) => (like(own, &order), false),
                    None => (own.clone(), false),
                };
                let outside = own.iter().position(|counter| *counter == row).unwrap_or(0);
                let mut steps: Vec<Step> = order.into_iter().map(Step::Loop).collect();
                steps.insert(outside, Step::Lanes(row));
                lanes.set_lanes(*id, steps, rows.clone(), is_sum);
            }
        }
        Ok(lanes)
    }
}

/// The loop over rows of a sum that waits, and the order of the loops around it, `counters`, with this one as the innermost one.
fn rows_at_a_time(
    frame: &Frame,
    scop: &Scop,
    id: StatementId,
    counters: &[u32],
) -> isl::Result<Option<(u32, Vec<u32>)>> {
    let Some(waiting) = Interchange::waiting_loops(frame, scop, id, counters)? else { return Ok(None) };
    let domain = &frame.domains[id];
    let mut parts = Some(1);
    for position in waiting.first..counters.len() {
        let own = turns(scop, domain, position as u32)?;
        parts = parts.zip(own).map(|(parts, own): (i64, i64)| parts.saturating_mul(own));
    }
    let has_rows = (0..waiting.first).any(|position| waiting.is_vector(position));
    // cells that are told by conditions would be told for each row
    let is_affine = |access: &Access| access.subscripts.iter().all(|it| LinearForm::of(it).is_some());
    let are_affine = scop.statements[id].accesses.iter().all(|it| it.is_known() && is_affine(it));
    if has_rows || !are_affine || parts.is_some_and(|parts| parts < LEAST_PARTS) {
        return Ok(None);
    }
    for row in (0..waiting.first).rev() {
        let is_long = turns(scop, domain, row as u32)?.is_none_or(|rows| rows >= LEAST_ROWS);
        if is_long && are_alike(domain, row, waiting.first)? {
            let mut order = counters.to_vec();
            order[row..].rotate_left(1);
            return Ok(Some((counters[row], order)));
        }
    }
    Ok(None)
}

/// Whether rows, along dimension `row` of `domain` (`{ S[i] }`), have the same parts each, from dimension `first` on.
fn are_alike(domain: &Set, row: usize, first: usize) -> isl::Result<bool> {
    let count = domain.dim(DimType::Set)? - first as u32;
    let rows = domain.clone().eliminate(DimType::Set, first as u32, count)?;
    let parts = domain.clone().eliminate(DimType::Set, row as u32, 1)?;
    rows.intersect(parts)?.is_equal(domain)
}

/// What becomes of a statement in strips of rows that aren't whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rest {
    /// Which dimension of its date is the strip.
    pub(crate) strip: usize,
    lanes: Lanes,
    /// What orders the instances in the strip: the program.
    pub(crate) components: Vec<Component>,
}

impl Rest {
    /// That of a statement of `nest` of which these rows are done at a time.
    pub(crate) fn of(frame: &Frame, nest: &Nest, lanes: &Lanes, strip: usize) -> Self {
        let inside = frame.ordering(nest).into_iter().filter(|dimension| *dimension >= lanes.row);
        Rest { strip, lanes: lanes.clone(), components: inside.map(Component::Program).collect() }
    }

    /// The length of the date.
    pub(crate) fn length(&self) -> usize {
        self.strip + 2 + self.components.len()
    }

    /// `{ [t] }`, dates of the program: those in strips of `size` rows all of which the loop has.
    ///
    /// # Errors
    /// isl's.
    pub(crate) fn whole_strips(&self, frame: &Frame, size: i64) -> isl::Result<Set> {
        let row = self.lanes.row;
        let rows = rows(frame, &self.lanes.beside, row)?;
        let space = rows.space()?;
        let local = LocalSpace::from_space(space.clone())?;
        let counter = Aff::var_on_domain(local.clone(), DimType::Set, row)?;
        // { [.., t] -> [.., last] }
        let with_last = |last: Aff| {
            let others = (0..row).map(|it| Aff::var_on_domain(local.clone(), DimType::Set, it));
            let all = others.chain([Ok(last)]).collect::<isl::Result<_>>()?;
            MultiAff::from_affs(space.clone().map_from_domain_and_range(space.clone())?, all)?.to_map()
        };
        let mut whole = rows.clone();
        for further in 1..size {
            let number = Val::from_i64(rows.context(), further)?;
            let ahead = with_last(counter.clone().add(Aff::val_on_domain(local.clone(), number)?)?)?;
            whole = whole.intersect(rows.clone().apply(ahead.reverse()?)?)?;
        }
        let first = with_last(self.lanes.first(&space, size)?)?;
        let behind = frame.length() - row - 1;
        whole.coalesce()?.apply(first.reverse()?)?.add_dims(DimType::Set, behind)
    }
}
