//! Calls with what their functions do in their place, and the proof that it is that.

use diagnostics::SourceMap;
use frontend::{EMPTY_LINE, Inlined, NUMBER, Unit, origins};

fn parsed(text: &str) -> (Unit, SourceMap) {
    let own = text.to_owned();
    // as a preprocessor leaves it
    let without_comments = [
        "/* stage */",
        "/* other */",
        "/* mean */",
        EMPTY_LINE,
        &[NUMBER[0], "i = 0", NUMBER[1]].concat(),
        &[NUMBER[0], "k = 3", NUMBER[1]].concat(),
    ]
    .iter()
    .fold(own.clone(), |text, comment| text.replace(comment, &" ".repeat(comment.len())));
    let lines = without_comments.split('\n');
    let lines = lines.map(|line| if line.trim_start().starts_with('#') { line.trim_start() } else { line });
    let preprocessed = lines.collect::<Vec<_>>().join("\n");
    let map = SourceMap::new(format!("# 1 \"t.c\"\n{preprocessed}"), |_| Some(own.clone()));
    let (unit, problems) = Unit::parse(&map, &|| None);
    assert_eq!(problems, []);
    (unit, map)
}

/// The text with all calls inlined that can be.
fn inlined(text: &str, calls: &[Inlined]) -> String {
    let mut text = text.to_owned();
    for call in calls.iter().rev() {
        text.replace_range(call.place.start..call.place.end, &call.block);
    }
    text
}

/// What is inlined in the last function of `text`, proved, from its first brace on.
fn body(text: &str) -> String {
    let (unit, map) = parsed(text);
    let calls = &unit.inlining().calls;
    let new = inlined(text, calls);
    let (after, after_map) = parsed(&new);
    let all: Vec<_> = calls.iter().collect();
    origins((&unit, &map), &all, (&after, &after_map), &|_, _| false).expect("it is proved");
    let last = new.rfind("\nvoid ").expect("a function");
    new[last + 1..].to_owned()
}

const STAGE: &str = "static float gain;\nstatic void stage(const float *in, float *out, int n)\n{\n    for (int i = 0; i < n; i++)\n        out[i] = gain * in[i];\n}\n";

fn with(stage: &str, caller: &str) -> String {
    format!("{stage}\nvoid caller(const float *x, float *y, int m)\n{{\n    float t[m];\n    {caller}\n}}\n")
}

#[test]
fn variables_stand_for_parameters() {
    let text = with(STAGE, "stage(x, t, m);\n    stage(t, y, m);");
    assert_eq!(
        body(&text),
        "void caller(const float *x, float *y, int m)\n{\n    float t[m];\n    { /* stage */\n        for (int i = 0; i < m; i++)\n            t[i] = gain * x[i];\n    }\n    { /* stage */\n        for (int i = 0; i < m; i++)\n            y[i] = gain * t[i];\n    }\n}\n"
    );
}

#[test]
fn what_may_change_or_is_converted_is_declared() {
    let text = with(STAGE, "long n = m;\n    stage(x + 1, t, n);\n    stage(t, y, m);");
    let body = body(&text);
    assert!(
        body.contains("{ /* stage */\n        const float *in = x + 1;\n        int stage_n = n;\n"),
        "{body}"
    );
    assert!(body.contains("i < stage_n; i++)\n            t[i] = gain * in[i];"), "{body}");
}

#[test]
fn what_a_function_promises_of_a_pointer_holds_for_a_call_only() {
    let stage = STAGE.replace("const float *in, float *out", "const float *restrict in, float *restrict out");
    let body = body(&with(&stage, "stage(x + 1, t, m);\n    stage(t, y + 1, m);"));
    assert!(
        body.contains("const float * in = x + 1;") || body.contains("const float *in = x + 1;"),
        "{body}"
    );
    assert!(body.contains("out = y + 1;") && !body.contains("restrict"), "{body}");
}

#[test]
fn variables_of_the_function_get_names_that_nothing_else_has() {
    let text = with(STAGE, "int i = m - 1;\n    stage(x, t, i);\n    stage(t, y, i);");
    let body = body(&text);
    assert!(body.contains("for (int stage_i = 0; stage_i < i; stage_i++)"), "{body}");
}

#[test]
fn a_function_that_ends_early_becomes_a_condition() {
    let stage = STAGE.replace("{\n    for", "{\n    if (n < 3)\n        return;\n    for");
    let body = body(&with(&stage, "stage(x, t, m);\n    stage(t, y, m);"));
    assert!(body.contains("if (!(m < 3)) {\n"), "{body}");
}

#[test]
fn values_are_converted_where_they_stand() {
    let stage = format!(
        "static float mean(const float *p, int i, float weight)\n{{\n    return weight * (p[i] + p[i + 1]);\n}}\n{STAGE}"
    );
    let text =
        with(&stage, "stage(x, t, m);\n    for (int k = 0; k < m - 1; k++)\n        y[k] = mean(t, k, 2);");
    let body = body(&text);
    assert!(body.contains("y[k] = /* mean */ (((float)(2)) * (t[k] + t[k + 1]));"), "{body}");
}

#[test]
fn functions_that_are_more_than_their_statements_stay() {
    for (from, to, why) in [
        ("    for", "    static int calls;\n    for", "it has a variable that lives on"),
        ("    for", "    again:\n    for", "it has a label"),
        ("static void", "__attribute__((noinline)) static void", "it has an attribute"),
        ("gain * in[i];\n", "gain * in[i];\n    stage(in, out, n - 1);\n", "it calls itself"),
        (
            "in[i];\n",
            "in[i];\n    __builtin_alloca(n);\n",
            "`__builtin_alloca` depends on the function around it",
        ),
        ("gain * in[i]", "({ gain * in[i]; })", "it asks for more than values"),
        ("        out[i]", "        if (in[i] < 0) return; else out[i]", "it returns before its end"),
    ] {
        let stage = STAGE.replacen(from, to, 1);
        let text = with(
            &format!("{stage}{}", STAGE.replace("stage", "other").replace("static float gain;\n", "")),
            "stage(x, t, m);\n    other(x, t, m);\n    other(t, y, m);",
        );
        let (unit, _) = parsed(&text);
        let inlining = unit.inlining();
        assert!(inlining.calls.iter().all(|call| call.callee.as_deref() == Some("other")), "{why}");
        assert!(inlining.notes.iter().any(|note| note.message.ends_with(why)), "{why}: {:?}", inlining.notes);
    }
}

#[test]
fn another_text_is_not_proved() {
    let text = with(STAGE, "float gain = 3;\n    stage(x, t, m);\n    stage(t, y, m);\n    y[0] = gain;");
    let (unit, map) = parsed(&text);
    let calls: Vec<_> = unit.inlining().calls.iter().collect();
    let (after, after_map) = parsed(&inlined(&text, &unit.inlining().calls));
    let difference = origins((&unit, &map), &calls, (&after, &after_map), &|_, _| false)
        .expect_err("`gain` is the caller's there");
    assert!(difference.why.contains("`gain`"), "{difference:?}");
    let text = with(STAGE, "stage(x, t, m);\n    stage(t, y, m);");
    let (unit, map) = parsed(&text);
    let right = inlined(&text, &unit.inlining().calls);
    let calls: Vec<_> = unit.inlining().calls.iter().collect();
    for (from, to) in [
        ("y[i] = gain", "t[i] = gain"),
        ("i < m", "i <= m"),
        ("int i = 0; i < m", "int k = 0; k < m"),
        ("gain * t", "m * t"),
    ] {
        let wrong = right.replacen(from, to, 1);
        assert_ne!(wrong, right, "{from}");
        let (after, after_map) = parsed(&wrong);
        assert!(
            origins((&unit, &map), &calls, (&after, &after_map), &|_, _| false).is_err(),
            "{from} -> {to}"
        );
    }
}

/// A text with its loops as `for` loops where they count in another form, proved.
fn counted(statements: &str) -> String {
    let text =
        format!("void f(int *a, int n, int m)\n{{\n    int i = 0, j;\n    {statements}\n    a[0] = i;\n}}\n");
    let (unit, map) = parsed(&text);
    let loops = &unit.inlining().counting;
    let new = inlined(&text, loops);
    let (after, after_map) = parsed(&new);
    let all: Vec<_> = loops.iter().collect();
    origins((&unit, &map), &all, (&after, &after_map), &|_, _| false).expect("it is proved");
    let (_, from) = new.split_once("void f(int *a, int n, int m)\n{\n").expect("the function");
    let (statements, _) = from.split_once("\n    a[0] = i;").expect("its end");
    statements.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_loop_that_counts_has_it_all_in_its_header() {
    for (written, meant) in [
        ("i = 1; while (i < n) { a[i] = 0; i++; }", "int i = 0, j; for (i = 1; i < n; i++) { a[i] = 0; }"),
        (
            "while (i < n) { a[i] = 0; i += 2; }",
            "int i /* in the header of its loop: i = 0 */, j; for (i = 0; i < n; i += 2) { a[i] = 0; }",
        ),
        (
            "j = m; i = j; for (; i < n;) { a[i] = 0; ++i; j--; }",
            "int i = 0, j; j = m; for (i = j; i < n; ++i) { a[i] = 0; j--; }",
        ),
        (
            "for (i = 2; i < n;) { a[i] = 0; i = i + 1; }",
            "int i = 0, j; for (i = 2; i < n; i = i + 1) { a[i] = 0; }",
        ),
        (
            "i = j = 0; while (j < n) { i = m; while (i < n) { a[i] = j; i++; } j++; }",
            "int i = 0, j; i = j = 0; for (j = 0; j < n; j++) { for (i = m; i < n; i++) { a[i] = j; } }",
        ),
        (
            "while (m) { int k = 3; while (k < n) { a[k] = 0; k++; } m--; }",
            "int i = 0, j; while (m) { int k /* in the header of its loop: k = 3 */; for (k = 3; k < n; k++) { a[k] = 0; } m--; }",
        ),
    ] {
        assert_eq!(counted(written), meant, "{written}");
    }
}

#[test]
fn a_loop_whose_turns_go_on_in_another_way_stays() {
    for written in [
        // without the step
        "while (i < n) { if (a[i]) { i += 2; continue; } a[i] = 0; i++; }",
        // from where the one before ended
        "while (a[i]) { i++; a[i]--; } while (i < n) { a[i] = 0; i++; }",
        // what it adds changes behind it, or is known inside only
        "j = 1; i = 0; while (i < n) { i += j; j = a[j]; }",
        "while (i < n) { int k = a[i]; a[i] = 0; i += k; }",
        // where it is asked for without the loop
        "j = m; if (n) goto end; while (j < n) { a[j] = 0; j++; } end: i = j;",
        "while (i < n) { i++; if (a[m]) break; }",
        "j = 4; int t[j]; a[m] = t[0]; while (j < n) { a[j] = 0; j++; }",
        // asked for behind it
        "while (i < n) { i++; a[i] = 0; }",
        "while (i < n) { a[i] = 0; i *= 2; }",
        // reached in another way
        "again: while (i < n) { a[i] = 0; i++; if (a[i]) { i = 4; goto again; } }",
        "i = m; m = a[1]; for (j = 0; j < m; j++) i = a[j]; while (i < n) { a[i] = 0; i++; }",
        "j = m; m = a[1]; a[m] = 0; while (j < n) { a[j] = 0; j++; }",
        "while (i < n) i++;",
    ] {
        let stays = format!("int i = 0, j; {written}");
        assert_eq!(counted(written), stays, "{written}");
    }
}

#[test]
fn openmp_pragmas_go_with_their_loops() {
    let stage = "static void stage(const float *in, float *out, int n, int threads)\n{\n    /* other */\n#pragma omp parallel for num_threads(threads) schedule(static)\n    for (int i = 0; i < n; i++)\n        out[i] = 2 * in[i];\n#pragma omp parallel for\n    for (int i = 1; i < n; i++)\n        out[i] += in[i - 1];\n}\n";
    let text = with(stage, "stage(x, t, m, 2);\n    stage(t, y, m, 3);");
    let block = |input: &str, output: &str, threads: u32| {
        format!(
            "    {{ /* stage */\n        int threads = {threads};\n        /* other */\n    #pragma omp parallel for num_threads(threads) schedule(static)\n        for (int i = 0; i < m; i++)\n            {output}[i] = 2 * {input}[i];\n    #pragma omp parallel for\n        for (int i = 1; i < m; i++)\n            {output}[i] += {input}[i - 1];\n    }}\n"
        )
    };
    let wanted = format!("    float t[m];\n{}{}}}\n", block("x", "t", 2), block("t", "y", 3));
    assert_eq!(body(&text).split_once("{\n").unwrap().1, wanted);
}

#[test]
fn pragmas_keep_calls_that_they_would_change() {
    let stage = |line: &str| {
        format!(
            "static float gain;\nstatic void stage(const float *in, float *out, int n)\n{{\n    int k = 2;\n{line}\n    for (int i = 0; i < n; i++)\n        out[i] = k * in[i];\n}}\n"
        )
    };
    let calls = "stage(x, t, m);\n    stage(t, y, m);";
    let count = |line: &str, calls: &str| parsed(&with(&stage(line), calls)).0.inlining().calls.len();
    assert_eq!(count("#pragma omp parallel for schedule(static, n) shared(out) firstprivate(k)", calls), 2);
    // names that mean something else there, pragmas of others, and those that aren't about a loop
    assert_eq!(count("#pragma omp parallel for num_threads(m)", calls), 0);
    assert_eq!(count("#pragma omp parallel for default(none) shared(in, out, n, k)", calls), 0);
    assert_eq!(count("#pragma GCC unroll 4", calls), 0);
    assert_eq!(count("#pragma omp barrier\n    k = 3;", calls), 0);
    // threads run the call
    let within = |line: &str| format!("{line}\n    for (int r = 0; r < 2; r++) {{ {calls} }}");
    assert_eq!(count("#pragma omp parallel for", &within("")), 2);
    assert_eq!(count("#pragma omp parallel for", &within("#pragma omp parallel")), 0);
    assert_eq!(count("", &within("#pragma omp parallel")), 2);
}
