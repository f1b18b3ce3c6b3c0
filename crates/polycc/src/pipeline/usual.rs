//! Sizes at which a region does what it is there for. A copy of a function that is chosen by a test need not be right at others,
//! and has less text for that.

use crate::apart::Test;
use analysis::Analysed;
use isl::{DimType, ErrorKind, Set};
use polyhedral::{Condition, Node, Parameter, Program, Scop};
use schedule::Schedule;
use std::collections::BTreeSet;

/// A loop tree for some sizes.
pub(super) struct Narrowed {
    /// It.
    pub program: Program,
    /// What holds at these.
    pub condition: Condition,
}

/// Tests of more comparisons aren't worth it.
const MOST_COMPARISONS: usize = 6;
/// isl's operations for another tree.
const NARROWED: u64 = 2_000_000;

/// The tree of `built` in the order of `schedule` at usual sizes, if that is less text than `program`, and `test`, which chooses
/// it, can ask for them.
///
/// # Errors
/// isl's.
pub(super) fn narrowed(
    analysed: &Analysed,
    built: &Scop,
    schedule: &Schedule,
    program: &Program,
    test: &Test,
) -> isl::Result<Option<Narrowed>> {
    let context = analysed.scop.context.context();
    let found = context.with_budget(NARROWED, || {
        let Some((sizes, condition)) = sizes(analysed, test)? else { return Ok(None) };
        let narrow = Scop { context: sizes, ..built.clone() };
        let narrow = codegen::generate::program(&narrow, &schedule.total, &schedule.parallel)?;
        // conditions in loops would take time
        let is_less = length(&narrow) < length(program) && conditions(&narrow) <= conditions(program);
        Ok(is_less.then_some(Narrowed { program: narrow, condition }))
    });
    match found {
        Err(error) if matches!(error.kind, ErrorKind::Quota | ErrorKind::Unsupported) => Ok(None),
        found => found,
    }
}

/// How many statements the text has.
fn length(program: &Program) -> usize {
    program.instances().len()
}

/// How many conditions the text has.
fn conditions(program: &Program) -> usize {
    Node::all(&program.body).iter().filter(|node| matches!(node, Node::If { .. })).count()
}

/// `{ : … }`, sizes at which each statement runs, and temporaries are written before they are read, and the same as a condition;
/// `None` if the start of the function can't ask for them.
fn sizes(analysed: &Analysed, test: &Test) -> isl::Result<Option<(Set, Condition)>> {
    let scop = &analysed.scop;
    let mut sizes = scop.context.clone();
    for statement in &scop.statements {
        sizes = sizes.intersect(statement.domain.clone().params()?)?;
    }
    let sizes = sizes.subtract(undefined(analysed)?)?.coalesce()?;
    if sizes.is_empty()? || sizes.basic_sets()?.len() > 1 {
        return Ok(None);
    }
    let known = match test.read() {
        Some(read) => scop.context.clone().intersect(read.clone())?,
        None => scop.context.clone(),
    };
    let condition = codegen::parametric::holds(&sizes, &known)?;
    let mut names = BTreeSet::new();
    condition.variables(&mut names);
    let is_known = |it: &Parameter| it.value.is_none() && it.factors.is_empty() && test.entry.knows(it);
    let named = scop.parameters.iter().filter(|it| names.contains(&it.name));
    let is_plain = named.into_iter().all(is_known)
        && comparisons(&condition).is_some_and(|count| count <= MOST_COMPARISONS);
    Ok((is_plain && condition != Condition::Constant(true)).then_some((sizes, condition)))
}

/// `{ : … }`, sizes at which a temporary is read that nothing was written to.
fn undefined(analysed: &Analysed) -> isl::Result<Set> {
    let scop = &analysed.scop;
    let mut all = Set::empty(scop.context.space()?)?;
    for reads in analysed.dataflow.live_in.maps()? {
        let array = reads.tuple_name(DimType::Out)?.unwrap_or_default();
        if scop.arrays.iter().any(|it| it.name == array && it.outlives.is_none()) {
            all = all.union(reads.params()?)?;
        }
    }
    Ok(all)
}

/// How many comparisons a conjunction has; `None` if it is none.
fn comparisons(condition: &Condition) -> Option<usize> {
    match condition {
        Condition::Compare(..) => Some(1),
        Condition::And(all) => all.iter().map(comparisons).sum(),
        _ => None,
    }
}
