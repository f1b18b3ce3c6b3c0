//! All modes on all programs: every program that polycc takes runs in every mode, at sizes that it wasn't written for, and must
//! print the same bits. There is no golden text here.
//!
//! `POLYCC_MATRIX_SAMPLE=N` runs one in N pairs of a program and a mode, always the same ones; `make matrix` runs all. polycc must
//! end with 0, unless a method that the mode names finds no room for the versions that a user's order needs; its output must compile. Outputs with OpenMP's pragmas run in several threads, some outputs under the sanitizers.
//! A failure leaves its folder behind.

mod place;
mod program;
mod reference;
mod sizes;

use libtest_mimic::{Arguments, Trial};
use place::Place;
use program::Program;
use reference::{Reference, parallel};
use sizes::Sizes;
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use testsuite::compilers::{Build, QUICK, SANITIZED, THREADED};
use testsuite::modes;

/// The share of pairs that run when nothing is said.
const USUAL_SAMPLE: u64 = 200;

/// How many outputs go to the sanitizers: one in so many.
const SANITIZED_SHARE: u64 = 6;

/// What was run.
#[derive(Default)]
struct Tally {
    programs: AtomicUsize,
    fixed: AtomicUsize,
    sizes: AtomicUsize,
    runs: AtomicUsize,
    refused: AtomicUsize,
    changed: AtomicUsize,
    distinct: AtomicUsize,
    threaded: AtomicUsize,
    sanitized: AtomicUsize,
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let polycc = testsuite::polycc();
    if !arguments.list && !testsuite::is_there(&polycc) {
        return ExitCode::FAILURE;
    }
    let sample = std::env::var("POLYCC_MATRIX_SAMPLE").ok().and_then(|value| value.parse().ok());
    let sample = sample.unwrap_or(USUAL_SAMPLE).max(1);
    let tally = Arc::new(Tally::default());
    let trials = program::all().into_iter().filter_map(|program| {
        let chosen = |mode: &&str| hash(&[&program.name, mode]) % sample == 0;
        let modes: Vec<&str> = modes::of(&program.text).filter(chosen).collect();
        let (polycc, tally) = (polycc.clone(), tally.clone());
        (!modes.is_empty()).then(|| {
            Trial::test(program.name.clone(), move || Ok(try_out(&program, &modes, &polycc, &tally)?))
        })
    });
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    tally.print();
    conclusion.exit_code()
}

/// Runs the program in all `modes`; what goes wrong in each.
fn try_out(program: &Program, modes: &[&str], polycc: &Path, tally: &Tally) -> Result<(), String> {
    let place = Place::new(&program.name)?;
    let reference = Reference::of(program, &place)?;
    tally.programs.fetch_add(1, Relaxed);
    let fixed = program.sizes == Sizes::Fixed;
    tally.fixed.fetch_add(usize::from(fixed), Relaxed);
    tally.sizes.fetch_add(reference.taken, Relaxed);
    let mut seen = HashSet::from([fs::read(place.folder.join("in.c")).unwrap_or_default()]);
    let mut wrong = Vec::new();
    for mode in modes {
        tally.runs.fetch_add(1, Relaxed);
        if let Err(error) = run(program, &place, &reference, mode, polycc, &mut seen, tally) {
            wrong.push(format!("{} {}: {error}", program.name, modes::name(mode)));
        }
    }
    if wrong.is_empty() {
        place.remove();
        return Ok(());
    }
    Err(format!(
        "{}\nat sizes {}, in {}",
        wrong.join("\n"),
        reference.sizes.join(" "),
        place.folder.display()
    ))
}

/// polycc in one mode; its output must do what the original does. An output that was seen before is not run again.
fn run(
    program: &Program,
    place: &Place,
    reference: &Reference,
    mode: &str,
    polycc: &Path,
    seen: &mut HashSet<Vec<u8>>,
    tally: &Tally,
) -> Result<(), String> {
    let output = format!("{}.c", modes::name(mode).replace(' ', "_"));
    if !place.polycc(program, &modes::words(mode), polycc, &output)? {
        tally.refused.fetch_add(1, Relaxed);
        return Ok(());
    }
    let text = fs::read(place.folder.join(&output)).map_err(|error| error.to_string())?;
    let threaded = parallel(&String::from_utf8_lossy(&text));
    tally.changed.fetch_add(usize::from(text != program_bytes(place)), Relaxed);
    if !seen.insert(text) {
        return Ok(());
    }
    tally.distinct.fetch_add(1, Relaxed);
    let threads = if threaded { &reference.threads[..] } else { &[1] };
    let plain = if threaded { THREADED } else { QUICK };
    tally.threaded.fetch_add(usize::from(threaded), Relaxed);
    compare(place, program, reference, plain, &output, threads)?;
    if hash(&[mode, &program.name]) % SANITIZED_SHARE == 0 {
        tally.sanitized.fetch_add(1, Relaxed);
        compare(place, program, reference, SANITIZED, &output, &[1])?;
    }
    Ok(())
}

fn compare(
    place: &Place,
    program: &Program,
    reference: &Reference,
    build: Build,
    output: &str,
    threads: &[u32],
) -> Result<(), String> {
    let compiled = place.compile(program, build, output, &format!("{output}.exe"), &[])?;
    for threads in threads {
        let at = |error: String| format!("{}, {threads} threads: {error}", build.name);
        let printed = reference::run(&compiled, *threads, &reference.sizes).map_err(at)?;
        if printed != reference.output {
            let _ = fs::write(place.folder.join("expected"), &reference.output);
            return Err(at("prints other bits".to_string()));
        }
    }
    Ok(())
}

fn program_bytes(place: &Place) -> Vec<u8> {
    fs::read(place.folder.join("in.c")).unwrap_or_default()
}

impl Tally {
    fn print(&self) {
        let count = |counter: &AtomicUsize| counter.load(Relaxed);
        println!(
            "matrix: {} programs ({} at sizes of their own only, the others at {} sizes in all), {} runs of polycc, {} refused, {} changed the program, {} different outputs, \
             {} with threads, {} under the sanitizers",
            count(&self.programs),
            count(&self.fixed),
            count(&self.sizes) - count(&self.fixed),
            count(&self.runs),
            count(&self.refused),
            count(&self.changed),
            count(&self.distinct),
            count(&self.threaded),
            count(&self.sanitized)
        );
    }
}

/// FNV-1a: the same sample everywhere.
fn hash(words: &[&str]) -> u64 {
    let bytes = words.iter().flat_map(|word| word.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |value, byte| (value ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
        >> 7
}
