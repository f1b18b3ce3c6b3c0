//! Sums of several rows at a time.
//!
//! In `for (i) { s = 0; for (j) s += a[i][j] * x[j]; y[i] = s; }` each addition waits for the one before, since they round, and no loop around
//! goes from cell to cell of `a`, so that no row of sums would be a vector. But the sums of a few rows don't wait for one another: of these one
//! addition each is done before the next ones (unroll and jam; Callahan, Cocke and Kennedy, *Estimating interlock and improving balance for
//! pipelined architectures*). What `x` has is fetched once for all of them.
//!
//! Strips of rows that the loop doesn't fill stay in the order of the program, and so does, behind what all rows of a strip have, what only some
//! of them have: in `for (i) { s = b[i]; for (j = 0; j < i; j++) s -= a[i][j] * x[j]; x[i] = s / a[i][i]; }` the parts from the first row of the
//! strip on, each of which needs the row before.

use crate::arrangement::{Component, date};
use crate::interchange::{Interchange, Step, like, turns, with_inside};
use crate::nest::{Frame, Nest};
use isl::{Aff, DimType, LocalSpace, Map, MultiAff, Set, Space, Val};
use polyhedral::expression::LinearForm;
use polyhedral::{Access, Node, Scop, StatementId};
use std::collections::BTreeMap;

/// How many rows are done at a time: as many sums as hide how long an addition takes, and registers hold.
pub const LANES: i64 = 3;

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
    /// Which instances of the statement at hand wait for those that all rows of a strip have.
    tail: Tail,
}

/// Which instances of a statement run row by row behind those that all rows of a whole strip have, as where `for (j = 0; j < i; j++)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tail {
    /// None: all rows have the same.
    None,
    /// Those that some row of the strip hasn't.
    Uncommon,
    /// All: they stand behind a loop that has such.
    All,
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
        Ok(start.map(|start| Lanes { row, start, beside, tail: Tail::None }))
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
        let mut found = BTreeMap::new();
        for (id, counters) in &all {
            found.extend(rows_at_a_time(frame, scop, *id, counters)?.map(|own| (*id, own)));
        }
        let mut lanes = Interchange::default();
        for (sum, (row, order, _)) in found.iter().filter(|(id, _)| is_plain(**id)) {
            let row = *row;
            let is_beside = |id: &StatementId| all[id].contains(&row) && frame.share(*id, *sum, row);
            let beside: Vec<StatementId> = all.keys().copied().filter(is_beside).collect();
            if beside.iter().any(|id| changed.contains(id) || lanes.lanes_of(*id).is_some()) {
                continue;
            }
            let Some(rows) = Lanes::of(frame, beside, row)? else { continue };
            let own_sum = |id: &StatementId| found.get(id).filter(|(own, ..)| *own == row);
            let has_uncommon = |id: &&StatementId| own_sum(id).is_some_and(|(_, _, are_alike)| !are_alike);
            let first = rows.beside.iter().find(has_uncommon).copied();
            for id in &rows.beside {
                let own = &all[id];
                let shares = |other: StatementId| {
                    all[&other].last().is_some_and(|innermost| frame.share(*id, other, *innermost))
                };
                let is_sum = own_sum(id).is_some();
                let order = match own_sum(id) {
                    Some((_, order, _)) => order.clone(),
                    None if shares(*sum) => like(own, order),
                    None => own.clone(),
                };
                let tail = match first {
                    Some(first) if shares(first) => Tail::Uncommon,
                    Some(first) if *id > first => Tail::All,
                    _ => Tail::None,
                };
                let outside = own.iter().position(|counter| *counter == row).unwrap_or(0);
                let mut steps: Vec<Step> = order.into_iter().map(Step::Loop).collect();
                steps.insert(outside, Step::Lanes(row));
                lanes.set_lanes(*id, steps, Lanes { tail, ..rows.clone() }, is_sum);
            }
        }
        Ok(lanes)
    }

    /// The same without rows of which several would add up in one cell.
    pub(crate) fn with_cells_of_rows(self, frame: &Frame, scop: &Scop) -> Self {
        let all = frame.counters(&frame.whole());
        let is_in_one_cell = |id: StatementId, row: u32| {
            let statement = &scop.statements[id];
            let position = all[&id].iter().position(|counter| *counter == row);
            let name = position.map(|position| &statement.iterators[position].name);
            let is_of_row = |access: &Access| {
                name.is_some_and(|name| access.subscripts.iter().any(|subscript| subscript.mentions(name)))
            };
            statement.accesses.iter().any(|access| access.writes() && !is_of_row(access))
        };
        let sums = self.sums().iter().filter_map(|sum| Some((*sum, self.lanes_of(*sum)?)));
        let mixed = sums.filter(|(sum, rows)| is_in_one_cell(*sum, rows.row));
        let mixed: Vec<StatementId> = mixed.flat_map(|(_, rows)| rows.beside.clone()).collect();
        self.only(|statement| !mixed.contains(statement))
    }
}

/// The loop over rows of a sum that waits, the order of the loops around it, `counters`, with this one as the innermost one, and whether all
/// rows have the same parts.
fn rows_at_a_time(
    frame: &Frame,
    scop: &Scop,
    id: StatementId,
    counters: &[u32],
) -> isl::Result<Option<(u32, Vec<u32>, bool)>> {
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
    if has_rows || waiting.has_calls || !are_affine || parts.is_some_and(|parts| parts < LEAST_PARTS) {
        return Ok(None);
    }
    for row in (0..waiting.first).rev() {
        let is_long = turns(scop, domain, row as u32)?.is_none_or(|rows| rows >= LEAST_ROWS);
        if is_long {
            let order = with_inside(counters, row, counters.len() - 1);
            return Ok(Some((counters[row], order, are_alike(domain, row, waiting.first)?)));
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

/// What becomes of strips of rows that the loop doesn't fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfilled {
    /// They run row by row, in the order of the program.
    ByRows,
    /// Several rows are done at a time as in others. Legal orders of this kind stay legal where such strips run row by row: no instances of
    /// different strips change places, and those of one either don't at all, or as here. Dates of fewer pieces tell it.
    AsWhole,
}

/// What becomes of a statement where rows run one by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rest {
    /// Which dimension of its date is the strip.
    strip: usize,
    lanes: Lanes,
    /// What orders its instances in the strip then: the program.
    components: Vec<Component>,
}

impl Rest {
    /// That of a statement of `nest` of which these rows are done at a time.
    pub(crate) fn of(frame: &Frame, nest: &Nest, lanes: &Lanes, strip: usize) -> Self {
        let inside = frame.ordering(nest).into_iter().filter(|dimension| *dimension >= lanes.row);
        Rest { strip, lanes: lanes.clone(), components: inside.map(Component::Program).collect() }
    }

    /// Whether all rows of its loop have the same parts.
    pub(crate) fn is_alike(&self) -> bool {
        self.lanes.tail == Tail::None
    }

    /// What orders the instances that are done at a time, behind their strip: they are in one that is whole, and in front of those that run row
    /// by row in it.
    pub(crate) const WHOLE: [Component; 2] = [Component::Position(0), Component::Position(0)];

    /// The length of the date.
    pub(crate) fn length(&self) -> usize {
        self.strip + 3 + self.components.len()
    }

    /// `{ S[i] -> [t'] }` of a statement whose date in strips that are done at a time is `whole`.
    ///
    /// # Errors
    /// isl's.
    pub(crate) fn date(
        &self,
        frame: &Frame,
        statement: StatementId,
        whole: &[Component],
        unfilled: Unfilled,
    ) -> isl::Result<Map> {
        let Some(Component::Lanes(_, size)) = whole.get(self.strip) else {
            return date(frame, statement, whole);
        };
        let dates = &frame.dates[statement];
        let by_rows = |in_whole: [Component; 2]| {
            let mut components = [&whole[..=self.strip], &in_whole, &self.components].concat();
            components.resize(whole.len(), Component::Position(0));
            date(frame, statement, &components)
        };
        let [is_whole, is_rest] = [Component::Position(0), Component::Position(1)];
        let rows = rows(frame, &self.lanes.beside, self.lanes.row)?;
        let behind = frame.length() - self.lanes.row - 1;
        let strips = match unfilled {
            Unfilled::ByRows => self.lanes.in_all_rows(&rows, *size)?,
            Unfilled::AsWhole => Set::universe(rows.space()?)?,
        };
        let strips = strips.add_dims(DimType::Set, behind)?.apply(dates.clone().reverse()?)?;
        let at_a_time = match self.lanes.tail {
            Tail::None => strips.clone(),
            Tail::All => Set::empty(strips.space()?)?,
            Tail::Uncommon => {
                let own = frame.domains[statement].clone().apply(dates.clone())?;
                let common = self.lanes.in_all_rows(&own, *size)?.apply(dates.clone().reverse()?)?;
                strips.clone().intersect(common)?
            }
        };
        let rest = by_rows([is_rest.clone(), is_whole.clone()])?.subtract_domain(strips.clone())?;
        let tail = by_rows([is_whole, is_rest])?.intersect_domain(strips.subtract(at_a_time.clone())?)?;
        date(frame, statement, whole)?.intersect_domain(at_a_time)?.union(tail)?.union(rest)
    }
}

impl Lanes {
    /// Those of `dates`, `{ [t] }` in dates of the program, that stay in it with each row of their strip of `size`.
    fn in_all_rows(&self, dates: &Set, size: i64) -> isl::Result<Set> {
        let space = dates.space()?;
        let local = LocalSpace::from_space(space.clone())?;
        let first = self.first(&space, size)?;
        let mut all = dates.clone();
        for further in 0..size {
            let number = Val::from_i64(dates.context(), further)?;
            let row = first.clone().add(Aff::val_on_domain(local.clone(), number)?)?;
            let with_row = (0..dates.dim(DimType::Set)?).map(|dimension| match dimension == self.row {
                true => Ok(row.clone()),
                false => Aff::var_on_domain(local.clone(), DimType::Set, dimension),
            });
            let with_row = with_row.collect::<isl::Result<_>>()?;
            let moved =
                MultiAff::from_affs(space.clone().map_from_domain_and_range(space.clone())?, with_row)?;
            all = all.intersect(dates.clone().apply(moved.to_map()?.reverse()?)?)?;
        }
        all.coalesce()
    }
}
