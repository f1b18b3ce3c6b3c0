//! What the right-hand side of an assignment reads.
//!
//! Its arithmetic stays as it is; only references to memory and uses of counters are picked out. Within
//! `?:`, `&&` and `||` a reference is evaluated under a guard: the C condition, or, where that depends
//! on data, the condition that the cell exists (which holds whenever C evaluates the reference).

use diagnostics::{Code, Diagnostic, Span};
use polyhedral::{AccessKind, Comparison, Condition, Expression, Piece, Storage};

use super::builder::Builder;
use super::text::Mark;
use super::{Cause, Obligation, Reference};
use crate::facts::changes::Change;
use crate::facts::library::{self, State};
use crate::facts::members::object;
use crate::facts::purity::{Purity, sets_errors};
use crate::facts::streams::{opened_in_front, opened_in_turn};
use crate::refusal::{Reason, refusal, unsupported};
use crate::syntax::fold;
use crate::syntax::tree::{self, BinaryOperator, ExpressionKind, SymbolId, SymbolKind, UnaryOperator};
use crate::syntax::types::TypeKind;

/// What was picked out of a statement so far.
#[derive(Default)]
pub struct Reading {
    /// References, in the order of the text.
    pub references: Vec<Reference>,
    /// What replaces parts of the text.
    pub marks: Vec<Mark>,
    /// The conditions around the part that is being read.
    pub guards: Vec<Guard>,
    /// Whether it is an `if` with its branches.
    pub is_branching: bool,
    /// What calls write besides, if it is a statement that may have such.
    pub states: Option<Vec<Reference>>,
}

impl Reading {
    /// Of a statement of its own.
    pub fn of_statement() -> Self {
        Reading { states: Some(vec![]), ..Reading::default() }
    }

    /// Puts what is read in front of what is written, which is the order of the model: `if (scanf("%d", &x) == 1) a[i] = x;` reads
    /// what was there before, too.
    pub fn read_first(&mut self) {
        let is_read = |position: &usize| self.references[*position].kind == AccessKind::Read;
        let (reads, writes): (Vec<usize>, Vec<usize>) = (0..self.references.len()).partition(is_read);
        let order: Vec<usize> = reads.into_iter().chain(writes).collect();
        if order.is_sorted() {
            return;
        }
        self.references = order.iter().map(|position| self.references[*position].clone()).collect();
        for mark in &mut self.marks {
            if let Piece::Access(access) = &mut mark.piece {
                *access = order.iter().position(|position| position == access).unwrap_or(*access);
            }
        }
    }

    /// Adds a reference that stands in the text where it says.
    pub fn refer(&mut self, reference: Reference) {
        self.marks.push(Mark { place: reference.span, piece: Piece::Access(self.references.len()) });
        self.references.push(reference);
    }
}

/// A condition under which a part of an expression is evaluated.
pub enum Guard {
    /// Known.
    Affine(Condition),
    /// Not known; but where it holds, this does.
    Implies(Condition),
    /// Not known.
    DependsOnData,
}

impl Guard {
    /// Where `condition` has the truth value `holds`.
    pub fn affine(condition: Condition, holds: bool) -> Self {
        Guard::Affine(if holds { condition } else { Condition::Not(Box::new(condition)) })
    }

    /// What is known where it holds.
    pub fn known(&self) -> Condition {
        match self {
            Guard::Affine(condition) | Guard::Implies(condition) => condition.clone(),
            Guard::DependsOnData => Condition::Constant(true),
        }
    }
}

impl<'a> Builder<'a> {
    /// Picks references out of an expression whose value is used.
    pub fn value(
        &mut self,
        reading: &mut Reading,
        expression: &'a tree::Expression,
    ) -> Result<(), Diagnostic> {
        let value = self.parts_of_value(reading, expression);
        value.map_err(|problem| Reason::of_expression(expression).of(problem))
    }

    fn parts_of_value(
        &mut self,
        reading: &mut Reading,
        expression: &'a tree::Expression,
    ) -> Result<(), Diagnostic> {
        let place = expression.span;
        match &expression.kind {
            ExpressionKind::Integer(_) | ExpressionKind::Floating => Ok(()),
            ExpressionKind::Variable(symbol) => self.variable_value(reading, *symbol, expression),
            ExpressionKind::Member(..) if !expression.subscripted().1.is_empty() => {
                self.read(reading, expression)
            }
            ExpressionKind::Member(symbol, _) => self.variable_value(reading, *symbol, expression),
            ExpressionKind::Index(..) => self.read(reading, expression),
            ExpressionKind::SizeOf(_, None)
                if fold::constant(expression, self.around.symbols()).is_none() =>
            {
                Err(refusal(Code::UnknownSize, "this size isn't constant", place, "not supported"))
            }
            ExpressionKind::SizeOf(_, None) => Ok(()),
            ExpressionKind::SizeOf(_, Some(_)) => {
                Err(refusal(Code::UnsupportedExpression, "`sizeof` of an object isn't supported", place, "")
                    .with_help("use the type: `sizeof(double)`"))
            }
            ExpressionKind::Unary(UnaryOperator::Address, _) => {
                Err(refusal(Code::Pointer, "an address is taken", place, "not supported"))
            }
            ExpressionKind::Unary(UnaryOperator::Dereference, _) => {
                Err(refusal(Code::Pointer, "a pointer is dereferenced", place, "not supported")
                    .with_help("write it with `[ ]`"))
            }
            ExpressionKind::Unary(_, operand) => self.value(reading, operand),
            ExpressionKind::Cast(operand) if expression.type_.is_arithmetic() => self.value(reading, operand),
            ExpressionKind::Cast(_) => {
                Err(refusal(Code::UnsupportedExpression, "a cast to no number isn't supported", place, ""))
            }
            ExpressionKind::Binary(operator, left, right) => {
                self.value(reading, left)?;
                match operator {
                    BinaryOperator::And => self.guarded(reading, left, true, right),
                    BinaryOperator::Or => self.guarded(reading, left, false, right),
                    _ => self.value(reading, right),
                }
            }
            ExpressionKind::Conditional(condition, then, otherwise) => {
                self.value(reading, condition)?;
                self.guarded(reading, condition, true, then)?;
                self.guarded(reading, condition, false, otherwise)
            }
            ExpressionKind::Call(callee, arguments) => self.call(reading, callee, arguments, place),
            ExpressionKind::Assign(..) | ExpressionKind::Increment { .. } => Err(refusal(
                Code::AssignmentInside,
                "an assignment within an expression isn't supported",
                place,
                "",
            )
            .with_help("write it before")),
            ExpressionKind::Comma(_) => {
                Err(refusal(Code::UnsupportedExpression, "the comma operator isn't supported", place, ""))
            }
            ExpressionKind::Other(what, _) => {
                Err(refusal(unsupported(what), format!("{what} isn't supported"), place, ""))
            }
        }
    }

    /// A part that is evaluated only if `condition` has the truth value `holds`.
    fn guarded(
        &mut self,
        reading: &mut Reading,
        condition: &'a tree::Expression,
        holds: bool,
        part: &'a tree::Expression,
    ) -> Result<(), Diagnostic> {
        let guard = self.guard_of(condition, holds);
        self.where_it_holds(reading, guard, |builder, reading| builder.value(reading, part))
    }

    /// What `read` reads where a guard lets it.
    pub fn where_it_holds<T>(
        &mut self,
        reading: &mut Reading,
        guard: Guard,
        read: impl FnOnce(&mut Self, &mut Reading) -> T,
    ) -> T {
        let known = guard.known();
        reading.guards.push(guard);
        let result = self.under(known, |builder| read(builder, reading));
        reading.guards.pop();
        result
    }

    /// That `condition` has the truth value `holds`.
    pub fn guard_of(&mut self, condition: &tree::Expression, holds: bool) -> Guard {
        if let Some(condition) = self.affine_condition(condition) {
            return Guard::affine(condition, holds);
        }
        let mut implied = Vec::new();
        self.implied(condition, holds, &mut implied);
        if implied.is_empty() { Guard::DependsOnData } else { Guard::Implies(Condition::And(implied)) }
    }

    /// What is known of a condition on data where it has the truth value `holds`: the parts of a conjunction that are affine,
    /// as `x > 0` of `x > 0 && a[x - 1] > m`.
    fn implied(&mut self, condition: &tree::Expression, holds: bool, found: &mut Vec<Condition>) {
        match &condition.kind {
            ExpressionKind::Unary(UnaryOperator::Not, operand) => self.implied(operand, !holds, found),
            ExpressionKind::Binary(operator, left, right)
                if *operator == if holds { BinaryOperator::And } else { BinaryOperator::Or } =>
            {
                for part in [left, right] {
                    match self.affine_condition(part) {
                        Some(condition) => found.push(Guard::affine(condition, holds).known()),
                        None => self.implied(part, holds, found),
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether the truth of `condition` isn't known from counters and parameters.
    pub fn depends_on_data(&mut self, condition: &tree::Expression) -> bool {
        let start = self.obligations.len();
        let attempt = self.attempt(|builder| builder.condition(condition, "this condition"));
        self.obligations.truncate(start);
        attempt.is_err()
    }

    /// A condition that is affine without anything left to prove.
    pub fn affine_condition(&mut self, condition: &tree::Expression) -> Option<Condition> {
        self.exact(condition.span, |builder| builder.condition(condition, "this condition"))
    }

    fn variable_value(
        &mut self,
        reading: &mut Reading,
        symbol: SymbolId,
        expression: &'a tree::Expression,
    ) -> Result<(), Diagnostic> {
        let declared = &self.around.symbols()[symbol];
        let name = &declared.name;
        let is_tracked = self.values.iter().any(|path| path.contains_key(&symbol));
        if is_tracked {
            return Ok(());
        }
        if let Some(position) = self.active.iter().position(|active| active.symbol == Some(symbol)) {
            reading.marks.push(Mark { place: expression.span, piece: Piece::Iterator(position) });
            return Ok(());
        }
        if let Some(divided) = self.divided_counters.get(&symbol) {
            let piece = Piece::Counter { value: divided.value.clone(), iterator: divided.iterator };
            reading.marks.push(Mark { place: expression.span, piece });
            return Ok(());
        }
        match declared.kind {
            SymbolKind::EnumerationConstant(_) => return Ok(()),
            SymbolKind::Function => {
                return Err(refusal(
                    Code::CallThroughPointer,
                    format!("the function `{name}` is used as a value"),
                    expression.span,
                    "",
                ));
            }
            SymbolKind::Undeclared => {
                return Err(refusal(
                    Code::NotDeclared,
                    format!("`{name}` isn't declared"),
                    expression.span,
                    "",
                ));
            }
            _ => {}
        }
        if self.own.contains(&symbol) {
            self.reads.insert(symbol);
            return Ok(());
        }
        if self.counters.contains(&symbol) {
            let cause = format!("the value of `{name}` is used outside of its loop");
            let problem =
                refusal(Code::Counter, cause, expression.span, "").with_help("declare it in the loop");
            return Err(Reason::Counter.of(problem));
        }
        let is_constant = fold::constant_variable(symbol, self.around.symbols()).is_some();
        let is_parameter = self.parameters.contains(&symbol) || is_constant;
        if is_parameter && !self.changed.contains_key(&symbol) {
            return Ok(());
        }
        if expression.span.is_empty() {
            let cause = format!("a call reads `{name}`, which changes");
            return Err(refusal(Code::VariableChanges, cause, expression.span, ""));
        }
        self.reads.insert(symbol);
        self.read(reading, expression)
    }

    fn read(&mut self, reading: &mut Reading, expression: &'a tree::Expression) -> Result<(), Diagnostic> {
        let before = (reading.references.len(), reading.marks.len());
        let exact = self.attempt(|builder| builder.read_cell(reading, expression));
        exact.or_else(|problem| {
            reading.references.truncate(before.0);
            reading.marks.truncate(before.1);
            match self.gathered_from(expression) {
                Some(symbol) => self.gather(reading, symbol, expression),
                None => Err(problem),
            }
        })
    }

    fn read_cell(
        &mut self,
        reading: &mut Reading,
        expression: &'a tree::Expression,
    ) -> Result<(), Diagnostic> {
        let mut reference = self.reference(expression, AccessKind::Read)?;
        self.subscript_values(reading, expression, &reference)?;
        reference.guard = self.guard(reading, &reference)?;
        reading.refer(reference);
        Ok(())
    }

    /// When a reference at the current place is evaluated.
    pub fn guard(&mut self, reading: &Reading, reference: &Reference) -> Result<Condition, Diagnostic> {
        let mut conditions = Vec::new();
        let mut depends_on_data = self.around.region.is_isolated && self.is_anywhere(reference);
        for guard in &reading.guards {
            match guard {
                Guard::Affine(condition) => conditions.push(condition.clone()),
                Guard::Implies(condition) => {
                    conditions.push(condition.clone());
                    depends_on_data = true;
                }
                Guard::DependsOnData => depends_on_data = true,
            }
        }
        if depends_on_data {
            let is_its = |it: &Obligation| it.cause == Cause::NeverInRow && it.place == reference.span;
            self.obligations.retain(|it| !is_its(it));
            self.check_size(reference)?;
            conditions.extend(self.cell_exists(reference)?);
        }
        Ok(match conditions.len() {
            0 if !depends_on_data => Condition::Constant(true),
            1 => conditions.remove(0),
            // of nothing where nothing is known of what it depends on
            _ => Condition::And(conditions),
        })
    }

    /// What may be touched in another memory space is copied there, so it must exist.
    fn check_size(&mut self, reference: &Reference) -> Result<(), Diagnostic> {
        let symbol = self.arrays[reference.array];
        let is_unknown = matches!(self.extents(symbol)?.first(), Some(None));
        if self.around.region.is_isolated && is_unknown {
            let name = self.name(symbol);
            let cause = format!("it may touch cells of `{name}`, of which no size is known");
            return Err(refusal(Code::UnknownSize, cause, reference.span, "depends on data")
                .with_help(format!("declare it with its size: `{name}[n]`")));
        }
        Ok(())
    }

    /// That the subscripts lie within the extents that are known. What a pointer leads to may have cells before that.
    fn cell_exists(&mut self, reference: &Reference) -> Result<Vec<Condition>, Diagnostic> {
        let symbol = self.arrays[reference.array];
        let extents = self.extents(symbol)?;
        let is_own = matches!(
            self.storage(symbol),
            Storage::Local { .. } | Storage::Block { .. } | Storage::RowTable { .. }
        );
        let is_limited = !self.may_overlap_itself(symbol);
        let mut known = Vec::new();
        let cells = extents.into_iter().zip(&reference.subscripts).enumerate();
        // elsewhere one that isn't known lies within its extent by itself
        let is_told = |subscript: &Expression| self.around.region.is_isolated || !self.is_unknown(subscript);
        for (position, (extent, subscript)) in cells.filter(|(_, (_, subscript))| is_told(subscript)) {
            let extent = extent.and_then(|extent| extent.value).filter(|_| is_limited);
            if extent.is_some() || is_own || position > 0 {
                let zero = Expression::Constant(0);
                known.push(Condition::Compare(Comparison::LessEqual, zero, subscript.clone()));
            }
            if let Some(extent) = extent {
                known.push(Condition::Compare(Comparison::Less, subscript.clone(), extent));
            }
        }
        Ok(known)
    }

    /// A variable or a fully subscripted array.
    pub fn reference(
        &mut self,
        expression: &tree::Expression,
        kind: AccessKind,
    ) -> Result<Reference, Diagnostic> {
        let (base, subscripts) = expression.subscripted();
        let (symbol, subscripts) = match self.pointer_itself(base, &subscripts) {
            Some((pointer, subscript)) => (pointer, vec![subscript]),
            None => (self.base_variable(base, expression)?, subscripts),
        };
        self.check_element(symbol, expression)?;
        if self.is_whole(symbol) {
            return Err(self.known_as_a_whole(symbol, expression.span));
        }
        let array = self.array(symbol);
        let role = format!("the subscript of `{}`", self.name(symbol));
        if let [only] = subscripts.as_slice() {
            let noted = self.note_subscript(symbol, only, &role).map(Ok);
            if let Some(shaped) = noted.or_else(|| self.shaped(symbol, only, &role)) {
                let (guard, span) = (Condition::Constant(true), expression.span);
                return Ok(Reference { array, kind, subscripts: shaped?, guard, span });
            }
        }
        let (mut known, mut unknown) = (Vec::new(), None);
        for (dimension, subscript) in subscripts.into_iter().enumerate() {
            let value =
                self.in_address(|builder| builder.attempt(|builder| builder.affine(subscript, &role)));
            let value = value.map_err(|problem| Reason::Subscript.around(problem));
            known.push(match value {
                Ok(value) => value,
                Err(problem) => {
                    unknown.get_or_insert_with(|| problem.clone());
                    self.any_subscript(symbol, dimension, subscript, problem)?
                }
            });
        }
        if let Some(problem) = unknown.filter(|_| !self.around.region.is_isolated)
            && known.iter().all(|subscript| self.is_unknown(subscript))
        {
            return Err(problem);
        }
        // what stands for a pointer isn't in the text
        let counted = known.len().checked_sub(1).filter(|_| base.span.is_empty());
        self.stays_in_row(symbol, &known, counted, expression.span)?;
        let (guard, span) = (Condition::Constant(true), expression.span);
        let mut reference = Reference { array, kind, subscripts: known, guard, span };
        if self.is_anywhere(&reference) && kind == AccessKind::MustWrite {
            reference.kind = AccessKind::MayWrite;
        }
        Ok(reference)
    }

    fn base_variable(
        &self,
        base: &tree::Expression,
        whole: &tree::Expression,
    ) -> Result<SymbolId, Diagnostic> {
        if let Some(symbol) = base.named() {
            self.check_member(symbol, whole.span)?;
            self.check_element_stays(base)?;
            return Ok(symbol);
        }
        let what = match &base.kind {
            ExpressionKind::Other(what, _) => *what,
            ExpressionKind::Unary(UnaryOperator::Dereference, _) => "a dereferenced pointer",
            ExpressionKind::Call(..) => "the result of a call",
            _ => "this",
        };
        let cause = format!("{what} isn't supported where memory is read or written");
        let code = if unsupported(what) == Code::Structure { Code::Structure } else { Code::Pointer };
        let problem = refusal(code, cause, whole.span, "not a variable or a subscripted array");
        Err(Reason::of_expression(base).of(problem))
    }

    /// Checks that a reference is to a number in ordinary memory.
    pub fn check_element(&self, symbol: SymbolId, expression: &tree::Expression) -> Result<(), Diagnostic> {
        let declared = &self.around.symbols()[symbol];
        let name = &declared.name;
        let refuse =
            |code, reason: Reason, cause: String| Err(reason.of(refusal(code, cause, expression.span, "")));
        let mut type_ = &declared.type_;
        loop {
            if type_.qualifiers.volatile {
                return refuse(
                    Code::VolatileOrAtomic,
                    Reason::VolatileOrAtomic,
                    format!("`{name}` is volatile"),
                );
            }
            if type_.qualifiers.atomic {
                return refuse(
                    Code::VolatileOrAtomic,
                    Reason::VolatileOrAtomic,
                    format!("`{name}` is atomic"),
                );
            }
            match type_.target() {
                Some(target) => type_ = target,
                None => break,
            }
        }
        match (&expression.type_.kind, &declared.kind) {
            (TypeKind::Integer(_) | TypeKind::Floating(_), _) => {}
            (TypeKind::Pointer(_) | TypeKind::Array(..), _) => {
                let cause = format!("`{name}` is used without all its subscripts, as a pointer");
                return refuse(Code::Pointer, Reason::Pointer, cause);
            }
            (_, SymbolKind::Undeclared) => {
                return refuse(Code::NotDeclared, Reason::Declaration, format!("`{name}` isn't declared"));
            }
            (TypeKind::Record(_), _) => {
                return refuse(
                    Code::Structure,
                    Reason::Structure,
                    format!("`{name}` holds structures or unions"),
                );
            }
            _ => {
                return refuse(
                    Code::NoInteger,
                    Reason::NoInteger,
                    format!("the type of `{name}` isn't supported"),
                );
            }
        }
        if self.points_to_pointers(symbol) && !self.is_scattered(symbol) {
            return refuse(Code::Pointer, Reason::Pointer, format!("`{name}` holds pointers"));
        }
        Ok(())
    }

    /// Whether subscripting goes through a second pointer.
    pub fn points_to_pointers(&self, symbol: SymbolId) -> bool {
        let type_ = &self.around.symbols()[symbol].type_;
        type_.target().is_some_and(|target| matches!(target.innermost().kind, TypeKind::Pointer(_)))
    }

    fn call(
        &mut self,
        reading: &mut Reading,
        callee: &'a tree::Expression,
        arguments: &'a [tree::Expression],
        place: Span,
    ) -> Result<(), Diagnostic> {
        let Some(function) = callee.variable().filter(|_| !matches!(callee.type_.kind, TypeKind::Pointer(_)))
        else {
            return Err(through_pointer(place));
        };
        let name = self.name(function);
        match self.purities.of(function) {
            Purity::Constant => {}
            Purity::ReadsMemory if !self.writes_visible_memory() && !self.around.region.is_isolated => {}
            Purity::ReadsMemory => {
                if !self.around.translation.resolved.promises.contains_key(&function) {
                    return Err(refusal(
                        Code::ImpureCall,
                        format!("`{name}` may read what the region writes"),
                        place,
                        "",
                    ));
                }
                let cause = format!("`{name}` is declared pure, so it may read what the region writes");
                return Err(refusal(Code::ImpureCall, cause, place, "")
                    .with_help("`__attribute__((const))` says that it doesn't"));
            }
            Purity::Unknown => {
                let known = self.states_of(reading, function, place);
                known.ok_or_else(|| self.impure_call(callee, arguments, place))?;
            }
        }
        let is_library = State::stood_for(function, self.around.translation).is_some();
        if is_library {
            self.check_streams(name, arguments)?;
        }
        for argument in arguments {
            if self.gets_places(function) && self.place_handed(reading, argument)? {
                continue;
            }
            if is_library && !argument.type_.is_arithmetic() {
                library::conditions(argument).into_iter().try_for_each(|it| self.value(reading, it))?;
                continue;
            }
            if matches!(argument.type_.kind, TypeKind::Pointer(_) | TypeKind::Array(..)) {
                let cause = format!("`{name}` gets a pointer");
                return Err(refusal(
                    Code::UnknownCall,
                    cause,
                    argument.span,
                    "what it does with it isn't known",
                ));
            }
            match argument.type_.kind {
                TypeKind::Record(_) => self.structure_value(argument)?,
                _ => self.value(reading, argument)?,
            }
        }
        Ok(())
    }

    /// Checks that the library gets nothing by address but texts and streams, which stay what they are in the region.
    pub fn check_streams(&self, name: &str, arguments: &[tree::Expression]) -> Result<(), Diagnostic> {
        let place =
            arguments.iter().find(|argument| !argument.type_.is_arithmetic() && !library::is_text(argument));
        let place = place.or(arguments.first()).map_or(Span::default(), |argument| argument.span);
        let refuse = |cause: String, remark| {
            Err(Reason::UnknownCall.of(refusal(Code::UnknownCall, cause, place, remark)))
        };
        let Some(streams) = library::streams(name, arguments) else {
            return refuse(format!("`{name}` gets a pointer"), "what it reads there isn't known");
        };
        let symbols = self.around.symbols();
        let is_kept = |stream: &SymbolId| {
            let is_changed = self.around.changes_inside().any(|change| change.symbol == *stream);
            let is_declared = self.around.is_inside(symbols[*stream].name_span);
            let is_set = is_changed || is_declared;
            let is_opened =
                || opened_in_front(*stream, self.around).is_some() || opened_in_turn(*stream, self.around);
            (!is_set || is_opened()) && self.around.address_taken(*stream).is_none()
        };
        match streams.iter().all(is_kept) {
            true => Ok(()),
            false => refuse(format!("`{name}` gets a stream that may change"), ""),
        }
    }

    /// Adds what a function reads that keeps a state, and what it may write; `None` if it does more, or the region looks at that.
    fn states_of(&mut self, reading: &mut Reading, function: SymbolId, place: Span) -> Option<()> {
        let around = self.around;
        reading.states.as_ref().filter(|_| !around.region.is_isolated)?;
        let kept = match self.gets_places(function) {
            true => State::Streams.symbol(around.translation).into_iter().collect(),
            false => self.purities.state_of(function)?,
        };
        let is_inside = |symbol: &SymbolId| {
            let mut mentions = around.occurrences(*symbol).iter();
            !library::is_state(*symbol, around.symbols())
                && mentions.any(|mention| around.is_inside(mention.place))
        };
        (!kept.iter().any(is_inside)).then_some(())?;
        kept.into_iter().for_each(|symbol| self.state(reading, symbol, place));
        Some(())
    }

    /// Adds that a call reads a state, and may write it.
    pub fn state(&mut self, reading: &mut Reading, symbol: SymbolId, place: Span) {
        let array = self.array(symbol);
        let (guard, kind) = (Condition::Constant(true), AccessKind::Read);
        let read = Reference { array, kind, subscripts: vec![], guard, span: place };
        let write = Reference { kind: AccessKind::MayWrite, ..read.clone() };
        reading.states.get_or_insert_default().push(write);
        reading.references.push(read);
    }

    /// A structure that is handed on by value: one that nothing changes in the region.
    fn structure_value(&self, argument: &tree::Expression) -> Result<(), Diagnostic> {
        let symbols = self.around.symbols();
        let is_kept = |symbol: SymbolId| {
            let is_own = matches!(
                symbols[symbol].kind,
                SymbolKind::Local { is_static: false } | SymbolKind::Parameter
            );
            let changes =
                |change: &Change| change.symbol == symbol || object(change.symbol, symbols) == symbol;
            is_own
                && !self.around.is_inside(symbols[symbol].name_span)
                && self.around.address_taken(symbol).is_none()
                && !self.around.changes_inside().any(changes)
        };
        match argument.variable() {
            Some(symbol) if is_kept(symbol) => Ok(()),
            _ => Err(refusal(
                Code::Structure,
                "a structure is handed on",
                argument.span,
                "what is in it isn't known",
            )),
        }
    }

    /// Whether the region writes anything that other functions can see.
    fn writes_visible_memory(&self) -> bool {
        let symbols = self.around.symbols();
        self.around.changes_inside().any(|change| {
            let symbol = &symbols[change.symbol];
            let is_own = match symbol.type_.kind {
                TypeKind::Pointer(_) => {
                    crate::facts::allocation::allocation(change.symbol, self.around).is_some()
                }
                TypeKind::Array(..) => symbol.kind != SymbolKind::Parameter,
                _ => true,
            };
            let is_local = matches!(symbol.kind, SymbolKind::Local { .. } | SymbolKind::Parameter);
            !(is_own && is_local) || crate::facts::lifetime::escapes(change.symbol, self.around)
        })
    }

    /// What is wrong with a call whose effect isn't known.
    pub fn impure_call(
        &self,
        callee: &tree::Expression,
        arguments: &[tree::Expression],
        place: Span,
    ) -> Diagnostic {
        let Some(function) = callee.variable() else {
            return through_pointer(place);
        };
        let name = self.name(function);
        let environment = &self.around.translation.environment;
        if let (true, Some(looks)) =
            (sets_errors(self.around.symbols(), function), environment.errors.or(environment.modes))
        {
            let cause = format!("`{name}` may set `errno` or raise exceptions, which the program looks at");
            return Reason::UnknownCall.of(refusal(Code::ImpureCall, cause, place, "").also(looks, "here"));
        }
        let mut of_file = self.around.translation.resolved.functions.iter();
        let is_of_file = of_file.any(|defined| defined.symbol == function);
        let (reason, cause) = match is_of_file {
            true => (
                Reason::CallOfFile,
                format!("`{name}` may do more than to compute a value, and stays a call"),
            ),
            false => (Reason::UnknownCall, format!("what `{name}` does isn't known")),
        };
        let problem = reason.of(refusal(Code::UnknownCall, cause, place, "may read and write anything"));
        // one that gets addresses, or nothing, gives nothing or an address, or is the library's hardly computes a number from numbers
        let gives_number = matches!(&callee.type_.kind, TypeKind::Function(result) if result.is_arithmetic());
        let takes_numbers =
            !arguments.is_empty() && arguments.iter().all(|argument| argument.type_.is_arithmetic());
        if !gives_number
            || !takes_numbers
            || self.around.map.is_in_system_header(self.around.symbols()[function].name_span.start)
        {
            return problem;
        }
        problem.with_help(format!(
            "if its result depends on its arguments alone, and it has no effect, declare `{name}` with \
             `__attribute__((const))`"
        ))
    }

    /// The position of an array, which is added where it is new.
    pub fn array(&mut self, symbol: SymbolId) -> usize {
        if let Some(position) = self.arrays.iter().position(|known| *known == symbol) {
            return position;
        }
        self.arrays.push(symbol);
        self.arrays.len() - 1
    }
}

fn through_pointer(place: Span) -> Diagnostic {
    Reason::CallThroughPointer.of(refusal(
        Code::CallThroughPointer,
        "a call through a pointer isn't supported",
        place,
        "",
    ))
}
