//! polycc's command line: its options, and the job that they ask for.

use crate::cache::Caches;
use crate::driver::{self, Emission, Job};
use crate::emit::Stage;
use crate::explain;
use crate::flags::{self, Flags, Unsound};
use crate::input;
use crate::messages::{Format, Messages};
use crate::outputs::Output;
use crate::pipeline::{self, Aim, Memory};
use crate::progress::Progress;
use crate::project::Project;
use clap::{CommandFactory, Parser, ValueEnum};
use codegen::isolate::{Devices, Means};
use diagnostics::{Code, Diagnostic};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

/// What a command line asks for.
pub struct CommandLine {
    /// The files to read.
    pub files: Vec<PathBuf>,
    /// What to do with them.
    pub job: Job,
}

/// Why a command line asks for nothing that could be done, or only for help.
#[derive(Debug)]
pub enum Misuse {
    /// An option of the compiler's.
    Unsound(Unsound),
    /// An option that only a run by itself can follow.
    Foreign(&'static str),
    /// An option that writes something, where nothing is written.
    WritesNothing(&'static str),
    /// A word that is no code of messages, and the code that is most like it.
    NoCode(String, Code),
    /// One output, as an option names it, for so many inputs.
    OneOutput(&'static str, usize),
    /// An option that standard input, or output, has no name for.
    NoName(&'static str),
    /// A compilation database that can't be read.
    Project(Diagnostic),
    /// One that comes without a folder for its outputs.
    NoFolder,
    /// What clap says.
    Clap(clap::Error),
}

impl Misuse {
    /// Whether it is help, or the version, that was asked for.
    pub fn is_help(&self) -> bool {
        matches!(self, Misuse::Clap(error) if !error.use_stderr())
    }

    /// Says it to the user; nothing helps if that fails.
    pub fn print(&self) {
        match self {
            Misuse::Clap(error) => {
                let _ = error.print();
            }
            _ => eprint!("{self}"),
        }
    }
}

/// How an error with this code starts.
fn error(code: Code) -> String {
    format!("error[{code}]")
}

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misuse::Unsound(unsound) => writeln!(f, "{}: {unsound}", error(Code::UnsoundOption)),
            Misuse::Foreign(option) => write!(f, "`{option}` has no meaning in a build"),
            Misuse::WritesNothing(option) => {
                let error = error(Code::ForeignOption);
                writeln!(f, "{error}: `{option}` has no meaning for `polycc explain`, which writes nothing")
            }
            Misuse::NoCode(word, nearest) => {
                let (error, title) = (error(Code::UnknownCode), nearest.title());
                writeln!(f, "{error}: no message has the code `{word}`; the nearest is {nearest}: {title}")
            }
            Misuse::OneOutput(option, count) => {
                let help = if *option == "-o" { "; `-o DIR/` takes all of them" } else { "" };
                writeln!(
                    f,
                    "{}: `{option}` names one file, but there are {count} inputs{help}",
                    error(Code::ForeignOption)
                )
            }
            Misuse::NoName(option) => {
                let error = error(Code::ForeignOption);
                writeln!(f, "{error}: `{option}` wants files, and standard input and output have no names")
            }
            Misuse::Project(problem) => writeln!(f, "error: {}", problem.message),
            Misuse::NoFolder => writeln!(f, "error: `--project` writes many files, and wants `-o DIR/`"),
            Misuse::Clap(error) => error.fmt(f),
        }
    }
}

impl CommandLine {
    /// Reads the words of a command line, the first of which is the name of the program.
    ///
    /// # Errors
    /// A wrong one, or one that asks for help.
    pub fn parse(words: impl Iterator<Item = String>) -> Result<Self, Misuse> {
        let flags =
            flags::split(with_long_options(words).into_iter(), takes_value).map_err(Misuse::Unsound)?;
        let arguments = Arguments::try_parse_from(&flags.own).map_err(Misuse::Clap)?;
        let project = arguments.project.as_deref().map(Project::read).transpose();
        let project = project.map_err(Misuse::Project)?;
        let output = Output::of(arguments.output.as_deref());
        if project.is_some() && !output.is_folder() {
            return Err(Misuse::NoFolder);
        }
        let files = project.as_ref().map_or_else(|| arguments.files.clone(), Project::files);
        let is_piped = files.iter().any(|file| file == Path::new("-"));
        let rules = flags.dependencies.as_ref().filter(|rules| rules.are_wanted());
        let is_single = matches!(output, Output::File(_) | Output::Standard);
        let names_one = if is_single { Some("-o") } else { rules.filter(|it| it.have_file()).map(|_| "-MF") };
        match names_one {
            Some(option) if files.len() > 1 => Err(Misuse::OneOutput(option, files.len())),
            _ if rules.is_some() && (is_piped || output == Output::Standard) => Err(Misuse::NoName("-MD")),
            _ if is_piped && output.is_folder() => Err(Misuse::NoName("-o DIR/")),
            _ => Ok(CommandLine { files, job: job(&arguments, flags, project) }),
        }
    }
}

/// The job that `options` ask for where a build hands over `file`, with what it has its compiler do.
///
/// # Errors
/// Wrong options, or some that have no meaning in a build.
pub fn job_in_build(
    options: Vec<String>,
    file: &Path,
    compiler: String,
    preprocessing: Vec<String>,
) -> Result<Job, Misuse> {
    let words = ["polycc".to_owned()].into_iter().chain(options);
    let CommandLine { mut job, .. } =
        CommandLine::parse(words.chain(["--".into(), file.display().to_string()]))?;
    if let Some(option) = job.foreign_to_builds() {
        return Err(Misuse::Foreign(option));
    }
    job.compiler = compiler;
    job.preprocessor_arguments.extend(preprocessing);
    job.progress = Progress::default();
    Ok(job)
}

/// The options, for manuals and completions.
pub fn command() -> clap::Command {
    Arguments::command().subcommand(explain::command())
}

/// Contracts temporary arrays in C programs: what isn't alive needs no memory.
#[derive(Parser)]
#[command(name = "polycc", version, long_version = long_version(), max_term_width = 100, after_help = explain::HELP)]
struct Arguments {
    /// The C files; `-` is standard input
    #[arg(required_unless_present = "project", conflicts_with = "project", value_name = "FILE.c")]
    files: Vec<PathBuf>,
    /// Take the C files of a compilation database (`compile_commands.json`), each with the options of its own command. They are one
    /// program; outputs lie below `-o DIR/` as the inputs do in their folder, with a database that compiles them
    #[arg(long, value_name = "FILE", requires = "output")]
    project: Option<PathBuf>,
    /// Output; `-` is standard output. A folder (`DIR/`) gets all outputs under the names of the inputs, which are then taken for
    /// one program: functions of one file are known in the others [default: <stem>.polycc.c beside the input]
    #[arg(short, long, value_name = "FILE|DIR/")]
    output: Option<PathBuf>,
    /// Search here for included files
    #[arg(short = 'I', value_name = "DIR")]
    include_directories: Vec<String>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    define: Vec<String>,
    /// Undefine a macro
    #[arg(short = 'U', value_name = "NAME")]
    undefine: Vec<String>,
    /// Search here for system headers (also written -isystem DIR)
    #[arg(long = "isystem", value_name = "DIR")]
    system_directories: Vec<String>,
    /// Include this file first (also written -include FILE)
    #[arg(long = "include", value_name = "FILE")]
    include_first: Vec<String>,
    /// The C standard (also written -std=c11)
    #[arg(long = "std", value_name = "STANDARD")]
    standard: Option<String>,
    /// Compiler used to preprocess and verify, with options if need be: "ccache gcc" [default: $CC, else cc]
    #[arg(long, value_name = "PROGRAM")]
    cc: Option<String>,
    /// Which parts of the program to take: the marked ones only, or in functions without marks all that can
    /// be [default: pragma if the file has any `#pragma scop`, else auto]
    #[arg(long, value_enum)]
    scops: Option<Scops>,
    /// What to aim at: `speed` takes the smallest footprint that costs no time, `memory` the fewest cells,
    /// `none` keeps the order of the program
    #[arg(long, value_enum, default_value = "speed")]
    optimize: Optimize,
    /// The caches that orders are judged by, level by level; `native` for those of this machine [default: 32K,1M,32M]
    #[arg(long, value_name = "SIZES", value_parser = caches)]
    cache: Option<Caches>,
    /// Schedules in isl notation, `function: { … }`; they win over pragmas
    #[arg(long, value_name = "FILE")]
    schedule: Option<PathBuf>,
    /// Run loop nests over time in tiles that stay in the cache; sizes are along time first, then along the
    /// dimensions of space, the last one for all that follow [default sizes: by the second cache]. Isolated loop
    /// nests run in tiles of their outer loops, each in a memory space of its own [default sizes: 32]
    #[arg(
        long,
        value_name = "SIZES",
        num_args = 0..=1,
        require_equals = true,
        value_delimiter = ',',
        value_parser = clap::value_parser!(i64).range(1..=1_000_000)
    )]
    tile: Option<Vec<i64>>,
    /// Run fused rows in chunks, or else the outermost loops that can, in parallel with OpenMP's pragmas
    #[arg(long)]
    parallel: bool,
    /// What to do when a schedule overwrites values that are still needed: refuse it, or keep them apart by
    /// more memory
    #[arg(long, value_enum, default_value = "never")]
    expand: Expand,
    /// How to find mappings: the best of all methods, or one of them
    #[arg(long, value_name = "NAME", default_value = "best", value_parser = allocation_method())]
    allocator: String,
    /// What memory is given to: arrays, which are contracted, or statements: what each writes to a temporary gets
    /// an array of its own, which is contracted, where that takes fewer bytes
    #[arg(long, value_enum, default_value = "contract")]
    memory: MemoryFor,
    /// Arrays whose contents are not needed after the regions
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    temporary: Vec<String>,
    /// What a new order makes of pointers that may overlap: test whether they do, and run the program as it was where that
    /// is so; take it that they don't; or keep the order
    #[arg(long, value_enum, default_value = "test")]
    overlap: Overlap,
    /// Whether calls of the file's functions are gone through, where loops of several of them get a new order for that, or stay
    #[arg(long, value_enum, default_value = "auto")]
    inline: Inline,
    /// Parameter values at which sizes are reported
    #[arg(long, value_name = "N=1024", value_delimiter = ',', value_parser = assignment)]
    at: Vec<(String, i64)>,
    /// How transfers between memory spaces are spelled (`#pragma polycc isolate`)
    #[arg(long, value_enum, default_value = "memcpy")]
    transfer: Transfer,
    /// Spell transfers by own functions or macros: PREFIXload, PREFIXstore, PREFIXallocate, PREFIXfree
    #[arg(long, value_name = "PREFIX", value_parser = identifier, conflicts_with = "transfer")]
    transfer_prefix: Option<String>,
    /// Let the iterations of a loop around an isolated statement share what is transferred
    #[arg(long, value_enum, value_name = "on|off", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "on", default_value = "off")]
    transfer_reuse: Switch,
    /// As --transfer-reuse, and let transfers run while other iterations work: PREFIXwait ends those that were started
    #[arg(long)]
    transfer_overlap: bool,
    /// Stop after a stage and print what it found
    #[arg(long, value_enum)]
    emit: Option<Emit>,
    /// Write nothing, and exit with 4 if something could be gained
    #[arg(long, conflicts_with_all = ["output", "emit", "report", "verify"])]
    check: bool,
    /// Write a report: .html (a page to look at), .json or .txt
    #[arg(long, value_name = "FILE", value_parser = report_file)]
    report: Option<PathBuf>,
    /// Compile and run original and output, and compare
    #[arg(long)]
    verify: bool,
    /// Write `#line`, so that messages and debuggers lead to the lines of the input
    #[arg(long)]
    line_directives: bool,
    /// So many seconds of processor time may the run take; what isn't done by then stays as it is. 0 is no limit
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    time_limit: u64,
    /// How messages are written
    #[arg(long, value_enum, default_value = "human")]
    message_format: MessageFormat,
    /// Colour in messages
    #[arg(long, value_enum, default_value = "auto")]
    color: Color,
    /// Say nothing but errors
    #[arg(short, long)]
    quiet: bool,
    /// Say what stays and why, and how long each stage took
    #[arg(short, long)]
    verbose: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Switch {
    On,
    Off,
}

#[derive(Clone, Copy, ValueEnum)]
enum Scops {
    Pragma,
    Auto,
}

#[derive(Clone, Copy, ValueEnum)]
enum Optimize {
    Speed,
    Memory,
    None,
}

#[derive(Clone, Copy, ValueEnum)]
enum MemoryFor {
    Contract,
    Reallocate,
}

#[derive(Clone, Copy, ValueEnum)]
enum Expand {
    Never,
    Violated,
}

#[derive(Clone, Copy, ValueEnum)]
enum Overlap {
    Test,
    Assume,
    Refuse,
}

#[derive(Clone, Copy, ValueEnum)]
enum Inline {
    Auto,
    Never,
}

#[derive(Clone, Copy, ValueEnum)]
enum Transfer {
    /// `memcpy`: both memory spaces are the host's
    Memcpy,
    /// OpenMP's default device: `omp_target_memcpy`, and a target region
    OmpTarget,
    /// CUDA's runtime; the statement becomes a kernel
    Cuda,
    /// OpenCL's commands; the statement becomes a kernel
    Opencl,
}

#[derive(Clone, Copy, ValueEnum)]
enum Emit {
    C,
    Scop,
    Dataflow,
    /// The dependence graph in Graphviz's language, one digraph a region
    DataflowDot,
    LiveRanges,
    Conflicts,
    Schedule,
    Allocation,
    Regions,
    /// How many loop nests are taken, and why not the others
    Coverage,
    /// The file with all calls inlined that could let arrays shrink, before anything else changes
    Inlined,
    /// All messages, those of `-v` included, one a line in the order of their places
    Messages,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MessageFormat {
    Human,
    /// One object a line
    Json,
    /// One SARIF log for all files, at the end
    Sarif,
}

#[derive(Clone, Copy, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

/// The version, with those of what counts beside it.
fn long_version() -> String {
    let commit = option_env!("POLYCC_COMMIT").map_or_else(String::new, |commit| format!("commit {commit}, "));
    format!("{} ({commit}{})", env!("CARGO_PKG_VERSION"), isl::version())
}

/// What `--cache` says.
fn caches(text: &str) -> Result<Caches, String> {
    match text {
        "native" => Ok(Caches::of_machine()),
        sizes => sizes.parse(),
    }
}

/// Compilers take these with one dash.
fn with_long_options(arguments: impl Iterator<Item = String>) -> Vec<String> {
    let long = |argument: String| match argument.as_str() {
        "-isystem" | "-include" => format!("-{argument}"),
        _ if argument.starts_with("-std=") => format!("-{argument}"),
        _ => argument,
    };
    arguments.map(long).collect()
}

/// Whether a word of its own follows an option of polycc's.
fn takes_value(option: &str) -> bool {
    Arguments::command().get_arguments().any(|argument| {
        let is_long = argument.get_long().is_some_and(|name| option.strip_prefix("--") == Some(name));
        let is_short = argument.get_short().is_some_and(|name| option == format!("-{name}"));
        (is_long || is_short) && argument.get_action().takes_values() && !argument.is_require_equals_set()
    })
}

fn job(arguments: &Arguments, flags: Flags, project: Option<Project>) -> Job {
    let environment = std::env::var("CC").ok().filter(|name| !name.trim().is_empty());
    let compiler = arguments.cc.clone().or(environment).unwrap_or_else(|| "cc".into());
    Job {
        compiler,
        preprocessor_arguments: [flags.compiler, preprocessor_arguments(arguments)].concat(),
        dependencies: flags.dependencies,
        check: arguments.check,
        scops: arguments.scops.map(|scops| match scops {
            Scops::Pragma => input::Scops::Marked,
            Scops::Auto => input::Scops::Found,
        }),
        output: match (Output::of(arguments.output.as_deref()), &project) {
            (Output::Folder(folder), Some(project)) => Output::Tree { folder, base: project.base.clone() },
            (output, _) => output,
        },
        project,
        schedule: arguments.schedule.clone(),
        expand: matches!(arguments.expand, Expand::Violated),
        aim: match arguments.optimize {
            Optimize::Speed => Aim::Speed,
            Optimize::Memory => Aim::Memory,
            Optimize::None => Aim::Order,
        },
        caches: arguments.cache.unwrap_or_default(),
        method: Some(arguments.allocator.clone()).filter(|name| name != "best"),
        memory: match arguments.memory {
            MemoryFor::Contract => Memory::Contract,
            MemoryFor::Reallocate => Memory::Reallocate,
        },
        temporaries: arguments.temporary.clone(),
        tile: arguments.tile.clone(),
        parallel: arguments.parallel,
        overlap: match arguments.overlap {
            Overlap::Test => pipeline::Overlap::Test,
            Overlap::Assume => pipeline::Overlap::Assume,
            Overlap::Refuse => pipeline::Overlap::Refuse,
        },
        inline: match arguments.inline {
            Inline::Auto => driver::Inline::Auto,
            Inline::Never => driver::Inline::Never,
        },
        at: arguments.at.iter().cloned().collect::<BTreeMap<_, _>>(),
        emit: arguments.emit.map(emission),
        report: arguments.report.clone(),
        verify: arguments.verify,
        means: means(arguments),
        reuses: arguments.transfer_reuse == Switch::On,
        overlaps: arguments.transfer_overlap,
        line_directives: arguments.line_directives,
        time_limit: arguments.time_limit,
        messages: Messages::new(
            format(arguments.message_format),
            use_color(arguments.color),
            arguments.quiet,
        ),
        verbose: arguments.verbose,
        progress: match arguments.quiet || arguments.message_format != MessageFormat::Human {
            true => Progress::default(),
            false => Progress::on_terminal(),
        },
    }
}

fn format(given: MessageFormat) -> Format {
    match given {
        MessageFormat::Human => Format::Human,
        MessageFormat::Json => Format::Json,
        MessageFormat::Sarif => Format::Sarif,
    }
}

fn means(arguments: &Arguments) -> Means {
    match (&arguments.transfer_prefix, arguments.transfer) {
        (Some(prefix), _) if arguments.transfer_overlap => Means::Started(prefix.clone()),
        (Some(prefix), _) => Means::Prefixed(prefix.clone()),
        (None, Transfer::Memcpy) => Means::Memcpy,
        (None, Transfer::OmpTarget) => Means::OmpTarget(Devices::default()),
        (None, Transfer::Cuda) => Means::Cuda,
        (None, Transfer::Opencl) => Means::OpenCl("kernel".into()),
    }
}

fn preprocessor_arguments(arguments: &Arguments) -> Vec<String> {
    let prefixed = |prefix: &str, list: &[String]| -> Vec<String> {
        list.iter().map(|value| format!("{prefix}{value}")).collect()
    };
    let pairs = |option: &str, list: &[String]| -> Vec<String> {
        list.iter().flat_map(|value| [option.to_string(), value.clone()]).collect()
    };
    let mut all = prefixed("-I", &arguments.include_directories);
    all.extend(prefixed("-D", &arguments.define));
    all.extend(prefixed("-U", &arguments.undefine));
    all.extend(pairs("-isystem", &arguments.system_directories));
    all.extend(pairs("-include", &arguments.include_first));
    all.extend(arguments.standard.iter().map(|standard| format!("-std={standard}")));
    all
}

fn emission(emit: Emit) -> Emission {
    Emission::Stage(match emit {
        Emit::C => return Emission::C,
        Emit::Coverage => return Emission::Coverage,
        Emit::Inlined => return Emission::Inlined,
        Emit::Messages => return Emission::Messages,
        Emit::Scop => Stage::Scop,
        Emit::Dataflow => Stage::Dataflow,
        Emit::DataflowDot => Stage::DataflowDot,
        Emit::LiveRanges => Stage::LiveRanges,
        Emit::Conflicts => Stage::Conflicts,
        Emit::Schedule => Stage::Schedule,
        Emit::Allocation => Stage::Allocation,
        Emit::Regions => Stage::Regions,
    })
}

fn use_color(color: Color) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => std::io::IsTerminal::is_terminal(&std::io::stderr()),
    }
}

/// `best` and the names of all methods.
fn allocation_method() -> clap::builder::PossibleValuesParser {
    std::iter::once("best").chain(allocator::portfolio::names()).collect::<Vec<_>>().into()
}

fn assignment(text: &str) -> Result<(String, i64), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    let value = value.trim().parse().map_err(|_| format!("`{value}` is not an integer"))?;
    Ok((name.trim().to_string(), value))
}

fn identifier(text: &str) -> Result<String, String> {
    let mut letters = text.chars();
    let starts_well = letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_');
    match starts_well && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_') {
        true => Ok(text.to_string()),
        false => Err("no identifier starts like that".to_string()),
    }
}

fn report_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html" | "json" | "txt") => Ok(path),
        _ => Err("the file name must end in .html, .json or .txt".to_string()),
    }
}
