//! The C preprocessor: the only place of this crate that runs a program.
//!
//! polycc reads what `cc -E` makes of a file, so that macros, includes and conditions mean what the
//! user's compiler says they mean. Line markers lead back to the user's lines, and `#pragma` lines
//! come through. Bytes that are no UTF-8 are kept apart, see [`decode`].

use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use diagnostics::Diagnostic;

/// How many lines of the compiler's own messages are passed on.
const SHOWN_LINES: usize = 8;

/// A C compiler with the options that matter to the preprocessor.
#[derive(Clone, Debug)]
pub struct Preprocessor {
    /// The program: `cc`.
    pub compiler: String,
    /// Its options: `-I`, `-D`, `-std=` and so on.
    pub arguments: Vec<String>,
}

impl Preprocessor {
    /// The preprocessed text of the file at `path`.
    pub fn run(&self, path: &Path) -> Result<String, Diagnostic> {
        std::fs::File::open(path)
            .map_err(|error| Diagnostic::error(format!("cannot read `{}`: {error}", path.display())))?;
        let mut command = self.command(&["-E"]);
        command.arg(path);
        self.succeed(command.stdin(Stdio::null()).output())
    }

    /// The preprocessed text of `text`, which messages call `path`.
    pub fn run_text(&self, text: &str, path: &Path) -> Result<String, Diagnostic> {
        let mut command = self.command(&["-E"]);
        command.args(["-x", "c", "-"]);
        let preprocessed = self.succeed(output_of(&mut command, &encode(text)))?;
        Ok(with_name(&preprocessed, &path.display().to_string()))
    }

    /// What the compiler says against a preprocessed text, or `None` if it accepts it.
    ///
    /// Serves to tell a mistake of the user's from C that polycc's own parser doesn't know.
    pub fn rejects(&self, preprocessed: &str) -> Option<String> {
        let mut command = self.command(&["-fsyntax-only", "-w"]);
        command.args(["-x", "cpp-output", "-"]);
        self.succeed(output_of(&mut command, &encode(preprocessed)))
            .err()
            .map(|problem| problem.notes.join("\n"))
    }

    fn command(&self, mode: &[&str]) -> Command {
        let mut command = Command::new(&self.compiler);
        // Messages are quoted to the user: English and without colours, wherever polycc runs.
        command.args(mode).args(&self.arguments).env("LC_ALL", "C");
        command
    }

    /// The standard output of a command that succeeded.
    fn succeed(&self, output: io::Result<Output>) -> Result<String, Diagnostic> {
        let output = output.map_err(|error| {
            Diagnostic::error(format!("cannot run the C compiler `{}`: {error}", self.compiler))
                .with_help("`--cc PROGRAM` or the environment variable CC names another one")
        })?;
        if output.status.success() {
            return Ok(decode(output.stdout));
        }
        let messages = decode(output.stderr);
        let problem = Diagnostic::error(format!("`{}` cannot preprocess this file", self.compiler));
        Err(messages.lines().take(SHOWN_LINES).fold(problem, Diagnostic::with_note))
    }
}

/// Names the file in line markers that a compiler calls standard input.
fn with_name(preprocessed: &str, name: &str) -> String {
    let quoted = format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""));
    let renamed = |line: &str| match line.starts_with('#') {
        true => line.replacen("\"<stdin>\"", &quoted, 1),
        false => line.to_owned(),
    };
    preprocessed.split_inclusive('\n').map(renamed).collect()
}

/// Runs `command` with `input` on its standard input.
fn output_of(command: &mut Command, input: &[u8]) -> io::Result<Output> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let stdin = child.stdin.take();
    std::thread::scope(|scope| {
        // A compiler that stops early closes its input; its status tells the rest.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input)));
        child.wait_with_output()
    })
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
