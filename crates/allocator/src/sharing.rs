//! Arrays that share memory: several temporaries of a region live in one block.
//!
//! * Arrays of which no cells conflict, since they are never alive together, take the same memory, each with the
//!   mapping that it has: the block is as large as the largest. These are the colours of the graph whose edges
//!   are conflicts between arrays.
//! * Arrays that are alive together for a while get one lattice: cell x of the k-th array is cell `(k, x)` of an
//!   array with one more dimension, whose conflicting differences are `{ (0, z) }` within each array and
//!   `{ (l - k, y - x) }` for cells x and y of different ones that conflict. A modular mapping of that array
//!   (Darte, Isoard, Yuki, *Extended Lattice-Based Memory Allocation*, section 3.2), proved as any other, is a
//!   mapping for each of them; they differ by an offset.
//!
//! Largest arrays first, each joins the block where that saves most. All elements of a block have one type, so
//! that C needs no cast, and nothing is aliased that wasn't.

mod joint;

use crate::budget::if_possible;
use crate::conflicts::{self, Precision};
use crate::contraction::{Allocation, BUDGETS, Decision, at_least_one, decision, extent_value, mentions};
use crate::size::Reference;
use analysis::{Analysed, Order, Role};
use isl::{ErrorKind, Map};
use polyhedral::{Array, ArrayId, Block, Comparison, Condition, Expression, Mapping, MappingRow, Storage};
use std::collections::BTreeMap;

/// What the mappings of arrays come from that share a block and are never alive together.
pub const METHOD: &str = "sharing";

/// Operations that isl may spend on sharing in one region.
const TOTAL_BUDGET: u64 = 30_000_000;

/// The allocations of a region, of which those that profit share blocks; `only` is the one method to use, if not
/// all.
///
/// # Errors
/// isl's; what is too expensive is no error.
pub fn share(
    analysed: &Analysed,
    order: &Order,
    reference: &Reference,
    only: Option<&str>,
    allocations: Vec<Allocation>,
) -> isl::Result<Vec<Allocation>> {
    let context = analysed.scop.context.context().clone();
    let mut groups: Vec<Group> = Vec::new();
    {
        let mut search =
            Search { analysed, order, reference, only, allocations: &allocations, between: BTreeMap::new() };
        let mut arrays: Vec<_> = (0..allocations.len()).filter(|array| search.may_share(*array)).collect();
        arrays.sort_by_key(|array| (std::cmp::Reverse(search.cells(*array)), *array));
        let found = context
            .with_budget(TOTAL_BUDGET, || arrays.iter().try_for_each(|a| search.place(*a, &mut groups)));
        match found {
            Err(error) if error.kind != ErrorKind::Quota => return Err(error),
            _ => {}
        }
    }
    let mut allocations = allocations;
    for group in groups.into_iter().filter(|group| group.members.len() > 1) {
        group.settle(analysed, &mut allocations);
    }
    Ok(allocations)
}

/// The blocks of a region.
pub fn blocks(allocations: &[Allocation]) -> Vec<Block> {
    let own =
        |(id, allocation): (usize, &Allocation)| allocation.block.clone().filter(|block| block.host == id);
    allocations.iter().enumerate().filter_map(own).collect()
}

/// Arrays in one block.
#[derive(Clone)]
struct Group {
    /// In increasing order, each with its mapping.
    members: BTreeMap<ArrayId, Mapping>,
    extents: Vec<Expression>,
    method: &'static str,
}

impl Group {
    fn cells(&self, reference: &Reference) -> i128 {
        reference.cells(&self.extents)
    }

    /// Writes the result into `allocations`.
    fn settle(self, analysed: &Analysed, allocations: &mut [Allocation]) {
        let members: Vec<_> = self.members.keys().copied().collect();
        let Some(host) = host(analysed, &members, &self.extents) else { return };
        let block = Block { host, members, extents: self.extents };
        for (member, mapping) in self.members {
            let declared = &analysed.scop.arrays[member];
            let allocation = &mut allocations[member];
            allocation.decision = match decision(declared, &mapping) {
                Decision::Scalarized => Decision::Contracted,
                other => other,
            };
            *allocation = Allocation {
                reason: None,
                mapping,
                proved: true,
                method: self.method,
                block: Some(block.clone()),
                ..allocation.clone()
            };
        }
    }
}

/// The member that declares the block: all others can go, and its extents are known where it is declared.
fn host(analysed: &Analysed, members: &[ArrayId], extents: &[Expression]) -> Option<ArrayId> {
    let array = |id: &ArrayId| &analysed.scop.arrays[*id];
    let is_block = |id: &ArrayId| matches!(array(id).storage, Storage::Block { .. });
    // what was allocated doesn't move to the stack
    let on_heap = members.iter().any(is_block);
    let others_go =
        |host: &ArrayId| members.iter().all(|other| other == host || array(other).sharing.borrows);
    let can = |id: &&ArrayId| {
        let is_known = !extents.iter().any(|extent| mentions(extent, &array(id).late));
        array(id).sharing.lends && others_go(id) && is_known && (is_block(id) || !on_heap)
    };
    members.iter().filter(can).min_by_key(|id| (array(id).name_span.start, **id)).copied()
}

struct Search<'a> {
    analysed: &'a Analysed,
    order: &'a Order,
    reference: &'a Reference,
    only: Option<&'a str>,
    allocations: &'a [Allocation],
    /// `{ A[x] -> B[y] }` per pair; `None` where that is too expensive.
    between: BTreeMap<(ArrayId, ArrayId), Option<Vec<Map>>>,
}

impl Search<'_> {
    fn array(&self, array: ArrayId) -> &Array {
        &self.analysed.scop.arrays[array]
    }

    fn cells(&self, array: ArrayId) -> i128 {
        self.reference.cells(&self.allocations[array].mapping.extents())
    }

    /// Whether `array` is memory of the region's own, with conflicts that are known.
    fn may_share(&self, array: ArrayId) -> bool {
        let (declared, allocation) = (self.array(array), &self.allocations[array]);
        let has_extents = allocation.decision != Decision::Kept
            || declared.extents.iter().all(|extent| extent_value(extent).is_some());
        (declared.sharing.lends || declared.sharing.borrows)
            && self.analysed.roles[array] == Role::Temporary
            && declared.outlives.is_none()
            && declared.pinned.is_none()
            && self.analysed.scop.unordered.is_empty()
            && allocation.conflicts.is_some()
            && !allocation.mapping.rows.is_empty()
            && has_extents
    }

    /// Puts `array` into the block where that saves most, or into one of its own.
    fn place(&mut self, array: ArrayId, groups: &mut Vec<Group>) -> isl::Result<()> {
        let mapping = self.allocations[array].mapping.clone();
        let alone =
            Group { extents: mapping.extents(), members: BTreeMap::from([(array, mapping)]), method: METHOD };
        let mut best: Option<(i128, usize, Group)> = None;
        for (position, group) in groups.iter().enumerate() {
            let separate = group.cells(self.reference) + alone.cells(self.reference);
            if let Some(joined) = self.joined(group, array, &alone)? {
                let saved = separate - joined.cells(self.reference);
                if saved > best.as_ref().map_or(0, |(most, ..)| *most) {
                    best = Some((saved, position, joined));
                }
            }
        }
        match best {
            Some((_, position, joined)) => groups[position] = joined,
            None => groups.push(alone),
        }
        Ok(())
    }

    /// `group` with `array` in it, which is `alone` so far.
    fn joined(&mut self, group: &Group, array: ArrayId, alone: &Group) -> isl::Result<Option<Group>> {
        let alike = |other: &ArrayId| {
            let (a, b) = (self.array(array), self.array(*other));
            a.element == b.element && a.sharing.is_static == b.sharing.is_static
        };
        if !group.members.keys().all(alike) {
            return Ok(None);
        }
        let mut are_apart = true;
        for member in group.members.keys() {
            let Some(pieces) = self.between(*member, array)? else { return Ok(None) };
            for piece in pieces {
                are_apart = are_apart && piece.is_empty()?;
            }
        }
        let beside = if are_apart { self.beside(group, alone)? } else { None };
        let joined = match beside {
            Some(joined) => Some(joined),
            None => joint::group(self, group, alone)?,
        };
        Ok(joined.filter(|joined| {
            let members: Vec<_> = joined.members.keys().copied().collect();
            host(self.analysed, &members, &joined.extents).is_some()
        }))
    }

    /// `{ A[x] -> B[y] }`: the cells of `first` and `second` that conflict.
    fn between(&mut self, first: ArrayId, second: ArrayId) -> isl::Result<Option<Vec<Map>>> {
        if let Some(known) = self.between.get(&(first, second)) {
            return Ok(known.clone());
        }
        let found = self.conflicts(first, second)?;
        let reversed =
            |pieces: &Vec<Map>| pieces.iter().cloned().map(Map::reverse).collect::<isl::Result<_>>();
        self.between.insert((second, first), found.as_ref().map(reversed).transpose()?);
        self.between.insert((first, second), found.clone());
        Ok(found)
    }

    fn conflicts(&self, first: ArrayId, second: ArrayId) -> isl::Result<Option<Vec<Map>>> {
        let context = self.analysed.scop.context.context();
        for (precision, budget) in BUDGETS {
            let attempt = context.with_budget(budget, || {
                conflicts::between(self.analysed, first, second, self.order, precision)?
                    .into_iter()
                    .map(|piece| piece.intersect_params(self.analysed.scop.context.clone()))
                    .collect()
            });
            match attempt {
                Err(error) if error.kind == ErrorKind::Quota && precision != Precision::Hull => {}
                Err(error) if error.kind == ErrorKind::Quota => return Ok(None),
                found => return found.map(Some),
            }
        }
        Ok(None)
    }

    /// The two in one block, each as it is: for arrays without conflicts. `None` where no extents hold both.
    fn beside(&self, group: &Group, alone: &Group) -> isl::Result<Option<Group>> {
        let rank = group.extents.len().max(alone.extents.len());
        let (first, second) = (filled(&group.extents, rank), filled(&alone.extents, rank));
        let mut extents = Vec::new();
        for (a, b) in first.into_iter().zip(second) {
            let larger = if self.is_at_most(&a, &b)? {
                b
            } else if self.is_at_most(&b, &a)? {
                a
            } else {
                return Ok(None);
            };
            extents.push(at_least_one(self.analysed, &larger)?);
        }
        let members = group.members.iter().chain(&alone.members);
        let members = members.map(|(array, mapping)| {
            let dimensions = self.array(*array).dimensions();
            (*array, deepened(mapping, rank, dimensions))
        });
        Ok(Some(Group { members: members.collect(), extents, method: METHOD }))
    }

    /// Whether `a <= b` for all parameter values of the region.
    fn is_at_most(&self, a: &Expression, b: &Expression) -> isl::Result<bool> {
        if a == b {
            return Ok(true);
        }
        let context = &self.analysed.scop.context;
        let space = context.space()?.set_from_params()?;
        let exceeds = Condition::Compare(Comparison::Greater, a.clone(), b.clone());
        match if_possible(polyhedral::lower::condition(&exceeds, &space))? {
            Some(exceeding) => exceeding.intersect_params(context.clone())?.is_empty(),
            None => Ok(false),
        }
    }
}

/// `extents` with extents of 1 in front, `rank` in all.
fn filled(extents: &[Expression], rank: usize) -> Vec<Expression> {
    let ones = std::iter::repeat_n(Expression::Constant(1), rank - extents.len());
    ones.chain(extents.iter().cloned()).collect()
}

/// `mapping` of an array of so many `dimensions` with subscripts 0 in front, `rank` in all.
fn deepened(mapping: &Mapping, rank: usize, dimensions: usize) -> Mapping {
    let zero = MappingRow {
        coefficients: vec![0; dimensions],
        offset: Expression::Constant(0),
        modulus: Expression::Constant(1),
        wraps: false,
    };
    let zeros = std::iter::repeat_n(zero, rank - mapping.rows.len());
    Mapping { rows: zeros.chain(mapping.rows.iter().cloned()).collect() }
}
