//! The C preprocessor: the only program that this crate runs.
//!
//! polycc reads what `cc -E` makes of a file, so that macros, includes and conditions mean what the
//! user's compiler says they mean. Line markers lead back to the user's lines, and `#pragma` lines
//! come through. Bytes that are no UTF-8 are kept apart, see [`decode`].

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use diagnostics::token::{TokenKind, plainly_spelled, tokens};
use diagnostics::{Code, Diagnostic, Span};

use crate::process::output;

/// How many lines of the compiler's own messages are passed on.
const SHOWN_LINES: usize = 8;

/// How a compiler is to read a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// As C.
    Plain,
    /// As C with OpenMP.
    OpenMp,
}

/// A C compiler with the options that matter to the preprocessor.
#[derive(Clone, Debug)]
pub struct Preprocessor {
    compiler: String,
    arguments: Vec<String>,
    /// What it made of texts: a run of the compiler takes longer than much that polycc does.
    known: Arc<Mutex<HashMap<String, String>>>,
}

impl Preprocessor {
    /// The compiler `cc`, say, with its options: `-I`, `-D`, `-std=` and so on.
    pub fn new(compiler: impl Into<String>, arguments: Vec<String>) -> Self {
        Preprocessor { compiler: compiler.into(), arguments, known: Arc::default() }
    }

    /// Whether it is given an option.
    pub fn has(&self, argument: &str) -> bool {
        let mut given = self.compiler.split_whitespace().chain(self.arguments.iter().map(String::as_str));
        given.any(|known| known == argument)
    }

    /// Whether `other` makes the same code of the same text: it has the same compiler, and the same options but for those that say
    /// what is included and defined.
    pub fn generates_as(&self, other: &Preprocessor) -> bool {
        let is_of_code = |word: &&String| {
            ["-f", "-m", "-O", "-std", "-ansi", "--target", "-B"].iter().any(|start| word.starts_with(start))
        };
        let of_code = |it: &'_ Preprocessor| -> Vec<String> {
            it.arguments.iter().filter(is_of_code).cloned().collect()
        };
        self.compiler == other.compiler && of_code(self) == of_code(other)
    }

    /// The same with one more option.
    #[must_use]
    pub fn with(&self, argument: &str) -> Self {
        let arguments = self.arguments.iter().cloned().chain([argument.to_owned()]).collect();
        Preprocessor::new(self.compiler.clone(), arguments)
    }

    /// The preprocessed text of the file at `path`.
    pub fn run(&self, path: &Path) -> Result<String, Diagnostic> {
        std::fs::File::open(path).map_err(|error| {
            Diagnostic::error(Code::CannotRead, format!("cannot read `{}`: {error}", path.display()))
        })?;
        let mut command = self.command(&["-E"]);
        command.arg(path);
        self.succeed(output(&mut command, &[])).map(plainly_spelled)
    }

    /// Lets the compiler write which headers the file at `path` includes, as `options` say (`-M`, `-MF` and so on).
    ///
    /// # Errors
    /// That the file can't be preprocessed.
    pub fn find_headers(&self, path: &Path, options: &[String]) -> Result<(), Diagnostic> {
        let mut command = self.command(&[]);
        command.args(options).arg(path);
        self.succeed(output(&mut command, &[])).map(|_| ())
    }

    /// The preprocessed text of `text`, which messages and `__FILE__` call `path`.
    pub fn run_text(&self, text: &str, path: &Path) -> Result<String, Diagnostic> {
        self.run_numbered(text, path, 0)
    }

    /// As [`Preprocessor::run_text`], with all lines numbered `shift` further on.
    pub fn run_numbered(&self, text: &str, path: &Path, shift: u32) -> Result<String, Diagnostic> {
        let text = numbered(text, path, shift);
        if let Some(known) = self.known().get(&text) {
            return Ok(known.clone());
        }
        let mut command = self.command(&["-E"]);
        command.args(["-x", "c", "-"]);
        let preprocessed = self.succeed(output(&mut command, &encode(&text)))?;
        let preprocessed = with_name(&plainly_spelled(preprocessed), &path.display().to_string());
        self.known().insert(text, preprocessed.clone());
        Ok(preprocessed)
    }

    /// What the compiler says against a preprocessed text, or `None` if it accepts it.
    ///
    /// Serves to tell a mistake of the user's from C that polycc's own parser doesn't know.
    pub fn rejects(&self, preprocessed: &str) -> Option<String> {
        let mut command = self.command(&["-fsyntax-only", "-w"]);
        command.args(["-x", "cpp-output", "-"]);
        self.succeed(output(&mut command, &encode(preprocessed)))
            .err()
            .map(|problem| problem.notes.join("\n"))
    }

    /// The compiler's first complaint about `text`, which messages call `path`; `None` if it accepts it. Warnings are no
    /// complaints.
    pub fn refuses(&self, text: &str, path: &Path, mode: Mode) -> Option<String> {
        // what has been preprocessed for other reasons needn't be once more
        if mode == Mode::Plain && self.run_text(text, path).is_ok_and(|text| self.rejects(&text).is_none()) {
            return None;
        }
        let openmp: &[&str] = if mode == Mode::OpenMp { &["-fopenmp"] } else { &[] };
        let mut command = self.command(&["-fsyntax-only", "-w"]);
        command.args(openmp).args(["-x", "c", "-"]);
        let problem = self.succeed(output(&mut command, &encode(text))).err()?;
        let first = problem.notes.iter().find(|note| note.contains("error")).or(problem.notes.first());
        let complaint = first.map_or(problem.message.as_str(), String::as_str);
        Some(complaint.replacen("<stdin>", &path.display().to_string(), 1))
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn command(&self, mode: &[&str]) -> Command {
        let mut command = compiler_command(&self.compiler);
        // Messages are quoted to the user: English and without colours, wherever polycc runs.
        command.args(mode).args(&self.arguments).env("LC_ALL", "C");
        if mode.contains(&"-E") {
            command.args(moments());
        }
        command
    }

    /// The standard output of a command that succeeded.
    fn succeed(&self, output: io::Result<Output>) -> Result<String, Diagnostic> {
        let output = output.map_err(|error| {
            Diagnostic::error(
                Code::NoCompiler,
                format!("cannot run the C compiler `{}`: {error}", self.compiler),
            )
            .with_help("`--cc PROGRAM` or the environment variable CC names another one")
        })?;
        if output.status.success() {
            return Ok(decode(output.stdout));
        }
        let messages = decode(output.stderr);
        let problem = Diagnostic::error(
            Code::NotPreprocessed,
            format!("`{}` cannot preprocess this file", self.compiler),
        );
        Err(messages.lines().take(SHOWN_LINES).fold(problem, Diagnostic::with_note))
    }
}

/// What the macros for the time of compilation stand for while polycc works, so that texts can be compared that were
/// preprocessed one after the other. As long as what they stand for else; a text that polycc writes must not hold it.
pub const MOMENTS: [(&str, &str); 3] =
    [("__DATE__", "Feb 29 1972"), ("__TIME__", "23:59:58"), ("__TIMESTAMP__", "Tue Feb 29 23:59:58 1972")];

/// The options that make it so.
pub fn moments() -> Vec<String> {
    let define = |(name, value): (&str, &str)| format!("-D{name}=\"{value}\"");
    std::iter::once("-Wno-builtin-macro-redefined".into()).chain(MOMENTS.map(define)).collect()
}

/// The command that `compiler` names: words, as make and configure take them (`gcc -std=gnu11`).
pub fn compiler_command(compiler: &str) -> Command {
    let words = shlex::split(compiler).filter(|words| !words.is_empty());
    let words = words.unwrap_or_else(|| vec![compiler.to_owned()]);
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    command
}

/// `text` with a first line that gives the file its name.
pub fn named(text: &str, path: &Path) -> String {
    numbered(text, path, 0)
}

/// The same with lines numbered `shift` further on.
fn numbered(text: &str, path: &Path, shift: u32) -> String {
    let (mark, text) = match text.strip_prefix('\u{feff}') {
        Some(rest) => ("\u{feff}", rest),
        None => ("", text),
    };
    let first = format!("{mark}#line {} {}\n", shift + 1, quoted(&path.display().to_string()));
    let directives = tokens(text).filter(|token| shift > 0 && token.kind == TokenKind::Directive);
    let mut moved = first;
    let mut position = 0;
    for place in directives.filter_map(|token| line_number(text, token.span)) {
        let number = place.of(text).parse::<u32>().unwrap_or_default().saturating_add(shift);
        moved.push_str(&text[position..place.start]);
        moved.push_str(&number.to_string());
        position = place.end;
    }
    moved + &text[position..]
}

/// Where the number stands in a directive `#line`.
fn line_number(text: &str, directive: Span) -> Option<Span> {
    let after_hash = directive.of(text).strip_prefix('#')?.trim_start();
    let number = after_hash.strip_prefix("line").map_or(after_hash, str::trim_start);
    let start = directive.end - number.len();
    let length = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    (length > 0).then(|| Span::new(start, start + length))
}

/// `name` as a C string.
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Names the file in line markers that a compiler calls standard input.
fn with_name(preprocessed: &str, name: &str) -> String {
    let quoted = quoted(name);
    let renamed = |line: &str| match line.starts_with('#') {
        true => line.replacen("\"<stdin>\"", &quoted, 1),
        false => line.to_owned(),
    };
    preprocessed.split_inclusive('\n').map(renamed).collect()
}

/// The characters that stand for bytes which are no part of UTF-8: this plus the byte.
///
/// They lie at the end of the last plane, which Unicode leaves to private use.
const STRAY: u32 = 0x10_FF00;

/// `bytes` as text, so that [`encode`] gives the same bytes back.
///
/// Each byte that is no part of UTF-8 becomes one character that no sensible text has. A comment in
/// Latin-1 beside a string in UTF-8 comes through, whichever of them the preprocessor keeps.
pub fn decode(bytes: Vec<u8>) -> String {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) if text.chars().all(|character| stray_byte(character).is_none()) => return text,
        Ok(text) => text.into_bytes(),
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(bytes.len());
    let stray = |byte: &u8| char::from_u32(STRAY + u32::from(*byte)).unwrap_or(char::REPLACEMENT_CHARACTER);
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            match stray_byte(character) {
                None => text.push(character),
                Some(_) => text.extend(character.encode_utf8(&mut [0; 4]).as_bytes().iter().map(stray)),
            }
        }
        text.extend(chunk.invalid().iter().map(stray));
    }
    text
}

/// The bytes that [`decode`] made `text` of.
pub fn encode(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for character in text.chars() {
        match stray_byte(character) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    bytes
}

/// The byte that a character stands for, if it stands for one.
fn stray_byte(character: char) -> Option<u8> {
    let byte = u32::from(character).checked_sub(STRAY).and_then(|byte| u8::try_from(byte).ok());
    byte.filter(|byte| !byte.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};

    #[test]
    fn all_bytes_come_back() {
        let text = "gr\u{f6}\u{df}er \u{10ffe9} \u{10ff41}";
        for bytes in [b"a\xe9b\xff\xc3".to_vec(), text.as_bytes().to_vec(), (0..=255).collect()] {
            assert_eq!(encode(&decode(bytes.clone())), bytes);
        }
        assert_eq!(decode(b"a\xe9".to_vec()).chars().count(), 2);
        assert_eq!(decode("gr\u{fc}n".as_bytes().to_vec()), "gr\u{fc}n");
    }
}
