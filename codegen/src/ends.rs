//! The ends of loops over a strip, or over a tile, that run again and again in it.
//!
//! `k <= (n - 1 < t + 127 ? n - 1 : t + 127)` is the same for the whole strip that begins at `t`. Compilers that put several iterations of a
//! loop around an innermost one together do so where the end of the outer one is a variable; and those that make no vectors compute the end
//! of an innermost one again in each iteration where it isn't.

use polyhedral::{Comparison, Condition, Expression, Loop, Node, Scop};
use std::collections::BTreeSet;

/// A variable for the last value of counters.
#[derive(Clone, Debug)]
pub(crate) struct End {
    pub(crate) name: String,
    /// The least of several.
    pub(crate) value: Expression,
    /// A loop that ends with it.
    pub(crate) counted: Loop,
}

impl End {
    /// The ends, in the body of a loop over strips or in a tile, of the loops that start more than once there, beside those that are `known`
    /// already.
    pub(crate) fn all(scop: &Scop, around: &Loop, known: &[End]) -> Vec<End> {
        let mut found: Vec<&Loop> = Vec::new();
        for node in &around.body {
            if let Node::Loop(first) = node {
                let mut counters = BTreeSet::from([first.iterator.clone()]);
                collect(&first.body, &mut counters, &mut found);
            }
        }
        found.dedup_by(|one, other| least(one) == least(other));
        found.retain(|own| known.iter().all(|known| least(own) != Some(&known.value)));
        let used: BTreeSet<&String> =
            Node::loops(&around.body).into_iter().map(|own| &own.iterator).collect();
        let numbered = (1..).map(|number| format!("last{number}"));
        let names = std::iter::once("last".to_string()).chain(numbered);
        let is_known = |name: &String| known.iter().any(|known| known.name == *name);
        let free = names.filter(|name| !scop.taken.contains(name) && !used.contains(name) && !is_known(name));
        let end = |(counted, name): (&Loop, String)| {
            Some(End { name, value: least(counted)?.clone(), counted: counted.clone() })
        };
        found.into_iter().zip(free).filter_map(end).collect()
    }
}

/// The loops in `nodes`, in loops with these `counters`, that end with the same value for all of them.
fn collect<'a>(nodes: &'a [Node], counters: &mut BTreeSet<String>, found: &mut Vec<&'a Loop>) {
    for node in nodes {
        match node {
            Node::Loop(counted) => {
                let is_same = |end: &Expression| !counters.iter().any(|counter| end.mentions(counter));
                found.extend(least(counted).is_some_and(is_same).then_some(counted));
                counters.insert(counted.iterator.clone());
                collect(&counted.body, counters, found);
            }
            Node::If { then_body, else_body, .. } => {
                collect(then_body, counters, found);
                collect(else_body, counters, found);
            }
            Node::Sections(_) | Node::Instance(_) | Node::Copy(_) => {}
        }
    }
}

/// The least of several values that the counter of a loop must not exceed, if that is its condition.
fn least(counted: &Loop) -> Option<&Expression> {
    match &counted.condition {
        Condition::Compare(
            Comparison::LessEqual,
            Expression::Variable(name),
            end @ Expression::Minimum(_),
        ) => (*name == counted.iterator).then_some(end),
        _ => None,
    }
}

/// The condition of a loop with the variables for its end.
pub(crate) fn with_names(counted: &Loop, ends: &[End]) -> Condition {
    let named = least(counted).and_then(|value| ends.iter().find(|end| end.value == *value));
    match named {
        Some(end) => {
            let counter = Expression::variable(&counted.iterator);
            Condition::Compare(Comparison::LessEqual, counter, Expression::variable(&end.name))
        }
        None => counted.condition.clone(),
    }
}
