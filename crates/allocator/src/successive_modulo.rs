//! Successive moduli (Lefebvre and Feautrier 1998; Darte, Isoard, Yuki, section 3), over all orders of
//! the canonical basis.
//!
//! In a given order of the dimensions, the modulus of each is one more than the largest conflicting
//! difference along it among those differences that the dimensions before it leave at 0. Valid by
//! construction: a conflicting difference has a first dimension, in this order, where it is not 0, and
//! there it is smaller than the modulus.

use crate::size::Reference;
use crate::width::width;
use isl::{DimType, ErrorKind, Set};
use polyhedral::Expression;
use std::collections::BTreeMap;

/// The moduli of the dimensions of `differences` (`{ [z] }`, symmetric, with 0) for the order that
/// needs the fewest cells at the reference sizes, the first such order in lexicographic order; `extents`
/// cap them where known. `None` where a dimension has no bound.
///
/// The result is the moduli by dimension, and the order in which the dimensions were taken.
///
/// # Errors
/// isl's.
pub fn moduli(
    differences: &Set,
    extents: &[Option<Expression>],
    reference: &Reference,
) -> isl::Result<Option<Moduli>> {
    let widths = Widths::new(differences, extents, reference);
    let mut search = Search { widths, known: BTreeMap::new() };
    let Some((_, order)) = search.best(0)? else { return Ok(None) };
    search.widths.along(&order)
}

/// The search for the best order. What the dimensions still to be taken cost depends on which ones they
/// are, but not on the order of those before, so each subset is looked at once.
struct Search<'a> {
    widths: Widths<'a>,
    /// By the dimensions already taken (as bits): the cells of the others, and their best order.
    known: BTreeMap<u64, Option<Rest>>,
}

/// Cells at the reference sizes, with the order of dimensions that needs so many.
type Rest = (i128, Vec<usize>);

impl Search<'_> {
    /// The best order of the dimensions that aren't `taken`.
    fn best(&mut self, taken: u64) -> isl::Result<Option<Rest>> {
        let dimensions = self.widths.extents.len();
        if taken.count_ones() as usize == dimensions {
            return Ok(Some((1, Vec::new())));
        }
        if let Some(best) = self.known.get(&taken) {
            return Ok(best.clone());
        }
        let mut best: Option<Rest> = None;
        for next in (0..dimensions).filter(|d| taken & (1 << d) == 0) {
            match self.starting_with(next, taken) {
                Ok(Some(rest)) if best.as_ref().is_none_or(|(fewest, _)| rest.0 < *fewest) => {
                    best = Some(rest)
                }
                Ok(_) => {}
                // the best so far is better than nothing
                Err(error) if error.kind == ErrorKind::Quota && best.is_some() => break,
                Err(error) => return Err(error),
            }
        }
        self.known.insert(taken, best.clone());
        Ok(best)
    }

    /// The best order of the dimensions that aren't `taken`, of which `next` is the first.
    fn starting_with(&mut self, next: usize, taken: u64) -> isl::Result<Option<Rest>> {
        let Some(width) = self.widths.get(taken, next)? else { return Ok(None) };
        let cells = i128::from(self.widths.reference.value(&width));
        let rest = self.best(taken | 1 << next)?;
        Ok(rest.map(|(others, order)| (cells.saturating_mul(others), [&[next], order.as_slice()].concat())))
    }
}

/// Moduli with the order that justifies them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moduli {
    /// One per dimension of the array.
    pub by_dimension: Vec<Expression>,
    /// Dimensions in the order in which they were taken.
    pub order: Vec<usize>,
}

/// Widths already computed: by the dimensions that are 0 (as bits) and the one asked for. Orders that
/// share a prefix as a set share them.
pub(crate) struct Widths<'a> {
    differences: &'a Set,
    extents: &'a [Option<Expression>],
    reference: &'a Reference,
    known: BTreeMap<(u64, usize), Option<Expression>>,
}

impl<'a> Widths<'a> {
    pub(crate) fn new(
        differences: &'a Set,
        extents: &'a [Option<Expression>],
        reference: &'a Reference,
    ) -> Self {
        Widths { differences, extents, reference, known: BTreeMap::new() }
    }

    /// The widths in this order of the dimensions, each of what those before it leave at 0; `None`
    /// where one has no bound.
    pub(crate) fn along(&mut self, order: &[usize]) -> isl::Result<Option<Moduli>> {
        let mut by_dimension = vec![Expression::Constant(1); order.len()];
        let mut zero = 0;
        for &position in order {
            match self.get(zero, position)? {
                Some(width) => by_dimension[position] = width,
                None => return Ok(None),
            }
            zero |= 1u64 << position;
        }
        Ok(Some(Moduli { by_dimension, order: order.to_vec() }))
    }

    fn get(&mut self, zero: u64, position: usize) -> isl::Result<Option<Expression>> {
        if let Some(width) = self.known.get(&(zero, position)) {
            return Ok(width.clone());
        }
        let width = self.compute(zero, position)?;
        self.known.insert((zero, position), width.clone());
        Ok(width)
    }

    fn compute(&self, zero: u64, position: usize) -> isl::Result<Option<Expression>> {
        let mut left = self.differences.clone();
        for dimension in (0..u64::BITS).filter(|d| zero & (1 << d) != 0) {
            left = left.fix_si(DimType::Set, dimension, 0)?;
        }
        let width = width(&left, position as u32, self.reference)?;
        // all subscripts lie below the extent, so their differences do
        Ok(match (width, &self.extents[position]) {
            (Some(width), Some(extent)) if self.not_larger(extent, &width) => Some(extent.clone()),
            (None, extent) => extent.clone(),
            (width, _) => width,
        })
    }

    fn not_larger(&self, left: &Expression, right: &Expression) -> bool {
        self.reference.value(left) <= self.reference.value(right)
    }
}

/// All orders of `0..dimensions`, lexicographically.
pub(crate) fn orders(dimensions: usize) -> impl Iterator<Item = Vec<usize>> {
    std::iter::successors(Some((0..dimensions).collect()), |order: &Vec<usize>| {
        // the last place where a larger one follows takes the least of those
        let place = order.windows(2).rposition(|pair| pair[0] < pair[1])?;
        let larger = order.iter().rposition(|d| *d > order[place])?;
        let mut next = order.clone();
        next.swap(place, larger);
        next[place + 1..].reverse();
        Some(next)
    })
}

#[cfg(test)]
mod tests {
    use super::orders;

    #[test]
    fn orders_are_all_orders() {
        assert_eq!(orders(0).count(), 1);
        let three: Vec<_> = orders(3).collect();
        assert_eq!(three.first(), Some(&vec![0, 1, 2]));
        assert!(three.is_sorted() && three.len() == 6);
        assert_eq!(orders(5).count(), 120);
    }
}
