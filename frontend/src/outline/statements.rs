//! Statements of a region.

use std::collections::BTreeSet;

use diagnostics::{Code, Diagnostic, Span};
use polyhedral::{AccessKind, Condition, Piece};

use super::branches::is_simple;
use super::builder::Builder;
use super::macro_names::with_macro_names;
use super::text::{Mark, end_with_semicolon, lines, pieces};
use super::values::Reading;
use super::{Assignment, Checked, Node};
use crate::facts::checks::is_assertion;
use crate::facts::library::State;
use crate::facts::memory::{Memory, may_hold, memory};
use crate::facts::purity::Purity;
use crate::facts::streams::opens_in_turn;
use crate::null_tests::comes_out;
use crate::refusal::{self, Reason, refusal};
use crate::syntax::tree::{
    Construct, Declaration, Expression, ExpressionKind, Initializer, Statement, StatementKind, SymbolKind,
};
use crate::syntax::types::TypeKind;

impl<'a> Builder<'a> {
    /// Statements in a row; those that are refused are noted and left out.
    pub fn statements(&mut self, statements: &'a [Statement]) -> Vec<Node> {
        statements.iter().flat_map(|statement| self.statement(statement)).collect()
    }

    /// The body of a loop, in which `if (c) { …; continue; }` runs what follows otherwise.
    fn turn(&mut self, list: &'a [Statement]) -> Vec<Node> {
        let mut nodes = Vec::new();
        for (position, statement) in list.iter().enumerate() {
            if let Some((condition, before, _)) = self.skipping(statement) {
                let rest = &list[position + 1..];
                let then = |builder: &mut Self| builder.statements(before);
                nodes.extend(self.either(condition, then, |builder| builder.turn(rest)));
                return nodes;
            }
            nodes.extend(self.statement(statement));
        }
        nodes
    }

    /// The places of the statements `continue` in a loop's body of which the rest of the body is an `else`.
    pub fn skipped(&mut self, body: &'a Statement) -> BTreeSet<Span> {
        let StatementKind::Block(list) = &body.kind else { return BTreeSet::new() };
        list.iter().filter_map(|statement| self.skipping(statement)).map(|(.., place)| place).collect()
    }

    /// The condition of `if (c) { …; continue; }`, where that is affine, what stands in front of the `continue`, and its place.
    fn skipping(&mut self, statement: &'a Statement) -> Option<(&'a Expression, &'a [Statement], Span)> {
        let StatementKind::If(condition, then, None) = &statement.kind else { return None };
        let (last, before) = match &then.kind {
            StatementKind::Block(list) => list.split_last()?,
            _ => (&**then, &[][..]),
        };
        let is_taken = matches!(last.kind, StatementKind::Other(Construct::Continue, ..))
            && !self.is_nonaffine(statement)
            && self.affine_condition(condition).is_some();
        is_taken.then_some((condition, before, last.span))
    }

    /// One statement, without what OpenMP says of it.
    pub fn unmarked(&mut self, statement: &'a Statement) -> Vec<Node> {
        if self.is_nonaffine(statement) {
            return self.nonaffine_statement(statement);
        }
        let before = (self.problems.len(), self.found.statements.len());
        self.unknown.clear();
        let nodes = self.modelled(statement);
        self.note_nonaffine(statement, before);
        nodes
    }

    fn modelled(&mut self, statement: &'a Statement) -> Vec<Node> {
        let (label, statement) = statement.unlabeled();
        match &statement.kind {
            _ if self.is_memory(statement) => {
                self.define_sizes(statement);
                vec![]
            }
            _ if self.is_row(statement) => vec![],
            StatementKind::Block(list) if self.turn == Some(statement.span) => self.turn(list),
            StatementKind::Block(list) => self.statements(list),
            StatementKind::Expression(None) => vec![],
            StatementKind::Expression(Some(call)) if self.is_own_call(call) => {
                let result = self.own_call(call);
                self.noted(result).unwrap_or_default()
            }
            StatementKind::Expression(Some(expression)) if opens_in_turn(expression, self.around) => {
                vec![self.opening(statement.span, label)]
            }
            StatementKind::Expression(Some(expression)) if self.is_several(expression) => {
                self.several(expression)
            }
            StatementKind::Expression(Some(expression)) if makes_member(expression) => {
                let cause = "what is in this structure isn't known where the region starts";
                let problem = refusal(Code::Declaration, cause, statement.span, "not supported");
                let help = "make the structure before the region";
                self.problems.push(Reason::Declaration.of(problem.with_help(help)));
                vec![]
            }
            StatementKind::Expression(Some(expression)) => {
                if let Some(given) = self.setting(expression, statement.span) {
                    let result = self.set(expression, statement.span, given);
                    return self.noted(result).flatten().into_iter().collect();
                }
                let result = self.expression_statement(expression, statement.span, label);
                self.noted(result).into_iter().collect()
            }
            StatementKind::Declaration(list) => self.declarations(statement, list),
            StatementKind::If(..) => match self.clamp(statement.span) {
                Some(clamp) => self.clamped(clamp, |builder| builder.alternatives(statement, label)),
                None => self.alternatives(statement, label),
            },
            StatementKind::For(parts) => {
                let mut nodes = self.before_loop(parts);
                nodes.extend(self.for_loop(statement, parts, 0));
                nodes
            }
            StatementKind::Labeled(..) => vec![],
            StatementKind::Other(..) if self.is_uncounted(statement) => {
                let result = self.uncounted(statement);
                self.noted(result).unwrap_or_default()
            }
            StatementKind::Other(construct, _, inner) => {
                let first =
                    self.around.translation.table.within(statement.span).first().map(|token| token.span);
                let place = first.filter(|_| !inner.is_empty()).unwrap_or(statement.span);
                self.problems.push(unsupported(construct, place));
                self.skip_pragmas(statement);
                vec![]
            }
        }
    }

    /// An `if`.
    fn alternatives(&mut self, statement: &'a Statement, label: Option<&str>) -> Vec<Node> {
        let StatementKind::If(condition, then, otherwise) = &statement.kind else { return vec![] };
        if let Some(holds) = comes_out(condition, &self.around.translation.resolved) {
            let taken = if holds { Some(then) } else { otherwise.as_ref() };
            return taken.map_or(vec![], |taken| self.statement(taken));
        }
        if is_simple(statement) && self.depends_on_data(condition) {
            let result = self.branching(statement, label);
            return self.noted(result).into_iter().collect();
        }
        self.conditional(condition, then, otherwise.as_deref()).into_iter().collect()
    }

    /// Whether a statement does no more than to obtain or release memory, without giving it values anew in
    /// each iteration.
    fn is_memory(&self, statement: &Statement) -> bool {
        let is_fine = match memory(statement, self.around) {
            None => false,
            Some(Memory::Releases) => true,
            Some(Memory::Opens | Memory::Declares) => self.active.is_empty(),
            Some(Memory::Checks) => self.active.is_empty() && may_hold(statement, self.around),
            Some(Memory::Obtains { zeroed }) => !zeroed || self.active.is_empty(),
        };
        is_fine && self.threads.around.is_empty()
    }

    /// Notes the sizes of structures that a statement makes.
    fn define_sizes(&mut self, statement: &'a Statement) {
        let symbols = self.around.symbols();
        match &statement.kind {
            StatementKind::Declaration(list) => {
                for symbol in list.iter().map(|it| it.symbol) {
                    if let Some(Initializer::Value(value)) = &symbols[symbol].initializer {
                        self.define(symbol, value);
                    }
                }
            }
            StatementKind::Expression(Some(expression)) => {
                if let ExpressionKind::Assign(None, target, value) = &expression.kind {
                    target.variable().into_iter().for_each(|symbol| self.define(symbol, value));
                }
            }
            _ => {}
        }
    }

    pub fn noted<T>(&mut self, result: Result<T, Diagnostic>) -> Option<T> {
        result.map_err(|problem| self.problems.push(problem)).ok()
    }

    fn conditional(
        &mut self,
        condition: &'a Expression,
        then: &'a Statement,
        otherwise: Option<&'a Statement>,
    ) -> Option<Node> {
        let otherwise =
            |builder: &mut Self| otherwise.map_or(vec![], |otherwise| builder.statement(otherwise));
        self.either(condition, |builder| builder.statement(then), otherwise)
    }

    fn either(
        &mut self,
        condition: &'a Expression,
        then: impl FnOnce(&mut Self) -> Vec<Node>,
        otherwise: impl FnOnce(&mut Self) -> Vec<Node>,
    ) -> Option<Node> {
        self.obligations.clear();
        let value = self.condition(condition, "this condition").map_err(|problem| {
            let problem = problem.with_help("a condition on data can be written `x = condition ? new : x`");
            Reason::Condition.around(problem)
        });
        let condition =
            value.map(|value| Checked { value, obligations: std::mem::take(&mut self.obligations) });
        let is_so = condition.as_ref().ok().map(|condition| condition.value.clone());
        let isnt_so = is_so.clone().map(|condition| Condition::Not(Box::new(condition)));
        let (then_body, else_body) = (self.where_tested(is_so, then), self.where_tested(isnt_so, otherwise));
        let condition = self.noted(condition)?;
        Some(Node::If { condition, then_body, else_body })
    }

    /// What `work` finds in statements that run where a condition is so, if it is known which.
    fn where_tested<T>(&mut self, condition: Option<Condition>, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.tested.len();
        self.tested.extend(condition);
        let result = work(self);
        self.tested.truncate(before);
        result
    }

    /// An expression statement, which must be an assignment.
    pub fn expression_statement(
        &mut self,
        expression: &'a Expression,
        span: Span,
        label: Option<&str>,
    ) -> Result<Node, Diagnostic> {
        let expression = without_discard(expression);
        let (target, value, reads_target) = match &expression.kind {
            ExpressionKind::Assign(operator, target, value) => (target, Some(&**value), operator.is_some()),
            ExpressionKind::Increment { operand, .. } => (operand, None, true),
            ExpressionKind::Call(callee, _) if self.keeps_state(callee) => {
                let mut reading = Reading::of_statement();
                self.obligations.clear();
                self.value(&mut reading, expression)?;
                return Ok(self.finish(reading, span, span, label));
            }
            _ => return Err(self.without_effect(expression)),
        };
        let mut reading = Reading::of_statement();
        self.assignment(&mut reading, target, value, reads_target)?;
        Ok(self.finish(reading, span, span, label))
    }

    /// A statement that opens a file in its turn.
    fn opening(&mut self, span: Span, label: Option<&str>) -> Node {
        let mut reading = Reading::of_statement();
        self.obligations.clear();
        if let Some(streams) = State::Streams.symbol(self.around.translation) {
            self.state(&mut reading, streams, span);
        }
        self.finish(reading, span, span, label)
    }

    /// Whether a call does nothing but to change what its function, or the library, keeps.
    fn keeps_state(&mut self, callee: &Expression) -> bool {
        callee.variable().is_some_and(|it| {
            let is_unknown = self.purities.of(it) == Purity::Unknown;
            is_unknown && (self.gets_places(it) || self.purities.state_of(it).is_some())
        })
    }

    /// `target = value`, or with `reads_target` a compound assignment or an increment.
    pub fn assignment(
        &mut self,
        reading: &mut Reading,
        target: &'a Expression,
        value: Option<&'a Expression>,
        reads_target: bool,
    ) -> Result<(), Diagnostic> {
        self.obligations.clear();
        self.check_target(target)?;
        let mut written = self.reference(target, AccessKind::MustWrite)?;
        self.subscript_values(reading, target, &written)?;
        if self.is_anywhere(&written) {
            written.guard = self.guard(reading, &written)?;
        }
        let is_first = reads_target && value.is_none_or(|value| target.span.start <= value.span.start);
        if is_first {
            let read = super::Reference { kind: AccessKind::Read, ..written.clone() };
            reading.references.push(read);
        }
        if let Some(value) = value {
            self.value(reading, value)?;
        }
        reading.refer(written);
        Ok(())
    }

    pub fn check_target(&self, target: &Expression) -> Result<(), Diagnostic> {
        if let Some(symbol) = target.variable() {
            if self.counters.contains(&symbol) {
                let cause = format!("`{}` counts a loop and is changed elsewhere", self.name(symbol));
                return Err(Reason::Counter.of(refusal(Code::Counter, cause, target.span, "changed here")));
            }
        }
        Ok(())
    }

    /// The statement whose references are in `reading`.
    pub fn finish(&mut self, mut reading: Reading, span: Span, text: Span, label: Option<&str>) -> Node {
        reading.references.extend(reading.states.take().into_iter().flatten());
        reading.read_first();
        let around = self.around;
        let (source, table) = (around.map.text(), &around.translation.table);
        let mut marks = reading.marks;
        let unknown = match around.region.is_isolated {
            false => {
                self.note_replaced(&marks);
                self.chosen_subscripts(&mut marks)
            }
            // what stands in a subscript that depends on data isn't told apart
            true => {
                marks.retain(|_| self.unknown.is_empty());
                self.note_replaced(&marks);
                vec![]
            }
        };
        let marks = with_macro_names(marks, text, around);
        let text = match reading.is_branching {
            _ if self.fill.is_some() => self.filling_text(marks),
            true => lines(source, table, text, marks),
            false => {
                let mut text = pieces(source, table, text, marks);
                end_with_semicolon(&mut text);
                text
            }
        };
        let around_it = self.active.iter().map(|active| active.iterator.clone());
        let iterators = around_it.chain(self.unknown_counters()).collect();
        self.statements.push(Assignment {
            name: self.names.next(label),
            iterators,
            references: reading.references,
            obligations: std::mem::take(&mut self.obligations),
            unknown,
            text,
            span,
            line: around.line(span),
        });
        let node = Node::Assignment(self.statements.len() - 1);
        self.anywhere(node)
    }

    /// What a loop does in the place of the call that counts as it: `target = value;`, or the call for one item.
    fn filling_text(&self, marks: Vec<Mark>) -> Vec<Piece> {
        let Some(fill) = self.fill else { return vec![] };
        let ExpressionKind::Call(callee, arguments) = &fill.call.kind else { return vec![] };
        let [target, value, ..] = arguments.as_slice() else { return vec![] };
        let (source, table) = (self.around.map.text(), &self.around.translation.table);
        let mut text = pieces(source, table, target.span, marks.clone());
        if let [_, size, _, stream] = arguments.as_slice() {
            let own = match &size.kind {
                ExpressionKind::SizeOf(type_, None) => type_.scalar_bytes() == Some(fill.element_bytes),
                _ => false,
            };
            let size = match own {
                true => size.span.of(source).to_owned(),
                false => fill.element_bytes.to_string(),
            };
            text.insert(0, Piece::Text(format!("{}(&", callee.span.of(source))));
            text.extend([Piece::Text(format!(", {size}, ")), Piece::Items, Piece::Text(", ".to_owned())]);
            text.extend(pieces(source, table, stream.span, marks));
            text.push(Piece::Text(");".to_owned()));
            return text;
        }
        text.push(Piece::Text(" = ".to_owned()));
        text.extend(pieces(source, table, value.span, marks));
        end_with_semicolon(&mut text);
        text
    }

    /// What is wrong with an expression statement that assigns nothing.
    pub fn without_effect(&mut self, expression: &'a Expression) -> Diagnostic {
        if let ExpressionKind::Call(callee, arguments) = &expression.kind {
            if callee.variable().is_none_or(|callee| self.purities.of(callee) == Purity::Unknown) {
                return self.impure_call(callee, arguments, expression.span);
            }
        }
        match &expression.kind {
            ExpressionKind::Comma(_) => {
                let problem = refusal(
                    Code::UnsupportedExpression,
                    "the comma operator isn't supported",
                    expression.span,
                    "",
                );
                Reason::Operator.of(problem.with_help("write two statements"))
            }
            ExpressionKind::Other(what, _) => {
                let problem = refusal(
                    refusal::unsupported(what),
                    format!("{what} isn't supported"),
                    expression.span,
                    "",
                );
                Reason::of_expression(expression).of(problem)
            }
            ExpressionKind::Conditional(..)
                if is_assertion(expression, self.around.translation, self.around.map.text()) =>
            {
                let problem =
                    refusal(Code::Jump, "an assertion may end the program here", expression.span, "");
                Reason::NoEffect.of(problem.with_help("with `-DNDEBUG` it isn't there"))
            }
            _ => {
                let problem = refusal(Code::NoEffect, "this statement assigns nothing", expression.span, "");
                Reason::NoEffect.of(problem.with_help("leave it out"))
            }
        }
    }

    /// Declarations in the region; those with a value are assignments.
    fn declarations(&mut self, statement: &'a Statement, list: &'a [Declaration]) -> Vec<Node> {
        if list.is_empty() {
            let problem = refusal(
                Code::Declaration,
                "it declares a type",
                statement.span,
                "not supported within a region",
            );
            self.problems.push(Reason::Declaration.of(problem));
        }
        let results: Vec<_> = list.iter().map(|declaration| self.declaration(declaration)).collect();
        results.into_iter().filter_map(|result| self.noted(result).flatten()).collect()
    }

    pub fn declaration(&mut self, declaration: &'a Declaration) -> Result<Option<Node>, Diagnostic> {
        let symbol = &self.around.symbols()[declaration.symbol];
        let refuse = |reason: Reason, cause: &str, help: &str| {
            let cause = format!("{cause} `{}`", symbol.name);
            Err(reason
                .of(refusal(Code::Declaration, cause, declaration.span, "not supported").with_help(help)))
        };
        if self.around.is_table(declaration.symbol) && !self.is_isolated() {
            self.tables.insert(declaration.symbol);
            // new text may name it, whatever is read
            self.array(declaration.symbol);
            return Ok(None);
        }
        match symbol.kind {
            SymbolKind::Local { is_static: false } if symbol.is_member_of_local() => {
                return refuse(Reason::Declaration, "it declares", "declare the structure before the region");
            }
            SymbolKind::Local { is_static: false } => {}
            SymbolKind::Local { is_static: true } => {
                let (cause, help) = ("it declares the static variable", "declare it before the region");
                return refuse(Reason::Declaration, cause, help);
            }
            _ => return refuse(Reason::Declaration, "it declares", "declare it before the region"),
        }
        if matches!(symbol.type_.kind, TypeKind::Pointer(_)) {
            if self.sets_row(declaration.span) || self.is_for_rows(declaration.symbol) {
                return Ok(None);
            }
            return refuse(Reason::LocalPointer, "it declares the pointer", "use the array itself");
        }
        match &symbol.initializer {
            None => {
                // new text declares what is used behind the region, whether the region uses it or not
                let mut uses = self.around.occurrences(declaration.symbol).iter();
                if uses.any(|used| !self.around.is_inside(used.place)) {
                    self.array(declaration.symbol);
                }
                Ok(None)
            }
            Some(Initializer::List(_)) => {
                let cause = "it initializes, with a list,";
                refuse(Reason::InitializerList, cause, "assign the elements in a loop")
            }
            Some(Initializer::Value(value)) => {
                let target = self.declared_variable(declaration);
                let mut reading = Reading::of_statement();
                self.obligations.clear();
                self.define(declaration.symbol, value);
                if self.is_replaced(declaration.symbol) {
                    self.names.next(None);
                    return Ok(None);
                }
                self.given(declaration.symbol, &mut reading, value)?;
                let written = self.reference(&target, AccessKind::MustWrite)?;
                reading.refer(written);
                Ok(Some(self.finish(reading, declaration.span, declaration.span, None)))
            }
        }
    }

    /// The variable of a declaration as an expression.
    fn declared_variable(&self, declaration: &Declaration) -> Expression {
        let symbol = &self.around.symbols()[declaration.symbol];
        Expression {
            kind: ExpressionKind::Variable(declaration.symbol),
            span: symbol.name_span,
            type_: symbol.type_.clone(),
        }
    }

    /// Labels that are jumped to.
    pub fn check_labels(&mut self) {
        let mut problems = Vec::new();
        for statement in self.around.statements() {
            statement.walk(&mut |inner| {
                let StatementKind::Labeled(label, _) = &inner.kind else { return };
                let jumps = &self.around.index.jumps;
                if let Some((_, jump)) = jumps.iter().find(|(target, _)| target == label) {
                    let place = Span::new(inner.span.start, inner.span.start + label.len());
                    let problem = refusal(Code::Jump, "a jump leads into it", place, "target");
                    problems.push(Reason::Jump.of(problem.also(*jump, "jumps there")));
                }
            });
        }
        self.problems.extend(problems);
    }
}

/// `(void)f(x);` means `f(x);`.
pub fn without_discard(expression: &Expression) -> &Expression {
    match &expression.kind {
        ExpressionKind::Cast(inner) if matches!(expression.type_.kind, TypeKind::Void) => {
            without_discard(inner)
        }
        _ => expression,
    }
}

fn unsupported(construct: &Construct, place: Span) -> Diagnostic {
    let code = match construct {
        Construct::While | Construct::Do => Code::WhileLoop,
        Construct::Switch | Construct::Case => Code::Switch,
        Construct::Assembly => Code::UnknownCall,
        Construct::Goto(_) | Construct::Break | Construct::Continue | Construct::Return => Code::Jump,
    };
    let (what, help) = match construct {
        Construct::While => ("a `while` loop", Some("a `for` loop with affine bounds can be taken")),
        Construct::Do => ("a `do` loop", Some("a `for` loop with affine bounds can be taken")),
        Construct::Switch | Construct::Case => ("a `switch`", Some("`if` on affine conditions can be taken")),
        Construct::Goto(_) => ("a `goto`", None),
        Construct::Break => ("a `break`", None),
        Construct::Continue => ("a `continue`", Some("`if` on an affine condition can be taken")),
        Construct::Return => ("a `return`", None),
        Construct::Assembly => ("inline assembly", None),
    };
    let problem =
        Reason::of_construct(construct).of(refusal(code, format!("{what} isn't supported"), place, ""));
    match help {
        Some(help) => problem.with_help(help),
        None => problem,
    }
}

/// Whether this is one of the values that a structure gets from what makes it, none of which has a text of its own.
fn makes_member(expression: &Expression) -> bool {
    matches!(&expression.kind, ExpressionKind::Assign(None, target, _) if target.span.is_empty())
}
