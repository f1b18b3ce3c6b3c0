//! Blocks from `malloc` and `calloc` that one local pointer holds and the same function frees, or never frees, as programs do at their end.

use std::collections::HashMap;

use diagnostics::Span;
use polyhedral::{Comparison, Obtained};

use super::Surroundings;
use super::occurrences::{Occurrence, Use};
use crate::rows::is_same as same_type;
use crate::syntax::fold;
use crate::syntax::tree::{
    BinaryOperator, Declared, Expression, ExpressionKind, Initializer, Statement, StatementKind, SymbolId,
    SymbolKind, Symbols, UnaryOperator,
};
use crate::syntax::types::{ArraySize, Type, TypeKind};

/// A block of memory with a name.
#[derive(Clone, Debug)]
pub struct Allocation<'a> {
    /// The declarator of the pointer, or of the structure that it is a member of.
    pub declarator: Span,
    /// Whether nothing can take its place, since its type stands elsewhere than in the declarator, in a structure or behind a name for it, or
    /// since it keeps its size.
    pub keeps_type: bool,
    /// The allocating expression with the casts in front of it; empty where that is in another function.
    pub allocation: Span,
    /// Whether the declaration itself allocates it.
    pub initial: bool,
    /// Whether the block is zeroed.
    pub zeroed: bool,
    /// The statements that free it, if apart from them only its cells are mentioned, behind one allocation.
    pub releases: Option<Vec<Span>>,
    /// The function of the file that obtains it, if it isn't `malloc` or `calloc` itself.
    pub by: Option<Obtained>,
    /// How many of what the pointer points to.
    pub elements: Option<Product<'a>>,
}

/// A product of a constant and other factors, or an integer part of it.
#[derive(Clone, Debug)]
pub struct Product<'a> {
    /// The constant factor.
    pub constant: i128,
    /// The others.
    pub factors: Vec<&'a Expression>,
    /// What the product is divided by, which one of the factors may be a multiple of: more than 1 only where the constant is none.
    pub divisor: i64,
}

/// The block that the pointer `symbol` holds.
///
/// `None` unless the pointer is set once, apart from null, to a block that nobody has when the function ends.
pub fn allocation<'a>(symbol: SymbolId, around: Surroundings<'a>) -> Option<Allocation<'a>> {
    let symbols = around.symbols();
    let declared = &symbols[symbol];
    let TypeKind::Pointer(target) = &declared.type_.kind else { return None };
    if declared.kind != (SymbolKind::Local { is_static: false }) || !ends_with_function(symbol, around) {
        return None;
    }
    let mut values = around.values(symbol);
    let is_set_once = values.len() == 1;
    values.retain(|value| !is_null(value));
    let [value] = values.as_slice() else { return None };
    let ExpressionKind::Call(callee, arguments) = &value.without_casts().kind else { return None };
    let zeroed = match (symbols[callee.variable()?].name.as_str(), arguments.len()) {
        ("malloc", 1) => false,
        ("calloc", 2) => true,
        _ => return None,
    };
    let releases = if is_set_once { releases(symbol, value.span, around) } else { None };
    let reader = SizeReader { around };
    let bytes = arguments
        .iter()
        .try_fold(Product::one(), |product, argument| product.times(reader.factors(argument)?));
    let elements = bytes.and_then(|bytes| reader.quotient(bytes, reader.size(target)?));
    let Declared { declarator, is_member, .. } = declared.declared?;
    let initial = matches!(&declared.initializer, Some(Initializer::Value(own)) if own.span == value.span);
    let by = around.translation.resolved.obtained.get(&value.without_casts().span).cloned();
    let is_whole =
        by.as_ref().is_none_or(|by| by.unit == 1 || Some(by.unit) == target.innermost().scalar_bytes());
    // rows of another length can't lie where a pointer to rows leads
    (is_whole || target.is_arithmetic()).then_some(())?;
    // functions that nothing calls any more may name one of the file
    let is_of_file = around.translation.resolved.file_arrays.is_taken(symbol);
    let keeps_type = is_member || is_of_file || !is_whole || !says_type(symbol, around);
    // one that counts other things can't be asked for fewer
    let is_asked_elsewhere = by.as_ref().is_none_or(|by| is_asked_elsewhere(&by.by, around));
    let releases = releases.filter(|_| !keeps_type && is_whole && is_asked_elsewhere);
    let allocation = if is_whole { value.span } else { Span::new(value.span.start, value.span.start) };
    Some(Allocation { declarator, keeps_type, allocation, initial, zeroed, releases, by, elements })
}

/// Whether other functions call one that obtains blocks, so that it isn't unused without a call.
fn is_asked_elsewhere(name: &str, around: Surroundings<'_>) -> bool {
    let own = around.function().span;
    let mut calls = around.translation.resolved.obtained.iter();
    calls.any(|(place, obtained)| obtained.by == name && !own.contains(*place))
}

/// Whether the declarator of a variable says that it is an array or a pointer, and of how many dimensions: `double *p`, not `vector p`.
pub fn says_type(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let declared = &around.symbols()[symbol];
    let Some(places) = declared.declared else { return false };
    let (mut depth, mut said) = (0, 0);
    for token in around.translation.table.within(places.declarator) {
        match token.span.of(around.map.text()) {
            "*" if depth == 0 => said += 1,
            "[" => {
                said += u32::from(depth == 0);
                depth += 1;
            }
            "]" => depth -= 1,
            _ => {}
        }
    }
    said == layers(&declared.type_)
}

/// How many pointers and arrays lead to what a type is made of.
fn layers(type_: &Type) -> u32 {
    type_.target().map_or(0, |target| 1 + layers(target))
}

/// The statements that free what a pointer points to, if they stand in blocks and nothing but its cells, and in
/// the expression that allocates them their size, is mentioned elsewhere.
fn releases(symbol: SymbolId, allocating: Span, around: Surroundings<'_>) -> Option<Vec<Span>> {
    let uses = around.occurrences(symbol);
    let is_replaceable = |mention: &Occurrence| match mention.use_ {
        Use::Contents | Use::Free | Use::Set => true,
        Use::Size => allocating.contains(mention.place),
        Use::Test | Use::Escape => false,
    };
    if !uses.iter().all(is_replaceable) {
        return None;
    }
    let frees = uses.iter().filter(|mention| mention.use_ == Use::Free).count();
    let found = around.index.releases.get(&symbol).cloned().unwrap_or_default();
    (found.len() == frees).then_some(found)
}

/// The statements of blocks that are `free(p);`, by the variable p, in the order of the text.
pub fn releases_in_blocks(body: &Statement, symbols: &Symbols) -> HashMap<SymbolId, Vec<Span>> {
    let mut found: HashMap<_, Vec<Span>> = HashMap::new();
    body.walk(&mut |statement| {
        let StatementKind::Block(list) = &statement.kind else { return };
        for inner in list {
            let StatementKind::Expression(Some(expression)) = &inner.kind else { continue };
            if let Some(symbol) = freed(expression, symbols).and_then(Expression::variable) {
                found.entry(symbol).or_default().push(inner.span);
            }
        }
    });
    found
}

/// Whether nobody has the block of a pointer when the function ends: it is freed, or lost.
fn ends_with_function(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let mut uses = around.occurrences(symbol).iter();
    uses.clone().any(|it| it.use_ == Use::Free) || !uses.any(|it| it.use_ == Use::Escape)
}

/// Whether a value is the null pointer.
pub fn is_null(value: &Expression) -> bool {
    matches!(value.without_casts().kind, ExpressionKind::Integer(0))
}

/// The expressions one of which is null where a condition holds, if that asks for nothing else.
pub fn null_where(condition: &Expression) -> Option<Vec<&Expression>> {
    null_if(condition, true)
}

/// The expressions one of which is null where a condition doesn't hold, if that asks for nothing else.
pub fn null_unless(condition: &Expression) -> Option<Vec<&Expression>> {
    null_if(condition, false)
}

/// The same where it has this truth value.
fn null_if(condition: &Expression, holds: bool) -> Option<Vec<&Expression>> {
    let joining = if holds { BinaryOperator::Or } else { BinaryOperator::And };
    match &condition.kind {
        ExpressionKind::Unary(UnaryOperator::Not, operand) => null_if(operand, !holds),
        ExpressionKind::Cast(inner) if is_truth(inner) => null_if(inner, holds),
        ExpressionKind::Binary(operator, left, right) if *operator == joining => {
            Some([null_if(left, holds)?, null_if(right, holds)?].concat())
        }
        ExpressionKind::Binary(
            BinaryOperator::Compare(relation @ (Comparison::Equal | Comparison::NotEqual)),
            left,
            right,
        ) if compared_with_null(left, right).is_some() => {
            null_if(compared_with_null(left, right)?, (*relation == Comparison::NotEqual) == holds)
        }
        _ => null_if_chosen(condition, holds).or_else(|| (!holds).then(|| vec![condition])),
    }
}

/// Whether a value is 1 or 0, in every type.
fn is_truth(value: &Expression) -> bool {
    match &value.kind {
        ExpressionKind::Unary(operator, _) => *operator == UnaryOperator::Not,
        ExpressionKind::Binary(operator, ..) => {
            matches!(operator, BinaryOperator::Compare(_) | BinaryOperator::And | BinaryOperator::Or)
        }
        _ => false,
    }
}

/// The same for a condition on `p ? 0 : -1`, as a function returns it: with either value it comes out in another way.
fn null_if_chosen(condition: &Expression, holds: bool) -> Option<Vec<&Expression>> {
    let (test, outcomes) = outcomes(condition)?;
    match outcomes.map(|outcome| outcome == holds) {
        [true, false] => null_if(test, true),
        [false, true] => null_if(test, false),
        _ => None,
    }
}

/// The `c` of a condition on `c ? a : b` and constants, with whether that holds for `a` and for `b`.
fn outcomes(condition: &Expression) -> Option<(&Expression, [bool; 2])> {
    let (mut chosen, mut number) = (None, 0);
    condition.walk(&mut |part| {
        if let ExpressionKind::Conditional(test, then, otherwise) = &part.kind {
            chosen = Some((part.span, &**test, [&**then, &**otherwise]));
            number += 1;
        }
    });
    let (place, test, values) = chosen.filter(|_| number == 1)?;
    let holds = |value: &Expression| {
        let mut condition = condition.clone();
        let mut is_alike = true;
        condition.change(&mut |part| {
            if part.span == place && matches!(part.kind, ExpressionKind::Conditional(..)) {
                is_alike &= same_type(&part.type_, &value.type_);
                *part = value.clone();
            }
        });
        condition.walk(&mut |part| {
            is_alike &= matches!(
                part.kind,
                ExpressionKind::Integer(_)
                    | ExpressionKind::Cast(_)
                    | ExpressionKind::Unary(..)
                    | ExpressionKind::Binary(..)
            );
        });
        // nothing in it has a name
        is_alike.then(|| fold::constant(&condition, &Symbols::default())).flatten().map(|value| value != 0)
    };
    Some((test, [holds(values[0])?, holds(values[1])?]))
}

/// The side of a comparison that isn't null, if the other one is.
pub fn compared_with_null<'a>(left: &'a Expression, right: &'a Expression) -> Option<&'a Expression> {
    match (is_null(left), is_null(right)) {
        (false, true) => Some(left),
        (true, false) => Some(right),
        _ => None,
    }
}

/// Whether a condition says that a pointer isn't null.
pub fn is_there(condition: &Expression, pointer: SymbolId) -> bool {
    match &condition.kind {
        ExpressionKind::Variable(symbol) => *symbol == pointer,
        ExpressionKind::Binary(BinaryOperator::Compare(Comparison::NotEqual), left, right) => {
            left.variable() == Some(pointer) && is_null(right)
        }
        _ => false,
    }
}

/// Whether a value is a fresh block.
pub fn is_fresh(value: &Expression, symbols: &Symbols) -> bool {
    let ExpressionKind::Call(callee, _) = &value.without_casts().kind else { return false };
    callee.variable().is_some_and(|callee| matches!(symbols[callee].name.as_str(), "malloc" | "calloc"))
}

/// Whether a function that obtains memory sets it to zeros.
pub fn is_zeroing(callee: &Expression, symbols: &Symbols) -> bool {
    callee.variable().is_some_and(|callee| symbols[callee].name == "calloc")
}

/// What an expression frees.
pub fn freed<'a>(expression: &'a Expression, symbols: &Symbols) -> Option<&'a Expression> {
    let ExpressionKind::Call(callee, arguments) = &expression.kind else { return None };
    let [argument] = arguments.as_slice() else { return None };
    (symbols[callee.variable()?].name == "free").then_some(argument.without_casts())
}

impl<'a> Product<'a> {
    fn one() -> Self {
        Product { constant: 1, factors: vec![], divisor: 1 }
    }

    fn times(mut self, other: Product<'a>) -> Option<Self> {
        self.constant = self.constant.checked_mul(other.constant)?;
        self.factors.extend(other.factors);
        Some(self)
    }
}

#[derive(Clone, Copy)]
struct SizeReader<'a> {
    around: Surroundings<'a>,
}

impl<'a> SizeReader<'a> {
    /// An expression as a product.
    fn factors(self, expression: &'a Expression) -> Option<Product<'a>> {
        if let Some(constant) = fold::constant(expression, self.around.symbols()) {
            return Some(Product { constant, ..Product::one() });
        }
        match &expression.kind {
            ExpressionKind::Cast(inner) if expression.type_.integer().is_some() => self.factors(inner),
            ExpressionKind::Binary(BinaryOperator::Multiply, a, b) => {
                self.factors(a)?.times(self.factors(b)?)
            }
            ExpressionKind::SizeOf(type_, _) => self.size(type_),
            _ => Some(Product { factors: vec![expression], ..Product::one() }),
        }
    }

    /// The size of a type in bytes.
    fn size(self, type_: &'a Type) -> Option<Product<'a>> {
        match &type_.kind {
            TypeKind::Array(element, ArraySize::Elements(count)) => {
                self.factors(count)?.times(self.size(element)?)
            }
            _ => Some(Product { constant: i128::from(type_.scalar_bytes()?), ..Product::one() }),
        }
    }

    /// `dividend / divisor`, if the factors of that are among those of `dividend`.
    fn quotient(self, dividend: Product<'a>, divisor: Product<'a>) -> Option<Product<'a>> {
        let mut factors = dividend.factors;
        for factor in &divisor.factors {
            let position = factors.iter().position(|other| is_same(other, factor))?;
            factors.remove(position);
        }
        let each = i64::try_from(divisor.constant).ok().filter(|each| *each > 0)?;
        let constant = dividend.constant;
        match constant % i128::from(each) {
            0 => Some(Product { constant: constant / i128::from(each), factors, divisor: 1 }),
            _ => (!factors.is_empty()).then_some(Product { constant, factors, divisor: each }),
        }
    }
}

/// Whether two expressions say the same: the same variable, or the same sum of such.
fn is_same(left: &Expression, right: &Expression) -> bool {
    match (&left.kind, &right.kind) {
        (ExpressionKind::Variable(a), ExpressionKind::Variable(b)) => a == b,
        (ExpressionKind::Member(..), ExpressionKind::Member(..)) => {
            left.named() == right.named() && left.subscripted().1.is_empty()
        }
        (ExpressionKind::Integer(a), ExpressionKind::Integer(b)) => a == b,
        (ExpressionKind::Binary(f, a, b), ExpressionKind::Binary(g, c, d)) => {
            f == g && is_same(a, c) && is_same(b, d)
        }
        (ExpressionKind::Cast(a), _) => is_same(a, right),
        (_, ExpressionKind::Cast(b)) => is_same(left, b),
        _ => false,
    }
}
