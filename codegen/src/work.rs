//! How much work a parallel loop shares out among threads, and whether it is worth their start.
//!
//! Threads that start and wait for one another take as long as some ten thousand operations. So what a loop does each
//! time that it is reached must be more, whatever it does over and over: the trip counts of it and of the loops in it,
//! and the accesses and calls in one iteration of these. Where trip counts aren't known, the program tests them
//! (OpenMP's `if`), in floating point, since products of sizes may exceed any integer.

use crate::bounds::bounds;
use crate::layout::Layout;
use crate::strips::is_over_strips;
use polyhedral::expression::LinearForm;
use polyhedral::print::expression;
use polyhedral::{Comparison, Condition, Expression, Loop, Node, Piece, Scop, Statement, StatementId};
use std::collections::{BTreeMap, BTreeSet};

/// How much work threads are worth, in accesses to memory that a compiler makes vectors of.
const LEAST: i64 = 100_000;

/// Trip counts that differ by no more are the same.
const BORDER: i64 = 64;

/// What a call in a statement counts.
const CALL: i64 = 16;

/// The work of a loop: a product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    /// Accesses in one iteration of all the loops.
    accesses: i64,
    /// Trip counts that are not constants, in what is known where the outermost loop starts.
    trips: Vec<Expression>,
}

impl Work {
    /// That of `counted`, a loop of `scop`.
    pub fn of_loop(scop: &Scop, counted: &Loop) -> Self {
        largest(scop, instances(scop, &[Node::Loop(counted.clone())]))
    }

    /// That of `statements` in the program, each time that the innermost loop around all of them comes to them.
    pub fn of_statements(scop: &Scop, statements: &BTreeSet<StatementId>) -> Self {
        let nodes = around(&scop.program.body, statements);
        let own = nodes.iter().filter(|node| !Node::statements(&[(*node).clone()]).is_disjoint(statements));
        let own: Vec<Node> = own.cloned().collect();
        let mut work = largest(scop, instances(scop, &own));
        // nobody knows counters outside of their loops
        let counters = Node::counters(&scop.program.body);
        work.trips.retain(|trips| !mentions_any(trips, &counters));
        work
    }

    /// That of `counted`, a loop over strips or chunks, whose iterations have about as much to do together as one without pieces; that of its
    /// statements in the program where only chunks tell how much, since these have rows of the chunk before, too.
    pub fn of_pieces(scop: &Scop, counted: &Loop) -> Self {
        // a loop over strips counts nothing, unlike one over what threads share
        let whole = Work::of_loop(scop, &Loop { parallel: false, ..counted.clone() });
        match whole.depends_on(counted) {
            true => Work::of_statements(scop, &Node::statements(&counted.body)),
            false => whole,
        }
    }

    /// Whether it can be told only where `counted`, or a loop in it, has begun.
    fn depends_on(&self, counted: &Loop) -> bool {
        let mut counters = Node::counters(&counted.body);
        counters.insert(counted.iterator.clone());
        self.trips.iter().any(|trips| mentions_any(trips, &counters))
    }

    /// Whether it is known to be too little for threads.
    pub fn is_little(&self) -> bool {
        self.trips.is_empty() && self.accesses < LEAST
    }

    /// Whether it is enough, as C; `None` where that is known.
    pub fn is_enough(&self, layout: &Layout) -> Option<String> {
        if self.trips.is_empty() {
            return None;
        }
        let limit = rounded((LEAST / self.accesses.max(1)).max(1));
        // sizes of any type, and none of their products overflows
        let trip = |trip: &Expression| match layout.spelled_signed(trip) {
            Expression::Variable(name) => name,
            value => format!("(1.0 * {})", expression(&value)),
        };
        let trips: Vec<_> = self.trips.iter().map(trip).collect();
        let one = if trips.len() > 1 { "1.0 * " } else { "" };
        Some(format!("{one}{} > {limit}", trips.join(" * ")))
    }
}

fn mentions_any(trips: &Expression, counters: &BTreeSet<String>) -> bool {
    counters.iter().any(|counter| trips.mentions(counter))
}

/// With one digit that isn't 0.
fn rounded(value: i64) -> i64 {
    let unit = 10i64.pow(value.max(1).ilog10());
    value / unit * unit
}

/// What is next to one another in the innermost loop around all of `wanted`.
fn around<'a>(nodes: &'a [Node], wanted: &BTreeSet<StatementId>) -> &'a [Node] {
    let inner = nodes.iter().find_map(|node| match node {
        Node::Loop(counted) if wanted.is_subset(&Node::statements(&counted.body)) => Some(&counted.body),
        _ => None,
    });
    match inner {
        Some(inner) if !Node::loops(inner).is_empty() => around(inner, wanted),
        _ => nodes,
    }
}

/// A loop around an instance, in what is known where the outermost one starts.
#[derive(Clone, Debug)]
pub struct Around {
    /// Its counter.
    pub counter: String,
    /// How often it runs, at most; without borders.
    pub trips: Expression,
    /// The least value of its counter, and the largest.
    range: (Expression, Expression),
}

/// The instances in `nodes`, each with the loops around it, outermost first.
pub fn instances(scop: &Scop, nodes: &[Node]) -> Vec<(StatementId, Vec<Around>)> {
    let mut all = Vec::new();
    collect(scop, nodes, &mut Vec::new(), &mut all);
    all
}

fn collect(scop: &Scop, nodes: &[Node], outer: &mut Vec<Around>, all: &mut Vec<(StatementId, Vec<Around>)>) {
    for node in nodes {
        match node {
            Node::Loop(counted) => {
                outer.push(entered(scop, counted, outer));
                collect(scop, &counted.body, outer, all);
                outer.pop();
            }
            Node::If { then_body, else_body, .. } => {
                collect(scop, then_body, outer, all);
                collect(scop, else_body, outer, all);
            }
            Node::Sections(bodies) => bodies.iter().for_each(|body| collect(scop, body, outer, all)),
            Node::Instance(instance) => all.push((instance.statement, outer.clone())),
            Node::Copy(_) => {}
        }
    }
}

fn entered(scop: &Scop, counted: &Loop, outer: &[Around]) -> Around {
    let step = counted.step.unsigned_abs().min(i64::MAX.unsigned_abs()) as i64;
    // a loop over a strip counts all elements, that over strips nothing
    let mut found: Option<Around> = None;
    for first in ends(&counted.initial) {
        for last in last_values(counted) {
            let (least, most) = if counted.step > 0 { (first, &last) } else { (&last, first) };
            let distance = extreme(&(most.clone() - least.clone()), outer, true) + Expression::Constant(step);
            let trips = match step {
                1 => distance,
                _ => Expression::FloorDivide(Box::new(distance), Box::new(Expression::Constant(step))),
            };
            let trips = match is_over_strips(counted) {
                true => Expression::Constant(1),
                false => without_border(scop.concrete(&trips).simplify()),
            };
            if found.as_ref().is_none_or(|found| found.trips.constant().is_some()) {
                let range = (extreme(least, outer, false), extreme(most, outer, true));
                found = Some(Around { counter: counted.iterator.clone(), range, trips });
            }
        }
    }
    found.unwrap_or_else(|| {
        let initial = || counted.initial.clone();
        let range = (initial(), initial());
        Around { counter: counted.iterator.clone(), range, trips: Expression::Constant(1) }
    })
}

/// The values of which `value` is the least or the largest, or itself.
fn ends(value: &Expression) -> &[Expression] {
    match value {
        Expression::Minimum(all) | Expression::Maximum(all) => all,
        one => std::slice::from_ref(one),
    }
}

/// The values that the counter of a loop must not exceed, or fall below.
fn last_values(counted: &Loop) -> Vec<Expression> {
    match &counted.condition {
        Condition::Compare(Comparison::LessEqual, Expression::Variable(name), last)
            if *name == counted.iterator && counted.step > 0 =>
        {
            ends(last).to_vec()
        }
        _ => bounds(counted).unwrap_or_default(),
    }
}

/// `n` for `n - 2`: a few more or less make no difference.
fn without_border(trips: Expression) -> Expression {
    match LinearForm::of(&trips) {
        Some(form) if !form.terms.is_empty() && form.constant.abs() <= BORDER => {
            LinearForm { constant: 0, ..form }.into_expression()
        }
        _ => trips,
    }
}

/// `value` where the counters around are such that it is largest, or least.
fn extreme(value: &Expression, outer: &[Around], is_most: bool) -> Expression {
    let Some(form) = LinearForm::of(value) else { return value.clone() };
    let value = form.clone().into_expression();
    let of_counter = |name: &str| {
        let (least, most) = &outer.iter().find(|around| around.counter == name)?.range;
        Some(if (form.coefficient(name) > 0) == is_most { most.clone() } else { least.clone() })
    };
    value.substitute(&of_counter).simplify()
}

/// How much an instance of `statement` does, counted in accesses.
fn accesses(statement: &Statement) -> i64 {
    let in_text =
        |text: &str| text.split('(').filter(|before| before.ends_with(|c: char| c.is_alphanumeric())).count();
    let calls: usize = statement.pieces().filter_map(Piece::text).map(in_text).sum();
    statement.accesses.len() as i64 + CALL * calls as i64
}

/// The product with the most unknown trip counts, the one with the most accesses of several.
fn largest(scop: &Scop, all: Vec<(StatementId, Vec<Around>)>) -> Work {
    let mut products: BTreeMap<Vec<Expression>, i64> = BTreeMap::new();
    for (statement, around) in all {
        let trips = around.into_iter().map(|around| around.trips);
        let (known, unknown): (Vec<_>, Vec<_>) = trips.partition(|trips| trips.constant().is_some());
        let known = known.iter().filter_map(Expression::constant).map(|trips| trips.max(0));
        let work = known.fold(accesses(&scop.statements[statement]), i64::saturating_mul);
        let sum = products.entry(unknown).or_insert(0);
        *sum = sum.saturating_add(work);
    }
    let most = products.into_iter().max_by_key(|(trips, accesses)| (trips.len(), *accesses));
    let (trips, accesses) = most.unwrap_or_default();
    Work { accesses, trips }
}
