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
    let mut widths = Widths::new(differences, extents, reference);
    let mut best: Option<(i128, Moduli)> = None;
    for order in orders(differences.dim(DimType::Set)? as usize) {
        let moduli = match widths.along(&order) {
            Ok(Some(moduli)) => moduli,
            Ok(None) => continue,
            // the best so far is better than nothing
            Err(error) if error.kind == ErrorKind::Quota && best.is_some() => break,
            Err(error) => return Err(error),
        };
        let cells = reference.cells(&moduli.by_dimension);
        if best.as_ref().is_none_or(|(fewest, _)| cells < *fewest) {
            best = Some((cells, moduli));
        }
    }
    Ok(best.map(|(_, moduli)| moduli))
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
    known: BTreeMap<(u32, usize), Option<Expression>>,
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
            zero |= 1 << position;
        }
        Ok(Some(Moduli { by_dimension, order: order.to_vec() }))
    }

    fn get(&mut self, zero: u32, position: usize) -> isl::Result<Option<Expression>> {
        if let Some(width) = self.known.get(&(zero, position)) {
            return Ok(width.clone());
        }
        let width = self.compute(zero, position)?;
        self.known.insert((zero, position), width.clone());
        Ok(width)
    }

    fn compute(&self, zero: u32, position: usize) -> isl::Result<Option<Expression>> {
        let mut left = self.differences.clone();
        for dimension in (0..u32::BITS).filter(|d| zero & (1 << d) != 0) {
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
pub(crate) fn orders(dimensions: usize) -> Vec<Vec<usize>> {
    (0..dimensions).fold(vec![vec![]], |prefixes, _| {
        let longer = |prefix: &Vec<usize>| {
            let rest = (0..dimensions).filter(|d| !prefix.contains(d));
            rest.map(|d| [prefix.as_slice(), &[d]].concat()).collect::<Vec<_>>()
        };
        prefixes.iter().flat_map(longer).collect()
    })
}
