//! The frontend: from C text to regions in polyhedral form.
//!
//! 1. [`preprocess`] has the user's compiler preprocess the file: the only I/O of this crate.
//! 2. [`syntax`] parses the text with lang-c, declaration by declaration, and resolves names and types.
//! 3. [`pragma`] finds the regions that the user marks, and what is said of them.
//! 4. [`Unit`] holds all that.
mod pragma;
pub mod preprocess;
mod suggestion;
mod syntax;
mod unit;

pub use unit::{Region, Unit};
