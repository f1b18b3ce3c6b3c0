//! Every mention of a variable in a function, and what is done with it there.

use std::collections::{HashMap, HashSet};

use diagnostics::Span;

use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, Initializer, Statement, StatementKind, SymbolId,
    Symbols, UnaryOperator,
};
use crate::syntax::types::{ArraySize, Type, TypeKind};

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

/// All mentions of each variable in `body`, in the order of the text; declarations aren't mentions.
///
/// What `places` lists computes where an array is used, by a pointer that counts as the array.
pub fn occurrences(
    body: &Statement,
    symbols: &Symbols,
    places: &HashSet<Span>,
) -> HashMap<SymbolId, Vec<Occurrence>> {
    let mut search = Search { symbols, places, found: HashMap::new() };
    body.walk(&mut |statement| search.statement(statement));
    search.found.values_mut().for_each(|list| list.sort_by_key(|occurrence| occurrence.place.start));
    search.found
}

/// What becomes of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    /// It goes anywhere.
    Value,
    /// It is only looked at.
    Test,
    /// It is lost.
    Discarded,
}

struct Search<'a> {
    symbols: &'a Symbols,
    places: &'a HashSet<Span>,
    found: HashMap<SymbolId, Vec<Occurrence>>,
}

impl Search<'_> {
    fn add(&mut self, symbol: SymbolId, use_: Use, place: Span) {
        self.found.entry(symbol).or_default().push(Occurrence { use_, place });
    }

    fn statement(&mut self, statement: &Statement) {
        let position = match &statement.kind {
            StatementKind::Expression(_) => Position::Discarded,
            StatementKind::If(..) => Position::Test,
            StatementKind::Other(Construct::While | Construct::Do, ..) => Position::Test,
            _ => Position::Value,
        };
        let step = match &statement.kind {
            StatementKind::For(parts) => parts.step.as_ref().map(|step| step.span),
            _ => None,
        };
        for expression in statement.expressions(self.symbols) {
            let is_step = step == Some(expression.span);
            self.expression(expression, if is_step { Position::Discarded } else { position });
        }
        // a call that counts as a loop takes sizes
        if let StatementKind::For(parts) = &statement.kind
            && let Some(fill) = &parts.fill
        {
            fill.call.walk(&mut |part| {
                if let ExpressionKind::SizeOf(type_, None) = &part.kind {
                    self.extents(type_);
                }
            });
        }
        if let StatementKind::Declaration(list) = &statement.kind {
            // Extents of a variable-length array are evaluated where it is declared.
            list.iter().for_each(|declared| self.extents(&self.symbols[declared.symbol].type_));
        }
    }

    /// The expressions in a type.
    fn extents(&mut self, type_: &Type) {
        if let TypeKind::Array(_, ArraySize::Elements(count)) = &type_.kind {
            self.expression(count, Position::Value);
        }
        if let Some(target) = type_.target() {
            self.extents(target);
        }
    }

    fn expression(&mut self, expression: &Expression, position: Position) {
        if self.places.contains(&expression.span) {
            return self.place(expression);
        }
        match &expression.kind {
            ExpressionKind::Variable(symbol) => self.bare(*symbol, expression, position),
            ExpressionKind::Member(symbol, inner) => {
                self.bare(*symbol, expression, position);
                let is_address = matches!(expression.type_.kind, TypeKind::Array(..) | TypeKind::Record(_));
                self.way(inner, if is_address { Use::Escape } else { Use::Contents });
            }
            ExpressionKind::Index(..) => self.indexed(expression),
            ExpressionKind::Unary(operator, operand) => self.unary(*operator, operand, position),
            ExpressionKind::Assign(operator, target, value) => {
                match target.named().filter(|_| operator.is_none() && is_pointer(target)) {
                    Some(pointer) => {
                        self.add(pointer, Use::Set, target.span);
                        // what is set is also the expression's value
                        match position {
                            Position::Value => self.add(pointer, Use::Escape, target.span),
                            Position::Test => self.add(pointer, Use::Test, target.span),
                            Position::Discarded => {}
                        }
                        if let ExpressionKind::Member(_, inner) = &target.kind {
                            self.way(inner, Use::Contents);
                        }
                    }
                    None => self.expression(target, Position::Value),
                }
                self.expression(value, Position::Value);
            }
            ExpressionKind::Binary(operator, left, right) => {
                let looks =
                    matches!(operator, BinaryOperator::Compare(_) | BinaryOperator::And | BinaryOperator::Or);
                let inner = if looks { Position::Test } else { Position::Value };
                self.expression(left, inner);
                self.expression(right, inner);
            }
            ExpressionKind::Conditional(condition, then, otherwise) => {
                let inner = if position == Position::Discarded { position } else { Position::Value };
                self.expression(condition, Position::Test);
                self.expression(then, inner);
                self.expression(otherwise, inner);
            }
            ExpressionKind::Cast(inner) => {
                self.extents(&expression.type_);
                let discards = matches!(expression.type_.kind, TypeKind::Void);
                self.expression(inner, if discards { Position::Discarded } else { position });
            }
            ExpressionKind::Comma(parts) => {
                let (last, first) =
                    parts.split_last().map_or((None, &[][..]), |(last, first)| (Some(last), first));
                first.iter().for_each(|part| self.expression(part, Position::Discarded));
                last.into_iter().for_each(|part| self.expression(part, position));
            }
            ExpressionKind::Call(callee, arguments) => self.call(callee, arguments),
            ExpressionKind::SizeOf(_, Some(operand)) => self.size(operand),
            ExpressionKind::SizeOf(type_, None) => self.extents(type_),
            _ => expression.parts().for_each(|part| self.expression(part, Position::Value)),
        }
    }

    /// What computes the place of a cell, which counts as used there.
    fn place(&mut self, expression: &Expression) {
        match &expression.kind {
            _ if expression.type_.is_arithmetic() => self.expression(expression, Position::Value),
            ExpressionKind::Variable(symbol) => self.add(*symbol, Use::Contents, expression.span),
            ExpressionKind::Member(symbol, inner) => {
                self.add(*symbol, Use::Contents, expression.span);
                self.way(inner, Use::Contents);
            }
            _ => expression.parts().for_each(|part| self.place(part)),
        }
    }

    /// A variable by itself: a number's value, or an array's or a pointer's address.
    fn bare(&mut self, symbol: SymbolId, expression: &Expression, position: Position) {
        let is_number = expression.type_.is_arithmetic();
        let use_ = match position {
            _ if is_number => Use::Contents,
            Position::Test | Position::Discarded => Use::Test,
            Position::Value => Use::Escape,
        };
        self.add(symbol, use_, expression.span);
    }

    /// A subscripted array, of which a part without all subscripts is an address.
    fn indexed(&mut self, whole: &Expression) {
        let (base, subscripts) = whole.subscripted();
        let is_address = matches!(whole.type_.kind, TypeKind::Array(..));
        let use_ = if is_address { Use::Escape } else { Use::Contents };
        match &base.kind {
            ExpressionKind::Variable(symbol) => self.add(*symbol, use_, whole.span),
            // the way has the first subscripts
            ExpressionKind::Member(symbol, inner) => {
                self.add(*symbol, use_, whole.span);
                self.way(inner, if is_pointer(base) { Use::Contents } else { use_ });
                let own = subscripts_of_way(inner);
                return subscripts.into_iter().skip(own).for_each(|it| self.expression(it, Position::Value));
            }
            _ => self.expression(base, Position::Value),
        }
        subscripts.into_iter().for_each(|subscript| self.expression(subscript, Position::Value));
    }

    /// The way to a member that is used like that: pointers on it are looked at, and what holds the member is used.
    fn way(&mut self, inner: &Expression, use_: Use) {
        match &inner.kind {
            ExpressionKind::Variable(symbol) => self.add(*symbol, use_, inner.span),
            ExpressionKind::Member(symbol, outer) => {
                let is_pointer = is_pointer(inner);
                self.add(*symbol, use_, inner.span);
                self.way(outer, if is_pointer { Use::Contents } else { use_ });
            }
            ExpressionKind::Index(array, subscript) => {
                self.way(array, use_);
                self.expression(subscript, Position::Value);
            }
            ExpressionKind::Unary(UnaryOperator::Dereference, pointer) => self.way(pointer, use_),
            _ => self.expression(inner, Position::Value),
        }
    }

    fn unary(&mut self, operator: UnaryOperator, operand: &Expression, position: Position) {
        let (base, subscripts) = operand.subscripted();
        match (operator, base.named()) {
            (UnaryOperator::Address, Some(symbol)) => {
                self.add(symbol, Use::Escape, operand.span);
                if let ExpressionKind::Member(_, inner) = &base.kind {
                    return self.taken(base, inner, &subscripts);
                }
                subscripts.into_iter().for_each(|subscript| self.expression(subscript, Position::Value));
            }
            (UnaryOperator::Dereference, Some(symbol))
                if subscripts.is_empty() && operand.variable().is_some() =>
            {
                self.add(symbol, Use::Contents, operand.span);
            }
            (UnaryOperator::Not, _) => self.expression(operand, Position::Test),
            _ => self.expression(operand, position),
        }
    }

    /// The address of a member or of a cell of one.
    fn taken(&mut self, member: &Expression, inner: &Expression, subscripts: &[&Expression]) {
        let is_cell_elsewhere = is_pointer(member) && subscripts.len() > subscripts_of_way(inner);
        self.way(inner, if is_cell_elsewhere { Use::Contents } else { Use::Escape });
        let own = subscripts_of_way(inner);
        subscripts.iter().skip(own).for_each(|subscript| self.expression(subscript, Position::Value));
    }

    fn call(&mut self, callee: &Expression, arguments: &[Expression]) {
        self.expression(callee, Position::Value);
        let frees = callee.variable().is_some_and(|function| self.symbols[function].name == "free");
        for argument in arguments {
            match argument.without_casts().variable() {
                Some(symbol) if frees => self.add(symbol, Use::Free, argument.span),
                _ => self.expression(argument, Position::Value),
            }
        }
    }

    fn size(&mut self, operand: &Expression) {
        operand.walk(&mut |part| {
            if let Some(symbol) = part.variable() {
                self.add(symbol, Use::Size, part.span);
            }
        });
    }
}

/// How many subscripts stand on the way to a member.
fn subscripts_of_way(inner: &Expression) -> usize {
    match &inner.kind {
        ExpressionKind::Index(array, _) => 1 + subscripts_of_way(array),
        ExpressionKind::Member(_, inner) => subscripts_of_way(inner),
        _ => 0,
    }
}

fn is_pointer(expression: &Expression) -> bool {
    matches!(expression.type_.kind, TypeKind::Pointer(_))
}

/// The values that declarations and assignments give to each variable.
pub fn values<'a>(body: &'a Statement, symbols: &'a Symbols) -> HashMap<SymbolId, Vec<&'a Expression>> {
    let mut values: HashMap<SymbolId, Vec<&Expression>> = HashMap::new();
    body.walk(&mut |statement| {
        let StatementKind::Declaration(list) = &statement.kind else { return };
        for declared in list {
            if let Some(Initializer::Value(value)) = &symbols[declared.symbol].initializer {
                values.entry(declared.symbol).or_default().push(value);
            }
        }
    });
    body.walk_expressions(symbols, &mut |expression| {
        if let ExpressionKind::Assign(None, target, value) = &expression.kind
            && let Some(symbol) = target.variable()
        {
            values.entry(symbol).or_default().push(value);
        }
    });
    values
}
