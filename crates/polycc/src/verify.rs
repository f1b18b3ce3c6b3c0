//! `--verify`: compile and run the original and the output, and compare.

use std::path::Path;
use std::process::{Command, Stdio};

/// Compiles both programs with `compiler` and `arguments`, runs them and compares what they print and
/// their exit status. `directory` is where the input lies, so that its own headers are found.
///
/// # Errors
/// A sentence that says what failed or differed.
pub fn compare(
    compiler: &str,
    arguments: &[String],
    directory: &Path,
    original: &[u8],
    output: &[u8],
) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    let run = |name: &str, text: &[u8]| {
        let source = folder.path().join(format!("{name}.c"));
        std::fs::write(&source, text).map_err(|error| error.to_string())?;
        let program = folder.path().join(name);
        build(compiler, arguments, directory, &source, &program)?;
        execute(&program)
    };
    let before = run("original", original).map_err(|e| format!("the original {e}"))?;
    let after = run("output", output).map_err(|e| format!("the output {e}"))?;
    if before == after { Ok(()) } else { Err("the output prints something else than the original".into()) }
}

fn build(
    compiler: &str,
    arguments: &[String],
    directory: &Path,
    source: &Path,
    program: &Path,
) -> Result<(), String> {
    let mut command = Command::new(compiler);
    command.args(["-O2", "-w", "-ffp-contract=off"]).args(arguments).arg("-iquote").arg(directory);
    command.arg(source).arg("-o").arg(program).arg("-lm").stdin(Stdio::null());
    let done = command.output().map_err(|error| format!("can't be compiled: {error}"))?;
    let first = String::from_utf8_lossy(&done.stderr).lines().next().unwrap_or_default().to_string();
    if done.status.success() { Ok(()) } else { Err(format!("doesn't compile: {first}")) }
}

/// What the program prints, and its exit status.
fn execute(program: &Path) -> Result<(Vec<u8>, Option<i32>), String> {
    let done = Command::new(program).stdin(Stdio::null()).output();
    let done = done.map_err(|error| format!("can't be run: {error}"))?;
    Ok((done.stdout, done.status.code()))
}
