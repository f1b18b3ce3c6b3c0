//! Heuristic 3 (Darte, Isoard, Yuki, *Extended Lattice-Based Memory Allocation*, section 4.3): constant
//! reuse vectors as long as there are any (Heuristic 2, parameters projected out), then the narrowest
//! rows in the space orthogonal to them (Heuristic 1, with parameters).
//!
//! Valid by Theorem 3: a conflicting difference that the second kind of rows maps to 0 modulo their
//! widths is a combination of the reuse vectors' directions, and the rows of the inverse map it to the
//! multiples of those, which Theorem 2 excludes.
//!
//! Beyond the paper, a chain of reuse vectors is also cut short: the rows orthogonal to fewer vectors
//! have more choice, which sometimes wins. So the result is never larger than that of
//! [`super::hyperplane`].

use crate::candidate::Candidate;
use crate::problem::Problem;
use crate::theory::integer_matrix::{Matrix, completion, inverse, transpose};
use crate::theory::mapping_space::{candidate_of, rows};
use crate::theory::reuse::{Chain, chains};
use crate::theory::smallest::Smallest;
use polyhedral::Expression;
use std::cmp::Reverse;

/// isl's operations for completing one beginning.
const BUDGET: u64 = 350_000;
/// Beginnings that are completed, besides the empty one.
const MOST_BEGINNINGS: usize = 12;

/// The mapping of the fewest cells over all beginnings of the chains found.
///
/// # Errors
/// isl's.
pub fn candidate(problem: &Problem) -> isl::Result<Option<Candidate>> {
    let mut smallest = Smallest::new(problem);
    for beginning in beginnings(problem)? {
        smallest.attempt(BUDGET, |smallest| {
            completed(problem, beginning)?.into_iter().for_each(|candidate| smallest.record(candidate));
            Ok(())
        })?;
    }
    smallest.into_result()
}

/// The longest beginnings of the chains found, and the empty one.
fn beginnings(problem: &Problem) -> isl::Result<Vec<Chain>> {
    let chains = chains(&problem.differences)?;
    let of_chain =
        |chain: &Chain| (1..=chain.multiples.len()).map(|n| chain.beginning(n)).collect::<Vec<_>>();
    let mut found: Vec<_> = chains.iter().flat_map(of_chain).collect();
    found.sort_by_key(|chain| (Reverse(chain.multiples.len()), chain.clone()));
    found.dedup();
    found.truncate(MOST_BEGINNINGS);
    found.push(Chain::default());
    Ok(found)
}

/// The rows orthogonal to the vectors of a chain, then those of the inverse.
fn completed(problem: &Problem, chain: Chain) -> isl::Result<Option<Candidate>> {
    let Some(inverse) = inverse_of_completed(&chain.directions, problem.dimensions()) else {
        return Ok(None);
    };
    let (along, across) = inverse.split_at(chain.multiples.len());
    let Some(rows) = rows(problem, &across.to_vec())? else { return Ok(None) };
    let multiples = chain.multiples.into_iter().map(Expression::Constant);
    let inverse_rows = along.iter().cloned().zip(multiples).rev();
    Ok(Some(candidate_of(rows.into_iter().chain(inverse_rows))))
}

/// The inverse of a unimodular matrix whose first columns are `directions`.
fn inverse_of_completed(directions: &Matrix, dimensions: usize) -> Option<Matrix> {
    let mut columns = directions.clone();
    columns.extend(completion(directions, dimensions)?);
    inverse(&transpose(&columns))
}
