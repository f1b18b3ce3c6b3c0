//! What a comparison found.

use crate::mismatch::Mismatch;
use std::collections::BTreeMap;
use std::fmt;

/// The result of [`crate::compare()`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// What was found.
    pub outcome: Outcome,
    /// The parameter assignments at which both programs ran to their ends and agreed. A lifted
    /// constant appears with the value that stood in for it.
    pub checked: Vec<BTreeMap<String, i64>>,
    /// The statement instances of these runs, each counted once.
    pub instances: u64,
}

/// What a comparison found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No difference at [`Report::checked`], and at least one instance ran there.
    Equal,
    /// The programs differ.
    Differs(Box<Mismatch>),
    /// Nothing can be said, for this reason.
    NotChecked(String),
}

impl Report {
    /// Nothing was checked.
    pub(crate) fn not_checked(why: impl Into<String>) -> Self {
        Report { outcome: Outcome::NotChecked(why.into()), checked: vec![], instances: 0 }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.outcome {
            Outcome::Equal => write!(f, "equal in {} instances", self.instances)?,
            Outcome::Differs(mismatch) => return mismatch.fmt(f),
            Outcome::NotChecked(why) => return write!(f, "not checked: {why}"),
        }
        for (position, assignment) in self.checked.iter().enumerate() {
            let values: Vec<_> = assignment.iter().map(|(n, v)| format!("{n} = {v}")).collect();
            let separator = if position == 0 { ", at" } else { ";" };
            if !values.is_empty() {
                write!(f, "{separator} {}", values.join(", "))?;
            }
        }
        Ok(())
    }
}
