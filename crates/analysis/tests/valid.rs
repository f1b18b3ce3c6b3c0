//! At which sizes a region is taken to be valid C.

mod support;

use analysis::bounds::valid_parameters;
use support::region;

/// The parameter values that are left of a region's, or all of them.
fn assert_valid(text: &str, expected: &str) {
    let scop = region(text);
    let valid = valid_parameters(&scop).unwrap();
    let expected = isl::Set::read_from_str(scop.context.context(), expected).unwrap();
    let expected = expected.intersect(scop.context.clone()).unwrap();
    assert!(valid.is_equal(&expected).unwrap(), "{valid} isn't {expected}");
}

#[test]
fn an_array_has_room_for_what_is_in_it() {
    assert_valid(
        "domain: [n] -> { S[i] : 0 <= i < n }
         must_write: [n] -> { S[i] -> a[i + 1] }
         extents(a): [100]
         schedule: [n] -> { S[i] -> [i] }",
        "[n] -> { : n < 100 }",
    );
}

#[test]
fn loops_run_although_one_of_them_reads_a_cell_too_many() {
    assert_valid(
        "domain: [n, steps] -> { S[t, i] : 0 <= t < steps and 0 <= i < n; R[t, i] : 0 <= t < steps and 0 <= i < n }
         read: [n] -> { R[t, i] -> a[i]; R[t, i] -> a[i + 1] }
         must_write: [n] -> { S[t, i] -> a[i]; R[t, i] -> b[i] }
         extents(a): [n]
         schedule: [n] -> { S[t, i] -> [t, 0, i]; R[t, i] -> [t, 1, i] }",
        "[n, steps] -> { : }",
    );
}

#[test]
fn a_window_isn_t_one_cell_wide_because_it_begins_in_front_of_the_array() {
    assert_valid(
        "domain: [n, width] -> { S[i, k] : 0 <= i < n and 0 <= k < width }
         read: [n, width] -> { S[i, k] -> x[i - k] }
         must_write: [n, width] -> { S[i, k] -> y[i] }
         extents(x): [n]
         schedule: [n, width] -> { S[i, k] -> [i, k] }",
        "[n, width] -> { : }",
    );
}
