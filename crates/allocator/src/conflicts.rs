//! Which cells must not share a location (Darte, Isoard, Yuki, *Liveness in Explicitly-Parallel
//! Programs*, live x write; Morvan, section 2.3).
//!
//! A write conflicts with every other cell of the array whose value is alive while it happens: written
//! before, and to be read after. An instance reads before it writes, so a value whose last read is in
//! the writing instance is not alive any more. A value that nobody reads conflicts only through its
//! write. On sequential orders this equals "both values alive at once" for values that are read.
//!
//! A value that is copied to another array after the region is read there, after all writes.
//!
//! In orders that leave things open two cells conflict if they do in some execution (section 3.2, Eq. 5). There two
//! writes of one cell at the same time are a data race, even where nobody reads what they write: values that nobody
//! reads conflict, too, where neither is certainly written first.
//!
//! Cells of different arrays conflict by the same rule: one is written while the value in the other is alive
//! ([`between`]). Arrays without conflicts may share all their memory, others a part of it.
//!
//! What isl computes in one step grows with the product of all pieces, so the relation is built from one
//! pair of writes at a time, and what adds nothing to the differences so far is dropped at once.

use analysis::order::{dates, on_whole_spaces};
use analysis::references::within_domain;
use analysis::{Analysed, Order};
use isl::{DimType, Map, Set, UnionMap};
use polyhedral::{ArrayId, StatementId};

/// The conflicts of one array under one order.
#[derive(Clone, Debug)]
pub struct Conflicts {
    /// `{ A[x] -> A[y] }`, one way: the value in x is alive when y is written. In pieces.
    pieces: Vec<Map>,
    /// `{ A[x] -> A[x] }` on the cells that are written.
    reflexive: Map,
    /// `{ [y - x] }`: the conflicting differences, symmetric, with 0.
    pub differences: Set,
}

/// How much work goes into conflicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// Exactly the conflicting cells.
    Exact,
    /// Maybe more: domains and live ranges are replaced by convex sets around them.
    Hull,
}

impl Conflicts {
    /// The conflicting differences at the parameters of `context`.
    ///
    /// # Errors
    /// isl's.
    pub fn differences_in(&self, context: &Set) -> isl::Result<Set> {
        self.differences.clone().intersect_params(context.clone())
    }

    /// The conflicts of `array` in all executions that `order` allows.
    ///
    /// # Errors
    /// isl's.
    pub fn of(analysed: &Analysed, array: ArrayId, order: &Order, precision: Precision) -> isl::Result<Self> {
        let space = analysed.scop.cell_space(array)?;
        let cells = analysed.dataflow.writes[array].clone();
        let pieces = one_way(analysed, array, array, &order.of_array(array), precision)?;
        let written = cells.range()?.extract_set(space.clone())?;
        let mut differences = zero(&space)?.intersect_params(written.clone().params()?)?;
        for piece in &pieces {
            let found = piece.clone().deltas()?.coalesce()?;
            if !found.is_subset(&differences)? {
                differences = differences.union(found.clone())?.union(negated(found)?)?.coalesce()?;
            }
        }
        let differences = differences.reset_tuple_id()?;
        Ok(Conflicts { pieces, reflexive: written.identity()?, differences })
    }

    /// `{ A[x] -> A[y] }`, symmetric and reflexive on the cells that are written.
    ///
    /// # Errors
    /// isl's.
    pub fn relation(&self) -> isl::Result<Map> {
        let one_way = self.pieces.iter().cloned().try_fold(self.reflexive.clone(), Map::union)?;
        one_way.clone().union(one_way.reverse()?)?.coalesce()
    }
}

/// `{ A[x] -> B[y] }`, in pieces: the cells of the two arrays that conflict, if no thread has either for itself.
///
/// # Errors
/// isl's.
pub fn between(
    analysed: &Analysed,
    first: ArrayId,
    second: ArrayId,
    order: &Order,
    precision: Precision,
) -> isl::Result<Vec<Map>> {
    let mut pieces = one_way(analysed, first, second, order, precision)?;
    for piece in one_way(analysed, second, first, order, precision)? {
        pieces.push(piece.reverse()?);
    }
    Ok(pieces)
}

/// Per pair of writes `{ A[x] -> B[y] }`: the second may write y in `written` while the value that the first wrote
/// to x in `array` is alive.
fn one_way(
    analysed: &Analysed,
    array: ArrayId,
    written: ArrayId,
    order: &Order,
    precision: Precision,
) -> isl::Result<Vec<Map>> {
    let writes = Write::all(analysed, array)?;
    let others = Write::all(analysed, written)?;
    let mut pieces = Vec::new();
    for source in &writes {
        for life in source.lives(order, precision)? {
            for writer in &others {
                for pair in life.overlaps(writer, order, precision)? {
                    pieces.push(pair.apply_domain(source.cells.clone())?.apply_range(writer.cells.clone())?);
                }
            }
        }
        for writer in &others {
            for pair in source.races(writer, order, precision)? {
                pieces.push(pair.apply_domain(source.cells.clone())?.apply_range(writer.cells.clone())?);
            }
        }
        for beside in others.iter().filter(|write| write.is_beside(source)) {
            // one instance writes both cells, and the value of one is read
            let instances = source.values.clone().domain()?.extract_set(source.instances.space()?)?;
            let pair = instances.identity()?;
            pieces.push(pair.apply_domain(source.cells.clone())?.apply_range(beside.cells.clone())?);
        }
    }
    Ok(pieces)
}

/// A write access.
struct Write {
    access: (StatementId, usize),
    /// `{ S_w[j] }`
    instances: Set,
    /// `{ S_w[j] -> A[x] }`, on the whole space: that spares isl the pieces of the domain.
    cells: Map,
    /// `{ S_w[j] -> S_r[i] }`
    values: UnionMap,
    /// `{ S_w[j] }`: those whose values are copied after the region.
    copied: Set,
}

impl Write {
    fn all(analysed: &Analysed, array: ArrayId) -> isl::Result<Vec<Self>> {
        let scop = &analysed.scop;
        let cell_space = Set::universe(scop.cell_space(array)?)?.to_union_set()?;
        let mut writes = Vec::new();
        for (id, statement) in scop.statements.iter().enumerate() {
            let accesses = statement.accesses.iter().enumerate();
            for (position, write) in accesses.filter(|(_, access)| access.array == array && access.writes()) {
                let access = (id, position);
                let exact = within_domain(scop, statement, write)?;
                let instances = exact.clone().domain()?;
                let [cells] = &on_whole_spaces(exact.to_union_map()?)?.maps()?[..] else { continue };
                let copied = analysed.dataflow.copied.clone().intersect_range(cell_space.clone())?;
                let copied =
                    copied.domain()?.extract_set(instances.space()?)?.intersect(instances.clone())?;
                let mut values = UnionMap::empty(scop.context.space()?)?;
                let flows = &analysed.dataflow.flows;
                for flow in flows.iter().filter(|flow| flow.array == array && flow.write == access) {
                    values = values.union(flow.relation.clone().to_union_map()?)?;
                }
                writes.push(Write { access, instances, cells: cells.clone(), values, copied });
            }
        }
        Ok(writes)
    }

    /// Whether it is another write of the same statement.
    fn is_beside(&self, other: &Write) -> bool {
        self.access.0 == other.access.0 && self.access.1 != other.access.1
    }

    /// The instances whose values nobody reads: `{ S_w[j] }`.
    fn unread(&self) -> isl::Result<Set> {
        let read = self.values.clone().domain()?.extract_set(self.instances.space()?)?;
        self.instances.clone().subtract(read)?.subtract(self.copied.clone())
    }

    /// `{ S_w[j] -> S_k[l] }`: nobody reads what S_w and `writer`, S_k, write, and they may do so at the same time, in
    /// convex parts. Where somebody reads it, the value is alive meanwhile.
    fn races(&self, writer: &Write, order: &Order, precision: Precision) -> isl::Result<Vec<Map>> {
        if !order.is_concurrent() {
            return Ok(Vec::new());
        }
        let (unread, others) = (self.unread()?, writer.unread()?);
        if unread.is_empty()? || others.is_empty()? {
            return Ok(Vec::new());
        }
        let pairs = order.maybe(&all_pairs(unread.clone(), &others)?)?;
        let back = order.maybe(&all_pairs(others.clone(), &unread)?)?.reverse()?;
        let (first, second) = (precision.applied(unread)?, precision.applied(others)?);
        let racing = pairs.intersect(back)?.maps()?.into_iter();
        let parts = racing.map(|pair| within(pair.intersect_domain(first.clone())?, &second));
        Ok(parts.collect::<isl::Result<Vec<_>>>()?.concat())
    }

    /// How long its values live.
    fn lives(&self, order: &Order, precision: Precision) -> isl::Result<Vec<Life>> {
        let mut lives = self.lives_to_reads(order, precision)?;
        if !self.copied.is_empty()? {
            lives.push(Life::ToTheEnd(precision.applied(self.copied.clone())?));
        }
        Ok(lives)
    }

    fn lives_to_reads(&self, order: &Order, precision: Precision) -> isl::Result<Vec<Life>> {
        let Some(schedule) = order.total() else {
            let values =
                self.values.maps()?.into_iter().map(|value| Ok(Life::Reads(precision.wrapped(value)?)));
            return values.collect();
        };
        let written = dates(schedule, self.instances.clone().to_union_set()?)?;
        let [written] = &written.maps()?[..] else { return Ok(Vec::new()) };
        let until = last_reads(&self.values, schedule, precision)?;
        Ok(until.into_iter().map(|last_read| Life::Dates { written: written.clone(), last_read }).collect())
    }
}

/// When the values of a write are alive.
enum Life {
    /// From the date of the write to that of the last read: `{ S_w[j] -> [t] }` both.
    Dates { written: Map, last_read: Map },
    /// From the write to these reads: `{ S_w[j] -> S_r[i] }`.
    Reads(Map),
    /// From the write on: `{ S_w[j] }`.
    ToTheEnd(Set),
}

impl Life {
    /// `{ S_w[j] -> S_k[l] }`: in some execution `writer`, S_k, writes after S_w and before a read of the value
    /// of S_w, in convex parts.
    fn overlaps(&self, writer: &Write, order: &Order, precision: Precision) -> isl::Result<Vec<Map>> {
        let during = match (self, order.total()) {
            (Life::Dates { written, last_read }, Some(schedule)) => {
                let other = dates(schedule, writer.instances.clone().to_union_set()?)?;
                let [other] = &other.maps()?[..] else { return Ok(Vec::new()) };
                let after_write = written.clone().lex_lt_map(other.clone())?;
                let before_read = precision.simplified(last_read.clone().lex_gt_map(other.clone())?)?;
                vec![after_write.intersect(before_read)?]
            }
            (Life::Dates { .. }, None) => Vec::new(),
            (Life::ToTheEnd(writes), _) => {
                let pairs = order.maybe(&all_pairs(writes.clone(), &writer.instances)?)?.maps()?;
                pairs
                    .into_iter()
                    .map(|pair| pair.intersect_domain(writes.clone()))
                    .collect::<isl::Result<_>>()?
            }
            // Eq. 5: neither is S_k certainly before S_w, nor the read certainly before S_k
            (Life::Reads(value), _) => {
                let after_write = order.maybe(&all_pairs(value.clone().domain()?, &writer.instances)?)?;
                let pairs = all_pairs(value.clone().range()?, &writer.instances)?;
                let before_read = order.may_overtake(&pairs)?;
                let before_last_read = value.clone().to_union_map()?.apply_range(before_read)?;
                after_write.intersect(before_last_read)?.maps()?
            }
        };
        let domain = precision.applied(writer.instances.clone())?;
        let parts = during.into_iter().map(|pair| within(pair, &domain));
        Ok(parts.collect::<isl::Result<Vec<_>>>()?.concat())
    }
}

/// `{ S[i] -> T[j] }`: all points of the two spaces.
fn all_pairs(first: Set, second: &Set) -> isl::Result<UnionMap> {
    let whole = |set: &Set| Set::universe(set.space()?);
    Map::from_domain_and_range(whole(&first)?, whole(second)?)?.to_union_map()
}

/// The convex parts of `pairs` (`{ S_w[j] -> S_k[l] }`) whose range lies in `domain`.
fn within(pairs: Map, domain: &Set) -> isl::Result<Vec<Map>> {
    let mut inside = Vec::new();
    for part in parts(pairs)? {
        inside.extend(parts(part.intersect_range(domain.clone())?)?);
    }
    Ok(inside)
}

/// `{ S_w[j] -> [t] }`: when `values` (`{ S_w[j] -> S_r[i] }`) are read for the last time.
fn last_reads(values: &UnionMap, schedule: &UnionMap, precision: Precision) -> isl::Result<Vec<Map>> {
    if precision == Precision::Exact {
        let reads = values.clone().apply_range(schedule.clone())?;
        return reads.lexmax()?.coalesce()?.maps();
    }
    // a date that is no later than some read's is none that a hull would miss: no maximum is needed
    let hulls = values.maps()?.into_iter().map(|map| precision.wrapped(map));
    hulls
        .map(|hull| {
            let readers = hull?;
            let dates = dates(schedule, readers.clone().range()?.to_union_set()?)?;
            let [dates] = &dates.maps()?[..] else { return Ok(None) };
            readers.apply_range(dates.clone()).map(Some)
        })
        .filter_map(isl::Result::transpose)
        .collect()
}

/// The convex parts of `map` that aren't empty. isl keeps empty ones until asked, and multiplies them.
fn parts(map: Map) -> isl::Result<Vec<Map>> {
    let mut parts = Vec::new();
    for part in map.basic_maps()? {
        if !part.is_empty()? {
            parts.push(part.to_map()?);
        }
    }
    Ok(parts)
}

impl Precision {
    /// Existential variables make isl split sets; a hull has none.
    fn simplified(self, map: Map) -> isl::Result<Map> {
        match self {
            Precision::Exact => Ok(map),
            Precision::Hull => map.remove_divs(),
        }
    }

    /// `map` or a convex relation around it.
    fn wrapped(self, map: Map) -> isl::Result<Map> {
        match self {
            Precision::Exact => Ok(map),
            Precision::Hull => map.wrap()?.simple_hull()?.to_set()?.unwrap(),
        }
    }

    fn applied(self, set: Set) -> isl::Result<Set> {
        match self {
            Precision::Exact => Ok(set),
            Precision::Hull => set.simple_hull()?.to_set(),
        }
    }
}

fn zero(space: &isl::Space) -> isl::Result<Set> {
    let dimensions = space.dim(DimType::Set)?;
    let all = Set::universe(space.clone())?;
    (0..dimensions).try_fold(all, |zero, position| zero.fix_si(DimType::Set, position, 0))
}

/// `{ [-z] }`
pub(crate) fn negated(set: Set) -> isl::Result<Set> {
    let space = set.space()?;
    let zero = zero(&space)?;
    // deltas of z -> 0
    Map::from_domain_and_range(set, zero)?.deltas()
}
