//! What is known of a loop's body away from the borders: which conditions hold there, and what remainders are.
//!
//! The body is gone through once, in its order, with the values of its integers as sums of counters and of what doesn't change. A
//! condition on such a sum is decided if it comes out the same in all iterations but for a few at the borders: those that stay are
//! bounded, and what is decided then holds for whatever comes behind it, too.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use diagnostics::Span;
use polyhedral::Comparison;

use super::levels::{Level, counting, range};
use super::linear::{Linear, Term};
use crate::facts::changes::{Change, change, changes};
use crate::syntax::fold::constant;
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, For, Function, Initializer, Statement,
    StatementKind, SymbolId, SymbolKind, Symbols, UnaryOperator,
};
use crate::syntax::types::Integer;

/// A border is so wide at most, where its width is a number, unless the loop is much longer.
const WIDEST: i128 = 64;
/// How many times a loop is as long.
const LONGER: i128 = 4;
/// A remainder is what is left after so many times the divisor at most: `(i - 1 + n) % n`.
const MOST_TURNS: i128 = 2;

/// How many expressions are looked at for a body; those in one another again and again.
const BUDGET: usize = 100_000;
/// So deep are calls within calls gone through.
const DEEPEST: usize = 3;

/// What is known at a place of the body.
#[derive(Clone, Debug)]
pub enum Known {
    /// How a condition comes out.
    Condition(bool),
    /// What a remainder, or the result of a call, is in the names that stand there.
    Value(Linear),
    /// The argument that a call gives back.
    Argument(usize),
    /// The name of a variable that has the value of what stands there.
    Kept(String),
}

/// A bound on a counter that an iteration away from the borders keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The counter.
    pub counter: SymbolId,
    /// Whether it is the least value that the counter may have, rather than the largest.
    pub is_least: bool,
    /// That value.
    pub value: Linear,
    /// How far it is from the first, or the last, value that the counter has at all.
    pub distance: Linear,
}

/// What is known of the text around a body.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// The preprocessed text.
    pub text: &'a str,
    /// All that has a name in it.
    pub symbols: &'a Symbols,
    /// Its functions that do nothing but to compute a value of their arguments.
    pub computing: &'a [&'a Function],
    /// Whether nothing in the body changes a name.
    pub is_steady: &'a dyn Fn(SymbolId) -> bool,
    /// Whether nobody but the function knows a variable.
    pub is_plain: &'a dyn Fn(SymbolId) -> bool,
}

/// What becomes of a function that is gone through.
enum Flow {
    /// It goes on.
    On,
    /// It gives that back.
    Gives(Linear),
    /// That isn't known.
    Lost,
}

/// Goes through the body of a loop.
pub struct Decider<'a> {
    around: Surroundings<'a>,
    /// The loops around, outermost first: those around the body, and those within.
    levels: Vec<Level>,
    /// How many of them are around the body.
    outer: usize,
    /// Variables that the body gives values, as far as these are known.
    values: HashMap<SymbolId, Linear>,
    /// By place, what is known.
    pub known: BTreeMap<Span, Known>,
    /// What that takes.
    pub bounds: Vec<Bound>,
    /// The comparisons of sums, and the remainders, that stay.
    pub open: BTreeSet<Span>,
    /// The counters of long loops within the body.
    long: BTreeSet<SymbolId>,
    /// Those of loops that look around: what they count adds to the counters of loops around the body.
    windows: BTreeSet<SymbolId>,
    /// The calls that are gone through.
    calls: Vec<SymbolId>,
    /// How many expressions may be looked at yet.
    budget: usize,
    /// Whether the body does what isn't looked through.
    pub is_lost: bool,
}

impl<'a> Decider<'a> {
    /// For a body within some loops, the last of which is its own.
    pub fn new(around: Surroundings<'a>, levels: Vec<Level>) -> Self {
        let outer = levels.len();
        let (values, known, bounds, open) = (HashMap::new(), BTreeMap::new(), vec![], BTreeSet::new());
        let (long, windows) = (BTreeSet::new(), BTreeSet::new());
        let (calls, budget, is_lost) = (vec![], BUDGET, false);
        Decider { around, levels, outer, values, known, bounds, open, long, windows, calls, budget, is_lost }
    }

    /// Goes through a statement.
    pub fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Block(list) => list.iter().for_each(|inner| self.statement(inner)),
            StatementKind::Declaration(list) => {
                for declared in list {
                    let symbols = self.around.symbols;
                    self.values.remove(&declared.symbol);
                    let Some(initial) = &symbols[declared.symbol].initializer else { continue };
                    initial.expressions().iter().for_each(|value| {
                        self.forget_changes(value);
                        self.expression(value);
                    });
                    if let Initializer::Value(value) = initial {
                        self.give(declared.symbol, value);
                    }
                }
            }
            StatementKind::Expression(expression) => {
                expression.iter().for_each(|expression| self.evaluated(expression));
            }
            StatementKind::If(condition, then, otherwise) => {
                self.branches(condition, then, otherwise.as_deref());
            }
            StatementKind::For(parts) => self.inner(statement, parts),
            StatementKind::Other(Construct::Break, ..) => self.is_lost |= self.levels.len() == self.outer,
            StatementKind::Other(Construct::Continue, ..) => {}
            StatementKind::Other(Construct::Return, results, _) => {
                results.iter().for_each(|result| self.expression(result));
            }
            StatementKind::Other(..) | StatementKind::Labeled(..) => self.is_lost = true,
        }
    }

    fn branches(&mut self, condition: &Expression, then: &Statement, otherwise: Option<&Statement>) {
        self.evaluated(condition);
        match self.decided(condition) {
            Some(true) => self.statement(then),
            Some(false) => otherwise.into_iter().for_each(|otherwise| self.statement(otherwise)),
            None => {
                let before = self.values.clone();
                self.statement(then);
                let behind = std::mem::replace(&mut self.values, before);
                otherwise.into_iter().for_each(|otherwise| self.statement(otherwise));
                self.values.retain(|symbol, value| behind.get(symbol) == Some(value));
            }
        }
    }

    /// Goes through a loop of the body.
    fn inner(&mut self, statement: &Statement, parts: &For) {
        let counting = counting(parts, self.around.symbols).filter(|it| (self.around.is_plain)(it.counter));
        let first = counting.as_ref().and_then(|it| self.number(it.first));
        if let Some(initial) = &parts.initial {
            self.statement(initial);
        }
        let changed: Vec<Change> = changes(statement, self.around.symbols);
        let forget = |values: &mut HashMap<SymbolId, Linear>| {
            changed.iter().for_each(|change| {
                values.remove(&change.symbol);
            });
        };
        forget(&mut self.values);
        // that a loop ends is no condition on borders
        let tested = counting.as_ref().map(|it| it.bound).or(parts.condition.as_ref());
        tested.into_iter().for_each(|tested| self.expression(tested));
        let level = counting.map(|it| {
            let last = self.number(it.bound);
            let range = first.zip(last).map(|(first, last)| range(&it, first, last));
            Level { counter: it.counter, range, bound: None, relies: vec![] }
        });
        // a loop that isn't known has no counter, but turns all the same
        let level = level.unwrap_or(Level {
            counter: SymbolId(usize::MAX),
            range: None,
            bound: None,
            relies: vec![],
        });
        let length = level.range.as_ref().and_then(|(least, most)| most.minus(least).value());
        if length.is_none_or(|length| length > WIDEST) {
            self.long.insert(level.counter);
        }
        self.levels.push(level);
        self.statement(&parts.body);
        self.levels.pop();
        parts.step.iter().for_each(|step| self.expression(step));
        forget(&mut self.values);
    }

    /// Looks at an expression with all that it does.
    fn evaluated(&mut self, expression: &Expression) {
        // what changes within it may do so before it is read there
        expression.parts().for_each(|part| self.forget_changes(part));
        self.expression(expression);
        match &expression.kind {
            ExpressionKind::Assign(None, target, value) if target.variable().is_some() => {
                target.variable().into_iter().for_each(|symbol| self.give(symbol, value));
            }
            ExpressionKind::Assign(
                Some(operator @ (BinaryOperator::Add | BinaryOperator::Subtract)),
                target,
                by,
            ) if target.variable().is_some() => {
                let factor = if *operator == BinaryOperator::Add { 1 } else { -1 };
                let by = self.number(by);
                target.variable().into_iter().for_each(|symbol| self.add(symbol, factor, by.clone()));
            }
            ExpressionKind::Increment { operand, by, .. } if operand.variable().is_some() => {
                let by = Some(Linear::number(i128::from(*by)));
                operand.variable().into_iter().for_each(|symbol| self.add(symbol, 1, by.clone()));
            }
            _ => self.forget_changes(expression),
        }
    }

    fn forget_changes(&mut self, expression: &Expression) {
        expression.walk(&mut |part| {
            if let Some(change) = change(part) {
                self.values.remove(&change.symbol);
            }
        });
    }

    /// Notes the value that a variable gets.
    fn give(&mut self, symbol: SymbolId, value: &Expression) {
        let fits = |own: &Integer| value.type_.integer().is_some_and(|it| own.includes(it));
        let integer = self.around.symbols[symbol].type_.integer().cloned();
        let is_plain = (self.around.is_plain)(symbol);
        let value = self.number(value).filter(|_| is_plain).filter(|it| {
            integer.is_some_and(|own| match own.bits {
                1 => is_truth_value(it),
                _ => fits(&own) || it.value().is_some_and(|it| (own.range().0..=own.range().1).contains(&it)),
            })
        });
        match value {
            Some(value) => self.values.insert(symbol, value),
            None => self.values.remove(&symbol),
        };
    }

    /// Notes that a variable grows.
    fn add(&mut self, symbol: SymbolId, factor: i128, by: Option<Linear>) {
        let is_signed = self.around.symbols[symbol].type_.integer().is_some_and(|it| it.signed);
        let value = self.values.get(&symbol).zip(by).filter(|_| is_signed);
        match value.map(|(value, by)| value.plus(factor, &by)) {
            Some(value) => self.values.insert(symbol, value),
            None => self.values.remove(&symbol),
        };
    }

    /// Decides what is to be decided in an expression.
    fn expression(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Conditional(condition, yes, no) => match self.chosen(condition, yes, no) {
                Some(true) => self.expression(yes),
                Some(false) => self.expression(no),
                None => [condition, yes, no].into_iter().for_each(|part| self.expression(part)),
            },
            ExpressionKind::Binary(operator, ..) if is_condition(*operator) => {
                if self.decided(expression).is_none() {
                    expression.parts().for_each(|part| self.expression(part));
                }
            }
            ExpressionKind::Binary(BinaryOperator::Modulo, ..) if self.remainder(expression).is_some() => {}
            ExpressionKind::Call(..) if self.result(expression).is_some() => {}
            _ => expression.parts().for_each(|part| self.expression(part)),
        }
    }

    /// Which branch of a conditional expression counts: the first, or the second one. For the smaller or the larger of two numbers that
    /// is either where they are equal.
    fn chosen(&mut self, condition: &Expression, yes: &Expression, no: &Expression) -> Option<bool> {
        if let ExpressionKind::Binary(BinaryOperator::Compare(relation), left, right) = &condition.kind
            && !self.known.contains_key(&condition.span)
            && (is_same(left, yes) && is_same(right, no) || is_same(left, no) && is_same(right, yes))
            && let Some(difference) = self.difference(left, right)
        {
            let opposite = difference.times(-1);
            let [yes, no] = match relation {
                Comparison::Less | Comparison::LessEqual => [opposite, difference],
                _ => [difference, opposite],
            };
            let is_order = !matches!(relation, Comparison::Equal | Comparison::NotEqual);
            let found = is_order && self.holds(&yes);
            if found || is_order && self.holds(&no) {
                self.known.insert(condition.span, Known::Condition(found));
                return Some(found);
            }
        }
        self.decided(condition)
    }

    /// How a condition comes out.
    fn decided(&mut self, condition: &Expression) -> Option<bool> {
        if let Some(Known::Condition(known)) = self.known.get(&condition.span) {
            return Some(*known);
        }
        let found = self.comes_out(condition)?;
        if constant(condition, self.around.symbols).is_none() {
            self.known.insert(condition.span, Known::Condition(found));
        }
        Some(found)
    }

    fn comes_out(&mut self, condition: &Expression) -> Option<bool> {
        if let Some(value) = constant(condition, self.around.symbols) {
            return Some(value != 0);
        }
        match &condition.kind {
            ExpressionKind::Unary(UnaryOperator::Not, inner) => self.decided(inner).map(|it| !it),
            ExpressionKind::Binary(
                operator @ (BinaryOperator::And
                | BinaryOperator::Or
                | BinaryOperator::BitAnd
                | BinaryOperator::BitOr),
                left,
                right,
            ) => {
                let is_bits = matches!(operator, BinaryOperator::BitAnd | BinaryOperator::BitOr);
                if is_bits && !(is_truth(left) && is_truth(right)) {
                    return None;
                }
                // what one side alone may settle
                let decides = matches!(operator, BinaryOperator::Or | BinaryOperator::BitOr);
                match (self.decided(left), self.decided(right)) {
                    (Some(left), _) if left == decides => Some(decides),
                    (_, Some(right)) if right == decides && has_no_effect(left) => Some(decides),
                    (Some(_), Some(right)) => Some(right),
                    _ => None,
                }
            }
            ExpressionKind::Binary(BinaryOperator::Compare(relation), left, right) => {
                let difference = self.difference(left, right);
                let decided = difference.as_ref().and_then(|it| self.compared(*relation, it));
                if decided.is_none() && self.is_of_counters(difference, [left, right]) {
                    self.open.insert(condition.span);
                }
                decided
            }
            _ => {
                let value = self.number(condition)?;
                self.compared(Comparison::NotEqual, &value)
            }
        }
    }

    /// Whether a comparison depends on the iteration of the loops around the body: the difference of its sides, or one of them where that
    /// isn't known.
    fn is_of_counters(&mut self, difference: Option<Linear>, sides: [&Expression; 2]) -> bool {
        match difference {
            Some(difference) => self.depends(&difference),
            None => sides.into_iter().any(|side| self.sum(side).is_some_and(|side| self.depends(&side))),
        }
    }

    /// By how much the left side of a comparison is larger than the right one.
    fn difference(&mut self, left: &Expression, right: &Expression) -> Option<Linear> {
        let common = Integer::common(left.type_.integer()?, right.type_.integer()?);
        let sides = [self.operand(left, &common)?, self.operand(right, &common)?];
        if !common.signed {
            // with a sign, or below zero on the way, a number would be another one
            sides.iter().all(|side| self.is_exact(side, &common)).then_some(())?;
        }
        let [left, right] = sides;
        Some(left.minus(&right))
    }

    /// How a difference compares with 0.
    fn compared(&mut self, relation: Comparison, difference: &Linear) -> Option<bool> {
        let (above, below) = (difference.shifted(-1), difference.times(-1).shifted(-1));
        let (least, most) = (difference.clone(), difference.times(-1));
        let [yes, no] = match relation {
            Comparison::Greater => [above, most],
            Comparison::GreaterEqual => [least, below],
            Comparison::Less => [below, least],
            Comparison::LessEqual => [most, above],
            Comparison::Equal | Comparison::NotEqual => {
                let is_equal = difference.value().map(|value| value == 0);
                let is_equal = match is_equal {
                    Some(is_equal) => is_equal,
                    None if self.holds(&above) || self.holds(&below) => false,
                    None => return None,
                };
                return Some(is_equal == (relation == Comparison::Equal));
            }
        };
        match self.holds(&yes) {
            true => Some(true),
            false => self.holds(&no).then_some(false),
        }
    }

    /// Whether a sum isn't negative away from the borders, which then are as wide as that takes.
    fn holds(&mut self, sum: &Linear) -> bool {
        let bound = self.bound(sum);
        let holds = bound.is_some();
        if holds {
            self.looks_around(sum);
        }
        self.bounds.extend(bound.flatten());
        holds
    }

    /// Notes the loops of the body that count in a sum.
    fn looks_around(&mut self, sum: &Linear) {
        let inner = self.levels[self.outer..].iter().map(|level| level.counter);
        self.windows.extend(inner.filter(|counter| sum.mentions(*counter)));
    }

    /// Whether all long loops within the body look around.
    pub fn has_windows_only(&self) -> bool {
        self.long.is_subset(&self.windows)
    }

    /// The bound that keeps a sum from being negative; an inner `None` if nothing is needed.
    fn bound(&self, sum: &Linear) -> Option<Option<Bound>> {
        let is_window = self.levels[self.outer..].iter().any(|level| sum.mentions(level.counter));
        let sum = self.least(sum)?;
        if let Some(value) = sum.value() {
            return (value >= 0).then_some(None);
        }
        let mut counted = self.levels[..self.outer].iter().filter(|level| sum.mentions(level.counter));
        let level = match (counted.next(), counted.next()) {
            (None, _) => return self.of_sizes(&sum),
            (level, None) => level?,
            _ => return None,
        };
        let (factor, (least, most)) = (sum.factor(level.counter), level.range.as_ref()?);
        let rest = sum.with(level.counter, &Linear::default());
        let (is_least, value, distance) = match factor {
            1 => (true, rest.times(-1), rest.times(-1).minus(least)),
            -1 => (false, rest.clone(), most.minus(&rest)),
            _ => return None,
        };
        let is_near = match distance.value() {
            Some(distance) if distance <= 0 => return Some(None),
            Some(distance) => {
                let length = most.minus(least).value();
                distance <= WIDEST && length.is_none_or(|length| 2 * distance < length)
                    || length.is_some_and(|length| LONGER * distance <= length)
            }
            // a size of the loop's own is no border, nor is a variable that no window has
            None if !is_window => false,
            None => {
                let is_own = |term: &Term| {
                    term.symbols.iter().any(|symbol| most.mentions(*symbol) || least.mentions(*symbol))
                };
                let added = || distance.terms.iter().filter(|(_, count)| *count > 0);
                let is_added = |symbol: &SymbolId| added().any(|(term, _)| term.symbols.contains(symbol));
                let are_added = |(term, count): &(Term, i128)| {
                    !is_own(term) && (*count > 0 || term.symbols.iter().all(is_added))
                };
                distance.terms.iter().all(are_added)
            }
        };
        is_near.then_some(Some(Bound { counter: level.counter, is_least, value, distance }))
    }

    /// The least that a sum is in all iterations of the loops within the body.
    fn least(&self, sum: &Linear) -> Option<Linear> {
        let mut sum = sum.clone();
        for level in self.levels[self.outer..].iter().rev() {
            let factor = sum.factor(level.counter);
            if factor != 0 {
                let (least, most) = level.range.as_ref()?;
                sum = sum.with(level.counter, if factor > 0 { least } else { most });
            }
        }
        Some(sum)
    }

    /// Whether a sum depends on the iteration of the loops around the body.
    fn depends(&self, sum: &Linear) -> bool {
        let outer = &self.levels[..self.outer];
        let is_of_outer = |sum: Linear| outer.iter().any(|level| sum.mentions(level.counter));
        [sum.clone(), sum.times(-1)].iter().any(|sum| self.least(sum).is_none_or(is_of_outer))
    }

    /// The bound on the counter of a loop around that keeps a sum of sizes from being negative: `n - 1` isn't where `i < n`.
    fn of_sizes(&self, sum: &Linear) -> Option<Option<Bound>> {
        self.levels[..self.outer].iter().find_map(|level| {
            let (least, most) = level.range.as_ref()?;
            let (value, first) = (-sum.minus(most).value()?, least.value()?);
            let (value, distance) = (Linear::number(value), Linear::number(value - first));
            match distance.constant {
                ..=0 => Some(None),
                1..=WIDEST => Some(Some(Bound { counter: level.counter, is_least: true, value, distance })),
                _ => None,
            }
        })
    }

    /// The value of an integer, if that is a sum.
    pub fn number(&mut self, expression: &Expression) -> Option<Linear> {
        let sum = self.sum(expression)?;
        let integer = expression.type_.integer()?;
        (integer.signed || is_name(expression) || self.is_exact(&sum, integer)).then_some(sum)
    }

    /// Whether a sum that was computed in a type without a sign is the number that it stands for. Nothing reaches 2^64; 2^32 isn't reached by what
    /// isn't more than one variable of the loops' own.
    fn is_exact(&mut self, sum: &Linear, integer: &Integer) -> bool {
        (integer.bits == 64 || self.fits(sum)) && self.holds(sum)
    }

    fn fits(&self, sum: &Linear) -> bool {
        let mut most = sum.clone();
        for level in self.levels.iter().rev() {
            let factor = most.factor(level.counter);
            let Some((least, last)) = level.range.as_ref().filter(|_| factor != 0) else { continue };
            most = most.with(level.counter, if factor > 0 { last } else { least });
        }
        let added: Vec<i128> =
            most.terms.iter().map(|(_, count)| *count).filter(|count| *count > 0).collect();
        most.constant <= 0 && added.as_slice() <= &[1]
            || most.value().is_some_and(|it| it < i128::from(u32::MAX))
    }

    /// The sum that an operand is of what is computed in a type.
    fn operand(&mut self, expression: &Expression, integer: &Integer) -> Option<Linear> {
        let own = expression.type_.integer()?;
        // what is too large for its own type isn't so in another one
        let is_narrow = !own.signed && own.bits < integer.bits;
        if is_narrow { self.number(expression) } else { self.sum(expression) }
    }

    /// The same; what is computed without a sign may be another number, by 2^64 and its like.
    fn sum(&mut self, expression: &Expression) -> Option<Linear> {
        self.budget = self.budget.saturating_sub(1);
        if self.budget == 0 {
            self.is_lost = true;
            return None;
        }
        let integer = expression.type_.integer()?;
        if let Some(value) = constant(expression, self.around.symbols) {
            return Some(Linear::number(value));
        }
        let is_wide = integer.signed || integer.rank >= Integer::INT_RANK;
        match &expression.kind {
            ExpressionKind::Variable(symbol) => self.name(expression, *symbol),
            ExpressionKind::Member(..) | ExpressionKind::Index(..) => {
                let symbol = expression.named()?;
                self.is_steady(symbol).then(|| self.written(expression, symbol))
            }
            ExpressionKind::Unary(UnaryOperator::Plus, inner) if is_wide => self.sum(inner),
            ExpressionKind::Unary(UnaryOperator::Minus, inner) if is_wide => Some(self.sum(inner)?.times(-1)),
            ExpressionKind::Cast(inner) => {
                let inner_type = inner.type_.integer()?;
                match integer.includes(inner_type) {
                    true => self.number(inner),
                    false if !integer.signed && integer.bits == 64 => self.sum(inner),
                    false => None,
                }
            }
            ExpressionKind::Binary(operator, left, right) if is_wide && !is_condition(*operator) => {
                match operator {
                    BinaryOperator::Add => {
                        Some(self.operand(left, integer)?.plus(1, &self.operand(right, integer)?))
                    }
                    BinaryOperator::Subtract => {
                        Some(self.operand(left, integer)?.minus(&self.operand(right, integer)?))
                    }
                    BinaryOperator::Multiply => {
                        self.operand(left, integer)?.product(&self.operand(right, integer)?)
                    }
                    BinaryOperator::Divide | BinaryOperator::ShiftRight => {
                        self.quotient(expression, left, right)
                    }
                    BinaryOperator::Modulo => self.remainder(expression),
                    _ => None,
                }
            }
            ExpressionKind::Conditional(condition, yes, no) if is_wide => {
                let branch = if self.chosen(condition, yes, no)? { yes } else { no };
                self.number(branch)
            }
            ExpressionKind::Call(..) => self.result(expression),
            _ if is_truth(expression) => {
                self.decided(expression).map(|is_so| Linear::number(i128::from(is_so)))
            }
            _ => None,
        }
    }

    /// Whether nothing changes a name meanwhile: what a function has that is gone through isn't known but by its value.
    fn is_steady(&self, symbol: SymbolId) -> bool {
        let is_of_file = || matches!(self.around.symbols[symbol].kind, SymbolKind::Global);
        (self.calls.is_empty() || is_of_file()) && (self.around.is_steady)(symbol)
    }

    /// What a variable is.
    fn name(&self, expression: &Expression, symbol: SymbolId) -> Option<Linear> {
        if let Some(value) = self.values.get(&symbol) {
            return Some(value.clone());
        }
        let counts = self.levels.iter().any(|level| level.counter == symbol);
        (counts || self.is_steady(symbol)).then(|| self.written(expression, symbol))
    }

    fn written(&self, expression: &Expression, symbol: SymbolId) -> Linear {
        Linear::one(expression.span.of(self.around.text), vec![symbol])
    }

    /// `k / 2` of what doesn't change, as a whole.
    fn quotient(&mut self, whole: &Expression, left: &Expression, right: &Expression) -> Option<Linear> {
        constant(right, self.around.symbols).filter(|by| *by > 0)?;
        let mut symbols = Vec::new();
        let mut is_steady = true;
        left.walk(&mut |part| match &part.kind {
            ExpressionKind::Variable(symbol) => {
                is_steady &= self.is_steady(*symbol)
                    && !self.values.contains_key(symbol)
                    && !self.levels.iter().any(|level| level.counter == *symbol);
                symbols.push(*symbol);
            }
            ExpressionKind::Binary(
                BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply,
                ..,
            ) => {}
            _ => is_steady &= constant(part, self.around.symbols).is_some(),
        });
        let text = whole.span.of(self.around.text).split_whitespace().collect::<Vec<_>>().join(" ");
        let text = if text.contains(">>") { format!("({text})") } else { text };
        (is_steady && !symbols.is_empty() && whole.type_.integer()?.signed)
            .then(|| Linear::one(&text, symbols))
    }

    /// What a remainder is: of what is less than the divisor that itself, of what is less than twice that the rest.
    fn remainder(&mut self, expression: &Expression) -> Option<Linear> {
        let ExpressionKind::Binary(BinaryOperator::Modulo, left, right) = &expression.kind else {
            return None;
        };
        let integer = expression.type_.integer()?;
        let (number, divisor) = (self.operand(left, integer)?, self.operand(right, integer)?);
        (integer.signed || integer.bits == 64 || self.fits(&number)).then_some(())?;
        for turns in 0..=MOST_TURNS {
            let rest = number.plus(-turns, &divisor);
            let room = divisor.minus(&rest).shifted(-1);
            if let Some((low, high)) = self.bound(&rest).zip(self.bound(&room)) {
                self.looks_around(&rest);
                let written = self.as_written(left)?.plus(-turns, &self.as_written(right)?);
                self.bounds.extend([low, high].into_iter().flatten());
                self.known.insert(expression.span, Known::Value(written));
                return Some(rest);
            }
        }
        if self.depends(&number) {
            self.open.insert(expression.span);
        }
        None
    }

    /// What a call of a function of the file gives back that only computes, if that is a sum.
    fn result(&mut self, expression: &Expression) -> Option<Linear> {
        let ExpressionKind::Call(callee, arguments) = &expression.kind else { return None };
        let symbol = callee.variable()?;
        let all = self.around.computing;
        let function = *all.iter().find(|function| function.symbol == symbol)?;
        let symbols = self.around.symbols;
        let is_known = self.calls.len() < DEEPEST
            && !self.calls.contains(&symbol)
            && function.parameters.len() == arguments.len()
            && expression
                .type_
                .integer()
                .is_some_and(|it| it.bits == 1 || it.signed && it.rank >= Integer::INT_RANK);
        is_known.then_some(())?;
        let before = self.bounds.len();
        let given: Vec<Option<Linear>> = arguments.iter().map(|argument| self.number(argument)).collect();
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            self.give(*parameter, argument);
        }
        // each call has its own
        let (known, open) = (std::mem::take(&mut self.known), std::mem::take(&mut self.open));
        self.calls.push(symbol);
        let flow = self.flow(&function.body);
        self.calls.pop();
        (self.known, self.open) = (known, open);
        self.values.retain(|own, _| !function.span.contains(symbols[*own].name_span));
        let is_truth = expression.type_.integer().is_some_and(|it| it.bits == 1);
        let value = match flow {
            Flow::Gives(value) if !is_truth || is_truth_value(&value) => value,
            _ => {
                self.bounds.truncate(before);
                return None;
            }
        };
        let argument = given.iter().position(|given| given.as_ref() == Some(&value));
        let known = argument.map_or_else(|| Known::Value(value.clone()), Known::Argument);
        self.known.insert(expression.span, known);
        Some(value)
    }

    /// Goes through a statement of such a function.
    fn flow(&mut self, statement: &Statement) -> Flow {
        match &statement.kind {
            StatementKind::Block(list) => {
                for inner in list {
                    match self.flow(inner) {
                        Flow::On => {}
                        other => return other,
                    }
                }
                Flow::On
            }
            StatementKind::If(condition, then, otherwise) => match self.decided(condition) {
                Some(true) => self.flow(then),
                Some(false) => otherwise.as_deref().map_or(Flow::On, |otherwise| self.flow(otherwise)),
                None => Flow::Lost,
            },
            StatementKind::Other(Construct::Return, results, _) => {
                let result = results.first().and_then(|result| self.number(result));
                result.map_or(Flow::Lost, Flow::Gives)
            }
            StatementKind::Declaration(_) | StatementKind::Expression(_) => {
                self.statement(statement);
                Flow::On
            }
            _ => Flow::Lost,
        }
    }

    /// A sum in the very names of its text.
    fn as_written(&self, expression: &Expression) -> Option<Linear> {
        match (self.known.get(&expression.span), &expression.kind) {
            (Some(Known::Value(known)), _) => return Some(known.clone()),
            (Some(Known::Argument(number)), ExpressionKind::Call(_, arguments)) => {
                return self.as_written(arguments.get(*number)?);
            }
            _ => {}
        }
        if let Some(value) = constant(expression, self.around.symbols) {
            return Some(Linear::number(value));
        }
        match &expression.kind {
            ExpressionKind::Variable(symbol) => Some(self.written(expression, *symbol)),
            ExpressionKind::Member(..) | ExpressionKind::Index(..) => {
                Some(self.written(expression, expression.named()?))
            }
            ExpressionKind::Cast(inner) => self.as_written(inner),
            ExpressionKind::Unary(UnaryOperator::Minus, inner) => Some(self.as_written(inner)?.times(-1)),
            ExpressionKind::Binary(operator, left, right) => {
                let (left, right) = (self.as_written(left)?, self.as_written(right)?);
                match operator {
                    BinaryOperator::Add => Some(left.plus(1, &right)),
                    BinaryOperator::Subtract => Some(left.minus(&right)),
                    BinaryOperator::Multiply => left.product(&right),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// Whether an operator gives truth for numbers.
fn is_condition(operator: BinaryOperator) -> bool {
    matches!(operator, BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Compare(_))
}

/// Whether an expression compares, or joins comparisons.
pub fn is_comparison(expression: &Expression) -> bool {
    matches!(&expression.kind, ExpressionKind::Binary(operator, ..) if is_condition(*operator))
}

/// Whether an expression is 0 or 1.
fn is_truth(expression: &Expression) -> bool {
    is_comparison(expression) || matches!(expression.kind, ExpressionKind::Unary(UnaryOperator::Not, _))
}

/// Whether a sum is 0 or 1.
fn is_truth_value(sum: &Linear) -> bool {
    matches!(sum.value(), Some(0 | 1))
}

/// Whether an expression is a variable or a member.
fn is_name(expression: &Expression) -> bool {
    expression.named().is_some() || matches!(expression.kind, ExpressionKind::Integer(_))
}

/// Whether nothing changes where an expression is evaluated.
pub fn has_no_effect(expression: &Expression) -> bool {
    let mut has_none = true;
    expression.walk(&mut |part| {
        has_none &= change(part).is_none()
            && part.assigned().is_none()
            && !matches!(part.kind, ExpressionKind::Call(..) | ExpressionKind::Other(..));
    });
    has_none
}

/// Whether two expressions compute the same from the same names.
pub fn is_same(one: &Expression, other: &Expression) -> bool {
    let are_alike = match (&one.kind, &other.kind) {
        (ExpressionKind::Variable(a), ExpressionKind::Variable(b)) => a == b,
        (ExpressionKind::Member(a, _), ExpressionKind::Member(b, _)) => return a == b,
        (ExpressionKind::Integer(a), ExpressionKind::Integer(b)) => a == b,
        (ExpressionKind::Binary(a, ..), ExpressionKind::Binary(b, ..)) => a == b,
        (ExpressionKind::Unary(a, _), ExpressionKind::Unary(b, _)) => a == b,
        (ExpressionKind::Conditional(..), ExpressionKind::Conditional(..)) => true,
        (ExpressionKind::Index(..), ExpressionKind::Index(..)) => true,
        (ExpressionKind::Cast(_), ExpressionKind::Cast(_)) => {
            let (one, other) = (one.type_.integer(), other.type_.integer());
            one.zip(other).is_some_and(|(one, other)| one.range() == other.range())
        }
        _ => false,
    };
    let are_as_many = || one.parts().count() == other.parts().count();
    are_alike && are_as_many() && one.parts().zip(other.parts()).all(|(a, b)| is_same(a, b))
}
