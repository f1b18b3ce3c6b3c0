//! Rectangular hulls with parametric bounds.

use isl::{Aff, DimType, LocalSpace, PwAff, Set};
use polyhedral::{Expression, lower};

/// The smallest rectangle around some cells.
#[derive(Clone, Debug)]
pub struct Hull {
    /// `{ : … }`: where there is any cell, within the context.
    pub present: Set,
    /// By dimension, outermost first.
    pub sides: Vec<Side>,
    /// `{ A[x] }`: the cells in it.
    pub cells: Set,
}

/// One dimension of a rectangle, over the parameters for which it has cells.
#[derive(Clone, Debug)]
pub struct Side {
    /// `{ [p] -> [x] }`: the least subscript.
    pub first: PwAff,
    /// `{ [p] -> [x] }`: the number of subscripts, at least 1.
    pub count: PwAff,
}

impl Hull {
    /// The hull of `cells` (`{ A[x] }`) for parameters in `context`; `None` where some dimension has no bound.
    ///
    /// # Errors
    /// isl's.
    pub fn around(cells: &Set, context: &Set) -> isl::Result<Option<Hull>> {
        let cells = cells.clone().intersect_params(context.clone())?;
        if !cells.is_bounded()? {
            return Ok(None);
        }
        let present = cells.clone().params()?.coalesce()?;
        let mut hull = Set::universe(cells.space()?)?.intersect_params(present.clone())?;
        let mut sides = Vec::new();
        for dimension in 0..cells.dim(DimType::Set)? {
            let (first, last) = (cells.clone().dim_min(dimension)?, cells.clone().dim_max(dimension)?);
            hull = between(hull, dimension, &first, &last)?;
            let one = isl::Val::from_i64(cells.context(), 1)?;
            let one = PwAff::val_on_domain(Set::universe(first.domain_space()?)?, one)?;
            let count = last.sub(first.clone())?.add(one)?.coalesce()?;
            sides.push(Side { first: first.coalesce()?, count });
        }
        Ok(Some(Hull { present, sides, cells: hull.coalesce()? }))
    }

    /// Whether the rectangle has all subscripts of a dimension, both of an array with this `extent` there and of
    /// the `buffer` around it.
    ///
    /// # Errors
    /// isl's.
    pub fn spans(&self, dimension: usize, extent: Option<&Expression>, buffer: &Hull) -> isl::Result<bool> {
        let Some(extent) = extent else { return Ok(false) };
        let space = self.present.space()?;
        let zero =
            PwAff::val_on_domain(Set::universe(space.clone())?, isl::Val::from_i64(space.context(), 0)?)?;
        let extent = lower::expression(extent, &space)?;
        let side = &self.sides[dimension];
        let other = &buffer.sides[dimension];
        let same = side.first.clone().eq_set(zero)?.intersect(side.count.clone().eq_set(extent)?)?;
        let same = same.intersect(side.count.clone().eq_set(other.count.clone())?)?;
        self.present.is_subset(&same)
    }
}

/// `cells` where their dimension lies between `first` and `last`, which are given over the parameters.
fn between(cells: Set, dimension: u32, first: &PwAff, last: &PwAff) -> isl::Result<Set> {
    let space = cells.space()?;
    let local = LocalSpace::from_space(space.clone())?;
    let subscript = PwAff::from_aff(Aff::var_on_domain(local, DimType::Set, dimension)?)?;
    let least = subscript.clone().ge_set(first.clone().insert_domain(space.clone())?)?;
    let most = subscript.le_set(last.clone().insert_domain(space)?)?;
    cells.intersect(least)?.intersect(most)
}
