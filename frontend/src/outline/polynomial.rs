//! Polynomials in counters and parameters: what subscripts such as `(c * h + y) * w + x` are.
//!
//! Whatever is no sum or product counts as a variable of its own.

use std::collections::BTreeMap;

use polyhedral::Expression;

/// The factors of a term, in increasing order.
pub type Factors = Vec<Expression>;

/// A sum of products with their coefficients, none of which is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial {
    terms: BTreeMap<Factors, i64>,
}

impl Polynomial {
    /// An expression; `None` where coefficients are too large.
    pub fn of(value: &Expression) -> Option<Self> {
        match value {
            Expression::Constant(constant) => Some(Polynomial::term(vec![], *constant)),
            Expression::Negate(a) => Polynomial::of(a)?.scaled(-1),
            Expression::Add(a, b) => Polynomial::of(a)?.plus(Polynomial::of(b)?),
            Expression::Subtract(a, b) => Polynomial::of(a)?.plus(Polynomial::of(b)?.scaled(-1)?),
            Expression::Multiply(a, b) => Polynomial::of(a)?.times(&Polynomial::of(b)?),
            _ => Some(Polynomial::term(vec![value.clone()], 1)),
        }
    }

    /// One term.
    pub fn term(factors: Factors, coefficient: i64) -> Self {
        let terms = (coefficient != 0).then_some((factors, coefficient));
        Polynomial { terms: terms.into_iter().collect() }
    }

    /// The terms, with their coefficients.
    pub fn terms(&self) -> impl Iterator<Item = (&Factors, i64)> {
        self.terms.iter().map(|(factors, coefficient)| (factors, *coefficient))
    }

    /// The value, if that is one number.
    pub fn constant(&self) -> Option<i64> {
        self.affine()?.constant()
    }

    /// The sum.
    pub fn plus(mut self, other: Polynomial) -> Option<Self> {
        for (factors, coefficient) in other.terms {
            let sum = self.terms.get(&factors).copied().unwrap_or(0).checked_add(coefficient)?;
            match sum {
                0 => self.terms.remove(&factors),
                sum => self.terms.insert(factors, sum),
            };
        }
        Some(self)
    }

    /// The product.
    pub fn times(&self, other: &Polynomial) -> Option<Self> {
        let mut product = Polynomial::default();
        for (a, m) in &self.terms {
            for (b, n) in &other.terms {
                let mut factors = [&a[..], &b[..]].concat();
                factors.sort();
                product = product.plus(Polynomial::term(factors, m.checked_mul(*n)?))?;
            }
        }
        Some(product)
    }

    /// The product with a constant.
    pub fn scaled(&self, factor: i64) -> Option<Self> {
        self.times(&Polynomial::term(vec![], factor))
    }

    /// Quotient and remainder by one term: the terms that it divides, and the others.
    pub fn divided(&self, factors: &[Expression], coefficient: i64) -> (Polynomial, Polynomial) {
        let (mut quotient, mut remainder) = (Polynomial::default(), Polynomial::default());
        for (own, number) in &self.terms {
            match without(own, factors).filter(|_| number % coefficient == 0) {
                Some(rest) => quotient.terms.insert(rest, number / coefficient),
                None => remainder.terms.insert(own.clone(), *number),
            };
        }
        (quotient, remainder)
    }

    /// The polynomial as an affine expression, if it has no products.
    pub fn affine(&self) -> Option<Expression> {
        let mut sum: Option<Expression> = None;
        for (factors, coefficient) in &self.terms {
            let term = match (factors.as_slice(), coefficient) {
                ([], constant) => Expression::Constant(*constant),
                ([only], 1) => only.clone(),
                ([only], _) => {
                    Expression::Multiply(Box::new(Expression::Constant(*coefficient)), Box::new(only.clone()))
                }
                _ => return None,
            };
            sum = Some(match sum {
                Some(sum) => sum + term,
                None => term,
            });
        }
        Some(sum.unwrap_or(Expression::Constant(0)).simplify())
    }

    /// The polynomial with `value` in the place of a variable.
    pub fn replaced(&self, variable: &Expression, value: &Polynomial) -> Option<Self> {
        self.multiples_replaced(variable, 1, value)
    }

    /// The same in the place of so many `times` the variable, as often as coefficients have them: `(v + r) * (2 * r + 1) + u + r` is `v + r`
    /// rows and `u + r`, where there are two `r` more. So several by themselves stay.
    pub fn multiples_replaced(&self, variable: &Expression, times: i64, value: &Polynomial) -> Option<Self> {
        let mut result = Polynomial::default();
        for (factors, coefficient) in &self.terms {
            let (mut left, mut term) = (*coefficient, Polynomial::term(vec![], 1));
            for factor in factors {
                let is_due = factor == variable && left % times == 0 && (times == 1 || factors.len() > 1);
                left /= if is_due { times } else { 1 };
                let own = Polynomial::term(vec![factor.clone()], 1);
                term = term.times(if is_due { value } else { &own })?;
            }
            result = result.plus(term.scaled(left)?)?;
        }
        Some(result)
    }
}

/// `all` without `some`, if these are among them.
pub fn without(all: &[Expression], some: &[Expression]) -> Option<Factors> {
    let mut rest = all.to_vec();
    for factor in some {
        let position = rest.iter().position(|other| other == factor)?;
        rest.remove(position);
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variable(name: &str) -> Polynomial {
        Polynomial::term(vec![Expression::variable(name)], 1)
    }

    #[test]
    fn terms_are_collected_and_divided() {
        let (y, w, x) = (variable("y"), variable("w"), variable("x"));
        let one = Polynomial::term(vec![], 1);
        let row = y.plus(one.clone()).and_then(|y| y.times(&w));
        let all = row.and_then(|row| row.plus(x.clone())).and_then(|all| all.plus(one.scaled(-1)?));
        let all = all.expect("small");
        let (quotient, remainder) = all.divided(&[Expression::variable("w")], 1);
        assert_eq!(quotient.affine().map(|value| value.to_string()).as_deref(), Some("y + 1"));
        assert_eq!(remainder.affine().map(|value| value.to_string()).as_deref(), Some("x - 1"));
        assert_eq!(all.affine(), None);
        assert_eq!(all.clone().plus(all.scaled(-1).expect("small")), Some(Polynomial::default()));
    }
}
