//! The worked examples of Darte, Isoard, Yuki, *Liveness in Explicitly-Parallel Programs*.

use allocator::certificate;
use allocator::conflicts::{Conflicts, Precision};
use allocator::{Allocation, allocate, interference, size::Reference};
use analysis::{Analysed, Order, Unordered};
use isl::{Context, Set, UnionMap};
use polyhedral::{Expression, Mapping, MappingRow};
use std::collections::{BTreeMap, BTreeSet};

/// Fig. 1: each row from the one before.
const JACOBI: &str = "
    domain: [n] -> { S[i, j] : 0 <= i, j < n }
    read: [n] -> { S[i, j] -> tmp[i - 1, j'] : j - 1 <= j' <= j + 1 and 0 <= j' < n and i >= 1 }
    must_write: [n] -> { S[i, j] -> tmp[i, j] }
    schedule: [n] -> { S[i, j] -> [i, j] }
    extents(tmp): [n, n]
";

/// Fig. 4: each cell from one neighbour. The listing reads `A[i-1][j-1]`; the mapping and the conflicts
/// that the text gives are those of `A[i-1][j+1]`.
const DIAGONAL: &str = "
    domain: [n] -> { S[i, j] : 0 <= i, j <= n }
    read: [n] -> { S[i, j] -> tmp[i - 1, j + 1] : i >= 1 and j < n }
    must_write: [n] -> { S[i, j] -> tmp[i, j] }
    schedule: [n] -> { S[i, j] -> [i, j] }
";

/// Fig. 2: tiles are loaded, computed and stored. Cells `tmp[0, i]` hold what L brings for C, cells
/// `tmp[1, i]` what C makes for S.
const TILES: &str = "
    domain: [n] -> { L[i] : 0 <= i < 2n; C[i] : 0 <= i < 2n; S[i] : 0 <= i < 2n }
    read: [n] -> { C[i] -> tmp[0, i]; S[i] -> tmp[1, i] }
    must_write: [n] -> { L[i] -> tmp[0, i]; C[i] -> tmp[1, i] }
    schedule: [n] -> { L[i] -> [i, 0]; C[i] -> [i, 1]; S[i] -> [i, 2] }
";

fn analysed(text: &str) -> Analysed {
    Analysed::new(polyhedral::text::read(&Context::new(), text).unwrap()).unwrap()
}

fn map(region: &Analysed, text: &str) -> UnionMap {
    UnionMap::read_from_str(region.scop.context.context(), text)
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The order of `dates` with dimensions that don't order any statements.
fn parallel(region: &Analysed, dates: &str, dimensions: &[u32]) -> Order {
    let statements: BTreeSet<_> = region.scop.statements.iter().map(|s| s.name.clone()).collect();
    let entry = |dimension: &u32| Unordered {
        dimension: *dimension,
        statements: statements.clone(),
        private: BTreeSet::new(),
    };
    Order::with_unordered(map(region, dates), dimensions.iter().map(entry).collect())
}

fn conflicts(region: &Analysed, order: &Order) -> Conflicts {
    let (tmp, _) = region.scop.array("tmp").unwrap();
    Conflicts::of(region, tmp, order, Precision::Exact).unwrap()
}

fn contracted(region: &Analysed, order: &Order) -> Allocation {
    let reference = Reference::new(&region.scop.parameters, &BTreeMap::new());
    allocate(region, region.scop.array("tmp").unwrap().0, order, &reference).unwrap()
}

fn described(allocation: &Allocation) -> String {
    allocation.mapping.describe("tmp", &["i".into(), "j".into()])
}

fn assert_same(found: Set, expected: &str) {
    let expected = Set::read_from_str(found.context(), expected).unwrap();
    assert!(found.is_equal(&expected).unwrap(), "found {found}\nexpected {expected}");
}

fn assert_equal(found: UnionMap, expected: &UnionMap) {
    assert!(found.is_equal(expected).unwrap(), "found {found}\nexpected {expected}");
}

/// One row: `coefficients . x mod modulus`.
fn row(coefficients: &[i64], modulus: Expression) -> Mapping {
    let (coefficients, offset) = (coefficients.to_vec(), Expression::Constant(0));
    Mapping { rows: vec![MappingRow { coefficients, offset, modulus, wraps: true }] }
}

fn n_plus(constant: i64) -> Expression {
    Expression::variable("n") + Expression::Constant(constant)
}

#[test]
fn sequential_jacobi_has_the_differences_of_section_2_1() {
    let region = analysed(JACOBI);
    let found = conflicts(&region, &Order::of_program(&region.scop));
    // for n = 2 the text has no conflict with the last row, whose values nobody reads; we count the
    // writes of such values, too
    let large = Set::read_from_str(region.scop.context.context(), "[n] -> { : n >= 3 }").unwrap();
    assert_same(
        found.differences.clone().intersect_params(large).unwrap(),
        "[n] -> { [1, d] : 1 - n <= d <= 0 and n >= 3;
                  [0, d] : 1 - n <= d <= n - 1 and n >= 3;
                  [-1, d] : 0 <= d <= n - 1 and n >= 3 }",
    );
    // the mapping of Fig. 1a
    assert!(certificate::proves(&row(&[-1, 1], n_plus(1)), &found.differences).unwrap());
    assert!(!certificate::proves(&row(&[-1, 1], n_plus(0)), &found.differences).unwrap());
}

#[test]
fn a_parallel_inner_loop_needs_two_rows() {
    let region = analysed(JACOBI);
    let order = parallel(&region, "[n] -> { S[i, j] -> [i, j] }", &[1]);
    assert_eq!(described(&contracted(&region, &order)), "tmp[i,j] -> tmp[i mod 2, j]");
    let found = conflicts(&region, &order);
    assert!(!certificate::proves(&row(&[-1, 1], n_plus(1)), &found.differences).unwrap());
}

#[test]
fn the_sequence_within_an_iteration_counts() {
    let region = analysed(DIAGONAL);
    let order = parallel(&region, "[n] -> { S[i, j] -> [i, j] }", &[1]);
    let found = conflicts(&region, &order);
    assert!(certificate::proves(&row(&[1, 1], n_plus(1)), &found.differences).unwrap());
    assert!(!certificate::proves(&row(&[1, 1], n_plus(0)), &found.differences).unwrap());
    // the listing as printed has the same mapping mirrored
    let listed = analysed(
        &DIAGONAL.replace("tmp[i - 1, j + 1] : i >= 1 and j < n", "tmp[i - 1, j - 1] : i >= 1 and j >= 1"),
    );
    let order = parallel(&listed, "[n] -> { S[i, j] -> [i, j] }", &[1]);
    assert!(certificate::proves(&row(&[-1, 1], n_plus(1)), &conflicts(&listed, &order).differences).unwrap());
    // the chordless cycle at the end of section 2.2
    let conflicting = found.relation().unwrap().to_union_map().unwrap();
    for (pair, expected) in [
        ("tmp[i, j] -> tmp[i, j + 1]", true),
        ("tmp[i, j] -> tmp[i - 1, j]", true),
        ("tmp[i, j] -> tmp[i - 1, j + 2]", true),
        ("tmp[i, j] -> tmp[i - 1, j + 1]", false),
    ] {
        let pair = map(&region, &format!("[n] -> {{ {pair} : n = 6 and i = 2 and 1 <= j <= 3 }}"));
        assert_eq!(pair.is_subset(&conflicting).unwrap(), expected, "{pair}");
    }
}

#[test]
fn nested_parallel_loops_are_ordered_as_in_the_text() {
    let region = analysed(
        "
        domain: { S[i, j, k, l] }
        read: { }
        must_write: { S[i, j, k, l] -> tmp[] }
        schedule: { S[i, j, k, l] -> [i, j, k, l] }
    ",
    );
    let order = parallel(&region, "{ S[i, j, k, l] -> [i, j, k, l] }", &[1, 3]);
    let all = map(&region, "{ S[i, j, k, l] -> S[i', j', k', l'] }");
    let prev_eq_diff = "{ S[i, j, k, l] -> S[i', j', k', l'] : i < i';
        S[i, j, k, l] -> S[i, j', k', l'] : not (j = j');
        S[i, j, k, l] -> S[i, j, k', l'] : k < k';
        S[i, j, k, l] -> S[i, j, k, l'] : not (l = l') }";
    assert_equal(order.maybe(&all).unwrap(), &map(&region, prev_eq_diff));
    let certain =
        "{ S[i, j, k, l] -> S[i', j', k', l'] : i < i'; S[i, j, k, l] -> S[i, j, k', l'] : k < k' }";
    assert_equal(order.certainly(&all).unwrap(), &map(&region, certain));
}

#[test]
fn the_first_software_pipeline_has_four_layers() {
    let region = analysed(TILES);
    // two transfers at a time, as its synchronisations state it
    let arrows = "[n] -> {
        L[i] -> L[i + 1] : i mod 2 = 0; L[i] -> S[i - 1] : i mod 2 = 1; S[i] -> S[i + 1] : i mod 2 = 0;
        S[i] -> L[i + 1] : i mod 2 = 1;
        C[i] -> C[i + 1]; L[i] -> C[i]; C[i] -> S[i] }";
    let layers = "[n] -> {
        L[i] -> [f, 0, 0] : i = 2f; C[i] -> [f, 1, 0] : i = 2f; L[i] -> [f, 1, 1] : i = 2f + 1;
        S[i] -> [f, 2, 0] : i = 2f; C[i] -> [f, 2, 1] : i = 2f + 1; S[i] -> [f, 3, 0] : i = 2f + 1 }";
    same_order(&region, arrows, &parallel(&region, layers, &[2]));
}

#[test]
fn the_second_software_pipeline_runs_a_sequence_beside_the_computation() {
    let region = analysed(TILES);
    let arrows = "[n] -> { S[i] -> L[i + 2]; L[i] -> S[i - 1]; C[i] -> C[i + 1]; L[i] -> C[i]; C[i] -> S[i];
        L[0] -> L[1]; L[i] -> C[i - 1] : i <= 0; S[i] -> S[i + 1] : i >= 2n - 2 }";
    let blocks = "[n] -> { C[i] -> [i, 0, 0]; S[i] -> [i + 1, 1, 0]; L[i] -> [i - 1, 1, 1] }";
    let order = parallel(&region, blocks, &[1]);
    same_order(&region, arrows, &order);
    // what S(i-1) reads and what L(i+1) writes both live beside C(i), but not beside each other
    let conflicting = conflicts(&region, &order).relation().unwrap().to_union_map().unwrap();
    let holds = |pair: &str| map(&region, pair).is_subset(&conflicting).unwrap();
    assert!(holds("[n] -> { tmp[0, i] -> tmp[1, i - 1] : 1 <= i < 2n }"));
    assert!(holds("[n] -> { tmp[0, i] -> tmp[0, i + 1] : 0 <= i < 2n - 1 }"));
    let apart = map(&region, "[n] -> { tmp[1, k] -> tmp[0, k + 2] : 0 <= k < 2n - 2 }");
    assert!(apart.is_disjoint(&conflicting).unwrap());
}

/// That the transitive closure of `arrows` is the order of `dates`, and that both give one conflict set.
fn same_order(region: &Analysed, arrows: &str, dates: &Order) {
    let domain = region.scop.domain().unwrap();
    let arrows = map(region, arrows).intersect_domain(domain.clone()).unwrap();
    let arrows = arrows.intersect_range(domain.clone()).unwrap();
    let everything = UnionMap::from_domain_and_range(domain.clone(), domain).unwrap();
    let before = dates.certainly(&everything).unwrap();
    // the closure of the arrows is the least transitive relation around them: the dates have nothing
    // that doesn't start with an arrow and go on with what they have
    assert!(arrows.is_subset(&before).unwrap(), "the dates keep the arrows");
    let twice = before.clone().apply_range(before.clone()).unwrap();
    assert!(twice.is_subset(&before).unwrap(), "the order is transitive");
    let longer = arrows.clone().apply_range(before.clone()).unwrap();
    let from_arrows = arrows.union(longer).unwrap();
    assert!(
        before.is_subset(&from_arrows).unwrap(),
        "without arrow: {}",
        before.subtract(from_arrows).unwrap()
    );
    let found = conflicts(region, &Order::relation(before).unwrap()).relation().unwrap();
    let expected = conflicts(region, dates).relation().unwrap();
    assert!(found.is_equal(&expected).unwrap(), "found {found}\nexpected {expected}");
}

/// `if (p) x = …; else y = …; if (q) … = x; else … = y;` at the end of section 2.1, with x and y as the
/// cells of one array.
#[test]
fn the_double_diamond_has_no_false_conflict() {
    let region = analysed(
        "
        domain: { S0[]; S1[]; S2[]; S3[] }
        read: { S2[] -> tmp[0]; S3[] -> tmp[1] }
        must_write: { S0[] -> tmp[0]; S1[] -> tmp[1] }
        schedule: { S0[] -> [0]; S1[] -> [1]; S2[] -> [2]; S3[] -> [3] }
    ",
    );
    let differences =
        |order: &str| conflicts(&region, &Order::relation(map(&region, order)).unwrap()).differences;
    let sequence = "S0[] -> S2[]; S0[] -> S3[]; S1[] -> S2[]; S1[] -> S3[]";
    // no execution runs both branches of one condition
    let exclusive = "S0[] -> S1[]; S1[] -> S0[]; S2[] -> S3[]; S3[] -> S2[]";
    assert_same(differences(&format!("{{ {sequence}; {exclusive} }}")), "{ [0] }");
    assert_same(differences(&format!("{{ {sequence} }}")), "{ [-1]; [0]; [1] }");
}

#[test]
fn all_three_methods_agree_on_sequential_orders() {
    for (text, schedule) in [
        (JACOBI, "[n] -> { S[i, j] -> [i, j] }"),
        (JACOBI, "[n] -> { S[i, j] -> [2i + j, i] }"),
        (DIAGONAL, "[n] -> { S[i, j] -> [i, j] }"),
        (DIAGONAL, "[n] -> { S[i, j] -> [j, i] }"),
        (TILES, "[n] -> { L[i] -> [i, 0]; C[i] -> [i, 1]; S[i] -> [i, 2] }"),
        (TILES, "[n] -> { L[i] -> [i, 0]; C[i] -> [i + 2, 1]; S[i] -> [i + 3, 2] }"),
    ] {
        let region = analysed(text);
        let (tmp, _) = region.scop.array("tmp").unwrap();
        let dates = map(&region, schedule);
        let order = Order::sequential(dates.clone());
        let live_write = conflicts(&region, &order).relation().unwrap().to_union_map().unwrap();
        assert_equal(interference::butterfly(&region, tmp, &dates).unwrap(), &live_write);
        assert_equal(interference::live_live(&region, tmp, &dates).unwrap(), &live_write);
        // Eq. 5 on the relation that the dates define
        let domain = region.scop.domain().unwrap();
        let everything = UnionMap::from_domain_and_range(domain.clone(), domain).unwrap();
        let relation = Order::relation(order.certainly(&everything).unwrap()).unwrap();
        let found = conflicts(&region, &relation).relation().unwrap().to_union_map().unwrap();
        assert_equal(found, &live_write);
    }
}
