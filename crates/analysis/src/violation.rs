//! What an order destroys (Trifunovic and Cohen, section 4.3; for orders that aren't total Darte, Isoard,
//! Yuki, section 3.2).
//!
//! An order is legal iff each value is written before it is read (flow holds) and no other write to its
//! cell may come between the write and a read of the value (live ranges of one cell don't overlap).
//! Values from before the region are written before all instances, values of outliving arrays are read
//! after all of them. An instance reads before it writes, so a write by the instance that reads last
//! harms nothing. A value that nobody reads has an empty range, but its write still destroys others'.
//!
//! Where a write isn't certain, a read may have several sources. Of two of them the later one, in the
//! order of the program, is no stranger to the range of the earlier: it must stay between that and the
//! read. The earlier one must not get into the range of the later.

use crate::live_range::live_ranges;
use crate::references::{AccessId, within_domain};
use crate::{Analysed, Order, bounds};
use isl::UnionMap;
use polyhedral::{Access, AccessKind, ArrayId};
use std::collections::BTreeSet;

/// What is wrong with an order, for one array.
#[derive(Debug)]
pub enum Violation {
    /// `{ S_w[j] -> S_r[i] }`: the read may run before the write whose value it needs.
    Flow(UnionMap),
    /// `{ [S_w[j] -> S_r[i]] -> S_k[l] }`: the third instance may overwrite the cell between the write
    /// and the read of its value.
    Range(UnionMap),
    /// `{ S_r[i] -> S_k[l] }`: the second instance may overwrite a value from before the region that
    /// the first still has to read.
    LiveIn(UnionMap),
    /// `{ S_w[j] -> S_k[l] }`: the second instance may overwrite the value that should stay in the cell.
    LiveOut(UnionMap),
}

/// Everything that `order` violates, array by array.
///
/// # Errors
/// isl's.
pub fn violations(analysed: &Analysed, order: &Order) -> isl::Result<Vec<(ArrayId, Violation)>> {
    let mut found = Vec::new();
    for array in 0..analysed.scop.arrays.len() {
        found.extend(violations_of(analysed, array, order)?.into_iter().map(|violation| (array, violation)));
    }
    Ok(found)
}

/// What an order does to the values of an array, of which more than that needn't be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Harm {
    /// A read may run before the write whose value it needs.
    Flow,
    /// Values may only be overwritten while they are needed.
    Overwriting,
}

/// The arrays of which `order` violates anything.
///
/// # Errors
/// isl's.
pub fn violated(analysed: &Analysed, order: &Order) -> isl::Result<BTreeSet<ArrayId>> {
    let mut found = BTreeSet::new();
    for array in 0..analysed.scop.arrays.len() {
        if harm(analysed, array, order)?.is_some() {
            found.insert(array);
        }
    }
    Ok(found)
}

/// What `order` violates of one array: [`violations_of`] without the instances, which are far more work.
///
/// # Errors
/// isl's.
pub fn harm(analysed: &Analysed, array: ArrayId, order: &Order) -> isl::Result<Option<Harm>> {
    let order = &order.of_array(array);
    if keeps_conflicts(analysed, array, order)? {
        return Ok(None);
    }
    if !flow(analysed, array, order)?.is_empty()? {
        return Ok(Some(Harm::Flow));
    }
    let overwrites = !live_in(analysed, array, order)?.is_empty()?
        || !live_out(analysed, array, order)?.is_empty()?
        || Overwriting::new(analysed, array, order)?.may_happen()?;
    Ok(overwrites.then_some(Harm::Overwriting))
}

/// Whether two instances that have no order write one cell of `array`, even if nobody reads what they write: at the same
/// time that is a data race.
///
/// # Errors
/// isl's.
pub fn collide(analysed: &Analysed, array: ArrayId, order: &Order) -> isl::Result<bool> {
    let writes = analysed.dataflow.writes[array].clone();
    let pairs = writes.clone().apply_range(writes.reverse()?)?;
    let back = order.maybe(&pairs.clone().reverse()?)?.reverse()?;
    Ok(!order.maybe(&pairs)?.intersect(back)?.is_empty()?)
}

/// What `order` violates of one array.
///
/// # Errors
/// isl's.
pub fn violations_of(analysed: &Analysed, array: ArrayId, order: &Order) -> isl::Result<Vec<Violation>> {
    let order = &order.of_array(array);
    if keeps_conflicts(analysed, array, order)? {
        return Ok(Vec::new());
    }
    let found = [
        Violation::Flow(flow(analysed, array, order)?),
        Violation::Range(ranges(analysed, array, order)?),
        Violation::LiveIn(live_in(analysed, array, order)?),
        Violation::LiveOut(live_out(analysed, array, order)?),
    ];
    let mut violated = Vec::new();
    for violation in found {
        if !violation.relation().is_empty()? {
            violated.push(violation);
        }
    }
    Ok(violated)
}

impl Violation {
    /// The relation of the variant.
    pub fn relation(&self) -> &UnionMap {
        match self {
            Violation::Flow(relation)
            | Violation::Range(relation)
            | Violation::LiveIn(relation)
            | Violation::LiveOut(relation) => relation,
        }
    }
}

/// Whether `order` has all pairs of instances that touch one cell of `array`, one of them writing it, as the program has them: then each
/// cell sees what it does there, and there is nothing to be found. Far less work than live ranges, which many orders need not be asked for.
fn keeps_conflicts(analysed: &Analysed, array: ArrayId, order: &Order) -> isl::Result<bool> {
    for pairs in bounds::conflicts(analysed, array)?.maps()? {
        if !order.may_overtake(&pairs.to_union_map()?)?.is_empty()? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn flow(analysed: &Analysed, array: ArrayId, order: &Order) -> isl::Result<UnionMap> {
    let read_to_write = analysed.dataflow.values[array].clone().reverse()?;
    order.maybe(&read_to_write)?.reverse()
}

fn ranges(analysed: &Analysed, array: ArrayId, order: &Order) -> isl::Result<UnionMap> {
    Overwriting::new(analysed, array, order)?.instances()
}

/// The writes that may come between the write of a cell and the read of its value.
struct Overwriting<'a> {
    analysed: &'a Analysed,
    array: ArrayId,
    /// Whether an instance may write more than one cell.
    several: bool,
    /// `{ S_w[j] -> S_k[l] }`: both write one cell.
    same_cell: UnionMap,
    /// Those of them of which the second may be later.
    after_write: UnionMap,
    /// `{ S_r[i] -> S_k[l] }`: the one reads a cell that the other writes, maybe earlier.
    before_read: UnionMap,
}

impl<'a> Overwriting<'a> {
    fn new(analysed: &'a Analysed, array: ArrayId, order: &Order) -> isl::Result<Self> {
        let cells = analysed.dataflow.writes[array].clone();
        let same_cell = cells.clone().apply_range(cells.clone().reverse()?)?;
        let after_write = order.maybe(&same_cell)?;
        let reader = analysed.dataflow.reads[array].clone();
        let before_read = order.may_overtake(&reader.apply_range(cells.reverse()?)?)?;
        let several = writes_several(analysed, array);
        Ok(Overwriting { analysed, array, several, same_cell, after_write, before_read })
    }

    /// `{ S_w[j] -> S_r[i] }`
    fn values(&self) -> &UnionMap {
        &self.analysed.dataflow.values[self.array]
    }

    /// Whether there are any.
    fn may_happen(&self) -> isl::Result<bool> {
        Ok(self.may_be()? && (self.is_plain() || !self.triples()?.is_empty()?))
    }

    /// `{ [S_w[j] -> S_r[i]] -> S_k[l] }`
    fn instances(&self) -> isl::Result<UnionMap> {
        if self.may_be()? { self.triples() } else { UnionMap::empty(self.analysed.scop.context.space()?) }
    }

    /// Whether pairs of instances tell all: each write is certain, and of one cell.
    fn is_plain(&self) -> bool {
        !self.several && is_certain(self.analysed, self.array)
    }

    /// Whether there may be any, as far as pairs of instances tell, which are less work than triples: of those that write one cell
    /// `{ S_w[j] -> S_k[l] }` that may run in this order, and `{ S_r[i] -> S_k[l] }` of which the second may run before the first.
    fn may_be(&self) -> isl::Result<bool> {
        // { S_r[i] -> S_w[j] }
        let sources = self.values().clone().reverse()?;
        let between = |writes: UnionMap| -> isl::Result<UnionMap> {
            sources.clone().apply_range(writes)?.intersect(self.before_read.clone())
        };
        let mut overtaking = UnionMap::empty(self.analysed.scop.context.space()?)?;
        for writes in self.after_write.maps()? {
            let found = between(writes.to_union_map()?)?;
            if self.is_plain() && !found.is_empty()? {
                return Ok(true);
            }
            overtaking = overtaking.union(found)?;
        }
        if overtaking.is_empty()? {
            return Ok(false);
        }
        // a source of the read is no stranger, if it is to the same cell, unless the program has it before the other one
        let are_sources = !self.several && overtaking.is_subset(&sources)?;
        let swapped =
            || self.after_write.clone().subtract(in_program_order(self.analysed, &self.after_write)?);
        Ok(!are_sources || !between(swapped()?)?.is_empty()?)
    }

    /// `{ [S_w[j] -> S_r[i]] -> S_k[l] }`
    fn triples(&self) -> isl::Result<UnionMap> {
        let from_write = self.values().clone().domain_map()?.apply_range(self.after_write.clone())?;
        let from_read = self.values().clone().range_map()?.apply_range(self.before_read.clone())?;
        let mut violated = from_write.intersect(from_read)?;
        if self.several {
            // the third instance may share one cell with the write and another with the read
            violated = violated.intersect(overwriters_of_values(self.analysed, self.array)?)?;
        }
        if is_certain(self.analysed, self.array) {
            return Ok(violated);
        }
        // both are sources of the read, S_k the later one
        let sources = self.values().clone().range_map()?.apply_range(self.values().clone().reverse()?)?;
        let in_order = in_program_order(self.analysed, &self.same_cell)?;
        let later = self.values().clone().domain_map()?.apply_range(in_order)?;
        violated.subtract(sources.intersect(later)?)
    }
}

/// `{ [S_w[j] -> S_r[i]] -> [S_w'[j'] -> S_r'[i']] }`: different live ranges of one cell of `array` that
/// overlap in `order`, or may (the set *Vio* of section 4.3.2; for orders that aren't total its second
/// formula). Writes of values that nobody reads have no range and don't show here.
///
/// # Errors
/// isl's.
pub fn overlaps(analysed: &Analysed, array: ArrayId, order: &Order) -> isl::Result<UnionMap> {
    let order = &order.of_array(array);
    let ranges = live_ranges(analysed, array, order)?;
    let cells = analysed.dataflow.writes[array].clone();
    let (to_write, to_read) = (ranges.clone().domain_map()?, ranges.clone().range_map()?);
    // { S_w[j] -> S_w'[j'] : same cell }
    let same_cell = cells.clone().apply_range(cells.reverse()?)?;
    let different = same_cell.clone().subtract(same_cell.domain()?.identity()?)?;
    let (writes, reads) = (ranges.clone().domain()?, ranges.clone().range()?);
    // { S_w[j] -> S_r'[i'] }: the one value may be written before the other is read
    let before_read = order.maybe(&UnionMap::from_domain_and_range(writes, reads)?)?;
    let of_one_cell = to_write.clone().apply_range(different)?.apply_range(to_write.clone().reverse()?)?;
    let first = to_write.clone().apply_range(before_read.clone())?.apply_range(to_read.clone().reverse()?)?;
    let second = to_read.apply_range(before_read.reverse()?)?.apply_range(to_write.reverse()?)?;
    of_one_cell.intersect(first)?.intersect(second)
}

/// `{ [S_w[j] -> S_r[i]] -> S_k[l] }`: the third instance writes a cell through which a value goes from the first
/// to the second.
fn overwriters_of_values(analysed: &Analysed, array: ArrayId) -> isl::Result<UnionMap> {
    let scop = &analysed.scop;
    let cells = |(statement, access): AccessId| {
        let statement = &scop.statements[statement];
        within_domain(scop, statement, &statement.accesses[access])
    };
    // { [S_w[j] -> S_r[i]] -> A[x] }
    let mut through = UnionMap::empty(scop.context.space()?)?;
    for flow in analysed.dataflow.flows.iter().filter(|flow| flow.array == array) {
        let written = flow.relation.clone().domain_map()?.apply_range(cells(flow.write)?)?;
        let read = flow.relation.clone().range_map()?.apply_range(cells(flow.read)?)?;
        through = through.union(written.intersect(read)?.to_union_map()?)?;
    }
    through.apply_range(analysed.dataflow.writes[array].clone().reverse()?)
}

/// Whether an instance may write more than one cell of `array`.
fn writes_several(analysed: &Analysed, array: ArrayId) -> bool {
    let is_write = |access: &&Access| access.array == array && access.writes();
    analysed.scop.statements.iter().any(|statement| statement.accesses.iter().filter(is_write).count() > 1)
}

fn is_certain(analysed: &Analysed, array: ArrayId) -> bool {
    let accesses = analysed.scop.statements.iter().flat_map(|statement| &statement.accesses);
    !accesses.into_iter().any(|access| access.array == array && access.kind == AccessKind::MayWrite)
}

fn in_program_order(analysed: &Analysed, pairs: &UnionMap) -> isl::Result<UnionMap> {
    Order::sequential(analysed.scop.schedule.clone()).certainly(pairs)
}

fn live_in(analysed: &Analysed, array: ArrayId, order: &Order) -> isl::Result<UnionMap> {
    let cells = analysed.dataflow.writes[array].clone();
    // { S_r[i] -> S_k[l] : same cell }
    let overwritten = analysed.dataflow.live_in.clone().apply_range(cells.reverse()?)?;
    let violated = order.may_overtake(&overwritten)?;
    match is_certain(analysed, array) {
        true => Ok(violated),
        false => violated.subtract(analysed.dataflow.values[array].clone().reverse()?),
    }
}

fn live_out(analysed: &Analysed, array: ArrayId, order: &Order) -> isl::Result<UnionMap> {
    let cells = analysed.dataflow.writes[array].clone();
    // { S_w[j] -> S_k[l] : same cell }
    let last = analysed.dataflow.live_out.clone().union(analysed.dataflow.copied.clone())?;
    let overwritten = last.clone().apply_range(cells.reverse()?)?;
    let violated = order.maybe(&overwritten)?;
    if is_certain(analysed, array) || violated.is_empty()? {
        return Ok(violated);
    }
    let both_last = last.clone().apply_range(last.clone().reverse()?)?.intersect(violated.clone())?;
    violated.subtract(in_program_order(analysed, &both_last)?)
}
