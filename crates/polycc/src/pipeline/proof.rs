//! What is asked of a region alone, before its text is changed.

use super::attempt::model;
use super::settings::Settings;
use crate::input::Input;
use frontend::Constants;
use polyhedral::{ArrayId, Scop};

/// What isl may do for it.
const OPERATIONS: u64 = 5_000_000;

/// What `prove` finds out of the region in one reading of its constants or the other; nothing where that can't be.
pub(super) fn proved<T>(
    input: &Input,
    region: &frontend::Region,
    settings: &Settings,
    prove: &dyn Fn(Scop) -> isl::Result<Option<T>>,
) -> Option<T> {
    let found = |constants: Constants| {
        let context = isl::Context::new();
        let scop = model(input, region, settings, constants, &context).ok()?;
        context.with_budget(OPERATIONS, || prove(scop)).ok().flatten()
    };
    // rows may be told by the numbers
    found(Constants::Lifted).or_else(|| found(Constants::Literal))
}

/// The array that C calls so, if it is the only one of its name.
pub(super) fn only(scop: &Scop, name: &str) -> Option<ArrayId> {
    let mut all = (0..scop.arrays.len()).filter(|id| scop.arrays[*id].c_name == name);
    all.next().filter(|_| all.next().is_none())
}
