//! Fused loops in chunks: what each chunk computes again, against the slice of the program that it needs, and what
//! has none.

use allocator::{allocate, size::Reference};
use analysis::Analysed;
use isl::{Context, DimType, Set, UnionMap, UnionSet};
use schedule::candidate::{Effort, candidates};
use schedule::chunks::{Chunks, chunks};
use std::collections::BTreeMap;

fn analysed(region: &str) -> Analysed {
    Analysed::new(polyhedral::text::read(&Context::new(), region).unwrap()).unwrap()
}

/// The first order that fuses, in chunks of `size` rows; each has all temporaries for itself but those that are
/// `shared`.
fn in_chunks(analysed: &Analysed, size: i64, shared: &[&str]) -> Result<Chunks, String> {
    let found =
        candidates(analysed, &BTreeMap::new(), Effort { depth: 1, ..Effort::default() }, &Default::default())
            .unwrap();
    let may_be_own = |array: usize| !shared.contains(&analysed.scop.arrays[array].name.as_str());
    chunks(analysed, &found[1].schedule, &|_| size, &may_be_own).unwrap().map_err(|unchunked| unchunked.why)
}

/// By how many rows statements start early, by their names.
fn halos(analysed: &Analysed, chunks: &Chunks) -> BTreeMap<String, i64> {
    let name = |(s, rows): (&usize, &i64)| (analysed.scop.statements[*s].name.clone(), *rows);
    chunks.loops.iter().flat_map(|one| one.halo.iter().map(name)).collect()
}

/// Checks at these parameter values that chunks run all instances that they need, as copies of the same chunk, and
/// that what outlives the region is written once.
fn check_slices(analysed: &Analysed, chunks: &Chunks, parameters: &str) {
    let scop = &analysed.scop;
    let context = Set::read_from_str(scop.context.context(), parameters).unwrap();
    let executed = chunks.analysed.scop.domain().unwrap().intersect_params(context.clone()).unwrap();
    // { S[c,i] -> S[i] }
    let mut originals = UnionMap::empty(scop.context.space().unwrap()).unwrap();
    for set in executed.sets().unwrap() {
        let name = set.tuple_name().unwrap().unwrap();
        let original = set.identity().unwrap().project_out(DimType::Out, 0, 1).unwrap();
        let original = original.set_tuple_name(DimType::Out, &name).unwrap();
        originals = originals.union(original.to_union_map().unwrap()).unwrap();
    }
    let all = scop.domain().unwrap().intersect_params(context.clone()).unwrap();
    assert!(originals.clone().range().unwrap().is_equal(&all).unwrap(), "all instances run");
    // { S_r[c,i] -> S_w[c,j] : the write is what the program reads there, in the same chunk }
    let mut needs = UnionMap::empty(scop.context.space().unwrap()).unwrap();
    let own = |array: &usize| chunks.loops.iter().any(|one| one.own.contains(array));
    for array in (0..scop.arrays.len()).filter(own) {
        let flow = analysed.dataflow.values[array].clone().intersect_params(context.clone()).unwrap();
        let reads = flow.reverse().unwrap();
        let copies = originals.clone().apply_range(reads).unwrap();
        for copy in copies.maps().unwrap() {
            let writer = copy.tuple_name(DimType::Out).unwrap().unwrap();
            let copy = copy.insert_dims(DimType::Out, 0, 1).unwrap().set_tuple_name(DimType::Out, &writer);
            let copy = copy.unwrap().equate(DimType::In, 0, DimType::Out, 0).unwrap();
            needs = needs.union(copy.to_union_map().unwrap()).unwrap();
        }
    }
    let needed: UnionSet = needs.range().unwrap();
    assert!(needed.is_subset(&executed).unwrap(), "{needed} but only {executed}");
    let lasting = scop.accesses(|_, access| access.writes() && scop.arrays[access.array].outlives.is_some());
    let owners = originals.reverse().unwrap().intersect_domain(lasting.unwrap().domain().unwrap()).unwrap();
    assert!(owners.is_single_valued().unwrap());
}

fn mappings(chunks: &Chunks) -> Vec<String> {
    let scop = &chunks.analysed.scop;
    let reference = Reference::new(&scop.parameters, &BTreeMap::new());
    let temporary = |id: &usize| scop.arrays[*id].outlives.is_none();
    let mapping = |id: usize| {
        let allocation = allocate(&chunks.analysed, id, &chunks.order, &reference).unwrap();
        let names: Vec<_> = "ijk".chars().take(scop.arrays[id].dimensions()).map(String::from).collect();
        allocation.mapping.describe(&scop.arrays[id].name, &names)
    };
    (0..scop.arrays.len()).filter(temporary).map(mapping).collect()
}

/// Three passes, of which the second looks one row up and the third two rows up and one down.
const THREE: &str = "
    context: [N, M] -> { : N >= 1 and M >= 1 }
    domain: [N, M] -> { A[i, j] : 0 <= i < N and 0 <= j < M; B[i, j] : 1 <= i < N and 0 <= j < M; C[i, j] : 3 <= i < N - 1 and 0 <= j < M }
    read: [N, M] -> { A[i, j] -> in[i, j]; B[i, j] -> tmp_a[i', j] : i - 1 <= i' <= i; C[i, j] -> tmp_b[i - 2, j]; C[i, j] -> tmp_b[i + 1, j] }
    must_write: [N, M] -> { A[i, j] -> tmp_a[i, j]; B[i, j] -> tmp_b[i, j]; C[i, j] -> out[i, j] }
    schedule: [N, M] -> { A[i, j] -> [0, i, j]; B[i, j] -> [1, i, j]; C[i, j] -> [2, i, j] }
    extents(tmp_a): [N, M]
    extents(tmp_b): [N, M]
";

#[test]
fn halos_add_up_along_the_passes() {
    let region = analysed(THREE);
    let chunks = in_chunks(&region, 8, &[]).unwrap();
    let expected = [("A", 4), ("B", 3), ("C", 0)].map(|(name, rows)| (name.to_string(), rows));
    assert_eq!(halos(&region, &chunks), expected.into());
    assert_eq!(mappings(&chunks), ["tmp_a[i,j] -> tmp_a[i mod 2, j]", "tmp_b[i,j] -> tmp_b[i mod 4, j]"]);
}

#[test]
fn chunks_run_what_they_need_and_write_results_once() {
    let region = analysed(THREE);
    for size in [1, 2, 3, 8, 64] {
        let chunks = in_chunks(&region, size, &[]).unwrap();
        for rows in [1, 2, 3, 4, 5, 8, 9, 21] {
            check_slices(&region, &chunks, &format!("[N, M] -> {{ : N = {rows} and M = 3 }}"));
        }
    }
}

#[test]
fn rows_that_need_all_rows_before_have_no_chunks() {
    let recurrence =
        THREE.replace("A[i, j] -> in[i, j]", "A[i, j] -> in[i, j]; A[i, j] -> tmp_a[i - 1, j] : i > 0");
    let region = analysed(&recurrence);
    assert_eq!(in_chunks(&region, 8, &[]).err().unwrap(), "each row needs the one before");
}

#[test]
fn arrays_that_threads_share_are_not_computed_again() {
    let region = analysed(THREE);
    let why = in_chunks(&region, 8, &["tmp_b"]).err().unwrap();
    assert_eq!(why, "threads can't have `tmp_b` for themselves");
}

#[test]
fn values_that_outlive_the_region_stay_in_their_row() {
    // C reads what B writes to memory that all see
    let visible = THREE.replace("extents(tmp_b): [N, M]", "").replace("tmp_b", "b");
    let region = analysed(&visible);
    let why = in_chunks(&region, 8, &[]).err().unwrap();
    assert!(why.contains("values of `b` go from row to row"), "{why}");
    // in one row that is no obstacle
    let same_row = visible.replace("C[i, j] -> b[i - 2, j]; C[i, j] -> b[i + 1, j]", "C[i, j] -> b[i, j]");
    let region = analysed(&same_row);
    let chunks = in_chunks(&region, 8, &[]).unwrap();
    assert_eq!(halos(&region, &chunks)["A"], 1);
    check_slices(&region, &chunks, "[N, M] -> { : N = 19 and M = 2 }");
}
