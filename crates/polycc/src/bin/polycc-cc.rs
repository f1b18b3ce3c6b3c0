//! The binary `polycc-cc`.

use diagnostics::{Code, Severity};
use polycc::drop_in::{self, Invocation, Wishes};
use polycc::leftovers::clean_up_at_signals;
use polycc::progress::Progress;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;

/// isl allocates for each number and each set: this takes less time than the C library does, for isl, too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let given: Vec<OsString> = std::env::args_os().skip(1).collect();
    let words: Option<Vec<String>> = given.iter().map(|word| word.to_str().map(String::from)).collect();
    // names that are no text are left to the compiler
    let Some(mut words) = words else { return drop_in::exec(&given) };
    match words.first().map(String::as_str) {
        None => {
            eprint!("{}", drop_in::help());
            return ExitCode::from(2);
        }
        Some("--help") => {
            print!("{}", drop_in::help());
            return ExitCode::SUCCESS;
        }
        Some("--summary") => return summary(words.get(1).map_or(".", String::as_str)),
        Some(_) => {}
    }
    let strict = words[0] == "--strict";
    if strict {
        words.remove(0);
    }
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    let default = variable("POLYCC_CC").unwrap_or_else(|| "cc".into());
    let invocation = Invocation::new(&words, &default);
    let is_self = |word: &String| Path::new(word).file_name() == Some(OsStr::new("polycc-cc"));
    if invocation.compiler.iter().any(is_self) {
        let problem = "polycc-cc can't be its own compiler; POLYCC_CC names another one";
        drop_in::tell(Severity::Error, Code::NoCompiler, problem);
        return ExitCode::from(2);
    }
    let _ = clean_up_at_signals(Progress::default());
    drop_in::run(&invocation, &Wishes { strict, flags: variable("POLYCC_FLAGS") })
}

fn summary(folder: &str) -> ExitCode {
    match drop_in::summary(Path::new(folder)) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            drop_in::tell(Severity::Error, Code::CannotRead, &problem);
            ExitCode::from(2)
        }
    }
}
