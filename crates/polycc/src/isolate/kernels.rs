//! Statements that become functions of their own (`--transfer cuda`, `--transfer opencl`).

use super::Statement;
use super::text::{Names, Problem};
use crate::input::Input;
use codegen::Spelling;
use codegen::isolate::{Kind, Means};
use codegen::splice::{Edit, Patch};
use diagnostics::token::{TokenKind, tokens};
use diagnostics::{Code, Diagnostic};
use frontend::preprocess::Preprocessor;
use std::collections::BTreeMap;

/// The names of the functions that statements become.
pub fn names(statements: &[Statement], means: &Means, names: &mut Names) -> Vec<Option<String>> {
    let name = |statement: &Statement| {
        let function = &statement.place.region.function;
        means.is_kernel().then(|| names.fresh(&format!("{function}_isolated")))
    };
    statements.iter().map(name).collect()
}

/// Whether devices could run all `statements`.
///
/// # Errors
/// What they couldn't run, or have no type for.
pub fn check(input: &Input, statements: &[Statement], means: &Means) -> Result<(), Problem> {
    let mut kernels = statements.iter().filter(|_| means.is_kernel());
    kernels.try_for_each(|statement| check_one(input, statement, means)).map_err(Problem::Refused)
}

/// A kernel has no functions but those of the C library that devices have, too.
fn check_one(input: &Input, statement: &Statement, means: &Means) -> Result<(), Diagnostic> {
    let refuse = |why: String| {
        Diagnostic::error(Code::NoKernel, format!("this statement can't become a kernel: {why}"))
    };
    let (span, own) = (statement.place.region.span, input.unit.functions());
    let mut called = input
        .unit
        .identifiers(&input.map)
        .filter(|(place, name)| span.contains(*place) && own.contains(name));
    if let Some((place, name)) = called.next() {
        let problem = refuse(format!("`{name}` would have to be one, too"));
        let help = "put what it does into the statement, or use another `--transfer`";
        return Err(problem
            .at(place, "called here")
            .also(statement.place.pragma, "asked for here")
            .with_help(help));
    }
    for (variable, held) in &statement.variables {
        let is_inside = held.kind == Kind::Number { load: false, store: false };
        if let Some(why) = means.unknown(&variable.element).filter(|_| !is_inside) {
            let problem = refuse(format!("{why}, which `{}` has", variable.name));
            return Err(problem.at(statement.place.pragma, "asked for here"));
        }
    }
    Ok(())
}

/// `edits` with all that is inserted in front of the same line in one, and what the first kernel needs before it.
pub fn gathered(edits: Vec<Edit>, means: &Means, spelling: Spelling) -> Vec<Edit> {
    if !means.is_kernel() {
        return edits;
    }
    let (mut inserted, mut others): (BTreeMap<u32, String>, Vec<Edit>) = (BTreeMap::new(), vec![]);
    for edit in edits {
        match edit {
            Edit::ReplaceLines { first, last, text } if first == last + 1 => {
                inserted.entry(first).or_default().push_str(&text);
            }
            other => others.push(other),
        }
    }
    if let Some(mut first) = inserted.first_entry() {
        let text = format!("{}\n{}", means.kernel_prelude(spelling == Spelling::Macros), first.get());
        first.insert(text);
    }
    others.extend(inserted.into_iter().map(|(first, text)| Edit::ReplaceLines {
        first,
        last: first - 1,
        text,
    }));
    others
}

/// What the names of a library stand for that may be macros.
pub struct Macros(BTreeMap<String, String>);

impl Macros {
    /// Those that `means` uses, in the text of `input`.
    pub fn of(input: &Input, means: &Means, preprocessor: &Preprocessor) -> Self {
        const MARK: &str = "polycc_macro_";
        let ask = |(position, name): (usize, &&str)| format!("{MARK}{position} {name}\n");
        let asked: String = means.macros().iter().enumerate().map(ask).collect();
        if asked.is_empty() {
            return Macros(BTreeMap::new());
        }
        let text = format!("{}\n{asked}{MARK}end\n", input.text);
        let Ok(output) = preprocessor.run_text(&text, &input.path) else { return Macros(BTreeMap::new()) };
        let meaning = |(position, name): (usize, &&str)| {
            let behind = output.split_once(&format!("{MARK}{position} "))?.1;
            let meaning = behind.split_once(MARK)?.0;
            // names from system headers have line markers around them
            let words = tokens(meaning).filter(|token| token.kind != TokenKind::Directive);
            let words: Vec<_> = words.map(|token| token.span.of(meaning)).collect();
            Some((name.to_string(), words.join(" ")))
        };
        Macros(means.macros().iter().enumerate().filter_map(meaning).collect())
    }

    /// `edits` as the preprocessor would leave them.
    pub fn expanded(&self, edits: Vec<Edit>) -> Vec<Edit> {
        let expanded = |edit| match edit {
            Edit::Replace(Patch { span, replacement }) => {
                Edit::Replace(Patch { span, replacement: self.text(&replacement) })
            }
            Edit::ReplaceLines { first, last, text } => {
                Edit::ReplaceLines { first, last, text: self.text(&text) }
            }
            other => other,
        };
        edits.into_iter().map(expanded).collect()
    }

    fn text(&self, text: &str) -> String {
        let (mut expanded, mut position) = (String::new(), 0);
        for token in tokens(text).filter(|token| token.kind == TokenKind::Identifier) {
            if let Some(meaning) = self.0.get(token.span.of(text)) {
                expanded.push_str(&text[position..token.span.start]);
                expanded.push_str(meaning);
                position = token.span.end;
            }
        }
        expanded + &text[position..]
    }
}
