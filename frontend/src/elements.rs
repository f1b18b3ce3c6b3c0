//! Pointers that only stand for one structure of an array: `f = &bank->filters[k]`, and then `f->gain`.
//!
//! Such a pointer is a row's name ([`crate::rows`]) for cells that are members. Here is which of its mentions are such cells, and
//! which symbol stands for a member of the array's structures, `bank->filters[].gain`. A pointer stays what it is where it
//! leads to pointers, since many of these are no array; and where loops, conditions or subscripts look at an integer behind it,
//! since that is a size of what stands around them as long as the pointer stays the same.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use diagnostics::Span;

use crate::rows::Row;
use crate::syntax::resolve::Resolved;
use crate::syntax::tree::{
    Expression, ExpressionKind, Function, Initializer, Member, Statement, StatementKind, Step, Symbol,
    SymbolId, SymbolKind, Symbols, UnaryOperator,
};
use crate::syntax::types::{ArraySize, Integer, Type, TypeKind};

/// Whether a type is that of pointers to structures.
pub fn is_pointer_to_structures(type_: &Type) -> bool {
    matches!(&type_.kind, TypeKind::Pointer(target) if matches!(target.kind, TypeKind::Record(_)))
}

/// The mentions of pointers in a function that are the start of a member which an array may have in their place, by where they
/// are, with the member.
pub fn paths(function: &Function, symbols: &Symbols) -> BTreeMap<usize, SymbolId> {
    let sizes = sizes(&function.body, symbols);
    let mut outermost = BTreeMap::new();
    function.body.walk_expressions(symbols, &mut |part| {
        let ExpressionKind::Member(symbol, _) = &part.kind else { return };
        if let Some(start) = start(part) {
            // the whole comes before its parts
            outermost.entry(start.span.start).or_insert((*symbol, part.span));
        }
    });
    let fits = |symbol: SymbolId, place: Span| {
        let SymbolKind::Member(member) = &symbols[symbol].kind else { return false };
        let is_size = member.type_.integer().is_some_and(|kind| kind.rank >= Integer::INT_RANK)
            && is_within(place, &sizes);
        is_of_one_structure(member) && !is_size
    };
    outermost.retain(|_, (symbol, place)| fits(*symbol, *place));
    outermost.into_iter().map(|(start, (symbol, _))| (start, symbol)).collect()
}

/// Whether a member is a number, or an array of numbers, in a structure that a pointer leads to.
fn is_of_one_structure(member: &Member) -> bool {
    let Some((first, rest)) = member.steps.split_first() else { return false };
    let is_field = |step: &Step| matches!(step, Step::Field(_));
    let number = member.type_.innermost();
    matches!(first, Step::Dereference | Step::Row)
        && rest.iter().all(is_field)
        && number.is_arithmetic()
        && !number.qualifiers.volatile
        && !number.qualifiers.atomic
}

/// The variable with which the path to a member starts.
fn start(path: &Expression) -> Option<&Expression> {
    match &path.kind {
        ExpressionKind::Variable(_) => Some(path),
        ExpressionKind::Member(_, inner)
        | ExpressionKind::Index(inner, _)
        | ExpressionKind::Unary(UnaryOperator::Dereference, inner) => start(inner),
        _ => None,
    }
}

/// Whether one of `spans`, none of which is in another, holds `place`.
fn is_within(place: Span, spans: &[Span]) -> bool {
    let behind = spans.partition_point(|span| span.start <= place.start);
    behind.checked_sub(1).is_some_and(|last| spans[last].contains(place))
}

/// Where integers are sizes, or numbers of cells: headers of loops, conditions, subscripts, arguments, and what integers are set
/// to; the outermost of these, in the order of the text.
fn sizes(body: &Statement, symbols: &Symbols) -> Vec<Span> {
    let mut found = Vec::new();
    body.walk(&mut |statement| match &statement.kind {
        StatementKind::For(parts) => {
            found.extend(parts.initial.iter().map(|initial| initial.span));
            found.extend(parts.condition.iter().chain(&parts.step).map(|part| part.span));
        }
        StatementKind::If(condition, ..) => found.push(condition.span),
        StatementKind::Other(_, expressions, _) => found.extend(expressions.iter().map(|part| part.span)),
        StatementKind::Declaration(list) => {
            let integers = list.iter().filter(|it| symbols[it.symbol].type_.integer().is_some());
            let values = integers.filter_map(|declared| symbols[declared.symbol].initializer.as_ref());
            found.extend(values.flat_map(Initializer::expressions).map(|value| value.span));
        }
        _ => {}
    });
    body.walk_expressions(symbols, &mut |part| match &part.kind {
        ExpressionKind::Index(_, subscript) => found.push(subscript.span),
        ExpressionKind::Call(_, arguments) => found.extend(arguments.iter().map(|argument| argument.span)),
        ExpressionKind::Assign(_, target, value) if target.variable().is_some() => found.push(value.span),
        _ => {}
    });
    found.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
    let mut end = 0;
    found.retain(|span| {
        let is_outermost = span.end > end;
        end = end.max(span.end);
        is_outermost
    });
    found
}

/// By such a member and the start of its path: what it is in the array.
pub type Moved = BTreeMap<(SymbolId, usize), SymbolId>;

/// The members of the arrays that stand for those of the pointers, with new symbols where there are none; `places` are the rows
/// by where their pointers are mentioned.
pub fn moved(resolved: &mut Resolved, places: &BTreeMap<usize, &Row>) -> Moved {
    let mut wanted = Vec::new();
    for function in &resolved.functions {
        function.body.walk_expressions(&resolved.symbols, &mut |part| {
            let ExpressionKind::Member(symbol, _) = &part.kind else { return };
            let Some(start) = start(part) else { return };
            let row = places.get(&start.span.start).filter(|row| start.variable() == Some(row.symbol));
            wanted.extend(row.map(|row| (*symbol, start.span.start, *row)));
        });
    }
    if wanted.is_empty() {
        return Moved::new();
    }
    let symbols = &mut resolved.symbols;
    let known = symbols.0.iter().enumerate().filter_map(|(id, symbol)| match &symbol.kind {
        SymbolKind::Member(member) => Some(((member.object, member.steps.clone()), SymbolId(id))),
        _ => None,
    });
    let mut known: HashMap<_, _> = known.collect();
    let mut moved = Moved::new();
    for (symbol, place, row) in wanted {
        let Some(new) = in_array(symbols, symbol, row) else { continue };
        let SymbolKind::Member(member) = &new.kind else { continue };
        let id = *known.entry((member.object, member.steps.clone())).or_insert(SymbolId(symbols.0.len()));
        if id.0 == symbols.0.len() {
            symbols.0.push(new);
        }
        moved.insert((symbol, place), id);
    }
    moved
}

/// A member of the structures in the array that a pointer leads into.
fn in_array(symbols: &Symbols, symbol: SymbolId, row: &Row) -> Option<Symbol> {
    let SymbolKind::Member(own) = &symbols[symbol].kind else { return None };
    let array = row.base.named()?;
    let (object, mut steps) = match &symbols[array].kind {
        SymbolKind::Member(member) => (member.object, member.steps.clone()),
        _ => (array, vec![]),
    };
    let is_parameter = symbols[array].kind == SymbolKind::Parameter;
    let extent = match &row.base.type_.kind {
        TypeKind::Array(_, size) if !is_parameter => Some(size.clone()),
        _ => None,
    };
    steps.push(if extent.is_some() { Step::Element } else { Step::Row });
    steps.extend(own.steps[1..].iter().cloned());
    let member = Member { object, steps, record: own.record, type_: own.type_.clone() };
    Some(Symbol {
        is_fixed: false,
        name: member.spelling(&symbols[object].name).join("[]"),
        kind: SymbolKind::Member(Arc::new(member)),
        type_: of_many(&own.type_, extent),
        name_span: symbols[symbol].name_span,
        initializer: None,
        declared: None,
    })
}

/// The type of an array of a member's: one for each structure.
fn of_many(one: &Type, extent: Option<ArraySize>) -> Type {
    let element = Arc::new(one.clone());
    Type::plain(match extent {
        Some(size) => TypeKind::Array(element, size),
        None => TypeKind::Pointer(element),
    })
}

/// `f->gain` as the array's member, if `f` stands for one of its structures. What `f` itself is, is replaced before that.
pub fn replace(
    expression: &mut Expression,
    structure: &dyn Fn(&Expression) -> Option<Expression>,
    moved: &Moved,
) {
    let ExpressionKind::Member(symbol, _) = &expression.kind else { return };
    let Some(start) = start_of_replaced(expression) else { return };
    let Some(&new) = moved.get(&(*symbol, start)) else { return };
    let ExpressionKind::Member(symbol, inner) = &mut expression.kind else { return };
    *symbol = new;
    let pointer = match &inner.kind {
        ExpressionKind::Unary(UnaryOperator::Dereference, pointer) => pointer,
        _ => &*inner,
    };
    if let Some(cell) = structure(pointer) {
        **inner = cell;
    }
}

/// Whether the number of a structure is computed from variables alone, so that it may be affine. A pointer to one of which data
/// tell the number is known better by its own name.
pub fn is_plain_number(value: &Expression) -> bool {
    let mut is_plain = true;
    value.walk(&mut |part| {
        is_plain &= matches!(
            part.kind,
            ExpressionKind::Variable(_)
                | ExpressionKind::Integer(_)
                | ExpressionKind::Binary(..)
                | ExpressionKind::Unary(..)
                | ExpressionKind::Cast(_)
        ) || matches!(&part.kind, ExpressionKind::Member(..) if part.subscripted().1.is_empty());
    });
    is_plain
}

/// Where the path to a member starts, or did before it was replaced: what isn't in the text has an empty place there.
pub fn start_of_replaced(path: &Expression) -> Option<usize> {
    match &path.kind {
        ExpressionKind::Member(_, inner) if !path.span.is_empty() => start_of_replaced(inner),
        ExpressionKind::Index(inner, _) if !path.span.is_empty() => start_of_replaced(inner),
        ExpressionKind::Unary(UnaryOperator::Dereference, inner) => start_of_replaced(inner),
        _ => Some(path.span.start),
    }
}
