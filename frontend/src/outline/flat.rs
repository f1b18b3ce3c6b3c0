//! Arrays of one dimension that the program uses as if they had several: `a[(c * h + y) * w + x]`.
//!
//! The terms with counters tell the strides (here `h * w` and `w`), and these the extents of the inner dimensions
//! (`h`, `w`), after Grosser, Ramanujam, Pouchet, Sadayappan, Pop, *Optimistic Delinearization of Parametrically
//! Sized Arrays* (2015), section 3. A subscript is divided by the strides, the largest first. Nothing is
//! optimistic here: that each inner subscript lies within its extent is an [`Obligation`] at each reference, so
//! different subscripts are different cells. Where strides are sums (`i * (m + 1) + j`), each counts as a variable
//! ([`Sum`]). A block of `n * w` cells has none unless `w` is positive, if `n` is: so much is known where one is touched.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{Code, Diagnostic, Span};
use polyhedral::{Comparison, Condition, Expression, Extent, Flat};

use super::affine::not_affine;
use super::builder::Builder;
use super::polynomial::{Factors, Polynomial, without};
use super::tested::Tested;
use super::{Cause, Obligation};
use crate::refusal::refusal;
use crate::syntax::tree::{self, BinaryOperator, ExpressionKind, SymbolId, SymbolKind, UnaryOperator};
use crate::syntax::types::{Integer, TypeKind};

/// The inner dimensions of an array that C sees as one, outermost first; at least one.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// How C computes where a cell is.
    pub flat: Flat,
    dimensions: Vec<Dimension>,
    sums: Vec<Sum>,
    same: Vec<Same>,
}

/// Two parameters that must have one value.
#[derive(Clone, Debug, PartialEq)]
pub struct Same {
    /// This one is meant
    pub one: Expression,
    /// where the program says the other.
    pub other: Expression,
}

/// A sum of parameters that counts as a variable: `m` is `(m + 1) - 1`, and two times `r` are `(2 * r + 1) - 1`.
#[derive(Clone, Debug, PartialEq)]
struct Sum {
    /// `m`.
    variable: Expression,
    /// How often it is in the sum.
    times: i64,
    /// `(m + 1) - 1`, with the sum as a factor.
    value: Polynomial,
}

/// One of them.
#[derive(Clone, Debug, PartialEq)]
struct Dimension {
    /// The distance of its neighbours, in cells of the one outside of it: this dimension's cells and all inside.
    stride: (Factors, i64),
    extent: Expression,
}

/// The subscripts of arrays of one dimension, as polynomials.
pub type Subscripts = BTreeMap<SymbolId, Vec<Subscript>>;

/// A subscript.
#[derive(Clone, Debug)]
pub struct Subscript {
    value: Polynomial,
    /// Whether C computes it in 64 bits.
    is_wide: bool,
    /// The first and last values of counters.
    values: Values,
}

/// What is known of the values of counters where a subscript is computed.
#[derive(Clone, Debug, Default)]
struct Values {
    /// The first and the last one by the loops, as far as these are known; the outermost counter first.
    by_loops: Vec<(String, [Polynomial; 2])>,
    /// What conditions say.
    tested: Tested,
}

impl Values {
    /// The least and the largest value that a polynomial may have.
    fn range(&self, value: &Polynomial) -> Option<(i64, i64)> {
        let by_loops = (self.extreme(value, false), self.extreme(value, true));
        let (first, last) = self.tested.within(value, by_loops);
        first.zip(last)
    }

    /// One of them: in the place of each counter, the innermost first, the end of its loop at which the value is so.
    fn extreme(&self, value: &Polynomial, largest: bool) -> Option<i64> {
        let at_end = |value: Polynomial, (name, ends): &(String, [Polynomial; 2])| {
            let counter = Expression::variable(name);
            let times = value.terms().find(|(factors, _)| **factors == [counter.clone()]);
            match times {
                Some((_, times)) => {
                    let end = self.end(&counter, ends, (times > 0) == largest)?;
                    value.replaced(&counter, &end)
                }
                None => Some(value),
            }
        };
        self.by_loops.iter().rev().try_fold(value.clone(), at_end)?.constant()
    }

    /// The first or the last value of a counter with these by its loop.
    fn end(
        &self,
        counter: &Expression,
        [first, last]: &[Polynomial; 2],
        is_last: bool,
    ) -> Option<Polynomial> {
        let by_loop = (first.constant(), last.constant());
        let tested = self.tested.within(&Polynomial::of(counter)?, by_loop);
        let (by_loop, known, tested) =
            if is_last { (last, by_loop.1, tested.1) } else { (first, by_loop.0, tested.0) };
        Some(match tested.filter(|_| known.is_some()) {
            Some(end) => Polynomial::term(vec![], end),
            None => by_loop.clone(),
        })
    }

    /// Those of one counter, if they are constants.
    fn of(&self, name: &str) -> Option<(i64, i64)> {
        let (_, [first, last]) = self.by_loops.iter().find(|(counter, _)| counter == name)?;
        Some((first.constant()?, last.constant()?))
    }

    /// Whether a counter may have several.
    fn differ(&self, name: &str) -> bool {
        let may_have_several = |[first, last]: &[Polynomial; 2]| match (first.constant(), last.constant()) {
            (Some(first), Some(last)) => first < last,
            _ => true,
        };
        self.by_loops.iter().any(|(counter, values)| counter == name && may_have_several(values))
    }
}

/// What is known of the counters in subscripts.
#[derive(Clone, Copy)]
pub struct Counters<'a> {
    /// Whether a name is that of one.
    pub is_one: &'a dyn Fn(&str) -> bool,
    /// Whether the loop of one that runs so often may be several.
    pub is_divisible: &'a dyn Fn(&str, i64) -> bool,
}

/// The shapes of the arrays whose subscripts have products; of those that have two names for the length of a row, if that
/// `may_be` one length, by what `cells` says of the array.
pub fn shapes(
    subscripts: &Subscripts,
    counters: Counters<'_>,
    may_be: bool,
    cells: &mut dyn FnMut(SymbolId) -> Option<Polynomial>,
) -> BTreeMap<SymbolId, Shape> {
    let mut found = BTreeMap::new();
    for (symbol, list) in subscripts {
        let mut same: Vec<Same> = Vec::new();
        let shape = loop {
            match shape(list, counters, &same) {
                Ok(shape) => break Some(shape),
                Err(Some(lengths)) if may_be && same.len() < MOST_NAMES => {
                    same.push(lengths.by_extent(cells(*symbol).as_ref()));
                }
                Err(_) => break None,
            }
        };
        found.extend(shape.map(|shape| (*symbol, shape)));
    }
    found
}

/// So many names for the length of a row are taken for others.
const MOST_NAMES: usize = 4;

impl Same {
    /// The same the other way around, if an array has so many cells that it would be an extent.
    fn by_extent(self, cells: Option<&Polynomial>) -> Same {
        let names = |name: &Expression| {
            cells.into_iter().flat_map(Polynomial::terms).any(|(factors, _)| factors.contains(name))
        };
        match names(&self.other) && !names(&self.one) {
            true => Same { one: self.other, other: self.one },
            false => self,
        }
    }
}

/// `value` with one parameter in the place of each that must be the same.
pub fn with_one_name(value: &Polynomial, same: &[Same]) -> Option<Polynomial> {
    same.iter().try_fold(value.clone(), |value, Same { one, other }| {
        value.replaced(other, &Polynomial::term(vec![one.clone()], 1))
    })
}

/// The shape that the subscripts of an array have in common; inside an error two parameters that would have to be one.
fn shape(subscripts: &[Subscript], counters: Counters<'_>, same: &[Same]) -> Result<Shape, Option<Same>> {
    let renamed = |subscript: &Subscript| {
        Some(Subscript { value: with_one_name(&subscript.value, same)?, ..subscript.clone() })
    };
    let subscripts = subscripts.iter().map(renamed).collect::<Option<Vec<_>>>().ok_or(None)?;
    let varies = |factor: &Expression| {
        let mut names = std::collections::BTreeSet::new();
        factor.variables(&mut names);
        names.iter().any(|name| (counters.is_one)(name))
    };
    let sums = sums(&subscripts, &varies).ok_or(None)?;
    let mut strides = strides(&subscripts, &sums, &varies).ok_or(None)?;
    if strides.is_empty() {
        let constant = constant_strides(&subscripts, counters.is_divisible, &varies);
        strides.extend(constant.into_iter().map(|stride| (vec![], stride)));
    }
    let dimensions = dimensions(&strides).ok_or_else(|| two_lengths(&strides))?;
    let flat = Flat { wide: subscripts.iter().any(|subscript| subscript.is_wide), overlapping: false };
    match dimensions.is_empty() {
        true => Err(None),
        false => Ok(Shape { flat, dimensions, sums, same: same.to_vec() }),
    }
}

/// Two parameters that are the only difference between strides.
fn two_lengths(strides: &[(Factors, i64)]) -> Option<Same> {
    strides.windows(2).rev().find_map(|pair| {
        let [(a, m), (b, n)] = pair else { return None };
        let rest = |all: &Factors, common: &Factors| {
            let drop = |rest: Factors, factor: &Expression| {
                without(&rest, std::slice::from_ref(factor)).unwrap_or(rest)
            };
            common.iter().fold(all.clone(), drop)
        };
        match (&rest(a, b)[..], &rest(b, a)[..]) {
            ([one @ Expression::Variable(_)], [other @ Expression::Variable(_)]) if m == n => {
                Some(Same { one: one.clone(), other: other.clone() })
            }
            _ => None,
        }
    })
}

/// The distances of cells that counters tell, each with what is common to its coefficients; the largest first.
fn strides(
    subscripts: &[Subscript],
    sums: &[Sum],
    varies: &dyn Fn(&Expression) -> bool,
) -> Option<Vec<(Factors, i64)>> {
    let values = subscripts.iter().map(|subscript| with_sums(&subscript.value, sums));
    let values: Vec<Polynomial> = values.collect::<Option<_>>()?;
    let mut strides: BTreeMap<Factors, i64> = BTreeMap::new();
    for (factors, coefficient) in values.iter().flat_map(Polynomial::terms) {
        let (counted, fixed): (Vec<_>, Vec<_>) = factors.iter().cloned().partition(|factor| varies(factor));
        if counted.len() == 1 && !fixed.is_empty() {
            let divisor = strides.entry(fixed).or_insert(0);
            *divisor = gcd(*divisor, coefficient);
        }
    }
    let mut strides: Vec<(Factors, i64)> = strides.into_iter().collect();
    strides.sort_by_key(|(factors, _)| std::cmp::Reverse(factors.len()));
    Some(strides)
}

/// The dimensions with such strides, if each is a multiple of the next.
fn dimensions(strides: &[(Factors, i64)]) -> Option<Vec<Dimension>> {
    let inner = strides.iter().skip(1).cloned().chain([(vec![], 1)]);
    let dimension = |(stride, inner): (&(Factors, i64), (Factors, i64))| {
        let factors = without(&stride.0, &inner.0).filter(|_| stride.1 % inner.1 == 0)?;
        let extent = Polynomial::term(factors, stride.1 / inner.1).affine()?;
        Some(Dimension { stride: stride.clone(), extent })
    };
    strides.iter().zip(inner).map(dimension).collect()
}

/// The strides where constants alone tell them, the largest first: all subscripts are a multiple of each and a part that stays
/// below it, and some of these parts count. Loops that can be divided may go through the whole.
fn constant_strides(
    subscripts: &[Subscript],
    is_divisible: &dyn Fn(&str, i64) -> bool,
    varies: &dyn Fn(&Expression) -> bool,
) -> Vec<i64> {
    let counted = |(factors, number): (&Factors, i64)| factors.iter().any(varies).then_some(number);
    let coefficients = subscripts.iter().flat_map(|subscript| subscript.value.terms().filter_map(counted));
    let candidates: BTreeSet<i64> = coefficients.filter(|number| *number > 1).collect();
    let mut found: Vec<i64> = Vec::new();
    // what is left of each subscript behind the strides that were found
    let mut rests: Vec<Polynomial> = subscripts.iter().map(|subscript| subscript.value.clone()).collect();
    for stride in candidates.into_iter().rev() {
        let is_factor = found.last().is_none_or(|outer| outer % stride == 0);
        let below =
            |(subscript, rest): (&Subscript, &Polynomial)| match split(rest, stride, &subscript.values) {
                Some((_, inner)) => Some(inner),
                None => subscript.goes_through(rest, stride, is_divisible).then(|| rest.clone()),
            };
        let each = || subscripts.iter().zip(&rests);
        match each().map(below).collect::<Option<Vec<_>>>().filter(|_| is_factor) {
            Some(inner) => {
                let counts = |((subscript, rest), inner): ((&Subscript, &Polynomial), &Polynomial)| {
                    rest != inner && subscript.counts_in(inner)
                };
                if each().zip(&inner).any(counts) {
                    found.push(stride);
                    rests = inner;
                }
            }
            // rows that are none of the largest stride are none
            None if found.is_empty() => break,
            None => {}
        }
    }
    found
}

impl Subscript {
    /// Whether a part of it is the counter alone of a loop that may be divided into rows of this length.
    fn goes_through(&self, part: &Polynomial, stride: i64, is_divisible: &dyn Fn(&str, i64) -> bool) -> bool {
        let mut terms = part.terms().map(|(factors, number)| (factors.as_slice(), number));
        let (Some(([Expression::Variable(name)], 1)), None) = (terms.next(), terms.next()) else {
            return false;
        };
        let count = self.values.of(name).filter(|(first, _)| *first == 0).map(|(_, last)| last + 1);
        count.is_some_and(|count| count % stride == 0 && is_divisible(name, count))
    }

    /// Whether a part of it has several values.
    fn counts_in(&self, part: &Polynomial) -> bool {
        part.terms().any(|(factors, _)| match factors.as_slice() {
            [Expression::Variable(name)] => self.values.differ(name),
            _ => false,
        })
    }
}

/// A value as a multiple of a constant and a part that certainly isn't negative and stays below it.
fn split(value: &Polynomial, stride: i64, values: &Values) -> Option<(Polynomial, Polynomial)> {
    let (quotient, rest) = value.divided(&[], stride);
    let (first, last) = values.range(&rest)?;
    let more = first.div_euclid(stride);
    if last.div_euclid(stride) != more {
        return None;
    }
    let quotient = quotient.plus(Polynomial::term(vec![], more))?;
    let rest = rest.plus(Polynomial::term(vec![], stride.checked_mul(more)?.checked_neg()?))?;
    Some((quotient, rest))
}

/// So many sums are taken for variables, those of the innermost dimensions first.
const MOST_SUMS: usize = 3;

/// The sums that the subscripts have as strides.
fn sums(subscripts: &[Subscript], varies: &dyn Fn(&Expression) -> bool) -> Option<Vec<Sum>> {
    let mut found: Vec<Sum> = Vec::new();
    while found.len() < MOST_SUMS {
        let values = subscripts.iter().map(|subscript| with_sums(&subscript.value, &found));
        let values: Vec<Polynomial> = values.collect::<Option<_>>()?;
        let Some(sum) = sum(&values, varies) else { break };
        found.push(sum);
    }
    Some(found)
}

/// A sum that the subscripts have as a stride, if there is one. `a[i * n + i]` has none where others have rows of `n`.
fn sum(subscripts: &[Polynomial], varies: &dyn Fn(&Expression) -> bool) -> Option<Sum> {
    let mut strides = Vec::new();
    for subscript in subscripts {
        let mut counted: BTreeMap<Expression, Polynomial> = BTreeMap::new();
        for (factors, coefficient) in subscript.terms() {
            let (counters, rest): (Vec<_>, Vec<_>) = factors.iter().cloned().partition(|it| varies(it));
            if let [counter] = &counters[..] {
                let stride = counted.remove(counter).unwrap_or_default();
                counted.insert(counter.clone(), stride.plus(Polynomial::term(rest, coefficient))?);
            }
        }
        strides.extend(counted.into_values());
    }
    let (sums, products): (Vec<_>, Vec<_>) = strides.iter().partition(|stride| stride.terms().count() > 1);
    let found = sums.into_iter().find_map(Sum::of)?;
    let is_mixed = products.iter().any(|stride| stride.terms().any(|(it, _)| it.contains(&found.variable)));
    (!is_mixed).then_some(found)
}

impl Sum {
    /// The sum in a stride, which may be a product with it: `w * n + 2 * n` has `w + 2`.
    fn of(stride: &Polynomial) -> Option<Sum> {
        let (first, _) = stride.terms().next()?;
        let is_common = |factor: &&Expression| stride.terms().all(|(factors, _)| factors.contains(factor));
        let common: Factors = first.iter().filter(is_common).cloned().collect();
        let (rest, remainder) = stride.divided(&common, 1);
        let whole = rest.affine().filter(|_| remainder == Polynomial::default())?;
        let is_plain = |(factors, coefficient): &(&Factors, i64)| {
            *coefficient > 0 && matches!(factors.as_slice(), [Expression::Variable(_)])
        };
        let (variable, times) = rest.terms().filter(is_plain).min_by_key(|(_, coefficient)| *coefficient)?;
        let others = rest.clone().plus(Polynomial::term(variable.clone(), -times))?;
        let value = Polynomial::term(vec![whole], 1).plus(others.scaled(-1)?)?;
        Some(Sum { variable: variable.first()?.clone(), times, value })
    }
}

fn with_sums(value: &Polynomial, sums: &[Sum]) -> Option<Polynomial> {
    let replaced =
        |value: Polynomial, sum: &Sum| value.multiples_replaced(&sum.variable, sum.times, &sum.value);
    sums.iter().try_fold(value.clone(), replaced)
}

impl Shape {
    /// The subscripts of a cell, outermost first.
    ///
    /// Where nothing in what remains adds to it, one row less is taken off: `y * w - 1` is the last cell of the row
    /// before.
    fn subscripts(
        &self,
        whole: &Polynomial,
        is_counter: &dyn Fn(&str) -> bool,
        values: &Values,
    ) -> Option<Vec<Polynomial>> {
        let mut found = Vec::new();
        let mut rest = with_sums(&with_one_name(whole, &self.same)?, &self.sums)?;
        for Dimension { stride: (factors, coefficient), .. } in &self.dimensions {
            let known = if factors.is_empty() { split(&rest, *coefficient, values) } else { None };
            let is_known = known.is_some();
            let (mut quotient, mut remainder) = known.unwrap_or_else(|| rest.divided(factors, *coefficient));
            if !is_known && is_below_zero(&remainder, is_counter) {
                quotient = quotient.plus(Polynomial::term(vec![], -1))?;
                remainder = remainder.plus(Polynomial::term(factors.clone(), *coefficient))?;
            }
            found.push(quotient);
            rest = remainder;
        }
        found.push(rest);
        Some(found)
    }

    /// The extent of the outermost dimension of an array that has this many cells, if it is a multiple of the rows.
    pub fn outermost(&self, cells: &Polynomial) -> Option<Expression> {
        let (factors, coefficient) = &self.dimensions[0].stride;
        let (quotient, remainder) = with_sums(cells, &self.sums)?.divided(factors, *coefficient);
        quotient.affine().filter(|_| remainder == Polynomial::default())
    }

    /// How often the loops run that go through so many cells row by row, outermost first; `None` where these are no more than
    /// one row, or no whole rows.
    pub fn rows(&self, cells: &Polynomial) -> Option<Vec<Expression>> {
        let cells = with_sums(cells, &self.sums)?;
        (0..self.dimensions.len()).find_map(|depth| {
            let (factors, coefficient) = &self.dimensions[depth].stride;
            let (quotient, remainder) = cells.divided(factors, *coefficient);
            let outermost = quotient.affine().filter(|_| remainder == Polynomial::default())?;
            let inner = self.inner_extents().skip(depth).cloned();
            (outermost != Expression::Constant(1)).then(|| std::iter::once(outermost).chain(inner).collect())
        })
    }

    /// Whether a parameter is in the length of a row.
    pub fn mentions(&self, parameter: &Expression) -> bool {
        self.dimensions.iter().any(|dimension| dimension.stride.0.contains(parameter))
    }

    /// Whether constants alone tell the rows, which nothing else says of an array.
    pub fn is_of_constants(&self) -> bool {
        self.dimensions.iter().all(|dimension| dimension.stride.0.is_empty())
    }

    /// The extents of all dimensions but the outermost.
    pub fn inner_extents(&self) -> impl Iterator<Item = &Expression> {
        self.dimensions.iter().map(|dimension| &dimension.extent)
    }
}

/// Whether a value that is added to the start of a row seems to lie before it.
fn is_below_zero(value: &Polynomial, is_counter: &dyn Fn(&str) -> bool) -> bool {
    let is_up = |(factors, coefficient): (&Factors, i64)| {
        let counts = factors.iter().any(|factor| match factor {
            Expression::Variable(name) => is_counter(name),
            _ => true,
        });
        coefficient > 0 && (counts || !factors.is_empty())
    };
    let is_down = |(_, coefficient): (&Factors, i64)| coefficient < 0;
    !value.terms().any(is_up) && value.terms().any(is_down)
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.saturating_abs() } else { gcd(b, a % b) }
}

impl Builder<'_> {
    /// Whether C sees a variable as an array, or a pointer into one, of one dimension of numbers.
    pub fn has_one_dimension(&self, symbol: SymbolId) -> bool {
        let type_ = &self.around.symbols()[symbol].type_;
        let is_array = matches!(type_.kind, TypeKind::Pointer(_) | TypeKind::Array(..));
        is_array && type_.target().is_some_and(crate::syntax::types::Type::is_arithmetic)
    }

    /// Notes the subscript of an array of one dimension, for its shape: the first walk's part. Gives what stands for it
    /// meanwhile.
    pub fn note_subscript(
        &mut self,
        symbol: SymbolId,
        subscript: &tree::Expression,
        role: &str,
    ) -> Option<Vec<Expression>> {
        let is_first = self.read.is_none();
        if !is_first || !self.has_one_dimension(symbol) || self.around.region.is_isolated {
            return None;
        }
        let value = self.attempt(|builder| builder.polynomial(subscript, role)).ok()?;
        let is_wide = subscript.type_.integer().is_some_and(|kind| kind.bits > 32);
        let values = self.counters_with_values();
        self.subscripts.entry(symbol).or_default().push(Subscript { value, is_wide, values });
        Some(vec![Expression::Constant(0)])
    }

    fn counters_with_values(&self) -> Values {
        let counters = self.active.iter();
        let by_loops = counters.filter_map(|it| Some((it.iterator.name.clone(), it.values.clone()?)));
        Values { by_loops: by_loops.collect(), tested: Tested::of(self.tested.iter().chain(&self.path)) }
    }

    /// The subscripts of a cell of an array that has a shape.
    pub fn shaped(
        &mut self,
        symbol: SymbolId,
        subscript: &tree::Expression,
        role: &str,
    ) -> Option<Result<Vec<Expression>, Diagnostic>> {
        let shape = self.shapes.get(&symbol)?.clone();
        let whole = match self.attempt(|builder| builder.polynomial(subscript, role)) {
            Ok(whole) => whole,
            Err(problem) => return Some(Err(problem)),
        };
        let counters: Vec<_> = self.active.iter().map(|active| active.iterator.name.clone()).collect();
        let is_counter = |name: &str| counters.iter().any(|counter| counter == name);
        let address = Integer::of_rank(Integer::INT_RANK + 1, true);
        let subscripts =
            shape.subscripts(&whole, &is_counter, &self.counters_with_values()).and_then(|subscripts| {
                subscripts
                    .iter()
                    .map(|subscript| self.with_products(subscript, &address))
                    .collect::<Option<Vec<_>>>()
            });
        let Some(subscripts) = subscripts else {
            return Some(Err(not_affine(
                Code::RowsOverlap,
                role,
                subscript.span,
                "other subscripts have other strides",
            )));
        };
        self.must_be_same(&whole, &shape.same, subscript.span);
        let inner: Vec<_> = shape.inner_extents().cloned().zip(subscripts[1..].to_vec()).collect();
        let filled = self.filled(symbol, &shape);
        let leaves = match self.may_overlap_itself(symbol) {
            true => Cause::LeavesReadRow(self.array(symbol)),
            false => Cause::LeavesRow,
        };
        for (extent, value) in inner {
            self.within_row(&value, &extent, leaves, &filled, subscript.span);
        }
        Some(Ok(subscripts))
    }

    /// What is known of the extents of an array wherever one of its cells is touched: as many of them as are declared or
    /// obtained, so each extent is positive if all others are.
    fn filled(&mut self, symbol: SymbolId, shape: &Shape) -> Vec<Condition> {
        // what a parameter's declaration says binds nobody
        let is_parameter = self.around.symbols()[symbol].kind == SymbolKind::Parameter;
        let cells = if is_parameter { None } else { self.declared_cells(symbol) };
        let Some(outermost) = cells.and_then(|cells| shape.outermost(&cells)) else { return vec![] };
        let extents: Vec<Expression> =
            std::iter::once(outermost).chain(shape.inner_extents().cloned()).collect();
        let is_positive = |(one, _): (usize, &Expression)| {
            let test = |(place, extent): (usize, &Expression)| {
                let relation = if place == one { Comparison::GreaterEqual } else { Comparison::Less };
                Condition::Compare(relation, extent.clone(), Expression::Constant(1))
            };
            Condition::Or(extents.iter().enumerate().map(test).collect())
        };
        extents.iter().enumerate().map(is_positive).collect()
    }

    /// Where one parameter is taken for another in a value, they must be the same.
    pub fn must_be_same(&mut self, value: &Polynomial, same: &[Same], place: Span) {
        for Same { one, other } in same {
            if value.terms().any(|(factors, _)| factors.contains(other)) {
                self.obligations.push(Obligation {
                    value: one.clone() - other.clone(),
                    range: (0, 0),
                    when: Condition::And(self.path.clone()),
                    place,
                    cause: Cause::HasOtherRows,
                });
            }
        }
    }

    /// Whether rows of an array may be longer than the distance between them: nothing in the region writes it, so several
    /// subscripts may mean one cell.
    pub fn may_overlap_itself(&self, symbol: SymbolId) -> bool {
        // what is copied to another memory space must be known
        let region = self.around.region;
        let is_kept = region.is_isolated || !region.isolated.is_empty() || self.keeps_program_order();
        let is_written = self.around.changes_inside().any(|change| change.symbol == symbol);
        self.shapes.contains_key(&symbol) && !is_kept && !is_written
    }

    /// A reference must stay in its row, where rows lie one behind the other: those of a table, and those of an array of
    /// arrays. A pointer to the start of a row is often walked over many, so that must be proved of the subscript at the position
    /// that it is `walked` by. Of an array's own subscripts C says so, but not every program listens: those that can't be meant so
    /// are refused.
    pub fn stays_in_row(
        &mut self,
        symbol: SymbolId,
        subscripts: &[Expression],
        walked: Option<usize>,
        place: Span,
    ) -> Result<(), Diagnostic> {
        let table = self.around.translation.resolved.row_tables.get(&symbol);
        let is_table = table.is_some_and(|table| table.is_contiguous);
        if subscripts.len() < 2 || table.is_some() && !is_table || self.shapes.contains_key(&symbol) {
            return Ok(());
        }
        let extents = self.extents(symbol)?;
        let refuse = |cause| Err(refusal(Code::RowsOverlap, cause, place, "may be in another row"));
        for (position, (extent, within)) in extents.into_iter().zip(subscripts).enumerate().skip(1) {
            let is_walked = walked == Some(position);
            let leaves = if is_table || is_walked { Cause::LeavesRow } else { Cause::NeverInRow };
            match extent.and_then(|extent| extent.value) {
                // one that depends on data lies within its row, if that is the array's own
                _ if self.is_unknown(within) && leaves == Cause::NeverInRow => {}
                _ if self.is_unknown(within) => {
                    return refuse(format!("`{}` may be walked beyond its row", self.name(symbol)));
                }
                Some(width) => self.within_row(within, &width, leaves, &[], place),
                None if leaves == Cause::LeavesRow => {
                    return refuse(format!("how long a row of `{}` is can't be told", self.name(symbol)));
                }
                None => {}
            }
        }
        Ok(())
    }

    /// An inner subscript must lie within its dimension; what is the matter `leaves` says where it is too large.
    fn within_row(
        &mut self,
        value: &Expression,
        extent: &Expression,
        leaves: Cause,
        filled: &[Condition],
        place: Span,
    ) {
        let when = [&self.path, filled].concat();
        let below = if leaves == Cause::NeverInRow { leaves } else { Cause::LeavesRow };
        // sums stay as they are: their constants are sizes of the program
        let rest = extent.clone() - value.clone();
        for (value, least, cause) in [(value.clone(), 0, below), (rest, 1, leaves)] {
            let (range, when) = ((least, i128::MAX), Condition::And(when.clone()));
            self.obligations.push(Obligation { value, range, when, place, cause });
        }
    }

    /// The extents of an array that has a shape; `declared` is how many cells it is declared with.
    pub fn shaped_extents(
        &mut self,
        symbol: SymbolId,
        declared: Option<Polynomial>,
    ) -> Option<Vec<Option<Extent>>> {
        let shape = self.shapes.get(&symbol)?;
        let outermost = declared.and_then(|cells| shape.outermost(&cells));
        let extent = |value: &Expression| {
            let value = value.simplify();
            Extent { text: value.to_string(), value: Some(value) }
        };
        let inner = shape.inner_extents().map(|value| Some(extent(value)));
        Some(std::iter::once(outermost.as_ref().map(extent)).chain(inner).collect())
    }

    /// An integer expression as a polynomial in counters and parameters.
    ///
    /// # Errors
    /// As [`Builder::affine`]; products of unsigned integers that are narrower than addresses may wrap around.
    pub fn polynomial(
        &mut self,
        expression: &tree::Expression,
        role: &str,
    ) -> Result<Polynomial, Diagnostic> {
        self.keeps_products = true;
        let result = self.in_address(|builder| builder.sum_of_products(expression, role));
        self.keeps_products = false;
        result
    }

    fn sum_of_products(
        &mut self,
        expression: &tree::Expression,
        role: &str,
    ) -> Result<Polynomial, Diagnostic> {
        let too_large =
            || not_affine(Code::TooComplicated, role, expression.span, "its coefficients are too large");
        let affine = match self.attempt(|builder| builder.affine(expression, role)) {
            Ok(value) => return Polynomial::of(&value).ok_or_else(too_large),
            Err(problem) => problem,
        };
        if let Some(value) = expression.variable().and_then(|symbol| self.defined_product(symbol)) {
            return Ok(value);
        }
        if expression.type_.integer().is_some_and(|kind| kind.wraps() && kind.bits < 64) {
            return Err(affine);
        }
        match &expression.kind {
            ExpressionKind::Binary(operator, left, right) => {
                let (a, b) = (self.factor(left, expression, role)?, self.factor(right, expression, role)?);
                let value = match operator {
                    BinaryOperator::Add => a.plus(b),
                    BinaryOperator::Subtract => b.scaled(-1).and_then(|b| a.plus(b)),
                    BinaryOperator::Multiply => a.times(&b),
                    _ => return Err(affine),
                };
                value.ok_or_else(too_large)
            }
            ExpressionKind::Unary(UnaryOperator::Plus, operand) => self.factor(operand, expression, role),
            ExpressionKind::Unary(UnaryOperator::Minus, operand) => {
                self.factor(operand, expression, role)?.scaled(-1).ok_or_else(too_large)
            }
            ExpressionKind::Cast(operand) => self.factor(operand, expression, role),
            ExpressionKind::Call(..) => match self.computed_by_call(expression) {
                Some(value) => self.sum_of_products(&value, role),
                None => Err(affine),
            },
            ExpressionKind::Conditional(condition, then, otherwise) => {
                let condition = self.exactly(true, |builder| builder.condition(condition, role))?;
                let negated = Condition::Not(Box::new(condition.clone()));
                let then = self.under(condition.clone(), |builder| builder.factor(then, expression, role))?;
                let otherwise = self.under(negated, |builder| builder.factor(otherwise, expression, role))?;
                chosen(condition, &then, otherwise).ok_or_else(too_large)
            }
            _ => Err(affine),
        }
    }

    /// An operand of a sum or product, in whose type it must fit as it is.
    fn factor(
        &mut self,
        operand: &tree::Expression,
        whole: &tree::Expression,
        role: &str,
    ) -> Result<Polynomial, Diagnostic> {
        let kinds = whole.type_.integer().zip(operand.type_.integer());
        let fits = kinds.is_some_and(|(kind, from)| kind.includes(from) || kind.bits == 64);
        match fits {
            true => self.sum_of_products(operand, role),
            false => {
                Err(not_affine(Code::Conversion, role, operand.span, "this conversion may change the value"))
            }
        }
    }
}

/// One of two values: the second, and what the first has more than that, once or not at all.
fn chosen(condition: Condition, then: &Polynomial, otherwise: Polynomial) -> Option<Polynomial> {
    let (one, none) = (Box::new(Expression::Constant(1)), Box::new(Expression::Constant(0)));
    let times = Polynomial::term(vec![Expression::Select(Box::new(condition), one, none)], 1);
    let more = then.clone().plus(otherwise.scaled(-1)?)?;
    otherwise.plus(more.times(&times)?)
}
