//! What Darte, Isoard, Yuki, *Extended Lattice-Based Memory Allocation*, remark beside their heuristics, on
//! their examples.

use allocator::integer_lattice::Lattice;
use allocator::size::Reference;
use allocator::theory::image::{orthogonal, width_along};
use allocator::{Candidate, Problem, certificate};
use isl::{Context, Set};
use std::collections::BTreeMap;

/// Section 2.
const REVERSE_L: &str = include_str!("table1/stencil-2d-5x5.isl");
/// Fig. 6.
const DIAMOND: &str = include_str!("table1/diamond-tile.isl");

fn problem(text: &str) -> Problem {
    Problem::new(Set::read_from_str(&Context::new(), text).unwrap(), &BTreeMap::new()).unwrap()
}

fn width(set: &Set, row: &[i64], reference: &Reference) -> String {
    width_along(set, row, reference).unwrap().unwrap().to_string()
}

/// Section 4.1, first remark: widths depend on the order in which vectors are considered.
#[test]
fn the_order_of_rows_matters() {
    let Problem { differences, reference, .. } = problem(DIAMOND);
    let in_order = |first: &[i64], second: &[i64]| {
        let left = orthogonal(differences.clone(), first).unwrap();
        (width(&differences, first, &reference), width(&left, second, &reference))
    };
    assert_eq!(in_order(&[1, 0], &[0, 1]), ("2 * B - 1".to_string(), "2".to_string()));
    assert_eq!(in_order(&[0, 1], &[1, 0]), ("B".to_string(), "2 * B - 1".to_string()));
}

/// Section 4.1.2: `F_i(c) = F_i(c - sum of l_j c_j)`, so the search may leave out what is spanned already.
#[test]
fn earlier_rows_do_not_change_widths() {
    for text in [REVERSE_L, DIAMOND] {
        let Problem { differences, reference, .. } = problem(text);
        for first in [[1, 0], [1, -1], [2, 1]] {
            let left = orthogonal(differences.clone(), &first).unwrap();
            for second in [[0, 1], [3, 2]] {
                let expected = width(&left, &second, &reference);
                for multiple in -3..=3 {
                    let other = [second[0] + multiple * first[0], second[1] + multiple * first[1]];
                    assert_eq!(width(&left, &other, &reference), expected);
                }
            }
        }
    }
}

/// Section 4.2: a mapping is valid iff its kernel meets the differences in 0 only, and from a lattice comes a
/// mapping with this kernel, of the size of its determinant.
#[test]
fn mappings_and_lattices_are_the_same() {
    let seven = problem(REVERSE_L).at(&BTreeMap::from([("N".to_string(), 7)])).unwrap().differences;
    // (y mod 2, x - y mod 2N - 1)
    let (matrix, moduli) = (vec![vec![0, 1], vec![1, -1]], vec![2, 13]);
    let kernel = Lattice::kernel(&matrix, &moduli, 2).unwrap();
    assert_eq!(Some(kernel.clone()), Lattice::generated_by(&[vec![2, 2], vec![13, 0]]));
    assert_eq!(kernel.determinant(), 26);
    let (rows, sizes) = kernel.mapping().unwrap();
    assert_eq!(sizes.iter().product::<i64>(), 26);
    assert_eq!(Lattice::kernel(&rows, &sizes, 2), Some(kernel));
    // a shorter second vector leads into K, and no mapping with that kernel is valid
    let proves = |lattice: &Lattice| {
        let (rows, sizes) = lattice.mapping().unwrap();
        certificate::proves_candidate(&Candidate::constant(rows, sizes), &seven).unwrap()
    };
    assert!(proves(&Lattice::generated_by(&[vec![2, 2], vec![13, 0]]).unwrap()));
    assert!(!proves(&Lattice::generated_by(&[vec![2, 2], vec![11, 0]]).unwrap()));
}

/// Section 4.2.1: the determinant is at most the product of the vectors' Euclidean norms.
#[test]
fn short_vectors_bound_the_size() {
    for vectors in [[[2, 2], [13, 0]], [[2, 2], [5, -7]], [[1, 2], [0, 15]]] {
        let norm = |z: &[i64; 2]| z.iter().map(|c| c * c).sum::<i64>();
        let determinant = Lattice::generated_by(&vectors.map(|z| z.to_vec())).unwrap().determinant();
        assert!(determinant * determinant <= norm(&vectors[0]) * norm(&vectors[1]));
    }
}
