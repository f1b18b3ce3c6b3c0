//! Pointers to blocks that change places: `t = old; old = new; new = t;`.
//!
//! Each of them holds a block that nobody had before, or one that it got in exchange for its own. So whatever has happened, no two of them
//! hold the same block, but within such a row of statements.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use diagnostics::Span;

use super::changes::Change;
use crate::syntax::tree::{
    Expression, ExpressionKind, Initializer, Statement, StatementKind, SymbolId, SymbolKind, Symbols,
};
use crate::syntax::types::TypeKind;

/// Statements by which pointers change places.
pub struct Exchange {
    /// The pointers, each in front of the one whose value it gets; the last one gets that of the first.
    pub pointers: Vec<SymbolId>,
    /// The variable that holds one of them meanwhile.
    pub held_in: SymbolId,
    /// The statements.
    pub place: Span,
    /// What each of them gives.
    values: Vec<Span>,
}

/// By pointer, the variables whose values it gets in exchange: those of a function of which `values` are given and `changes` are all. `is_block`
/// says what is a block that nobody had before, or none.
pub fn exchanged(
    body: &Statement,
    symbols: &Symbols,
    values: &HashMap<SymbolId, Vec<&Expression>>,
    changes: &[Change],
    is_block: &dyn Fn(&Expression) -> bool,
    is_addressed: &dyn Fn(SymbolId) -> bool,
) -> BTreeMap<SymbolId, BTreeSet<SymbolId>> {
    let all = exchanges(body, symbols);
    let places: BTreeSet<Span> = all.iter().flat_map(|exchange| &exchange.values).copied().collect();
    // whatever else gives it a value is a block of its own
    let is_fine = |symbol: SymbolId, may_be_block: bool| {
        let known = &symbols[symbol];
        let given = values.get(&symbol).map_or(&[][..], Vec::as_slice);
        let times = changes.iter().filter(|change| change.symbol == symbol && change.is_whole).count();
        known.kind == SymbolKind::Local { is_static: false }
            && matches!(known.type_.kind, TypeKind::Pointer(_))
            && !is_addressed(symbol)
            && times == given.len()
            && given.iter().all(|value| places.contains(&value.span) || may_be_block && is_block(value))
    };
    let mut found: BTreeMap<SymbolId, BTreeSet<SymbolId>> = BTreeMap::new();
    for Exchange { pointers, held_in, .. } in &all {
        for pointer in pointers {
            found.entry(*pointer).or_default().extend(pointers.iter().chain([held_in]));
        }
    }
    let held: BTreeSet<SymbolId> = all.iter().map(|exchange| exchange.held_in).collect();
    loop {
        let fails = |symbol: &SymbolId| {
            let is_pointer = found.contains_key(symbol);
            is_pointer == held.contains(symbol) || !is_fine(*symbol, is_pointer)
        };
        let failing: BTreeSet<SymbolId> = found
            .iter()
            .filter(|(_, partners)| partners.iter().any(fails))
            .map(|(symbol, _)| *symbol)
            .collect();
        if failing.is_empty() {
            return found;
        }
        found.retain(|symbol, _| !failing.contains(symbol));
    }
}

/// All exchanges in a statement.
pub fn exchanges(body: &Statement, symbols: &Symbols) -> Vec<Exchange> {
    let mut found = Vec::new();
    body.walk(&mut |statement| {
        if let StatementKind::Block(list) = &statement.kind {
            found.extend((0..list.len()).filter_map(|first| Some(exchange(&list[first..], symbols)?.0)));
        }
    });
    found
}

/// The exchange with which `list` begins, with the number of its statements.
pub fn exchange(list: &[Statement], symbols: &Symbols) -> Option<(Exchange, usize)> {
    let mut given = list.iter().map_while(|statement| given(statement, symbols));
    let (held_in, first) = given.next()?;
    let mut pointers = vec![first.variable()?];
    let mut values = vec![first.span];
    for (pointer, value) in given {
        let last = pointers.last() == Some(&pointer);
        let next = value.variable().filter(|_| last)?;
        values.push(value.span);
        if next == held_in {
            let (number, is_several) = (values.len(), pointers.len() > 1);
            let place = list[0].span.to(list[number - 1].span);
            return is_several.then_some((Exchange { pointers, held_in, place, values }, number));
        }
        if pointers.contains(&next) {
            return None;
        }
        pointers.push(next);
    }
    None
}

/// The variable that a statement gives a value, and the value.
fn given<'a>(statement: &'a Statement, symbols: &'a Symbols) -> Option<(SymbolId, &'a Expression)> {
    match &statement.kind {
        StatementKind::Declaration(list) => {
            let [declared] = list.as_slice() else { return None };
            match &symbols[declared.symbol].initializer {
                Some(Initializer::Value(value)) => Some((declared.symbol, value)),
                _ => None,
            }
        }
        StatementKind::Expression(Some(expression)) => match &expression.kind {
            ExpressionKind::Assign(None, target, value) => Some((target.variable()?, value)),
            _ => None,
        },
        _ => None,
    }
}
