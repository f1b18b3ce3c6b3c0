//! C's operators on values.

use crate::joined::Joined;
use crate::memory::ObjectId;
use crate::terms::Term;
use crate::values::{Kind, Value, converted, is_zero, wrapped};
use frontend::tree::{BinaryOperator, Integer, Type, TypeKind, UnaryOperator};
use polyhedral::Comparison;

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    Unknown,
    /// A division by zero.
    Trap,
}

/// `left operator right`, operands of these types, as a value of `result` in a trial; no pointers, no `&&` and `||`.
pub fn binary(
    operator: BinaryOperator,
    (left, left_type): (Value, &Type),
    (right, right_type): (Value, &Type),
    result: &Type,
    trial: u32,
    joined: &mut Joined,
) -> Result<Value, Failure> {
    let is_vague = left.is_vague || right.is_vague;
    let common = match operator {
        BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => left_type.promoted(),
        _ => Type::common(left_type, right_type),
    };
    let (Some(left_term), Some(right_term)) = (left.term(), right.term()) else {
        return Err(Failure::Unknown);
    };
    let term = match is_in_any_order(operator) && common.integer().is_some() {
        true => joined.of(Term::of(name(operator), &[kind(&common)]), [left_term, right_term]),
        false => Term::of(name(operator), &[kind(&common), left_term, right_term]),
    };
    let (Kind::Integer(a, a_term), Kind::Integer(b, b_term)) = (left.kind, right.kind) else {
        let number = matches!(operator, BinaryOperator::Compare(_)).then(|| i128::from(term.decision(trial)));
        let kind = match number {
            Some(number) => Kind::Integer(number, Some(term)),
            None if result.integer().is_some() => return Err(Failure::Unknown),
            None => Kind::Data(term),
        };
        return Ok(Value { kind, is_vague });
    };
    let common = match &common.kind {
        TypeKind::Integer(common) => common.clone(),
        _ => Integer::of_rank(Integer::INT_RANK + 1, true),
    };
    let number = match arithmetic(operator, wrapped(a, &common), wrapped(b, &common)) {
        Some(number) => number,
        // any number will do where operands are such
        None if is_vague => 1,
        None => return Err(Failure::Trap),
    };
    let number = match operator {
        BinaryOperator::Compare(_) => number,
        _ => wrapped(number, &common),
    };
    let is_data = a_term.is_some() || b_term.is_some();
    Ok(Value { kind: Kind::Integer(number, is_data.then_some(term)), is_vague })
}

/// Whether integers give the same whichever come first.
fn is_in_any_order(operator: BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Add
            | BinaryOperator::Multiply
            | BinaryOperator::BitAnd
            | BinaryOperator::BitXor
            | BinaryOperator::BitOr
    )
}

fn arithmetic(operator: BinaryOperator, a: i128, b: i128) -> Option<i128> {
    let shift = (b & 63) as u32;
    match operator {
        BinaryOperator::Multiply => Some(a.wrapping_mul(b)),
        BinaryOperator::Divide => a.checked_div(b),
        BinaryOperator::Modulo => a.checked_rem(b),
        BinaryOperator::Add => Some(a.wrapping_add(b)),
        BinaryOperator::Subtract => Some(a.wrapping_sub(b)),
        BinaryOperator::ShiftLeft => Some(a.wrapping_shl(shift)),
        BinaryOperator::ShiftRight => Some(a >> shift),
        BinaryOperator::Compare(relation) => Some(i128::from(compare(relation, a, b))),
        BinaryOperator::BitAnd => Some(a & b),
        BinaryOperator::BitXor => Some(a ^ b),
        BinaryOperator::BitOr => Some(a | b),
        BinaryOperator::And | BinaryOperator::Or => None,
    }
}

/// `a relation b`.
pub fn compare(relation: Comparison, a: i128, b: i128) -> bool {
    match relation {
        Comparison::Less => a < b,
        Comparison::LessEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterEqual => a >= b,
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
    }
}

/// `operator operand` as a value of `result` in a trial; not for places.
pub fn unary(
    operator: UnaryOperator,
    operand: Value,
    from: &Type,
    result: &Type,
    trial: u32,
) -> Option<Value> {
    let name = match operator {
        UnaryOperator::Plus => return converted(operand, from, result),
        UnaryOperator::Minus => "negative",
        UnaryOperator::Complement => "complement",
        UnaryOperator::Not => "not",
        UnaryOperator::Address | UnaryOperator::Dereference => return None,
    };
    let term = Term::of(name, &[kind(result), operand.term()?]);
    let kind = match (operand.kind, operator) {
        (Kind::Integer(number, history), _) => {
            let number = match operator {
                UnaryOperator::Minus => number.wrapping_neg(),
                UnaryOperator::Complement => !number,
                _ => i128::from(number == 0),
            };
            let number = result.integer().map_or(number, |result| wrapped(number, result));
            Kind::Integer(number, history.map(|_| term))
        }
        (Kind::Data(data), UnaryOperator::Not) => {
            Kind::Integer(i128::from(!data.decision(trial)), Some(term))
        }
        (Kind::Data(_), _) => Kind::Data(term),
        _ => return None,
    };
    Some(Value { kind, is_vague: operand.is_vague })
}

/// Whether a condition holds in a trial.
pub fn truth(value: Value, trial: u32) -> Option<bool> {
    match value.kind {
        Kind::Integer(number, _) => Some(number != 0),
        Kind::Data(term) => Some(!is_zero(term) && term.decision(trial)),
        Kind::Pointer(place) => Some(place.object != ObjectId::Input(0)),
        Kind::Function(_) => Some(true),
        Kind::Void => None,
    }
}

/// Arithmetic differs between types.
pub fn kind(type_: &Type) -> Term {
    match &type_.kind {
        TypeKind::Integer(integer) => {
            let number = |number: u32| Term::number(i128::from(number));
            Term::of("integer", &[number(integer.bits), number(u32::from(integer.signed))])
        }
        TypeKind::Floating(floating) => Term::of("floating", &[Term::number(i128::from(floating.bytes))]),
        _ => Term::of("other", &[]),
    }
}

fn name(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::Modulo => "%",
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::ShiftLeft => "<<",
        BinaryOperator::ShiftRight => ">>",
        BinaryOperator::Compare(Comparison::Less) => "<",
        BinaryOperator::Compare(Comparison::LessEqual) => "<=",
        BinaryOperator::Compare(Comparison::Greater) => ">",
        BinaryOperator::Compare(Comparison::GreaterEqual) => ">=",
        BinaryOperator::Compare(Comparison::Equal) => "==",
        BinaryOperator::Compare(Comparison::NotEqual) => "!=",
        BinaryOperator::BitAnd => "&",
        BinaryOperator::BitXor => "^",
        BinaryOperator::BitOr => "|",
        BinaryOperator::And => "&&",
        BinaryOperator::Or => "||",
    }
}
