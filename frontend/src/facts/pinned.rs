//! Why an array must stay as it is declared, whoever needs its contents.
//!
//! A new layout changes the declaration and the region's references, so nothing else may depend on the
//! array. Sound because every identifier in its scope is looked at: one that is no variable of the tree
//! (in `typeof`, an assertion, the size of a member, a pragma) counts as a use.

use diagnostics::token::tokens_without_comments;
use diagnostics::{FileId, Span};

use super::Surroundings;
use super::allocation::{allocation, says_type};
use super::checks::is_pure;
use super::dead_stores::dead_stores;
use super::occurrences::{Occurrence, Use};
use super::purity::{Purities, Purity};
use crate::pragma::pragma;
use crate::pragma::regions::WORDS;
use crate::syntax::tree::{Declared, Expression, ExpressionKind, Initializer, SymbolId, SymbolKind};
use crate::syntax::types::{ArraySize, Type, TypeKind};

/// Why the declaration of `symbol`, or the allocation that it holds, must stay as it is, as a phrase;
/// `None` where it may change. Declarations outside of the function never change.
pub fn pinned(symbol: SymbolId, around: Surroundings<'_>) -> Option<String> {
    let declared = &around.symbols()[symbol];
    if matches!(declared.kind, SymbolKind::Member(_)) {
        return Some("it is part of a structure".into());
    }
    let places = declared.declared?;
    let is_array = matches!(declared.type_.kind, TypeKind::Array(..));
    if is_array && declared.initializer.is_some() && initial_list(symbol, around).is_none() {
        return Some("its declaration gives it values".into());
    }
    if !is_array && allocation(symbol, around).is_none() {
        // a number may become an array where it isn't used elsewhere as one
        let used = || dependent(symbol, places, around).filter(|_| declared.type_.is_arithmetic());
        return match places.is_member {
            true => Some("it is part of a structure".into()),
            false => used().map(|place| format!("line {} uses it", around.line(place))),
        };
    }
    if let Some(place) = around.index.asserted.get(&symbol) {
        return Some(format!("line {} prints what it asserts of it", around.line(*place)));
    }
    let is_of_rows = declared.type_.target().is_some_and(|target| target.target().is_some());
    if places.is_member && is_of_rows {
        return Some("its structure says what its rows are".into());
    }
    if !places.is_member && !is_array && is_of_rows && !says_type(symbol, around) {
        return Some("a name stands for its type".into());
    }
    let is_cleaned_up = |place: &Span| place.of(around.map.text()).trim_matches('_') == "cleanup";
    if around.translation.table.within(places.declaration).iter().any(|token| is_cleaned_up(&token.span)) {
        return Some("a function cleans it up".into());
    }
    if Effects::new(around).in_size(symbol) {
        return Some("computing its size has an effect".into());
    }
    let used = match places.is_member {
        true => dependent_on_member(symbol, around)?,
        false => dependent(symbol, places, around).or_else(|| in_pragma(symbol, places, around))?,
    };
    Some(format!("line {} uses it", around.line(used)))
}

/// The list of numbers that a local array gets in front of the region, from the `=` on, as the user wrote it.
pub fn initial_list(symbol: SymbolId, around: Surroundings<'_>) -> Option<Span> {
    let declared = &around.symbols()[symbol];
    let places = declared.declared.filter(|places| !around.is_inside(places.declaration))?;
    let is_local = declared.kind == SymbolKind::Local { is_static: false };
    let Some(Initializer::List(values)) = declared.initializer.as_ref().filter(|_| is_local) else {
        return None;
    };
    let is_number = |value: &Expression| value.type_.is_arithmetic() && is_pure(value, around.translation);
    values.iter().all(is_number).then_some(())?;
    let text = around.map.text();
    let behind = Span::new(places.declarator.end, places.declaration.end);
    let tokens = around.translation.table.within(behind);
    let first = tokens.iter().position(|token| token.span.of(text) == "=")?;
    let mut depth = 0_usize;
    let last = tokens[first + 1..].iter().find(|token| {
        match token.span.of(text) {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    let is_written = |place: Span| around.map.original(place).is_some_and(|it| it.file == FileId::MAIN);
    let list = tokens[first].span.to(last.span);
    (last.span.of(text) == "}" && is_written(tokens[first].span) && is_written(last.span)).then_some(list)
}

/// A mention of `symbol` that depends on its layout and isn't one of the region's references.
fn dependent(symbol: SymbolId, places: Declared, around: Surroundings<'_>) -> Option<Span> {
    let block = allocation(symbol, around).map(|block| block.allocation);
    let table = around.translation.resolved.row_tables.get(&symbol);
    let is_own = |place: Span| {
        places.declarator.contains(place)
            || block.is_some_and(|allocation| allocation.contains(place))
            || table.is_some_and(|table| table.contains(place))
    };
    let name = around.symbols()[symbol].name.as_str();
    let mentions = around.index.identifiers.get(name).into_iter().flatten().copied();
    let stores = dead_stores(symbol, around);
    let goes = |place: Span| stores.iter().any(|store| store.contains(place));
    let mut others = mentions.filter(|&place| places.scope.contains(place) && !is_own(place) && !goes(place));
    others.find(|&place| depends(symbol, place, block.is_some(), around))
}

/// The same, for a member of a structure: nothing but the trees mentions it, and its type stays what it is.
fn dependent_on_member(symbol: SymbolId, around: Surroundings<'_>) -> Option<Span> {
    let block = allocation(symbol, around)?.allocation;
    let depends = |occurrence: &&Occurrence| match occurrence.use_ {
        Use::Test | Use::Free | Use::Set => false,
        Use::Escape => true,
        Use::Size => !block.contains(occurrence.place),
        Use::Contents => !around.is_inside(occurrence.place),
    };
    around.occurrences(symbol).iter().find(depends).map(|occurrence| occurrence.place)
}

/// A pragma that mentions `symbol`, or another variable that is called so, unless it is about the region.
fn in_pragma(symbol: SymbolId, places: Declared, around: Surroundings<'_>) -> Option<Span> {
    let text = around.map.text();
    let name = around.symbols()[symbol].name.as_str();
    let is_about_region = |line: Span| around.region.openmp.iter().any(|pragma| pragma.span == line);
    let mut lines = around.translation.table.directives.iter().map(|line| (line.span, pragma(text, line)));
    let found = lines.find(|(line, read)| {
        let Some(read) = read.filter(|read| !WORDS.contains(&read.word)) else { return false };
        let mut words = tokens_without_comments(read.rest.of(text));
        places.scope.contains(*line)
            && !is_about_region(*line)
            && words.any(|word| word.span.of(read.rest.of(text)) == name)
    });
    found.map(|(line, _)| line)
}

/// Whether the identifier at `place` depends on the layout of `symbol`.
fn depends(symbol: SymbolId, place: Span, is_block: bool, around: Surroundings<'_>) -> bool {
    match around.index.named.get(&place.start) {
        // a call that counts as a loop is written anew where anything changes
        None if around.is_inside(place) && around.index.fills.iter().any(|fill| fill.contains(place)) => {
            false
        }
        None => !around.index.not_variables.contains(&place.start),
        Some(&named) if named != symbol => false,
        Some(_) => {
            let bare = around.occurrences(symbol).iter().find(|occurrence| occurrence.place == place);
            match bare.map(|occurrence| occurrence.use_) {
                Some(Use::Test | Use::Free | Use::Set) => !is_block,
                Some(Use::Escape | Use::Size) => true,
                Some(Use::Contents) | None => !around.is_inside(place),
            }
        }
    }
}

/// Looks for effects in the sizes of arrays, which vanish or move with the sizes.
struct Effects<'a> {
    around: Surroundings<'a>,
    purities: Purities<'a>,
}

impl<'a> Effects<'a> {
    fn new(around: Surroundings<'a>) -> Self {
        Effects { around, purities: Purities::new(around.translation) }
    }

    /// Whether declaring or allocating `symbol` does more than that.
    fn in_size(&mut self, symbol: SymbolId) -> bool {
        let allocations = self.around.values(symbol);
        let arguments = allocations.into_iter().flat_map(|value| match &value.without_casts().kind {
            ExpressionKind::Call(_, arguments) => arguments.as_slice(),
            _ => &[],
        });
        self.in_type(&self.around.symbols()[symbol].type_)
            || arguments.into_iter().any(|argument| self.in_expression(argument))
    }

    fn in_type(&mut self, type_: &Type) -> bool {
        let in_extent = match &type_.kind {
            TypeKind::Array(_, ArraySize::Elements(count)) => self.in_expression(count),
            _ => false,
        };
        in_extent || type_.target().is_some_and(|target| self.in_type(target))
    }

    fn in_expression(&mut self, expression: &Expression) -> bool {
        let own = match &expression.kind {
            ExpressionKind::Assign(..) | ExpressionKind::Increment { .. } | ExpressionKind::Other(..) => true,
            ExpressionKind::Call(callee, _) => {
                callee.variable().is_none_or(|callee| self.purities.of(callee) == Purity::Unknown)
            }
            ExpressionKind::SizeOf(type_, _) => self.in_type(type_),
            _ => false,
        };
        own || expression.parts().any(|part| self.in_expression(part))
    }
}
