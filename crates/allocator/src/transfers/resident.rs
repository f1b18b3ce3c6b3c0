//! Arrays that stay in the other memory space over several isolated statements, or over all iterations of loops around
//! them (Guelton, Amini, Creusillet, *Beyond Do Loops*, section 4): loads have moved up to where the stretch begins,
//! stores down to where it ends, and pairs that met are gone.
//!
//! What is copied over the whole stretch, where the statements `s` follow one another:
//!
//! ```text
//! Store = [∪ Store(s)]
//! Load  = [∪ (Load(s) − must WRITE(s' < s)) ∪ (Store − ∪ must WRITE(s))]
//! ```
//!
//! Only transfers that are the same whenever a statement runs take part: their regions may not depend on anything that
//! changes in the stretch. Where the stretch can be modelled as a whole, its own transfers are taken instead; they know
//! which of its statements run. That nobody else sees the array's memory meanwhile is the frontend's to prove.

use super::{Hull, Isolated, Transfer, steps};
use isl::{DimType, Set};
use polyhedral::Array;

/// What one isolated statement copies of the array.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its transfers.
    pub isolated: Isolated,
    /// What holds at its entry.
    pub context: Set,
    /// Whether it runs exactly once whenever the stretch does.
    pub is_certain: bool,
    /// Whether a loop of the stretch repeats it.
    pub is_repeated: bool,
}

/// Why an array can't stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Its transfers depend on what changes meanwhile.
    Changes,
    /// It would move more.
    More,
    /// Nothing would be saved.
    Nothing,
    /// A statement may not run, and then cells may be copied that don't exist.
    Size,
}

/// What is copied of `array` over a stretch in which the isolated statements `parts` use it, in the order of the text, or why
/// it can't stay. `is_fixed` tells which parameters have one value all along; `whole` is what the stretch would copy if
/// it was isolated itself, where that is known. With `must_save` it stays only if some cell is then copied less often.
///
/// # Errors
/// isl's.
pub fn resident(
    array: &Array,
    parts: &[Part],
    is_fixed: &dyn Fn(&str) -> bool,
    whole: Option<&Isolated>,
    must_save: bool,
) -> isl::Result<Result<Isolated, Obstacle>> {
    let mut lasting = Vec::new();
    for part in parts {
        match Lasting::of(part, is_fixed)? {
            Some(part) => lasting.push(part),
            None => return Ok(Err(Obstacle::Changes)),
        }
    }
    if must_save && !saves(&lasting)? {
        return Ok(Err(Obstacle::Nothing));
    }
    let is_sized = !matches!(array.extents.first(), Some(None));
    let found = match whole {
        Some(whole) => whole.clone(),
        None if is_sized || parts.iter().all(|part| part.is_certain) => match propagated(array, &lasting)? {
            Some(found) => found,
            None => return Ok(Err(Obstacle::Changes)),
        },
        None => return Ok(Err(Obstacle::Size)),
    };
    let sure = || lasting.iter().filter(|it| it.part.is_certain || it.part.is_repeated);
    let fits = within(found.load.as_ref(), sure().filter_map(|it| it.loaded.clone()))?
        && within(found.store.as_ref(), sure().filter_map(|it| it.stored.clone()))?;
    Ok(if fits { Ok(found) } else { Err(Obstacle::More) })
}

/// Whether a transfer copies nothing but cells in `own`.
fn within(transfer: Option<&Transfer>, own: impl Iterator<Item = Set>) -> isl::Result<bool> {
    let Some(copied) = cells(transfer) else { return Ok(true) };
    let all = own.map(Ok).reduce(|a, b| a?.union(b?)).transpose()?;
    all.map_or(Ok(false), |all| copied.is_subset(&all))
}

/// The cells that a transfer copies.
fn cells(transfer: Option<&Transfer>) -> Option<Set> {
    transfer.map(|transfer| transfer.hull.cells.clone())
}

/// A part in what doesn't change.
struct Lasting<'a> {
    part: &'a Part,
    /// All `{ A[x] }`: what its counterpart holds.
    buffer: Set,
    /// What it needs.
    needed: Option<Set>,
    /// What it copies in.
    loaded: Option<Set>,
    /// What it copies back.
    stored: Option<Set>,
}

impl<'a> Lasting<'a> {
    fn of(part: &'a Part, is_fixed: &dyn Fn(&str) -> bool) -> isl::Result<Option<Lasting<'a>>> {
        let fixed = |cells: &Set| unchanging(cells, &part.context, is_fixed);
        let optional = |cells: Option<Set>| match cells {
            None => Ok(Some(None)),
            Some(cells) => fixed(&cells).map(|cells| cells.map(Some)),
        };
        let Isolated { buffer, load, store, .. } = &part.isolated;
        let (Some(buffer), Some(needed), Some(loaded), Some(stored)) = (
            fixed(&buffer.cells)?,
            optional(load.as_ref().map(|load| load.region.clone()))?,
            optional(cells(load.as_ref()))?,
            optional(cells(store.as_ref()))?,
        ) else {
            return Ok(None);
        };
        Ok(Some(Lasting { part, buffer, needed, loaded, stored }))
    }

    /// What it certainly writes.
    fn overwritten(&self) -> Option<&Set> {
        let is_exact = self.part.isolated.store.as_ref().is_some_and(|store| store.exact);
        self.stored.as_ref().filter(|_| self.part.is_certain && is_exact)
    }
}

/// `cells` without the parameters that change; `None` where they make a difference.
fn unchanging(cells: &Set, context: &Set, is_fixed: &dyn Fn(&str) -> bool) -> isl::Result<Option<Set>> {
    let mut left = cells.clone();
    for position in (0..left.dim(DimType::Param)?).rev() {
        let name = left.dim_name(DimType::Param, position)?;
        if !name.is_some_and(|name| is_fixed(&name)) {
            left = left.project_out(DimType::Param, position, 1)?;
        }
    }
    let back = left.clone().intersect_params(context.clone())?;
    let is_same = back.is_equal(&cells.clone().intersect_params(context.clone())?)?;
    Ok(if is_same { Some(left.coalesce()?) } else { None })
}

/// Whether some cell is copied twice.
fn saves(parts: &[Lasting]) -> isl::Result<bool> {
    let meets = |a: &Option<Set>, b: &Option<Set>| match (a, b) {
        (Some(a), Some(b)) => a.is_disjoint(b).map(|apart| !apart),
        _ => Ok(false),
    };
    for (position, first) in parts.iter().enumerate() {
        if first.part.is_repeated && (first.loaded.is_some() || first.stored.is_some()) {
            return Ok(true);
        }
        for second in &parts[position + 1..] {
            if meets(&first.loaded, &second.loaded)?
                || meets(&first.stored, &second.loaded)?
                || meets(&first.stored, &second.stored)?
            {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// The transfers moved up and down, statement by statement.
fn propagated(array: &Array, parts: &[Lasting]) -> isl::Result<Option<Isolated>> {
    let Some(first) = parts.first() else { return Ok(None) };
    let nothing = first.buffer.clone().subtract(first.buffer.clone())?;
    let (mut all, mut load, mut store, mut written) =
        (nothing.clone(), nothing.clone(), nothing.clone(), nothing);
    for part in parts {
        all = all.union(part.buffer.clone())?;
        if let Some(needed) = &part.needed {
            load = load.union(needed.clone().subtract(written.clone())?)?;
        }
        if let Some(stored) = &part.stored {
            store = store.union(stored.clone())?;
        }
        if let Some(overwritten) = part.overwritten() {
            written = written.union(overwritten.clone())?;
        }
    }
    let Some(buffer) = hull(&all)? else { return Ok(None) };
    let Some(stored) = hull(&store)? else { return Ok(None) };
    load = load.union(stored.cells.clone().subtract(written.clone())?)?.coalesce()?;
    let Some(loaded) = hull(&load)? else { return Ok(None) };
    let transfer = |region: Set, hull: Hull, exact: bool| -> isl::Result<Option<Transfer>> {
        if region.is_empty()? {
            return Ok(None);
        }
        let stepped = steps(array, &hull, &buffer)?;
        Ok(Some(Transfer { region, hull, exact, stepped }))
    };
    // whether all of it is needed depends on which of the statements run
    let exact = parts.iter().all(|part| {
        let is_exact = |it: &Option<Transfer>| it.as_ref().is_none_or(|it| it.exact);
        part.part.is_certain && is_exact(&part.part.isolated.load) && is_exact(&part.part.isolated.store)
    });
    let load_exact = exact && loaded.cells.is_subset(&load)?;
    let store_exact = exact && stored.cells.is_subset(&store)?;
    let load = transfer(load, loaded, load_exact)?;
    let store = transfer(store, stored, store_exact)?;
    let array = first.part.isolated.array;
    Ok(Some(Isolated { array, buffer, load, store }))
}

fn hull(cells: &Set) -> isl::Result<Option<Hull>> {
    Hull::around(cells, &Set::universe(cells.clone().params()?.space()?)?)
}
