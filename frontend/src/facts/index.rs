//! What a function does with its variables, found in one go.

use std::collections::HashMap;

use diagnostics::Span;

use super::changes::{Change, addresses_taken, changes};
use super::occurrences::{Occurrence, occurrences, values};
use crate::syntax::tree::{Construct, Expression, Function, StatementKind, SymbolId, Symbols};

/// By variable, what a function does with it.
pub struct Index<'a> {
    /// Every mention.
    pub occurrences: HashMap<SymbolId, Vec<Occurrence>>,
    /// The values it is given.
    pub values: HashMap<SymbolId, Vec<&'a Expression>>,
    /// Where its address is taken.
    pub addresses_taken: HashMap<SymbolId, Span>,
    /// All assignments, in the order of the text.
    pub changes: Vec<Change>,
    /// The loops.
    pub loops: Vec<Span>,
    /// The jumps, with their labels.
    pub jumps: Vec<(&'a str, Span)>,
}

impl<'a> Index<'a> {
    /// Of `function`.
    pub fn new(function: &'a Function, symbols: &'a Symbols) -> Index<'a> {
        let body = &function.body;
        let (mut loops, mut jumps) = (Vec::new(), Vec::new());
        body.walk(&mut |statement| match &statement.kind {
            StatementKind::For(_) | StatementKind::Other(Construct::While | Construct::Do, ..) => {
                loops.push(statement.span);
            }
            StatementKind::Other(Construct::Goto(label), ..) => jumps.push((label.as_str(), statement.span)),
            _ => {}
        });
        Index {
            occurrences: occurrences(body, symbols),
            values: values(body, symbols),
            addresses_taken: addresses_taken(body, symbols),
            changes: changes(body, symbols),
            loops,
            jumps,
        }
    }
}
