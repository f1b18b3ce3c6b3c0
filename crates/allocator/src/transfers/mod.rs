//! Transfers: what a statement that runs in a memory space of its own needs there, and what it leaves (Guelton,
//! Amini, Creusillet, *Beyond Do Loops*, section 3).
//!
//! With rectangular hulls `[.]`, since transfers move rectangles:
//!
//! ```text
//! Store = [may WRITE]
//! Load  = [IN ∪ (Store − must WRITE)]
//! ```
//!
//! A write that is over-approximated stores cells that it may not have written, so these are loaded first.
//! The paper loads all of READ. IN, the reads that may get a value from outside, is enough: what a cell
//! holds that is certainly written before it is read comes from inside.
//!
//! Each array gets a **buffer** over the hull of all cells that the statement may touch. All hulls are clipped to
//! the declared extents: C has no cells beyond.

pub mod hull;
mod overlap;
pub mod resident;
pub mod reuse;
mod window;

pub use hull::Hull;

use analysis::Analysed;
use analysis::bounds::declared;
use isl::{Set, UnionMap};
use polyhedral::{Access, AccessKind, Array, ArrayId, Condition, Storage};

/// What becomes of one array, or of a scalar as an array without dimensions.
#[derive(Clone, Debug)]
pub struct Isolated {
    /// The array.
    pub array: ArrayId,
    /// The cells that its counterpart has.
    pub buffer: Hull,
    /// What is copied in before, if anything.
    pub load: Option<Transfer>,
    /// What is copied back behind, if anything.
    pub store: Option<Transfer>,
}

/// A copy from one memory space to the other.
#[derive(Clone, Debug)]
pub struct Transfer {
    /// `{ A[x] }`: the cells that must be copied; more of them than are needed where accesses aren't certain.
    pub region: Set,
    /// The rectangle around them, which is copied.
    pub hull: Hull,
    /// Whether each cell of the rectangle is needed for certain.
    pub exact: bool,
    /// How many of the outer dimensions are stepped through: what is inside of them lies in one piece in both
    /// memory spaces.
    pub stepped: usize,
}

/// The transfers of a statement.
pub type Transfers = Vec<Isolated>;

/// What isn't known of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// Which cells may be touched.
    Bounds(ArrayId),
    /// How large it is: cells that may be touched, or lie between others, need not exist.
    Size(ArrayId),
}

/// The transfers of the whole region, for each array that is declared outside of it, in the order of the region's
/// arrays; those of which the region touches no cell are left out.
///
/// # Errors
/// isl's; the inner result says what isn't known of an array.
pub fn transfers(analysed: &Analysed) -> isl::Result<Result<Transfers, Unknown>> {
    let scop = &analysed.scop;
    let mut all = Vec::new();
    for (array, declared) in scop.arrays.iter().enumerate() {
        if matches!(declared.storage, Storage::Local { inside: true, .. }) {
            continue;
        }
        match of_array(analysed, array)? {
            Some(Ok(isolated)) => all.push(isolated),
            Some(Err(unknown)) => return Ok(Err(unknown)),
            None => {}
        }
    }
    Ok(Ok(all))
}

/// The transfers of one array; `None` where the region touches no cell of it.
///
/// # Errors
/// isl's; the inner result says what isn't known of it.
pub fn of_array(analysed: &Analysed, array: ArrayId) -> isl::Result<Option<Result<Isolated, Unknown>>> {
    let cells = Cells { analysed, array };
    let all = cells.touched(|_| true)?;
    if all.is_empty()? {
        return Ok(None);
    }
    let Some(buffer) = Hull::around(&all, &analysed.scop.context)? else {
        return Ok(Some(Err(Unknown::Bounds(array))));
    };
    if matches!(analysed.scop.arrays[array].extents.first(), Some(None)) {
        let certain = cells.touched(|access| {
            access.kind == AccessKind::MustWrite
                || (access.kind == AccessKind::Read && access.guard == Condition::Constant(true))
        })?;
        if !buffer.cells.is_subset(&cells.hull(&certain)?.cells)? {
            return Ok(Some(Err(Unknown::Size(array))));
        }
    }
    let may_write = cells.touched(Access::writes)?;
    let must_write = cells.touched(|access| access.kind == AccessKind::MustWrite)?;
    let stored = cells.hull(&may_write)?;
    let unwritten = stored.cells.clone().subtract(must_write)?;
    let imported = cells.imported()?;
    // what nobody sees afterwards needs no way back; a statement that a loop around it comes back to may see what it
    // left itself, if it reads anything that it doesn't write first
    let is_seen = analysed.scop.arrays[array].outlives.is_some() || !imported.is_empty()?;
    let (store, kept) = match is_seen {
        true => {
            let exact = unwritten.is_empty()?;
            (cells.transfer(may_write, stored, exact, &buffer)?, Some(unwritten))
        }
        false => (None, None),
    };
    let needed = kept.into_iter().try_fold(imported, Set::union)?.coalesce()?;
    let hull = cells.hull(&needed)?;
    let exact = hull.cells.is_subset(&cells.imported_certainly()?)?;
    let load = cells.transfer(needed, hull, exact, &buffer)?;
    Ok(Some(Ok(Isolated { array, buffer, load, store })))
}

/// How many of the outer dimensions of a rectangle must be stepped through.
fn steps(array: &Array, hull: &Hull, buffer: &Hull) -> isl::Result<usize> {
    let mut stepped = array.extents.len().saturating_sub(1);
    while stepped > 0 {
        let extent = array.extents[stepped].as_ref().and_then(|extent| extent.value.as_ref());
        if !hull.spans(stepped, extent, buffer)? {
            break;
        }
        stepped -= 1;
    }
    Ok(stepped)
}

/// The cells of one array. All results are `{ A[x] }`, within the declared extents.
struct Cells<'a> {
    analysed: &'a Analysed,
    array: ArrayId,
}

impl Cells<'_> {
    /// The hull of some of the array's cells, where all of them have one.
    fn hull(&self, cells: &Set) -> isl::Result<Hull> {
        let hull = Hull::around(cells, &self.analysed.scop.context)?;
        hull.ok_or_else(|| isl::Error {
            kind: isl::ErrorKind::Unsupported,
            message: "a part of a bounded set has no bounds".into(),
        })
    }

    /// The transfer of a region to or from a buffer, if it moves anything.
    fn transfer(&self, region: Set, hull: Hull, exact: bool, buffer: &Hull) -> isl::Result<Option<Transfer>> {
        if region.is_empty()? {
            return Ok(None);
        }
        let stepped = steps(&self.analysed.scop.arrays[self.array], &hull, buffer)?;
        Ok(Some(Transfer { region, hull, exact, stepped }))
    }

    /// Those that the accesses go to that `select` takes.
    fn touched(&self, select: impl Fn(&Access) -> bool) -> isl::Result<Set> {
        let scop = &self.analysed.scop;
        let accesses = scop.accesses(|_, access| access.array == self.array && select(access))?;
        self.clipped(accesses.intersect_domain(scop.domain()?)?)
    }

    /// Those of which values from outside may be read.
    fn imported(&self) -> isl::Result<Set> {
        self.at_border(|border| Some(&border.cells))
    }

    /// Those of which values from outside certainly are read.
    fn imported_certainly(&self) -> isl::Result<Set> {
        let scop = &self.analysed.scop;
        self.at_border(|border| {
            let (statement, access) = border.access;
            let access = &scop.statements[statement].accesses[access];
            let always = access.guard == Condition::Constant(true);
            always.then_some(&border.certain)
        })
    }

    fn at_border(
        &self,
        part: impl Fn(&analysis::dataflow::BorderAccess) -> Option<&isl::Map>,
    ) -> isl::Result<Set> {
        let scop = &self.analysed.scop;
        let mut all = UnionMap::empty(scop.context.space()?)?;
        for border in &self.analysed.dataflow.live_in_accesses {
            let (statement, access) = border.access;
            if scop.statements[statement].accesses[access].array == self.array
                && let Some(cells) = part(border)
            {
                all = all.union(cells.clone().to_union_map()?)?;
            }
        }
        self.clipped(all)
    }

    /// The cells of `accesses` (`{ S[i] -> A[x] }`) that the array has.
    fn clipped(&self, accesses: UnionMap) -> isl::Result<Set> {
        let scop = &self.analysed.scop;
        let touched = accesses.intersect_params(scop.context.clone())?.range()?;
        let cells = touched.extract_set(scop.cell_space(self.array)?)?;
        cells.intersect(declared(scop, self.array)?)?.coalesce()
    }
}
