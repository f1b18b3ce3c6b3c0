//! Time steps in tiles: `cargo bench -p polycc --bench stencils` compares each stencil of `bench/stencils` (`NAME.c`, all
//! steps kept) in the order of the program and in tiles with the version written by hand (`NAME.hand.c`: two arrays
//! by turns, or in place), and writes `docs/benchmarks-stencils.md`. `--rounds R` takes as many interleaved rounds;
//! names of stencils restrict it to those and print the table instead.
//!
//! A round runs each program once; all must print the same hash.

#[path = "support/mod.rs"]
mod support;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::exit;
use support::{median, output};

const POLYCC: &str = env!("CARGO_BIN_EXE_polycc");

/// A stencil, its steps and the length of a side: beyond the caches of most machines.
const STENCILS: [(&str, u32, u32); 6] = [
    ("jacobi_1d", 200, 4_000_000),
    ("jacobi_2d", 50, 3000),
    ("heat_3d", 20, 300),
    ("seidel_2d", 20, 2000),
    ("fdtd_2d", 30, 2500),
    ("lbm_d2q9", 50, 2000),
];

/// By hand, in the order of the program, in tiles: the options that make polycc write it.
const VERSIONS: [Option<&[&str]>; 3] = [None, Some(&[]), Some(&["--tile"])];

fn main() {
    let (mut rounds, mut names) = (5, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--bench" => {}
            "--rounds" => rounds = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(rounds),
            name if STENCILS.iter().any(|stencil| stencil.0 == name) => names.push(argument),
            other => {
                eprintln!("unknown: {other}");
                exit(2);
            }
        }
    }
    let mut text = support::machine();
    write!(
        text,
        "\n## Stencils over time\n\n`gcc -O3`, medians of {rounds} interleaved rounds in seconds, memory that stays mapped between calls; in \
         parentheses how many times as fast as the version written by hand, which has two arrays (`seidel_2d`: one). Bytes \
         of temporaries are those of polycc's versions.\n\n\
         | stencil | steps x side | by hand | noise | polycc | `--tile` | bytes before | after | with `--tile` | polycc took | with `--tile` |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n"
    )
    .expect("a string takes all");
    for (name, steps, side) in STENCILS {
        if names.is_empty() || names.iter().any(|wanted| wanted == name) {
            text += &row(name, steps, side, rounds);
            eprintln!("{name}: measured");
        }
    }
    if names.is_empty() {
        support::write_report("benchmarks-stencils.md", &text);
    } else {
        print!("{text}");
    }
}

/// A version of a stencil.
struct Built {
    program: PathBuf,
    /// Seconds of polycc.
    seconds: f64,
    /// Bytes of temporaries.
    bytes: Option<i64>,
}

fn row(name: &str, steps: u32, side: u32, rounds: usize) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/stencils");
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let time = if name == "seidel_2d" { "sweeps" } else { "steps" };
    let at = format!("{time}={steps},n={side}");
    let built = VERSIONS.map(|options| {
        build(&folder, scratch.path(), name, options, &at).unwrap_or_else(|| {
            eprintln!("{name}: polycc or gcc refuses it");
            exit(1);
        })
    });
    let (mut times, mut hashes) = (VERSIONS.map(|_| Vec::new()), Vec::new());
    for _ in 0..rounds {
        for (built, times) in built.iter().zip(&mut times) {
            let program = built.program.display().to_string();
            let said = output(&program, &[&steps.to_string(), &side.to_string(), "1"]).unwrap_or_default();
            let (hash, seconds) = said.trim().split_once(' ').expect("a hash and a time");
            hashes.push(hash.to_owned());
            times.push(seconds.parse::<f64>().expect("a time"));
        }
    }
    hashes.dedup();
    if hashes.len() != 1 {
        eprintln!("{name}: the versions compute different things: {hashes:?}");
        exit(1);
    }
    let [hand, plain, tiled] = times.each_ref().map(|times| median(times));
    let noise = 100.0 * support::spread(&times[0]);
    let source = folder.join(format!("{name}.c"));
    let bytes = |bytes: Option<i64>| bytes.map_or("–".into(), |bytes| bytes.to_string());
    format!(
        "| {name} | {steps} x {side} | {hand:.3} | {noise:.0} % | {plain:.3} ({:.2}x) | {tiled:.3} ({:.2}x) | {} | {} | {} | {:.2} | {:.2} |\n",
        hand / plain,
        hand / tiled,
        bytes(support::original_bytes(POLYCC, &source, &at)),
        bytes(built[1].bytes),
        bytes(built[2].bytes),
        built[1].seconds,
        built[2].seconds,
    )
}

/// One version compiled.
fn build(folder: &Path, scratch: &Path, name: &str, options: Option<&[&str]>, at: &str) -> Option<Built> {
    let (mut seconds, mut bytes) = (0.0, None);
    let stem = format!("{name}{}", options.map_or(".hand".into(), |options| options.concat()));
    let mut source = folder.join(format!("{name}.hand.c"));
    if let Some(options) = options {
        source = scratch.join(format!("{stem}.c"));
        let report = scratch.join(format!("{stem}.json"));
        let original = folder.join(format!("{name}.c"));
        let mut arguments = vec!["-q", "--at", at, "--report", report.to_str()?];
        arguments.extend(options);
        let start = std::time::Instant::now();
        output(POLYCC, &[&arguments[..], &[original.to_str()?, "-o", source.to_str()?]].concat())?;
        seconds = start.elapsed().as_secs_f64();
        bytes = support::memory(&report).map(|(bytes, _)| bytes);
    }
    let program = scratch.join(stem);
    let include = format!("-I{}", folder.display());
    let harness = folder.join("harness.c");
    let files = [harness.to_str()?, source.to_str()?, "-o", program.to_str()?];
    output("gcc", &[&["-std=c11", "-O3", "-w", &include][..], &files].concat())?;
    Some(Built { program, seconds, bytes })
}
