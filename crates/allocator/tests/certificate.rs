//! Certificates hold for valid mappings and for no others.

use allocator::size::Reference;
use allocator::{certificate, successive_modulo, width};
use isl::{Context, Set};
use polyhedral::{Expression, Mapping, MappingRow};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn row(coefficients: &[i64], modulus: Expression) -> MappingRow {
    MappingRow { coefficients: coefficients.to_vec(), offset: 0.into(), modulus, wraps: true }
}

fn proves(rows: Vec<MappingRow>, differences: &str) -> bool {
    let differences = Set::read_from_str(&Context::new(), differences).unwrap();
    certificate::proves(&Mapping { rows }, &differences).unwrap()
}

const WINDOW: &str = "{ [x, y] : -1 <= x <= 1 and -3 <= y <= 3 }";

#[test]
fn a_window_is_separated_by_its_widths() {
    assert!(proves(vec![row(&[1, 0], 2.into()), row(&[0, 1], 4.into())], WINDOW));
    assert!(proves(vec![row(&[4, 1], 8.into())], WINDOW));
}

#[test]
fn a_modulus_too_small_is_not_proved() {
    assert!(!proves(vec![row(&[1, 0], 2.into()), row(&[0, 1], 3.into())], WINDOW));
    assert!(!proves(vec![row(&[4, 1], 7.into())], WINDOW));
    assert!(!proves(vec![], WINDOW));
}

#[test]
fn parametric_moduli_are_widths() {
    let rows = |n: Expression| vec![row(&[1, 0], 2.into()), row(&[0, 1], n)];
    let differences = "[N] -> { [x, y] : -1 <= x <= 1 and -N < y < N }";
    let n = || Expression::variable("N");
    assert!(proves(rows(n()), differences));
    assert!(!proves(rows(n() - 1.into()), differences));
    // valid for what the first row leaves, though not alone
    let skewed = "[N] -> { [x, y] : (x = 0 and -N < y < N) or (-1 <= x <= 1 and x != 0 and -3N < y < 3N) }";
    assert!(proves(rows(n()), skewed));
    // whichever row comes first
    assert!(proves(vec![row(&[0, 1], n()), row(&[1, 0], 2.into())], skewed));
    assert!(!proves(vec![row(&[0, 1], n()), row(&[1, 0], 1.into())], skewed));
}

#[test]
fn a_row_that_does_not_wrap_separates_by_value() {
    let plain = MappingRow { wraps: false, ..row(&[0, 1], 1.into()) };
    assert!(proves(vec![row(&[1, 0], 2.into()), plain], WINDOW));
}

#[test]
fn one_affine_bound_for_several_pieces_comes_from_the_linear_program() {
    // max(y) is N for x = 0 and M otherwise; M <= N makes N a bound for both
    let set = "[N, M] -> { [y] : M <= N and 0 < M and (-N <= y <= N or -M <= y <= M) }";
    let differences = Set::read_from_str(&Context::new(), set).unwrap();
    let reference = Reference::new(&[], &BTreeMap::from([]));
    let width = width::width(&differences, 0, &reference).unwrap().unwrap();
    assert!(width::separates(&differences, 0, &width).unwrap());
    assert_eq!(width.to_string(), "N + 1");
}

proptest! {
    /// Differences given point by point: the moduli found are proved, and a brute-force look agrees
    /// with the certificate for arbitrary moduli.
    #[test]
    fn certificates_agree_with_enumeration(
        points in prop::collection::vec((-4i64..=4, -4i64..=4), 0..6),
        b0 in 1i64..6,
        b1 in 1i64..6,
    ) {
        let all: Vec<(i64, i64)> = points.iter().flat_map(|&(x, y)| [(x, y), (-x, -y)]).chain([(0, 0)]).collect();
        let text: Vec<_> = all.iter().map(|(x, y)| format!("[{x}, {y}]")).collect();
        let differences = Set::read_from_str(&Context::new(), &format!("{{ {} }}", text.join("; "))).unwrap();
        let collides = |b0: i64, b1: i64| all.iter().any(|&(x, y)| (x, y) != (0, 0) && x % b0 == 0 && y % b1 == 0);
        let mapping = |b0: i64, b1: i64| Mapping { rows: vec![row(&[1, 0], b0.into()), row(&[0, 1], b1.into())] };
        prop_assert_eq!(certificate::proves(&mapping(b0, b1), &differences).unwrap(), !collides(b0, b1));
        let reference = Reference::new(&[], &BTreeMap::new());
        let found = successive_modulo::moduli(&differences, &[None, None], &reference).unwrap().unwrap();
        let b: Vec<_> = found.by_dimension.iter().map(|e| e.constant().unwrap()).collect();
        prop_assert!(!collides(b[0], b[1]));
        prop_assert!(certificate::proves(&mapping(b[0], b[1]), &differences).unwrap());
    }
}
