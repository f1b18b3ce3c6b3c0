//! `polyalloc` from the outside: one case a file in `polyalloc/`, and the fields of its JSON.
//!
//! A case is a file for polyalloc that begins with directives in comments: `# args: ARGUMENTS` beyond its
//! name, `# status: N` if that isn't 0. What is printed is golden beside it (no file: nothing); `BLESS=1` in
//! the environment writes it anew. An empty file has no room for directives: it is refused.

use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/polyalloc")
}

fn polyalloc(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_polyalloc")).args(arguments).current_dir(folder()).output().unwrap()
}

fn directive<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut directives = text.lines().map_while(|line| line.strip_prefix("# "));
    directives.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

/// What is wrong with a case.
fn complaints(path: &Path) -> Vec<String> {
    let name = path.file_name().unwrap().to_str().unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let arguments = directive(&text, "args").unwrap_or("").split_whitespace();
    let output = polyalloc(&std::iter::once(name).chain(arguments).collect::<Vec<_>>());
    let status =
        directive(&text, "status").map_or(i32::from(text.is_empty()), |status| status.parse().unwrap());
    let mut complaints = Vec::new();
    if output.status.code() != Some(status) {
        complaints.push(format!("{name}: {}, not {status}", output.status));
    }
    for (printed, extension) in [(output.stdout, "stdout"), (output.stderr, "stderr")] {
        let golden = path.with_extension(extension);
        let printed = String::from_utf8(printed).unwrap();
        if std::env::var_os("BLESS").is_some_and(|value| value != "0") {
            match printed.is_empty() {
                true => drop(std::fs::remove_file(&golden)),
                false => std::fs::write(&golden, &printed).unwrap(),
            }
        } else if printed != std::fs::read_to_string(&golden).unwrap_or_default() {
            complaints.push(format!("{name}: {extension} is not golden:\n{printed}"));
        }
    }
    complaints
}

#[test]
fn cases_print_what_is_golden() {
    let entries = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut cases: Vec<_> = entries.filter(|path| path.extension().is_some_and(|e| e == "isl")).collect();
    cases.sort();
    let complaints: Vec<_> = cases.iter().flat_map(|path| complaints(path)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn json(arguments: &[&str]) -> Value {
    let output = polyalloc(&[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[track_caller]
fn has_fields(object: &Value, names: &[&str]) {
    let found: Vec<_> = object.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(found, names);
}

fn integers(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|entry| entry.as_i64().unwrap()).collect()
}

fn rows(value: &Value) -> Vec<Vec<i64>> {
    value.as_array().unwrap().iter().map(integers).collect()
}

fn is_text(value: &Value) -> bool {
    value.is_string()
}

/// Each field by name and type; `with_sizes` if there are values for the parameters.
#[track_caller]
fn has_the_form(report: &Value, with_sizes: bool) {
    let sized = |names: &[&'static str]| [names, if with_sizes { &["at"] } else { &[] }].concat();
    has_fields(report, &sized(&["dimensions", "parameters", "best", "methods", "notes"]));
    let dimensions = report["dimensions"].as_u64().unwrap() as usize;
    assert!(report["parameters"].as_array().unwrap().iter().all(is_text));
    assert!(report["notes"].as_array().unwrap().iter().all(is_text));
    let methods = report["methods"].as_array().unwrap();
    assert!(report["best"].is_null() || methods.iter().any(|method| method["name"] == report["best"]));
    for method in methods {
        let fields = ["name", "matrix", "moduli", "mapping", "size", "certificate", "reuse_vectors"];
        has_fields(method, &sized(&fields));
        assert!(is_text(&method["name"]) && is_text(&method["mapping"]) && is_text(&method["size"]));
        assert!(method["certificate"] == "proved" || method["certificate"] == "none");
        let matrix = method["matrix"].as_array().unwrap();
        assert!(matrix.iter().all(|row| row.as_array().unwrap().iter().all(is_text)));
        assert!(matrix.iter().all(|row| row.as_array().unwrap().len() == dimensions));
        assert!(method["moduli"].as_array().unwrap().iter().all(is_text));
        assert_eq!(method["moduli"].as_array().unwrap().len(), matrix.len());
        assert!(rows(&method["reuse_vectors"]).iter().all(|vector| vector.len() == dimensions));
        if with_sizes {
            let at = &method["at"];
            has_fields(at, &["matrix", "moduli", "mapping", "size", "certificate"]);
            assert!(rows(&at["matrix"]).iter().all(|row| row.len() == dimensions));
            let product = integers(&at["moduli"]).iter().try_fold(1i64, |size, b| size.checked_mul(*b));
            assert_eq!(product, at["size"].as_i64());
        }
    }
    if with_sizes {
        let at = &report["at"];
        has_fields(at, &["parameters", "lower_bound", "best_lattice"]);
        assert!(at["parameters"].as_object().unwrap().values().all(Value::is_i64));
        let lower_bound = at["lower_bound"].as_i64().unwrap();
        if let Some(lattice) = at["best_lattice"].as_object() {
            assert!(lattice["size"].as_i64().unwrap() >= lower_bound && lattice["smallest"].is_boolean());
            let basis = rows(&lattice["basis"]);
            assert!(basis.len() == dimensions && basis.iter().all(|vector| vector.len() == dimensions));
        }
    }
}

#[test]
fn fields_have_their_names_and_types() {
    has_the_form(&json(&["reverse_l.isl"]), false);
    has_the_form(&json(&["reverse_l.isl", "--at", "N=7"]), true);
    has_the_form(&json(&["reverse_l.isl", "--at", "N=7", "--power-of-two"]), true);
    has_the_form(&json(&["no_dimensions.isl"]), true);
    has_the_form(&json(&["powers_of_two.isl"]), true);
    let one = json(&["reverse_l.isl", "--method", "linear"]);
    has_the_form(&one, false);
    assert_eq!((one["methods"].as_array().unwrap().len(), &one["best"]), (1, &"linear".into()));
    let sizes = &json(&["reverse_l.isl", "--at", "N=7"])["at"]["parameters"];
    assert_eq!(sizes.as_object(), Some(&Map::from_iter([("N".to_string(), 7.into())])));
}

/// Five dimensions, thirty pieces: mappings, or that budgets were used up.
#[test]
fn large_sets_end() {
    for (name, with_sizes) in
        [("skewed", false), ("skewed_constant", true), ("congruent", false), ("wide", true)]
    {
        let report = json(&[&format!("large/{name}.isl")]);
        has_the_form(&report, with_sizes);
        let [methods, notes] = ["methods", "notes"].map(|list| report[list].as_array().unwrap());
        assert_eq!(report["best"].is_null(), methods.iter().all(|method| method["certificate"] == "none"));
        let is_told = |note: &Value| note.as_str().unwrap().ends_with("its budget of operations was used up");
        assert!(!report["best"].is_null() || notes.iter().any(is_told), "{name}");
    }
}

/// The differences of the reverse L without 0.
fn reverse_l(n: i64) -> impl Iterator<Item = Vec<i64>> {
    let all = (1 - n..n).flat_map(move |x| (1 - n..n).map(move |y| vec![x, y]));
    let is_far = |z: &Vec<i64>| z.iter().all(|c| *c >= 2) || z.iter().all(|c| *c <= -2);
    all.filter(move |z| !is_far(z) && *z != [0, 0])
}

/// What is called proved separates all differences, and the best takes as many cells as are needed.
#[test]
fn mappings_at_given_sizes_are_valid() {
    for n in [5, 7, 9] {
        let report = json(&["reverse_l.isl", "--at", &format!("N={n}")]);
        let needed = 4 * n - 4;
        assert_eq!(report["at"]["lower_bound"], needed);
        assert_eq!(report["at"]["best_lattice"]["size"], needed);
        for method in report["methods"].as_array().unwrap() {
            let (matrix, moduli) = (rows(&method["at"]["matrix"]), integers(&method["at"]["moduli"]));
            let is_zero = |z: &[i64], (row, modulus): (&Vec<i64>, &i64)| {
                row.iter().zip(z).map(|(c, z)| c * z).sum::<i64>() % modulus == 0
            };
            let collides = reverse_l(n).any(|z| matrix.iter().zip(&moduli).all(|row| is_zero(&z, row)));
            assert_eq!(method["at"]["certificate"], if collides { "none" } else { "proved" });
            if method["name"] == report["best"] {
                assert_eq!(method["at"]["size"], needed);
            }
        }
    }
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), b"\xff\xfe{ [x] }").unwrap();
    let output = polyalloc(&[file.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("is no text: byte 0 is not UTF-8"));
    assert_eq!(polyalloc(&["no_such_file.isl"]).status.code(), Some(1));
    assert_eq!(polyalloc(&["."]).status.code(), Some(1));
    assert_eq!(polyalloc(&[]).status.code(), Some(2));
}
