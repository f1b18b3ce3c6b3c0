//! A region that is too much at once, as two.

use std::collections::BTreeMap;

use diagnostics::{SourceMap, Span};

use super::edges::{without_end, without_start};
use super::{has_loop, start_of};
use crate::region::Region;
use crate::syntax::tree::{Statement, SymbolId, Symbols};
use crate::text::is_separate;
use crate::translation::Translation;

/// A region that was found as two, with about as many statements each; `None` where loops stand in one statement only.
///
/// Whether each can be taken is for the model to say: what lives in both is then alive at a border.
pub fn halves(translation: &Translation, map: &SourceMap, region: &Region) -> Option<[Region; 2]> {
    let list = translation.statements(region);
    let symbols = &translation.resolved.symbols;
    let (first, second) = list.split_at(border(list, symbols)?);
    let first = without_end(first, symbols);
    let part = |list: &[Statement]| {
        let part = part(translation, map, region, list)?;
        is_separate(map, &translation.table, part.span).then_some(part)
    };
    Some([part(first)?, part(without_start(second, translation))?])
}

/// Where to divide a list: where the fewest variables are mentioned on both sides, in the middle as measured by statements,
/// or else as near to it as can be. Both parts have loops.
fn border(list: &[Statement], symbols: &Symbols) -> Option<usize> {
    let sizes: Vec<usize> = list.iter().map(size).collect();
    let all: usize = sizes.iter().sum();
    let divides = |place: &usize| list[..*place].iter().any(has_loop) && list[*place..].iter().any(has_loop);
    let off_middle = |place: usize| all.abs_diff(2 * sizes[..place].iter().sum::<usize>());
    let places: Vec<usize> = (1..list.len()).filter(divides).collect();
    let is_central = |place: &usize| 2 * off_middle(*place) <= all;
    let crossings = crossings(list, symbols);
    let central = places.iter().copied().filter(is_central);
    let best = central.min_by_key(|place| (crossings[*place], off_middle(*place)));
    best.or_else(|| places.iter().copied().min_by_key(|place| off_middle(*place)))
}

/// How many variables are mentioned before and behind each place in a list.
fn crossings(list: &[Statement], symbols: &Symbols) -> Vec<usize> {
    let mut mentions: BTreeMap<SymbolId, (usize, usize)> = BTreeMap::new();
    for (position, statement) in list.iter().enumerate() {
        statement.walk_expressions(symbols, &mut |expression| {
            if let Some(symbol) = expression.variable() {
                mentions.entry(symbol).or_insert((position, position)).1 = position;
            }
        });
    }
    let mut crossings = vec![0; list.len()];
    for (first, last) in mentions.into_values() {
        crossings[first + 1..=last].iter_mut().for_each(|count| *count += 1);
    }
    crossings
}

fn size(statement: &Statement) -> usize {
    let mut count = 0;
    statement.walk(&mut |_| count += 1);
    count
}

/// The statements of `list`, some of those of `region`, as a region.
fn part(translation: &Translation, map: &SourceMap, region: &Region, list: &[Statement]) -> Option<Region> {
    let (first, last) = (list.first()?, list.last()?);
    let span = Span::new(start_of(translation, map, first), last.span.end);
    let mut part = region.clone();
    part.span = span;
    part.mark = Span::new(first.span.start, first.span.start + 1);
    part.lines = (map.locate(first.span.start).line, map.locate(last.span.end.saturating_sub(1)).line);
    part.openmp.retain(|pragma| span.contains(pragma.span));
    part.isolated.retain(|pragma| span.contains(*pragma));
    Some(part)
}
