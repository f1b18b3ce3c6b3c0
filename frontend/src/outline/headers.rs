//! What stands in the header of a `for` loop: its counter, and what else is given values there.
//!
//! `for (i = 0, k = n; i < n; i++, k -= 2)` counts with `i`. The other parts are statements, before the loop and at the
//! end of its body. Where such a variable changes nowhere else, its value is an affine one of the counter in the loop.
//! `for (i = n; i-- > 0; )` is `for (i = n - 1; i >= 0; i--)`, but for what the counter holds behind it.

use diagnostics::{Code, Diagnostic};
use polyhedral::{Comparison, Condition, Expression};

use super::builder::Builder;
use super::values::Reading;
use super::{Cause, Checked, Counted, Node, Obligation};
use crate::chains::of_constant;
use crate::refusal::{Reason, refusal};
use crate::syntax::fold::constant;
use crate::syntax::tree::{
    self, BinaryOperator, Declaration, ExpressionKind, For, Initializer, StatementKind, SymbolId, SymbolKind,
    Symbols,
};
use crate::syntax::types::Integer;

/// The parts of a header.
pub struct Header<'a> {
    /// What counts.
    pub counter: SymbolId,
    /// What the counter is given.
    pub first: &'a tree::Expression,
    /// What is tested.
    pub test: Test<'a>,
    /// What else is given a value before the loop.
    pub before: Vec<Given<'a>>,
    /// What else runs after each iteration.
    pub after: Vec<&'a tree::Expression>,
}

/// How a loop goes on.
pub enum Test<'a> {
    /// By a condition, and then by a step.
    Separate,
    /// By one comparison that changes the counter, too.
    Stepping(Stepping<'a>),
}

/// `i-- > bound` and its like.
#[derive(Clone, Copy)]
pub struct Stepping<'a> {
    /// What is added to the counter.
    pub by: i64,
    /// Whether the value before that is compared.
    pub is_late: bool,
    /// How it is compared.
    pub relation: Comparison,
    /// With what; with 0 if nothing is written.
    pub bound: Option<&'a tree::Expression>,
}

/// A variable with its value in the first part of a header.
pub struct Given<'a> {
    symbol: SymbolId,
    value: &'a tree::Expression,
    how: How<'a>,
}

/// How a variable is given its value.
#[derive(Clone, Copy)]
enum How<'a> {
    Declared(&'a Declaration),
    Assigned(&'a tree::Expression),
    /// As this target in `a = b = 0`.
    Chained(&'a tree::Expression),
}

/// The parts of the header of a loop, if one of its variables counts.
pub fn header<'a>(parts: &'a For, symbols: &'a Symbols) -> Option<Header<'a>> {
    let mut given = given(parts, symbols)?;
    let steps: Vec<_> = parts.step.iter().flat_map(tree::Expression::sequence).collect();
    let stepping = parts.condition.as_ref().and_then(stepping);
    if let Some((counter, stepping)) = stepping {
        let position = given.iter().position(|given| given.symbol == counter)?;
        let first = given.remove(position).value;
        return Some(Header { counter, first, test: Test::Stepping(stepping), before: given, after: steps });
    }
    let counts = |given: &Given| {
        let is_integer = symbols[given.symbol].type_.integer().is_some();
        let is_tested = parts.condition.as_ref().is_some_and(|condition| condition.mentions(given.symbol));
        is_integer && is_tested && steps.iter().any(|step| changed(step) == Some(given.symbol))
    };
    let position = match given.as_slice() {
        [_] => 0,
        _ => given.iter().position(counts)?,
    };
    let Given { symbol: counter, value: first, .. } = given.remove(position);
    let own = steps.iter().position(|step| changed(step) == Some(counter));
    let own = own.or((steps.len() == 1).then_some(0));
    let mut after = steps;
    if let Some(own) = own {
        after.remove(own);
        // behind its step the counter has its next value
        if after[own..].iter().any(|part| part.mentions(counter)) {
            return None;
        }
    }
    Some(Header { counter, first, test: Test::Separate, before: given, after })
}

/// The part of a step that changes the counter.
pub fn own_step(step: &tree::Expression, counter: SymbolId) -> &tree::Expression {
    step.sequence().into_iter().find(|step| changed(step) == Some(counter)).unwrap_or(step)
}

/// Whether a step adds one to the counter.
pub fn is_by_one(step: &tree::Expression, counter: SymbolId, symbols: &Symbols) -> bool {
    match &own_step(step, counter).kind {
        ExpressionKind::Increment { by, .. } => *by == 1,
        ExpressionKind::Assign(Some(BinaryOperator::Add), _, by) => constant(by, symbols) == Some(1),
        _ => false,
    }
}

/// What a loop counts with.
pub fn counter(parts: &For, symbols: &Symbols) -> Option<SymbolId> {
    header(parts, symbols).map(|header| header.counter)
}

impl Header<'_> {
    /// Whether there is more in it than a counter.
    pub fn has_more(&self) -> bool {
        !self.before.is_empty() || !self.after.is_empty()
    }
}

/// What the first part of a header gives values to.
fn given<'a>(parts: &'a For, symbols: &'a Symbols) -> Option<Vec<Given<'a>>> {
    let mut found = Vec::new();
    match &parts.initial.as_ref()?.kind {
        StatementKind::Declaration(declared) => {
            for declared in declared {
                let Some(Initializer::Value(value)) = &symbols[declared.symbol].initializer else {
                    return None;
                };
                found.push(Given { symbol: declared.symbol, value, how: How::Declared(declared) });
            }
        }
        StatementKind::Expression(Some(expression)) => {
            for part in expression.sequence() {
                found.extend(assigned(part, symbols)?);
            }
        }
        _ => return None,
    }
    Some(found)
}

/// The variables that an assignment changes, in the order in which it does.
fn assigned<'a>(expression: &'a tree::Expression, symbols: &Symbols) -> Option<Vec<Given<'a>>> {
    if let Some((targets, value)) = of_constant(expression, symbols) {
        let given = |target: &'a tree::Expression| {
            Some(Given { symbol: target.variable()?, value, how: How::Chained(target) })
        };
        return targets.into_iter().map(given).collect();
    }
    let ExpressionKind::Assign(None, target, value) = &expression.kind else { return None };
    Some(vec![Given { symbol: target.variable()?, value, how: How::Assigned(expression) }])
}

/// The outer targets of `a = b = x`, in the order in which they are assigned, and the innermost assignment.
fn links(expression: &tree::Expression) -> (Vec<&tree::Expression>, &tree::Expression) {
    let (mut targets, mut rest) = (Vec::new(), expression);
    while let ExpressionKind::Assign(None, target, inner) = &rest.kind
        && matches!(inner.kind, ExpressionKind::Assign(..))
    {
        targets.push(&**target);
        rest = inner;
    }
    targets.reverse();
    (targets, rest)
}

/// The variable that an expression changes.
pub fn changed(expression: &tree::Expression) -> Option<SymbolId> {
    expression.assigned()?.without_casts().variable()
}

/// A test that changes the counter, and the counter.
fn stepping(condition: &tree::Expression) -> Option<(SymbolId, Stepping<'_>)> {
    let (step, relation, bound) = match &condition.kind {
        ExpressionKind::Binary(BinaryOperator::Compare(relation), step, bound) => {
            (&**step, *relation, Some(&**bound))
        }
        _ => (condition, Comparison::NotEqual, None),
    };
    let ExpressionKind::Increment { operand, by, is_late } = &step.kind else { return None };
    let counter = operand.variable()?;
    let is_free = bound.is_none_or(|bound| !bound.mentions(counter));
    is_free.then_some((counter, Stepping { by: *by, is_late: *is_late, relation, bound }))
}

impl<'a> Builder<'a> {
    /// Statements that give the other variables of a header their values.
    pub fn before_loop(&mut self, parts: &'a For) -> Vec<Node> {
        let Some(header) = header(parts, self.around.symbols()) else { return vec![] };
        let given = |builder: &mut Self, given: &Given<'a>| match given.how {
            How::Declared(declared) => builder.declaration(declared),
            How::Assigned(part) => builder.part_of_header(part).map(Some),
            How::Chained(target) => builder.link(target, given.value).map(Some),
        };
        let mut nodes = Vec::new();
        for other in &header.before {
            let result = given(self, other);
            nodes.extend(self.noted(result).flatten());
        }
        nodes
    }

    /// What the header of a loop does after each iteration, but for its step.
    pub fn after_iteration(&mut self, header: &Header<'a>) -> Vec<Node> {
        let parts = header.after.iter();
        let nodes = parts.flat_map(|part| match self.is_several(part) {
            true => self.part(part),
            false => {
                let result = self.part_of_header(part);
                self.noted(result).into_iter().collect()
            }
        });
        nodes.collect()
    }

    /// Whether an expression statement is several: `a = 0, b = 1`, or `a = b = 0`.
    pub fn is_several(&self, expression: &tree::Expression) -> bool {
        matches!(expression.kind, ExpressionKind::Comma(_))
            || of_constant(expression, self.around.symbols()).is_some()
            || !links(expression).0.is_empty()
    }

    /// The statements that an expression statement stands for.
    pub fn several(&mut self, expression: &'a tree::Expression) -> Vec<Node> {
        expression.sequence().into_iter().flat_map(|part| self.part(part)).collect()
    }

    fn part_of_header(&mut self, part: &'a tree::Expression) -> Result<Node, Diagnostic> {
        let known = self.nonaffine_part(part);
        let result = known.unwrap_or_else(|| self.expression_statement(part, part.span, None));
        self.note_part(part, &result);
        result
    }

    fn part(&mut self, part: &'a tree::Expression) -> Vec<Node> {
        if let Some((targets, value)) = of_constant(part, self.around.symbols()) {
            let links = targets.into_iter().map(|target| self.link(target, value));
            let links: Vec<_> = links.collect();
            return links.into_iter().filter_map(|result| self.noted(result)).collect();
        }
        let (outer, innermost) = links(part);
        let result = self.expression_statement(innermost, innermost.span, None);
        let mut nodes: Vec<_> = self.noted(result).into_iter().collect();
        let mut value = innermost.assigned();
        for target in outer {
            let result = value.map(|value| self.link_to_cell(target, value));
            nodes.extend(result.and_then(|result| self.noted(result)));
            value = Some(target);
        }
        nodes
    }

    /// One assignment of `a = b = x`, of what `b` was given before: C says that the value is what `b` holds then.
    fn link_to_cell(
        &mut self,
        target: &'a tree::Expression,
        value: &'a tree::Expression,
    ) -> Result<Node, Diagnostic> {
        let mut reading = Reading::default();
        self.assignment(&mut reading, target, Some(value), false)?;
        let read = reading.marks.iter().find(|mark| mark.place == value.span).map(|mark| mark.piece.clone());
        let node = self.finish(reading, target.span, target.span, None);
        if let Some((statement, read)) = self.statements.last_mut().zip(read) {
            statement.text.pop();
            let end = [polyhedral::Piece::Text(" = ".into()), read, polyhedral::Piece::Text(";".into())];
            statement.text.extend(end);
        }
        Ok(node)
    }

    /// One assignment of `a = b = 0`.
    pub fn link(
        &mut self,
        target: &'a tree::Expression,
        value: &'a tree::Expression,
    ) -> Result<Node, Diagnostic> {
        let mut reading = Reading::default();
        self.assignment(&mut reading, target, Some(value), false)?;
        let node = self.finish(reading, target.span, target.span, None);
        let rest = format!(" = {};", self.spelling(value.span));
        if let Some(polyhedral::Piece::Text(end)) =
            self.statements.last_mut().and_then(|statement| statement.text.last_mut())
        {
            *end = rest;
        }
        Ok(node)
    }

    /// Notes which of the other variables of a header are known in the loop.
    pub fn induced(&mut self, header: &Header<'a>, counted: &Counted) -> Vec<SymbolId> {
        let mut found = Vec::new();
        for part in &header.after {
            let Some(symbol) = changed(part) else { continue };
            let Some(given) = header.before.iter().find(|given| given.symbol == symbol) else { continue };
            let Ok(by) = self.step(part, symbol) else { continue };
            if self.is_steady_in_header(symbol) {
                let counter = Expression::variable(&counted.iterator.name);
                let more = turns(counter, counted.initial.value.clone(), counted.step, by);
                found.extend(self.stands_for(symbol, given.value, more).then_some(symbol));
            }
        }
        found
    }

    /// Whether a variable can only be changed by name, and is at two places of the region: in a header's first and
    /// third parts.
    fn is_steady_in_header(&self, symbol: SymbolId) -> bool {
        let declared = &self.around.symbols()[symbol];
        let qualifiers = declared.type_.qualifiers;
        let is_local =
            matches!(declared.kind, SymbolKind::Local { is_static: false } | SymbolKind::Parameter);
        let changes =
            self.around.changes_inside().filter(|change| change.symbol == symbol && change.is_whole);
        let is_integer = declared.type_.integer().is_some_and(|integer| integer.bits > 1);
        let is_plain = is_integer && is_local && !qualifiers.volatile && !qualifiers.atomic;
        let is_plain = is_plain && !declared.is_member_of_local();
        is_plain && self.around.address_taken(symbol).is_none() && changes.count() == 2
    }

    /// The first value that the body sees, the condition and the step of a loop whose test steps.
    ///
    /// An unsigned counter that is tested before it is decremented is in the type wherever the loop goes on. Only the
    /// last test may take it out of that, so nothing may see it then.
    pub fn stepped(&mut self, stepping: Stepping<'a>, counted: &mut Counted) -> Result<(), Diagnostic> {
        let role = "the condition of this loop";
        let (kind, place) = (counted.integer.clone(), counted.place);
        let bound = match stepping.bound {
            Some(bound) => {
                let value = self.affine(bound, role).map_err(|problem| Reason::Bound.around(problem))?;
                let own = bound.type_.integer().map(|own| own.signed);
                let is_same = own == Some(kind.signed) || value.constant().is_some_and(|value| value >= 0);
                is_same.then_some(value).ok_or_else(|| {
                    Reason::Bound.of(refusal(
                        Code::Conversion,
                        "numbers with and without sign are compared",
                        bound.span,
                        "",
                    ))
                })?
            }
            None => Expression::Constant(0),
        };
        let by = Expression::Constant(stepping.by);
        let ends_below = matches!(stepping.relation, Comparison::Greater | Comparison::NotEqual);
        counted.wraps_at_end = !kind.signed && stepping.is_late && stepping.by == -1 && ends_below;
        if counted.wraps_at_end
            && let Some(used) = counted.iterator.used_after
        {
            let problem =
                refusal(Code::FormOfLoop, "a counter that has wrapped around is used", place, "this loop");
            return Err(Reason::FormOfLoop.of(problem.also(used, "here")));
        }
        let bound = if stepping.is_late { bound + by.clone() } else { bound };
        let counter = Expression::variable(&counted.iterator.name);
        counted.initial.value = counted.initial.value.clone() + by;
        if !counted.wraps_at_end && (!kind.signed || kind.rank < Integer::INT_RANK) {
            counted.initial.obligations.push(Obligation {
                value: counted.initial.value.clone(),
                range: kind.range(),
                when: Condition::Constant(true),
                place,
                cause: Cause::Counts,
            });
        }
        let obligations = std::mem::take(&mut self.obligations);
        counted.condition =
            Checked { value: Condition::Compare(stepping.relation, counter, bound), obligations };
        counted.step = stepping.by;
        Ok(())
    }
}

/// `by` for each step from `first` to `counter`.
fn turns(counter: Expression, first: Expression, step: i64, by: i64) -> Expression {
    let times =
        |factor: i64, value| Expression::Multiply(Box::new(Expression::Constant(factor)), Box::new(value));
    if by % step == 0 {
        return times(by / step, counter - first);
    }
    let distance = if step > 0 { counter - first } else { first - counter };
    let stride = Expression::Constant(step.saturating_abs());
    times(by, Expression::FloorDivide(Box::new(distance), Box::new(stride)))
}
