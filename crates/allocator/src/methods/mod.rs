//! The portfolio: methods that propose a mapping for a set of conflicting differences.
//!
//! Each published heuristic is beaten by another on some input. All are tried, what they propose is
//! proved, and the smallest proved mapping wins, so the portfolio is never worse than any of them. A
//! method needn't be right, only good: what it proposes is used with its certificate or not at all.

pub mod combined;
pub mod hyperplane;
pub mod lattice;
pub mod linear;
pub mod search;
pub mod storage_hyperplanes;
pub mod successive_modulo;
pub mod window;

use crate::candidate::Candidate;
use crate::problem::Problem;

/// Proposes a mapping; `None` where the method doesn't apply. What isl's budget doesn't bound, it bounds
/// itself.
pub type Method = fn(&Problem) -> isl::Result<Option<Candidate>>;

/// All methods by their names, in the order in which equally small mappings are preferred.
pub const METHODS: [(&str, Method); 7] = [
    ("successive-modulo", successive_modulo::candidate),
    ("hyperplane", hyperplane::candidate),
    ("lattice", lattice::candidate),
    ("combined", combined::candidate),
    ("storage-hyperplanes", storage_hyperplanes::candidate),
    ("window", window::candidate),
    ("search", search::candidate),
];
