//! The command line of the allocator alone: conflicting differences in, mappings out.

mod input;
mod place;
mod report;
mod text;

use allocator::portfolio::{self, Settings};
use clap::Parser;
use clap::builder::PossibleValuesParser;
use diagnostics::{Code, Diagnostic, render};
use input::Input;
use report::Report;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// isl allocates for each number and each set: this takes less time than the C library does, for isl, too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Finds small modular mappings for a set of conflicting differences, and proves them.
#[derive(Parser)]
#[command(name = "polyalloc", version, max_term_width = 100)]
struct Arguments {
    /// One set in isl notation, as `[N] -> { [x,y] : … }`; `-` is standard input
    file: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Parameter values at which sizes are compared and the smallest lattice is looked for
    #[arg(long, value_name = "N=1024", value_delimiter = ',', value_parser = assignment)]
    at: Vec<(String, i64)>,
    /// Run one method only
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(portfolio::names()))]
    method: Option<String>,
    /// Round constant moduli up to powers of two
    #[arg(long)]
    power_of_two: bool,
}

/// isl reads nested expressions recursively.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || run(&arguments));
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(status)) => ExitCode::from(status),
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(error) => {
            eprintln!("error: cannot start a thread: {error}");
            ExitCode::from(1)
        }
    }
}

/// The exit status.
fn run(arguments: &Arguments) -> u8 {
    let at: BTreeMap<String, i64> = arguments.at.iter().cloned().collect();
    let (input, said) = match Input::read(&arguments.file, &at) {
        Ok(read) => read,
        Err(refused) => {
            say(&refused.diagnostics, refused.map.as_deref());
            return 1;
        }
    };
    if let Err(message) = input.check_values(&at) {
        say(&[Diagnostic::error(Code::ParameterValues, message)], None);
        return 2;
    }
    say(&said, Some(&input.map));
    let settings = Settings { only: arguments.method.as_deref(), power_of_two: arguments.power_of_two };
    let text = match report(&input, settings, &at, arguments.json) {
        Ok(text) => text,
        Err(diagnostic) => {
            say(&[diagnostic], Some(&input.map));
            return 1;
        }
    };
    match std::io::stdout().write_all(text.as_bytes()) {
        Ok(()) => 0,
        Err(error) => {
            say(
                &[Diagnostic::error(Code::CannotWrite, format!("cannot write to standard output: {error}"))],
                None,
            );
            1
        }
    }
}

/// What is printed, or why nothing is.
fn report(
    input: &Input,
    settings: Settings,
    at: &BTreeMap<String, i64>,
    json: bool,
) -> Result<String, Diagnostic> {
    let of_isl = |error: isl::Error| Diagnostic::error(Code::SetTooLarge, error.to_string());
    say(&input.remarks(at).map_err(of_isl)?, None);
    let report = Report::new(input, settings, at).map_err(of_isl)?;
    if report.best.is_none() {
        // a question that is too hard isn't answered
        if let Some(unbounded) = input.unbounded().unwrap_or(None) {
            return Err(unbounded);
        }
    }
    Ok(if json { report.to_json() } else { text::table(&report) })
}

fn say(diagnostics: &[Diagnostic], map: Option<&diagnostics::SourceMap>) {
    let color = std::io::IsTerminal::is_terminal(&std::io::stderr());
    eprint!("{}", render::to_text(diagnostics, map, color));
}

fn assignment(text: &str) -> Result<(String, i64), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    let value = value.trim().parse().map_err(|_| format!("`{value}` is not an integer"))?;
    Ok((name.trim().to_string(), value))
}
