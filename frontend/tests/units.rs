//! Whole translation units: headers, syntax errors, functions that aren't understood, calls.

mod support;

use std::path::Path;
use std::time::{Duration, Instant};

use diagnostics::{Severity, SourceMap};
use frontend::Unit;
use frontend::preprocess::Preprocessor;
use support::{describe, function, model, refusal, source_map};

fn preprocessor() -> Preprocessor {
    Preprocessor::new("cc", vec![])
}

#[test]
fn system_headers_are_no_obstacle() {
    let headers = "#include <stdio.h>\n#include <stdlib.h>\n#include <math.h>\n#include <string.h>\n#include <complex.h>\n\
                   #include <stdint.h>\n#include <time.h>\n#include <pthread.h>\n";
    let found = model(&format!(
        "{headers}{}",
        function("for (int i = 0; i < n; i++) a[i] = fabs(sqrt(b[i])) + fmax(1, i);")
    ));
    assert_eq!(found.text("S0"), "<a[i]> = fabs(sqrt(<b[i]>)) + fmax(1, {i});");
}

#[test]
fn a_megabyte_of_declarations_takes_a_moment() {
    let text: String = (0..12_000)
        .map(|i| {
            format!("typedef struct s{i} {{ int a, b[4]; }} t{i}; extern t{i} *f{i}(const t{i} *x, int n);\n")
        })
        .collect();
    let map = SourceMap::new(format!("# 1 \"t.c\"\n{text}"), |_| None);
    let start = Instant::now();
    Unit::parse(&map, &|| None);
    assert!(text.len() > 1_000_000 && start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn what_only_the_compiler_understands_is_left_alone() {
    let odd = "int odd(int x) { return x ?: 1; }\n__int128 wide;\nint label(void) { l: ; void *p = &&l; goto *p; }\n";
    let map = source_map(&(odd.to_owned() + &function("a[0] = 1;")));
    let (unit, problems) = Unit::parse(&map, &|| preprocessor().rejects(map.text()));
    assert_eq!((unit.regions().len(), problems), (1, vec![]));
    let map = source_map(&function("a[0] = n ?: 1;"));
    let (unit, problems) = Unit::parse(&map, &|| preprocessor().rejects(map.text()));
    assert!(unit.regions().is_empty());
    let message = describe(&problems, &map);
    assert!(
        message.contains("its function can't be parsed") && problems[0].severity == Severity::Warning,
        "{message}"
    );
}

#[test]
fn syntax_errors_are_told_once_with_the_compilers_words() {
    let map = source_map(&function("a[0] = ;"));
    let (_, problems) = Unit::parse(&map, &|| preprocessor().rejects(map.text()));
    let message = describe(&problems, &map);
    assert!(message.starts_with("syntax error\n  `;` unexpected\n  the compiler says: test.c:"), "{message}");
    assert_eq!(problems.len(), 1, "{message}");
    assert_eq!(map.locate(problems[0].labels[0].span.start).line, 4);
}

#[test]
fn preprocessing_reports_what_the_compiler_says() {
    let missing = preprocessor().run(Path::new("/nowhere/missing.c")).unwrap_err();
    assert!(missing.message.starts_with("cannot read `/nowhere/missing.c`"), "{missing:?}");
    let wrong = preprocessor().run_text("#include \"nowhere.h\"\n", Path::new("test.c")).unwrap_err();
    assert!(wrong.notes.join("\n").contains("nowhere.h"), "{wrong:?}");
    let compiler = Preprocessor::new("/nowhere/cc", vec![]);
    let absent = compiler.run_text("", Path::new("test.c")).unwrap_err();
    assert!(absent.message.contains("cannot run the C compiler `/nowhere/cc`"), "{absent:?}");
}

#[test]
fn helpers_that_only_compute_may_be_called() {
    let helpers = "typedef struct { int x; } pair;\nstatic const double table[2] = { 1, 2 };\nenum { BASE = 3 };\n\
        static inline double clamp(double x, double lo) { return x < lo ? lo : x; }\n\
        static double power(double x, int n) { double r = 1, t[2]; for (int i = 0; i < n; i++) { t[i % 2] = x; r *= t[i % 2]; } return clamp(r, BASE) + table[n & 1]; }\n\
        double known(double) __attribute__((const));\n";
    let found = model(
        &(helpers.to_owned()
            + &function("for (int i = 0; i < n; i++) a[i] = power(clamp(b[i], 0), 3) + known(i);")),
    );
    assert_eq!(found.scop.statements[0].accesses.len(), 2);
    for helper in [
        "static double h(double x) { static int calls[1]; calls[0]++; return x; }",
        "static double g[1]; static double h(double x) { return g[0] + x; }",
        "static double h(double x) { double *p = &x; return *p; }",
        "static double h(double x) { __asm__(\"\"); return x; }",
        "static double o(double); static double h(double x) { return o(x); } static double o(double x) { return h(x); }",
        "double h(double x);",
    ] {
        let message = refusal(&format!("{helper}\n{}", function("a[0] = h(b[0]);")));
        let is_told = |text: &str| message.contains(text);
        let is_there =
            is_told("what `h` does isn't known") || is_told("`h` may do more than to compute a value");
        assert!(is_there, "{helper}: {message}");
    }
}

#[test]
fn pure_functions_may_be_called_where_they_see_no_change() {
    let text = "double peek(int) __attribute__((pure));\nvoid f(int n) {\n double t[9];\n#pragma scop\n\
                for (int i = 0; i < 9; i++) t[i] = peek(i);\n#pragma endscop\n}";
    assert_eq!(model(text).scop.statements.len(), 1);
}

#[test]
fn names_that_would_clash_are_refused() {
    let text = "int i;\nvoid f(double *a) {\n#pragma scop\n a[i] = 1;\n for (int i = 0; i < 3; i++) a[i] = 1;\n#pragma endscop\n}";
    let message = refusal(text);
    assert!(message.contains("two variables are called `i`"), "{message}");
}
