//! Tables of rows: `float **t = malloc(h * sizeof *t);`, `t[i] = malloc(w * sizeof **t);` for each `i`, and then `t[i][j]`.
//!
//! Where a local pointer holds such a table, and nobody else changes the pointers in it, that is a block of rows:
//! `float (*t)[w]`, obtained and released at once. The trees say so from here on; the text keeps the table, and where it is to be smaller,
//! what obtains and releases it says fewer rows, or shorter ones ([`polyhedral::SizePlace`]). Statements may obtain a table, or a function of
//! the file that does nothing else ([`makers`]). Sound since every mention of the pointer is looked at ([`uses`]): one through which a row could
//! become another keeps it what it is. Rows are apart from one another, or parts of one block; for these it is proved at each
//! reference that it stays in its row.

mod loops;
pub(crate) mod makers;
mod search;
mod uses;

use std::collections::BTreeMap;
use std::sync::Arc;

use diagnostics::Span;
use polyhedral::{Part, SizePlace};

pub use self::loops::is_same_size;
use self::loops::may_be_table;
use self::makers::Makers;
use self::search::Search;
use crate::syntax::tree::{
    BinaryOperator, Expression, ExpressionKind, Function, Statement, StatementKind, Symbol, SymbolId,
    SymbolKind, Symbols,
};
use crate::syntax::types::{ArraySize, Integer, Type, TypeKind};
use crate::translation::Translation;

/// A table that counts as a block of rows.
#[derive(Clone, Debug)]
pub struct RowTable {
    /// By dimension, the places that tell the extent; `None` where it can't be changed.
    pub sizes: [Option<Vec<SizePlace>>; 2],
    /// What the trees lack of the statements that give it rows, with what else stands there.
    pub fills: Vec<Part>,
    /// The same of those that release its rows.
    pub releases: Vec<Part>,
    /// The part of the function in which it is there, if no jump leads there past what obtains it.
    pub scope: Span,
    /// Whether a variable may take its place.
    pub is_replaceable: bool,
    /// Whether its rows lie one behind the other.
    pub is_contiguous: bool,
}

impl RowTable {
    /// All that the trees lack.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.fills.iter().chain(&self.releases)
    }

    /// Whether a place is one that the trees lack.
    pub fn contains(&self, place: Span) -> bool {
        self.parts().any(|part| part.whole.contains(place))
    }
}

/// A table that was found, with what becomes of the trees.
struct Found {
    symbol: SymbolId,
    rows: Expression,
    width: Expression,
    /// The call of `malloc` or `calloc` that gives a row, or the function's name in one.
    callee: Expression,
    element: Type,
    is_zeroed: bool,
    /// The value that the pointer is given.
    value: Span,
    /// The calls of functions that release it, with the pointer in them.
    releases: Vec<Span>,
    /// The statements that go; what remains of them where there was no memory.
    gone: BTreeMap<Span, Vec<Statement>>,
    table: RowTable,
}

/// Finds tables, and makes blocks of rows of them; in the functions without an isolated statement, since what is copied for one is
/// told by its text.
pub fn look_through(translation: &mut Translation, text: &str, isolated: &[Span]) {
    let symbols = &translation.resolved.symbols;
    let Some(free) = library(symbols, "free") else { return };
    let local = symbols.0.iter().filter(|symbol| may_be_table(symbol)).map(|symbol| symbol.name_span);
    let local: Vec<Span> = local.collect();
    if local.is_empty() {
        return;
    }
    let makers = Makers::of(translation, text);
    let is_plain = |function: &&Function| !isolated.iter().any(|place| function.span.contains(*place));
    let of_file = &translation.resolved.file_arrays;
    let declares = |function: &&Function| {
        local.iter().any(|place| function.span.contains(*place)) || of_file.has_pointers(function)
    };
    let functions = translation.resolved.functions.iter().filter(declares).filter(is_plain);
    let found: Vec<Found> =
        functions.flat_map(|function| Search::new(translation, text, function, &makers).tables()).collect();
    if !found.is_empty() {
        replace(translation, found, &free);
    }
}

/// A function of the library, if the program calls it.
fn library(symbols: &Symbols, name: &str) -> Option<Expression> {
    let is_it = |symbol: &Symbol| symbol.name == name && symbol.kind == SymbolKind::Function;
    let id = SymbolId(symbols.0.iter().position(is_it)?);
    let (kind, type_) = (ExpressionKind::Variable(id), symbols[id].type_.clone());
    Some(Expression { kind, span: Span::default(), type_ })
}

fn replace(translation: &mut Translation, found: Vec<Found>, free: &Expression) {
    let resolved = &mut translation.resolved;
    let mut rows: BTreeMap<SymbolId, Type> = BTreeMap::new();
    for table in &found {
        let symbol = &mut resolved.symbols.0[table.symbol.0];
        let Some(element) = symbol.type_.target().and_then(Type::target).cloned() else { continue };
        let row = Type::plain(TypeKind::Array(
            Arc::new(element),
            ArraySize::Elements(Arc::new(table.width.clone())),
        ));
        symbol.type_ = Type { kind: TypeKind::Pointer(Arc::new(row.clone())), ..symbol.type_.clone() };
        rows.insert(table.symbol, row);
    }
    let mut gone: BTreeMap<Span, Vec<Statement>> = BTreeMap::new();
    found.iter().for_each(|table| gone.extend(table.gone.clone()));
    resolved.functions.iter_mut().for_each(|function| without(&mut function.body, &gone));
    let values: BTreeMap<Span, &Found> = found.iter().map(|table| (table.value, table)).collect();
    let releases: BTreeMap<Span, SymbolId> =
        found.iter().flat_map(|table| table.releases.iter().map(|place| (*place, table.symbol))).collect();
    let symbols = resolved.symbols.clone();
    resolved.change_expressions(&mut |_, expression| {
        if let ExpressionKind::Call(_, arguments) = &expression.kind {
            if let Some(table) = values.get(&expression.span) {
                expression.kind = table.obtained(expression.span);
            } else if let Some(symbol) = releases.get(&expression.span) {
                let is_it = |it: &&Expression| it.without_casts().variable() == Some(*symbol);
                let pointer = arguments.iter().find(is_it).map(|it| it.without_casts().clone());
                let callee = Expression { span: start(expression.span), ..free.clone() };
                expression.kind = ExpressionKind::Call(Box::new(callee), pointer.into_iter().collect());
            }
        }
        match &expression.kind {
            ExpressionKind::Variable(symbol) if rows.contains_key(symbol) => {
                expression.type_ = symbols[*symbol].type_.clone();
            }
            ExpressionKind::Index(pointer, _) => {
                if let Some(row) = pointer.variable().and_then(|symbol| rows.get(&symbol)) {
                    expression.type_ = row.clone();
                }
            }
            _ => {}
        }
    });
    resolved.row_tables.extend(found.into_iter().map(|found| (found.symbol, found.table)));
}

impl Found {
    /// `malloc(h * w * sizeof(float))`: all rows at once.
    fn obtained(&self, place: Span) -> ExpressionKind {
        let here = start(place);
        let size = || Type::plain(TypeKind::Integer(Integer::size()));
        let number = |kind| Expression { kind, span: here, type_: size() };
        let product = |a, b| {
            let kind = ExpressionKind::Binary(BinaryOperator::Multiply, Box::new(a), Box::new(b));
            Expression { kind, span: here, type_: size() }
        };
        let wide = |it: &Expression| Expression {
            span: it.span,
            kind: ExpressionKind::Cast(Box::new(it.clone())),
            type_: size(),
        };
        let cells = product(wide(&self.rows), wide(&self.width));
        let element = number(ExpressionKind::SizeOf(self.element.clone(), None));
        let callee = Expression { span: here, ..self.callee.clone() };
        let arguments = match self.is_zeroed {
            true => vec![cells, element],
            false => vec![product(cells, element)],
        };
        ExpressionKind::Call(Box::new(callee), arguments)
    }
}

/// What isn't in the text has an empty place.
fn start(place: Span) -> Span {
    Span::new(place.start, place.start)
}

/// Takes statements out of a statement, but for what remains of them.
fn without(statement: &mut Statement, gone: &BTreeMap<Span, Vec<Statement>>) {
    if let Some(rest) = gone.get(&statement.span) {
        statement.kind = match rest.as_slice() {
            [] => StatementKind::Expression(None),
            rest => StatementKind::Block(rest.to_vec()),
        };
        return;
    }
    match &mut statement.kind {
        StatementKind::Block(list) | StatementKind::Other(_, _, list) => {
            list.iter_mut().for_each(|inner| without(inner, gone));
        }
        StatementKind::If(_, then, otherwise) => {
            without(then, gone);
            otherwise.iter_mut().for_each(|inner| without(inner, gone));
        }
        StatementKind::For(parts) => without(&mut parts.body, gone),
        StatementKind::Labeled(_, inner) => without(inner, gone),
        StatementKind::Declaration(_) | StatementKind::Expression(_) => {}
    }
}
