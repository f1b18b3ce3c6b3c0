//! The worked examples of the papers, as sets.

use analysis::{Analysed, Order, Role, live_range};
use isl::{Context, UnionMap};

/// Morvan, Fig. 1: a 3x3 Gaussian filter.
const GAUSS: &str = "
    domain: [N, M] -> { S0[i, j] : 0 < i < N - 1 and 0 <= j < M; S1[i, j] : 0 < i < N - 1 and 0 < j < M - 1 }
    read: [N, M] -> { S0[i, j] -> in[i', j] : i - 1 <= i' <= i + 1; S1[i, j] -> tmp[i, j'] : j - 1 <= j' <= j + 1 }
    must_write: [N, M] -> { S0[i, j] -> tmp[i, j]; S1[i, j] -> out[i, j] }
    schedule: [N, M] -> { S0[i, j] -> [0, i, j]; S1[i, j] -> [1, i, j] }
";

/// Morvan, Fig. 2: forward substitution.
const FORWARD: &str = "
    domain: [N] -> { S0[i] : 0 <= i < N; S1[i, j] : 0 <= j < i < N; S2[i] : 0 <= i < N }
    read: [N] -> { S0[i] -> b[i]; S1[i, j] -> L[i, j]; S1[i, j] -> y[i]; S1[i, j] -> y[j]; S2[i] -> L[i, i]; S2[i] -> y[i] }
    must_write: [N] -> { S0[i] -> y[i]; S1[i, j] -> y[i]; S2[i] -> y[i] }
    schedule: [N] -> { S0[i] -> [i, 0, 0]; S1[i, j] -> [i, 1, j]; S2[i] -> [i, 2, 0] }
";

/// Trifunovic and Cohen, Fig. 3: the matrix product after scalar promotion, by GIMPLE's statements
/// that touch `phi_out_of_ssa`: S1 and S6 write it, S2 reads it.
const GIMPLE: &str = "
    domain: [N] -> { S1[i, j] : 0 <= i, j < N; S2[i, j, k] : 0 <= i, j, k < N; S6[i, j, k] : 0 <= i, j, k < N }
    read: [N] -> { S2[i, j, k] -> tmp_phi[] }
    must_write: [N] -> { S1[i, j] -> tmp_phi[]; S6[i, j, k] -> tmp_phi[] }
    schedule: [N] -> { S1[i, j] -> [0, i, 0, j, 0, 0, 0]; S2[i, j, k] -> [0, i, 0, j, 1, k, 1]; S6[i, j, k] -> [0, i, 0, j, 1, k, 8] }
";

fn analysed(text: &str) -> Analysed {
    Analysed::new(polyhedral::text::read(&Context::new(), text).unwrap()).unwrap()
}

fn assert_equal(found: UnionMap, expected: &str) {
    let expected = UnionMap::read_from_str(found.context(), expected).unwrap();
    assert!(found.is_equal(&expected).unwrap(), "found {found}\nexpected {expected}");
}

#[test]
fn dataflow_of_the_gaussian_filter() {
    let region = analysed(GAUSS);
    assert_equal(
        region.dataflow.flow().unwrap(),
        "[N, M] -> { S1[i, j] -> S0[i, j'] : 1 <= i <= N - 2 and 1 <= j <= M - 2 and j - 1 <= j' <= j + 1 }",
    );
    let roles: Vec<_> = region.scop.arrays.iter().map(|a| a.name.as_str()).zip(&region.roles).collect();
    assert!(roles.contains(&("tmp", &Role::Temporary)));
    assert!(roles.contains(&("in", &Role::LiveIn)));
    assert!(roles.contains(&("out", &Role::LiveOut)));
}

#[test]
fn dataflow_of_forward_substitution() {
    let region = analysed(FORWARD);
    // the relation of the text, with the domains it leaves out
    assert_equal(
        region.dataflow.flow().unwrap(),
        "[N] -> {
            S1[i, 0] -> S0[i] : 1 <= i < N;
            S1[i, j] -> S1[i, j - 1] : 1 <= j < i < N;
            S1[i, j] -> S2[j] : 0 <= j < i < N;
            S2[0] -> S0[0] : N >= 1;
            S2[i] -> S1[i, i - 1] : 1 <= i < N }",
    );
}

#[test]
fn live_ranges_of_the_promoted_scalar() {
    let region = analysed(GIMPLE);
    let ranges =
        live_range::live_ranges(&region, 0, &Order::sequential(region.scop.schedule.clone())).unwrap();
    assert_equal(
        ranges.clone(),
        "[N] -> {
            S1[i, j] -> S2[i, j, 0] : 0 <= i < N and 0 <= j < N;
            S6[i, j, k] -> S2[i, j, k + 1] : 0 <= i < N and 0 <= j < N and 0 <= k < N - 1 }",
    );
    // the five tuples that section 4.4 lists
    let listed = "[N] -> {
        S1[0, 0] -> S2[0, 0, 0]; S6[0, 0, 0] -> S2[0, 0, 1]; S6[0, 0, 1] -> S2[0, 0, 2];
        S6[0, 0, N - 2] -> S2[0, 0, N - 1]; S1[0, 1] -> S2[0, 1, 0] }";
    let listed = UnionMap::read_from_str(ranges.context(), listed).unwrap();
    let large = isl::Set::read_from_str(ranges.context(), "[N] -> { : N >= 3 }").unwrap();
    assert!(listed.intersect_params(large).unwrap().is_subset(&ranges).unwrap());
}

#[test]
fn interchange_violates_no_live_range_of_the_promoted_scalar() {
    let region = analysed(GIMPLE);
    let interchanged = "[N] -> { S1[i, j] -> [0, j, 0, i, 0, 0, 0]; S2[i, j, k] -> [0, j, 0, i, 1, k, 1]; S6[i, j, k] -> [0, j, 0, i, 1, k, 8] }";
    let schedule = UnionMap::read_from_str(region.scop.context.context(), interchanged).unwrap();
    assert!(analysis::violation::violations(&region, &Order::sequential(schedule)).unwrap().is_empty());
}

/// The set Vio of section 4.3.2 as the paper writes it: the images of the ranges under the schedule, for one
/// cell, compared by lexicographic order.
fn paper_vio(region: &Analysed, schedule: &UnionMap) -> bool {
    // { [t] -> [t'] }: the image of all live ranges of the scalar
    let order = Order::sequential(region.scop.schedule.clone());
    let ranges = live_range::live_ranges(region, 0, &order).unwrap();
    let image = ranges.apply_domain(schedule.clone()).unwrap().apply_range(schedule.clone()).unwrap();
    let [image] = &image.maps().unwrap()[..] else { panic!("one space of dates") };
    let dates = image.space().unwrap().domain().unwrap();
    let before = isl::Map::lex_lt(dates).unwrap();
    let (from, to) = (image.clone().domain_map().unwrap(), image.clone().range_map().unwrap());
    // { [t_w -> t_r] -> [t_w' -> t_r'] : t_w < t_r' and t_w' < t_r }
    let compared = |one: &isl::Map, other: &isl::Map| {
        one.clone()
            .apply_range(before.clone())
            .unwrap()
            .apply_range(other.clone().reverse().unwrap())
            .unwrap()
    };
    let overlapping = compared(&from, &to);
    let overlapping = overlapping.clone().intersect(overlapping.reverse().unwrap()).unwrap();
    let itself = image.clone().wrap().unwrap().identity().unwrap();
    // a range overlaps itself, which the sequential formula leaves unsaid
    !overlapping.subtract(itself).unwrap().is_empty().unwrap()
}

#[test]
fn overlaps_are_the_violations_of_the_paper() {
    let region = analysed(GIMPLE);
    for (schedule, expected) in [
        (
            "[N] -> { S1[i, j] -> [0, j, 0, i, 0, 0, 0]; S2[i, j, k] -> [0, j, 0, i, 1, k, 1]; S6[i, j, k] -> [0, j, 0, i, 1, k, 8] }",
            false,
        ),
        (
            "[N] -> { S1[i, j] -> [0, 0, i, j, 0]; S2[i, j, k] -> [1, k, i, j, 0]; S6[i, j, k] -> [1, k, i, j, 1] }",
            true,
        ),
        (
            "[N] -> { S1[i, j] -> [0, i, j, 0, 0]; S2[i, j, k] -> [1, i, j, k, 0]; S6[i, j, k] -> [1, i, j, k, 1] }",
            true,
        ),
        (
            "[N] -> { S1[i, j] -> [-i, j, 0, 0]; S2[i, j, k] -> [-i, j, k + 1, 0]; S6[i, j, k] -> [-i, j, k + 1, 1] }",
            false,
        ),
    ] {
        let schedule = UnionMap::read_from_str(region.scop.context.context(), schedule).unwrap();
        let order = Order::sequential(schedule.clone());
        let overlaps = analysis::violation::overlaps(&region, 0, &order).unwrap();
        let violations = analysis::violation::violations(&region, &order).unwrap();
        assert_eq!(!overlaps.is_empty().unwrap(), expected, "{schedule}");
        assert_eq!(!violations.is_empty(), expected, "{schedule}");
        assert_eq!(paper_vio(&region, &schedule), expected, "{schedule}");
    }
}

/// Making any loop parallel lets the scalar's ranges overlap.
#[test]
fn parallel_loops_let_ranges_overlap() {
    let region = analysed(GIMPLE);
    let statements: std::collections::BTreeSet<_> = ["S1", "S2", "S6"].map(String::from).into();
    for dimension in [1, 3, 5] {
        let entry =
            analysis::Unordered { dimension, statements: statements.clone(), private: Default::default() };
        let order = Order::with_unordered(region.scop.schedule.clone(), vec![entry.clone()]);
        let overlaps = analysis::violation::overlaps(&region, 0, &order).unwrap();
        let violated = analysis::violation::violations(&region, &order).unwrap();
        let ranges = violated.iter().any(|(_, v)| matches!(v, analysis::violation::Violation::Range(_)));
        assert!(!overlaps.is_empty().unwrap() && ranges, "{dimension}");
        // privatization on that dimension removes them, unless values cross it
        let private = analysis::Unordered { private: [0].into(), ..entry };
        let order = Order::with_unordered(region.scop.schedule.clone(), vec![private]);
        assert!(analysis::violation::overlaps(&region, 0, &order).unwrap().is_empty().unwrap());
    }
}

#[test]
fn moving_k_outside_violates_live_ranges() {
    let region = analysed(GIMPLE);
    let outside = "[N] -> { S1[i, j] -> [0, 0, i, j, 0]; S2[i, j, k] -> [1, k, i, j, 0]; S6[i, j, k] -> [1, k, i, j, 1] }";
    let schedule = UnionMap::read_from_str(region.scop.context.context(), outside).unwrap();
    assert!(!analysis::violation::violations(&region, &Order::sequential(schedule)).unwrap().is_empty());
}

#[test]
fn regions_of_the_gaussian_filter() {
    let region = analysed(GAUSS);
    let all = analysis::region::array_regions(&region).unwrap();
    let of = |kind: &str, construct: &str| {
        all.iter().find(|r| r.kind == kind && r.construct == construct).unwrap().cells.clone()
    };
    assert_equal(
        of("write.must", "S1"),
        "[N, M] -> { S1[i, j] -> out[i, j] : 0 < i < N - 1 and 0 < j < M - 1 }",
    );
    // tmp comes from inside the region, so only the input comes in and only the output goes out
    let inside = |map: UnionMap| map.range().unwrap().sets().unwrap().len();
    assert_eq!((inside(of("in.may", "")), inside(of("out.may", ""))), (1, 1));
    assert_eq!(inside(of("in.may", "S1")), 1);
}
