//! Contraction of whole regions, from isl strings.

use allocator::size::Reference;
use allocator::{Allocation, Decision, allocate};
use analysis::{Analysed, Order};
use isl::{Context, UnionMap};
use std::collections::BTreeMap;

/// *Array Contraction in GeCoS*, Fig. 1: a 3x3 Gaussian filter by rows and columns.
const GAUSS: &str = "
    domain: [N, M] -> { S0[i, j] : 0 < i < N - 1 and 0 <= j < M; S1[i, j] : 0 < i < N - 1 and 0 < j < M - 1 }
    read: [N, M] -> { S0[i, j] -> in[i', j] : i - 1 <= i' <= i + 1; S1[i, j] -> tmp[i, j'] : j - 1 <= j' <= j + 1 }
    must_write: [N, M] -> { S0[i, j] -> tmp[i, j]; S1[i, j] -> out[i, j] }
    schedule: [N, M] -> { S0[i, j] -> [0, i, j]; S1[i, j] -> [1, i, j] }
    extents(tmp): [N, M]
";

/// Single-assignment jacobi-1d in program order.
const JACOBI: &str = "
    context: [T, N, U] -> { : N > 2 and 0 <= T < U }
    domain: [T, N, U] -> { S0[i] : 0 <= i < N; S1[t, i] : 0 <= t < T and 0 < i < N - 1; S2[t] : 0 <= t < T; S3[t] : 0 <= t < T; S4[i] : 0 <= i < N }
    read: [T, N, U] -> { S1[t, i] -> tmp[t, i'] : i - 1 <= i' <= i + 1; S2[t] -> tmp[t, 0]; S3[t] -> tmp[t, N - 1]; S4[i] -> tmp[T, i] }
    must_write: [T, N, U] -> { S0[i] -> tmp[0, i]; S1[t, i] -> tmp[1 + t, i]; S2[t] -> tmp[t + 1, 0]; S3[t] -> tmp[t + 1, N - 1]; S4[i] -> out[i] }
    schedule: [T, N, U] -> { S0[i] -> [0, i, 0, 0]; S1[t, i] -> [1, t, 0, i]; S2[t] -> [1, t, 1, 0]; S3[t] -> [1, t, 2, 0]; S4[i] -> [2, i, 0, 0] }
    extents(tmp): [U, N]
";

fn contract(text: &str, schedule: Option<&str>) -> (Analysed, Allocation) {
    let context = Context::new();
    let scop = polyhedral::text::read(&context, text).unwrap();
    let schedule = match schedule {
        Some(text) => UnionMap::read_from_str(&context, text).unwrap(),
        None => scop.schedule.clone(),
    };
    let reference = Reference::new(&scop.parameters, &BTreeMap::new());
    let (tmp, _) = scop.array("tmp").unwrap();
    let analysed = Analysed::new(scop).unwrap();
    let allocation = allocate(&analysed, tmp, &Order::sequential(schedule), &reference).unwrap();
    (analysed, allocation)
}

fn described(allocation: &Allocation) -> String {
    allocation.mapping.describe("tmp", &["i".into(), "j".into()])
}

#[test]
fn gauss_fused_by_its_schedule_keeps_four_cells() {
    let fused = "[N, M] -> { S0[i, j] -> [i, j, 0]; S1[i, j] -> [i, j + 2, 1] }";
    let (_, allocation) = contract(GAUSS, Some(fused));
    assert_eq!(allocation.decision, Decision::Contracted);
    assert!(allocation.proved);
    assert_eq!(described(&allocation), "tmp[i,j] -> tmp[j mod 4]");
}

#[test]
fn gauss_in_program_order_keeps_all() {
    let (_, allocation) = contract(GAUSS, None);
    assert_eq!(allocation.decision, Decision::Kept);
    assert!(allocation.reason.is_some());
}

#[test]
fn jacobi_needs_two_rows_whatever_the_number_of_steps() {
    let (_, allocation) = contract(JACOBI, None);
    assert!(allocation.proved, "{:?}", allocation.reason);
    assert_eq!(described(&allocation), "tmp[i,j] -> tmp[i mod 2, j]");
}

#[test]
fn a_width_that_holds_at_tiny_sizes_only_is_not_taken() {
    let text = "
        domain: [n] -> { S0[i, j] : 0 <= i, j < n; S1[j] : 0 <= j < n }
        read: [n] -> { S0[i, j] -> tmp[i - 1, j'] : j - 1 <= j' <= j + 1 and 0 <= j' < n and i >= 1; S1[j] -> tmp[n - 1, j] }
        must_write: [n] -> { S0[i, j] -> tmp[i, j]; S1[j] -> out[j] }
        schedule: [n] -> { S0[i, j] -> [0, i, j]; S1[j] -> [1, j, 0] }
        extents(tmp): [n, n]
    ";
    assert_eq!(described(&contract(text, None).1), "tmp[i,j] -> tmp[i mod 2, j]");
}
