//! Which cells of an array are alive at which time, in a total order (Darte, Isoard, Yuki, *Liveness in
//! Explicitly-Parallel Programs*, section 2.1).
//!
//! A cell is alive at a time t if it was written before t and that value is read at t or later; a value
//! from before the region was written before all times. So times stand just before the accesses of an
//! instance, which reads before it writes: the cell of a last read and that of the write of the same
//! instance are not alive together.
//!
//! Values that are needed after the region aren't alive then: ask for temporaries. A value that only may be
//! there is.

use crate::Analysed;
use crate::references::References;
use isl::{Map, Set, UnionMap};
use polyhedral::ArrayId;

/// When the values of one array are written and read for the last time. Times are the dates of the array's
/// accesses, without the dimensions that tell none of them apart (see [`References`]).
#[derive(Clone, Debug)]
pub struct Lifetimes {
    /// `{ A[x] -> [t'] }`: the last read of a value from before the region.
    pub from_before: Map,
    /// Per write whose values are read.
    pub written: Vec<Written>,
    /// How many dimensions times have.
    pub length: u32,
}

/// When the values of one write are written and read for the last time.
#[derive(Clone, Debug)]
pub struct Written {
    /// `{ S_w[j] -> A[x] }`
    pub cells: Map,
    /// `{ S_w[j] -> [t] }`
    pub dates: Map,
    /// `{ S_w[j] -> [t'] }`, of those that are read.
    pub last_reads: Map,
}

impl Lifetimes {
    /// The lifetimes of `array` when instances run at `dates` (`{ S[i] -> [t] }`, injective).
    ///
    /// # Errors
    /// isl's.
    pub fn of(analysed: &Analysed, array: ArrayId, dates: &UnionMap) -> isl::Result<Self> {
        let references = References::of(&analysed.scop, array, dates)?;
        let length = references.date_length()?;
        let from_before = from_before(analysed, array, &references, length)?;
        Ok(Lifetimes { from_before, written: written(analysed, &references)?, length })
    }

    /// `{ [t] -> A[x] }`: the cells that are alive at each of `times` (`{ [t] }`).
    ///
    /// # Errors
    /// isl's.
    pub fn live_sets(&self, times: &Set) -> isl::Result<Map> {
        let space = times.space()?;
        let until = Map::lex_ge(space.clone())?.intersect_range(times.clone())?;
        let after = Map::lex_lt(space)?.intersect_range(times.clone())?;
        // { A[x] -> [t] }
        let mut alive = self.from_before.clone().apply_range(until.clone())?;
        for written in &self.written {
            let after_write = written.dates.clone().apply_range(after.clone())?;
            let until_read = written.last_reads.clone().apply_range(until.clone())?;
            let during = until_read.intersect(after_write)?;
            alive = alive.union(during.apply_domain(written.cells.clone())?)?;
        }
        alive.reverse()?.coalesce()
    }

    /// `{ [t] }`: the times of last reads. Only then a cell dies, so one of these times sees the most alive.
    ///
    /// # Errors
    /// isl's.
    pub fn last_times(&self) -> isl::Result<Set> {
        let mut times = self.from_before.clone().range()?;
        for written in &self.written {
            times = times.union(written.last_reads.clone().range()?)?;
        }
        times.coalesce()
    }

    /// The same at some parameter values.
    ///
    /// # Errors
    /// isl's.
    pub fn at(self, values: &Set) -> isl::Result<Self> {
        let at = |map: Map| map.intersect_params(values.clone());
        let written = self
            .written
            .into_iter()
            .map(|written| Ok(Written { last_reads: at(written.last_reads)?, ..written }));
        Ok(Lifetimes {
            from_before: at(self.from_before)?,
            written: written.collect::<isl::Result<_>>()?,
            length: self.length,
        })
    }
}

/// `{ A[x] -> [t'] }`
fn from_before(
    analysed: &Analysed,
    array: ArrayId,
    references: &References,
    length: u32,
) -> isl::Result<Map> {
    let times = analysed.scop.context.space()?.add_unnamed_tuple_ui(length)?;
    let cells = analysed.scop.cell_space(array)?;
    let mut dates = Map::empty(cells.map_from_domain_and_range(times)?)?;
    for border in &analysed.dataflow.live_in_accesses {
        if let Some(read) = references.of_access(border.access) {
            dates = dates.union(border.cells.clone().reverse()?.apply_range(read.dates.clone())?)?;
        }
    }
    dates.lexmax()
}

fn written(analysed: &Analysed, references: &References) -> isl::Result<Vec<Written>> {
    let mut all = Vec::new();
    for write in references.writes() {
        let flows = analysed.dataflow.flows.iter().filter(|flow| write.ids.contains(&flow.write));
        let mut reads: Option<Map> = None;
        for flow in flows {
            let Some(read) = references.of_access(flow.read) else { continue };
            let dates = flow.relation.clone().apply_range(read.dates.clone())?;
            reads = Some(match reads {
                None => dates,
                Some(reads) => reads.union(dates)?,
            });
        }
        if let Some(reads) = reads {
            let last_reads = reads.lexmax()?.coalesce()?;
            all.push(Written { cells: write.cells.clone(), dates: write.dates.clone(), last_reads });
        }
    }
    Ok(all)
}
