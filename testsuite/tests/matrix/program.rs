//! The programs of the matrix: cases, benchmarks and examples, as text that takes its sizes from outside where it can.

use crate::sizes::{self, Sizes};
use std::fs;
use std::path::{Path, PathBuf};
use testsuite::case::{Case, discover};
use testsuite::cases_folder;

/// A program as the matrix runs it.
#[derive(Clone, Debug)]
pub struct Program {
    /// `kernels/gauss.c`; behind it what was done to the text.
    pub name: String,
    /// The text; each `char` is a byte of the file.
    pub text: String,
    /// What polycc must be told besides the mode.
    pub flags: Vec<String>,
    /// What the preprocessor must be told.
    pub preprocessor: Vec<String>,
    /// A file beside this one that holds the `main` of a program without one.
    pub driver: Option<&'static str>,
    /// Where its sizes come from.
    pub sizes: Sizes,
    /// No size is smaller.
    pub least: i64,
}

/// All programs that polycc is to take, by name.
pub fn all() -> Vec<Program> {
    let mut programs: Vec<Program> =
        discover(&cases_folder()).iter().flat_map(|path| of_case(path)).collect();
    let root = cases_folder().join("../..");
    programs.extend(files(&root, "examples").iter().map(|path| own(&root, path)));
    programs.extend(files(&root, "bench").iter().map(|path| driven(&root, path, "pipeline.c")));
    programs.extend(files(&root, "bench/stencils").iter().map(|path| driven(&root, path, "stencil.c")));
    programs
}

/// The case with its annotations, and without those that prescribe an order. One that polycc refuses for its order is taken
/// without it alone.
fn of_case(path: &Path) -> Vec<Program> {
    let Ok(case) = Case::read(&cases_folder(), path) else { return Vec::new() };
    let text = read(&cases_folder().join(path));
    if case.is_command() || !text.contains("main(") {
        return Vec::new();
    }
    let name = path.to_string_lossy().into_owned();
    // headers beside the case; those of the matrix come first
    let beside = format!("-I{}", path.parent().unwrap_or(Path::new("")).display());
    let with = |mut flags: Vec<String>| {
        flags.push(beside.clone());
        flags
    };
    let program = program(
        name,
        &text,
        with(kept_flags(&case.flags, text.contains("#pragma polycc schedule"))),
        with([case.preprocessor_flags(), files_of(&case)].concat()),
    );
    let free = without_order(&program);
    let marked = (case.status == 0).then_some(program);
    marked.into_iter().chain(free).collect()
}

/// The other files of a case's program, which are compiled with it.
fn files_of(case: &Case) -> Vec<String> {
    case.with.iter().map(|path| path.to_string_lossy().into_owned()).collect()
}

fn program(name: String, text: &str, flags: Vec<String>, preprocessor: Vec<String>) -> Program {
    let (text, sizes) = sizes::from_outside(text);
    // what programs assume of their sizes, these keep to
    let least = if text.contains("polycc assume") { 7 } else { 0 };
    Program { name, text, flags, preprocessor, driver: None, sizes, least }
}

/// The program without the pragmas that prescribe or weaken its order, if it has any.
fn without_order(program: &Program) -> Option<Program> {
    let mut text = String::new();
    let mut inside = false;
    for line in program.text.split_inclusive('\n') {
        let pragma = line.trim_start().starts_with("#pragma polycc schedule")
            || line.trim_start().starts_with("#pragma polycc order");
        if !pragma && !inside {
            text.push_str(line);
        }
        inside = (pragma || inside) && line.trim_end().ends_with('\\');
    }
    let name = format!("{} in any order", program.name);
    (text != program.text).then(|| Program { name, text, ..program.clone() })
}

/// The flags of a case that say nothing of how polycc is to optimize. What a schedule needs to be legal is kept, too.
fn kept_flags(flags: &[String], scheduled: bool) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = flags.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--expand" | "--temporary" | "--schedule" | "--cache" | "--scops" | "-D" | "-U" | "-I" => {
                kept.push(word.clone());
                kept.extend(words.next().cloned());
            }
            "--memory" if scheduled => {
                kept.push(word.clone());
                kept.extend(words.next().cloned());
            }
            "--optimize" | "--memory" | "--allocator" | "--at" => drop(words.next()),
            "--parallel" | "--transfer-reuse" | "--transfer-overlap" => {}
            other if other.starts_with("--tile") => {}
            _ => kept.push(word.clone()),
        }
    }
    kept
}

/// A program with a `main` of its own.
fn own(root: &Path, path: &Path) -> Program {
    let name = path.to_string_lossy().into_owned();
    program(name, &read(&root.join(path)), Vec::new(), Vec::new())
}

/// A program whose `main` is in `driver`.
fn driven(root: &Path, path: &Path, driver: &'static str) -> Program {
    let folder = path.parent().unwrap_or(Path::new(""));
    let include = vec![format!("-I{}", root.join(folder).display())];
    let name = path.to_string_lossy().into_owned();
    let text = read(&root.join(path));
    let (flags, preprocessor) = (include.clone(), include);
    Program { name, text, flags, preprocessor, driver: Some(driver), sizes: Sizes::Tuples(2), least: 0 }
}

/// The programs in `folder`; those written by hand are what others are compared with.
fn files(root: &Path, folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let program = |name: &String| name.ends_with(".c") && !name.ends_with(".hand.c") && name != "harness.c";
    let mut found: Vec<PathBuf> = names.filter(program).map(|name| Path::new(folder).join(name)).collect();
    found.sort();
    found
}

/// The bytes of a file, each as one `char`: cases hold bytes that are no UTF-8.
fn read(path: &Path) -> String {
    fs::read(path).unwrap_or_default().into_iter().map(char::from).collect()
}

impl Program {
    /// Writes the text to `path`.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let bytes: Vec<u8> = self.text.chars().map(|byte| byte as u8).collect();
        fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
    }
}
