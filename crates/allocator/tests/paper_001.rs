//! The worked examples of Darte, Isoard, Yuki, *Extended Lattice-Based Memory Allocation*, sections 2 to
//! 6, step by step, from isl strings.

use allocator::certificate;
use allocator::methods::{combined, hyperplane, lattice, storage_hyperplanes};
use allocator::size::Reference;
use allocator::theory::direction::{Direction, Program, Side};
use allocator::theory::direction_exact::exact;
use allocator::theory::direction_suggested::suggested;
use allocator::theory::extrusion::{extruded, rationally_extruded};
use allocator::theory::farkas::{at_sizes, polyhedra};
use allocator::theory::image::{coordinates, orthogonal, width_along, width_of};
use allocator::theory::integer_matrix::{Matrix, completion, identity, inverse, transpose};
use allocator::theory::reuse::{Chain, Shape, chains, outside, steps};
use allocator::theory::separation::widest_separations;
use allocator::theory::shortest::shortest;
use allocator::theory::star::star_shaped;
use allocator::{Candidate, Problem};
use isl::{BasicSet, Context, DimType, Set};
use std::collections::BTreeMap;

/// Section 2: differences of the points of a reverse L of width 2 in a square of size N (Fig. 2).
const REVERSE_L: &str = include_str!("table1/stencil-2d-5x5.isl");
/// Fig. 5.
const BLUR: &str = include_str!("table1/blur-interleaved.isl");
/// Fig. 6.
const DIAMOND: &str = include_str!("table1/diamond-tile.isl");

fn set(context: &Context, text: &str) -> Set {
    Set::read_from_str(context, text).unwrap()
}

#[track_caller]
fn assert_equal(actual: &Set, expected: &str) {
    let expected = set(actual.context(), expected);
    assert!(actual.is_equal(&expected).unwrap(), "{actual} is not {expected}");
}

fn problem(text: &str) -> Problem {
    Problem::new(set(&Context::new(), text), &BTreeMap::new()).unwrap()
}

/// The conflicting differences at one size.
fn at_size(text: &str, parameter: &str, size: i64) -> Set {
    let values = BTreeMap::from([(parameter.to_string(), size)]);
    problem(text).at(&values).unwrap().differences
}

fn width(set: &Set, row: &[i64]) -> String {
    let reference = Reference::of_names(&["N".into(), "B".into()], &BTreeMap::new());
    width_along(set, row, &reference).unwrap().unwrap().to_string()
}

fn integers(candidate: &Candidate) -> Matrix {
    candidate.integer_matrix().unwrap()
}

fn moduli(candidate: &Candidate) -> Vec<String> {
    candidate.moduli.iter().map(ToString::to_string).collect()
}

fn is_proved(candidate: &Candidate, problem: &Problem) -> bool {
    certificate::proves(&candidate.to_mapping().unwrap(), &problem.differences).unwrap()
}

/// The narrowest direction over the canonical basis with the given leading row.
fn narrowest(set: &Set, basis: &Matrix, leading: usize) -> Direction {
    let polyhedra = polyhedra(set).unwrap();
    let priority: Vec<_> = (0..set.dim(DimType::Param).unwrap() as usize).collect();
    let program =
        Program { polyhedra: &polyhedra, separated: &[], basis, leading: Some(leading), priority: &priority };
    let exact = exact(&program).unwrap().unwrap();
    assert_eq!(suggested(&program).unwrap().unwrap(), exact);
    exact
}

mod section_2_and_4_1 {
    use super::*;

    #[test]
    fn the_reverse_l_is_the_set_of_differences_of_its_points() {
        let context = Context::new();
        let points =
            "[N] -> { [x, y] : 0 <= x < N and 0 <= y < N and N >= 3 and (x >= N - 2 or y >= N - 2) }";
        let points = set(&context, points);
        let pairs = isl::Map::from_domain_and_range(points.clone(), points.clone()).unwrap();
        let differences = set(&context, REVERSE_L).intersect_params(pairs.clone().params().unwrap()).unwrap();
        assert!(pairs.deltas().unwrap().is_equal(&differences).unwrap());
        // 4N - 4 values are alive
        let seven = points.fix_si(DimType::Param, 0, 7).unwrap().project_out(DimType::Param, 0, 1).unwrap();
        assert_eq!(seven.count_val().unwrap().to_i64().unwrap(), Some(24));
    }

    /// Fig. 2: the canonical basis has the least widths, both N - 1, and no reuse.
    #[test]
    fn heuristic_1_takes_the_trap() {
        let problem = problem(REVERSE_L);
        assert_eq!(width(&problem.differences, &[0, 1]), "N");
        let left = orthogonal(problem.differences.clone(), &[0, 1]).unwrap();
        assert_eq!(width(&left, &[1, 0]), "N");
        let candidate = hyperplane::candidate(&problem).unwrap().unwrap();
        assert_eq!(moduli(&candidate), ["N", "N"]);
        assert!(is_proved(&candidate, &problem));
    }

    /// Section 4.2.5: given the lattice's vectors in reverse order, Heuristic 1 finds the same moduli.
    #[test]
    fn heuristic_1_finds_the_lattice_on_its_basis() {
        let problem = problem(REVERSE_L);
        assert_eq!(width(&problem.differences, &[1, -1]), "2 * N - 1");
        let left = orthogonal(problem.differences, &[1, -1]).unwrap();
        assert_eq!(width(&left, &[0, 1]), "2");
    }

    /// Equation (1): the maximum of `c.x` is the minimum of the dual.
    #[test]
    fn the_dual_program_is_the_width() {
        let differences = at_size(REVERSE_L, "N", 7);
        for c in [vec![1, 0], vec![1, -1], vec![3, -2], vec![2, 5]] {
            let direction = narrowest(&differences, &vec![c.clone()], 0);
            assert_eq!(direction.vector, c);
            assert_eq!(width(&differences, &c), (direction.constant + 1).to_string());
        }
    }

    /// Section 4.1.2: without a row that has to occur, 0 would be narrowest.
    #[test]
    fn of_zero_nothing_is_learnt() {
        let differences = at_size(REVERSE_L, "N", 7);
        let polyhedra = polyhedra(&differences).unwrap();
        let basis = identity(2);
        let program =
            Program { polyhedra: &polyhedra, separated: &[], basis: &basis, leading: None, priority: &[] };
        let direction = exact(&program).unwrap().unwrap();
        assert_eq!((direction.vector, direction.constant), (vec![0, 0], 0));
    }

    /// Section 4.1, second remark: what is larger is valid too, so moduli can be powers of two, or
    /// maxima over symmetric pieces.
    #[test]
    fn larger_moduli_stay_valid() {
        let problem = problem("{ [x, y] : (-5 <= x <= 5 and y = 0) or (x = 0 and -2 <= y <= 2) }");
        let proved = |moduli| is_proved(&Candidate::constant(identity(2), moduli), &problem);
        assert!(proved(vec![6, 3]) && proved(vec![8, 4]) && proved(vec![6, 4]));
        assert!(!proved(vec![5, 3]) && !proved(vec![6, 2]));
        // pieces alone: 6 and 1 for the first, 1 and 3 for the second
        let left = orthogonal(problem.differences.clone(), &[1, 0]).unwrap();
        assert_eq!((width(&problem.differences, &[1, 0]), width(&left, &[0, 1])), ("6".into(), "3".into()));
    }

    /// Section 4.1, third remark: a mapping to one dimension of the same size.
    #[test]
    fn rows_can_be_linearised() {
        let problem = problem(REVERSE_L).at(&BTreeMap::from([("N".to_string(), 7)])).unwrap();
        // x - y + (2N - 1) y mod 2 (2N - 1)
        assert!(is_proved(&Candidate::constant(vec![vec![1, 12]], vec![26]), &problem));
        assert!(!is_proved(&Candidate::constant(vec![vec![1, 12]], vec![13]), &problem));
    }
}

mod section_4_2 {
    use super::*;

    /// Section 4.2.3: the complement once the parameter is projected out.
    #[test]
    fn the_complement_of_the_reverse_l_for_all_sizes() {
        let constant = set(&Context::new(), REVERSE_L).project_out_all_params().unwrap();
        assert_equal(
            &constant.clone().complement().unwrap(),
            "{ [x, y] : (x >= 2 and y >= 2) or (x <= -2 and y <= -2) }",
        );
        // it is star-shaped already (section 5.1)
        assert!(star_shaped(&constant).unwrap().is_equal(&constant).unwrap());
        assert_eq!(shortest(&outside(&constant, &vec![]).unwrap()).unwrap(), [[2, 2]]);
        assert_eq!(steps(&constant, &vec![], Shape::Star).unwrap(), [(2, vec![1, 1])]);
    }

    /// Fig. 3, right: the extrusion along (1, 1) is a diagonal band, and outside of it (2N - 1, 0) is the
    /// shortest vector along what completes the basis.
    #[test]
    fn the_second_vector_leads_out_of_the_extrusion() {
        let context = Context::new();
        let differences = set(&context, REVERSE_L);
        let band = extruded(&differences, &[vec![1, 1]]).unwrap();
        assert_equal(&band, "[N] -> { [x, y] : N > 0 and -2N + 2 <= x - y <= 2N - 2 }");
        assert!(rationally_extruded(&differences, &[vec![1, 1]]).unwrap().is_equal(&band).unwrap());
        let seven = extruded(&at_size(REVERSE_L, "N", 7), &[vec![1, 1]]).unwrap();
        let along = set(&context, "{ [x, y] : y = 0 and x > 0 }");
        let along =
            along.intersect(Set::read_from_str(&context, &seven.to_string()).unwrap().complement().unwrap());
        assert_eq!(shortest(&along.unwrap()).unwrap(), [[13, 0]]);
        // for all N at once
        let line = coordinates(&differences, &[vec![1, 0], vec![1, 1]]).unwrap();
        let reference = Reference::of_names(&["N".into()], &BTreeMap::new());
        let multiple = width_of(line.project_out(DimType::Set, 1, 1).unwrap(), &reference);
        assert_eq!(multiple.unwrap().unwrap().to_string(), "2 * N - 1");
    }

    /// Fig. 3 and section 4.2.3: `(x, y) -> (y mod 2, x - y mod (2N - 1))`.
    #[test]
    fn heuristic_2_on_the_reverse_l() {
        let problem = problem(REVERSE_L);
        let candidate = lattice::candidate(&problem).unwrap().unwrap();
        assert_eq!(moduli(&candidate), ["2 * N - 1", "2"]);
        assert_eq!(candidate.size().to_string(), "4 * N - 2");
        assert_eq!(integers(&candidate)[0].iter().sum::<i64>(), 0, "a multiple of x - y");
        assert!(is_proved(&candidate, &problem));
        let printed = Candidate::new(vec![vec![1, -1], vec![0, 1]], candidate.moduli.clone());
        assert!(is_proved(&printed, &problem));
    }

    /// Fig. 4: the canonical direction needs a long vector, and is narrow; (1, 1) the other way round.
    #[test]
    fn the_two_heuristics_disagree() {
        let differences = set(&Context::new(), REVERSE_L);
        let reference = Reference::of_names(&["N".into()], &BTreeMap::new());
        let multiple = |direction: &[i64]| {
            let line = coordinates(&differences, &[direction.to_vec()]).unwrap();
            width_of(line, &reference).unwrap().unwrap().to_string()
        };
        assert_eq!((multiple(&[1, 0]), multiple(&[1, 1])), ("N".into(), "2".into()));
        assert_eq!(
            (width(&differences, &[1, 0]), width(&differences, &[1, -1])),
            ("N".into(), "2 * N - 1".into())
        );
    }

    /// Section 4.2.4: the extension of a strip with a hole adds no line y = 0.
    #[test]
    fn star_shaping_adds_no_artificial_points() {
        let context = Context::new();
        let strips = set(&context, "{ [x, y] : (x = 0 and y = 0) or 2 <= y <= 3 or -3 <= y <= -2 }");
        let star = star_shaped(&strips).unwrap();
        assert_equal(&star, "{ [x, y] : (x = 0 and y = 0) or 1 <= y <= 3 or -3 <= y <= -1 }");
        assert_equal(
            &star.complement().unwrap(),
            "{ [x, y] : y >= 4 or y <= -4 or (y = 0 and (x >= 1 or x <= -1)) }",
        );
        // the same out of a parametric set
        let bounded =
            "[N] -> { [x, y] : (x = 0 and y = 0) or (-N <= x <= N and (2 <= y <= 3 or -3 <= y <= -2)) }";
        let constant = set(&context, bounded).project_out_all_params().unwrap();
        assert!(constant.is_equal(&strips).unwrap());
    }

    /// Section 4.2.4: with holes, the shortest vector outside may have a multiple inside.
    #[test]
    fn a_vector_through_a_hole_is_no_reuse_vector() {
        let strips = set(&Context::new(), "{ [x, y] : (x = 0 and y = 0) or 2 <= y <= 3 or -3 <= y <= -2 }");
        let naive = shortest(&strips.clone().complement().unwrap()).unwrap();
        assert!(naive.contains(&vec![0, 1]), "whose double conflicts");
        for shape in [Shape::Star, Shape::Checked] {
            assert_eq!(steps(&strips, &vec![], shape).unwrap(), [(1, vec![1, 0])]);
        }
    }

    /// The paper's two ways to deal with holes differ: 1 is outside, 2 and 3 are not, 4 has no
    /// conflicting multiple, and between 0 and 3 there is everything.
    #[test]
    fn checking_multiples_finds_vectors_inside_the_star_shaped_extension() {
        let holes = set(&Context::new(), "{ [x] : x = 0 or x = 3 or x = -3 }");
        assert_eq!(steps(&holes, &vec![], Shape::Star).unwrap(), [(4, vec![1])]);
        assert_eq!(steps(&holes, &vec![], Shape::Checked).unwrap(), [(2, vec![1])]);
    }

    /// Section 4.2.2: directions and completion are unimodular, and a multiple is the common divisor.
    #[test]
    fn the_inverse_maps_reuse_vectors_to_multiples() {
        let directions = vec![vec![1, 1], vec![1, 0]];
        let inverse = inverse(&transpose(&directions)).unwrap();
        assert_eq!(inverse, [[0, 1], [1, -1]]);
        assert!(completion(&vec![vec![2, 2]], 2).is_none());
    }
}

mod section_4_3_and_5_1 {
    use super::*;

    /// The script of section 5.1: `a_1`, then nothing, then a mapping vector orthogonal to `a_1`.
    #[test]
    fn the_script_on_the_reverse_l() {
        let problem = problem(REVERSE_L);
        let constant = problem.differences.clone().project_out_all_params().unwrap();
        assert_eq!(
            chains(&problem.differences).unwrap(),
            [Chain { directions: vec![vec![1, 1]], multiples: vec![2] }]
        );
        // K_2 is everything, so nK_2 is empty
        assert!(outside(&constant, &vec![vec![1, 1]]).unwrap().is_empty().unwrap());
        // Farkas: the width along (0, 1), and the narrowest vector along (-1, 1); the paper says [1, 0] for
        // the first, and 2N - 2 for the second, which is [2, -2] as here. With y <= N - 1 the first is
        // N - 1, that is [1, -1].
        let unit = narrowest(&problem.differences, &vec![vec![0, 1]], 0);
        assert_eq!((unit.growth, unit.constant), (vec![1], -1));
        let orthogonal = narrowest(&problem.differences, &vec![vec![-1, 1]], 0);
        assert_eq!((orthogonal.vector, orthogonal.growth, orthogonal.constant), (vec![-1, 1], vec![2], -2));
        let candidate = combined::candidate(&problem).unwrap().unwrap();
        assert_eq!(moduli(&candidate), ["2 * N - 1", "2"]);
        assert!(is_proved(&candidate, &problem));
    }

    /// Section 4.3: on a unimodular basis and its inverse, the multiples of Heuristic 2 from the first
    /// vector on are the widths of Heuristic 1 from the last row on.
    #[test]
    fn multiples_and_widths_are_dual() {
        let reference = Reference::of_names(&[], &BTreeMap::new());
        for (text, name) in [(REVERSE_L, "N"), (BLUR, "N"), (DIAMOND, "B")] {
            let differences = at_size(text, name, 6);
            for columns in [identity(2), vec![vec![1, 1], vec![1, 0]], vec![vec![1, 2], vec![1, 1]]] {
                let rows = inverse(&transpose(&columns)).unwrap();
                let mut left = differences.clone();
                for i in (0..2).rev() {
                    let mut vectors = vec![columns[i].clone()];
                    vectors.extend(columns[..i].iter().cloned());
                    let line = coordinates(&differences, &vectors).unwrap();
                    let line = line.project_out(DimType::Set, 1, i as u32).unwrap();
                    let multiple = width_of(line, &reference).unwrap();
                    assert_eq!(multiple, width_along(&left, &rows[i], &reference).unwrap());
                    left = orthogonal(left, &rows[i]).unwrap();
                }
            }
        }
    }
}

mod section_5 {
    use super::*;

    /// Fig. 5: only both norms together tell (1, 2) from (2, 2) and (0, 3).
    #[test]
    fn blur_needs_two_norms() {
        let problem = problem(BLUR);
        let constant = problem.differences.clone().project_out_all_params().unwrap();
        let outside = outside(&constant, &vec![]).unwrap();
        for vector in ["{ [1, 2] }", "{ [2, 2] }", "{ [0, 3] }"] {
            assert!(set(outside.context(), vector).is_subset(&outside).unwrap());
        }
        assert_eq!(shortest(&outside).unwrap(), [[1, 2]]);
        for method in [lattice::candidate, combined::candidate] {
            let candidate = method(&problem).unwrap().unwrap();
            assert_eq!(integers(&candidate), [[-2, 1]]);
            assert_eq!(moduli(&candidate), ["2 * N + 1"]);
            assert!(is_proved(&candidate, &problem));
        }
    }

    /// Section 5.3: first (0, 2), then the row (1, 0).
    #[test]
    fn diamond_tiles_need_two_rows() {
        let problem = problem(DIAMOND);
        let chains = chains(&problem.differences).unwrap();
        assert_eq!(chains[0], Chain { directions: vec![vec![0, 1]], multiples: vec![2] });
        let candidate = combined::candidate(&problem).unwrap().unwrap();
        assert_eq!(integers(&candidate), [[1, 0], [0, 1]]);
        assert_eq!(moduli(&candidate), ["2 * B - 1", "2"]);
        assert!(is_proved(&candidate, &problem));
        let separating = storage_hyperplanes::candidate(&problem).unwrap().unwrap();
        assert_eq!(moduli(&separating), ["6 * B - 5"]);
        assert!(is_proved(&separating, &problem));
    }

    /// Table 1 has B where Fig. 6 has B + 1: its moduli are those of the figure's set at B - 1.
    #[test]
    fn the_figure_of_the_diamond_is_one_larger_than_the_table() {
        let figure =
            "[B] -> { [i, t] : (i <= 0 and t <= 1 - i and t >= -1 + i and t <= 2B + i and t >= -2B - i)
            or (i >= 0 and t <= 1 + i and t >= -1 - i and t <= 2B - i and t >= -2B + i)
            or (i <= B and i >= -B and t <= 1 - i and t >= -1 - i and t <= B and t >= -B)
            or (i <= B and i >= -B and t >= -1 + i and t <= 1 + i and t <= B and t >= -B) }";
        for size in [3, 4, 8] {
            assert_equal(&at_size(figure, "B", size - 1), &at_size(DIAMOND, "B", size).to_string());
        }
        assert_eq!(width(&set(&Context::new(), figure), &[1, 0]), "2 * B + 1");
    }
}

mod section_6 {
    use super::*;

    fn pieces(texts: &[&str]) -> Vec<BasicSet> {
        let context = Context::new();
        texts.iter().flat_map(|text| polyhedra(&at_sizes(set(&context, text)).unwrap()).unwrap()).collect()
    }

    /// How many of the pieces one direction separates, and the narrowest such direction with its modulus.
    fn separated(pieces: &[BasicSet], all: &str) -> (usize, Vec<i64>, String) {
        let context = pieces[0].context();
        let all = set(context, all);
        let polyhedra = polyhedra(&all).unwrap();
        let narrowest = widest_separations(pieces, 2).unwrap().into_iter().map(|sides| {
            let count = sides.iter().flatten().count();
            let chosen: Vec<(BasicSet, Side)> =
                pieces.iter().cloned().zip(sides).filter_map(|(piece, side)| Some((piece, side?))).collect();
            let (basis, priority) = (identity(2), [0]);
            let program = Program {
                polyhedra: &polyhedra,
                separated: &chosen,
                basis: &basis,
                leading: None,
                priority: &priority,
            };
            let direction = exact(&program).unwrap().unwrap();
            assert_eq!(suggested(&program).unwrap().unwrap(), direction);
            (count, direction.vector.clone(), width(&all, &direction.vector))
        });
        narrowest.min_by_key(|(_, _, width)| width.len()).unwrap()
    }

    /// Fig. 7: the same half of the reverse L, cut in two ways.
    #[test]
    fn separation_depends_on_the_decomposition() {
        let right = "[N] -> { [x, y] : 1 <= x < N and -N < y <= 1 }";
        let upper = "[N] -> { [x, y] : 0 <= x <= 1 and x < y < N }";
        let far = "[N] -> { [x, y] : 2 <= x < N and -N < y <= 1 }";
        let column = "[N] -> { [x, y] : x = 1 and -N < y < N }";
        let axis = "[N] -> { [x, y] : x = 0 and 0 < y < N }";
        let half = |texts: &[&str]| {
            let context = Context::new();
            let all =
                texts.iter().map(|text| set(&context, text).lower_bound_si(DimType::Param, 0, 3).unwrap());
            Problem::new(all.reduce(|a, b| a.union(b).unwrap()).unwrap(), &BTreeMap::new())
                .unwrap()
                .differences
        };
        let all = problem(REVERSE_L).differences.lower_bound_si(DimType::Param, 0, 3).unwrap();
        assert_equal(&half(&[right, upper]), &all.to_string());
        assert_equal(&half(&[far, column, axis]), &all.to_string());
        // 7a: a direction separates all, at N extra cells
        let (count, direction, modulus) = separated(&pieces(&[right, upper]), REVERSE_L);
        assert_eq!((count, direction, modulus.as_str()), (2, vec![3, -2], "5 * N - 4"));
        // 7b: none does, and the vertical line is the narrowest for two of the three
        let (count, direction, modulus) = separated(&pieces(&[far, column, axis]), REVERSE_L);
        assert_eq!((count, direction, modulus.as_str()), (2, vec![1, 0], "N"));
    }

    /// Section 6.3: projecting a square along (1, 0) gives a line of length N, along (1, 1) one of 2N - 1.
    #[test]
    fn steeper_projections_are_longer() {
        let square = set(&Context::new(), "[N] -> { [x, y] : -N < x < N and -N < y < N }");
        assert_eq!((width(&square, &[0, 1]), width(&square, &[1, -1])), ("N".into(), "2 * N - 1".into()));
    }
}
