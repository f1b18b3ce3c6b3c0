//! Whether copies may stand for two pointers that change places, or for copies of more, as far as a region tells.

use super::proof::{only, proved};
use super::settings::Settings;
use crate::input::Input;
use analysis::Analysed;
use analysis::exchange::{Exchange, is_written_back};
use analysis::restored::{Copied, is_of_written, is_restored};
use diagnostics::Span;
use frontend::WrittenBack;
use polyhedral::Scop;

/// Whether the region is the same where what a loop in it writes in one of two arrays is copied into the other, and where both change
/// places; or where all is copied, which is `is_original`: then it is asked whether that copies more than what makes a difference, else
/// whether it copies just that. `is_inside` says what is in the loop. What can't be found out is no.
pub fn may_be_copied(
    input: &Input,
    region: &frontend::Region,
    settings: &Settings,
    (arrays, is_original): (&WrittenBack, bool),
    is_inside: &dyn Fn(Span) -> bool,
) -> bool {
    // what threads do is what one does
    let alone = input.unit.of_one_thread(region, &input.map);
    let region = alone.as_ref().unwrap_or(region);
    let is_same = proved(input, region, settings, &|scop| {
        let Some(exchange) = exchange(&scop, arrays) else { return Ok(None) };
        let analysed = Analysed::new(scop)?;
        let is_inside = |statement: &polyhedral::Statement| is_inside(statement.span);
        let copied = Copied { old: &exchange.old, new: exchange.new, is_inside: &is_inside };
        let is_same = match (arrays.is_whole, is_original) {
            (true, true) => is_restored(&analysed, copied)?,
            (true, false) => is_of_written(&analysed, copied)?,
            (false, _) => is_written_back(&analysed, &exchange, &is_inside)?,
        };
        Ok(is_same.then_some(()))
    });
    is_same.is_some()
}

/// The arrays, if each is the only one of its name.
fn exchange(scop: &Scop, arrays: &WrittenBack) -> Option<Exchange> {
    let old = arrays.old.iter().map(|name| only(scop, name)).collect::<Option<_>>()?;
    let WrittenBack { is_one_size, is_told, .. } = *arrays;
    Some(Exchange { old, new: only(scop, &arrays.new)?, is_one_size, is_told })
}
