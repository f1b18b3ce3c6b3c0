//! The variables of the program that an isolated statement mentions: all of them get a counterpart in its own
//! memory space.
//!
//! Sound because no mention is missed: those that the tree has are compared with the identifiers of the
//! text, and a name that is left over is refused.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::token::TokenKind;
use diagnostics::{Code, Diagnostic, Span};
use polyhedral::{Brackets, Mention, Tail, Variable};

use crate::facts::Surroundings;
use crate::facts::lifetime::counter_used;
use crate::syntax::tree::{
    BinaryOperator, Expression, ExpressionKind, Initializer, Statement, StatementKind, SymbolId, SymbolKind,
};
use crate::syntax::types::{ArraySize, Type, TypeKind};

/// The variables from outside of the region `around`, in order of first mention.
pub fn variables(around: Surroundings<'_>) -> Result<Vec<Variable>, Vec<Diagnostic>> {
    let mut search = Search {
        around,
        found: BTreeMap::new(),
        order: Vec::new(),
        passed: BTreeSet::new(),
        seen: BTreeSet::new(),
        problems: Vec::new(),
    };
    for statement in around.statements() {
        statement.walk(&mut |inner| search.statement(inner));
    }
    search.check_identifiers();
    if !search.problems.is_empty() {
        return Err(search.problems);
    }
    let described = search.order.iter().map(|symbol| search.describe(*symbol));
    Ok(described.collect())
}

struct Search<'a> {
    around: Surroundings<'a>,
    found: BTreeMap<SymbolId, Vec<Mention>>,
    order: Vec<SymbolId>,
    /// The starts of the arguments of own functions.
    passed: BTreeSet<usize>,
    /// The starts of the identifiers that are understood.
    seen: BTreeSet<usize>,
    problems: Vec<Diagnostic>,
}

impl<'a> Search<'a> {
    fn statement(&mut self, statement: &'a Statement) {
        if let StatementKind::Declaration(list) = &statement.kind {
            for declared in list {
                let symbol = &self.around.symbols()[declared.symbol];
                self.seen.insert(symbol.name_span.start);
                self.extents(&symbol.type_);
                let initial = symbol.initializer.iter().flat_map(Initializer::expressions);
                initial.for_each(|initial| self.expression(initial));
            }
            return;
        }
        for expression in statement.expressions(self.around.symbols()) {
            self.expression(expression);
        }
    }

    /// The expressions in a type.
    fn extents(&mut self, type_: &'a Type) {
        if let TypeKind::Array(_, ArraySize::Elements(count)) = &type_.kind {
            self.expression(count);
        }
        if let Some(target) = type_.target() {
            self.extents(target);
        }
    }

    fn expression(&mut self, expression: &'a Expression) {
        let (base, subscripts) = expression.subscripted();
        if let Some(symbol) = base.variable() {
            self.mention(symbol, base.span, &subscripts);
            subscripts.into_iter().for_each(|subscript| self.expression(subscript));
            return;
        }
        match &expression.kind {
            ExpressionKind::Cast(_) => self.extents(&expression.type_),
            ExpressionKind::Call(callee, arguments) if self.is_own(callee) => {
                self.passed.extend(arguments.iter().map(|argument| argument.subscripted().0.span.start));
            }
            ExpressionKind::SizeOf(type_, operand) => match operand {
                Some(operand) => self.expression(operand),
                None => self.extents(type_),
            },
            _ => {}
        }
        expression.parts().for_each(|part| self.expression(part));
    }

    fn is_own(&self, callee: &Expression) -> bool {
        let functions = &self.around.translation.resolved.functions;
        functions.iter().any(|function| Some(function.symbol) == callee.variable())
    }

    fn mention(&mut self, symbol: SymbolId, name: Span, subscripts: &[&Expression]) {
        self.seen.insert(name.start);
        if !self.is_outside(symbol) {
            return;
        }
        let mut brackets = Vec::new();
        let mut end = name.end;
        for subscript in subscripts {
            let Some(pair) = self.brackets(end, subscript) else {
                let problem = Diagnostic::error(Code::CannotIsolate, "this subscript can't be isolated");
                self.problems.push(problem.at(subscript.span, "not of the form `array[subscript]`"));
                return;
            };
            end = pair.close.end;
            brackets.push(pair);
        }
        if !self.found.contains_key(&symbol) {
            self.order.push(symbol);
        }
        let mentions = self.found.entry(symbol).or_default();
        let mention = Mention { name, brackets, is_passed: self.passed.contains(&name.start) };
        if !mentions.contains(&mention) {
            mentions.push(mention);
        }
    }

    /// Whether a name stands for a variable that lives outside of the statement.
    fn is_outside(&self, symbol: SymbolId) -> bool {
        let declared = &self.around.symbols()[symbol];
        match declared.kind {
            SymbolKind::Local { .. } => !self.around.is_inside(declared.name_span),
            SymbolKind::Parameter | SymbolKind::Global => true,
            SymbolKind::EnumerationConstant(_)
            | SymbolKind::Function
            | SymbolKind::Member(_)
            | SymbolKind::Undeclared => false,
        }
    }

    /// The brackets that open behind `end`, but for parentheses that close there.
    fn brackets(&self, end: usize, subscript: &Expression) -> Option<Brackets> {
        let text = self.around.map.text();
        let tokens = &self.around.translation.table.tokens;
        let mut position = tokens.partition_point(|token| token.span.start < end);
        while tokens.get(position)?.span.of(text) == ")" {
            position += 1;
        }
        let open = tokens.get(position).filter(|token| token.span.of(text) == "[")?.span;
        let mut depth = 0usize;
        for token in &tokens[position..] {
            match token.span.of(text) {
                "[" | "(" => depth += 1,
                "]" | ")" => depth = depth.checked_sub(1)?,
                _ => {}
            }
            if depth == 0 {
                let holds = open.end <= subscript.span.start && subscript.span.end <= token.span.start;
                let (is_loose, tail) = (is_loose(subscript), self.tail(subscript, token.span));
                return holds.then_some(Brackets { open, close: token.span, is_loose, tail });
            }
        }
        None
    }

    /// The `± constant` that a subscript ends with, directly before the bracket `close`.
    fn tail(&self, subscript: &Expression, close: Span) -> Option<Tail> {
        if let ExpressionKind::Integer(value) = subscript.kind {
            let is_plain = self.around.translation.table.within(subscript.span).len() == 1;
            let value = i64::try_from(value).ok()?;
            return is_plain.then_some(Tail { span: subscript.span, value, is_all: true });
        }
        let ExpressionKind::Binary(operator, left, right) = &subscript.kind else { return None };
        let ExpressionKind::Integer(value) = right.kind else { return None };
        let tokens = self.around.translation.table.within(Span::new(left.span.end, close.end));
        let [.., sign, number, bracket] = tokens else { return None };
        let value = match (operator, sign.span.of(self.around.map.text())) {
            (BinaryOperator::Add, "+") => i64::try_from(value).ok()?,
            (BinaryOperator::Subtract, "-") => i64::try_from(value).ok()?.checked_neg()?,
            _ => return None,
        };
        let is_plain = bracket.span == close && number.span == right.span;
        is_plain.then_some(Tail { span: sign.span.to(number.span), value, is_all: false })
    }

    /// Every identifier of the statement must be one that was met, or name nothing outside.
    fn check_identifiers(&mut self) {
        let text = self.around.map.text();
        let names: BTreeSet<_> =
            self.order.iter().map(|symbol| &*self.around.symbols()[*symbol].name).collect();
        let tokens = self.around.translation.table.within(self.around.region.span).iter();
        let mut left = tokens.filter(|token| {
            token.kind == TokenKind::Identifier
                && names.contains(token.span.of(text))
                && !self.seen.contains(&token.span.start)
                && !self.around.index.not_variables.contains(&token.span.start)
        });
        if let Some(token) = left.next() {
            let name = token.span.of(text);
            let problem =
                Diagnostic::error(Code::CannotIsolate, format!("what `{name}` means here isn't understood"));
            self.problems.push(problem.at(token.span, "so the statement can't be isolated"));
        }
    }

    fn is_only_here(&self, symbol: SymbolId) -> bool {
        let declared = &self.around.symbols()[symbol];
        let mut places = self.around.index.identifiers.get(declared.name.as_str()).into_iter().flatten();
        let is_of_file = self.around.translation.resolved.file_arrays.is_taken(symbol);
        let is_local = matches!(declared.kind, SymbolKind::Local { .. }) && !is_of_file;
        is_local && places.all(|place| self.around.is_inside(*place) || *place == declared.name_span)
    }

    fn describe(&self, symbol: SymbolId) -> Variable {
        let declared = &self.around.symbols()[symbol];
        let element = match &declared.type_.kind {
            TypeKind::Pointer(target) => target.innermost(),
            _ => declared.type_.innermost(),
        };
        let mut mentions = self.found[&symbol].clone();
        mentions.sort_by_key(|mention| mention.name.start);
        let is_local =
            matches!(declared.kind, SymbolKind::Local { is_static: false } | SymbolKind::Parameter);
        let is_hidden = is_local && self.around.address_taken(symbol).is_none();
        Variable {
            name: declared.name.clone(),
            element: element.spelling().to_owned(),
            is_scalar: declared.type_.is_arithmetic(),
            is_written: self.around.changes_inside().any(|change| change.symbol == symbol),
            is_renewed: self.around.statements().first().is_some_and(|first| is_renewed(first, symbol)),
            is_only_here: self.is_only_here(symbol),
            is_used_after: !is_hidden || counter_used(symbol, self.around).is_some(),
            mentions,
        }
    }
}

/// Whether the first thing that a statement does is to assign `symbol` what doesn't depend on it.
fn is_renewed(statement: &Statement, symbol: SymbolId) -> bool {
    match &statement.unlabeled().1.kind {
        StatementKind::Block(list) => list.first().is_some_and(|first| is_renewed(first, symbol)),
        StatementKind::For(for_) => for_.initial.as_ref().is_some_and(|initial| is_renewed(initial, symbol)),
        StatementKind::Expression(Some(expression)) => match &expression.kind {
            ExpressionKind::Assign(None, target, value) if target.variable() == Some(symbol) => {
                let mut mentions = false;
                value.walk(&mut |part| mentions |= part.variable() == Some(symbol));
                !mentions
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether the expression binds weaker than a sum.
fn is_loose(expression: &Expression) -> bool {
    use BinaryOperator::{Add, Divide, Modulo, Multiply, Subtract};
    match &expression.kind {
        ExpressionKind::Binary(operator, ..) => {
            !matches!(operator, Add | Subtract | Multiply | Divide | Modulo)
        }
        ExpressionKind::Conditional(..) | ExpressionKind::Assign(..) | ExpressionKind::Comma(_) => true,
        ExpressionKind::Other(..) => true,
        _ => false,
    }
}
