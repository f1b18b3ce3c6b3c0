//! How many elements sets have, as polynomials in parameters, and the largest value of such a number.
//!
//! A convex set without existential variables is counted dimension by dimension: for fixed outer
//! dimensions the innermost one runs through an interval, whose ends isl gives as piecewise affine
//! functions, and a polynomial summed over an interval is a polynomial again (Faulhaber). The largest value
//! is looked for dimension by dimension too: where a polynomial grows (or falls) with the innermost
//! dimension throughout, it is largest at the end of the interval. So results are exact, and what isn't
//! of this kind (ends that round, polynomials that rise and fall) has none: it is `Unsupported`.
//!
//! All dimensions are set dimensions here, parameters included: isl's parameters are for those who call.

pub mod cardinality;
pub mod interpolation;
mod interval;
pub mod maximum;
pub mod polynomial;
mod sign;
#[cfg(test)]
mod tests;

use isl::{BasicSet, DimType, Error, ErrorKind, Set};
use polynomial::Polynomial;

/// A polynomial on a set.
#[derive(Clone, Debug)]
pub struct Piece {
    /// `{ [v] }`
    pub domain: Set,
    /// In the dimensions of `domain`.
    pub value: Polynomial,
}

/// A function that is one polynomial on each of several sets, which are disjoint.
#[derive(Clone, Debug, Default)]
pub struct Pieces(Vec<Piece>);

/// How many pieces are worth it.
const MOST_PIECES: usize = 100;

impl Pieces {
    /// Adds a polynomial on its set.
    ///
    /// # Errors
    /// isl's; `Unsupported` for too many pieces.
    pub fn add(&mut self, piece: Piece) -> isl::Result<()> {
        let mut rest = piece.domain.clone();
        let mut pieces = Vec::new();
        for known in self.0.drain(..) {
            let common = known.domain.clone().intersect(rest.clone())?.coalesce()?;
            if common.is_empty()? {
                pieces.push(known);
                continue;
            }
            let alone = known.domain.clone().subtract(rest.clone())?.coalesce()?;
            rest = rest.subtract(known.domain)?.coalesce()?;
            pieces.push(Piece { domain: common, value: known.value.plus(&piece.value)? });
            pieces.push(Piece { domain: alone, value: known.value });
        }
        pieces.push(Piece { domain: rest, value: piece.value });
        self.0 = merged(pieces)?;
        if self.0.len() > MOST_PIECES {
            return Err(unsupported("too many cases"));
        }
        Ok(())
    }
}

/// `set` without the dimensions from `kept` on.
fn first(set: Set, kept: u32) -> isl::Result<Set> {
    let dropped = set.dim(DimType::Set)? - kept;
    set.project_out(DimType::Set, kept, dropped)
}

/// `pieces` without empty ones, and with one set for each polynomial.
fn merged(pieces: Vec<Piece>) -> isl::Result<Vec<Piece>> {
    let mut merged: Vec<Piece> = Vec::new();
    for piece in pieces {
        if piece.domain.is_empty()? {
            continue;
        }
        let mut same = None;
        for known in &mut merged {
            if known.value.equals(&piece.value)? {
                same = Some(known);
                break;
            }
        }
        match same {
            Some(known) => known.domain = known.domain.clone().union(piece.domain)?.coalesce()?,
            None => merged.push(piece),
        }
    }
    Ok(merged)
}

/// `part`, if it has no existential variables: between two of its elements on a line lie all integers.
fn convex(part: BasicSet) -> isl::Result<BasicSet> {
    match part.dim(DimType::Div)? {
        0 => Ok(part),
        _ => Err(unsupported("a set with holes")),
    }
}

fn unsupported(what: &str) -> Error {
    Error { kind: ErrorKind::Unsupported, message: format!("{what} can't be counted") }
}
