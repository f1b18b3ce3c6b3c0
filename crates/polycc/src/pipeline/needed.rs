//! Regions without the instances whose values nobody reads.

use super::Site;
use super::start::Subjects;
use crate::budget;
use crate::cost;
use crate::timing::Timing;
use allocator::expansion::Expanded;
use allocator::size::Reference;
use analysis::{Analysed, needed};
use diagnostics::{Code, Remark};
use isl::ErrorKind;
use polyhedral::{Expression, Node, Scop, Statement, StatementId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The instances of a region that are needed.
pub(super) struct Needed {
    /// The region with these alone.
    pub(super) analysed: Rc<Analysed>,
    /// How many fewer than all they are.
    pub(super) idle: Idle,
}

impl Needed {
    /// Those that `less` has of `whole`, if they get the same values.
    ///
    /// # Errors
    /// isl's.
    pub(super) fn new(whole: &Analysed, less: Scop, idle: Idle) -> isl::Result<Option<Self>> {
        let analysed = whole.of_form(less)?;
        let is_same = needed::keeps_flow(whole, &analysed)?;
        Ok(is_same.then(|| Needed { analysed: Rc::new(analysed), idle }))
    }

    /// The program's variables, as what more names are given on top of.
    pub(super) fn same_names(&self) -> Expanded {
        Expanded { scop: self.analysed.scop.clone(), origins: BTreeMap::new(), copies: Vec::new() }
    }
}

/// How much needn't run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Idle {
    /// A good part of all instances.
    Part,
    /// All that a statement does, if not much.
    Statement,
    /// Single instances: corners that two sides of a border write, of which the first keeps others apart.
    Few,
}

/// isl operations to find out whether all instances are needed.
const NEEDED: u64 = 300_000;

/// How many instances needn't run, if the text without them can be written.
pub(super) fn idle(subjects: &Subjects, site: &Site, timing: &mut Timing) -> Option<Idle> {
    let scop = &subjects.given().scop;
    // loops that run less often leave their counters with other values; and modes show what was computed
    if site.input.unit.looks_at_modes().is_some() || scop.counter_used_after().is_some() {
        return None;
    }
    let context = scop.context.context();
    let mut left = None;
    let found = context.with_budget(3 * NEEDED, || {
        let found = subjects.idle();
        left = context.remaining();
        found
    });
    timing.charge(budget::cost((3 * NEEDED).saturating_sub(left.unwrap_or(0)), scop.parameters.len()));
    found.ok().flatten()
}

/// The region without the instances that nobody needs, and how many these are.
///
/// # Errors
/// isl's.
pub(super) fn restricted(
    analysed: &Analysed,
    at: &BTreeMap<String, i64>,
) -> isl::Result<Option<(Scop, Idle)>> {
    let context = analysed.scop.context.context();
    let found = match context.with_budget(NEEDED, || needed::restricted(analysed)) {
        Err(error) if error.kind == ErrorKind::Quota => None,
        Ok(None) => return Ok(None),
        found => found?,
    };
    let reference = Reference::within(&analysed.scop.context, &analysed.scop.parameters, at)?;
    let (mut less, mut gone, mut idle) = (None, 0, Idle::Few);
    if let Some(mut fewer) = found {
        // where conditions choose, a tree without them has fewer iterations for the same instances
        let is_plain = Node::conditions(&analysed.scop.program.body) == 0;
        if is_plain && !is_less(&fewer, &analysed.scop, &reference)? {
            return Ok(None);
        }
        fewer.program = codegen::generate::program(&fewer, &fewer.schedule, &[])?;
        for statement in &fewer.statements {
            gone += usize::from(statement.domain.is_empty()?);
        }
        let instances = |scop: &Scop| cost::instances(scop, &reference);
        let (before, after) = (instances(&analysed.scop), instances(&fewer));
        idle = match after < before && after <= before - before / LEAST_SAVED {
            true => Idle::Part,
            false if gone > 0 => Idle::Statement,
            false => Idle::Few,
        };
        less = Some(fewer);
    }
    if idle == Idle::Few {
        let Some(unread) = needed::without_unread(analysed)? else { return Ok(None) };
        let Some(mut fewer) = borders_alone(unread, &analysed.scop)? else { return Ok(None) };
        fewer.program = codegen::generate::program(&fewer, &fewer.schedule, &[])?;
        less = Some(fewer);
    }
    let Some(mut less) = less else { return Ok(None) };
    let mut shown: Vec<StatementId> =
        less.program.instances().iter().map(|instance| instance.statement).collect();
    shown.sort_unstable();
    // each statement stands at one place
    if shown.windows(2).any(|pair| pair[0] == pair[1]) || shown.len() != less.statements.len() - gone {
        match needed::guarded(&analysed.scop, &less)?.filter(|_| idle == Idle::Few) {
            None => return Ok(None),
            Some(program) => less.program = program,
        }
    }
    Ok(Some((less, idle)))
}

/// `less` with what it lacks of statements of `whole` that are no borders, or that it has in more than a few pieces: a text without single
/// instances of a loop that does the work is no text to be read. `None` where nothing is left out then.
fn borders_alone(mut less: Scop, whole: &Scop) -> isl::Result<Option<Scop>> {
    // fewer counters tell which cells it writes than the array has dimensions
    let is_border = |statement: &Statement| {
        let counts = |value: &Expression| statement.iterators.iter().any(|it| value.mentions(&it.name));
        let mut writes = statement.accesses.iter().filter(|access| access.writes());
        writes.all(|access| !access.subscripts.iter().all(counts))
    };
    let mut is_less = false;
    for (part, all) in less.statements.iter_mut().zip(&whole.statements) {
        let domain = all.domain.clone().intersect_params(less.context.clone())?;
        let pieces = || -> isl::Result<usize> {
            Ok(part.domain.clone().gist(domain.clone())?.coalesce()?.basic_sets()?.len())
        };
        if domain.is_subset(&part.domain)? {
            continue;
        }
        match is_border(all) && pieces()? <= MOST_PIECES {
            true => is_less = true,
            false => *part = all.clone(),
        }
    }
    less.schedule = whole.schedule.clone().intersect_domain(less.domain()?)?.coalesce()?;
    Ok(is_less.then_some(less))
}

/// Whether any instance of `whole` is missing at these sizes, rather than at some only.
fn is_less(less: &Scop, whole: &Scop, reference: &Reference) -> isl::Result<bool> {
    for (less, all) in less.statements.iter().zip(&whole.statements) {
        let all = all.domain.clone().intersect_params(whole.context.clone())?;
        if !reference.at(&all)?.is_subset(&reference.at(&less.domain)?)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A statement of which a few instances are needless must have the others in at most so many pieces.
const MOST_PIECES: usize = 2;

/// One part of so many instances must be needless: rows at borders don't count. Statements that go as a whole do where they keep
/// others apart.
const LEAST_SAVED: i128 = 8;

/// What is told of instances that don't run any more.
pub(super) fn left_out(scop: &Scop, built: &Analysed) -> isl::Result<Option<Remark>> {
    let mut names = BTreeSet::new();
    for (whole, part) in scop.statements.iter().zip(&built.scop.statements) {
        let domain = whole.domain.clone().intersect_params(built.scop.context.clone())?;
        if !domain.is_subset(&part.domain)? {
            let written = whole.accesses.iter().filter(|access| access.writes());
            names.extend(written.map(|access| format!("`{}`", scop.arrays[access.array].c_name)));
        }
    }
    let names: Vec<_> = names.into_iter().collect();
    let text = || format!("not all of {} is read: what isn't is not computed any more", names.join(", "));
    Ok((!names.is_empty()).then(|| Remark::new(Code::LeftOut, text())))
}
