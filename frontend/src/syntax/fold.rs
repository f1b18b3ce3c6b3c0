//! Integer constants: what an expression is worth wherever it stands.
//!
//! Computed as C does: unsigned arithmetic wraps around; where signed arithmetic overflows there is no
//! value. A `const` variable with a constant initializer counts as a constant, and so does a local one to which nothing else happens.

use polyhedral::Comparison;

use super::tree::{
    BinaryOperator, Expression, ExpressionKind, Initializer, Symbol, SymbolId, SymbolKind, Symbols,
    UnaryOperator,
};
use super::types::{ArraySize, Integer, Type, TypeKind};

/// How many `const` variables may be defined by one another.
const LONGEST_CHAIN: u32 = 16;

/// The value of `expression`, if it is an integer constant.
pub fn constant(expression: &Expression, symbols: &Symbols) -> Option<i128> {
    Folder { symbols, chain: 0 }.value(expression)
}

/// The value of the variable `symbol`, if it has a constant initializer and is `const`, or keeps it.
pub fn constant_variable(symbol: SymbolId, symbols: &Symbols) -> Option<i128> {
    Folder { symbols, chain: 0 }.variable(&symbols[symbol])
}

/// The bytes of a number, a pointer, or an array of such, if they are a constant.
pub fn size(type_: &Type, symbols: &Symbols) -> Option<i128> {
    Folder { symbols, chain: 0 }.size(type_)
}

#[derive(Clone, Copy)]
struct Folder<'a> {
    symbols: &'a Symbols,
    chain: u32,
}

impl Folder<'_> {
    fn value(self, expression: &Expression) -> Option<i128> {
        let value = match &expression.kind {
            ExpressionKind::Integer(value) => Some(*value),
            ExpressionKind::Variable(symbol) => self.variable(&self.symbols[*symbol]),
            ExpressionKind::SizeOf(type_, _) => self.size(type_),
            ExpressionKind::Unary(operator, a) => unary(*operator, self.value(a)?),
            ExpressionKind::Cast(a) => {
                let converted = wrap(self.value(a)?, expression.type_.integer()?);
                return Some(converted);
            }
            ExpressionKind::Binary(operator, a, b) => self.binary(*operator, a, b),
            ExpressionKind::Conditional(c, a, b) => self.value(if self.value(c)? != 0 { a } else { b }),
            _ => None,
        }?;
        represent(value, expression.type_.integer()?)
    }

    fn variable(self, symbol: &Symbol) -> Option<i128> {
        if let SymbolKind::EnumerationConstant(value) = symbol.kind {
            return Some(value);
        }
        let qualifiers = symbol.type_.qualifiers;
        let is_constant =
            (qualifiers.constant || symbol.is_fixed) && !qualifiers.volatile && self.chain < LONGEST_CHAIN;
        let Some(Initializer::Value(initial)) =
            symbol.initializer.as_ref().filter(|_| is_constant && symbol.kind.is_variable())
        else {
            return None;
        };
        let value = Folder { chain: self.chain + 1, ..self }.value(initial)?;
        Some(wrap(value, symbol.type_.integer()?))
    }

    fn size(self, type_: &Type) -> Option<i128> {
        match &type_.kind {
            TypeKind::Array(element, ArraySize::Elements(count)) => {
                self.size(element)?.checked_mul(self.value(count).filter(|count| *count >= 0)?)
            }
            _ => type_.scalar_bytes().map(i128::from),
        }
    }

    fn binary(self, operator: BinaryOperator, a: &Expression, b: &Expression) -> Option<i128> {
        // Operands are converted to their common type first; shifts keep that of the left one.
        let common = match operator {
            BinaryOperator::ShiftLeft
            | BinaryOperator::ShiftRight
            | BinaryOperator::And
            | BinaryOperator::Or => None,
            _ => Some(Integer::common(a.type_.integer()?, b.type_.integer()?)),
        };
        let operand = |e| match &common {
            Some(kind) => Some(wrap(self.value(e)?, kind)),
            None => self.value(e),
        };
        let left = operand(a)?;
        match operator {
            BinaryOperator::And if left == 0 => return Some(0),
            BinaryOperator::Or if left != 0 => return Some(1),
            _ => {}
        }
        let right = operand(b)?;
        let shift = u32::try_from(right).ok().filter(|shift| *shift < 64);
        match operator {
            BinaryOperator::Multiply => left.checked_mul(right),
            BinaryOperator::Divide => left.checked_div(right),
            BinaryOperator::Modulo => left.checked_rem(right),
            BinaryOperator::Add => left.checked_add(right),
            BinaryOperator::Subtract => left.checked_sub(right),
            BinaryOperator::ShiftLeft => left.checked_mul(1i128 << shift?),
            BinaryOperator::ShiftRight => Some(left).filter(|left| *left >= 0)?.checked_shr(shift?),
            BinaryOperator::Compare(relation) => Some(i128::from(compare(relation, left, right))),
            BinaryOperator::BitAnd => Some(left & right),
            BinaryOperator::BitXor => Some(left ^ right),
            BinaryOperator::BitOr => Some(left | right),
            BinaryOperator::And | BinaryOperator::Or => Some(i128::from(right != 0)),
        }
    }
}

fn unary(operator: UnaryOperator, value: i128) -> Option<i128> {
    match operator {
        UnaryOperator::Plus => Some(value),
        UnaryOperator::Minus => value.checked_neg(),
        UnaryOperator::Complement => Some(!value),
        UnaryOperator::Not => Some(i128::from(value == 0)),
        UnaryOperator::Address | UnaryOperator::Dereference => None,
    }
}

fn compare(relation: Comparison, left: i128, right: i128) -> bool {
    match relation {
        Comparison::Less => left < right,
        Comparison::LessEqual => left <= right,
        Comparison::Greater => left > right,
        Comparison::GreaterEqual => left >= right,
        Comparison::Equal => left == right,
        Comparison::NotEqual => left != right,
    }
}

/// The result of an operation in a type: wrapped around, or nothing where C has no result.
fn represent(value: i128, kind: &Integer) -> Option<i128> {
    let (least, most) = kind.range();
    if kind.wraps() || (least <= value && value <= most) { Some(wrap(value, kind)) } else { None }
}

/// `value` converted to a type, as all compilers for such machines do.
fn wrap(value: i128, kind: &Integer) -> i128 {
    if kind.bits == 1 {
        return i128::from(value != 0);
    }
    let (least, _) = kind.range();
    (value - least).rem_euclid(1i128 << kind.bits) + least
}
