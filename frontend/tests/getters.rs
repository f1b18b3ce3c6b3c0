//! Calls of functions that do no more than to read one place.

mod support;

use support::{model, refusal};

/// A region that sets `out[i]` to `value`, behind functions of the file.
fn region(functions: &str, value: &str) -> String {
    format!(
        "typedef struct {{ int w, h; double *data; }} image;\n{functions}\n\
         void f(int n, const image *restrict im, const double *restrict a, double *restrict out)\n{{\n\
         #pragma scop\nfor (int i = 0; i < n; i++)\n    S: out[i] = {value};\n#pragma endscop\n}}\n"
    )
}

const CELL: &str = "static double cell(const double *a, int i) { return a[i]; }";

#[test]
fn a_call_is_the_place_that_it_reads() {
    let found = model(&region(CELL, "cell(a, i + 1) * 2"));
    found.assert_accesses("S", &["R[n] -> { S[i] -> a[i + 1] }", "W[n] -> { S[i] -> out[i] }"]);
    assert_eq!(found.text("S"), "<out[i]> = <a[i + 1]> * 2;");
}

#[test]
fn a_place_may_be_computed() {
    let clamped = "static double cell(const double *a, int i, int n)\n{\n    int k = i - 2;\n    if (k < 0)\n        k = 0;\n\
                   \x20   return a[k];\n}";
    let found = model(&region(clamped, "cell(a, i, n)"));
    let read = "R[n] -> { S[i] -> a[i - 2] : i >= 2; S[i] -> a[0] : i < 2 }";
    found.assert_accesses("S", &[read, "W[n] -> { S[i] -> out[i] }"]);
}

#[test]
fn members_are_those_of_the_argument() {
    let at = "static double at(const image *p, int x) { return p->data[x]; }";
    let found = model(&region(at, "at(im, i)"));
    assert_eq!(found.text("S"), "<out[i]> = <im_data[i]>;");
}

#[test]
fn functions_that_do_more_stay_calls() {
    for function in [
        "static int calls; static double cell(const double *a, int i) { calls++; return a[i]; }",
        "static double cell(const double *a, int i) { static int k; k++; return a[i]; }",
        "static double cell(const double *a, int i) { if (i < 0) return 0; return a[i]; }",
        "static double cell(const double *a, int i) { return i > 0 ? cell(a, i - 1) : a[i]; }",
        "static double cell(const volatile double *a, int i) { return a[i]; }",
        "static long double cell(const double *a, int i) { return a[i]; }",
        "static double cell(const double *a, int i) { a++; return a[i]; }",
        "static int other; static double cell(const double *a, int i) { return a[i + other]; }",
        "static double cell(const double *a, int i) { for (int k = 0; k < 2; k++) i = i + 1; return a[i]; }",
        "double cell(const double *a, int i);",
    ] {
        let said = refusal(&region(function, "cell(a, i)"));
        assert!(said.contains("`cell"), "{function}: {said}");
    }
}

#[test]
fn arguments_with_effects_stay_arguments() {
    assert!(refusal(&region(CELL, "cell(a, n++)")).contains("`cell`"));
}

/// A read of some cell, of an array that is only read.
const ANY: &str = "R[n] -> { S[i] -> a[0] }";

#[test]
fn a_subscript_may_be_computed_by_a_function() {
    for (function, read) in [
        (
            "static int at(int i, int n)\n{\n    if (i < 2)\n        return 0;\n    i -= 0;\n    return i - 2;\n}",
            Some(ANY),
        ),
        (
            "static int at(int i, int n)\n{\n    if (i < 2)\n        return 0;\n    return i - 2;\n}",
            Some("R[n] -> { S[i] -> a[i - 2] : i >= 2; S[i] -> a[0] : i < 2 }"),
        ),
        (
            "static int at(int i, int n)\n{\n    int k = n - 1 - i;\n    { k = k + 1; }\n    return k;\n}",
            Some("R[n] -> { S[i] -> a[n - i] }"),
        ),
        ("static int at(int i, int n) { return (unsigned char)n ? i : n; }", None),
        ("static int at(int i, int n) { static int k[1]; k[0] = i; return k[0]; }", None),
        ("static int off[1]; static int at(int i, int n) { return i + off[0]; }", None),
        ("static int at(int i, int n) { return i > 0 ? at(i - 1, n) : i; }", None),
        ("static int at(int i, int n) { for (int k = 0; k < 2; k++) i = i + 1; return i; }", Some(ANY)),
        ("static int at(volatile int i, int n) { return i; }", None),
        ("static int at(int i, int n) { if (i < n) return i; }", Some(ANY)),
        ("static int at(int i, int n) { int k; if (i < n) k = i; return k; }", Some(ANY)),
    ] {
        let text = region(function, "a[at(i, n)]");
        match read {
            Some(read) => model(&text).assert_accesses("S", &[read, "W[n] -> { S[i] -> out[i] }"]),
            None => assert!(!refusal(&text).is_empty(), "{function}"),
        }
    }
}
