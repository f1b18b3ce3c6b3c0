//! Which cells must not share a location (Darte, Isoard, Yuki, *Liveness in Explicitly-Parallel
//! Programs*, live x write; Morvan, section 2.3).
//!
//! A write conflicts with every other cell of the array whose value is alive while it happens: written
//! before, and to be read after. An instance reads before it writes, so a value whose last read is in
//! the writing instance is not alive any more. A value that nobody reads conflicts only through its
//! write. On sequential orders this equals "both values alive at once" for values that are read.
//!
//! What isl computes in one step grows with the product of all pieces, so the relation is built from one
//! pair of statements at a time, and what adds nothing to the differences so far is dropped at once.

use analysis::Analysed;
use analysis::dataflow::writes;
use analysis::order::{dates, on_whole_spaces};
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
    /// The conflicts of `array` when instances run at the dates of `schedule` (`{ S[i] -> [t] }`,
    /// injective) and every write is certain.
    ///
    /// # Errors
    /// isl's.
    pub fn of(
        analysed: &Analysed,
        array: ArrayId,
        schedule: &UnionMap,
        precision: Precision,
    ) -> isl::Result<Self> {
        let space = analysed.scop.cell_space(array)?;
        let cells = writes(&analysed.scop, array)?;
        let pieces = one_way(analysed, array, schedule, precision)?;
        let written = cells.range()?.extract_set(space.clone())?;
        let mut differences = if written.is_empty()? { Set::empty(space)? } else { zero(&space)? };
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

/// Per pair of statements `{ A[x] -> A[y] }`: the second writes y while the value that the first wrote
/// to x is alive.
fn one_way(
    analysed: &Analysed,
    array: ArrayId,
    schedule: &UnionMap,
    precision: Precision,
) -> isl::Result<Vec<Map>> {
    let exact = writes(&analysed.scop, array)?;
    // the access functions and dates alone: whole spaces spare isl the pieces of the domains
    let cells = on_whole_spaces(exact.clone())?;
    let writers = schedule.clone().intersect_domain(exact.domain()?)?;
    let dates = dates(schedule, writers.clone().domain()?)?;
    let mut pieces = Vec::new();
    for last_read in last_reads(analysed, array, schedule, precision)? {
        let written = of_statement(&dates, &last_read)?;
        for writer in writers.maps()? {
            let other = of_statement(&dates, &writer)?;
            let domain = precision.applied(writer.domain()?)?;
            // { S_w[j] -> S_k[l] : S_k writes after S_w, before the last read }
            let after_write = written.clone().lex_lt_map(other.clone())?;
            let before_read = precision.simplified(last_read.clone().lex_gt_map(other)?)?;
            for during in parts(after_write.intersect(before_read)?)? {
                for part in parts(during.intersect_range(domain.clone())?)? {
                    let pair = part.to_union_map()?;
                    pieces.extend(pair.apply_domain(cells.clone())?.apply_range(cells.clone())?.maps()?);
                }
            }
        }
    }
    Ok(pieces)
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
    let hulls = values.maps()?.into_iter().map(|map| map.wrap()?.simple_hull()?.to_set()?.unwrap());
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
