//! The portfolio on sets whose optima are known, and certificates of linearised mappings.

use allocator::at_sizes::AtSizes;
use allocator::certificate::proves_candidate;
use allocator::mixed_radix::MixedRadix;
use allocator::portfolio::{self, Outcome, Settings};
use allocator::{Candidate, Problem};
use isl::{Context, Set};
use polyhedral::Expression;
use std::collections::BTreeMap;

/// *Extended Lattice-Based Memory Allocation*, section 2: the differences of a reverse L of width 2.
const REVERSE_L: &str =
    "[N] -> { [x, y] : N >= 3 and -N < x, y < N and not (x >= 2 and y >= 2) and not (x <= -2 and y <= -2) }";

/// A lattice Boltzmann stencil of nine cells in single assignment, row by row: 0 is alive until (1, 1, 1).
const D2Q9: &str = "[N] -> { [t, i, j] : N >= 2 and -N < i, j < N and
    ((t = 0 and (i > 0 or (i = 0 and j > 0))) or (t = 1 and (i < 1 or (i = 1 and j < 1)))) }";

/// *Extended Lattice-Based Memory Allocation*, Fig. 6.
const DIAMOND: &str = "[B] -> { [i, t] : B >= 2 and (
    (i <= 0 and -1 + i <= t <= 1 - i and -2B + 2 - i <= t <= 2B - 2 + i) or
    (i >= 0 and -1 - i <= t <= 1 + i and -2B + 2 + i <= t <= 2B - 2 - i) or
    (-B < i, t < B and -1 - i <= t <= 1 - i) or (-B < i, t < B and -1 + i <= t <= 1 + i)) }";

fn problem(set: &str) -> Problem {
    let set = Set::read_from_str(&Context::new(), set).unwrap();
    Problem::new(set, &BTreeMap::new()).unwrap()
}

fn n() -> Expression {
    Expression::variable("N")
}

fn values(name: &str, value: i64) -> BTreeMap<String, i64> {
    BTreeMap::from([(name.to_string(), value)])
}

fn proved<'a>(outcomes: &'a [Outcome], name: &str) -> &'a Candidate {
    outcomes.iter().find(|outcome| outcome.name == name).unwrap().proved().unwrap()
}

fn size_at(candidate: &Candidate, name: &str, value: i64) -> i64 {
    candidate.at(&values(name, value)).unwrap().1.iter().product()
}

/// The smallest lattice at one size, given what the portfolio found for all.
fn smallest(problem: &Problem, outcomes: &[Outcome], name: &str, value: i64) -> AtSizes {
    let there = values(name, value);
    let known: Vec<_> = outcomes.iter().filter_map(|outcome| outcome.proved()?.at(&there)).collect();
    AtSizes::of(&problem.at(&there).unwrap(), &known).unwrap()
}

#[test]
fn the_reverse_l_takes_as_many_cells_as_it_has_elements() {
    let problem = problem(REVERSE_L);
    let outcomes = portfolio::outcomes(&problem, Settings::default());
    let (_, best) = portfolio::best(&problem, &outcomes).unwrap();
    for size in [5, 6, 7, 8, 9] {
        assert!(size_at(best, "N", size) <= 4 * size - 2);
        let found = smallest(&problem, &outcomes, "N", size);
        assert_eq!((found.lower_bound, found.is_smallest), (4 * size - 4, true));
        assert_eq!(found.lattice.unwrap().determinant(), 4 * size - 4);
    }
}

#[test]
fn a_window_is_the_smallest_mapping_of_a_stencil_in_single_assignment() {
    let problem = problem(D2Q9);
    let outcomes = portfolio::outcomes(&problem, Settings::default());
    let (name, best) = portfolio::best(&problem, &outcomes).unwrap();
    assert_eq!((name, best.size().to_string().as_str()), ("window", "N * N + N + 1"));
    for size in [2, 3, 5, 8] {
        let found = smallest(&problem, &outcomes, "N", size);
        assert_eq!((found.lower_bound, found.is_smallest), (size * size + size + 1, true));
    }
}

/// D3Q19 in single assignment: within N of the window N^3 + N^2 + N + 1.
#[test]
fn three_dimensions_take_a_window_too() {
    let problem = problem(include_str!("table1/lbm-d3q19.isl"));
    let outcomes = portfolio::outcomes(&problem, Settings::default());
    let (_, best) = portfolio::best(&problem, &outcomes).unwrap();
    for size in [3, 5, 7, 100] {
        let window = size * size * size + size * size + size + 1;
        assert!((size_at(best, "N", size) - window).abs() <= size, "{}", best.size());
    }
}

/// With constant sizes the search finds the smallest lattice.
#[test]
fn the_reverse_l_of_constant_size_has_the_smallest_mapping() {
    for size in [5, 7, 9] {
        let problem = problem(REVERSE_L).at(&values("N", size)).unwrap();
        let outcomes = portfolio::outcomes(&problem, Settings::default());
        let (name, best) = portfolio::best(&problem, &outcomes).unwrap();
        assert_eq!((name, best.size().constant()), ("search", Some(4 * size - 4)));
    }
}

#[test]
fn a_radix_below_the_width_carries() {
    let problem = problem(DIAMOND);
    let outcomes = portfolio::outcomes(&problem, Settings::default());
    let linear = proved(&outcomes, portfolio::LINEAR);
    for size in [2, 3, 5, 8] {
        assert_eq!(size_at(linear, "B", size), 4 * size - 4);
        assert_eq!(smallest(&problem, &outcomes, "B", size).lower_bound, 4 * size - 4);
    }
}

/// `N^2 t + N i + j` modulo `e_3 N^2 + e_2 N + e_1`, with another radix if given.
fn window(modulus: [i64; 3], radix: Expression) -> Candidate {
    let digits = vec![vec![0, 0, 1], vec![0, 1, 0], vec![1, 0, 0]];
    let modulus = modulus.into_iter().map(Expression::Constant).collect();
    MixedRadix { digits, radices: vec![radix, n()], modulus }.into_candidate()
}

#[test]
fn wrong_windows_are_not_proved() {
    let differences = problem(D2Q9).differences;
    let proves = |candidate: &Candidate| proves_candidate(candidate, &differences).unwrap();
    assert!(proves(&window([1, 1, 1], n())));
    assert!(proves(&window([2, 1, 1], n())));
    assert!(!proves(&window([0, 1, 1], n())), "one cell less");
    assert!(!proves(&window([1, 0, 1], n())), "a row less");
    assert!(!proves(&window([1, 1, 1], n() - 1.into())), "rows that overlap");
    assert!(!proves(&window([0, 0, 1], n())), "a product of radices that is too small");
    assert!(proves(&window([0, 0, 2], n())), "all of two planes");
}

#[test]
fn parameters_in_the_matrix_need_an_argument() {
    let differences = problem(D2Q9).differences;
    let bare = Candidate { mixed_radix: None, ..window([1, 1, 1], n()) };
    assert!(!proves_candidate(&bare, &differences).unwrap());
    // constant sizes are proved as usual
    let there = problem(D2Q9).at(&values("N", 6)).unwrap().differences;
    let (matrix, moduli) = bare.at(&values("N", 6)).unwrap();
    assert!(proves_candidate(&Candidate::constant(matrix.clone(), moduli), &there).unwrap());
    assert!(!proves_candidate(&Candidate::constant(matrix, vec![42]), &there).unwrap());
}

#[test]
fn powers_of_two_are_larger_and_proved() {
    let set = "{ [x, y] : -2 <= x <= 2 and -4 <= y <= 4; [3, 0]; [9, 6] }";
    let problem = problem(set);
    let settings = |power_of_two| Settings { only: None, power_of_two };
    let exact = portfolio::outcomes(&problem, settings(false));
    let rounded = portfolio::outcomes(&problem, settings(true));
    for (exact, rounded) in exact.iter().zip(&rounded) {
        let (Some(exact), Some(rounded)) = (exact.proved(), rounded.proved()) else { continue };
        assert!(rounded.cells(&problem.reference) >= exact.cells(&problem.reference));
        let moduli: Vec<_> = rounded.moduli.iter().map(|b| b.constant().unwrap()).collect();
        assert!(moduli.iter().all(|b| b.count_ones() == 1), "{moduli:?}");
    }
    assert!(portfolio::best(&problem, &rounded).is_some());
}

#[test]
fn what_has_no_mapping_has_none() {
    let problem = problem("[N] -> { [x] : x >= 0 }");
    let outcomes = portfolio::outcomes(&problem, Settings::default());
    assert!(portfolio::best(&problem, &outcomes).is_none());
}

#[test]
fn where_nothing_conflicts_one_cell_will_do() {
    for set in ["{ [x, y] : false }", "{ [x, y] : x = y = 0 }", "{ [] }", "[N] -> { [x] : x = 0 and N > 5 }"]
    {
        let problem = problem(set);
        let outcomes = portfolio::outcomes(&problem, Settings::default());
        let (_, best) = portfolio::best(&problem, &outcomes).unwrap();
        assert_eq!(best.size().constant(), Some(1), "{set}");
    }
}
