//! The loop nests of a region, read off the dates of the program.
//!
//! A date of the program is a sequence of positions among neighbours and of loop counters (2d+1 encoding).
//! A [`Nest`] is a set of statements with the dimensions of their dates that no outer loop has fixed yet.
//! Positions split it into neighbours ([`Frame::split`]), counters on which all its statements agree are
//! its loops ([`Frame::loops`]).

use crate::flow::Spreads;
use analysis::order::on_whole_spaces;
use isl::{DimType, Map, Set, UnionMap};
use polyhedral::{Scop, StatementId};
use std::collections::{BTreeMap, BTreeSet};

/// A dimension of a statement's date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Entry {
    /// The same for all instances.
    Position(i64),
    /// The counter of a loop, or its negative.
    Counter,
}

/// The dates of a program.
#[derive(Debug)]
pub struct Frame {
    /// Per statement `{ S[i] -> [t] }`, on whole spaces.
    pub dates: Vec<Map>,
    /// Per statement its instances, `{ S[i] }`.
    pub domains: Vec<Set>,
    /// None for statements that never run.
    entries: Vec<Vec<Entry>>,
    /// The counters that have one value in all instances, at given sizes: loops of borders.
    single: Vec<Vec<bool>>,
    /// Statements whose loops have no others in them.
    pub alone: BTreeSet<StatementId>,
    /// How far apart their rows are.
    pub spreads: Spreads,
}

/// Statements that stay together, and what orders them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nest {
    /// Which, in textual order.
    pub statements: Vec<StatementId>,
    /// The dimensions of dates that order them still, in ascending order.
    pub rest: Vec<u32>,
}

impl Frame {
    /// The dates of `scop`; `None` where a statement that runs has none.
    ///
    /// # Errors
    /// isl's.
    pub fn of(scop: &Scop) -> isl::Result<Option<Self>> {
        Frame::by(scop, &scop.schedule)
    }

    /// The `dates` (`{ S[i] -> [t] }`) of the statements of `scop` in another order.
    ///
    /// # Errors
    /// isl's.
    pub fn by(scop: &Scop, dates: &UnionMap) -> isl::Result<Option<Self>> {
        let mut found = Vec::new();
        for statement in &scop.statements {
            let whole = Set::universe(statement.domain.space()?)?.to_union_set()?;
            let dates = on_whole_spaces(dates.clone().intersect_domain(whole)?)?;
            found.push(match &dates.maps()?[..] {
                [dates] => Some(dates.clone().align_params(scop.context.space()?)?),
                [] if statement.domain.is_empty()? => None,
                _ => return Ok(None),
            });
        }
        let Some(space) = found.iter().flatten().next().map(|dates| dates.space()?.range()).transpose()?
        else {
            return Ok(None);
        };
        let mut frame = Frame {
            dates: Vec::new(),
            domains: Vec::new(),
            entries: Vec::new(),
            single: Vec::new(),
            alone: BTreeSet::new(),
            spreads: Spreads::default(),
        };
        for (statement, dates) in scop.statements.iter().zip(found) {
            let domain = statement.domain.clone().intersect_params(scop.context.clone())?;
            let entries = dates.as_ref().map(entries).transpose()?.unwrap_or_default();
            let single = dates.as_ref().map(|dates| single(&domain, dates, &entries)).transpose()?;
            frame.single.push(single.unwrap_or_default());
            frame.entries.push(entries);
            frame.dates.push(match dates {
                Some(dates) => dates,
                None => Map::empty(statement.domain.space()?.map_from_domain_and_range(space.clone())?)?,
            });
            frame.domains.push(domain);
        }
        Ok(Some(frame))
    }

    /// Whether a nest runs in loops of its own.
    pub fn is_alone(&self, nest: &Nest) -> bool {
        nest.statements.iter().any(|statement| self.alone.contains(statement))
    }

    /// The number of dimensions of dates.
    pub fn length(&self) -> u32 {
        self.entries.iter().map(Vec::len).max().unwrap_or(0) as u32
    }

    /// All statements that run as one nest.
    pub fn whole(&self) -> Nest {
        let runs = |statement: &StatementId| self.entries[*statement].len() == self.length() as usize;
        Nest {
            statements: (0..self.entries.len()).filter(runs).collect(),
            rest: (0..self.length()).collect(),
        }
    }

    /// The neighbours that `nest` consists of, in the order of the text: one if it is a loop or a statement.
    pub fn split(&self, nest: &Nest) -> Vec<Nest> {
        let Some(place) = nest.rest.iter().position(|d| self.position(nest, *d).is_none()) else {
            return vec![nest.clone()];
        };
        let (dimension, rest) = (nest.rest[place], &nest.rest[place + 1..]);
        let mut parts: BTreeMap<i64, Vec<StatementId>> = BTreeMap::new();
        for &statement in &nest.statements {
            match self.entries[statement][dimension as usize] {
                Entry::Position(position) => parts.entry(position).or_default().push(statement),
                // a loop, alone or between things that aren't
                Entry::Counter => return vec![Nest { rest: nest.rest[place..].to_vec(), ..nest.clone() }],
            }
        }
        parts.into_values().map(|statements| Nest { statements, rest: rest.to_vec() }).collect()
    }

    /// The loops around all of `nest`, outermost first: dimensions of dates.
    pub fn loops(&self, nest: &Nest) -> Vec<u32> {
        let shared = nest.rest.iter().copied().take_while(|d| {
            let is_counter = |s: &StatementId| self.entries[*s][*d as usize] == Entry::Counter;
            self.position(nest, *d).is_some() || nest.statements.iter().all(is_counter)
        });
        shared.filter(|d| self.position(nest, *d).is_none()).collect()
    }

    /// The outermost loop around all of `nest`, if there is one.
    pub fn outer_loop(&self, nest: &Nest) -> Option<u32> {
        self.loops(nest).first().copied()
    }

    /// The most loops around a statement of `nest`.
    pub fn depth(&self, nest: &Nest) -> usize {
        let counters = |s: &StatementId| {
            nest.rest.iter().filter(|d| self.entries[*s][**d as usize] == Entry::Counter).count()
        };
        nest.statements.iter().map(counters).max().unwrap_or(0)
    }

    /// The same without loops of one iteration, where there are others.
    pub fn dimensions(&self, nest: &Nest) -> usize {
        let is_many = |s: StatementId, d: u32| {
            self.entries[s][d as usize] == Entry::Counter && !self.single[s][d as usize]
        };
        let counters = |s: &StatementId| nest.rest.iter().filter(|d| is_many(*s, **d)).count();
        let most = nest.statements.iter().map(counters).max().unwrap_or(0);
        most.max(self.depth(nest).min(1))
    }

    /// Per statement of `nest` the loops around it, outermost first: dimensions of dates.
    pub fn counters(&self, nest: &Nest) -> BTreeMap<StatementId, Vec<u32>> {
        let loops = |s: StatementId| {
            let is_counter = |d: &u32| self.entries[s][*d as usize] == Entry::Counter;
            nest.rest.iter().copied().filter(is_counter).collect()
        };
        nest.statements.iter().map(|s| (*s, loops(*s))).collect()
    }

    /// The dimensions of dates that count the loops around both statements, if these are the same loops.
    pub fn same_loops(&self, one: StatementId, other: StatementId) -> Option<Vec<u32>> {
        let (one, other) = (&self.entries[one], &self.entries[other]);
        let is_counter = |entry: &Entry| *entry == Entry::Counter;
        let inside = one.iter().rposition(is_counter).map_or(0, |innermost| innermost + 1);
        let is_same = one[..inside] == other[..inside] && !other[inside..].iter().any(is_counter);
        is_same.then(|| (0..).zip(&one[..inside]).filter(|(_, e)| is_counter(e)).map(|(d, _)| d).collect())
    }

    /// Whether the loop of `dimension` around one statement is also around the other.
    pub fn share(&self, one: StatementId, other: StatementId, dimension: u32) -> bool {
        let outside = ..=dimension as usize;
        self.entries[one].get(outside) == self.entries[other].get(outside)
    }

    /// The dimensions that order the instances of `nest`, without those that are the same for all.
    pub fn ordering(&self, nest: &Nest) -> Vec<u32> {
        nest.rest.iter().copied().filter(|d| self.position(nest, *d).is_none()).collect()
    }

    /// The position that all of `nest` has in `dimension`, if it has one.
    fn position(&self, nest: &Nest, dimension: u32) -> Option<i64> {
        let mut entries = nest.statements.iter().map(|s| self.entries[*s][dimension as usize]);
        match entries.next() {
            Some(Entry::Position(first)) => {
                entries.all(|entry| entry == Entry::Position(first)).then_some(first)
            }
            _ => None,
        }
    }
}

impl Nest {
    /// The same inside the loop of `dimension`.
    pub fn inside(&self, dimension: u32) -> Self {
        let rest = self.rest.iter().copied().filter(|d| *d != dimension).collect();
        Nest { statements: self.statements.clone(), rest }
    }
}

/// What each dimension of `dates` (`{ S[i] -> [t] }`) is.
fn entries(dates: &Map) -> isl::Result<Vec<Entry>> {
    let values = dates.clone().range()?;
    let entry = |dimension| {
        let least = values.clone().dim_min_val(dimension)?.to_i64()?;
        let most = values.clone().dim_max_val(dimension)?.to_i64()?;
        Ok(match (least, most) {
            (Some(least), Some(most)) if least == most => Entry::Position(least),
            _ => Entry::Counter,
        })
    };
    (0..dates.dim(DimType::Out)?).map(entry).collect()
}

/// Which dimensions of `dates` (`{ S[i] -> [t] }`) are counters with one value on all of `domain`, at given sizes.
fn single(domain: &Set, dates: &Map, entries: &[Entry]) -> isl::Result<Vec<bool>> {
    let values = domain.clone().apply(dates.clone())?;
    let is_single = |(dimension, entry): (u32, &Entry)| match entry {
        Entry::Position(_) => Ok(false),
        Entry::Counter => Ok(!has_several(&values, dimension)?),
    };
    (0..).zip(entries).map(is_single).collect()
}

/// `{ [x] }`: what `values` (`{ S[i] }`) are along this dimension.
pub fn line(values: &Set, dimension: u32) -> isl::Result<Set> {
    let behind = values.dim(DimType::Set)? - dimension - 1;
    let line = values.clone().project_out(DimType::Set, dimension + 1, behind)?;
    line.project_out(DimType::Set, 0, dimension)
}

/// Whether `values` (`{ S[i] }`) are several along this dimension, at given sizes.
pub fn has_several(values: &Set, dimension: u32) -> isl::Result<bool> {
    let line = line(values, dimension)?;
    Ok(!line.is_subset(&line.clone().lexmin()?)?)
}
