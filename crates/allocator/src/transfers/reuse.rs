//! Transfers between the iterations of a loop whose body is isolated: what is in the other memory space already isn't
//! loaded again, and what a later iteration overwrites isn't stored (Guelton, Amini, Creusillet, section 4.3,
//! Theorem 1; Alias, Darte, Plesco):
//!
//! ```text
//! Load(T)  = R(T) − (R ∪ W)(t < T)
//! Store(T) = W(T) − W(t > T)
//! ```
//!
//! An array then has one buffer for the whole loop. It takes part only where its accesses are certain, where no load
//! covers a cell that an earlier iteration has changed, and where each store is exactly a rectangle; other
//! arrays are transferred by iterations. Sound because the loop does nothing but to run the isolated statement, so
//! nobody looks at the program's memory in between.

use super::overlap;
use super::window::window;
use super::{Hull, Isolated, Transfer, steps};
use analysis::Analysed;
use isl::{DimType, Map, Set};
use polyhedral::{ArrayId, Expression};

/// An array whose buffer lasts for a loop.
#[derive(Clone, Debug)]
pub struct Reused {
    /// The array, in the region of one iteration.
    pub array: ArrayId,
    /// The cells that its counterpart has, in the parameters of the loop.
    pub buffer: Hull,
    /// The modulus by which the outermost subscript wraps around, in the parameters of the loop, if it does.
    pub window: Option<Expression>,
    /// What is copied in, in the loop's counter as a parameter: in the first iteration, and in all others.
    pub loads: Vec<Timed>,
    /// What is copied back: in the last iteration, and in all others.
    pub stores: Vec<Timed>,
}

/// A transfer in some iterations.
#[derive(Clone, Debug)]
pub struct Timed {
    /// `{ : … }`: in which, with the counter as a parameter.
    pub when: Set,
    /// What is copied.
    pub transfer: Transfer,
    /// When it starts.
    pub phase: Phase,
}

/// When a transfer starts, relative to the work that it is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Directly before the work or behind it.
    #[default]
    Now,
    /// While another iteration works: a load for the next one, a store of the one before.
    Meanwhile,
}

/// The arrays of `tile`, one iteration with `transfers`, that need less between the iterations of `whole`, a loop that
/// counts up with `counter`. With a `step` of this counter transfers run while other iterations work, where they can.
///
/// # Errors
/// isl's.
pub fn reuse(
    tile: &Analysed,
    transfers: &[Isolated],
    whole: &Analysed,
    counter: &str,
    step: Option<i64>,
) -> isl::Result<Vec<Reused>> {
    let space = tile.scop.context.space()?;
    let mentioned = space.find_dim_by_name(DimType::Param, counter)?;
    let position = mentioned.map_or_else(|| space.dim(DimType::Param), Ok)?;
    let is_mentioned = mentioned.is_some();
    let domain = iterations(whole)?;
    let next = step.map(|step| overlap::next(&domain, step)).transpose()?.flatten();
    let iterations = Iterations { tile, whole, position, is_mentioned, counter, domain };
    let mut all = Vec::new();
    for isolated in transfers.iter().filter(|it| tile.scop.arrays[it.array].dimensions() > 0) {
        let overlapped = next.as_ref().map(|next| iterations.of_array(isolated, Some(next))).transpose()?;
        match overlapped.flatten() {
            Some(reused) => all.push(reused),
            None => all.extend(iterations.of_array(isolated, None)?),
        }
    }
    Ok(all)
}

/// `{ [i] }`: the iterations of the outermost loop that do anything.
fn iterations(whole: &Analysed) -> isl::Result<Set> {
    let mut all: Option<Set> = None;
    for statement in &whole.scop.statements {
        let inner = statement.iterators.len() as u32;
        let domain = statement.domain.clone().intersect_params(whole.scop.context.clone())?;
        let outer = domain.project_out(DimType::Set, 1, inner - 1)?.reset_tuple_id()?;
        all = Some(match all {
            None => outer,
            Some(all) => all.union(outer)?,
        });
    }
    all.ok_or_else(|| isl::Error { kind: isl::ErrorKind::Unsupported, message: "an empty loop".into() })?
        .coalesce()
}

struct Iterations<'a> {
    tile: &'a Analysed,
    whole: &'a Analysed,
    /// Where the counter is among the parameters of the tile.
    position: u32,
    /// Whether the tile depends on the counter at all. If not, the counter would be the last parameter.
    is_mentioned: bool,
    counter: &'a str,
    /// `{ [i] }`
    domain: Set,
}

impl Iterations<'_> {
    /// An array, with transfers that run meanwhile if `next` (`{ [i] -> [i'] }`) gives the next iteration.
    fn of_array(&self, isolated: &Isolated, next: Option<&Map>) -> isl::Result<Option<Reused>> {
        let is_certain =
            |transfer: &Option<Transfer>| transfer.as_ref().is_none_or(|transfer| transfer.exact);
        if !is_certain(&isolated.store) || !is_certain(&isolated.load) {
            return Ok(None);
        }
        // { [i] -> A[x] }
        let loaded = isolated.load.as_ref().map(|load| self.by_iteration(&load.region)).transpose()?;
        let written = isolated.store.as_ref().map(|store| self.by_iteration(&store.region)).transpose()?;
        let (loaded, written) = match (loaded, written) {
            (None, None) => return Ok(None),
            (Some(loaded), None) => (loaded.clone(), loaded.clone().subtract(loaded)?),
            (None, Some(written)) => (written.clone().subtract(written.clone())?, written),
            (Some(loaded), Some(written)) => (loaded, written),
        };
        let later = Map::lex_lt(self.domain.space()?)?;
        let earlier = later.clone().reverse()?;
        let present = earlier.clone().apply_range(loaded.clone().union(written.clone())?)?;
        let loads = loaded.clone().subtract(present)?.coalesce()?;
        let stores = written.clone().subtract(later.apply_range(written.clone())?)?.coalesce()?;
        let saves = !loads.is_equal(&loaded)? || !stores.is_equal(&written)?;
        if !saves && next.is_none() {
            return Ok(None);
        }
        let touched = self.by_iteration(&isolated.buffer.cells)?;
        let all = loaded.union(written.clone())?.union(touched.clone())?.range()?;
        let Some(buffer) = Hull::around(&all, &self.whole.scop.context)? else { return Ok(None) };
        let changed = earlier.apply_range(written)?;
        let first = self.parameter(self.domain.clone().lexmin()?)?;
        let last = self.parameter(self.domain.clone().lexmax()?)?;
        let mut timed_loads = Vec::new();
        for (loads, when, phase) in self.phases(&loads, first, next)? {
            timed_loads.extend(self.timed(&loads, when, (isolated.array, phase), &buffer)?);
        }
        let before = next.map(|next| next.clone().reverse()).transpose()?;
        let mut timed_stores = Vec::new();
        for (stores, when, phase) in self.phases(&stores, last, before.as_ref())? {
            timed_stores.extend(self.timed(&stores, when, (isolated.array, phase), &buffer)?);
        }
        let (Some(loads), Some(stores)) = (in_one(timed_loads)?, in_one(timed_stores)?) else {
            return Ok(None);
        };
        for load in &loads {
            let changed = match (load.phase, next) {
                (Phase::Meanwhile, Some(next)) => next.clone().apply_range(changed.clone())?,
                _ => changed.clone(),
            };
            // what the work of another iteration touches stays as it is
            let is_loose = load.phase == Phase::Meanwhile && !load.transfer.exact;
            if is_loose || !load.transfer.hull.cells.is_disjoint(&self.within(changed)?)? {
                return Ok(None);
            }
        }
        if !stores.iter().all(|store| store.transfer.exact) {
            return Ok(None);
        }
        let mut moved = touched;
        for timed in loads.iter().chain(&stores) {
            moved = moved.union(self.counted(&timed.transfer.hull.cells)?)?;
        }
        let window = window(&moved, &buffer, self.whole)?;
        // buffers that hold all iterations' cells are worth it only where they save transfers
        if !saves && window.is_none() {
            return Ok(None);
        }
        Ok(Some(Reused { array: isolated.array, buffer, window, loads, stores }))
    }

    /// Cells of one iteration (`{ A[x] }`) as `{ [i] -> A[x] }`.
    fn by_iteration(&self, cells: &Set) -> isl::Result<Map> {
        match self.is_mentioned {
            true => self.counted(cells),
            false => Map::from_domain_and_range(self.domain.clone(), cells.clone()),
        }
    }

    /// The same, for cells that have the counter as a parameter.
    fn counted(&self, cells: &Set) -> isl::Result<Map> {
        let map = Map::from_range(cells.clone())?;
        let map = map.move_dims(DimType::In, 0, DimType::Param, self.position, 1)?;
        map.reset_tuple_id(DimType::In)?.intersect_domain(self.domain.clone())
    }

    /// `{ [i] -> A[x] }` with the counter as a parameter.
    fn within(&self, map: Map) -> isl::Result<Set> {
        let map = map.move_dims(DimType::Param, self.position, DimType::In, 0, 1)?;
        map.set_dim_name(DimType::Param, self.position, self.counter)?.range()
    }

    /// `{ [i] }` with the counter as a parameter.
    fn parameter(&self, iterations: Set) -> isl::Result<Set> {
        let moved = iterations.move_dims(DimType::Param, self.position, DimType::Set, 0, 1)?;
        moved.set_dim_name(DimType::Param, self.position, self.counter)?.params()
    }

    /// What is copied (`{ [i] -> A[x] }`) for `one` iteration, and for all others: by these themselves, or
    /// by their `neighbours` (`{ [i] -> [i'] }`: what i copies for i').
    fn phases(
        &self,
        copied: &Map,
        one: Set,
        neighbours: Option<&Map>,
    ) -> isl::Result<[(Map, Set, Phase); 2]> {
        let all = self.parameter(self.domain.clone())?.intersect(self.tile.scop.context.clone())?;
        let alone = (copied.clone(), all.clone().intersect(one.clone())?, Phase::Now);
        Ok(match neighbours {
            None => [alone, (copied.clone(), all.subtract(one)?, Phase::Now)],
            Some(neighbours) => {
                let when = self.parameter(neighbours.clone().domain()?)?.intersect(all)?;
                [alone, (neighbours.clone().apply_range(copied.clone())?, when, Phase::Meanwhile)]
            }
        })
    }

    /// What is copied `when` that holds; `None` for nothing.
    fn timed(
        &self,
        cells: &Map,
        when: Set,
        (array, phase): (ArrayId, Phase),
        buffer: &Hull,
    ) -> isl::Result<Option<Result<Timed, ()>>> {
        let region = self.within(cells.clone())?.intersect_params(when.clone())?.coalesce()?;
        if region.is_empty()? {
            return Ok(None);
        }
        let Some(hull) = Hull::around(&region, &when)? else { return Ok(Some(Err(()))) };
        let exact = hull.cells.is_subset(&region)?;
        let stepped = steps(&self.tile.scop.arrays[array], &hull, buffer)?;
        Ok(Some(Ok(Timed { when, transfer: Transfer { region, hull, exact, stepped }, phase })))
    }
}

/// All of them, if all have bounds.
fn in_one(timed: Vec<Result<Timed, ()>>) -> isl::Result<Option<Vec<Timed>>> {
    Ok(timed.into_iter().collect::<Result<Vec<_>, ()>>().ok())
}
