//! Which instances are needed.

mod support;

use analysis::{Analysed, needed};
use support::{assert_equal, region};

/// The instances that are left of a region in which arrays with other names than `out` die.
fn left(text: &str) -> (Analysed, Option<Analysed>) {
    let mut scop = region(text);
    for array in scop.arrays.iter_mut().filter(|array| array.name != "out") {
        array.outlives = None;
    }
    for array in scop.arrays.iter_mut().filter(|array| array.name == "out") {
        array.outlives = Some("it is a parameter".into());
    }
    let whole = Analysed::new(scop).unwrap();
    let part = needed::restricted(&whole).unwrap().map(|scop| Analysed::new(scop).unwrap());
    (whole, part)
}

const SUMS: &str =
    "domain: [n] -> { Z[i] : 0 <= i < 4n; S[i, k] : 0 <= i < 4n and 0 <= k < n; R[i] : 0 <= i < n }
     read: [n] -> { S[i, k] -> a[i]; R[i] -> a[4i] }
     must_write: [n] -> { Z[i] -> a[i]; S[i, k] -> a[i]; R[i] -> out[i] }
     schedule: [n] -> { Z[i] -> [0, i, 0, 0]; S[i, k] -> [0, i, 1, k]; R[i] -> [1, i, 0, 0] }";

#[test]
fn sums_of_which_every_fourth_is_read() {
    let (whole, part) = left(SUMS);
    let part = part.unwrap();
    assert_equal(
        part.scop.schedule.clone().intersect_params(part.scop.context.clone()).unwrap(),
        "[n] -> { Z[i] -> [0, i, 0, 0] : i mod 4 = 0 and 0 <= i < 4n;
                  S[i, k] -> [0, i, 1, k] : i mod 4 = 0 and 0 <= i < 4n and 0 <= k < n;
                  R[i] -> [1, i, 0, 0] : 0 <= i < n }",
    );
    assert!(needed::keeps_flow(&whole, &part).unwrap());
}

#[test]
fn a_part_that_is_too_small_changes_the_flow() {
    let (whole, part) = left(SUMS);
    let mut scop = part.unwrap().scop;
    let (id, _) = scop.statement("S").unwrap();
    let later = isl::Set::read_from_str(scop.context.context(), "[n] -> { S[i, k] : k > 0 }").unwrap();
    scop.statements[id].domain = scop.statements[id].domain.clone().intersect(later).unwrap();
    assert!(!needed::keeps_flow(&whole, &Analysed::new(scop).unwrap()).unwrap());
}

#[test]
fn what_is_read_for_others_is_needed() {
    // each value goes into the next one
    let (_, part) = left(
        "domain: [n] -> { Z[]; S[i] : 0 < i < 4n; R[i] : 0 <= i < n }
         read: [n] -> { S[i] -> a[i - 1]; R[i] -> a[4i] }
         must_write: [n] -> { Z[] -> a[0]; S[i] -> a[i]; R[i] -> out[i] }
         schedule: [n] -> { Z[] -> [0, 0]; S[i] -> [1, i]; R[i] -> [2, i] }",
    );
    // all but the last three
    assert_equal(
        part.unwrap().scop.statements[1].domain.clone().to_union_set().unwrap().identity().unwrap(),
        "[n] -> { S[i] -> S[i] : 0 < i <= 4n - 4 }",
    );
}

#[test]
fn what_outlives_the_region_is_needed() {
    let (_, part) = left(
        "domain: [n] -> { S[i] : 0 <= i < 4n; R[i] : 0 <= i < n }
         read: [n] -> { R[i] -> out[4i] }
         must_write: [n] -> { S[i] -> out[i]; R[i] -> out[4i] }
         schedule: [n] -> { S[i] -> [0, i]; R[i] -> [1, i] }",
    );
    assert!(part.is_none());
}

#[test]
fn all_of_statements_that_feed_one_another_is_needed() {
    // half of it would do: how values go through two statements in turn isn't looked at
    let (_, part) = left(
        "domain: [n] -> { A[t, i] : 0 <= t < n and 0 <= i < 2n; B[t, i] : 0 <= t < n and 0 <= i < 2n; R[i] : 0 <= i < n }
         read: [n] -> { A[t, i] -> b[i] : t > 0; B[t, i] -> a[i]; R[i] -> b[2i] }
         must_write: [n] -> { A[t, i] -> a[i]; B[t, i] -> b[i]; R[i] -> out[i] }
         schedule: [n] -> { A[t, i] -> [0, t, 0, i]; B[t, i] -> [0, t, 1, i]; R[i] -> [1, 0, 0, i] }",
    );
    assert!(part.is_none());
}
