//! The spellings of transfers: each program that has an isolated statement, compiled and run with each.

use crate::guarded;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use testsuite::case::Case;
use testsuite::cases_folder;
use testsuite::compilers::{Build, SANITIZED, THREADED};
use testsuite::process;

const LIMIT: Duration = Duration::from_secs(60);

/// On OpenMP's default device, which is the host where there is no other, the program prints what the original prints.
pub fn omp_target(case: &Path, polycc: &Path) -> Result<(), String> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let text = guarded::isolated(case, polycc, &["--transfer", "omp-target"], scratch.path())?;
    if !text.contains("#pragma omp target") {
        return Err("nothing runs on a device".into());
    }
    let original = std::fs::read_to_string(cases_folder().join(case)).map_err(|error| error.to_string())?;
    let expected = run(&original, case, SANITIZED, scratch.path())?;
    let printed = run(&text, case, THREADED, scratch.path())?;
    if printed == expected { Ok(()) } else { Err("the programs print different bits".into()) }
}

/// What a program prints.
fn run(text: &str, case: &Path, build: Build, scratch: &Path) -> Result<Vec<u8>, String> {
    let source = scratch.join("program.c");
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    let program = scratch.join("program");
    let flags = Case::read(&cases_folder(), case)?.preprocessor_flags();
    build.compile(&source, &flags, &cases_folder(), &program)?;
    let outcome = process::run(&mut Command::new(&program), scratch, LIMIT)?;
    if outcome.succeeded() {
        Ok(outcome.stdout)
    } else {
        Err(format!("it {}: {}", outcome.ending(), outcome.stderr))
    }
}
