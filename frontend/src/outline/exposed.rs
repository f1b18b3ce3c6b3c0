//! What a statement that is taken as a whole reads of what was there before it, and which cells it certainly writes.
//!
//! Such a statement has a flow of its own. A cell that is written on all ways to a place where it is read gives that place
//! nothing from outside, so the reference there reads nothing: it only tells where the text names the cell. A cell that is
//! written on all ways to the end is written for certain.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::Span;
use polyhedral::{AccessKind, ArrayId, Condition, Expression};

use super::Reference;
use crate::syntax::tree::{
    self, BinaryOperator, Construct, ExpressionKind, Statement, StatementKind, SymbolId, Symbols,
};

/// An array with subscripts.
type Cell = (ArrayId, Vec<Expression>);

/// The cells that are written on all ways to a place; `None` where no way leads.
type Written = Option<BTreeSet<usize>>;

/// Makes what is written for certain known as such, and what is read of the statement's own read nothing. Of the arrays in
/// `whole` it isn't known which cell a reference means. Gives the first place, if there is one, where a variable of `scratch` is
/// read that may not be written yet.
pub fn settle(
    statement: &Statement,
    symbols: &Symbols,
    references: &mut [Reference],
    whole: &BTreeSet<ArrayId>,
    scratch: &BTreeSet<SymbolId>,
) -> Option<(SymbolId, Span)> {
    let mut cells: Vec<Cell> = Vec::new();
    let cell_of: Vec<usize> = references
        .iter()
        .map(|reference| {
            let cell = (reference.array, reference.subscripts.clone());
            let is_same = |other: &Cell| *other == cell && !whole.contains(&cell.0);
            let known = cells.iter().position(is_same);
            known.unwrap_or_else(|| {
                cells.push(cell);
                cells.len() - 1
            })
        })
        .collect();
    let (mut reads, mut writes) = (BTreeMap::new(), BTreeMap::new());
    for (reference, cell) in references.iter().zip(&cell_of) {
        let places: &mut BTreeMap<Span, Vec<usize>> = match reference.kind {
            AccessKind::Read => &mut reads,
            _ => &mut writes,
        };
        places.entry(reference.span).or_default().push(*cell);
    }
    let scratch = (cells.len()..).zip(scratch).map(|(cell, symbol)| (*symbol, cell)).collect();
    let mut flow = Flow {
        scratch,
        unset: None,
        symbols,
        reads,
        writes,
        exposed: BTreeSet::new(),
        ends: Vec::new(),
        entry: None,
        depth: 0,
    };
    let end = flow.statement(statement, Some(BTreeSet::new()));
    let certain = flow.ends.iter().cloned().fold(end, joined).unwrap_or_default();
    for (reference, cell) in references.iter_mut().zip(cell_of) {
        let is_certain = certain.contains(&cell) && !whole.contains(&reference.array);
        match reference.kind {
            AccessKind::Read if !flow.exposed.contains(&reference.span) => {
                reference.guard = Condition::Constant(false);
            }
            AccessKind::Read => {}
            _ if is_certain => reference.kind = AccessKind::MustWrite,
            _ => reference.kind = AccessKind::MayWrite,
        }
    }
    flow.unset
}

/// What is written on all of the ways that meet.
fn joined(one: Written, other: Written) -> Written {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.intersection(&other).copied().collect()),
        (one, other) => one.or(other),
    }
}

/// A walk along the ways of a statement.
struct Flow<'a> {
    symbols: &'a Symbols,
    /// The cells that are read and written, by place.
    reads: BTreeMap<Span, Vec<usize>>,
    writes: BTreeMap<Span, Vec<usize>>,
    /// Variables that the statement gets for itself, as cells.
    scratch: BTreeMap<SymbolId, usize>,
    /// Where one of them is read first that may not be written yet.
    unset: Option<(SymbolId, Span)>,
    /// The places where something is read that may be from before.
    exposed: BTreeSet<Span>,
    /// What is written where the statement ends by a jump.
    ends: Vec<Written>,
    /// What is written where the `switch` around starts.
    entry: Written,
    /// How many of its own loops are around.
    depth: usize,
}

impl Flow<'_> {
    fn statement(&mut self, statement: &Statement, written: Written) -> Written {
        match &statement.kind {
            StatementKind::Expression(expression) => match expression {
                Some(expression) => self.expression(expression, written),
                None => written,
            },
            StatementKind::Declaration(_) => {
                let values = statement.expressions(self.symbols);
                values.into_iter().fold(written, |written, value| self.expression(value, written))
            }
            StatementKind::Block(list) => {
                list.iter().fold(written, |written, inner| self.statement(inner, written))
            }
            StatementKind::Labeled(_, inner) => self.statement(inner, written),
            StatementKind::If(condition, then, otherwise) => {
                let written = self.expression(condition, written);
                let then = self.statement(then, written.clone());
                let otherwise = match otherwise {
                    Some(otherwise) => self.statement(otherwise, written),
                    None => written,
                };
                joined(then, otherwise)
            }
            StatementKind::For(parts) => {
                let written = match &parts.initial {
                    Some(initial) => self.statement(initial, written),
                    None => written,
                };
                let written = match &parts.condition {
                    Some(condition) => self.expression(condition, written),
                    None => written,
                };
                // the body may not run, and whatever leads to its end, it has written no less than what was written before
                self.depth += 1;
                self.statement(&parts.body, written.clone());
                self.depth -= 1;
                if let Some(step) = &parts.step {
                    self.expression(step, written.clone());
                }
                written
            }
            StatementKind::Other(Construct::Continue, ..) if self.depth == 0 => {
                self.ends.push(written);
                None
            }
            StatementKind::Other(Construct::Continue | Construct::Break, ..) => None,
            // to which the start of the `switch` leads, too, and nothing less is written on another way
            StatementKind::Other(Construct::Case, ..) => {
                let children = statement.children();
                children.fold(self.entry.clone(), |written, inner| self.statement(inner, written))
            }
            StatementKind::Other(construct, ..) => {
                for condition in statement.expressions(self.symbols) {
                    self.expression(condition, written.clone());
                }
                let is_loop = matches!(construct, Construct::While | Construct::Do);
                let outer = self.entry.clone();
                if *construct == Construct::Switch {
                    self.entry = written.clone();
                }
                self.depth += usize::from(is_loop);
                for inner in statement.children() {
                    self.statement(inner, written.clone());
                }
                self.depth -= usize::from(is_loop);
                self.entry = outer;
                written
            }
        }
    }

    fn expression(&mut self, expression: &tree::Expression, written: Written) -> Written {
        match &expression.kind {
            ExpressionKind::Assign(operator, target, value) => {
                let written = self.expression(value, written);
                self.assigned(target, operator.is_some(), written)
            }
            ExpressionKind::Increment { operand, .. } => self.assigned(operand, true, written),
            ExpressionKind::Binary(BinaryOperator::And | BinaryOperator::Or, left, right) => {
                let written = self.expression(left, written);
                self.expression(right, written.clone());
                written
            }
            ExpressionKind::Conditional(condition, then, otherwise) => {
                let written = self.expression(condition, written);
                let then = self.expression(then, written.clone());
                joined(then, self.expression(otherwise, written))
            }
            ExpressionKind::Comma(list) => {
                list.iter().fold(written, |written, part| self.expression(part, written))
            }
            _ => {
                self.read(expression.span, &written);
                self.read_scratch(expression, &written);
                let parts = expression.parts();
                let all: Vec<_> = parts.map(|part| self.expression(part, written.clone())).collect();
                all.into_iter().flatten().fold(written, |all, part| Some(&all? | &part))
            }
        }
    }

    /// A place that is assigned, last of all.
    fn assigned(&mut self, target: &tree::Expression, reads: bool, written: Written) -> Written {
        for part in target.parts() {
            self.expression(part, written.clone());
        }
        if reads {
            self.read(target.span, &written);
            self.read_scratch(target, &written);
        }
        let cells = self.writes.get(&target.span).into_iter().flatten().copied();
        let scratch = target.variable().and_then(|symbol| self.scratch.get(&symbol)).copied();
        written.map(|written| written.into_iter().chain(cells).chain(scratch).collect())
    }

    fn read_scratch(&mut self, expression: &tree::Expression, written: &Written) {
        let cell = |symbol: SymbolId| Some((symbol, *self.scratch.get(&symbol)?));
        let Some((symbol, cell)) = expression.variable().and_then(cell) else { return };
        if written.as_ref().is_some_and(|written| !written.contains(&cell)) {
            self.unset = self.unset.or(Some((symbol, expression.span)));
        }
    }

    fn read(&mut self, place: Span, written: &Written) {
        let is_known = |cell: &usize| written.as_ref().is_none_or(|written| written.contains(cell));
        if self.reads.get(&place).is_some_and(|cells| !cells.iter().all(is_known)) {
            self.exposed.insert(place);
        }
    }
}
