//! `polycc-cc`: what a build calls instead of its compiler.
//!
//! It takes the compiler's command line. C files that polycc changes are compiled from the new text, everything else goes to the
//! compiler as it is. Exit status, messages, and rules for `make` are those of the compiler for the user's files: where the new text
//! makes it say anything, the original is compiled as well, and what is said of that counts.

mod compile;
mod invocation;
mod log;
mod settings;

pub use compile::exec;
pub use invocation::{Invocation, Product, Source};
pub use log::summary;
pub use settings::Settings;

use crate::command_line::job_in_build;
use crate::driver::{Made, Status};
use compile::Changed;
use diagnostics::{Code, Severity};
use log::Record;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What `--help` says.
pub fn help() -> String {
    command().render_long_help().to_string()
}

/// Says something in one line, as compilers do.
pub fn tell(severity: Severity, code: Code, text: &str) {
    eprintln!("{}[{code}]: {text}", severity.name());
}

/// The options for the manual: the command line itself is the compiler's, which nobody but it can read.
pub fn command() -> clap::Command {
    let flag = |name: &'static str, help: &'static str| {
        clap::Arg::new(name).long(name).action(clap::ArgAction::SetTrue).help(help)
    };
    clap::Command::new("polycc-cc")
        .version(env!("CARGO_PKG_VERSION"))
        .disable_version_flag(true)
        .disable_help_flag(true)
        .about("Compiles as a compiler does, C files from what polycc makes of them")
        .override_usage("polycc-cc [--strict] [COMPILER] ARGUMENTS...\n       polycc-cc --summary [FOLDER]")
        .arg(flag(
            "strict",
            "A file that polycc can't take ends the build; otherwise it is compiled as it is",
        ))
        .arg(flag("summary", "Say what the last builds of the files in FOLDER (default: here) changed"))
        .after_help(EXPLANATION)
}

const EXPLANATION: &str = "\
COMPILER is gcc, clang, or `ccache gcc`; where it is left out, it is $POLYCC_CC, else cc:

  make CC=\"polycc-cc gcc\"
  CC=\"polycc-cc gcc\" ./configure
  cmake -DCMAKE_C_COMPILER=polycc-cc .

POLYCC_FLAGS holds options of polycc; a file polycc.toml beside the project may hold more:

  flags = [\"--optimize\", \"memory\"]
  strict = true
  [files.\"src/decode*.c\"]
  flags = [\"--parallel\"]
  [files.\"vendor/**\"]
  skip = true

What builds did is kept in $POLYCC_LOG, or else in polycc/builds.jsonl in the user's cache.";

/// What the environment asks for.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// Whether a file that polycc can't take ends the build.
    pub strict: bool,
    /// polycc's options.
    pub flags: Option<String>,
}

/// Runs the command as the compiler would, with what polycc makes of its C files.
pub fn run(invocation: &Invocation, wishes: &Wishes) -> ExitCode {
    let Some(product) = invocation.product() else { return compile::as_given(invocation) };
    let sources = invocation.sources();
    let is_file_each = matches!(product, Product::Files { .. });
    // compilers refuse one output for several files
    let is_impossible = is_file_each && invocation.output().is_some() && sources.len() > 1;
    if is_impossible || !invocation.output().is_none_or(is_file) {
        return compile::as_given(invocation);
    }
    let mut changed = Vec::new();
    for source in &sources {
        let target = target(invocation, product, source);
        let mut record = Record {
            input: full(&source.path),
            given: source.path.display().to_string(),
            output: full(&target),
            regions: vec![],
            left: None,
        };
        match text(invocation, source, wishes) {
            Ok(None) => {}
            Ok(Some(NewText { bytes: text, regions })) => {
                record.regions = regions;
                changed.push(Changed { source, text, target });
            }
            Err(Left::Quietly(why)) => record.left = Some(why),
            Err(Left::Told { why, strict }) => {
                let severity = if strict { Severity::Error } else { Severity::Warning };
                tell(severity, Code::LeftToCompiler, &format!("{}: {why}", source.path.display()));
                if strict {
                    return ExitCode::FAILURE;
                }
                record.left = Some(why);
            }
        }
        record.write();
    }
    match is_file_each {
        _ if changed.is_empty() => compile::as_given(invocation),
        true => compile::each(invocation, &sources, changed),
        false => compile::linked(invocation, changed),
    }
}

/// Why the compiler gets a file as it is.
enum Left {
    /// For a reason that is no news to whoever builds it.
    Quietly(String),
    Told {
        why: String,
        strict: bool,
    },
}

/// A new text, and what a run says of the regions that change.
struct NewText {
    bytes: Vec<u8>,
    regions: Vec<String>,
}

/// What polycc makes of a file; `None` if nothing changes.
fn text(invocation: &Invocation, source: &Source, wishes: &Wishes) -> Result<Option<NewText>, Left> {
    let told = |strict: bool| move |why: String| Left::Told { why, strict };
    let settings = Settings::of(&source.path, wishes.flags.as_deref()).map_err(told(wishes.strict))?;
    let strict = wishes.strict || settings.strict;
    if settings.skip || !source.path.exists() {
        return Ok(None);
    }
    let preprocessing = invocation.for_preprocessing();
    let preprocessing = preprocessing.map_err(|unsound| Left::Quietly(unsound.to_string()))?;
    let compiler = shlex::try_join(invocation.compiler.iter().map(String::as_str)).unwrap_or_default();
    let job = job_in_build(settings.flags, &source.path, compiler, preprocessing);
    let mut job = job.map_err(|misuse| told(strict)(format!("POLYCC_FLAGS: {misuse}")))?;
    job.messages.quiet = true;
    // whatever happens in polycc, the build goes on
    let made = catch_unwind(AssertUnwindSafe(|| job.made(&source.path)));
    match made {
        Ok(Made { status: Status::Done, text, regions, .. }) => {
            Ok(text.map(|bytes| NewText { bytes, regions }))
        }
        Ok(Made { problems, .. }) => {
            let worst = problems.into_iter().max_by_key(|problem| problem.severity);
            Err(told(strict)(worst.map_or_else(|| "polycc can't take it".to_owned(), |problem| problem.text)))
        }
        Err(_) => Err(told(strict)("polycc fails on it, which is a bug in polycc".into())),
    }
}

/// What is made of a source.
fn target(invocation: &Invocation, product: Product, source: &Source) -> PathBuf {
    match (invocation.output(), product) {
        (Some(output), _) => output.to_owned(),
        (None, Product::Files { extension }) => {
            PathBuf::from(source.path.file_name().unwrap_or_default()).with_extension(extension)
        }
        (None, Product::Program) => "a.out".into(),
    }
}

/// Whether an output is, or becomes, a file of its own: no device, and not standard output.
fn is_file(output: &Path) -> bool {
    output != Path::new("-") && std::fs::metadata(output).map_or(true, |known| known.is_file())
}

/// A path from the root.
fn full(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}
