//! The polyhedral intermediate representation.
//!
//! A region of the user's program exists in two forms that say the same:
//!
//! * as a **loop tree** ([`Program`]): loops, conditions and statement instances with integer
//!   expressions, plain data without isl. The frontend builds it from C, codegen builds a second one
//!   for the transformed program, and the checker runs both.
//! * as **sets and relations** ([`Scop`]): iteration domains, access relations and the schedule.
//!
//! [`lower`] turns integer expressions and conditions into isl objects, [`raise`] turns affine isl
//! functions back. [`verify`] states the invariants of a [`Scop`] and checks them.

pub mod expression;
pub mod lower;
pub mod mapping;
pub mod mention;
pub mod print;
pub mod program;
pub mod raise;
pub mod scop;
pub mod strips;
pub mod text;
pub mod unknown;
pub mod verify;

pub use expression::{Comparison, Condition, Expression};
pub use mapping::{Block, Mapping, MappingRow};
pub use mention::{Brackets, Call, Callee, Formal, Mention, Passed, Tail, Variable};
pub use program::{Cell, Copy, Instance, Loop, Node, Program};
pub use scop::{
    Access, AccessKind, Array, ArrayId, Extent, Flat, Hopes, IntegerType, Iterator, Lifetime, Obtained,
    Parameter, Part, Piece, Scattered, Scop, Sharing, SizePlace, Statement, StatementId, Storage, Table,
    Unordered,
};
pub use strips::{StripLoop, Window};
pub use unknown::Unknown;
