//! The builds in which original and output must agree, and the warnings that they print.

use crate::process::{self, Outcome};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

/// One way to compile a program.
#[derive(Clone, Copy, Debug)]
pub struct Build {
    /// What messages call it.
    pub name: &'static str,
    compiler: &'static str,
    flags: &'static [&'static str],
}

/// `-ffp-contract=off` everywhere: a fused multiply-add would round differently when statements move.
const COMMON: [&str; 6] =
    ["-std=c11", "-Wall", "-Wextra", "-Wno-unknown-pragmas", "-ffp-contract=off", "-Iinclude"];

const BUILDS: [Build; 3] = [
    Build { name: "gcc -O2", compiler: "gcc", flags: &["-O2"] },
    Build { name: "clang -O2", compiler: "clang", flags: &["-O2"] },
    SANITIZED,
];

/// The build that stops at undefined behaviour.
pub const SANITIZED: Build = Build {
    name: "gcc with sanitizers",
    compiler: "gcc",
    flags: &["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover"],
};

/// The build that compiles fast, and still does what undefined behaviour allows.
pub const QUICK: Build = Build { name: "gcc -O1", compiler: "gcc", flags: &["-O1"] };

/// The build that runs parallel loops in threads, by their numbers.
pub const THREADED: Build = Build { name: "gcc with threads", compiler: "gcc", flags: &["-O2", "-fopenmp"] };

/// The build that stops where threads race.
pub const RACES: Build = Build {
    name: "clang with the thread sanitizer",
    compiler: "clang",
    flags: &["-O1", "-g", "-fsanitize=thread", "-fopenmp"],
};

/// How many threads a program with parallel loops runs in, one after another.
pub const THREADS: [u32; 4] = [1, 2, 3, 8];

/// Says that each case is built in all ways, as `make matrix` does.
const ALL: &str = "POLYCC_ALL_BUILDS";

/// The builds of a case, whose compilers are installed: gcc has to be, clang may be. Of those that optimise each case has one, by its
/// `number`.
pub fn builds(number: u32) -> Vec<Build> {
    static CLANG: OnceLock<bool> = OnceLock::new();
    let clang = *CLANG.get_or_init(|| Command::new("clang").arg("--version").output().is_ok());
    let all = std::env::var_os(ALL).is_some_and(|value| !value.is_empty());
    let other = if number % 2 == 0 { "gcc -O2" } else { "clang -O2" };
    let is_due = |build: &Build| all || !clang || build.name != other;
    BUILDS.into_iter().filter(|build| build.compiler != "clang" || clang).filter(is_due).collect()
}

/// A program that was compiled: where it is, and how often each warning was printed.
#[derive(Debug)]
pub struct Compiled {
    program: PathBuf,
    /// `-Wunused-variable -> 2`.
    pub warnings: BTreeMap<String, usize>,
}

impl Build {
    /// Compiles `source` in `folder` (headers are looked up from there) to `program`.
    pub fn compile(
        &self,
        source: &Path,
        flags: &[String],
        folder: &Path,
        program: &Path,
    ) -> Result<Compiled, String> {
        let mut command = Command::new(self.compiler);
        command.current_dir(folder).args(COMMON).args(self.flags).args(flags);
        command.arg(source).arg("-o").arg(program).arg("-lm");
        let outcome = process::run(&mut command, parent(program), Duration::from_secs(120))?;
        if !outcome.succeeded() {
            return Err(format!("{} rejects {}:\n{}", self.name, source.display(), outcome.stderr));
        }
        Ok(Compiled { program: program.to_path_buf(), warnings: count_warnings(&outcome.stderr) })
    }
}

impl Compiled {
    /// Runs the program, which must succeed.
    pub fn run(&self) -> Result<Outcome, String> {
        self.run_in_threads(1)
    }

    /// As [`Compiled::run`], with so many threads for parallel loops.
    pub fn run_in_threads(&self, threads: u32) -> Result<Outcome, String> {
        self.run_with(threads, &[])
    }

    /// As [`Compiled::run_in_threads`], with these variables in the environment.
    pub fn run_with(&self, threads: u32, variables: &[(&str, String)]) -> Result<Outcome, String> {
        let mut command = Command::new(&self.program);
        command.env("OMP_NUM_THREADS", threads.to_string());
        command.envs(variables.iter().map(|(name, value)| (name, value)));
        let outcome = process::run(&mut command, parent(&self.program), Duration::from_secs(60))?;
        if outcome.succeeded() {
            return Ok(outcome);
        }
        let message: String = outcome.stderr.lines().take(12).collect::<Vec<_>>().join("\n");
        Err(format!("{}:\n{message}", outcome.ending()))
    }
}

fn parent(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new("."))
}

fn count_warnings(stderr: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for line in stderr.lines().filter(|line| line.contains("warning:")) {
        let flag = line.rsplit_once("[-W").map_or(line, |(_, flag)| flag.trim_end_matches(']'));
        *counts.entry(flag.to_string()).or_insert(0) += 1;
    }
    counts
}

/// The warnings that `output` causes more often than `original`.
pub fn new_warnings(original: &Compiled, output: &Compiled) -> Vec<String> {
    let before = |flag: &str| original.warnings.get(flag).copied().unwrap_or(0);
    let grown = output.warnings.iter().filter(|(flag, count)| **count > before(flag));
    grown.map(|(flag, count)| format!("{flag} ({} -> {count})", before(flag))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compiled(stderr: &str) -> Compiled {
        Compiled { program: PathBuf::new(), warnings: count_warnings(stderr) }
    }

    #[test]
    fn only_warnings_that_grow_are_new() {
        let before = compiled("a.c:1: warning: x [-Wunused]\na.c:2: warning: y [-Wshadow]\n");
        let after = compiled("a.c:9: warning: x [-Wunused]\na.c:2: warning: y [-Wsign-compare]\n");
        assert_eq!(new_warnings(&before, &after), ["sign-compare (0 -> 1)"]);
    }
}
