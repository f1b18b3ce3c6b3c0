//! Threads that others start around a region.
//!
//! polycc orders the instances of one run of a region. Where several threads run the region at the same
//! time, they may divide an array that is declared outside among themselves; with fewer cells they would
//! meet. Sound because every pragma of the function is looked at, whatever it says.

use diagnostics::Span;

use super::Surroundings;
use crate::pragma::pragma;
use crate::syntax::tree::{SymbolId, SymbolKind};

/// The pragmas that may start threads or hand work to other devices.
const PARALLEL: [&str; 2] = ["omp", "acc"];

/// Why the memory of `symbol` must stay as it is since threads may run the region at the same time, as a
/// phrase; `None` where each has its own.
pub fn shared(symbol: SymbolId, around: Surroundings<'_>) -> Option<String> {
    let declared = &around.symbols()[symbol];
    let is_own = |statement: Span| {
        let places = declared.declared.filter(|_| declared.kind == SymbolKind::Local { is_static: false });
        places.is_some_and(|places| statement.contains(places.declaration))
    };
    let mut starts = starts(around).into_iter();
    let (line, _) = starts.find(|(_, statement)| !is_own(*statement))?;
    Some(format!("line {} starts threads that may share it", around.line(line)))
}

/// The lines that speak of a statement around the region, with that statement.
fn starts(around: Surroundings<'_>) -> Vec<(Span, Span)> {
    let function = around.function().span;
    let lines = around.translation.table.directives.iter().filter(|line| function.contains(line.span));
    let lines = lines.filter(|line| {
        let read = pragma(around.map.text(), line);
        read.is_some_and(|read| PARALLEL.contains(&read.word)) && !around.is_inside(line.span)
    });
    lines.filter_map(|line| Some((line.span, around_region(around.behind(line.span), around)?))).collect()
}

/// The statement around the region that starts at `start`.
fn around_region(start: usize, around: Surroundings<'_>) -> Option<Span> {
    let mut found = None;
    around.function().body.walk(&mut |statement| {
        if statement.span.start == start && statement.span.contains(around.region.span) {
            found = Some(statement.span);
        }
    });
    found
}
