//! The testsuite's programs before and after: `cargo bench -p polycc --bench suite [-- FOLDER]`. For each program
//! that polycc takes by default: how long polycc needs, how long gcc needs for both, and how fast both are. Ends with
//! 1 if an output is slower than its original by more than the noise, unless the program asks for what slows it down:
//! a memory space of its own for a statement, or an order, which may be parallel.
//!
//! A program runs its `main` many times over, without printing, which `quiet/bits.h` sees to; both run interleaved. Noise
//! is what the original differs from itself: the spread of the ratios of its runs. What differs by more is run again,
//! longer.

#[path = "support/mod.rs"]
mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use support::{median, output};

const POLYCC: &str = env!("CARGO_BIN_EXE_polycc");
const ROUNDS: usize = 9;
/// How long a program is to run, in seconds.
const DURATION: f64 = 0.02;
/// Ratios nearer to 1 are no difference.
const LEAST_NOISE: f64 = 0.05;

/// What is known of a program.
struct Measured {
    name: String,
    /// Seconds of polycc.
    polycc: f64,
    /// Seconds of gcc, for the original and for the output.
    gcc: (f64, f64),
    /// The output's time over the original's, and the noise; none if the output is the original.
    ratio: Option<(f64, f64)>,
    /// Whether a pragma says how it is to run.
    is_told: bool,
}

/// Pragmas that tell polycc how a program is to run.
const TOLD: [&str; 4] = ["polycc isolate", "polycc schedule", "polycc order", "pragma omp"];

fn main() {
    let folder = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testsuite/cases");
    let root = folder.map_or(default, PathBuf::from);
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let measured: Vec<_> = files.iter().filter_map(|file| measure(&root, file, scratch.path())).collect();
    println!("{:<44}{:>9}{:>9}{:>9}{:>8}{:>8}", "program", "polycc s", "gcc s", "output s", "time", "noise");
    for one in &measured {
        let (ratio, noise) = one.ratio.map_or(("same".into(), String::new()), |(ratio, noise)| {
            (format!("{ratio:.2}"), format!("{noise:.2}"))
        });
        let (before, after) = one.gcc;
        println!("{:<44}{:>9.3}{before:>9.3}{after:>9.3}{ratio:>8}{noise:>8}", one.name, one.polycc);
    }
    let times: Vec<_> = measured.iter().map(|one| one.polycc).collect();
    let longest = times.iter().copied().fold(0.0, f64::max);
    println!("polycc: median {:.3} s, longest {longest:.3} s", median(&times));
    let gcc: Vec<_> = measured.iter().map(|one| one.gcc.1 / one.gcc.0).collect();
    println!("gcc, output over original: median {:.2}", median(&gcc));
    let is_slower = |one: &&Measured| one.ratio.is_some_and(|(ratio, noise)| ratio > 1.0 + noise);
    let slower = measured.iter().filter(is_slower);
    let (told, chosen): (Vec<_>, Vec<_>) = slower.partition(|one| one.is_told);
    let names = |list: &[&Measured]| list.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(", ");
    println!("slower as a pragma has it: {}", names(&told));
    if chosen.is_empty() {
        println!("no other output is slower than its original by more than the noise");
    } else {
        println!("slower than the original: {}", names(&chosen));
        std::process::exit(1);
    }
}

/// The programs below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            collect(&path, files);
        } else if name.ends_with(".c") && !name.ends_with(".out.c") {
            files.push(path);
        }
    }
}

/// A program with what polycc makes of it; `None` where that is an error, or it has no `main`.
fn measure(root: &Path, file: &Path, scratch: &Path) -> Option<Measured> {
    let name = file.strip_prefix(root).ok()?.display().to_string();
    let result = scratch.join("out.c");
    let _ = std::fs::remove_file(&result);
    let include = format!("-I{}", root.join("include").display());
    let text = std::fs::read_to_string(file).ok()?;
    let flags = definitions(&text);
    let start = Instant::now();
    let mut arguments = vec!["-q", &include];
    arguments.extend(flags.iter().map(String::as_str));
    arguments.extend([file.to_str()?, "-o", result.to_str()?]);
    output(POLYCC, &arguments)?;
    let polycc = start.elapsed().as_secs_f64();
    let (before, after) = (scratch.join("before"), scratch.join("after"));
    let local = format!("-I{}", file.parent()?.display());
    let gcc = (
        compile(file, &include, &local, &flags, &before)?,
        compile(&result, &include, &local, &flags, &after)?,
    );
    let is_same = std::fs::read(&result).ok()? == text.as_bytes();
    let ratio = if is_same { None } else { Some(compare(&before, &after)?) };
    let is_told = TOLD.iter().any(|pragma| text.contains(pragma));
    Some(Measured { name, polycc, gcc, ratio, is_told })
}

/// The options for the preprocessor that the program's first lines ask for.
fn definitions(text: &str) -> Vec<String> {
    let lines = text.lines().take_while(|line| line.starts_with("//"));
    let flags = lines.filter_map(|line| line.strip_prefix("// polycc:"));
    let words = flags.flat_map(str::split_whitespace);
    words.filter(|word| word.starts_with("-D") || word.starts_with("-U")).map(str::to_owned).collect()
}

/// Compiles a program that runs its `main` as many times as its argument says, quietly; the seconds that takes.
fn compile(source: &Path, include: &str, local: &str, flags: &[String], program: &Path) -> Option<f64> {
    let quiet = format!("-I{}/benches/quiet", env!("CARGO_MANIFEST_DIR"));
    let harness = format!("{}/benches/quiet/again.c", env!("CARGO_MANIFEST_DIR"));
    let object = program.with_extension("o");
    let start = Instant::now();
    let mut arguments =
        vec!["-O3", "-w", "-fopenmp", "-ffp-contract=off", "-Dmain=program", &quiet, include, local];
    arguments.extend(flags.iter().map(String::as_str));
    arguments.extend(["-c", source.to_str()?, "-o", object.to_str()?]);
    output("gcc", &arguments)?;
    let seconds = start.elapsed().as_secs_f64();
    output("gcc", &["-fopenmp", &harness, object.to_str()?, "-o", program.to_str()?, "-lm"])?;
    Some(seconds)
}

/// The time of one program over that of another, and the noise in it.
fn compare(before: &Path, after: &Path) -> Option<(f64, f64)> {
    let (ratio, noise) = compare_for(before, after, DURATION)?;
    if ratio > 1.0 + noise { compare_for(before, after, 10.0 * DURATION) } else { Some((ratio, noise)) }
}

fn compare_for(before: &Path, after: &Path, duration: f64) -> Option<(f64, f64)> {
    let once = run(before, 1)?.max(1e-7);
    let times = ((duration / once) as u64).clamp(1, 1_000_000);
    let (mut ratios, mut own) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (first, other, again) = (run(before, times)?, run(after, times)?, run(before, times)?);
        ratios.push(2.0 * other / (first + again));
        own.push(first / again);
    }
    let noise = own.iter().map(|ratio| (ratio - 1.0).abs()).fold(LEAST_NOISE, f64::max);
    Some((median(&ratios), noise))
}

/// The seconds on processors that so many runs of a program's `main` take.
fn run(program: &Path, times: u64) -> Option<f64> {
    let output = Command::new(program).arg(times.to_string()).output().ok()?;
    String::from_utf8_lossy(&output.stderr).lines().last()?.trim().parse().ok()
}
