//! Dependence analysis.

use isl::{Context, Result, UnionAccessInfo, UnionMap};

#[test]
fn a_prefix_sum_depends_on_the_previous_iteration() -> Result<()> {
    let context = Context::new();
    let map = |text| UnionMap::read_from_str(&context, text);
    // for i < n: S: a[i + 1] = a[i];
    let flow = UnionAccessInfo::from_sink(map("[n] -> { S[i] -> a[i] : 0 <= i < n }")?)?
        .set_must_source(map("[n] -> { S[i] -> a[i + 1] : 0 <= i < n }")?)?
        .set_schedule_map(map("[n] -> { S[i] -> [i] : 0 <= i < n }")?)?
        .compute_flow()?;
    let expected = map("[n] -> { S[i] -> S[i + 1] : 0 <= i < n - 1 }")?;
    assert!(flow.must_dependence()?.is_equal(&expected)?);
    assert!(flow.may_dependence()?.is_equal(&expected)?);
    let with_array = map("[n] -> { S[i] -> [S[i + 1] -> a[i + 1]] : 0 <= i < n - 1 }")?;
    assert!(flow.full_must_dependence()?.is_equal(&with_array)?);
    let live_in = map("[n] -> { S[0] -> a[0] : n > 0 }")?;
    assert!(flow.must_no_source()?.is_equal(&live_in)?);
    Ok(())
}
