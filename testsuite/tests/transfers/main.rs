//! Isolated statements, watched.
//!
//! Each case in `cases/isolated/` is compiled with transfers that go through `guard.h`: while an isolated statement
//! runs, the program's memory holds garbage, so an access to it shows (`guarded`). And what polycc says is copied is
//! compared with what the statement touches when it is run step by step (`volume`). Other spellings of the transfers
//! must print the same bits (`spellings`).

mod guarded;
mod kernels;
mod redundant;
mod spellings;
mod volume;

use libtest_mimic::{Arguments, Trial};
use std::path::PathBuf;
use std::process::ExitCode;
use testsuite::case::{Case, discover};
use testsuite::cases_folder;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let polycc = testsuite::polycc();
    if !arguments.list && !testsuite::is_there(&polycc) {
        return ExitCode::FAILURE;
    }
    let mut tests = Vec::new();
    for path in files() {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (file, binary) = (path.clone(), polycc.clone());
        tests.push(Trial::test(format!("guarded/{name}"), move || Ok(guarded::try_out(&file, &binary)?)));
        let (file, binary) = (path.clone(), polycc.clone());
        tests.push(Trial::test(format!("omp-target/{name}"), move || {
            Ok(spellings::omp_target(&file, &binary)?)
        }));
        let (file, binary) = (path.clone(), polycc.clone());
        tests.push(Trial::test(format!("deferred/{name}"), move || {
            spellings::deferred(&file, &binary, "", "")?;
            Ok(())
        }));
        for library in ["cuda", "opencl"] {
            let (file, binary) = (path.clone(), polycc.clone());
            tests.push(Trial::test(format!("{library}/{name}"), move || {
                Ok(spellings::stubbed(&file, &binary, library)?)
            }));
        }
        tests.push(Trial::test(format!("volume/{name}"), move || Ok(volume::try_out(&path)?)));
    }
    for path in kernels::files() {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let binary = polycc.clone();
        tests.push(Trial::test(format!("kernels/{name}"), move || Ok(kernels::try_out(&path, &binary)?)));
    }
    let binary = polycc.clone();
    tests.push(Trial::test("guarded catches a stray read", move || Ok(guarded::stray_read(&binary)?)));
    let binary = polycc.clone();
    tests.push(Trial::test("guarded catches a stray write", move || Ok(guarded::stray_write(&binary)?)));
    let binary = polycc.clone();
    tests.push(Trial::test("deferred transfers overlap", move || Ok(spellings::overlaps(&binary)?)));
    let binary = polycc.clone();
    tests.push(Trial::test("the documented header", move || Ok(spellings::documented(&binary)?)));
    for (name, expected) in redundant::EXPECTED {
        let binary = polycc.clone();
        tests.push(Trial::test(format!("redundant/{name}"), move || {
            Ok(redundant::compare(name, &expected(), &binary)?)
        }));
    }
    let binary = polycc.clone();
    tests.push(Trial::test("counts", move || Ok(guarded::counts(&binary)?)));
    tests.push(Trial::test("volumes of products", move || Ok(guarded::volumes(&polycc)?)));
    libtest_mimic::run(&arguments, tests).exit_code()
}

/// The programs that polycc takes.
fn files() -> Vec<PathBuf> {
    let all = discover(&cases_folder()).into_iter();
    let isolated =
        all.filter(|path| path.starts_with("isolated") && path.extension().is_some_and(|e| e == "c"));
    let taken = |path: &PathBuf| Case::read(&cases_folder(), path).is_ok_and(|case| case.status == 0);
    isolated.filter(taken).collect()
}
