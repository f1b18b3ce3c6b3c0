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
