//! `while` loops in an isolated statement: which values the integers that they change can take.
//!
//! One iteration is run symbolically: each integer that the loop changes is an affine function of what the integers
//! are when the iteration starts, on each path through the body, or not known. From these functions the model
//! computes, by transitive closure, all values at starts of iterations (the affine invariants of Guelton, Amini,
//! Creusillet, section 2, for Listing 1.2), and the accesses of the body are over-approximated by those at all of
//! these values: they all are may-accesses.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{Code, Diagnostic, Span};
use polyhedral::{AccessKind, Condition, Expression, IntegerType, Iterator};

use super::builder::{Active, Builder};
use super::values::{Guard, Reading};
use super::{Node, Reachable};
use crate::refusal::refusal;
use crate::syntax::tree::{
    self, BinaryOperator, Construct, ExpressionKind, Statement, StatementKind, SymbolId, SymbolKind,
};
use crate::syntax::types::Integer;

/// More paths through a body aren't followed.
const MOST_PATHS: usize = 32;

/// The values of changed integers on one path, over those at the start of the iteration; `None` for one that isn't
/// known.
pub type Path = BTreeMap<SymbolId, Option<Expression>>;

impl<'a> Builder<'a> {
    /// Whether a statement is a loop whose iterations aren't counted.
    pub fn is_uncounted(&self, statement: &Statement) -> bool {
        self.around.region.is_isolated && matches!(statement.kind, StatementKind::Other(Construct::While, ..))
    }

    /// A `while` loop.
    pub fn uncounted(&mut self, statement: &'a Statement) -> Result<Vec<Node>, Diagnostic> {
        let StatementKind::Other(Construct::While, tests, bodies) = &statement.kind else {
            return Ok(vec![]);
        };
        let ([test], [body]) = (tests.as_slice(), bodies.as_slice()) else {
            return Err(refusal(Code::FormOfLoop, "this loop has another form", statement.span, ""));
        };
        if !self.active.is_empty() || !self.values.is_empty() {
            return Err(refusal(
                Code::WhileLoop,
                "a `while` loop in another loop isn't supported",
                statement.span,
                "",
            ));
        }
        let changed = self.changed_in(statement.span);
        let mut nodes = Vec::new();
        for &symbol in &changed {
            nodes.extend(self.scalar(symbol, statement.span)?);
        }
        let (mut counters, mut initial, mut start) = (Vec::new(), Vec::new(), Path::new());
        for &symbol in &changed {
            let Some(integer) = self.around.symbols()[symbol].type_.integer().cloned() else { continue };
            let name = format!("{}_now", self.name(symbol));
            let kind = IntegerType {
                name: integer.spelling.to_string(),
                bits: integer.bits,
                signed: integer.signed,
            };
            counters.push(Iterator { name: name.clone(), kind, declared_inside: true, used_after: None });
            initial.push(self.entered_with(symbol, statement.span));
            start.insert(symbol, Some(Expression::variable(name)));
        }
        // references mention these counters
        let around = self.active.len();
        for (symbol, iterator) in start.keys().zip(&counters) {
            self.active.push(Active { symbol: Some(*symbol), iterator: iterator.clone(), values: None });
        }
        let symbols: Vec<SymbolId> = start.keys().copied().collect();
        let walked = self.iteration(test, body, start);
        self.active.truncate(around);
        let (condition, body, ends) = walked?;
        let step = |path: &Path| symbols.iter().map(|symbol| path.get(symbol).cloned().flatten()).collect();
        let mut steps: Vec<Vec<Option<Expression>>> = ends.iter().map(step).collect();
        steps.dedup();
        nodes.push(Node::Reachable(Box::new(Reachable { counters, initial, condition, steps, body })));
        Ok(nodes)
    }

    /// One iteration: what holds at its start, its accesses, and the paths at its end.
    fn iteration(
        &mut self,
        test: &'a tree::Expression,
        body: &'a Statement,
        start: Path,
    ) -> Result<(Condition, Vec<Node>, Vec<Path>), Diagnostic> {
        self.values = vec![start];
        let condition = self.attempted_condition(test);
        let mut nodes = self.looked_at(test)?;
        let mut ends = Vec::new();
        let walked = self.followed(body, &mut nodes, &mut ends);
        ends.append(&mut self.values);
        walked.map(|()| (condition, nodes, ends))
    }

    /// As much of a condition as is affine and certain.
    fn attempted_condition(&mut self, test: &'a tree::Expression) -> Condition {
        if let ExpressionKind::Binary(BinaryOperator::And, left, right) = &test.kind {
            return Condition::And(vec![self.attempted_condition(left), self.attempted_condition(right)]);
        }
        let before = self.obligations.len();
        let attempt = self.attempt(|builder| {
            let condition = builder.condition(test, "this condition")?;
            match builder.obligations.len() == before {
                true => Ok(condition),
                false => Err(refusal(Code::Conversion, "not proved", test.span, "")),
            }
        });
        attempt.unwrap_or(Condition::Constant(true))
    }

    /// The integers that change in a loop, by position; each is a plain variable.
    fn changed_in(&self, span: Span) -> BTreeSet<SymbolId> {
        let changes = self.around.changes_inside();
        changes
            .filter(|change| change.is_whole && span.contains(change.place))
            .map(|change| change.symbol)
            .collect()
    }

    /// That a number that lives outside of the loop may be read and written in it.
    fn scalar(&mut self, symbol: SymbolId, place: Span) -> Result<Option<Node>, Diagnostic> {
        let declared = &self.around.symbols()[symbol];
        let is_plain =
            matches!(declared.kind, SymbolKind::Local { is_static: false } | SymbolKind::Parameter);
        if !is_plain || declared.is_member_of_local() || self.around.address_taken(symbol).is_some() {
            let cause = format!("`{}` changes in the loop, and others can see it", declared.name);
            return Err(refusal(Code::WhileLoop, cause, place, ""));
        }
        if place.contains(declared.name_span) {
            return Ok(None);
        }
        let array = self.array(symbol);
        let reference = |kind| super::Reference {
            array,
            kind,
            subscripts: vec![],
            guard: Condition::Constant(true),
            span: place,
        };
        let references = vec![reference(AccessKind::Read), reference(AccessKind::MayWrite)];
        let reading = Reading { references, ..Reading::default() };
        Ok(Some(self.finish(reading, place, place, None)))
    }

    /// The value of a variable when the loop is entered, if nothing in the region has changed it before.
    fn entered_with(&mut self, symbol: SymbolId, loop_: Span) -> Option<Expression> {
        let declared = &self.around.symbols()[symbol];
        let is_outside = !self.around.is_inside(declared.name_span);
        let is_elsewhere = |place: Span| !loop_.contains(place);
        let is_changed =
            self.around.changes_inside().any(|change| change.symbol == symbol && is_elsewhere(change.place));
        if !is_outside || is_changed {
            return None;
        }
        self.mentioned.insert(symbol);
        Some(Expression::variable(self.name(symbol)))
    }

    /// Follows all paths through a statement; those that end the iteration go to `ends`.
    fn followed(
        &mut self,
        statement: &'a Statement,
        nodes: &mut Vec<Node>,
        ends: &mut Vec<Path>,
    ) -> Result<(), Diagnostic> {
        match &statement.unlabeled().1.kind {
            StatementKind::Block(list) => list.iter().try_for_each(|inner| self.followed(inner, nodes, ends)),
            StatementKind::Expression(None) => Ok(()),
            StatementKind::Expression(Some(expression)) => self.executed(expression, nodes),
            StatementKind::If(test, then, otherwise) => {
                nodes.extend(self.looked_at(test)?);
                let before = self.values.clone();
                self.followed(then, nodes, ends)?;
                let mut after = std::mem::replace(&mut self.values, before);
                if let Some(otherwise) = otherwise {
                    self.followed(otherwise, nodes, ends)?;
                }
                after.retain(|path| !self.values.contains(path));
                self.values.extend(after);
                match self.values.len() > MOST_PATHS {
                    true => Err(refusal(Code::WhileLoop, "this loop has too many paths", statement.span, "")),
                    false => Ok(()),
                }
            }
            StatementKind::Other(Construct::Continue, ..) => {
                ends.append(&mut self.values);
                Ok(())
            }
            StatementKind::Other(Construct::Break, ..) => {
                self.values.clear();
                Ok(())
            }
            StatementKind::Declaration(_) => Err(refusal(
                Code::WhileLoop,
                "a declaration in a `while` loop isn't supported",
                statement.span,
                "",
            )
            .with_help("declare the variable before the isolated statement")),
            _ => Err(refusal(Code::WhileLoop, "this isn't supported in a `while` loop", statement.span, "")),
        }
    }

    /// An expression for its effects.
    fn executed(
        &mut self,
        expression: &'a tree::Expression,
        nodes: &mut Vec<Node>,
    ) -> Result<(), Diagnostic> {
        match &expression.kind {
            ExpressionKind::Comma(list) => list.iter().try_for_each(|part| self.executed(part, nodes)),
            ExpressionKind::Assign(operator, target, value) => {
                nodes.extend(self.looked_at(value)?);
                self.assigned(target, operator.is_some(), nodes)?;
                self.updated(target, |builder, old, kind| {
                    // what doesn't fit is left to be proved, and so not known
                    let value = builder.operand(value, kind, "this value").ok()?;
                    match (operator, old) {
                        (None, _) => Some(value),
                        (Some(BinaryOperator::Add), Some(old)) if never_wraps(kind) => Some(old + value),
                        (Some(BinaryOperator::Subtract), Some(old)) if never_wraps(kind) => Some(old - value),
                        _ => None,
                    }
                });
                Ok(())
            }
            ExpressionKind::Increment { operand, by, .. } => {
                self.assigned(operand, true, nodes)?;
                let by = Expression::Constant(*by);
                self.updated(operand, |_, old, kind| {
                    old.filter(|_| never_wraps(kind)).map(|old| (old + by.clone()).simplify())
                });
                Ok(())
            }
            ExpressionKind::Cast(inner) => self.executed(inner, nodes),
            _ => {
                nodes.extend(self.looked_at(expression)?);
                Ok(())
            }
        }
    }

    /// Gives a variable its new value on each path.
    fn updated(
        &mut self,
        target: &tree::Expression,
        value: impl Fn(&mut Self, Option<Expression>, &Integer) -> Option<Expression>,
    ) {
        let Some(symbol) = target.variable() else { return };
        let Some(kind) = self.around.symbols()[symbol].type_.integer() else { return };
        for position in 0..self.values.len() {
            if let Some(old) = self.values[position].get(&symbol).cloned() {
                let before = self.obligations.len();
                let mentioned = self.mentioned.clone();
                self.values.swap(0, position);
                let new = value(self, old, kind);
                self.values.swap(0, position);
                // what is left to prove isn't known
                let is_certain = self.obligations.len() == before && new.is_some();
                self.obligations.truncate(before);
                if !is_certain {
                    self.mentioned = mentioned;
                }
                self.values[position].insert(symbol, new.filter(|_| is_certain));
            }
        }
    }

    /// The references that an expression reads, on each path.
    fn looked_at(&mut self, expression: &'a tree::Expression) -> Result<Vec<Node>, Diagnostic> {
        self.on_each_path(expression.span, |builder, reading| builder.value(reading, expression))
    }

    /// The reference that an assignment writes, on each path; with `reads` it is read, too.
    fn assigned(
        &mut self,
        target: &'a tree::Expression,
        reads: bool,
        nodes: &mut Vec<Node>,
    ) -> Result<(), Diagnostic> {
        if target.variable().is_some_and(|symbol| self.values.iter().any(|path| path.contains_key(&symbol))) {
            return Ok(());
        }
        let found = self.on_each_path(target.span, |builder, reading| {
            let mut written = builder.reference(target, AccessKind::MayWrite)?;
            builder.subscript_values(reading, target, &written)?;
            written.guard = builder.guard(reading, &written)?;
            if reads {
                reading.references.push(super::Reference { kind: AccessKind::Read, ..written.clone() });
            }
            reading.references.push(written);
            Ok(())
        });
        nodes.extend(found?);
        Ok(())
    }

    fn on_each_path(
        &mut self,
        place: Span,
        read: impl Fn(&mut Self, &mut Reading) -> Result<(), Diagnostic>,
    ) -> Result<Vec<Node>, Diagnostic> {
        let mut nodes = Vec::new();
        let mut seen: Vec<Vec<super::Reference>> = Vec::new();
        for position in 0..self.values.len() {
            let mut reading = Reading::default();
            reading.guards.push(Guard::DependsOnData);
            self.obligations.clear();
            // the conversion of variables looks at the first path
            self.values.swap(0, position);
            let result = read(self, &mut reading);
            self.values.swap(0, position);
            result?;
            reading.marks.clear();
            if !reading.references.is_empty() && !seen.contains(&reading.references) {
                seen.push(reading.references.clone());
                nodes.push(self.finish(reading, place, place, None));
            }
        }
        Ok(nodes)
    }
}

/// Whether C doesn't define what happens where sums in a variable of this type overflow.
fn never_wraps(kind: &Integer) -> bool {
    kind.signed && kind.rank >= Integer::INT_RANK
}
