//! What is run, in which order, and what of it counts.

use super::invocation::{Invocation, Source};
use crate::leftovers::Temporary;
use std::fs;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Output};

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
    let words = invocation.given();
    failed(&words[0], &Command::new(&words[0]).args(&words[1..]).exec())
}

/// Compiles all sources, each to a file of its own.
pub fn each(
    invocation: &Invocation,
    sources: &[Source],
    mut changed: Vec<Changed<'_>>,
    target: &dyn Fn(&Source) -> PathBuf,
) -> ExitCode {
    if sources.len() == 1
        && let Some(only) = changed.pop()
    {
        return changed_one(invocation, only, &invocation.given()).map_or_else(|code| code, exit_code);
    }
    for source in sources {
        let original = invocation.alone(source, &source.path, &target(source));
        let ended = match changed.iter().position(|it| it.source == source) {
            Some(position) => changed_one(invocation, changed.swap_remove(position), &original),
            None => run(&original),
        };
        match ended {
            Ok(status) if status.success() => {}
            // which compilers go on from in ways of their own
            _ => return as_given(invocation),
        }
    }
    ExitCode::SUCCESS
}

/// Compiles what is changed to objects, then compiles and links the rest with these.
pub fn linked(invocation: &Invocation, changed: Vec<Changed<'_>>) -> ExitCode {
    let Some(first) = changed.first() else { return as_given(invocation) };
    let Ok(folder) = folder(&first.target) else { return as_given(invocation) };
    let mut objects = Vec::new();
    for (number, one) in changed.into_iter().enumerate() {
        let (source, target) = (one.source, folder.as_ref().join(format!("{number}.o")));
        let original = invocation.alone(source, &source.path, &target);
        match changed_one(invocation, Changed { target: target.clone(), ..one }, &original) {
            Ok(status) if status.success() => objects.push((source, target)),
            _ => return as_given(invocation),
        }
    }
    let replaced: Vec<_> = objects.iter().map(|(source, object)| (*source, object.as_path())).collect();
    run(&invocation.with(&replaced)).map_or_else(|code| code, exit_code)
}

/// Compiles a changed source to its target, which `original` makes of the source.
fn changed_one(
    invocation: &Invocation,
    changed: Changed<'_>,
    original: &[String],
) -> Result<ExitStatus, ExitCode> {
    let Changed { source, text, target } = changed;
    let place = source.path.display();
    let written = folder(&target).and_then(|folder| {
        let file = folder.as_ref().join(source.path.file_name().unwrap_or_default());
        fs::write(&file, &text).map(|()| (folder, file))
    });
    let (folder, file) = match written {
        Ok(written) => written,
        Err(error) => {
            eprintln!("warning: {place}: compiled as it is: no temporary file: {error}");
            return run(original);
        }
    };
    let mut command = invocation.alone(source, &file, &target);
    let output = output_of(&command)?;
    let mut status = output.status;
    if !status.success() || !output.stderr.is_empty() || !output.stdout.is_empty() {
        let kept = folder.as_ref().join("kept");
        let keep = || fs::rename(&target, &kept).is_ok();
        let mut is_kept = status.success() && keep();
        // what the compiler says is to be about the user's text
        let of_original = run(original)?;
        if !of_original.success() {
            return Ok(of_original);
        }
        if !is_kept {
            command.extend(["-w".into(), "-Wno-error".into()]);
            // the original's target stays if this makes none
            let beside = folder.as_ref().join("original");
            let is_aside = fs::rename(&target, &beside).is_ok();
            is_kept = output_of(&command)?.status.success() && keep();
            if !is_kept && is_aside {
                let _ = fs::rename(&beside, &target);
            }
        }
        if !is_kept || fs::rename(&kept, &target).is_err() {
            eprintln!(
                "warning: {place}: compiled as it is: the compiler refuses what polycc wrote, which is a bug in polycc"
            );
        }
        status = of_original;
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

fn output_of(words: &[String]) -> Result<Output, ExitCode> {
    command_of(words).output().map_err(|error| failed(&words[0], &error))
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
