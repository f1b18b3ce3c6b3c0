//! The last values of loop counters, and what conditions say of sums.

use polyhedral::expression::LinearForm;
use polyhedral::{Comparison, Condition, Expression, Loop};

/// The values that the counter of a loop must not exceed, or if it counts down, must not fall below; `None`
/// where its condition is something else.
pub fn bounds(counted: &Loop) -> Option<Vec<Expression>> {
    let tests = flattened(vec![counted.condition.clone()]);
    let upwards = counted.step > 0;
    let bound = |test: &Condition| {
        let Condition::Compare(relation, left, right) = test else { return None };
        let form = LinearForm::of(&(left.clone() - right.clone()))?;
        let own = form.coefficient(&counted.iterator);
        let relation = match own {
            1 => *relation,
            -1 => relation.mirrored(),
            _ => return None,
        };
        let beyond = match (upwards, relation) {
            (true, Comparison::LessEqual) | (false, Comparison::GreaterEqual) => 0,
            (true, Comparison::Less) => -1,
            (false, Comparison::Greater) => 1,
            _ => return None,
        };
        let terms = form.terms.iter().filter(|(name, _)| *name != counted.iterator);
        let rest = LinearForm {
            terms: terms.map(|(name, c)| (name.clone(), -own * c)).collect(),
            constant: -own * form.constant + beyond,
        };
        Some(rest.into_expression())
    };
    tests.iter().map(bound).collect()
}

/// What isn't negative where a condition holds, if it says no more than that.
pub fn at_least_zero(condition: &Condition) -> Option<LinearForm> {
    let Condition::Compare(relation, left, right) = condition else { return None };
    let (left, right) = (left.clone(), right.clone());
    let one = Expression::Constant(1);
    LinearForm::of(&match relation {
        Comparison::GreaterEqual => left - right,
        Comparison::Greater => left - right - one,
        Comparison::LessEqual => right - left,
        Comparison::Less => right - left - one,
        Comparison::Equal | Comparison::NotEqual => return None,
    })
}

/// The conditions that all of `conditions` make up.
fn flattened(conditions: Vec<Condition>) -> Vec<Condition> {
    let operands = |condition| match condition {
        Condition::And(list) => list,
        other => vec![other],
    };
    conditions.into_iter().flat_map(operands).collect()
}
