//! From the polyhedral representation back to C.
//!
//! A region that keeps its order keeps its text: only the subscripts of remapped arrays change
//! ([`rewrite`]). A region with a new order is generated anew: isl's AST ([`generate`]) as a loop tree,
//! its counters named as the user named them ([`names`]), printed as C ([`print`]). Declarations of
//! remapped arrays change in place ([`declare`]), statements in a memory space of their own get it ([`isolate`]), and [`splice`] carries all edits into the user's text.

mod bounds;
pub mod chunk;
pub mod comments;
pub mod declare;
pub mod delay;
mod ends;
pub mod generate;
pub mod interior;
pub mod isolate;
pub mod items;
mod lanes;
pub mod layout;
pub mod line_directives;
pub mod magnitude;
mod multiples;
mod names;
pub mod parallel;
pub mod parametric;
pub mod print;
pub mod rewrite;
mod rotation;
mod row_tables;
mod rows;
pub mod sameness;
mod scopes;
pub mod splice;
pub mod strips;
pub mod tile;
mod unknown;
pub mod window;
pub mod work;

pub use comments::Comments;
pub use layout::{Layout, Spelling, Unchanged};
