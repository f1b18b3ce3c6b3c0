//! From a file to a file: what the command line does.

mod trial;

use crate::budget::Budget;
use crate::cache::Caches;
use crate::counting::{Counting, counted};
use crate::coverage::{Coverage, Refused};
use crate::dependencies::{Dependencies, Rule};
use crate::emit::{self, Stage};
use crate::inline::{self, Inlining, Whose};
use crate::input::{Input, Scops};
use crate::messages::{Messages, Problem, Said};
use crate::output::{self, Unwritten};
use crate::outputs::{Output, Outputs, Prepared, Waiting, create, folder_of};
use crate::pipeline::{self, Aim, Failure, Memory, Overlap, Region, Settings};
use crate::program::{Imports, Program};
use crate::progress::Progress;
use crate::project::Project;
use crate::report::{self, Report};
use crate::report_html::{self, Page};
use crate::time_limit::TimeLimit;
use crate::timing::Timing;
use crate::unused::Seen;
use crate::verify::Version;
use crate::verify::calls::Callees;
use crate::writable::writable;
use crate::{borders, isolate, line_directives, reread, story, summary, syntax, verify};
use codegen::isolate::Means;
use diagnostics::{Code, Diagnostic, Remark, Severity, SourceMap, Span};
use frontend::preprocess::{Preprocessor, decode, named};
use frontend::{Forwarded, Interior};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::Write;
use std::path::{Path, PathBuf};
use trial::Trials;

/// What to do with each file.
pub struct Job {
    /// The C compiler that preprocesses and verifies.
    pub compiler: String,
    /// Options for it.
    pub preprocessor_arguments: Vec<String>,
    /// The project that the files are, of which each has a compiler and options of its own.
    pub project: Option<Project>,
    /// Which regions to take; by default those that are marked, and where none is, all that can be found.
    pub scops: Option<Scops>,
    /// Where to write; beside the inputs by default.
    pub output: Output,
    /// The rules for `make` to write beside the outputs.
    pub dependencies: Option<Dependencies>,
    /// Whether to write nothing, and only to tell whether something could be gained.
    pub check: bool,
    /// A file with schedules.
    pub schedule: Option<PathBuf>,
    /// Whether a schedule that violates live ranges gets more memory.
    pub expand: bool,
    /// What to aim at.
    pub aim: Aim,
    /// The caches that orders are judged by.
    pub caches: Caches,
    /// The method of allocation, if not the best.
    pub method: Option<String>,
    /// What memory is given to.
    pub memory: Memory,
    /// Arrays whose contents nobody needs after the regions.
    pub temporaries: Vec<String>,
    /// Whether loop nests get tiles, and their sizes, where they are given.
    pub tile: Option<Vec<i64>>,
    /// Whether loops get OpenMP's pragmas.
    pub parallel: bool,
    /// What a new order makes of pointers that may overlap.
    pub overlap: Overlap,
    /// Whether calls are gone through.
    pub inline: Inline,
    /// Parameter values for reports.
    pub at: BTreeMap<String, i64>,
    /// What to print instead of writing the output.
    pub emit: Option<Emission>,
    /// A file for the report.
    pub report: Option<PathBuf>,
    /// Whether to compile and run original and output.
    pub verify: bool,
    /// How transfers are spelled.
    pub means: Means,
    /// Whether statements and iterations share what is transferred.
    pub reuses: bool,
    /// Whether they do, and transfers run while others work.
    pub overlaps: bool,
    /// Whether `#line` leads back to the lines of the input.
    pub line_directives: bool,
    /// Seconds of processor time after which the rest stays as it is; 0 for no limit.
    pub time_limit: u64,
    /// How it is told.
    pub messages: Messages,
    /// Whether to tell more.
    pub verbose: bool,
    /// What a long run says of itself.
    pub progress: Progress,
}

/// What can be printed instead of writing the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emission {
    /// The C text.
    C,
    /// What a stage found, region by region.
    Stage(Stage),
    /// How much of the file is taken, and why not the rest.
    Coverage,
    /// The text with calls inlined.
    Inlined,
    /// All messages, also those that are told only to those who want more.
    Messages,
    /// What happens at a line.
    Story(u32),
}

/// How it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Everything is written; the output may equal the input.
    Done,
    /// Nothing is written, and something could be gained.
    Gain,
    /// The input was refused.
    Refused,
    /// What the command line asks for can't be done.
    Misused,
    /// polycc found its own result wrong.
    Wrong,
}

/// What became of a file.
pub struct Made {
    /// How it went.
    pub status: Status,
    /// The new text, with `#line` wherever it differs; `None` if nothing changes.
    pub text: Option<Vec<u8>>,
    /// The regions that change, each as a run tells of it.
    pub regions: Vec<String>,
    /// The warnings and errors.
    pub problems: Vec<Problem>,
}

/// Everything about one file.
struct Result {
    /// The text of the file.
    source: String,
    /// That with functions of other files, which the text of `input` is but for loops over tiles of isolated statements, and for
    /// what is inlined.
    original: String,
    input: Input,
    /// The functions of other files.
    imports: Option<Imports>,
    /// The calls that are inlined in it, if any are.
    inlining: Option<Inlining>,
    /// The loops that count in another form than `for` loops do.
    counting: Option<Counting>,
    regions: Vec<Region>,
    /// The file with these; an error is a mistake of polycc's.
    text: std::result::Result<String, String>,
    isolated: Vec<isolate::Statement>,
    /// The places of the regions, and of those that stay.
    taken: Vec<Span>,
    refused: Vec<Refused>,
    timing: Timing,
    /// Whether the time was up before the end.
    is_cut: bool,
    /// The loops with copies for what lies away from the borders.
    borders: Vec<Interior>,
}

/// The text of a file, checked.
struct Written {
    text: String,
    /// What there is to say about it.
    remarks: Vec<Diagnostic>,
    /// The functions that `--verify` calls.
    callees: Callees,
}

/// Whether calls of a file's functions are gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Where a region changes for that.
    Auto,
    /// Nowhere.
    Never,
}

/// What became of the regions of a file.
#[derive(Default)]
struct Regions {
    done: Vec<Region>,
    /// Their places.
    taken: Vec<Span>,
    /// The places of those that were found beside others.
    beside: Vec<Span>,
    refused: Vec<Refused>,
    /// The first that there was no time for.
    late: Option<Span>,
    /// What was found besides, and isn't used.
    rest: Known,
}

/// What became of regions, by their places: those of the file, and those that were found beside them.
#[derive(Default)]
struct Known {
    plain: BTreeMap<Span, Outcome>,
    beside: BTreeMap<Span, Outcome>,
}

/// What becomes of a region.
type Outcome = std::result::Result<Region, Failure>;

/// isl's operations for how many cells are alive at once, of all arrays of a region.
const MOST_ALIVE: u64 = 10_000_000;

/// A region that was found, or a part of one that is too hard.
struct Part {
    region: frontend::Region,
    /// How many times it was divided.
    divisions: u32,
}

impl Part {
    fn whole(region: frontend::Region) -> Self {
        Part { region, divisions: 0 }
    }

    fn half(&self, region: frontend::Region) -> Self {
        Part { region, divisions: self.divisions + 1 }
    }
}

impl Result {
    fn coverage(&self) -> Coverage {
        Coverage::new(&self.input, &self.taken, &self.regions, &self.refused)
    }

    /// What is worth knowing of regions, arrays and isolated statements, at their places.
    fn remarks(&self) -> Vec<Diagnostic> {
        let note =
            |remark: &Remark, place: Span| Diagnostic::note(remark.code, remark.text.clone()).at(place, "");
        let mut notes = Vec::new();
        for (region, place) in self.regions.iter().zip(&self.taken) {
            notes.extend(region.remarks.iter().map(|remark| note(remark, *place)));
            notes.extend(summary::staying(region).map(|(array, reason)| {
                let text = format!("`{}` stays: {reason}", array.c_name);
                Diagnostic::note(reason.code, text).at(array.name_span, "")
            }));
        }
        notes.extend(self.borders.iter().map(borders::to_note));
        for statement in &self.isolated {
            let place = statement.place.region.span;
            notes.extend(isolate::remarks(statement).iter().map(|remark| note(remark, place)));
        }
        notes
    }

    /// What happens at a line, when all that is said are these `messages`.
    fn story(&self, line: u32, at: &BTreeMap<String, i64>, messages: &[diagnostics::Line]) -> String {
        let seen = story::Seen {
            input: &self.input,
            regions: &self.regions,
            taken: &self.taken,
            isolated: &self.isolated,
            coverage: &self.coverage(),
            messages,
        };
        story::text(&seen, line, at)
    }
}

impl Regions {
    /// The region of a result.
    fn region<'a>(&self, input: &'a Input, position: usize) -> &'a frontend::Region {
        let place = self.taken[position];
        let is_beside = self.beside.contains(&place);
        let mut all = if is_beside { input.unit.beside() } else { input.unit.regions() }.iter();
        let found = all.find(|region| region.span == place);
        found.expect("results are those of the file's regions")
    }
}

impl Regions {
    /// Says whose calls are inlined in regions that change.
    fn name_stages(&mut self, input: &Input, inlining: &Inlining) {
        for (region, place) in self.done.iter_mut().zip(&self.taken).filter(|(region, _)| region.changes()) {
            let parameters = &region.analysed.scop.parameters;
            let sizes = parameters.iter().map(|parameter| parameter.spelling.as_str()).collect();
            let mut names: Vec<&str> = inlining.declaring(&sizes).collect();
            names.extend(inlining.functions(input, *place));
            let mut said = BTreeSet::new();
            names.retain(|name| said.insert(*name));
            let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
            if !names.is_empty() {
                let text = format!("{}: inlined here", names.join(", "));
                region.remarks.push(Remark::new(Code::Inlined, text));
            }
            let function = &region.analysed.scop.function;
            let reshaped: BTreeSet<&str> = region.reshaped().collect();
            let shrinks = |array: &String| reshaped.contains(array.as_str());
            let apart = inlining.by_member(function).filter(|(_, members)| members.iter().any(shrinks));
            let apart: Vec<_> = apart.map(|(array, _)| format!("`{array}`")).collect();
            let in_chunks = |array: &str| {
                let mut all = inlining.in_chunks().iter().filter(|(own, _)| own == function);
                all.any(|(_, it)| it.array == array && shrinks(&it.own))
            };
            let forwarded = inlining.forwarded(function);
            let forwarded = forwarded.filter(|it| shrinks(&it.from) || in_chunks(&it.from));
            let forwarded: Vec<_> = forwarded
                .map(|Forwarded { from, to, .. }| format!("`{to}` is read where `{from}` was copied to it"))
                .collect();
            if !apart.is_empty() {
                let text = format!("{}: each member is an array of its own", apart.join(", "));
                region.remarks.push(Remark::new(Code::ByMember, text));
            }
            region.remarks.extend(forwarded.into_iter().map(|text| Remark::new(Code::Forwarded, text)));
        }
    }

    /// Without those that aren't kept.
    fn retain(&mut self, is_kept: impl Fn(&Region, Span) -> bool) {
        let both = std::mem::take(&mut self.done).into_iter().zip(std::mem::take(&mut self.taken));
        (self.done, self.taken) = both.filter(|(region, place)| is_kept(region, *place)).unzip();
    }

    /// All that was found.
    fn known(self) -> Known {
        let mut known = self.rest;
        for (place, region) in self.taken.into_iter().zip(self.done) {
            let is_beside = self.beside.contains(&place);
            let places = if is_beside { &mut known.beside } else { &mut known.plain };
            places.insert(place, Ok(region));
        }
        known
    }

    /// In the order of the text.
    fn sorted(mut self) -> Self {
        let mut both: Vec<_> = self.taken.into_iter().zip(self.done).collect();
        both.sort_by_key(|(place, _)| *place);
        (self.taken, self.done) = both.into_iter().unzip();
        self
    }
}

/// A test and a copy of a function aren't worth fewer bytes.
const LEAST_SAVED: i128 = 4096;

/// Regions that were found beside others, and those others, which hold some of the same loops.
struct Group<'a> {
    beside: Vec<&'a frontend::Region>,
    plain: Vec<&'a frontend::Region>,
}

/// The regions of a file in groups that have nothing in common.
fn groups(input: &Input) -> Vec<Group<'_>> {
    let beside = input.unit.beside().iter().map(|region| (region, true));
    let mut all: Vec<_> = input.unit.regions().iter().map(|region| (region, false)).chain(beside).collect();
    all.sort_by_key(|(region, _)| region.span.start);
    let mut found: Vec<(usize, Group<'_>)> = Vec::new();
    for (region, is_beside) in all {
        if found.last().is_none_or(|(end, _)| *end <= region.span.start) {
            found.push((0, Group { beside: vec![], plain: vec![] }));
        }
        if let Some((end, group)) = found.last_mut() {
            *end = region.span.end.max(*end);
            if is_beside { &mut group.beside } else { &mut group.plain }.push(region);
        }
    }
    found.into_iter().map(|(_, group)| group).collect()
}

impl Job {
    /// An option that only a run by itself can follow, if one is given.
    pub fn foreign_to_builds(&self) -> Option<&'static str> {
        let all = [
            (self.output != Output::Beside, "-o"),
            (self.emit.is_some(), "--emit"),
            (self.report.is_some(), "--report"),
            (self.verify, "--verify"),
            (self.check, "--check"),
            (self.dependencies.is_some(), "-MD"),
            (self.means != Means::Memcpy, "--transfer"),
        ];
        all.into_iter().find_map(|(is_given, option)| is_given.then_some(option))
    }

    /// An option that has a run write something, if one is given.
    pub fn foreign_to_explanations(&self) -> Option<&'static str> {
        let is_spelling = |option: &&str| *option == "--transfer";
        self.foreign_to_builds().filter(|option| !is_spelling(option))
    }

    /// Handles all files, then writes the report about them.
    pub fn run(&self, files: &[PathBuf]) -> Status {
        let status = self.all(files);
        self.messages.end();
        status
    }

    fn all(&self, files: &[PathBuf]) -> Status {
        if let Some(problem) = self.overwritten(files) {
            self.refuse(problem);
            return Status::Misused;
        }
        // a report that can't be written must not leave outputs behind
        let report = match self.report.as_deref().map(Prepared::new).transpose() {
            Ok(report) => report,
            Err(diagnostic) => return self.refuse(diagnostic),
        };
        self.project.iter().flat_map(|project| &project.notes).for_each(|note| self.say(note.clone()));
        let program = match self.program(files) {
            Ok(program) => program,
            Err(note) => {
                self.say(note);
                None
            }
        };
        let (mut reports, mut seen, mut outputs) = (Vec::new(), Seen::default(), Outputs::default());
        let limit = TimeLimit::new(self.time_limit);
        let mut worst = Status::Done;
        for file in files {
            let status = self.file(file, program.as_ref(), &limit, &mut reports, &mut seen, &mut outputs);
            worst = worst.max(status);
        }
        if worst <= Status::Gain {
            let mut said = Said::default();
            said.all(None, seen.unused(self));
            said.flush(&self.messages, &self.progress);
            if self.verify && self.output.is_folder() {
                worst = self.verify_all(&outputs);
            }
        }
        if worst == Status::Done
            && let Err(problem) = outputs.write(&self.output).and_then(|()| self.write_database())
        {
            worst = self.refuse(problem);
        }
        match report {
            Some(prepared) if worst == Status::Done => self.write_report(prepared, &reports),
            _ => worst,
        }
    }

    /// What becomes of one file, of which nothing is written.
    pub fn made(&self, path: &Path) -> Made {
        let (mut said, limit) = (Said::default(), TimeLimit::new(self.time_limit));
        let mut made = Made { status: Status::Done, text: None, regions: vec![], problems: vec![] };
        let text = self.transform(path, None, &limit, &mut said).and_then(|mut result| {
            let text = self.c_text(&mut result).map(|written| written.text);
            let text = text.map_err(|(diagnostic, status)| {
                said.all(Some(&result.input), vec![diagnostic]);
                status
            })?;
            Ok((result, text))
        });
        match text {
            Ok((result, text)) if text != result.source => {
                let Result { source, input, regions, .. } = &result;
                let lines = line_directives::written(source, &text, &input.path, &input.preprocessor);
                let text = lines.unwrap_or_else(|| named(&text, &input.path));
                made.text = Some(input.encode(&text));
                let changed = regions.iter().filter(|region| region.changes());
                made.regions = changed.map(|region| summary::region(region, &self.at, false)).collect();
                made.regions.extend(result.borders.iter().map(|it| borders::summary(input, it)));
            }
            Ok(_) => {}
            Err(status) => made.status = status,
        }
        made.problems = said.problems();
        made
    }

    /// Writes the compilation database of the outputs.
    fn write_database(&self) -> std::result::Result<(), Diagnostic> {
        let project = self.project.as_ref().filter(|_| self.emit.is_none());
        let (Some(project), Some(folder)) = (project, self.output.folder()) else { return Ok(()) };
        let text = project.database(|file| self.output.target(file));
        Prepared::new(&folder.join("compile_commands.json"))?.finish(text.as_bytes())
    }

    /// What the files know of one another, if they are one program.
    ///
    /// # Errors
    /// Why they aren't, where they should be.
    fn program(&self, files: &[PathBuf]) -> std::result::Result<Option<Program>, Diagnostic> {
        if !self.output.is_folder() || files.len() < 2 || self.inline == Inline::Never {
            return Ok(None);
        }
        let read = files.iter().map(|file| Input::read(file, &self.preprocessor(file)));
        // those that can't be read are told of when it is their turn
        let read = read.filter_map(|read| read.ok().map(|(input, _)| self.counted(input).0));
        Program::new(read.collect()).map(Some)
    }

    /// Runs what all files are together, before and after.
    fn verify_all(&self, outputs: &Outputs) -> Status {
        match self.verified(outputs.have_main(), &outputs.versions()) {
            Ok(notes) => {
                notes.into_iter().for_each(|note| self.say(note));
                Status::Done
            }
            Err((problem, status)) => self.refuse_as(problem, status),
        }
    }

    /// What is wrong if a file that is to be written is one of those that are read.
    fn overwritten(&self, files: &[PathBuf]) -> Option<Diagnostic> {
        let targets: Vec<_> = files.iter().map(|file| (self.target(file), file)).collect();
        let is_twice = |(position, (target, _)): &(usize, &(Option<PathBuf>, &PathBuf))| {
            target.is_some() && targets[..*position].iter().any(|(earlier, _)| earlier == target)
        };
        if let Some((_, (Some(target), file))) = targets.iter().enumerate().find(is_twice)
            && self.output.is_folder()
        {
            let problem = format!("`{}` and another input both go to `{}`", file.display(), target.display());
            return Some(
                Diagnostic::error(Code::Overwritten, problem)
                    .with_help("files of one name need folders of their own"),
            );
        }
        let outputs = targets.into_iter().filter_map(|(target, _)| target);
        let written = outputs.chain(self.report.clone()).find_map(|target| {
            let own = std::fs::canonicalize(&target).ok()?;
            let is_read = |file: &&PathBuf| std::fs::canonicalize(file).is_ok_and(|file| file == own);
            files.iter().find(is_read).map(|file| (target.clone(), file))
        });
        let (target, file) = written?;
        let problem = format!("`{}` would overwrite the input `{}`", target.display(), file.display());
        Some(Diagnostic::error(Code::Overwritten, problem).with_help("`-o FILE` names another output"))
    }

    fn say(&self, diagnostic: Diagnostic) {
        let mut said = Said::default();
        said.all(None, vec![diagnostic]);
        said.flush(&self.messages, &self.progress);
    }

    fn refuse(&self, diagnostic: Diagnostic) -> Status {
        self.refuse_as(diagnostic, Status::Refused)
    }

    fn refuse_as(&self, diagnostic: Diagnostic, status: Status) -> Status {
        self.say(diagnostic);
        status
    }

    fn file(
        &self,
        path: &Path,
        program: Option<&Program>,
        limit: &TimeLimit,
        reports: &mut Vec<FileReport>,
        seen: &mut Seen,
        outputs: &mut Outputs,
    ) -> Status {
        let mut said = Said::default();
        let status = match self.transform(path, program, limit, &mut said) {
            Ok(mut result) => {
                seen.add(&result.regions, &result.isolated);
                self.deliver(&mut result, path, &mut said, reports, outputs)
            }
            Err(status) => status,
        };
        let copied =
            (status == Status::Refused && self.project.is_some()).then(|| copied(path, &said)).flatten();
        let status = match copied {
            Some((copy, warning)) => {
                said = Said::default();
                said.all(None, vec![warning]);
                outputs.add(copy);
                Status::Done
            }
            None => status,
        };
        if self.emit == Some(Emission::Messages) {
            return self.list(path, &said).map_or_else(|problem| self.refuse(problem), |()| status);
        }
        // a story says itself what there is to say
        if status != Status::Done || !matches!(self.emit, Some(Emission::Story(_))) {
            said.flush(&self.messages, &self.progress);
        }
        status
    }

    /// Prints the messages about the file at `path`.
    fn list(&self, path: &Path, said: &Said) -> std::result::Result<(), Diagnostic> {
        let text = said.lines(path);
        let Some(target) = self.target(path) else { return self.print(text.as_bytes()) };
        if let Output::Folder(folder) = &self.output {
            create(folder)?;
        }
        Prepared::new(&target)?.finish(text.as_bytes())
    }

    /// Writes to standard output.
    fn print(&self, bytes: &[u8]) -> std::result::Result<(), Diagnostic> {
        let written = self.progress.without(|| std::io::stdout().write_all(bytes));
        written.map_err(|e| {
            Diagnostic::error(Code::CannotWrite, format!("cannot write to standard output: {e}"))
        })
    }

    /// Runs all stages on the file.
    fn transform(
        &self,
        path: &Path,
        program: Option<&Program>,
        limit: &TimeLimit,
        said: &mut Said,
    ) -> std::result::Result<Result, Status> {
        self.progress.file(&path.display().to_string());
        let mut timing = Timing::shown(self.progress.clone());
        let preprocessor = self.preprocessor(path);
        let refused = |said: &mut Said, diagnostics: Vec<Diagnostic>| {
            said.all(None, diagnostics);
            Status::Refused
        };
        let settings = self.settings().map_err(|d| refused(said, vec![d]))?;
        let read = timing.measure("read", || Input::read(path, &preprocessor));
        let (input, diagnostics) = read.map_err(|d| refused(said, vec![d]))?;
        let failed = diagnostics.iter().any(|d| d.severity == Severity::Error);
        said.all(Some(&input), diagnostics);
        if failed {
            return Err(Status::Refused);
        }
        let source = input.text.clone();
        let mut original = source.clone();
        let watch = limit.watch();
        let preprocessor = input.preprocessor.clone();
        let (input, counting) = timing.measure("read", || self.counted(input));
        let (mut input, in_tiles) = self.in_tiles(input, &preprocessor, &mut timing, said)?;
        let (mut inlining, mut imports, mut found) = (None, None, Known::default());
        let mut whose = Whose::Callers;
        let mut known = match program.filter(|_| self.looks_into_calls(&input)) {
            Some(program) => {
                let (known, notes) = timing.measure("import", || program.imported(&input));
                self.note(said, &input, notes);
                known
            }
            None => None,
        };
        let whole = known.as_ref().map_or(&input, |known| &known.input);
        self.note(said, whole, whole.users(&whole.unit.inlining().notes));
        let trials = Trials::new(self, whole, &settings, limit);
        let trial = match self.looks_into_calls(whole) {
            true => trials.run(known.as_ref(), &mut timing),
            false => None,
        };
        let alone = trials.into_alone();
        let notes = match trial {
            Some(trial) => {
                input = trial.input;
                inlining = Some(trial.inlining);
                whose = trial.whose;
                found = trial.known;
                if let Some(known) = known.take() {
                    original = known.input.text;
                    imports = Some(known.imports);
                }
                trial.notes
            }
            None => {
                if known.is_none() {
                    found = alone;
                }
                timing.measure("find", || input.find_regions(self.scops))
            }
        };
        self.note(said, &input, notes);
        let was_found_out = !watch.is_over();
        let mut found = self.regions(&mut input, &settings, limit, &mut timing, said, found)?;
        if let Some(inlining) = &inlining {
            let gains = |region: &_, place| inline::gains((&input, inlining), region, place, whose);
            found.retain(|region, place| !input.is_inlined(place) || gains(region, place));
        }
        watch.lift();
        let text = self.written(&input, &settings, limit, &mut found, &mut timing, said)?;
        if let Some(inlining) = &inlining {
            found.name_stages(&input, inlining);
        }
        let Regions { done: regions, taken, refused, late, .. } = found;
        let watch = limit.watch();
        let isolated = match in_tiles {
            Some(statements) => statements,
            None if watch.is_over() => Vec::new(),
            None => {
                let isolated = timing.measure("isolate", || isolate::run(&input, self.sharing()));
                match isolated {
                    _ if watch.is_over() => Vec::new(),
                    isolated => isolated.map_err(|failure| unisolated(failure, &input.map, said))?,
                }
            }
        };
        watch.lift();
        let is_cut = watch.was_over();
        if is_cut && limit.is_news() {
            let first = late.filter(|_| was_found_out).map(|span| input.map.locate(span.start).line);
            said.all(None, vec![limit.note(first)]);
        }
        Ok(Result {
            source,
            original,
            input,
            imports,
            inlining,
            counting,
            regions,
            text,
            isolated,
            taken,
            refused,
            timing,
            is_cut,
            borders: vec![],
        })
    }

    /// Whether nobody says what is taken of a file, or in which order.
    fn is_free(&self, input: &Input) -> bool {
        self.scops != Some(Scops::Marked) && input.is_unmarked() && self.schedule.is_none()
    }

    /// The file with `for` loops in the place of others that count, where nobody says what is taken.
    fn counted(&self, input: Input) -> (Input, Option<Counting>) {
        match self.is_free(&input) && self.emit != Some(Emission::Inlined) {
            true => counted(input),
            false => (input, None),
        }
    }

    /// Whether calls of a file may be inlined.
    fn looks_into_calls(&self, input: &Input) -> bool {
        self.is_free(input)
            && self.inline != Inline::Never
            && !matches!(self.emit, Some(Emission::Coverage | Emission::Inlined))
    }

    /// Whether loops get copies of their bodies for what lies away from the borders.
    fn sets_borders_apart(&self, input: &Input) -> bool {
        let are_found = input.unit.regions().iter().all(|region| region.is_found);
        let is_free = self.scops != Some(Scops::Marked) && self.schedule.is_none();
        is_free && are_found && input.unit.isolated().is_empty() && self.aim == Aim::Speed
    }

    /// A kernel's memory is no array that a function could take.
    fn sharing(&self) -> isolate::Sharing {
        let reuse = match (self.reuses || self.overlaps, self.means.is_kernel()) {
            (false, _) => isolate::Reuse::Nothing,
            (true, true) => isolate::Reuse::InFunctions,
            (true, false) => isolate::Reuse::AcrossCalls,
        };
        isolate::Sharing { reuse, overlaps: self.overlaps }
    }

    /// The file with loops over tiles around isolated statements, and these, if tiles are asked for.
    fn in_tiles(
        &self,
        input: Input,
        preprocessor: &Preprocessor,
        timing: &mut Timing,
        said: &mut Said,
    ) -> std::result::Result<(Input, Option<Vec<isolate::Statement>>), Status> {
        let Some(sizes) = self.tile.as_ref().filter(|_| !input.unit.isolated().is_empty()) else {
            return Ok((input, None));
        };
        let whole = timing.measure("isolate", || isolate::run(&input, self.sharing()));
        if isl::interrupt::is_interrupted() {
            return Ok((input, Some(Vec::new())));
        }
        let whole = whole.map_err(|failure| unisolated(failure, &input.map, said))?;
        let (map, path, text) = (input.map.clone(), input.path.clone(), input.text.clone());
        let tiled =
            timing.measure("tiling", || isolate::tiled(input, whole, sizes, self.sharing(), preprocessor));
        if isl::interrupt::is_interrupted() {
            let again = Input::from_text(&path, text, preprocessor);
            let (input, _) = again.map_err(|problem| {
                said.all(None, vec![problem]);
                Status::Refused
            })?;
            return Ok((input, Some(Vec::new())));
        }
        let tiled = tiled.map_err(|failure| unisolated(failure, &map, said))?;
        Ok((tiled.input, Some(tiled.statements)))
    }

    /// Says why loops stay that nobody asked to be taken.
    fn note(&self, said: &mut Said, input: &Input, diagnostics: Vec<Diagnostic>) {
        if self.tells_all() {
            said.all(Some(input), as_notes(diagnostics));
        } else if self.wants_page() {
            said.keep(input, as_notes(diagnostics));
        }
    }

    /// Whether what stays is told, too, and why.
    fn tells_all(&self) -> bool {
        self.verbose || matches!(self.emit, Some(Emission::Messages | Emission::Story(_)))
    }

    /// Whether the report is a page.
    fn wants_page(&self) -> bool {
        self.report.as_deref().is_some_and(report_html::is_page)
    }

    /// What becomes of the regions, some of which may be `known`; those that were found and are too hard are divided in
    /// `input`.
    fn regions(
        &self,
        input: &mut Input,
        settings: &Settings,
        limit: &TimeLimit,
        timing: &mut Timing,
        said: &mut Said,
        mut known: Known,
    ) -> std::result::Result<Regions, Status> {
        let mut all = Regions::default();
        let mut status = Status::Done;
        let mut open = VecDeque::new();
        for group in groups(input) {
            match self.beside(input, &group, settings, limit, timing, &mut known) {
                Ok(results) if !results.is_empty() => {
                    for (place, result) in results {
                        self.find_most_alive(&result, timing);
                        all.done.push(result);
                        all.taken.push(place);
                        all.beside.push(place);
                    }
                }
                Ok(_) => open.extend(group.plain.into_iter().cloned().map(Part::whole)),
                Err(message) => {
                    said.all(Some(input), vec![wrong(&message)]);
                    status = Status::Wrong;
                }
            }
        }
        let mut number = 0;
        while let Some(part) = open.pop_front() {
            number += 1;
            self.progress.region(number, number + open.len(), part.region.lines.0);
            let region = &part.region;
            let result = known.plain.remove(&region.span);
            let result = result.unwrap_or_else(|| self.part(input, &part, settings, limit, timing));
            let demanding = pipeline::is_demanding(region, settings);
            // what was cut short is nothing to rely on
            if isl::interrupt::is_interrupted() {
                all.late = Some(region.span);
                break;
            }
            if let Err(failure) = &result {
                known.plain.insert(region.span, Err(failure.clone()));
            }
            match result {
                Ok(result) => match immovable(input, region, &result) {
                    Some(problem) => {
                        said.all(Some(input), vec![problem]);
                        status = status.max(Status::Refused);
                    }
                    None => {
                        self.find_most_alive(&result, timing);
                        all.done.push(result);
                        all.taken.push(region.span);
                    }
                },
                Err(Failure::TooHard(diagnostics)) if region.is_found && !demanding => {
                    match input.unit.halve(region, &input.map) {
                        Some([first, second]) => {
                            if part.divisions == 0 {
                                said.all(Some(input), vec![divided(region)]);
                            }
                            open.push_front(part.half(second));
                            open.push_front(part.half(first));
                        }
                        None => {
                            all.refused.extend(refused(region, &diagnostics));
                            said.all(Some(input), as_notes(diagnostics));
                        }
                    }
                }
                Err(Failure::Refused(diagnostics) | Failure::TooHard(diagnostics)) => {
                    all.refused.extend(refused(region, &diagnostics));
                    if region.is_found && !demanding {
                        self.note(said, input, diagnostics);
                        continue;
                    }
                    let diagnostics = pipeline::severe(diagnostics, demanding);
                    if diagnostics.iter().any(|d| d.severity == Severity::Error) {
                        status = status.max(Status::Refused);
                    }
                    said.all(Some(input), diagnostics);
                }
                Err(Failure::Wrong(message)) => {
                    said.all(Some(input), vec![wrong(&message).at(region.span, "")]);
                    status = Status::Wrong;
                }
            }
        }
        all.rest = known;
        if status == Status::Done { Ok(all.sorted()) } else { Err(status) }
    }

    /// The results of a group's regions beside others, with their places, where these are worth more than those of the others.
    /// What else is found becomes `known`.
    ///
    /// # Errors
    /// A mistake of polycc's, as a sentence.
    fn beside(
        &self,
        input: &Input,
        group: &Group<'_>,
        settings: &Settings,
        limit: &TimeLimit,
        timing: &mut Timing,
        known: &mut Known,
    ) -> std::result::Result<Vec<(Span, Region)>, String> {
        let is_used = |region: &frontend::Region, result: &Region| {
            result.changes() && immovable(input, region, result).is_none()
        };
        // how many bytes those save that are used, and how many have other loops
        let mut find = |regions: &[&frontend::Region], known: &mut BTreeMap<Span, Outcome>| {
            let mut gained = None;
            for region in regions {
                let new = || self.part(input, &Part::whole((*region).clone()), settings, limit, timing);
                match known.entry(region.span).or_insert_with(new) {
                    Ok(result) if is_used(region, result) => {
                        let (saved, faster) = gained.get_or_insert((0, 0));
                        *saved += result.saved();
                        *faster += i32::from(result.has_other_loops());
                    }
                    Err(Failure::Wrong(message)) => return Err(message.clone()),
                    _ => {}
                }
            }
            Ok(gained)
        };
        let Some((saved, faster)) = find(&group.beside, &mut known.beside)? else { return Ok(vec![]) };
        if isl::interrupt::is_interrupted() {
            return Ok(vec![]);
        }
        let (plain, as_fast) = find(&group.plain, &mut known.plain)?.unwrap_or((0, 0));
        let is_worth = saved - plain >= LEAST_SAVED || (faster > as_fast && saved >= plain - LEAST_SAVED);
        if !is_worth {
            return Ok(vec![]);
        }
        let mut taken = Vec::new();
        for region in &group.beside {
            match known.beside.remove(&region.span) {
                Some(Ok(result)) if is_used(region, &result) => taken.push((region.span, result)),
                other => known.beside.extend(other.map(|other| (region.span, other))),
            }
        }
        Ok(taken)
    }

    /// Finds how many cells are alive at once, where that is told.
    fn find_most_alive(&self, result: &Region, timing: &mut Timing) {
        let is_told = self.verbose || self.report.is_some() || matches!(self.emit, Some(Emission::Story(_)));
        if is_told {
            timing.measure("live cells", || result.find_most_alive(MOST_ALIVE));
        }
    }

    fn part(
        &self,
        input: &Input,
        part: &Part,
        settings: &Settings,
        limit: &TimeLimit,
        timing: &mut Timing,
    ) -> std::result::Result<Region, Failure> {
        let Part { region, divisions } = part;
        let is_divisible = input.unit.is_divisible(region, &input.map);
        limit.spend(*divisions, is_divisible, |budget| {
            let before = timing.cost();
            let settings = Settings { budget, ..settings.clone() };
            let result = pipeline::run(input, region, &settings, timing);
            (result, timing.cost() - before)
        })
    }

    /// The file with the regions of `found`. Those that can't be written are tried once more with fewer changes, then taken
    /// out of `found`. An inner error is a mistake of polycc's.
    fn written(
        &self,
        input: &Input,
        settings: &Settings,
        limit: &TimeLimit,
        found: &mut Regions,
        timing: &mut Timing,
        said: &mut Said,
    ) -> std::result::Result<std::result::Result<String, String>, Status> {
        let preprocessor = &input.preprocessor;
        let first = match writable(input, &found.done, preprocessor) {
            Ok(first) if !first.refused.is_empty() => first,
            done => return Ok(done.map(|done| done.text)),
        };
        let watch = limit.watch();
        for (position, why) in &first.refused {
            let region = found.region(input, *position);
            if watch.is_over() || pipeline::is_demanding(region, settings) {
                continue;
            }
            let (careful, lost) = more_careful(settings, &found.done[*position]);
            if let Ok(mut result) = self.part(input, &Part::whole(region.clone()), &careful, limit, timing)
                && !watch.is_over()
            {
                result.remarks.push(Remark::new(Code::NoNewOrder, format!("{lost}: {why}")));
                found.done[*position] = result;
            }
        }
        watch.lift();
        let second = match writable(input, &found.done, preprocessor) {
            Ok(second) => second,
            Err(message) => return Ok(Err(message)),
        };
        let mut status = Status::Done;
        for (position, why) in &second.refused {
            let region = found.region(input, *position);
            let demanding = pipeline::is_demanding(region, settings);
            let problems = pipeline::severe(vec![unwritable(region, why)], demanding);
            found.refused.extend(refused(region, &problems));
            said.all(Some(input), problems);
            status = if demanding { Status::Refused } else { status };
        }
        for (position, _) in second.refused.iter().rev() {
            found.done.remove(*position);
            found.taken.remove(*position);
        }
        if status == Status::Done { Ok(Ok(second.text)) } else { Err(status) }
    }

    /// Prints or writes what was asked for.
    fn deliver(
        &self,
        result: &mut Result,
        path: &Path,
        said: &mut Said,
        reports: &mut Vec<FileReport>,
        outputs: &mut Outputs,
    ) -> Status {
        let (mut found, mut callees) = (Vec::new(), Callees::default());
        let text = match self.emit {
            Some(Emission::Stage(stage)) => {
                emitted(stage, &result.regions).map_err(|e| (wrong(&e.message), Status::Wrong))
            }
            Some(Emission::Coverage) => Ok(result.coverage().text(&result.input.path.display().to_string())),
            Some(Emission::Inlined) => Ok(inline::text(&result.input)),
            Some(Emission::C | Emission::Messages | Emission::Story(_)) | None => {
                self.c_text(result).map(|written| {
                    found.extend(written.remarks);
                    callees = written.callees;
                    written.text
                })
            }
        };
        let text = match text {
            Ok(text) => text,
            Err((diagnostic, status)) => {
                said.all(Some(&result.input), vec![diagnostic]);
                return status;
            }
        };
        if self.emit.is_none() {
            self.summarize(result, said);
        }
        if self.tells_all() && self.emit.is_some() {
            said.all(Some(&result.input), result.remarks());
            said.all(None, self.gist(result).into_iter().collect());
        }
        said.all(None, found);
        if self.report.is_some() {
            reports.push(FileReport::new(self, result, said, &text));
        }
        let text = match self.emit {
            Some(Emission::Messages) => return Status::Done,
            Some(Emission::Story(line)) => result.story(line, &self.at, &said.listed),
            _ => text,
        };
        if self.check {
            return if text == result.source { Status::Done } else { Status::Gain };
        }
        match self.write(result, path, text, callees, outputs) {
            Ok(()) => Status::Done,
            Err(diagnostic) => {
                said.all(None, vec![diagnostic]);
                Status::Refused
            }
        }
    }

    /// What is needed to read the output again.
    fn reading<'a>(&self, result: &'a Result) -> reread::Reading<'a> {
        reread::Reading {
            input: &result.input,
            original: &result.original,
            regions: &result.regions,
            isolated: &result.isolated,
            borders: &result.borders,
            is_inlined: result.inlining.is_some() || result.counting.is_some(),
            renames_memory: result.inlining.as_ref().is_some_and(Inlining::renames_memory),
            reading_copies: result.inlining.as_ref().map(Inlining::reading_copies).unwrap_or_default(),
            replaced: result.inlining.as_ref().map(Inlining::replaced).unwrap_or_default(),
            is_spelled_by_calls: self.means != Means::Memcpy && !result.isolated.is_empty(),
        }
    }

    /// The text that the regions would have in strips of a few elements and without a test of memory, which does at small sizes
    /// all that it may do at large ones; `None` if all texts do that.
    fn small_text(&self, result: &mut Result) -> std::result::Result<Option<String>, (Diagnostic, Status)> {
        if !result.regions.iter().any(Region::waits_for_large_sizes) {
            return Ok(None);
        }
        result.regions.iter_mut().for_each(Region::exchange_small);
        let (input, preprocessor) = (&result.input, &result.input.preprocessor);
        let text = output::text(input, &result.regions.iter().collect::<Vec<_>>(), preprocessor);
        let text = text.map_err(|problem| match problem {
            Unwritten::Unsafe(why) | Unwritten::Wrong(why) => (wrong(&why), Status::Wrong),
        });
        let read = text.and_then(|text| {
            let reading = reread::Reading { original: &input.text, ..self.reading(result) };
            let read = reread::check(&reading, &text, preprocessor, &self.temporaries);
            let read = read.map_err(|why| wrong(&format!("at small sizes, {why}")));
            read.map(|_| Some(text)).map_err(|problem| (problem, Status::Wrong))
        });
        result.regions.iter_mut().for_each(Region::exchange_small);
        read
    }

    /// `text`, which the stages have written, with calls again in the places of blocks that are still there, and without functions that
    /// nobody calls any more.
    fn with_calls(&self, result: &Result, text: String) -> String {
        let is_brought = |name: &str| result.imports.as_ref().is_some_and(|imports| imports.bring(name));
        let may_go = |name: &str| !is_brought(name);
        match &result.inlining {
            Some(inlining) => {
                let changed = result.regions.iter().flat_map(Region::reshaped).collect();
                let text = inlining.restored(text, &result.input.text, &changed);
                inlining.without_unused(&result.input, text, &may_go)
            }
            None => inline::without_unused(&result.input, text, BTreeSet::new(), &may_go),
        }
    }

    /// `text` with copies of the bodies of loops that stay, for what lies away from the borders, and these loops; as it is where the compiler
    /// wants all declarations in front.
    fn with_borders_apart(&self, result: &Result, text: String) -> (String, Vec<Interior>) {
        let Result { input, imports, regions, taken, .. } = result;
        let is_brought =
            |name: &str| imports.as_ref().is_some_and(|imports| imports.functions.contains(name));
        let changes = |place: Span| {
            let mut changed = regions.iter().zip(taken).filter(|(region, _)| region.changes());
            changed.any(|(_, other)| other.start < place.end && place.start < other.end)
        };
        let is_other = |it: &Interior| is_brought(&it.function) || changes(it.span);
        let apart = borders::apart(input, &text, &is_other);
        match syntax::check(input, &text, &apart.text, &input.preprocessor) {
            Ok(()) => (apart.text, apart.loops),
            Err(_) => (text, vec![]),
        }
    }

    /// `text` without what came from other files and isn't used any more.
    fn without_imports(
        &self,
        result: &Result,
        text: String,
    ) -> std::result::Result<String, (Diagnostic, Status)> {
        let Some(imports) = &result.imports else { return Ok(text) };
        let text = imports.removed(&result.input, &text).map_err(|reason| (wrong(&reason), Status::Wrong))?;
        Ok(match &result.inlining {
            Some(inlining) => inlining.without_unused(&result.input, text, &|_| true),
            None => text,
        })
    }

    /// `text`, of the regions, with the isolated statements as well.
    fn with_isolated(
        &self,
        result: &Result,
        text: String,
    ) -> std::result::Result<String, (Diagnostic, Status)> {
        let (input, preprocessor) = (&result.input, &result.input.preprocessor);
        let text = isolate::text(input, &result.isolated, text, &self.means, self.sharing(), preprocessor);
        text.map_err(|problem| match problem {
            isolate::Problem::Refused(diagnostic) => (diagnostic, Status::Refused),
            isolate::Problem::Lost(reason) => (wrong(&reason), Status::Wrong),
        })
    }

    /// The transformed C, checked, and what there is to say about it.
    fn c_text(&self, result: &mut Result) -> std::result::Result<Written, (Diagnostic, Status)> {
        let small = self.small_text(result)?;
        let input = &result.input;
        let preprocessor = &input.preprocessor;
        let text = result.text.clone().map_err(|e| (wrong(&e), Status::Wrong))?;
        let mut text = self.with_isolated(result, text)?;
        let mut remarks = Vec::new();
        if result.inlining.is_some() {
            let reading = reread::Reading { original: &input.text, ..self.reading(result) };
            let read = reread::check(&reading, &text, preprocessor, &self.temporaries);
            read.map_err(|reason| (wrong(&reason), Status::Wrong))?;
        }
        text = self.with_calls(result, text);
        let mut timing = std::mem::take(&mut result.timing);
        if self.sets_borders_apart(input) {
            (text, result.borders) = timing.measure("borders", || self.with_borders_apart(result, text));
        }
        let mut read_again = |text: &str| {
            let read = || reread::check(&self.reading(result), text, preprocessor, &self.temporaries);
            let read =
                timing.measure("read again", read).map_err(|reason| (wrong(&reason), Status::Wrong))?;
            Ok(if self.tells_all() { read.iter().map(reread::Read::to_note).collect() } else { vec![] })
        };
        if result.imports.is_some() {
            remarks.extend(read_again(&text)?);
            text = self.without_imports(result, text)?;
        }
        if let Some(counting) = &result.counting {
            text = counting.restored(text, &result.source);
        }
        if self.line_directives && !self.check {
            match line_directives::written(&result.source, &text, &input.path, preprocessor) {
                Some(with_lines) => text = with_lines,
                None => remarks.push(Diagnostic::warning(
                    Code::NoLineDirectives,
                    "`--line-directives`: they would change the program",
                )),
            }
        }
        if self.means != Means::Cuda {
            syntax::check(input, &result.source, &text, preprocessor)
                .map_err(|reason| (wrong(&reason), Status::Wrong))?;
            if result.imports.is_none() {
                remarks.extend(read_again(&text)?);
            }
        }
        result.timing = timing;
        let has_main = input.unit.identifiers(&input.map).any(|(_, name)| name == "main");
        let calls = self.verify && !has_main && text != result.source;
        let callees = if calls { self.callees(result, &text, small)? } else { Callees::default() };
        if self.verify && !self.output.is_folder() {
            let (_, arguments) = self.own_command(&input.path);
            let version =
                Version { path: &input.path, original: &result.source, output: &text, arguments: &arguments };
            remarks.extend(self.verified(has_main, &[(version, &callees)])?);
        }
        Ok(Written { text, remarks, callees })
    }

    /// The functions of a file that `--verify` calls, also with what is `small` in it.
    fn callees(
        &self,
        result: &Result,
        text: &str,
        small: Option<String>,
    ) -> std::result::Result<Callees, (Diagnostic, Status)> {
        let small = small.map(|small| {
            let small = self.with_isolated(result, small)?;
            self.without_imports(result, self.with_calls(result, small))
        });
        let callees = Callees::new(&self.reading(result), &result.source, text, &self.temporaries);
        Ok(Callees { small: small.transpose()?, ..callees })
    }

    /// What is found where the files are run, before and after: the program that they are, or else functions that changed.
    fn verified(
        &self,
        has_main: bool,
        files: &[(Version, &Callees)],
    ) -> std::result::Result<Vec<Diagnostic>, (Diagnostic, Status)> {
        let paths: Vec<_> = files.iter().map(|(version, _)| version.path).collect();
        let compiler = paths.first().map_or(self.compiler.clone(), |path| self.own_command(path).0);
        let failed = |failure| unverified(failure, &paths);
        if has_main {
            let versions: Vec<_> = files.iter().map(|(version, _)| *version).collect();
            let same = verify::compare(&compiler, &versions).map_err(failed)?;
            return Ok(vec![same.to_note()]);
        }
        if files.iter().all(|(version, _)| version.original == version.output) {
            return Ok(vec![Diagnostic::note(Code::Verified, "verified: the output equals the input")]);
        }
        let same = verify::calls::compare(&compiler, files).map_err(failed)?;
        Ok(same.to_notes())
    }

    /// Writes the text that came of the file at `path`, or adds it to those that are written together.
    fn write(
        &self,
        result: &Result,
        path: &Path,
        text: String,
        callees: Callees,
        outputs: &mut Outputs,
    ) -> std::result::Result<(), Diagnostic> {
        let bytes = result.input.encode(&text);
        let Some(target) = self.target(path) else {
            return self.print(&bytes);
        };
        let prepared = match &self.output {
            output if output.is_folder() => {
                create(folder_of(&target))?;
                None
            }
            _ => Some(Prepared::new(&target)?),
        };
        let rule = match self.dependencies.as_ref().filter(|_| self.emit.is_none()) {
            Some(dependencies) => dependencies.rule(path, &target, &self.preprocessor(path))?,
            None => None,
        };
        let Some(prepared) = prepared else {
            let has_main = result.input.unit.functions().contains("main");
            let (texts, arguments) = ((result.source.clone(), text), self.own_command(path).1);
            outputs.add(Waiting { path: path.to_owned(), texts, arguments, bytes, has_main, callees, rule });
            return Ok(());
        };
        prepared.finish(&bytes)?;
        rule.map_or(Ok(()), Rule::write)
    }

    /// The file to write; `None` for standard output.
    fn target(&self, input: &Path) -> Option<PathBuf> {
        match &self.output {
            Output::Beside if self.emit.is_some() => None,
            output => output.target(input),
        }
    }

    fn summarize(&self, result: &Result, said: &mut Said) {
        if !self.messages.are_for_people() {
            return;
        }
        let told = result.regions.iter().zip(&result.taken).filter(|(region, place)| {
            // nobody asked for what stays, and there is nothing to say of it
            let is_marked = result.input.unit.regions().iter().any(|it| it.span == **place && !it.is_found);
            self.verbose || is_marked || region.changes() || !region.remarks.is_empty()
        });
        let told = told.collect::<Vec<_>>();
        for (region, _) in &told {
            said.text(&summary::region(region, &self.at, self.verbose));
        }
        for interior in &result.borders {
            said.text(&borders::summary(&result.input, interior));
        }
        if told.is_empty() && result.borders.is_empty() {
            said.all(None, self.gist(result).into_iter().collect());
        }
        for statement in &result.isolated {
            said.text(&isolate::summary(statement, &self.at));
        }
        if self.verbose {
            for (stage, time) in result.timing.stages() {
                said.text(&format!("  {stage:<11} {:>8.1} ms\n", time.as_secs_f64() * 1000.0));
            }
        }
    }

    /// What there is to say of a file of which nothing changes.
    fn gist(&self, result: &Result) -> Option<Diagnostic> {
        let Result { input, regions, isolated, is_cut, .. } = result;
        if input.unit.regions().is_empty() && isolated.is_empty() && !is_cut {
            return Some(self.nothing_taken());
        }
        let stays = isolated.is_empty() && !regions.iter().any(Region::changes);
        (stays && !regions.is_empty()).then(|| nothing_changes(regions.len()))
    }

    /// Why the output equals the input.
    fn nothing_taken(&self) -> Diagnostic {
        if self.scops == Some(Scops::Marked) {
            let note =
                Diagnostic::note(Code::NothingTaken, "no region is marked, so the output equals the input");
            return note.with_help("`--scops auto` takes all loops that can be");
        }
        let note = Diagnostic::note(
            Code::NothingTaken,
            "there are no loops that can be taken, so the output equals the input",
        );
        if self.tells_all() { note } else { note.with_help("`-v` tells why") }
    }

    fn settings(&self) -> std::result::Result<Settings, Diagnostic> {
        let schedules = match &self.schedule {
            None => BTreeMap::new(),
            Some(path) => {
                let text = std::fs::read_to_string(path).map_err(|e| {
                    Diagnostic::error(Code::BadScheduleFile, format!("cannot read `{}`: {e}", path.display()))
                })?;
                pipeline::schedules(&text).map_err(|message| {
                    Diagnostic::error(Code::BadScheduleFile, format!("`{}`: {message}", path.display()))
                })?
            }
        };
        let temporaries = self.temporaries.clone();
        let (aim, method, memory) = (self.aim, self.method.clone(), self.memory);
        let (tile, parallel, caches) = (self.tile.clone(), self.parallel, self.caches);
        let (at, expand) = (self.at.clone(), self.expand);
        Ok(Settings {
            at,
            schedules,
            expand,
            temporaries,
            aim,
            caches,
            method,
            memory,
            tile,
            parallel,
            overlap: self.overlap,
            budget: Budget::default(),
            progress: self.progress.clone(),
        })
    }

    /// Its own headers are found from wherever the text comes.
    fn preprocessor(&self, path: &Path) -> Preprocessor {
        let (compiler, mut arguments) = self.own_command(path);
        arguments.extend(["-iquote".to_string(), folder_of(path).display().to_string()]);
        Preprocessor::new(compiler, arguments)
    }

    /// The compiler for a file, with options.
    fn own_command(&self, path: &Path) -> (String, Vec<String>) {
        let project = self.project.as_ref().and_then(|project| project.command(path));
        let (compiler, own) = project.unwrap_or((&self.compiler, &[]));
        (compiler.to_owned(), [own, &self.preprocessor_arguments].concat())
    }

    fn write_report(&self, prepared: Prepared, reports: &[FileReport]) -> Status {
        let as_text = prepared.target.extension().is_some_and(|extension| extension == "txt");
        let text = match reports {
            _ if as_text => reports.iter().map(|report| report.text.as_str()).collect(),
            _ if self.wants_page() => report_html::text(reports.iter().filter_map(|it| it.page.as_ref())),
            [only] => pretty(&only.json),
            several => pretty(&several.iter().map(|report| &report.json).collect::<Vec<_>>()),
        };
        match prepared.finish(text.as_bytes()) {
            Ok(()) => Status::Done,
            Err(diagnostic) => self.refuse(diagnostic),
        }
    }
}

/// The report about one file, in all forms.
struct FileReport {
    json: Report,
    text: String,
    page: Option<Page>,
}

impl FileReport {
    fn new(job: &Job, result: &Result, said: &Said, text: &str) -> Self {
        let regions = result.regions.iter();
        let stays = result.isolated.iter().flat_map(|statement| &statement.stays);
        let reports: Vec<_> = regions.clone().map(|r| report::region(r, &job.at).ok()).collect();
        let (input, coverage) = (result.input.path.display().to_string(), result.coverage());
        let page = job.wants_page().then(|| {
            let notes = said.diagnostics.iter().chain(&said.kept);
            Page::new(&report_html::Seen {
                path: &input,
                source: &result.source,
                text: Some(text).filter(|_| matches!(job.emit, None | Some(Emission::C))),
                regions: &result.regions,
                reports: &reports,
                isolated: result.isolated.iter().map(|it| isolate::summary(it, &job.at)).collect(),
                notes: notes.collect(),
                coverage: &coverage,
                at: &job.at,
            })
        });
        let json = Report {
            polycc: env!("CARGO_PKG_VERSION"),
            input,
            diagnostics: said.diagnostics.clone(),
            regions: reports
                .into_iter()
                .flatten()
                .chain(result.isolated.iter().filter_map(|it| report::isolated(it, &job.at).ok()))
                .chain(stays.filter_map(|stay| report::stay(stay, &job.at).ok()))
                .collect(),
            coverage,
        };
        let statements = result.isolated.iter().map(|statement| isolate::summary(statement, &job.at));
        let text = regions.map(|region| summary::region(region, &job.at, true)).chain(statements).collect();
        FileReport { json, text, page }
    }
}

/// A file that can't be taken, as it is, and a warning that says so with the first error among what was `said` of it.
fn copied(path: &Path, said: &Said) -> Option<(Waiting, Diagnostic)> {
    let bytes = std::fs::read(path).ok()?;
    let text = decode(bytes.clone());
    let why = said.first_error().unwrap_or_default();
    let warning =
        Diagnostic::warning(Code::LeftToCompiler, format!("`{}` stays as it is: {why}", path.display()));
    let (path, texts) = (path.to_owned(), (text.clone(), text));
    let (arguments, callees) = (vec![], Callees::default());
    Some((Waiting { path, texts, arguments, bytes, has_main: false, callees, rule: None }, warning))
}

/// Why the output equals the input although loops are taken.
fn nothing_changes(regions: usize) -> Diagnostic {
    let stay = if regions == 1 {
        "the region that is taken stays as it is".to_owned()
    } else {
        format!("all {regions} regions that are taken stay as they are")
    };
    Diagnostic::note(Code::NothingChanges, format!("nothing changes: {stay}")).with_help("`-v` tells why")
}

/// Says why a statement isn't isolated.
fn unisolated(failure: isolate::Failure, map: &SourceMap, said: &mut Said) -> Status {
    let (diagnostics, status) = match failure {
        isolate::Failure::Refused(diagnostics) => (diagnostics, Status::Refused),
        isolate::Failure::Wrong(message) => (vec![wrong(&message)], Status::Wrong),
    };
    said.placed(Some(map), diagnostics);
    status
}

/// A region of which parts are taken, if anything.
fn divided(region: &frontend::Region) -> Diagnostic {
    Diagnostic::note(
        Code::Divided,
        "this region is too hard to analyse as a whole, so parts of it are tried by themselves",
    )
    .at(region.span, "")
    .with_help("a longer `--time-limit` gives it more operations")
}

/// Something worth knowing, however severe it is elsewhere.
fn as_notes(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let note = |diagnostic| Diagnostic { severity: Severity::Note, ..diagnostic };
    diagnostics.into_iter().map(note).collect()
}

/// What is wrong with a new order for a region whose text can't be replaced as a whole.
fn immovable(input: &Input, region: &frontend::Region, result: &Region) -> Option<Diagnostic> {
    let why = input.unit.text(region, &input.map).err().filter(|_| !result.is_in_place())?;
    let problem = Diagnostic::error(Code::NoNewOrder, format!("this region can't get a new order: {why}"));
    Some(problem.at(result.directive.unwrap_or(region.span), ""))
}

/// What is left to try of a result that can't be written, and what it lacks: a copy of its function, or else a new order.
fn more_careful(settings: &Settings, result: &Region) -> (Settings, &'static str) {
    let settings = Settings { overlap: Overlap::Refuse, ..settings.clone() };
    match result.apart {
        Some(_) => (settings, "there can't be a copy of the function"),
        None => {
            let kept = Settings { aim: Aim::Order, tile: None, parallel: false, ..settings };
            (kept, "this region can't get a new order")
        }
    }
}

/// Why a region stays that has a result.
fn unwritable(region: &frontend::Region, why: &str) -> Diagnostic {
    Diagnostic::warning(
        Code::NotReplaceable,
        "this region stays as it is: its text can't be replaced for certain",
    )
    .at(region.span, "")
    .with_note(why)
    .of_kind("text")
}

/// The region as one that stays, for the first reason of `diagnostics`.
fn refused(region: &frontend::Region, diagnostics: &[Diagnostic]) -> Option<Refused> {
    let reason = diagnostics.first().map(frontend::kind)?;
    Some(Refused { span: region.span, reason })
}

fn emitted(stage: Stage, regions: &[Region]) -> isl::Result<String> {
    regions.iter().map(|region| emit::region(stage, region)).collect()
}

fn wrong(message: &str) -> Diagnostic {
    Diagnostic::error(
        Code::WrongResult,
        format!("polycc found its own result wrong, so nothing is written: {message}"),
    )
    .with_help("this is a bug in polycc; the program that shows it would help to mend it")
}

fn unverified(failure: verify::Failure, paths: &[&Path]) -> (Diagnostic, Status) {
    let (message, status) = match failure {
        verify::Failure::Original(message) => (message, Status::Refused),
        verify::Failure::Output(message) => (message, Status::Wrong),
        verify::Failure::Nothing(functions) => return (nothing_to_run(paths, &functions), Status::Misused),
    };
    (Diagnostic::error(Code::NotVerified, format!("--verify: {message}")), status)
}

/// Why `--verify` has nothing to run in files without `main`.
fn nothing_to_run(paths: &[&Path], functions: &[(String, String)]) -> Diagnostic {
    let whose = match paths {
        [path] => format!("`{}` has no function `main`", path.display()),
        _ => "none of the files has a function `main`".to_owned(),
    };
    let problem = format!("--verify: {whose}, and no function that changed can be called");
    let problem = Diagnostic::error(Code::NoMain, problem).with_help("without `--verify` the file is taken");
    functions.iter().fold(problem, |problem, (name, why)| problem.with_note(format!("`{name}`: {why}")))
}

fn pretty(value: &impl serde::Serialize) -> String {
    let text = serde_json::to_string_pretty(value).expect("reports are plain data");
    format!("{text}\n")
}
