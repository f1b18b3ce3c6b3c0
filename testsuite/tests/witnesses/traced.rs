//! The case's program with its region in several orders, each instance of which prints what the cell of a
//! clash holds before it and after it.

use crate::subject::{Subject, include_flags};
use codegen::{Comments, Spelling, Unchanged, print};
use polyhedral::{Piece, Program, Scop, Statement, Storage};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use testsuite::compilers::SANITIZED;
use testsuite::{cases_folder, process};

const LIMIT: Duration = Duration::from_secs(60);

/// A compiled program.
pub struct Traced {
    program: PathBuf,
    scratch: PathBuf,
}

/// What one run did to one cell.
#[derive(Debug)]
pub struct Trace {
    /// What the cell held before the region.
    pub before: f64,
    /// The instances as they ran.
    pub steps: Vec<Step>,
    /// What the cell held after the region.
    pub after: f64,
}

/// An instance.
#[derive(Clone, Debug)]
pub struct Step {
    pub statement: String,
    pub vector: Vec<i64>,
    /// What the cell held before it: if the instance reads the cell, the value that it got.
    pub before: f64,
    /// What the cell held after it: if the instance writes the cell, the value that it wrote.
    pub after: f64,
}

impl Traced {
    /// Compiles `subject` with `programs` as its region.
    pub fn compile(subject: &Subject, programs: &[Program], folder: &Path) -> Result<Self, String> {
        let (source, program) = (folder.join("traced.c"), folder.join("traced"));
        std::fs::write(&source, text(subject, programs)).map_err(|error| error.to_string())?;
        SANITIZED.compile(&source, &include_flags(), &cases_folder(), &program)?;
        Ok(Traced { program, scratch: folder.to_path_buf() })
    }

    /// Runs the region in the order of the program with this number, with an eye on the cell of the clash
    /// with that number.
    pub fn run(
        &self,
        program: usize,
        clash: usize,
        parameters: &BTreeMap<String, i64>,
    ) -> Result<Trace, String> {
        let mut command = Command::new(&self.program);
        command.envs(parameters.iter().map(|(name, value)| (name, value.to_string())));
        command.env("TRACED_ORDER", program.to_string()).env("TRACED_CLASH", clash.to_string());
        let outcome = process::run(&mut command, &self.scratch, LIMIT)?;
        match outcome.succeeded() {
            true => parse(&String::from_utf8_lossy(&outcome.stdout)),
            false => Err(format!("order {program} {}:\n{}", outcome.ending(), outcome.stderr)),
        }
    }
}

/// The user's text with the region replaced.
fn text(subject: &Subject, programs: &[Program]) -> String {
    let scop = &subject.analysed.scop;
    let lines: Vec<&str> = subject.text.lines().collect();
    let (first, last) = (scop.lines.0 as usize, scop.lines.1 as usize);
    let pragma = |line: &&&str| !line.starts_with("#pragma");
    let around =
        |lines: &[&str]| lines.iter().filter(pragma).map(|line| format!("{line}\n")).collect::<String>();
    let watched = format!("#define WATCHED ({})\n", watched(subject));
    let (before, after) = (around(&lines[..first - 1]), around(&lines[last..]));
    format!("{watched}{before}{}{after}", region(subject, programs))
}

/// The cell of the clash with the number `traced_clash`, as C.
fn watched(subject: &Subject) -> String {
    let cell = |(number, clash)| format!("traced_clash == {number} ? (double){} : ", subject.cell(clash));
    let all: String = subject.clashes.iter().enumerate().map(cell).collect();
    format!("{all}0.0")
}

fn region(subject: &Subject, programs: &[Program]) -> String {
    let mut scop = subject.analysed.scop.clone();
    for statement in &mut scop.statements {
        statement.text = traced(statement);
    }
    let unchanged = Unchanged::of(&scop);
    let layout = unchanged.layout(Spelling::Values);
    let case = |(number, program): (usize, &Program)| {
        let body = print::region(&layout, program, &Comments::default(), "        ");
        format!("    case {number}:\n{body}        break;\n")
    };
    let cases: String = programs.iter().enumerate().map(case).collect();
    let number = |name: &str| format!("    const int {} = atoi(getenv(\"{name}\"));\n", name.to_lowercase());
    format!(
        "{}{}{}    printf(\"before %.17g\\n\", WATCHED);\n    switch (traced_order) {{\n{cases}    }}\n    \
         printf(\"after %.17g\\n\", WATCHED);\n",
        number("TRACED_ORDER"),
        number("TRACED_CLASH"),
        garbage(&scop),
    )
}

/// What uninitialised variables hold: the same in all runs, and nothing that the program computes.
fn garbage(scop: &Scop) -> String {
    let is_temporary = |array: &&polyhedral::Array| {
        array.outlives.is_none() && matches!(array.storage, Storage::Local { .. })
    };
    let fill = |array: &polyhedral::Array| format!("    memset(&{0}, 0x41, sizeof {0});\n", array.c_name);
    scop.arrays.iter().filter(is_temporary).map(fill).collect()
}

/// `{ const double held = WATCHED; <statement> printf("S0 %ld %.17g %.17g\n", (long)(i), held, WATCHED); }`
fn traced(statement: &Statement) -> Vec<Piece> {
    let text = |text: &str| Piece::Text(text.to_string());
    let mut pieces = vec![text("{ const double held = WATCHED; ")];
    pieces.extend(statement.text.iter().cloned());
    let numbers = " %ld".repeat(statement.iterators.len());
    pieces.push(text(&format!(" printf(\"step {}{numbers} %.17g %.17g\\n\"", statement.name)));
    for position in 0..statement.iterators.len() {
        pieces.extend([text(", (long)("), Piece::Iterator(position), text(")")]);
    }
    pieces.push(text(", held, WATCHED); }"));
    pieces
}

fn parse(output: &str) -> Result<Trace, String> {
    let (mut before, mut after, mut steps) = (None, None, Vec::new());
    for line in output.lines() {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["before", value] => before = Some(number(value)?),
            ["after", value] => after = Some(number(value)?),
            ["step", statement, ref vector @ .., before, after] => steps.push(Step {
                statement: statement.to_string(),
                vector: vector.iter().copied().map(number).collect::<Result<_, _>>()?,
                before: number(before)?,
                after: number(after)?,
            }),
            _ => {}
        }
    }
    let (before, after) = before.zip(after).ok_or("the region was not run")?;
    Ok(Trace { before, steps, after })
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("not a number: `{text}`"))
}
