//! What is run, in which order, and what of it counts.

use super::invocation::{Invocation, Source};
use crate::leftovers::Temporary;
use std::fs;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};

/// A source that polycc has changed.
pub struct Changed<'a> {
    /// Where it stands in the command.
    pub source: &'a Source,
    /// The new text.
    pub text: Vec<u8>,
    /// What is made of it, alone or with others.
    pub target: PathBuf,
}

/// Becomes the compiler.
pub fn as_given(invocation: &Invocation) -> ExitCode {
    let words = invocation.with(&[]);
    failed(&words[0], &Command::new(&words[0]).args(&words[1..]).exec())
}

/// Compiles all sources, each to a file of its own.
pub fn each(
    invocation: &Invocation,
    sources: &[Source],
    mut changed: Vec<Changed<'_>>,
    target: &dyn Fn(&Source) -> PathBuf,
) -> ExitCode {
    let mut last = ExitCode::SUCCESS;
    for source in sources {
        let ended = match changed.iter().position(|it| it.source == source) {
            Some(position) => changed_one(invocation, changed.swap_remove(position)),
            None => run(&invocation.alone(source, &source.path, &target(source))),
        };
        // compilers go on with the next file, too
        match ended {
            Ok(status) if status.success() => {}
            Ok(status) => last = exit_code(status),
            Err(code) => return code,
        }
    }
    last
}

/// Compiles what is changed to objects, then compiles and links the rest with these.
pub fn linked(invocation: &Invocation, changed: Vec<Changed<'_>>) -> ExitCode {
    let Some(first) = changed.first() else { return as_given(invocation) };
    let Ok(folder) = folder(&first.target) else { return as_given(invocation) };
    let mut objects = Vec::new();
    for (number, one) in changed.into_iter().enumerate() {
        let (source, object) = (one.source, folder.0.join(format!("{number}.o")));
        match changed_one(invocation, Changed { target: object.clone(), ..one }) {
            Ok(status) if status.success() => objects.push((source, object)),
            Ok(status) => return exit_code(status),
            Err(code) => return code,
        }
    }
    let replaced: Vec<_> = objects.iter().map(|(source, object)| (*source, object.as_path())).collect();
    run(&invocation.with(&replaced)).map_or_else(|code| code, exit_code)
}

/// Compiles a changed source to its target.
fn changed_one(invocation: &Invocation, changed: Changed<'_>) -> Result<ExitStatus, ExitCode> {
    let Changed { source, text, target } = changed;
    let name = source.path.file_name().unwrap_or_default();
    let written = folder(&target).and_then(|folder| {
        let file = folder.0.join(name);
        fs::write(&file, &text).map(|()| (folder, file))
    });
    let original = |target: &Path| run(&invocation.alone(source, &source.path, target));
    let (folder, file) = match written {
        Ok(written) => written,
        Err(error) => {
            eprintln!("warning: {}: compiled as it is: no temporary file: {error}", source.path.display());
            return original(&target);
        }
    };
    let mut command = invocation.alone(source, &file, &target);
    let output = command_of(&command).output().map_err(|error| failed(&command[0], &error))?;
    let mut status = output.status;
    if !status.success() || !output.stderr.is_empty() || !output.stdout.is_empty() {
        // what the compiler says is to be about the user's text
        let beside = folder.0.join("original.o");
        let of_original = original(&beside)?;
        if !of_original.success() {
            let _ = fs::remove_file(&target);
            return Ok(of_original);
        }
        if !status.success() {
            command.extend(["-w".into(), "-Wno-error".into()]);
            status = command_of(&command).output().map_err(|error| failed(&command[0], &error))?.status;
        }
        if !status.success() {
            let place = source.path.display();
            eprintln!(
                "warning: {place}: compiled as it is: the compiler refuses what polycc wrote, which is a bug in polycc"
            );
            return original(&target);
        }
    }
    if let Some(rule) = invocation.rule_file(&target) {
        rename_in_rule(&rule, &file, &source.path);
    }
    Ok(status)
}

/// Lets a rule for `make` name the user's file instead of the new text.
fn rename_in_rule(rule: &Path, text: &Path, source: &Path) {
    let Ok(bytes) = fs::read(rule) else { return };
    let escaped =
        |path: &Path| path.display().to_string().replace('$', "$$").replace(' ', "\\ ").replace('#', "\\#");
    let rules = String::from_utf8_lossy(&bytes);
    let renamed = rules.replace(&escaped(text), &escaped(source));
    if renamed != rules {
        let _ = fs::write(rule, renamed);
    }
}

/// A folder for the new text that always has the same name, so that caches of compiled files know the text again, and holds nothing
/// else, so that headers aren't found beside it.
struct Folder(PathBuf);

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // what can't be removed is in nobody's way
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// One for what is compiled to `target`; elsewhere if that is in a folder that nothing can be added to.
fn folder(target: &Path) -> io::Result<Temporary<Folder>> {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let beside = target.with_file_name(format!(".polycc-{name}"));
    Temporary::new(|| {
        let made = fs::create_dir(&beside);
        match made {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                // of a build that was ended
                fs::remove_dir_all(&beside)?;
                fs::create_dir(&beside).map(|()| Folder(beside))
            }
            Ok(()) => Ok(Folder(beside)),
            Err(_) => tempfile::tempdir().map(|folder| Folder(folder.keep())),
        }
    })
}

fn command_of(words: &[String]) -> Command {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    command
}

fn run(words: &[String]) -> Result<ExitStatus, ExitCode> {
    command_of(words).status().map_err(|error| failed(&words[0], &error))
}

fn failed(program: &str, error: &io::Error) -> ExitCode {
    eprintln!("error: cannot run the C compiler `{program}`: {error}");
    ExitCode::from(if error.kind() == io::ErrorKind::NotFound { 127 } else { 126 })
}

/// As shells tell of an end by a signal.
fn exit_code(status: ExitStatus) -> ExitCode {
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal));
    ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}
