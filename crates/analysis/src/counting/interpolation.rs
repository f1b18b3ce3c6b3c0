//! Polynomials through values at some points.

use super::polynomial::Polynomial;
use isl::{Context, Val};
use std::collections::BTreeMap;

/// A polynomial with the values at many points of a function.
#[derive(Clone, Debug)]
pub struct Interpolated {
    /// The polynomial.
    pub polynomial: Polynomial,
    /// At how many points it has the function's value.
    pub points: usize,
}

/// The polynomial whose exponents add up to at most `degree` that equals `function` at `base` and at the
/// points above it, by Newton's forward differences. `None` if `function` has no value somewhere, or
/// another value at a point further out: all points whose coordinates exceed those of `base` by
/// `degree + 2` or less in sum are looked at.
///
/// # Errors
/// isl's, and those of `function`.
pub fn interpolate(
    context: &Context,
    base: &[i64],
    degree: u32,
    mut function: impl FnMut(&[i64]) -> isl::Result<Option<i64>>,
) -> isl::Result<Option<Interpolated>> {
    let mut values = BTreeMap::new();
    for offsets in offsets(base.len(), degree + 2) {
        let point: Vec<i64> =
            base.iter().zip(&offsets).map(|(base, offset)| base + i64::from(*offset)).collect();
        let Some(value) = function(&point)? else { return Ok(None) };
        values.insert(offsets, value);
    }
    let mut polynomial = Polynomial::constant(context, 0)?;
    for offsets in offsets(base.len(), degree) {
        let mut term = Polynomial::constant(context, difference(&offsets, &values))?;
        for (position, (base, offset)) in (0..).zip(base.iter().zip(&offsets)) {
            term = term.times(&binomial(context, position, *base, *offset)?)?;
        }
        polynomial = polynomial.plus(&term)?;
    }
    for (offsets, value) in &values {
        let mut rest = polynomial.minus(&Polynomial::constant(context, *value)?)?;
        for (position, (base, offset)) in (0..).zip(base.iter().zip(offsets)) {
            let coordinate = Polynomial::constant(context, base + i64::from(*offset))?;
            rest = rest.substitute(position, &coordinate)?;
        }
        if !rest.is_zero() {
            return Ok(None);
        }
    }
    Ok(Some(Interpolated { polynomial, points: values.len() }))
}

/// All lists of so many natural numbers whose sum is at most `sum`.
fn offsets(length: usize, sum: u32) -> Vec<Vec<u32>> {
    let mut lists = vec![vec![]];
    for _ in 0..length {
        let longer = |list: &Vec<u32>| {
            let left = sum - list.iter().sum::<u32>();
            (0..=left).map(|next| [list.as_slice(), &[next]].concat()).collect::<Vec<_>>()
        };
        lists = lists.iter().flat_map(longer).collect();
    }
    lists
}

/// The forward difference of these orders at the base.
fn difference(orders: &[u32], values: &BTreeMap<Vec<u32>, i64>) -> i64 {
    let smaller =
        values.iter().filter(|(offsets, _)| offsets.iter().zip(orders).all(|(o, order)| o <= order));
    smaller
        .map(|(offsets, value)| {
            let factor = offsets.iter().zip(orders).map(|(offset, order)| {
                let sign = if (order - offset) % 2 == 0 { 1 } else { -1 };
                sign * choose(*order, *offset)
            });
            factor.product::<i64>() * value
        })
        .sum()
}

fn choose(of: u32, number: u32) -> i64 {
    (0..i64::from(number)).fold(1, |product, k| product * (i64::from(of) - k) / (k + 1))
}

/// `(v - base) choose order` of the variable v at `position`.
fn binomial(context: &Context, position: u32, base: i64, order: u32) -> isl::Result<Polynomial> {
    let mut product = Polynomial::constant(context, 1)?;
    for k in 0..i64::from(order) {
        let shifted =
            Polynomial::variable(context, position)?.minus(&Polynomial::constant(context, base + k)?)?;
        let factor = Val::from_i64(context, 1)?.div(Val::from_i64(context, k + 1)?)?;
        product = product.times(&shifted)?.scaled(&factor)?;
    }
    Ok(product)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn through(function: impl Fn(i64, i64) -> i64) -> Option<String> {
        let value = |point: &[i64]| Ok(Some(function(point[0], point[1])));
        let found = interpolate(&Context::new(), &[4, 3], 2, value).unwrap()?;
        let names = ["n".to_string(), "m".to_string()];
        Some(found.polynomial.expression(&names).unwrap().unwrap().to_string())
    }

    #[test]
    fn a_polynomial_is_found_again() {
        assert_eq!(through(|n, m| n * m - 2 * m + 7).unwrap(), "n * m - 2 * m + 7");
        assert_eq!(through(|_, m| m * (m + 1) / 2).unwrap(), "(m * m + m) / 2");
    }

    #[test]
    fn what_is_no_polynomial_of_the_degree_is_not_found() {
        assert!(through(|n, m| n * m * m).is_none());
        assert!(through(|n, m| n / 2 + m).is_none());
        assert!(through(|n, m| n.max(m)).is_none());
    }
}
