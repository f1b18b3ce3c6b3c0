//! Affine isl functions of the parameters as expressions.

use crate::expression::Expression;
use isl::{Aff, DimType, Error, ErrorKind, Val};

/// `{ [p] -> [function] }` as an expression in the names of its parameters; the domain has no set
/// dimensions. Floors of affine parts become floor divisions.
pub fn affine(function: &Aff) -> isl::Result<Expression> {
    let denominator = integer(&function.denominator_val()?)?;
    let parameters = function.domain_space()?;
    let mut sum = scaled(integer(&function.constant_val()?.mul(function.denominator_val()?)?)?, None);
    for kind in [DimType::Param, DimType::Div] {
        for position in 0..function.dim(kind)? {
            let coefficient = function.coefficient_val(kind, position)?;
            let coefficient = integer(&coefficient.mul(function.denominator_val()?)?)?;
            if coefficient != 0 {
                let value = match kind {
                    DimType::Div => affine(&function.div(position)?)?,
                    _ => Expression::Variable(parameters.dim_name(kind, position)?.unwrap_or_default()),
                };
                sum = sum + scaled(coefficient, Some(value));
            }
        }
    }
    Ok(match denominator {
        1 => sum.simplify(),
        _ => Expression::FloorDivide(Box::new(sum.simplify()), Box::new(denominator.into())),
    })
}

fn scaled(coefficient: i64, value: Option<Expression>) -> Expression {
    match value {
        None => coefficient.into(),
        Some(value) => Expression::Multiply(Box::new(coefficient.into()), Box::new(value)),
    }
}

fn integer(value: &Val) -> isl::Result<i64> {
    value.to_i64()?.ok_or_else(|| Error {
        kind: ErrorKind::Unsupported,
        message: format!("{value} is not an integer that fits"),
    })
}
