//! When the headers of a region's loops look at a member of a structure: what they look at can be read then.
//!
//! A header is evaluated if the loops around it run at all. Only their first iterations are looked at, in which their
//! counters are their first values: so what is told holds for certain, and may be too little.

use isl::Set;
use polyhedral::{Condition, Expression, Node, Scop, lower};
use std::collections::{BTreeMap, BTreeSet};

/// `{ : … }`: parameters at which some header mentions a parameter whose spelling `is_meant`.
///
/// # Errors
/// isl's.
pub(crate) fn evaluated(scop: &Scop, is_meant: &dyn Fn(&str) -> bool) -> isl::Result<Set> {
    let is_named = |name: &str| scop.parameters.iter().any(|it| it.name == name && is_meant(&it.spelling));
    let is_factor = |name: &str| {
        scop.parameters.iter().any(|it| it.name == name && it.factors.iter().any(|factor| is_named(factor)))
    };
    let meant = scop.parameters.iter().map(|it| it.name.clone());
    let meant = meant.filter(|name| is_named(name) || is_factor(name)).collect();
    let mut found = Set::empty(scop.context.space()?)?;
    let mut path = Path { scop, meant, firsts: BTreeMap::new(), runs: vec![] };
    path.nodes(&scop.program.body, &mut found)?;
    Ok(found)
}

/// A place in the first iterations of the loops around it.
#[derive(Clone)]
struct Path<'a> {
    scop: &'a Scop,
    meant: BTreeSet<String>,
    /// The first values of the counters.
    firsts: BTreeMap<String, Expression>,
    /// When it is reached.
    runs: Vec<Condition>,
}

impl Path<'_> {
    fn nodes(&mut self, nodes: &[Node], found: &mut Set) -> isl::Result<()> {
        for node in nodes {
            match node {
                Node::Loop(counted) => {
                    let mut names = BTreeSet::new();
                    counted.initial.variables(&mut names);
                    first(&counted.condition, &mut names);
                    self.note(&names, found)?;
                    let mut inside = self.clone();
                    let start = counted.initial.substitute(&|name| self.firsts.get(name).cloned());
                    inside.firsts.insert(counted.iterator.clone(), start);
                    inside.add(&counted.condition);
                    inside.nodes(&counted.body, found)?;
                }
                Node::If { condition, then_body, else_body } => {
                    let mut names = BTreeSet::new();
                    first(condition, &mut names);
                    self.note(&names, found)?;
                    let (mut then, mut otherwise) = (self.clone(), self.clone());
                    then.add(condition);
                    then.nodes(then_body, found)?;
                    otherwise.add(&Condition::Not(Box::new(condition.clone())));
                    otherwise.nodes(else_body, found)?;
                }
                Node::Sections(_) | Node::Instance(_) | Node::Copy(_) => {}
            }
        }
        Ok(())
    }

    /// Notes when this place is reached, where what is evaluated there names what is meant.
    fn note(&self, names: &BTreeSet<String>, found: &mut Set) -> isl::Result<()> {
        if names.is_disjoint(&self.meant) {
            return Ok(());
        }
        let space = self.scop.context.clone().from_params()?.space()?;
        let reached = lower::condition(&Condition::And(self.runs.clone()), &space)?.params()?;
        *found = found.clone().union(reached)?;
        Ok(())
    }

    fn add(&mut self, condition: &Condition) {
        self.runs.push(condition.substitute(&|name| self.firsts.get(name).cloned()));
    }
}

/// The variables in the part of a condition that is evaluated in any case.
fn first(condition: &Condition, names: &mut BTreeSet<String>) {
    match condition {
        Condition::Constant(_) => {}
        Condition::Compare(_, left, right) => [left, right].into_iter().for_each(|side| certain(side, names)),
        Condition::And(list) | Condition::Or(list) => list.iter().take(1).for_each(|it| first(it, names)),
        Condition::Not(inner) => first(inner, names),
    }
}

fn certain(value: &Expression, names: &mut BTreeSet<String>) {
    match value {
        Expression::Select(condition, ..) => first(condition, names),
        Expression::Constant(_) | Expression::Variable(_) => value.variables(names),
        Expression::Negate(a) => certain(a, names),
        Expression::Add(a, b)
        | Expression::Subtract(a, b)
        | Expression::Multiply(a, b)
        | Expression::FloorDivide(a, b)
        | Expression::Modulo(a, b) => [a, b].into_iter().for_each(|operand| certain(operand, names)),
        Expression::Minimum(list) | Expression::Maximum(list) => {
            list.iter().take(1).for_each(|it| certain(it, names));
        }
    }
}
