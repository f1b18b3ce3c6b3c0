//! Loops along rows with windows that the borders clip, with whole windows away from there.
//!
//! `for (x = 0; x < w; x++) for (dx = max(-1, -x); dx < 2 && dx < w - x; dx++)` goes through three columns but where `x` is 0 or
//! `w - 1`: compilers write such a loop out, and make vectors of the one around it, where it always has as many iterations. So the loop
//! runs up to there, then with whole windows, then to its end. What a border says of a row as a whole is tested in front. So it is with
//! subscripts that borders clamp: `in[x + k < 0 ? 0 : x + k]`.

use crate::bounds::{at_least_zero, bounds};
use crate::generate::{solved_for, strict_or_not};
use polyhedral::expression::LinearForm;
use polyhedral::{Comparison, Condition, Expression, Instance, Loop, Node, Program};

/// Borders are no further from the ends of a loop, and windows no wider.
const MOST: i64 = 9;
/// Bodies of more instances would be long texts, three times.
const LARGEST: usize = 8;

/// The tree in which windows are whole away from borders.
pub fn with_whole_windows(program: Program) -> Program {
    Program { body: within(program.body, &mut Vec::new()) }
}

/// The same of nodes in loops with these counters.
fn within(nodes: Vec<Node>, around: &mut Vec<String>) -> Vec<Node> {
    let mut all = Vec::new();
    for node in nodes {
        match node {
            Node::Loop(along) => match Interior::of(&along, around) {
                Some(interior) => all.extend(interior.apart(along)),
                None => {
                    around.push(along.iterator.clone());
                    all.push(Node::Loop(Loop { body: within(along.body, around), ..along }));
                    around.pop();
                }
            },
            Node::If { condition, then_body, else_body } => {
                let (then_body, else_body) = (within(then_body, around), within(else_body, around));
                all.push(Node::If { condition, then_body, else_body });
            }
            other => all.push(other),
        }
    }
    all
}

/// Where all windows in a loop are whole.
struct Interior {
    /// What holds of the row, in the counters around the loop.
    rows: Vec<Condition>,
    /// The first value of the counter, if it isn't the loop's.
    first: Option<Expression>,
    /// The last values that the counter must not exceed, if these aren't the loop's.
    last: Vec<Expression>,
    /// The loop's body with whole windows.
    body: Vec<Node>,
}

impl Interior {
    fn of(along: &Loop, around: &[String]) -> Option<Self> {
        let is_plain = along.step == 1 && !along.parallel && Node::instances(&along.body).len() <= LARGEST;
        let ends = bounds(along).filter(|_| is_plain)?;
        let mut walk = Walk { around, along, windows: vec![], clips: vec![] };
        let body = walk.whole(&along.body)?;
        let clips = walk.clips;
        let mut interior = Interior { rows: vec![], first: None, last: vec![], body };
        let (mut furthest, mut rows) = (0, Vec::new());
        for clip in clips {
            let rest = LinearForm {
                terms: clip.terms.iter().filter(|(name, _)| *name != along.iterator).cloned().collect(),
                constant: clip.constant,
            };
            match clip.coefficient(&along.iterator) {
                0 => add_tightest(&mut rows, rest),
                1 => {
                    let first = (Expression::Constant(0) - rest.into_expression()).simplify();
                    let distance = distance(&first, &along.initial)?;
                    if distance > furthest {
                        furthest = distance;
                        interior.first = Some(first);
                    }
                }
                -1 => {
                    let last = rest.into_expression().simplify();
                    let distance = ends.iter().find_map(|end| distance(end, &last))?;
                    if distance > 0 && !interior.last.contains(&last) {
                        interior.last.push(last);
                    }
                }
                _ => return None,
            }
        }
        let rows: Option<Vec<_>> = rows.into_iter().map(|row| not_negative(row, around)).collect();
        interior.rows = rows?;
        let is_any = !interior.rows.is_empty() || interior.first.is_some() || !interior.last.is_empty();
        is_any.then_some(interior)
    }

    /// The loop up to the interior, in it, and behind it.
    fn apart(self, along: Loop) -> Vec<Node> {
        let Interior { rows, first, last, body } = self;
        let counter = Expression::variable(&along.iterator);
        let at_most = |end: &Expression| match LinearForm::of(end) {
            Some(form) => strict_or_not(Comparison::LessEqual, counter.clone(), form),
            None => Condition::Compare(Comparison::LessEqual, counter.clone(), end.clone()),
        };
        let start = first.clone().unwrap_or_else(|| along.initial.clone());
        let condition = match last.as_slice() {
            [] => along.condition.clone(),
            [only] => at_most(only),
            all => Condition::And(all.iter().map(at_most).collect()),
        };
        let mut inside = vec![Node::Loop(Loop { initial: start.clone(), condition, body, ..along.clone() })];
        if !last.is_empty() {
            let behind = last.iter().map(|last| (last.clone() + Expression::Constant(1)).simplify());
            let least = match behind.collect::<Vec<_>>() {
                mut all if all.len() == 1 => all.remove(0),
                all => Expression::Minimum(all),
            };
            // a row may be shorter than its borders
            let initial = match difference(&start, &least) {
                Some(0..) => start,
                Some(_) => least,
                None => Expression::Maximum(vec![start, least]),
            };
            inside.push(Node::Loop(Loop { initial, ..along.clone() }));
        }
        let Some(first) = first else {
            return match rows.is_empty() {
                true => inside,
                false => vec![Node::If {
                    condition: Condition::And(rows),
                    then_body: inside,
                    else_body: vec![Node::Loop(along)],
                }],
            };
        };
        let is_in_front = Condition::Compare(Comparison::Less, counter.clone(), first);
        let elsewhere = rows.iter().cloned().map(negated);
        let in_front = match rows.is_empty() {
            true => is_in_front,
            false => Condition::Or(std::iter::once(is_in_front).chain(elsewhere).collect()),
        };
        let condition = Condition::And(vec![along.condition.clone(), in_front]);
        let mut all = vec![Node::Loop(Loop { condition, ..along })];
        match rows.is_empty() {
            true => all.extend(inside),
            false => {
                all.push(Node::If { condition: Condition::And(rows), then_body: inside, else_body: vec![] })
            }
        }
        all
    }
}

/// Adds that a value isn't negative to what isn't, but for what follows from that.
fn add_tightest(values: &mut Vec<LinearForm>, mut value: LinearForm) {
    value.terms.sort();
    match values.iter_mut().find(|known| known.terms == value.terms) {
        Some(known) => known.constant = known.constant.min(value.constant),
        None => values.push(value),
    }
}

/// `value >= 0` with the innermost of the counters in it on the left.
fn not_negative(value: LinearForm, around: &[String]) -> Option<Condition> {
    let counter = around.iter().rfind(|counter| value.coefficient(counter).abs() == 1)?;
    Some(solved_for(counter, value.coefficient(counter), Comparison::GreaterEqual, &value))
}

/// What holds where a condition doesn't.
fn negated(condition: Condition) -> Condition {
    match condition {
        Condition::Compare(relation, left, right)
            if !matches!(relation, Comparison::Equal | Comparison::NotEqual) =>
        {
            Condition::Compare(relation.opposite(), left, right)
        }
        other => Condition::Not(Box::new(other)),
    }
}

/// By how much a value is larger than another, if that is a number.
fn difference(larger: &Expression, smaller: &Expression) -> Option<i64> {
    LinearForm::of(&(larger.clone() - smaller.clone()))?.into_expression().constant()
}

/// The same, if it is a small number or negative.
fn distance(larger: &Expression, smaller: &Expression) -> Option<i64> {
    difference(larger, smaller).filter(|difference| *difference <= MOST)
}

/// A walk through the body of a loop.
struct Walk<'a> {
    /// The counters around the loop.
    around: &'a [String],
    along: &'a Loop,
    /// The counters of the windows around, with their first and last values.
    windows: Vec<(String, LinearForm, LinearForm)>,
    /// What must not be negative so that windows are whole, and nothing is clamped.
    clips: Vec<LinearForm>,
}

impl Walk<'_> {
    /// Nodes of nothing but instances and windows, with whole windows.
    fn whole(&mut self, nodes: &[Node]) -> Option<Vec<Node>> {
        let mut all = Vec::new();
        for node in nodes {
            all.push(match node {
                Node::Instance(instance) => Node::Instance(self.unclamped(instance)),
                Node::Loop(window) => {
                    let (whole, last, clips) = unclipped(window)?;
                    for clip in &clips {
                        let clip = self.least(LinearForm::of(clip)?).filter(|it| !self.is_moving(it))?;
                        self.clips.push(clip);
                    }
                    self.windows.push((window.iterator.clone(), LinearForm::of(&whole.initial)?, last));
                    let body = self.whole(&window.body)?;
                    self.windows.pop();
                    Node::Loop(Loop { body, ..whole })
                }
                Node::If { condition, then_body, else_body } => Node::If {
                    condition: condition.clone(),
                    then_body: self.whole(then_body)?,
                    else_body: self.whole(else_body)?,
                },
                Node::Sections(_) | Node::Copy(_) => return None,
            });
        }
        Some(all)
    }

    /// An instance without what clamps its subscripts.
    fn unclamped(&mut self, instance: &Instance) -> Instance {
        let mut instance = instance.clone();
        for subscript in instance.subscripts.iter_mut().flatten() {
            let mut clips = Vec::new();
            let Some(plain) = self.plain(subscript, &mut clips) else { continue };
            // what is the same for all of a row needs no more than a pointer to it
            let is_along = |clip: &LinearForm| clip.coefficient(&self.along.iterator) != 0;
            if !clips.iter().any(|clip| is_along(clip) || self.is_moving(clip)) {
                continue;
            }
            let least: Option<Vec<_>> = clips.into_iter().map(|clip| self.least(clip)).collect();
            if let Some(clips) = least {
                self.clips.extend(clips);
                *subscript = plain.simplify();
            }
        }
        instance
    }

    /// A value where it isn't clamped, with what must not be negative for that.
    fn plain(&self, value: &Expression, clips: &mut Vec<LinearForm>) -> Option<Expression> {
        let mut go = |value: &Expression| Some(Box::new(self.plain(value, clips)?));
        Some(match value {
            Expression::Constant(_) | Expression::Variable(_) => value.clone(),
            Expression::Negate(a) => Expression::Negate(go(a)?),
            Expression::Add(a, b) => Expression::Add(go(a)?, go(b)?),
            Expression::Subtract(a, b) => Expression::Subtract(go(a)?, go(b)?),
            Expression::Multiply(a, b) => Expression::Multiply(go(a)?, go(b)?),
            Expression::FloorDivide(a, b) => Expression::FloorDivide(go(a)?, go(b)?),
            Expression::Modulo(a, b) => Expression::Modulo(go(a)?, go(b)?),
            Expression::Minimum(list) | Expression::Maximum(list) => {
                let list: Option<Vec<_>> = list.iter().map(|it| self.plain(it, clips)).collect();
                let list = list?;
                let mut moving = list.iter().filter(|it| self.moves(it));
                let (Some(only), None) = (moving.next(), moving.next()) else { return None };
                for other in list.iter().filter(|it| *it != only) {
                    let difference = match value {
                        Expression::Minimum(_) => other.clone() - only.clone(),
                        _ => only.clone() - other.clone(),
                    };
                    clips.push(LinearForm::of(&difference)?);
                }
                only.clone()
            }
            Expression::Select(condition, a, b) => {
                let (a, b) = (self.plain(a, clips)?, self.plain(b, clips)?);
                let (only, holds) = match (self.moves(&a), self.moves(&b)) {
                    (true, false) => (a, true),
                    (false, true) => (b, false),
                    _ => return None,
                };
                let Condition::Compare(relation, left, right) = &**condition else { return None };
                let (left, right) = (self.plain(left, clips)?, self.plain(right, clips)?);
                let compared = Condition::Compare(*relation, left, right);
                clips.push(at_least_zero(&if holds { compared } else { negated(compared) })?);
                only
            }
        })
    }

    /// Whether a value depends on the counters of loops.
    fn moves(&self, value: &Expression) -> bool {
        let mut counters = self.around.iter().chain([&self.along.iterator]);
        counters.any(|counter| value.mentions(counter))
            || self.windows.iter().any(|(counter, ..)| value.mentions(counter))
    }

    /// The least value in the windows around.
    fn least(&self, mut value: LinearForm) -> Option<LinearForm> {
        for (counter, first, last) in self.windows.iter().rev() {
            let coefficient = value.coefficient(counter);
            if coefficient != 0 {
                let end = if coefficient > 0 { first } else { last }.clone().into_expression();
                let known = |name: &str| (name == counter).then(|| end.clone());
                value = LinearForm::of(&value.into_expression().substitute(&known))?;
            }
        }
        Some(value)
    }

    /// Whether a value depends on the counters of windows.
    fn is_moving(&self, value: &LinearForm) -> bool {
        self.windows.iter().any(|(counter, ..)| value.coefficient(counter) != 0)
    }
}

/// A window between the two of its bounds that are a small number apart, with its last value, and what must not be negative where others
/// leave it that.
fn unclipped(window: &Loop) -> Option<(Loop, LinearForm, Vec<Expression>)> {
    let lasts = bounds(window).filter(|_| window.step == 1)?;
    let firsts = match &window.initial {
        Expression::Maximum(list) => list.clone(),
        initial => vec![initial.clone()],
    };
    let is_window = |(first, last): &(&Expression, &Expression)| {
        distance(last, first).is_some_and(|distance| (0..MOST).contains(&distance))
    };
    let mut pairs = firsts.iter().flat_map(|first| lasts.iter().map(move |last| (first, last)));
    let (first, last) = pairs.find(is_window)?;
    let below = firsts.iter().filter(|other| *other != first).map(|other| first.clone() - other.clone());
    let above = lasts.iter().filter(|other| *other != last).map(|other| other.clone() - last.clone());
    let clips = below.chain(above).collect();
    let end = LinearForm::of(last)?;
    let condition = strict_or_not(Comparison::LessEqual, Expression::variable(&window.iterator), end.clone());
    Some((Loop { initial: first.clone(), condition, ..window.clone() }, end, clips))
}
