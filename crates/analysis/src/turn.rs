//! What a turn of a loop does to arrays, of which it computes a new one and copies that into old ones.

use crate::Analysed;
use crate::dataflow::AccessFlow;
use crate::same_values::{across, copied};
use isl::{DimType, Set, UnionMap, UnionSet};
use polyhedral::{Access, AccessKind, ArrayId, Condition, Loop, Node, Scop, Statement, StatementId, lower};
use std::collections::{BTreeMap, BTreeSet};

/// What a loop copies in each turn: each of the `old` arrays gets what the next one is, and the last one what is `new`.
#[derive(Clone, Copy)]
pub struct Copied<'a> {
    /// What is copied to.
    pub old: &'a [ArrayId],
    /// What turns compute.
    pub new: ArrayId,
    /// Which statements are in the loop.
    pub is_inside: &'a dyn Fn(&Statement) -> bool,
}

/// What each turn of the loop does to such arrays: it writes the same cells of the new one, all of them for certain, and nothing of the old
/// ones but copies of what was there before the turn.
pub(crate) struct Turn<'s> {
    analysed: &'s Analysed,
    old: &'s [ArrayId],
    new: ArrayId,
    /// The statements in front of the loop, in it and behind it.
    pub before: BTreeSet<StatementId>,
    pub inside: BTreeSet<StatementId>,
    pub behind: BTreeSet<StatementId>,
    /// The statements that copy.
    copies: Vec<StatementId>,
    /// `{ S[i] -> [t] }`: in which turn an instance runs.
    turns: UnionMap,
    /// `{ [t] -> new[x] }`: what each turn writes of the new array.
    pub written: UnionMap,
    /// `{ : … }`: where there are any turns.
    pub runs: Set,
}

impl<'s> Turn<'s> {
    /// Nothing if it isn't so, or if statements of which `is_first` run behind a copy in a turn.
    pub(crate) fn of(
        analysed: &'s Analysed,
        Copied { old, new, is_inside }: Copied<'s>,
        is_first: &dyn Fn(&Statement) -> bool,
    ) -> isl::Result<Option<Self>> {
        let scop = &analysed.scop;
        let ids = 0..scop.statements.len();
        let inside: BTreeSet<StatementId> = ids.filter(|id| is_inside(&scop.statements[*id])).collect();
        let Some((position, counted)) = time_loop(scop, &inside) else { return Ok(None) };
        if !are_alike(scop, old, new) || !may_end_sooner(scop, &inside)? {
            return Ok(None);
        }
        let Some((copies, turns)) = copies_last(scop, (old, new), &inside, is_first)? else {
            return Ok(None);
        };
        let space = scop.context.space()?;
        let mut turn = Turn {
            analysed,
            old,
            new,
            before: Node::statements(&scop.program.body[..position]),
            inside,
            behind: Node::statements(&scop.program.body[position + 1..]),
            copies,
            turns,
            written: UnionMap::empty(space)?,
            runs: scop.context.clone(),
        };
        Ok((turn.writes_the_same(counted)? && turn.copies_what_was()?).then_some(turn))
    }

    /// `{ new[x] }`: the cells that turns write.
    pub(crate) fn cells(&self) -> isl::Result<UnionSet> {
        self.written.clone().range()
    }

    /// Whether all turns write the same cells of the new array, for certain.
    fn writes_the_same(&mut self, counted: &Loop) -> isl::Result<bool> {
        let scop = &self.analysed.scop;
        let certain = self.touched(self.new, &|access| access.kind == AccessKind::MustWrite)?;
        let all = self.touched(self.new, &|access| access.writes())?;
        let space = scop.context.space()?.add_unnamed_tuple_ui(1)?;
        let space = space.set_dim_name(DimType::Set, 0, &counted.iterator)?;
        let counter = polyhedral::Expression::variable(&counted.iterator);
        let from = Condition::Compare(polyhedral::Comparison::GreaterEqual, counter, counted.initial.clone());
        let runs = Condition::And(vec![from, counted.condition.clone()]);
        let runs = lower::condition(&runs, &space)?.intersect_params(scop.context.clone())?;
        let each = UnionMap::from_domain_and_range(runs.clone().to_union_set()?, certain.clone().range()?)?;
        let is_same = all.is_subset(&certain)? && each.is_subset(&certain)?;
        (self.written, self.runs) = (certain, runs.params()?);
        Ok(is_same)
    }

    /// `{ [t] -> new[x] }`: the cells of an old array that each turn copies, in the place of those of the new one.
    pub(crate) fn copied(&self, old: ArrayId) -> isl::Result<UnionMap> {
        self.touched(old, &|access| access.writes())
    }

    /// `{ [t] -> new[x] }`: the cells of an array that turns touch by references that are such, in the place of those of the new one.
    fn touched(&self, array: ArrayId, is_such: &dyn Fn(&Access) -> bool) -> isl::Result<UnionMap> {
        let scop = &self.analysed.scop;
        let own = scop.domain_of(self.inside.iter().copied())?;
        let all = scop.accesses(|_, access| access.array == array && is_such(access))?;
        let all = all.intersect_domain(own)?.apply_range(across(scop, array, self.new)?)?;
        self.turns.clone().reverse()?.apply_range(all)?.coalesce()
    }

    /// Whether what is copied of an old array is what was there before the turn.
    fn copies_what_was(&self) -> isl::Result<bool> {
        let is_own = |flow: &&AccessFlow| {
            self.old.contains(&flow.array)
                && self.copies.contains(&flow.read.0)
                && self.inside.contains(&flow.write.0)
        };
        for flow in self.analysed.dataflow.flows.iter().filter(is_own) {
            let between = self.between_turns(flow)?;
            if !between.clone().intersect(between.domain()?.identity()?)?.is_empty()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether each turn copies the cells that it writes of the new array, and no others, nobody in the loop reads of that what another turn
    /// has written, or none, and nobody behind the loop what that has written.
    pub(crate) fn copies_its_own(&self) -> isl::Result<bool> {
        for old in self.old {
            if !self.copied(*old)?.is_equal(&self.written)? {
                return Ok(false);
            }
        }
        self.reads_its_own()
    }

    fn reads_its_own(&self) -> isl::Result<bool> {
        let Turn { analysed, new, inside, behind, .. } = self;
        let cells = Set::universe(analysed.scop.cell_space(*new)?)?.to_union_set()?;
        if !analysed.dataflow.live_in.clone().intersect_range(cells)?.is_empty()? {
            return Ok(false);
        }
        for flow in analysed.dataflow.flows.iter().filter(|flow| flow.array == *new) {
            let (writer, reader) = (flow.write.0, flow.read.0);
            let is_own = if inside.contains(&reader) {
                let between = self.between_turns(flow)?;
                let all = between.clone().domain()?.identity()?;
                inside.contains(&writer) && between.is_subset(&all)?
            } else {
                !behind.contains(&reader) || behind.contains(&writer)
            };
            if !is_own {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// `{ [t] -> [t'] }`: in which turn a value is read, by that which writes it.
    fn between_turns(&self, flow: &AccessFlow) -> isl::Result<UnionMap> {
        let between = flow.relation.clone().to_union_map()?;
        between.apply_domain(self.turns.clone())?.apply_range(self.turns.clone())
    }
}

/// The loop that is all of these statements, with its position in the program.
fn time_loop<'s>(scop: &'s Scop, inside: &BTreeSet<StatementId>) -> Option<(usize, &'s Loop)> {
    let all = scop.program.body.iter().enumerate();
    let mut loops = all.filter_map(|(position, node)| match node {
        Node::Loop(counted) if Node::statements(&counted.body) == *inside => Some((position, counted)),
        _ => None,
    });
    loops.next().filter(|(_, counted)| counted.step == 1)
}

/// Whether arrays have cells of one type, in as many dimensions.
fn are_alike(scop: &Scop, old: &[ArrayId], new: ArrayId) -> bool {
    let new = &scop.arrays[new];
    let is_alike = |old: &ArrayId| {
        let old = &scop.arrays[*old];
        old.dimensions() == new.dimensions() && old.element == new.element
    };
    old.iter().all(is_alike) && new.dimensions() > 0
}

/// Whether what a region tells of a loop is so, too, if the loop ends sooner than it seems: no sizes are valid at which later turns would
/// leave arrays. `inside` are its statements.
fn may_end_sooner(scop: &Scop, inside: &BTreeSet<StatementId>) -> isl::Result<bool> {
    let is_timed = |id: &StatementId| {
        let Statement { iterators, accesses, .. } = &scop.statements[*id];
        let counts =
            |it: &polyhedral::Expression| iterators.first().is_some_and(|own| it.mentions(&own.name));
        accesses.iter().flat_map(|access| &access.subscripts).any(counts)
    };
    Ok(scop.unordered.is_empty()
        && !inside.iter().any(is_timed)
        && !scop.context.clone().intersect(scop.lifted_values()?)?.is_empty()?)
}

/// The statements that write old arrays, and `{ S[i] -> [t] }`, in which turn an instance of any statement of the loop runs; nothing if they do
/// more than to copy what the next array holds, or if they run in front of statements of a turn of which `is_first`.
fn copies_last(
    scop: &Scop,
    (old, new): (&[ArrayId], ArrayId),
    inside: &BTreeSet<StatementId>,
    is_first: &dyn Fn(&Statement) -> bool,
) -> isl::Result<Option<(Vec<StatementId>, UnionMap)>> {
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
            if is_copy {
                first = Some(first.map_or(place, |first: i64| first.min(place)));
            } else {
                last = last.max(Some(place));
            }
        }
        let turn = map.project_out(DimType::Out, 2, length - 2)?.project_out(DimType::Out, 0, 1)?;
        turns = turns.union(turn.to_union_map()?)?;
    }
    let (Some(last), Some(first)) = (last, first) else { return Ok(None) };
    Ok((last < first).then_some((copies, turns)))
}
