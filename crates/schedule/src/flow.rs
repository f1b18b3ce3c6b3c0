//! What constrains a new order, and how far apart the rows are that it connects.

use crate::nest::Frame;
use crate::track::{Track, functions};
use analysis::{Analysed, Order};
use isl::{DimType, Map, Set};
use polyhedral::{ArrayId, Scop, StatementId};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Why instances belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The second reads a value of the first, and must stay after it.
    Flow,
    /// Both use a cell and one of them writes it: the second must stay after the first.
    Reuse,
    /// Both read a value from before the region. Either may be first.
    Input,
}

/// What connects instances of two statements.
#[derive(Clone, Debug)]
pub struct Dependence {
    /// Through which array.
    pub array: ArrayId,
    /// Why.
    pub kind: Kind,
    /// The statement that is earlier in the program.
    pub source: StatementId,
    /// The later statement.
    pub sink: StatementId,
    /// `{ S[j] -> T[i] }`, the earlier instance first.
    pub relation: Map,
    /// Whether that is all there is of this kind between the two through the array, rather than a part of it.
    pub is_whole: bool,
}

impl Dependence {
    /// What tells it, with these rows, from all others; only if it is whole.
    fn between(&self, source: &Track, sink: &Track) -> Option<Between> {
        let ends = (self.array, self.kind, self.source, self.sink, source.clone(), sink.clone());
        self.is_whole.then_some(ends)
    }
}

/// How far the row of the sink is behind that of the source; `None` where no constant bounds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spread {
    /// At least.
    pub least: Option<i64>,
    /// At most.
    pub most: Option<i64>,
}

impl Spread {
    /// Whether a value waits for a constant number of rows.
    pub fn is_bounded(&self) -> bool {
        self.least.is_some() && self.most.is_some()
    }
}

/// All flow, by array and statements.
///
/// # Errors
/// isl's.
pub fn flow(analysed: &Analysed) -> isl::Result<Vec<Dependence>> {
    let mut found = Vec::new();
    for (array, values) in analysed.dataflow.values.iter().enumerate() {
        for relation in values.maps()? {
            found.extend(dependence(&analysed.scop, array, Kind::Flow, relation)?);
        }
    }
    found.sort_by_key(|d| (d.source, d.sink, d.array));
    Ok(found)
}

/// What must keep its order since it uses the same cell of `arrays`, one of the two writing it.
///
/// # Errors
/// isl's.
pub fn reuse(analysed: &Analysed, arrays: &BTreeSet<ArrayId>) -> isl::Result<Vec<Dependence>> {
    let order = Order::sequential(analysed.scop.schedule.clone());
    let mut found = Vec::new();
    for &array in arrays {
        let writes = analysed.dataflow.writes[array].clone();
        let uses = analysed.dataflow.reads[array].clone().union(writes.clone())?;
        // { S[j] -> S_k[l] }: the second overwrites what the first reads or writes
        let same_cell = uses.apply_range(writes.reverse()?)?;
        for relation in order.certainly(&same_cell)?.maps()? {
            found.extend(dependence(&analysed.scop, array, Kind::Reuse, relation)?);
        }
    }
    Ok(found)
}

/// Which statements read the same values of arrays that the region only reads: each with the next one in
/// the text that reads the array.
///
/// # Errors
/// isl's.
pub fn inputs(analysed: &Analysed) -> isl::Result<Vec<Dependence>> {
    let scop = &analysed.scop;
    let mut found = Vec::new();
    for array in 0..scop.arrays.len() {
        if scop.arrays[array].dimensions() == 0 || !analysed.dataflow.writes[array].is_empty()? {
            continue;
        }
        let reads = &analysed.dataflow.reads[array];
        let mut readers = Vec::new();
        for statement in &scop.statements {
            let own = reads.clone().intersect_domain(statement.domain.clone().to_union_set()?)?;
            if !own.is_empty()? {
                readers.push(own);
            }
        }
        for pair in readers.windows(2) {
            let same_cell = pair[0].clone().apply_range(pair[1].clone().reverse()?)?;
            for relation in same_cell.maps()? {
                found.extend(dependence(scop, array, Kind::Input, relation)?);
            }
        }
    }
    Ok(found)
}

pub(crate) fn dependence(
    scop: &Scop,
    array: ArrayId,
    kind: Kind,
    relation: Map,
) -> isl::Result<Option<Dependence>> {
    let statement = |side| -> isl::Result<Option<StatementId>> {
        let name = relation.tuple_name(side)?.unwrap_or_default();
        Ok(scop.statement(&name).map(|(id, _)| id))
    };
    let (Some(source), Some(sink)) = (statement(DimType::In)?, statement(DimType::Out)?) else {
        return Ok(None);
    };
    let relation = relation.intersect_params(scop.context.clone())?.align_params(scop.context.space()?)?;
    let is_empty = relation.is_empty()?;
    Ok((!is_empty).then_some(Dependence { array, kind, source, sink, relation, is_whole: true }))
}

/// A value that waits for more than one in so many rows isn't worth a loop of its own.
const LEAST_SAVING: i64 = 4;

/// A whole dependence, and how its ends do their rows.
pub type Between = (ArrayId, Kind, StatementId, StatementId, Track, Track);

/// How far apart the rows are that whole dependences connect, from all searches for orders of a program: most ask the same.
pub type Spreads = RefCell<BTreeMap<Between, Spread>>;

/// The rows of instances; remembers what it has computed.
pub struct Rows<'a> {
    frame: &'a Frame,
    spreads: BTreeMap<(usize, Track, Track), Spread>,
}

impl<'a> Rows<'a> {
    /// Of the dates in `frame`.
    pub fn new(frame: &'a Frame) -> Self {
        Rows { frame, spreads: BTreeMap::new() }
    }

    /// `{ S[i] -> [x + delay] }`
    ///
    /// # Errors
    /// isl's.
    pub fn of(&self, statement: StatementId, track: &Track, delay: i64) -> isl::Result<Map> {
        let dates = &self.frame.dates[statement];
        let space = dates.space()?.range()?;
        let row = track.function(&space, delay)?;
        dates.clone().apply_range(functions(&space, vec![row])?)
    }

    /// `{ [x] -> [y] }`: the rows that `dependence` connects.
    ///
    /// # Errors
    /// isl's.
    pub fn connected(&self, dependence: &Dependence, source: &Track, sink: &Track) -> isl::Result<Map> {
        let (from, to) = (self.of(dependence.source, source, 0)?, self.of(dependence.sink, sink, 0)?);
        dependence.relation.clone().apply_domain(from)?.apply_range(to)
    }

    /// How far apart the rows are that `dependence` connects, which is number `id` of those at hand. Where
    /// all sizes are known, everything is a constant: a distance that is a good part of the rows counts as
    /// none.
    ///
    /// # Errors
    /// isl's.
    pub fn spread(
        &mut self,
        (id, dependence): (usize, &Dependence),
        source: &Track,
        sink: &Track,
    ) -> isl::Result<Spread> {
        let between = dependence.between(source, sink);
        let part = (id, source.clone(), sink.clone());
        let known = match &between {
            Some(between) => self.frame.spreads.borrow().get(between).copied(),
            None => self.spreads.get(&part).copied(),
        };
        if let Some(known) = known {
            return Ok(known);
        }
        // { [y - x] }
        let distances = bounds(self.connected(dependence, source, sink)?.deltas()?)?;
        let rows = self.rows(dependence.source, source)?.zip(self.rows(dependence.sink, sink)?);
        let limit = rows.map_or(i64::MAX, |(one, other)| one.max(other) / LEAST_SAVING);
        let spread = Spread {
            least: distances.least.filter(|least| *least >= -limit),
            most: distances.most.filter(|most| *most <= limit),
        };
        match between {
            Some(between) => self.frame.spreads.borrow_mut().insert(between, spread),
            None => self.spreads.insert(part, spread),
        };
        Ok(spread)
    }

    /// The number of rows that `statement` has, if it is a constant.
    fn rows(&self, statement: StatementId, track: &Track) -> isl::Result<Option<i64>> {
        let instances = self.frame.domains[statement].clone();
        let rows = bounds(instances.apply(self.of(statement, track, 0)?)?)?;
        Ok(rows.least.zip(rows.most).map(|(least, most)| most - least + 1))
    }

    /// How far the rows of `statement` are behind the single row `other`.
    ///
    /// # Errors
    /// isl's.
    pub fn distance(&self, statement: StatementId, track: &Track, other: &Track) -> isl::Result<Spread> {
        let row = self.of(statement, track, 0)?;
        let other = self.of(statement, other, 0)?.neg()?;
        bounds(row.sum(other)?.intersect_domain(self.frame.domains[statement].clone())?.range()?)
    }

    /// Those instances of `dependence` whose rows are one, delays included.
    ///
    /// # Errors
    /// isl's.
    pub fn within(
        &self,
        dependence: &Dependence,
        source: (&Track, i64),
        sink: (&Track, i64),
    ) -> isl::Result<Option<Dependence>> {
        let from = self.of(dependence.source, source.0, source.1)?;
        let to = self.of(dependence.sink, sink.0, sink.1)?;
        let relation = dependence.relation.clone().intersect(from.apply_range(to.reverse()?)?)?;
        let is_empty = relation.is_empty()?;
        Ok((!is_empty).then_some(Dependence { relation, is_whole: false, ..dependence.clone() }))
    }
}

/// The constants between which the values of `set` (`{ [x] }`) lie at all parameter values.
///
/// # Errors
/// isl's.
pub fn bounds(set: Set) -> isl::Result<Spread> {
    // infinities are no integers
    Ok(Spread { least: set.clone().dim_min_val(0)?.to_i64()?, most: set.dim_max_val(0)?.to_i64()? })
}
