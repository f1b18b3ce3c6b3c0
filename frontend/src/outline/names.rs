//! The names of statements: a label, else `S` and the statement's position in the region.

use std::collections::BTreeSet;

use crate::syntax::tree::{Statement, StatementKind};

/// Gives out names in textual order.
#[derive(Clone, Debug, Default)]
pub struct StatementNames {
    taken: BTreeSet<String>,
    position: usize,
}

impl StatementNames {
    /// For the statements of a region, whose labels are taken.
    pub fn new(statements: &[Statement]) -> Self {
        let mut taken = BTreeSet::new();
        for statement in statements {
            statement.walk(&mut |inner| {
                if let StatementKind::Labeled(label, _) = &inner.kind {
                    taken.insert(label.clone());
                }
            });
        }
        StatementNames { taken, position: 0 }
    }

    /// The name of the next statement.
    pub fn next(&mut self, label: Option<&str>) -> String {
        let position = self.position;
        self.position += 1;
        if let Some(label) = label {
            return label.to_owned();
        }
        let mut number = position;
        while !self.taken.insert(format!("S{number}")) {
            number += 1;
        }
        format!("S{number}")
    }
}

/// `name`, or `name_2` and so on if that is taken; the result is taken then.
pub fn unique(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut candidate = name.to_owned();
    let mut number = 2;
    while !taken.insert(candidate.clone()) {
        candidate = format!("{name}_{number}");
        number += 1;
    }
    candidate
}
