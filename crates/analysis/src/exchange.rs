//! Whether arrays that change places after each turn of a loop may stay where they are, if what a turn writes is copied back.
//!
//! `for (t = …) { new = f(old); swap(&old, &new); }` leaves in `old` what `for (t = …) { new = f(old); old = new; }` does, if
//!
//! 1. each turn writes the same cells of `new`, all of them for certain, and these are what is copied back;
//! 2. what is read of `new`, the same turn has written, and nobody reads behind the loop what the loop leaves in it;
//! 3. a turn writes nothing of `old`;
//! 4. where the loop begins, both hold the same in each cell that is read of `old` from then on and that turns don't write.
//!
//! By induction over the turns: where one begins, `old` is the same in both programs, and the cells that turns don't write are the same in
//! the array that lies in the place of `new`. So the turn writes the same, by 2 and 3; then `old` is what the turn has written and, by 4,
//! in all other cells what it was, in the one program by changing places and in the other by 1; and what lies in the place of `new` is
//! what `old` was, so that it still has the same in the cells that turns don't write. Where several old arrays stand in a row, each gets
//! what the next one was, and all of them, with the new one, must hold the same (4).
//!
//! That cells hold the same (4) is told by who wrote them last: the same instance, or statements that say the same of values that are
//! the same in turn. What isn't found out is no.

use crate::dataflow::AccessFlow;
use crate::{Analysed, bounds};
use isl::{DimType, Map, Set, UnionMap, UnionSet, found};
use polyhedral::{
    Access, AccessKind, ArrayId, Condition, Loop, Node, Piece, Scop, Statement, StatementId, Storage, lower,
};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// Values come from values that come from values so many times at most.
const DEEPEST: usize = 8;

/// Arrays that changed places in a loop.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// What turns read: each gets what the next one is, and the last one what is new.
    pub old: Vec<ArrayId>,
    /// What they write.
    pub new: ArrayId,
    /// Whether each has room for what is copied, whatever the region tells of that: all are as large as one another.
    pub is_one_size: bool,
}

/// Whether a region is what it was where arrays changed places, with copies in the place of that, in the loop around all statements that
/// write one of the old arrays. `is_inside` says which statements are in that loop.
///
/// # Errors
/// isl's.
pub fn is_written_back(
    analysed: &Analysed,
    exchange: &Exchange,
    is_inside: &dyn Fn(&Statement) -> bool,
) -> isl::Result<bool> {
    let scop = &analysed.scop;
    let ids = 0..scop.statements.len();
    let inside: BTreeSet<StatementId> = ids.filter(|id| is_inside(&scop.statements[*id])).collect();
    let Some((position, turns)) = time_loop(scop, &inside) else { return Ok(false) };
    let Exchange { old, new, .. } = exchange;
    let new_array = &scop.arrays[*new];
    let is_alike = |old: &ArrayId| {
        let old = &scop.arrays[*old];
        old.dimensions() == new_array.dimensions() && old.element == new_array.element
    };
    if !old.iter().all(is_alike)
        || new_array.dimensions() == 0
        || new_array.outlives.is_some()
        || !scop.unordered.is_empty()
    {
        return Ok(false);
    }
    // the loop may end sooner than it seems: then sizes are valid at which later turns would leave arrays
    let is_timed = |id: &StatementId| {
        let Statement { iterators, accesses, .. } = &scop.statements[*id];
        let counts =
            |it: &polyhedral::Expression| iterators.first().is_some_and(|own| it.mentions(&own.name));
        accesses.iter().flat_map(|access| &access.subscripts).any(counts)
    };
    if inside.iter().any(is_timed) || scop.context.clone().intersect(scop.lifted_values()?)?.is_empty()? {
        return Ok(false);
    }
    let before = Node::statements(&scop.program.body[..position]);
    let behind = Node::statements(&scop.program.body[position + 1..]);
    let Some(turn) = Turn::of(scop, exchange, &inside)? else { return Ok(false) };
    let Some((cells, runs)) = turn.same_cells(turns)? else { return Ok(false) };
    if !turn.reads_its_own(analysed, &behind)? || !turn.copies_what_was(analysed)? {
        return Ok(false);
    }
    for old in old {
        let has_size = scop.arrays[*old].limits().all(|limit| limit.is_some());
        if !exchange.is_one_size && (!has_size || !bounds::stays_inside(analysed, *old)?) {
            return Ok(false);
        }
    }
    let mut needed = UnionSet::empty(scop.context.space()?)?;
    for old in old {
        let Some(own) = self::needed(analysed, *old, &inside, &behind)? else { return Ok(false) };
        needed = needed.union(own.to_union_set()?.apply(across(scop, *old, *new)?)?)?;
    }
    let needed = needed.intersect_params(runs)?.subtract(cells)?.coalesce()?;
    let schedule = scop.schedule.clone().intersect_domain(scop.domain()?)?;
    let values = Values { scop, schedule, earlier: OnceCell::new() };
    for old in old {
        if !values.are_same(*old, *new, &needed, &before)? {
            return Ok(false);
        }
    }
    Ok(true)
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

/// What a turn of the loop does to the arrays.
struct Turn<'s> {
    scop: &'s Scop,
    exchange: &'s Exchange,
    inside: &'s BTreeSet<StatementId>,
    /// The statements that copy.
    copies: Vec<StatementId>,
    /// `{ S[i] -> [t] }`: in which turn an instance runs.
    turns: UnionMap,
}

impl<'s> Turn<'s> {
    /// Nothing if an old array gets anything but what the next one holds.
    fn of(
        scop: &'s Scop,
        exchange: &'s Exchange,
        inside: &'s BTreeSet<StatementId>,
    ) -> isl::Result<Option<Self>> {
        let Exchange { old, new, .. } = exchange;
        let is_copy = |id: &StatementId| old.iter().any(|old| scop.statements[*id].writes_to(*old));
        let (copies, others): (Vec<StatementId>, Vec<StatementId>) =
            inside.iter().partition(|id| is_copy(id));
        let next: BTreeMap<ArrayId, ArrayId> =
            old.iter().copied().zip(old[1..].iter().chain([new]).copied()).collect();
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
            let is_one = |array: ArrayId| array == *new || old.contains(&array);
            let touches = statement.accesses.iter().any(|access| is_one(access.array));
            if touches {
                let Some(place) = place else { return Ok(None) };
                match others.contains(&id) {
                    true => last = last.max(Some(place)),
                    false => first = Some(first.map_or(place, |first: i64| first.min(place))),
                }
            }
            let turn = map.project_out(DimType::Out, 2, length - 2)?.project_out(DimType::Out, 0, 1)?;
            turns = turns.union(turn.to_union_map()?)?;
        }
        let (Some(last), Some(first)) = (last, first) else { return Ok(None) };
        Ok((last < first).then_some(Turn { scop, exchange, inside, copies, turns }))
    }

    /// `{ new[x] }`: the cells that each turn writes, and copies back, if all turns write the same; and `{ : … }`, where there are any turns.
    fn same_cells(&self, counted: &Loop) -> isl::Result<Option<(UnionSet, Set)>> {
        let Turn { scop, exchange, inside, .. } = self;
        let inside: Vec<StatementId> = inside.iter().copied().collect();
        let own = scop.domain_of(inside.iter().copied())?;
        let written = |array: ArrayId, is_such: &dyn Fn(&Access) -> bool| {
            let all = scop.accesses(|_, access| access.array == array && is_such(access))?;
            let all = all.intersect_domain(own.clone())?.apply_range(across(scop, array, exchange.new)?)?;
            self.turns.clone().reverse()?.apply_range(all)?.coalesce()
        };
        let certain = written(exchange.new, &|access| access.kind == AccessKind::MustWrite)?;
        let all = written(exchange.new, &|access| access.writes())?;
        for old in &exchange.old {
            if !certain.is_equal(&written(*old, &|access| access.writes())?)? {
                return Ok(None);
            }
        }
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

    /// Whether what is copied of an old array is what was there before the turn.
    fn copies_what_was(&self, analysed: &Analysed) -> isl::Result<bool> {
        let is_own = |flow: &&AccessFlow| {
            self.exchange.old.contains(&flow.array)
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
    fn between_turns(&self, flow: &AccessFlow) -> isl::Result<UnionMap> {
        let between = flow.relation.clone().to_union_map()?;
        between.apply_domain(self.turns.clone())?.apply_range(self.turns.clone())
    }

    /// Whether what is read of `new` comes from the same turn, and what is read of it behind the loop, from there.
    fn reads_its_own(&self, analysed: &Analysed, behind: &BTreeSet<StatementId>) -> isl::Result<bool> {
        let new = self.exchange.new;
        let cells = Set::universe(self.scop.cell_space(new)?)?.to_union_set()?;
        if !analysed.dataflow.live_in.clone().intersect_range(cells)?.is_empty()? {
            return Ok(false);
        }
        for flow in analysed.dataflow.flows.iter().filter(|flow| flow.array == new) {
            let (writer, reader) = (flow.write.0, flow.read.0);
            let is_own = if self.inside.contains(&reader) {
                let between = self.between_turns(flow)?;
                let all = between.clone().domain()?.identity()?;
                self.inside.contains(&writer) && between.is_subset(&all)?
            } else {
                !behind.contains(&reader) || behind.contains(&writer)
            };
            if !is_own {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// `{ old[x] }`: what is read of the array from the loop on; nothing if that can't be told.
fn needed(
    analysed: &Analysed,
    old: ArrayId,
    inside: &BTreeSet<StatementId>,
    behind: &BTreeSet<StatementId>,
) -> isl::Result<Option<Set>> {
    let scop = &analysed.scop;
    let space = scop.cell_space(old)?;
    let array = &scop.arrays[old];
    if array.outlives.is_some() {
        let is_known = array.limits().all(|limit| limit.is_some());
        let all = bounds::declared(scop, old)?.intersect_params(scop.context.clone())?;
        return Ok(is_known.then_some(all));
    }
    let readers: Vec<StatementId> = inside.union(behind).copied().collect();
    let reads = analysed.dataflow.reads[old].clone().intersect_domain(scop.domain_of(readers)?)?;
    Ok(Some(reads.range()?.extract_set(space)?))
}

/// Where values come from.
struct Values<'s> {
    scop: &'s Scop,
    /// `{ S[i] -> [t] }`
    schedule: UnionMap,
    /// `{ S[i] -> R[j] }`: the second runs before the first.
    earlier: OnceCell<UnionMap>,
}

impl Values<'_> {
    /// Whether cells (`{ new[x] }`) hold the same in both arrays behind the statements `before`.
    fn are_same(
        &self,
        old: ArrayId,
        new: ArrayId,
        cells: &UnionSet,
        before: &BTreeSet<StatementId>,
    ) -> isl::Result<bool> {
        if cells.is_empty()? {
            return Ok(true);
        }
        let scop = self.scop;
        let before: Vec<StatementId> = before.iter().copied().collect();
        let (Some(of_old), Some(of_new)) = (self.last(old, &before)?, self.last(new, &before)?) else {
            return Ok(false);
        };
        let (all, of_old) = (cells.clone(), across(scop, new, old)?.apply_range(of_old)?);
        let (old_cells, new_cells) = (of_old.clone().domain()?, of_new.clone().domain()?);
        // what one of them has from its start on
        let left = all.clone().subtract(old_cells.clone().intersect(new_cells.clone())?)?;
        let is_zero = |last: &UnionMap| {
            let writers = last.clone().intersect_domain(left.clone())?.maps()?;
            let mut names = writers.iter().map(|map| map.tuple_name(DimType::Out));
            names.try_fold(true, |all, name| {
                let statement = scop.statement(&name?.unwrap_or_default());
                Ok::<_, isl::Error>(all && statement.is_some_and(|(_, it)| sets_zero(it)))
            })
        };
        let is_known = |of: ArrayId, written: &UnionSet| {
            Ok::<_, isl::Error>(starts_with_zeros(scop, of) || left.is_subset(written)?)
        };
        let starts_alike = left.is_empty()?
            || is_known(old, &old_cells)?
                && is_known(new, &new_cells)?
                && is_zero(&of_old)?
                && is_zero(&of_new)?;
        let pairs = of_old.intersect_domain(all)?.apply_domain(of_new)?.reverse()?;
        Ok(starts_alike && self.all_same(&pairs, 0)?)
    }

    /// `{ A[x] -> S[i] }`: who of these writes each cell last; nothing if that depends on data.
    fn last(&self, array: ArrayId, writers: &[StatementId]) -> isl::Result<Option<UnionMap>> {
        let writers = self.writers(array, writers)?;
        writers.map(|writers| self.latest(writers)).transpose()
    }

    /// `{ A[x] -> S[i] }`: who of these writes each cell; nothing if that depends on data.
    fn writers(&self, array: ArrayId, statements: &[StatementId]) -> isl::Result<Option<UnionMap>> {
        let scop = self.scop;
        let accesses = statements.iter().flat_map(|id| &scop.statements[*id].accesses);
        if accesses.into_iter().any(|it| it.array == array && it.kind == AccessKind::MayWrite) {
            return Ok(None);
        }
        let writes = scop.accesses(|_, access| access.array == array && access.writes())?;
        writes.intersect_domain(scop.domain_of(statements.iter().copied())?)?.reverse().map(Some)
    }

    /// `{ X -> S[i] }`: the last of several instances.
    fn latest(&self, candidates: UnionMap) -> isl::Result<UnionMap> {
        let last = candidates.apply_range(self.schedule.clone())?.lexmax()?;
        last.apply_range(self.schedule.clone().reverse()?)?.coalesce()
    }

    /// Whether instances that are paired (`{ S[i] -> R[j] }`) write the same values.
    fn all_same(&self, pairs: &UnionMap, depth: usize) -> isl::Result<bool> {
        for map in pairs.maps()? {
            let name = |side| Ok::<_, isl::Error>(map.tuple_name(side)?.unwrap_or_default());
            let ends = (self.scop.statement(&name(DimType::In)?), self.scop.statement(&name(DimType::Out)?));
            let (Some((_, left)), Some((_, right))) = ends else { return Ok(false) };
            if !map.is_empty()? && !self.is_same(left, right, &map, depth)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The same of instances of two statements.
    fn is_same(&self, left: &Statement, right: &Statement, pairs: &Map, depth: usize) -> isl::Result<bool> {
        if depth > DEEPEST {
            return Ok(false);
        }
        if left.name == right.name && pairs.is_subset(&Map::identity(pairs.space()?)?)? {
            return Ok(true);
        }
        let all = pairs.clone().to_union_map()?;
        // what is only copied is the same elsewhere, if that is known
        if let Some(from) = self.converted_copy(left)
            && let Some(sources) = self.sources(from, &all.clone().domain()?)?
        {
            return self.all_same(&all.apply_domain(sources)?, depth + 1);
        }
        if let Some(from) = self.converted_copy(right)
            && let Some(sources) = self.sources(from, &all.clone().range()?)?
        {
            return self.all_same(&all.apply_range(sources)?, depth + 1);
        }
        if !self.says_the_same(left, right, pairs)? {
            return Ok(false);
        }
        for (ours, theirs) in read_by(left).zip(read_by(right)) {
            if !self.is_same_read(ours, theirs, &all, depth)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether two statements are the same text, in which the same stands for counters; what is read is another question.
    fn says_the_same(&self, left: &Statement, right: &Statement, pairs: &Map) -> isl::Result<bool> {
        let arrays = &self.scop.arrays;
        let (Some(ours), Some(theirs)) = (written_by(left), written_by(right)) else { return Ok(false) };
        if arrays[ours.array].element != arrays[theirs.array].element || left.text.len() != right.text.len() {
            return Ok(false);
        }
        let is_equal = |ours: usize, theirs: usize| {
            let equal = Map::universe(pairs.space()?)?;
            pairs.is_subset(&equal.equate(DimType::In, ours as u32, DimType::Out, theirs as u32)?)
        };
        for both in left.text.iter().zip(&right.text) {
            let is_same = match both {
                (Piece::Access(ours), Piece::Access(theirs)) => {
                    left.accesses[*ours].writes() == right.accesses[*theirs].writes()
                }
                (Piece::Iterator(ours), Piece::Iterator(theirs)) => is_equal(*ours, *theirs)?,
                (Piece::Text(ours), Piece::Text(theirs)) => ours == theirs,
                (Piece::Macro { body: ours, .. }, Piece::Macro { body: theirs, .. }) => ours == theirs,
                _ => false,
            };
            if !is_same {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether two references read the same value in instances that are paired.
    fn is_same_read(
        &self,
        ours: &Access,
        theirs: &Access,
        pairs: &UnionMap,
        depth: usize,
    ) -> isl::Result<bool> {
        let is_written = |access: &Access| self.scop.writers(access.array).next().is_some();
        if ours.array == theirs.array && !is_written(ours) {
            let cell = |access: &Access| access.relation.clone().to_union_map();
            let between = pairs.clone().apply_domain(cell(ours)?)?.apply_range(cell(theirs)?)?;
            let is_all = pairs.clone().domain()?.is_subset(&cell(ours)?.domain()?)?
                && ours.relation.is_single_valued()?
                && theirs.relation.is_single_valued()?;
            return Ok(is_all && between.is_subset(&between.clone().domain()?.identity()?)?);
        }
        let ours = self.sources(ours, &pairs.clone().domain()?)?;
        let theirs = self.sources(theirs, &pairs.clone().range()?)?;
        let (Some(ours), Some(theirs)) = (ours, theirs) else { return Ok(false) };
        self.all_same(&pairs.clone().apply_domain(ours)?.apply_range(theirs)?, depth + 1)
    }

    /// `{ S[i] -> R[j] }`: which instances wrote what a reference reads in these instances; nothing if that is unknown for any.
    fn sources(&self, read: &Access, readers: &UnionSet) -> isl::Result<Option<UnionMap>> {
        let all: Vec<StatementId> = (0..self.scop.statements.len()).collect();
        let Some(writers) = self.writers(read.array, &all)? else { return Ok(None) };
        if !read.relation.is_single_valued()? {
            return Ok(None);
        }
        let cells = read.relation.clone().to_union_map()?.intersect_domain(readers.clone())?;
        let candidates = cells.apply_range(writers)?;
        let find = || self.schedule.clone().lex_gt_union_map(self.schedule.clone());
        let earlier = found(&self.earlier, find)?.clone();
        let sources = self.latest(candidates.intersect(earlier)?)?;
        Ok(if readers.is_subset(&sources.clone().domain()?)? { Some(sources) } else { None })
    }

    /// What a statement copies without changing its type.
    fn converted_copy<'t>(&self, statement: &'t Statement) -> Option<&'t Access> {
        let (from, to) = copied(statement)?;
        let arrays = &self.scop.arrays;
        (arrays[from.array].element == arrays[to.array].element).then_some(from)
    }
}

/// `{ A[x] -> B[x] }`
fn across(scop: &Scop, from: ArrayId, to: ArrayId) -> isl::Result<UnionMap> {
    let same = Set::universe(scop.cell_space(from)?)?.identity()?;
    same.set_tuple_name(DimType::Out, &scop.arrays[to].name)?.to_union_map()
}

/// What a statement writes, if that is one cell for certain, and all that it reads stands in its text and is known.
fn written_by(statement: &Statement) -> Option<&Access> {
    let mut writes = statement.accesses.iter().filter(|access| access.writes());
    let only = writes.next().filter(|access| access.kind == AccessKind::MustWrite)?;
    let reads = statement.accesses.iter().filter(|access| !access.writes()).count();
    let is_plain = writes.next().is_none()
        && statement.unknown.is_empty()
        && read_by(statement).count() == reads
        && statement.accesses.iter().all(|access| access.guard == Condition::Constant(true));
    is_plain.then_some(only)
}

/// What a statement reads, in the order of its text.
fn read_by(statement: &Statement) -> impl Iterator<Item = &Access> {
    let accesses = statement.text.iter().filter_map(|piece| match piece {
        Piece::Access(position) => Some(&statement.accesses[*position]),
        _ => None,
    });
    accesses.filter(|access| !access.writes())
}

/// From where to where a statement copies a value, if it does nothing else.
fn copied(statement: &Statement) -> Option<(&Access, &Access)> {
    let to = written_by(statement)?;
    let [Piece::Access(first), Piece::Text(between), Piece::Access(from), Piece::Text(end)] =
        &statement.text[..]
    else {
        return None;
    };
    let from = &statement.accesses[*from];
    let is_copy = statement.accesses[*first].writes() && between.trim() == "=" && end.trim() == ";";
    (is_copy && !from.writes()).then_some((from, to))
}

/// Whether a statement gives a cell the number 0.
fn sets_zero(statement: &Statement) -> bool {
    let [Piece::Access(_), Piece::Text(value)] = &statement.text[..] else { return false };
    let value: String = value.chars().filter(|c| !c.is_whitespace()).collect();
    matches!(value.as_str(), "=0;" | "=0.0;" | "=0.0f;" | "=0.;" | "=0.f;")
}

/// Whether the region finds zeros in an array, whenever it runs.
fn starts_with_zeros(scop: &Scop, array: ArrayId) -> bool {
    match scop.arrays[array].storage {
        Storage::Block { zeroed, fresh, .. } => zeroed && fresh,
        Storage::Local { zeroed, .. } => zeroed,
        _ => false,
    }
}
