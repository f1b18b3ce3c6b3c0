//! Files without `main`: the functions that changed are called, as they were and as they are, with arguments made for them.
//!
//! What such a function may be called with nobody says, so the original decides: it is run first, and gets as much memory behind
//! its pointers as it touches (`harness.c`). Sizes at which it crashes, trips a sanitizer, or computes something else when it is
//! compiled otherwise are left out. At all others the new text must leave the same in all memory that outlives the call.

use super::driver::{Driver, HEADER};
use super::{Failure, SECONDS, Settings, Version, all_arguments, build, execute, object};
use crate::leftovers::Temporary;
use diagnostics::{Code, Diagnostic};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A function to be called.
#[derive(Clone, Debug)]
pub struct Callee {
    /// How it is called.
    pub driver: Driver,
    /// Values for the driver's sizes, trial by trial.
    pub trials: Vec<Vec<i64>>,
    /// Variables that nobody looks at afterwards.
    pub ignored: BTreeSet<String>,
}

/// The functions of a file that changed.
#[derive(Clone, Debug, Default)]
pub struct Callees {
    /// Those that can be called.
    pub all: Vec<Callee>,
    /// Those that can't, and why, as phrases.
    pub others: Vec<(String, String)>,
    /// The output as it would be if it did at small sizes all that it may do at large ones, if it doesn't.
    pub small: Option<String>,
}

/// What was the same.
#[derive(Debug, PartialEq, Eq)]
pub struct Same {
    /// Functions.
    functions: usize,
    /// Calls of these.
    calls: usize,
    /// How many ways they were compiled in.
    settings: usize,
    /// The functions that weren't called, and why.
    others: Vec<(String, String)>,
}

impl Same {
    /// What was compared, as a note, and warnings about what wasn't.
    pub fn to_notes(&self) -> Vec<Diagnostic> {
        let plural =
            |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let note = Diagnostic::note(
            Code::Verified,
            format!(
                "verified: original and output leave the same in {} of {} with generated arguments, compiled in {}",
                plural(self.calls, "call"),
                plural(self.functions, "function"),
                plural(self.settings, "way"),
            ),
        );
        let warning = |(name, why): &(String, String)| {
            Diagnostic::warning(Code::NotCalled, format!("--verify: `{name}` isn't called: {why}"))
        };
        [note].into_iter().chain(self.others.iter().map(warning)).collect()
    }
}

/// Calls of one function, and the cells that these make, at most.
const MOST_CALLS: usize = 12;
const MOST_CELLS: usize = 1 << 25;
/// So many sizes are tried for that.
const MOST_TRIALS: usize = 36;
/// So often a call may take longer than the harness waits, which says this of it.
const MOST_LATE: usize = 2;
const TOO_LONG: &str = "takes too long";
/// Options for linkers: for the memory that functions get, and for what isn't defined.
const OBTAINED: &str =
    "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free,--wrap=aligned_alloc,--wrap=posix_memalign";
const UNRESOLVED: &str = "-Wl,--unresolved-symbols=ignore-all";
/// So often the original is run again where the output does something else.
const MOST_REPETITIONS: usize = 8;
/// Why a call of the harness ends: the program touches memory that no argument leads to.
const LEFT_BLOCK: i32 = 97;

/// Compiles the functions of all `files`, before and after, and calls those that changed.
///
/// # Errors
/// See [`Failure`].
pub fn compare(compiler: &str, files: &[(Version, &Callees)]) -> Result<Same, Failure> {
    let folder = Temporary::new(tempfile::tempdir);
    let folder =
        folder.map_err(|error| Failure::Original(format!("there is no temporary folder: {error}")))?;
    let linked = all_arguments(files.iter().map(|(version, _)| version));
    let workshop = Workshop { compiler, linked, folder: folder.path() };
    let mut others: Vec<_> = files.iter().flat_map(|(_, callees)| callees.others.clone()).collect();
    let (files, refused) = workshop.compilable(files);
    others.extend(refused);
    let callees: Vec<&Callee> = files.iter().flat_map(|file| file.callees.iter().copied()).collect();
    if callees.is_empty() {
        return Err(Failure::Nothing(others));
    }
    let plain = workshop.programs(&files, Settings::Plain)?;
    // not all systems have sanitizers, nor all compilers the rest
    let other = [Settings::Suspicious, Settings::Sanitized];
    let other = other.into_iter().find_map(|settings| workshop.programs(&files, settings).ok());
    let programs: Vec<_> = [plain].into_iter().chain(other).collect();
    let (mut functions, mut calls) = (0, 0);
    for (number, callee) in callees.iter().enumerate() {
        let trials = Trials { workshop: &workshop, programs: &programs, callee, number };
        match trials.run()? {
            Ok(same) => {
                functions += 1;
                calls += same;
            }
            Err(why) => others.push((callee.driver.function.clone(), why)),
        }
    }
    match functions {
        0 => Err(Failure::Nothing(others)),
        _ => Ok(Same { functions, calls, settings: programs.len(), others }),
    }
}

/// What compiles.
struct Workshop<'a> {
    compiler: &'a str,
    /// Options for a program of all files.
    linked: Vec<String>,
    folder: &'a Path,
}

/// The original, and the output in one or two forms, compiled alike.
struct Programs {
    original: PathBuf,
    outputs: Vec<PathBuf>,
}

/// A file with those of its functions that are called.
struct Called<'a> {
    version: Version<'a>,
    small: Option<&'a str>,
    callees: Vec<&'a Callee>,
}

impl Workshop<'_> {
    /// The files with the functions whose drivers compile, and the other functions.
    fn compilable<'a>(
        &self,
        files: &[(Version<'a>, &'a Callees)],
    ) -> (Vec<Called<'a>>, Vec<(String, String)>) {
        let (mut taken, mut refused) = (Vec::new(), Vec::new());
        for (version, known) in files {
            let compiles = |some: &[&Callee]| {
                let text = with_drivers(version.original, some, 0);
                self.object(version, &text, "trial", Settings::Plain).map(|_| ())
            };
            let mut callees: Vec<&Callee> = known.all.iter().collect();
            if compiles(&callees).is_err() {
                callees.retain(|callee| match compiles(&[callee]) {
                    Ok(()) => true,
                    Err(why) => {
                        refused.push((callee.driver.function.clone(), format!("a call of it {why}")));
                        false
                    }
                });
            }
            taken.push(Called { version: *version, small: known.small.as_deref(), callees });
        }
        (taken, refused)
    }

    fn object(
        &self,
        version: &Version,
        text: &str,
        name: &str,
        settings: Settings,
    ) -> Result<PathBuf, String> {
        object(self.compiler, version, text, &self.folder.join(name).with_extension("c"), settings)
    }

    fn programs(&self, files: &[Called], settings: Settings) -> Result<Programs, Failure> {
        let program = |name: &str, text: &dyn Fn(&Called) -> String| {
            let name = format!("{name}-{}", settings.name());
            self.program(files, &name, settings, text)
        };
        let original = program("original", &|file| file.version.original.to_owned());
        let original = original.map_err(|why| Failure::Original(format!("the original {why}")))?;
        let output = program("output", &|file| file.version.output.to_owned());
        let small = files.iter().any(|file| file.small.is_some());
        let small =
            small.then(|| program("small", &|file| file.small.unwrap_or(file.version.output).to_owned()));
        let outputs: Result<_, _> = [output].into_iter().chain(small).collect();
        let outputs = outputs.map_err(|why| Failure::Output(format!("the output {why}")))?;
        Ok(Programs { original, outputs })
    }

    fn program(
        &self,
        files: &[Called],
        name: &str,
        settings: Settings,
        text: &dyn Fn(&Called) -> String,
    ) -> Result<PathBuf, String> {
        let mut objects = vec![self.harness(files, name, settings)?];
        let mut first = 0;
        for (place, file) in files.iter().enumerate() {
            let text = with_drivers(&text(file), &file.callees, first);
            objects.push(self.object(&file.version, &text, &format!("{name}-{place}"), settings)?);
            first += file.callees.len();
        }
        let program = self.folder.join(name);
        let mut parts: Vec<_> = objects.iter().map(|object| object.as_os_str()).collect();
        parts.push(OsStr::new("-lm"));
        let link = |more: &[&str]| {
            let parts: Vec<&OsStr> = parts.iter().copied().chain(more.iter().map(OsStr::new)).collect();
            build(self.compiler, &self.linked, settings, self.folder, &parts, &program)
        };
        // what other files define may never be reached, and not all linkers know these options
        let first = link(&[OBTAINED]);
        let others: [&[&str]; 3] = [&[OBTAINED, UNRESOLVED], &[], &[UNRESOLVED]];
        first.or_else(|why| others.iter().find_map(|more| link(more).ok()).ok_or(why))?;
        Ok(program)
    }

    /// The program around the drivers, which isn't compiled as the user's files are.
    fn harness(&self, files: &[Called], name: &str, settings: Settings) -> Result<PathBuf, String> {
        let count = files.iter().map(|file| file.callees.len()).sum();
        let names: Vec<_> = (0..count).map(|number| format!("polycc_drive_{number}")).collect();
        let mut text = include_str!("harness.c").to_owned();
        for name in &names {
            let _ = writeln!(text, "extern void {name}(void);");
        }
        let _ = writeln!(text, "void (*const polycc_drivers[])(void) = {{{}}};", names.join(", "));
        let source = self.folder.join(format!("{name}-harness.c"));
        let object = source.with_extension("o");
        std::fs::write(&source, text).map_err(|error| error.to_string())?;
        let parts = [OsStr::new("-c"), source.as_os_str()];
        build(self.compiler, &["-std=gnu11".into()], settings, self.folder, &parts, &object)?;
        Ok(object)
    }
}

/// A text with drivers behind it, which are numbered from `first` on.
fn with_drivers(text: &str, callees: &[&Callee], first: usize) -> String {
    let drivers = callees.iter().enumerate().map(|(place, callee)| callee.driver.text(first + place));
    [text.to_owned(), "\n".to_owned(), HEADER.to_owned()].into_iter().chain(drivers).collect()
}

/// The calls of one function.
struct Trials<'a> {
    workshop: &'a Workshop<'a>,
    programs: &'a [Programs],
    callee: &'a Callee,
    number: usize,
}

/// One of them.
struct Trial<'a> {
    seed: usize,
    sizes: &'a [i64],
    cells: Vec<String>,
}

/// What a run leaves.
#[derive(Debug, PartialEq, Eq)]
struct Left {
    printed: Vec<u8>,
    status: Option<i32>,
    records: Vec<Record>,
}

/// Numbers that a call may have changed.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Record {
    place: usize,
    name: String,
    /// How many they are, and a hash of them.
    rest: String,
}

impl Trials<'_> {
    /// In how many calls both were the same; an inner error says why there are none.
    fn run(&self) -> Result<Result<usize, String>, Failure> {
        let (mut same, mut cells, mut late) = (0, 0, 0);
        let mut why = None;
        // where there are no sizes, data differ
        let trials = self.callee.trials.iter().cycle().take(match self.callee.trials.as_slice() {
            [_] => MOST_CALLS,
            all => all.len().min(MOST_TRIALS),
        });
        for (seed, sizes) in trials.enumerate() {
            let trial = match self.measured(seed, sizes) {
                Ok((trial, count)) => {
                    cells += count;
                    trial
                }
                Err(problem) => {
                    late += usize::from(problem == TOO_LONG);
                    why.get_or_insert(problem);
                    if late == MOST_LATE {
                        break;
                    }
                    continue;
                }
            };
            match self.is_same(&trial) {
                Ok(()) => same += 1,
                Err(Different::Original(problem)) => {
                    why.get_or_insert(problem);
                }
                Err(Different::Output(problem)) => {
                    let at = self.told(sizes);
                    let function = &self.callee.driver.function;
                    return Err(Failure::Output(format!("`{function}`{at}: {problem}")));
                }
            }
            if same == MOST_CALLS || cells > MOST_CELLS {
                break;
            }
        }
        let why = || why.map_or("no sizes suit it".to_owned(), |why| format!("the original {why}"));
        Ok(if same > 0 { Ok(same) } else { Err(why()) })
    }

    /// The sizes of a call, for people.
    fn told(&self, sizes: &[i64]) -> String {
        let each = self.callee.driver.sizes.iter().zip(sizes);
        let each: Vec<_> = each.map(|(name, value)| format!("{name} = {value}")).collect();
        if each.is_empty() { String::new() } else { format!(" at {}", each.join(", ")) }
    }

    fn words(&self, seed: usize, sizes: &[i64]) -> Vec<String> {
        let sizes = [sizes.len() as i64].into_iter().chain(sizes.iter().copied()).map(|it| it.to_string());
        let blocks = self.callee.driver.blocks.to_string();
        [self.number.to_string(), seed.to_string()].into_iter().chain(sizes).chain([blocks]).collect()
    }

    /// The call, and how many bytes its pointers lead to.
    ///
    /// # Errors
    /// What the original does instead.
    fn measured<'s>(&self, seed: usize, sizes: &'s [i64]) -> Result<(Trial<'s>, usize), String> {
        let results = self.workshop.folder.join("results");
        let words = [vec![results.display().to_string(), "measure".into()], self.words(seed, sizes)].concat();
        let ran = execute(&self.programs[0].original, &words, SECONDS)?;
        let text = std::fs::read_to_string(&results).unwrap_or_default();
        let _ = std::fs::remove_file(&results);
        if let Some(problem) = text.strip_prefix("problem\t") {
            return Err(problem.trim_end().to_owned());
        }
        if ran.status != Some(0) {
            return Err("can't be run".into());
        }
        let pairs = text.lines().filter_map(|line| line.split_once('\t'));
        let (cells, bytes): (Vec<String>, Vec<usize>) = pairs
            .map(|(cells, size)| {
                let bytes = cells.parse::<usize>().unwrap_or(0) * size.parse::<usize>().unwrap_or(0);
                (cells.to_owned(), bytes)
            })
            .unzip();
        Ok((Trial { seed, sizes, cells }, bytes.iter().sum()))
    }

    fn is_same(&self, trial: &Trial) -> Result<(), Different> {
        let originals: Vec<Left> = self
            .programs
            .iter()
            .map(|programs| self.left(&programs.original, trial))
            .collect::<Result<_, _>>()
            .map_err(Different::Original)?;
        if originals.iter().any(|left| *left != originals[0]) {
            return Err(Different::Original("computes something else when it is compiled otherwise".into()));
        }
        for programs in self.programs {
            for output in &programs.outputs {
                let left = self.left(output, trial);
                let left = left.map_err(|problem| Different::Output(format!("the output {problem}")))?;
                if left != originals[0] {
                    self.is_certain(&programs.original, trial, &originals[0]).map_err(Different::Original)?;
                    let programs = (programs.original.as_path(), output.as_path());
                    return Err(Different::Output(self.difference(programs, trial, &originals[0], &left)));
                }
            }
        }
        Ok(())
    }

    /// Whether a program does the same each time: what it finds in memory that nobody wrote may be an address.
    fn is_certain(&self, program: &Path, trial: &Trial, known: &Left) -> Result<(), String> {
        for _ in 0..MOST_REPETITIONS {
            if self.left(program, trial)? != *known {
                return Err("computes something else each time".into());
            }
        }
        Ok(())
    }

    /// Runs one program.
    ///
    /// # Errors
    /// What it does instead of returning.
    fn left(&self, program: &Path, trial: &Trial) -> Result<Left, String> {
        let (ran, text) = self.results(program, trial, None)?;
        let lines: Vec<&str> = text.lines().collect();
        let Some(("end", lines)) = lines.split_last().map(|(last, lines)| (*last, lines)) else {
            return Err(if ran.status == Some(LEFT_BLOCK) {
                "touches memory behind or in front of an argument that the original doesn't".into()
            } else if let Some(what) = sanitizer(&ran.said) {
                format!("trips a sanitizer: {what}")
            } else {
                "doesn't return".into()
            });
        };
        let record = |(place, line): (usize, &&str)| {
            let (name, rest) = line.split_once('\t')?;
            let variable = name.split(['.', '-', '[']).next().unwrap_or(name);
            let is_ignored = self.callee.ignored.contains(variable);
            (!is_ignored).then(|| Record { place, name: name.to_owned(), rest: rest.to_owned() })
        };
        let records = lines.iter().enumerate().filter_map(record).collect();
        Ok(Left { printed: ran.printed, status: ran.status, records })
    }

    fn results(
        &self,
        program: &Path,
        trial: &Trial,
        record: Option<usize>,
    ) -> Result<(super::Ran, String), String> {
        let results = self.workshop.folder.join("results");
        let mut words = vec![results.display().to_string(), "run".into()];
        words.extend(self.words(trial.seed, trial.sizes));
        words.extend(trial.cells.iter().cloned());
        words.extend(record.map(|place| place.to_string()));
        let ran = execute(program, &words, SECONDS)?;
        let text = std::fs::read_to_string(&results).unwrap_or_default();
        let _ = std::fs::remove_file(&results);
        Ok((ran, text))
    }

    /// What is different, as a sentence.
    fn difference(&self, programs: (&Path, &Path), trial: &Trial, was: &Left, is: &Left) -> String {
        let mut pairs = was.records.iter().zip(&is.records);
        let Some((record, _)) = pairs.find(|(was, is)| was != is) else {
            return "the output prints something else than the original".into();
        };
        let name = &record.name;
        let numbers = |program: &Path| {
            let text = self.results(program, trial, Some(record.place)).map(|(_, text)| text);
            text.unwrap_or_default().lines().map(str::to_owned).collect::<Vec<_>>()
        };
        let (before, after) = (numbers(programs.0), numbers(programs.1));
        let place = before.iter().zip(&after).position(|(was, is)| was != is);
        match place
            .and_then(|place| Some((place, before[place].split_once(' ')?, after[place].split_once(' ')?)))
        {
            // the first word is the bits, which tell 0 from -0
            Some((place, (_, was), (_, is))) => {
                let subscript = if before.len() > 2 { format!(", element {place},") } else { String::new() };
                format!("`{name}`{subscript} is {was} in the original and {is} in the output")
            }
            None => format!("`{name}` is different in the output"),
        }
    }
}

/// Why a call can't be compared, or differs, as a phrase.
enum Different {
    Original(String),
    Output(String),
}

/// What a sanitizer says first.
fn sanitizer(said: &str) -> Option<String> {
    said.lines().find_map(|line| {
        let what =
            line.split_once("runtime error: ").or_else(|| line.split_once("ERROR: AddressSanitizer: "))?.1;
        // addresses are others each time
        let what = what.split(" on ").next().unwrap_or(what).split(" 0x").next().unwrap_or(what);
        Some(what.trim().to_owned())
    })
}
