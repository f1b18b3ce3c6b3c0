//! `--verify`: compile and run the original and the output, and compare.
//!
//! A program is run as it is. Of files without `main` the functions that changed are called ([`calls`]).

pub mod calls;
mod changed;
mod driver;
mod trials;

pub use driver::Driver;
pub use trials::{Site, candidates};

use crate::leftovers::Temporary;
use crate::outputs::folder_of;
use diagnostics::{Code, Diagnostic};
use frontend::preprocess::{compiler_command, encode, moments, named};
use frontend::process;
use rustix::process::Signal;
use std::ffi::OsStr;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What two programs have in common.
pub struct Same {
    /// How much they print.
    bytes: usize,
    /// How they end, if not by a signal.
    status: Option<i32>,
}

/// Why programs can't be compared, or differ, as a sentence.
#[derive(Debug)]
pub enum Failure {
    /// The original is no program that can be run.
    Original(String),
    /// The output isn't as the original.
    Output(String),
    /// No function that changed can be called; which, and why.
    Nothing(Vec<(String, String)>),
}

impl Same {
    /// What was compared, as a note.
    pub fn to_note(&self) -> Diagnostic {
        let end = match self.status {
            Some(status) => format!("exit with {status}"),
            None => "are ended by a signal".to_string(),
        };
        Diagnostic::note(
            Code::Verified,
            format!("verified: original and output print the same {} bytes and {end}", self.bytes),
        )
    }
}

/// A file of a program before and after.
#[derive(Clone, Copy, Debug)]
pub struct Version<'a> {
    /// The input.
    pub path: &'a Path,
    /// What it was.
    pub original: &'a str,
    /// What polycc made of it.
    pub output: &'a str,
    /// The options that it is compiled with.
    pub arguments: &'a [String],
}

/// The options of all files, for a program of them.
fn all_arguments<'a>(files: impl Iterator<Item = &'a Version<'a>>) -> Vec<String> {
    let mut known: Vec<&[String]> = Vec::new();
    for file in files {
        if !known.contains(&file.arguments) {
            known.push(file.arguments);
        }
    }
    known.concat()
}

/// The original is run for so many seconds of processor time at most, the output for four times as many.
const SECONDS: u64 = 60;

/// Compiles both programs, the originals of all files and the outputs, with `compiler`, runs them and compares what
/// they print and their exit status. All files are called as the inputs, and find the headers beside these.
///
/// # Errors
/// See [`Failure`].
pub fn compare(compiler: &str, files: &[Version]) -> Result<Same, Failure> {
    let linked = all_arguments(files.iter());
    let run = |text: &dyn Fn(&Version) -> String, seconds| -> Result<(Vec<u8>, Option<i32>), String> {
        let settings = Settings::Plain;
        let folder =
            Temporary::new(tempfile::tempdir).map_err(|error| format!("has no temporary folder: {error}"))?;
        let mut objects = Vec::new();
        for (number, file) in files.iter().enumerate() {
            let source = folder.path().join(format!("{number}.c"));
            objects.push(object(compiler, file, &text(file), &source, settings)?);
        }
        let mut parts: Vec<_> = objects.iter().map(|object| object.as_os_str()).collect();
        parts.push(OsStr::new("-lm"));
        let program = folder.path().join("program");
        build(compiler, &linked, settings, folder.path(), &parts, &program)?;
        execute(&program, &[], seconds).map(|ran| (ran.printed, ran.status))
    };
    let before = run(&|file| file.original.to_owned(), SECONDS);
    let before = before.map_err(|e| Failure::Original(format!("the original {e}")))?;
    let after = run(&|file| file.output.to_owned(), 4 * SECONDS);
    let after = after.map_err(|e| Failure::Output(format!("the output {e}")))?;
    match before == after {
        true => Ok(Same { bytes: before.0.len(), status: before.1 }),
        false => Err(Failure::Output("the output prints something else than the original".into())),
    }
}

/// What programs are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Settings {
    /// To run fast.
    Plain,
    /// To notice what C doesn't allow.
    Sanitized,
    /// The same, with something in variables that nobody gives a value.
    Suspicious,
}

impl Settings {
    fn name(self) -> &'static str {
        match self {
            Settings::Plain => "plain",
            Settings::Sanitized => "sanitized",
            Settings::Suspicious => "suspicious",
        }
    }

    fn options(self) -> &'static [&'static str] {
        match self {
            Settings::Plain => &["-O2"],
            Settings::Sanitized => {
                &["-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
            }
            Settings::Suspicious => &[
                "-O1",
                "-fsanitize=address,undefined",
                "-fno-sanitize-recover=undefined",
                "-ftrivial-auto-var-init=pattern",
            ],
        }
    }
}

/// Compiles `text`, of a file before or after, which is written to `source`, to an object beside that.
fn object(
    compiler: &str,
    file: &Version,
    text: &str,
    source: &Path,
    settings: Settings,
) -> Result<PathBuf, String> {
    let object = source.with_extension("o");
    std::fs::write(source, encode(&named(text, file.path))).map_err(|error| error.to_string())?;
    let parts = [OsStr::new("-c"), source.as_os_str()];
    build(compiler, file.arguments, settings, folder_of(file.path), &parts, &object)?;
    Ok(object)
}

/// Compiles or links `parts`; headers are found in `folder`.
fn build(
    compiler: &str,
    arguments: &[String],
    settings: Settings,
    folder: &Path,
    parts: &[&OsStr],
    target: &Path,
) -> Result<(), String> {
    let mut command = compiler_command(compiler);
    // the last word is that both compute what C says: the user's options may allow what changes the last bits
    command.args(moments()).args(arguments).args(settings.options());
    command.args(["-w", "-ffp-contract=off", "-fno-fast-math", "-fno-lto"]);
    command.arg("-iquote").arg(folder).arg("-o").arg(target).args(parts);
    let done = process::output(&mut command, &[]).map_err(|error| format!("can't be compiled: {error}"))?;
    let said = String::from_utf8_lossy(&done.stderr);
    let first = said.lines().find(|line| line.contains("error")).or(said.lines().next()).unwrap_or_default();
    if done.status.success() { Ok(()) } else { Err(format!("doesn't compile: {first}")) }
}

/// How a program ran.
struct Ran {
    /// What it printed.
    printed: Vec<u8>,
    /// What it wrote to standard error.
    said: String,
    /// Its exit status, if no signal ended it.
    status: Option<i32>,
}

/// Runs a program with `words`, unless it takes more than so many seconds of processor time.
fn execute(program: &Path, words: &[String], seconds: u64) -> Result<Ran, String> {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -S -t {seconds}; exec \"$0\" \"$@\"")]).arg(program).args(words);
    let done = process::output(&mut command, &[]);
    let done = done.map_err(|error| format!("can't be run: {error}"))?;
    if done.status.signal() == Some(Signal::XCPU.as_raw()) {
        return Err(format!("runs for more than {seconds} s of processor time"));
    }
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    Ok(Ran { printed: done.stdout, said, status: done.status.code() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_does_not_end_is_ended() {
        let folder = tempfile::tempdir().unwrap();
        let (source, program) = (folder.path().join("endless.c"), folder.path().join("endless"));
        std::fs::write(&source, "int main(void) { for (volatile int i = 0;; i++); }").unwrap();
        build("cc", &[], Settings::Plain, folder.path(), &[source.as_os_str()], &program).unwrap();
        let problem = execute(&program, &[], 1).err();
        assert_eq!(problem.as_deref(), Some("runs for more than 1 s of processor time"));
        std::fs::write(&source, "int main(int count, char **words) { return count + words[1][0] - '0'; }")
            .unwrap();
        build("cc", &[], Settings::Plain, folder.path(), &[source.as_os_str()], &program).unwrap();
        let ran = execute(&program, &["1".into()], 1).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!((ran.printed, ran.status), (vec![], Some(3)));
    }
}
