//! Which orders are proposed, and what they leave of temporaries, from isl strings. Sizes are those that
//! one finds by hand.

use allocator::{allocate, size::Reference};
use analysis::Analysed;
use analysis::violation::violations;
use isl::Context;
use schedule::candidate::{Candidate, Effort, candidates};
use std::collections::BTreeMap;

fn analysed(region: &str) -> Analysed {
    Analysed::new(polyhedral::text::read(&Context::new(), region).unwrap()).unwrap()
}

/// All candidates, of which each is checked to be legal.
fn proposed(analysed: &Analysed) -> Vec<Candidate> {
    let found = candidates(analysed, &BTreeMap::new(), Effort::default(), &Default::default()).unwrap();
    assert!(found[0].schedule.is_program_order);
    for candidate in &found {
        let all = violations(analysed, &candidate.schedule.order).unwrap();
        assert!(all.is_empty(), "{}: {all:?}", candidate.name);
        assert!(candidate.schedule.total.is_injective().unwrap(), "{}", candidate.name);
    }
    found
}

/// Per temporary its mapping under `candidate`, `array[i,j,k] -> …`.
fn mappings(analysed: &Analysed, candidate: &Candidate) -> Vec<String> {
    let reference = Reference::new(&analysed.scop.parameters, &BTreeMap::new());
    let mapping = |(id, array): (usize, &polyhedral::Array)| {
        if array.outlives.is_some() {
            return None;
        }
        let allocation = allocate(analysed, id, &candidate.schedule.order, &reference).unwrap();
        let names: Vec<_> = "ijklm".chars().take(array.dimensions()).map(String::from).collect();
        Some(allocation.mapping.describe(&array.name, &names))
    };
    analysed.scop.arrays.iter().enumerate().filter_map(mapping).collect()
}

fn at_depth(region: &str, depth: usize) -> Vec<String> {
    let analysed = analysed(region);
    let found = proposed(&analysed);
    let name = format!("fused at depth {depth}");
    let candidate =
        found.iter().find(|candidate| candidate.name == name).unwrap_or_else(|| panic!("no {name}"));
    mappings(&analysed, candidate)
}

/// Delays by statement of the first fused loop of the first candidate that fuses.
fn delays(region: &str) -> Vec<(String, i64)> {
    let analysed = analysed(region);
    let found = proposed(&analysed);
    let nests = &found[1].fused[0].nests;
    let name = |s: &usize| analysed.scop.statements[*s].name.clone();
    nests.iter().flat_map(|nest| nest.statements.iter().map(|s| (name(s), nest.delay))).collect()
}

fn names(region: &str) -> Vec<String> {
    proposed(&analysed(region)).into_iter().map(|candidate| candidate.name).collect()
}

/// A vertical filter of three rows above the pixel's own.
const BLUR: &str = "
    domain: [N, M] -> { S0[i, j] : 0 <= i < N and 0 <= j < M; S1[i, j] : 0 <= i < N - 2 and 0 <= j < M }
    read: [N, M] -> { S0[i, j] -> in[i, j]; S1[i, j] -> tmp[i', j] : i <= i' <= i + 2 }
    must_write: [N, M] -> { S0[i, j] -> tmp[i, j]; S1[i, j] -> out[i, j] }
    schedule: [N, M] -> { S0[i, j] -> [0, i, 0, j]; S1[i, j] -> [1, i, 0, j] }
    extents(tmp): [N, M]
";

#[test]
fn a_vertical_filter_runs_two_rows_behind_and_keeps_three() {
    assert_eq!(delays(BLUR), [("S0".to_string(), 0), ("S1".to_string(), 2)]);
    assert_eq!(at_depth(BLUR, 1), ["tmp[i,j] -> tmp[i mod 3, j]"]);
    assert_eq!(names(BLUR), ["the program's order", "fused at depth 1", "fused at depth 2"]);
}

/// Corner detection: two gradients, three products, three 3x3 sums, the response.
const HARRIS: &str = "
    context: [N, M] -> { : N > 10 and M > 10 }
    domain: [N, M] -> { X[i, j] : 0 < i < N - 1 and 0 < j < M - 1; Y[i, j] : 0 < i < N - 1 and 0 < j < M - 1; XX[i, j] : 0 < i < N - 1 and 0 < j < M - 1; XY[i, j] : 0 < i < N - 1 and 0 < j < M - 1; YY[i, j] : 0 < i < N - 1 and 0 < j < M - 1; SXX[i, j] : 1 < i < N - 2 and 1 < j < M - 2; SXY[i, j] : 1 < i < N - 2 and 1 < j < M - 2; SYY[i, j] : 1 < i < N - 2 and 1 < j < M - 2; R[i, j] : 1 < i < N - 2 and 1 < j < M - 2 }
    read: [N, M] -> { X[i, j] -> in[i', j'] : i - 1 <= i' <= i + 1 and j - 1 <= j' <= j + 1; Y[i, j] -> in[i', j'] : i - 1 <= i' <= i + 1 and j - 1 <= j' <= j + 1; XX[i, j] -> tmp_x[i, j]; XY[i, j] -> tmp_x[i, j]; XY[i, j] -> tmp_y[i, j]; YY[i, j] -> tmp_y[i, j]; SXX[i, j] -> tmp_xx[i', j'] : i - 1 <= i' <= i + 1 and j - 1 <= j' <= j + 1; SXY[i, j] -> tmp_xy[i', j'] : i - 1 <= i' <= i + 1 and j - 1 <= j' <= j + 1; SYY[i, j] -> tmp_yy[i', j'] : i - 1 <= i' <= i + 1 and j - 1 <= j' <= j + 1; R[i, j] -> tmp_sxx[i, j]; R[i, j] -> tmp_sxy[i, j]; R[i, j] -> tmp_syy[i, j] }
    must_write: [N, M] -> { X[i, j] -> tmp_x[i, j]; Y[i, j] -> tmp_y[i, j]; XX[i, j] -> tmp_xx[i, j]; XY[i, j] -> tmp_xy[i, j]; YY[i, j] -> tmp_yy[i, j]; SXX[i, j] -> tmp_sxx[i, j]; SXY[i, j] -> tmp_sxy[i, j]; SYY[i, j] -> tmp_syy[i, j]; R[i, j] -> out[i, j] }
    schedule: [N, M] -> { X[i, j] -> [0, i, 0, j, 0]; Y[i, j] -> [1, i, 0, j, 0]; XX[i, j] -> [2, i, 0, j, 0]; XY[i, j] -> [3, i, 0, j, 0]; YY[i, j] -> [4, i, 0, j, 0]; SXX[i, j] -> [5, i, 0, j, 0]; SXY[i, j] -> [6, i, 0, j, 0]; SYY[i, j] -> [7, i, 0, j, 0]; R[i, j] -> [8, i, 0, j, 0] }
    extents(tmp_x): [N, M]
    extents(tmp_y): [N, M]
    extents(tmp_xx): [N, M]
    extents(tmp_xy): [N, M]
    extents(tmp_yy): [N, M]
    extents(tmp_sxx): [N, M]
    extents(tmp_sxy): [N, M]
    extents(tmp_syy): [N, M]
";

#[test]
fn corner_detection_becomes_one_loop_over_rows() {
    let delays: Vec<i64> = delays(HARRIS).into_iter().map(|(_, delay)| delay).collect();
    assert_eq!(delays, [0, 0, 0, 0, 0, 1, 1, 1, 1]);
    let mut found = at_depth(HARRIS, 1);
    found.sort();
    let row = |name: &str| format!("tmp_{name}[i,j] -> tmp_{name}[j]");
    let rows = |name: &str| format!("tmp_{name}[i,j] -> tmp_{name}[i mod 3, j]");
    let expected =
        [row("sxx"), row("sxy"), row("syy"), row("x"), rows("xx"), rows("xy"), row("y"), rows("yy")];
    assert_eq!(found, expected);
}

/// *Array Contraction in GeCoS*, Fig. 1: a 3x3 Gaussian filter by rows and columns.
const GAUSS: &str = "
    domain: [N, M] -> { S0[i, j] : 0 < i < N - 1 and 0 <= j < M; S1[i, j] : 0 < i < N - 1 and 0 < j < M - 1 }
    read: [N, M] -> { S0[i, j] -> in[i', j] : i - 1 <= i' <= i + 1; S1[i, j] -> tmp[i, j'] : j - 1 <= j' <= j + 1 }
    must_write: [N, M] -> { S0[i, j] -> tmp[i, j]; S1[i, j] -> out[i, j] }
    schedule: [N, M] -> { S0[i, j] -> [0, i, j]; S1[i, j] -> [1, i, j] }
    extents(tmp): [N, M]
";

#[test]
fn the_gaussian_filter_keeps_a_row_and_then_three_cells() {
    assert_eq!(at_depth(GAUSS, 1), ["tmp[i,j] -> tmp[j]"]);
    // S1 one pixel behind: the pixel written and the two before it
    assert_eq!(at_depth(GAUSS, 2), ["tmp[i,j] -> tmp[j mod 3]"]);
}

/// The sum of all pixels is needed before the first of them is divided by it.
const NORMALISE: &str = "
    domain: [N, M] -> { S0[i, j] : 0 <= i < N and 0 <= j < M; S1[]; S2[i, j] : 0 <= i < N and 0 <= j < M; S3[i, j] : 0 <= i < N and 0 <= j < M }
    read: [N, M] -> { S0[i, j] -> in[i, j]; S2[i, j] -> tmp_sum[]; S2[i, j] -> tmp[i, j]; S3[i, j] -> tmp[i, j]; S3[i, j] -> tmp_sum[] }
    must_write: [N, M] -> { S0[i, j] -> tmp[i, j]; S1[] -> tmp_sum[]; S2[i, j] -> tmp_sum[]; S3[i, j] -> out[i, j] }
    schedule: [N, M] -> { S0[i, j] -> [0, i, j]; S1[] -> [1, 0, 0]; S2[i, j] -> [2, i, j]; S3[i, j] -> [3, i, j] }
    extents(tmp): [N, M]
";

#[test]
fn a_total_parts_what_is_before_it_from_what_is_after() {
    let fused: Vec<String> = delays(NORMALISE).into_iter().map(|(name, _)| name).collect();
    assert_eq!(fused, ["S0", "S2"]);
    assert_eq!(at_depth(NORMALISE, 1)[0], "tmp[i,j] -> tmp[i, j]");
}

/// Single-assignment jacobi-1d.
const JACOBI: &str = "
    context: [T, N, U] -> { : N > 2 and 0 <= T < U }
    domain: [T, N, U] -> { S0[i] : 0 <= i < N; S1[t, i] : 0 <= t < T and 0 < i < N - 1; S2[t] : 0 <= t < T; S3[t] : 0 <= t < T; S4[i] : 0 <= i < N }
    read: [T, N, U] -> { S1[t, i] -> tmp[t, i'] : i - 1 <= i' <= i + 1; S2[t] -> tmp[t, 0]; S3[t] -> tmp[t, N - 1]; S4[i] -> tmp[T, i] }
    must_write: [T, N, U] -> { S0[i] -> tmp[0, i]; S1[t, i] -> tmp[1 + t, i]; S2[t] -> tmp[t + 1, 0]; S3[t] -> tmp[t + 1, N - 1]; S4[i] -> out[i] }
    schedule: [T, N, U] -> { S0[i] -> [0, i, 0, 0]; S1[t, i] -> [1, t, 0, i]; S2[t] -> [1, t, 1, 0]; S3[t] -> [1, t, 2, 0]; S4[i] -> [2, i, 0, 0] }
    extents(tmp): [U, N]
";

#[test]
fn a_loop_over_time_stays_as_it_is() {
    assert!(names(JACOBI).iter().all(|name| !name.starts_with("fused")));
    let analysed = analysed(JACOBI);
    assert_eq!(mappings(&analysed, &proposed(&analysed)[0]), ["tmp[i,j] -> tmp[i mod 2, j]"]);
}

/// Every second row of what a vertical filter gives.
const DOWNSAMPLE: &str = "
    context: [N, M, H] -> { : H = 2N }
    domain: [N, M, H] -> { S0[i, j] : 0 <= i < 2N and 0 <= j < M; S1[i, j] : 0 <= i < N and 0 <= j < M }
    read: [N, M, H] -> { S0[i, j] -> in[i, j]; S1[i, j] -> tmp[i', j] : 2i <= i' <= 2i + 1 }
    must_write: [N, M, H] -> { S0[i, j] -> tmp[i, j]; S1[i, j] -> out[i, j] }
    schedule: [N, M, H] -> { S0[i, j] -> [0, i, 0, j]; S1[i, j] -> [1, i, 0, j] }
    extents(tmp): [H, M]
";

#[test]
fn downsampling_takes_two_rows_for_one() {
    assert_eq!(delays(DOWNSAMPLE), [("S0".to_string(), 0), ("S1".to_string(), 1)]);
    assert_eq!(at_depth(DOWNSAMPLE, 1), ["tmp[i,j] -> tmp[i mod 2, j]"]);
}

/// Two rows for each of a small picture, and a vertical filter of two.
const UPSAMPLE: &str = "
    context: [N, M, H] -> { : H = 2N }
    domain: [N, M, H] -> { S0[i, j] : 0 <= i < N and 0 <= j < M; S1[i, j] : 0 <= i < 2N and 0 <= j < M; S2[i, j] : 0 <= i < 2N - 1 and 0 <= j < M }
    read: [N, M, H] -> { S0[i, j] -> in[i, j]; S1[i, j] -> tmp_a[i', j] : 2i' <= i <= 2i' + 1; S2[i, j] -> tmp_b[i', j] : i <= i' <= i + 1 }
    must_write: [N, M, H] -> { S0[i, j] -> tmp_a[i, j]; S1[i, j] -> tmp_b[i, j]; S2[i, j] -> out[i, j] }
    schedule: [N, M, H] -> { S0[i, j] -> [0, i, 0, j]; S1[i, j] -> [1, i, 0, j]; S2[i, j] -> [2, i, 0, j] }
    extents(tmp_a): [N, M]
    extents(tmp_b): [H, M]
";

#[test]
fn upsampling_keeps_a_row_for_two() {
    assert_eq!(at_depth(UPSAMPLE, 1), ["tmp_a[i,j] -> tmp_a[j]", "tmp_b[i,j] -> tmp_b[i mod 2, j]"]);
}

/// A convolution through a matrix of patches: its rows are loops inside, and the sum runs over another loop.
const IM2COL: &str = "
    context: [C, N, M, K] -> { : C > 0 and N > 4 and M > 4 and K > 0 }
    domain: [C, N, M, K] -> { S0[k, u, v, i, j] : 0 <= k < C and 0 <= u < 3 and 0 <= v < 3 and 0 <= i < N - 2 and 0 <= j < M - 2; S1[f, i, j] : 0 <= f < K and 0 <= i < N - 2 and 0 <= j < M - 2; S2[f, i, j, k, u, v] : 0 <= f < K and 0 <= i < N - 2 and 0 <= j < M - 2 and 0 <= k < C and 0 <= u < 3 and 0 <= v < 3 }
    read: [C, N, M, K] -> { S0[k, u, v, i, j] -> in[k, i + u, j + v]; S2[f, i, j, k, u, v] -> tmp[k, u, v, i, j]; S2[f, i, j, k, u, v] -> w[f, k, u, v]; S2[f, i, j, k, u, v] -> out[f, i, j] }
    must_write: [C, N, M, K] -> { S0[k, u, v, i, j] -> tmp[k, u, v, i, j]; S1[f, i, j] -> out[f, i, j]; S2[f, i, j, k, u, v] -> out[f, i, j] }
    schedule: [C, N, M, K] -> { S0[k, u, v, i, j] -> [0, k, u, v, i, j, 0, 0]; S1[f, i, j] -> [1, f, i, j, 0, 0, 0, 0]; S2[f, i, j, k, u, v] -> [1, f, i, j, 1, k, u, v] }
    extents(tmp): [C, 3, 3, N, M]
";

#[test]
fn patches_are_made_row_by_row() {
    // the row of pixels becomes the outermost loop of both nests
    let mapping = at_depth(IM2COL, 1);
    assert_eq!(mapping, ["tmp[i,j,k,l,m] -> tmp[i, j, k, m]"]);
}

/// A vertical filter over a picture whose first and last row have loops of their own: `FIRST` and `LAST`
/// follow it in each test.
const FRAMED: &str = "
    context: [N, M] -> { : N > 4 and M > 0 }
    domain: [N, M] -> { S0[i, j] : 0 < i < N - 1 and 0 <= j < M; T[j] : 0 <= j < M; B[j] : 0 <= j < M; S1[i, j] : 0 < i < N - 1 and 0 <= j < M }
    must_write: [N, M] -> { T[j] -> tmp[0, j]; B[j] -> tmp[N - 1, j]; S0[i, j] -> tmp[i, j]; S1[i, j] -> out[i, j] }
    extents(tmp): [N, M]
";

#[test]
fn a_border_of_zeros_is_written_with_the_rows_around_it() {
    let zeros = format!(
        "{FRAMED}
        read: [N, M] -> {{ S0[i, j] -> in[i, j]; S1[i, j] -> tmp[i', j] : i - 1 <= i' <= i + 1 }}
        schedule: [N, M] -> {{ T[j] -> [0, j, 0, 0]; B[j] -> [1, j, 0, 0]; S0[i, j] -> [2, i, 0, j]; S1[i, j] -> [3, i, 0, j] }}"
    );
    assert_eq!(at_depth(&zeros, 1), ["tmp[i,j] -> tmp[i mod 3, j]"]);
    // the first row needn't be part of the loop
    let fused: Vec<String> = delays(&zeros).into_iter().map(|(name, _)| name).collect();
    assert_eq!(fused, ["B", "S0", "S1"]);
}

#[test]
fn a_border_that_repeats_the_nearest_row_is_made_from_it_in_passing() {
    let repeated = format!(
        "{FRAMED}
        read: [N, M] -> {{ S0[i, j] -> in[i, j]; T[j] -> tmp[1, j]; B[j] -> tmp[N - 2, j]; S1[i, j] -> tmp[i', j] : i - 1 <= i' <= i + 1 }}
        schedule: [N, M] -> {{ S0[i, j] -> [0, i, 0, j]; T[j] -> [1, j, 0, 0]; B[j] -> [2, j, 0, 0]; S1[i, j] -> [3, i, 0, j] }}"
    );
    assert_eq!(at_depth(&repeated, 1), ["tmp[i,j] -> tmp[i mod 3, j]"]);
}

#[test]
fn a_time_step_is_fused_inside_its_loop() {
    // B = A smoothed, A = B: the copy may overwrite a row of A when the next row of B has been computed
    let step = "
        context: [T, N, M] -> { : T > 0 and N > 4 and M > 0 }
        domain: [T, N, M] -> { S0[t, i, j] : 0 <= t < T and 0 < i < N - 1 and 0 <= j < M; S1[t, i, j] : 0 <= t < T and 0 < i < N - 1 and 0 <= j < M }
        read: [T, N, M] -> { S0[t, i, j] -> A[i', j] : i - 1 <= i' <= i + 1; S1[t, i, j] -> tmp[i, j] }
        must_write: [T, N, M] -> { S0[t, i, j] -> tmp[i, j]; S1[t, i, j] -> A[i, j] }
        schedule: [T, N, M] -> { S0[t, i, j] -> [0, t, 0, i, 0, j, 0]; S1[t, i, j] -> [0, t, 1, i, 0, j, 0] }
        extents(tmp): [N, M]
    ";
    assert_eq!(delays(step), [("S0".to_string(), 0), ("S1".to_string(), 1)]);
    assert_eq!(at_depth(step, 1), ["tmp[i,j] -> tmp[i mod 2, j]"]);
}

#[test]
fn what_stands_between_for_its_cells_alone_is_fused_too() {
    // tmp = A smoothed - B; B = A; A = tmp: no value of the step goes into B or out of it, but B needs A as it was
    let rotation = "
        context: [T, N, M] -> { : T > 0 and N > 4 and M > 0 }
        domain: [T, N, M] -> { S0[t, i, j] : 0 <= t < T and 0 < i < N - 1 and 0 <= j < M; S1[t, i, j] : 0 <= t < T and 0 < i < N - 1 and 0 <= j < M; S2[t, i, j] : 0 <= t < T and 0 < i < N - 1 and 0 <= j < M }
        read: [T, N, M] -> { S0[t, i, j] -> A[i', j] : i - 1 <= i' <= i + 1; S0[t, i, j] -> B[i, j]; S1[t, i, j] -> A[i, j]; S2[t, i, j] -> tmp[i, j] }
        must_write: [T, N, M] -> { S0[t, i, j] -> tmp[i, j]; S1[t, i, j] -> B[i, j]; S2[t, i, j] -> A[i, j] }
        schedule: [T, N, M] -> { S0[t, i, j] -> [0, t, 0, i, 0, j, 0]; S1[t, i, j] -> [0, t, 1, i, 0, j, 0]; S2[t, i, j] -> [0, t, 2, i, 0, j, 0] }
        extents(tmp): [N, M]
    ";
    assert_eq!(delays(rotation), [("S0".to_string(), 0), ("S1".to_string(), 0), ("S2".to_string(), 1)]);
    assert_eq!(at_depth(rotation, 1), ["tmp[i,j] -> tmp[i mod 2, j]"]);
    // where B takes A turned round, nothing of A may be overwritten before half of it has been read
    let turned = rotation.replace("S1[t, i, j] -> A[i, j]", "S1[t, i, j] -> A[N - 1 - i, M - 1 - j]");
    assert_eq!(names(&turned), ["the program's order"]);
}

#[test]
fn an_array_that_serves_two_phases_keeps_them_apart() {
    // tmp = in; a = tmp smoothed; tmp = 2 a; out = tmp smoothed: the second values of tmp need its cells back
    let phases = "
        context: [N, M] -> { : N > 8 and M > 0 }
        domain: [N, M] -> { S0[i, j] : 0 <= i < N and 0 <= j < M; S1[i, j] : 0 < i < N - 1 and 0 <= j < M; S2[i, j] : 0 < i < N - 1 and 0 <= j < M; S3[i, j] : 1 < i < N - 2 and 0 <= j < M }
        read: [N, M] -> { S0[i, j] -> in[i, j]; S1[i, j] -> tmp[i', j] : i - 1 <= i' <= i + 1; S2[i, j] -> tmp_a[i, j]; S3[i, j] -> tmp[i', j] : i - 1 <= i' <= i + 1 }
        must_write: [N, M] -> { S0[i, j] -> tmp[i, j]; S1[i, j] -> tmp_a[i, j]; S2[i, j] -> tmp[i, j]; S3[i, j] -> out[i, j] }
        schedule: [N, M] -> { S0[i, j] -> [0, i, 0, j]; S1[i, j] -> [1, i, 0, j]; S2[i, j] -> [2, i, 0, j]; S3[i, j] -> [3, i, 0, j] }
        extents(tmp): [N, M]
        extents(tmp_a): [N, M]
    ";
    let found: BTreeMap<String, i64> = delays(phases).into_iter().collect();
    let found = |name: &str| found[name];
    // S2 writes row i when S1 has done row i + 1, the last to need the first value
    assert_eq!((found("S0"), found("S1"), found("S2"), found("S3")), (0, 1, 2, 3));
    // S3 reads row t - 4 while S0 writes row t; S2 reads row t - 2 of tmp_a while S1 writes row t - 1
    assert_eq!(at_depth(phases, 1), ["tmp[i,j] -> tmp[i mod 5, j]", "tmp_a[i,j] -> tmp_a[i mod 2, j]"]);
    // S3 reads row t - 4 while S0 writes row t; S2 reads row t - 2 of tmp_a while S1 writes row t - 1
    assert_eq!(at_depth(phases, 1), ["tmp[i,j] -> tmp[i mod 5, j]", "tmp_a[i,j] -> tmp_a[i mod 2, j]"]);
}

#[test]
fn a_picture_read_upside_down_is_made_upside_down() {
    let flipped = "
        context: [N, M] -> { : N > 4 and M > 0 }
        domain: [N, M] -> { S0[i, j] : 0 <= i < N and 0 <= j < M; S1[i, j] : 0 <= i < N and 0 <= j < M }
        read: [N, M] -> { S0[i, j] -> in[i, j]; S1[i, j] -> tmp[N - 1 - i, j] }
        must_write: [N, M] -> { S0[i, j] -> tmp[i, j]; S1[i, j] -> out[i, j] }
        schedule: [N, M] -> { S0[i, j] -> [0, i, 0, j]; S1[i, j] -> [1, i, 0, j] }
        extents(tmp): [N, M]
    ";
    assert_eq!(at_depth(flipped, 1), ["tmp[i,j] -> tmp[j]"]);
}

#[test]
fn a_transposed_picture_is_made_by_columns() {
    let transposed = "
        domain: [N, M] -> { S0[i, j] : 0 <= i < N and 0 <= j < M; S1[j, i] : 0 <= i < N and 0 <= j < M }
        read: [N, M] -> { S0[i, j] -> in[i, j]; S1[j, i] -> tmp[i, j] }
        must_write: [N, M] -> { S0[i, j] -> tmp[i, j]; S1[j, i] -> out[j, i] }
        schedule: [N, M] -> { S0[i, j] -> [0, i, 0, j]; S1[j, i] -> [1, j, 0, i] }
        extents(tmp): [N, M]
    ";
    assert_eq!(at_depth(transposed, 1), ["tmp[i,j] -> tmp[j]"]);
}

#[test]
fn constant_sizes_are_no_distances() {
    // the total of 64 rows is a constant number of rows away, and still no reason to wait for it
    let literal = NORMALISE
        .replace("[N, M] -> { S0[i, j] :", "[N, M] -> { S0[i, j] : N = 64 and M = 64 and")
        .replace("S2[i, j] : 0", "S2[i, j] : N = 64 and M = 64 and 0")
        .replace("S3[i, j] : 0", "S3[i, j] : N = 64 and M = 64 and 0");
    let fused: Vec<String> = delays(&literal).into_iter().map(|(name, _)| name).collect();
    assert_eq!(fused, ["S0", "S2"]);
}

#[test]
fn borders_that_share_a_loop_go_to_their_rows() {
    let repeated = format!(
        "{FRAMED}
        read: [N, M] -> {{ S0[i, j] -> in[i, j]; T[j] -> in[0, j]; B[j] -> in[N - 1, j]; S1[i, j] -> tmp[i', j] : i - 1 <= i' <= i + 1 }}
        schedule: [N, M] -> {{ S0[i, j] -> [1, i, 0, j]; T[j] -> [0, j, 0, 0]; B[j] -> [0, j, 1, 0]; S1[i, j] -> [2, i, 0, j] }}"
    );
    assert_eq!(at_depth(&repeated, 1), ["tmp[i,j] -> tmp[i mod 3, j]"]);
}

#[test]
fn channels_share_the_loop_over_rows() {
    // planar channels, then a mixture of them, pixel by pixel: a row of each is enough
    let planar = "
        context: [C, N, M] -> { : C > 0 and N > 4 and M > 4 }
        domain: [C, N, M] -> { S0[c, i, j] : 0 <= c < C and 0 <= i < N and 0 <= j < M; S1[c, i, j] : 0 <= c < C and 0 < i < N - 1 and 0 <= j < M }
        read: [C, N, M] -> { S0[c, i, j] -> in[i, j, c]; S1[c, i, j] -> tmp[c, i', j] : i - 1 <= i' <= i + 1 }
        must_write: [C, N, M] -> { S0[c, i, j] -> tmp[c, i, j]; S1[c, i, j] -> out[c, i, j] }
        schedule: [C, N, M] -> { S0[c, i, j] -> [0, c, i, j]; S1[c, i, j] -> [1, c, i, j] }
        extents(tmp): [C, N, M]
    ";
    let sizes = BTreeMap::from([("C".to_string(), 64), ("N".to_string(), 1000), ("M".to_string(), 1000)]);
    let few = BTreeMap::from([("C".to_string(), 1000), ("N".to_string(), 1000), ("M".to_string(), 64)]);
    let analysed = analysed(planar);
    let first = |sizes: &BTreeMap<String, i64>| {
        let found = candidates(&analysed, sizes, Effort::default(), &Default::default()).unwrap();
        mappings(&analysed, &found[1])
    };
    // 64 x 3 rows are less than a picture; of a thousand channels one picture is about the same
    assert_eq!(first(&sizes), ["tmp[i,j,k] -> tmp[i, j mod 3, k]"]);
    assert_eq!(first(&few), ["tmp[i,j,k] -> tmp[j, k]"]);
}

#[test]
fn nests_that_read_the_same_picture_may_share_a_pass() {
    let gradients = "
        domain: [N, M] -> { S0[i, j] : 0 < i < N - 1 and 0 <= j < M; S1[i, j] : 0 <= i < N and 0 < j < M - 1 }
        read: [N, M] -> { S0[i, j] -> in[i', j] : i - 1 <= i' <= i + 1; S1[i, j] -> in[i, j'] : j - 1 <= j' <= j + 1 }
        must_write: [N, M] -> { S0[i, j] -> dx[i, j]; S1[i, j] -> dy[i, j] }
        schedule: [N, M] -> { S0[i, j] -> [0, i, 0, j]; S1[i, j] -> [1, i, 0, j] }
    ";
    // no value flows, so it is a proposal of its own
    assert_eq!(names(gradients)[1], "fused at depth 1, with what reads the same");
    assert_eq!(delays(gradients), [("S0".to_string(), 0), ("S1".to_string(), 0)]);
}
