//! `polycc explain`: what the codes of messages mean, and what happens at a line of a file.

use crate::command_line::{CommandLine, Misuse};
use crate::driver::Emission;
use clap::{Arg, Command};
use diagnostics::Code;
use std::fmt::Write;

/// What the help of polycc says of it.
pub const HELP: &str = "\
`polycc explain P0301` tells what a message means, `polycc explain FILE.c:LINE [OPTIONS]` what happens at a line, \
and `polycc explain` alone lists all codes. A file of that name is `./explain`.";

/// What a command line asks for.
pub enum Asked {
    /// A run.
    Run(Box<CommandLine>),
    /// A text to print.
    Text(String),
}

impl From<CommandLine> for Asked {
    fn from(line: CommandLine) -> Self {
        Asked::Run(Box::new(line))
    }
}

/// What `words` ask for, the first of which is the name of the program; `None` if they aren't about explanations.
pub fn asked(words: &[String]) -> Option<Result<Asked, Misuse>> {
    let (program, rest) = words.split_first()?;
    let (_, rest) = rest.split_first().filter(|(word, _)| *word == "explain")?;
    Some(match rest {
        [] => Ok(Asked::Text(list())),
        [word] if word == "--markdown" => Ok(Asked::Text(markdown())),
        [word, ..] if word.starts_with('-') => {
            let words = [program.clone()].into_iter().chain(rest.iter().cloned());
            command().try_get_matches_from(words).map(|_| Asked::Text(list())).map_err(Misuse::Clap)
        }
        [word, options @ ..] => match place(word) {
            Some((file, line)) => story(program, file, line, options).map(Asked::from),
            None => explanation(word, options).map(Asked::Text),
        },
    })
}

/// The command, for manuals and completions.
pub fn command() -> Command {
    let about = "Tells what a message means (P0301), or what happens at a line (FILE.c:LINE); alone, it lists all codes";
    let what =
        Arg::new("what").value_name("CODE|FILE.c:LINE").help("A code of a message, or a line of a file");
    let options = Arg::new("options").value_name("OPTIONS").num_args(0..).help("For a line: as for a run");
    Command::new("explain").about(about).arg(what).arg(options)
}

/// `FILE:LINE`
fn place(word: &str) -> Option<(&str, u32)> {
    let (file, line) = word.rsplit_once(':')?;
    Some((file, line.parse().ok().filter(|_| !file.is_empty())?))
}

/// A run that writes nothing and tells what happens at a line.
fn story(program: &str, file: &str, line: u32, options: &[String]) -> Result<CommandLine, Misuse> {
    let words = [program].into_iter().chain(options.iter().map(String::as_str)).chain(["--", file]);
    let mut asked = CommandLine::parse(words.map(String::from))?;
    if let Some(option) = asked.job.foreign_to_explanations() {
        return Err(Misuse::WritesNothing(option));
    }
    match asked.files.len() {
        1 => asked.job.emit = Some(Emission::Story(line)),
        count => return Err(Misuse::OneOutput("explain", count)),
    }
    Ok(asked)
}

/// What a code means, for a terminal.
fn explanation(word: &str, more: &[String]) -> Result<String, Misuse> {
    let code: Code = word.parse().map_err(|nearest| Misuse::NoCode(word.to_owned(), nearest))?;
    if let Some(other) = more.first() {
        let nearest = other.parse().unwrap_or_else(|nearest| nearest);
        return Err(Misuse::NoCode(format!("{word} {other}"), nearest));
    }
    let mut text = format!("{code}: {}\n\n", code.title());
    let mut is_code = false;
    for line in code.explanation().lines() {
        match (line.starts_with("```"), is_code) {
            (true, _) => is_code = !is_code,
            (_, true) if !line.is_empty() => text.push_str(&format!("    {line}\n")),
            _ => text.push_str(&format!("{line}\n")),
        }
    }
    Ok(text)
}

/// All codes with their titles.
fn list() -> String {
    Code::ALL.iter().fold(String::new(), |mut text, code| {
        writeln!(text, "{code}  {}", code.title()).expect("a string takes all text");
        text
    })
}

/// All explanations as one document.
pub fn markdown() -> String {
    let mut text = String::from(INTRODUCTION);
    for (start, title) in STAGES {
        let codes = || Code::ALL.iter().filter(|code| code.id().starts_with(start));
        write!(text, "\n## {title}\n").expect("a string takes all text");
        for code in codes() {
            write!(text, "\n### {code}: {}\n\n{}\n", code.title(), code.explanation())
                .expect("a string takes all text");
        }
    }
    text
}

const INTRODUCTION: &str = "\
# Messages

Each message has a code, by which its cause is found here however it is worded: `warning[P0301]: …`. `polycc explain P0301` tells the same
in a terminal, `polycc explain FILE.c:LINE` what happens at a line, and `--emit messages` lists all messages of a file.

Of two examples, the first one shows the message and the second one its cure; options that they need stand in their first line. Messages of
`-v` are among them.
";

/// How the numbers of messages start, stage by stage.
const STAGES: [(&str, &str); 9] = [
    ("P01", "Reading"),
    ("P02", "Pragmas"),
    ("P03", "Loops that aren't taken"),
    ("P04", "Values, schedules and limits"),
    ("P05", "Arrays that stay"),
    ("P06", "Orders"),
    ("P07", "Another memory space"),
    ("P08", "Writing and checking"),
    ("P09", "Command lines and builds"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(words: &[&str]) -> Option<Result<Asked, Misuse>> {
        let words: Vec<String> = ["polycc"].iter().chain(words).map(ToString::to_string).collect();
        asked(&words)
    }

    #[test]
    fn a_line_is_a_run_that_writes_nothing() {
        let Some(Ok(Asked::Run(line))) = ask(&["explain", "d:/a.c:12", "--scops", "auto"]) else {
            panic!("a run")
        };
        assert_eq!(line.files, [std::path::Path::new("d:/a.c")]);
        assert_eq!(line.job.emit, Some(Emission::Story(12)));
        for wrong in
            [&["explain", "a.c:1", "-o", "x"][..], &["explain", "a.c:1", "b.c"], &["explain", "P0399"]]
        {
            assert!(matches!(ask(wrong), Some(Err(_))), "{wrong:?}");
        }
    }

    #[test]
    fn other_words_are_no_question() {
        assert!(ask(&["./explain"]).is_none());
        assert!(ask(&["a.c", "explain"]).is_none());
        assert!(ask(&[]).is_none());
    }

    #[test]
    fn all_codes_are_listed_in_a_stage() {
        let (list, document) = (list(), markdown());
        for code in Code::ALL {
            assert!(list.contains(code.id()) && document.contains(&format!("### {code}: ")), "{code}");
        }
    }
}
