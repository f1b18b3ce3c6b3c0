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

pub mod interpolation;
pub mod polynomial;

use isl::{Aff, BasicSet, Constraint, DimType, Error, ErrorKind, LocalSpace, Map, Set};
use polynomial::Polynomial;

/// A function that is one polynomial on each of several sets.
#[derive(Clone, Debug, Default)]
pub struct Pieces(Vec<Piece>);

/// A polynomial on a set.
#[derive(Clone, Debug)]
pub struct Piece {
    /// `{ [v] }`
    pub domain: Set,
    /// In the dimensions of `domain`.
    pub value: Polynomial,
}

/// How many pieces are worth it.
const MOST_PIECES: usize = 100;

/// How deep the search for signs goes.
const DEPTH: u32 = 8;

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

/// The values of one dimension.
struct Interval {
    /// `{ [v] }`: for these other dimensions; the dimension itself is free.
    domain: Set,
    lower: Polynomial,
    upper: Polynomial,
}

/// The values that `dimension` takes in `set` (`{ [v] }`), from the least to the greatest.
fn intervals(set: &Set, dimension: u32) -> isl::Result<Vec<Interval>> {
    let values = along(set, dimension)?;
    let (least, greatest) = (values.clone().dim_min(0)?, values.dim_max(0)?);
    let mut intervals = Vec::new();
    for (from, lower) in least.foreach_piece()? {
        for (to, upper) in greatest.foreach_piece()? {
            let domain = from.clone().intersect(to)?;
            if !domain.is_empty()? {
                let (lower, upper) = (Polynomial::affine(&lower)?, Polynomial::affine(&upper)?);
                intervals.push(Interval { domain, lower, upper });
            }
        }
    }
    Ok(intervals)
}

/// `{ [v] -> [x] }`: x can stand for `dimension` of v, and what stands there now is free.
fn along(set: &Set, dimension: u32) -> isl::Result<Map> {
    let dimensions = set.dim(DimType::Set)?;
    let mut map = Map::from_range(set.clone().reset_tuple_id()?)?.insert_dims(DimType::In, 0, dimensions)?;
    for other in (0..dimensions).filter(|other| *other != dimension) {
        map = map.equate(DimType::In, other, DimType::Out, other)?;
    }
    map = map.project_out(DimType::Out, dimension + 1, dimensions - dimension - 1)?;
    map.project_out(DimType::Out, 0, dimension)
}

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

    /// The pieces.
    pub fn iter(&self) -> impl Iterator<Item = &Piece> {
        self.0.iter()
    }

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
        let end = if fixed || is_nonnegative(&growth, &inside, DEPTH)? {
            &interval.upper
        } else if is_nonnegative(&negated(&growth)?, &inside, DEPTH)? {
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
        _ if is_nonnegative(&lead, &common, DEPTH)? => Set::empty(common.space()?),
        _ => Ok(common),
    }
}

/// Whether `value` is certainly nowhere negative on `domain`.
///
/// An affine function is compared by isl. Another one is looked at where it is least: at the lower end of
/// a dimension with which it grows, or at the upper end of one with which it falls.
///
/// # Errors
/// isl's.
pub fn is_nonnegative(value: &Polynomial, domain: &Set, depth: u32) -> isl::Result<bool> {
    if value.degree() <= 1 {
        return domain.clone().intersect(below_zero(value, domain)?)?.is_empty();
    }
    if depth == 0 {
        return Ok(false);
    }
    // within a convex set around each part, so that steps by one lead from element to element
    for part in domain.basic_sets()? {
        if !is_nonnegative_on(value, &part.remove_divs()?.to_set()?, depth - 1)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn is_nonnegative_on(value: &Polynomial, part: &Set, depth: u32) -> isl::Result<bool> {
    for dimension in (0..part.dim(DimType::Set)?).rev().filter(|dimension| value.mentions(*dimension)) {
        let growth = value.growth(dimension)?;
        let values = along(part, dimension)?;
        let ends = if is_nonnegative(&growth, part, depth)? {
            bounded(values.dim_min(0))?
        } else if is_nonnegative(&negated(&growth)?, part, depth)? {
            bounded(values.dim_max(0))?
        } else {
            continue;
        };
        let Some(ends) = ends else { continue };
        let mut holds = true;
        for (domain, end) in ends {
            // an end that rounds decides nothing
            let Ok(end) = Polynomial::affine(&end) else { return Ok(false) };
            holds = holds && is_nonnegative(&value.substitute(dimension, &end)?, &domain, depth)?;
        }
        if holds {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The pieces of a bound, where there is one.
fn bounded(bound: isl::Result<isl::PwAff>) -> isl::Result<Option<Vec<(Set, Aff)>>> {
    match bound {
        Ok(bound) => bound.foreach_piece().map(Some),
        Err(error) if error.kind == ErrorKind::Quota => Err(error),
        Err(_) => Ok(None),
    }
}

/// `{ [v] : value < 0 }` of an affine `value`.
fn below_zero(value: &Polynomial, domain: &Set) -> isl::Result<Set> {
    let space = domain.space()?;
    let denominator = value.denominator()?;
    // -value * denominator - 1 >= 0
    let mut constraint =
        Constraint::alloc_inequality(LocalSpace::from_space(space.clone())?)?.set_constant_si(-1)?;
    for (exponents, coefficient) in value.terms() {
        let scaled = coefficient.clone().mul(denominator.clone())?.neg()?;
        constraint = match exponents.len() {
            0 => {
                let constant = constraint.constant_val()?.add(scaled)?;
                constraint.set_constant_val(constant)?
            }
            length => constraint.set_coefficient_val(DimType::Set, length as u32 - 1, scaled)?,
        };
    }
    Set::universe(space)?.add_constraint(constraint)
}

fn negated(value: &Polynomial) -> isl::Result<Polynomial> {
    value.scaled(&isl::Val::from_i64(value.context(), -1)?)
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
