//! Structures and unions: what members they have.
//!
//! A type names one by its position in [`Records`], so that it can point to itself, and can be named before
//! its members are known.

use std::collections::BTreeSet;

use super::types::{Type, TypeKind};

/// What a member is that isn't taken, as phrases.
pub const OF_UNION: &str = "a member of a union";
pub const BITS: &str = "a bit-field";
pub const UNDECLARED: &str = "a member of a structure that isn't declared";
pub const UNNAMED: &str = "a member of a structure that no variable names";
pub const IN_TABLE: &str = "a member of a structure that a table points to";

/// All of these.
pub const NOT_TAKEN: [&str; 5] = [OF_UNION, BITS, UNDECLARED, UNNAMED, IN_TABLE];

/// Position in [`Records`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordId(pub usize);

/// All structures and unions of a translation unit.
#[derive(Clone, Debug, Default)]
pub struct Records(pub Vec<Record>);

/// A structure or union.
#[derive(Clone, Debug)]
pub struct Record {
    /// Whether it is a union.
    pub is_union: bool,
    /// How the file names it, outside of functions: `struct image`, or a `typedef`.
    pub name: Option<String>,
    /// Its members, in the order of the text; `None` while it is incomplete.
    pub fields: Option<Vec<Field>>,
}

/// A member.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name; `None` for a structure or union whose members count as those of the one around it.
    pub name: Option<String>,
    /// Its type.
    pub type_: Type,
    /// Whether it is a bit-field.
    pub is_bits: bool,
}

impl Records {
    /// The member `name` of a structure: its type, and the structure that declares it.
    ///
    /// # Errors
    /// What it is instead, if it is nothing that polycc takes, as a phrase.
    pub fn member(&self, record: RecordId, name: &str) -> Result<(&Type, RecordId), &'static str> {
        self.find(record, name).unwrap_or(Err(UNDECLARED))
    }

    fn find(&self, id: RecordId, name: &str) -> Option<Result<(&Type, RecordId), &'static str>> {
        let record = &self.0[id.0];
        record.fields.iter().flatten().find_map(|field| match (&field.name, &field.type_.kind) {
            (Some(own), _) if own != name => None,
            (Some(_), _) if record.is_union => Some(Err(OF_UNION)),
            (Some(_), _) if field.is_bits => Some(Err(BITS)),
            (Some(_), _) => Some(Ok((&field.type_, id))),
            (None, TypeKind::Record(inner)) => {
                let found = self.find(*inner, name)?;
                Some(if record.is_union { Err(OF_UNION) } else { found })
            }
            _ => None,
        })
    }

    /// Whether a union holds both structures, so that a member of one may be one of the other.
    pub fn share_union(&self, one: RecordId, other: RecordId) -> bool {
        let unions = (0..self.0.len()).map(RecordId).filter(|id| self.0[id.0].is_union);
        unions.map(|union| self.within(union)).any(|within| within.contains(&one) && within.contains(&other))
    }

    /// The structures and unions that a structure or union consists of.
    fn within(&self, id: RecordId) -> BTreeSet<RecordId> {
        let (mut found, mut waiting) = (BTreeSet::new(), vec![id]);
        while let Some(next) = waiting.pop() {
            for field in self.0[next.0].fields.iter().flatten() {
                if let TypeKind::Record(inner) = field.type_.innermost().kind
                    && found.insert(inner)
                {
                    waiting.push(inner);
                }
            }
        }
        found
    }
}
