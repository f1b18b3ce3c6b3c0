//! Where a program is compiled and run, and what polycc makes of it.

use crate::program::Program;
use crate::reference::parallel;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;
use testsuite::cases_folder;
use testsuite::compilers::{Build, Compiled};
use testsuite::process;

/// A folder of one program.
#[derive(Debug)]
pub struct Place {
    /// It stays behind if something is wrong.
    pub folder: PathBuf,
}

/// Where headers and drivers of the matrix are.
fn own_folder() -> PathBuf {
    cases_folder().join("../tests/matrix")
}

impl Place {
    /// An empty folder for the program of that name.
    pub fn new(name: &str) -> Result<Place, String> {
        let file = name.replace(['/', ' '], "_");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("matrix").join(file);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Place { folder })
    }

    /// Whether polycc writes `to`, and exits with 0; it may say that one method finds no room for what a user's order needs.
    pub fn polycc(
        &self,
        program: &Program,
        flags: &[String],
        polycc: &Path,
        to: &str,
    ) -> Result<bool, String> {
        let mut command = Command::new(polycc);
        command.current_dir(cases_folder()).args(flags).args(headers()).args(besides(flags, &program.flags));
        command.arg(self.folder.join("in.c")).arg("-o").arg(self.folder.join(to));
        let outcome = process::run(&mut command, &self.folder, Duration::from_secs(600))?;
        let said: String = outcome.stderr.lines().take(12).collect::<Vec<_>>().join("\n");
        let is_refused = outcome.status == Some(1)
            && flags.iter().any(|flag| flag == "--allocator")
            && said.contains("finds no smaller mapping that can be proved");
        match outcome.succeeded() || is_refused {
            true => Ok(!is_refused),
            false => Err(format!("polycc {}:\n{said}", outcome.ending())),
        }
    }

    /// Compiles `source` with all that belongs to the program.
    pub fn compile(
        &self,
        program: &Program,
        build: Build,
        source: &str,
        name: &str,
        flags: &[String],
    ) -> Result<Compiled, String> {
        let mut all = headers();
        all.extend(program.preprocessor.iter().chain(flags).cloned());
        all.extend(driver(program)?);
        // some programs mean something else without it
        all.extend(parallel(&program.text).then(|| "-fopenmp".to_string()));
        build.compile(&self.folder.join(source), &all, &cases_folder(), &self.folder.join(name))
    }

    /// Removes the folder.
    pub fn remove(self) {
        let _ = fs::remove_dir_all(self.folder);
    }
}

/// What is linked with the program: where sizes come from, and its `main`, compiled once.
fn driver(program: &Program) -> Result<Vec<String>, String> {
    static GIVEN: OnceLock<Result<String, String>> = OnceLock::new();
    static PIPELINE: OnceLock<Result<String, String>> = OnceLock::new();
    static STENCIL: OnceLock<Result<String, String>> = OnceLock::new();
    let mut objects = vec![GIVEN.get_or_init(|| object("given.c")).clone()?];
    match program.driver {
        Some("pipeline.c") => objects.push(PIPELINE.get_or_init(|| object("pipeline.c")).clone()?),
        Some(_) => objects.push(STENCIL.get_or_init(|| object("stencil.c")).clone()?),
        None => {}
    }
    Ok(objects)
}

fn object(source: &str) -> Result<String, String> {
    let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("matrix-{source}.o"));
    let mut command = Command::new("gcc");
    command.current_dir(own_folder()).args(["-std=c11", "-O1", "-Iinclude", "-I../../cases/include"]);
    command.args(["-I../../../bench", "-I../../../bench/stencils", "-c", source, "-o"]).arg(&to);
    let done = command.output().map_err(|error| format!("gcc: {error}"))?;
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    if done.status.success() { Ok(to.display().to_string()) } else { Err(said) }
}

/// The headers of the matrix come before those of the cases.
fn headers() -> Vec<String> {
    let own = own_folder().join("include");
    let given = own.join("given.h").display().to_string();
    vec![format!("-I{}", own.display()), "-Iinclude".to_string(), "-include".to_string(), given]
}

/// The program's flags less what the mode says, too.
fn besides(mode: &[String], flags: &[String]) -> Vec<String> {
    let mut kept = flags.to_vec();
    for option in ["--memory", "--scops"] {
        let twice = kept.iter().position(|flag| flag == option && mode.contains(flag));
        if let Some(at) = twice {
            kept.drain(at..at + 2);
        }
    }
    kept
}
