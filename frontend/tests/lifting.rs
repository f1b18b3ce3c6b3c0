//! Large constants as parameters.

mod support;

use frontend::Constants;
use support::{Modelled, try_model};

fn lifted(text: &str) -> Modelled {
    try_model(text, Constants::Lifted).unwrap_or_else(|(problems, _)| panic!("refused: {problems:#?}"))
}

fn parameters(found: &Modelled) -> Vec<(&str, Option<i64>, &str)> {
    let parameters = found.scop.parameters.iter();
    parameters.map(|p| (p.name.as_str(), p.value, p.spelling.as_str())).collect()
}

#[test]
fn a_macro_becomes_a_parameter() {
    let found = lifted(
        "#define N 1000\n#define M (N * 2)\nvoid f(double a[N][M]) {\n double t[N + 1];\n#pragma scop\n\
         for (int i = 1; i < N - 1; i++) {\n t[i] = a[i][0];\n for (int j = 0; j < M; j++) a[i][j] = t[i + 1] * 50;\n }\n#pragma endscop\n}",
    );
    assert_eq!(parameters(&found), [("N", Some(1000), "N"), ("n2000", Some(2000), "2000")]);
    found.assert_domain("S0", "[N] -> { S0[i] : 1 <= i < N - 1 }");
    found.assert_domain("S1", "[N, n2000] -> { S1[i, j] : 1 <= i < N - 1 and 0 <= j < n2000 }");
    let context =
        isl::Set::read_from_str(&found.context, "[N, n2000] -> { : N >= 10 and n2000 >= N + 10 }").unwrap();
    assert!(found.scop.context.is_equal(&context).unwrap(), "{}", found.scop.context);
    let extent = found.array("t").extents[0].as_ref().unwrap();
    assert_eq!(
        (extent.text.as_str(), extent.value.as_ref().unwrap().to_string().as_str()),
        ("1000 + 1", "N + 1")
    );
    assert_eq!(found.text("S1"), "<a[i][j]> = <t[i + 1]> * 50;");
}

#[test]
fn nearly_equal_constants_are_one_parameter() {
    let found = lifted(
        "void f(double *a) {\n#pragma scop\n for (int i = 0; i < 100; i++) a[i] = 1;\n for (int i = 0; i <= 102; i++) a[i + 500] = a[i + 503];\n#pragma endscop\n}",
    );
    assert_eq!(parameters(&found), [("n100", Some(100), "100"), ("n500", Some(500), "500")]);
    found.assert_domain("S1", "[n100] -> { S1[i] : 0 <= i <= n100 + 2 }");
    found.assert_accesses(
        "S1",
        &["R[n100, n500] -> { S1[i] -> a[i + n500 + 3] }", "W[n100, n500] -> { S1[i] -> a[i + n500] }"],
    );
}

#[test]
fn coefficients_divisors_steps_and_small_constants_stay() {
    let found = lifted(
        "void f(double *a) {\n#pragma scop\n for (int i = 0; i < 320; i += 32) a[32 * i + 32] = a[i % 64] + a[i / 128 + 19];\n\
         for (int i = 0; i < 64; i++) a[i] = 0;\n#pragma endscop\n}",
    );
    assert_eq!(parameters(&found), [("n320", Some(320), "320")]);
}

#[test]
fn names_are_those_of_macros_only_where_that_is_clear() {
    let body = "void f(double *a) {\n int n70 = 1;\n#pragma scop\n for (int i = 0; i < LIMIT; i++) a[i] = n70;\n#pragma endscop\n}";
    for (defines, expected) in [
        ("#define LIMIT 70\n#define OTHER 70\n", "LIMIT"),
        ("#define LIMIT 70\n#undef LIMIT\n#define LIMIT 70\n", "n70_2"),
        ("#define LIMIT (35 * 2)\n", "n70_2"),
    ] {
        let found = lifted(&format!("{defines}{body}"));
        assert_eq!(found.scop.parameters[0].name, expected, "{defines}");
    }
}

#[test]
fn assumptions_may_name_macros() {
    let text = "#define N 64\nvoid f(int m, double *a) {\n#pragma polycc assume(m <= N && m <= 5000)\n#pragma scop\n\
                for (int i = 0; i < m; i++) a[i] = N;\n for (int i = 0; i < N; i++) a[i] = 1;\n#pragma endscop\n}";
    let found = lifted(text);
    let context =
        isl::Set::read_from_str(&found.context, "[m, N] -> { : m <= N and m <= 5000 and N >= 10 }").unwrap();
    assert!(found.scop.context.is_equal(&context).unwrap(), "{}", found.scop.context);
}

#[test]
fn proofs_are_redone_for_all_sizes() {
    let text = "void f(double *a) {\n#pragma scop\n for (unsigned i = 0; i < 100; i++) a[130 - i] = 1;\n#pragma endscop\n}";
    assert!(try_model(text, Constants::Literal).is_ok());
    assert!(try_model(text, Constants::Lifted).is_ok());
    let text = "void f(double *a) {\n#pragma scop\n for (unsigned i = 0; i < 100; i++) a[200 - 2 * i] = 1;\n#pragma endscop\n}";
    assert!(try_model(text, Constants::Literal).is_ok());
    assert!(try_model(text, Constants::Lifted).is_err());
}

#[test]
fn an_extent_that_is_a_product_of_strides_stays() {
    let found = lifted(
        "#define SIZE (16 * 32 * 32)\nvoid f(float *x) {\n float a[SIZE];\n#pragma scop\n\
         for (int i = 0; i < SIZE; i++) a[i] = 1;\n for (int z = 0; z < 32; z++) for (int y = 0; y < 32; y++)\n\
         for (int i = 0; i < 16; i++) x[i] = a[(z * 32 + y) * 16 + i];\n#pragma endscop\n}",
    );
    assert_eq!(parameters(&found), []);
}

#[test]
fn many_places_are_no_sizes() {
    let assignments: String = (0..8).map(|k| format!(" a[{}] = {k};\n", 20 * (k + 1))).collect();
    let found = lifted(&format!(
        "void f(int n, double *a) {{\n#pragma scop\n for (int i = 0; i < n; i++) a[i] = 1;\n{assignments}#pragma endscop\n}}"
    ));
    assert_eq!(parameters(&found), [("n", None, "n")]);
}

#[test]
fn a_variable_with_a_large_constant_is_a_size_of_its_own_name() {
    let found = lifted(
        "void f(double *a) {\n int n;\n n = 1000;\n#pragma scop\n for (int i = 0; i < n; i++) a[i] = a[i + 1001];\n#pragma endscop\n}",
    );
    assert_eq!(parameters(&found), [("n", Some(1000), "n")]);
    found.assert_domain("S0", "[n] -> { S0[i] : 0 <= i < n }");
    found.assert_accesses("S0", &["R[n] -> { S0[i] -> a[i + n + 1] }", "W[n] -> { S0[i] -> a[i] }"]);
    let context = isl::Set::read_from_str(&found.context, "[n] -> { : n >= 10 }").unwrap();
    assert!(found.scop.context.is_equal(&context).unwrap(), "{}", found.scop.context);
}

#[test]
fn constants_with_names_of_their_own_are_one_only_if_they_hardly_differ() {
    let found = lifted(
        "#define W 40\n#define V 42\n#define H 48\nvoid f(double a[H][W], double b[V]) {\n#pragma scop\n\
         for (int i = 0; i < H; i++) for (int j = 0; j < W; j++) a[i][j] = b[j];\n for (int j = 0; j < V; j++) b[j] = 0;\n#pragma endscop\n}",
    );
    assert_eq!(parameters(&found), [("W", Some(40), "W"), ("H", Some(48), "H")]);
    found.assert_domain("S1", "[W] -> { S1[j] : 0 <= j < W + 2 }");
}
