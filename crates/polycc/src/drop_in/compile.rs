//! What is run, in which order, and what of it counts.

use super::invocation::{Invocation, Source};
use super::tell;
use crate::leftovers::Temporary;
use diagnostics::{Code, Severity};
use std::ffi::OsStr;
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
    exec(&invocation.given())
}

/// Becomes the program that the first word names.
pub fn exec(words: &[impl AsRef<OsStr>]) -> ExitCode {
    let Some((program, arguments)) = words.split_first() else { return ExitCode::FAILURE };
    let error = Command::new(program).args(arguments).exec();
    failed(&program.as_ref().to_string_lossy(), &error)
}

/// Compiles all sources, each to a file of its own.
pub fn each(invocation: &Invocation, sources: &[Source], mut changed: Vec<Changed<'_>>) -> ExitCode {
    let given = invocation.given();
    if sources.len() == 1
        && let Some(only) = changed.pop()
    {
        return changed_one(invocation, only, &given).map_or_else(|code| code, exit_code);
    }
    match run(&given) {
        Ok(status) if status.success() => {}
        ended => return ended.map_or_else(|code| code, exit_code),
    }
    for one in changed {
        let compiled = NewText::of(&one).map(|text| text.compile_quietly(invocation, &one));
        if let Some(Err(code)) = compiled {
            return code;
        }
    }
    ExitCode::SUCCESS
}

/// Makes a program of all sources, then once more with objects of those that are changed.
pub fn linked(invocation: &Invocation, changed: Vec<Changed<'_>>) -> ExitCode {
    let given = invocation.given();
    match run(&given) {
        Ok(status) if status.success() => {}
        ended => return ended.map_or_else(|code| code, exit_code),
    }
    link_again(invocation, changed, &given).map_or_else(|code| code, |()| ExitCode::SUCCESS)
}

fn link_again(invocation: &Invocation, changed: Vec<Changed<'_>>, given: &[String]) -> Result<(), ExitCode> {
    let Some(Ok(folder)) = changed.first().map(|first| folder(&first.target)) else { return Ok(()) };
    let mut objects = Vec::new();
    for (number, one) in changed.into_iter().enumerate() {
        let one = Changed { target: folder.as_ref().join(format!("{number}.o")), ..one };
        let Some(text) = NewText::of(&one) else { continue };
        if text.compile_quietly(invocation, &one)? {
            objects.push((one.source, one.target));
        }
    }
    let replaced: Vec<_> = objects.iter().map(|(source, object)| (*source, object.as_path())).collect();
    if !output_of(&invocation.with(&replaced))?.status.success() {
        // what it made before was all right
        output_of(given)?;
    }
    Ok(())
}

/// Compiles a changed source to its target, which `original` makes of the source.
fn changed_one(
    invocation: &Invocation,
    changed: Changed<'_>,
    original: &[String],
) -> Result<ExitStatus, ExitCode> {
    let Changed { source, target, .. } = &changed;
    let Some(text) = NewText::of(&changed) else { return run(original) };
    let command = invocation.alone(source, &text.file, target);
    let done = output_of(&command)?;
    if done.status.success() && done.stderr.is_empty() && done.stdout.is_empty() {
        text.name_source_in_rule(invocation, &changed);
        return Ok(done.status);
    }
    // what the compiler says is to be about the user's text
    let kept = text.folder.as_ref().join("kept");
    let is_kept = done.status.success() && fs::rename(target, &kept).is_ok();
    let of_original = run(original)?;
    if of_original.success() && !(is_kept && fs::rename(&kept, target).is_ok()) {
        text.compile_quietly(invocation, &changed)?;
    }
    Ok(of_original)
}

/// A new text in a file.
struct NewText {
    folder: Temporary<Folder>,
    file: PathBuf,
}

impl NewText {
    /// That of a source; if it can't be written, a warning says so.
    fn of(changed: &Changed<'_>) -> Option<Self> {
        let warn = |error: &io::Error| {
            let place = changed.source.path.display();
            let text = format!("{place}: compiled as it is: no temporary file: {error}");
            tell(Severity::Warning, Code::LeftToCompiler, &text);
        };
        NewText::new(changed).inspect_err(warn).ok()
    }

    fn new(changed: &Changed<'_>) -> io::Result<Self> {
        let folder = folder(&changed.target)?;
        let file = folder.as_ref().join(changed.source.path.file_name().unwrap_or_default());
        fs::write(&file, &changed.text)?;
        Ok(NewText { folder, file })
    }

    /// Puts what is made of it in the place of what was made of the source, without a word of the compiler's. If it makes nothing, that
    /// stays; gives whether it does.
    fn compile_quietly(&self, invocation: &Invocation, changed: &Changed<'_>) -> Result<bool, ExitCode> {
        let Changed { source, target, .. } = changed;
        let original = self.folder.as_ref().join("original");
        let is_aside = fs::rename(target, &original).is_ok();
        let mut command = invocation.alone(source, &self.file, target);
        command.extend(["-w".into(), "-Wno-error".into()]);
        if output_of(&command)?.status.success() {
            self.name_source_in_rule(invocation, changed);
            return Ok(true);
        }
        if is_aside {
            // it was there a moment ago
            let _ = fs::rename(&original, target);
        }
        let place = source.path.display();
        let text = format!(
            "{place}: compiled as it is: the compiler refuses what polycc wrote, which is a bug in polycc"
        );
        tell(Severity::Warning, Code::LeftToCompiler, &text);
        Ok(false)
    }

    /// Lets the rule for `make`, if there is one, name the user's file instead of this one.
    fn name_source_in_rule(&self, invocation: &Invocation, changed: &Changed<'_>) {
        if let Some(rule) = invocation.rule_file(&changed.target) {
            rename_in_rule(&rule, &self.file, &changed.source.path);
        }
    }
}

/// Puts one name in the place of another in a rule for `make`.
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
    tell(Severity::Error, Code::NoCompiler, &format!("cannot run the C compiler `{program}`: {error}"));
    ExitCode::from(if error.kind() == io::ErrorKind::NotFound { 127 } else { 126 })
}

/// As shells tell of an end by a signal.
fn exit_code(status: ExitStatus) -> ExitCode {
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal));
    ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}
