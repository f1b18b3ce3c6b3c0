//! The loop nests of a file, and why some aren't taken.

use diagnostics::SourceMap;
use frontend::{Nest, Unit};

fn nests(text: &str) -> Vec<Nest> {
    let map = SourceMap::new(format!("# 1 \"t.c\"\n{text}"), |_| Some(text.to_owned()));
    let (mut unit, problems) = Unit::parse(&map, &|| None);
    assert_eq!(problems, []);
    unit.find_regions(&map, &|_| true);
    unit.nests(&map)
}

/// The only nest, in a function whose body it is.
fn nest(loop_: &str) -> Nest {
    let declarations = "double sin(double); void out(int); static int own(int x) { return x; }\n\
                        void *memset(void *, int, unsigned long); struct s { int n; double *data; };\n";
    let function =
        format!("void f(int n, double a[n], double b[n][n], struct s *s, int c[n])\n{{\n{loop_}\n}}\n");
    let mut all = nests(&format!("{declarations}{function}"));
    assert_eq!(all.len(), 1, "{loop_}");
    all.remove(0)
}

#[test]
fn nests_are_outermost_for_loops() {
    let all = nests(
        "void f(int n, double a[n])\n{\n  while (n)\n    for (int i = 0; i < n; i++)\n      for (int j = 0; j < i; j++) {\n        \
         double t = a[i];\n        a[j] = t;\n      }\n  for (int i = 0; i < n; i++)\n    ;\n}\n",
    );
    let counts: Vec<_> =
        all.iter().map(|nest| (nest.lines, nest.loops.len(), nest.statements.len())).collect();
    assert_eq!(counts, [((4, 8), 2, 2), ((9, 10), 1, 0)]);
}

#[test]
fn calls_that_leave_the_file_are_told_from_others() {
    for (call, calls_out) in [
        ("a[i] = sin(a[i]);", false),
        ("a[i] = own(i);", false),
        ("memset(b[i], 0, n);", false),
        ("out(i);", true),
        ("if (i) { a[i] = 1; out(i); }", true),
    ] {
        assert_eq!(nest(&format!("for (int i = 0; i < n; i++) {call}")).calls_out, calls_out, "{call}");
    }
}

#[test]
fn reasons_have_kinds() {
    for (loop_, kind) in [
        ("for (int i = 0; i < n; i++) a[i] = 0;", None),
        ("for (int i = 0; i < n; i++) out(i);", Some("unknown call")),
        ("for (int i = 0; i < n; i++) { a[i] = 0; goto end; } end: ;", Some("jump")),
        ("for (int i = 0; i < n; i++) { static int k; a[i] = k; }", Some("declaration")),
        ("for (int i = 0; i < sin(n); i++) a[i] = 0;", Some("bound not affine, unknown call")),
    ] {
        assert_eq!(nest(loop_).reason.as_deref(), kind, "{loop_}");
    }
}
