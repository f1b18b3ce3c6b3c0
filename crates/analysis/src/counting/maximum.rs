//! The largest values of piecewise polynomials.

use super::interval::{along, intervals};
use super::polynomial::Polynomial;
use super::sign::{below_zero, is_nonnegative, negated};
use super::{Piece, Pieces, convex, first, merged, unsupported};
use isl::{BasicSet, DimType, Set};

impl Pieces {
    /// For each value of the first `kept` dimensions the largest values that the function takes over the
    /// others: candidates that may overlap, each of them attained throughout its set.
    ///
    /// # Errors
    /// isl's; `Unsupported` for what can't be decided.
    pub fn maxima(&self, kept: u32) -> isl::Result<Vec<Piece>> {
        let mut pieces = self.0.clone();
        let Some(any) = pieces.first() else { return Ok(pieces) };
        for dimension in (kept..any.domain.dim(DimType::Set)?).rev() {
            let mut outer = Vec::new();
            for piece in pieces {
                for part in piece.domain.basic_sets()? {
                    outer.extend(maximum(part, &piece.value, dimension)?);
                }
            }
            pieces = merged(outer)?;
        }
        let kept = |piece: Piece| Ok(Piece { domain: first(piece.domain, kept)?, value: piece.value });
        pieces.into_iter().map(kept).collect()
    }
}

/// The largest values of `value` over `dimension` of `part`.
fn maximum(part: BasicSet, value: &Polynomial, dimension: u32) -> isl::Result<Vec<Piece>> {
    if !value.mentions(dimension) {
        let domain = along(&part.to_set()?, dimension)?.domain()?;
        return Ok(vec![Piece { domain, value: value.clone() }]);
    }
    let domain = convex(part)?.to_set()?;
    let mut pieces = Vec::new();
    for interval in intervals(&domain, dimension)? {
        let inside = domain.clone().intersect(interval.domain.clone())?;
        let growth = value.growth(dimension)?;
        let fixed = interval.lower.equals(&interval.upper)?;
        let end = if fixed || is_nonnegative(&growth, &inside)? {
            &interval.upper
        } else if is_nonnegative(&negated(&growth)?, &inside)? {
            &interval.lower
        } else {
            return Err(unsupported("a number that rises and falls"));
        };
        pieces.push(Piece { domain: interval.domain, value: value.substitute(dimension, end)? });
    }
    Ok(pieces)
}

/// `{ [v] }`: a part of `among` in which lies every element of it where `other` is larger than `value`.
///
/// # Errors
/// isl's.
pub fn exceeded(value: &Polynomial, other: &Piece, among: &Set) -> isl::Result<Set> {
    let common = other.domain.clone().intersect(among.clone())?;
    let lead = value.minus(&other.value)?;
    match lead.degree() {
        0 | 1 => common.clone().intersect(below_zero(&lead, &common)?),
        _ if is_nonnegative(&lead, &common)? => Set::empty(common.space()?),
        _ => Ok(common),
    }
}
