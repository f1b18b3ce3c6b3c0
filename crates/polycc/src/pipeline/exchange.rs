//! Whether copies may stand for two pointers that change places, or for copies of more, as far as a region tells.

use super::proof::{only, proved};
use super::settings::Settings;
use crate::input::Input;
use analysis::exchange::{Exchange, is_written_back};
use analysis::restored::{is_of_written, is_restored};
use analysis::{Analysed, Copied};
use diagnostics::Span;
use frontend::WrittenBack;

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
        let old: Option<Vec<_>> = arrays.old.iter().map(|name| only(&scop, name)).collect();
        let Some((old, new)) = old.zip(only(&scop, &arrays.new)) else { return Ok(None) };
        let analysed = Analysed::new(scop)?;
        let copied = Copied { old: &old, new, is_inside: &|statement| is_inside(statement.span) };
        let WrittenBack { is_one_size, is_told, .. } = *arrays;
        let is_same = match (arrays.is_whole, is_original) {
            (true, true) => is_restored(&analysed, copied)?,
            (true, false) => is_of_written(&analysed, copied)?,
            (false, _) => is_written_back(&analysed, copied, Exchange { is_one_size, is_told })?,
        };
        Ok(is_same.then_some(()))
    });
    is_same.is_some()
}
