//! Array dataflow analysis level by level, as Trifunovic and Cohen write it down (*Ignoring memory-based
//! dependences*, section 4.2.1): the specification that [`crate::dataflow`], which leaves the work to
//! isl, is tested against.
//!
//! A write is the closer to a read the more leading dimensions their dates share. So for each read the
//! levels are tried from the innermost to the outermost: at level `l` dates agree in the `l` dimensions
//! before and differ in dimension `l`. Reads that a level serves are not looked at again. Levels are
//! counted from 0, the paper's statements are accesses here, and an instance reads each of its cells by
//! itself.
//!
//! For arrays whose writes are all certain.

use crate::dataflow::AccessFlow;
use crate::references::{Reference, References};
use isl::{DimType, Map, Set};
use polyhedral::{AccessKind, ArrayId, Scop};

/// Which write of `array` each read gets its value from, by write and read.
///
/// # Errors
/// isl's; `Unsupported` if a write is not certain.
pub fn flows(scop: &Scop, array: ArrayId) -> isl::Result<Vec<AccessFlow>> {
    let references = References::of(scop, array, &scop.schedule)?;
    let writes: Vec<_> = references.writes().collect();
    if writes.iter().any(|write| write.kind == AccessKind::MayWrite) {
        let message = "the level-wise algorithm needs certain writes".into();
        return Err(isl::Error { kind: isl::ErrorKind::Unsupported, message });
    }
    let mut flows = Vec::new();
    for read in references.reads() {
        let sources = Sink { read: &by_cell(read)?, writes: &writes }.sources()?;
        for (write, relation) in writes.iter().zip(sources) {
            let relation = relation.range_factor_domain()?;
            if !relation.is_empty()? {
                flows.extend(read.ids.iter().map(|&read| AccessFlow {
                    array,
                    write: write.ids[0],
                    read,
                    relation: relation.clone(),
                    certain: relation.clone(),
                }));
            }
        }
    }
    flows.sort_by_key(|flow| (flow.write, flow.read));
    Ok(flows)
}

/// `read` with instances `[S_r[i] -> A[x]]` that read one cell each.
fn by_cell(read: &Reference) -> isl::Result<Reference> {
    let dates = read.cells.clone().domain_map()?.apply_range(read.dates.clone())?;
    Ok(Reference { cells: read.cells.clone().range_map()?, dates, ..read.clone() })
}

/// A read and the writes S_w that it may get its values from. The instances R of the read read one cell
/// each.
struct Sink<'a> {
    read: &'a Reference,
    writes: &'a [&'a Reference],
}

impl Sink<'_> {
    /// Per write `{ S_w[j] -> R }`: the last write of the cell before the read.
    fn sources(&self) -> isl::Result<Vec<Map>> {
        let mut sources = self.none()?;
        // { R }: the paper's I_set
        let mut unserved = self.read.cells.clone().domain()?;
        for level in (0..self.read.dates.dim(DimType::Out)?).rev() {
            let mut at_level = self.none()?;
            for writer in (0..self.writes.len()).rev() {
                let latest = self.latest_write(writer, level, &unserved)?;
                unserved = unserved.subtract(latest.clone().range()?)?.coalesce()?;
                add(&mut at_level[writer], latest)?;
                self.remove_killed_sources(&mut at_level, writer, level)?;
            }
            for (all, found) in sources.iter_mut().zip(at_level) {
                add(all, found)?;
            }
        }
        Ok(sources)
    }

    /// Gives those reads another source whose source at `writer` another write overwrites before they
    /// happen: one that precedes the read at `level`, and follows the source there or further inside.
    /// Writes after `writer` have been compared with it already.
    fn remove_killed_sources(&self, sources: &mut [Map], writer: usize, level: u32) -> isl::Result<()> {
        for killer in (0..writer).rev() {
            for inner in level..self.read.dates.dim(DimType::Out)? {
                if sources[writer].is_empty()? {
                    return Ok(());
                }
                // { R -> [t] }: dates after the source's
                let after_source = sources[writer].clone().reverse()?;
                let after_source = after_source.apply_range(self.writes[writer].dates.clone())?;
                let after_source = after_source.apply_range(self.precedes(inner)?)?;
                let kills = self.writes_before(killer, level)?.intersect(after_source)?.lexmax()?;
                let improved = self.instances(killer, kills)?;
                sources[writer] = sources[writer].clone().subtract_range(improved.clone().range()?)?;
                add(&mut sources[killer], improved)?;
            }
        }
        Ok(())
    }

    /// `{ S_w[j] -> R }`: for the reads `{ R }` the last instance of a write that precedes them
    /// at `level` and writes their cell.
    fn latest_write(&self, writer: usize, level: u32, reads: &Set) -> isl::Result<Map> {
        let candidates = self.writes_before(writer, level)?.intersect_domain(reads.clone())?;
        self.instances(writer, candidates.lexmax()?)
    }

    /// `{ R -> [t] }`: the dates of the instances of a write that precede the read at `level` and write
    /// its cell.
    fn writes_before(&self, writer: usize, level: u32) -> isl::Result<Map> {
        let write = self.writes[writer];
        let same_cell = self.read.cells.clone().apply_range(write.cells.clone().reverse()?)?;
        let earlier = self.read.dates.clone().apply_range(self.precedes(level)?.reverse()?)?;
        same_cell.apply_range(write.dates.clone())?.intersect(earlier)
    }

    /// `{ S_w[j] -> R }` of `{ R -> [t] }`.
    fn instances(&self, writer: usize, dates: Map) -> isl::Result<Map> {
        let write = self.writes[writer];
        let instances = write.dates.clone().intersect_domain(write.cells.clone().domain()?)?;
        dates.apply_range(instances.reverse()?)?.reverse()?.coalesce()
    }

    /// `{ [t] -> [t'] }`: t is before t' at `level`: they agree up to there, and there t is smaller.
    fn precedes(&self, level: u32) -> isl::Result<Map> {
        let dates = self.read.dates.space()?.range()?;
        let mut precedes = Map::universe(dates.map_from_set()?)?;
        for outer in 0..level {
            precedes = precedes.equate(DimType::In, outer, DimType::Out, outer)?;
        }
        precedes.order_lt(DimType::In, level, DimType::Out, level)
    }

    /// Per write the empty `{ S_w[j] -> R }`.
    fn none(&self) -> isl::Result<Vec<Map>> {
        let read = self.read.cells.space()?.domain()?;
        let empty = |write: &&Reference| {
            Map::empty(write.cells.space()?.domain()?.map_from_domain_and_range(read.clone())?)
        };
        self.writes.iter().map(empty).collect()
    }
}

fn add(all: &mut Map, more: Map) -> isl::Result<()> {
    *all = all.clone().union(more)?.coalesce()?;
    Ok(())
}
