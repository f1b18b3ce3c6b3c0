//! `--verify`: compile and run the original and the output, and compare.

use crate::leftovers::Temporary;
use diagnostics::Diagnostic;
use frontend::preprocess::{compiler_command, encode, moments, named};
use frontend::process;
use std::path::Path;
use std::process::Command;

/// What two programs have in common.
pub struct Same {
    /// How much they print.
    bytes: usize,
    /// How they end, if not by a signal.
    status: Option<i32>,
}

/// Why programs can't be compared, or differ, as a sentence.
pub enum Failure {
    /// The original is no program that can be run.
    Original(String),
    /// The output isn't as the original.
    Output(String),
}

impl Same {
    /// What was compared, as a note.
    pub fn to_note(&self) -> Diagnostic {
        let end = match self.status {
            Some(status) => format!("exit with {status}"),
            None => "are ended by a signal".to_string(),
        };
        Diagnostic::note(format!(
            "verified: original and output print the same {} bytes and {end}",
            self.bytes
        ))
    }
}

/// Compiles both programs, the original and the output, with `compiler` and `arguments`, runs them and compares what they
/// print and their exit status. Both are called as the input at `path`, and find the headers beside it.
///
/// # Errors
/// See [`Failure`].
pub fn compare(
    compiler: &str,
    arguments: &[String],
    path: &Path,
    (original, output): (&str, &str),
) -> Result<Same, Failure> {
    let run = |text: &str| -> Result<(Vec<u8>, Option<i32>), String> {
        let folder =
            Temporary::new(tempfile::tempdir).map_err(|error| format!("has no temporary folder: {error}"))?;
        let (source, program) = (folder.path().join("program.c"), folder.path().join("program"));
        std::fs::write(&source, encode(&named(text, path))).map_err(|error| error.to_string())?;
        build(compiler, arguments, path, &source, &program)?;
        execute(&program)
    };
    let before = run(original).map_err(|e| Failure::Original(format!("the original {e}")))?;
    let after = run(output).map_err(|e| Failure::Output(format!("the output {e}")))?;
    match before == after {
        true => Ok(Same { bytes: before.0.len(), status: before.1 }),
        false => Err(Failure::Output("the output prints something else than the original".into())),
    }
}

fn build(
    compiler: &str,
    arguments: &[String],
    path: &Path,
    source: &Path,
    program: &Path,
) -> Result<(), String> {
    let mut command = compiler_command(compiler);
    // the last word is that both compute what C says: the user's options may allow what changes the last bits
    command.args(moments()).args(arguments).args(["-O2", "-w", "-ffp-contract=off", "-fno-fast-math"]);
    command.arg("-iquote").arg(crate::driver::folder_of(path));
    command.arg(source).arg("-o").arg(program).arg("-lm");
    let done = process::output(&mut command, &[]).map_err(|error| format!("can't be compiled: {error}"))?;
    let first = String::from_utf8_lossy(&done.stderr).lines().next().unwrap_or_default().to_string();
    if done.status.success() { Ok(()) } else { Err(format!("doesn't compile: {first}")) }
}

/// What the program prints, and its exit status.
fn execute(program: &Path) -> Result<(Vec<u8>, Option<i32>), String> {
    let done = process::output(&mut Command::new(program), &[]);
    let done = done.map_err(|error| format!("can't be run: {error}"))?;
    Ok((done.stdout, done.status.code()))
}
