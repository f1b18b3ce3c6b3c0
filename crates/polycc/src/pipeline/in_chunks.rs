//! Whether two parallel loops may run in chunks of rows, as far as a region tells.

use super::proof::{only, proved};
use super::settings::Settings;
use crate::input::Input;
use analysis::Analysed;
use analysis::chunks::{Loops, reach};
use diagnostics::Span;
use frontend::InChunks;
use polyhedral::Statement;

/// How many rows at either end of a chunk must wait for the others; nothing where that can't be found out.
pub fn rows_that_wait(
    input: &Input,
    region: &frontend::Region,
    settings: &Settings,
    chunks: &InChunks,
) -> Option<i64> {
    let within = |place: Span| move |statement: &Statement| place.contains(statement.span);
    let (first, second) = (within(chunks.first), within(chunks.second));
    let between = within(Span::new(chunks.first.end, chunks.second.start));
    proved(input, region, settings, &|scop| {
        let Some(own) = only(&scop, &chunks.array) else { return Ok(None) };
        let joined = chunks.joined.iter().map(|name| only(&scop, name)).collect::<Option<_>>();
        let Some(joined) = joined else { return Ok(None) };
        let analysed = Analysed::new(scop)?;
        reach(&analysed, &Loops { first: &first, between: &between, second: &second, own, joined: &joined })
    })
}
