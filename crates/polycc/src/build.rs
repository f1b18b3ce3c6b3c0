//! Build scripts: C files go through polycc into a static library, as the crate `cc` builds it.

use crate::command_line::{Misuse, job_in_build};
use crate::driver::{Made, Status};
use crate::flags::{self, Unsound};
use crate::openmp::users_files;
use crate::outputs::folder_of;
use diagnostics::Severity;
use frontend::preprocess::Preprocessor;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A library of C files, for a build script.
///
/// ```no_run
/// // build.rs
/// polycc::Build::new().file("src/kernel.c").flag("-O3").compile("kernel");
/// ```
///
/// The script runs again when one of the files changes, or a header that they include. Warnings of polycc's are the build's; a file
/// that it can't take ends the build.
#[derive(Clone, Debug, Default)]
pub struct Build {
    cc: cc::Build,
    files: Vec<PathBuf>,
    options: Vec<String>,
}

/// Why there is no library.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// polycc can't take a file, or options for it are wrong.
    #[error("{}", .0.trim_end())]
    Refused(String),
    /// The C compiler, or what it needs of the environment, is at fault.
    #[error(transparent)]
    Compiler(#[from] cc::Error),
    /// A file can't be read or written.
    #[error("{path}: {error}", path = .path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

impl Build {
    /// Of no files.
    pub fn new() -> Self {
        Build::default()
    }

    /// With a C file, from the folder of the package.
    pub fn file(&mut self, path: impl AsRef<Path>) -> &mut Self {
        self.files.push(path.as_ref().to_owned());
        self
    }

    /// With C files.
    pub fn files(&mut self, paths: impl IntoIterator<Item = impl AsRef<Path>>) -> &mut Self {
        self.files.extend(paths.into_iter().map(|path| path.as_ref().to_owned()));
        self
    }

    /// With an option of the compiler's.
    pub fn flag(&mut self, flag: &str) -> &mut Self {
        self.cc.flag(flag);
        self
    }

    /// With a folder to search for headers.
    pub fn include(&mut self, folder: impl AsRef<Path>) -> &mut Self {
        self.cc.include(folder);
        self
    }

    /// With a macro.
    pub fn define<'a>(&mut self, name: &str, value: impl Into<Option<&'a str>>) -> &mut Self {
        self.cc.define(name, value);
        self
    }

    /// With an option of polycc's; one with a word behind it is two.
    pub fn option(&mut self, option: &str) -> &mut Self {
        self.options.push(option.to_owned());
        self
    }

    /// Builds `lib<name>.a`, and has cargo link it.
    ///
    /// # Panics
    /// Ends the build script where [`Build::try_compile`] gives an error.
    pub fn compile(&self, name: &str) {
        if let Err(error) = self.try_compile(name) {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }

    /// Builds `lib<name>.a`, and has cargo link it.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn try_compile(&self, name: &str) -> Result<(), Error> {
        let compiler = self.cc.try_get_compiler()?;
        let path = compiler.path().display().to_string();
        let given = compiler.args().iter().map(|word| word.to_string_lossy().into_owned());
        let needed = |word: String| Ok(flags::is_for_preprocessing(&word)?.then_some(word));
        let preprocessing: Result<Vec<String>, Unsound> =
            given.filter_map(|word| needed(word).transpose()).collect();
        let preprocessing = preprocessing.map_err(|unsound| Error::Refused(unsound.to_string()))?;
        let folder = out_dir()?.join("polycc").join(name);
        let mut cc = self.cc.clone();
        for (number, file) in self.files.iter().enumerate() {
            let path = self.written(file, &folder.join(number.to_string()), &path, &preprocessing)?;
            // headers are found beside the file, as before
            cc.flag("-iquote").flag(folder_of(file)).file(path);
        }
        cc.try_compile(name)?;
        Ok(())
    }

    /// What polycc makes of a file, written to a folder.
    fn written(
        &self,
        file: &Path,
        folder: &Path,
        compiler: &str,
        preprocessing: &[String],
    ) -> Result<PathBuf, Error> {
        let compiler = shlex::try_quote(compiler).map(String::from).unwrap_or_default();
        let job = job_in_build(self.options.clone(), file, compiler, preprocessing.to_vec());
        let job = job.map_err(|misuse| {
            Error::Refused(match misuse {
                Misuse::Foreign(option) => format!("`{option}` has no meaning in a build script"),
                _ => misuse.to_string(),
            })
        })?;
        for header in
            headers(file, &Preprocessor::new(job.compiler.clone(), job.preprocessor_arguments.clone()))?
        {
            println!("cargo::rerun-if-changed={header}");
        }
        let Made { status, text, problems, .. } = job.made(file);
        for problem in &problems {
            if problem.severity == Severity::Warning {
                problem
                    .text
                    .lines()
                    .filter(|line| !line.is_empty())
                    .for_each(|line| println!("cargo::warning={line}"));
            }
        }
        if status != Status::Done {
            return Err(Error::Refused(problems.into_iter().map(|problem| problem.text).collect()));
        }
        let Some(text) = text else { return Ok(file.to_owned()) };
        let path = folder.join(file.file_name().unwrap_or_default());
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, text));
        written.map_err(|error| Error::File { path: path.clone(), error })?;
        Ok(path)
    }
}

/// The file and the headers that it includes, but for the system's.
fn headers(file: &Path, preprocessor: &Preprocessor) -> Result<BTreeSet<String>, Error> {
    let refused = |problem: diagnostics::Diagnostic| {
        Error::Refused([vec![problem.message], problem.notes].concat().join("\n"))
    };
    let text = preprocessor.run(file).map_err(refused)?;
    let files = users_files(&text).filter(|file| !file.starts_with('<'));
    Ok(files.map(String::from).collect())
}

fn out_dir() -> Result<PathBuf, Error> {
    let variable = std::env::var_os("OUT_DIR").map(PathBuf::from);
    variable.ok_or_else(|| Error::Refused("`OUT_DIR` isn't set: this runs in a build script".into()))
}
