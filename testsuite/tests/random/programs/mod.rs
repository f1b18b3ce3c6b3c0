//! Random functions in all modes: the outputs must leave what the original leaves, bit for bit.
//!
//! proptest draws choices (`raw`), which make functions without undefined behaviour (`build`): up to twelve statements up to four
//! loops deep, over arrays of one to three dimensions in all kinds of storage, with scalars, conditions on data, calls, sums, imperfect
//! and triangular nests, and loops that go backwards; cells are reached by arrays, or by pointers to rows
//! (`rows`). One program runs the original and all outputs (`driver`).
//!
//! `POLYCC_RANDOM_SEED` and `POLYCC_RANDOM_FILES` draw others (`make fuzz`); `POLYCC_RANDOM_MODES=all` runs each in all modes instead of
//! some, `POLYCC_RANDOM_FUNCTIONS` sets how many functions a file has at most. A failure is shrunk, and its file is left behind.

mod build;
mod driver;
mod inexact;
mod raw;
mod rows;
mod try_out;

use self::raw::RawFile;
use super::number;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::path::Path;
use try_out::{Failure, Tally};

/// How often a failing file is tried smaller, unless `POLYCC_RANDOM_SHRINKS` says it.
const SHRINKS: u64 = 400;

#[test]
fn random_functions_keep_their_output_in_all_modes() {
    let (first, files) = (number("POLYCC_RANDOM_SEED", 1), number("POLYCC_RANDOM_FILES", 4));
    let mut tally = Tally::default();
    let failures: Vec<String> = (first..first + files)
        .filter_map(|seed| explore(seed, raw::file(functions()), &mut tally).err())
        .collect();
    println!("{tally}");
    assert!(failures.is_empty(), "{} of {files} files fail:\n{}", failures.len(), failures.join("\n"));
    assert!(tally.changed > 0, "the generator makes programs that polycc changes");
}

/// The same of functions with statements of which is only known what they may touch.
#[test]
fn random_inexact_functions_keep_their_output() {
    let (first, files) = (number("POLYCC_RANDOM_SEED", 1), number("POLYCC_RANDOM_FILES", 4));
    let mut tally = Tally::default();
    let files_of = |seed| explore(seed, raw::inexact_file(functions()), &mut tally).err();
    let failures: Vec<String> = (first..first + files).filter_map(files_of).collect();
    println!("{tally}");
    assert!(failures.is_empty(), "{} of {files} files fail:\n{}", failures.len(), failures.join("\n"));
    assert!(tally.shrunk > 0, "the generator makes programs in which arrays shrink");
}

/// How many functions a file has at most.
fn functions() -> usize {
    number("POLYCC_RANDOM_FUNCTIONS", 6) as usize
}

/// Tries the file of `seed`, and makes it smaller if something is wrong with it.
fn explore(seed: u64, files: impl Strategy<Value = RawFile>, tally: &mut Tally) -> Result<(), String> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), random);
    let mut tree = files.new_tree(&mut runner).map_err(|error| error.to_string())?;
    let Err(failure) = try_out::all_modes(seed, &build::file(&tree.current()), tally) else { return Ok(()) };
    let mut smallest = (tree.current(), failure);
    let mut left = number("POLYCC_RANDOM_SHRINKS", SHRINKS);
    let mut more = tree.simplify();
    while more && left > 0 {
        left -= 1;
        more = match try_out::again(&build::file(&tree.current()), &smallest.1) {
            Some(failure) => {
                smallest = (tree.current(), failure);
                tree.simplify()
            }
            None => tree.complicate(),
        };
    }
    Err(leave(seed, &build::file(&smallest.0), &smallest.1))
}

/// Leaves the file behind; what is to be said of it.
fn leave(seed: u64, file: &build::File, failure: &Failure) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("random-{seed}.c"));
    std::fs::write(&path, &file.text).unwrap();
    let said = format!("seed {seed}, {}: {}\n{}", failure.name(), failure.message, path.display());
    eprintln!("{said}\n{}", file.text);
    said
}
