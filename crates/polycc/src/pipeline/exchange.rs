//! Whether copies may stand for two pointers that change places, as far as a region tells.

use super::attempt::model;
use super::settings::Settings;
use crate::input::Input;
use analysis::Analysed;
use analysis::exchange::{Exchange, is_written_back};
use diagnostics::Span;
use frontend::{Constants, WrittenBack};
use polyhedral::{ArrayId, Scop};

/// What isl may do for it.
const OPERATIONS: u64 = 5_000_000;

/// Whether the region is the same where what a loop in it writes in one of two arrays is copied into the other, and where both change
/// places. `is_inside` says what is in the loop. What can't be found out is no.
pub fn may_be_copied(
    input: &Input,
    region: &frontend::Region,
    settings: &Settings,
    arrays: &WrittenBack,
    is_inside: &dyn Fn(Span) -> bool,
) -> bool {
    // what threads do is what one does
    let alone = input.unit.of_one_thread(region, &input.map);
    let region = alone.as_ref().unwrap_or(region);
    let is_same = |constants: Constants| {
        let context = isl::Context::new();
        let Ok(scop) = model(input, region, settings, constants, &context) else { return false };
        let Some(exchange) = exchange(&scop, arrays) else { return false };
        let prove = || {
            let analysed = Analysed::new(scop)?;
            is_written_back(&analysed, &exchange, &|statement| is_inside(statement.span))
        };
        context.with_budget(OPERATIONS, prove).unwrap_or(false)
    };
    // rows may be told by the numbers
    is_same(Constants::Lifted) || is_same(Constants::Literal)
}

/// The arrays, if each is the only one of its name.
fn exchange(scop: &Scop, arrays: &WrittenBack) -> Option<Exchange> {
    let named = |name: &str| -> Option<ArrayId> {
        let mut all = (0..scop.arrays.len()).filter(|id| scop.arrays[*id].c_name == name);
        all.next().filter(|_| all.next().is_none())
    };
    let old = arrays.old.iter().map(|name| named(name)).collect::<Option<_>>()?;
    Some(Exchange { old, new: named(&arrays.new)?, is_one_size: arrays.is_one_size })
}
