//! Live ranges: from a write to the last read of its value (Trifunovic and Cohen, section 4.2.2).

use crate::Analysed;
use isl::UnionMap;
use polyhedral::ArrayId;

/// `{ S_w[j] -> S_r[i] }`: each write of `array` whose value is read, with the last such read when
/// instances run at the dates of `schedule` (`{ S[i] -> [t] }`, injective).
///
/// # Errors
/// isl's.
pub fn live_ranges(analysed: &Analysed, array: ArrayId, schedule: &UnionMap) -> isl::Result<UnionMap> {
    // { S_w[j] -> [t] }: the dates of the reads
    let dates = schedule.clone().intersect_domain(analysed.scop.domain()?)?;
    let reads = analysed.dataflow.values[array].clone().apply_range(dates.clone())?;
    reads.lexmax()?.apply_range(dates.reverse()?)?.coalesce()
}
