//! The binary `polycc`.

use polycc::command_line::CommandLine;
use polycc::driver::Status;
use polycc::explain::{self, Asked};
use polycc::leftovers::clean_up_at_signals;
use std::io::Write;
use std::process::ExitCode;

/// isl allocates for each number and each set: this takes less time than the C library does, for isl, too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // a name that is no text is one of no file
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let asked =
        explain::asked(&words).unwrap_or_else(|| CommandLine::parse(words.into_iter()).map(Asked::from));
    let CommandLine { files, job } = match asked {
        Ok(Asked::Run(line)) => *line,
        Ok(Asked::Text(text)) => {
            // who stops reading doesn't want the rest
            let _ = std::io::stdout().write_all(text.as_bytes());
            return ExitCode::SUCCESS;
        }
        Err(misuse) => {
            misuse.print();
            return ExitCode::from(if misuse.is_help() { 0 } else { 2 });
        }
    };
    // where the system has no signals, a run that is ended may leave something
    let _ = clean_up_at_signals(job.progress.clone());
    let status = job.run(&files);
    job.progress.clear();
    ExitCode::from(match status {
        Status::Done => 0,
        Status::Gain => 4,
        Status::Refused => 1,
        Status::Misused => 2,
        Status::Wrong => 3,
    })
}
