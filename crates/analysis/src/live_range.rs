//! Live ranges: from a write to the last read of its value (Trifunovic and Cohen, section 4.2.2).

use crate::{Analysed, Order};
use isl::UnionMap;
use polyhedral::ArrayId;

/// `{ S_w[j] -> S_r[i] }`: each write of `array` whose value is read, with the reads that end the life of
/// the value: the last one, or in an order that leaves open which is last, all that may be it.
///
/// # Errors
/// isl's.
pub fn live_ranges(analysed: &Analysed, array: ArrayId, order: &Order) -> isl::Result<UnionMap> {
    let values = analysed.dataflow.values[array].clone();
    let Some(dates) = order.total() else { return open_ended(values, order) };
    // { S_w[j] -> [t] }: the dates of the reads
    let dates = dates.clone().intersect_domain(analysed.scop.domain()?)?;
    let reads = values.apply_range(dates.clone())?;
    reads.lexmax()?.apply_range(dates.reverse()?)?.coalesce()
}

/// `{ S_w[j] -> S_r[i] }` without the reads that are certainly followed by another of the same value.
fn open_ended(values: UnionMap, order: &Order) -> isl::Result<UnionMap> {
    // { S_r[i] -> S_r'[i'] : they read one value, the first certainly earlier }
    let together = values.clone().reverse()?.apply_range(values.clone())?;
    let earlier = order.certainly(&together)?;
    // { [S_w[j] -> S_r[i]] -> S_r'[i'] }: of the same write
    let followed = values.clone().range_map()?.apply_range(earlier)?;
    let same_value = values.clone().domain_map()?.apply_range(values.clone())?;
    let not_last = followed.intersect(same_value)?.domain()?.unwrap()?;
    values.subtract(not_last)?.coalesce()
}
