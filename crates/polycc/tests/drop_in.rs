//! `polycc-cc` in the place of a compiler: what it writes, says and returns is what the compiler would, but for what shrinks.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// An array that shrinks to a row; the file asks for its lines, and has a variable that compilers warn of.
const KERNEL: &str = r#"#include "kernel.h"
#include <stdio.h>
#include <stdlib.h>
double run(int steps)
{
    double (*t)[N] = malloc(sizeof(double[N][N]));
    double s = 0;
    int unused;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            t[i][j] = i * 3 + j * steps;
    for (int i = 1; i < N; i++)
        for (int j = 1; j < N; j++)
            s += t[i][j] + t[i - 1][j];
    free(t);
    printf("%s:%d\n", __FILE__, __LINE__);
    return s;
}
"#;
const MAIN: &str =
    "#include <stdio.h>\n#include \"kernel.h\"\nint main(void) { printf(\"%g\\n\", run(3)); return 0; }\n";

/// A project in a folder of its own, with headers beside the sources and another header of the same name where the objects go.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("src")).unwrap();
    fs::create_dir(folder.path().join("build")).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("src/kernel.h", "#define N 700\ndouble run(int steps);\n");
    write("build/kernel.h", "#error the wrong header\n");
    write("src/kernel.c", KERNEL);
    write("src/main.c", MAIN);
    folder
}

fn run(folder: &Path, program: &str, words: &str) -> Output {
    let mut command = Command::new(program);
    command.args(words.split_whitespace()).current_dir(folder).env("POLYCC_LOG", folder.join("log.jsonl"));
    command.env("LC_ALL", "C").env_remove("POLYCC_FLAGS").output().unwrap()
}

fn polycc_cc(folder: &Path, words: &str) -> Output {
    run(folder, env!("CARGO_BIN_EXE_polycc-cc"), words)
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn read(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned()
}

fn names(folder: &Path) -> Vec<String> {
    let entries =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = entries.filter(|name| name != "log.jsonl").collect();
    names.sort();
    names
}

/// Whether polycc says that it changed `src/kernel.c`.
fn has_changed(folder: &Path) -> bool {
    let summary = polycc_cc(folder, "--summary");
    let text = String::from_utf8_lossy(&summary.stdout).into_owned();
    text.contains("run: arrays shrink") && text.contains(" 1 changed")
}

#[test]
fn what_the_compiler_writes_and_says_is_what_it_would() {
    let (ours, theirs) = (project(), project());
    for words in
        ["-O2 -g -Wall -MD -MP -c src/kernel.c -o build/kernel.o", "-Wextra -MMD -MF x.dep -c src/kernel.c"]
    {
        let done = polycc_cc(ours.path(), &format!("gcc {words}"));
        let expected = run(theirs.path(), "gcc", words);
        assert_eq!(
            (done.status.code(), stderr(&done)),
            (expected.status.code(), stderr(&expected)),
            "{words}"
        );
    }
    assert!(has_changed(ours.path()));
    for folder in ["", "build", "src"] {
        assert_eq!(names(&ours.path().join(folder)), names(&theirs.path().join(folder)));
    }
    for rule in ["build/kernel.d", "x.dep"] {
        // a longer name breaks lines elsewhere
        let words = |folder: &Path| {
            let text = read(&folder.join(rule)).replace("\\\n", " ");
            text.split_inclusive(char::is_whitespace)
                .map(|word| word.trim_end_matches(' ').to_owned())
                .filter(|word| !word.is_empty())
                .collect::<Vec<_>>()
        };
        assert!(words(ours.path()) == words(theirs.path()), "{rule}");
    }
}

#[test]
fn an_array_is_gone_from_the_object() {
    let ours = project();
    let text = KERNEL.replace("double (*t)[N] = malloc(sizeof(double[N][N]));", "static double t[N][N];");
    fs::write(ours.path().join("src/kernel.c"), text.replace("free(t);", "")).unwrap();
    let bytes = |folder: &Path| {
        let sizes = run(folder, "size", "x.o");
        let line = String::from_utf8_lossy(&sizes.stdout).lines().nth(1).unwrap().to_owned();
        line.split_whitespace().nth(2).unwrap().parse::<usize>().unwrap()
    };
    assert!(run(ours.path(), "gcc", "-c src/kernel.c -o x.o").status.success());
    assert_eq!(bytes(ours.path()), 700 * 700 * 8);
    assert!(polycc_cc(ours.path(), "gcc -c src/kernel.c -o x.o").status.success());
    assert!(bytes(ours.path()) < 3 * 700 * 8);
}

#[test]
fn programs_are_linked_in_one_step() {
    let ours = project();
    assert!(run(ours.path(), "gcc", "src/kernel.c src/main.c -o original").status.success());
    let expected = run(ours.path(), "./original", "").stdout;
    for words in [
        "gcc src/kernel.c src/main.c -lm -o build/program",
        "gcc -c src/kernel.c src/main.c && gcc kernel.o main.o -o build/program",
        "gcc @words",
        "-O2 -Isrc -x c src/kernel.c src/main.c -o build/program",
    ] {
        let _ = fs::remove_file(ours.path().join("build/program"));
        fs::write(ours.path().join("words"), "-O1 -Wl,-s 'src/kernel.c' \"src/main.c\"\n-o build/program")
            .unwrap();
        for step in words.split(" && ") {
            let done = polycc_cc(ours.path(), step);
            assert!(done.status.success() && done.stderr.is_empty(), "{step}: {}", stderr(&done));
        }
        let output = run(ours.path(), "build/program", "");
        assert_eq!(output.stdout, expected, "{words}");
        assert!(has_changed(ours.path()), "{words}");
        fs::remove_file(ours.path().join("log.jsonl")).unwrap();
    }
}

#[test]
fn a_build_that_fails_fails_as_before() {
    let (ours, theirs) = (project(), project());
    for words in [
        "-Wall -Werror -c src/kernel.c",
        "-DN=x -c src/kernel.c",
        "-c src/none.c",
        "-c",
        "-o x.o -c src/kernel.c src/main.c",
        "-Wall -Werror -c src/main.c src/kernel.c",
        "-DN=x src/kernel.c src/main.c -o program",
    ] {
        let done = polycc_cc(ours.path(), &format!("gcc {words}"));
        let expected = run(theirs.path(), "gcc", words);
        assert_eq!(done.status.code(), expected.status.code(), "{words}");
        assert!(stderr(&done).ends_with(&stderr(&expected)), "{words}: {}", stderr(&done));
        assert_eq!(names(ours.path()), names(theirs.path()), "{words}");
    }
}

#[test]
fn what_is_no_compilation_goes_through() {
    let (ours, theirs) = (project(), project());
    for words in
        ["--version", "-E src/kernel.c", "-MM src/kernel.c", "-print-prog-name=ld", "-S src/main.c -o -"]
    {
        let done = polycc_cc(ours.path(), &format!("gcc {words}"));
        let expected = run(theirs.path(), "gcc", words);
        assert_eq!(
            (done.status, done.stdout, done.stderr),
            (expected.status, expected.stdout, expected.stderr),
            "{words}"
        );
    }
}

#[test]
fn names_that_are_no_text_are_left_to_the_compiler() {
    use std::os::unix::ffi::OsStrExt;
    let ours = project();
    let name = std::ffi::OsStr::from_bytes(b"kernel\xff.o");
    let mut command = Command::new(env!("CARGO_BIN_EXE_polycc-cc"));
    command.args(["gcc", "-c", "src/kernel.c", "-o"]).arg(name).current_dir(ours.path());
    assert!(command.output().unwrap().status.success() && ours.path().join(name).exists());
}

#[test]
fn what_polycc_cannot_take_is_compiled_as_it_is() {
    let ours = project();
    let wrong =
        KERNEL.replace("    for (int i = 0; i < N; i++)", "#pragma scope\n    for (int i = 0; i < N; i++)");
    let wrong = wrong.replace("#pragma scope", "#pragma polycc schedule { S0[i] -> [i }\n#pragma scop");
    fs::write(
        ours.path().join("src/kernel.c"),
        wrong.replace("    free(t);", "#pragma endscop\n    free(t);"),
    )
    .unwrap();
    let done = polycc_cc(ours.path(), "gcc -c src/kernel.c");
    assert!(done.status.success() && ours.path().join("kernel.o").exists());
    let said = stderr(&done);
    assert!(
        said.starts_with("warning[P0907]: src/kernel.c: ") && said.matches("warning[").count() == 1,
        "{said}"
    );
    let strict = polycc_cc(ours.path(), "--strict gcc -c src/kernel.c");
    assert!(
        !strict.status.success() && stderr(&strict).starts_with("error[P0907]: src/kernel.c: "),
        "{}",
        stderr(&strict)
    );
    let project = ours.path().join("polycc.toml");
    fs::write(&project, "strict = true\n[files.\"src/*.c\"]\nskip = true\n").unwrap();
    let skipped = polycc_cc(ours.path(), "gcc -c src/kernel.c");
    assert!(skipped.status.success() && skipped.stderr.is_empty());
    fs::write(&project, "flags = \"--no-such\"\n").unwrap();
    fs::write(ours.path().join("src/kernel.c"), KERNEL).unwrap();
    let misused = polycc_cc(ours.path(), "gcc -c src/kernel.c");
    assert!(misused.status.success() && stderr(&misused).contains("--no-such"), "{}", stderr(&misused));
}
