//! The set of conflicting differences: read, checked, completed.

use crate::place;
use allocator::Problem;
use allocator::problem::symmetric;
use diagnostics::{Code, Diagnostic, SourceMap, Span};
use isl::{Context, DimType, ErrorKind, Set, UnionMap, UnionSet};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

/// What was read.
pub struct Input {
    /// The text.
    pub map: SourceMap,
    /// The names of the dimensions.
    pub dimensions: Vec<String>,
    /// The set, symmetric and with 0.
    pub problem: Problem,
}

/// Why nothing was read.
pub struct Refused {
    /// The reasons.
    pub diagnostics: Vec<Diagnostic>,
    /// The text, where there is one.
    pub map: Option<Box<SourceMap>>,
}

/// More isn't a set that somebody wrote, and isl reads recursively.
const LARGEST_FILE: usize = 256 << 10;
/// Dimensions that the methods can handle.
const MOST_DIMENSIONS: u32 = 32;
/// What is expected.
const FORM: &str = "write `[N] -> { [x,y] : … }`; parameters stand in front";
/// Operations that isl may spend on reading and completing the set.
const BUDGET: u64 = 4_000_000;

impl Input {
    /// Reads the file; with warnings.
    pub fn read(path: &Path, at: &BTreeMap<String, i64>) -> Result<(Self, Vec<Diagnostic>), Refused> {
        let without_text = |diagnostic| Refused { diagnostics: vec![diagnostic], map: None };
        Input::of_text(path, &contents(path).map_err(without_text)?, at)
    }

    /// As [`Input::read`], of a text that the file holds.
    pub fn of_text(
        path: &Path,
        text: &str,
        at: &BTreeMap<String, i64>,
    ) -> Result<(Self, Vec<Diagnostic>), Refused> {
        let map = source_map(path, text);
        let context = Context::new();
        let parsed = context.with_budget(BUDGET, || Ok(parse(&context, text, &map)));
        let completed =
            match parsed.unwrap_or_else(|error| Err(Diagnostic::error(Code::NotASet, error.to_string()))) {
                Ok(set) => context.with_budget(BUDGET, || complete(set, at)),
                Err(diagnostic) => {
                    return Err(Refused { diagnostics: vec![diagnostic], map: Some(Box::new(map)) });
                }
            };
        match completed {
            Ok((dimensions, problem, said)) => Ok((Input { map, dimensions, problem }, said)),
            Err(error) => {
                let message = match error.kind {
                    ErrorKind::Quota => "this set is too complicated".to_string(),
                    _ => error.to_string(),
                };
                Err(Refused {
                    diagnostics: vec![Diagnostic::error(Code::SetTooLarge, message)],
                    map: Some(Box::new(map)),
                })
            }
        }
    }

    /// Whether all parameters have values, if any is given one.
    pub fn check_values(&self, at: &BTreeMap<String, i64>) -> Result<(), String> {
        let parameters = &self.problem.parameters;
        match parameters.iter().find(|name| !at.contains_key(*name)) {
            Some(name) if !at.is_empty() => Err(format!("--at gives no value for the parameter `{name}`")),
            _ => Ok(()),
        }
    }

    /// What there is to say about these values.
    ///
    /// # Errors
    /// isl's.
    pub fn remarks(&self, at: &BTreeMap<String, i64>) -> isl::Result<Vec<Diagnostic>> {
        let unknown = at.keys().filter(|name| !self.problem.parameters.contains(name));
        let unknown = unknown.map(|name| {
            Diagnostic::warning(Code::ParameterValues, format!("`{name}` is no parameter of the set"))
        });
        let mut remarks: Vec<_> = unknown.collect();
        if !at.is_empty() && self.problem.at(at)?.differences.is_empty()? {
            let message = "the set is empty at these parameter values: sizes there say nothing";
            remarks.push(Diagnostic::warning(Code::ParameterValues, message));
        }
        Ok(remarks)
    }

    /// Where no mapping is proved: that there may be none, as the set has no bound in some dimension.
    ///
    /// # Errors
    /// isl's.
    pub fn unbounded(&self) -> isl::Result<Option<Diagnostic>> {
        for (position, name) in (0..).zip(&self.dimensions) {
            let set = &self.problem.differences;
            if !set.context().with_budget(BUDGET, || set.dim_is_bounded(DimType::Set, position))? {
                let diagnostic =
                    Diagnostic::error(Code::NoMapping, format!("no mapping is found: `{name}` has no bound"));
                let help = "bound each dimension by constants or parameters, as by the extents of the array";
                return Ok(Some(diagnostic.with_help(help)));
            }
        }
        Ok(None)
    }
}

fn contents(path: &Path) -> Result<String, Diagnostic> {
    let mut bytes = Vec::new();
    let most = LARGEST_FILE as u64 + 1;
    let read = match path == Path::new("-") {
        true => std::io::stdin().take(most).read_to_end(&mut bytes),
        false => std::fs::File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)),
    };
    read.map_err(|error| {
        Diagnostic::error(Code::CannotRead, format!("cannot read `{}`: {error}", path.display()))
    })?;
    if bytes.len() > LARGEST_FILE {
        let message = format!("`{}` is larger than {LARGEST_FILE} bytes", path.display());
        return Err(Diagnostic::error(Code::SetTooLarge, message));
    }
    String::from_utf8(bytes).map_err(|error| {
        let position = error.utf8_error().valid_up_to();
        Diagnostic::error(
            Code::CannotRead,
            format!("`{}` is no text: byte {position} is not UTF-8", path.display()),
        )
    })
}

/// The text as if a preprocessor had passed it on.
fn source_map(path: &Path, text: &str) -> SourceMap {
    let name = path.display().to_string().replace(['"', '\\', '\n'], "_");
    SourceMap::new(format!("# 1 \"{name}\"\n{text}"), |_| Some(text.to_string()))
}

fn parse(context: &Context, text: &str, map: &SourceMap) -> Result<Set, Diagnostic> {
    let start = map.text().len() - text.len();
    let whole = || {
        let bare = place::without_comments(text);
        let first = text.len() - bare.trim_start().len();
        moved(Span::new(first, bare.trim_end().len().max(first)), start)
    };
    if let Some(deep) = place::too_deep(text) {
        return Err(
            Diagnostic::error(Code::SetTooLarge, "this is nested too deeply").at(moved(deep, start), "")
        );
    }
    if place::without_comments(text).trim().is_empty() {
        return Err(Diagnostic::error(Code::NotASet, "there is nothing in this file").with_help(FORM));
    }
    if let Some(second) = place::behind(text) {
        let diagnostic = Diagnostic::error(Code::NotASet, "there is something behind the set")
            .at(moved(second, start), "");
        return Err(diagnostic.with_help("write one set; its pieces are joined by `;` or `or`"));
    }
    match Set::read_from_str(context, text) {
        Ok(set) if set.dim(DimType::Set).is_ok_and(|dimensions| dimensions > MOST_DIMENSIONS) => {
            let message = format!("the set has more than {MOST_DIMENSIONS} dimensions");
            Err(Diagnostic::error(Code::SetTooLarge, message).at(whole(), ""))
        }
        Ok(set) if set.is_params().unwrap_or(false) => {
            let diagnostic =
                Diagnostic::error(Code::NotASet, "this is a set of parameter values").at(whole(), "");
            Err(diagnostic.with_help("a set of differences has a tuple: `[N] -> { [x,y] : … }`"))
        }
        Ok(set) => Ok(set),
        Err(error) if error.kind == ErrorKind::Quota => {
            Err(Diagnostic::error(Code::SetTooLarge, "this set is too complicated").at(whole(), ""))
        }
        Err(_) if UnionSet::read_from_str(context, text).is_ok() => {
            let diagnostic =
                Diagnostic::error(Code::NotASet, "there are tuples of different spaces").at(whole(), "");
            Err(diagnostic.with_help("write one set, of the differences of one array"))
        }
        Err(_) if UnionMap::read_from_str(context, text).is_ok() => {
            let diagnostic =
                Diagnostic::error(Code::NotASet, "this is a relation").at(whole(), "a set is expected");
            Err(diagnostic
                .with_help("of conflicting cells `{ A[x] -> A[y] }`, the differences `y - x` are wanted"))
        }
        Err(_) => {
            let found = place::of_mistake(context, text);
            let diagnostic = Diagnostic::error(Code::NotASet, "this is not a set in isl notation");
            let diagnostic = diagnostic.at(moved(found, start), "no set goes on like this");
            Err(diagnostic.with_help(FORM))
        }
    }
}

fn moved(span: Span, by: usize) -> Span {
    Span::new(span.start + by, span.end + by)
}

/// The names of the dimensions, the problem, and what had to be done to get it.
fn complete(set: Set, at: &BTreeMap<String, i64>) -> isl::Result<(Vec<String>, Problem, Vec<Diagnostic>)> {
    let set =
        if set.has_tuple_name()? || set.is_wrapping()? { set.flatten()?.reset_tuple_id()? } else { set };
    let name = |position| Ok(set.dim_name(DimType::Set, position)?.unwrap_or(format!("i{position}")));
    let names = (0..set.dim(DimType::Set)?).map(name).collect::<isl::Result<_>>()?;
    let (differences, was_completed) = symmetric(set)?;
    let problem = Problem::of_symmetric(differences, at)?;
    let mut said = Vec::new();
    if was_completed == Some(true) {
        let diagnostic = Diagnostic::warning(
            Code::SetCompleted,
            "the set is not symmetric, or lacks 0: what is missing was added",
        );
        said.push(diagnostic.with_note("a cell conflicts with itself, and with those that conflict with it"));
    }
    Ok((names, problem, said))
}
