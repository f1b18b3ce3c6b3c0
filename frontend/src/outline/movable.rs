//! Statements that may be moved, although it isn't known of all that they touch which cells it is.
//!
//! A pixel with conditions on data around loops, `while`, `continue`, or neighbours that data choose is one statement of the model.
//! It reads the cells that are affine in the counters around it, and of other arrays the whole. What it writes must be cells that
//! are known, variables, or arrays that are declared as such, which are taken as one cell then: so any order will do that keeps what
//! depends on what. It calls nothing but pure functions, keeps nothing, and ends where it ends, but for `continue`. What it
//! reads and writes of its own is told by [`super::exposed`].

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{Code, Diagnostic, Span};
use polyhedral::{AccessKind, ArrayId, Condition, Piece};

use super::builder::Builder;
use super::exposed::settle;
use super::names::unique;
use super::nonaffine::{declared_in, is_own_jump, is_plain_cell, reads_first, stray_jump};
use super::text::Mark;
use super::values::{Guard, Reading};
use super::{Node, Reference};
use crate::facts::aliasing::roots;
use crate::facts::lifetime::counter_used;
use crate::facts::members::member;
use crate::facts::purity::is_constant;
use crate::jumps::leads_away;
use crate::refusal::{Reason, refusal};
use crate::region::Precision;
use crate::syntax::fold::constant;
use crate::syntax::tree::{
    self, Construct, Declaration, ExpressionKind, Initializer, Statement, StatementKind, SymbolId,
    SymbolKind, walk_extents,
};
use crate::syntax::types::TypeKind;

/// Why a call that counts as a loop stays.
const SETS_MEMORY: &str = "it sets memory by a call";

impl<'a> Builder<'a> {
    /// Whether it must be known what they write, and that what they read is apart from that.
    pub fn may_be_moved(&self) -> bool {
        self.around.region.precision == Precision::Objects
    }

    /// Such a statement: with names of its own for what it only counts with, and what it reads and writes of others.
    pub fn moved_statement(&mut self, statement: &'a Statement) -> Result<Node, Diagnostic> {
        let declared = declared_in(statement);
        let scratch = self.scratch(statement, &declared);
        self.own = declared.union(&scratch).copied().collect();
        for symbol in declared {
            if let Some(Initializer::Value(value)) = &self.around.symbols()[symbol].initializer {
                self.define(symbol, value);
            }
        }
        let mut reading = Reading::default();
        let result = self.touched_within(&mut reading, statement);
        self.own.clear();
        result?;
        let mut reading = reads_first(reading);
        let whole: BTreeSet<ArrayId> =
            self.found.whole.clone().into_iter().map(|symbol| self.array(symbol)).collect();
        let unset = settle(statement, self.around.symbols(), &mut reading.references, &whole, &scratch);
        if let Some((symbol, place)) = unset {
            return Err(self.counts_elsewhere(symbol, place));
        }
        let declarations = self.renamed(statement, &scratch, &mut reading.marks);
        let node = self.finish(reading, statement.span, statement.span, None);
        self.declare(declarations);
        if stray_jump(statement, &|construct, _| is_own_jump(construct)).is_some() {
            self.end_where_left();
        }
        Ok(node)
    }

    /// Whether a declaration directly in a body isn't affine: it must stay with what uses it.
    pub fn declares_nonaffine(&self, body: &Statement) -> bool {
        let StatementKind::Block(list) = &body.kind else { return false };
        let is_declaration = |inner: &&Statement| matches!(inner.kind, StatementKind::Declaration(_));
        list.iter().filter(is_declaration).any(|inner| self.nonaffine.statements.contains(&inner.span))
    }

    /// The counters of other loops that a statement counts with itself, which nobody needs afterwards: it gets variables of its
    /// own for them.
    fn scratch(&self, statement: &Statement, own: &BTreeSet<SymbolId>) -> BTreeSet<SymbolId> {
        let mut found = BTreeSet::new();
        statement.walk_expressions(self.around.symbols(), &mut |part| {
            found.extend(part.assigned().and_then(tree::Expression::variable));
        });
        let is_scratch = |symbol: &SymbolId| {
            self.is_spent_counter(*symbol)
                && !own.contains(symbol)
                && counter_used(*symbol, self.around).is_none()
                && self.around.address_taken(*symbol).is_none()
        };
        found.into_iter().filter(is_scratch).collect()
    }

    /// Gives other names to `symbols` in a statement; gives their declarations.
    fn renamed(
        &mut self,
        statement: &Statement,
        symbols: &BTreeSet<SymbolId>,
        marks: &mut Vec<Mark>,
    ) -> Vec<String> {
        let mut taken: BTreeSet<String> =
            self.around.index.identifiers.keys().map(|name| (*name).to_owned()).collect();
        let names: BTreeMap<SymbolId, String> =
            symbols.iter().map(|it| (*it, unique(&format!("own_{}", self.name(*it)), &mut taken))).collect();
        statement.walk_expressions(self.around.symbols(), &mut |part| {
            if let Some(name) = part.variable().and_then(|symbol| names.get(&symbol)) {
                marks.push(Mark { place: part.span, piece: Piece::Text(name.clone()) });
            }
        });
        let type_of = |symbol: &SymbolId| self.around.symbols()[*symbol].type_.spelling();
        names.iter().map(|(symbol, name)| format!("{} {name};", type_of(symbol))).collect()
    }

    /// Puts declarations at the start of the last statement, which becomes a block if it isn't one.
    fn declare(&mut self, declarations: Vec<String>) {
        let Some(statement) = self.statements.last_mut().filter(|_| !declarations.is_empty()) else { return };
        let all = declarations.join("\n    ");
        let is_block = matches!(statement.text.first(), Some(Piece::Text(text)) if text.starts_with('{'));
        if is_block {
            if let Some(Piece::Text(text)) = statement.text.first_mut() {
                text.replace_range(..1, &format!("{{\n    {all}"));
            }
            return;
        }
        for piece in &mut statement.text {
            if let Piece::Text(text) = piece {
                *text = text.replace('\n', "\n    ");
            }
        }
        statement.text.insert(0, Piece::Text(format!("{{\n    {all}\n    ")));
        statement.text.push(Piece::Text("\n}".to_owned()));
    }

    /// Makes `continue` in the last statement lead to its end: others may follow in the same loop.
    fn end_where_left(&mut self) {
        if let Some(statement) = self.statements.last_mut() {
            statement.text.insert(0, Piece::Text("do ".to_owned()));
            statement.text.push(Piece::Text(" while (0);".to_owned()));
        }
    }

    /// Checks that a statement may stand elsewhere, and means the same there: it is no declaration, keeps nothing for the next
    /// time, touches nothing that is volatile or atomic, sets no memory by a call, and no type in it depends on what changes.
    pub fn check_moved(&self, statement: &Statement) -> Result<(), Diagnostic> {
        let symbols = self.around.symbols();
        let mut found: Option<(&str, Span)> = self.fill.map(|fill| (SETS_MEMORY, fill.call.span));
        let mut refuse = |cause: &'static str, place: Span| {
            found.get_or_insert((cause, place));
        };
        if matches!(statement.kind, StatementKind::Declaration(_)) {
            refuse("what it declares is used elsewhere", statement.span);
        }
        let mut types = Vec::new();
        statement.walk(&mut |inner| match &inner.kind {
            StatementKind::For(parts) if parts.fill.is_some() => refuse(SETS_MEMORY, inner.span),
            StatementKind::Declaration(list) => {
                for declared in list {
                    let symbol = &symbols[declared.symbol];
                    let is_passing = symbol.kind == SymbolKind::Local { is_static: false };
                    if !is_passing && !is_constant(&symbol.type_) {
                        refuse("it keeps a value", declared.span);
                    }
                    types.push(&symbol.type_);
                }
            }
            // the comment that says that this is meant would be lost
            StatementKind::Block(list) if self.falls_through(list) => {
                refuse("one case leads into the next", inner.span);
            }
            _ => {}
        });
        statement.walk_expressions(symbols, &mut |part| {
            if !part.type_.is_ordinary() || !part.type_.innermost().is_ordinary() {
                refuse("it touches what is volatile or atomic", part.span);
            }
            match &part.kind {
                ExpressionKind::SizeOf(..) if constant(part, symbols).is_none() => {
                    refuse("this size isn't constant", part.span);
                }
                ExpressionKind::Cast(_) => types.push(&part.type_),
                _ => {}
            }
        });
        let is_steady = |symbol| !self.changed.contains_key(&symbol) && !self.counters.contains(&symbol);
        for type_ in types {
            walk_extents(type_, &mut |part| match part.kind {
                ExpressionKind::Integer(_) | ExpressionKind::Binary(..) => {}
                _ if part.variable().is_some_and(is_steady) => {}
                _ => refuse("a type in it may change", statement.span),
            });
        }
        found.map_or(Ok(()), |(cause, place)| Err(refusal(Code::UnknownCells, cause, place, "")))
    }

    /// Whether a case of a `switch` leads into the next one.
    fn falls_through(&self, list: &[Statement]) -> bool {
        let resolved = &self.around.translation.resolved;
        let goes_on = |statement: &Statement| last_of(statement).is_some_and(|it| !leads_away(it, resolved));
        list.windows(2).any(|pair| is_case(&pair[1]) && goes_on(&pair[0]))
    }

    /// All that a statement touches, in the order of the text; what an `if` in it tests is known of its branches.
    fn touched_within(&mut self, reading: &mut Reading, statement: &'a Statement) -> Result<(), Diagnostic> {
        match &statement.kind {
            StatementKind::Block(list) => self.touched_in_a_row(reading, list),
            StatementKind::If(condition, then, otherwise) => {
                self.touched_by(reading, condition)?;
                self.touched_where(reading, condition, true, std::slice::from_ref(&**then))?;
                match otherwise {
                    Some(otherwise) => {
                        self.touched_where(reading, condition, false, std::slice::from_ref(&**otherwise))
                    }
                    None => Ok(()),
                }
            }
            StatementKind::Declaration(list) if self.are_replaced(list) => {
                reading.marks.push(Mark::gone(statement.span));
                Ok(())
            }
            StatementKind::Declaration(list) => list.iter().try_for_each(|declared| {
                let initial = self.around.symbols()[declared.symbol].initializer.as_ref();
                let mut values = initial.into_iter().flat_map(Initializer::expressions);
                self.giving(declared.symbol, |builder| {
                    values.try_for_each(|value| builder.touched_by(reading, value))
                })
            }),
            _ => {
                for expression in statement.expressions(self.around.symbols()) {
                    self.touched_by(reading, expression)?;
                }
                let mut children = statement.children();
                children.try_for_each(|child| self.touched_within(reading, child))
            }
        }
    }

    /// Whether nothing names what a statement declares, since what it stands for is written instead.
    fn are_replaced(&self, list: &[Declaration]) -> bool {
        let is_replaced = |it: &Declaration| self.sets_row(it.span) || self.is_replaced(it.symbol);
        !list.is_empty() && list.iter().all(is_replaced)
    }

    fn touched_in_a_row(&mut self, reading: &mut Reading, list: &'a [Statement]) -> Result<(), Diagnostic> {
        let [first, rest @ ..] = list else { return Ok(()) };
        self.touched_within(reading, first)?;
        match &first.kind {
            StatementKind::If(condition, then, None)
                if leads_away(then, &self.around.translation.resolved) =>
            {
                let entered = rest.iter().position(has_case).unwrap_or(rest.len());
                let (behind, others) = rest.split_at(entered);
                self.touched_where(reading, condition, false, behind)?;
                self.touched_in_a_row(reading, others)
            }
            _ => self.touched_in_a_row(reading, rest),
        }
    }

    /// What is touched where a condition comes out in one way.
    fn touched_where(
        &mut self,
        reading: &mut Reading,
        condition: &'a tree::Expression,
        holds: bool,
        list: &'a [Statement],
    ) -> Result<(), Diagnostic> {
        let is_entered = list.iter().any(has_case);
        let known = match is_entered {
            true => Condition::Constant(true),
            false => self.guard_of(condition, holds).known(),
        };
        self.where_it_holds(reading, Guard::Implies(known), |builder, reading| {
            builder.touched_in_a_row(reading, list)
        })
    }

    fn touched_by(
        &mut self,
        reading: &mut Reading,
        expression: &'a tree::Expression,
    ) -> Result<(), Diagnostic> {
        self.depending_on_data(reading, |builder, reading| builder.touch(reading, expression))
    }

    /// What `attempt` gives, where it is known which cell is meant.
    pub fn known_cell<T>(
        &mut self,
        place: Span,
        attempt: impl FnOnce(&mut Self) -> Result<T, Diagnostic>,
    ) -> Option<T> {
        match self.may_be_moved() {
            true => self.attempt(attempt).ok(),
            false => self.exact(place, attempt),
        }
    }

    /// Notes that a variable of the statement's own is named; refuses a counter, where other loops may run in between.
    pub fn check_spent(&mut self, symbol: SymbolId, place: Span) -> Result<(), Diagnostic> {
        self.reads.insert(symbol);
        match self.may_be_moved() && !self.own.contains(&symbol) {
            true => Err(self.counts_elsewhere(symbol, place)),
            false => Ok(()),
        }
    }

    /// What is said of a counter that is used where other loops may have set it.
    fn counts_elsewhere(&self, symbol: SymbolId, place: Span) -> Diagnostic {
        let cause = format!("`{}` counts another loop of the region", self.name(symbol));
        Reason::Counter.of(refusal(Code::Counter, cause, place, "used here"))
    }

    /// Whether the statement itself declares a variable, or what it is a member of.
    pub fn declares(&self, symbol: SymbolId) -> bool {
        let member = member(symbol, self.around.symbols());
        self.own.contains(&symbol)
            || self.may_be_moved() && member.is_some_and(|member| self.own.contains(&member.object))
    }

    /// Notes a cell that is written, if it is known which.
    pub fn cell_written(&mut self, reading: &mut Reading, target: &'a tree::Expression, reads: bool) -> bool {
        let base = target.subscripted().0.named();
        if !is_plain_cell(target) || base.is_none_or(|base| self.declares(base)) {
            return false;
        }
        let written = self.known_cell(target.span, |builder| builder.reference(target, AccessKind::MayWrite));
        let guarded = written.and_then(|mut written| {
            written.guard = self.attempt(|builder| builder.guard(reading, &written)).ok()?;
            Some(written)
        });
        let Some(written) = guarded else { return false };
        if reads {
            reading.references.push(Reference { kind: AccessKind::Read, ..written.clone() });
        }
        reading.refer(written);
        true
    }

    /// Checks that what is written as a whole are arrays that are declared as such: tables to count in, and windows. Others had
    /// better be known by their cells, so a region ends in front of what doesn't know these.
    pub fn check_table(&self, symbols: Vec<SymbolId>, place: Span) -> Result<(), Diagnostic> {
        let is_table = |root: &SymbolId| {
            let symbol = &self.around.symbols()[*root];
            let is_local = matches!(symbol.kind, SymbolKind::Local { .. });
            self.declares(*root) || is_local && matches!(symbol.type_.kind, TypeKind::Array(..))
        };
        let roots = symbols.into_iter().flat_map(|symbol| roots(symbol, self.around));
        match roots.into_iter().find(|root| !is_table(root)) {
            Some(root) => {
                let cause = format!("it isn't known which cells of `{}` are written", self.name(root));
                Err(Reason::Subscript.of(refusal(Code::UnknownCells, cause, place, "")))
            }
            None => Ok(()),
        }
    }
}

fn is_case(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Other(Construct::Case, ..))
}

/// What a statement without its labels does last; none, if it does nothing.
fn last_of(statement: &Statement) -> Option<&Statement> {
    match is_case(statement) {
        true => statement.children().last().and_then(|inner| last_of(inner)),
        false => Some(statement).filter(|it| !matches!(it.kind, StatementKind::Expression(None))),
    }
}

/// Whether a `switch` around may lead into a statement.
fn has_case(statement: &Statement) -> bool {
    let mut found = false;
    statement.walk(&mut |inner| found |= is_case(inner));
    found
}
