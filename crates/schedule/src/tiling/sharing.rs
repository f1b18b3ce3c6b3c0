//! Which instances must keep their order so that cells can go on sharing locations.
//!
//! In the order of the program an array often shrinks to a few rows: cells some rows apart share a location.
//! Tiles that keep the order in which such cells are used leave it that way (that is why the skew of a stencil
//! in single assignment is that of one with two arrays); it is one wish among others.

use crate::flow::{Dependence, Kind};
use crate::track::{Track, functions};
use analysis::{Analysed, Order};
use isl::{DimType, Map, Space};
use polyhedral::ArrayId;
use std::collections::BTreeMap;

/// Per array and dimension how far apart cells are that share a location; `None` where none do.
pub type Periods = BTreeMap<ArrayId, Vec<Option<i64>>>;

/// The dependences through locations: from each use of a cell to the next write of one that shares its
/// location.
///
/// # Errors
/// isl's.
pub fn dependences(analysed: &Analysed, periods: &Periods) -> isl::Result<Vec<Dependence>> {
    let order = Order::sequential(analysed.scop.schedule.clone());
    let mut found = Vec::new();
    for (&array, periods) in periods {
        let writes = analysed.dataflow.writes[array].clone();
        let uses = analysed.dataflow.reads[array].clone().union(writes.clone())?;
        let cells = analysed.scop.cell_space(array)?;
        for (dimension, period) in (0..).zip(periods) {
            let Some(period) = period else { continue };
            let next = shifted(&cells, dimension, *period)?.to_union_map()?;
            let same_location = uses.clone().apply_range(next)?.apply_range(writes.clone().reverse()?)?;
            for relation in order.certainly(&same_location)?.maps()? {
                found.extend(crate::flow::dependence(&analysed.scop, array, Kind::Reuse, relation)?);
            }
        }
    }
    Ok(found)
}

/// `{ A[x] -> A[y] }`: y is x but for `dimension`, which is larger by `period`.
fn shifted(cells: &Space, dimension: u32, period: i64) -> isl::Result<Map> {
    let name = cells.tuple_name(DimType::Set)?.unwrap_or_default();
    let subscript = |d| Track::by(d).function(cells, if d == dimension { period } else { 0 });
    let all = (0..cells.dim(DimType::Set)?).map(subscript).collect::<isl::Result<_>>()?;
    functions(cells, all)?.set_tuple_name(DimType::Out, &name)
}
