//! Tiles for loop nests whose values flow between iterations of the outermost loop, above all stencils that are
//! iterated over time.
//!
//! A nest gets *coordinates* ([`coordinates`]), which are skewed and shifted until no dependence goes back along
//! any of them ([`band`]). Boxes in such coordinates can run one after the other, each in the order of the
//! program: of two instances that depend on each other the second lies in the same tile or in one that is not
//! before the first's along any coordinate. So a date is the program's own with the number of the tile put in
//! front of what the band orders, and innermost loops stay as they are.
//!
//! What is legal, and how much of an array is alive at once, is asked of [`Order::tiled`], which is all that is
//! certain for tiles of any sizes, and for wavefronts of them: results don't depend on sizes. This also is how
//! values that leave a tile are accounted for (Darte, Isoard, Yuki, *Extended Lattice-Based Memory Allocation*,
//! section 2): what lies between two tiles is unordered, so all of it counts as alive. Scalars that an iteration
//! has for itself are an exception: none of their values leaves a tile.

pub mod band;
mod boxes;
mod coordinates;
mod sharing;

pub use band::{Band, Function};
pub use boxes::boxes;
pub use sharing::Periods;

use crate::Schedule;
use crate::flow::{self, Dependence, Kind};
use crate::nest::{Frame, Nest};
use crate::track::{Track, functions};
use analysis::references::AccessId;
use analysis::violation::{collide, violated};
use analysis::{Analysed, Order};
use isl::{Aff, Map, Space, UnionMap, Val};
use polyhedral::{ArrayId, Scop};
use std::collections::BTreeSet;

/// The nests of a region that can be tiled.
#[derive(Debug)]
pub struct Tiling {
    frame: Frame,
    order: Order,
    /// One for each nest, in the order of the text.
    pub bands: Vec<Band>,
}

/// Tiles as a loop nest runs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequence {
    /// One after the other.
    Lexicographic,
    /// In fronts: tiles whose numbers along the first two coordinates have the same sum. Those that differ in
    /// these depend on each other neither way, since each is before the other along one of the two.
    Wavefront,
}

impl Sequence {
    /// How tiles of a band move (see [`Band::moves`]). Which of two is first stays what is certain of them: along no coordinate does one that
    /// begins later lie before another, nor do those that begin at the same time move away from each other.
    pub fn moves(self, band: &Band) -> Vec<i64> {
        match self {
            Sequence::Lexicographic => band.moves(),
            Sequence::Wavefront => vec![0; band.depth() as usize],
        }
    }
}

/// The nests whose tiles can run in `sequence`, or why none can. Tiles are made so that cells may share locations
/// by `periods`, where that is possible.
///
/// # Errors
/// isl's.
pub fn tiling(
    analysed: &Analysed,
    periods: &Periods,
    sequence: Sequence,
) -> isl::Result<Result<Tiling, String>> {
    let scop = &analysed.scop;
    if let Some(why) = counter_behind(scop) {
        return Ok(Err(why));
    }
    let Some(frame) = Frame::of(scop)? else { return Ok(Err("a statement never runs".into())) };
    let flow = [flow::flow(analysed)?, together(analysed)?].concat();
    let shared = sharing::dependences(analysed, periods)?;
    let mut reason = String::new();
    for more in [shared, Vec::new()] {
        let dependences: Vec<_> = flow.iter().cloned().chain(more).collect();
        match legal(analysed, &frame, sequence, &dependences, &|all| bands(scop, &frame, all))? {
            Ok((bands, order)) => return Ok(Ok(Tiling { frame, order, bands })),
            Err(why) => reason = why,
        }
    }
    Ok(Err(reason))
}

/// What keeps the statements that use a scalar at the same point: flow, and against it.
fn together(analysed: &Analysed) -> isl::Result<Vec<Dependence>> {
    let is_scalar = |array: ArrayId| analysed.scop.arrays[array].extents.is_empty();
    let against = |Dependence { array, source, sink, relation, .. }: Dependence| {
        Ok(Dependence {
            array,
            kind: Kind::Reuse,
            source: sink,
            sink: source,
            relation: relation.reverse()?,
            is_whole: false,
        })
    };
    flow::flow(analysed)?.into_iter().filter(|flow| is_scalar(flow.array)).map(against).collect()
}

/// That a counter's value is needed behind its loop.
fn counter_behind(scop: &Scop) -> Option<String> {
    scop.counter_used_after().map(|(name, _)| format!("`{name}` is used after its loop"))
}

/// Bands, or why there are none.
type Bands = Result<Vec<Band>, String>;

/// The `bands` that keep to `dependences`, and where cells serve several values, to their order; and that order.
fn legal(
    analysed: &Analysed,
    frame: &Frame,
    sequence: Sequence,
    dependences: &[Dependence],
    bands: &dyn Fn(&[Dependence]) -> isl::Result<Bands>,
) -> isl::Result<Result<(Vec<Band>, Order), String>> {
    let mut dependences = dependences.to_vec();
    let mut known = BTreeSet::new();
    loop {
        let bands = match bands(&dependences)? {
            Ok(bands) => bands,
            Err(why) => return Ok(Err(why)),
        };
        let order = order(analysed, frame, &bands, sequence)?;
        let arrays = violated(analysed, &order)?;
        if arrays.is_empty() {
            return Ok(match racing(analysed, &order)? {
                None => Ok((bands, order)),
                Some(array) => {
                    let name = &analysed.scop.arrays[array].c_name;
                    Err(format!("tiles would write `{name}` at the same time"))
                }
            });
        }
        let more: BTreeSet<ArrayId> = arrays.difference(&known).copied().collect();
        if let (true, Some(array)) = (more.is_empty(), arrays.first()) {
            let name = &analysed.scop.arrays[*array].c_name;
            return Ok(Err(format!("tiles would overwrite values of `{name}` that are still needed")));
        }
        dependences.extend(flow::reuse(analysed, &more)?);
        known.extend(more);
    }
}

/// An array of which instances that run at the same time write one cell.
fn racing(analysed: &Analysed, order: &Order) -> isl::Result<Option<ArrayId>> {
    let arrays = 0..if order.is_concurrent() { analysed.scop.arrays.len() } else { 0 };
    for array in arrays {
        if collide(analysed, array, order)? {
            return Ok(Some(array));
        }
    }
    Ok(None)
}

/// A band for each nest that has one, outermost loops first; or why no nest has.
fn bands(scop: &Scop, frame: &Frame, dependences: &[Dependence]) -> isl::Result<Bands> {
    let mut found = Vec::new();
    let mut reason = None;
    let mut nests: Vec<Nest> = frame.split(&frame.whole());
    nests.reverse();
    while let Some(nest) = nests.pop() {
        let Some(dimension) = frame.outer_loop(&nest) else { continue };
        match band::band(scop, frame, &nest, dimension, dependences)? {
            Ok(band) => found.push(band),
            Err(why) => {
                reason = reason.or(why);
                nests.extend(frame.split(&nest.inside(dimension)).into_iter().rev());
            }
        }
    }
    let reason = reason.unwrap_or_else(|| "no loop hands values on to its later iterations".into());
    Ok(if found.is_empty() { Err(reason) } else { Ok(found) })
}

/// What is certain of tiles of all sizes.
fn order(analysed: &Analysed, frame: &Frame, bands: &[Band], sequence: Sequence) -> isl::Result<Order> {
    let scop = &analysed.scop;
    let coordinates = bands.iter().map(|band| {
        let none = UnionMap::empty(scop.context.space()?)?;
        let all =
            band.coordinates.values().try_fold(none, |all, map| all.union(map.clone().to_union_map()?))?;
        Ok(analysis::Band { outer: band.dimension, coordinates: all })
    });
    let dates = scop.schedule.clone().intersect_domain(scop.domain()?)?;
    let coordinates = coordinates.collect::<isl::Result<_>>()?;
    Ok(match sequence {
        Sequence::Lexicographic => Order::tiled(dates, coordinates, within_points(analysed, frame, bands)?),
        // tiles that run at the same time would use the same cells
        Sequence::Wavefront => Order::in_fronts(dates, coordinates),
    })
}

/// The arrays whose values are each written and read at one point of a band.
fn within_points(analysed: &Analysed, frame: &Frame, bands: &[Band]) -> isl::Result<BTreeSet<ArrayId>> {
    let dataflow = &analysed.dataflow;
    let borders = dataflow.live_in_accesses.iter().chain(&dataflow.live_out_accesses);
    let array = |(statement, access): AccessId| analysed.scop.statements[statement].accesses[access].array;
    let mut leaving: BTreeSet<ArrayId> = borders.map(|border| array(border.access)).collect();
    for Dependence { array, source, sink, relation, .. } in flow::flow(analysed)? {
        if leaving.contains(&array) {
            continue;
        }
        let mut in_both = bands.iter().filter_map(|band| {
            Some((band, band.coordinates.get(&source)?.clone(), band.coordinates.get(&sink)?.clone()))
        });
        let Some((band, from, to)) = in_both.next() else {
            leaving.insert(array);
            continue;
        };
        let outside: Vec<u32> = (0..band.dimension).collect();
        let outer = |statement: usize| coordinates::dimensions(&frame.dates[statement], &outside);
        let same_outer = outer(source)?.apply_range(outer(sink)?.reverse()?)?;
        let same_point = from.apply_range(to.reverse()?)?.intersect(same_outer)?;
        if !relation.is_subset(&same_point)? {
            leaving.insert(array);
        }
    }
    Ok((0..analysed.scop.arrays.len()).filter(|array| !leaving.contains(array)).collect())
}

impl Tiling {
    /// The order in tiles, which have the sizes `sizes` of each band along its coordinates, the last for all that
    /// follow.
    ///
    /// # Errors
    /// isl's.
    pub fn schedule(&self, scop: &Scop, sizes: &[Vec<i64>], sequence: Sequence) -> isl::Result<Schedule> {
        let longest = self.bands.iter().map(|band| band.depth()).max().unwrap_or(0);
        let mut dates = UnionMap::empty(scop.context.space()?)?;
        for (statement, own) in self.frame.dates.iter().enumerate() {
            let of_band =
                self.bands.iter().zip(sizes).find(|(band, _)| band.coordinates.contains_key(&statement));
            let date = match of_band {
                Some((band, sizes)) => in_tiles(own, band, statement, sizes, sequence, longest)?,
                None => padded(own.clone(), longest)?,
            };
            dates = dates.union(date.to_union_map()?)?;
        }
        let dates = dates.intersect_domain(scop.domain()?)?;
        let order = self.order.clone();
        let parallel = match sequence {
            Sequence::Lexicographic => Vec::new(),
            Sequence::Wavefront => self.bands.iter().map(|band| band.dimension + 1).collect(),
        };
        let depth = self.frame.length() + longest;
        Ok(Schedule { total: dates.clone(), dates, order, is_program_order: false, depth, parallel })
    }

    /// The number of loops around the tiles of `band`.
    pub fn loops_around(&self, band: &Band) -> usize {
        let nest = Nest {
            statements: band.coordinates.keys().copied().collect(),
            rest: (0..band.dimension).collect(),
        };
        self.frame.counters(&nest).values().map(Vec::len).min().unwrap_or(0)
    }
}

/// `{ S[i] -> [t, tile, t'] }` of the date `{ S[i] -> [t, t'] }`.
fn in_tiles(
    date: &Map,
    band: &Band,
    statement: usize,
    sizes: &[i64],
    sequence: Sequence,
    longest: u32,
) -> isl::Result<Map> {
    let tiles = tiles(band, statement, sizes, sequence)?;
    let space = date.space()?.range()?;
    let dimensions = |range: std::ops::Range<u32>| -> isl::Result<Map> {
        let of_dates = range.map(|d| Track::by(d).function(&space, 0)).collect::<isl::Result<_>>()?;
        date.clone().apply_range(functions(&space, of_dates)?)
    };
    let outside = dimensions(0..band.dimension)?;
    let inside = dimensions(band.dimension..space.dim(isl::DimType::Set)?)?;
    let all = outside.flat_range_product(tiles)?.flat_range_product(inside)?;
    padded(all, longest - band.depth())
}

/// `{ S[i] -> [tile] }`: where tiles begin, told from where they have moved to; in a wavefront, in which none moves, first the sum of their
/// numbers along two coordinates, and the second of these.
fn tiles(band: &Band, statement: usize, sizes: &[i64], sequence: Sequence) -> isl::Result<Map> {
    let coordinates = &band.coordinates[&statement];
    let space = coordinates.space()?.range()?;
    let size = |dimension: u32| {
        let position = (dimension as usize).min(sizes.len().saturating_sub(1));
        Val::from_i64(space.context(), sizes.get(position).copied().unwrap_or(1))
    };
    let moves = sequence.moves(band);
    let number = |dimension: u32, along: Aff| along.scale_down_val(size(dimension)?)?.floor();
    let first = number(0, Track::by(0).function(&space, 0)?)?.scale_val(size(0)?)?;
    let numbers = (0..band.depth()).zip(moves).map(|(dimension, moves)| {
        let moved = first.clone().scale_val(Val::from_i64(space.context(), moves)?)?;
        number(dimension, Track::by(dimension).function(&space, 0)?.sub(moved)?)
    });
    let numbers = numbers.collect::<isl::Result<Vec<Aff>>>()?;
    let begin = |(d, number): (u32, Aff)| number.scale_val(size(d)?);
    let numbers = match sequence {
        Sequence::Lexicographic => (0..).zip(numbers).map(begin).collect::<isl::Result<_>>()?,
        Sequence::Wavefront => {
            let front = numbers[0].clone().add(numbers[1].clone())?;
            let rest = (2..).zip(numbers[2..].to_vec()).map(begin).collect::<isl::Result<_>>()?;
            [vec![front, numbers[1].clone()], rest].concat()
        }
    };
    coordinates.clone().apply_range(functions(&space, numbers)?)
}

fn zero(space: &Space) -> isl::Result<Aff> {
    Aff::zero_on_domain(isl::LocalSpace::from_space(space.clone())?)
}

/// `{ S[i] -> [t, 0] }` with `more` zeros.
fn padded(date: Map, more: u32) -> isl::Result<Map> {
    let space = date.space()?.range()?;
    let zeros = (0..more).map(|_| zero(&space)).collect::<isl::Result<_>>()?;
    let none = date.clone().apply_range(functions(&space, zeros)?)?;
    date.flat_range_product(none)
}
