//! What benchmarks of compiled programs share.
#![allow(dead_code)]

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a command prints; `None` if it fails.
pub fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The middle value.
pub fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

/// How far the middle half spreads, over the median.
pub fn spread(values: &[f64]) -> f64 {
    (quantile(values, 0.75) - quantile(values, 0.25)) / median(values)
}

fn quantile(values: &[f64], part: f64) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let last = values.len().saturating_sub(1) as f64;
    values.get((part * last).round() as usize).copied().unwrap_or(f64::NAN)
}

/// Date and machine, as the head of a report.
pub fn machine() -> String {
    let line = |text: Option<String>| text.unwrap_or_default().lines().next().unwrap_or_default().to_owned();
    let processors = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = processors.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let cache = |index: u32, file: &str| {
        let path = format!("/sys/devices/system/cpu/cpu0/cache/index{index}/{file}");
        std::fs::read_to_string(path).map(|text| text.trim().to_owned()).ok()
    };
    let caches = (0..5).filter(|index| cache(*index, "type").is_some_and(|kind| kind != "Instruction"));
    let caches =
        caches.filter_map(|index| Some(format!("L{} {}", cache(index, "level")?, cache(index, "size")?)));
    format!(
        "# Benchmarks\n\nWritten by `make bench` on {}: {}, {cores} cores, {}; {}.\n",
        line(output("date", &["+%F"])),
        model.map_or("unknown processor", |(_, name)| name),
        caches.collect::<Vec<_>>().join(", "),
        line(output("gcc", &["--version"])),
    )
}

/// The bytes of all temporaries in a report at its sizes, and their cells over the most alive, where that is known
/// of all.
pub fn memory(report: &Path) -> Option<(i64, Option<f64>)> {
    let report: Value = serde_json::from_str(&std::fs::read_to_string(report).ok()?).ok()?;
    let (mut bytes, mut cells, mut alive) = (0, 0, Some(0));
    for array in temporaries(&report) {
        let own = array["at"]["cells"].as_i64()?;
        bytes += own * array["element_bytes"].as_i64()?;
        cells += own;
        alive = alive.zip(array["at"]["max_live"].as_i64()).map(|(all, own)| all + own);
    }
    Some((bytes, alive.filter(|alive| *alive > 0).map(|alive| cells as f64 / alive as f64)))
}

/// The bytes of all temporaries as the program has them.
pub fn original_bytes(polycc: &str, source: &Path, at: &str) -> Option<i64> {
    let folder = tempfile::tempdir().ok()?;
    let path = folder.path().join("report.json");
    let copy = folder.path().join("out.c");
    output(polycc, &["-q", "--at", at, "--report", path.to_str()?, source.to_str()?, "-o", copy.to_str()?])?;
    let report: Value = serde_json::from_str(&std::fs::read_to_string(path).ok()?).ok()?;
    let bytes =
        |array: &Value| Some(array["at"]["original_cells"].as_i64()? * array["element_bytes"].as_i64()?);
    temporaries(&report).into_iter().map(bytes).sum()
}

fn temporaries(report: &Value) -> Vec<&Value> {
    let regions = report["regions"].as_array().into_iter().flatten();
    let arrays = regions.flat_map(|region| region["arrays"].as_array().into_iter().flatten());
    let is_array = |array: &&Value| {
        array["role"] == "temporary"
            && array["original_extents"].as_array().is_some_and(|list| !list.is_empty())
    };
    arrays.filter(is_array).collect()
}

/// Writes a report into `docs/`.
pub fn write_report(name: &str, text: &str) {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    std::fs::create_dir_all(&docs).expect("docs/ can be made");
    std::fs::write(docs.join(name), text).expect("the report can be written");
    println!("docs/{name} is new");
}

/// A compiler, the option that makes it say which loops become vector loops, and how it says so.
pub type Compiler = (&'static str, &'static str, &'static str);
pub const GCC: Compiler = ("gcc", "-fopt-info-vec-optimized", "optimized: loop vectorized");
pub const CLANG: Compiler = ("clang", "-Rpass=loop-vectorize", "remark: vectorized loop");

/// How many innermost loops a compiler makes vector loops, and how many there are; `None` without the compiler.
pub fn vector_loops((compiler, option, says): Compiler, source: &Path) -> Option<(usize, usize)> {
    let text = std::fs::read_to_string(source).unwrap_or_default();
    let innermost = innermost_loops(&text);
    let folder = source.parent().unwrap_or(Path::new("."));
    let include = format!("-I{}/../../bench", env!("CARGO_MANIFEST_DIR"));
    let command = Command::new(compiler)
        .args(["-O3", "-w", option, &include, "-c", "-o", "/dev/null"])
        .arg(source.file_name().unwrap_or_default())
        .current_dir(folder)
        .output();
    let said = String::from_utf8_lossy(&command.ok()?.stderr).into_owned();
    let line = |said: &str| said.split(':').nth(1)?.parse::<usize>().ok();
    let vectorized: BTreeSet<usize> = said
        .lines()
        .filter(|line| line.contains(says))
        .filter_map(line)
        .filter(|line| innermost.contains(line))
        .collect();
    Some((vectorized.len(), innermost.len()))
}

/// The lines of loops without loops in them, in a text whose indentation shows what is inside what.
fn innermost_loops(text: &str) -> BTreeSet<usize> {
    let heads: Vec<(usize, usize)> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| line.trim_start().starts_with("for ("))
        .map(|(number, line)| (number, line.len() - line.trim_start().len()))
        .collect();
    let has_inner = |place: usize| heads.get(place + 1).is_some_and(|next| next.1 > heads[place].1);
    (0..heads.len()).filter(|place| !has_inner(*place)).map(|place| heads[place].0).collect()
}

/// Lines with code.
pub fn lines(source: &Path) -> usize {
    let text = std::fs::read_to_string(source).unwrap_or_default();
    let is_code = |line: &&str| !line.is_empty() && !line.starts_with("/*") && !line.ends_with("*/");
    text.lines().map(str::trim).filter(is_code).count()
}
