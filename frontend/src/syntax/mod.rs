//! From preprocessed text to trees with resolved names and types.
//!
//! `split` takes the text apart, `parse` has lang-c parse the parts, `resolve` turns lang-c's trees
//! into those of `tree`.

pub mod fold;
pub mod literal;
mod mend;
pub mod nesting;
pub mod parse;
mod prototype;
pub mod records;
pub mod resolve;
pub mod split;
pub mod tree;
pub mod types;
