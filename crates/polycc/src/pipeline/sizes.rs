//! The sizes at which orders are compared.

use super::settings::{Aim, Settings};
use crate::cost;
use allocator::size::Reference;
use codegen::work::instances;
use polyhedral::expression::LinearForm;
use polyhedral::{Parameter, Scop};
use std::collections::{BTreeMap, BTreeSet};

/// Sizes at which the program's order must be no faster.
const SIZES: [i64; 5] = [100, 300, 1000, 3000, LARGE];

/// A size at which one array is larger than all caches. It decides where orders cost the same.
pub(super) const LARGE: i64 = 30_000_000;

/// What stands for the radius of a stencil, or the side of a window, of which nothing is known.
const MARGIN: i64 = 8;

/// The sizes at which orders are compared.
pub(super) struct Sizes {
    /// Those that are known, and usual ones for the rest.
    pub(super) reference: Reference,
    /// The same with the same size, a small one and larger and larger ones, for each that isn't known.
    pub(super) others: Vec<Reference>,
    /// The time that is spared at each of them since fewer instances run.
    pub(super) spared: Vec<i128>,
}

impl Sizes {
    /// Those for `scop`, which has fewer instances than the `whole` program, if there is that.
    ///
    /// # Errors
    /// isl's.
    pub(super) fn new(scop: &Scop, settings: &Settings, whole: Option<&Scop>) -> isl::Result<Self> {
        let unknown = unknown(scop, settings);
        let at = with_margins(scop, settings, &unknown);
        let within = |at: &BTreeMap<String, i64>| Reference::within(&scop.context, &scop.parameters, at);
        let reference = within(&at)?;
        let others = match unknown.is_empty() || settings.aim == Aim::Memory {
            true => Vec::new(),
            false => {
                let of_size = |size: i64| {
                    let mut sizes: BTreeMap<_, _> = unknown.iter().map(|name| (name.clone(), size)).collect();
                    sizes.extend(at.clone());
                    within(&sizes)
                };
                SIZES.into_iter().map(of_size).collect::<isl::Result<_>>()?
            }
        };
        let spared = |at: &Reference| whole.map_or(0, |whole| cost::spared(whole, scop, at));
        let spared = others.iter().map(spared).collect();
        Ok(Sizes { reference, others, spared })
    }

    /// The largest of them.
    pub(super) fn largest(&self) -> &Reference {
        self.others.last().unwrap_or(&self.reference)
    }
}

/// The sizes at which memory is compared.
///
/// # Errors
/// isl's.
pub(super) fn reference(scop: &Scop, settings: &Settings) -> isl::Result<Reference> {
    let at = with_margins(scop, settings, &unknown(scop, settings));
    Reference::within(&scop.context, &scop.parameters, &at)
}

/// The sizes that are given, and small ones for margins.
fn with_margins(scop: &Scop, settings: &Settings, unknown: &BTreeSet<String>) -> BTreeMap<String, i64> {
    let mut at = settings.at.clone();
    at.extend(margins(scop, unknown).into_iter().map(|name| (name, MARGIN)));
    at
}

/// The sizes of which nothing is known.
fn unknown(scop: &Scop, settings: &Settings) -> BTreeSet<String> {
    let is_unknown =
        |p: &&Parameter| p.value.is_none() && p.factors.is_empty() && !settings.at.contains_key(&p.name);
    scop.parameters.iter().filter(is_unknown).map(|parameter| parameter.name.clone()).collect()
}

/// Those of them that loops have the fewer iterations the larger they are, as the radius of a stencil and the side of a window: they are
/// smaller than what they are taken from.
fn margins(scop: &Scop, unknown: &BTreeSet<String>) -> BTreeSet<String> {
    let loops = instances(scop, &scop.program.body);
    let trips =
        loops.iter().flat_map(|(_, around)| around).filter_map(|around| LinearForm::of(&around.trips));
    let taken = trips.flat_map(|form| form.terms.into_iter().filter(|(_, factor)| *factor < 0));
    taken.map(|(name, _)| name).filter(|name| unknown.contains(name)).collect()
}
