//! `--time-limit` ends a run with what was done by then.

use std::fmt::Write;
use std::fs;
use std::process::Command;

/// Functions with stencils in a row, far more than a second is enough for.
fn stencils(functions: usize, stages: usize) -> String {
    let mut text = String::new();
    for function in 0..functions {
        let parameters = "(int n, int m, double a[restrict n][m], double b[restrict n][m])";
        writeln!(text, "void f{function}{parameters}\n{{").unwrap();
        for stage in 0..stages {
            writeln!(text, "    double t{stage}[n][m];").unwrap();
        }
        for stage in 0..=stages {
            let from = if stage == 0 { "a".to_string() } else { format!("t{}", stage - 1) };
            let to = if stage == stages { "b".to_string() } else { format!("t{stage}") };
            writeln!(text, "    for (int i = {stage}; i < n - {stage}; i++)").unwrap();
            writeln!(text, "        for (int j = {stage}; j < m - {stage}; j++)").unwrap();
            let neighbours = ["i - 1][j", "i][j - 1", "i][j", "i][j + 1", "i + 1][j"];
            let sum = if stage == 0 {
                format!("{from}[i][j] * 2")
            } else {
                neighbours.map(|cell| format!("{from}[{cell}]")).join(" + ")
            };
            writeln!(text, "            {to}[i][j] = {sum};").unwrap();
        }
        writeln!(text, "}}").unwrap();
    }
    text
}

#[test]
fn the_rest_stays_as_it_is_with_one_note() {
    let folder = tempfile::tempdir().unwrap();
    let program = stencils(40, 8);
    fs::write(folder.path().join("a.c"), &program).unwrap();
    for mode in [&["--optimize", "memory"][..], &[], &["--scops", "auto", "--tile"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polycc"));
        command.args(["a.c", "-o", "out.c", "--time-limit", "1"]).args(mode);
        let done = command.env_remove("CC").current_dir(folder.path()).output().unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(0), "{mode:?}: {said}");
        assert_eq!(said.matches("the time limit of 1 s is reached").count(), 1, "{mode:?}: {said}");
        let last = program.rfind("void f39").unwrap();
        let output = fs::read_to_string(folder.path().join("out.c")).unwrap();
        assert!(output.ends_with(&program[last..]), "{mode:?}: the last function stays");
        let mut compiler = Command::new("cc");
        compiler.args(["-fsyntax-only", "out.c"]).current_dir(folder.path());
        assert!(compiler.status().unwrap().success(), "{mode:?}");
    }
}

/// Forty pairs of nests, each with bounds of its own, in one function of forty parameters.
fn pairs() -> String {
    let parameters: Vec<_> = (0..40).map(|number| format!("int n{number}")).collect();
    let mut text = format!("void f({}, float *restrict x, float *restrict y)\n{{\n", parameters.join(", "));
    for number in 0..40 {
        let (rows, columns) = (format!("n{number}"), format!("n{}", (number + 1) % 40));
        let inner = format!("        for (int j = 0; j < {columns}; j++)");
        writeln!(text, "    float a{number}[{rows}][{columns}];").unwrap();
        writeln!(text, "    for (int i = 0; i < {rows}; i++)\n{inner}").unwrap();
        writeln!(text, "            a{number}[i][j] = x[j] * i;").unwrap();
        writeln!(text, "    for (int i = 1; i < {rows}; i++)\n{inner}").unwrap();
        writeln!(text, "            y[j] += a{number}[i][j] - a{number}[i - 1][j];").unwrap();
    }
    text + "}\n"
}

#[test]
fn what_is_too_hard_as_a_whole_is_done_in_parts() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), pairs()).unwrap();
    let run = |output: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polycc"));
        command.args(["a.c", "-o", output]).env_remove("CC").current_dir(folder.path());
        let done = command.output().unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(0), "{said}");
        (said, fs::read_to_string(folder.path().join(output)).unwrap())
    };
    let (said, text) = run("out.c");
    assert!(!said.contains("time limit of"), "{said}");
    assert!(said.contains("parts of it are tried by themselves"), "{said}");
    assert!(said.matches("arrays shrink").count() > 20, "{said}");
    assert_eq!(run("again.c"), (said, text), "budgets count operations, not time");
    let mut compiler = Command::new("cc");
    compiler.args(["-fsyntax-only", "-Wall", "-Werror", "out.c"]).current_dir(folder.path());
    assert!(compiler.status().unwrap().success());
}

/// As many functions of a few loops each, all called by one.
fn stages(functions: usize) -> String {
    let mut text = String::new();
    for function in 0..functions {
        writeln!(text, "void f{function}(int n, const double *restrict x, double *restrict y)\n{{").unwrap();
        writeln!(
            text,
            "    double w[n];\n    for (int i = 0; i < n; i++)\n        w[i] = x[i] * {function};"
        )
        .unwrap();
        writeln!(text, "    for (int i = 0; i < n; i++)\n        y[i] += w[i] + {function};\n}}").unwrap();
    }
    writeln!(text, "void all(int n, const double *restrict x, double *restrict y)\n{{").unwrap();
    (0..functions).for_each(|function| writeln!(text, "    f{function}(n, x, y);").unwrap());
    text + "}\n"
}

#[test]
fn a_limit_reached_while_calls_are_inlined_is_the_limit_of_the_run() {
    const FUNCTIONS: usize = 1000;
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), stages(FUNCTIONS)).unwrap();
    let run = |limit: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polycc"));
        command.current_dir(folder.path()).args(["a.c", "-o", "out.c", "--time-limit", limit]);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let written = fs::read_to_string(folder.path().join("out.c")).unwrap();
        (written.matches("polycc: w[i]").count(), String::from_utf8(output.stderr).unwrap())
    };
    let (changed, said) = run("1");
    assert!(changed < FUNCTIONS, "{changed}");
    assert_eq!(said.matches("the time limit of 1 s is reached").count(), 1, "{said}");
}
