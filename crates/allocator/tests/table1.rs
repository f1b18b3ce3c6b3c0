//! Table 1 of Darte, Isoard, Yuki, *Extended Lattice-Based Memory Allocation*, rebuilt.

#[path = "table1/table.rs"]
mod table;

use allocator::conflicts::Precision;
use allocator::portfolio::{self, Settings};
use allocator::theory::image::{orthogonal, width_along};
use allocator::{Candidate, Conflicts, Problem, certificate};
use analysis::Analysed;
use analysis::order::Order;
use isl::{Context, DimType, Set};
use polyhedral::Expression;
use table::{COLUMNS, DIFFERENT, EXAMPLES, Example, cells};

/// Sizes at which cells are compared.
const SIZES: [i64; 5] = [4, 5, 7, 16, 100];

/// The golden table; `BLESS=1` in the environment writes it anew.
#[test]
fn the_table_is_as_blessed() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/table1/table1.golden");
    let table = table::render(false);
    if std::env::var_os("BLESS").is_some_and(|value| value != "0") {
        std::fs::write(path, &table).unwrap();
    }
    assert_eq!(table, std::fs::read_to_string(path).unwrap());
}

/// Each set of differences is that of a program, exactly, computed by [`Conflicts`].
///
/// Where section 5 prints the set (Fig. 5, Fig. 6 at B - 1), the program was written to have it. Else:
/// - `stencil-2d-5x5`: section 2's tile, each cell from those up to 2 before it in both dimensions;
/// - `blur-tiled`: the columns of a tile one after the other, both stages interleaved, the last two rows
///   for the next tile. The paper prints neither set nor program; this one has the printed moduli;
/// - `lbm-*`: single assignment, sequential in the order of the subscripts; a site reads its neighbours:
///   all of them, in D3Q19 those without the corners;
/// - `heat-2d-tiled`: a tile of section 5.4's `(t, t + i, t + i + j)`, sequential in that order.
#[test]
fn the_differences_are_those_of_programs() {
    for example in &EXAMPLES {
        let context = Context::new();
        let analysed = Analysed::new(polyhedral::text::read(&context, example.program).unwrap()).unwrap();
        let (tmp, _) = analysed.scop.array("tmp").unwrap();
        let order = Order::of_program(&analysed.scop);
        let conflicts = Conflicts::of(&analysed, tmp, &order, Precision::Exact).unwrap();
        let at_sizes = |set: Set| without_steps(set.intersect_params(analysed.scop.context.clone()).unwrap());
        let found = at_sizes(conflicts.differences);
        let expected = at_sizes(Set::read_from_str(&context, example.differences).unwrap());
        assert!(found.is_equal(&expected).unwrap(), "{}: {found}", example.name);
    }
}

/// Without the number of time steps, on which no difference depends.
fn without_steps(set: Set) -> Set {
    match set.find_dim_by_name(DimType::Param, "T").unwrap() {
        Some(position) => set.project_out(DimType::Param, position, 1).unwrap(),
        None => set,
    }
}

fn proved(problem: &Problem, name: &str) -> Candidate {
    let outcomes = portfolio::outcomes(problem, Settings { only: Some(name), ..Settings::default() });
    outcomes[0].proved().unwrap_or_else(|| panic!("{name}: {:?}", outcomes[0].proposal)).clone()
}

/// Sizes are the printed ones but for [`DIFFERENT`], in which `combined` isn't. Equal sizes are by equal
/// mappings but for signs, the order of rows, and j and k exchanged in D3Q19: `(1, 1, 0, 1)`, which the paper
/// takes there, conflicts if the innermost loop is k. On the heat equation, of the convex pieces of the half
/// set `t` separates as many as any direction, and is the narrowest.
#[test]
fn columns_have_the_printed_sizes() {
    for example in &EXAMPLES {
        let problem = example.problem(None);
        for (column, printed) in COLUMNS.iter().zip(&example.printed) {
            let candidate = proved(&problem, column);
            let is_equal = SIZES.iter().all(|n| cells(&candidate, &problem, *n) == (printed.cells)(*n));
            let is_different = DIFFERENT.iter().any(|(name, of, _)| (*name, of) == (example.name, column));
            assert_eq!(is_equal, !is_different, "{} {column} {}", example.name, candidate.size());
        }
    }
}

/// The paper's successive moduli are those of one order.
#[test]
fn printed_successive_moduli_are_those_of_one_order() {
    let orders = [
        ("stencil-2d-5x5", vec![0, 1], vec!["N", "N"]),
        ("blur-interleaved", vec![1, 0], vec!["3", "N"]),
        ("blur-tiled", vec![1, 0], vec!["B", "B"]),
        ("lbm-d2q9", vec![0, 1, 2], vec!["2", "N", "N"]),
        ("diamond-tile", vec![1, 0], vec!["B", "2 * B - 1"]),
        ("heat-2d-tiled", vec![0, 1, 2], vec!["B", "B", "B"]),
    ];
    for (name, order, moduli) in orders {
        let problem = example(name).problem(None);
        let mut left = problem.differences.clone();
        for (dimension, modulus) in order.into_iter().zip(moduli) {
            let row: Vec<_> = (0..problem.dimensions()).map(|d| i64::from(d == dimension)).collect();
            let width = width_along(&left, &row, &problem.reference).unwrap().unwrap();
            assert_eq!(width.to_string(), modulus, "{name}");
            left = orthogonal(left, &row).unwrap();
        }
    }
}

fn example(name: &str) -> &'static Example {
    EXAMPLES.iter().find(|example| example.name == name).unwrap()
}

/// `factor * parameter + constant`
fn modulus(problem: &Problem, (factor, constant): (i64, i64)) -> Expression {
    let parameter = Expression::variable(&problem.parameters[0]);
    let multiple = Expression::Multiply(Box::new(factor.into()), Box::new(parameter));
    (multiple + constant.into()).simplify()
}

/// What the paper prints as its own holds on the sets here, for D3Q19 with j and k exchanged.
#[test]
fn the_papers_mappings_are_proved() {
    let printed = [
        ("stencil-2d-5x5", vec![vec![0, 1], vec![1, -1]], vec![(0, 2), (2, -1)]),
        ("blur-interleaved", vec![vec![-2, 1]], vec![(2, 1)]),
        ("blur-tiled", vec![vec![-2, 1]], vec![(3, -2)]),
        ("lbm-d2q9", vec![vec![-1, 1, 0], vec![-1, 0, 1]], vec![(1, 1), (1, 1)]),
        (
            "lbm-d3q19",
            vec![vec![0, 0, 0, 1], vec![-1, 1, 0, 0], vec![-1, 0, 1, 0]],
            vec![(1, 0), (1, 1), (1, 1)],
        ),
        ("lbm-d3q27", vec![vec![-1, 0, 1, 0], vec![-1, 1, 0, 0], vec![-1, 0, 0, 1]], vec![(1, 1); 3]),
        ("diamond-tile", vec![vec![0, 1], vec![1, 0]], vec![(0, 2), (2, -1)]),
        ("heat-2d-tiled", vec![vec![0, 0, 1], vec![-1, 1, 0]], vec![(2, -1), (3, -2)]),
    ];
    for (name, matrix, moduli) in printed {
        let problem = example(name).problem(None);
        let moduli = moduli.into_iter().map(|pair| modulus(&problem, pair)).collect();
        let candidate = Candidate::new(matrix, moduli);
        assert!(certificate::proves_candidate(&candidate, &problem.differences).unwrap(), "{name}");
    }
    let problem = example("lbm-d3q19").problem(None);
    let moduli = [(1, 0), (1, 1), (1, 1)].map(|pair| modulus(&problem, pair)).to_vec();
    let as_printed = Candidate::new(vec![vec![0, 0, 1, 0], vec![-1, 1, 0, 0], vec![-1, 0, 0, 1]], moduli);
    assert!(!certificate::proves_candidate(&as_printed, &problem.differences).unwrap());
}

#[test]
fn the_best_is_never_larger_than_the_best_column() {
    for example in &EXAMPLES {
        for size in [5, 7, 100] {
            let problem = example.problem(Some(size));
            let outcomes = portfolio::outcomes(&problem, Settings::default());
            let (_, best) = portfolio::best(&problem, &outcomes).unwrap();
            let printed = example.printed.iter().map(|printed| (printed.cells)(size)).min().unwrap();
            assert!(cells(best, &problem, size) <= printed, "{} at {size}: {}", example.name, best.size());
            let proved = outcomes.iter().filter_map(|outcome| Some(cells(outcome.proved()?, &problem, size)));
            assert_eq!(Some(cells(best, &problem, size)), proved.min(), "{} at {size}", example.name);
        }
    }
}
