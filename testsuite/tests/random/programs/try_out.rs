//! A file in all modes.

use super::build::File;
use super::driver;
use crate::polycc;
use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use testsuite::modes;
use testsuite::process::{self, Outcome};

/// Threads for outputs with OpenMP's pragmas.
const THREADS: [u32; 4] = [1, 2, 3, 8];

/// The modes of files that aren't affine, whose order stays: those that differ then.
const INEXACT_MODES: [&str; 7] = [
    "",
    "--optimize none",
    "--optimize memory",
    "--memory reallocate",
    "--parallel",
    "--tile=3,5 --parallel",
    "--allocator successive-modulo",
];

/// The modes that a file runs in unless all are asked for: one in so many, others in each file.
const SHARE: u64 = 5;

/// What was run.
#[derive(Debug, Default)]
pub struct Tally {
    files: usize,
    functions: usize,
    /// Functions times modes.
    runs: usize,
    refused: usize,
    /// Outputs that differ from the input.
    pub changed: usize,
    /// Functions times modes in which an array shrinks.
    pub shrunk: usize,
    threaded: usize,
    sanitized: usize,
}

impl fmt::Display for Tally {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        let Tally { files, functions, runs, refused, changed, shrunk, threaded, sanitized } = self;
        write!(
            to,
            "random: {files} files, {functions} functions, {runs} functions in modes, {refused} isolated files refused, \
             {changed} outputs changed, {shrunk} functions in modes with smaller arrays, {threaded} with threads, {sanitized} under the sanitizers"
        )
    }
}

/// What is wrong.
#[derive(Clone, Debug)]
pub struct Failure {
    mode: &'static str,
    sanitized: bool,
    /// Failures that are alike have the same.
    kind: String,
    /// All of it.
    pub message: String,
}

impl Failure {
    /// Mode and kind.
    pub fn name(&self) -> String {
        let sanitized = if self.sanitized { " (under the sanitizers)" } else { "" };
        format!("{}{sanitized}: {}", modes::name(self.mode), self.kind)
    }
}

/// Tries the file in the modes of its seed.
pub fn all_modes(seed: u64, file: &File, tally: &mut Tally) -> Result<(), Failure> {
    let all = std::env::var("POLYCC_RANDOM_MODES").is_ok_and(|value| value == "all");
    // the default one is in each
    let is_default = |mode: &str| file.is_inexact && mode.is_empty();
    let chosen = |(at, mode): &(usize, &str)| all || is_default(mode) || (*at as u64 + seed) % SHARE == 0;
    let of_file: Vec<&'static str> = match file.is_inexact {
        true => INEXACT_MODES.to_vec(),
        false => modes::of(&file.text).collect(),
    };
    let modes: Vec<&'static str> =
        of_file.into_iter().enumerate().filter(chosen).map(|(_, mode)| mode).collect();
    try_out(file, &modes, seed % 6 == 0, tally)
}

/// Whether the file, a smaller one, still fails in the same way.
pub fn again(file: &File, failure: &Failure) -> Option<Failure> {
    let fails = try_out(file, &[failure.mode], failure.sanitized, &mut Tally::default()).err()?;
    (fails.kind == failure.kind).then_some(fails)
}

fn try_out(file: &File, modes: &[&'static str], sanitized: bool, tally: &mut Tally) -> Result<(), Failure> {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("0.c", &file.text);
    write("run.h", &driver::run(file));
    let fail =
        |mode, kind: &str, message: String| Failure { mode, sanitized, kind: kind.to_string(), message };
    let mut outputs = vec![file.text.clone()];
    let mut of_mode = vec![""];
    tally.files += 1;
    tally.functions += file.kernels.len();
    for mode in modes {
        tally.runs += file.kernels.len();
        match output(folder.path(), mode).map_err(|(kind, message)| fail(mode, &kind, message))? {
            None if file.isolated => tally.refused += 1,
            None => return Err(fail(mode, "refused", String::new())),
            Some(text) => {
                tally.changed += usize::from(text != file.text);
                tally.shrunk +=
                    text.split("void kernel").filter(|text| text.contains(" instead of ")).count();
                if !outputs.contains(&text) {
                    write(&format!("{}.c", outputs.len()), &text);
                    outputs.push(text);
                    of_mode.push(mode);
                }
            }
        }
    }
    compile(folder.path(), file, &outputs, sanitized).map_err(|message| {
        let alone = |at: &usize| compile_alone(folder.path(), *at).is_err();
        let guilty = (1..outputs.len()).find(alone);
        fail(guilty.map_or("", |at| of_mode[at]), "doesn't compile", message)
    })?;
    tally.sanitized += usize::from(sanitized) * (outputs.len() - 1);
    let expected = run(folder.path(), 0, 1).map_err(|error| fail("", "the original fails", error))?;
    for (version, mode) in of_mode.iter().enumerate().skip(1) {
        let parallel = outputs[version].contains("#pragma omp");
        tally.threaded += usize::from(parallel);
        for threads in if parallel { &THREADS[..] } else { &[1] } {
            let got =
                run(folder.path(), version, *threads).map_err(|error| fail(mode, "ends badly", error))?;
            if got.stdout != expected.stdout {
                let differs = first_difference(&expected.stdout, &got.stdout);
                return Err(fail(mode, "prints other bits", format!("in {threads} threads: {differs}")));
            }
        }
    }
    Ok(())
}

/// polycc's output, none if it refuses the file.
fn output(folder: &Path, mode: &str) -> Result<Option<String>, (String, String)> {
    let mut command = Command::new(polycc());
    command.args(modes::words(mode));
    command.arg(folder.join("0.c")).arg("-o").arg(folder.join("out.c"));
    let outcome = process::run(&mut command, folder, Duration::from_secs(600))
        .map_err(|error| ("does not end".to_string(), error))?;
    // nothing in these programs is in the way
    let is_lost = outcome.stderr.contains("new text would preprocess to something else");
    match outcome.status {
        Some(0) if is_lost => Err(("the text isn't replaced".to_string(), outcome.stderr)),
        Some(0) => Ok(Some(fs::read_to_string(folder.join("out.c")).unwrap())),
        Some(1) => Ok(None),
        _ => Err((outcome.ending(), outcome.stderr)),
    }
}

fn compile(folder: &Path, file: &File, outputs: &[String], sanitized: bool) -> Result<(), String> {
    fs::write(folder.join("all.c"), driver::program(file, outputs.len() - 1)).unwrap();
    let parallel = outputs.iter().any(|text| text.contains("#pragma omp"));
    let mut flags = vec!["-std=c11", "-O1", "-ffp-contract=off", "-w", "-o", "all", "all.c"];
    flags.extend(parallel.then_some("-fopenmp"));
    if sanitized {
        flags.extend(["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
    }
    flags.push("-lm");
    gcc(folder, &flags)
}

fn compile_alone(folder: &Path, version: usize) -> Result<(), String> {
    gcc(folder, &["-std=c11", "-fsyntax-only", "-fopenmp", "-w", &format!("{version}.c")])
}

fn gcc(folder: &Path, flags: &[&str]) -> Result<(), String> {
    let mut command = Command::new("gcc");
    let outcome = process::run(command.current_dir(folder).args(flags), folder, Duration::from_secs(600))?;
    if outcome.succeeded() { Ok(()) } else { Err(outcome.stderr) }
}

/// What version number `version` prints.
fn run(folder: &Path, version: usize, threads: u32) -> Result<Outcome, String> {
    let mut command = Command::new(folder.join("all"));
    command.arg(version.to_string()).env("OMP_NUM_THREADS", threads.to_string());
    let outcome = process::run(&mut command, folder, Duration::from_secs(600))?;
    let said: Vec<&str> = outcome.stderr.lines().take(8).collect();
    if outcome.succeeded() { Ok(outcome) } else { Err(format!("{}: {}", outcome.ending(), said.join("\n"))) }
}

fn first_difference(expected: &[u8], got: &[u8]) -> String {
    let (expected, got) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(got));
    let pair = expected.lines().zip(got.lines()).find(|(expected, got)| expected != got);
    pair.map_or("one prints more".to_string(), |(expected, got)| format!("{expected} became {got}"))
}
