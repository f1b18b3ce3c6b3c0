//! A kernel under a schedule, with all that clashes.

use analysis::Analysed;
use diagnostics::{Diagnostic, SourceMap};
use frontend::preprocess::Preprocessor;
use frontend::{Constants, Unit};
use schedule::clash::{Clash, Event, clashes};
use schedule::{Schedule, user};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use testsuite::cases_folder;

/// The line that holds the schedule begins so.
const PRAGMA: &str = "#pragma polycc schedule ";

/// A file with one region under a schedule.
pub struct Subject {
    pub file: PathBuf,
    pub text: String,
    pub analysed: Analysed,
    pub schedule: Schedule,
    pub clashes: Vec<Clash>,
}

impl Subject {
    pub fn read(file: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
        let preprocessor = Preprocessor::new("cc", include_flags());
        let preprocessed = preprocessor.run(file).map_err(|problem| problem.message)?;
        let map = SourceMap::new(preprocessed, |name| std::fs::read_to_string(name).ok());
        let (unit, problems) = Unit::parse(&map, &|| None);
        let [region] = unit.regions() else { return Err(format!("not one region: {}", all(&problems))) };
        let given = region.schedule.as_ref().ok_or("no schedule")?;
        let context = isl::Context::new();
        let scop =
            unit.model(region, &map, &context, Constants::Literal).map_err(|problems| all(&problems))?;
        let analysed = Analysed::new(scop).map_err(|error| error.to_string())?;
        let parallel: Vec<_> = given.parallel.iter().map(|(d, place)| (*d, Some(*place))).collect();
        let schedule = user::parse(&analysed.scop, &given.text, Some(given.span), &parallel);
        let schedule = schedule.map_err(|problem| problem.message)?;
        let clashes = clashes(&analysed, &schedule).map_err(|error| error.to_string())?;
        Ok(Subject { file: file.to_path_buf(), text, analysed, schedule, clashes })
    }

    /// The text with the schedule from its comment: `legal: { … } parallel(0)`.
    pub fn with_legal_schedule(&self) -> Result<String, String> {
        let (_, legal) = self.text.split_once("legal: ").ok_or("no legal schedule in the comment")?;
        let (legal, _) = legal.split_once("*/").ok_or("an endless comment")?;
        let replaced = |line: &str| match line.starts_with(PRAGMA) {
            true => format!("{PRAGMA}{}\n", legal.trim()),
            false => format!("{line}\n"),
        };
        Ok(self.text.lines().map(replaced).collect())
    }

    /// `{ : p = value for all parameters }`
    pub fn assignment(&self, parameters: &BTreeMap<String, i64>) -> isl::Result<isl::Set> {
        let scop = &self.analysed.scop;
        let mut values = isl::Set::universe(scop.context.space()?)?;
        for (position, parameter) in (0..).zip(&scop.parameters) {
            let value = isl::Val::from_i64(values.context(), parameters[&parameter.name])?;
            values = values.fix_val(isl::DimType::Param, position, value)?;
        }
        Ok(values)
    }

    /// `{ S[i] }`, for any parameters.
    pub fn point(&self, event: &Event) -> isl::Result<isl::UnionSet> {
        let mut point = isl::Set::universe(self.analysed.scop.statements[event.statement].domain.space()?)?;
        for (position, value) in (0..).zip(&event.vector) {
            let value = isl::Val::from_i64(point.context(), *value)?;
            point = point.fix_val(isl::DimType::Set, position, value)?;
        }
        point.to_union_set()
    }

    /// `S[1,2]`
    pub fn instance(&self, event: &Event) -> String {
        let vector: Vec<_> = event.vector.iter().map(i64::to_string).collect();
        format!("{}[{}]", self.analysed.scop.statements[event.statement].name, vector.join(","))
    }

    /// `a[1][2]`
    pub fn cell(&self, clash: &Clash) -> String {
        let subscripts: String = clash.cell.iter().map(|subscript| format!("[{subscript}]")).collect();
        format!("{}{subscripts}", self.analysed.scop.arrays[clash.array].c_name)
    }
}

/// Where the cases' headers are, for polycc and for compilers.
pub fn include_flags() -> Vec<String> {
    ["include", "illegal"].iter().map(|name| format!("-I{}", cases_folder().join(name).display())).collect()
}

fn all(problems: &[Diagnostic]) -> String {
    problems.iter().map(|problem| problem.message.as_str()).collect::<Vec<_>>().join("; ")
}
