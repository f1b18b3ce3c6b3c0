//! Loops over products: `for (i = 0; i < w * h; i++) a[i] = 0;` beside loops that use `a[y * w + x]`.
//!
//! The counter of such a loop goes through all cells of rows of `w`, row by row: the model has two loops in its place,
//! with counters of their own, and `y * w + x` stands for `i`, in subscripts and in values. How long the rows are is what other subscripts of the
//! region say of the arrays ([`super::flat`]), so only a walk after the first knows; what the others of its arrays are
//! is seen in a walk with the loop divided. Sound where the counter is part of subscripts (`3 * i + 1`, too), or a value that is assigned,
//! `w * h` is what mathematics says that it is, and not both are negative: that is left to be proved of each two.

use std::collections::BTreeMap;

use diagnostics::Span;
use polyhedral::{Comparison, Condition, Expression, IntegerType, Iterator};

use super::builder::{Active, Builder, Known};
use super::flat::{Same, Shape, with_one_name};
use super::headers::{self, Test};
use super::polynomial::Polynomial;
use super::{Cause, Checked, Counted, Node, Obligation};
use crate::facts::Surroundings;
use crate::facts::lifetime::counter_used;
use crate::facts::memory::moved;
use crate::region::Precision;
use crate::syntax::fold;
use crate::syntax::tree::{
    self, BinaryOperator, ExpressionKind, For, Statement, StatementKind, SymbolId, UnaryOperator,
};
use crate::syntax::types::Integer;
use crate::text::extent;

/// The loops that are several in the model, by where they start.
pub type Divisions = BTreeMap<usize, Division>;

/// What stands in the place of a loop.
#[derive(Clone, Debug)]
pub struct Division {
    /// How often each of these loops runs, outermost first.
    extents: Vec<Expression>,
    /// What that relies on.
    same: Vec<Same>,
}

/// What the counter of a loop is that is several in the model.
#[derive(Clone, Debug)]
pub struct DividedCounter {
    /// The sum of the counters of these, times how long rows are.
    pub value: Expression,
    /// The place of the outermost of them among the statements' iterators.
    pub iterator: usize,
}

/// A loop whose counter is part of subscripts, and otherwise a value at most.
#[derive(Clone, Debug)]
pub struct Divisible {
    start: usize,
    counter: String,
    /// How often it runs, if that isn't negative.
    count: Polynomial,
    /// The arrays.
    arrays: Vec<SymbolId>,
}

/// Loops that run less often are left as they are, if that is a constant.
const LEAST: i64 = 16;

impl Divisible {
    /// Whether the program says how often it runs.
    pub fn is_constant(&self) -> bool {
        self.count.affine().is_some()
    }

    /// Whether this is a loop with such a counter that runs so often.
    pub fn counts(&self, counter: &str, count: i64) -> bool {
        self.counter == counter && self.count == Polynomial::term(vec![], count)
    }
}

/// The loops that are to be divided, as the shapes of their arrays say.
pub fn divisions(loops: &[Divisible], known: &Known) -> Divisions {
    let division = |it: &Divisible| {
        let mut shapes = it.arrays.iter().filter_map(|array| known.shapes.get(array));
        Some((it.start, shapes.find_map(|shape| division(&it.count, shape, &known.same))?))
    };
    loops.iter().filter_map(division).collect()
}

/// The rows that a shape makes of so many cells; where they have other names there, of what is the `same`.
fn division(count: &Polynomial, shape: &Shape, same: &[Same]) -> Option<Division> {
    if let Some(extents) = shape.rows(count) {
        return Some(Division { extents, same: vec![] });
    }
    let named = |it: &Same| match (shape.mentions(&it.one), shape.mentions(&it.other)) {
        (true, false) => Some(it.clone()),
        (false, true) => Some(Same { one: it.other.clone(), other: it.one.clone() }),
        _ => None,
    };
    let same: Vec<Same> = same.iter().filter_map(named).collect();
    let extents = shape.rows(&with_one_name(count, &same)?)?;
    Some(Division { extents, same })
}

/// What is known of how often a loop runs.
struct Count {
    value: Polynomial,
    obligations: Vec<Obligation>,
}

/// Whether a statement only gives values.
fn is_row_of_assignments(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Block(list) => list.iter().all(is_row_of_assignments),
        StatementKind::Expression(Some(expression)) => matches!(expression.kind, ExpressionKind::Assign(..)),
        _ => false,
    }
}

/// Whether loops of a region may be divided: then all of its text is written anew, or nothing.
pub fn may_divide(around: Surroundings<'_>) -> bool {
    let region = around.region;
    let is_plain = region.is_found && region.precision != Precision::Order && !region.is_isolated;
    let is_free = region.isolated.is_empty() && region.openmp.is_empty();
    is_plain
        && is_free
        && extent(around.map, &around.translation.table, region.span, &[]).is_ok()
        && moved(around).is_ok()
}

impl<'a> Builder<'a> {
    /// Notes a loop that can be divided.
    pub fn note_divisible(&mut self, whole: &'a Statement, parts: &'a For) {
        if self.read.is_some() || !self.values.is_empty() {
            return;
        }
        let Some((counter, bound)) = self.plain_header(whole, parts) else { return };
        let Some(arrays) = self.arrays_of(counter, &parts.body) else { return };
        let mentioned = self.mentioned.clone();
        let count = self.count(bound, counter);
        self.mentioned = mentioned;
        let count = count.map(|count| self.with_constant(count.value));
        let is_large = |count: &Polynomial| match count.affine() {
            Some(count) => count.constant().is_some_and(|count| count >= LEAST),
            None => true,
        };
        if let Some(value) = count.filter(is_large) {
            let counter = self.name(counter).to_owned();
            self.divisible.push(Divisible { start: whole.span.start, counter, count: value, arrays });
        }
    }

    /// A number that has no products, as the constant that it is, if the values of all variables in it are known.
    fn with_constant(&self, value: Polynomial) -> Polynomial {
        let known = |name: &str| self.constant_named(name).map(Expression::Constant);
        let constant = value.affine().and_then(|value| value.substitute(&known).simplify().constant());
        constant.map_or(value, |constant| Polynomial::term(vec![], constant))
    }

    /// A loop as several, if it is to be divided.
    pub fn divided_loop(&mut self, whole: &'a Statement, parts: &'a For) -> Option<Node> {
        let Division { extents, same } = self.divisions.get(&whole.span.start)?.clone();
        let (counter, bound) = self.plain_header(whole, parts)?;
        let place = super::loops::header(whole.span, parts);
        let integer = self.around.symbols()[counter].type_.integer()?.clone();
        let count = self.count(bound, counter)?;
        let stands_for = self.counters_of_rows(counter, &extents, &integer)?;
        self.obligations = count.obligations;
        self.must_be_same(&count.value, &same, bound.span);
        let mut obligations = std::mem::take(&mut self.obligations);
        obligations.extend(not_both_negative(&extents, bound.span));
        if !integer.signed {
            obligations.extend(extents.iter().map(|extent| not_negative(extent, bound.span)));
        }
        let iterators: Vec<_> = stands_for.iter().map(|(iterator, _)| iterator.clone()).collect();
        let value = stands_for.into_iter().map(|(_, value)| value);
        let value = value.reduce(|a, b| a.plus(b).unwrap_or_default())?;
        self.obligations.clear();
        let rows = iterators.iter().zip(&extents);
        let sum = rows.fold(None, |sum: Option<Expression>, (iterator, extent)| {
            let own = Expression::variable(&iterator.name);
            let whole = |sum| Expression::Multiply(Box::new(sum), Box::new(extent.clone()));
            Some(sum.map_or(own.clone(), |sum| whole(sum) + own))
        });
        let divided = DividedCounter { value: sum?, iterator: self.active.len() };
        self.divided_counters.insert(counter, divided);
        self.products.insert(counter, value);
        for (iterator, extent) in iterators.iter().zip(&extents) {
            self.counted.insert(iterator.name.clone());
            let last = Polynomial::of(extent).and_then(|extent| extent.plus(Polynomial::term(vec![], -1)));
            let values = last.map(|last| [Polynomial::default(), last]);
            self.active.push(Active { symbol: None, iterator: iterator.clone(), values });
        }
        let mut body = self.statement(&parts.body);
        self.products.remove(&counter);
        self.divided_counters.remove(&counter);
        for (iterator, extent) in iterators.into_iter().zip(extents).rev() {
            self.active.pop();
            let below = Condition::Compare(Comparison::Less, Expression::variable(&iterator.name), extent);
            let first = Checked { value: Expression::Constant(0), obligations: vec![] };
            let counted = Counted {
                iterator,
                integer: integer.clone(),
                place,
                initial: first,
                in_range: vec![],
                condition: Checked { value: below, obligations: vec![] },
                step: 1,
                wraps_at_end: false,
                parallel: None,
                body,
            };
            body = vec![Node::Loop(Box::new(counted))];
        }
        let mut node = body.pop()?;
        if let Node::Loop(outermost) = &mut node {
            outermost.initial.obligations = obligations;
        }
        Some(node)
    }

    /// The counters of the loops in the place of one, each with what it adds to the counter of that.
    fn counters_of_rows(
        &self,
        counter: SymbolId,
        extents: &[Expression],
        integer: &Integer,
    ) -> Option<Vec<(Iterator, Polynomial)>> {
        let mut stride = Polynomial::term(vec![], 1);
        let mut found = Vec::new();
        for (depth, extent) in extents.iter().enumerate().rev() {
            let name = self.fresh(&format!("{}_{depth}", self.name(counter)));
            let kind = IntegerType {
                name: integer.spelling.to_string(),
                bits: integer.bits,
                signed: integer.signed,
            };
            let value = Polynomial::term(vec![Expression::variable(&name)], 1).times(&stride)?;
            found.push((Iterator { name, kind, declared_inside: true, used_after: None }, value));
            stride = stride.times(&Polynomial::of(extent)?)?;
        }
        found.reverse();
        Some(found)
    }

    /// A name that means nothing yet.
    fn fresh(&self, name: &str) -> String {
        let is_taken = |name: &String| {
            self.around.index.identifiers.contains_key(name.as_str())
                || self.around.translation.macros.names.contains(name)
                || self.active.iter().any(|active| active.iterator.name == *name)
        };
        let mut name = name.to_owned();
        while is_taken(&name) {
            name.push('_');
        }
        name
    }

    /// The counter and the bound of `for (int i = 0; i < bound; i++)`, where nobody else changes the counter, or uses it after
    /// the loop.
    fn plain_header(&self, whole: &Statement, parts: &'a For) -> Option<(SymbolId, &'a tree::Expression)> {
        let symbols = self.around.symbols();
        let header = headers::header(parts, symbols)?;
        let counter = header.counter;
        let is_zero = fold::constant(header.first, symbols) == Some(0);
        if header.has_more() || !matches!(header.test, Test::Separate) || !is_zero {
            return None;
        }
        let step = parts.step.as_ref()?;
        self.step(headers::own_step(step, counter), counter).ok().filter(|step| *step == 1)?;
        let condition = parts.condition.as_ref()?;
        let ExpressionKind::Binary(BinaryOperator::Compare(relation), left, right) = &condition.kind else {
            return None;
        };
        let bound = match relation {
            Comparison::Less if left.variable() == Some(counter) => right,
            Comparison::Greater if right.variable() == Some(counter) => left,
            _ => return None,
        };
        let initial = parts.initial.as_ref()?;
        let is_own = matches!(initial.kind, StatementKind::Declaration(_));
        self.counter(counter, initial.span).ok()?;
        let changes = self.around.changes_inside();
        let is_changed = changes
            .filter(|change| change.symbol == counter && change.is_whole)
            .any(|change| parts.body.span.contains(change.place));
        let is_free = !is_changed && (is_own || counter_used(counter, self.around).is_none());
        let is_wide = symbols[counter].type_.integer()?.rank >= Integer::INT_RANK;
        (is_free && is_wide && whole.span.contains(bound.span)).then_some((counter, bound))
    }

    /// The arrays in whose subscripts the counter stands, if it stands nowhere else but in values.
    fn arrays_of(&self, counter: SymbolId, body: &Statement) -> Option<Vec<SymbolId>> {
        let (mut all, mut known, mut in_subscripts) = (0, 0, 0);
        let mut arrays = Vec::new();
        let mentions = |subscript: &tree::Expression| {
            let mut found = 0;
            subscript.walk(&mut |part| found += usize::from(part.variable() == Some(counter)));
            found
        };
        body.walk_expressions(self.around.symbols(), &mut |expression| {
            all += usize::from(expression.variable() == Some(counter));
            if let ExpressionKind::Index(array, subscript) = &expression.kind {
                in_subscripts += mentions(subscript);
                let array = array.named().filter(|array| self.has_one_dimension(*array));
                let added = times_added(subscript, counter);
                if let Some(array) = array.filter(|_| added > 0) {
                    known += added;
                    arrays.push(array);
                }
            }
        });
        let is_value = || in_subscripts == known && is_row_of_assignments(body);
        (known > 0 && (all == known || is_value())).then_some(arrays)
    }

    /// How often a loop runs that goes on as long as `counter` is less than `bound`.
    fn count(&mut self, bound: &'a tree::Expression, counter: SymbolId) -> Option<Count> {
        let kind = bound.type_.integer()?.clone();
        let own = self.around.symbols()[counter].type_.integer()?.clone();
        if !own.signed && own.bits < kind.bits {
            return None;
        }
        let common = Integer::common(&own, &kind);
        let (keeps_products, modulo) = (self.keeps_products, self.modulo);
        (self.keeps_products, self.modulo) = (true, None);
        let start = self.obligations.len();
        let value = self.exact_product(bound, &common);
        let obligations = self.obligations.split_off(start);
        (self.keeps_products, self.modulo) = (keeps_products, modulo);
        Some(Count { value: value?, obligations })
    }

    /// The value of an expression as one of type `kind`, if that is what mathematics says.
    fn exact_product(&mut self, whole: &'a tree::Expression, kind: &Integer) -> Option<Polynomial> {
        let own = whole.type_.integer()?.clone();
        let initial = whole.variable().and_then(|symbol| self.product_of(symbol));
        if initial.is_none() {
            if let Ok(value) = self.attempt(|builder| builder.operand(whole, kind, "this bound")) {
                return Polynomial::of(&value);
            }
        }
        if !kind.includes(&own) {
            if kind.signed || kind.bits < own.bits {
                return None;
            }
            self.factors_are_positive(whole)?;
        }
        if let Some(initial) = initial {
            return self.exact_product(initial, &own);
        }
        match &whole.kind {
            ExpressionKind::Binary(BinaryOperator::Multiply, left, right) => {
                let (a, b) = (self.exact_product(left, &own)?, self.exact_product(right, &own)?);
                if own.wraps() {
                    self.fits(left, right, &own)?;
                }
                a.times(&b)
            }
            ExpressionKind::Binary(BinaryOperator::Add, left, right) if own.signed => {
                self.exact_product(left, &own)?.plus(self.exact_product(right, &own)?)
            }
            ExpressionKind::Binary(BinaryOperator::Subtract, left, right) if own.signed => {
                self.exact_product(left, &own)?.plus(self.exact_product(right, &own)?.scaled(-1)?)
            }
            ExpressionKind::Cast(inner) => self.exact_product(inner, &own),
            ExpressionKind::Unary(UnaryOperator::Plus, inner) => self.exact_product(inner, &own),
            _ => None,
        }
    }

    /// The product that a variable is given, before the region or in it.
    fn product_of(&mut self, symbol: SymbolId) -> Option<&'a tree::Expression> {
        let initial = self.value_before(symbol).or_else(|| self.value_inside(symbol))?;
        let mut is_product = false;
        initial.walk(&mut |part| {
            is_product |= matches!(part.kind, ExpressionKind::Binary(BinaryOperator::Multiply, ..));
        });
        is_product.then_some(initial)
    }

    /// That none of the factors of a product is negative, where it becomes unsigned.
    fn factors_are_positive(&mut self, product: &'a tree::Expression) -> Option<()> {
        if let Some(initial) = product.variable().and_then(|symbol| self.product_of(symbol)) {
            return self.factors_are_positive(initial);
        }
        if let Ok(value) = self.attempt(|builder| builder.affine(product, "this bound")) {
            self.obligations.push(not_negative(&value, product.span));
            return Some(());
        }
        match &product.kind {
            ExpressionKind::Binary(BinaryOperator::Multiply, left, right) => {
                self.factors_are_positive(left)?;
                self.factors_are_positive(right)
            }
            ExpressionKind::Cast(inner) => self.factors_are_positive(inner),
            _ => None,
        }
    }

    /// That a product doesn't wrap around: it has as many bits as its factors have, or these are small.
    fn fits(
        &mut self,
        left: &'a tree::Expression,
        right: &'a tree::Expression,
        kind: &Integer,
    ) -> Option<()> {
        let bits = (self.bits(left)?, self.bits(right)?);
        if bits.0 + bits.1 <= kind.bits {
            return Some(());
        }
        for factor in [left, right] {
            let value = self.attempt(|builder| builder.affine(factor, "this bound")).ok()?;
            let range = (0, (1i128 << (kind.bits / 2)) - 1);
            let (when, cause) = (Condition::Constant(true), Cause::Converts);
            self.obligations.push(Obligation { value, range, when, place: factor.span, cause });
        }
        Some(())
    }

    /// So many bits hold a value that isn't negative.
    fn bits(&mut self, expression: &'a tree::Expression) -> Option<u32> {
        if let Some(value) = fold::constant(expression, self.around.symbols()) {
            return Some(i128::BITS - value.leading_zeros());
        }
        let kind = expression.type_.integer()?;
        let own = kind.bits - u32::from(kind.signed);
        match &expression.kind {
            ExpressionKind::Cast(inner) => Some(self.bits(inner)?.min(own)),
            ExpressionKind::Binary(BinaryOperator::Multiply, left, right) => {
                Some((self.bits(left)? + self.bits(right)?).min(own))
            }
            _ => Some(own),
        }
    }
}

/// How often a variable, or a multiple of it, is added in a sum.
fn times_added(sum: &tree::Expression, symbol: SymbolId) -> usize {
    match &sum.kind {
        ExpressionKind::Variable(own) => usize::from(*own == symbol),
        ExpressionKind::Cast(inner) | ExpressionKind::Unary(UnaryOperator::Plus, inner) => {
            times_added(inner, symbol)
        }
        ExpressionKind::Binary(BinaryOperator::Add, left, right) => {
            times_added(left, symbol) + times_added(right, symbol)
        }
        ExpressionKind::Binary(BinaryOperator::Subtract, left, _) => times_added(left, symbol),
        ExpressionKind::Binary(BinaryOperator::Multiply, left, right) => {
            times_added(left, symbol) + times_added(right, symbol)
        }
        _ => 0,
    }
}

fn not_negative(value: &Expression, place: Span) -> Obligation {
    let (range, when, cause) = ((0, i128::MAX), Condition::Constant(true), Cause::Converts);
    Obligation { value: value.clone(), range, when, place, cause }
}

/// That of each two extents one isn't negative: else their product is positive, and there are no rows.
fn not_both_negative(extents: &[Expression], place: Span) -> Vec<Obligation> {
    let is_open = |extent: &&Expression| extent.constant().is_none_or(|value| value < 0);
    let open: Vec<_> = extents.iter().filter(is_open).collect();
    let pairs = (0..open.len()).flat_map(|a| (a + 1..open.len()).map(move |b| (a, b)));
    let pair = |(a, b): (usize, usize)| {
        let when = Condition::Compare(Comparison::Less, open[a].clone(), Expression::Constant(0));
        Obligation { when, cause: Cause::LeavesRow, ..not_negative(open[b], place) }
    };
    pairs.map(pair).collect()
}
