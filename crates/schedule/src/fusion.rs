//! Which neighbouring loop nests run row by row in one loop.
//!
//! A group starts with one nest and one of its loops, and grows along the values that its nests exchange: a
//! nest joins if one of its loops (as it is, scaled or reversed) does the rows of a value at a constant
//! distance from those of its partner in the group, if every value still flows forward after a constant
//! delay, and if no third nest would have to run both before and after the group. A nest without such a
//! loop (the border of an array, which has statements of its own) may join as a single row. Nests that would
//! have to run both after and before the group, since they use cells that others of it write (a copy of the values
//! before the last), join with the nest that asks for it. Whatever joins nothing runs by itself: fusion is partial.

use crate::delays;
use crate::flow::{Dependence, Kind, Rows, Spread, bounds};
use crate::interchange::Interchange;
use crate::nest::{Frame, Nest, has_several};
use crate::storage::Storage;
use crate::track::{Shift, Track, functions};
use isl::{Aff, DimType, Map, PwAff, Set};
use polyhedral::ArrayId;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Rows are at most this far apart: a larger ratio of sizes is no resampling.
const LARGEST_SCALE: i64 = 8;
/// Values that connect fewer rows don't make two loops one.
const LEAST_ROWS: i64 = 4;
/// Single rows that come before or after a group are at most so many rows from it.
const NEAR: u64 = 16;
/// What keeping the rows of an array in cache is worth, against keeping nothing else of it.
const CACHED: f64 = 0.5;

/// How many times the bytes of an inner loop over rows an outer one may keep and still be preferred.
const CLEARLY: f64 = 4.0;

/// The nests of a group, by their positions among their neighbours, and how each does its rows; a single
/// nest alone has an empty one of its own.
pub type Tracks = BTreeMap<usize, Track>;

/// Nests that run together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Group {
    /// One alone.
    Single(usize),
    /// Several by rows.
    Fused(Tracks),
}

/// Whether a group may be one.
pub type Wanted<'w, 'a> = &'w dyn Fn(&mut Neighbours<'a>, &Tracks) -> isl::Result<bool>;

/// A dependence among neighbours.
#[derive(Clone, Copy, Debug)]
pub struct Edge<'a> {
    /// The nest of the source.
    pub from: usize,
    /// The nest of the sink.
    pub to: usize,
    /// Its number among the dependences at hand.
    id: usize,
    /// It.
    pub dependence: &'a Dependence,
}

/// Neighbours in the order of the text, and what connects them.
pub struct Neighbours<'a> {
    frame: &'a Frame,
    nests: &'a [Nest],
    /// Their positions, those with the most loops first.
    by_depth: Vec<usize>,
    /// What must keep its order.
    edges: Vec<Edge<'a>>,
    /// What only reads the same.
    shared: Vec<Edge<'a>>,
    rows: Rows<'a>,
    storage: &'a Storage<'a>,
    /// Per array what it is worth to keep it small.
    worth: Vec<f64>,
    /// What becomes of loops that aren't fused: outer ones are preferred as they are then.
    interchange: &'a Interchange,
    /// Nests that come before or after a group whose values they only begin or end.
    idle: BTreeSet<usize>,
    /// Whether groups of elements are to run in strips, so that they need all that touches the same arrays.
    for_strips: bool,
}

impl<'a> Neighbours<'a> {
    /// The neighbours `nests`, of which `dependences` hold.
    pub fn new(
        frame: &'a Frame,
        storage: &'a Storage<'a>,
        nests: &'a [Nest],
        dependences: &'a [Dependence],
        interchange: &'a Interchange,
        for_strips: bool,
    ) -> Self {
        let nest_of = |statement| nests.iter().position(|nest| nest.statements.contains(&statement));
        let edge = |(id, dependence): (usize, &'a Dependence)| {
            let (from, to) = (nest_of(dependence.source)?, nest_of(dependence.sink)?);
            Some(Edge { from, to, id, dependence })
        };
        let all = dependences.iter().enumerate().filter_map(edge);
        let mut by_depth: Vec<usize> = (0..nests.len()).collect();
        by_depth.sort_by_key(|nest| Reverse(frame.dimensions(&nests[*nest])));
        let (shared, edges) = all.partition(|edge| edge.dependence.kind == Kind::Input);
        Neighbours {
            frame,
            nests,
            by_depth,
            edges,
            shared,
            rows: Rows::new(frame),
            storage,
            worth: storage.worth(),
            interchange,
            idle: BTreeSet::new(),
            for_strips,
        }
    }

    /// The rows of instances.
    pub fn rows(&self) -> &Rows<'a> {
        &self.rows
    }

    /// The groups that are `wanted`, in an order in which they can run.
    ///
    /// # Errors
    /// isl's.
    pub fn groups(&mut self, wanted: Wanted<'_, 'a>) -> isl::Result<Vec<Group>> {
        let mut groups: Vec<Tracks> = Vec::new();
        let mut seeds: BTreeSet<usize> = (0..self.nests.len()).filter(|nest| !self.is_alone(*nest)).collect();
        while let Some(seed) = self.deepest(&seeds) {
            seeds.remove(&seed);
            let Some(best) = self.best_from(seed, &groups, wanted)? else { continue };
            // strips have the cells of borders in their windows
            let stays_whole =
                self.for_strips && best.keys().all(|nest| self.frame.depth(&self.nests[*nest]) <= 1);
            let group =
                if stays_whole { best.clone() } else { self.without_idle_rows(best.clone(), &groups)? };
            if self.gain(&group)? > 0.0 {
                seeds.retain(|nest| !group.contains_key(nest));
                self.idle.extend(best.into_keys().filter(|nest| !group.contains_key(nest)));
                groups.push(group);
            }
        }
        Ok(self.in_order(groups))
    }

    /// The nest with the most loops, the first of several: borders come to the rows, not rows to a border.
    fn deepest(&self, nests: &BTreeSet<usize>) -> Option<usize> {
        let dimensions = |nest: usize| self.frame.dimensions(&self.nests[nest]);
        nests.iter().copied().max_by_key(|nest| (dimensions(*nest), usize::MAX - nest))
    }

    /// The group around `seed` that keeps the fewest bytes, over all loops of the seed with which one is `wanted`; an inner loop must
    /// be clearly better than an outer one, and the innermost is taken where no other will do: rows stay
    /// whole.
    fn best_from(
        &mut self,
        seed: usize,
        done: &[Tracks],
        wanted: Wanted<'_, 'a>,
    ) -> isl::Result<Option<Tracks>> {
        let exchanged = self.connecting().filter(|edge| edge.from != edge.to);
        let arrays: BTreeSet<_> = exchanged.map(|edge| edge.dependence.array).collect();
        let all: f64 = arrays.iter().map(|array| self.worth[*array]).sum();
        let mut best: Option<(f64, Tracks)> = None;
        let loops = self.interchange.order_of(&self.nests[seed], self.frame.loops(&self.nests[seed]));
        let is_innermost = |place: usize| place > 0 && place + 1 == self.frame.depth(&self.nests[seed]);
        for (place, dimension) in loops.into_iter().enumerate() {
            let start = Tracks::from([(seed, Track::by(dimension))]);
            if best.is_some() && is_innermost(place) || !self.is_legal(&start, seed)? {
                continue;
            }
            let group = self.grown(start, done)?;
            let gain = self.gain(&group)?;
            let is_better = |(least, _): &(f64, Tracks)| CLEARLY * (all - gain) < *least;
            if gain > 0.0 && best.as_ref().is_none_or(is_better) && wanted(self, &group)? {
                best = Some((all - gain, group));
            }
        }
        Ok(best.map(|(_, group)| group))
    }

    /// What makes it worthwhile to run two nests together: the values that flow, then those both read.
    fn connecting(&self) -> impl Iterator<Item = &Edge<'a>> {
        self.edges.iter().filter(|edge| edge.dependence.kind == Kind::Flow).chain(&self.shared)
    }

    fn grown(&mut self, mut group: Tracks, done: &[Tracks]) -> isl::Result<Tracks> {
        while let Some(larger) = self.joined(&group, done)? {
            group = larger;
        }
        Ok(group)
    }

    /// `group` with one more nest, the first of the deepest that can join, and those between the two: a border that joined first might
    /// have to run both before and after one that joins later.
    fn joined(&mut self, group: &Tracks, done: &[Tracks]) -> isl::Result<Option<Tracks>> {
        for position in 0..self.by_depth.len() {
            let nest = self.by_depth[position];
            let taken = group.contains_key(&nest) || done.iter().any(|other| other.contains_key(&nest));
            if taken || self.is_alone(nest) {
                continue;
            }
            let Some(between) = self.between(group, nest, done) else { continue };
            let mut larger = self.aligned(group, nest, self.connecting().copied().collect())?;
            for other in between {
                let Some(all) = larger else { break };
                larger = self.aligned(&all, other, self.edges.clone())?;
            }
            if larger.is_some() {
                return Ok(larger);
            }
        }
        Ok(None)
    }

    /// The nests that must run after a nest of `group` or `nest` and before another one of these; `None` if they stand in groups
    /// that are `done`.
    fn between(&self, group: &Tracks, nest: usize, done: &[Tracks]) -> Option<Vec<usize>> {
        let ends = || group.keys().copied().chain([nest]);
        if self.can_run(ends(), done) {
            return Some(Vec::new());
        }
        let (after, before) = (
            self.reached(ends(), |edge| (edge.from, edge.to)),
            self.reached(ends(), |edge| (edge.to, edge.from)),
        );
        let ends: BTreeSet<usize> = ends().collect();
        let between: Vec<usize> =
            after.intersection(&before).copied().filter(|nest| !ends.contains(nest)).collect();
        let fits = self.can_run(ends.into_iter().chain(between.iter().copied()), done);
        (fits && !between.iter().any(|nest| self.is_alone(*nest))).then_some(between)
    }

    /// Whether a nest joins no other.
    fn is_alone(&self, nest: usize) -> bool {
        self.frame.is_alone(&self.nests[nest])
    }

    /// The nests to which edges lead from `nests`, these among them; `ends` tells where an edge begins and ends.
    fn reached(
        &self,
        nests: impl Iterator<Item = usize>,
        ends: impl Fn(&Edge) -> (usize, usize),
    ) -> BTreeSet<usize> {
        let mut found: BTreeSet<usize> = nests.collect();
        loop {
            let next =
                self.edges.iter().map(&ends).filter(|(from, _)| found.contains(from)).map(|(_, to)| to);
            let more: Vec<usize> = next.filter(|to| !found.contains(to)).collect();
            if more.is_empty() {
                return found;
            }
            found.extend(more);
        }
    }

    /// `group` with `nest`, which one of the edges `by` connects with it at constant distances.
    fn aligned(&mut self, group: &Tracks, nest: usize, by: Vec<Edge<'a>>) -> isl::Result<Option<Tracks>> {
        let partner = |edge: &Edge| match (edge.from == nest, edge.to == nest) {
            (true, false) => Some(edge.to),
            (false, true) => Some(edge.from),
            _ => None,
        };
        let mut edges: Vec<(Edge, usize)> = by
            .into_iter()
            .filter_map(|edge| Some((edge, partner(&edge)?)))
            .filter(|(_, partner)| group.contains_key(partner))
            .collect();
        // loops tell more than borders
        edges.sort_by_key(|(_, partner)| group[partner].counter.is_none());
        for (edge, partner) in edges {
            for (factor, track) in self.alignments(nest, &edge, partner, &group[&partner])? {
                let mut larger: Tracks = group.iter().map(|(n, t)| (*n, t.scaled(factor))).collect();
                larger.insert(nest, track);
                if self.spread(&edge, &larger)?.is_bounded() && self.is_legal(&larger, nest)? {
                    return Ok(Some(larger));
                }
            }
        }
        Ok(None)
    }

    /// How `nest` may do the rows that `edge` connects with `track` of `partner`: by how much the rows of
    /// the group must be moved apart first, and its own track.
    fn alignments(
        &self,
        nest: usize,
        edge: &Edge,
        partner: usize,
        track: &Track,
    ) -> isl::Result<Vec<(i64, Track)>> {
        let connected = |own: &Track| match edge.from == nest {
            true => self.rows.connected(edge.dependence, own, track)?.reverse(),
            false => self.rows.connected(edge.dependence, track, own),
        };
        let mut found = Vec::new();
        for dimension in self.frame.loops(&self.nests[nest]) {
            let own = Track::by(dimension);
            // { [x] -> [counter] }: rows of the group and iterations of the nest
            let rows = connected(&own)?;
            if !has_many(rows.clone().domain()?)? || !has_many(rows.clone().range()?)? {
                continue;
            }
            for (factor, scale) in ratios(&rows)? {
                let mut own = own.scaled(scale);
                // { [factor * x - scale * counter] }
                let apart = multiplied(rows.clone(), factor, scale)?.reverse()?.deltas()?;
                if !bounds(apart.clone())?.is_bounded() {
                    let Some(shift) = constant_row(&apart.dim_min(0)?)? else { continue };
                    own.shift = shift;
                }
                found.push((factor, own));
            }
        }
        let is_border =
            self.frame.dimensions(&self.nests[nest]) < self.frame.dimensions(&self.nests[partner]);
        // what one border hands to another is in a window, too
        if is_border || self.for_strips && track.counter.is_none() {
            let rows = connected(&Track::at(Shift::default()))?.domain()?;
            let row = if edge.from == nest { rows.dim_min(0)? } else { rows.dim_max(0)? };
            found.extend(constant_row(&row)?.map(|row| (1, Track::at(row))));
        }
        Ok(found)
    }

    /// Whether values flow forward after a constant delay, to and from `nest`, and within it.
    fn is_legal(&mut self, group: &Tracks, nest: usize) -> isl::Result<bool> {
        let inside = |edge: &&Edge| group.contains_key(&edge.from) && group.contains_key(&edge.to);
        let touching = |edge: &&Edge| edge.from == nest || edge.to == nest;
        let edges: Vec<Edge> = self.edges.iter().filter(inside).filter(touching).copied().collect();
        for edge in edges {
            let least = self.spread(&edge, group)?.least;
            let fits = match edge.from == edge.to {
                true => least.is_some_and(|least| least >= 0),
                false => least.is_some_and(|least| least.unsigned_abs() < delays::MOST.unsigned_abs()),
            };
            if !fits {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How far apart the rows are that `edge` connects inside `group`.
    ///
    /// # Errors
    /// isl's.
    pub fn spread(&mut self, edge: &Edge, group: &Tracks) -> isl::Result<Spread> {
        self.rows.spread((edge.id, edge.dependence), &group[&edge.from], &group[&edge.to])
    }

    /// The edges inside `group`.
    pub fn inside(&self, group: &Tracks) -> Vec<Edge<'a>> {
        let inside = |edge: &&Edge| group.contains_key(&edge.from) && group.contains_key(&edge.to);
        self.edges.iter().chain(&self.shared).filter(inside).copied().collect()
    }

    /// The arrays of which all values flow inside `group`, over a constant number of rows.
    ///
    /// # Errors
    /// isl's.
    pub fn enclosed(&mut self, group: &Tracks) -> isl::Result<BTreeSet<ArrayId>> {
        let is_flow = |edge: &&Edge| edge.dependence.kind == Kind::Flow;
        let flow: Vec<Edge> = self.edges.iter().filter(is_flow).copied().collect();
        let (mut arrays, mut open) = (BTreeSet::new(), BTreeSet::new());
        for edge in flow {
            let is_inside = group.contains_key(&edge.from) && group.contains_key(&edge.to);
            let is_idle = self.idle.contains(&edge.from) || self.idle.contains(&edge.to);
            match is_inside && self.spread(&edge, group)?.is_bounded() {
                true => arrays.insert(edge.dependence.array),
                false => !is_idle && open.insert(edge.dependence.array),
            };
        }
        Ok(arrays.difference(&open).copied().collect())
    }

    /// How many bytes `group` need not keep: of an array that is enclosed all rows but one.
    fn gain(&mut self, group: &Tracks) -> isl::Result<f64> {
        let enclosed = self.enclosed(group)?;
        let inside = self.inside(group).into_iter().filter(|edge| edge.dependence.kind != Kind::Reuse);
        let between = inside.filter(|edge| edge.from != edge.to);
        let mut saved: BTreeMap<ArrayId, f64> = BTreeMap::new();
        for edge in between {
            let array = edge.dependence.array;
            let rows = match enclosed.contains(&array) {
                true => self.storage.rows(&self.rows, edge.dependence.source, &group[&edge.from])?,
                false => 1.0,
            };
            let share = (1.0 - 1.0 / rows).max(CACHED);
            let gain = saved.entry(array).or_default();
            *gain = gain.max(share * self.worth[array]);
        }
        Ok(saved.values().sum())
    }

    /// `group` without those single rows that may as well come before or after all of it.
    fn without_idle_rows(&self, mut group: Tracks, done: &[Tracks]) -> isl::Result<Tracks> {
        for (nest, track) in group.clone() {
            if track.counter.is_none() {
                let rest: Tracks = group.clone().into_iter().filter(|(n, _)| *n != nest).collect();
                if self.is_idle(&rest, nest, &track)? && self.can_run(rest.keys().copied(), done) {
                    group = rest;
                }
            }
        }
        Ok(group)
    }

    /// Whether `nest` only supplies the group `rest` and is a few rows from its first, or only uses it and is as near to the last.
    fn is_idle(&self, rest: &Tracks, nest: usize, track: &Track) -> isl::Result<bool> {
        let to: Vec<usize> = self.edges.iter().filter(|e| e.from == nest).map(|e| e.to).collect();
        let from: Vec<usize> = self.edges.iter().filter(|e| e.to == nest).map(|e| e.from).collect();
        let partners = |ends: &[usize]| -> Vec<usize> {
            ends.iter().copied().filter(|end| rest.contains_key(end)).collect()
        };
        let (to, from) = (partners(&to), partners(&from));
        let (partners, is_first) = match (from.is_empty(), to.is_empty()) {
            (true, _) => (to, true),
            (_, true) => (from, false),
            _ => return Ok(false),
        };
        for partner in partners {
            for &statement in &self.nests[partner].statements {
                let distance = self.rows.distance(statement, &rest[&partner], track)?;
                let near = if is_first { distance.least } else { distance.most };
                if near.is_none_or(|near| near.unsigned_abs() > NEAR) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether the nests of `group` can run together, next to the groups that are `done`.
    fn can_run(&self, group: impl IntoIterator<Item = usize>, done: &[Tracks]) -> bool {
        let mut sets: Vec<BTreeSet<usize>> = done.iter().map(|t| t.keys().copied().collect()).collect();
        sets.push(group.into_iter().collect());
        self.order(&self.leaders(&sets)).is_some()
    }

    /// Per nest the first nest of its set, or itself.
    fn leaders(&self, sets: &[BTreeSet<usize>]) -> Vec<usize> {
        let leader = |nest: usize| {
            let set = sets.iter().find(|set| set.contains(&nest));
            set.and_then(|set| set.first().copied()).unwrap_or(nest)
        };
        (0..self.nests.len()).map(leader).collect()
    }

    /// The leaders in an order that all edges follow, near to the order of the text; `None` if there is none.
    fn order(&self, leaders: &[usize]) -> Option<Vec<usize>> {
        let edges: BTreeSet<(usize, usize)> = self
            .edges
            .iter()
            .map(|edge| (leaders[edge.from], leaders[edge.to]))
            .filter(|(from, to)| from != to)
            .collect();
        let mut waiting: BTreeSet<usize> = leaders.iter().copied().collect();
        let mut order = Vec::new();
        while !waiting.is_empty() {
            let is_ready = |l: &usize| !edges.iter().any(|(from, to)| to == l && waiting.contains(from));
            let next = waiting.iter().copied().find(is_ready)?;
            waiting.remove(&next);
            order.push(next);
        }
        Some(order)
    }

    /// The groups, and the nests in none of them, in an order in which they can run; as the text has them where none is known.
    fn in_order(&self, groups: Vec<Tracks>) -> Vec<Group> {
        let sets: Vec<BTreeSet<usize>> = groups.iter().map(|t| t.keys().copied().collect()).collect();
        let Some(order) = self.order(&self.leaders(&sets)) else {
            return (0..self.nests.len()).map(Group::Single).collect();
        };
        let group = |leader: usize| match groups.iter().find(|tracks| tracks.contains_key(&leader)) {
            Some(tracks) => Group::Fused(tracks.clone()),
            None => Group::Single(leader),
        };
        order.into_iter().map(group).collect()
    }
}

/// The integers (f, s) for which `f * x - s * y` may be bounded on `rows` (`{ [x] -> [y] }`): those of its
/// faces. The plain ratio comes first.
///
/// # Errors
/// isl's.
pub fn ratios(rows: &Map) -> isl::Result<Vec<(i64, i64)>> {
    let mut found = BTreeSet::new();
    for part in rows.clone().remove_divs()?.basic_maps()? {
        for face in part.constraints()? {
            let x = face.coefficient_val(DimType::In, 0)?.to_i64()?;
            let y = face.coefficient_val(DimType::Out, 0)?.to_i64()?;
            let (Some(x), Some(y)) = (x, y) else { continue };
            if x == 0 || y == 0 {
                continue;
            }
            let divisor = gcd(x.unsigned_abs(), y.unsigned_abs()) as i64;
            let (factor, scale) = (x.abs() / divisor, -y * x.signum() / divisor);
            if factor <= LARGEST_SCALE && scale.abs() <= LARGEST_SCALE {
                found.insert((factor.max(scale.abs()), scale < 0, factor, scale));
            }
        }
    }
    let others = found.into_iter().map(|(_, _, factor, scale)| (factor, scale));
    Ok([(1, 1)].into_iter().chain(others.filter(|ratio| *ratio != (1, 1))).collect())
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Whether there are enough of `rows` (`{ [x] }`) to tell how nests run side by side.
fn has_many(rows: Set) -> isl::Result<bool> {
    let Spread { least, most } = bounds(rows.clone())?;
    match least.zip(most) {
        Some((least, most)) => Ok(most - least >= LEAST_ROWS),
        // the last iteration is one, whichever it is
        None => has_several(&rows, 0),
    }
}

/// `{ [factor * x] -> [scale * y] }` of `{ [x] -> [y] }`.
fn multiplied(rows: Map, factor: i64, scale: i64) -> isl::Result<Map> {
    let space = rows.space()?.range()?;
    let times = |factor| functions(&space, vec![Track::by(0).scaled(factor).function(&space, 0)?]);
    rows.apply_domain(times(factor)?)?.apply_range(times(scale)?)
}

/// The affine function that `value` is on all of its domain, if there is one: 0 where n is 1 may be n - 1 as well.
fn one_function(value: &PwAff) -> isl::Result<Option<Aff>> {
    let domain = value.clone().domain()?;
    for (_, function) in value.clone().coalesce()?.foreach_piece()? {
        if domain.is_subset(&value.clone().eq_set(PwAff::from_aff(function.clone())?)?)? {
            return Ok(Some(function));
        }
    }
    Ok(None)
}

/// A value in the parameters as a shift, if it is one affine function with integer coefficients.
fn constant_row(value: &PwAff) -> isl::Result<Option<Shift>> {
    let Some(function) = one_function(value)? else { return Ok(None) };
    if function.dim(DimType::Div)? > 0 {
        return Ok(None);
    }
    let coefficients = (0..function.dim(DimType::Param)?)
        .map(|position| function.coefficient_val(DimType::Param, position)?.to_i64())
        .collect::<isl::Result<Option<Vec<_>>>>()?;
    let constant = function.constant_val()?.to_i64()?;
    Ok(coefficients.zip(constant).map(|(coefficients, constant)| Shift { coefficients, constant }))
}
