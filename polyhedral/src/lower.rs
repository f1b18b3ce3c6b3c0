//! Integer expressions and conditions as isl objects.
//!
//! Exact: an [`Expression`] means mathematical integers, as isl's quasi-affine functions do. What isn't
//! quasi-affine (a product of two variables, a modulus that isn't constant) comes back as an error of
//! kind `Unsupported`.

use crate::expression::{Comparison, Condition, Expression};
use isl::{Aff, DimType, Error, ErrorKind, LocalSpace, PwAff, Set, Space, Val};

/// `{ D[i] -> [expression] }` on the set space `space` whose parameters and dimensions carry the
/// names of the variables.
pub fn expression(expression: &Expression, space: &Space) -> isl::Result<PwAff> {
    let both = |a: &Expression, b: &Expression| {
        Ok::<_, Error>((self::expression(a, space)?, self::expression(b, space)?))
    };
    match expression {
        Expression::Constant(value) => constant(*value, space),
        Expression::Variable(name) => variable(name, space),
        Expression::Negate(a) => self::expression(a, space)?.neg(),
        Expression::Add(a, b) => both(a, b).and_then(|(a, b)| a.add(b)),
        Expression::Subtract(a, b) => both(a, b).and_then(|(a, b)| a.sub(b)),
        Expression::Multiply(a, b) => match (a.constant(), b.constant()) {
            (Some(factor), _) => scale(self::expression(b, space)?, factor),
            (_, Some(factor)) => scale(self::expression(a, space)?, factor),
            _ => Err(unsupported(format!("{expression} multiplies two variables"))),
        },
        Expression::FloorDivide(a, b) => {
            let divisor = divisor(b, space)?;
            self::expression(a, space)?.scale_down_val(divisor)?.floor()
        }
        Expression::Modulo(a, b) => self::expression(a, space)?.mod_val(divisor(b, space)?),
        Expression::Minimum(list) => fold(list, space, PwAff::min),
        Expression::Maximum(list) => fold(list, space, PwAff::max),
        Expression::Select(c, a, b) => {
            let chosen = condition(c, space)?;
            let (then, otherwise) = both(a, b)?;
            let rest = chosen.clone().complement()?;
            then.intersect_domain(chosen)?.union_add(otherwise.intersect_domain(rest)?)
        }
    }
}

/// `{ D[i] : condition }` on the set space `space`.
pub fn condition(condition: &Condition, space: &Space) -> isl::Result<Set> {
    match condition {
        Condition::Constant(true) => Set::universe(space.clone()),
        Condition::Constant(false) => Set::empty(space.clone()),
        Condition::Compare(relation, a, b) => {
            let (a, b) = (expression(a, space)?, expression(b, space)?);
            match relation {
                Comparison::Less => a.lt_set(b),
                Comparison::LessEqual => a.le_set(b),
                Comparison::Greater => a.gt_set(b),
                Comparison::GreaterEqual => a.ge_set(b),
                Comparison::Equal => a.eq_set(b),
                Comparison::NotEqual => a.ne_set(b),
            }
        }
        Condition::And(list) => list
            .iter()
            .try_fold(Set::universe(space.clone())?, |all, c| all.intersect(self::condition(c, space)?)),
        Condition::Or(list) => {
            list.iter().try_fold(Set::empty(space.clone())?, |any, c| any.union(self::condition(c, space)?))
        }
        Condition::Not(c) => self::condition(c, space)?.complement(),
    }
}

fn constant(value: i64, space: &Space) -> isl::Result<PwAff> {
    let value = Val::from_i64(space.context(), value)?;
    PwAff::from_aff(Aff::val_on_domain(LocalSpace::from_space(space.clone())?, value)?)
}

fn variable(name: &str, space: &Space) -> isl::Result<PwAff> {
    for kind in [DimType::Set, DimType::Param] {
        if let Some(position) = space.find_dim_by_name(kind, name)? {
            let local = LocalSpace::from_space(space.clone())?;
            return PwAff::from_aff(Aff::var_on_domain(local, kind, position)?);
        }
    }
    Err(unsupported(format!("`{name}` is not known here")))
}

fn scale(function: PwAff, factor: i64) -> isl::Result<PwAff> {
    let factor = Val::from_i64(function.context(), factor)?;
    function.scale_val(factor)
}

fn divisor(expression: &Expression, space: &Space) -> isl::Result<Val> {
    match expression.constant() {
        Some(value) if value > 0 => Val::from_i64(space.context(), value),
        _ => Err(unsupported(format!("{expression} is not a positive constant"))),
    }
}

fn fold(
    list: &[Expression],
    space: &Space,
    combine: impl Fn(PwAff, PwAff) -> isl::Result<PwAff>,
) -> isl::Result<PwAff> {
    let mut functions = list.iter().map(|e| expression(e, space));
    let first = functions.next().unwrap_or_else(|| Err(unsupported("no operand".into())))?;
    functions.try_fold(first, |so_far, next| combine(so_far, next?))
}

fn unsupported(message: String) -> Error {
    Error { kind: ErrorKind::Unsupported, message }
}
