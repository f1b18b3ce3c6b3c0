//! A region without isl: loops, conditions and assignments with affine expressions.
//!
//! Everything that C leaves open is settled here but for [`Obligation`]s: C computes some expressions
//! as mathematics does only if they stay within bounds. Those are proved when the region's sets are
//! built (see the module `model`), once for each way constants are treated.

mod affine;
mod anywhere;
mod arrays;
mod assumptions;
mod branches;
mod builder;
mod calls;
mod definitions;
mod divided;
mod entry;
mod exposed;
mod facts;
mod flat;
mod gathers;
pub(crate) mod headers;
mod invariant;
mod loops;
mod macro_names;
mod movable;
mod names;
pub(crate) mod nonaffine;
mod overlaps;
mod passed;
mod polynomial;
mod privacy;
mod products;
mod ranges;
mod reachable;
mod reads;
mod rows;
mod scattered;
mod statements;
mod tested;
mod text;
mod threads;
mod values;

pub use builder::initialized;
pub use threads::starts_threads;

use diagnostics::{Diagnostic, Span};
use polyhedral::{
    AccessKind, Array, ArrayId, Condition, Expression, Hopes, Iterator, Parameter, Piece, Unknown,
};

use self::builder::{Builder, Known};
use self::divided::{Divisible, Divisions, divisions};
use crate::facts::Surroundings;
use crate::region::Precision;
use crate::syntax::types::Integer;

/// A region.
#[derive(Clone, Debug)]
pub struct Outline {
    /// Integers that the region doesn't change.
    pub parameters: Vec<Parameter>,
    /// What the user says of them.
    pub assumptions: Condition,
    /// Arrays and scalars, in order of first appearance.
    pub arrays: Vec<Array>,
    /// Why nothing may be computed in another order, as a phrase.
    pub fixed: Option<String>,
    /// Whether loops of the program are several here, so that what refers to their counters has no text.
    pub is_divided: bool,
    /// What must be met before the region, where a test may tell.
    pub hoped: Vec<Obligation>,
    /// What else is left to such a test.
    pub hopes: Hopes,
    /// The statements in textual order.
    pub statements: Vec<Assignment>,
    /// What is executed.
    pub body: Vec<Node>,
}

/// A construct.
#[derive(Clone, Debug)]
pub enum Node {
    /// A loop.
    Loop(Box<Counted>),
    /// A condition.
    If {
        /// Decides.
        condition: Checked<Condition>,
        /// Runs where it holds.
        then_body: Vec<Node>,
        /// Runs where it doesn't.
        else_body: Vec<Node>,
    },
    /// Bodies that run in any order or at the same time.
    Sections(Parallel, Vec<Vec<Node>>),
    /// The statement at this position.
    Assignment(usize),
    /// A loop whose iterations aren't counted.
    Reachable(Box<Reachable>),
    /// A statement with a subscript that depends on data.
    Anywhere(Box<Anywhere>),
}

/// A loop of which only the values are known that some integers may have at the starts of its iterations.
#[derive(Clone, Debug)]
pub struct Reachable {
    /// These integers.
    pub counters: Vec<Iterator>,
    /// What they are when the loop is entered; `None` for those that may be anything.
    pub initial: Vec<Option<Expression>>,
    /// What holds at the start of each iteration.
    pub condition: Condition,
    /// By path through an iteration what each of them is at its end; `None` for those that may be anything.
    pub steps: Vec<Vec<Option<Expression>>>,
    /// Statements that may run in an iteration.
    pub body: Vec<Node>,
}

/// What is to be known of iterations or sections that have no order.
#[derive(Clone, Debug)]
pub struct Parallel {
    /// The arrays that each of them, or each thread, has for itself, in increasing order.
    pub private: Vec<ArrayId>,
}

/// Something that a subscript is in which depends on data.
#[derive(Clone, Debug)]
pub struct Anywhere {
    /// The subscript.
    pub iterator: Iterator,
    /// It is less than that, and not negative.
    pub extent: Expression,
    /// What is executed with one of its values; modelled with each.
    pub body: Vec<Node>,
}

/// A counted loop.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The counter.
    pub iterator: Iterator,
    /// Its C type.
    pub integer: Integer,
    /// The place of the loop's header.
    pub place: Span,
    /// The first value.
    pub initial: Checked<Expression>,
    /// What is met where the loop starts, since it computes with that.
    pub in_range: Vec<Obligation>,
    /// Tested before each iteration.
    pub condition: Checked<Condition>,
    /// Added after each iteration; not 0.
    pub step: i64,
    /// Whether the last test may take the counter out of its type, where C defines what it is then.
    pub wraps_at_end: bool,
    /// `None` where each iteration follows the one before.
    pub parallel: Option<Parallel>,
    /// Executed in each iteration.
    pub body: Vec<Node>,
}

/// Something that is right only if its obligations are met.
#[derive(Clone, Debug)]
pub struct Checked<T> {
    /// The thing itself.
    pub value: T,
    /// What must be proved.
    pub obligations: Vec<Obligation>,
}

/// A value that must lie in a range wherever it is computed.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// The value.
    pub value: Expression,
    /// The least and the largest allowed value.
    pub range: (i128, i128),
    /// When it is computed.
    pub when: Condition,
    /// Where it stands.
    pub place: Span,
    /// What happens outside of the range.
    pub cause: Cause,
}

/// Why a value must lie in a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Unsigned arithmetic wraps around.
    WrapsAround,
    /// A conversion changes it.
    Converts,
    /// C's division rounds towards zero.
    Divides,
    /// The counter of a loop leaves its type.
    Counts,
    /// A subscript leaves its dimension, in an array that C sees as one of one dimension, or by way of a pointer.
    LeavesRow,
    /// The same in an array that the region only reads, so that it doesn't matter which subscripts mean the same cell.
    LeavesReadRow(ArrayId),
    /// A subscript of an array of arrays leaves its dimension whatever the sizes are; where they can be such that it doesn't, C says that
    /// they are.
    NeverInRow,
    /// Rows of such an array have another length.
    HasOtherRows,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// The label, else `S` and a number.
    pub name: String,
    /// The counters around it.
    pub iterators: Vec<Iterator>,
    /// What it reads, then what it writes.
    pub references: Vec<Reference>,
    /// What must be proved about its subscripts.
    pub obligations: Vec<Obligation>,
    /// Subscripts that data choose.
    pub unknown: Vec<Unknown>,
    /// Its text.
    pub text: Vec<Piece>,
    /// Its place.
    pub span: Span,
    /// Its line.
    pub line: u32,
}

/// A reference to an array.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// The array.
    pub array: ArrayId,
    /// What is done.
    pub kind: AccessKind,
    /// The cell.
    pub subscripts: Vec<Expression>,
    /// When it is evaluated.
    pub guard: Condition,
    /// Its place.
    pub span: Span,
}

/// The outline of a region, or all that is against it.
pub fn outline(around: Surroundings<'_>) -> Result<Outline, Vec<Diagnostic>> {
    let mut outline = as_written(around)?;
    invariant::move_invariant(&mut outline, around);
    Ok(outline)
}

fn as_written(around: Surroundings<'_>) -> Result<Outline, Vec<Diagnostic>> {
    // Which variables are parameters, and which are read, is known only after everything was seen.
    let (whole, divisible) = first_walk(around, Divisions::new(), false);
    if let Some(divided) = divided(around, &whole, &divisible) {
        match later_walks(around, divided) {
            Ok(outline) if outline.fixed.is_none() => return Ok(outline),
            // its text could not be written anew
            _ => {}
        }
    }
    later_walks(around, whole)
}

/// What a walk finds for the next one, and which loops could be several.
fn first_walk(
    around: Surroundings<'_>,
    divisions: Divisions,
    divides_constants: bool,
) -> (Known, Vec<Divisible>) {
    let known = Known { divisions, divides_constants, ..Known::default() };
    let (_, first) = Builder::new(around, known).run();
    let mut known = Known { keeps_rows: false, ..first.known };
    if around.region.precision == Precision::Objects {
        // how arrays are divided into rows wasn't known yet
        known.nonaffine.whole.clear();
    }
    (known, first.divisible)
}

/// What a first walk finds where loops are several, if some of the `divisible` are: which others are depends on that.
fn divided(around: Surroundings<'_>, whole: &Known, divisible: &[Divisible]) -> Option<Known> {
    let has_constants = divisible.iter().any(Divisible::is_constant);
    let mut found = divisions(divisible, whole);
    if found.is_empty() && !has_constants || !divided::may_divide(around) {
        return None;
    }
    if has_constants {
        found = divisions(divisible, &first_walk(around, Divisions::new(), true).0);
    }
    if found.is_empty() {
        return None;
    }
    loop {
        let (known, _) = first_walk(around, found.clone(), has_constants);
        let before = found.len();
        for (start, division) in divisions(divisible, &known) {
            found.entry(start).or_insert(division);
        }
        if found.len() == before {
            return Some(known);
        }
    }
}

fn later_walks(around: Surroundings<'_>, mut known: Known) -> Result<Outline, Vec<Diagnostic>> {
    loop {
        let (before, keeps_rows) = (known.nonaffine.clone(), known.keeps_rows);
        let mut read = known.read.clone().unwrap_or_default();
        let taken = read.len();
        let (outline, next) = Builder::new(around, known).run();
        known = next.known;
        // what sets them may have been left out
        read.extend(known.read.take().unwrap_or_default());
        let is_read_after_all = read.len() > taken;
        known.read = Some(read);
        // what was found needn't be against the region if it is known beforehand
        if known.nonaffine != before {
            continue;
        }
        if !next.problems.is_empty() {
            return Err(next.problems);
        }
        if known.keeps_rows && !keeps_rows || is_read_after_all {
            continue;
        }
        if around.region.precision != Precision::Order
            || !known.nonaffine.simplify(around.statements(), outline.statements.len())
        {
            return Ok(outline);
        }
    }
}

impl Outline {
    /// Replaces each expression and condition.
    pub fn map(&mut self, change: &dyn Fn(&Expression) -> Expression) {
        let on_condition = |condition: &mut Condition| *condition = map_condition(condition, change);
        let obligations = |list: &mut Vec<Obligation>| {
            for obligation in list {
                obligation.value = change(&obligation.value);
                on_condition(&mut obligation.when);
            }
        };
        on_condition(&mut self.assumptions);
        obligations(&mut self.hoped);
        for extent in self.arrays.iter_mut().flat_map(|array| &mut array.extents).flatten() {
            extent.value = extent.value.as_ref().map(change);
        }
        for statement in &mut self.statements {
            obligations(&mut statement.obligations);
            statement.unknown.iter_mut().for_each(|unknown| unknown.extent = change(&unknown.extent));
            for reference in &mut statement.references {
                reference.subscripts.iter_mut().for_each(|subscript| *subscript = change(subscript));
                on_condition(&mut reference.guard);
            }
        }
        visit_nodes(&mut self.body, &mut |node| match node {
            Node::Loop(counted) => {
                counted.initial.value = change(&counted.initial.value);
                obligations(&mut counted.in_range);
                on_condition(&mut counted.condition.value);
                obligations(&mut counted.initial.obligations);
                obligations(&mut counted.condition.obligations);
            }
            Node::If { condition, .. } => {
                on_condition(&mut condition.value);
                obligations(&mut condition.obligations);
            }
            Node::Reachable(reachable) => {
                on_condition(&mut reachable.condition);
                let values = reachable.initial.iter_mut().chain(reachable.steps.iter_mut().flatten());
                values.flatten().for_each(|value| *value = change(value));
            }
            Node::Anywhere(anywhere) => anywhere.extent = change(&anywhere.extent),
            Node::Sections(..) | Node::Assignment(_) => {}
        });
    }
}

/// Calls `visit` on all nodes.
pub fn visit_nodes(nodes: &mut [Node], visit: &mut dyn FnMut(&mut Node)) {
    for node in nodes {
        visit(node);
        match node {
            Node::Loop(counted) => visit_nodes(&mut counted.body, visit),
            Node::Reachable(reachable) => visit_nodes(&mut reachable.body, visit),
            Node::Anywhere(anywhere) => visit_nodes(&mut anywhere.body, visit),
            Node::If { then_body, else_body, .. } => {
                visit_nodes(then_body, visit);
                visit_nodes(else_body, visit);
            }
            Node::Sections(_, bodies) => bodies.iter_mut().for_each(|body| visit_nodes(body, visit)),
            Node::Assignment(_) => {}
        }
    }
}

fn map_condition(condition: &Condition, change: &dyn Fn(&Expression) -> Expression) -> Condition {
    let all = |list: &[Condition]| list.iter().map(|inner| map_condition(inner, change)).collect();
    match condition {
        Condition::Constant(_) => condition.clone(),
        Condition::Compare(relation, left, right) => {
            Condition::Compare(*relation, change(left), change(right))
        }
        Condition::And(list) => Condition::And(all(list)),
        Condition::Or(list) => Condition::Or(all(list)),
        Condition::Not(inner) => Condition::Not(Box::new(map_condition(inner, change))),
    }
}
