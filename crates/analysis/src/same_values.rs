//! Whether cells hold the same: by who wrote them last, which is the same instance, or statements that say the same of values that are the
//! same in turn. What isn't found out is no.

use isl::{DimType, Map, Set, UnionMap, UnionSet, found};
use polyhedral::{Access, AccessKind, ArrayId, Condition, Piece, Scop, Statement, StatementId, Storage};
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// Values come from values that come from values so many times at most.
const DEEPEST: usize = 8;

/// Where values come from.
pub(crate) struct Values<'s> {
    scop: &'s Scop,
    /// `{ S[i] -> [t] }`
    schedule: UnionMap,
    /// `{ S[i] -> R[j] }`: the second runs before the first.
    earlier: OnceCell<UnionMap>,
}

impl<'s> Values<'s> {
    /// Of a region.
    pub(crate) fn of(scop: &'s Scop) -> isl::Result<Self> {
        let schedule = scop.schedule.clone().intersect_domain(scop.domain()?)?;
        Ok(Values { scop, schedule, earlier: OnceCell::new() })
    }

    /// Whether cells (`{ new[x] }`) hold the same in both arrays behind the statements `before`.
    pub(crate) fn are_same(
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
pub(crate) fn across(scop: &Scop, from: ArrayId, to: ArrayId) -> isl::Result<UnionMap> {
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
pub(crate) fn copied(statement: &Statement) -> Option<(&Access, &Access)> {
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
