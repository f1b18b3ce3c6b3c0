//! What the stages may start from: the program as it is, or what means the same.

use super::Site;
use super::failure::Stop;
use super::needed::{self, Idle, Needed};
use super::settings::{Aim, Settings};
use crate::timing::Timing;
use allocator::expansion::Expanded;
use allocator::reallocation::reallocate;
use allocator::renaming;
use allocator::repair::repair;
use analysis::{Analysed, Role, rematerialized, zeros};
use isl::found;
use polyhedral::Scop;
use schedule::candidate::{Effort, interchange_for_more_cells};
use schedule::interchange;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What the stages start from.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Start {
    /// Whether statements write the zeros of zeroed blocks (`analysis::zeros`).
    pub(super) zeros: bool,
    /// Whether loops write again what was written before them (`analysis::rematerialized`).
    pub(super) again: bool,
    /// Whether only those instances are left whose values are read (`analysis::needed`).
    pub(super) partial: bool,
    pub(super) names: Names,
}

/// What memory the stages start from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Names {
    /// The program's variables.
    #[default]
    Given,
    /// A variable for each use of one (`allocator::renaming`).
    PerUse,
    /// An array for each statement that writes a temporary (`allocator::reallocation`).
    PerStatement,
    /// A cell for each iteration of loops that go along rows where they are innermost (`schedule::interchange`).
    PerElement,
}

/// isl operations to find out whether loops may write again what was written before them.
const COPIES: u64 = 1_000_000;

/// A region as the stages start from it.
pub(super) struct Subject {
    pub(super) start: Start,
    /// The program, with the zeros and the copies of statements that the start asks for.
    pub(super) analysed: Rc<Analysed>,
    /// The same with fewer instances or more names, where the start asks for these.
    pub(super) expansion: Option<(Expanded, Rc<Analysed>)>,
    /// Whether a good part of the instances is left out.
    pub(super) saves: bool,
}

impl Subject {
    /// What a plan is made for.
    pub(super) fn built(&self) -> &Analysed {
        self.expansion.as_ref().map_or(&self.analysed, |(_, built)| built)
    }
}

/// A region in the forms that the stages may start from; each is analysed once.
pub(super) struct Subjects<'a> {
    at: &'a BTreeMap<String, i64>,
    given: Form,
    /// With statements for zeros, if there are any.
    zeroed: OnceCell<Option<Form>>,
    /// Of both the same with copies of statements in loops, if there are any.
    again: [OnceCell<Option<Form>>; 2],
}

/// A region with all instances, and without those that nobody needs.
struct Form {
    analysed: Rc<Analysed>,
    /// The region with fewer instances, before its analyses.
    less: OnceCell<Option<(Scop, Idle)>>,
    needed: OnceCell<Option<Needed>>,
}

impl Form {
    fn new(analysed: Analysed) -> Self {
        Form { analysed: Rc::new(analysed), less: OnceCell::new(), needed: OnceCell::new() }
    }

    fn less(&self, at: &BTreeMap<String, i64>) -> isl::Result<Option<&(Scop, Idle)>> {
        Ok(found(&self.less, || needed::restricted(&self.analysed, at))?.as_ref())
    }

    fn needed(&self, at: &BTreeMap<String, i64>) -> isl::Result<Option<&Needed>> {
        let analysed = || match self.less(at)? {
            Some((less, idle)) => Needed::new(&self.analysed, less.clone(), *idle),
            None => Ok(None),
        };
        Ok(found(&self.needed, analysed)?.as_ref())
    }
}

impl<'a> Subjects<'a> {
    /// The forms of `scop`, with sizes as far as they are known `at`.
    ///
    /// # Errors
    /// isl's.
    pub(super) fn new(scop: Scop, at: &'a BTreeMap<String, i64>) -> isl::Result<Self> {
        debug_assert!(is_sound(&scop), "the frontend's model");
        Ok(Subjects {
            at,
            given: Form::new(Analysed::new(scop)?),
            zeroed: OnceCell::new(),
            again: Default::default(),
        })
    }

    /// The program as it is.
    pub(super) fn given(&self) -> &Analysed {
        &self.given.analysed
    }

    fn form(&self, zeros: bool, again: bool) -> isl::Result<Option<&Form>> {
        if again {
            let written = || {
                let Some(form) = self.form(zeros, false)? else { return Ok(None) };
                let built = rematerialized::written(&form.analysed)?;
                debug_assert!(built.as_ref().is_none_or(|built| is_sound(&built.scop)), "copies in a loop");
                Ok(built.map(Form::new))
            };
            return Ok(found(&self.again[usize::from(zeros)], written)?.as_ref());
        }
        if !zeros {
            return Ok(Some(&self.given));
        }
        let written = || {
            let given = self.given();
            let Some(scop) = zeros::written(given)? else { return Ok(None) };
            Ok(Some(Form::new(given.of_form(scop)?)))
        };
        Ok(found(&self.zeroed, written)?.as_ref())
    }

    /// What the stages start from with `start`.
    ///
    /// # Errors
    /// A refusal without a word where this start has nothing that is other than with less of it; isl's.
    pub(super) fn subject(&self, start: Start, timing: &mut Timing) -> Result<Subject, Stop> {
        let form =
            timing.measure("analysis", || self.form(start.zeros, start.again))?.ok_or_else(Stop::silent)?;
        let partial = match start.partial {
            true => Some(timing.measure("analysis", || form.needed(self.at))?.ok_or_else(Stop::silent)?),
            false => None,
        };
        let subject = partial.map_or(&form.analysed, |needed| &needed.analysed);
        let named = match start.names {
            Names::Given => None,
            Names::PerUse => timing.measure("renaming", || renaming::rename(subject))?,
            Names::PerStatement => timing.measure("reallocation", || reallocate(subject))?,
            Names::PerElement => timing.measure("schedule", || with_more_cells(subject))?,
        };
        let named = named.map(|(named, built)| (named, Rc::new(built)));
        let expansion = match (named, partial) {
            (Some((named, built)), Some(partial)) => Some((named.after(&partial.same_names()), built)),
            (None, Some(partial)) => Some((partial.same_names(), Rc::clone(&partial.analysed))),
            (named, None) => named,
        };
        let saves = partial.is_some_and(|needed| needed.idle == Idle::Part);
        Ok(Subject { start, analysed: Rc::clone(&form.analysed), expansion, saves })
    }

    /// Whether loops may write again what was written before them.
    fn has_copies(&self, zeros: bool, timing: &mut Timing) -> bool {
        let context = self.given().scop.context.context();
        let found = timing
            .measure("analysis", || context.with_budget(COPIES, || Ok(self.form(zeros, true)?.is_some())));
        found.unwrap_or(false)
    }

    /// How many instances needn't run.
    ///
    /// # Errors
    /// isl's.
    pub(super) fn idle(&self) -> isl::Result<Option<Idle>> {
        Ok(self.given.less(self.at)?.map(|(_, idle)| *idle))
    }
}

/// The region with cells for all elements of rows whose loops become innermost ones, if that makes it legal.
fn with_more_cells(analysed: &Analysed) -> isl::Result<Option<(Expanded, Analysed)>> {
    let Some(order) = interchange_for_more_cells(analysed, Effort::default())? else { return Ok(None) };
    let expanded = repair(analysed, &order, None)?.ok().and_then(|repair| repair.expanded);
    // more than rows would be much to hold
    let are_rows = |expanded: &Expanded| {
        expanded.origins.keys().all(|array| expanded.scop.arrays[*array].dimensions() == 1)
    };
    Ok(expanded.filter(|(expanded, _)| are_rows(expanded)))
}

/// Whether the invariants of a model hold, as far as isl can tell.
fn is_sound(scop: &Scop) -> bool {
    let problems = polyhedral::verify::problems(scop);
    problems.map_or_else(|error| error.kind == isl::ErrorKind::Quota, |found| found.is_empty())
}

/// What else the stages may start from: with fewer instances; and where loops stay as they are, with what might join them
/// then.
pub(super) fn others(
    subjects: &Subjects,
    site: &Site,
    settings: &Settings,
    timing: &mut Timing,
) -> Vec<Start> {
    let is_asked = settings.tile.is_some() || settings.aim == Aim::Order;
    let is_told = site.region.schedule.is_some() || site.region.isolate().is_some();
    let Analysed { scop, roles, .. } = subjects.given();
    if is_asked || is_told || scop.fixed.is_some() {
        return vec![];
    }
    let is_temporary = |id: usize| roles[id] == Role::Temporary && scop.arrays[id].dimensions() > 0;
    let has_temporary = (0..scop.arrays.len()).any(is_temporary);
    let is_renamed = has_temporary && renaming::is_any(subjects.given()).unwrap_or(false);
    let has_zeros = zeros::is_any(subjects.given());
    let given = Start::default();
    let has_columns = settings.aim == Aim::Speed && interchange::is_wanted(scop).unwrap_or(false);
    let per_element = has_columns.then_some(Start { names: Names::PerElement, ..given });
    if settings.parallel {
        return per_element.into_iter().collect();
    }
    let mut starts = vec![given];
    starts.extend(is_renamed.then_some(Start { names: Names::PerUse, ..given }));
    starts.extend(has_zeros.then_some(Start { zeros: true, ..given }));
    starts.extend((is_renamed && has_zeros).then_some(Start { zeros: true, names: Names::PerUse, ..given }));
    for zeros in [false, true] {
        // where there are no zeros to be written the form with them is the other one
        let has_copies = (has_zeros || !zeros) && subjects.has_copies(zeros, timing);
        starts.extend(has_copies.then_some(Start { zeros, again: true, ..given }));
    }
    let may_be_idle = has_temporary || has_zeros;
    let idle = may_be_idle.then(|| needed::idle(subjects, site, timing)).flatten();
    let partial: Vec<Start> = match idle {
        Some(_) => starts.iter().map(|start| Start { partial: true, ..*start }).collect(),
        None => vec![],
    };
    // the first is what is done already
    let mut whole = starts.split_off(1);
    whole.extend(per_element);
    match idle {
        Some(Idle::Few) => [whole, partial].concat(),
        _ => [partial, whole].concat(),
    }
}
