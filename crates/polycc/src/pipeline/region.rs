//! A region that went through all stages.

use super::checked::{compare, in_turn, remapped, within};
use super::sizes::LARGE;
use crate::apart::Test;
use crate::cost::{self, Cost};
use allocator::expansion::Expanded;
use allocator::size::Reference;
use allocator::{Allocation, Decision};
use analysis::most_alive::{self, Formula};
use analysis::{Analysed, Role};
use check::{Outcome, Report};
use diagnostics::{Remark, Span};
use polyhedral::{ArrayId, Mapping, Program, Window};
use schedule::Schedule;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A region that went through all stages.
pub struct Region {
    /// The region and its analyses.
    pub analysed: Rc<Analysed>,
    /// The same with versions of some arrays, where the schedule needs them.
    pub expansion: Option<(Expanded, Rc<Analysed>)>,
    /// The order in which it runs now.
    pub schedule: Schedule,
    /// The arrays of which each iteration of a parallel loop has its own.
    pub private: BTreeSet<ArrayId>,
    /// Per array of [`Region::built`] what happens to it.
    pub allocations: Vec<Allocation>,
    /// The loop tree that runs now, with subscripts before contraction.
    pub ordered: Program,
    /// The same with tiles, chunks or strips of a few iterations, so that a small run has many of them.
    pub(super) small: Option<Small>,
    /// Per array of which strips need a few cells, which they are.
    pub windows: BTreeMap<ArrayId, Window>,
    /// Whether its text is written anew although the order stays, for the sake of delay lines.
    pub has_delays: bool,
    /// Whether its loops run in tiles, on one thread.
    pub is_in_tiles: bool,
    /// Whether its innermost loops are other ones, which go along rows.
    pub(super) goes_along_rows: bool,
    /// Whether instances are left out whose values nobody reads.
    pub(crate) is_partial: bool,
    /// The order that polycc chose, by its name, and what each that it considered costs.
    pub choice: Option<(String, Vec<(String, Cost)>)>,
    /// Where the schedule is written, if it is in the source.
    pub directive: Option<Span>,
    /// What the program must test before it runs in this order.
    pub apart: Option<Test>,
    /// What the checker found.
    pub check: Report,
    /// Whether subscripts may leave arrays with constants other than the program's.
    pub(super) leaves: bool,
    /// Things worth knowing.
    pub remarks: Vec<Remark>,
    /// What [`Region::most_alive`] has found.
    pub(super) alive: RefCell<BTreeMap<ArrayId, Option<Formula>>>,
}

/// A loop tree that does in small pieces what the one that is written does in large ones.
pub(super) struct Small {
    pub(super) program: Program,
    /// The windows of its strips.
    pub(super) windows: BTreeMap<ArrayId, Window>,
}

impl Region {
    /// The region that the result is built from: with versions of arrays where the schedule needs them.
    pub fn built(&self) -> &Analysed {
        self.expansion.as_ref().map_or(&self.analysed, |(_, built)| built)
    }

    /// What the checker finds if each iteration of a parallel loop has these arrays for itself, whatever
    /// [`Region::private`] says.
    pub fn check_with(&self, private: &BTreeSet<ArrayId>) -> Report {
        let built = &self.built().scop;
        let run = |tree: &Program, allocations: &[Allocation]| {
            let remapped = remapped(built, tree, allocations);
            compare(&self.analysed.scop, built, &remapped, allocations, private, self.is_partial)
        };
        in_turn(run, &self.ordered, &self.allocations, self.small.as_ref())
    }

    /// Whether its text does at small sizes less than it may do at large ones.
    pub fn waits_for_large_sizes(&self) -> bool {
        !self.windows.is_empty() || self.apart.as_ref().is_some_and(Test::is_of_memory)
    }

    /// Changes strips for those of a few elements, of which a run of its text at small sizes has many, and a test of how much memory
    /// temporaries take for one that always holds; and back again.
    pub fn exchange_small(&mut self) {
        self.apart.iter_mut().for_each(Test::exchange_memory);
        if let Some(small) = self.small.as_mut().filter(|_| !self.windows.is_empty()) {
            std::mem::swap(&mut self.ordered, &mut small.program);
            std::mem::swap(&mut self.windows, &mut small.windows);
            self.allocations = within(&self.allocations, &self.windows);
        }
    }

    /// Whether its new loops stand beside those of the program, behind a test.
    pub fn is_beside_its_loops(&self) -> bool {
        self.apart.as_ref().is_some_and(|test| test.entry.is_around())
    }

    /// What becomes of an array of the program.
    pub fn allocation(&self, array: ArrayId) -> &Allocation {
        let origins = self.expansion.iter().flat_map(|(expanded, _)| &expanded.origins);
        let target = origins.into_iter().find(|(_, origin)| **origin == array);
        &self.allocations[target.map_or(array, |(target, _)| *target)]
    }

    /// What an array of the program has become: the arrays of [`Region::built`] that hold its values.
    pub fn parts(&self, array: ArrayId) -> Vec<ArrayId> {
        let origins = self.expansion.iter().flat_map(|(expanded, _)| &expanded.origins);
        let parts: Vec<_> = origins.filter(|(_, origin)| **origin == array).map(|(part, _)| *part).collect();
        if parts.is_empty() { vec![array] } else { parts }
    }

    /// How many cells of an array of [`Region::built`] are alive at once, as a formula, if one is found. It takes a
    /// while, but only the first time.
    pub fn most_alive(&self, array: ArrayId) -> Option<Formula> {
        let dates = self.schedule.order.total()?;
        // a number that can't be had is none
        let formula = || most_alive::formula(self.built(), array, dates).ok().flatten();
        self.alive.borrow_mut().entry(array).or_insert_with(formula).clone()
    }

    /// Finds [`Region::most_alive`] of all temporaries, as far as isl gets with so many operations.
    pub fn find_most_alive(&self, operations: u64) {
        let built = self.built();
        let context = built.scop.context.context();
        let find = || {
            for (array, declared) in built.scop.arrays.iter().enumerate() {
                if built.roles[array] == Role::Temporary && declared.dimensions() > 0 {
                    self.most_alive(array);
                }
            }
            Ok(())
        };
        // it finds what it can
        let _ = context.with_budget(operations, find);
    }

    /// Whether the user's loops stay, and only references and declarations change.
    pub fn is_in_place(&self) -> bool {
        let is_same = self.built().scop.arrays.len() == self.analysed.scop.arrays.len();
        let has_other_loops = self.built().scop.is_divided && self.changes();
        self.schedule.is_program_order && is_same && !self.has_delays && !has_other_loops
    }

    /// Per array of [`Region::built`] its new mapping, where it has one.
    pub fn mappings(&self) -> Vec<Option<Mapping>> {
        self.allocations.iter().map(Allocation::changed).collect()
    }

    /// Whether an array of the analysed region gets another layout.
    pub fn is_reshaped(&self, array: ArrayId) -> bool {
        self.allocation(array).decision != Decision::Kept
    }

    /// The names of the arrays that aren't as the program declares them.
    pub fn reshaped(&self) -> impl Iterator<Item = &str> {
        let arrays = self.analysed.scop.arrays.iter().enumerate();
        arrays.filter(|(id, _)| self.is_reshaped(*id)).map(|(_, array)| array.c_name.as_str())
    }

    /// Whether its loops are others than the program's for good, whatever arrays take.
    pub fn has_other_loops(&self) -> bool {
        self.is_in_tiles || self.goes_along_rows
    }

    /// Whether an array gets another layout.
    pub fn shrinks(&self) -> bool {
        (0..self.analysed.scop.arrays.len()).any(|array| self.is_reshaped(array))
    }

    /// Whether its statements run in another order than the program's.
    pub fn is_reordered(&self) -> bool {
        !self.schedule.is_program_order
    }

    /// Whether anything in the text changes.
    pub fn changes(&self) -> bool {
        self.is_reordered() || self.mappings().iter().any(Option::is_some)
    }

    /// How many bytes of temporaries the program doesn't need any more, with its real constants.
    pub fn saved(&self) -> i128 {
        let scop = &self.analysed.scop;
        let reference = Reference::new(&scop.parameters, &BTreeMap::new());
        cost::declared(scop, &reference) - cost::memory(self.built(), &self.allocations, &reference)
    }

    /// Whether an array of the program is reshaped and keeps no more than half of its bytes, with the program's real constants.
    pub fn is_halved(&self, array: ArrayId) -> bool {
        if !self.is_reshaped(array) {
            return false;
        }
        let (scop, built) = (&self.analysed.scop, &self.built().scop);
        let reference = Reference::new(&scop.parameters, &BTreeMap::new());
        let sizes = self.parts(array).into_iter();
        let kept: i128 = sizes.map(|part| cost::size(built, part, &self.allocations, &reference)).sum();
        2 * kept <= cost::declared_of(scop, array, &reference)
    }

    /// Whether the other reading of constants can't do better: everything that may shrink does, and
    /// the result was run.
    pub(super) fn is_satisfying(&self) -> bool {
        let scop = &self.analysed.scop;
        let stuck = (0..scop.arrays.len()).any(|id| {
            // also where values from before the region seem to be read: it may be for other sizes only
            scop.arrays[id].may_shrink() && !self.is_reshaped(id)
        });
        !self.has_lifted() || !(stuck || self.leaves || !self.was_run())
    }

    pub(super) fn has_lifted(&self) -> bool {
        self.analysed.scop.lifted().next().is_some()
    }

    fn was_run(&self) -> bool {
        !matches!(self.check.outcome, Outcome::NotChecked(_))
    }

    /// Bytes of all temporaries with the program's real constants, for comparing two results: where sizes that nobody knows are large, then
    /// where they are usual ones.
    fn bytes(&self) -> [i128; 2] {
        let parameters = &self.analysed.scop.parameters;
        let large = parameters.iter().map(|parameter| (parameter.name.clone(), LARGE)).collect();
        [large, BTreeMap::new()].map(|sizes| {
            let reference = Reference::new(parameters, &sizes);
            cost::memory(self.built(), &self.allocations, &reference)
        })
    }
}

/// The result with fewer cells, if it is as sure; where they are equal, the one that was run, at small sizes if both were.
pub(super) fn better(lifted: Region, literal: Region) -> Region {
    let is_as_sure = literal.was_run() || !lifted.is_satisfying();
    let is_surer = literal.was_run() && !lifted.was_run();
    let (of_literal, of_lifted) = (literal.bytes(), lifted.bytes());
    let keeps_less = of_literal < of_lifted || (is_surer && of_literal == of_lifted);
    if lifted.leaves || (is_as_sure && keeps_less) { literal } else { lifted }
}
