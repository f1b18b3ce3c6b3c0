//! Pairs of texts that are the same, and such that aren't.

use diagnostics::SourceMap;
use frontend::Unit;
use reread::{Outcome, Source, Subject, Trial, compare};
use std::collections::{BTreeMap, BTreeSet};

const BEFORE_ALL: &str =
    "void *malloc(unsigned long); void free(void *); void show(const double *); double sqrt(double);\n";

/// What is found of the function `f` in both texts, at sizes `n` from 0 to 6.
fn read(before: &str, after: &str) -> Outcome {
    let map = |text: &str| SourceMap::new(format!("{BEFORE_ALL}{text}"), |_| None);
    let (before, after) = (map(before), map(after));
    let (was, is) = (Unit::parse(&before, &|| None).0, Unit::parse(&after, &|| None).0);
    let (was, is) = (Source::new(&was, &before), Source::new(&is, &after));
    let subject = Subject {
        before: &was,
        after: &is,
        function: "f",
        regions: vec![],
        ignored: BTreeSet::new(),
        copies_more: false,
    };
    let trial = |n| Trial { sizes: BTreeMap::from([("n".to_owned(), n)]), is_aliased: false };
    compare(&subject, &(0..7).map(trial).collect::<Vec<_>>())
}

fn same(before: &str, after: &str) {
    let outcome = read(before, after);
    assert_eq!(outcome.difference, None, "{after}");
    assert!(outcome.same > 0, "{outcome:?}");
}

fn differs(before: &str, after: &str, message: &str) {
    let outcome = read(before, after);
    let found = outcome.difference.clone().unwrap_or_else(|| panic!("{outcome:?}"));
    assert!(found.0.contains(message), "{found:?}");
}

fn unread(text: &str, why: &str) {
    let outcome = read(text, text);
    assert_eq!((outcome.difference, outcome.same), (None, 0));
    assert!(outcome.unread.iter().any(|found| found.contains(why)), "{:?}", outcome.unread);
}

const SUM: &str = "double f(int n, const double *x) { double t[n + 1]; t[0] = 0;
    for (int i = 0; i < n; i++) t[i + 1] = t[i] + x[i]; return t[n]; }";

#[test]
fn a_scalar_does_for_an_array() {
    same(
        SUM,
        "double f(int n, const double *x) { double t = 0; for (int i = 0; i < n; i++) t = t + x[i]; return t; }",
    );
    differs(
        SUM,
        "double f(int n, const double *x) { float t = 0; for (int i = 0; i < n; i++) t = t + x[i]; return t; }",
        "result",
    );
    differs(
        SUM,
        "double f(int n, const double *x) { double t = 0; for (int i = 1; i < n; i++) t = t + x[i]; return t; }",
        "result",
    );
    differs(
        SUM,
        "double f(int n, const double *x) { double t = 0; for (int i = 0; i < n; i++) t = x[i] + t; return t; }",
        "result",
    );
}

#[test]
fn what_nobody_wrote_must_not_count() {
    let reads = "double f(int n, const double *x) { double t; double u = t; return n > 0 ? x[0] : 1.0; }";
    same("double f(int n, const double *x) { return n > 0 ? x[0] : 1.0; }", reads);
    let decides =
        "double f(int n, const double *x) { double t; if (t > 0) n = n; return n > 0 ? x[0] : 1.0; }";
    differs("double f(int n, const double *x) { return n > 0 ? x[0] : 1.0; }", decides, "nobody wrote");
    differs("double f(void) { return 1.0; }", "double f(void) { double t; return t; }", "result");
    same("double f(void) { double t; return t; }", "double f(void) { return 1.0; }");
}

#[test]
fn conditions_on_data_go_the_same_way() {
    let before = "void f(int n, const double *x, const int *k, double *y) {
        for (int i = 0; i < n; i++) { if (x[i] > 0.5) y[i] = sqrt(x[i]); else y[k[i]] += x[i]; } }";
    same(before, &before.replace("int i = 0; i < n; i++", "int j = n, i = 0; j > 0; j--, i++"));
    differs(before, &before.replace("x[i] > 0.5", "x[i] > 0.25"), "");
    differs(before, &before.replace("y[k[i]] += x[i]", "y[i] += x[i]"), "`y`");
}

#[test]
fn loops_that_data_ends_turn_in_some_trials() {
    let text = |state: &str| {
        format!(
            "double f(void) {{ double y[2] = {{ 1, 2 }}, t = 0;
                while (t < 5) {{ double k = y[1]; y[0] = y[0] + k; {state} show(y); t += 1; }} return y[0]; }}"
        )
    };
    same(&text("y[1] = k * 2;"), &text("k = k * 2; y[1] = k;"));
    differs(&text("y[1] = k * 2;"), &text(""), "show");
}

#[test]
fn zero_is_false_whatever_its_type() {
    for type_ in ["float", "double", "long double"] {
        let text =
            |test| format!("double f(int n) {{ {type_} w; w = n; if ({test}) return 1; return w * 0 + 2; }}");
        differs(&text("n >= 0"), &text("(w = 0)"), "result");
        same(&text("n < 0"), &text("(w = 0)").replace("return w * 0", "w = n; return w * 0"));
    }
}

#[test]
fn integers_are_those_of_c() {
    let before = "void f(int n, double *y) { for (unsigned i = n; i-- > 0;) y[i] = (unsigned char)(i + 250u) + (i - 2) / 3; }";
    same(before, before);
    differs(before, &before.replace("unsigned i = n", "unsigned long i = n"), "`y`");
    differs(before, &before.replace("(unsigned char)", "(signed char)"), "`y`");
}

#[test]
fn calls_that_others_see_come_in_their_order() {
    let before = "void f(int n, const double *x) { double t[2]; for (int i = 0; i < n; i++) { t[0] = x[i]; t[1] = i; show(t); } }";
    same(before, &before.replace("t[0] = x[i]; t[1] = i;", "t[1] = i; t[0] = x[i];"));
    differs(before, &before.replace("t[1] = i;", "t[1] = 1;"), "`show`");
    differs(before, &before.replace("i < n; i++", "i < n - 1; i++"), "calls that others see");
}

#[test]
fn assertions_about_data_hold_and_are_seen() {
    let before = "void __assert_fail(void); void f(int n, const double *x, double *y)
        { for (int i = 0; i < n; i++) { y[i] = x[i]; x[i] > 0.5 && i < 7 ? (void)0 : __assert_fail(); } }";
    same(before, &before.replace("y[i] = x[i];", "double t = x[i]; y[i] = t;"));
    // the run goes on
    differs(before, &before.replace("y[i] = x[i];", "y[i] = x[i / 5];"), "`y`");
    differs(before, &before.replace("x[i] > 0.5", "x[0] > 0.5"), "assert");
    differs(before, &before.replace("x[i] > 0.5 &&", ""), "calls that others see");
    // what is known for certain isn't taken for granted
    differs(before, &before.replace("i < 7", "i < 3"), "result");
}

#[test]
fn values_of_lists_count_not_their_words() {
    for values in ["(n >= 1 ? a[1] : 0.5), x[2]", "[1] = a[1], [3] = x[2]"] {
        let before = format!(
            "double f(int n, const double *x) {{ double a[2]; a[1] = x[1]; double v[4] = {{{values}}}; return v[n & 3]; }}"
        );
        same(&before, &before.replace("a[1]", "a[(1)]"));
        differs(&before, &before.replace("x[2]", "x[1]"), "result");
        differs(&before, &before.replace("a[1] = x[1]", "a[1] = x[2]"), "result");
    }
}

#[test]
fn cells_outside_of_objects_are_faults() {
    let before = "double f(int n, const double *x) { double *t = malloc(sizeof(double) * (n + 1)); t[n] = x[0]; double r = t[n]; free(t); return r; }";
    same(before, before);
    differs(before, &before.replace("(n + 1)", "n"), "isn't there");
    differs(before, &before.replace("double r = t[n]; free(t);", "free(t); double r = t[n];"), "isn't there");
    differs(
        before,
        &before.replace("t[n] = x[0]", "t[n] = x[n]; t[n] = x[0]"),
        "none that the original touches",
    );
}

#[test]
fn structures_and_globals_outlive_a_function() {
    let before = "struct p { int w; double sum, *data; }; double g[4]; static void add(struct p *q, double v) { q->sum += v; }
        void f(int n, struct p *p) { for (int i = 0; i < 4; i++) { g[i] = p->data[i]; add(p, g[i]); } }";
    same(before, &before.replace("add(p, g[i])", "p->sum += p->data[i]"));
    differs(before, &before.replace("i < 4", "i < 3"), "`");
    differs(before, &before.replace("add(p, g[i])", "p->sum = p->data[i]"), "`");
}

#[test]
fn constants_have_their_values() {
    let before = "static const int w = 3; static const double k[3] = {1, 2, 4};
        void f(int n, double *y) { for (int i = 0; i < n; i++) y[i] = k[i % w]; }";
    same(before, &before.replace("i % w", "i % 3"));
    differs(before, &before.replace("i % w", "i % 2"), "`y`");
    same(before, &before.replace("k[i % w]", "i % w == 0 ? 1 : k[i % w]"));
}

#[test]
fn sizes_come_from_where_the_program_has_them() {
    let before = "struct s { int w; double *data; }; int count(void);
        void f(struct s *s) { int n = s->w; for (int i = 0; i < n; i++) s->data[i] = 1; for (int i = 0; i < count(); i++) s->data[n + i] = 2; }";
    same(before, before);
    differs(before, &before.replace("int i = 0; i < n", "int i = 1; i < n"), "`s->data`");
}

#[test]
fn what_a_run_does_not_know_is_said() {
    unread("void f(int n) { again: n--; if (n > -9) goto again; }", "goto");
    unread("union u { int i; float f; }; float f(int n) { union u u; u.i = n; return u.f; }", "union");
    unread("double f(int n, double (*g)(int)) { return g(n); }", "pointer");
    unread("double f(int n) { double t[2]; t[0] = 0; return t[n + 2]; }", "isn't one of");
    unread("void f(int n, double *y) { for (;;) y[0] += n; }", "too long");
}

#[test]
fn numbers_that_are_read_in_are_the_same_in_both() {
    let text = |sum: &str| {
        format!(
            "int scanf(const char *, ...);
             double f(void) {{ int n; double s = 0, x = 1; scanf(\"%d %lf\", &n, &x);
                 for (int i = 0; i < n; i++) s = {sum}; return s; }}"
        )
    };
    same(&text("s + x"), &text("(s) + (x)"));
    differs(&text("s + x"), &text("x + s"), "result");
}
