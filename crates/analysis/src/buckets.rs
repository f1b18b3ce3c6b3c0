//! Cells of an array that are looked at by themselves.
//!
//! Straight-line code writes `a[0]`, `a[1]`, …: accesses that share no cell. isl compares each of them with
//! each other, piece by piece, which takes the cube of their number and more. So each cell that some write
//! names by constants is a bucket of its own, with those accesses that may touch it, and all other cells
//! are one more. Since no cell is in two buckets, the dataflow of the array is the union of theirs.
//!
//! The accesses of that last bucket keep the single cells that they touch besides: without them they would be in as many
//! pieces, and isl compares pieces with pieces. So such cells are taken out of what is found.

use crate::references::Reference;
use isl::{DimType, Map, Set, UnionMap, UnionSet};
use polyhedral::AccessKind;
use std::collections::BTreeMap;

/// Some cells of an array.
#[derive(Clone, Debug)]
pub struct Bucket {
    /// The accesses that may touch them: position in the list of all, and `{ S[i] -> A[x] }` for these cells, and
    /// for those `elsewhere`.
    pub parts: Vec<(usize, Map)>,
    /// Whether there is only one.
    pub is_single: bool,
    /// `{ A[x] }`: cells of other buckets.
    elsewhere: Option<UnionSet>,
}

impl Bucket {
    /// The part of `found` (`{ [] -> A[x] }`) that is about the bucket's cells.
    ///
    /// # Errors
    /// isl's.
    pub fn own(&self, found: UnionMap) -> isl::Result<UnionMap> {
        match &self.elsewhere {
            Some(cells) => found.subtract_range(cells.clone()),
            None => Ok(found),
        }
    }

    /// The part of `found` (`{ S_w[j] -> [S_r[i] -> A[x]] }`) that is about the bucket's cells, without them:
    /// `{ S_w[j] -> S_r[i] }`.
    ///
    /// # Errors
    /// isl's.
    pub fn own_pairs(&self, found: UnionMap) -> isl::Result<UnionMap> {
        match &self.elsewhere {
            Some(_) => self.own(found.uncurry()?)?.domain()?.unwrap(),
            None => found.range_factor_domain(),
        }
    }
}

/// The buckets of an array with these accesses.
///
/// # Errors
/// isl's.
pub fn buckets(references: &[Reference]) -> isl::Result<Vec<Bucket>> {
    let cells = references.iter().map(|reference| reference.cells.clone().range());
    let cells: Vec<Set> = cells.collect::<isl::Result<_>>()?;
    let constants: Vec<Option<Vec<i64>>> = cells.iter().map(constant).collect::<isl::Result<_>>()?;
    let mut by_cell: BTreeMap<&Vec<i64>, Vec<usize>> = BTreeMap::new();
    for (number, constant) in constants.iter().enumerate() {
        if let Some(constant) = constant {
            by_cell.entry(constant).or_default().push(number);
        }
    }
    let is_written =
        |numbers: &Vec<usize>| numbers.iter().any(|number| references[*number].kind != AccessKind::Read);
    by_cell.retain(|_, numbers| is_written(numbers));
    if by_cell.len() < 2 {
        let parts = references.iter().enumerate();
        let parts = parts.map(|(number, reference)| (number, reference.cells.clone())).collect();
        return Ok(vec![Bucket { parts, is_single: false, elsewhere: None }]);
    }
    let own = |number: usize| constants[number].as_ref().is_some_and(|cell| by_cell.contains_key(cell));
    let others: Vec<usize> = (0..references.len()).filter(|number| !own(*number)).collect();
    let mut found = Vec::new();
    let rest: Vec<_> = others.iter().map(|number| (*number, references[*number].cells.clone())).collect();
    let mut single = UnionSet::empty(references[0].cells.space()?)?;
    for numbers in by_cell.values() {
        // all of them touch the same cell
        let cell = cells[numbers[0]].space()?;
        let cell = point(Set::universe(cell)?, constants[numbers[0]].as_deref().unwrap_or_default())?;
        let mut parts: Vec<_> = numbers.iter().map(|n| (*n, references[*n].cells.clone())).collect();
        for (number, all) in &rest {
            let here = all.clone().intersect_range(cell.clone())?;
            if !here.is_empty()? {
                parts.push((*number, here));
            }
        }
        parts.sort_by_key(|(number, _)| *number);
        found.push(Bucket { parts, is_single: true, elsewhere: None });
        single = single.union(cell.to_union_set()?)?;
    }
    if !rest.is_empty() {
        let elsewhere = Some(single.coalesce()?);
        found.push(Bucket { parts: rest, is_single: false, elsewhere });
    }
    Ok(found)
}

/// The cell that `cells` is for all parameter values, if that shows.
fn constant(cells: &Set) -> isl::Result<Option<Vec<i64>>> {
    if cells.n_basic_set()? != 1 {
        return Ok(None);
    }
    let dimensions = 0..cells.dim(DimType::Set)?;
    dimensions.map(|dimension| cells.plain_val_if_fixed(DimType::Set, dimension)?.to_i64()).collect()
}

/// `{ A[cell] }`, of `{ A[x] }`
fn point(space: Set, cell: &[i64]) -> isl::Result<Set> {
    let context = space.context().clone();
    (0..).zip(cell).try_fold(space, |set, (dimension, value)| {
        set.fix_val(DimType::Set, dimension, isl::Val::from_i64(&context, *value)?)
    })
}
