//! How much is copied, compared with what the statement needs when it is run step by step.

mod shared;
mod stays;

use check::Outcome;
use check::enumerate::{Cell, Instance, Trace};
use frontend::preprocess::Preprocessor;
use polycc::Input;
use polycc::isolate::{self, Failure, Reuse, Sharing, Statement, TransferReport};
use polyhedral::{AccessKind, ArrayId};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use testsuite::case::Case;
use testsuite::cases_folder;

/// Steps that one run may make.
const STEPS: u64 = 1 << 20;

/// At all sizes at which the checker has run it, each statement of the case copies the rectangular hull of what it needs,
/// and no more than it needs where polycc says that this is exact. Statements are those that the case's flags give: tiles,
/// and iterations that share what is copied.
pub fn try_out(case: &Path) -> Result<(), String> {
    let (input, statements) = isolated(case)?;
    if statements.is_empty() {
        return Err("no statement is isolated".into());
    }
    stays::compare(&input, &statements)?;
    statements.iter().try_for_each(|statement| match &statement.check.outcome {
        // the guard runs it
        Outcome::NotChecked(why) if why.contains("`while`") => Ok(()),
        Outcome::NotChecked(why) => Err(format!("the statement was not run: {why}")),
        _ => {
            let mut sizes = statement.check.checked.iter();
            match &statement.around {
                None => sizes.try_for_each(|values| alone(statement, values)),
                Some(around) => shared::compare(&input, statement, around),
            }
        }
    })
}

/// The case's file, in tiles if it asks for them, and the isolated statements.
fn isolated(case: &Path) -> Result<(Input, Vec<Statement>), String> {
    let folder = cases_folder();
    let flags = Case::read(&folder, case)?.flags;
    let include = format!("-I{}", folder.join("include").display());
    let preprocessor = Preprocessor::new("cc", vec![include]);
    let (input, _) = Input::read(&folder.join(case), &preprocessor).map_err(|problem| problem.message)?;
    let has = |wanted: &str| flags.iter().any(|flag| flag == wanted);
    // transfers that overlap with work are the same, earlier or later; `counts` has their sums
    let reuse = match has("--transfer-overlap") || has("--transfer-reuse") {
        true => Reuse::AcrossCalls,
        false => Reuse::Nothing,
    };
    let sharing = Sharing { reuse, overlaps: false };
    let statements = isolate::run(&input, sharing).map_err(why)?;
    match flags.iter().find_map(|flag| flag.strip_prefix("--tile")) {
        None => Ok((input, statements)),
        Some(sizes) => {
            let sizes = sizes.trim_start_matches('=').split(',').filter_map(|size| size.parse().ok());
            let sizes: Vec<i64> = sizes.collect();
            let tiled = isolate::tiled(input, statements, &sizes, sharing, &preprocessor).map_err(why)?;
            Ok((tiled.input, tiled.statements))
        }
    }
}

fn why(failure: Failure) -> String {
    match failure {
        Failure::Refused(problems) => {
            problems.iter().map(|it| it.message.clone()).collect::<Vec<_>>().join("; ")
        }
        Failure::Wrong(message) => message,
    }
}

/// A statement that shares nothing with what runs before and behind it.
fn alone(statement: &Statement, values: &BTreeMap<String, i64>) -> Result<(), String> {
    let scop = &statement.analysed.scop;
    let trace = Trace::of(scop, &scop.program, values, STEPS).ok_or("the statement can't be run")?;
    let reported = isolate::report(statement, values).map_err(|error| error.message)?;
    for (array, declared) in scop.arrays.iter().enumerate().filter(|(_, array)| array.dimensions() > 0) {
        if statement.keeps(array) {
            continue;
        }
        let touched = Touched::of(&trace.instances, array);
        let name = &declared.c_name;
        let needs = touched.needs(declared.outlives.is_some() || reads_outside(&reported, name));
        needs.compare(&reported, name).map_err(|why| format!("at {values:?} {why}"))?;
    }
    Ok(())
}

/// Whether values from outside are read: then a later run of the statement may read what this one leaves, too.
fn reads_outside(reported: &[TransferReport], name: &str) -> bool {
    reported.iter().any(|transfer| transfer.array == name && transfer.direction == "load")
}

/// The cells of one array that a part of a run touches.
#[derive(Default)]
struct Touched {
    /// What is read that wasn't certainly written before.
    imported: BTreeSet<Vec<i64>>,
    may_write: BTreeSet<Vec<i64>>,
    must_write: BTreeSet<Vec<i64>>,
}

impl Touched {
    fn of<'a>(instances: impl IntoIterator<Item = &'a Instance>, array: ArrayId) -> Self {
        let mut all = Touched::default();
        for instance in instances {
            for touch in instance.touches.iter().filter(|touch| touch.cell.array == array) {
                let Cell { subscripts, .. } = touch.cell.clone();
                if touch.kind == AccessKind::Read {
                    if !all.must_write.contains(&subscripts) {
                        all.imported.insert(subscripts);
                    }
                } else {
                    all.may_write.insert(subscripts.clone());
                    if touch.kind == AccessKind::MustWrite {
                        all.must_write.insert(subscripts);
                    }
                }
            }
        }
        all
    }

    /// What must be copied; nobody sees what isn't stored.
    fn needs(&self, is_seen: bool) -> Needs {
        if !is_seen {
            return Needs { load: self.imported.clone(), store: BTreeSet::new() };
        }
        let hull = cells(&rectangle(&self.may_write)).into_iter();
        let unwritten = hull.filter(|cell| !self.must_write.contains(cell));
        let load = self.imported.iter().cloned().chain(unwritten).collect();
        Needs { load, store: self.may_write.clone() }
    }
}

/// The cells of one array that must be copied.
struct Needs {
    load: BTreeSet<Vec<i64>>,
    store: BTreeSet<Vec<i64>>,
}

impl Needs {
    /// That their hulls are what is copied, and that they are all of it where polycc says so.
    fn compare(&self, reported: &[TransferReport], name: &str) -> Result<(), String> {
        for (direction, needed) in [("load", &self.load), ("store", &self.store)] {
            let own = || reported.iter().filter(|it| it.array == name && it.direction == direction);
            let copied: Option<i64> = own().map(|transfer| Some(transfer.at.as_ref()?.elements)).sum();
            let hull = volume(&rectangle(needed));
            if copied != Some(hull) {
                return Err(format!("the {direction} of `{name}` moves {copied:?}, not {hull}"));
            }
            if own().all(|transfer| transfer.exact) && hull != needed.len() as i64 {
                return Err(format!("the {direction} of `{name}` isn't exact"));
            }
        }
        Ok(())
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
