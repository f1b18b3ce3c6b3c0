//! A run that is ended leaves nothing behind.
#![cfg(unix)]

use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// What the machine may be late.
const PATIENCE: Duration = Duration::from_secs(60);

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Waits until `is_so`.
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "{what}");
        sleep(Duration::from_millis(5));
    }
}

fn interrupt(process: u32) {
    kill_process(Pid::from_raw(process as i32).unwrap(), Signal::INT).unwrap();
}

/// Whether a process is there, and no zombie.
fn is_alive(process: &str) -> bool {
    let state = fs::read_to_string(format!("/proc/{}/stat", process.trim()));
    state.is_ok_and(|state| !state.contains(") Z "))
}

fn start(folder: &Path, temporary: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polycc"));
    command.args(["a.c", "-o", "out.c"]).args(arguments);
    command.env_remove("CC").env("TMPDIR", temporary).current_dir(folder);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// A compiler that writes its number to a file and hands over to cc, but for `stage` of its calls sleeps first.
fn slow_compiler(folder: &Path, stage: u32) {
    let script = format!(
        "#!/bin/sh\necho $$ >> calls\n[ $(wc -l < calls) -eq {stage} ] && {{ exec sleep 100; }}\nexec cc \"$@\"\n"
    );
    fs::write(folder.join("slow-cc"), script).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(folder.join("slow-cc"), mode).unwrap();
}

const PROGRAM: &str = "void f(int n, double a[restrict n], double b[restrict n])\n{\n    double t[n];\n    for (int i = 0; i < n; i++) {\n        t[i] = a[i] * 2;\n        b[i] = t[i];\n    }\n}\n";

#[test]
fn an_interrupt_leaves_no_files_and_no_compiler() {
    // reading, the preprocessed output, its syntax
    for stage in 1..=3 {
        let (folder, temporary) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(folder.path().join("a.c"), PROGRAM).unwrap();
        slow_compiler(folder.path(), stage);
        let before = ["a.c", "calls", "slow-cc"];
        let arguments = ["--cc", "./slow-cc", "--report", "report.json"];
        let mut run = start(folder.path(), temporary.path(), &arguments);
        let calls = || fs::read_to_string(folder.path().join("calls")).unwrap_or_default();
        wait_until("the compiler is called", || calls().lines().count() as u32 == stage);
        assert!(names(folder.path()).len() > before.len(), "the report is prepared");
        interrupt(run.id());
        assert_eq!(run.wait().unwrap().signal(), Some(Signal::INT.as_raw()), "{stage}");
        assert_eq!(names(folder.path()), before, "{stage}");
        assert!(names(temporary.path()).is_empty(), "{stage}");
        let last = calls().lines().last().unwrap().to_owned();
        wait_until("the compiler ends", || !is_alive(&last));
    }
}

#[test]
fn an_interrupt_leaves_no_program_that_is_verified() {
    let (folder, temporary) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let waits = "#include <stdio.h>\n#include <unistd.h>\nint main(void)\n{\n    FILE *file = fopen(\"number\", \"w\");\n    fprintf(file, \"%d\\n\", (int)getpid());\n    fclose(file);\n    sleep(100);\n    return 0;\n}\n";
    fs::write(folder.path().join("a.c"), format!("{waits}{PROGRAM}")).unwrap();
    let mut run = start(folder.path(), temporary.path(), &["--verify"]);
    let number = || fs::read_to_string(folder.path().join("number")).unwrap_or_default();
    wait_until("the program runs", || number().ends_with('\n'));
    assert!(!names(temporary.path()).is_empty(), "the program has a folder");
    interrupt(run.id());
    assert_eq!(run.wait().unwrap().signal(), Some(Signal::INT.as_raw()));
    assert_eq!(names(folder.path()), ["a.c", "number"]);
    assert!(names(temporary.path()).is_empty());
    wait_until("the program ends", || !is_alive(&number()));
}

#[test]
fn an_interrupt_ends_long_computations() {
    let (folder, temporary) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut text = String::from(
        "void f(int n, int k, float x[restrict n], float y[restrict n])\n{\n    for (int i = 0; i < n; i++) {\n        ",
    );
    for number in 0..300 {
        text += &format!("if (i == k + {number}) y[i] = x[i] * {number};\n        else ");
    }
    text += "y[i] = 0;\n    }\n}\n";
    fs::write(folder.path().join("a.c"), text).unwrap();
    let mut run = start(folder.path(), temporary.path(), &[]);
    sleep(Duration::from_millis(500));
    interrupt(run.id());
    assert_eq!(run.wait().unwrap().signal(), Some(Signal::INT.as_raw()));
    assert_eq!(names(folder.path()), ["a.c"]);
    assert!(names(temporary.path()).is_empty());
}
