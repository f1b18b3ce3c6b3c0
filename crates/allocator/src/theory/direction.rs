//! The narrowest direction of a set (Darte, Isoard, Yuki, *Extended Lattice-Based Memory Allocation*,
//! sections 4.1.1 to 4.1.3): integers c, D, d with `c.z <= D.p + d` on all of it, (D, d) least, the
//! parameters by priority.
//!
//! Of c = 0 nothing is learnt, so c is an integer combination of the rows of a basis in which one given
//! row occurs positively; one program for each row finds the best c independent of what the basis leaves
//! out. Among equally narrow directions the one with the least sum of absolute entries is preferred.
//!
//! Growth D is not negative: where the values of a parameter are bounded, nothing else would keep D from
//! falling while d rises. The result is an affine bound, which may exceed the width that
//! [`crate::width`] finds; it serves to choose.
//!
//! Two solvers answer the same program: [`suggested`](crate::theory::direction_suggested::suggested) by
//! integer linear programming in floating point, and [`exact`](crate::theory::direction_exact::exact) in
//! isl alone.

use crate::theory::integer_matrix::{Vector, combination};
use isl::BasicSet;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Program<'a> {
    /// `[p] -> { [z] }`, non-empty: what is to be bounded, at least one. Their union is symmetric.
    pub polyhedra: &'a [BasicSet],
    /// `[p] -> { [z] }`: where `c.z` is asked to be at least 1, or at most -1.
    pub separated: &'a [(BasicSet, Side)],
    /// Rows of which c is an integer combination.
    pub basis: &'a [Vector],
    /// The row that is to occur in c at least once, if one has to.
    pub leading: Option<usize>,
    /// All parameters by position, the one whose growth matters most first.
    pub priority: &'a [usize],
}

/// The side of a hyperplane through 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// `c.z >= 1`
    Positive,
    /// `c.z <= -1`
    Negative,
}

impl Side {
    /// 1 or -1.
    pub fn sign(self) -> i64 {
        match self {
            Side::Positive => 1,
            Side::Negative => -1,
        }
    }
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Direction {
    /// How often each row of the basis occurs in c.
    pub multiples: Vector,
    /// c
    pub vector: Vector,
    /// D, in the order of the parameters.
    pub growth: Vec<i64>,
    /// d
    pub constant: i64,
}

impl Direction {
    pub(crate) fn new(program: &Program, multiples: Vector, growth: Vec<i64>, constant: i64) -> Option<Self> {
        let vector = combination(&multiples, program.basis)?;
        Some(Direction { multiples, vector, growth, constant })
    }
}

/// Bounds that keep the search finite: on entries of c, which are small in all known programs, …
pub(crate) const LARGEST_ENTRY: i32 = 64;
/// … on growth and multiples, …
pub(crate) const LARGEST_COEFFICIENT: i32 = 1000;
/// … and on d.
pub(crate) const LARGEST_CONSTANT: i32 = 1_000_000;
