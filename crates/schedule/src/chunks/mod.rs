//! A fused loop over rows in chunks that can run at the same time.
//!
//! A chunk does so many rows of the fused loop by itself: what it writes to temporaries stays with it, and rows
//! of temporaries that its first rows need are computed again ([`halo`]). So each chunk needs no more memory than
//! the fused loop, and nothing flows between chunks.
//!
//! The region with chunks is a region of its own. Its statements have the first row of the chunk as their outermost
//! iterator, and an instance of the program is one in each chunk that runs it. That it computes what the program
//! does is proved by its own dataflow ([`proof`]), not by how it was made; that chunks can run at the same time by
//! live ranges under the order that leaves them open (Darte, Isoard, Yuki, *Liveness in Explicitly-Parallel
//! Programs*, section 2.2). The memory of one chunk follows from the same order.

mod halo;
mod lift;
mod proof;

use crate::Schedule;
use analysis::violation::violated;
use analysis::{Analysed, Order, Unordered};
use isl::{DimType, Map, UnionMap};
use lift::Lift;
use polyhedral::{ArrayId, IntegerType, Iterator, Scop, StatementId};
use std::collections::{BTreeMap, BTreeSet};

/// The rows of a fused order (`{ S[i] -> [t] }`).
pub(crate) struct Rows {
    /// The dimension of dates that holds the row: the first, or the second behind the position of the loop.
    pub(crate) dimension: u32,
    /// Per statement `{ S[i] -> [r] }`, on whole spaces.
    pub(crate) of: Vec<Map>,
    /// Per statement the loop that it is in, by its position.
    pub(crate) group: Vec<i64>,
    /// Per statement the innermost loop that it is in: the constant dimensions of its dates, but for its position there.
    pub(crate) inside: Vec<Vec<Option<i64>>>,
}

/// A loop in chunks.
#[derive(Clone, Debug)]
pub struct Chunked {
    /// The statements in it.
    pub statements: BTreeSet<StatementId>,
    /// The arrays that each chunk has for itself.
    pub own: BTreeSet<ArrayId>,
    /// By how many rows more each statement starts earlier than the chunk.
    pub halo: BTreeMap<StatementId, i64>,
}

/// A region whose fused loops run in chunks.
pub struct Chunks {
    /// The region with the first row of the chunk as the outermost iterator of each statement; in loops without
    /// chunks it is 0.
    pub analysed: Analysed,
    /// `{ S[c,i] -> [t] }`: the order in which one thread would run it.
    pub dates: UnionMap,
    /// The dimension of dates that holds the chunk.
    pub dimension: u32,
    /// The order: chunks of one loop are unordered.
    pub order: Order,
    /// The loops in chunks.
    pub loops: Vec<Chunked>,
}

/// Why no loop has chunks.
#[derive(Clone, Debug)]
pub struct Unchunked {
    /// Why, as a phrase.
    pub why: String,
    /// The array on which it depends, if it is one.
    pub array: Option<ArrayId>,
}

impl From<&str> for Unchunked {
    fn from(why: &str) -> Self {
        Unchunked { why: why.to_owned(), array: None }
    }
}

/// `schedule`, which fuses, with chunks of `size(halo)` rows in all loops that can have them, or why none can.
/// `may_be_own` tells which temporaries each chunk may have for itself.
///
/// # Errors
/// isl's.
pub fn chunks(
    analysed: &Analysed,
    schedule: &Schedule,
    size: &dyn Fn(i64) -> i64,
    may_be_own: &dyn Fn(ArrayId) -> bool,
) -> isl::Result<Result<Chunks, Unchunked>> {
    let scop = &analysed.scop;
    let Some(rows) = Rows::of(scop, schedule)? else {
        return Ok(Err("the fused loops have no rows".into()));
    };
    let mut loops = Vec::new();
    let mut why = Unchunked::from("no loop has rows");
    for group in rows.group.iter().copied().collect::<BTreeSet<_>>() {
        let statements = rows.group.iter().enumerate().filter(|(_, other)| **other == group);
        let statements: BTreeSet<StatementId> = statements.map(|(statement, _)| statement).collect();
        let own = own(analysed, &statements, may_be_own);
        match halo::halo(analysed, &rows, &statements, &own)? {
            Ok(halo) => loops.push(Chunked { statements, own, halo }),
            Err(reason) => why = Unchunked::from(reason.as_str()),
        }
    }
    // a loop that can't have chunks doesn't keep others from having them
    while !loops.is_empty() {
        let lift = Lift::new(scop, &rows, &loops, size)?;
        let found = in_chunks(analysed, schedule, &rows, &lift, loops.clone())?;
        let bad = match found {
            Ok(found) => return Ok(Ok(found)),
            Err(array) => array,
        };
        why = Unchunked { why: reason(scop, bad, may_be_own(bad)), array: Some(bad) };
        let touches = |s: &StatementId| scop.statements[*s].accesses.iter().any(|access| access.array == bad);
        let before = loops.len();
        loops.retain(|chunked| !chunked.statements.iter().any(touches));
        if loops.len() == before {
            break;
        }
    }
    Ok(Err(why))
}

/// Why `array` keeps a loop from having chunks.
fn reason(scop: &Scop, array: ArrayId, may_be_own: bool) -> String {
    let declared = &scop.arrays[array];
    let name = &declared.c_name;
    match (&declared.outlives, may_be_own) {
        (Some(why), _) => {
            format!("values of `{name}` go from row to row, and none is computed twice since {why}")
        }
        (None, false) => format!("threads can't have `{name}` for themselves"),
        (None, true) => format!("values of `{name}` go from row to row"),
    }
}

/// The region with `loops` in chunks, or an array that keeps one of them from having any.
fn in_chunks(
    analysed: &Analysed,
    schedule: &Schedule,
    rows: &Rows,
    lift: &Lift,
    loops: Vec<Chunked>,
) -> isl::Result<Result<Chunks, ArrayId>> {
    let scop = lifted(analysed, schedule, rows, lift)?;
    let dates = scop.schedule.clone();
    let chunked = Analysed::new(scop)?;
    if let Some(array) = proof::differing(analysed, &chunked, lift, &loops)? {
        return Ok(Err(array));
    }
    let names = |s: &StatementId| chunked.scop.statements[*s].name.clone();
    let unordered = loops.iter().map(|one| Unordered {
        dimension: rows.dimension,
        statements: one.statements.iter().map(names).collect(),
        private: one.own.clone(),
    });
    let order = Order::with_unordered(dates.clone(), unordered.collect());
    if let Some(array) = violated(&chunked, &order)?.first() {
        return Ok(Err(*array));
    }
    Ok(Ok(Chunks { analysed: chunked, dates, dimension: rows.dimension, order, loops }))
}

/// The temporaries that nobody but `statements` touches.
fn own(
    analysed: &Analysed,
    statements: &BTreeSet<StatementId>,
    may_be_own: &dyn Fn(ArrayId) -> bool,
) -> BTreeSet<ArrayId> {
    let scop = &analysed.scop;
    let touches = |array: ArrayId| {
        let touching = scop
            .statements
            .iter()
            .enumerate()
            .filter(move |(_, s)| s.accesses.iter().any(|a| a.array == array));
        touching.map(|(statement, _)| statement).collect::<BTreeSet<_>>()
    };
    let is_own = |array: &ArrayId| {
        let is_temporary = analysed.roles[*array] == analysis::Role::Temporary;
        is_temporary && may_be_own(*array) && touches(*array).is_subset(statements)
    };
    (0..scop.arrays.len()).filter(is_own).collect()
}

/// The region in which statements are told apart by chunks.
fn lifted(analysed: &Analysed, schedule: &Schedule, rows: &Rows, lift: &Lift) -> isl::Result<Scop> {
    let mut scop = analysed.scop.clone();
    let chunk = Iterator {
        name: free_name(&analysed.scop),
        kind: IntegerType { name: "int".into(), bits: 32, signed: true },
        declared_inside: true,
        used_after: None,
    };
    let mut dates = UnionMap::empty(scop.context.space()?)?;
    for (id, statement) in scop.statements.iter_mut().enumerate() {
        let copies = &lift.copies[id];
        statement.domain = statement.domain.clone().apply(copies.clone())?;
        statement.iterators.insert(0, chunk.clone());
        for access in &mut statement.accesses {
            access.relation = access.relation.clone().apply_domain(copies.clone())?;
        }
        let date = on_whole_space(&analysed.scop, id, &schedule.total)?;
        dates = dates.union(with_chunk(date, &lift.spaces[id], rows.dimension)?.to_union_map()?)?;
    }
    scop.schedule = dates;
    scop.unordered = Vec::new();
    Ok(scop)
}

/// `{ S[c,i] -> [t_0 … c t_d …] }` of `date` (`{ S[i] -> [t] }`), where `original` is `{ S[c,i] -> S[i] }`: the chunk
/// before dimension d.
fn with_chunk(date: Map, original: &Map, dimension: u32) -> isl::Result<Map> {
    let length = date.dim(DimType::Out)?;
    // { S[c,i] -> [t, c] }
    let chunk = lift::first_dimension(&original.space()?.domain()?)?;
    let both = original.clone().apply_range(date)?.flat_range_product(chunk)?;
    let order = (0..dimension).chain([length]).chain(dimension..length);
    lift::permuted(both, order)
}

/// `{ S[i] -> [t] }` of a statement.
pub(crate) fn on_whole_space(scop: &Scop, statement: StatementId, dates: &UnionMap) -> isl::Result<Map> {
    let whole = isl::Set::universe(scop.statements[statement].domain.space()?)?.to_union_set()?;
    let dates = analysis::order::on_whole_spaces(dates.clone().intersect_domain(whole)?)?;
    let missing =
        || isl::Error { kind: isl::ErrorKind::Unsupported, message: "a statement without dates".into() };
    let date = dates.maps()?.into_iter().next().ok_or_else(missing)?;
    date.align_params(scop.context.space()?)
}

fn free_name(scop: &Scop) -> String {
    let iterators = scop.statements.iter().flat_map(|s| &s.iterators).map(|i| i.name.clone());
    let taken: BTreeSet<String> = iterators.chain(scop.taken.iter().cloned()).collect();
    let mut names = std::iter::once("chunk".to_string()).chain((1..).map(|n| format!("chunk{n}")));
    names.find(|name| !taken.contains(name)).unwrap_or_default()
}

/// The constant dimensions of dates (`{ S[i] -> [t] }`) up to the last one that isn't.
fn innermost_loop(date: &Map) -> isl::Result<Vec<Option<i64>>> {
    let constants = (0..date.dim(DimType::Out)?).map(|d| lift::constant(date, d));
    let mut constants = constants.collect::<isl::Result<Vec<_>>>()?;
    let inside = constants.iter().rposition(Option::is_none).map_or(0, |last| last + 1);
    constants.truncate(inside);
    Ok(constants)
}

impl Rows {
    /// Those of a schedule that fuses; `None` where a statement has no dates.
    fn of(scop: &Scop, schedule: &Schedule) -> isl::Result<Option<Self>> {
        let dates = (0..scop.statements.len()).map(|id| on_whole_space(scop, id, &schedule.total));
        let dates = dates.collect::<isl::Result<Vec<_>>>()?;
        let positions = dates.iter().map(|date| lift::constant(date, 0)).collect::<isl::Result<Vec<_>>>()?;
        let positions: Option<Vec<i64>> = positions.into_iter().collect();
        let dimension = u32::from(positions.is_some());
        if dates.iter().any(|date| date.dim(DimType::Out).is_ok_and(|length| length <= dimension)) {
            return Ok(None);
        }
        let group = positions.unwrap_or_else(|| vec![0; dates.len()]);
        let inside = dates.iter().map(innermost_loop).collect::<isl::Result<_>>()?;
        let of =
            dates.into_iter().map(|date| lift::permuted(date, [dimension])).collect::<isl::Result<_>>()?;
        Ok(Some(Rows { dimension, of, group, inside }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidate::{Effort, candidates};
    use isl::Context;

    const BLUR: &str = "
        domain: [N] -> { S[i] : 0 <= i < N; T[i] : 2 <= i < N }
        read: [N] -> { S[i] -> in[i]; T[i] -> tmp[i']: i - 2 <= i' <= i }
        must_write: [N] -> { S[i] -> tmp[i]; T[i] -> out[i] }
        schedule: [N] -> { S[i] -> [0, i]; T[i] -> [1, i] }
        extents(tmp): [N]
    ";

    #[test]
    fn the_proof_misses_each_row_that_is_left_out() {
        let analysed = Analysed::new(polyhedral::text::read(&Context::new(), BLUR).unwrap()).unwrap();
        let found = candidates(&analysed, &BTreeMap::new(), Effort::default(), &BTreeSet::new()).unwrap();
        let schedule = &found[1].schedule;
        let rows = Rows::of(&analysed.scop, schedule).unwrap().unwrap();
        let (tmp, _) = analysed.scop.array("tmp").unwrap();
        let with_halo = |halo: i64| {
            let (statements, own) = ([0, 1].into(), [tmp].into());
            let loops = vec![Chunked { statements, own, halo: [(0, halo), (1, 0)].into() }];
            let lift = Lift::new(&analysed.scop, &rows, &loops, &|_| 4).unwrap();
            in_chunks(&analysed, schedule, &rows, &lift, loops).unwrap()
        };
        assert_eq!([0, 1].map(|halo| with_halo(halo).err()), [Some(tmp), Some(tmp)]);
        assert!(with_halo(2).is_ok());
    }
}
