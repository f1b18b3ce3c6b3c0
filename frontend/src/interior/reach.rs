//! Which memory a store may reach while loops run: what lies between two of its places.
//!
//! The place of a store in a loop grows or falls with each counter where its subscripts are sums of counters, multiples of them and
//! quotients. So the lowest place is one corner of the range of the counters, and the highest another one. Both are written in the
//! words of the program, with the first and the last values of the counters.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use diagnostics::Span;

use crate::inline::Parsed;
use crate::syntax::fold::constant;
use crate::syntax::tree::{BinaryOperator, Expression, ExpressionKind, SymbolId, SymbolKind, UnaryOperator};
use crate::syntax::types::{Integer, TypeKind};

use super::copy::{balanced, is_in_parentheses, is_primary};
use super::in_sum;

/// A counter whose values a store depends on.
#[derive(Clone, Debug)]
pub struct Counted<'a> {
    /// The counter.
    pub counter: SymbolId,
    /// The loop.
    pub span: Span,
    /// Its least value, as C writes it.
    pub least: String,
    /// Its largest value.
    pub most: String,
    /// What it is compared with, if it counts up to that from a number that isn't negative.
    pub bound: Option<String>,
    /// What holds if it has any values; none for the loop's own, and where that is known.
    pub runs: Option<String>,
    /// How many values it has at most, where that is known.
    pub length: Option<i128>,
    /// The first value, and what the counter is compared with.
    pub ends: [&'a Expression; 2],
}

/// What the words around a place mean.
pub struct Words<'w, 'a> {
    /// The text.
    pub parsed: Parsed<'a>,
    /// The counters of the loop and of those within.
    pub ranges: &'w [Counted<'a>],
    /// Variables of the body that have one value in each iteration, with that.
    pub definitions: &'w HashMap<SymbolId, &'a Expression>,
    /// Whether an expression has the same value in all iterations.
    pub is_steady: &'w dyn Fn(&Expression) -> bool,
}

/// How a value moves with the counters.
#[derive(Clone, Debug, Default)]
struct Way {
    /// Whether it grows, or falls, with the counter of a range, by its position.
    grows: BTreeMap<usize, bool>,
    /// What must be more than 0 for that.
    positive: BTreeSet<String>,
    /// By how much at most, in all, where factors are numbers.
    most: Option<i128>,
    /// Whether it may begin anew at 0 on the way, as numbers without a sign do.
    wraps: bool,
    /// Whether a place that the program never computes is one of the corners, or something is divided.
    is_rough: bool,
}

/// The memory that a store may reach.
#[derive(Clone, Debug)]
pub struct Reach {
    /// The lowest cell; the number in front of the last `]` is left out.
    pub lowest: Corner,
    /// The highest one.
    pub highest: Corner,
    /// What must hold for that.
    pub holds: Vec<String>,
    /// Whether the lowest one may turn out to be the higher one.
    pub needs_order: bool,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corner {
    /// The array and the sum that chooses a cell, or a pointer, without one.
    pub cell: (String, Option<String>),
    /// What is added to the subscript.
    pub more: i128,
}

/// A number without a sign of 32 bits doesn't begin anew twice where it grows by less than that.
const MOST_STEPS: i128 = 64;
/// Nor where a loop has no more iterations.
const MOST_ITERATIONS: i128 = 1 << 24;

impl Corner {
    /// A pointer to the cell, or to the one behind it.
    pub fn pointer(&self, is_behind: bool) -> String {
        let more = self.more + i128::from(is_behind);
        match &self.cell {
            (array, Some(sum)) => {
                format!("&{array}[{}]", without_nothing(&shifted(sum, more)))
            }
            (pointer, None) if more == 0 => pointer.clone(),
            (pointer, None) => format!("({pointer} + {more})"),
        }
    }
}

/// `y * w + 0` as `y * w`
fn without_nothing(sum: &str) -> String {
    let sum = sum.strip_suffix(" + 0").unwrap_or(sum);
    sum.replace(" + 0)", ")").replace(" + 0 + ", " + ").replace(" + 0 - ", " - ")
}

/// A sum with a number: `n - 1` and 1 as `n`.
pub fn shifted(sum: &str, by: i128) -> String {
    let sum = in_sum(sum);
    let (front, more) = match sum.parse::<i128>() {
        Ok(number) => return (number + by).to_string(),
        Err(_) => number_behind(&sum).unwrap_or((&sum, 0)),
    };
    match more + by {
        0 => front.to_owned(),
        more if more > 0 => format!("{front} + {more}"),
        less => format!("{front} - {}", -less),
    }
}

/// A sum without the number at its end, and that.
fn number_behind(sum: &str) -> Option<(&str, i128)> {
    let (front, last) = sum.rsplit_once(' ')?;
    let last = last.parse::<i128>().ok()?;
    let less = front.strip_suffix(" -").map(|front| (front, -last));
    let found = less.or_else(|| front.strip_suffix(" +").map(|front| (front, last)));
    found.filter(|(front, _)| front.matches('(').count() == front.matches(')').count())
}

impl<'a> Words<'_, 'a> {
    /// What a store to a place reaches, if all `before` holds. `is_certain` says that the place is computed in each iteration.
    pub fn reach(&self, place: &'a Expression, is_certain: bool, before: Vec<String>) -> Option<Reach> {
        let place = whole_cell(place);
        let mut way = self.of_place(place)?;
        way.is_rough |= !is_certain;
        let mut holds = before;
        holds.extend(way.positive.iter().map(|factor| format!("{} > 0", closed(factor))));
        if way.wraps {
            way.most.filter(|most| *most <= MOST_STEPS && way.positive.is_empty())?;
            for range in way.grows.keys().map(|position| &self.ranges[*position]) {
                match range.length {
                    Some(length) => (length <= MOST_ITERATIONS).then_some(())?,
                    None => {
                        let bound = range.bound.as_ref()?;
                        holds.push(format!("{} < {MOST_ITERATIONS}", closed(bound)));
                    }
                }
            }
        }
        let [lowest, highest] = [false, true].map(|is_high| self.corner(place, &way, is_high));
        let needs_order = way.is_rough || way.wraps;
        Some(Reach { lowest: lowest?, highest: highest?, holds, needs_order })
    }

    /// Whether a place moves with the counters; `None` if data choose it.
    pub fn moves(&self, place: &'a Expression) -> Option<bool> {
        Some(!self.of_place(place)?.grows.is_empty())
    }

    fn corner(&self, place: &'a Expression, way: &Way, is_high: bool) -> Option<Corner> {
        let written = |expression: &'a Expression| self.written(expression, way, is_high);
        let number = |expression: &Expression| constant(expression, &self.parsed.resolved.symbols);
        let cell = |array: &'a Expression, subscript: &'a Expression| {
            let (sum, more) = split(subscript, number);
            let sum = sum.map_or(Some("0".to_owned()), written)?;
            Some(Corner { cell: (closed(&written(array)?), Some(sum)), more })
        };
        match &place.kind {
            ExpressionKind::Index(array, subscript) => match (self.cell_at(array), number(subscript)) {
                (Some((array, first)), Some(more)) => {
                    let corner = cell(array, first)?;
                    Some(Corner { more: corner.more + more, ..corner })
                }
                _ => cell(array, subscript),
            },
            ExpressionKind::Unary(UnaryOperator::Dereference, pointer)
            | ExpressionKind::Member(_, pointer)
                if is_pointer(pointer) =>
            {
                match self.cell_at(pointer) {
                    Some((array, subscript)) => cell(array, subscript),
                    None => Some(Corner { cell: (closed(&written(pointer)?), None), more: 0 }),
                }
            }
            _ => Some(Corner { cell: (format!("&{}", written(place)?), None), more: 0 }),
        }
    }

    /// The array and the subscript of the cell that a variable of the body points to: `&a[i]`, or `a + i`.
    fn cell_at(&self, pointer: &Expression) -> Option<(&'a Expression, &'a Expression)> {
        let definition = *self.definitions.get(&pointer.variable()?)?;
        let (array, subscript): (&Expression, &Expression) = match &definition.kind {
            ExpressionKind::Unary(UnaryOperator::Address, place) => match &place.kind {
                ExpressionKind::Index(array, subscript) => (array, subscript),
                _ => return None,
            },
            ExpressionKind::Binary(BinaryOperator::Add, array, subscript) if is_pointer(array) => {
                (array, subscript)
            }
            _ => return None,
        };
        // cells of another size would reach further
        let is_same = match (&array.type_.target()?.kind, &pointer.type_.target()?.kind) {
            (TypeKind::Record(one), TypeKind::Record(other)) => one == other,
            (TypeKind::Integer(one), TypeKind::Integer(other)) => one.bits == other.bits,
            (TypeKind::Floating(one), TypeKind::Floating(other)) => one.bytes == other.bytes,
            _ => false,
        };
        is_same.then_some((array, subscript))
    }

    /// How a place moves.
    fn of_place(&self, place: &'a Expression) -> Option<Way> {
        match &place.kind {
            ExpressionKind::Variable(_) => Some(Way { most: Some(0), ..Way::default() }),
            ExpressionKind::Member(_, inner) if is_pointer(inner) => self.of_value(inner),
            ExpressionKind::Member(_, inner) => self.of_place(inner),
            ExpressionKind::Unary(UnaryOperator::Dereference, pointer) => self.of_value(pointer),
            ExpressionKind::Index(array, subscript) => {
                let array = if is_array(array) && !is_parameter(array, self.parsed) {
                    self.of_place(array)
                } else {
                    self.of_value(array)
                };
                array?.plus(self.of_value(subscript)?)
            }
            _ => None,
        }
    }

    /// How a number, or what a pointer points to, moves.
    fn of_value(&self, value: &'a Expression) -> Option<Way> {
        let symbols = &self.parsed.resolved.symbols;
        if (self.is_steady)(value) {
            return Some(Way { most: Some(0), ..Way::default() });
        }
        let wraps = value.type_.integer().is_some_and(|it| !it.signed && it.bits == 32);
        match &value.kind {
            ExpressionKind::Variable(symbol) => {
                if let Some(position) = self.counted(*symbol, value.span) {
                    let grows = BTreeMap::from([(position, true)]);
                    return Some(Way { grows, most: Some(1), ..Way::default() });
                }
                let definition = self.definitions.get(symbol)?;
                let way = self.of_value(definition)?;
                match (symbols[*symbol].type_.integer(), definition.type_.integer()) {
                    (Some(own), Some(given)) => self.converted(way, own, given),
                    (None, None) => Some(way),
                    _ => None,
                }
            }
            ExpressionKind::Cast(inner) => {
                let way = self.of_value(inner)?;
                match (value.type_.integer(), inner.type_.integer()) {
                    (Some(own), Some(given)) => self.converted(way, own, given),
                    // cells have other sizes then, but the place stays
                    (None, None) if is_pointer(value) && is_pointer(inner) => Some(way),
                    _ => None,
                }
            }
            ExpressionKind::Unary(UnaryOperator::Plus, inner) => self.of_value(inner),
            ExpressionKind::Unary(UnaryOperator::Minus, inner) => {
                let way = self.of_value(inner)?.turned();
                Some(Way { wraps: way.wraps || wraps, ..way })
            }
            ExpressionKind::Unary(UnaryOperator::Address, place) => self.of_place(place),
            ExpressionKind::Binary(operator, left, right) => {
                let way = match operator {
                    BinaryOperator::Add => self.of_value(left)?.plus(self.of_value(right)?)?,
                    BinaryOperator::Subtract => self.of_value(left)?.plus(self.of_value(right)?.turned())?,
                    BinaryOperator::Multiply if (self.is_steady)(right) => {
                        self.times(self.of_value(left)?, right)?
                    }
                    BinaryOperator::Multiply if (self.is_steady)(left) => {
                        self.times(self.of_value(right)?, left)?
                    }
                    BinaryOperator::ShiftLeft => {
                        let by = constant(right, symbols).filter(|by| (0..16).contains(by))?;
                        self.of_value(left)?.scaled(1 << by)
                    }
                    BinaryOperator::Divide => {
                        constant(right, symbols).filter(|by| *by > 0)?;
                        Way { is_rough: true, ..self.of_value(left)? }
                    }
                    BinaryOperator::ShiftRight => {
                        constant(right, symbols).filter(|by| (0..32).contains(by))?;
                        Way { is_rough: true, ..self.of_value(left)? }
                    }
                    _ => return None,
                };
                Some(Way { wraps: way.wraps || wraps, ..way })
            }
            _ => None,
        }
    }

    /// The position of the range of a counter at a place.
    fn counted(&self, symbol: SymbolId, place: Span) -> Option<usize> {
        self.ranges.iter().position(|range| range.counter == symbol && range.span.contains(place))
    }

    /// A value in another type, which may have it begin anew.
    fn converted(&self, way: Way, own: &Integer, given: &Integer) -> Option<Way> {
        match () {
            () if own.includes(given) => Some(way),
            // what is negative is so many more, which addresses don't see
            () if own.bits == 64 => Some(way),
            () if own.bits == 32 => Some(Way { wraps: true, ..way }),
            () => None,
        }
    }

    fn times(&self, way: Way, factor: &'a Expression) -> Option<Way> {
        match constant(factor, &self.parsed.resolved.symbols) {
            Some(0) => None,
            Some(factor) => Some(way.scaled(factor)),
            None => {
                let mut positive = way.positive;
                positive.insert(self.written(factor, &Way::default(), false)?);
                Some(Way { positive, most: None, ..way })
            }
        }
    }

    /// An expression at one of the corners.
    fn written(&self, expression: &'a Expression, way: &Way, is_high: bool) -> Option<String> {
        let mut stand: BTreeMap<usize, String> = BTreeMap::new();
        let mut is_known = true;
        expression.walk(&mut |part| {
            let Some(symbol) = part.variable() else { return };
            let text = match (self.counted(symbol, part.span), self.definitions.get(&symbol)) {
                (Some(position), _) => {
                    let range = &self.ranges[position];
                    let grows = way.grows.get(&position).copied().unwrap_or(true);
                    Some(if grows == is_high { range.most.clone() } else { range.least.clone() })
                }
                (None, Some(definition)) => {
                    let text = self.written(definition, way, is_high);
                    is_known &= text.is_some();
                    text
                }
                _ => None,
            };
            if let Some(text) = text {
                stand.insert(part.span.start, text);
            }
        });
        is_known.then_some(())?;
        let Parsed { table, map, .. } = self.parsed;
        let span = balanced(self.parsed, expression.span);
        let mut text = String::new();
        let tokens = table.within(span);
        for (position, token) in tokens.iter().enumerate() {
            let is_spaced = map.text()[..token.span.start].ends_with(char::is_whitespace);
            if is_spaced && position > 0 {
                text.push(' ');
            }
            match stand.get(&token.span.start) {
                Some(other) if tokens.len() == 1 => text += other,
                Some(other) => {
                    let neighbour = |at: Option<usize>| {
                        at.and_then(|at| tokens.get(at)).map_or("", |it| it.span.of(map.text()))
                    };
                    let [before, behind] = [position.checked_sub(1), Some(position + 1)].map(neighbour);
                    let is_sum = matches!(before, "" | "+" | "(" | "[")
                        && matches!(behind, "" | "+" | "-" | ")" | "]")
                        && !other.replace("->", "").contains(['?', '<', '>', '=', '|', '&', '^', ',']);
                    text += &if is_sum { other.clone() } else { closed(other) };
                }
                None => text += token.span.of(map.text()),
            }
        }
        Some(without_nothing(&text))
    }
}

impl Way {
    /// The sum, if no counter moves it both ways.
    fn plus(mut self, other: Way) -> Option<Way> {
        for (counter, grows) in other.grows {
            if self.grows.insert(counter, grows).is_some_and(|own| own != grows) {
                return None;
            }
        }
        self.positive.extend(other.positive);
        self.most = self.most.zip(other.most).map(|(one, other)| one + other);
        self.wraps |= other.wraps;
        self.is_rough |= other.is_rough;
        Some(self)
    }

    fn turned(mut self) -> Way {
        self.grows.values_mut().for_each(|grows| *grows = !*grows);
        self
    }

    fn scaled(mut self, factor: i128) -> Way {
        self.most = self.most.map(|most| most * factor.abs());
        if factor < 0 { self.turned() } else { self }
    }
}

/// The whole cell of which a place is a part.
fn whole_cell(place: &Expression) -> &Expression {
    match &place.kind {
        ExpressionKind::Member(_, inner) if !is_pointer(inner) => whole_cell(inner),
        _ => place,
    }
}

/// A sum without the number at its end, and that.
fn split(sum: &Expression, constant: impl Fn(&Expression) -> Option<i128>) -> (Option<&Expression>, i128) {
    if let Some(value) = constant(sum) {
        return (None, value);
    }
    match &sum.kind {
        ExpressionKind::Binary(BinaryOperator::Add, left, right) => match (constant(left), constant(right)) {
            (_, Some(value)) => (Some(left), value),
            (Some(value), _) => (Some(right), value),
            _ => (Some(sum), 0),
        },
        ExpressionKind::Binary(BinaryOperator::Subtract, left, right) => match constant(right) {
            Some(value) => (Some(left), -value),
            None => (Some(sum), 0),
        },
        _ => (Some(sum), 0),
    }
}

/// Whether a value is a pointer.
pub fn is_pointer(expression: &Expression) -> bool {
    matches!(expression.type_.decayed().kind, TypeKind::Pointer(_))
}

/// Whether an expression names an array.
pub fn is_array(expression: &Expression) -> bool {
    matches!(expression.type_.kind, TypeKind::Array(..))
}

/// Whether it is a parameter: as an array, that is a pointer.
pub fn is_parameter(expression: &Expression, parsed: Parsed) -> bool {
    expression.variable().is_some_and(|it| parsed.resolved.symbols[it].kind == SymbolKind::Parameter)
}

/// A text in parentheses, unless it is a name or has some.
pub fn closed(text: &str) -> String {
    // what begins with a cast isn't one word
    match is_primary(text) && !text.starts_with('(') || is_in_parentheses(text) {
        true => text.to_owned(),
        false => format!("({text})"),
    }
}
