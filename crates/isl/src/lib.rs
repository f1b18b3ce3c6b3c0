//! A small safe layer over [isl](https://libisl.sourceforge.io), the integer set library.
//!
//! Names are isl's without `isl_` and `get_`. `__isl_take` is by value, `__isl_keep` is by
//! reference, `clone` is `_copy` and cheap. Every call returns a [`Result`]; a failed call leaves
//! nothing behind that could spoil a later one. Objects print in isl's notation, on one line.
//!
//! ```
//! use isl::{Context, Set};
//! # fn main() -> isl::Result<()> {
//! let context = Context::new();
//! let set = Set::read_from_str(&context, "[n] -> { S[i] : 0 <= i < n }")?;
//! let odd = Set::read_from_str(&context, "{ S[i] : i mod 2 = 1 }")?;
//! assert!(set.clone().subtract(odd)?.is_subset(&set)?);
//! # Ok(())
//! # }
//! ```
//!
//! What can explode belongs into [`Context::with_budget`].

#![allow(
    clippy::should_implement_trait,
    clippy::wrong_self_convention,
    reason = "names and ownership are isl's, and the operators of std cannot fail"
)]

mod aff;
mod ast;
mod call;
mod constraint;
mod context;
mod error;
mod flow;
mod id;
pub mod interrupt;
mod map;
mod mat;
mod once;
mod printer;
mod set;
mod space;
mod union;
mod val;

pub use aff::{Aff, MultiAff, MultiPwAff, PwAff, PwMultiAff};
pub use ast::{AstBuild, AstExpr, AstExprKind, AstNode, AstNodeKind, AstOp};
pub use constraint::Constraint;
pub use context::{Context, SeparationBounds, version};
pub use error::{Error, ErrorKind, Result};
pub use flow::{UnionAccessInfo, UnionFlow};
pub use id::Id;
pub use map::{BasicMap, Map};
pub use mat::Mat;
pub use once::found;
pub use set::{BasicSet, Point, Set};
pub use space::{DimType, LocalSpace, Space};
pub use union::{UnionMap, UnionSet};
pub use val::Val;
