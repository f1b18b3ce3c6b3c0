//! A case: its file, and the directives in the comments that open it.
//!
//! A directive is a line `// word: value` among the lines that open the file; the first line that
//! does not start with `//` ends them. An unknown word is an error, so that a misspelt directive
//! cannot switch a check off. The words are listed in `README.md`.

use std::fs;
use std::path::{Path, PathBuf};

/// What a case file asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// Path below the folder of the cases, with its extension.
    pub path: PathBuf,
    /// Flags for polycc beyond the input and the output.
    pub flags: Vec<String>,
    /// Other files of the program, below the folder of the cases.
    pub with: Vec<PathBuf>,
    /// The whole command line, for a `.cli` case.
    pub arguments: Vec<String>,
    /// Expected exit status.
    pub status: i32,
    /// Bytes of all temporary arrays, before and after.
    pub bytes: Option<(u64, u64)>,
    /// Expected decisions: (`contracted`, `tmp`).
    pub decisions: Vec<(String, String)>,
    /// The output equals the input.
    pub unchanged: bool,
    /// The files a `.cli` case leaves in `$TMP`.
    pub written: Vec<String>,
    /// Texts that standard error must contain.
    pub says: Vec<String>,
}

/// The kinds of decisions that the report knows.
const DECISIONS: [&str; 4] = ["contracted", "scalarized", "expanded", "kept"];

impl Case {
    /// Reads the directives of the case at `path`, which is below `folder`.
    pub fn read(folder: &Path, path: &Path) -> Result<Case, String> {
        let bytes = fs::read(folder.join(path)).map_err(|error| format!("{}: {error}", path.display()))?;
        Case::parse(path, &String::from_utf8_lossy(&bytes))
    }

    /// Parses the directives that open `text`.
    pub fn parse(path: &Path, text: &str) -> Result<Case, String> {
        let mut case = Case { path: path.to_path_buf(), ..Case::default() };
        for line in text.lines().map_while(|line| line.strip_prefix("//")) {
            case.directive(line.trim()).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(case)
    }

    fn directive(&mut self, line: &str) -> Result<(), String> {
        let (word, value) = line.split_once(':').ok_or(format!("not a directive: `{line}`"))?;
        let value = value.trim();
        match word {
            "polycc" => self.flags.extend(value.split_whitespace().map(String::from)),
            "with" => self.with.extend(value.split_whitespace().map(PathBuf::from)),
            "args" => self.arguments.extend(value.split_whitespace().map(String::from)),
            "status" => self.status = value.parse().map_err(|_| format!("not a status: `{value}`"))?,
            "bytes" => self.bytes = Some(parse_bytes(value)?),
            "says" => self.says.push(value.to_string()),
            "expect" => self.expect(value)?,
            _ => return Err(format!("unknown directive `{word}`")),
        }
        Ok(())
    }

    fn expect(&mut self, value: &str) -> Result<(), String> {
        let words: Vec<&str> = value.split_whitespace().collect();
        match words[..] {
            ["unchanged"] => self.unchanged = true,
            ["written", name] => self.written.push(name.to_string()),
            [decision, name] if DECISIONS.contains(&decision) => {
                self.decisions.push((decision.to_string(), name.to_string()));
            }
            _ => return Err(format!("cannot expect `{value}`")),
        }
        Ok(())
    }

    /// Whether the case is a command line rather than a program.
    pub fn is_command(&self) -> bool {
        self.path.extension().is_some_and(|extension| extension == "cli")
    }

    /// The flags that a compiler needs as well as polycc: those of the preprocessor.
    pub fn preprocessor_flags(&self) -> Vec<String> {
        let mut flags = Vec::new();
        let mut words = self.flags.iter();
        while let Some(word) = words.next() {
            if ["-I", "-D", "-U", "-isystem", "-include"].contains(&word.as_str()) {
                flags.push(word.clone());
                flags.extend(words.next().cloned());
            } else if ["-I", "-D", "-U"].iter().any(|prefix| word.starts_with(prefix)) {
                flags.push(word.clone());
            }
        }
        flags
    }
}

fn parse_bytes(value: &str) -> Result<(u64, u64), String> {
    let numbers = value
        .split_once("->")
        .and_then(|(before, after)| Some((before.trim().parse().ok()?, after.trim().parse().ok()?)));
    numbers.ok_or(format!("not `BEFORE -> AFTER`: `{value}`"))
}

/// The paths of all cases below `folder`, sorted. `include/` and `data/` are what cases use, `*.out.c`
/// are golden files.
pub fn discover(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(folder, folder, &mut found);
    found.sort();
    found
}

fn collect(root: &Path, folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "include" && name != "data" {
                collect(root, &path, found);
            }
        } else if (name.ends_with(".c") && !name.ends_with(".out.c")) || name.ends_with(".cli") {
            found.extend(path.strip_prefix(root).map(Path::to_path_buf));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Case, String> {
        Case::parse(Path::new("kernels/a.c"), text)
    }

    #[test]
    fn directives_end_with_the_first_other_line() {
        let case = parse("// status: 1\r\n// bytes: 80 -> 8\n/* status: 3 */\n// status: 2\n").unwrap();
        assert_eq!((case.status, case.bytes), (1, Some((80, 8))));
    }

    #[test]
    fn misspelt_directives_are_errors() {
        assert!(parse("// statsu: 1\n").is_err());
        assert!(parse("// expect: contractd t\n").is_err());
        assert!(parse("// bytes: 80\n").is_err());
        assert!(parse("// a remark\n").is_err());
    }

    #[test]
    fn the_preprocessor_gets_its_flags_only() {
        let case = parse("// polycc: -DWIDE -D SCALE=3 --at n=2 -Iinclude -q\n").unwrap();
        assert_eq!(case.preprocessor_flags(), ["-DWIDE", "-D", "SCALE=3", "-Iinclude"]);
    }
}
