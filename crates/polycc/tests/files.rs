//! Which files the command line reads and writes, and which compiler it runs.

use std::fs;
use std::path::Path;
use std::process::Command;

const PROGRAM: &str = "void twice(int n, const double *x, double *y)\n{\n    for (int i = 0; i < n; i++)\n        y[i] = 2 * x[i];\n}\n";

/// The exit status of polycc in `folder`, and what it says.
fn polycc(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polycc"));
    let done = command.args(arguments).env_remove("CC").current_dir(folder).output().unwrap();
    (done.status.code(), String::from_utf8(done.stderr).unwrap())
}

fn with_input() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), PROGRAM).unwrap();
    folder
}

#[cfg(unix)]
#[test]
fn the_input_is_never_overwritten() {
    let folder = with_input();
    std::os::unix::fs::symlink("a.c", folder.path().join("link.c")).unwrap();
    let spellings =
        [("a.c", "a.c"), ("a.c", "./a.c"), ("a.c", "link.c"), ("link.c", "a.c"), ("link.c", "link.c")];
    for (input, output) in spellings {
        let (status, said) = polycc(folder.path(), &[input, "-o", output]);
        assert_eq!(status, Some(2), "{input} {output}: {said}");
        assert!(said.contains("would overwrite the input"), "{said}");
        assert_eq!(fs::read_to_string(folder.path().join("a.c")).unwrap(), PROGRAM);
    }
    fs::write(folder.path().join("a.polycc.c"), PROGRAM).unwrap();
    let (status, said) = polycc(folder.path(), &["a.c", "a.polycc.c"]);
    assert_eq!(status, Some(2), "the second input is the first one's output: {said}");
}

#[cfg(unix)]
#[test]
fn a_link_is_written_through() {
    let folder = with_input();
    fs::create_dir(folder.path().join("below")).unwrap();
    for (link, target, before) in [("out.c", "below/real.c", Some("old")), ("new.c", "below/new.c", None)] {
        std::os::unix::fs::symlink(target, folder.path().join(link)).unwrap();
        if let Some(before) = before {
            fs::write(folder.path().join(target), before).unwrap();
        }
        assert_eq!(polycc(folder.path(), &["a.c", "-q", "-o", link]), (Some(0), String::new()));
        assert!(fs::symlink_metadata(folder.path().join(link)).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(folder.path().join(target)).unwrap(), PROGRAM);
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_written_to() {
    let folder = with_input();
    let mut command = Command::new(env!("CARGO_BIN_EXE_polycc"));
    command.args(["a.c", "-q", "-o", "/dev/stdout"]).env_remove("CC").current_dir(folder.path());
    let done = command.output().unwrap();
    assert_eq!((done.status.code(), String::from_utf8(done.stdout).unwrap()), (Some(0), PROGRAM.to_owned()));
}

#[test]
fn a_compiler_is_words() {
    let folder = with_input();
    let guarded = format!("#if SIZE != 3\n#error\n#endif\n{PROGRAM}");
    fs::write(folder.path().join("b.c"), guarded).unwrap();
    let (status, said) = polycc(folder.path(), &["b.c", "-q", "-o", "-", "--cc", "env 'cc' -DSIZE=3"]);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    let (status, said) = polycc(folder.path(), &["b.c", "-q", "-o", "-", "--cc", "cc"]);
    assert_eq!(status, Some(1), "{said}");
}
