//! Which cells must not share a location (Darte, Isoard, Yuki, *Liveness in Explicitly-Parallel
//! Programs*, live x write; Morvan, section 2.3).
//!
//! A write conflicts with every other cell of the array whose value is alive while it happens: written
//! before, and to be read after. An instance reads before it writes, so a value whose last read is in
//! the writing instance is not alive any more. A value that nobody reads conflicts only through its
//! write. On sequential orders this equals "both values alive at once" for values that are read.
//!
//! In orders that leave things open two cells conflict if they do in some execution (section 3.2, Eq. 5).
//!
//! What isl computes in one step grows with the product of all pieces, so the relation is built from one
//! pair of statements at a time, and what adds nothing to the differences so far is dropped at once.

use analysis::dataflow::writes;
use analysis::order::{dates, on_whole_spaces};
use analysis::{Analysed, Order};
use isl::{DimType, Map, Set, UnionMap};
use polyhedral::ArrayId;

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
    /// The conflicts of `array` in all executions that `order` allows.
    ///
    /// # Errors
    /// isl's.
    pub fn of(analysed: &Analysed, array: ArrayId, order: &Order, precision: Precision) -> isl::Result<Self> {
        let space = analysed.scop.cell_space(array)?;
        let cells = writes(&analysed.scop, array)?;
        let pieces = one_way(analysed, array, &order.of_array(array), precision)?;
        let written = cells.range()?.extract_set(space.clone())?;
        let mut differences = zero(&space)?.intersect_params(written.clone().params()?)?;
        for piece in &pieces {
            let found = piece.clone().deltas()?;
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

/// Per pair of statements `{ A[x] -> A[y] }`: the second may write y while the value that the first wrote
/// to x is alive.
fn one_way(
    analysed: &Analysed,
    array: ArrayId,
    order: &Order,
    precision: Precision,
) -> isl::Result<Vec<Map>> {
    let exact = writes(&analysed.scop, array)?;
    // the access functions alone: whole spaces spare isl the pieces of the domains
    let cells = on_whole_spaces(exact.clone())?;
    let during = match order.total() {
        Some(schedule) => between_dates(analysed, array, schedule, precision)?,
        None => in_any_execution(analysed, array, order, precision)?,
    };
    let mut pieces = Vec::new();
    for pair in during {
        let pair = pair.to_union_map()?;
        pieces.extend(pair.apply_domain(cells.clone())?.apply_range(cells.clone())?.maps()?);
    }
    Ok(pieces)
}

/// `{ S_w[j] -> S_k[l] }`: S_k writes after S_w and before the last read of its value, in convex parts.
fn between_dates(
    analysed: &Analysed,
    array: ArrayId,
    schedule: &UnionMap,
    precision: Precision,
) -> isl::Result<Vec<Map>> {
    let writers = schedule.clone().intersect_domain(writes(&analysed.scop, array)?.domain()?)?;
    let dates = dates(schedule, writers.clone().domain()?)?;
    let mut during = Vec::new();
    for last_read in last_reads(analysed, array, schedule, precision)? {
        let written = of_statement(&dates, &last_read)?;
        for writer in writers.maps()? {
            let other = of_statement(&dates, &writer)?;
            let after_write = written.clone().lex_lt_map(other.clone())?;
            let before_read = precision.simplified(last_read.clone().lex_gt_map(other)?)?;
            let domain = precision.applied(writer.domain()?)?;
            during.extend(within(after_write.intersect(before_read)?, &domain)?);
        }
    }
    Ok(during)
}

/// `{ S_w[j] -> S_k[l] }`: in some execution S_k writes after S_w and before a read of its value (Eq. 5:
/// neither is S_k certainly before S_w, nor the read certainly before S_k), in convex parts.
fn in_any_execution(
    analysed: &Analysed,
    array: ArrayId,
    order: &Order,
    precision: Precision,
) -> isl::Result<Vec<Map>> {
    let writers = writes(&analysed.scop, array)?.domain()?.sets()?;
    let mut during = Vec::new();
    // { S_w[j] -> S_r[i] }
    for value in analysed.dataflow.values[array].maps()? {
        let value = precision.wrapped(value)?;
        for writer in &writers {
            let after_write = order.maybe(&all_pairs(value.clone().domain()?, writer)?)?;
            let before_read = order.may_overtake(&all_pairs(value.clone().range()?, writer)?)?;
            let before_last_read = value.clone().to_union_map()?.apply_range(before_read)?;
            for pair in after_write.intersect(before_last_read)?.maps()? {
                during.extend(within(pair, &precision.applied(writer.clone())?)?);
            }
        }
    }
    Ok(during)
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

/// `{ S_w[j] -> [t] }`: when the values of each writing statement are read for the last time.
fn last_reads(
    analysed: &Analysed,
    array: ArrayId,
    schedule: &UnionMap,
    precision: Precision,
) -> isl::Result<Vec<Map>> {
    let values = &analysed.dataflow.values[array];
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

/// The map of `all` whose domain is the statement of `map`'s.
fn of_statement(all: &UnionMap, map: &Map) -> isl::Result<Map> {
    all.extract_map(map.space()?)
}

fn zero(space: &isl::Space) -> isl::Result<Set> {
    let dimensions = space.dim(DimType::Set)?;
    let all = Set::universe(space.clone())?;
    (0..dimensions).try_fold(all, |zero, position| zero.fix_si(DimType::Set, position, 0))
}

/// `{ [-z] }`
fn negated(set: Set) -> isl::Result<Set> {
    let space = set.space()?;
    let zero = zero(&space)?;
    // deltas of z -> 0
    Map::from_domain_and_range(set, zero)?.deltas()
}
