//! What polycc says of a schedule.

use crate::subject::{Subject, include_flags};
use isl::UnionMap;
use schedule::clash::{Clash, ClashKind, Event};
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use testsuite::process::{self, Outcome};

const LIMIT: Duration = Duration::from_secs(60);
const ALL: &str = "all clashes: ";

/// Checks that polycc refuses the schedule of `subject`, writes nothing, and tells of each clash the witness
/// and the relation.
pub fn refusal(polycc: &Path, subject: &Subject, scratch: &Path) -> Result<(), String> {
    let outcome = run(polycc, subject, scratch)?;
    if outcome.status != Some(1) || scratch.join("out.c").exists() {
        return Err(format!("polycc {} for an illegal schedule\n{}", outcome.ending(), outcome.stderr));
    }
    let said =
        outcome.stderr.lines().map(|line| serde_json::from_str(line).map_err(|e| format!("{e}: {line}")));
    let said: Vec<Value> = said.collect::<Result<_, _>>()?;
    if said.len() != subject.clashes.len() || said.is_empty() {
        return Err(format!("{} errors for {} clashes", said.len(), subject.clashes.len()));
    }
    for (diagnostic, clash) in said.iter().zip(&subject.clashes) {
        witness(subject, clash, diagnostic).map_err(|missing| format!("{missing} in {diagnostic:#}"))?;
        let all = relation(subject, diagnostic).map_err(|error| error.to_string())?;
        covers(subject, clash, &all).map_err(|error| error.to_string())??;
    }
    Ok(())
}

/// Checks that polycc takes the schedule of `subject`, and that nothing clashes.
pub fn acceptance(polycc: &Path, subject: &Subject, scratch: &Path) -> Result<(), String> {
    let outcome = run(polycc, subject, scratch)?;
    let accepted = outcome.succeeded() && scratch.join("out.c").exists();
    match accepted && subject.clashes.is_empty() {
        true => Ok(()),
        false => Err(format!("polycc {} for a legal schedule\n{}", outcome.ending(), outcome.stderr)),
    }
}

fn run(polycc: &Path, subject: &Subject, scratch: &Path) -> Result<Outcome, String> {
    let mut command = Command::new(polycc);
    command.arg(&subject.file).arg("-o").arg(scratch.join("out.c")).args(include_flags());
    process::run(command.args(["--message-format", "json"]), scratch, LIMIT)
}

/// That the labels name the instances, each at its statement's line and with its date, the cell and the
/// parameters.
fn witness(subject: &Subject, clash: &Clash, diagnostic: &Value) -> Result<(), String> {
    let labels: Vec<(u64, &str)> = diagnostic["labels"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|label| Some((label["line"].as_u64()?, label["message"].as_str()?)))
        .collect();
    let says = |text: &str| labels.iter().any(|(_, message)| message.contains(text));
    let date = |event: &Event| event.date.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    for event in events(&clash.kind) {
        let line = u64::from(subject.analysed.scop.statements[event.statement].line);
        let (instance, date) = (subject.instance(event), format!("date ({})", date(event)));
        let named = labels.iter().any(|(at, message)| {
            *at == line && message.contains(&format!("instance {instance}")) && message.contains(&date)
        });
        if !named {
            return Err(format!("no {instance} at {date} in line {line}"));
        }
    }
    let values = clash.parameters.iter().map(|(name, value)| format!("{name} = {value}"));
    let mut texts = vec![format!("({})", values.collect::<Vec<_>>().join(", "))];
    texts.push(format!("`{}`", subject.cell(clash)));
    texts.extend(mentioned(&clash.kind).into_iter().map(|event| subject.instance(event)));
    match texts.iter().find(|text| !says(text)) {
        Some(missing) => Err(format!("no {missing}")),
        None => Ok(()),
    }
}

/// The instances that have labels of their own.
fn events(kind: &ClashKind) -> Vec<&Event> {
    match kind {
        ClashKind::Flow { write, read } => vec![write, read],
        ClashKind::Range { read, killer, .. } | ClashKind::LiveIn { read, killer, .. } => vec![read, killer],
        ClashKind::LiveOut { last, killer } => vec![last, killer],
    }
}

/// Those that labels of others mention.
fn mentioned(kind: &ClashKind) -> Vec<&Event> {
    match kind {
        ClashKind::Range { write, killer_read, .. } => [write].into_iter().chain(killer_read).collect(),
        ClashKind::LiveIn { killer_read, .. } => killer_read.iter().collect(),
        _ => vec![],
    }
}

/// The relation that the diagnostic's notes print.
fn relation(subject: &Subject, diagnostic: &Value) -> isl::Result<UnionMap> {
    let notes = diagnostic["notes"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let text = notes.filter_map(|note| note.strip_prefix(ALL)).next().unwrap_or("{ }");
    UnionMap::read_from_str(subject.analysed.scop.context.context(), text)
}

/// That the relation that was printed holds the witness and is the one that was computed.
fn covers(subject: &Subject, clash: &Clash, all: &UnionMap) -> isl::Result<Result<(), String>> {
    let text = |event: &Event| subject.instance(event);
    let pair = match &clash.kind {
        ClashKind::Flow { write, read } => format!("{} -> {}", text(write), text(read)),
        ClashKind::Range { write, read, killer, .. } => {
            format!("[{} -> {}] -> {}", text(write), text(read), text(killer))
        }
        ClashKind::LiveIn { read, killer, .. } => format!("{} -> {}", text(read), text(killer)),
        ClashKind::LiveOut { last, killer } => format!("{} -> {}", text(last), text(killer)),
    };
    let point = UnionMap::read_from_str(all.context(), &format!("{{ {pair} }}"))?;
    let point = point.intersect_params(subject.assignment(&clash.parameters)?)?;
    Ok(match (point.is_subset(all)?, all.is_equal(&clash.all)?) {
        (true, true) => Ok(()),
        (false, _) => Err(format!("{pair} is not in {all}")),
        (_, false) => Err(format!("{all} was printed for {}", clash.all)),
    })
}
