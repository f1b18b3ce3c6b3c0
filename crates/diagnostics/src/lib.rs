//! Places in the user's text and what polycc has to say about them.
//!
//! All passes speak of places as [`Span`]s of the preprocessed text; a [`SourceMap`] leads from there to the user's files.
//! This crate performs no input or output: the driver hands it the texts and prints what it renders.

mod alignment;
pub mod code;
pub mod diagnostic;
mod excerpt;
mod layout;
pub mod line;
mod original_file;
pub mod remark;
pub mod render;
pub mod sarif;
pub mod source_map;
pub mod span;
pub mod token;

pub use code::Code;
pub use diagnostic::{Diagnostic, Label, Severity};
pub use line::Line;
pub use remark::Remark;
pub use source_map::{FileId, Location, OriginalLines, OriginalSpan, PreprocessedLine, SourceMap};
pub use span::Span;
