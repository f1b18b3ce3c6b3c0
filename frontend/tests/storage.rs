//! What is known of arrays: extents, memory, who sees them later, and who shares them.

mod support;

use polyhedral::{Lifetime, Storage};
use support::{Modelled, function, model, refusal};

fn extents(found: &Modelled, name: &str) -> Vec<String> {
    let extents = found.array(name).extents.iter();
    let describe = |extent: &polyhedral::Extent| match &extent.value {
        Some(value) => format!("{} = {value}", extent.text),
        None => format!("{} = ?", extent.text),
    };
    extents.map(|extent| extent.as_ref().map_or("?".into(), describe)).collect()
}

/// A function that allocates `p` by `allocation` and frees it.
fn with_block(allocation: &str, body: &str) -> String {
    format!(
        "#include <stdlib.h>\nvoid f(int N, int M, double *restrict a) {{\n{allocation}\n if (!p) return;\n#pragma scop\n\
         for (int i = 0; i < N; i++) {{ {body} }}\n#pragma endscop\n free(p);\n}}\n"
    )
}

#[test]
fn declarations_of_all_forms() {
    let found = model(
        "typedef double real; typedef real row[8]; static unsigned long g[3];\n\
         unsigned long h(void) { return g[1]; }\n\
         void f(int n, int m, real (*restrict p)[m], float q[restrict][n], const short s[restrict n][n + 1], double d)\n{\n\
         long double v[n][2 * m], w;\n static int t[4]; row r[2]; double _Complex z[n];\n#pragma scop\n\
         for (int i = 0; i < n; i++) { v[i][0] = p[i][1] + q[i][0] + s[i][i] + d; w = t[0] + r[1][2]; g[0] = i; z[i] = w; }\n\
         #pragma endscop\n}\n",
    );
    let facts = |name: &str| {
        let array = found.array(name);
        (array.element.as_str(), array.element_bytes, extents(&found, name).join(", "))
    };
    assert_eq!(facts("p"), ("real", Some(8), "?, m = m".into()));
    assert_eq!(facts("q"), ("float", Some(4), "?, n = n".into()));
    assert_eq!(facts("s"), ("short", Some(2), "n = n, n + 1 = n + 1".into()));
    assert_eq!(facts("d"), ("double", Some(8), String::new()));
    assert_eq!(facts("v"), ("long double", Some(16), "n = n, 2 * m = 2 * m".into()));
    assert_eq!(facts("t"), ("int", Some(4), "4 = 4".into()));
    assert_eq!(facts("r"), ("real", Some(8), "2 = 2, 8 = 8".into()));
    assert_eq!(facts("g"), ("unsigned long", Some(8), "3 = 3".into()));
    assert_eq!(facts("z"), ("double _Complex", Some(16), "n = n".into()));
    assert!(matches!(found.array("p").storage, Storage::Parameter));
    assert!(matches!(found.array("g").storage, Storage::Other));
    // Its extents stand in a typedef, so they can't be changed in place.
    assert!(matches!(found.array("r").storage, Storage::Other));
    let Storage::Local { extents_span, declaration, shared, inside, initialized, attributed, .. } =
        found.array("v").storage
    else {
        panic!("a local array")
    };
    assert_eq!(found.map.slice(extents_span), "[n][2 * m]");
    assert_eq!(found.map.slice(declaration), "long double v[n][2 * m], w;");
    assert!(shared && !inside && !initialized && !attributed);
    let Storage::Local { extents_span, .. } = found.array("w").storage else { panic!("a local scalar") };
    assert_eq!(found.map.slice(extents_span), "");
}

/// A static array of the file is one of the only function that uses it.
#[test]
fn arrays_of_the_file() {
    let text = |declaration: &str, other: &str| {
        format!(
            "{declaration}\n{other}\nvoid f(int n, const float *restrict in, float *restrict out)\n{{\n#pragma scop\n\
             for (int i = 0; i < n; i++) t[i] = in[i];\nfor (int i = 0; i < n; i++) out[i] = t[i];\n\
             #pragma endscop\n}}\n"
        )
    };
    for (declaration, other, is_own) in [
        ("static float t[90];", "", true),
        ("static float s[4], t[90];", "float g(float t) { return t + s[0]; }", true),
        ("static float t[90];", "struct u { float v; }; float g(struct u *w) { return w->v; }", true),
        ("float t[90];", "", false),
        ("static float t[90];", "float g(void) { return t[3]; }", false),
        ("static float t[90];", "static float *u = t;", false),
        ("static float t[90];", "long g(void) { return sizeof t; }", false),
        ("static float t[90] = {1};", "", false),
        ("static float t[90] __attribute__((aligned(64)));", "", false),
        ("static float t[90];", "__asm__(\".globl t\");", false),
        ("static float t[90]; static float t[90];", "", false),
    ] {
        let found = model(&text(declaration, other));
        let array = found.array("t");
        let is_found =
            matches!(array.storage, Storage::Local { lifetime: Lifetime::File, inside: false, .. });
        assert_eq!((is_found, array.outlives.is_none()), (is_own, is_own), "{declaration} {other}");
    }
}

/// Runs at the same time may have cells of their own, unless all write one.
#[test]
fn static_arrays_of_threads() {
    for (subscript, from, stays) in
        [("i", "0", false), ("m + i", "0", true), ("i", "m", true), ("n - 1 - i", "0", false)]
    {
        let found = model(&format!(
            "static float t[90];\nvoid f(int n, int m, const float *restrict in, float *restrict out)\n{{\n#pragma scop\n\
             for (int i = {from}; i < n; i++) t[{subscript}] = in[i];\n\
             for (int i = {from}; i < n; i++) out[i] = t[{subscript}];\n#pragma endscop\n}}\n"
        ));
        assert_eq!(found.array("t").outlives.is_some(), stays, "t[{subscript}] from {from}");
    }
}

#[test]
fn blocks_from_malloc() {
    for (allocation, body, expected) in [
        ("double *p = malloc(N * sizeof(double));", "p[i] = a[i];", "N = N"),
        ("double *p = (double *)malloc(sizeof(double) * (N + 2));", "p[i] = a[i];", "(N + 2) = N + 2"),
        ("double *p; p = calloc(N, sizeof *p);", "p[i] = a[i];", "N = N"),
        ("double *p = malloc(800);", "p[i] = a[i];", "100 = 100"),
        ("double *p = malloc((size_t)N * M * sizeof(double));", "p[i] = a[i];", "N * M = M_N"),
        ("double (*p)[M] = malloc(sizeof(double[N][M]));", "p[i][0] = a[i];", "N = N, M = M"),
        ("double (*p)[M] = malloc(N * sizeof *p);", "p[i][0] = a[i];", "N = N, M = M"),
        ("double (*p)[M] = malloc(sizeof(double) * N * M);", "p[i][0] = a[i];", "N = N, M = M"),
        ("double (*p)[4] = malloc(N * 4 * sizeof(double));", "p[i][0] = a[i];", "N = N, 4 = 4"),
        ("double (*p)[M] = malloc(M * sizeof(double) * 7);", "p[i][0] = a[i];", "7 = 7, M = M"),
        ("double (*p)[M] = malloc(N * sizeof(double));", "p[i][0] = a[i];", "?, M = M"),
    ] {
        let found = model(&with_block(allocation, body));
        assert_eq!(extents(&found, "p").join(", "), expected, "{allocation}");
        let array = found.array("p");
        let Storage::Block { declarator: Some(declarator), allocation: place, zeroed, .. } = array.storage
        else {
            panic!("no block: {allocation}")
        };
        assert_eq!((array.outlives.as_deref(), array.unaliased), (None, true), "{allocation}");
        assert_eq!(zeroed, allocation.contains("calloc"));
        assert!(
            allocation.contains(found.map.slice(declarator)) && found.map.slice(declarator).contains("*p")
        );
        assert!(found.map.slice(place).contains("alloc("), "{}", found.map.slice(place));
    }
}

#[test]
fn pointers_that_are_no_blocks() {
    for (text, reason) in [
        (
            with_block("double *p = malloc(8 * N); double *q = p; q++; a[1] = q[0];", "p[i] = a[i];"),
            "line 3 passes it on",
        ),
        (with_block("double *p = malloc(8 * N); memset(p, 0, 8);", "p[i] = a[i];"), "line 3 passes it on"),
        (
            with_block("double *p = malloc(8 * N);", "p[i] = a[i];")
                .replace(" free(p);", " a[0] = p[0]; free(p);"),
            "line 8 uses it",
        ),
        (
            with_block("double *p = malloc(8 * N);", "p[i] = a[i];")
                .replace(" free(p);", " memset(p, 0, 8);"),
            "points to memory that others may know",
        ),
        (with_block("double *p = get();", "p[i] = a[i];"), "points to memory that others may know"),
        (
            with_block("double *p = malloc(8); if (N) p = malloc(8 * N);", "p[i] = a[i];"),
            "points to memory that others may know",
        ),
    ] {
        let text = text
            .replace("void f", "void *memset(void *, int, size_t); double *get(void);\nvoid f")
            .replace("line 3", "line 4");
        let found = model(&text);
        let outlives = found.array("p").outlives.clone().unwrap_or_default();
        let digits = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "");
        assert!(digits(&outlives).contains(&digits(reason)), "{outlives} for\n{text}");
    }
}

#[test]
fn blocks_that_nobody_frees() {
    let found = model(&with_block("double *p = malloc(8 * N);", "p[i] = a[i];").replace(" free(p);", ""));
    assert_eq!(found.array("p").outlives, None);
    assert!(found.array("p").unaliased);
}

#[test]
fn who_sees_a_local_array_later() {
    let text = |before: &str, after: &str| {
        format!(
            "double use(double *); int printf(const char *, ...);\ndouble f(int n) {{\n double t[9], s = 0;\n{before}\n\
             #pragma scop\n for (int i = 0; i < 9; i++) {{ t[i] = i; s = t[i]; }}\n#pragma endscop\n{after}\n}}\n"
        )
    };
    for (before, after, t, s) in [
        ("", "return 0;", None, None),
        ("t[0] = 1; s = 2;", "return 0;", None, None),
        ("", "return s;", None, Some("line 8 uses it")),
        ("", "return t[3];", Some("line 8 uses it"), None),
        ("", "return use(t);", Some("line 8 passes it on"), None),
        ("use(&t[2]);", "return 0;", Some("line 4 passes it on"), None),
        ("", "return sizeof t;", Some("line 8 takes its size"), None),
        ("t[0] = s; while (n--) {", "} return 0;", Some("line 4 uses it"), Some("line 4 uses it")),
        ("again: s = 1;", "if (n--) goto again; return 0;", None, Some("line 4 uses it")),
    ] {
        let found = model(&text(before, after));
        assert_eq!(found.array("t").outlives.as_deref(), t, "t in {before} {after}");
        assert_eq!(found.array("s").outlives.as_deref(), s, "s in {before} {after}");
    }
}

#[test]
fn an_array_within_the_loop_around_the_region_is_new_each_time() {
    let found = model(
        "void f(int n, double *restrict a) {\n for (int k = 0; k < n; k++) {\n double t[9];\n t[0] = a[k];\n#pragma scop\n\
         for (int i = 0; i < 9; i++) { t[i] = a[i]; }\n#pragma endscop\n }\n}",
    );
    assert_eq!(found.array("t").outlives, None);
}

#[test]
fn directives_decide_what_is_seen_later() {
    let text = function("double t;\nt = b[0];\na[0] = t;");
    let found = model(
        &text
            .replace("#pragma scop", "#pragma scop\n#pragma polycc temporary(a)\n#pragma polycc live_out(t)"),
    );
    assert_eq!(found.array("a").outlives, None);
    assert_eq!(found.array("t").outlives.as_deref(), Some("`#pragma polycc live_out` says so"));
    assert_eq!(found.array("b").outlives.as_deref(), Some("it is a parameter"));
}

#[test]
fn who_shares_memory() {
    let found = model(
        "double g[9];\nvoid f(int n, double *restrict a, double *b) {\n double t[9], e[9], *q = e + n; q++; e[0] = q[0];\n#pragma scop\n\
         for (int i = 0; i < 9; i++) { t[i] = a[i] + b[i] + e[i]; g[i] = t[i]; }\n#pragma endscop\n}",
    );
    let shared: Vec<_> =
        found.scop.arrays.iter().map(|array| (array.name.as_str(), array.unaliased)).collect();
    assert_eq!(shared, [("t", true), ("a", true), ("b", false), ("e", false), ("g", false)]);
    let found = model("double g[9], h[9];\nvoid f(void) {\n#pragma scop\n g[0] = h[0];\n#pragma endscop\n}");
    assert!(found.scop.arrays.iter().all(|array| array.unaliased));
}

#[test]
fn extents_that_changed_since_the_declaration_are_not_known() {
    let text = |between: &str| {
        format!(
            "void f(int n) {{\n n = 2 * n;\n double t[n];\n{between}\n#pragma scop\n for (int i = 0; i < n; i++) t[i] = i;\n#pragma endscop\n}}"
        )
    };
    assert_eq!(extents(&model(&text("")), "t"), ["n = n"]);
    assert_eq!(extents(&model(&text("n = n - 1;")), "t"), ["n = ?"]);
    let message =
        refusal(&function("for (int i = 0; i < n; i++) { double t[i + 1]; t[0] = 1; a[i] = t[0]; }"));
    assert!(message.contains("an array's size changes within the region"), "{message}");
}
