//! What is told of a region.

use super::Site;
use super::needed::left_out;
use super::plan::Plan;
use super::separation::{by_restrict, maybe_overlapping};
use super::settings::{Aim, Settings};
use super::start::Names;
use crate::apart::Test;
use crate::worth;
use allocator::Decision;
use allocator::expansion::Expanded;
use analysis::{Analysed, DependenceGraph, Role};
use check::{Outcome, Report};
use diagnostics::{Code, Remark};
use polyhedral::{ArrayId, Expression, Node, Parameter, Scop};
use std::collections::BTreeSet;

/// What is worth knowing of `plan`, of which `check` is what the checker found.
///
/// # Errors
/// isl's.
pub(super) fn of(plan: &Plan, site: &Site, settings: &Settings, check: &Report) -> isl::Result<Vec<Remark>> {
    let Plan { subject, way, moves, apart, .. } = plan;
    let analysed = &subject.analysed;
    let mut remarks = unused(analysed)?;
    if let Outcome::NotChecked(why) = &check.outcome {
        remarks.push(Remark::new(Code::NotRun, format!("the result was not run for a check: {why}")));
    }
    let is_asked = settings.tile.is_some() || settings.parallel;
    let fixed = analysed.scop.fixed.iter().filter(|_| is_asked);
    remarks.extend(fixed.map(|why| Remark::new(Code::OrderStays, format!("the order stays: {why}"))));
    remarks.extend(counted_on(plan, site));
    if *moves && !way.is_asked && apart.is_none() {
        remarks.extend(assumed_apart(&analysed.scop));
    }
    remarks.extend(apart.as_ref().and_then(|test| tested(test, &analysed.scop)));
    remarks.extend(hopes(&analysed.scop, apart.as_ref()));
    remarks.extend(plan.only_large.clone());
    remarks.extend(plan.overlapping.clone());
    let names = subject.expansion.iter().filter(|_| subject.start.names == Names::PerUse);
    remarks.extend(names.flat_map(|(expanded, _)| renamed(&analysed.scop, expanded)));
    if subject.start.partial {
        remarks.extend(left_out(&analysed.scop, subject.built())?);
    }
    remarks.extend(own_copies(&analysed.scop, &way.private));
    remarks.extend(plan.unmet.iter().cloned());
    remarks.extend(site.immovable.as_ref().filter(|_| plan.is_held_back).map(|why| unmoved(why)));
    let is_slow = settings.aim == Aim::Speed && !moves && site.immovable.is_none();
    if let Some((_, costs)) = way.choice.as_ref().filter(|_| is_slow) {
        let is_known = |it: &Parameter| it.value.is_some() || settings.at.contains_key(&it.name);
        remarks.extend(worth::forgone(costs, analysed.scop.parameters.iter().all(is_known)));
    }
    Ok(remarks)
}

/// That loops leave their counters with values that are used, where memory might have been saved otherwise.
fn counted_on(plan: &Plan, site: &Site) -> Option<Remark> {
    let built = plan.subject.built();
    let scop = &built.scop;
    let (name, used) = scop.counter_used_after()?;
    let stays = |id: ArrayId| {
        let array = &scop.arrays[id];
        let is_kept = plan.way.allocations[id].decision == Decision::Kept;
        built.roles[id] == Role::Temporary && array.is_own() && array.dimensions() > 0 && is_kept
    };
    let loops = scop.program.body.iter().filter(|node| matches!(node, Node::Loop(_))).count();
    if plan.moves || loops < 2 || !(0..scop.arrays.len()).any(stays) {
        return None;
    }
    let line = site.input.lines(used)?.0;
    let why = format!("line {line} uses the value that `{name}` has behind the loops");
    Some(Remark::new(
        Code::OrderStays,
        format!("the order stays, since {why}: counters of their own would free them"),
    ))
}

/// Statements whose results nobody uses.
fn unused(analysed: &Analysed) -> isl::Result<Vec<Remark>> {
    let mut remarks = Vec::new();
    let graph = DependenceGraph::of_flow(analysed)?;
    for dead in graph.dead_statements(analysed) {
        let statement = &analysed.scop.statements[dead];
        // what writes nothing that is known does something else
        if !statement.accesses.iter().any(polyhedral::Access::writes) {
            continue;
        }
        let name = &statement.name;
        remarks.push(Remark::new(Code::DeadStatement, format!("nobody uses what {name} computes")));
    }
    Ok(remarks)
}

fn own_copies(scop: &Scop, private: &BTreeSet<ArrayId>) -> Option<Remark> {
    let names: Vec<_> = private.iter().map(|array| format!("`{}`", scop.arrays[*array].c_name)).collect();
    let has = "each thread of a parallel loop has its own";
    (!names.is_empty()).then(|| Remark::new(Code::OwnCopies, format!("{has} {}", names.join(", "))))
}

/// A new order relies on pointers not to overlap unless the program says so itself.
fn assumed_apart(scop: &Scop) -> Option<Remark> {
    let names = maybe_overlapping(scop, &|_| true)?;
    let names = names.join(", ");
    let cure = by_restrict(scop, "would say so");
    let text = format!("the new order assumes that {names} don't overlap{cure}");
    Some(Remark::new(Code::AssumedApart, text))
}

fn unmoved(why: &str) -> Remark {
    Remark::new(Code::NoNewOrder, format!("this region can't get a new order: {why}"))
}

fn tested(test: &Test, scop: &Scop) -> Option<Remark> {
    let names = test.names(scop);
    let text = || {
        let names = names.join(", ");
        let as_it_was = runs_as_it_was(test);
        let saved = if test.entry.is_around() { "the test" } else { "the test and the copy" };
        let cure = by_restrict(scop, &format!("saves {saved}"));
        let text = format!("where {names} overlap, {as_it_was}{cure}");
        Remark::new(Code::TestedApart, text)
    };
    (!names.is_empty()).then(text)
}

/// What is told of variables that have a name for each use now.
fn renamed(scop: &Scop, expanded: &Expanded) -> Option<Remark> {
    let variables: BTreeSet<ArrayId> = expanded.origins.values().copied().collect();
    let names: Vec<_> = variables.iter().map(|id| format!("`{}`", scop.arrays[*id].c_name)).collect();
    let text = || {
        let names = names.join(", ");
        Remark::new(
            Code::Renamed,
            format!("one use of {names} has nothing to do with the next: each has a name of its own"),
        )
    };
    (!names.is_empty()).then(text)
}

/// What is told of a test of sizes.
fn hopes(scop: &Scop, test: Option<&Test>) -> Option<Remark> {
    let spelled = |name: &str| {
        let parameter = scop.parameters.iter().find(|parameter| parameter.name == name);
        parameter.map(|parameter| Expression::variable(&parameter.spelling))
    };
    let tests = scop.hopes.sizes.iter().map(|condition| {
        let text = polyhedral::print::condition(&condition.substitute(&spelled));
        format!("`{text}`")
    });
    let tests: Vec<_> = tests.collect();
    let text = || {
        let tests = tests.join(", ");
        let text = match test.is_some_and(|test| test.entry.is_around()) {
            true => format!(
                "only where {tests} these loops run so, else as they were; a test in front of them tells"
            ),
            false => {
                format!("only where {tests} the function runs so, else as it was; a test at its start tells")
            }
        };
        Remark::new(Code::TestedSizes, text)
    };
    (!tests.is_empty()).then(text)
}

/// What is told of an order that is better for long rows only, where `test` tells.
pub(super) fn long_only(test: &Test, least: i128) -> Remark {
    as_it_was(test, &format!("rows have fewer than {least} elements"), "as fast")
}

/// What is told of an order that is better at large sizes only: whose `arrays` take how many bytes at `least`, and `how_fast` the
/// program is else.
pub(super) fn large_only(test: &Test, arrays: &str, least: i128, how_fast: &str) -> Remark {
    let bytes = crate::summary::size(least);
    as_it_was(test, &format!("{arrays} take less than {bytes}"), how_fast)
}

/// What the program does where a test fails.
fn runs_as_it_was(test: &Test) -> &'static str {
    match test.entry.is_around() {
        true => "the loops run as they were",
        false => "the function runs as it was",
    }
}

fn as_it_was(test: &Test, is_small: &str, how_fast: &str) -> Remark {
    let as_it_was = runs_as_it_was(test);
    let text = format!(
        "where {is_small}, {as_it_was}, since that is {how_fast} then; `--at` tells the sizes beforehand"
    );
    Remark::new(Code::OnlyLarge, text)
}
