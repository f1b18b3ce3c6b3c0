//! An `if` on data as one statement.
//!
//! Which branch runs isn't known, so the whole is a statement of the model: it reads what the condition and
//! the branches read, writes for certain what all branches write, and maybe what some do (Darte, Isoard,
//! Yuki, *Liveness in Explicitly-Parallel Programs*, on control flow that isn't determined). Its text stays.
//! Variables declared in the branches are its own and no part of the model.
//!
//! In the model an instance reads before it writes, so that cells which it reads last may be those that it
//! writes. So branches that read memory after they wrote some are refused, as long as either may move.

use std::collections::BTreeSet;

use diagnostics::{Code, Diagnostic, Span};
use polyhedral::{AccessKind, ArrayId, Condition, Expression};

use super::builder::Builder;
use super::statements::without_discard;
use super::values::{Guard, Reading};
use super::{Node, Reference};
use crate::chains::of_constant;
use crate::refusal::{Reason, refusal};
use crate::syntax::tree::{
    self, Declaration, ExpressionKind, Initializer, Statement, StatementKind, SymbolKind,
};

/// What an `if` on data does, in the order of the text.
struct Branches {
    reading: Reading,
    writes: Vec<(Reference, Cell)>,
}

/// A cell with the condition under which it is written, as far as that isn't on data.
#[derive(Clone, PartialEq)]
struct Cell {
    array: ArrayId,
    subscripts: Vec<Expression>,
    guard: Condition,
}

/// What a way through the branches has written so far.
#[derive(Clone, Default)]
struct Written {
    /// Maybe.
    arrays: BTreeSet<ArrayId>,
    /// Whatever the data.
    cells: Vec<Cell>,
}

impl Written {
    /// What one of two ways has written; which is known if `affine`.
    fn or(mut self, other: Written, affine: bool) -> Written {
        self.arrays.extend(other.arrays);
        match affine {
            true => self.cells.extend(other.cells),
            false => self.cells.retain(|cell| other.cells.contains(cell)),
        }
        self
    }
}

/// Whether a statement consists of assignments, declarations and conditions.
pub fn is_simple(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Block(list) => list.iter().all(is_simple),
        StatementKind::Declaration(_) | StatementKind::Expression(_) => true,
        StatementKind::If(_, then, otherwise) => {
            is_simple(then) && otherwise.as_deref().is_none_or(is_simple)
        }
        StatementKind::For(_) | StatementKind::Labeled(..) | StatementKind::Other(..) => false,
    }
}

impl<'a> Builder<'a> {
    /// An `if` on data with its branches.
    pub fn branching(&mut self, statement: &'a Statement, label: Option<&str>) -> Result<Node, Diagnostic> {
        self.obligations.clear();
        let reading = Reading { is_branching: true, ..Reading::of_statement() };
        let mut branches = Branches { reading, writes: Vec::new() };
        let mut written = Written::default();
        let result = self.branch(&mut branches, statement, &mut written);
        self.own.clear();
        result?;
        let Branches { mut reading, writes } = branches;
        for (mut reference, cell) in writes {
            if written.cells.contains(&cell) {
                (reference.kind, reference.guard) = (AccessKind::MustWrite, cell.guard);
            }
            reading.refer(reference);
        }
        Ok(self.finish(reading, statement.span, statement.span, label))
    }

    fn branch(
        &mut self,
        branches: &mut Branches,
        statement: &'a Statement,
        written: &mut Written,
    ) -> Result<(), Diagnostic> {
        match &statement.kind {
            StatementKind::Block(list) => {
                list.iter().try_for_each(|inner| self.branch(branches, inner, written))
            }
            StatementKind::Declaration(list) => {
                list.iter().try_for_each(|declared| self.own_variable(branches, declared, written))
            }
            StatementKind::Expression(None) => Ok(()),
            StatementKind::Expression(Some(expression)) => {
                self.branch_assignment(branches, expression, written)
            }
            StatementKind::If(condition, then, otherwise) => {
                self.read_after(branches, condition, written)?;
                let is_affine = self.affine_condition(condition).is_some();
                let (mut if_true, mut if_false) = (written.clone(), written.clone());
                let guard = self.guard_of(condition, true);
                self.guarded_branch(branches, guard, then, &mut if_true)?;
                if let Some(otherwise) = otherwise {
                    let guard = self.guard_of(condition, false);
                    self.guarded_branch(branches, guard, otherwise, &mut if_false)?;
                }
                *written = if_true.or(if_false, is_affine);
                Ok(())
            }
            StatementKind::For(_) | StatementKind::Labeled(..) | StatementKind::Other(..) => {
                let problem = refusal(
                    Code::BranchOnData,
                    "it stands in a branch that depends on data",
                    statement.span,
                    "not supported",
                );
                Err(Reason::BranchOnData.of(problem))
            }
        }
    }

    fn guarded_branch(
        &mut self,
        branches: &mut Branches,
        guard: Guard,
        statement: &'a Statement,
        written: &mut Written,
    ) -> Result<(), Diagnostic> {
        let known = guard.known();
        branches.reading.guards.push(guard);
        let result = self.under(known, |builder| builder.branch(branches, statement, written));
        branches.reading.guards.pop();
        result
    }

    /// A value that is read after what `written` says.
    fn read_after(
        &mut self,
        branches: &mut Branches,
        expression: &'a tree::Expression,
        written: &Written,
    ) -> Result<(), Diagnostic> {
        self.read_with(branches, written, |builder, reading| builder.value(reading, expression))
    }

    /// What `read` reads after what `written` says.
    fn read_with(
        &mut self,
        branches: &mut Branches,
        written: &Written,
        read: impl FnOnce(&mut Self, &mut Reading) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let before = branches.reading.references.len();
        read(self, &mut branches.reading)?;
        let read = branches.reading.references[before..].iter().map(|read| (read.array, read.span));
        for (array, place) in read.collect::<Vec<_>>() {
            self.check_order(array, place, written)?;
        }
        Ok(())
    }

    /// Checks that a read doesn't follow a write that could have got its cell.
    fn check_order(&self, read: ArrayId, place: Span, written: &Written) -> Result<(), Diagnostic> {
        let symbol = self.arrays[read];
        let is_array = |array: ArrayId| self.around.symbols()[self.arrays[array]].type_.target().is_some();
        let changes = self.around.changes_inside().any(|change| change.symbol == symbol);
        let moves = changes && is_array(read) && written.arrays.iter().any(|array| is_array(*array));
        if !moves && !written.arrays.contains(&read) {
            return Ok(());
        }
        let cause = format!("a branch that depends on data reads `{}` after it wrote", self.name(symbol));
        let problem = refusal(Code::BranchOnData, cause, place, "");
        let problem = problem.with_help("read it first, into a variable declared in that branch");
        Err(Reason::BranchOnData.of(problem))
    }

    fn branch_assignment(
        &mut self,
        branches: &mut Branches,
        expression: &'a tree::Expression,
        written: &mut Written,
    ) -> Result<(), Diagnostic> {
        let expression = without_discard(expression);
        if let Some((targets, value)) = of_constant(expression, self.around.symbols()) {
            let mut targets = targets.into_iter();
            return targets
                .try_for_each(|target| self.branch_target(branches, target, Some(value), false, written));
        }
        let (target, value, reads_target) = match &expression.kind {
            ExpressionKind::Comma(parts) => {
                return parts.iter().try_for_each(|part| self.branch_assignment(branches, part, written));
            }
            ExpressionKind::Assign(operator, target, value) => (target, Some(&**value), operator.is_some()),
            ExpressionKind::Increment { operand, .. } => (operand, None, true),
            _ => return Err(self.without_effect(expression)),
        };
        self.branch_target(branches, target, value, reads_target, written)
    }

    /// `target = value`, or with `reads_target` a compound assignment or an increment.
    fn branch_target(
        &mut self,
        branches: &mut Branches,
        target: &'a tree::Expression,
        value: Option<&'a tree::Expression>,
        reads_target: bool,
        written: &mut Written,
    ) -> Result<(), Diagnostic> {
        if target.variable().is_some_and(|symbol| self.own.contains(&symbol)) {
            return value.map_or(Ok(()), |value| self.read_after(branches, value, written));
        }
        self.check_target(target)?;
        let mut reference = self.reference(target, AccessKind::MayWrite)?;
        self.read_with(branches, written, |builder, reading| {
            builder.subscript_values(reading, target, &reference)
        })?;
        reference.guard = self.guard(&branches.reading, &reference)?;
        if reads_target {
            self.check_order(reference.array, reference.span, written)?;
            let read = Reference { kind: AccessKind::Read, ..reference.clone() };
            branches.reading.references.push(read);
        }
        if let Some(value) = value {
            self.read_after(branches, value, written)?;
        }
        let cell = Cell {
            array: reference.array,
            subscripts: reference.subscripts.clone(),
            guard: known(&branches.reading),
        };
        written.arrays.insert(reference.array);
        if !self.is_anywhere(&reference) {
            written.cells.push(cell.clone());
        }
        branches.writes.push((reference, cell));
        Ok(())
    }

    /// A variable that a branch declares.
    fn own_variable(
        &mut self,
        branches: &mut Branches,
        declaration: &'a Declaration,
        written: &Written,
    ) -> Result<(), Diagnostic> {
        let symbol = &self.around.symbols()[declaration.symbol];
        let is_number = symbol.type_.is_arithmetic() && !symbol.type_.qualifiers.volatile;
        let is_number = is_number && !symbol.is_member_of_local();
        if symbol.kind != (SymbolKind::Local { is_static: false }) || !is_number {
            let cause = format!("a branch that depends on data declares `{}`", symbol.name);
            let problem = refusal(Code::BranchOnData, cause, declaration.span, "not supported")
                .with_help("declare it before");
            return Err(Reason::BranchOnData.of(problem));
        }
        let integers = self.counters.iter().chain(&self.parameters).chain(&self.mentioned);
        if integers.into_iter().any(|other| self.name(*other) == symbol.name) {
            let cause = format!("a branch that depends on data declares another `{}`", symbol.name);
            let problem =
                refusal(Code::BranchOnData, cause, declaration.span, "").with_help("give it another name");
            return Err(Reason::BranchOnData.of(problem));
        }
        self.own.insert(declaration.symbol);
        match &symbol.initializer {
            None => Ok(()),
            Some(Initializer::Value(value)) => self.read_after(branches, value, written),
            Some(Initializer::List(_)) => Err(refusal(
                Code::Declaration,
                "a list initializes a number",
                declaration.span,
                "not supported",
            )),
        }
    }
}

/// The conditions around the current place that aren't on data.
fn known(reading: &Reading) -> Condition {
    let known = |guard: &Guard| match guard {
        Guard::Affine(condition) => Some(condition.clone()),
        Guard::Implies(_) | Guard::DependsOnData => None,
    };
    let mut all: Vec<_> = reading.guards.iter().filter_map(known).collect();
    match all.len() {
        0 => Condition::Constant(true),
        1 => all.remove(0),
        _ => Condition::And(all),
    }
}
