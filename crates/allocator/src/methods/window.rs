//! A window over a linear storage order (De Greef, Catthoor, De Man, *Memory size reduction through storage
//! order optimization*, 1997).
//!
//! The dimensions are laid out one after another, in some order, each upwards or downwards, as C lays out
//! an array: `v = d_1.z + w_1 (d_2.z + w_2 (…))` where `d_k.z` is a subscript or its negation. If no
//! conflicting cells are b or more apart in this order, the array is folded modulo b: a window of b cells
//! slides over it. The radix `w_k` is the width of the k-th digit among the differences where the digits
//! before it are 0; this is at most the extent, and keeps v from being 0 elsewhere.
//!
//! The largest v isn't simply that of the lexicographically largest difference, whose later digits may be
//! small. But a digit that is two less than it could be is never made up for by those after it, which
//! differ by less than two radices. So it is looked for from the most significant digit down, with the
//! largest value of each digit and the one below it. The modulus found is a suggestion like any other;
//! [`crate::mixed_radix`] has the proof.

use crate::budget::if_possible;
use crate::candidate::{Candidate, product};
use crate::certificate::value;
use crate::mixed_radix::MixedRadix;
use crate::polynomial::expanded;
use crate::problem::Problem;
use crate::successive_modulo::{Widths, orders};
use crate::theory::image::width_along;
use isl::{Aff, DimType, ErrorKind, LocalSpace, Set, Val};
use polyhedral::{Expression, lower};

/// The smallest window over all storage orders.
///
/// # Errors
/// isl's.
pub fn candidate(problem: &Problem) -> isl::Result<Option<Candidate>> {
    for storage in storage_orders(problem)? {
        if let Some(candidate) = windowed(problem, &storage)? {
            return Ok(Some(candidate));
        }
    }
    Ok(None)
}

/// A linear order of the cells.
#[derive(Clone, Debug)]
pub(super) struct Storage {
    /// Least significant first.
    digits: Vec<Vec<i64>>,
    /// One for each digit but the last.
    radices: Vec<Expression>,
    /// The window at the reference sizes.
    window: i128,
}

impl Storage {
    /// The order by these digits and radices; `None` where its window has no bound.
    ///
    /// # Errors
    /// isl's.
    pub(super) fn of(
        problem: &Problem,
        digits: Vec<Vec<i64>>,
        radices: Vec<Expression>,
    ) -> isl::Result<Option<Self>> {
        let at_reference = problem.at(problem.reference.values())?.differences;
        let window = window_at(&at_reference, &digits, &radices, problem)?;
        Ok(window.map(|window| Storage { digits, radices, window }))
    }
}

/// Integer programs that are solved to compare storage orders: one for each and each convex piece.
const MOST_PROGRAMS: usize = 2000;
/// Dimensions that are laid out both upwards and downwards.
const MOST_DIRECTIONS: usize = 3;

/// Of the storage orders with a bounded window those with the smallest at the reference sizes.
fn storage_orders(problem: &Problem) -> isl::Result<Vec<Storage>> {
    /// Equally good orders that are tried where a window can't be expressed.
    const MOST: usize = 3;
    let dimensions = problem.dimensions();
    let at_reference = problem.at(problem.reference.values())?.differences;
    let mut widths = Widths::new(&problem.differences, &problem.extents, &problem.reference);
    let mut found = Vec::new();
    let directions = 1u32 << dimensions.saturating_sub(1).min(MOST_DIRECTIONS);
    let pieces = problem.differences.n_basic_set()? as usize;
    let most = MOST_PROGRAMS / pieces.max(1) / directions as usize;
    for order in orders(dimensions).take(most.max(1)) {
        let Some(radices) = widths.along(&order)? else { continue };
        // the most significant digit has no radix, so turning all around changes nothing
        for directions in 0..directions {
            let digits = digits(&order, directions);
            let radices: Vec<_> = order.iter().map(|d| radices.by_dimension[*d].clone()).collect();
            let radices = radices[..dimensions.saturating_sub(1)].to_vec();
            match window_at(&at_reference, &digits, &radices, problem) {
                Ok(Some(window)) => found.push(Storage { digits, radices, window }),
                Ok(None) => {}
                // the best so far is better than nothing
                Err(error) if error.kind == ErrorKind::Quota && !found.is_empty() => return Ok(found),
                Err(error) => return Err(error),
            }
        }
    }
    found.sort_by_key(|storage| storage.window);
    found.truncate(MOST);
    Ok(found)
}

fn digits(order: &[usize], directions: u32) -> Vec<Vec<i64>> {
    let digit = |(k, d): (usize, &usize)| {
        let sign = if directions & (1 << k) == 0 { 1 } else { -1 };
        (0..order.len()).map(|position| if position == *d { sign } else { 0 }).collect()
    };
    order.iter().enumerate().map(digit).collect()
}

/// 1 + the largest v in `differences` (`{ [z] }`), with radices at the reference sizes.
fn window_at(
    differences: &Set,
    digits: &[Vec<i64>],
    radices: &[Expression],
    problem: &Problem,
) -> isl::Result<Option<i128>> {
    if differences.is_empty()? {
        // the reference sizes are outside of the context: all storage orders are alike
        return Ok(Some(0));
    }
    let mut order = Aff::zero_on_domain(LocalSpace::from_space(differences.space()?)?)?;
    let mut weight: i64 = 1;
    for (k, digit) in digits.iter().enumerate() {
        for (position, entry) in (0..).zip(digit).filter(|(_, entry)| **entry != 0) {
            let Some(coefficient) = entry.checked_mul(weight) else { return Ok(None) };
            let coefficient = Val::from_i64(differences.context(), coefficient)?;
            order = order.set_coefficient_val(DimType::In, position, coefficient)?;
        }
        let radix = radices.get(k).map_or(1, |radix| problem.reference.value(radix));
        let Some(next) = weight.checked_mul(radix) else { return Ok(None) };
        weight = next;
    }
    Ok(differences.max_val(&order)?.to_i64()?.map(|largest| i128::from(largest) + 1))
}

/// The mapping of a storage order; `None` where its window can't be expressed.
pub(super) fn windowed(problem: &Problem, storage: &Storage) -> isl::Result<Option<Candidate>> {
    let weights = (0..storage.digits.len()).map(|k| product(&storage.radices[..k]).constant());
    if let Some(weights) = weights.collect::<Option<Vec<_>>>() {
        let term = |sum: i64, (digit, weight): (i64, &i64)| sum.checked_add(digit.checked_mul(*weight)?);
        let entry = |d: usize| {
            let mut terms = storage.digits.iter().map(|digit| digit[d]).zip(&weights);
            terms.try_fold(0, term)
        };
        let Some(row) = (0..problem.dimensions()).map(entry).collect::<Option<Vec<i64>>>() else {
            return Ok(None);
        };
        let window = width_along(&problem.differences, &row, &problem.reference)?;
        return Ok(window.map(|window| Candidate::new(vec![row], vec![window])));
    }
    let mut moduli = Vec::new();
    leading_digits(problem, storage, &problem.differences, storage.digits.len() - 1, &[], &mut moduli)?;
    let with = |modulus: Vec<Expression>| {
        let (digits, radices) = (storage.digits.clone(), storage.radices.clone());
        MixedRadix { digits, radices, modulus }.into_candidate()
    };
    let cells = |candidate: &Candidate| candidate.cells(&problem.reference);
    let candidates = moduli.into_iter().map(with).filter(|candidate| cells(candidate) >= storage.window);
    Ok(candidates.min_by_key(cells))
}

/// Adds the digits of 1 + v for the differences that may have the largest v: those of `set`, of which
/// the digits after the k-th are `leading`.
fn leading_digits(
    problem: &Problem,
    storage: &Storage,
    set: &Set,
    k: usize,
    leading: &[Expression],
    moduli: &mut Vec<Vec<Expression>>,
) -> isl::Result<()> {
    let Some(width) = width_along(set, &storage.digits[k], &problem.reference)? else { return Ok(()) };
    let with = |digit: Expression| [&[digit], leading].concat();
    if k == 0 {
        moduli.push(with(width));
        return Ok(());
    }
    for less in [1, 2] {
        let digit = expanded(&(width.clone() - Expression::Constant(less)));
        let Some(fixed) = if_possible(lower::expression(&digit, &set.space()?))? else { continue };
        let rest = set.clone().intersect(value(&storage.digits[k], set)?.eq_set(fixed)?)?;
        if !rest.is_empty()? {
            leading_digits(problem, storage, &rest, k - 1, &with(digit), moduli)?;
        }
    }
    Ok(())
}
