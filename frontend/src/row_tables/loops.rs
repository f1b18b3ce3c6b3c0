//! The statements of which tables are made: those that give each row its memory, and those that release the rows.

use diagnostics::Span;
use polyhedral::Comparison;

use crate::facts::allocation::{freed, is_fresh, is_null, null_where};
use crate::syntax::fold;
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, For, Initializer, Statement, StatementKind,
    Symbol, SymbolId, SymbolKind, Symbols, UnaryOperator,
};
use crate::syntax::types::{Type, TypeKind};

/// Whether it is a local pointer to rows of numbers.
pub fn may_be_table(declared: &Symbol) -> bool {
    declared.kind == SymbolKind::Local { is_static: false } && is_table(&declared.type_)
}

/// Whether it is the type of a pointer to rows of numbers.
fn is_table(type_: &Type) -> bool {
    let is_plain = |type_: &Type| !type_.qualifiers.volatile && !type_.qualifiers.atomic;
    let rows = type_.target().filter(|_| matches!(type_.kind, TypeKind::Pointer(_)));
    let cells = rows.filter(|rows| matches!(rows.kind, TypeKind::Pointer(_))).and_then(Type::target);
    let is_number =
        cells.is_some_and(|cell| cell.is_arithmetic() && is_plain(cell) && !cell.qualifiers.constant);
    is_number && is_plain(type_) && rows.is_some_and(is_plain)
}

/// A loop from a number on, up to a bound: `for (i = 0; i < h; i++)`; or from that down to 0.
#[derive(Clone, Copy)]
pub struct Counted<'a> {
    pub counter: SymbolId,
    pub first: i128,
    pub bound: &'a Expression,
    /// Whether the bound is the last value rather than the first one behind it.
    pub is_last: bool,
    /// Whether the counter is the loop's own.
    pub is_own: bool,
    /// Whether it counts down to 0.
    pub is_down: bool,
    pub body: &'a [Statement],
}

/// A statement as such a loop.
pub fn counted<'a>(statement: &'a Statement, symbols: &'a Symbols) -> Option<Counted<'a>> {
    let StatementKind::For(parts) = &statement.kind else { return None };
    let For { initial: Some(initial), condition: Some(condition), step: Some(step), body, fill: None } =
        &**parts
    else {
        return None;
    };
    let (counter, first, is_own) = match &initial.kind {
        StatementKind::Declaration(list) => {
            let [only] = list.as_slice() else { return None };
            let Some(Initializer::Value(first)) = &symbols[only.symbol].initializer else { return None };
            (only.symbol, first, true)
        }
        StatementKind::Expression(Some(Expression {
            kind: ExpressionKind::Assign(None, target, first),
            ..
        })) => (target.variable()?, &**first, false),
        _ => return None,
    };
    let is_plain = symbols[counter].kind == SymbolKind::Local { is_static: false };
    let is_integer = symbols[counter].type_.integer().is_some_and(|kind| kind.bits >= 32);
    (is_plain && is_integer).then_some(())?;
    let body = match &body.kind {
        StatementKind::Block(list) => list.as_slice(),
        _ => std::slice::from_ref(body),
    };
    if let Some(bound) = from_above(counter, first, condition, step, symbols) {
        return Some(Counted { counter, first: 0, bound, is_last: false, is_own, is_down: true, body });
    }
    let first = fold::constant(first, symbols)?;
    let ExpressionKind::Binary(
        BinaryOperator::Compare(relation @ (Comparison::Less | Comparison::LessEqual)),
        left,
        bound,
    ) = &condition.kind
    else {
        return None;
    };
    let is_counter = |it: &Expression| it.without_casts().variable() == Some(counter);
    let steps = match &step.kind {
        ExpressionKind::Increment { operand, by: 1, .. } => is_counter(operand),
        ExpressionKind::Assign(Some(BinaryOperator::Add), target, by) => {
            is_counter(target) && matches!(by.kind, ExpressionKind::Integer(1))
        }
        _ => false,
    };
    let bound = bound.without_casts();
    let is_last = *relation == Comparison::LessEqual;
    (is_counter(left) && steps).then_some(Counted {
        counter,
        first,
        bound,
        is_last,
        is_own,
        is_down: false,
        body,
    })
}

impl Counted<'_> {
    /// Whether a loop from 0 on has so many iterations.
    pub fn ends_behind(&self, count: &Expression, symbols: &Symbols) -> bool {
        match self.is_last {
            true => is_one_more(count, self.bound, symbols),
            false => is_same_size(count, self.bound, symbols),
        }
    }
}

/// Whether `size` is `last + 1` wherever neither changes.
fn is_one_more(size: &Expression, last: &Expression, symbols: &Symbols) -> bool {
    if let [Some(size), Some(last)] = [size, last].map(|it| fold::constant(it, symbols)) {
        return size == last + 1;
    }
    let is_one = |it: &Expression| matches!(it.without_casts().kind, ExpressionKind::Integer(1));
    let (size, last) = (size.without_casts(), last.without_casts());
    match (&size.kind, &last.kind) {
        (ExpressionKind::Binary(BinaryOperator::Add, a, b), _) if is_one(b) => is_same_size(a, last, symbols),
        (ExpressionKind::Binary(BinaryOperator::Add, a, b), _) if is_one(a) => is_same_size(b, last, symbols),
        (_, ExpressionKind::Binary(BinaryOperator::Subtract, a, b)) if is_one(b) => {
            is_same_size(size, a, symbols)
        }
        _ => false,
    }
}

/// The `h` of `for (i = h - 1; i >= 0; i--)`.
fn from_above<'a>(
    counter: SymbolId,
    first: &'a Expression,
    condition: &Expression,
    step: &Expression,
    symbols: &Symbols,
) -> Option<&'a Expression> {
    let ExpressionKind::Binary(BinaryOperator::Subtract, bound, one) = &first.without_casts().kind else {
        return None;
    };
    let ExpressionKind::Binary(BinaryOperator::Compare(Comparison::GreaterEqual), left, right) =
        &condition.kind
    else {
        return None;
    };
    let ExpressionKind::Increment { operand, by: -1, .. } = &step.kind else { return None };
    let is_signed = symbols[counter].type_.integer().is_some_and(|kind| kind.signed);
    let is_counter = |it: &Expression| it.without_casts().variable() == Some(counter);
    let is_zero = matches!(right.kind, ExpressionKind::Integer(0));
    let is_one = matches!(one.kind, ExpressionKind::Integer(1));
    (is_signed && is_counter(left) && is_counter(operand) && is_zero && is_one)
        .then_some(bound.without_casts())
}

/// What a row of a table gets.
pub enum Row<'a> {
    /// A block of its own.
    Own(&'a Expression),
    /// A part of the memory of the row before, of the first row, or of a block; so many cells further for each row.
    Part(Base, &'a Expression),
}

impl Row<'_> {
    /// Whether a loop that gives rows from a number on leaves none out.
    pub fn may_start_at(&self, first: i128) -> bool {
        match self {
            Row::Own(_) | Row::Part(Base::Data(_), _) => first == 0,
            Row::Part(Base::Previous, _) => first == 1,
            Row::Part(Base::First, _) => matches!(first, 0 | 1),
        }
    }
}

/// Where the first row of a table with parts of one block is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Base {
    Previous,
    First,
    Data(SymbolId),
}

/// What a statement within a loop, or by itself, does for tables.
pub enum Step<'a> {
    /// A row gets its memory, and what is done where there is none.
    Fills { table: SymbolId, row: Row<'a>, fails: Option<&'a Statement> },
    /// Rows, tables or blocks are looked at, and what is done where one of them isn't there.
    Checks { tables: Vec<SymbolId>, fails: &'a Statement },
    /// A row is released.
    Frees { table: SymbolId },
}

/// What a statement does for the row `counter` of a table.
pub fn step<'a>(statement: &'a Statement, counter: SymbolId, symbols: &Symbols) -> Option<Step<'a>> {
    match &statement.kind {
        StatementKind::Block(list) => match list.as_slice() {
            [only] => step(only, counter, symbols),
            _ => None,
        },
        StatementKind::Expression(Some(expression)) => match &expression.kind {
            ExpressionKind::Assign(None, target, value) => {
                let table = row_of(target, counter, symbols)?;
                Some(Step::Fills { table, row: row(value, table, counter, symbols)?, fails: None })
            }
            _ => {
                let freed = freed(expression, symbols)?;
                Some(Step::Frees { table: row_of(freed, counter, symbols)? })
            }
        },
        StatementKind::If(..) => {
            let (null, fails) = check(statement)?;
            if let [only] = null.as_slice()
                && let ExpressionKind::Assign(None, target, value) = &only.without_casts().kind
            {
                let table = row_of(target, counter, symbols)?;
                let row = row(value, table, counter, symbols)?;
                return Some(Step::Fills { table, row, fails: Some(fails) });
            }
            let tables: Option<Vec<_>> =
                null.into_iter().map(|pointer| row_of(pointer.without_casts(), counter, symbols)).collect();
            Some(Step::Checks { tables: tables?, fails })
        }
        _ => None,
    }
}

/// The table of which an expression is the row `counter`.
fn row_of(expression: &Expression, counter: SymbolId, symbols: &Symbols) -> Option<SymbolId> {
    let ExpressionKind::Index(pointer, subscript) = &expression.kind else { return None };
    let table = pointer.variable().filter(|table| is_table_like(&symbols[*table].type_))?;
    (subscript.without_casts().variable() == Some(counter)).then_some(table)
}

/// Whether a pointer may be to rows, though nothing says of what.
pub fn is_table_like(type_: &Type) -> bool {
    let is_void = |type_: &Type| matches!(type_.kind, TypeKind::Void);
    let cells = type_.target().and_then(|rows| match rows.kind {
        TypeKind::Pointer(_) => rows.target(),
        _ => None,
    });
    is_table(type_) || matches!(type_.kind, TypeKind::Pointer(_)) && cells.is_some_and(is_void)
}

fn row<'a>(value: &'a Expression, table: SymbolId, counter: SymbolId, symbols: &Symbols) -> Option<Row<'a>> {
    if is_fresh(value, symbols) {
        return Some(Row::Own(value));
    }
    let is_counter = |it: &Expression| it.without_casts().variable() == Some(counter);
    // `base + i * w`, `&base[i * w]`
    let (base, offset) = match &value.without_casts().kind {
        ExpressionKind::Binary(BinaryOperator::Add, base, offset) => (&**base, &**offset),
        ExpressionKind::Unary(UnaryOperator::Address, cell) => match &cell.kind {
            ExpressionKind::Index(base, offset) => (&**base, &**offset),
            _ => return None,
        },
        _ => return None,
    };
    if let ExpressionKind::Index(pointer, before) = &base.kind
        && pointer.variable() == Some(table)
        && let ExpressionKind::Binary(BinaryOperator::Subtract, one, by) = &before.without_casts().kind
        && is_counter(one)
        && matches!(by.kind, ExpressionKind::Integer(1))
    {
        return Some(Row::Part(Base::Previous, offset.without_casts()));
    }
    let base = match base.variable() {
        Some(data) => {
            let is_block = symbols[data].type_.target().is_some_and(Type::is_arithmetic);
            Base::Data(is_block.then_some(data)?)
        }
        None => (first_row(base)? == table).then_some(Base::First)?,
    };
    let ExpressionKind::Binary(BinaryOperator::Multiply, left, right) = &offset.without_casts().kind else {
        return None;
    };
    let stride = match (is_counter(left), is_counter(right)) {
        (true, false) => right,
        (false, true) => left,
        _ => return None,
    };
    Some(Row::Part(base, stride.without_casts()))
}

/// The table of which an expression is the first row: `t[0]`, `*t`.
pub fn first_row(expression: &Expression) -> Option<SymbolId> {
    match &expression.kind {
        ExpressionKind::Index(pointer, subscript) => {
            matches!(subscript.kind, ExpressionKind::Integer(0)).then_some(pointer.variable()?)
        }
        ExpressionKind::Unary(UnaryOperator::Dereference, pointer) => pointer.variable(),
        _ => None,
    }
}

/// How many units of so many bytes a call of `malloc` or `calloc` asks for, as factors.
pub fn factors_of<'a>(value: &'a Expression, symbols: &Symbols) -> Option<Vec<&'a Expression>> {
    let ExpressionKind::Call(_, arguments) = &value.without_casts().kind else { return None };
    is_fresh(value, symbols).then_some(())?;
    let mut found = Vec::new();
    arguments.iter().for_each(|argument| factors(argument, &mut found));
    Some(found)
}

/// The factors of a product of integers.
pub fn factors<'a>(value: &'a Expression, found: &mut Vec<&'a Expression>) {
    match &value.kind {
        ExpressionKind::Cast(inner) if value.type_.integer().is_some_and(|it| it.bits >= 32) => {
            factors(inner, found);
        }
        ExpressionKind::Binary(BinaryOperator::Multiply, left, right) => {
            factors(left, found);
            factors(right, found);
        }
        _ => found.push(value),
    }
}

/// The function of the library that a value is obtained from.
pub fn callee(value: &Expression) -> Option<&Expression> {
    match &value.without_casts().kind {
        ExpressionKind::Call(callee, _) => Some(callee),
        _ => None,
    }
}

/// Whether a factor is the size of a type of so many bytes.
pub fn is_unit(factor: &Expression, bytes: u64) -> bool {
    matches!(&factor.kind, ExpressionKind::SizeOf(type_, _) if type_.scalar_bytes() == Some(bytes))
}

/// What is left of factors without one that is a unit of so many bytes.
pub fn without_unit(mut factors: Vec<&Expression>, bytes: u64) -> Option<Vec<&Expression>> {
    match factors.iter().position(|factor| is_unit(factor, bytes)) {
        Some(unit) => {
            factors.remove(unit);
        }
        None if bytes == 1 => {}
        None => return None,
    }
    factors.retain(|factor| !matches!(factor.kind, ExpressionKind::Integer(1)));
    Some(factors)
}

/// Whether two sizes are the same number wherever neither changes.
pub fn is_same_size(one: &Expression, other: &Expression, symbols: &Symbols) -> bool {
    let constants = [one, other].map(|it| fold::constant(it, symbols));
    if let [Some(one), Some(other)] = constants {
        return one == other;
    }
    match (&one.kind, &other.kind) {
        (ExpressionKind::Cast(a), _) => is_same_size(a, other, symbols),
        (_, ExpressionKind::Cast(b)) => is_same_size(one, b, symbols),
        (ExpressionKind::Variable(a), ExpressionKind::Variable(b)) => a == b,
        (ExpressionKind::Binary(f, a, b), ExpressionKind::Binary(g, c, d)) => {
            f == g && is_same_size(a, c, symbols) && is_same_size(b, d, symbols)
        }
        _ => false,
    }
}

/// Whether a size is computed from constants and variables by sums and products alone; gives the variables.
pub fn variables(size: &Expression) -> Option<Vec<SymbolId>> {
    let mut found = Vec::new();
    let mut is_plain = true;
    size.walk(&mut |part| match &part.kind {
        ExpressionKind::Variable(symbol) => found.push(*symbol),
        ExpressionKind::Integer(_) | ExpressionKind::Cast(_) | ExpressionKind::SizeOf(..) => {}
        ExpressionKind::Binary(
            BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply,
            ..,
        ) => {}
        _ => is_plain = false,
    });
    is_plain.then_some(found)
}

/// The tables that are null, if a statement's condition asks for nothing else, and what then runs.
pub fn check(statement: &Statement) -> Option<(Vec<&Expression>, &Statement)> {
    let StatementKind::If(condition, then, None) = &statement.kind else { return None };
    Some((null_where(condition)?, then))
}

/// Whether a statement ends with a jump, or with a call, which ends the program perhaps.
pub fn gives_up(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Block(list) => list.last().is_some_and(gives_up),
        StatementKind::Other(Construct::Return | Construct::Goto(_), ..) => true,
        StatementKind::Expression(Some(expression)) => matches!(expression.kind, ExpressionKind::Call(..)),
        _ => false,
    }
}

/// Whether a statement sets a pointer to null.
pub fn clears(expression: &Expression, pointer: SymbolId) -> bool {
    match &expression.kind {
        ExpressionKind::Assign(None, target, value) => target.variable() == Some(pointer) && is_null(value),
        _ => false,
    }
}

/// The place of an expression in the text; none for what isn't there.
pub fn place(expression: &Expression) -> Option<Span> {
    (!expression.span.is_empty()).then_some(expression.span)
}
