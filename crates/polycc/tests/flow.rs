//! Dataflow, what is alive and array regions of programs in C: the cases of the testsuite, and the papers'
//! figures.

use analysis::most_alive::{self, Evidence};
use analysis::region::array_regions;
use analysis::{Analysed, Dataflow, Role, levels};
use frontend::Constants;
use frontend::preprocess::Preprocessor;
use isl::{DimType, UnionMap, UnionSet};
use polycc::Input;
use polyhedral::{AccessKind, Scop};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The C files of one folder of the testsuite.
fn cases(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testsuite/cases").join(folder);
    let entries = std::fs::read_dir(folder).expect("the testsuite has the folder");
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    let is_case = |name: &str| name.ends_with(".c") && !name.ends_with(".out.c");
    files.retain(|path| is_case(&path.to_string_lossy()));
    files.sort();
    files
}

/// The regions of a file that can be modelled.
fn regions(file: &Path) -> Vec<Scop> {
    let folder = file.parent().unwrap().display().to_string();
    let headers = format!("-I{folder}/../include");
    let arguments = vec!["-iquote".into(), folder, headers];
    let preprocessor = Preprocessor::new("cc", arguments);
    let Ok((input, _)) = Input::read(file, &preprocessor) else { return vec![] };
    let model = |region| {
        let context = isl::Context::new();
        input.unit.model(region, &input.map, &context, Constants::Lifted).ok()
    };
    input.unit.regions().iter().filter_map(model).collect()
}

#[test]
fn flow_level_by_level_is_isl_s_flow_on_all_cases() {
    let mut compared = 0;
    for file in ["kernels", "kept", "real"].into_iter().flat_map(cases) {
        for mut scop in regions(&file) {
            scop.context = analysis::bounds::valid_parameters(&scop).unwrap();
            let flows = Dataflow::of(&scop).unwrap().flows;
            let accesses = scop.statements.iter().flat_map(|statement| &statement.accesses);
            let uncertain: Vec<_> =
                accesses.filter(|a| a.kind == AccessKind::MayWrite).map(|a| a.array).collect();
            for array in (0..scop.arrays.len()).filter(|array| !uncertain.contains(array)) {
                let found = levels::flows(&scop, array).unwrap();
                let expected: Vec<_> = flows.iter().filter(|flow| flow.array == array).collect();
                assert_eq!(found.len(), expected.len(), "{} {array}", file.display());
                for (found, expected) in found.iter().zip(expected) {
                    assert_eq!((found.write, found.read), (expected.write, expected.read));
                    assert!(found.relation.is_equal(&expected.relation).unwrap(), "{}", file.display());
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 300, "only {compared} dependences");
}

/// Small values for the parameters, in all combinations; lifted constants are larger.
fn sizes(scop: &Scop) -> Vec<BTreeMap<String, i64>> {
    let few = match scop.parameters.len() {
        1 => vec![1, 2, 3, 4, 6, 9],
        2 => vec![1, 3, 4, 7],
        _ => vec![1, 4],
    };
    scop.parameters.iter().fold(vec![BTreeMap::new()], |all, parameter| {
        let least = if parameter.value.is_some() { 10 } else { 0 };
        let with = |value: &i64| {
            let value = least + value;
            all.iter().map(move |map: &BTreeMap<String, i64>| {
                let added = (parameter.name.clone(), value);
                map.clone().into_iter().chain([added]).collect()
            })
        };
        few.iter().flat_map(with).collect()
    })
}

#[test]
fn the_most_alive_is_what_the_checker_counts() {
    let (mut counted, mut evaluated, mut proved, mut all) = (0, 0, 0, 0);
    // three dimensions and time take long, and are past the budget for a formula
    for file in cases("kernels").iter().filter(|file| !file.ends_with("heat_3d.c")) {
        for scop in regions(file) {
            let analysed = Analysed::new(scop).unwrap();
            let (scop, dates) = (&analysed.scop, &analysed.scop.schedule);
            for array in (0..scop.arrays.len()).filter(|array| analysed.roles[*array] == Role::Temporary) {
                let formula = most_alive::formula(&analysed, array, dates).unwrap();
                all += 1;
                proved += usize::from(formula.as_ref().is_some_and(|f| f.evidence == Evidence::Proved));
                for values in sizes(scop) {
                    let found = most_alive::most_alive(&analysed, array, dates, &values, 1000).unwrap();
                    let Some(found) = found else { continue };
                    let expected = check::most_alive(scop, &scop.program, array, &values, 1_000_000);
                    let what = format!("{} {} {values:?}", file.display(), scop.arrays[array].name);
                    assert_eq!(Some(found), expected, "{what}");
                    counted += 1;
                    if let Some(number) = formula.as_ref().and_then(|f| f.at(scop, &values).unwrap()) {
                        assert_eq!(number, found, "{what}");
                        evaluated += 1;
                    }
                }
            }
        }
    }
    assert!(counted > 300 && evaluated > 200, "{counted} numbers, {evaluated} by formula");
    assert!(proved * 10 > all * 8, "{proved} of {all} formulas are proved");
}

/// The region of a text in C.
fn region_of(text: &str) -> Analysed {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("figure.c");
    std::fs::write(&file, text).unwrap();
    let [scop] = &regions(&file)[..] else { panic!("one region") };
    Analysed::new(scop.clone()).unwrap()
}

fn assert_map(found: UnionMap, expected: &str) {
    let expected = UnionMap::read_from_str(found.context(), expected).unwrap();
    assert!(found.is_equal(&expected).unwrap(), "found {found}\nexpected {expected}");
}

/// Checks domains, writes, reads and the flow from reads to writes. What the paper's relations leave out,
/// its domains have.
fn assert_model(region: &Analysed, domain: &str, writes: &str, reads: &str, flow: &str) {
    let scop = &region.scop;
    let expected = UnionSet::read_from_str(scop.context.context(), domain).unwrap();
    let expected = expected.intersect_params(scop.context.clone()).unwrap();
    assert!(scop.domain().unwrap().is_equal(&expected).unwrap(), "{}", scop.domain().unwrap());
    let within = |text: &str| {
        let relation = UnionMap::read_from_str(scop.context.context(), text).unwrap();
        relation.intersect_domain(expected.clone()).unwrap().to_string()
    };
    let accesses = |write| scop.accesses(|_, access| access.writes() == write).unwrap();
    assert_map(accesses(true), &within(writes));
    assert_map(accesses(false), &within(reads));
    assert_map(region.dataflow.flow().unwrap(), &within(flow));
}

#[test]
fn model_of_the_gaussian_filter() {
    // Morvan, section 2.1, example 1; our tuples hold iterators only
    let region = region_of(
        "void gauss(int M, int N, int in[N][M], int out[N][M]) {
             int i, j;
             int tmp[N][M];
         #pragma scop
             for (i = 1; i < N - 1; i++)
                 for (j = 0; j < M; j++)
         S0:         tmp[i][j] = 3 * in[i][j] - in[i - 1][j] - in[i + 1][j];
             for (i = 1; i < N - 1; i++)
                 for (j = 1; j < M - 1; j++)
         S1:         out[i][j] = 3 * tmp[i][j] - tmp[i][j - 1] - tmp[i][j + 1];
         #pragma endscop
         }",
    );
    assert_model(
        &region,
        "[N, M] -> { S0[i, j] : 0 <= j <= M - 1 and 1 <= i <= N - 2;
                     S1[i, j] : 1 <= j <= M - 2 and 1 <= i <= N - 2 }",
        "[N, M] -> { S0[i, j] -> tmp[i, j]; S1[i, j] -> out[i, j] }",
        "[N, M] -> { S0[i, j] -> in[i - 1, j]; S0[i, j] -> in[i, j]; S0[i, j] -> in[i + 1, j];
                     S1[i, j] -> tmp[i, j - 1]; S1[i, j] -> tmp[i, j]; S1[i, j] -> tmp[i, j + 1] }",
        "[N, M] -> { S1[i, j] -> S0[i, j'] : j - 1 <= j' <= j + 1 }",
    );
}

#[test]
fn model_of_forward_substitution() {
    // Morvan, section 2.1, example 2
    let region = region_of(
        "void forward_subst(int N, int b[N], int L[N][N], int y[N]) {
             int i, j;
         #pragma scop
             for (i = 0; i < N; i++) {
         S0:     y[i] = b[i];
                 for (j = 0; j < i; j++)
         S1:         y[i] = y[i] - L[i][j] * y[j];
         S2:     y[i] = y[i] / L[i][i];
             }
         #pragma endscop
         }",
    );
    assert_model(
        &region,
        "[N] -> { S0[i] : i >= 0 and i <= -1 + N;
                  S1[i, j] : j >= 0 and j <= -1 + i and i >= 0 and i <= -1 + N;
                  S2[i] : i >= 0 and i <= -1 + N }",
        "[N] -> { S0[i] -> y[i]; S1[i, j] -> y[i]; S2[i] -> y[i] }",
        "[N] -> { S0[i] -> b[i]; S1[i, j] -> L[i, j]; S1[i, j] -> y[i]; S1[i, j] -> y[j];
                  S2[i] -> L[i, i]; S2[i] -> y[i] }",
        "[N] -> { S1[i, 0] -> S0[i]; S1[i, j] -> S1[i, j - 1] : j >= 1; S1[i, j] -> S2[j];
                  S2[0] -> S0[0]; S2[i] -> S1[i, i - 1] : i >= 1 }",
    );
}

/// The part of an array region that is of one array.
fn cells(region: &Analysed, kind: &str, construct: &str, array: &str) -> UnionMap {
    let all = array_regions(region).unwrap();
    let found = all.into_iter().find(|found| found.kind == kind && found.construct == construct);
    let cells = found.unwrap_or_else(|| panic!("no {kind}({construct})")).cells;
    let mut maps = cells.maps().unwrap();
    maps.retain(|map| map.tuple_name(DimType::Out).unwrap().as_deref() == Some(array));
    let nothing = UnionMap::empty(cells.space().unwrap()).unwrap();
    maps.into_iter().fold(nothing, |all, map| all.union(map.to_union_map().unwrap()).unwrap())
}

#[test]
fn array_regions_of_the_fir_filter() {
    // Guelton, Amini, Creusillet, listing 1.1, with the call inlined
    let region = region_of(
        "void fir(int n, int k, int src[n], int dst[n - k + 1], int m[k]) {
         #pragma scop
             for (int i = 0; i < n - k + 1; ++i) {
                 int v = 0;
                 for (int j = 0; j < k; ++j)
                     v += src[i + j] * m[j];
                 dst[i] = v;
             }
         #pragma endscop
         }",
    );
    let runs = "0 <= i <= n - k and k > 0";
    for certainty in ["may", "must"] {
        for kind in ["read", "in"] {
            let of = |construct, array| cells(&region, &format!("{kind}.{certainty}"), construct, array);
            assert_map(
                of("loop j@5", "src"),
                &format!("[n, k] -> {{ loop[i] -> src[x] : i <= x <= i + k - 1 and {runs} }}"),
            );
            assert_map(
                of("loop j@5", "m"),
                &format!("[n, k] -> {{ loop[i] -> m[x] : 0 <= x <= k - 1 and {runs} }}"),
            );
            assert_map(
                of("loop i@3", "src"),
                &format!("[n, k] -> {{ loop[] -> src[x] : exists i : i <= x <= i + k - 1 and {runs} }}"),
            );
        }
        for kind in ["write", "out"] {
            assert_map(
                cells(&region, &format!("{kind}.{certainty}"), "fir", "dst"),
                "[n, k] -> { fir[] -> dst[x] : 0 <= x <= n - k }",
            );
        }
        // v goes into the inner loop and out of it, and stays inside an iteration of the outer one
        for kind in ["in", "out"] {
            let of = |construct| cells(&region, &format!("{kind}.{certainty}"), construct, "v");
            assert_map(of("loop j@5"), &format!("[n, k] -> {{ loop[i] -> v[] : {runs} }}"));
            assert!(of("loop i@3").is_empty().unwrap());
        }
    }
}

#[test]
fn loops_on_one_line_are_told_apart() {
    let region = region_of(
        "void f(int n, double a[n], double b[n]) {
         #pragma scop
             for (int i = 0; i < n; i++) a[i] = 0; for (int i = 0; i < n; i++) b[i] = a[i];
         #pragma endscop
         }",
    );
    let constructs = array_regions(&region).unwrap().into_iter().map(|found| found.construct);
    let mut loops: Vec<_> = constructs.filter(|name| name.starts_with("loop")).collect();
    loops.dedup();
    assert_eq!(loops, ["loop i@3", "loop i@3#2"]);
    let written = |construct, array| cells(&region, "write.must", construct, array);
    assert!(!written("loop i@3", "a").is_empty().unwrap());
    assert!(written("loop i@3#2", "a").is_empty().unwrap());
    assert!(!written("loop i@3#2", "b").is_empty().unwrap());
}

#[test]
fn a_read_that_depends_on_data_is_in_no_must_region() {
    let region = region_of(
        "void f(int n, const int c[n], const int a[n], const int b[n], int out[n]) {
         #pragma scop
             for (int i = 0; i < n; i++) out[i] = c[i] ? a[i] : b[i];
         #pragma endscop
         }",
    );
    for kind in ["read", "in"] {
        for (array, certain) in [("a", false), ("b", false), ("c", true)] {
            let of = |certainty| cells(&region, &format!("{kind}.{certainty}"), "loop i@3", array);
            assert_map(of("may"), &format!("[n] -> {{ loop[] -> {array}[i] : 0 <= i < n }}"));
            assert_eq!(!of("must").is_empty().unwrap(), certain, "{kind}.must of {array}");
        }
    }
}
