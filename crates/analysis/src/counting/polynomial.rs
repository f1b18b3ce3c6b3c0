//! Polynomials with rational coefficients in numbered variables.

use isl::{Aff, Context, DimType, Val};
use polyhedral::Expression;
use std::collections::BTreeMap;

/// A polynomial. Variable `v` is the dimension at position `v` of the set that it is a function on.
#[derive(Clone, Debug)]
pub struct Polynomial {
    context: Context,
    /// Coefficients, none of them zero, by exponents: per variable, without zeros at the end.
    terms: BTreeMap<Vec<u32>, Val>,
}

impl Polynomial {
    /// The constant `value`.
    ///
    /// # Errors
    /// isl's, here as below.
    pub fn constant(context: &Context, value: i64) -> isl::Result<Self> {
        Self::from_terms(context, [(vec![], Val::from_i64(context, value)?)])
    }

    /// The polynomial that is one variable.
    ///
    /// # Errors
    /// isl's.
    pub fn variable(context: &Context, position: u32) -> isl::Result<Self> {
        let mut exponents = vec![0; position as usize];
        exponents.push(1);
        Self::from_terms(context, [(exponents, Val::from_i64(context, 1)?)])
    }

    /// `{ [v] -> [function] }`, whose domain has no parameters.
    ///
    /// # Errors
    /// isl's; `Unsupported` for a function with integer divisions.
    pub fn affine(function: &Aff) -> isl::Result<Self> {
        let context = function.context();
        if function.involves_dims(DimType::Div, 0, function.dim(DimType::Div)?)? {
            return Err(super::unsupported("a bound that rounds"));
        }
        let mut sum = Self::from_terms(context, [(vec![], function.constant_val()?)])?;
        for position in 0..function.dim(DimType::In)? {
            let coefficient = function.coefficient_val(DimType::In, position)?;
            sum = sum.plus(&Self::variable(context, position)?.scaled(&coefficient)?)?;
        }
        Ok(sum)
    }

    fn from_terms(context: &Context, terms: impl IntoIterator<Item = (Vec<u32>, Val)>) -> isl::Result<Self> {
        let mut sums: BTreeMap<Vec<u32>, Val> = BTreeMap::new();
        for (mut exponents, coefficient) in terms {
            while exponents.last() == Some(&0) {
                exponents.pop();
            }
            let sum = match sums.remove(&exponents) {
                Some(sum) => sum.add(coefficient)?,
                None => coefficient,
            };
            if !sum.is_zero()? {
                sums.insert(exponents, sum);
            }
        }
        Ok(Polynomial { context: context.clone(), terms: sums })
    }

    /// The context of its coefficients.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// The sum.
    ///
    /// # Errors
    /// isl's.
    pub fn plus(&self, other: &Self) -> isl::Result<Self> {
        Self::from_terms(&self.context, self.terms.clone().into_iter().chain(other.terms.clone()))
    }

    /// The difference.
    ///
    /// # Errors
    /// isl's.
    pub fn minus(&self, other: &Self) -> isl::Result<Self> {
        self.plus(&other.scaled(&Val::from_i64(&self.context, -1)?)?)
    }

    /// The product.
    ///
    /// # Errors
    /// isl's.
    pub fn times(&self, other: &Self) -> isl::Result<Self> {
        let mut products = Vec::new();
        for (left, coefficient) in &self.terms {
            for (right, factor) in &other.terms {
                let length = left.len().max(right.len());
                let exponent = |list: &Vec<u32>, at: usize| list.get(at).copied().unwrap_or(0);
                let exponents = (0..length).map(|at| exponent(left, at) + exponent(right, at)).collect();
                products.push((exponents, coefficient.clone().mul(factor.clone())?));
            }
        }
        Self::from_terms(&self.context, products)
    }

    /// `factor` times the polynomial.
    ///
    /// # Errors
    /// isl's.
    pub fn scaled(&self, factor: &Val) -> isl::Result<Self> {
        let scaled = self.terms.iter().map(|(e, c)| Ok((e.clone(), c.clone().mul(factor.clone())?)));
        Self::from_terms(&self.context, scaled.collect::<isl::Result<Vec<_>>>()?)
    }

    /// The polynomial with `value` for a variable.
    ///
    /// # Errors
    /// isl's.
    pub fn substitute(&self, variable: u32, value: &Self) -> isl::Result<Self> {
        let zero = Self::constant(&self.context, 0)?;
        // Horner's scheme
        let coefficients = self.powers(variable)?;
        coefficients.iter().rev().try_fold(zero, |sum, coefficient| sum.times(value)?.plus(coefficient))
    }

    /// The coefficients of the powers of a variable, from the power 0.
    fn powers(&self, variable: u32) -> isl::Result<Vec<Self>> {
        let at = variable as usize;
        let degree = self.terms.keys().filter_map(|e| e.get(at)).max().copied().unwrap_or(0);
        let of_power = |power: u32| {
            let terms = self.terms.iter().filter(|(e, _)| e.get(at).copied().unwrap_or(0) == power);
            let without = terms.map(|(exponents, coefficient)| {
                let mut exponents = exponents.clone();
                exponents.iter_mut().skip(at).take(1).for_each(|exponent| *exponent = 0);
                (exponents, coefficient.clone())
            });
            Self::from_terms(&self.context, without)
        };
        (0..=degree).map(of_power).collect()
    }

    /// What it grows by when a variable grows by one.
    ///
    /// # Errors
    /// isl's.
    pub fn growth(&self, variable: u32) -> isl::Result<Self> {
        let next = Self::variable(&self.context, variable)?.plus(&Self::constant(&self.context, 1)?)?;
        self.substitute(variable, &next)?.minus(self)
    }

    /// Its sum over a variable from `lower` to `upper`, where `upper >= lower - 1`.
    ///
    /// # Errors
    /// isl's.
    pub fn sum(&self, variable: u32, lower: &Self, upper: &Self) -> isl::Result<Self> {
        let before = lower.minus(&Self::constant(&self.context, 1)?)?;
        let coefficients = self.powers(variable)?;
        let power_sums = power_sums(&self.context, coefficients.len())?;
        let mut sum = Self::constant(&self.context, 0)?;
        for (coefficient, power_sum) in coefficients.iter().zip(power_sums) {
            let range = power_sum.substitute(0, upper)?.minus(&power_sum.substitute(0, &before)?)?;
            sum = sum.plus(&coefficient.times(&range)?)?;
        }
        Ok(sum)
    }

    /// Whether it is zero everywhere.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether both are the same.
    ///
    /// # Errors
    /// isl's.
    pub fn equals(&self, other: &Self) -> isl::Result<bool> {
        Ok(self.minus(other)?.is_zero())
    }

    /// Whether a variable occurs.
    pub fn mentions(&self, variable: u32) -> bool {
        self.terms.keys().any(|exponents| exponents.get(variable as usize).is_some_and(|e| *e > 0))
    }

    /// The highest sum of exponents.
    pub fn degree(&self) -> u32 {
        self.terms.keys().map(|exponents| exponents.iter().sum()).max().unwrap_or(0)
    }

    /// Its terms: per variable the exponent, and the coefficient.
    pub fn terms(&self) -> impl Iterator<Item = (&[u32], &Val)> {
        self.terms.iter().map(|(exponents, coefficient)| (exponents.as_slice(), coefficient))
    }

    /// A common denominator of the coefficients.
    ///
    /// # Errors
    /// isl's.
    pub fn denominator(&self) -> isl::Result<Val> {
        let one = Val::from_i64(&self.context, 1)?;
        self.terms.values().try_fold(one, |common, coefficient| {
            let denominator = coefficient.denominator()?;
            let shared = common.clone().gcd(denominator.clone())?;
            common.mul(denominator)?.div(shared)
        })
    }

    /// The polynomial with names for the variables; it has integer values at integers. `None` where a
    /// coefficient doesn't fit.
    ///
    /// # Errors
    /// isl's.
    pub fn expression(&self, names: &[String]) -> isl::Result<Option<Expression>> {
        let denominator = self.denominator()?;
        let mut sum: Option<Expression> = None;
        // high powers first, as one writes them
        let mut terms: Vec<_> = self.terms.iter().collect();
        terms.sort_by_key(|(exponents, _)| (std::cmp::Reverse(exponents.iter().sum::<u32>()), *exponents));
        for (exponents, coefficient) in terms {
            let Some(factor) = coefficient.clone().mul(denominator.clone())?.to_i64()? else {
                return Ok(None);
            };
            let powers = exponents.iter().zip(names);
            let factors = powers.flat_map(|(e, name)| vec![Expression::variable(name); *e as usize]);
            sum = Some(add(sum, factor, factors.reduce(times)));
        }
        let sum = sum.unwrap_or(Expression::Constant(0));
        Ok(match denominator.to_i64()? {
            Some(1) => Some(sum),
            Some(denominator) => Some(Expression::FloorDivide(Box::new(sum), Box::new(denominator.into()))),
            None => None,
        })
    }
}

/// `sum + factor * product`, written without what is superfluous.
fn add(sum: Option<Expression>, factor: i64, product: Option<Expression>) -> Expression {
    let scaled = |size: i64| match &product {
        None => Expression::Constant(size),
        Some(product) if size == 1 => product.clone(),
        Some(product) => times(Expression::Constant(size), product.clone()),
    };
    match sum {
        None => scaled(factor),
        Some(sum) if factor < 0 && factor > i64::MIN => sum - scaled(-factor),
        Some(sum) => sum + scaled(factor),
    }
}

fn times(left: Expression, right: Expression) -> Expression {
    Expression::Multiply(Box::new(left), Box::new(right))
}

/// For each `k < number` the polynomial in the variable 0 whose value at n is the sum of `i^k` for i
/// from 0 to n. From the sum of `(i+1)^(k+1) - i^(k+1)`, which is `(n+1)^(k+1)`.
fn power_sums(context: &Context, number: usize) -> isl::Result<Vec<Polynomial>> {
    let next = Polynomial::variable(context, 0)?.plus(&Polynomial::constant(context, 1)?)?;
    let mut sums: Vec<Polynomial> = Vec::new();
    // (n+1)^(k+1), and the binomial coefficients of k+1
    let (mut power, mut binomials) = (next.clone(), vec![1, 1]);
    for k in 0..number {
        let mut rest = power.clone();
        for (sum, binomial) in sums.iter().zip(&binomials) {
            rest = rest.minus(&sum.scaled(&Val::from_i64(context, *binomial)?)?)?;
        }
        let factor = Val::from_i64(context, 1)?.div(Val::from_i64(context, k as i64 + 1)?)?;
        sums.push(rest.scaled(&factor)?);
        power = power.times(&next)?;
        let inner = binomials.windows(2).map(|pair| pair[0] + pair[1]);
        binomials = [1].into_iter().chain(inner).chain([1]).collect();
    }
    Ok(sums)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value at integers.
    fn value(polynomial: &Polynomial, at: &[i64]) -> i64 {
        let mut rest = polynomial.clone();
        for (position, value) in (0..).zip(at) {
            rest = rest.substitute(position, &Polynomial::constant(&rest.context, *value).unwrap()).unwrap();
        }
        assert!(rest.degree() == 0);
        rest.terms().next().map_or(0, |(_, value)| value.to_i64().unwrap().unwrap())
    }

    #[test]
    fn sums_of_powers_equal_what_one_adds_up() {
        let context = Context::new();
        for (power, sum) in power_sums(&context, 6).unwrap().iter().enumerate() {
            for n in 0..7i64 {
                let expected: i64 = (0..=n).map(|i| i.pow(power as u32)).sum();
                assert_eq!(value(sum, &[n]), expected, "the sum of i^{power} up to {n}");
            }
        }
    }

    #[test]
    fn a_sum_over_a_range_of_either_sign() {
        let context = Context::new();
        let (x, y) = (Polynomial::variable(&context, 0).unwrap(), Polynomial::variable(&context, 1).unwrap());
        // x * y^2 - 3 y
        let three = Polynomial::constant(&context, 3).unwrap();
        let square = x.times(&y).unwrap().times(&y).unwrap();
        let summed = square.minus(&three.times(&y).unwrap()).unwrap();
        let sum = summed.sum(1, &Polynomial::constant(&context, -4).unwrap(), &x).unwrap();
        for x in -5..6 {
            let expected: i64 = (-4..=x).map(|y| x * y * y - 3 * y).sum();
            assert_eq!(value(&sum, &[x]), expected);
        }
    }

    #[test]
    fn an_expression_has_the_same_values() {
        let context = Context::new();
        let n = Polynomial::variable(&context, 0).unwrap();
        let triangle = n.sum(0, &Polynomial::constant(&context, 0).unwrap(), &n).unwrap();
        let expression = triangle.expression(&["n".into()]).unwrap().unwrap();
        assert_eq!(expression.evaluate(&[("n".to_string(), 10)].into()), Some(55));
    }
}
