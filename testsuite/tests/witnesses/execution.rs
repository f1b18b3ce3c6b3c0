//! One execution that a schedule allows.
//!
//! A schedule without parallel dimensions allows one. Otherwise one is built in which given instances run in a
//! given order: first everything that must be before the first of them and that itself, then what is missing
//! for the second, and so on. Each part is closed under "certainly before", and within it the schedule's total
//! order is kept, so this is an execution that the schedule allows, if none of the instances must be before
//! one that is given before it.

use crate::subject::Subject;
use isl::{UnionMap, UnionSet};
use polyhedral::Program;
use schedule::clash::Event;
use std::collections::BTreeMap;

/// Instances in their order, with parameter values at which they run.
type Sequence<'a> = (&'a [&'a Event], &'a BTreeMap<String, i64>);

/// An execution that the schedule of `subject` allows, for the parameters of the sequence if there is one.
pub fn allowed(subject: &Subject, sequence: &[Sequence]) -> Result<Program, String> {
    let program = match sequence {
        [(events, parameters)] if !subject.schedule.parallel.is_empty() => {
            in_sequence(subject, events, parameters)
        }
        _ => codegen::generate::program(&subject.analysed.scop, &subject.schedule.total, &[]),
    };
    program.map_err(|error| error.to_string())
}

fn in_sequence(
    subject: &Subject,
    events: &[&Event],
    parameters: &BTreeMap<String, i64>,
) -> isl::Result<Program> {
    let mut scop = subject.analysed.scop.clone();
    scop.context = scop.context.intersect(subject.assignment(parameters)?)?;
    let all = scop.domain()?;
    let (mut rest, mut dates) = (all.clone(), UnionMap::empty(scop.context.space()?)?);
    for (phase, event) in (0..).zip(events) {
        let point = subject.point(event)?;
        let pairs = UnionMap::from_domain_and_range(all.clone(), point.clone())?;
        let closed = subject.schedule.order.certainly(&pairs)?.domain()?.union(point)?;
        dates = dates.union(dated(subject, rest.clone().intersect(closed.clone())?, phase)?)?;
        rest = rest.subtract(closed)?;
    }
    dates = dates.union(dated(subject, rest, events.len())?)?;
    codegen::generate::program(&scop, &dates, &[])
}

/// `{ S[i] -> [phase, t] }` with the dates of the total order.
fn dated(subject: &Subject, instances: UnionSet, phase: usize) -> isl::Result<UnionMap> {
    let point =
        UnionSet::read_from_str(subject.analysed.scop.context.context(), &format!("{{ [{phase}] }}"))?;
    let first = UnionMap::from_domain_and_range(instances.clone(), point)?;
    first.flat_range_product(subject.schedule.total.clone().intersect_domain(instances)?)
}
