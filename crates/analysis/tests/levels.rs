//! The level-wise dataflow analysis on the papers' programs: against isl's, and against the sets that
//! follow from reading them.

mod support;

use analysis::Dataflow;
use analysis::levels;
use support::{assert_map, region};

/// Trifunovic and Cohen, Fig. 3: the accesses to `phi_out_of_ssa`.
const GIMPLE: &str = "
    domain: [N] -> { S1[i, j] : 0 <= i, j < N; S2[i, j, k] : 0 <= i, j, k < N; S6[i, j, k] : 0 <= i, j, k < N }
    read: [N] -> { S2[i, j, k] -> phi[] }
    must_write: [N] -> { S1[i, j] -> phi[]; S6[i, j, k] -> phi[] }
    schedule: [N] -> { S1[i, j] -> [0, i, 0, j, 0, 0, 0]; S2[i, j, k] -> [0, i, 0, j, 1, k, 1]; S6[i, j, k] -> [0, i, 0, j, 1, k, 8] }
";

/// Morvan, Fig. 1, Fig. 2 and Fig. 3, and jacobi-1d of Darte, Isoard, Yuki.
const OTHERS: [&str; 4] = [
    "domain: [N, M] -> { S0[i, j] : 0 < i < N - 1 and 0 <= j < M; S1[i, j] : 0 < i < N - 1 and 0 < j < M - 1 }
     read: [N, M] -> { S0[i, j] -> in[i', j] : i - 1 <= i' <= i + 1; S1[i, j] -> tmp[i, j'] : j - 1 <= j' <= j + 1 }
     must_write: [N, M] -> { S0[i, j] -> tmp[i, j]; S1[i, j] -> out[i, j] }
     schedule: [N, M] -> { S0[i, j] -> [0, i, j]; S1[i, j] -> [1, i, j] }",
    "domain: [N] -> { S0[i] : 0 <= i < N; S1[i, j] : 0 <= j < i < N; S2[i] : 0 <= i < N }
     read: [N] -> { S0[i] -> b[i]; S1[i, j] -> y[i]; S1[i, j] -> y[j]; S2[i] -> y[i] }
     must_write: [N] -> { S0[i] -> y[i]; S1[i, j] -> y[i]; S2[i] -> y[i] }
     schedule: [N] -> { S0[i] -> [i, 0, 0]; S1[i, j] -> [i, 1, j]; S2[i] -> [i, 2, 0] }",
    "domain: [N] -> { S[i, j] : 1 <= i <= N and 0 <= j <= N }
     read: [N] -> { S[i, j] -> x[i - 1, j]; S[i, j] -> y[i - 2, j] }
     must_write: [N] -> { S[i, j] -> x[i, j]; S[i, j] -> y[i, j] }
     schedule: [N] -> { S[i, j] -> [i, j] }",
    "domain: [n] -> { S[i, j] : 0 <= i, j < n }
     read: [n] -> { S[i, j] -> A[i - 1, j'] : j - 1 <= j' <= j + 1 }
     must_write: [n] -> { S[i, j] -> A[i, j] }
     schedule: [n] -> { S[i, j] -> [i, j] }",
];

#[test]
fn levels_equal_isl_on_the_papers_programs() {
    for text in OTHERS.iter().chain([&GIMPLE]) {
        let scop = region(text);
        let expected = Dataflow::of(&scop).unwrap().flows;
        let found = (0..scop.arrays.len()).flat_map(|array| levels::flows(&scop, array).unwrap());
        let found: Vec<_> = found.collect();
        assert!(!found.is_empty());
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(
                (found.array, found.write, found.read),
                (expected.array, expected.write, expected.read)
            );
            assert!(found.relation.is_equal(&expected.relation).unwrap(), "{}", found.relation);
        }
    }
}

#[test]
fn a_killed_source_gives_way_to_the_one_that_kills_it() {
    // of S1 and S6, which both precede a read at the levels of i and j, S6 is later where k > 0
    let flows = levels::flows(&region(GIMPLE), 0).unwrap();
    let [first, next] = &flows[..] else { panic!("two writes are sources") };
    assert_map(&first.relation, "[N] -> { S1[i, j] -> S2[i, j, 0] : 0 <= i < N and 0 <= j < N }");
    assert_map(
        &next.relation,
        "[N] -> { S6[i, j, k] -> S2[i, j, k + 1] : 0 <= i < N and 0 <= j < N and 0 <= k < N - 1 }",
    );
}
