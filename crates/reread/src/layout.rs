//! Sizes of types, and where members are.

use crate::run::{Machine, Stop};
use crate::values::Kind;
use frontend::tree::{ArraySize, Expression, ExpressionKind, RecordId, Type, TypeKind};

impl<'a> Machine<'a, '_> {
    /// The size of a type in bytes.
    pub(crate) fn size_of(&mut self, type_: &Type) -> Result<i64, Stop> {
        match &type_.kind {
            TypeKind::Array(element, ArraySize::Elements(count)) => {
                let size = self.size_of(element)?;
                Ok(self.length(count)?.saturating_mul(size))
            }
            TypeKind::Record(record) => {
                let mut end = 0;
                for (offset, type_) in self.members(*record)? {
                    end = end.max(offset.saturating_add(self.size_of(&type_)?));
                }
                Ok(up(end, self.alignment(type_)?))
            }
            TypeKind::Void | TypeKind::Function(_) => Ok(1),
            _ => type_
                .scalar_bytes()
                .map(|bytes| bytes as i64)
                .ok_or_else(|| unknown("a type of unknown size")),
        }
    }

    /// The number of elements that a declaration tells. That of a declared object is what it was when it was declared.
    pub(crate) fn length(&mut self, count: &Expression) -> Result<i64, Stop> {
        if let ExpressionKind::Integer(count) = count.kind {
            return Ok(count as i64);
        }
        if let Some(length) = self.frame().lengths.get(&count.span) {
            return Ok(*length);
        }
        match self.value(count)? {
            value if value.is_vague => Err(self.vague("a length", count.span)),
            value => match value.kind {
                Kind::Integer(length, _) if length < 0 => Err(self.fault("a negative length", count.span)),
                Kind::Integer(length, _) => Ok(length as i64),
                _ => Err(unknown("a length that isn't an integer")),
            },
        }
    }

    /// Remembers the lengths in a type as they are now.
    pub(crate) fn fix_lengths(&mut self, type_: &Type) -> Result<(), Stop> {
        if let TypeKind::Array(_, ArraySize::Elements(count)) = &type_.kind
            && !matches!(count.kind, ExpressionKind::Integer(_))
        {
            self.frame_mut().lengths.remove(&count.span);
            let length = self.length(count)?;
            self.frame_mut().lengths.insert(count.span, length);
        }
        match type_.target() {
            Some(target) => self.fix_lengths(target),
            None => Ok(()),
        }
    }

    /// Where the member `name` is, and its type.
    pub(crate) fn member(&mut self, record: RecordId, name: &str) -> Result<(i64, Type), Stop> {
        let fields = self.fields(record)?;
        for ((offset, type_), field) in self.members(record)?.into_iter().zip(fields) {
            match (&field, &type_.kind) {
                (Some(own), _) if own == name => return Ok((offset, type_)),
                (None, TypeKind::Record(inner)) => {
                    if let Ok((further, type_)) = self.member(*inner, name) {
                        return Ok((offset.saturating_add(further), type_));
                    }
                }
                _ => {}
            }
        }
        Err(unknown("a member of an unknown structure"))
    }

    /// The numbers and pointers that an object of this type consists of.
    pub(crate) fn leaves(&mut self, type_: &Type) -> Result<Vec<(i64, Type)>, Stop> {
        let parts = match &type_.kind {
            TypeKind::Record(record) => self.members(*record)?,
            TypeKind::Array(element, ArraySize::Elements(count)) => {
                let (count, size) = (self.length(count)?, self.size_of(element)?);
                self.spend(count as u64)?;
                (0..count).map(|number| (number.wrapping_mul(size), (**element).clone())).collect()
            }
            TypeKind::Integer(_) | TypeKind::Floating(_) | TypeKind::Pointer(_) => {
                return Ok(vec![(0, type_.clone())]);
            }
            _ => return Err(unknown("an object of unknown type")),
        };
        let mut leaves = Vec::new();
        for (start, part) in parts {
            leaves.extend(
                self.leaves(&part)?.into_iter().map(|(offset, type_)| (start.wrapping_add(offset), type_)),
            );
        }
        Ok(leaves)
    }

    fn fields(&self, record: RecordId) -> Result<Vec<Option<String>>, Stop> {
        let record = &self.source.records.0[record.0];
        let fields = record.fields.as_ref().ok_or_else(|| unknown("a structure that isn't declared"))?;
        if record.is_union || fields.iter().any(|field| field.is_bits) {
            return Err(unknown("a union or a bit-field"));
        }
        Ok(fields.iter().map(|field| field.name.clone()).collect())
    }

    /// Offsets and types of the members.
    fn members(&mut self, record: RecordId) -> Result<Vec<(i64, Type)>, Stop> {
        let count = self.fields(record)?.len();
        let source = self.source;
        let mut members = Vec::with_capacity(count);
        let mut end = 0;
        for field in source.records.0[record.0].fields.iter().flatten() {
            let offset = up(end, self.alignment(&field.type_)?);
            end = offset.saturating_add(self.size_of(&field.type_)?);
            members.push((offset, field.type_.clone()));
        }
        Ok(members)
    }

    fn alignment(&mut self, type_: &Type) -> Result<i64, Stop> {
        match &type_.kind {
            TypeKind::Array(element, _) => self.alignment(element),
            TypeKind::Record(record) => {
                let source = self.source;
                let mut most = 1;
                for field in source.records.0[record.0].fields.iter().flatten() {
                    most = most.max(self.alignment(&field.type_)?);
                }
                Ok(most)
            }
            _ => self.size_of(type_),
        }
    }
}

fn up(offset: i64, alignment: i64) -> i64 {
    (offset.saturating_add(alignment - 1) / alignment).saturating_mul(alignment)
}

pub(crate) fn unknown(what: &str) -> Stop {
    Stop::Unknown(what.to_owned())
}
