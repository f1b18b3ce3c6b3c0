//! Statements of which is only known what they may touch, within loops that count.
//!
//! What isn't affine, from a gather to a loop that waits for data, is one statement of the model if it stands in a
//! counted loop: it reads what it mentions, and may write what it assigns. A loop that may be left early has such a
//! statement for a body. Where it isn't known which cells of an array are touched, the array is taken as a whole: as one
//! cell, in all of the region. What a pointer leads to counts as the pointer's, its value included. Regions with such
//! statements keep their order and these arrays as they are, so that only arrays which nothing of that sort reaches
//! may change; it doesn't matter then which pointers lead to the same memory.
//!
//! Which statements and arrays these are is found by walks over the region, until one finds no more.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{Code, Diagnostic, Span};
use polyhedral::{AccessKind, Condition, Expression, Piece};

use super::builder::Builder;
use super::statements::without_discard;
use super::values::{Guard, Reading};
use super::{Node, Reference};
use crate::facts::Surroundings;
use crate::facts::aliasing::roots;
use crate::facts::library;
use crate::facts::members::member;
use crate::facts::purity::Purity;
use crate::refusal::{Reason, refusal, unsupported};
use crate::region::Precision;
use crate::structures::HANDED_ON;
use crate::syntax::records::NOT_TAKEN;
use crate::syntax::tree::{
    self, BinaryOperator, Construct, ExpressionKind, Statement, StatementKind, SymbolId, SymbolKind, Symbols,
    TEXT, UnaryOperator,
};
use crate::syntax::types::Type;

/// What isn't affine in a region.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nonaffine {
    /// The statements.
    pub statements: BTreeSet<Span>,
    /// The arrays and pointers that are taken as a whole.
    pub whole: BTreeSet<SymbolId>,
}

/// More statements aren't told apart where some of them aren't affine.
const MOST_STATEMENTS: usize = 48;

impl Nonaffine {
    /// Takes the bodies of the outermost loops for one statement each, where there are as many as `count`; whether that is
    /// news.
    pub fn simplify(&mut self, statements: &[Statement], count: usize) -> bool {
        if self.statements.is_empty() || count <= MOST_STATEMENTS {
            return false;
        }
        let before = self.statements.len();
        self.statements.extend(statements.iter().filter_map(|statement| match &statement.kind {
            StatementKind::For(parts) => Some(parts.body.span),
            _ => None,
        }));
        self.statements.len() > before
    }
}

/// Something that a region writes which has no name, or is no number: its type, and where.
pub type Unnamed = (Type, Span);

impl<'a> Builder<'a> {
    /// Whether statements may be taken that aren't affine.
    pub fn takes_nonaffine(&self) -> bool {
        !self.around.region.is_exact()
    }

    /// Whether nothing more need be known of them than what they may touch, since the order stays.
    pub fn keeps_program_order(&self) -> bool {
        self.around.region.precision == Precision::Order
    }

    /// Whether `statement` is known to be one of which is only known what it may touch.
    pub fn is_nonaffine(&self, statement: &Statement) -> bool {
        self.nonaffine.statements.contains(&statement.span) && !self.active.is_empty()
    }

    /// Notes that a statement isn't affine, if something was said against it since there were `before` problems and
    /// statements known to be so, and not of one of its parts.
    pub fn note_nonaffine(&mut self, statement: &Statement, before: (usize, usize)) {
        let is_refused = self.problems.len() > before.0 && !self.active.is_empty();
        let decides = match &statement.kind {
            _ if !is_refused || !self.takes_nonaffine() => return,
            StatementKind::Block(_) => return,
            StatementKind::If(condition, ..) => self.depends_on_data(condition),
            _ => false,
        };
        if decides || self.found.statements.len() == before.1 {
            self.found.statements.insert(statement.span);
        }
    }

    /// Whether the body of the innermost loop is one statement: its iterations may end the loop, or the region; or there
    /// are too many statements in it.
    pub fn is_one_statement(&mut self, body: &'a Statement) -> bool {
        let is_outermost = self.is_all();
        let skipped = self.skipped(body);
        let is_known = self.active.len() == 1 && self.nonaffine.statements.contains(&body.span);
        self.takes_nonaffine()
            && (is_known
                || self.may_be_moved() && self.declares_nonaffine(body)
                || stray_jump(body, &|construct, place| {
                    is_own_jump(construct) && !skipped.contains(&place)
                        || is_outermost && is_far_jump(construct)
                })
                .is_some())
    }

    /// Whether the innermost loop at this place is all of the region, so that nothing in it runs after the loop.
    fn is_all(&self) -> bool {
        self.active.len() == 1 && self.around.statements().len() == 1
    }

    /// The first call of a function of which nothing is known.
    fn unknown_call(&mut self, statement: &Statement) -> Option<Diagnostic> {
        let calls = calls(statement, self.around.symbols());
        let is_constant = |builder: &mut Self, callee: &tree::Expression| {
            callee.variable().is_some_and(|callee| builder.purities.of(callee) == Purity::Constant)
        };
        let unknown = calls.into_iter().find(|(callee, arguments, _)| match self.may_be_moved() {
            true => !is_constant(self, callee) && !self.is_library_call(callee, arguments),
            false => self.written_by(callee).is_none(),
        });
        unknown.map(|(callee, arguments, place)| self.impure_call(callee, arguments, place))
    }

    /// Whether a call does nothing but to read and write a state of the library.
    fn is_library_call(&self, callee: &tree::Expression, arguments: &[tree::Expression]) -> bool {
        let state = callee.variable().filter(|it| library::State::of(*it, self.around.translation).is_some());
        state.is_some_and(|function| self.check_streams(self.name(function), arguments).is_ok())
    }

    /// The types that a call may write to memory that others know.
    fn written_by(&mut self, callee: &tree::Expression) -> Option<Vec<Type>> {
        let Surroundings { translation, .. } = self.around;
        self.effects.of(callee.variable()?, self.around.function().symbol, translation, &mut self.purities)
    }

    /// Notes what the region writes beside the variables, and the numbers in arrays, that it names.
    pub fn find_unnamed(&mut self) {
        if !self.takes_nonaffine() {
            return;
        }
        let mut found = Vec::new();
        for statement in self.around.statements() {
            statement.walk_with_types(self.around.symbols(), &mut |part| {
                let Some(target) = part.assigned() else { return };
                let base = target.subscripted().0.named();
                let is_named = is_plain_cell(target) && base.is_some_and(|it| !self.points_to_pointers(it));
                if target.variable().is_none() && !is_named {
                    found.push((target.type_.clone(), part.span));
                }
            });
            for (callee, _, place) in calls(statement, self.around.symbols()) {
                let written = self.written_by(callee).unwrap_or_default();
                found.extend(written.into_iter().map(|type_| (type_, place)));
            }
        }
        self.unnamed = found;
    }

    /// The body of a loop as one statement.
    pub fn whole_body(&mut self, body: &'a Statement) -> Vec<Node> {
        self.found.statements.insert(body.span);
        let result = self.whole_statement(body, true);
        self.noted(result).into_iter().collect()
    }

    /// A statement of which is only known what it may touch.
    pub fn nonaffine_statement(&mut self, statement: &'a Statement) -> Vec<Node> {
        let result = self.whole_statement(statement, false);
        self.noted(result).into_iter().collect()
    }

    /// A part of a loop's header that isn't its counter's, if it is known that only that is known of it.
    pub fn nonaffine_part(&mut self, part: &'a tree::Expression) -> Option<Result<Node, Diagnostic>> {
        // what runs at the start of a loop, or between its iterations, keeps its place
        if self.may_be_moved() || !self.nonaffine.statements.contains(&part.span) {
            return None;
        }
        let mut reading = Reading::default();
        let written = self.touch(&mut reading, part);
        Some(written.map(|()| self.finish(reads_first(reading), part.span, part.span, None)))
    }

    /// Notes that a part of a loop's header isn't affine, if it was refused.
    pub fn note_part<T>(&mut self, part: &tree::Expression, result: &Result<T, Diagnostic>) {
        if self.keeps_program_order() && result.is_err() {
            self.found.statements.insert(part.span);
        }
    }

    fn whole_statement(&mut self, statement: &'a Statement, is_body: bool) -> Result<Node, Diagnostic> {
        self.check_jumps(statement, is_body)?;
        self.obligations.clear();
        if self.may_be_moved() {
            return self.moved_statement(statement);
        }
        if !matches!(statement.kind, StatementKind::Declaration(_)) {
            self.own = declared_in(statement);
        }
        let mut reading = Reading { is_branching: true, ..Reading::default() };
        let result = self.touched(&mut reading, statement);
        self.own.clear();
        result?;
        let reading = reads_first(reading);
        Ok(self.finish(reading, statement.span, statement.span, None))
    }

    /// Checks that nothing leads into or out of a statement but its start and its end, or those of the loop whose
    /// body it is.
    fn check_jumps(&mut self, statement: &Statement, is_body: bool) -> Result<(), Diagnostic> {
        let is_outermost = is_body && self.is_all();
        let is_moved = self.may_be_moved();
        let is_stray = |construct: &Construct, _| match construct {
            Construct::Assembly | Construct::Case => true,
            Construct::Return | Construct::Goto(_) => is_moved || !is_outermost,
            Construct::Break => is_moved || !is_body,
            Construct::Continue => !is_body,
            Construct::While | Construct::Do | Construct::Switch => false,
        };
        if let Some(place) = stray_jump(statement, &is_stray) {
            return Err(Reason::Jump.of(refusal(Code::Jump, "it may be left early", place, "here")));
        }
        if self.may_be_moved() {
            self.check_moved(statement)?;
        }
        self.unknown_call(statement).map_or(Ok(()), Err)
    }

    /// All that a statement touches, in the order of the text.
    fn touched(&mut self, reading: &mut Reading, statement: &'a Statement) -> Result<(), Diagnostic> {
        match &statement.kind {
            StatementKind::Expression(Some(expression)) => {
                if let ExpressionKind::Assign(operator, target, value) = &without_discard(expression).kind
                    && !has_effect(value)
                    && !has_effect(target)
                {
                    return self.plain_assignment(reading, target, value, operator.is_some());
                }
            }
            StatementKind::For(parts) if let Some(fill) = &parts.fill => {
                return self
                    .depending_on_data(reading, |builder, reading| builder.touch(reading, &fill.call));
            }
            StatementKind::Declaration(list) => {
                for declared in list {
                    let symbol = &self.around.symbols()[declared.symbol];
                    if symbol.kind != (SymbolKind::Local { is_static: false }) {
                        let cause = format!("it declares `{}`", symbol.name);
                        return Err(Reason::Declaration.of(refusal(
                            Code::Declaration,
                            cause,
                            declared.span,
                            "not supported",
                        )));
                    }
                    if symbol.initializer.is_some() {
                        self.variable_written(reading, declared.symbol, &symbol.type_, symbol.name_span)?;
                    }
                }
            }
            _ => {}
        }
        let mut expressions = Vec::new();
        statement.walk(&mut |inner| expressions.extend(inner.expressions(self.around.symbols())));
        self.depending_on_data(reading, |builder, reading| {
            expressions.into_iter().try_for_each(|expression| builder.touch(reading, expression))
        })
    }

    /// `target = value` without other effects: the target is written last, and for certain.
    fn plain_assignment(
        &mut self,
        reading: &mut Reading,
        target: &'a tree::Expression,
        value: &'a tree::Expression,
        reads_target: bool,
    ) -> Result<(), Diagnostic> {
        let is_number = target.variable().is_some() && target.type_.is_arithmetic();
        if target.variable().is_some_and(|symbol| self.counters.contains(&symbol)) {
            return self.written(reading, target, reads_target).and_then(|()| self.touch(reading, value));
        }
        let precise = match is_number || is_plain_cell(target) {
            true => self.exact(target.span, |builder| builder.reference(target, AccessKind::MustWrite)),
            false => None,
        };
        match precise {
            Some(reference) => {
                if reads_target {
                    reading.references.push(Reference { kind: AccessKind::Read, ..reference.clone() });
                }
                self.depending_on_data(reading, |builder, reading| builder.touch(reading, value))?;
                reading.refer(reference);
                Ok(())
            }
            None => self.depending_on_data(reading, |builder, reading| {
                builder.touch(reading, value)?;
                builder.written(reading, target, reads_target)
            }),
        }
    }

    /// What is touched where data decide whether it is.
    pub fn depending_on_data(
        &mut self,
        reading: &mut Reading,
        touch: impl FnOnce(&mut Self, &mut Reading) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        reading.guards.push(Guard::DependsOnData);
        let result = touch(self, reading);
        reading.guards.pop();
        result
    }

    /// Whether a table is named that may get another name.
    fn names_table(&self, expression: &tree::Expression) -> bool {
        let mut found = false;
        expression.walk(&mut |part| found |= part.variable().is_some_and(|it| self.tables.contains(&it)));
        found
    }

    /// What an expression touches where it is evaluated.
    pub fn touch(
        &mut self,
        reading: &mut Reading,
        expression: &'a tree::Expression,
    ) -> Result<(), Diagnostic> {
        match &expression.kind {
            ExpressionKind::SizeOf(_, Some(operand)) if self.names_table(operand) => Err(refusal(
                Code::UnknownCells,
                "it takes the size of a table of the region",
                expression.span,
                "",
            )),
            ExpressionKind::Integer(_) | ExpressionKind::Floating | ExpressionKind::SizeOf(..) => Ok(()),
            ExpressionKind::Variable(_) | ExpressionKind::Member(..) | ExpressionKind::Index(..) => {
                self.read_place(reading, expression)
            }
            ExpressionKind::Unary(UnaryOperator::Dereference, _) => self.read_place(reading, expression),
            ExpressionKind::Unary(UnaryOperator::Address, operand) => match operand.variable() {
                Some(_) if operand.type_.is_arithmetic() => Ok(()),
                _ => self.whole(reading, operand, AccessKind::Read),
            },
            ExpressionKind::Assign(operator, target, value) => {
                self.touch(reading, value)?;
                self.written(reading, target, operator.is_some())
            }
            ExpressionKind::Increment { operand, .. } => self.written(reading, operand, true),
            ExpressionKind::Call(callee, arguments) => {
                if callee.variable().is_none() {
                    self.touch(reading, callee)?;
                }
                // streams stay what they are
                let is_library = self.is_library_call(callee, arguments);
                let is_stream = |it: &&tree::Expression| {
                    is_library && it.variable().is_some() && !it.type_.is_arithmetic()
                };
                let mut touched = arguments.iter().filter(|argument| !is_stream(argument));
                touched.try_for_each(|argument| self.touch(reading, argument))?;
                self.touch_library(reading, callee, expression.span);
                match self.written_by(callee).is_none_or(|written| !written.is_empty()) {
                    true => arguments.iter().try_for_each(|argument| self.reached(reading, argument)),
                    false => Ok(()),
                }
            }
            ExpressionKind::Other(what, _) if NOT_TAKEN.contains(what) => {
                self.read_place(reading, expression)
            }
            ExpressionKind::Other(TEXT | "`offsetof`" | "`_Alignof`", _) => Ok(()),
            ExpressionKind::Other("a compound literal" | HANDED_ON, parts) => {
                parts.iter().try_for_each(|part| self.touch(reading, part))
            }
            ExpressionKind::Other(what, _) => {
                let problem =
                    refusal(unsupported(what), format!("{what} isn't supported"), expression.span, "");
                Err(Reason::of_expression(expression).of(problem))
            }
            ExpressionKind::Unary(..)
            | ExpressionKind::Cast(_)
            | ExpressionKind::Binary(..)
            | ExpressionKind::Conditional(..)
            | ExpressionKind::Comma(_) => expression.parts().try_for_each(|part| self.touch(reading, part)),
        }
    }

    /// What a call may do to the library's state, unless it does nothing.
    fn touch_library(&mut self, reading: &mut Reading, callee: &tree::Expression, place: Span) {
        let is_harmless = callee.variable().is_some_and(|it| self.purities.of(it) != Purity::Unknown);
        let states = library::State::ALL.into_iter().filter(|_| !is_harmless);
        for state in states.filter_map(|state| state.symbol(self.around.translation)) {
            let (array, guard) = (self.array(state), Condition::Constant(true));
            let read = Reference { array, kind: AccessKind::Read, subscripts: vec![], guard, span: place };
            let write = Reference { kind: AccessKind::MayWrite, ..read.clone() };
            reading.references.extend([read, write]);
        }
    }

    /// What is read at a place: exactly, where that can be told.
    fn read_place(
        &mut self,
        reading: &mut Reading,
        expression: &'a tree::Expression,
    ) -> Result<(), Diagnostic> {
        if let Some(symbol) = expression.variable() {
            if self.own.contains(&symbol) || self.is_spent_counter(symbol) {
                return self.check_spent(symbol, expression.span);
            }
            let kind = &self.around.symbols()[symbol].kind;
            if matches!(kind, SymbolKind::Function | SymbolKind::Undeclared) {
                return Ok(());
            }
            if expression.type_.is_arithmetic() {
                return self.value(reading, expression);
            }
        }
        let base = expression.subscripted().0.named();
        if is_plain_cell(expression) && base.is_none_or(|base| !self.declares(base)) {
            let before = (reading.references.len(), reading.marks.len());
            if self.known_cell(expression.span, |builder| builder.value(reading, expression)).is_some() {
                return Ok(());
            }
            reading.references.truncate(before.0);
            reading.marks.truncate(before.1);
        }
        self.whole(reading, expression, AccessKind::Read)
    }

    /// Whether a variable counts loops, but none around this place: what it holds decides no cell that is known.
    pub fn is_spent_counter(&self, symbol: SymbolId) -> bool {
        self.counters.contains(&symbol) && !self.active.iter().any(|active| active.symbol == Some(symbol))
    }

    /// What is written at a place.
    fn written(
        &mut self,
        reading: &mut Reading,
        target: &'a tree::Expression,
        reads: bool,
    ) -> Result<(), Diagnostic> {
        let Some(symbol) = target.variable().filter(|_| target.type_.is_arithmetic()) else {
            if self.may_be_moved() && self.cell_written(reading, target, reads) {
                return Ok(());
            }
            if reads {
                self.whole(reading, target, AccessKind::Read)?;
            }
            return self.whole(reading, target, AccessKind::MayWrite);
        };
        if self.own.contains(&symbol) || self.is_spent_counter(symbol) {
            return self.check_spent(symbol, target.span);
        }
        if self.active.iter().any(|active| active.symbol == Some(symbol)) {
            let cause = format!("`{}` counts a loop and is changed elsewhere", self.name(symbol));
            return Err(Reason::Counter.of(refusal(Code::Counter, cause, target.span, "changed here")));
        }
        if reads {
            let reference = self.reference(target, AccessKind::Read)?;
            reading.references.push(reference);
        }
        self.variable_written(reading, symbol, &target.type_, target.span)
    }

    fn variable_written(
        &mut self,
        reading: &mut Reading,
        symbol: SymbolId,
        type_: &Type,
        span: Span,
    ) -> Result<(), Diagnostic> {
        if !type_.is_arithmetic() {
            self.object_of(reading, symbol, AccessKind::MayWrite, span);
            return Ok(());
        }
        let variable =
            tree::Expression { kind: ExpressionKind::Variable(symbol), span, type_: type_.clone() };
        let reference = self.reference(&variable, AccessKind::MayWrite)?;
        reading.refer(reference);
        Ok(())
    }

    /// What a function may write that gets `argument`.
    fn reached(&mut self, reading: &mut Reading, argument: &'a tree::Expression) -> Result<(), Diagnostic> {
        if argument.type_.is_arithmetic() {
            return Ok(());
        }
        if let ExpressionKind::Unary(UnaryOperator::Address, operand) = &argument.kind
            && let Some(symbol) = operand.variable().filter(|_| operand.type_.is_arithmetic())
        {
            return match self.parameters.contains(&symbol) {
                true => Ok(()),
                false => self.written(reading, operand, true),
            };
        }
        for object in objects(argument) {
            self.object_of(reading, object, AccessKind::MayWrite, argument.span);
        }
        Ok(())
    }

    /// All that the place may be a part of, taken as a whole, and what is read to find it.
    fn whole(
        &mut self,
        reading: &mut Reading,
        place: &'a tree::Expression,
        kind: AccessKind,
    ) -> Result<(), Diagnostic> {
        let (base, subscripts) = place.subscripted();
        let known = base.named().filter(|symbol| self.check_member(*symbol, place.span).is_ok());
        if kind != AccessKind::Read && self.may_be_moved() {
            self.check_table(known.map_or_else(|| objects(base), |symbol| vec![symbol]), place.span)?;
        }
        match known {
            Some(symbol) => self.object_of(reading, symbol, kind, place.span),
            None => {
                let objects = objects(base);
                if objects.is_empty() && self.may_be_moved() {
                    return Err(refusal(
                        Code::UnknownCells,
                        "it isn't known what it touches",
                        place.span,
                        "here",
                    ));
                }
                for symbol in objects {
                    self.object_of(reading, symbol, kind, place.span);
                }
            }
        }
        subscripts.into_iter().try_for_each(|subscript| self.touch(reading, subscript))?;
        self.on_the_way(reading, base)
    }

    /// What is evaluated on the way to a place, but for what counts as the place's own.
    fn on_the_way(&mut self, reading: &mut Reading, base: &'a tree::Expression) -> Result<(), Diagnostic> {
        match &base.kind {
            ExpressionKind::Variable(_) => Ok(()),
            // the subscripts on the way are among those of the place
            ExpressionKind::Member(_, inner) if base.named().is_some() => match has_effect(inner) {
                true => self.touch(reading, inner),
                false => Ok(()),
            },
            ExpressionKind::Unary(UnaryOperator::Dereference, inner) | ExpressionKind::Cast(inner) => {
                self.touch(reading, inner)
            }
            ExpressionKind::Other(what, parts) if NOT_TAKEN.contains(what) => {
                parts.iter().try_for_each(|part| self.touch(reading, part))
            }
            _ => self.touch(reading, base),
        }
    }

    /// A variable with all that it may lead to; of the statement's own variables only that.
    fn object_of(&mut self, reading: &mut Reading, symbol: SymbolId, kind: AccessKind, span: Span) {
        for root in roots(symbol, self.around) {
            if !self.own.contains(&root) {
                self.object(reading, root, kind, span);
            }
        }
    }

    fn object(&mut self, reading: &mut Reading, symbol: SymbolId, kind: AccessKind, span: Span) {
        let is_function = self.around.symbols()[symbol].kind == SymbolKind::Function;
        let is_known =
            member(symbol, self.around.symbols()).is_some_and(|member| self.own.contains(&member.object));
        if is_function || is_known {
            return;
        }
        let reference = self.whole_array(symbol, kind, span);
        reading.references.push(reference);
    }

    /// A reference to an array that is taken as a whole, as one cell.
    pub fn whole_array(&mut self, symbol: SymbolId, kind: AccessKind, span: Span) -> Reference {
        self.found.whole.insert(symbol);
        let array = self.array(symbol);
        let subscripts = vec![Expression::Constant(0)];
        Reference { array, kind, subscripts, guard: Condition::Constant(true), span }
    }

    /// Whether an array is taken as a whole; then nothing more exact can be said of its cells.
    pub fn is_whole(&self, symbol: SymbolId) -> bool {
        self.nonaffine.whole.contains(&symbol)
    }

    /// What is said of a more exact reference to such an array.
    pub fn known_as_a_whole(&self, symbol: SymbolId, place: Span) -> Diagnostic {
        refusal(Code::UnknownCells, format!("`{}` is known only as a whole", self.name(symbol)), place, "")
    }

    /// Why a region with such statements keeps its order, as a phrase.
    pub fn keeps_order(&self) -> Option<String> {
        let first = self.nonaffine.statements.first().filter(|_| self.keeps_program_order())?;
        Some(format!("what line {} touches isn't known exactly", self.around.line(*first)))
    }
}

/// The same with reads in front of writes, as statements of the model have them, and without repetitions of arrays that
/// are known as a whole.
pub fn reads_first(reading: Reading) -> Reading {
    let Reading { references, mut marks, .. } = reading;
    let (reads, writes): (Vec<_>, Vec<_>) =
        references.into_iter().enumerate().partition(|(_, reference)| reference.kind == AccessKind::Read);
    let mut kept: Vec<Reference> = Vec::new();
    let mut places = BTreeMap::new();
    for (position, reference) in reads.into_iter().chain(writes) {
        let same = |other: &Reference| Reference { span: reference.span, ..other.clone() } == reference;
        let is_marked = marks.iter().any(|mark| mark.piece == Piece::Access(position));
        if is_marked || !kept.iter().any(same) {
            places.insert(position, kept.len());
            kept.push(reference);
        }
    }
    for mark in &mut marks {
        if let Piece::Access(position) = &mut mark.piece {
            *position = places[position];
        }
    }
    Reading { references: kept, marks, is_branching: true, ..Reading::default() }
}

/// A number of an array or of a structure, reached by names and subscripts alone.
pub fn is_plain_cell(expression: &tree::Expression) -> bool {
    let (base, _) = expression.subscripted();
    let is_cell = !matches!(expression.kind, ExpressionKind::Variable(_));
    is_cell && expression.type_.is_arithmetic() && base.named().is_some()
}

/// Whether evaluating an expression may change anything.
fn has_effect(expression: &tree::Expression) -> bool {
    let mut found = false;
    expression.walk(&mut |part| {
        found |= matches!(
            part.kind,
            ExpressionKind::Assign(..)
                | ExpressionKind::Increment { .. }
                | ExpressionKind::Call(..)
                | ExpressionKind::Other(..)
        );
    });
    found
}

/// The variables and members that lead to a place or make an address, subscripts and offsets left out.
fn objects(expression: &tree::Expression) -> Vec<SymbolId> {
    match &expression.kind {
        ExpressionKind::Variable(symbol) | ExpressionKind::Member(symbol, _) => vec![*symbol],
        ExpressionKind::Index(inner, _)
        | ExpressionKind::Unary(_, inner)
        | ExpressionKind::Cast(inner)
        | ExpressionKind::Increment { operand: inner, .. } => objects(inner),
        ExpressionKind::Binary(BinaryOperator::Add | BinaryOperator::Subtract, left, right) => {
            let is_address = |part: &&tree::Expression| !part.type_.is_arithmetic();
            [&**left, &**right].into_iter().filter(is_address).flat_map(objects).collect()
        }
        ExpressionKind::Assign(_, target, value) => [objects(target), objects(value)].concat(),
        ExpressionKind::Conditional(_, then, otherwise) => [objects(then), objects(otherwise)].concat(),
        ExpressionKind::Comma(list) => list.last().map_or(vec![], objects),
        ExpressionKind::Other(_, parts) => parts.iter().flat_map(objects).collect(),
        _ => vec![],
    }
}

/// The variables that a statement declares anywhere in it.
pub fn declared_in(statement: &Statement) -> BTreeSet<SymbolId> {
    let mut found = BTreeSet::new();
    statement.walk(&mut |inner| {
        if let StatementKind::Declaration(list) = &inner.kind {
            found.extend(list.iter().map(|declared| declared.symbol));
        }
    });
    found
}

/// The functions that are called in `statement`, with what, and where.
fn calls<'a>(
    statement: &'a Statement,
    symbols: &'a Symbols,
) -> Vec<(&'a tree::Expression, &'a [tree::Expression], Span)> {
    let mut found = Vec::new();
    statement.walk_with_types(symbols, &mut |part| {
        if let ExpressionKind::Call(callee, arguments) = &part.kind {
            found.push((&**callee, arguments.as_slice(), part.span));
        }
    });
    found
}

/// Whether it leads out of an iteration of the loop directly around it.
pub fn is_own_jump(construct: &Construct) -> bool {
    matches!(construct, Construct::Break | Construct::Continue)
}

/// Whether it may lead out of the region.
fn is_far_jump(construct: &Construct) -> bool {
    matches!(construct, Construct::Goto(_) | Construct::Return)
}

/// The place of the first jump in `statement` that `is_meant` and that leads out of it.
pub fn stray_jump(statement: &Statement, is_meant: &dyn Fn(&Construct, Span) -> bool) -> Option<Span> {
    stray_jump_within(statement, (false, false), is_meant)
}

/// The same, where the statement stands in a loop, and in a `switch`.
fn stray_jump_within(
    statement: &Statement,
    (in_loop, in_switch): (bool, bool),
    is_meant: &dyn Fn(&Construct, Span) -> bool,
) -> Option<Span> {
    let mut around = (in_loop, in_switch);
    match &statement.kind {
        StatementKind::For(_) => around.0 = true,
        StatementKind::Other(construct, ..) => {
            let leads_out = match construct {
                Construct::Break => !in_loop && !in_switch,
                Construct::Continue => !in_loop,
                Construct::Case => !in_switch,
                _ => true,
            };
            if leads_out && is_meant(construct, statement.span) {
                return Some(statement.span);
            }
            around.0 |= matches!(construct, Construct::While | Construct::Do);
            around.1 |= *construct == Construct::Switch;
        }
        _ => {}
    }
    statement.children().find_map(|child| stray_jump_within(child, around, is_meant))
}
