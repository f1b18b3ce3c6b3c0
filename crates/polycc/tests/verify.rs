//! `--verify` on files without `main`: right texts pass, wrong ones are found, and what can't be called is told.

use frontend::preprocess::Preprocessor;
use polycc::Input;
use polycc::verify::calls::{Callee, Callees, compare};
use polycc::verify::{Driver, Failure, Version, candidates};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Calls the functions of `was` that are named beside those of `is`.
fn compared(was: &str, is: &str, functions: &[&str]) -> Result<String, Failure> {
    let path = Path::new("file.c");
    let (input, _) = Input::from_text(path, was.into(), &Preprocessor::new("cc", vec![])).unwrap();
    let mut callees = Callees::default();
    for name in functions {
        let function = input.unit.definitions().iter().find(|it| it.name == *name).unwrap();
        match Driver::new(&input.unit, &input.map, function, &BTreeSet::new()) {
            Ok(driver) => {
                let trials = candidates(&driver.sizes, &[]);
                callees.all.push(Callee { driver, trials, ignored: BTreeSet::new() });
            }
            Err(why) => callees.others.push(((*name).to_owned(), why)),
        }
    }
    let version = Version { path, original: was, output: is, arguments: &[] };
    let same = compare("cc", &[(version, &callees)])?;
    Ok(same.to_notes().into_iter().map(|note| note.message + "\n").collect())
}

fn same(text: &str, functions: &[&str]) -> String {
    compared(text, text, functions).unwrap_or_else(|failure| panic!("{failure:?}"))
}

const CALLS: &str = "verified: original and output leave the same in 12 calls of 1 function with generated arguments, compiled in ";

const IMAGE: &str = "#include <stdlib.h>
struct image { int w, h; const char *name; float *data; struct { double gain[2]; } how; };
static long calls;
static float blurred[64];
static int shift(struct image *out, const struct image *in, int by, float **rows, struct image copy)
{
    calls += 2;
    for (int y = 0; y < in->h; y++)
        for (int x = by; x < in->w; x++) {
            out->data[y * in->w + x] = in->data[y * in->w + x - by] * (float)in->how.gain[1];
            rows[y][x] += copy.data[x];
        }
    for (int i = 0; i < 64; i++)
        blurred[i] += i;
    return by + 1;
}
float *made(int n, const float *x)
{
    float *y = malloc(sizeof *y * (n + 1));
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
    return y;
}
int kept(struct image *to, int n)
{
    to->data = malloc(sizeof(float) * n);
    for (int i = 0; i < n; i++)
        to->data[i] = i;
    return to->data != NULL;
}
";

#[test]
fn functions_are_called_with_structures_rows_and_globals() {
    for function in ["shift", "made", "kept"] {
        let notes = same(IMAGE, &[function]);
        assert!(notes.starts_with(CALLS), "{function}: {notes}");
        assert_eq!(notes.lines().count(), 1, "{notes}");
    }
}

#[test]
fn mistakes_are_found() {
    let mistakes = [
        ("shift", "x - by] *", "x - by] +", "`out->data`, element "),
        ("shift", "+= copy.data[x]", "+= copy.data[0]", "`rows`"),
        ("shift", "gain[1]", "gain[0]", "`out->data`, element "),
        ("shift", "calls += 2", "calls += 3", "`calls` is 2 in the original and 3 in the output"),
        ("shift", "blurred[i] += i", "blurred[i] += 2 * i", "`blurred`, element 1,"),
        ("shift", "return by + 1", "return by", "`the result` is "),
        ("shift", "x = by;", "x = 0;", "touches memory behind or in front of an argument"),
        ("shift", "y < in->h", "y <= in->h", "touches memory behind or in front of an argument"),
        ("made", "2 * x[i]", "3 * x[i]", "`the result`, element "),
        ("made", "i < n", "i < n - 1", "and unwritten in the output"),
        ("made", "return y", "return (float *)x", "`the result` is "),
        (
            "kept",
            "data[i] = i;",
            "data[i] = i + 1;",
            "`to->data`, element 0, is 0 in the original and 1 in the output",
        ),
    ];
    for (function, from, to, says) in mistakes {
        let start = IMAGE.find(&format!("{function}(")).unwrap();
        let wrong = format!("{}{}", &IMAGE[..start], IMAGE[start..].replacen(from, to, 1));
        assert_ne!(wrong, IMAGE, "{from}");
        match compared(IMAGE, &wrong, &[function]) {
            Err(Failure::Output(message)) => {
                assert!(message.starts_with(&format!("`{function}` at ")), "{from}: {message}");
                assert!(message.contains(says), "{from}: {message}");
            }
            other => panic!("{from}: {other:?}"),
        }
    }
}

#[test]
fn what_only_the_sanitizers_see_is_found() {
    let text = "void f(int n, int x[n])\n{\n    int t[n + 1];\n    for (int i = 0; i < n; i++)\n        t[i] = x[i];\n    for (int i = 0; i < n; i++)\n        x[i] = 2 * t[i];\n}\n";
    let wrong =
        text.replace("t[n + 1]", "t[n]").replace("x[i] = 2 * t[i];\n", "x[i] = 2 * t[i] + 0 * t[i + 1];\n");
    let wrong = wrong.replace("t[n];", "volatile t[n];");
    match compared(text, &wrong, &["f"]) {
        Err(Failure::Output(message)) => assert!(message.contains("trips a sanitizer"), "{message}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn sizes_that_do_not_suit_are_left_out() {
    // it ends for most sizes, divides by zero, has no bottom, or reads what nobody wrote
    let text = "#include <assert.h>
int ordered(int n, int k, const int *x, int *y) { assert(0 < k && k < n); for (int i = k; i < n; i++) y[i] = x[i - k]; return n / (n - 8); }
int endless(int n) { return n == 2 ? 1 : endless(n); }
double vague(int n, double x[n]) { double u[n + 1]; if (n > 3) u[n] = x[0]; x[0] = u[n]; return u[n]; }
void loop(int n, int *x) { for (volatile int i = 0; n > 12; i++); x[0] = n; }
";
    for function in ["ordered", "endless", "vague", "loop"] {
        let notes = same(text, &[function]);
        assert!(notes.starts_with("verified: "), "{function}: {notes}");
    }
}

#[test]
fn what_cannot_be_called_is_told() {
    let text = "struct secret;
union either { int i; float f; };
void bytes(void *p, int n) { ((char *)p)[n] = 1; }
int called(int (*f)(int), int n) { return f(n); }
int hidden(struct secret *s) { return s != 0; }
int mixed(union either *e) { return e->i; }
int old(n) int n; { return n; }
struct secret *found(int n) { return (struct secret *)(long)n; }
int crashes(int n) { return *(volatile int *)0 + n; }
int fine(int n) { return n; }
";
    let others = ["bytes", "called", "hidden", "mixed", "old", "found", "crashes"];
    match compared(text, text, &others) {
        Err(Failure::Nothing(told)) => {
            let told: Vec<_> = told.iter().map(|(name, why)| format!("{name}: {why}")).collect();
            let expected = [
                "bytes: `p` leads to memory without a type",
                "called: `f` leads to a function",
                "hidden: `s` leads to a structure that isn't declared here",
                "mixed: `e` leads to a union",
                "old: its parameters aren't declared in one list",
                "found: it returns a pointer to something else than numbers",
                "crashes: the original crashes",
            ];
            assert_eq!(told, expected);
        }
        other => panic!("{other:?}"),
    }
    let notes = same(text, &["fine", "bytes"]);
    assert!(notes.starts_with(CALLS), "{notes}");
    assert!(
        notes.ends_with("--verify: `bytes` isn't called: `p` leads to memory without a type\n"),
        "{notes}"
    );
}

/// Runs polycc on one file; gives its status and what it says.
fn polycc(text: &str, options: &[&str]) -> (Option<i32>, String, bool) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_polycc"));
    command
        .current_dir(folder.path())
        .env("LC_ALL", "C")
        .args(["a.c", "-o", "b.c", "--verify"])
        .args(options);
    let done = command.output().unwrap();
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    (done.status.code(), said, folder.path().join("b.c").exists())
}

#[test]
fn changed_functions_of_a_file_are_called() {
    let kernel = "static void relax(int steps, int n, double x[n])\n{\n    double u[steps + 1][n];\n    for (int i = 0; i < n; i++)\n        u[0][i] = x[i];\n    for (int t = 1; t <= steps; t++)\n        for (int i = 0; i < n; i++)\n            u[t][i] = i > 0 ? 0.5 * (u[t - 1][i - 1] + u[t - 1][i]) : u[t - 1][i];\n    for (int i = 0; i < n; i++)\n        x[i] = u[steps][i];\n}\nvoid both(double x[9]) { relax(3, 9, x); }\n";
    let (status, said, is_written) = polycc(kernel, &[]);
    assert_eq!((status, is_written), (Some(0), true), "{said}");
    assert!(said.contains(CALLS), "{said}");
    let unchanged = "void twice(int n, const double *x, double *y)\n{\n    for (int i = 0; i < n; i++)\n        y[i] = 2 * x[i];\n}\n";
    let (status, said, is_written) = polycc(unchanged, &[]);
    assert_eq!((status, is_written), (Some(0), true), "{said}");
    assert!(said.contains("verified: the output equals the input"), "{said}");
    let strange = kernel.replace("double x[n])", "double x[n], void *p)").replace("9, x)", "9, x, 0)");
    let (status, said, is_written) = polycc(&strange, &[]);
    assert_eq!((status, is_written), (Some(2), false), "{said}");
    assert!(said.contains("`relax`: `p` leads to memory without a type"), "{said}");
}

/// A copy that runs only where temporaries are large is run at small sizes.
#[test]
fn copies_for_large_sizes_are_called() {
    let text = "static double weight[8] = {1, .5, .25, .125, 1, 2, 3, 4};\nvoid weigh(int n, float (*in)[8], float out[][8])\n{\n    float t[n][8];\n    for (int i = 0; i < n; i++)\n        for (int k = 0; k < 8; k++)\n            t[i][k] = in[i][k] * weight[k];\n    for (int i = 1; i < n; i++)\n        for (int k = 0; k < 8; k++)\n            out[i][k] = t[i][k] - t[i - 1][k];\n}\n";
    let (status, said, _) = polycc(text, &[]);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("where temporary arrays take less than") && said.contains(CALLS), "{said}");
}
