//! Regions that nobody marks.

#![allow(clippy::result_large_err)] // Tests may be slow.

mod support;

use diagnostics::{Diagnostic, Severity, SourceMap};
use frontend::{Constants, Extent, Text, Unit};
use polyhedral::Scop;
use support::{describe, source_map};

/// What is found in a text.
struct Found {
    unit: Unit,
    map: SourceMap,
    notes: Vec<Diagnostic>,
}

fn find(text: &str) -> Found {
    let map = source_map(text);
    let (mut unit, problems) = Unit::parse(&map, &|| None);
    assert_eq!(problems, []);
    let notes = unit.find_regions(&map, &|_| true);
    assert!(notes.iter().all(|note| note.severity == Severity::Note));
    Found { unit, map, notes }
}

/// As [`find`], in the body of a function.
fn find_in(body: &str) -> Found {
    find(&format!(
        "#include <stdlib.h>\nvoid use(void *);\n\
         void f(int n, int m, double *restrict a, double *restrict b)\n{{\n{body}\n}}\n"
    ))
}

impl Found {
    /// The lines of the regions, counted from the first line of the body that [`find_in`] was given.
    fn lines(&self) -> Vec<(u32, u32)> {
        self.unit.regions().iter().map(|region| (region.lines.0 - 4, region.lines.1 - 4)).collect()
    }

    fn scop(&self, position: usize) -> Scop {
        let context = isl::Context::new();
        let region = &self.unit.regions()[position];
        let scop = self.unit.model(region, &self.map, &context, Constants::Literal);
        scop.unwrap_or_else(|problems| panic!("refused: {}", describe(&problems, &self.map)))
    }

    fn names(&self, position: usize) -> Vec<String> {
        self.scop(position).statements.iter().map(|statement| statement.name.clone()).collect()
    }

    fn text(&self, position: usize) -> Result<Text, String> {
        self.unit.text(&self.unit.regions()[position], &self.map)
    }

    fn notes(&self) -> String {
        describe(&self.notes, &self.map)
    }
}

const FILL: &str = "for (int i = 0; i < n; i++) a[i] = i;";
const COPY: &str = "for (int i = 0; i < n; i++) b[i] = a[i];";

#[test]
fn loops_in_a_row_are_one_region() {
    let found = find_in(&format!("{FILL}\na[0] = 1;\n{COPY}"));
    assert_eq!(found.lines(), [(1, 3)]);
    assert_eq!(found.names(0), ["S0", "S1", "S2"]);
    assert_eq!(found.text(0).unwrap().extent, Extent::Lines { first: 5, last: 7 });
    assert!(found.notes.is_empty());
}

#[test]
fn what_is_refused_divides() {
    for between in
        ["use(a);", "while (n) n--;", "n++;", "if (a[0] > 1) while (n) n--;", "use: ; if (m) goto use;"]
    {
        let found = find_in(&format!("{FILL}\n{between}\n{COPY}"));
        assert_eq!(found.lines(), [(1, 1), (3, 3)], "{between}");
        assert_eq!(found.names(1), ["S0"]);
    }
}

#[test]
fn loops_in_what_is_refused_are_found() {
    for (before, after) in [
        ("for (int t = 0; t < m; t++) {", "use(a); }"),
        ("while (m--) {", "}"),
        ("if (a[0] > 1) {", "} else m = 1;"),
        ("switch (m) { case 1: {", "} }"),
        ("do {", "} while (m--);"),
        ("again: {", "} if (m--) goto again;"),
    ] {
        let found = find_in(&format!("{before}\n{FILL}\n{COPY}\n{after}"));
        assert_eq!(found.lines(), [(2, 3)], "{before}");
    }
    for (before, after) in [("while (m--)", ""), ("if (a[0] > 1)", "else m = 1;"), ("switch (m) case 1:", "")]
    {
        let found = find_in(&format!("{before}\n{FILL}\n{after}"));
        assert_eq!(found.lines(), [(2, 2)], "{before}");
        assert_eq!(found.scop(0).statements.len(), 1);
    }
}

#[test]
fn a_loop_that_is_taken_is_taken_as_a_whole() {
    let found =
        find_in(&format!("for (int t = 0; t < m; t++) {{\n{FILL}\n{COPY}\n}}\nif (n > 3) {{\n{FILL}\n}}"));
    assert_eq!(found.lines(), [(1, 7)]);
}

#[test]
fn statements_that_fit_alone_but_not_together() {
    // The second loop runs to what the first one computes, or counts with what is computed between them.
    let found = find_in(
        "int last = 0;\nfor (int i = 0; i < n; i++) last = i;\nfor (int i = 0; i < last; i++) a[i] = 0;",
    );
    assert_eq!(found.lines(), [(2, 2), (3, 3)]);
    let found = find_in(&format!("int i;\nfor (i = 0; i < n; i++) a[i] = 0;\nb[0] = i;\n{COPY}"));
    assert_eq!(found.lines(), [(2, 2), (3, 4)]);
    let found = find_in(
        "double *p = a; p += m;\nfor (int i = 0; i < n; i++) a[i] = 0;\nfor (int i = 0; i < n; i++) p[i] = 0;",
    );
    assert_eq!(found.lines(), [(2, 2), (3, 3)]);
    // A bound that isn't known to be reached: what only the sets show.
    let endless = "for (unsigned i = 0; i != 2 * (unsigned)n; i += 2) a[i] = 0;";
    let found = find_in(&format!("{FILL}\n{COPY}\n{endless}\n{FILL}"));
    assert_eq!(found.lines(), [(1, 2), (4, 4)]);
}

#[test]
fn many_statements_are_divided_fast() {
    let mut body = String::from("int x0 = n;\n");
    for number in 1..300 {
        let before = number - 1;
        body += &format!(
            "for (int i = 0; i < x{before}; i++) a[i] = i;\nint x{number} = x{before};\nx{number}++;\n"
        );
    }
    let found = find_in(&body);
    assert_eq!(found.unit.regions().len(), 299);
    assert_eq!(find_in(&format!("{FILL}\n").repeat(300)).unit.regions().len(), 1);
}

#[test]
fn edges_stay_outside() {
    let found =
        find_in(&format!("int k = n - 1;\ndouble s;\ns = 0;\n{FILL}\ns = 1;\nint l = 2;\n;\nuse(&s);"));
    assert_eq!(found.lines(), [(4, 4)]);
    let found = find_in(
        "double t[n];\nfor (int i = 0; i < n; i++)\nt[i] = a[i];\nb[0] = t[1];\ndouble s = t[2];\nuse(&s);",
    );
    assert_eq!(found.lines(), [(2, 5)]);
    assert_eq!(found.scop(0).array("t").unwrap().1.outlives, None);
    assert!(found.scop(0).array("s").unwrap().1.outlives.is_some());
    let found = find_in(&format!("a[0] = 5;\n{COPY}"));
    assert_eq!(found.lines(), [(1, 2)]);
    assert!(find_in("a[0] = 5;\nb[0] = 4;").unit.regions().is_empty());
}

#[test]
fn declarations_between_loops_stay_inside() {
    let found = find_in(&format!(
        "{FILL}\nint w = 2 * n;\ndouble t[w];\nfor (int i = 0; i < w; i++) t[i] = 0;\nb[0] = t[n - 1];"
    ));
    assert_eq!(found.lines(), [(1, 5)]);
    let scop = found.scop(0);
    // What `w` stands for is put in its place everywhere, so its declaration is no statement.
    assert_eq!(found.names(0), ["S0", "S2", "S3"]);
    assert_eq!(scop.array("t").unwrap().1.extents[0].as_ref().unwrap().text, "2 * n");
    assert!(scop.array("w").is_none());
}

#[test]
fn memory_between_loops_stays_inside() {
    let body = format!(
        "double *t = malloc(n * sizeof *t);\n{FILL}\ndouble *u = malloc(n * sizeof *u);\n\
         for (int i = 0; i < n; i++) {{ t[i] = a[i]; u[i] = t[i]; }}\nfree(t);\n\
         for (int i = 0; i < n; i++) b[i] = u[i];\nfree(u);"
    );
    let found = find_in(&body);
    assert_eq!(found.lines(), [(2, 6)]);
    let scop = found.scop(0);
    assert_eq!(["t", "u"].map(|name| scop.array(name).unwrap().1.outlives.clone()), [None, None]);
    let text = found.text(0).unwrap();
    let slices = |spans: &[diagnostics::Span]| {
        spans.iter().map(|span| found.map.slice(*span)).collect::<Vec<_>>().concat()
    };
    assert_eq!(slices(&text.before), "double *u = malloc(n * sizeof *u);");
    assert_eq!(slices(&text.behind), "free(t);");
    // Zeroed anew in each iteration: the values of the one before are gone.
    let body = "for (int t = 0; t < m; t++) {\ndouble *u = calloc(n, sizeof *u);\n\
                for (int i = 1; i < n; i++)\na[i] += u[i];\nfree(u);\n}";
    assert_eq!(find_in(body).lines(), [(3, 4)]);
    let found = find_in(&body.replace("calloc(n,", "malloc(n *"));
    assert_eq!(found.lines(), [(1, 6)]);
    assert!(found.text(0).unwrap_err().contains("allocates"));
}

#[test]
fn the_text_of_a_region_is_told_apart() {
    for (body, lines) in [
        (format!("{FILL} /* one */\n/* two */ {COPY} // three"), true),
        (format!("{{ {FILL}\n{COPY} }}"), true),
        (format!("if (a[0] > 0) {{ {FILL}\n{COPY} }}"), false),
        (format!("use(a); {FILL}\n{COPY}"), false),
        (format!("{FILL}\n{COPY} use(a);"), false),
    ] {
        let extent = find_in(&body).text(0).unwrap().extent;
        assert_eq!(matches!(extent, Extent::Lines { first: 5, last: 6 }), lines, "{body}: {extent:?}");
    }
    let found = find_in(&format!("use(a); {FILL}\n{COPY} use(b);"));
    let Extent::Tokens(span) = found.text(0).unwrap().extent else { panic!("whole lines") };
    assert_eq!(found.map.slice(span), format!("{FILL}\n{COPY}"));
    for (body, reason) in [
        (format!("{FILL}\n#ifdef X\na[0] = 1;\n#endif\n{COPY}"), "directives"),
        (format!("#pragma GCC unroll 4\n{FILL}"), "pragma"),
        (format!("#pragma omp parallel for\n{FILL}\n#pragma GCC unroll 4\n{COPY}"), "pragma"),
        (format!("use(a);\n#pragma omp parallel for\n{FILL} use(b);"), "pragma"),
    ] {
        assert!(find_in(&body).text(0).unwrap_err().contains(reason), "{body}");
    }
}

#[test]
fn openmp_s_pragmas_go_with_the_lines_of_their_loops() {
    for (body, lines) in [
        (format!("use(a);\n#pragma omp parallel for\n{FILL}\n#pragma omp parallel for\n{COPY}"), (6, 9)),
        (format!("use(a);\n#pragma omp parallel \\\n for\n{FILL}\n{COPY}"), (6, 9)),
        (format!("{FILL}\n\n#pragma omp parallel for\n{COPY}\nuse(b);"), (5, 8)),
    ] {
        let extent = find_in(&body).text(0).unwrap().extent;
        let Extent::Lines { first, last } = extent else { panic!("{body}") };
        assert_eq!((first, last), lines, "{body}");
    }
}

#[test]
fn what_one_thread_runs_has_no_pragmas() {
    for (pragma, threads) in [
        ("#pragma omp parallel for", Some("")),
        ("#pragma omp parallel for schedule(dynamic) num_threads(2)", Some("num_threads(2)")),
        ("#pragma omp parallel num_threads(n)\n#pragma omp for", Some("num_threads(n)")),
        // shared by threads that are there already, by one alone, or only sometimes
        ("#pragma omp for", None),
        ("#pragma omp simd", None),
        ("#pragma omp parallel for if(n > 9)", None),
        ("#pragma omp parallel for proc_bind(close)", None),
        ("#pragma omp parallel for nowait", None),
        ("", None),
    ] {
        let found = find_in(&format!("{pragma}\n{FILL}"));
        let region = found.unit.regions().first();
        let alone = region.and_then(|region| found.unit.of_one_thread(region, &found.map));
        assert_eq!(alone.is_some(), threads.is_some(), "{pragma}");
        let Some(alone) = alone else { continue };
        assert!(alone.openmp().is_none());
        let scop = found.unit.model(&alone, &found.map, &isl::Context::new(), frontend::Constants::Literal);
        let scop = scop.unwrap();
        assert!(scop.unordered.is_empty());
        assert_eq!(scop.threads.as_deref().unwrap_or_default(), threads.unwrap_or_default(), "{pragma}");
    }
    // several numbers of threads
    let found = find_in(&format!(
        "#pragma omp parallel for num_threads(2)\n{FILL}\n#pragma omp parallel for\n{COPY}"
    ));
    assert!(found.unit.of_one_thread(&found.unit.regions()[0], &found.map).is_none());
}

#[test]
fn pragmas_in_front_belong_to_the_region() {
    let found = find_in(&format!("use(a);\n#pragma omp parallel for\n{FILL}\n{COPY}"));
    assert_eq!(found.lines(), [(3, 4)]);
    assert!(found.unit.regions()[0].openmp().is_some());
    assert_eq!(found.scop(0).unordered.len(), 1);
    let found = find_in(&format!("#pragma omp critical\n{FILL}\n{COPY}"));
    assert_eq!(found.lines(), [(3, 3)]);
    assert!(found.unit.regions()[0].openmp().is_none());
}

#[test]
fn only_what_the_user_wrote_in_the_file_is_taken() {
    let macro_ = "#define FILL(f, T) void f(int n, T *a) { for (int i = 0; i < n; i++) a[i] = 0; }\n";
    let found = find(&format!("{macro_}FILL(f, int)\nFILL(g, double)\n"));
    assert!(found.unit.regions().is_empty());
    assert!(found.notes().contains("it comes out of a macro"), "{}", found.notes());
    let loop_ = "#define EACH(i, n) for (int i = 0; i < n; i++)\nvoid f(int n, int *a)\n{\n    EACH(i, n)\n        a[i] = 0;\n}\n";
    assert_eq!(find(loop_).text(0).unwrap().extent, Extent::Lines { first: 4, last: 5 });
}

#[test]
fn functions_with_marks_keep_those() {
    let marked = format!(
        "void f(int n, double *a)\n{{\n{FILL}\n#pragma scop\n{FILL}\n#pragma endscop\n}}\n\
         void g(int n, double *a)\n{{\n{FILL}\n}}\n"
    );
    let found = find(&marked);
    let regions: Vec<_> =
        found.unit.regions().iter().map(|region| (region.function.as_str(), region.is_found)).collect();
    assert_eq!(regions, [("f", false), ("g", true)]);
}

#[test]
fn notes_tell_once_why_a_loop_stays() {
    let found = find_in("for (int t = 0; t < m; t++)\nfor (int i = 0; i < n; i++)\nuse(a);");
    assert_eq!(found.notes.len(), 1);
    assert!(found.notes().starts_with("this loop stays as it is: what `use` does isn't known\n  `use(a)`"));
    // Nobody asked for what holds no loop.
    assert!(find_in("use(a);").notes.is_empty());
}

#[test]
fn a_function_that_is_not_understood_gets_a_note() {
    let found = find(
        "void f(int n, int *a) { for (int i = 0; i < n; i++) a[i] = n ?: 1; }\nint g(int n) { return n ?: 1; }\n",
    );
    assert_eq!(found.unit.regions().len(), 0);
    assert_eq!(found.notes.len(), 1);
    assert!(found.notes().contains("doesn't know `a ?: b`"), "{}", found.notes());
}
