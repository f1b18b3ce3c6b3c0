//! What Darte, Isoard, Yuki, *Extended Lattice-Based Memory Allocation*, prove, checked on random sets
//! against pointwise enumeration.

use allocator::methods::{combined, hyperplane, lattice, storage_hyperplanes};
use allocator::theory::extrusion::{extruded, rationally_extruded};
use allocator::theory::reuse::chains;
use allocator::theory::shortest::shortest;
use allocator::theory::star::star_shaped;
use allocator::{Problem, certificate};
use isl::{Constraint, Context, DimType, Set, Val};
use proptest::prelude::*;
use std::collections::BTreeMap;

const NAMES: [&str; 3] = ["x", "y", "z"];

/// `a.x + b >= 0`
type Row = (Vec<i64>, i64);

fn rows(dimensions: usize) -> impl Strategy<Value = Vec<Row>> {
    prop::collection::vec((prop::collection::vec(-3i64..=3, dimensions), -4i64..=6), 1..=4)
}

fn sum(coefficients: &[i64]) -> String {
    coefficients.iter().zip(NAMES).map(|(c, name)| format!("{c}{name}")).collect::<Vec<_>>().join(" + ")
}

fn polyhedron(rows: &[Row]) -> String {
    let row = |(a, b): &Row| format!("{} + {b} >= 0", sum(a));
    rows.iter().map(row).collect::<Vec<_>>().join(" and ")
}

fn set(text: &str) -> Set {
    Set::read_from_str(&Context::new(), text).unwrap()
}

fn contains(set: &Set, point: &[i64]) -> bool {
    let fixed = (0..).zip(point).fold(set.clone(), |set, (position, value)| {
        let value = Val::from_i64(set.context(), *value).unwrap();
        set.fix_val(DimType::Set, position, value).unwrap()
    });
    !fixed.is_empty().unwrap()
}

/// The rows that isl keeps of a polyhedron: tightened to integers, without those that no integer point
/// needs. The rational polyhedron is then a larger one.
fn rows_of(polyhedron: &Set) -> Vec<Row> {
    let [polyhedron] = polyhedron.basic_sets().unwrap().try_into().unwrap();
    let number = |value: Val| value.to_i64().unwrap().unwrap();
    let row = |constraint: &Constraint, sign: i64| {
        let entry = |d| sign * number(constraint.coefficient_val(DimType::Set, d).unwrap());
        ((0..2).map(entry).collect(), sign * number(constraint.constant_val().unwrap()))
    };
    let constraints = polyhedron.remove_redundancies().unwrap().constraints().unwrap();
    let signs =
        |constraint: &Constraint| if constraint.is_equality().unwrap() { vec![1, -1] } else { vec![1] };
    constraints
        .iter()
        .flat_map(|c| signs(c).into_iter().map(|sign| row(c, sign)).collect::<Vec<Row>>())
        .collect()
}

/// All points with entries of at most `radius`.
fn ball(dimensions: usize, radius: i64) -> Vec<Vec<i64>> {
    (0..dimensions).fold(vec![vec![]], |points, _| {
        let longer = |point: Vec<i64>| (-radius..=radius).map(move |v| [point.as_slice(), &[v]].concat());
        points.into_iter().flat_map(longer).collect()
    })
}

/// Whether some l with `0 < l <= 1` has `a.x + l b >= 0` for all rows, in fractions.
fn is_between(rows: &[Row], point: &[i64]) -> bool {
    // bounds of l as numerator and positive denominator
    let (mut least, mut is_strict, mut most) = ((0, 1), true, (1, 1));
    for (a, b) in rows {
        let value: i64 = a.iter().zip(point).map(|(a, x)| a * x).sum();
        if *b == 0 && value < 0 {
            return false;
        }
        if *b > 0 && -value * least.1 > least.0 * b {
            (least, is_strict) = ((-value, *b), false);
        }
        if *b < 0 && value * most.1 < most.0 * -b {
            most = (value, -b);
        }
    }
    let (left, right) = (least.0 * most.1, most.0 * least.1);
    if is_strict { left < right } else { left <= right }
}

/// A union of symmetric pieces, each in a box, maybe with N in the bounds.
fn differences(dimensions: usize, with_parameter: bool) -> impl Strategy<Value = String> {
    let bound = (0i64..=3, any::<bool>());
    let slab = (prop::collection::vec(-2i64..=2, dimensions), 0i64..=3);
    let piece = (prop::collection::vec(bound, dimensions), prop::collection::vec(slab, 0..=2));
    prop::collection::vec(piece, 1..=3).prop_map(move |pieces| {
        let piece = |(bounds, slabs): &(Vec<(i64, bool)>, Vec<Row>)| {
            let bound = |(name, (b, grows)): (&str, &(i64, bool))| {
                let b = if *grows && with_parameter { format!("(N + {b})") } else { b.to_string() };
                format!("-{b} <= {name} <= {b}")
            };
            let slab = |(a, b): &Row| format!("-{b} <= {} <= {b}", sum(a));
            let all = NAMES.into_iter().zip(bounds).map(bound).chain(slabs.iter().map(slab));
            format!("({})", all.collect::<Vec<_>>().join(" and "))
        };
        let pieces: Vec<_> = pieces.iter().map(piece).collect();
        let tuple = NAMES[..dimensions].join(", ");
        match with_parameter {
            true => format!("[N] -> {{ [{tuple}] : N >= 0 and ({}) }}", pieces.join(" or ")),
            false => format!("{{ [{tuple}] : {} }}", pieces.join(" or ")),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Section 4.2.4: exactly the integer points of the open extension, and 0.
    #[test]
    fn star_shaped_extensions_are_exact(rows in rows(2)) {
        let polyhedron = set(&format!("{{ [x, y] : {} }}", polyhedron(&rows)));
        prop_assume!(!polyhedron.is_empty().unwrap());
        let rows = rows_of(&polyhedron);
        let star = star_shaped(&polyhedron).unwrap();
        for point in ball(2, 7) {
            let is_zero = point.iter().all(|entry| *entry == 0);
            if contains(&star, &point) {
                prop_assert!(is_zero || is_between(&rows, &point), "{:?} is too much in {}", point, star);
            } else {
                prop_assert!(!contains(&polyhedron, &point) && !is_zero, "{:?} is missing in {}", point, star);
            }
        }
    }

    /// With a point its multiples: outside of a star-shaped set no vector leads back into the set.
    #[test]
    fn multiples_stay_outside(text in differences(2, false)) {
        let conflicts = set(&text);
        let star = star_shaped(&conflicts).unwrap();
        for point in ball(2, 4).into_iter().filter(|point| !contains(&star, point)) {
            for factor in 1..=4 {
                let multiple: Vec<_> = point.iter().map(|entry| factor * entry).collect();
                prop_assert!(!contains(&conflicts, &multiple), "{:?} in {}", multiple, conflicts);
            }
        }
    }

    #[test]
    fn shortest_vectors_are_shortest(rows in rows(3)) {
        let set = set(&format!("{{ [x, y, z] : {} }}", polyhedron(&rows)));
        let norms = |point: &[i64]| {
            let sizes: Vec<i64> = point.iter().map(|entry| entry.abs()).collect();
            let differences: i64 =
                sizes.iter().enumerate().flat_map(|(k, a)| sizes[..k].iter().map(move |b| (a - b).abs())).sum();
            (sizes.iter().max().copied(), sizes.iter().sum::<i64>(), differences)
        };
        let points: Vec<_> = ball(3, 3).into_iter().filter(|point| contains(&set, point)).collect();
        let least = points.iter().map(|point| norms(point)).min();
        let found = shortest(&set).unwrap();
        if let Some(least) = least {
            for vector in &found {
                let opposite: Vec<_> = vector.iter().map(|entry| -entry).collect();
                prop_assert!(contains(&set, vector) || contains(&set, &opposite));
                prop_assert_eq!(norms(vector), least);
            }
            prop_assert!(!found.is_empty());
        }
    }

    #[test]
    fn extrusions_are_sums(text in differences(2, false), direction in prop::collection::vec(-2i64..=2, 2)) {
        let conflicts = set(&text);
        let extruded = extruded(&conflicts, std::slice::from_ref(&direction)).unwrap();
        for point in ball(2, 4) {
            let along = |u: i64| point.iter().zip(&direction).map(|(x, a)| x - u * a).collect::<Vec<_>>();
            prop_assert_eq!(contains(&extruded, &point), (-8..=8).any(|u| contains(&conflicts, &along(u))));
        }
        prop_assert!(extruded.is_subset(&rationally_extruded(&conflicts, &[direction]).unwrap()).unwrap());
    }

    /// Theorem 2: no integer combination of the reuse vectors conflicts.
    #[test]
    fn reuse_vectors_span_an_admissible_lattice(text in differences(3, true)) {
        let problem = Problem::new(set(&text), &BTreeMap::new()).unwrap();
        let all_sizes = problem.differences.clone().project_out_all_params().unwrap();
        for chain in chains(&problem.differences).unwrap() {
            for weights in ball(chain.multiples.len(), 2).into_iter().filter(|w| w.iter().any(|u| *u != 0)) {
                let vector: Vec<i64> = (0..3).map(|d| {
                    let terms = weights.iter().zip(&chain.multiples).zip(&chain.directions);
                    terms.map(|((u, multiple), direction)| u * multiple * direction[d]).sum()
                }).collect();
                prop_assert!(!contains(&all_sizes, &vector), "{:?} of {:?} in {}", vector, chain, text);
            }
        }
    }

    /// Theorems 1 to 3: all four methods find a mapping of a bounded set, isl proves it, and it separates
    /// all conflicting points at small sizes.
    #[test]
    fn mappings_are_proved_and_separate(text in differences(2, true)) {
        let problem = Problem::new(set(&text), &BTreeMap::new()).unwrap();
        let methods =
            [hyperplane::candidate, lattice::candidate, combined::candidate, storage_hyperplanes::candidate];
        for method in methods {
            let candidate = method(&problem).unwrap().expect(&text);
            prop_assert!(certificate::proves_candidate(&candidate, &problem.differences).unwrap(), "{:?}", candidate);
            for size in 0..=2 {
                let values = BTreeMap::from([("N".to_string(), size)]);
                let (matrix, moduli) = candidate.at(&values).unwrap();
                let small = problem.at(&values).unwrap().differences;
                for point in ball(2, 5).into_iter().filter(|point| point.iter().any(|entry| *entry != 0)) {
                    let value = |row: &Vec<i64>| row.iter().zip(&point).map(|(c, x)| c * x).sum::<i64>();
                    let collides = matrix.iter().zip(&moduli).all(|(row, modulus)| value(row) % modulus == 0);
                    prop_assert!(!(collides && contains(&small, &point)), "{:?} of {:?}", point, candidate);
                }
            }
        }
    }

    /// Heuristic 3 with no reuse vector is Heuristic 1.
    #[test]
    fn combined_is_never_larger_than_hyperplane(text in differences(3, true)) {
        let problem = Problem::new(set(&text), &BTreeMap::new()).unwrap();
        let cells = |candidate: allocator::Candidate| candidate.cells(&problem.reference);
        let combined = cells(combined::candidate(&problem).unwrap().unwrap());
        prop_assert!(combined <= cells(hyperplane::candidate(&problem).unwrap().unwrap()));
    }
}
