//! A compiler's command line, taken apart as far as it takes to put another text in the place of a C file.

use crate::flags::{self, Unsound};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// A command line of gcc's or clang's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// The compiler, with what launches it.
    pub compiler: Vec<String>,
    /// All words behind it, those of response files in their places.
    words: Vec<Word>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Word {
    /// A file to compile as C.
    Source(String),
    /// Another file: an object, say.
    File(String),
    /// `-o`, or `-c`, `-S`.
    Output(String),
    Mode(String),
    /// For the linker.
    Link(Vec<String>),
    /// About the rule for `make` that is written beside the object.
    Rule(Vec<String>),
    /// Any other option, with its word.
    Other(Vec<String>),
}

/// What the command makes of each C file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// An object or an assembly file each.
    Files {
        /// What those are called.
        extension: &'static str,
    },
    /// One program of all.
    Program,
}

/// A C file among the words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Where it is.
    pub path: PathBuf,
    /// Its place among the words.
    place: usize,
}

/// Programs that run the compiler that is named behind them.
const LAUNCHERS: [&str; 4] = ["ccache", "sccache", "distcc", "icecc"];

/// Options with a word of their own behind them that this has nothing else to say of.
const WITH_WORD: [&str; 27] = [
    "-I",
    "-D",
    "-U",
    "-include",
    "-imacros",
    "-iquote",
    "-isystem",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-isysroot",
    "--sysroot",
    "-imultilib",
    "-A",
    "-B",
    "-b",
    "-V",
    "-G",
    "-aux-info",
    "-target",
    "-arch",
    "--param",
    "-Xpreprocessor",
    "-Xassembler",
    "-Xclang",
    "-mllvm",
];

/// Options for the linker with a word of their own behind them.
const LINK_WITH_WORD: [&str; 9] = ["-L", "-l", "-T", "-u", "-z", "-e", "-Xlinker", "-framework", "-rpath"];

/// Beginnings of options for the linker.
const LINK: [&str; 12] = [
    "-Wl,",
    "-l",
    "-L",
    "-shared",
    "-static",
    "-pie",
    "-no-pie",
    "-rdynamic",
    "-nostdlib",
    "-nodefaultlibs",
    "-nostartfiles",
    "-fuse-ld=",
];

/// Beginnings of options about the rule for `make`.
const RULE: [&str; 9] = ["-MD", "-MMD", "-MF", "-MT", "-MQ", "-MP", "-MG", "-Wp,-MD,", "-Wp,-MMD,"];

/// Beginnings of options with which a compiler does something else than to compile, or the text and its name count for more than
/// what it means.
const NOT_FOR_US: [&str; 20] = [
    "-E",
    "-M",
    "-###",
    "-fsyntax-only",
    "--version",
    "-dumpversion",
    "-dumpmachine",
    "-dumpfullversion",
    "-dumpspecs",
    "-print-",
    "--print-",
    "--help",
    "-save-temps",
    "--save-temps",
    "--coverage",
    "-fprofile-arcs",
    "-ftest-coverage",
    "-fprofile-instr-generate",
    "-fwhole-program",
    "-emit-ast",
];

/// What C files are called.
fn is_c(path: &str) -> bool {
    Path::new(path).extension() == Some(OsStr::new("c"))
}

impl Invocation {
    /// Takes apart what stands behind `polycc-cc`; `default` is the compiler where none is named.
    pub fn new(words: &[String], default: &str) -> Self {
        let names_compiler = |word: &String| !word.starts_with(['-', '@']) && !is_input(word);
        let mut compiler: Vec<String> = Vec::new();
        let mut rest = words;
        while let [first, others @ ..] = rest
            && names_compiler(first)
            && compiler.last().is_none_or(|last| is_launcher(last))
        {
            compiler.push(first.clone());
            rest = others;
        }
        if compiler.last().is_none_or(|last| is_launcher(last)) {
            let named = shlex::split(default).filter(|words| !words.is_empty());
            compiler.extend(named.unwrap_or_else(|| vec![default.to_owned()]));
        }
        Invocation { compiler, words: taken_apart(&expanded(rest)) }
    }

    /// What becomes of its C files; `None` if they are nothing for polycc.
    pub fn product(&self) -> Option<Product> {
        let compiles_cpp = self.compiler.last().is_some_and(|name| name.ends_with("++"));
        let is_ours = |word: &Word| match word {
            Word::Other(words) => {
                !NOT_FOR_US.iter().any(|known| words[0].starts_with(known)) && words[0] != "-"
            }
            _ => true,
        };
        if compiles_cpp || self.sources().is_empty() || !self.words.iter().all(is_ours) {
            return None;
        }
        let mut modes = self.words.iter().filter_map(|word| match word {
            Word::Mode(mode) => Some(mode.as_str()),
            _ => None,
        });
        let has_rule = || self.words.iter().any(|word| matches!(word, Word::Rule(_)));
        match modes.next_back() {
            Some("-c") => Some(Product::Files { extension: "o" }),
            Some(_) => Some(Product::Files { extension: "s" }),
            // what such a rule is called depends on what is linked
            None if has_rule() => None,
            None => Some(Product::Program),
        }
    }

    /// Its C files.
    pub fn sources(&self) -> Vec<Source> {
        let words = self.words.iter().enumerate();
        let sources = words.filter_map(|(place, word)| match word {
            Word::Source(path) => Some(Source { path: path.into(), place }),
            _ => None,
        });
        sources.collect()
    }

    /// The file that `-o` names.
    pub fn output(&self) -> Option<&Path> {
        let mut outputs = self.words.iter().filter_map(|word| match word {
            Word::Output(path) => Some(Path::new(path.as_str())),
            _ => None,
        });
        outputs.next_back()
    }

    /// The words that preprocessing depends on.
    ///
    /// # Errors
    /// One with which polycc's proofs don't hold.
    pub fn for_preprocessing(&self) -> Result<Vec<String>, Unsound> {
        let mut all = Vec::new();
        for word in &self.words {
            if let Word::Other(words) = word
                && flags::is_for_preprocessing(&words[0])?
            {
                all.extend(words.iter().cloned());
            }
        }
        Ok(all)
    }

    /// The command as it was given.
    pub fn given(&self) -> Vec<String> {
        self.replaced(&|_| None)
    }

    /// The command as it was given, with objects in the places of some sources.
    pub fn with(&self, objects: &[(&Source, &Path)]) -> Vec<String> {
        let is_language = |word: &Word| matches!(word, Word::Other(words) if words[0].starts_with("-x"));
        let names_language = self.words.iter().any(is_language);
        self.replaced(&|place| {
            let (_, object) = objects.iter().find(|(source, _)| source.place == place)?;
            let object = object.display().to_string();
            // an object is no C, whatever `-x` says of the files around it
            let words = ["-x", "none", &object, "-x", "c"].map(String::from).to_vec();
            Some(if names_language { words } else { vec![object] })
        })
    }

    fn replaced(&self, other: &dyn Fn(usize) -> Option<Vec<String>>) -> Vec<String> {
        let words = self.words.iter().enumerate();
        let words = words.flat_map(|(place, word)| other(place).unwrap_or_else(|| word.spelled()));
        self.compiler.iter().cloned().chain(words).collect()
    }

    /// The command that compiles `text` instead of one of its sources, to `target`. Headers are found as from the source.
    pub fn alone(&self, source: &Source, text: &Path, target: &Path) -> Vec<String> {
        let links = self.product() == Some(Product::Program);
        let is_only = !links && self.sources().len() == 1;
        let mut all = self.replaced(&|place| match &self.words[place] {
            Word::Source(_) if place == source.place => Some(vec![text.display().to_string()]),
            // all else stays if it can
            _ if is_only => None,
            Word::Source(_) | Word::File(_) | Word::Link(_) | Word::Output(_) => Some(vec![]),
            _ => None,
        });
        if text != source.path {
            let folder = crate::outputs::folder_of(&source.path).display().to_string();
            all.splice(self.compiler.len()..self.compiler.len(), ["-iquote".into(), folder]);
        }
        if links {
            all.push("-c".into());
        }
        if !is_only || self.output().is_none() {
            all.extend(["-o".into(), target.display().to_string()]);
        }
        all
    }

    /// The command that compiles `text` to an object, `target`, in the place of a source in `folder`, and writes nothing else.
    pub fn elsewhere(&self, text: &Path, folder: &Path, target: &Path) -> Vec<String> {
        let shown = |path: &Path| path.display().to_string();
        let mut all = self.replaced(&|place| match &self.words[place] {
            Word::Other(_) => None,
            _ => Some(vec![]),
        });
        all.splice(self.compiler.len()..self.compiler.len(), ["-iquote".into(), shown(folder)]);
        all.extend(["-c".into(), shown(text), "-o".into(), shown(target)]);
        all
    }

    /// Where the rule for `make` is that the compiler writes beside an object, `target`.
    pub fn rule_file(&self, target: &Path) -> Option<PathBuf> {
        let rules = || {
            self.words.iter().filter_map(|word| if let Word::Rule(words) = word { Some(words) } else { None })
        };
        let mut named = rules().filter_map(|words| match words[0].strip_prefix("-MF") {
            Some(_) => words.last().map(|word| after("-MF", word)),
            // `-Wp,-MD,file`
            None => words[0].strip_prefix("-Wp,")?.split(',').nth(1),
        });
        let is_wanted = rules().any(|words| words[0].contains("-MD") || words[0].contains("-MMD"));
        is_wanted.then(|| named.next_back().map_or_else(|| target.with_extension("d"), PathBuf::from))
    }
}

impl Word {
    fn spelled(&self) -> Vec<String> {
        match self {
            Word::Source(word) | Word::File(word) | Word::Mode(word) => vec![word.clone()],
            Word::Output(path) => vec!["-o".into(), path.clone()],
            Word::Link(words) | Word::Rule(words) | Word::Other(words) => words.clone(),
        }
    }
}

/// What stands behind an option in the same word, or the word.
fn after<'w>(option: &str, word: &'w str) -> &'w str {
    word.strip_prefix(option).unwrap_or(word)
}

fn is_launcher(word: &str) -> bool {
    let name = Path::new(word).file_name().and_then(OsStr::to_str);
    name.is_some_and(|name| LAUNCHERS.contains(&name))
}

/// Whether a word names a file to compile or to link rather than a program.
fn is_input(word: &str) -> bool {
    let extension = Path::new(word).extension().and_then(OsStr::to_str);
    matches!(
        extension,
        Some("c" | "i" | "s" | "S" | "o" | "a" | "so" | "lo" | "la" | "cc" | "cpp" | "cxx" | "C" | "m" | "h")
    )
}

/// The words with those of response files in the places of these. What can't be read is left to the compiler.
fn expanded(words: &[String]) -> Vec<String> {
    let read = |word: &String| {
        let path = word.strip_prefix('@')?;
        let words = shlex::split(&std::fs::read_to_string(path).ok()?)?;
        // such a file may name another one; the compiler knows how deep that may go
        (!words.iter().any(|word| word.starts_with('@'))).then_some(words)
    };
    words.iter().flat_map(|word| read(word).unwrap_or_else(|| vec![word.clone()])).collect()
}

fn taken_apart(words: &[String]) -> Vec<Word> {
    let mut all = Vec::new();
    // the language that `-x` names for the files behind it
    let mut language: Option<String> = None;
    let mut words = words.iter().cloned();
    while let Some(word) = words.next() {
        let starts = |list: &[&str]| list.iter().any(|start| word.starts_with(start));
        let mut with_next = |word: String| {
            let next = words.next();
            std::iter::once(word).chain(next).collect::<Vec<_>>()
        };
        all.push(if !word.starts_with('-') || word == "-" {
            let is_source = match language.as_deref() {
                None | Some("none") => is_c(&word),
                Some(language) => language == "c",
            };
            match word.as_str() {
                "-" => Word::Other(vec![word]),
                _ if is_source => Word::Source(word),
                _ => Word::File(word),
            }
        } else if word == "-o" {
            Word::Output(words.next().unwrap_or_default())
        } else if let Some(path) = word.strip_prefix("-o").filter(|_| !starts(&["-obj"])) {
            Word::Output(path.to_owned())
        } else if word == "-c" || word == "-S" {
            Word::Mode(word)
        } else if word == "-x" || (word.starts_with("-x") && word != "-xHost") {
            let words = if word == "-x" { with_next(word) } else { vec![word] };
            language = words.last().map(|word| after("-x", word).to_owned());
            Word::Other(words)
        } else if ["-MF", "-MT", "-MQ"].contains(&word.as_str()) {
            Word::Rule(with_next(word))
        } else if starts(&RULE) {
            Word::Rule(vec![word])
        } else if LINK_WITH_WORD.contains(&word.as_str()) {
            Word::Link(with_next(word))
        } else if starts(&LINK) || word == "-s" || word == "-r" {
            Word::Link(vec![word])
        } else if WITH_WORD.contains(&word.as_str()) {
            Word::Other(with_next(word))
        } else {
            Word::Other(vec![word])
        });
    }
    all
}
