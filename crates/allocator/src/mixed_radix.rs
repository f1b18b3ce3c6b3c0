//! Mappings to one dimension whose coefficients are products of sizes, and the mixed-radix argument that
//! proves them: isl knows no products of parameters, so they are compared digit by digit.
//!
//! Such a row is `v = d_1.z + r_1 (d_2.z + r_2 (… + r_{m-1} d_m.z))`, a number in mixed radix; its modulus
//! is `b = e_1 + r_1 (e_2 + r_2 (…))`. A conflicting z collides with 0 iff v is a multiple of b.
//!
//! * *Only 0 has v = 0.* If v = 0 then `d_1.z` is a multiple of `r_1`. Where that is known exactly (by
//!   width or congruence, as in [`crate::certificate`]) the quotient is carried to the next digit.
//! * *All multiples.* If b is the product of all radices and of `e_m`, v is a multiple of b iff digit by
//!   digit everything is a multiple, as above, with `e_m` as the last radix
//!   (*Extended Lattice-Based Memory Allocation*, section 4.1).
//! * *No other multiple.* Otherwise it is proved that `v < b`, that is, that the number with the digits
//!   `y_k = e_k - d_k.z` is positive. From the most significant digit down, `u_m = y_m` and
//!   `u_k = r_k u_{k+1} + y_k`; where `u_{k+1}` is a small constant, `u_k` is affine, and where it is larger
//!   that constant bounds it from below. What has to be positive at last is `u_1`.

use crate::budget::if_possible;
use crate::candidate::{Candidate, product};
use crate::certificate::{Wraps, multiples, number, times, value};
use crate::polynomial::expanded;
use crate::problem::zero;
use crate::size::Reference;
use isl::{PwAff, Set};
use polyhedral::{Expression, lower};

/// A number in mixed radix, linear in z, and its modulus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MixedRadix {
    /// The digits `d_k`, least significant first.
    pub digits: Vec<Vec<i64>>,
    /// The radices `r_k`, one for each digit but the last.
    pub radices: Vec<Expression>,
    /// The digits `e_k` of the modulus.
    pub modulus: Vec<Expression>,
}

/// Up to here `u_{k+1}` is distinguished by its value.
const SMALL: i64 = 2;

impl MixedRadix {
    /// The mapping itself.
    pub fn into_candidate(self) -> Candidate {
        let weights: Vec<Expression> = (0..self.digits.len()).map(|k| product(&self.radices[..k])).collect();
        let dimensions = self.digits.first().map_or(0, Vec::len);
        let entry = |d: usize| {
            let digits: Vec<_> = self.digits.iter().map(|digit| Expression::Constant(digit[d])).collect();
            weighted(&weights, &digits)
        };
        let row = (0..dimensions).map(entry).collect();
        let modulus = weighted(&weights, &self.modulus);
        Candidate { matrix: vec![row], moduli: vec![modulus], mixed_radix: Some(self) }
    }

    /// The modulus at the reference sizes, saturating.
    pub fn cells(&self, reference: &Reference) -> i128 {
        let digits = self.modulus.iter().map(|digit| i128::from(reference.value(digit)));
        let radices = self.radices.iter().map(|radix| i128::from(reference.value(radix)));
        let horner =
            |sum: i128, (digit, radix): (i128, i128)| sum.saturating_mul(radix).saturating_add(digit);
        digits.rev().zip(std::iter::once(1).chain(radices.rev())).fold(0, horner)
    }

    /// Whether it is proved that no difference of `differences` (`{ [z] }`, symmetric) but 0 is mapped
    /// to 0.
    ///
    /// # Errors
    /// isl's.
    pub fn is_valid(&self, differences: &Set) -> isl::Result<bool> {
        let Some((last, first)) = self.modulus.split_last() else { return Ok(false) };
        let nothing = || number(differences, 0);
        if first.iter().all(|digit| digit.constant() == Some(0)) {
            return self.only_zero_vanishes(differences, nothing()?, 0, Some(last));
        }
        Ok(self.only_zero_vanishes(differences, nothing()?, 0, None)?
            && self.stays_below_modulus(differences)?)
    }

    /// Whether of `kept` only 0 has all digits from the k-th on 0, the carry included; the last one may
    /// also be a multiple of `last_radix`.
    fn only_zero_vanishes(
        &self,
        kept: &Set,
        carry: PwAff,
        k: usize,
        last_radix: Option<&Expression>,
    ) -> isl::Result<bool> {
        let digit = value(&self.digits[k], kept)?.add(carry)?;
        let pieces = match self.radices.get(k).or(last_radix) {
            Some(radix) => multiples(kept, &digit, radix, Wraps::Somehow)?,
            None => Some(vec![(kept.clone().intersect(digit.zero_set()?)?, number(kept, 0)?)]),
        };
        let Some(pieces) = pieces else { return Ok(false) };
        for (piece, quotient) in pieces {
            let proved = match k + 1 == self.digits.len() {
                true => piece.is_subset(&zero(&piece)?)?,
                false => piece.is_empty()? || self.only_zero_vanishes(&piece, quotient, k + 1, last_radix)?,
            };
            if !proved {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn stays_below_modulus(&self, differences: &Set) -> isl::Result<bool> {
        let last = self.digits.len() - 1;
        match self.room(differences, last)? {
            Some(room) => self.is_positive(differences, room, last),
            None => Ok(false),
        }
    }

    /// Whether `u_1` is positive on `kept`, given that `u_{k+1}` is at least `above` there.
    fn is_positive(&self, kept: &Set, above: PwAff, k: usize) -> isl::Result<bool> {
        if k == 0 {
            return kept.is_subset(&above.pos_set()?);
        }
        let below = self.room(kept, k - 1)?;
        let radix = if_possible(lower::expression(&self.radices[k - 1], &kept.space()?))?;
        let (Some(below), Some(radix)) = (below, radix) else { return Ok(false) };
        let too_small = above.clone().lt_set(number(kept, -SMALL)?)?;
        if !kept.is_disjoint(&too_small)? {
            return Ok(false);
        }
        for least in -SMALL..=SMALL + 1 {
            let bound = number(kept, least)?;
            let chosen = match least <= SMALL {
                true => above.clone().eq_set(bound)?,
                false => above.clone().ge_set(bound)?,
            };
            let part = kept.clone().intersect(chosen)?;
            let next = times(&radix, least)?.add(below.clone())?;
            if !part.is_empty()? && !self.is_positive(&part, next, k - 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// `{ [z] -> [y_k] }`
    fn room(&self, kept: &Set, k: usize) -> isl::Result<Option<PwAff>> {
        match if_possible(lower::expression(&self.modulus[k], &kept.space()?))? {
            Some(limit) => limit.sub(value(&self.digits[k], kept)?).map(Some),
            None => Ok(None),
        }
    }
}

/// The sum of `weights` times `digits`, the last first.
fn weighted(weights: &[Expression], digits: &[Expression]) -> Expression {
    let terms = weights.iter().zip(digits).filter(|(_, digit)| digit.constant() != Some(0)).rev();
    let term = |(weight, digit): (&Expression, &Expression)| product(&[digit.clone(), weight.clone()]);
    expanded(&terms.map(term).reduce(|a, b| a + b).unwrap_or(Expression::Constant(0)))
}
