//! Expressions and conditions whose variables have been resolved to constants and slots.
//!
//! A run evaluates the same few expressions millions of times, so names are looked up once: a
//! variable with a fixed value is folded into the constants, all others become positions in a vector.
//! The meaning is that of [`Expression`]: mathematical integers, floor division, a remainder that is
//! never negative. Where the value doesn't exist (a divisor that isn't positive, a result that doesn't
//! fit) evaluation gives `None`, in folded parts too, and only if the part is evaluated at all.

use polyhedral::{Comparison, Condition, Expression};
use std::collections::BTreeMap;

/// What the names in an expression stand for.
pub(crate) struct Scope<'a> {
    constants: &'a BTreeMap<String, i64>,
    slots: Vec<&'a str>,
}

/// The name of a variable that the scope doesn't have.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Missing(pub(crate) String);

/// An [`Expression`] over slots.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Formula {
    Constant(i64),
    /// The value in a slot plus a constant: by far the most frequent subscript.
    Shifted {
        slot: usize,
        offset: i64,
    },
    Binary(Operator, Box<(Formula, Formula)>),
    Minimum(Vec<Formula>),
    Maximum(Vec<Formula>),
    Select(Box<(Test, Formula, Formula)>),
    /// A part without a value, whatever the slots hold.
    Undefined,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    FloorDivide,
    Modulo,
}

/// A [`Condition`] over slots.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Test {
    Constant(bool),
    Compare(Comparison, Formula, Formula),
    And(Vec<Test>),
    Or(Vec<Test>),
    Not(Box<Test>),
}

impl<'a> Scope<'a> {
    /// The scope in which `constants` have fixed values and there are no slots yet.
    pub(crate) fn new(constants: &'a BTreeMap<String, i64>) -> Self {
        Scope { constants, slots: Vec::new() }
    }

    /// Gives `name` the next slot; it hides whatever had that name.
    pub(crate) fn enter(&mut self, name: &'a str) -> usize {
        self.slots.push(name);
        self.slots.len() - 1
    }

    /// How many slots there are.
    pub(crate) fn len(&self) -> usize {
        self.slots.len()
    }

    /// Undoes the last [`Scope::enter`].
    pub(crate) fn leave(&mut self) {
        self.slots.pop();
    }

    fn resolve(&self, name: &str) -> Result<Formula, Missing> {
        if let Some(slot) = self.slots.iter().rposition(|slot| *slot == name) {
            return Ok(Formula::Shifted { slot, offset: 0 });
        }
        let constant = self.constants.get(name).copied().map(Formula::Constant);
        constant.ok_or_else(|| Missing(name.to_owned()))
    }
}

impl Formula {
    /// `expression` in `scope`.
    pub(crate) fn compile(expression: &Expression, scope: &Scope) -> Result<Self, Missing> {
        let all = |list: &[Expression]| Formula::compile_all(list, scope);
        let binary = |operator, a: &Expression, b: &Expression| {
            let (a, b) = (Formula::compile(a, scope)?, Formula::compile(b, scope)?);
            Ok(Formula::binary(operator, a, b))
        };
        Ok(match expression {
            Expression::Constant(value) => Formula::Constant(*value),
            Expression::Variable(name) => scope.resolve(name)?,
            Expression::Negate(a) => binary(Operator::Subtract, &Expression::Constant(0), a)?,
            Expression::Add(a, b) => binary(Operator::Add, a, b)?,
            Expression::Subtract(a, b) => binary(Operator::Subtract, a, b)?,
            Expression::Multiply(a, b) => binary(Operator::Multiply, a, b)?,
            Expression::FloorDivide(a, b) => binary(Operator::FloorDivide, a, b)?,
            Expression::Modulo(a, b) => binary(Operator::Modulo, a, b)?,
            Expression::Minimum(list) => Formula::Minimum(all(list)?),
            Expression::Maximum(list) => Formula::Maximum(all(list)?),
            Expression::Select(condition, then, otherwise) => Formula::Select(Box::new((
                Test::compile(condition, scope)?,
                Formula::compile(then, scope)?,
                Formula::compile(otherwise, scope)?,
            ))),
        })
    }

    /// Each of `expressions` in `scope`.
    pub(crate) fn compile_all(expressions: &[Expression], scope: &Scope) -> Result<Vec<Self>, Missing> {
        expressions.iter().map(|expression| Formula::compile(expression, scope)).collect()
    }

    /// The operation with its constants folded.
    pub(crate) fn binary(operator: Operator, left: Formula, right: Formula) -> Self {
        use Formula::{Constant, Shifted};
        let sum = match (operator, &left, &right) {
            (_, Constant(a), Constant(b)) => {
                return operator.apply(*a, *b).map_or(Formula::Undefined, Constant);
            }
            (Operator::Add, Shifted { slot, offset }, Constant(c))
            | (Operator::Add, Constant(c), Shifted { slot, offset }) => {
                Some(*slot).zip(offset.checked_add(*c))
            }
            (Operator::Subtract, Shifted { slot, offset }, Constant(c)) => {
                Some(*slot).zip(offset.checked_sub(*c))
            }
            _ => None,
        };
        match sum {
            Some((slot, offset)) => Shifted { slot, offset },
            None => Formula::Binary(operator, Box::new((left, right))),
        }
    }

    /// The value, or `None` where it has none.
    #[inline]
    pub(crate) fn evaluate(&self, slots: &[i64]) -> Option<i64> {
        match self {
            Formula::Constant(value) => Some(*value),
            Formula::Shifted { slot, offset } => slots[*slot].checked_add(*offset),
            _ => self.evaluate_rare(slots),
        }
    }

    fn evaluate_rare(&self, slots: &[i64]) -> Option<i64> {
        let fold = |list: &[Formula], better: fn(i64, i64) -> i64| {
            let (first, rest) = list.split_first()?;
            rest.iter().try_fold(first.evaluate(slots)?, |best, formula| {
                Some(better(best, formula.evaluate(slots)?))
            })
        };
        match self {
            Formula::Constant(_) | Formula::Shifted { .. } => self.evaluate(slots),
            Formula::Binary(operator, operands) => {
                operator.apply(operands.0.evaluate(slots)?, operands.1.evaluate(slots)?)
            }
            Formula::Minimum(list) => fold(list, i64::min),
            Formula::Maximum(list) => fold(list, i64::max),
            Formula::Select(parts) => {
                if parts.0.evaluate(slots)? {
                    parts.1.evaluate(slots)
                } else {
                    parts.2.evaluate(slots)
                }
            }
            Formula::Undefined => None,
        }
    }
}

impl Operator {
    #[inline]
    fn apply(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Operator::Add => a.checked_add(b),
            Operator::Subtract => a.checked_sub(b),
            Operator::Multiply => a.checked_mul(b),
            Operator::FloorDivide if b > 0 => Some(a.div_euclid(b)),
            Operator::Modulo if b > 0 => Some(a.rem_euclid(b)),
            Operator::FloorDivide | Operator::Modulo => None,
        }
    }
}

impl Test {
    /// `condition` in `scope`.
    pub(crate) fn compile(condition: &Condition, scope: &Scope) -> Result<Self, Missing> {
        let all = |list: &[Condition]| -> Result<Vec<Test>, Missing> {
            list.iter().map(|operand| Test::compile(operand, scope)).collect()
        };
        Ok(match condition {
            Condition::Constant(value) => Test::Constant(*value),
            Condition::Compare(relation, a, b) => {
                let (a, b) = (Formula::compile(a, scope)?, Formula::compile(b, scope)?);
                Test::Compare(*relation, a, b)
            }
            Condition::And(list) => Test::And(all(list)?),
            Condition::Or(list) => Test::Or(all(list)?),
            Condition::Not(operand) => Test::Not(Box::new(Test::compile(operand, scope)?)),
        })
    }

    /// The truth value, or `None` where a part that decides it has no value. Operands are evaluated
    /// from the left up to the one that decides, as in C.
    #[inline]
    pub(crate) fn evaluate(&self, slots: &[i64]) -> Option<bool> {
        match self {
            Test::Constant(value) => Some(*value),
            Test::Compare(relation, a, b) => Some(relation.holds(a.evaluate(slots)?, b.evaluate(slots)?)),
            Test::And(list) => Test::first(list, false, slots),
            Test::Or(list) => Test::first(list, true, slots),
            Test::Not(operand) => Some(!operand.evaluate(slots)?),
        }
    }

    /// `decisive` if one of `list` has that value, else its opposite.
    fn first(list: &[Test], decisive: bool, slots: &[i64]) -> Option<bool> {
        for test in list {
            if test.evaluate(slots)? == decisive {
                return Some(decisive);
            }
        }
        Some(!decisive)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variable(name: &str) -> Expression {
        Expression::variable(name)
    }

    fn modulo(a: Expression, b: Expression) -> Expression {
        Expression::Modulo(Box::new(a), Box::new(b))
    }

    #[test]
    fn constants_fold_into_an_offset() {
        let constants = BTreeMap::from([("N".to_owned(), 10)]);
        let mut scope = Scope::new(&constants);
        scope.enter("i");
        let sum = variable("N") + variable("i") - Expression::Constant(3);
        assert_eq!(Formula::compile(&sum, &scope), Ok(Formula::Shifted { slot: 0, offset: 7 }));
    }

    #[test]
    fn the_innermost_variable_of_a_name_counts() {
        let constants = BTreeMap::from([("i".to_owned(), 10)]);
        let mut scope = Scope::new(&constants);
        scope.enter("i");
        scope.enter("i");
        let inner = Formula::compile(&variable("i"), &scope).unwrap();
        assert_eq!(inner.evaluate(&[1, 2]), Some(2));
        scope.leave();
        scope.leave();
        assert_eq!(Formula::compile(&variable("i"), &scope), Ok(Formula::Constant(10)));
    }

    #[test]
    fn a_missing_variable_is_named() {
        let constants = BTreeMap::new();
        let missing = Formula::compile(&variable("k"), &Scope::new(&constants));
        assert_eq!(missing, Err(Missing("k".to_owned())));
    }

    #[test]
    fn agrees_with_the_definition_of_expressions() {
        let (i, n) = (variable("i"), variable("N"));
        let five = || Expression::Constant(5);
        let less = Condition::Compare(Comparison::Less, i.clone(), n.clone());
        let divide = Expression::FloorDivide(Box::new(i.clone() - n.clone()), Box::new(five()));
        let cases = [
            modulo(i.clone() - five(), five()),
            modulo(i.clone(), n.clone()),
            divide.clone(),
            Expression::Negate(Box::new(i.clone())),
            Expression::Multiply(Box::new(i.clone()), Box::new(n.clone())),
            Expression::Minimum(vec![i.clone(), n.clone(), five()]),
            Expression::Maximum(vec![i.clone(), n.clone()]),
            Expression::Select(Box::new(less), Box::new(divide), Box::new(n)),
            i + Expression::Constant(i64::MAX),
        ];
        for value in -7..=7 {
            for size in -1..=4 {
                let constants = BTreeMap::from([("N".to_owned(), size)]);
                let mut scope = Scope::new(&constants);
                scope.enter("i");
                let mut environment = constants.clone();
                environment.insert("i".to_owned(), value);
                for case in &cases {
                    let formula = Formula::compile(case, &scope).unwrap();
                    let expected = case.evaluate(&environment);
                    assert_eq!(formula.evaluate(&[value]), expected, "{case:?} {environment:?}");
                }
            }
        }
    }

    #[test]
    fn conditions_stop_at_the_operand_that_decides() {
        let undefined = Test::Compare(Comparison::Equal, Formula::Undefined, Formula::Constant(0));
        let no = Test::And(vec![Test::Constant(false), undefined]);
        assert_eq!(no.evaluate(&[]), Some(false));
        let undefined = Test::Compare(Comparison::Equal, Formula::Undefined, Formula::Constant(0));
        let unknown = Test::Or(vec![Test::Not(Box::new(Test::Constant(true))), undefined]);
        assert_eq!(unknown.evaluate(&[]), None);
    }
}
