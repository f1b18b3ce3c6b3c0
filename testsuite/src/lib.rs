//! The harness of the end-to-end cases: one file below `cases/` is one test.
//!
//! What a case may say is in `README.md`; what is checked for it is in [`check`]. The harness knows
//! polycc only by its command line, its output and its report, so that it can judge any build of it.

pub mod case;
pub mod check;
pub mod command_case;
pub mod compilers;
pub mod golden;
pub mod modes;
pub mod process;
pub mod program_case;
pub mod report;
pub mod sanitizer;
pub mod untouched;

use std::path::{Path, PathBuf};

/// The folder that holds the cases; every command runs in it, so that messages name short paths.
pub fn cases_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases")
}

/// The polycc of the same profile (`target/debug/polycc` beside `target/debug/deps/cases-…`), or the one that `POLYCC_BINARY` names.
pub fn polycc() -> PathBuf {
    let named = std::env::var_os("POLYCC_BINARY").map(PathBuf::from);
    let executable = std::env::current_exe().unwrap_or_default();
    let profile = executable.ancestors().nth(2).unwrap_or(Path::new("."));
    named.unwrap_or_else(|| profile.join(format!("polycc{}", std::env::consts::EXE_SUFFIX)))
}

/// Whether `polycc` is there, and says what to do if it isn't.
pub fn is_there(polycc: &Path) -> bool {
    let is_there = polycc.is_file();
    if !is_there {
        eprintln!("{} is not there: run `cargo build --bin polycc` first, or `make test`", polycc.display());
    }
    is_there
}
