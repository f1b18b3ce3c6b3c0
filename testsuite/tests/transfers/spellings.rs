//! The spellings of transfers: each program that has an isolated statement, compiled and run with each.

use crate::guarded;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use testsuite::case::Case;
use testsuite::cases_folder;
use testsuite::compilers::{Build, SANITIZED, THREADED};
use testsuite::process::{self, Outcome};

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

/// The header that the documentation shows does what `memcpy` does.
pub fn documented(polycc: &Path) -> Result<(), String> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let header =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/transfers/dma.h").display().to_string();
    let case = Path::new("isolated/strided.c");
    let spelling = ["-include", &header, "--transfer-prefix", "dma_"];
    let text = guarded::isolated(case, polycc, &spelling, scratch.path())?;
    let original = std::fs::read_to_string(cases_folder().join(case)).map_err(|error| error.to_string())?;
    let expected = run(&original, case, SANITIZED, scratch.path())?;
    let printed = outcome(&text, case, &["-include".into(), header], SANITIZED, scratch.path())?;
    if printed.stdout == expected { Ok(()) } else { Err("the programs print different bits".into()) }
}

/// With transfers as late as waits allow the program prints what the original prints. Says how many ran while
/// statements did.
pub fn deferred(case: &Path, polycc: &Path, from: &str, to: &str) -> Result<u64, String> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut spelling = vec!["--transfer-prefix", "deferred_"];
    let own = Case::read(&cases_folder(), case)?.flags;
    if !own.iter().any(|flag| flag == "--transfer-overlap") {
        spelling.push("--transfer-overlap");
    }
    let text = guarded::isolated(case, polycc, &spelling, scratch.path())?;
    if !text.contains(from) {
        return Err(format!("the output has no `{from}`"));
    }
    let original = std::fs::read_to_string(cases_folder().join(case)).map_err(|error| error.to_string())?;
    let expected = run(&original, case, SANITIZED, scratch.path())?;
    let header = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transfers/deferred.h");
    let flags = ["-include".to_string(), header.display().to_string()];
    let printed = outcome(&text.replace(from, to), case, &flags, SANITIZED, scratch.path())?;
    if printed.stdout != expected {
        return Err("the programs print different bits".into());
    }
    let number = printed.stderr.split_once("deferred: ").and_then(|(_, said)| said.split_whitespace().next());
    number.and_then(|number| number.parse().ok()).ok_or_else(|| format!("it says {}", printed.stderr))
}

/// Transfers do run while statements do, and programs without a wait, or with one buffer instead of two, are found.
pub fn overlaps(polycc: &Path) -> Result<(), String> {
    let case = Path::new("isolated/fir_overlap.c");
    if deferred(case, polycc, "deferred_wait();", "deferred_wait();")? == 0 {
        return Err("no transfer runs meanwhile".into());
    }
    let wait = "deferred_wait();\n                if";
    for (from, to) in [(wait, "if"), ("src_window1 = k + 1;", "src_window1 = k;"), ("% 2]", "% 1]")] {
        if deferred(case, polycc, from, to).is_ok() {
            return Err(format!("nobody saw `{to}` for `{from}`"));
        }
    }
    Ok(())
}

/// With stubs of the library on the host the program prints what the original prints, and moves what `memcpy` moves.
pub fn stubbed(case: &Path, polycc: &Path, library: &str) -> Result<(), String> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let stubs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transfers/stubs").display().to_string();
    let spelling = ["-I", &stubs, "--transfer", library];
    let text = match guarded::isolated(case, polycc, &spelling, scratch.path()) {
        Err(why) if why.contains("this statement can't become a kernel") => return refused(case, &why),
        text => text?,
    };
    let original = std::fs::read_to_string(cases_folder().join(case)).map_err(|error| error.to_string())?;
    let expected = outcome(&original, case, &[], SANITIZED, scratch.path())?;
    let launch = "-DPOLYCC_LAUNCH(kernel)=kernel".to_string();
    let flags = [format!("-I{stubs}"), "-DPOLYCC_KERNEL=static".into(), launch];
    let printed = outcome(&text, case, &flags, SANITIZED, scratch.path())?;
    if printed.stdout != expected.stdout {
        return Err("the programs print different bits".into());
    }
    if hands_over(case) {
        return Ok(());
    }
    let moved = |said: &str| Some(said.split_once("statements, ")?.1.trim().to_string());
    let guarded = guarded::report(case, polycc)?;
    match (moved(&printed.stderr), moved(&guarded)) {
        (Some(bytes), Some(expected)) if volumes(&bytes) == volumes(&expected) => Ok(()),
        _ => Err(format!("it says {}, but {guarded} is to be moved", printed.stderr)),
    }
}

/// Whether calls hand over what is copied, which they can't where a buffer is no array.
fn hands_over(case: &Path) -> bool {
    ["handed_over", "listing_1_6"].contains(&&*case.file_stem().unwrap_or_default().to_string_lossy())
}

/// The bytes in `2 loads of 8 bytes, 1 stores of 4 bytes`: a call may move several rows.
fn volumes(said: &str) -> Vec<&str> {
    said.split(" of ").skip(1).filter_map(|part| part.split_whitespace().next()).collect()
}

/// Only functions are beyond kernels.
fn refused(case: &Path, why: &str) -> Result<(), String> {
    let calls = ["fir_call", "fir_loop", "fir_overlap", "fir_reuse", "indirect_call", "rows"];
    let name = case.file_stem().unwrap_or_default().to_string_lossy();
    if calls.contains(&&*name) { Ok(()) } else { Err(why.to_string()) }
}

/// What a program prints.
fn run(text: &str, case: &Path, build: Build, scratch: &Path) -> Result<Vec<u8>, String> {
    Ok(outcome(text, case, &[], build, scratch)?.stdout)
}

fn outcome(
    text: &str,
    case: &Path,
    more: &[String],
    build: Build,
    scratch: &Path,
) -> Result<Outcome, String> {
    let source = scratch.join("program.c");
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    let program = scratch.join("program");
    let mut flags = Case::read(&cases_folder(), case)?.preprocessor_flags();
    flags.extend_from_slice(more);
    build.compile(&source, &flags, &cases_folder(), &program)?;
    let outcome = process::run(&mut Command::new(&program), scratch, LIMIT)?;
    match outcome.succeeded() {
        true => Ok(outcome),
        false => Err(format!("it {}: {}", outcome.ending(), outcome.stderr)),
    }
}
