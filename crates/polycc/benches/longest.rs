//! What polycc costs: `cargo bench -p polycc --bench longest`. For the ten inputs that take the longest, of the testsuite's
//! cases and `bench/`, and for programs that are too much for it, the processor time of a run by default, compilers
//! included, and what ended before it was done. Ends with 1 if that is more than it may be.

#[path = "support/hard.rs"]
mod hard;
#[path = "support/mod.rs"]
mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::median;

const POLYCC: &str = env!("CARGO_BIN_EXE_polycc");

/// Seconds: of any run, of a case, and the median of all cases.
const MOST: [f64; 3] = [20.0, 2.0, 0.1];

/// How many are shown.
const SHOWN: usize = 10;

/// What polycc says of what it didn't do to the end, and how that is called here.
const ENDED: [(&str, &str); 4] = [
    ("the time limit of", "time limit"),
    ("too hard to analyse as a whole", "regions divided"),
    ("it is too hard to analyse", "regions given up"),
    ("too long to", "arrays or orders given up"),
];

struct Cost {
    name: String,
    file: PathBuf,
    seconds: f64,
}

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let cases = root.join("testsuite/cases");
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let run = |folder: &Path, file: &Path| cost(&cases.join("include"), folder, file, scratch.path());
    let of = |folder: &Path| -> Vec<Cost> {
        let mut files = Vec::new();
        collect(folder, &mut files);
        files.iter().filter_map(|file| run(folder, file)).collect()
    };
    let suite = of(&cases);
    let others = of(&root.join("bench"));
    let too_much = hard::programs().into_iter().enumerate().filter_map(|(number, (name, text))| {
        let file = scratch.path().join(format!("hard{number}.c"));
        fs::write(&file, text).ok()?;
        Some(Cost { name: name.to_owned(), ..run(scratch.path(), &file)? })
    });
    let too_much: Vec<_> = too_much.collect();
    let middle = median(&suite.iter().map(|cost| cost.seconds).collect::<Vec<_>>());
    let longest = |costs: &[Cost]| costs.iter().map(|cost| cost.seconds).fold(0.0, f64::max);
    let slowest = longest(&suite);
    let most = slowest.max(longest(&others)).max(longest(&too_much));
    println!("{:<44}{:>10}  ended early", "input", "CPU s");
    let mut both: Vec<_> = suite.iter().chain(&others).collect();
    both.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    for Cost { name, file, seconds } in both.iter().take(SHOWN).copied().chain(&too_much) {
        let ended = ended(&cases.join("include"), file, scratch.path()).join(", ");
        println!("{name:<44}{seconds:>10.2}  {ended}");
    }
    println!("cases: median {middle:.3} s, longest {slowest:.3} s; all: longest {most:.3} s");
    if most > MOST[0] || slowest > MOST[1] || middle > MOST[2] {
        println!("more than {} s for any, {} s for a case, or {} s as the median", MOST[0], MOST[1], MOST[2]);
        std::process::exit(1);
    }
}

/// What a run on `file` costs; `None` where polycc refuses it.
fn cost(include: &Path, folder: &Path, file: &Path, scratch: &Path) -> Option<Cost> {
    let mut command = Command::new("sh");
    // the second line of `times` is for what the shell has run
    command.args(["-c", "\"$@\" && times", "sh", POLYCC, "-q", "-I"]).arg(include).arg(file);
    let done = command.arg("-o").arg(scratch.join("out.c")).output().ok()?;
    let printed = String::from_utf8_lossy(&done.stdout);
    let seconds = printed.lines().nth(1)?.split_whitespace().map(seconds).sum::<Option<f64>>()?;
    let name = file.strip_prefix(folder).ok()?.display().to_string();
    Some(Cost { name, file: file.to_owned(), seconds })
}

/// What a run on `file` didn't do to the end.
fn ended(include: &Path, file: &Path, scratch: &Path) -> Vec<String> {
    let mut command = Command::new(POLYCC);
    command.arg("-v").arg("-I").arg(include).arg(file).arg("-o").arg(scratch.join("out.c"));
    let said = command.output().map(|done| done.stderr).unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    let count = |(text, name): &(&str, &str)| match said.matches(text).count() {
        0 => None,
        count => Some(format!("{name} ({count})")),
    };
    ENDED.iter().filter_map(count).collect()
}

/// `1m2.5s`
fn seconds(text: &str) -> Option<f64> {
    let (minutes, seconds) = text.strip_suffix('s')?.split_once('m')?;
    Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
}

/// The programs below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            collect(&path, files);
        } else if name.ends_with(".c") && !name.ends_with(".out.c") {
            files.push(path);
        }
    }
    files.sort();
}
