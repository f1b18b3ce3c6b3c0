//! The smallest instances that show why an order is illegal.

use crate::Schedule;
use analysis::Analysed;
use analysis::violation::{Violation, violations};
use isl::{DimType, Map, Set, UnionMap, UnionSet};
use polyhedral::{ArrayId, Scop, StatementId};
use std::collections::BTreeMap;

/// One way in which an order is illegal, with a witness.
#[derive(Clone, Debug)]
pub struct Clash {
    /// Through which array.
    pub array: ArrayId,
    /// What goes wrong.
    pub kind: ClashKind,
    /// The values of the parameters, by name, without those that stand for constants.
    pub parameters: BTreeMap<String, i64>,
    /// The subscripts of the cell that holds the wrong value.
    pub cell: Vec<i64>,
    /// All clashes of this kind: the relation of [`Violation`], as one would write it down.
    pub all: UnionMap,
}

/// What goes wrong, with the instances of the witness.
#[derive(Clone, Debug)]
pub enum ClashKind {
    /// The read may come before the write of its value.
    Flow {
        /// Writes the value.
        write: Event,
        /// Reads too early.
        read: Event,
    },
    /// The live range of one value overlaps that of another.
    Range {
        /// Writes the value.
        write: Event,
        /// Still needs it.
        read: Event,
        /// Overwrites it.
        killer: Event,
        /// Reads what the killer wrote, if somebody does.
        killer_read: Option<Event>,
    },
    /// A value from before the region is overwritten before it is read.
    LiveIn {
        /// Still needs it.
        read: Event,
        /// Overwrites it.
        killer: Event,
        /// Reads what the killer wrote, if somebody does.
        killer_read: Option<Event>,
    },
    /// Another value than the program's is left in a cell.
    LiveOut {
        /// Writes the value that should stay.
        last: Event,
        /// Overwrites it.
        killer: Event,
    },
}

/// An instance and when it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its statement.
    pub statement: StatementId,
    /// Its iteration vector.
    pub vector: Vec<i64>,
    /// Its date in the schedule as written.
    pub date: Vec<i64>,
}

/// Everything that is wrong with `schedule`: one clash per array and kind. Empty if it is legal.
///
/// # Errors
/// isl's.
pub fn clashes(analysed: &Analysed, schedule: &Schedule) -> isl::Result<Vec<Clash>> {
    let found = violations(analysed, &schedule.order)?;
    found.iter().map(|(array, violation)| Search { analysed, schedule }.clash(*array, violation)).collect()
}

struct Search<'a> {
    analysed: &'a Analysed,
    schedule: &'a Schedule,
}

impl Search<'_> {
    fn clash(&self, array: ArrayId, violation: &Violation) -> isl::Result<Clash> {
        let scop = &self.analysed.scop;
        // { [S_w[j] -> S_r[i]] -> S_k[l] }, or pairs for the other variants
        let all = self.analysed.written(violation.relation().clone())?;
        let concrete = scop.concrete_map(violation.relation().clone())?;
        let smallest = smallest(&concrete)?;
        let parameters = parameter_values(scop, &smallest)?;
        let witness = match violation {
            Violation::Flow(_) => smallest.unwrap()?,
            _ => self.with_last_killer(smallest.unwrap()?, &concrete)?,
        };
        let mut events = self.events(witness)?.into_iter();
        let mut next = || events.next().unwrap_or(Event { statement: 0, vector: vec![], date: vec![] });
        let kind = match violation {
            Violation::Flow(_) => ClashKind::Flow { write: next(), read: next() },
            Violation::Range(_) => {
                let (write, read, killer) = (next(), next(), next());
                let killer_read = self.reader(array, &killer, &parameters)?;
                ClashKind::Range { write, read, killer, killer_read }
            }
            Violation::LiveIn(_) => {
                let (read, killer) = (next(), next());
                let killer_read = self.reader(array, &killer, &parameters)?;
                ClashKind::LiveIn { read, killer, killer_read }
            }
            Violation::LiveOut(_) => ClashKind::LiveOut { last: next(), killer: next() },
        };
        let writer = match &kind {
            ClashKind::Flow { write, .. } => write,
            ClashKind::Range { killer, .. }
            | ClashKind::LiveIn { killer, .. }
            | ClashKind::LiveOut { killer, .. } => killer,
        };
        let cell = self.cell(array, writer, &parameters);
        Ok(Clash { array, kind, parameters, cell, all })
    }

    /// `pair` (`{ X -> S_k[l] }`, each side a single point), with the last of all instances that overwrite
    /// the value of X: the value that is then found in the cell is its own, not that of a later one.
    fn with_last_killer(&self, pair: Map, all: &UnionMap) -> isl::Result<Map> {
        let victim = pair.clone().domain()?.to_union_set()?;
        let killers = all.clone().intersect_domain(victim.clone())?.range()?;
        // { S_k[l] -> [t] }
        let dates =
            self.analysed.scop.concrete_map(self.schedule.total.clone())?.intersect_domain(killers)?;
        let latest = dates.clone().range()?.lexmax()?;
        let last = dates.intersect_range(latest)?.domain()?;
        let pairs = UnionMap::from_domain_and_range(victim, last)?.maps()?;
        Ok(pairs.into_iter().next().unwrap_or(pair))
    }

    /// The instances of `{ [S -> T] -> U }` or `{ S -> T }`, each side a single point.
    fn events(&self, pair: Map) -> isl::Result<Vec<Event>> {
        let (left, right) = (pair.clone().domain()?, pair.range()?);
        let mut events = match left.is_wrapping()? {
            true => self.events(left.unwrap()?)?,
            false => vec![self.event(left)?],
        };
        events.push(self.event(right)?);
        Ok(events)
    }

    fn event(&self, point: Set) -> isl::Result<Event> {
        let name = point.tuple_name()?.unwrap_or_default();
        let statement = self.analysed.scop.statement(&name).map_or(0, |(id, _)| id);
        let vector = point.coordinates()?;
        let given = self.analysed.scop.concrete_map(self.schedule.dates.clone())?;
        let dates = UnionSet::from_set(point)?.apply(given)?.sets()?;
        let date = dates.first().map_or(Ok(vec![]), Set::coordinates)?;
        Ok(Event { statement, vector, date })
    }

    /// The first instance that reads what `write` wrote.
    fn reader(
        &self,
        array: ArrayId,
        write: &Event,
        parameters: &BTreeMap<String, i64>,
    ) -> isl::Result<Option<Event>> {
        let scop = &self.analysed.scop;
        let values = scop.concrete_map(self.analysed.dataflow.values[array].clone())?;
        let mut first: Option<(Vec<i64>, Event)> = None;
        for map in values.maps()? {
            let name = map.tuple_name(DimType::In)?.unwrap_or_default();
            if name != scop.statements[write.statement].name {
                continue;
            }
            let mut reads = at(map.wrap()?, parameters)?.unwrap()?;
            for (position, value) in (0..).zip(&write.vector) {
                let value = isl::Val::from_i64(scop.context.context(), *value)?;
                reads = reads.fix_val(DimType::In, position, value)?;
            }
            if !reads.is_empty()? {
                let event = self.event(reads.range()?.lexmin()?)?;
                if first.as_ref().is_none_or(|(date, _)| event.date < *date) {
                    first = Some((event.date.clone(), event));
                }
            }
        }
        Ok(first.map(|(_, event)| event))
    }

    /// The cell of `array` that the instance writes.
    fn cell(&self, array: ArrayId, write: &Event, parameters: &BTreeMap<String, i64>) -> Vec<i64> {
        let scop = &self.analysed.scop;
        let statement = &scop.statements[write.statement];
        let access = statement.accesses.iter().find(|access| access.writes() && access.array == array);
        let mut values = parameters.clone();
        values.extend(scop.lifted().filter_map(|p| Some((p.name.clone(), p.value?))));
        let iterators = statement.iterators.iter().map(|iterator| iterator.name.clone());
        values.extend(iterators.zip(write.vector.iter().copied()));
        let subscripts = access.map(|access| access.subscripts.as_slice()).unwrap_or_default();
        subscripts.iter().filter_map(|subscript| subscript.evaluate(&values)).collect()
    }
}

/// The smallest point of `clashes`, with the smallest parameter values: wrapped.
fn smallest(clashes: &UnionMap) -> isl::Result<Set> {
    let mut best: Option<(Vec<i64>, Set)> = None;
    for candidates in clashes.clone().wrap()?.sets()? {
        let first = smallest_parameters(candidates)?.lexmin()?;
        let parameters = 0..first.dim(DimType::Param)?;
        let mut key =
            parameters.map(|position| value_of(&first, position)).collect::<isl::Result<Vec<_>>>()?;
        key.extend(first.coordinates()?);
        if best.as_ref().is_none_or(|(smallest, _)| key < *smallest) {
            best = Some((key, first));
        }
    }
    let missing =
        || isl::Error { kind: isl::ErrorKind::Invalid, message: "a violation isn't empty".to_string() };
    best.map(|(_, point)| point).ok_or_else(missing)
}

/// `set` at the lexicographically smallest parameter values at which it isn't empty; not below 0 where
/// that can be.
fn smallest_parameters(mut set: Set) -> isl::Result<Set> {
    for position in 0..set.dim(DimType::Param)? {
        let not_negative = set.clone().lower_bound_si(DimType::Param, position, 0)?;
        let is_negative = not_negative.is_empty()?;
        let candidates = if is_negative { set.clone() } else { not_negative };
        let values = candidates.move_dims(DimType::Set, 0, DimType::Param, position, 1)?;
        let values = values.project_out_all_params()?;
        let value = if is_negative { values.dim_max_val(0)? } else { values.dim_min_val(0)? };
        set = set.fix_val(DimType::Param, position, value)?;
    }
    Ok(set)
}

/// The value of a parameter that `point` fixes.
fn value_of(point: &Set, position: u32) -> isl::Result<i64> {
    let values = point.clone().move_dims(DimType::Set, 0, DimType::Param, position, 1)?;
    Ok(values.project_out_all_params()?.dim_min_val(0)?.to_i64()?.unwrap_or(i64::MAX))
}

fn parameter_values(scop: &Scop, point: &Set) -> isl::Result<BTreeMap<String, i64>> {
    let mut values = BTreeMap::new();
    for position in 0..point.dim(DimType::Param)? {
        let name = point.dim_name(DimType::Param, position)?.unwrap_or_default();
        let known = scop.parameters.iter().find(|p| p.name == name);
        if known.is_some_and(|parameter| parameter.value.is_none()) {
            values.insert(name, value_of(point, position)?);
        }
    }
    Ok(values)
}

/// `set` at the given parameter values.
fn at(mut set: Set, parameters: &BTreeMap<String, i64>) -> isl::Result<Set> {
    for (name, value) in parameters {
        if let Some(position) = set.space()?.find_dim_by_name(DimType::Param, name)? {
            let value = isl::Val::from_i64(set.context(), *value)?;
            set = set.fix_val(DimType::Param, position, value)?;
        }
    }
    Ok(set)
}
