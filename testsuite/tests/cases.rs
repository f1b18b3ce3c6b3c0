//! One test per file below `cases/`; see the README beside it.

use libtest_mimic::{Arguments, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use testsuite::case::{Case, discover};
use testsuite::{cases_folder, check};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let polycc = polycc();
    if !arguments.list && !polycc.is_file() {
        eprintln!("{} is not there: run `cargo build --bin polycc` first, or `make test`", polycc.display());
        return ExitCode::FAILURE;
    }
    let folder = cases_folder();
    let tests =
        discover(&folder).into_iter().map(|path| test(folder.clone(), path, polycc.clone())).collect();
    libtest_mimic::run(&arguments, tests).exit_code()
}

fn test(folder: PathBuf, path: PathBuf, polycc: PathBuf) -> Trial {
    let name = path.to_string_lossy().into_owned();
    Trial::test(name, move || {
        let case = Case::read(&folder, &path)?;
        Ok(check::check(&case, &folder, &polycc)?)
    })
}

/// The binary of the same profile: `target/debug/polycc` beside `target/debug/deps/cases-…`.
fn polycc() -> PathBuf {
    let executable = std::env::current_exe().unwrap_or_default();
    let profile = executable.parent().and_then(Path::parent).unwrap_or(Path::new(".")).to_path_buf();
    profile.join(format!("polycc{}", std::env::consts::EXE_SUFFIX))
}
