//! OpenMP's constructs: what they leave open in the order, and what is refused.

mod support;

use frontend::{Constants, Unit};
use polyhedral::{Node, text};
use support::{Modelled, function, model, refusal, source_map, try_model};

/// A region with these lines.
fn region(body: &str) -> Modelled {
    model(&function(body))
}

/// The open orders of a region, each as `dimension: statements`.
fn unordered(body: &str) -> Vec<String> {
    let lines = text::unordered_lines(&region(body).scop);
    lines.into_iter().map(|(key, value)| format!("{key}: {value}")).collect()
}

/// Asserts that a region is refused and that the message has all of `parts`.
fn refused(body: &str, parts: &[&str]) {
    let message = refusal(&function(body));
    for part in parts {
        assert!(message.contains(part), "`{part}` is not in:\n{message}\nfor\n{body}");
    }
    assert_eq!(message.matches("this region stays").count(), 1, "{message}\nfor\n{body}");
}

#[test]
fn iterations_of_shared_loops_have_no_order() {
    let nest = "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) c[i][j] = 1;";
    for (pragma, expected) in [
        ("", &[][..]),
        ("#pragma omp parallel for", &["unordered(1): S0"]),
        ("#pragma omp parallel for simd schedule(dynamic, 4) num_threads(n)", &["unordered(1): S0"]),
        ("#pragma omp simd safelen(8)", &["unordered(1): S0"]),
        ("#pragma omp for", &["unordered(1): S0"]),
        ("#pragma omp parallel for collapse(2)", &["unordered(1): S0", "unordered(3): S0"]),
        ("#pragma omp parallel\n#pragma omp for collapse(1)", &["unordered(1): S0"]),
        ("#pragma omp parallel shared(c), default(shared)\n#pragma omp single", &[]),
    ] {
        assert_eq!(unordered(&format!("{pragma}\n{nest}")), expected, "{pragma}");
    }
    let braces = "#pragma omp parallel for collapse(2)\nfor (int i = 0; i < n; i++) {{\n for (int j = 0; j < m; j++) c[i][j] = 1; }}";
    assert_eq!(unordered(braces), ["unordered(1): S0", "unordered(3): S0"]);
    let modelled = region(&format!("#pragma omp parallel for\n{nest}"));
    let [Node::Loop(outer)] = modelled.scop.program.body.as_slice() else { panic!("one loop") };
    let [Node::Loop(inner)] = outer.body.as_slice() else { panic!("a loop in it") };
    assert!(outer.parallel && !inner.parallel);
    modelled.assert_schedule("[n, m] -> { S0[i, j] -> [0, i, 0, j, 0]}");
}

#[test]
fn a_macro_tells_how_many_loops_are_collapsed() {
    let nest = "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) c[i][j] = 1;";
    let text = format!(
        "#define DEPTH 2\n{}",
        function(&format!("#pragma omp parallel for collapse(DEPTH)\n{nest}"))
    );
    assert_eq!(model(&text).scop.unordered.len(), 2);
}

#[test]
fn only_the_loop_behind_a_pragma_is_shared() {
    let body = "for (int i = 0; i < n; i++) a[i] = 1;\n\
                #pragma omp parallel for\n\
                for (int i = 0; i < n; i++) { a[i] = 2;\n\
                #pragma omp simd\n\
                for (int j = 0; j < m; j++) c[i][j] = 3; }\n\
                if (n > 4)\n\
                #pragma omp parallel for\n\
                for (int i = 0; i < n; i++) b[i] = 4;";
    assert_eq!(unordered(body), ["unordered(1): S1, S2", "unordered(3): S2", "unordered(1): S3"]);
}

#[test]
fn sections_are_dated_by_their_numbers() {
    let body = "a[0] = 1;\n\
                #pragma omp parallel sections\n\
                {\n\
                a[1] = a[0];\n\
                #pragma omp section\n\
                for (int i = 0; i < n; i++) b[i] = 2;\n\
                #pragma omp section\n\
                { a[2] = a[0]; a[3] = a[2]; }\n\
                }\n\
                a[4] = 5;";
    let modelled = region(body);
    assert_eq!(unordered(body), ["unordered(1): S1, S2, S3, S4"]);
    modelled.assert_schedule(
        "[n] -> { S0[] -> [0,0,0,0,0]; S1[] -> [1,0,0,0,0]; S2[i] -> [1,1,0,i,0]; \
         S3[] -> [1,2,0,0,0]; S4[] -> [1,2,1,0,0]; S5[] -> [2,0,0,0,0] }",
    );
    let [_, Node::Sections(sections), _] = modelled.scop.program.body.as_slice() else { panic!("sections") };
    assert_eq!(sections.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1, 2]);
}

#[test]
fn parallel_blocks_are_their_constructs_in_a_row() {
    let body = "#pragma omp parallel if(n > 9) proc_bind(close)\n\
                {\n\
                int j;\n\
                #pragma omp for nowhere\n\
                for (int i = 0; i < n; i++) a[i] = 1;\n\
                #pragma omp barrier\n\
                #pragma omp sections\n\
                {\n\
                #pragma omp section\n\
                b[0] = 1;\n\
                #pragma omp section\n\
                b[1] = 1;\n\
                }\n\
                #pragma omp single\n\
                { a[0] = 2; a[1] = a[0]; }\n\
                for (int t = 0; t < m; t++) {\n\
                #pragma omp for\n\
                for (j = 0; j < n; j++) b[j] = a[j];\n\
                #pragma omp barrier\n\
                }\n\
                }"
    .replace(" nowhere", "");
    let expected = ["unordered(1): S0", "unordered(1): S1, S2", "unordered(3): S5"];
    assert_eq!(unordered(&body), expected);
    region(&body).assert_schedule(
        "[n, m] -> { S0[i] -> [0,i,0,0,0]; S1[] -> [1,0,0,0,0]; S2[] -> [1,1,0,0,0]; \
         S3[] -> [2,0,0,0,0]; S4[] -> [3,0,0,0,0]; S5[t, j] -> [4,t,0,j,0]}",
    );
    // The same without the block: the threads may be another function's.
    let inside = body.lines().filter(|line| !line.contains("parallel"));
    assert_eq!(
        unordered(
            &inside.collect::<Vec<_>>().join("\n").replace("int j;", "").replace("(j = 0", "(int j = 0")
        ),
        expected
    );
}

#[test]
fn a_pragma_before_the_region_speaks_of_its_first_statement() {
    let text = function("for (int i = 0; i < n; i++) a[i] = 1;\nfor (int i = 0; i < n; i++) b[i] = 1;");
    let text = text.replace("#pragma scop", "#pragma omp parallel for\n#pragma scop");
    let modelled = model(&text);
    assert_eq!(text::unordered_lines(&modelled.scop), [("unordered(1)".into(), "S0".into())]);
}

#[test]
fn threads_have_variables_of_their_own() {
    let body = "double s, t, w[4], x[4];\n\
                #pragma omp parallel for private(t, w) reduction(+: s) firstprivate(a, m)\n\
                for (int i = 0; i < n; i++) {\n\
                double u[2];\n\
                t = b[i]; w[0] = t; u[0] = w[0] + m; x[0] = u[0]; s = s + x[0]; a[i] = 1;\n\
                #pragma omp simd\n\
                for (int j = 0; j < m; j++) { double v = u[0]; c[i][j] = v; }\n\
                }";
    assert_eq!(
        unordered(body),
        [
            "unordered(1): S0, S1, S2, S3, S4, S5, S6, S7 private t, w, u, s, v",
            "unordered(3): S6, S7 private v"
        ]
    );
    let modelled = region(body);
    let pinned = |name: &str| modelled.array(name).pinned.clone().unwrap_or_default();
    for name in ["s", "t", "w", "a"] {
        assert_eq!(pinned(name), "line 5 makes it private to each thread", "{name}");
    }
    for name in ["u", "x", "v"] {
        assert_eq!(pinned(name), "", "{name}");
    }
}

#[test]
fn a_block_gives_its_threads_variables_for_all_its_loops() {
    let body = "double x;\n\
                #pragma omp parallel private(x)\n\
                {\n\
                double t;\n\
                #pragma omp for\n\
                for (int i = 0; i < n; i++) { x = a[i]; t = x; b[i] = t; }\n\
                #pragma omp single\n\
                {\n\
                #pragma omp parallel for\n\
                for (int i = 0; i < n; i++) b[i] = t;\n\
                }\n\
                }";
    assert_eq!(unordered(body), ["unordered(1): S0, S1, S2 private x, t", "unordered(1): S3"]);
}

#[test]
fn arrays_that_threads_around_the_region_may_share_stay() {
    let pinned = |pragma: &str, before: &str, inside: &str| {
        let text = format!(
            "void f(int n, double *restrict a) {{\n{before}\n{pragma}\nfor (int k = 0; k < n; k++) {{\n{inside}\n\
             #pragma scop\nfor (int i = 0; i < n; i++) {{ t[i] = a[i]; a[i] = t[i]; }}\n#pragma endscop\n}}\n}}"
        );
        model(&text).array("t").pinned.clone()
    };
    let shared = Some("line 3 starts threads that may share it".to_string());
    assert_eq!(pinned("#pragma omp parallel for", "double t[n];", ""), shared);
    assert_eq!(pinned("#pragma acc parallel loop", "double t[n];", ""), shared);
    assert_eq!(pinned("#pragma omp parallel for", "", "static double t[64];"), shared);
    assert_eq!(pinned("#pragma omp parallel for", "", "double t[n];"), None);
    assert_eq!(pinned("", "double t[n];", ""), None);
    assert_eq!(
        pinned("#pragma omp parallel for", "", "double t[n];\n#pragma unknown(t)"),
        Some("line 6 uses it".into())
    );
    assert_eq!(pinned("#pragma GCC unroll 4", "double t[n];", ""), None);
}

#[test]
fn other_compilers_words_for_loops_without_order() {
    let one = "for (int i = 0; i < n; i++) a[i] = 1;";
    for pragma in ["GCC ivdep", "ivdep", "clang loop vectorize(assume_safety) unroll(enable)"] {
        assert_eq!(unordered(&format!("#pragma {pragma}\n{one}")), ["unordered(1): S0"], "{pragma}");
    }
    assert_eq!(unordered(&format!("#pragma GCC unroll 4\n{one}")), [""; 0]);
    refused(&format!("#pragma acc parallel loop\n{one}"), &["it has an OpenACC pragma"]);
}

#[test]
fn arrays_that_pragmas_compute_with_stay() {
    let body = "double t[8];\n\
                for (int i = 0; i < 8; i++) t[i] = a[i];\n\
                #pragma omp parallel for if(t[0] > 0)\n\
                for (int i = 0; i < 8; i++) b[i] = t[i];";
    assert_eq!(region(body).array("t").pinned.as_deref(), Some("line 6 uses it"));
}

#[test]
fn subscripts_cannot_mention_what_threads_do_not_see() {
    let late = |clauses: &str| {
        let text = format!(
            "void f(int n, int m, double *restrict a) {{\n double t[n];\n#pragma scop\n\
             #pragma omp parallel for {clauses}\n\
             for (int i = 0; i < n; i++) {{ t[i] = a[i]; a[i] = t[i]; }}\n\
             for (int i = 0; i < m; i++) a[i] = 1;\n#pragma endscop\n}}"
        );
        model(&text).array("t").late.join(" ")
    };
    assert_eq!(late(""), "");
    assert_eq!(late("private(m)"), "m");
    assert_eq!(late("firstprivate(m)"), "");
    assert_eq!(late("default(none) shared(n, a, t)"), "m");
    assert_eq!(late("default(none) shared(n, m, a, t)"), "");
}

#[test]
fn directives_that_are_not_taken() {
    let one = "for (int i = 0; i < n; i++) a[i] = 1;";
    for (pragma, parts) in [
        ("task", &["`#pragma omp task` isn't supported", "`#pragma omp task`"][..]),
        ("parallel master", &["`#pragma omp parallel master` isn't supported"]),
        ("critical(x)", &["`#pragma omp critical` isn't supported"]),
        ("atomic", &["`#pragma omp atomic` isn't supported"]),
        (
            "target teams distribute parallel for",
            &["`#pragma omp target teams distribute parallel for` isn't"],
        ),
        ("for nowait", &["the OpenMP clause `nowait`", "`nowait`", "the threads meet"]),
        ("parallel for ordered", &["the OpenMP clause `ordered`"]),
        ("parallel for linear(n)", &["the OpenMP clause `linear`", "`linear(n)`"]),
        ("parallel for private(zz)", &["names `zz`, which isn't known"]),
        ("parallel for collapse(2)", &["a loop is collapsed that holds other things", "`for (int i = 0"]),
        ("parallel for collapse(n)", &["it isn't known how many loops are collapsed"]),
        ("parallel for collapse(0)", &["it isn't known how many loops are collapsed"]),
        ("parallel", &["each thread would run this", "a[i] = 1", "`#pragma omp single`"]),
        ("section", &["this pragma stands not within sections"]),
        ("sections", &["this pragma stands before no block"]),
        ("parallel\n#pragma omp simd", &["this pragma stands where each thread"]),
        ("parallel for\n#pragma omp simd", &["this pragma stands before no loop"]),
        ("parallel for private(a)", &["`a` has no value here", "made private", "`firstprivate`"]),
        ("parallel for private(n)", &["`n` has no value here"]),
        ("parallel for lastprivate(n)", &["`n` has no value here"]),
    ] {
        refused(&format!("#pragma omp {pragma}\n{one}"), parts);
    }
}

#[test]
fn pragmas_where_they_mean_something_else() {
    for (body, parts) in [
        ("#pragma omp parallel for\na[0] = 1;", &["this pragma stands before no loop"][..]),
        ("a[0] = 1;\n#pragma omp parallel for", &["this pragma stands before no loop"]),
        ("#pragma omp parallel for\nL: for (int i = 0; i < n; i++) a[i] = 1;", &["stands before no loop"]),
        ("a[0] =\n#pragma omp simd\n1;", &["this pragma stands before no loop"]),
        (
            "#pragma omp parallel for\nfor (int i = 0; i < n; i++) {\n#pragma omp barrier\na[i] = 1; }",
            &["this pragma stands not between"],
        ),
        (
            "#pragma omp parallel for\nfor (int i = 0; i < n; i++)\n#pragma omp for\nfor (int j = 0; j < m; j++) c[i][j] = 1;",
            &["this pragma stands where one thread runs alone"],
        ),
        (
            "#pragma omp parallel\n#pragma omp parallel for\nfor (int i = 0; i < n; i++) a[i] = 1;",
            &["this pragma stands where each thread"],
        ),
        (
            "#pragma omp for\nfor (int i = 0; i < n; i++) a[i] = 1;\nb[0] = a[0];",
            &["each thread would run this"],
        ),
        (
            "#pragma omp parallel\n{ double t = 1;\n#pragma omp for\nfor (int i = 0; i < n; i++) a[i] = t; }",
            &["each thread would run this", "t = 1"],
        ),
        (
            "while (n > 0) {\n#pragma omp parallel for\nfor (int i = 0; i < n; i++) a[i] = 1; }",
            &["a `while` loop"],
        ),
        (
            "#pragma omp parallel sections\n{\na[0] = 1;\n#pragma omp section\na[1] = 1;\n#pragma omp single\na[2] = 1;\n}",
            &["this pragma stands where one thread runs alone"],
        ),
    ] {
        refused(body, parts);
    }
}

#[test]
fn variables_that_threads_share_or_lose() {
    for (body, parts) in [
        (
            "int j;\n#pragma omp parallel for\nfor (int i = 0; i < n; i++) for (j = 0; j < m; j++) c[i][j] = 1;",
            &["`j` counts a loop in each thread, but the threads share it", "declare it in the loop"][..],
        ),
        (
            "double t = 5;\n#pragma omp parallel for private(t)\nfor (int i = 0; i < n; i++) { t = a[i]; b[i] = t; }\nb[0] = t;",
            &["`t` is another variable in a construct than outside", "made private", "used here"],
        ),
        (
            "double t = 5;\n#pragma omp parallel for firstprivate(t)\nfor (int i = 0; i < n; i++) { b[i] = t; t = a[i]; }",
            &["`t` is another variable in a construct than outside"],
        ),
    ] {
        refused(body, parts);
    }
    for body in [
        "int j;\n#pragma omp parallel for private(j)\nfor (int i = 0; i < n; i++) for (j = 0; j < m; j++) c[i][j] = 1;",
        "int j;\n#pragma omp simd\nfor (int i = 0; i < n; i++) for (j = 0; j < m; j++) c[i][j] = 1;",
        "int i, j;\n#pragma omp parallel for collapse(2)\nfor (i = 0; i < n; i++) for (j = 0; j < m; j++) c[i][j] = 1;",
        "double t = 5;\n#pragma omp parallel for firstprivate(t)\nfor (int i = 0; i < n; i++) b[i] = t;",
        "double t;\n#pragma omp parallel for lastprivate(t)\nfor (int i = 0; i < n; i++) t = a[i];\nb[0] = t;",
        "double t;\n#pragma omp parallel for private(t)\nfor (int i = 0; i < n; i++) { t = a[i]; b[i] = t; }\n\
         #pragma omp parallel for firstprivate(t) lastprivate(t)\nfor (int i = 0; i < n; i++) { t = b[i]; a[i] = t; }",
    ] {
        region(body);
    }
}

#[test]
fn a_new_order_would_lose_the_pragmas() {
    let text = function("#pragma omp parallel for\nfor (int i = 0; i < n; i++) a[i] = 1;");
    let text = text.replace("#pragma scop", "#pragma polycc schedule { S0[i] -> [-i] }\n#pragma scop");
    let message = refusal(&text);
    assert!(message.contains("it has OpenMP pragmas, which a new order would lose"), "{message}");
    let map = source_map(&text);
    let (unit, problems) = Unit::parse(&map, &|| None);
    assert_eq!(problems, []);
    let place = unit.regions()[0].openmp().expect("the pragma");
    assert_eq!(map.slice(place), "#pragma omp parallel for");
    assert!(try_model(&text, Constants::Lifted).is_err());
}

#[test]
fn orders_and_parallel_dimensions_are_read() {
    let text = function("for (int i = 0; i < n; i++) a[i] = 1;");
    let with = |pragma: &str| {
        let map =
            source_map(&text.replace("#pragma scop", &format!("#pragma polycc {pragma}\n#pragma scop")));
        let (unit, problems) = Unit::parse(&map, &|| None);
        assert_eq!(problems, []);
        unit.regions()[0].clone()
    };
    let order = with("order { S0[i] -> S0[i + 1] }").order.expect("an order");
    assert_eq!(order.text, "{ S0[i] -> S0[i + 1] }");
    let schedule = with("schedule { S0[i] -> [i] } parallel(0)").schedule.expect("a schedule");
    assert_eq!(schedule.parallel.iter().map(|(dimension, _)| *dimension).collect::<Vec<_>>(), [0]);
}
