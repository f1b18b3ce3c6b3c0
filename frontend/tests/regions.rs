//! Regions that are taken: domains, accesses, schedules and texts.

mod support;

use support::{function, model, refusal};

#[test]
fn a_nest_with_several_statements() {
    let found = model(&function(
        "for (int i = 1; i < n - 1; i++) {\n  double t = a[i];\n  for (int j = i; j < m; ++j)\n    c[i][j] += t * b[j - 1];\n  L: b[i] = sqrt_of(i) + n;\n}",
    ).replace("void f", "static double sqrt_of(int x) { return x * 0.5; }\nvoid f"));
    assert_eq!(found.parameters(), ["n", "m"]);
    found.assert_domain("S0", "[n, m] -> { S0[i] : 1 <= i < n - 1 }");
    found.assert_domain("S1", "[n, m] -> { S1[i, j] : 1 <= i < n - 1 and i <= j < m }");
    found.assert_domain("L", "[n, m] -> { L[i] : 1 <= i < n - 1 }");
    found.assert_schedule(
        "[n, m] -> { S0[i] -> [0, i, 0, 0, 0]; S1[i, j] -> [0, i, 1, j, 0]; L[i] -> [0, i, 2, 0, 0] }",
    );
    found.assert_accesses("S0", &["R[n, m] -> { S0[i] -> a[i] }", "W[n, m] -> { S0[i] -> t[] }"]);
    found.assert_accesses(
        "S1",
        &[
            "R[n, m] -> { S1[i, j] -> c[i, j] }",
            "R[n, m] -> { S1[i, j] -> t[] }",
            "R[n, m] -> { S1[i, j] -> b[j - 1] }",
            "W[n, m] -> { S1[i, j] -> c[i, j] }",
        ],
    );
    found.assert_accesses("L", &["W[n, m] -> { L[i] -> b[i] }"]);
    assert_eq!(found.text("S0"), "<t> = <a[i]>;");
    assert_eq!(found.text("S1"), "<c[i][j]> += <t> * <b[j - 1]>;");
    assert_eq!(found.text("L"), "<b[i]> = sqrt_of({i}) + n;");
}

#[test]
fn loops_of_all_forms() {
    for (header, domain) in [
        ("int i = 0; i < n; i++", "0 <= i < n"),
        ("int i = n; i > 0; i--", "0 < i <= n"),
        ("int i = 0; i <= n; i += 3", "0 <= i <= n and i mod 3 = 0"),
        ("int i = n; i >= 0; i -= 2", "0 <= i <= n and (n - i) mod 2 = 0"),
        ("int i = 1; i < n && i < m; i = i + 2", "1 <= i < n and i < m and i mod 2 = 1"),
        ("int i = 0; i != n; i++", "0 <= i < n"),
        ("int i = n; m != i; --i", "m < i <= n"),
        ("int i = 0; n > i; i = 1 + i", "0 <= i < n"),
        ("long i = 0; i < n / 2 && n >= 0; i++", "0 <= i < floor(n/2)"),
        ("int i = 0; i < (n < m ? n : m); i++", "0 <= i < n and i < m"),
    ] {
        let text = function(&format!("for ({header}) a[i] = m + n;"));
        let text = text.replace("#pragma scop", "#pragma polycc assume(n >= 0)\n#pragma scop");
        let found = model(&text);
        let (_, statement) = found.scop.statement("S0").unwrap();
        let domain = format!("[n, m] -> {{ S0[i] : {domain} and n >= 0 }}");
        let expected = isl::Set::read_from_str(&found.context, &domain).unwrap();
        let space = found.scop.context.space().unwrap();
        let expected = expected.align_params(space).unwrap();
        let got = statement.domain.clone().intersect_params(found.scop.context.clone()).unwrap();
        assert!(got.is_equal(&expected).unwrap(), "{header}: {got} is not {expected}");
    }
}

#[test]
fn a_decreasing_loop_is_scheduled_by_its_negated_counter() {
    let found = model(&function("for (int i = n; i > 0; i--) a[i] = 0;"));
    found.assert_schedule("[n] -> { S0[i] -> [0, -i, 0] }");
}

#[test]
fn conditions() {
    let found = model(&function(
        "for (int i = 0; i < n; i++)\n  if (i % 2 == 0 && !(i > m))\n    a[i] = 1;\n  else {\n    b[i] = 2;\n    ;\n  }",
    ));
    found.assert_domain("S0", "[n, m] -> { S0[i] : 0 <= i < n and i mod 2 = 0 and i <= m }");
    found.assert_domain("S1", "[n, m] -> { S1[i] : 0 <= i < n and (i mod 2 = 1 or i > m) }");
    found.assert_schedule("[n, m] -> { S0[i] -> [0, i, 0]; S1[i] -> [0, i, 1] }");
}

#[test]
fn conditional_expressions_guard_their_reads() {
    let found = model(&function(
        "for (int i = 0; i < n; i++)\n  a[i] = i > 0 ? b[i - 1] : c[0][i] > 0 && c[1][i] > 2;",
    ));
    let (_, statement) = found.scop.statement("S0").unwrap();
    let guards: Vec<_> = statement.accesses.iter().map(|access| access.guard.to_string()).collect();
    assert_eq!(guards[0], "i > 0");
    assert_eq!(guards[1], "!(i > 0)");
    assert!(guards[2].contains("0 <= i && i < m"), "{guards:?}");
    assert_eq!(guards[3], "1");
}

#[test]
fn increments_and_compound_assignments_read_and_write() {
    let found = model(&function("for (int i = 0; i < n; i++) { a[i]++; --b[i]; }"));
    found.assert_accesses("S0", &["R[n] -> { S0[i] -> a[i] }", "W[n] -> { S0[i] -> a[i] }"]);
    assert_eq!(found.text("S0"), "<a[i]>++;");
    assert_eq!(found.text("S1"), "--<b[i]>;");
}

#[test]
fn unsigned_counters() {
    let text = "void f(unsigned n, double *a) {\n#pragma polycc assume(n >= 1)\n#pragma scop\n\
                for (unsigned i = n - 1; i > 0; i--) a[i - 1] = a[i];\n\
                for (unsigned long i = 0; i + 1 < n; ++i) a[i] = i;\n#pragma endscop\n}";
    let found = model(text);
    found.assert_domain("S0", "[n] -> { S0[i] : 0 < i < n }");
    found.assert_domain("S1", "[n] -> { S1[i] : 0 <= i < n - 1 }");
}

#[test]
fn counters_declared_outside() {
    let found = model(
        "void f(int n, double *a) {\n int i;\n for (i = 0; i < 3; i++) a[i] = i;\n#pragma scop\n\
         for (i = 0; i < n; i++) a[i] = 0;\n for (i = 0; i < n; i++) a[i] = 1;\n#pragma endscop\n\
         for (i = 0; i < 2; i++) a[i] = 3;\n}",
    );
    assert_eq!(found.scop.statements.len(), 2);
    assert!(!found.scop.statements[0].iterators[0].declared_inside);
}

#[test]
fn labels_name_statements_and_are_not_given_twice() {
    let found = model(&function("a[0] = 1;\nS2: a[1] = 2;\na[2] = 3;\nX: a[3] = 4;"));
    let names: Vec<_> = found.scop.statements.iter().map(|statement| statement.name.as_str()).collect();
    assert_eq!(names, ["S0", "S2", "S3", "X"]);
}

#[test]
fn macros_and_line_ends() {
    let text = "#define N 64\n#define AT(x, i) x[(i) + 1]\n#define STEP(i) do_nothing\n\
                void f(double *restrict a, double *restrict b)\r\n{\r\n#pragma scop\r\n\
                \tfor (int i = 0; i < N; i++) /* rows */\r\n\t\tAT(a, i) =\r\n\t\t\tAT(b, 2 * i); // shifted\r\n#pragma endscop\r\n}\r\n";
    let found = model(text);
    found.assert_domain("S0", "{ S0[i] : 0 <= i < 64 }");
    assert_eq!(found.text("S0"), "<a[i + 1]> = <b[2 * i + 1]>;");
    assert_eq!((found.scop.lines, found.scop.statements[0].line), ((6, 10), 8));
}

#[test]
fn two_variables_of_one_name() {
    let found = model(&function(
        "for (int i = 0; i < n; i++) { double t = a[i]; b[i] = t; }\nfor (int i = 0; i < n; i++) { double t; t = b[i]; a[i] = t; }",
    ));
    let names: Vec<_> =
        found.scop.arrays.iter().map(|array| (array.name.as_str(), array.c_name.as_str())).collect();
    assert_eq!(names, [("a", "a"), ("t", "t"), ("b", "b"), ("t_2", "t")]);
}

#[test]
fn constants_of_all_kinds() {
    let found = model(
        "enum { HALO = 2 };\nstatic const int width = 3 * HALO;\nvoid f(double *a) {\n const long last = sizeof(double) + 2;\n\
         #pragma scop\n for (int i = HALO; i < last; i += HALO) a[width + i] = width * HALO;\n#pragma endscop\n}",
    );
    found.assert_domain("S0", "{ S0[i] : 2 <= i < 10 and i mod 2 = 0 }");
    found.assert_accesses("S0", &["W{ S0[i] -> a[i + 6] }"]);
    assert_eq!(found.text("S0"), "<a[6 + i]> = width * HALO;");
}

#[test]
fn a_region_without_braces() {
    let text = "void f(int n, double *a) {\n if (n > 3)\n#pragma scop\n  for (int i = 0; i < n; i++) a[i] = 0;\n#pragma endscop\n else a[0] = 1;\n}";
    assert_eq!(model(text).scop.statements.len(), 1);
}

#[test]
fn subscripts_in_64_bits_wrap_around_as_addresses_do() {
    let found = model(
        "void f(unsigned long n, double *a) {\n#pragma scop\n a[n - 1] = a[2 * n - 3];\n#pragma endscop\n}",
    );
    found.assert_accesses("S0", &["R[n] -> { S0[] -> a[2n - 3] }", "W[n] -> { S0[] -> a[n - 1] }"]);
}

#[test]
fn rows_that_are_only_read_may_overlap() {
    let overlaps = |body: &str, name: &str| {
        let found = model(&function(body));
        let array = found.scop.arrays.iter().find(|array| array.name == name).expect("the array");
        array.flat.expect("one of one dimension").overlapping
    };
    let sum = "for (int i = 0; i < n; i++) for (int j = 0; j < 7; j++) b[i] += a[i * m + j];";
    assert!(overlaps(sum, "a"));
    assert!(!overlaps(&sum.replace("j < 7", "j < m"), "a"));
    let found = model(&function(sum));
    let array = found.scop.arrays.iter().find(|array| array.name == "a").expect("the array");
    assert_eq!(array.limits().collect::<Vec<_>>(), [None, None]);
    let written = "for (int i = 0; i < n; i++) for (int j = 0; j < 7; j++) a[i * m + j] += a[i * m];";
    assert!(refusal(&function(written)).contains("rows of the array may overlap"));
}

#[test]
fn a_pointer_to_one_structure_of_an_array_is_its_name() {
    let text = |body: &str| {
        format!(
            "struct item {{ float x; int n; struct {{ float re; }} z; }};\n\
             void f(const struct item *restrict v, float *restrict o, int n)\n{{\n\
             #pragma scop\n{body}\n#pragma endscop\n}}\n"
        )
    };
    let found = model(&text(
        "for (int i = 1; i < n; i++) {\n  const struct item *p = &v[i - 1], *q = v + i;\n  o[i] = p->x * (*p).z.re + q[1].x;\n}",
    ));
    found.assert_accesses(
        "S0",
        &[
            "R[n] -> { S0[i] -> v_x[i - 1] }",
            "R[n] -> { S0[i] -> v_z_re[i - 1] }",
            "R[n] -> { S0[i] -> v_x[i + 1] }",
            "W[n] -> { S0[i] -> o[i] }",
        ],
    );
    // what bounds a loop is a size as long as the pointer stays
    let sized = "for (int i = 0; i < n; i++) { const struct item *p = &v[i]; for (int j = 0; j < p->n; j++) o[j] = 1; }";
    assert!(refusal(&text(sized)).contains("declares the pointer `p`"));
}
