//! The condition in `#pragma polycc assume(…)`, over names that are resolved later.

use diagnostics::{Code, Diagnostic, Span};
use pest::iterators::Pair;
use polyhedral::{Comparison, Condition, Expression};

use super::directive::{Assumption, Rule, place};

/// Reads an `assume` directive.
pub(super) fn read(pair: Pair<'_, Rule>, rest: Span) -> Result<Assumption, Diagnostic> {
    let span = place(&pair, rest);
    let mut reader = Reader { rest, names: Vec::new() };
    let inner = pair
        .into_inner()
        .find(|part| part.as_rule() == Rule::disjunction)
        .map(|inner| reader.condition(inner));
    let condition = inner.unwrap_or(Ok(Condition::Constant(true)))?;
    Ok(Assumption { condition, names: reader.names, span })
}

struct Reader {
    rest: Span,
    names: Vec<(String, Span)>,
}

impl Reader {
    fn condition(&mut self, pair: Pair<'_, Rule>) -> Result<Condition, Diagnostic> {
        match pair.as_rule() {
            Rule::disjunction => Ok(Condition::Or(self.conditions(pair)?)),
            Rule::conjunction => Ok(Condition::And(self.conditions(pair)?)),
            Rule::grouped => {
                let negated =
                    pair.clone().into_inner().filter(|part| part.as_rule() == Rule::negation).count() % 2
                        == 1;
                let inner = pair.into_inner().last().map(|inner| self.condition(inner));
                let inner = inner.unwrap_or(Ok(Condition::Constant(true)))?;
                Ok(if negated { Condition::Not(Box::new(inner)) } else { inner })
            }
            _ => self.comparison(pair),
        }
    }

    fn conditions(&mut self, pair: Pair<'_, Rule>) -> Result<Vec<Condition>, Diagnostic> {
        pair.into_inner().map(|part| self.condition(part)).collect()
    }

    fn comparison(&mut self, pair: Pair<'_, Rule>) -> Result<Condition, Diagnostic> {
        let span = place(&pair, self.rest);
        let parts: Vec<_> = pair.into_inner().collect();
        let [left, relation, right] = parts.as_slice() else {
            // `0 <= i < n` is something else in C than in mathematics.
            return Err(Diagnostic::error(
                Code::UnusableAssumption,
                "this assumption compares more than two values",
            )
            .at(span, "")
            .with_help("join comparisons by `&&`"));
        };
        let left = self.sum(left.clone())?;
        let right = self.sum(right.clone())?;
        Ok(Condition::Compare(comparison(relation.as_str()), left, right))
    }

    fn sum(&mut self, pair: Pair<'_, Rule>) -> Result<Expression, Diagnostic> {
        let mut parts = pair.into_inner();
        let mut sum = parts.next().map_or(Ok(Expression::Constant(0)), |first| self.product(first))?;
        while let (Some(operator), Some(operand)) = (parts.next(), parts.next()) {
            let operand = self.product(operand)?;
            sum = if operator.as_str() == "+" { sum + operand } else { sum - operand };
        }
        Ok(sum)
    }

    fn product(&mut self, pair: Pair<'_, Rule>) -> Result<Expression, Diagnostic> {
        let span = place(&pair, self.rest);
        let factors = pair.into_inner().filter(|part| part.as_rule() == Rule::signed);
        let factors = factors.map(|factor| self.signed(factor)).collect::<Result<Vec<_>, _>>()?;
        if factors.iter().filter(|factor| factor.constant().is_none()).count() > 1 {
            return Err(Diagnostic::error(Code::UnusableAssumption, "this assumption isn't affine")
                .at(span, "product of two names"));
        }
        let product = factors.into_iter().reduce(|a, b| Expression::Multiply(Box::new(a), Box::new(b)));
        Ok(product.unwrap_or(Expression::Constant(1)))
    }

    fn signed(&mut self, pair: Pair<'_, Rule>) -> Result<Expression, Diagnostic> {
        let negated = pair.clone().into_inner().filter(|part| part.as_str() == "-").count() % 2 == 1;
        let Some(operand) = pair.into_inner().last() else { return Ok(Expression::Constant(0)) };
        let span = place(&operand, self.rest);
        let value = match operand.as_rule() {
            Rule::number => {
                let number = operand.as_str().parse();
                number.map(Expression::Constant).map_err(|_| {
                    Diagnostic::error(Code::MalformedPragma, "this number is too large").at(span, "")
                })?
            }
            Rule::name => {
                let name = operand.as_str().to_owned();
                if !self.names.iter().any(|(known, _)| *known == name) {
                    self.names.push((name.clone(), span));
                }
                Expression::Variable(name)
            }
            _ => self.sum(operand)?,
        };
        Ok(if negated { Expression::Negate(Box::new(value)) } else { value })
    }
}

fn comparison(symbol: &str) -> Comparison {
    match symbol {
        "<" => Comparison::Less,
        "<=" => Comparison::LessEqual,
        ">" => Comparison::Greater,
        ">=" => Comparison::GreaterEqual,
        "==" => Comparison::Equal,
        _ => Comparison::NotEqual,
    }
}

#[cfg(test)]
mod tests {
    use crate::pragma::directive::{Directive, read};
    use diagnostics::Span;

    fn condition(text: &str) -> String {
        match read(text, Span::new(0, text.len())) {
            Ok(Directive::Assume(assumption)) => assumption.condition.to_string(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn conditions_mean_what_c_says() {
        assert_eq!(condition("assume(N >= 4 && M <= 2*N - 1)"), "N >= 4 && M <= 2 * N - 1");
        assert_eq!(condition("assume(!(N < 1) || (N == -1))"), "!(N < 1) || N == -1");
        assert_eq!(condition("assume((N + 1) >= 4)"), "N + 1 >= 4");
    }

    #[test]
    fn what_is_not_affine_is_refused() {
        assert!(condition("assume(N * M >= 4)").contains("isn't affine"));
        assert!(condition("assume(0 < N < 4)").contains("more than two"));
        assert!(condition("assume(N >= 99999999999999999999)").contains("too large"));
    }
}
