//! One test per file below `cases/`; see the README beside it.

use libtest_mimic::{Arguments, Trial};
use std::path::PathBuf;
use std::process::ExitCode;
use testsuite::case::{Case, discover};
use testsuite::{cases_folder, check};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let polycc = testsuite::polycc();
    if !arguments.list && !testsuite::is_there(&polycc) {
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
