//! What a project asks of the drop-in: the environment's `POLYCC_FLAGS`, and the file `polycc.toml` beside the project.

use globset::Glob;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What is asked for one C file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// polycc's options, those that win last.
    pub flags: Vec<String>,
    /// Whether the compiler gets the file as it is.
    pub skip: bool,
    /// Whether a file that polycc can't take ends the build.
    pub strict: bool,
}

/// The name of the file.
const FILE: &str = "polycc.toml";

/// What stands in it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Project {
    #[serde(default)]
    flags: Flags,
    #[serde(default)]
    strict: bool,
    /// By patterns for paths from the folder that the file is in. All that fit count, in the order of the alphabet.
    #[serde(default)]
    files: BTreeMap<String, Switches>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Switches {
    #[serde(default)]
    flags: Flags,
    skip: Option<bool>,
}

/// Words, or a line of them.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Flags {
    Line(String),
    Words(Vec<String>),
}

impl Default for Flags {
    fn default() -> Self {
        Flags::Words(vec![])
    }
}

impl Flags {
    fn words(&self) -> Result<Vec<String>, String> {
        match self {
            Flags::Line(line) => words(line),
            Flags::Words(words) => Ok(words.clone()),
        }
    }
}

impl Settings {
    /// What is asked for the file at `path`; `environment` is what `POLYCC_FLAGS` holds.
    ///
    /// # Errors
    /// What is wrong with `polycc.toml` or the environment, as a sentence.
    pub fn of(path: &Path, environment: Option<&str>) -> Result<Self, String> {
        let mut settings = Settings::default();
        let full = std::path::absolute(path).map_err(|error| error.to_string())?;
        if let Some((folder, text)) = project(&full)? {
            let place = || format!("`{}`", folder.join(FILE).display());
            let project: Project = toml::from_str(&text).map_err(|error| format!("{}: {error}", place()))?;
            settings.strict = project.strict;
            settings.flags = project.flags.words()?;
            let inside = full.strip_prefix(&folder).unwrap_or(&full);
            for (pattern, switches) in &project.files {
                let glob = Glob::new(pattern).map_err(|error| format!("{}: {error}", place()))?;
                if glob.compile_matcher().is_match(inside) {
                    settings.flags.extend(switches.flags.words()?);
                    settings.skip = switches.skip.unwrap_or(settings.skip);
                }
            }
        }
        settings.flags.extend(words(environment.unwrap_or_default())?);
        Ok(settings)
    }
}

/// The next `polycc.toml` in the folders around a file: its folder and its text.
fn project(path: &Path) -> Result<Option<(PathBuf, String)>, String> {
    for folder in path.ancestors().skip(1) {
        let file = folder.join(FILE);
        match std::fs::read_to_string(&file) {
            Ok(text) => return Ok(Some((folder.to_owned(), text))),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(format!("cannot read `{}`: {error}", file.display())),
        }
    }
    Ok(None)
}

fn words(line: &str) -> Result<Vec<String>, String> {
    shlex::split(line).ok_or_else(|| format!("`{line}`: a quotation mark is missing"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_add_to_what_holds_for_all() {
        let folder = tempfile::tempdir().unwrap();
        let text = "flags = \"--optimize memory\"\n[files.\"src/*.c\"]\nflags = [\"--parallel\"]\n[files.\"src/old.c\"]\nskip = true\n";
        std::fs::write(folder.path().join(FILE), text).unwrap();
        let of = |name: &str| Settings::of(&folder.path().join(name), Some("-I 'a b'")).unwrap();
        let flags = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        assert_eq!(of("x.c").flags, flags(&["--optimize", "memory", "-I", "a b"]));
        assert_eq!(of("src/x.c").flags, flags(&["--optimize", "memory", "--parallel", "-I", "a b"]));
        assert!(of("src/old.c").skip && !of("src/new.c").skip);
    }

    #[test]
    fn mistakes_are_told() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), "flag = 1\n").unwrap();
        let problem = Settings::of(&folder.path().join("x.c"), None).unwrap_err();
        assert!(problem.contains("polycc.toml") && problem.contains("unknown field `flag`"), "{problem}");
    }
}
