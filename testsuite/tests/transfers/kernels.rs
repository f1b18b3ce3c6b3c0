//! The programs in `cases/kernels/`, with their regions isolated as wholes.

use crate::guarded;
use std::path::{Path, PathBuf};
use testsuite::case::discover;
use testsuite::cases_folder;

/// Programs that can't be isolated today: what they may touch, depending on data, is of arrays without declared sizes.
const REFUSED: [&str; 3] = ["alignment", "edit_distance", "knapsack"];

/// The programs; those with OpenMP's pragmas are none that could be isolated.
pub fn files() -> Vec<PathBuf> {
    let all = discover(&cases_folder()).into_iter();
    let kernels =
        all.filter(|path| path.starts_with("kernels") && path.extension().is_some_and(|e| e == "c"));
    let is_plain = |path: &PathBuf| {
        let name = path.to_string_lossy();
        !name.contains("openmp") && !name.contains(".polycc")
    };
    kernels.filter(is_plain).collect()
}

/// The isolated program prints what the original prints while the program's memory holds garbage.
pub fn try_out(case: &Path, polycc: &Path) -> Result<(), String> {
    let original = std::fs::read_to_string(cases_folder().join(case)).map_err(|error| error.to_string())?;
    let name = case.file_stem().unwrap_or_default().to_string_lossy();
    match guarded::compare(&isolated(&original), polycc) {
        Err(why) if REFUSED.contains(&&*name) && why.contains("can't be isolated") => Ok(()),
        Ok(()) if REFUSED.contains(&&*name) => Err("it can be isolated now".into()),
        result => result,
    }
}

/// The program with `#pragma polycc isolate` in front of what its regions hold.
fn isolated(text: &str) -> String {
    let line = |line: &str| match line.trim() {
        "#pragma scop" => "#pragma polycc isolate\n{\n".to_string(),
        "#pragma endscop" => "}\n".to_string(),
        pragma if pragma.starts_with("#pragma polycc") => "\n".to_string(),
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}
