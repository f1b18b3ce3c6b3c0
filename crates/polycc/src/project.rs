//! A project as its compilation database tells it: `compile_commands.json`, as CMake, Meson and Bear write it.
//!
//! Each C file is read with the options of its own command. Outputs lie as the inputs do, below another folder, with a database of
//! their own that compiles them. What depends on the order of the entries is decided by paths and commands instead.

use crate::drop_in::Invocation;
use crate::flags::Unsound;
use crate::outputs::folder_of;
use diagnostics::{Code, Diagnostic};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// The C files of a database.
#[derive(Clone, Debug)]
pub struct Project {
    /// The folder that holds the database and all C files.
    pub base: PathBuf,
    /// By their paths, how the files are compiled.
    commands: BTreeMap<PathBuf, Compilation>,
    /// What else is compiled, as the database has it.
    others: Vec<Value>,
    /// What there is to say about the database.
    pub notes: Vec<Diagnostic>,
}

/// How a file is compiled.
#[derive(Clone, Debug)]
struct Compilation {
    /// The compiler, with what launches it.
    compiler: String,
    /// The options that preprocessing depends on, with paths that hold anywhere.
    preprocessing: Vec<String>,
    invocation: Invocation,
    entry: Map<String, Value>,
}

/// Options with a path behind them, in the same word or the next one.
const WITH_PATH: [&str; 8] =
    ["-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-isysroot", "--sysroot=", "-I"];

impl Project {
    /// Reads the database at `path`.
    ///
    /// # Errors
    /// Why it is none.
    pub fn read(path: &Path) -> Result<Self, Diagnostic> {
        let shown = path.display();
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|error| {
            Diagnostic::error(Code::BadDatabase, format!("cannot read `{shown}`: {error}"))
        })?;
        let no_database = |why: String| {
            Diagnostic::error(Code::BadDatabase, format!("`{shown}` is no compilation database: {why}"))
        };
        let entries: Vec<Map<String, Value>> =
            serde_json::from_str(&text).map_err(|error| no_database(error.to_string()))?;
        let own = absolute(folder_of(path), &std::env::current_dir().unwrap_or_default());
        let mut entries: Vec<_> = entries
            .into_iter()
            .map(|entry| Entry::of(entry, &own).map_err(no_database))
            .collect::<Result<_, _>>()?;
        entries.sort_by(|one, other| (&one.file, &one.words).cmp(&(&other.file, &other.words)));
        let mut project = Project { base: own, commands: BTreeMap::new(), others: vec![], notes: vec![] };
        entries.into_iter().for_each(|entry| project.add(entry));
        let base =
            project.commands.keys().fold(project.base.clone(), |base, file| common(&base, folder_of(file)));
        Ok(Project { base, ..project })
    }

    fn add(&mut self, entry: Entry) {
        let Entry { file, directory, words, entry } = entry;
        let invocation = Invocation::new(&with_own_paths(words, &directory), "cc");
        let is_there = |source: &crate::drop_in::Source| absolute(&source.path, &directory) == file;
        let is_c = invocation.product().is_some() && invocation.sources().iter().any(is_there);
        let shown = file.display();
        if !is_c || !file.exists() {
            if is_c {
                self.notes.push(Diagnostic::warning(Code::UntakenEntry, format!("`{shown}` isn't there")));
            }
            self.others.push(Value::Object(entry));
            return;
        }
        if self.commands.contains_key(&file) {
            let note =
                format!("`{shown}` is compiled in several ways, of which the first counts, by the alphabet");
            self.notes.push(Diagnostic::note(Code::UntakenEntry, note));
            return;
        }
        match invocation.for_preprocessing() {
            Ok(preprocessing) => {
                let compiler = shlex::try_join(invocation.compiler.iter().map(String::as_str));
                let compiler = compiler.unwrap_or_default();
                self.commands.insert(file, Compilation { compiler, preprocessing, invocation, entry });
            }
            Err(Unsound(option)) => {
                self.notes.push(Diagnostic::warning(Code::UnsoundOption, format!(
                    "`{shown}` stays where it is: polycc's proofs don't hold for C that is compiled with `{option}`"
                )));
                self.others.push(Value::Object(entry));
            }
        }
    }

    /// The C files.
    pub fn files(&self) -> Vec<PathBuf> {
        self.commands.keys().cloned().collect()
    }

    /// The compiler of a file, and the options that preprocessing it depends on.
    pub fn command(&self, file: &Path) -> Option<(&str, &[String])> {
        self.commands.get(file).map(|own| (own.compiler.as_str(), own.preprocessing.as_slice()))
    }

    /// The database that compiles outputs, which `target` names, to objects beside them.
    pub fn database(&self, target: impl Fn(&Path) -> Option<PathBuf>) -> String {
        let here = std::env::current_dir().unwrap_or_default();
        let moved = self.commands.iter().filter_map(|(file, own)| {
            let output = absolute(&target(file)?, &here);
            let object = output.with_extension("o");
            let command = own.invocation.elsewhere(&output, folder_of(file), &object);
            let mut entry = own.entry.clone();
            entry.remove("command");
            entry.insert("file".into(), output.display().to_string().into());
            entry.insert("arguments".into(), command.into());
            entry.insert("output".into(), object.display().to_string().into());
            Some(Value::Object(entry))
        });
        let all: Vec<Value> = moved.chain(self.others.iter().cloned()).collect();
        let text = serde_json::to_string_pretty(&all).expect("commands are plain data");
        format!("{text}\n")
    }
}

/// An entry of a database.
struct Entry {
    file: PathBuf,
    directory: PathBuf,
    words: Vec<String>,
    entry: Map<String, Value>,
}

impl Entry {
    /// What an object says, in a database in the folder `own`.
    fn of(mut entry: Map<String, Value>, own: &Path) -> Result<Self, String> {
        let text = |key: &str| entry.get(key).and_then(Value::as_str);
        let file = text("file").ok_or("an entry has no `file`")?;
        let directory = absolute(Path::new(text("directory").unwrap_or(".")), own);
        let words = match (entry.get("arguments").and_then(Value::as_array), text("command")) {
            (Some(words), _) => words.iter().map(|word| word.as_str().map(str::to_owned)).collect(),
            (None, Some(command)) => shlex::split(command),
            (None, None) => None,
        };
        let words: Vec<String> =
            words.ok_or_else(|| format!("`{file}` has no `command` that could be read"))?;
        let file = absolute(Path::new(file), &directory);
        entry.insert("directory".into(), directory.display().to_string().into());
        Ok(Entry { file, directory, words, entry })
    }
}

/// Words of a command that mean the same in any folder, as far as they name folders and files to read.
fn with_own_paths(words: Vec<String>, directory: &Path) -> Vec<String> {
    let of = |path: &str| absolute(Path::new(path), directory).display().to_string();
    // a file may be looked for among the headers instead
    let of_known = |path: &str| if directory.join(path).exists() { of(path) } else { path.to_owned() };
    let mut all = Vec::with_capacity(words.len());
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let option = WITH_PATH.into_iter().find(|option| word.starts_with(option));
        match (word.strip_prefix('@'), option) {
            (Some(path), _) => all.push(format!("@{}", of(path))),
            (None, Some(option)) if word.len() > option.len() => {
                all.push(format!("{option}{}", of_known(&word[option.len()..])));
            }
            (None, Some(_)) => {
                all.push(word);
                all.extend(words.next().map(|path| of_known(&path)));
            }
            (None, None) => all.push(word),
        }
    }
    all
}

/// `path`, seen from `folder`, from the root, without detours.
fn absolute(path: &Path, folder: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in folder.join(path).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// The deepest folder that holds both.
fn common(one: &Path, other: &Path) -> PathBuf {
    let both = one.components().zip(other.components());
    both.take_while(|(one, other)| one == other).map(|(part, _)| part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_in_commands_mean_the_same_everywhere() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        std::fs::create_dir(folder.path().join("inc")).unwrap();
        let words = ["cc", "-Iinc", "-I", "../inc", "-isystem", "inc", "-include", "std.h", "-DX=inc", "a.c"];
        let words = with_own_paths(words.map(String::from).to_vec(), folder.path());
        let inc = path("inc");
        assert_eq!(words[1..4], [format!("-I{inc}"), "-I".to_owned(), "../inc".to_owned()]);
        assert_eq!(words[4..], ["-isystem", &inc, "-include", "std.h", "-DX=inc", "a.c"]);
    }

    #[test]
    fn folders_have_one_in_common() {
        assert_eq!(absolute(Path::new("../b/./c.c"), Path::new("/x/a")), Path::new("/x/b/c.c"));
        assert_eq!(common(Path::new("/x/build"), Path::new("/x/src/deep")), Path::new("/x"));
    }
}
