//! A `.c` case: polycc's output is compared with its golden file, its report with the directives, the
//! output program with the original one in every build.

use crate::check::Trial;
use crate::compilers::{self, Build, RACES, SANITIZED, THREADED, THREADS};
use crate::golden;
use crate::report::Report;
use crate::sanitizer::Sanitizer;
use crate::untouched;
use std::fs;
use std::path::Path;

/// What one run of polycc wrote.
#[derive(PartialEq)]
struct Written {
    program: Vec<u8>,
    report: Vec<u8>,
}

/// Runs polycc on the case and checks everything that follows from its directives.
pub fn try_out(trial: &mut Trial) -> Result<(), String> {
    let program = trial.out().join(output_name(trial));
    let outcome = trial.polycc(&arguments(trial, &trial.case.path, &trial.out()))?;
    trial.check_ending(&outcome);
    if trial.case.status != 0 || !outcome.succeeded() {
        trial.check_written(&[]);
        return Ok(());
    }
    let others = trial.case.with.iter().map(|path| name_of(path));
    let expected = [output_name(trial), "report.json".to_string()].into_iter().chain(others);
    trial.check_written(&expected.collect::<Vec<_>>());
    let written = read(trial, &trial.out())?;
    check_others(trial)?;
    for step in [check_report, check_text, check_second_run] {
        let result = step(trial, &written);
        trial.note(result);
    }
    check_behaviour(trial, &program);
    Ok(())
}

fn arguments(trial: &Trial, input: &Path, folder: &Path) -> Vec<String> {
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let mut arguments = trial.case.flags.clone();
    if !chooses_order(&trial.case.path) && !arguments.iter().any(|flag| flag.starts_with("--optimize")) {
        arguments.extend(["--optimize".to_string(), "none".to_string()]);
    }
    arguments.extend(["-I".to_string(), "include".to_string(), text(input)]);
    arguments.extend(trial.case.with.iter().map(|path| text(path)));
    let output = if trial.case.with.is_empty() { folder.join("output.c") } else { folder.to_path_buf() };
    arguments.extend(["-o".to_string(), text(&output)]);
    if trial.case.status == 0 {
        arguments.extend(["--report".to_string(), text(&folder.join("report.json"))]);
    }
    arguments
}

/// The name of what becomes of the case's file: its own where the program has several.
fn output_name(trial: &Trial) -> String {
    if trial.case.with.is_empty() { "output.c".to_string() } else { name_of(&trial.case.path) }
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The other files of the program come out as they are.
fn check_others(trial: &mut Trial) -> Result<(), String> {
    for path in trial.case.with.clone() {
        let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
        let (before, after) = (read(&trial.folder.join(&path))?, read(&trial.out().join(name_of(&path)))?);
        if let Some(difference) = golden::first_difference(&before, &after) {
            trial.complain(format!("{} should stay as it is, {difference}", path.display()));
        }
    }
    Ok(())
}

/// Whether polycc may choose the order of the case's loops, as it does when it isn't told otherwise.
fn chooses_order(path: &Path) -> bool {
    ["auto", "speed", "flat", "rows", "nonaffine", "structures", "inline", "files", "borders"]
        .iter()
        .any(|folder| path.starts_with(folder))
}

fn read(trial: &Trial, folder: &Path) -> Result<Written, String> {
    let read = |name: &str| fs::read(folder.join(name)).map_err(|error| format!("{name}: {error}"));
    Ok(Written { program: read(&output_name(trial))?, report: read("report.json")? })
}

/// Decisions, bytes, and that no entry of the report contradicts itself.
fn check_report(trial: &mut Trial, written: &Written) -> Result<(), String> {
    let report = Report::parse(&written.report)?;
    for complaint in report.arrays().flat_map(|array| array.contradictions()) {
        trial.complain(complaint);
    }
    for (decision, name) in &trial.case.decisions {
        let decided: Vec<String> = report
            .arrays()
            .filter(|array| array.name() == name)
            .map(|array| array.decision().to_string())
            .collect();
        if !decided.contains(decision) {
            trial.complain(format!("`{name}` should be {decision}, the report says {decided:?}"));
        }
    }
    match (trial.case.bytes, report.bytes()) {
        (Some(expected), Ok(bytes)) if bytes != expected => trial.complain(format!(
            "temporaries take {} -> {} bytes, not {} -> {}",
            bytes.0, bytes.1, expected.0, expected.1
        )),
        (Some(_), Err(complaint)) => trial.complain(complaint),
        _ => {}
    }
    Ok(())
}

/// The output's text: as blessed, and untouched outside of what may change.
fn check_text(trial: &mut Trial, written: &Written) -> Result<(), String> {
    let original = fs::read(trial.source()).map_err(|error| error.to_string())?;
    if trial.case.unchanged {
        let difference = golden::first_difference(&original, &written.program);
        return difference
            .map_or(Ok(()), |difference| Err(format!("the output should equal the input, {difference}")));
    }
    let others = trial.case.with.iter().map(|path| fs::read(trial.folder.join(path)));
    let others = others.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
    let report = Report::parse(&written.report)?;
    let untouched = untouched::check_but_for(&original, &written.program, &report, &others);
    trial.note(untouched);
    golden::compare(&trial.golden("out.c"), &written.program)
}

/// The same input gives the same bytes (that the program's are the same, every case's golden file says; the report has
/// none, so some cases run twice), and polycc takes its own output.
fn check_second_run(trial: &mut Trial, written: &Written) -> Result<(), String> {
    if runs_twice(&trial.case.path) {
        trial.polycc(&arguments(trial, &trial.case.path, &trial.again()))?;
        let again = read(trial, &trial.again())?;
        if again.program != written.program {
            trial.complain("a second run writes another program");
        }
        if again.report != written.report {
            trial.complain("a second run writes another report");
        }
    }
    let output = trial.out().join(output_name(trial));
    let outcome = trial.polycc(&arguments(trial, &output, &trial.again()))?;
    if !outcome.succeeded() {
        trial.complain(format!("polycc refuses its own output:\n{}", outcome.stderr));
    }
    Ok(())
}

/// One case in six, wherever it stands in the list.
fn runs_twice(path: &Path) -> bool {
    number_of(path) % 6 == 0
}

/// A number that a case keeps, whatever others there are.
fn number_of(path: &Path) -> u32 {
    path.to_string_lossy().bytes().map(u32::from).sum()
}

/// Original and output print the same bytes in every build, without undefined behaviour and without
/// new warnings. An unchanged program is only tried for being valid.
fn check_behaviour(trial: &mut Trial, output: &Path) {
    let builds = match trial.case.unchanged {
        true => vec![SANITIZED],
        false => compilers::builds(number_of(&trial.case.path)),
    };
    for build in builds {
        let result = compare_programs(trial, build, output);
        trial.note(result.map_err(|complaint| format!("{}: {complaint}", build.name)));
    }
    let has_threads =
        fs::read(output).is_ok_and(|text| String::from_utf8_lossy(&text).contains("#pragma omp"));
    if has_threads && !trial.case.unchanged {
        let result = compare_threads(trial, output);
        trial.note(result.map_err(|complaint| format!("{}: {complaint}", THREADED.name)));
        if let Some(sanitizer) = Sanitizer::installed() {
            let result = sanitizer.check(output, &flags(trial), trial.folder, &trial.build());
            trial.note(result.map_err(|complaint| format!("{}: {complaint}", RACES.name)));
        }
    }
}

/// With any number of threads the output prints what the original prints without.
fn compare_threads(trial: &Trial, output: &Path) -> Result<(), String> {
    let flags = flags(trial);
    let original =
        SANITIZED.compile(&trial.source(), &flags, trial.folder, &trial.build().join("sequential"))?;
    let expected = original.run().map_err(|complaint| format!("the original {complaint}"))?;
    let text = fs::read_to_string(output).map_err(|error| error.to_string())?;
    let eager = trial.build().join("eager.c");
    fs::write(&eager, with_threads_at_any_size(&text)).map_err(|error| error.to_string())?;
    let threaded = THREADED.compile(&eager, &flags, trial.folder, &trial.build().join("threaded"))?;
    for threads in THREADS {
        let actual =
            threaded.run_in_threads(threads).map_err(|complaint| format!("the output {complaint}"))?;
        if let Some(difference) = golden::first_difference(&expected.stdout, &actual.stdout) {
            return Err(format!("{threads} threads print different bits, {difference}"));
        }
    }
    Ok(())
}

/// `text` without the tests that keep threads from the little work of a case: `if(1.0 * n * m > 20000)`.
fn with_threads_at_any_size(text: &str) -> String {
    let without = |line: &str| match line.split_once("#pragma omp parallel for if(") {
        Some((before, rest)) => {
            let mut open = 1;
            let is_end = |c: char| {
                open += i32::from(c == '(') - i32::from(c == ')');
                open == 0
            };
            let end = rest.find(is_end).map_or(rest.len(), |end| end + 1);
            format!("{before}#pragma omp parallel for{}\n", &rest[end..])
        }
        None => format!("{line}\n"),
    };
    text.lines().map(without).collect()
}

fn flags(trial: &Trial) -> Vec<String> {
    let folder = trial.source().parent().unwrap_or(trial.folder).to_path_buf();
    let mut flags = vec![format!("-I{}", folder.display())];
    flags.extend(trial.case.preprocessor_flags());
    flags.extend(trial.case.with.iter().map(|path| path.to_string_lossy().into_owned()));
    flags
}

fn compare_programs(trial: &Trial, build: Build, output: &Path) -> Result<(), String> {
    let flags = flags(trial);
    let compile =
        |source: &Path, name: &str| build.compile(source, &flags, trial.folder, &trial.build().join(name));
    let original = compile(&trial.source(), "original")?;
    let expected = original.run().map_err(|complaint| format!("the original {complaint}"))?;
    if trial.case.unchanged {
        return Ok(());
    }
    let transformed = compile(output, "transformed")?;
    let actual = transformed.run().map_err(|complaint| format!("the output {complaint}"))?;
    let warnings = compilers::new_warnings(&original, &transformed);
    if let Some(difference) = golden::first_difference(&expected.stdout, &actual.stdout) {
        return Err(format!("the programs print different bits, {difference}"));
    }
    if warnings.is_empty() { Ok(()) } else { Err(format!("new warnings: {}", warnings.join(", "))) }
}
