//! What the tables of docs/benchmarks-ordinary.md and docs/benchmarks-pipelines.md say of each program: whether polycc changes it by
//! default, and that it ends well. Times and sizes are for the scripts in bench/ to tell.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let polycc = testsuite::polycc();
    if !arguments.list && !testsuite::is_there(&polycc) {
        return ExitCode::FAILURE;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let programs = ordinary(root).into_iter().chain(pipelines(root));
    let tests = programs.map(|program| {
        let (root, polycc) = (root.to_path_buf(), polycc.clone());
        Trial::test(program.name.clone(), move || program.check(&root, &polycc))
    });
    libtest_mimic::run(&arguments, tests.collect()).exit_code()
}

/// A program, and what its row says.
struct Program {
    name: String,
    files: Vec<PathBuf>,
    /// `yes`, `no`, or the files that change; `None` where no row is about it.
    changed: Option<String>,
}

impl Program {
    fn check(&self, root: &Path, polycc: &Path) -> Result<(), Failed> {
        let told = self.changed.as_deref().ok_or("no row of its table is about it")?;
        let folder = tempfile::tempdir()?;
        let output = match &self.files[..] {
            [_] => folder.path().join("output.c"),
            _ => folder.path().join(""),
        };
        let include = root.join("bench/ordinary");
        let done =
            Command::new(polycc).arg("-I").arg(include).args(&self.files).arg("-o").arg(&output).output()?;
        let said = String::from_utf8_lossy(&done.stderr);
        if !done.status.success() {
            return Err(format!("polycc: {}\n{said}", done.status).into());
        }
        let mut changed = Vec::new();
        for file in &self.files {
            let name = file.file_name().unwrap_or_default();
            let written = if self.files.len() == 1 { output.clone() } else { output.join(name) };
            if std::fs::read(written)? != std::fs::read(file)? {
                changed.push(name.to_string_lossy().into_owned());
            }
        }
        let is = match changed.len() {
            0 => "no".to_owned(),
            all if all == self.files.len() => "yes".to_owned(),
            _ => changed.join(", "),
        };
        if is == told { Ok(()) } else { Err(format!("changed: {is}, not {told}\n{said}").into()) }
    }
}

/// bench/ordinary: folders of programs in three dressings, each a file.
fn ordinary(root: &Path) -> Vec<Program> {
    let rows = rows(root, "benchmarks-ordinary.md");
    let dressings = ["rows", "flat", "structures"];
    let of = |folder: PathBuf| {
        let name = name(&folder);
        dressings.map(|dressing| {
            let row = rows.iter().find(|row| row[0] == name && row[1] == dressing);
            Program {
                name: format!("ordinary/{name}/{dressing}"),
                files: vec![folder.join(format!("{dressing}.c"))],
                changed: row.map(|row| row[2].clone()),
            }
        })
    };
    folders(&root.join("bench/ordinary")).into_iter().flat_map(of).collect()
}

/// bench/pipelines: folders with the files of a program, and with the same by hand.
fn pipelines(root: &Path) -> Vec<Program> {
    let rows = rows(root, "benchmarks-pipelines.md");
    let of = |folder: PathBuf| {
        let name = name(&folder);
        let row = rows.iter().find(|row| row[0] == name);
        let mut files: Vec<_> = entries(&folder);
        files.retain(|file| file.extension().is_some_and(|it| it == "c"));
        let (by_hand, stages): (Vec<_>, Vec<_>) =
            files.into_iter().partition(|file| file.ends_with("by_hand.c"));
        [("stages", stages, 2), ("by_hand", by_hand, 5)].map(|(form, files, cell)| Program {
            name: format!("pipelines/{name}/{form}"),
            files,
            changed: row.map(|row| row[cell].clone()),
        })
    };
    folders(&root.join("bench/pipelines")).into_iter().flat_map(of).collect()
}

/// The cells of the table in a document.
fn rows(root: &Path, document: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(root.join("docs").join(document)).unwrap_or_default();
    let lines = text.lines().filter_map(|line| line.strip_prefix('|')?.strip_suffix('|'));
    lines.map(|line| line.split('|').map(|cell| cell.trim().to_owned()).collect()).collect()
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    let mut all = entries(folder);
    all.retain(|path| path.is_dir() && !name(path).starts_with('_'));
    all
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let all = std::fs::read_dir(folder).into_iter().flatten();
    let mut all: Vec<_> = all.flatten().map(|entry| entry.path()).collect();
    all.sort();
    all
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
