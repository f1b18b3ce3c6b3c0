//! How much is copied, compared with what the statement needs when it is run step by step.

use check::Outcome;
use check::enumerate::{Cell, Trace};
use frontend::preprocess::Preprocessor;
use polycc::Input;
use polycc::isolate::{self, Failure, Statement};
use polyhedral::AccessKind;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use testsuite::cases_folder;

/// Steps that one run may make.
const STEPS: u64 = 1 << 20;

/// At all sizes at which the checker has run it, each statement of the case copies the rectangular hull of what it needs,
/// and no more than it needs where polycc says that this is exact.
pub fn try_out(case: &Path) -> Result<(), String> {
    let folder = cases_folder();
    let include = format!("-I{}", folder.join("include").display());
    let preprocessor = Preprocessor { compiler: "cc".into(), arguments: vec![include] };
    let (input, _) = Input::read(&folder.join(case), &preprocessor).map_err(|problem| problem.message)?;
    let statements = isolate::run(&input, false).map_err(|failure| match failure {
        Failure::Refused(problems) => {
            problems.iter().map(|it| it.message.clone()).collect::<Vec<_>>().join("; ")
        }
        Failure::Wrong(message) => message,
    })?;
    if statements.is_empty() {
        return Err("no statement is isolated".into());
    }
    statements.iter().try_for_each(|statement| {
        if let Outcome::NotChecked(why) = &statement.check.outcome {
            // the guard runs it
            return if why.contains("`while`") {
                Ok(())
            } else {
                Err(format!("the statement was not run: {why}"))
            };
        }
        statement.check.checked.iter().try_for_each(|values| compare(statement, values))
    })
}

fn compare(statement: &Statement, values: &BTreeMap<String, i64>) -> Result<(), String> {
    let scop = &statement.analysed.scop;
    let trace = Trace::of(scop, &scop.program, values, STEPS).ok_or("the statement can't be run")?;
    let reported = isolate::report(statement, values).map_err(|error| error.message)?;
    for (array, declared) in scop.arrays.iter().enumerate().filter(|(_, array)| array.dimensions() > 0) {
        let needs = Needs::of(&trace, array, declared.outlives.is_some());
        for (direction, needed) in [("load", &needs.load), ("store", &needs.store)] {
            let found = reported.iter().find(|it| it.array == declared.c_name && it.direction == direction);
            let copied = found.map_or(Some(0), |transfer| transfer.at.as_ref().map(|at| at.elements));
            let hull = volume(&rectangle(needed));
            if copied != Some(hull) {
                let name = &declared.c_name;
                return Err(format!(
                    "at {values:?} the {direction} of `{name}` moves {copied:?}, not {hull}"
                ));
            }
            if found.is_some_and(|transfer| transfer.exact) && hull != needed.len() as i64 {
                return Err(format!("at {values:?} the {direction} of `{}` isn't exact", declared.c_name));
            }
        }
    }
    Ok(())
}

/// The cells of one array that must be copied.
struct Needs {
    load: BTreeSet<Vec<i64>>,
    store: BTreeSet<Vec<i64>>,
}

impl Needs {
    fn of(trace: &Trace, array: usize, is_seen: bool) -> Self {
        let (mut imported, mut may, mut must) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for instance in &trace.instances {
            for touch in instance.touches.iter().filter(|touch| touch.cell.array == array) {
                let Cell { subscripts, .. } = touch.cell.clone();
                if touch.kind == AccessKind::Read {
                    if !must.contains(&subscripts) {
                        imported.insert(subscripts);
                    }
                } else {
                    may.insert(subscripts.clone());
                    if touch.kind == AccessKind::MustWrite {
                        must.insert(subscripts);
                    }
                }
            }
        }
        if !is_seen {
            return Needs { load: imported, store: BTreeSet::new() };
        }
        let unwritten = cells(&rectangle(&may)).into_iter().filter(|cell| !must.contains(cell));
        imported.extend(unwritten);
        Needs { load: imported, store: may }
    }
}

/// By dimension the first and the last subscript; `None` for no cells.
fn rectangle(cells: &BTreeSet<Vec<i64>>) -> Option<Vec<(i64, i64)>> {
    let dimensions = cells.first()?.len();
    let side = |d: usize| {
        let subscripts = cells.iter().map(|cell| cell[d]);
        Some((subscripts.clone().min()?, subscripts.max()?))
    };
    (0..dimensions).map(side).collect()
}

fn volume(rectangle: &Option<Vec<(i64, i64)>>) -> i64 {
    rectangle.as_ref().map_or(0, |sides| sides.iter().map(|(first, last)| last - first + 1).product())
}

fn cells(rectangle: &Option<Vec<(i64, i64)>>) -> Vec<Vec<i64>> {
    let Some(sides) = rectangle else { return vec![] };
    sides.iter().fold(vec![vec![]], |prefixes, (first, last)| {
        let extended = prefixes.iter().flat_map(|prefix| {
            (*first..=*last).map(move |subscript| [prefix.as_slice(), &[subscript]].concat())
        });
        extended.collect()
    })
}
