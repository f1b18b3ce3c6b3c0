//! What is said of something without a place of its own: an array, or a region as a whole.

use std::fmt;

use crate::code::Code;

/// A sentence, or a part of one, with its code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// What it is about, however it is worded.
    pub code: Code,
    /// As people read it.
    pub text: String,
}

impl Remark {
    /// With this code.
    pub fn new(code: Code, text: impl Into<String>) -> Self {
        Remark { code, text: text.into() }
    }
}

/// The text alone.
impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}
