//! What a C expression is worth in such a run.
//!
//! Integers are numbers: those that came out of the program's data have a term as well, which is what counts when they are
//! compared. All other arithmetic is terms. A value is *vague* if it depends on what nobody wrote.

use crate::memory::Place;
use crate::terms::Term;
use frontend::tree::{Integer, SymbolId, Type, TypeKind};

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    pub kind: Kind,
    /// Whether it depends on what nobody wrote.
    pub is_vague: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number, and how it was computed if it came out of data.
    Integer(i128, Option<Term>),
    /// Anything of which nothing but that is known.
    Data(Term),
    Pointer(Place),
    Function(SymbolId),
    Void,
}

/// So many numbers may stand for data where it has to be one.
const NUMBERS: u32 = 3;

impl Value {
    pub fn integer(number: i128) -> Value {
        Value { kind: Kind::Integer(number, None), is_vague: false }
    }

    pub fn data(term: Term) -> Value {
        Value { kind: Kind::Data(term), is_vague: false }
    }

    pub fn pointer(place: Place) -> Value {
        Value { kind: Kind::Pointer(place), is_vague: false }
    }

    pub const VOID: Value = Value { kind: Kind::Void, is_vague: false };

    /// The value of what is computed in a way of which nothing is known but `term`.
    pub fn computed(term: Term, type_: &Type) -> Value {
        match &type_.kind {
            TypeKind::Integer(integer) => {
                let kind = Kind::Integer(wrapped(1 + term.below(NUMBERS), integer), Some(term));
                Value { kind, is_vague: false }
            }
            TypeKind::Void => Value::VOID,
            _ => Value::data(term),
        }
    }

    pub fn vague_if(self, is_vague: bool) -> Value {
        Value { is_vague: self.is_vague || is_vague, ..self }
    }

    /// How it was computed. What is a place has no term that two runs share.
    pub fn term(self) -> Option<Term> {
        match self.kind {
            Kind::Integer(_, Some(term)) | Kind::Data(term) => Some(term),
            Kind::Integer(number, None) => Some(Term::number(number)),
            Kind::Function(SymbolId(_)) | Kind::Void => Some(Term::of("nothing", &[])),
            Kind::Pointer(_) => None,
        }
    }

    /// The number without its history.
    pub fn plain(self) -> Value {
        match self.kind {
            Kind::Integer(number, _) => Value { kind: Kind::Integer(number, None), ..self },
            _ => self,
        }
    }
}

/// `number` as a value of a type.
pub fn wrapped(number: i128, type_: &Integer) -> i128 {
    if type_.bits == 1 {
        return i128::from(number != 0);
    }
    let (least, most) = type_.range();
    if least <= number && number <= most {
        return number;
    }
    number.wrapping_sub(least).rem_euclid(1i128 << type_.bits) + least
}

/// `value`, of the type `from`, as one of the type `to`; `None` where that isn't known.
pub fn converted(value: Value, from: &Type, to: &Type) -> Option<Value> {
    let is_vague = value.is_vague;
    let kind = match (&to.kind, value.kind) {
        (TypeKind::Void, _) => Kind::Void,
        (TypeKind::Integer(to), Kind::Integer(number, term)) => {
            let stays = from.integer().is_some_and(|from| to.includes(from));
            let term = term.map(|term| if stays { term } else { as_integer(term, to) });
            Kind::Integer(wrapped(number, to), term)
        }
        (TypeKind::Integer(integer), Kind::Data(term)) => {
            let term = as_integer(term, integer);
            return Some(Value::computed(term, to).vague_if(is_vague));
        }
        (TypeKind::Integer(to), Kind::Pointer(place)) => Kind::Integer(wrapped(place.address(), to), None),
        (TypeKind::Floating(to), Kind::Integer(number, term)) => {
            Kind::Data(as_floating(term.unwrap_or(Term::number(number)), to.bytes))
        }
        (TypeKind::Floating(to), Kind::Data(term)) => match &from.kind {
            TypeKind::Floating(from) if from.bytes <= to.bytes => Kind::Data(term),
            _ => Kind::Data(as_floating(term, to.bytes)),
        },
        (TypeKind::Pointer(_) | TypeKind::Array(..), Kind::Integer(0, _)) => Kind::Pointer(Place::NULL),
        (TypeKind::Pointer(_) | TypeKind::Array(..), Kind::Pointer(place)) => Kind::Pointer(place),
        (TypeKind::Pointer(_), Kind::Function(function)) => Kind::Function(function),
        (TypeKind::Unknown, kind) => kind,
        _ => return None,
    };
    Some(Value { kind, is_vague })
}

fn as_integer(term: Term, to: &Integer) -> Term {
    Term::of("integer", &[Term::number(i128::from(to.bits)), Term::number(i128::from(to.signed)), term])
}

fn as_floating(term: Term, bytes: u64) -> Term {
    Term::of("floating", &[Term::number(i128::from(bytes)), term])
}

/// How many bytes floating-point numbers have.
const FLOATING: [u64; 5] = [4, 8, 10, 12, 16];

/// Whether data is the integer 0, as a floating-point number: what new text sets variables to.
pub fn is_zero(term: Term) -> bool {
    FLOATING.iter().any(|bytes| term == as_floating(Term::number(0), *bytes))
}
