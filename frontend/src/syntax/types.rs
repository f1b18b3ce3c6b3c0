//! C's types, as far as the value and the size of an expression depend on them.
//!
//! Sizes are those of 64-bit Unix (LP64). What an expression's type decides here is whether C computes
//! it like mathematics does: signed arithmetic may not overflow, unsigned arithmetic wraps around.

use std::sync::Arc;

use super::records::RecordId;
use super::tree::Expression;

/// A type with its qualifiers.
#[derive(Clone, Debug)]
pub struct Type {
    /// The type proper.
    pub kind: TypeKind,
    /// What qualifies it.
    pub qualifiers: Qualifiers,
}

/// A type without its qualifiers.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// `void`
    Void,
    /// An integer or an enumeration.
    Integer(Integer),
    /// A real or complex floating type.
    Floating(Floating),
    /// A pointer to something.
    Pointer(Arc<Type>),
    /// An array of something.
    Array(Arc<Type>, ArraySize),
    /// A function that returns something.
    Function(Arc<Type>),
    /// A structure or union.
    Record(RecordId),
    /// Anything else.
    Unknown,
}

/// `const` and its like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Qualifiers {
    /// `const`
    pub constant: bool,
    /// `volatile`
    pub volatile: bool,
    /// `_Atomic`
    pub atomic: bool,
    /// `restrict`
    pub restrict: bool,
}

/// An integer type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Integer {
    /// As written; empty for the type of an operator's result.
    pub spelling: Arc<str>,
    /// Width in bits; 1 for `_Bool`.
    pub bits: u32,
    /// Whether it has negative values.
    pub signed: bool,
    /// Conversion rank: that of `int` is [`Integer::INT_RANK`].
    pub rank: u32,
}

/// A floating type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Floating {
    /// As written; empty for the type of an operator's result.
    pub spelling: Arc<str>,
    /// Size in bytes.
    pub bytes: u64,
}

/// How many elements an array has.
#[derive(Clone, Debug)]
pub enum ArraySize {
    /// `[]` or `[*]`
    Unknown,
    /// `[n]`
    Elements(Arc<Expression>),
}

impl Qualifiers {
    /// Those of either.
    pub fn and(self, other: Qualifiers) -> Qualifiers {
        Qualifiers {
            constant: self.constant || other.constant,
            volatile: self.volatile || other.volatile,
            atomic: self.atomic || other.atomic,
            restrict: self.restrict || other.restrict,
        }
    }
}

impl Integer {
    /// The conversion rank of `int`.
    pub const INT_RANK: u32 = 3;

    /// The type of this rank, as LP64 lays it out.
    pub fn of_rank(rank: u32, signed: bool) -> Integer {
        let bits = match rank {
            0 => 1,
            1 => 8,
            2 => 16,
            Integer::INT_RANK => 32,
            _ => 64,
        };
        Integer { spelling: Arc::default(), bits, signed, rank }
    }

    /// `int`
    pub fn int() -> Integer {
        Integer::of_rank(Integer::INT_RANK, true)
    }

    /// `size_t`
    pub fn size() -> Integer {
        Integer::of_rank(Integer::INT_RANK + 1, false)
    }

    /// The type that an operand of this type has in arithmetic.
    pub fn promoted(&self) -> Integer {
        if self.rank < Integer::INT_RANK { Integer::int() } else { self.clone() }
    }

    /// The smallest and the largest value.
    pub fn range(&self) -> (i128, i128) {
        match self.signed {
            true => (-(1i128 << (self.bits - 1)), (1i128 << (self.bits - 1)) - 1),
            false => (0, (1i128 << self.bits) - 1),
        }
    }

    /// Whether every value of `other` is one of this type.
    pub fn includes(&self, other: &Integer) -> bool {
        let ((least, most), (other_least, other_most)) = (self.range(), other.range());
        least <= other_least && other_most <= most
    }

    /// Whether arithmetic in this type wraps around rather than being undefined where it overflows.
    pub fn wraps(&self) -> bool {
        !self.signed
    }

    /// The type in which C computes with operands of these types (C11 6.3.1.8).
    pub fn common(left: &Integer, right: &Integer) -> Integer {
        let (left, right) = (left.promoted(), right.promoted());
        if left.signed == right.signed {
            return if left.rank >= right.rank { left } else { right };
        }
        let (signed, unsigned) = if left.signed { (left, right) } else { (right, left) };
        if unsigned.rank >= signed.rank {
            unsigned
        } else if signed.includes(&unsigned) {
            signed
        } else {
            Integer::of_rank(signed.rank, false)
        }
    }
}

impl Type {
    /// Without qualifiers.
    pub fn plain(kind: TypeKind) -> Type {
        Type { kind, qualifiers: Qualifiers::default() }
    }

    /// `int`
    pub fn int() -> Type {
        Type::plain(TypeKind::Integer(Integer::int()))
    }

    /// What is not known.
    pub fn unknown() -> Type {
        Type::plain(TypeKind::Unknown)
    }

    /// The integer type, if it is one.
    pub fn integer(&self) -> Option<&Integer> {
        match &self.kind {
            TypeKind::Integer(integer) => Some(integer),
            _ => None,
        }
    }

    /// Whether what has the type is read and written as any other: it is neither volatile nor atomic.
    pub fn is_ordinary(&self) -> bool {
        !self.qualifiers.volatile && !self.qualifiers.atomic
    }

    /// Whether it is a number.
    pub fn is_arithmetic(&self) -> bool {
        matches!(self.kind, TypeKind::Integer(_) | TypeKind::Floating(_))
    }

    /// What a pointer points to or an array consists of.
    pub fn target(&self) -> Option<&Type> {
        match &self.kind {
            TypeKind::Pointer(target) | TypeKind::Array(target, _) => Some(target),
            _ => None,
        }
    }

    /// The innermost element of an array of arrays; the type itself for all others.
    pub fn innermost(&self) -> &Type {
        match &self.kind {
            TypeKind::Array(element, _) => element.innermost(),
            _ => self,
        }
    }

    /// How C writes it, for an arithmetic type that was written.
    pub fn spelling(&self) -> &str {
        match &self.kind {
            TypeKind::Integer(integer) => &integer.spelling,
            TypeKind::Floating(floating) => &floating.spelling,
            _ => "",
        }
    }

    /// The size of a scalar in bytes.
    pub fn scalar_bytes(&self) -> Option<u64> {
        match &self.kind {
            TypeKind::Integer(integer) => Some(u64::from(integer.bits.div_ceil(8))),
            TypeKind::Floating(floating) => Some(floating.bytes),
            TypeKind::Pointer(_) => Some(8),
            _ => None,
        }
    }

    /// The type that an operator gives for arithmetic operands of these types.
    pub fn common(left: &Type, right: &Type) -> Type {
        match (&left.kind, &right.kind) {
            (TypeKind::Integer(a), TypeKind::Integer(b)) => {
                Type::plain(TypeKind::Integer(Integer::common(a, b)))
            }
            (TypeKind::Floating(a), TypeKind::Floating(b)) => {
                Type::plain(TypeKind::Floating(if a.bytes >= b.bytes { a.clone() } else { b.clone() }))
            }
            (TypeKind::Floating(_), TypeKind::Integer(_)) => Type::plain(left.kind.clone()),
            (TypeKind::Integer(_), TypeKind::Floating(_)) => Type::plain(right.kind.clone()),
            (TypeKind::Pointer(_) | TypeKind::Array(..), _) => left.decayed(),
            (_, TypeKind::Pointer(_) | TypeKind::Array(..)) => right.decayed(),
            _ => Type::unknown(),
        }
    }

    /// The type of an operand: an array stands for a pointer to its first element.
    pub fn decayed(&self) -> Type {
        match &self.kind {
            TypeKind::Array(element, _) => Type::plain(TypeKind::Pointer(element.clone())),
            _ => self.clone(),
        }
    }

    /// The type after integer promotion.
    pub fn promoted(&self) -> Type {
        match &self.kind {
            TypeKind::Integer(integer) => Type::plain(TypeKind::Integer(integer.promoted())),
            kind => Type::plain(kind.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Integer;

    #[test]
    fn usual_arithmetic_conversions() {
        let unsigned_int = Integer::of_rank(Integer::INT_RANK, false);
        let short = Integer::of_rank(2, false);
        assert_eq!(Integer::common(&Integer::int(), &unsigned_int), unsigned_int);
        let long = Integer::of_rank(Integer::INT_RANK + 1, true);
        assert_eq!(Integer::common(&long, &unsigned_int), long);
        assert_eq!(Integer::common(&long, &Integer::size()), Integer::size());
        assert_eq!(Integer::common(&short, &short), Integer::int());
    }
}
