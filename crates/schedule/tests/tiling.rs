//! Tiles: the skews that one finds by hand, and that schedules keep what their order promises.

use analysis::{Analysed, Order, Unordered};
use isl::{Context, UnionMap};
use schedule::tiling::{Periods, Sequence, Tiling, tiling};
use std::collections::{BTreeMap, BTreeSet};

const JACOBI: &str = "
    context: [T, N] -> { : T > 0 and N > 2 }
    domain: [T, N] -> { S0[i] : 0 <= i < N; S1[t, i] : 0 < t <= T and 0 < i < N - 1; L[t] : 0 < t <= T; R[t] : 0 < t <= T; S2[i] : 0 <= i < N }
    read: [T, N] -> { S1[t, i] -> u[t - 1, i'] : i - 1 <= i' <= i + 1; L[t] -> u[t - 1, 0]; R[t] -> u[t - 1, N - 1]; S2[i] -> u[T, i] }
    must_write: [T, N] -> { S0[i] -> u[0, i]; S1[t, i] -> u[t, i]; L[t] -> u[t, 0]; R[t] -> u[t, N - 1]; S2[i] -> out[i] }
    schedule: [T, N] -> { S0[i] -> [0, i, 0, 0]; L[t] -> [1, t, 0, 0]; S1[t, i] -> [1, t, 1, i]; R[t] -> [1, t, 2, 0]; S2[i] -> [2, i, 0, 0] }
";

/// The second array is written a cell later than the first, and both are used again.
const BY_TURNS: &str = "
    context: [T, N] -> { : T > 0 and N > 4 }
    domain: [T, N] -> { S0[t, i] : 0 <= t < T and 0 < i < N - 1; S1[t, i] : 0 <= t < T and 0 < i < N - 1 }
    read: [T, N] -> { S0[t, i] -> a[i'] : i - 1 <= i' <= i + 1; S1[t, i] -> b[i] }
    must_write: [T, N] -> { S0[t, i] -> b[i]; S1[t, i] -> a[i] }
    schedule: [T, N] -> { S0[t, i] -> [t, 0, i]; S1[t, i] -> [t, 1, i] }
";

/// Nine points, in place: the columns lean on the rows.
const SEIDEL: &str = "
    context: [T, N] -> { : T > 0 and N > 4 }
    domain: [T, N] -> { S[t, i, j] : 0 <= t < T and 0 < i < N - 1 and 0 < j < N - 1 }
    read: [T, N] -> { S[t, i, j] -> a[i', j'] : i - 1 <= i' <= i + 1 and j - 1 <= j' <= j + 1 }
    must_write: [T, N] -> { S[t, i, j] -> a[i, j] }
    schedule: [T, N] -> { S[t, i, j] -> [t, i, j] }
";

/// A scalar takes a value from a statement to the next one of an iteration.
const WITHIN: &str = "
    context: [T, N] -> { : T > 0 and N > 4 }
    domain: [T, N] -> { S0[t, i] : 0 <= t < T and 0 < i < N - 1; S1[t, i] : 0 <= t < T and 0 < i < N - 1 }
    read: [T, N] -> { S0[t, i] -> a[i'] : i - 1 <= i' <= i + 1; S1[t, i] -> tmp[] }
    must_write: [T, N] -> { S0[t, i] -> tmp[]; S1[t, i] -> a[i] }
    schedule: [T, N] -> { S0[t, i] -> [t, i, 0]; S1[t, i] -> [t, i, 1] }
";

fn analysed(region: &str) -> Analysed {
    Analysed::new(polyhedral::text::read(&Context::new(), region).unwrap()).unwrap()
}

fn tiled(analysed: &Analysed) -> Tiling {
    tiling(analysed, &Periods::new(), Sequence::Lexicographic).unwrap().unwrap()
}

fn skews(region: &str) -> Vec<Vec<i64>> {
    let tiling = tiled(&analysed(region));
    let [band] = &tiling.bands[..] else { panic!("{} bands", tiling.bands.len()) };
    band.functions.iter().map(|function| function.skew.clone()).collect()
}

#[test]
fn skews_are_as_small_as_values_allow() {
    assert_eq!(skews(JACOBI), [[1]]);
    assert_eq!(skews(BY_TURNS), [[2]]);
    assert_eq!(skews(SEIDEL), [vec![1], vec![2, 1]]);
}

#[test]
fn a_statement_that_overwrites_what_others_read_runs_behind() {
    let tiling = tiled(&analysed(BY_TURNS));
    let shifts: Vec<i64> = tiling.bands[0].functions[0].shifts.values().copied().collect();
    assert_eq!(shifts, [0, 1]);
}

#[test]
fn cells_that_share_a_location_keep_their_order() {
    let one_sided = JACOBI.replace("i - 1 <= i' <= i + 1", "i - 1 <= i' <= i");
    let analysed = analysed(&one_sided);
    let (u, _) = analysed.scop.array("u").unwrap();
    let skew = |periods: &Periods| {
        let tiling = tiling(&analysed, periods, Sequence::Lexicographic).unwrap().unwrap();
        tiling.bands[0].functions[0].skew.clone()
    };
    assert_eq!(skew(&Periods::new()), [0]);
    assert_eq!(skew(&BTreeMap::from([(u, vec![Some(2), None])])), [1]);
}

/// Tiles that run one after the other don't come between the two statements; those of a front would.
#[test]
fn values_that_stay_within_a_point_tie_no_points_together() {
    let analysed = analysed(WITHIN);
    let bands = |sequence| tiling(&analysed, &Periods::new(), sequence).unwrap().map(|tiling| tiling.bands);
    let one_by_one = bands(Sequence::Lexicographic).unwrap();
    assert_eq!(one_by_one[0].functions[0].skew, [1]);
    assert!(one_by_one[0].coordinates.len() == 2 && bands(Sequence::Wavefront).is_err());
    let elsewhere = WITHIN.replace("S1[t, i] -> tmp[]", "S1[t, i] -> tmp[] : i > 2");
    assert!(tiling(&self::analysed(&elsewhere), &Periods::new(), Sequence::Lexicographic).unwrap().is_ok());
    let late = WITHIN.replace(
        "S0[t, i] -> [t, i, 0]; S1[t, i] -> [t, i, 1]",
        "S0[t, i] -> [t, i, 1]; S1[t, i] -> [t, i, 0]",
    );
    assert!(tiling(&self::analysed(&late), &Periods::new(), Sequence::Lexicographic).unwrap().is_err());
}

#[test]
fn schedules_keep_what_is_certain_at_all_sizes() {
    for region in [JACOBI, BY_TURNS, SEIDEL] {
        let analysed = analysed(region);
        let tiling = tiled(&analysed);
        for sizes in [vec![1], vec![2, 3], vec![3, 2, 4], vec![100]] {
            for sequence in [Sequence::Lexicographic, Sequence::Wavefront] {
                let schedule =
                    tiling.schedule(&analysed.scop, std::slice::from_ref(&sizes), sequence).unwrap();
                assert!(schedule.total.is_injective().unwrap());
                let all = everything(&analysed);
                let certain = schedule.order.certainly(&all).unwrap();
                let concrete =
                    with_unordered(&analysed, &schedule.total, &schedule.parallel).certainly(&all).unwrap();
                assert!(certain.is_subset(&concrete).unwrap(), "{sizes:?} {sequence:?}");
                let maybe = schedule.order.maybe(&all).unwrap();
                let not_after = all.subtract(certain.reverse().unwrap()).unwrap();
                let itself = analysed.scop.domain().unwrap().identity().unwrap();
                assert!(maybe.is_equal(&not_after.subtract(itself).unwrap()).unwrap());
            }
        }
    }
}

/// All pairs of instances at one small size.
fn everything(analysed: &Analysed) -> UnionMap {
    let domain = analysed.scop.domain().unwrap();
    let context = analysed.scop.context.context();
    let size = isl::Set::read_from_str(context, "[T, N] -> { : T = 4 and N = 6 }").unwrap();
    let all = UnionMap::from_domain_and_range(domain.clone(), domain).unwrap();
    all.intersect_params(size).unwrap()
}

fn with_unordered(analysed: &Analysed, dates: &UnionMap, parallel: &[u32]) -> Order {
    let statements: BTreeSet<String> = analysed.scop.statements.iter().map(|s| s.name.clone()).collect();
    let unordered = |dimension: &u32| Unordered {
        dimension: *dimension,
        statements: statements.clone(),
        private: BTreeSet::new(),
    };
    Order::with_unordered(dates.clone(), parallel.iter().map(unordered).collect())
}
