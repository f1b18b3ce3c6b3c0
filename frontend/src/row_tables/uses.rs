//! What a function does with a table, mention by mention.

use std::collections::BTreeSet;

use diagnostics::Span;

use super::makers::Makers;
use crate::facts::allocation::compared_with_null;
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, Function, Statement, StatementKind, SymbolId,
    Symbols, UnaryOperator, WRITTEN,
};

/// Functions of the library that may give a row back.
const RELEASING: [&str; 4] = ["free", "realloc", "reallocarray", "cfree"];

/// The mentions of a table.
#[derive(Default)]
pub struct Uses {
    /// All of them.
    pub all: BTreeSet<Span>,
    /// Those through which more may happen than that cells are touched and addresses of rows are handed on.
    pub other: BTreeSet<Span>,
    /// Whether the pointer itself gets a value.
    pub is_set: bool,
}

impl Uses {
    /// Those of `table` in a function.
    pub fn of(function: &Function, table: SymbolId, symbols: &Symbols, makers: &Makers) -> Uses {
        Uses::outside(function, table, symbols, makers, &|_| false)
    }

    /// The same, of those that aren't in statements which are known.
    pub fn outside(
        function: &Function,
        table: SymbolId,
        symbols: &Symbols,
        makers: &Makers,
        is_known: &dyn Fn(Span) -> bool,
    ) -> Uses {
        let mut search = Search { table, symbols, makers, is_known, uses: Uses::default() };
        function.body.walk_with_types(symbols, &mut |part| {
            if part.variable() == Some(table) {
                search.uses.all.insert(part.span);
            }
        });
        search.statement(&function.body);
        search.uses
    }
}

struct Search<'a> {
    table: SymbolId,
    symbols: &'a Symbols,
    makers: &'a Makers,
    is_known: &'a dyn Fn(Span) -> bool,
    uses: Uses,
}

impl Search<'_> {
    fn statement(&mut self, statement: &Statement) {
        if (self.is_known)(statement.span) {
            return;
        }
        let is_test = matches!(
            statement.kind,
            StatementKind::If(..) | StatementKind::Other(Construct::While | Construct::Do, ..)
        );
        for expression in statement.expressions(self.symbols) {
            match is_test {
                true => self.test(expression),
                false => self.value(expression),
            }
        }
        if let StatementKind::For(parts) = &statement.kind
            && let Some(fill) = &parts.fill
        {
            self.value(&fill.call);
        }
        for child in statement.children() {
            self.statement(child);
        }
    }

    fn is_table(&self, expression: &Expression) -> bool {
        expression.variable() == Some(self.table)
    }

    /// Whether an expression is one of the pointers to rows.
    fn is_row(&self, expression: &Expression) -> bool {
        match &expression.kind {
            ExpressionKind::Index(pointer, _) => self.is_table(pointer),
            ExpressionKind::Unary(UnaryOperator::Dereference, pointer) => {
                let mut found = false;
                pointer.walk(&mut |part| found |= self.is_table(part));
                found
            }
            _ => false,
        }
    }

    fn test(&mut self, expression: &Expression) {
        if !self.is_table(expression) {
            self.value(expression);
        }
    }

    fn other(&mut self, expression: &Expression) {
        expression.walk(&mut |part| {
            if part.variable() == Some(self.table) {
                self.uses.other.insert(part.span);
            }
        });
    }

    fn value(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Variable(symbol) if *symbol == self.table => self.other(expression),
            ExpressionKind::Index(pointer, subscript) if self.is_table(pointer) => self.value(subscript),
            ExpressionKind::Unary(UnaryOperator::Address, operand) if self.is_row(operand) => {
                self.other(operand)
            }
            ExpressionKind::Unary(UnaryOperator::Not, operand) => self.test(operand),
            ExpressionKind::Assign(operator, target, value) => {
                match operator {
                    None if self.is_table(target) => self.uses.is_set = true,
                    _ if self.is_row(target) => self.other(target),
                    _ => self.value(target),
                }
                self.value(value);
            }
            ExpressionKind::Increment { operand, .. } if self.is_row(operand) => self.other(operand),
            ExpressionKind::Binary(BinaryOperator::And | BinaryOperator::Or, left, right) => {
                self.test(left);
                self.test(right);
            }
            ExpressionKind::Binary(BinaryOperator::Compare(_), left, right) => {
                match compared_with_null(left, right) {
                    Some(pointer) => self.test(pointer),
                    None => {
                        self.value(left);
                        self.value(right);
                    }
                }
            }
            ExpressionKind::Conditional(condition, then, otherwise) => {
                self.test(condition);
                self.value(then);
                self.value(otherwise);
            }
            ExpressionKind::Call(callee, arguments) => self.call(callee, arguments),
            // not evaluated
            ExpressionKind::SizeOf(..) => {}
            ExpressionKind::Other(WRITTEN, place) => place.iter().for_each(|part| self.value(part)),
            ExpressionKind::Other(..) => self.other(expression),
            _ => expression.parts().for_each(|part| self.value(part)),
        }
    }

    fn call(&mut self, callee: &Expression, arguments: &[Expression]) {
        let function = callee.variable();
        let name = function.map(|function| self.symbols[function].name.as_str());
        let gives_back = name.is_some_and(|name| RELEASING.contains(&name));
        for (position, argument) in arguments.iter().enumerate() {
            let plain = argument.without_casts();
            match function {
                _ if !(self.is_table(plain) || self.is_row(plain) && gives_back) => self.value(argument),
                Some(_) if name == Some("free") && self.is_table(plain) => {}
                Some(function) if self.is_table(plain) && self.makers.keeps(function, position) => {}
                _ => self.other(argument),
            }
        }
        if function.is_none() {
            self.value(callee);
        }
    }
}
