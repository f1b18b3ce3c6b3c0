//! A text that the compiler doesn't take is polycc's mistake, and isn't written.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

/// One array, which becomes two rows by the name of `t_0` and `t_1`.
const PROGRAM: &str = "void f(int n, const float in[restrict n][n], float out[restrict n][n])
{
    float t[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            t[i][j] = in[i][j] * 2;
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i][j] = t[i - 1][j] + t[i][j];
}
";

/// A compiler that takes all C but for texts with a certain name in them.
fn compiler(folder: &Path, refused: &str) {
    let script = format!(
        "#!/bin/sh
case \" $* \" in
*' -fsyntax-only '*)
    cat > text
    if grep -q {refused} text; then
        echo '<stdin>:1:1: error: this is not C' >&2
        exit 1
    fi
    exec cc \"$@\" < text;;
esac
exec cc \"$@\"
"
    );
    let path = folder.join("compiler");
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn run(folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polycc"));
    command.args(["a.c", "-o", "out.c", "--cc", "./compiler"]).current_dir(folder).output().unwrap()
}

#[test]
fn what_does_not_compile_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), PROGRAM).unwrap();
    compiler(folder.path(), "t_0");
    let done = run(folder.path());
    let said = String::from_utf8(done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(3), "{said}");
    assert!(said.contains("the compiler doesn't take it") && said.contains("this is not C"), "{said}");
    assert!(!folder.path().join("out.c").exists());
}

#[test]
fn what_compiles_is_written() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), PROGRAM).unwrap();
    compiler(folder.path(), "a_name_that_is_nowhere");
    assert_eq!(run(folder.path()).status.code(), Some(0));
    assert!(fs::read_to_string(folder.path().join("out.c")).unwrap().contains("t_0"));
}

/// What is wrong with the original already says nothing of the output.
#[test]
fn what_the_compiler_never_takes_is_not_judged() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), PROGRAM).unwrap();
    compiler(folder.path(), "restrict");
    assert_eq!(run(folder.path()).status.code(), Some(0));
}
