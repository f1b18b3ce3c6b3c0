//! Integer expressions and conditions over iterators and parameters.
//!
//! Values are mathematical integers: no overflow, division rounds towards minus infinity and the
//! remainder is never negative. Whoever builds an expression from C must have proved that C computes
//! the same (operands of `/` and `%` non-negative, unsigned differences that don't wrap).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// An integer-valued expression.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Expression {
    /// A literal.
    Constant(i64),
    /// An iterator or a parameter, by name.
    Variable(String),
    /// The negated value.
    Negate(Box<Expression>),
    /// Sum.
    Add(Box<Expression>, Box<Expression>),
    /// Difference.
    Subtract(Box<Expression>, Box<Expression>),
    /// Product; affine only where one factor is constant.
    Multiply(Box<Expression>, Box<Expression>),
    /// Quotient rounded towards minus infinity; the divisor is positive.
    FloorDivide(Box<Expression>, Box<Expression>),
    /// Remainder in `0..divisor`; the divisor is positive.
    Modulo(Box<Expression>, Box<Expression>),
    /// The smallest of its operands, of which there is at least one.
    Minimum(Vec<Expression>),
    /// The largest of its operands, of which there is at least one.
    Maximum(Vec<Expression>),
    /// `condition ? then : otherwise`.
    Select(Box<Condition>, Box<Expression>, Box<Expression>),
}

/// A relation between two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
}

/// A truth value over iterators and parameters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Condition {
    /// Always the given value.
    Constant(bool),
    /// Both sides compared.
    Compare(Comparison, Expression, Expression),
    /// All hold (true when empty).
    And(Vec<Condition>),
    /// One holds (false when empty).
    Or(Vec<Condition>),
    /// The operand doesn't hold.
    Not(Box<Condition>),
}

/// An expression as `sum of coefficient * variable + constant`.
///
/// ```
/// use polyhedral::expression::{Expression, LinearForm};
/// let i = Expression::variable("i");
/// let form = LinearForm::of(&(i.clone() + i - Expression::Constant(3))).unwrap();
/// assert_eq!(form.coefficient("i"), 2);
/// assert_eq!(form.constant, -3);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinearForm {
    /// Variables with their coefficients, in the order of first appearance, none of them zero.
    pub terms: Vec<(String, i64)>,
    /// What is added to the terms.
    pub constant: i64,
}

impl Expression {
    /// The variable called `name`.
    pub fn variable(name: impl Into<String>) -> Self {
        Expression::Variable(name.into())
    }

    /// The value, if it depends on no variable.
    pub fn constant(&self) -> Option<i64> {
        let form = LinearForm::of(self)?;
        form.terms.is_empty().then_some(form.constant)
    }

    /// Each variable replaced by what `replacement` gives for it (itself where it gives none).
    pub fn substitute(&self, replacement: &dyn Fn(&str) -> Option<Expression>) -> Self {
        let go = |e: &Expression| Box::new(e.substitute(replacement));
        let all = |list: &[Expression]| list.iter().map(|e| e.substitute(replacement)).collect();
        match self {
            Expression::Constant(_) => self.clone(),
            Expression::Variable(name) => replacement(name).unwrap_or_else(|| self.clone()),
            Expression::Negate(a) => Expression::Negate(go(a)),
            Expression::Add(a, b) => Expression::Add(go(a), go(b)),
            Expression::Subtract(a, b) => Expression::Subtract(go(a), go(b)),
            Expression::Multiply(a, b) => Expression::Multiply(go(a), go(b)),
            Expression::FloorDivide(a, b) => Expression::FloorDivide(go(a), go(b)),
            Expression::Modulo(a, b) => Expression::Modulo(go(a), go(b)),
            Expression::Minimum(list) => Expression::Minimum(all(list)),
            Expression::Maximum(list) => Expression::Maximum(all(list)),
            Expression::Select(c, a, b) => {
                Expression::Select(Box::new(c.substitute(replacement)), go(a), go(b))
            }
        }
    }

    /// The same value written shortly: linear parts are collected and constants folded.
    pub fn simplify(&self) -> Self {
        if let Some(form) = LinearForm::of(self) {
            return form.into_expression();
        }
        let go = |e: &Expression| Box::new(e.simplify());
        let all = |list: &[Expression]| {
            let mut list: Vec<_> = list.iter().map(Expression::simplify).collect();
            list.dedup();
            list
        };
        match self {
            Expression::Constant(_) | Expression::Variable(_) => self.clone(),
            Expression::Negate(_)
            | Expression::Add(..)
            | Expression::Subtract(..)
            | Expression::Multiply(..) => self.collected(),
            Expression::FloorDivide(a, b) => Expression::FloorDivide(go(a), go(b)),
            Expression::Modulo(a, b) => Expression::Modulo(go(a), go(b)),
            Expression::Minimum(list) => Expression::Minimum(all(list)),
            Expression::Maximum(list) => Expression::Maximum(all(list)),
            Expression::Select(c, a, b) => Expression::Select(c.clone(), go(a), go(b)),
        }
    }

    /// A sum with parts that aren't linear, as a linear form in these parts.
    fn collected(&self) -> Self {
        let mut parts = Vec::new();
        let named = self.with_parts_named(&mut parts);
        let Some(form) = LinearForm::of(&named) else { return named.with_names_replaced(&parts) };
        form.into_expression().with_names_replaced(&parts)
    }

    /// The expression with each part that isn't linear, simplified, as a variable: its position in `parts`.
    fn with_parts_named(&self, parts: &mut Vec<Expression>) -> Self {
        let mut go = |e: &Expression| Box::new(e.with_parts_named(parts));
        match self {
            Expression::Constant(_) | Expression::Variable(_) => self.clone(),
            Expression::Negate(a) => Expression::Negate(go(a)),
            Expression::Add(a, b) => Expression::Add(go(a), go(b)),
            Expression::Subtract(a, b) => Expression::Subtract(go(a), go(b)),
            Expression::Multiply(a, b) => Expression::Multiply(go(a), go(b)),
            _ => {
                let part = self.simplify();
                let known = parts.iter().position(|other| *other == part);
                let position = known.unwrap_or_else(|| {
                    parts.push(part);
                    parts.len() - 1
                });
                Expression::Variable(part_name(position))
            }
        }
    }

    fn with_names_replaced(&self, parts: &[Expression]) -> Self {
        let position = |name: &str| (0..parts.len()).find(|position| part_name(*position) == name);
        self.substitute(&|name| position(name).map(|position| parts[position].clone()))
    }

    /// Whether one of its variables has this name.
    pub fn mentions(&self, name: &str) -> bool {
        let mut names = BTreeSet::new();
        self.variables(&mut names);
        names.contains(name)
    }

    /// Adds the names of all variables to `names`.
    pub fn variables(&self, names: &mut BTreeSet<String>) {
        match self {
            Expression::Constant(_) => {}
            Expression::Variable(name) => {
                names.insert(name.clone());
            }
            Expression::Negate(a) => a.variables(names),
            Expression::Add(a, b)
            | Expression::Subtract(a, b)
            | Expression::Multiply(a, b)
            | Expression::FloorDivide(a, b)
            | Expression::Modulo(a, b) => {
                a.variables(names);
                b.variables(names);
            }
            Expression::Minimum(list) | Expression::Maximum(list) => {
                list.iter().for_each(|e| e.variables(names));
            }
            Expression::Select(c, a, b) => {
                c.variables(names);
                a.variables(names);
                b.variables(names);
            }
        }
    }

    /// The value under `environment`; `None` where a variable is missing, a divisor is not positive
    /// or the result doesn't fit.
    pub fn evaluate(&self, environment: &BTreeMap<String, i64>) -> Option<i64> {
        let go = |e: &Expression| e.evaluate(environment);
        match self {
            Expression::Constant(value) => Some(*value),
            Expression::Variable(name) => environment.get(name).copied(),
            Expression::Negate(a) => go(a)?.checked_neg(),
            Expression::Add(a, b) => go(a)?.checked_add(go(b)?),
            Expression::Subtract(a, b) => go(a)?.checked_sub(go(b)?),
            Expression::Multiply(a, b) => go(a)?.checked_mul(go(b)?),
            Expression::FloorDivide(a, b) => {
                let divisor = go(b)?;
                (divisor > 0).then_some(())?;
                Some(go(a)?.div_euclid(divisor))
            }
            Expression::Modulo(a, b) => {
                let divisor = go(b)?;
                (divisor > 0).then_some(())?;
                Some(go(a)?.rem_euclid(divisor))
            }
            Expression::Minimum(list) => {
                list.iter().map(go).try_fold(i64::MAX, |least, v| Some(least.min(v?)))
            }
            Expression::Maximum(list) => list.iter().map(go).try_fold(i64::MIN, |most, v| Some(most.max(v?))),
            Expression::Select(c, a, b) => {
                if c.evaluate(environment)? {
                    go(a)
                } else {
                    go(b)
                }
            }
        }
    }
}

impl Condition {
    /// As [`Expression::substitute`].
    pub fn substitute(&self, replacement: &dyn Fn(&str) -> Option<Expression>) -> Self {
        let all = |list: &[Condition]| list.iter().map(|c| c.substitute(replacement)).collect();
        match self {
            Condition::Constant(_) => self.clone(),
            Condition::Compare(relation, a, b) => {
                Condition::Compare(*relation, a.substitute(replacement), b.substitute(replacement))
            }
            Condition::And(list) => Condition::And(all(list)),
            Condition::Or(list) => Condition::Or(all(list)),
            Condition::Not(c) => Condition::Not(Box::new(c.substitute(replacement))),
        }
    }

    /// The same comparisons of changed expressions.
    pub fn map(&self, change: &dyn Fn(&Expression) -> Expression) -> Self {
        let all = |list: &[Condition]| list.iter().map(|c| c.map(change)).collect();
        match self {
            Condition::Constant(_) => self.clone(),
            Condition::Compare(relation, a, b) => Condition::Compare(*relation, change(a), change(b)),
            Condition::And(list) => Condition::And(all(list)),
            Condition::Or(list) => Condition::Or(all(list)),
            Condition::Not(c) => Condition::Not(Box::new(c.map(change))),
        }
    }

    /// As [`Expression::variables`].
    pub fn variables(&self, names: &mut BTreeSet<String>) {
        match self {
            Condition::Constant(_) => {}
            Condition::Compare(_, a, b) => {
                a.variables(names);
                b.variables(names);
            }
            Condition::And(list) | Condition::Or(list) => {
                list.iter().for_each(|c| c.variables(names));
            }
            Condition::Not(c) => c.variables(names),
        }
    }

    /// As [`Expression::evaluate`].
    pub fn evaluate(&self, environment: &BTreeMap<String, i64>) -> Option<bool> {
        match self {
            Condition::Constant(value) => Some(*value),
            Condition::Compare(relation, a, b) => {
                Some(relation.holds(a.evaluate(environment)?, b.evaluate(environment)?))
            }
            Condition::And(list) => {
                list.iter().try_fold(true, |all, c| Some(all && c.evaluate(environment)?))
            }
            Condition::Or(list) => {
                list.iter().try_fold(false, |one, c| Some(one || c.evaluate(environment)?))
            }
            Condition::Not(c) => Some(!c.evaluate(environment)?),
        }
    }
}

impl Comparison {
    /// Whether `left` and `right` stand in this relation.
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Comparison::Less => left < right,
            Comparison::LessEqual => left <= right,
            Comparison::Greater => left > right,
            Comparison::GreaterEqual => left >= right,
            Comparison::Equal => left == right,
            Comparison::NotEqual => left != right,
        }
    }

    /// The relation that holds with the sides exchanged.
    pub fn mirrored(self) -> Self {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::LessEqual => Comparison::GreaterEqual,
            Comparison::Greater => Comparison::Less,
            Comparison::GreaterEqual => Comparison::LessEqual,
            Comparison::Equal | Comparison::NotEqual => self,
        }
    }

    /// The relation that holds where this one doesn't.
    pub fn opposite(self) -> Self {
        match self {
            Comparison::Less => Comparison::GreaterEqual,
            Comparison::LessEqual => Comparison::Greater,
            Comparison::Greater => Comparison::LessEqual,
            Comparison::GreaterEqual => Comparison::Less,
            Comparison::Equal => Comparison::NotEqual,
            Comparison::NotEqual => Comparison::Equal,
        }
    }

    /// The operator as C writes it.
    pub fn symbol(self) -> &'static str {
        match self {
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterEqual => ">=",
            Comparison::Equal => "==",
            Comparison::NotEqual => "!=",
        }
    }
}

impl LinearForm {
    /// The form of `expression`, if it is linear with coefficients that fit.
    pub fn of(expression: &Expression) -> Option<Self> {
        match expression {
            Expression::Constant(value) => Some(LinearForm { terms: vec![], constant: *value }),
            Expression::Variable(name) => Some(LinearForm { terms: vec![(name.clone(), 1)], constant: 0 }),
            Expression::Negate(a) => LinearForm::of(a)?.scale(-1),
            Expression::Add(a, b) => LinearForm::of(a)?.add(&LinearForm::of(b)?),
            Expression::Subtract(a, b) => LinearForm::of(a)?.add(&LinearForm::of(b)?.scale(-1)?),
            Expression::Multiply(a, b) => {
                let (a, b) = (LinearForm::of(a)?, LinearForm::of(b)?);
                match (a.terms.is_empty(), b.terms.is_empty()) {
                    (true, _) => b.scale(a.constant),
                    (_, true) => a.scale(b.constant),
                    _ => None,
                }
            }
            Expression::FloorDivide(a, b) => {
                LinearForm::of_constants(a, b, |a, b| (b > 0).then(|| a.div_euclid(b)))
            }
            Expression::Modulo(a, b) => {
                LinearForm::of_constants(a, b, |a, b| (b > 0).then(|| a.rem_euclid(b)))
            }
            Expression::Minimum(list) | Expression::Maximum(list) => {
                let first = LinearForm::of(list.first()?)?;
                list.iter().all(|e| LinearForm::of(e).as_ref() == Some(&first)).then_some(first)
            }
            Expression::Select(..) => None,
        }
    }

    fn of_constants(a: &Expression, b: &Expression, fold: impl Fn(i64, i64) -> Option<i64>) -> Option<Self> {
        let (a, b) = (LinearForm::of(a)?, LinearForm::of(b)?);
        let constant = a.terms.is_empty() && b.terms.is_empty();
        let value = if constant { fold(a.constant, b.constant)? } else { return None };
        Some(LinearForm { terms: vec![], constant: value })
    }

    /// The coefficient of the variable called `name`, 0 if it doesn't occur.
    pub fn coefficient(&self, name: &str) -> i64 {
        self.terms.iter().find(|(n, _)| n == name).map_or(0, |(_, c)| *c)
    }

    fn add(mut self, other: &LinearForm) -> Option<Self> {
        for (name, coefficient) in &other.terms {
            match self.terms.iter_mut().find(|(n, _)| n == name) {
                Some((_, sum)) => *sum = sum.checked_add(*coefficient)?,
                None => self.terms.push((name.clone(), *coefficient)),
            }
        }
        self.terms.retain(|(_, c)| *c != 0);
        self.constant = self.constant.checked_add(other.constant)?;
        Some(self)
    }

    fn scale(mut self, factor: i64) -> Option<Self> {
        for (_, coefficient) in &mut self.terms {
            *coefficient = coefficient.checked_mul(factor)?;
        }
        self.terms.retain(|(_, c)| *c != 0);
        self.constant = self.constant.checked_mul(factor)?;
        Some(self)
    }

    /// The form as an expression that starts with something positive where there is any:
    /// `i - j`, `5 - i`, `-i - 1`.
    pub fn into_expression(self) -> Expression {
        let (positive, negative): (Vec<_>, Vec<_>) = self.terms.into_iter().partition(|(_, c)| *c > 0);
        let constant_leads = positive.is_empty() && self.constant > 0;
        let mut sum = positive.into_iter().map(|(name, c)| term(name, c)).reduce(|a, b| a + b);
        if constant_leads {
            sum = Some(Expression::Constant(self.constant));
        }
        for (name, coefficient) in negative {
            let term = term(name, coefficient.saturating_neg());
            sum = Some(match sum {
                None => Expression::Negate(Box::new(term)),
                Some(sum) => sum - term,
            });
        }
        match sum {
            None => Expression::Constant(self.constant),
            Some(sum) if constant_leads || self.constant == 0 => sum,
            Some(sum) if self.constant > 0 => sum + Expression::Constant(self.constant),
            Some(sum) => sum - Expression::Constant(self.constant.saturating_neg()),
        }
    }
}

/// A name that no variable has.
fn part_name(position: usize) -> String {
    format!("#{position}")
}

fn term(name: String, coefficient: i64) -> Expression {
    let variable = Expression::Variable(name);
    match coefficient {
        1 => variable,
        _ => Expression::Multiply(Box::new(Expression::Constant(coefficient)), Box::new(variable)),
    }
}

impl std::ops::Add for Expression {
    type Output = Expression;
    fn add(self, other: Expression) -> Expression {
        Expression::Add(Box::new(self), Box::new(other))
    }
}

impl std::ops::Sub for Expression {
    type Output = Expression;
    fn sub(self, other: Expression) -> Expression {
        Expression::Subtract(Box::new(self), Box::new(other))
    }
}

impl From<i64> for Expression {
    fn from(value: i64) -> Self {
        Expression::Constant(value)
    }
}

impl fmt::Display for Expression {
    /// The expression as C, with `min`, `max` and floor division in words; for messages and reports.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::print::expression(self))
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::print::condition(self))
    }
}
