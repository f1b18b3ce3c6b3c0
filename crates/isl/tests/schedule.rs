//! The scheduler.

use isl::{Context, Result, ScheduleConstraints, UnionMap, UnionSet};

#[test]
fn a_value_is_scheduled_before_its_use() -> Result<()> {
    let context = Context::new();
    let domain = UnionSet::read_from_str(&context, "[n] -> { S[i] : 0 <= i < n; T[i] : 0 <= i < n }")?;
    let flow = UnionMap::read_from_str(&context, "[n] -> { S[i] -> T[i + 1] : 0 <= i < n - 1 }")?;
    let schedule = ScheduleConstraints::on_domain(domain.clone())?
        .set_validity(flow.clone())?
        .set_proximity(flow.clone())?
        .compute_schedule()?;
    let dates = schedule.map()?.intersect_domain(domain.clone())?;
    assert!(dates.clone().domain()?.is_equal(&domain)?);
    let in_order = dates.clone().lex_lt_union_map(dates)?;
    assert!(flow.is_subset(&in_order)?, "{schedule}");
    Ok(())
}
