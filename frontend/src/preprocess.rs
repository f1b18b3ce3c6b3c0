//! The C preprocessor: the only place of this crate that runs a program.
//!
//! polycc reads what `cc -E` makes of a file, so that macros, includes and conditions mean what the
//! user's compiler says they mean. Line markers lead back to the user's lines, and `#pragma` lines
//! come through. Bytes that are no UTF-8 become one character each, so that the text stays as it was
//! apart from them.

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
        let preprocessed = self.succeed(output_of(&mut command, text.as_bytes()))?;
        Ok(with_name(&preprocessed, &path.display().to_string()))
    }

    /// What the compiler says against a preprocessed text, or `None` if it accepts it.
    ///
    /// Serves to tell a mistake of the user's from C that polycc's own parser doesn't know.
    pub fn rejects(&self, preprocessed: &str) -> Option<String> {
        let mut command = self.command(&["-fsyntax-only", "-w"]);
        command.args(["-x", "cpp-output", "-"]);
        self.succeed(output_of(&mut command, preprocessed.as_bytes()))
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

/// `bytes` as text; each byte that is no part of UTF-8 becomes the character of its number.
pub fn decode(bytes: Vec<u8>) -> String {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return text,
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|&byte| char::from(byte)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn stray_bytes_become_one_character_each() {
        assert_eq!(decode(b"a\xe9b\xff".to_vec()), "a\u{e9}b\u{ff}");
        assert_eq!(decode("gr\u{fc}n".as_bytes().to_vec()), "gr\u{fc}n");
    }
}
