//! Loops over elements in strips.
//!
//! In `u[i] = …x[i]…` and then `y[i] = …u[i - 1] + u[i] + u[i + 1]…` both loops are vector loops, and none is any more once they are
//! fused. So they run one after the other on a strip of elements, the second as many elements late as it has to be: what
//! they exchange stays in the cache, and is all there is of `u`. A strip touches a *window* of cells: those of the
//! elements in it, and a few before or behind. Of the next strip's window the first few are the last of this one.

use crate::arrangement::FusedNest;
use crate::flow::{Dependence, Kind, Rows, bounds};
use isl::{DimType, Map, Set};
use polyhedral::{ArrayId, Scop, StatementId, Window};
use std::collections::BTreeSet;

/// Bytes that a strip may touch: half of a small first cache.
const BYTES: u64 = 16 << 10;

/// The most elements of a strip; a power of two.
const MOST: i64 = 1024;

/// What stands for the size of an element of which nothing is known.
const UNKNOWN_BYTES: u64 = 8;

/// How many elements the strips of loops with these `statements` have.
pub fn size<'a>(scop: &Scop, statements: impl Iterator<Item = &'a StatementId>) -> i64 {
    let accesses = statements.flat_map(|statement| &scop.statements[*statement].accesses);
    let arrays: BTreeSet<ArrayId> = accesses.map(|access| access.array).collect();
    let arrays = arrays.into_iter().map(|array| &scop.arrays[array]).filter(|array| array.dimensions() > 0);
    let element: u64 = arrays.map(|array| array.element_bytes.unwrap_or(UNKNOWN_BYTES)).sum();
    let elements = 1 << (BYTES / element.max(1)).max(1).ilog2();
    elements.clamp(Window::LEAST_STRIP, MOST)
}

/// Loops over elements that run in strips.
pub(crate) struct Strips<'a> {
    pub(crate) scop: &'a Scop,
    pub(crate) rows: &'a Rows<'a>,
    pub(crate) size: i64,
    /// The nest among them that a statement is in.
    pub(crate) nest_of: &'a dyn Fn(StatementId) -> Option<&'a FusedNest>,
}

impl Strips<'_> {
    /// The window of `array`, if it is a constant number of cells around the elements of a strip, all statements that use the
    /// array are among the loops, and no value of it stays for another run of the loops. `outside` is the date of a statement
    /// in front of its strip.
    pub(crate) fn window(
        &self,
        array: ArrayId,
        flow: &[Dependence],
        outside: &dyn Fn(StatementId) -> isl::Result<Map>,
    ) -> isl::Result<Option<Window>> {
        let declared = &self.scop.arrays[array];
        if declared.dimensions() != 1 || declared.flat.is_some() || !declared.is_resized() {
            return Ok(None);
        }
        // { [cell - element] }
        let mut all: Option<Set> = None;
        for (id, statement) in self.scop.statements.iter().enumerate() {
            for access in statement.accesses.iter().filter(|access| access.array == array) {
                let Some(nest) = (self.nest_of)(id) else { return Ok(None) };
                let element = self.rows.of(id, &nest.track, nest.delay)?.intersect_domain(statement.domain.clone())?;
                let cells = access.relation.clone().reset_tuple_id(DimType::Out)?;
                let distances = element.reverse()?.apply_range(cells)?.deltas()?;
                all = Some(match all {
                    Some(all) => all.union(distances)?,
                    None => distances,
                });
            }
        }
        let Some(all) = all else { return Ok(None) };
        let spread = bounds(all.intersect_params(self.scop.context.clone())?)?;
        let Some((first, last)) = spread.least.zip(spread.most).filter(|(first, last)| last - first <= self.size)
        else {
            return Ok(None);
        };
        for value in flow.iter().filter(|it| it.kind == Kind::Flow && it.array == array) {
            let same = outside(value.source)?.apply_range(outside(value.sink)?.reverse()?)?;
            if !value.relation.is_subset(&same)? {
                return Ok(None);
            }
        }
        Ok(Some(Window { strip: self.size, first, more: last - first }))
    }
}
