//! One case from beginning to end: a folder of its own, the run of polycc, and what is checked then.

use crate::case::Case;
use crate::command_case;
use crate::golden;
use crate::process::{self, Outcome};
use crate::program_case;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// Longer than any run takes, and far from for ever.
const LIMIT: Duration = Duration::from_secs(60);

/// A case that is being tried: where everything is, and what went wrong so far.
#[derive(Debug)]
pub struct Trial<'a> {
    /// The case.
    pub case: &'a Case,
    /// The folder of the cases, where all commands run.
    pub folder: &'a Path,
    polycc: &'a Path,
    scratch: TempDir,
    complaints: Vec<String>,
}

/// Tries `case` with the binary `polycc`; the error lists everything that is wrong.
pub fn check(case: &Case, folder: &Path, polycc: &Path) -> Result<(), String> {
    let mut trial = Trial::new(case, folder, polycc)?;
    let finished =
        if case.is_command() { command_case::try_out(&mut trial) } else { program_case::try_out(&mut trial) };
    trial.note(finished);
    if trial.complaints.is_empty() { Ok(()) } else { Err(trial.complaints.join("\n")) }
}

impl<'a> Trial<'a> {
    fn new(case: &'a Case, folder: &'a Path, polycc: &'a Path) -> Result<Self, String> {
        let scratch = TempDir::new().map_err(|error| error.to_string())?;
        for name in ["out", "again", "build"] {
            fs::create_dir(scratch.path().join(name)).map_err(|error| error.to_string())?;
        }
        Ok(Trial { case, folder, polycc, scratch, complaints: Vec::new() })
    }

    /// The folder that `$TMP` stands for: polycc writes here.
    pub fn out(&self) -> PathBuf {
        self.scratch.path().join("out")
    }

    /// A folder for what a second run writes.
    pub fn again(&self) -> PathBuf {
        self.scratch.path().join("again")
    }

    /// A folder for compiled programs and caught output.
    pub fn build(&self) -> PathBuf {
        self.scratch.path().join("build")
    }

    /// The case's file.
    pub fn source(&self) -> PathBuf {
        self.folder.join(&self.case.path)
    }

    /// Runs polycc with these arguments in the folder of the cases.
    pub fn polycc<S: AsRef<std::ffi::OsStr>>(&self, arguments: &[S]) -> Result<Outcome, String> {
        let mut command = Command::new(self.polycc);
        command.current_dir(self.folder).args(arguments);
        process::run(&mut command, &self.build(), LIMIT)
    }

    /// Notes what is wrong; the trial goes on.
    pub fn complain(&mut self, complaint: impl Into<String>) {
        self.complaints.push(complaint.into());
    }

    /// Notes an error as a complaint.
    pub fn note(&mut self, result: Result<(), String>) {
        if let Err(complaint) = result {
            self.complain(complaint);
        }
    }

    /// Checks what holds for every run: the exit status, the texts on standard error, its golden file.
    pub fn check_ending(&mut self, outcome: &Outcome) {
        let stderr = outcome.stderr.replace(&*self.out().to_string_lossy(), "$TMP");
        if outcome.status != Some(self.case.status) {
            let shown: String = stderr.chars().take(2000).collect();
            let ending = outcome.ending();
            self.complain(format!("polycc {ending}, not with {}:\n{shown}", self.case.status));
        }
        for text in self.case.says.iter().filter(|text| !stderr.contains(text.as_str())) {
            self.complaints.push(format!("standard error does not say `{text}`:\n{stderr}"));
        }
        self.note(golden::compare(&self.golden("stderr"), stderr.as_bytes()));
    }

    /// Checks that polycc left these files in `$TMP` and no other.
    pub fn check_written(&mut self, expected: &[String]) {
        let mut expected = expected.to_vec();
        expected.sort();
        let mut found: Vec<String> = fs::read_dir(self.out())
            .map(|entries| {
                entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
            })
            .unwrap_or_default();
        found.sort();
        if found != expected {
            self.complain(format!("polycc wrote {found:?}, not {expected:?}"));
        }
    }

    /// The golden file with this extension, beside the case.
    pub fn golden(&self, extension: &str) -> PathBuf {
        self.source().with_extension(extension)
    }
}
