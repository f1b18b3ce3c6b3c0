//! How many elements a set has.

use super::interval::intervals;
use super::polynomial::Polynomial;
use super::{Piece, Pieces, convex, first};
use isl::{BasicSet, DimType, Set};

/// For each value of the first `kept` dimensions of `set` (`{ [v, x] }`) how many values the others take.
///
/// # Errors
/// isl's; `Unsupported` for what can't be counted.
pub fn cardinality(set: &Set, kept: u32) -> isl::Result<Pieces> {
    let mut total = Pieces::default();
    let one = Polynomial::constant(set.context(), 1)?;
    for part in set.clone().make_disjoint()?.basic_sets()? {
        for piece in summed(convex(part)?, one.clone(), kept)? {
            total.add(Piece { domain: first(piece.domain, kept)?, value: piece.value })?;
        }
    }
    Ok(total)
}

/// The sum of `value` over the dimensions from `kept` on.
fn summed(part: BasicSet, value: Polynomial, kept: u32) -> isl::Result<Vec<Piece>> {
    let mut pieces = vec![Piece { domain: part.to_set()?, value }];
    for dimension in (kept..pieces[0].domain.dim(DimType::Set)?).rev() {
        let mut outer = Vec::new();
        for piece in pieces {
            for part in piece.domain.make_disjoint()?.basic_sets()? {
                for interval in intervals(&convex(part)?.to_set()?, dimension)? {
                    let value = piece.value.sum(dimension, &interval.lower, &interval.upper)?;
                    outer.push(Piece { domain: interval.domain, value });
                }
            }
        }
        pieces = outer;
    }
    Ok(pieces)
}
