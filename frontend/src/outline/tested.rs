//! What the conditions around a reference say of the sums in its subscripts.
//!
//! `if (xx < 0 || xx >= 640) continue;` bounds `x + dx` where the loops don't: below it a pixel is in its row. Only comparisons with a
//! constant are looked at, of sums as they stand in subscripts or with the opposite sign; the rest says nothing.

use polyhedral::{Comparison, Condition, Expression};

use super::polynomial::Polynomial;

/// Bounds on sums of counters and parameters.
#[derive(Clone, Debug, Default)]
pub struct Tested(Vec<(Polynomial, Comparison, i64)>);

impl Tested {
    /// What these conditions say, which all hold.
    pub fn of<'c>(conditions: impl IntoIterator<Item = &'c Condition>) -> Self {
        let mut tested = Tested::default();
        conditions.into_iter().for_each(|condition| tested.add(condition, true));
        tested
    }

    /// Adds that a condition holds, or that it doesn't.
    fn add(&mut self, condition: &Condition, holds: bool) {
        match condition {
            Condition::Not(inner) => self.add(inner, !holds),
            Condition::And(list) if holds || list.len() == 1 => {
                list.iter().for_each(|inner| self.add(inner, holds));
            }
            Condition::Or(list) if !holds || list.len() == 1 => {
                list.iter().for_each(|inner| self.add(inner, holds));
            }
            Condition::Compare(relation, left, right) => {
                let relation = if holds { *relation } else { relation.opposite() };
                let bound = bound(relation, left, right);
                self.0.extend(bound);
            }
            _ => {}
        }
    }

    /// The least and the largest value that a sum may have, if it lies between these as far as they are known.
    pub fn within(&self, value: &Polynomial, ends: (Option<i64>, Option<i64>)) -> (Option<i64>, Option<i64>) {
        let (mut first, mut last) = ends;
        let Some((sum, constant)) = without_constant(value) else { return ends };
        let Some(opposite) = sum.scaled(-1) else { return ends };
        let bounds = || {
            self.0.iter().filter_map(|(of, relation, bound)| {
                if *of == sum {
                    Some((*relation, bound.checked_add(constant)?))
                } else if *of == opposite {
                    Some((relation.mirrored(), constant.checked_sub(*bound)?))
                } else {
                    None
                }
            })
        };
        for (relation, bound) in bounds() {
            if matches!(relation, Comparison::GreaterEqual | Comparison::Equal) {
                first = Some(first.map_or(bound, |first| first.max(bound)));
            }
            if matches!(relation, Comparison::LessEqual | Comparison::Equal) {
                last = Some(last.map_or(bound, |last| last.min(bound)));
            }
        }
        // what it isn't may be an end
        for (_, bound) in bounds().filter(|(relation, _)| *relation == Comparison::NotEqual) {
            first = first.map(|first| if first == bound { first + 1 } else { first });
            last = last.map(|last| if last == bound { last - 1 } else { last });
        }
        (first, last)
    }
}

/// A sum with what it is compared to, which includes what it may be.
fn bound(
    relation: Comparison,
    left: &Expression,
    right: &Expression,
) -> Option<(Polynomial, Comparison, i64)> {
    let difference = Polynomial::of(left)?.plus(Polynomial::of(right)?.scaled(-1)?)?;
    let (sum, constant) = without_constant(&difference)?;
    let bound = constant.checked_neg()?;
    Some(match relation {
        Comparison::Less => (sum, Comparison::LessEqual, bound.checked_sub(1)?),
        Comparison::Greater => (sum, Comparison::GreaterEqual, bound.checked_add(1)?),
        _ => (sum, relation, bound),
    })
}

/// A value without its constant, and that.
fn without_constant(value: &Polynomial) -> Option<(Polynomial, i64)> {
    let constant = value.terms().find(|(factors, _)| factors.is_empty()).map_or(0, |(_, number)| number);
    Some((value.clone().plus(Polynomial::term(vec![], constant.checked_neg()?))?, constant))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(relation: Comparison, left: Expression, right: i64) -> Condition {
        Condition::Compare(relation, left, Expression::Constant(right))
    }

    #[test]
    fn a_test_that_leaves_bounds_what_follows() {
        let sum = Expression::variable("x") + Expression::variable("dx");
        let outside = Condition::Or(vec![
            compare(Comparison::Less, sum.clone(), 0),
            compare(Comparison::GreaterEqual, sum.clone(), 640),
        ]);
        let inside = Condition::Not(Box::new(outside.clone()));
        let value = Polynomial::of(&(sum + Expression::Constant(3))).unwrap();
        let ends = (Some(2), Some(643));
        assert_eq!(Tested::of([&inside]).within(&value, ends), (Some(3), Some(642)));
        assert_eq!(Tested::of([&outside]).within(&value, ends), ends);
        let opposite = value.scaled(-1).unwrap();
        assert_eq!(Tested::of([&inside]).within(&opposite, (None, None)), (Some(-642), Some(-3)));
    }

    #[test]
    fn what_a_counter_is_not_may_be_its_end() {
        let x = Expression::variable("x");
        let border = Condition::Or(vec![
            compare(Comparison::Equal, x.clone(), 0),
            compare(Comparison::Equal, x.clone(), 7),
            compare(Comparison::Equal, x.clone(), 4),
        ]);
        let value = Polynomial::of(&x).unwrap();
        let inside = Condition::Not(Box::new(border));
        assert_eq!(Tested::of([&inside]).within(&value, (Some(0), Some(7))), (Some(1), Some(6)));
    }
}
