//! What is alive when: jacobi-1d of Darte, Isoard, Yuki, *Liveness in Explicitly-Parallel Programs*,
//! section 2.1, and the most cells alive at once.

mod support;

use analysis::live_set::Lifetimes;
use analysis::most_alive::{self, Evidence};
use analysis::{Analysed, Order};
use isl::{Set, UnionMap};
use std::collections::BTreeMap;
use support::{assert_equal, assert_map, region};

/// The paper's program without the reads of values from before the region, which it leaves out.
const JACOBI: &str = "
    domain: [n] -> { S[i, j] : 0 <= i, j < n }
    read: [n] -> { S[i, j] -> tmp[i - 1, j'] : i >= 1 and j - 1 <= j' <= j + 1 and 0 <= j' < n }
    must_write: [n] -> { S[i, j] -> tmp[i, j] }
    schedule: [n] -> { S[i, j] -> [i, j] }
";

/// Live(t) of the text, at the dates of instances.
const LIVE: &str = "[n] -> {
    [t1, t2] -> tmp[t1, m] : 0 <= t1 <= n - 2 and 0 <= m <= n - 1 and m <= t2 - 1 and 0 <= t2 < n;
    [t1, t2] -> tmp[t1 - 1, m] : 1 <= t1 <= n - 1 and 0 <= m <= n - 1 and t2 - 1 <= m and 0 <= t2 < n }";

/// Delta(n) of the text.
const DELTA: &str = "[n] -> {
    tmp[1, i] : i <= 0 and n >= 3 and i >= 1 - n;
    tmp[0, i] : i >= 1 - n and n >= 2 and i <= n - 1;
    tmp[-1, i] : i >= 0 and n >= 3 and i <= n - 1 }";

fn analysed(text: &str) -> Analysed {
    Analysed::new(region(text)).unwrap()
}

fn dates(analysed: &Analysed) -> UnionMap {
    analysed.scop.schedule.clone()
}

/// `{ [t] }`: the dates of instances.
fn times(analysed: &Analysed) -> Set {
    let dates = dates(analysed).intersect_domain(analysed.scop.domain().unwrap()).unwrap();
    dates.range().unwrap().sets().unwrap().remove(0)
}

/// The paper's script, on the accesses of the region.
fn live_by_script(analysed: &Analysed) -> UnionMap {
    let read = |text| UnionMap::read_from_str(analysed.scop.context.context(), text).unwrap();
    let previous = read("{ [i, j] -> [k, l] : i < k or (i = k and j < l) }");
    let previous_or_equal = read("{ [i, j] -> [k, l] : i < k or (i = k and j <= l) }");
    let to_instances = || dates(analysed).reverse().unwrap();
    let write = analysed.dataflow.writes[0].clone();
    let reads = analysed.dataflow.reads[0].clone();
    let written_before = previous.reverse().unwrap().apply_range(to_instances()).unwrap().apply_range(write);
    let read_after = previous_or_equal.apply_range(to_instances()).unwrap().apply_range(reads);
    written_before.unwrap().intersect(read_after.unwrap()).unwrap()
}

#[test]
fn live_sets_of_jacobi_are_those_of_the_text() {
    let region = analysed(JACOBI);
    let times = times(&region);
    let lifetimes = Lifetimes::of(&region, 0, &dates(&region)).unwrap();
    assert_map(&lifetimes.live_sets(&times).unwrap(), LIVE);
    let by_script = live_by_script(&region).intersect_domain(times.to_union_set().unwrap()).unwrap();
    assert_equal(by_script, LIVE);
}

#[test]
fn conflicts_of_jacobi_are_those_of_the_text() {
    let region = analysed(JACOBI);
    let lifetimes = Lifetimes::of(&region, 0, &dates(&region)).unwrap();
    let live = lifetimes.live_sets(&times(&region)).unwrap().to_union_map().unwrap();
    for live in [live, live_by_script(&region)] {
        let conflicts = live.clone().reverse().unwrap().apply_range(live).unwrap();
        assert!(conflicts.is_equal(&conflicts.clone().reverse().unwrap()).unwrap());
        let expected = isl::UnionSet::read_from_str(conflicts.context(), DELTA).unwrap();
        let delta = conflicts.deltas().unwrap();
        assert!(delta.is_equal(&expected).unwrap(), "{delta}");
    }
}

#[test]
fn jacobi_keeps_a_row_and_a_cell() {
    let region = analysed(JACOBI);
    let formula = most_alive::formula(&region, 0, &dates(&region)).unwrap().unwrap();
    assert_eq!((formula.value.to_string().as_str(), formula.evidence), ("n + 1", Evidence::Proved));
    let large = Set::read_from_str(formula.holds.context(), "[n] -> { : n >= 3 }").unwrap();
    assert!(formula.holds.is_equal(&large).unwrap());
    for n in 0..9 {
        let values = BTreeMap::from([("n".to_string(), n)]);
        let found = most_alive::most_alive(&region, 0, &dates(&region), &values, 1000).unwrap();
        // below 3 there is no row between others
        assert_eq!(
            found,
            Some(if n >= 3 {
                n + 1
            } else if n == 2 {
                2
            } else {
                0
            } as u64),
            "n = {n}"
        );
    }
}

/// `{ S[i] -> [t] }` in isl notation, for the region.
fn schedule(region: &Analysed, text: &str) -> UnionMap {
    UnionMap::read_from_str(region.scop.context.context(), text).unwrap()
}

#[test]
fn another_order_keeps_other_cells_alive() {
    let region = analysed(
        "domain: [n] -> { W[i] : 0 <= i < n; R[i] : 0 <= i < n }
         read: [n] -> { R[i] -> tmp[i] }
         must_write: [n] -> { W[i] -> tmp[i] }
         schedule: [n] -> { W[i] -> [0, i]; R[i] -> [1, i] }",
    );
    let of = |dates: &UnionMap| {
        let formula = most_alive::formula(&region, 0, dates).unwrap().unwrap();
        assert_eq!(formula.evidence, Evidence::Proved);
        formula.value.to_string()
    };
    assert_eq!(of(&dates(&region)), "n");
    assert_eq!(of(&schedule(&region, "[n] -> { W[i] -> [i, 0]; R[i] -> [i, 1] }")), "1");
    assert_eq!(of(&schedule(&region, "[n] -> { W[i] -> [i, 0]; R[i] -> [i + 2, 1] }")), "3");
    assert_eq!(of(&schedule(&region, "[n] -> { W[i] -> [i, 0]; R[i] -> [i + 2, -1] }")), "2");
}

#[test]
fn the_number_grows_with_the_square_where_the_region_does() {
    let region = analysed(
        "domain: [n] -> { W[i, j] : 0 <= j <= i < n; R[i, j] : 0 <= j <= i < n }
         read: [n] -> { R[i, j] -> tmp[i, j] }
         must_write: [n] -> { W[i, j] -> tmp[i, j] }
         schedule: [n] -> { W[i, j] -> [0, i, j]; R[i, j] -> [1, i, j] }",
    );
    let formula = most_alive::formula(&region, 0, &dates(&region)).unwrap().unwrap();
    assert_eq!(formula.evidence, Evidence::Proved);
    for n in [3, 10, 1000] {
        let value = formula.value.evaluate(&BTreeMap::from([("n".to_string(), n)]));
        assert_eq!(value, Some(n * (n + 1) / 2));
    }
}

#[test]
fn holes_leave_a_guess_that_says_so() {
    // every second cell; the first n of them are alive at once
    let region = analysed(
        "domain: [n] -> { W[i] : 0 <= i < 2n and i mod 2 = 0; R[i] : 0 <= i < 2n and i mod 2 = 0 }
         read: [n] -> { R[i] -> tmp[i] }
         must_write: [n] -> { W[i] -> tmp[i] }
         schedule: [n] -> { W[i] -> [0, i]; R[i] -> [1, i] }",
    );
    let formula = most_alive::formula(&region, 0, &dates(&region)).unwrap().unwrap();
    assert_eq!(formula.value.to_string(), "n");
    assert!(matches!(formula.evidence, Evidence::Samples(points) if points > 2));
}

#[test]
fn values_from_before_are_alive_from_the_start() {
    let region = analysed(
        "domain: { R[i] : 0 <= i < 5; W[i] : 0 <= i < 5 }
         read: { R[i] -> a[i] }
         must_write: { W[i] -> a[i] }
         schedule: { R[i] -> [i, 0]; W[i] -> [i, 1] }",
    );
    let found = most_alive::most_alive(&region, 0, &dates(&region), &BTreeMap::new(), 100).unwrap();
    assert_eq!(found, Some(5));
}

#[test]
fn a_value_that_may_stay_is_alive() {
    let region = analysed(
        "domain: { W[i] : 0 <= i < 2; M[i] : 0 <= i < 2; R[i] : 0 <= i < 2 }
         read: { R[i] -> tmp[i] }
         must_write: { W[i] -> tmp[i] }
         may_write: { M[i] -> tmp[i] }
         schedule: { W[i] -> [0, i]; M[i] -> [1, i]; R[i] -> [2, i] }",
    );
    // counted once, though two writes may be the source
    let found = most_alive::most_alive(&region, 0, &dates(&region), &BTreeMap::new(), 100).unwrap();
    assert_eq!(found, Some(2));
}

#[test]
fn there_is_no_number_past_the_budget_or_without_sizes() {
    let region = analysed(JACOBI);
    let values = BTreeMap::from([("n".to_string(), 20)]);
    let at = |values, budget| most_alive::most_alive(&region, 0, &dates(&region), values, budget).unwrap();
    assert_eq!(at(&values, 400), Some(21));
    assert_eq!(at(&values, 300), None);
    assert_eq!(at(&BTreeMap::new(), 400), None);
}

#[test]
fn both_at_once() {
    let region = analysed(JACOBI);
    let values = BTreeMap::from([("n".to_string(), 12)]);
    let order = Order::of_program(&region.scop);
    let bound = most_alive::bound(&region, 0, order.total().unwrap(), &values, 1000).unwrap();
    assert_eq!(bound.at, Some(13));
    assert_eq!(bound.formula.unwrap().value.evaluate(&values), Some(13));
}
