//! Whether two parallel loops may run in chunks of rows, as far as a region tells.

use super::attempt::model;
use super::settings::Settings;
use crate::input::Input;
use analysis::Analysed;
use analysis::chunks::{Loops, reach};
use diagnostics::Span;
use frontend::{Constants, InChunks};
use polyhedral::{ArrayId, Statement};

/// What isl may do for it.
const OPERATIONS: u64 = 5_000_000;

/// How many rows at either end of a chunk must wait for the others; nothing where that can't be found out.
pub fn rows_that_wait(
    input: &Input,
    region: &frontend::Region,
    settings: &Settings,
    chunks: &InChunks,
) -> Option<i64> {
    let found = |constants: Constants| {
        let context = isl::Context::new();
        let scop = model(input, region, settings, constants, &context).ok()?;
        let mut named = (0..scop.arrays.len()).filter(|id| scop.arrays[*id].c_name == chunks.array);
        let own: ArrayId = named.next().filter(|_| named.next().is_none())?;
        let between = Span::new(chunks.first.end, chunks.second.start);
        let within = |place: Span| move |statement: &Statement| place.contains(statement.span);
        let prove = || {
            let analysed = Analysed::new(scop)?;
            let (first, second) = (within(chunks.first), within(chunks.second));
            reach(&analysed, &Loops { first: &first, between: &within(between), second: &second, own })
        };
        context.with_budget(OPERATIONS, prove).ok().flatten()
    };
    // rows may be told by the numbers
    found(Constants::Lifted).or_else(|| found(Constants::Literal))
}
