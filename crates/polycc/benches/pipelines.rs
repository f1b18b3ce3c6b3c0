//! Speed and memory of the pipelines in `bench/`: `cargo bench -p polycc --bench pipelines` compares each
//! (`NAME.c`) with what polycc makes of it and with the version written by hand (`NAME.hand.c`), and writes
//! `docs/benchmarks.md`. `--size N` takes frames of N x N, `--rounds R` as many interleaved rounds, and names of
//! pipelines restrict it to those and print the tables instead.
//!
//! A round runs each program once; a program runs its pipeline three times, the first for the page tables. All
//! must print the same hash. Times are those spent on processors, or for parallel programs those that pass.

#[path = "support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::exit;
use support::{median, output, vector_loops};

const POLYCC: &str = env!("CARGO_BIN_EXE_polycc");
const PIPELINES: [&str; 9] =
    ["blur", "unsharp", "harris", "canny", "bilateral", "laplacian", "demosaic", "fir_bank", "im2col"];
/// A version of a pipeline: its column, and the options that make polycc write it; none for one that is a file.
struct Version {
    name: &'static str,
    options: Option<&'static [&'static str]>,
    is_parallel: bool,
}

const VERSIONS: [Version; 5] = [
    Version { name: "original", options: None, is_parallel: false },
    Version { name: "speed", options: Some(&[]), is_parallel: false },
    Version { name: "memory", options: Some(&["--optimize", "memory"]), is_parallel: false },
    Version { name: "parallel", options: Some(&["--parallel"]), is_parallel: true },
    Version { name: "by hand", options: None, is_parallel: false },
];

/// What is known of one version of one pipeline.
struct Built {
    program: PathBuf,
    source: PathBuf,
    /// Bytes of temporaries, and cells over the most that are alive at once.
    memory: Option<(i64, Option<f64>)>,
}

struct Options {
    size: String,
    rounds: usize,
    names: Vec<String>,
}

fn main() {
    let options = options();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench");
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let chosen =
        |name: &&&str| options.names.is_empty() || options.names.iter().any(|wanted| wanted == **name);
    let names: Vec<&str> = PIPELINES.iter().filter(chosen).copied().collect();
    let at = format!("h={0},w={0}", options.size);
    let built: BTreeMap<&str, Vec<Option<Built>>> = names
        .iter()
        .map(|name| (*name, VERSIONS.iter().map(|v| build(&folder, scratch.path(), name, v, &at)).collect()))
        .collect();
    let mut text = support::machine();
    for (mode, title) in [
        ("fresh", "Memory from `malloc`: the time of the page faults counts"),
        ("kept", "Memory that stays mapped between calls: it doesn't"),
    ] {
        let times: Vec<_> = names.iter().map(|name| times(name, &built[name], mode, &options)).collect();
        write!(text, "\n## {title}\n\n{}", speed_table(&names, &times, &options))
            .expect("a string takes all");
    }
    write!(text, "\n## Memory\n\n{}", memory_table(&names, &built, &at)).expect("a string takes all");
    write!(text, "\n## Vector loops\n\n{}", vector_table(&names, &built)).expect("a string takes all");
    match options.names.is_empty() {
        true => support::write_report("benchmarks.md", &text),
        false => print!("{text}"),
    }
}

fn options() -> Options {
    let mut options = Options { size: "4096".into(), rounds: 7, names: Vec::new() };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--bench" => {}
            "--size" => options.size = arguments.next().unwrap_or(options.size),
            "--rounds" => {
                options.rounds = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(options.rounds);
            }
            name if PIPELINES.contains(&name) => options.names.push(argument),
            other => {
                eprintln!("unknown: {other}; pipelines are {}", PIPELINES.join(", "));
                exit(2);
            }
        }
    }
    options
}

/// One version compiled; `None` where polycc doesn't know the option that makes it.
fn build(folder: &Path, scratch: &Path, name: &str, version: &Version, at: &str) -> Option<Built> {
    let original = folder.join(format!("{name}.c"));
    let stem = format!("{name}.{}", version.name.replace(' ', "_"));
    let mut memory = None;
    let source = match version.options {
        Some(options) => {
            let source = scratch.join(format!("{stem}.c"));
            let report = scratch.join(format!("{stem}.json"));
            let mut arguments = vec!["-q", "--at", at, "--report", report.to_str()?];
            arguments.extend(options);
            output(POLYCC, &[&arguments[..], &[original.to_str()?, "-o", source.to_str()?]].concat())?;
            memory = support::memory(&report);
            source
        }
        None if version.name == "original" => original,
        None => folder.join(format!("{name}.hand.c")),
    };
    let program = scratch.join(stem);
    let include = format!("-I{}", folder.display());
    let harness = folder.join("harness.c");
    let threads = if version.is_parallel { "-fopenmp" } else { "-fno-openmp" };
    let files = [source.to_str()?, harness.to_str()?, "-o", program.to_str()?, "-lm"];
    let compiled = output("gcc", &[&["-O3", "-w", threads, &include][..], &files].concat());
    if compiled.is_none() {
        eprintln!("gcc refuses {}", source.display());
        exit(1);
    }
    Some(Built { program, source, memory })
}

/// Per version the seconds of each round.
fn times(name: &str, built: &[Option<Built>], mode: &str, options: &Options) -> Vec<Option<Vec<f64>>> {
    let mut times: Vec<Option<Vec<f64>>> = built.iter().map(|built| built.as_ref().map(|_| vec![])).collect();
    let mut hashes = Vec::new();
    for _ in 0..options.rounds {
        for (position, version) in VERSIONS.iter().enumerate() {
            let (Some(built), Some(times)) = (&built[position], &mut times[position]) else { continue };
            let program = built.program.display().to_string();
            let size = options.size.as_str();
            let said = output(&program, &[size, size, "2", mode]).expect("a pipeline ends well");
            let mut words = said.split_whitespace();
            hashes.push(words.next().unwrap_or_default().to_owned());
            let seconds = words.filter_map(|word| {
                let (passed, spent) = word.split_once('/')?;
                if version.is_parallel { passed } else { spent }.parse::<f64>().ok()
            });
            times.push(seconds.fold(f64::INFINITY, f64::min));
        }
    }
    hashes.dedup();
    if hashes.len() != 1 {
        eprintln!("{name}: the versions compute different things: {hashes:?}");
        exit(1);
    }
    eprintln!("{name}, {mode}: measured");
    times
}

fn speed_table(names: &[&str], times: &[Vec<Option<Vec<f64>>>], options: &Options) -> String {
    let size = &options.size;
    let mut text = format!(
        "Frames of {size} x {size}, `gcc -O3`. Times in milliseconds, medians of {} interleaved rounds, and how many \
         times as fast as the original; noise is how far the middle half of the original's rounds spreads.\n\n\
         | pipeline | original | noise | speed | memory | parallel | by hand | speed / by hand |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|\n",
        options.rounds
    );
    for (name, times) in names.iter().zip(times) {
        let median = |position: usize| times[position].as_ref().map(|list| median(list));
        let original = median(0).unwrap_or(f64::NAN);
        let cell = |time: Option<f64>| match time {
            Some(time) => format!("{:.1} ({:.2}x)", 1000.0 * time, original / time),
            None => "–".into(),
        };
        let cells: Vec<String> = (1..VERSIONS.len()).map(|position| cell(median(position))).collect();
        let noise = times[0].as_ref().map_or(0.0, |list| support::spread(list));
        let ratio =
            median(1).zip(median(4)).map_or("–".into(), |(speed, hand)| format!("{:.2}", speed / hand));
        let cells = cells.join(" | ");
        writeln!(text, "| {name} | {:.1} | {:.0} % | {cells} | {ratio} |", 1000.0 * original, 100.0 * noise)
            .expect("a string takes all");
    }
    text
}

fn memory_table(names: &[&str], built: &BTreeMap<&str, Vec<Option<Built>>>, at: &str) -> String {
    let mut text = format!(
        "Bytes of temporaries at {at}, and in parentheses their cells over the most that are alive at \
         once, where that is known.\n\n| pipeline | original | speed | memory |\n|---|---:|---:|---:|\n"
    );
    for name in names {
        let versions = &built[name];
        let cell = |position: usize| {
            let (bytes, ratio) = versions[position].as_ref()?.memory?;
            let ratio = ratio.map_or(String::new(), |ratio| format!(" ({ratio:.2})"));
            Some(format!("{bytes}{ratio}"))
        };
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../bench/{name}.c"));
        let before = support::original_bytes(POLYCC, &source, at);
        let before = before.map_or("–".into(), |bytes| bytes.to_string());
        let (speed, memory) = (cell(1).unwrap_or("–".into()), cell(2).unwrap_or("–".into()));
        writeln!(text, "| {name} | {before} | {speed} | {memory} |").expect("a string takes all");
    }
    text
}

fn vector_table(names: &[&str], built: &BTreeMap<&str, Vec<Option<Built>>>) -> String {
    let mut text = "Innermost loops that `gcc -O3` and, behind the comma, `clang -O3` turn into vector loops, of all, and lines \
                    of the source without blank ones and comments.\n\n\
                    | pipeline | original | lines | speed | lines | by hand | lines |\n|---|---:|---:|---:|---:|---:|---:|\n"
        .to_string();
    for name in names {
        let cells = [0, 1, 4].map(|position| match &built[name][position] {
            Some(built) => {
                let [gcc, clang] =
                    [support::GCC, support::CLANG].map(|compiler| vector_loops(compiler, &built.source));
                let number = |found: Option<(usize, usize)>| {
                    found.map_or("–".into(), |(vector, _)| vector.to_string())
                };
                let all = gcc.or(clang).map_or(0, |(_, all)| all);
                format!("{}, {} of {all} | {}", number(gcc), number(clang), support::lines(&built.source))
            }
            None => "– | –".into(),
        });
        writeln!(text, "| {name} | {} |", cells.join(" | ")).expect("a string takes all");
    }
    text
}
