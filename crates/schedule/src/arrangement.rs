//! A new order for a region: its loop nests fused by rows where that is possible.
//!
//! Neighbouring nests are grouped ([`crate::fusion`]); a group gets one loop over its rows, in which each
//! nest runs behind the first by its delay ([`crate::delays`]). Inside that loop the nests are neighbours
//! again, and what still constrains them are the dependences within one row: fusing them in turn gives
//! fusion at the next depth. A nest that joins no group keeps its outermost loop, and fusion is tried
//! inside. At the last depth neighbours may still share their innermost loops ([`crate::join`]).

use crate::delays::{Constraint, delays};
use crate::effort::{are_light, has_control, is_sum_of_integers};
use crate::flow::{Dependence, Kind, Rows, Spread};
use crate::fusion::{Group, Neighbours, Tracks};
use crate::interchange::Interchange;
use crate::join::{Column, Join};
use crate::lanes::{Lanes, Rest, Unfilled};
use crate::nest::{Frame, Nest, has_several};
use crate::storage::Storage;
use crate::strips::Element;
use crate::track::{Track, functions};
use crate::window::{Use, window};
use analysis::Band;
use isl::{Aff, LocalSpace, Map, Space, UnionMap, Val};
use polyhedral::{ArrayId, Expression, Scop, Statement, StatementId, StripLoop, Window};
use std::collections::{BTreeMap, BTreeSet};

/// A dimension of a statement's new date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Component {
    /// The position among neighbours.
    Position(i64),
    /// A dimension of the program's date.
    Program(u32),
    /// The row, some rows late.
    Row(Track, i64),
    /// The first row of the strip of so many that it is in.
    Strip(Track, i64, i64),
    /// The same of rows that are done at a time.
    Lanes(Lanes, i64),
}

/// Loop nests that became one loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fused {
    /// At which depth of fusion, counted from 1.
    pub depth: u32,
    /// The nests, in the order in which they do one row.
    pub nests: Vec<FusedNest>,
    /// How many rows each nest does before the next one does as many, where that is more than one.
    pub strip: Option<i64>,
}

/// A loop nest in a fused loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FusedNest {
    /// Its statements.
    pub statements: Vec<StatementId>,
    /// How it does its rows.
    pub track: Track,
    /// The number of loops around the one over rows, if there is one.
    pub outer: Option<usize>,
    /// By how many rows it runs behind.
    pub delay: i64,
    /// What became of its innermost loops as vector loops.
    pub vectors: Vectors,
    /// Whether it shares its rows, which are elements, with a nest that waits for its last elements, or is that itself.
    pub waits: bool,
    /// Whether it shares its inner loop with the nest before.
    pub joins: bool,
}

/// What becomes of vector loops in a fused loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectors {
    /// They are as good as they were: they run as a whole, and are still innermost, or were none, or are one loop over elements that
    /// was fused with others.
    Kept,
    /// They are none any more, but do so little that it is done while others wait for their last elements.
    Beside,
    /// They are none any more, or item by item what one call would do.
    Lost,
}

/// What may become of innermost loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Innermost {
    /// Anything.
    Any,
    /// Only groups of nests are fused all of whose innermost loops stay as good vector loops as they were.
    Vectors,
    /// Loops over elements that would be lost as vector loops run one after the other on strips of elements, each of which
    /// touches so many bytes at most ([`crate::strips`]).
    Strips(u64),
}

/// A new order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrangement {
    dates: BTreeMap<StatementId, Vec<Component>>,
    /// The loops that were fused, outer before inner, in the order of the new dates.
    pub fused: Vec<Fused>,
    /// Per array of which strips need a few cells, which they are.
    pub windows: BTreeMap<ArrayId, Window>,
    /// The statements whose innermost loop is another one than in the program.
    pub interchanged: BTreeSet<StatementId>,
    /// The nests that aren't fused, but run in strips.
    pub(crate) in_strips: Vec<Vec<StatementId>>,
    /// Per statement of which strips of a few rows are done at a time what becomes of it in those that aren't whole.
    pub(crate) rest: BTreeMap<StatementId, Rest>,
}

impl Arrangement {
    /// The order that fuses up to `depth` loops of each group of nests, as far as `dependences` allow, with `interchange` inside.
    ///
    /// # Errors
    /// isl's.
    pub fn fusing(
        frame: &Frame,
        dependences: &[Dependence],
        storage: &Storage,
        depth: u32,
        innermost: Innermost,
        interchange: &Interchange,
    ) -> isl::Result<Self> {
        let arrangement = Arrangement::default();
        let mut builder = Builder { frame, storage, dependences, depth, innermost, interchange, arrangement };
        builder.neighbours(&frame.split(&frame.whole()), dependences, 1)?;
        let mut arrangement = builder.arrangement;
        let counter = |component: &Component| match component {
            Component::Program(dimension) => Some(*dimension),
            Component::Row(track, _) => track.counter.as_ref().map(|counter| counter.dimension),
            _ => None,
        };
        // a fused loop may be the one that goes from line to line
        let mut moved = interchange.orders(frame);
        moved.retain(|statement, order| {
            let components = arrangement.dates.get(statement).into_iter().flatten();
            components.filter_map(counter).eq(order.iter().copied())
        });
        arrangement.interchanged.extend(moved.into_keys());
        Ok(arrangement)
    }

    /// Per statement `{ S[i] -> [t'] }`, all of one length, on whole spaces.
    ///
    /// # Errors
    /// isl's.
    pub fn dates(&self, frame: &Frame) -> isl::Result<Vec<Map>> {
        self.dates_where(frame, Unfilled::ByRows)
    }

    /// The same, if this is what becomes of strips of rows that their loops don't fill.
    ///
    /// # Errors
    /// isl's.
    pub(crate) fn dates_where(&self, frame: &Frame, unfilled: Unfilled) -> isl::Result<Vec<Map>> {
        let length = self.dates.values().map(Vec::len).max().unwrap_or(0);
        let rest = self.rest.values().map(Rest::length).max().unwrap_or(0);
        let date = |statement: StatementId| {
            let mut components = self.dates.get(&statement).cloned().unwrap_or_default();
            components.resize(length.max(rest), Component::Position(0));
            match self.rest.get(&statement) {
                None => date(frame, statement, &components),
                Some(rest) => rest.date(frame, statement, &components, unfilled),
            }
        };
        (0..frame.dates.len()).map(date).collect()
    }

    /// The dates of the order in which as many rows as one likes are done at a time, if all rows have the same parts, and the bands of
    /// these rows: where it is legal, strips of any size are, and where loops don't fill them rows may run one by one. It has no
    /// divisions, which isl takes long for.
    ///
    /// # Errors
    /// isl's.
    pub(crate) fn with_any_rows_at_a_time(
        &self,
        frame: &Frame,
    ) -> isl::Result<Option<(Vec<Map>, Vec<Band>)>> {
        if self.rest.is_empty() || !self.rest.values().all(Rest::is_alike) {
            return Ok(None);
        }
        let mut without_strips = self.clone();
        let mut bands: BTreeMap<u32, UnionMap> = BTreeMap::new();
        for (statement, components) in &mut without_strips.dates {
            let strips = (0..).zip(components).filter_map(|(dimension, component)| match component {
                Component::Lanes(lanes, _) => Some((dimension, lanes.row, component)),
                _ => None,
            });
            for (dimension, row, component) in strips {
                *component = Component::Position(0);
                let row = date(frame, *statement, &[Component::Program(row)])?.to_union_map()?;
                let rows = match bands.remove(&dimension) {
                    Some(others) => others.union(row)?,
                    None => row,
                };
                bands.insert(dimension, rows);
            }
        }
        without_strips.rest.clear();
        let bands = bands.into_iter().map(|(outer, coordinates)| Band { outer, coordinates });
        Ok(Some((without_strips.dates(frame)?, bands.collect())))
    }

    /// `{ S[i] -> [t'] }` as far as it is known.
    fn date(&self, frame: &Frame, statement: StatementId) -> isl::Result<Map> {
        date(frame, statement, self.dates.get(&statement).map_or(&[], Vec::as_slice))
    }

    /// The loop over strips that a statement is in, in its date: its dimension, and how many elements a strip has.
    fn strip_of(&self, statement: StatementId) -> Option<(u32, i64)> {
        let strip = |(dimension, component): (u32, &Component)| match component {
            Component::Strip(_, _, size) | Component::Lanes(_, size) => Some((dimension, *size)),
            _ => None,
        };
        (0..).zip(self.dates.get(&statement)?).find_map(strip)
    }

    /// Per statement of a nest that isn't fused, but runs in strips, its element.
    ///
    /// # Errors
    /// isl's.
    pub(crate) fn elements(&self, frame: &Frame) -> isl::Result<BTreeMap<StatementId, Element>> {
        let mut elements = BTreeMap::new();
        for statement in self.in_strips.iter().flatten().copied() {
            let Some((dimension, _)) = self.strip_of(statement) else { continue };
            let (outside, rest) = self.dates[&statement].split_at(dimension as usize);
            let row = match rest.first() {
                Some(Component::Strip(track, delay, _)) => Component::Row(track.clone(), *delay),
                Some(Component::Lanes(lanes, _)) => Component::Program(lanes.row),
                _ => continue,
            };
            let outside = date(frame, statement, outside)?;
            let element = date(frame, statement, &[row])?;
            elements.insert(statement, Element { outside, element });
        }
        Ok(elements)
    }

    /// The loops over strips.
    pub fn strip_loops(&self, scop: &Scop) -> Vec<StripLoop> {
        let unfused = self.in_strips.iter().flat_map(|nest| {
            let mut loops: BTreeMap<(u32, i64), BTreeMap<StatementId, _>> = BTreeMap::new();
            for statement in nest {
                let own = self.strip_of(*statement).map(|own| loops.entry(own).or_default());
                own.into_iter().for_each(|inside| _ = inside.insert(*statement, None));
            }
            let one = |((dimension, strip), statements): (_, BTreeMap<StatementId, _>)| {
                let is_lanes = statements.keys().any(|statement| self.rest.contains_key(statement));
                StripLoop { strip, dimension, is_lanes, statements }
            };
            loops.into_iter().map(one)
        });
        let in_strips = self.fused.iter().filter_map(|fused| Some((&fused.nests, fused.strip?)));
        let one = |(nests, strip): (&Vec<FusedNest>, i64)| {
            let (dimension, _) = self.strip_of(*nests.first()?.statements.first()?)?;
            let element = |nest: &FusedNest| {
                nest.track.counter.is_none().then(|| nest.track.shift.value(scop, nest.delay))
            };
            // others may as well stand in front of the loop, or behind it
            let has_window = |statement: &StatementId| {
                scop.statements[*statement].accesses.iter().any(|it| self.windows.contains_key(&it.array))
            };
            let only = |nest: &FusedNest, statement| element(nest).filter(|_| has_window(statement));
            let statements =
                nests.iter().flat_map(|nest| nest.statements.iter().map(|s| (*s, only(nest, s))));
            Some(StripLoop { strip, dimension, is_lanes: false, statements: statements.collect() })
        };
        in_strips.filter_map(one).chain(unfused).collect()
    }

    /// The same dates with strips of `size`.
    pub fn with_strips_of(&self, size: i64) -> Self {
        let mut other = self.clone();
        for component in other.dates.values_mut().flatten() {
            if let Component::Strip(_, _, own) | Component::Lanes(_, own) = component {
                *own = size;
            }
        }
        other
    }

    pub(crate) fn push(&mut self, nest: &Nest, component: Component) {
        for statement in &nest.statements {
            self.dates.entry(*statement).or_default().push(component.clone());
        }
    }

    /// What is left of `nest`, in the order of the program but for what `interchange` changes.
    pub(crate) fn along_rows(&mut self, frame: &Frame, nest: &Nest, interchange: &Interchange) {
        let interchange = interchange.within(nest);
        if interchange.is_empty() {
            for dimension in frame.ordering(nest) {
                self.push(nest, Component::Program(dimension));
            }
            return;
        }
        for (statement, mut components) in interchange.arranged(frame, nest) {
            let date = self.dates.entry(statement).or_default();
            let strip = components.iter().position(|it| matches!(it, Component::Lanes(..)));
            if let (Some(lanes), Some(strip)) = (interchange.lanes_of(statement), strip) {
                components.splice(strip + 1..strip + 1, Rest::WHOLE);
                self.rest.insert(statement, Rest::of(frame, nest, lanes, date.len() + strip));
            }
            date.extend(components);
        }
        self.interchanged.extend(interchange.statements(frame, nest));
        self.in_strips.extend(interchange.has_strips().then(|| nest.statements.clone()));
    }
}

impl Component {
    /// On dates of the program, `{ [t] -> [x] }`.
    fn function(&self, dates: &Space) -> isl::Result<Aff> {
        match self {
            Component::Position(position) => {
                let local = LocalSpace::from_space(dates.clone())?;
                Aff::val_on_domain(local, Val::from_i64(dates.context(), *position)?)
            }
            Component::Program(dimension) => Track::by(*dimension).function(dates, 0),
            Component::Row(track, delay) => track.function(dates, *delay),
            Component::Strip(track, delay, size) => {
                let size = Val::from_i64(dates.context(), *size)?;
                let row = track.function(dates, *delay)?;
                row.scale_down_val(size.clone())?.floor()?.scale_val(size)
            }
            Component::Lanes(lanes, size) => lanes.first(dates, *size),
        }
    }
}

/// `{ S[i] -> [t'] }` with these components, on the whole space.
pub(crate) fn date(frame: &Frame, statement: StatementId, components: &[Component]) -> isl::Result<Map> {
    let dates = &frame.dates[statement];
    let space = dates.space()?.range()?;
    let values = components.iter().map(|c| c.function(&space)).collect::<isl::Result<_>>()?;
    dates.clone().apply_range(functions(&space, values)?)
}

/// How nests run in strips of elements.
struct Strips {
    /// The number of elements.
    size: i64,
    /// Per nest by how many elements it runs behind.
    delays: BTreeMap<usize, i64>,
    windows: BTreeMap<ArrayId, Window>,
}

impl Strips {
    /// Whether one loop would have more cells of some array in turn than variables can hold: it would look for each in a ring.
    fn spare_rings(&self) -> bool {
        self.windows.values().any(|window| window.more >= MOST_IN_TURN)
    }
}

/// More cells of an array that a loop has in turn are no variables.
pub const MOST_IN_TURN: i64 = 8;

/// Fused loops that have no loops in them.
#[derive(Default)]
struct Elements {
    /// Those of which each element waits for ones before, for as long as it takes to round a number.
    recurrent: BTreeSet<usize>,
    /// Others that were no vector loops, for all that is seen of their texts.
    serial: BTreeSet<usize>,
    /// Those that do little for each element.
    light: BTreeSet<usize>,
    /// Whether there is one of the recurrent ones without loops in it.
    waits: bool,
    /// Whether all are vector loops over the same elements that exchange no values between elements.
    is_elementwise: bool,
    /// Those that read or write items, of which one call does a whole row, as long as nothing else is done in between.
    items: BTreeSet<usize>,
}

impl Elements {
    /// What becomes of `nest`.
    fn vectors(&self, nest: usize) -> Vectors {
        if self.items.contains(&nest) {
            return Vectors::Lost;
        }
        match self.is_elementwise || self.recurrent.contains(&nest) || self.serial.contains(&nest) {
            true => Vectors::Kept,
            false if !self.recurrent.is_empty() && self.light.contains(&nest) => Vectors::Beside,
            false => Vectors::Lost,
        }
    }
}

/// Whether the innermost loop of several iterations around a statement goes from row to row of what that writes: compilers make no
/// vectors of it.
fn goes_along_a_column(statement: &Statement) -> isl::Result<bool> {
    let mut counter = None;
    for (position, iterator) in statement.iterators.iter().enumerate().rev() {
        if has_several(&statement.domain, position as u32)? {
            counter = Some(iterator);
            break;
        }
    }
    let Some(counter) = counter else { return Ok(false) };
    let counts = |subscript: &Expression| subscript.mentions(&counter.name) || !subscript.is_known();
    let mut written = statement.accesses.iter().filter(|access| access.writes());
    Ok(written.any(|access| match access.subscripts.split_last() {
        Some((last, outer)) => !counts(last) && outer.iter().any(counts),
        None => false,
    }))
}

/// What is left of a nest in its loop over rows.
fn inside(nest: &Nest, track: &Track) -> Nest {
    match &track.counter {
        Some(counter) => nest.inside(counter.dimension),
        None => nest.clone(),
    }
}

struct Builder<'a> {
    frame: &'a Frame,
    storage: &'a Storage<'a>,
    /// All that hold in the region.
    dependences: &'a [Dependence],
    depth: u32,
    innermost: Innermost,
    /// What becomes of loops that aren't fused.
    interchange: &'a Interchange,
    arrangement: Arrangement,
}

impl Builder<'_> {
    /// Orders `nests`, among which `dependences` hold, fusing at `level` and deeper.
    fn neighbours(&mut self, nests: &[Nest], dependences: &[Dependence], level: u32) -> isl::Result<()> {
        let nests = &self.with_separate_borders(nests, dependences);
        let mut neighbours = Neighbours::new(
            self.frame,
            self.storage,
            nests,
            dependences,
            self.interchange,
            self.bytes_of_strips().is_some(),
        );
        let is_wanted = |neighbours: &mut Neighbours, tracks: &Tracks| match self.innermost {
            Innermost::Vectors => Ok(self.are_vectors(neighbours, nests, tracks)?.0),
            Innermost::Any | Innermost::Strips(_) => Ok(true),
        };
        let mut groups = Vec::new();
        for group in neighbours.groups(&is_wanted)? {
            match &group {
                Group::Fused(tracks) if self.innermost != Innermost::Any => {
                    let (are_vectors, waits) = self.are_vectors(&mut neighbours, nests, tracks)?;
                    let has_loops = self.depth_inside(nests, tracks) > 0;
                    let strips = match waits || has_loops || !are_vectors {
                        true => self.strips(&mut neighbours, nests, tracks)?,
                        false => None,
                    };
                    match strips.filter(|strips| has_loops || !are_vectors || strips.spare_rings()) {
                        Some(strips) => groups.push((group, Some(strips))),
                        None if are_vectors => groups.push((group, None)),
                        None => groups.extend(tracks.keys().map(|nest| (Group::Single(*nest), None))),
                    }
                }
                _ => groups.push((group, None)),
            }
        }
        for (position, (group, strips)) in (0..).zip(&groups) {
            let members: Vec<usize> = match group {
                Group::Single(nest) => vec![*nest],
                Group::Fused(tracks) => tracks.keys().copied().collect(),
            };
            if groups.len() > 1 {
                members.iter().for_each(|m| self.arrangement.push(&nests[*m], Component::Position(position)));
            }
            match group {
                Group::Single(nest) => self.alone(&nests[*nest], dependences, level)?,
                Group::Fused(tracks) => match strips {
                    Some(strips) => self.in_strips(nests, tracks, strips, level),
                    None => self.together(&mut neighbours, nests, tracks, level)?,
                },
            }
        }
        Ok(())
    }

    /// `nests` with the shallow ones taken apart, as far as nothing connects their statements: one loop often
    /// writes several borders, and each belongs to other rows.
    fn with_separate_borders(&self, nests: &[Nest], dependences: &[Dependence]) -> Vec<Nest> {
        let deepest = nests.iter().map(|nest| self.frame.depth(nest)).max().unwrap_or(0);
        let parts = |nest: &Nest| match self.frame.outer_loop(nest) {
            Some(dimension) if self.frame.depth(nest) < deepest => self.parts(nest, dimension, dependences),
            _ => None,
        };
        nests.iter().flat_map(|nest| parts(nest).unwrap_or_else(|| vec![nest.clone()])).collect()
    }

    /// The loop of `dimension` around each part of `nest` alone; `None` where the parts exchange values.
    fn parts(&self, nest: &Nest, dimension: u32, dependences: &[Dependence]) -> Option<Vec<Nest>> {
        let parts = self.frame.split(&nest.inside(dimension));
        let part_of = |statement| parts.iter().position(|part| part.statements.contains(&statement));
        let connects = |d: &Dependence| match (part_of(d.source), part_of(d.sink)) {
            (Some(source), Some(sink)) => source != sink,
            _ => false,
        };
        let rest = |part: &Nest| [vec![dimension], part.rest.clone()].concat();
        let around = |part: &Nest| Nest { statements: part.statements.clone(), rest: rest(part) };
        let mut orders = dependences.iter().filter(|dependence| dependence.kind != Kind::Input);
        (!orders.any(connects)).then(|| parts.iter().map(around).collect())
    }

    /// A nest that keeps its outermost loop.
    fn alone(&mut self, nest: &Nest, dependences: &[Dependence], level: u32) -> isl::Result<()> {
        let dimension = self.frame.outer_loop(nest);
        let Some(dimension) = dimension.filter(|_| !self.interchange.changes_outermost(self.frame, nest))
        else {
            self.as_written(nest);
            return Ok(());
        };
        self.arrangement.push(nest, Component::Program(dimension));
        let inner = self.frame.split(&nest.inside(dimension));
        let track = Track::by(dimension);
        let rows = Rows::new(self.frame);
        let own = dependences.iter().filter(|d| nest.statements.contains(&d.source));
        let own = own.filter(|d| nest.statements.contains(&d.sink));
        let within = own.map(|d| rows.within(d, (&track, 0), (&track, 0)));
        let within: Vec<_> = within.filter_map(isl::Result::transpose).collect::<isl::Result<_>>()?;
        match &inner[..] {
            [only] => self.alone(only, &within, level),
            _ => self.neighbours(&inner, &within, level),
        }
    }

    /// Whether no innermost loop of nests that share a loop over rows is lost as a vector loop, and whether the shared one waits for
    /// its last elements.
    fn are_vectors(
        &self,
        neighbours: &mut Neighbours,
        nests: &[Nest],
        tracks: &Tracks,
    ) -> isl::Result<(bool, bool)> {
        let delays = self.delays(neighbours, tracks)?;
        let elements = self.elements(neighbours, nests, tracks, &delays)?;
        let vectors = |(nest, track): (&usize, &Track)| self.vectors(&elements, *nest, &nests[*nest], track);
        Ok((tracks.iter().all(|it| vectors(it) != Vectors::Lost), elements.waits))
    }

    /// What becomes of the innermost loops of `nest`, at this position.
    fn vectors(&self, elements: &Elements, position: usize, nest: &Nest, track: &Track) -> Vectors {
        match self.frame.depth(&inside(nest, track)) {
            0 => elements.vectors(position),
            _ if self.is_innermost(nest, track) => Vectors::Lost,
            _ => Vectors::Kept,
        }
    }

    /// Nests that share a loop over rows.
    fn together(
        &mut self,
        neighbours: &mut Neighbours,
        nests: &[Nest],
        tracks: &Tracks,
        level: u32,
    ) -> isl::Result<()> {
        let delays = self.delays(neighbours, tracks)?;
        let elements = self.elements(neighbours, nests, tracks, &delays)?;
        let mut fused = Fused { depth: level, nests: Vec::new(), strip: None };
        let mut inner = Vec::new();
        for (nest, track) in tracks {
            self.arrangement.push(&nests[*nest], Component::Row(track.clone(), delays[nest]));
            let rest = inside(&nests[*nest], track);
            fused.nests.push(FusedNest {
                vectors: self.vectors(&elements, *nest, &nests[*nest], track),
                waits: self.frame.depth(&rest) == 0 && elements.waits,
                ..self.member(&nests[*nest], track, delays[nest])
            });
            inner.push(rest);
        }
        if level < self.depth {
            self.arrangement.fused.push(fused);
            let same_row = neighbours.inside(tracks).into_iter().map(|edge| {
                let late = |nest: usize| (&tracks[&nest], delays[&nest]);
                neighbours.rows().within(edge.dependence, late(edge.from), late(edge.to))
            });
            let same_row: Vec<_> = same_row.filter_map(isl::Result::transpose).collect::<isl::Result<_>>()?;
            let parts: Vec<Nest> = inner.iter().flat_map(|nest| self.frame.split(nest)).collect();
            return self.neighbours(&parts, &same_row, level + 1);
        }
        let edges = neighbours.inside(tracks);
        let (scop, frame, rows) = (self.storage.scop(), self.frame, neighbours.rows());
        let column =
            |(nest, (id, track)): (_, (&usize, _))| Column { id: *id, nest, row: (track, delays[id]) };
        let columns: Vec<Column> = inner.iter().zip(tracks).map(column).collect();
        let runs = Join { scop, frame, rows, edges: &edges }.runs(&columns)?;
        for (position, run) in (0..).zip(&runs) {
            for (place, (column, dimension)) in (0..).zip(run) {
                let same = fused.nests.iter_mut().filter(|nest| nest.statements == column.nest.statements);
                same.for_each(|nest| nest.joins = place > 0);
                self.arrangement.push(column.nest, Component::Position(position));
                match dimension.filter(|_| run.len() > 1) {
                    Some(dimension) => {
                        self.arrangement.push(column.nest, Component::Program(dimension));
                        self.arrangement.push(column.nest, Component::Position(place));
                        self.as_written(&column.nest.inside(dimension));
                    }
                    None => self.as_written(column.nest),
                }
            }
        }
        self.arrangement.fused.push(fused);
        Ok(())
    }

    /// `nest` in a fused loop that leaves its innermost loops as they are.
    fn member(&self, nest: &Nest, track: &Track, delay: i64) -> FusedNest {
        FusedNest {
            statements: nest.statements.clone(),
            track: track.clone(),
            outer: self.outer(nest, track),
            delay,
            vectors: Vectors::Kept,
            waits: false,
            joins: false,
        }
    }

    /// How many bytes a strip may touch, if there may be any.
    fn bytes_of_strips(&self) -> Option<u64> {
        match self.innermost {
            Innermost::Strips(bytes) => Some(bytes),
            Innermost::Any | Innermost::Vectors => None,
        }
    }

    /// How nests run in strips that do one element in each row: if that is wanted, and leaves windows of arrays.
    fn strips(
        &self,
        neighbours: &mut Neighbours,
        nests: &[Nest],
        tracks: &Tracks,
    ) -> isl::Result<Option<Strips>> {
        let depth = self.depth_inside(nests, tracks);
        let goes_on = |track: &Track| track.counter.as_ref().is_none_or(|counter| counter.scale >= 1);
        let are_elements = depth <= 1 && tracks.values().all(goes_on);
        let Some(bytes) = self.bytes_of_strips().filter(|_| are_elements) else {
            return Ok(None);
        };
        let delays = self.delays(neighbours, tracks)?;
        let statements = || tracks.keys().flat_map(|nest| nests[*nest].statements.iter().copied());
        let mut elements = BTreeMap::new();
        for (nest, track) in tracks {
            for &statement in &nests[*nest].statements {
                let outside = self.arrangement.date(self.frame, statement)?;
                let element = neighbours.rows().of(statement, track, delays[nest])?;
                elements.insert(statement, Element { outside, element });
            }
        }
        if depth > 0 && !crate::strips::are_short(self.storage.scop(), &elements)? {
            return Ok(None);
        }
        let spreads = crate::strips::spreads(self.storage.scop(), self.dependences, &elements)?;
        let size = crate::strips::size(self.storage.scop(), &spreads, statements(), bytes);
        let size = crate::strips::long_enough(self.storage.scop(), &spreads, size);
        let windows = crate::strips::windows(self.storage.scop(), &spreads, size);
        Ok((!windows.is_empty()).then_some(Strips { size, delays, windows }))
    }

    /// The most loops within a row of nests.
    fn depth_inside(&self, nests: &[Nest], tracks: &Tracks) -> usize {
        let depths = tracks.iter().map(|(nest, track)| self.frame.depth(&inside(&nests[*nest], track)));
        depths.max().unwrap_or(0)
    }

    /// Nests that run one after the other in `strips`.
    fn in_strips(&mut self, nests: &[Nest], tracks: &Tracks, strips: &Strips, level: u32) {
        let Strips { size, delays, windows } = strips;
        let mut fused = Fused { depth: level, nests: Vec::new(), strip: Some(*size) };
        for (position, (nest, track)) in (0..).zip(tracks) {
            let (delay, rest) = (delays[nest], inside(&nests[*nest], track));
            self.arrangement.push(&rest, Component::Strip(track.clone(), delay, *size));
            self.arrangement.push(&rest, Component::Position(position));
            // one that has every other element counts its own, which takes no division
            let own = track.counter.as_ref().filter(|counter| counter.scale > 1);
            let row = || Component::Row(track.clone(), delay);
            let element = own.map_or_else(row, |counter| Component::Program(counter.dimension));
            self.arrangement.push(&rest, element);
            self.as_written(&rest);
            fused.nests.push(self.member(&nests[*nest], track, delay));
        }
        self.arrangement.fused.push(fused);
        self.arrangement.windows.extend(windows);
    }

    /// The delays of the nests of `tracks` that keep the fewest bytes.
    fn delays(&self, neighbours: &mut Neighbours, tracks: &Tracks) -> isl::Result<BTreeMap<usize, i64>> {
        let members: Vec<usize> = tracks.keys().copied().collect();
        let place = |nest: usize| members.iter().position(|m| *m == nest).unwrap_or(0);
        let mut constraints = Vec::new();
        let mut uses: BTreeMap<ArrayId, Vec<Use>> = BTreeMap::new();
        let (enclosed, worth) = (neighbours.enclosed(tracks)?, self.storage.worth());
        for edge in neighbours.inside(tracks) {
            let spread = neighbours.spread(&edge, tracks)?;
            let (from, to) = (place(edge.from), place(edge.to));
            let kind = edge.dependence.kind;
            if let (true, Some(least)) = (from != to && kind != Kind::Input, spread.least) {
                constraints.push(Constraint { from, to, least: -least });
            }
            let array = edge.dependence.array;
            if let (true, Some(most)) = (kind == Kind::Flow && enclosed.contains(&array), spread.most) {
                let (writer, reader) = ((from, &tracks[&edge.from]), (to, &tracks[&edge.to]));
                let dependence = edge.dependence;
                uses.entry(array).or_default().push(Use { dependence, writer, reader, most });
            }
        }
        let window = |(array, uses): (ArrayId, Vec<Use>)| {
            let rows = neighbours.rows();
            let number = |one: &Use| self.storage.rows(rows, one.dependence.source, one.writer.1);
            let numbers = uses.iter().map(number).collect::<isl::Result<Vec<_>>>()?;
            let most = numbers.into_iter().fold(1.0, f64::max);
            window(self.storage.scop(), rows, &uses, worth[array] / most)
        };
        let windows: Vec<_> = uses.into_iter().map(window).collect::<isl::Result<_>>()?;
        let found = delays(members.len(), &constraints, &windows);
        Ok(members.into_iter().zip(found).collect())
    }

    /// Whether the loop over the rows of `nest` is its innermost one, which then has others in it: these go from one row of an
    /// array to the next.
    fn is_innermost(&self, nest: &Nest, track: &Track) -> bool {
        let Some(counter) = &track.counter else { return false };
        let is_inside = |loops: &Vec<u32>| loops.len() > 1 && loops.last() == Some(&counter.dimension);
        let order = |(statement, loops): (&StatementId, &Vec<u32>)| self.interchange.order(*statement, loops);
        self.frame.counters(nest).iter().any(|it| is_inside(&order(it)))
    }

    /// The number of loops around the one over the rows of `nest`.
    fn outer(&self, nest: &Nest, track: &Track) -> Option<usize> {
        let (dimension, statement) = (track.counter.as_ref()?.dimension, nest.statements.first()?);
        let counters = self.frame.counters(&self.frame.whole());
        counters.get(statement)?.iter().position(|counter| *counter == dimension)
    }

    /// What fusing the loops among `nests` that have no loops in them means for vectors.
    fn elements(
        &self,
        neighbours: &mut Neighbours,
        nests: &[Nest],
        tracks: &Tracks,
        delays: &BTreeMap<usize, i64>,
    ) -> isl::Result<Elements> {
        let mut elements = Elements { is_elementwise: true, ..Elements::default() };
        for edge in neighbours.inside(tracks) {
            if edge.dependence.kind == Kind::Input {
                continue;
            }
            let spread = neighbours.spread(&edge, tracks)?;
            let stays = spread == Spread { least: Some(0), most: Some(0) };
            if edge.from == edge.to && !stays {
                if self.is_sum(&nests[edge.from], edge.dependence.array) {
                    continue;
                }
                // integers are there at once
                let array = &self.storage.scop().arrays[edge.dependence.array];
                match edge.dependence.kind == Kind::Flow && array.is_rounded {
                    true => elements.recurrent.insert(edge.from),
                    false => elements.serial.insert(edge.from),
                };
            }
            elements.is_elementwise &= stays && delays[&edge.from] == delays[&edge.to];
        }
        let statements =
            |nest: usize| nests[nest].statements.iter().map(|s| &self.storage.scop().statements[*s]);
        for nest in tracks.keys() {
            if tracks.len() > 1 && statements(*nest).any(Statement::is_of_items) {
                elements.items.insert(*nest);
            }
            for statement in statements(*nest) {
                if has_control(statement) || goes_along_a_column(statement)? {
                    elements.serial.insert(*nest);
                }
            }
        }
        elements.light.extend(tracks.keys().filter(|nest| are_light(statements(**nest))));
        let is_element = |nest: &usize| self.frame.depth(&inside(&nests[*nest], &tracks[nest])) == 0;
        elements.waits = elements.recurrent.iter().any(is_element);
        let mut cells = None;
        for (nest, track) in tracks {
            elements.is_elementwise &= self.frame.depth(&nests[*nest]) == 1 && track.counter.is_some();
            for statement in &nests[*nest].statements {
                let row = neighbours.rows().of(*statement, track, delays[nest])?;
                let own = self.frame.domains[*statement].clone().apply(row)?;
                elements.is_elementwise &= own.is_equal(cells.get_or_insert(own.clone()))?;
            }
        }
        elements.is_elementwise &= elements.recurrent.is_empty() && elements.serial.is_empty();
        Ok(elements)
    }

    /// Whether all that a nest does to a variable is to add integers to it.
    fn is_sum(&self, nest: &Nest, array: ArrayId) -> bool {
        let scop = self.storage.scop();
        let is_integer = scop.arrays[array].dimensions() == 0 && !scop.arrays[array].is_rounded;
        let statements = nest.statements.iter().map(|statement| &scop.statements[*statement]);
        let own = |it: &Statement| it.accesses.iter().filter(|access| access.array == array).count() > 0;
        let adds = |it: &Statement| is_sum_of_integers(it) && it.writes_to(array);
        is_integer && statements.filter(|it| own(it)).all(adds)
    }

    /// What is left of `nest`, in the order of the program but for what the interchange changes.
    fn as_written(&mut self, nest: &Nest) {
        self.arrangement.along_rows(self.frame, nest, self.interchange);
    }
}
