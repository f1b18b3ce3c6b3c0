//! Whether types of two files are alike, member by member.
//!
//! What declares a type is compared token by token; this compares what became of it, so that neither is believed alone.

use std::collections::HashSet;

use crate::syntax::records::{RecordId, Records};
use crate::syntax::types::{Type, TypeKind};

/// The structures of two files, and the pairs of them that are being compared.
pub struct Likeness<'a> {
    one: &'a Records,
    other: &'a Records,
    seen: HashSet<(RecordId, RecordId)>,
}

impl<'a> Likeness<'a> {
    /// Of two files.
    pub fn new(one: &'a Records, other: &'a Records) -> Self {
        Likeness { one, other, seen: HashSet::new() }
    }

    /// Whether two types have the same values, laid out in the same way, as far as they are complete in both files.
    pub fn are_alike(&mut self, one: &Type, other: &Type) -> bool {
        let are_alike = match (&one.kind, &other.kind) {
            (TypeKind::Void, TypeKind::Void) | (TypeKind::Unknown, TypeKind::Unknown) => true,
            (TypeKind::Integer(one), TypeKind::Integer(other)) => {
                (one.bits, one.signed, one.rank) == (other.bits, other.signed, other.rank)
            }
            (TypeKind::Floating(one), TypeKind::Floating(other)) => one.bytes == other.bytes,
            (TypeKind::Pointer(one), TypeKind::Pointer(other))
            | (TypeKind::Array(one, _), TypeKind::Array(other, _))
            | (TypeKind::Function(one), TypeKind::Function(other)) => self.are_alike(one, other),
            (TypeKind::Record(one), TypeKind::Record(other)) => self.are_alike_records(*one, *other),
            _ => false,
        };
        are_alike && one.qualifiers == other.qualifiers
    }

    fn are_alike_records(&mut self, one: RecordId, other: RecordId) -> bool {
        if !self.seen.insert((one, other)) {
            return true;
        }
        let (one, other) = (&self.one.0[one.0], &self.other.0[other.0]);
        let (Some(ours), Some(theirs)) = (&one.fields, &other.fields) else { return true };
        one.is_union == other.is_union
            && ours.len() == theirs.len()
            && ours.iter().zip(theirs).all(|(one, other)| {
                (&one.name, one.is_bits) == (&other.name, other.is_bits)
                    && self.are_alike(&one.type_, &other.type_)
            })
    }
}
