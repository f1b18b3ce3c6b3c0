//! Time per stage for each C file of a folder: `cargo bench -p polycc [-- FOLDER]`, by default the
//! kernels of the testsuite. Each figure is the median of several runs, interleaved over the files.

use frontend::preprocess::Preprocessor;
use polycc::timing::Timing;
use polycc::{Input, Settings, output, pipeline};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

const RUNS: usize = 5;
const STAGES: [&str; 9] =
    ["read", "model", "analysis", "schedule", "choice", "allocation", "codegen", "check", "output"];

fn main() {
    let folder = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testsuite/cases/kernels");
    let files = c_files(&folder.map_or(default, PathBuf::from));
    let mut times: BTreeMap<PathBuf, Vec<Timing>> = BTreeMap::new();
    for _ in 0..RUNS {
        for file in &files {
            times.entry(file.clone()).or_default().extend(run(file));
        }
    }
    let head: String = STAGES.iter().map(|stage| format!("{stage:>11}")).collect();
    println!("{:<28}{head}{:>11}   (ms, median of {RUNS})", "file", "total");
    for (file, runs) in &times {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let stages = STAGES.map(|stage| median(runs.iter().map(|run| time_of(run, stage))));
        let total = median(runs.iter().map(|run| run.stages().iter().map(|(_, time)| *time).sum()));
        let columns: String =
            stages.iter().chain([&total]).map(|time| format!("{:>11.1}", milliseconds(*time))).collect();
        println!("{name:<28}{columns}");
    }
}

fn c_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder of C files can be read");
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_case = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.ends_with(".c") && !name.ends_with(".out.c")
    };
    let mut files: Vec<_> = paths.filter(is_case).collect();
    files.sort();
    files
}

/// The stages of one run; nothing for a file that can't be read, which is said.
fn run(file: &Path) -> Option<Timing> {
    let mut timing = Timing::default();
    let folder = file.parent().unwrap_or(Path::new(".")).display().to_string();
    let headers = format!("-I{folder}/../include");
    let preprocessor = Preprocessor::new("cc", vec!["-iquote".into(), folder, headers]);
    let read = timing.measure("read", || Input::read(file, &preprocessor));
    let (input, _) = read.map_err(|problem| eprintln!("{}: {}", file.display(), problem.message)).ok()?;
    let settings = Settings::default();
    let regions = input.unit.regions().iter();
    let done: Vec<_> =
        regions.filter_map(|r| pipeline::run(&input, r, &settings, &mut timing).ok()).collect();
    timing
        .measure("output", || output::text(&input, &done.iter().collect::<Vec<_>>(), &preprocessor))
        .ok()?;
    Some(timing)
}

fn time_of(timing: &Timing, stage: &str) -> Duration {
    timing.stages().iter().find(|(name, _)| *name == stage).map_or(Duration::ZERO, |(_, time)| *time)
}

fn median(times: impl Iterator<Item = Duration>) -> Duration {
    let mut times: Vec<_> = times.collect();
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
