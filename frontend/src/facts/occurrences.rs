//! Every mention of a variable in a function, and what is done with it there.

use diagnostics::Span;

use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, Initializer, Statement, StatementKind, SymbolId,
    Symbols, UnaryOperator,
};
use crate::syntax::types::TypeKind;

/// What is done with a variable where it is mentioned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// A cell of it is read or written, or its value, if it is a number.
    Contents,
    /// A pointer is compared or tested.
    Test,
    /// A pointer is freed.
    Free,
    /// A pointer is set.
    Set,
    /// Its size is taken.
    Size,
    /// Its address goes elsewhere, and others may use it.
    Escape,
}

/// A mention of a variable.
#[derive(Clone, Copy, Debug)]
pub struct Occurrence {
    /// What is done with it.
    pub use_: Use,
    /// Where.
    pub place: Span,
}

/// All mentions of `symbol` in `body`, in no particular order; its declaration isn't one.
pub fn occurrences(symbol: SymbolId, body: &Statement, symbols: &Symbols) -> Vec<Occurrence> {
    let mut search = Search { symbol, symbols, found: Vec::new() };
    body.walk(&mut |statement| search.statement(statement));
    search.found
}

/// Whether a value is only looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    Value,
    Test,
}

struct Search<'a> {
    symbol: SymbolId,
    symbols: &'a Symbols,
    found: Vec<Occurrence>,
}

impl Search<'_> {
    fn add(&mut self, use_: Use, place: Span) {
        self.found.push(Occurrence { use_, place });
    }

    fn statement(&mut self, statement: &Statement) {
        let position = match &statement.kind {
            StatementKind::If(..) | StatementKind::Expression(_) => Position::Test,
            StatementKind::Other(Construct::While | Construct::Do, ..) => Position::Test,
            _ => Position::Value,
        };
        for expression in statement.expressions(self.symbols) {
            self.expression(expression, position);
        }
        if let StatementKind::Declaration(list) = &statement.kind {
            // Extents of a variable-length array are evaluated where it is declared.
            list.iter().for_each(|declared| self.extents(declared.symbol));
        }
    }

    fn extents(&mut self, declared: SymbolId) {
        let mut type_ = &self.symbols[declared].type_;
        while let TypeKind::Array(element, size) = &type_.kind {
            if let crate::syntax::types::ArraySize::Elements(count) = size {
                self.expression(count, Position::Value);
            }
            type_ = element;
        }
    }

    fn expression(&mut self, expression: &Expression, position: Position) {
        match &expression.kind {
            ExpressionKind::Variable(symbol) if *symbol == self.symbol => self.bare(expression, position),
            ExpressionKind::Index(array, subscript) => {
                self.indexed(expression, array);
                self.expression(subscript, Position::Value);
            }
            ExpressionKind::Unary(operator, operand) => self.unary(*operator, operand, position),
            ExpressionKind::Assign(operator, target, value) => {
                let sets_pointer = operator.is_none() && self.is_pointer(target);
                if sets_pointer {
                    self.add(Use::Set, target.span);
                } else {
                    self.expression(target, Position::Value);
                }
                self.expression(value, Position::Value);
            }
            ExpressionKind::Binary(operator, left, right) => {
                let looks = matches!(operator, BinaryOperator::Compare(_) | BinaryOperator::And | BinaryOperator::Or);
                let inner = if looks { Position::Test } else { Position::Value };
                self.expression(left, inner);
                self.expression(right, inner);
            }
            ExpressionKind::Conditional(condition, then, otherwise) => {
                self.expression(condition, Position::Test);
                self.expression(then, Position::Value);
                self.expression(otherwise, Position::Value);
            }
            ExpressionKind::Cast(inner) => {
                let discards = matches!(expression.type_.kind, TypeKind::Void);
                self.expression(inner, if discards { Position::Test } else { position });
            }
            ExpressionKind::Call(callee, arguments) => self.call(callee, arguments),
            ExpressionKind::SizeOf(_, operand) => {
                if let Some(operand) = operand {
                    self.size(operand);
                }
            }
            _ => expression.parts().into_iter().for_each(|part| self.expression(part, Position::Value)),
        }
    }

    fn is_pointer(&self, expression: &Expression) -> bool {
        expression.variable() == Some(self.symbol) && matches!(expression.type_.kind, TypeKind::Pointer(_))
    }

    /// The variable by itself: a number's value, or an array's or a pointer's address.
    fn bare(&mut self, expression: &Expression, position: Position) {
        let is_number = expression.type_.is_arithmetic();
        let use_ = match position {
            _ if is_number => Use::Contents,
            Position::Test => Use::Test,
            Position::Value => Use::Escape,
        };
        self.add(use_, expression.span);
    }

    /// `array` where it is subscripted by `whole`.
    fn indexed(&mut self, whole: &Expression, array: &Expression) {
        if array.variable() != Some(self.symbol) {
            return self.expression(array, Position::Value);
        }
        self.add(Use::Contents, whole.span);
    }

    fn unary(&mut self, operator: UnaryOperator, operand: &Expression, position: Position) {
        let (base, subscripts) = operand.subscripted();
        let is_own = base.variable() == Some(self.symbol);
        match operator {
            UnaryOperator::Address if is_own => {
                self.add(Use::Escape, operand.span);
                subscripts.into_iter().for_each(|subscript| self.expression(subscript, Position::Value));
            }
            UnaryOperator::Dereference if operand.variable() == Some(self.symbol) => {
                self.add(Use::Contents, operand.span);
            }
            UnaryOperator::Not => self.expression(operand, Position::Test),
            _ => self.expression(operand, if position == Position::Test { position } else { Position::Value }),
        }
    }

    fn call(&mut self, callee: &Expression, arguments: &[Expression]) {
        self.expression(callee, Position::Value);
        let frees = callee.variable().is_some_and(|function| self.symbols[function].name == "free");
        for argument in arguments {
            match argument.without_casts().variable() {
                Some(symbol) if symbol == self.symbol && frees => self.add(Use::Free, argument.span),
                _ => self.expression(argument, Position::Value),
            }
        }
    }

    fn size(&mut self, operand: &Expression) {
        let mut mentions = None;
        operand.walk(&mut |part| {
            if part.variable() == Some(self.symbol) {
                mentions = Some(part.span);
            }
        });
        if let Some(place) = mentions {
            self.add(Use::Size, place);
        }
    }
}

/// The values that a declaration or an assignment gives to the variable `symbol`.
pub fn values_of<'a>(symbol: SymbolId, body: &'a Statement, symbols: &'a Symbols) -> Vec<&'a Expression> {
    let initial = match &symbols[symbol].initializer {
        Some(Initializer::Value(value)) => Some(value),
        _ => None,
    };
    let mut values: Vec<_> = initial.into_iter().collect();
    body.walk_expressions(symbols, &mut |expression| {
        if let ExpressionKind::Assign(None, target, value) = &expression.kind {
            if target.variable() == Some(symbol) {
                values.push(value);
            }
        }
    });
    values
}
