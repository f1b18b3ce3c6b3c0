//! Statements that may be moved, although it isn't known of all that they touch which cells it is.
//!
//! A pixel with conditions on data around loops, `while`, `continue`, or neighbours that data choose is one statement of the model.
//! It reads the cells that are affine in the counters around it, and of other arrays the whole. What it writes must be cells that
//! are known, variables, or arrays that are declared as such, which are taken as one cell then: so any order will do that keeps what
//! depends on what. It calls nothing but pure functions, keeps nothing, and ends where it ends, but for `continue`. What it
//! reads and writes of its own is told by [`super::exposed`].

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{Diagnostic, Span};
use polyhedral::{AccessKind, Condition, Piece};

use super::Reference;
use super::builder::Builder;
use super::names::unique;
use super::nonaffine::is_plain_cell;
use super::text::Mark;
use super::values::{Guard, Reading};
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

impl<'a> Builder<'a> {
    /// Whether it must be known what they write, and that what they read is apart from that.
    pub fn may_be_moved(&self) -> bool {
        self.around.region.precision == Precision::Objects
    }

    /// Whether a declaration directly in a body isn't affine: it must stay with what uses it.
    pub fn declares_nonaffine(&self, body: &Statement) -> bool {
        let StatementKind::Block(list) = &body.kind else { return false };
        let is_declaration = |inner: &&Statement| matches!(inner.kind, StatementKind::Declaration(_));
        list.iter().filter(is_declaration).any(|inner| self.nonaffine.statements.contains(&inner.span))
    }

    /// The counters of other loops that a statement counts with itself, which nobody needs afterwards: it gets variables of its
    /// own for them.
    pub fn scratch(&self, statement: &Statement, own: &BTreeSet<SymbolId>) -> BTreeSet<SymbolId> {
        let mut found = BTreeSet::new();
        if self.may_be_moved() {
            statement.walk_expressions(self.around.symbols(), &mut |part| {
                found.extend(part.assigned().and_then(tree::Expression::variable));
            });
        }
        let is_scratch = |symbol: &SymbolId| {
            self.is_spent_counter(*symbol)
                && !own.contains(symbol)
                && counter_used(*symbol, self.around).is_none()
                && self.around.address_taken(*symbol).is_none()
        };
        found.into_iter().filter(is_scratch).collect()
    }

    /// Gives other names to `symbols` in a statement; gives their declarations.
    pub fn renamed(
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
    pub fn declare(&mut self, declarations: Vec<String>) {
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

    /// Notes what variables stand for that a statement declares.
    pub fn define_own(&mut self, statement: &'a Statement) {
        let mut declared = Vec::new();
        statement.walk(&mut |inner| {
            if let StatementKind::Declaration(list) = &inner.kind {
                declared.extend(list.iter().map(|declared| declared.symbol));
            }
        });
        for symbol in declared {
            if let Some(Initializer::Value(value)) = &self.around.symbols()[symbol].initializer {
                self.define(symbol, value);
            }
        }
    }

    /// Makes `continue` in the last statement lead to its end: others may follow in the same loop.
    pub fn end_where_left(&mut self) {
        if let Some(statement) = self.statements.last_mut() {
            statement.text.insert(0, Piece::Text("do ".to_owned()));
            statement.text.push(Piece::Text(" while (0);".to_owned()));
        }
    }

    /// Checks that a statement may stand elsewhere, and means the same there: it is no declaration, keeps nothing for the next
    /// time, touches nothing that is volatile or atomic, sets no memory by a call, and no type in it depends on what changes.
    pub fn check_moved(&self, statement: &Statement) -> Result<(), Diagnostic> {
        let symbols = self.around.symbols();
        let refuse = |cause: &str, place| Err(refusal(cause, place, ""));
        if matches!(statement.kind, StatementKind::Declaration(_)) {
            return refuse("what it declares is used elsewhere", statement.span);
        }
        let mut fill = self.fill.map(|fill| fill.call.span);
        let (mut kept, mut types) = (None, Vec::new());
        statement.walk(&mut |inner| match &inner.kind {
            StatementKind::For(parts) if parts.fill.is_some() => fill = Some(inner.span),
            StatementKind::Declaration(list) => {
                for declared in list {
                    let symbol = &symbols[declared.symbol];
                    let is_passing = symbol.kind == SymbolKind::Local { is_static: false };
                    kept = kept.or((!is_passing && !is_constant(&symbol.type_)).then_some(declared.span));
                    types.push(&symbol.type_);
                }
            }
            _ => {}
        });
        let mut falls = false;
        statement.walk(&mut |inner| {
            if let StatementKind::Block(list) = &inner.kind {
                let resolved = &self.around.translation.resolved;
                falls |= list.windows(2).any(|pair| {
                    is_case(&pair[1]) && !last_of(&pair[0]).is_none_or(|it| leads_away(it, resolved))
                });
            }
        });
        let (mut odd, mut size) = (None, None);
        statement.walk_expressions(symbols, &mut |part| {
            let is_odd = !part.type_.is_ordinary() || !part.type_.innermost().is_ordinary();
            odd = odd.or(is_odd.then_some(part.span));
            match &part.kind {
                ExpressionKind::SizeOf(..) if constant(part, symbols).is_none() => size = Some(part.span),
                ExpressionKind::Cast(_) => types.push(&part.type_),
                _ => {}
            }
        });
        let mut changes = false;
        for type_ in types {
            walk_extents(type_, &mut |part| {
                let is_steady =
                    |symbol| !self.changed.contains_key(&symbol) && !self.counters.contains(&symbol);
                changes |= !matches!(part.kind, ExpressionKind::Integer(_) | ExpressionKind::Binary(..))
                    && !part.variable().is_some_and(is_steady);
            });
        }
        match (fill, kept, odd, size) {
            (Some(place), ..) => refuse("it sets memory by a call", place),
            (_, Some(place), ..) => refuse("it keeps a value", place),
            (_, _, Some(place), _) => refuse("it touches what is volatile or atomic", place),
            (.., Some(place)) => refuse("this size isn't constant", place),
            _ if changes => refuse("a type in it may change", statement.span),
            // the comment that says that this is meant would be lost
            _ if falls => refuse("one case leads into the next", statement.span),
            _ => Ok(()),
        }
    }

    /// The same for a statement that may be moved, where what an `if` in it tests is known of its branches.
    pub fn touched_within(
        &mut self,
        reading: &mut Reading,
        statement: &'a Statement,
    ) -> Result<(), Diagnostic> {
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
                let mut children = statement.children().into_iter();
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
        reading.guards.push(Guard::Implies(known.clone()));
        let result = self.under(known, |builder| builder.touched_in_a_row(reading, list));
        reading.guards.pop();
        result
    }

    pub fn touched_by(
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
            true => {
                let cause = format!("`{}` counts another loop of the region", self.name(symbol));
                Err(Reason::Counter.of(refusal(cause, place, "used here")))
            }
            false => Ok(()),
        }
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
        let place = written.span;
        reading.references.push(written);
        reading.marks.push(Mark { place, piece: Piece::Access(reading.references.len() - 1) });
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
                Err(Reason::Subscript.of(refusal(cause, place, "")))
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
