//! Expressions and conditions as C, with no parenthesis that C doesn't need (and those that gcc's
//! `-Wparentheses` asks for).
//!
//! `/` and `%` are printed as C's, which agrees with [`Expression`]'s meaning where operands are not
//! negative; `min` and `max` become conditional expressions.

use crate::expression::{Condition, Expression};

/// Binding strength of C operators, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Conditional,
    Or,
    And,
    Comparison,
    Sum,
    Product,
    Unary,
    Primary,
}

/// `expression` as C.
pub fn expression(expression: &Expression) -> String {
    print(expression).0
}

/// `expression` as C that can stand as an operand of `*`, `/` or `%` or be cast.
pub fn factor(expression: &Expression) -> String {
    at_least(Strength::Unary, print(expression))
}

/// `condition` as C.
pub fn condition(condition: &Condition) -> String {
    print_condition(condition).0
}

fn at_least(least: Strength, (text, strength): (String, Strength)) -> String {
    if strength >= least { text } else { format!("({text})") }
}

fn binary(a: &Expression, operator: &str, b: &Expression, strength: Strength) -> (String, Strength) {
    let right = match strength {
        Strength::Sum => Strength::Product,
        _ => Strength::Unary,
    };
    let left = at_least(strength, print(a));
    let right = at_least(right, print(b));
    (format!("{left} {operator} {right}"), strength)
}

fn print(expression: &Expression) -> (String, Strength) {
    match expression {
        Expression::Constant(value) if *value < 0 => (value.to_string(), Strength::Unary),
        Expression::Constant(value) => (value.to_string(), Strength::Primary),
        Expression::Variable(name) => (name.clone(), Strength::Primary),
        Expression::Negate(a) => {
            let operand = at_least(Strength::Primary, print(a));
            (format!("-{operand}"), Strength::Unary)
        }
        Expression::Add(a, b) => binary(a, "+", b, Strength::Sum),
        Expression::Subtract(a, b) => binary(a, "-", b, Strength::Sum),
        Expression::Multiply(a, b) => {
            let tight = |e| at_least(Strength::Unary, print(e));
            (format!("{} * {}", tight(a), tight(b)), Strength::Product)
        }
        Expression::FloorDivide(a, b) => binary(a, "/", b, Strength::Product),
        Expression::Modulo(a, b) => binary(a, "%", b, Strength::Product),
        Expression::Minimum(list) => extremum(list, "<"),
        Expression::Maximum(list) => extremum(list, ">"),
        Expression::Select(c, a, b) => {
            let c = at_least(Strength::Or, print_condition(c));
            let then = at_least(Strength::Or, print(a));
            let otherwise = at_least(Strength::Or, print(b));
            (format!("{c} ? {then} : {otherwise}"), Strength::Conditional)
        }
    }
}

/// `a < b ? a : b`, nested to the right for more than two.
fn extremum(list: &[Expression], relation: &str) -> (String, Strength) {
    match list {
        [] => unreachable!("an extremum has an operand"),
        [only] => print(only),
        [first, rest @ ..] => {
            let first = at_least(Strength::Sum, print(first));
            let (rest, strength) = extremum(rest, relation);
            let compared = at_least(Strength::Sum, (rest.clone(), strength));
            let rest = at_least(Strength::Or, (rest, strength));
            (format!("{first} {relation} {compared} ? {first} : {rest}"), Strength::Conditional)
        }
    }
}

fn print_condition(condition: &Condition) -> (String, Strength) {
    match condition {
        Condition::Constant(value) => (i32::from(*value).to_string(), Strength::Primary),
        Condition::Compare(relation, a, b) => {
            let (a, b) = (at_least(Strength::Sum, print(a)), at_least(Strength::Sum, print(b)));
            (format!("{a} {} {b}", relation.symbol()), Strength::Comparison)
        }
        Condition::And(list) => joined(list, "&&", Strength::And, "1"),
        Condition::Or(list) => joined(list, "||", Strength::Or, "0"),
        Condition::Not(c) => {
            (format!("!{}", at_least(Strength::Primary, print_condition(c))), Strength::Unary)
        }
    }
}

fn joined(list: &[Condition], operator: &str, strength: Strength, empty: &str) -> (String, Strength) {
    match list {
        [] => (empty.to_string(), Strength::Primary),
        [only] => print_condition(only),
        _ => {
            // `a && b || c` is unambiguous but warned about: operands bind at least like comparisons
            let parts: Vec<_> =
                list.iter().map(|c| at_least(Strength::Comparison, print_condition(c))).collect();
            (parts.join(&format!(" {operator} ")), strength)
        }
    }
}
