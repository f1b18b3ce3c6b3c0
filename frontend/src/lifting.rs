//! Large constants as parameters.
//!
//! A program with `#define N 1000` is analysed for every large `N`: results don't depend on the number,
//! and can be checked at small ones. Constants that are added (in bounds, conditions, subscripts and
//! extents) are lifted; those that multiply or divide decide the shape of the sets and stay, and so do their
//! products with others: in `a[32 * y + x]` an extent of 32 * 32 is no size of its own. Constants
//! that are nearly equal are one parameter with small differences. A region with many different ones names
//! places, not sizes (`a[20] = 1; a[40] = 2; …`), and all of them stay.
//!
//! A variable that has a large constant for its value all the time (`int n = 1000;`) is such a constant, under its own name.
//!
//! What holds for all values from [`LEAST`] on, with gaps as the context states them, holds for the
//! program's: the real values satisfy the context.

use std::collections::BTreeSet;

use diagnostics::SourceMap;
use polyhedral::{Comparison, Condition, Expression, IntegerType, Parameter, Piece};

use crate::facts::Surroundings;
use crate::outline::Outline;
use crate::text::identifiers;

/// Smaller constants stay: they are widths of stencils and the like.
const SMALLEST: i64 = 20;
/// Constants that differ by no more are one parameter.
const NEAR: i64 = 8;
/// The same of those that have names of their own.
const NEAR_IF_NAMED: i64 = 4;
/// Lifted constants and the gaps between them are at least this, or what they really are.
const LEAST: i64 = 10;

/// A region with more different ones has no sizes.
const MOST: usize = 5;
/// As many with those that variables name.
const MOST_WITH_NAMED: usize = 8;

/// How a region's constants are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constants {
    /// Large ones become parameters.
    Lifted,
    /// All stay numbers.
    Literal,
}

/// Lifts the constants of `outline`.
pub fn lift(outline: &mut Outline, around: Surroundings<'_>) {
    let given = given(outline);
    let macros = &around.translation.macros.numbers;
    let mentioned = || around.index.written.get_or_init(|| identifiers(&function_text(around)));
    let is_named = |value: i64| macros.iter().any(|(name, it)| *it == value && mentioned().contains(name));
    let clusters = clusters(outline, &given, &is_named);
    if clusters.is_empty() {
        return;
    }
    let bases = bases(&clusters, &given, mentioned(), around);
    let replace = |expression: &Expression| replaced(expression, &bases);
    outline.map(&replace);
    // text tells nothing of sizes, but names them as the loops do
    for piece in outline.statements.iter_mut().flat_map(|statement| &mut statement.text) {
        if let Piece::Counter { value, .. } = piece {
            *value = with_parameters(value, &bases);
        }
    }
    let all = match std::mem::replace(&mut outline.assumptions, Condition::Constant(true)) {
        Condition::And(all) => all,
        other => vec![other],
    };
    let all = all.into_iter().filter(|condition| !says_nothing(condition));
    outline.assumptions = Condition::And(all.chain(context(&bases)).collect());
    let is_lifted = |value: i64| bases.iter().any(|base| base.takes(value));
    for (name, value) in given.iter().filter(|(_, value)| is_lifted(*value)) {
        let named = outline.parameters.iter_mut().filter(|parameter| parameter.name == *name);
        named.for_each(|parameter| parameter.value = Some(*value));
    }
    let lifted = bases.iter().filter(|base| !given.iter().any(|(name, _)| *name == base.name));
    let lifted = lifted.map(|base| Parameter {
        name: base.name.clone(),
        kind: kind_of(base.value),
        value: Some(base.value),
        spelling: if macros.contains_key(&base.name) { base.name.clone() } else { base.value.to_string() },
        declared: None,
        factors: vec![],
    });
    outline.parameters.extend(lifted);
    give_products(&mut outline.parameters);
}

/// The variables that have a large constant for their value, with it.
fn given(outline: &Outline) -> Vec<(String, i64)> {
    let all = match &outline.assumptions {
        Condition::And(all) => all.as_slice(),
        other => std::slice::from_ref(other),
    };
    let is_variable = |name: &String| {
        outline.parameters.iter().any(|it| it.name == *name && it.value.is_none() && it.factors.is_empty())
    };
    let given = |condition: &Condition| match condition {
        Condition::Compare(Comparison::Equal, Expression::Variable(name), Expression::Constant(value))
            if *value >= SMALLEST && is_variable(name) =>
        {
            Some((name.clone(), *value))
        }
        _ => None,
    };
    all.iter().filter_map(given).collect()
}

/// What is left of the definition of a variable that stands for its constant.
fn says_nothing(condition: &Condition) -> bool {
    match condition {
        Condition::Constant(holds) => *holds,
        Condition::Compare(Comparison::Equal, a, b) => a == b,
        _ => false,
    }
}

/// Products of what has a value have one.
fn give_products(parameters: &mut [Parameter]) {
    let known: Vec<_> = parameters.iter().map(|it| (it.name.clone(), it.value)).collect();
    let value = |name: &String| known.iter().find(|(other, _)| other == name)?.1;
    for product in parameters.iter_mut().filter(|it| !it.factors.is_empty()) {
        let factors = product.factors.iter().map(value).collect::<Option<Vec<i64>>>();
        product.value = factors.and_then(|all| all.iter().try_fold(1_i64, |a, b| a.checked_mul(*b)));
    }
}

/// What stands for constants that are nearly equal.
struct Base {
    /// The smallest
    least: i64,
    /// and the largest of them.
    most: i64,
    /// The parameter,
    name: String,
    /// and which of them it is.
    value: i64,
}

impl Base {
    fn takes(&self, value: i64) -> bool {
        (self.least..=self.most).contains(&value)
    }
}

/// The type of a literal.
fn kind_of(value: i64) -> IntegerType {
    match i32::try_from(value) {
        Ok(_) => IntegerType { name: "int".into(), bits: 32, signed: true },
        Err(_) => IntegerType { name: "long".into(), bits: 64, signed: true },
    }
}

/// The constants that are lifted, those that are nearly equal together, in increasing order.
fn clusters(outline: &mut Outline, given: &[(String, i64)], is_named: &dyn Fn(i64) -> bool) -> Vec<Vec<i64>> {
    let seen = std::cell::RefCell::new(Seen::default());
    // A number that only an assumption mentions is no size of the program.
    let assumptions = std::mem::replace(&mut outline.assumptions, Condition::Constant(true));
    outline.map(&|expression| {
        seen.borrow_mut().expression(expression, true);
        expression.clone()
    });
    outline.assumptions = assumptions;
    let mut seen = seen.into_inner();
    crate::outline::visit_nodes(&mut outline.body, &mut |node| {
        if let crate::outline::Node::Loop(counted) = node {
            seen.fixed.insert(counted.step.saturating_abs());
        }
    });
    seen.added.extend(given.iter().map(|(_, value)| *value));
    let is_near = |least: i64, value: i64| {
        let difference = value - least;
        difference <= NEAR_IF_NAMED || difference <= NEAR && !(is_named(least) && is_named(value))
    };
    let mut clusters: Vec<Vec<i64>> = Vec::new();
    for &value in &seen.added {
        match clusters.last_mut() {
            Some(cluster) if is_near(cluster[0], value) => cluster.push(value),
            _ => clusters.push(vec![value]),
        }
    }
    clusters
        .retain(|cluster| !cluster.iter().any(|value| seen.fixed.contains(value) || seen.composes(*value)));
    let is_given = |cluster: &Vec<i64>| given.iter().any(|(_, value)| cluster.contains(value));
    if clusters.iter().filter(|cluster| !is_given(cluster)).count() > MOST {
        clusters.retain(is_given);
    }
    if clusters.len() > MOST_WITH_NAMED {
        return vec![];
    }
    clusters
}

/// The constants of a region by what they do.
#[derive(Default)]
struct Seen {
    added: BTreeSet<i64>,
    /// Smaller ones that are added.
    small: BTreeSet<i64>,
    fixed: BTreeSet<i64>,
}

impl Seen {
    /// Whether `value`, or a neighbour, is a product of a coefficient and constants beside it.
    fn composes(&self, value: i64) -> bool {
        [-1, 0, 1].into_iter().any(|difference| self.is_product(value.saturating_add(difference)))
    }

    fn is_product(&self, value: i64) -> bool {
        let is_seen =
            |value: &i64| [&self.added, &self.small, &self.fixed].iter().any(|set| set.contains(value));
        let (mut quotients, mut open) = (BTreeSet::new(), vec![value]);
        while let Some(value) = open.pop() {
            let divisors = self.fixed.iter().filter(|divisor| **divisor > NEAR && value % **divisor == 0);
            for quotient in divisors.map(|divisor| value / divisor).filter(|quotient| *quotient > 1) {
                if is_seen(&quotient) {
                    return true;
                }
                if quotients.insert(quotient) {
                    open.push(quotient);
                }
            }
        }
        false
    }

    fn expression(&mut self, expression: &Expression, is_added: bool) {
        match expression {
            Expression::Constant(value) if is_added && *value >= SMALLEST => {
                self.added.insert(*value);
            }
            Expression::Constant(value) if is_added && *value > 1 => {
                self.small.insert(*value);
            }
            Expression::Constant(value) if !is_added => {
                self.fixed.insert(value.saturating_abs());
            }
            Expression::Constant(_) | Expression::Variable(_) => {}
            Expression::Negate(a) => self.expression(a, is_added),
            Expression::Add(a, b) | Expression::Subtract(a, b) => {
                self.expression(a, is_added);
                self.expression(b, is_added);
            }
            Expression::Multiply(a, b) => {
                // The constant factor is a coefficient; what it multiplies may hold sums.
                self.expression(a, is_added && a.constant().is_none());
                self.expression(b, is_added && b.constant().is_none());
            }
            Expression::FloorDivide(a, b) | Expression::Modulo(a, b) => {
                self.expression(a, is_added);
                self.expression(b, false);
            }
            Expression::Minimum(list) | Expression::Maximum(list) => {
                list.iter().for_each(|e| self.expression(e, is_added));
            }
            Expression::Select(condition, a, b) => {
                self.condition(condition);
                self.expression(a, is_added);
                self.expression(b, is_added);
            }
        }
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Constant(_) => {}
            Condition::Compare(_, a, b) => {
                self.expression(a, true);
                self.expression(b, true);
            }
            Condition::And(list) | Condition::Or(list) => list.iter().for_each(|c| self.condition(c)),
            Condition::Not(c) => self.condition(c),
        }
    }
}

/// `expression` with its lifted constants replaced.
fn replaced(expression: &Expression, bases: &[Base]) -> Expression {
    let go = |e: &Expression| Box::new(replaced(e, bases));
    let all = |list: &[Expression]| list.iter().map(|e| replaced(e, bases)).collect();
    match expression {
        Expression::Constant(value) => lifted(*value, bases),
        Expression::Variable(_) => expression.clone(),
        Expression::Negate(a) => Expression::Negate(go(a)),
        Expression::Add(a, b) => Expression::Add(go(a), go(b)),
        Expression::Subtract(a, b) => Expression::Subtract(go(a), go(b)),
        Expression::Multiply(a, b) => match (a.constant(), b.constant()) {
            (Some(_), _) => Expression::Multiply(a.clone(), go(b)),
            _ => Expression::Multiply(go(a), b.clone()),
        },
        Expression::FloorDivide(a, b) => Expression::FloorDivide(go(a), b.clone()),
        Expression::Modulo(a, b) => Expression::Modulo(go(a), b.clone()),
        Expression::Minimum(list) => Expression::Minimum(all(list)),
        Expression::Maximum(list) => Expression::Maximum(all(list)),
        Expression::Select(condition, a, b) => {
            Expression::Select(Box::new(replaced_condition(condition, bases)), go(a), go(b))
        }
    }
}

/// A sum of products with parameters in the places of constants, as factors, too.
fn with_parameters(value: &Expression, bases: &[Base]) -> Expression {
    let go = |e: &Expression| Box::new(with_parameters(e, bases));
    match value {
        Expression::Constant(value) => lifted(*value, bases),
        Expression::Add(a, b) => Expression::Add(go(a), go(b)),
        Expression::Multiply(a, b) => Expression::Multiply(go(a), go(b)),
        other => other.clone(),
    }
}

fn replaced_condition(condition: &Condition, bases: &[Base]) -> Condition {
    let all = |list: &[Condition]| list.iter().map(|c| replaced_condition(c, bases)).collect();
    match condition {
        Condition::Constant(_) => condition.clone(),
        Condition::Compare(relation, a, b) => {
            Condition::Compare(*relation, replaced(a, bases), replaced(b, bases))
        }
        Condition::And(list) => Condition::And(all(list)),
        Condition::Or(list) => Condition::Or(all(list)),
        Condition::Not(c) => Condition::Not(Box::new(replaced_condition(c, bases))),
    }
}

/// A constant as a lifted parameter and a small difference, if its cluster is lifted.
fn lifted(value: i64, bases: &[Base]) -> Expression {
    match bases.iter().find(|base| base.takes(value)) {
        Some(base) if value >= SMALLEST => {
            let parameter = Expression::variable(&base.name);
            match value - base.value {
                0 => parameter,
                difference => parameter + Expression::Constant(difference),
            }
        }
        _ => Expression::Constant(value),
    }
}

/// What analyses may rely on.
fn context(bases: &[Base]) -> Vec<Condition> {
    let at_least =
        |value: Expression, bound: Expression| Condition::Compare(Comparison::GreaterEqual, value, bound);
    let mut all = Vec::new();
    for (position, base) in bases.iter().enumerate() {
        let bound = match position.checked_sub(1) {
            None => Expression::Constant(LEAST),
            Some(before) => {
                let gap = base.value.saturating_sub(bases[before].value).min(LEAST);
                Expression::variable(&bases[before].name) + Expression::Constant(gap)
            }
        };
        all.push(at_least(Expression::variable(&base.name), bound));
    }
    all
}

/// A name for what is lifted of each cluster: the variable that has such a value, or that of the macro which stands for the smallest in
/// the function, if there is exactly one, else one that no identifier has.
fn bases(
    clusters: &[Vec<i64>],
    given: &[(String, i64)],
    mentioned: &BTreeSet<String>,
    around: Surroundings<'_>,
) -> Vec<Base> {
    let map = around.map;
    let macros = &around.translation.macros.numbers;
    let base = |cluster: &Vec<i64>| {
        let (least, most) = (cluster[0], cluster[cluster.len() - 1]);
        if let Some((name, value)) = given.iter().find(|(_, value)| cluster.contains(value)) {
            return Base { least, most, name: name.clone(), value: *value };
        }
        let mut candidates =
            macros.iter().filter(|(name, value)| **value == least && mentioned.contains(*name));
        let name = match (candidates.next(), candidates.next()) {
            (Some((name, _)), None) => name.clone(),
            _ => unused_name(least, map),
        };
        Base { least, most, name, value: least }
    };
    clusters.iter().map(base).collect()
}

/// `n1000`, or `n1000_2` and so on if that occurs in the text.
fn unused_name(base: i64, map: &SourceMap) -> String {
    let original = map.file_text(map.main_file()).unwrap_or_default();
    let is_unused = |name: &String| !map.text().contains(name) && !original.contains(name);
    let numbered = (2..).map(|number| format!("n{base}_{number}"));
    let mut candidates = std::iter::once(format!("n{base}")).chain(numbered);
    candidates.find(is_unused).expect("a text is finite")
}

/// The function as the user wrote it.
fn function_text(around: Surroundings<'_>) -> String {
    let map = around.map;
    let lines = map.original_lines(around.function().span);
    let text = lines.and_then(|lines| {
        let range = map.line_range(lines.file, lines.first, lines.last)?;
        Some(range.of(map.file_text(map.file_name(lines.file))?).to_owned())
    });
    text.unwrap_or_default()
}
