//! What a turn of a loop does to arrays, of which it computes a new one and copies that into old ones.

use crate::Analysed;
use crate::dataflow::AccessFlow;
use crate::same_values::{across, copied};
use isl::{DimType, Set, UnionMap, UnionSet};
use polyhedral::{Access, AccessKind, ArrayId, Condition, Loop, Node, Scop, Statement, StatementId, lower};
use std::collections::{BTreeMap, BTreeSet};

/// The loop that is all of these statements, with its position in the program.
pub(crate) fn time_loop<'s>(scop: &'s Scop, inside: &BTreeSet<StatementId>) -> Option<(usize, &'s Loop)> {
    let all = scop.program.body.iter().enumerate();
    let mut loops = all.filter_map(|(position, node)| match node {
        Node::Loop(counted) if Node::statements(&counted.body) == *inside => Some((position, counted)),
        _ => None,
    });
    loops.next().filter(|(_, counted)| counted.step == 1)
}

/// What a turn of the loop does to arrays of which each gets what the next one holds, the last one what is new.
pub(crate) struct Turn<'s> {
    scop: &'s Scop,
    old: &'s [ArrayId],
    new: ArrayId,
    inside: &'s BTreeSet<StatementId>,
    /// The statements that copy.
    copies: Vec<StatementId>,
    /// `{ S[i] -> [t] }`: in which turn an instance runs.
    turns: UnionMap,
}

impl<'s> Turn<'s> {
    /// Nothing if an old array gets anything but what the next one holds, or statements of which `is_first` run behind a copy in a turn.
    pub(crate) fn of(
        scop: &'s Scop,
        (old, new): (&'s [ArrayId], ArrayId),
        inside: &'s BTreeSet<StatementId>,
        is_first: &dyn Fn(&Statement) -> bool,
    ) -> isl::Result<Option<Self>> {
        let is_copy = |id: &StatementId| old.iter().any(|old| scop.statements[*id].writes_to(*old));
        let copies: Vec<StatementId> = inside.iter().copied().filter(is_copy).collect();
        let next: BTreeMap<ArrayId, ArrayId> =
            old.iter().copied().zip(old[1..].iter().copied().chain([new])).collect();
        for id in &copies {
            let is_back = match copied(&scop.statements[*id]) {
                Some((from, to)) if next.get(&to.array) == Some(&from.array) => {
                    let across = across(scop, from.array, to.array)?;
                    let moved = from.relation.clone().to_union_map()?.apply_range(across)?;
                    moved.is_equal(&to.relation.clone().to_union_map()?)?
                }
                _ => false,
            };
            if !is_back {
                return Ok(None);
            }
        }
        // in the turn of this loop, and no other around or within it, copies come last
        let (mut turns, mut last, mut first) = (UnionMap::empty(scop.context.space()?)?, None, None);
        for map in scop.schedule.maps()? {
            let name = map.tuple_name(DimType::In)?.unwrap_or_default();
            let Some((id, statement)) = scop.statement(&name).filter(|(id, _)| inside.contains(id)) else {
                continue;
            };
            let map = map.intersect_domain(statement.domain.clone())?;
            let length = map.dim(DimType::Out)?;
            if length < 3 {
                return Ok(None);
            }
            let place = map.clone().range()?.plain_val_if_fixed(DimType::Set, 2)?.to_i64()?;
            let is_copy = copies.contains(&id);
            if is_copy || is_first(statement) {
                let Some(place) = place else { return Ok(None) };
                match !is_copy {
                    true => last = last.max(Some(place)),
                    false => first = Some(first.map_or(place, |first: i64| first.min(place))),
                }
            }
            let turn = map.project_out(DimType::Out, 2, length - 2)?.project_out(DimType::Out, 0, 1)?;
            turns = turns.union(turn.to_union_map()?)?;
        }
        let (Some(last), Some(first)) = (last, first) else { return Ok(None) };
        Ok((last < first).then_some(Turn { scop, old, new, inside, copies, turns }))
    }

    /// `{ new[x] }`: the cells that each turn writes, if all turns write the same; and `{ : … }`, where there are any turns.
    pub(crate) fn same_cells(&self, counted: &Loop) -> isl::Result<Option<(UnionSet, Set)>> {
        let scop = self.scop;
        let certain = self.written(self.new, &|access| access.kind == AccessKind::MustWrite)?;
        let all = self.written(self.new, &|access| access.writes())?;
        let cells = certain.clone().range()?;
        let space = scop.context.space()?.add_unnamed_tuple_ui(1)?;
        let space = space.set_dim_name(DimType::Set, 0, &counted.iterator)?;
        let counter = polyhedral::Expression::variable(&counted.iterator);
        let from = Condition::Compare(polyhedral::Comparison::GreaterEqual, counter, counted.initial.clone());
        let runs = Condition::And(vec![from, counted.condition.clone()]);
        let runs = lower::condition(&runs, &space)?.intersect_params(scop.context.clone())?;
        let each = UnionMap::from_domain_and_range(runs.clone().to_union_set()?, cells.clone())?;
        let is_same = all.is_subset(&certain)? && each.is_subset(&certain)?;
        Ok(if is_same { Some((cells, runs.params()?)) } else { None })
    }

    /// `{ [t] -> new[x] }`: the cells of an array that each turn writes by references that are such, in the place of those of the new one.
    pub(crate) fn written(&self, array: ArrayId, is_such: &dyn Fn(&Access) -> bool) -> isl::Result<UnionMap> {
        let scop = self.scop;
        let own = scop.domain_of(self.inside.iter().copied())?;
        let all = scop.accesses(|_, access| access.array == array && is_such(access))?;
        let all = all.intersect_domain(own)?.apply_range(across(scop, array, self.new)?)?;
        self.turns.clone().reverse()?.apply_range(all)?.coalesce()
    }

    /// Whether what is copied of an old array is what was there before the turn.
    pub(crate) fn copies_what_was(&self, analysed: &Analysed) -> isl::Result<bool> {
        let is_own = |flow: &&AccessFlow| {
            self.old.contains(&flow.array)
                && self.copies.contains(&flow.read.0)
                && self.inside.contains(&flow.write.0)
        };
        for flow in analysed.dataflow.flows.iter().filter(is_own) {
            let between = self.between_turns(flow)?;
            if !between.clone().intersect(between.domain()?.identity()?)?.is_empty()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// `{ [t] -> [t'] }`: in which turn a value is read, by that which writes it.
    pub(crate) fn between_turns(&self, flow: &AccessFlow) -> isl::Result<UnionMap> {
        let between = flow.relation.clone().to_union_map()?;
        between.apply_domain(self.turns.clone())?.apply_range(self.turns.clone())
    }
}
