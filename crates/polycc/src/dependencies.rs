//! `-MD` and its like: a rule for `make` that says which headers an output depends on, as compilers write it.

use crate::leftovers::Temporary;
use crate::outputs::{Prepared, folder_of};
use diagnostics::{Code, Diagnostic};
use frontend::preprocess::Preprocessor;
use std::path::{Path, PathBuf};

/// What is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependencies {
    /// Whether a rule is to be written at all: the other options only say how.
    is_wanted: bool,
    /// Whether headers of the system count.
    with_system: bool,
    /// Where the rule goes; beside the output by default.
    file: Option<PathBuf>,
    /// `-MP`, `-MT` and `-MQ`, as they were given.
    others: Vec<String>,
}

/// Options with a word behind them, or at their end.
const WITH_WORD: [&str; 3] = ["-MF", "-MT", "-MQ"];

impl Dependencies {
    /// Whether an option says something about a rule. `-M` and `-MM`, instead of an output, do not.
    pub fn is_option(option: &str) -> bool {
        matches!(option, "-MD" | "-MMD" | "-MP") || WITH_WORD.iter().any(|known| option.starts_with(known))
    }

    /// Takes note of an option, the word of which may be the next of `more`.
    pub fn add(known: &mut Option<Self>, option: &str, more: &mut impl Iterator<Item = String>) {
        let all = known.get_or_insert_default();
        match option {
            "-MD" => (all.is_wanted, all.with_system) = (true, true),
            "-MMD" => all.is_wanted = true,
            "-MP" => all.others.push("-MP".into()),
            _ => {
                let (name, word) = option.split_at(3);
                let word = if word.is_empty() { more.next().unwrap_or_default() } else { word.to_owned() };
                match name {
                    "-MF" => all.file = Some(word.into()),
                    _ => all.others.extend([name.to_owned(), word]),
                }
            }
        }
    }

    /// Whether any rule is to be written.
    pub fn are_wanted(&self) -> bool {
        self.is_wanted
    }

    /// Whether the rule's file is named.
    pub fn have_file(&self) -> bool {
        self.file.is_some()
    }

    /// The rule for `output`, which is made of `input`, to be written.
    ///
    /// # Errors
    /// That the compiler can't find the headers, or that the rule can't be written.
    pub fn rule(
        &self,
        input: &Path,
        output: &Path,
        preprocessor: &Preprocessor,
    ) -> Result<Option<Rule>, Diagnostic> {
        if !self.is_wanted {
            return Ok(None);
        }
        let file = self.file.clone().unwrap_or_else(|| output.with_extension("d"));
        let prepared = Prepared::new(&file)?;
        let found = Temporary::new(|| tempfile::NamedTempFile::new_in(folder_of(&file)));
        let found = found.map_err(|error| {
            Diagnostic::error(Code::CannotWrite, format!("cannot write `{}`: {error}", file.display()))
        })?;
        let mut options = vec![if self.with_system { "-M" } else { "-MM" }.to_owned()];
        options.extend(["-MF".to_owned(), found.path().display().to_string()]);
        if !self.others.iter().any(|option| option == "-MT" || option == "-MQ") {
            options.extend(["-MQ".to_owned(), output.display().to_string()]);
        }
        options.extend(self.others.iter().cloned());
        preprocessor.find_headers(input, &options)?;
        let text = std::fs::read(found.path());
        let text = text.map_err(|error| {
            Diagnostic::error(Code::CannotRead, format!("cannot read the rule for `make`: {error}"))
        })?;
        Ok(Some(Rule { prepared, text }))
    }
}

/// A rule that is ready.
pub struct Rule {
    prepared: Prepared,
    text: Vec<u8>,
}

impl Rule {
    /// Writes it.
    ///
    /// # Errors
    /// That it can't be written.
    pub fn write(self) -> Result<(), Diagnostic> {
        self.prepared.finish(&self.text)
    }
}
