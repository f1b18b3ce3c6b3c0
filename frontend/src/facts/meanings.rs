//! What each identifier of the program's functions stands for, so that two texts can be compared.

use std::collections::{HashMap, HashSet};

use diagnostics::Span;

use super::changes::{Change, changes};
use crate::syntax::resolve::Resolved;
use crate::syntax::tree::{Function, StatementKind, SymbolId, SymbolKind, Symbols};
use crate::syntax::types::TypeKind;

/// An identifier in an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// The identifier.
    pub name: String,
    /// Where it stands.
    pub place: Span,
    /// Where what it stands for is declared; `None` where nothing declares it.
    pub declared: Option<Span>,
    /// Whether it is the variable that an assignment gives a value: as a whole, no cell of it.
    pub is_set: bool,
    /// Whether it stands in an assignment to the variable or to a cell of it, or in the value of a pointer, through which cells
    /// of it may be set.
    pub may_be_set: bool,
    /// The position of the function around it.
    pub function: usize,
}

/// All of them, function by function. Extents in declarations are no expressions.
pub fn meanings(resolved: &Resolved) -> Vec<Meaning> {
    let symbols = &resolved.symbols;
    let mut found = Vec::new();
    for (function, definition) in resolved.functions.iter().enumerate() {
        let changes = changes(&definition.body, symbols);
        let set: HashSet<_> = changes
            .iter()
            .filter(|change| change.is_whole)
            .map(|change| (change.symbol, change.place.start))
            .collect();
        let mut changed: HashMap<_, Vec<Span>> = HashMap::new();
        changes.iter().for_each(|change| changed.entry(change.symbol).or_default().push(change.place));
        let pointers = pointer_values(definition, &changes, symbols);
        let mut within = Vec::new();
        definition.body.walk_expressions(symbols, &mut |expression| {
            let written = expression.variable().filter(|_| !expression.span.is_empty());
            let Some(symbol) = written else { return };
            let known = &symbols[symbol];
            within.push(Meaning {
                name: known.name.clone(),
                place: expression.span,
                declared: (known.kind != SymbolKind::Undeclared).then_some(known.name_span),
                is_set: set.contains(&(symbol, expression.span.start)),
                may_be_set: changed
                    .get(&symbol)
                    .is_some_and(|places| places.iter().any(|place| place.contains(expression.span)))
                    || pointers.iter().any(|place| place.contains(expression.span)),
                function,
            });
        });
        found.append(&mut within);
    }
    found
}

/// Where pointers get values.
fn pointer_values(definition: &Function, changes: &[Change], symbols: &Symbols) -> Vec<Span> {
    let is_pointer = |symbol: SymbolId| matches!(symbols[symbol].type_.kind, TypeKind::Pointer(_));
    let set = changes.iter().filter(|change| change.is_whole && is_pointer(change.symbol));
    let mut found: Vec<Span> = set.map(|change| change.place).collect();
    definition.body.walk(&mut |statement| {
        if let StatementKind::Declaration(list) = &statement.kind {
            found.extend(
                list.iter().filter(|declared| is_pointer(declared.symbol)).map(|declared| declared.span),
            );
        }
    });
    found
}
