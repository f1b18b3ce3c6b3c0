//! The frontend: from C text to regions in polyhedral form.
//!
//! 1. [`preprocess`] has the user's compiler preprocess the file: the only I/O of this crate.
//! 2. `syntax` parses the text with lang-c, declaration by declaration, and resolves names and types.
//!    `structures` makes variables of the members of local structures;
//!    `rows` puts arrays in the place of pointers that only stand for a place in one.
//!    `inline` puts the bodies of the file's functions in the place of calls, as a text that is read again. `interior` copies bodies of loops for what
//!    lies away from their borders.
//! 3. `pragma` finds the regions that the user marks, and what is said of them, also by OpenMP; `discovery`
//!    those that can be taken where nobody marks any. `translation` holds what is parsed, [`Unit`] that and the regions:
//!    it is what other crates ask.
//! 4. `facts` looks at the function around a region: lifetimes, aliases, calls.
//!    `isolate` finds the statements that get a memory space of their own, and what they mention.
//! 5. `outline` turns a region into loops, sections, conditions and assignments with affine expressions.
//! 6. `lifting` makes parameters of large constants.
//! 7. `model` builds the sets and relations, and proves what the outline left to be proved.
//!
//! Each step either keeps the meaning of the C text exactly or refuses the region, with a diagnostic at
//! the place that is in the way.

mod allocators;
mod chains;
mod clamps;
mod coverage;
mod discovery;
mod elements;
mod facts;
mod file_arrays;
mod file_pointers;
mod fills;
mod getters;
mod handed;
pub mod import;
mod inline;
mod interior;
mod isolate;
mod jumps;
mod lifting;
mod macros;
mod model;
mod null_tests;
mod once;
mod outline;
mod pragma;
pub mod preprocess;
pub mod process;
mod readers;
mod refusal;
mod region;
mod results;
mod row_tables;
mod rows;
mod settled;
mod structures;
mod suggestion;
mod swaps;
mod syntax;
mod text;
mod translation;
mod unit;
mod whole_program;
mod wrappers;

/// The syntax tree, for those that run it.
pub mod tree {
    pub use crate::syntax::records::{Field, Record, RecordId, Records};
    pub use crate::syntax::tree::{
        BinaryOperator, Construct, Declaration, Expression, ExpressionKind, Fill, For, Function, Initializer,
        READ, Statement, StatementKind, Symbol, SymbolId, SymbolKind, Symbols, TEXT, UnaryOperator, WRITTEN,
    };
    pub use crate::syntax::types::{ArraySize, Floating, Integer, Type, TypeKind};
}

pub use coverage::{Nest, kind};
pub use discovery::written::{CHOICE, COPY};
pub use facts::entry::{Entry, Place};
pub use facts::idle::Idle;
pub use facts::meanings::Meaning;
pub use inline::{
    ByMember, Copying, Difference, EMPTY_LINE, Forwarded, InChunks, Inlined, Inlining, LineNumbers, NUMBER,
    Origins, Unused, WrittenBack, origins,
};
pub use interior::{Borders, Frame, Interior, borders, loops};
pub use isolate::Isolated;
pub use isolate::barriers::Barrier;
pub use isolate::handed::{Argument, HandedOver, Handing};
pub use isolate::stretches::{Stretch, User};
pub use lifting::Constants;
pub use pragma::directive::{Assumption, OrderDirective, ScheduleDirective};
pub use region::Region;
pub use syntax::tree::SymbolId;
pub use text::{Extent, Text};
pub use unit::{Linkage, Unit, copy_name};
