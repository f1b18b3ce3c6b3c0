//! What is written, and where.

use crate::dependencies::Rule;
use crate::leftovers::Temporary;
use crate::verify::Version;
use crate::verify::calls::Callees;
use diagnostics::{Code, Diagnostic};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where outputs go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Beside the inputs.
    Beside,
    /// To standard output.
    Standard,
    /// To this file.
    File(PathBuf),
    /// To a folder, under the names of the inputs.
    Folder(PathBuf),
    /// To a folder, as they lie in another one.
    Tree {
        /// Where they go.
        folder: PathBuf,
        /// Where the inputs are.
        base: PathBuf,
    },
}

impl Output {
    /// What an option says: what ends in a slash or is a folder means that.
    pub fn of(option: Option<&Path>) -> Self {
        let is_folder =
            |path: &Path| path.to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR]) || path.is_dir();
        match option {
            None => Output::Beside,
            Some(path) if path == Path::new("-") => Output::Standard,
            Some(path) if is_folder(path) => Output::Folder(path.to_owned()),
            Some(path) => Output::File(path.to_owned()),
        }
    }

    /// Whether all outputs go to one folder.
    pub fn is_folder(&self) -> bool {
        self.folder().is_some()
    }

    /// The folder that all outputs go to.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Output::Folder(folder) | Output::Tree { folder, .. } => Some(folder),
            _ => None,
        }
    }

    /// The file to write for an input; `None` for standard output.
    pub fn target(&self, input: &Path) -> Option<PathBuf> {
        match self {
            Output::Beside if input == Path::new("-") => None,
            Output::Beside => Some(input.with_extension("polycc.c")),
            Output::Standard => None,
            Output::File(path) => Some(path.clone()),
            Output::Folder(folder) => Some(folder.join(input.file_name()?)),
            Output::Tree { folder, base } => Some(folder.join(input.strip_prefix(base).ok()?)),
        }
    }
}

/// The files of a program, to be written when all are done.
#[derive(Default)]
pub struct Outputs(Vec<Waiting>);

/// A file that is done.
pub struct Waiting {
    /// The input.
    pub path: PathBuf,
    /// Its text before and after.
    pub texts: (String, String),
    /// The options that it is compiled with.
    pub arguments: Vec<String>,
    /// The bytes to write.
    pub bytes: Vec<u8>,
    /// Whether it has a function `main`.
    pub has_main: bool,
    /// The functions that `--verify` calls.
    pub callees: Callees,
    /// The rule for `make`.
    pub rule: Option<Rule>,
}

impl Outputs {
    /// Adds a file.
    pub fn add(&mut self, file: Waiting) {
        self.0.push(file);
    }

    /// Whether a file has a function `main`.
    pub fn have_main(&self) -> bool {
        self.0.iter().any(|file| file.has_main)
    }

    /// All files before and after, with the functions that changed.
    pub fn versions(&self) -> Vec<(Version<'_>, &Callees)> {
        let files =
            self.0.iter().map(|Waiting { path, texts: (original, output), arguments, callees, .. }| {
                (Version { path, original, output, arguments }, callees)
            });
        files.collect()
    }

    /// Writes all files that aren't there as they should be.
    ///
    /// # Errors
    /// The first that can't be written.
    pub fn write(self, to: &Output) -> Result<(), Diagnostic> {
        let Some(folder) = to.folder() else { return Ok(()) };
        create(folder)?;
        let (mut prepared, mut rules) = (Vec::new(), Vec::new());
        for file in self.0 {
            let Some(target) = to.target(&file.path) else { continue };
            rules.extend(file.rule);
            if std::fs::read(&target).is_ok_and(|known| known == file.bytes) {
                continue;
            }
            create(folder_of(&target))?;
            prepared.push((Prepared::new(&target)?, file.bytes));
        }
        prepared.into_iter().try_for_each(|(file, bytes)| file.finish(&bytes))?;
        rules.into_iter().try_for_each(Rule::write)
    }
}

/// Makes the folder that outputs go to.
///
/// # Errors
/// That it can't be made.
pub fn create(folder: &Path) -> Result<(), Diagnostic> {
    std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))
}

/// A file about to be written, that which a link leads to: through a temporary file in the same folder, so that nobody ever sees
/// half of it. What isn't a regular file (`/dev/null`, a pipe) is written as it is.
pub struct Prepared {
    /// Where it is.
    pub target: PathBuf,
    temporary: Option<Temporary<tempfile::NamedTempFile>>,
}

impl Prepared {
    /// The file at `target`.
    ///
    /// # Errors
    /// That it can't be written.
    pub fn new(target: &Path) -> std::result::Result<Self, Diagnostic> {
        let known = std::fs::metadata(target);
        // links to what has no name (`/dev/stdout`, where that is a pipe) lead nowhere
        let target = match &known {
            Ok(metadata) if !metadata.is_file() => target.to_path_buf(),
            _ => at_end_of_links(target),
        };
        let temporary = match known {
            Ok(metadata) if metadata.is_dir() => Err(std::io::ErrorKind::IsADirectory.into()),
            Ok(metadata) if !metadata.is_file() => Ok(None),
            _ => Temporary::new(|| temporary_beside(&target)).map(Some),
        };
        match temporary {
            Ok(temporary) => Ok(Prepared { target, temporary }),
            Err(error) => Err(cannot_write(&target, &error)),
        }
    }

    /// Writes it.
    ///
    /// # Errors
    /// That it can't be written.
    pub fn finish(self, bytes: &[u8]) -> std::result::Result<(), Diagnostic> {
        let written = match self.temporary {
            None => std::fs::write(&self.target, bytes),
            Some(mut file) => match file.write_all(bytes) {
                Ok(()) => {
                    file.map(|file| file.persist(&self.target)).map(|_| ()).map_err(|error| error.error)
                }
                Err(error) => Err(error),
            },
        };
        written.map_err(|error| cannot_write(&self.target, &error))
    }
}

/// The file that `path` means, whether it is there or not.
fn at_end_of_links(path: &Path) -> PathBuf {
    /// More links in a row than systems follow.
    const MOST_LINKS: usize = 64;
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let Ok(next) = std::fs::read_link(&path) else { break };
        path = folder_of(&path).join(next);
    }
    path
}

fn temporary_beside(target: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.prefix(".polycc").tempfile_in(folder_of(target))
}

fn cannot_write(target: &Path, error: &std::io::Error) -> Diagnostic {
    // the whole error names the temporary file, which would tell the user nothing
    Diagnostic::error(Code::CannotWrite, format!("cannot write `{}`: {}", target.display(), error.kind()))
}

/// The folder that a file is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}
