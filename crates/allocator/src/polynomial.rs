//! Sizes as polynomials: sums of products of parameters, each product once.

use polyhedral::Expression;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Products, as their sorted factors, with their coefficients.
type Terms = BTreeMap<Vec<Expression>, i64>;

/// `expression` multiplied out and collected, largest degree first; what is neither sum nor product is
/// taken as a variable.
pub(crate) fn expanded(expression: &Expression) -> Expression {
    match terms(expression) {
        Some(terms) => sum(terms),
        None => expression.simplify(),
    }
}

/// `None` where a coefficient doesn't fit.
fn terms(expression: &Expression) -> Option<Terms> {
    match expression {
        Expression::Constant(value) => Some(Terms::from([(vec![], *value)])),
        Expression::Negate(a) => multiply(&terms(a)?, &Terms::from([(vec![], -1)])),
        Expression::Add(a, b) => add(terms(a)?, &terms(b)?),
        Expression::Subtract(a, b) => add(terms(a)?, &multiply(&terms(b)?, &Terms::from([(vec![], -1)]))?),
        Expression::Multiply(a, b) => multiply(&terms(a)?, &terms(b)?),
        Expression::Maximum(list) => {
            let list = list.iter().map(expanded).collect();
            Some(Terms::from([(vec![Expression::Maximum(list).simplify()], 1)]))
        }
        other => Some(Terms::from([(vec![other.simplify()], 1)])),
    }
}

fn add(mut left: Terms, right: &Terms) -> Option<Terms> {
    for (factors, coefficient) in right {
        let sum = left.entry(factors.clone()).or_default();
        *sum = sum.checked_add(*coefficient)?;
    }
    Some(left)
}

fn multiply(left: &Terms, right: &Terms) -> Option<Terms> {
    let mut product = Terms::new();
    for (a, x) in left {
        for (b, y) in right {
            let mut factors = [a.as_slice(), b].concat();
            factors.sort();
            product = add(product, &Terms::from([(factors, x.checked_mul(*y)?)]))?;
        }
    }
    Some(product)
}

fn sum(terms: Terms) -> Expression {
    let mut terms: Vec<_> = terms.into_iter().filter(|(_, coefficient)| *coefficient != 0).collect();
    terms.sort_by_key(|(factors, _)| Reverse(factors.len()));
    // something positive leads where there is any
    if let Some(first) = terms.iter().position(|(_, coefficient)| *coefficient > 0) {
        let first = terms.remove(first);
        terms.insert(0, first);
    }
    let mut sum: Option<Expression> = None;
    for (factors, coefficient) in terms {
        sum = Some(match sum {
            None => term(factors, coefficient),
            Some(sum) if coefficient < 0 => sum - term(factors, coefficient.saturating_neg()),
            Some(sum) => sum + term(factors, coefficient),
        });
    }
    sum.unwrap_or(Expression::Constant(0))
}

fn term(factors: Vec<Expression>, coefficient: i64) -> Expression {
    let leading = (coefficient != 1 || factors.is_empty()).then_some(Expression::Constant(coefficient));
    let factors = leading.into_iter().chain(factors);
    let product = factors.reduce(|a, b| Expression::Multiply(Box::new(a), Box::new(b)));
    product.unwrap_or(Expression::Constant(coefficient))
}

#[cfg(test)]
mod tests {
    use super::expanded;
    use polyhedral::Expression;

    #[test]
    fn products_are_collected() {
        let n = || Expression::variable("N");
        let times = |a, b| Expression::Multiply(Box::new(a), Box::new(b));
        let square = times(n() - 1.into(), n() + 1.into());
        assert_eq!(expanded(&square).to_string(), "N * N - 1");
        assert_eq!(expanded(&(square - times(n(), n()))).to_string(), "-1");
        let half = Expression::FloorDivide(Box::new(n()), Box::new(2.into()));
        assert_eq!(expanded(&(times(half.clone(), 2.into()) - half)).to_string(), "N / 2");
    }
}
