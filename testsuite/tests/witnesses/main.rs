//! Illegal schedules, run: the witness of each clash that is reported must come true.
//!
//! Each file in `cases/illegal/` holds a kernel under an illegal schedule, named after the transformation, and
//! in its comment a legal one. The program runs three times at the witness' parameters, under the sanitizers,
//! with every instance printing what the named cell holds before and after it: in the order of the program, in
//! an execution that the illegal schedule allows, and under the legal schedule. The instances that the witness
//! names must get and leave there what it says (`confirm`), and polycc must say just that (`message`).

mod confirm;
mod execution;
mod message;
mod subject;
mod traced;

use libtest_mimic::{Arguments, Trial};
use schedule::clash::ClashKind;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use subject::Subject;
use testsuite::case::discover;
use testsuite::cases_folder;
use traced::Traced;

/// What the file names begin with.
const TRANSFORMATIONS: [&str; 6] =
    ["interchange", "fusion", "distribution", "reversal", "skewing", "parallel"];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let polycc = testsuite::polycc();
    if !arguments.list && !testsuite::is_there(&polycc) {
        return ExitCode::FAILURE;
    }
    let files = files();
    let mut tests: Vec<Trial> = files.iter().map(|file| test(file.clone(), polycc.clone())).collect();
    tests.push(Trial::test("all kinds", move || Ok(all_kinds(&files)?)));
    libtest_mimic::run(&arguments, tests).exit_code()
}

fn test(file: PathBuf, polycc: PathBuf) -> Trial {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Trial::test(name, move || Ok(try_out(&file, &polycc)?))
}

fn files() -> Vec<PathBuf> {
    let folder = cases_folder().join("illegal");
    discover(&folder).into_iter().map(|path| folder.join(path)).collect()
}

fn try_out(file: &Path, polycc: &Path) -> Result<(), String> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let illegal = Subject::read(file)?;
    let legal_file = scratch.path().join("legal.c");
    std::fs::write(&legal_file, illegal.with_legal_schedule()?).map_err(|error| error.to_string())?;
    let legal = Subject::read(&legal_file)?;

    message::refusal(polycc, &illegal, scratch.path())?;
    message::acceptance(polycc, &legal, scratch.path())?;

    let mut programs = vec![illegal.analysed.scop.program.clone(), execution::allowed(&legal, &[])?];
    for clash in &illegal.clashes {
        let events = confirm::sequence(&clash.kind);
        programs.push(execution::allowed(&illegal, &[(&events, &clash.parameters)])?);
    }
    let traced = Traced::compile(&illegal, &programs, scratch.path())?;
    for (number, clash) in illegal.clashes.iter().enumerate() {
        let run = |program| traced.run(program, number, &clash.parameters);
        let runs = confirm::Runs { original: run(0)?, legal: run(1)?, illegal: run(2 + number)? };
        confirm::clash(&illegal, clash, &runs).map_err(|wrong| format!("{clash:?}: {wrong}"))?;
        confirm::is_allowed(&illegal, &clash.parameters, &runs.illegal)?;
        confirm::is_allowed(&legal, &clash.parameters, &runs.legal)?;
    }
    Ok(())
}

/// The cases cover each transformation and each kind of clash, the latter in parallel as well.
fn all_kinds(files: &[PathBuf]) -> Result<(), String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for file in files {
        let subject = Subject::read(file)?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let transformation = name.split('_').next().unwrap_or_default();
        let parallel = !subject.schedule.parallel.is_empty();
        if parallel != (transformation == "parallel") {
            return Err(format!("{name} is not named after its schedule"));
        }
        let mut found = vec![transformation.to_string()];
        found.extend(subject.clashes.iter().map(|clash| kind(&clash.kind, parallel)));
        found.iter().for_each(|kind| *counts.entry(kind.clone()).or_default() += 1);
    }
    println!("{counts:?}");
    let orders = [false, true]
        .into_iter()
        .flat_map(|parallel| ["flow", "range", "live-in", "live-out"].map(|kind| named(kind, parallel)));
    let wanted = TRANSFORMATIONS.iter().map(|name| (name.to_string(), 2)).chain(orders.map(|name| (name, 1)));
    let missing: Vec<_> =
        wanted.filter(|(kind, least)| counts.get(kind).is_none_or(|count| count < least)).collect();
    match (missing.is_empty(), files.len() >= 15) {
        (true, true) => Ok(()),
        _ => Err(format!("{} cases, too few of {missing:?}", files.len())),
    }
}

fn kind(kind: &ClashKind, parallel: bool) -> String {
    let name = match kind {
        ClashKind::Flow { .. } => "flow",
        ClashKind::Range { .. } => "range",
        ClashKind::LiveIn { .. } => "live-in",
        ClashKind::LiveOut { .. } => "live-out",
    };
    named(name, parallel)
}

fn named(kind: &str, parallel: bool) -> String {
    format!("{kind}{}", if parallel { " in parallel" } else { "" })
}
