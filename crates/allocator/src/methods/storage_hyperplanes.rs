//! The method of Bhaskaracharya, Bondhugula and Cohen (2014), as section 6.2 of Darte, Isoard, Yuki,
//! *Extended Lattice-Based Memory Allocation*, tells it: the half of the conflicting differences that is
//! lexicographically positive, as a union of polyhedra; a direction that separates as many of them as
//! possible from 0, the narrowest of those; again on the differences that it maps to 0, until none is left.
//!
//! Valid by Theorem 1, whatever the directions: moduli are widths on what the rows before leave. Some
//! direction always separates: a polyhedron of differences whose first entry that isn't 0 is the k-th
//! is separated by the k-th unit vector. The result depends on how the differences are cut into
//! polyhedra, which section 6.2 holds against the method; the pieces as they come and disjoint ones are
//! both tried.

use crate::candidate::Candidate;
use crate::problem::{Problem, zero};
use crate::theory::direction::{Program, Side};
use crate::theory::direction_exact::exact;
use crate::theory::direction_suggested::suggested;
use crate::theory::farkas::{at_sizes, polyhedra};
use crate::theory::image::{orthogonal, width_along};
use crate::theory::integer_matrix::{Vector, identity};
use crate::theory::mapping_space::{Row, candidate_of};
use crate::theory::separation::{Sides, widest_separations};
use crate::theory::smallest::Smallest;
use isl::{BasicSet, Map, Set};

/// isl's operations for one decomposition.
const BUDGET: u64 = 250_000;

/// The mapping of the fewest cells over the decompositions.
///
/// # Errors
/// isl's.
pub fn candidate(problem: &Problem) -> isl::Result<Option<Candidate>> {
    let mut smallest = Smallest::new(problem);
    for decompose in [Ok, Set::make_disjoint] {
        smallest.attempt(BUDGET, |smallest| {
            rows(problem, decompose)?.into_iter().for_each(|rows| smallest.record(candidate_of(rows)));
            Ok(())
        })?;
    }
    smallest.into_result()
}

/// Rows until only 0 is mapped to 0.
fn rows(problem: &Problem, decompose: fn(Set) -> isl::Result<Set>) -> isl::Result<Option<Vec<Row>>> {
    let mut left = problem.differences.clone();
    let mut rows = Vec::new();
    while !left.is_subset(&zero(&left)?)? {
        let Some(row) = separating(problem, &left, decompose)? else { return Ok(None) };
        left = orthogonal(left, &row.0)?;
        rows.push(row);
    }
    Ok(Some(rows))
}

/// The narrowest direction among those that separate the most polyhedra.
fn separating(
    problem: &Problem,
    left: &Set,
    decompose: fn(Set) -> isl::Result<Set>,
) -> isl::Result<Option<Row>> {
    let all = polyhedra(&at_sizes(left.clone())?)?;
    let pieces = polyhedra(&decompose(at_sizes(positive_half(left.clone())?)?)?)?;
    let mut best: Option<(i64, Row)> = None;
    for sides in widest_separations(&pieces, problem.dimensions() as u32)? {
        let Some(direction) = narrowest(problem, &all, &separated(&pieces, sides))? else { continue };
        let Some(width) = width_along(left, &direction, &problem.reference)? else { continue };
        let value = problem.reference.value(&width);
        if best.as_ref().is_none_or(|(least, _)| value < *least) {
            best = Some((value, (direction, width)));
        }
    }
    Ok(best.map(|(_, row)| row))
}

/// `{ z in set : 0 < z }`, lexicographically
fn positive_half(set: Set) -> isl::Result<Set> {
    let zero = zero(&set)?;
    let positive = Map::lex_lt(set.space()?)?.intersect_domain(zero)?.range()?;
    set.intersect(positive)
}

fn separated(pieces: &[BasicSet], sides: Sides) -> Vec<(BasicSet, Side)> {
    pieces.iter().cloned().zip(sides).filter_map(|(piece, side)| side.map(|side| (piece, side))).collect()
}

fn narrowest(
    problem: &Problem,
    polyhedra: &[BasicSet],
    separated: &[(BasicSet, Side)],
) -> isl::Result<Option<Vector>> {
    let basis = identity(problem.dimensions());
    let priority: Vec<_> = (0..problem.parameters.len()).collect();
    let program = Program { polyhedra, separated, basis: &basis, leading: None, priority: &priority };
    let direction = match suggested(&program)? {
        // a solver's "infeasible" may be wrong
        None => exact(&program)?,
        direction => direction,
    };
    Ok(direction.map(|direction| direction.vector))
}
