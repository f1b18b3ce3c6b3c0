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
